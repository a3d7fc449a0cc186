"""Sweeps: all solutions of a puzzle by many workers, with a ledger by which a later run goes on."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from queue import Empty
from typing import Any, Generic
from uuid import uuid4

import numpy as np

from cpmodels._parameters import (
    ENUMERATION,
    check_options,
    parameter_names,
    sat_parameters,
    seeding,
    unproved,
    worker_count,
)
from cpmodels.base._checkpoints import TimedQueue, uninterrupted
from cpmodels.base._clock import Clock, Report, positive
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.errors import LedgerError, ModelError, ParameterError, StoppedError, WorkersLostError
from cpmodels.base.puzzle import Puzzle, S
from cpmodels.base.values import AnySize, integers, shown
from cpmodels.engines._table import BACKTRACK, CP_SAT
from cpmodels.model import Model, as_asked
from cpmodels.search._executors import Workers, check_sendable, importing_main, lost
from cpmodels.search._ledger import OPEN, SPLIT, Fingerprint, Finished, Ledger, Split, Sums, check_others, merge_each
from cpmodels.search._portfolio import optimum
from cpmodels.search._question import Question, in_time
from cpmodels.search._solutions import second_look
from cpmodels.search._sources import cores, verified
from cpmodels.search._symmetry import Symmetry
from cpmodels.search._tasks import Recipe, SweepJob, at_its_optimum, run_task, sent, stop_here

SLICE = 10.0
"""Seconds that a subproblem is searched before it is split."""

FIRST_SLICES = 8.0
"""The whole is searched for a slice divided by this, its parts for twice as long, and so on up to a full slice: what
is easy ends at once, and what is hard is soon shared out."""

PARTS_A_MACHINE = 8
"""How many subproblems there are at least for each machine, when a sweep is shared between some."""

TRIES = 5
"""How often a subproblem is tried when its worker is lost, with nothing finished in between."""

LOOKED_AT = 100
"""How many solutions of a ledger are checked again in the end: the rules of a kind of one's own may have changed since
they were found."""

BETWEEN_WRITINGS = 0.25
"""Seconds for which finished subproblems may wait to be written to the ledger together."""

OpenPart = tuple[str, float]
"""A part that is to be searched, and its share of the work."""


class SweepRun:
    """One run on a ledger, from `go` to `stop`."""

    def __init__(
        self, job: SweepJob, ledger: Ledger, clock: Clock, executor: Executor, workers: int, slice_seconds: float
    ) -> None:
        self.interrupted = False
        self._job, self._ledger, self._clock, self._executor = job, ledger, clock, executor
        self._ahead = 2 * workers
        self._slice = slice_seconds
        self._running: dict[Future[Finished | Split], OpenPart] = {}
        self._done = TimedQueue[Future[Finished | Split]]()
        self._tries: Counter[str] = Counter()
        self._news: list[Finished | Split] = []
        self._shared: list[Finished | Split] = []
        self._written_at = time.monotonic()
        self._finished, self._open, self._ours, self._left, self._share_before = 0, 1, 1.0, 1.0, 0.0

    def go(self, part: tuple[int, int] | None, merge: Iterable[str | os.PathLike[str]]) -> None:
        """Search what is open, or this machine's part of it, until it is done, the time is up, or Ctrl-C comes.

        What is done in the ledgers to be merged is not searched again.
        """
        try:
            if part is not None and not self._share_out(*part):
                return
            merge_each(lambda _: nullcontext(self._ledger), merge)
            sums = self._ledger.sums(everywhere=part is None)
            self._clock.found, self._finished = sums.total, sums.finished
            self._ours, self._left = sums.ours, sums.left
            self._share_before = self._share()
            waiting = self._ledger.open_parts(everywhere=part is None)
            self._open = len(waiting)
            for outcome, share in self._searched(waiting, self._slice_of):
                waiting += self._taken(outcome, share)
            self._report(now=True)
        except KeyboardInterrupt:
            self.interrupted = True

    def stop(self, *, shutdown: bool) -> None:
        """Stop the workers, and write down what they had finished; Ctrl-C changes nothing any more."""
        try:
            with uninterrupted():
                for future in self._running:
                    future.cancel()
                stop_here(self._job)
                if shutdown:
                    self._executor.shutdown()
                self._write()
                if self._shared:
                    without = (each for each in self._shared if isinstance(each, Split) or not each.total)
                    splits = {each.part: _children(each, 1.0) for each in without}
                    with self._ledger.transaction():
                        self._ledger.note("splits", json.dumps(splits))
        except KeyboardInterrupt:
            self.interrupted = True

    def _searched(
        self, waiting: list[OpenPart], slice_of: Callable[[str], float]
    ) -> Iterator[tuple[Finished | Split, float]]:
        """What comes of parts, the last first, and of those added meanwhile, with their shares, while there is time."""
        while (waiting or self._running) and not (self._job.first and self._clock.found):
            while waiting and len(self._running) < self._ahead:
                self._submit(waiting.pop(), slice_of)
            with suppress(Empty):
                future = self._done.get(timeout=self._clock.wait())
                part, share = self._running.pop(future)
                if (outcome := self._outcome(future, part)) is None:
                    waiting.append((part, share))
                else:
                    yield outcome, share
            self._report()
            if self._clock.is_up:
                break

    def _submit(self, part: OpenPart, slice_of: Callable[[str], float]) -> None:
        # Executors and their futures take locks in Python, which Ctrl-C could leave taken: then their threads wait for
        # ever.  So it waits meanwhile, and they announce their end, by being cancelled, too, by a call.
        with uninterrupted():
            try:
                future = self._executor.submit(run_task, self._job, part[0], slice_of(part[0]))
            except RuntimeError as error:
                raise WorkersLostError(f"the executor accepts no more work: {error}") from error
            self._running[future] = part
            future.add_done_callback(self._done.put)

    def _outcome(self, future: Future[Finished | Split], part: str) -> Finished | Split | None:
        """What came of a subproblem; None when its worker was lost, so that it has to be searched again."""
        try:
            return future.result()
        except Exception as error:
            if not (lost(error) or isinstance(error, CancelledError)):
                raise
            self._tries[part] += 1
            if self._tries[part] >= TRIES:
                raise WorkersLostError(
                    f"workers were lost {TRIES} times at the subproblem {part or 'of the whole'} "
                    f"({type(error).__name__}); does OR-Tools crash on this model, is memory short, or does the "
                    "program lack `if __name__ == '__main__':`?"
                ) from error
            return None

    def _slice_of(self, part: str) -> float:
        seconds = min(self._slice, self._slice / FIRST_SLICES * 2.0 ** min(len(part.split()), 32))
        return min(seconds, self._clock.left + 1.0)

    def _taken(self, outcome: Finished | Split, share: float) -> list[OpenPart]:
        """Note an outcome for the ledger; the parts that are to be searched."""
        self._tries.clear()
        self._news.append(outcome)
        children = _children(outcome, share)
        if isinstance(outcome, Finished):
            self._clock.found += outcome.total
            self._finished += 1
            self._left -= share
        self._open += len(children) - 1
        if time.monotonic() - self._written_at > BETWEEN_WRITINGS:
            self._write()
        return children[::-1]

    def _write(self) -> None:
        with uninterrupted():
            if self._news:
                self._ledger.record(self._news)
                self._news = []
            self._written_at = time.monotonic()

    def _share(self) -> float:
        """How much of the work that is to be done here is thought to be done, from 0 to 1."""
        return min(max(1 - self._left / self._ours, 0.0), 1.0) if self._ours > 0 else 1.0

    def _report(self, *, now: bool = False) -> None:
        """What `Progress` says of a sweep."""
        share = self._share()
        done = share - self._share_before
        left = self._clock.seconds * (1 - share) / done if done > 0 else None
        self._clock.known = {"share": share, "left": left, "finished": self._finished, "open": self._open}
        self._clock.tick(now=now)

    def _share_out(self, which: int, of: int) -> bool:
        """Split the whole until there are enough parts for all machines, and keep this one's; whether that is done.

        The same subproblems come about on every machine, each level of the tree as a whole, so that the shares of all
        machines together are everything.  What a run that is stopped meanwhile has split, or found to have no solution,
        is noted in the ledger.
        """
        part = f"{which} of {of}"
        if (begun := self._ledger.own.get("part")) is not None:
            if begun != part:
                raise LedgerError(f"the ledger {self._ledger.path} is for part {begun}, not {part}")
            return True
        if self._ledger.row("").state == SPLIT:
            raise LedgerError(f"the ledger {self._ledger.path} was begun as a whole, not as part {part}")
        splits = json.loads(self._ledger.own.get("splits", "{}"))
        known = {text: Split(text, parts) if parts else Finished(text, 0, 0) for text, parts in splits.items()}
        level = self._ledger.open_parts(everywhere=True)  # The whole, unless there is nothing to be done.
        while level and len(level) < PARTS_A_MACHINE * of:
            children: list[OpenPart] = []
            noted = [(known[text], share) for text, share in level if text in known]
            level = [(text, share) for text, share in level if text not in known]
            for outcome, share in chain(noted, self._searched(level, lambda _: 0.0)):
                self._shared.append(outcome)
                children += _children(outcome, share)
            if level or self._running:
                return False
            level = children
        mine = sorted(text for text, _ in level)[which - 1 :: of]
        self._ledger.begin_part(part, self._shared, mine)
        self._shared = []
        return True


def _children(outcome: Finished | Split, share: float) -> list[OpenPart]:
    """The parts into which a subproblem of a share of the work was split, if it was."""
    return [(part, share * of) for part, of in outcome.children] if isinstance(outcome, Split) else []


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
    reason: why there is no solution, where that is clear without a search; or why there was no search, as where the
        optimum was not proved in time.

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
        with Ledger(self.ledger) as ledger:
            ledger.must_be(self._about)
            yield from kept(self._model, ledger)


def kept(model: Model[S], ledger: Ledger) -> Iterator[tuple[S, int]]:
    """The solutions of a model that a ledger keeps, checked, each with the size of its orbit."""
    for packed, orbit in ledger.solutions():
        values = np.unpackbits(np.frombuffer(packed, dtype=np.uint8), count=len(model.key)).tobytes()
        yield verified(model, values), orbit


@suggests_keywords(parameter_names)
def sweep(
    puzzle: Puzzle[S] | Model[S] | str | Callable[[], Model[S]],
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
    time_limit: float | None = None,
    seed: int | None = None,
    progress: Report | None = None,
    **parameters: Any,
) -> Sweep[S]:
    """Find all solutions of a puzzle with many workers, and write down what is done, so that a later run goes on.

    With an objective these are the optimal ones: the first run proves the optimum, in this process, and writes it down.

    The search is split into subproblems, disjoint parts of it.  A subproblem that a slice of time does not end is split
    further, so that what is hard is shared out, and what is easy is not cut up.  Every solution is checked.  A run
    may be stopped or killed at any moment: with the same ledger the next one goes on, to the same count.

    puzzle: a puzzle, a model with or without one, or a function that builds a model wherever it is searched.  The
        function, or the `decode` of a model of your own for a puzzle, must be one that can be pickled.
    ledger: the file to write to, and to go on from if it is there.  A temporary one by default.  It belongs to a model
        and a description.  Of the rules that a `relaxed` one leaves to `check` it sees a change only by the first
        covers that are found: begin a new one when these rules change.
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
    engine: ``"backtrack"`` in place of CP-SAT, for a puzzle with a description (see `cpmodels.engines.backtracking`);
        it needs Numba.
    time_limit: seconds for this run, building included; where they are too few for the model, or to read the ledger,
        nothing was found.
    seed, progress, parameters: as for `solutions`; `Progress` has estimates here.  None of them changes the ledger's
        subproblems or solutions, so that runs on one ledger may differ in them.

    Raises LedgerError for a ledger that cannot be used; ParameterError for a wrong part or parameter, or a function
    that cannot be pickled; PuzzleError for a puzzle that minimises; ModelError for `first` with an objective;
    WorkersLostError when workers are lost again and again on one part; KindError when `puzzle` is none of these.

    >>> from cpmodels import Zip
    >>> found = sweep(Zip(3, 3), workers=1)
    >>> found.total, found.orbits, found.exhausted, len(list(found))
    (40, 3, True, 3)
    """
    clock = Clock(time_limit, progress)
    if executor is None and importing_main():
        raise SystemExit(1)
    check_options(engine, None, seed, parameters)
    engine = None if engine == CP_SAT else engine
    settings = {**seeding(seed), **parameters}
    slice_seconds = positive(slice_seconds, "a slice")
    workers = cores() if workers is None else worker_count(workers)
    if part is not None:
        part = checked_part(part)
    if executor is not None and not isinstance(executor, Executor):
        raise ParameterError(f"executor must be a concurrent.futures.Executor, not {shown(executor)}")
    merge = list(merge) if isinstance(merge, Iterable) and not isinstance(merge, str) else [merge]
    given: Any = puzzle
    if not callable(given) or (isinstance(given, type) and issubclass(given, Puzzle)):
        given = as_asked(given)
    if engine == BACKTRACK and isinstance(given, Model) and given.is_of_kind:
        given = given.puzzle  # Its description says the same.
    recipe: Recipe = sent(given) if isinstance(given, Model) else given
    temporary: Temporary | None = None
    if ledger is None:
        temporary = Temporary()
        ledger = temporary.path
    check_others(ledger, merge)
    path = Path(ledger)

    def found(sums: Sums, model: Model[S] | None = None, about: Fingerprint | None = None) -> Sweep[S]:
        return Sweep(
            total=sums.total,
            told_apart=sums.total * (model.identical if model else 1),
            orbits=min(sums.orbits, 1) if first else sums.orbits,
            exhausted=False,
            interrupted=False,
            seconds=clock.seconds,
            finished=sums.finished,
            open=sums.open,
            elsewhere=sums.elsewhere,
            reason=model.infeasible if model else None,
            ledger=path.absolute(),
            _model=given if model and isinstance(given, Model) else model,
            _about=about or {},
            _keep=keep,
            _temporary=temporary,
        )

    def prepared(job: SweepJob) -> tuple[Any, Fingerprint]:
        symmetry, about = job.prepared()
        made = symmetry.model
        if engine is None:
            if doubt := unproved(sat_parameters(made.parameters, settings, own=ENUMERATION)):
                raise ParameterError(f"{doubt}, and a sweep is one proof in parts")
            Symmetry(made, isolated=executor is None and not made.by_kind).check_pivots()
        return made, about

    job = SweepJob(recipe, {}, uuid4().hex, up_to_symmetry, keep, first, settings, engine)
    try:
        model, about = clock.do(lambda: prepared(job))
        clock = in_time(clock, model, parameters)
        if executor is None:
            check_sendable(recipe)
        has_optimum = isinstance(model, Model) and model.cp.has_objective()
        if has_optimum and first:
            raise ModelError("a search for the best solution cannot be resumed, and the model has an objective")
        opened = clock.do(lambda: Ledger(path, about), "the ledger was read")
    except StoppedError as stopped:
        return replace(found(Sums(0, 0, 0, 1, 0, 1.0, 1.0)), reason=str(stopped))
    with opened as book:
        job = replace(job, fingerprint=about)
        if has_optimum:
            try:
                if "optimum" not in book.own:
                    proved = optimum(Question.of(model, clock, seed=seed, settings=parameters))
                    with book.transaction():
                        book.note("optimum", str(proved))
                best = book.own["optimum"]
                job = replace(job, recipe=partial(at_its_optimum, recipe, None if best == "None" else int(best)))
                job = replace(job, fingerprint=clock.do(lambda: prepared(job))[1])
            except StoppedError as stopped:
                return replace(found(book.sums(everywhere=part is None), model, about), reason=str(stopped))
            except KeyboardInterrupt:
                return replace(found(book.sums(everywhere=part is None), model, about), interrupted=True)
        if model.infeasible and book.row("").state == OPEN:
            book.record([Finished("", 0, 0)])
        run = SweepRun(job, book, clock, executor or Workers(workers), workers, slice_seconds)
        try:
            run.go(part, merge)
        finally:
            run.stop(shutdown=executor is None)
        sums = book.sums(everywhere=part is None)
        exhausted = not (sums.open or sums.elsewhere or (first and sums.total))
        try:
            for _ in islice(kept(model, book), LOOKED_AT):
                pass
            if exhausted and not sums.total and isinstance(model, Model) and not model.infeasible:
                Symmetry(model, isolated=executor is None).confirm_none()
            if exhausted and engine is not None and isinstance(given, Puzzle):
                second_look(given, engine, sums.total, clock)
        except KeyboardInterrupt:
            exhausted, run.interrupted = False, True
    return replace(found(sums, model, about), exhausted=exhausted, interrupted=run.interrupted)


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
