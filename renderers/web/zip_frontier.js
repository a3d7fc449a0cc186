// The search along a frontier, row by row: all paths at once.  It decides boards of some ten columns, however hard.
//
// Cells are settled one after another.  Of those behind the frontier only this matters for those ahead: where the path
// crosses the frontier, in plugs, which plugs belong to one piece of path, and the number next to each plug along its
// piece.  Boards that agree in this go on in the same ways, so one of them stands for all; two ways to it are kept,
// which is enough to tell one solution from several.

/** On wider boards, or with more states in all or at one cell, the search would take too much memory. */
const [MOST_COLUMNS, MOST_STATES, MOST_AHEAD] = [16, 5_000_000, 600_000];
/** A plug's code: this times the other end of its piece of path, a plug or an end of the path; plus its number. */
const CODES = 512;

class Frontier {
  /** A search for two solutions of a Zip on the cells that are not `covered`, of which there are two or more. */
  constructor(zip, covered = []) {
    this.isTurned = zip.cols > zip.rows;
    this.zip = this.isTurned ? turned(zip) : zip;
    this.place = (cell) => (this.isTurned ? turnedCell(zip, cell) : cell);
    this.isOpen = new Uint8Array(zip.cells).fill(1);
    for (const cell of covered) this.isOpen[this.place(cell)] = 0;
    Object.assign(this, { moves: 0, solutions: [], isOver: false, isTooLarge: false, layers: [], states: 0 });
    this.width = this.zip.cols;
    [this.across, this.first, this.last] = [this.width, this.width + 2, this.width + 3];
    this.lastNumber = this.zip.numbers.length;
    this.freeEnds = Math.max(2 - this.zip.numbers.length, 0);
    this.lastCell = this.isOpen.lastIndexOf(1);
    this.cell = -1;
    this.ahead = new Map([[String.fromCharCode(...Array(this.width + 2).fill(0)), 0]]);
    this.nextCell();
  }

  /** Go on with so many states, or until it is over. */
  run(moves) {
    for (let count = 0; count < moves && !this.isOver; count += 1) {
      const { value, done } = this.behind.next();
      if (done || this.ahead.size > MOST_AHEAD) this.nextCell();
      else this.settle(...value);
    }
  }

  nextCell() {
    if (this.cell >= 0) this.layers.push(compact(this.layer));
    this.states += this.ahead.size;
    const isWide = this.width > MOST_COLUMNS || this.lastNumber >= CODES;
    this.isTooLarge = isWide || this.states > MOST_STATES || this.ahead.size > MOST_AHEAD;
    this.cell += 1;
    if (this.cell === this.zip.cells && this.ahead.size) this.solutions = this.found();
    this.isOver = this.cell === this.zip.cells || this.ahead.size === 0 || this.isTooLarge;
    this.behind = this.ahead.entries();
    this.ahead = new Map();
    this.layer = { right: [], down: [], from: [], also: [] };
    [this.row, this.col] = this.zip.place(this.cell);
    const leads = (direction) => {
      const next = this.isOver ? null : this.zip.neighbour(this.cell, direction);
      return next !== null && this.isOpen[next] === 1 && !this.zip.walls.has(wallKey(this.cell, next));
    };
    this.outlets = [...(leads([0, 1]) ? [this.across] : []), ...(leads([1, 0]) ? [this.col] : [])];
    this.number = this.zip.numberAt.get(this.cell) ?? 0;
  }

  /** All that the path can do in this cell, from one state of the frontier. */
  settle(text, index) {
    this.moves += 1;
    this.index = index;
    const plugs = [];
    for (let at = 0; at < text.length; at += 1) plugs.push(text.charCodeAt(at));
    if (!this.isOpen[this.cell]) return this.keep(plugs);
    const inlets = [this.across, this.col].filter((plug) => plugs[plug]);
    const isFirst = this.number === 1;
    const isLast = !isFirst && this.number > 0 && this.number === this.lastNumber;
    if (isFirst || isLast) return this.finish(plugs, inlets, isFirst ? this.first : this.last);
    this.pass(plugs, inlets);
    if (this.number || plugs[this.width + 1] === this.freeEnds) return; // No end of the path is left to be placed.
    plugs[this.width + 1] += 1;
    this.finish(plugs, inlets, this.last);
  }

  /** The path goes through the cell. */
  pass(plugs, inlets) {
    if (inlets.length === 2) this.join(plugs, ...inlets);
    else if (inlets.length === 1) this.lead(plugs, ...inlets);
    else if (this.outlets.length === 2) {
      const [right, down] = this.outlets;
      const next = plugs.slice();
      next[right] = codeOf(down + 1, this.number);
      next[down] = codeOf(right + 1, this.number);
      this.keep(next);
    }
  }

  /** A piece of path comes in at a plug and goes out at another. */
  lead(plugs, inlet) {
    if (!this.takesNumber(plugs, inlet)) return;
    const [mate, near] = [mateOf(plugs[inlet]), nearOf(plugs[inlet])];
    for (const outlet of this.outlets) {
      const next = plugs.slice();
      next[inlet] = 0;
      next[outlet] = codeOf(mate, this.number || near);
      this.tie(next, mate, outlet + 1, this.number);
      this.keep(next);
    }
  }

  /** Two pieces of path meet in the cell. */
  join(plugs, left, above) {
    const [mate, mate2] = [mateOf(plugs[left]), mateOf(plugs[above])];
    const [near, near2] = [nearOf(plugs[left]), nearOf(plugs[above])];
    if (mate === above + 1 || !this.takesNumber(plugs, left)) return;
    const far = near ? this.farOf(plugs, left) : this.number;
    if (!inOrder(far, this.number || near, near2, this.farOf(plugs, above))) return;
    const next = plugs.slice();
    next[left] = next[above] = 0;
    this.tie(next, mate, mate2, this.number || near2);
    this.tie(next, mate2, mate, this.number || near);
    if (this.isPlug(mate) || this.isPlug(mate2) || this.isWhole(next)) this.keep(next);
  }

  /** The path ends in the cell; `end` is what the far end of its piece will be told. */
  finish(plugs, inlets, end) {
    if (inlets.length === 2) return;
    for (const outlet of inlets.length ? [] : this.outlets) {
      const next = plugs.slice();
      next[outlet] = codeOf(end, this.number);
      this.keep(next);
    }
    const [inlet] = inlets;
    if (inlet === undefined || !this.takesNumber(plugs, inlet)) return;
    const mate = mateOf(plugs[inlet]);
    const next = plugs.slice();
    next[inlet] = 0;
    this.tie(next, mate, end, this.number);
    if (this.isPlug(mate) || this.isWhole(next)) this.keep(next);
  }

  /** Tell the plug at one end of a piece of path what is at the other, and a number that is new to it. */
  tie(plugs, end, other, number) {
    if (this.isPlug(end)) plugs[end - 1] = codeOf(other, nearOf(plugs[end - 1]) || number);
  }

  isPlug(end) {
    return end < this.first;
  }

  /** The number at the far end of a plug's piece of path. */
  farOf(plugs, plug) {
    const mate = mateOf(plugs[plug]);
    if (mate === this.first) return 1;
    return mate === this.last ? this.zip.numbers.length : nearOf(plugs[mate - 1]);
  }

  takesNumber(plugs, plug) {
    return inOrder(this.farOf(plugs, plug), nearOf(plugs[plug]), this.number, this.number);
  }

  /** Whether the path that has just come to both its ends has covered the board. */
  isWhole(plugs) {
    return this.cell === this.lastCell && plugs.every((plug, at) => !plug || at === this.width + 1);
  }

  keep(plugs) {
    const text = String.fromCharCode.apply(null, plugs);
    const known = this.ahead.get(text);
    const { right, down, from, also } = this.layer;
    if (known === undefined) {
      this.ahead.set(text, from.length);
      right.push(plugs[this.across] > 0);
      down.push(plugs[this.col] > 0);
      from.push(this.index);
      also.push(-1);
    } else if (also[known] < 0) also[known] = this.index;
  }

  /** The solutions, two at the most, read back from the last cell to the first. */
  found() {
    const ways = [this.wayBack(false)];
    if (ways[0].isAmbiguous) ways.push(this.wayBack(true));
    const paths = ways.map(({ links }) => this.pathOf(links));
    return this.zip.numbers.length || paths.length > 1 ? paths : [...paths, [...paths[0]].reverse()];
  }

  /** Which cells the path links, going back the first way or, where there is another for the first time, that. */
  wayBack(isOther) {
    const links = [];
    let [index, isAmbiguous] = [0, false];
    for (let cell = this.zip.cells - 1; cell >= 0; cell -= 1) {
      const { right, down, from, also } = this.layers[cell];
      if (right[index]) links.push([cell, cell + 1]);
      if (down[index]) links.push([cell, cell + this.width]);
      const isFork = also[index] >= 0 && !isAmbiguous;
      isAmbiguous ||= isFork;
      index = isFork && isOther ? also[index] : from[index];
    }
    return { links, isAmbiguous };
  }

  pathOf(links) {
    const beside = new Map();
    for (const [one, other] of links) {
      beside.set(one, [...(beside.get(one) ?? []), other]);
      beside.set(other, [...(beside.get(other) ?? []), one]);
    }
    const start = this.zip.numbers[0] ?? [...beside.keys()].find((cell) => beside.get(cell).length === 1);
    const path = [start];
    while (path.length < beside.size) path.push(beside.get(path.at(-1)).find((cell) => cell !== path.at(-2)));
    return path.map((cell) => (this.isTurned ? turnedCell(this.zip, cell) : cell));
  }
}

/** What is kept of a cell that is settled, in less memory. */
const compact = ({ right, down, from, also }) => ({
  right: Uint8Array.from(right),
  down: Uint8Array.from(down),
  from: Int32Array.from(from),
  also: Int32Array.from(also),
});

const codeOf = (mate, near) => mate * CODES + near;
const mateOf = (plug) => Math.floor(plug / CODES);
const nearOf = (plug) => plug % CODES;

/** Whether pieces with the numbers from `far` to `near` and from `near2` to `far2` can be joined between these. */
function inOrder(far, near, near2, far2) {
  if (!near || !near2) return true;
  if (near < near2) return near2 === near + 1 && far <= near && far2 >= near2;
  return near2 === near - 1 && far >= near && far2 <= near2;
}

/** A cell of a puzzle, where it lies when rows become columns. */
const turnedCell = (zip, cell) => (cell % zip.cols) * zip.rows + Math.floor(cell / zip.cols);

function turned(zip) {
  const turn = (cell) => turnedCell(zip, cell);
  const walls = [...zip.walls].map((key) => wallKey(...wallCells(key).map(turn)));
  return new Zip(zip.cols, zip.rows, zip.numbers.map(turn), walls);
}
