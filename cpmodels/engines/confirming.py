"""A second opinion: a proof or a count of CP-SAT repeated by an engine that has nothing to do with it."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from cpmodels.engines.answers import Question, as_built, question
from cpmodels.engines.job import MODULES, installed, missing
from cpmodels.engines.tally import Finding, tally
from cpmodels.engines.tasks import ClauseTask
from cpmodels.errors import PuzzleError
from cpmodels.model import Model
from cpmodels.puzzles import Puzzle, Solution
from cpmodels.search._runs import Clock, Report
from cpmodels.solving import count
from cpmodels.values import integer

S = TypeVar("S", bound=Solution)

FEW = 10_000
"""Up to so many answers CaDiCaL, which shuts out one after the other, is the quickest to count them."""


@dataclass(frozen=True)
class Confirmation:
    """What CP-SAT and another engine found.

    proof: the file with the other engine's proof that there is no answer, if it wrote one.
    """

    cp_sat: Finding
    other: Finding
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
    puzzle: Puzzle[S] | Model[S],
    *,
    engine: str | None = None,
    known: int | None = None,
    proof: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    progress: Report | None = None,
) -> Confirmation:
    """Count the answers of a puzzle by CP-SAT, up to symmetry, and again, without symmetry, by another engine.

    engine: ``"cadical"`` (CaDiCaL 1.9.5) searches the model's clauses and shuts out each answer when it is
        found; ``"ganak"`` (the model counter Ganak) counts the models of these clauses, projected to the
        answer, and knows parts that it has met before by a hash, so it errs with a chance that is next
        to none but not none; ``"xcover"`` searches the puzzle as an exact cover problem, which confirms
        the model as well as CP-SAT.  None picks one: cadical for up to some ten thousand answers and for
        none; for more xcover, or ganak where the puzzle has no form as an exact cover.
    known: the number of answers where it is known from before, as from a sweep: CP-SAT does not search again,
        and the first finding is called "known".
    proof: a file for CaDiCaL's proof that there is no answer, in the binary DRAT form, which any proof checker
        can check against the formula of `cpmodels.to_dimacs`.
    time_limit: seconds for each of the two.

    A rule that was added to a model is known to cadical and ganak, but not to xcover, which so tells whether
    the rule changes the puzzle.  Ctrl-C ends the search with what was found.

    Raises PuzzleError when the engine is not installed or has no form for the puzzle, or when a proof is asked
    of another engine than cadical.
    """
    if proof is not None:
        if engine not in (None, "cadical"):
            raise PuzzleError(f"the engine {engine} writes no proof; use cadical")
        engine = "cadical"
        if Path(proof).is_dir() or not Path(proof).parent.is_dir():
            raise PuzzleError(f"the proof cannot be written to {os.fspath(proof)}")
    asked = None if engine is None else question(puzzle, engine)
    if asked is None and not any(map(installed, MODULES)):
        raise missing("cadical")
    Clock(time_limit, progress)
    if known is None:
        found = count(puzzle, time_limit=time_limit, progress=progress)
        cp_sat = Finding("CP-SAT", found.total, found.exhausted, found.seconds, interrupted=found.interrupted)
    else:
        cp_sat = Finding("known", integer(known, "the known count", 0), True)
    asked = asked or suited(puzzle, cp_sat.total)
    if cp_sat.interrupted:
        return Confirmation(cp_sat, Finding(asked.engine, 0, False))
    file = None if proof is None or cp_sat.total else Path(proof)
    other = tally(asked if file is None else proving(asked, file), Clock(time_limit, progress))
    if file and not (other.exhausted and other.total == 0):
        file.unlink(missing_ok=True)
        file = None
    return Confirmation(cp_sat, other, file)


def suited(puzzle: Puzzle[S] | Model[S], total: int) -> Question[S]:
    """The task of the first engine, for about so many answers, that is installed and has a form for the puzzle."""
    refused = []
    for engine in ("cadical", "ganak", "xcover") if total <= FEW else ("xcover", "ganak", "cadical"):
        if installed(engine):
            try:
                return question(as_built(puzzle, engine), engine)
            except PuzzleError as error:
                refused.append(error)
    raise refused[0]


def proving(asked: Question[Any], file: Path) -> Question[Any]:
    """The same task, with a proof to be written into a file; one answer ends it."""
    assert isinstance(asked.task, ClauseTask)
    file.touch()
    return replace(asked, task=replace(asked.task, answers=1, proof=str(file.absolute())))
