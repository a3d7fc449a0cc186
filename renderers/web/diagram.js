// A puzzle and its solutions: frame 0 is the puzzle, frame k its solution k; each is a list of runs of shapes.

const board = byId("board");
const count = DATA.frames.length - 1;
let shown = 0;
let last = 1;

function show(frame) {
  shown = frame;
  if (frame) last = frame;
  const runs = DATA.frames[frame];
  let drawn = "";
  for (let k = 0; k < runs.length; k += 2) drawn += DATA.shapes.slice(runs[k], runs[k] + runs[k + 1]).join("");
  board.innerHTML = drawn;
  const broken = frame ? DATA.broken[frame - 1] : [];
  const name = count > 1 ? `Solution ${frame} of ${count}` : "Solution";
  say(byId("which"), frame ? (broken.length ? `${name}: it breaks the rules` : name) : "", broken.length ? "bad" : "");
  byId("broken").replaceChildren(...broken.map((rule) => Object.assign(document.createElement("li"), { textContent: rule })));
  byId("reveal").textContent = frame ? "Hide the solution" : "Show the solution";
  byId("reveal").setAttribute("aria-pressed", String(frame > 0));
  byId("steps").hidden = count < 2 || !frame;
}

function step(by) {
  show(((shown - 1 + by + count) % count) + 1);
}

const [, , width, height] = DATA.view;
board.setAttribute("viewBox", DATA.view.join(" "));
board.parentElement.style.setProperty("--wide", width);
board.parentElement.style.setProperty("--high", height);
showGround(board.parentElement);
byId("tools").hidden = !count;
byId("note").textContent = DATA.note;
byId("note").hidden = !DATA.note;
byId("reveal").addEventListener("click", () => show(shown ? 0 : last));
byId("back").addEventListener("click", () => step(-1));
byId("on").addEventListener("click", () => step(1));
addEventListener("keydown", (event) => {
  if (!shown || count < 2 || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowLeft") step(-1);
  if (event.key === "ArrowRight") step(1);
});
show(0);
