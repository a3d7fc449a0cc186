"""The Zigzaw from a folder of pictures (GIF or PNG): the pieces one by one or on a sheet, and the border if known.

The pieces are ``piece.0.gif``, ``piece.1.gif``, ... or a grid of frogs in ``sheet.png`` (`readers.zigzaw._sheet`); the
border is ``border.gif``, a frame of the shape that `cpmodels.puzzles.zigzaw.geometry` tells.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image

from cpmodels.base.errors import PuzzleError, naming
from cpmodels.base.lattice import Cell
from cpmodels.base.values import board_size, listed
from cpmodels.puzzles.zigzaw import BorderFrog, Frog, Photos, Zigzaw
from cpmodels.puzzles.zigzaw.geometry import FROG, POINTS, frame, in_frame, rim
from readers.pictures import open_picture
from readers.zigzaw._colours import check_size, frog_in, misfit, part_colour, pixel_at
from readers.zigzaw._sheet import cut

__all__ = ["read_folder"]

LEAST_HEXAGON = 12
"""Two pixels a division: smaller borders are not sampled."""
MOST_MISFIT, MOST_PIECE_MISFIT = 0.03, 0.18
"""By how much the proportions of a border, and of a piece, may be off (as logarithms)."""


@dataclass(frozen=True)
class FrogPictures:
    """The pictures of a folder: of the pieces in order, or the one of all pieces; and that of the border."""

    pieces: tuple[Path, ...]
    sheet: Path | None
    border: Path | None


def read_folder(folder: Path) -> Zigzaw:
    """The Zigzaw of a folder of pictures; without a picture of the border it has none.

    The shape of the board is that of the border; without one it is the grid of a full sheet, or else a square.

    Raises PuzzleError that names the picture, and the part of the frog and the colour that was seen there.
    """
    files = _files(folder)
    around = opened(files.border) if files.border else None
    if files.sheet:
        sheet = opened(files.sheet)
        with naming(files.sheet.name):
            found, grid = cut(sheet)
        frogs = [frog for frog, _ in found]
        photos = tuple(_png(sheet.crop(box)) for _, box in found)
    else:
        grid = None
        if around is None:
            _square(len(files.pieces))
        seen = [_piece(path) for path in files.pieces]
        frogs, photos = [frog for frog, _ in seen], tuple(photo for _, photo in seen)
    if around is None or files.border is None:
        rows, cols = grid or _square(len(frogs))
        return Zigzaw(rows, cols, frogs, photos=Photos(photos))
    with naming(files.border.name):
        rows, cols = board_size(*_board(len(frogs), around))
        border = _border(around, rows, cols)
        return Zigzaw(rows, cols, frogs, border, photos=Photos(photos, _png(around)))


def _files(folder: Path) -> FrogPictures:
    pieces: dict[int, Path] = {}
    others: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        if found := re.fullmatch(r"piece\.([0-9]{1,6})\.(?:gif|png)", path.name, re.IGNORECASE):
            if (other := pieces.setdefault(int(found[1]), path)) != path:
                raise PuzzleError(f"{other.name} and {path.name} are both pictures of piece {int(found[1])}")
        elif found := re.fullmatch(r"(border|sheet)\.(?:gif|png)", path.name, re.IGNORECASE):
            kind = found[1].lower()
            if (other := others.setdefault(kind, path)) != path:
                what = "the border" if kind == "border" else "all pieces"
                raise PuzzleError(f"{other.name} and {path.name} are both pictures of {what}")
    sheet = others.get("sheet")
    if sheet and pieces:
        raise PuzzleError(f"there are pieces both in {sheet.name} and in separate pictures; keep one or the other")
    if not sheet and not pieces:
        raise PuzzleError("this folder has no pictures of Zigzaw pieces, such as piece.0.gif or sheet.png")
    if missing := [n for n in range(len(pieces)) if n not in pieces]:
        raise PuzzleError(f"there are pictures of pieces up to {max(pieces)}, but none of piece {listed(missing)}")
    return FrogPictures(tuple(pieces[n] for n in range(len(pieces))), sheet, others.get("border"))


def _square(count: int) -> Cell:
    if (side := math.isqrt(count)) ** 2 != count:
        raise PuzzleError(f"{count} pieces do not fill a square board, and no picture of a border shows its shape")
    return side, side


def _board(count: int, around: Image.Image) -> Cell:
    """Rows and columns: those that have the proportions of the border."""
    shapes = [(rows, count // rows) for rows in range(1, count + 1) if count % rows == 0]
    best = min(shapes, key=lambda shape: misfit(around.size, frame(*shape)))
    if misfit(around.size, frame(*best)) > MOST_MISFIT:
        raise PuzzleError(f"no board of {count} pieces has a border of {around.width} x {around.height}")
    width, height = (math.ceil(LEAST_HEXAGON * side) for side in frame(*best))
    if around.width < width or around.height < height:
        raise PuzzleError(
            f"{around.width} x {around.height} pixels are too few for the border of {best[0]} x {best[1]} frogs: "
            f"{width} x {height} at least"
        )
    return best


def _piece(path: Path) -> tuple[Frog, bytes]:
    """The frog on a picture, and the picture as PNG data."""
    seen = opened(path)
    with naming(path.name):
        check_size(seen)
        if misfit(seen.size, FROG) > MOST_PIECE_MISFIT:
            raise PuzzleError(f"{seen.width} x {seen.height} is not the shape of a frog, which is for example 109 x 98")
        return frog_in(seen, (0, 0, seen.width, seen.height)), _png(seen)


def _png(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def opened(path: Path) -> Image.Image:
    """The pixels of a picture.  Raises PuzzleError that names the file."""
    with naming(path.name):
        return open_picture(path, ("GIF", "PNG"))


def _border(around: Image.Image, rows: int, cols: int) -> Iterator[BorderFrog]:
    """The frogs around the board, as far as their colours can be seen."""
    for cell in rim(rows, cols):
        colours = {}
        with naming(f"the frog at {cell}"):
            for part in POINTS:
                if at := in_frame(cell, part, rows, cols):
                    pixel = pixel_at(around, (at[0] * around.width, at[1] * around.height))
                    colours[part] = part_colour(pixel, part, required=False)
        if any(colours.values()):
            yield BorderFrog(cell[0], cell[1], Frog(**colours))
