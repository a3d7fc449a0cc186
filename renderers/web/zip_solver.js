// A search as the page sees it: begun, stopped, resumed, and what it has found.

class Solver {
  /** `report` is called whenever there is something new to show. */
  constructor(report = () => {}) {
    Object.assign(this, { report, isRefused: false });
    this.clear();
  }

  /** Nothing is asked, or known; whoever waits for an answer is told that none will come. */
  clear() {
    this.worker?.terminate();
    this.settle?.();
    Object.assign(this, { worker: null, settle: null, search: {} });
    Object.assign(this, { moves: 0, solutions: [], isOver: false, isRunning: false });
  }

  /** Search a puzzle for two paths that begin with this one. */
  start(zip, path = zip.beginning) {
    this.clear();
    const rest = restOf(zip, path);
    if (rest === null) {
      this.isOver = true;
      this.report();
      return;
    }
    const { rows, cols, numbers, walls } = rest.zip;
    if (!this.begin(path)) return;
    this.worker.postMessage({ zip: { rows, cols, numbers, walls }, covered: rest.covered });
    this.isRunning = true;
    this.report();
  }

  /** Start the worker for a search for paths that begin with this one; whether the browser lets the page do so. */
  begin(path) {
    this.worker = newWorker();
    if (!this.worker) {
      this.isRefused = true;
      this.report();
      return false;
    }
    this.worker.onmessage = ({ data }) => {
      this.take({ ...data, solutions: data.solutions.map((found) => [...path.slice(0, -1), ...found]) });
    };
    return true;
  }

  take({ moves, solutions, isOver }) {
    Object.assign(this, { moves, solutions, isOver });
    this.isRunning &&= !isOver;
    if (isOver) {
      this.worker.terminate();
      this.settle?.();
    }
    this.report();
  }

  stop() {
    if (this.isRunning) this.worker.postMessage({ isRunning: false });
    this.isRunning = false;
    this.report();
  }

  resume() {
    this.worker.postMessage({ isRunning: true });
    this.isRunning = true;
    this.report();
  }

  /**
   * Search as `start` does, for so long at the most.  Tells whether there is a solution, null where that is not known
   * then, undefined when something else has been asked meanwhile.
   */
  async decide(zip, path, milliseconds) {
    this.start(zip, path);
    const { search } = this;
    if (this.isRunning) {
      await new Promise((resolve) => {
        this.settle = resolve;
        setTimeout(resolve, milliseconds);
      });
    }
    if (this.search !== search) return undefined;
    if (this.isRunning) this.stop();
    if (this.solutions.length) return true;
    return this.isOver ? false : null;
  }
}

/** What is left to do after a path: a puzzle that begins at its end, and the covered cells; null if nothing can be. */
function restOf(zip, path) {
  if (!path.length) return { zip, covered: [] };
  const before = path.slice(0, -1);
  const later = zip.numbers.filter((cell) => !path.includes(cell));
  const isAtLast = zip.numbers.length > 1 && !later.length;
  if (isAtLast && path.length < zip.cells) return null;
  return { zip: zip.with({ numbers: [path.at(-1), ...later] }), covered: before };
}
