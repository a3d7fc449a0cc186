"""Fill a board cell by cell with an explicit stack: the backtracker for the Zigzaw and for nine pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.naive.steps import Step
from cpmodels.lattice import Cell

Colours = tuple[Any, ...]
"""Colours by side or part."""

Option = tuple[int, Any, Colours, Colours]
"""A piece that may lie in a place: its index, how it lies, its colours, and the colours that it wants to meet."""

Test = tuple[int, int, int]
"""A side of the piece, the place that it touches, and the side there: what is wanted there must be the colour here."""


@dataclass(frozen=True)
class Place:
    """A cell with the options to try in it, in order, and the tests that each must pass."""

    cell: Cell
    options: Sequence[Option]
    tests: Sequence[Test]


def fill(
    places: Sequence[Place], border: Sequence[Colours], answers: Callable[[list[Any]], Iterable[Step]]
) -> Iterator[Step]:
    """Try the options of each place, in order; step back where none fits.

    border: what lies around from the start; the tests know its parts as the places after the last.
    answers: the steps that tell an answer, given how the piece in each place lies.
    """
    wanted: list[Colours] = [*(() for _ in places), *border]
    used: set[int] = set()
    laid: list[Option] = []
    stack = [iter(places[0].options)]
    ahead = True  # whether the last thing done was no step back
    while stack:
        place = places[len(laid)]
        option = _next_fitting(stack[-1], used, wanted, place.tests)
        if option is not None:
            piece, lies, _, wanted[len(laid)] = option
            used.add(piece)
            laid.append(option)
            yield "placed", place.cell, lies
            if len(laid) < len(places):
                stack.append(iter(places[len(laid)].options))
                ahead = True
                continue
            yield from answers([lies for _, lies, _, _ in laid])
        else:
            stack.pop()
            if ahead:
                yield "dead end", place.cell, None
        if laid:
            piece, lies, _, _ = laid.pop()
            used.discard(piece)
            ahead = False
            yield "removed", places[len(laid)].cell, lies


def _next_fitting(
    options: Iterator[Option], used: set[int], wanted: Sequence[Colours], tests: Sequence[Test]
) -> Option | None:
    for option in options:
        if option[0] in used:
            continue
        colours = option[2]
        for side, place, other in tests:
            if wanted[place][other] != colours[side]:
                break
        else:
            return option
    return None
