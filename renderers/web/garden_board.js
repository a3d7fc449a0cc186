// The board to assemble a garden on: the cells of one layer, and the chart of all tiles, from which they are taken.
// Places are numbered: first the cells of the box, then the tiles of the chart.

/** Tiles of the chart by their number of blue faces. */
const CHART = [...DATA.rules.tileSet].sort((a, b) => blueFaces(a) - blueFaces(b) || a - b);

class GardenBoard {
  constructor(root, grid, chart, assembly) {
    Object.assign(this, { root, grid, chart, assembly, turning: false, scrolls: false });
    this.places = {};
    this.chosen = null;
    this.inHand = null;
    for (const [index, code] of CHART.entries()) {
      const place = rules.count + index;
      const element = newElement("div", { class: "place", role: "button", "data-place": place, tabindex: index ? -1 : 0 });
      pen.drawTile(svgElement(element, "svg", pen.view(code)), code);
      this.places[place] = element;
      chart.append(element);
    }
    this.carried = newElement("div", { class: "carried" });
    document.body.append(this.carried);
  }

  isCell(place) {
    return place < rules.count;
  }

  /** The tile in a cell, or in the chart where it does not lie in a cell yet; undefined when there is none. */
  tileIn(place) {
    if (this.isCell(place)) return this.assembly.codes.get(place);
    const code = CHART[place - rules.count];
    return this.assembly.left.includes(code) ? code : undefined;
  }

  show() {
    if (this.layer?.index !== state.layer) this.setUp(layerAt(2, state.layer));
    for (const place of this.layer.cells) this.showCell(place);
    for (const [index, code] of CHART.entries()) this.showTile(rules.count + index, code);
    this.showMarks();
  }

  /** The cells of another layer; the focus stays in its row and column. */
  setUp(layer) {
    const active = Number(document.activeElement?.dataset?.place ?? rules.count);
    const focused = this.layer && this.isCell(active) ? this.layer.find(active) : null;
    for (const place of this.layer?.cells ?? []) delete this.places[place];
    this.layer = layer;
    this.grid.replaceChildren();
    this.grid.setAttribute("viewBox", `-16 -16 ${layer.width + 32} ${layer.height + 32}`);
    this.grid.style.setProperty("--cols", layer.cols);
    this.grid.style.setProperty("--rows", layer.rows);
    this.grid.setAttribute("aria-label", FLAT ? "Board" : `Layer ${DATA.layers[2][layer.index]}`);
    const { lines } = layer;
    if (DATA.sheet) layer.drawGrid(this.grid);
    this.grid.setAttribute("aria-rowcount", lines.length);
    this.grid.setAttribute("aria-colcount", Math.max(...lines.map((line) => line.length)));
    for (const cells of lines) {
      const line = svgElement(this.grid, "g", { role: "row" });
      for (const place of cells) {
        this.places[place] = svgElement(line, "g", {
          class: "place",
          role: "gridcell",
          "data-place": place,
          transform: `translate(${layer.middle(place).join(" ")})`,
          tabindex: place === lines[0][0] ? 0 : -1,
        });
      }
    }
    this.marks = svgElement(this.grid, "g", { class: "marks" });
    this.scrollTo(layer.focusCell);
    if (!focused) return;
    const place = layer.cell(...focused);
    for (const at of this.near(place)) this.places[at].setAttribute("tabindex", at === place ? 0 : -1);
    this.places[place].focus();
  }

  /** Bring a cell of a board that is larger than its ground into sight. */
  scrollTo(place) {
    const ground = this.grid.parentElement;
    const [x, y] = this.layer.middle(place);
    ground.scrollTop = (y / this.layer.height) * ground.scrollHeight - ground.clientHeight / 2;
    ground.scrollLeft = (x / this.layer.width) * ground.scrollWidth - ground.clientWidth / 2;
  }

  showCell(place) {
    const element = this.places[place];
    const code = this.assembly.codes.get(place);
    const isEmpty = code === undefined;
    const isAsked = isEmpty && rules.isAskedFor(this.assembly.codes, place);
    const count = isAsked ? this.assembly.candidates(place).length : null;
    const demands = this.demands(place);
    const drawn = `${code} ${demands} ${count}`;
    if (!isEmpty || element.dataset.drawn !== drawn) element.setAttribute("aria-label", this.nameOfCell(place));
    if (element.dataset.drawn === drawn) return;
    element.dataset.drawn = drawn;
    element.replaceChildren();
    element.classList.toggle("empty", isEmpty);
    element.classList.toggle("locked", !isEmpty && rules.fixedAt.has(place));
    element.classList.toggle("barred", this.isBarred(place));
    this.layer.addShape(element, "cell", place, 1);
    if (isEmpty) this.showEmpty(element, place, demands, count);
    else {
      this.layer.drawReaches(element, this.assembly.codes, place);
      this.layer.drawTile(element, code);
      if (rules.fixedAt.has(place)) this.layer.addShape(element, "lock", place, 0.82);
    }
    this.layer.addShape(element, "ring", place, 0.94);
  }

  isBarred(place) {
    return (rules.forbiddenAt.get(place) ?? []).includes(null);
  }

  /** What an empty cell is asked for by the tiles about it, and how many that are left would fit. */
  showEmpty(element, place, demands, count) {
    if (this.isBarred(place)) return;
    demands.forEach((demand, direction) => {
      if (demand === "blue" || (demand === "red" && rules.rule === "packed")) {
        this.layer.drawDemand(element, place, direction, demand);
      }
    });
    if (count !== null) {
      const text = svgElement(element, "text", { class: `candidates${count ? "" : " none"}`, y: 2 });
      text.textContent = count;
    } else if (demands.includes("red")) svgElement(element, "path", { class: "closed", d: "M-9 0H9" });
  }

  /** What each neighbour of an empty cell asks of it: a blue face, a red one, or nothing. */
  demands(place) {
    return rules.directions.map((_, direction) => {
      const { kind, blue } = rules.facing(this.assembly.codes, place, direction);
      return kind === "tile" ? (blue ? "blue" : "red") : null;
    });
  }

  showTile(place, code) {
    const element = this.places[place];
    const lies = [...this.assembly.codes].filter(([, other]) => other === code).map(([cell]) => cell);
    element.classList.toggle("laid", lies.length > 0);
    element.classList.toggle("empty", lies.length > 0);
    element.classList.toggle("twice", lies.length > 1);
    const isUnfit = this.chosen !== null && !rules.fits(this.assembly.codes, this.chosen, code);
    element.classList.toggle("unfit", isUnfit && !lies.length);
    element.dataset.times = lies.length > 1 ? `${lies.length} ×` : "";
    const where = lies.map((cell) => `at ${cellText(rules.cell(cell))}`).join(" and ");
    const blue = rules.directions.filter(({ bit }) => code & bit).map(({ name }) => name);
    const colours = blue.length ? `blue ${blue.join(", ")}` : "all red";
    element.setAttribute("aria-label", `Tile ${codeText(code)}, ${colours}${where && `, lies ${where}`}`);
    element.setAttribute("aria-disabled", String(lies.length > 0));
    element.title = `Tile ${codeText(code)}${where && ` lies ${where}`}`;
  }

  nameOfCell(place) {
    const code = this.assembly.codes.get(place);
    const where = cellText(rules.cell(place));
    if (code !== undefined) {
      const wrong = this.assembly.wrong.filter(({ cell }) => cell === place).map(({ text }) => `; ${text}`);
      return `${where}: tile ${codeText(code)}${rules.fixedAt.has(place) ? ", fixed" : ""}${wrong.join("")}`;
    }
    if (this.isBarred(place)) return `${where}: no tile may lie here`;
    const names = rules.directions.map(({ name }) => name);
    const demands = this.demands(place).map((demand, direction) => demand && `${names[direction]} ${demand}`);
    const said = demands.filter(Boolean).join(", ");
    return `${where}: empty${said && `, beside it ${said}`}`;
  }

  /** Crosses on the sides that do not match; on faces towards the eye or away from it, in their caps. */
  showMarks() {
    this.marks.replaceChildren();
    const cross = (x, y) => {
      svgElement(this.marks, "circle", { cx: x, cy: y, r: 11 });
      svgElement(this.marks, "path", { d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10` });
    };
    for (const { cell, direction } of this.assembly.wrong) {
      if (cell !== undefined && this.layer.has(cell)) cross(...this.layer.mark(cell, direction));
    }
  }

  // What the hand asks

  refusal(place) {
    if (this.isCell(place)) {
      if (rules.fixedAt.has(place)) return "This tile is fixed.";
      return this.isBarred(place) ? "No tile may lie here." : "";
    }
    const isGivenBack = this.inHand !== null && this.isCell(this.inHand) && !this.isEmpty(this.inHand);
    if (!this.isEmpty(place) || isGivenBack) return "";
    return `${this.places[place].title}.`;
  }

  isEmpty(place) {
    return this.tileIn(place) === undefined;
  }

  near(place) {
    return this.isCell(place) ? this.layer.cells : CHART.map((_, index) => rules.count + index);
  }

  beside(place, [down, right]) {
    if (this.isCell(place)) return this.layer.beside(place, [down, right]);
    const all = this.near(place);
    const first = this.places[all[0]].offsetTop;
    const columns = all.filter((at) => this.places[at].offsetTop === first).length;
    const next = place + right + down * columns;
    return this.places[next] && !this.isCell(next) ? next : null;
  }

  pointAt(x, y) {
    return [x, y];
  }

  /** The place under a point of the window; anywhere in the chart is where the tile has its own place. */
  nearest([x, y]) {
    const under = document.elementFromPoint(x, y);
    if (under && this.chart.parentElement.contains(under)) return rules.count;
    const element = under?.closest(".place");
    return element ? Number(element.dataset.place) : null;
  }

  /** Show a tile in the hand at a point of the window, or none. */
  carry(place, [x, y] = [0, 0]) {
    if (place === null && !this.carried.firstChild) return; // What a press has picked up stays in the hand.
    this.inHand = place;
    if (place === null) {
      this.carried.replaceChildren();
      this.showFitting(null);
      return;
    }
    if (!this.carried.firstChild) {
      const code = this.tileIn(place);
      const side = this.places[this.layer.lines[0][0]].getBoundingClientRect().width;
      this.carried.style.width = `${Math.max(44, 0.9 * side)}px`;
      pen.drawTile(svgElement(this.carried, "svg", pen.view(code)), code);
      this.showFitting(code, place);
    }
    this.carried.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  }

  /** Mark the empty cells where a tile from a place fits, or none. */
  showFitting(code, from) {
    const codes = new Map(this.assembly.codes);
    codes.delete(from);
    for (const place of this.layer.cells) {
      const fits = code !== null && !codes.has(place) && !this.isBarred(place) && rules.fits(codes, place, code);
      this.places[place].classList.toggle("fits", fits);
    }
  }

  /** Mark the cells of a reason, as far as they are in the layer that is shown. */
  showLooked(cells) {
    for (const place of this.layer.cells) this.places[place].classList.toggle("is-looked", cells.includes(place));
  }

  /** Outline a place as "focus", "held" or "target", or none. */
  outline(name, place) {
    for (const element of this.root.querySelectorAll(`.place.is-${name}`)) {
      element.classList.remove(`is-${name}`);
      if (name === "held") for (const told of ["aria-pressed", "aria-selected"]) element.removeAttribute(told);
    }
    const element = place === null ? null : this.places[place];
    element?.classList.add(`is-${name}`);
    if (name !== "held") return;
    element?.setAttribute(this.isCell(place) ? "aria-selected" : "aria-pressed", "true");
    this.inHand = place;
    const code = place === null ? undefined : this.tileIn(place);
    this.showFitting(code ?? null, place);
    this.chosen = place !== null && code === undefined ? place : null;
    for (const [index, each] of CHART.entries()) this.showTile(rules.count + index, each);
  }
}
