"""Which of the games a picture of the screen shows, and its puzzle."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple

from PIL import Image

import cpmodels as cm
from cpmodels.base.puzzle import Puzzle
from cpmodels.errors import PuzzleError
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


class Game(NamedTuple):
    """A game: what reads its board, and gives None when it shows another.

    by_others: whether others make such puzzles as well, which may have several solutions.
    """

    read: Callable[[Shot], Puzzle[Any] | None]
    by_others: bool = False


GAMES = (Game(read_queens), Game(read_patches), Game(read_tango), Game(read_sudoku), Game(read_zip, by_others=True))


def puzzle_in_file(path: str | os.PathLike[str]) -> Puzzle[Any]:
    """The puzzle in a picture in a file, as `puzzle_in` reads it.

    LinkedIn's puzzles have one solution each.  A board that has none or several is taken to be misread and refused; of
    a game that others make as well, `readers.recognition.remark` tells instead.  Raises PuzzleError, too, when the
    file is not a picture.
    """
    game, puzzle = _seen(open_picture(path, FORMATS))
    if cm.is_unique(puzzle, time_limit=PATIENCE) is False:
        doubt = f"the board of {puzzle.kind}, as it was read, does not have exactly one solution"
        if not game.by_others:
            raise PuzzleError(f"{doubt}, so something on it is hidden or was misread")
        remark(f"{doubt}: compare it with the picture", is_certain=False)
    return puzzle


def puzzle_in(picture: Image.Image) -> Puzzle[Any]:
    """The puzzle in a picture.

    Raises PuzzleError when there is no whole board of one of the games in it, and names the cell that cannot be read.
    """
    return _seen(picture)[1]


def _seen(picture: Image.Image) -> tuple[Game, Puzzle[Any]]:
    """The game in a picture, and its puzzle."""
    if min(picture.size) < SMALLEST:
        raise PuzzleError(f"{picture.width} x {picture.height} pixels are too few to show a board")
    flat = Image.new("RGBA", picture.size, "white")
    flat.alpha_composite(picture.convert("RGBA"))
    colours = flat.convert("RGB")
    board = find_board(colours.convert("L"))
    if board is None:
        raise PuzzleError(f"shows no complete, upright board of squares: {NOT_READ}")
    shot = Shot(colours, board)
    for game in GAMES:
        if puzzle := game.read(shot):
            return game, puzzle
    raise PuzzleError(f"shows {board.rows} x {board.cols} squares, but no game in them: {NOT_READ}")
