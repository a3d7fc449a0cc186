// Editing the pieces on the page: edges and their palette, the size and the rule, checks, and text.

const given = DATA.editor.puzzle;
let puzzle = given;
let played = given;
let chosenEdge = [0, 0];

const pen = new SquarePen();
const FACE_PATHS = CORNERS.map(([x, y], side) => `M${x} ${y}L${CORNERS[(side + 1) % 4].join(" ")}L0 0Z`);

function showEdited() {
  offerSearch();
  keepEdited();
  Object.assign(DATA, boardData(puzzle));
  const [piece, side] = chosenEdge;
  chosenEdge = [Math.min(piece, puzzle.pieces.length - 1), side];
  drawPieces();
  showPalette();
  showChecks();
  showEditor();
  showChoice("rule", puzzle.rule);
}

/** Have a reload find the pieces as they are now, where the browser lets a page do so. */
function keepEdited() {
  try {
    history.replaceState({ given: piecesText(given), puzzle }, "");
  } catch {
    // They are there as long as the page is.
  }
}

function drawPieces() {
  const hadFocus = byId("pieces").contains(document.activeElement);
  byId("pieces").replaceChildren();
  const lonely = new Set([...lonelyEdges(puzzle).values()].flat().map(String));
  const far = 52 + DATA.reach;
  for (const [piece, edges] of puzzle.pieces.entries()) {
    const named = { role: "group", "aria-label": `Piece ${piece + 1}` };
    const svg = svgElement(byId("pieces"), "svg", { viewBox: `${-far} ${-far} ${2 * far} ${2 * far}`, ...named });
    pen.draw(svgElement(svg, "g", { "aria-hidden": "true" }), piece, 0);
    for (const [side, value] of edges.entries()) {
      const isLonely = lonely.has(String([piece, side]));
      const label = `Piece ${piece + 1} ${SIDES[side]}: ${nameOf(value)}${isLonely ? ", nothing can meet it" : ""}`;
      if (isLonely) {
        const [x, y] = MARK_AT[side].map((at) => at * 1.3);
        const badge = svgElement(svg, "g", { class: "lonely", transform: `translate(${x} ${y})` });
        svgElement(badge, "circle", { r: 8 });
        svgElement(badge, "path", { d: "M-3.5 -3.5l7 7m0 -7l-7 7" });
      }
      svgElement(svg, "path", { class: "edge under", d: FACE_PATHS[side] });
      const pressed = { role: "button", "data-edge": `${piece} ${side}`, "aria-label": label };
      svgElement(svg, "path", { class: "edge", d: FACE_PATHS[side], ...pressed });
    }
  }
  showChosen(hadFocus);
}

/** What an edge of this number is called for people. */
function nameOf(value) {
  if (value === puzzle.border) return "border";
  return isCalm(puzzle, value) ? "nothing" : edgeName(puzzle, value);
}

function choose(piece, side, isFocused = true) {
  chosenEdge = [piece, side];
  showChosen(isFocused);
  showPalette();
  byId("pieces").children[piece].scrollIntoView({ block: "nearest" });
}

function showChosen(isFocused) {
  for (const edge of byId("pieces").querySelectorAll("[data-edge]")) {
    const isChosen = edge.dataset.edge === chosenEdge.join(" ");
    edge.setAttribute("aria-pressed", isChosen);
    edge.setAttribute("tabindex", isChosen ? 0 : -1);
    for (const each of [edge, edge.previousElementSibling]) each.classList.toggle("chosen", isChosen);
    if (!isChosen) continue;
    const svg = edge.parentElement;
    svg.append(edge.previousElementSibling, edge, ...svg.querySelectorAll(".lonely"));
    if (isFocused) edge.focus({ preventScroll: true });
  }
  const [piece, side] = chosenEdge;
  byId("edge").textContent = `Piece ${piece + 1} ${SIDES[side]}: ${nameOf(puzzle.pieces[piece][side])}`;
  byId("turn-piece").textContent = `Turn piece ${piece + 1}`;
}

/** The palette: what can be on the edge that is chosen, each with its picture. */
function showPalette() {
  const [piece, side] = chosenEdge;
  const focused = document.activeElement?.dataset?.value;
  byId("palette").replaceChildren();
  for (const value of choices(puzzle)) {
    const pressed = puzzle.pieces[piece][side] === value;
    const named = { title: nameOf(value), "aria-label": nameOf(value), "aria-pressed": pressed, "data-value": value };
    const button = onPress(newElement("button", { type: "button", class: "btn", ...named }), () => setEdge(value));
    drawChoice(button, value);
    byId("palette").append(button);
    if (focused === String(value)) button.focus({ preventScroll: true });
  }
}

/** An upper edge of this number, cut out of its piece. */
function drawChoice(button, value) {
  const isHalf = DATA.art && value !== puzzle.border;
  const svg = svgElement(button, "svg", { viewBox: isHalf ? "-38 -53 76 50" : "-52 -68 104 70", "aria-hidden": "true" });
  if (DATA.art) {
    if (isHalf) svgElement(svg, "rect", { x: -38, y: -50, width: 76, height: 47, rx: 3, fill: DATA.art.ground });
    svgElement(svg, "g").innerHTML = DATA.art.values[value];
    return;
  }
  svgElement(svg, "path", { d: pathOf([...sidePoints(value, 0), [0, 0]]), fill: DATA.values[value].colour });
  pen.mark(svg, value, 0);
}

function setEdge(value) {
  const [piece, side] = chosenEdge;
  if (puzzle.pieces[piece][side] !== value) change(pieceEdits.set(puzzle, piece, side, value));
  if (!isPressed(byId("advance"))) return;
  const next = (4 * piece + side + 1) % (4 * puzzle.pieces.length);
  choose(Math.floor(next / 4), next % 4, false);
}

/** What counting tells: why there is no solution, and edges that nothing can meet. */
function showChecks() {
  const reason = infeasibleReason(puzzle);
  const proof = reason === null ? [] : [`No solution: ${reason}`];
  const told = [...proof, ...edgeWarnings(puzzle)].map((sentence) => `${sentence}.`);
  byId("checks").replaceChildren(...told.map((sentence) => newElement("li", {}, sentence)));
  say(byId("checked"), told.length ? "" : "Every edge can meet another, as far as counting shows.", "good");
}

// Playing and editing

function setEditing(isEditing) {
  for (const id of ["stage", "play-panel", "keys-panel"]) byId(id).hidden = isEditing;
  for (const id of ["edit-stage", "edit-panel", "check-panel", "text-panel"]) byId(id).hidden = !isEditing;
  showChoice("mode", isEditing ? "edit" : "play");
  if (isEditing) showEdited();
  else playEdited();
}

/** Play the pieces as they are now; the game goes on where nothing has changed. */
function playEdited() {
  stopSearch();
  const isPlayed = piecesText(puzzle) === piecesText(played);
  takeEdited();
  if (isPlayed) show();
  else begin();
}

/** What is known of the solutions of the pieces that came with the page, and of others. */
const [KNOWN, UNKNOWN] = [
  (({ solutions, right, turns, reasons, target }) => ({ solutions, right, turns, reasons, target, noSolution: null }))(DATA),
  {
    ...{ solutions: [], right: [], turns: [], reasons: [], target: null },
    noSolution: "No solution with these pieces is known: Solve, under Edit, searches for one.",
  },
];

/** Have the page be about the pieces as they are now; links have those that it does not come with. */
function takeEdited() {
  const isGiven = piecesText(puzzle) === piecesText(given);
  Object.assign(DATA, boardData(puzzle), isGiven ? KNOWN : UNKNOWN);
  DATA.linked = isGiven ? undefined : `&pieces=${encodeURIComponent(JSON.stringify(parsed(piecesText(puzzle))))}`;
  if (found.puzzle === puzzle && found.solutions.length && !DATA.solutions.length) {
    Object.assign(DATA, { solutions: found.solutions, right: found.solutions.map(() => true) });
  }
  byId("title").textContent = document.title = puzzle.name || DATA.editor.title;
  played = puzzle;
}

onChoice("rule", (rule) => rule !== puzzle.rule && change(pieceEdits.rule(puzzle, rule)));
onPress(byId("play"), () => byId("stage").hidden && setEditing(false));
onPress(byId("edit"), () => byId("stage").hidden || setEditing(true));
onPress(byId("turn-piece"), () => change(pieceEdits.turn(puzzle, chosenEdge[0])));
onSwitch(byId("advance"));
onEdits({
  resized: (pieces, side, step) => {
    const { rows, cols } = { ...pieces, [side]: pieces[side] + step };
    return rows > 0 && cols > 0 && rows * cols <= MOST_EDITED ? pieceEdits.size(pieces, rows, cols) : null;
  },
  sizes: `A board has 1 to ${MOST_EDITED} pieces.`,
  renamed: (pieces, name) => ({ ...pieces, name: name || null }),
  cleared: pieceEdits.clear,
  original: () => given,
  isGiven: "These are the pieces that came with the page.",
  read: piecesFromText,
  what: "Read: the page shows these pieces now.",
  text: piecesText,
  fileName: ({ rows, cols }) => `pieces-${rows}x${cols}.json`,
  tell: (text) => say(byId("edit-told"), text),
});

byId("pieces").addEventListener("click", ({ target }) => {
  const edge = target.closest("[data-edge]");
  if (edge) choose(...edge.dataset.edge.split(" ").map(Number));
});
byId("pieces").addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const [piece, side] = chosenEdge;
  const value = puzzle.pieces[piece][side];
  if (event.key in ARROWS) goTo(Object.keys(ARROWS).indexOf(event.key));
  else if (/^\d$/.test(event.key)) setEdge(Number(event.key));
  else if (event.key === "-" && isHalves(puzzle) && value !== 0) setEdge(-value);
  else if (event.key.toLowerCase() === "r") change(pieceEdits.turn(puzzle, piece));
  else if (event.key === "Enter" || event.key === " ") byId("palette").querySelector("[aria-pressed='true']")?.focus();
  else return;
  event.preventDefault();
});

/** Choose the edge in the direction of an arrow; from there, the facing edge of the next piece. */
function goTo(arrow) {
  const side = [0, 2, 3, 1][arrow];
  const [piece, at] = chosenEdge;
  if (side !== at) return void choose(piece, side);
  const inRow = getComputedStyle(byId("pieces")).gridTemplateColumns.split(" ").length;
  const next = piece + [-inRow, 1, inRow, -1][side];
  if (next >= 0 && next < puzzle.pieces.length) choose(next, (side + 2) % 4);
}

/** The pieces of a link, or those that were edited before a reload. */
function openedPieces() {
  const text = location.hash.match(/^#game=[^&]*&pieces=(.*)$/)?.[1];
  if (text) return piecesFromText(decodeURIComponent(text));
  return history.state?.given === piecesText(given) ? history.state.puzzle : given;
}

byId("modes").hidden = false;
try {
  puzzle = openedPieces();
  if (puzzle !== given) keepEdited();
} catch (error) {
  history.replaceState(null, "", "#");
  queueMicrotask(() => tell(`The link is damaged: ${error.message}`, "bad"));
}
takeEdited();
