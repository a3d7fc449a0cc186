// Playing on the page: pointer, keys and buttons, and all that is shown of the game.

const TO_SOLVE = "cpmodels solve PUZZLE -o page.html makes a page with one.";
/** A drag is followed in steps of this part of a cell. */
const FINE = 0.2;

const board = new Board(byId("board"));
let game = null;
let gesture = null;

const tell = (text, tone = "") => say(byId("told"), text, tone);

/** Do something to the game that can be undone at once, and show what came of it. */
function act(action) {
  game.remember();
  const done = action();
  game.settle();
  showGame(done);
}

function showGame({ text = "", refused = false } = {}) {
  const { zip, path, isSolved } = game;
  const next = zip.next(path);
  board.showPath(path, next);
  board.celebrate(isSolved);
  if (refused) board.shake();
  if (isSolved) tell(game.praise(), game.wasShown ? "" : "good");
  else tell(text, refused ? "bad" : "");
  byId("covered").textContent = path.length;
  byId("next").textContent = next ?? "–";
  showTime();
  showButtons();
}

function showButtons() {
  const { zip, path, isSolved } = game;
  const isGiven = rulesOf(zip) === rulesOf(GIVEN);
  const unknown = isGiven ? "This page was made without its" : "The puzzle was changed; this page knows no";
  const reason = isSolved ? "The puzzle is solved." : `${unknown} solution: ${TO_SOLVE}`;
  for (const id of ["hint", "solution"]) allow(byId(id), game.solution !== null && !isSolved, reason);
  allow(byId("undo"), game.past.length > 0, "There is nothing to undo.");
  const hasBegun = path.length > zip.beginning.length || game.clock.milliseconds > 0;
  allow(byId("reset"), hasBegun, "The path is at its beginning.");
}

function showTime() {
  if (byId("time").textContent !== game.clock.text) byId("time").textContent = game.clock.text;
}

/** Start a game, or go on with the one that is, and show it. */
function play() {
  const rules = rulesOf(puzzle);
  if (!game || rulesOf(game.zip) !== rules) game = new Play(puzzle, rules === rulesOf(GIVEN) ? SOLUTION : null);
  const { zip } = game;
  board.show(zip);
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

function endGesture() {
  if (!gesture) return;
  gesture = null;
  game.settle();
  showButtons();
}

byId("board").addEventListener("pointerdown", (event) => {
  const point = board.pointAt(event.clientX, event.clientY);
  const cell = board.cellAt(point);
  board.showCursor(null);
  if (editing || gesture || event.button !== 0 || cell === null) return;
  event.currentTarget.setPointerCapture(event.pointerId);
  game.remember();
  gesture = { pointer: event.pointerId, point, cell };
  showGame(game.press(cell));
  if (game.isSolved) endGesture();
});
byId("board").addEventListener("pointermove", (event) => {
  const point = board.pointAt(event.clientX, event.clientY);
  if (gesture?.pointer === event.pointerId) follow(point);
  else if (editing && event.pointerType === "mouse") board.showGhost(board.spotAt(point, tool));
});
for (const name of ["pointerup", "pointercancel"]) {
  byId("board").addEventListener(name, (event) => gesture?.pointer === event.pointerId && endGesture());
}
byId("board").addEventListener("pointerleave", () => board.showGhost(null));

/** What a key does in a game; tells whether it does anything. */
function playKey(event) {
  const direction = DIRECTIONS[event.key];
  const onBoard = event.target === byId("board");
  if (direction && game.path.length) act(() => game.step(direction));
  else if (direction) moveCursor(direction);
  else if (onBoard && ["Enter", " "].includes(event.key) && !game.path.length) act(() => game.press(cursor));
  else if (onBoard && event.key === "Backspace") act(() => game.takeBack());
  else return false;
  if (game.path.length) {
    board.showCursor(null);
    say(byId("spoken"), game.placeText());
  }
  return true;
}

onPress(byId("undo"), () => showGame(game.undo()), tell);
onPress(byId("reset"), () => act(() => game.reset()), tell);
onPress(byId("hint"), () => act(() => game.hint()), tell);
onPress(byId("solution"), () => act(() => game.show()), tell);
setInterval(showTime, 200);
