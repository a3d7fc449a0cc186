"""One run of a sweep: subproblems go out to an executor, and what comes back goes to the ledger."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from functools import partial
from queue import Empty
from typing import Any, NamedTuple

from cpmodels.errors import LedgerError, WorkersLostError
from cpmodels.search._executors import lost
from cpmodels.search._ledger import SPLIT, Finished, Ledger, Split
from cpmodels.search._mailbox import Mailbox
from cpmodels.search._merging import merge_into
from cpmodels.search._runs import Clock, uninterrupted
from cpmodels.search._subproblems import Subproblem, read_subproblem, written
from cpmodels.search._tasks import Job, Outcome, run_task, stop_here

SLICE = 10.0
"""Seconds that a subproblem is searched before it is split."""

FIRST_SLICES = 8.0
"""The whole is searched for a slice divided by this, its parts for twice as long, and so on up to a full slice: what
is easy ends at once, and what is hard is soon shared out."""

PARTS_A_MACHINE = 8
"""How many subproblems there are at least for each machine, when a sweep is shared between some."""

TRIES = 5
"""How often a subproblem is tried when its worker is lost, with nothing finished in between."""

BETWEEN_WRITINGS = 0.25
"""Seconds for which finished subproblems may wait to be written to the ledger together."""


class Open(NamedTuple):
    """A subproblem that is to be searched, and its share of the whole work."""

    subproblem: Subproblem
    share: float


class SweepRun:
    """One run on a ledger, from `go` to `stop`."""

    def __init__(
        self, job: Job, ledger: Ledger, clock: Clock, executor: Executor, workers: int, slice_seconds: float
    ) -> None:
        self.interrupted = False
        self._job, self._ledger, self._clock, self._executor = job, ledger, clock, executor
        self._ahead = 2 * workers
        self._slice = slice_seconds
        self._running: dict[Future[Outcome], Open] = {}
        self._done: Mailbox[Future[Outcome]] = Mailbox()
        self._tries: Counter[Subproblem] = Counter()
        self._news: list[Finished | Split] = []
        self._written_at = time.monotonic()
        self._finished, self._open, self._ours, self._left, self._share_before = 0, 1, 1.0, 1.0, 0.0

    def go(self, part: tuple[int, int] | None, merge: Iterable[str | os.PathLike[str]]) -> None:
        """Search what is open, or this machine's part of it, until it is done, the time is up, or Ctrl-C comes.

        What is done in the ledgers to be merged is not searched again.
        """
        try:
            if part is not None and not self._share_out(*part):
                return
            for other in merge:
                with Ledger(other) as theirs:
                    merge_into(self._ledger, theirs)
            sums = self._ledger.sums(everywhere=part is None)
            self._clock.found, self._finished = sums.total, sums.finished
            self._ours, self._left = sums.ours, sums.left
            self._share_before = self._share()
            waiting = [
                Open(read_subproblem(text), share) for text, share in self._ledger.open_parts(everywhere=part is None)
            ]
            self._open = len(waiting)
            self._search(waiting, self._slice_of, self._take)
            self._clock.tick(now=True, more=self._estimate)
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
        except KeyboardInterrupt:
            self.interrupted = True

    def _search(
        self,
        waiting: list[Open],
        slice_of: Callable[[Subproblem], float],
        take: Callable[[Outcome, Open], Iterable[Open]],
    ) -> bool:
        """Search subproblems, the last first, and those that `take` makes of the outcomes; whether all were done."""
        while (waiting or self._running) and not self._is_enough:
            while waiting and len(self._running) < self._ahead:
                self._submit(waiting.pop(), slice_of)
            with suppress(Empty):
                future = self._done.get(self._clock.wait())
                subproblem = self._running.pop(future)
                outcome = self._outcome(future, subproblem.subproblem)
                waiting.extend([subproblem] if outcome is None else take(outcome, subproblem))
            self._clock.tick(more=self._estimate)
            if self._clock.is_up:
                break
        return not (waiting or self._running)

    @property
    def _is_enough(self) -> bool:
        """Whether the one solution that is sought is there."""
        return self._job.first and self._clock.found > 0

    def _submit(self, subproblem: Open, slice_of: Callable[[Subproblem], float]) -> None:
        # Executors and their futures take locks in Python, which Ctrl-C could leave taken: then their threads wait for
        # ever.  So it waits meanwhile, and they tell of their end, as also by being cancelled, by a call.
        with uninterrupted():
            try:
                future = self._executor.submit(
                    run_task, self._job, subproblem.subproblem, slice_of(subproblem.subproblem)
                )
            except RuntimeError as error:
                raise WorkersLostError(f"the executor accepts no more work: {error}") from error
            self._running[future] = subproblem
            future.add_done_callback(self._tell)

    def _tell(self, future: Future[Outcome]) -> None:
        self._done.put(future, timeout=0)

    def _outcome(self, future: Future[Outcome], subproblem: Subproblem) -> Outcome | None:
        """What came of a subproblem; None when its worker was lost, so that it has to be searched again."""
        try:
            return future.result()
        except (Exception, CancelledError) as error:
            if not (lost(error) or isinstance(error, CancelledError)):
                raise
            self._tries[subproblem] += 1
            if self._tries[subproblem] >= TRIES:
                raise WorkersLostError(
                    f"workers were lost {TRIES} times at the subproblem {written(subproblem) or 'of the whole'} "
                    f"({type(error).__name__}); does OR-Tools crash on this model, is memory short, or does the "
                    "program lack `if __name__ == '__main__':`?"
                ) from error
            return None

    def _slice_of(self, subproblem: Subproblem) -> float:
        """How many seconds a subproblem is searched for."""
        seconds = min(self._slice, self._slice / FIRST_SLICES * 2.0 ** min(len(subproblem), 32))
        return seconds if self._clock.left is None else min(seconds, self._clock.left + 1.0)

    def _take(self, outcome: Outcome, subproblem: Open) -> list[Open]:
        """Note an outcome for the ledger; the parts that are to be searched."""
        self._tries.clear()
        news = noted(outcome)
        self._news.append(news)
        children = [Open(child, subproblem.share * share) for child, share in outcome.children or ()]
        self._open += len(children) - 1
        if isinstance(news, Finished):
            self._clock.found += news.total
            self._finished += 1
            self._left -= subproblem.share
        if time.monotonic() - self._written_at > BETWEEN_WRITINGS:
            self._write()
        return children[::-1]

    def _take_level(
        self, news: list[Finished | Split], children: list[Open], outcome: Outcome, _: Open
    ) -> tuple[Open, ...]:
        """Note an outcome and its parts, which are not to be searched yet."""
        news.append(noted(outcome))
        children += [Open(*child) for child in outcome.children or ()]
        return ()

    def _write(self) -> None:
        with uninterrupted():
            if self._news:
                self._ledger.record(self._news)
                self._news = []
            self._written_at = time.monotonic()

    def _share(self) -> float:
        """How much of the work that is to be done here is thought to be done, from 0 to 1."""
        return min(max(1 - self._left / self._ours, 0.0), 1.0) if self._ours > 0 else 1.0

    def _estimate(self) -> dict[str, Any]:
        """What `Progress` says of a sweep."""
        share = self._share()
        done = share - self._share_before
        left = self._clock.seconds * (1 - share) / done if done > 0 else None
        return {"share": share, "left": left, "finished": self._finished, "open": self._open}

    def _share_out(self, which: int, of: int) -> bool:
        """Split the whole until there are enough parts for all machines, and keep this one's; whether that is done.

        The same subproblems come about on every machine, each level of the tree as a whole, so that the shares of all
        machines together are everything.
        """
        part = f"{which} of {of}"
        if (begun := self._ledger.machine) is not None:
            if begun != part:
                raise LedgerError(f"the ledger {self._ledger.path} is for part {begun}, not {part}")
            return True
        if self._ledger.row("").state == SPLIT:
            raise LedgerError(f"the ledger {self._ledger.path} was begun as a whole, not as part {part}")
        news: list[Finished | Split] = []
        level = [Open((), 1.0)] if self._ledger.open_parts(everywhere=True) else []
        while level and len(level) < PARTS_A_MACHINE * of:
            children: list[Open] = []
            if not self._search(level, lambda _: 0.0, partial(self._take_level, news, children)):
                return False
            level = children
        self._ledger.begin_part(
            part, news, sorted(written(subproblem.subproblem) for subproblem in level)[which - 1 :: of]
        )
        return True


def noted(outcome: Outcome) -> Finished | Split:
    """An outcome as the ledger writes it down."""
    text = written(outcome.subproblem)
    if outcome.children is None:
        return Finished(text, outcome.total, outcome.orbits, outcome.solutions)
    return Split(text, [(written(child), share) for child, share in outcome.children])
