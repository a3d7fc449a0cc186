"""The kinds of puzzles as frozen values, each with a checker that knows nothing of any solver.

Those that are one file each are imported from it, as `cpmodels.puzzles.queens.Queens`, or found by their names.
"""

from cpmodels.puzzles.edge_matching import Board, Clue, EdgeMatching, Placement
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden.tiles import TilePlacement
from cpmodels.puzzles.zigzaw import BorderFrog, Frog, Mosaic, Zigzaw
from cpmodels.puzzles.zip import Zip

__all__ = [
    "Board", "BorderFrog", "Clue", "EdgeMatching", "Frog", "Garden", "Mosaic", "Placement", "TilePlacement",
    "Zigzaw", "Zip",
]  # fmt: skip
