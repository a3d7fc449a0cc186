"""ZIP: one path through every cell of a grid, around walls, meeting the numbers in order."""

from cpmodels.puzzles.zip.puzzle import Wall, Zip, in_order

__all__ = ["Wall", "Zip", "in_order"]
