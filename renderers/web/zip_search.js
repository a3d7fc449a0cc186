// The two searches that take turns in the worker: one along the path, which is quick where there are many solutions, and the
// solver of all pages, which learns clauses and takes part from 5,000 moves on.
//
// Each by itself, the first decides 16 of 22 published and new puzzles of 6 x 6 to 10 x 10 sooner, in 3 ms where the other takes
// 60 (medians), and the three new ones of 10 x 10 later, in 145 to 1,800 ms against 53 to 225; on 20 x 20 with two numbers it
// has two solutions in 20 ms, the other none in 20 s.

// --- along the path: depth first, leaving out early what cannot be finished
//
// After each step, the cells that are left must pass these tests together with the end of the path:
// - isolated cells: the path can still get to all of them.  Where only one cell leads from some to others, it goes
//   there once, so the blocks between such cells are a chain, which it follows to its end (a dead end is such a block);
// - parity: it alternates between the two colours of a chessboard, in every block of the chain;
// - reachability: it meets the numbers in the order of the chain, and gets to the next one past no other.
// What turned out to be impossible is remembered, as other ways lead to the same cells left.

const [DARK, LIGHT] = [0, 1];
/** This many impossible rests are remembered; more would take too much memory. */
const MOST_REMEMBERED = 1_000_000;
const NEVER = 0x7fffffff;

class Search {
  /** A search for two solutions of a Zip on the cells that are not `covered`, from number 1 on if there is one. */
  constructor(zip, covered = []) {
    const cells = [...Array(zip.cells).keys()];
    Object.assign(this, { numbers: zip.numbers, path: [], moves: 0, solutions: [], isOver: false, dead: new Set() });
    this.steps = cells.map((cell) => zip.steps(cell));
    this.colours = cells.map((cell) => (zip.isLight(cell) ? LIGHT : DARK));
    this.rank = Int32Array.from(cells, (cell) => zip.numberAt.get(cell) ?? 0);
    this.end = zip.numbers.length > 1 ? zip.numbers.at(-1) : null;
    this.covered = new Uint8Array(zip.cells);
    this.bits = new Uint16Array(Math.ceil(zip.cells / 16) + 1);
    this.met = 0;
    for (const name of ["found", "low", "turn", "above", "trail", "pile"]) this[name] = new Int32Array(zip.cells);
    for (const cell of covered) this.cover(cell);
    this.size = zip.cells - covered.length;
    const starts = zip.numbers.length ? zip.numbers.slice(0, 1) : cells.filter((cell) => !this.covered[cell]);
    this.forks = [{ ways: starts, tried: 0, rest: "", solutions: 0 }];
  }

  /** Go on for this many moves, or until it is over: all has been searched, or two solutions are found. */
  run(moves) {
    const most = this.moves + moves;
    while (!this.isOver && this.moves < most) this.move();
  }

  /** Go one way on, or take the last step back when all ways have been gone. */
  move() {
    const fork = this.forks.at(-1);
    if (fork.tried === fork.ways.length) this.takeBack();
    else this.goOn(fork.ways[fork.tried++]);
  }

  goOn(cell) {
    this.moves += 1;
    this.path.push(cell);
    this.cover(cell);
    const isWhole = this.path.length === this.size;
    if (isWhole) this.solutions.push([...this.path]);
    const rest = this.rest();
    if (isWhole || this.dead.has(rest) || !this.canGetToNext() || !this.isChain()) this.cover(this.path.pop(), -1);
    else this.forks.push({ ways: this.ways(), tried: 0, rest, solutions: this.solutions.length });
    this.isOver = this.solutions.length === 2;
  }

  takeBack() {
    const { rest, solutions } = this.forks.pop();
    this.isOver = this.forks.length === 0;
    if (this.isOver) return;
    if (solutions === this.solutions.length && this.dead.size < MOST_REMEMBERED) this.dead.add(rest);
    this.cover(this.path.pop(), -1);
  }

  /** Cover a cell or, by -1, uncover it. */
  cover(cell, by = 1) {
    this.covered[cell] += by;
    this.bits[cell >> 4] ^= 1 << (cell & 15);
    if (this.rank[cell]) this.met += by;
  }

  /** What is left, as a text: the cells that are covered and the end of the path. */
  rest() {
    this.bits[this.bits.length - 1] = this.path.at(-1);
    return String.fromCharCode(...this.bits);
  }

  /** The cells to which the path may go on, those with the fewest ways from there first. */
  ways() {
    const onward = (cell) => this.steps[cell].reduce((sum, next) => sum + 1 - this.covered[next], 0);
    const isOpen = (cell) => !this.covered[cell] && (!this.rank[cell] || this.rank[cell] === this.met + 1);
    const isTooEarly = (cell) => cell === this.end && this.path.length < this.size - 1;
    const ways = this.steps[this.path.at(-1)].filter((cell) => isOpen(cell) && !isTooEarly(cell));
    return ways.sort((first, second) => onward(first) - onward(second));
  }

  /** Whether the path can get to the next number past no other. */
  canGetToNext() {
    if (this.met === this.numbers.length) return true;
    const { steps, covered, rank, found, trail } = this;
    const next = this.numbers[this.met];
    found.fill(0);
    trail[0] = this.path.at(-1);
    for (let at = 0, count = 1; at < count; at += 1) {
      for (const cell of steps[trail[at]]) {
        if (cell === next) return true;
        if (covered[cell] || rank[cell] || found[cell]) continue;
        found[cell] = 1;
        trail[count++] = cell;
      }
    }
    return false;
  }

  /**
   * Whether the blocks of what is left are a chain that a path can follow.
   *
   * Tarjan's search for blocks, from the end of the path: a block is whole when nothing in it leads back above the cell
   * by which it was entered.  So the blocks of a chain become whole from its far end on.
   */
  isChain() {
    const { steps, covered, found, low, turn, above, trail, pile } = this;
    const head = this.path.at(-1);
    found.fill(0);
    this.entrance = null;
    this.least = NEVER;
    let [depth, time, piled, ways] = [0, 1, 0, 0];
    [trail[0], found[head], low[head], turn[head]] = [head, 1, 1, 0];
    while (depth >= 0) {
      const cell = trail[depth];
      const next = steps[cell][turn[cell]++];
      if (next === undefined) {
        depth -= 1;
        if (depth < 0) break;
        const from = trail[depth];
        low[from] = Math.min(low[from], low[cell]);
        if (low[cell] < found[from]) continue;
        if (from === head && ++ways > 1) return false;
        const last = piled;
        do piled -= 1;
        while (pile[piled] !== cell);
        if (!this.isLink(from, piled, last)) return false;
      } else if (found[next]) {
        if (next !== above[cell]) low[cell] = Math.min(low[cell], found[next]);
      } else if (!covered[next]) {
        time += 1;
        [found[next], low[next], turn[next], above[next]] = [time, time, 0, cell];
        pile[piled++] = next;
        depth += 1;
        trail[depth] = next;
      }
    }
    return time === this.size - this.path.length + 1;
  }

  /** Whether a path can go through the block of a cell and those piled up in this range, to the block found before. */
  isLink(entrance, first, last) {
    const { colours, rank, pile } = this;
    const isTip = this.entrance === null;
    const exit = isTip ? this.end : this.entrance;
    let [excess, hasExit, least, most] = [1, exit === null, NEVER, 0];
    for (let at = first; at < last; at += 1) {
      const cell = pile[at];
      excess += colours[cell] === colours[entrance] ? 1 : -1;
      if (cell === exit) hasExit = true;
      if (!rank[cell]) continue;
      if (cell !== exit) most = Math.max(most, rank[cell]);
      least = Math.min(least, rank[cell]);
    }
    if (!hasExit || most > this.least || (!isTip && most > (rank[exit] || NEVER))) return false;
    const isOdd = exit === null ? excess : Number(colours[exit] === colours[entrance]);
    if (excess !== isOdd || excess < 0 || excess > 1) return false;
    this.least = Math.min(this.least, least);
    this.entrance = entrance;
    return true;
  }
}

// --- as a formula, for what the search along the path does not decide
//
// The path and a node outside, before its start and after its end, are one circuit.  Each cell without a number knows which
// numbers are met before it: of number i that is literal `after(cell, i)`, which steps hand on.

/** Formulas of more clauses than these would take too much memory. */
const MOST_CLAUSES = 1_000_000;

class ZipFormula {
  /** A search for two solutions of a Zip on the cells that are not `covered`, from number 1 on if there is one. */
  constructor(zip, covered = []) {
    Object.assign(this, { zip, moves: 0, solutions: [], isOver: false });
    const isCovered = new Set(covered);
    const cells = [...Array(zip.cells).keys()].filter((cell) => !isCovered.has(cell));
    const { numbers } = zip;
    const last = numbers.length > 1 ? numbers.at(-1) : null;
    this.outside = zip.cells;
    this.arcs = [];
    for (const cell of numbers.length ? numbers.slice(0, 1) : cells) this.arcs.push([this.outside, cell]);
    for (const cell of last === null ? cells : [last]) this.arcs.push([cell, this.outside]);
    for (const cell of cells) {
      if (cell === last) continue;
      for (const next of zip.steps(cell)) if (!isCovered.has(next) && next !== numbers[0]) this.arcs.push([cell, next]);
    }
    this.isTooLarge = 2 * this.arcs.length * Math.max(numbers.length - 2, 0) > MOST_CLAUSES;
    if (!this.isTooLarge) this.solver = new Solver(this.formula([...cells, this.outside]));
  }

  formula(nodes) {
    const clauses = [];
    const rows = [];
    const clause = (...literals) => clauses.push(...literals, 0);
    for (const end of [0, 1]) {
      const at = new Map(nodes.map((node) => [node, []]));
      this.arcs.forEach((arc, k) => at.get(arc[end]).push(k + 1));
      for (const arcs of at.values()) {
        clause(...arcs);
        rows.push([arcs.length - 1, arcs.map((arc) => -arc)]);
      }
    }
    const { numberAt, numbers } = this.zip;
    const marks = Math.max(numbers.length - 2, 0); // those between the first and the last
    const first = new Map(nodes.filter((cell) => !numberAt.has(cell)).map((cell, k) => [cell, this.arcs.length + 1 + k * marks]));
    /** Whether number i is met before a cell is left: true, false or a literal. */
    const after = (cell, i) => (numberAt.has(cell) ? numberAt.get(cell) >= i : first.get(cell) + i - 2);
    const same = (arc, one, other) => {
      if (typeof one === "boolean") [one, other] = [other, one];
      if (typeof other !== "boolean") {
        clause(-arc, -one, other);
        clause(-arc, one, -other);
      } else if (typeof one !== "boolean") clause(-arc, other ? one : -one);
      else if (one !== other) clause(-arc);
    };
    this.arcs.forEach(([here, there], k) => {
      if (here === this.outside || there === this.outside) return;
      for (let i = 2; i < 2 + marks; i++) same(k + 1, after(here, i), numberAt.get(there) === i ? false : after(there, i));
    });
    const circuits = [this.arcs.map((arc, k) => [...arc, k + 1])];
    return { variables: this.arcs.length + first.size * marks, clauses, rows, circuits };
  }

  /** Go on for about this many conflicts, or until it is over: all has been searched, or two solutions are found. */
  run(conflicts) {
    const answer = this.solver.solve([], conflicts);
    this.moves = this.solver.conflicts;
    if (answer) {
      this.solutions.push(this.path());
      this.solver.add(this.solver.without(this.arcs.length));
    }
    this.isOver = answer === false || this.solutions.length === 2;
  }

  path() {
    const after = new Map(this.arcs.filter((_, k) => this.solver.isTrue(k + 1)));
    const path = [];
    for (let cell = after.get(this.outside); cell !== this.outside; cell = after.get(cell)) path.push(cell);
    return path;
  }
}
