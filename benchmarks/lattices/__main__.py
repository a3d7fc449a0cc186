"""Answers questions about gardens on other lattices: ``python -m benchmarks.lattices [QUESTION ...]``."""

from benchmarks.lattices import corners, hexagons_hanging, hexagons_packed, sequences, tesseracts  # noqa: F401 - they register their questions
from benchmarks.lattices.answers import QUESTIONS

if __name__ == "__main__":
    QUESTIONS.command()()
