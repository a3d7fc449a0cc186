"""A ZIP from a screenshot: the board, its numbers and its walls, from the pixels alone.

The picture may show anything else besides: the bars of a browser or telephone, buttons, a pointer.  What is not certain
is not guessed: numbers must be 1 to k, each once, and an unclear one is told by the others only if that settles it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import permutations

import numpy as np
from PIL import Image

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Cell
from cpmodels.puzzles.zip import Wall, Zip, in_order
from cpmodels.values import listed
from readers.pictures import open_picture
from readers.screenshots._board import BoardInPicture, find_board
from readers.screenshots._cells import CellContent, colour_distance, content_of
from readers.screenshots._digits import numbers
from readers.screenshots._edges import Array
from readers.screenshots._trail import is_crossed
from readers.screenshots._walls import find_walls, sides

__all__ = ["read_screenshot", "settle", "zip_in"]

FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
SMALLEST = 60
"""Pictures with a side of fewer pixels are too small for a board."""
LEAST_LIKE = 0.55
"""Ink less like any number than this is none."""
CLEAR = 0.06
"""A number is read when all others are so much less like the ink, and more where it is not very like itself."""
VERY_LIKE = 0.85
TINTED = 12.0
"""Covered cells have a ground that is farther than this, of 255, from that of the others."""
MOST_UNCLEAR = 4
"""The unclear numbers on a board that the others may settle."""

Guesses = Mapping[int, float]


def read_screenshot(path: str | os.PathLike[str]) -> Zip:
    """The ZIP that a screenshot shows.

    Raises PuzzleError when the file is not a picture, shows no whole board, or anything on the board cannot be read.
    """
    return zip_in(open_picture(path, FORMATS))


def zip_in(picture: Image.Image) -> Zip:
    """The ZIP in a picture.  Raises PuzzleError, which names the cell, when it cannot be read."""
    if min(picture.size) < SMALLEST:
        raise PuzzleError(f"{picture.width} x {picture.height} pixels are too few to show a ZIP")
    flat = Image.new("RGBA", picture.size, "white")
    flat.alpha_composite(picture.convert("RGBA"))
    colours = flat.convert("RGB")
    board = find_board(colours.convert("L"))
    crossed = [side for side in sides(board) if is_crossed(colours, board, side)]
    try:
        return _zip_on(board, colours, half_played=bool(crossed))
    except PuzzleError as error:
        if not crossed:
            raise
        first, second = (_place(cell) for cell in crossed[0])
        raise PuzzleError(
            f"shows a game that has begun, with a path from {first} to {second}, and is not clear enough behind it "
            f"({error}): reset the game first"
        ) from error


def _zip_on(board: BoardInPicture, colours: Image.Image, *, half_played: bool) -> Zip:
    """The ZIP on a board; where a path was drawn, its covered cells must not leave doubt about walls."""
    cells: list[Cell] = [(row, col) for row in range(board.rows) for col in range(board.cols)]
    contents = {cell: content_of(colours, board, cell) for cell in cells}
    guesses = _guesses(contents)
    if len(guesses) < 2:
        raise PuzzleError(f"shows {board.rows} x {board.cols} squares, but no numbers in them")
    settled = settle(guesses)
    grounds = {cell: seen.ground for cell, seen in contents.items()}
    walls = find_walls(colours, board, grounds)
    if half_played:
        _check_walls(walls, grounds)
    return Zip(board.rows, board.cols, in_order((*cell, number) for cell, number in settled.items()), walls)


def _check_walls(walls: Iterable[Wall], grounds: Mapping[Cell, Array]) -> None:
    """Raise PuzzleError for what may be a wall, or a mere line that the colour of covered cells makes stand out."""
    usual = np.median(np.array(list(grounds.values())), axis=0)
    for first, second in walls:
        if max(float(colour_distance(grounds[cell], usual)) for cell in (first, second)) > TINTED:
            raise PuzzleError(f"whether there is a wall between {_place(first)} and {_place(second)} is not clear")


def _guesses(contents: Mapping[Cell, CellContent]) -> dict[Cell, Guesses]:
    """What may stand in the cells with ink; where all numbers are on discs, a little other ink is a pointer."""
    found = {cell: numbers(seen.ink) for cell, seen in contents.items() if seen.ink is not None}
    read = [cell for cell, guesses in found.items() if max(guesses.values(), default=0) >= LEAST_LIKE]
    discs = bool(read) and all(contents[cell].disc for cell in read)
    return {cell: found[cell] for cell in found if cell in read or not (discs and contents[cell].may_be_pointer)}


def settle(guesses: Mapping[Cell, Guesses]) -> dict[Cell, int]:
    """The number in each cell, by how like what stands there is to each: all of 1 to the number of cells, each once.

    Raises PuzzleError that names a cell and what it may be, when that is not certain.
    """
    settled: dict[int, Cell] = {}
    unclear = []
    for cell, likeness in guesses.items():
        if max(likeness.values(), default=0) < LEAST_LIKE:
            raise PuzzleError(f"cannot read what is in {_place(cell)}: it is not a number")
        first, *others = _ranked(likeness)
        margin = CLEAR + 0.3 * max(0.0, VERY_LIKE - likeness[first])
        if others and likeness[first] - likeness[others[0]] < margin:
            unclear.append(cell)
        elif first in settled:
            raise PuzzleError(f"the number {first} is in {_place(settled[first])} and again in {_place(cell)}")
        else:
            settled[first] = cell
    missing = [number for number in range(1, len(guesses) + 1) if number not in settled]
    if len(missing) > len(unclear):
        raise PuzzleError(
            f"there are {len(guesses)} numbers, up to {max(settled)}, but these were not seen: {listed(missing)}"
        )
    found = {cell: number for number, cell in settled.items()}
    return found | _shared_out(missing, {cell: guesses[cell] for cell in unclear})


def _shared_out(missing: list[int], unclear: Mapping[Cell, Guesses]) -> dict[Cell, int]:
    """The missing numbers shared out among the unclear cells, where one way is clearly the best."""
    cells = list(unclear)
    if not cells:
        return {}
    ways = []
    if len(cells) <= MOST_UNCLEAR:
        for way in permutations(missing):
            chosen = ((unclear[cell], number) for cell, number in zip(cells, way, strict=True))
            losses = [max(guesses.values()) - guesses.get(number, 0.0) for guesses, number in chosen]
            ways.append((sum(losses), max(losses), way))
    ways.sort()
    if not ways or ways[0][1] > 2 * CLEAR or (len(ways) > 1 and ways[1][0] - ways[0][0] < 2 * CLEAR):
        best, other, *_ = _ranked(unclear[cells[0]])
        raise PuzzleError(f"cannot read the number in {_place(cells[0])}: it may be {best} or {other}")
    return dict(zip(cells, ways[0][2], strict=True))


def _ranked(likeness: Guesses) -> list[int]:
    """The numbers from the most to the least like."""
    return sorted(likeness, key=lambda number: -likeness[number])


def _place(cell: Cell) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"
