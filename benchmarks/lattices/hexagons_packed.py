"""Questions about 64 hexagons that fill a region."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import cpmodels as cm
from benchmarks.found import Example, solved
from benchmarks.lattices.answers import question
from benchmarks.questions import Answer, agreed

LATTICE = "hexagonal"


@question("hexagons-packed", "All 64 hexagons packed 8 x 8, for all kinds of rim")
def packed() -> Answer:
    """A rhombus of each kind of rim."""
    rows: list[list[Any]] = []
    found: list[Example] = []
    for boundary in combinations_with_replacement(("red", "free", "torus"), 2):
        example = solved(cm.Garden.packed((8, 8), lattice=LATTICE, boundary=boundary))
        agreed(f"broken rules, {boundary}", example.puzzle.check(example.solution), [])
        found.append(example)
        rows.append([*boundary, round(example.seconds, 1)])
    return Answer(
        "**All 64 hexagons can be packed into a rhombus of 8 x 8** with a rim that is red, free, or closed to a torus.",
        "what was found passes the checker.",
        ["East and West", "North East and South West", "seconds"],
        rows,
        examples=[(example.puzzle, example.solution) for example in found],
    )
