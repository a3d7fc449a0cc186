"""Parallel projections of space onto the page, turned about the vertical axis, and boxes drawn by them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import radians

import numpy as np
import numpy.typing as npt

from renderers.garden._perspective import Perspective
from renderers.palette import INK, SURFACE, mix
from renderers.shapes import Point, Polygon

Vector = npt.NDArray[np.float64]

PAGES: dict[str, tuple[tuple[float, float, float], tuple[float, float, float]]] = {
    "oblique": ((1.0, 0.65, 0.0), (0.0, -0.26, -1.0)),
    "isometric": ((0.5**0.5, 0.5**0.5, 0.0), (6**-0.5, -(6**-0.5), -2 * 6**-0.5)),
}
"""What a step to the East, North and Top is on the page: to the right, and downwards.

The oblique step to the North is one of 16, of 72 that were tried, by which none of 378 cubes in six gardens lies wholly
behind others.
"""


@dataclass(frozen=True)
class Projection(Perspective):
    """What a perspective does to points of space."""

    @cached_property
    def page(self) -> Vector:
        """The matrix that takes a point of space to the page."""
        angle = radians(self.degrees % 360)
        cos, sin = np.cos(angle), np.sin(angle)
        turned = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
        page: Vector = np.array(PAGES[self.view]) @ turned
        return page

    @cached_property
    def viewer(self) -> Vector:
        """The direction from the scene to the eye."""
        across, down = self.page
        towards = np.cross(down, across)
        return towards if towards[2] > 0 else -towards

    def __call__(self, point: Vector) -> Point:
        """Where a point of space lies on the page."""
        x, y = self.page @ point
        return (float(x), float(y))

    def depth(self, point: Vector) -> float:
        """How near a point is to the eye, to sort by: what is less is behind."""
        return float(self.viewer @ point)

    def label(self, centre: Vector, half: Vector) -> Point:
        """Where to write on the upright side of a box that is seen best: high, as rods come out of its middle."""
        axis = int(np.argmax(np.abs(self.viewer[:2])))
        middle = centre + half * [0.0, 0.0, 0.6]
        middle[axis] += np.sign(self.viewer[axis]) * half[axis]
        return self(middle)

    def cuboid(self, centre: Vector, half: Vector, colour: str, role: str) -> Iterator[Polygon]:
        """The faces of a box that are seen, with half sides `half`: light on top, darker the more they look right."""
        for axis, sign in product(range(3), (-1, 1)):
            if sign * self.viewer[axis] <= 1e-9:
                continue
            normal = np.zeros(3)
            normal[axis] = sign
            corners = tuple(self(centre + half * offset) for offset in face_corners(axis, sign))
            yield Polygon(corners, self._lit(colour, normal), mix(colour, INK, 0.45), 1.0, role)

    def _lit(self, colour: str, normal: Vector) -> str:
        if normal[2] > 0:
            return mix(colour, SURFACE, 0.28)
        right, _ = self.page @ normal
        return mix(colour, INK, 0.06 + 0.15 * (1 + float(np.clip(right, -1, 1))))


def face_corners(axis: int, sign: int) -> Iterator[Vector]:
    """The corners of a face of the cube from -1 to 1, in order round it."""
    for first, second in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        corner = np.empty(3)
        corner[[axis, (axis + 1) % 3, (axis + 2) % 3]] = sign, first, second
        yield corner
