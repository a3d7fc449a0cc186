"""What *The Hanging Gardens Problem* says, replayed."""

from __future__ import annotations

from typing import Any

import cpmodels as cm
import readers
from benchmarks.studies.found import confirmed, solved
from benchmarks.studies.gardens.answers import question
from benchmarks.studies.gardens.hanging import WHOLE, drawn
from benchmarks.studies.questions import Answer, agreed
from cpmodels.base.lattice import CUBIC, hypercubic
from cpmodels.puzzles.garden.tiles import all_codes

TRY_1 = """
|  |  |  |02|
|  |03|07|12|
|  |11|14|  |
|  |09|15|04|
|  |  |10|  |
|01|05|13|06|
|  |  |  |08|
"""
TRY_2 = """
|01|06|  |02|  |  |
|  |10|  |08|  |  |
|03|14|  |  |  |  |
|11|15|07|05|04|  |
|09|13|12|  |  |  |
"""
"""Two gardens of the article, a line for each x, so with the North to the right."""

SIDE = 31
"""The side of the box in which the article looked for the hanging cubes."""

RED = ((2, 2, 2), (2, 2, 1), (2, 1, 1))
"""Where the red cube may lie inside of 4 x 4 x 4, up to symmetry, when the all-blue one is at (1, 1, 1)."""


@question("article", "What the article says, replayed")
def article() -> Answer:
    """Each number of the article that can be found again, and its claim about the packed cubes, which is false."""
    rows: list[list[Any]] = [
        ["tiles: squares and cubes", "16 and 64", f"{len(all_codes(hypercubic(2)))} and {len(all_codes(CUBIC))}"],
        ["15 squares, 15 x 15, all-blue in the centre: the two results", "appear to be correct", _both_are_right()],
        [f"bytes of a grid of {SIDE} x {SIDE} x {SIDE}", "297,912", f"{_bytes_of_a_grid(SIDE):,}"],
    ]
    for red in RED:
        garden = cm.Garden.packed(fixed=[(WHOLE, (1, 1, 1)), (0, red)])
        said = "3 seconds to a minute" if red == RED[0] else "a mirror or rotation of (2, 2, 2)"
        result = cm.solve(garden)
        if result.solution is None:
            agreed(f"the red cube at {red}", result.status, cm.Status.INFEASIBLE)
            confirmed(garden, 0)
            found = "impossible, CaDiCaL agrees"
        else:
            agreed(f"broken rules with the red cube at {red}", garden.check(result.solution), [])
            found = f"found in {result.seconds:.1f} s"
        rows.append([f"64 packed cubes, blue at (1, 1, 1), red at {red}", said, found])
    centre = (SIDE // 2,) * 3
    place = f"hanging cubes, {SIDE} x {SIDE} x {SIDE}, all-blue in the centre"
    without = solved(cm.Garden.hanging((SIDE,) * 3, fixed=[(WHOLE, centre)]))
    with_red = solved(cm.Garden.hanging((SIDE,) * 3, red="place", fixed=[(WHOLE, centre)]))
    rows += [
        [f"63 {place}", "given up after 25,771,590 tries, 27 hours", f"found in {without.seconds:.1f} s"],
        [f"64 {place}, the red one too", "a red tile can lie anywhere in space", f"found in {with_red.seconds:.1f} s"],
    ]
    return Answer(
        "**The article's claim about packed cubes is wrong: the red cube may lie at (2, 2, 1), too, and cannot lie "
        "at (2, 1, 1)**. The article packs 64 cubes into 4 x 4 x 4, with the all-blue cube at (1, 1, 1) and the red "
        "one inside, at (2, 2, 2). It says that any other way to place these two is a mirror image or rotation of "
        "this one. But no mirror or rotation takes (2, 2, 1) to (2, 2, 2).\n\n"
        "The all-blue cube must lie inside, so eight cells are left to the two cubes. They are one, two or three "
        "steps apart, and no mirror or rotation changes that. Three steps are the article's choice, and two work as "
        "well. One is impossible, which needs no search: the all-blue cube shows a blue face to each cell beside it, "
        "and the red cube has none to meet it with.\n\n"
        "The hanging cubes, on which the article gave up, are found in the box and about the place that it asks for. "
        "A box that is larger than need be is searched in a smaller one inside it.",
        "what was found passes the checker, and CaDiCaL says the same of what is impossible. The bytes: a grid of "
        "the article has two bytes for each cell, and a set of candidates of eight.",
        ["question", "the article", "here"],
        rows,
        [(drawn(with_red.solution, "64 hanging cubes"), "From 31 x 31 x 31, the cells with tiles")],
    )


def _both_are_right() -> str:
    """The two gardens of the article, read as they are printed and checked."""
    garden = readers.read("squares-in-15")
    for text in (TRY_1, TRY_2):
        agreed("broken rules", garden.check(readers.read_solution(garden, text)), [])
    return "both are right"


def _bytes_of_a_grid(side: int) -> int:
    """Two bytes a cell, made up to a multiple of eight, then sets of 64 candidates."""
    cells = side**3
    return (2 * cells + 7) // 8 * 8 + 8 * cells
