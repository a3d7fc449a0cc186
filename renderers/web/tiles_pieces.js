// A set of pieces that is edited: how its edges look, what the board needs to know of it, and its changes.
//
// A puzzle is an object with the fields of its JSON.  A change makes a new one, so that undoing is going back.

const { looks, nothing, lines } = DATA.editor;
const MOST_EDITED = 400;
/** So many colours beyond those in use are offered. */
const SPARE = 2;

const isHalves = (puzzle) => puzzle.rule === "sum-zero";
const signOf = (puzzle) => (isHalves(puzzle) ? -1 : 1);
const kindOf = (puzzle, value) => (isHalves(puzzle) ? Math.abs(value) : value);
/** Whether an edge shows nothing: one of the border, or one that is no half of a picture. */
const isCalm = (puzzle, value) => value === puzzle.border || (isHalves(puzzle) && value === 0);

/** The look of each kind that was met; it is kept as long as the page is open. */
const lookOf = new Map(DATA.editor.kinds.map((kind, index) => [kind, looks[index]]));

function look(kind) {
  if (!lookOf.has(kind)) lookOf.set(kind, looks[lookOf.size % looks.length]);
  return lookOf.get(kind);
}

/** What an edge of this number is called, as Python calls it. */
function edgeName(puzzle, value) {
  const name = puzzle.colours[kindOf(puzzle, value) - 1];
  if (name === undefined) return String(value);
  if (Array.isArray(name)) return name[value < 0 ? 1 : 0];
  return value < 0 ? `-${name}` : name;
}

/** What is to be seen on an edge of this number. */
function edgeLook(puzzle, value) {
  const isTab = isHalves(puzzle) && !DATA.art && value !== 0;
  const calm = isCalm(puzzle, value);
  const { colour, ink } = calm ? nothing : look(kindOf(puzzle, value));
  const line = lines[!isTab ? "flat" : value > 0 ? "tab" : "blank"];
  const mark = calm ? "" : (DATA.editor.marks[kindOf(puzzle, value)] ?? String(kindOf(puzzle, value)));
  return { colour, ink, mark, name: edgeName(puzzle, value), line };
}

/** The half picture on an edge, as SVG. */
function edgeArt(puzzle, value) {
  if (value === puzzle.border) return `<path d="M-50 -50L50 -50L0 0Z" fill="${nothing.colour}"/>`;
  if (isCalm(puzzle, value)) return "";
  return look(kindOf(puzzle, value)).halves[isHalves(puzzle) && value < 0 ? 1 : 0];
}

/** The colours or halves to choose from: nothing or the border, those in use, and some more. */
function choices(puzzle) {
  const used = [...new Set(puzzle.pieces.flat())].filter((value) => !isCalm(puzzle, value));
  const kinds = [...new Set(used.map((value) => kindOf(puzzle, value)))].sort((a, b) => a - b);
  for (let spare = 1, more = Math.max(SPARE, 4 - kinds.length); more > 0; spare += 1) {
    if (kinds.includes(spare) || spare === puzzle.border) continue;
    kinds.push(spare);
    more -= 1;
  }
  kinds.sort((a, b) => a - b);
  const calm = [...new Set([...(isHalves(puzzle) ? [0] : []), ...(puzzle.border === null ? [] : [puzzle.border])])];
  return [...calm, ...kinds.flatMap((kind) => (isHalves(puzzle) ? [kind, -kind] : [kind]))];
}

/** What the board and the game need to know of a puzzle. */
function boardData(puzzle) {
  const { rows, cols, pieces, clues, border, rotations } = puzzle;
  const values = [...new Set([...pieces.flat(), ...choices(puzzle)])];
  const seen = (picture) => Object.fromEntries(values.map((value) => [value, picture(puzzle, value)]));
  const cells = Array.from({ length: rows * cols }, (_, place) => [Math.floor(place / cols), place % cols]);
  const [joins, rims] = [[], []];
  for (const [place, [row, col]] of cells.entries()) {
    const corners = CORNERS.map(([x, y]) => [100 * col + 50 + x, 100 * row + 50 + y]);
    const besides = [row > 0 ? -cols : 0, col < cols - 1 ? 1 : 0, row < rows - 1 ? cols : 0, col > 0 ? -1 : 0];
    besides.forEach((step, side) => {
      const line = [corners[side], corners[(side + 1) % 4]];
      if (step > 0) joins.push([place, place + step, [[side, (side + 2) % 4]], line]);
      if (step === 0 && border !== null) rims.push([place, side, line]);
    });
  }
  return {
    turning: rotations,
    sign: signOf(puzzle),
    border,
    places: cells.map(([row, col]) => [col * 100 + 50, row * 100 + 50, row, col]),
    pieces,
    joins,
    rims,
    clues: clues.map(([row, col, piece, turns]) => [row * cols + col, piece, turns]),
    values: seen(edgeLook),
    view: [0, 0, cols * 100, rows * 100],
    reach: isHalves(puzzle) && !DATA.art ? 18 : 0,
    ...(DATA.art && { art: { ...DATA.art, values: seen(edgeArt) } }),
  };
}

const pieceEdits = {
  set(puzzle, piece, side, value) {
    const pieces = puzzle.pieces.map((edges) => [...edges]);
    pieces[piece][side] = value;
    return { ...puzzle, pieces };
  },

  /** A piece a quarter turn clockwise. */
  turn(puzzle, piece) {
    const pieces = [...puzzle.pieces];
    const [top, right, bottom, left] = pieces[piece];
    pieces[piece] = [left, top, right, bottom];
    return { ...puzzle, pieces };
  },

  /** Another board: the last pieces go, or pieces come that are the same on all sides. */
  size(puzzle, rows, cols) {
    const pieces = Array.from({ length: rows * cols }, (_, piece) => puzzle.pieces[piece] ?? blank(puzzle));
    const clues = puzzle.clues.filter(([row, col, piece]) => row < rows && col < cols && piece < pieces.length);
    return { ...puzzle, rows, cols, pieces, clues };
  },

  /** Another rule; where colours have no halves, both halves become the colour. */
  rule(puzzle, rule) {
    if (rule === "sum-zero") return { ...puzzle, rule };
    const colours = puzzle.colours.some(Array.isArray) ? [] : puzzle.colours;
    const border = puzzle.border && Math.abs(puzzle.border);
    return { ...puzzle, rule, colours, border, pieces: puzzle.pieces.map((edges) => edges.map(Math.abs)) };
  },

  clear: (puzzle) => ({ ...puzzle, pieces: puzzle.pieces.map(() => blank(puzzle)), clues: [] }),
};

/** The edges of a piece on which nothing has been chosen yet. */
function blank(puzzle) {
  const value = isHalves(puzzle) ? 0 : choices(puzzle).find((choice) => !isCalm(puzzle, choice));
  return [value, value, value, value];
}
