"""What the many forms of a ZIP share: numbers in cells become waypoints, marks on sides become walls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpmodels.errors import PuzzleError
from cpmodels.lattice import SQUARE, Cell
from cpmodels.puzzles.zip import Wall
from cpmodels.values import LARGEST_BOARD, listed

NumberRows = Sequence[Sequence[int]]


def waypoints(numbers: Iterable[tuple[Cell, int]]) -> tuple[Cell, ...]:
    """The cells in the order of their numbers.  Raises PuzzleError unless these are 1 to k, each once."""
    cells: dict[int, Cell] = {}
    for cell, number in numbers:
        if number < 1:
            raise PuzzleError(f"the number at {cell} is {number}, but numbers count from 1")
        if number in cells:
            raise PuzzleError(f"the number {number} is given twice, at {cells[number]} and at {cell}")
        cells[number] = cell
    if len(cells) > LARGEST_BOARD:
        raise PuzzleError(f"{len(cells)} numbers are too many: a board has at most {LARGEST_BOARD} cells")
    if missing := [number for number in range(1, len(cells) + 1) if number not in cells]:
        raise PuzzleError(f"numbers run from 1 to {max(cells)} without a gap, but these are missing: {listed(missing)}")
    return tuple(cells[number] for number in sorted(cells))


def numbers_of(grid: NumberRows) -> list[tuple[Cell, int]]:
    """The numbers in a grid with their cells; 0 and -1 mean an empty cell."""
    return [((r, c), number) for r, row in enumerate(grid) for c, number in enumerate(row) if number not in (0, -1)]


def check_rows(grid: NumberRows, what: str) -> tuple[int, int]:
    """The rows and columns of a grid.  Raises PuzzleError when its rows differ in length."""
    cols = len(grid[0]) if grid else 0
    for r, row in enumerate(grid):
        if len(row) != cols:
            raise PuzzleError(f"{what}: row {r} has {len(row)} numbers, but row 0 has {cols}")
    return len(grid), cols


def walls_of(rows: int, cols: int, sides: Iterable[tuple[Cell, str]]) -> tuple[Wall, ...]:
    """The walls on sides of cells, named as in `SQUARE`; a wall may be told from both of its cells.

    Marks on the rim of the board are left out: there is nothing behind it.
    """
    walls = set()
    for cell, side in sides:
        first, second = sorted((cell, SQUARE.neighbour(cell, SQUARE.index(side))))
        if first[0] >= 0 and first[1] >= 0 and second[0] < rows and second[1] < cols:
            walls.add((first, second))
    return tuple(sorted(walls))
