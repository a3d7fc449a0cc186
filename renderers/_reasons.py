"""Why a solution is as it is, for the hints of pages to play: the steps that lead there, as the scripts read them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

from cpmodels.base.errors import CpmodelsError
from cpmodels.base.lattice import Cell

if TYPE_CHECKING:
    from cpmodels.explaining import Step

SECONDS, ALL_SECONDS = 2.0, 20.0
"""How long the steps of one puzzle, and of all puzzles on a page, are searched for."""
MOST_WORDS = 3
"""How many of the facts that follow from a step are said in words."""
LONGEST = 240
"""Reasons of more letters help nobody who lays pieces."""


def reasons(
    puzzles: Sequence[Any], place: Callable[[Any, Cell], int], tile: Callable[[Any], Any] = lambda what: what
) -> list[list[dict[str, Any]]]:
    """For each puzzle the steps that lead to its solution, as far as they are found soon, as JSON can say them.

    place: the number of a puzzle's cell, as the scripts count them.
    tile: what lies in a cell, as the scripts say it.

    There are none of kinds whose facts are not about cells, and no more after Ctrl-C.
    """
    until, found = monotonic() + ALL_SECONDS, []
    for left, puzzle in zip(range(len(puzzles), 0, -1), puzzles, strict=True):
        steps: list[Step] = []
        try:
            for step in _steps(puzzle, min(SECONDS, (until - monotonic()) / left)):
                steps.append(step)
        except CpmodelsError:
            pass  # A page without reasons, or with some, is a good page.
        except KeyboardInterrupt:
            until = 0.0
        found.append(_written(puzzle, steps, partial(place, puzzle), tile))
    return found


def reasons_for(
    puzzle: Any,
    solutions: Sequence[Mapping[int, Any]],
    place: Callable[[Any, Cell], int],
    tile: Callable[[Any], Any] = lambda what: what,
) -> tuple[list[dict[str, Any]], int | None]:
    """The steps that lead to one of some solutions, as `reasons` has them, and the index of that; None for none.

    solutions: what lies where, by the number of the cell.
    tile: what lies in a cell, so that it equals what solutions have there.

    Of what lies in a cell, only the cell is named: the solution says the rest.
    """
    (steps,) = reasons([puzzle], place, tile) if solutions else ([],)
    laid = [(cell, what) for step in steps for cell, what in step.get("lies", ())]
    for index, solution in enumerate(solutions if steps else ()):
        if all(solution.get(cell) == what for cell, what in laid):
            return [{**step, "lies": [cell for cell, _ in step.get("lies", ())]} for step in steps], index
    return [], None


def _steps(puzzle: Any, seconds: float) -> Iterator[Step]:
    """The steps that are found in this time."""
    from cpmodels.explaining import explain

    if seconds > 0:
        yield from explain(puzzle, time_limit=seconds)


def _written(
    puzzle: Any, steps: Sequence[Step], place: Callable[[Cell], int], tile: Callable[[Any], Any]
) -> list[dict[str, Any]]:
    """Steps as the scripts read them, without what is empty.

    why: the reason as a sentence, and what follows in words, where that is not of a path.
    cells: those to look at.
    on, off: the steps that a path takes then, and those that it does not, each as two cells.
    lies: what lies then in which cells.
    isLong: whether the reason is too long, or of several suppositions, which a sentence does not show.
    from: the earlier steps that it rests on, counted from 0.
    """
    from cpmodels.explaining import concluded

    written: list[dict[str, Any]] = []
    source: dict[Any, int] = {}
    for step in steps:
        if not all(fact.cells for fact in step.follows):
            return []
        edges = [([place(cell) for cell in fact.edge], fact.holds) for fact in step.follows if fact.edge]
        others = [fact for fact in step.follows if not fact.edge]
        words = [step.sentence, *([concluded(others, MOST_WORDS)] if others else [])]
        why = f"{puzzle.said(': '.join(words))}."
        one = {
            "why": why[:1].upper() + why[1:],
            "cells": [place(cell) for cell in dict.fromkeys(step.cells)],
            "on": [edge for edge, holds in edges if holds],
            "off": [edge for edge, holds in edges if not holds],
            "lies": [[place(cell), tile(what)] for fact in others for cell, what in fact.laid],
            "isLong": len(step.cases) > 1 or len(step.sentence) > LONGEST,
            "from": sorted({source[fact.about] for fact in step.uses if fact.about in source}),
        }
        source.update((fact.about, len(written)) for fact in step.follows)
        written.append({key: value for key, value in one.items() if value})
    return written
