"""ZIPs in the JSON forms in which other programs publish them.

Three forms are known by their fields:

- ``{"grid_size": [rows, cols], "nodes": [{"id": n, "row": r, "col": c}, ...], "walls": [[[r, c], [r, c]], ...]}``;
- ``{"size": n, "ordered_sequence": [cell, ...], "walls": {"10": ["RIGHT", "UP"], ...}}`` on n x n cells, which are
  numbered row by row from 0; the sequence gives the cells of the numbers 1, 2, ...;
- ``{"grid": [[number, ...], ...], "borders": [[bits, ...], ...]}`` with 0 or -1 for an empty cell and, for each cell,
  the sum of 1 for a wall on its right, 2 above, 4 on its left, 8 below.  Without ``borders`` there are no walls.

A wall that only one of its two cells tells of is a wall, and marks on the rim of the board say nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Cell
from cpmodels.puzzles.zip import Zip
from cpmodels.values import board_size
from readers.forms import Form
from readers.strict_json import validated
from readers.zip._parts import NumberRows, check_rows, numbers_of, walls_of, waypoints

CellPair = tuple[int, int]

SIDES = {"RIGHT": "right", "UP": "top", "LEFT": "left", "DOWN": "bottom"}
BITS = {1: "right", 2: "top", 4: "left", 8: "bottom"}


class NodeForm(msgspec.Struct):
    id: int
    row: int
    col: int


class ArchiveForm(msgspec.Struct):
    grid_size: CellPair
    nodes: list[NodeForm]
    walls: list[tuple[CellPair, CellPair]] = []
    name: str | None = None


class InstanceForm(msgspec.Struct):
    size: int
    ordered_sequence: list[int]
    walls: dict[str, list[str]] = {}
    name: str | None = None


class BitsForm(msgspec.Struct):
    grid: list[list[int]]
    borders: list[list[int]] | None = None
    name: str | None = None


def foreign_reader(form: Form) -> Callable[[Form], Zip] | None:
    """The reader of the form that gives itself away by its fields; None for other objects."""
    return next((read for fields, read in _READERS.items() if fields <= form.keys()), None)


def read_archive(form: Form) -> Zip:
    """A ZIP of the form with ``grid_size`` and ``nodes``."""
    known = validated(form, ArchiveForm)
    nodes = (((node.row, node.col), node.id) for node in known.nodes)
    return Zip(*known.grid_size, waypoints(nodes), tuple(known.walls), known.name)


def read_instance(form: Form) -> Zip:
    """A ZIP of the form with ``size`` and ``ordered_sequence``."""
    known = validated(form, InstanceForm)
    size, _ = board_size(known.size, known.size)
    cells = [_cell(index, size, "ordered_sequence") for index in known.ordered_sequence]
    return Zip(size, size, tuple(cells), walls_of(size, size, _sides(known.walls, size)), known.name)


def read_bits(form: Form) -> Zip:
    """A ZIP of the form with ``grid`` and ``borders``."""
    known = validated(form, BitsForm)
    return zip_of_bits(known.grid, known.borders, known.name)


def zip_of_bits(grid: NumberRows, borders: NumberRows | None = None, name: str | None = None) -> Zip:
    """A ZIP from a grid of numbers and one of wall bits (1 right, 2 up, 4 left, 8 down)."""
    rows, cols = check_rows(grid, "grid")
    board_size(rows, cols)
    if borders is not None and check_rows(borders, "borders") != (rows, cols):
        raise PuzzleError(f"borders: expected {rows} rows of {cols} numbers, as in the grid")
    return Zip(rows, cols, waypoints(numbers_of(grid)), walls_of(rows, cols, _bits(borders or [])), name)


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


_READERS: dict[frozenset[str], Callable[[Form], Zip]] = {
    frozenset({"grid_size", "nodes"}): read_archive,
    frozenset({"size", "ordered_sequence"}): read_instance,
    frozenset({"grid"}): read_bits,
}
