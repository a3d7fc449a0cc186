"""What an engine is given to do: values that go to its process and load no solver."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class ClauseTask:
    """A formula to be searched: `clauses` as in `Formula`, of which the first `key` variables are the answer.

    answers: how many answers to look for; None for all.
    proof: where to write the proof that there is none, or None.
    """

    variables: int
    clauses: array[int]
    key: int
    answers: int | None = None
    proof: str | None = None


@dataclass(frozen=True)
class CoverTask:
    """An exact cover problem in arrays: items, and for each of them a colour, of the options one after the other.

    starts: where each option starts, and the end of the last.
    items: how many items there are; the first `primary` of them are covered exactly once.
    """

    options: array[int]
    starts: array[int]
    colours: array[int]
    items: int
    primary: int


Task = ClauseTask | CoverTask


def clauses_in(literals: Iterable[int]) -> Iterator[list[int]]:
    """Clauses that stand one after the other, each with a zero at its end."""
    clause: list[int] = []
    for literal in literals:
        if literal:
            clause.append(literal)
        else:
            yield clause
            clause = []
