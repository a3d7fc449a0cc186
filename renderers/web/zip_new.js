// New puzzles on the page: size, difficulty and seed are chosen here, and the worker makes them.

const maker = { worker: null };

/** Have the worker make a puzzle, and show it. */
function makeNew(seed) {
  const [side, difficulty] = [Number(byId("new-side").value), byId("new-difficulty").value];
  const name = `ZIP ${side} × ${side}, ${difficulty}, no. ${seed}`;
  maker.worker?.terminate();
  maker.worker = newWorker(tell);
  if (!maker.worker) return;
  tell("Making a puzzle …");
  maker.worker.onmessage = ({ data: { numbers, path } }) => {
    maker.worker.terminate();
    takePuzzle(new Zip(side, side, numbers, [], name));
    if (editing) setMode(false);
    game.learn([path]);
    byId("board").focus();
  };
  maker.worker.postMessage({ make: { side, difficulty, seed } });
}

/** The date of today as a number, such as 20261231. */
function dateNumber(now = new Date()) {
  return now.getFullYear() * 10_000 + (now.getMonth() + 1) * 100 + now.getDate();
}

onPress(byId("new"), () => {
  const { value } = byId("new-seed");
  if (/^\d{0,9}$/.test(value)) makeNew(value ? Number(value) : Math.floor(Math.random() * 1_000_000));
  else tell("A seed is a whole number of up to nine digits.", "bad");
});
onPress(byId("new-today"), () => makeNew(dateNumber()));
