// The board as SVG: places with their pieces, marks on edges that do not match, outlines of what is chosen.

const SIDES = ["top", "right", "bottom", "left"];
const CORNERS = [[-50, -50], [50, -50], [50, 50], [-50, 50]];
const STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1]];
/** The size of a mark on edges that do not match. */
const BADGE = DATA.kind === "zigzaw" ? 12 : 9;
const MARK_AT = [[0, -34], [34, 0], [0, 34], [-34, 0]];

/** Points along a side of a square piece, tabs outwards. */
function sidePoints(value, side) {
  const [[x, y], [dx, dy]] = [CORNERS[side], STEPS[side]];
  return DATA.values[value].line.map(([along, out]) => [
    x + 100 * (dx * along + dy * out),
    y + 100 * (dy * along - dx * out),
  ]);
}

/** Draws the pieces of edge matching, each about its middle. */
class SquarePen {
  outline(piece) {
    return pathOf(DATA.pieces[piece].flatMap((value, side) => sidePoints(value, side)));
  }

  draw(group, piece, turns) {
    const turned = svgElement(group, "g", { class: "turned", transform: `rotate(${-90 * turns})` });
    if (DATA.art) this.drawCard(turned, piece);
    else {
      DATA.pieces[piece].forEach((value, side) => {
        const points = [...sidePoints(value, side), [0, 0]];
        svgElement(turned, "path", { class: "face", d: pathOf(points), fill: DATA.values[value].colour });
      });
    }
    const seams = DATA.art ? "" : CORNERS.map(([x, y]) => `M${x} ${y}L0 0`).join("");
    svgElement(turned, "path", { class: "seam", d: this.outline(piece) + seams });
    if (!DATA.art) DATA.pieces[piece].forEach((value, side) => this.mark(group, value, (side + 4 - turns) % 4));
    svgElement(group, "circle", { class: "hub", r: 12 });
    svgElement(group, "text", { class: "index" }).textContent = piece + 1;
  }

  /** A card with halves of pictures on its edges, in the place of coloured faces. */
  drawCard(turned, piece) {
    svgElement(turned, "path", { class: "face", d: this.outline(piece), fill: DATA.art.ground });
    for (const [r, fill] of DATA.art.shades) svgElement(turned, "circle", { r, fill });
    DATA.pieces[piece].forEach((value, side) => {
      svgElement(turned, "g", { transform: `rotate(${90 * side})` }).innerHTML = DATA.art.values[value];
    });
  }

  mark(group, value, side) {
    const { mark, ink } = DATA.values[value];
    const [x, y] = MARK_AT[side].map((v) => (DATA.sign < 0 && value < 0 ? 0.7 * v : v));
    svgElement(group, "text", { class: "mark", x, y, fill: ink }).textContent = mark;
  }

  name(piece, turns) {
    const colours = DATA.pieces[piece].map((_, side) => {
      const value = DATA.pieces[piece][(side + turns) % 4];
      return `${SIDES[side]} ${DATA.values[value].name}`;
    });
    return `piece ${piece + 1}, ${colours.join(", ")}`;
  }
}

/** Draws the frogs of a Zigzaw, each about the middle of its hexagon. */
class FrogPen {
  outline() {
    return DATA.outline;
  }

  draw(group, piece) {
    this.frog(group, DATA.pieces[piece], DATA.outline);
  }

  frog(group, colours, outline) {
    svgElement(group, "path", { class: "frog", d: outline });
    DATA.parts.forEach(({ d, at: [x, y] }, index) => {
      if (colours[index] === null) return;
      const { colour, ink, letter } = DATA.words[colours[index]];
      svgElement(group, "path", { class: "face", d, fill: colour });
      const mark = svgElement(group, "text", { class: "letter halo", x, y, fill: ink, stroke: colour });
      mark.textContent = letter;
    });
  }

  name(piece) {
    const said = DATA.parts.map(({ name }, index) => `${name} ${DATA.words[DATA.pieces[piece][index]]?.word ?? ""}`);
    return `frog ${piece + 1}, ${said.join(", ")}`;
  }
}

class Board {
  constructor(svg, game) {
    this.root = svg;
    this.game = game;
    this.turning = DATA.turning;
    this.pen = DATA.kind === "zigzaw" ? new FrogPen() : new SquarePen();
    const [left, top, width, height] = DATA.view;
    const margin = 8 + DATA.reach;
    setView(svg, left - margin, top - margin, width + 2 * margin, height + 2 * margin);
    svg.parentElement.style.setProperty("--larger", `${((width + 2 * margin) * 0.88).toFixed(0)}px`);
    for (const [x, y, colours, outline] of DATA.fixed) {
      this.pen.frog(svgElement(svg, "g", { class: "border", transform: `translate(${x} ${y})` }), colours, outline);
    }
    this.places = DATA.places.map(([x, y], place) =>
      svgElement(svg, "g", { class: "place", "data-place": place, transform: `translate(${x} ${y})`, role: "button" }),
    );
    this.drawn = this.places.map(() => "");
    this.faults = svgElement(svg, "g", { id: "faults" });
    this.outlines = Object.fromEntries(
      ["target", "held", "focus"].map((name) => {
        const group = svgElement(svg, "g");
        return [name, ["under", name].map((kind) => svgElement(group, "path", { class: `outline ${kind}` }))];
      }),
    );
    this.reason = svgElement(svg, "g", { id: "reason" });
    this.hand = svgElement(svg, "g", { id: "hand" });
    this.show();
  }

  /** Draw anew what has changed. */
  show() {
    this.places.forEach((element, place) => {
      const [piece, turns] = this.game.lying[place];
      const locked = this.game.isLocked(place);
      const [, , row, col] = DATA.places[place];
      element.classList.toggle("locked", locked);
      element.dataset.piece = piece;
      element.dataset.turns = turns;
      element.setAttribute(
        "aria-label",
        `Row ${row + 1}, column ${col + 1}: ${this.pen.name(piece, turns)}${locked ? ", fixed" : ""}`,
      );
      const drawn = `${piece} ${turns}`;
      if (this.drawn[place] === drawn) return;
      this.drawn[place] = drawn;
      element.replaceChildren();
      this.pen.draw(element, piece, turns);
    });
    this.showFaults();
  }

  showFaults() {
    this.faults.replaceChildren();
    for (const { line: [[x1, y1], [x2, y2]] } of this.game.faults) {
      const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
      const ends = { x1: mx + 0.72 * (x1 - mx), y1: my + 0.72 * (y1 - my), x2: mx + 0.72 * (x2 - mx), y2: my + 0.72 * (y2 - my) };
      svgElement(this.faults, "line", { class: "halo", ...ends });
      svgElement(this.faults, "line", ends);
      svgElement(this.faults, "circle", { cx: mx, cy: my, r: BADGE });
      const arm = 0.45 * BADGE;
      svgElement(this.faults, "path", { d: `M${mx - arm} ${my - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}` });
    }
  }

  /** Outline a place as "focus", "held" or "target"; null for none. */
  outline(name, place) {
    if (name === "held") this.places.forEach((element, at) => element.setAttribute("aria-pressed", String(at === place)));
    for (const path of this.outlines[name]) {
      path.setAttribute("d", place === null ? "" : this.pen.outline(this.game.lying[place][0]));
      if (place === null) continue;
      const [x, y] = DATA.places[place];
      path.setAttribute("transform", `translate(${x} ${y}) rotate(${-90 * this.game.lying[place][1]})`);
    }
  }

  /** Outline what a reason is about: cells to look at, where a piece goes, and where that lies now; null for none. */
  showReason(shown) {
    this.reason.replaceChildren();
    if (shown === null) return;
    const { cells, to, from } = shown;
    const marked = [...cells.filter((place) => place !== to).map((place) => [place, "look"]), [from, "from"], [to, "to"]];
    for (const [place, name] of marked.filter(([place]) => place !== null)) {
      const [[x, y], [piece, turns]] = [DATA.places[place], this.game.lying[place]];
      for (const halo of ["under ", ""]) {
        const placed = { d: this.pen.outline(piece), transform: `translate(${x} ${y}) rotate(${-90 * turns})` };
        svgElement(this.reason, "path", { class: `outline ${halo}${name}`, ...placed });
      }
    }
    if (from === null || from === to) return;
    const [[x, y], [x2, y2]] = [DATA.places[from], DATA.places[to]];
    for (const halo of ["under ", ""]) svgElement(this.reason, "path", { class: `way ${halo}`, d: `M${x} ${y}L${x2} ${y2}` });
    svgElement(this.reason, "circle", { cx: x2, cy: y2, r: 9 });
  }

  /** Show a piece as if it came from a quarter turn away. */
  spin(place, quarters) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const turned = this.places[place].querySelector(".turned");
    const end = -90 * this.game.lying[place][1];
    const frames = [end + 90 * quarters, end].map((angle) => ({ transform: `rotate(${angle}deg)` }));
    turned.animate(frames, { duration: 140, easing: "ease-out" });
  }

  /** Where on the board a point of the window is. */
  pointAt(x, y) {
    return pointIn(this.root, x, y);
  }

  /** The place nearest to a point of the board, or null when none is near. */
  nearest([x, y]) {
    const far = DATA.places.map(([px, py]) => Math.hypot(px - x, py - y));
    const least = Math.min(...far);
    return least < 70 ? far.indexOf(least) : null;
  }

  // What the hand asks

  get scrolls() {
    return this.root.parentElement.classList.contains("larger");
  }

  refusal(place) {
    return this.game.isLocked(place) ? "This piece is fixed." : "";
  }

  isEmpty() {
    return false;
  }

  near() {
    return this.places.keys();
  }

  /** The place this many rows and columns from another, or null. */
  beside(place, [down, right]) {
    const [, , row, col] = DATA.places[place];
    const next = DATA.places.findIndex(([, , r, c]) => r === row + down && c === col + right);
    return next < 0 ? null : next;
  }

  /** Show a piece in the hand at a point of the board, or none. */
  carry(place, [x, y] = [0, 0]) {
    if (place === null) return void this.hand.replaceChildren();
    if (!this.hand.firstChild) this.pen.draw(this.hand, ...this.game.lying[place]);
    this.hand.setAttribute("transform", `translate(${x} ${y}) scale(1.06)`);
  }
}
