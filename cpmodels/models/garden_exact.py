"""Gardens of exactly one symmetry: the rule, and where such gardens of cubes are to be found.

Symmetric gardens are found in a second, as they have few variables; gardens without any symmetry take
minutes, with heavy tails.  But many symmetric gardens have neighbours that are not symmetric: keep the
cells far from some place, free the others (about two thirds of the box), and search for a second or two.
A free part of less than 60 per cent is most often proved to have no other garden; one of more than
80 per cent takes as long as the whole.

That is what CP-SAT does alone.  Where no symmetry at all is asked for, random walks (`cpmodels.models.garden_walks`)
race beside it and are sooner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from cpmodels.lattice import minus, move
from cpmodels.models.garden_hanging import HangingPlan
from cpmodels.models.garden_plan import Plan
from cpmodels.models.garden_symmetry import more_symmetric
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement

LEAST_FREE, MOST_FREE = 0.60, 0.76
"""Which part of the cells of a box is freed (measured on cubes of side 5 with three-fold symmetry)."""


def looks_different(plan: Plan) -> None:
    """After each move that is not demanded some face has another colour than the one that it comes to lie on."""
    garden, cp = plan.garden, plan.cp
    for matrix in garden.further_moves():
        turn = garden.lattice.turned(matrix)
        pairs = {}
        for cell in garden.cells:
            image = move(matrix, garden.box, cell)
            for direction, onto in enumerate(turn):
                one, other = plan.face(cell, direction), plan.face(image, onto)
                if one is not None and other is not None and one.index != other.index:
                    pairs[frozenset([one.index, other.index])] = one, other
        different = []
        for one, other in pairs.values():
            differs = cp.new_bool_var("")
            cp.add_bool_xor([one, other, ~differs])
            different.append(differs)
        cp.add_bool_or(different)


def nearby_gardens(garden: Garden) -> Iterator[Garden]:
    """More symmetric hanging gardens of cubes, near which there are gardens of just this symmetry."""
    if garden.exact and garden.rule == "hanging" and garden.dimension == 3:
        yield from more_symmetric(replace(garden, exact=False))


def kept(plan: Plan, placement: TilePlacement, random: Random) -> dict[int, bool]:
    """Key positions with the values that they have in a garden, but for those of the cells round a random place."""
    assert isinstance(plan, HangingPlan)
    cells = list(plan.garden.cells)
    place = random.choice(cells)
    far = sorted(cells, key=lambda cell: (-sum(d * d for d in minus(cell, place)), random.random()))
    free = set(far[-int(len(cells) * random.uniform(LEAST_FREE, MOST_FREE)) :])
    occupied = placement.codes
    return {i: cell in occupied for i, cell in enumerate(plan.cells) if cell not in free}
