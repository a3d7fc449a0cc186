// A ZIP as a formula for the solver, which decides what the search along the path does not.
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
