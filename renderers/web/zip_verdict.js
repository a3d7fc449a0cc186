// What is known of the solutions: none and why, exactly one, or several and two of them.  While the puzzle is edited it
// is searched at once, in a game when it is asked for.

/** After so long a search that nobody asked for stops; it can be resumed. */
const LIVE_SECONDS = 20;
const pairs = [];
let searched = null;
let isPairShown = false;
let tooLong = null;
const verdicts = new Solver(showVerdict);

/** A sentence on what a search has found so far, and whether that is good, bad or neither. */
function verdictOf(zip, { isOver, isRunning, isRefused, moves, solutions }) {
  const reason = zip.obstruction();
  if (reason) return { tone: "bad", text: `No solution. ${reason}` };
  if (isRefused) return { tone: "bad", text: "This browser does not let the page search." };
  if (solutions.length === 2) return { tone: "", text: "Several solutions." };
  if (isOver && solutions.length) return { tone: "good", text: "Exactly one solution." };
  if (isOver) return { tone: "bad", text: "No solution: the whole search found none." };
  if (!isRunning && !moves) return { tone: "", text: "The solutions have not been counted yet." };
  const known = solutions.length ? "There is a solution. It is not known yet whether it is the only one" : "Not known yet";
  return { tone: "", text: isRunning ? `${known} …` : `${known}: the search was stopped.` };
}

function showVerdict() {
  const { tone, text } = verdictOf(searched, verdicts);
  if (byId("verdict").textContent !== text) say(byId("verdict"), text, tone);
  const { moves, isOver, isRunning, solutions } = verdicts;
  byId("moves").textContent = moves ? `${moves.toLocaleString("en")} moves` : "";
  byId("solve").textContent = isRunning ? "Stop" : moves && !isOver ? "Resume" : "Solve";
  const isKnown = isOver || searched.obstruction() !== null;
  allow(byId("solve"), !isKnown, "Everything about its solutions is known.");
  byId("solve").hidden = isKnown;
  byId("show-pair").hidden = editing || solutions.length < 2 || isPairShown;
  if (game && isOver && rulesOf(game.zip) === rulesOf(searched)) game.learn(solutions);
  showPair(editing || isPairShown ? solutions : []);
}

/** Show these solutions side by side, with the step at which they part. */
function showPair(solutions) {
  byId("pair").hidden = solutions.length === 0;
  if (!solutions.length) return;
  const step = solutions.length > 1 ? shared(...solutions) : 0;
  const parting = step ? `They part after step ${step}.` : "They begin in different cells.";
  byId("parting").textContent = solutions.length > 1 ? parting : "";
  pairs.forEach((picture, index) => {
    const solution = solutions[index];
    picture.svg.parentElement.hidden = !solution;
    if (!solution) return;
    picture.show(searched);
    picture.showPath(solution);
    if (solutions.length > 1 && step) picture.showCursor(solution[step]);
  });
}

/** Show what is known of a puzzle, from now on; while it is edited, search it. */
function judge(zip) {
  const isNew = searched === null || rulesOf(searched) !== rulesOf(zip);
  searched = zip;
  clearTimeout(tooLong);
  if (isNew) {
    isPairShown = false;
    verdicts.clear();
  }
  if (editing && !verdicts.moves && !verdicts.isRunning && zip.obstruction() === null) verdicts.start(zip);
  if (editing) tooLong = setTimeout(() => verdicts.isRunning && verdicts.stop(), 1000 * LIVE_SECONDS);
  showVerdict();
}

for (const svg of document.querySelectorAll("#pair svg")) pairs.push(new Board(svg));
onPress(byId("solve"), () => {
  clearTimeout(tooLong);
  if (verdicts.isRunning) verdicts.stop();
  else if (verdicts.moves) verdicts.resume();
  else verdicts.start(searched);
}, (text) => tell(text));
onPress(byId("show-pair"), () => {
  isPairShown = true;
  showVerdict();
});
