// The garden in space: cubes or flat tiles about the middle of the box, and a rod for each blue face that reaches out.
// Lengths are sides of a cube; axes lead to the East, North and Top. A tile is [x, y, z, code].

const FLAT = DATA.dimension < 3;
const BOX = [...DATA.rules.box, 1, 1].slice(0, 3);
const HALF = [0.5, 0.5, FLAT ? 0.25 : 0.5];
const AXES = [0, 1, 2];
const WHOLE = 0;
const rules = new GardenRules(DATA.rules);

/** The six sides of a cuboid: axis, sign and the direction that they look in, where tiles have a face there. */
const SIDES = AXES.flatMap((axis) =>
  [-1, 1].map((sign) => ({
    axis,
    sign,
    direction: rules.directions.findIndex(({ step }) => step[axis] === sign),
  })),
);

const isBlue = (code, direction) => direction >= 0 && rules.isBlue(code, direction);
/** The colour of a face; where tiles have none, in no direction, they are grey. */
const colourOf = (code, direction) => (direction < 0 ? DATA.quiet : isBlue(code, direction) ? DATA.blue : DATA.red);
const codeText = (code) => rules.codeText(code);
const blueFaces = (code) => rules.directions.filter(({ bit }) => code & bit).length;

/** The part of the box that is shown: its lowest cell and its sides. */
let frame = { low: [0, 0, 0], sides: BOX };

/** All of the box; of one that is far larger than the garden in it, what lies about the garden. */
function frameOf({ tiles }) {
  const ends = AXES.map((k) => tiles.map((tile) => tile[k])).map((at) => [Math.min(...at), Math.max(...at)]);
  const longest = Math.max(...ends.map(([low, high]) => high - low + 1));
  if (!tiles.length || Math.max(...BOX) <= Math.max(8, 2 * longest)) return { low: [0, 0, 0], sides: BOX };
  const low = ends.map(([least]) => Math.max(0, least - 1));
  return { low, sides: ends.map(([, most], k) => Math.min(BOX[k] - 1, most + 1) - low[k] + 1) };
}

/** Where the middle of a cell lies, when cells are so far apart. */
const inSpace = (cell, pitch) => AXES.map((k) => (cell[k] - frame.low[k] - (frame.sides[k] - 1) / 2) * pitch);

/**
 * What there is to draw. `at` is a solid's place in steps of the lattice: solids stand in slabs of their own, so that
 * what is nearer to the eye in steps, summed over the axes, is never hidden by what is farther.
 */
function solidsOf(garden, pitch) {
  const tiles = garden.tiles.map((tile, index) => ({
    at: tile.slice(0, 3),
    middle: inSpace(tile, pitch),
    half: HALF,
    code: tile[3],
    tiles: [index],
  }));
  if (pitch < 1.02) return tiles;
  const rods = garden.reaches.map(([index, direction, kind, touched]) => {
    const step = [...rules.directions[direction].step, 0, 0];
    const axis = step.findIndex(Boolean);
    const length = (pitch - 1) / (kind === WHOLE ? 1 : 2);
    const cell = garden.tiles[index];
    return {
      at: AXES.map((k) => cell[k] + step[k] / 2),
      middle: inSpace(cell, pitch).map((v, k) => v + step[k] * (0.5 + length / 2)),
      half: AXES.map((k) => (k === axis ? length / 2 : DATA.rod)),
      colour: DATA.rods[axis][2],
      tiles: touched < 0 ? [index] : [index, touched],
    };
  });
  return [...tiles, ...rods];
}

/** What the blue faces of a tile meet, by direction: {kind, touched}. */
function meetings(garden, index) {
  const found = new Map();
  for (const [from, direction, kind, touched] of garden.reaches) {
    if (from === index) found.set(direction, { kind, touched });
    if (kind === WHOLE && touched === index) found.set(rules.opposite[direction], { kind, touched: from });
  }
  return found;
}

/** The polygons of a tile's or rod's side: corners in order, and the colour of each. */
function facets(solid, { axis, sign, direction }, colouring) {
  const ring = cornersOf(solid, axis, sign);
  if (solid.colour) return [{ ring, colour: solid.colour }];
  if (colouring === "count") return [{ ring, colour: DATA.shades[blueFaces(solid.code)] }];
  if (direction >= 0 || !FLAT || axis < 2) return [{ ring, colour: colourOf(solid.code, direction) }];
  const centre = solid.middle.map((v, k) => (k === axis ? v + sign * solid.half[k] : v));
  return ring.map((corner, i) => {
    const other = ring[(i + 1) % 4];
    const outwards = AXES.map((k) => Math.round(corner[k] + other[k] - 2 * centre[k]) || 0);
    return { ring: [centre, corner, other], colour: colourOf(solid.code, rules.directionOf(outwards)) };
  });
}

function cornersOf({ middle, half }, axis, sign) {
  const [first, second] = [(axis + 1) % 3, (axis + 2) % 3];
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => {
    const corner = [...middle];
    corner[axis] += sign * half[axis];
    corner[first] += a * half[first];
    corner[second] += b * half[second];
    return corner;
  });
}
