"""The widget of a puzzle: the page to play in a frame, whose marks come to Python.  It needs anywidget."""

from __future__ import annotations

from typing import ClassVar

import anywidget
import traitlets

from cpmodels.base.marks import Partial
from renderers._play_page import Board, playing_page

SCRIPT = """
function render({ model, el }) {
  const frame = document.createElement("iframe");
  Object.assign(frame, { title: model.get("title"), srcdoc: model.get("page") });
  frame.style.cssText = `width: 100%; height: ${model.get("height")}px; border: 0`;
  const hear = ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    model.set({ state: data.state, solved: data.isSolved });
    model.save_changes();
  };
  addEventListener("message", hear);
  el.append(frame);
  return () => removeEventListener("message", hear);
}
export default { render };
"""


class PuzzleWidget(anywidget.AnyWidget):
    """A puzzle to play in a notebook.

    state: what is on the board, as the page numbers it; to be observed.
    solved: whether that is a solution.
    height: of the frame, in pixels.
    """

    _esm: ClassVar[str] = SCRIPT
    title = traitlets.Unicode().tag(sync=True)
    page = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int().tag(sync=True)
    state = traitlets.List(traitlets.Int()).tag(sync=True)
    solved = traitlets.Bool().tag(sync=True)

    def __init__(self, board: Board, title: str, height: int) -> None:
        page = playing_page(title, board.page_data()).decode()
        super().__init__(title=title, page=page, height=height)
        self._board = board

    @property
    def marks(self) -> Partial:
        """What the player has marked by now."""
        return self._board.partial_of(self.state)
