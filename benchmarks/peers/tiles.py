"""Puzzles that describe themselves as one piece in each cell, for peers that have one model for all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from cpmodels.base.description import ExactCover, Item
from cpmodels.base.errors import UnsupportedError
from cpmodels.base.puzzle import Puzzle, Solution
from cpmodels.reference.filling import places

AIR = "air"
"""The piece of the options that use none."""


@dataclass(frozen=True)
class Pieces:
    """A puzzle as a piece in each cell, whose touching sides agree.

    looks: for each cell, what may lie in it (the meaning of an option), with the colours that it gives to its sides.
    copies: how many there are of each piece; all are laid.
    piece_of: the piece of what lies in a cell.
    decode: the solution that something in each cell is.
    """

    looks: Mapping[Item, Mapping[Any, Mapping[Item, Hashable]]]
    copies: Mapping[Item, int]
    piece_of: Mapping[Any, Item]
    decode: Callable[[Mapping[Item, Any]], Solution]


def as_pieces(puzzle: Puzzle[Any]) -> Pieces:
    """The pieces of a puzzle, from its description: each option covers one place, the cell, and at most one piece.

    A cell in which no piece lies holds air, of which there is as much as there are cells left.

    Raises UnsupportedError for a puzzle that does not describe itself like this, or asks for more than its description.
    """
    description = puzzle.describe()
    if description is None or not isinstance(description.problem, ExactCover):
        raise UnsupportedError(f"a {puzzle.kind} puzzle has no pieces")
    cover = description.problem
    if cover.relaxed:
        raise UnsupportedError("only puzzles whose pieces have to fit, and nothing else")
    cells = places(cover)
    looks: dict[Item, dict[Any, Mapping[Item, Hashable]]] = {cell: {} for cell in cells}
    piece_of: dict[Any, Item] = {}
    for option in cover.options:
        covered = [item for item in option.items if item in looks]
        pieces = [item for item in option.items if item not in looks]
        if len(covered) != 1 or len(pieces) > 1:
            raise UnsupportedError("only puzzles with one piece in one cell, not several at once")
        looks[covered[0]][option.meaning] = dict(option.colours)
        piece_of[option.meaning] = pieces[0] if pieces else AIR
    copies = {item: least for item, (least, _) in cover.copies.items() if item not in looks}
    if any(least != most for _, least, most in cover.items):
        raise UnsupportedError("only puzzles all of whose pieces are laid")
    if AIR in piece_of.values():
        copies[AIR] = len(cells) - sum(copies.values())
    return Pieces(looks, copies, piece_of, lambda laid: description.solution(list(laid.values())))


def is_hopeless(form: Pieces) -> bool:
    """Whether some cell has nothing to lie in it, or there are not as many pieces as cells."""
    return not all(form.looks.values()) or min(form.copies.values()) < 0 or sum(form.copies.values()) != len(form.looks)
