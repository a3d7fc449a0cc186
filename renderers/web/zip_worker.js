// The worker in which a puzzle is searched, so that the page stays at hand.
//
// It gets {zip, covered}: a puzzle and the cells that are not to be covered any more; {isRunning}: to stop or go on.
// It answers {moves, solutions, isOver} now and then; or {make}, what `newZip` takes, and answers what that gives.  Two searches take turns, and the first that is over decides: one
// along the path, which is quick where solutions are many, and one that learns clauses, which decides hard boards.

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
  if (data.make) {
    postMessage(newZip(data.make));
    return;
  }
  if (data.zip) {
    const { rows, cols, numbers, walls } = data.zip;
    const zip = new Zip(rows, cols, numbers, walls);
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
