// Playing: the path so far, what a press, a drag or a key does to it, hints, and the clock.

/** A drag takes back so many cells at once, so that it may cut the corners of the path. */
const CUT_CORNER = 3;

class Clock {
  constructor() {
    this.reset();
  }

  reset() {
    this.before = 0;
    this.since = null;
  }

  start() {
    this.since ??= performance.now();
  }

  stop() {
    this.before = this.milliseconds;
    this.since = null;
  }

  get milliseconds() {
    return this.before + (this.since === null ? 0 : performance.now() - this.since);
  }

  get text() {
    const seconds = Math.floor(this.milliseconds / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}

/** One game; its methods give a sentence when there is something to tell, with `refused` when nothing was done. */
class Play {
  constructor(zip, solution = null) {
    Object.assign(this, { zip, solution, path: zip.beginning, past: [], hints: 0, wasShown: false });
    this.clock = new Clock();
  }

  get isSolved() {
    return this.zip.isSolvedBy(this.path);
  }

  /** Remember the path, so that what follows can be undone at once. */
  remember() {
    this.past.push(this.path);
  }

  /** Forget what was remembered last when nothing has changed since. */
  settle() {
    const last = this.past.at(-1);
    if (last.length === this.path.length && shared(last, this.path) === last.length) this.past.pop();
  }

  goTo(path) {
    this.path = path;
    this.clock.start();
    if (this.isSolved) this.clock.stop();
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
    return { text: `The path ends at ${last}, but ${counted(left, "cell")} not covered yet.` };
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

  undo() {
    if (this.past.length) this.path = this.past.pop();
    return {};
  }

  reset() {
    this.path = this.zip.beginning;
    this.hints = 0;
    this.wasShown = false;
    this.clock.reset();
    return { text: "The path begins anew." };
  }

  /** The known solution, walked from the end that is nearer to the path where it may start anywhere. */
  get known() {
    const ways = this.zip.numbers.length ? [this.solution] : [this.solution, [...this.solution].reverse()];
    return ways.reduce((best, way) => (shared(way, this.path) > shared(best, this.path) ? way : best));
  }

  /** Go one cell on along the known solution or, where the path has left it, back to it. */
  hint() {
    const common = shared(this.known, this.path);
    const excess = this.path.length - common;
    this.hints += 1;
    this.goTo(this.known.slice(0, excess ? common : common + 1));
    if (!excess) return { text: `On to ${this.placeText()}.` };
    const where = common ? `behind ${this.placeText()}` : "where it starts";
    return { text: `Took back ${counted(excess, "cell", "")}: the path left the known solution ${where}.` };
  }

  show() {
    this.wasShown = true;
    this.goTo(this.known);
    return { text: "This is the solution." };
  }

  placeText(cell = this.path.at(-1)) {
    const [row, col] = this.zip.place(cell);
    const number = this.zip.numberAt.get(cell);
    return `row ${row + 1}, column ${col + 1}${number ? `, number ${number}` : ""}`;
  }

  /** The words for a solved puzzle. */
  praise() {
    if (this.wasShown) return "This is the solution.";
    const hints = this.hints ? `, with ${counted(this.hints, "hint", "")}` : "";
    return `Solved in ${this.clock.text}${hints}.`;
  }
}

/** How many cells two paths share from their start. */
function shared(first, second) {
  let same = 0;
  while (same < first.length && first[same] === second[same]) same += 1;
  return same;
}

function counted(number, noun, verb = number === 1 ? " is" : " are") {
  return `${number} ${noun}${number === 1 ? "" : "s"}${verb}`;
}
