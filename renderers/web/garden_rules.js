// The rules of a garden: what the tiles that lie in its box break, what is still to be done, and which tiles fit where.
// Cells go by their number in the order of their coordinates; `codes` is a Map of tiles by cell.

/** A signed permutation matrix at work on a vector. */
const applied = (matrix, vector) => matrix.map((row) => row.reduce((sum, entry, k) => sum + entry * vector[k], 0));

/** Whether a matrix maps a box of these sides to itself: it swaps only sides of one length. */
const preserves = (matrix, sides) =>
  matrix.every((row, k) => row.filter(Boolean).length === 1 && sides[row.findIndex(Boolean)] === sides[k]);

class GardenRules {
  /**
   * data: the fields of the garden, and its directions as {name, bit, step}. Where cells have several orientations,
   * `kinds` tells that of each, and a direction has `steps`, one for each. A region has its `cells`.
   */
  constructor(data) {
    Object.assign(this, data);
    const { box, cells } = data;
    this.count = cells ? cells.length : productOf(box);
    this.ground = cells ? "region" : "box";
    this.numbers = cells ? new Map(cells.map((cell, number) => [cell.join(" "), number])) : null;
    this.reds = new Set(data.redTiles);
    this.tiles = new Set(data.tileSet);
    this.fixedAt = new Map(data.fixed.map(([code, cell]) => [this.number(cell), code]));
    this.forbiddenAt = new Map();
    for (const [code, cell] of data.forbidden) {
      const at = this.number(cell);
      this.forbiddenAt.set(at, [...(this.forbiddenAt.get(at) ?? []), code]);
    }
    this.around = new Map();
  }

  /** The number of a cell; of a region, null for what is not one of its cells. */
  number(cell) {
    if (this.numbers) return this.numbers.get(cell.join(" ")) ?? null;
    return cell.reduce((sum, v, k) => sum * this.box[k] + v, 0);
  }

  cell(number) {
    if (this.numbers) return this.cells[number];
    return this.box.map((side, k) => Math.floor(number / productOf(this.box.slice(k + 1))) % side);
  }

  /** What lies where, of tiles as [[x, y, z, code]]. */
  codesOf(tiles) {
    const dimension = this.directions[0].step.length;
    return new Map(tiles.map((tile) => [this.number(tile.slice(0, dimension)), tile.at(-1)]));
  }

  directionOf(step) {
    return this.directions.findIndex((other) => other.step.every((v, k) => v === step[k]));
  }

  /** The orientation of a cell. */
  kind(cell) {
    return this.kinds ? this.kinds[cell] : 0;
  }

  /** The orientation of the cells in which a tile may lie. */
  kindOf(code) {
    return this.redTiles.findLastIndex((red) => red <= code);
  }

  codeText(code) {
    return String(code).padStart(this.digits, "0");
  }

  stepFrom(cell, direction) {
    const { step, steps } = this.directions[direction];
    return steps ? steps[this.kind(cell)] : step;
  }

  /** The cells that the faces of a cell look at, on a torus across the rim; null for the outside. */
  neighbours(cell) {
    if (!this.around.has(cell)) {
      const at = this.cell(cell);
      const seen = this.directions.map((_, direction) => {
        const beyond = this.wrapped(plus(at, this.stepFrom(cell, direction)));
        return this.numbers || this.isInBox(beyond) ? this.number(beyond) : null;
      });
      this.around.set(cell, seen);
    }
    return this.around.get(cell);
  }

  /** A cell, on a torus where it lies in the box. */
  wrapped(cell) {
    return cell.map((v, k) => (this.boundaries[k] === "torus" ? ((v % this.box[k]) + this.box[k]) % this.box[k] : v));
  }

  isInBox(cell) {
    return this.box.every((side, k) => cell[k] >= 0 && cell[k] < side);
  }

  isBlue(code, direction) {
    return (code & this.directions[direction].bit) !== 0;
  }

  /** Whether a face that looks out of the box or region may be blue. */
  isFree(cell, direction) {
    if (this.numbers) return this.boundaries[0] === "free";
    const beyond = plus(this.cell(cell), this.stepFrom(cell, direction));
    return this.boundaries.every(
      (word, k) => word === "free" || word === "torus" || (beyond[k] >= 0 && beyond[k] < this.box[k]),
    );
  }

  /** The code of the tile that a move makes of a tile: a matrix or, of a region, {places, codes}. */
  turned(code, move) {
    if (move.codes) return move.codes[code];
    const bits = this.directions.map(({ bit, step }) => (code & bit ? this.directions[this.directionOf(applied(move, step))].bit : 0));
    return bits.reduce((sum, bit) => sum + bit);
  }

  /** Whether a cell is not on the surface of the region, or of a box of these sides. */
  isInside(cell, sides = this.box) {
    if (this.numbers) return !this.neighbours(this.number(cell)).includes(null);
    return cell.every((v, k) => this.boundaries[k] === "torus" || (v > 0 && v < sides[k] - 1));
  }

  /** What a face looks at: "free" or "outside" where the box ends, "empty", or "tile" and whether its face is blue. */
  facing(codes, cell, direction) {
    const other = this.neighbours(cell)[direction];
    if (other === null) {
      return { kind: this.isFree(cell, direction) ? "free" : "outside", blue: false };
    }
    if (!codes.has(other)) return { kind: "empty", blue: false, other };
    return { kind: "tile", blue: this.isBlue(codes.get(other), this.opposite[direction]), other };
  }

  /**
   * The broken rules in the words of `cpmodels check`, as {text, wrong, cell, direction}: wrong is what no further tile
   * can mend, the rest is still to be done.
   */
  flaws(codes) {
    const inOrder = [...codes.keys()].sort((a, b) => a - b);
    const found = [...this.flawsOfTiles(codes)];
    for (const cell of inOrder) found.push(...this.flawsOfFaces(codes, cell));
    if (this.rule === "packed" && codes.size < this.count) {
      const empty = this.count - codes.size;
      found.push({ text: `${empty === 1 ? "1 cell" : `${empty} cells`} of the ${this.ground} ${empty === 1 ? "is" : "are"} empty`, wrong: false });
    }
    found.push(...this.flawsOfPlaces(codes));
    if (this.touching) found.push(...this.flawsOfSides(inOrder));
    if (!found.length) found.push(...this.flawsOfParts(codes, inOrder));
    return [...found, ...this.flawsOfFrame(codes, inOrder)];
  }

  *flawsOfTiles(codes) {
    const used = [...codes.values()].sort((a, b) => a - b);
    const foreign = [...new Set(used.filter((code) => !this.tiles.has(code)))];
    if (foreign.length) yield { text: `not tiles of this garden: ${listed(foreign)}`, wrong: true };
    const missing = this.distinct ? [] : this.tileSet.filter((code) => !used.includes(code));
    if (missing.length) yield { text: `missing tiles: ${listed(missing)}`, wrong: false, isMissing: true };
    const twice = [...new Set(used.filter((code, at) => code === used[at - 1]))];
    if (twice.length) yield { text: `tiles used more than once: ${listed(twice)}`, wrong: true };
  }

  *flawsOfFaces(codes, cell) {
    const where = cellText(this.cell(cell));
    if (this.kindOf(codes.get(cell)) !== this.kind(cell)) {
      yield { text: `tile ${codes.get(cell)} lies at ${where}, a cell of another orientation`, wrong: true, cell };
    }
    for (const [direction, { name }] of this.directions.entries()) {
      const { kind, blue } = this.facing(codes, cell, direction);
      if (kind === "free") continue;
      const own = this.isBlue(codes.get(cell), direction);
      const flaw = (text, wrong) => ({ text, wrong, cell, direction });
      if (own && !blue) {
        const what = kind === "tile" ? "a red face" : "the outside or air";
        yield flaw(`the blue ${name} face of ${where} looks at ${what}`, kind !== "empty");
      } else if (!own && blue) yield flaw(`the red ${name} face of ${where} touches a blue face`, true);
      else if (!own && kind === "tile" && this.rule === "hanging") {
        yield flaw(`the red ${name} face of ${where} touches a tile`, true);
      }
    }
  }

  *flawsOfPlaces(codes) {
    for (const [code, cell] of this.fixed) {
      if (codes.get(this.number(cell)) === code) continue;
      const text = `tile ${code} is not at ${cellText(cell)}, where it is fixed`;
      yield { text, wrong: codes.has(this.number(cell)) };
    }
    for (const [code, cell] of this.forbidden) {
      const lies = codes.get(this.number(cell));
      if (lies === undefined || (code !== null && code !== lies)) continue;
      const why = code === null ? "no tile may lie" : "it may not";
      yield { text: `tile ${lies} lies at ${cellText(cell)}, where ${why}`, wrong: true, cell: this.number(cell) };
    }
  }

  *flawsOfSides(inOrder) {
    const cells = inOrder.map((cell) => this.cell(cell));
    for (const { name, step } of this.directions) {
      const axis = step.findIndex(Boolean);
      const layer = step[axis] > 0 ? this.box[axis] - 1 : 0;
      if (cells.some((cell) => cell[axis] === layer)) continue;
      yield { text: `no tile touches the ${name} side of the box`, wrong: false };
    }
  }

  *flawsOfParts(codes, inOrder) {
    const [least, most] = this.components;
    if (least === 0 && most === null) return;
    const starts = this.partsOf(codes, inOrder);
    if (starts.length >= least && (most === null || starts.length <= most)) return;
    const bounds = most === null ? `at least ${least}` : least < most ? `${least} to ${most}` : `${most}`;
    const where = starts.length ? ` (${listed(starts.map((cell) => `one with ${cellText(this.cell(cell))}`))})` : "";
    const canGrow = this.distinct && this.rule === "hanging" && starts.length < least;
    const text = `the garden has ${starts.length} component${starts.length === 1 ? "" : "s"}${where}, not ${bounds}`;
    yield { text, wrong: !canGrow };
  }

  /** The first cell of each part that is connected by blue faces, the red tile apart. */
  partsOf(codes, inOrder) {
    const unseen = new Set(inOrder.filter((cell) => !this.reds.has(codes.get(cell))));
    const starts = [];
    for (const start of inOrder) {
      if (!unseen.delete(start)) continue;
      starts.push(start);
      const frontier = [start];
      while (frontier.length) {
        const cell = frontier.pop();
        this.neighbours(cell).forEach((other, direction) => {
          if (this.isBlue(codes.get(cell), direction) && unseen.delete(other)) frontier.push(other);
        });
      }
    }
    return starts;
  }

  /** What has to do with the box: the garden's own one, where the box is minimised. */
  *flawsOfFrame(codes, inOrder) {
    let [low, sides, name] = [this.directions[0].step.map(() => 0), this.box, `the ${this.ground}`];
    if (this.ownBox) {
      if (!inOrder.length) {
        yield { text: "the garden is empty, so it has no box of its own", wrong: false };
        return;
      }
      const cells = inOrder.map((cell) => this.cell(cell));
      low = this.box.map((_, k) => Math.min(...cells.map((cell) => cell[k])));
      sides = this.box.map((_, k) => Math.max(...cells.map((cell) => cell[k])) - low[k] + 1);
      name = "the garden's own box";
    }
    if (this.red === "inside") {
      for (const cell of inOrder) {
        if (!this.reds.has(codes.get(cell)) || this.isInside(minus(this.cell(cell), low), sides)) continue;
        const text = `the red tile lies at ${cellText(this.cell(cell))}, on the surface of ${name}`;
        yield { text, wrong: !this.ownBox, cell };
      }
    }
    for (const move of this.group) {
      const flaw = this.asymmetry(codes, inOrder, move, low, sides, name);
      if (flaw) {
        yield flaw;
        return;
      }
    }
    for (const move of this.further[pattern(sides)] ?? []) {
      if (this.asymmetry(codes, inOrder, move, low, sides, name)) continue;
      const words = (move.matrix ?? move).map((row) => `[${row.join(", ")}]`).join(", ");
      yield { text: `the garden looks the same after [${words}] too, which is not required`, wrong: false };
      return;
    }
  }

  asymmetry(codes, inOrder, move, low, sides, name) {
    if (!move.places && !preserves(move, sides)) {
      return { text: `the symmetry does not map ${name} of ${sides.join(" x ")} to itself`, wrong: false };
    }
    for (const cell of inOrder) {
      const [code, image] = [codes.get(cell), this.image(cell, move, low, sides)];
      if (codes.get(image) === this.turned(code, move)) continue;
      const [from, to] = [cell, image].map((each) => cellText(this.cell(each)));
      const text = `the symmetry takes tile ${code} at ${from} to ${to}, which does not hold its image`;
      return { text, wrong: codes.has(image) && !this.ownBox, cell };
    }
    return null;
  }

  /** Where a move takes a cell, about the middle of the region, or of a box of these sides from `low` on. */
  image(cell, move, low, sides) {
    if (move.places) return move.places[cell];
    const doubled = applied(move, minus(this.cell(cell), low).map((v, k) => 2 * v - (sides[k] - 1)));
    return this.number(doubled.map((v, k) => (v + sides[k] - 1) / 2 + low[k]));
  }

  /** Whether a tile may lie in a cell beside what lies already; what lies in the cell itself does not count. */
  fits(codes, cell, code) {
    if ((this.fixedAt.get(cell) ?? code) !== code) return false;
    if ((this.forbiddenAt.get(cell) ?? []).some((forbidden) => forbidden === null || forbidden === code)) return false;
    if (this.kindOf(code) !== this.kind(cell)) return false;
    if (this.reds.has(code) && this.red === "inside" && !this.ownBox && !this.isInside(this.cell(cell))) return false;
    return this.directions.every((_, direction) => {
      const { kind, blue, other } = this.facing(codes, cell, direction);
      const own = this.isBlue(code, direction);
      const isOwn = other === cell; // On a torus, once around.
      if (!isOwn && (kind === "free" || kind === "empty")) return true;
      if (kind === "outside") return !own;
      return own === (isOwn ? this.isBlue(code, this.opposite[direction]) : blue) && (own || this.rule === "packed");
    });
  }

  /** Whether a blue face looks at a cell. */
  isTouched(codes, cell) {
    return this.directions.some((_, direction) => this.facing(codes, cell, direction).blue);
  }

  /** Whether a blue face, or a full box, asks for a tile in an empty cell. */
  isAskedFor(codes, cell) {
    return this.rule === "packed" || this.isTouched(codes, cell);
  }

  /**
   * The blue faces as [tile, direction, kind, touched], tiles by their place in `tiles` ([[x, y, z, code]]): kind 0,
   * they touch, told once; 1, they lead out of the box, on a torus to the tile touched there; 2, they meet no blue face.
   */
  reaches(tiles) {
    const codes = this.codesOf(tiles);
    const index = new Map([...codes.keys()].map((cell, at) => [cell, at]));
    const found = [];
    for (const [cell, code] of codes) {
      for (const direction of this.directions.keys()) {
        if (!this.isBlue(code, direction)) continue;
        const step = this.stepFrom(cell, direction);
        const { kind, blue, other } = this.facing(codes, cell, direction);
        const reach = (what, touched) => found.push([index.get(cell), direction, what, touched]);
        if (kind === "free") reach(1, -1);
        else if (!blue) reach(2, -1);
        else if (this.cell(other).some((v, k) => v !== this.cell(cell)[k] + step[k])) reach(1, index.get(other));
        else if (cell < other) reach(0, index.get(other));
      }
    }
    return found;
  }
}

const productOf = (sides) => sides.reduce((product, side) => product * side, 1);
const plus = (one, other) => one.map((v, k) => v + other[k]);
const minus = (one, other) => one.map((v, k) => v - other[k]);
/** A cell in words, its coordinates counted from 1. */
const cellText = (cell) => cell.map((at, axis) => `${"xyzuv"[axis]} ${at + 1}`).join(", ");
/** Which sides are of one length: the number of the first side as long as each. */
const pattern = (sides) => sides.map((side) => sides.indexOf(side)).join("");
