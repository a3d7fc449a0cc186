"""The one slip in typing that explains why a puzzle has no solution: each likely one is mended, and the puzzle counted.

How easily a slip can be found depends on the set: of nine pieces with four insects, about half of all exchanges of two
edges leave one to three solutions.  So all are given, those that leave the fewest first.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from cpmodels.base._clock import Clock, Report
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.errors import StoppedError
from cpmodels.base.puzzle import Puzzle, Slip, as_read, not_a_puzzle
from cpmodels.search.solving import Count, count

FEW = 3
"""A slip explains something where at most this many solutions, up to symmetry, are left once it is mended."""
IMAGES = 8
"""The symmetries of a square board; of a puzzle with more, more than so many times `FEW` may be few up to symmetry."""


@dataclass(frozen=True)
class Mended:
    """A slip, and how many solutions there are up to symmetry once it is mended.

    >>> import cpmodels as cm
    >>> str(Mended(Slip("exchange top and left of piece 1", cm.Zip(1, 2)), 1))
    'exchange top and left of piece 1, and there is one solution'
    """

    slip: Slip
    solutions: int

    def __str__(self) -> str:
        number = "is one solution" if self.solutions == 1 else f"are {self.solutions} solutions"
        return f"{self.slip.change}, and there {number}"


@dataclass(frozen=True)
class Slips:
    """The slips that explain why a puzzle has no solution, those that leave the fewest solutions first.

    found: of the likeliest sort that explains it, all.
    tried: how many slips were tried.
    exhausted: whether all of that sort were, and of those that are likelier.

    >>> [str(mended) for mended in Slips((), tried=36, exhausted=True)]
    []
    """

    found: tuple[Mended, ...]
    tried: int
    exhausted: bool

    def __iter__(self) -> Iterator[Mended]:
        return iter(self.found)


@suggests_keywords()
def find_slips(
    puzzle: Puzzle[Any] | str | os.PathLike[str] | Mapping[str, Any],
    *,
    time_limit: float | None = None,
    progress: Report | None = None,
) -> Slips:
    """Look for the one slip in typing by which a puzzle, or what `cpmodels.read` reads, lost its solutions.

    What can be mistyped is what the puzzle's `slips` says, likeliest first; as soon as some sort of slip explains it,
    no other is looked at.  Each mended puzzle is counted, so that what is given is proved.  Ctrl-C or the end of the
    time ends the search with what was found.

    >>> import cpmodels as cm
    >>> found = find_slips(cm.EdgeMatching(1, 2, [(1, 2, 1, 2), (2, 1, 1, 1)], rotations=False))
    >>> len(found.found), found.exhausted, str(found.found[0])
    (6, True, 'exchange top and right of piece 1, and there is one solution')
    """
    clock, asked = Clock(time_limit, progress), as_read(puzzle)
    if not isinstance(asked, Puzzle):
        raise not_a_puzzle(asked)
    tried, found, exhausted = 0, list[Mended](), False
    with suppress(KeyboardInterrupt, StoppedError):
        for _, alike in groupby(asked.slips(), lambda slip: slip.sort):
            for slip in alike:
                clock.pause()
                try:
                    counted = _counted(slip.puzzle, clock)
                except Exception:
                    continue  # A kind of one's own need not refuse all that it cannot do with.
                orbits = counted.orbits or 0
                if counted.interrupted or not (counted.exhausted or orbits > FEW):
                    raise StoppedError("it is not known how many solutions there are")
                tried += 1
                if counted.exhausted and 1 <= orbits <= FEW:
                    found.append(Mended(slip, orbits))
                clock.found = len(found)
            if found:
                break
        exhausted = True
    return Slips(tuple(sorted(found, key=lambda mended: mended.solutions)), tried, exhausted)


def _counted(puzzle: Puzzle[Any], clock: Clock) -> Count:
    """The solutions of a puzzle: all of them, or more than `FEW` up to symmetry, unless the time is up before."""
    limit = FEW * IMAGES + 1
    while True:
        counted = count(puzzle, limit=limit, time_limit=clock.rest)
        is_over = counted.exhausted or counted.interrupted or counted.total < limit
        if is_over or (counted.orbits or 0) > FEW:
            return counted
        limit *= 2
