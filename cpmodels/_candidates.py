"""What a kind gives for new puzzles: candidates, each an intended solution and the clues that can be given of it.

`cpmodels.generating` makes puzzles of them, and has the names that are public.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import chain, islice
from random import Random
from typing import Any, Generic

from cpmodels import _cp_model as cp_model
from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.description import described
from cpmodels.base.errors import KindError, ParameterError, PuzzleError
from cpmodels.base.kinds import open_function
from cpmodels.base.puzzle import NumberedBoard, Puzzle, S
from cpmodels.base.values import board_size, plural, shown
from cpmodels.engines._cuts import suits_cuts
from cpmodels.engines._table import GLUCOSE
from cpmodels.model import build, has_own_model
from cpmodels.model.strategies import luby
from cpmodels.search.solving import solutions, solve

MOST_FAILED = 100
"""After this many blank puzzles in a row without a solution, or one that suits, there are no more candidates, and after
as many that were met before, and had other solutions whatever their clues, no others are tried, as on small boards."""

CHOOSING, SEARCHING = 0.3, 3.0
"""CP-SAT's deterministic time, about seconds, for a random solution by choices at random, then by its own search, for
as long as that times `luby`: of a Fillomino of 8 x 8 the former finds none, the latter one in 2 s, and of a Hidoku of
10 x 10 at the third try, where it found none in 60 s as long as each had 3."""


MOST_NEARBY, MOST_KNOWN = 10, 40
"""How many puzzles nearby are compared, and by how many other solutions.

Seconds of processor time for a new LITS of 8 x 8 6 (of the first puzzle nearby hardly any is finished), of 6 x 6 2
(with 5 nearby 3, with 20 and 80 solutions 4).
"""


class Candidate(ABC, Generic[S]):
    """A puzzle to be made: the intended solution, and clues, of which some leave it alone.

    solution: the intended one.
    clues: all that can be given, each of which holds for that solution.  A candidate that has other solutions even
        with all of them, or without any clue, is `changed` or given up.
    clue_name: what a clue is called, where not all that a puzzle shows is one.
    up_to_symmetry: whether solutions that a symmetry of the puzzle maps to each other are one, as where the whole board
        can be turned on the table; for candidates without clues.

    >>> from cpmodels import Path, Zip
    >>> class Ends(Candidate[Path]):
    ...     solution = Path([(0, 0), (0, 1), (0, 2)])
    ...     clues = ((0, 0), (0, 2))
    ...     def puzzle(self, clues):
    ...         return Zip(1, 3, waypoints=sorted(clues))
    >>> Ends().remaining([(0, 0)], [Path([(0, 2), (0, 1), (0, 0)])])
    []
    """

    solution: S
    clues: Sequence[Hashable] = ()
    clue_name: str = "clue"
    up_to_symmetry: bool = False

    def suits(self, clues: Sequence[Hashable]) -> bool:  # noqa: ARG002
        """Whether a puzzle with these clues is what was asked for; if not, another candidate is tried."""
        return True

    @abstractmethod
    def puzzle(self, clues: Sequence[Hashable]) -> Puzzle[S]:
        """The puzzle that has these clues."""

    def others(self) -> Iterable[S]:
        """Solutions of the puzzle without clues, other than the intended one, that are known without a solver."""
        return ()

    def remaining(self, clues: Sequence[Hashable], others: Sequence[S]) -> Sequence[S]:
        """Those of other solutions of the puzzle without clues that solve it with these clues, too."""
        puzzle = self.puzzle(clues)
        return [other for other in others if not puzzle.check(other)]

    def clue(self, clues: Sequence[Hashable], others: Sequence[S], random: Random) -> Hashable:
        """A clue to be added to these, with which other solutions remain: by default the one that excludes most."""
        return min(self.left(clues, random), key=lambda clue: len(self.remaining([*clues, clue], others)))

    def left(self, clues: Sequence[Hashable], random: Random) -> list[Hashable]:
        """The clues beside these, in a random order."""
        given = set(clues)
        left = [clue for clue in self.clues if clue not in given]
        random.shuffle(left)
        return left

    def changed(self, others: Sequence[S], random: Random) -> Candidate[S] | None:  # noqa: ARG002
        """A candidate in place of this one, all whose clues leave others, that may have fewer; by default None."""
        return None

    def order(self, clues: Sequence[Hashable], random: Random) -> Sequence[Hashable]:
        """The order in which it is tried to take clues away: those that please least come first."""
        return random.sample(clues, len(clues))


class WholeCandidate(Candidate[S]):
    """A puzzle as it is, without clues: it has one solution, or is given up.

    >>> from cpmodels import Path, Zip
    >>> WholeCandidate(Zip(1, 2, waypoints=[(0, 0)]), Path([(0, 0), (0, 1)])).puzzle(())
    Zip(rows=1, cols=2, waypoints=((0, 0),), walls=(), name=None)
    """

    def __init__(self, puzzle: Puzzle[S], solution: S, *, up_to_symmetry: bool = False) -> None:
        self.solution, self.up_to_symmetry, self._puzzle = solution, up_to_symmetry, puzzle

    def puzzle(self, clues: Sequence[Hashable]) -> Puzzle[S]:  # noqa: ARG002
        """The puzzle."""
        return self._puzzle


@open_function("cpmodels.generators")
def candidates(
    kind: type[Puzzle[Any]], size: Sequence[int], random: Random, **options: Any
) -> Iterator[Candidate[Any]]:
    """Candidates for new puzzles of a kind and a size, each another one at random; the first that suits is taken.

    Implementations name their options, as keywords with annotations: ``bool``, ``int``, ``int | None``,
    ``str | None`` or a ``Literal`` of strings, best within ``Annotated[..., "what it means"]``; values of other types
    are refused.

    By default a random solution of `Puzzle.blank` is looked for, unless it gives one, and the clues are those that
    `Puzzle.with_clues` gives of it.

    Raises KindError for a kind that makes none, ParameterError for sizes and options that no puzzle can have.

    >>> from cpmodels import Zip
    >>> candidate = next(candidates(Zip, (3, 3), Random(1)))
    >>> len(candidate.solution.cells), len(candidate.clues)
    (9, 7)
    """
    if not makes_candidates(kind):
        raise KindError(f"there is no generator for the kind {kind.kind!r}")
    rows, cols = rows_and_columns(size, f"a {kind.kind}", "8x8")
    try:
        kind.blank(rows, cols, Random(0), **options)
    except PuzzleError as error:
        raise ParameterError(str(error)) from None
    return _by_clues(kind, rows, cols, random, options)


def makes_candidates(kind: type[Puzzle[Any]]) -> bool:
    """Whether there are candidates for new puzzles of a kind."""
    return candidates.is_implemented(kind) or inspect.getattr_static(kind, "blank") is not vars(Puzzle)["blank"]


def _by_clues(
    kind: type[Puzzle[Any]], rows: int, cols: int, random: Random, options: Mapping[str, Any]
) -> Iterator[Candidate[Any]]:
    """Candidates by `Puzzle.blank` and `Puzzle.with_clues`.

    Raises ParameterError after many blank puzzles in a row of which none leads to one.
    """
    before, failed, times = 0, 0, luby()
    while failed < MOST_FAILED:
        blank: Any = kind.blank(rows, cols, random, **options)
        blank, solution = blank if isinstance(blank, tuple) and len(blank) == 2 else (blank, None)
        if not isinstance(blank, Puzzle):
            raise KindError(f"{kind.__name__}.blank returned {shown(blank)}, not a puzzle")
        failed += 1
        if solution is None or blank.check(solution):  # A derived class may have other rules.
            solution = _random_solution(blank, random, SEARCHING * next(times))
        if solution is not None and (full := blank.with_clues(solution, random)) is not None:
            yield CluesCandidate(blank, full, solution)
            before, failed, times = before + 1, 0, luby()
    hint = ": it may be that no puzzle of this size, with these options, has a solution"
    if before:
        begun = plural(before, "candidate")
        hint = f", after {begun} that did not become a puzzle with one solution: try another size or other options"
    raise ParameterError(f"of {MOST_FAILED} random boards in a row none was found to have a solution that suits{hint}")


def _random_solution(puzzle: Puzzle[S], random: Random, seconds: float) -> S | None:
    """A solution: literals are chosen in a random order, each true or false at random; None where none is found.

    seconds: how long it may take where choices at random come to nothing, in CP-SAT's deterministic time.
    """
    if asked := chance(puzzle, random):
        with solutions(puzzle, **asked) as found:
            return next(found, None)
    model = build(puzzle)
    values = cp_model.SELECT_MAX_VALUE, cp_model.SELECT_MIN_VALUE
    for literal in random.sample(model.key, len(model.key)):
        model.cp.add_decision_strategy([literal], cp_model.CHOOSE_FIRST, random.choice(values))
    settings: dict[str, Any] = {"search_branching": cp_model.FIXED_SEARCH, "max_deterministic_time": CHOOSING}
    with solutions(model, seed=random.randrange(2**31), **settings) as found:
        if (solution := next(found, None)) is not None or found.exhausted:
            return solution
    return solve(model, seed=random.randrange(2**31), workers=1, max_deterministic_time=seconds).solution


def chance(puzzle: Puzzle[Any], random: Random) -> dict[str, Any]:
    """How to ask for solutions in a random order: of Glucose, where it may answer for the puzzle, else as by default.

    Of a Masyu of 10 x 10 without circles Glucose finds one in 5 ms, CP-SAT in 230; of a Slitherlink without numbers in
    4 and 300.  Its loops are long, too: of 40 for Slitherlinks all were told from others by all numbers, of 20 by
    CP-SAT 4 were.
    """
    is_plain = not (puzzle.minimise or puzzle.maximise or has_own_model(puzzle))
    description = described(puzzle) if is_plain else None
    if description is None or not suits_cuts(description.problem):
        return {}
    return {"engine": GLUCOSE, "seed": random.randrange(1, 2**31)}


class CluesCandidate(Candidate[S]):
    """A puzzle with all clues that can be given of a solution, of which some are to be left out.

    blank: the puzzle without clues; a clue is a value of the other where this has None, or a further entry of a tuple.

    >>> from cpmodels import Path, Zip
    >>> blank, full = Zip(1, 2), Zip(1, 2, waypoints=[(0, 0), (0, 1)])
    >>> candidate = CluesCandidate(blank, full, Path([(0, 0), (0, 1)]))
    >>> len(candidate.clues), candidate.puzzle(candidate.clues[:1]).waypoints
    (2, ((0, 0),))
    """

    def __init__(self, blank: Puzzle[S], full: Puzzle[S], solution: S, known: Sequence[S] = ()) -> None:
        self._blank, self._full, self.solution, self._known = blank, full, solution, known
        found: dict[Hashable, None] = {}
        _given(blank, full, lambda clue: found.setdefault(clue) is None)
        self.clues = tuple(found)
        numbers = [board.numbers for board in (blank, full) if isinstance(board, NumberedBoard)]
        if numbers and numbers[0] and numbers[0] != numbers[1]:  # They stay, whether they are needed or not.
            self.clue_name = "further number"
        self._with_one: dict[Hashable, Puzzle[S]] = {}
        for clue in self.clues:
            checkpoint()
            self._with_one[clue] = self.puzzle([clue])
        self._excluding: dict[int, tuple[S, frozenset[Hashable]]] = {}  # By the ids of solutions, which are held here.

    def remaining(self, clues: Sequence[Hashable], others: Sequence[S]) -> Sequence[S]:
        """Those of other solutions that neither one of the clues excludes by itself nor all of them do together."""
        left = [other for other in others if self._excluded_by(other).isdisjoint(clues)]
        return super().remaining(clues, left) if left else left

    def clue(self, clues: Sequence[Hashable], others: Sequence[S], random: Random) -> Hashable:
        """The one that excludes most by itself, whatever it does together with others."""
        excluded = [self._excluded_by(other) for other in others]
        return max(self.left(clues, random), key=lambda clue: sum(clue in each for each in excluded))

    def _excluded_by(self, other: S) -> frozenset[Hashable]:
        """The clues that exclude a solution, each by itself."""
        if id(other) not in self._excluding:
            wrong = set[Hashable]()
            for clue, puzzle in self._with_one.items():
                checkpoint()
                if puzzle.check(other):
                    wrong.add(clue)
            self._excluding[id(other)] = other, frozenset(wrong)
        return self._excluding[id(other)][1]

    def changed(self, others: Sequence[S], random: Random) -> Candidate[S] | None:
        """That of one of the others, where it has more clues; else, of some puzzles that are `Puzzle.nearby`, the one
        which the fewest other solutions solve of those that are known, now and from the changes before.

        All clues of this one hold for the others.  Where clues are all that can be said of a solution, these have them,
        too, and each that one of them has beside excludes this one.
        """
        if self.clues:
            other = random.choice(others)
            full = self._blank.with_clues(other, random)
            changed = None if full is None else CluesCandidate(self._blank, full, other)
            if changed is not None and len(changed.clues) > len(self.clues):
                return changed
        known = [*self._known, self.solution, *others][-MOST_KNOWN:]
        # Where no puzzle nearby has this solution, one may have the other.
        pairs = chain(
            *(((self.solution, other), (other, self.solution)) for other in random.sample(others, len(others)))
        )
        begun = self._blank if self.clues else self._full
        nearby = (near for pair in pairs for near in begun.nearby(*pair, random) if not near[0].check(near[1]))
        best, fewest = None, len(known)
        for blank, solution in islice(nearby, MOST_NEARBY):
            if (puzzle := blank.with_clues(solution, random) if self.clues else blank) is None:
                continue
            left = 0
            for each in reversed(known):
                checkpoint()
                left += each != solution and not puzzle.check(each)
                if left >= fewest:
                    break
            else:
                best, fewest = (blank, puzzle, solution), left
        return None if best is None else CluesCandidate(*best, known)

    def puzzle(self, clues: Sequence[Hashable]) -> Puzzle[S]:
        """The puzzle with these clues."""
        puzzle: Puzzle[S] = _given(self._blank, self._full, set(clues).__contains__)
        return puzzle


def _given(blank: Any, full: Any, kept: Callable[[Hashable], bool], path: tuple[Hashable, ...] = ()) -> Any:
    """What has those of the clues that are kept; a clue is the way to it."""
    if blank == full:
        return full
    if blank is None:
        return full if kept(path) else None
    if is_dataclass(full) and not isinstance(full, type) and type(blank) is type(full):
        names = [one.name for one in fields(full) if one.init and one.compare]
        return replace(full, **{n: _given(getattr(blank, n), getattr(full, n), kept, (*path, n)) for n in names})
    if isinstance(blank, tuple) and isinstance(full, tuple):
        if len(blank) == len(full):
            return tuple(_given(*pair, kept, (*path, i)) for i, pair in enumerate(zip(blank, full, strict=True)))
        return tuple(one for one in full if one in blank or kept((*path, one)))
    return full


def rows_and_columns(size: Sequence[int], what: str, such_as: str) -> tuple[int, int]:
    """The numbers of rows and columns; one number stands for both.  Raises ParameterError for what is not such a size.

    >>> rows_and_columns([3, 4], "a board", "3x3"), rows_and_columns([5], "a board", "3x3")
    ((3, 4), (5, 5))
    """
    if len(size) not in (1, 2):
        raise ParameterError(
            f"{what} has rows and columns, such as {such_as}, not {'x'.join(map(str, size)) or 'no size'}"
        )
    try:
        return board_size(size[0], size[-1])
    except PuzzleError as error:
        raise ParameterError(str(error)) from None
