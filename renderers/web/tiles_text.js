// A set of pieces as text: the JSON that cpmodels reads and writes, and lists of typed numbers.

const EDGE_FIELDS = {
  rows: undefined,
  cols: undefined,
  pieces: undefined,
  rule: "equal",
  rotations: true,
  border: null,
  clues: [],
  name: null,
  colours: [],
  art: null,
};

/** The JSON text of a puzzle. */
function piecesText(puzzle) {
  const isLeftOut = (field) => ["name", "art", "colours"].includes(field) && !puzzle[field]?.length;
  const fields = Object.keys(EDGE_FIELDS).filter((field) => !isLeftOut(field));
  return layout({ puzzle: "edge_matching", ...Object.fromEntries(fields.map((field) => [field, puzzle[field]])) });
}

/**
 * The puzzle of a text: JSON, of which the page leaves out what is to be maximised, or four numbers a line.
 * Throws an error whose message is a sentence for people.
 */
function piecesFromText(text) {
  return text.trim().startsWith("{") ? piecesFromForm(parsed(text)) : piecesFromNumbers(text);
}

function piecesFromForm({ puzzle, description, maximise, ...form }) {
  demand((puzzle ?? "edge_matching") === "edge_matching", `This page shows edge matching, not ${puzzle}.`);
  const known = Object.keys(EDGE_FIELDS);
  const unknown = Object.keys(form).find((field) => !known.includes(field));
  demand(unknown === undefined, `There is no field “${unknown}”; known are ${known.join(", ")}.`);
  const read = { ...EDGE_FIELDS, ...form };
  demand(isList(read.pieces), "“pieces” is a list of pieces.");
  checkBoard(read.rows, read.cols, read.pieces.length);
  for (const [index, edges] of read.pieces.entries()) {
    demand(isList(edges, 4) && edges.every(Number.isSafeInteger), `Piece ${index + 1} is a list of four whole numbers.`);
  }
  demand(["equal", "sum-zero"].includes(read.rule), "“rule” is equal or sum-zero.");
  demand(typeof read.rotations === "boolean", "“rotations” is true or false.");
  demand(read.border === null || Number.isSafeInteger(read.border), "“border” is a whole number or null.");
  for (const field of ["name", "art"]) demand(typeof (read[field] ?? "") === "string", `“${field}” must be text.`);
  checkColours(read);
  checkClues(read);
  return read;
}

function checkBoard(rows, cols, count) {
  demand(isWhole(rows, 1, MOST_EDITED) && isWhole(cols, 1, MOST_EDITED), "“rows” and “cols” are whole numbers from 1.");
  demand(rows * cols <= MOST_EDITED, `A page shows up to ${MOST_EDITED} pieces, not ${rows * cols}.`);
  demand(count === rows * cols, `A ${rows} x ${cols} board needs ${rows * cols} pieces, not ${count}.`);
}

function checkColours({ colours, rule }) {
  const isWord = (word) => typeof word === "string" && word !== "";
  const isColour = (entry) => isWord(entry) || (rule === "sum-zero" && isList(entry, 2) && entry.every(isWord));
  const each = rule === "sum-zero" ? "a word, or two words for its halves" : "a word";
  demand(isList(colours) && colours.every(isColour), `“colours” is a list; a colour is ${each}.`);
  const words = colours.flat();
  demand(new Set(words).size === words.length, "Two colours have the same name.");
}

function checkClues({ clues, rows, cols, pieces, rotations }) {
  const isClue = (clue) =>
    isList(clue, 4) &&
    isWhole(clue[0], 0, rows - 1) &&
    isWhole(clue[1], 0, cols - 1) &&
    isWhole(clue[2], 0, pieces.length - 1) &&
    isWhole(clue[3], 0, rotations ? 3 : 0);
  const isRight = isList(clues) && clues.every(isClue);
  demand(isRight, "“clues” is a list of [row, column, piece, turns] on the board, all counted from 0.");
  const isOnce = (keys) => new Set(keys).size === clues.length;
  demand(isOnce(clues.map(([row, col]) => row * cols + col)), "Two clues fix the same cell.");
  demand(isOnce(clues.map(([, , piece]) => piece)), "Two clues fix the same piece.");
}

/** The puzzle of four numbers a line, with a line “rows cols” above them or not. */
function piecesFromNumbers(text) {
  const lines = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const words = wordsOn(line);
    if (!words.length) continue;
    const numbers = words.map(Number);
    const isRight = words.every((word) => /^[+-]?\d+$/.test(word)) && numbers.every(Number.isSafeInteger);
    const place = `Line ${index + 1}`;
    demand(isRight, `${place} has something other than whole numbers. cpmodels reads words and letters, but this page does not.`);
    const isSize = !lines.length && numbers.length === 2;
    demand(numbers.length === 4 || isSize, `${place}: a piece has 4 edges, not ${numbers.length}.`);
    lines.push(numbers);
  }
  demand(lines.length > 0, "It holds no pieces.");
  const size = lines[0].length === 2 ? lines.shift() : null;
  const side = Math.sqrt(lines.length);
  const isSquare = Number.isInteger(side);
  demand(size !== null || isSquare, `${lines.length} pieces do not fill a square: begin with a line “rows columns”.`);
  const [rows, cols] = size ?? [side, side];
  checkBoard(rows, cols, lines.length);
  const rule = lines.flat().some((value) => value < 0) ? "sum-zero" : "equal";
  const border = rule === "equal" && zerosMakeARim(rows, cols, lines) ? 0 : null;
  return { ...EDGE_FIELDS, rows, cols, pieces: lines, rule, border };
}

/** Whether the zeros are just those of a rim, with corners of two zeros side by side. */
function zerosMakeARim(rows, cols, pieces) {
  if (Math.min(rows, cols) < 2) return false;
  const zeros = pieces.map((edges) => edges.map((value) => (value === 0 ? 1 : 0)).join(""));
  const count = (...kinds) => zeros.filter((kind) => kinds.includes(kind)).length;
  return (
    count("1100", "0110", "0011", "1001") === 4 &&
    count("1000", "0100", "0010", "0001") === 2 * (rows + cols) - 8 &&
    count("0000") === (rows - 2) * (cols - 2)
  );
}
