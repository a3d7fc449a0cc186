"""The page about gardens."""

from __future__ import annotations

from pathlib import Path

from benchmarks.questions import Questions

HEAD = """# The hanging gardens decided

Every subset of the directions of a lattice is a tile: 16 squares, 64 cubes. Blue faces must touch blue faces, red faces
must look at air; or the tiles are packed, blue to blue and red to red. Christian Freeling asked for such gardens, and
the author of *The Hanging Gardens Problem* gave up on the cubes after 27 hours of search. Here is what CP-SAT says:
each number with the command that finds it again, its time (two shared cores), and what confirms it. CaDiCaL, where it
is named, gets the clauses of the same model, so it is a second opinion on the search; the model is tested against
brute force, and here against programs without a solver.

"""

QUESTIONS = Questions("benchmarks.gardens", HEAD, Path(__file__).parent.parent / "results")
question = QUESTIONS.question
