// A film as a page.

const slider = byId("at");
let at = 0;
let speed = 1;
let timer = null;

function show(frame) {
  at = Math.min(Math.max(frame, 0), last);
  drawFrame(at);
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
