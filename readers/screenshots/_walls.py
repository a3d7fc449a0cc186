"""The walls on a board in a screenshot: bars between cells, much thicker than the lines of the board."""

from __future__ import annotations

import numpy as np

from cpmodels.errors import PuzzleError
from cpmodels.values import place
from readers.screenshots._shot import Shot, Side

THINNEST, THICKEST = 0.055, 0.3
"""The thickness of walls, in cells."""
FAINTEST = 25.0
"""The difference between walls and cells, of 255, is at least this."""
SURELY, MAYBE = 2.2, 1.5
"""Walls are this many times as heavy - as thick and as strong in colour - as lines; in between is doubt."""


def find_walls(shot: Shot) -> tuple[Side, ...]:
    """The walls on a board.  Raises PuzzleError when a bar is neither clearly a wall nor clearly a line."""
    line = max(float(np.percentile([bar.weight for bar in shot.bars.values()], 30)), 0.3)
    walls = []
    for wall, bar in shot.bars.items():
        if THINNEST <= bar.thickness <= THICKEST and bar.contrast >= FAINTEST and bar.weight > MAYBE * line:
            if bar.weight < SURELY * line:
                raise PuzzleError(f"cannot tell whether there is a wall between {place(wall[0])} and {place(wall[1])}")
            walls.append(wall)
    return tuple(walls)
