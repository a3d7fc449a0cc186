"""Finds and confirms records, and writes a page about them: ``python -m benchmarks.records [QUESTION ...]``."""

from benchmarks.records import gardens, sets, walled, zips  # noqa: F401 - they register their questions
from benchmarks.records.answers import QUESTIONS

if __name__ == "__main__":
    QUESTIONS.command()()
