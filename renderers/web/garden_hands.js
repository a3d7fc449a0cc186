// Turning, moving, zooming and pressing, by mouse, fingers or keys.

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

function turn(yaw, tilt) {
  state.yaw = (state.yaw + yaw) % 360;
  state.tilt = clamp(state.tilt + tilt, -90, 90);
  redraw();
}

/** Zoom about a point of the canvas, told from its middle. */
function zoom(factor, x = 0, y = 0) {
  const before = state.zoom;
  state.zoom = clamp(before * factor, 0.3, 8);
  const share = 1 - state.zoom / before;
  move(share * (x - state.across), share * (y - state.down));
}

function move(across, down) {
  state.across += across;
  state.down += down;
  redraw();
}

function goHome() {
  Object.assign(state, HOME);
  redraw();
}

const fingers = new Map();
let moved = 0;

canvas.addEventListener("pointerdown", (event) => {
  canvas.setPointerCapture(event.pointerId);
  if (!fingers.size) moved = 0;
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
});
canvas.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const apart = spread();
  const [across, down] = [event.clientX - before[0], event.clientY - before[1]];
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  moved += Math.hypot(across, down);
  if (fingers.size > 1) {
    move(across / 2, down / 2);
    zoom(spread() / apart, ...fromMiddle(event));
  } else if (event.shiftKey) move(across, down);
  else turn(-0.45 * across, 0.45 * down);
});
for (const name of ["pointerup", "pointercancel"]) {
  canvas.addEventListener(name, (event) => {
    if (!fingers.delete(event.pointerId) || name === "pointercancel") return;
    if (fingers.size) moved = Infinity;
    else if (moved < 6) choose(tileAt(painted, event.offsetX, event.offsetY));
  });
}
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(Math.exp(-0.0015 * event.deltaY * (event.deltaMode === 1 ? 30 : 1)), ...fromMiddle(event));
}, { passive: false });
canvas.addEventListener("dblclick", () => {
  goHome();
  choose(-1);
});

function fromMiddle({ clientX, clientY }) {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return [clientX - left - width / 2, clientY - top - height / 2];
}

/** How far the first two fingers are apart. */
function spread() {
  const [one, two] = fingers.values();
  return two ? Math.max(1, Math.hypot(one[0] - two[0], one[1] - two[1])) : 1;
}

const KEYS = {
  ArrowLeft: () => turn(7.5, 0),
  ArrowRight: () => turn(-7.5, 0),
  ArrowUp: () => turn(0, 7.5),
  ArrowDown: () => turn(0, -7.5),
  "Shift ArrowLeft": () => move(-24, 0),
  "Shift ArrowRight": () => move(24, 0),
  "Shift ArrowUp": () => move(0, -24),
  "Shift ArrowDown": () => move(0, 24),
  "+": () => zoom(1.15),
  "=": () => zoom(1.15),
  "-": () => zoom(1 / 1.15),
  0: goHome,
  Home: goHome,
  Escape: () => choose(-1),
  PageUp: () => (state.mode === "look" ? step(-1) : showLayer(state.layer + 1)),
  PageDown: () => (state.mode === "look" ? step(1) : showLayer(state.layer - 1)),
};
canvas.addEventListener("keydown", (event) => {
  const key = event.shiftKey && event.key.startsWith("Arrow") ? `Shift ${event.key}` : event.key;
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, key)) return;
  event.preventDefault();
  KEYS[key]();
});
onPresses({ nearer: () => zoom(1.25), farther: () => zoom(0.8), home: goHome });
