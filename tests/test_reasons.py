"""The reasons that pages to play tell: what they say is so in every solution, and pages are made without them, too."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from browser import data_of, told
from tiles_bench import NINE, NINE_BOARD, lying

import cpmodels as cm
import renderers
from cpmodels import Garden, Zip
from cpmodels.explaining import Fact, Step
from cpmodels.puzzles import Board
from renderers import _reasons

ONE = Zip(3, 4, waypoints=[(0, 0), (1, 1), (2, 3)], walls=[((0, 1), (1, 1)), ((1, 2), (2, 2))])
SEVERAL = Zip(4, 4, waypoints=[(0, 0), (3, 0)])


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """A busy machine is no reason to have fewer."""
    monkeypatch.setattr(_reasons, "SECONDS", 10**6)


def reasons_of(content):
    return [each["reasons"] for each in data_of(content)["puzzles"]]


def steps_of(path, cols):
    numbers = [row * cols + col for row, col in path.cells]
    return {frozenset(step) for step in pairwise(numbers)}


@pytest.mark.parametrize("puzzle", [ONE, SEVERAL, cm.read("zip-4")])
def test_what_reasons_say_is_so_in_every_solution(puzzle):
    solutions = [steps_of(path, puzzle.cols) for path in cm.solutions(puzzle)]
    (steps,) = reasons_of(renderers.page(puzzle))
    on = {frozenset(edge) for step in steps for edge in step.get("on", ())}
    off = {frozenset(edge) for step in steps for edge in step.get("off", ())}
    assert on <= set.intersection(*solutions)
    assert on
    assert off.isdisjoint(set.union(*solutions))
    if len(solutions) == 1:
        assert on == solutions[0]
        assert any("from" in step for step in steps)
    for at, step in enumerate(steps):
        assert step["why"][0].isupper() or step["why"][0] == "("
        assert all(0 <= earlier < at for earlier in step.get("from", ()))
        assert all(0 <= cell < puzzle.rows * puzzle.cols for cell in step["cells"])


def test_each_puzzle_of_a_page_has_its_own():
    first, second = reasons_of(renderers.play_page(ONE, SEVERAL))
    assert [first] == reasons_of(renderers.page(ONE))
    assert [second] == reasons_of(renderers.page(SEVERAL))


def test_what_was_found_in_time_is_kept(monkeypatch):
    """So it is after Ctrl-C, and no other puzzle is begun then."""
    made = _reasons._steps

    def few(error):
        def steps(puzzle, seconds):
            for step, _ in zip(made(puzzle, seconds), range(3), strict=False):
                yield step
            raise error

        return steps

    (whole,) = reasons_of(renderers.page(ONE))
    monkeypatch.setattr(_reasons, "_steps", few(cm.errors.CpmodelsError("the time was up")))
    assert reasons_of(renderers.play_page(ONE, ONE)) == [whole[:3], whole[:3]]
    asked = []
    monkeypatch.setattr(
        _reasons, "_steps", lambda puzzle, seconds: asked.append(seconds) or few(KeyboardInterrupt())(puzzle, 60)
    )
    assert reasons_of(renderers.play_page(ONE, SEVERAL))[0] == whole[:3]
    assert asked[0] > 0
    assert all(seconds <= 0 for seconds in asked[1:])


def test_no_time_is_no_reason():
    assert list(_reasons._steps(ONE, 0.0)) == []


# --- tiles: the steps here are made up, so that it is plain what a page is to tell of them

NINE_TURNED = Board([[(8, 1), (5, 3), (3, 3)], [(7, 2), (2, 0), (6, 3)], [(1, 2), (4, 1), (0, 3)]])
GARDEN = Garden.packed((4, 4), fixed=[(2, (0, 1)), (4, (0, 3)), (11, (2, 2))])


def ruled_out(what, cell):
    words = f"piece {what} does not lie at {cell}"
    return Step(
        "no match", 3, f"no piece meets it at {cell}", (Fact((cell, what), False, words, (cell,)),), (), (), (cell,)
    )


def lies(what, cell, *uses):
    fact = Fact((cell, what), True, f"this lies at {cell}", (cell,), laid=((cell, what),))
    used = tuple(known for step in uses for known in step.follows)
    return Step("one cell", 1, f"only one fits {cell}", (fact,), used, (), (cell,))


@pytest.fixture
def explained(monkeypatch):
    return lambda *steps: monkeypatch.setattr(_reasons, "_steps", lambda *_: iter(steps))


def hinted(opened):
    opened.locator("#hint").click()
    return told(opened)


def test_reasons_that_have_no_place_on_the_board_are_left_out(explained):
    """Those of kinds without an account of their own are in the words of their models."""
    explained(
        lies(dict(NINE_BOARD)[1, 1], (1, 1)), Step("proof", 5, "constraint 3 holds", (Fact("x", True, "x is true"),))
    )
    assert data_of(renderers.page(NINE, [NINE_BOARD]))["reasons"] == []


def test_reasons_lead_to_the_solution_as_they_turn_the_board(explained):
    assert NINE.check(NINE_TURNED) == []
    for board in (NINE_BOARD, NINE_TURNED):
        explained(lies(dict(board)[1, 1], (1, 1)), lies(dict(board)[0, 2], (0, 2)))
        data = data_of(renderers.page(NINE, [NINE_BOARD]))
        assert [tuple(place) for place in data["target"]] == [place for _, place in board]
        assert [step["lies"] for step in data["reasons"]] == [[4], [2]]


@pytest.mark.parametrize("solutions", [[], [Board([[(k, 0) for k in range(row, row + 3)] for row in (0, 3, 6)])]])
def test_without_a_right_solution_there_are_no_reasons(explained, solutions):
    explained(lies(dict(NINE_BOARD)[1, 1], (1, 1)))
    data = data_of(renderers.page(NINE, solutions))
    assert (data["reasons"], data["target"]) == ([], None)


def test_reasons_for_another_solution_are_left_out(explained):
    explained(lies((0, 0), (1, 1)))
    data = data_of(renderers.page(NINE, [NINE_BOARD]))
    assert (data["reasons"], data["target"]) == ([], None)


@pytest.mark.parametrize("name", ["tetravex", pytest.param("zigzaw", marks=pytest.mark.slow)])
def test_reasons_lead_to_the_only_solution(name):
    """Told in turn, they say of each place what lies there."""
    puzzle = cm.read(name)
    solution = cm.solve(puzzle).solution
    data = data_of(renderers.page(puzzle, [solution]))
    assert sorted(place for step in data["reasons"] for place in step.get("lies", ())) == list(
        range(len(puzzle.pieces))
    )
    assert data["target"] == data["solutions"][0]
    assert all(": " in step["why"] for step in data["reasons"])


def test_hints_lay_pieces_and_tell_why(page, explained):
    out = ruled_out(4, (0, 0))
    explained(out, lies(dict(NINE_TURNED)[1, 1], (1, 1), out))
    opened = page(renderers.page(NINE, [NINE_BOARD]))
    while opened.locator("[data-place='4']").get_attribute("data-piece") == "2":
        opened.locator("#shuffle").click()
    before = lying(opened)
    assert hinted(opened) == "No piece meets it at row 1, column 1: piece 4 does not lie at row 1, column 1."
    assert opened.locator("#reason .look:not(.under)").count() == 1
    assert hinted(opened) == "Only one fits row 2, column 2: this lies at row 2, column 2."
    assert opened.locator("#reason .to:not(.under), #reason .from:not(.under)").count() == 2
    assert lying(opened) == before
    assert hinted(opened) == "Only one fits row 2, column 2: this lies at row 2, column 2."
    assert lying(opened)[4] == dict(NINE_TURNED)[1, 1]
    for _ in range(9):
        if hinted(opened).startswith("Solved"):
            break
        assert re.fullmatch(r"Piece \d goes to row \d, column \d.*\.", told(opened))
    assert lying(opened) == [place for _, place in NINE_TURNED]
    assert opened.locator("#reason > *").count() == 0
    assert opened.locator("#hint").get_attribute("aria-disabled") == "true"


def test_hints_without_reasons_lead_to_the_solution_with_most_pieces_in_place(page, explained):
    explained()
    opened = page(renderers.page(NINE, [NINE_TURNED, NINE_BOARD]))
    opened.locator("#solution").click()
    opened.locator("#next").click()
    assert lying(opened) == [place for _, place in NINE_BOARD]
    opened.locator("[data-place='0']").click()
    assert lying(opened)[0] == (1, 2)
    assert hinted(opened) == "This is a solution."  # It was shown.
    assert lying(opened) == [place for _, place in NINE_BOARD]
    opened = page(renderers.page(NINE, []))
    opened.locator("#hint").click(force=True)
    assert "made without a solution" in told(opened)


def test_a_board_that_is_nearly_done_is_not_turned_by_hints(page, explained):
    explained(lies(dict(NINE_TURNED)[1, 1], (1, 1)))
    opened = page(renderers.page(NINE, [NINE_TURNED]))
    laid = [number for _, place in NINE_BOARD for number in place]
    laid[1] += 1
    link = f"{opened.url}#game={'.'.join(map(str, laid))}"
    opened.goto("about:blank")
    opened.goto(link)
    assert hinted(opened) == "Solved, with 1 hint: everything fits."
    assert lying(opened) == [place for _, place in NINE_BOARD]


@pytest.mark.parametrize(
    "change",
    [
        lambda step: replace(step, sentence="this is the only way, since " + "one thing leads to another, " * 20),
        lambda step: replace(step, cases=((step,), (step,))),
    ],
)
def test_a_reason_that_is_long_or_of_several_cases_is_not_told(page, explained, change):
    step = lies(dict(NINE_TURNED)[1, 1], (1, 1))
    explained(change(step))
    opened = page(renderers.page(NINE, [NINE_BOARD]))
    while opened.locator("[data-place='4']").get_attribute("data-piece") == "2":
        opened.locator("#shuffle").click()
    assert re.fullmatch(r"Piece \d goes to row 2, column 2.*; there is no short reason\.", hinted(opened))


def test_hints_lay_frogs_and_tell_why(page, explained):
    """Of equal frogs any that is free is laid."""
    puzzle = cm.read("zigzaw")
    solution = cm.solve(puzzle).solution
    mosaic = dict(solution)
    explained(lies(mosaic[0, 8], (0, 8)), lies(mosaic[3, 4], (3, 4)))
    opened = page(renderers.page(puzzle, [solution]))
    for cell in ((0, 8), (3, 4)):
        where = f"row {cell[0] + 1}, column {cell[1] + 1}"
        place = 9 * cell[0] + cell[1]
        while puzzle.pieces[lying(opened)[place][0]] != puzzle.pieces[mosaic[cell]]:
            assert hinted(opened) == f"Only one fits {where}: this lies at {where}."
    assert re.fullmatch(r"Frog \d+ goes to row \d, column \d\.", hinted(opened))


def test_hints_lay_tiles_in_gardens_and_tell_why(page, explained):
    solution = cm.solve(GARDEN).solution
    (one, other), out = [(cell, solution.codes[cell]) for cell in ((0, 0), (3, 3))], ruled_out(9, (3, 3))
    explained(out, lies(other[1], other[0], out), lies(one[1], one[0]))
    opened = page(renderers.page(GARDEN, [solution], hidden=True))
    assert hinted(opened) == "Only one fits x 1, y 1: this lies at x 1, y 1."
    assert opened.locator(".is-looked").count() == 1
    assert opened.locator("#chart .is-hinted").get_attribute("aria-label").startswith(f"Tile {one[1]:02d}")
    assert opened.locator("#laid").inner_text() == "3"
    assert hinted(opened) == "Only one fits x 1, y 1: this lies at x 1, y 1."
    assert opened.locator("#laid").inner_text() == "4"
    assert opened.locator(".is-looked").count() == 0
    assert hinted(opened) == "No piece meets it at x 4, y 4: piece 9 does not lie at x 4, y 4."
    assert hinted(opened) == "Only one fits x 4, y 4: this lies at x 4, y 4."
    hinted(opened)
    for count in range(5, 16):
        assert opened.locator("#laid").inner_text() == str(count)
        if count == 15:
            opened.reload()
        hinted(opened)
    assert told(opened).endswith("The garden is complete, with 16 hints: it obeys all the rules.")


@pytest.mark.parametrize("solutions", [0, 2])
def test_gardens_without_the_only_solution_have_no_reasons(explained, solutions):
    explained(lies(0, (0, 0)))
    found = cm.solve(GARDEN).solution
    assert data_of(renderers.page(GARDEN, [found] * solutions))["reasons"] == []
    assert data_of(renderers.page(GARDEN, [found]))["reasons"] != []
    assert data_of(renderers.page(replace(GARDEN, fixed=()), [found]))["reasons"] == []
