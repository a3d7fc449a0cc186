"""Strategies that any model can use: restarts, narrower puzzles, and neighbourhoods of similar, easier ones.

Times to a first solution of a hard puzzle are heavy-tailed: most seeds are quick, some take forever.  What helps is to
start over, to search narrower puzzles whose solutions are solutions too, to search close to the solutions of similar,
easier puzzles, or something that has nothing to do with CP-SAT, such as random walks.  Each of these is a `Strategy` of
a model, and races beside CP-SAT's complete search, which knows none by name.

>>> from cpmodels import Zip, build
>>> strategy = narrower(lambda: [build(Zip(3, 3, waypoints=[(0, 0)]))])
>>> strategy.name, strategy.after
('narrower puzzles', 0.5)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from random import Random
from typing import Any, TypeVar

from cpmodels.engines import CP_SAT
from cpmodels.model import Model, Runs, Steps, Strategy
from cpmodels.puzzle import Solution

__all__ = ["RESTARTS", "luby", "narrower", "nearby"]

S = TypeVar("S", bound=Solution)

SLICE = 15.0
"""Seconds of the shortest run before a restart."""

NEARBY_SLICE = 2.0
"""Seconds of a run close to a solution of a similar puzzle: most that succeed take less than one."""

NEIGHBOURHOODS = 6
"""How many neighbourhoods of such a solution are searched before another one is looked for."""


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
        found = runs.run(model, seconds=SLICE * length, seed=(seed + attempt) % 2**31, fixed=fixed)
        yield found.solution
        if found.infeasible and not fixed:
            return True
    return None


RESTARTS: Strategy[Any] = Strategy("restarts", _restarts, any_model=True, engine=CP_SAT)
"""Runs of the model itself with other seeds, each for a while, where it has pivots with a guess at the pivot."""


NARROWER = "narrower puzzles"
"""What a search of narrower puzzles is called in results."""


def narrower(models: Callable[[], Iterable[Model[S]]], seconds: float = SLICE) -> Strategy[S]:
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


def nearby(
    models: Callable[[], Iterable[Model[S]]], neighbourhood: Callable[[S, Random], Mapping[int, bool]]
) -> Strategy[S]:
    """Large neighbourhood search (Shaw 1998) about solutions of similar, easier puzzles.

    models: models of the similar puzzles.
    neighbourhood: for a solution of such a one, positions of this model's key to keep at its values, another choice
        with each call; the rest is free.

    >>> from cpmodels import Zip, build
    >>> nearby(lambda: [build(Zip(3, 3))], lambda path, random: {0: True}).name
    'neighbourhoods of similar puzzles'
    """

    def search(seed: int, runs: Runs) -> Steps[S]:
        random = Random(seed)
        lengths = luby()
        similar: list[Model[S]] = []
        waiting = iter(models())
        for attempt in count(seed):
            fresh = next(waiting, None)
            if fresh is not None:
                similar.append(fresh)
            elif not similar:
                return None
            yield None
            model = fresh or random.choice(similar)
            found = runs.run(model, seconds=SLICE * next(lengths), seed=attempt % 2**31)
            if found.infeasible:
                similar = [other for other in similar if other is not model]
            if found.solution is not None:
                for _ in range(NEIGHBOURHOODS):
                    yield None
                    fixed = neighbourhood(found.solution, random)
                    close = runs.run(runs.model, seconds=NEARBY_SLICE, seed=random.randrange(2**31), fixed=fixed)
                    yield close.solution
        return None

    return Strategy("neighbourhoods of similar puzzles", search, engine=CP_SAT)
