"""The page to play a ZIP, in a real browser: drawn by mouse, touch and keys, edited, and read back."""

import random
import re
from dataclasses import replace
from itertools import pairwise, product

import pytest
from browser import DESKTOP, FAKE_WORKER, NOON, PHONE, told

import cpmodels as cm
import readers
import renderers
from cpmodels import Path, PuzzleError, Zip
from renderers._web_page import source
from renderers.zip import PARTS, WORKER_PARTS

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
    """Where the middle of a cell is in the window, or this many cells below and to the right of it."""
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
    """The cells of the path as they are drawn: each part goes through the middle of one, both ends are round."""
    drawn = opened.eval_on_selector_all("#board .path g > :first-child", "all => all.map(one => one.getAttribute('d'))")
    assert opened.locator("#board .path .end").count() == min(len(drawn), 2)
    points = [[tuple(map(float, at.split())) for at in re.split("[ML]", d) if at] for d in drawn]
    return [(int(y // 100), int(x // 100)) for part in points for x, y in part if x % 100 == y % 100 == 50]


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
    text = opened.locator("#text").input_value()
    puzzle = readers.read(text)
    assert readers.write(puzzle) == text
    return puzzle


def take(opened, text):
    opened.fill("#text", text)
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


def test_presses_go_straight_on_and_cut_back(page) -> None:
    opened = page(html())
    press(opened, (0, 3))
    assert path_on(opened) == list(SNAKE.cells[:4])
    press(opened, (2, 1))
    assert path_on(opened) == list(SNAKE.cells[:4])
    assert told(opened) == "The path continues from its end to a neighbouring cell."
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
    assert told(opened) == "There is a wall in between."
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


CHANGED = """async ([id, before]) => {
    while (before.includes(document.getElementById(id).textContent)) await new Promise(done => setTimeout(done, 5));
}"""


def hinted(opened):
    """Press Hint, and what it says once it has searched."""
    push(opened, "#hint")
    opened.evaluate(CHANGED, ["told", ["", "Searching …"]])
    return told(opened)


@pytest.mark.usefixtures("unexplained")
def test_hints_go_on_and_lead_back(page) -> None:
    opened = page(html())
    assert hinted(opened) == "On to row 1, column 2."
    assert path_on(opened) == list(SNAKE.cells[:2])
    push(opened, "#reset")
    walk(opened, [(0, 0), (1, 0), (2, 0)])
    step_1 = "step 1 (row 1, column 1, number 1)"
    assert hinted(opened) == f"This cannot be finished: go back to {step_1}. Hint again goes there."
    assert path_on(opened) == [(0, 0), (1, 0), (2, 0)]
    assert hinted(opened) == f"Back at {step_1}."
    assert path_on(opened) == [(0, 0)]
    for _ in range(11):
        push(opened, "#hint")
    assert is_solved(opened)
    assert re.fullmatch(r"Solved in \d+:\d\d, with 12 hints\.", told(opened))


def test_hints_follow_the_path_of_the_player(page) -> None:
    """Of many solutions that one counts of which the path is the beginning, else the last step that has one."""
    puzzle = Zip(5, 5, waypoints=[(0, 0), (4, 4)])
    opened = page(html(puzzle, None))
    path = [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2), (1, 2), (0, 2), (0, 3), (1, 3)]
    walk(opened, path)
    good = max(n for n in range(1, 9) if cm.solve(puzzle, given=Path(path[:n])).status is cm.Status.SOLVED)
    assert f"go back to step {good} (" in hinted(opened)
    hinted(opened)
    assert path_on(opened) == path[:good]
    for steps in (1, 2):
        hinted(opened)
        assert len(path_on(opened)) == good + steps
    begun = path_on(opened)
    push(opened, "#solution")
    assert path_on(opened)[: good + 2] == begun
    assert puzzle.check(Path(path_on(opened))) == []


DRAWN = """state => ["on", "off"].map(sort =>
    [...document.querySelector(`.reason .${state}.${sort}`)?.getAttribute("d")
        .matchAll(sort === "on" ? /M(\\S+) (\\S+)L(\\S+) (\\S+?)(?=M|$)/g : /M(\\S+) (\\S+?)l(\\d+)/g) ?? []]
    .map(found => found.slice(1).map(Number)))"""


def marked(opened, state="new"):
    """What a hint draws: the steps that the path takes, each as two cells, and the middles of those it does not."""
    on, off = opened.evaluate(DRAWN, state)
    cells = [[(int(y // 100), int(x // 100)) for x, y in ((x, y), (x2, y2))] for x, y, x2, y2 in on]
    return {frozenset(ends) for ends in cells}, {(y + size / 2, x + size / 2) for x, y, size in off}


def looked_at(opened):
    return opened.locator(".reason rect").count()


def test_hints_tell_why(page) -> None:
    """Whatever a hint says of the path is so in the only solution, and nothing stays on the board for long."""
    steps = {frozenset(step) for step in pairwise(SNAKE.cells)}
    middles = {tuple(50 * (a + b + 1) for a, b in zip(*step, strict=True)) for step in steps}
    opened = page(html())
    assert hinted(opened) == "Row 1, column 2 has only two ways left, so the path takes both."
    spoken = "The path goes between row 1, column 1 and row 1, column 2."
    assert opened.locator("#spoken").inner_text().startswith(spoken)
    assert path_on(opened) == [(0, 0)]
    assert looked_at(opened) == 1
    told_so_far = set()
    while not is_solved(opened):
        length = len(path_on(opened))
        on, off = marked(opened)
        assert on <= steps
        assert middles.isdisjoint(off)
        assert bool(looked_at(opened)) == bool(on or off)
        assert told_so_far <= marked(opened, "known")[0]
        told_so_far |= on
        hinted(opened)
        assert path_on(opened) in ([*SNAKE.cells[:length]], [*SNAKE.cells[: length + 1]])
    assert told_so_far
    assert looked_at(opened) == 0


def test_a_reason_goes_with_the_next_move(page) -> None:
    opened = page(html())
    hinted(opened)
    assert marked(opened)[0]
    walk(opened, SNAKE.cells[:2])
    assert looked_at(opened) == 0
    assert marked(opened) == (set(), set())
    push(opened, "#reset")
    assert hinted(opened).startswith("Row 1, column 2 has only two ways left")


def test_a_wrong_path_is_told_why(page, monkeypatch) -> None:
    """The reason is one that rules out the first wrong step."""
    monkeypatch.setattr(renderers._reasons, "SECONDS", 10**6)
    puzzle = readers.read("zip-6")
    (solution,) = cm.solutions(puzzle)
    good, wrong = next(
        (good, cell)
        for good in range(3, len(solution.cells))
        for cell in puzzle.steps[solution.cells[good - 1]]
        if cell not in (*solution.cells[: good + 1], *puzzle.waypoints)
    )
    opened = page(html(puzzle, solution))
    walk(opened, [*solution.cells[:good], wrong])
    text = hinted(opened)
    assert f"go back to step {good} (" in text
    on, off = marked(opened)
    step = tuple(50 * (a + b + 1) for a, b in zip(solution.cells[good - 1], wrong, strict=True))
    assert step in off or any(solution.cells[good - 1] in ends for ends in on)
    assert re.search(r"\). [A-Z].+\. Hint again goes there\.$", text)
    others = marked(opened, "known")
    assert len(others[0]) + len(others[1]) <= 12  # what the reason rests on, and nothing else
    assert hinted(opened).startswith(f"Back at step {good} (")
    assert looked_at(opened) == 0


def test_the_only_way_on_needs_no_reason(page) -> None:
    opened = page(html(Zip(2, 4, waypoints=[(0, 0), (1, 0)]), None))
    walk(opened, [(0, 0), (0, 1), (0, 2), (0, 3)])
    assert hinted(opened) == "On to row 2, column 4. There was no other way."


@pytest.mark.usefixtures("unexplained")
def test_a_hint_that_is_asked_for_twice_is_given_once(page) -> None:
    opened = page(html(ZIP, None))
    opened.evaluate("['hint', 'hint', 'solution', 'hint'].forEach(id => document.getElementById(id).click())")
    opened.evaluate(CHANGED, ["told", ["", "Searching …"]])
    opened.wait_for_timeout(200)
    assert path_on(opened) == list(SNAKE.cells[:2])
    assert told(opened) == "On to row 1, column 2."


def test_the_solution_is_shown_and_not_praised(page) -> None:
    opened = page(html())
    walk(opened, [(0, 0), (1, 0)])
    push(opened, "#solution")
    assert path_on(opened) == list(SNAKE.cells)
    assert told(opened) == "This is a solution."
    assert not is_allowed(opened, "#hint")
    push(opened, "#undo")
    assert path_on(opened) == [(0, 0), (1, 0)]
    assert not is_solved(opened)


def test_the_page_finds_the_solution_itself(page) -> None:
    opened = page(html(ZIP, None))
    push(opened, "#solution")
    opened.locator("#board.solved").wait_for()
    assert ZIP.check(Path(path_on(opened))) == []
    opened = page(html(Zip(2, 2, waypoints=[(0, 0), (1, 1)]), None))
    for button in ("#hint", "#solution"):
        push(opened, button)
        opened.get_by_text("The puzzle has no solution.").wait_for()
        assert path_on(opened) == [(0, 0)]


VERDICTS = """async puzzles => {
    const text = document.getElementById("worker").textContent;
    const worker = new Worker(URL.createObjectURL(new Blob([text])));
    const verdict = zip => new Promise(resolve => {
        worker.onmessage = ({data}) => data.isOver && resolve(data.solutions);
        worker.postMessage({zip, covered: []});
    });
    const found = [];
    for (const puzzle of puzzles) found.push(await verdict(puzzle));
    return found;
}"""


def random_zip(rng):
    """A board of 1 x 2 to 6 x 6 with up to six numbers, often those of a path in its order, and some walls."""
    rows, cols = rng.randint(1, 6), rng.randint(2, 6)
    cells = list(product(range(rows), range(cols)))
    sides = [(cell, other) for cell in cells for other in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1))]
    sides = [side for side in sides if side[1] in cells]
    numbers = rng.randint(0, min(6, len(cells)))
    if rng.random() < 0.5:
        known = cm.solve(Zip(rows, cols), seed=rng.randrange(1000)).solution.cells
        inner = rng.sample(range(1, len(cells) - 1), max(numbers - 2, 0))
        waypoints = [known[i] for i in (0, *sorted(inner), len(cells) - 1)][:numbers]
        free = [side for side in sides if set(side) not in [set(step) for step in pairwise(known)]]
        return Zip(rows, cols, waypoints, rng.sample(free, rng.randint(0, len(free) // 2)))
    return Zip(rows, cols, rng.sample(cells, numbers), rng.sample(sides, rng.randint(0, len(sides) // 5)))


LEARNED = """forms => forms.map(({rows, cols, numbers, walls}) => {
    const search = new ZipFormula(new Zip(rows, cols, numbers, walls));
    while (!search.isOver) search.run(10);
    return search.solutions;
})"""


@pytest.mark.parametrize("alone", [False, True], ids=["all", "learning alone"])
def test_the_search_in_the_page_agrees_with_cp_sat(page, alone) -> None:
    rng = random.Random(7)
    puzzles = [random_zip(rng) for _ in range(120)]
    forms = [
        {
            "rows": each.rows,
            "cols": each.cols,
            "numbers": [row * each.cols + col for row, col in each.waypoints],
            "walls": ["|".join(str(row * each.cols + col) for row, col in wall) for wall in each.walls],
        }
        for each in puzzles
    ]
    if alone:
        scripts = "".join(source(name) for name in ("solver.js", "zip_rules.js", "zip_search.js"))
        answers = page(f'<link rel="icon" href="data:,"><script>{scripts}</script>').evaluate(LEARNED, forms)
    else:
        answers = page(html()).evaluate(VERDICTS, forms)
    counts = set()
    for puzzle, found in zip(puzzles, answers, strict=True):
        paths = {Path([divmod(cell, puzzle.cols) for cell in path]) for path in found}
        assert [puzzle.check(path) for path in paths] == [[]] * len(found)
        assert len(found) == cm.count(puzzle, limit=2).total
        counts.add((len(found), min(len(puzzle.waypoints), 2)))
    assert counts >= {(n, ends) for n in range(3) for ends in (1, 2)} | {(2, 0)}


def test_what_is_plain_of_a_puzzle_is_worked_out_once(page) -> None:
    """It was again whenever a search told how far it was, which took longer on a large board with many numbers."""
    opened = page(f'<link rel="icon" href="data:,"><script>{source("zip_rules.js")}</script>')
    calls = opened.evaluate("""() => {
        const zip = new Zip(3, 3, [0, 8]);
        let calls = 0;
        zip.enclosed = () => void (calls += 1);
        return [zip.obstruction(), zip.obstruction(), calls];
    }""")
    assert calls == [None, None, 1]


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
    assert hinted(opened).startswith("On to row")
    assert path_on(opened)[0] == (1, 1)


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
    alone = page(html(Zip(1, 1, waypoints=[(0, 0)]), None))
    assert is_solved(alone)
    assert told(alone) == "This is a solution."  # No one's result: nothing was to be done.


def test_the_timer_runs_from_the_first_move_until_it_is_solved(page) -> None:
    opened = page(html(), clock=NOON)

    def after(seconds):
        """What the timer shows after a number of seconds."""
        opened.clock.run_for(1000 * seconds)
        return opened.locator("#time").inner_text()

    assert after(5) == "0:00"
    walk(opened, SNAKE.cells[:11])
    assert after(65) == "1:05"
    opened.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    assert after(30) == "1:05"
    opened.evaluate("delete document.hidden")
    walk(opened, SNAKE.cells[10:])
    assert told(opened) == "Solved in 1:05."
    assert after(20) == "1:05"
    push(opened, "#reset")
    assert after(5) == "0:00"


def test_the_time_is_that_of_its_attempt_after_reset_undo_and_redo(page) -> None:
    """What was solved keeps its time, also while it is looked at again; and what the page has shown is no result."""
    opened = page(html(), clock=NOON)
    walk(opened, SNAKE.cells[:11])
    opened.clock.run_for(5_000)
    walk(opened, SNAKE.cells[10:])
    assert told(opened) == "Solved in 0:05."
    push(opened, "#step-back")
    opened.clock.run_for(5_000)
    push(opened, "#undo")
    opened.clock.run_for(5_000)
    assert (told(opened), opened.locator("#time").inner_text()) == ("Solved in 0:05.", "0:05")
    push(opened, "#reset")
    walk(opened, SNAKE.cells[:4])
    opened.clock.run_for(3_000)
    assert opened.locator("#time").inner_text() == "0:03"
    for back in range(4):
        push(opened, "#undo")
        assert opened.locator("#time").inner_text() == ("0:05" if back == 3 else "0:03")
    assert told(opened) == "Solved in 0:05."
    for _ in range(4):
        push(opened, "#redo")
    opened.reload()
    walk(opened, SNAKE.cells[3:])
    assert told(opened) == "Solved in 0:03. Your best time: it was 0:05."
    push(opened, "#reset")
    push(opened, "#solution")
    push(opened, "#reset")
    push(opened, "#undo")
    assert told(opened) == "This is a solution."
    assert not opened.locator("#result").is_visible()


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
        assert refused(opened, button) == "Boards can have 2 to 12 cells a side."
    assert exported(opened) == Zip(2, 12)


def test_an_edited_puzzle_is_played(page) -> None:
    """It has no reasons: those of the page are of another puzzle."""
    opened = edit(page(html()))
    press(opened, (1, 1))
    push(opened, "#play")
    assert hinted(opened).startswith("On to row")
    assert looked_at(opened) == 0
    push(opened, "#reset")
    walk(opened, SNAKE.cells)
    assert is_solved(opened)
    push(edit(opened), "#original")
    push(opened, "#play")
    assert path_on(opened) == [(0, 0)]
    assert is_allowed(opened, "#hint")
    assert hinted(opened).startswith("Row 1, column 2 has only two ways left")
    walk(opened, SNAKE.cells[:2])
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


FORMS = {
    "drawn": readers.ascii_board(readers.read("zip-7-walls")),
    "a comment above": "# mine\n+---+---+\n| 1 |   |\n+   +   +\n| .   2 |\n+---+---+\n",
    "nodes": '{"grid_size": [2, 3], "nodes": [{"id": 2, "row": 1, "col": 2}, {"id": 1, "row": 0, "col": 0}], '
    '"game": "zip", "walls": [[[0, 1], [1, 1]]], "name": "archive"}',
    "sequence": '{"size": 3, "ordered_sequence": [0, 4, 8], "walls": {"0": ["RIGHT", "UP"], "4": ["DOWN"]}}',
    "a link in it": '{"rows": 2, "cols": 2, "numbers": [[0, 0, 1]], "description": "as https://example.org/#zip=3x3"}',
    "bits": '{"grid": [[1, 0], [0, 2]], "borders": [[1, 4], [0, 15]]}',
    "bits, walls": '{"grid": [[1, 0], [0, 2]], "borders": [[1, 4], [0, 0]], "walls": [[[1, 1], [1, 0]]]}',
    "numbers": "2 3  # rows and columns\n1 -1 0\n0, 0; 2\n",
    "numbers, bits": "2 2\n1 0\n0 2\n1 4\n0 15\n",
    "dots, walls": "# mine\n1 . | . 2\n    ---\n. .   . .\n4 . | . 3\n",
    "dots, close": "1..2\n....\n",
    "a table": "| 1 | . | 2 |\n| . | . | . |\n",
    "a table with lines between its rows": "1 | . | 2\n--+---+--\n. | . | .\n",
    "a table with heavy lines": "│ 1 ┃ . │\n├───┼━━━┤\n│ . │ 2 │\n",
    "as printed": f"{cm.text(readers.read('zip-7-walls'))}",
    "as printed, walls": f"{cm.text(Zip(2, 2, [(0, 0)], [((0, 0), (0, 1)), ((1, 0), (1, 1))]))}",
    "tabs": "1\t.\t2\n\t-\n.\t.\t.\n",
    "numbers, walls": "2 3\n1 -1 -1\n-1 -1 2\n0 1 0\n0 0 1\n0 1 0\n1 0 0\n",
}
"""Texts in all forms that the page takes."""


def test_all_plain_forms_are_read_as_readers_read_them(page) -> None:
    opened = edit(page(html()))
    for text in FORMS.values():
        take(opened, text)
        assert exported(opened) == readers.read(text)
    link = opened.evaluate("location.href")
    take(opened, readers.write(ZIP))
    take(opened, link)
    assert exported(opened) == readers.read(FORMS["numbers, walls"])


BAD = {
    "hello": r"This is not a puzzle in a form that the page reads: JSON .+ Screenshots are read by cpmodels itself\.",
    "2 2\n1 0 0\n": r"After “2 2” there must be 2, 4 or 6 rows of 2 numbers\.",
    "2 1\n1\n3\n": r"The number 3 is not one of 1 to 2\.",
    "1 . .\n. 2\n": r"Row 2 has 2 cells, but row 1 has 3: each is a number or a dot\.",
    "1 . 2\n      -\n. . .\n": r"The dashes below row 1 are not below any of its cells\.",
    "+--+--+\n|1  2 |\n": r"A drawn board has lines of corners .+",
    "+--+--+\n|1  x |\n+--+--+\n": r"Row 1, column 2 holds “x”, not a number\.",
    "+--+--+\n|1  2 |\n+--+-++\n": r"Line 3 of the drawn board .+",
    '{"grid": [[1, 0], [0]]}': r"“grid” has rows of whole numbers, the same number in each\.",
    '{"grid": [[1]], "borders": [[16]]}': r"“borders” has a sum of .+",
    '{"grid_size": [2, 2], "nodes": [{"id": 1, "row": 2, "col": 0}]}': r"“nodes” is a list .+",
    '{"size": 2, "ordered_sequence": [4]}': r"“ordered_sequence” is a list of cells, .+",
    '{"size": 2, "ordered_sequence": [], "walls": {"0": ["OVER"]}}': r"“walls” has a list of RIGHT, .+",
    '{"size": 2, "ordered_sequence": [], "walls": {"": ["UP"]}}': r"“walls” has a list of RIGHT, .+",
    "{": r"This is not JSON: .+\.",
    '{"rows": 3, "cols": 3, "rows": 3}': r"The field “rows” is given twice in one object\.",
    r'{"rows": 3, "cols": 3, "name": "\ud800"}': r"The JSON holds half of a surrogate pair, .+",
    "[]": r"A puzzle is an object: .+",
    '{"puzzle": "garden"}': r"This page shows ZIPs, not garden\.",
    '{"rows": 3, "cols": 3, "wals": []}': r"There is no field “wals”; .+",
    '{"grid": [[1, 0], [0, 2]], "Border": [[1, 0], [0, 0]]}': r"There is no field “Border”: “borders” is meant\.",
    '{"size": 2, "ordered_sequence": [4], "cells": []}': r"“ordered_sequence” is a list of cells, .+",
    '{"puzzle": "sudoku", "grid": [[1, 0], [0, 2]]}': r"This page shows ZIPs, not sudoku\.",
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
        assert re.fullmatch(sentence, opened.locator("#text-told").inner_text())
        assert opened.title() == "small"
    push(opened, "#play")
    assert path_on(opened) == [(0, 0)]


READ = """async puzzle => {
    const [text, verdict] = ["text", "verdict"].map(id => document.getElementById(id));
    text.value = puzzle;
    document.getElementById("read").click();
    while (/not known/i.test(verdict.textContent)) await new Promise(resolve => setTimeout(resolve, 5));
    return [verdict.dataset.tone, verdict.textContent, text.value];
}"""


def test_the_editor_judges_every_puzzle(page) -> None:
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
        count = cm.count(puzzle, limit=2).total
        found.add(word or count)
        assert tone == ("bad" if count == 0 else "good" if count == 1 else "")
        if word:
            assert message.startswith("No solution. ")
            assert {"one way in": "dead end"}.get(word, word) in message
        else:
            assert message.startswith(("No solution", "Exactly one solution.", "Several solutions.")[count])
    assert found == {1, 2, "chessboard", "part", "dead end", "one way in"}


def test_two_solutions_stand_side_by_side(page) -> None:
    opened = edit(page(html(Zip(3, 3, waypoints=[(0, 0)]), None)))
    opened.locator("#verdict", has_text="Several solutions.").wait_for()
    parts = "[...one.querySelectorAll('.path g > :first-child')]"
    drawn = f"all => all.map(one => {parts}.map(step => step.getAttribute('d')).join())"
    pictures = opened.eval_on_selector_all("#pair svg", drawn)
    assert len(set(pictures)) == 2
    assert [text.count("M") for text in pictures] == [9, 9]
    assert re.fullmatch(r"They part after step [1-8]\.", opened.locator("#parting").inner_text())
    push(opened, "#play")
    assert opened.locator("#pair").is_hidden()
    push(opened, "#show-pair")
    assert opened.locator("#pair").is_visible()


@pytest.mark.parametrize(
    ("size", "waypoints", "words"),
    [
        ((5, 5), [(0, 0), (0, 4), (0, 2), (4, 4)], "From 1 to 2 and from 3 to 4 the path would have to cross itself"),
        ((3, 4), [(1, 1), (1, 2), (0, 0), (2, 2), (0, 1)], "Every way from 2 to 3 passes another number."),
    ],
)
def test_simple_reasons(page, size, waypoints, words) -> None:
    puzzle = Zip(*size, waypoints)
    opened = edit(page(html(puzzle, None)))
    assert words in opened.locator("#verdict").inner_text()
    assert cm.count(puzzle).total == 0


LARGE = Zip(20, 20, waypoints=[(0, 0), (10, 9), (9, 10), (0, 19), (19, 0), (1, 1), (18, 19)])


def test_a_search_is_stopped_and_resumed(page) -> None:
    """What has not been searched to its end is not known."""
    opened = page(html(LARGE, None))
    verdict, button = opened.locator("#verdict"), opened.locator("#solve")
    assert verdict.inner_text() == "The solutions have not been counted yet."
    push(opened, "#solve")
    assert (verdict.inner_text(), button.inner_text()) == ("Not known yet …", "Stop")
    opened.evaluate(CHANGED, ["moves", [""]])
    push(opened, "#solve")
    assert (verdict.inner_text(), button.inner_text()) == ("Not known yet: the search was stopped.", "Resume")
    stopped = None
    while moves(opened) != stopped:  # It would not end if the search went on.
        stopped = moves(opened)
        opened.wait_for_timeout(100)
    push(opened, "#solve")
    opened.evaluate(CHANGED, ["moves", [stopped]])
    assert button.inner_text() == "Stop"


def moves(opened):
    return opened.locator("#moves").inner_text()


def test_a_search_that_editing_began_stops_by_itself_in_a_game_too(page) -> None:
    opened = edit(page(html(LARGE, None), clock=NOON))
    while not moves(opened):
        pass
    push(opened, "#play")
    opened.clock.run_for(21_000)
    assert opened.locator("#solve").inner_text() == "Resume"


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
        assert opened.eval_on_selector_all(":not(td) > button", f"{small}.length") == 0
        assert opened.eval_on_selector_all(":not(td) > button", f"{clipped}.length") == 0


def test_pages_are_small_and_whole() -> None:
    largest = Zip(60, 60, waypoints=[(0, 0)])
    snake = Path([(r, c if r % 2 == 0 else 59 - c) for r in range(60) for c in range(60)])
    made = html(largest, snake)
    assert len(html()) < 160_000
    assert len(made) < 220_000
    assert not re.search(rb"(src|href)=[\"'](?!data:)|url\(|@import", made)
    for script in ("base.js", "theme.js", "reasons.js", *(f"zip_{part}.js" for part in (*PARTS, *WORKER_PARTS))):
        assert "</script" not in source(script)
        assert "<!--" not in source(script)


def test_saved_by_its_ending(tmp_path) -> None:
    renderers.save(tmp_path / "page.html", ZIP, [SNAKE, SNAKE])
    assert (tmp_path / "page.html").read_bytes() == html()


def test_what_no_page_can_be_made_of() -> None:
    with pytest.raises(PuzzleError, match=r"^a page to play needs a correct solution, but the path leaves out 11"):
        html(ZIP, Path([(0, 0)]))
    with pytest.raises(PuzzleError, match=r"^the path leaves the 3 x 4 board"):
        html(ZIP, Path([(3, 0)]))
    with pytest.raises(PuzzleError, match=r"^a page to play shows boards of up to 60 x 60 cells, not 2 x 61$"):
        html(Zip(2, 61), None)


def test_a_link_brings_the_puzzle(page) -> None:
    opened = edit(page(html()))
    press(opened, (1, 1))
    opened.fill("#name", "Ä. #1/2")
    changed = exported(opened)
    push(opened, "#play")
    push(opened, "#share")
    opened.get_by_text("The link is copied: it opens this board.").wait_for()
    link = opened.evaluate("navigator.clipboard.readText()")
    opened.goto("about:blank")
    opened.goto(link)
    assert opened.title() == "Ä. #1/2"
    assert exported(edit(opened)) == changed
    for fragment, words in {"3x": "holds no puzzle", "3x3.9": "the cell “9”", "3x3.0.2r": "the wall “2r”"}.items():
        opened.evaluate("fragment => { location.hash = `zip=${fragment}`; }", fragment)
        opened.locator("#told", has_text=words).wait_for()
        assert opened.title() == "small"


def test_path_and_time_are_kept_over_a_reload(page) -> None:
    opened = page(html(), clock=NOON)
    walk(opened, SNAKE.cells[:5])
    opened.clock.run_for(65_000)
    opened.reload()
    assert path_on(opened) == list(SNAKE.cells[:5])
    assert opened.locator("#time").inner_text() == "1:05"
    opened.evaluate("""() => {
        const key = Object.keys(localStorage).find(key => key.includes(location.pathname));
        localStorage.setItem(key, JSON.stringify({path: [0, 1, 9, 2, -4, 3]}));
        Storage.prototype.setItem = () => {};
    }""")
    opened.reload()
    assert path_on(opened) == [(0, 0)]
    assert opened.locator("#time").inner_text() == "0:00"


def test_a_window_that_is_left_does_not_undo_what_another_has_kept_since(page) -> None:
    opened = page(html())
    other = opened.context.new_page()
    other.goto(opened.url)
    walk(other, SNAKE.cells[:5])
    opened.reload()
    other.close()
    assert path_on(opened) == list(SNAKE.cells[:5])


def test_days_that_another_window_has_noted_since_count(page) -> None:
    opened = page(html(), clock=NOON)
    walk(opened, SNAKE.cells)
    opened.evaluate("""() => {
        const [day] = JSON.parse(localStorage["cpmodels days"]);
        localStorage["cpmodels days"] = JSON.stringify([day, day + 1]);
    }""")
    opened.clock.pause_at("2026-11-26T12:00:00")
    push(opened, "#reset")
    walk(opened, SNAKE.cells)
    assert told(opened).endswith(" 3 days in a row.")


def test_where_nothing_can_be_kept_the_page_goes_on(page) -> None:
    made = html().replace(b"localStorage", b"undefined.refused")
    opened = page(made)
    walk(opened, SNAKE.cells)
    assert is_solved(opened)


def test_where_no_search_is_allowed_that_is_told(page) -> None:
    opened = page(html(ZIP, None).replace(b"new Worker(url)", b"undefined.refused"))
    push(edit(opened), "#play")
    assert opened.locator("#verdict").inner_text() == "This browser does not let the page search."
    assert hinted(opened).startswith("It is not known yet whether this can be finished")


def test_a_search_that_a_policy_blocks_later_is_told_too(page) -> None:
    opened = page(html(ZIP, None))
    opened.evaluate(FAKE_WORKER)
    push(opened, "#hint")
    opened.evaluate("fake.onerror()")
    opened.evaluate(CHANGED, ["told", ["", "Searching …"]])
    assert told(opened).startswith("It is not known yet whether this can be finished")
    push(opened, "#solve")
    opened.evaluate("fake.onerror()")
    assert opened.locator("#verdict").inner_text() == "This browser does not let the page search."
    assert opened.locator("#solve").inner_text() == "Solve"


def test_redo_and_steps_back(page) -> None:
    opened = page(html())
    drag(opened, SNAKE.cells[:8])
    push(opened, "#step-back")
    assert path_on(opened) == list(SNAKE.cells[:7])
    push(opened, "#number-back")
    assert path_on(opened) == [(0, 0)]
    push(opened, "#undo")
    push(opened, "#undo")
    assert path_on(opened) == list(SNAKE.cells[:8])
    push(opened, "#redo")
    opened.keyboard.press("Control+y")
    assert path_on(opened) == [(0, 0)]
    assert refused(opened, "#redo") == "There is nothing to redo."
    push(opened, "#undo")
    opened.keyboard.press("ArrowLeft")
    assert not is_allowed(opened, "#redo")
    edit(opened)
    press(opened, (0, 2))
    press(opened, (0, 1))
    push(opened, "#undo-edit")
    assert len(exported(opened).waypoints) == 4
    push(opened, "#redo-edit")
    assert exported(opened).waypoints[3:] == ((0, 2), (0, 1))


def test_several_puzzles_in_one_page(page) -> None:
    names = ["zip-4", "zip-6", "zip-7-walls"]
    puzzles = [readers.read(name) for name in names]
    opened = page(renderers.play_page(*puzzles), clock=NOON)
    assert opened.title() == "zip-4"
    assert refused(opened, "#previous") == "This is the first puzzle."
    push(opened, "#following")
    assert opened.title() == "zip-6"
    for puzzle, button in ((puzzles[1], "#previous"), (puzzles[0], "#following")):
        walk(opened, cm.solve(puzzle).solution.cells)
        assert told(opened) == "Solved in 0:00."
        push(opened, button)
    opened.reload()
    assert (opened.title(), path_on(opened)) == ("zip-6", list(cm.solve(puzzles[1]).solution.cells))
    labels = opened.eval_on_selector_all("#list button", "all => all.map(one => one.getAttribute('aria-label'))")
    assert labels == ["1, zip-4, solved", "2, zip-6, solved", "3, zip-7-walls"]
    push(opened, "li:nth-child(3) > button")
    assert opened.locator("#place").inner_text() == "3 of 3"
    assert exported(edit(opened)) == puzzles[2]
    assert page(html()).locator("#list-panel").is_hidden()


def test_cells_can_be_explored_and_pressed_by_screen_readers(page) -> None:
    opened = page(html())
    cells = opened.locator("#cells button").all_inner_texts()
    assert cells[:2] == ["row 1, column 1, number 1, step 1, the end of the path", "row 1, column 2, empty, wall below"]
    assert cells[6] == "row 2, column 3, empty, wall below"
    opened.locator("#cells button").nth(3).dispatch_event("click")
    assert path_on(opened) == list(SNAKE.cells[:4])
    assert opened.locator("#cells button").nth(1).inner_text() == "row 1, column 2, empty, wall below, step 2"


CONTRAST = """() => {
    const light = colour => {
        const parts = colour.match(/\\d+/g).slice(0, 3).map(part => part / 255);
        const [r, g, b] = parts.map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [dark, pale] = [light(one), light(other)].sort((a, b) => a - b);
        return (pale + 0.05) / (dark + 0.05);
    };
    const style = (id, field) => getComputedStyle(document.querySelector(id))[field];
    const card = style("#board .surface", "fill");
    const ground = style("body", "backgroundColor");
    return {
        grid: contrast(style("#board .grid", "stroke"), card),
        walls: contrast(style("#board .walls", "stroke"), card),
        rim: contrast(style("#board .rim", "stroke"), ground),
        buttons: Math.min(...[card, ground].map(colour => contrast(style("#hint", "borderTopColor"), colour))),
    };
}"""


@pytest.mark.parametrize("dark", [False, True])
def test_lines_and_borders_are_told_from_the_ground(page, dark) -> None:
    found = page(html(), dark=dark).evaluate(CONTRAST)
    assert {name: ratio for name, ratio in found.items() if ratio < 3} == {}


def test_long_names_in_the_list_are_cut_short_within_it(page) -> None:
    opened = page(renderers.play_page(replace(ZIP, name="a long name " * 20), replace(ZIP, name="short")))
    assert opened.eval_on_selector("#list", "list => list.scrollWidth <= list.clientWidth")


@pytest.mark.slow
def test_the_worker_makes_new_puzzles_of_one_solution_the_same_for_a_seed(page) -> None:
    opened = page(html(), PHONE, touch=True, clock=NOON)
    opened.clock.resume()
    opened.tap("#new-panel summary")

    def made(button, side, difficulty, seed=""):
        opened.select_option("#new-side", str(side))
        opened.select_option("#new-difficulty", difficulty)
        opened.fill("#new-seed", seed)
        opened.tap(button)
        opened.locator("h1", has_text=f"{side}, {difficulty}, no. {seed or 20261124}").wait_for()
        puzzle = exported(edit(opened))
        push(opened, "#play")
        return puzzle

    puzzles = [made("#new", side, difficulty, "7") for side, difficulty in ((5, "hard"), (5, "easy"), (6, "hard"))]
    assert all(cm.is_unique(puzzle) for puzzle in puzzles)
    hard, easy, _ = puzzles
    for left_out in hard.waypoints[1:-1]:
        assert not cm.is_unique(replace(hard, waypoints=[cell for cell in hard.waypoints if cell != left_out]))
    assert len(hard.waypoints) < len(easy.waypoints)
    assert made("#new", 5, "hard", "7") == hard
    assert made("#new", 5, "hard", "8") != hard
    today = made("#new-today", 5, "easy")
    made("#new", 5, "easy", "7")
    assert (today.name, made("#new-today", 5, "easy")) == ("ZIP 5 \N{MULTIPLICATION SIGN} 5, easy, no. 20261124", today)
    opened.fill("#new-seed", "-1")
    opened.tap("#new")
    assert told(opened) == "A seed is a whole number of up to nine digits."


@pytest.mark.slow
def test_a_result_can_be_shared_and_is_compared_with_the_best(page) -> None:
    opened = page(html(), clock=NOON)

    def solve(seconds):
        drag(opened, SNAKE.cells[:3])
        opened.clock.run_for(1000 * seconds)
        drag(opened, SNAKE.cells[2:])
        return told(opened)

    assert not opened.locator("#result").is_visible()
    assert solve(70) == "Solved in 1:10."
    assert opened.locator(".confetti").count() > 0
    push(opened, "#result")
    assert opened.evaluate("navigator.clipboard.readText()") == "small: solved in 1:10"
    opened.clock.pause_at("2026-11-25T12:00:00")
    for name, seconds, best in (("other", 60, ""), ("last", 50, " Your best time: it was 1:00.")):
        walls = [((1, 2), (2, 2))] if name == "other" else []
        take(edit(opened), readers.write(replace(ZIP, walls=walls, name=name)))
        push(opened, "#play")
        assert not opened.locator("#result").is_visible()
        assert solve(seconds) == f"Solved in {seconds // 60}:{seconds % 60:02}.{best} 2 days in a row."
    push(opened, "#result")
    assert opened.evaluate("navigator.clipboard.readText()") == "last: solved in 0:50, 2 days in a row"
