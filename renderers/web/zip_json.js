// A puzzle as the JSON that cpmodels reads and writes, in both directions.

const LINE_WIDTH = 100;
const FIELDS = ["puzzle", "name", "description", "rows", "cols", "numbers", "walls"];

/** The JSON text of a puzzle, laid out as cpmodels lays it out. */
function zipText(zip) {
  const walls = [...zip.walls].map(wallCells).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const fields = [
    ["puzzle", '"zip"'],
    ...(zip.name ? [["name", JSON.stringify(zip.name)]] : []),
    ["rows", String(zip.rows)],
    ["cols", String(zip.cols)],
    ["numbers", listText("numbers", zip.numbers.map((cell, index) => [...zip.place(cell), index + 1]))],
    ["walls", listText("walls", walls.map((cells) => cells.map((cell) => zip.place(cell))))],
  ];
  return `{\n${fields.map(([key, value]) => `  "${key}": ${value}`).join(",\n")}\n}\n`;
}

function listText(key, entries) {
  const texts = entries.map((entry) => JSON.stringify(entry).replaceAll(",", ", "));
  const short = `[${texts.join(", ")}]`;
  if (short.length + key.length + 6 <= LINE_WIDTH) return short;
  const lines = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last && last.length + text.length + 7 <= LINE_WIDTH) lines[lines.length - 1] = `${last}, ${text}`;
    else lines.push(text);
  }
  return `[\n    ${lines.join(",\n    ")}\n  ]`;
}

/** The puzzle of an object. Throws an error whose message is a sentence for people. */
function zipFromForm(form) {
  demand(form !== null && typeof form === "object" && !Array.isArray(form), "A puzzle is an object: { ... }.");
  demand((form.puzzle ?? "zip") === "zip", `This page shows ZIPs, not ${form.puzzle}.`);
  const unknown = Object.keys(form).find((key) => !FIELDS.includes(key));
  demand(unknown === undefined, `There is no field “${unknown}”; known are ${FIELDS.join(", ")}.`);
  for (const key of ["rows", "cols"]) {
    demand(isWhole(form[key], 1, LONGEST_SIDE), `“${key}” is a whole number from 1 to ${LONGEST_SIDE}.`);
  }
  demand(typeof (form.name ?? "") === "string", "“name” must be text.");
  const board = new Zip(form.rows, form.cols);
  const [numbers, walls] = [numbersOf(board, form.numbers ?? []), wallsOf(board, form.walls ?? [])];
  return board.with({ numbers, walls, name: form.name });
}

function numbersOf(board, entries) {
  const isNumber = (entry) => isList(entry, 3) && isPlace(board, entry) && isWhole(entry[2], 1, board.cells);
  demand(isList(entries) && entries.every(isNumber), "“numbers” is a list of [row, column, number] on the board.");
  return inTurn(board, entries.map(([row, col, number]) => [board.cell(row, col), number]));
}

/** The cells of 1, 2, ... from pairs of a cell and its number. */
function inTurn(board, entries) {
  const cells = [];
  for (const [cell, number] of entries) {
    demand(isWhole(number, 1, board.cells), `The number ${number} is not one of 1 to ${board.cells}.`);
    demand(cells[number - 1] === undefined, `The number ${number} is given twice.`);
    cells[number - 1] = cell;
  }
  demand(cells.length === entries.length, `The numbers run to ${cells.length}, but some are missing.`);
  demand(new Set(cells).size === cells.length, "Two numbers share a cell.");
  return cells;
}

function wallsOf(board, entries) {
  const isWall = (entry) => isList(entry, 2) && entry.every((place) => isList(place, 2) && isPlace(board, place));
  const isRight = isList(entries) && entries.every(isWall);
  demand(isRight, "“walls” is a list of [[row, column], [row, column]] on the board.");
  return entries.map(([first, second]) => {
    const cells = [board.cell(...first), board.cell(...second)];
    demand(board.touch(...cells), `A wall stands between (${first}) and (${second}), which do not touch.`);
    return wallKey(...cells);
  });
}

const isPlace = (board, [row, col]) => isWhole(row, 0, board.rows - 1) && isWhole(col, 0, board.cols - 1);
