// Playing on the page: what the buttons do, and all that is told of the game.

let game = null;
let board = null;
let hand = null;
let chosen = 0;
const tell = (text, tone = "") => say(byId("told"), text, tone);
/** Crosses on more edges than these would hide the pieces, so that they are shown on demand. */
const MOST_MARKED = 100;
/** A page opens with larger pieces where they would be narrower than this, in pixels. */
const NARROWEST = 34;

/** Begin a game with the pieces that DATA tells. */
function begin() {
  const svg = byId("board").cloneNode(false);
  byId("board").replaceWith(svg);
  game = new Game(DATA);
  board = new Board(svg, game);
  hand = new Hand(board, {
    swap: (first, second) => act(() => game.swap(first, second)),
    turn: (place, quarters) => {
      act(() => game.turn(place, quarters));
      board.spin(place, quarters);
    },
    tell,
  });
  chosen = 0;
  reasons = new Reasons(DATA.reasons);
  showMarks(!game.isFresh || game.shown >= 0);
  describe();
  show();
}

/** Mark mismatches or not, as long as these are not too many: not before the first move. */
function showMarks(isShown) {
  if (isPressed(byId("marks")) !== (isShown && game.joins.length <= MOST_MARKED)) byId("marks").click();
}

/** Tell the rules of the puzzle, and how it is played. */
function describe() {
  const scrolls = DATA.view[2] > 500;
  byId("solution").textContent = DATA.right[0] === false ? "Show the given board" : "Solution";
  byId("all").textContent = `of ${game.joins.length}`;
  byId("ground").classList.toggle("table", DATA.kind === "zigzaw");
  byId("larger").hidden = !scrolls;
  const width = (100 * byId("board").clientWidth) / DATA.view[2];
  if (isPressed(byId("larger")) ? !scrolls : scrolls && width < NARROWEST) byId("larger").click();
  byId("rules").textContent = {
    equal: "Edges that touch must have the same colour.",
    signed: DATA.art ? "Halves must make whole pictures." : "Tabs must meet blanks of their own colour.",
    zigzaw: "Three frogs meet at every corner, where their parts must have the same colour; the same holds along the border.",
  }[DATA.kind === "zigzaw" ? "zigzaw" : DATA.sign < 0 ? "signed" : "equal"];
  if (DATA.border !== null) byId("rules").textContent += " The grey edges belong on the rim of the board, all around.";
  if (DATA.target && DATA.turns.length) byId("rules").textContent += " Reasons of hints are for one turn of the whole board.";
  byId("keys").textContent = DATA.turning
    ? "Drag a piece onto another to swap them; press one to turn it. With the keyboard, arrows go from piece to piece, Enter picks up and puts down, R turns."
    : "Drag a piece onto another to swap them, or press one and then the other. With the keyboard, arrows go from piece to piece, Enter picks up and puts down.";
  if (scrolls) byId("keys").textContent += " Where the board scrolls, hold a piece with the finger before you drag it.";
}

/** Do something to the game and show what came of it; counts: whether it may be that which solves the puzzle. */
function act(action, counts = true) {
  const before = game.isSolved;
  const wasFresh = game.isFresh;
  action();
  if (wasFresh && !game.isFresh) showMarks(true);
  show(counts && !before && game.isSolved && !game.attempt.wasShown);
}

function show(isNew = false) {
  board.show();
  board.showReason(null);
  hand.refresh();
  byId("matching").textContent = game.matching;
  byId("moves").textContent = game.moves;
  const count = `${game.matching} of ${game.joins.length} edges match`;
  const rest = game.faults.length > game.joins.length - game.matching ? "; the border is not all around" : "";
  const { shown } = game;
  if (isNew) {
    noteSolved(null, DATA.digest, DATA.linked && " edited"); // Other pieces than those of the page have a record of their own.
    game.attempt.isNoted = true;
  }
  if (game.isSolved) tell(shown < 0 || isNew ? `Solved${game.attempt.help}: everything fits.` : "This is a solution.", "good");
  else tell(shown < 0 ? `${count}${rest}.` : `The given board: ${count}${rest}.`);
  byId("board").classList.toggle("solved", isNew && game.isSolved);
  game.past.allow();
  allow(byId("reset"), !game.isFresh, "Nothing has been moved yet.");
  game.keep();
  const isWrong = "The board that is given is not a solution, and this page knows none.";
  const without = "This page was made without a solution: cpmodels solve PUZZLE -o page.html makes a page with one.";
  const none = DATA.noSolution ?? (DATA.solutions.length ? isWrong : without);
  allow(byId("hint"), DATA.right.includes(true) && !game.isSolved, game.isSolved ? "The puzzle is solved." : none);
  allow(byId("solution"), DATA.solutions.length > 0 && shown < 0, DATA.solutions.length ? "It is on the board." : none);
  if (shown >= 0) chosen = shown;
  const [one, several] = DATA.right[chosen] ? ["Solution", "solutions"] : ["Board", "boards"];
  const all = DATA.solutions.length;
  byId("steps").hidden = all < 2;
  byId("which").textContent = shown < 0 ? `${all} ${several}` : `${one} ${chosen + 1} of ${all}`;
}

function showSolution(number) {
  hand.drop();
  chosen = number;
  game.lay(number);
  showMarks(true);
  show();
}

/** Show the solution this many further on; the one shown last where none lies on the board. */
function stepBy(by) {
  const count = DATA.solutions.length;
  showSolution(game.shown < 0 ? chosen : (chosen + by + count) % count);
}

onPress(byId("shuffle"), () => {
  hand.drop();
  act(() => game.shuffle());
});
onPress(byId("link"), () => copyGame(game.lying.flat(), tell, DATA.linked));
for (const [what, action] of [["undo", () => game.retrace()], ["redo", () => game.retrace(true)], ["reset", () => game.reset()]]) {
  onPress(byId(what), () => {
    hand.drop();
    act(action, false);
  }, tell);
}
onPress(byId("solution"), () => showSolution(chosen), tell);
byId("previous").addEventListener("click", () => stepBy(-1));
byId("next").addEventListener("click", () => stepBy(1));
onSwitch(byId("marks"), (isOn) => byId("ground").classList.toggle("unmarked", !isOn));
onSwitch(byId("letters"), (isOn) => byId("ground").classList.toggle("plain", !isOn));
byId("letters").hidden = Boolean(DATA.art);
onSwitch(byId("larger"), (isOn) => byId("ground").classList.toggle("larger", isOn));
cueScroll(byId("ground"));

begin();
