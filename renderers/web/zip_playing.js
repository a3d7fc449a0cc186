// Playing on the page: pointer, keys and buttons, and all that is shown of the game.

/** A drag is followed in steps of this part of a cell. */
const FINE = 0.2;

const board = new Board(byId("board"));
const cellTable = new CellTable(byId("cells"), (cell) => (editing ? place({ cell }) : act(() => game.press(cell))));
let game = null;
let gesture = null;

const tell = (text, tone = "") => say(byId("told"), text, tone);

/** Do something to the game that can be undone at once, and show what came of it. */
function act(action) {
  const before = game.moment;
  const done = action();
  game.settle(before);
  showGame(done);
}

/** What a move has come to: `known` are the reasons to show on the board, `reason` the one that is told. */
function showGame({ text = "", refused = false, mark = null, reason = null, known = null } = {}) {
  const { zip, path, isSolved } = game;
  const next = zip.next(path);
  board.showPath(path, next);
  board.celebrate(isSolved);
  board.showCursor(mark);
  board.showReason(known === null || isSolved ? null : game.reasons.shown(reason, known));
  if (refused) board.shake();
  if (isSolved) tell(game.praise(), game.attempt.wasShown ? "" : "good");
  else tell(text, refused ? "bad" : "");
  offerResult(isSolved && !game.attempt.wasShown ? game.result : null, tell);
  if (reason !== null) say(byId("spoken"), game.reasons.conclusion(reason));
  byId("covered").textContent = path.length;
  byId("next").textContent = next ?? "–";
  cellTable.showPath(path);
  remember(zip, game.state);
  showTicks();
  game.attempt.showTime();
  showButtons();
}

function showButtons() {
  const { zip, path, isSolved } = game;
  for (const id of ["hint", "solution"]) allow(byId(id), !isSolved, "The puzzle is solved.");
  game.past.allow();
  const hasPath = path.length > zip.beginning.length;
  for (const id of ["step-back", "number-back"]) allow(byId(id), hasPath, "The path is at its beginning.");
  allow(byId("reset"), hasPath || game.attempt.seconds > 0, "The path is at its beginning.");
}

/** Start a game, or go on with the one that is or was, and show it. */
function play() {
  if (!game || rulesOf(game.zip) !== rulesOf(puzzle)) {
    hints.clear();
    const { solutions, reasons } = knownOf(puzzle);
    game = new Play(puzzle, solutions, new PathReasons(puzzle, reasons));
    const state = remembered(puzzle);
    if (state) game.restore(state);
  }
  const { zip } = game;
  board.show(zip);
  cellTable.show(zip);
  byId("all").textContent = `of ${zip.cells}`;
  byId("next").parentElement.hidden = zip.numbers.length === 0;
  byId("rules").textContent = [
    "Draw one path through all cells. It may start and end anywhere.",
    "Draw one path through all cells. It starts at 1 and may end anywhere.",
  ][zip.numbers.length] ?? `Draw one path through all cells, from 1 in order to ${zip.numbers.length}.`;
  showGame();
}

/** Follow a drag to a point of the board, cell by cell. */
function follow(point) {
  const [x, y] = gesture.point;
  const steps = Math.ceil(Math.hypot(point[0] - x, point[1] - y) / FINE);
  for (let step = 1; step <= steps && gesture; step += 1) {
    const cell = board.cellAt([x + ((point[0] - x) * step) / steps, y + ((point[1] - y) * step) / steps]);
    if (cell === null || cell === gesture.cell) continue;
    gesture.cell = cell;
    const length = game.path.length;
    const { text } = game.drag(cell);
    if (text || game.path.length !== length) showGame({ text });
    if (game.isSolved) endGesture();
  }
  if (gesture) gesture.point = point;
}

/** What the first finger did that zooms with a second one is taken back. */
function endGesture(isZoom = false) {
  if (!gesture) return;
  const { before } = gesture;
  const { past } = game;
  const { before: { length }, after } = past;
  gesture = null;
  game.settle(before);
  if (isZoom && past.before.length > length) {
    showGame(game.retrace());
    past.after = after;
  }
  showButtons();
}

byId("board").addEventListener("pointerdown", (event) => {
  const point = board.pointAt(event);
  const cell = board.cellAt(point);
  board.showCursor(null);
  if (gesture) gesture.isZoom = true;
  if (editing || gesture || event.button !== 0 || cell === null) return;
  event.currentTarget.setPointerCapture(event.pointerId);
  gesture = { pointer: event.pointerId, point, cell, before: game.moment };
  showGame(game.press(cell));
  if (game.isSolved) endGesture();
});
byId("board").addEventListener("pointermove", (event) => {
  const point = board.pointAt(event);
  if (gesture?.pointer === event.pointerId && !gesture.isZoom) follow(point);
  else if (editing && event.pointerType === "mouse") board.showGhost(board.spotAt(point, tool));
});
for (const name of ["pointerup", "pointercancel"]) {
  byId("board").addEventListener(name, (event) => gesture?.pointer === event.pointerId && endGesture(name === "pointercancel"));
}
byId("board").addEventListener("pointerleave", () => board.showGhost(null));

/** What a key does in a game; tells whether it does anything. */
function playKey(event) {
  const direction = DIRECTIONS[event.key];
  const onBoard = event.target === byId("board");
  if (direction && game.path.length) act(() => game.step(direction));
  else if (direction) moveCursor(direction);
  else if (onBoard && ["Enter", " "].includes(event.key) && !game.path.length) act(() => game.press(cursor));
  else if (onBoard && event.key === "Backspace" && event.shiftKey) act(() => game.takeBackToNumber());
  else if (onBoard && event.key === "Backspace") act(() => game.takeBack());
  else return false;
  if (game.path.length) {
    board.showCursor(null);
    say(byId("spoken"), game.zip.placeText(game.path.at(-1)));
  }
  return true;
}

onPresses({ undo: () => showGame(game.retrace()), redo: () => showGame(game.retrace(true)) }, tell);
onPresses({ reset: () => act(() => game.reset()), hint: giveHint, solution: showSolution }, tell);
onPress(byId("step-back"), () => act(() => game.takeBack()), tell);
onPress(byId("number-back"), () => act(() => game.takeBackToNumber()), tell);
runClock(() => game.isTimed && game.attempt);
addEventListener("pagehide", () => game && isOurs(rulesOf(game.zip)) && remember(game.zip, game.state));
