"""The Zigzaw: frogs on a board of offset rows, whose parts complete the faces of Rubik's Cubes."""

from cpmodels.puzzles.zigzaw.puzzle import *  # noqa: F403
from cpmodels.puzzles.zigzaw.puzzle import __all__ as __all__
