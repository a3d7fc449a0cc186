// The first page of a site of puzzles: today's, the same for everyone on a date, and all by kind, with what was solved.

/** Days pass through all puzzles in an order of their own. */
const ofDay = (day) => DATA.daily[Math.abs((day * 7919) % DATA.daily.length)];
const fileOf = (name) => `${encodeURIComponent(name)}.html`;
/** What a page noted when its puzzle was solved: {puzzle, days, seconds}, or null. */
function recordOf(name) {
  const record = stored(keyOf("solved", new URL(fileOf(name), location.href).pathname));
  return record?.puzzle === DATA.digests[name] ? record : null;
}

function show() {
  const today = dayOf(new Date());
  const isSolved = recordOf(ofDay(today))?.days.includes(today) ?? false;
  byId("today").href = fileOf(ofDay(today));
  byId("today-what").textContent = ofDay(today);
  const streak = daysInARow();
  const days = streak === 1 ? "1 day" : `${streak} days`;
  byId("streak").textContent = `${isSolved ? "Solved today. " : ""}${streak ? `${days} in a row.` : "Solve one a day for a row of days."}`;
  byId("kinds").replaceChildren(...DATA.kinds.map(card));
}

/** The puzzles of a kind, with their best times. */
function card({ title, picture, names }) {
  const items = names.map((name) => {
    const record = recordOf(name);
    const best = record?.seconds === null ? "solved" : `solved in ${clockText(record?.seconds)}`;
    const mark = record ? [newElement("span", { class: "solved" }, ` ✓ ${best}`)] : [];
    return newElement("li", {}, newElement("a", { href: fileOf(name) }, name), ...mark);
  });
  const text = newElement("div", {}, newElement("h2", {}, title), newElement("ul", {}, ...items));
  return newElement("section", { class: "card kind" }, newElement("img", { src: picture, alt: "", class: "pale" }), text);
}

show();
addEventListener("pageshow", show);
if (location.protocol.startsWith("http")) {
  document.head.append(newElement("link", { rel: "manifest", href: "manifest.webmanifest" }));
  navigator.serviceWorker?.register("service-worker.js");
}
