// The eye that looks at the garden, and the painting of it on a canvas from the farthest solid to the nearest.

const HOME = { yaw: (FLAT ? 0 : 45) - DATA.turn, tilt: FLAT ? 90 : 30, zoom: 1, across: 0, down: 0 };
/** The distance of the eye, in radii of the box; flat gardens are seen from so far that they look flat. */
const DISTANCE = FLAT ? 40 : 5;
const RADIANS = Math.PI / 180;
/** Left free about the garden in the first view: at the sides, and above and below, where words and buttons lie. */
const MARGIN = [26, 60];

/** Codes are so high, in sides of a cube, but at least this many pixels; cubes with smaller sides have none. */
const [CODE, LEGIBLE, SMALLEST] = [0.27, 12, 11];

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const mixed = (a, b, share) => a.map((v, k) => Math.round(v + (b[k] - v) * share));
const channels = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
const css = (colour) => `rgb(${colour.join(" ")})`;
const [WHITE, INK] = [[255, 255, 255], channels(DATA.ink)];

/** A view of the scene on a canvas of this width and height, with perspective; yaw and tilt are degrees. */
function camera({ yaw, tilt, zoom, across, down }, pitch, width, height) {
  const basis = basisOf(yaw, tilt);
  const corners = boxCorners(pitch);
  const radius = Math.hypot(...corners[0]);
  const distance = DISTANCE * radius;
  const flat = ([right, up, viewer], point) => {
    const share = distance / (distance - dot(point, viewer));
    return [share * dot(point, right), -share * dot(point, up)];
  };
  // Fitted to the first view, so that the garden keeps its size while it turns.
  const home = basisOf(HOME.yaw, HOME.tilt);
  const seen = corners.map((corner) => flat(home, corner));
  const [xs, ys] = [0, 1].map((k) => seen.map((point) => point[k]));
  const span = (values) => Math.max(...values) - Math.min(...values);
  const scale = zoom * Math.min((width - 2 * MARGIN[0]) / span(xs), (height - 2 * MARGIN[1]) / span(ys));
  const middle = [xs, ys].map((values) => (Math.max(...values) + Math.min(...values)) / 2);
  return {
    viewer: basis[2],
    right: basis[0],
    up: basis[1],
    eye: basis[2].map((v) => v * distance),
    project(point) {
      const [x, y] = flat(basis, point);
      return [width / 2 + across + scale * (x - middle[0]), height / 2 + down + scale * (y - middle[1])];
    },
  };
}

/** What lies to the right, up, and towards the eye. */
function basisOf(yaw, tilt) {
  const [a, b] = [yaw * RADIANS, tilt * RADIANS];
  const [cosA, sinA, cosB, sinB] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  return [[cosA, sinA, 0], [-sinA * sinB, cosA * sinB, cosB], [sinA * cosB, -cosA * cosB, sinB]];
}

function boxCorners(pitch) {
  const reach = frame.sides.map((side, k) => (FLAT && k === 2 ? HALF[2] : (side * pitch) / 2));
  const signs = [-1, 1];
  return signs.flatMap((x) => signs.flatMap((y) => signs.map((z) => [x * reach[0], y * reach[1], z * reach[2]])));
}

/** Paint the garden; returns the polygons of tiles, which can be pressed, as {ring, tile} in the order of painting. */
function paint(garden, pitch, cam, look) {
  paintBox(pitch, cam, look);
  const light = unit(AXES.map((k) => 0.8 * cam.up[k] - 0.45 * cam.right[k] + 0.5 * cam.viewer[k]));
  const eye = cam.eye.map((v, k) => v / pitch + frame.low[k] + (frame.sides[k] - 1) / 2);
  const farness = ({ at }) => Math.abs(at[0] - eye[0]) + Math.abs(at[1] - eye[1]) + Math.abs(at[2] - eye[2]);
  const solids = solidsOf(garden, pitch).filter(look.shown).map((solid) => [farness(solid), solid]);
  const painted = [];
  for (const [, solid] of solids.sort((a, b) => b[0] - a[0])) {
    context.globalAlpha = look.lit(solid) ? 1 : 0.16;
    for (const side of SIDES) {
      if (!isSeen(solid, side, cam.eye)) continue;
      for (const { ring, colour } of facets(solid, side, look.colouring)) {
        const flat = ring.map(cam.project);
        paintFacet(flat, shaded(channels(colour), side.sign * light[side.axis]), look.outline(solid));
        if (!solid.colour) painted.push({ ring: flat, tile: solid.tiles[0] });
      }
    }
    if (look.codes && !solid.colour) paintCode(solid, cam, look);
  }
  context.globalAlpha = 1;
  return painted;
}

const isSeen = ({ middle, half }, { axis, sign }, eye) => sign * (eye[axis] - middle[axis]) > half[axis] + 1e-9;
const unit = (vector) => vector.map((v) => v / Math.hypot(...vector));

/** A colour under light that falls so steeply: 1 straight on it, -1 from behind. */
function shaded(colour, steep) {
  return steep > 0.4 ? mixed(colour, WHITE, (steep - 0.4) * 0.3) : mixed(colour, INK, (0.4 - steep) * 0.5);
}

function paintFacet(ring, colour, outline) {
  trace(ring);
  context.fillStyle = css(colour);
  context.fill();
  context.strokeStyle = outline ?? css(mixed(colour, INK, 0.35));
  context.lineWidth = outline ? 4 : 0.8;
  context.stroke();
}

function trace(ring) {
  context.beginPath();
  ring.forEach(([x, y]) => context.lineTo(x, y));
  context.closePath();
}

/** The floor with its cells, and the edges of the box that are not before it. */
function paintBox(pitch, cam, look) {
  const reach = boxCorners(pitch).at(-1);
  const floor = -reach[2];
  const at = (x, y, z) => cam.project([x, y, z]);
  context.lineWidth = 1;
  context.strokeStyle = look.line;
  const line = (...points) => {
    context.beginPath();
    points.forEach(([x, y]) => context.lineTo(x, y));
    context.stroke();
  };
  for (const [axis, other] of [[0, 1], [1, 0]]) {
    for (let k = 0; k <= frame.sides[axis]; k++) {
      const [from, to] = [-1, 1].map((sign) => {
        const point = [0, 0, floor];
        point[axis] = -reach[axis] + k * pitch;
        point[other] = sign * reach[other];
        return point;
      });
      line(at(...from), at(...to));
    }
  }
  if (FLAT) return;
  if (look.layer) paintLayer(pitch, cam, look, reach, line);
  const [x, y] = [0, 1].map((k) => (cam.viewer[k] > 0 ? -reach[k] : reach[k]));
  line(at(-x, y, floor), at(-x, y, -floor), at(x, y, -floor), at(x, -y, -floor), at(x, -y, floor));
  line(at(x, y, floor), at(x, y, -floor));
}

/** A frame about the middle of the chosen layer. */
function paintLayer(pitch, cam, { layer: { axis, layer }, accent, line: colour }, reach, line) {
  const [first, second] = AXES.filter((k) => k !== axis);
  const ring = [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]].map(([a, b]) => {
    const point = [0, 0, 0];
    point[axis] = inSpace([layer, layer, layer], pitch)[axis];
    [point[first], point[second]] = [a * reach[first], b * reach[second]];
    return cam.project(point);
  });
  context.strokeStyle = accent;
  context.lineWidth = 2;
  line(...ring);
  context.strokeStyle = colour;
  context.lineWidth = 1;
}

/** The code amid the Top of a flat tile, or in the corner of that side of a cube that faces the eye most. */
function paintCode(solid, cam, look) {
  const top = { axis: 2, sign: 1 };
  const sides = FLAT ? [top] : [top, ...SIDES.filter(({ axis }) => axis < 2)];
  const open = sides.filter((side) => isSeen(solid, side, cam.eye));
  if (!open.length) return;
  const towards = ({ axis, sign }) => sign * cam.viewer[axis] * (axis === 2 && !FLAT ? 0.8 : 1);
  const seen = open.reduce((best, side) => (towards(side) > towards(best) ? side : best));
  const { axis, sign } = seen;
  const [right, down] = axis < 2 ? upright(axis, sign) : levelled(cam);
  const outwards = AXES.map((k) => (k === axis ? sign : 0));
  const corner = AXES.map((k) => solid.middle[k] + solid.half[k] * (outwards[k] - right[k] - down[k]));
  const [from, across, along] = [corner, plus(corner, right), plus(corner, down)].map(cam.project);
  const ground = look.colouring === "count" ? DATA.shades[blueFaces(solid.code)] : null;
  const ink = FLAT || (ground && brightness(ground) > 130) ? DATA.ink : "#ffffff";
  const size = Math.hypot(...minus(across, from));
  if (size * CODE < LEGIBLE) {
    if (size < SMALLEST) return;
    const behind = facets(solid, seen, look.colouring).at(0).colour;
    const middle = [0, 1].map((k) => (across[k] + along[k]) / 2);
    paintLabel(solid.code, middle, ink, FLAT ? css(WHITE) : behind);
    return;
  }
  context.save();
  context.transform(...[across, along].flatMap((end) => end.map((v, k) => (v - from[k]) / 100)), ...from);
  if (FLAT) {
    context.beginPath();
    context.arc(50, 50, 25, 0, 7);
    context.fillStyle = css(WHITE);
    context.fill();
  }
  context.fillStyle = ink;
  context.font = `650 ${100 * CODE}px system-ui, sans-serif`;
  context.textAlign = FLAT ? "center" : "left";
  context.textBaseline = "middle";
  context.fillText(codeText(solid.code), FLAT ? 50 : 8, FLAT ? 52 : 21);
  context.restore();
}

/** A code amid a side that is too small for it to lie there in perspective. */
function paintLabel(code, [x, y], ink, behind) {
  context.font = `700 ${LEGIBLE}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 3;
  context.strokeStyle = behind;
  context.strokeText(codeText(code), x, y);
  context.fillStyle = ink;
  context.fillText(codeText(code), x, y);
}

const brightness = (hex) => dot(channels(hex), [0.299, 0.587, 0.114]);
const upright = (axis, sign) => [axis === 0 ? [0, sign, 0] : [-sign, 0, 0], [0, 0, -1]];

/** What is right and down on the Top, in quarter turns, as the eye sees it. */
function levelled({ right }) {
  const [x, y] = right;
  const across = Math.abs(x) >= Math.abs(y) ? [Math.sign(x), 0, 0] : [0, Math.sign(y), 0];
  return [across, [across[1], -across[0], 0]];
}

/** Arrows to the East, North and Top in the lower left corner. */
function paintCompass(cam, height, look) {
  const middle = [40, height - 40];
  const arrows = DATA.rods.map(([, letter, colour], axis) => {
    return { letter, colour, tip: [cam.right[axis], -cam.up[axis]], depth: cam.viewer[axis] };
  });
  context.font = "650 14px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { letter, colour, tip } of arrows.sort((a, b) => a.depth - b.depth)) {
    const [end, beyond] = [20, 31].map((length) => middle.map((v, k) => v + length * tip[k]));
    context.beginPath();
    context.moveTo(...middle);
    context.lineTo(...end);
    context.lineWidth = 5;
    context.lineCap = "round";
    context.strokeStyle = colour;
    context.stroke();
    context.lineCap = "butt";
    context.fillStyle = look.ink;
    context.fillText(letter, ...beyond);
  }
}

/** The tile at a point of the canvas: that of the last polygon painted there; -1 when it is none. */
function tileAt(painted, x, y) {
  const ratio = context.getTransform().a;
  const hit = painted.findLast(({ ring }) => {
    trace(ring);
    return context.isPointInPath(x * ratio, y * ratio);
  });
  return hit ? hit.tile : -1;
}
