"""The programs of four articles, step for step as their authors wrote them, with what their authors counted.

Each is a function over flat lists of whole numbers, which stands beside its kind (`article.py` there).  The same text
is run by Python and, with `compiled`, as machine code, so that the two take the same steps and have the same counts;
what the authors' own languages gain by being compiled is the ratio of their times.

| kind | author's language | counts | what it does not look at |
|---|---|---|---|
| `zip` | Delphi | moves, time-outs of a million moves | parity |
| `edge_matching` | C++ | tries, and tries for each level | equal pieces, and turns after which a piece looks the same |
| `zigzaw` | Zig | steps, steps back, fit tests | the border below |
| `garden` | Odin | tries, choices, unfinished grids | the rim of the box, where tiles hang |

The programs stop at their first answer, even one that breaks a rule that they do not look at.  Here such an answer is
counted as `refused`, and the search goes on.

>>> from cpmodels import Zip
>>> from cpmodels.puzzles.zip.article import article
>>> search = article(Zip(3, 3, [(0, 0), (2, 2)]))
>>> len(list(search)), search.exhausted, search.counts
(2, True, {'moves': 42, 'nodes': 21, 'time-outs': 0})
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic

import numpy as np

from cpmodels.base.puzzle import Puzzle, S
from cpmodels.engines.backtracking._compiled import kernel

__all__ = ["ENDED", "FOUND", "ON", "Article", "program", "tables"]


ON, FOUND, ENDED = 0, 1, 2
"""What a program says: call again; an answer is in its tables; there is nothing more."""


class Article(Generic[S]):
    """A search by the program of an article.

    counts: what the author counts, so far; the first is the `effort`.
    refused: answers at which the author's program would have stopped though they break a rule.
    exhausted: whether the program has tried everything; never, once an exception, such as Ctrl-C, has broken it off.

    >>> from cpmodels import Zip
    >>> from cpmodels.puzzles.zip.article import article
    >>> search = article(Zip(2, 2, [(0, 0), (1, 0)]))
    >>> next(iter(search)).cells, search.refused
    (((0, 0), (0, 1), (1, 1), (1, 0)), 0)
    """

    def __init__(
        self,
        puzzle: Puzzle[S],
        run: Callable[[], int],
        read: Callable[[], Iterable[S]],
        counts: Callable[[], dict[str, int]],
    ) -> None:
        self.exhausted, self.refused = False, 0
        self._counts, self._answers = counts, self._search(puzzle, run, read)

    @property
    def counts(self) -> dict[str, int]:
        return self._counts()

    @property
    def effort(self) -> int:
        return next(iter(self.counts.values()))

    def _search(self, puzzle: Puzzle[S], run: Callable[[], int], read: Callable[[], Iterable[S]]) -> Iterator[S]:
        while (said := run()) != ENDED:
            for answer in read() if said == FOUND else ():
                if puzzle.check(answer):
                    self.refused += 1
                else:
                    yield answer
        self.exhausted = True

    def __iter__(self) -> Iterator[S]:
        """The answers from here on."""
        return self._answers


def program(function: Callable[..., int], compiled: bool) -> Callable[..., int]:
    """A program, as it is or as machine code.

    >>> program(max, compiled=False)(3, 4)
    4
    """
    return kernel(function.__module__, function.__name__) if compiled else function


def tables(compiled: bool, *values: Iterable[int]) -> list[Any]:
    """Its tables: lists, or arrays for machine code.

    >>> tables(False, range(3), (5,))
    [[0, 1, 2], [5]]
    """
    return [np.array(list(value), np.int64) if compiled else list(value) for value in values]


def named(names: Sequence[str], numbers: Iterable[int]) -> dict[str, int]:
    return dict(zip(names, map(int, numbers), strict=True))
