"""How many answers a puzzle has: pictures, labelled answers, and orbits under the puzzle's symmetries.

>>> from cpmodels import EdgeMatching
>>> twins = EdgeMatching(2, 2, pieces=[(1, 2, 3, 4)] * 4, rotations=False, rule="equal")
>>> count(twins).total
0
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from ortools.sat.python import cp_model

from cpmodels.lattice import orbits
from cpmodels.models import Model
from cpmodels.puzzles import Puzzle, Solution
from cpmodels.puzzles.puzzle import integer
from cpmodels.search.enumeration import Solutions, as_model, seeding, verified
from cpmodels.search.run import Clock, Report, Values

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
    **parameters: Any,
) -> Count:
    """Count the answers of a puzzle, or of a model that was built from one.

    Where the puzzle has symmetries, one answer of each orbit is searched for, and the sizes of the
    orbits give the total.  The symmetries of a puzzle are the turns and mirrors of its board or box that
    map the set of pieces, and all that is fixed, to themselves.  A rule added to ``model.cp`` may break
    them, so then none is used and `orbits` equals `total`.  Ctrl-C ends the count with what was found.

    engine: ``"xcover"``, ``"cadical"`` or ``"ganak"`` (see `cpmodels.engines.tally.count_answers`) in place of CP-SAT:
        no symmetry is used, and workers, seed and CP-SAT parameters have no effect.
    up_to_symmetry: without it every answer is searched for and no symmetry is used, which takes longer
        and confirms the total; then, too, `orbits` equals `total`.
    limit: stop after so many answers; even if there are no more, that is then not known.
    workers: how many parts of the search, one for each position of the model's pivot, to search at a
        time, each on a core of its own.  Models without a pivot take one.
    time_limit, seed, progress, parameters: as for `solutions`.
    """
    if engine is not None:
        from cpmodels.engines.tally import count_answers

        return count_answers(puzzle, engine, limit=limit, time_limit=time_limit, progress=progress)
    clock = Clock(time_limit, progress)
    settings = {**seeding(seed), **parameters}
    if limit is not None:
        integer(limit, "the limit", 1)
    model = as_model(puzzle)
    symmetric = Symmetric(model, trivial=not (up_to_symmetry and model.as_built))
    if integer(workers, "workers", 1) > 1:
        cubes = symmetric.cubes(whole=limit is not None)
    else:
        cubes = iter([symmetric.broken() if limit is None else model.cp])
    found = Solutions(model, clock, settings, cubes, workers)
    interrupted = False
    with found:
        try:
            while limit is None or symmetric.total < limit:
                symmetric.add(found.next_values(), one=limit is not None)
                clock.found = symmetric.total
        except StopIteration:
            pass
        except KeyboardInterrupt:
            interrupted = True
    total = symmetric.total
    return Count(
        total=total,
        labelled=total * model.labellings,
        orbits=symmetric.orbits,
        exhausted=found.exhausted,
        interrupted=interrupted,
        seconds=clock.seconds,
        reason=model.impossible,
    )


class Symmetric:
    """Answers gathered into orbits under the symmetries of a model."""

    def __init__(self, model: Model[Any], *, trivial: bool) -> None:
        self.model = model
        self.total = 0
        self._seen: set[bytes] = set()
        self._permutations = np.array(model.symmetries[:1] if trivial else model.symmetries, dtype=np.intp)

    @property
    def orbits(self) -> int:
        return len(self._seen)

    def broken(self) -> cp_model.CpModel:
        """The model with the pivot kept to one position of each of its orbits.

        Each orbit of answers has at least one member there; those with more are told by `add`.
        """
        spare = [position for orbit in self._pivot_orbits() for position in orbit[1:]]
        return self.model.with_key(dict.fromkeys(spare, False)) if spare else self.model.cp

    def cubes(self, *, whole: bool) -> Iterator[cp_model.CpModel]:
        """The model in parts, by the position of the pivot: of one position of each orbit or, if `whole`, of all."""
        positions = [p for orbit in self._pivot_orbits() for p in (orbit if whole else orbit[:1])]
        return (self.model.with_key({position: True}) for position in positions) if positions else iter([self.model.cp])

    def _pivot_orbits(self) -> list[list[int]]:
        permutations = self._permutations.tolist()
        return orbits(self.model.pivots, lambda position: (s[position] for s in permutations))

    def add(self, values: Values, *, one: bool) -> None:
        """Check an answer and count it, or its whole orbit unless `one`."""
        verified(self.model, values)
        images = self._images(values)
        representative = min(images)
        if one:
            self.total += 1
        elif representative not in self._seen:
            self.total += len(images)
        self._seen.add(representative)

    def _images(self, values: Sequence[int]) -> set[bytes]:
        rows = np.packbits(np.frombuffer(bytes(values), dtype=np.uint8)[self._permutations], axis=1)
        return {row.tobytes() for row in rows}


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
    with Solutions(as_model(puzzle), clock, {**seeding(seed), **parameters}) as found:
        answers = sum(1 for _, _ in zip(range(2), found, strict=False))
        if answers < 2 and not found.exhausted:
            return None
        return answers == 1
