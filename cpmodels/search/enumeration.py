"""All answers of a puzzle, one by one: a lazy iterator that stops the solver when it is closed.

>>> from cpmodels import Zip
>>> with solutions(Zip(2, 2, waypoints=[(0, 0)])) as paths:
...     len(list(paths)), paths.exhausted
(2, True)
"""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import Any, Generic, TypeVar

from ortools.sat.python import cp_model

from cpmodels.errors import PuzzleError, WrongAnswerError
from cpmodels.models import Model, build
from cpmodels.puzzles import Puzzle, Solution
from cpmodels.puzzles.puzzle import integer
from cpmodels.search.run import Clock, Report, Run, Values, answers, sat_parameters

S = TypeVar("S", bound=Solution)


class Solutions(Generic[S], Iterator[S]):
    """The answers to a puzzle, found while they are taken.

    found: how many answers have been taken so far.
    exhausted: whether it is proved that there are no more.  False until the end, and for good when the
        time limit came first or the iterator was closed.
    """

    def __init__(
        self, model: Model[S], clock: Clock, parameters: dict[str, Any], cp: cp_model.CpModel | None = None
    ) -> None:
        self.model = model
        self.exhausted = False
        self._clock = clock
        self._seen: set[Values] = set()
        self._run: Run | None = None
        if model.impossible:
            self.exhausted = True
            self._values: Iterator[Values] = iter(())
        else:
            self._run = start(model, cp or model.cp, clock, parameters)
            self._values = answers(self._run, clock)

    @property
    def found(self) -> int:
        return self._clock.found

    @property
    def seconds(self) -> float:
        """Seconds since the start, the building of the model included."""
        return self._clock.seconds

    def __iter__(self) -> Solutions[S]:
        return self

    def __next__(self) -> S:
        return verified(self.model, self.next_values())

    def next_values(self) -> Values:
        """The next answer as values of the model's key, undecoded and unchecked."""
        try:
            for values in self._values:
                if values not in self._seen:
                    self._seen.add(values)
                    self._clock.found += 1
                    self._clock.tick()
                    return values
            self._finish()
        except BaseException:
            self.close()
            raise
        raise StopIteration

    def _finish(self) -> None:
        if self._run:
            self.exhausted = self._run.exhausted
            self._run.stop()
            self._run.raise_error()
            self._run = None
            self._clock.tick(last=True)

    def close(self) -> None:
        """Stop the solver.  Closing twice does nothing."""
        self._values = iter(())
        if self._run:
            self._run.stop()
            self._run = None

    def __enter__(self) -> Solutions[S]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_run", None):
            self.close()


def solutions(
    puzzle: Puzzle[S] | Model[S],
    *,
    time_limit: float | None = None,
    seed: int | None = None,
    progress: Report | None = None,
    **parameters: Any,
) -> Solutions[S]:
    """All answers of a puzzle, or of a model that was built from one, each once and checked.

    Equal pieces are not told apart: a picture comes once.  The search uses one worker, as native
    enumeration does.

    time_limit: seconds, building included; then the iterator ends with ``exhausted`` False.
    seed: another order of search.
    progress: called now and then with a `Progress`.
    parameters: any CP-SAT parameter by name, over the defaults.

    Raises PuzzleError for a parameter that CP-SAT does not have, TooLargeError for a puzzle whose model
    would not fit into memory.
    """
    clock = Clock(time_limit, progress)
    return Solutions(as_model(puzzle), clock, {**seeding(seed), **parameters})


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


def start(model: Model[Any], cp: cp_model.CpModel, clock: Clock, parameters: dict[str, Any]) -> Run:
    """Start a run that enumerates all answers of a model, with `cp` in place of its CpModel."""
    left = {} if clock.left is None else {"max_time_in_seconds": max(clock.left, 1e-3)}
    every = {"num_workers": 1, "enumerate_all_solutions": True}
    return Run(cp, [v.index for v in model.key], sat_parameters(model.parameters, left, every, parameters))


def verified(model: Model[S], values: Values, narrower: Model[S] | None = None) -> S:
    """The answer that the values (of a narrower model, if one is given) say, checked by the puzzle."""
    solution = (narrower or model).decode(values)
    if broken := model.puzzle.check(solution):
        raise WrongAnswerError(f"the model's answer breaks the puzzle's rules: {'; '.join(broken)}")
    return solution
