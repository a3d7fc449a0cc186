// The forms of puzzles that the page takes: texts as `readers` reads them. Pictures are read by cpmodels alone.

const TAKEN =
  "This is not a puzzle in a form that the page reads: JSON (cpmodels' own; with grid_size and nodes; with size and " +
  "ordered_sequence; with grid and borders), a board drawn with + - |, rows of numbers and dots, rows of numbers " +
  "under a line “rows columns”, or a link to such a page. Screenshots are read by cpmodels itself.";
const SIDE_BITS = { 1: [0, 1], 2: [-1, 0], 4: [0, -1], 8: [1, 0] };
const SIDE_NAMES = { RIGHT: [0, 1], UP: [-1, 0], LEFT: [0, -1], DOWN: [1, 0] };

/** The puzzle of a text. Throws an error whose message is a sentence for people. */
function zipFromText(text) {
  const code = codeIn(text);
  if (code !== null) return zipFromCode(code);
  if (/^\s*[[{]/.test(text)) return zipFromObject(parsed(text));
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  const drawn = lines.filter((line) => line.trim() && !line.trim().startsWith("#"));
  if (/^\s*\+[+ -]*-[+ -]*\+$/.test(drawn[0] ?? "")) return zipFromDrawing(drawn);
  if (isSketch(drawn)) return zipFromSketch(drawn);
  const words = (line) => line.replace(/(#|\/\/).*/, "").split(/[\s,;]+/).filter(Boolean);
  const rows = lines.map(words).filter((row) => row.length);
  const areNumbers = rows.flat().every((word) => /^[+-]?\d{1,9}$/.test(word));
  demand(rows.length > 1 && rows[0].length === 2 && areNumbers, TAKEN);
  return zipFromMatrices(rows.map((row) => row.map(Number)));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${error.message}.`);
  }
}

function zipFromObject(form) {
  const has = (...keys) => form !== null && typeof form === "object" && keys.every((key) => key in form);
  if (has("rows")) return zipFromForm(form);
  if (has("grid_size", "nodes")) return zipFromNodes(form);
  if (has("size", "ordered_sequence")) return zipFromSequence(form);
  if (has("grid")) return zipFromBits(form.grid, form.borders, form.name);
  return zipFromForm(form);
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
    const areSides = isCell(Number(cell)) && isList(names) && names.every((side) => side in SIDE_NAMES);
    demand(areSides, "“walls” has a list of RIGHT, UP, LEFT and DOWN for a cell, counted row by row from 0.");
    return names.map((side) => [Number(cell), SIDE_NAMES[side]]);
  });
  return board.with({ numbers, walls: wallsBeside(board, sides), name });
}

/** Numbers by rows, 0 or -1 for none, and for each cell the sum of its walls: 1 right, 2 up, 4 left, 8 down. */
function zipFromBits(grid, borders, name) {
  const board = boardOfRows(grid);
  const bits = borders ?? grid.map((row) => row.map(() => 0));
  const areBits = sameShape(bits, board) && bits.flat().every((each) => isWhole(each, 0, 15));
  demand(areBits, "“borders” has a sum of 1, 2, 4 and 8 for each cell.");
  const sides = bits.flat().flatMap((each, cell) => {
    return Object.keys(SIDE_BITS).filter((bit) => each & bit).map((bit) => [cell, SIDE_BITS[bit]]);
  });
  return board.with({ numbers: numbersInRows(board, grid), walls: wallsBeside(board, sides), name });
}

/** A line "rows columns", the numbers, then nothing, wall bits, or walls on the right and walls below as 0 and 1. */
function zipFromMatrices([[rows, cols], ...lines]) {
  const board = emptyBoard(rows, cols);
  const parts = lines.length / rows;
  const isWhole3 = [1, 2, 3].includes(parts) && lines.every((line) => line.length === cols);
  demand(isWhole3, `After “${rows} ${cols}” there must be ${rows}, ${2 * rows} or ${3 * rows} rows of ${cols} numbers.`);
  const [grid, first, below] = [0, 1, 2].map((part) => lines.slice(part * rows, (part + 1) * rows));
  if (parts < 3) return zipFromBits(grid, parts > 1 ? first : undefined);
  demand([...first, ...below].flat().every((mark) => isWhole(mark, 0, 1)), "A wall is 1, no wall is 0.");
  const marked = (marks, direction) => marks.flat().flatMap((mark, cell) => (mark ? [[cell, direction]] : []));
  const sides = [...marked(first, [0, 1]), ...marked(below, [1, 0])];
  return board.with({ numbers: numbersInRows(board, grid), walls: wallsBeside(board, sides) });
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

function boardOfRows(grid) {
  const areRows = isList(grid) && grid.length > 0 && grid.every((row) => isList(row, grid[0].length));
  demand(areRows && grid.flat().every(Number.isInteger), "“grid” has rows of whole numbers, the same number in each.");
  return emptyBoard(grid.length, grid[0].length);
}

const sameShape = (rows, board) => isList(rows, board.rows) && rows.every((row) => isList(row, board.cols));

function numbersInRows(board, grid) {
  return inTurn(board, grid.flat().flatMap((number, cell) => (number === 0 || number === -1 ? [] : [[cell, number]])));
}
