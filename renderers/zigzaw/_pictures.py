"""A Zigzaw as the pictures that it reads back from: the border, and the pieces one by one or on a sheet."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from os import PathLike
from pathlib import Path

from cpmodels.base.errors import PuzzleError
from cpmodels.base.files import write_files
from cpmodels.puzzles.zigzaw import ALL_PARTS, Frog, Zigzaw
from cpmodels.puzzles.zigzaw.geometry import FROG, figure, frame, frog_corner
from renderers._figures import TABLE, figure_shapes, place_shapes
from renderers._raster import LARGEST_AREA, LARGEST_SIDE, png
from renderers.palette import RUBIK
from renderers.shapes import Point, Shape

LEAST_HEXAGON = 14
"""Pictures with narrower hexagons, in pixels, are not written: their colours could not be told."""
HEXAGON = 108
"""The width of a hexagon, in pixels, where there is room for it."""
PITCH: Point = (FROG[0] + 0.15, FROG[1] + 0.15)
"""The size of a cell of the sheet, in widths of a hexagon."""


def zigzaw_pictures(puzzle: Zigzaw, folder: str | PathLike[str], *, sheet: bool = False) -> list[Path]:
    """Write the pictures of a Zigzaw into a folder, which is made if need be; `readers.read` takes the folder back.

    ``border.png`` shows the frogs around the board, or an empty frame, which still tells the shape of the board; parts
    of them that lie beyond it, and touch no frog of the board, are not seen.  The pieces are ``piece.0.png``, ... with
    a clear ground, so that they can be laid out on the border; or ``sheet.png``, as many in a row as on the board.

    Returns the paths of the pictures.  Raises PuzzleError when a colour is none of the six of a Rubik's Cube, the board
    is too large, or the folder has pictures of another Zigzaw that would be taken for parts of this one; OSError when
    they cannot be written.
    """
    _check_colours(puzzle)
    pictures = dict(_pictures(puzzle, sheet=sheet))
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(target.iterdir()):
        if path.name.lower().startswith(("piece.", "border.", "sheet.")) and path.name not in pictures:
            raise PuzzleError(f"there is already {path.name} in {target}: it would be read as part of this puzzle")
    contents: dict[str | PathLike[str], bytes] = {
        target / name: png(shapes, (0, 0, *size), ground, 1) for name, (shapes, size, ground) in pictures.items()
    }
    write_files(contents)
    return [target / name for name in pictures]


_WHOLE = figure(dict.fromkeys(ALL_PARTS, "white"))
Parts = tuple[list[Shape], Point, str | None]
"""What is in a picture, its size in pixels, and its ground."""


def _pictures(puzzle: Zigzaw, *, sheet: bool) -> Iterator[tuple[str, Parts]]:
    size = frame(puzzle.rows, puzzle.cols)
    yield "border.png", (list(_border(puzzle, width := _hexagon(size))), _scaled(size, width), TABLE)
    if sheet:
        size = puzzle.cols * PITCH[0], puzzle.rows * PITCH[1]
        yield "sheet.png", (list(_sheet(puzzle, width := _hexagon(size))), _scaled(size, width), TABLE)
        return
    for index, frog in enumerate(puzzle.pieces):
        yield f"piece.{index}.png", (list(_frog(frog, (0, 0), width)), _scaled(FROG, width), None)


def _border(puzzle: Zigzaw, width: float) -> Iterator[Shape]:
    for cell in puzzle.centres:
        yield from place_shapes(_WHOLE, _middle(frog_corner(cell), width), width)
    for row, col, frog in puzzle.border:
        yield from _frog(frog, frog_corner((row, col)), width)


def _sheet(puzzle: Zigzaw, width: float) -> Iterator[Shape]:
    for index, frog in enumerate(puzzle.pieces):
        row, col = divmod(index, puzzle.cols)
        left, top = ((at + 0.5) * pitch - side / 2 for at, pitch, side in zip((col, row), PITCH, FROG, strict=True))
        yield from _frog(frog, (left, top), width)


def _frog(frog: Frog, corner: Point, width: float) -> Iterator[Shape]:
    """A frog with its upper left corner at a point, in widths of a hexagon."""
    return figure_shapes(figure({part: getattr(frog, part) for part in ALL_PARTS}), _middle(corner, width), width)


def _middle(corner: Point, width: float) -> Point:
    return (corner[0] + FROG[0] / 2) * width, (corner[1] + FROG[1] / 2) * width


def _scaled(point: Point, width: float) -> Point:
    return point[0] * width, point[1] * width


def _hexagon(size: Point) -> float:
    """The width of a hexagon, in pixels, in a picture that is this many of them wide and high."""
    width = min(HEXAGON, LARGEST_SIDE / max(size), sqrt(LARGEST_AREA / (size[0] * size[1])))
    if width < LEAST_HEXAGON:
        raise PuzzleError("the board is too large for pictures with distinct colours")
    return width


def _check_colours(puzzle: Zigzaw) -> None:
    frogs = [(f"the border piece at ({row}, {col})", frog) for row, col, frog in puzzle.border]
    frogs += [(f"piece {number}", frog) for number, frog in enumerate(puzzle.pieces, 1)]
    for what, frog in frogs:
        for part in ALL_PARTS:
            word: str | None = getattr(frog, part)
            if word is not None and word not in RUBIK:
                raise PuzzleError(f"{part} of {what} is {word!r:.40}; pictures have the colours {', '.join(RUBIK)}")
