"""All answers of a puzzle, one by one: a lazy iterator that stops the solver when it is closed.

>>> from cpmodels import Zip
>>> with solutions(Zip(2, 2, waypoints=[(0, 0)])) as paths:
...     len(list(paths)), paths.exhausted
(2, True)
"""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, TypeVar, cast

from ortools.sat.python import cp_model

from cpmodels.errors import PuzzleError, WrongSolutionError
from cpmodels.models import Model, build
from cpmodels.puzzles import Puzzle, Solution
from cpmodels.puzzles.puzzle import integer
from cpmodels.search.lazy import Lazy
from cpmodels.search.run import AHEAD, Clock, Inbox, Report, Run, Values, sat_parameters, stop_runs
from cpmodels.search.seen import Seen
from cpmodels.search.symmetry import Symmetry

S = TypeVar("S", bound=Solution)


class Solutions(Lazy[S]):
    """The answers to a puzzle, found while they are taken.

    found: how many answers have been taken so far.
    total: how many answers these stand for: themselves or, up to symmetry, their whole orbits.
    orbit_size: how many the last one stands for.
    exhausted: whether it is proved that there are no more.  False until the end, and for good when the
        time limit came first or the iterator was closed.
    """

    def __init__(
        self,
        symmetry: Symmetry,
        clock: Clock,
        parameters: dict[str, Any],
        cubes: Iterable[cp_model.CpModel] | None = None,
        workers: int = 1,
        *,
        whole_orbits: bool = False,
    ) -> None:
        """Search the broken model or, in its place, cubes: disjoint parts of it, `workers` of them at a time.

        One answer of each orbit is given or, with `whole_orbits`, all answers of each orbit that is found.
        """
        self.model: Model[S] = symmetry.model
        self.found = self.total = self.orbit_size = 0
        self.exhausted = False
        self._symmetry, self._clock, self._parameters, self._workers = symmetry, clock, parameters, workers
        self._seen = Seen()
        self._whole_orbits = whole_orbits
        self._ready: deque[tuple[Values, int]] = deque()
        self._inbox: Inbox = queue.Queue(AHEAD)
        self._waiting = iter(() if self.model.impossible else [symmetry.broken()] if cubes is None else cubes)
        self._running: set[Run] = set()
        self._all_done, self._ended = True, False

    def __next__(self) -> S:
        return verified(self.model, self.next_values())

    def next_values(self) -> Values:
        """The next answer as values of the model's key, undecoded and unchecked."""
        try:
            while not self._ended:
                if self._ready and not self._clock.is_up:
                    return self._hand_over()
                self._take()
        except BaseException:
            self.close()
            raise
        raise StopIteration

    def _hand_over(self) -> Values:
        values, self.orbit_size = self._ready.popleft()
        if self._whole_orbits and self.orbit_size > 1:
            # Only now: the orbits of all answers that are ready may fill the memory.
            _, *others = self._symmetry.orbit(values)
            self._ready.extendleft((image, 1) for image in reversed(others))
            self.orbit_size = 1
        self.found += 1
        self.total += self.orbit_size
        self._clock.found = self.total
        self._clock.tick()
        return values

    def _take(self) -> None:
        """Take in the answers that have come; start cubes and see to those that have ended."""
        while self._all_done and len(self._running) < self._workers and (cp := next(self._waiting, None)) is not None:
            self._start(cp)
        if not (self._running and self._all_done) or self._clock.is_up:
            self._end(exhausted=self._all_done and not self._running and not self._ready)
            return
        try:
            news = [self._inbox.get(timeout=self._clock.wait())]
        except queue.Empty:
            self._clock.tick()
            if self._inbox.empty() and not any(run.is_alive for run in self._running):
                self._end(exhausted=False)
            return
        with suppress(queue.Empty):
            while len(news) < AHEAD:
                news.append(self._inbox.get_nowait())
        answers = [values for _, values in news if values is not None]
        for values, (first, size) in zip(answers, self._symmetry.orbits(answers), strict=True):
            if self._seen.add(first):
                self._ready.append((values, size))
        self._clock.tick()
        for run in [run for run, values in news if values is None]:
            run.stop()
            run.raise_error()
            self._running.discard(run)
            self._all_done &= run.exhausted

    def _start(self, cp: cp_model.CpModel) -> None:
        settings = sat_parameters(
            self.model.parameters,
            self._clock.limits(),
            {"num_workers": 1},
            self._parameters,
            {"enumerate_all_solutions": True},
        )
        if cp.has_objective():
            cp = cp.clone()
            cp.clear_objective()  # type: ignore[no-untyped-call]
        run = Run(cp, [v.index for v in self.model.key], settings, self._inbox)
        self._running.add(run)
        run.start()

    def _end(self, *, exhausted: bool) -> None:
        if not self._ended:
            self.exhausted = exhausted
            self.close()
            self._clock.tick(last=True)

    def close(self) -> None:
        """Stop the solver.  Closing twice does nothing."""
        self._ended = True
        self._waiting = iter(())
        self._ready.clear()
        running, self._running = self._running, set()
        stop_runs(running, self._inbox)

    def __del__(self) -> None:
        if getattr(self, "_running", None):
            self.close()


def solutions(
    puzzle: Puzzle[S] | Model[S],
    *,
    engine: str | None = None,
    up_to_symmetry: bool = False,
    time_limit: float | None = None,
    seed: int | None = None,
    progress: Report | None = None,
    **parameters: Any,
) -> Solutions[S]:
    """All answers of a puzzle, or of a model that was built from one, each once and checked.

    Equal pieces are not told apart: a picture comes once.  One answer of each orbit under the puzzle's symmetries is
    searched for, and gives the others, which come right after it.  The search uses one worker, as native
    enumeration does, and no more memory for many answers than for few: those that have come are
    remembered in a temporary file, so that none comes twice.

    engine: ``"xcover"`` or ``"cadical"`` (see `cpmodels.engines.answers.answers`) in place of CP-SAT: the same
        answers in another order; a seed and CP-SAT parameters then have no effect.
    up_to_symmetry: one answer of each orbit under the puzzle's symmetries (see `cpmodels.count`), whose
        size is then `orbit_size`; `total` adds the sizes up, to the number of all answers in the end.
    time_limit: seconds, building included (a model once begun is built to its end); then the iterator
        ends with ``exhausted`` False.
    seed: another order of search.
    progress: called now and then with a `Progress`.
    parameters: any CP-SAT parameter by name, over the defaults.

    An objective of the model plays no part here.  Each search takes and reports from one thread; only
    `close` may be called from another.

    Raises PuzzleError for a parameter that CP-SAT does not have, TooLargeError for a puzzle whose model
    would not fit into memory.
    """
    if engine is not None:
        if up_to_symmetry:
            raise PuzzleError(f"the engine {engine} finds every answer: leave up_to_symmetry out")
        from cpmodels.engines.answers import answers

        return cast("Solutions[S]", answers(puzzle, engine, time_limit=time_limit, progress=progress))
    clock = Clock(time_limit, progress)
    symmetry = Symmetry(as_model(puzzle))
    return Solutions(symmetry, clock, {**seeding(seed), **parameters}, whole_orbits=not up_to_symmetry)


def as_model(puzzle: Puzzle[S] | Model[S]) -> Model[S]:
    """The model itself, or the one of a puzzle."""
    return puzzle if isinstance(puzzle, Model) else build(puzzle)


def seeding(seed: int | None) -> dict[str, Any]:
    """The parameters for a seed: without them the solver makes next to no use of it on these models."""
    if seed is None:
        return {}
    if not 0 <= integer(seed, "the seed") < 2**31:
        raise PuzzleError(f"the seed must be from 0 to {2**31 - 1}, not {seed}")
    return {
        "random_seed": int(seed),
        "permute_variable_randomly": True,
        "preferred_variable_order": "IN_RANDOM_ORDER",
    }


def verified(model: Model[S], values: Values, narrower: Model[S] | None = None) -> S:
    """The answer that the values (of a narrower model, if one is given) say, checked by the puzzle."""
    solution = (narrower or model).decode(values)
    if broken := model.puzzle.check(solution):
        raise WrongSolutionError(f"the model's answer breaks the puzzle's rules: {'; '.join(broken)}")
    return solution
