"""Parallel projections of space onto the page, turned about the vertical axis, and boxes drawn by them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import radians
from numbers import Real
from sys import float_info
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from cpmodels.base.errors import ParameterError
from cpmodels.base.values import shown
from renderers.palette import INK, SURFACE, mix
from renderers.shapes import Point, Polygon

Vector = npt.NDArray[np.float64]
View = Literal["oblique", "isometric", "layers"]

PAGES: dict[str, tuple[tuple[float, float, float], tuple[float, float, float]]] = {
    "oblique": ((1.0, 0.65, 0.0), (0.0, -0.26, -1.0)),
    "isometric": ((0.5**0.5, 0.5**0.5, 0.0), (6**-0.5, -(6**-0.5), -2 * 6**-0.5)),
}
"""What a step to the East, North and Top is on the page: to the right, and downwards.

The oblique step to the North is one of 16, of 72 that were tried, by which none of 378 cubes in six gardens lies wholly
behind others.
"""

TURNS: dict[View, float] = {"oblique": 0.0, "isometric": 36.0, "layers": 0.0}
"""How far each view turns the scene where nothing else is asked for.

Of 378 cubes in six gardens, seen isometrically, 126 lie wholly behind others without a turn, and none at 36 degrees.
"""


@dataclass(frozen=True)
class Projection:
    """A view from the South-East and above; the scene is turned by this many degrees, counter-clockwise from the Top.

    view: ``"oblique"``, ``"isometric"``, or ``"layers"``: a plan of each layer, seen from the Top.
    turn: None for what suits the view.
    codes: whether tiles in space bear their codes, as those on plans always do.
    spin: by how many degrees less it is turned, as in a film that ends with the turn.

    Raises ParameterError for an unknown view, or a turn or spin that is not a number.

    >>> Projection("layers")
    Projection(view='layers', turn=None, codes=False, spin=0.0)
    """

    view: View = "oblique"
    turn: float | None = None
    codes: bool = False
    spin: float = 0.0

    def __post_init__(self) -> None:
        if self.view not in get_args(View):
            raise ParameterError(f"the view must be one of {', '.join(get_args(View))}, not {self.view!r}")
        for name, degrees in (("turn", 0.0 if self.turn is None else self.turn), ("spin", self.spin)):
            is_number = isinstance(degrees, Real) and not isinstance(degrees, bool)
            if not is_number or not abs(degrees) <= float_info.max:
                raise ParameterError(f"the {name} must be a number of degrees, not {shown(degrees)}")

    @property
    def degrees(self) -> float:
        """How far the scene is turned: the view's own turn where none is asked for, less what is left to spin."""
        return (TURNS[self.view] if self.turn is None else self.turn) - self.spin

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
