"""Boards of eight kinds that have many programs: their clues in words, and the programs' answers as solutions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import cpmodels as cm
from cpmodels.base.errors import UnsupportedError, WrongSolutionError
from cpmodels.base.graph import grid, walks
from cpmodels.base.lattice import Cell, plus
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Solution

KINDS = ("slitherlink", "masyu", "numberlink", "hidoku", "nurikabe", "heyawake", "yajilin", "shikaku")

WAYS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
"""Where a step leads, by compass."""

SIDES = {"n": "top", "e": "right", "s": "bottom", "w": "left"}
LETTERS = {side: letter for letter, side in SIDES.items()}
"""The sides of a board by compass, and back."""


def clues(puzzle: Any) -> dict[Cell, str]:
    """What is written in which cell: a number, w or b for a circle, an arrow as 2n; a room's number in its first cell.

    Raises UnsupportedError for what has no number: the programs mean different things by it.
    """
    match puzzle.kind:
        case "masyu":
            return dict.fromkeys(puzzle.white, "w") | dict.fromkeys(puzzle.black, "b")
        case "heyawake":
            rooms = zip(puzzle.region_cells, puzzle.given, strict=True)
            return {room[0]: str(number) for room, number in rooms if number is not None}
        case "yajilin" if all(arrow.number is not None for arrow in puzzle.arrows):
            return {(row, col): f"{number}{LETTERS[side]}" for row, col, side, number in puzzle.arrows}
        case "nurikabe" | "shikaku" if 0 in puzzle.numbers.values():
            pass
        case kind if kind != "yajilin":
            return {cell: str(number) for cell, number in puzzle.numbers.items()}
    raise UnsupportedError("a clue without a number")


def rows_of(puzzle: Any, cells: Mapping[Cell, str], empty: str) -> list[list[str]]:
    """What is written in the cells, row by row."""
    return [[cells.get((r, c), empty) for c in range(puzzle.cols)] for r in range(puzzle.rows)]


def sides(cell: Cell, letters: str) -> list[tuple[Cell, Cell]]:
    """The sides of a cell that are named by compass, as pairs of corners."""
    r, c = cell
    corners = {
        "n": (r, c, r, c + 1),
        "e": (r, c + 1, r + 1, c + 1),
        "s": (r + 1, c, r + 1, c + 1),
        "w": (r, c, r + 1, c),
    }
    return [(corners[letter][:2], corners[letter][2:]) for letter in letters]


def steps(cell: Cell, letters: str) -> list[tuple[Cell, Cell]]:
    """The steps from a cell that are named by compass."""
    return [(cell, plus(cell, WAYS[letter])) for letter in letters]


def drawn(puzzle: Any, edges: Iterable[tuple[Cell, Cell]]) -> Solution:
    """A loop, or the paths between numbers, of these steps.  Raises WrongSolutionError for what is not one loop."""
    found = {(min(edge), max(edge)) for edge in edges}
    if puzzle.kind == "numberlink":
        return cm.Paths(walks(found, [start for start, _ in puzzle.ends]))
    try:
        return one_loop(found)
    except ValueError as error:
        raise WrongSolutionError(str(error)) from None


def one_loop(edges: Collection[tuple[Cell, Cell]]) -> cm.Loop:
    """The loop of some edges.  Raises ValueError where they make more than one, or lie beside it.

    >>> one_loop([((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 1), (1, 1)), ((0, 0), (1, 0))])
    Loop(cells=((0, 0), (0, 1), (1, 1), (1, 0)))
    """
    loop = cm.Loop(walks(edges, [start for start, _ in edges][:1])[0] if edges else [])
    if loop.marks() != {Mark.edge(*edge) for edge in edges}:
        raise ValueError("the edges do not form one loop")
    return loop


def shaded(puzzle: Any, cells: Collection[Cell]) -> cm.Grid:
    """A board with 1 where a cell is shaded."""
    return cm.Grid([[int((r, c) in cells) for c in range(puzzle.cols)] for r in range(puzzle.rows)])


def cut(puzzle: Any, walls: Collection[frozenset[Cell]]) -> cm.Grid:
    """The regions of a board that walls between neighbours cut, see `labelled`."""
    board = grid(puzzle.rows, puzzle.cols)
    pieces = board.without([edge for edge in board.edges if frozenset(edge) in walls]).components
    return labelled(puzzle, {cell: i for i, piece in enumerate(pieces) for cell in piece})


def labelled(puzzle: Any, labels: Mapping[Cell, object]) -> cm.Grid:
    """The regions of these labels, each by the place of its number among all; 0 where a region has none."""
    place = {labels[cell]: i for i, cell in enumerate(puzzle.numbers, 1)}
    return cm.Grid.of({cell: place.get(label, 0) for cell, label in labels.items()})
