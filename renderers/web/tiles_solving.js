// Solving the edited pieces: a search in a worker, and what is told of it.

const MOST_SOLVED = 16;
let searching = null;
/** The solutions that the search found, and of which puzzle. */
let found = { puzzle: null, solutions: [] };

function stopSearch() {
  searching?.terminate();
  searching = null;
  byId("solve").textContent = "Solve";
}

/** Offer to solve the pieces as they are now, unless they are too many. */
function offerSearch() {
  stopSearch();
  const { length: count } = puzzle.pieces;
  const isLarge = count > MOST_SOLVED;
  byId("solve").hidden = isLarge;
  const other = `The page solves up to ${MOST_SOLVED} pieces: for ${count}, download the text and use cpmodels solve FILE.`;
  say(byId("verdict"), isLarge ? other : "");
}

function solve() {
  const url = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
  try {
    searching = new Worker(url);
  } catch {
    say(byId("verdict"), "This browser does not let the page search: download the text and use cpmodels solve FILE.", "bad");
    return;
  }
  byId("solve").textContent = "Stop";
  const asked = puzzle;
  searching.onmessage = ({ data }) => {
    URL.revokeObjectURL(url);
    found = { puzzle: asked, solutions: data.solutions };
    if (data.isOver) stopSearch();
    say(byId("verdict"), verdictOf(data), data.isOver && data.count > 0 ? "good" : "");
  };
  searching.postMessage({ ...puzzle, sign: signOf(puzzle) });
}

/** What is known of the solutions; exactly how many only after the whole search. */
function verdictOf({ tries, count, classes, isOver }) {
  const laid = `${tries.toLocaleString("en")} pieces laid`;
  if (!isOver) return `${laid}; so far ${count} solution${plural(count)}.`;
  if (!count) return `No solution: the search is complete, ${laid}.`;
  const turned = classes === null || classes === count ? "" : ` (${classes} up to turning the board)`;
  return `Exactly ${count} solution${plural(count)}${turned}; ${laid}.`;
}

onPress(byId("solve"), () => {
  if (!searching) solve();
  else {
    stopSearch();
    say(byId("verdict"), "Stopped: the number of solutions is not known.");
  }
});
