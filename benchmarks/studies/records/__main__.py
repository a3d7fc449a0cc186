"""Finds and confirms records, and writes a page about them: ``python -m benchmarks.studies.records [QUESTION ...]``."""

from benchmarks.studies.records import gardens, sets, walled, zips  # noqa: F401 - they register their questions
from benchmarks.studies.records.answers import QUESTIONS

if __name__ == "__main__":
    QUESTIONS.command()()
