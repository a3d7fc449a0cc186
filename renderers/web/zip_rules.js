// The rules of ZIP. A cell is its index, row by row; a wall is a key of the two cells between which it stands.

const DIRECTIONS = { ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowDown: [1, 0], ArrowLeft: [0, -1] };
const LONGEST_SIDE = 60;

const wallKey = (first, second) => `${Math.min(first, second)}|${Math.max(first, second)}`;
const wallCells = (key) => key.split("|").map(Number);

/** A puzzle, never changed once made: numbers are the cells of 1, 2, ..., walls a set of keys. */
class Zip {
  constructor(rows, cols, numbers = [], walls = [], name = null) {
    Object.assign(this, { rows, cols, numbers, walls: new Set(walls), name: name || null });
    this.cells = rows * cols;
    this.numberAt = new Map(numbers.map((cell, index) => [cell, index + 1]));
  }

  /** The same puzzle with some fields changed. */
  with(changes) {
    const { rows, cols, numbers, walls, name } = { ...this, ...changes };
    return new Zip(rows, cols, numbers, walls, name);
  }

  place(cell) {
    return [Math.floor(cell / this.cols), cell % this.cols];
  }

  cell(row, col) {
    return row >= 0 && row < this.rows && col >= 0 && col < this.cols ? row * this.cols + col : null;
  }

  /** Where a cell is, and its number, in words. */
  placeText(cell) {
    const number = this.numberAt.get(cell);
    return `${placeName(...this.place(cell))}${number ? `, number ${number}` : ""}`;
  }

  neighbour(cell, [down, right]) {
    const [row, col] = this.place(cell);
    return this.cell(row + down, col + right);
  }

  touch(first, second) {
    const [[row, col], [row2, col2]] = [this.place(first), this.place(second)];
    return Math.abs(row - row2) + Math.abs(col - col2) === 1;
  }

  /** The cells that can be reached in one step. */
  steps(cell) {
    return Object.values(DIRECTIONS)
      .map((direction) => this.neighbour(cell, direction))
      .filter((next) => next !== null && !this.walls.has(wallKey(cell, next)));
  }

  /** The first cells of every path: number 1, if there is one. */
  get beginning() {
    return this.numbers.slice(0, 1);
  }

  /** The number that a path meets next, or null when it has met all. */
  next(path) {
    const met = path.filter((cell) => this.numberAt.has(cell)).length;
    return met < this.numbers.length ? met + 1 : null;
  }

  /** Why a path must not go on to a cell, or null when it may. */
  refusal(path, cell) {
    const head = path.at(-1);
    const number = this.numberAt.get(cell);
    const next = this.next(path);
    const last = this.numbers.length;
    if (path.includes(cell)) return "The path has already been there.";
    if (head === undefined) return last && number !== 1 ? "The path starts at 1." : null;
    if (!this.touch(head, cell)) return "The path continues from its end to a neighbouring cell.";
    if (this.walls.has(wallKey(head, cell))) return "There is a wall in between.";
    if (last > 1 && this.numberAt.get(head) === last) return `The path ends at ${last}: cover the other cells first.`;
    if (number !== undefined && number !== next) return `${next} comes before ${number}.`;
    return null;
  }

  /** Whether a path that was never refused a step solves the puzzle. */
  isSolvedBy(path) {
    const last = this.numbers.length;
    return path.length === this.cells && (last < 2 || this.numberAt.get(path.at(-1)) === last);
  }

  /** Whether a cell is light, where a chessboard has its dark cells in the corner at the top left. */
  isLight(cell) {
    const [row, col] = this.place(cell);
    return (row + col) % 2 === 1;
  }

  /** Why no path can exist, as far as that is plain without a search; null when it is not. */
  obstruction() {
    this.plain ??= { reason: this.parity() ?? this.enclosed() ?? this.deadEnds() ?? this.unreachable() ?? this.crossing() };
    return this.plain.reason;
  }

  /** A path alternates between the two colours of a chessboard, which settles the colours of its ends. */
  parity() {
    const ends = this.numbers.length > 1 ? [this.numbers[0], this.numbers.at(-1)] : this.numbers;
    const nameOf = (cell) => this.numberAt.get(cell);
    if (this.cells % 2 === 0) {
      if (ends.length < 2 || this.isLight(ends[0]) !== this.isLight(ends[1])) return null;
      return (
        "The cells of a path alternate between the colours of a chessboard. There are as many dark cells as light " +
        `ones, so one end must be dark and one light; but 1 and ${nameOf(ends[1])} are both ` +
        `${this.isLight(ends[0]) ? "light" : "dark"}.`
      );
    }
    const wrong = ends.find((cell) => this.isLight(cell));
    if (wrong === undefined) return null;
    return (
      "The cells of a path alternate between the colours of a chessboard. There is one more dark cell than light " +
      `ones, so both ends must be dark, like the corners; but ${nameOf(wrong)} is on a light cell.`
    );
  }

  /** The cells that can be reached from one, past none that are not open. */
  reached(start, isOpen = () => true) {
    const reached = new Set([start]);
    for (const cell of reached) for (const next of this.steps(cell)) if (isOpen(next)) reached.add(next);
    return reached;
  }

  enclosed() {
    return this.reached(0).size < this.cells ? "Walls cut off part of the board." : null;
  }

  deadEnds() {
    if (this.cells === 1) return null;
    const ends = [this.numbers[0], this.numbers.at(-1)];
    const dead = [...Array(this.cells).keys()].filter((cell) => this.steps(cell).length === 1 && !ends.includes(cell));
    const free = 2 - Math.min(this.numbers.length, 2);
    if (dead.length <= free) return null;
    if (free) return `There are ${dead.length} dead ends, but only ${free} of them can be an end of the path.`;
    return `The cell in ${placeName(...this.place(dead[0]))} is a dead end, but not an end of the path.`;
  }

  /** A number from which no way leads to the next past no other number. */
  unreachable() {
    const cut = this.numbers.slice(1).findIndex((goal, index) => {
      const isOpen = (cell) => cell === goal || !this.numberAt.has(cell);
      return !this.reached(this.numbers[index], isOpen).has(goal);
    });
    return cut < 0 ? null : `Every way from ${cut + 1} to ${cut + 2} passes another number.`;
  }

  /** Two pairs of successive numbers on the rim that separate each other there: the paths between would cross. */
  crossing() {
    if (Math.min(this.rows, this.cols) < 2) return null;
    const placeOf = new Map(this.numbers.map((cell) => [cell, this.alongRim(cell)]));
    const onRim = this.numbers.filter((cell) => placeOf.get(cell) !== null);
    const links = onRim.slice(1).map((cell, index) => [onRim[index], cell]);
    const isBetween = (cell, [from, to]) => {
      const [low, high] = [placeOf.get(from), placeOf.get(to)].sort((a, b) => a - b);
      return placeOf.get(cell) > low && placeOf.get(cell) < high;
    };
    for (const [index, link] of links.entries()) {
      const other = links.slice(index + 2).find(([from, to]) => isBetween(from, link) !== isBetween(to, link));
      if (!other) continue;
      const [a, b, c, d] = [...link, ...other].map((cell) => this.numberAt.get(cell));
      return `From ${a} to ${b} and from ${c} to ${d} the path would have to cross itself, as all four are on the rim.`;
    }
    return null;
  }

  /** How far along the rim a cell is, clockwise from the corner at the top left; null inside. */
  alongRim(cell) {
    const [[row, col], right, bottom] = [this.place(cell), this.cols - 1, this.rows - 1];
    if (row === 0 || col === right) return row + col;
    return row === bottom || col === 0 ? 2 * (right + bottom) - row - col : null;
  }
}
