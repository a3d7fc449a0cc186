"""Questions about gardens of cubes."""

from __future__ import annotations

import statistics
import time
from dataclasses import replace
from itertools import product
from typing import Any

import cpmodels as cm
import renderers
from benchmarks.gardens.answers import Answer, Disagreement, agreed, confirmed, counted, question
from benchmarks.gardens.groups import excluded
from cpmodels.lattice import GROUPS, box_symmetries, move, named_group, orbits

WHOLE = 63
"""The all-blue cube."""

BOXES = {
    "C1": (5, 5, 5),
    "Cs": (7, 7, 3),
    "Cs'": (5, 5, 5),
    "C2": (5, 5, 21),
    "C2'": (7, 7, 5),
    "C2v": (5, 5, 21),
    "C2v''": (11, 11, 3),
    "C3": (5, 5, 5),
    "C3v": (5, 5, 5),
    "D3": (9, 9, 9),
}
"""A box for each symmetry group that counting does not exclude."""


def solved(garden: cm.Garden, **settings: Any) -> cm.Result[Any]:
    """A garden, found."""
    result = cm.solve(garden, **settings)
    if result.solution is None:
        raise Disagreement(f"{garden}: {result.status}")
    return result


def own_symmetry(planting: cm.Planting) -> int:
    """How many turns and mirrors of its own box leave a garden as it is."""
    cells = set(planting.codes)
    low, high = (tuple(map(end, zip(*cells, strict=True))) for end in (min, max))
    box = tuple(h - c + 1 for c, h in zip(low, high, strict=True))
    moved = {tuple(c - d for c, d in zip(cell, low, strict=True)) for cell in cells}
    return sum({move(m, box, cell) for cell in moved} == moved for m in box_symmetries(box))


@question("cubes-symmetry", "Which symmetries hanging cubes can have")
def symmetry() -> Answer:
    """All 33 classes of subgroups of the cube group: an example of each that can be, the reason for each that cannot."""
    rows, pictures, exact = [], [], 0
    for name in GROUPS[3]:
        group = frozenset(named_group(name, 3))
        why = excluded(group)
        agreed(f"{name} is excluded by counting", why is None, name in BOXES)
        if why:
            rows.append([name, len(group), "no", why])
            refuted(name)
            continue
        garden = cm.Garden.hanging(BOXES[name], symmetry=name)
        if name in EASY:
            garden = replace(garden, exact=True)
        result = solved(garden)
        exact += garden.exact or own_symmetry(result.solution) == len(group)
        sides = " x ".join(map(str, garden.box))
        rows.append([name, len(group), "yes", f"63 cubes in {sides}, found in {result.seconds:.1f} s"])
        pictures.append(replace(renderers.draw(garden, result.solution, turn=20), title=f"{name} in {sides}"))
    rows.sort(key=lambda row: (row[2] == "no", row[1]))
    return Answer(
        f"Of the 33 classes of symmetry groups of the cube **just {len(BOXES)} are those of hanging gardens**, in a box of any "
        "size: C1, the mirrors Cs and Cs', the half turns C2 and C2', C2v, C2v'', C3, C3v and D3. The others are excluded "
        "by counting: a cube lies in a cell with its own stabiliser, and there are too few such cells. Each of the ten has an "
        "example. One is plain to see: a garden of squares with the red square, three layers high, and beside it a garden of "
        "squares one layer high, are the 63 cubes, with a mirror Cs. C2 needs 15 cubes in 7 runs on its axis, hence a box "
        "of length 21, and has its gardens there.",
        "every example passes the checker; that the excluded groups have no garden in a box of 5 x 5 x 5 was also found by "
        "CaDiCaL from the model without shared variables, with each symmetry as a rule for pairs of cells.",
        ["group", "moves", "gardens", "example, or why not"],
        rows,
        [(renderers.gallery(pictures, 4), "A hanging garden of 63 cubes for each symmetry that there is")],
    )


EASY = ("C1", "Cs", "Cs'", "C2'", "C2v", "C2v''", "C3", "C3v", "D3")
"""Groups of which gardens with just that symmetry are found quickly; a C2 garden is mirrored too unless that is forbidden."""


def refuted(name: str) -> None:
    """No garden in 5 x 5 x 5 has a symmetry, says CaDiCaL of the plain model with a rule for each pair of cells."""
    garden = cm.Garden.hanging((5, 5, 5))
    model = cm.build(garden)
    occupied = dict(zip(garden.cells, model.key, strict=False))
    for matrix in GROUPS[3][name]:
        for cell, variable in occupied.items():
            image = occupied[move(matrix, garden.box, cell)]
            model.cp.add_implication(variable, image)
            model.cp.add_implication(image, variable)
    found = cm.confirm(model, engine="cadical", known=0)
    agreed(f"{name} by CaDiCaL", found.agree, True)


def whole_cases(garden: cm.Garden) -> list[cm.Garden]:
    """The garden with the all-blue cube fixed, one place for each orbit under the symmetries of the box."""
    inner = [cell for cell in garden.cells if garden.is_inside(cell)]
    box = garden.box
    first = orbits(inner, lambda cell: [move(m, box, cell) for m in box_symmetries(box)])
    return [replace(garden, fixed=[(WHOLE, orbit[0])]) for orbit in first]


def largest_below(volume: int) -> list[tuple[int, int, int]]:
    """The boxes of less than a volume with no side of less than 3, without those that lie inside others."""
    sides = range(3, volume // 9 + 1)
    boxes = [box for box in product(sides, repeat=3) if list(box) == sorted(box) and box[0] * box[1] * box[2] < volume]
    return [a for a in boxes if not any(a != b and all(x <= y for x, y in zip(a, b, strict=True)) for b in boxes)]


@question("cubes-smallest", "The smallest box that holds the 63 hanging cubes")
def smallest() -> Answer:
    """An example in 4 x 4 x 6, and for all boxes of less than 96 cells the proof that there is none."""
    rows = []
    for box in [*largest_below(96), (3, 4, 8)]:
        start = time.perf_counter()
        cases = whole_cases(cm.Garden.hanging(box))
        for garden in cases:
            agreed(str(garden), cm.solve(garden).status, cm.Status.INFEASIBLE)
        middle = time.perf_counter()
        other = sum(confirmed(garden, 0) for garden in cases)
        volume = box[0] * box[1] * box[2]
        rows.append([" x ".join(map(str, box)), volume, len(cases), "none", round(middle - start, 1), round(other, 1)])
    least = solved(cm.Garden.hanging((4, 4, 6), symmetry="Cs'"))
    rows.append(["4 x 4 x 6", 96, "", "yes", round(least.seconds, 1), ""])
    with_red = solved(cm.Garden.hanging((4, 5, 5), red="place", fixed=[(WHOLE, (1, 2, 1))]))
    rows.append(["4 x 5 x 5, red cube too", 100, "", "yes", round(with_red.seconds, 1), ""])
    drawn = [
        replace(renderers.draw(result.puzzle, result.solution, turn=20), title=title)
        for result, title in (
            (least, "63 cubes in 4 x 4 x 6"),
            (with_red, "64 cubes in 4 x 5 x 5, the red one among them"),
        )
    ]
    return Answer(
        "**4 x 4 x 6 = 96 cells** hold the 63 cubes, and no box of less volume does; nor does 3 x 4 x 8, the only other one of "
        "96 cells that the all-blue cube leaves room in. With the red cube in the box as well, **4 x 5 x 5 = 100 cells** do. "
        "Whether 4 x 4 x 6 holds all 64 cubes is the one case that stays open: boxes between have no garden even "
        "without the red cube (3 x 3 x 11 = 99 is in the table). A box of less than 96 cells lies inside one of those listed.",
        "each proof once more by CaDiCaL from the exported clauses, one case for each place of the all-blue cube up to the "
        "symmetries of the box; the examples by the checker.",
        ["box", "cells", "cases", "garden", "CP-SAT, s", "CaDiCaL, s"],
        rows,
        [
            (
                renderers.gallery(drawn, 2),
                "The smallest boxes: without the red cube, proved; with it, the smallest known",
            )
        ],
    )


@question("cubes-connected", "Hanging cubes in one piece with a three-fold axis")
def connected() -> Answer:
    """All connected gardens with an axis and mirrors, or an axis and half turns, however large the box."""
    rows, found = [], {}
    for name, side in (("C3v", 33), ("D3", 29)):
        centre = (side // 2,) * 3
        garden = cm.Garden.hanging((side,) * 3, symmetry=name, connected=True, fixed=[(WHOLE, centre)])
        found[name] = counted(garden)
        other = confirmed(garden, found[name].total)
        rows.append(
            [name, "any", found[name].total, found[name].orbits, round(found[name].seconds, 1), round(other, 1)]
        )
    for side in (5, 6):
        garden = cm.Garden.hanging((side,) * 3, symmetry="C3", connected=True)
        start = time.perf_counter()
        number = cm.count(garden, time_limit=THREE_FOLD_SECONDS)
        seconds = round(time.perf_counter() - start, 1)
        total = number.total if number.exhausted else f"at least {number.total:,}"
        per_orbit = number.orbits if number.exhausted else f"at least {number.orbits:,}"
        rows.append(["C3", f"{side} x {side} x {side}", total, per_orbit, seconds, ""])
    garden = cm.Garden.hanging((9, 9, 9), symmetry="C3v", connected=True, touching=True)
    drawn = [
        renderers.draw(garden, planting, turn=20)
        for planting in cm.solutions(garden, up_to_symmetry=True, time_limit=600)
    ]
    agreed("gardens drawn", len(drawn), found["C3v"].orbits)
    return Answer(
        f"With a three-fold axis and mirrors (C3v) there are **just {found['C3v'].total} hanging gardens in one piece, "
        f"{found['C3v'].orbits} up to turns and mirrors, with no bound on the box**. With half turns in place of the mirrors (D3) "
        "there is none at all. The bound comes from the symmetry: a shortest path from the all-blue cube, which lies on the axis, "
        "meets an orbit of cubes once, so no cube is more than 17 steps away (14 for D3), and none more than 16 along one "
        "direction, as only 16 cubes are blue both ways. With the axis alone (C3) there are many more; those "
        "inside small boxes are counted as far as they were.",
        "C3v and D3 by CaDiCaL from the exported clauses, shutting out one garden after the other.",
        ["symmetry", "box", "gardens in one piece", "up to symmetry", "CP-SAT, s", "CaDiCaL, s"],
        rows,
        [
            (
                renderers.gallery(drawn, 2),
                "The connected hanging gardens with a three-fold axis and mirrors, up to symmetry",
            )
        ],
    )


THREE_FOLD_SECONDS = 120.0
"""How long the connected gardens of a box with three-fold symmetry alone are counted."""

PACKED_SECONDS = 120.0
"""How long packed cubes with a symmetry are counted."""


@question("cubes-packed", "All 64 cubes packed 4 x 4 x 4 with a symmetry")
def packed() -> Answer:
    """Which symmetries packed cubes can have, how many there are, and one with all but the inner red cube connected."""
    rows = []
    for name in GROUPS[3]:
        if name == "C1" or cm.Garden.packed(symmetry=name).obstruction():
            continue
        for red, where in (("place", "anywhere"), ("inside", "inside")):
            garden = cm.Garden.packed(symmetry=name, red=red)
            found = cm.count(garden, time_limit=PACKED_SECONDS)
            other = round(confirmed(garden, found.total), 1) if found.exhausted else ""
            least = "" if found.exhausted else "at least "
            rows.append(
                [name, where, f"{least}{found.total:,}", f"{least}{found.orbits:,}", round(found.seconds, 1), other]
            )
    one = solved(cm.Garden.packed(red="inside", connected=True))
    picture = renderers.draw(one.puzzle, one.solution, turn=20)
    return Answer(
        "Only a three-fold axis (C3), with mirrors (C3v) or a diagonal mirror alone (Cs') leaves room for the 64 cubes: all "
        "other symmetries of 4 x 4 x 4 fail by counting. And there is a packed cube with the red cube inside and **all "
        f"other 63 in one network**, found in {one.seconds:.1f} s; Freeling's has a second group.",
        "counts that ended by CaDiCaL from the exported clauses; the network by the checker.",
        ["symmetry", "red cube", "packings", "up to symmetry", "CP-SAT, s", "CaDiCaL, s"],
        rows,
        [(picture, "Packed, the red cube inside, all others in one network")],
    )


@question("cubes-finding", "Finding 63 hanging cubes without any symmetry")
def finding() -> Answer:
    """Ten seeds, in 5 x 5 x 5, of gardens that are proved by the checker to have no symmetry."""
    garden = cm.Garden.hanging((5, 5, 5), exact=True)
    seconds, first = [], None
    for seed in range(10):
        result = solved(garden, seed=seed, workers=2)
        seconds.append(result.seconds)
        first = first or result.solution
        agreed("symmetries", own_symmetry(result.solution), 1)
    low, median, high = min(seconds), statistics.median(seconds), max(seconds)
    return Answer(
        f"The median over ten seeds is **{median:.0f} s** on two workers ({low:.0f} to {high:.0f} s). A garden with a three-fold "
        "axis or a mirror is found in about a second; two thirds of the box round a random cell are freed, the rest stays, "
        "and CP-SAT searches for two seconds; after six tries another symmetric garden takes its place.",
        "every garden by the checker, which also looks for symmetries.",
        ["seed", "seconds"],
        [[seed, round(second, 1)] for seed, second in enumerate(seconds)],
        [(renderers.draw(garden, first, turn=20), "63 hanging cubes in 5 x 5 x 5 without any symmetry")],
    )
