"""Questions about 256 squares with sides and corners, and about those with fewer directions."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import cpmodels as cm
import renderers
from benchmarks.studies.found import counted, solved
from benchmarks.studies.lattices.answers import question
from benchmarks.studies.lattices.motions import Way, groups, is_possible, keeps, motions, packed_with
from benchmarks.studies.lattices.tilings import tilings
from benchmarks.studies.questions import Answer, agreed
from cpmodels.base.lattice import Lattice
from cpmodels.base.values import by
from cpmodels.puzzles.garden.tiles import NAMED_LATTICES

RIMS = ("red", "free", "torus")

WIDTHS = (3, 5, 5, 7, 7, 7, 9, 9, 9, 9, 9, 9, 9, 9, 11, 11)
"""The rows of the lower half of a region of 256 cells, 32 of which lie on its vertical mirror line."""

AXES = {"sides": "N E", "one side, one corner": "E NE", "corners": "NE SE"}
"""Two axes out of the four of a square with sides and corners, up to symmetry."""


def rectangles() -> list[tuple[int, int]]:
    """The boxes of 256 cells, each one way round."""
    return [(2**power, 256 >> power) for power in range(4, -1, -1)]


def lens() -> cm.Garden:
    """The region with the rows `WIDTHS`, with a mirror."""
    rows = [*WIDTHS, *reversed(WIDTHS)]
    cells = [(x, y) for y, width in enumerate(rows) for x in range(-(width // 2), width // 2 + 1)]
    return cm.Garden.packed(region=cells, lattice="king", symmetry="D1")


STILL: Way = (((1, 0), (0, 1)), False)
"""The way of the identity to act on tiles."""

NAMES: dict[Way, str] = {
    (((-1, 0), (0, 1)), False): "a mirror",
    (((1, 0), (0, -1)), False): "a mirror",
    (((1, 0), (0, 1)), True): "a shift that changes the colours",
    (((-1, 0), (0, 1)), True): "a glide that changes the colours",
    (((1, 0), (0, -1)), True): "a glide that changes the colours",
}
"""The ways of motions to act on tiles, in words."""


@question("corners-packed", "All 256 squares with sides and corners packed 16 x 16")
def packed() -> Answer:
    """One of each kind of rim, with as many symmetries as counting leaves; and a region with a mirror."""
    for box, rims in ((box, rims) for box in rectangles() for rims in combinations_with_replacement(RIMS[:2], 2)):
        garden = cm.Garden.packed(box, lattice="king", boundary=rims)
        possible = [motion for motion in motions(garden) if is_possible(garden, motion)]
        agreed(f"motions of {by(box)} that counting leaves", [motion.way for motion in possible], [STILL])
    rows: list[list[Any]] = []
    examples = []
    for rims in combinations_with_replacement(RIMS, 2):
        garden = cm.Garden.packed((16, 16), lattice="king", boundary=rims)
        candidates = groups(garden)
        tried = ((one, packed_with(garden, one)) for one in candidates if len(one) > 1)
        group, placement = next(((one, found) for one, found in tried if found is not None), (candidates[-1], None))
        if placement is None:
            placement = solved(garden).solution
        agreed(f"broken rules, {rims}", garden.check(placement), [])
        agreed(f"symmetries, {rims}", all(keeps(garden, placement, motion) for motion in group), True)
        examples.append((garden, placement))
        what = ", ".join(NAMES[motion.way] for motion in group[1:])
        rows.append([*rims, len(candidates[0]), len(group), what])
    example = solved(cm.Garden.packed((16, 16), lattice="king"))
    examples.append((lens(), solved(lens()).solution))
    pictures = [
        (renderers.draw(*examples[0]), "All 256 squares with sides and corners, packed 16 x 16 with a red rim"),
        (renderers.draw(*examples[-1]), "Packed into a region with a mirror, on which the 32 symmetric tiles lie"),
    ]
    of_torus = f"{rows[-1][2]} symmetries by counting, of which one with {rows[-1][3]} was found"
    return Answer(
        "**All 256 squares with sides and corners can be packed 16 x 16 with a red rim**: sides meet the four "
        "neighbours, corners the four cells beyond, and every subset of the eight is there once. MathOverflow 159600 "
        f"asks for them. Walks that change one face after the other found a packing in {example.seconds:.0f} s.\n\n"
        "**No packing of a rectangle with a red or free rim has any symmetry**, not even one that swaps the two "
        "colours. As each tile is there once, a symmetry leaves as many cells in place as it maps tiles to "
        "themselves. A half turn maps 16 tiles to themselves but leaves no cell in place; a diagonal mirror 32 "
        "tiles, but 16 cells; a mirror between two columns 32 tiles, but no cell. With the colours swapped the "
        "numbers agree for that mirror, but the faces on its line would have to change their own colour.\n\n"
        "Where opposite rims meet there are symmetries. On a cylinder a mirror through two opposite columns leaves "
        "just the 32 cells in place that it needs, and with free ends a glide by half the way round swaps the "
        f"colours. A torus leaves {of_torus}. In another region a mirror can have 32 cells on its line, as in the "
        "last picture. No region has more symmetries than that: a half turn of the plane leaves at most one cell in "
        "place, and two mirrors make a turn.",
        "all gardens pass the checker, and their symmetries are checked cell by cell. Which symmetries there can be "
        "was found by counting the cells and tiles that each isometry of all five rectangles of 256 cells leaves in "
        "place or maps to themselves.",
        ["East and West", "North and South", "symmetries by counting, at most", "found", "besides the identity"],
        rows,
        pictures,
        examples,
    )


def lattice_of(axes: str) -> Lattice:
    """Those directions of squares with sides and corners that lie on some axes."""
    king = NAMED_LATTICES["king"]
    of = {"".join(word[0] for word in name.split()): d for d, name in enumerate(king.names)}
    chosen = sorted(d for name in axes.split() for d in (of[name], king.opposite[of[name]]))
    return Lattice(tuple(king.names[d] for d in chosen), tuple(king.offsets[d] for d in chosen))


@question("corners-fewer", "Sixteen squares with two of the four axes, packed with a red rim")
def fewer() -> Answer:
    """Each pair of axes in each rectangle, by CP-SAT and by dynamic programming."""
    rows: list[list[Any]] = []
    for name, axes in AXES.items():
        lattice = lattice_of(axes)
        for box in ((4, 4), (2, 8), (8, 2), (1, 16), (16, 1)):
            cells = [(x, y) for x in range(box[0]) for y in range(box[1])]
            found = counted(cm.Garden.packed(region=cells, lattice=lattice))
            agreed(f"{name}, {box}", found.total, tilings(cells, lattice.offsets))
            rows.append([name, by(box), found.total, found.orbits])
    return Answer(
        "Squares with sides and corners have four axes. With two of them there are sixteen tiles, and **only those "
        "with the two axes of the sides can be packed into a rectangle with a red rim**: 4 x 4, in 652 ways, 82 up "
        "to symmetry. With two axes of corners, or one of each, no rectangle can be filled.\n\n"
        "With three axes, two of sides and one of corners, the squares are hexagons, and the square of 8 x 8 cells "
        "is a rhombus (see there).",
        "the same numbers by dynamic programming over what later cells can see (`tilings.py`), without a solver.",
        ["directions", "box, East by North", "packed gardens", "up to symmetry"],
        rows,
    )
