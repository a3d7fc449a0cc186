// The board as SVG: grid, path in a run of colours above a pale band, rim, walls and numbers in discs; and as a table that is
// not seen, for screen readers.

const SIDE = 100;
const MARGIN = 8;
const STOPS = DATA.stops;
/** So far from the middle of a cell's side, in cells, a press in edit mode means the side. */
const NEAR_SIDE = 0.24;

/** The colour at a position along the path: from 0 up to, but not including, 1. */
function pathColour(position) {
  const at = position * (STOPS.length - 1);
  const index = Math.floor(at);
  return `color-mix(in srgb, ${STOPS[index + 1]} ${((at - index) * 100).toFixed(1)}%, ${STOPS[index]})`;
}

class Board {
  constructor(svg) {
    this.svg = svg;
  }

  /** Show a puzzle, without a path. */
  show(zip) {
    this.zip = zip;
    this.drawn = [];
    const [width, height] = [zip.cols * SIDE, zip.rows * SIDE];
    this.svg.replaceChildren();
    this.svg.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`);
    this.svg.style.setProperty("--cols", zip.cols);
    this.svg.style.setProperty("--rows", zip.rows);
    const frame = { x: 0, y: 0, width, height, rx: 16 };
    svgElement(this.svg, "rect", { class: "surface", ...frame });
    this.colours = svgElement(this.svg, "path", { class: "colours", d: this.darkCells() });
    svgElement(this.svg, "path", { class: "grid", d: this.gridLines(width, height) });
    this.reasonCells = svgElement(this.svg, "g", { class: "reason" });
    this.bands = svgElement(this.svg, "g", { class: "bands" });
    this.reasonSteps = svgElement(this.svg, "g", { class: "reason" });
    this.lines = svgElement(this.svg, "g", { class: "path" });
    this.gleam = svgElement(this.svg, "path", { class: "gleam", pathLength: 1 });
    svgElement(this.svg, "rect", { class: "rim", ...frame });
    svgElement(this.svg, "path", { class: "walls", d: [...zip.walls].map((key) => this.wallLine(key)).join("") });
    this.ghost = svgElement(this.svg, "path", { class: "ghost" });
    this.discs = zip.numbers.map((cell, index) => this.disc(cell, index + 1));
    this.head = svgElement(this.svg, "circle", { class: "head", r: 9 });
    const far = SIDE / 2 - 8;
    this.cursor = svgElement(this.svg, "rect", { class: "cursor", x: -far, y: -far, width: 2 * far, height: 2 * far, rx: 12 });
    this.showPath([]);
    this.showCursor(null);
    this.showGhost(null);
    this.svg.classList.remove("solved", "coloured");
  }

  /** Show this path, drawing only what differs from the one before; `next` is the number to go to. */
  showPath(path, next = null) {
    let same = 0;
    while (same < path.length && path[same] === this.drawn[same]) same += 1;
    const first = Math.max(same - 1, 0); // how the path leaves the last cell that is the same may differ
    for (const group of [this.bands, this.lines]) {
      while (group.childElementCount > first) group.lastChild.remove();
      for (let at = first; at < path.length; at += 1) this.drawPart(group, path, at);
    }
    this.drawn = [...path];
    this.moveTo(this.head, path.length && !this.zip.numberAt.has(path.at(-1)) ? path.at(-1) : null);
    this.discs.forEach((disc, index) => disc.classList.toggle("next", index + 1 === next));
  }

  /** Move what is drawn around the origin to the middle of a cell, or hide it. */
  moveTo(element, cell) {
    element.toggleAttribute("hidden", cell === null);
    if (cell !== null) element.setAttribute("transform", `translate(${this.middle(cell)})`);
  }

  /** The part of the path in one cell: between the sides through which it enters and leaves, round where it ends. */
  drawPart(group, path, at) {
    const here = this.middle(path[at]);
    const towards = (other, share) => this.middle(other).map((v, k) => here[k] + share * (v - here[k]));
    const points = [here];
    if (at) points.unshift(towards(path[at - 1], 0.5));
    if (at + 1 < path.length) points.push(towards(path[at + 1], 0.52));
    const part = svgElement(group, "g", { style: `stroke:${pathColour(at / this.zip.cells)}` });
    svgElement(part, "path", { d: `M${points.map((point) => point.join(" ")).join("L")}` });
    if (!at || at + 1 === path.length) svgElement(part, "path", { class: "end", d: `M${here.join(" ")}h0` });
  }

  /** Mark the board as solved, with a gleam that runs along the path. */
  celebrate(solved) {
    this.svg.classList.toggle("solved", solved);
    const points = solved ? this.drawn.map((cell) => this.middle(cell).join(" ")) : [];
    this.gleam.setAttribute("d", points.length > 1 ? `M${points.join("L")}` : "");
  }

  /** A short shake: no. */
  shake() {
    this.svg.classList.remove("shaken");
    this.svg.getBoundingClientRect();
    this.svg.classList.add("shaken");
  }

  showCursor(cell) {
    this.moveTo(this.cursor, cell);
  }

  /** Show faintly what a press would place: a spot of `spotAt`, or nothing. */
  showGhost(spot) {
    let d = "";
    if (spot?.wall) d = this.wallLine(spot.wall);
    else if (spot) {
      const [x, y] = this.middle(spot.cell);
      d = `M${x - 31} ${y}a31 31 0 1 0 62 0a31 31 0 1 0 -62 0z`;
    }
    this.ghost.setAttribute("d", d);
  }

  /** Show the cells of a reason, what follows from it, and what is known beside that; null for none. */
  showReason(shown) {
    this.reasonCells.replaceChildren();
    this.reasonSteps.replaceChildren();
    if (shown === null) return;
    for (const cell of shown.cells) {
      const [x, y] = this.middle(cell);
      const far = SIDE / 2 - 4;
      svgElement(this.reasonCells, "rect", { x: x - far, y: y - far, width: 2 * far, height: 2 * far, rx: 10 });
    }
    for (const state of ["known", "new"]) {
      const [on, off] = ["on", "off"].map((name) => shown[state][name].map((cells) => cells.map((cell) => this.middle(cell))));
      const lines = on.map((ends) => `M${ends.map((end) => end.join(" ")).join("L")}`).join("");
      const arm = state === "new" ? 13 : 9;
      const crosses = off.map(([[x, y], [x2, y2]]) => {
        const [left, top] = [(x + x2) / 2 - arm, (y + y2) / 2 - arm];
        return `M${left} ${top}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`;
      });
      svgElement(this.reasonSteps, "path", { class: `${state} on`, d: lines });
      svgElement(this.reasonSteps, "path", { class: `${state} off`, d: crosses.join("") });
    }
  }

  /** Where on the board, in cells, a point of the window is. */
  pointAt({ clientX, clientY }) {
    return pointIn(this.svg, clientX, clientY).map((v) => v / SIDE);
  }

  /** The cell at a point of the board, or null. */
  cellAt([x, y]) {
    return this.zip.cell(Math.floor(y), Math.floor(x));
  }

  /** What a press at a point of the board means to an editor: {cell}, {wall} or null; tool "both" goes by the place. */
  spotAt([x, y], tool) {
    const cell = this.cellAt([x, y]);
    if (cell === null) return null;
    const [right, down] = [(x % 1) - 0.5, (y % 1) - 0.5];
    const across = Math.abs(right) > Math.abs(down);
    const isNear = Math.max(Math.abs(right), Math.abs(down)) > 0.5 - NEAR_SIDE;
    if (tool === "numbers" || (tool === "both" && !isNear)) return { cell };
    const other = this.zip.neighbour(cell, across ? [0, Math.sign(right)] : [Math.sign(down), 0]);
    return other === null || other === cell ? null : { wall: wallKey(cell, other) };
  }

  middle(cell) {
    const [row, col] = this.zip.place(cell);
    return [(col + 0.5) * SIDE, (row + 0.5) * SIDE];
  }

  wallLine(key) {
    const [first, second] = wallCells(key);
    const [row, col] = this.zip.place(second);
    return `M${col * SIDE} ${row * SIDE}${second - first === this.zip.cols ? "h" : "v"}${SIDE}`;
  }

  gridLines(width, height) {
    const across = Array.from({ length: this.zip.cols - 1 }, (_, col) => `M${(col + 1) * SIDE} 0V${height}`);
    const down = Array.from({ length: this.zip.rows - 1 }, (_, row) => `M0 ${(row + 1) * SIDE}H${width}`);
    return [...across, ...down].join("");
  }

  darkCells() {
    const dark = [...Array(this.zip.cells).keys()].filter((cell) => !this.zip.isLight(cell)).map((cell) => this.zip.place(cell));
    return dark.map(([row, col]) => `M${col * SIDE} ${row * SIDE}h${SIDE}v${SIDE}h${-SIDE}z`).join("");
  }

  disc(cell, number) {
    const [x, y] = this.middle(cell);
    const disc = svgElement(this.svg, "g", { class: "disc" });
    svgElement(disc, "circle", { class: "ring", cx: x, cy: y, r: 39 });
    svgElement(disc, "circle", { cx: x, cy: y, r: 31 });
    svgElement(disc, "text", { x, y, "font-size": number < 100 ? 34 : 26 }).textContent = number;
    return disc;
  }
}

class CellTable {
  constructor(table, onCell) {
    Object.assign(this, { table, onCell });
  }

  /** Show a puzzle, without a path. */
  show(zip) {
    this.zip = zip;
    this.table.replaceChildren();
    const body = this.table.createTBody();
    this.buttons = [...Array(zip.cells).keys()].map((cell) => {
      const line = cell % zip.cols ? body.lastElementChild : body.insertRow();
      const button = newElement("button", { type: "button", tabindex: -1 });
      line.insertCell().append(onPress(button, () => this.onCell(cell)));
      return button;
    });
    this.showPath([]);
  }

  showPath(path) {
    const step = new Map(path.map((cell, index) => [cell, index + 1]));
    this.buttons.forEach((button, cell) => {
      const text = this.textOf(cell, step.get(cell), path.length);
      if (button.textContent !== text) button.textContent = text;
    });
  }

  /** A cell in words. */
  textOf(cell, step, length) {
    const hasWall = (direction) => {
      const other = this.zip.neighbour(cell, direction);
      return other !== null && this.zip.walls.has(wallKey(cell, other));
    };
    const names = { ArrowUp: "above", ArrowRight: "right", ArrowDown: "below", ArrowLeft: "left" };
    const walls = Object.keys(names).filter((key) => hasWall(DIRECTIONS[key])).map((key) => names[key]);
    const parts = [this.zip.placeText(cell) + (this.zip.numberAt.has(cell) ? "" : ", empty")];
    if (walls.length) parts.push(`wall ${walls.join(" and ")}`);
    if (step) parts.push(step === length ? `step ${step}, the end of the path` : `step ${step}`);
    return parts.join(", ");
  }
}
