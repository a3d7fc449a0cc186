"""The Zigzaw as a picture: frogs with the lines of Rubik's Cubes, on a dark table.

A frog is measured in divisions, six to the width and six to the height of its hexagon; it is nine wide
and seven high.  Its parts are made of facelets, rhombs with one division to a side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from math import ceil, sqrt

from cpmodels.lattice import Cell
from cpmodels.puzzles.zigzaw import PARTS, Frog, Mosaic, Photos, Zigzaw, corners
from cpmodels.puzzles.zigzaw_geometry import HEXAGON_HEIGHT, HIGH, frame, frog_corner, rim
from renderers._art import check_art
from renderers.palette import mix, named
from renderers.picture import Picture, framed, unit
from renderers.shapes import Box, Circle, Point, Polygon, Shape, Text, clipped, rectangle
from renderers.zigzaw._photos import photo_shapes, photo_width

HEXAGON = 108.0
"""The width of a hexagon on the board, in pixels."""
FILL = 0.84
"""A facelet is drawn so large, and dark lines are left about it."""
COARSE = 24.0
"""Hexagons narrower than this, in pixels, are drawn without lines."""
TABLE, LINES, CUT, PLACE = "#1d181d", "#4a3d48", "#0b080b", "#2a2329"
UNKNOWN = "#3a3038"
"""What is drawn for a body in the frame whose colour nobody told."""
PALE, GREY = "#efe9ee", "#a79ba5"
DARK = {"background": TABLE, "ink": PALE, "quiet": GREY}

Facelet = tuple[Point, ...]


def _rhomb(x: float, y: float, *steps: Point) -> Facelet:
    return ((x, y), *((x + dx, y + dy) for dx, dy in steps))


def _mirrored(facelets: Iterable[Facelet]) -> tuple[Facelet, ...]:
    return tuple(tuple((x, HIGH - y) for x, y in reversed(facelet)) for facelet in facelets)


def _facelets() -> dict[str, tuple[Facelet, ...]]:
    """The facelets of each part in divisions from the upper left of the frog, each clockwise."""
    flat = ((1, -0.5), (2, 0), (1, 0.5))
    rising, falling = ((1, -0.5), (1, 0.5), (0, 1)), ((1, 0.5), (1, 1.5), (0, 1))
    side = [_rhomb(3 + k, 2.5 - 0.5 * k, *rising) for k in range(3)]
    left = {
        "left_arm": [_rhomb(6 + k, 0.5 * k, *falling) for k in range(2)],
        "left_side": [*side, _rhomb(5, 0.5, *rising)],
        "left_leg": [_rhomb(k, 1 + 0.5 * k, *falling) for k in range(3)],
    }
    body = tuple(_rhomb(3 + i + j, 3.5 + (j - i) * 0.5, *flat) for i in range(3) for j in range(3))
    right = {part.replace("left", "right"): _mirrored(facelets) for part, facelets in left.items()}
    return {"body": body, **{part: tuple(facelets) for part, facelets in left.items()}, **right}


FACELETS = _facelets()


ARTS = ("drawn", "numbered")
"""How solutions are drawn: without pictures of the real pieces, or with the numbers and outlines of the frogs."""


def draw_zigzaw(puzzle: Zigzaw, mosaic: Mosaic | None) -> Picture:
    """The border and the frogs, in their places or beside the board in a tray with their numbers."""
    check_art(puzzle, ARTS)
    if mosaic:
        return draw_laid(puzzle, dict(mosaic))
    width = _within(puzzle, unit(2 * (puzzle.cols + 3), 0.6 * HEXAGON))
    return framed([*_board(puzzle, {}, width), *_tray(puzzle, width)], title=puzzle.name, **DARK)


def draw_laid(puzzle: Zigzaw, laid: Mapping[Cell, int]) -> Picture:
    """The border, and some of the frogs in their places, or all; of the real pieces where there are pictures."""
    width = hexagon_width(puzzle)
    numbers = list(_numbers(laid, width)) if puzzle.art == "numbered" else []
    box = frame_box(puzzle, width)
    if (photos := photos_of(puzzle)) is not None:
        placed = ((cell_corner(cell, width), index) for cell, index in laid.items())
        shapes = [*photo_shapes(photos, placed, width, box, outline(("body", *PARTS))), *numbers]
        if photos.border is None:
            return framed(shapes, title=puzzle.name, **DARK)
        left, top, right, bottom = box
        return Picture(right - left, bottom - top, TABLE, tuple(shapes), left, top, puzzle.name or "")
    return framed([*_board(puzzle, laid, width), *numbers], title=puzzle.name, **DARK)


def photos_of(puzzle: Zigzaw) -> Photos | None:
    """The pictures of the real pieces, where there are any and they are wanted."""
    return None if puzzle.art == "drawn" else puzzle.photos


def frame_box(puzzle: Zigzaw, width: float) -> Box:
    """The frame of the board, for hexagons of this width."""
    left, top = (
        of_cell - of_frame * width
        for of_cell, of_frame in zip(cell_corner((0, 0), width), frog_corner((0, 0)), strict=True)
    )
    across, down = frame(puzzle.rows, puzzle.cols)
    return (left, top, left + across * width, top + down * width)


def _numbers(laid: Mapping[Cell, int], width: float) -> Iterator[Shape]:
    """The outlines of the frogs that are laid, and their numbers on their bodies."""
    whole = ("body", *PARTS)
    for cell in laid:
        for loop in outline(whole):
            points = _placed(loop, cell_corner(cell, width), width)
            yield Polygon(points, None, CUT, 0.075 * width, "outline")
            yield Polygon(points, None, PALE, 0.03 * width, "outline")
    for cell, index in laid.items():
        middle = _placed(((6.0, HIGH / 2),), cell_corner(cell, width), width)[0]
        label = str(index + 1)
        yield Circle(middle, 0.17 * width, PALE, CUT, 0.02 * width, "hub")
        yield Text(middle, label, width * (0.2 if len(label) < 3 else 0.15), CUT, bold=True, role="number")


def hexagon_width(puzzle: Zigzaw) -> float:
    """The width of a hexagon where the board stands alone."""
    if (photos := photos_of(puzzle)) is not None:
        return photo_width(photos, puzzle.cols)
    return _within(puzzle, unit(puzzle.cols + 2.5, HEXAGON))


def _within(puzzle: Zigzaw, width: float) -> float:
    """The width of a hexagon, or less of it where the board grows too high."""
    return min(width, unit((puzzle.rows + 2) * 0.75 * HEXAGON_HEIGHT, HEXAGON))


def _board(puzzle: Zigzaw, laid: Mapping[Cell, int], width: float) -> Iterator[Shape]:
    for cell in puzzle.centres:
        if cell not in laid:
            yield from place_shapes(cell_corner(cell, width), width)
    yield from _around(puzzle, laid, width)
    for cell, index in laid.items():
        yield from frog_shapes(puzzle.pieces[index], cell_corner(cell, width), width)


def _around(puzzle: Zigzaw, laid: Mapping[Cell, int], width: float) -> Iterator[Polygon]:
    """The frogs of the border; when they go all around, within their frame, as the real one is cut."""
    known: dict[Cell, Frog] = {(row, col): frog for row, col, frog in puzzle.border}
    if not known or not all(cell in known for cell in rim(puzzle.rows, puzzle.cols)):
        for cell, frog in known.items():
            yield from frog_shapes(frog, cell_corner(cell, width), width, border=True)
        return
    box = frame_box(puzzle, width)
    yield Polygon(rectangle(box[0], box[1], box[2] - box[0], box[3] - box[1]), TABLE, role="frame")
    for cell, frog in _completed(puzzle, known, laid).items():
        for shape in frog_shapes(frog, cell_corner(cell, width), width, border=True):
            if len(points := clipped(shape.points, box)) > 2:
                yield replace(shape, points=points)
    yield Polygon(rectangle(box[0], box[1], box[2] - box[0], box[3] - box[1]), None, LINES, 0.06 * width, "frame")


def _completed(puzzle: Zigzaw, known: Mapping[Cell, Frog], laid: Mapping[Cell, int]) -> dict[Cell, Frog]:
    """The frogs in the frame, with the colours that frogs which share a corner with them have there."""
    frogs = {**known, **{cell: puzzle.pieces[index] for cell, index in laid.items()}}
    colours = {
        corner: colour
        for cell, frog in frogs.items()
        for corner, colour in zip(corners(*cell), frog.outer, strict=True)
        if colour is not None
    }
    cells = product(range(-1, puzzle.rows + 1), range(-2, puzzle.cols + 2))
    around = {cell: known.get(cell, Frog()) for cell in cells if cell not in puzzle.centres}
    return {
        cell: replace(
            frog,
            body=frog.body or UNKNOWN,
            **{part: colours.get(corner) for part, corner in zip(PARTS, corners(*cell), strict=True)},
        )
        for cell, frog in around.items()
    }


def cell_corner(cell: Cell, width: float) -> Point:
    """The upper left corner of the frog in a cell, for hexagons of this width."""
    row, col = cell
    return ((col + 0.5 * (row % 2)) * width, row * 0.75 * HEXAGON_HEIGHT * width)


def frog_shapes(frog: Frog, corner: Point, width: float, *, border: bool = False) -> Iterator[Polygon]:
    """The known parts of a frog: its dark shape, then its facelets, nearer to the table for the border.

    The shape is whole when just the colour of the body is not known.
    """
    colours = {part: colour for part in ("body", *PARTS) if (colour := getattr(frog, part)) is not None}
    for loop in outline(tuple(colours) if None in frog.outer else ("body", *PARTS)):
        yield Polygon(_placed(loop, corner, width), LINES, CUT, 0.022 * width, "frog")
    for part, word in colours.items():
        colour = mix(named(word), TABLE, 0.22) if border else named(word)
        for facelet in _drawn(part, coarse=width < COARSE):
            yield Polygon(_placed(facelet, corner, width), colour, role="border" if border else part)


@cache
def outline(parts: tuple[str, ...]) -> tuple[Facelet, ...]:
    """The closed lines about these parts of a frog, in divisions: edges that only one facelet has."""
    edges = {edge for part in parts for facelet in FACELETS[part] for edge in _edges(facelet)}
    rim = sorted(edge for edge in edges if edge[::-1] not in edges)
    loops = []
    while rim:
        start, at = rim.pop(0)
        loop = [start]
        while at != start:
            loop.append(at)
            at = rim.pop(next(i for i, edge in enumerate(rim) if edge[0] == at))[1]
        loops.append(tuple(loop))
    return tuple(loops)


def _edges(facelet: Facelet) -> Iterator[tuple[Point, Point]]:
    return zip(facelet, (*facelet[1:], facelet[0]), strict=True)


@cache
def _drawn(part: str, *, coarse: bool) -> tuple[Facelet, ...]:
    """The facelets of a part, each shrunk towards its centre; or the whole part as one figure."""
    return outline((part,)) if coarse else tuple(map(_shrunk, FACELETS[part]))


def _shrunk(facelet: Facelet) -> Facelet:
    x, y = sum(x for x, _ in facelet) / 4, sum(y for _, y in facelet) / 4
    return tuple((x + (px - x) * FILL, y + (py - y) * FILL) for px, py in facelet)


def _placed(points: Facelet, corner: Point, width: float) -> Facelet:
    across, down = width / 6, HEXAGON_HEIGHT * width / 6
    return tuple((corner[0] + x * across, corner[1] + y * down) for x, y in points)


def place_shapes(corner: Point, width: float) -> Iterator[Polygon]:
    """Where a frog may be laid."""
    for loop in outline(("body", *PARTS)):
        yield Polygon(_placed(loop, corner, width), PLACE, TABLE, 0.03 * width, "place")


def _tray(puzzle: Zigzaw, width: float) -> Iterator[Shape]:
    """All frogs with their numbers, to the right of the board and about as high."""
    left, top = (puzzle.cols + 2.2) * width, -0.9 * HEXAGON_HEIGHT * width
    height = (0.75 * (puzzle.rows + 1) + 1.3) * HEXAGON_HEIGHT * width
    count, slot = len(puzzle.pieces), 1.75
    down = max(1, ceil(sqrt(count * height / ((puzzle.cols + 2) * width))))
    across = ceil(count / down)
    pitch = min(height / down, slot * width)
    for index, frog in enumerate(puzzle.pieces):
        row, col = divmod(index, across)
        x, y = left + col * pitch, top + row * pitch
        yield from frog_shapes(frog, (x, y), pitch / slot)
        if width >= COARSE:
            at = (x + 0.16 * pitch, y + 0.7 * pitch)
            yield Text(at, str(index + 1), 0.14 * pitch, GREY, role="number")
