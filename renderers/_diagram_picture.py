"""Diagrams as pictures: a white board with thick walls, lines in runs of colours, numbers, marks and tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from math import ceil, dist, sqrt
from typing import Literal

from cpmodels.base.diagram import (
    Around,
    Arrows,
    Cages,
    Colour,
    Corner,
    Corners,
    Diagonals,
    Diagram,
    Figure,
    Labels,
    Laid,
    Layer,
    Line,
    Outside,
    Piece,
    Regions,
    Side,
    Signs,
    Symbol,
    Symbols,
    Tiles,
    Tray,
    Walls,
)
from cpmodels.base.lattice import Cell, hexagon_centre
from cpmodels.base.marks import Mark
from renderers._cells import SHADE, in_cells, labels, shades, things, tints
from renderers._figures import (
    COARSE,
    GREY,
    LINES,
    PALE,
    PLACE,
    TABLE,
    figure_shapes,
    numbered,
    outlined,
    pixels,
    place_shapes,
)
from renderers._figures import outline as outline_of
from renderers._symbols import FULL, symbol_shapes
from renderers._tiles import Pen, bar, fitting, hub, outline, planks
from renderers.palette import BLUE, INK, LINE, MUTED, QUIET, RED, SURFACE, gradient, hue, ink_on, mix
from renderers.picture import Picture, framed, unit
from renderers.shapes import (
    Bitmap,
    Box,
    Circle,
    Point,
    Polygon,
    Polyline,
    Shape,
    Text,
    bounds,
    clipped,
    cross,
    moved,
    rectangle,
    type_width,
)

CELL = 64.0
"""The side of a square cell, and the width of a hexagon, in pixels."""
TILE = 104.0
"""The same for boards of tiles and figures."""
HEAT = ("#dfe4f5", "#8fa3e0", "#5246c7", "#c13f97", "#e2563d")
"""The colours of lines by their shares."""
MOST_ACROSS = 4
"""Numbers that are excluded are shown where at most this many of those that can be stand side by side in a cell."""
STOPS = ("#5246c7", "#c13f97", "#f08a24", "#f7c548")
"""The colours of a path from its start to its end, ever lighter."""
SEGMENTS, SMOOTH = 400, 60
"""A path changes its colour at most, and if it is short about, this many times."""
GROUND = ("board", "region", "shaded", "grid")
"""The roles of the shapes on which all others lie."""
WRITTEN = "#1f5fbf"
"""The colour of numbers that are filled in."""
LIGHT = "#fefefe"
"""White on a dark colour, which stays white at night, where pages make the board's white dark."""
OPPOSITE = {INK: SURFACE, SURFACE: INK, LIGHT: "#1e2531"}
"""The ink on a symbol in an ink; that on `LIGHT` stays dark at night."""
DARK = {"background": TABLE, "ink": PALE, "quiet": GREY}
TIMES = "\N{MULTIPLICATION SIGN}"
BESIDE = 0.6
"""The size of cells beside which figures lie, in those of a board alone."""


Shares = Mapping[tuple[Cell, Cell], float]
"""How strong lines between cells, or corners of cells where these are dots, are drawn: from 0 to 1."""


def draw_diagram(
    diagram: Diagram, title: str | None = None, shares: Shares | None = None, excluded: Sequence[Mark] = ()
) -> Picture:
    """The picture of a diagram; a photo of the frame is the whole of it.

    excluded: marks that are not so, as small crosses say, or small crossed-out numbers.
    """
    drawing = Drawing(diagram, shares or {})
    shapes = [*drawing.shapes(), *_crossed_out(drawing, excluded)]
    for layer in diagram.layers:
        if isinstance(layer, Around) and layer.frame is not None and layer.photo is not None:
            left, top, right, bottom = drawing.frame_of(layer.frame)
            return Picture(right - left, bottom - top, TABLE, tuple(shapes), left, top, title or "")
    dark = DARK if diagram.dark else {}
    return framed(shapes, title=title, caption=diagram.caption or None, **dark)


def _crossed_out(drawing: Drawing, excluded: Sequence[Mark]) -> Iterator[Shape]:
    diagram, size = drawing.diagram, drawing.cell
    first = 1 if diagram.tray.pieces else 0  # Pieces count from 1.
    values = sorted({mark.value for mark in excluded if not mark.is_edge and isinstance(mark.value, int)})
    across = ceil(sqrt(len(values)))
    for mark in excluded:
        if mark.is_edge:
            one, other = drawing.at(Line(mark.cells, corners=diagram.style == "dots"))
            yield from cross(one, other, 0.07 * size, MUTED, 0.035 * size, "excluded")
        elif mark.value in values and across <= MOST_ACROSS and mark.cells[0] in diagram.cells:
            row, col = divmod(values.index(mark.value), across)
            x, y = drawing.centre(mark.cells[0])
            step = 0.8 * size / across
            x, y, high = x + (col - (across - 1) / 2) * step, y + (row - (across - 1) / 2) * step, min(step, size / 3)
            yield Text((x, y), str(mark.value + first), 0.7 * high, QUIET, role="excluded")
            slope = ((x - 0.35 * high, y + 0.3 * high), (x + 0.35 * high, y - 0.3 * high))
            yield Polyline(slope, MUTED, 0.06 * high, "excluded")


def piece_shapes(tray: Tray, label: str, piece: Piece, size: float) -> list[Shape]:
    """A piece with its number, for cells of a size, its middle at the origin."""
    if not isinstance(piece, Figure):
        return list(Pen(tray, size).piece(label, piece, (0.0, 0.0)))
    shapes = list(figure_shapes(piece, (0.0, 0.0), size))
    if size >= COARSE:
        left, top, right, bottom = (size * at for at in piece.box)
        place = (left + 0.19 * (right - left), top + 0.91 * (bottom - top))
        type_size = fitting(0.15 * (right - left), 0.36 * (right - left), label)
        shapes.append(Text(place, label, type_size, GREY, role="number"))
    return shapes


def cut_out(tray: Tray, label: str, piece: Piece, size: float, highest: float) -> list[Shape]:
    """A piece of this width on paper, or less if it is not to be too high, about the origin.

    There is a line to cut along about tabs.
    """
    if isinstance(piece, Figure):
        left, top, right, bottom = piece.box
        size = min(size / (right - left), highest / (bottom - top))
        x, y = size * (left + right) / 2, size * (top + bottom) / 2
        return [moved(shape, -x, -y) for shape in piece_shapes(tray, label, piece, size)]
    pen = Pen(tray, size)
    cut = [Polygon(pen.outline(piece, (0.0, 0.0)), None, MUTED, 0.15, "cut")] if pen.has_tabs else []
    return [*pen.piece(label, piece, (0.0, 0.0)), *cut]


@dataclass(frozen=True)
class Drawing:
    """Makes the shapes of a diagram, and knows where its cells lie in the picture."""

    diagram: Diagram
    shares: Shares = field(default_factory=dict)

    @cached_property
    def cell(self) -> float:
        """The side of a square cell, or the width of a hexagon; photos have their own size."""
        diagram = self.diagram
        for layer in diagram.layers:
            if isinstance(layer, Around) and layer.photo is not None and layer.frame is not None:
                return pixels(layer.photo)[0] / (layer.frame[2] - layer.frame[0])
        for piece in diagram.tray.pieces:
            if isinstance(piece, Figure) and piece.photo is not None:
                return pixels(piece.photo)[0] / (piece.box[2] - piece.box[0])
        tiled = diagram.tray.pieces or any(isinstance(layer, Tiles) for layer in diagram.layers)
        ideal = TILE if tiled else CELL
        if not diagram.is_laid and any(isinstance(piece, Figure) for piece in diagram.tray.pieces):
            ideal *= BESIDE
        if self.is_square:
            return unit(max(diagram.rows, diagram.cols), ideal)
        return unit(max(diagram.cols + 0.5, (0.75 * diagram.rows + 0.25) * 2 / sqrt(3)), ideal)

    @cached_property
    def is_square(self) -> bool:
        return self.diagram.lattice == "square"

    @cached_property
    def is_full(self) -> bool:
        """Whether the board is a rectangle without holes."""
        return self.is_square and self.diagram.is_full

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell."""
        (top, left), side = self.diagram.corner, self.cell
        if self.is_square:
            return ((cell[1] - left + 0.5) * side, (cell[0] - top + 0.5) * side)
        x, y = hexagon_centre(*cell)
        return ((x - 2 * left + 1) * side / 2, (y - 3 * top + 2) * side / (2 * sqrt(3)))

    def outline(self, cell: Cell) -> tuple[Point, ...]:
        """The corners of a cell: side k lies between corners k and k + 1."""
        return outline(self.diagram.sides, self.centre(cell), self.cell)

    def side(self, cell: Cell, side: int) -> tuple[Point, Point]:
        """The ends of a side of a cell."""
        corners = self.outline(cell)
        return corners[side], corners[(side + 1) % len(corners)]

    def corner(self, cell: Cell) -> Point:
        """The upper left corner of a square cell."""
        (top, left), (row, col) = self.diagram.corner, cell
        return ((col - left) * self.cell, (row - top) * self.cell)

    def at(self, line: Line) -> list[Point]:
        """The points of a line in the picture."""
        return list(map(self.corner if line.corners else self.centre, line.seen))

    @cached_property
    def lines(self) -> list[Line]:
        return [layer for layer in self.diagram.layers if isinstance(layer, Line)]

    @cached_property
    def shaded(self) -> dict[Cell, str]:
        return shades(self.diagram)

    @cached_property
    def tinted(self) -> dict[Cell, str]:
        return tints(self.diagram)

    def ink(self, cell: Cell) -> str:
        """What can be seen on the ground of a cell, on pages at night, too."""
        ground = self.shaded.get(cell) or self.tinted.get(cell, SURFACE)
        ink = ink_on(ground)
        return LIGHT if ink == SURFACE else ink

    symbols = cached_property[dict[Cell, Symbol]](lambda drawing: in_cells(drawing.diagram, Symbols))
    arrows = cached_property[dict[Cell, int]](lambda drawing: in_cells(drawing.diagram, Arrows))
    diagonals = cached_property[dict[Cell, str]](lambda drawing: in_cells(drawing.diagram, Diagonals))
    tiled = cached_property[dict[Cell, tuple[Colour, ...]]](lambda drawing: in_cells(drawing.diagram, Tiles))
    regions = cached_property[dict[Cell, str]](lambda drawing: in_cells(drawing.diagram, Regions))
    lying = cached_property[dict[Cell, tuple[int, int]]](lambda drawing: drawing.diagram.lying)

    @cached_property
    def line_through(self) -> dict[Cell, Line]:
        """The line through each cell that has one."""
        return {cell: line for line in self.lines if not line.corners for cell in line.seen}

    @cached_property
    def labels(self) -> dict[Cell, dict[str, Labels]]:
        return labels(self.diagram)

    @cached_property
    def is_written_on(self) -> bool:
        """Whether numbers that were filled in stand on lines, which then must be pale."""
        return any(
            cell in self.line_through and not layer.given
            for cell, all_of in self.labels.items()
            for layer in all_of.values()
        )

    @cached_property
    def pen(self) -> Pen:
        return Pen(self.diagram.tray, self.cell)

    def shapes(self) -> list[Shape]:
        """All shapes from back to front."""
        if self.diagram.tray.spread and not self.diagram.is_laid:
            return self._spread()
        return [
            *self._ground(),
            *chain.from_iterable(self._around(layer) for layer in self.diagram.layers if isinstance(layer, Around)),
            *chain.from_iterable(self.pen.tile(edges, self.centre(cell)) for cell, edges in self.tiled.items()),
            *self._laid(),
            *chain.from_iterable(self._diagonal(cell, line) for cell, line in self.diagonals.items()),
            *chain.from_iterable(
                symbol_shapes(name, self.centre(cell), self.cell, self.ink(cell)) for cell, name in self.symbols.items()
            ),
            *self._shares(),
            *chain.from_iterable(self._line(line) for line in self.lines),
            *self._rim(),
            *self._walls(),
            *chain.from_iterable(self._details(layer) for layer in self.diagram.layers),
            *chain.from_iterable(self._arrow(cell, side) for cell, side in self.arrows.items()),
            *chain.from_iterable(self._number(cell, all_of) for cell, all_of in self.labels.items()),
            *self._tray(),
        ]

    @property
    def has_places(self) -> bool:
        """Whether the board is just places for pieces that match, which may reach out of it."""
        return self.diagram.tray.rule is not None and self.diagram.is_laid

    def _frame(self) -> tuple[Point, ...]:
        cell = self.cell
        width, height = self.diagram.cols * cell, self.diagram.rows * cell
        if self.diagram.style == "dots":
            return rectangle(-0.4 * cell, -0.4 * cell, width + 0.8 * cell, height + 0.8 * cell, 0.3 * cell)
        filled = self.shaded or self.tiled or self.regions or self.diagram.tray.pieces
        return rectangle(0, 0, width, height, 0.04 * cell if filled else 0.16 * cell)

    def _ground(self) -> Iterator[Shape]:
        cells = sorted(self.diagram.cells)
        free = [cell for cell in cells if cell not in self.lying]
        if self.diagram.dark:
            first = next(iter(self.diagram.tray.pieces), None)
            for cell in free:
                if isinstance(first, Figure):
                    yield from place_shapes(first, self.centre(cell), self.cell)
                else:
                    yield Polygon(self.outline(cell), PLACE, TABLE, 0.03 * self.cell, "place")
            return
        if self.has_places:
            for cell in free:
                yield Polygon(self.outline(cell), SURFACE, QUIET, 0.014 * self.cell, "place")
            return
        has_frame = self.is_full or self.diagram.style == "dots"
        if has_frame:
            yield Polygon(self._frame(), SURFACE, role="board")
        else:
            for cell in cells:
                yield Polygon(self.outline(cell), SURFACE, role="board")
        for cell, tint in self.tinted.items():
            yield Polygon(self.outline(cell), tint, role="region")
        for cell, colour in sorted(self.shaded.items()):
            yield Polygon(self.outline(cell), colour, role="shaded" if colour == SHADE else "region")
        if self.diagram.style == "cells":
            yield from self._grid(cells)

    def _grid(self, cells: list[Cell]) -> Iterator[Polyline]:
        thin = 0.025 * self.cell
        if self.is_full:
            width, height = self.diagram.cols * self.cell, self.diagram.rows * self.cell
            for col in range(1, self.diagram.cols):
                yield Polyline(((col * self.cell, 0), (col * self.cell, height)), LINE, thin, "grid")
            for row in range(1, self.diagram.rows):
                yield Polyline(((0, row * self.cell), (width, row * self.cell)), LINE, thin, "grid")
            return
        for cell in cells:
            for side in range(self.diagram.sides):
                other = self.diagram.neighbour(cell, side)
                if other in self.diagram.cells and cell < other:
                    yield Polyline(self.side(cell, side), LINE, thin, "grid")

    def _rim(self) -> Iterator[Shape]:
        if self.diagram.dark or self.has_places:
            return
        wide = 0.07 * self.cell
        if self.diagram.style == "dots":
            corners = {(r + i, c + j) for r, c in self.diagram.cells for i in (0, 1) for j in (0, 1)}
            for corner in sorted(corners):
                yield Circle(self.corner(corner), 0.055 * self.cell, INK, role="dot")
        elif self.is_full:
            yield Polygon(self._frame(), None, INK, wide, "rim")
        else:
            for cell in sorted(self.diagram.cells):
                for side in range(self.diagram.sides):
                    if self.diagram.neighbour(cell, side) not in self.diagram.cells:
                        yield Polyline(self.side(cell, side), INK, wide, "rim")

    def _walls(self) -> Iterator[Polyline]:
        for cell, name in self.regions.items():
            for side in range(self.diagram.sides):
                other = self.diagram.neighbour(cell, side)
                is_first = cell < other or other not in self.regions
                if other in self.diagram.cells and self.regions.get(other) != name and is_first:
                    yield Polyline(self.side(cell, side), INK, 0.07 * self.cell, "border")
        for one, two in things(self.diagram, Walls):
            yield Polyline(self._ends(one, two), INK, 0.13 * self.cell, "wall")

    def _ends(self, one: Cell, two: Cell) -> tuple[Point, ...]:
        """The ends of the side between two cells."""
        side = self.diagram.side_between(one, two)
        return () if side is None else tuple(sorted(self.side(one, side)))

    def _shares(self) -> Iterator[Shape]:
        """Lines that grow with their shares, the strongest last."""
        for ends, share in sorted(self.shares.items(), key=lambda entry: entry[1]):
            if share > 0:
                points = self.at(Line(ends, corners=self.diagram.style == "dots"))
                yield Polyline(tuple(points), gradient(HEAT, share), (0.04 + 0.26 * share) * self.cell, "share")

    def _line(self, line: Line) -> Iterator[Shape]:
        points = self.at(line)
        if line.closed:
            share = 0.12 if line.corners else 0.17
            if self.symbols and not line.corners:
                yield from self._plain(points, SURFACE, share + 0.08, "halo")
            yield from self._plain(points, BLUE, share, "loop")
        elif line.colour is not None:
            colour = hue(line.colour)
            if self.is_written_on:
                colour = mix(colour, SURFACE, 0.5)
            yield from self._plain(points, colour, 0.12 if line.corners else 0.34, "path")
        else:
            yield from self._run(points, line)

    def _plain(self, points: list[Point], colour: str, share: float, role: str) -> Iterator[Shape]:
        """A line in one colour."""
        if len(points) == 1:
            yield Circle(points[0], share * self.cell / 2, colour, role=role)
        elif points:
            yield Polyline(tuple(points), colour, share * self.cell, role)

    def _run(self, points: list[Point], line: Line) -> Iterator[Shape]:
        """A path in short pieces, each of its own colour, above a pale band that fills its cells."""
        if len(points) < 2:
            yield from (Circle(point, 0.23 * self.cell, STOPS[0], role="path") for point in points)
            return
        whole = max(len(line.points), line.length or 0)
        shares: tuple[tuple[float, float, str], ...] = ((0.80, 0.82, "band"), (0.46, 0.0, "path"))
        if self.is_written_on:
            shares = ((0.80, 0.82, "band"), (0.20, 0.55, "path"))
        if line.corners:
            shares = ((0.12, 0.0, "path"),)
        for share, paleness, role in shares:
            for start, piece in pieces_of(points, whole):
                colour = mix(gradient(STOPS, start / whole), SURFACE, paleness)
                for end in {piece[0], piece[-1]} & {points[0], points[-1]}:
                    yield Circle(end, share * self.cell / 2, colour, role=role)
                yield Polyline(piece, colour, share * self.cell, role, flat=True)

    def _diagonal(self, cell: Cell, line: str) -> Iterator[Polyline]:
        upper_left, upper_right, lower_right, lower_left = self.outline(cell)
        ends = (upper_left, lower_right) if line == "\\" else (lower_left, upper_right)
        yield Polyline(ends, self.ink(cell), 0.03 * self.cell, "diagonal")

    def _details(self, layer: Layer) -> Iterator[Shape]:
        """Signs, small texts, cages, and what stands beside the board."""
        match layer:
            case Signs():
                for (one, two), sign in layer.between:
                    yield from self._sign(one, two, sign)
            case Corners():
                for cell, text in layer.at:
                    yield from self._corner(cell, text, layer.corner)
            case Cages():
                for cells, text in layer.of:
                    yield from self._cage(cells, text)
            case Outside():
                for number, texts in layer.of:
                    yield from self._beside(layer.side, number, texts)

    def _sign(self, one: Cell, two: Cell, sign: str) -> Iterator[Shape]:
        """A sign on the side between two cells; those of order point to the smaller one."""
        (x, y), (x2, y2), size = self.centre(one), self.centre(two), self.cell
        middle, far = ((x + x2) / 2, (y + y2) / 2), dist((x, y), (x2, y2))
        if sign in ("circle", "disc"):
            yield Circle(middle, 0.11 * size, SURFACE if sign == "circle" else INK, INK, 0.03 * size, role="sign")
            return
        yield Circle(middle, 0.16 * size, SURFACE, role="sign")
        if sign in ("<", ">"):
            reach = 0.075 * size / far * (1 if sign == "<" else -1)
            along, across = (
                (reach * (x2 - x), reach * (y2 - y)),
                (0.12 * size * (y - y2) / far, 0.12 * size * (x2 - x) / far),
            )
            tip = (middle[0] - along[0], middle[1] - along[1])
            arms = ((middle[0] + along[0] + up * across[0], middle[1] + along[1] + up * across[1]) for up in (1, -1))
            start, stop = arms
            yield Polyline((start, tip, stop), INK, 0.05 * size, "sign")
            return
        label = TIMES if sign == "x" else sign
        yield Text(middle, label, fitting(0.3 * size, 0.4 * size, label), INK, bold=True, role="sign")

    def _corner(self, cell: Cell, text: str, corner: Corner) -> Iterator[Text]:
        """A small text in a corner; a larger one in the triangle that a diagonal leaves there."""
        (x, y), size = self.centre(cell), self.cell
        down, across = (1 if "lower" in corner else -1), (1 if "right" in corner else -1)
        if cell in self.diagonals:
            at = (x + 0.24 * across * size, y + 0.24 * down * size)
            yield Text(at, text, fitting(0.3 * size, 0.44 * size, text), self.ink(cell), bold=True, role="corner")
            return
        far = (0.43, 0.35) if self.is_square else (0.4, 0.24)
        at = (x + far[0] * across * size, y + far[1] * down * size)
        anchor: Literal["start", "end"] = "start" if across < 0 else "end"
        yield Text(at, text, fitting(0.32 * size, 0.5 * size, text), self.ink(cell), anchor, bold=True, role="corner")

    def _cage(self, cells: Sequence[Cell], text: str) -> Iterator[Shape]:
        size = self.cell
        for loop in outline_of(tuple(tuple((round(x, 3), round(y, 3)) for x, y in self.outline(one)) for one in cells)):
            line = inset(loop, 0.07 * size if self.is_square else -0.07 * size)
            yield Polyline((*line, line[0]), MUTED, 0.025 * size, "cage", 0.07 * size)
        if text:
            (x, y), first = self.centre(cells[0]), cells[0]
            high = fitting(0.24 * size, 0.5 * size, text)
            left, middle = (x - 0.45 * size, y - 0.36 * size) if self.is_square else (x - 0.4 * size, y - 0.26 * size)
            ground = self.shaded.get(first) or self.tinted.get(first, SURFACE)
            wide = high * type_width(text) + 0.04 * size
            yield Polygon(rectangle(left, middle - 0.6 * high, wide, 1.2 * high), ground, role="ground")
            start = (left + 0.03 * size, middle)
            yield Text(start, text, high, self.ink(first), "start", bold=True, role="corner")

    def _beside(self, side: Side, number: int, texts: Sequence[str]) -> Iterator[Text]:
        """The clues of a row or column, in reading order."""
        (top, left), size = self.diagram.corner, self.cell
        last = (top + self.diagram.rows - 1, left + self.diagram.cols - 1)
        is_row = side in ("left", "right")
        x, y = self.centre(
            (number, left if side == "left" else last[1]) if is_row else (top if side == "top" else last[0], number)
        )
        away = -1 if side in ("top", "left") else 1
        for place, text in enumerate(reversed(texts) if away < 0 else texts):
            far = away * (0.86 + 0.5 * place) * size
            at = (x + far, y) if is_row else (x, y + far)
            yield Text(at, text, fitting(0.36 * size, 0.8 * size, text), INK, role="outside")

    def _arrow(self, cell: Cell, side: int) -> Iterator[Shape]:
        """An arrow, above or beside the number of its cell if there is one."""
        (dx, dy), size = self._towards(cell, side), self.cell
        x, y = self.centre(cell)
        if cell in self.labels:
            across = self._across(cell)
            x, y = x + 0.25 * size * across[0], y + 0.25 * size * across[1]

        def at(along: float, aside: float) -> Point:
            return (x + size * (along * dx - aside * dy), y + size * (along * dy + aside * dx))

        ink = self.ink(cell)
        yield Polyline((at(-0.22, 0), at(0.14, 0)), ink, 0.05 * size, "arrow")
        yield Polygon((at(0.27, 0), at(0.1, 0.11), at(0.1, -0.11)), ink, role="arrow")

    def _towards(self, cell: Cell, side: int) -> Point:
        """The direction of a side of a cell."""
        (x, y), (x2, y2) = self.centre(cell), self.centre(self.diagram.neighbour(cell, side))
        far = dist((x, y), (x2, y2))
        return ((x2 - x) / far, (y2 - y) / far)

    def _across(self, cell: Cell) -> Point:
        """The direction from a number to the arrow beside it: upwards, or else to the right."""
        dx, dy = self._towards(cell, self.arrows[cell])
        return max((dy, -dx), (-dy, dx), key=lambda at: (round(-at[1], 6), at[0]))

    def _number(self, cell: Cell, all_of: Mapping[str, Labels]) -> Iterator[Shape]:
        """The number of a cell; further ones, which contradict it, small beside it."""
        (label, layer), *others = all_of.items()
        middle, size, line = self.centre(cell), self.cell, self.line_through.get(cell)
        if cell in self.arrows:
            across = self._across(cell)
            middle = (middle[0] - 0.12 * size * across[0], middle[1] - 0.12 * size * across[1])
        if layer.discs or (layer.given and line is not None and not self.is_written_on):
            ground = mix(hue(line.colour), INK, 0.62) if line is not None and line.colour is not None else INK
            yield Circle(middle, 0.31 * size, ground, SURFACE, 0.035 * size, role="disc")
            type_size = fitting((0.34 if len(label) < 3 else 0.26) * size, 0.61 * size, label)
            role = "number" if ground == INK else "number on-black"
            yield Text(middle, label, type_size, SURFACE, bold=True, role=role)
        elif cell in self.lying and isinstance(figure := self.diagram.tray.pieces[self.lying[cell][0]], Figure):
            yield from numbered(figure, label, middle, size)
        elif cell in self.tiled:
            yield from hub(middle, label, size, "number")
        else:
            symbol = self.symbols.get(cell)
            ink = self.ink(cell)
            if symbol in (*FULL, "circle"):
                ink = INK if symbol == "circle" else OPPOSITE[ink]
            if ink == INK and not layer.given and line is None:
                ink = WRITTEN
            bold, share = layer.given, 0.42 if symbol is None and cell not in self.arrows else 0.36
            ground = " on-white" if symbol == "circle" else " on-black" if symbol == "disc" else ""
            type_size = fitting(share * size, 0.8 * size, label)
            yield Text(middle, label, type_size, ink, bold=bold, role=f"number{ground}")
        if others:
            x, y = middle
            at = (x + 0.42 * size, y - 0.33 * size)
            rest = "/".join(label for label, _ in others)
            yield Text(at, rest, fitting(0.22 * size, 0.5 * size, rest), RED, "end", bold=True, role="number")

    def _laid(self) -> Iterator[Shape]:
        """The pieces that lie in cells, marks of those that are fixed, and bars over edges that do not match."""
        tray, lying = self.diagram.tray, self.lying
        edges = {cell: self.diagram.edges_at(*lies) for cell, lies in lying.items()}
        figures = {cell: one for cell, (i, _) in lying.items() if isinstance(one := tray.pieces[i], Figure)}
        for cell, figure in figures.items():
            yield from figure_shapes(figure, self.centre(cell), self.cell)
        for cell in figures.keys() & self.labels.keys():
            yield from outlined(figures[cell], self.centre(cell), self.cell)
        for cell in (cell for cell in lying if cell not in figures):
            yield from self.pen.piece(str(lying[cell][0] + 1), edges[cell], self.centre(cell))
        for cell, (index, _) in lying.items():
            if index in self.fixed and cell not in figures:
                yield from self.pen.fixed(str(index + 1), edges[cell], self.centre(cell))
        for cell, side in [(cell, side) for cell, colours in edges.items() for side in range(len(colours))]:
            other = self.diagram.neighbour(cell, side)
            if cell < other and edges.get(other):
                back = self.diagram.side_between(other, cell)
                if back is not None and not tray.matches(edges[cell][side], edges[other][back]):
                    yield from bar(*self.side(cell, side))

    @cached_property
    def fixed(self) -> set[int]:
        """The pieces that lie where the puzzle says."""
        layers = (layer for layer in self.diagram.layers if isinstance(layer, Laid) and layer.fixed)
        return {index for layer in layers for _, (index, _) in layer.at}

    def frame_of(self, frame: Box) -> Box:
        """A frame in the picture."""
        (x, y) = self.centre((0, 0))
        return (x + frame[0] * self.cell, y + frame[1] * self.cell, x + frame[2] * self.cell, y + frame[3] * self.cell)

    def _around(self, layer: Around) -> Iterator[Shape]:
        """What lies around the board: within its frame, if there is one."""
        if layer.frame is None:
            for cell, figure in layer.at:
                yield from figure_shapes(figure, self.centre(cell), self.cell, quiet=True)
            return
        box = self.frame_of(layer.frame)
        corners = rectangle(box[0], box[1], box[2] - box[0], box[3] - box[1])
        if layer.photo is not None:
            yield Bitmap((box[0], box[1]), box[2] - box[0], box[3] - box[1], layer.photo, "around")
            return
        yield Polygon(corners, TABLE, role="frame")
        for cell, figure in layer.at:
            for shape in figure_shapes(figure, self.centre(cell), self.cell, quiet=True):
                if isinstance(shape, Polygon) and len(points := clipped(shape.points, box)) > 2:
                    yield replace(shape, points=points)
        yield Polygon(corners, None, LINES, 0.06 * self.cell, "frame")

    def _spread(self) -> list[Shape]:
        """The pieces in the place of the board, in rows as long as its own."""
        diagram = self.diagram
        gap = 0.34 if self.pen.has_tabs or self.pen.art else 0.18
        pen = Pen(diagram.tray, unit(max(diagram.rows, diagram.cols) * (1 + gap), TILE))
        pitch, made, marks = pen.size * (1 + gap), list[Shape](), list[Shape]()
        for index, piece in enumerate(diagram.tray.pieces):
            row, col = divmod(index, diagram.cols)
            middle = (col * pitch + pen.size / 2, row * pitch + pen.size / 2)
            if isinstance(piece, Figure):
                made += (moved(shape, *middle) for shape in piece_shapes(pen.tray, str(index + 1), piece, pen.size))
                continue
            made += pen.on_table(index, piece, middle) if pen.art else pen.piece(str(index + 1), piece, middle)
            marks += pen.fixed(str(index + 1), piece, middle) if index in self.fixed else ()
        table = planks(bounds(made), 0.5 * pen.size) if pen.art else ()
        return [*table, *made, *marks]

    def _tray(self) -> Iterator[Shape]:
        """The pieces to place, with their numbers; nothing once pieces are laid."""
        tray = self.diagram.tray
        pieces = {str(k): piece for k, piece in enumerate(tray.pieces, 1) if k - 1 not in self.fixed}
        if self.diagram.is_laid or not pieces:
            return
        around = (self._around(layer) for layer in self.diagram.layers if isinstance(layer, Around))
        left, top, right, bottom = bounds([*self._ground(), *chain.from_iterable(around)])
        if figures := [piece for piece in tray.pieces if isinstance(piece, Figure)]:
            yield from self._figures_beside(pieces, figures[0].box, (left, top, right, bottom))
            return
        columns, size = ceil(sqrt(2 * len(pieces))), 0.9 * min(self.cell, TILE)
        for place, (label, piece) in enumerate(pieces.items()):
            row, col = divmod(place, columns)
            in_row = min(columns, len(pieces) - row * columns)
            x = (left + right) / 2 + (col - (in_row - 1) / 2) * 1.2 * size
            y = bottom + (0.85 + 1.2 * row) * (size if self.is_square else size * 2 / sqrt(3))
            yield from (moved(shape, x, y) for shape in piece_shapes(tray, label, piece, size))

    def _figures_beside(self, pieces: Mapping[str, Piece], figure: Box, board: Box) -> Iterator[Shape]:
        """Figures to the right of the board, which take about as much room as it does."""
        left, top, right, bottom = board
        wide, high = 1.12 * (figure[2] - figure[0]), 1.12 * (figure[3] - figure[1])
        size = min(0.9 * self.cell, sqrt((right - left) * (bottom - top) / (len(pieces) * wide * high)))
        rows = max(1, round((bottom - top) / (high * size)))
        columns = ceil(len(pieces) / rows)
        start = (top + bottom - ceil(len(pieces) / columns) * high * size) / 2
        for place, (label, piece) in enumerate(pieces.items()):
            row, col = divmod(place, columns)
            at = (right + (col + 0.8) * wide * size, start + (row + 0.5) * high * size)
            yield from (moved(shape, *at) for shape in piece_shapes(self.diagram.tray, label, piece, size))


def pieces_of(points: Sequence[Point], whole: int) -> Iterator[tuple[float, tuple[Point, ...]]]:
    """A line in pieces, with the place in steps at which each begins: they meet, and overlap a little, between points.

    whole: how many points the line has in the end.

    >>> [at for at, _ in pieces_of([(float(x), 0.0) for x in range(100)], 100)][:3]
    [0.0, 0.5, 1.5]
    """
    last = len(points) - 1
    long = ceil(whole / SEGMENTS) if whole > SEGMENTS else 1 / max(1, min(6, SMOOTH // whole))

    def at(place: float) -> Point:
        (x, y), (x2, y2) = points[int(place)], points[min(int(place) + 1, last)]
        return (x + place % 1 * (x2 - x), y + place % 1 * (y2 - y))

    start, stop = 0.0, long / 2
    while start < last:
        end = min(stop + 0.02, last)
        yield start, (at(start), *points[int(start) + 1 : ceil(end)], at(end))
        start, stop = stop, stop + long


def inset(loop: Sequence[Point], far: float) -> tuple[Point, ...]:
    """A clockwise polygon, or a hole in one, of which all sides are moved inwards, and its corners with them.

    >>> inset([(0, 0), (4, 0), (4, 4), (0, 4)], 1)
    ((1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0))
    """
    corners = []
    for before, (x, y), after in zip((loop[-1], *loop[:-1]), loop, (*loop[1:], loop[0]), strict=True):
        into, out = dist(before, (x, y)), dist((x, y), after)
        ax, ay = (x - before[0]) / into, (y - before[1]) / into
        bx, by = (after[0] - x) / out, (after[1] - y) / out
        share = far / (1 + ax * bx + ay * by)
        corners.append((x - share * (ay + by), y + share * (ax + bx)))
    return tuple(corners)
