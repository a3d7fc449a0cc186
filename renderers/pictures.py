"""Flat pictures as files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import renderers
from cpmodels.puzzles import Puzzle
from renderers.outputs import Look
from renderers.picture import Picture


def picture(puzzle: Puzzle[Any], solutions: Sequence[Any], look: Look) -> Picture:
    """The picture of the first answer, or of the puzzle itself."""
    return renderers.draw(puzzle, solutions[0] if solutions else None, view=look.view, turn=look.turn)


def svg_file(puzzle: Puzzle[Any], solutions: Sequence[Any], look: Look) -> bytes:
    """The picture as an SVG document."""
    return picture(puzzle, solutions, look).svg().encode()


def png_file(puzzle: Puzzle[Any], solutions: Sequence[Any], look: Look) -> bytes:
    """The picture as a PNG."""
    return picture(puzzle, solutions, look).png()
