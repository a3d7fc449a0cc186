"""Answers questions about gardens, and writes a page about them: ``python -m benchmarks.gardens [QUESTION ...]``."""

from benchmarks.gardens import article, hanging, packed, squares, undecided  # noqa: F401 - they register their questions
from benchmarks.gardens.answers import QUESTIONS

if __name__ == "__main__":
    QUESTIONS.command()()
