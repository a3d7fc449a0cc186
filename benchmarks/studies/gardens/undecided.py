"""What is open of cubes, and what is known of it."""

from __future__ import annotations

import statistics
from math import log10, sqrt

import cpmodels as cm
from benchmarks.studies.found import solved
from benchmarks.studies.gardens.answers import question
from benchmarks.studies.gardens.estimates import estimated
from benchmarks.studies.gardens.hanging import drawn
from benchmarks.studies.questions import Answer, agreed
from cpmodels.base.lattice import GROUPS

RUNS, WAYS = 8, 100_000
"""How many estimates are made, and how many ways to fill the first cells each of them keeps."""

SECONDS = 60.0
"""How long gardens in 4 x 4 x 6 are counted."""


@question("cubes-open", "What is open of cubes")
def undecided() -> Answer:
    """An estimate, a connected garden in a small box, and a lower bound."""
    found = [estimated((4, 4, 4), WAYS, seed) for seed in range(RUNS)]
    mean, error = statistics.mean(found), statistics.stdev(found) / sqrt(RUNS)
    squares = [estimated((4, 4), 2000, seed) for seed in range(40)]
    off = (statistics.mean(squares) - 652) / (statistics.stdev(squares) / sqrt(40))
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
        f"Of packed cubes, 4 x 4 x 4, there are **some 10^{round(log10(mean))}**. Only the order of magnitude is "
        f"known: {RUNS} estimates by sequential Monte Carlo, which has no bias, have the mean {mean:.1g}, but lie "
        f"between {min(found):.1g} and {max(found):.1g}. A garden of 63 cubes **in one piece fits into 4 x 4 x 7**, "
        "112 cells. There is none in 4 x 5 x 5 with a diagonal mirror, by a proof of CP-SAT alone.\n\n"
        "The table has what is not decided.",
        f"the estimate by the same program for the 652 packed squares, 40 times, {abs(off):.1f} standard errors off; "
        "the garden by the checker.",
        ["open", "what is known", "what was tried"],
        [
            [
                "packed cubes without symmetry, 4 x 4 x 4, how many",
                f"{mean:.3g} with a standard error of {error:.1g}",
                f"{RUNS} estimates that keep {WAYS:,} ways each, {min(found):.1g} to {max(found):.1g}",
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
