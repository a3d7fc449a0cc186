"""The widget of a notebook: without a notebook, by the messages of a front end, and in a browser."""

import json
import sys

import pytest
from browser import DESKTOP

import cpmodels as cm

pytest.importorskip("anywidget", reason="anywidget is not installed")


def heard(widget, **state):
    """What the front end sends when the board changes."""
    widget._handle_msg({"content": {"data": {"method": "update", "state": state, "buffer_paths": []}}, "buffers": []})


@pytest.mark.parametrize("name", ["sudoku-4", "slitherlink-5", "tango-4", "numberlink-5", "zip-4"])
def test_marks_come_back_from_the_numbers_of_the_page(name):
    widget, solution = cm.widget(name), cm.solve(name).solution
    state = [-1] * len(widget._board.spots)
    for spot, value in widget._board.numbers_of(solution.marks()):
        state[spot] = value
    heard(widget, state=state, solved=True)
    marks = solution.marks()
    assert widget.marks.known == frozenset(mark for mark in marks if mark in widget._board.literals)
    assert widget.solved


def test_crosses_exclude_and_changes_are_observed():
    widget, seen = cm.widget("slitherlink-5", height=300), []
    widget.observe(lambda _: seen.append(widget.marks), "state")
    heard(widget, state=[0, 1, *[-1] * (len(widget._board.spots) - 2)])
    [marks] = seen
    assert [mark.cells for mark in marks.known] == [widget._board.spots[0]]
    assert [mark.cells for mark in marks.excluded] == [widget._board.spots[1]]
    assert cm.hint("slitherlink-5", partial=marks) is not None
    assert (widget.height, widget.marks.known) == (300, marks.known)


def test_a_cell_that_is_shaded_is_one_that_no_line_passes():
    widget = cm.widget("yajilin-5")
    heard(widget, state=[1 if spot == ((0, 0),) else -1 for spot in widget._board.spots])
    assert (widget.marks.known, widget.marks.excluded) == (frozenset(), {cm.Mark.at((0, 0), value=True)})
    assert cm.hint("yajilin-5", partial=widget.marks) is not None


def test_what_can_be_in_no_solution_is_a_mark_too():
    """The page has every value for every cell."""
    widget = cm.widget("fillomino-5")
    most = len(widget._board.values) - 1
    heard(widget, state=[most, *[-1] * (len(widget._board.spots) - 1)])
    assert widget.marks.known == {cm.Mark.at((0, 0), widget._board.values[most])}


def test_a_puzzle_without_marks_and_a_missing_package_are_a_sentence(monkeypatch):
    for name in ("cubes-in-31", "squares"):  # The second has marks, but no diagram to make them on.
        with pytest.raises(cm.PuzzleError, match="not played by marks"):
            cm.widget(name)
    with pytest.raises(cm.KindError, match=r"^expected a puzzle, .*, not 3"):
        cm.widget(3)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "renderers._widget", raising=False)
    with pytest.raises(ImportError, match=r'needs anywidget, which is not installed: pip install "cpmodels\[widget\]"'):
        cm.widget("zip-4")


@pytest.mark.slow
def test_a_key_on_the_page_changes_the_model(page):
    widget = cm.widget("tango-4")
    traits = json.dumps({"page": widget.page, "title": widget.title, "height": 600}).replace("<", "\\u003c")
    tab = page(
        f"<!doctype html><meta charset='utf-8'><title>A notebook</title><body><script>const traits = {traits};\n"
        "const model = { get: (name) => traits[name], set: (more) => Object.assign(traits, more),"
        " save_changes: () => (traits.saved = (traits.saved ?? 0) + 1) };"
        f"{widget._esm.replace('export default', '')}\nrender({{ model, el: document.body }});</script>",
        DESKTOP,
    )
    tab.wait_for_function("traits.saved > 0")
    before = tab.evaluate("traits.state")
    board = tab.frame_locator("iframe").locator("#board")
    side, (row, col) = board.bounding_box()["width"] / 4, divmod(before.index(-1), 4)
    board.click(position={"x": (col + 0.5) * side, "y": (row + 0.5) * side})
    tab.wait_for_function("traits.saved > 1")
    heard(widget, state=tab.evaluate("traits.state"), solved=tab.evaluate("traits.solved"))
    given = sum(value >= 0 for value in before)
    assert (len(widget.marks.known), widget.solved) == (given + 1, False)
    tab.frame_locator("iframe").get_by_role("button", name="Copy link").click()
    tab.frame_locator("iframe").locator("#told").filter(has_text="the page has no address").wait_for()
