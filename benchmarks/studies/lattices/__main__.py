"""Answers questions about gardens on other lattices: ``python -m benchmarks.studies.lattices [QUESTION ...]``."""

from benchmarks.studies.lattices import (  # noqa: F401 - they register their questions
    corners,
    hexagons_hanging,
    hexagons_packed,
    sequences,
    tesseracts,
)
from benchmarks.studies.lattices.answers import QUESTIONS

if __name__ == "__main__":
    QUESTIONS.command()()
