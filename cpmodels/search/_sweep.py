"""Sweeps: all solutions of a puzzle by many workers, with a ledger by which a later run goes on."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field, is_dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar
from uuid import uuid4

import numpy as np

from cpmodels._keywords import suggests_keywords
from cpmodels.errors import LedgerError, ParameterError, StoppedError
from cpmodels.model import Model
from cpmodels.puzzle import Puzzle, Solution, as_read
from cpmodels.search._enumeration import verified
from cpmodels.search._executors import Workers, check_sendable, importing_main
from cpmodels.search._ledger import OPEN, Fingerprint, Finished, Ledger
from cpmodels.search._merging import check_others
from cpmodels.search._parameters import parameter, parameter_names, refuse_settings, sat_parameters, seeding
from cpmodels.search._race import cores
from cpmodels.search._runs import Clock, Report
from cpmodels.search._second_look import second_look
from cpmodels.search._sweep_run import SLICE, SweepRun
from cpmodels.search._symmetry import Symmetry
from cpmodels.search._tasks import Job, Recipe, fingerprint, searched
from cpmodels.values import AnySize, integers, shown

S = TypeVar("S", bound=Solution)


@dataclass(frozen=True, repr=False)
class Sweep(AnySize, Generic[S]):
    """What a sweep, with all earlier runs on its ledger, has found; iterating gives the solutions that were kept.

    total: different solutions (see `cpmodels.Count`).
    told_apart: solutions with identical pieces told apart.
    orbits: solutions up to symmetry.
    exhausted: whether these are all, by proof; otherwise they are lower bounds.
    interrupted: whether Ctrl-C ended this run.
    seconds: the time of this run.
    finished, open: the subproblems that are searched to their end, and those that are left to be.
    elsewhere: the open subproblems that are left to other machines.
    reason: why there is no solution, where that is plain without any search.

    Iterating reads the ledger bit by bit: one checked solution of each orbit, or every solution of a sweep
    without symmetry, in no order.  It raises LedgerError when the ledger keeps counts alone, or is in use.

    >>> found = sweep("squares-packed", ledger="packed.led")  # doctest: +SKIP
    >>> found.total, found.orbits, found.exhausted  # doctest: +SKIP
    (652, 82, True)
    """

    total: int
    told_apart: int
    orbits: int
    exhausted: bool
    interrupted: bool = field(compare=False)
    seconds: float = field(compare=False)
    finished: int = field(compare=False)
    open: int = field(compare=False)
    elsewhere: int = field(compare=False)
    reason: str | None = field(compare=False)
    ledger: Path = field(compare=False)
    _model: Model[S] | None = field(compare=False, repr=False)
    _about: Fingerprint = field(compare=False, repr=False)
    _keep: bool = field(compare=False, repr=False)
    _temporary: object = field(compare=False, repr=False)

    def __iter__(self) -> Iterator[S]:
        return (solution for solution, _ in self.with_sizes())

    def with_sizes(self) -> Iterator[tuple[S, int]]:
        """The solutions, each with the number of all those that it stands for: the size of its orbit.

        Raises LedgerError when the ledger keeps counts alone, or is in use.
        """
        if not self._keep:
            raise LedgerError(f"the ledger {self.ledger} keeps only counts, not solutions")
        if self._model is None:
            return  # The time was up before the ledger was opened.
        size = len(self._model.key)
        with Ledger(self.ledger) as ledger:
            ledger.must_be(self._about)
            for packed, orbit in ledger.solutions():
                values = np.unpackbits(np.frombuffer(packed, dtype=np.uint8), count=size).tobytes()
                yield verified(self._model, values), orbit


@suggests_keywords(parameter_names)
def sweep(
    puzzle: Puzzle[S] | str | Callable[[], Model[S]],
    *,
    ledger: str | os.PathLike[str] | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    part: tuple[int, int] | None = None,
    merge: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
    up_to_symmetry: bool = True,
    keep: bool = True,
    first: bool = False,
    slice_seconds: float = SLICE,
    engine: str | None = None,
    order: Any = None,
    time_limit: float | None = None,
    seed: int | None = None,
    progress: Report | None = None,
    **parameters: Any,
) -> Sweep[S]:
    """Find all solutions of a puzzle with many workers, and write down what is done, so that a later run goes on.

    The search is split into subproblems, disjoint parts of it.  A subproblem that a slice of time does not end is split
    further, so that what is hard is shared out, and what is easy is not cut up.  Every solution is checked.  A run
    may be stopped or killed at any moment: with the same ledger the next one goes on, to the same count.

    puzzle: a puzzle or, for constraints of your own, a function that builds the model with them; it must be possible to
        pickle it, as the workers build the model themselves.
    ledger: the file to write to, and to go on from if it is there.  A temporary one by default.
    executor: where the parts are searched: any `concurrent.futures.Executor`, such as ``Client.get_executor()`` of
        Dask distributed (see `cpmodels.search.cluster`).  By default processes of this machine; a program that uses
        them calls this under ``if __name__ == "__main__":``.  Where OR-Tools crashes, on a model of your own, it ends
        a process and not the sweep; with an executor of threads that process is this one.
    workers: how many subproblems are searched at a time, one a core by default.
    part: ``(i, n)``, the i-th of n shares of the work (i from 1), for a machine of its own with a ledger of its own.
    merge: ledgers of other machines, from which what is done there is taken over before the search (see
        `cpmodels.merge`).
    up_to_symmetry: find one solution of each orbit, and count the whole orbit (see `count`).
    keep: keep the solutions; without it the ledger holds counts alone, and stays small.
    first: be over with the first solution, in this run or an earlier one, as `cpmodels.solve` asks when it has a
        ledger; the solutions are then some of those that there are.
    slice_seconds: how long a subproblem is searched before it is split.
    engine: ``"backtrack"`` in place of CP-SAT, for a puzzle with a description (see `cpmodels.backtracking`); it
        needs Numba.
    order: in which order it fills the places, as for `count`.
    time_limit: seconds for this run, building included; too few for the model leave the ledger unread, so that nothing
        was found.
    seed, progress, parameters: as for `solutions`; `Progress` has estimates here.  None of them changes the ledger's
        subproblems or solutions, so that runs on one ledger may differ in them.

    Raises LedgerError for a ledger that cannot be used; ParameterError for a wrong part or parameter, or a function
    that cannot be pickled; ModelError for a model with an objective; WorkersLostError when workers are lost again and
    again on one part; KindError when `puzzle` is neither a puzzle nor a function that builds a model.

    >>> from cpmodels import Zip
    >>> found = sweep(Zip(3, 3), workers=1)
    >>> found.total, found.orbits, found.exhausted, len(list(found))
    (40, 3, True, 3)
    """
    clock = Clock(time_limit, progress)
    if executor is None and importing_main():
        raise SystemExit(1)
    settings = {**seeding(seed), **parameters}
    sat_parameters(settings)
    refuse_settings(engine, None, parameters)
    if not (isinstance(slice_seconds, (int, float)) and slice_seconds > 0):
        raise ParameterError(f"a slice must be a positive number of seconds, not {shown(slice_seconds)}")
    workers = cores() if workers is None else parameter(workers, "workers", 1)
    if part is not None:
        part = checked_part(part)
    if executor is not None and not isinstance(executor, Executor):
        raise ParameterError(f"executor must be a concurrent.futures.Executor, not {shown(executor)}")
    merge = [merge] if isinstance(merge, (str, os.PathLike)) else list(merge)
    given = as_read(puzzle)
    # A copy of a puzzle has none of the values that it may have cached, which need not be sent to the workers.
    recipe: Recipe = replace(given) if isinstance(given, Puzzle) and is_dataclass(given) else given
    temporary = None if ledger is not None else Temporary()
    path = temporary.path if temporary else Path(ledger or "")
    try:
        with clock.limiting():
            model = searched(recipe, engine, order, whole=not up_to_symmetry)
            symmetry = Symmetry(model, trivial=not up_to_symmetry)
            about = fingerprint(symmetry, keep=keep, first=first)
            if engine is None:
                symmetry.check_pivots()
    except StoppedError:
        return Sweep(
            total=0,
            told_apart=0,
            orbits=0,
            exhausted=False,
            interrupted=False,
            seconds=clock.seconds,
            finished=0,
            open=1,
            elsewhere=0,
            reason=None,
            ledger=path,
            _model=None,
            _about={},
            _keep=keep,
            _temporary=temporary,
        )
    if executor is None:
        check_sendable(recipe)
    job = Job(recipe, about, uuid4().hex, up_to_symmetry, keep, first, settings, order, engine)
    check_others(path, merge)
    with Ledger(path, about) as book:
        if model.infeasible and book.row("").state == OPEN:
            book.record([Finished("", 0, 0)])
        run = SweepRun(job, book, clock, executor or Workers(workers), workers, float(slice_seconds))
        try:
            run.go(part, merge)
        finally:
            run.stop(shutdown=executor is None)
        sums = book.sums(everywhere=part is None)
    exhausted = not (sums.open or sums.elsewhere or (first and sums.total))
    if exhausted and engine is not None and isinstance(given, Puzzle):
        second_look(given, engine, sums.total, clock.seconds)
    return Sweep(
        total=sums.total,
        told_apart=sums.total * model.identical,
        orbits=sums.orbits,
        exhausted=exhausted,
        interrupted=run.interrupted,
        seconds=clock.seconds,
        finished=sums.finished,
        open=sums.open,
        elsewhere=sums.elsewhere,
        reason=model.infeasible,
        ledger=path,
        _model=model,
        _about=about,
        _keep=keep,
        _temporary=temporary,
    )


def checked_part(part: tuple[int, int]) -> tuple[int, int]:
    """A part (i, n) of which i is from 1 to n."""
    try:
        which, of = integers(part, "a part", 2)
    except ValueError as error:
        raise ParameterError(str(error)) from None
    if not 1 <= which <= of:
        raise ParameterError(f"a part is one of 1 to n for n machines, not {which} of {of}")
    return which, of


class Temporary:
    """A ledger without a place of its own, removed when this object, or the program, ends."""

    def __init__(self) -> None:
        folder = tempfile.mkdtemp(prefix="cpmodels-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self.path = Path(folder) / "ledger"
