// The page: which puzzle it shows, and whether that is played or edited.

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
  byId("play").setAttribute("aria-pressed", String(!editing));
  byId("edit").setAttribute("aria-pressed", String(editing));
  if (editing) showEdited();
  else play();
  judge(puzzle);
  showTitle();
}

/** Show the puzzle that the address names; one that is damaged is told. */
function openAddress() {
  let fault = null;
  try {
    takePuzzle(puzzleInAddress());
  } catch (error) {
    fault = error.message;
    takePuzzle(given());
  }
  if (fault) tell(fault, "bad");
}

onPress(byId("play"), () => editing && setMode(false));
onPress(byId("edit"), () => editing || setMode(true));
onPress(byId("share"), async () => {
  const link = addressWith(`zip=${zipCode(puzzle)}`);
  byId("link").hidden = false;
  byId("link").value = link;
  const where = location.protocol === "file:" ? " It works only where this file is." : "";
  if (await copyFrom(byId("link"))) tell(`The link to this puzzle has been copied.${where}`, "good");
  else tell("This browser does not let the page copy: the link is below.", "bad");
});
addEventListener("hashchange", openAddress);
addEventListener("keydown", (event) => {
  if (event.target.matches?.("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (editing ? editKey(event) : playKey(event)) event.preventDefault();
});
makeList();
openAddress();
