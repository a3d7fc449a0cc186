// Reasons: the steps that lead to a solution, and which of them a player has been told.
//
// A step is {why, cells, on, off, lies, isLong, from}, as `renderers/_reasons.py` makes them: a sentence, the cells to look at,
// what follows, and the earlier steps that it rests on.

/** So many reasons are told for what is next, then it is done. */
const MOST_REASONS = 3;

class Reasons {
  constructor(steps) {
    const empty = { cells: [], on: [], off: [], lies: [], from: [] };
    this.steps = steps.map((step) => ({ ...empty, ...step }));
    this.told = new Set();
  }

  /** A step and those that it rests on, in turn; without those that were told or that `isSeen` leaves out. */
  chain(last, isSeen = () => false) {
    const found = new Set();
    const waiting = [last];
    for (const at of waiting) {
      if (found.has(at) || this.told.has(at) || isSeen(this.steps[at])) continue;
      found.add(at);
      waiting.push(...this.steps[at].from);
    }
    return [...found].sort((one, other) => one - other);
  }

  /**
   * The step with the fewest reasons still to be told, {step, chain}, of those that say what lies where it does not lie
   * yet; null for none.
   */
  nearest(isLaid) {
    const isOpen = ({ lies }) => !lies.every(isLaid);
    const isSeen = (step) => step.lies.length > 0 && !isOpen(step);
    const leading = [...this.steps.keys()].filter((at) => isOpen(this.steps[at]));
    const chains = leading.map((step) => ({ step, chain: this.chain(step, isSeen) }));
    return chains.reduce((best, other) => (best && best.chain.length <= other.chain.length ? best : other), null);
  }

  /** Tell a reason, one of those for what is next in a position; null where enough have been told there. */
  tell(at, position) {
    const told = this.lately?.position === position ? this.lately.told : 0;
    if (at === undefined || told === MOST_REASONS) return null;
    this.lately = { position, told: told + 1 };
    this.told.add(at);
    return at;
  }

  forget() {
    this.told.clear();
    this.lately = null;
  }
}

/** A cell of a board as Python names it: rows and columns count from 1, wherever the board begins. */
const placeName = (row, col) => `row ${row + 1}, column ${col + 1}`;

/** The first of some values, and how many more there are. */
const listed = (values, most = 6) =>
  values.slice(0, most).join(", ") + (values.length > most ? ` and ${values.length - most} more` : "");
