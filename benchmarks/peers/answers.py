"""What the searches of all peers share."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from cpmodels.puzzle import Solution

Answers = Generator[Solution, None, bool]
"""Answers as they are found; at the end, whether it is proved that there are no more."""


class Peer:
    """A search by another library."""

    effort: int | None = None

    def __init__(self, find: Callable[[], Answers]) -> None:
        self.exhausted = False
        self._find = find

    def __iter__(self) -> Iterator[Solution]:
        self.exhausted = yield from self._find()


def no_answers() -> Answers:
    """The search for a puzzle that plainly has no answer."""
    return True
    yield
