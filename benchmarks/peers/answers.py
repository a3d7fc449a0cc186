"""What the searches of all peers share."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator

from cpmodels.base.puzzle import Solution

Answers = Generator[Solution, None, bool]
"""Answers as they are found; at the end, whether it is proved that there are no more."""


MOST = {"first": 1, "unique": 2, "all": None}
"""How many answers a task needs."""


class Peer:
    """A search by another library."""

    effort: int | None = None

    def __init__(self, find: Callable[[], Answers]) -> None:
        self.exhausted = False
        self._find = find

    def __iter__(self) -> Iterator[Solution]:
        self.exhausted = yield from self._find()


def told(answers: Iterable[Solution] = (), *, exhausted: bool = True) -> Answers:
    """Answers that are there already; without any, the search for a puzzle that plainly has none."""
    yield from answers
    return exhausted
