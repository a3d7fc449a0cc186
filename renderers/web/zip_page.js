// The page: which puzzle it shows, of those that came with it, that of a link or a new one; what is kept of each; and whether
// it is played or edited.

const PUZZLES = DATA.puzzles.map(({ puzzle: form, digest, solution, reasons }) => {
  const zip = zipFromForm(form);
  return { zip, digest, solutions: solution ? [solution.map((place) => zip.cell(...place))] : [], reasons };
});
let current = 0;

/** The rules of a puzzle as a text, to tell whether two are the same except for their names. */
const rulesOf = (zip) => zipCode(zip.with({ name: null }));

/** Keep something about a puzzle: {path, wasSolved} and what its attempt has. */
const remember = (zip, state) => keep(rulesOf(zip), state);

/** What was kept about a puzzle, or null. */
function remembered(zip) {
  const state = kept(rulesOf(zip));
  return Array.isArray(state?.path) ? state : null;
}

/** The puzzle that came with the page, in the place where we are. */
const given = () => PUZZLES[current].zip;

/** The solutions that the page knows of a puzzle, and the reasons for them. */
const knownOf = (zip) => PUZZLES.find((each) => rulesOf(each.zip) === rulesOf(zip)) ?? { solutions: [], reasons: [] };

const titleOf = (zip) => zip.name ?? `ZIP ${zip.rows} × ${zip.cols}`;

function goToPuzzle(index) {
  current = index;
  takePuzzle(given());
}

/** The puzzle that the address names, or else the first. */
function puzzleInAddress() {
  const code = codeIn(location.hash);
  if (code !== null) {
    const zip = zipFromCode(code);
    const index = PUZZLES.findIndex((each) => rulesOf(each.zip) === rulesOf(zip));
    current = Math.max(index, 0);
    return index < 0 ? zip : given();
  }
  current = Math.min(Math.max(Math.floor(Number(location.hash.slice(1)) || 1) - 1, 0), PUZZLES.length - 1);
  return given();
}

/** What the address says of a puzzle: nothing of the first that came with the page, the number of another of those. */
function addressOf(zip) {
  if (zipCode(zip) !== zipCode(given())) return `zip=${zipCode(zip)}`;
  return current ? String(current + 1) : "";
}

/** Have the address name what is shown, for a reload, where the browser lets a page do so. */
function showAddress(fragment) {
  try {
    if (location.href !== addressWith(fragment)) history.replaceState(null, "", addressWith(fragment));
  } catch {
    // The address stays as it is.
  }
}

function showTicks() {
  if (PUZZLES.length < 2) return;
  byId("place").textContent = `${current + 1} of ${PUZZLES.length}`;
  allow(byId("previous"), current > 0, "This is the first puzzle.");
  allow(byId("following"), current + 1 < PUZZLES.length, "This is the last puzzle.");
  [...byId("list").querySelectorAll("button")].forEach((button, index) => {
    const { zip } = PUZZLES[index];
    const isSolved = remembered(zip)?.wasSolved === true;
    button.setAttribute("aria-current", String(index === current));
    button.querySelector(".tick").textContent = isSolved ? "✓" : "";
    button.setAttribute("aria-label", `${index + 1}, ${titleOf(zip)}${isSolved ? ", solved" : ""}`);
  });
}

function makeList() {
  for (const id of ["puzzles", "list-panel"]) byId(id).hidden = PUZZLES.length < 2;
  if (PUZZLES.length < 2) return;
  PUZZLES.forEach(({ zip }, index) => {
    const entry = byId("entry").content.cloneNode(true);
    const button = entry.querySelector("button");
    button.title = titleOf(zip);
    button.querySelector(".index").textContent = index + 1;
    button.querySelector(".name").textContent = titleOf(zip);
    onPress(button, () => goToPuzzle(index));
    byId("list").append(entry);
  });
}

onPresses({ previous: () => goToPuzzle(current - 1), following: () => goToPuzzle(current + 1) }, tell);

let maker = null;

/** Have the worker make a puzzle, and show it. */
function makeNew(seed) {
  const [side, difficulty] = [Number(byId("new-side").value), byId("new-difficulty").value];
  const name = `ZIP ${side} × ${side}, ${difficulty}, no. ${seed}`;
  maker?.terminate();
  maker = newWorker(tell);
  if (!maker) return;
  tell("Making a puzzle …");
  maker.onmessage = ({ data: { numbers, path } }) => {
    maker.terminate();
    takePuzzle(new Zip(side, side, numbers, [], name));
    if (editing) setMode(false);
    game.learn([path]);
    byId("board").focus();
  };
  maker.postMessage({ make: { side, difficulty, seed } });
}

onPress(byId("new"), () => {
  const { value } = byId("new-seed");
  if (/^\d{0,9}$/.test(value)) makeNew(value ? Number(value) : Math.floor(Math.random() * 1_000_000));
  else tell("A seed is a whole number of up to nine digits.", "bad");
});
// The seed of today is its date, such as 20261231: Swedish dates are 2026-12-31.
onPress(byId("new-today"), () => makeNew(Number(new Date().toLocaleDateString("sv").replaceAll("-", ""))));

let puzzle = PUZZLES[0].zip;
let editing = false;

/** Show another puzzle, in the mode that is on. */
function takePuzzle(taken) {
  endGesture();
  puzzle = taken;
  past = new Past();
  setMode(editing);
}

function setMode(isEditing) {
  endGesture();
  editing = isEditing;
  for (const id of ["facts", "play-panel"]) byId(id).hidden = editing;
  for (const id of ["edit-facts", "edit-panel", "text-panel"]) byId(id).hidden = !editing;
  showChoice("mode", editing ? "edit" : "play");
  if (editing) showEdited();
  else play();
  judge(puzzle);
  showTitle();
}

/** Show the puzzle that the address names; one that is damaged is told. */
function openAddress() {
  try {
    takePuzzle(puzzleInAddress());
  } catch (error) {
    takePuzzle(given());
    tell(error.message, "bad");
  }
}

onPresses({ play: () => editing && setMode(false), edit: () => editing || setMode(true) });
onPress(byId("share"), () => copyLink(`zip=${zipCode(puzzle)}`, tell));
addEventListener("hashchange", openAddress);
addEventListener("keydown", (event) => {
  if (event.target.matches?.("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (editing ? editKey(event) : playKey(event)) event.preventDefault();
});
makeList();
openAddress();
