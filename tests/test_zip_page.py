"""The page to play a ZIP, in a real browser: drawn by mouse, touch and keys, edited, and read back."""

import random
import re
from itertools import pairwise, product

import pytest
from browser import DESKTOP, PHONE

import readers
import renderers
from cpmodels import Path, PuzzleError, Zip
from renderers._web_page import source
from renderers.zip import PARTS

ZIP = Zip(3, 4, waypoints=[(0, 0), (1, 1), (2, 3)], walls=[((0, 1), (1, 1)), ((1, 2), (2, 2))], name="small")
SNAKE = Path([(r, c if r % 2 == 0 else 3 - c) for r in range(3) for c in range(4)])
FREE = Zip(2, 3, name="free")
FREE_PATH = Path([(0, 0), (1, 0), (1, 1), (0, 1), (0, 2), (1, 2)])
KEYS = {(-1, 0): "ArrowUp", (0, 1): "ArrowRight", (1, 0): "ArrowDown", (0, -1): "ArrowLeft"}

SIDES = """board => {
    const {left, top, width} = board.getBoundingClientRect();
    return [left, top, 100 * width / board.viewBox.baseVal.width];
}"""


def html(puzzle=ZIP, solution=SNAKE):
    return renderers.page(puzzle, [] if solution is None else [solution])


def point(opened, cell, shift=(0, 0)):
    """Where the middle of a cell is in the window, or so many cells below and to the right of it."""
    left, top, side = opened.eval_on_selector("#board", SIDES)
    (row, col), (down, right) = cell, shift
    return left + (0.58 + col + right) * side, top + (0.58 + row + down) * side


def drag(opened, cells):
    opened.mouse.move(*point(opened, cells[0]))
    opened.mouse.down()
    for cell in cells[1:]:
        opened.mouse.move(*point(opened, cell))
    opened.mouse.up()


def press(opened, cell, shift=(0, 0)):
    opened.mouse.click(*point(opened, cell, shift))


def push(opened, button):
    """Use a button by keys, which is quicker than a click: that waits until nothing moves."""
    opened.focus(button)
    opened.keyboard.press("Enter")


def walk(opened, cells):
    """Go along these cells by the arrow keys."""
    for (row, col), (row2, col2) in pairwise(cells):
        opened.keyboard.press(KEYS[row2 - row, col2 - col])


def path_on(opened):
    """The cells of the path as they are drawn."""
    drawn = opened.eval_on_selector_all("#board .path path", "all => all.map(one => one.getAttribute('d'))")
    ends = (re.fullmatch(r"M\S+ \S+L(\S+) (\S+)", d).groups() for d in drawn)
    return [(int(float(y) // 100), int(float(x) // 100)) for x, y in ends]


def told(opened):
    return opened.locator("#told").inner_text()


def is_solved(opened):
    return "solved" in (opened.locator("#board").get_attribute("class") or "")


def refused(opened, button):
    """Press a button that is not allowed, and what is told of it."""
    assert not is_allowed(opened, button)
    push(opened, button)
    return told(opened)


def is_allowed(opened, button):
    return opened.locator(button).get_attribute("aria-disabled") == "false"


def edit(opened):
    push(opened, "#edit")
    return opened


def exported(opened):
    """The puzzle that the page's JSON describes, which must also be laid out as we lay it out."""
    text = opened.locator("#json").input_value()
    puzzle = readers.read(text)
    assert readers.write(puzzle) == text
    return puzzle


def take(opened, text):
    opened.fill("#json", text)
    push(opened, "#read")


def test_a_whole_path_by_mouse_solves_it(page) -> None:
    opened = page(html())
    assert path_on(opened) == [(0, 0)]
    assert opened.title() == opened.locator("h1").inner_text() == "small"
    drag(opened, SNAKE.cells[:6])
    assert path_on(opened) == list(SNAKE.cells[:6])
    assert opened.locator("#covered").inner_text() == "6"
    assert not is_solved(opened)
    drag(opened, SNAKE.cells[5:])
    assert path_on(opened) == list(SNAKE.cells)
    assert is_solved(opened)
    assert re.fullmatch(r"Solved in \d+:\d\d\.", told(opened))
    assert opened.locator("#told").get_attribute("aria-live") == "polite"


def test_a_fast_drag_leaves_out_no_cell(page) -> None:
    opened = page(html())
    drag(opened, [(0, 0), (0, 3), (1, 3), (1, 0), (2, 0), (2, 3)])
    assert is_solved(opened)
    push(opened, "#reset")
    drag(opened, [(0, 0), (0, 3), (1, 2)])
    assert path_on(opened) == list(SNAKE.cells[:6])


def test_a_whole_path_by_keys_solves_it(page) -> None:
    opened = page(html())
    walk(opened, SNAKE.cells)
    assert is_solved(opened)
    assert opened.locator("#spoken").inner_text() == "row 3, column 4, number 3"


def test_a_whole_path_by_touch_solves_it(page) -> None:
    opened = page(html(), PHONE, touch=True)
    touches = opened.context.new_cdp_session(opened)

    def touch(kind, *cells):
        points = [dict(zip("xy", point(opened, cell), strict=True)) for cell in cells]
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (0, 0))
    for cell in SNAKE.cells[1:]:
        touch("touchMove", cell)
    touch("touchEnd")
    assert is_solved(opened)
    assert opened.evaluate("scrollY") == 0


def test_presses_go_straight_on_and_cut_back(page) -> None:
    opened = page(html())
    press(opened, (0, 3))
    assert path_on(opened) == list(SNAKE.cells[:4])
    press(opened, (2, 1))
    assert path_on(opened) == list(SNAKE.cells[:4])
    assert told(opened) == "The path goes on from its end, to a neighbouring cell."
    press(opened, (0, 1))
    assert path_on(opened) == [(0, 0), (0, 1)]
    press(opened, (0, 0))
    assert path_on(opened) == [(0, 0)]


def test_going_back_takes_the_path_back(page) -> None:
    opened = page(html())
    drag(opened, [*SNAKE.cells[:6], *SNAKE.cells[4:1:-1]])
    assert path_on(opened) == list(SNAKE.cells[:3])
    walk(opened, [*SNAKE.cells[2:5], *SNAKE.cells[3:0:-1]])
    assert path_on(opened) == list(SNAKE.cells[:2])
    opened.locator("#board").press("Backspace")
    opened.locator("#board").press("Backspace")
    assert path_on(opened) == [(0, 0)]


def test_undo_takes_back_gesture_by_gesture(page) -> None:
    opened = page(html())
    assert not is_allowed(opened, "#undo")
    drag(opened, SNAKE.cells[:4])
    drag(opened, SNAKE.cells[3:6])
    push(opened, "#reset")
    for length in (6, 4):
        push(opened, "#undo")
        assert path_on(opened) == list(SNAKE.cells[:length])
    opened.keyboard.press("Control+z")
    assert path_on(opened) == [(0, 0)]
    assert refused(opened, "#undo") == "There is nothing to undo."


def test_a_wall_is_not_crossed(page) -> None:
    opened = page(html())
    drag(opened, [(0, 0), (0, 1), (1, 1)])
    assert path_on(opened) == [(0, 0), (0, 1)]
    assert told(opened) == "There is a wall between."
    opened.keyboard.press("ArrowDown")
    assert path_on(opened) == [(0, 0), (0, 1)]
    opened.keyboard.press("ArrowUp")
    assert told(opened) == "The board ends here."


def test_numbers_are_met_in_order(page) -> None:
    opened = page(html(Zip(2, 3, waypoints=[(0, 0), (0, 2), (0, 1)]), None))
    opened.keyboard.press("ArrowRight")
    assert path_on(opened) == [(0, 0)]
    assert told(opened) == "2 comes before 3."
    walk(opened, [(0, 0), (1, 0), (1, 1), (1, 2), (0, 2), (0, 1)])
    assert is_solved(opened)
    opened = page(html(Zip(2, 3, waypoints=[(0, 0), (0, 1)]), None))
    opened.keyboard.press("ArrowRight")
    assert told(opened) == "The path ends at 2, but 4 cells are not covered yet."
    opened.keyboard.press("ArrowDown")
    assert path_on(opened) == [(0, 0), (0, 1)]
    assert told(opened) == "The path ends at 2: cover the other cells first."


@pytest.mark.parametrize("seed", range(3))
def test_keys_do_what_the_rules_allow(page, seed) -> None:
    rng = random.Random(seed)
    cells = list(product(range(4), range(4)))
    waypoints = rng.sample(cells, 5)
    walls = [((r, c), (r, c + 1)) for r in range(4) for c in range(3) if rng.random() < 0.2]
    puzzle = Zip(4, 4, waypoints, walls)
    opened = page(html(puzzle, None))
    path = [waypoints[0]]
    for _ in range(60):
        down, right = rng.choice(list(KEYS))
        opened.keyboard.press(KEYS[down, right])
        to = (path[-1][0] + down, path[-1][1] + right)
        met = sum(cell in puzzle.numbers for cell in path)
        if to == (path[-2] if len(path) > 1 else None):
            path.pop()
        elif to in puzzle.steps[path[-1]] and to not in path and path[-1] != waypoints[-1]:
            path += [to] * (puzzle.numbers.get(to, met + 1) == met + 1)
        assert path_on(opened) == path
        assert is_solved(opened) == (puzzle.check(Path(path)) == [])


def test_hints_go_on_and_lead_back(page) -> None:
    opened = page(html())
    opened.click("#hint")
    assert path_on(opened) == list(SNAKE.cells[:2])
    assert told(opened) == "On to row 1, column 2."
    opened.click("#reset")
    walk(opened, [(0, 0), (1, 0), (2, 0)])
    opened.click("#hint")
    assert path_on(opened) == [(0, 0)]
    assert told(opened) == "Took back 2 cells: the path left the known solution behind row 1, column 1, number 1."
    for _ in range(11):
        opened.click("#hint")
    assert is_solved(opened)
    assert re.fullmatch(r"Solved in \d+:\d\d, with 12 hints\.", told(opened))


def test_the_solution_is_shown_and_not_praised(page) -> None:
    opened = page(html())
    walk(opened, [(0, 0), (1, 0)])
    push(opened, "#solution")
    assert path_on(opened) == list(SNAKE.cells)
    assert told(opened) == "This is the solution."
    assert not is_allowed(opened, "#hint")
    push(opened, "#undo")
    assert path_on(opened) == [(0, 0), (1, 0)]
    assert not is_solved(opened)


def test_without_a_solution_the_page_says_so(page) -> None:
    opened = page(html(ZIP, None))
    for button in ("#hint", "#solution"):
        assert "made without its solution: cpmodels solve PUZZLE -o page.html" in refused(opened, button)
        assert path_on(opened) == [(0, 0)]


def test_free_ends(page) -> None:
    opened = page(html(FREE, FREE_PATH))
    assert path_on(opened) == []
    snake = [(0, 2), (0, 1), (0, 0), (1, 0), (1, 1), (1, 2)]
    drag(opened, snake)
    assert FREE.check(Path(snake)) == []
    assert is_solved(opened)
    push(opened, "#reset")
    drag(opened, [(1, 2), (0, 2)])
    push(opened, "#hint")
    assert path_on(opened) == [(1, 2), (0, 2), (0, 1)]
    push(opened, "#reset")
    press(opened, (1, 1))
    push(opened, "#hint")
    assert told(opened) == "Took back 1 cell: the path left the known solution where it starts."
    push(opened, "#hint")
    assert path_on(opened) == [(0, 0)]


def test_free_ends_by_keys(page) -> None:
    opened = page(html(FREE, None))
    opened.locator("#board").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Enter"):
        opened.keyboard.press(key)
    assert path_on(opened) == [(1, 1)]
    push(opened, "#reset")
    press(opened, (0, 1))
    press(opened, (1, 0))
    assert path_on(opened) == [(1, 0)]


def test_one_number_leaves_the_end_free(page) -> None:
    opened = page(html(Zip(2, 2, waypoints=[(1, 1)]), None))
    walk(opened, [(1, 1), (1, 0), (0, 0), (0, 1)])
    assert is_solved(opened)
    assert is_solved(page(html(Zip(1, 1, waypoints=[(0, 0)]), None)))


def test_the_timer_runs_from_the_first_move_until_it_is_solved(page) -> None:
    opened = page(html())
    opened.evaluate("performance.now = () => window.now")

    def expect(now, text):
        """Wait until the timer shows this text, at a time in milliseconds, and goes on doing so."""
        opened.evaluate("now => { window.now = now; }", now)
        opened.wait_for_timeout(300)
        opened.locator("#time", has_text=text).wait_for()

    expect(5_000, "0:00")
    walk(opened, SNAKE.cells[:11])
    expect(70_900, "1:05")
    walk(opened, SNAKE.cells[10:])
    assert told(opened) == "Solved in 1:05."
    expect(90_000, "1:05")
    push(opened, "#reset")
    expect(95_000, "0:00")


def test_editing_places_and_removes(page) -> None:
    opened = edit(page(html(Zip(3, 4), None)))
    for cell in ((0, 0), (1, 2), (2, 3), (0, 1)):
        press(opened, cell)
    press(opened, (1, 2))
    press(opened, (0, 0), (0, 0.45))
    press(opened, (1, 1), (0.4, 0))
    press(opened, (2, 2), (0, -0.4))
    press(opened, (2, 1), (0, 0.4))
    walls = [((0, 0), (0, 1)), ((1, 1), (2, 1))]
    assert exported(opened) == Zip(3, 4, waypoints=[(0, 0), (2, 3), (0, 1)], walls=walls)
    push(opened, "[data-tool=walls]")
    press(opened, (1, 0), (0.1, 0.02))
    push(opened, "[data-tool=numbers]")
    press(opened, (1, 3), (0.4, 0))
    walls.append(((1, 0), (2, 0)))
    assert exported(opened) == Zip(3, 4, waypoints=[(0, 0), (2, 3), (0, 1), (1, 3)], walls=walls)
    push(opened, "#fewer-cols")
    push(opened, "#more-rows")
    assert exported(opened) == Zip(4, 3, waypoints=[(0, 0), (0, 1)], walls=walls)
    push(opened, "#clear")
    assert exported(opened) == Zip(4, 3)
    for _ in range(3):
        push(opened, "#undo-edit")
    assert exported(opened) == Zip(3, 4, waypoints=[(0, 0), (2, 3), (0, 1), (1, 3)], walls=walls)


def test_editing_by_keys(page) -> None:
    opened = edit(page(html(Zip(2, 2), None)))
    opened.locator("#board").focus()
    for key in ("Enter", "ArrowRight", "Shift+ArrowLeft", "ArrowDown", " ", "Shift+ArrowDown"):
        opened.keyboard.press(key)
    assert exported(opened) == Zip(2, 2, waypoints=[(0, 0), (1, 1)], walls=[((0, 0), (0, 1))])
    opened.keyboard.press("Control+z")
    assert exported(opened).waypoints == ((0, 0),)


def test_sizes_have_limits(page) -> None:
    opened = edit(page(html(Zip(3, 11), None)))
    for button in ("#fewer-rows", "#more-cols"):
        push(opened, button)
        assert refused(opened, button) == "Boards are edited from 2 to 12 cells a side."
    assert exported(opened) == Zip(2, 12)


def test_an_edited_puzzle_is_played(page) -> None:
    opened = edit(page(html()))
    press(opened, (1, 1))
    push(opened, "#play")
    assert not is_allowed(opened, "#hint")
    assert "this page knows no solution" in opened.locator("#hint").get_attribute("title")
    walk(opened, SNAKE.cells)
    assert is_solved(opened)
    push(edit(opened), "#original")
    push(opened, "#play")
    assert path_on(opened) == [(0, 0)]
    assert is_allowed(opened, "#hint")
    push(opened, "#hint")
    push(edit(opened), "#play")
    assert path_on(opened) == list(SNAKE.cells[:2])


def test_download_copy_and_name(page) -> None:
    opened = edit(page(html()))
    opened.fill("#name", 'My "ZIP" </script> é')
    assert opened.title() == opened.locator("h1").inner_text() == 'My "ZIP" </script> é'
    with opened.expect_download() as download:
        push(opened, "#download")
    assert download.value.suggested_filename == "my-zip-script.json"
    read = readers.read(download.value.path())
    assert read == ZIP
    assert read.name == 'My "ZIP" </script> é'
    push(opened, "#copy")
    opened.get_by_text("Copied.").wait_for()
    assert opened.evaluate("navigator.clipboard.readText()") == readers.write(read)
    push(opened, "#undo-edit")
    assert opened.title() == "small"


def test_pasted_json_is_read(page) -> None:
    opened = edit(page(html()))
    other = readers.read("zip-7-walls")
    take(opened, readers.write(other))
    assert exported(opened) == other
    assert opened.title() == "zip-7-walls"
    push(opened, "#play")
    assert opened.locator("#all").inner_text() == "of 49"


BAD = {
    "{": r"This is no JSON: .+\.",
    "[]": r"A puzzle is an object: .+",
    '{"puzzle": "garden"}': r"This page shows ZIPs, not garden\.",
    '{"rows": 3, "cols": 3, "wals": []}': r"There is no field “wals”; .+",
    '{"rows": 3, "cols": 61}': r"“cols” is a whole number from 1 to 60\.",
    '{"rows": 3, "cols": 3, "numbers": [[0, 3, 1]]}': r"“numbers” is a list .+",
    '{"rows": 3, "cols": 3, "numbers": [[0, 0, 2]]}': r"The numbers run to 2, but some are missing\.",
    '{"rows": 3, "cols": 3, "numbers": [[0, 0, 1], [0, 1, 1]]}': r"The number 1 is given twice\.",
    '{"rows": 3, "cols": 3, "numbers": [[0, 0, 1], [0, 0, 2]]}': r"Two numbers share a cell\.",
    '{"rows": 3, "cols": 3, "walls": [[[0, 0], [1, 1]]]}': r"A wall stands between .+, which do not touch\.",
    '{"rows": 3, "cols": 3, "walls": [[0, 0]]}': r"“walls” is a list .+",
}


def test_bad_json_is_told(page) -> None:
    opened = edit(page(html()))
    for text, sentence in BAD.items():
        with pytest.raises(PuzzleError):
            readers.read(text) if "61" not in text else html(readers.read(text), None)
        take(opened, text)
        assert re.fullmatch(sentence, opened.locator("#json-told").inner_text())
        assert opened.title() == "small"
    push(opened, "#play")
    assert path_on(opened) == [(0, 0)]


READ = """text => {
    const [json, told] = ["json", "told"].map(id => document.getElementById(id));
    json.value = text;
    document.getElementById("read").click();
    return [told.dataset.tone, told.textContent, json.value];
}"""


def test_the_editor_knows_what_cannot_be_solved(page) -> None:
    opened = edit(page(html(Zip(2, 2), None)))
    rng = random.Random(5)
    found = set()
    for _ in range(50):
        rows, cols = rng.randint(1, 4), rng.randint(1, 5)
        cells = list(product(range(rows), range(cols)))
        sides = [((r, c), (r, c + 1)) for r, c in cells if c + 1 < cols]
        sides += [((r, c), (r + 1, c)) for r, c in cells if r + 1 < rows]
        waypoints = rng.sample(cells, min(len(cells), rng.randint(0, 3)))
        puzzle = Zip(rows, cols, waypoints, rng.sample(sides, min(len(sides), rng.randint(0, 6))))
        text = readers.write(puzzle)
        tone, message, json = opened.evaluate(READ, text)
        assert json == text
        reason = puzzle.infeasible_reason()
        word = next((word for word in ("chessboard", "part", "dead end", "one way in") if word in (reason or "")), None)
        found.add(word)
        assert tone == ("bad" if reason else "")
        assert {"one way in": "dead end", None: "Nothing simple speaks against"}.get(word, word) in message
    assert found == {None, "chessboard", "part", "dead end", "one way in"}


def test_light_and_dark(page) -> None:
    colours = {}
    for dark in (False, True):
        opened = page(html(), dark=dark)
        colours[dark] = opened.evaluate("getComputedStyle(document.body).backgroundColor")
        opened.click("#theme")
        colours[dark, "toggled"] = opened.evaluate("getComputedStyle(document.body).backgroundColor")
        assert opened.locator("#theme").get_attribute("aria-pressed") == str(not dark).lower()
    assert colours[True] == colours[False, "toggled"] != colours[False] == colours[True, "toggled"]


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE, (320, 568)])
def test_everything_fits_and_can_be_touched(page, viewport) -> None:
    opened = page(html(Zip(12, 5), None), viewport, touch=viewport != DESKTOP)
    for mode in ("#play", "#edit"):
        opened.click(mode)
        assert opened.evaluate("document.documentElement.scrollWidth") <= viewport[0]
        small = "all => all.filter(one => one.offsetParent && Math.min(one.offsetWidth, one.offsetHeight) < 40)"
        clipped = "all => all.filter(one => one.scrollWidth > one.clientWidth)"
        assert opened.eval_on_selector_all("button", f"{small}.length") == 0
        assert opened.eval_on_selector_all("button", f"{clipped}.length") == 0


def test_hostile_names_are_only_text(page) -> None:
    name = "</script><b>&amp;{{data}}<!--"
    opened = page(html(Zip(2, 2, name=name), None))
    assert opened.title() == opened.locator("h1").inner_text() == name
    assert opened.locator("b").count() == 2
    assert exported(edit(opened)).name == name


def test_pages_are_small_and_whole() -> None:
    largest = Zip(60, 60, waypoints=[(0, 0)])
    snake = Path([(r, c if r % 2 == 0 else 59 - c) for r in range(60) for c in range(60)])
    made = html(largest, snake)
    assert len(html()) < 80_000
    assert len(made) < 200_000
    assert not re.search(rb"(src|href)=[\"'](?!data:)|url\(|@import", made)
    for script in ("base.js", "theme.js", *(f"zip_{part}.js" for part in PARTS)):
        assert "</script" not in source(script)
        assert "<!--" not in source(script)


def test_saved_by_its_ending(tmp_path) -> None:
    renderers.save(tmp_path / "page.html", ZIP, [SNAKE, SNAKE])
    assert (tmp_path / "page.html").read_bytes() == html()


def test_what_no_page_can_be_made_of() -> None:
    with pytest.raises(
        PuzzleError, match=r"^a page to play needs a solution that is right, but the path leaves out 11"
    ):
        html(ZIP, Path([(0, 0)]))
    with pytest.raises(PuzzleError, match=r"^the path leaves the 3 x 4 board"):
        html(ZIP, Path([(3, 0)]))
    with pytest.raises(PuzzleError, match=r"^a page to play shows boards of up to 60 x 60 cells, not 2 x 61$"):
        html(Zip(2, 61), None)
