// A film as a page: each frame is a list of runs of shapes.

const film = byId("film");
const slider = byId("at");
const last = DATA.frames.length - 1;
let at = 0;
let speed = 1;
let timer = null;

function show(frame) {
  at = Math.min(Math.max(frame, 0), last);
  const runs = DATA.frames[at];
  let drawn = "";
  for (let k = 0; k < runs.length; k += 2) drawn += DATA.shapes.slice(runs[k], runs[k] + runs[k + 1]).join("");
  film.innerHTML = drawn;
  byId("line").textContent = DATA.lines[at] || `frame ${at + 1} of ${last + 1}`;
  slider.value = at;
  slider.setAttribute("aria-valuetext", `${at + 1} of ${last + 1}: ${byId("line").textContent}`);
}

function go() {
  if (at === last) {
    stop();
    return;
  }
  timer = setTimeout(() => {
    show(at + 1);
    go();
  }, DATA.milliseconds[at] / speed);
}

function stop() {
  clearTimeout(timer);
  timer = null;
  byId("play").textContent = "Play";
}

function play() {
  if (at === last) show(0);
  byId("play").textContent = "Pause";
  clearTimeout(timer);
  go();
}

function jump(frame) {
  stop();
  show(frame);
}

const [, , width, height] = DATA.view;
film.setAttribute("viewBox", DATA.view.join(" "));
showGround(film.parentElement);
film.parentElement.style.setProperty("--wide", width);
film.parentElement.style.setProperty("--high", height);
slider.max = last;
slider.addEventListener("input", () => jump(Number(slider.value)));
byId("play").addEventListener("click", () => (timer === null ? play() : stop()));
byId("back").addEventListener("click", () => jump(at - 1));
byId("on").addEventListener("click", () => jump(at + 1));
for (const button of document.querySelectorAll("[data-speed]")) {
  button.addEventListener("click", () => {
    for (const other of document.querySelectorAll("[data-speed]")) other.setAttribute("aria-pressed", other === button);
    speed = Number(button.dataset.speed);
    if (timer !== null) play();
  });
}
show(0);
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play();
