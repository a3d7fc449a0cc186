"""CP-SAT models of the puzzles: `build` turns any puzzle into one."""

from cpmodels.models.builders import build
from cpmodels.models.model import Model

__all__ = ["Model", "build"]
