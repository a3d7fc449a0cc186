"""Questions about cubes packed 4 x 4 x 4."""

from __future__ import annotations

from typing import Literal

import cpmodels as cm
import renderers
from benchmarks.gardens.answers import Answer, agreed, confirmed, question, solved
from cpmodels.lattice import GROUPS

SECONDS = 60.0
"""How long the packings of one symmetry are counted."""

WHERE: tuple[tuple[Literal["place", "inside"], str], ...] = (("place", "anywhere"), ("inside", "inside"))
"""Where the red cube may lie, and how the table says it."""


@question("cubes-packed", "All 64 cubes packed 4 x 4 x 4 with a symmetry")
def packed() -> Answer:
    """Which symmetries packed cubes can have, how many there are, and one in one piece but for the inner red cube."""
    names = [name for name in GROUPS[3] if cm.Garden.packed(symmetry=name).obstruction() is None]
    agreed("symmetries", names, ["C1", "Cs'", "C3", "C3v"])
    rows = []
    for name in names[1:]:
        for red, where in WHERE:
            garden = cm.Garden.packed(symmetry=name, red=red)
            found = cm.count(garden, time_limit=SECONDS)
            other = round(confirmed(garden, found.total), 1) if found.exhausted else ""
            least = "" if found.exhausted else "at least "
            rows.append(
                [name, where, f"{least}{found.total:,}", f"{least}{found.orbits:,}", round(found.seconds, 1), other]
            )
    one = solved(cm.Garden.packed(red="inside", connected=True))
    picture = renderers.draw(one.puzzle, one.solution, turn=20)
    return Answer(
        "Only a three-fold axis (C3), one with mirrors (C3v) or a diagonal mirror alone (Cs') leaves room for the 64 "
        "cubes: all other symmetries of 4 x 4 x 4 fail by counting. And there is a packed cube with the red cube "
        f"inside and **all other 63 in one network**, found in {one.seconds:.1f} s; Freeling's has a second group.",
        "counts that ended by CaDiCaL, from the clauses of the same model; the network by the checker.",
        ["symmetry", "red cube", "packings", "up to symmetry", "CP-SAT, s", "CaDiCaL, s"],
        rows,
        [(picture, "Packed, the red cube inside, all others in one network")],
    )
