"""Answers questions about gardens on other lattices: ``python -m benchmarks.lattices [QUESTION ...]``."""

from benchmarks.lattices import (  # noqa: F401 - they register their questions
    corners,
    hexagons_hanging,
    hexagons_packed,
    sequences,
    tesseracts,
)
from benchmarks.lattices.answers import QUESTIONS

if __name__ == "__main__":
    QUESTIONS.command()()
