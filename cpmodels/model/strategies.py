"""Strategies that any model can use: restarts, the linear relaxation, and narrower puzzles.

Times to a first solution of a hard puzzle are heavy-tailed: most seeds are quick, some take forever.  What helps is to
start over, to search narrower puzzles whose solutions are solutions too, or something that has nothing to do with
CP-SAT, such as random walks.  Each of these is a `Strategy` of a model, and races beside CP-SAT's complete search,
which knows none by name.

>>> from cpmodels import Zip, build
>>> strategy = narrower(lambda: [build(Zip(3, 3, waypoints=[(0, 0)]))])
>>> strategy.name, strategy.after
('narrower puzzles', 0.5)
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from math import inf
from random import Random
from typing import Any, Generic, Protocol

from cpmodels._parameters import CP_SAT
from cpmodels.base.kinds import open_function
from cpmodels.base.puzzle import Puzzle, S

__all__ = ["LINEAR", "RESTARTS", "Found", "Runs", "Steps", "Strategy", "luby", "narrower", "searches"]


@dataclass(frozen=True)
class Found(Generic[S]):
    """What came of a run of CP-SAT: a solution, the proof that there is none, or neither when its time was up.

    >>> Found(infeasible=True)
    Found(solution=None, infeasible=True)
    """

    solution: S | None = None
    infeasible: bool = False


class Runs(Protocol):
    """What a strategy may use: CP-SAT for a while, on any model.

    model: the model that is asked about, with all that was added to it.
    stopped: whether the strategy is to end.
    left: the seconds until then, if they are known.

    >>> def twice(seed, runs):
    ...     for attempt in range(2):
    ...         found = runs.run(runs.model, seconds=1.0, seed=seed + attempt)
    ...         yield found.solution
    >>> strategy = Strategy("two short runs", twice)
    """

    @property
    def model(self) -> Any: ...

    @property
    def stopped(self) -> bool: ...

    @property
    def left(self) -> float | None: ...

    def run(self, model: Any, *, seconds: float, seed: int, fixed: Mapping[int, bool] | None = None) -> Found[S]:
        """Search a model for some seconds, some positions of its key fixed if need be; ends soon when `stopped`."""


Steps = Generator[S | None, None, bool | None]
"""A search step by step: yields None after each short step, and a solution when it has one; returns True if it proved
that there is none.  The race checks solutions by the puzzle's rules: a wrong one is an error of the strategy."""


@dataclass(frozen=True)
class Strategy(Generic[S]):
    """A way to a first solution, also of all solutions where the search for these has none after half a second.

    name: what it is called in results.
    search: starts it, given a seed and what it may use.
    after: for how many seconds the complete search runs alone first; easy puzzles are solved by then.
    light: whether it also runs where there is one core for all searches; the two then share it.
    engine: the engine that it asks, such as ``"cp-sat"``; None for a search of its own, which is called by its name.
    any_model: whether it respects constraints that were added to the model, so that it can still be used then.
    parameters: CP-SAT's of a complete search, which takes part where all solutions are asked for, too: by one worker,
        and with none that would invalidate a proof, which is refused.

    >>> from dataclasses import replace
    >>> from cpmodels import Path, Zip, build
    >>> def along_the_row(seed, runs):
    ...     yield None
    ...     yield Path([(0, 0), (0, 1), (0, 2)])
    >>> model = replace(build(Zip(1, 3)), strategies=(Strategy("along the row", along_the_row),))
    >>> model.strategies[0].after
    0.5
    """

    name: str
    search: Callable[[int, Runs], Steps[S] | Iterator[S | None]]
    after: float = 0.5
    light: bool = False
    any_model: bool = False
    engine: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict, hash=False)


@open_function("cpmodels.models", by_rules=lambda own: not own.isdisjoint({"check", "model"}))
def searches(puzzle: Puzzle[S]) -> tuple[Strategy[S], ...]:  # noqa: ARG001
    """What searches beside CP-SAT for a first solution of a puzzle or, where it maximises, for better and better ones.

    Nothing by default; a kind registers its own.  They are the strategies of the model that `cpmodels.build` makes of a
    description.  Of a puzzle that maximises they have no model: each takes a core, in order, yields every solution that
    is better than its last one, and returns True if it proved that none is better.

    >>> from cpmodels import Zip
    >>> searches(Zip(6, 6)), [strategy.name for strategy in searches(Zip(20, 20))]
    ((), ['windows'])
    """
    return ()


SLICE = 15.0
"""Seconds of the shortest run before a restart."""


def luby() -> Iterator[int]:
    """The sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, ... of Luby, Sinclair and Zuckerman (1993).

    Restarts after these times are optimal up to a logarithmic factor when nothing is known about the tail.

    >>> terms = luby()
    >>> [next(terms) for _ in range(15)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    done: list[int] = []
    for power in count():
        start = len(done)
        done += [*done, 2**power]
        yield from done[start:]


def _restarts(seed: int, runs: Runs) -> Steps[Any]:
    random = Random(seed)
    model = runs.model
    pivots = model.pivots if model.as_built else ()
    for attempt, length in enumerate(luby()):
        fixed = {pivots[int(len(pivots) * random.random() ** 2)]: True} if pivots else None
        found: Found[Any] = runs.run(model, seconds=SLICE * length, seed=(seed + attempt) % 2**31, fixed=fixed)
        yield found.solution
        if found.infeasible and not fixed:
            return True
    return None


RESTARTS: Strategy[Any] = Strategy("restarts", _restarts, any_model=True, engine=CP_SAT)
"""Runs of the model itself with other seeds, each for a while, where it has pivots with a guess at the pivot."""


def _linear(seed: int, runs: Runs) -> Steps[Any]:
    model = replace(runs.model, parameters={**runs.model.parameters, **LINEAR.parameters})
    found: Found[Any] = runs.run(model, seconds=inf, seed=seed)
    yield found.solution
    return found.infeasible


LINEAR: Strategy[Any] = Strategy(
    "linear relaxation", _linear, any_model=True, engine=CP_SAT, parameters={"linearization_level": 2}
)
"""CP-SAT with the linear relaxation of all constraints, for models that are no puzzles.  That 21 shifts are too many
for six people with three each is plain to it, beside a roster's other constraints: 0.06 s, where the model's parameters
decide nothing in 200."""


NARROWER = "narrower puzzles"
"""What a search of narrower puzzles is called in results."""


def narrower(models: Callable[[], Iterable[Any]], seconds: float = SLICE) -> Strategy[S]:
    """Search models of narrower puzzles, whose solutions are solutions of this one too, each for a while.

    >>> from cpmodels import Zip, build
    >>> narrower(lambda: [build(Zip(3, 3, waypoints=[(0, 0)]))], seconds=2.0).name
    'narrower puzzles'
    """

    def search(seed: int, runs: Runs) -> Steps[S]:
        for model in models():
            yield None
            yield runs.run(model, seconds=seconds, seed=seed).solution
        return None

    return Strategy(NARROWER, search, engine=CP_SAT)
