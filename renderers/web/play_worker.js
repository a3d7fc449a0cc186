// What is asked of the solver, in a worker, so that the page stays at hand.
//
// First it is told {formula, marks}, marks as [spot, value, literal]; then {id, task, known, isOpen, edges}, the literals that a player
// has on the board, of each spot whether nothing is there, and how many spots are edges: these can be crossed out, and cells after
// them, which can be nothing else.  It tells {id, progress} now and then, and {id, ...} in the end.  Marks are told by their numbers.

let formula = null;
let marks = [];
let literals = [];
let report = () => {};

const MOST = 1000;
/** How many marks and contraries of marks a hint supposes. */
const PROBES = 4000;

function newSolver() {
  const solver = new Solver(formula);
  solver.onProgress = (conflicts) => report({ conflicts });
  return solver;
}

const trueMarks = (solver) => [...marks.keys()].filter((at) => solver.isTrue(literals[at]));

const tasks = {
  /** A solution with what is known or, failing that, any. */
  solve({ known }) {
    const solver = newSolver();
    return { found: solver.solve(known) || solver.solve() ? trueMarks(solver) : null };
  },

  /** All solutions, or the first `MOST`. */
  count() {
    const solver = newSolver();
    const solutions = [];
    let last = performance.now();
    let told = 0;
    while (solver.solve()) {
      if (solutions.length === MOST) return { solutions, isAll: false };
      solutions.push(trueMarks(solver));
      solver.add(solver.without(formula.key));
      if (performance.now() - last < 100) continue;
      last = performance.now();
      report({ count: solutions.length, more: solutions.slice(told) });
      told = solutions.length;
    }
    return { solutions, isAll: true };
  },

  /** What all solutions with what is known have in common: marks that they have, and marks that none has. */
  certain({ known }) {
    const solver = newSolver();
    if (!solver.solve(known)) return { isWrong: true };
    const values = literals.map((literal) => solver.isTrue(literal));
    const isOpen = literals.map(() => true);
    const on = [];
    const off = [];
    for (const at of marks.keys()) {
      if (!isOpen[at]) continue;
      const literal = values[at] ? literals[at] : -literals[at];
      if (!solver.solve([...known, -literal])) {
        (values[at] ? on : off).push(at);
        solver.add([...known.map((one) => -one), literal]);
      } else literals.forEach((other, k) => (isOpen[k] &&= solver.isTrue(other) === values[k]));
      report({ count: on.length + off.length });
    }
    return { on, off };
  },

  /** Which of what is known cannot be: each by itself or, where there is no such, some that exclude each other. */
  check({ known }) {
    const solver = newSolver();
    if (solver.solve(known)) return { wrong: [], isTogether: false };
    const { core } = solver;
    const isSolvable = solver.solve();
    const wrong = isSolvable ? known.filter((literal) => !solver.solve([literal])) : [];
    return wrong.length ? { wrong, isTogether: false } : { wrong: core, isTogether: true, isSolvable };
  },

  /**
   * The mark that follows most easily from what is known: {at, isOn, names, because, isContrary}, `names` of the constraints,
   * `because` what is known of which it follows, `isContrary` whether it does as the contrary, or each other thing there,
   * breaks these; where it takes a search, names is null.
   */
  hint({ known, isOpen, edges }) {
    const solver = newSolver();
    if (!solver.solve(known)) return tasks.check({ known });
    const found = new Set(trueMarks(solver));
    const fresh = new Solver(formula);
    fresh.assume(known);
    let best = null;
    const canBeOn = (at) => !edges || marks[at][0] < edges;
    const offer = (at, literal, { size, names, because }, isContrary) => {
      const isOn = literal === literals[at];
      const cost = size + because.length / 8 + (isOn ? 0 : 0.5);
      if ((isOn ? canBeOn(at) : edges > 0) && (!best || cost < best.cost)) best = { at, isOn, names, because, isContrary, cost };
    };
    const news = [...marks.keys()].filter((at) => isOpen[marks[at][0]]);
    const sides = news.flatMap((at) => [[at, literals[at]], [at, -literals[at]]]);
    const offerTrue = (isContrary) => {
      for (const [at, one] of sides) if (fresh.isTrue(one)) offer(at, one, derivation(fresh, known, [one]), isContrary);
    };
    offerTrue(false);
    if (best) return best;
    const level = fresh.limits.length;
    const refutations = [];
    for (const [at, literal] of sides.filter(([, one]) => !fresh.value[inside(one)]).slice(0, PROBES)) {
      const conflict = fresh.decide(-literal);
      if (conflict) {
        const reason = derivation(fresh, known, fresh.because(conflict).map((one) => -outside(one)), conflict);
        offer(at, literal, reason, true);
        refutations.push([inside(literal), { literals: reason.because.map((one) => inside(-one)), abouts: reason.abouts }]);
      }
      fresh.cancel(level);
      if (best && best.cost < 4) return best;
    }
    // What breaks something by itself cannot be, and that may leave one thing alone.
    for (const [literal, reason] of refutations) if (!fresh.value[literal]) fresh.enqueue(literal, reason);
    fresh.propagate();
    offerTrue(true);
    if (best) return best;
    const at = news.find((one) => canBeOn(one) && found.has(one) && !solver.solve([...known, -literals[one]])) ?? null;
    return { at, isOn: true, names: null, because: [] };
  },
};

/** The name of the constraint with this number, "" if it has none; undefined for what defines variables. */
const nameOf = (about) => formula.names[formula.said[about]];

/**
 * How some true literals follow: the number of constraints, these, their names, and what they rest on of what is known, whatever
 * that itself follows from, and of what is supposed. What is broken then, if anything, comes first.
 */
function derivation(solver, known, seeds, broken) {
  const abouts = new Set(broken ? [broken.about] : []);
  const because = [];
  const waiting = seeds.map((literal) => inside(literal));
  const seen = new Set(waiting.map((literal) => literal >> 1));
  // One that follows is asked for also where it is known, as marks of several cells are where one literal says them all.
  const given = new Set(broken ? known : known.filter((literal) => !seeds.includes(literal)));
  for (const literal of waiting) {
    const reason = given.has(outside(literal)) ? null : solver.reason[literal >> 1];
    if (!reason) {
      because.push(outside(literal));
      continue;
    }
    for (const about of reason.abouts ?? [reason.about]) abouts.add(about);
    for (const one of solver.because(reason, literal)) {
      if (seen.has(one >> 1)) continue;
      seen.add(one >> 1);
      waiting.push(one ^ 1);
    }
  }
  const said = [...abouts].filter((about) => nameOf(about) !== undefined);
  const names = new Set(said.map((about) => nameOf(about) || about));
  return { size: names.size, abouts, names: [...names].filter((name) => typeof name === "string"), because };
}

onmessage = ({ data }) => {
  if (data.formula) {
    ({ formula, marks } = data);
    literals = marks.map(([, , literal]) => literal);
    return;
  }
  report = (progress) => postMessage({ id: data.id, progress });
  postMessage({ id: data.id, ...tasks[data.task](data) });
};
