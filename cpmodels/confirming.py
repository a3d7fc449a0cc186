"""A second opinion: a proof or a count of CP-SAT repeated by an engine that has nothing to do with it."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cpmodels._parameters import parameter
from cpmodels.base._checkpoints import unbreakable
from cpmodels.base._clock import Clock, Report
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.errors import CpmodelsError, ParameterError, StoppedError
from cpmodels.base.files import may_be_written, refuse_overwriting
from cpmodels.base.puzzle import S
from cpmodels.base.values import AnySize, check_path
from cpmodels.certificates._certificate import MOST_SOLUTIONS, Verification, certifiable, write_certificate
from cpmodels.engines._cp_sat import objective_of
from cpmodels.engines._table import BACKTRACK, CP_SAT, FRONTIER, engine_named
from cpmodels.engines._worker import ClauseTask
from cpmodels.engines.backtracking._compiled import load_numba
from cpmodels.model import Asked, Model
from cpmodels.search._all import EngineSolutions, by_engine, modelled, refuse_changed
from cpmodels.search._frontier import outlook
from cpmodels.search._portfolio import at_optimum, optimum
from cpmodels.search._question import Question
from cpmodels.search._solutions import Solutions
from cpmodels.search.solving import count

__all__ = ["Confirmation", "EngineCount", "confirm"]

OTHERS = ("cadical", "backtrack", "ganak", "xcover", "frontier", "glucose")
"""The engines that may confirm, in the order in which they are asked where there are few solutions."""

FEW = 10_000
"""Up to how many solutions CaDiCaL, which blocks one after the other, is the quickest to count them."""


@dataclass(frozen=True, repr=False)
class EngineCount(AnySize):
    """How many solutions one engine found.

    engine: its name.
    total: the number of solutions, identical pieces interchangeable.
    exhausted: whether the engine proved that these are all; otherwise there are at least as many.
    seconds: all its time.
    warm_up: the seconds of it that went into loading and compiling the engine.
    interrupted: whether Ctrl-C ended its search.

    >>> found = EngineCount("cadical", 40, exhausted=False)
    >>> found.engine, found.total
    ('cadical', 40)
    """

    engine: str
    total: int
    exhausted: bool
    seconds: float = 0.0
    warm_up: float = 0.0
    interrupted: bool = False


@dataclass(frozen=True)
class Confirmation:
    """What CP-SAT and another engine found.

    cp_sat: the count by CP-SAT, or the one that was given.
    other: the count by the other engine.
    proof: the file of the certificate, if one was asked for and written.
    verification: what came of checking it.
    unwritten: why it was not written: the error of a disk on which it has no room.

    >>> one, other = EngineCount("cp-sat", 40, True), EngineCount("cadical", 40, True)
    >>> Confirmation(one, other).agree
    True
    """

    cp_sat: EngineCount
    other: EngineCount
    proof: Path | None = None
    verification: Verification | None = None
    unwritten: OSError | None = None

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


@suggests_keywords()
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

    engine: ``"backtrack"``, ``"glucose"``, ``"cadical"``, ``"frontier"``, ``"ganak"`` or ``"xcover"`` (see
        `cpmodels.engines`).  Ganak knows parts that it has met before by a hash, so it errs with a chance that is next
        to none but not none.  frontier, xcover, glucose and backtrack confirm the model as well as CP-SAT, as they do
        not read the model.  None picks one: cadical for up to ten thousand solutions and for none; for more frontier or
        backtrack, or ganak where the puzzle has no description.
    known: the number of solutions where it is known from before, as from a sweep: CP-SAT does not search again,
        and the first count's engine is called "known".
    proof: a file for a certificate that the solutions which CaDiCaL found are all, or that there is none; it has been
        checked when it is there, and `cpmodels.verify` checks it again (see `cpmodels.certificates`).  There is none
        when CaDiCaL was stopped, or found more solutions than CP-SAT, or where it does not fit on the disk.
    time_limit: seconds for all of it: building, both counts one after the other, and the certificate.

    A constraint that was added to a model is known to cadical and ganak, but not to the other engines, which so show
    whether it changes the puzzle.  Of a model with an objective the optimal solutions are counted; the optimum is
    that of CP-SAT, but a certificate proves it, too.  Ctrl-C ends the search with what was found.

    Raises ParameterError for an unknown engine, for a proof by another engine than cadical, of more than 10,000
    solutions or of more bytes than are read, or to a file that cannot be written or is the puzzle's own,
    MissingExtraError when the engine is not installed, KindError or ModelError when the puzzle or model has no form for
    it or for a certificate, StoppedError when the optimum is not proved in time.

    >>> from cpmodels import Zip
    >>> found = confirm(Zip(2, 2), engine="cadical")
    >>> found.cp_sat.total, found.other.total, found.agree
    (8, 8, True)
    """
    question = Question.of(puzzle, Clock(time_limit, progress), engine=engine)
    clock = question.clock
    if engine == CP_SAT:
        raise ParameterError("CP-SAT cannot confirm itself: name another engine, or leave it out")
    first = EngineCount(CP_SAT, 0, False)
    if known is not None:
        first = EngineCount("known", parameter(known, "the known count", 0), True)
    if proof is not None:
        check_path(proof, "a certificate")
        if engine not in (None, "cadical"):
            raise ParameterError(f"the engine {engine} cannot write proofs; use cadical")
        engine_named("cadical")
        question = question.about(certifiable(question.asked), engine="cadical")
        if not may_be_written(proof):
            raise ParameterError(f"the certificate cannot be written to {os.fspath(proof)}")
        refuse_overwriting(proof, "the certificate", [puzzle] if isinstance(puzzle, (str, os.PathLike)) else [])
    with suppress(StoppedError):
        question = modelled(question)
    proving, best = question, None
    try:
        if isinstance(asked := question.asked, Model) and asked.cp.has_objective():
            inner = optimum(question)
            best = None if inner is None else objective_of(asked.cp, inner)
            question = question.about(at_optimum(asked, inner))
            if engine is not None:
                refuse_changed(question.asked, engine)
            proving = question if proof is None else question.about(at_optimum(asked, inner, or_better=True))
    except StoppedError as stopped:
        raise StoppedError(f"{stopped} in time, so there is no count yet") from None
    engine, optimised = question.engine, clock.seconds
    both = Confirmation(first, EngineCount(engine or "another engine", 0, False))
    try:
        second = clock.do(lambda: by_engine(proving, engine, "ignored")) if engine else None
        if known is None:
            found = count(question.asked, engine=CP_SAT, time_limit=clock.rest, progress=progress)
            seconds = optimised + found.seconds
            first = EngineCount(CP_SAT, found.total, found.exhausted, seconds, interrupted=found.interrupted)
            both = replace(both, cp_sat=first)
        if not first.interrupted:
            second = second or clock.do(lambda: suited(question, first.total))
            both = replace(both, other=EngineCount(second.engine, 0, False))
            if proof is None:
                both = replace(both, other=counted(second))
            else:
                both = proved(both, second, Path(proof), clock, best)
    except StoppedError:
        pass
    except KeyboardInterrupt:
        both = replace(both, other=replace(both.other, interrupted=True))
    return replace(both, other=replace(both.other, seconds=clock.seconds - both.cp_sat.seconds))


def suited(question: Question[S], total: int) -> Solutions[S]:
    """The search by the first engine, given about how many solutions there are, that is installed and can have it.

    It begins when it is counted.
    """
    refused: list[CpmodelsError] = []
    for engine in OTHERS if total <= FEW else ("frontier", "backtrack", "xcover", "ganak", "cadical", "glucose"):
        try:
            engine_named(engine)
            refuse_changed(question.asked, engine)
            if engine == FRONTIER and outlook(question.puzzle) is None:
                continue
            if engine in (BACKTRACK, "xcover"):
                with unbreakable():
                    load_numba()  # It may be there, and not load.
            return by_engine(question, engine, "ignored")
        except CpmodelsError as error:
            refused.append(error)
    raise refused[0]


def counted(found: Solutions[Any], limit: int | None = None) -> EngineCount:
    """Let an engine find all solutions, or that many; Ctrl-C ends it with what was found."""
    interrupted = False
    with found:
        try:
            found.count(limit=limit)
        except KeyboardInterrupt:
            interrupted = True
    return EngineCount(found.engine, found.total, found.exhausted, found.seconds, found.warm_up, interrupted)


def proved(both: Confirmation, second: Solutions[S], file: Path, clock: Clock, optimum: float | None) -> Confirmation:
    """Both, with the count by CaDiCaL, which ends where it has more solutions, and a certificate of it, or a full disk.

    Raises ParameterError when there are more than a certificate holds.
    """
    if (cp_sat := both.cp_sat).total > MOST_SOLUTIONS:
        raise ParameterError(
            f"a certificate holds at most {MOST_SOLUTIONS:,} solutions, not the {cp_sat.total:,} found: leave out proof"
        )
    most = cp_sat.total if cp_sat.exhausted else MOST_SOLUTIONS
    trues: list[list[int]] = []
    assert isinstance(second, EngineSolutions)
    problem, task = second.problem, second.problem.task
    assert isinstance(task, ClauseTask)
    key = task.key

    def decode(values: bytes) -> S | None:
        trues.append([variable for variable, value in enumerate(values, 1) if value])
        return problem.decode(values[:key])

    with TemporaryDirectory(prefix="cpmodels-", ignore_cleanup_errors=True) as folder:  # The engine may just be ending.
        proof = Path(folder) / "proof.lrat"
        proving = replace(problem, task=replace(task, proof=str(proof)), decode=decode)
        try:
            both = replace(both, other=counted(EngineSolutions(proving, clock), most + 1))
            if both.other.exhausted and (done := write_certificate(file, problem.puzzle, trues, proof, clock, optimum)):
                return replace(both, proof=file, verification=done)
        except StoppedError:
            pass
        except OSError as error:
            return replace(both, unwritten=error)
        except KeyboardInterrupt:
            return replace(both, other=replace(both.other, interrupted=True))
    return both
