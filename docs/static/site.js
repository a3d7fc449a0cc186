// What the theme leaves out for those who use a keyboard or hear the page: what scrolls can be reached, parts have names.
addEventListener("DOMContentLoaded", () => {
  for (const part of document.querySelectorAll("pre, .table-wrapper, .formula")) part.tabIndex = 0;
  for (const caption of document.querySelectorAll(".caption[role=heading]")) caption.ariaLevel = "2";
  for (const [name, label] of [["sidebar", "Site"], ["toc", "Page"]]) {
    document.querySelector(`aside.${name}-drawer`)?.setAttribute("aria-label", label);
  }
});
