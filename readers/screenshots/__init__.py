"""LinkedIn's games from a screenshot: Zip, Queens, Tango, Mini Sudoku and Patches, from the pixels alone.

The picture may show anything else besides: the bars of a browser or telephone, buttons, a pointer.  The board is the
largest lattice of squares; what is in its cells and between them tells which game it is, and a module for each game
reads it (`readers.screenshots.games`).  What is not certain is not guessed but refused, in a sentence that names it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cpmodels.base.puzzle import Puzzle
from readers.recognition import LAST, picture_readers

__all__ = ["read_screenshot"]


@picture_readers.register(order=LAST)
def read_screenshot(path: Path) -> Puzzle[Any]:
    """The puzzle on a picture of the screen.

    Raises PuzzleError when the file is not a picture, shows no whole board of one of the games, or anything on the
    board cannot be read; and where a board has no solution, so that it was misread or is not the whole puzzle.
    """
    from readers.screenshots.games import puzzle_in_file  # numpy and Pillow are loaded when a picture is read

    return puzzle_in_file(path)
