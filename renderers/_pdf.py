"""Pages of drawing values as a PDF, in millimetres from the upper left corner of what all papers have.

The fonts of all texts are part of the file, as far as their letters are used: fpdf2 does that, and puts letters into
the order and the forms of their script.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from cpmodels.base.errors import MissingExtraError, ParameterError, visible
from cpmodels.base.values import shown
from renderers._fonts import DEJAVU, TextRun, parts
from renderers.palette import rgb
from renderers.shapes import BEFORE, Bitmap, Circle, Point, Polygon, Polyline, Shape, Text, type_width

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""The sizes of paper."""
WIDTH, HEIGHT = (min(sides) for sides in zip(*PAPERS.values(), strict=True))
"""What all papers have: pages are laid out here, and lie in the middle of their paper."""
POINT = 72 / 25.4
"""A millimetre in points."""

Page = Sequence[Shape]


def pdf(pages: Iterable[Page], title: str, paper: str = "A4") -> bytes:
    """The pages as a document with this title.

    Raises ParameterError for an unknown paper, MissingExtraError when the package fpdf2 is missing, and PuzzleError for
    a character that no font has.
    """
    if paper not in [*PAPERS]:
        raise ParameterError(f"paper is {' or '.join(PAPERS)}, not {shown(paper)}")
    wide, high = PAPERS[paper]
    canvas = check_fpdf()("portrait", "mm", (wide, high))
    canvas.set_title(visible(title))
    canvas.set_creator("cpmodels")
    canvas.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))  # so that the same pages are the same file
    canvas.set_auto_page_break(auto=False)
    canvas.c_margin = 0
    canvas.alias_nb_pages(None)  # so that {nb} in a name stays
    brush = _PdfBrush(canvas, ((wide - WIDTH) / 2, (high - HEIGHT) / 2))
    with _quiet():
        for page in pages:
            canvas.add_page()
            canvas._out("1 j")  # round joints, which fpdf2 has no name for, as it has none for ends
            for shape in page:
                brush.paint(shape)
        return bytes(canvas.output())


def check_fpdf() -> Any:
    """The class of documents.  Raises MissingExtraError when fpdf2 or uharfbuzz is missing."""
    try:
        import uharfbuzz  # noqa: F401  fpdf2 needs it for letters that change their form
        from fpdf import FPDF
    except ModuleNotFoundError:
        raise MissingExtraError(
            'writing .pdf needs the packages fpdf2 and uharfbuzz: pip install "cpmodels[print]"'
        ) from None
    return FPDF


class _PdfBrush:
    """Paints shapes on a page whose own origin lies off that of the shapes."""

    def __init__(self, canvas: Any, origin: Point) -> None:
        self.canvas, self.origin = canvas, origin

    def paint(self, shape: Shape) -> None:
        match shape:
            case Polygon():
                if style := self._style(shape.fill, shape.stroke, shape.width):
                    self.canvas.polygon(list(map(self._at, shape.points)), style=style)
            case Polyline():
                self._style(None, shape.stroke, shape.width)
                is_flat = shape.flat or shape.dash
                self.canvas._out("0 J" if is_flat else "1 J")
                self.canvas.set_dash_pattern(shape.dash, shape.dash)
                self.canvas.polyline(list(map(self._at, shape.points)))
                self.canvas.set_dash_pattern()
            case Circle():
                if style := self._style(shape.fill, shape.stroke, shape.width):
                    self.canvas.circle(*self._at(shape.centre), shape.radius, style=style)
            case Text():
                self._text(shape)
            case Bitmap():
                self.canvas.image(BytesIO(shape.content), *self._at(shape.corner), shape.width, shape.height)

    def _at(self, point: Point) -> Point:
        return (point[0] + self.origin[0], point[1] + self.origin[1])

    def _style(self, fill: str | None, stroke: str | None, width: float) -> str:
        """Make the colours and the width those to draw with; whether to fill, and whether to draw the line."""
        if fill:
            self.canvas.set_fill_color(*rgb(fill))
        if stroke:
            self.canvas.set_draw_color(*rgb(stroke))
            self.canvas.set_line_width(width)
        return "F" * bool(fill) + "D" * bool(stroke)

    def _text(self, text: Text) -> None:
        canvas, size = self.canvas, text.size
        runs = parts_of(text.content)
        content = "".join(part for part, _ in runs)
        first, *others = list(dict.fromkeys(str(file) for _, file in runs)) or [str(DEJAVU)]
        for file in (first, *others):
            if file.lower() not in canvas.fonts:
                canvas.add_font(file, fname=file)
        canvas.set_font(first, size=size * POINT)
        canvas.set_fallback_fonts(others)
        canvas.set_text_shaping(use_shaping_engine=not content.isascii())
        canvas.set_stretching(100)
        wide, room = canvas.get_string_width(content), size * type_width(content)
        if wide > room > 0:
            canvas.set_stretching(100 * room / wide)
            wide = room
        x, y = self._at(text.baseline)
        with canvas.local_context(text_mode="FILL_STROKE" if text.bold else "FILL"):
            canvas.set_text_color(*rgb(text.fill))
            self._style(None, text.fill, 0.05 * size)
            canvas.set_xy(x - wide * BEFORE[text.anchor], y - 0.8 * size)
            canvas.cell(wide, size, content)


def parts_of(content: str) -> list[TextRun]:
    """A text in parts, each of one font.  Raises as `renderers._fonts.parts` does."""
    check_fpdf()
    return parts(content, None, _is_usable, is_shaped=True)


@cache
def _is_usable(file: Path) -> bool:
    """Whether a font can be a part of a page."""
    try:
        with _quiet():
            check_fpdf()().add_font(fname=file)
    except Exception:  # fonts can be damaged in all ways, and what reads them raises what it likes
        return False
    return True


@contextmanager
def _quiet() -> Iterator[None]:
    """Without what the packages for fonts log of tables that they do not need."""
    before = [(logger, logger.level) for logger in map(logging.getLogger, ("fontTools", "fpdf"))]
    try:
        for logger, _ in before:
            logger.setLevel(logging.ERROR)
        yield
    finally:
        for logger, level in before:
            logger.setLevel(level)
