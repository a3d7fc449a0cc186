// Editing: each change makes a new puzzle, so that undoing is going back to an old one.

const [SHORTEST_SIDE, LONGEST_EDITED] = [2, 12];

const edits = {
  /** The next number on a cell, or the number there away; those after it move up. */
  number: (zip, cell) =>
    zip.with({
      numbers: zip.numberAt.has(cell) ? zip.numbers.filter((other) => other !== cell) : [...zip.numbers, cell],
    }),

  /** A wall set or taken away. */
  wall(zip, key) {
    const walls = new Set(zip.walls);
    if (!walls.delete(key)) walls.add(key);
    return zip.with({ walls });
  },

  /** Another size; what is off the new board is lost, and the numbers move up. */
  size(zip, rows, cols) {
    const board = new Zip(rows, cols);
    const moved = (cell) => board.cell(...zip.place(cell));
    const numbers = zip.numbers.map(moved).filter((cell) => cell !== null);
    const walls = [...zip.walls].map((key) => wallCells(key).map(moved)).filter((cells) => !cells.includes(null));
    return board.with({ numbers, walls: walls.map((cells) => wallKey(...cells)), name: zip.name });
  },

  clear: (zip) => zip.with({ numbers: [], walls: [] }),
};

/** The next length of a side, up or down, within what can be edited; null when there is none. */
function resized(side, change) {
  const next = side + change;
  return next >= SHORTEST_SIDE && next <= Math.max(LONGEST_EDITED, side) ? next : null;
}

/** Where the path of a puzzle starts and ends. */
function endsOf(zip) {
  return [
    "No number: the path may start and end anywhere.",
    "One number: the path starts there and may end anywhere.",
  ][zip.numbers.length] ?? `The path starts at 1 and ends at ${zip.numbers.length}.`;
}

/** A name for the file of a puzzle. */
function fileName(zip) {
  const word = (zip.name ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return `${word.slice(0, 60) || `zip-${zip.rows}x${zip.cols}`}.json`;
}
