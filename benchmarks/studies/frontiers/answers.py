"""The page about what frontiers count."""

from __future__ import annotations

from pathlib import Path

from benchmarks.studies.questions import Questions

HEAD = """# What frontiers count

[Counting without listing](../../../docs/models/frontiers.md) tells how the engine `frontier` counts paths, loops and
tilings by the states along a frontier. This page has the sequences of numbers that come out, far beyond what a search
can list, and how many states that takes.

"""

QUESTIONS = Questions(HEAD, Path(__file__).parent)
question = QUESTIONS.question
