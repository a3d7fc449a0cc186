"""ZIPs in numbers: the JSON forms in which other programs publish them, and matrices.

Three JSON forms are known by their fields:

- ``{"grid_size": [rows, cols], "nodes": [{"id": n, "row": r, "col": c}, ...], "walls": [[[r, c], [r, c]], ...]}``;
- ``{"size": n, "ordered_sequence": [cell, ...], "walls": {"10": ["RIGHT", "UP"], ...}}`` on n x n cells, which are
  numbered row by row from 0; the sequence gives the cells of the numbers 1, 2, ...;
- ``{"grid": [[number, ...], ...], "borders": [[bits, ...], ...]}`` with 0 or -1 for an empty cell and, for each cell,
  the sum of 1 for a wall on its right, 2 above, 4 on its left, 8 below; ``walls`` may be pairs of cells, as above.

Matrices (`readers.number_lines`) have a first line ``rows cols``, then the numbers as in ``grid``.  Then nothing; or
wall bits as in ``borders``; or a matrix that has 1 where a wall stands on the right of a cell, and one for the walls
below.

A wall that stands only with one of its two cells is a wall, and marks on the rim of the board say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import SQUARE, Cell
from cpmodels.base.values import board_size, plural
from cpmodels.puzzles.zip import Zip, in_order
from readers.forms import Form, record
from readers.number_lines import NumberLine, header, number_lines
from readers.recognition import object_readers, text_readers

NumberRows = Sequence[Sequence[int]]
Square = tuple[int, int]

SIDES = {"RIGHT": "right", "UP": "top", "LEFT": "left", "DOWN": "bottom"}
BITS = {1: "right", 2: "top", 4: "left", 8: "bottom"}


@dataclass
class Node:
    id: int
    row: int
    col: int


@dataclass
class Archive:
    grid_size: Square
    nodes: list[Node]
    walls: tuple[tuple[Square, Square], ...] = ()
    name: str | None = None

    def zip(self) -> Zip:
        nodes = ((node.row, node.col, node.id) for node in self.nodes)
        return Zip(*self.grid_size, in_order(nodes), self.walls, self.name)


@dataclass
class Instance:
    size: int
    ordered_sequence: list[int]
    walls: dict[str, list[str]] = field(default_factory=dict)
    name: str | None = None

    def zip(self) -> Zip:
        size, _ = board_size(self.size, self.size)
        cells = (_cell(index, size, "ordered_sequence") for index in self.ordered_sequence)
        numbers = [(row, col, number) for number, (row, col) in enumerate(cells, 1)]
        return zip_of(size, size, numbers, _sides(self.walls, size), self.name)


@dataclass
class Bits:
    grid: list[list[int]]
    borders: list[list[int]] | None = None
    walls: tuple[tuple[Square, Square], ...] = ()
    name: str | None = None

    def zip(self) -> Zip:
        made = zip_of_bits(self.grid, self.borders, self.name)
        return replace(made, walls=(*made.walls, *self.walls))


FORMS: dict[frozenset[str], type[Archive | Instance | Bits]] = {
    frozenset({"grid_size", "nodes"}): Archive,
    frozenset({"size", "ordered_sequence"}): Instance,
    frozenset({"grid"}): Bits,
}
"""The forms by the fields that give them away."""


@object_readers.register(order=10, kind="zip")
def read_foreign(form: Form) -> Zip | None:
    """A ZIP in the JSON of another program; None for other objects, and for our own form, whatever else is in it."""
    if {"rows", "cols", "numbers"} <= form.keys():
        return None
    known = next((known for fields, known in FORMS.items() if fields <= form.keys()), None)
    return None if known is None else record(known, form).zip()


def zip_of_bits(grid: NumberRows, borders: NumberRows | None = None, name: str | None = None) -> Zip:
    """A ZIP from a grid of numbers, 0 or -1 for none, and one of wall bits (1 right, 2 up, 4 left, 8 down)."""
    rows, cols = check_rows(grid, "grid")
    board_size(rows, cols)
    if borders is not None and check_rows(borders, "borders") != (rows, cols):
        raise PuzzleError(f"borders: expected {plural(rows, 'row')} of {plural(cols, 'number')}, as in the grid")
    numbers = [(r, c, number) for r, row in enumerate(grid) for c, number in enumerate(row) if number not in (0, -1)]
    return zip_of(rows, cols, numbers, _bits(borders or []), name)


def _bits(borders: NumberRows) -> Iterator[tuple[Cell, str]]:
    for r, row in enumerate(borders):
        for c, bits in enumerate(row):
            if not 0 <= bits < 16:
                raise PuzzleError(f"borders[{r}][{c}]: the bits of a cell's walls are 0 to 15, not {bits}")
            yield from (((r, c), side) for bit, side in BITS.items() if bits & bit)


def _sides(walls: dict[str, list[str]], size: int) -> Iterator[tuple[Cell, str]]:
    for key, names in walls.items():
        if not (key.isascii() and key.isdigit() and len(key) < 8):
            raise PuzzleError(f"walls: the key {key!r} is not the index of a cell")
        cell = _cell(int(key), size, "walls")
        for name in names:
            if name not in SIDES:
                raise PuzzleError(f"walls[{key!r}]: a side is one of {', '.join(SIDES)}, not {name!r}")
            yield cell, SIDES[name]


def _cell(index: int, size: int, field: str) -> Cell:
    if not 0 <= index < size * size:
        raise PuzzleError(f"{field}: there is no cell {index}; the cells of {size} x {size} are 0 to {size * size - 1}")
    return divmod(index, size)


@text_readers.register(order=30)
def read_matrices(text: str) -> Zip | None:
    """The ZIP of a text; None when it does not open with rows and columns, or goes on with a list of pieces."""
    if len(header(text) or ()) != 2:
        return None
    head, *lines = number_lines(text)
    rows, cols = board_size(*head.numbers)
    return None if _are_pieces(rows, cols, lines) else _zip(rows, cols, lines)


def _are_pieces(rows: int, cols: int, lines: list[NumberLine]) -> bool:
    """Whether the lines after a header are pieces.

    On four columns, a ZIP has fewer lines than a board has pieces; where there are as few pieces, because some are
    missing, they give themselves away by what no ZIP has: numbers below -1, or equal numbers above what are no walls.
    """
    if cols != 4:
        return bool(lines) and len(lines[0].numbers) == 4
    if len(lines) not in (rows, 2 * rows, 3 * rows) or any(min(line.numbers, default=0) < -1 for line in lines):
        return True
    numbers = [number for line in lines[:rows] for number in line.numbers if number > 0]
    largest = 15 if len(lines) == 2 * rows else 1
    walls = all(0 <= bits <= largest for line in lines[rows:] for bits in line.numbers)
    return not walls and len(set(numbers)) < len(numbers)


def _zip(rows: int, cols: int, lines: list[NumberLine]) -> Zip:
    for line in lines:
        if len(line.numbers) != cols:
            raise PuzzleError(
                f"line {line.place}: a row of {rows} x {cols} cells has {cols} numbers, not {len(line.numbers)}"
            )
    if len(lines) not in (rows, 2 * rows, 3 * rows):
        raise PuzzleError(
            f"{plural(len(lines), 'line')} after {rows} {cols}: a ZIP has {rows}, {2 * rows} or {3 * rows} of {cols} "
            f"numbers, and a list of pieces {rows * cols} of 4"
        )
    matrix, *walls = ([line.numbers for line in lines[start : start + rows]] for start in range(0, len(lines), rows))
    if len(walls) < 2:
        return zip_of_bits(matrix, walls[0] if walls else None)
    for line in lines[rows:]:
        if wrong := set(line.numbers) - {0, 1}:
            raise PuzzleError(f"line {line.place}: a wall is 1, no wall is 0, not {min(wrong)}")
    marks = (zip(*rows, strict=True) for rows in zip(*walls, strict=True))
    return zip_of_bits(matrix, [[right + 8 * below for right, below in row] for row in marks])


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
    """The ZIP of rows, columns and numbers, and of walls on sides of cells, named as in `SQUARE`.

    A wall may be named from both of its cells.  Marks on the rim of the board are left out: there is nothing behind it.
    """
    walls = [sorted((cell, SQUARE.neighbour(cell, SQUARE.index(side)))) for cell, side in sides]
    inside = [wall for wall in walls if min(wall[0]) >= 0 and wall[1][0] < rows and wall[1][1] < cols]
    return Zip(rows, cols, in_order(numbers), inside, name)
