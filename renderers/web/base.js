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

/** Say something in a live region, also when it said the same before. */
function say(region, text, tone = "") {
  region.dataset.tone = tone;
  region.textContent = "";
  region.textContent = text;
}

/** Hand a text to the reader as a file. */
function download(text, name, type = "application/json") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** What is kept from one visit to the next; a browser may refuse that for a file, then as long as the page is open. */
const visit = new Map();

function keep(name, value) {
  const text = JSON.stringify(value);
  const key = `cpmodels ${location.pathname} ${name}`;
  visit.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // It is kept here alone.
  }
}

/** What was kept under a name, or null. */
function kept(name) {
  const key = `cpmodels ${location.pathname} ${name}`;
  try {
    return JSON.parse(visit.get(key) ?? localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** The number of a day, in the calendar of the player. */
const dayOf = (date) => Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/** Note that the puzzle of this page is solved: on which days, and in what time at best, null where no time is taken. */
function noteSolved(seconds = null) {
  const before = solvedAt(location.pathname) ?? { days: [], seconds: null };
  const times = [before.seconds, seconds].filter((time) => time !== null);
  keep("solved", { days: [...new Set([...before.days, dayOf(new Date())])], seconds: times.length ? Math.min(...times) : null });
}

/** What a page noted when it was solved: {days, seconds}, or null. */
function solvedAt(path) {
  try {
    return JSON.parse(localStorage.getItem(`cpmodels ${path} solved`));
  } catch {
    return null;
  }
}

/** Copy a link to this page that opens on a game, told as numbers, -1 for none. */
async function copyGame(numbers, tell) {
  const game = numbers.map((number) => (number < 0 ? "" : number.toString(36))).join(".");
  const link = `${location.href.split("#")[0]}#game=${game}`;
  try {
    await navigator.clipboard.writeText(link);
    tell("The link is copied: it opens this board.");
  } catch {
    tell(`This link opens this board: ${link}`);
  }
}

/** The numbers of the game with which a link opens this page, for once; null where it has no such game. */
function linkedGame(length) {
  const text = location.hash.match(/^#game=([0-9a-z.]*)$/)?.[1];
  if (text === undefined) return null;
  history.replaceState(null, "", "#");
  const numbers = text.split(".").map((number) => (number ? parseInt(number, 36) : -1));
  return isList(numbers, length) ? numbers : null;
}

addEventListener("hashchange", () => location.hash.startsWith("#game=") && location.reload());

/** A time in minutes and seconds. */
const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Put the text of a field on the clipboard; tells whether that was allowed. */
async function copyFrom(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}

/** Allow a button or not; one that is not allowed stays reachable, so that its reason can be read. */
function allow(button, allowed, reason = "") {
  button.setAttribute("aria-disabled", String(!allowed));
  button.title = allowed ? "" : reason;
}

/** What a button does when it is pressed; when it is not allowed, its reason is told instead. */
function onPress(button, action, tell = () => {}) {
  button.addEventListener("click", (event) => {
    if (button.getAttribute("aria-disabled") === "true") tell(button.title);
    else action(event);
  });
}

const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;
const isList = (value, length = value?.length) => Array.isArray(value) && value.length === length;

/** Throw an error whose message is a sentence for people, unless something holds. */
function demand(holds, sentence) {
  if (!holds) throw new Error(sentence);
}
