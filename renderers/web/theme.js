// Light or dark: what the device prefers, until the button says otherwise; on paper all is light.
(() => {
  "use strict";
  const root = document.documentElement;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const onPaper = matchMedia("print");
  let isDark = prefersDark.matches;

  function show(dark = isDark) {
    isDark = dark;
    root.dataset.theme = dark && !onPaper.matches ? "dark" : "light";
    document.getElementById("theme")?.setAttribute("aria-pressed", String(dark));
    root.dispatchEvent(new Event("themechange"));
  }

  show();
  prefersDark.addEventListener("change", (event) => show(event.matches));
  onPaper.addEventListener("change", () => show());
  addEventListener("DOMContentLoaded", () => {
    show();
    document.getElementById("theme").addEventListener("click", () => show(!isDark));
  });
})();
