"""The page about gardens on other lattices."""

from __future__ import annotations

from pathlib import Path

from benchmarks.studies.questions import Questions

HEAD = """# The China Labyrinth decided, and gardens on other lattices

The question behind [the hanging gardens](../gardens/README.md) is older than the cubes. Martin Medema's *China
Labyrinth*, in Christian Freeling's collection, has the 64 hexagons with every subset of six sides blue. A
*transcendental* solution lays the 63 that are not all red so that blue sides touch blue sides and red ones nothing: a
hanging garden. Freeling added *compact* solutions, which fill a region blue to blue and red to red: packed gardens.
He made such sets of squares, triangles, cubes, and squares with corners, too. One program is described, a backtracker
begun in 1988, and no counts are published. How small can a garden be, how symmetric, in how many pieces, and on which
other lattices is there one?

**In short.** 63 hanging hexagons fit into a hexagon of side 7, but not of side 6. Of the 10 classes of symmetry
groups of a hexagon 3 are possible. A garden has at most seven components; those with 1 to 5 are found. All 64
hexagons fill 11 of the 16 convex regions of 64 cells, and a rhombus of 8 x 8 in about 2.9 x 10^22 ways. All 256
squares with sides and corners can be packed 16 x 16, and all 256 tesseracts 4 x 4 x 4 x 4.

Each answer names the command that finds it again, how long that took on two shared cores, and what confirms it. What
could not be decided is called open, with what was tried. The gardens that were found are in `results`, beside this
page, in a `.jsonl` file for each question: a line of JSON for each garden.

"""

QUESTIONS = Questions(HEAD, Path(__file__).parent)
question = QUESTIONS.question
