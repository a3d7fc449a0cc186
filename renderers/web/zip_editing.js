// Editing on the page: pointer, keys and buttons, and the puzzle as text.  Each change makes a new puzzle, so that undoing is
// going back to an old one.

const [SHORTEST_SIDE, LONGEST_EDITED] = [2, 12];

/** Another size; what is off the new board is lost, and the numbers move up.  Null when no such board can be edited. */
function resized(zip, side, step) {
  const length = zip[side] + step;
  if (length < SHORTEST_SIDE || length > Math.max(LONGEST_EDITED, zip[side])) return null;
  const { rows, cols } = { ...zip, [side]: length };
  const board = new Zip(rows, cols);
  const moved = (cell) => board.cell(...zip.place(cell));
  const numbers = zip.numbers.map(moved).filter((cell) => cell !== null);
  const walls = [...zip.walls].map((key) => wallCells(key).map(moved)).filter((cells) => !cells.includes(null));
  return board.with({ numbers, walls: walls.map((cells) => wallKey(...cells)), name: zip.name });
}

/** A name for the file of a puzzle. */
function fileName(zip) {
  const word = (zip.name ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return `${word.slice(0, 60) || `zip-${zip.rows}x${zip.cols}`}.json`;
}

let tool = "both";
let cursor = 0;

function showEdited() {
  const { rows, cols, numbers, walls } = puzzle;
  cursor = Math.min(cursor, puzzle.cells - 1);
  board.show(puzzle);
  board.svg.classList.toggle("coloured", puzzle.parity() !== null);
  cellTable.show(puzzle);
  const ends = [
    "No number: the path may start and end anywhere.",
    "One number: the path starts there and may end anywhere.",
  ];
  tell(ends[numbers.length] ?? `The path starts at 1 and ends at ${numbers.length}.`);
  judge(puzzle);
  byId("size").textContent = `${rows} × ${cols}`;
  byId("numbers").textContent = numbers.length;
  byId("walls").textContent = walls.size;
  showEditor();
  allow(byId("clear"), numbers.length + walls.size > 0, "The board is empty.");
  showTitle();
}

function showTitle() {
  byId("title").textContent = document.title = titleOf(puzzle);
  showAddress(addressOf(puzzle));
  showTicks();
  const size = `${puzzle.rows} rows and ${puzzle.cols} columns`;
  const parts = `numbers: ${puzzle.numbers.length}, walls: ${puzzle.walls.size}`;
  byId("board").setAttribute("aria-label", `ZIP of ${size}, ${parts}`);
}

/** Set a wall or take it away; or the next number on a cell, or the number there away, so that those after it move up. */
function place({ wall, cell }) {
  const toggled = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);
  change(puzzle.with(wall ? { walls: toggled([...puzzle.walls], wall) } : { numbers: toggled(puzzle.numbers, cell) }));
}

function moveCursor(direction) {
  const zip = editing ? puzzle : game.zip;
  cursor = zip.neighbour(cursor, direction) ?? cursor;
  board.showCursor(cursor);
  say(byId("spoken"), zip.placeText(cursor) + (zip.numberAt.has(cursor) ? "" : ", empty"));
}

/** What a key does to the puzzle; tells whether it does anything. */
function editKey(event) {
  if (event.target !== byId("board")) return false;
  const direction = DIRECTIONS[event.key];
  if (direction && event.shiftKey) {
    const other = puzzle.neighbour(cursor, direction);
    if (other !== null) place({ wall: wallKey(cursor, other) });
  } else if (direction) moveCursor(direction);
  else if (["Enter", " "].includes(event.key)) place({ cell: cursor });
  else return false;
  board.showCursor(cursor);
  return true;
}

byId("board").addEventListener("click", (event) => {
  if (!editing) return;
  const spot = board.spotAt(board.pointAt(event), tool);
  if (spot === null) return;
  cursor = spot.cell ?? cursor;
  place(spot);
});

onChoice("tool", (chosen) => showChoice("tool", (tool = chosen)));

onEdits({
  resized,
  sizes: `Boards can have ${SHORTEST_SIDE} to ${LONGEST_EDITED} cells a side.`,
  renamed: (zip, name) => zip.with({ name }),
  cleared: (zip) => zip.with({ numbers: [], walls: [] }),
  original: () => given(),
  isGiven: "This is the puzzle that came with the page.",
  read: zipFromText,
  what: "Read: the page shows this puzzle now.",
  text: zipText,
  fileName,
  tell,
});
