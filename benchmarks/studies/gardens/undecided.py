"""What is open of cubes, and what is known of it."""

from __future__ import annotations

from itertools import product

import cpmodels as cm
from benchmarks.studies.found import solved
from benchmarks.studies.gardens.answers import question
from benchmarks.studies.gardens.hanging import drawn
from benchmarks.studies.lattices.sampling import estimated, scientific
from benchmarks.studies.questions import Answer, agreed
from cpmodels.base.lattice import CUBIC, GROUPS, hypercubic

RUNS, WAYS = 30, 100_000
"""How many estimates are made, and how many ways to fill the first cells each of them keeps."""

SECONDS = 60.0
"""How long gardens in 4 x 4 x 6 are counted."""


@question("cubes-open", "What is open of cubes")
def undecided() -> Answer:
    """An estimate, a connected garden in a small box, and a lower bound."""
    mean, error = estimated(list(product(range(4), repeat=3)), CUBIC.offsets, particles=WAYS, runs=RUNS)
    cells, sides = list(product(range(4), repeat=2)), hypercubic(2).offsets
    squares, scatter = estimated(cells, sides, particles=2000, runs=40)
    off = (squares - 652) / scatter
    agreed("the estimate of 652 packed squares is off by less than four errors", abs(off) < 4, True)
    connected = solved(cm.Garden.hanging((4, 4, 7), connected=True, symmetry="Cs'"))
    agreed("broken rules", connected.puzzle.check(connected.solution), [])
    narrow = cm.Garden.hanging((5, 5, 4), connected=True, symmetry="Cs'")
    agreed("connected in 4 x 5 x 5 with a mirror", cm.solve(narrow).status, cm.Status.INFEASIBLE)
    others = [
        name
        for name, matrices in GROUPS[3].items()
        if name not in ("C1", "Cs'")
        and all(matrix[2][2] for matrix in matrices)
        and cm.Garden.hanging((4, 4, 6), symmetry=name).infeasible_reason() is None
    ]
    agreed("other symmetries in 4 x 4 x 6", others, [])
    some = cm.count(cm.Garden.hanging((4, 4, 6), symmetry="Cs'"), time_limit=SECONDS)
    least = "just" if some.exhausted else "at least"
    return Answer(
        f"Of packed cubes, 4 x 4 x 4, there are **about {scientific(mean)}, give or take {scientific(error)}**. These "
        f"are the mean and the standard error of {RUNS} estimates by sequential Monte Carlo, which has no bias. A "
        "garden of 63 cubes **in one piece fits into 4 x 4 x 7**, 112 cells. There is none in 4 x 5 x 5 with a "
        "diagonal mirror, by a proof of CP-SAT alone.\n\n"
        "The table has what is not decided.",
        f"the estimate by the same program for the 652 packed squares, 40 times, {abs(off):.1f} standard errors off; "
        "the garden by the checker.",
        ["open", "what is known", "what was tried"],
        [
            [
                "packed cubes without symmetry, 4 x 4 x 4, how many",
                f"about {scientific(mean)}, with a standard error of {scientific(error)}",
                f"{RUNS} estimates that keep {WAYS:,} ways each",
            ],
            [
                "hanging cubes in one piece, the smallest box",
                "96 to 112 cells: the boxes of less have no garden at all (above), and 4 x 4 x 7 has one in one piece",
                "4 x 4 x 6 with a diagonal mirror and 4 x 5 x 5 without symmetry, 70 s each on a busy core: nothing",
            ],
            [
                "63 hanging cubes in 4 x 4 x 6, how many",
                f"{least} {some.total:,} with a diagonal mirror",
                f"CP-SAT, {some.seconds:.0f} s",
            ],
        ],
        [(drawn(connected.solution, "63 cubes in one piece, 4 x 4 x 7"), "A connected garden in 112 cells")],
        [(connected.puzzle, connected.solution)],
    )
