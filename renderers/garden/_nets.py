"""Cubes as nets: six faces in a cross, with tabs to glue them by.

The faces lie as one sees them who unfolds a cube that stands before him and looks from above: the Top in the middle,
the North above it, the South below it and the Bottom below that, the West to the left and the East to the right.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpmodels.base.lattice import CUBIC, SQUARE
from cpmodels.puzzles.garden.tiles import blue_faces
from renderers._layout import HAIR
from renderers.palette import BLUE, MUTED, PAGE, RED, SURFACE
from renderers.shapes import Point, Polygon, Polyline, Shape, Text, rectangle

SIDE = 20.0
"""The side of a cube, in millimetres."""
TAB, SLANT = 5.0, 3.0
"""How far a tab stands out, and how much shorter it is at each end."""
FACES: dict[str, tuple[int, int]] = {
    "North": (1, 0),
    "West": (0, 1),
    "Top": (1, 1),
    "East": (2, 1),
    "South": (1, 2),
    "Bottom": (1, 3),
}
"""The column and row of each face."""
TABS = (*(("West", side) for side in (0, 2, 3)), *(("East", side) for side in (0, 1, 2)), ("Bottom", 2))
"""The sides of faces, clockwise from the upper one, that have a tab: of two sides to be glued together, one has."""
WIDTH, HEIGHT = 3 * SIDE + 2 * TAB, 4 * SIDE + TAB


def net(code: int) -> Iterator[Shape]:
    """The net of a cube, each face with the first letter of its direction and the Top with the code."""
    blue = {CUBIC.names[direction] for direction in blue_faces(code, CUBIC)}
    for face, side in TABS:
        yield Polygon(_tab(face, side), PAGE, MUTED, HAIR, "tab")
    for face, place in FACES.items():
        left, top = TAB + place[0] * SIDE, place[1] * SIDE
        colour = BLUE if face in blue else RED
        yield Polygon(rectangle(left, top, SIDE, SIDE), colour, SURFACE, HAIR, "blue" if face in blue else "red")
        letter = 3.0 if face == "Top" else 4.5
        at = (left + letter, top + letter) if face == "Top" else (left + SIDE / 2, top + SIDE / 2)
        yield Text(at, face[0], letter, SURFACE, bold=True, role="face")
        if face == "Top":
            yield Text((left + SIDE / 2, top + SIDE / 2), f"{code:02d}", 7.0, SURFACE, bold=True, role="code")
    yield Polyline(_outline(), MUTED, HAIR, "cut")


def _tab(face: str, side: int) -> tuple[Point, ...]:
    """The tab on a side of a face: a trapezium that grows out of it."""
    column, row = FACES[face]
    corners = rectangle(TAB + column * SIDE, row * SIDE, SIDE, SIDE)
    (x, y), (x2, y2) = corners[side], corners[(side + 1) % 4]
    down, right = SQUARE.offsets[side]
    along = ((x2 - x) / SIDE * SLANT, (y2 - y) / SIDE * SLANT)
    out = (right * TAB, down * TAB)
    return (
        (x, y),
        (x + along[0] + out[0], y + along[1] + out[1]),
        (x2 - along[0] + out[0], y2 - along[1] + out[1]),
        (x2, y2),
    )


def _outline() -> tuple[Point, ...]:
    """The line about the cross of faces."""
    steps = ((1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 4), (1, 4), (1, 2), (0, 2), (0, 1), (1, 1), (1, 0))
    return tuple((TAB + column * SIDE, row * SIDE) for column, row in steps)
