// Boards without corner signs: rows of numbers and dots, with | and dashes for walls, as people type them and terminals
// show them.

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
  const [rows, sides] = [[], []];
  for (const line of lines.map(withoutTabs)) {
    if (!SKETCHED_WALLS.test(line)) rows.push(sketchedCells(line, isClose));
    else if (rows.length) sides.push(...cellsAbove(line, rows).map((cell) => [cell, [1, 0]]));
  }
  rows.forEach(({ length }, index) => {
    const isEven = length === rows[0].length;
    demand(isEven, `Row ${index + 1} has ${length} cells, but row 1 has ${rows[0].length}: each is a number or a dot.`);
  });
  const board = emptyBoard(rows.length, rows[0].length);
  const cells = rows.flat();
  const barred = [...cells.keys()].filter((cell) => cells[cell].isBarred && cell % board.cols);
  const isTable = barred.length === board.rows * (board.cols - 1);
  if (!isTable) sides.push(...barred.map((cell) => [cell, [0, -1]]));
  const walls = wallsBeside(board, sides);
  const entries = cells.flatMap(({ sign }, cell) => (/\d/.test(sign) ? [[cell, Number(sign)]] : []));
  return board.with({ numbers: inTurn(board, entries), walls });
}

/** What stands in the cells of a row, from where to where, and whether there is a bar before it. */
function sketchedCells(line, isClose) {
  const cells = [];
  let isBarred = false;
  for (const { 0: sign, index } of line.matchAll(new RegExp(`${isClose ? "\\d" : "\\d+"}|[${DOTS}${BARS}]`, "g"))) {
    if (!BARS.includes(sign)) cells.push({ sign, from: index, to: index + sign.length, isBarred });
    isBarred = BARS.includes(sign);
  }
  return cells;
}

/** The cells of the last row that stand above dashes. */
function cellsAbove(line, rows) {
  const before = (rows.length - 1) * rows[0].length;
  return [...line.matchAll(new RegExp(`[${DASHES}]+`, "g"))].flatMap(({ 0: dashes, index }) => {
    const isAbove = ({ from, to }) => from < index + dashes.length && index < to;
    const found = rows.at(-1).flatMap((cell, col) => (isAbove(cell) ? [before + col] : []));
    demand(found.length, `The dashes below row ${rows.length} are not below any of its cells.`);
    return found;
  });
}

/** A line with blanks in the place of tabs, each up to the next multiple of eight. */
const withoutTabs = (line) =>
  line.split("\t").reduce((sum, part) => sum.padEnd(8 * Math.floor(sum.length / 8) + 8) + part);
