"""ZIPs in the JSON forms in which other programs publish them.

Three forms are known by their fields:

- ``{"grid_size": [rows, cols], "nodes": [{"id": n, "row": r, "col": c}, ...], "walls": [[[r, c], [r, c]], ...]}``;
- ``{"size": n, "ordered_sequence": [cell, ...], "walls": {"10": ["RIGHT", "UP"], ...}}`` on n x n cells, which are
  numbered row by row from 0; the sequence gives the cells of the numbers 1, 2, ...;
- ``{"grid": [[number, ...], ...], "borders": [[bits, ...], ...]}`` with 0 or -1 for an empty cell and, for each cell,
  the sum of 1 for a wall on its right, 2 above, 4 on its left, 8 below.  Without ``borders`` there are no walls.

A wall that stands only with one of its two cells is a wall, and marks on the rim of the board say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cpmodels.base.lattice import Cell
from cpmodels.base.values import board_size
from cpmodels.errors import PuzzleError
from cpmodels.puzzles.zip import Zip, in_order
from readers.forms import Form, record
from readers.zip._parts import NumberRows, check_rows, numbers_of, walls_of, zip_of

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
        cells = [_cell(index, size, "ordered_sequence") for index in self.ordered_sequence]
        return Zip(size, size, cells, walls_of(size, size, _sides(self.walls, size)), self.name)


@dataclass
class Bits:
    grid: list[list[int]]
    borders: list[list[int]] | None = None
    name: str | None = None

    def zip(self) -> Zip:
        return zip_of_bits(self.grid, self.borders, self.name)


FORMS: dict[frozenset[str], type[Archive | Instance | Bits]] = {
    frozenset({"grid_size", "nodes"}): Archive,
    frozenset({"size", "ordered_sequence"}): Instance,
    frozenset({"grid"}): Bits,
}
"""The forms by the fields that give them away."""


def read_foreign(form: Form) -> Zip | None:
    """A ZIP in the JSON of another program; None for other objects."""
    known = next((known for fields, known in FORMS.items() if fields <= form.keys()), None)
    return None if known is None else record(known, form).zip()


def zip_of_bits(grid: NumberRows, borders: NumberRows | None = None, name: str | None = None) -> Zip:
    """A ZIP from a grid of numbers and one of wall bits (1 right, 2 up, 4 left, 8 down)."""
    rows, cols = check_rows(grid, "grid")
    board_size(rows, cols)
    if borders is not None and check_rows(borders, "borders") != (rows, cols):
        raise PuzzleError(f"borders: expected {rows} rows of {cols} numbers, as in the grid")
    return zip_of(rows, cols, numbers_of(grid), _bits(borders or []), name)


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
