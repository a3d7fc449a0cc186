// Layers of a garden: which is chosen, which are shown, and the plan of each, drawn flat.

/** How a layer along an axis is seen: the axes that lead to the right and up, and the way to the eye. */
const SEEN_ALONG = [
  { right: 1, up: 2, towards: 1 },
  { right: 0, up: 2, towards: -1 },
  { right: 0, up: 1, towards: 1 },
];

/** The cells of a layer in rows and columns, and which face of a tile looks where. */
class Layer {
  constructor(axis, index) {
    const { right, up, towards } = SEEN_ALONG[axis];
    Object.assign(this, { axis, index, right, up });
    [this.rows, this.cols] = [BOX[up], BOX[right]];
    const look = (along, sign) => rules.directionOf(AXES.map((k) => (k === along ? sign : 0)));
    const ways = [[up, 1], [right, 1], [up, -1], [right, -1], [axis, towards], [axis, -towards]];
    /** Directions: up, right, down, left, towards the eye, away from it; -1 where tiles have no face. */
    this.faces = ways.map((way) => look(...way));
  }

  /** The number of the cell in a row from the top and a column. */
  cell(row, col) {
    const at = [0, 0, 0];
    [at[this.axis], at[this.right], at[this.up]] = [this.index, col, this.rows - 1 - row];
    return rules.number(at.slice(0, DATA.dimension));
  }

  /** The row and column of a cell, null where it is in another layer. */
  find(cell) {
    const at = [...rules.cell(cell), 0, 0];
    return at[this.axis] === this.index ? [this.rows - 1 - at[this.up], at[this.right]] : null;
  }

  // What boards ask, also of a `Sheet`: lengths are hundredths of a cell

  get width() {
    return 100 * this.cols;
  }

  get height() {
    return 100 * this.rows;
  }

  /** The cells of each row, from the left. */
  get lines() {
    return Array.from({ length: this.rows }, (_, row) => Array.from({ length: this.cols }, (_, col) => this.cell(row, col)));
  }

  get cells() {
    return this.lines.flat();
  }

  has(cell) {
    return this.find(cell) !== null;
  }

  middle(cell) {
    const [row, col] = this.find(cell);
    return [100 * col + 50, 100 * row + 50];
  }

  /** The cell that is shown first where not all are. */
  get focusCell() {
    return this.cell(Math.floor(this.rows / 2), Math.floor(this.cols / 2));
  }

  /** The cell to which an arrow leads, or null. */
  beside(cell, [down, right]) {
    const [row, col] = this.find(cell);
    const [to, at] = [row + down, col + right];
    return to < 0 || at < 0 || to >= this.rows || at >= this.cols ? null : this.cell(to, at);
  }

  /** A shape about the middle of a cell, so much smaller than the cell. */
  addShape(parent, name, cell, factor) {
    const [half, rx] = [50 * factor, factor < 1 && name === "ring" ? 12 : 0];
    svgElement(parent, "rect", { class: name, x: -half, y: -half, width: 2 * half, height: 2 * half, rx });
  }

  /** What a tile by itself is seen in. */
  view() {
    return { viewBox: "-43 -43 86 86", "aria-hidden": "true" };
  }

  /** Draw a tile about the origin, 80 wide: its sides, of cubes its near and far faces as caps, and its code. */
  drawTile(parent, code) {
    this.faces.slice(0, 4).forEach((direction, side) => {
      svgElement(parent, "path", { d: SIDE_OF_TILE, fill: colourOf(code, direction), transform: `rotate(${90 * side})` });
    });
    svgElement(parent, "path", { class: "seam", d: SEAMS });
    svgElement(parent, "circle", { class: "hub", r: FLAT ? 22 : 33 });
    this.faces.slice(4).forEach((direction, end) => {
      if (direction < 0) return;
      svgElement(parent, "path", { d: CAP, fill: colourOf(code, direction), transform: `rotate(${180 * end})` });
    });
    svgElement(parent, "text", { class: "code", y: 1, "font-size": FLAT ? 28 : 34 }).textContent = codeText(code);
  }

  drawReaches(parent, codes, cell) {
    this.faces.slice(0, 4).forEach((direction, side) => {
      const name = reachOf(codes, cell, direction);
      const transform = `rotate(${90 * side})`;
      if (name) svgElement(parent, "rect", { class: name, x: -13, y: -51, width: 26, height: 16, transform });
    });
  }

  /** What a neighbour asks for: a half disc on the side to it, for one in the layer above or below a cap. */
  drawDemand(parent, cell, direction, demand) {
    const side = this.faces.indexOf(direction);
    const [d, angle] = side < 4 ? [DEMAND_BESIDE, 90 * side] : [DEMAND_ABOVE, 180 * (side - 4)];
    svgElement(parent, "path", { class: `demand ${demand}`, d, transform: `rotate(${angle})` });
  }

  /** Where a cross stands that tells of a cell, or of one of its sides; of faces to the eye and from it, in their caps. */
  mark(cell, direction) {
    const [x, y] = this.middle(cell);
    const side = direction === undefined ? -1 : this.faces.indexOf(direction);
    if (side < 0) return [x + 34, y - 34];
    if (side < 4) return [[x, y - 50], [x + 50, y], [x, y + 50], [x - 50, y]][side];
    return [x, y + (side === 4 ? -24 : 24)];
  }

  drawGrid(svg) {
    const across = Array.from({ length: this.rows + 1 }, (_, row) => `M0 ${100 * row}h${this.width}`);
    const down = Array.from({ length: this.cols + 1 }, (_, col) => `M${100 * col} 0v${this.height}`);
    svgElement(svgElement(svg, "g", { class: "grid" }), "path", { d: [...across, ...down].join("") });
  }
}

/** The cells of a layer on the page. */
const layerAt = (axis, index) => (DATA.sheet ? new Sheet() : new Layer(axis, index));
/** What draws a tile by itself. */
const pen = layerAt(2, 0);

/** What a neighbour in the layer asks for, and one in the layer above or below. */
const [DEMAND_BESIDE, DEMAND_ABOVE] = ["M-15 -50A15 15 0 0 0 15 -50Z", "M-17 -22A28 28 0 0 1 17 -22Z"];

const SIDE_OF_TILE = "M-37.7 -37.7A8 8 0 0 1 -32 -40L32 -40A8 8 0 0 1 37.7 -37.7L0 0Z";
const CAP = "M-28 -15A32 32 0 0 1 28 -15Z";
const SEAMS = "M-38 -38L38 38M38 -38L-38 38";

/** How what a side of a tile reaches is drawn: whole where blue meets blue, pale where nothing lies yet; "" for not at all. */
function reachOf(codes, cell, direction) {
  if (!isBlue(codes.get(cell), direction)) return "";
  const { kind, blue } = rules.facing(codes, cell, direction);
  return blue || kind === "free" ? "reach" : kind === "empty" ? "reach open" : "";
}

const layerNames = () => DATA.layers[state.axis];

/** Whether a solid's tiles lie in layers that are shown. */
function isShown({ tiles }) {
  if (state.show === "all") return true;
  const reached = tiles.map((index) => garden().tiles[index][state.axis]);
  return reached.some((layer) => (state.show === "only" ? layer === state.layer : layer <= state.layer));
}

/** The plans of all layers along the chosen axis, the chosen one marked. */
function showPlans() {
  const strip = byId("plans");
  const codes = rules.codesOf(garden().tiles);
  const chosen = garden().tiles[state.tile];
  strip.replaceChildren(
    ...layerNames().map((name, index) => {
      const layer = layerAt(state.axis, index);
      const style = { class: state.show !== "all" && index === state.layer ? "chosen" : "", style: `--cols: ${layer.cols}` };
      const plan = newElement("figure", style, newElement("figcaption", {}, DATA.sheet ? "" : name));
      const viewBox = `-4 -4 ${layer.width + 8} ${layer.height + 8}`;
      const label = DATA.sheet ? "Garden" : `Plan of the layer ${name}`;
      const svg = svgElement(plan, "svg", { viewBox, role: "img", "aria-label": label });
      drawPlan(svg, layer, codes, chosen);
      plan.addEventListener("click", (event) => {
        const tile = event.target.closest("[data-tile]");
        if (tile) choose(Number(tile.dataset.tile));
        if (!DATA.sheet) showLayer(index, "only");
      });
      return plan;
    }),
  );
}

/** Bring the plan of the chosen layer into sight. */
function scrollToPlan() {
  const plan = byId("plans").querySelector(".chosen");
  if (plan) byId("plans").scrollLeft = plan.offsetLeft - byId("plans").offsetLeft - 8;
}

function drawPlan(svg, layer, codes, chosen) {
  layer.drawGrid(svg);
  garden().tiles.forEach((tile, index) => {
    const cell = rules.number(tile.slice(0, DATA.dimension));
    if (!layer.has(cell)) return;
    const [x, y] = layer.middle(cell);
    const group = svgElement(svg, "g", { "data-tile": index, transform: `translate(${x} ${y})` });
    layer.drawReaches(group, codes, cell);
    layer.drawTile(group, tile[3]);
    if (tile === chosen) layer.addShape(group, "ring", cell, 0.92);
  });
}

/** Show a layer, by its number along the chosen axis, or go on showing all as it is told. */
function showLayer(index, show = state.show) {
  const names = layerNames();
  state.layer = clamp(index, 0, names.length - 1);
  state.show = show;
  byId("layer").max = names.length - 1;
  byId("layer").value = state.layer;
  byId("layer").setAttribute("aria-valuetext", names[state.layer]);
  byId("layer-name").textContent = names[state.layer];
  allow(byId("layer-down"), state.layer > 0, "This is the first layer.");
  allow(byId("layer-up"), state.layer < names.length - 1, "This is the last layer.");
  showChoice("axis", state.axis);
  showChoice("show", state.show);
  if (state.mode === "look") showPlans();
  scrollToPlan();
  redraw();
  if (state.mode !== "assemble") return;
  bench.show();
  hand.refresh();
}

onPress(byId("layer-down"), () => showLayer(state.layer - 1));
onPress(byId("layer-up"), () => showLayer(state.layer + 1));
byId("layer").addEventListener("input", (event) => {
  showLayer(Number(event.target.value), state.mode === "look" && state.show === "all" ? "to" : state.show);
});
onChoice("axis", (axis) => {
  state.axis = Number(axis);
  showLayer(state.layer);
});
onChoice("show", (show) => showLayer(state.layer, show));
