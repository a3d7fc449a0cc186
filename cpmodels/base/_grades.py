"""How hard a puzzle is, in a word."""

from typing import Literal

Grade = Literal["easy", "medium", "hard", "expert"]
GRADES: tuple[Grade, ...] = ("easy", "medium", "hard", "expert")
"""From the easiest to the hardest."""
