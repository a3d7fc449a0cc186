// The puzzles of the page: which is shown, those before and after it, and a list with ticks at those that were solved.

const PUZZLES = DATA.puzzles.map(({ puzzle: form, solution, reasons }) => {
  const zip = zipFromForm(form);
  return { zip, solutions: solution ? [solution.map((place) => zip.cell(...place))] : [], reasons };
});
let current = 0;

/** The rules of a puzzle as a text, to tell whether two are the same except for their names. */
const rulesOf = (zip) => zipCode(zip.with({ name: null }));

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
  current = Math.min(Math.max((Number(location.hash.slice(1)) || 1) - 1, 0), PUZZLES.length - 1);
  return given();
}

/** What the address says of a puzzle: nothing of the first that came with the page, the number of another of those. */
function addressOf(zip) {
  if (zipCode(zip) !== zipCode(given())) return `zip=${zipCode(zip)}`;
  return current ? String(current + 1) : "";
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
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "btn", title: titleOf(zip) });
    const parts = [[String(index + 1), "index"], [titleOf(zip), "name"], ["", "tick"]];
    for (const [text, name] of parts) {
      const part = document.createElement("span");
      part.className = name;
      part.textContent = text;
      button.append(part);
    }
    onPress(button, () => goToPuzzle(index));
    const entry = document.createElement("li");
    entry.append(button);
    byId("list").append(entry);
  });
}

onPress(byId("previous"), () => goToPuzzle(current - 1), (text) => tell(text));
onPress(byId("following"), () => goToPuzzle(current + 1), (text) => tell(text));
