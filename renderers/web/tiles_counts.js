// What counting the edges of the pieces tells, in the words of `EdgeMatching.infeasible_reason` and `remarks`.

const plural = (count) => (count === 1 ? "" : "s");
const whereText = (places) => listed(places.map(([piece, side]) => `piece ${piece + 1} ${SIDES[side]}`));

/** Where each colour is, except for that of the border: [piece, side] by number. */
function edgePlaces(puzzle) {
  const places = new Map();
  for (const [piece, edges] of puzzle.pieces.entries()) {
    for (const [side, value] of edges.entries()) {
      if (value === puzzle.border) continue;
      if (!places.has(value)) places.set(value, []);
      places.get(value).push([piece, side]);
    }
  }
  return places;
}

/** Why there is no solution, where the numbers of edges show it, or null. */
function infeasibleReason(puzzle) {
  const { rows, cols, border } = puzzle;
  const [rim, inner] = [2 * (rows + cols), 2 * rows * cols - rows - cols];
  const known = puzzle.pieces.flat().filter((value) => value === border).length;
  if (border !== null && known !== rim) {
    return `the rim of the board takes ${rim} edges of the border colour, and the pieces have ${known}`;
  }
  const pairs = mostPairs(puzzle);
  if (pairs >= inner) return null;
  const have = `the pieces have ${pairs} pair${plural(pairs)} of edges that can meet`;
  return `${have}, and the board ${inner} edge${plural(inner)} between two cells`;
}

/** The most pairs of edges that can meet at a time. */
function mostPairs(puzzle) {
  const places = edgePlaces(puzzle);
  const sign = signOf(puzzle);
  const countAt = (value, side) => (places.get(value) ?? []).filter(([, at]) => at === side).length;
  let [pairs, ends] = [0, 0];
  for (const [value, { length: count }] of places) {
    const other = sign * value;
    for (const side of [0, 1]) pairs += Math.min(countAt(value, side), countAt(other, side + 2));
    ends += value === other ? count - (count % 2) : Math.min(count, places.get(other)?.length ?? 0);
  }
  return puzzle.rotations ? ends / 2 : pairs;
}

/** The edges that nothing can meet, by their number. */
function lonelyEdges(puzzle) {
  const places = edgePlaces(puzzle);
  const canMeet = ([piece, side], [other, at]) => piece !== other && (puzzle.rotations || side === (at + 2) % 4);
  const lonely = new Map();
  for (const [value, found] of places) {
    const partners = places.get(signOf(puzzle) * value) ?? [];
    const alone = found.filter((where) => !partners.some((other) => canMeet(where, other)));
    if (alone.length) lonely.set(value, alone);
  }
  return lonely;
}

/** A sentence for each colour with edges that nothing can meet and, if there is no solution, with unequal halves. */
function edgeWarnings(puzzle) {
  const places = edgePlaces(puzzle);
  const told = [...lonelyEdges(puzzle)].map(([value, alone]) =>
    places.get(value).length === 1
      ? `${edgeName(puzzle, value)} is on one edge only, ${whereText(alone)}: nothing can meet it`
      : `nothing can meet ${edgeName(puzzle, value)} on ${alone.length} edge${plural(alone.length)}, ${whereText(alone)}`,
  );
  return infeasibleReason(puzzle) === null ? told : [...told, ...unequalHalves(puzzle, places)];
}

function unequalHalves(puzzle, places) {
  const told = [];
  for (const [value, found] of [...places].sort(([a], [b]) => a - b)) {
    const name = edgeName(puzzle, value);
    if (!isHalves(puzzle)) {
      const isOdd = puzzle.border !== null && found.length % 2 && found.length > 1;
      if (isOdd) told.push(`${name} is on ${found.length} edges, ${whereText(found)}, an odd number`);
      continue;
    }
    const others = places.get(-value) ?? [];
    if (value <= 0 || !others.length || found.length === others.length) continue;
    told.push(`${name} is on ${counted(found)}, but ${edgeName(puzzle, -value)} on ${counted(others)}`);
  }
  return told;
}

function counted(places) {
  const pieces = [...new Set(places.map(([piece]) => piece + 1))];
  return `${places.length} edge${plural(places.length)} (piece${plural(pieces.length)} ${listed(pieces, 12)})`;
}
