// The page of a garden: what is shown and how, the chosen tile in words, and stepping from solution to solution.

const canvas = byId("garden");
const context = canvas.getContext("2d");
const state = {
  ...{ mode: "look", which: 0, tile: -1, colouring: "face", codes: true, pitch: DATA.pitch },
  ...{ axis: 2, layer: 0, show: "all" },
  ...HOME,
};
let painted = [];
let tokens = {};
let waiting = false;

/** The garden that is shown: a solution, or what has been assembled. */
function garden() {
  if (state.mode === "look") return looked(state.which);
  const { codes, tiles } = assembly;
  if (assembled.codes !== codes) assembled = { codes, tiles, reaches: rules.reaches(tiles) };
  return assembled;
}

let assembled = {};

/** A solution, its reaches found when it is first looked at. */
function looked(which) {
  const found = DATA.gardens[which];
  found.reaches ??= rules.reaches(found.tiles);
  return found;
}

function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    draw();
  });
}

function draw() {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!width) return;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineJoin = "round";
  frame = frameOf(garden());
  const cam = camera(state, state.pitch, width, height);
  painted = paint(garden(), state.pitch, cam, lookNow());
  paintCompass(cam, height, tokens);
}

/** How solids look now: with a tile chosen, all but it, what it touches and the rods between fade. */
function lookNow() {
  const near = new Set([...meetings(garden(), state.tile).values()].map(({ touched }) => touched));
  const chosen = state.tile;
  return {
    ...tokens,
    colouring: state.colouring,
    codes: state.codes,
    shown: isShown,
    layer: !FLAT && (state.mode === "assemble" || state.show !== "all") ? state : null,
    lit: ({ colour, tiles }) => chosen < 0 || tiles.includes(chosen) || (!colour && near.has(tiles[0])),
    outline: ({ colour, tiles }) => (!colour && tiles[0] === chosen ? tokens.accent : null),
  };
}

function readTokens() {
  const style = getComputedStyle(document.documentElement);
  const valueOf = (name) => style.getPropertyValue(`--${name}`).trim();
  tokens = { ink: valueOf("ink"), line: valueOf("line"), accent: valueOf("accent") };
  redraw();
}

/** Show the solution this many further on; the tile that was chosen stays so, wherever it lies there. */
function step(by) {
  const count = DATA.gardens.length;
  const code = garden().tiles[state.tile]?.[3];
  state.which = (state.which + by + count) % count;
  byId("which").textContent = `${state.which + 1} of ${count}`;
  canvas.setAttribute("aria-label", `Garden ${state.which + 1} of ${count}: ${garden().tiles.length} tiles`);
  const codes = garden().tiles.map((tile) => tile[3]);
  const sorted = codes.map((_, index) => index).sort((a, b) => codes[a] - codes[b]);
  byId("tile").replaceChildren(
    byId("tile").options[0],
    ...sorted.map((index) => new Option(codeText(codes[index]), index)),
  );
  choose(code === undefined ? -1 : codes.indexOf(code));
}

/** Choose a tile, or none by -1, and tell of it. */
function choose(index) {
  state.tile = index;
  if (index >= 0 && !isShown({ tiles: [index] })) showLayer(garden().tiles[index][state.axis]);
  byId("tile").value = index < 0 ? "" : index;
  byId("about").replaceChildren(...(index < 0 ? [] : about(index)));
  byId("chip").hidden = index < 0;
  byId("chip").textContent = index < 0 ? "" : nameOf(index);
  if (state.mode === "look") showPlans();
  else if (index >= 0) find(index);
  redraw();
}

function nameOf(index) {
  const tile = garden().tiles[index];
  return `Tile ${codeText(tile[3])} at ${cellText(tile.slice(0, DATA.dimension))}`;
}

function about(index) {
  const code = garden().tiles[index][3];
  const met = meetings(garden(), index);
  const items = rules.directions.flatMap(({ name }, direction) => (met.has(direction) ? [meeting(name, met.get(direction))] : []));
  const red = rules.directions.filter(({ bit }) => !(code & bit)).map(({ name }) => name);
  const others = newElement("p", { class: "muted" }, red.length ? `Red: ${red.join(", ")}` : "No red face");
  return [newElement("h2", {}, nameOf(index)), newElement("ul", {}, ...items), others];
}

/** A spot of a colour. */
const swatch = (colour, kind = "swatch") => newElement("span", { class: kind, style: `background: ${colour}` });

/** A blue face in words, with a button that leads to the tile that it touches. */
function meeting(name, { kind, touched }) {
  const told = (text) => newElement("li", {}, swatch(DATA.blue), newElement("span", { class: "name" }, `${name}: ${text}`));
  if (touched < 0) return told(kind === 1 ? `looks out of the ${rules.ground}` : "meets no blue face");
  const item = told(`touches${kind === 1 ? ", across the rim," : ""}`);
  const code = codeText(garden().tiles[touched][3]);
  const button = newElement("button", { type: "button", class: "btn", "aria-label": `Tile ${code}` }, code);
  item.append(onPress(button, () => choose(touched)));
  return item;
}

onPress(byId("previous"), () => step(-1));
onPress(byId("next"), () => step(1));
byId("tile").addEventListener("change", (event) => choose(event.target.value === "" ? -1 : Number(event.target.value)));

// How it looks

byId("spacing").addEventListener("input", (event) => {
  state.pitch = Number(event.target.value);
  redraw();
});
onChoice("colouring", colourBy);
onSwitch(byId("codes"), (isOn) => {
  state.codes = isOn;
  redraw();
});

const FACES = [[DATA.blue, "blue face"], [DATA.red, "red face"]];

function colourBy(colouring) {
  state.colouring = colouring;
  showChoice("colouring", colouring);
  const counts = colouring === "count";
  byId("colours").classList.toggle("run", counts);
  legend(byId("colours"), counts ? DATA.shades.map((shade, blue) => [shade, blue]) : FACES, "swatch");
  if (counts) byId("colours").append("blue faces");
  redraw();
}

function legend(list, entries, kind) {
  list.replaceChildren(...entries.map(([colour, text]) => newElement("li", {}, swatch(colour, kind), String(text))));
}

byId("spacing").value = DATA.pitch;
byId("stepper").hidden = DATA.gardens.length < 2;
legend(byId("rods"), DATA.rods.map(([name, , colour]) => [colour, name.replace("-", "–")]), "bar");
colourBy("face");
new ResizeObserver(redraw).observe(canvas);
document.documentElement.addEventListener("themechange", readTokens);
readTokens();
