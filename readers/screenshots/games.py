"""Which of the games a picture of the screen shows, and its puzzle."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from PIL import Image

import cpmodels as cm
from cpmodels.base.errors import PuzzleError
from cpmodels.base.puzzle import Puzzle
from readers.pictures import open_picture
from readers.recognition import remark
from readers.screenshots._board import find_board
from readers.screenshots._patches import read_patches
from readers.screenshots._queens import read_queens
from readers.screenshots._shot import Shot
from readers.screenshots._sudoku import read_sudoku
from readers.screenshots._tango import read_tango
from readers.screenshots._zip import read_zip

__all__ = ["puzzle_in", "puzzle_in_file"]

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
SMALLEST = 60
"""Pictures with a side of fewer pixels are too small for a board."""
PATIENCE = 3.0
"""The seconds in which it is looked for whether a board has one solution: LinkedIn's take some milliseconds."""
NOT_READ = (
    "only boards of Zip, Queens, Tango, Mini Sudoku and Patches are read from a picture; "
    "the pieces of a set are typed, four edges in a line for each"
)


GAMES: Sequence[Callable[[Shot], Puzzle[Any] | None]] = (read_queens, read_patches, read_tango, read_sudoku, read_zip)
"""What reads the board of each game, and gives None when it shows another."""
BY_OTHERS = ("zip",)
"""The kinds of games that others make as well, so that puzzles may have several solutions."""


def puzzle_in_file(path: str | os.PathLike[str]) -> Puzzle[Any]:
    """The puzzle in a picture in a file, as `puzzle_in` reads it.

    LinkedIn's puzzles have one solution each.  A board that has none or several is taken to be misread and refused; of
    a game that others make as well, `readers.recognition.remark` tells instead.  Raises PuzzleError, too, when the
    file is not a picture.
    """
    puzzle = puzzle_in(open_picture(path, FORMATS))
    if cm.is_unique(puzzle, time_limit=PATIENCE) is False:
        doubt = f"the board of {puzzle.kind}, as it was read, does not have exactly one solution"
        if puzzle.kind not in BY_OTHERS:
            raise PuzzleError(f"{doubt}, so something on it is hidden or was misread")
        remark(f"{doubt}: compare it with the picture", is_certain=False)
    return puzzle


def puzzle_in(picture: Image.Image) -> Puzzle[Any]:
    """The puzzle in a picture.

    Raises PuzzleError when there is no whole board of one of the games in it, and names the cell that cannot be read.
    """
    if min(picture.size) < SMALLEST:
        raise PuzzleError(f"{picture.width} x {picture.height} pixels are too few to show a board")
    flat = Image.new("RGBA", picture.size, "white")
    flat.alpha_composite(picture.convert("RGBA"))
    colours = flat.convert("RGB")
    board = find_board(colours.convert("L"))
    if board is None:
        raise PuzzleError(f"shows no complete, upright board of squares: {NOT_READ}")
    shot = Shot(colours, board)
    for read in GAMES:
        if puzzle := read(shot):
            return puzzle
    raise PuzzleError(f"shows {board.rows} x {board.cols} squares, but no game in them: {NOT_READ}")
