"""The model of a Zigzaw: which frog sits in which cell; frogs that meet at a corner share its colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ortools.sat.python import cp_model

from cpmodels.constraints import exact_cover
from cpmodels.lattice import Cell
from cpmodels.model import Model, Variables, build_model, refuse_large
from cpmodels.models.edge_matching import Constrain, model_of_pieces
from cpmodels.puzzles.zigzaw import CORNERS, PARTS, Frog, Mosaic, Zigzaw, corners
from cpmodels.strategies import RESTARTS

Turn = tuple[int, int, int, int]
"""A symmetry of a hexagon in doubled coordinates: (a, b, c, d) takes (x, y) to ((ax + by) / 2, (cx + dy) / 2)."""

SIXTH: Turn = (1, -1, 3, 1)
MIRROR: Turn = (2, 0, 0, -2)


@build_model.register(Zigzaw)
def build(puzzle: Zigzaw, cp: cp_model.CpModel, constrain: Constrain = exact_cover) -> Model[Mosaic]:
    """The model of a Zigzaw."""
    frogs = puzzle.identical_pieces
    refuse_large(len(puzzle.pieces) * len(frogs), f"a set of {len(puzzle.pieces)} frogs")
    kept = {turn: image for turn in TURNS if keeps(puzzle, turn, image := images(puzzle, turn))}
    return model_of_pieces(
        puzzle,
        cp,
        puzzle.describe(),
        constrain,
        symmetries=[moves(puzzle, turn, image) for turn, image in list(kept.items())[1:]],
        unmoved=[("frog", frog) for frog in frogs if all(turned(frog, turn) == frog for turn in kept)],
        variables=lambda placed: {"placed": named(puzzle, cp, placed)},
        identical=puzzle.identical,
        infeasible=puzzle.infeasible_reason(),
        strategies=(RESTARTS,) if len(puzzle.pieces) > 100 else (),
    )


def named(puzzle: Zigzaw, cp: cp_model.CpModel, placed: Mapping[Any, cp_model.IntVar]) -> Variables:
    """Whether a frog, or one that looks the same, sits in a cell."""
    pieces = range(len(puzzle.pieces))

    def known() -> dict[tuple[Cell, int], cp_model.LiteralT]:
        return {
            (cell, piece): literal
            for (cell, frog), literal in placed.items()
            for piece in puzzle.identical_pieces[frog]
        }

    def possible(key: Any) -> bool:
        return isinstance(key, tuple) and len(key) == 2 and key[0] in puzzle.centres and key[1] in pieces

    return Variables(cp, "placed", known, possible, "(row, col) and a frog")


def moves(puzzle: Zigzaw, turn: Turn, image: Mapping[Cell, Cell]) -> Callable[[tuple[Cell, Frog]], tuple[Cell, Frog]]:
    """Where a symmetry of the board, with its images of the cells, takes a frog in a cell."""
    frogs = {frog: turned(frog, turn) for frog in puzzle.identical_pieces}
    return lambda placed: (image[placed[0]], frogs[placed[1]])


def moved(turn: Turn, point: Sequence[int]) -> Cell:
    """Where a symmetry about the origin takes a point; all differences of points here stay whole."""
    (a, b, c, d), (x, y) = turn, point
    return ((a * x + b * y) // 2, (c * x + d * y) // 2)


def compose(one: Turn, other: Turn) -> Turn:
    """The symmetry that does `other` first, then `one`."""
    (a, b, c, d), (e, f, g, h) = one, other
    return ((a * e + b * g) // 2, (a * f + b * h) // 2, (c * e + d * g) // 2, (c * f + d * h) // 2)


def turns() -> list[Turn]:
    """The twelve symmetries of a hexagon, the identity first."""
    found: list[Turn] = [(2, 0, 0, 2)]
    while len(found) < 6:
        found.append(compose(SIXTH, found[-1]))
    return found + [compose(MIRROR, turn) for turn in found]


TURNS = turns()


def turned(frog: Frog, turn: Turn) -> Frog:
    """The frog whose outer parts are those of `frog` on the moved corners."""
    outer = dict(zip((moved(turn, corner) for corner in CORNERS), frog.outer, strict=True))
    return replace(frog, **{part: outer[corner] for part, corner in zip(PARTS, CORNERS, strict=True)})


def images(puzzle: Zigzaw, turn: Turn) -> dict[Cell, Cell]:
    """Where a symmetry about the middle of the board takes the cells, those left out that leave the board."""
    size = len(puzzle.centres)
    middle = tuple(map(sum, zip(*puzzle.centres.values(), strict=True)))

    def from_middle(centre: Cell) -> Cell:
        return tuple(2 * (size * c - m) for c, m in zip(centre, middle, strict=True))

    cell_at = {from_middle(centre): cell for cell, centre in puzzle.centres.items()}
    targets = {cell: moved(turn, from_middle(centre)) for cell, centre in puzzle.centres.items()}
    return {cell: cell_at[target] for cell, target in targets.items() if target in cell_at}


def keeps(puzzle: Zigzaw, turn: Turn, target: dict[Cell, Cell]) -> bool:
    """Whether a symmetry, with its images of the cells, maps the board, the frogs and the border to themselves."""
    if len(target) < len(puzzle.centres):
        return False
    demands = {
        (cell, offset): puzzle.border_colours[corner]
        for cell in puzzle.centres
        for offset, corner in zip(CORNERS, corners(*cell), strict=True)
        if corner in puzzle.border_colours
    }
    return Counter(turned(frog, turn) for frog in puzzle.pieces) == Counter(puzzle.pieces) and demands == {
        (target[cell], moved(turn, offset)): colour for (cell, offset), colour in demands.items()
    }
