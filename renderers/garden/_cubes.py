"""Gardens of cubes as a picture: spaced cubes from red to blue, with a coloured rod for every connection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import copysign, dist, hypot
from typing import NamedTuple

import numpy as np

from cpmodels.base.lattice import CUBIC, Cell, minus
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden.tiles import blue_faces
from renderers.garden._projection import Projection, Vector
from renderers.garden._reaches import Reach, Section, reaches
from renderers.palette import GOLD, INK, LINE, MUTED, PURPLE, SURFACE, TEAL, ink_on, mix
from renderers.shapes import Polygon, Polyline, Shape, Text, below, rectangle

CUBE = 44.0
"""The side of a cube, in pixels."""
LONGEST = 2400.0
"""The longest side of the box, in pixels; cubes shrink to keep within it."""
PITCH = 1.85
"""From one cube to the next, in sides of a cube; any nearer, and cubes would hide the rods behind them."""
ROD = 0.13
"""Half the thickness of a rod, in sides of a cube."""
SHADES = ("#c22f2f", "#e2694f", "#f2a98a", "#ece4e1", "#a6c4e2", "#5b8fcd", "#2454a4")
"""The colour of a cube by its number of blue faces."""
RODS = (("E-W", "E", GOLD), ("N-S", "N", TEAL), ("T-B", "T", PURPLE))
"""By axis: the name of its rods, of its positive end, and their colour."""


class Solid(NamedTuple):
    """A cube or rod: its place to sort by, in pitches, its centre and half sides in cubes, and a cube's code."""

    place: Vector
    centre: Vector
    half: Vector
    colour: str
    role: str
    code: str = ""


def cubes(garden: Garden, codes: Mapping[Cell, int], projection: Projection, part: Section) -> list[Shape]:
    """A part of the box with these cubes, and a legend below."""
    cube = min(CUBE, LONGEST / (PITCH * max(part.sides)))
    floor = _box(part.sides, cube, projection) if garden.box else _floor(garden, part, cube, projection)
    scene = [*floor, *_solids(garden, codes, cube, projection, part.first)]
    return [*scene, *below(scene, list(_legend(projection)))]


def _solids(
    garden: Garden, codes: Mapping[Cell, int], cube: float, projection: Projection, first: Cell
) -> Iterator[Shape]:
    """Cubes and rods from back to front.

    In steps of half a pitch each stands in a slab of its own along every axis, so nearer centres are in front.
    """
    solids = [_cube(minus(at, first), code) for at, code in codes.items()]
    solids += [_rod(garden, reach, first) for reach in reaches(garden, codes)]
    for solid in sorted(solids, key=lambda solid: projection.depth(solid.place)):
        yield from projection.cuboid(solid.centre * cube, solid.half * cube, solid.colour, solid.role)
        if projection.codes and solid.code:
            middle = projection.label(solid.centre * cube, solid.half * cube)
            yield Text(middle, solid.code, 0.34 * cube, ink_on(solid.colour), bold=True, role="code")


def _cube(at: Cell, code: int) -> Solid:
    shade = SHADES[len(blue_faces(code, CUBIC))]
    return Solid(np.array(at, dtype=float), np.array(at) * PITCH, np.full(3, 0.5), shade, "cube", f"{code:02d}")


def _rod(garden: Garden, reach: Reach, first: Cell) -> Solid:
    """The rod in the gap that a blue face looks at; half as long where no blue face looks back within the box."""
    step = np.array(garden.lattice.offsets[reach.direction])
    axis = garden.lattice.axis(reach.direction)
    length = (PITCH - 1) / (1 if reach.kind == "whole" else 2)
    half = np.full(3, ROD)
    half[axis] = length / 2
    start = np.array(minus(reach.cell, first))
    centre = start * PITCH + step * (1 + length) / 2
    role = {"whole": f"rod {RODS[axis][0]}", "rim": f"rim {RODS[axis][0]}", "stub": "stub"}[reach.kind]
    return Solid(start + step / 2, centre, half, RODS[axis][2], role)


def _box(sides: Sequence[int], cube: float, projection: Projection) -> Iterator[Shape]:
    """The floor with its cells and the edges of the box that are not in front."""
    low = np.full(3, -PITCH / 2) * cube
    high = (np.array(sides) - 0.5) * PITCH * cube
    corners = {bits: np.where(bits, high, low) for bits in product((0, 1), repeat=3)}
    floor = [corners[x, y, 0] for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    yield Polygon(tuple(map(projection, floor)), SURFACE, LINE, 1.5, "floor")
    for axis, other in ((0, 1), (1, 0)):
        for k in range(1, sides[axis]):
            start, stop = low.copy(), low.copy()
            start[axis] = stop[axis] = low[axis] + k * PITCH * cube
            stop[other] = high[other]
            yield Polyline((projection(start), projection(stop)), mix(LINE, SURFACE, 0.4), 1.0, "grid")
    nearest = max(corners, key=lambda bits: projection.depth(corners[bits]))
    for one, two in combinations(corners, 2):
        if dist(one, two) == 1 and nearest not in (one, two):
            yield Polyline((projection(corners[one]), projection(corners[two])), LINE, 1.5, "box")


def _floor(garden: Garden, part: Section, cube: float, projection: Projection) -> Iterator[Shape]:
    """The ground over which a region lies, cell by cell."""
    for x, y in dict.fromkeys(minus(cell, part.first)[:2] for cell in garden.cells):
        corners = (np.array([*corner, -0.5]) for corner in rectangle(x - 0.5, y - 0.5, 1.0, 1.0))
        yield Polygon(tuple(projection(corner * PITCH * cube) for corner in corners), SURFACE, LINE, 1.0, "floor")


def _legend(projection: Projection) -> Iterator[Shape]:
    """The axes with the colours of their rods, and the colours of cubes by blue faces, in one row."""
    for axis, (_, end, colour) in enumerate(RODS):
        arrow = np.zeros(3)
        arrow[axis] = 30.0
        tip = projection(arrow)
        far = 1 + 14 / max(1.0, hypot(*tip))
        beyond = (far * tip[0] if end == "T" else tip[0] + copysign(13, tip[0]), far * tip[1])
        yield Polyline(((0.0, 0.0), tip), colour, 5, "axis")
        yield Text(beyond, end, 14, INK, bold=True, role="axis")
    for row, (name, _, colour) in enumerate(RODS):
        y = 22.0 * row - 34
        yield Polyline(((76, y), (98, y)), colour, 8, "legend")
        yield Text((110, y), name, 14, INK, "start", role="legend")
    for blue, shade in enumerate(SHADES):
        x = 176.0 + 26 * blue
        yield Polygon(rectangle(x, -34, 22, 22, 4), shade, mix(shade, INK, 0.45), 1, "legend")
        yield Text((x + 11, 0), str(blue), 13, INK, role="legend")
    yield Text((176 + 13 * len(SHADES) - 2, -46), "blue faces", 13, MUTED, role="legend")
