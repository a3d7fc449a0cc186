// A film as a page.

let speed = 1;
let timer = null;
const lines = DATA.lines.map((line, frame) => line || `frame ${frame + 1} of ${last + 1}`);

function show(frame) {
  goTo(frame, lines);
  byId("line").textContent = lines[at];
}

function go() {
  if (at === last) return void stop();
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

onSteps(jump);
byId("play").addEventListener("click", () => (timer === null ? play() : stop()));
onChoice("speed", (chosen) => {
  showChoice("speed", chosen);
  speed = Number(chosen);
  if (timer !== null) play();
});
show(0);
if (!matchMedia("(prefers-reduced-motion: reduce)").matches) play();
