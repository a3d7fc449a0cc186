// What a game remembers: the states before the one that is and, where something was undone, after it; and what helped.

class Past {
  before = [];
  after = [];

  /** Remember a state that a change leaves. */
  add(state) {
    this.before.push(state);
    this.after = [];
  }

  /** The state before this one or, to redo, after it; this one where there is none. */
  turn(state, isRedo = false) {
    const [from, to] = isRedo ? [this.after, this.before] : [this.before, this.after];
    if (!from.length) return state;
    to.push(state);
    return from.pop();
  }

  /** Allow the buttons as far as there is anything to go back to, or on to. */
  allow(undo = "undo", redo = "redo") {
    allow(byId(undo), this.before.length > 0, "There is nothing to undo.");
    allow(byId(redo), this.after.length > 0, "There is nothing to redo.");
  }
}

/** A game that remembers: what there is to go back to are its fields of these names, and its attempt. */
class Undoable {
  past = new Past();

  constructor(...names) {
    this.names = [...names, "attempt"];
  }

  get moment() {
    return Object.fromEntries(this.names.map((name) => [name, this[name]]));
  }

  /** Back to the moment before or, to redo, on to the one after. */
  retrace(isRedo = false) {
    Object.assign(this, this.past.turn(this.moment, isRedo));
  }
}

/** What is counted from a beginning to the next: the time until the puzzle was noted as solved, and what helped. */
class Attempt {
  seconds = 0;
  hints = 0;
  wasShown = false;
  isNoted = false;

  /** kept: what there was of it before a reload. */
  constructor(kept = null) {
    for (const name in this) if (typeof kept?.[name] === typeof this[name]) this[name] = kept[name];
  }

  countHint() {
    if (!this.isNoted) this.hints += 1;
  }

  get time() {
    return clockText(this.seconds);
  }

  showTime() {
    if (byId("time").textContent !== this.time) byId("time").textContent = this.time;
  }

  /** With how many hints the player came to a solution, in words. */
  get help() {
    return this.hints && !this.wasShown ? `, with ${this.hints} hint${this.hints === 1 ? "" : "s"}` : "";
  }
}

/** Let the time of a page's attempt pass while it is seen; timed() is the attempt, or nothing while none is timed. */
function runClock(timed) {
  setInterval(() => {
    const attempt = document.hidden ? null : timed();
    if (!attempt) return;
    attempt.seconds += 1;
    attempt.showTime();
  }, 1000);
}
