"""Hanging cubes with a half turn about an axis of the lattice: a proof, looked at layer by layer, and a count."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

import cpmodels as cm
import renderers
from benchmarks.studies.found import confirmed, counted
from benchmarks.studies.gardens.answers import question
from benchmarks.studies.questions import Answer, agreed
from cpmodels.base.values import by

LAYERS = ((5, 5), (7, 5))
"""The sizes of the layers that are looked at, in each way to occupy them."""

PIECES = {"", "#", "###", "#/#/#", "###/###/###"}
"""What may lie in a layer, by its rows."""

LENGTH = 21
"""15 cubes on the axis, in 7 runs."""


def layers(wide: int, high: int) -> np.ndarray:
    """All ways to occupy a layer that a half turn about its middle cell leaves as they are, with an empty rim.

    Shape (ways, wide + 2, high + 2), of booleans.
    """
    cells = list(product(range(1, wide + 1), range(1, high + 1)))
    halves = cells[: len(cells) // 2 + 1]
    ways = np.arange(2 ** len(halves))
    found = np.zeros((len(ways), wide + 2, high + 2), dtype=bool)
    for place, (x, y) in enumerate(halves):
        found[:, x, y] = found[:, wide + 1 - x, high + 1 - y] = ways >> place & 1
    return found


def spare(wide: int, high: int) -> Iterator[tuple[int, str]]:
    """How many right angles each layer has that the count below does not need, and what lies in it, by its rows.

    Of layers in which only the middle cell has as many neighbours on each side as on the opposite one.
    """
    cells = layers(wide, high)
    west, east, south, north = (np.roll(cells, shift, axis) for axis in (1, 2) for shift in (1, -1))
    balanced, middle = cells & (west == east) & (south == north), ((wide + 1) // 2, (high + 1) // 2)
    balanced[:, *middle] = False
    angles = sum((cells & one & other).sum((1, 2)) for one in (west, east) for other in (south, north))
    contacts = (cells & east).sum((1, 2)) + (cells & north).sum((1, 2))
    rest = angles - 4 * (contacts - cells.sum((1, 2)) + cells[:, *middle])
    for way in np.flatnonzero(~balanced.any((1, 2))):
        rows = ("".join(".#"[int(cell)] for cell in row).strip(".") for row in cells[way])
        yield int(rest[way]), "/".join(row for row in rows if row)


@question("cubes-half-turn", "Hanging cubes with a half turn about an axis of the lattice")
def half_turn() -> Answer:
    """That all have mirrors, and how many there are."""
    looked_at = 0
    for size in LAYERS:
        seen = list(spare(*size))
        looked_at += len(seen)
        agreed(f"the fewest right angles that are left over in {by(size)}", min(rest for rest, _ in seen), 0)
        agreed(f"layers of {by(size)} with none left over", {what for rest, what in seen if not rest}, PIECES)
    alone = cm.Garden.hanging((5, 5, LENGTH), symmetry="C2", exact=True)
    agreed("whether the library knows", alone.infeasible_reason() is None, False)
    narrow, wide = (cm.Garden.hanging((side, side, LENGTH), symmetry=name) for side, name in ((3, "C2"), (5, "C2v")))
    first: list[cm.puzzles.TilePlacement] = []
    found = counted(narrow, first.append)
    agreed("with mirrors in a wider box", counted(wide).total, found.total)
    confirmed(narrow, found.total)
    return Answer(
        "**A garden of the 63 cubes with a half turn about an axis of the lattice (C2) has two mirrors, too (C2v)**, "
        "in a box of any size, so none has the half turn alone. It lies within a column of 3 x 3 cells, which is at "
        f"least {LENGTH} long; in that length there are {found.total:,} gardens, {len(first):,} up to turns and "
        "mirrors.\n\n"
        "Cut a garden into layers across the axis. The half turn maps 15 cubes to themselves, so they lie on the axis, "
        "each in a layer of its own. It maps no other cube to itself: within its layer such a cube has one neighbour, "
        "two at a right angle, or three. In all layers together there are 63 cubes and 64 contacts, as 32 cubes are "
        "blue in each of the four directions. Draw contacts as lines: by Euler's formula there is one piece less than "
        "there are windows, which are the faces inside the drawing. There are at least 15 pieces, one on the axis in "
        "each of those 15 layers, and so at least 16 windows. A window has at least four right angles, seen from "
        "within. But there are just 64 right angles between lines: one at each of the 16 cubes with two neighbours at "
        "a right angle, two at each of the 16 with three, and four at each of the 4 with four.\n\n"
        "So nothing is left over: there are 15 pieces, all on the axis; each window has just four right angles; and "
        "none looks outwards. Hence a piece is a single cube, a straight row, or a rectangle that is cut into "
        "rectangles. A row of more than three has a cube off the axis with two neighbours on opposite sides. In a "
        "rectangle each cube on the rim that is no corner has a neighbour inwards, so one that is larger than 3 x 3 "
        "has a cube off the axis with four neighbours. What is left is the single cube (three times), the row of "
        "three either way and the square of 3 x 3 (four times each). All of these have both mirrors.",
        f"that no other layer has as few right angles was looked at in {looked_at:,} layers, all that may be in 5 x 5 "
        f"and in 7 x 5 cells. CP-SAT and CaDiCaL count the same {found.total:,} gardens in 3 x 3 x {LENGTH} with the "
        f"half turn, and CP-SAT in 5 x 5 x {LENGTH} with the mirrors.",
        pictures=[(renderers.draw(narrow, first[0], view="layers"), f"The layers of one of the {found.total:,}")],
        examples=[(narrow, first[0])],
    )
