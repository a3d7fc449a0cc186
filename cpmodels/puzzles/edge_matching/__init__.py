"""Edge matching: square pieces on a board so that touching edges agree, as in nine-piece puzzles."""

from cpmodels.puzzles.edge_matching.puzzle import (
    Board,
    Clue,
    Colour,
    EdgeMatching,
    Edges,
    Maximise,
    Placement,
    Rule,
    check_fit,
    mismatches,
    turn,
)

__all__ = [
    "Board", "Clue", "Colour", "EdgeMatching", "Edges", "Maximise", "Placement", "Rule", "check_fit", "mismatches",
    "turn",
]  # fmt: skip
