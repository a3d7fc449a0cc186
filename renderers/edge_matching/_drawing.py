"""Edge matching as a picture: pieces of four coloured triangles, with tabs and blanks where colours have signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, product
from math import asin, pi, sqrt

from cpmodels.lattice import Cell
from cpmodels.puzzles.edge_matching import Board, EdgeMatching, Edges, Placement, mismatches
from renderers._art import check_art
from renderers.edge_matching._arts import ARTS, Art
from renderers.edge_matching._figures import Figure, half, leaning, placed
from renderers.palette import INK, PAGE, QUIET, SURFACE, hue, ink_on, mix
from renderers.picture import Picture, framed, unit
from renderers.shapes import Box, Circle, Point, Polygon, Polyline, Shape, Text, arc, bounds, rectangle

PIECE = 104.0
KNOB, RISE = 0.09, 0.072
"""The radius of a tab's knob, and how far its middle lies beyond the edge, in sides of a piece."""
SMALLEST_MARKED = 24.0
"""Pieces smaller than this, in pixels, bear neither seams nor type."""
WOOD, DARK_WOOD = "#b98d5f", "#94683f"
LEAN = 5.0
"""By how many degrees, at most, pieces on a table lie askew."""
BAR = 0.4
"""How far a bar over edges that do not match reaches from its middle, in sides of a piece."""
MOST_CLUES = 3
"""So many clues are put into words below the pieces."""


def draw_edge_matching(puzzle: EdgeMatching, board: Board | None) -> Picture:
    """The board assembled, or the pieces spread out in their order."""
    if board:
        return draw_laid(puzzle, dict(board))
    art_of(puzzle)
    gap = 0.34 if puzzle.rule == "sum-zero" or puzzle.art else 0.18
    side = unit(max(puzzle.rows, puzzle.cols) * (1 + gap), PIECE)
    cells = product(range(puzzle.rows), range(puzzle.cols))
    placed: dict[Cell, Placement] = {cell: Placement(index, 0) for index, cell in enumerate(cells)}
    pieces = list(_pieces(puzzle, placed, side, gap))
    if puzzle.art is None:
        return framed(pieces, title=puzzle.name, caption=_clues(puzzle))
    table = _planks(bounds(pieces), 0.5 * side)
    return framed([*table, *pieces], title=puzzle.name, caption=_clues(puzzle))


def draw_laid(puzzle: EdgeMatching, laid: Mapping[Cell, Placement]) -> Picture:
    """The board with some of its pieces, or all."""
    side = piece_size(puzzle)
    empty = [cell for cell in product(range(puzzle.rows), range(puzzle.cols)) if cell not in laid]
    places = [
        Polygon(rectangle(col * side, row * side, side, side), SURFACE, QUIET, 0.014 * side, "place")
        for row, col in empty
    ]
    return framed([*places, *_pieces(puzzle, laid, side, 0.0), *_wrong_edges(puzzle, laid, side)], title=puzzle.name)


def _wrong_edges(puzzle: EdgeMatching, laid: Mapping[Cell, Placement], side: float) -> Iterator[Shape]:
    """Bars over the edges that meet and do not match."""
    for (row, col), (below, right) in mismatches(puzzle, laid):
        x, y = max(col, right) * side, max(row, below) * side
        across = below > row
        along = (BAR * side, 0.0) if across else (0.0, BAR * side)
        middle = (x + side / 2, y) if across else (x, y + side / 2)
        ends = tuple((middle[0] + at * along[0], middle[1] + at * along[1]) for at in (-1, 1))
        yield Polyline(ends, SURFACE, 0.2 * side, "wrong")
        yield Polyline(ends, INK, 0.11 * side, "wrong")


def piece_size(puzzle: EdgeMatching) -> float:
    """The side of a piece on the board."""
    return unit(max(puzzle.rows, puzzle.cols), PIECE)


def _pieces(puzzle: EdgeMatching, laid: Mapping[Cell, Placement], side: float, gap: float) -> Iterator[Shape]:
    """Pieces in their cells, with so many sides of a piece between them; those that clues fix are marked."""
    pen = Pen(puzzle, side, colour_of(puzzle))
    laid_at = [(place, (col * side * (1 + gap), row * side * (1 + gap))) for (row, col), place in laid.items()]
    for place, corner in laid_at:
        yield from pen.card_on_table(place, corner) if puzzle.art and gap else pen.piece(place, corner)
    fixed = {clue.piece for clue in puzzle.clues}
    for place, corner in laid_at:
        if place.piece in fixed:
            yield from pen.clue(place, corner)


def _planks(box: Box, margin: float) -> Iterator[Shape]:
    """A table of boards on which pieces lie."""
    left, top, right, bottom = box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin
    count = max(3, round((bottom - top) / (1.6 * margin)))
    high = (bottom - top) / count
    for board in range(count):
        y = top + board * high
        yield Polygon(rectangle(left, y, right - left, high), mix(WOOD, DARK_WOOD, (0.15, 0.5, 0.0, 0.35)[board % 4]))
        for line, share in enumerate((0.25, 0.45, 0.7)):
            start, end = (left + (right - left) * ((board * 0.37 + line * 0.29 + at) % 1) for at in (0.0, 0.45))
            if start < end:
                yield Polyline(((start, y + share * high), (end, y + share * high)), DARK_WOOD, 0.01 * margin, "grain")
        yield Polyline(((left, y), (right, y)), mix(DARK_WOOD, INK, 0.4), 0.02 * margin, "grain")


def colour_of(puzzle: EdgeMatching) -> dict[int, str]:
    """The colour of each number on the edges; halves that meet have one colour, the border a calm grey."""
    values = sorted({value for edges in puzzle.pieces for value in edges}, key=lambda v: (abs(v), v))
    kinds = list(dict.fromkeys(kind_of(puzzle, value) for value in values if not is_calm(puzzle, value)))
    return {value: QUIET if is_calm(puzzle, value) else hue(kinds.index(kind_of(puzzle, value))) for value in values}


def is_calm(puzzle: EdgeMatching, value: int) -> bool:
    """Whether an edge shows nothing: one of the border, or one that is no half of a picture."""
    return value == puzzle.border or (puzzle.rule == "sum-zero" and value == 0)


def mark_of(puzzle: EdgeMatching, value: int) -> str:
    """What is written on an edge of this number: its size where it has a sign, nothing on calm edges."""
    if is_calm(puzzle, value):
        return ""
    return str(kind_of(puzzle, value))


def art_of(puzzle: EdgeMatching) -> Art | None:
    """The art of a puzzle, if it has one.  Raises ParameterError for one that there is not."""
    check_art(puzzle, tuple(ARTS))
    return None if puzzle.art is None else ARTS[puzzle.art]


def has_tabs(puzzle: EdgeMatching) -> bool:
    """Whether the pieces are drawn with tabs and blanks; cards with pictures are square."""
    return puzzle.rule == "sum-zero" and puzzle.art is None


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


def kind_of(puzzle: EdgeMatching, value: int) -> int:
    """The colour of an edge, of which it may be a half."""
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
        if (art := art_of(self.puzzle)) and self.side >= SMALLEST_MARKED:
            yield from self._card(place, corner, art)
            return
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

    def card_on_table(self, place: Placement, corner: Point) -> Iterator[Shape]:
        """A piece that lies on a table a little askew, with its shadow."""
        middle = (corner[0] + self.side / 2, corner[1] + self.side / 2)
        askew = LEAN * ((place.piece * 0.6180339887 + 0.3) % 1 * 2 - 1)
        shadows = [
            Polygon(
                rectangle(corner[0] + at, corner[1] + at, self.side, self.side, 0.05 * self.side), shade, role="shadow"
            )
            for at, shade in ((0.045 * self.side, "#84592f"), (0.025 * self.side, "#6b4522"))
        ]
        yield from leaning([*shadows, *self.piece(place, corner)], middle, askew)

    def _card(self, place: Placement, corner: Point, art: Art) -> Iterator[Shape]:
        """A square card with halves of pictures on its edges, and its number in the middle."""
        edges, middle = self.puzzle.edges_at(place), (corner[0] + self.side / 2, corner[1] + self.side / 2)
        card = rectangle(*corner, self.side, self.side)
        yield Polygon(card, art.ground, role="card")
        for radius, shade in art.discs(self.side):
            yield Circle(middle, radius, shade, role="card")
        for value, side in zip(edges, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True):
            yield from self.edge_art(value, art, middle, side)
        yield Polygon(card, None, mix(art.ground, INK, 0.25), 0.012 * self.side, "seam")
        yield from self._hub(place, middle, SURFACE, INK)

    def edge_art(self, value: int, art: Art, middle: Point, side: tuple[int, int]) -> Iterator[Shape]:
        """What a card shows on an edge, which lies in a direction from its middle."""
        dx, dy = side
        at = (middle[0] + dx * self.side / 2, middle[1] + dy * self.side / 2)
        if value == self.puzzle.border:
            along = (-dy * self.side / 2, dx * self.side / 2)
            ends = ((at[0] - along[0], at[1] - along[1]), (at[0] + along[0], at[1] + along[1]))
            yield Polygon((*ends, middle), QUIET, role="edge")
        elif not is_calm(self.puzzle, value):
            front = self.puzzle.rule == "equal" or value > 0
            ahead = (-dx, -dy) if front else (dx, dy)
            yield from placed(self._half(value, art, front=front), at, ahead, self.side)

    def _half(self, value: int, art: Art, *, front: bool) -> Figure:
        """The half picture of a value: the figure that its name calls for, or the next one of the art."""
        kinds = dict.fromkeys(kind_of(self.puzzle, known) for known in self.colours if not is_calm(self.puzzle, known))
        number = list(kinds).index(kind_of(self.puzzle, value))
        return half(art.figure(self.puzzle.edge_name(abs(value)), number), front=front)

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
        signed = has_tabs(self.puzzle)
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
