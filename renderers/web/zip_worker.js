// The worker, so that the page stays at hand: it searches a puzzle, or makes a new one.
//
// It gets {zip, covered}: a puzzle and the cells that are not to be covered any more; {isRunning}: to stop or go on.
// It answers {moves, solutions, isOver} now and then; or {make}, what `newZip` takes, and answers what that gives.  Two searches
// take turns, and the first that is over decides.

const SLICE = 40;
/** The moves that are tried along the path before the other search begins, and each time in between. */
const HEAD_START = 5_000;
const [PATH_MOVES, CONFLICTS] = [500, 64];

let along = null;
let learning = null;
let begin = null;
let isRunning = false;
let timer = null;

onmessage = ({ data }) => {
  clearTimeout(timer);
  if (data.make) return void postMessage(newZip(data.make));
  if (data.zip) {
    const zip = new Zip(0, 0).with(data.zip);
    along = new Search(zip, data.covered);
    learning = null;
    begin = () => new ZipFormula(zip, data.covered);
  }
  isRunning = data.isRunning ?? true;
  if (isRunning) goOn();
};

function goOn() {
  const until = performance.now() + SLICE;
  while (!decided() && performance.now() < until) {
    along.run(PATH_MOVES);
    if (along.moves < HEAD_START || along.isOver) continue;
    learning ??= begin();
    if (!learning.isTooLarge) learning.run(CONFLICTS);
  }
  const over = decided();
  const { solutions } = over ?? along;
  postMessage({ moves: along.moves + (learning?.moves ?? 0), solutions, isOver: over !== null });
  if (!over) timer = setTimeout(goOn);
}

/** The search that has come to its end, or null. */
function decided() {
  if (along.isOver) return along;
  return learning?.isOver ? learning : null;
}

// --- new puzzles: a random path, and numbers on it until there is no other, of which those that are not needed are taken away
//
// The same seed makes the same puzzle, on any machine; it is not that of `cpmodels new`.

/** A search for another path that takes more moves than this is given up, and a number more is shown. */
const MOST_TRIED = 1_000;
/** Numbers are so far from each other at first, on the average; in the end there is one for each 4 or 5 cells. */
const CELLS_FOR_ONE = 7;
/** How many numbers a puzzle has for each one that is needed. */
const NUMBERS_FOR_ONE = { easy: 2, medium: 1.4, hard: 1 };

/** Numbers from 0 up to 1 that look random, always the same for a text: mulberry32 by Tommy Ettinger, seeded by FNV-1a. */
function randomOf(text) {
  let state = 0x811c9dc5;
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random path through all cells, by backbite moves from a snake: an end is joined to a neighbour of it, and the loop cut. */
function randomPath(zip, random) {
  const path = [...Array(zip.cells).keys()].map((at) => {
    const [row, col] = zip.place(at);
    return zip.cell(row, row % 2 ? zip.cols - 1 - col : col);
  });
  for (let left = Math.round(10 * path.length * Math.log(path.length + 2) ** 2); left; left -= 1) {
    if (random() < 0.5) path.reverse();
    const beside = zip.steps(path.at(-1));
    const met = path.indexOf(beside[Math.floor(random() * beside.length)]);
    path.push(...path.splice(met + 1).reverse());
  }
  return path;
}

/** A path other than this one that solves a puzzle; null where there is none, undefined where that takes too long. */
function otherPath(zip, path) {
  const search = new Search(zip);
  search.run(MOST_TRIED);
  const other = search.solutions.find((found) => found.some((cell, at) => cell !== path[at]));
  return other ?? (search.isOver ? null : undefined);
}

/** The cells of the numbers, and the only path. */
function newZip({ side, difficulty, seed }) {
  const board = new Zip(side, side);
  const random = randomOf(`${side} ${difficulty} ${seed}`);
  const path = randomPath(board, random);
  const withNumbers = (places) => board.with({ numbers: places.map((at) => path[at]) });
  const shuffled = (list) => list.map((one) => [random(), one]).sort(([a], [b]) => a - b).map(([, one]) => one);
  const all = [...path.keys()];
  let shown = [0, path.length - 1];
  /** Show one of some places more, the one that is farthest from those that are shown. */
  const show = (places) => {
    const distance = (at) => Math.min(...shown.map((place) => Math.abs(at - place)));
    const [farthest] = shuffled(places).sort((one, two) => distance(two) - distance(one));
    shown = [...shown, farthest].sort((a, b) => a - b);
  };
  while (shown.length < path.length / CELLS_FOR_ONE) show(all);
  for (;;) {
    const other = otherPath(withNumbers(shown), path);
    if (other === null) break;
    const when = path.map((cell) => other?.indexOf(cell));
    const excluding = all.filter((at) => shown.some((place) => (place - at) * (when[place] - when[at]) < 0));
    show(excluding.length ? excluding : all);
  }
  for (const at of shuffled(shown.slice(1, -1))) {
    const fewer = shown.filter((place) => place !== at);
    if (otherPath(withNumbers(fewer), path) === null) shown = fewer;
  }
  const most = Math.min(Math.round(shown.length * NUMBERS_FOR_ONE[difficulty]), path.length);
  while (shown.length < most) show(all);
  return { numbers: withNumbers(shown).numbers, path };
}
