"""Edge matching: square pieces on a board so that touching edges agree, as in nine-piece puzzles."""

from cpmodels.puzzles.edge_matching.puzzle import *  # noqa: F403
from cpmodels.puzzles.edge_matching.puzzle import __all__ as __all__
