"""The tiles of a garden as a chart: a row for each number of blue faces, with the codes.

A cube shows its Top, South and East; the faces behind it are drawn apart, each beside the place where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import numpy as np

from cpmodels.base.lattice import CUBIC, TRIANGULAR, Lattice
from cpmodels.puzzles.garden.tiles import blue_faces
from renderers.garden import _flat, _plans
from renderers.garden._projection import Projection, face_corners
from renderers.garden._tilings import tiling
from renderers.palette import BLUE, INK, MUTED, QUIET, RED, SURFACE, mix
from renderers.shapes import Point, Polygon, Polyline, Shape, Text, bounds, moved

FLAT = 0.75 * _flat.CELL
"""The room of a square, to the next one."""
CUBE = 36.0
"""The side of a cube, in pixels."""
APART = 0.7
"""How far behind its place a hidden face is drawn, in sides of a cube."""
PITCH = 3.0 * CUBE
"""The room of a cube with its hidden faces, to the next one."""
SHADING = {"South": 0.12, "East": 0.28}
"""How much darker the sides are drawn, so that the cube stands out."""
COLUMNS, MANY = 10, 64
"""So many tiles stand in a row, and twice as many where there are more than `MANY` tiles."""
LABEL = 86.0
"""The room for the number of blue faces, to the left of a row."""
UNTURNED = Projection("isometric", 0.0)


def chart(codes: Iterable[int], lattice: Lattice) -> Iterator[Shape]:
    """The tiles from the upper left corner at the origin downwards, by rising numbers of blue faces."""
    pitch = PITCH if lattice == CUBIC else FLAT * (1.4 if lattice == TRIANGULAR else 1.0)

    def blue_count(code: int) -> int:
        return len(blue_faces(code, lattice))

    codes, top = list(codes), 0.0
    columns = COLUMNS if len(codes) <= MANY else 2 * COLUMNS
    for blue, group in groupby(sorted(codes, key=lambda code: (blue_count(code), code)), key=blue_count):
        alike = list(group)
        yield from _label(blue, top + pitch / 2)
        for index, code in enumerate(alike):
            row, column = divmod(index, columns)
            middle = (LABEL + (column + 0.5) * pitch, top + (row + 0.5) * pitch)
            drawn = list(tile(code, lattice, FLAT))
            _, above, _, below = bounds([shape for shape in drawn if shape.role == "tile"])
            yield from (moved(shape, middle[0], middle[1] - (above + below) / 2) for shape in drawn)
        top += -(-len(alike) // columns) * pitch
    if lattice == CUBIC:
        yield from (moved(shape, LABEL + PITCH / 2, top + PITCH / 2 + 12) for shape in _key())


def tile(code: int, lattice: Lattice, size: float, rounding: float = _flat.ROUNDING) -> Iterator[Shape]:
    """A tile about the origin."""
    if lattice == CUBIC:
        yield from cube(code)
    elif lattice.dimension < 3:
        yield from _flat.tile(code, tiling(lattice), (0.0, 0.0), size, rounding)
    else:
        yield from _plans.tile(code, lattice, (0.0, 0.0), size, rounding)


def _label(blue: int, middle: float) -> Iterator[Text]:
    yield Text((0.0, middle - 9), str(blue), 22, INK, "start", bold=True, role="blue-faces")
    yield Text((0.0, middle + 12), f"blue face{'' if blue == 1 else 's'}", 12, MUTED, "start", role="blue-faces")


def cube(code: int) -> Iterator[Shape]:
    """A cube about the origin with all its six faces, and its code on the Top."""
    yield from _faces([BLUE if direction in blue_faces(code, CUBIC) else RED for direction in range(6)])
    yield Text(UNTURNED(np.array([0.0, 0.0, 0.5]) * CUBE), f"{code:02d}", 0.42 * CUBE, SURFACE, bold=True, role="code")


def _faces(colours: list[str]) -> Iterator[Shape]:
    for name, points in _places().items():
        colour = mix(colours[CUBIC.index(name)], INK, SHADING.get(name, 0.0))
        yield Polygon(points, colour, SURFACE, 1.2, f"face {name}")


def _places() -> dict[str, tuple[Point, ...]]:
    """Where each face of a cube is drawn, those behind it first."""
    places = {}
    faces = zip(CUBIC.names, np.array(CUBIC.offsets, dtype=float), strict=True)
    for name, outwards in sorted(faces, key=lambda face: UNTURNED.depth(face[1])):
        is_hidden = UNTURNED.depth(outwards) < 0
        away = outwards * APART if is_hidden else np.zeros(3)
        axis, sign = int(np.flatnonzero(outwards)[0]), int(outwards.sum())
        corners = tuple(UNTURNED((corner / 2 + away) * CUBE) for corner in face_corners(axis, sign))
        places[name] = corners
    return places


def _key() -> Iterator[Shape]:
    """A cube with a letter on each face, and what is drawn beside it."""
    yield from _faces([QUIET] * 6)
    for name, corners in _places().items():
        middle = (sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
        yield Text(middle, name[0], 0.42 * CUBE, INK, bold=True, role="key")
    left = 0.62 * PITCH
    for line, words in enumerate(("North, West and Bottom, which", "the cube hides, are drawn beside it.")):
        yield Text((left, 22.0 * line - 11), words, 14, MUTED, "start", role="key")
    yield Polyline(((left - 8, -24), (left - 8, 24)), mix(QUIET, SURFACE, 0.4), 1.5, "key")
