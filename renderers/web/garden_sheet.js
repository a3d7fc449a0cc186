// Boards that are not squares in rows: hexagons, triangles, squares that touch at corners, discs on any flat lattice.
// Python tells where the middles of cells lie, and the outlines and parts of tiles, in hundredths of a cell.

class Sheet {
  constructor() {
    const { middles, kinds } = DATA.sheet;
    Object.assign(this, { index: 0, middles, kinds });
    const corners = middles.flatMap(([x, y], cell) => this.outline(cell).map(([dx, dy]) => [x + dx, y + dy]));
    const ends = [0, 1].map((k) => corners.reduce(([a, b], at) => [Math.min(a, at[k]), Math.max(b, at[k])], [1e9, -1e9]));
    [this.left, this.top] = ends.map(([low]) => low);
    [this.width, this.height] = ends.map(([low, high]) => high - low);
    [this.cols, this.rows] = [this.width / 100, this.height / 100];
    const heights = [...new Set(middles.map(([, y]) => y))].sort((a, b) => a - b);
    this.lines = heights.map((height) =>
      [...middles.keys()].filter((cell) => middles[cell][1] === height).sort((a, b) => middles[a][0] - middles[b][0]),
    );
  }

  get cells() {
    return this.lines.flat();
  }

  has() {
    return true;
  }

  middle(cell) {
    const [x, y] = this.middles[cell];
    return [+(x - this.left).toFixed(2), +(y - this.top).toFixed(2)];
  }

  outline(cell) {
    return this.kinds[rules.kind(cell)].outline;
  }

  /** A shape about the middle of a cell, so much smaller than the cell. */
  addShape(parent, name, cell, factor) {
    svgElement(parent, "path", { class: name, d: pathOf(this.outline(cell).map((point) => point.map((v) => v * factor))) });
  }

  get focusCell() {
    const middle = [this.left + this.width / 2, this.top + this.height / 2];
    const distance = (cell) => Math.hypot(...minus(this.middles[cell], middle));
    return this.cells.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best));
  }

  /** The cell to which an arrow leads: the next one of those that lie rather that way than aside. */
  beside(cell, [down, right]) {
    const cost = (other) => {
      const [x, y] = minus(this.middles[other], this.middles[cell]);
      const [along, across] = [x * right + y * down, Math.abs(x * down) + Math.abs(y * right)];
      return along > 1 && across <= 2 * along ? along + 2 * across : Infinity;
    };
    const next = this.cells.reduce((best, other) => (cost(other) < cost(best) ? other : best), cell);
    return next === cell ? null : next;
  }

  /** What a tile by itself is seen in. */
  view(code) {
    const { rim } = this.kinds[rules.kindOf(code)];
    const ends = [0, 1].map((k) => rim.map((point) => point[k])).map((at) => [Math.min(...at) - 2, Math.max(...at) + 2]);
    return { viewBox: ends.map(([low]) => low).concat(ends.map(([low, high]) => high - low)).join(" "), "aria-hidden": "true" };
  }

  drawTile(parent, code) {
    const { parts, rim } = this.kinds[rules.kindOf(code)];
    svgElement(parent, "path", { d: pathOf(rim), fill: DATA.quiet });
    parts.forEach((part, direction) => {
      svgElement(parent, "path", { d: pathOf([...part, [0, 0]]), fill: colourOf(code, direction) });
    });
    const seams = parts.flatMap((part) => [part[0], part.at(-1)]).map(([x, y]) => `M0 0L${x} ${y}`);
    svgElement(parent, "path", { class: "seam", d: seams.join("") });
    svgElement(parent, "circle", { class: "hub", r: 21 });
    svgElement(parent, "text", { class: "code", y: 1, "font-size": rules.digits > 2 ? 20 : 26 }).textContent = codeText(code);
  }

  way(cell, direction) {
    return this.kinds[rules.kind(cell)].ways[direction];
  }

  drawReaches(parent, codes, cell) {
    for (const direction of rules.directions.keys()) {
      const name = reachOf(codes, cell, direction);
      const [x, y] = this.way(cell, direction).map((v) => 0.505 * v);
      if (name) svgElement(parent, "path", { class: `${name} line`, d: `M0 0L${x} ${y}`, "stroke-width": DATA.sheet.bar });
    }
  }

  drawDemand(parent, cell, direction, demand) {
    const [x, y] = this.way(cell, direction);
    const share = Math.min(0.4, 40 / Math.hypot(x, y));
    svgElement(parent, "circle", { class: `demand ${demand}`, cx: x * share, cy: y * share, r: 9 });
  }

  /** Where a cross stands that tells of a cell, or of one of its sides. */
  mark(cell, direction) {
    const [[x, y], [dx, dy]] = [this.middle(cell), direction === undefined ? [0, -60] : this.way(cell, direction)];
    return [x + dx / 2, y + dy / 2];
  }

  drawGrid(svg) {
    for (const cell of this.cells) {
      const [x, y] = this.middle(cell);
      const place = svgElement(svg, "g", { class: "grid", transform: `translate(${x} ${y})` });
      this.addShape(place, "outline", cell, 1);
    }
  }
}
