"""Questions put to the solvers of the benchmarks."""

import threading
from itertools import islice

from hypothesis import assume

import cpmodels as cm
from cpmodels.base.errors import UnsupportedError
from cpmodels.racing import Question

MOST = {"first": 1, "unique": 2, "all": None}


def ask(solver, puzzle, task="all", seed=1):
    """The answers of a solver, as many as the task needs, and whether it has proved that there are no more."""
    search = solver(Question(puzzle, task, seed, seconds=3600))  # So that no busy machine ends it.
    return list(islice(search, MOST[task])), search.exhausted


def ask_if_it_can(solver, puzzle):
    """The same, or None for what a solver has no form for."""
    try:
        return ask(solver, puzzle)
    except UnsupportedError:
        return None


def assert_complete(answers, exhausted, puzzle):
    """All answers are there, each once, and it is known."""
    assert exhausted
    assert len(answers) == len(set(answers))
    assert set(answers) == set(cm.solutions(puzzle))


def assert_all(solver, puzzle):
    """A solver that has a form for a puzzle has all answers of the library."""
    assume((found := ask_if_it_can(solver, puzzle)) is not None)
    assert_complete(*found, puzzle)


def assert_order_counts(solver):
    """Numbers met in one order have other paths than in the other, and there are paths for both."""
    places = [(2, 0), (1, 2), (0, 2), (2, 4)]
    for order in ([0, 1, 2, 3], [0, 2, 1, 3]):
        puzzle = cm.Zip(3, 5, [places[i] for i in order])
        answers, exhausted = ask(solver, puzzle)
        assert exhausted
        assert len(answers) == 4
        assert all(puzzle.check(answer) == [] for answer in answers)


def searching_threads():
    """The threads that still search though they were told to stop: they are given a minute to end."""
    found = [thread for thread in threading.enumerate() if thread.name == "cpmodels search"]
    for thread in found:
        thread.join(60)
    return [thread for thread in found if thread.is_alive()]
