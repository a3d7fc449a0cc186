"""Answers questions about what frontiers count: ``python -m benchmarks.studies.frontiers [QUESTION ...]``."""

from benchmarks.studies.frontiers import sequences  # noqa: F401 - it registers its question
from benchmarks.studies.frontiers.answers import QUESTIONS

if __name__ == "__main__":
    QUESTIONS.command()()
