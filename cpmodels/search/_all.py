"""All solutions of a puzzle or a model by an engine: the one place where an engine is begun for them."""

from __future__ import annotations

from typing import Literal, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.backtracking._backtracker import Backtracker, Estimate
from cpmodels.constraints._bulk import copy_of
from cpmodels.engines._table import BACKTRACK, CP_SAT, ENGINES, FRONTIER
from cpmodels.errors import ParameterError, StoppedError
from cpmodels.model import Model, digest, has_objective, has_own_model
from cpmodels.puzzle import Puzzle, Solution
from cpmodels.search._backtracking import BacktrackSolutions
from cpmodels.search._best import OPTIMISING, best
from cpmodels.search._by_engine import EngineSolutions, engine_problem, refuse_changed
from cpmodels.search._frontier import Counting, FrontierSolutions, Outlook
from cpmodels.search._question import Question
from cpmodels.search._result import Status
from cpmodels.search._solutions import Enumeration, NoSolutions, Solutions
from cpmodels.search._sources import objective_terms
from cpmodels.search._symmetry import Orbits, Symmetry

S = TypeVar("S", bound=Solution)

Symmetric = Literal["leaders", "expanded", "apart", "ignored"]
"""What is made of symmetry: one solution of each orbit is found, and stands for all of it; or all solutions of each
orbit that is found so; or solutions are found one by one, and their orbits counted; or each is an orbit of its own.
Engines that search without symmetry count orbits where one of each is asked for."""


def searched_by(question: Question[S], symmetric: Symmetric = "expanded") -> Solutions[S]:
    """All solutions, by the engine that was named, or by CP-SAT; of an objective, the optimal ones.

    Where the time is up before the search begins there are none.
    """
    engine = question.engine or CP_SAT
    try:
        question = question.held()
        question = question.about(optimal(question, modelled(question)))
        if engine == CP_SAT:
            return _by_cp_sat(question, symmetric)
        refuse_changed(question.asked, engine)
        return question.clock.do(lambda: begun_by(question, engine, symmetric), "the puzzle was described")
    except StoppedError as stopped:
        return NoSolutions(question.clock, question.effort, engine, str(stopped))


def begun_by(question: Question[S], engine: str, symmetric: Symmetric) -> Solutions[S]:
    """The same by an engine other than CP-SAT."""
    clock, puzzle = question.clock, question.puzzle
    began = clock.seconds
    if engine == BACKTRACK:
        made = Backtracker(puzzle, question.seed or 0, whole=symmetric != "leaders")
        return by_backtracking(question, made, symmetric, clock.seconds - began)
    if engine == FRONTIER:
        return by_frontier(question, Counting(puzzle), symmetric, clock.seconds - began)
    problem = engine_problem(question.asked, engine, question.seed)
    apart = problem.orbits() if symmetric in ("leaders", "apart") else None
    return EngineSolutions(problem, clock, clock.seconds - began, apart)


def by_backtracking(
    question: Question[S], made: Backtracker[S], symmetric: Symmetric, build_seconds: float = 0.0
) -> BacktrackSolutions[S]:
    """The same by backtracking that has been prepared."""
    symmetry = Symmetry(made) if symmetric in ("leaders", "apart") else None
    apart = Orbits(symmetry, made.values) if symmetry is not None and symmetric == "apart" else None
    return BacktrackSolutions(made, question.clock, build_seconds, None if apart else symmetry, apart)


def by_frontier(
    question: Question[S], counting: Counting[S], symmetric: Symmetric, build_seconds: float = 0.0
) -> FrontierSolutions[S]:
    """The same by the states of a frontier."""
    symmetry = Symmetry(counting.key) if symmetric in ("leaders", "apart") else None
    return FrontierSolutions(counting, question.clock, build_seconds, symmetry)


def by_estimate(question: Question[S], made: Estimate[S] | Outlook[S], symmetric: Symmetric) -> Solutions[S]:
    """The same by the engine of an estimate."""
    if isinstance(made, Outlook):
        return by_frontier(question, made.counting, symmetric)
    return by_backtracking(question, made.backtracker, symmetric)


def _by_cp_sat(question: Question[S], symmetric: Symmetric) -> Enumeration[S]:
    model = question.model()

    def begin() -> Enumeration[S]:
        symmetry = Symmetry(model, trivial=symmetric == "ignored")
        apart = Orbits(symmetry) if symmetric == "apart" else None
        used = Symmetry(model, trivial=True) if apart else symmetry
        several = question.workers is not None and question.workers > 1
        parts = symmetry.parts(whole=bool(apart)) if several else None
        return Enumeration(used, question, parts, whole_orbits=symmetric == "expanded", apart=apart)

    # Where there are neither symmetries nor pivots, nothing of it takes long.
    return begin() if len(model.symmetries) == 1 and not model.pivots else question.clock.do(begin)


def modelled(question: Question[S]) -> Puzzle[S] | Model[S]:
    """The model of a puzzle where only that shows whether there is an objective, or the engine reads it anyway."""
    asked = question.asked
    if isinstance(asked, Model):
        return asked
    reads_model = question.engine is not None and ENGINES[question.engine].reads != "description"
    return question.model() if reads_model or asked.maximise or has_own_model(asked) else asked


def optimal(question: Question[S], asked: Puzzle[S] | Model[S]) -> Puzzle[S] | Model[S]:
    """The model of the optimal solutions of one with an objective, which becomes a constraint; anything else as it is.

    A model without any solution has none here either.
    """
    if not (isinstance(asked, Model) and has_objective(asked.cp)):
        return asked
    terms = list(objective_terms(asked.cp))
    cp = without_objective(asked.cp)
    if not asked.infeasible:
        result, inner = best(question.about(asked, workers=None))  # Those of a count are for its parts.
        if result.status not in (Status.OPTIMAL, Status.INFEASIBLE):
            raise StoppedError("the optimum of the model's objective was not proved")
        if terms and inner is not None:
            variables = [cp.get_int_var_from_proto_index(v if v >= 0 else -v - 1) for v, _ in terms]
            coefficients = [c if v >= 0 else -c for v, c in terms]
            cp.add(cp_model.LinearExpr.weighted_sum(variables, coefficients) == inner)
    known = {"digest": digest(cp)} if asked.numbers else {}
    return asked.changed(cp, parameters={**asked.parameters, **OPTIMISING}, **known)


def without_objective(cp: cp_model.CpModel) -> cp_model.CpModel:
    """A copy of a CpModel, in which nothing is the best."""
    copy = copy_of(cp)
    copy.is_private = True
    copy.clear_objective()  # type: ignore[no-untyped-call]
    return copy


def refuse_listing(engine: str | None) -> None:
    """Raise ParameterError for an engine that counts solutions but does not list them."""
    if engine is not None and not ENGINES[engine].lists:
        raise ParameterError(f"the engine {engine} counts solutions but does not list them; use cadical or xcover")
