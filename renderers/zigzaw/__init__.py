"""The Zigzaw: frogs of six colours, a page to lay them out, and pictures that read back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cpmodels import sharing
from cpmodels.lattice import Cell
from cpmodels.puzzles.zigzaw import ALL_PARTS, CORNERS, Frog, Mosaic, Zigzaw
from cpmodels.puzzles.zigzaw_geometry import HEXAGON_HEIGHT, HIGH, WIDE
from cpmodels.values import check_type
from renderers._diagram_text import EMPTY, columns
from renderers._layout import BOTTOM, LEFT, RIGHT, TOP, Kit
from renderers._perspective import Perspective, View
from renderers._tiles_page import check_indexes, check_pieces, check_rows
from renderers.functions import (
    by_numbers,
    check_fit,
    check_page,
    draw,
    draw_partial,
    kits,
    middle_of,
    page,
    text,
    text_of_partial,
)
from renderers.palette import INK, LINE, MUTED
from renderers.picture import Picture
from renderers.shapes import Point, Polygon, Shape, Text
from renderers.zigzaw._drawing import cell_corner, draw_laid, draw_zigzaw, frog_shapes, hexagon_width
from renderers.zigzaw._page import zigzaw_page
from renderers.zigzaw._pictures import zigzaw_pictures

HEXAGON = 28.0
"""The width of a frog's hexagon on paper, in millimetres."""

check_page.register(Zigzaw)(check_pieces)
page.register(Zigzaw)(zigzaw_page)
sharing.pictures.register(Zigzaw)(zigzaw_pictures)


@check_fit.register(Zigzaw)
def _check_fit(puzzle: Zigzaw, solution: Mosaic) -> None:
    check_type(solution, Mosaic)
    check_rows(puzzle, solution.rows)
    check_indexes(puzzle, solution)


@draw.register(Zigzaw)
def _draw(
    puzzle: Zigzaw,
    solution: Mosaic | None = None,
    *,
    view: View = "isometric",
    turn: float | None = None,
    codes: bool = False,
) -> Picture:
    Perspective(view, turn, codes)
    if solution is not None:
        check_fit(puzzle, solution)
    return draw_zigzaw(puzzle, solution)


@text.register(Zigzaw)
def _text_of(puzzle: Zigzaw, solution: Mosaic | None = None) -> str:
    """The numbers of the frogs in their places, or the colours of each frog's parts."""
    if solution is not None:
        check_fit(puzzle, solution)
        return _offset_rows(solution.rows)
    rows = [(n, *(getattr(frog, part) or "?" for part in ALL_PARTS)) for n, frog in enumerate(puzzle.pieces, 1)]
    return "\n".join(columns([("piece", *ALL_PARTS), *rows]))


@draw_partial.register(Zigzaw)
def _draw_partial(
    puzzle: Zigzaw,
    laid: Mapping[Cell, int],
    *,
    view: View = "isometric",
    turn: float | None = None,
    codes: bool = False,
) -> Picture:
    Perspective(view, turn, codes)
    return draw_laid(puzzle, laid)


@text_of_partial.register(Zigzaw)
def _text_of_partial(puzzle: Zigzaw, laid: Mapping[Cell, int]) -> str:
    rows = [[laid.get((row, col)) for col in range(puzzle.cols)] for row in range(puzzle.rows)]
    return _offset_rows(rows, len(puzzle.pieces))


@middle_of.register(Zigzaw)
def _middle_of(puzzle: Zigzaw, cell: Cell) -> tuple[Point, float]:
    width = hexagon_width(puzzle)
    left, top = cell_corner(cell, width)
    return (left + width / 2, top + HEXAGON_HEIGHT * width / 2), width


@kits.register(Zigzaw)
def _kits(puzzle: Zigzaw) -> Iterator[Kit]:
    """The frogs, those of the border apart."""
    yield _frogs("frogs", {str(number): frog for number, frog in enumerate(puzzle.pieces, 1)})
    if puzzle.border:
        yield _frogs("frogs of the border", {f"({row}, {col})": frog for row, col, frog in puzzle.border})


@by_numbers.register(Zigzaw)
def _by_numbers(puzzle: Zigzaw, mosaic: Mosaic) -> Iterator[Shape]:
    """The numbers of the frogs in their hexagons."""
    width = min((RIGHT - LEFT) / (puzzle.cols + 0.5), (BOTTOM - TOP) / (0.87 * (puzzle.rows + 1)), 20.0)
    half, quarter = width / 2, width / 12**0.5
    for (row, col), index in mosaic:
        x, y = LEFT + (col + 0.5 + row % 2 / 2) * width, TOP + quarter * (2 + 3 * row)
        yield Polygon(tuple((x + half * dx, y + quarter * dy) for dx, dy in CORNERS), None, LINE, 0.3, "cell")
        yield Text((x, y), str(index + 1), 0.3 * width, INK, role="code")


def _frogs(what: str, frogs: dict[str, Frog]) -> Kit:
    """Frogs, each with a label beside it."""
    width, height = WIDE * HEXAGON / 6, HIGH * HEXAGON_HEIGHT * HEXAGON / 6
    pieces = tuple(tuple(_frog(label, frog)) for label, frog in frogs.items())
    return Kit(f"{len(pieces)} {what}", width, height, pieces, gap=3.0)


def _frog(label: str, frog: Frog) -> Iterator[Shape]:
    yield from frog_shapes(frog, (0.0, 0.0), HEXAGON)
    at = (0.28 * HEXAGON, 1.24 * HEXAGON)
    yield Text(at, label, 3.0, MUTED, role="number")


def _offset_rows(rows: Sequence[Sequence[int | None]], most: int = 0) -> str:
    """The numbers of the frogs, as wide as the largest or as `most`, odd rows half a place to the right."""
    labels = [[EMPTY if index is None else str(index + 1) for index in row] for row in rows]
    digits = max(len(str(most)), *(len(label) for row in labels for label in row))
    half = (digits + 3) // 2
    gap, indent = " " * (2 * half - digits), " " * half
    lines = [
        indent * (number % 2) + gap.join(f"{label:>{digits}}" for label in row) for number, row in enumerate(labels)
    ]
    return "\n".join(lines)
