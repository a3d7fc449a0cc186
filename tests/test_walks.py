"""Five walks of people who have just come: commands as processes, and pages by touch on a phone and by keys."""

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


def test_a_setter_with_a_link(page, tmp_path):
    link = run_process("link", "slitherlink-5")[0].strip()
    assert link.startswith("https://puzz.link/p?slither/5/5/")
    assert run_process("why", link)[0] == "there is exactly one solution\n"
    _, err = run_process("solve", link[:-2], code=2)
    assert re.fullmatch(r"cpmodels: the link: character \d+: .*\n", err)
    opened = page(made(tmp_path, "play", link)[0])
    opened.focus("#count")
    opened.keyboard.press("Enter")
    opened.get_by_text("Exactly one solution.").wait_for()
    opened.focus("#solution")
    opened.keyboard.press("Enter")
    opened.get_by_text("This is a solution.").wait_for()


def test_a_teacher_who_prints_a_book(tmp_path):
    pypdf = pytest.importorskip("pypdf", reason="pypdf is not installed")
    pytest.importorskip("fpdf", reason="fpdf2 is not installed: the extra `print`")
    run_process("new", "sudoku", "4", "--seed", "today", "--difficulty", "easy", "-o", tmp_path / "easy.json")
    run_process("new", "queens", "5", "--seed", "1", "-o", tmp_path / "queens.json")
    run_process("book", tmp_path, "--title", "Monday", "--paper", "letter", "-o", tmp_path / "book.pdf")
    pages = pypdf.PdfReader(tmp_path / "book.pdf").pages
    assert {tuple(map(round, each.mediabox[2:])) for each in pages} == {(612, 792)}
    text = [each.extract_text() for each in pages]
    assert "Monday" in text[0]
    for words in ("Sudoku 4", "Queens 5", "easy"):
        assert words in "".join(text)


def test_a_developer_with_a_kind_of_her_own(tmp_path):
    guide = (ROOT / "docs" / "your-own-puzzle.md").read_text("utf-8")
    file, board = tmp_path / "latin.py", tmp_path / "board.json"
    file.write_text(re.search(r"```python\n(.*?)```", guide, re.DOTALL)[1], encoding="utf-8")
    load = ("--load", file)
    assert f"latin: {file}:Latin" in run_process("kinds", *load)[0]
    run_process("new", "latin", "5", "--seed", "1", "-o", board, *load)
    assert run_process("count", board, *load)[0] == "1 solution\n"
    assert re.search(r"row \d, column \d", run_process("hint", board, *load)[0])
    assert b"<title>" in made(tmp_path, "play", board, *load)[0]
    file.write_text("import no_such_module\n")
    assert "cpmodels: latin.py, line 1: " in run_process("kinds", *load, code=2)[1]


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
