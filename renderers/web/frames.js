// Pictures that a page shows one at a time: each frame is a list of runs of shapes.

const board = byId("board");
const last = DATA.frames.length - 1;

function drawFrame(frame) {
  const runs = DATA.frames[frame];
  let drawn = "";
  for (let k = 0; k < runs.length; k += 2) drawn += DATA.shapes.slice(runs[k], runs[k] + runs[k + 1]).join("");
  board.innerHTML = drawn;
}

setView(board, ...DATA.view);
showGround(board.parentElement);
