"""Diagrams as lines of text for a terminal, in box-drawing characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from cpmodels.diagram import Colour, Diagram, Labels, Line, Mark, Marks, Regions, Shading, Tiles, Walls
from cpmodels.errors import visible
from cpmodels.lattice import SQUARE, Cell
from renderers.coloured_text import ColouredText, Run, coloured, flush_right, text_width
from renderers.palette import gradient, hue

LIGHT, HEAVY, DOUBLE = "·╵╶└╷│┌├╴┘─┴┐┤┬┼", " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋", " ║═╚║║╔╠═╝═╩╗╣╦╬"
"""Characters by the sides they reach: top 1, right 2, bottom 4, left 8."""
EMPTY = "·"
DOT = "•"
SIGNS: dict[Mark, str] = {
    "circle": "○",
    "disc": "●",
    "dot": "•",
    "cross": "\N{MULTIPLICATION SIGN}",
    "square": "■",
    "diamond": "◆",
    "triangle": "▲",
    "star": "★",
}
SHADED = "▒"
PATH = ("#7a6ff0", "#d552a8", "#e58220", "#c79a1e")
"""The colours of a path from its start to its end; they can be read on dark and on light ground."""
FALLING, RISING, BOTH = (
    "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER LEFT TO LOWER RIGHT}",
    "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}",
    "\N{BOX DRAWINGS LIGHT DIAGONAL CROSS}",
)
"""Lines through a corner."""


def text_of_diagram(diagram: Diagram) -> ColouredText:
    """The board, and in words what has no place on it: jumps of lines, the edges of tiles, the pieces to place."""
    board = _Raster(diagram).lines() if diagram.lattice == "square" else map(_plain, _offset_rows(diagram))
    return coloured([*board, *map(_plain, _jumps(diagram)), *map(_plain, _tiles(diagram))])


def _plain(line: str) -> list[Run]:
    return [Run(line)]


class _Seen(NamedTuple):
    """What is in a cell: the text that stands there, and whether the cell is dark."""

    label: str
    is_dark: bool


def _contents(diagram: Diagram) -> dict[Cell, _Seen]:
    """The numbers and marks of all cells that have any; different numbers of a cell with strokes between them."""
    labels: dict[Cell, list[str]] = {}
    layers = [layer for layer in diagram.layers if isinstance(layer, Labels)]
    for layer in sorted(layers, key=lambda layer: not layer.given):
        for cell, given in layer.at:
            label = visible(" ".join(given.splitlines()))
            if label not in labels.setdefault(cell, []):
                labels[cell].append(label)
    signs = {cell: SIGNS[mark] for layer in diagram.layers if isinstance(layer, Marks) for cell, mark in layer.at}
    dark = {cell for layer in diagram.layers if isinstance(layer, Shading) for cell in layer.cells}
    return {
        cell: _Seen("/".join(labels.get(cell, [])) + signs.get(cell, ""), cell in dark)
        for cell in labels.keys() | signs.keys() | dark
    }


class _Raster:
    """Characters in a square board: a cell is `wide` of them, rows and columns for walls stand between cells."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self.dots = diagram.style == "dots"
        self.contents = _contents(diagram)
        self.wide = max((text_width(seen.label) for seen in self.contents.values()), default=1) // 2 * 2 + 3
        self.walls = self._walls()
        self.links: dict[Cell, int] = {}
        self.edges: dict[Cell, int] = {}
        self.slants: dict[Cell, str] = {}
        self.inks: dict[Cell, str] = {}
        for line in (layer for layer in diagram.layers if isinstance(layer, Line)):
            whole = max(len(line.points), line.length or 0)
            for place, (here, there) in enumerate(pairwise(line.seen)):
                ink = gradient(PATH, place / whole) if line.colour is None else hue(line.colour)
                self._link(here, there, PATH[0] if line.closed else ink, corners=line.corners)

    def lines(self) -> Iterator[list[Run]]:
        """The board, line by line."""
        for line in range(2 * self.diagram.rows + 1):
            row: list[Run] = []
            for column in range(2 * self.diagram.cols + 1):
                is_inside = line % 2 and column % 2
                row += self._inside((line, column)) if is_inside else [self._between((line, column))]
            yield row

    def _doubled(self, cell: Cell) -> Cell:
        """The place of a cell in the raster."""
        top, left = self.diagram.corner
        return (2 * (cell[0] - top) + 1, 2 * (cell[1] - left) + 1)

    def _corner(self, point: Cell) -> Cell:
        """The place of a corner in the raster."""
        top, left = self.diagram.corner
        return (2 * (point[0] - top), 2 * (point[1] - left))

    def _walls(self) -> dict[Cell, int]:
        """The sides that heavy lines reach from each corner and wall, at doubled coordinates (cells are odd, odd)."""
        cells = self.diagram.cells
        region: dict[Cell, str] = {}
        for layer in self.diagram.layers:
            if isinstance(layer, Regions):
                region.update(layer.of)
        pieces: set[Cell] = set()
        for layer in self.diagram.layers:
            if isinstance(layer, Walls):
                for one, two in layer.between:
                    pieces.add(_mean(self._doubled(one), self._doubled(two)))
        for cell in cells:
            for other in SQUARE.neighbours(cell):
                is_rim = other not in cells and not self.dots
                if is_rim or (other in cells and region.get(cell) != region.get(other)):
                    pieces.add(_mean(self._doubled(cell), self._doubled(other)))
        sides: dict[Cell, int] = {}
        for piece in pieces:
            for direction in (1, 3) if piece[1] % 2 else (0, 2):
                corner = SQUARE.neighbour(piece, direction)
                sides[piece] = sides.get(piece, 0) | 1 << direction
                sides[corner] = sides.get(corner, 0) | 1 << SQUARE.opposite[direction]
        return sides

    def _link(self, here: Cell, there: Cell, ink: str, *, corners: bool) -> None:
        """Draw a step of a line, if it leads to a neighbour; corner to corner, or cell to cell, also aslant."""
        sides = self.edges if corners else self.links
        start, stop = (self._corner(p) if corners else self._doubled(p) for p in (here, there))
        self.inks.setdefault(start, ink)
        self.inks[_mean(start, stop)] = self.inks[stop] = ink
        if there in (near := SQUARE.neighbours(here)):
            direction, back = near.index(there), SQUARE.opposite[near.index(there)]
            gap = SQUARE.neighbour(start, direction)
            for at, reached in ((start, 1 << direction), (gap, 1 << direction | 1 << back), (stop, 1 << back)):
                sides[at] = sides.get(at, 0) | reached
        elif _is_aslant(here, there) and not corners:
            at = _mean(start, stop)
            slant = FALLING if (stop[0] > start[0]) == (stop[1] > start[1]) else RISING
            self.slants[at] = slant if self.slants.get(at, slant) == slant else BOTH
            sides.setdefault(start, 0)
            sides.setdefault(stop, 0)

    def _between(self, at: Cell) -> Run:
        """A corner, or what stands between two cells: a wall, a line, or a line through a wall."""
        heavy, light, edge = self.walls.get(at, 0), self.links.get(at, 0), self.edges.get(at, 0)
        crossing = {5: "╂", 10: "┿"}.get(heavy, "") if light else ""
        symbol = crossing or (LIGHT[light] if light else HEAVY[heavy])
        filler = HEAVY[heavy & 10]
        if edge:
            symbols = HEAVY if self.dots else DOUBLE
            symbol, filler = symbols[edge], symbols[edge & 10]
            if light:
                symbol = "┼"
        elif at in self.slants:
            symbol = self.slants[at]
        elif self.dots and not (at[0] % 2 or at[1] % 2):
            symbol = EMPTY
        if at[1] % 2 == 1:
            symbol = filler * (self.wide // 2) + symbol + filler * (self.wide // 2)
        return Run(symbol, self.inks.get(at))

    def _inside(self, at: Cell) -> list[Run]:
        """A cell: what is in it, a line or a dot, with lines running out to the left and right."""
        top, left = self.diagram.corner
        cell = (at[0] // 2 + top, at[1] // 2 + left)
        links, wide = self.links.get(at, 0), self.wide
        seen = self.contents.get(cell, _Seen("", False))
        ink = self.inks.get(at)
        if seen.is_dark:
            label = seen.label or (LIGHT[links] if links else SHADED)
            return [Run(label.center(wide - text_width(label) + len(label), SHADED))]
        blank = " " if self.dots or cell not in self.diagram.cells else EMPTY
        label = seen.label or (LIGHT[links] if links else DOT if at in self.links else blank)
        before = (wide - text_width(label)) // 2 + (text_width(label) % 2 == 0)
        after = wide - text_width(label) - before
        return [
            Run(("─" if links & 8 else " ") * before, ink),
            Run(label, None if seen.label else ink),
            Run(("─" if links & 2 else " ") * after, ink),
        ]


def _mean(one: Cell, two: Cell) -> Cell:
    return ((one[0] + two[0]) // 2, (one[1] + two[1]) // 2)


def _is_aslant(here: Cell, there: Cell) -> bool:
    return abs(here[0] - there[0]) == abs(here[1] - there[1]) == 1


def _jumps(diagram: Diagram) -> Iterator[str]:
    """The steps that lines of the board do not show."""
    for line in diagram.layers:
        if not isinstance(line, Line):
            continue
        what = "the loop" if line.closed else "the path" if line.colour is None else f"path {line.colour}"
        if diagram.lattice == "hexagonal":
            yield f"{what}: {', '.join(map(str, line.seen))}"
            continue
        for here, there in pairwise(line.seen):
            is_slant = _is_aslant(here, there) and not line.corners
            if here != there and there not in SQUARE.neighbours(here) and not is_slant:
                yield f"{what} jumps from {here} to {there}"


def _offset_rows(diagram: Diagram) -> list[str]:
    """The contents of hexagons, odd rows half a place to the right; what lies between them in words."""
    contents = _contents(diagram)
    tiled = {cell for layer in diagram.layers if isinstance(layer, Tiles) for cell, _ in layer.at}
    top, left = diagram.corner

    def label(cell: Cell) -> str:
        seen = contents.get(cell, _Seen("", False))
        blank = SHADED if seen.is_dark else SIGNS["diamond"] if cell in tiled else EMPTY
        return (seen.label or blank) if cell in diagram.cells else ""

    rows = [[label((top + r, left + c)) for c in range(diagram.cols)] for r in range(diagram.rows)]
    digits = max(text_width(label) for row in rows for label in row)
    half = (digits + 3) // 2
    gap, indent = " " * (2 * half - digits), " " * half
    lines = [
        indent * ((top + number) % 2) + gap.join(flush_right(label, digits) for label in row)
        for number, row in enumerate(rows)
    ]
    for layer in diagram.layers:
        if isinstance(layer, Walls):
            lines += [f"a wall between {one} and {two}" for one, two in layer.between]
        elif isinstance(layer, Regions):
            names = dict.fromkeys(name for _, name in layer.of)
            lines += [
                f"region {name}: {', '.join(str(cell) for cell, own in layer.of if own == name)}" for name in names
            ]
    return lines


def _tiles(diagram: Diagram) -> Iterator[str]:
    """The edges of tiles and of the pieces to place, in columns."""
    placed = [(str(cell), edges) for layer in diagram.layers if isinstance(layer, Tiles) for cell, edges in layer.at]
    pieces = [(str(number), edges) for number, edges in enumerate(diagram.tray, 1)]
    for what, rows in (("cell", placed), ("piece", pieces)):
        if rows:
            yield from columns([(what, *diagram.sides_by_name), *((name, *map(_word, edges)) for name, edges in rows)])


def _word(colour: Colour) -> str:
    return "-" if colour is None else str(colour)


def columns(rows: Sequence[Sequence[object]]) -> list[str]:
    """Lines of things right-aligned under each other."""
    widths = [max(text_width(str(cell)) for cell in column) for column in zip(*rows, strict=True)]
    return ["  ".join(flush_right(str(cell), width) for cell, width in zip(row, widths, strict=True)) for row in rows]
