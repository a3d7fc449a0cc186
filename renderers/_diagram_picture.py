"""Diagrams as pictures: a white board with thick walls, lines in runs of colours, numbers, marks and tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from math import ceil, cos, pi, sin, sqrt

from cpmodels.diagram import Colour, Diagram, Labels, Line, Mark, Marks, Regions, Shading, Tiles, Walls
from cpmodels.lattice import Cell, hexagon
from renderers.palette import (
    BLUE,
    HUES,
    INK,
    LINE,
    PAGE,
    QUIET,
    RED,
    SURFACE,
    gradient,
    hue,
    ink_on,
    is_colour,
    mix,
    named,
)
from renderers.picture import Picture, framed, unit
from renderers.shapes import Circle, Point, Polygon, Polyline, Shape, Text, bounds, moved, rectangle, type_width

CELL = 64.0
"""The side of a square cell, and the width of a hexagon, in pixels."""
TILE = 96.0
"""The same for boards of tiles."""
STOPS = ("#5246c7", "#c13f97", "#f08a24", "#f7c548")
"""The colours of a path from its start to its end, ever lighter."""
SEGMENTS = 400
"""A path changes its colour at most so many times."""
SHADE = "#4a5362"
GROUND = ("board", "region", "shaded", "grid")
"""The roles of the shapes on which all others lie."""
WRITTEN = "#1f5fbf"
"""The colour of numbers that are filled in."""
MARKED = 24.0
"""Tiles smaller than this, in pixels, bear neither seams nor type."""


def draw_diagram(diagram: Diagram, title: str | None = None) -> Picture:
    """The picture of a diagram."""
    return framed(_Drawing(diagram).shapes(), title=title, caption=diagram.caption or None)


def middle_in(diagram: Diagram, cell: Cell) -> tuple[Point, float]:
    """The middle of a cell in the picture of a diagram, and the size of a cell."""
    drawing = _Drawing(diagram)
    return drawing.centre(cell), drawing.cell


def outline_in(diagram: Diagram, cell: Cell) -> tuple[Point, ...]:
    """The corners of a cell in the picture of a diagram."""
    return _Drawing(diagram).outline(cell)


def cell_size(diagram: Diagram) -> float:
    """The side of a square cell, or the width of a hexagon, in the picture."""
    tiled = diagram.tray or any(isinstance(layer, Tiles) for layer in diagram.layers)
    ideal = TILE if tiled else CELL
    if diagram.lattice == "square":
        return unit(max(diagram.rows, diagram.cols), ideal)
    return unit(max(diagram.cols + 0.5, (0.75 * diagram.rows + 0.25) * 2 / sqrt(3)), ideal)


def piece_shapes(number: int, edges: tuple[Colour, ...], side: float) -> list[Shape]:
    """A numbered tile with this length of a side, or width of a hexagon, its middle at the origin."""
    middle = (0.0, 0.0)
    return [*_tile(edges, middle, side), *(_hub(middle, str(number), side, "piece") if side >= MARKED else ())]


def colour_of(edge: Colour) -> str:
    """The colour of an edge: words name colours of the Web, numbers and letters have hues of their own."""
    if edge is None:
        return QUIET
    if isinstance(edge, int):
        return hue(abs(edge) if edge < len(HUES) else edge)
    if is_colour(edge):
        return named(edge)
    letter = ord(edge.lower()) - ord("a") if len(edge) == 1 else -1
    return hue(letter) if 0 <= letter < 26 else named(edge)


@dataclass(frozen=True)
class _Drawing:
    """Makes the shapes of a diagram."""

    diagram: Diagram

    @cached_property
    def cell(self) -> float:
        return cell_size(self.diagram)

    @cached_property
    def is_square(self) -> bool:
        return self.diagram.lattice == "square"

    @cached_property
    def is_full(self) -> bool:
        """Whether the board is a rectangle without holes."""
        return self.is_square and len(self.diagram.cells) == self.diagram.rows * self.diagram.cols

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell."""
        (top, left), side = self.diagram.corner, self.cell
        if self.is_square:
            return ((cell[1] - left + 0.5) * side, (cell[0] - top + 0.5) * side)
        x, y = hexagon(*cell)
        return ((x - 2 * left + 1) * side / 2, (y - 3 * top + 2) * side / (2 * sqrt(3)))

    def outline(self, cell: Cell) -> tuple[Point, ...]:
        """The corners of a cell: side k lies between corners k and k + 1."""
        if self.is_square:
            (top, left), side = self.diagram.corner, self.cell
            return rectangle((cell[1] - left) * side, (cell[0] - top) * side, side, side)
        return _hexagon(self.centre(cell), self.cell)

    def side(self, cell: Cell, side: int) -> tuple[Point, Point]:
        """The ends of a side of a cell."""
        corners = self.outline(cell)
        return corners[side], corners[(side + 1) % len(corners)]

    def at(self, line: Line) -> list[Point]:
        """The points of a line in the picture."""
        if not line.corners:
            return [self.centre(cell) for cell in line.seen]
        top, left = self.diagram.corner
        return [((col - left) * self.cell, (row - top) * self.cell) for row, col in line.seen]

    @cached_property
    def lines(self) -> list[Line]:
        return [layer for layer in self.diagram.layers if isinstance(layer, Line)]

    @cached_property
    def shaded(self) -> set[Cell]:
        return {cell for layer in self.diagram.layers if isinstance(layer, Shading) for cell in layer.cells}

    @cached_property
    def marked(self) -> dict[Cell, Mark]:
        return {cell: mark for layer in self.diagram.layers if isinstance(layer, Marks) for cell, mark in layer.at}

    @cached_property
    def tiled(self) -> dict[Cell, tuple[Colour, ...]]:
        return {cell: edges for layer in self.diagram.layers if isinstance(layer, Tiles) for cell, edges in layer.at}

    @cached_property
    def regions(self) -> dict[Cell, str]:
        return {cell: name for layer in self.diagram.layers if isinstance(layer, Regions) for cell, name in layer.of}

    @cached_property
    def line_through(self) -> dict[Cell, Line]:
        """The line through each cell that has one."""
        return {cell: line for line in self.lines if not line.corners for cell in line.seen}

    @cached_property
    def labels(self) -> dict[Cell, list[tuple[str, Labels]]]:
        """The different numbers in each cell: given ones first."""
        found: dict[Cell, list[tuple[str, Labels]]] = {}
        layers = [layer for layer in self.diagram.layers if isinstance(layer, Labels)]
        for layer in sorted(layers, key=lambda layer: not layer.given):
            for cell, label in layer.at:
                if label not in [other for other, _ in found.setdefault(cell, [])]:
                    found[cell].append((label, layer))
        return found

    @cached_property
    def is_written_on(self) -> bool:
        """Whether numbers that were filled in stand on lines, which then must be pale."""
        return any(
            cell in self.line_through and not layer.given for cell, all_of in self.labels.items() for _, layer in all_of
        )

    def shapes(self) -> list[Shape]:
        """All shapes from back to front."""
        return [
            *self._ground(),
            *chain.from_iterable(_tile(edges, self.centre(cell), self.cell) for cell, edges in self.tiled.items()),
            *chain.from_iterable(self._mark(cell, mark) for cell, mark in self.marked.items()),
            *chain.from_iterable(self._line(line) for line in self.lines),
            *self._rim(),
            *self._walls(),
            *chain.from_iterable(self._number(cell, all_of) for cell, all_of in self.labels.items()),
            *self._tray(),
        ]

    def _frame(self) -> tuple[Point, ...]:
        cell = self.cell
        width, height = self.diagram.cols * cell, self.diagram.rows * cell
        if self.diagram.style == "dots":
            return rectangle(-0.4 * cell, -0.4 * cell, width + 0.8 * cell, height + 0.8 * cell, 0.3 * cell)
        filled = self.shaded or self.tiled or self.regions
        return rectangle(0, 0, width, height, 0.04 * cell if filled else 0.16 * cell)

    def _ground(self) -> Iterator[Shape]:
        cells = sorted(self.diagram.cells)
        has_frame = self.is_full or self.diagram.style == "dots"
        if has_frame:
            yield Polygon(self._frame(), SURFACE, role="board")
        else:
            for cell in cells:
                yield Polygon(self.outline(cell), SURFACE, role="board")
        names = {name: number for number, name in enumerate(dict.fromkeys(self.regions.values()))}
        for cell, name in self.regions.items():
            yield Polygon(self.outline(cell), mix(hue(names[name]), SURFACE, 0.68), role="region")
        for cell in sorted(self.shaded):
            yield Polygon(self.outline(cell), SHADE, role="shaded")
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
        wide = 0.07 * self.cell
        if self.diagram.style == "dots":
            (top, left), dot = self.diagram.corner, 0.055 * self.cell
            corners = {(r + i, c + j) for r, c in self.diagram.cells for i in (0, 1) for j in (0, 1)}
            for row, col in sorted(corners):
                yield Circle(((col - left) * self.cell, (row - top) * self.cell), dot, INK, role="dot")
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
        for layer in self.diagram.layers:
            for one, two in layer.between if isinstance(layer, Walls) else ():
                yield Polyline(self._ends(one, two), INK, 0.13 * self.cell, "wall")

    def _ends(self, one: Cell, two: Cell) -> tuple[Point, ...]:
        """The ends of the side between two cells."""
        side = self.diagram.side_between(one, two)
        return () if side is None else tuple(sorted(self.side(one, side)))

    def _line(self, line: Line) -> Iterator[Shape]:
        points = self.at(line)
        if line.closed:
            share = 0.12 if line.corners else 0.17
            if self.marked and not line.corners:
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
        if len(points) == 1:
            yield Circle(points[0], 0.23 * self.cell, STOPS[0], role="path")
        whole = max(len(line.points), line.length or 0)
        step = max(1, -(-len(points) // SEGMENTS))
        shares: tuple[tuple[float, float, str], ...] = ((0.80, 0.82, "band"), (0.46, 0.0, "path"))
        if self.is_written_on:
            shares = ((0.80, 0.82, "band"), (0.20, 0.55, "path"))
        if line.corners:
            shares = ((0.12, 0.0, "path"),)
        for share, paleness, role in shares:
            for start in range(0, len(points) - 1, step):
                colour = gradient(STOPS, start / whole)
                piece = tuple(points[start : start + step + 1])
                yield Polyline(piece, mix(colour, SURFACE, paleness) if paleness else colour, share * self.cell, role)

    def _mark(self, cell: Cell, mark: Mark) -> Iterator[Shape]:
        middle, size = self.centre(cell), self.cell
        ink = SURFACE if cell in self.shaded else INK
        match mark:
            case "circle":
                yield Circle(middle, 0.32 * size, SURFACE, INK, 0.05 * size, role="circle white")
            case "disc":
                yield Circle(middle, 0.32 * size, ink, ink, 0.05 * size, role="disc black")
            case "dot":
                yield Circle(middle, 0.1 * size, ink, role="dot")
            case "cross":
                reach = 0.2 * size
                (x, y) = middle
                for across in (1, -1):
                    ends = ((x - reach, y - across * reach), (x + reach, y + across * reach))
                    yield Polyline(ends, ink, 0.07 * size, "cross")
            case _:
                yield Polygon(_star(mark, middle, 0.34 * size), ink, ink, 0.03 * size, role=mark)

    def _number(self, cell: Cell, all_of: list[tuple[str, Labels]]) -> Iterator[Shape]:
        """The number of a cell; further ones, which contradict it, small beside it."""
        (label, layer), *others = all_of
        middle, size, line = self.centre(cell), self.cell, self.line_through.get(cell)
        if layer.discs or (layer.given and line is not None and not self.is_written_on):
            ground = mix(hue(line.colour), INK, 0.62) if line is not None and line.colour is not None else INK
            yield Circle(middle, 0.31 * size, ground, SURFACE, 0.035 * size, role="disc")
            type_size = _fitting((0.34 if len(label) < 3 else 0.26) * size, 0.61 * size, label)
            role = "number" if ground == INK else "number on-black"
            yield Text(middle, label, type_size, SURFACE, bold=True, role=role)
        elif cell in self.tiled:
            yield Circle(middle, 0.13 * size, SURFACE, role="hub")
            yield Text(
                middle, label, 0.14 * size if len(label) < 3 else 0.27 * size / len(label), INK, role="number on-hub"
            )
        else:
            dark = cell in self.shaded or self.marked.get(cell) in ("disc", "square")
            ink = SURFACE if dark else INK if layer.given or line is not None else WRITTEN
            bold, share = layer.given, 0.42 if self.marked.get(cell) is None else 0.36
            ground = {"circle": " on-white", "disc": " on-black"}.get(self.marked.get(cell, "dot"), "")
            type_size = _fitting(share * size, 0.8 * size, label)
            yield Text(middle, label, type_size, ink, bold=bold, role=f"number{ground}")
        if others:
            x, y = middle
            at = (x + 0.42 * size, y - 0.33 * size)
            rest = "/".join(label for label, _ in others)
            yield Text(at, rest, _fitting(0.22 * size, 0.5 * size, rest), RED, "end", bold=True, role="number")

    def _tray(self) -> Iterator[Shape]:
        """The pieces to place, with their numbers, below the board."""
        if not self.diagram.tray:
            return
        left, _, right, bottom = bounds(self._ground())
        count, size = len(self.diagram.tray), 0.9 * min(self.cell, TILE)
        columns = ceil(sqrt(2 * count))
        pitch = 1.2 * size
        for index, edges in enumerate(self.diagram.tray):
            row, col = divmod(index, columns)
            in_row = min(columns, count - row * columns)
            x = (left + right) / 2 + (col - (in_row - 1) / 2) * pitch
            y = bottom + (0.85 + 1.2 * row) * (size if self.is_square else size * 2 / sqrt(3))
            yield from (moved(shape, x, y) for shape in piece_shapes(index + 1, edges, size))


def _hub(middle: Point, label: str, size: float, role: str) -> Iterator[Shape]:
    """The number of a tile on a disc in its middle."""
    yield Circle(middle, 0.13 * size, SURFACE, role="hub")
    type_size = 0.15 * size if len(label) < 3 else 0.27 * size / len(label)
    yield Text(middle, label, type_size, INK, role=f"{role} on-hub")


def _fitting(size: float, width: float, label: str) -> float:
    """The size of type, or less of it where a label would be wider than this."""
    return min(size, width / (type_width(label) or 1.0))


def _hexagon(middle: Point, width: float) -> tuple[Point, ...]:
    """The corners of a hexagon that stands on a corner: side k lies between corners k and k + 1."""
    angles = ((2 * k - 1) * pi / 6 for k in range(6))
    radius = width / sqrt(3)
    return tuple((middle[0] + radius * cos(angle), middle[1] - radius * sin(angle)) for angle in angles)


def _star(mark: Mark, middle: Point, radius: float) -> tuple[Point, ...]:
    """The corners of a square, diamond, triangle or star."""
    x, y = middle
    if mark == "square":
        return rectangle(x - 0.75 * radius, y - 0.75 * radius, 1.5 * radius, 1.5 * radius)
    corners = {"diamond": 4, "triangle": 3, "star": 10}[mark]
    points = []
    for k in range(corners):
        reach = radius * (0.42 if mark == "star" and k % 2 else 1.0)
        angle = 2 * pi * k / corners
        points.append((x + reach * sin(angle), y - reach * cos(angle)))
    return tuple(points)


def _tile(edges: tuple[Colour, ...], middle: Point, side: float) -> Iterator[Shape]:
    """A triangle for each edge, with a letter or a number where that is what its colour is called."""
    corners = (
        rectangle(middle[0] - side / 2, middle[1] - side / 2, side, side) if len(edges) == 4 else _hexagon(middle, side)
    )
    ends = list(pairwise((*corners, corners[0])))
    for edge, (start, stop) in zip(edges, ends, strict=True):
        yield Polygon((start, stop, middle), colour_of(edge), role="edge")
    if side < MARKED:
        return
    for corner in corners:
        yield Polyline((corner, middle), PAGE, 0.014 * side, "seam")
    yield Polygon(corners, None, PAGE, 0.026 * side, "seam")
    for edge, ((x, y), (x2, y2)) in zip(edges, ends, strict=True):
        if edge is None or (isinstance(edge, str) and (is_colour(edge) or len(edge) > 3)):
            continue
        at = tuple(m + 0.68 * ((a + b) / 2 - m) for m, a, b in zip(middle, (x, y), (x2, y2), strict=True))
        ground = colour_of(edge)
        size = _fitting(0.15 * side, 0.3 * side, str(edge))
        yield Text((at[0], at[1]), str(edge), size, mix(ground, ink_on(ground), 0.85), bold=True, role="mark")
