"""Edge matching as a picture: pieces of four coloured triangles, with tabs and blanks where colours have signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, product
from math import asin, pi, sqrt

from cpmodels.lattice import Cell
from cpmodels.puzzles.edge_matching import Board, EdgeMatching, Edges, Placement
from renderers.palette import INK, PAGE, QUIET, SURFACE, hue, ink_on, mix
from renderers.picture import Picture, framed, unit
from renderers.shapes import Circle, Point, Polygon, Polyline, Shape, Text, arc, rectangle

PIECE = 104.0
KNOB, RISE = 0.09, 0.072
"""The radius of a tab's knob, and how far its middle lies beyond the edge, in sides of a piece."""
SMALLEST_MARKED = 24.0
"""Pieces smaller than this, in pixels, bear neither seams nor type."""
MOST_CLUES = 3
"""So many clues are put into words below the pieces."""


def draw_edge_matching(puzzle: EdgeMatching, board: Board | None) -> Picture:
    """The board assembled, or the pieces spread out in their order."""
    if board:
        return draw_laid(puzzle, dict(board))
    gap = 0.34 if puzzle.rule == "sum-zero" else 0.18
    side = unit(max(puzzle.rows, puzzle.cols) * (1 + gap), PIECE)
    cells = product(range(puzzle.rows), range(puzzle.cols))
    placed: dict[Cell, Placement] = {cell: Placement(index, 0) for index, cell in enumerate(cells)}
    return framed(_pieces(puzzle, placed, side, gap), title=puzzle.name, caption=_clues(puzzle))


def draw_laid(puzzle: EdgeMatching, laid: Mapping[Cell, Placement]) -> Picture:
    """The board with some of its pieces, or all."""
    side = piece_size(puzzle)
    empty = [cell for cell in product(range(puzzle.rows), range(puzzle.cols)) if cell not in laid]
    places = [
        Polygon(rectangle(col * side, row * side, side, side), SURFACE, QUIET, 0.014 * side, "place")
        for row, col in empty
    ]
    return framed([*places, *_pieces(puzzle, laid, side, 0.0)], title=puzzle.name)


def piece_size(puzzle: EdgeMatching) -> float:
    """The side of a piece on the board."""
    return unit(max(puzzle.rows, puzzle.cols), PIECE)


def _pieces(puzzle: EdgeMatching, laid: Mapping[Cell, Placement], side: float, gap: float) -> Iterator[Shape]:
    """Pieces in their cells, with so many sides of a piece between them; those that clues fix are marked."""
    pen = Pen(puzzle, side, colour_of(puzzle))
    placed = [(place, (col * side * (1 + gap), row * side * (1 + gap))) for (row, col), place in laid.items()]
    for place, corner in placed:
        yield from pen.piece(place, corner)
    fixed = {clue.piece for clue in puzzle.clues}
    for place, corner in placed:
        if place.piece in fixed:
            yield from pen.clue(place, corner)


def colour_of(puzzle: EdgeMatching) -> dict[int, str]:
    """The colour of each number on the edges; halves that meet have one colour, the border a calm grey."""
    calm = {puzzle.border} | ({0} if puzzle.rule == "sum-zero" else set())
    values = sorted({value for edges in puzzle.pieces for value in edges}, key=lambda v: (abs(v), v))
    kinds = list(dict.fromkeys(_kind(puzzle, value) for value in values if value not in calm))
    return {value: QUIET if value in calm else hue(kinds.index(_kind(puzzle, value))) for value in values}


def mark_of(puzzle: EdgeMatching, value: int) -> str:
    """What is written on an edge of this number: its size where it has a sign, nothing on calm edges."""
    if value == puzzle.border or (puzzle.rule == "sum-zero" and value == 0):
        return ""
    return str(_kind(puzzle, value))


def side_line(value: int, signed: bool) -> tuple[Point, ...]:
    """A side as points (along it from 0 to 1, outwards from it): a tab where positive, a blank where negative."""
    if not signed or value == 0:
        return ((0.0, 0.0), (1.0, 0.0))
    neck, slant = sqrt(KNOB**2 - RISE**2), asin(RISE / KNOB) / (pi / 2)
    out = 1 if value > 0 else -1
    knob = arc((0.5, RISE), KNOB, 2 + slant, -slant, 20)
    return (
        (0.0, 0.0),
        (0.5 - neck, 0.0),
        *((along, out * away) for along, away in knob),
        (0.5 + neck, 0.0),
        (1.0, 0.0),
    )


def _kind(puzzle: EdgeMatching, value: int) -> int:
    return abs(value) if puzzle.rule == "sum-zero" else value


def _clues(puzzle: EdgeMatching) -> str | None:
    if not puzzle.clues:
        return None
    words = [f"piece {c.piece + 1} at ({c.row}, {c.col})" for c in puzzle.clues[:MOST_CLUES]]
    more = len(puzzle.clues) - len(words)
    return f"fixed: {', '.join(words)}{f' and {more} more' if more else ''}"


@dataclass(frozen=True)
class Pen:
    """Draws the pieces of a puzzle at one size."""

    puzzle: EdgeMatching
    side: float
    colours: Mapping[int, str]

    def piece(self, place: Placement, corner: Point) -> Iterator[Shape]:
        """The four faces of a piece whose upper left corner lies at `corner`, its seams and its number."""
        edges = self.puzzle.edges_at(place)
        middle = (corner[0] + self.side / 2, corner[1] + self.side / 2)
        faces = self._faces(edges, corner)
        for edge, face in zip(edges, faces, strict=True):
            yield Polygon((*face, middle), self.colours[edge], role="edge")
        if self.side < SMALLEST_MARKED:
            return
        for face in faces:
            yield Polyline((face[0], middle), PAGE, 0.014 * self.side, "seam")
        yield Polygon(tuple(chain.from_iterable(faces)), None, PAGE, 0.026 * self.side, "seam")
        yield from self._marks(edges, middle)
        yield from self._hub(place, middle, SURFACE, INK)

    def clue(self, place: Placement, corner: Point) -> Iterator[Shape]:
        """What marks a piece as fixed: an outline and a dark number."""
        yield Polygon(self.outline(place, corner), None, INK, 0.042 * self.side, "clue")
        if self.side >= SMALLEST_MARKED:
            yield from self._hub(place, (corner[0] + self.side / 2, corner[1] + self.side / 2), INK, SURFACE)

    def outline(self, place: Placement, corner: Point) -> tuple[Point, ...]:
        """The line about a piece, with its tabs and blanks."""
        return tuple(chain.from_iterable(self._faces(self.puzzle.edges_at(place), corner)))

    def _hub(self, place: Placement, middle: Point, ground: str, ink: str) -> Iterator[Shape]:
        """The number of a piece on a disc in its middle."""
        label = str(place.piece + 1)
        yield Circle(middle, 0.12 * self.side, ground, role="hub")
        yield Text(middle, label, self.side * (0.135 if len(label) < 3 else 0.27 / len(label)), ink, role="piece")

    def _faces(self, edges: Edges, corner: Point) -> list[tuple[Point, ...]]:
        """The outer line of each face, clockwise from the top."""
        signed = self.puzzle.rule == "sum-zero"
        starts = rectangle(*corner, self.side, self.side)
        steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
        return [
            tuple(
                (x + self.side * (dx * along + dy * out), y + self.side * (dy * along - dx * out))
                for along, out in side_line(edge, signed)
            )
            for edge, (x, y), (dx, dy) in zip(edges, starts, steps, strict=True)
        ]

    def _marks(self, edges: Edges, middle: Point) -> Iterator[Text]:
        for edge, (dx, dy) in zip(edges, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True):
            if mark := mark_of(self.puzzle, edge):
                reach = self.side * (0.24 if self.puzzle.rule == "sum-zero" and edge < 0 else 0.34)
                at = (middle[0] + dx * reach, middle[1] + dy * reach)
                ground = self.colours[edge]
                size = self.side * (0.15 if len(mark) < 3 else 0.3 / len(mark))
                yield Text(at, mark, size, mix(ground, ink_on(ground), 0.85), bold=True, role="mark")
