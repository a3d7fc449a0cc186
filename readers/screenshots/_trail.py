"""The path of a game that has begun, in a screenshot: a line of one colour across the sides between cells."""

from __future__ import annotations

import numpy as np

from readers.screenshots._cells import colour_distance
from readers.screenshots._shot import Shot, Side

THIN = 0.06
"""Half the breadth of what is looked at, in cells, along a side and across it."""
ENDS = 0.1
"""So far from the corners of a cell, in cells, a path does not come."""
ACROSS = 0.18
"""A path goes on at least so far to both sides, in cells."""
SAMPLES = 24
DIFFERENT, ALIKE = 40.0, 25.0
"""Colours farther apart than the first, of 255, are a path and a line; those nearer than the second are one colour."""


def is_crossed(shot: Shot, side: Side) -> bool:
    """Whether a path goes through the side between two cells.

    There the middle of the side has another colour than its ends, and the same as what is before and behind it.
    """
    along = np.median(shot.along(side, (THIN, 0.5 - ENDS), (3, SAMPLES)), axis=0)
    across = np.median(shot.along(side, (ACROSS, THIN), (SAMPLES, 3)), axis=1)
    third, middle = SAMPLES // 6, SAMPLES // 2
    path = np.median(along[middle - 2 : middle + 2], axis=0)
    ends = [np.median(end, axis=0) for end in (along[:third], along[-third:])]
    stands_out = min(float(colour_distance(end, path)) for end in ends) > DIFFERENT
    is_line = float(colour_distance(ends[0], ends[1])) < ALIKE
    return stands_out and is_line and bool((colour_distance(across, path) < ALIKE).all())
