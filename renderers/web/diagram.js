// A puzzle and its solutions: frame 0 is the puzzle, frame k its solution k.

let shown = 0;
let latest = 1;

function show(frame) {
  shown = frame;
  if (frame) latest = frame;
  drawFrame(frame);
  const broken = frame ? DATA.broken[frame - 1] : [];
  const name = last > 1 ? `Solution ${frame} of ${last}` : "Solution";
  say(byId("which"), frame ? (broken.length ? `${name}: it breaks the rules` : name) : "", broken.length ? "bad" : "");
  byId("broken").replaceChildren(...broken.map((rule) => newElement("li", {}, rule)));
  byId("reveal").textContent = frame ? "Hide the solution" : "Show the solution";
  byId("reveal").setAttribute("aria-pressed", String(frame > 0));
  byId("steps").hidden = last < 2 || !frame;
}

function step(by) {
  show(((shown - 1 + by + last) % last) + 1);
}

byId("tools").hidden = !last;
byId("note").textContent = DATA.note;
byId("note").hidden = !DATA.note;
byId("reveal").addEventListener("click", () => show(shown ? 0 : latest));
byId("back").addEventListener("click", () => step(-1));
byId("on").addEventListener("click", () => step(1));
addEventListener("keydown", (event) => {
  if (!shown || last < 2 || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowLeft") step(-1);
  if (event.key === "ArrowRight") step(1);
});
show(0);
