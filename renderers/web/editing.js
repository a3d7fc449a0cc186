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

/** What the buttons of the editor do, as `onEdits` takes it. */
let editor = null;

/** Show the size, the name and the text of the puzzle that is edited, and which buttons do anything. */
function showEditor() {
  const { resized, sizes, original, isGiven, text } = editor;
  byId("row-count").textContent = puzzle.rows;
  byId("col-count").textContent = puzzle.cols;
  if (byId("name").value !== (puzzle.name ?? "")) byId("name").value = puzzle.name ?? "";
  byId("text").value = text(puzzle);
  say(byId("text-told"), "");
  for (const [id, side, step] of RESIZERS) allow(byId(id), resized(puzzle, side, step) !== null, sizes);
  past.allow("undo-edit", "redo-edit");
  allow(byId("original"), text(puzzle) !== text(original()), isGiven);
}

/**
 * What the buttons of an editor do.
 *
 * resized(puzzle, side, step): another puzzle, or null where there is none of that size, and sizes says why; renamed(puzzle,
 * name), cleared(puzzle), original(): other puzzles, and isGiven says that the puzzle is the original; read(text): one from a
 * text, or an error with a sentence; what: what was read, in words; text(puzzle), fileName(puzzle): of a download; tell(text):
 * says why a button does nothing.
 */
function onEdits(edits) {
  editor = edits;
  const { resized, renamed, cleared, original, read, what, text, fileName, tell } = edits;
  for (const [id, side, step] of RESIZERS) onPress(byId(id), () => change(resized(puzzle, side, step)), tell);
  let isNaming = false;
  byId("name").addEventListener("input", ({ target }) => {
    if (!isNaming) past.add(puzzle);
    isNaming = true;
    puzzle = renamed(puzzle, target.value);
    showEdited();
  });
  byId("name").addEventListener("change", () => (isNaming = false));
  onPresses({ "undo-edit": () => turnEdit(), "redo-edit": () => turnEdit(true) }, tell);
  onPresses({ clear: () => change(cleared(puzzle)), original: () => change(original()) }, tell);
  onPress(byId("copy"), async () => {
    let isCopied = true;
    try {
      await navigator.clipboard.writeText(byId("text").value);
    } catch {
      byId("text").select();
      isCopied = document.execCommand("copy");
    }
    if (isCopied) say(byId("text-told"), "Copied.", "good");
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

// --- texts of puzzles

/** The value of a JSON text, in which no object has a field twice, and which holds no half of a surrogate pair. */
function parsed(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${error.message}.`);
  }
  const objects = [];
  for (const [token, string, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/g)) {
    if (token === "{") objects.push(new Set());
    if (token === "}") objects.pop();
    if (!string) continue;
    const word = JSON.parse(string);
    demand(!/[\ud800-\udfff]/u.test(word), "The JSON holds half of a surrogate pair, which is not a character.");
    demand(!colon || !objects.at(-1).has(word), `The field “${word}” is given twice in one object.`);
    if (colon) objects.at(-1).add(word);
  }
  return value;
}

/** The numbers or words on a line, without a comment. */
const wordsOn = (line) => line.replace(/(#|\/\/).*/, "").split(/[\s,;]+/).filter(Boolean);

const LINE_WIDTH = 100;

/** The JSON text of an object, laid out as cpmodels lays it out: a field a line, a piece a line, walls side by side. */
function layout(form) {
  const compact = (value) => (Array.isArray(value) ? `[${value.map(compact).join(", ")}]` : JSON.stringify(value));
  const fields = Object.entries(form).map(([key, value]) => {
    const short = compact(value);
    const isTable = key === "pieces" && value.length > 1;
    if (!Array.isArray(value) || (!isTable && short.length + key.length + 6 <= LINE_WIDTH)) return `"${key}": ${short}`;
    const lines = [];
    for (const entry of value.map(compact)) {
      const isFull = !lines.length || lines.at(-1).length + entry.length + 7 > LINE_WIDTH;
      if (isTable || isFull) lines.push(entry);
      else lines.push(`${lines.pop()}, ${entry}`);
    }
    return `"${key}": [\n    ${lines.join(",\n    ")}\n  ]`;
  });
  return `{\n  ${fields.join(",\n  ")}\n}\n`;
}
