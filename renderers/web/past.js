// What can be undone and done again: the states before the one that is and, where something was undone, after it.

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
