"""All solutions of a puzzle without listing them: the one of any rank, some drawn uniformly, how often a mark is there.

They are in a decision diagram, made by the engine ``"frontier"`` (`cpmodels.engines.frontier`).

>>> from cpmodels import Zip
>>> paths = all_solutions(Zip(8, 8))
>>> paths.total
6046626568
>>> paths[10**9].cells[:3]
((1, 3), (2, 3), (3, 3))
>>> len(sample(Zip(5, 5), 3, seed=1))
3
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from operator import index
from random import Random
from typing import Generic, overload

from cpmodels._parameters import parameter, seeding
from cpmodels.base._clock import Clock, Report
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.errors import KindError, ParameterError
from cpmodels.base.marks import Mark, Partial
from cpmodels.base.puzzle import Puzzle, S
from cpmodels.base.values import shown
from cpmodels.engines._table import FRONTIER
from cpmodels.model import Asked
from cpmodels.search._all import FrontierSolutions, modelled, refuse_changed
from cpmodels.search._frontier import AT_A_TIME, Counting
from cpmodels.search._portfolio import optimal
from cpmodels.search._question import DESCRIBING, Question
from cpmodels.search._solutions import second_look

__all__ = ["AllSolutions", "all_solutions", "sample"]


class AllSolutions(Sequence[S], Generic[S]):
    """All solutions of a puzzle by their ranks, each made, and checked by the puzzle, when it is asked for.

    They are in lexicographic order of the choices as the engine takes them, each left out before it is made.  ``len``
    works up to `sys.maxsize`.

    puzzle: the puzzle that they are of.
    total: how many there are.
    reason: an infeasibility reason, if one can be shown without searching.

    >>> from cpmodels import Zip
    >>> paths = all_solutions(Zip(3, 3))
    >>> len(paths), paths[-1] in set(paths), len(paths[10:13])
    (40, True, 3)
    >>> paths
    AllSolutions(Zip, 40 in all)
    """

    def __init__(self, found: FrontierSolutions[S]) -> None:
        self._counting, self._diagram = found.counting, found.diagram
        self.puzzle: Puzzle[S] = self._counting.puzzle
        self.total, self.reason = self._diagram.total, found.reason

    def __repr__(self) -> str:
        return f"AllSolutions({type(self.puzzle).__name__}, {shown(self.total)} in all)"

    def __len__(self) -> int:
        return self.total

    def __bool__(self) -> bool:
        return self.total > 0

    @overload
    def __getitem__(self, rank: int) -> S: ...

    @overload
    def __getitem__(self, rank: slice) -> list[S]: ...

    def __getitem__(self, rank: int | slice) -> S | list[S]:
        if isinstance(rank, slice):
            return list(self._of(range(self.total)[rank]))
        try:
            rank = index(rank)
        except TypeError:
            raise TypeError(f"a rank is a whole number or a slice, not {shown(rank)}") from None
        if not -self.total <= rank < self.total:
            raise IndexError(f"there is no solution of rank {rank}: there are {self.total:,}")
        return next(self._of([rank % self.total]))

    def __iter__(self) -> Iterator[S]:
        return self._of(range(self.total))

    def _of(self, ranks: Sequence[int]) -> Iterator[S]:
        return map(self._counting.solution, self._counting.parts_of(self._diagram, ranks))

    def sample(self, number: int = 1, seed: int | None = None) -> list[S]:
        """Solutions that are drawn one by one, each of all with the same chance; one may come twice.

        seed: the same ones for the same number.

        Raises ParameterError where there is none.
        """
        return list(self.draw(number, seed))

    def draw(self, number: int = 1, seed: int | None = None) -> Iterator[S]:
        """The same solutions as those of `sample`, each made when it is asked for; raises at once as that does.

        >>> from cpmodels import Zip
        >>> paths = all_solutions(Zip(8, 8))
        >>> next(paths.draw(10**12, seed=1)) == paths.sample(seed=1)[0]
        True
        """
        parameter(number, "the number of solutions", 0)
        seeding(seed)
        if number and not self.total:
            raise ParameterError("there is no solution, so none can be drawn")
        random = Random(None if seed is None else int(seed))
        ranks = (random.randrange(self.total) for _ in range(number))
        batches = iter(lambda: list(islice(ranks, AT_A_TIME)), [])
        return chain.from_iterable(map(self._of, batches))

    @cached_property
    def frequencies(self) -> Mapping[Mark, int]:
        """In how many solutions each mark is: of a path or loop an edge, of a cover what its options put on the board.

        A mark of a piece stands for those of pieces, and of their turns, that look the same: each has their number.

        Raises KindError for a kind that does not say which marks its choices make.

        >>> from cpmodels import Zip
        >>> from cpmodels.base.marks import Mark
        >>> all_solutions(Zip(3, 3)).frequencies[Mark.edge((0, 0), (0, 1))]
        32
        """
        often = self._diagram.often()
        return {
            mark: often[choices[0]] if len(choices) == 1 else self.total - self._diagram.without(set(choices))
            for mark, choices in self._counting.marks().items()
        }

    @property
    def common(self) -> Partial:
        """What all solutions share: the marks that are in each of them, and those that are in none.

        Nothing, where there is no solution.
        """
        often = self.frequencies.items()
        known = [mark for mark, number in often if number == self.total != 0]
        return Partial(known, [mark for mark, number in often if number == 0 != self.total])


@suggests_keywords()
def all_solutions(
    puzzle: Asked[S], *, time_limit: float | None = None, progress: Report | None = None
) -> AllSolutions[S]:
    """All solutions of a puzzle that is described as a path, as a loop, as paths between given ends, or as a cover.

    time_limit, progress: as for `cpmodels.count`.

    Raises KindError for another kind or a model of your own, StoppedError when the time is up before all is counted,
    TooLargeError where the diagram does not fit into the memory.

    >>> from cpmodels import Zip
    >>> all_solutions(Zip(4, 4, waypoints=[(0, 0), (1, 1), (3, 2)])).total
    4
    """
    return all_of(Question.of(puzzle, Clock(time_limit, progress), engine=FRONTIER))


def all_of(question: Question[S]) -> AllSolutions[S]:
    """All solutions of what is asked about; raises as `all_solutions` does."""
    clock, puzzle = question.clock, question.puzzle
    if type(puzzle).describe is Puzzle.describe:
        raise KindError(
            "solutions are drawn, and known by their ranks, where a puzzle is described as a path, a loop, paths or a "
            f"cover, and this {puzzle.kind} is not: `cpmodels.solutions` lists them all, to choose from"
        )
    refuse_changed(optimal(modelled(question)).asked, FRONTIER)
    every = AllSolutions(clock.do(lambda: FrontierSolutions(Counting(puzzle), clock), DESCRIBING))
    second_look(puzzle, FRONTIER, every.total, clock)
    return every


@suggests_keywords()
def sample(
    puzzle: Asked[S],
    number: int = 1,
    *,
    seed: int | None = None,
    time_limit: float | None = None,
    progress: Report | None = None,
) -> list[S]:
    """Solutions that are drawn one by one, each of all with the same chance, exactly; see `AllSolutions.sample`.

    The list is given when all are drawn; `AllSolutions.draw` gives each as it is made.

    Raises as `all_solutions` does, StoppedError also when the time is up before all are drawn, and ParameterError where
    there is no solution.

    >>> from cpmodels import Zip
    >>> sample(Zip(2, 2), seed=1) == sample(Zip(2, 2), seed=1)
    True
    """
    parameter(number, "the number of solutions", 0)
    question, drawn = Question.of(puzzle, Clock(time_limit, progress), engine=FRONTIER, seed=seed), list[S]()
    for solution in all_of(question).draw(number, seed):
        drawn.append(solution)
        question.clock.pause()
    return drawn
