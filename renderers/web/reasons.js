// Reasons: the steps that lead to a solution, and which of them a player has been told.
//
// A step is {why, cells, on, off, lies, so, from}, as `renderers/_reasons.py` makes them: a sentence, the cells to look at,
// what follows, and the earlier steps that it rests on.

class Reasons {
  constructor(steps = []) {
    const empty = { cells: [], on: [], off: [], lies: [], so: [], from: [] };
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

  /** All that follows from some steps, by what it is. */
  follows(steps) {
    const all = (field) => [...steps].flatMap((at) => this.steps[at][field]);
    return { on: all("on"), off: all("off"), lies: all("lies") };
  }
}

/** A reason with its cells told as `nameOf` tells them, which takes their coordinates. */
const inWords = (sentence, nameOf) =>
  sentence.replace(/\((-?\d+(?:, -?\d+)*)\)/g, (_, places) => nameOf(...places.split(", ").map(Number)));
