// Playing: the path so far, what a press, a drag or a key does to it, hints with their reasons, and the clock.

/** A drag takes back this many cells at once, so that it may cut the corners of the path. */
const CUT_CORNER = 3;

/** One game; its methods give a sentence when there is something to tell, with `refused` when nothing was done. */
class Play extends Undoable {
  constructor(zip, solutions, reasons) {
    super("path");
    const attempt = new Attempt({ wasShown: zip.isSolvedBy(zip.beginning) });
    Object.assign(this, { zip, solutions, reasons, path: zip.beginning, attempt });
    Object.assign(this, { isRunning: false, wasSolved: false, advice: null, more: "" });
  }

  /** Go on where a game was left, as far as the rules let. */
  restore({ path, wasSolved, ...attempt }) {
    if (!path.every((cell) => isWhole(cell, 0, this.zip.cells - 1))) return;
    this.path = [];
    for (const cell of path) if (!this.zip.refusal(this.path, cell)) this.path.push(cell);
    if (!this.path.length) this.path = this.zip.beginning;
    this.attempt = new Attempt({ isNoted: wasSolved, ...attempt });
    this.wasSolved = Boolean(wasSolved);
  }

  /** What there is to restore. */
  get state() {
    const { path, wasSolved, attempt } = this;
    return { path, wasSolved, ...attempt };
  }

  get isSolved() {
    return this.zip.isSolvedBy(this.path);
  }

  /** Whether time passes: from the first move on, until the puzzle is solved. */
  get isTimed() {
    return this.isRunning && !this.isSolved && !this.attempt.isNoted;
  }

  /** What was done since this moment can be undone at once, if the path has changed. */
  settle(before) {
    if (String(before.path) !== String(this.path)) this.past.add(before);
  }

  goTo(path) {
    this.path = path;
    this.isRunning = true;
    const { attempt } = this;
    if (this.isSolved && !attempt.isNoted && !attempt.wasShown) {
      const rules = rulesOf(this.zip);
      const which = rules === rulesOf(given()) ? [PUZZLES[current].digest] : [null, ` ${this.zip.rows}x${this.zip.cols}`];
      this.more = noteSolved(attempt.seconds, ...which);
      attempt.isNoted = this.wasSolved = true;
    }
    return {};
  }

  /** A press on a cell: begins the path, cuts it back to there, or goes straight on to there. */
  press(cell) {
    const at = this.path.indexOf(cell);
    if (at >= 0) return at + 1 < this.path.length ? this.goTo(this.path.slice(0, at + 1)) : {};
    if (this.path.length === 1 && !this.zip.numbers.length && !this.straight(cell)) return this.goTo([cell]);
    return this.walk(this.straight(cell) ?? [cell]);
  }

  /** A drag to a cell: goes on to there, or back along the path. */
  drag(cell) {
    const at = this.path.indexOf(cell);
    if (at >= this.path.length - CUT_CORNER && at >= 0) return this.press(cell);
    if (at >= 0 || !this.path.length) return {};
    if (this.zip.touch(this.path.at(-1), cell)) return this.walk([cell]);
    const route = this.straight(cell) ?? this.aroundCorner(cell);
    return route && this.isOpen(route) ? this.walk(route) : {};
  }

  /** A step by key, from the end of the path; back onto the path takes the last cell away. */
  step(direction) {
    const cell = this.zip.neighbour(this.path.at(-1), direction);
    if (cell === null) return { refused: true, text: "The board ends here." };
    return cell === this.path.at(-2) ? this.press(cell) : this.walk([cell]);
  }

  takeBack() {
    return this.path.length > this.zip.beginning.length ? this.goTo(this.path.slice(0, -1)) : {};
  }

  /** Back to the last number before the end of the path. */
  takeBackToNumber() {
    const before = this.path.slice(0, -1).findLastIndex((cell) => this.zip.numberAt.has(cell));
    const least = this.zip.beginning.length;
    return this.path.length > least ? this.goTo(this.path.slice(0, Math.max(before + 1, least))) : {};
  }

  /** Go along these cells as far as the rules let. */
  walk(route) {
    const path = [...this.path];
    let text = null;
    for (const cell of route) {
      text = this.zip.refusal(path, cell);
      if (text) break;
      path.push(cell);
    }
    if (path.length === this.path.length) return { refused: true, text };
    this.goTo(path);
    return text ? { text } : this.early();
  }

  /** What to tell when the path has come to its last number too soon. */
  early() {
    const last = this.zip.numbers.length;
    const left = this.zip.cells - this.path.length;
    if (last < 2 || this.zip.numberAt.get(this.path.at(-1)) !== last || !left) return {};
    return { text: `The path ends at ${last}, but ${left} cell${left === 1 ? " is" : "s are"} not covered yet.` };
  }

  /** The cells from the end of the path to one in the same row or column, or null. */
  straight(cell) {
    if (!this.path.length) return [cell];
    const [[row, col], [row2, col2]] = [this.zip.place(this.path.at(-1)), this.zip.place(cell)];
    if (row !== row2 && col !== col2) return null;
    const length = Math.abs(row2 - row) + Math.abs(col2 - col);
    const [down, right] = [Math.sign(row2 - row), Math.sign(col2 - col)];
    return Array.from({ length }, (_, step) => this.zip.cell(row + down * (step + 1), col + right * (step + 1)));
  }

  /** The way to a cell that touches the end of the path with a corner, where the rules leave one; or null. */
  aroundCorner(cell) {
    const head = this.path.at(-1);
    const between = this.zip.steps(head).filter((next) => this.zip.touch(next, cell));
    return between.map((next) => [next, cell]).find((route) => this.isOpen(route)) ?? null;
  }

  /** Whether the path may go all along these cells. */
  isOpen(route) {
    return route.every((cell, at) => !this.zip.refusal([...this.path, ...route.slice(0, at)], cell));
  }

  reset() {
    this.path = this.zip.beginning;
    Object.assign(this, { attempt: new Attempt(), isRunning: false, more: "" });
    this.reasons.forget();
    return { text: "The path begins again." };
  }

  /** Take in solutions that were found. */
  learn(solutions) {
    const known = new Set(this.solutions.map(String));
    this.solutions = [...this.solutions, ...solutions.filter((found) => !known.has(String(found)))];
  }

  /** The known solution that goes with the path for longest, from either end where it may start anywhere; or null. */
  get nearest() {
    const turned = this.zip.numbers.length ? [] : this.solutions.map((solution) => [...solution].reverse());
    const ways = [...this.solutions, ...turned];
    return ways.reduce((best, way) => (best && shared(best, this.path) >= shared(way, this.path) ? best : way), null);
  }

  /** How many steps of the path are those of a known solution. */
  get knownSteps() {
    return this.nearest === null ? 0 : shared(this.nearest, this.path);
  }

  /** The next step along the known solution, of which the path is the beginning. */
  get onward() {
    return this.nearest[this.path.length];
  }

  /** Whether the rules let a path go on to one cell only. */
  get isForced() {
    return this.path.length > 0 && this.zip.steps(this.path.at(-1)).filter((cell) => this.isOpen([cell])).length === 1;
  }

  /** Tell the next reason for the next step; null where enough are told, or none is needed or known. */
  explain() {
    const [first] = this.isForced ? [] : this.reasons.towards(this.path, this.onward);
    const reason = this.reasons.tell(first, this.path);
    if (reason === null) return null;
    this.attempt.countHint();
    return { text: this.reasons.steps[reason].why, reason, known: this.reasons.told };
  }

  /** Why the path goes on as it does, as far as that is known and told. */
  get why() {
    if (this.isForced) return " There was no other way.";
    const reason = this.reasons.taken.get(wallKey(this.path.at(-1), this.onward));
    const isTold = reason !== undefined && !this.reasons.towards(this.path, this.onward).length;
    return isTold ? ` ${this.reasons.steps[reason].why}` : "";
  }

  /** Go one step on along the known solution, of which the path is the beginning. */
  advance() {
    const { why } = this;
    this.attempt.countHint();
    this.goTo(this.nearest.slice(0, this.path.length + 1));
    return { text: `On to ${this.zip.placeText(this.path.at(-1))}.${why}`, known: this.reasons.told };
  }

  /** Say to go back to this many steps or, when that was said before, do so. */
  advise(steps) {
    const step = steps && `step ${steps} (${this.zip.placeText(this.path[steps - 1])})`;
    if (this.advice?.path === this.path && this.advice.steps === steps) {
      this.goTo(this.path.slice(0, steps));
      return { text: steps ? `Back at ${step}.` : "Back at the beginning." };
    }
    this.attempt.countHint();
    this.advice = { path: this.path, steps };
    const where = steps ? `to ${step}` : "to the beginning";
    const reason = this.reasons.against(this.path, steps) ?? null;
    const why = reason === null ? "" : ` ${this.reasons.steps[reason].why}`;
    const text = `This cannot be finished: go back ${where}.${why} Hint again goes there.`;
    return { text, mark: this.path[steps - 1], reason, known: reason === null ? [] : this.reasons.steps[reason].from };
  }

  show() {
    this.attempt.wasShown = true;
    this.goTo(this.nearest);
    return { text: "This is a solution." };
  }

  /** In what time the puzzle was solved, and with how many hints. */
  get result() {
    return `in ${this.attempt.time}${this.attempt.help}`;
  }

  /** The words for a solved puzzle. */
  praise() {
    if (this.attempt.wasShown) return "This is a solution.";
    return `Solved ${this.result}.${this.more}`;
  }
}

/** How many cells two paths share from their start. */
function shared(first, second) {
  let same = 0;
  while (same < first.length && first[same] === second[same]) same += 1;
  return same;
}

// --- reasons: which leads to the next step, which speaks against a step, and what they show

/** The reasons of one puzzle for a path; its steps are keys of two cells, as walls are. */
class PathReasons extends Reasons {
  constructor(zip, steps) {
    super(steps);
    this.zip = zip;
    this.taken = this.byStep("on");
    this.ruledOut = this.byStep("off");
  }

  byStep(field) {
    return new Map(this.steps.flatMap((step, at) => step[field].map((cells) => [wallKey(...cells), at])));
  }

  /** The reasons still to be told for the next step of a path, in turn; none where that is told, or not known. */
  towards(path, next) {
    const last = path.length ? this.taken.get(wallKey(path.at(-1), next)) : undefined;
    return last === undefined ? [] : this.chain(last, (step) => this.isWalked(path, step));
  }

  /** Whether all that follows from a reason is to be seen of a path: steps that it takes, and cells that it has left. */
  isWalked(path, { on, off }) {
    const left = new Set(path.slice(0, -1));
    const steps = new Set(path.slice(1).map((cell, at) => wallKey(path[at], cell)));
    const isSeen = ([one, other]) => steps.has(wallKey(one, other)) || left.has(one) || left.has(other);
    return on.every((cells) => steps.has(wallKey(...cells))) && off.every(isSeen);
  }

  /** The reason that rules out the first step of a path that cannot be finished after this many cells; or undefined. */
  against(path, good) {
    const [before, head, next] = [path[good - 2], path[good - 1], path[good]];
    const reason = this.ruledOut.get(wallKey(head, next));
    if (reason !== undefined || (before === undefined && this.zip.numberAt.get(head) !== 1)) return reason;
    const others = this.zip.steps(head).filter((cell) => cell !== before && cell !== next);
    return others.map((cell) => this.taken.get(wallKey(head, cell))).find((at) => at !== undefined);
  }

  /** What follows from a reason, in words, for those who do not see the board. */
  conclusion(at) {
    const { on, off } = this.steps[at];
    const said = (cells) => cells.map((cell) => placeName(...this.zip.place(cell))).join(" and ");
    const taken = on.map((cells) => `The path goes between ${said(cells)}.`);
    return [...taken, ...off.map((cells) => `The path does not go between ${said(cells)}.`)].join(" ");
  }

  /** What the board shows of a reason, or of none: its cells, what follows, and what is known beside that. */
  shown(at, known) {
    const follows = (steps) => ({ on: steps.flatMap((each) => each.on), off: steps.flatMap((each) => each.off) });
    const others = [...known].filter((other) => other !== at).map((other) => this.steps[other]);
    const step = at === null ? [] : [this.steps[at]];
    return { cells: step.flatMap(({ cells }) => cells), new: follows(step), known: follows(others) };
  }
}
