"""New gardens to be finished: a garden found at random, and as few of its tiles in place as leave no other."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Annotated, Literal

from cpmodels.errors import ParameterError
from cpmodels.generating import Draft, drafts
from cpmodels.lattice import Cell
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement
from cpmodels.solving import solve


class GardenDraft(Draft[TilePlacement]):
    """A garden to be finished: a clue is a tile in its place."""

    def __init__(self, garden: Garden, solution: TilePlacement) -> None:
        self._garden, self.solution, self.clues = garden, solution, solution.tiles

    def puzzle(self, clues: Sequence[Hashable]) -> Garden:
        """The garden with these tiles in place."""
        return replace(self._garden, fixed=tuple((code, cell) for cell, code in sorted(map(_tile, clues))))

    def untold(self, clues: Sequence[Hashable], others: Sequence[TilePlacement]) -> Sequence[TilePlacement]:
        """Those that have all these tiles in their places."""
        given = [_tile(clue) for clue in clues]
        return [other for other in others if all(other.codes.get(cell) == code for cell, code in given)]


def _tile(clue: Hashable) -> tuple[Cell, int]:
    assert isinstance(clue, tuple)
    cell, code = clue
    return cell, code


@drafts.register(Garden)
def drafts_of_gardens(
    kind: type[Garden],  # noqa: ARG001
    size: Sequence[int],
    random: Random,
    *,
    rule: Annotated[Literal["packed", "hanging"], "whether the tiles fill the box, or hang in it"] = "packed",
) -> Iterator[Draft[TilePlacement]]:
    """Gardens in a box, found with random seeds."""
    if len(size) not in (2, 3):
        raise ParameterError(f"a garden lies in a box such as 4x4 or 4x4x4, not {'x'.join(map(str, size)) or 'no box'}")
    garden = Garden.packed(size) if rule == "packed" else Garden.hanging(size)
    while True:
        found = solve(garden, workers=1, seed=random.randrange(2**31))
        if found.solution is None:
            reason = found.reason or "a search shows it"
            raise ParameterError(f"there is no {rule} garden in a box of {'x'.join(map(str, size))}: {reason}")
        yield GardenDraft(garden, found.solution)
