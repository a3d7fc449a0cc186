// The rules: which piece lies where and how it is turned, which edges match, and whether that solves the puzzle.

class Game extends Undoable {
  constructor(data) {
    super("lying", "moves", "dealt");
    this.data = data;
    this.count = data.places.length;
    this.joins = data.joins.map(([first, second, pairs, line]) => ({ first, second, pairs, line }));
    this.rims = data.rims.map(([place, side, line]) => ({ place, side, line }));
    this.moves = 0;
    this.attempt = new Attempt(); // since the pieces were dealt or laid back
    this.deal();
    this.dealt = this.lying;
    const isGame = (lying) =>
      isList(lying, this.count) &&
      lying.every(([piece, turns]) => piece in data.pieces && isWhole(turns, 0, data.turning ? 3 : 0)) &&
      new Set(lying.map(([piece]) => piece)).size === this.count;
    const before = kept(this.name);
    if (isGame(before?.lying)) {
      const { lying, dealt, moves } = before;
      Object.assign(this, { lying, dealt, moves, attempt: new Attempt(before) });
    }
    const linked = linkedGame(2 * this.count);
    const lying = linked && this.lying.map((_, place) => linked.slice(2 * place, 2 * place + 2));
    if (isGame(lying)) {
      this.take(lying);
      this.attempt = new Attempt({ wasShown: this.isSolved });
    }
  }

  /** By what the game is kept from one visit to the next: the puzzle, and the board that is given where it is not a solution. */
  get name() {
    const { pieces, clues, view, turning, sign, border, solutions, right } = this.data;
    return JSON.stringify([pieces, clues, view, turning, sign, border, right[0] === false ? solutions[0] : null]);
  }

  keep() {
    const { lying, dealt, moves, attempt } = this;
    keep(this.name, { lying, dealt, moves, ...attempt });
  }

  /** Whether nobody has moved a piece yet. */
  get isFresh() {
    return JSON.stringify(this.lying) === JSON.stringify(this.dealt);
  }

  reset() {
    this.take(this.dealt);
    Object.assign(this, { moves: 0, attempt: new Attempt() });
  }

  /** Lay a board of the page; what comes of a solution is no longer the player's own. */
  lay(number) {
    this.attempt.wasShown ||= this.data.right[number];
    this.take(this.data.solutions[number]);
  }

  /** Lay the board that is given where it is not a solution; else all pieces in any order, the clues where they belong. */
  deal() {
    if (this.data.right[0] === false) {
      [this.lying] = this.data.solutions;
      return;
    }
    this.lying = this.data.pieces.map((_, piece) => [piece, 0]);
    for (const [place, piece, turns] of this.data.clues) {
      const from = this.lying.findIndex(([index]) => index === piece);
      [this.lying[from], this.lying[place]] = [this.lying[place], [piece, turns]];
    }
    for (let tries = 0; tries < 20; tries += 1) {
      this.lying = this.shuffled();
      if (!this.isSolved) break;
    }
  }

  /** A value of what lies in a place, or beyond the board; null where it is not known. */
  value(place, index) {
    if (place >= this.count) return this.data.fixed[place - this.count][2][index];
    const [piece, turns] = this.lying[place];
    const values = this.data.pieces[piece];
    return this.data.turning ? values[(index + turns) % 4] : values[index];
  }

  matches({ first, second, pairs }) {
    return pairs.every(([own, other]) => {
      const [mine, theirs] = [this.value(first, own), this.value(second, other)];
      if (theirs === null || mine === null) return true;
      return theirs === this.data.sign * mine && ![mine, theirs].includes(this.data.border);
    });
  }

  /** The joins that do not match, and the rims that do not show the border. */
  get faults() {
    const wrong = this.joins.filter((join) => !this.matches(join));
    return [...wrong, ...this.rims.filter(({ place, side }) => this.value(place, side) !== this.data.border)];
  }

  get matching() {
    return this.joins.filter((join) => this.matches(join)).length;
  }

  get isSolved() {
    return this.faults.length === 0 && this.data.clues.every((_, index) => this.isClueMet(index));
  }

  isClueMet(index) {
    const [place, piece, turns] = this.data.clues[index];
    return this.lying[place][0] === piece && this.look(...this.lying[place]) === this.look(piece, turns);
  }

  /** Whether a clue fixes what lies in a place. */
  isLocked(place) {
    return this.data.clues.some(([fixed], index) => fixed === place && this.isClueMet(index));
  }

  /** What is to be seen of a piece with this many turns. */
  look(piece, turns) {
    const values = this.data.pieces[piece];
    return String(this.data.turning ? values.map((_, side) => values[(side + turns) % 4]) : values);
  }

  /** Whether what lies in a place looks as it does in a solution. */
  agrees(solution, place) {
    return this.look(...this.lying[place]) === this.look(...solution[place]);
  }

  /** The place of a piece that can go where a solution has one that looks the same, and how it is to be turned. */
  pieceFor(solution, place) {
    const asked = this.look(...solution[place]);
    for (const [from, [piece]] of this.lying.entries()) {
      if (this.agrees(solution, from)) continue;
      for (let turns = 0; turns < (this.data.turning ? 4 : 1); turns += 1) {
        if (this.look(piece, turns) === asked) return { from, piece, turns };
      }
    }
    return null;
  }

  /** Lay a piece in its place in a solution; what lay there comes to where it was. */
  layAs(solution, place) {
    const { from, piece, turns } = this.pieceFor(solution, place);
    const lying = [...this.lying];
    [lying[from], lying[place]] = [lying[place], [piece, turns]];
    this.take(lying, 1);
  }

  swap(first, second) {
    const lying = [...this.lying];
    [lying[first], lying[second]] = [lying[second], lying[first]];
    this.take(lying, 1);
  }

  /** Turn a piece counter-clockwise by this many quarters. */
  turn(place, quarters) {
    const lying = [...this.lying];
    lying[place] = [lying[place][0], (lying[place][1] + quarters + 4) % 4];
    this.take(lying, 1);
  }

  shuffle() {
    this.take(this.shuffled());
    Object.assign(this, { dealt: this.lying, moves: 0, attempt: new Attempt() });
  }

  shuffled() {
    const free = [...this.lying.keys()].filter((place) => !this.isLocked(place));
    const lying = [...this.lying];
    for (let at = free.length - 1; at > 0; at -= 1) {
      const other = Math.floor(Math.random() * (at + 1));
      [lying[free[at]], lying[free[other]]] = [lying[free[other]], lying[free[at]]];
    }
    for (const place of this.data.turning ? free : []) {
      lying[place] = [lying[place][0], Math.floor(Math.random() * 4)];
    }
    return lying;
  }

  take(lying, moves = 0) {
    this.past.add(this.moment);
    this.lying = lying;
    this.moves += moves;
  }

  /** The number of the solution that lies on the board, or -1. */
  get shown() {
    const now = JSON.stringify(this.lying);
    return this.data.solutions.findIndex((solution) => JSON.stringify(solution) === now);
  }
}
