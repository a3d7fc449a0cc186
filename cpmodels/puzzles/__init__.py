"""The four puzzles as frozen values, each with a checker that knows nothing of any solver."""

from cpmodels.puzzles.edge_matching import Board, Clue, EdgeMatching, Placement
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import Planting
from cpmodels.puzzles.puzzle import Part, Puzzle, Solution, Stage
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
    "Part",
    "Path",
    "Placement",
    "Planting",
    "Puzzle",
    "Solution",
    "Stage",
    "Zigzaw",
    "Zip",
]
