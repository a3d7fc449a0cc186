"""Answers questions about gardens, and writes their page: ``python -m benchmarks.studies.gardens [QUESTION ...]``."""

from benchmarks.studies.gardens import (  # noqa: F401 - they register their questions
    article,
    hanging,
    hanging_turned,
    packed,
    squares,
    undecided,
)
from benchmarks.studies.gardens.answers import QUESTIONS

if __name__ == "__main__":
    QUESTIONS.command()()
