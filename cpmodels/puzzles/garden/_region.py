"""Where gardens hang and on what lattices: boxes, rhombi, hexagons and triangles of a side, or any set of cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import TRIANGULAR, Cell, Lattice, hypercubic, identity
from cpmodels.base.regions import hexagon_of_side, rhombus, triangle_of_side
from cpmodels.base.values import are, check_name, integer, integers, items, plural, repeated, shown
from cpmodels.puzzles.garden.tiles import LATTICES, NAMED_LATTICES

MOST_DIRECTIONS = 10
"""A lattice of more directions than this has more than 1,024 tiles, and is refused."""

MOST_AXES = 5
"""Cells of more coordinates than this are refused: no more axes have a step to and fro each."""

LARGEST_REGION = 10_000
"""Regions of more cells than this that are not boxes are refused."""


def lattice_of(value: Any, box: Sequence[int] | None) -> Lattice:
    """The lattice that a name, or a `Lattice`, says; the squares or cubes of a box where nothing is said."""
    if value is None:
        if box is None:
            raise PuzzleError(f"a region that is not a box needs a lattice: {', '.join(NAMED_LATTICES)} or your own")
        if len(box) not in LATTICES:
            several = ": for more use lattice='hypercubic'" if len(box) > len(LATTICES) else ""
            raise PuzzleError(f"a box has one, two or three sides, not {len(box)}{several}")
        return LATTICES[len(box)]
    if isinstance(value, str):
        if value not in NAMED_LATTICES:
            raise PuzzleError(f"there is no lattice {shown(value)}: use {', '.join(NAMED_LATTICES)}")
        if value == "hypercubic" and box is not None and len(box) == MOST_AXES:
            return hypercubic(MOST_AXES)
        return NAMED_LATTICES[value]
    if not isinstance(value, Lattice):
        raise PuzzleError(f"a lattice is {', '.join(NAMED_LATTICES)} or a Lattice, not {shown(value)}")
    if value in NAMED_LATTICES.values():
        return value
    if type(value) is not Lattice:
        raise PuzzleError(f"a lattice is {', '.join(NAMED_LATTICES)} or a Lattice, not of type {type(value).__name__}")
    return _own_lattice(value)


def _own_lattice(lattice: Lattice) -> Lattice:
    """A lattice in its normal form."""
    names = tuple(items(lattice.names, "the names of the directions"))
    offsets = tuple(integers(offset, "the step of a direction") for offset in items(lattice.offsets, "the steps"))
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise PuzzleError(f"the name of a direction must be a string, not {shown(name)}")
        check_name(name, "the name of a direction")
    if not offsets or len(names) != len(offsets):
        raise PuzzleError(
            f"a lattice has a name for each direction, but {are(len(names), 'name')} given "
            f"for {plural(len(offsets), 'step')}"
        )
    if len(offsets) > MOST_DIRECTIONS:
        count = len(offsets)
        raise PuzzleError(f"a lattice of {count} directions has 2^{count} tiles: at most {MOST_DIRECTIONS} directions")
    if twice := repeated(names) or repeated(offsets):
        raise PuzzleError(f"{shown(twice[0])} is given twice among the directions of the lattice")
    if len(offsets[0]) > MOST_AXES:
        raise PuzzleError(
            f"cells have at most {MOST_AXES} coordinates, but the steps of the lattice have {len(offsets[0])}"
        )
    for offset in offsets:
        if len(offset) != len(offsets[0]) or not any(offset):
            raise PuzzleError(f"a step of the lattice must lead to another cell: {offset} does not")
        if tuple(-step for step in offset) not in offsets:
            raise PuzzleError(f"the lattice has the step {offset}, but no step back")
    return Lattice(names, offsets)


def is_box_lattice(lattice: Lattice) -> bool:
    """Whether boxes have a meaning: cells are alike, and steps along each axis lead from cell to cell."""
    return len(lattice.orientations) == 1 and set(identity(lattice.dimension)) <= set(lattice.offsets)


def _hexagon(lattice: Lattice, side: int) -> Collection[Cell]:
    if lattice == TRIANGULAR:
        half = [(x - y, y) for y in range(side) for x in range(2 * (side + y) + 1)]
        return [*half, *((x, 2 * side - 1 - y) for x, y in half)]
    return hexagon_of_side(side)


def _rhombus(lattice: Lattice, width: int, height: int) -> Collection[Cell]:
    if lattice == TRIANGULAR:
        return [(x - y, y) for y in range(height) for x in range(2 * width)]
    return rhombus(width, height)


def _triangle(lattice: Lattice, side: int) -> Collection[Cell]:
    if lattice == TRIANGULAR:
        return triangle_of_side(side)
    return [(x, y) for x in range(side) for y in range(side - x)]


SHAPES: Mapping[str, tuple[int, Callable[..., Collection[Cell]]]] = {
    "hexagon": (1, _hexagon),
    "rhombus": (2, _rhombus),
    "triangle": (1, _triangle),
}
"""The regions of hexagons and triangles that have a name: of how many sides, and of which cells."""


def region_of(value: Any, lattice: Lattice) -> str | tuple[Cell, ...]:
    """A region in its normal form: a shape with its sides, or cells in order."""
    if isinstance(value, str):
        return _shape(value, lattice)
    cells = sorted(integers(cell, "a cell of the region", lattice.dimension) for cell in items(value, "a region"))
    if not cells:
        raise PuzzleError("a region has at least one cell: region is an empty list")
    if twice := repeated(cells):
        raise PuzzleError(f"the cell {twice[0]} is in the region twice")
    _is_not_too_large(len(cells))
    return tuple(cells)


def _shape(text: str, lattice: Lattice) -> str:
    word, *sides = text.split() or [""]
    known = [f"{name} {' '.join('AB'[:count])}" for name, (count, _) in SHAPES.items()]
    if word not in SHAPES or len(sides) != SHAPES[word][0] or not all(side.isdecimal() for side in sides):
        raise PuzzleError(f"a region is {', '.join(known)} or a list of cells, not {shown(text)}")
    lengths = [integer(int(side[:9]), f"a side of the {word}", 1) for side in sides]
    _is_not_too_large(lengths[0] * lengths[-1] // 2)  # No shape has fewer cells; a huge one is not even listed.
    if lattice not in (NAMED_LATTICES["hexagonal"], TRIANGULAR):
        raise PuzzleError(f"a {word} is a region of hexagons or triangles, but this lattice has neither")
    _is_not_too_large(len(SHAPES[word][1](lattice, *lengths)))
    return " ".join([word, *map(str, lengths)])


def _is_not_too_large(cells: int) -> None:
    if cells > LARGEST_REGION:
        raise PuzzleError(f"a region of {cells:,} cells is too large: at most {LARGEST_REGION:,}")


def cells_of(region: str | tuple[Cell, ...], lattice: Lattice) -> tuple[Cell, ...]:
    """The cells of a region in its normal form, in order."""
    if not isinstance(region, str):
        return region
    word, *sides = region.split()
    return tuple(sorted(SHAPES[word][1](lattice, *map(int, sides))))
