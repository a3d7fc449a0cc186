// The page: which puzzle it shows, and whether that is played or edited.

const GIVEN = zipFromForm(DATA.puzzle);
const SOLUTION = DATA.solution?.map((place) => GIVEN.cell(...place)) ?? null;
let puzzle = GIVEN;
let editing = false;

/** The rules of a puzzle as a text, to tell whether two are the same but for their names. */
const rulesOf = (zip) => zipText(zip.with({ name: null }));

function setMode(isEditing) {
  endGesture();
  editing = isEditing;
  for (const id of ["facts", "play-panel"]) byId(id).hidden = editing;
  for (const id of ["edit-facts", "edit-panel", "json-panel"]) byId(id).hidden = !editing;
  byId("play").setAttribute("aria-pressed", String(!editing));
  byId("edit").setAttribute("aria-pressed", String(editing));
  if (editing) showPuzzle();
  else play();
  showTitle();
}

onPress(byId("play"), () => editing && setMode(false));
onPress(byId("edit"), () => editing || setMode(true));
addEventListener("keydown", (event) => {
  if (event.target.matches?.("input, textarea, select") || event.altKey) return;
  const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
  if (isUndo) editing ? undoEdit() : showGame(game.undo());
  else if (event.ctrlKey || event.metaKey || !(editing ? editKey(event) : playKey(event))) return;
  event.preventDefault();
});
setMode(false);
