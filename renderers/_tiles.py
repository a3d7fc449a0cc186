"""Square and hexagonal pieces as pictures: a face for each edge, with tabs and blanks, or cards that show an art."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, takewhile
from math import asin, cos, dist, pi, sin, sqrt
from string import ascii_lowercase

from cpmodels.base.diagram import Colour, Figure, Tray
from cpmodels.base.errors import ParameterError
from cpmodels.base.values import shown
from renderers.arts import ARTS, Art
from renderers.arts._figures import Figure as ArtFigure
from renderers.arts._figures import half, leaning, placed
from renderers.palette import INK, PAGE, QUIET, SURFACE, hue, ink_on, is_colour, mix, named
from renderers.shapes import Box, Circle, Point, Polygon, Polyline, Shape, Text, arc, rectangle, sides_of, type_width

KNOB, RISE = 0.09, 0.072
"""The radius of a tab's knob, and how far its middle lies beyond the edge, in sides of a piece."""
MARKED = 24.0
"""Pieces smaller than this, in pixels, bear neither seams nor type."""
WOOD, DARK_WOOD = "#b98d5f", "#94683f"
SHORT = 3
"""Words on edges have this many letters, or more where they would not differ."""
LEAN = 5.0
"""By how many degrees, at most, cards on a table lie askew."""
BAR = 0.4
"""How far a bar over edges that do not match reaches from its middle, in lengths of an edge."""


def check_art(tray: Tray | None) -> None:
    """Raise ParameterError for pieces that are to show an art that there is not."""
    if tray is not None and tray.art is not None and tray.art not in ARTS:
        raise ParameterError(f"the art must be one of {', '.join(ARTS)}, not {shown(tray.art)}")


@dataclass(frozen=True)
class Pen:
    """Draws the tiles of a tray, or others, at one size: the side of a square, or the width of a hexagon."""

    tray: Tray
    size: float

    @cached_property
    def art(self) -> Art | None:
        """What the pieces show on their edges."""
        check_art(self.tray)
        return None if self.tray.art is None else ARTS[self.tray.art]

    @cached_property
    def has_tabs(self) -> bool:
        """Whether pieces have tabs and blanks."""
        return self.tray.rule == "sum-zero" and self.tray.art is None

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The place, from 0, of each colour of pieces with a rule among those that are numbers or have names."""
        if self.tray.rule is None:
            return {}
        pieces = (piece for piece in self.tray.pieces if not isinstance(piece, Figure))
        edges = chain(chain.from_iterable(pieces), dict(self.tray.names))
        given = sorted({edge for edge in edges if isinstance(edge, int)}, key=lambda edge: (abs(edge), edge))
        kinds = dict.fromkeys(self.kind(edge) for edge in given if not self.is_calm(edge))
        return {kind: place for place, kind in enumerate(kinds)}

    @cached_property
    def figures(self) -> dict[Colour, ArtFigure]:
        """What pieces that show an art have on the edges of each colour."""
        edges = chain.from_iterable(piece for piece in self.tray.pieces if not isinstance(piece, Figure))
        others = (self.kind(edge) if isinstance(edge, int) else edge for edge in edges if not self.is_calm(edge))
        kinds = dict.fromkeys([*self.numbers, *others])
        return dict(zip(kinds, self.art.figures(map(self.tray.name, kinds)), strict=True)) if self.art else {}

    def kind(self, edge: int) -> int:
        """The colour of an edge, of which it may be a half."""
        return abs(edge) if self.tray.rule == "sum-zero" else edge

    def is_calm(self, edge: Colour) -> bool:
        """Whether an edge shows nothing: one without a colour, or one that is no half of any."""
        return edge is None or (edge == 0 and self.tray.rule == "sum-zero")

    @cached_property
    def words(self) -> dict[int, str]:
        """What the colours that are numbers are called, where that is a word: of halves what only their names share."""
        names = {kind: self.tray.name(kind) for kind in self.numbers}
        words = dict(names)
        if self.tray.rule == "sum-zero":
            for kind, name in names.items():
                other = self.tray.name(-kind).removeprefix("-")
                shared = takewhile(lambda pair: pair[0] == pair[1], zip(name, other, strict=False))
                words[kind] = "".join(letter for letter, _ in shared).rstrip("-_ ") or name
        used = Counter(words.values())
        words = {kind: word if used[word] == 1 else names[kind] for kind, word in words.items()}
        return {kind: word for kind, word in words.items() if word != str(kind)}

    @cached_property
    def labels(self) -> dict[int, str]:
        """What is written on edges of these colours: their words, so short that they still differ, or their numbers."""
        words = set(self.words.values())

        def short(word: str) -> str:
            starts = (word[:k] for k in range(SHORT, len(word)))
            return next((start for start in starts if sum(w.startswith(start) for w in words) == 1), word)

        return {kind: short(self.words.get(kind, str(kind))) for kind in self.numbers}

    def colour(self, edge: Colour) -> str:
        """The colour of an edge: words name colours of the Web, numbers and letters have hues of their own."""
        if edge is None or self.is_calm(edge):
            return QUIET
        if isinstance(edge, int):
            word = self.words.get(self.kind(edge), "")
            return named(word) if is_colour(word) else hue(self.numbers.get(self.kind(edge), abs(edge)))
        if is_colour(edge):
            return named(edge)
        letter = ascii_lowercase.find(edge.lower()) if len(edge) == 1 else -1
        return named(edge) if letter < 0 else hue(letter)

    def mark(self, edge: Colour) -> str:
        """What is written on an edge: its number or its word, but for words that name its colour or are long."""
        if edge is None or self.is_calm(edge) or (isinstance(edge, str) and (is_colour(edge) or len(edge) > SHORT)):
            return ""
        return self.labels.get(self.kind(edge), str(self.kind(edge))) if isinstance(edge, int) else edge

    def piece(self, label: str, edges: Sequence[Colour], middle: Point) -> Iterator[Shape]:
        """A piece with its number."""
        yield from self.tile(edges, middle)
        if self.size >= MARKED:
            yield from hub(middle, label, self.size, "piece")

    def tile(self, edges: Sequence[Colour], middle: Point) -> Iterator[Shape]:
        """The faces of a piece and its seams, or a card, without a number."""
        if self.art is not None and self.size >= MARKED:
            yield from self._card(edges, middle, self.art)
            return
        faces = list(self._faces(edges, middle))
        for edge, face in zip(edges, faces, strict=True):
            yield Polygon((*face, middle), self.colour(edge), role="edge")
        if self.size < MARKED:
            return
        for face in faces:
            yield Polyline((face[0], middle), PAGE, 0.014 * self.size, "seam")
        yield Polygon(self.outline(edges, middle), None, PAGE, 0.026 * self.size, "seam")
        for edge, (start, *_, stop) in zip(edges, faces, strict=True):
            if label := self.mark(edge):
                is_blank = self.has_tabs and isinstance(edge, int) and edge < 0
                share, wide = (0.48, 0.17) if is_blank else (0.68, 0.3)
                x, y = (m + share * ((a + b) / 2 - m) for m, a, b in zip(middle, start, stop, strict=True))
                ground = self.colour(edge)
                size = fitting(0.15 * self.size, wide * self.size, label)
                yield Text((x, y), label, size, mix(ground, ink_on(ground), 0.85), bold=True, role="mark")

    def outline(self, edges: Sequence[Colour], middle: Point) -> tuple[Point, ...]:
        """The line about a piece, with its tabs and blanks."""
        return tuple(chain.from_iterable(self._faces(edges, middle)))

    def fixed(self, label: str, edges: Sequence[Colour], middle: Point) -> Iterator[Shape]:
        """What marks a piece as fixed: an outline and a dark number."""
        yield Polygon(self.outline(edges, middle), None, INK, 0.042 * self.size, "fixed")
        if self.size >= MARKED:
            yield from hub(middle, label, self.size, "piece", INK, SURFACE)

    def on_table(self, index: int, edges: Sequence[Colour], middle: Point) -> Iterator[Shape]:
        """A card that lies on a table a little askew, with its shadow."""
        askew = LEAN * ((index * 0.6180339887 + 0.3) % 1 * 2 - 1)
        shapes: list[Shape] = []
        for off, shade in ((0.045, "#84592f"), (0.025, "#6b4522")):
            left, top = (at - self.size / 2 + off * self.size for at in middle)
            shapes.append(Polygon(rectangle(left, top, self.size, self.size, 0.05 * self.size), shade, role="shadow"))
        yield from leaning([*shapes, *self.piece(str(index + 1), edges, middle)], middle, askew)

    def _card(self, edges: Sequence[Colour], middle: Point, art: Art) -> Iterator[Shape]:
        """A square card with halves of pictures on its edges."""
        card = outline(4, middle, self.size)
        yield Polygon(card, art.ground, role="card")
        for radius, shade in art.discs(self.size):
            yield Circle(middle, radius, shade, role="card")
        for edge, side in zip(edges, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True):
            yield from self._edge_art(edge, middle, side)
        yield Polygon(card, None, mix(art.ground, INK, 0.25), 0.012 * self.size, "seam")

    def _edge_art(self, edge: Colour, middle: Point, side: tuple[int, int]) -> Iterator[Shape]:
        """What a card shows on an edge, which lies in a direction from its middle."""
        dx, dy = side
        at = (middle[0] + dx * self.size / 2, middle[1] + dy * self.size / 2)
        kind = self.kind(edge) if isinstance(edge, int) else edge
        if (figure := self.figures.get(kind)) is not None:
            front = kind == edge
            yield from placed(half(figure, front=front), at, (-dx, -dy) if front else (dx, dy), self.size)
        elif edge is None or not self.is_calm(edge):
            along = (-dy * self.size / 2, dx * self.size / 2)
            ends = ((at[0] - along[0], at[1] - along[1]), (at[0] + along[0], at[1] + along[1]))
            yield Polygon((*ends, middle), self.colour(edge), role="edge")

    def _faces(self, edges: Sequence[Colour], middle: Point) -> Iterator[tuple[Point, ...]]:
        """The outer line of each face, from corner to corner."""
        corners = outline(len(edges), middle, self.size)
        for edge, ((x, y), (x2, y2)) in zip(edges, sides_of(corners), strict=True):
            out = ((x + x2) / 2 - middle[0], (y + y2) / 2 - middle[1])
            scale = dist((x, y), (x2, y2)) / dist((0, 0), out)
            yield tuple(
                (x + along * (x2 - x) + away * scale * out[0], y + along * (y2 - y) + away * scale * out[1])
                for along, away in side_line(edge if self.has_tabs and isinstance(edge, int) else 0)
            )


def side_line(edge: int) -> tuple[Point, ...]:
    """A side as points (along it from 0 to 1, outwards from it): a tab where positive, a blank where negative."""
    if edge == 0:
        return ((0.0, 0.0), (1.0, 0.0))
    neck, slant = sqrt(KNOB**2 - RISE**2), asin(RISE / KNOB) / (pi / 2)
    out = 1 if edge > 0 else -1
    knob = arc((0.5, RISE), KNOB, 2 + slant, -slant, 20)
    line = ((0.0, 0.0), (0.5 - neck, 0.0), *knob, (0.5 + neck, 0.0), (1.0, 0.0))
    return tuple((along, out * away) for along, away in line)


def outline(sides: int, middle: Point, size: float) -> tuple[Point, ...]:
    """The corners of a square of this side, or of a hexagon of this width that stands on a corner.

    Side k lies between corners k and k + 1.
    """
    if sides == 4:
        return rectangle(middle[0] - size / 2, middle[1] - size / 2, size, size)
    angles = ((2 * k - 1) * pi / 6 for k in range(6))
    return tuple((middle[0] + size / sqrt(3) * cos(angle), middle[1] - size / sqrt(3) * sin(angle)) for angle in angles)


def hub(middle: Point, label: str, size: float, role: str, ground: str = SURFACE, ink: str = INK) -> Iterator[Shape]:
    """The number of a tile on a disc in its middle."""
    yield Circle(middle, 0.13 * size, ground, role="hub")
    yield Text(middle, label, size * (0.15 if len(label) < 3 else 0.27 / len(label)), ink, role=f"{role} on-hub")


def bar(start: Point, stop: Point) -> Iterator[Polyline]:
    """A bar over an edge at which two pieces do not match."""
    middle, size = ((start[0] + stop[0]) / 2, (start[1] + stop[1]) / 2), dist(start, stop)
    ends = tuple((middle[0] + at * (stop[0] - start[0]), middle[1] + at * (stop[1] - start[1])) for at in (-BAR, BAR))
    yield Polyline(ends, SURFACE, 0.2 * size, "wrong")
    yield Polyline(ends, INK, 0.11 * size, "wrong")


def planks(box: Box, margin: float) -> Iterator[Shape]:
    """A table of boards on which cards lie."""
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


def fitting(size: float, width: float, label: str) -> float:
    """The size of type, or less of it where a label would be wider than this."""
    return min(size, width / (type_width(label) or 1.0))
