"""The path of a game that has begun, in a screenshot: a line of one colour across the sides between cells."""

from __future__ import annotations

import numpy as np
from PIL import Image

from cpmodels.puzzles.zip import Wall
from readers.screenshots._board import BoardInPicture
from readers.screenshots._cells import colour_distance
from readers.screenshots._edges import Array

THIN = 0.06
"""Half the breadth of what is looked at, in cells, along a side and across it."""
ENDS = 0.1
"""So far from the corners of a cell, in cells, a path does not come."""
ACROSS = 0.18
"""A path goes on at least so far to both sides, in cells."""
SAMPLES = 24
DIFFERENT, ALIKE = 40.0, 25.0
"""Colours farther apart than the first, of 255, are a path and a line; those nearer than the second are one colour."""


def is_crossed(picture: Image.Image, board: BoardInPicture, side: Wall) -> bool:
    """Whether a path goes through the side between two cells of a picture in red, green and blue.

    There the middle of the side has another colour than its ends, and the same as what is before and behind it.
    """
    (row, col), (below, _) = side
    upright = row == below
    x, y = (col + 1.0, row + 0.5) if upright else (col + 0.5, row + 1.0)
    along = _colours(picture, board, (x, y), (THIN, 0.5 - ENDS), upright=upright)
    across = _colours(picture, board, (x, y), (THIN, ACROSS), upright=not upright)
    third, middle = SAMPLES // 6, SAMPLES // 2
    path = np.median(along[middle - 2 : middle + 2], axis=0)
    ends = [np.median(end, axis=0) for end in (along[:third], along[-third:])]
    stands_out = min(float(colour_distance(end, path)) for end in ends) > DIFFERENT
    is_line = float(colour_distance(ends[0], ends[1])) < ALIKE
    return stands_out and is_line and bool((colour_distance(across, path) < ALIKE).all())


def _colours(
    picture: Image.Image,
    board: BoardInPicture,
    middle: tuple[float, float],
    reach: tuple[float, float],
    *,
    upright: bool,
) -> Array:
    """The colours along a short band about a place of the board, in cells; of each the median across the band."""
    (x, y), (narrow, long) = middle, reach
    right, down = (narrow, long) if upright else (long, narrow)
    box = (board.x(x - right), board.y(y - down), board.x(x + right), board.y(y + down))
    inside = (max(box[0], 0), max(box[1], 0), min(box[2], picture.width), min(box[3], picture.height))
    size = (3, SAMPLES) if upright else (SAMPLES, 3)
    patch = np.asarray(picture.resize(size, Image.Resampling.BILINEAR, box=inside), dtype=np.float32)
    return np.asarray(np.median(patch, axis=1 if upright else 0), dtype=np.float32)
