// A puzzle as a short text for links: "6x6.0-7-35.3r-12d.name", its size, the cells of its numbers, and the cells that
// have a wall on their right or below (down).

function zipCode(zip) {
  const wall = ([first, second]) => `${first}${second === first + 1 && zip.cols > 1 ? "r" : "d"}`;
  const walls = [...zip.walls].map(wallCells).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const parts = [`${zip.rows}x${zip.cols}`, zip.numbers.join("-"), walls.map(wall).join("-")];
  if (zip.name) parts.push(encodeURIComponent(zip.name).replaceAll(".", "%2E"));
  return parts.join(".").replace(/\.+$/, "");
}

/** The puzzle of such a text. Throws an error whose message is a sentence for people. */
function zipFromCode(code) {
  const [size, numbers = "", walls = "", name = ""] = code.trim().split(".");
  const [rows, cols] = (/^(\d{1,3})x(\d{1,3})$/.exec(size) ?? []).slice(1).map(Number);
  demand(isWhole(rows, 1, LONGEST_SIDE) && isWhole(cols, 1, LONGEST_SIDE), "The link holds no puzzle of this page.");
  const board = new Zip(rows, cols);
  const entries = (text) => (text ? text.split("-") : []);
  const cell = (text) => {
    const isCell = /^\d{1,4}$/.test(text) && Number(text) < board.cells;
    demand(isCell, `The link names the cell “${text}”, which does not exist.`);
    return Number(text);
  };
  const cells = entries(numbers).map(cell);
  demand(new Set(cells).size === cells.length, "In the link, two numbers share a cell.");
  const keys = entries(walls).map((text) => {
    const first = cell(text.slice(0, -1));
    const second = { r: board.neighbour(first, [0, 1]), d: board.neighbour(first, [1, 0]) }[text.at(-1)] ?? null;
    demand(second !== null, `The link has the wall “${text}”, which is not between two cells.`);
    return wallKey(first, second);
  });
  return board.with({ numbers: cells, walls: keys, name: nameFrom(name) });
}

function nameFrom(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("The name in the link is damaged.");
  }
}

/** The code in the fragment of an address, or null. */
const codeIn = (address) => /#zip=([^#\s]+)/.exec(address)?.[1] ?? null;

/** An address without its fragment, or with another. */
const addressWith = (fragment) => location.href.replace(/#.*$/s, "") + (fragment ? `#${fragment}` : "");

/** Have the address name what is shown, for a reload, where the browser lets a page do so. */
function showAddress(fragment) {
  try {
    if (location.href !== addressWith(fragment)) history.replaceState(null, "", addressWith(fragment));
  } catch {
    // The address stays as it is.
  }
}
