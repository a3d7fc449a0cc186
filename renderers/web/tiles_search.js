// The worker in which all solutions of a small puzzle are searched depth first, cell by cell.
//
// It is told a puzzle {rows, cols, pieces, sign, rotations, border, clues}, and tells {tries, count, classes, solutions,
// isOver}: how many pieces it has laid, how many different boards it has found, how many they are up to turning the
// board (null where turns of the board are no symmetry), and the first few.  Where there is no solution it then looks for
// the one slip in typing that explains it, and tells {slips, tried, isOver} of those: see `slipsOf`.
//
// The solver of all pages, with the library's formula, takes 2 to 16 times as long for all solutions of 8 of 11 sets of nine
// and sixteen pieces (132 in 1.2 s, here in 0.2); of the other three it is the sooner done, in up to 14 ms against 60.

const [SLICE, STEPS_BETWEEN, MOST_KEPT] = [60, 4000, 20];
const turnOf = (edges, turns) => [...edges.slice(turns), ...edges.slice(0, turns)];
/** The turns that a piece may take. */
const turnsOf = (rotations) => (rotations ? [0, 1, 2, 3] : [0]);

class PieceSearch {
  constructor(puzzle) {
    Object.assign(this, puzzle);
    this.cells = this.rows * this.cols;
    this.left = new Map();
    this.looks = [];
    const turns = turnsOf(this.rotations);
    const known = new Map();
    for (const [piece, edges] of this.pieces.entries()) {
      const oriented = [...new Map(turns.map((turn) => [String(turnOf(edges, turn)), turnOf(edges, turn)])).values()];
      const shape = oriented.map(String).sort()[0];
      if (!known.has(shape)) {
        known.set(shape, []);
        for (const each of oriented) this.looks.push({ edges: each, shape });
      }
      known.get(shape).push(piece);
    }
    this.alike = known;
    for (const [shape, alike] of known) this.left.set(shape, alike.length);
    const lookOf = ([, , piece, turn]) => String(turnOf(this.pieces[piece], turn));
    this.fixed = new Map(this.clues.map((clue) => [clue[0] * this.cols + clue[1], lookOf(clue)]));
    this.reserve();
    Object.assign(this, { laid: [], tries: 0, count: 0, halfTurns: 0, quarterTurns: 0, solutions: [], isOver: false });
    this.stack = [this.candidates()];
  }

  /** Pieces that clues fix lie nowhere else: what looks like them is left for their cells. */
  reserve() {
    this.reserved = new Map([...this.left.keys()].map((shape) => [shape, 0]));
    for (const look of this.fixed.values()) {
      const { shape } = this.looks.find(({ edges }) => String(edges) === look);
      this.reserved.set(shape, this.reserved.get(shape) + 1);
    }
  }

  /** The looks that fit the next cell. */
  candidates() {
    const cell = this.laid.length;
    const [row, col] = [Math.floor(cell / this.cols), cell % this.cols];
    const fixed = this.fixed.get(cell);
    const rim = [row === 0, col === this.cols - 1, row === this.rows - 1, col === 0];
    return this.looks.filter(({ edges, shape }) => {
      const isFree = this.left.get(shape) > this.reserved.get(shape);
      if (fixed === undefined ? !isFree : String(edges) !== fixed) return false;
      if (row > 0 && edges[0] !== this.sign * this.laid[cell - this.cols].edges[2]) return false;
      if (col > 0 && edges[3] !== this.sign * this.laid[cell - 1].edges[1]) return false;
      return this.border === null || edges.every((value, side) => (value === this.border) === rim[side]);
    });
  }

  lay(look) {
    if (this.fixed.has(this.laid.length)) this.reserved.set(look.shape, this.reserved.get(look.shape) - 1);
    this.left.set(look.shape, this.left.get(look.shape) - 1);
    this.laid.push(look);
    this.tries += 1;
  }

  takeBack() {
    const { shape } = this.laid.pop();
    this.left.set(shape, this.left.get(shape) + 1);
    if (this.fixed.has(this.laid.length)) this.reserved.set(shape, this.reserved.get(shape) + 1);
  }

  run(steps) {
    for (let step = 0; step < steps && !this.isOver; step += 1) {
      const look = this.stack.at(-1).pop();
      if (look === undefined) {
        this.stack.pop();
        if (this.laid.length) this.takeBack();
        this.isOver = this.stack.length === 0;
        continue;
      }
      this.lay(look);
      if (this.laid.length === this.cells) {
        this.note();
        this.takeBack();
      } else this.stack.push(this.candidates());
    }
  }

  note() {
    this.count += 1;
    if (this.isTurned(2)) this.halfTurns += 1;
    if (this.rows === this.cols && this.isTurned(1)) this.quarterTurns += 1;
    if (this.solutions.length < MOST_KEPT) this.solutions.push(this.lying());
  }

  /** Whether the board looks the same after this many counter-clockwise quarter turns of all of it. */
  isTurned(turns) {
    return this.laid.every(({ edges }, cell) => {
      const [row, col] = [Math.floor(cell / this.cols), cell % this.cols];
      const to = turns === 1 ? (this.cols - 1 - col) * this.cols + row : this.cells - 1 - cell;
      return String(turnOf(edges, turns)) === String(this.laid[to].edges);
    });
  }

  /** Which piece lies in each cell, and how it is turned; pieces that clues fix lie in their cells. */
  lying() {
    const fixed = new Map(this.clues.map(([row, col, piece]) => [row * this.cols + col, piece]));
    const given = new Set(fixed.values());
    const free = new Map([...this.alike].map(([shape, alike]) => [shape, alike.filter((piece) => !given.has(piece))]));
    return this.laid.map(({ edges, shape }, cell) => {
      const piece = fixed.get(cell) ?? free.get(shape).shift();
      return [piece, [0, 1, 2, 3].find((turn) => String(turnOf(this.pieces[piece], turn)) === String(edges))];
    });
  }

  /** How many boards there are up to turning, by Burnside's lemma. */
  get classes() {
    if (!this.rotations || this.clues.length) return null;
    if (this.rows !== this.cols) return (this.count + this.halfTurns) / 2;
    return (this.count + this.halfTurns + 2 * this.quarterTurns) / 4;
  }
}

/** A slip explains something where this many solutions are left once it is mended, or fewer. */
const FEW = 3;

/**
 * What may be one slip in typing, likeliest first, as `EdgeMatching.slips` in Python has it: {piece, sides, value, before,
 * pieces, sort}, either two sides that are exchanged or one side with its value and that before.
 */
function* slipsOf({ pieces, sign, border, rotations }) {
  const edges = pieces.flat();
  const values = [...new Set(edges.flatMap((value) => [value, sign * value]))].sort((a, b) => a - b);
  const isOdd = (value) => value !== border && edges.filter((edge) => edge === sign * value).length === (sign > 0 ? 1 : 0);
  const put = (list, place, value) => list.map((old, at) => (at === place ? value : old));
  function* replaced(sort, isMeant) {
    for (const [piece, old] of pieces.entries()) {
      for (const [side, before] of old.entries()) {
        for (const value of values.filter((each) => each !== before && isMeant(before, each))) {
          yield { piece, sides: [side], value, before, pieces: put(pieces, piece, put(old, side, value)), sort };
        }
      }
    }
  }
  yield* replaced("odd", (before) => isOdd(before));
  for (const [piece, old] of pieces.entries()) {
    const looks = new Set();
    const lookOf = (one) => turnsOf(rotations).map((turns) => String(turnOf(one, turns))).sort()[0];
    looks.add(lookOf(old));
    for (const sides of [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]) {
      const [one, other] = sides;
      const changed = put(put(old, one, old[other]), other, old[one]);
      if (looks.has(lookOf(changed))) continue;
      looks.add(lookOf(changed));
      yield { piece, sides, pieces: put(pieces, piece, changed), sort: "exchanged" };
    }
  }
  yield* replaced("half", (before, value) => !isOdd(before) && sign * before === value);
  yield* replaced("colour", (before, value) => !isOdd(before) && sign * before !== value);
}

let given = null;
let search = null;
let slips = null; // those that are still to be tried
let slip = null; // that which is being tried
let tried = 0;
let explaining = [];

onmessage = ({ data }) => {
  given = data;
  search = new PieceSearch(data);
  goOn();
};

function goOn() {
  const until = performance.now() + SLICE;
  let isOver = false;
  while (!isOver && performance.now() < until) {
    search.run(STEPS_BETWEEN);
    if (slip && search.count > 4 * FEW) search.isOver = true;
    if (search.isOver) isOver = slips === null ? search.count > 0 : !noteSlip();
    if (slips === null && search.isOver) {
      tell(true);
      if (isOver) return;
      slips = slipsOf(given);
      isOver = !nextSlip();
    }
  }
  if (slips === null) tell(false);
  else postMessage({ slips: explaining, tried, isOver });
  if (!isOver) setTimeout(goOn);
}

function tell(isOver) {
  const { tries, count, classes, solutions } = search;
  postMessage({ tries, count, classes, solutions, isOver });
}

/** Keep a slip if it explains something, and go on to the next; whether there is one. */
function noteSlip() {
  const count = search.classes ?? search.count;
  tried += 1;
  if (count >= 1 && count <= FEW) explaining.push({ ...slip, count });
  return nextSlip();
}

/** Begin to try the next slip; those of a sort are tried only where no likelier one explains anything. */
function nextSlip() {
  const { value, done } = slips.next();
  if (done || (explaining.length && value.sort !== slip?.sort)) return false;
  slip = value;
  search = new PieceSearch({ ...given, pieces: slip.pieces });
  return true;
}
