// Hints: where the next piece goes and, where the page knows the reasons, why.

let reasons = null;

/** A solution as it is, and as it is on the board turned as a whole. */
function imagesOf(solution) {
  const turned = ([quarters, origins]) =>
    origins.map((place) => [solution[place][0], (solution[place][1] + quarters) % 4]);
  return [solution, ...DATA.turns.map(turned)];
}

/**
 * The solution to which hints lead: that of the reasons, unless there is none, or more than half of the board is done as in
 * another that the page knows.
 */
function hintedSolution() {
  const agreeing = (solution) => solution.filter((_, place) => game.agrees(solution, place)).length;
  const nearer = (best, other) => (agreeing(other) > agreeing(best) ? other : best);
  const right = DATA.solutions.filter((_, index) => DATA.right[index]).flatMap(imagesOf);
  const nearest = right.reduce(nearer, DATA.target ?? right[0]);
  return DATA.target && 2 * agreeing(nearest) <= game.count ? DATA.target : nearest;
}

/** Tell the next reason or, when enough of them are told, lay the piece; without a reason, where any is long, or they are many. */
function giveHint() {
  hand.drop();
  game.attempt.countHint();
  game.keep();
  const solution = hintedSolution();
  const isOpen = (place) => !game.agrees(solution, place);
  const next = solution === DATA.target ? reasons.nearest((place) => !isOpen(place)) : null;
  const { step, chain } = next ?? { step: null, chain: [] };
  const isShort = chain.length <= MOST_REASONS && !chain.some((each) => reasons.steps[each].isLong);
  const at = isShort ? reasons.tell(chain[0], game.lying) : null;
  if (at !== null) {
    const { why, cells, lies } = reasons.steps[at];
    const to = lies.find(isOpen) ?? null;
    board.showReason({ cells, to, from: to === null ? null : game.pieceFor(solution, to).from });
    tell(why);
    byId("told").scrollIntoView({ block: "nearest" });
    return;
  }
  const place = (step === null ? [...game.lying.keys()] : reasons.steps[step].lies).find(isOpen);
  const { piece, turns } = game.pieceFor(solution, place);
  const [, , row, col] = DATA.places[place];
  act(() => game.layAs(solution, place));
  if (game.isSolved) return;
  board.showReason({ cells: [], to: place, from: null });
  const turned = turns ? `, turned ${turns} ${turns === 1 ? "quarter" : "quarters"} counter-clockwise` : "";
  const name = DATA.kind === "zigzaw" ? "Frog" : "Piece";
  const isTold = step !== null && !chain.length;
  const placed = `${name} ${piece + 1} goes to ${placeName(row, col)}${turned}${isShort ? "" : "; there is no short reason"}.`;
  tell(isTold && isShort ? reasons.steps[step].why : placed);
}

onPress(byId("hint"), giveHint, (text) => tell(text));
