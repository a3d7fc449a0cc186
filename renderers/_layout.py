"""How a page is laid out: margins, a heading, rows of pieces, and a ruler to see whether it was printed in true size.

Lengths are in millimetres.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from textwrap import shorten, wrap
from typing import TypeVar

from renderers._pdf import HEIGHT, WIDTH, Page
from renderers.palette import INK, MUTED, PAGE
from renderers.picture import Picture, drawn_shapes
from renderers.shapes import (
    Box,
    Polygon,
    Polyline,
    Shape,
    Text,
    bounds,
    fitted,
    moved,
    rectangle,
    shortened,
    type_width,
)

T = TypeVar("T")

LEFT, TOP, RIGHT, BOTTOM = 12.0, 22.0, WIDTH - 12.0, HEIGHT - 16.0
"""The part of a page that is free for drawings."""
HAIR = 0.15
"""The width of a line to cut along."""
RULER = 50.0
CROP = 5.0
"""How far cutting lines run out over a block of pieces that touch."""
SMALLEST = 2.9
"""The smallest type to be read, a little more than eight points."""
GUTTER = 10.0
"""What is left between the frames of a page."""


@dataclass(frozen=True)
class Kit:
    """Pieces to cut out, all in boxes of one size.

    pieces: the shapes of each, drawn from the upper left corner of its box.
    gap: what is left between two boxes; pieces without one are cut apart by lines through the whole block.
    """

    what: str
    width: float
    height: float
    pieces: tuple[Page, ...]
    gap: float = 0.0

    @property
    def columns(self) -> int:
        """How many pieces lie side by side on a page."""
        return int((RIGHT - LEFT + self.gap) // (self.width + self.gap))

    @property
    def rows(self) -> int:
        """How many pieces lie one above the other on a page."""
        return int((BOTTOM - TOP + self.gap) // (self.height + self.gap))


def spread(kit: Kit, title: str) -> Iterator[Page]:
    """The pieces of a kit on as few pages as there is room on, row by row, about as many rows on each."""
    rows = -(-len(kit.pieces) // kit.columns)
    pages = max(1, -(-rows // kit.rows))
    sheets = chunks(kit.pieces, kit.columns * max(1, -(-rows // pages)))
    for number, pieces in enumerate(sheets, 1):
        part = f", sheet {number} of {len(sheets)}" if len(sheets) > 1 else ""
        yield [*heading(title, kit.what + part), *_block(kit, pieces), *ruler()]


def _block(kit: Kit, pieces: Sequence[Page]) -> Iterator[Shape]:
    """The pieces of one page, in the middle of its width, with the lines to cut along."""
    pitch_x, pitch_y = kit.width + kit.gap, kit.height + kit.gap
    columns, rows = min(kit.columns, len(pieces)), -(-len(pieces) // kit.columns)
    left = (LEFT + RIGHT - columns * pitch_x + kit.gap) / 2
    top = TOP if kit.gap else TOP + CROP
    for index, piece in enumerate(pieces):
        row, column = divmod(index, kit.columns)
        yield from (moved(shape, left + column * pitch_x, top + row * pitch_y) for shape in piece)
    if not kit.gap:
        right, bottom = left + columns * kit.width, top + rows * kit.height
        for column in range(columns + 1):
            x = left + column * kit.width
            yield Polyline(((x, top - CROP), (x, bottom + CROP)), MUTED, HAIR, "cut")
        for row in range(rows + 1):
            y = top + row * kit.height
            yield Polyline(((left - CROP, y), (right + CROP, y)), MUTED, HAIR, "cut")


def heading(title: str, what: str) -> Iterator[Text]:
    """The name of the puzzle in bold, and what the page shows."""
    yield Text((LEFT, 13.0), shortened(title, 5.0, 110.0), 5.0, INK, "start", bold=True, role="heading")
    yield Text((RIGHT, 13.0), what, 3.6, MUTED, "end", role="what")


def ruler() -> Iterator[Shape]:
    """A bar by which to see whether the page was printed in true size."""
    y = HEIGHT - 9.0
    yield Polyline(((LEFT, y), (LEFT + RULER, y)), INK, 0.3, "ruler")
    for x in (LEFT, LEFT + RULER):
        yield Polyline(((x, y - 1.2), (x, y + 1.2)), INK, 0.3, "ruler")
    yield Text((LEFT + RULER + 4, y), f"{RULER:.0f} mm when printed at 100 %", 3.0, MUTED, "start", role="ruler")


def frames(columns: int, rows: int) -> list[Box]:
    """The boxes of equal frames on a page, row by row.

    >>> [round(side) for side in frames(2, 3)[3]]
    [110, 106, 198, 180]
    """
    width, height = (RIGHT - LEFT - (columns - 1) * GUTTER) / columns, (BOTTOM - TOP - (rows - 1) * GUTTER) / rows
    lefts = [LEFT + column * (width + GUTTER) for column in range(columns)]
    tops = [TOP + row * (height + GUTTER) for row in range(rows)]
    return [(left, top, left + width, top + height) for top, left in product(tops, lefts)]


def inset(picture: Picture, box: Box) -> Iterator[Shape]:
    """A picture without its title in a part of a page, on its own ground where that is not the usual one.

    Its caption stands below it, in type that can be read.
    """
    (left, top, right, bottom), drawn = box, drawn_shapes(picture)
    captions = [shape.content for shape in picture.shapes if isinstance(shape, Text) and shape.role == "caption"]
    room = 0.9 * (right - left) / SMALLEST  # Not all lines have characters as wide as the whole has.
    fits = [max(1, int(room * len(words) / (type_width(words) or 1.0))) for words in captions]
    captions = [line for words, width in zip(captions, fits, strict=True) for line in wrapped(words, width)]
    bottom -= (0.6 + 1.4 * len(captions)) * SMALLEST if captions else 0.0
    is_plain = picture.background == PAGE
    edge = 0.0 if is_plain else 4.0
    shapes = fitted(drawn, (left + edge, top + edge, right - edge, bottom - edge))
    x0, y0, x1, y1 = bounds(shapes)
    if not is_plain:
        card = rectangle(x0 - edge, y0 - edge, x1 - x0 + 2 * edge, y1 - y0 + 2 * edge, 3.0)
        yield Polygon(card, picture.background, role="card")
    yield from shapes
    for at, caption in enumerate(captions):
        place = ((left + right) / 2, y1 + edge + (1.3 + 1.4 * at) * SMALLEST)
        yield Text(place, shortened(caption, SMALLEST, right - left), SMALLEST, MUTED, role="caption")


def chunks(things: Sequence[T], size: int) -> list[Sequence[T]]:
    """The things in order, this many at a time."""
    return [things[start : start + size] for start in range(0, len(things), size)]


def wrapped(words: str, width: int, most: int | None = None) -> list[str]:
    """Words in lines of at most this many characters; cells such as (0, 1) stay whole."""
    lines = [line for part in unbroken(words).splitlines() for line in wrap(part, width)]
    if most is not None and len(lines) > most:
        lines = [*lines[: most - 1], shorten(f"{lines[most - 1]} {'.' * width}", width, placeholder=" ...")]
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def unbroken(words: str) -> str:
    """Words in which no line is broken inside of a cell such as (0, 1) or row 1, column 2."""
    return re.sub(r"(?<=\d,) (?=\d)|(?<=\brow) (?=\d)|(?<=\bcolumn) (?=\d)", "\N{NO-BREAK SPACE}", words)
