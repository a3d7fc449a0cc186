"""The model of a Zigzaw: which frog sits in which cell; frogs that meet at a corner share its colour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ortools.sat.python import cp_model

from cpmodels.constraints import exact_cover
from cpmodels.lattice import Cell
from cpmodels.model import Model, Variables, build_model, refuse_large
from cpmodels.models.edge_matching import Constrain, model_of_pieces
from cpmodels.puzzles.zigzaw import Mosaic, Zigzaw, turned
from cpmodels.strategies import RESTARTS


@build_model.register(Zigzaw)
def build(puzzle: Zigzaw, cp: cp_model.CpModel, constrain: Constrain = exact_cover) -> Model[Mosaic]:
    """The model of a Zigzaw."""
    frogs = puzzle.identical_pieces
    refuse_large(len(puzzle.pieces) * len(frogs), f"a set of {len(puzzle.pieces)} frogs")
    return model_of_pieces(
        puzzle,
        cp,
        puzzle.describe(),
        constrain,
        unmoved=[("frog", frog) for frog in frogs if all(turned(frog, turn) == frog for turn in puzzle.symmetries)],
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
