"""The reasons that pages to play tell: what they say is so in every solution, and pages are made without them, too."""

import json
import re
import sys
from itertools import pairwise

import pytest

import cpmodels as cm
import renderers
from cpmodels import Zip
from renderers import _reasons

ONE = Zip(3, 4, waypoints=[(0, 0), (1, 1), (2, 3)], walls=[((0, 1), (1, 1)), ((1, 2), (2, 2))])
SEVERAL = Zip(4, 4, waypoints=[(0, 0), (3, 0)])


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """A busy machine is no reason to have fewer."""
    monkeypatch.setattr(_reasons, "SECONDS", 60)


def reasons_of(content):
    return [each["reasons"] for each in json.loads(re.search(rb'id="data">(.*?)</script>', content)[1])["puzzles"]]


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


def test_a_page_is_made_without_them_when_python_sat_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert reasons_of(renderers.play_page(ONE, SEVERAL)) == [[], []]


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


def test_reasons_that_have_no_place_on_the_board_are_left_out():
    """Those of kinds without an account of their own are in the words of their models."""
    garden = cm.read("squares-packed")
    assert _reasons.reasons([garden], lambda _, cell: cell) == [[]]
