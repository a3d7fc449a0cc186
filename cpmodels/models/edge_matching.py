"""The model of an edge-matching puzzle: its description as an exact cover, with symmetries and named variables.

A Boolean for each cell and orientation of a piece, and for each inner edge one for each colour; identical pieces,
and turns that look the same, share their variables, so that each solution is found once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import partial
from itertools import product
from typing import Any

from ortools.sat.python import cp_model

from cpmodels._symmetries import CoverKey
from cpmodels.constraints import exact_cover
from cpmodels.description import Description, ExactCover
from cpmodels.lattice import Cell
from cpmodels.model import PARAMETERS, Model, Strategy, Variables, build_model, improvers, refuse_large
from cpmodels.models._best_boards import beams, looks_of, soft_model
from cpmodels.puzzles.edge_matching import Board, EdgeMatching, board_of, mapped, turn
from cpmodels.strategies import RESTARTS

FEW, MANY = 9, 8
"""The most pieces whose boards CP-SAT lays best by itself, and the most beams side by side."""

Constrain = Callable[[cp_model.CpModel, ExactCover[Any]], Mapping[Any, cp_model.IntVar]]
"""Adds an exact cover to a CpModel, as `cpmodels.constraints.exact_cover` does; the benchmarks try others."""


@build_model.register(EdgeMatching)
def build(puzzle: EdgeMatching, cp: cp_model.CpModel, constrain: Constrain = exact_cover) -> Model[Board]:
    """The model of an edge-matching puzzle."""
    shapes = puzzle.identical_pieces
    if puzzle.maximise:
        return best_board_model(puzzle, cp)
    orientations = sum(len(puzzle.orientations(shape)) for shape in shapes)
    refuse_large(len(puzzle.pieces) * orientations, f"a set of {len(puzzle.pieces)} pieces")
    symmetries = puzzle.symmetries
    return model_of_pieces(
        puzzle,
        cp,
        puzzle.matching(),
        constrain,
        unmoved=[
            ("piece", shape) for shape in shapes if all(puzzle.shape(mapped(shape, m)) == shape for m in symmetries)
        ],
        variables=lambda placed: {"placed": named(puzzle, cp, placed)},
        parameters=tuned_parameters(puzzle),
        identical=puzzle.identical,
        infeasible=puzzle.infeasible_reason(),
        strategies=(RESTARTS,) if is_hard(puzzle) else (),
    )


def best_board_model(puzzle: EdgeMatching, cp: cp_model.CpModel) -> Model[Board]:
    """The model whose objective is the score."""
    looks = looks_of(puzzle)
    refuse_large(sum(map(len, looks.values())), f"the best board of {len(puzzle.pieces)} pieces")
    return soft_model(puzzle, cp, looks, partial(board_of, puzzle), partial(named, puzzle, cp))


@improvers.register(EdgeMatching)
def _improvers(puzzle: EdgeMatching) -> tuple[Strategy[Board], ...]:
    """Beams: one beside CP-SAT, which proves that small boards are best, or as many as there are cores."""
    return (beams(puzzle),) * (MANY if is_hard(puzzle) else 1 if len(puzzle.pieces) > FEW else 0)


def model_of_pieces(
    puzzle: Any,
    cp: cp_model.CpModel,
    description: Description[Any],
    constrain: Constrain,
    unmoved: Iterable[Hashable],
    variables: Callable[[Mapping[Any, cp_model.IntVar]], Mapping[str, Variables]],
    **fields: Any,
) -> Model[Any]:
    """The model of an exact cover, less what its colours alone rule out.

    unmoved: the items that all symmetries of the description map to themselves; the one with the fewest options is the
        pivot.
    variables: the named variables, from those of the options by meaning.
    """
    key = CoverKey(description)
    cover, placed = key.cover, constrain(cp, key.cover)
    return Model(
        puzzle=puzzle,
        cp=cp,
        key=placed,
        decode=lambda values: description.solution(cover.chosen(values)),
        variables=variables(placed),
        symmetries=key.symmetries,
        pivots=cover.pivots(unmoved),
        settled=cover.is_settled(),
        **fields,
    )


def named(puzzle: EdgeMatching, cp: cp_model.CpModel, placed: Mapping[Any, cp_model.IntVar]) -> Variables:
    """Whether a piece, or one that looks the same, lies in a cell with so many counter-clockwise quarter turns."""
    turnings, pieces = range(4 if puzzle.rotations else 1), range(len(puzzle.pieces))

    cells = set(product(range(puzzle.rows), range(puzzle.cols)))

    def known() -> dict[tuple[Cell, int, int], cp_model.LiteralT]:
        return {
            (cell, piece, turns): literal
            for (cell, edges), literal in placed.items()
            for piece in pieces
            for turns in turnings
            if turn(puzzle.pieces[piece], turns) == edges
        }

    def possible(key: Any) -> bool:
        return isinstance(key, tuple) and len(key) == 3 and key[0] in cells and key[1] in pieces and key[2] in turnings

    return Variables(cp, "placed", known, possible, "(row, col), a piece, and its turns")


def is_hard(puzzle: EdgeMatching) -> bool:
    """Whether a first solution may take long."""
    return puzzle.rows * puzzle.cols > 30


def tuned_parameters(puzzle: EdgeMatching) -> Mapping[str, Any]:
    """CP-SAT parameters by kind of puzzle.

    Small boards are done before presolve is.  With a border, a mix of ways to branch finds a first board much sooner:
    Brendan Owen's 6 x 6 takes 3,500 conflicts in place of 20,000, in the median over seeds (his 8 x 5 half as many);
    without a border it takes twice as many.
    """
    if puzzle.border is not None:
        return {**PARAMETERS, "cp_model_presolve": False, "search_branching": "PORTFOLIO_SEARCH"}
    return PARAMETERS if is_hard(puzzle) else {**PARAMETERS, "cp_model_presolve": False}
