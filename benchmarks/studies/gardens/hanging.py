"""Questions about hanging gardens of cubes."""

from __future__ import annotations

import statistics
import time
from dataclasses import replace
from itertools import chain, product
from math import prod
from typing import Any

import cpmodels as cm
import renderers
from benchmarks.ablations.altered import heavy
from benchmarks.studies.found import confirmed, counted, solved
from benchmarks.studies.gardens.answers import QUESTIONS, question
from benchmarks.studies.gardens.groups import excluded
from benchmarks.studies.gardens.growth import growth, total
from benchmarks.studies.questions import Answer, agreed
from cpmodels.base.lattice import GROUPS, box_symmetries, closure, minus, move, orbits
from cpmodels.base.values import by
from cpmodels.puzzles.garden._parts import more_symmetric

WHOLE = 63
"""The all-blue cube."""

BOXES = {
    "C1": (5, 5, 5),
    "Cs": (7, 7, 3),
    "Cs'": (5, 5, 5),
    "C2'": (7, 7, 5),
    "C2v": (5, 5, 21),
    "C2v''": (11, 11, 3),
    "C3": (5, 5, 5),
    "C3v": (5, 5, 5),
    "D3": (9, 9, 9),
}
"""A box for each symmetry group that counting does not exclude."""

MIRRORED = {"C2": "with a half turn about an axis of the lattice there are two mirrors as well (C2v), see below"}
"""A group that is excluded by a proof, and not by counting."""

WITH_RED = """
.### #..# #### ##.#
.#.# #..# #### #.#.
#.## .### #### ####
.##. #.## ..#. ####
..## ##.. #... #..#
#... #### .### .###
"""
"""64 cubes in 4 x 4 x 6, a line for each z and a word for each x.  Found by random walks as those of
`cpmodels.puzzles.garden._walks`, but compiled and at one temperature, in one to four minutes each of four times.  The
library's own found one in a minute, and with two other seeds none in six.  CP-SAT found none in half an hour."""

LEDGER = QUESTIONS.results / "growth-C3.ledger"
"""What growth found with a three-fold axis, part by part."""


def own(placement: cm.puzzles.TilePlacement) -> tuple[tuple[int, ...], cm.puzzles.TilePlacement]:
    """The box that a garden just fits into, and the garden in it."""
    low, high = (tuple(map(end, zip(*placement.codes, strict=True))) for end in (min, max))
    return tuple(d + 1 for d in minus(high, low)), placement.shifted(minus((0, 0, 0), low))


def own_symmetry(placement: cm.puzzles.TilePlacement) -> int:
    """How many turns and mirrors of its own box leave a garden as it is."""
    box, moved = own(placement)
    cells = set(moved.codes)
    return sum({move(m, box, cell) for cell in cells} == cells for m in box_symmetries(box))


def drawn(placement: cm.puzzles.TilePlacement, title: str) -> renderers.Picture:
    """A garden in its own box."""
    box, moved = own(placement)
    return replace(renderers.draw(cm.Garden.hanging(box), moved, turn=20), title=title)


@question("cubes-symmetry", "Which symmetries hanging cubes can have")
def symmetry() -> Answer:
    """All 33 classes of subgroups of the cube group: an example of each that can be, the reason for each that
    cannot.
    """
    rows, pictures, examples = [], [], []
    for name in GROUPS[3]:
        group = frozenset(closure(GROUPS[3][name], 3))
        why = excluded(group) or MIRRORED.get(name)
        agreed(f"{name} is not excluded", why is None, name in BOXES)
        if why:
            refuted(name)
            rows.append([name, len(group), "no", why])
            continue
        result = solved(cm.Garden.hanging(BOXES[name], symmetry=name, exact=True))
        agreed(f"symmetries of the example of {name}", own_symmetry(result.solution), len(group))
        rows.append([name, len(group), "yes", f"63 cubes in {by(BOXES[name])}, found in {result.seconds:.1f} s"])
        pictures.append(drawn(result.solution, name))
        examples.append((result.puzzle, result.solution))
    rows.sort(key=lambda row: (row[2] == "no", row[1]))
    return Answer(
        f"**{len(BOXES)} of the {len(rows)} classes of symmetry groups of a cube are symmetries of hanging "
        f"gardens**, in a box of any size: {', '.join(BOXES)}. The others are impossible, which counting shows "
        "without a search, and for C2 a proof.\n\n"
        "A symmetry of a garden maps the one all-blue cube to itself, so the cell of that cube is its centre. Any "
        "other cube lies in a cell that just those isometries leave in place that map the cube to itself: one more "
        "would make another cube of it, and one fewer would lay it into a second cell. Where there are too few such "
        "cells, there is no garden.\n\n"
        f"Each of the {len(BOXES)} has an example, whose symmetries are just those named. One kind needs no search: a "
        "garden of squares with the red square, made three layers high, and beside it a garden of squares one layer "
        "high, are the 63 cubes, with a mirror.\n\n"
        "In the table, groups have the names of `cpmodels.base.lattice.GROUPS`, and *isometries* is the number of "
        "their elements, the identity among them.",
        "every example passes the checker, and its symmetries are counted in its own box. That the excluded groups "
        "have no garden about the centre of 5 x 5 x 5 was also found by CaDiCaL, from the model without shared "
        "variables, to which each symmetry was added as rules for pairs of cells.",
        ["group", "isometries", "gardens", "example, or why not"],
        rows,
        [(renderers.gallery(pictures, 5), "63 hanging cubes of each symmetry that there is")],
        examples,
    )


def refuted(name: str) -> None:
    """No garden about the centre of 5 x 5 x 5 has a symmetry, says CaDiCaL of the plain model with rules for
    pairs.
    """
    garden = cm.Garden.hanging((5, 5, 5))
    model = cm.build(garden)
    occupied = dict(zip(garden.cells, model.key, strict=False))
    for matrix in GROUPS[3][name]:
        for cell, variable in occupied.items():
            image = occupied[move(matrix, garden.box, cell)]
            model.cp.add_implication(variable, image)
            model.cp.add_implication(image, variable)
    agreed(f"{name} by CaDiCaL", cm.confirm(model, engine="cadical", known=0).agree, True)


def whole_cases(garden: cm.Garden) -> list[cm.Garden]:
    """The garden with the all-blue cube fixed, one place for each orbit under the symmetries of the box."""
    inner = [cell for cell in garden.cells if garden.is_inside(cell)]
    first = orbits(inner, lambda cell: [move(m, garden.box, cell) for m in box_symmetries(garden.box)])
    return [replace(garden, fixed=((WHOLE, orbit[0]),)) for orbit in first]


def largest_below(volume: int) -> list[tuple[int, ...]]:
    """The boxes of less than a volume with no side of less than 3, without those that lie inside others."""
    sides = range(3, volume // 9 + 1)
    boxes = [box for box in product(sides, repeat=3) if list(box) == sorted(box) and prod(box) < volume]
    return [a for a in boxes if not any(a != b and all(x <= y for x, y in zip(a, b, strict=True)) for b in boxes)]


def without_walks(garden: cm.Garden) -> cm.Model[cm.puzzles.TilePlacement]:
    """The model of a garden, for CP-SAT alone."""
    model = cm.build(garden)
    return replace(model, strategies=heavy(model))


def example_with_red() -> tuple[cm.Garden, cm.puzzles.TilePlacement]:
    """The garden of `WITH_RED`."""
    garden = cm.Garden.hanging((4, 4, 6), red="place")
    lines = [line.split() for line in WITH_RED.split("\n") if line]
    cells = {(x, y, z) for x, y, z in garden.cells if lines[z][x][y] == "#"}
    codes = {c: sum(1 << d for d, other in enumerate(garden.neighbours[c]) if other in cells) for c in cells}
    return garden, cm.puzzles.TilePlacement(list(codes.items()))


@question("cubes-smallest", "The smallest box that holds the hanging cubes")
def smallest() -> Answer:
    """An example in 4 x 4 x 6, and for all boxes of less than 96 cells, and some more, the proof that there is
    none.
    """
    rows: list[list[Any]] = []
    for box in [*largest_below(96), (3, 4, 8)]:
        cases = whole_cases(cm.Garden.hanging(box))
        start = time.perf_counter()
        for garden in cases:
            agreed(str(garden), cm.solve(without_walks(garden), workers=1).status, cm.Status.INFEASIBLE)
        seconds = time.perf_counter() - start
        other = sum(confirmed(garden, 0) for garden in cases)
        rows.append([by(box), prod(box), len(cases), "none", round(seconds, 1), round(other, 1)])
    least = solved(cm.Garden.hanging((4, 4, 6), symmetry="Cs'"))
    rows.append(["4 x 4 x 6", 96, "", "yes", round(least.seconds, 1), ""])
    garden, with_red = example_with_red()
    agreed("broken rules", garden.check(with_red), [])
    for candidate in more_symmetric(garden):
        agreed(str(candidate), cm.solve(candidate).status, cm.Status.INFEASIBLE)
    rows.append(["4 x 4 x 6, with the red cube", 96, "", "yes", "", ""])
    pictures = [
        drawn(least.solution, "63 cubes in 4 x 4 x 6"),
        drawn(with_red, "64 cubes in 4 x 4 x 6, the red one among them"),
    ]
    return Answer(
        "**The smallest box is 4 x 4 x 6, with 96 cells**. It holds the 63 cubes, and the red one as well. No "
        "smaller box holds even the 63, as each lies inside a box of the table of which it is proved that it holds "
        "none. Nor does 3 x 4 x 8, the only other box of 96 cells in which the all-blue cube has room.\n\n"
        "The garden of 63 has a mirror, with which CP-SAT finds it at once. A garden of all 64 can have no symmetry: "
        "CP-SAT excludes a mirror in seconds, and counting excludes the rest. CP-SAT did not find such a garden in "
        "half an hour; random walks at one temperature, in a compiled program, found one four times, in one to four "
        "minutes each.\n\n"
        "*Cases* are the places that the all-blue cube can have, up to the symmetries of the box. Each is a search "
        "of its own.",
        "each proof was made once more by CaDiCaL, from the clauses of the same model; the examples pass the checker.",
        ["box", "cells", "cases", "garden", "CP-SAT, s", "CaDiCaL, s"],
        rows,
        [(renderers.gallery(pictures, 2), "The smallest box, without the red cube and with it")],
        [(least.puzzle, least.solution), (garden, with_red)],
    )


@question("cubes-connected", "Hanging cubes in one piece with a three-fold axis")
def connected() -> Answer:
    """All connected gardens with an axis, however large the box: with mirrors, with half turns, and with neither."""
    rows: list[list[Any]] = []
    found, gardens = {}, []
    for name, side in (("C3v", 33), ("D3", 29)):
        garden = cm.Garden.hanging((side,) * 3, symmetry=name, connected=True, fixed=[(WHOLE, (side // 2,) * 3)])
        some: list[cm.puzzles.TilePlacement] = []
        found[name] = counted(garden, some.append)
        gardens += [(garden, placement) for placement in some]
        began = time.perf_counter()
        agreed(f"gardens of {name} by growth", growth(name).grown().gardens, found[name].total)
        seconds = (round(one, 2) for one in (found[name].seconds, time.perf_counter() - began))
        rows.append([name, found[name].total, found[name].orbits, *seconds])
    agreed("gardens with half turns", found["D3"].total, 0)
    with_axis = total("C3", LEDGER)
    agreed("parts that are missing", with_axis.missing, [])
    # Of the isometries that keep the axis, mirrors keep what has C3v, half turns what has D3, and nothing has the rest.
    up_to_symmetry = (with_axis.gardens + found["C3v"].total) // 4
    rows.append(["C3", f"{with_axis.gardens:,}", f"{up_to_symmetry:,}", "", ""])
    small = counted(cm.Garden.hanging((5, 5, 5), symmetry="C3", connected=True)).total
    by_growth = (growth("C3", (-centre, 4 - centre)).grown().gardens for centre in range(5))
    agreed("gardens of C3 in 5 x 5 x 5 by growth", sum(by_growth), small)
    pictures = [drawn(placement, f"in {by(own(placement)[0])}") for _, placement in gardens]
    return Answer(
        f"**With a given three-fold axis (C3) there are {with_axis.gardens:,} hanging gardens in one piece, "
        f"{up_to_symmetry:,} up to turns and mirrors, in a box of any size**. Just {found['C3v'].total} of them, "
        f"{found['C3v'].orbits} up to these, have mirrors, too (C3v), and none has half turns (D3).\n\n"
        "The symmetry bounds the box. It maps the all-blue cube to itself, so a shortest path from there meets each "
        "orbit of cubes at most once, and no cube is more than 17 steps away (14 for D3, 22 for C3). Seventeen steps "
        "in one direction would be a straight row with 17 cubes that are blue at both ends, and there are 16. So a "
        "box of side 33 holds all gardens with mirrors.\n\n"
        "*Growth* is a program of its own (`growth.py`), without a solver: from the all-blue cube on, one cube after "
        "the other is laid, with its images under the symmetry. With the axis alone it laid "
        f"{with_axis.nodes:,} orbits of cubes in {with_axis.parts} parts, in some two hours of a core; "
        f"`results/{LEDGER.name}` lists them. `python -m benchmarks.studies.gardens.growth C3` does it again.",
        "C3v and D3 by growth, which shares nothing with the model and the solver. With the axis alone that program "
        f"finds the {small} in 5 x 5 x 5 that CP-SAT does, and of squares the 4,804 gardens in one piece.",
        ["symmetry", "gardens in one piece", "up to symmetry", "CP-SAT, s", "growth, s"],
        rows,
        [
            (
                renderers.gallery(pictures, 2),
                "All connected hanging gardens with a three-fold axis and mirrors, up to symmetry",
            )
        ],
        gardens,
    )


@question("cubes-finding", "Finding 63 hanging cubes without any symmetry")
def finding() -> Answer:
    """Ten seeds, in 5 x 5 x 5, of gardens that are proved by the checker to have no symmetry."""
    garden = cm.Garden.hanging((5, 5, 5), exact=True, touching=True)
    kinds = {"with walks": cm.build(garden), "CP-SAT alone": without_walks(garden)}
    results = {kind: [solved(model, seed=seed, workers=2) for seed in range(10)] for kind, model in kinds.items()}
    for result in chain.from_iterable(results.values()):
        agreed("symmetries", own_symmetry(result.solution), 1)
    seconds = [[result.seconds for result in found] for found in results.values()]
    (low, median, high), (least, alone, most) = ((min(s), statistics.median(s), max(s)) for s in seconds)
    return Answer(
        f"**The median over ten seeds is {median:.1f} s** on two workers ({low:.1f} to {high:.1f} s), and "
        f"**{alone:.0f} s** by CP-SAT alone ({least:.0f} to {most:.0f} s).\n\n"
        "Beside CP-SAT the library runs random walks, which occupy or clear one cell after the other, at many "
        "temperatures that exchange their states (parallel tempering), compiled by Numba.",
        "every garden passes the checker, and its symmetries are counted in its own box.",
        ["seed", *(f"{kind}, s" for kind in kinds)],
        [[seed, *(round(second, 1) for second in each)] for seed, each in enumerate(zip(*seconds, strict=True))],
        [(drawn(results["with walks"][0].solution, ""), "63 hanging cubes in 5 x 5 x 5 without any symmetry")],
    )
