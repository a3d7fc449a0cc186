"""Figures made of drawing values about the origin, in sides of a piece: y points to the front, x to the right.

A figure is cut in two at y = 0: the front half lies on one piece, and the back half on the one beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import cos, pi, sin
from typing import NamedTuple

from renderers.shapes import Circle, Point, Polygon, Polyline, Shape, clipped, mapped

Figure = Sequence[Shape]


class Species(NamedTuple):
    """What draws a whole figure in a main colour, and the colour that it has in nature."""

    draw: Callable[[str], Figure]
    colour: str


def oval(middle: Point, across: float, along: float, fill: str, turn: float = 0.0) -> Shape:
    """An ellipse with these half axes, turned counter-clockwise by this many degrees."""
    angle, steps = pi * turn / 180, 40
    points = []
    for step in range(steps):
        x, y = across * cos(2 * pi * step / steps), along * sin(2 * pi * step / steps)
        points.append((middle[0] + x * cos(angle) - y * sin(angle), middle[1] + x * sin(angle) + y * cos(angle)))
    return Polygon(tuple(points), fill, role="art")


def blob(through: str | Sequence[Point], fill: str) -> Shape:
    """A closed smooth curve through these points (a Catmull-Rom spline), filled.

    Points may be written as a text: "0 0.3, 0.1 0, -0.1 0".
    """
    points = _points(through)
    fours = zip((points[-1], *points[:-1]), points, (*points[1:], points[0]), (*points[2:], *points[:2]), strict=True)
    curve = [_between(a, b, c, d, step / 6) for a, b, c, d in fours for step in range(6)]
    return Polygon(tuple(curve), fill, role="art")


def whole(right: str, fill: str) -> Shape:
    """A `blob` with these points on its right side, from the front to the back, and their images on the left."""
    points = _points(right)
    return blob([*points, *((-x, y) for x, y in reversed(points) if x)], fill)


def stroke(through: str | Sequence[Point], colour: str, width: float) -> Shape:
    """A smooth open line through these points, which may be a text as for `blob`."""
    points = _points(through)
    ends = [points[0], *points, points[-1]]
    fours = zip(ends, ends[1:], ends[2:], ends[3:], strict=False)
    curve = [_between(a, b, c, d, step / 5) for a, b, c, d in fours for step in range(5)]
    return Polyline((*curve, points[-1]), colour, width, "art")


def _points(through: str | Sequence[Point]) -> Sequence[Point]:
    if not isinstance(through, str):
        return through
    pairs = (pair.split() for pair in through.split(","))
    return [(float(x), float(y)) for x, y in pairs]


def dot(middle: Point, radius: float, fill: str) -> Shape:
    """A round spot that lies in one half of the figure."""
    return Circle(middle, radius, fill, role="art")


def dots(spots: str, fill: str) -> list[Shape]:
    """Round spots in one colour, each written as the place of its middle and its radius: "0.1 0.05 0.02, ..."."""
    found = (map(float, spot.split()) for spot in spots.split(","))
    return [dot((x, y), radius, fill) for x, y, radius in found]


def both(*shapes: Shape) -> list[Shape]:
    """Shapes and their images on the other side of the axis, pair by pair."""
    return [shape for one in shapes for shape in (one, mapped(one, lambda point: (-point[0], point[1])))]


def half(figure: Figure, *, front: bool) -> list[Shape]:
    """One half of a figure, cut at y = 0.  Round spots belong to the half in which their middles are."""
    box = (-1.0, 0.0, 1.0, 1.0) if front else (-1.0, -1.0, 1.0, 0.0)
    cut: list[Shape] = []
    for shape in figure:
        if isinstance(shape, Polygon) and len(points := clipped(shape.points, box)) > 2:
            cut.append(replace(shape, points=points))
        elif isinstance(shape, Circle) and (shape.centre[1] >= 0) == front:
            cut.append(shape)
        elif isinstance(shape, Polyline):
            kept = tuple(point for point in shape.points if (point[1] >= 0) == front)
            cut += [replace(shape, points=kept)] if len(kept) > 1 else []
    return cut


def placed(figure: Figure, origin: Point, ahead: Point, side: float) -> list[Shape]:
    """A figure with its origin here and its front in this direction, a unit vector, on pieces of this size."""

    def at(point: Point) -> Point:
        x, y = point
        return origin[0] + side * (y * ahead[0] - x * ahead[1]), origin[1] + side * (y * ahead[1] + x * ahead[0])

    return [mapped(shape, at, side) for shape in figure]


def _between(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    """The point at t, from 0 to 1, on the way from b to c, of a curve through a, b, c and d."""
    x, y = (
        0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t**3)
        for p, q, r, s in zip(a, b, c, d, strict=True)
    )
    return (x, y)


def leaning(shapes: Iterable[Shape], about: Point, degrees: float) -> list[Shape]:
    """Shapes turned a little about a point; type is moved, but stays upright."""
    across, down = cos(pi * degrees / 180), sin(pi * degrees / 180)

    def at(point: Point) -> Point:
        x, y = point[0] - about[0], point[1] - about[1]
        return (about[0] + x * across - y * down, about[1] + x * down + y * across)

    return [mapped(shape, at) for shape in shapes]
