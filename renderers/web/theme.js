// Light or dark: what the device prefers, until the button says otherwise.
(() => {
  "use strict";
  const root = document.documentElement;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");

  function show(dark) {
    root.dataset.theme = dark ? "dark" : "light";
    document.getElementById("theme")?.setAttribute("aria-pressed", String(dark));
    root.dispatchEvent(new CustomEvent("themechange", { detail: { dark } }));
  }

  show(prefersDark.matches);
  prefersDark.addEventListener("change", (event) => show(event.matches));
  addEventListener("DOMContentLoaded", () => {
    show(root.dataset.theme === "dark");
    document.getElementById("theme").addEventListener("click", () => show(root.dataset.theme !== "dark"));
  });
})();
