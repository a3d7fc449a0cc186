"""The page about gardens."""

from __future__ import annotations

from pathlib import Path

from benchmarks.studies.questions import Questions

HEAD = """# The hanging gardens decided

Colour the sides of a square, or the faces of a cube, blue or red in all possible ways: that makes 16 squares or 64
cubes. In a *hanging* garden of these tiles blue faces touch blue faces, and red faces touch nothing. In a *packed*
one the tiles fill a square or a cube, blue to blue and red to red. Christian Freeling asked for such gardens; the
author of *The Hanging Gardens Problem* gave up on the hanging cubes after 27 hours of search. Which gardens are
there, how many, and how small?

**In short.** 63 hanging cubes fit into 4 x 4 x 6, and into no smaller box. Of the 33 classes of symmetry groups of a
cube 9 are possible; a half turn about an axis of the lattice brings mirrors with it. In one piece, with a three-fold
axis and mirrors, there are 4 gardens in all. 64 cubes can be packed 4 x 4 x 4 with three kinds of symmetry. Of the
fifteen squares there are 4,804 gardens in one piece. How many packed cubes there are is known by estimates
alone, some 2 x 10^17.

CP-SAT found most of it, on two cores that were often shared with other work. Each answer names the command that finds
it again, how long that took, and what confirms it. Where that is CaDiCaL, it gets the clauses of the same model, so
it is a second opinion on the search; the model is tested against brute force, and here against programs without a
solver.

Gardens of cubes are in `results`, beside this page, in a `.jsonl` file for each question that has some: a line of JSON
for each, which holds the garden that was asked for and the one that was found. `cpmodels check garden.json
results/cubes-symmetry.jsonl` looks at all of a file, where `garden.json` is the largest box: `{"puzzle": "garden",
"rule": "hanging", "box": [21, 21, 21]}`. They were found later than the pictures were drawn, so some are others.

"""

QUESTIONS = Questions(HEAD, Path(__file__).parent)
question = QUESTIONS.question
