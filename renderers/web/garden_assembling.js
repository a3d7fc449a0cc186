// Assembling on the page: what the hand and the buttons do, and all that is told.

const solutions = DATA.gardens.filter(({ right }) => right).map(({ tiles }) => tiles);
const given = DATA.gardens.find(({ right }) => !right);
const assembly = new Assembly(rules, solutions, DATA.reasons);
const tellAssembly = (text, tone = "") => say(byId("told"), text, tone);
const bench = new GardenBoard(byId("bench"), byId("grid"), byId("chart"), assembly);

const linked = linkedGame();
if (isList(kept(DATA.digest))) assembly.restore(kept(DATA.digest), kept(`${DATA.digest} attempt`));
if (linked) assembly.takePairs(linked);
// A box that is only looked at may have a million cells, which nobody sees.
if (DATA.assembles) bench.show();
const hand = DATA.assembles ? new Hand(bench, { swap, turn() {}, tell: tellAssembly, key: benchKey }) : null;
hand?.rove(bench.layer.lines[0][0]);

/** Bring together two places, whichever was chosen first: a tile goes to a cell, back to the chart, or cells swap. */
function swap(first, second) {
  const [cell, other] = bench.isCell(first) ? [first, second] : [second, first];
  if (!bench.isCell(cell)) return;
  if (bench.isCell(other)) {
    if (assembly.codes.has(cell) || assembly.codes.has(other)) act(() => assembly.swap(cell, other));
  } else if (bench.isEmpty(other)) {
    if (assembly.codes.has(cell)) act(() => assembly.takeAway(cell));
  } else if (bench.isCell(first) && assembly.codes.has(first)) act(() => assembly.takeAway(first));
  else act(() => assembly.lay(bench.tileIn(other), cell));
}

/** Do something to the assembly and show what came of it; counts: whether it may be that which completes the garden. */
function act(action, counts = true) {
  hand.drop();
  const before = assembly.isSolved;
  const { text = "", cell = null, looked = [], tile = null } = action() ?? {};
  const isNew = counts && !before && assembly.isSolved && !assembly.attempt.wasShown;
  assembly.attempt.isNoted ||= isNew;
  keep(DATA.digest, assembly.tiles);
  keep(`${DATA.digest} attempt`, assembly.attempt);
  const seen = cell ?? looked[0] ?? null;
  if (seen !== null) goTo(seen);
  showAssembly(text, isNew);
  if (cell !== null) bench.outline("hinted", cell);
  if (tile !== null) bench.outline("hinted", rules.count + CHART.indexOf(tile));
  bench.showLooked(looked);
}

function showAssembly(text = "", isNew = false) {
  if (!DATA.assembles) return;
  bench.show();
  hand.refresh();
  bench.outline("hinted", null);
  bench.showLooked([]);
  const { matching, open } = assembly.matching;
  byId("laid").textContent = assembly.codes.size;
  byId("of-tiles").textContent = `of ${rules.distinct ? "up to " : ""}${Math.min(rules.tileSet.length, rules.count)}`;
  byId("matching").textContent = matching;
  byId("open").textContent = open;
  byId("wrong").textContent = assembly.wrongs;
  byId("grid").classList.toggle("solved", isNew);
  if (isNew) noteSolved(null, DATA.digest);
  tellState(text);
  assembly.past.allow();
  allow(byId("clear"), assembly.codes.size > rules.fixed.length, "There are no tiles on the board yet.");
  const none = "This page was made without a solution: cpmodels solve PUZZLE -o page.html makes a page with one.";
  for (const id of ["hint", "complete"]) {
    allow(byId(id), solutions.length > 0 && !assembly.isSolved, solutions.length ? "The garden is complete." : none);
  }
  if (state.mode === "assemble") choose(-1);
}

/** Tell what is right or wrong now, after what there is to say first. */
function tellState(text) {
  const { wrong, wrongs, deadEnds } = assembly;
  const first = text ? `${text} ` : "";
  if (assembly.isSolved) {
    const costs = rules.minimises ? " Another garden may cost less." : "";
    tellAssembly(`${first}The garden is complete${assembly.attempt.help}: it obeys all the rules.${costs}`, "good");
  } else if (wrong.length) {
    const more = wrongs > 1 ? ` ${wrongs - 1} more ${wrongs > 2 ? "are" : "is"} wrong.` : "";
    tellAssembly(`${first}${sentence(wrong[0].text)}${more}`, "bad");
  } else if (deadEnds.length) {
    const where = listed(deadEnds.map((cell) => cellText(rules.cell(cell))));
    tellAssembly(`${first}No tile left fits at ${where}.`, "bad");
  } else if (text) tellAssembly(text);
  else if (assembly.codes.size === rules.fixed.length) tellAssembly(DATA.note ? `${DATA.note}.` : "");
  else tellAssembly(toDo());
}

/** What is still to be done, where nothing is wrong. */
function toDo() {
  const { open } = assembly.matching;
  const others = assembly.flaws.filter(({ direction, isMissing }) => direction === undefined && !isMissing);
  if (others.length && !open && (rules.distinct || !assembly.left.length)) return sentence(others[0].text);
  const left = rules.distinct ? "" : `, ${assembly.left.length} ${assembly.left.length === 1 ? "tile" : "tiles"} left`;
  return `All matches: ${open} blue ${open === 1 ? "face looks" : "faces look"} at empty cells${left}.`;
}

/** Show the layer of a cell. */
function goTo(cell) {
  const at = [...rules.cell(cell), 0, 0];
  if (at[2] !== state.layer) showLayer(at[2]);
  bench.scrollTo(cell);
}

/** Show where a tile lies that was pressed in the garden in space. */
function find(index) {
  const cell = rules.number(garden().tiles[index].slice(0, DATA.dimension));
  goTo(cell);
  bench.outline("hinted", cell);
}

/** Keys on the bench beside those of the hand; whether the key did something. */
function benchKey(key, place) {
  if (key === "PageUp" || key === "PageDown") showLayer(state.layer + (key === "PageUp" ? 1 : -1));
  else if ((key === "Delete" || key === "Backspace") && bench.isCell(place)) {
    if (bench.refusal(place)) tellAssembly(bench.refusal(place));
    else if (assembly.codes.has(place)) act(() => assembly.takeAway(place));
  } else return false;
  return true;
}

onPresses({ undo: () => act(() => assembly.retrace(), false), redo: () => act(() => assembly.retrace(true), false) }, tellAssembly);
onPresses({ hint: () => act(() => assembly.hint()), complete: () => act(() => assembly.complete(), false) }, tellAssembly);
onPress(byId("clear"), () => act(() => assembly.clear()), tellAssembly);
onPress(byId("given"), () => act(() => assembly.take(rules.codesOf(given.tiles))));
onPress(byId("link"), () => copyGame([...assembly.codes].flat(), tellAssembly));
onPress(byId("save"), () => {
  const cells = assembly.tiles.map((tile) => [...tile.slice(0, DATA.dimension), tile[3]]);
  download(JSON.stringify({ cells }), "garden.json");
});
onSwitch(byId("counts"), (isOn) => byId("bench").classList.toggle("uncounted", !isOn));

// The two views

const HASHES = { assemble: "#assembling", look: "#solution" };

function setMode(mode) {
  state.mode = mode;
  hand?.drop();
  showChoice("mode", mode);
  for (const part of document.querySelectorAll(".in-assemble, .in-look")) part.hidden = !part.classList.contains(`in-${mode}`);
  byId(`${mode}-space`).append(byId("space"));
  byId(`${mode}-layers`).append(byId("layers"));
  byId("space").hidden = FLAT && (mode === "assemble" || DATA.sheet !== null);
  for (const part of ["layers", "layers-card"]) byId(part).hidden = FLAT;
  byId("plans-card").hidden = FLAT && !DATA.sheet;
  for (const part of ["view-card", "rods", "hint-to-turn"]) byId(part).hidden = DATA.sheet !== null;
  document.body.classList.toggle("on-sheet", DATA.sheet !== null);
  document.body.classList.toggle("discs", DATA.sheet?.areDiscs ?? false);
  document.body.classList.toggle("looking", mode === "look");
  document.body.classList.toggle("flat", FLAT);
  if (mode === "look") step(0);
  Object.assign(state, { show: "all", axis: 2 });
  showLayer(state.layer);
  showAssembly();
}

onChoice("mode", (mode) => {
  location.replace(HASHES[mode]);
  setMode(mode);
});
byId("modes").hidden = !DATA.assembles || !DATA.gardens.length;
byId("given").hidden = !given;
byId("rules").textContent = DATA.howTo;
if (given && !solutions.length) byId("look").textContent = "Given garden";
byId("bench").classList.toggle("in-space", !FLAT);
byId("chart").classList.toggle("few", CHART.length <= 16);
byId("bench").style.setProperty("--reach", DATA.blue);
byId("bench").style.setProperty("--unreached", DATA.red);
byId("in-layers").hidden = FLAT;
for (const each of [byId("grid").parentElement, byId("plans")]) cueScroll(each);
const asked = Object.keys(HASHES).find((mode) => HASHES[mode] === location.hash) ?? (linked ? "assemble" : DATA.opens);
setMode(!DATA.assembles || (asked === "look" && DATA.gardens.length) ? "look" : "assemble");
if (!byId("bench").hidden) bench.scrollTo(bench.layer.focusCell);
