// A small complete solver: conflict-driven clause learning over clauses, linear inequalities and circuits.
//
// Literals are whole numbers: variable v is true by v and false by -v, as in DIMACS files; inside they are 2 v and 2 v + 1.
// Clauses are watched by two literals (Moskewicz et al. 2001); an inequality counts how much of it can still come true;
// a circuit is held to its rule by what closes too early and by what cannot be reached any more (Francis and Stuckey 2014,
// Explaining circuit propagation).  All of them say why something follows by a clause, from which is learned.

const inside = (literal) => (literal > 0 ? 2 * literal : 1 - 2 * literal);
const outside = (literal) => (literal & 1 ? -(literal >> 1) : literal >> 1);

/** The numbers 1 1 2 1 1 2 4 ...: by these, times `RESTART` conflicts, the search begins anew (Luby et al. 1993). */
function luby(at) {
  let size = 1;
  while (size < at + 1) size = 2 * size + 1;
  while (size - 1 !== at) {
    size = (size - 1) >> 1;
    at %= size;
  }
  return (size + 1) >> 1;
}
const RESTART = 64;
const KEPT = 3000;
const AGING = 1 / 0.95;

class Solver {
  /**
   * formula: `variables`; `clauses`, each ended by a zero; `rows` [least, literals, weights], of which the true literals
   * weigh at least so much (1 each without weights); `circuits`, lists of arcs [tail, head, literal].
   */
  constructor({ variables, clauses, rows = [], circuits = [] }) {
    this.variables = variables;
    this.value = new Int8Array(2 * variables + 2); // by literal: 1 true, -1 false, 0 open
    this.level = new Int32Array(variables + 1);
    this.place = new Int32Array(variables + 1); // on the trail
    this.reason = new Array(variables + 1).fill(null);
    this.phase = new Uint8Array(variables + 1).fill(1); // 1: false is tried first
    this.weight = new Float64Array(variables + 1);
    this.bump = 1;
    this.trail = [];
    this.limits = [];
    this.head = 0;
    this.watches = Array.from({ length: 2 * variables + 2 }, () => []);
    this.parts = Array.from({ length: 2 * variables + 2 }, () => []); // rows in which a literal has become false
    this.learned = [];
    this.circuits = [];
    this.seen = new Uint8Array(variables + 1);
    this.conflicts = 0;
    this.holds = true; // false once there is a contradiction without any assumption
    this.heap = new Heap(variables, this.weight);
    this.onProgress = null;
    let number = 0;
    for (let start = 0, end = 0; end < clauses.length; end++) {
      if (clauses[end]) continue;
      this.add(clauses.slice(start, end), number++);
      start = end + 1;
    }
    for (const [least, literals, weights] of rows) this.addRow(least, literals, weights, number++);
    for (const arcs of circuits) this.circuits.push(new Circuit(this, arcs, number++));
  }

  /** Take in a clause; between searches. `about` is the number of the constraint that it is of. */
  add(literals, about = -1) {
    this.cancel(0);
    // What is false already comes last: nothing rests on it but the reason why another literal is true.
    const all = [...new Set(literals.map(inside))].sort((one, other) => this.value[other] - this.value[one]);
    const clause = { literals: all, about, rank: 0, isGone: false };
    if (this.value[all[0]] > 0) return;
    if (!all.length || this.value[all[0]] < 0) this.holds = false;
    else if (all.length === 1 || this.value[all[1]] < 0) this.enqueue(all[0], clause);
    else this.watch(clause);
  }

  watch(clause) {
    this.watches[clause.literals[0]].push(clause);
    this.watches[clause.literals[1]].push(clause);
  }

  addRow(least, literals, weights, about) {
    const row = { literals: literals.map(inside), weights, about, spare: -least, greatest: 1, isRow: true };
    row.literals.forEach((literal, at) => {
      const weight = weights ? weights[at] : 1;
      row.greatest = Math.max(row.greatest, weight);
      // What is false already has not been counted yet only if it waits in the queue.
      const isCounted = this.value[literal] < 0 && this.place[literal >> 1] < this.head;
      row.spare += isCounted ? 0 : weight;
      this.parts[literal].push(row, weight);
    });
    if (row.spare < 0) this.holds = false;
    else if (row.spare < row.greatest) this.impliedBy(row);
  }

  enqueue(literal, reason) {
    const variable = literal >> 1;
    this.value[literal] = 1;
    this.value[literal ^ 1] = -1;
    this.level[variable] = this.limits.length;
    this.reason[variable] = reason;
    this.place[variable] = this.trail.length;
    this.trail.push(literal);
  }

  /** Take back all decisions above a level. */
  cancel(level) {
    if (this.limits.length <= level) return;
    const start = this.limits[level];
    for (let at = this.trail.length - 1; at >= start; at--) {
      const literal = this.trail[at];
      const variable = literal >> 1;
      if (at < this.head) {
        const parts = this.parts[literal ^ 1];
        for (let k = 0; k < parts.length; k += 2) parts[k].spare += parts[k + 1];
      }
      this.value[literal] = this.value[literal ^ 1] = 0;
      this.phase[variable] = literal & 1;
      this.reason[variable] = null;
      this.heap.insert(variable);
    }
    this.trail.length = start;
    this.limits.length = level;
    this.head = Math.min(this.head, start);
    for (const circuit of this.circuits) circuit.isStale = true;
  }

  /** All that follows at once; gives a reason whose literals are all false, or null. */
  propagate() {
    for (;;) {
      while (this.head < this.trail.length) {
        const literal = this.trail[this.head++];
        const conflict = this.propagateRows(literal ^ 1) ?? this.propagateClauses(literal ^ 1);
        if (conflict) return conflict;
      }
      for (const circuit of this.circuits) {
        if (!circuit.isStale && !circuit.hasChanged()) continue;
        const conflict = circuit.propagate();
        if (conflict) return conflict;
        if (this.head < this.trail.length) break;
      }
      if (this.head === this.trail.length) return null;
    }
  }

  propagateRows(literal) {
    const parts = this.parts[literal];
    let conflict = null;
    for (let k = 0; k < parts.length; k += 2) {
      parts[k].spare -= parts[k + 1];
      if (parts[k].spare < 0) conflict = parts[k];
    }
    if (conflict) return conflict;
    for (let k = 0; k < parts.length; k += 2) if (parts[k].spare < parts[k].greatest) this.impliedBy(parts[k]);
    return null;
  }

  impliedBy(row) {
    const { literals, weights, spare } = row;
    for (let at = 0; at < literals.length; at++) {
      const isNeeded = (weights ? weights[at] : 1) > spare;
      if (isNeeded && this.value[literals[at]] === 0) this.enqueue(literals[at], row);
    }
  }

  propagateClauses(literal) {
    const watches = this.watches[literal];
    let kept = 0;
    for (let k = 0; k < watches.length; k++) {
      const clause = watches[k];
      if (clause.isGone) continue;
      const all = clause.literals;
      if (all[0] === literal) {
        all[0] = all[1];
        all[1] = literal;
      }
      const other = all[0];
      if (this.value[other] > 0) {
        watches[kept++] = clause;
        continue;
      }
      let at = 2;
      while (at < all.length && this.value[all[at]] < 0) at++;
      if (at < all.length) {
        all[1] = all[at];
        all[at] = literal;
        this.watches[all[1]].push(clause);
        continue;
      }
      watches[kept++] = clause;
      if (this.value[other] < 0) {
        for (k++; k < watches.length; k++) watches[kept++] = watches[k];
        watches.length = kept;
        return clause;
      }
      this.enqueue(other, clause);
    }
    watches.length = kept;
    return null;
  }

  /** The false literals of a reason: those that made `implied` true, or all in a conflict. */
  because(reason, implied = 0) {
    if (!reason.isRow) return reason.literals.filter((literal) => literal !== implied);
    const until = implied ? this.place[implied >> 1] : Infinity;
    return reason.literals.filter((literal) => this.value[literal] < 0 && this.place[literal >> 1] < until);
  }

  /** The clause that a conflict teaches, its first literal the one that then follows, and the level to go back to. */
  analyze(conflict) {
    let literals = this.because(conflict);
    const top = literals.reduce((most, literal) => Math.max(most, this.level[literal >> 1]), 0);
    if (!top) return null;
    this.cancel(top);
    const learned = [0];
    const { seen } = this;
    let open = 0;
    let at = this.trail.length - 1;
    let asserted = 0;
    for (;;) {
      for (const literal of literals) {
        const variable = literal >> 1;
        if (seen[variable] || !this.level[variable]) continue;
        seen[variable] = 1;
        this.raise(variable);
        if (this.level[variable] === top) open++;
        else learned.push(literal);
      }
      while (!seen[this.trail[at] >> 1]) at--;
      asserted = this.trail[at];
      seen[asserted >> 1] = 0;
      if (!--open) break;
      literals = this.because(this.reason[asserted >> 1], asserted);
    }
    learned[0] = asserted ^ 1;
    const marked = learned.slice(1);
    const isImplied = (literal) => {
      const reason = this.reason[literal >> 1];
      return reason && this.because(reason, literal ^ 1).every((one) => seen[one >> 1] || !this.level[one >> 1]);
    };
    const kept = [learned[0], ...marked.filter((literal) => !isImplied(literal))];
    for (const literal of marked) seen[literal >> 1] = 0;
    let second = 1;
    for (let k = 2; k < kept.length; k++) if (this.level[kept[k] >> 1] > this.level[kept[second] >> 1]) second = k;
    if (kept.length > 1) [kept[1], kept[second]] = [kept[second], kept[1]];
    this.bump *= AGING;
    return { literals: kept, level: kept.length > 1 ? this.level[kept[1] >> 1] : 0 };
  }

  raise(variable) {
    this.weight[variable] += this.bump;
    if (this.weight[variable] > 1e100) {
      for (let v = 1; v <= this.variables; v++) this.weight[v] *= 1e-100;
      this.bump *= 1e-100;
    }
    this.heap.lift(variable);
  }

  learn({ literals, level }) {
    this.cancel(level);
    const levels = new Set(literals.map((literal) => this.level[literal >> 1]));
    const clause = { literals, about: -1, rank: levels.size, isGone: false };
    if (literals.length > 1) {
      this.watch(clause);
      this.learned.push(clause);
    }
    this.enqueue(literals[0], clause);
  }

  /** Forget half of what was learned, what links many levels first. */
  forget() {
    this.learned.sort((one, other) => one.rank - other.rank);
    const half = this.learned.length >> 1;
    this.learned = this.learned.filter((clause, at) => {
      const isReason = this.reason[clause.literals[0] >> 1] === clause;
      if (at < half || clause.rank <= 2 || isReason) return true;
      clause.isGone = true;
      return false;
    });
  }

  /**
   * Whether the formula can come true with all these literals true.
   *
   * Then `value` has the values until the next call; otherwise `core` has some of the literals that cannot hold at once.
   * After about this many conflicts it is null: not known yet, and the next call goes on.
   */
  solve(assumed = [], most = Infinity) {
    this.cancel(0);
    this.core = [];
    const wanted = assumed.map(inside);
    const until = this.conflicts + most;
    let left = 0;
    for (let begun = 0; ; begun++) {
      left = RESTART * luby(begun);
      for (;;) {
        const conflict = this.holds ? this.propagate() : true;
        if (conflict) {
          const taught = conflict === true ? null : this.analyze(conflict);
          if (!taught) {
            this.holds = false;
            return false;
          }
          this.learn(taught);
          this.conflicts++;
          left--;
          if (this.onProgress && this.conflicts % 1000 === 0) this.onProgress(this.conflicts);
          continue;
        }
        if (left <= 0) break;
        if (this.learned.length > KEPT + this.conflicts / 10 + this.trail.length) this.forget();
        let next = 0;
        while (this.limits.length < wanted.length) {
          const literal = wanted[this.limits.length];
          if (this.value[literal] < 0) {
            this.core = this.whatFails(literal);
            return false;
          }
          if (!this.value[literal]) {
            next = literal;
            break;
          }
          this.limits.push(this.trail.length);
        }
        if (!next) {
          let variable = this.heap.take();
          while (variable && this.value[2 * variable]) variable = this.heap.take();
          if (!variable) return true;
          next = 2 * variable + this.phase[variable];
        }
        this.limits.push(this.trail.length);
        this.enqueue(next, null);
      }
      this.cancel(0);
      if (this.conflicts >= until) return null;
    }
  }

  /** Decide a literal that is open, and all that follows; gives the reason of a conflict, or null. */
  decide(literal) {
    this.limits.push(this.trail.length);
    this.enqueue(inside(literal), null);
    return this.propagate();
  }

  /** Decide what is not decided yet of some literals, and all that follows; whether that is free of contradictions. */
  assume(literals) {
    this.cancel(0);
    this.holds &&= !this.propagate();
    return this.holds && literals.every((literal) => this.value[inside(literal)] > 0 || (!this.value[inside(literal)] && !this.decide(literal)));
  }

  /** Those of the assumptions because of which one of them is false, with it. */
  whatFails(literal) {
    const found = new Set([outside(literal)]);
    const marked = new Set([literal >> 1]);
    for (let at = this.trail.length - 1; at >= 0; at--) {
      const here = this.trail[at];
      const variable = here >> 1;
      if (!marked.has(variable) || !this.level[variable]) continue;
      const reason = this.reason[variable];
      if (!reason) found.add(outside(here));
      else for (const one of this.because(reason, here)) marked.add(one >> 1);
    }
    return [...found];
  }

  isTrue(literal) {
    return this.value[inside(literal)] > 0;
  }

  /** The clause that leaves out the values which the first this many variables have. */
  without(variables) {
    return Array.from({ length: variables }, (_, at) => (this.isTrue(at + 1) ? -at - 1 : at + 1));
  }
}

/** One circuit through all nodes that are not skipped; an arc from a node to itself skips it. */
class Circuit {
  constructor(solver, arcs, about) {
    this.solver = solver;
    this.about = about;
    this.isStale = true;
    this.seen = 0;
    const number = new Map();
    const node = (name) => {
      if (!number.has(name)) number.set(name, number.size);
      return number.get(name);
    };
    this.arcs = arcs.map(([tail, head, literal]) => ({ tail: node(tail), head: node(head), literal: inside(literal) }));
    this.size = number.size;
    this.skips = new Int32Array(this.size); // the literal that skips a node; 0 where it is always on the circuit
    this.leaving = Array.from({ length: this.size }, () => []);
    this.entering = Array.from({ length: this.size }, () => []);
    for (const arc of this.arcs) {
      if (arc.tail === arc.head) this.skips[arc.tail] = arc.literal;
      else {
        this.leaving[arc.tail].push(arc);
        this.entering[arc.head].push(arc);
      }
    }
    this.own = new Set(this.arcs.map(({ literal }) => literal >> 1));
    this.next = new Int32Array(this.size);
    this.by = new Int32Array(this.size);
    this.hasBefore = new Uint8Array(this.size);
  }

  /** Whether an arc of this circuit was decided since it was last looked at. */
  hasChanged() {
    const { trail } = this.solver;
    while (this.seen < trail.length) if (this.own.has(trail[this.seen++] >> 1)) return true;
    return false;
  }

  mustPass(node) {
    return !this.skips[node] || this.solver.value[this.skips[node]] < 0;
  }

  propagate() {
    this.isStale = false;
    this.seen = this.solver.trail.length;
    return this.closings() ?? this.reach(this.leaving, "head") ?? this.reach(this.entering, "tail");
  }

  /** Conclude a literal from a clause in which all others are false; gives the clause if it is false, too. */
  conclude(literals) {
    const { solver } = this;
    const clause = { literals, about: this.about, isGone: false };
    if (solver.value[literals[0]] < 0) return clause;
    if (!solver.value[literals[0]]) solver.enqueue(literals[0], clause);
    return null;
  }

  /** A walk must not close as long as a node that must be passed is not on it; once it is closed, all others are skipped. */
  closings() {
    const { solver, next, by, hasBefore } = this;
    next.fill(-1);
    hasBefore.fill(0);
    for (const { tail, head, literal } of this.arcs) {
      if (tail === head || solver.value[literal] <= 0) continue;
      next[tail] = head;
      by[tail] = literal;
      hasBefore[head] = 1;
    }
    const passed = new Uint8Array(this.size);
    for (const isClosed of [false, true]) {
      for (let start = 0; start < this.size; start++) {
        if (next[start] < 0 || passed[start] || (!isClosed && hasBefore[start])) continue;
        const walk = [start];
        const because = [];
        let last = start;
        passed[start] = 1;
        while (next[last] >= 0) {
          because.push(by[last] ^ 1);
          last = next[last];
          if (last === start) break;
          if (passed[last]) break; // two arcs into one node: the sums will say so
          passed[last] = 1;
          walk.push(last);
        }
        if (isClosed && last !== start) continue;
        const on = new Set(walk);
        if (isClosed) {
          for (let node = 0; node < this.size; node++) {
            if (on.has(node)) continue;
            const skip = this.skips[node];
            if (skip && solver.value[skip] > 0) continue;
            const conflict = skip ? this.conclude([skip, ...because]) : { literals: because, about: this.about };
            if (conflict) return conflict;
          }
          continue;
        }
        const closing = this.leaving[last].filter(({ head, literal }) => head === start && !solver.value[literal]);
        if (!closing.length) continue;
        let left = 0;
        while (left < this.size && (on.has(left) || !this.mustPass(left))) left++;
        if (left === this.size) continue;
        const rest = this.skips[left] ? [this.skips[left], ...because] : because;
        for (const { literal } of closing) this.conclude([literal ^ 1, ...rest]);
      }
    }
    return null;
  }

  /** Whatever is on the circuit is reached from what must be on it, and reaches it. */
  reach(arcs, end) {
    const { solver } = this;
    let root = 0;
    while (root < this.size && !this.mustPass(root)) root++;
    if (root === this.size) return null;
    const isReached = new Uint8Array(this.size);
    const waiting = [root];
    isReached[root] = 1;
    for (let at = 0; at < waiting.length; at++) {
      for (const arc of arcs[waiting[at]]) {
        if (solver.value[arc.literal] < 0 || isReached[arc[end]]) continue;
        isReached[arc[end]] = 1;
        waiting.push(arc[end]);
      }
    }
    if (waiting.length === this.size) return null;
    let cut = null;
    for (let node = 0; node < this.size; node++) {
      const skip = this.skips[node];
      if (isReached[node] || (skip && solver.value[skip] > 0)) continue;
      cut ??= waiting.flatMap((one) => arcs[one].filter((arc) => !isReached[arc[end]]).map(({ literal }) => literal));
      const because = this.skips[root] ? [this.skips[root], ...cut] : cut;
      const conflict = skip ? this.conclude([skip, ...because]) : { literals: because, about: this.about };
      if (conflict) return conflict;
    }
    return null;
  }
}

/** The open variables, the one of the greatest weight first. */
class Heap {
  constructor(size, weight) {
    this.weight = weight;
    this.items = Array.from({ length: size }, (_, at) => at + 1);
    this.place = Int32Array.from({ length: size + 1 }, (_, variable) => variable - 1);
  }

  take() {
    const { items } = this;
    if (!items.length) return 0;
    const first = items[0];
    const last = items.pop();
    this.place[first] = -1;
    if (items.length) {
      items[0] = last;
      this.place[last] = 0;
      this.sink(0);
    }
    return first;
  }

  insert(variable) {
    if (this.place[variable] >= 0) return;
    this.place[variable] = this.items.length;
    this.items.push(variable);
    this.lift(variable);
  }

  lift(variable) {
    let at = this.place[variable];
    if (at < 0) return;
    const { items, weight, place } = this;
    while (at) {
      const above = (at - 1) >> 1;
      if (weight[items[above]] >= weight[variable]) break;
      items[at] = items[above];
      place[items[at]] = at;
      at = above;
    }
    items[at] = variable;
    place[variable] = at;
  }

  sink(at) {
    const { items, weight, place } = this;
    const variable = items[at];
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && weight[items[below + 1]] > weight[items[below]]) below++;
      if (weight[items[below]] <= weight[variable]) break;
      items[at] = items[below];
      place[items[at]] = at;
      at = below;
    }
    items[at] = variable;
    place[variable] = at;
  }
}
