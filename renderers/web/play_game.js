// A game: the marks on the board, what can be undone, the time, and what is kept of it over a reload.

const MOST_UNDONE = 500;

class Game extends Undoable {
  constructor() {
    super("text");
    this.begin();
    this.restore();
  }

  /** A new attempt at the board, which may be solved without the player. */
  begin(state = FIXED) {
    Object.assign(this, { state: [...state], notes: {} });
    this.attempt = new Attempt({ wasShown: this.isSolved });
  }

  get text() {
    return JSON.stringify([this.state, this.notes]);
  }

  set text(text) {
    [this.state, this.notes] = JSON.parse(text);
  }

  /** Do something that can be undone at once. */
  act(action) {
    const before = this.moment;
    action();
    if (this.text === before.text) return;
    this.past.add(before);
    if (this.past.before.length > MOST_UNDONE) this.past.before.shift();
    this.keep();
  }

  retrace(isRedo) {
    super.retrace(isRedo);
    this.keep();
  }

  keep() {
    const { state, notes, attempt } = this;
    keep(DATA.digest, { state, notes, ...attempt });
  }

  restore() {
    const most = DATA.isLines ? CROSS : DATA.values.length - 1;
    const isGame = (state) => isList(state, SPOTS) && state.every((value) => isWhole(value, -1, most));
    const areNotes = ([, values]) => isList(values) && values.every((value) => isWhole(value, 0, most));
    const before = kept(DATA.digest);
    if (isGame(before?.state)) {
      const notes = Object.fromEntries(Object.entries(before.notes ?? {}).filter(areNotes));
      Object.assign(this, { state: before.state, notes, attempt: new Attempt(before) });
    }
    const linked = linkedGame(SPOTS);
    if (isGame(linked)) {
      this.past.add(this.moment);
      this.begin(linked.map((value, spot) => (FIXED[spot] >= 0 ? FIXED[spot] : value)));
    }
  }

  set(spot, value) {
    if (FIXED[spot] < 0) this.state[spot] = value;
  }

  toggleNote(spot, value) {
    if (FIXED[spot] >= 0) return;
    const noted = new Set(this.notes[spot] ?? []);
    if (!noted.delete(value)) noted.add(value);
    this.notes[spot] = [...noted];
    this.state[spot] = -1;
  }

  /** Take the marks of a solution, by their numbers, in the place of all that is on the board. */
  take(marks) {
    Object.assign(this, { state: [...FIXED], notes: {} });
    for (const at of marks) this.set(DATA.marks[at][0], DATA.marks[at][1]);
    for (const [point, spot] of shadeAt) this.set(spot, joinedTo(point, this.state).length ? -1 : CROSS);
  }

  /** What the marks say: each spot with its literal, the literals, and the spots of those that cannot be. */
  get said() {
    const marked = [...this.state.keys()].filter((spot) => this.state[spot] >= 0 && FIXED[spot] < 0);
    const isCross = (spot) => DATA.isLines && this.state[spot] === CROSS;
    const literalOf = (spot) => literalAt.get(`${spot} ${isCross(spot) ? LINE : this.state[spot]}`);
    const spots = marked.filter(literalOf).map((spot) => [spot, isCross(spot) ? -literalOf(spot) : literalOf(spot)]);
    return { spots, known: spots.map(([, literal]) => literal), impossible: marked.filter((spot) => !isCross(spot) && !literalOf(spot)) };
  }

  get filled() {
    const isFilled = (value) => (DATA.isLines ? value === LINE : value >= 0 && value !== BLANK);
    return this.state.filter((value, spot) => FIXED[spot] < 0 && isFilled(value)).length;
  }

  /** Whether the board is a solution, just as it is: nothing more is in cells that are open. */
  get isSolved() {
    const state = this.state.map((value) => (value < 0 && BLANK !== null ? BLANK : value));
    if ((DATA.isLines && !state.includes(LINE)) || this.said.impossible.length) return false;
    Game.solver ??= new Solver(DATA.formula);
    const open = DATA.marks.filter(([spot]) => FIXED[spot] < 0 && !isShade(spot));
    return Game.solver.solve(open.map(([spot, value, literal]) => (state[spot] === value ? literal : -literal)));
  }
}
