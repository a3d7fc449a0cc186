"""New puzzles that have one solution, by proof, and no clue that could go.

The method is counterexample-guided, after A. Solar-Lezama and others, *Combinatorial sketching for finite programs*,
ASPLOS 2006: look at another solution than the one that is meant, add a clue that tells them apart, until there is no
other; then take away, one by one, the clues without which there is still no other.  All solutions that were met are
kept, so that a solver is asked only where none of them answers, and a kind may know others to begin with, near the one
that is meant, which are as telling as those that a solver finds.

A kind offers this by a function that makes drafts of puzzles, registered for its class; what it takes by keyword are
the wishes that a user can have:

    @cpmodels.generating.drafts.register(Lights)
    def drafts_of_lights(
        kind, size, random, *, colours: Annotated[int, "how many colours there are"] = 2
    ) -> Iterator[Draft[Grid]]:
        ...

>>> made = generate("zip", 4, 4, seed=1)
>>> made.puzzle.check(made.solution), made.minimal
([], True)
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random, SystemRandom
from types import NoneType
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from cpmodels._keywords import keywords_of, meant_keyword
from cpmodels._spelling import meant
from cpmodels.errors import KeywordError, KindError, ParameterError, PuzzleError, StoppedError
from cpmodels.explaining._difficulty import GRADES, Grade, grade_of, has_rules
from cpmodels.kinds import kind_named, load_all, open_function
from cpmodels.kinds import kind_names as all_kinds
from cpmodels.puzzle import Puzzle, Solution
from cpmodels.search._enumeration import checked
from cpmodels.search._parameters import parameter
from cpmodels.search._runs import Clock, Report
from cpmodels.solving import solutions
from cpmodels.values import board_size, listed, shown

__all__ = [
    "Draft",
    "Generated",
    "WholeDraft",
    "Wish",
    "drafts",
    "generate",
    "generated_kinds",
    "rows_and_columns",
    "wishes_of",
]

S = TypeVar("S", bound=Solution)

MOST_GRADED = 500
"""So many drafts are tried for a puzzle of the difficulty that is asked for."""
SETS = 12
"""How many sets of clues are tried against the solutions that are known before a solver is asked about the smallest."""

ROUNDS = 20
"""After so many solutions that a solver has found, clues are only added until there is no other, then taken away.

The fewest clues that tell apart all that is known are the fewest in the end, too, but where solutions are many and far
from each other, as with packed cubes, two or three clues tell hundreds of them apart.
"""


class Draft(ABC, Generic[S]):
    """A puzzle to be: the solution that is meant, and clues, of which some leave it alone.

    solution: the one that is meant.
    clues: all that can be given, each of which holds for that solution.  With all of them it must be the only one, but
        for drafts without any clue: these have one solution or are given up.
    clue_name: what a clue is called, where not all that a puzzle shows is one.
    up_to_symmetry: whether solutions that a symmetry of the puzzle maps to each other are one, as where the whole board
        can be turned on the table; for drafts without clues.

    >>> from cpmodels import Path, Zip
    >>> class Ends(Draft[Path]):
    ...     solution = Path([(0, 0), (0, 1), (0, 2)])
    ...     clues = ((0, 0), (0, 2))
    ...     def puzzle(self, clues):
    ...         return Zip(1, 3, waypoints=sorted(clues))
    >>> draft = Ends()
    >>> draft.untold([(0, 0)], [Path([(0, 2), (0, 1), (0, 0)])])
    []
    """

    solution: S
    clues: Sequence[Hashable] = ()
    clue_name: str = "clue"
    up_to_symmetry: bool = False

    def suits(self, clues: Sequence[Hashable]) -> bool:  # noqa: ARG002
        """Whether a puzzle with these clues is what was wished for; where it is not, another draft is tried."""
        return True

    @abstractmethod
    def puzzle(self, clues: Sequence[Hashable]) -> Puzzle[S]:
        """The puzzle that has these clues."""

    def others(self) -> Iterable[S]:
        """Solutions of the puzzle without clues, other than the one that is meant, that are known without a solver."""
        return ()

    def untold(self, clues: Sequence[Hashable], others: Sequence[S]) -> Sequence[S]:
        """Those of other solutions of the puzzle without clues that solve it with these clues, too."""
        puzzle = self.puzzle(clues)
        return [other for other in others if not puzzle.check(other)]

    def clue(self, clues: Sequence[Hashable], others: Sequence[S], random: Random) -> Hashable:
        """A clue to be added to these, which do not tell some solutions from the one that is meant.

        By default the one that tells most of them.
        """
        given = set(clues)
        left = [clue for clue in self.clues if clue not in given]
        random.shuffle(left)
        return min(left, key=lambda clue: len(self.untold([*clues, clue], others)))

    def order(self, clues: Sequence[Hashable], random: Random) -> Sequence[Hashable]:
        """The order in which it is tried to take clues away: those that please least come first."""
        return random.sample(clues, len(clues))


class WholeDraft(Draft[S]):
    """A puzzle as it is, without clues: it has one solution, or is given up.

    >>> from cpmodels import Path, Zip
    >>> WholeDraft(Zip(1, 2, waypoints=[(0, 0)]), Path([(0, 0), (0, 1)])).puzzle(())
    Zip(rows=1, cols=2, waypoints=((0, 0),), walls=(), name=None)
    """

    def __init__(self, puzzle: Puzzle[S], solution: S, *, up_to_symmetry: bool = False) -> None:
        self.solution, self.up_to_symmetry, self._puzzle = solution, up_to_symmetry, puzzle

    def puzzle(self, clues: Sequence[Hashable]) -> Puzzle[S]:  # noqa: ARG002
        """The puzzle."""
        return self._puzzle


@open_function("cpmodels.generators")
def drafts(kind: type[Puzzle[Any]], size: Sequence[int], random: Random, **wishes: Any) -> Iterator[Draft[Any]]:
    """Drafts of puzzles of a kind and a size, each another one at random; the first that comes out right is taken.

    Implementations name their wishes, as keywords with annotations: ``bool``, ``int``, ``int | None``,
    ``str | None`` or a ``Literal`` of strings, best within ``Annotated[..., "what it means"]``; values of other types
    do not come.

    Raises KindError for a kind that makes none, ParameterError for sizes and wishes that no puzzle can have.

    >>> from cpmodels import Zip
    >>> draft = next(drafts(Zip, (3, 3), Random(1)))
    >>> len(draft.solution.cells), len(draft.clues)
    (9, 7)
    """
    del size, random, wishes
    raise KindError(f"no generator makes puzzles of the kind {kind.kind!r}")


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


class Wish(NamedTuple):
    """A keyword of an implementation of `drafts`.

    choices: what a string can be; none for others.

    >>> wish = Wish("walls", str, ("none", "few", "many"), "none", "how many walls there are")
    >>> wish.checked("some")
    Traceback (most recent call last):
    ...
    cpmodels.errors.ParameterError: walls must be none or few or many, not 'some'
    """

    name: str
    type: type
    choices: tuple[str, ...]
    default: Any
    help: str

    def checked(self, value: Any) -> Any:
        """The value.  Raises ParameterError unless it is one that can be wished for."""
        if value is None and self.default is None:
            return None
        if self.choices and value not in self.choices:
            raise ParameterError(f"{self.name} must be {' or '.join(self.choices)}, not {shown(value)}")
        if not self.choices and (
            not isinstance(value, self.type) or isinstance(value, bool) is not (self.type is bool)
        ):
            what = {bool: "True or False", int: "a whole number", str: "a text"}
            told = what.get(self.type, f"a {self.type.__name__}")
            raise ParameterError(f"{self.name} must be {told}, not {shown(value)}")
        return value


def wishes_of(kind: type[Puzzle[Any]]) -> dict[str, Wish]:
    """What can be wished for in puzzles of a kind.

    >>> from cpmodels import Zip
    >>> wishes_of(Zip)["walls"].choices
    ('none', 'few', 'many')
    """
    function = drafts.implementation(kind)
    hints = get_type_hints(function, include_extras=True)
    found = {}
    for name, keyword in inspect.signature(function).parameters.items():
        if keyword.kind is inspect.Parameter.KEYWORD_ONLY:
            hint, told = hints[name], ""
            if get_origin(hint) is Annotated:
                hint, told = get_args(hint)[:2]
            choices = get_args(hint) if get_origin(hint) is Literal else ()
            plain = str if choices else next((t for t in get_args(hint) if t is not NoneType), hint)
            found[name] = Wish(name, plain, choices, keyword.default, told)
    return found


def generated_kinds() -> list[str]:
    """The names of the kinds that `generate` makes puzzles of.

    >>> "zip" in generated_kinds()
    True
    """
    load_all("cpmodels.kinds")
    return [name for name in all_kinds() if drafts.is_implemented(kind_named(name))]


@dataclass(frozen=True)
class Generated(Generic[S]):
    """A new puzzle, or how far the search for one came.

    puzzle: it is proved to have one solution; None when the search was stopped before there was one.
    solution: that one.
    minimal: whether it is proved, too, that without any one of its clues it would have others, or be harder than was
        asked for; None where all that it has is needed anyway, as in a set of pieces.
    clue_name: what these are called: ``"wall"`` where the numbers of a ZIP make up a shape, and are no clues.
    difficulty: its grade, where one was asked for.
    seed: what makes the same puzzle again, with the same version of this library and of OR-Tools, on any machine.
    tries: how many drafts were begun.
    interrupted: whether Ctrl-C ended the search.

    >>> made = generate("zip", 3, 3, seed=1)
    >>> made.seed, made.tries >= 1, len(made.puzzle.waypoints)
    (1, True, 4)
    """

    puzzle: Puzzle[S] | None
    solution: S | None
    minimal: bool | None
    seed: int
    difficulty: Grade | None = None
    tries: int = field(default=1, compare=False)
    interrupted: bool = field(default=False, compare=False)
    seconds: float = field(default=0.0, compare=False)
    clue_name: str = field(default="clue", compare=False)


def generate(
    kind: str | type[Puzzle[Any]],
    *size: int,
    difficulty: Grade | None = None,
    seed: int | None = None,
    time_limit: float | None = None,
    progress: Report | None = None,
    **wishes: Any,
) -> Generated[Any]:
    """A new puzzle, at random, with one solution.

    kind: the name of a kind, such as ``"zip"``, or its class.
    size: the numbers of rows and columns, or the sides of a box.
    difficulty: ``"easy"``, ``"medium"``, ``"hard"`` or ``"expert"``, by the reasons that its solution takes (see
        `cpmodels.Difficulty`); an easy puzzle has more clues than it takes to have one solution.
    seed: the same one makes the same puzzle; by default another one each time, which is told.
    time_limit: seconds; then the best that was found by then comes back.
    progress: called now and then with a `Progress`, whose `found` is the number of drafts that were given up.
    wishes: what the kind can be asked for, such as ``walls="few"``; `wishes_of` tells them.

    Raises KindError for a kind of which there is no generator, KeywordError for an unknown wish, ParameterError for a
    size or a wish that no puzzle can have, and for a difficulty that none of many puzzles has.

    >>> generate("edge_matching", 2, 2, seed=5, halves=True).puzzle.rule
    'sum-zero'
    """
    cls = kind_named(kind) if isinstance(kind, str) else kind
    if not (isinstance(cls, type) and issubclass(cls, Puzzle)):
        raise KindError(f"expected the name of a kind, not {shown(kind)}")
    known = wishes_of(cls) if drafts.is_implemented(cls) else {}
    if not drafts.is_implemented(cls):
        raise KindError(
            f"no generator makes puzzles of the kind {cls.kind!r}; there are some of {listed(generated_kinds())}"
        )
    for name in wishes:
        if name not in known:
            close = meant_keyword(name, [*known, *keywords_of(generate)[0]])
            hint = f"did you mean {close!r}?" if close else meant(name, known)
            raise KeywordError(f"one cannot wish for {shown(name)} in {cls.kind!r}; {hint}")
    asked = {name: wish.checked(wishes.get(name, wish.default)) for name, wish in known.items()}
    if difficulty is not None and difficulty not in GRADES:
        raise ParameterError(
            f"the difficulty must be {', '.join(GRADES[:-1])} or {GRADES[-1]}, not {shown(difficulty)}"
        )
    if seed is None:
        seed = SystemRandom().randrange(10**6)
    parameter(seed, "the seed", 0)
    clock = Clock(time_limit, progress)
    given = {**asked, "difficulty": difficulty} if difficulty else asked
    random = Random(f"{cls.kind} {size} {sorted(given.items())} {seed}")
    maker = _Maker(clock, random, difficulty)
    interrupted = False
    try:
        with clock.limiting():
            for draft in drafts(cls, [parameter(side, "a side", 1) for side in size], random, **asked):
                if maker.settle(draft):
                    break
    except StoppedError:
        pass
    except KeyboardInterrupt:
        interrupted = True
    grade = None if maker.puzzle is None else difficulty
    found = (maker.puzzle, maker.solution, maker.minimal)
    return Generated(*found, seed, grade, maker.tries, interrupted, clock.seconds, maker.clue_name)


class _Maker:
    """Makes puzzles of drafts; what it has so far is `puzzle`, which has one solution, by proof."""

    def __init__(self, clock: Clock, random: Random, difficulty: Grade | None) -> None:
        self._clock, self._random, self._difficulty = clock, random, difficulty
        self.puzzle: Puzzle[Any] | None = None
        self.solution: Any = None
        self.minimal: bool | None = False
        self.clue_name = "clue"
        self.tries = 0

    def settle(self, draft: Draft[S]) -> bool:
        """Make a puzzle of a draft; False where that has other solutions whatever its clues, or does not suit."""
        self._clock.found = self.tries
        self.tries += 1
        self.clue_name = draft.clue_name
        others: list[S] = []
        for other in draft.others():
            self._clock.pause()
            others.append(other)
        clues = min((self._telling(draft, [], others, fewest=True) for _ in range(SETS)), key=len)
        last = len(others) + ROUNDS
        while (met := self._another(draft, clues)) is not None:
            if not draft.clues:
                return False
            others.append(met)
            clues = self._telling(draft, clues, others, fewest=len(others) < last)
        if self._difficulty:
            return self._settle_graded(draft, clues)
        self._keep(draft, clues)
        for clue in draft.order(clues, self._random):
            fewer = [other for other in clues if other != clue]
            if not draft.untold(fewer, others):
                if (met := self._another(draft, fewer)) is None:
                    clues = fewer
                    self._keep(draft, clues)
                else:
                    others.append(met)
        if not draft.suits(clues):
            self.puzzle = self.solution = None
            return False
        self.minimal = True if draft.clues else None
        return True

    def _settle_graded(self, draft: Draft[S], clues: Sequence[Hashable]) -> bool:
        """Make a puzzle of the grade that is asked for, of clues that leave one solution; False where that fails.

        As few more clues as make it no harder are added, and those without which it is still no harder taken away.
        """
        if self.tries == 1 and not has_rules(draft.puzzle(clues)):
            raise ParameterError(
                "puzzles of this kind have no difficulty: it comes from rules, of which there are none"
            )
        if self.tries > MOST_GRADED:
            raise ParameterError(f"none of {MOST_GRADED} puzzles of this size, made at random, was {self._difficulty}")
        if self._difficulty != "expert":
            given = set(clues)
            more = [*clues, *self._random.sample(left := [c for c in draft.clues if c not in given], len(left))]
            if self._grade(draft, more) is None:
                return False
            fewest = bisect_left(
                range(len(clues), len(more)), True, key=lambda n: self._grade(draft, more[:n]) is not None
            )
            clues = more[: len(clues) + fewest]
            for clue in draft.order(clues, self._random):
                fewer = [other for other in clues if other != clue]
                if self._grade(draft, fewer) is not None:
                    clues = fewer
        if not draft.suits(clues) or self._grade(draft, clues) != self._difficulty or self._another(draft, clues):
            return False
        self.minimal = True if draft.clues else None
        self._keep(draft, clues)
        return True

    def _grade(self, draft: Draft[S], clues: Sequence[Hashable]) -> Grade | None:
        """The grade with these clues; None where it would be harder than what is asked for."""
        assert self._difficulty is not None
        self._clock.pause()
        return grade_of(draft.puzzle(clues), self._difficulty)

    def _keep(self, draft: Draft[Any], clues: Sequence[Hashable]) -> None:
        puzzle = draft.puzzle(clues)
        self.puzzle, self.solution = puzzle, checked(puzzle, draft.solution, "the generator")

    def _telling(
        self, draft: Draft[S], clues: Sequence[Hashable], others: Sequence[S], *, fewest: bool
    ) -> Sequence[Hashable]:
        """These clues and others that tell all these solutions from the one that is meant.

        fewest: take away those of them that can go.
        """
        clues = list(clues)
        while left := draft.untold(clues, others):
            self._clock.pause()
            clues.append(draft.clue(clues, left, self._random))
        for clue in draft.order(clues, self._random) if fewest else ():
            fewer = [other for other in clues if other != clue]
            if not draft.untold(fewer, others):
                clues = fewer
        return clues

    def _another(self, draft: Draft[S], clues: Sequence[Hashable]) -> S | None:
        """A solution that these clues leave beside the one that is meant; None where there is none, by proof."""
        self._clock.pause()
        puzzle = draft.puzzle(clues)
        with solutions(puzzle, up_to_symmetry=draft.up_to_symmetry, time_limit=self._clock.rest) as found:
            for number, solution in enumerate(found):
                if number if draft.up_to_symmetry else solution != draft.solution:
                    return solution
            if not found.exhausted:
                raise StoppedError("the time was up")
        return None
