"""New puzzles that have one solution, by proof, and no redundant clue.

The method is counterexample-guided, after A. Solar-Lezama and others, *Combinatorial sketching for finite programs*,
ASPLOS 2006: look for a solution other than the intended one, add a clue that excludes it, until there is no other; then
take away, one by one, the clues without which there is still no other.  A solver is first asked with half of the other
clues beside, chosen at random, then with fewer and fewer: with many clues it answers soon, and what it finds is near
the intended solution, so that only some clues exclude it.  All solutions that were met are kept, so that a solver is
asked only where none of them answers, and a kind may know others to begin with.

A kind offers this by a function that makes candidates for new puzzles, registered for its class; what it takes by
keyword are the options that a user has:

    @cpmodels.generating.candidates.register(Lights)
    def candidates_of_lights(
        kind, size, random, *, colours: Annotated[int, "how many colours there are"] = 2
    ) -> Iterator[Candidate[Grid]]:
        ...

>>> made = generate("zip", 4, 4, seed=1)
>>> made.puzzle.check(made.solution), made.minimal
([], True)
"""

from __future__ import annotations

import inspect
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random, SystemRandom
from types import NoneType, SimpleNamespace, UnionType
from typing import Annotated, Any, Generic, Literal, NamedTuple, Union, get_args, get_origin

from cpmodels._candidates import (
    MOST_FAILED,
    Candidate,
    CluesCandidate,
    WholeCandidate,
    candidates,
    chance,
    makes_candidates,
    rows_and_columns,
)
from cpmodels._parameters import parameter
from cpmodels.base._clock import Clock, Report
from cpmodels.base._grades import GRADES, Grade
from cpmodels.base._keywords import keywords_of, meant, meant_keyword
from cpmodels.base.errors import CpmodelsError, KeywordError, KindError, ParameterError, StoppedError
from cpmodels.base.fields import annotations_of
from cpmodels.base.kinds import kind_named, load_all
from cpmodels.base.kinds import kind_names as all_kinds
from cpmodels.base.puzzle import Part, Puzzle, S, Solution
from cpmodels.base.values import either, listed, plain, plural, shown
from cpmodels.engines._table import BACKTRACK, ENGINES
from cpmodels.explaining._explaining import difficulty as difficulty_of
from cpmodels.explaining._explaining import grade_of, has_rules
from cpmodels.search._all import searched_by
from cpmodels.search._question import Question, checked, is_hashable

__all__ = [
    "Candidate",
    "CluesCandidate",
    "Generated",
    "KindOption",
    "WholeCandidate",
    "candidates",
    "generate",
    "generated_kinds",
    "options_of",
    "rows_and_columns",
]


MOST_TRIES, MOST_GRADED = 2_000, 500
"""How many candidates are tried in all, and for a puzzle of the difficulty that is asked for."""

SETS = 12
"""How many sets of clues are tried against the solutions that are known before a solver is asked about the smallest."""

ROUNDS = 20
"""After this many solutions that a solver has found, clues are only added until there is no other, then taken away.

The fewest clues that exclude all that is known are the fewest in the end, too, but where solutions are many and far
from each other, as with packed cubes, two or three clues exclude hundreds of them.
"""

MOST_CHANGES, AT_ONCE = 10, 20
"""After so many changes of a candidate in a row that leave no fewer other solutions another is tried, or,
while there are as many as are asked for at once, after a third as many as its solution has marks, as of a large board
there are long more.  Of a few there are too often as many before and after a change to tell which is better.

Seconds of processor time for a new puzzle, in the mean of 6 to 8: LITS of 8 x 8 6 (with 5 in a row 20), of 6 x 6 2 (2).
"""


class KindOption(NamedTuple):
    """A keyword of an implementation of `candidates`.

    choices: what a string can be; none for others.

    >>> option = KindOption("walls", str, ("none", "few", "many"), "none", "how many walls there are")
    >>> option.checked("some")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.ParameterError: walls must be none, few or many, not 'some'
    """

    name: str
    type: type
    choices: tuple[str, ...]
    default: Any
    help: str

    def checked(self, value: Any) -> Any:
        """The value.  Raises ParameterError unless it is allowed."""
        if value is None and self.default is None:
            return None
        value = plain(value)
        if self.type is int:
            return parameter(value, self.name)
        if not isinstance(value, self.type) or (self.choices and value not in self.choices):
            what = either(self.choices) if self.choices else "True or False" if self.type is bool else "a string"
            raise ParameterError(f"{self.name} must be {what}, not {shown(value)}")
        return value


def options_of(kind: type[Puzzle[Any]]) -> dict[str, KindOption]:
    """The options that puzzles of a kind can be generated with.

    Keywords without an annotation, or with one that `candidates` does not name, are none.

    Raises KindError where the annotation of one cannot be read, or one has no default.

    >>> from cpmodels import Zip
    >>> options_of(Zip)["walls"].choices
    ('none', 'few', 'many')
    """
    function: Any = candidates.implementation(kind) if candidates.is_implemented(kind) else kind.blank
    try:
        parameters = inspect.signature(function).parameters.values()
        keywords = {each.name: each for each in parameters if each.kind is each.KEYWORD_ONLY}
        written = {name: each.annotation for name, each in keywords.items() if each.annotation is not each.empty}
        known = getattr(inspect.unwrap(function), "__globals__", {})
        hints = annotations_of(SimpleNamespace(__annotations__=written), known)
    except Exception as error:
        raise KindError(f"the options of new puzzles of the kind {kind.kind!r} cannot be read: {error}") from error
    found = {}
    for name, keyword in keywords.items():
        if name in hints:
            hint, help_text = hints[name], ""
            if get_origin(hint) is Annotated:
                hint, help_text = get_args(hint)[:2]
            choices = get_args(hint) if get_origin(hint) is Literal else ()
            types = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
            of_one = str if choices else next((t for t in types if t is not NoneType), hint)
            if of_one in (bool, int, str):
                if keyword.default is keyword.empty:
                    raise KindError(f"the option {name!r} of new puzzles of the kind {kind.kind!r} needs a default")
                found[name] = KindOption(name, of_one, choices, keyword.default, help_text)
    return found


def generated_kinds() -> list[str]:
    """The names of the kinds that `generate` makes puzzles of.

    >>> "zip" in generated_kinds()
    True
    """
    load_all("cpmodels.kinds")
    found = []
    for name in all_kinds():
        with suppress(CpmodelsError):  # Its package may be broken.
            if makes_candidates(kind_named(name)):
                found.append(name)
    return found


@dataclass(frozen=True)
class Generated(Generic[S]):
    """A new puzzle, or how far the search for one got.

    puzzle: it is proved to have one solution; None when the search was stopped before there was one.
    solution: that solution.
    minimal: whether it is also proved that, without any one of its clues, it would have other solutions or, by named
        rules alone, be harder than was asked for; None where there are none, as in a set of pieces.  What a puzzle
        shows in any case is not a clue: the sums of a Kakuro, say, or the numbers with which a Fillomino begins.
    clue_name: what the clues are called: ``"wall"`` where the numbers of a ZIP form a shape, and ``"further number"``
        in a Fillomino.
    difficulty: its grade, where one was asked for.
    seed: what makes the same puzzle again, with the same versions of this library, OR-Tools and python-sat, on any
        machine.  Where searches race, as for gardens of cubes or hexagons, or large boards that take one half a second,
        it may make another one.
    tries: how many candidates were begun.
    interrupted: whether Ctrl-C ended the search.
    seconds: wall time.

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
    **options: Any,
) -> Generated[Any]:
    """A new random puzzle with exactly one solution.

    kind: the name of a kind, such as ``"zip"``, or its class.
    size: the numbers of rows and columns, or the sides of a box.
    difficulty: ``"easy"``, ``"medium"``, ``"hard"`` or ``"expert"``, by the reasons that its solution takes (see
        `cpmodels.Difficulty`); an easy puzzle has more clues than it takes to have one solution.
    seed: the same seed makes the same puzzle (see `Generated`); by default a new one each time, which the result
        contains.
    time_limit: seconds; the result is then the best found so far.
    progress: called now and then with a `Progress`, whose `found` is the number of candidates given up.
    options: those of the kind, such as ``walls="few"``; `options_of` lists them.

    Raises PuzzleError for the name of no kind, KindError for a kind without a generator, or with that of another one,
    KeywordError for an unknown option, ParameterError for a size or an option that no puzzle can have, and where none
    of many candidates becomes a puzzle with one solution, or one of the difficulty.

    >>> generate("edge_matching", 2, 2, seed=5, halves=True).puzzle.rule
    'sum-zero'
    """
    cls = kind_named(kind) if isinstance(kind, str) else kind
    if not (isinstance(cls, type) and issubclass(cls, Puzzle)):
        raise KindError(f"expected the name of a kind, not {shown(kind)}")
    if not makes_candidates(cls):
        raise KindError(
            f"there is no generator for the kind {cls.kind!r}, as its class has no method `blank`, only for "
            f"{listed(generated_kinds())}"
        )
    known = options_of(cls)
    for name in options:
        if name not in known:
            close = meant_keyword(name, [*known, *keywords_of(generate)[0]])
            hint = f"did you mean {close!r}?" if close else meant(name, known)
            raise KeywordError(f"{cls.kind!r} has no option {shown(name)}; {hint}")
    asked = {name: option.checked(options.get(name, option.default)) for name, option in known.items()}
    if difficulty is not None and difficulty not in GRADES:
        raise ParameterError(f"the difficulty must be {either(GRADES)}, not {shown(difficulty)}")
    seed = parameter(SystemRandom().randrange(10**6) if seed is None else seed, "the seed", 0)
    clock = Clock(time_limit, progress)
    given = {**asked, "difficulty": difficulty} if difficulty else asked
    sides = [parameter(side, "a side", 1) for side in size]
    random = Random(f"{cls.kind} {tuple(sides)} {sorted(given.items())} {seed}")
    maker = _Maker(cls, clock, random, difficulty, Generated(None, None, False, seed))
    interrupted = False
    try:
        clock.do(lambda: maker.make(candidates(cls, sides, random, **asked)))
    except StoppedError:
        pass
    except KeyboardInterrupt:
        interrupted = True
    return replace(maker.made, tries=maker.tries, interrupted=interrupted, seconds=clock.seconds)


class _Maker:
    """Makes puzzles of candidates; what it has so far is `made`, whose puzzle has one solution, by proof.

    It may be left behind when the time is up, so what is made is one value.
    """

    def __init__(
        self, cls: type[Puzzle[Any]], clock: Clock, random: Random, difficulty: Grade | None, none: Generated[Any]
    ) -> None:
        self._cls, self._clock, self._random, self._difficulty = cls, clock, random, difficulty
        self.made = self._none = none
        self.tries = 0
        self._given_up: set[Puzzle[Any]] = set()

    def make(self, candidates: Iterable[Candidate[Any]]) -> None:
        """Make a puzzle of the first candidate that can be finished.  Raises ParameterError where none of many can."""
        met_again = 0
        for candidate in candidates:
            if self.tries == MOST_TRIES or met_again == MOST_FAILED:
                break
            if not isinstance(made := candidate.puzzle(candidate.clues), self._cls):
                raise KindError(
                    f"the generator of the kind {made.kind!r}, from which {self._cls.kind!r} is derived, makes no "
                    f"{self._cls.__name__}: register one of its own by @cpmodels.generating.candidates.register"
                )
            if not is_hashable(made):
                raise KindError(f"a {self._cls.__name__} cannot be hashed: its fields must be hashable, like tuples")
            self._clock.found = self.tries
            self.tries += 1
            met_again = met_again + 1 if made in self._given_up else 0
            if not met_again and self.finish(candidate):
                return
        if not self.tries:
            raise ParameterError(
                "no candidate was found: it may be that no puzzle of this size, with these options, has a solution"
            )
        raise ParameterError(
            f"no puzzle with one solution was made of {plural(self.tries, 'candidate')}: try another size or other "
            "options, or, in a generator of your own, give clues that together leave no other solution"
        )

    def finish(self, candidate: Candidate[S]) -> bool:
        """Make a puzzle of a candidate; False where it has other solutions whatever its clues, or does not suit."""
        others: list[S] = []
        for other in candidate.others():
            self._clock.pause()
            others.append(other)
        if candidate.remaining(candidate.clues, others):
            return False
        if (only := self._without_others(candidate)) is None:
            return False
        candidate = only
        clues = min((self._excluding(candidate, [], others, fewest=True) for _ in range(SETS)), key=len)
        # Seconds of processor time for a puzzle with half of the others beside, and without: Hidoku of 8 x 8 2 and 25,
        # Fillomino of 6 x 6 1.6 and 2.8, 64 hanging cubes 8 and 14; three quarters or a quarter are no better.
        last, beside = len(others) + ROUNDS, len(candidate.clues) // 2
        while candidate.clues:  # Without any it was just proved that there is no other.
            met = self._another(candidate, [*clues, *candidate.left(clues, self._random)[:beside]])
            if met is not None:
                if candidate.remaining(candidate.clues, [met]):
                    return False
                others.append(met)
                clues = self._excluding(candidate, clues, others, fewest=len(others) < last)
            elif beside:
                beside //= 2
            else:
                break
        if self._difficulty:
            return self._finish_graded(candidate, clues, others, self._difficulty)
        for fewer in self._fewer(candidate, clues, lambda fewer: self._excludes(candidate, fewer, others)):
            clues = fewer
            self._keep(candidate, clues)
        if not candidate.suits(clues):
            self.made = self._none
            return False
        self.made = replace(self.made, minimal=True if candidate.clues else None)
        return True

    def _fewer(
        self, candidate: Candidate[S], clues: Sequence[Hashable], suffice: Callable[[Sequence[Hashable]], bool]
    ) -> Iterator[Sequence[Hashable]]:
        """These clues, then fewer and fewer of them that suffice, until none can be taken away."""
        yield clues
        for clue in candidate.order(clues, self._random):
            fewer = [other for other in clues if other != clue]
            if suffice(fewer):
                clues = fewer
                yield clues

    def _excludes(self, candidate: Candidate[S], clues: Sequence[Hashable], others: list[S]) -> bool:
        """Whether these clues leave no other solution, by proof; one that is met is noted with the others."""
        if candidate.remaining(clues, others):
            return False
        met = self._another(candidate, clues)
        others += [] if met is None else [met]
        return met is None

    def _finish_graded(
        self, candidate: Candidate[S], clues: Sequence[Hashable], others: list[S], difficulty: Grade
    ) -> bool:
        """Make a puzzle of the grade that is asked for, of clues that leave one solution; False where that fails.

        As few more clues as make it no harder are added, and those without which it is still no harder taken away.
        """
        if not has_rules(candidate.puzzle(clues)):
            raise ParameterError("puzzles of this kind have no difficulty, as there are no rules for explaining them")
        if self.tries > MOST_GRADED:
            raise ParameterError(f"none of {MOST_GRADED} random puzzles of this size was {difficulty}")

        def grade(clues: Sequence[Hashable]) -> Grade | None:
            """The grade with these clues; None where it would be harder than what is asked for."""
            self._clock.pause()
            if candidate.remaining(clues, others):
                return None
            return grade_of(candidate.puzzle(clues), candidate.solution, difficulty)

        if difficulty == "expert":  # Nothing would be harder, so without any of the clues there are other solutions.
            *_, clues = self._fewer(candidate, clues, lambda fewer: self._excludes(candidate, fewer, others))
        else:
            more = [*clues, *candidate.left(clues, self._random)]
            if grade(more) is None:
                return False
            added = range(len(clues), len(more))
            clues = more[: len(clues) + bisect_left(added, True, key=lambda n: grade(more[:n]) is not None)]
            *_, clues = self._fewer(candidate, clues, lambda fewer: grade(fewer) is not None)
        if not candidate.suits(clues) or grade(clues) != difficulty or self._another(candidate, clues) is not None:
            return False
        if difficulty != "expert":  # Step by step it may be harder than by all that follows at a time.
            measured = difficulty_of(candidate.puzzle(clues), time_limit=self._clock.rest)
            if measured is None:
                raise StoppedError("the time was up")
            if measured.grade != difficulty:
                return False
        self._keep(candidate, clues, minimal=True if candidate.clues else None)
        return True

    def _keep(self, candidate: Candidate[Any], clues: Sequence[Hashable], *, minimal: bool | None = False) -> None:
        if candidate.suits(clues):
            puzzle = candidate.puzzle(clues)
            self.made = replace(
                self.made, puzzle=puzzle, solution=checked(puzzle, candidate.solution, "the generator"),
                minimal=minimal, difficulty=self._difficulty, clue_name=candidate.clue_name,
            )  # fmt: skip

    def _excluding(
        self, candidate: Candidate[S], clues: Sequence[Hashable], others: Sequence[S], *, fewest: bool
    ) -> Sequence[Hashable]:
        """These clues and more, which exclude all these other solutions."""
        clues = list(clues)
        while left := candidate.remaining(clues, others):
            self._clock.pause()
            clues.append(candidate.clue(clues, left, self._random))
        if fewest:
            *_, clues = self._fewer(candidate, clues, lambda fewer: not candidate.remaining(fewer, others))
        return clues

    def _without_others(self, candidate: Candidate[S]) -> Candidate[S] | None:
        """A candidate changed until it has one solution with all its clues; None where that fails.

        A change is kept unless it leaves more other solutions than there were.
        """
        others, failed = self._others(candidate, candidate.clues, AT_ONCE), 0
        marks = candidate.solution.marks() if isinstance(candidate.solution, Solution) else None
        patience = max(MOST_CHANGES, len(marks or ()) // 3)
        while others and failed < (MOST_CHANGES if len(others) < AT_ONCE else patience):
            if (changed := candidate.changed(others, self._random)) is None:
                self._given_up.add(candidate.puzzle(candidate.clues))
                return None
            left = self._others(changed, changed.clues, AT_ONCE)
            failed = 0 if len(left) < len(others) else failed + 1
            if len(left) <= len(others):
                candidate, others = changed, left
        return None if others else candidate

    def _another(self, candidate: Candidate[S], clues: Sequence[Hashable]) -> S | None:
        """A solution that these clues leave beside the intended one; None where there is none, by proof."""
        return next(iter(self._others(candidate, clues, 1)), None)

    def _others(self, candidate: Candidate[S], clues: Sequence[Hashable], most: int) -> list[S]:
        """As many solutions as that which these clues leave beside the intended one; fewer, where there are no more.

        They are looked for in a part of the puzzle, if that has another one, too, where there is one.
        """
        self._clock.pause()
        puzzle, up_to_symmetry, others = candidate.puzzle(clues), candidate.up_to_symmetry, list[S]()
        whole = Part(puzzle, lambda solution: solution)
        part = next((each for each in puzzle.parts() if each.alone and each.alone(candidate.solution)), whole)
        # Sets of pieces have no more colours than backtracking needs: of 12 x 12 with 17 it proves in 2 s what CP-SAT
        # does not in 10.  Where clues depend on which others are found, the engine is not that estimated to be best.
        backtracks = up_to_symmetry and ENGINES[BACKTRACK].is_installed
        asked = {"engine": BACKTRACK} if backtracks else chance(part.puzzle, self._random)
        question = Question.of(part.puzzle, Clock(self._clock.rest, None), **asked)
        with searched_by(question, "leaders" if up_to_symmetry else "expanded") as found:
            for number, solution in enumerate(found):
                other = part.whole(solution)
                if number if up_to_symmetry else other != candidate.solution:
                    others.append(other)
                if len(others) == most:
                    return others
            if not found.exhausted and not others:
                raise StoppedError("the time was up")
        return others
