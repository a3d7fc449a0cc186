"""Questions about cubes packed 4 x 4 x 4."""

from __future__ import annotations

import time
from typing import Literal

import cpmodels as cm
import renderers
from benchmarks.studies.found import confirmed, counted, solved
from benchmarks.studies.gardens.answers import question
from benchmarks.studies.gardens.packings import MOVES, packings
from benchmarks.studies.questions import Answer, agreed
from cpmodels.base.lattice import GROUPS

MANY = "Cs'"
"""The symmetry of which there are too many packings for CP-SAT to find them one by one."""

WHERE: tuple[tuple[Literal["place", "inside"], str], ...] = (("place", "anywhere"), ("inside", "inside"))
"""Where the red cube may lie, and how the table says it."""


@question("cubes-packed", "All 64 cubes packed 4 x 4 x 4 with a symmetry")
def packed() -> Answer:
    """Which symmetries packed cubes can have, how many there are, and one in one piece but for the inner red cube."""
    names = [name for name in GROUPS[3] if cm.Garden.packed(symmetry=name).infeasible_reason() is None]
    agreed("symmetries", names, ["C1", *MOVES])
    rows = [[name, where, *kind(name, red)] for name in MOVES for red, where in WHERE]
    one = solved(cm.Garden.packed(red="inside", connected=True))
    picture = renderers.draw(one.puzzle, one.solution, turn=20)
    return Answer(
        "**Only a three-fold axis (C3), one with mirrors (C3v), or a diagonal mirror alone (Cs') is possible**: all "
        "other symmetries of 4 x 4 x 4 are excluded by counting. There is also a packed cube with the red cube "
        f"inside and **all other 63 in one network**, found in {one.seconds:.1f} s; in Freeling's own, some cubes "
        "are a second group.\n\n"
        "*Up to symmetry* means up to the isometries of the box that turn packings with the symmetry into others. "
        "The seconds are those of each engine for the whole count.",
        "every count was found by backtracking without a solver (`packings.py`), in machine code by Numba. The "
        "counts with the mirror alone, whose gardens CP-SAT would find one by one for hours, were also found by "
        "Ganak, which counts without listing, from the clauses of the same model. Up to symmetry they are a quarter: "
        "the isometries of the box that keep the mirror in its place come in four pairs that differ by it, and only "
        "one of these pairs leaves a packing as it is. The network was followed by the checker.",
        ["symmetry", "red cube", "packings", "up to symmetry", "CP-SAT, s", "Ganak, s", "backtracking, s"],
        rows,
        [(picture, "Packed, the red cube inside, all others in one network")],
        [(one.puzzle, one.solution)],
    )


def kind(name: str, red: Literal["place", "inside"]) -> list[str | float]:
    """The packings of a symmetry, all and up to symmetry, and the seconds that each way to count them took."""
    start = time.perf_counter()
    total = packings(MOVES[name], red_inside=red == "inside")
    alone = round(time.perf_counter() - start, 1)
    garden = cm.Garden.packed(symmetry=name, red=red)
    if name == MANY:
        agreed("packings that are left over", total % 4, 0)
        return [f"{total:,}", f"{total // 4:,}", "", round(confirmed(garden, total, "ganak"), 1), alone]
    found = counted(garden)
    agreed(f"packings of {name}", found.total, total)
    return [f"{total:,}", f"{found.orbits:,}", round(found.seconds, 1), "", alone]
