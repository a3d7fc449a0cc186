"""Our JSON forms of answers, in both directions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import msgspec

from cpmodels.errors import PuzzleError
from cpmodels.puzzles import Board, EdgeMatching, Garden, Mosaic, Path, TilePlacement, Puzzle, Solution, Zigzaw, Zip
from readers.sources import naming
from readers.strict_json import all_decoded, an_object, lists, validated

Pair = tuple[int, int]

ANSWERS = {"zip": "path", "edge_matching": "board", "zigzaw": "board", "garden": "cells"}
"""The field that an answer to each kind of puzzle has."""


class PathForm(msgspec.Struct):
    path: list[Pair]


class BoardForm(msgspec.Struct):
    board: list[list[Pair | None]]


class MosaicForm(msgspec.Struct):
    board: list[list[int]]


class TilePlacementForm(msgspec.Struct):
    cells: list[list[int]]


def solution_form(solution: Solution) -> dict[str, Any]:
    """The JSON form of an answer."""
    match solution:
        case Path():
            return {"path": lists(solution.cells)}
        case Board() | Mosaic():
            return {"board": lists(solution.rows)}
        case TilePlacement():
            return {"cells": [[*cell, code] for cell, code in solution.tiles]}
    raise TypeError(f"there is no JSON form of {type(solution).__name__}")


def solution_from_form(puzzle: Puzzle[Any], value: Any) -> Solution:
    """The answer in a JSON value: our form, or an object that has it as its field ``solution``.

    It need not be right, only well-formed: see the puzzle's `check`.  Raises PuzzleError.
    """
    form = an_object(value, "an answer")
    field = ANSWERS[puzzle.kind]
    if "solution" in form and field not in form:
        if form["solution"] is None:
            raise PuzzleError(f"there is no answer in it: solution is null, status is {form.get('status')!r:.60}")
        form = an_object(form["solution"], "solution")
    if field not in form:
        raise PuzzleError(f"an answer to a puzzle of the kind {puzzle.kind} has the field {field!r}, missing here")
    match puzzle:
        case Zip():
            return Path(tuple(validated(form, PathForm).path))
        case EdgeMatching():
            return Board(validated(form, BoardForm).board)
        case Zigzaw():
            return Mosaic(validated(form, MosaicForm).board)
        case Garden():
            return _planting(validated(form, TilePlacementForm).cells, puzzle.dimension)
    raise TypeError(f"there is no JSON form of answers to {type(puzzle).__name__}")


def solutions_from_text(puzzle: Puzzle[Any], text: str) -> list[Solution]:
    """The answers in JSON texts one after another, such as one a line; a list holds several.

    Raises PuzzleError, which names the line where an answer begins, or its place in a list, when there are several.
    """
    values = all_decoded(text)
    found: list[Solution] = []
    for line, value in values:
        with naming(f"line {line}") if len(values) > 1 else nullcontext():
            found += _listed(puzzle, value) if isinstance(value, list) else [solution_from_form(puzzle, value)]
    if not found:
        raise PuzzleError("there is no answer in it: the list is empty")
    return found


def _listed(puzzle: Puzzle[Any], values: list[Any]) -> Iterator[Solution]:
    for index, value in enumerate(values):
        with naming(f"[{index}]"):
            yield solution_from_form(puzzle, value)


def _planting(cells: list[list[int]], dimension: int) -> TilePlacement:
    for index, cell in enumerate(cells):
        if len(cell) != dimension + 1:
            raise PuzzleError(f"cells[{index}]: expected {', '.join('xyz'[:dimension])} and the code, not {cell}")
    return TilePlacement(tuple((tuple(cell[:-1]), cell[-1]) for cell in cells))
