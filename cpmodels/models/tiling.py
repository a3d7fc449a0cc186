"""Rules shared by puzzles that place pieces: each piece once, one look a cell, touching sides agree.

A *look* is a piece as it may lie in a cell (a piece class in one orientation).  A *joint* is a place
where cells meet, an edge or a corner; a look gives a colour to each joint that it touches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from ortools.sat.python import cp_model

from cpmodels.lattice import Cell

Look = TypeVar("Look", bound=Hashable)
Joint = tuple[int, ...]
Colour = Hashable
Looks = dict[Cell, dict[Look, Mapping[Joint, Colour]]]
"""For each cell, the looks that it may have, and the colour that each gives to the cell's joints."""


class Tiling(Generic[Look]):
    """The variables of a tiling: one Boolean for each look that a cell may have."""

    def __init__(self, cp: cp_model.CpModel, looks: Looks[Look]) -> None:
        self.cp = cp
        self.looks = prune(looks)
        self.placed: dict[tuple[Cell, Look], cp_model.IntVar] = {
            (cell, look): cp.new_bool_var(f"{cell} {look}") for cell, choices in self.looks.items() for look in choices
        }
        self.position = {placement: i for i, placement in enumerate(self.placed)}

    @property
    def key(self) -> tuple[cp_model.IntVar, ...]:
        return tuple(self.placed.values())

    def answer(self, values: Sequence[int]) -> dict[Cell, Look]:
        """The look of each cell, from the values of the key."""
        return {cell: look for (cell, look), value in zip(self.placed, values, strict=True) if value}

    def one_look_a_cell(self) -> None:
        for cell, choices in self.looks.items():
            self.cp.add_exactly_one([self.placed[cell, look] for look in choices])

    def each_piece_used(self, copies: Mapping[Look, int], looks_of: Mapping[Look, Iterable[Look]]) -> None:
        """Each piece class is placed as often as there are copies of it, in any of its looks."""
        for piece, times in copies.items():
            exactly(self.cp, [v for look in looks_of[piece] for v in self.of_look(look)], times)

    def of_look(self, look: Look) -> list[cp_model.IntVar]:
        """The variables of one look, over all cells."""
        return [self.placed[cell, look] for cell in self.looks if (cell, look) in self.placed]

    def touching_sides_agree(self) -> None:
        """Each joint where cells meet has one colour, which every cell there gives to it.

        A Boolean for each colour of a joint is true just when one of the looks with that colour is
        placed, seen from each of the cells: such variables are functions of the placement.
        """
        for cells in self.meetings().values():
            colours = list(dict.fromkeys(colour for by_colour in cells for colour in by_colour))
            literals = one_of(self.cp, len(colours))
            for by_colour in cells:
                for colour, literal in zip(colours, literals, strict=True):
                    self.cp.add_exactly_one([*by_colour[colour], ~literal])

    def meetings(self) -> dict[Joint, list[dict[Colour, list[cp_model.IntVar]]]]:
        """For each joint between cells, for each cell there, the variables by colour given."""
        meetings: dict[Joint, list[dict[Colour, list[cp_model.IntVar]]]] = {}
        for cell, choices in self.looks.items():
            sides: dict[Joint, dict[Colour, list[cp_model.IntVar]]] = {}
            for look, colours in choices.items():
                for joint, colour in colours.items():
                    sides.setdefault(joint, {}).setdefault(colour, []).append(self.placed[cell, look])
            for joint, by_colour in sides.items():
                meetings.setdefault(joint, []).append(by_colour)
        return {joint: cells for joint, cells in meetings.items() if len(cells) > 1}

    def pivots(self, copies: Mapping[Look, int], piece_of: Callable[[Look], Look]) -> tuple[int, ...]:
        """The key positions of the piece with the fewest places to go, of those of which there is one copy.

        `copies` holds the pieces that every symmetry of the puzzle maps to themselves.
        """
        places: dict[Look, list[int]] = {piece: [] for piece, times in copies.items() if times == 1}
        for (_, look), position in self.position.items():
            if (piece := piece_of(look)) in places:
                places[piece].append(position)
        fewest: list[int] = min((found for found in places.values() if found), key=len, default=[])
        return tuple(fewest)

    def permutation(self, cells: Mapping[Cell, Cell], looks: Mapping[Look, Look]) -> tuple[int, ...]:
        """A symmetry, by the images of all cells and looks, as a permutation of key positions."""
        return tuple(self.position[cells[cell], looks[look]] for cell, look in self.placed)


def prune(looks: Looks[Look]) -> Looks[Look]:
    """Drop looks that give a joint a colour which another cell there can not give, again and again.

    A cell without any look left makes the puzzle infeasible, as it should.
    """
    looks = {cell: dict(choices) for cell, choices in looks.items()}
    touched: dict[Joint, list[Cell]] = {}
    for cell, choices in looks.items():
        for joint in dict.fromkeys(joint for colours in choices.values() for joint in colours):
            touched.setdefault(joint, []).append(cell)
    joints = {joint for joint, cells in touched.items() if len(cells) > 1}
    while joints:
        joint = joints.pop()
        offers = [{colours[joint] for colours in looks[cell].values()} for cell in touched[joint]]
        common = set.intersection(*offers)
        for cell, offer in zip(touched[joint], offers, strict=True):
            if offer - common:
                kept = {look: colours for look, colours in looks[cell].items() if colours[joint] in common}
                joints.update(j for colours in looks[cell].values() for j in colours if len(touched[j]) > 1)
                looks[cell] = kept
    return looks


def exactly(cp: cp_model.CpModel, literals: Sequence[cp_model.LiteralT], times: int) -> None:
    """Exactly so many of the literals are true."""
    if times == 1:
        cp.add_exactly_one(literals)
    else:
        cp.add(cp_model.LinearExpr.sum(list(literals)) == times)


def one_of(cp: cp_model.CpModel, count: int) -> list[cp_model.LiteralT]:
    """`count` literals of which exactly one is true, of as few variables as can be."""
    if count <= 1:
        return [cp.new_constant(1)] * count
    if count == 2:
        either = cp.new_bool_var("")
        return [either, ~either]
    literals = [cp.new_bool_var("") for _ in range(count)]
    cp.add_exactly_one(literals)
    return list(literals)


def same_pieces(images: Iterable[Hashable], pieces: Iterable[Hashable]) -> bool:
    """Whether a symmetry maps the set of pieces to itself, equal pieces counted."""
    return Counter(images) == Counter(pieces)
