// Pictures that a page shows one at a time: each frame is a list of runs of shapes.

const board = byId("board");
const slider = byId("at"); // where there is one
const last = DATA.frames.length - 1;
let at = 0;

function drawFrame(frame) {
  const runs = DATA.frames[frame];
  let drawn = "";
  for (let k = 0; k < runs.length; k += 2) drawn += DATA.shapes.slice(runs[k], runs[k] + runs[k + 1]).join("");
  board.innerHTML = drawn;
}

/** Go to a frame, or as far that way as there are any, with the slider, which has a text for each. */
function goTo(frame, texts) {
  at = Math.min(Math.max(frame, 0), last);
  drawFrame(at);
  slider.value = at;
  slider.setAttribute("aria-valuetext", `${at + 1} of ${last + 1}: ${texts[at]}`);
}

/** Have the slider and the buttons beside it lead to frames. */
function onSteps(show) {
  slider.max = last;
  slider.addEventListener("input", () => show(Number(slider.value)));
  onPress(byId("back"), () => show(at - 1));
  onPress(byId("on"), () => show(at + 1));
}

setView(board, ...DATA.view);
// At night a style sheet or, where it knows not how, a filter makes the picture dark.
const { style, classList } = board.parentElement;
style.setProperty("--ground", DATA.themed ? "" : DATA.ground);
classList.toggle("themed", DATA.themed ?? false);
classList.toggle("pale", !DATA.themed && DATA.ground === "#f5f6f8");
