"""The tiles of gardens as codes, and tiles in their cells.

A tile is a code: the sum of the values of its blue faces (North 1, East 2, South 4, West 8, Top 16,
Bottom 32; on other lattices 1, 2, 4, ... in the order of their directions).  Where cells have several orientations,
as triangles do, the number of the orientation stands above these values: 8 for triangles that point downwards.

>>> turned(3, ((0, -1), (1, 0)), hypercubic(2))  # North and East, turned a quarter counter-clockwise
9
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING

from cpmodels.base.errors import PuzzleError
from cpmodels.base.fields import in_files
from cpmodels.base.lattice import CUBIC, HEXAGONAL, KING, TRIANGULAR, Cell, Lattice, Matrix, hypercubic, plus
from cpmodels.base.puzzle import Solution
from cpmodels.base.values import integer, integers, items

__all__ = [
    "BITS", "LATTICES", "NAMED_LATTICES", "TilePlacement", "all_codes", "bits", "blue_faces", "red_codes", "turned",
    "turned_codes",
]  # fmt: skip

LATTICES: dict[int, Lattice] = {sides: hypercubic(sides) for sides in (1, 2, 3)}
"""The lattice of a box by the number of its sides, unless another one is named."""
NAMED_LATTICES: dict[str, Lattice] = {
    "line": hypercubic(1),
    "square": hypercubic(2),
    "cubic": CUBIC,
    "hexagonal": Lattice(("East", "North East", "North West", "West", "South West", "South East"), HEXAGONAL.offsets),
    "king": Lattice(
        ("North", "North East", "East", "South East", "South", "South West", "West", "North West"),
        tuple((right, -down) for down, right in KING.offsets),
    ),
    "triangular": TRIANGULAR,
    "hypercubic": hypercubic(4),
}
"""The lattices that gardens know by name, with directions of the compass; ``"hypercubic"`` takes five sides, too."""
BITS: dict[str, int] = {name: 1 << i for i, name in enumerate(CUBIC.names)}
"""What a blue face in each direction adds to the code of a tile on a line, of a square and of a cube."""


@cache
def bits(lattice: Lattice) -> tuple[int, ...]:
    """The bit of each direction of a lattice."""
    return tuple(BITS[name] if lattice == hypercubic(1) else 1 << d for d, name in enumerate(lattice.names))


@cache
def all_codes(lattice: Lattice) -> tuple[int, ...]:
    """The codes of all tiles by orientation, the red one first and the all-blue one last."""
    subsets = sorted(sum(chosen) for chosen in product(*((0, bit) for bit in bits(lattice))))
    return tuple(red + subset for red in red_codes(lattice) for subset in subsets)


@cache
def red_codes(lattice: Lattice) -> tuple[int, ...]:
    """The codes of the tiles without a blue face, one for each orientation of a cell: 0, most often."""
    return tuple(orientation << sum(bits(lattice)).bit_length() for orientation in range(len(lattice.orientations)))


@lru_cache(maxsize=65536)
def blue_faces(code: int, lattice: Lattice) -> tuple[int, ...]:
    """The directions in which a tile is blue."""
    return tuple(d for d, bit in enumerate(bits(lattice)) if code & bit)


def turned(code: int, matrix: Matrix, lattice: Lattice) -> int:
    """The code of the tile that a symmetry makes of a tile."""
    return turned_codes(matrix, lattice)[code]


@lru_cache(maxsize=1024)
def turned_codes(matrix: Matrix, lattice: Lattice) -> dict[int, int]:
    """What a symmetry makes of each tile."""
    values, reds, side = bits(lattice), red_codes(lattice), lattice.turned_sides(matrix)
    images: dict[int, int] = {}
    for orientation, red in enumerate(reds):
        of_one = {red: reds[side[orientation, 0][0]]}
        for direction, bit in enumerate(values):
            face = values[side[orientation, direction][1]]
            of_one.update([(code + bit, image + face) for code, image in of_one.items()])
        images.update(of_one)
    return images


def _of_cells(cells: Iterable[tuple[int, ...]]) -> list[tuple[Cell, int]]:
    """The tiles of lists of coordinates and a code."""
    if () in (found := list(cells)):
        raise PuzzleError("each is the coordinates of a cell and the code of its tile, not an empty list")
    return [(cell[:-1], cell[-1]) for cell in found]


@dataclass(frozen=True)
class TilePlacement(Solution):
    """Tiles in their cells: pairs ``(cell, code)``, kept in the order of the cells.

    >>> TilePlacement([((1, 0), 8), ((0, 0), 2)]).tiles
    (((0, 0), 2), ((1, 0), 8))
    """

    tiles: tuple[tuple[Cell, int], ...] = field(
        metadata=in_files(
            "cells",
            about="for each tile the coordinates of its cell, then its code.",
            hint=tuple[tuple[int, ...], ...],
            write=lambda tiles: [(*cell, code) for cell, code in tiles],
            read=_of_cells,
        )
    )

    if TYPE_CHECKING:

        def __init__(self, tiles: Iterable[tuple[Sequence[int], int]]) -> None: ...

    def __post_init__(self) -> None:
        pairs = [items(pair, "a tile in its cell", 2) for pair in items(self.tiles, "tiles")]
        tiles = sorted((integers(cell, "a cell"), integer(code, "a tile code")) for cell, code in pairs)
        object.__setattr__(self, "tiles", tuple(tiles))

    @cached_property
    def codes(self) -> dict[Cell, int]:
        """The code of each cell that has a tile."""
        return dict(self.tiles)

    def __iter__(self) -> Iterator[tuple[Cell, int]]:
        """The cells with their tiles, in order."""
        return iter(self.tiles)

    def shifted(self, offset: Cell) -> TilePlacement:
        """The same tiles, moved by an offset."""
        return TilePlacement((plus(cell, offset), code) for cell, code in self.tiles)
