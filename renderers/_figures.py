"""Figures, pieces of any shape, as pictures: polygons with dark lines between them, or photos of the real pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO

from cpmodels.base.diagram import Figure
from renderers.palette import mix, named
from renderers.shapes import Bitmap, Box, Circle, Point, Polygon, Shape, Text, sides_of

FILL = 0.84
"""A polygon is drawn so large, and dark lines are left about it."""
COARSE = 24.0
"""Figures on cells narrower than this, in pixels, are drawn without lines."""
TABLE, LINES, CUT, PLACE = "#1d181d", "#4a3d48", "#0b080b", "#2a2329"
PALE, GREY = "#efe9ee", "#a79ba5"

Loop = tuple[Point, ...]


def figure_shapes(figure: Figure, middle: Point, cell: float, *, quiet: bool = False) -> Iterator[Shape]:
    """A figure in the cell with this middle: its dark shape, then its parts, nearer to the ground if it is quiet."""
    if figure.photo is not None:
        left, top, right, bottom = (cell * at for at in figure.box)
        content = _cut_out(figure.photo, outline(_polygons(figure)), figure.box)
        yield Bitmap((middle[0] + left, middle[1] + top), right - left, bottom - top, content, "figure")
        return
    for loop in outline(_polygons(figure)):
        yield Polygon(at(loop, middle, cell), LINES, CUT, 0.022 * cell, "figure")
    for part in figure.parts:
        if part.colour is not None:
            colour = mix(named(part.colour), TABLE, 0.22) if quiet else named(part.colour)
            for polygon in outline(part.polygons) if cell < COARSE else map(shrunk, part.polygons):
                yield Polygon(at(polygon, middle, cell), colour, role="around" if quiet else f"part {part.name}")


def place_shapes(figure: Figure, middle: Point, cell: float) -> Iterator[Shape]:
    """Where a figure may be laid."""
    for loop in outline(_polygons(figure)):
        yield Polygon(at(loop, middle, cell), PLACE, TABLE, 0.03 * cell, "place")


def outlined(figure: Figure, middle: Point, cell: float) -> Iterator[Shape]:
    """The line about a figure, to be seen on any ground."""
    for loop in outline(_polygons(figure)):
        yield Polygon(at(loop, middle, cell), None, CUT, 0.075 * cell, "outline")
        yield Polygon(at(loop, middle, cell), None, PALE, 0.03 * cell, "outline")


def numbered(figure: Figure, label: str, middle: Point, cell: float) -> Iterator[Shape]:
    """A number in the middle of the largest part of a figure."""
    largest = max(figure.parts, key=lambda part: len(part.polygons))
    xs, ys = zip(*(point for polygon in largest.polygons for point in polygon), strict=True)
    (place,) = at([((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)], middle, cell)
    yield Circle(place, 0.17 * cell, PALE, CUT, 0.02 * cell, "hub")
    yield Text(place, label, cell * (0.2 if len(label) < 3 else 0.15), CUT, bold=True, role="number")


@cache
def outline(polygons: tuple[Loop, ...]) -> tuple[Loop, ...]:
    """The closed lines about some polygons: the edges that no other polygon has the other way round."""
    edges = Counter(edge for polygon in polygons for edge in sides_of(polygon))
    rim = sorted((start, end) for (start, end), times in edges.items() for _ in range(times - edges[end, start]))
    loops = []
    while rim:
        start, end = rim.pop(0)
        loop = [start]
        while end != start:
            loop.append(end)
            end = rim.pop(next(i for i, edge in enumerate(rim) if edge[0] == end))[1]
        loops.append(tuple(loop))
    return tuple(loops)


@cache
def shrunk(polygon: Loop) -> Loop:
    """A polygon made smaller towards its middle, so that lines are left about it."""
    x, y = (sum(values) / len(polygon) for values in zip(*polygon, strict=True))
    return tuple((x + (px - x) * FILL, y + (py - y) * FILL) for px, py in polygon)


def at(points: Iterable[Point], middle: Point, cell: float) -> Loop:
    """Points in sizes of a cell, from its middle, as points of the picture."""
    return tuple((middle[0] + cell * x, middle[1] + cell * y) for x, y in points)


def pixels(content: bytes) -> Point:
    """The size of a photo."""
    from PIL import Image  # Pillow takes long to import

    with Image.open(BytesIO(content)) as picture:
        return picture.size


def _polygons(figure: Figure) -> tuple[Loop, ...]:
    return tuple(polygon for part in figure.parts for polygon in part.polygons)


@cache
def _cut_out(content: bytes, loops: Sequence[Loop], box: Box) -> bytes:
    """The photo of a figure with a clear ground, which is made along its outline where there is none."""
    from PIL import Image, ImageDraw  # Pillow takes long to import

    with Image.open(BytesIO(content)) as picture:
        photo = picture.convert("RGBA")
    if any(photo.getchannel("A").histogram()[:128]):
        return content
    left, top, right, bottom = box
    mask = Image.new("L", photo.size)
    wide, high = photo.width / (right - left), photo.height / (bottom - top)
    for loop in loops:
        ImageDraw.Draw(mask).polygon([((x - left) * wide, (y - top) * high) for x, y in loop], fill=255)
    photo.putalpha(mask)
    out = BytesIO()
    photo.save(out, "PNG")
    return out.getvalue()
