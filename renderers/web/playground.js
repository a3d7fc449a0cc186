// The first page of a site of puzzles: today's, the same for everyone on a date, and all by kind, with what was solved.

/** Days pass through all puzzles in an order of their own. */
const ofDay = (day) => DATA.daily[Math.abs((day * 7919) % DATA.daily.length)];
const fileOf = (name) => `${encodeURIComponent(name)}.html`;
const recordOf = (name) => solvedAt(new URL(fileOf(name), location.href).pathname);

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
  const section = document.createElement("section");
  section.className = "card kind";
  const image = Object.assign(document.createElement("img"), { src: picture, alt: "", className: "pale" });
  const text = document.createElement("div");
  const heading = Object.assign(document.createElement("h2"), { textContent: title });
  const list = document.createElement("ul");
  for (const name of names) {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("a"), { href: fileOf(name), textContent: name }));
    const record = recordOf(name);
    if (record) {
      const best = record.seconds === null ? "solved" : `solved in ${clockText(record.seconds)}`;
      item.append(Object.assign(document.createElement("span"), { className: "solved", textContent: ` ✓ ${best}` }));
    }
    list.append(item);
  }
  text.append(heading, list);
  section.append(image, text);
  return section;
}

show();
addEventListener("pageshow", show);
if (location.protocol.startsWith("http")) {
  document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "manifest.webmanifest" }));
  navigator.serviceWorker?.register("service-worker.js");
}
