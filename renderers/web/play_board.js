// The board on the page: what the puzzle has, the marks of a player, and what is pointed at.
//
// A spot is what can be marked: a cell, or an edge between two nodes and, after the edges, a cell that is shaded as no line
// passes it.  `state` has the value of each spot: -1 for none, the number of a value, of edges `LINE` or `CROSS`, of cells
// beside edges `CROSS`.

const LINE = 0;
const CROSS = 1;
const [TOP, LEFT] = DATA.corner;
const UNIT = DATA.size;
/** A point that lines go to: a cell, or a corner, as Python names them. */
const pointPlace = DATA.isCorners ? (row, col) => `the corner ${row} down, ${col} across` : placeName;

/** The points that arrows go to: cells, or the nodes of lines. */
const POINTS = (DATA.isLines ? DATA.nodes : DATA.cells).map(([row, col, x, y]) => ({ row, col, x, y }));
/** The middles of edges. */
const MIDDLES = (DATA.edges ?? []).map((ends) => {
  const [a, b] = ends.map((end) => POINTS[end]);
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
});
const EDGES = DATA.isLines ? DATA.edges.length : 0;
const SPOTS = DATA.isLines ? EDGES + DATA.shades.length : POINTS.length;
const isShade = (spot) => DATA.isLines && spot >= EDGES;
/** The spot of each point that can be shaded. */
const shadeAt = new Map((DATA.shades ?? []).map(([point], k) => [point, EDGES + k]));
const FIXED = DATA.fixed ?? new Array(SPOTS).fill(-1);
/** The literal of each mark that is possible, by its spot and value. */
const literalAt = new Map(DATA.marks.map(([spot, value, literal]) => [`${spot} ${value}`, literal]));
/** Cells with the clues of regions, of which each belongs to its own from the start. */
const ROOTS = new Set();
if (DATA.isRegions) {
  const solver = new Solver(DATA.formula);
  for (const [spot, value, literal] of DATA.marks) {
    if (!DATA.cells[spot][4] || FIXED[spot] >= 0 || solver.assume([-literal])) continue;
    if (!solver.assume([literal])) continue;
    FIXED[spot] = value;
    ROOTS.add(spot);
  }
}
const edgeAt = new Map((DATA.edges ?? []).flatMap(([a, b], k) => [[`${a} ${b}`, k], [`${b} ${a}`, k]]));
const around = POINTS.map(() => []);
for (const [a, b] of DATA.edges ?? []) {
  around[a].push(b);
  around[b].push(a);
}

/** The points to which lines are drawn from one. */
const joinedTo = (at, state) => around[at].filter((other) => state[edgeAt.get(`${at} ${other}`)] === LINE);

/** What a point is called. */
function pointName(at) {
  const { row, col } = POINTS[at];
  return pointPlace(row, col);
}

for (const root of ROOTS) {
  const value = DATA.values[FIXED[root]];
  const word = `the region of ${pointName(root)}`;
  Object.assign(value, { word, says: value.says.replace(value.word, word) });
}

/** The point of a spot that is not an edge. */
const pointOf = (spot) => (DATA.isLines ? DATA.shades[spot - EDGES][0] : spot);

/** What a spot is called. */
function spotName(spot) {
  if (spot >= EDGES) return pointName(pointOf(spot));
  const [one, other] = DATA.edges[spot].map((end) => POINTS[end]);
  if (!DATA.isCorners) return `the line from ${pointName(DATA.edges[spot][0])} to ${pointName(DATA.edges[spot][1])}`;
  if (one.row === other.row) {
    const isBelow = one.row - TOP < DATA.rows;
    return `the ${isBelow ? "upper" : "lower"} side of ${placeName(isBelow ? one.row : one.row - 1, one.col)}`;
  }
  const isRight = one.col - LEFT < DATA.cols;
  return `the ${isRight ? "left" : "right"} side of ${placeName(one.row, isRight ? one.col : one.col - 1)}`;
}

/** The point that is next in a direction, dx and dy of -1, 0 or 1; the same where there is none. */
function pointBeside(from, dx, dy, allowed = POINTS.keys()) {
  const { x, y } = POINTS[from];
  let [best, least] = [from, Infinity];
  for (const at of allowed) {
    const along = (POINTS[at].x - x) * dx + (POINTS[at].y - y) * dy;
    const across = Math.abs((POINTS[at].x - x) * dy - (POINTS[at].y - y) * dx);
    if (along < 0.2 * UNIT || across > 1.2 * along) continue;
    const far = along + 2 * across;
    if (far < least - 0.01) [best, least] = [at, far];
  }
  return best;
}

class Board {
  constructor(svg) {
    this.svg = svg;
    setView(svg, ...DATA.view);
    svg.classList.toggle("lines", DATA.isLines);
    const [ground, middle, top] = DATA.drawn;
    const group = (name, content = "") => {
      const made = svgElement(svg, "g", { class: name });
      made.innerHTML = content;
      return made;
    };
    group("ground", ground);
    this.under = group("under");
    this.seen = group("seen");
    group("middle", middle);
    this.lines = group("lines");
    group("top", top);
    this.over = group("over");
    this.notes = group("notes");
    this.shown = group("shown");
    this.cursor = group("cursor");
  }

  /** The point of the board under the pointer. */
  pointAt({ clientX, clientY }) {
    return pointIn(this.svg, clientX, clientY);
  }

  /** The one of some points that is nearest to a place, null where none is near. */
  nearest([x, y], within, points = POINTS) {
    let [best, least] = [null, within * UNIT];
    points.forEach((point, at) => {
      const far = Math.hypot(point.x - x, point.y - y);
      if (far < least) [best, least] = [at, far];
    });
    return best;
  }

  show(state, notes) {
    if (DATA.isLines) this.showLines(state);
    else this.showValues(state, notes);
  }

  showValues(state, notes) {
    const drawn = ["", "", ""]; // on the ground, above that, and above all else
    let small = "";
    state.forEach((value, spot) => {
      const { x, y } = POINTS[spot];
      if (FIXED[spot] >= 0 && !ROOTS.has(spot)) return;
      if (value < 0) {
        small += this.noted(notes[spot] ?? [], x, y);
        return;
      }
      const look = value === BLANK ? ["", "", empty(DATA.cells[spot][4] ? 0.34 * UNIT : 0)] : lookOf(spot, value);
      look.forEach((shapes, part) => {
        if (shapes) drawn[part] += `<g transform="translate(${x} ${y})">${shapes}</g>`;
      });
    });
    if (DATA.isRegions) drawn[1] += borders(state);
    [this.under.innerHTML, this.lines.innerHTML, this.over.innerHTML] = drawn;
    this.notes.innerHTML = small;
  }

  noted(values, x, y) {
    const side = Math.ceil(Math.sqrt(PALETTE.length));
    const step = (0.8 * UNIT) / side;
    return values
      .map((value) => {
        const at = PALETTE.indexOf(value);
        const [col, row] = [at % side, Math.floor(at / side)];
        const middle = (side - 1) / 2;
        const place = `x="${x + (col - middle) * step}" y="${y + (row - middle) * step}"`;
        return `<text class="note" ${place} font-size="${0.8 * step}">${escaped(DATA.values[value].text)}</text>`;
      })
      .join("");
  }

  showLines(state) {
    const colours = colourOfNodes(state);
    let [shades, halo, lines, crosses] = ["", "", "", ""];
    const { style } = DATA;
    state.forEach((value, spot) => {
      if (value < 0) return;
      if (isShade(spot)) {
        const [point, role, fill] = DATA.shades[spot - EDGES];
        shades += this.cell(point, role, `fill="${fill}"`);
        return;
      }
      const ends = endsOf(spot);
      if (value === LINE) {
        const colour = colours[DATA.edges[spot][0]] ?? style.colour;
        if (style.halo) halo += `<line ${ends} stroke="#ffffff" stroke-width="${style.halo}" stroke-linecap="round"/>`;
        lines += `<line ${ends} stroke="${colour}" stroke-width="${style.width}" stroke-linecap="round"/>`;
      } else {
        const [{ x, y }, reach] = [MIDDLES[spot], 0.09 * UNIT];
        const path = `M${x - reach} ${y - reach}l${2 * reach} ${2 * reach}M${x - reach} ${y + reach}l${2 * reach} ${-2 * reach}`;
        crosses += `<path class="cross-out" d="${path}" stroke-width="${0.035 * UNIT}"/>`;
      }
    });
    this.under.innerHTML = shades;
    this.lines.innerHTML = halo + lines + crosses;
  }

  /** Where the keyboard is; `pen` is the point from which a line is being drawn. */
  showCursor(at, pen = null) {
    const ring = (k, name, share) => {
      const { x, y } = POINTS[k];
      return `<circle class="${name}" cx="${x}" cy="${y}" r="${share * UNIT}" stroke-width="${0.05 * UNIT}"/>`;
    };
    if (at === null) this.cursor.innerHTML = "";
    else if (DATA.isLines) {
      this.cursor.innerHTML = ring(at, "ring", DATA.isCorners ? 0.16 : 0.4) + (pen === null ? "" : ring(pen, "pen", 0.1));
    } else this.cursor.innerHTML = this.cell(at, "ring");
  }

  cell(at, name, fill = "") {
    const points = cornersOf(at).join(" ");
    return `<polygon class="${name}" ${fill} points="${points}" stroke-width="${0.06 * UNIT}"/>`;
  }

  spot(spot, name) {
    if (spot >= EDGES) return this.cell(pointOf(spot), name);
    return `<line class="${name}" ${endsOf(spot)} stroke-width="${DATA.style.width + 0.14 * UNIT}" stroke-linecap="round"/>`;
  }

  /** Spots to look at: `seen` below the marks, and those that are wrong. */
  showSpots({ seen = [], wrong = [] } = {}) {
    this.seen.innerHTML = seen.map((spot) => this.spot(spot, "look")).join("");
    this.shown.innerHTML = wrong.map((spot) => this.spot(spot, "wrong")).join("");
  }
}

const cornersOf = (cell) => DATA.outline.map(([dx, dy]) => [POINTS[cell].x + dx, POINTS[cell].y + dy]);

/** The ends of an edge, as a line has them. */
function endsOf(spot) {
  const [a, b] = DATA.edges[spot].map((end) => POINTS[end]);
  return `x1="${a.x}" y1="${a.y}" x2="${b.x}" y2="${b.y}"`;
}

/** Thick lines between cells of two regions; coloured ones are divided from open cells, too, which may be of either. */
function borders(state) {
  const least = DATA.isColoured ? -1 : 0;
  const sides = new Map();
  let drawn = "";
  POINTS.forEach((_, spot) => {
    const corners = cornersOf(spot);
    corners.forEach(([x1, y1], k) => {
      const [x2, y2] = corners[(k + 1) % corners.length];
      const place = `${Math.round(x1 + x2)} ${Math.round(y1 + y2)}`;
      const other = sides.get(place);
      sides.set(place, state[spot]);
      if (other === undefined || state[spot] === other || Math.min(state[spot], other) < least) return;
      drawn += `<line class="border" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke-width="${0.07 * UNIT}"/>`;
    });
  });
  return drawn;
}

/** The shapes of a value in a cell: on the ground, above that, and above all else. */
function lookOf(spot, value) {
  return DATA.looks[DATA.looksOf[DATA.lookOf[spot]][value]];
}

/** The value of which nothing is to be seen, -1 for none, as it is with lines. */
const UNSEEN = (DATA.looksOf?.[0] ?? []).findIndex((look) => !DATA.looks[look].join(""));
/** The same where an open cell can have it, else null. */
const BLANK = DATA.marks.some(([spot, value]) => value === UNSEEN && FIXED[spot] < 0) ? UNSEEN : null;
/** The first value of each piece, if pieces can be turned; else all. */
const FIRST = [...(DATA.values ?? []).keys()].filter((k) => DATA.values.findIndex(({ of }) => of === DATA.values[k].of) === k);
/** The values to choose from. */
const PALETTE = FIRST.filter((k) => k !== UNSEEN || k === BLANK);

/** The dot in a cell that stays empty, to the lower right of what else is there. */
const empty = (aside = 0) => `<circle class="blank" cx="${aside}" cy="${aside}" r="${0.09 * UNIT}"/>`;

/** The colour of the path on which each node is, where an end says which it is. */
function colourOfNodes(state) {
  const colour = [];
  if (!DATA.colours.length) return colour;
  DATA.ends.forEach((number, start) => {
    if (number < 0 || colour[start]) return;
    const waiting = [start];
    for (const node of waiting) {
      if (colour[node]) continue;
      colour[node] = DATA.colours[number];
      waiting.push(...joinedTo(node, state));
    }
  });
  return colour;
}
