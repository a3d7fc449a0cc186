"""How many answers a puzzle has: pictures, labelled answers, and orbits under the puzzle's symmetries.

>>> from cpmodels import EdgeMatching
>>> twins = EdgeMatching(2, 2, pieces=[(1, 2, 3, 4)] * 4, rotations=False, rule="equal")
>>> count(twins).total
0
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from cpmodels.models import Model
from cpmodels.puzzles import Puzzle, Solution
from cpmodels.puzzles.puzzle import Part, integer
from cpmodels.search.enumeration import Solutions, as_model, seeding, verified
from cpmodels.search.racing import Status, first
from cpmodels.search.run import Clock, Report
from cpmodels.search.seen import Seen
from cpmodels.search.symmetry import Symmetry

S = TypeVar("S", bound=Solution)


@dataclass(frozen=True)
class Count:
    """What a count found.

    total: different pictures: answers with equal pieces not told apart.
    labelled: answers with equal pieces told apart.
    orbits: pictures up to the symmetries of the puzzle.
    exhausted: whether these are all, by proof; otherwise they are lower bounds.
    interrupted: whether Ctrl-C ended the search.
    reason: why there is no answer, where that is plain without any search.
    """

    total: int
    labelled: int
    orbits: int
    exhausted: bool
    interrupted: bool = field(default=False, compare=False)
    seconds: float = field(default=0.0, compare=False)
    reason: str | None = field(default=None, compare=False)


def count(
    puzzle: Puzzle[S] | Model[S],
    *,
    engine: str | None = None,
    up_to_symmetry: bool = True,
    limit: int | None = None,
    time_limit: float | None = None,
    workers: int = 1,
    seed: int | None = None,
    progress: Report | None = None,
    each: Callable[[S], object] | None = None,
    **parameters: Any,
) -> Count:
    """Count the answers of a puzzle, or of a model that was built from one.

    Where the puzzle has symmetries, one answer of each orbit is searched for, and the sizes of the
    orbits give the total.  The symmetries of a puzzle are the turns and mirrors of its board or box that
    map the set of pieces, and all that is fixed, to themselves.  A rule added to ``model.cp`` may break
    them, so then none is used and `orbits` equals `total`.  Ctrl-C ends the count with what was found.
    Of a puzzle that minimises, the answers of least cost are counted, orbits within each part of their stage.

    engine: ``"xcover"``, ``"cadical"`` or ``"ganak"`` (see `cpmodels.engines.tally.count_answers`) in place of CP-SAT:
        no symmetry is used, and workers, seed and CP-SAT parameters have no effect.
    up_to_symmetry: without it every answer is searched for and no symmetry is used, which takes longer
        and confirms the total; then, too, `orbits` equals `total`.
    limit: stop after so many answers; even if there are no more, that is then not known.
    workers: how many parts of the search, one for each position of the model's pivot, to search at a
        time, each on a core of its own.  Models without a pivot take one.
    each: called with every answer that is found, with one of each orbit where symmetry is used; not by other engines.
    time_limit, seed, progress, parameters: as for `solutions`.
    """
    if engine is not None:
        from cpmodels.engines.tally import count_answers

        return count_answers(puzzle, engine, limit=limit, time_limit=time_limit, progress=progress)
    clock = Clock(time_limit, progress)
    if isinstance(puzzle, Puzzle) and puzzle.minimise:
        settings = {"workers": workers, "seed": seed, "progress": progress, **parameters}
        return _of_least_cost(puzzle, clock, limit, each, up_to_symmetry=up_to_symmetry, **settings)
    settings = {**seeding(seed), **parameters}
    if limit is not None:
        integer(limit, "the limit", 1)
    model = as_model(puzzle)
    symmetry = Symmetry(model, trivial=not up_to_symmetry)
    cubes = symmetry.parts(whole=limit is not None) if integer(workers, "workers", 1) > 1 else None
    one_by_one = Symmetry(model, trivial=True) if limit is not None else symmetry
    found: Solutions[Any] = Solutions(one_by_one, clock, settings, cubes, workers)
    orbits, seen = 0, Seen()
    interrupted = False
    with found:
        try:
            while limit is None or found.total < limit:
                values = found.next_values()
                answer = verified(model, values)
                if each:
                    each(answer)
                orbits += limit is None or seen.add(symmetry.orbits([values])[0][0])
        except StopIteration:
            pass
        except KeyboardInterrupt:
            interrupted = True
    return Count(
        total=found.total,
        labelled=found.total * model.labellings,
        orbits=orbits,
        exhausted=found.exhausted,
        interrupted=interrupted,
        seconds=clock.seconds,
        reason=model.impossible,
    )


def _of_least_cost(
    puzzle: Puzzle[S], clock: Clock, limit: int | None, each: Callable[[S], object] | None = None, **options: Any
) -> Count:
    """The answers of the first stage that has any, part by part."""
    total = labelled = orbits = 0
    exhausted, interrupted = True, False
    for part in (part for stage in puzzle.stages() for part in (*stage.parts, None)):
        if not exhausted or (total and part is None) or total == limit:
            break
        if part is not None:
            left = None if clock.left is None else max(clock.left, 1e-3)
            most = None if limit is None else limit - total
            told = None if each is None else _whole(part, each)
            found = count(part.puzzle, limit=most, time_limit=left, each=told, **options)
            total, labelled, orbits = total + found.total, labelled + found.labelled, orbits + found.orbits
            exhausted, interrupted = found.exhausted, found.interrupted
    return Count(total, labelled, orbits, exhausted and total != limit, interrupted, clock.seconds)


def _whole(part: Part[S], each: Callable[[S], object]) -> Callable[[S], object]:
    """Tells the answers of a part as those of the puzzle that it is a part of."""
    return lambda answer: each(part.whole(answer))


def is_unique(
    puzzle: Puzzle[S] | Model[S],
    *,
    time_limit: float | None = None,
    seed: int | None = None,
    progress: Report | None = None,
    **parameters: Any,
) -> bool | None:
    """Whether a puzzle has exactly one answer (one picture); None when the time was up before that was known.

    The parameters are those of `solutions`.
    """
    clock = Clock(time_limit, progress)
    if isinstance(puzzle, Puzzle) and puzzle.minimise:
        least = _of_least_cost(puzzle, clock, 2, seed=seed, progress=progress, **parameters)
        return least.total == 1 if least.exhausted or least.total == 2 else None
    settings = {**seeding(seed), **parameters}
    model = as_model(puzzle)
    if model.attempts is not None and model.as_built and _is_plainly_not_unique(model, clock, seed or 0, parameters):
        return False
    found: Solutions[Any] = Solutions(Symmetry(model, trivial=True), clock, settings)
    with found:
        answers = sum(1 for _, _ in zip(range(2), found, strict=False))
        if answers < 2 and not found.exhausted:
            return None
        return answers == 1


def _is_plainly_not_unique(model: Model[S], clock: Clock, seed: int, parameters: dict[str, Any]) -> bool:
    """Whether two searches for a first answer find different ones, or one of them that there is none."""
    found = set()
    for start in (seed, (seed + 1) % 2**31):
        result = first(model, clock, None, start, parameters)
        if result.status is Status.INFEASIBLE:
            return True
        found.add(result.solution)
    return len(found - {None}) > 1
