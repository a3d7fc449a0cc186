"""The four puzzles as frozen values, each with a checker that knows nothing of any solver."""

from cpmodels.puzzle import Part, Path, Puzzle, Solution, Stage
from cpmodels.puzzles.edge_matching import Board, Clue, EdgeMatching, Placement
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement
from cpmodels.puzzles.zigzaw import BorderFrog, Frog, Mosaic, Zigzaw
from cpmodels.puzzles.zip import Zip

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
    "Puzzle",
    "Solution",
    "Stage",
    "TilePlacement",
    "Zigzaw",
    "Zip",
]
