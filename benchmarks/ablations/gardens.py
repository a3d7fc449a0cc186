"""Other variables and rules for gardens: symmetry demanded of cells that do not share it, and tiles tied to tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ortools.sat.python import cp_model

from benchmarks.ablations.altered import altered, heavy
from cpmodels.base.errors import UnsupportedError
from cpmodels.puzzles import Garden
from cpmodels.puzzles.garden._symmetry import Motion, demands
from cpmodels.puzzles.garden._variables import Plan
from cpmodels.puzzles.garden.model import planned
from cpmodels.puzzles.garden.tiles import bits
from cpmodels.racing import Question
from cpmodels.racing._library import Library


class Symmetric(Plan):
    """A variable for each cell or face, equal to those of its images."""

    def __init__(self, garden: Garden, cp: cp_model.CpModel) -> None:
        super().__init__(without_symmetry(garden), cp)
        demand(self, garden)


def without_symmetry(garden: Garden) -> Garden:
    """The garden without its symmetry.  Raises UnsupportedError where that changes another of its rules."""
    if garden.exact:
        raise UnsupportedError("a garden that has no other symmetry must know its own")
    return replace(garden, symmetry=None, forbidden=tuple(demands(garden, garden.forbidden)))


def demand(plan: Plan, garden: Garden) -> None:
    """All that a garden's symmetry maps to one another is equal."""
    key = plan.key
    for matrix in garden.group[1:]:
        for position, image in enumerate(plan.permutation(Motion(matrix))):
            if position < image:
                plan.cp.add(key[position] == key[image])


class TilesAlone(Plan):
    """Faces tied to the tiles next to them, not to whether the cell there is occupied."""

    def faces_match_tiles(self) -> None:
        lattice, values = self.garden.lattice, bits(self.garden.lattice)
        for cell in self.cells:
            for direction, other in enumerate(self.garden.neighbours[cell]):
                if other is not None:
                    self._face_matches(cell, values[direction], other, values[lattice.opposite[direction]])

    def _face_matches(self, cell: tuple[int, ...], bit: int, other: tuple[int, ...], facing: int) -> None:
        """A blue face touches a blue one; a red one, or a tile there, but not both."""
        ours = {tile: self.tile[cell, tile] for tile in self.garden.tile_set if (cell, tile) in self.tile}
        theirs = {tile: self.tile[other, tile] for tile in self.garden.tile_set if (other, tile) in self.tile}
        touching = [variable for tile, variable in theirs.items() if tile & facing]
        for tile, variable in ours.items():
            if tile & bit:
                self.bulk.any_of([~variable, *touching])
        self.bulk.at_most_one([*(v for tile, v in ours.items() if not tile & bit), *theirs.values()])


def by(plans: Mapping[str, type[Plan]]) -> Callable[[Question], Library]:
    """The library with other plans of gardens; those of a rule that is left out are not supported."""

    def search(question: Question) -> Library:
        garden = question.puzzle
        assert isinstance(garden, Garden)
        if garden.rule not in plans:
            raise UnsupportedError(f"there is no such model for {garden.rule} gardens")
        model = planned(garden, plans[garden.rule](garden, cp_model.CpModel()))
        return Library(question, altered(model, strategies=heavy(model)))

    return search
