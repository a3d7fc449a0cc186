// Editing on the page: pointer, keys and buttons, and the puzzle as text.

let before = [];
let after = [];
let tool = "both";
let cursor = 0;

/** Take a changed puzzle, so that it can be undone. */
function change(changed) {
  before.push(puzzle);
  after = [];
  puzzle = changed;
  showPuzzle();
}

function showPuzzle() {
  const { rows, cols, numbers, walls, name } = puzzle;
  cursor = Math.min(cursor, puzzle.cells - 1);
  board.show(puzzle);
  board.showColours(puzzle.parity() !== null);
  cellTable.show(puzzle);
  tell(endsOf(puzzle));
  judge(puzzle);
  byId("size").textContent = `${rows} × ${cols}`;
  byId("numbers").textContent = numbers.length;
  byId("walls").textContent = walls.size;
  byId("row-count").textContent = rows;
  byId("col-count").textContent = cols;
  if (byId("name").value !== (name ?? "")) byId("name").value = name ?? "";
  byId("text").value = zipText(puzzle);
  say(byId("text-told"), "");
  const sides = `Boards are edited from ${SHORTEST_SIDE} to ${LONGEST_EDITED} cells a side.`;
  for (const [id, side, step] of RESIZERS) allow(byId(id), resized(puzzle[side], step) !== null, sides);
  allow(byId("undo-edit"), before.length > 0, "There is nothing to undo.");
  allow(byId("redo-edit"), after.length > 0, "There is nothing to redo.");
  allow(byId("clear"), numbers.length + walls.size > 0, "The board is empty.");
  allow(byId("original"), zipText(puzzle) !== zipText(given()), "This is the puzzle that came with the page.");
  showTitle();
}

function showTitle() {
  const title = titleOf(puzzle);
  byId("title").textContent = title;
  document.title = title;
  showAddress(addressOf(puzzle));
  showTicks();
  const size = `${puzzle.rows} rows and ${puzzle.cols} columns`;
  const parts = `numbers: ${puzzle.numbers.length}, walls: ${puzzle.walls.size}`;
  byId("board").setAttribute("aria-label", `ZIP of ${size}, ${parts}`);
}

function place(spot) {
  if (spot?.wall) change(edits.wall(puzzle, spot.wall));
  else if (spot) change(edits.number(puzzle, spot.cell));
}

function moveCursor(direction) {
  const zip = editing ? puzzle : game.zip;
  cursor = zip.neighbour(cursor, direction) ?? cursor;
  board.showCursor(cursor);
  const number = zip.numberAt.get(cursor);
  say(byId("spoken"), game.placeText.call({ zip }, cursor) + (number ? "" : ", empty"));
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

/** Go back to the puzzle before, or on again. */
function turnEdit(from, to) {
  if (!from.length) return;
  to.push(puzzle);
  puzzle = from.pop();
  showPuzzle();
}

byId("board").addEventListener("click", (event) => {
  if (!editing) return;
  const spot = board.spotAt(board.pointAt(event.clientX, event.clientY), tool);
  if (spot?.cell !== undefined) cursor = spot.cell;
  place(spot);
});

const RESIZERS = [
  ["fewer-rows", "rows", -1],
  ["more-rows", "rows", 1],
  ["fewer-cols", "cols", -1],
  ["more-cols", "cols", 1],
];
for (const [id, side, step] of RESIZERS) {
  onPress(byId(id), () => {
    const { rows, cols } = { ...puzzle, [side]: resized(puzzle[side], step) };
    change(edits.size(puzzle, rows, cols));
  }, tell);
}
for (const button of document.querySelectorAll("[data-tool]")) {
  onPress(button, () => {
    tool = button.dataset.tool;
    for (const other of button.parentElement.children) other.setAttribute("aria-pressed", String(other === button));
  });
}
onPress(byId("undo-edit"), () => turnEdit(before, after), tell);
onPress(byId("redo-edit"), () => turnEdit(after, before), tell);
onPress(byId("clear"), () => change(edits.clear(puzzle)), tell);
onPress(byId("original"), () => change(given()), tell);

let naming = false;
byId("name").addEventListener("input", (event) => {
  if (!naming) before.push(puzzle);
  naming = true;
  after = [];
  puzzle = puzzle.with({ name: event.target.value });
  showPuzzle();
});
byId("name").addEventListener("change", () => (naming = false));

onPress(byId("copy"), async () => {
  const copied = await copyFrom(byId("text"));
  if (copied) say(byId("text-told"), "Copied.", "good");
  else say(byId("text-told"), "The browser does not let this page copy: mark the text and copy it.", "bad");
});
onPress(byId("download"), () => download(zipText(puzzle), fileName(puzzle)));
onPress(byId("read"), () => {
  try {
    change(zipFromText(byId("text").value));
    say(byId("text-told"), "Read: this is the puzzle now.", "good");
  } catch (error) {
    say(byId("text-told"), error.message, "bad");
  }
});
