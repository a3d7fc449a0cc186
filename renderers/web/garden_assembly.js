// Assembling a garden by hand: which tile lies in which cell, what is left, what that breaks, and hints.

class Assembly extends Undoable {
  /** gardens: solutions that are right, each as [[x, y, z, code]]; reasons: the steps to the only one, if any. */
  constructor(rules, gardens, reasons) {
    super("codes");
    this.rules = rules;
    this.reasons = new Reasons(reasons);
    this.answers = gardens.map((tiles) => rules.codesOf(tiles));
    this.codes = new Map(rules.fixedAt);
    this.attempt = new Attempt(); // since the board was cleared
    this.judge();
  }

  /** Lay what was kept of an earlier visit. */
  restore(tiles, attempt) {
    Object.assign(this, { codes: this.rules.codesOf(tiles), attempt: new Attempt(attempt) });
    this.judge();
  }

  /** Lay what a link tells, cells and codes in turn, from which on a new attempt counts. */
  takePairs(numbers) {
    const { count, tileSet, fixedAt } = this.rules;
    const pairs = numbers.flatMap((cell, at) => (at % 2 ? [] : [[cell, numbers[at + 1]]]));
    this.take(new Map([...pairs.filter(([cell, code]) => isWhole(cell, 0, count - 1) && tileSet.includes(code)), ...fixedAt]));
    this.attempt = new Attempt({ wasShown: this.isSolved });
  }

  /** What lies, as [[x, y, z, code]] in the order of the cells. */
  get tiles() {
    const cells = [...this.codes.keys()].sort((a, b) => a - b);
    return cells.map((cell) => [...[...this.rules.cell(cell), 0, 0].slice(0, 3), this.codes.get(cell)]);
  }

  judge() {
    this.flaws = this.rules.flaws(this.codes);
    const used = new Set(this.codes.values());
    this.left = this.rules.tileSet.filter((code) => !used.has(code));
  }

  get isSolved() {
    return this.flaws.length === 0;
  }

  get wrong() {
    return this.flaws.filter(({ wrong }) => wrong);
  }

  /** How many sides and tiles are wrong: a side between two tiles counts once. */
  get wrongs() {
    const sideOf = ({ cell, direction, text }) => {
      if (direction === undefined) return text;
      const other = this.rules.neighbours(cell)[direction];
      const back = this.rules.opposite[direction];
      return other === null || cell < other || (cell === other && direction < back) ? `${cell} ${direction}` : `${other} ${back}`;
    };
    return new Set(this.wrong.map(sideOf)).size;
  }

  /** The tiles left that fit in an empty cell. */
  candidates(cell) {
    return this.left.filter((code) => this.rules.fits(this.codes, cell, code));
  }

  /** Empty cells in which something must lie, but nothing that is left fits. */
  get deadEnds() {
    const asked = new Set([...this.codes.keys()].flatMap((cell) => this.rules.neighbours(cell)));
    const cells = this.rules.rule === "packed" ? [...Array(this.rules.count).keys()] : [...asked];
    const empty = cells.filter((cell) => cell !== null && !this.codes.has(cell));
    return empty.filter((cell) => this.rules.isAskedFor(this.codes, cell) && !this.candidates(cell).length);
  }

  /** How many sides of tiles meet as they should, and how many blue faces look at nothing yet. */
  get matching() {
    let [matching, open] = [0, 0];
    for (const [cell, code] of this.codes) {
      for (const direction of this.rules.directions.keys()) {
        const { kind, blue } = this.rules.facing(this.codes, cell, direction);
        const own = this.rules.isBlue(code, direction);
        if (kind === "tile" && own === blue && (own || this.rules.rule === "packed")) matching += 1;
        if (kind === "empty" && own) open += 1;
      }
    }
    return { matching: matching / 2, open };
  }

  take(codes) {
    this.past.add(this.moment);
    this.codes = codes;
    this.judge();
  }

  retrace(isRedo) {
    super.retrace(isRedo);
    this.judge();
  }

  /** Lay a tile in a cell, from wherever it was; what lay there is left over. */
  lay(code, cell) {
    const codes = new Map([...this.codes].filter(([at, other]) => other !== code || this.rules.fixedAt.has(at)));
    this.take(codes.set(cell, code));
  }

  /** Swap what lies in two cells, where there may be nothing. */
  swap(one, other) {
    const codes = new Map(this.codes);
    for (const [from, to] of [[one, other], [other, one]]) {
      if (this.codes.has(from)) codes.set(to, this.codes.get(from));
      else codes.delete(to);
    }
    this.take(codes);
  }

  takeAway(cell) {
    const codes = new Map(this.codes);
    codes.delete(cell);
    this.take(codes);
  }

  clear() {
    this.take(new Map(this.rules.fixedAt));
    this.attempt = new Attempt();
  }

  /**
   * The solution of the page nearest to what lies, turned, mirrored and shifted as the rules let: {codes, different},
   * the cells where other tiles lie; null when no solution is known.
   */
  nearest() {
    const found = [];
    this.images ??= this.answers.flatMap((answer) => this.imagesOf(answer));
    for (const image of this.images) {
      for (const [key, votes] of this.shifts(image)) found.push({ image, shift: key.split(" ").map(Number), votes });
    }
    for (const { image, shift } of found.sort((a, b) => b.votes - a.votes)) {
      const codes = this.shifted(image, shift);
      if (codes && !this.rules.flaws(codes).length) {
        const different = [...this.codes.keys()].filter((cell) => codes.get(cell) !== this.codes.get(cell));
        return { codes, different };
      }
    }
    return null;
  }

  /** A solution after every turn and mirror of the box: in each, the coordinates of the cells by tile. */
  imagesOf(answer) {
    const { box, moves } = this.rules;
    const low = box.map(() => 0);
    return moves.map((move) => {
      const at = (cell) => this.rules.cell(this.rules.image(cell, move, low, box));
      return new Map([...answer].map(([cell, code]) => [this.rules.turned(code, move), at(cell)]));
    });
  }

  /** By how much a garden may be shifted so that tiles agree with what lies, with the number of those that then do. */
  shifts(image) {
    const votes = new Map([[this.rules.directions[0].step.map(() => 0).join(" "), 0]]);
    for (const [cell, code] of this.codes) {
      if (!image.has(code)) continue;
      const shift = this.rules.wrapped(minus(this.rules.cell(cell), image.get(code)));
      votes.set(shift.join(" "), (votes.get(shift.join(" ")) ?? 0) + 1);
    }
    return votes;
  }

  shifted(image, shift) {
    const codes = new Map();
    for (const [code, cell] of image) {
      const to = this.rules.wrapped(plus(cell, shift));
      const number = this.rules.isInBox(to) ? this.rules.number(to) : null;
      if (number === null) return null;
      codes.set(number, code);
    }
    return codes;
  }

  /**
   * Tell the next reason, {text, looked, tile}: with the cells to look at, and the tile that it is about, if any; or lay the
   * next tile of a solution that agrees with what lies, {cell, text}; or only {text}.
   */
  hint() {
    this.attempt.countHint();
    const { codes, text } = this.agreeing();
    if (!codes) return { text };
    const isLaid = (cell) => this.codes.get(cell) === codes.get(cell);
    const { step, chain } = this.reasons.nearest(isLaid) ?? { step: null, chain: [] };
    const reason = this.reasons.tell(chain[0], this.codes);
    if (reason !== null) {
      const { why, cells, lies } = this.reasons.steps[reason];
      const to = lies.find((each) => !isLaid(each));
      return { text: why, looked: cells, tile: to === undefined ? null : codes.get(to) };
    }
    const cell = step === null ? this.nextCell(codes) : this.reasons.steps[step].lies.find((each) => !isLaid(each));
    this.lay(codes.get(cell), cell);
    const isTold = step !== null && !chain.length;
    const done = `Tile ${this.rules.codeText(codes.get(cell))} at ${cellText(this.rules.cell(cell))}.`;
    return { cell, text: isTold ? this.reasons.steps[step].why : done };
  }

  /** The empty cell of a solution in which the fewest tiles fit. */
  nextCell(codes) {
    const rest = [...codes.keys()].filter((cell) => !this.codes.has(cell));
    const choices = rest.map((cell) => [this.urgency(cell), cell]);
    return choices.reduce((best, choice) => (choice[0] < best[0] ? choice : best))[1];
  }

  /** How few tiles fit in a cell; cells that no tile asks for come last. */
  urgency(cell) {
    return this.candidates(cell).length + (this.rules.isTouched(this.codes, cell) ? 0 : 1000);
  }

  complete() {
    const { codes, text } = this.agreeing();
    if (codes) {
      this.attempt.wasShown = true;
      this.take(codes);
    }
    return codes ? {} : { text };
  }

  /** A solution that agrees with what lies, {codes}, or {text}: why there is none here. */
  agreeing() {
    const nearest = this.nearest();
    if (nearest && !nearest.different.length) return nearest;
    const count = this.answers.length;
    const known = count === 1 ? "the solution" : `any of the ${count} solutions`;
    const said = (cell) => `${this.rules.codeText(this.codes.get(cell))} at ${cellText(this.rules.cell(cell))}`;
    const differ = (nearest?.different ?? []).map(said);
    const sentences = [`The tiles here do not agree with ${known} that this page knows.`];
    if (!this.wrong.length && !this.deadEnds.length) sentences.push("They may lead to another solution.");
    if (differ.length < this.codes.size) sentences.push(`To reach a known solution, take away ${listed(differ)}.`);
    return { text: sentences.join(" ") };
  }
}
