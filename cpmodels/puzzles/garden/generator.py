"""New gardens to be finished: a garden found at random, and as few of its tiles in place as leave no other."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Annotated, Literal

from cpmodels._candidates import Candidate, candidates
from cpmodels.base.errors import ParameterError
from cpmodels.puzzles.garden.puzzle import Garden
from cpmodels.puzzles.garden.tiles import TilePlacement
from cpmodels.search.solving import solve

__all__: list[str] = []


class GardenCandidate(Candidate[TilePlacement]):
    """A garden to be finished: a clue is a tile in its place."""

    def __init__(self, garden: Garden, solution: TilePlacement) -> None:
        self._garden, self.solution, self.clues = garden, solution, solution.tiles

    def puzzle(self, clues: Sequence[Hashable]) -> Garden:
        """The garden with these tiles in place."""
        given = set(clues)
        return replace(self._garden, fixed=tuple([lies[::-1] for lies in self.solution.tiles if lies in given]))

    def remaining(self, clues: Sequence[Hashable], others: Sequence[TilePlacement]) -> Sequence[TilePlacement]:
        """Those that have all these tiles in their places."""
        given = set(clues)
        return [other for other in others if given.issubset(other.tiles)]


@candidates.register(Garden)
def candidates_of_gardens(
    kind: type[Garden],  # noqa: ARG001
    size: Sequence[int],
    random: Random,
    *,
    rule: Annotated[Literal["packed", "hanging"], "whether the tiles fill the box, or hang in it"] = "packed",
    lattice: Annotated[
        Literal["box", "hexagonal", "triangular"], "squares or cubes in a box, or a rhombus of hexagons or triangles"
    ] = "box",
) -> Iterator[Candidate[TilePlacement]]:
    """Gardens in a box or rhombus, found with random seeds."""
    sides = "x".join(map(str, size)) or "no box"
    make = Garden.packed if rule == "packed" else Garden.hanging
    if lattice != "box" and len(size) != 2:
        raise ParameterError(f"a rhombus has two sides, such as 8x8, not {sides}")
    if len(size) not in (2, 3):
        raise ParameterError(f"a garden lies in a box such as 4x4 or 4x4x4, not {sides}")
    garden = make(size) if lattice == "box" else make(lattice=lattice, region=f"rhombus {size[0]} {size[1]}")
    while True:
        found = solve(garden, workers=1, seed=random.randrange(2**31))
        if found.solution is None:
            reason = found.reason or "a search found none"
            place = f"a {'box' if lattice == 'box' else 'rhombus'} of {sides}"
            raise ParameterError(f"there is no {rule} garden in {place}: {reason}")
        yield GardenCandidate(garden, found.solution)
