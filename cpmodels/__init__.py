"""Tile and path puzzles as CP-SAT models: solve, enumerate, count and check them."""

from cpmodels.errors import PuzzleError, TooLargeError
from cpmodels.puzzles import (
    Board,
    BorderFrog,
    Clue,
    EdgeMatching,
    Frog,
    Garden,
    Mosaic,
    Path,
    Placement,
    Planting,
    Puzzle,
    Solution,
    Zigzaw,
    Zip,
)

__version__ = "0.1.0"

__all__ = [
    "Board",
    "BorderFrog",
    "Clue",
    "EdgeMatching",
    "Frog",
    "Garden",
    "Mosaic",
    "Path",
    "Placement",
    "Planting",
    "Puzzle",
    "PuzzleError",
    "Solution",
    "TooLargeError",
    "Zigzaw",
    "Zip",
]
