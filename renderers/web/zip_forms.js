// The forms of a puzzle: the JSON of cpmodels and links, in both directions; other texts as `readers` reads them.
// Pictures are read by cpmodels alone.

const TAKEN =
  "This is not a puzzle in a form that the page reads: JSON (cpmodels' own; with grid_size and nodes; with size and " +
  "ordered_sequence; with grid and borders), a board drawn with + - |, rows of numbers and dots, rows of numbers " +
  "under a line “rows columns”, or a link to such a page. Screenshots are read by cpmodels itself.";
const SIDE_BITS = { 1: [0, 1], 2: [-1, 0], 4: [0, -1], 8: [1, 0] };
const SIDE_NAMES = { RIGHT: [0, 1], UP: [-1, 0], LEFT: [0, -1], DOWN: [1, 0] };

/** The puzzle of a text. Throws an error whose message is a sentence for people. */
function zipFromText(text) {
  if (/^\s*[[{]/.test(text)) return zipFromObject(parsed(text));
  const code = codeIn(text);
  if (code !== null) return zipFromCode(code);
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  const drawn = lines.filter((line) => line.trim() && !line.trim().startsWith("#"));
  if (/^\s*\+[+ -]*-[+ -]*\+$/.test(drawn[0] ?? "")) return zipFromDrawing(drawn);
  if (isSketch(drawn)) return zipFromSketch(drawn);
  const rows = lines.map(wordsOn).filter((row) => row.length);
  const areNumbers = rows.flat().every((word) => /^[+-]?\d{1,9}$/.test(word));
  demand(rows.length > 1 && rows[0].length === 2 && areNumbers, TAKEN);
  return zipFromMatrices(rows.map((row) => row.map(Number)));
}

/** The puzzle of an object. Throws an error whose message is a sentence for people. */
function zipFromObject(form) {
  demand(form !== null && typeof form === "object" && !Array.isArray(form), "A puzzle is an object: { ... }.");
  demand((form.puzzle ?? "zip") === "zip", `This page shows ZIPs, not ${form.puzzle}.`);
  demand(typeof (form.name ?? "") === "string", "“name” must be text.");
  const has = (...keys) => keys.every((key) => key in form);
  if (has("grid_size", "nodes")) return zipFromNodes(spelled(form, "walls"));
  if (has("size", "ordered_sequence")) return zipFromSequence(spelled(form, "walls"));
  if (has("grid") && !has("rows", "cols", "numbers")) {
    const { grid, borders, name, walls } = spelled(spelled(form, "borders"), "walls");
    return zipFromBits(grid, borders, name, walls);
  }
  const unknown = Object.keys(form).find((key) => !FIELDS.includes(key));
  demand(unknown === undefined, `There is no field “${unknown}”; known are ${FIELDS.join(", ")}.`);
  return zipFromForm(form);
}

/** An object of another program, which may have fields that say nothing here, but not this one misspelt in one place. */
function spelled(form, field) {
  const isNear = (key) => {
    const start = shared(key, field);
    const end = shared([...key.slice(start)].reverse(), [...field.slice(start)].reverse());
    return 5 * (start + end) >= 2 * (key.length + field.length);
  };
  const wrong = field in form ? undefined : Object.keys(form).find((key) => isNear(key.toLowerCase()));
  demand(wrong === undefined, `There is no field “${wrong}”: “${field}” is meant.`);
  return form;
}

function emptyBoard(rows, cols) {
  const isSize = isWhole(rows, 1, LONGEST_SIDE) && isWhole(cols, 1, LONGEST_SIDE);
  demand(isSize, `A board has 1 to ${LONGEST_SIDE} rows and columns.`);
  return new Zip(rows, cols);
}

/** {"grid_size": [rows, cols], "nodes": [{"id": number, "row": row, "col": column}], "walls": pairs of cells}. */
function zipFromNodes({ grid_size: size, nodes, walls = [], name }) {
  demand(isList(size, 2), "“grid_size” is [rows, columns].");
  const board = emptyBoard(...size);
  const isNode = (node) => node !== null && typeof node === "object" && isPlace(board, [node.row, node.col]);
  demand(isList(nodes) && nodes.every(isNode), "“nodes” is a list of objects with id, row and col on the board.");
  const numbers = inTurn(board, nodes.map(({ id, row, col }) => [board.cell(row, col), id]));
  return board.with({ numbers, walls: wallsOf(board, walls), name });
}

/** {"size": n, "ordered_sequence": cells of 1, 2, ..., "walls": {cell: ["RIGHT", "UP"]}}, cells counted row by row. */
function zipFromSequence({ size, ordered_sequence: sequence, walls = {}, name }) {
  const board = emptyBoard(size, size);
  const isCell = (cell) => isWhole(cell, 0, board.cells - 1);
  const areCells = isList(sequence) && sequence.every(isCell);
  demand(areCells, "“ordered_sequence” is a list of cells, counted row by row from 0.");
  const numbers = inTurn(board, sequence.map((cell, index) => [cell, index + 1]));
  const sides = Object.entries(walls ?? {}).flatMap(([cell, names]) => {
    const isKey = /^\d+$/.test(cell) && isCell(Number(cell));
    const areSides = isKey && isList(names) && names.every((side) => Object.hasOwn(SIDE_NAMES, side));
    demand(areSides, "“walls” has a list of RIGHT, UP, LEFT and DOWN for a cell, counted row by row from 0.");
    return names.map((side) => [Number(cell), SIDE_NAMES[side]]);
  });
  return board.with({ numbers, walls: wallsBeside(board, sides), name });
}

/** Numbers by rows, 0 or -1 for none, and for each cell the sum of its walls: 1 right, 2 up, 4 left, 8 down. */
function zipFromBits(grid, borders, name, walls = []) {
  const areRows = isList(grid) && grid.length > 0 && grid.every((row) => isList(row, grid[0].length));
  demand(areRows && grid.flat().every(Number.isInteger), "“grid” has rows of whole numbers, the same number in each.");
  const board = emptyBoard(grid.length, grid[0].length);
  const bits = borders ?? grid.map((row) => row.map(() => 0));
  const isSameShape = isList(bits, board.rows) && bits.every((row) => isList(row, board.cols));
  const areBits = isSameShape && bits.flat().every((each) => isWhole(each, 0, 15));
  demand(areBits, "“borders” has a sum of 1, 2, 4 and 8 for each cell.");
  const sides = bits.flat().flatMap((each, cell) => {
    return Object.keys(SIDE_BITS).filter((bit) => each & bit).map((bit) => [cell, SIDE_BITS[bit]]);
  });
  const numbers = inTurn(board, [...grid.flat().entries()].filter(([, number]) => number !== 0 && number !== -1));
  return board.with({ numbers, walls: [...wallsBeside(board, sides), ...wallsOf(board, walls)], name });
}

/** A line "rows columns", the numbers, then nothing, wall bits, or walls on the right and walls below as 0 and 1. */
function zipFromMatrices([[rows, cols], ...lines]) {
  emptyBoard(rows, cols);
  const parts = lines.length / rows;
  const isWhole3 = [1, 2, 3].includes(parts) && lines.every((line) => line.length === cols);
  demand(isWhole3, `After “${rows} ${cols}” there must be ${rows}, ${2 * rows} or ${3 * rows} rows of ${cols} numbers.`);
  const [grid, first, below] = [0, 1, 2].map((part) => lines.slice(part * rows, (part + 1) * rows));
  if (parts < 3) return zipFromBits(grid, parts > 1 ? first : undefined);
  demand([...first, ...below].flat().every((mark) => isWhole(mark, 0, 1)), "A wall is 1, no wall is 0.");
  return zipFromBits(grid, first.map((marks, row) => marks.map((right, col) => right + 8 * below[row][col])));
}

/** A board of lines: corners +, walls - and |, and numbers, blanks or dots in the cells. */
function zipFromDrawing(lines) {
  const left = lines[0].indexOf("+");
  const corners = [...lines[0].slice(left)].flatMap((sign, at) => (sign === "+" ? [at] : []));
  const isRoomy = corners.every((at, index) => index === 0 || at - corners[index - 1] > 1);
  const hasCells = lines.length % 2 === 1 && lines.length > 2 && isRoomy;
  demand(hasCells, "A drawn board has lines of corners + above and below its cells.");
  const cut = lines.map((line) => line.slice(left).padEnd(corners.at(-1) + 1));
  const isInside = lines.every((line, at) => !line.slice(0, left).trim() && cut[at].length === corners.at(-1) + 1);
  demand(isInside, "There is something beside the drawn board.");
  const board = emptyBoard((lines.length - 1) / 2, corners.length - 1);
  const [entries, sides] = [[], []];
  cut.forEach((line, at) => {
    const row = Math.floor(at / 2);
    const signs = corners.map((corner) => line[corner]);
    const isRight = at % 2 ? signs.every((sign) => "| ".includes(sign)) : signs.every((sign) => sign === "+");
    const expected = at % 2 ? "wall | or a space" : "corner +";
    demand(isRight, `Line ${at + 1} of the drawn board has something else where a ${expected} belongs.`);
    for (let col = 0; col < board.cols; col += 1) {
      const content = line.slice(corners[col] + 1, corners[col + 1]);
      if (at % 2 && signs[col] === "|") sides.push([board.cell(row, col), [0, -1]]);
      const word = content.trim();
      if (at % 2 && !["", "."].includes(word)) {
        demand(/^\d{1,9}$/.test(word), `Row ${row + 1}, column ${col + 1} holds “${word}”, not a number.`);
        entries.push([board.cell(row, col), Number(word)]);
      }
      if (at % 2) continue;
      const isStretch = /^( +|-+)$/.test(content);
      demand(isStretch, `Line ${at + 1} of the drawn board has neither dashes nor spaces between two corners.`);
      if (content[0] === "-" && row < board.rows) sides.push([board.cell(row, col), [-1, 0]]);
    }
  });
  return board.with({ numbers: inTurn(board, entries), walls: wallsBeside(board, sides) });
}

/** The walls on these sides of cells; what is marked on the rim of the board says nothing. */
function wallsBeside(board, sides) {
  const others = sides.map(([cell, direction]) => [cell, board.neighbour(cell, direction)]);
  return others.filter(([, other]) => other !== null).map((cells) => wallKey(...cells));
}

// --- the JSON that cpmodels reads and writes

const FIELDS = ["puzzle", "name", "description", "rows", "cols", "numbers", "walls"];

/** The cells on either side of each wall, in reading order. */
const wallsInOrder = (zip) => [...zip.walls].map(wallCells).sort((a, b) => a[0] - b[0] || a[1] - b[1]);

/** The JSON text of a puzzle. */
function zipText(zip) {
  const { rows, cols, name } = zip;
  const numbers = zip.numbers.map((cell, index) => [...zip.place(cell), index + 1]);
  const walls = wallsInOrder(zip).map((cells) => cells.map((cell) => zip.place(cell)));
  return layout({ puzzle: "zip", ...(name && { name }), rows, cols, numbers, walls });
}

function zipFromForm(form) {
  for (const key of ["rows", "cols"]) {
    demand(isWhole(form[key], 1, LONGEST_SIDE), `“${key}” is a whole number from 1 to ${LONGEST_SIDE}.`);
  }
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

// --- links: "6x6.0-7-35.3r-12d.name", the size, the cells of the numbers, and those with a wall on their right or below (down)

function zipCode(zip) {
  const wall = ([first, second]) => `${first}${second === first + 1 && zip.cols > 1 ? "r" : "d"}`;
  const parts = [`${zip.rows}x${zip.cols}`, zip.numbers.join("-"), wallsInOrder(zip).map(wall).join("-")];
  if (zip.name) parts.push(encodeURIComponent(zip.name).replaceAll(".", "%2E"));
  return parts.join(".").replace(/\.+$/, "");
}

/** The puzzle of such a text. Throws an error whose message is a sentence for people. */
function zipFromCode(code) {
  const [size, numbers = "", walls = "", name = ""] = code.trim().split(".");
  const [rows, cols] = (/^(\d{1,3})x(\d{1,3})$/.exec(size) ?? []).slice(1).map(Number);
  demand(isWhole(rows, 1, LONGEST_SIDE) && isWhole(cols, 1, LONGEST_SIDE), "The link holds no puzzle of this page.");
  const board = new Zip(rows, cols);
  const entries = (text) => (text ? text.split("-") : []);
  const cell = (text) => {
    const isCell = /^\d{1,4}$/.test(text) && Number(text) < board.cells;
    demand(isCell, `The link names the cell “${text}”, which does not exist.`);
    return Number(text);
  };
  const cells = entries(numbers).map(cell);
  demand(new Set(cells).size === cells.length, "In the link, two numbers share a cell.");
  const keys = entries(walls).map((text) => {
    const first = cell(text.slice(0, -1));
    const second = { r: board.neighbour(first, [0, 1]), d: board.neighbour(first, [1, 0]) }[text.at(-1)] ?? null;
    demand(second !== null, `The link has the wall “${text}”, which is not between two cells.`);
    return wallKey(first, second);
  });
  return board.with({ numbers: cells, walls: keys, name: nameFrom(name) });
}

function nameFrom(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("The name in the link is damaged.");
  }
}

/** The code in the fragment of an address, or null. */
const codeIn = (address) => /#zip=([^#\s]+)/.exec(address)?.[1] ?? null;

// --- boards without corner signs: rows of numbers and dots, with | and dashes for walls, as people and terminals draw them

const [BARS, DASHES, DOTS] = ["|│┃║", "\\-─━═=", ".·_*•"];
const SKETCHED_ROW = new RegExp(`^[\\s\\d${BARS}${DOTS}]*$`);
const SKETCHED_WALLS = new RegExp(`^[\\s+\u2500-\u257f${BARS}${DASHES}]*$`);
const WITHOUT_BLANKS = new RegExp(`\\d[${DOTS}]|[${DOTS}][\\d${DOTS}]`);

/** Whether all lines are rows of numbers and dots, or of dashes, with at least two dots or bars between them. */
function isSketch(lines) {
  const rows = lines.filter((line) => !SKETCHED_WALLS.test(line));
  const marks = rows.join("").match(new RegExp(`[${DOTS}${BARS}]`, "g")) ?? [];
  return rows.length > 1 && marks.length > 1 && rows.every((line) => SKETCHED_ROW.test(line));
}

function zipFromSketch(lines) {
  const isClose = lines.some((line) => !SKETCHED_WALLS.test(line) && WITHOUT_BLANKS.test(line));
  const [rows, dashed] = [[], []];
  for (const line of lines.map(withoutTabs)) {
    if (!SKETCHED_WALLS.test(line)) rows.push(sketchedCells(line, isClose));
    else if (rows.length) dashed.push(...cellsAbove(line, rows));
  }
  rows.forEach(({ length }, index) => {
    const isEven = length === rows[0].length;
    demand(isEven, `Row ${index + 1} has ${length} cells, but row 1 has ${rows[0].length}: each is a number or a dot.`);
  });
  const board = emptyBoard(rows.length, rows[0].length);
  const cells = rows.flat();
  const barred = [...cells.keys()].filter((cell) => cells[cell].bar && cell % board.cols);
  const inside = dashed.filter(({ cell }) => cell < cells.length - board.cols);
  const isTable = board.cols > 1 && barred.length === board.rows * (board.cols - 1);
  const isRuled = isTable && new Set(inside.map(({ cell }) => cell)).size === cells.length - board.cols;
  const upright = barred.filter((cell) => !isTable || cells[cell].bar === "┃");
  const level = inside.filter(({ isHeavy }) => !isRuled || isHeavy);
  const sides = [...upright.map((cell) => [cell, [0, -1]]), ...level.map(({ cell }) => [cell, [1, 0]])];
  const entries = cells.flatMap(({ sign }, cell) => (/\d/.test(sign) ? [[cell, Number(sign)]] : []));
  return board.with({ numbers: inTurn(board, entries), walls: wallsBeside(board, sides) });
}

/** What stands in the cells of a row, from where to where, and the bar before it, if there is one. */
function sketchedCells(line, isClose) {
  const cells = [];
  let bar = "";
  for (const { 0: sign, index } of line.matchAll(new RegExp(`${isClose ? "\\d" : "\\d+"}|[${DOTS}${BARS}]`, "g"))) {
    if (!BARS.includes(sign)) cells.push({ sign, from: index, to: index + sign.length, bar });
    bar = BARS.includes(sign) ? sign : "";
  }
  return cells;
}

/** The cells of the last row that stand above dashes, each with whether one of these is heavy. */
function cellsAbove(line, rows) {
  const before = (rows.length - 1) * rows[0].length;
  return [...line.matchAll(new RegExp(`[${DASHES}]+`, "g"))].flatMap(({ 0: dashes, index }) => {
    const found = rows.at(-1).flatMap(({ from, to }, col) => {
      const below = line.slice(Math.max(from, index), Math.min(to, index + dashes.length));
      return below ? [{ cell: before + col, isHeavy: below.includes("━") }] : [];
    });
    demand(found.length, `The dashes below row ${rows.length} are not below any of its cells.`);
    return found;
  });
}

/** A line with blanks in the place of tabs, each up to the next multiple of eight. */
const withoutTabs = (line) =>
  line.split("\t").reduce((sum, part) => sum.padEnd(8 * Math.floor(sum.length / 8) + 8) + part);
