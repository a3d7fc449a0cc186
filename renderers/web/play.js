// Playing on the page: pointer, keys and buttons, what is asked of the worker, and all that is shown of the game.

const board = new Board(byId("board"));
const game = new Game();
let cursor = 0;
let isPointed = false; // whether the cursor is to be seen
let pen = null; // the point from which the keyboard draws a line
let isSecond = false; // notes rather than values, crosses rather than lines
let typed = ""; // what was typed, one key after another, for one cell
let gesture = null;
let solutions = DATA.solutions.map((marks) => marks.map(([spot, value]) => DATA.marks.findIndex((mark) => mark[0] === spot && mark[1] === value)));
let shown = 0;
let isDone = false; // whether the board is solved
let hinted = null; // what the last hint said, and of which game

const tell = (text, tone = "") => say(byId("told"), text, tone);
const NUMBERED = !DATA.isLines && DATA.values.every(({ text }) => /^\d+$/.test(text));
/** Whether a press on a cell goes through its values. */
const CYCLES = !DATA.isLines && PALETTE.length <= 3 && !isPieces();
const DIGITS = NUMBERED && !DATA.isRegions && !isPieces() && PALETTE.length > 25;
const NOTES = !DATA.isLines && !CYCLES && !isPieces() && !DATA.isRegions && PALETTE.length <= 16;
const ALL = FIXED.filter((value) => value < 0).length;
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

function isPieces() {
  return DATA.values.length > FIRST.length;
}

/** Show the game; what was pointed at, or typed so far, does not hold any more. */
function showGame({ text = "", tone = "", ...spots } = {}) {
  typed = "";
  board.show(game.state, game.notes);
  board.showSpots(spots);
  board.showCursor(isPointed ? cursor : null, pen);
  const { isSolved, attempt } = game;
  byId("board").parentElement.classList.toggle("solved", isSolved);
  const isOwn = isSolved && !attempt.wasShown;
  const more = isOwn && !attempt.isNoted ? noteSolved(attempt.seconds, DATA.digest) : "";
  if (isOwn) attempt.isNoted = true;
  if (isSolved !== isDone) game.keep();
  const how = `in ${attempt.time}${attempt.help}`;
  if (isSolved && !text) tell(isOwn ? `Solved ${how}.${more}` : "This is a solution.", isOwn ? "good" : "");
  else tell(text, tone);
  offerResult(isOwn ? how : null, tell);
  isDone = isSolved;
  byId("filled").textContent = DATA.isLines || BLANK !== null ? game.filled : `${game.filled} of ${ALL}`;
  game.past.allow();
  allow(byId("reset"), game.filled > 0 || game.state.includes(CROSS) || attempt.seconds > 0, "The board is empty.");
  for (const id of ["hint", "certain"]) allow(byId(id), !isSolved, "The puzzle is solved.");
  showPalette();
  attempt.showTime();
  if (parent !== window) parent.postMessage({ state: game.state, isSolved }, "*"); // to a widget that shows the page
}

/** Do something that can be undone at once, and show it. */
function act(action) {
  stopWork();
  byId("steps").hidden = true;
  game.act(action);
  showGame();
}

// --- cells

/** What is in a cell, in words. */
function contentName(spot) {
  const value = game.state[spot];
  const noted = (game.notes[spot] ?? []).map((k) => DATA.values[k].text);
  if (value < 0) return noted.length ? `notes ${noted.join(", ")}` : "open";
  return DATA.values[value].word + (FIXED[spot] >= 0 ? ", given" : "");
}

function speak() {
  if (!DATA.isLines) say(byId("spoken"), `${pointName(cursor)}: ${contentName(cursor)}`);
  else {
    const drawn = joinedTo(cursor, game.state);
    const lines = drawn.length ? `lines to ${drawn.map(pointName).join(" and ")}` : "no line";
    const shade = game.state[shadeAt.get(cursor)] === CROSS ? ", shaded" : "";
    say(byId("spoken"), `${pointName(cursor)}: ${lines}${shade}${pen === null ? "" : ", drawing"}`);
  }
}

/** Put a value into the cell at the cursor; the same again takes it out, or turns a piece. */
function put(value) {
  if (FIXED[cursor] >= 0) return void tell(`${pointName(cursor)} is given.`, "bad");
  act(() => {
    const { of } = DATA.values[value];
    const now = game.state[cursor];
    if (isSecond) game.toggleNote(cursor, value);
    else if (isPieces()) game.set(cursor, now >= 0 && DATA.values[now].of === of ? turned(now) : value);
    else game.set(cursor, now === value ? -1 : value);
  });
  speak();
}

/** The same piece, turned by one step. */
function turned(value) {
  const same = [...DATA.values.keys()].filter((k) => DATA.values[k].of === DATA.values[value].of);
  return same[(same.indexOf(value) + 1) % same.length];
}

/** The next value in a cell, or the next piece, however one is turned; none after the last. */
function cycled(spot, by) {
  const order = [-1, ...PALETTE.filter((k) => k !== BLANK), ...(BLANK === null ? [] : [BLANK])];
  const now = order.findIndex((k) => DATA.values[k]?.of === DATA.values[game.state[spot]]?.of);
  return order[(now + by + order.length) % order.length];
}

/** What is typed with one more key, "" where no value begins so. */
const typedWith = (key) => [typed + key, key].find((text) => PALETTE.some((k) => textOf(k).startsWith(text))) ?? "";
const textOf = (value) => DATA.values[value].text.toLowerCase();

/** Put the value that is typed now, if it is one, into the cell at the cursor; whether one begins so. */
function type(key) {
  const text = typedWith(key.toLowerCase());
  const value = PALETTE.find((k) => textOf(k) === text);
  if (value !== undefined && (isSecond || game.state[cursor] !== value)) put(value);
  typed = isSecond && value !== undefined ? "" : text;
  return text !== "";
}

function clearCell() {
  act(() => {
    game.set(cursor, -1);
    if (FIXED[cursor] < 0) delete game.notes[cursor];
  });
  speak();
}

/** The buttons for what can be put into a cell. */
function makePalette() {
  if (DATA.isLines) return;
  byId("palette-panel").hidden = false;
  const add = (label, action, picture = "", more = {}) => {
    const button = newElement("button", { type: "button", class: "btn", "aria-label": label, ...more }, picture ? "" : label);
    if (picture) button.innerHTML = picture;
    byId("palette").append(onPress(button, action));
  };
  if (DIGITS) for (const digit of "1234567890") add(digit, () => type(digit));
  else {
    for (const value of PALETTE) {
      const { text, word } = DATA.values[value];
      const look = DATA.looksOf.length ? DATA.looks[DATA.looksOf[0][value]].join("") : "";
      const box = `${-UNIT / 2} ${-UNIT / 2} ${UNIT} ${UNIT}`;
      const picture = `<svg class="themed" viewBox="${box}" aria-hidden="true">${look || empty()}</svg>`;
      const isText = word === text && !/<(?!.?text)/.test(look);
      add(word, () => put(value), isText ? "" : picture, { "data-value": value });
    }
  }
  for (const [label, action] of [...(isPieces() ? [["Turn", turnPiece]] : []), ["Clear", clearCell]]) {
    add(label, action, "", { class: "btn wide" });
  }
}

function turnPiece() {
  if (game.state[cursor] >= 0) act(() => game.set(cursor, turned(game.state[cursor])));
}

function showPalette() {
  const laid = new Set(game.state.filter((value) => value >= 0).map((value) => DATA.values?.[value].of));
  for (const button of byId("palette").querySelectorAll("[data-value]")) {
    const { of } = DATA.values[button.dataset.value];
    button.setAttribute("aria-pressed", game.state[cursor] >= 0 && DATA.values[game.state[cursor]].of === of);
    button.classList.toggle("laid", isPieces() && laid.has(of));
  }
}

// --- lines

/** Draw a line, cross it out, or shade a cell; the same again takes it away. */
function toggle(spot, value = isSecond ? CROSS : LINE) {
  act(() => game.set(spot, game.state[spot] === value ? -1 : value));
}

function lineTo(from, to) {
  const spot = edgeAt.get(`${from} ${to}`);
  if (spot === undefined) {
    tell(`There is no line from ${pointName(from)} to ${pointName(to)}.`, "bad");
    return false;
  }
  toggle(spot);
  return true;
}

// --- the pointer

function begin(event) {
  const at = board.pointAt(event);
  const point = board.nearest(at, DATA.isLines && DATA.isCorners ? 0.3 : 0.62);
  const isBack = event.button === 2;
  if (gesture) gesture.isZoom = true;
  if (gesture || (event.button > 0 && !isBack) || (!DATA.isLines && point === null)) return;
  const isSame = isPointed && cursor === point;
  isPointed = !DATA.isLines;
  gesture = { id: event.pointerId, since: game.past.before.length, after: game.past.after };
  if (!DATA.isLines) {
    cursor = point;
    if (CYCLES && FIXED[point] < 0) {
      gesture.value = cycled(point, isBack ? -1 : 1);
      act(() => game.set(point, gesture.value));
    } else if (DATA.isRegions && game.state[point] >= 0) {
      gesture.value = game.state[point];
      showGame();
    } else if (isPieces() && isSame && game.state[point] >= 0) turnPiece();
    else showGame();
    speak();
  } else {
    pen = null;
    Object.assign(gesture, { from: point, start: at, value: isBack || isSecond ? CROSS : LINE });
  }
  event.currentTarget.setPointerCapture(event.pointerId);
}

function follow(event) {
  if (gesture?.id !== event.pointerId || gesture.isZoom) return;
  const at = board.pointAt(event);
  const point = board.nearest(at, 0.42);
  if (!DATA.isLines) {
    if (point === null || point === cursor || FIXED[point] >= 0 || gesture.value === undefined) return;
    cursor = point;
    act(() => game.set(point, gesture.value));
    return;
  }
  if (gesture.from === null) gesture.from = point;
  if (point === null || point === gesture.from) return;
  const spot = edgeAt.get(`${gesture.from} ${point}`);
  gesture.from = point;
  gesture.isDrawn = true;
  if (spot === undefined) return;
  gesture.erases ??= game.state[spot] === gesture.value;
  act(() => game.set(spot, gesture.erases ? -1 : gesture.value));
}

function end(event) {
  if (gesture?.id !== event.pointerId) return;
  const { isDrawn, from, start, value, since, after } = gesture;
  const isPress = event.type === "pointerup";
  gesture = null;
  // What the first finger did that zooms with a second one is taken back.
  if (!isPress && game.past.before.length > since) {
    while (game.past.before.length > since) turn();
    game.past.after = after;
    game.past.allow();
  }
  if (!DATA.isLines || isDrawn || !isPress) return;
  const spot = board.nearest(start, 0.42, MIDDLES);
  const isDrawing = value === CROSS || game.state[spot] === LINE;
  if (!isDrawing && shadeAt.has(from)) toggle(shadeAt.get(from), CROSS);
  else if (spot !== null) toggle(spot, value);
}

byId("board").addEventListener("pointerdown", begin);
byId("board").addEventListener("pointermove", follow);
for (const name of ["pointerup", "pointercancel"]) byId("board").addEventListener(name, end);
byId("board").addEventListener("contextmenu", (event) => event.preventDefault());

// --- the keyboard

function onKey(event) {
  const { key } = event;
  const isButton = event.target.closest?.("button, a, input");
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (ARROWS[key]) return step(...ARROWS[key], event.shiftKey);
  if (isButton && ["Enter", " "].includes(key)) return false;
  if (key.toLowerCase() === "n" && !byId("modes").hidden && !typedWith("n")) return setMode(!isSecond);
  if (DATA.isLines) {
    if (key === "Escape") pen = null;
    else if (["Enter", " "].includes(key)) return usePen();
    else if (key.toLowerCase() === "x" && shadeAt.has(cursor)) toggle(shadeAt.get(cursor), CROSS);
    else return false;
    isPointed = true;
    showGame();
    speak();
    return true;
  }
  if (["Backspace", "Delete"].includes(key)) clearCell();
  else if (key.toLowerCase() === "r" && isPieces()) turnPiece();
  else if (["Enter", " "].includes(key) && FIXED[cursor] < 0) {
    act(() => game.set(cursor, cycled(cursor, event.shiftKey ? -1 : 1)));
    speak();
  } else if (key.length > 1 || !type(key)) return false;
  isPointed = true;
  board.showCursor(cursor);
  return true;
}

function step(dx, dy, isDrawing) {
  const to = DATA.isLines && isDrawing ? pointBeside(cursor, dx, dy, around[cursor]) : pointBeside(cursor, dx, dy);
  typed = "";
  if (!isPointed) {
    isPointed = true;
    if (!isDrawing) {
      board.showCursor(cursor, pen);
      speak();
      return true;
    }
  }
  if (to === cursor) return true;
  if (!DATA.isLines && isDrawing && game.state[cursor] >= 0) {
    const value = game.state[cursor];
    act(() => game.set(to, value));
  }
  if (DATA.isLines && isDrawing && !lineTo(cursor, to)) return true;
  cursor = to;
  board.showCursor(cursor, pen);
  showPalette();
  speak();
  return true;
}

/** Take up the pen at a point, draw from there to another, or lay it down. */
function usePen() {
  isPointed = true;
  if (pen === null) pen = cursor;
  else if (pen === cursor) pen = null;
  else if (lineTo(pen, cursor)) pen = cursor;
  board.showCursor(cursor, pen);
  speak();
  return true;
}

function setMode(second) {
  isSecond = second;
  showChoice("mode", second ? "note" : "write");
  return true;
}

function turn(isRedo) {
  stopWork();
  byId("steps").hidden = true;
  game.retrace(isRedo);
  showGame();
}

addEventListener("keydown", (event) => onKey(event) && event.preventDefault());

// --- what is asked of the worker

let worker = null;
let asked = 0;
let counted = []; // the solutions that a count has found so far

/** Ask the worker, which is begun anew after each stop; the promise is kept only if nothing else is asked meanwhile. */
function ask(task) {
  stopWork();
  counted = [];
  const id = ++asked;
  if (!worker) {
    worker = newWorker((...words) => {
      stopWork();
      tell(...words);
    });
    if (!worker) return new Promise(() => {});
    worker.postMessage({ formula: DATA.formula, marks: DATA.marks });
  }
  byId("progress").textContent = "Searching";
  const timer = setTimeout(() => (byId("working").hidden = false), 300);
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => {
      if (data.id !== id) return;
      if (data.progress) {
        const { count, conflicts, more = [] } = data.progress;
        counted.push(...more);
        byId("progress").textContent = conflicts ? `${conflicts.toLocaleString("en")} dead ends` : `${count} found`;
        return;
      }
      clearTimeout(timer);
      byId("working").hidden = true;
      stopWork.isIdle = true;
      resolve(data);
    };
    stopWork.isIdle = false;
    stopWork.timer = timer;
    const isOpen = game.state.map((value) => value < 0);
    worker.postMessage({ id, task, known: game.said.known, isOpen, edges: EDGES });
  });
}

/** End what the worker does; whether it did anything. */
function stopWork() {
  if (!worker || stopWork.isIdle) return false;
  clearTimeout(stopWork.timer);
  worker.terminate();
  worker = null;
  byId("working").hidden = true;
  return true;
}

/** The spots of literals that a player has on the board. */
const spotsOf = (literals) => game.said.spots.filter(([, literal]) => literals.includes(literal)).map(([spot]) => spot);

/** Show what is wrong; whether anything is. */
function showWrong({ wrong, isTogether, isSolvable = true }) {
  const { impossible } = game.said;
  // Of marks that exclude each other some may be right.
  const spots = isTogether && impossible.length ? impossible : [...impossible, ...spotsOf(wrong)];
  if (!isSolvable) showGame({ text: "The puzzle has no solution.", tone: "bad" });
  else if (!spots.length) return false;
  else if (isTogether && !impossible.length) {
    const all = spots.length === 2 ? "both" : "all";
    showGame({ text: `These ${spots.length} marks cannot ${all} be right.`, tone: "bad", wrong: spots });
  } else {
    const what = spots.length === 1 ? "One mark is wrong" : `${spots.length} marks are wrong`;
    showGame({ text: `${what}: ${spotName(spots[0])}${spots.length > 1 ? " is one" : ""}.`, tone: "bad", wrong: spots });
  }
  return true;
}

async function check() {
  const told = await ask("check");
  if (showWrong(told)) return;
  if (!game.isSolved) showGame({ text: "Nothing is wrong so far.", tone: "good" });
}

/** The sentence that a hint ends with. */
function reasonText({ names, because, isContrary, isOn }) {
  if (names === null) return "Only a search finds this; there is no short reason.";
  // The constraint that says it comes first, then those from which that follows.
  const said = names.slice(0, names.length > 2 ? 1 : 2).join("; ");
  if (isContrary) return said ? `Otherwise this would be broken: ${said}.` : "Anything else leads to a contradiction.";
  if (said && isOn && !DATA.isLines) return `Nothing else is left: ${said}.`;
  if (said) return sentence(said);
  return because.length ? "It follows from the marks shown and the clues." : "It follows from the clues alone.";
}

/** Show what follows next; pressed again, do it. */
async function hint() {
  if (hinted?.text === game.text) {
    const { spot, value } = hinted;
    return act(() => game.set(spot, value));
  }
  if (game.said.impossible.length) return void check();
  const told = await ask("hint");
  if (told.wrong) return void showWrong(told);
  if (told.at === null) {
    showGame({ text: `No further ${DATA.isLines ? "line" : "mark"} is certain: from here, there are several solutions.` });
    return;
  }
  const [spot, value] = DATA.marks[told.at];
  game.attempt.countHint();
  game.keep();
  const what = DATA.isLines
    ? `${spotName(spot)} is ${isShade(spot) ? "shaded" : told.isOn ? "drawn" : "not drawn"}`
    : DATA.values[value].says.replace("{}", spotName(spot));
  hinted = { text: game.text, spot, value: DATA.isLines ? (told.isOn ? LINE : CROSS) : value };
  const seen = [spot, ...spotsOf(told.because).slice(0, 6)];
  if (!DATA.isLines) cursor = spot;
  showGame({ text: `${sentence(what)} ${reasonText(told)}`, seen });
}

async function certain() {
  if (game.said.impossible.length) return void check();
  const told = await ask("certain");
  if (told.isWrong) return void check();
  let more = 0;
  game.act(() => {
    for (const [marks, isOn] of [[told.on, true], [DATA.isLines ? told.off : [], false]]) {
      for (const at of marks) {
        const [spot, value] = DATA.marks[at];
        if (isOn && isShade(spot)) continue;
        if (FIXED[spot] < 0 && game.state[spot] < 0) more += 1;
        game.set(spot, isOn ? value : CROSS);
      }
    }
    game.attempt.wasShown ||= more > 0;
  });
  showGame({ text: more ? `${more} more ${more === 1 ? "mark is" : "marks are"} certain.` : "Nothing more is certain." });
}

async function showSolution() {
  if (solutions.length) return showOne(0);
  const { found } = await ask("solve");
  if (!found) return showGame({ text: "The puzzle has no solution.", tone: "bad" });
  lay(found);
}

/** Have these marks, which are a solution, on the board. */
function lay(marks) {
  game.attempt.wasShown = true;
  act(() => game.take(marks));
}

async function countAll() {
  const told = await ask("count");
  showCounted(told.solutions, told.isAll ? ["exactly one", ""] : ["", "more than "]);
}

/** Tell that a search was stopped, and what it has found. */
function showStopped() {
  if (counted.length) showCounted(counted, ["at least one", "at least "], "Stopped: there");
  else showGame({ text: "Stopped." });
}

/** Have these solutions stepped through, and tell how many there are: `one` of a single one, `several` before a number. */
function showCounted(found, [one, several], there = "There") {
  solutions = found;
  shown = -1;
  const number = found.length.toLocaleString("en");
  const said = found.length > 1 ? `are ${several}${number} solutions` : `is ${found.length ? one : "no"} solution`;
  showGame({ text: `${there} ${said}.` });
  byId("steps").hidden = found.length < 2;
  byId("which").textContent = `Show one of ${number}`;
}

function showOne(at) {
  shown = (at + solutions.length) % solutions.length;
  lay(solutions[shown]);
  byId("steps").hidden = solutions.length < 2;
  byId("which").textContent = `Solution ${shown + 1} of ${solutions.length.toLocaleString("en")}`;
}

function reset() {
  act(() => game.begin());
  game.keep();
}

// --- the page

/** What a press does, and what keys do. */
function howToPlay() {
  if (DATA.isLines) {
    const [press, key] = shadeAt.size ? ["; press a cell to shade it", "; X shades a cell"] : ["", ""];
    return `Drag to draw, press a line to take it away${press}. With the keyboard: arrows, Shift and an arrow for a line, or Enter at both ends${key}; N for crosses.`;
  }
  const isWritten = PALETTE.every((k) => k === BLANK || DATA.values[k].word === DATA.values[k].text);
  const typing = NUMBERED ? "digits" : isWritten ? "what stands on a button" : "Enter for the next value";
  const both = CYCLES
    ? [["press a cell for its next value", "Enter for the next value"]]
    : isWritten || !DATA.isRegions
      ? [["choose a cell, then what is in it", typing]]
      : [];
  if (DATA.isRegions) both.push(["drag from a cell to others of its region", "Shift and an arrow for the next cell of a region"]);
  const [ways, keys] = [0, 1].map((at) => both.map((one) => one[at]));
  const more = (isPieces() ? ", R turns" : "") + (NOTES && !typedWith("n") ? ", N for notes" : "");
  return `${sentence(ways.join(", or "))} With the keyboard: arrows, ${keys.join(", ")}, Backspace${more}.`;
}

byId("rules").textContent = DATA.rules;
byId("filled-what").textContent = DATA.isLines ? "Lines" : "Cells";
byId("modes").hidden = !DATA.isLines && !NOTES;
byId("write").textContent = DATA.isLines ? "Lines" : "Write";
byId("note").textContent = DATA.isLines ? "Crosses" : "Notes";
byId("keys").textContent = howToPlay();
onPresses({ undo: () => turn(), redo: () => turn(true), reset, hint, check, certain, solution: showSolution, count: countAll }, tell);
onPresses({ link: () => copyGame(game.state, tell), write: () => setMode(false), note: () => setMode(true) }, tell);
onPresses({ back: () => showOne(Math.max(shown, 0) - 1), on: () => showOne(shown + 1) }, tell);
onPress(byId("stop"), () => stopWork() && showStopped(), tell);
runClock(() => !isDone && !game.attempt.isNoted && game.attempt);
addEventListener("pagehide", () => isOurs(DATA.digest) && game.keep());
makePalette();
showGame();
