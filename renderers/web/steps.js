// An explanation step by step: each frame has a heading, and the reason in words.

const slider = byId("at");
const entries = DATA.headings.map((heading, frame) => {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: heading });
  button.addEventListener("click", () => show(frame));
  const item = document.createElement("li");
  item.append(button);
  byId("list").append(item);
  return button;
});
let at = 0;

function show(frame) {
  entries[at].removeAttribute("aria-current");
  at = Math.min(Math.max(frame, 0), last);
  drawFrame(at);
  byId("heading").textContent = DATA.headings[at];
  byId("words").textContent = DATA.words[at];
  entries[at].setAttribute("aria-current", "step");
  reveal(entries[at]);
  slider.value = at;
  slider.setAttribute("aria-valuetext", `${at + 1} of ${last + 1}: ${DATA.headings[at]}`);
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

slider.max = last;
slider.addEventListener("input", () => show(Number(slider.value)));
byId("bar").hidden = !last;
byId("list").hidden = !last;
onPress(byId("back"), () => show(at - 1));
onPress(byId("on"), () => show(at + 1));
addEventListener("keydown", (event) => {
  if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  show(to);
});
show(0);
