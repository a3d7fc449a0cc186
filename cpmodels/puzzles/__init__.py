"""The four puzzles as frozen values, each with a checker that knows nothing of any solver."""

from cpmodels.puzzles.edge_matching import Board, Clue, EdgeMatching, Placement
from cpmodels.puzzles.garden import Garden, Planting
from cpmodels.puzzles.puzzle import Puzzle, Solution
from cpmodels.puzzles.zigzaw import BorderFrog, Frog, Mosaic, Zigzaw
from cpmodels.puzzles.zip import Path, Zip

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
    "Solution",
    "Zigzaw",
    "Zip",
]
