"""The few drawing values that pictures are made of; lengths in pixels, x to the right, y downwards.

Every value has a `role`, the name of what it shows ("wall", "path", "facelet", ...), which SVG keeps as its class.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import accumulate, chain, pairwise
from math import cos, dist, pi, sin
from typing import Literal
from unicodedata import category, east_asian_width

__all__ = [
    "Bitmap",
    "Box",
    "Circle",
    "Point",
    "Polygon",
    "Polyline",
    "Shape",
    "Text",
    "arc",
    "below",
    "bounds",
    "clipped",
    "dashes",
    "fitted",
    "mapped",
    "moved",
    "plain",
    "rectangle",
    "shortened",
    "sides_of",
    "type_width",
]

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

CAPITAL = 0.7
"""The height of capitals and digits, in sizes of the type."""
ADVANCE, CAPITALS, WIDE = 0.58, 0.75, 1.0
"""The mean widths, in sizes of the type, of a character, of a capital, and of a sign, a fraction or an ideograph."""
BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""How much of a line of type stands to the left of where it is anchored."""


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed figure, filled, outlined or both.

    >>> Polygon(((0, 0), (4, 0), (0, 4)), "black").svg()
    '<polygon points="0,0 4,0 0,4" fill="black"/>'
    """

    points: tuple[Point, ...]
    fill: str | None
    stroke: str | None = None
    width: float = 0.0
    role: str = ""

    def extent(self) -> tuple[Point, ...]:
        """Points whose bounding box holds the shape, except for its stroke."""
        return self.points

    def svg(self) -> str:
        """The shape as an SVG element."""
        return (
            f'<polygon points="{_path(self.points)}" {_paint(self.fill, self.stroke, self.width)}{_class(self.role)}/>'
        )


@dataclass(frozen=True, slots=True)
class Polyline:
    """An open line with round joints and round or flat ends, if need be in dashes as long as the gaps between them.

    >>> Polyline(((0, 0), (4, 0)), "black", 1).extent()
    ((0, 0), (4, 0))
    """

    points: tuple[Point, ...]
    stroke: str
    width: float
    role: str = ""
    dash: float = 0.0
    flat: bool = False

    def extent(self) -> tuple[Point, ...]:
        """Points whose bounding box holds the shape, except for its width."""
        return self.points

    def svg(self) -> str:
        """The shape as an SVG element."""
        return (
            f'<polyline points="{_path(self.points)}" {_paint(None, self.stroke, self.width)}'
            f"{_ends(self.dash, flat=self.flat)}{_class(self.role)}/>"
        )


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc, a ring or both.

    >>> Circle((5, 5), 4, "black", role="disc").svg()
    '<circle cx="5" cy="5" r="4" fill="black" class="disc"/>'
    """

    centre: Point
    radius: float
    fill: str | None
    stroke: str | None = None
    width: float = 0.0
    role: str = ""

    def extent(self) -> tuple[Point, ...]:
        """The corners of the square about the circle."""
        (x, y), r = self.centre, self.radius
        return ((x - r, y - r), (x + r, y + r))

    def svg(self) -> str:
        """The shape as an SVG element."""
        x, y = map(_number, self.centre)
        paint = _paint(self.fill, self.stroke, self.width)
        return f'<circle cx="{x}" cy="{y}" r="{_number(self.radius)}" {paint}{_class(self.role)}/>'


@dataclass(frozen=True, slots=True)
class Text:
    """A line of type, centred on `centre` in height and, unless it is anchored at its start or end, in width.

    >>> Text((5, 5), "7", 10, "black").baseline
    (5, 8.5)
    """

    centre: Point
    content: str
    size: float
    fill: str
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False
    role: str = ""

    @property
    def baseline(self) -> Point:
        """The point on the baseline from which the type is set, by its anchor."""
        return (self.centre[0], self.centre[1] + CAPITAL * self.size / 2)

    def extent(self) -> tuple[Point, ...]:
        """The corners of a box that the type about fills."""
        width, (x, y) = self.size * type_width(self.content), self.centre
        left = x - width * BEFORE[self.anchor]
        return ((left, y - self.size / 2), (left + width, y + self.size / 2))

    def svg(self) -> str:
        """The shape as an SVG element."""
        x, y = map(_number, self.baseline)
        weight = ' font-weight="600"' if self.bold else ""
        return (
            f'<text x="{x}" y="{y}" font-size="{_number(self.size)}" text-anchor="{self.anchor}" '
            f'fill="{self.fill}"{weight}{_class(self.role)}>{plain(self.content)}</text>'
        )


@dataclass(frozen=True, slots=True)
class Bitmap:
    """A picture made of pixels, PNG data, with this upper left corner and size.

    >>> Bitmap((0, 0), 2, 2, b"").extent()
    ((0, 0), (2, 2))
    """

    corner: Point
    width: float
    height: float
    content: bytes
    role: str = ""

    def extent(self) -> tuple[Point, ...]:
        """Two opposite corners."""
        x, y = self.corner
        return (self.corner, (x + self.width, y + self.height))

    def svg(self) -> str:
        """The shape as an SVG element."""
        x, y, width, height = map(_number, (*self.corner, self.width, self.height))
        data = b64encode(self.content).decode()
        return (
            f'<image x="{x}" y="{y}" width="{width}" height="{height}" preserveAspectRatio="none"'
            f'{_class(self.role)} href="data:image/png;base64,{data}"/>'
        )


Shape = Polygon | Polyline | Circle | Text | Bitmap


def bounds(shapes: Iterable[Shape]) -> Box:
    """The box that holds all shapes; a point at the origin when there is none."""
    if not (points := [point for shape in shapes for point in shape.extent()]):
        return (0.0, 0.0, 0.0, 0.0)
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def moved(shape: Shape, dx: float, dy: float, scale: float = 1.0) -> Shape:
    """A shape made larger by `scale`, then moved."""
    return mapped(shape, lambda point: (scale * point[0] + dx, scale * point[1] + dy), scale)


def mapped(shape: Shape, at: Callable[[Point], Point], scale: float = 1.0) -> Shape:
    """A shape whose points are moved; widths, radii and type become larger by `scale`, and type stays upright."""
    match shape:
        case Polygon():
            return replace(shape, points=tuple(map(at, shape.points)), width=scale * shape.width)
        case Polyline():
            points = tuple(map(at, shape.points))
            return replace(shape, points=points, width=scale * shape.width, dash=scale * shape.dash)
        case Circle():
            return replace(shape, centre=at(shape.centre), radius=scale * shape.radius, width=scale * shape.width)
        case Text():
            return replace(shape, centre=at(shape.centre), size=scale * shape.size)
        case Bitmap():
            return replace(shape, corner=at(shape.corner), width=scale * shape.width, height=scale * shape.height)


def clipped(points: Sequence[Point], box: Box) -> tuple[Point, ...]:
    """The part of a figure that lies in a box, by Sutherland and Hodgman.

    >>> clipped([(0, 0), (4, 0), (0, 4)], (0, 0, 2, 4))
    ((0, 0), (2, 0.0), (2, 2.0), (0, 4))
    """
    left = list(points)
    for axis, limit, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        kept: list[Point] = []
        for a, b in zip(left, left[1:] + left[:1], strict=True):
            inside = sign * (a[axis] - limit), sign * (b[axis] - limit)
            if inside[0] >= 0:
                kept.append(a)
            if inside[0] * inside[1] < 0:
                other = 1 - axis
                across = a[other] + inside[0] / (inside[0] - inside[1]) * (b[other] - a[other])
                kept.append((limit, across) if axis == 0 else (across, limit))
        left = kept
    return tuple(left)


def fitted(shapes: Sequence[Shape], box: Box) -> list[Shape]:
    """The shapes made as large as the box allows, in its middle."""
    (x0, y0, x1, y1), (left, top, right, bottom) = bounds(shapes), box
    scale = min((right - left) / max(x1 - x0, 1.0), (bottom - top) / max(y1 - y0, 1.0))
    dx, dy = (left + right - scale * (x0 + x1)) / 2, (top + bottom - scale * (y0 + y1)) / 2
    return [moved(shape, dx, dy, scale) for shape in shapes]


def below(above: Sequence[Shape], shapes: Sequence[Shape], gap: float = 26.0) -> list[Shape]:
    """The shapes moved below others, in the middle of their width; as they are where there are none."""
    if not above:
        return list(shapes)
    (left, _, right, bottom), (start, top, stop, _) = bounds(above), bounds(shapes)
    return [moved(shape, (left + right - start - stop) / 2, bottom + gap - top) for shape in shapes]


def type_width(content: str) -> float:
    r"""About how wide a text is, in sizes of the type: a bit too wide rather than too narrow.

    >>> type_width("é"), type_width("½→"), type_width("e\N{COMBINING ACUTE ACCENT}")
    (0.58, 2.0, 0.58)
    """
    return sum(_advance(character) for character in content)


def shortened(line: str, size: float, width: float) -> str:
    """The line, or as much of it as fits into a width in type of this size.

    >>> shortened("a name of many letters", 10, 80)
    'a name of ...'
    """
    if size * type_width(line) <= width:
        return line
    room = width / size - type_width("...")
    fits = sum(1 for wide in accumulate(map(type_width, line)) if wide <= room)
    return f"{line[:fits]}..."


def _advance(character: str) -> float:
    sort = category(character)
    if sort[0] == "M":
        return 0.0
    is_wide = character in "MWmw%@" if character.isascii() else (sort[0] == "S" or sort in ("No", "Pd"))
    if is_wide or east_asian_width(character) in "WF":
        return WIDE
    return CAPITALS if sort == "Lu" else ADVANCE


def sides_of(corners: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The sides of a figure, each from corner to corner, the last one back to the first."""
    return zip(corners, (*corners[1:], corners[0]), strict=True)


def rectangle(left: float, top: float, width: float, height: float, radius: float = 0.0) -> tuple[Point, ...]:
    """The points of a rectangle, its corners rounded by `radius`."""
    if not radius:
        return ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    centres = rectangle(left + radius, top + radius, width - 2 * radius, height - 2 * radius)
    return tuple(chain.from_iterable(arc(at, radius, corner + 2, corner + 3) for corner, at in enumerate(centres)))


def arc(centre: Point, radius: float, start: float, stop: float, steps: int = 6) -> tuple[Point, ...]:
    """Points of an arc from `start` to `stop`, in quarter turns clockwise from the right."""
    angles = (pi / 2 * (start + (stop - start) * step / steps) for step in range(steps + 1))
    return tuple((centre[0] + radius * cos(angle), centre[1] + radius * sin(angle)) for angle in angles)


def plain(content: str) -> str:
    """The content as XML text, blanks in the place of characters that cannot be shown."""
    return escape("".join(c if c.isprintable() else " " for c in content), quote=False)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _path(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _paint(fill: str | None, stroke: str | None, width: float) -> str:
    line = f' stroke="{stroke}" stroke-width="{_number(width)}" stroke-linejoin="round"' if stroke else ""
    return f'fill="{fill or "none"}"{line}'


def _ends(dash: float, *, flat: bool) -> str:
    dashed = f' stroke-dasharray="{_number(dash)}"' if dash else ""
    return dashed if dash or flat else ' stroke-linecap="round"'


def cross(one: Point, other: Point, reach: float, stroke: str, width: float, role: str) -> Iterator[Polyline]:
    """A cross half-way between two points."""
    (x, y), (x2, y2) = one, other
    x, y = (x + x2) / 2, (y + y2) / 2
    for up in (reach, -reach):
        yield Polyline(((x - reach, y - up), (x + reach, y + up)), stroke, width, role)


def dashes(points: Sequence[Point], dash: float) -> list[tuple[Point, ...]]:
    """The dashes of a line.

    >>> dashes([(0, 0), (5, 0)], 2)
    [((0, 0), (2.0, 0.0)), ((4.0, 0.0), (5, 0))]
    """
    found: list[tuple[Point, ...]] = []
    part, left, drawn = [points[0]], dash, True
    for (x, y), end in pairwise(points):
        length, at = dist((x, y), end), 0.0
        while length - at > left:
            at, left = at + left, dash
            corner = (x + at / length * (end[0] - x), y + at / length * (end[1] - y))
            if drawn:
                found.append((*part, corner))
            part, drawn = [corner], not drawn
        left -= length - at
        part.append(end)
    return [*found, tuple(part)] if drawn else found


def _class(role: str) -> str:
    return f' class="{escape(role)}"' if role else ""
