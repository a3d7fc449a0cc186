"""Whether an answer can be drawn with its puzzle at all: its shape and indexes fit, right or wrong as it may be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Cell
from cpmodels.puzzles import Board, EdgeMatching, Garden, Mosaic, TilePlacement, Zigzaw
from cpmodels.puzzles.garden_tiles import bits
from cpmodels.values import check_type, listed


def check_fit(puzzle: Any, solution: Any) -> None:
    """Raise PuzzleError unless the answer can be drawn, TypeError when it or the puzzle is of another kind."""
    match puzzle:
        case EdgeMatching():
            check_type(solution, Board)
            _check_rows(puzzle, solution.rows)
            _check_indexes(puzzle, ((cell, place.piece) for cell, place in solution))
        case Zigzaw():
            check_type(solution, Mosaic)
            _check_rows(puzzle, solution.rows)
            _check_indexes(puzzle, solution)
        case Garden():
            check_type(solution, TilePlacement)
            _check_tiles(puzzle, solution)
        case _:
            raise TypeError(f"expected a puzzle, got {type(puzzle).__name__}")


def _inside(cell: Cell, sides: tuple[int, ...]) -> bool:
    return len(cell) == len(sides) and all(0 <= c < side for c, side in zip(cell, sides, strict=True))


def _check_rows(puzzle: EdgeMatching | Zigzaw, rows: tuple[tuple[object, ...], ...]) -> None:
    lengths = [len(row) for row in rows]
    if lengths != [puzzle.cols] * puzzle.rows:
        raise PuzzleError(
            f"the board has rows of {listed(lengths) or 'no'} pieces, not {puzzle.rows} rows of {puzzle.cols}"
        )


def _check_indexes(puzzle: EdgeMatching | Zigzaw, placed: Iterable[tuple[Cell, int]]) -> None:
    for cell, index in placed:
        if not 0 <= index < len(puzzle.pieces):
            raise PuzzleError(f"piece {index} lies at {cell}, but pieces are numbered 0 to {len(puzzle.pieces) - 1}")


def _check_tiles(garden: Garden, planting: TilePlacement) -> None:
    faces = sum(bits(garden.dimension))
    for cell, code in planting.tiles:
        if not _inside(cell, garden.box):
            raise PuzzleError(f"tile {code} lies at {cell}, outside the box of {' x '.join(map(str, garden.box))}")
        if code < 0 or code & ~faces:
            raise PuzzleError(f"{code}, at {cell}, is the code of no tile in {garden.dimension} dimensions")
