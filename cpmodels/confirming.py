"""A second opinion: a proof or a count of CP-SAT repeated by an engine that has nothing to do with it."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from cpmodels.engines._process import installed, missing
from cpmodels.engines._solutions import EngineCount, EngineProblem, counted, engine_problem, refuse_changed
from cpmodels.engines._worker import LIBRARIES, ClauseTask
from cpmodels.errors import CpmodelsError, ModelError, ParameterError
from cpmodels.model import Model, has_objective
from cpmodels.puzzle import Puzzle, Solution
from cpmodels.search._parameters import parameter
from cpmodels.search._runs import Clock, Effort, Report, StoppedError
from cpmodels.solving import Asked, as_asked, count, optimal

S = TypeVar("S", bound=Solution)

FEW = 10_000
"""Up to so many solutions CaDiCaL, which blocks one after the other, is the quickest to count them."""


@dataclass(frozen=True)
class Confirmation:
    """What CP-SAT and another engine found.

    proof: the file with the other engine's proof that there is no solution, if it wrote one.
    """

    cp_sat: EngineCount
    other: EngineCount
    proof: Path | None = None

    @property
    def agree(self) -> bool | None:
        """Whether both found the same; None when one did not finish and the other does not contradict it."""
        one, other = self.cp_sat, self.other
        if one.exhausted and other.exhausted:
            return one.total == other.total
        if (one.exhausted and other.total > one.total) or (other.exhausted and one.total > other.total):
            return False
        return None

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended one of the searches."""
        return self.cp_sat.interrupted or self.other.interrupted


def confirm(
    puzzle: Asked[S],
    *,
    engine: str | None = None,
    known: int | None = None,
    proof: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    progress: Report | None = None,
) -> Confirmation:
    """Count the solutions of a puzzle by CP-SAT, up to symmetry, and again, without symmetry, by another engine.

    engine: ``"cadical"``, ``"ganak"`` or ``"xcover"`` (see `cpmodels.engines`).  Ganak knows parts that it has met
        before by a hash, so it errs with a chance that is next to none but not none.  xcover confirms the model
        as well as CP-SAT, as it does not read the model.  None picks one: cadical for up to some ten thousand
        solutions and for none; for more xcover, or ganak where the puzzle has no form as an exact cover.
    known: the number of solutions where it is known from before, as from a sweep: CP-SAT does not search again,
        and the first count's engine is called "known".
    proof: a file for CaDiCaL's proof that there is no solution, in the binary DRAT form, which any proof checker
        can check against the formula of `cpmodels.to_dimacs`.
    time_limit: seconds for each of the two, building included.

    A constraint that was added to a model is known to cadical and ganak, but not to xcover, which so tells whether
    the constraint changes the puzzle.  Of a model with an objective the optimal solutions are counted; the optimum is
    that of CP-SAT.  Ctrl-C ends the search with what was found.

    Raises ParameterError for an unknown engine, for a proof by another engine than cadical or to a file that cannot
    be written, MissingExtraError when the engine is not installed, KindError or ModelError when the puzzle or model
    has no form for it.
    """
    asked: Puzzle[S] | Model[S] = as_asked(puzzle)
    clock = Clock(time_limit, progress)
    if proof is not None:
        if engine not in (None, "cadical"):
            raise ParameterError(f"the engine {engine} writes no proof; use cadical")
        engine = "cadical"
        if Path(proof).is_dir() or not Path(proof).parent.is_dir():
            raise ParameterError(f"the proof cannot be written to {os.fspath(proof)}")
    if isinstance(asked, Model) and has_objective(asked.cp):
        try:
            asked = optimal(asked, clock, {}, Effort())
        except StoppedError as stopped:
            raise ModelError(f"{stopped} in the time, so there is no count yet") from None
    problem, optimised = None, clock.seconds
    if engine is not None:
        try:
            with clock.limiting():
                problem = engine_problem(asked, engine)
        except StoppedError:
            unknown = EngineCount("CP-SAT", 0, False) if known is None else EngineCount("known", known, True)
            return Confirmation(unknown, EngineCount(engine, 0, False, clock.seconds))
    built = clock.seconds - optimised
    if problem is None and not any(map(installed, LIBRARIES)):
        raise missing("cadical")
    if known is None:
        left = None if time_limit is None else max(time_limit - optimised, 1e-3)
        found = count(asked, time_limit=left, progress=progress)
        cp_sat = EngineCount("CP-SAT", found.total, found.exhausted, found.seconds, interrupted=found.interrupted)
    else:
        cp_sat = EngineCount("known", parameter(known, "the known count", 0), True)
    others = Clock(time_limit, progress, spent=built)
    try:
        with others.limiting():
            problem = problem or suited(asked, cp_sat.total)
    except StoppedError:
        return Confirmation(cp_sat, EngineCount("another engine", 0, False, others.seconds))
    if cp_sat.interrupted:
        return Confirmation(cp_sat, EngineCount(problem.engine, 0, False))
    file = None if proof is None or cp_sat.total else Path(proof)
    other = counted(problem if file is None else proving(problem, file), others)
    if file and not (other.exhausted and other.total == 0):
        file.unlink(missing_ok=True)
        file = None
    return Confirmation(cp_sat, other, file)


def suited(asked: Puzzle[S] | Model[S], total: int) -> EngineProblem[S]:
    """The problem for the first engine, given about so many solutions, that is installed and can have the puzzle."""
    refused: list[CpmodelsError] = []
    for engine in ("cadical", "ganak", "xcover") if total <= FEW else ("xcover", "ganak", "cadical"):
        if installed(engine):
            try:
                refuse_changed(asked, engine)
                return engine_problem(asked, engine)
            except CpmodelsError as error:
                refused.append(error)
    raise refused[0]


def proving(problem: EngineProblem[Any], file: Path) -> EngineProblem[Any]:
    """The same problem, with a proof to be written into a file; one solution ends it."""
    assert isinstance(problem.task, ClauseTask)
    file.touch()
    return replace(problem, task=replace(problem.task, most=1, proof=str(file.absolute())))
