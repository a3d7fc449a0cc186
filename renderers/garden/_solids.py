"""Tiles of gardens as solids to print: pegs and holes in the blue faces, the code engraved on the Top.

A blue face to the North, East or Top has a peg, one to the South, West or Bottom a hole; so a peg always
meets a hole, blue faces join, and a red face, which is flat, keeps a peg off.  The code on the Top is
underlined and reads right seen from the South, which tells the Top and the North.  A garden is put together
by joining rows from West to East, rows to layers, and layers to a stack: no tile is ever locked out.

Lengths are millimetres.  Tiles stand on the plate as they hang in the garden; pegs to the North and East want
supports under them.  Squares, and the tiles on a line, are flat cubes without Top and Bottom.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import ceil, sqrt
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from cpmodels.base.errors import MissingExtraError, ParameterError, PuzzleError
from cpmodels.base.values import plural
from cpmodels.puzzles.garden.tiles import LATTICES, blue_faces

if TYPE_CHECKING:
    from manifold3d import Manifold

SIDE = 20.0
"""The side of a tile."""
FLAT = 10.0
"""The height of a square, and of a tile on a line."""
PEG_DIAMETER, PEG_LENGTH = 5.0, 4.0
HOLE_DIAMETER, HOLE_DEPTH = 5.4, 4.5
"""A peg has 0.2 about it and 0.5 before it: enough for a printer, little enough to hold."""
FACETS = 32
"""The sides of the prisms that stand for round pegs and holes."""
ENGRAVED = 0.6
"""The depth of the code."""
GAP = 2.0
"""Between the tip of a peg and the next tile on the plate."""
PITCH = SIDE + PEG_LENGTH + GAP
"""From one tile on the plate to the next."""
STROKE, STEP = 0.8, 2.2
"""The code's strokes are so wide, and run between points of a grid of this step."""
BASELINE = -7.7
"""How far North of the middle of the Top the digits stand; the line under them is nearer to the South."""

Stroke = tuple[float, float, float, float]
"""A rectangle on the Top: the East and North of its middle, its width and its height."""

SEGMENTS = {
    "a": (0.5, 2.0),
    "b": (1.0, 1.5),
    "c": (1.0, 0.5),
    "d": (0.5, 0.0),
    "e": (0.0, 0.5),
    "f": (0.0, 1.5),
    "g": (0.5, 1.0),
}
"""The middles of the seven strokes of digits, in steps; those half a step to the East lie flat."""
DIGITS = ("abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg")

Triangles = npt.NDArray[np.float64]
"""The corners of triangles, counter-clockwise seen from outside, as an array of shape (n, 3, 3)."""


def sides(dimension: int) -> tuple[float, float, float]:
    """How far a tile reaches to the East, North and Top, without pegs."""
    return (SIDE, SIDE, SIDE if dimension == 3 else FLAT)


@cache
def tile(code: int, dimension: int) -> Manifold:
    """A tile as a solid about its middle.  Raises MissingExtraError when manifold3d is not installed."""
    solid = check_manifold()
    faces = [np.array((*LATTICES[dimension].offsets[d], 0, 0)[:3]) for d in blue_faces(code, LATTICES[dimension])]
    half = np.array(sides(dimension)) / 2
    added = [_pin(half * face, face, PEG_DIAMETER, 1.0, PEG_LENGTH) for face in faces if face.sum() > 0]
    removed = [_pin(half * face, face, HOLE_DIAMETER, HOLE_DEPTH, 1.0) for face in faces if face.sum() < 0]
    removed += [
        solid.cube([width, height, 2 * ENGRAVED], center=True).translate([east, north, half[2]])
        for east, north, width, height in strokes(code)
    ]
    body = solid.cube(list(2 * half), center=True)
    for peg in added:
        body += peg
    for hole in removed:
        body -= hole
    return body


def strokes(code: int) -> Iterator[Stroke]:
    """The strokes of a tile's code, which do not touch, and the line under it."""
    long, digits = STEP - STROKE - 0.1, f"{code:02d}"
    advance = 1.6 * STEP
    for place, digit in enumerate(digits):
        left = advance * (place - (len(digits) - 1) / 2) - STEP / 2
        for segment in DIGITS[int(digit)]:
            east, north = SEGMENTS[segment]
            size = (long, STROKE) if east == 0.5 else (STROKE, long)
            yield (left + east * STEP, BASELINE + north * STEP, *size)
    yield (0.0, BASELINE - 1.5 * STROKE, advance + STEP, STROKE)


@dataclass(frozen=True)
class Layout:
    """Tiles in rows on a plate, in the order of their codes, the first in the North-West.

    width, depth, height: how much room they take, pegs included.
    """

    codes: tuple[int, ...]
    columns: int
    dimension: int

    @property
    def width(self) -> float:
        return min(self.columns, len(self.codes)) * PITCH - GAP

    @property
    def depth(self) -> float:
        return ceil(len(self.codes) / self.columns) * PITCH - GAP

    @property
    def height(self) -> float:
        return sides(self.dimension)[2] + (PEG_LENGTH if self.dimension == 3 else 0.0)

    @property
    def told(self) -> str:
        """What is on the plate, in words."""
        names = [f"{code:02d}" for code in self.codes]
        which = ", ".join(names) if len(names) < 5 else f"{names[0]} to {names[-1]}"
        count = plural(len(names), "tile")
        return f"{count}, {which}, on {self.width:.0f} x {self.depth:.0f} mm, {self.height:.0f} mm high"


def layouts(codes: Iterable[int], dimension: int, bed: tuple[float, float] | None = None) -> list[Layout]:
    """The tiles on as few plates as a printer's bed needs, or, without a bed, on one that is about square.

    bed: its width and depth in millimetres.

    Raises PuzzleError when there is no tile, ParameterError when the bed has no room for one.
    """
    ordered = tuple(sorted(codes))
    if not ordered:
        raise PuzzleError("there are no tiles to print")
    if bed is None:
        return [Layout(ordered, ceil(sqrt(len(ordered))), dimension)]
    columns, rows = (int((side + GAP) // PITCH) for side in bed)
    if columns < 1 or rows < 1:
        room, least = f"{bed[0]:g} x {bed[1]:g}", f"{PITCH - GAP:g} x {PITCH - GAP:g}"
        raise ParameterError(f"a bed of {room} mm has no room for a tile, which takes {least} mm")
    each = columns * rows
    plates = [ordered[start : start + each] for start in range(0, len(ordered), each)]
    return [Layout(plate, columns, dimension) for plate in plates]


def plate(layout: Layout) -> Triangles:
    """The tiles of a plate, standing on it at height 0.  Raises MissingExtraError when manifold3d is not installed."""
    height = sides(layout.dimension)[2] / 2
    printed = []
    for place, code in enumerate(layout.codes):
        row, column = divmod(place, layout.columns)
        printed.append(triangles(tile(code, layout.dimension)) + np.array([column * PITCH, -row * PITCH, height]))
    return np.concatenate(printed)


def triangles(solid: Manifold) -> Triangles:
    """The surface of a solid."""
    mesh = solid.to_mesh()
    corners: Triangles = np.asarray(mesh.vert_properties[:, :3], dtype=float)[np.asarray(mesh.tri_verts)]
    return corners


def _pin(
    centre: npt.NDArray[np.float64], outwards: npt.NDArray[np.int_], wide: float, inner: float, outer: float
) -> Manifold:
    """A round pin about the middle of a face, so far into the tile and so far out of it."""
    pin = check_manifold().cylinder(inner + outer, wide / 2, wide / 2, FACETS).translate([0.0, 0.0, -inner])
    east, north, top = (int(step) for step in outwards)
    turn = [0.0, 90.0 * east, 0.0] if east else [-90.0 * north, 0.0, 0.0] if north else [90.0 - 90.0 * top, 0.0, 0.0]
    return pin.rotate(turn).translate(list(centre))


def check_manifold() -> type[Manifold]:
    """The class of solids.  Raises MissingExtraError when manifold3d is not installed."""
    try:
        import manifold3d
    except ImportError as error:
        raise MissingExtraError('writing .stl needs the package manifold3d: pip install "cpmodels[mesh]"') from error
    kind: type[Manifold] = manifold3d.Manifold
    return kind
