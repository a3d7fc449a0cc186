"""Pages of drawing values as a PDF, in millimetres from the upper left corner of an A4 page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from cpmodels.errors import MissingExtraError, visible
from renderers._fonts import Part, parts
from renderers.shapes import Bitmap, Circle, Point, Polygon, Polyline, Shape, Text

WIDTH, HEIGHT = 210.0, 297.0
"""An A4 page."""
POINT = 72 / 25.4
"""A millimetre in points."""

FILLED, FILLED_AND_OUTLINED = 0, 2
"""How letters are drawn."""

Page = Sequence[Shape]


def pdf(pages: Iterable[Page], title: str) -> bytes:
    """The pages as a document with this title.  Raises MissingExtraError when the package reportlab is missing."""
    out = BytesIO()
    canvas = _canvas()(out, pagesize=(WIDTH * POINT, HEIGHT * POINT), invariant=1)
    canvas.setTitle(visible(title))
    canvas.setCreator("cpmodels")
    brush = _PdfBrush(canvas)
    for page in pages:
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
        for shape in page:
            brush.paint(shape)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def check_reportlab() -> None:
    """Raise MissingExtraError when the package reportlab is missing."""
    _canvas()


def _canvas() -> Any:
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ModuleNotFoundError:
        raise MissingExtraError('writing .pdf needs the package reportlab: pip install "cpmodels[print]"') from None
    return Canvas


def _reader(content: bytes) -> Any:
    from reportlab.lib.utils import ImageReader

    return ImageReader(BytesIO(content))


class _PdfBrush:
    """Paints shapes on a page, whose own origin is the lower left corner."""

    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas

    def paint(self, shape: Shape) -> None:
        match shape:
            case Polygon():
                self._draw(shape.points, shape.fill, shape.stroke, shape.width, closed=True)
            case Polyline():
                self._draw(shape.points, None, shape.stroke, shape.width, closed=False)
            case Circle():
                fill, stroke = self._colours(shape.fill, shape.stroke, shape.width)
                self.canvas.circle(*_at(shape.centre), shape.radius * POINT, stroke=stroke, fill=fill)
            case Text():
                self._text(shape)
            case Bitmap():
                left, bottom = _at((shape.corner[0], shape.corner[1] + shape.height))
                pixels = _reader(shape.content)
                self.canvas.drawImage(pixels, left, bottom, shape.width * POINT, shape.height * POINT, mask="auto")

    def _draw(
        self, points: Sequence[Point], fill: str | None, stroke: str | None, width: float, *, closed: bool
    ) -> None:
        filled, stroked = self._colours(fill, stroke, width)
        path = self.canvas.beginPath()
        path.moveTo(*_at(points[0]))
        for point in points[1:]:
            path.lineTo(*_at(point))
        if closed:
            path.close()
        self.canvas.drawPath(path, stroke=stroked, fill=filled)

    def _colours(self, fill: str | None, stroke: str | None, width: float) -> tuple[int, int]:
        """Make the colours and the width those to draw with; whether to fill, and whether to draw the line."""
        if fill:
            self.canvas.setFillColor(fill)
        if stroke:
            self.canvas.setStrokeColor(stroke)
            self.canvas.setLineWidth(width * POINT)
        return int(bool(fill)), int(bool(stroke))

    def _text(self, text: Text) -> None:
        plain, size = "Helvetica-Bold" if text.bold else "Helvetica", text.size * POINT
        runs = [(part, plain if file is None else _registered(file)) for part, file in parts_of(text.content)]
        x, y = _at(text.baseline)
        width = sum(self.canvas.stringWidth(part, name, size) for part, name in runs)
        line = self.canvas.beginText(x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor], y)
        line.setFillColor(text.fill)
        line.setStrokeColor(text.fill)
        self.canvas.saveState()
        self.canvas.setLineWidth(size * 0.05)
        for part, name in runs:
            line.setTextRenderMode(FILLED_AND_OUTLINED if text.bold and name != plain else FILLED)
            line.setFont(name, size)
            line.textOut(part)
        self.canvas.drawText(line)
        self.canvas.restoreState()


def parts_of(content: str) -> list[Part]:
    """A text in parts, each of one font; the plain one is in every viewer.  Raises as `renderers._fonts.parts` does."""
    return parts(content, _is_plain, lambda file: bool(_registered(file)), is_shaped=False)


def _is_plain(character: str) -> bool:
    """Whether the fonts that every viewer has have a character."""
    try:
        return bool(character.encode("cp1252"))
    except UnicodeEncodeError:
        return False


@cache
def _registered(file: Path) -> str | None:
    """The name by which pages know a font; None for one that cannot be a part of them."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        pdfmetrics.registerFont(TTFont(f"cpmodels {file}", str(file)))
    except (TTFError, OSError, ValueError):
        return None
    return f"cpmodels {file}"


def _at(point: Point) -> Point:
    return (point[0] * POINT, (HEIGHT - point[1]) * POINT)
