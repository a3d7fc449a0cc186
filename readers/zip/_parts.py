"""What the many forms of a ZIP share: grids of numbers, and marks on sides that become walls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpmodels.base.lattice import SQUARE, Cell
from cpmodels.errors import PuzzleError
from cpmodels.puzzles.zip import Wall, Zip, in_order

NumberRows = Sequence[Sequence[int]]


def numbers_of(grid: NumberRows) -> list[tuple[int, int, int]]:
    """The rows, columns and numbers in a grid; 0 and -1 mean an empty cell."""
    return [(r, c, number) for r, row in enumerate(grid) for c, number in enumerate(row) if number not in (0, -1)]


def check_rows(grid: NumberRows, what: str) -> tuple[int, int]:
    """The rows and columns of a grid.  Raises PuzzleError when its rows differ in length."""
    cols = len(grid[0]) if grid else 0
    for r, row in enumerate(grid):
        if len(row) != cols:
            raise PuzzleError(f"{what}: row {r + 1} has {len(row)} numbers, but row 1 has {cols}")
    return len(grid), cols


def zip_of(
    rows: int,
    cols: int,
    numbers: Iterable[tuple[int, int, int]],
    sides: Iterable[tuple[Cell, str]],
    name: str | None = None,
) -> Zip:
    """The ZIP of rows, columns and numbers, and of walls on sides of cells (see `walls_of`)."""
    return Zip(rows, cols, in_order(numbers), walls_of(rows, cols, sides), name)


def walls_of(rows: int, cols: int, sides: Iterable[tuple[Cell, str]]) -> tuple[Wall, ...]:
    """The walls on sides of cells, named as in `SQUARE`; a wall may be named from both of its cells.

    Marks on the rim of the board are left out: there is nothing behind it.
    """
    walls = set()
    for cell, side in sides:
        first, second = sorted((cell, SQUARE.neighbour(cell, SQUARE.index(side))))
        if first[0] >= 0 and first[1] >= 0 and second[0] < rows and second[1] < cols:
            walls.add((first, second))
    return tuple(sorted(walls))
