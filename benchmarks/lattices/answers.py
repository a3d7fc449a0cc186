"""The page about gardens on other lattices."""

from __future__ import annotations

from pathlib import Path

from benchmarks.questions import Questions

HEAD = """# The China Labyrinth decided, and gardens on other lattices

The question behind [the hanging gardens](../README.md) is older than the cubes. Martin Medema's *China Labyrinth*, in
Christian Freeling's collection, has the 64 hexagons with every subset of six sides blue. A *transcendental* solution
lays the 63 that are not all red so that blue sides touch blue sides and red ones nothing: a hanging garden. Freeling,
who made such sets of squares, triangles, cubes, and squares with corners, added *compact* solutions, which fill a
region blue to blue and red to red: packed gardens. The one program that is described is a backtracker begun in 1988,
and no counts are published. Gardens can be asked for on any lattice; here are answers, each with the command that
finds it again, its time (two shared cores), and what confirms it. What could not be decided is called open, with what
was tried. The gardens that were found lie beside this page, a line of JSON each.

"""

QUESTIONS = Questions("benchmarks.lattices", HEAD, Path(__file__).parent.parent / "results" / "lattices")
question = QUESTIONS.question
