"""The model of an edge-matching puzzle: that of its description or, of the best board, the same without its colours."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

from cpmodels import _cp_model as cp_model
from cpmodels.base.description import ExactCover, Option
from cpmodels.model import PARAMETERS, Model, build_model, described_model
from cpmodels.model.strategies import Strategy, searches
from cpmodels.puzzles.edge_matching.puzzle import Board, EdgeMatching
from cpmodels.puzzles.edge_matching.search import HARD, beams

__all__ = ["BORDERED", "best_board", "build"]

BORDERED = {**PARAMETERS, "cp_model_presolve": False, "search_branching": "PORTFOLIO_SEARCH"}
"""With a border, a mix of ways to branch finds a first board much sooner: Brendan Owen's 6 x 6 takes 3,500 conflicts in
place of 20,000, in the median over seeds (his 8 x 5 half as many); without a border it takes twice as many."""

FEW, MANY = 9, 8
"""The most pieces whose boards CP-SAT lays best by itself; the most beams."""

MOST_COLOURS = 2**15
"""How many colours beams know, which number them in 16 bits."""


@searches.register(EdgeMatching)
def _searches(puzzle: EdgeMatching) -> tuple[Strategy[Board], ...]:
    """Beams for the best board: one beside CP-SAT, which proves that small boards are best, or as many as cores."""
    shown = {edge for edges in puzzle.pieces for edge in edges}
    if not puzzle.maximise or len(shown | {puzzle.sign * edge for edge in shown}) > MOST_COLOURS:
        return ()
    count = len(puzzle.pieces)
    strategy: Strategy[Board] = Strategy("beams", lambda seed, runs: beams(puzzle, seed, runs))
    return (strategy,) * (MANY if count > HARD else 1 if count > FEW else 0)


@build_model.register(EdgeMatching)
def build(puzzle: EdgeMatching, cp: cp_model.CpModel) -> Model[Board]:
    """The model of its description, or the one whose objective is the score."""
    if puzzle.maximise:
        return best_board(puzzle, cp)
    return described_model(puzzle, cp, parameters=BORDERED if puzzle.border is not None else None)


def best_board(puzzle: EdgeMatching, cp: cp_model.CpModel) -> Model[Board]:
    """An edge between two cells matches when both show the same colour there; as many as can be do."""
    matching = puzzle.matching()
    assert isinstance(matching.problem, ExactCover)
    loose = ExactCover(matching.problem.items, [Option(one.meaning, one.items) for one in matching.problem.options])
    model = described_model(puzzle, cp, replace(matching, problem=loose), PARAMETERS)
    showing = defaultdict(list)
    for option, literal in zip(matching.problem.options, model.key, strict=True):
        colours: Any = option.colours
        for edge, colour in colours:
            showing[edge, colour, edge[:2] == option.meaning[0]].append(literal)
    matches = []
    for (edge, colour, upper), literals in showing.items():
        if upper and (edge, colour, False) in showing:
            near, far, match = sum(literals), sum(showing[edge, colour, False]), cp.new_bool_var("")
            for shown in (near, far):
                cp.add(shown >= match)
            cp.add(near + far <= match + 1)
            matches.append(match)
    cp.maximize(sum(matches))
    return model
