"""Two walks of people who have just come: commands as processes, and pages by touch on a phone."""

import re
from pathlib import Path

import pytest
from browser import PHONE, told
from command_line import run_process

import cpmodels as cm
import readers

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
MIDDLE = """(board, [row, col]) => {
    const at = new DOMPoint(100 * col + 50, 100 * row + 50).matrixTransform(board.getScreenCTM());
    return { x: at.x, y: at.y };
}"""
"""Where the middle of a cell is in the window."""


def made(folder, *arguments):
    """The page that a command writes, and what it prints."""
    out, err = run_process(*arguments, "-o", folder / "page.html")
    assert f"wrote {folder / 'page.html'}\n" in err
    return (folder / "page.html").read_bytes(), out


def test_a_player_with_a_screenshot_on_a_phone(page, tmp_path):
    commands = re.findall(r"^ {4}cpmodels solve (\S+) -o (\S+)$", (ROOT / "README.md").read_text("utf-8"), re.M)
    assert [file for _, file in commands] == ["solved.png", "page.html"]
    shot = ROOT / commands[0][0]
    assert "┏" in run_process("solve", shot, "-o", tmp_path / "solved.png")[0]
    html, printed = made(tmp_path, "solve", shot)
    assert printed == ""  # The page does not spoil the game.
    opened = page(html, PHONE, touch=True)
    opened.get_by_role("button", name="Hint").tap()
    assert re.search(r"[Rr]ow \d, column \d", told(opened))  # With a reason, where there was time to find one.
    touches = opened.context.new_cdp_session(opened)
    kind = "touchStart"
    for cell in cm.solve(readers.read(shot)).solution.cells:
        point = opened.eval_on_selector("#board", MIDDLE, list(cell))
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        kind = "touchMove"
    touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert told(opened).startswith("Solved in ")
    assert opened.evaluate("[scrollX, document.documentElement.scrollWidth]") == [0, PHONE[0]]


def test_a_child_with_nine_pieces_on_a_phone(page, tmp_path):
    html, _ = made(tmp_path, "play", ROOT / "docs" / "nine-pieces" / "insects.txt")
    opened = page(html, PHONE, touch=True)
    first = opened.locator("[data-place='8']")
    before = first.get_attribute("data-turns")
    first.tap()
    assert int(first.get_attribute("data-turns")) == (int(before) + 1) % 4
    for hints in range(1, 41):
        opened.get_by_role("button", name="Hint").tap()
        if told(opened).startswith("Solved"):
            break
        assert len(told(opened)) < 300
        if hints == 1:
            opened.reload()
    assert told(opened) == f"Solved, with {hints} hints: everything fits."
