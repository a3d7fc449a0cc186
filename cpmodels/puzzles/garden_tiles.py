"""The tiles of gardens as codes, and tiles in their cells.

A tile is a code: the sum of the values of its blue faces (North 1, East 2, South 4, West 8, Top 16,
Bottom 32).

>>> turned(3, ((0, -1), (1, 0)))  # North and East, turned a quarter counter-clockwise
9
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING

from cpmodels.lattice import CUBIC, LINE, PLANE, Cell, Lattice, Matrix, plus
from cpmodels.puzzle import Solution
from cpmodels.values import integer, integers, items

LATTICES: dict[int, Lattice] = {1: LINE, 2: PLANE, 3: CUBIC}
BITS: dict[str, int] = {name: 1 << i for i, name in enumerate(CUBIC.names)}
"""What a blue face in each direction adds to the code of a tile."""


@cache
def bits(dimension: int) -> tuple[int, ...]:
    """The bit of each direction of the lattice of a dimension."""
    return tuple(BITS[name] for name in LATTICES[dimension].names)


@cache
def all_codes(dimension: int) -> tuple[int, ...]:
    """The codes of all tiles, the red one first and the all-blue one last."""
    return tuple(sorted(sum(chosen) for chosen in product(*((0, bit) for bit in bits(dimension)))))


@lru_cache(maxsize=8192)
def blue_faces(code: int, dimension: int) -> tuple[int, ...]:
    """The directions in which a tile is blue."""
    return tuple(d for d, bit in enumerate(bits(dimension)) if code & bit)


@lru_cache(maxsize=8192)
def turned(code: int, matrix: Matrix) -> int:
    """The code of the tile that a symmetry makes of a tile."""
    lattice, values = LATTICES[len(matrix)], bits(len(matrix))
    turn = lattice.turned(matrix)
    return sum(values[turn[d]] for d in blue_faces(code, len(matrix)))


@dataclass(frozen=True)
class TilePlacement(Solution):
    """Tiles in their cells: pairs ``(cell, code)``, kept in the order of the cells."""

    tiles: tuple[tuple[Cell, int], ...]

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

    def shifted(self, offset: Cell) -> TilePlacement:
        """The same tiles, so many cells farther along each axis."""
        return TilePlacement((plus(cell, offset), code) for cell, code in self.tiles)
