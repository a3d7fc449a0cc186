// Reasons on the board of a ZIP: which leads to the next step, which speaks against a step, and what they show.

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
    const said = (cells) => cells.map((cell) => shortPlace(...this.zip.place(cell))).join(" and ");
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
