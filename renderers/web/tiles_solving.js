// Solving the edited pieces: a search in a worker, and what is told of it.

const MOST_SOLVED = 16;
const MOST_SLIPS = 6;
let searching = null;
/** What is said of the number of solutions, once it is known. */
let verdict = "";
/** The solutions that the search found, and of which puzzle. */
let found = { puzzle: null, solutions: [] };

function stopSearch() {
  searching?.terminate();
  searching = null;
  byId("solve").textContent = "Solve";
  byId("verdict").setAttribute("aria-busy", "false");
}

/** Offer to solve the pieces as they are now, unless they are too many. */
function offerSearch() {
  stopSearch();
  byId("slips").replaceChildren();
  const { length: count } = puzzle.pieces;
  const isLarge = count > MOST_SOLVED;
  byId("solve").hidden = isLarge;
  const other = `The page solves up to ${MOST_SOLVED} pieces: for ${count}, download the text and use cpmodels solve FILE.`;
  say(byId("verdict"), isLarge ? other : "");
}

function solve() {
  searching = newWorker((text) => {
    stopSearch();
    say(byId("verdict"), `${text} Download the text and use cpmodels solve FILE.`, "bad");
  });
  if (!searching) return;
  byId("slips").replaceChildren();
  byId("solve").textContent = "Stop";
  byId("verdict").setAttribute("aria-busy", "true"); // What changes many times a second is not read out.
  verdict = "";
  const asked = puzzle;
  searching.onmessage = ({ data }) => {
    if (data.slips) {
      if (data.isOver) stopSearch();
      showSlips(data);
      return;
    }
    found = { puzzle: asked, solutions: data.solutions };
    if (data.isOver && data.count > 0) stopSearch();
    const now = verdictOf(data);
    if (data.isOver) verdict = now;
    say(byId("verdict"), now, data.isOver && data.count > 0 ? "good" : "");
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

/** What mends a slip in typing, in words. */
function slipText({ piece, sides, value, before, count }) {
  const there = count === 1 ? "there is one solution" : `there are ${count} solutions`;
  const [one, other] = sides.map((side) => SIDES[side]);
  if (other) return `exchange ${one} and ${other} of piece ${piece + 1}, and ${there}`;
  return `write ${nameOf(value)} for ${nameOf(before)} on piece ${piece + 1}, ${one}, and ${there}`;
}

/** Show the slips in typing that explain why there is no solution, each as a button that mends it. */
function showSlips({ slips, tried, isOver }) {
  const ordered = [...slips].sort((one, other) => one.count - other.count).slice(0, MOST_SLIPS);
  const items = ordered.map((slip) => {
    const button = newElement("button", { type: "button", class: "btn" }, sentence(slipText(slip)));
    return newElement("li", {}, onPress(button, () => change({ ...puzzle, pieces: slip.pieces })));
  });
  const textOf = (all) => [...all].map((item) => item.textContent).join("\n");
  // A button that is made anew while it is pressed does nothing.
  if (textOf(items) !== textOf(byId("slips").children)) byId("slips").replaceChildren(...items);
  if (!isOver) say(byId("verdict"), `${verdict} Looking for a slip in typing: ${tried} tried.`);
  else if (slips.length) {
    const these = slips.length === 1 ? "This slip" : `One of these ${slips.length} slips`;
    say(byId("verdict"), `${verdict} ${these} in typing would explain it:`);
  }
  else say(byId("verdict"), `${verdict} No one slip in typing explains it: ${tried} were tried.`);
}

onPress(byId("solve"), () => {
  if (!searching) solve();
  else {
    stopSearch();
    say(byId("verdict"), verdict ? `${verdict} The search for a slip in typing was stopped.` : "Stopped: the number of solutions is not known.");
  }
});
