"""The solutions of a puzzle, one by one, by whichever engine: a lazy iterator that stops its search when closed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from math import inf
from types import TracebackType
from typing import Generic, Self, TypeVar

from cpmodels._clock import Clock
from cpmodels.engines._table import CP_SAT
from cpmodels.errors import DefectError, WrongSolutionError
from cpmodels.model import Model
from cpmodels.puzzle import Puzzle, Solution, broken_rules
from cpmodels.search._result import Effort, Statistics
from cpmodels.search._sources import COMPLETE, Drive, Values
from cpmodels.search._symmetry import Orbits
from cpmodels.values import shown

S = TypeVar("S", bound=Solution)


FIRST = 100
"""How many of the first solutions are compared, to see that they are different."""


class Solutions(Iterator[S]):
    """The solutions of a puzzle, found while they are taken, by whichever engine.

    It is an iterator and a context manager, and ends its search when it is closed.  What is raised while a solution is
    handed over, as by Ctrl-C or by the puzzle's own check, closes it, too: that solution may be lost, so it is never
    exhausted then.

    found: how many solutions have been taken so far.
    total: how many solutions these stand for: themselves or, up to symmetry, their whole orbits.
    orbit_size: how many the last one stands for.
    exhausted: whether it is proved that there are no more.  False until the end, and for good when the
        time limit came first or the iterator was closed.
    reason: an infeasibility reason; or that OR-Tools crashed, where that ended a search that was isolated; or
        how far the engine frontier came in its time.
    engine: the name of the engine.
    identical: how many solutions one stands for when identical pieces are told apart.

    >>> from cpmodels import Zip, solutions
    >>> with solutions(Zip(2, 2)) as found:
    ...     first = next(found)
    >>> found.found, found.exhausted
    (1, False)
    """

    found: int = 0
    total: int = 0
    orbit_size: int = 0
    exhausted: bool = False
    reason: str | None = None
    engine: str = CP_SAT
    identical: int = 1
    _clock: Clock
    _apart: Orbits | None = None
    _build_seconds: float = 0.0
    _drive: Drive

    @property
    def seconds(self) -> float:
        """Seconds since the start, all preparation included."""
        return self._clock.seconds

    @property
    def statistics(self) -> Statistics:
        """The effort so far: of CP-SAT that of the runs that have ended; of backtracking the nodes, as branches."""
        return Statistics(
            branches=self._nodes,
            seconds=self.seconds,
            build_seconds=self._build_seconds,
            runs=1,
            strategy=COMPLETE if self.total else None,
            engines=(self.engine,),
            engine=self.engine if self.total or self.exhausted else None,
        )

    @abstractmethod
    def _next(self) -> S | None:
        """The next solution, checked; None at the end, and only then it sets `exhausted`."""

    @abstractmethod
    def close(self) -> None:
        """End the search.  Closing twice does nothing."""

    @property
    def _nodes(self) -> int:
        return 0

    def _refuse_contradiction(self) -> None:
        """Raise DefectError where the puzzle says that what was found cannot be."""
        if self.reason:
            raise DefectError(
                f"the engine {self.engine} finds a solution, but the puzzle says that there is none: {self.reason}"
            )

    @property
    def orbits(self) -> int | None:
        """How many orbits they are of; None where the engine does not name them."""
        return self.found if self._apart is None else self._apart.count

    def count(self, each: Callable[[S], object] | None = None, limit: int | None = None, until: float = inf) -> None:
        """Take all that are left, or until there are `limit`, or it is `until` in seconds of the clock.

        `each` is called with every solution, or with one of each orbit.
        """
        while self.found != limit and self.seconds < until and (solution := next(self, None)) is not None:
            if each is not None:
                each(solution)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> S:
        try:
            if (solution := self._next()) is not None:
                return solution
        except BaseException as error:
            self.close()
            if isinstance(error, StopIteration):  # It would look like the end.
                raise RuntimeError("StopIteration was raised while a solution was handed over") from error
            raise
        raise StopIteration

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        # Wherever the garbage collector runs: the searches are asked to stop, and nobody waits for them.
        if hasattr(self, "_drive"):
            self._drive.halt()


class Different(Generic[S]):
    """Sees to it that the first solutions of a search are different, as all should be."""

    def __init__(self) -> None:
        self._first: set[S] = set()
        self._unhashable: list[S] = []

    def __call__(self, solution: S) -> S:
        """The solution.  Raises WrongSolutionError when it has come before."""
        if len(self._first) + len(self._unhashable) < FIRST:
            hashable = is_hashable(solution)
            if solution in (self._first if hashable else self._unhashable):
                raise WrongSolutionError(
                    f"two solutions of the model are read as the same one, {shown(solution)}: `decode` must tell apart "
                    "all values of the key, and a description's `solution` all options"
                )
            (self._first.add if hashable else self._unhashable.append)(solution)
        return solution


def is_hashable(value: object) -> bool:
    """Whether a value can be hashed, as solutions should be."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


class NoSolutions(Solutions[S]):
    """The solutions of a search whose time was up before any was known."""

    def __init__(self, clock: Clock, effort: Effort, engine: str = CP_SAT, reason: str | None = None) -> None:
        self._clock, self._effort, self.reason = clock, effort, effort.lost or reason
        self.engine = engine

    @property
    def statistics(self) -> Statistics:
        """The effort of the runs that have ended."""
        return self._effort.statistics(self.seconds)

    def _next(self) -> S | None:
        return None

    def close(self) -> None:
        """Nothing is left to be ended."""


def verified(model: Model[S], values: Values) -> S:
    """The solution that the values of a model's key say, checked by the puzzle."""
    return checked(model.puzzle, model.solution(values))


def checked(puzzle: Puzzle[S], solution: S, source: str = "the model") -> S:
    """A solution, of some source, that its puzzle has checked.  Raises WrongSolutionError when it breaks a rule."""
    if broken := broken_rules(puzzle, solution):
        raise WrongSolutionError(f"a solution of {source} breaks the puzzle's rules: {'; '.join(broken)}")
    return solution
