// What is known of the solutions, by searches in the worker: none and why, exactly one, or two of several; and hints, from
// those that are known, or from a search for how the player's own path can be finished.

/** A search as the page sees it: begun, stopped, resumed, and what it has found. */
class Solver {
  /** `report` is called whenever there is something new to show. */
  constructor(report) {
    Object.assign(this, { report, refusal: "" });
    this.clear();
  }

  /** Nothing is asked, or known; whoever waits for an answer is told that none will come. */
  clear() {
    this.worker?.terminate();
    this.settle?.();
    Object.assign(this, { worker: null, settle: null, moves: 0, solutions: [], isOver: false, isRunning: false });
  }

  /** Search a puzzle for two paths that begin with this one. */
  start(zip, path = zip.beginning) {
    this.clear();
    const rest = restOf(zip, path);
    if (rest === null) {
      this.isOver = true;
      this.report();
      return;
    }
    this.refusal = "";
    this.worker = newWorker((text) => this.refuse(text));
    if (this.worker) {
      this.worker.onmessage = ({ data }) => this.take(data, path.slice(0, -1));
      this.worker.postMessage({ zip: { ...rest.zip }, covered: rest.covered });
      this.isRunning = true;
    }
    this.report();
  }

  /** Tell why the worker does not search: whoever waits is told that nothing is known. */
  refuse(text) {
    Object.assign(this, { refusal: text, isRunning: false });
    this.settle?.();
    this.report();
  }

  /** Take in what the worker tells, whose paths go on after these cells. */
  take({ moves, solutions, isOver }, before) {
    Object.assign(this, { moves, isOver, solutions: solutions.map((found) => [...before, ...found]) });
    this.isRunning &&= !isOver;
    if (isOver) {
      this.worker.terminate();
      this.settle?.();
    }
    this.report();
  }

  /** Have the search that was begun go on, or stop. */
  run(isRunning) {
    this.worker.postMessage({ isRunning });
    Object.assign(this, { isRunning, refusal: "" });
    this.report();
  }

  /**
   * Search as `start` does, for so long at the most.  Tells whether there is a solution, null where that is not known
   * then, undefined when something else has been asked meanwhile.
   */
  async decide(zip, path, milliseconds) {
    this.start(zip, path);
    const { worker } = this;
    if (this.isRunning) {
      await new Promise((resolve) => {
        this.settle = resolve;
        setTimeout(resolve, milliseconds);
      });
    }
    if (this.worker !== worker) return undefined;
    if (this.isRunning) this.run(false);
    if (this.solutions.length) return true;
    return this.isOver ? false : null;
  }
}

/** What is left to do after a path: a puzzle that begins at its end, and the covered cells; null if nothing can be. */
function restOf(zip, path) {
  if (!path.length) return { zip, covered: [] };
  const before = path.slice(0, -1);
  const later = zip.numbers.filter((cell) => !path.includes(cell));
  const isAtLast = zip.numbers.length > 1 && !later.length;
  if (isAtLast && path.length < zip.cells) return null;
  return { zip: zip.with({ numbers: [path.at(-1), ...later] }), covered: before };
}

// --- what is known of the solutions: searched at once while the puzzle is edited, in a game when it is asked for

/** After so long a search that nobody asked for stops; it can be resumed. */
const LIVE_SECONDS = 20;
const pairs = [...document.querySelectorAll("#pair svg")].map((svg) => new Board(svg));
let searched = null;
let isPairShown = false;
let tooLong = null;
const verdicts = new Solver(showVerdict);

/** A sentence on what a search has found so far, and whether that is good, bad or neither. */
function verdictOf(zip, { isOver, isRunning, refusal, moves, solutions }) {
  const reason = zip.obstruction();
  if (reason) return { tone: "bad", text: `No solution. ${reason}` };
  if (refusal) return { tone: "bad", text: refusal };
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
  if (isNew) {
    isPairShown = false;
    clearTimeout(tooLong);
    verdicts.clear();
  }
  if (editing && !verdicts.moves && !verdicts.isRunning && zip.obstruction() === null) {
    verdicts.start(zip);
    tooLong = setTimeout(() => verdicts.isRunning && verdicts.run(false), 1000 * LIVE_SECONDS);
  }
  showVerdict();
}

onPress(byId("solve"), () => {
  clearTimeout(tooLong);
  if (verdicts.isRunning || verdicts.moves) verdicts.run(!verdicts.isRunning);
  else verdicts.start(searched);
}, tell);
onPress(byId("show-pair"), () => {
  isPairShown = true;
  showVerdict();
});

// --- hints, and the solution

/** How long a hint, and how long the solution, is searched for. */
const [HINT_SECONDS, SOLUTION_SECONDS] = [4, 30];
const hints = new Solver(() => {
  if (hints.isRunning && !byId("told").textContent) tell("Searching …");
});

/** Whether a path can be finished, as `Solver.decide` tells it; what was found is known from then on. */
async function canBeFinished(path, seconds) {
  const { zip } = game;
  const answer = await hints.decide(zip, path, 1000 * seconds);
  if (answer !== undefined && game.zip === zip) game.learn(hints.solutions);
  return answer;
}

/** The next step or, where the path cannot be finished, the step to go back to. */
async function giveHint() {
  const { path } = game;
  if (game.advice?.path === path) return void act(() => game.advise(game.advice.steps));
  tell("");
  let answer = game.knownSteps === path.length && game.nearest !== null;
  if (!answer) answer = await canBeFinished(path, HINT_SECONDS);
  if (answer === undefined || game.path !== path || editing) return;
  if (answer) act(() => game.explain() ?? game.advance());
  else if (answer === false) await goBack(path);
  else tell("It is not known yet whether this can be finished: the search takes too long for a hint.");
}

/** Say to which step a path has to go back: the last from which it can be finished, found by halving. */
async function goBack(path) {
  if (game.nearest === null && (await canBeFinished(game.zip.beginning, HINT_SECONDS)) === false) {
    if (game.path === path) tell("The puzzle has no solution.", "bad");
    return;
  }
  let [good, bad] = [game.knownSteps, path.length];
  while (good + 1 < bad && game.path === path) {
    const middle = Math.floor((good + bad) / 2);
    const answer = await canBeFinished(path.slice(0, middle), HINT_SECONDS);
    if (answer === undefined || game.path !== path) return;
    if (answer === null) return void tell("This cannot be finished; how far to go back is not known yet.");
    if (answer) good = Math.max(middle, game.knownSteps);
    else bad = middle;
  }
  if (game.path === path && !editing) act(() => game.advise(good));
}

async function showSolution() {
  const { zip, path } = game;
  tell("");
  const answer = game.nearest !== null || (await canBeFinished(zip.beginning, SOLUTION_SECONDS));
  if (answer === undefined || game.zip !== zip || game.path !== path || editing) return;
  if (answer) act(() => game.show());
  else if (answer === false) tell("The puzzle has no solution.", "bad");
  else tell("No solution has been found yet: Solve continues the search.");
}
