// What the editors of pages share: going back to the puzzle before, the buttons for the size, and the puzzle as text.
// A page has the `puzzle` that is edited, and `showEdited` shows it.

let past = new Past();

/** Go back to the puzzle before, or on again. */
function turnEdit(isRedo) {
  puzzle = past.turn(puzzle, isRedo);
  showEdited();
}

/** Take a changed puzzle, so that it can be undone. */
function change(changed) {
  past.add(puzzle);
  puzzle = changed;
  showEdited();
}

/** The buttons that change the size: which side, and by how much. */
const RESIZERS = [
  ["fewer-rows", "rows", -1],
  ["more-rows", "rows", 1],
  ["fewer-cols", "cols", -1],
  ["more-cols", "cols", 1],
];

/**
 * What the buttons of an editor do.
 *
 * resized(puzzle, side, step), cleared(puzzle), original(): other puzzles; read(text): one from a text, or an error with a
 * sentence; what: what was read, in words; text(puzzle), fileName(puzzle): of a download; tell(text): says why a button
 * does nothing.
 */
function onEdits({ resized, cleared, original, read, what, text, fileName, tell }) {
  for (const [id, side, step] of RESIZERS) onPress(byId(id), () => change(resized(puzzle, side, step)), tell);
  onPress(byId("undo-edit"), () => turnEdit(false), tell);
  onPress(byId("redo-edit"), () => turnEdit(true), tell);
  onPress(byId("clear"), () => change(cleared(puzzle)), tell);
  onPress(byId("original"), () => change(original()), tell);
  onPress(byId("copy"), async () => {
    const copied = await copyFrom(byId("text"));
    if (copied) say(byId("text-told"), "Copied.", "good");
    else say(byId("text-told"), "This browser does not let the page copy: select the text and copy it.", "bad");
  });
  onPress(byId("download"), () => download(text(puzzle), fileName(puzzle)));
  onPress(byId("read"), () => {
    try {
      change(read(byId("text").value));
      say(byId("text-told"), what, "good");
    } catch (error) {
      say(byId("text-told"), error.message, "bad");
    }
  });
}
