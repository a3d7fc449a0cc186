"""Answers questions about what frontiers count: ``python -m benchmarks.studies.frontiers [QUESTION ...]``."""

from benchmarks.studies.frontiers import sequences, sizes, uniform_draws, unique_puzzles, with_graphillion  # noqa: F401 - they register their questions
from benchmarks.studies.frontiers.answers import QUESTIONS

if __name__ == "__main__":
    QUESTIONS.command()()
