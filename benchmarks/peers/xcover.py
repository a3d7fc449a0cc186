"""Exact cover with colours by xcover, Algorithm C of Knuth (The Art of Computer Programming 4B) in numba.

The form is the library's own (`cpmodels.engines._cover`): for distinct pieces just what a user of xcover would
write, an option for each cell, piece and turn with its edges as coloured items; equal pieces lie in order, so that
each picture comes once.  It is handed over as arrays, the fastest way in: nine pieces take 2.3 ms to build and search,
and 2.8 ms as lists of names given to ``xcover.covers``.  The search runs in this process and yields answers lazily.
How soon it comes upon a first answer depends on the order of the options, so that one is shuffled by the seed.
"""

from __future__ import annotations

from array import array
from random import Random

from benchmarks.peers.answers import Answers, Peer
from benchmarks.solvers import Question, UnsupportedError
from cpmodels.engines._cover import exact_cover
from cpmodels.engines._worker import CoverTask, exact_covers, load_xcover
from cpmodels.errors import KindError, TooLargeError


def search(question: Question) -> Peer:
    """The exact covers of a puzzle, each with all the rules kept that have no form as one."""
    load_xcover()
    try:
        cover = exact_cover(question.puzzle)
    except (KindError, TooLargeError) as error:
        raise UnsupportedError(str(error)) from None
    task, order = cover.task, list(range(len(cover.task.starts) - 1))
    if question.task == "first":
        Random(question.seed).shuffle(order)
        task = reordered(task, order)

    def find() -> Answers:
        for options in exact_covers(task):
            if (answer := cover.solution([order[option] for option in options])) is not None:
                yield answer
        return True

    return Peer(find)


def reordered(task: CoverTask, order: list[int]) -> CoverTask:
    """The same options in another order."""
    options, starts, colours = array("I"), array("I", [0]), array("I")
    for option in order:
        begin, end = task.starts[option], task.starts[option + 1]
        options += task.options[begin:end]
        colours += task.colours[begin:end]
        starts.append(len(options))
    return CoverTask(options, starts, colours, task.items, task.primary)


def warm_up() -> None:
    """Import xcover, which compiles itself or takes itself from its cache, and run it once."""
    two = CoverTask(array("I", [0, 1]), array("I", [0, 1, 2]), array("I", [0, 0]), items=2, primary=2)
    assert [sorted(options) for options in exact_covers(two)] == [[0, 1]]
