// An explanation step by step: each frame has a heading, and the reason in words.

const entries = DATA.headings.map((heading, frame) => onPress(newElement("button", {}, heading), () => show(frame)));
byId("list").append(...entries.map((button) => newElement("li", {}, button)));

function show(frame) {
  entries[at].removeAttribute("aria-current");
  goTo(frame, DATA.headings);
  byId("heading").textContent = DATA.headings[at];
  byId("words").textContent = DATA.words[at];
  entries[at].setAttribute("aria-current", "step");
  reveal(entries[at]);
  allow(byId("back"), at > 0, "This is the first step.");
  allow(byId("on"), at < last, "This is the last step.");
}

/** Scroll the list, and not the page, to an entry. */
function reveal(entry) {
  const list = byId("list");
  const top = entry.offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top - 6;
  const over = top + entry.offsetHeight - list.scrollTop - list.clientHeight;
  if (over > 0) list.scrollTop += over + 6;
}

onSteps(show);
byId("bar").hidden = !last;
byId("list").hidden = !last;
addEventListener("keydown", (event) => {
  if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  show(to);
});
show(0);
