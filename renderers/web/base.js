// What the scripts of all pages share.

/** What Python put into the page. */
const DATA = JSON.parse(document.getElementById("data").textContent);

const byId = (id) => document.getElementById(id);

/** A new SVG element with these attributes, at the end of its parent. */
function svgElement(parent, name, attributes = {}) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

/** A new element with these attributes and this content. */
function newElement(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

/** A closed line through these points, for a path. */
const pathOf = (points) => `M${points.map((point) => point.map((v) => +v.toFixed(2)).join(" ")).join("L")}Z`;

/** Show a part of the plane in a drawing, from left and top so wide and so high, and give its frame these proportions. */
function setView(svg, left, top, width, height) {
  svg.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  svg.parentElement.style.setProperty("--wide", width);
  svg.parentElement.style.setProperty("--high", height);
}

/** The point of a drawing that lies at a point of the window. */
function pointIn(svg, clientX, clientY) {
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [x, y];
}

/** Words as a sentence. */
const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}.`;

/** A text as it stands in HTML and SVG. */
const escaped = (text) => new Option(text).innerHTML;

/** Say something in a live region, also when it said the same before. */
function say(region, text, tone = "") {
  region.dataset.tone = tone;
  region.textContent = "";
  region.textContent = text;
}

/** Hand a text to the reader as a file. */
function download(text, name) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  newElement("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** What is kept from one visit to the next; a browser may refuse that for a file, then as long as the page is open. */
const visit = new Map();
/** What was refused when it was last kept; of all else another window may know more. */
const refused = new Set();

function store(key, value) {
  const text = JSON.stringify(value);
  visit.set(key, text);
  try {
    localStorage.setItem(key, text);
    refused.delete(key);
  } catch {
    refused.add(key);
  }
}

function stored(key) {
  try {
    return JSON.parse(refused.has(key) ? visit.get(key) : localStorage.getItem(key));
  } catch {
    return null;
  }
}

const keyOf = (name, path = location.pathname) => `cpmodels ${path} ${name}`;

/** Keep something of this page under a name. */
const keep = (name, value) => store(keyOf(name), value);

/** What was kept under a name, or null. */
const kept = (name) => stored(keyOf(name));

/** Whether what is kept under a name, if anything, was kept by this visit: else another window of the page has gone on. */
function isOurs(name) {
  try {
    const text = localStorage.getItem(keyOf(name));
    return text === null || text === visit.get(keyOf(name));
  } catch {
    return true;
  }
}

/** The number of a day, in the calendar of the player. */
const dayOf = (date) => Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/** The days on which a page of this site was solved. */
const DAYS = "cpmodels days";

/** On how many days in a row, up to today or yesterday, something was solved. */
function daysInARow() {
  const days = new Set(stored(DAYS) ?? []);
  let day = dayOf(new Date());
  if (!days.has(day)) day -= 1;
  let row = 0;
  while (days.has(day - row)) row += 1;
  return row;
}

/**
 * Note that the puzzle of this page is solved, in how many seconds where time is taken, and celebrate.  Gives what there is to
 * say of the best time before, and of the days in a row.  puzzle: which one it is, as there may have been another one on this
 * page.  what: of which of the page's puzzles, where it has more than its own.
 */
function noteSolved(seconds, puzzle, what = "") {
  const today = dayOf(new Date());
  const before = kept(`solved${what}`);
  const { days, seconds: best } = before?.puzzle === puzzle ? before : { days: [], seconds: null };
  const times = [best, seconds].filter((time) => time !== null);
  const least = times.length ? Math.min(...times) : null;
  keep(`solved${what}`, { puzzle, days: [...new Set([...days, today])], seconds: least });
  store(DAYS, [...new Set([...(stored(DAYS) ?? []), today])]);
  celebrate();
  const row = daysInARow();
  const ofTime = seconds < best ? `Your best time: it was ${clockText(best)}.` : `Your best time: ${clockText(best ?? 0)}.`;
  return (times.length > 1 ? ` ${ofTime}` : "") + (row > 1 ? ` ${row} days in a row.` : "");
}

/** A little confetti from the top of the window, for those who do not mind things that move. */
function celebrate() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (let k = 0; k < 40; k += 1) {
    const style = `left: ${100 * Math.random()}vw; background: hsl(${360 * Math.random()} 85% 55%)`;
    const piece = newElement("i", { class: "confetti", style });
    document.body.append(piece);
    const end = `translate(${200 * Math.random() - 100}px, ${60 + 40 * Math.random()}vh) rotate(${900 * Math.random()}deg)`;
    const fall = piece.animate([{ transform: "none" }, { transform: end, opacity: 0 }], 1200 + 1000 * Math.random());
    fall.onfinish = () => piece.remove();
  }
}

/** Offer a result to share: what was solved, and how; null takes the offer back. */
function offerResult(how, tell) {
  byId("result").hidden = how === null;
  const row = daysInARow();
  const text = `${byId("title").textContent}: solved ${how}${row > 1 ? `, ${row} days in a row` : ""}`;
  byId("result").onclick = async () => {
    const isSite = location.protocol.startsWith("http");
    try {
      if (navigator.share) await navigator.share({ text, ...(isSite ? { url: location.href } : {}) });
      else {
        await navigator.clipboard.writeText(isSite ? `${text}\n${location.href}` : text);
        tell("The result is copied: paste it where you like.");
      }
    } catch (error) {
      if (error.name !== "AbortError") tell(text);
    }
  };
}

/** An address without its fragment, or with another. */
const addressWith = (fragment) => location.href.replace(/#.*$/s, "") + (fragment ? `#${fragment}` : "");

/** Copy a link to this page whose fragment says what it opens. */
async function copyLink(fragment, tell) {
  if (location.protocol === "about:") return tell("In this frame the page has no address.", "bad");
  const where = location.protocol === "file:" ? " It works only where this file is." : "";
  try {
    await navigator.clipboard.writeText(addressWith(fragment));
    tell(`The link is copied: it opens this board.${where}`);
  } catch {
    tell(`This link opens this board: ${addressWith(fragment)}`);
  }
}

/** Copy a link to this page that opens on a game, told as numbers, -1 for none, and says more: by default, of which puzzle. */
const copyGame = (numbers, tell, more = `&puzzle=${DATA.digest}`) =>
  copyLink(`game=${numbers.map((number) => (number < 0 ? "" : number.toString(36))).join(".")}${more}`, tell);

/** The numbers, so many if that is known, of the game with which a link opens this page, for once; null where there is none. */
function linkedGame(length) {
  const [, text, puzzle = DATA.digest] = location.hash.match(/^#game=([0-9a-z.]*)(?:&puzzle=(\w+))?(?:&|$)/) ?? [];
  if (text === undefined) return null;
  history.replaceState(history.state, "", "#");
  if (puzzle !== DATA.digest) return void notify("The link is of another puzzle than the one on this page.");
  const numbers = text.split(".").map((number) => (number ? parseInt(number, 36) : -1));
  return isList(numbers, length) ? numbers : null;
}

addEventListener("hashchange", () => location.hash.startsWith("#game=") && location.reload());

/** A time in minutes and seconds. */
const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Fade the sides of an element that scrolls beyond which there is more. */
function cueScroll(element) {
  const cue = () => {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
    const more = [scrollTop, scrollWidth - clientWidth - scrollLeft, scrollHeight - clientHeight - scrollTop, scrollLeft];
    more.forEach((pixels, side) => element.style.setProperty(`--more-${side}`, pixels > 1 ? "32px" : "0px"));
  };
  element.classList.add("scrolls");
  element.addEventListener("scroll", cue);
  new ResizeObserver(cue).observe(element);
}

/** Allow a button or not; one that is not allowed stays reachable, so that its reason can be read. */
function allow(button, allowed, reason = "") {
  button.setAttribute("aria-disabled", String(!allowed));
  button.title = allowed ? "" : reason;
}

/** A button, and what it does when it is pressed; when it is not allowed, its reason is told instead. */
function onPress(button, action, tell = () => {}) {
  button.addEventListener("click", (event) => {
    if (button.getAttribute("aria-disabled") === "true") tell(button.title);
    else action(event);
  });
  return button;
}

/** The same for the buttons with these ids. */
function onPresses(actions, tell) {
  for (const [id, action] of Object.entries(actions)) onPress(byId(id), action, tell);
}

const isPressed = (button) => button.getAttribute("aria-pressed") === "true";

/** A button that is down or up, and what else that changes. */
function onSwitch(button, change = () => {}) {
  onPress(button, () => {
    button.setAttribute("aria-pressed", !isPressed(button));
    change(isPressed(button));
  });
}

/** Of the buttons that have such data, each what it is for, have one down and the others up. */
function showChoice(name, chosen) {
  for (const button of document.querySelectorAll(`[data-${name}]`)) {
    button.setAttribute("aria-pressed", button.dataset[name] === String(chosen));
  }
}

function onChoice(name, choose) {
  for (const button of document.querySelectorAll(`[data-${name}]`)) onPress(button, () => choose(button.dataset[name]));
}

// The usual keys press the button that undoes or redoes, of the two that a page with an editor has the one that is seen.
addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input:not([type=range]), textarea, select");
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping) return;
  const what = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
  const button = what && [byId(what), byId(`${what}-edit`)].find((one) => one?.offsetParent);
  if (!button) return;
  event.preventDefault();
  button.click();
});

const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;
const isList = (value, length = value?.length) => Array.isArray(value) && value.length === length;

/** Throw an error whose message is a sentence for people, unless something holds. */
function demand(holds, sentence) {
  if (!holds) throw new Error(sentence);
}
