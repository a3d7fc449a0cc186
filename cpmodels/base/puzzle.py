"""What every puzzle has: a name for its kind, a checker, a type of solution, and a picture of itself in a notebook.

A kind of puzzle is a frozen dataclass:

>>> @dataclass(frozen=True)
... class Lights(Puzzle[Grid]):
...     '''Every cell of a board is on or off; as many are on as are asked for.'''
...
...     kind = "lights"
...     rows: int
...     cols: int
...     on: int
...     name: str | None = field(default=None, compare=False)
...
...     def check(self, solution: Grid) -> list[str]:
...         count = len(solution.where(1))
...         return [] if count == self.on else [f"{count} cells are on, not {self.on}"]
>>> Lights(1, 2, on=1).check(Grid([[1, 1]]))
['2 cells are on, not 1']
>>> Lights.solution_type.__name__
'Grid'
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
from difflib import get_close_matches
from functools import cache, cached_property, wraps
from inspect import Parameter, Signature, get_annotations, isabstract, isfunction, ismethod, signature
from itertools import pairwise, product, starmap
from numbers import Real
from random import Random
from types import FunctionType, MemberDescriptorType, MethodType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, get_args

from cpmodels.base._keywords import check_keywords
from cpmodels.base._slips import SORTS
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import CpmodelsError, DefectError, KindError, PuzzleError
from cpmodels.base.fields import NOT_IN_FILES, in_files
from cpmodels.base.graph import Graph, grid, rooms
from cpmodels.base.kinds import function_named, register_kind
from cpmodels.base.lattice import Cell
from cpmodels.base.marks import Mark
from cpmodels.base.values import (
    RegionGrid,
    by_cell,
    cells_of,
    check_name,
    check_type,
    corner,
    integer,
    integers,
    items,
    listed,
    number_grid,
    place,
    region_grid,
    repeated,
    shown,
)

if TYPE_CHECKING:
    import typing_extensions

    from cpmodels.base.description import Description

__all__ = [
    "Assignment", "DividedBoard", "Grid", "Loop", "NumberedBoard", "Part", "Path", "Paths", "Puzzle", "Slip",
    "Solution", "as_read", "expected", "marks_of", "not_a_puzzle", "picture_in_notebook",
]  # fmt: skip


class Solution:
    """A solution of a puzzle: a frozen value, compared by content.

    >>> @dataclass(frozen=True)
    ... class Queens(Solution):
    ...     columns: tuple[int, ...]
    >>> Queens((1, 3, 0, 2)) == Queens((1, 3, 0, 2))
    True
    """

    def marks(self) -> frozenset[Mark] | None:
        """What the solution says on the board, mark by mark; None for types of solutions that have no marks.

        By default of solutions whose iteration gives each cell, a tuple, with what is in it.

        >>> sorted(Grid([[1, 2]]).marks())
        [Mark(cells=((0, 0),), value=1), Mark(cells=((0, 1),), value=2)]
        """
        entries: list[Any] = list(self) if isinstance(self, Iterable) else [None]
        if not all(isinstance(each, tuple) and len(each) == 2 and isinstance(each[0], tuple) for each in entries):
            return None
        return frozenset(starmap(Mark.at, entries))

    def on(self, board: Diagram) -> Diagram:
        """A board with the solution drawn on it, as numbers, a path, paths or a loop; by default without anything.

        >>> len(Grid([[1, 2]]).on(Diagram(1, 2)).layers)
        1
        """
        return board


def marks_of(solution: Solution) -> frozenset[Mark]:
    """The marks of a solution of a model that has marks.  Raises DefectError where its type has none.

    >>> len(marks_of(Grid([[1, 2]])))
    2
    """
    if (marks := solution.marks()) is None:
        kind = type(solution).__name__
        raise DefectError(f"the model has marks, but {kind}.marks() is None: write a method `marks` that has the same")
    return marks


if TYPE_CHECKING:  # Of what is read, such as a puzzle that is named, nothing is known of the solutions.
    S = typing_extensions.TypeVar("S", default=Any)
    D = typing_extensions.TypeVar("D", bound=Solution, default=Any)
else:
    S, D = TypeVar("S"), TypeVar("D", bound=Solution)
P = TypeVar("P", bound="Puzzle[Any]")


class _MissingError(KindError, AttributeError):
    """A class of puzzles lacks what every kind must say."""


class _Missing:
    """Stands where a class of puzzles is to say something."""

    def __init__(self, sentence: str) -> None:
        self._sentence = sentence

    def __get__(self, puzzle: object, cls: type) -> Any:
        raise _MissingError(self._sentence.format(cls=cls.__name__, kind=cls.__name__.lower()))


@dataclass(frozen=True)
class Slip:
    """What may have been mistyped in a puzzle.

    change: how it is mended, in words, such as ``"exchange top and right of piece 5"``.
    puzzle: the puzzle then.
    sort: what sort of slip it is.

    >>> from cpmodels import EdgeMatching
    >>> next(EdgeMatching(1, 2, [(1, 2, 1, 2), (2, 1, 1, 1)], rotations=False).slips()).change
    'exchange top and right of piece 1'
    """

    change: str
    puzzle: Puzzle[Any]
    sort: str = ""


PAIR = r"\((-?\d+), (-?\d+)\)"
"""A cell in a sentence, or a corner of cells."""

PLACES = re.compile(rf"(\b(?:the )?cells? )?({PAIR}(?:,?(?: and| or| nor)? {PAIR})*)( (?=and|or|nor))?")
"""Some of them, whether they are called cells, and what stands before the end of the row."""


class Puzzle(ABC, Generic[S]):
    """A puzzle: a frozen value that can check a solution by its own rules.

    A kind is a subclass with `check`, with `model` or `describe`, and best with `diagram`, that names the type of its
    solutions: `Path`, `Paths`, `Loop`, `Grid`, or a frozen dataclass of its own derived from `Solution`.

    kind: the name of the kind of puzzle, in files and elsewhere, such as ``"zip"``.
    title: what people call the kind, by default its `kind` with spaces for underscores.
    solution_type: the type of its solutions, by default the one in the brackets of ``Puzzle[...]``.
    name: what this puzzle is called, if anything; PuzzleError is raised for one that is not a string.
    minimise: what a solution must have the least of, if anything; then `parts` says how to find it.
    maximise: what the best solution has the most of, if anything; then `amount` says how much that is, and the model
        has it as its objective.
    fully_described: of a kind that has a model beside its description, whether the two say the same, so that either
        may answer, whichever is the sooner done; `cpmodels.testing.check_kind` finds out whether that is so.  By
        default the model answers, and the description only where an engine that reads it is named.
    adds_rules: whether its `check` may have rules that neither its description nor its model says: by default so in a
        class derived from a kind, with a `check` of its own and neither a `describe` nor a `model`.  Then no symmetries
        are used, and a count checks all solutions: one that breaks a rule is an error.
    further_fields: whether its files may have unknown fields, which are passed over unless they look misspelt; by
        default these are refused.
    at_corners: whether the points of its loops and paths are corners of cells, and those in its sentences, but for what
        is called a cell, as in ``"3 sides of the cell (0, 1) are on the loop"``.

    >>> from cpmodels import Zip
    >>> puzzle = Zip(1, 2, name="two cells")
    >>> puzzle.kind, puzzle.title, puzzle.name, puzzle.solution_type.__name__
    ('zip', 'ZIP', 'two cells', 'Path')
    >>> puzzle.check(Path([(0, 0)]))
    ['the path leaves out 1 of 2 cells: (0, 1)']
    """

    kind: ClassVar[str] = _Missing(  # type: ignore[assignment]
        "{cls} has no `kind`, the name of its kind in files: write kind = '{kind}'"
    )
    title: ClassVar[str] = ""
    solution_type: ClassVar[type[Solution]] = _Missing(  # type: ignore[assignment]
        "{cls} has no `solution_type`: write class {cls}(Puzzle[Grid]), or what its solutions are"
    )
    name: str | None = None
    minimise: str | None = None
    maximise: str | None = None
    fully_described: ClassVar[bool] = False
    adds_rules: ClassVar[bool] = False
    further_fields: ClassVar[bool] = False
    at_corners: ClassVar[bool] = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for base in cls.__dict__.get("__orig_bases__", ()):
            for argument in get_args(base):
                if isinstance(argument, type) and issubclass(argument, Solution):
                    cls.solution_type = argument
        for former in ("narrower", "stages"):
            if isfunction(cls.__dict__.get(former)):
                raise KindError(
                    f"{cls.__name__} has a method `{former}`, which is `parts` now: see cpmodels.Puzzle.parts"
                )
        parent = next(base for base in cls.__mro__[1:] if issubclass(base, Puzzle))
        _check_fields(cls, parent)
        _check_methods(cls, parent)
        if cls.__post_init__ is not Puzzle.__post_init__:
            cls.__post_init__ = _after_its_name(cls.__post_init__)  # type: ignore[method-assign]
        _forget_other_rules(cls)
        for name in _GIVEN_BACK:
            own = getattr(cls, name)
            if own is not getattr(parent, name) and own is not getattr(Puzzle, name):
                setattr(cls, name, _giving_back(own, name))
        if cls.check is not parent.check:
            cls.check = _of_its_type(cls.check)  # type: ignore[assignment, method-assign]
        if "kind" in cls.__dict__:
            _check_kind(cls)
            register_kind(cls)

    if not TYPE_CHECKING:

        def __new__(cls, *values, **given):
            check_keywords(cls, given, cls.__name__)
            if (values or given) and cls.__init__ is object.__init__:
                raise KindError(
                    f"{cls.__name__} takes no values, as it is not a dataclass: write @dataclass(frozen=True) above it"
                )
            _check_defaults(cls)
            return super().__new__(cls)

    def __getstate__(self) -> Any:
        """What is pickled and copied: nothing that is only cached, which may be what other processes cannot be sent."""
        state: Any = super().__getstate__()
        values, *slots = state if isinstance(state, tuple) else (state,)
        cached = {name for name in values or () if isinstance(getattr(type(self), name, None), cached_property)}
        values = values and {name: value for name, value in values.items() if name not in cached}
        return (values, *slots) if slots else values

    def __post_init__(self) -> None:
        """Check the name; of kinds with a `__post_init__` of their own it is checked before."""
        check_name(self.name)

    @abstractmethod
    def check(self, solution: S) -> list[str]:
        """The rules that a solution breaks, a sentence each; empty when it is right.

        It gets only solutions of the type of the kind: TypeError is raised before for any other, and KindError where
        it does not give a list of sentences.
        """

    def infeasible_reason(self) -> str | None:
        """Why there is no solution, if that can be shown without searching; None when it cannot."""
        return None

    def remarks(self, solution: S | None = None) -> list[str]:  # noqa: ARG002
        """What helps to find a mistake, a sentence each; nothing by default.

        In the puzzle: likely typing errors, which are shown with a proof that there is no solution.  In a solution that
        breaks rules: how close it comes.
        """
        return []

    def slips(self) -> Iterator[Slip]:
        """What may be one slip in typing the puzzle, likeliest first, each mended: see `explaining.find_slips`.

        Slips of one sort come one after the other.  By default another value stands in the place of one, of those in
        the same field or next to it; then one is left out, where there can be fewer.

        >>> from cpmodels import Zip
        >>> for slip in Zip(1, 3, waypoints=[(0, 1), (0, 2)]).slips():
        ...     print(slip.change)
        numbers: write (0, 0) for (0, 1) as number 1
        numbers: write (0, 0) for (0, 2) as number 2
        numbers: leave out (0, 1)
        numbers: leave out (0, 2)
        """
        for sort, changes in SORTS.items():
            for change, changed in changes(self):
                with suppress(Exception):  # A kind of one's own need not expect all of them.
                    yield Slip(change, replace(self, **changed), sort)  # type: ignore[type-var]

    def mark_in_words(self, mark: Mark, *, holds: bool) -> str | None:  # noqa: ARG002
        """That a mark is on the board, or is not, as explanations say it: a clause, such as "a queen is at (0, 1)".

        None, by default, for words that fit all kinds: "1 is at (0, 1)", "the loop goes between (0, 0) and (0, 1)", and
        "the loop passes (0, 1)" where a rule is about that (`Mark.at` that cell, of the value True).
        """
        return None

    @property
    def identical(self) -> int:
        """How many solutions one stands for when identical pieces are told apart; 1 where there are none."""
        return 1

    def appearance(self, solution: S) -> Hashable:
        """What a solution looks like: the same for solutions that differ only in where identical pieces lie.

        By default it is the solution itself.  It may be asked for of a wrong solution, too.
        """
        return solution

    def describe(self) -> Description[S] | None:
        """The puzzle as an exact cover, a path, a loop or several paths; None for kinds that have no such form.

        Its model is made of that where a kind has no `model`; `cpmodels.engines` says which engines read it.
        """
        return None

    def model(self, cp: Any) -> Any:
        """The `cpmodels.Model` of the puzzle, built in the ``CpModel`` given; kinds that describe themselves need none.

        Raises NotImplementedError where a kind has none.
        """
        raise NotImplementedError(
            f"there is no method `model` that this one of {type(self).__name__} could go on from: write "
            "cpmodels.model.described_model(self, cp) for the model of a description, and "
            "cpmodels.model.build_model(self, cp) for a registered one"
        )

    def diagram(self, solution: S | None = None) -> Diagram:
        """What there is to see of the puzzle, or of a solution, which may be wrong: by default drawn and written so.

        Raises NotImplementedError where a kind has no diagram.
        """
        raise NotImplementedError

    def said(self, sentence: str) -> str:
        """A sentence of this puzzle as people read it: by default the cells of a diagram count from 1.

        What is not called a cell is a corner of cells in kinds that are `at_corners`.

        >>> from cpmodels import Zip
        >>> Zip(2, 2).said("the path jumps from (0, 0) to (1, 1)")
        'the path jumps from row 1, column 1 to row 2, column 2'
        >>> Zip(2, 2).said("cell (1, 0) is covered once")
        'row 2, column 1 is covered once'
        >>> Zip(2, 2).said("no path visits (0, 0), (0, 1) and (1, 0)")
        'no path visits row 1, column 1; row 1, column 2; and row 2, column 1'
        >>> from cpmodels.puzzles.slitherlink import Slitherlink
        >>> Slitherlink([[3]]).said("the loop passes (1, 0), and 3 sides of the cell (0, 0) are on it")
        'the loop passes the corner 1 down, 0 across, and 3 sides of row 1, column 1 are on it'
        """
        if type(self).diagram is Puzzle.diagram:
            return sentence

        def named(found: re.Match[str]) -> str:
            words = f"{found[2]}{found[PLACES.groups] or ''}"
            if "), " in words:
                words = words.replace("), ", "); ").replace(") ", "); ")
            name = corner if self.at_corners and not found[1] else place
            return re.sub(PAIR, lambda pair: name((int(pair[1]), int(pair[2]))), words)

        said = PLACES.sub(named, sentence)
        return said[:1].upper() + said[1:] if sentence.endswith(".") else said

    def parts(self) -> Iterator[Part[S]]:
        """Easier puzzles with solutions which, each made whole, are solutions of this one; or none.

        A search for a first solution looks there before the model of this puzzle is built, if that can be built at all.
        Of a puzzle that minimises they come by rising cost, and have all solutions of each cost between them, each in
        one part: so the first that have any have those of the least.
        """
        return iter(())

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Puzzle[S] | tuple[Puzzle[S], S]:
        """A puzzle of this size without clues, of which a random solution may be that of a new puzzle; or a pair of it
        and a random solution, where that is at hand: a solver may take long to find one.

        What a solver could not choose is chosen at random.  Keywords with annotations are options that users have, as
        for `cpmodels.generating.candidates`.

        Raises PuzzleError for a size that there is not, NotImplementedError for kinds of which no puzzles are made so.
        """
        raise NotImplementedError

    def with_clues(self, solution: S, random: Random) -> Puzzle[S] | None:  # noqa: ARG002
        """The blank puzzle with all clues that can be given of a solution: by default none, and it stays as it is.

        A clue is a value where the blank puzzle has None, or a further entry of a tuple.  What differs otherwise is no
        clue and is always given.  None for a solution that is not one for a new puzzle.

        Where all clues of a solution leave another, those of that are asked for, too, and it is taken if it has more.
        """
        return self

    def nearby(self, solution: S, other: S, random: Random) -> Iterator[tuple[Puzzle[S], S]]:  # noqa: ARG002
        """Puzzles that differ from this one in little, in a random order, each with its intended solution; or none.

        That is the one of this puzzle, or near it; the other solution of this puzzle does not solve them.  A new puzzle
        that has other solutions is changed so again and again, until it has one: the `blank` one, where all clues leave
        others, and the puzzle itself where it has none.  One that its intended solution does not solve is passed over.
        """
        return iter(())

    def amount(self, solution: S) -> int:
        """How much a solution has of what is to be maximised.  Raises NotImplementedError where nothing is."""
        raise NotImplementedError

    def most(self) -> int | None:
        """What no solution has more of; None where that cannot be shown without searching."""
        return None

    def _repr_svg_(self) -> str | None:
        return picture_in_notebook(self, None)


def as_read(asked: Any) -> Any:
    """What `cpmodels.read` makes of the name of a puzzle, a path, or a JSON object; anything else as it is."""
    return function_named("read")(asked) if isinstance(asked, (str, os.PathLike, Mapping)) else asked


def not_a_puzzle(asked: object, expected: str = "a puzzle, its name, its file, or its JSON object") -> KindError:
    """The error for what is asked about but is not a puzzle."""
    has_one = isinstance(getattr(asked, "puzzle", None), Puzzle)
    given = f"{type(asked).__name__}: give its .puzzle" if has_one else shown(asked)
    if type(asked).__name__.endswith("CpModel"):
        given = "a CpModel: write cpmodels.Model(cp=..., key=[...]) with the variables that are the solution"
    return KindError(f"expected {expected}, not {given}")


def expected(asked: Any, kind: type[P]) -> P:
    """What is asked about, which must be a puzzle of a kind.  Raises KindError for anything else.

    >>> from cpmodels import Zip
    >>> expected(Zip(2, 2), Zip).rows
    2
    """
    if not isinstance(asked, kind):
        raise not_a_puzzle(asked, f"a puzzle of the kind {kind.kind}")
    return asked


_LOST: dict[str, Callable[[set[str]], bool]] = {
    "infeasible_reason": bool,
    "most": bool,
    "fully_described": lambda own: not own.isdisjoint({"check", "describe", "model"}),
    "model": {"check", "describe"}.issubset,
}
"""What a class loses of the kind that it is derived from, and whether it does, by the names of what is its own."""


def _forget_other_rules(cls: type[Puzzle[Any]]) -> None:
    """Take from a class what a kind that it is derived from says of its own rules, which may be others here.

    It has no `infeasible_reason` and no `most` of that kind.  With a `check`, a `describe` or a `model` of its own its
    description and its model are the same only if it says so; with a `check` and a `describe` it has no model of that
    kind.  With a `check`, and neither of the others, it may have rules that nothing else says.  Its own is what it has
    itself, and what else comes before that kind, such as a class with rules for several; that kind's is also what it
    has from such a class.
    """
    order = cls.__mro__
    kinds = [base for base in order[1:] if issubclass(base, Puzzle) and not isabstract(base)]
    own = {kind: {name for base in order[: order.index(kind)] for name in vars(base)} for kind in kinds}
    for name, is_lost in _LOST.items():
        said_by = next(base for base in order if name in vars(base))
        those = [kind for kind in kinds if order.index(kind) <= order.index(said_by)] if said_by is not Puzzle else []
        if those and is_lost(own[those[-1]]):
            setattr(cls, name, Puzzle.__dict__[name])
    for names in own.values():
        if "adds_rules" not in names and not names.isdisjoint({"check", "describe", "model"}):
            cls.adds_rules = names.isdisjoint({"describe", "model"})
            break


def _check_fields(cls: type[Puzzle[Any]], parent: type[Puzzle[Any]]) -> None:
    """Raise KindError for a field of a class that hides a method or a property of the class that it is derived from."""
    fields: dict[str, Any] = {}
    with suppress(Exception):  # From Python 3.14 on this evaluates them, and what they name may not be there yet.
        fields = get_annotations(cls)
    for name, annotation in fields.items():
        hidden = isinstance(getattr(parent, name, None), (FunctionType, MethodType, property, cached_property))
        if hidden and "ClassVar" not in str(annotation):
            raise KindError(f"{cls.__name__} has a field `{name}`, which hides `{parent.__name__}.{name}`: rename it")


@cache
def _check_defaults(cls: type[Any]) -> None:
    """Raise KindError for a class with a value for a field that its puzzles do not have, as it is not a dataclass."""
    owner = next((base for base in cls.__mro__ if "__dataclass_fields__" in vars(base)), None)
    is_made = owner is not None and vars(owner).get("__init__") is cls.__init__
    for each in fields(cls) if is_made else ():
        own = getattr(cls, each.name, each.default)
        if each.default is not MISSING and own is not each.default and not isinstance(own, MemberDescriptorType):
            raise KindError(
                f"{cls.__name__} has a `{each.name}` of its own, which its puzzles do not have: write "
                f"@dataclass(frozen=True) above it, and `{each.name}` with its type"
            )


_METHODS = {
    name: getattr(Puzzle, name) for name in vars(Puzzle) if name[0] != "_" and callable(getattr(Puzzle, name, 0))
}
"""The methods that every puzzle has, by name."""


def _check_methods(cls: type[Puzzle[Any]], parent: type[Puzzle[Any]]) -> None:
    """Raise KindError for what has the name of a method of `Puzzle`, but cannot be called as that is."""
    for name, method in _METHODS.items():
        own: Any = getattr(cls, name)
        if own is getattr(parent, name) or _at_a_glance(own) == _at_a_glance(method):
            continue
        form = signature(method)
        taken = [each.replace(annotation=Parameter.empty) for each in form.parameters.values()]
        named = {each.name: each for each in taken if each.kind is Parameter.KEYWORD_ONLY}
        placed = [each for each in taken if each.name not in named]
        try:
            form = signature(own)
            form.bind(*placed, **named)
            form.bind(*[each for each in placed if each.default is Parameter.empty], **named)
        except TypeError:
            written = f"@classmethod def {name}(cls, " if ismethod(method) else f"def {name}("
            written += str(Signature(taken))[1:]
            raise KindError(f"`{name}` of {cls.__name__} cannot be called as it must be: write {written}") from None


def _at_a_glance(method: Any) -> object:
    """What a function takes: to ask `inspect.signature` of all would take as long as to make their class."""
    code = getattr(method, "__code__", None)
    return code and (type(method), code.co_varnames[: code.co_argcount + code.co_kwonlyargcount], method.__defaults__)


def _check_kind(cls: type[Puzzle[Any]]) -> None:
    """Raise KindError for a kind without a name of one line, or without a `check`."""
    if not isinstance(cls.kind, str) or cls.kind.strip().splitlines() != [cls.kind]:
        raise KindError(f"the `kind` of {cls.__name__} must be a name of one line, not {shown(cls.kind)}")
    if cls.check is Puzzle.check:
        close = get_close_matches("check", vars(cls), 1)
        hint = f"did you mean {close[0]!r}?" if close else "write def check(self, solution)"
        raise KindError(f"{cls.__name__} has no method `check`, the rules that a solution breaks: {hint}")


def _after_its_name(take: Callable[..., None]) -> Callable[..., None]:
    """A kind's `__post_init__`, which sees a puzzle with a proper name."""

    @wraps(take)
    def check_and_take(puzzle: Any, *values: Any) -> None:  # those of each `InitVar`
        check_name(puzzle.name)
        take(puzzle, *values)

    return check_and_take


def _of_its_type(check: Callable[[Any, Any], list[str]]) -> Callable[[Any, Any], list[str]]:
    """A kind's `check`, which sees solutions of its own type."""

    @wraps(check)
    def check_type_and_rules(puzzle: Any, solution: Any) -> list[str]:
        check_type(solution, puzzle.solution_type)
        return check(puzzle, solution)

    return check_type_and_rules


def _are_sentences(rules: Any) -> bool:
    return isinstance(rules, list) and all(isinstance(rule, str) for rule in rules)


_GIVEN_BACK: dict[str, tuple[Callable[[Any], bool], str]] = {
    "check": (_are_sentences, "a list of sentences"),
    "remarks": (_are_sentences, "a list of sentences"),
    "infeasible_reason": (lambda why: why is None or (isinstance(why, str) and bool(why)), "a sentence or None"),
    "amount": (lambda amount: isinstance(amount, Real), "a number"),
    "most": (lambda most: most is None or isinstance(most, Real), "a number or None"),
    "with_clues": (lambda full: full is None or isinstance(full, Puzzle), "a puzzle or None"),
}
"""What methods of a kind must give back, as a test and in words: None of a `check` is not "nothing is broken"."""


def _giving_back(method: Callable[..., Any], name: str) -> Callable[..., Any]:
    """A method of a kind, which raises KindError where what it gives back is not what it must be."""
    is_right, what = _GIVEN_BACK[name]

    @wraps(method)
    def give_back(puzzle: Any, *values: Any, **named: Any) -> Any:
        given = method(puzzle, *values, **named)
        if not is_right(given):
            raise KindError(f"{type(puzzle).__name__}.{name} returned {shown(given)}, not {what}")
        return given

    return give_back


def picture_in_notebook(puzzle: Puzzle[Any], solution: Any) -> str | None:
    """The picture as SVG; None where nothing that draws is installed, or the kind has no drawing."""
    try:
        text: str = function_named("draw")(puzzle, solution).svg()
    except CpmodelsError:
        return None
    return text


class NumberedBoard(Puzzle[D]):
    """A kind of puzzles on a board with a field `given`: rows from the top, a number for each cell, or None.

    least: the least number that can be given, if there is one.

    Raises PuzzleError for rows that are not a board.

    >>> @dataclass(frozen=True)
    ... class Digits(NumberedBoard[Grid]):
    ...     kind = "digits"
    ...     given: Sequence[Sequence[int | None]]
    ...
    ...     def check(self, solution: Grid) -> list[str]:
    ...         return solution.flaws(self.rows, self.cols, range(10), self.given)
    >>> puzzle = Digits([[None, 2], [3, None]])
    >>> puzzle.numbers, puzzle.check(Grid([[1, 1], [3, 1]]))
    ({(0, 1): 2, (1, 0): 3}, ['1 is at (0, 1), but 2 is given'])
    """

    least: ClassVar[int | None] = 1
    given: Sequence[Sequence[int | None]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", number_grid(self.given, "given", self.least))

    @property
    def rows(self) -> int:
        """How many rows the board has."""
        return len(self.given)

    @property
    def cols(self) -> int:
        """How many columns the board has."""
        return len(self.given[0])

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """The given numbers by cell."""
        return by_cell(self.given)

    def check_most(self, most: int, why: str) -> None:
        """Raise PuzzleError, which says why, where a larger number than this is given."""
        for cell, number in self.numbers.items():
            if number > most:
                raise PuzzleError(f"{number} at {place(cell)} is given, {why}")

    def diagram(self, solution: D | None = None) -> Diagram:
        """The given numbers, and the solution."""
        board = Diagram(self.rows, self.cols)
        return (board if solution is None else solution.on(board)).numbers(self.numbers, given=True)

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Self | tuple[Self, D]:  # noqa: ARG003
        """A board without numbers.  Raises KindError for a class with more fields, which have no defaults."""
        own: Sequence[Field[Any]] = fields(cls) if is_dataclass(cls) else ()
        for one in own:
            if one.init and one.name != "given" and one.default is one.default_factory is MISSING:
                raise KindError(f"new puzzles of a {cls.__name__} need a `blank` of its own, for their `{one.name}`")
        return cls(given=[[None] * cols] * rows)  # type: ignore[call-arg]

    def with_clues(self, solution: D, random: Random) -> Self | None:  # noqa: ARG002
        """All numbers of a solution that is a `Grid`, where the blank board has none; None of another solution."""
        if self.numbers:
            return self
        return replace(self, given=solution.rows) if isinstance(solution, Grid) else None  # type: ignore[type-var]


@dataclass(frozen=True)
class DividedBoard(Puzzle[D]):
    """A kind of puzzles on a board with a field `regions`: rows from the top, the region of each cell.

    They are given by numbers or letters, and kept as numbers: 0 for the first in reading order, and so on.

    Raises PuzzleError for rows that are not a board.

    >>> @dataclass(frozen=True)
    ... class Rooms(DividedBoard[Grid]):
    ...     kind = "rooms"
    ...
    ...     def check(self, solution: Grid) -> list[str]:
    ...         return solution.flaws(self.rows, self.cols, range(2))
    >>> Rooms(["AAB", "ABB"]).regions, Rooms(["AB", "AB"]).region_cells
    (((0, 0, 1), (0, 1, 1)), [[(0, 0), (1, 0)], [(0, 1), (1, 1)]])
    """

    regions: Sequence[Sequence[int]] = field(metadata=in_files(hint=RegionGrid))

    def __post_init__(self) -> None:
        object.__setattr__(self, "regions", region_grid(self.regions))

    @property
    def rows(self) -> int:
        """How many rows the board has."""
        return len(self.regions)

    @property
    def cols(self) -> int:
        """How many columns the board has."""
        return len(self.regions[0])

    @property
    def region_cells(self) -> list[list[Cell]]:
        """The cells of each region."""
        return list(rooms(self.regions).values())

    def diagram(self, solution: D | None = None) -> Diagram:
        """The regions within thick lines, and the solution."""
        board = Diagram(self.rows, self.cols).regions(self.regions, coloured=False)
        return board if solution is None else solution.on(board)

    def nearby(self, solution: Any, other: Any, random: Random) -> Iterator[tuple[Self, Any]]:
        """A cell that has more in the other solution, both a `Grid`, goes over to the region of a neighbour.

        >>> from cpmodels.puzzles.lits import Lits
        >>> puzzle, right = Lits(["AAAAA", "BBBBB"]), Grid([[1, 1, 1, 1, 0], [0] * 5])
        >>> [near.regions for near, _ in puzzle.nearby(right, Grid([[0, 1, 1, 1, 1], [0] * 5]), Random(1))]
        [((0, 0, 0, 0, 1), (1, 1, 1, 1, 1))]
        """
        board = grid(self.rows, self.cols)
        cells = board.nodes if isinstance(solution, Grid) and isinstance(other, Grid) else ()
        for cell in random.sample(cells, len(cells)):
            if other[cell] > solution[cell]:
                own = self.regions[cell[0]][cell[1]]
                kept = [each for each in self.region_cells[own] if each != cell]
                if len(board.induced(kept).components) == 1:
                    beside = sorted({self.regions[r][c] for r, c in board.neighbours[cell]} - {own})
                    for region in random.sample(beside, len(beside)):
                        regions = [list(row) for row in self.regions]
                        regions[cell[0]][cell[1]] = region
                        yield replace(self, regions=regions), solution


@dataclass(frozen=True)
class Part(Generic[S]):
    """An easier puzzle, whose solutions, each made `whole`, are solutions of another (see `Puzzle.parts`).

    cost: what these cost, of a puzzle that minimises.
    alike: whether it has solutions just when a part of the same cost that came before has: then only counts look there.
    alone: whether a solution that is the only one of this part is the only one of the other puzzle, too; None where
        that is not known.  A part with this has a solution if the other puzzle has any.

    >>> from cpmodels import Garden
    >>> part = next(Garden.hanging(box=(9,), minimise="volume").parts())
    >>> part.puzzle.box, part.cost
    ((3,), 3)
    """

    puzzle: Puzzle[S]
    whole: Callable[[S], S]
    cost: int | None = None
    alike: bool = False
    alone: Callable[[S], bool] | None = None


@dataclass(frozen=True)
class Path(Solution):
    """The cells of one path, ``(row, col)`` on boards, in the order of the walk.

    >>> Path([(0, 0), (0, 1), (1, 1)]).cells[-1]
    (1, 1)
    """

    cells: tuple[Cell, ...] = field(
        metadata=in_files(
            "path", hint=tuple[tuple[int, int], ...], about="row and column of each cell, in the order of the walk."
        )
    )

    if TYPE_CHECKING:

        def __init__(self, cells: Iterable[Sequence[int]]) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", cells_of(self.cells, "a path", "a cell of the path"))

    def marks(self) -> frozenset[Mark]:
        """One for each step."""
        return frozenset(starmap(Mark.edge, pairwise(self.cells)))

    def on(self, board: Diagram) -> Diagram:
        """A board with the path."""
        return board.path(self.cells)


@dataclass(frozen=True)
class Paths(Solution):
    """Several paths, each the cells ``(row, col)`` in the order of the walk.

    >>> len(Paths([[(0, 0), (0, 1)], [(1, 0), (1, 1)]]).paths)
    2
    """

    paths: tuple[tuple[Cell, ...], ...]

    if TYPE_CHECKING:

        def __init__(self, paths: Iterable[Iterable[Sequence[int]]]) -> None: ...

    def __post_init__(self) -> None:
        paths = tuple(cells_of(path, "a path", "a cell of a path") for path in items(self.paths, "paths"))
        object.__setattr__(self, "paths", paths)

    def marks(self) -> frozenset[Mark]:
        """One for each step."""
        return frozenset(Mark.edge(*step) for path in self.paths for step in pairwise(path))

    def on(self, board: Diagram) -> Diagram:
        """A board with the paths in different colours."""
        return board.paths(self.paths)

    def flaws(self, graph: Graph[Cell], ends: Mapping[str, tuple[Cell, Cell]]) -> list[str]:
        """What keeps these from being paths in a graph that share no cell, one between each two ends, a sentence each.

        ends: the first and the last cell of each path, by what to call it.

        >>> from cpmodels.base.graph import grid
        >>> Paths([[(0, 0), (0, 1)]]).flaws(grid(2, 2), {"A": ((0, 0), (1, 0))})
        ['no path joins the ends of A', 'a path from (0, 0) to (0, 1) joins no two ends']
        """
        visited, wanted = [cell for path in self.paths for cell in path], set(map(frozenset, ends.values()))
        if off := [cell for cell in visited if cell not in graph.number]:
            return [f"a path leaves the board at {listed(off)}"]
        twice, inner = repeated(visited), {cell for path in self.paths for cell in path[1:-1]}
        joined = [frozenset(path[:1] + path[-1:]) for path in self.paths]
        met = set(joined)
        apart = [name for name, pair in ends.items() if frozenset(pair) not in met]
        broken = [f"the paths pass twice through {listed(twice)}"] if twice else []
        broken += [f"no path joins the ends of {listed(apart)}"] if apart else []
        stray = [path for path, pair in zip(self.paths, joined, strict=True) if pair not in wanted]
        broken += [f"a path from {path[0]} to {path[-1]} joins no two ends" for path in stray if path]
        broken += ["a path has no cells"] * stray.count(())
        broken += [f"a path passes the end at {cell}" for pair in ends.values() for cell in pair if cell in inner]
        steps = [step for path in self.paths for step in pairwise(path)]
        return broken + [f"a path jumps from {a} to {b}" for a, b in steps if b not in graph.neighbours[a]]


@dataclass(frozen=True)
class Loop(Solution):
    """The points ``(row, col)`` of a closed loop, in order; the last is joined to the first.

    The same loop is the same value wherever it begins and in whichever direction it is walked.

    >>> Loop([(1, 1), (1, 0), (0, 0), (0, 1)]) == Loop([(0, 0), (0, 1), (1, 1), (1, 0)])
    True
    """

    cells: tuple[Cell, ...]

    if TYPE_CHECKING:

        def __init__(self, cells: Iterable[Sequence[int]]) -> None: ...

    def flaws(self, graph: Graph[Cell]) -> list[str]:
        """What keeps this from being one loop in a graph, a sentence each; empty for a loop along its edges.

        >>> from cpmodels.base.graph import grid
        >>> Loop([(0, 0), (0, 1), (1, 0)]).flaws(grid(2, 2))
        ['the loop jumps from (0, 1) to (1, 0)']
        """
        points = self.cells
        if off := sorted({point for point in points if point not in graph.number}):
            return [f"the loop leaves the board at {listed(off)}"]
        if len(points) < 3:
            return [f"a loop has at least 3 points, not {len(points)}"]
        steps = pairwise((*points, points[0]))
        jumps = [f"from {a} to {b}" for a, b in steps if b not in graph.neighbours[a]]
        wrong: dict[str, list[Any]] = {"passes twice through": repeated(points), "jumps": jumps}
        return [f"the loop {what} {listed(where)}" for what, where in wrong.items() if where]

    def __post_init__(self) -> None:
        cells = list(cells_of(self.cells, "a loop", "a point of the loop"))
        if cells:
            start = cells.index(min(cells))
            cells = cells[start:] + cells[:start]
            if len(cells) > 2 and cells[-1] < cells[1]:
                cells = cells[:1] + cells[:0:-1]
        object.__setattr__(self, "cells", tuple(cells))

    def marks(self) -> frozenset[Mark]:
        """One for each step, also from the last point to the first."""
        return frozenset(starmap(Mark.edge, pairwise((*self.cells, *self.cells[:1]))))

    def on(self, board: Diagram) -> Diagram:
        """A board with the loop, through cells."""
        return board.loop(self.cells)


@dataclass(frozen=True)
class Grid(Solution):
    """A whole number for each cell of a board, rows from the top: its room, say, or 1 where it is shaded, else 0.

    The rows may differ in length, so that a check can report wrong ones.

    >>> grid = Grid([[1, 2], [2, 1]])
    >>> grid[1, 0], dict(grid)[0, 0]
    (2, 1)
    """

    rows: tuple[tuple[int, ...], ...]

    if TYPE_CHECKING:

        def __init__(self, rows: Iterable[Sequence[int]]) -> None: ...

    def __post_init__(self) -> None:
        rows = tuple(integers(row, f"row {r}") for r, row in enumerate(items(self.rows, "a grid"), 1))
        object.__setattr__(self, "rows", rows)

    def on(self, board: Diagram) -> Diagram:
        """A board with the numbers."""
        return board.numbers(self)

    def where(self, number: int) -> list[Cell]:
        """The cells that have a number.

        >>> Grid([[0, 1], [1, 0]]).where(1)
        [(0, 1), (1, 0)]
        """
        return [cell for cell, n in self if n == number]

    def repeats(self, units: Mapping[str, Iterable[Cell]]) -> list[str]:
        """The units, such as rows by their names, in which a number stands more than once.

        >>> Grid([[1, 2, 1]]).repeats({"row 1": [(0, 0), (0, 1), (0, 2)]})
        ['row 1 has 1 twice']
        """
        twice = {name: repeated(self[cell] for cell in cells) for name, cells in units.items()}
        return [f"{name} has {listed(numbers)} twice" for name, numbers in twice.items() if numbers]

    def wrong_sums(self, sums: Mapping[str, tuple[Iterable[Cell], int]]) -> list[str]:
        """The cells, by what they are called, that do not add up to a total.

        >>> Grid([[1, 2]]).wrong_sums({"row 1": ([(0, 0), (0, 1)], 4)})
        ['row 1 adds up to 3, not 4']
        """
        found = {name: sum(map(self.__getitem__, cells)) for name, (cells, _) in sums.items()}
        return [f"{name} adds up to {n}, not {sums[name][1]}" for name, n in found.items() if n != sums[name][1]]

    def flaws(
        self,
        rows: int,
        cols: int,
        values: Collection[int] | Mapping[Cell, Collection[int]],
        given: Iterable[Iterable[int | None]] = (),
    ) -> list[str]:
        """What keeps this from being a grid of this size, of these values, with the given ones where they are given.

        values: those of all cells, or of each by itself.

        >>> Grid([[1, 2], [2, 5]]).flaws(2, 2, range(1, 3), given=[[2, None], [None, None]])
        ['1 is at (0, 0), but 2 is given', '5 is at (1, 1)']
        """
        if [len(row) for row in self.rows] != [cols] * rows:
            return [f"the solution is not a grid of {rows} x {cols} cells"]
        fixed = by_cell(given)
        broken = [f"{self[cell]} is at {cell}, but {n} is given" for cell, n in fixed.items() if self[cell] != n]
        allowed = values.__getitem__ if isinstance(values, Mapping) else lambda _: values
        return broken + [f"{n} is at {cell}" for cell, n in self if n not in allowed(cell)]

    @classmethod
    def of(cls, numbers: Mapping[Any, int]) -> Grid:
        """The grid of these numbers by cell.  Raises PuzzleError for cells that are not all of some rows and columns.

        >>> Grid.of({(0, 1): 2, (0, 0): 1}).rows
        ((1, 2),)
        """
        if not (isinstance(numbers, Mapping) and all(isinstance(cell, tuple) for cell in numbers)):
            raise PuzzleError(f"a grid is made of numbers by cell, such as {{(0, 0): 1}}, not of {shown(numbers)}")
        rows, cols = (len({cell[axis : axis + 1] for cell in numbers}) for axis in (0, 1))
        if len(numbers) != rows * cols or numbers.keys() != set(product(range(rows), range(cols))):
            raise PuzzleError(f"the numbers of {len(numbers)} cells are not those of a whole board: {shown(numbers)}")
        return cls([[numbers[r, c] for c in range(cols)] for r in range(rows)])

    def __getitem__(self, cell: Cell) -> int:
        row, col = cell
        if not (type(row) is type(col) is int and row >= 0 and col >= 0):  # Else it is as it should be, and soon found.
            row, col = integer(row, "a row", 0), integer(col, "a column", 0)
        return self.rows[row][col]

    def __iter__(self) -> Iterator[tuple[Cell, int]]:
        """The cells with their numbers, row by row."""
        return (((r, c), number) for r, row in enumerate(self.rows) for c, number in enumerate(row))


@dataclass(frozen=True)
class Assignment(Solution):
    """A solution of a model without a puzzle, in the order of the model's key.

    true: the names of the Boolean variables and literals of the key that are true.
    numbers: the names of its other entries, each with its value.
    key: the names of all entries, where they are known; then ``solution[name]`` is the value of any of them, and
        ``dict(solution)`` has all.

    >>> from ortools.sat.python import cp_model
    >>> from cpmodels import Model, solve
    >>> cp = cp_model.CpModel()
    >>> lamps = {name: cp.new_bool_var(name) for name in ("left", "right")}
    >>> watts = cp.new_int_var(0, 100, "watts")
    >>> rules = cp.add_bool_and(lamps["right"], ~lamps["left"]), cp.add(watts == 60 * sum(lamps.values()))
    >>> found = solve(Model(cp=cp, key={**lamps, "watts": watts})).solution
    >>> found
    Assignment(true=('right',), numbers=(('watts', 60),))
    >>> found["watts"], found["left"]
    (60, False)
    >>> dict(found)
    {'left': False, 'right': True, 'watts': 60}
    """

    true: tuple[Any, ...]
    numbers: tuple[tuple[Any, int], ...] = ()
    key: Collection[Any] = field(default=(), compare=False, repr=False, metadata=NOT_IN_FILES)

    @cached_property
    def _values(self) -> dict[Any, int]:
        return {**dict.fromkeys(self.key, False), **dict.fromkeys(self.true, True), **dict(self.numbers)}

    def __getitem__(self, name: Any) -> int:
        return self._values[name]

    def keys(self) -> Collection[Any]:
        """The names of all entries or, where these are not known, of what is true and of the numbers."""
        return tuple(self._values)
