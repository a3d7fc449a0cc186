// The hand: dragging by mouse and touch, pressing, and the keys.

/** A press that moves less than this, in pixels of the window, is no drag. */
const STILL = 6;
/** Where the board scrolls, a finger lifts a piece after this many milliseconds. */
const HOLD = 220;
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

class Hand {
  /**
   * board: its `root` holds an element of class "place" for each of its `places`; `refusal(place)` tells why a tile is not
   * taken away, `isEmpty(place)` whether there is none, `beside(place, [down, right])` where the arrows lead, `near(place)`
   * among which places, `nearest(point)` where a tile is dropped, `carry` and `outline` show what the hand does.
   * act: {swap(first, second), turn(place, quarters), tell(text)}, and key(key, place) for further keys: whether it did.
   */
  constructor(board, act) {
    this.board = board;
    this.act = act;
    this.held = null;
    this.drag = null;
    this.focused = 0;
    this.byKeys = false;
    document.addEventListener("keydown", () => (this.byKeys = true), true);
    document.addEventListener("pointerdown", () => (this.byKeys = false), true);
    this.watchPointer(board.root);
    board.root.addEventListener("keydown", (event) => this.press(event));
    board.root.addEventListener("focusin", (event) => this.focusIn(event));
    board.root.addEventListener("focusout", () => board.outline("focus", null));
    this.rove(0);
  }

  watchPointer(root) {
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    root.addEventListener("pointerup", (event) => this.up(event));
    root.addEventListener("pointercancel", () => this.letGo());
    root.addEventListener("contextmenu", (event) => this.drag && event.preventDefault());
    root.addEventListener("touchmove", (event) => this.drag?.lifted && event.preventDefault(), { passive: false });
  }

  down(event) {
    if (!event.isPrimary) return void this.letGo(); // Two fingers zoom.
    const element = event.target.closest?.(".place");
    if (!element || event.button !== 0 || this.drag) return;
    const place = Number(element.dataset.place);
    this.drag = { place, id: event.pointerId, from: [event.clientX, event.clientY], lifted: false, ready: true };
    this.board.root.setPointerCapture(event.pointerId);
    this.rove(place);
    element.focus({ preventScroll: true });
    if (event.pointerType === "touch" && this.board.scrolls) {
      this.drag.ready = false;
      this.drag.timer = setTimeout(() => this.lift(event), HOLD);
    } else if (event.pointerType !== "touch" || !this.board.isEmpty(place)) {
      event.preventDefault();
    }
  }

  /** Take the piece off the board, unless it is fixed. */
  lift({ clientX, clientY }) {
    const { place } = this.drag;
    if (this.board.isEmpty(place)) return;
    const refusal = this.board.refusal(place);
    if (refusal) return void this.act.tell(refusal);
    this.drop();
    Object.assign(this.drag, { lifted: true, ready: true });
    this.board.root.classList.add("dragging");
    this.board.places[place].classList.add("lifted");
    this.board.carry(place, this.board.pointAt(clientX, clientY));
  }

  move(event) {
    if (this.drag?.id !== event.pointerId) return;
    const { from, lifted, ready } = this.drag;
    const isStill = Math.hypot(event.clientX - from[0], event.clientY - from[1]) < STILL;
    if (!lifted) {
      if (isStill) return;
      if (ready) this.lift(event);
      else clearTimeout(this.drag.timer);
      if (!this.drag.lifted) return;
    }
    const point = this.board.pointAt(event.clientX, event.clientY);
    this.board.carry(this.drag.place, point);
    const target = this.board.nearest(point);
    this.drag.target = target === this.drag.place || (target !== null && this.board.refusal(target)) ? null : target;
    this.board.outline("target", this.drag.target);
  }

  up(event) {
    if (this.drag?.id !== event.pointerId) return;
    const { place, lifted, target, from } = this.drag;
    const isStill = Math.hypot(event.clientX - from[0], event.clientY - from[1]) < STILL;
    this.letGo();
    if (lifted) {
      if (target !== null && target !== undefined) this.act.swap(place, target);
    } else if (isStill) this.choose(place, this.board.turning && this.held === null);
  }

  letGo() {
    if (!this.drag) return;
    clearTimeout(this.drag.timer);
    this.board.places[this.drag.place]?.classList.remove("lifted");
    this.board.root.classList.remove("dragging");
    this.board.carry(null);
    this.board.outline("target", null);
    this.drag = null;
  }

  /** What a press on a piece does: it is turned, or else picked up, or put where it is pressed. */
  choose(place, turns) {
    const refusal = this.board.refusal(place);
    if (refusal) this.act.tell(refusal);
    else if (turns) this.act.turn(place, 1);
    else if (this.held === null) this.pickUp(place);
    else if (this.held === place) this.drop();
    else {
      const from = this.held;
      this.drop();
      this.act.swap(from, place);
    }
  }

  pickUp(place) {
    this.held = place;
    this.board.outline("held", place);
    this.act.tell(
      this.board.isEmpty(place)
        ? "Now choose what to lay here. Escape cancels."
        : "Picked up: now choose where it goes. Escape puts it back.",
    );
  }

  drop() {
    this.held = null;
    this.board.outline("held", null);
  }

  press(event) {
    const place = this.focused;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) this.step(ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.choose(place, false);
    else if (event.key === "Escape") this.drop();
    else if (event.key.toLowerCase() === "r") this.turn(place, event.shiftKey ? -1 : 1);
    else if (!this.act.key?.(event.key, place)) return;
    event.preventDefault();
  }

  turn(place, quarters) {
    if (!this.board.turning) this.act.tell("The pieces of this puzzle may not be turned.");
    else if (this.board.refusal(place)) this.act.tell(this.board.refusal(place));
    else this.act.turn(place, quarters);
  }

  /** Move the focus by a row or a column. */
  step(by) {
    const next = this.board.beside(this.focused, by);
    if (next === null) return;
    this.rove(next);
    this.board.places[next].focus();
  }

  /** Let Tab lead to this piece. */
  rove(place) {
    for (const at of this.board.near(place)) this.board.places[at].setAttribute("tabindex", at === place ? 0 : -1);
    this.focused = place;
  }

  focusIn({ target }) {
    const element = target.closest(".place");
    if (element) this.focused = Number(element.dataset.place);
    this.showFocus();
  }

  /** Outline the piece that the keys act on. */
  showFocus() {
    const isActive = document.activeElement?.classList.contains("place");
    this.board.outline("focus", this.byKeys && isActive ? this.focused : null);
  }

  /** Draw the outlines anew after the pieces have changed. */
  refresh() {
    this.showFocus();
    if (this.held !== null) this.board.outline("held", this.held);
  }
}
