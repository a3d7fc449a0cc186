"""A model: a CpModel that knows which of its variables are the solution, and how to read it.

>>> from ortools.sat.python import cp_model
>>> cp = cp_model.CpModel()
>>> light = [cp.new_bool_var(f"light {i}") for i in range(4)]
>>> cp.add(sum(light) == 2)  # doctest: +ELLIPSIS
<...>
>>> model = Model(cp=cp, key=light)
>>> model
Model(4 of 4 variables in the key, 1 constraint)
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache, cached_property, partial
from itertools import chain
from operator import index
from typing import Any, Generic, NoReturn, Protocol, cast

from cpmodels import _cp_model as cp_model
from cpmodels._parameters import DIRECT_PARAMETERS, NONE, PARAMETERS
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.description import Description, ExactCover, HamiltonianPath, Subgraph, described
from cpmodels.base.errors import DefectError, KindError, ModelError, PuzzleError, WrongSolutionError
from cpmodels.base.kinds import open_function
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Assignment, Part, Puzzle, S, Solution, as_read, not_a_puzzle
from cpmodels.base.values import plain, shown
from cpmodels.constraints._bulk import Literals, indexes_of, literal_at
from cpmodels.constraints._cover import exact_cover
from cpmodels.constraints._loops import subgraph
from cpmodels.constraints._paths import path_from, waypoints_in_order
from cpmodels.model._key import Key, grown_domain, key_of
from cpmodels.model._symmetries import CoverKey, PathKey, ProblemKey, SubgraphKey, check_group, described_marks
from cpmodels.model.strategies import LINEAR, RESTARTS, Strategy, searches
from cpmodels.saved import SavedModel, names_in, variables_called

__all__ = [
    "DIRECT_PARAMETERS", "PARAMETERS", "BareModel", "Marks", "Model", "Structure", "UnknownVariableError", "Variables",
    "build", "build_model", "described_model",
]  # fmt: skip


LARGE_COVER = 60
"""Exact covers that need more coverings than this, as boards of more than 30 pieces do, are presolved and searched on
all cores."""


class UnknownVariableError(ModelError, KeyError):
    """A model has no variable of this name, cell or piece.

    >>> from cpmodels import Zip
    >>> build(Zip(2, 2)).starts_at[5, 5]
    Traceback (most recent call last):
    ...
    cpmodels.model.UnknownVariableError: the model has no starts_at[(5, 5)]; there is starts_at[(0, 0)], for one
    """

    def __str__(self) -> str:
        return str(self.args[0])


class Variables(Mapping[Any, "cp_model.LiteralT"]):
    """The literals of one name, such as the steps of a path, by what each is about.

    What is possible by the rules but was found to be false while the model was built, as a step out of the last cell
    is, has no variable of its own and is the constant false.

    >>> from cpmodels import Zip
    >>> model = build(Zip(2, 2))
    >>> model.step[(0, 0), (0, 1)].name
    '(0, 0) (0, 1)'
    >>> len(model.starts_at)
    4
    """

    def __init__(
        self,
        cp: cp_model.CpModel,
        name: str,
        known: Mapping[Any, cp_model.LiteralT] | Callable[[], Mapping[Any, cp_model.LiteralT]],
        possible: Callable[[Any], bool] = lambda _: False,
    ) -> None:
        """`known` may be a function that makes the mapping when it is first used.

        `possible` says whether what is not `known` is just false.
        """
        self._cp, self._name, self._given, self._possible = cp, name, known, possible

    @cached_property
    def _known(self) -> Mapping[Any, cp_model.LiteralT]:
        return self._given() if callable(self._given) else self._given

    def __getitem__(self, key: Any) -> cp_model.LiteralT:
        with suppress(TypeError):  # A key that is not hashable is none of them either.
            if key in self._known:
                return self._known[key]
            if self._possible(key):
                return self._cp.new_constant(0)
        such = "".join(f"; there is {self._name}[{shown(one)}], for one" for one in list(self._known)[:1])
        raise UnknownVariableError(f"the model has no {self._name}[{shown(key)}]{such}")

    def __iter__(self) -> Iterator[Any]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


class Structure(Protocol):
    """What a constraint of the vocabulary gives back that is all of a solution, such as `constraints.LoopVariables`.

    literals: the key of a model.
    decode: the solution that their values say.
    marks: what each mark on the board is by these literals, as `Model.marks` has it.

    >>> from cpmodels import constraints, count, graph
    >>> cp = cp_model.CpModel()
    >>> loop: Structure = constraints.single_loop(cp, graph.grid(3, 3))
    >>> count(Model(cp=cp, key=loop)).total
    13
    """

    @property
    def literals(self) -> Sequence[cp_model.IntVar]: ...

    @property
    def marks(self) -> Mapping[Mark, Any]: ...

    def decode(self, values: Sequence[int], /) -> Any: ...


class Marks(Mapping[Mark, "tuple[cp_model.LiteralT, ...]"]):
    """The literals of each mark, of which one or more are true just when the solution has it.

    >>> from cpmodels import Zip
    >>> [literal.name for literal in build(Zip(2, 2)).marks[Mark.edge((0, 0), (0, 1))]]
    ['(0, 0) (0, 1)', '(0, 1) (0, 0)']
    """

    def __init__(self, cp: cp_model.CpModel, given: Any) -> None:
        """given: a mapping from marks to a literal, or several; or a function that makes it when it is first used.

        None, or a function that gives that, says that there are no marks; an empty mapping that nothing is open.
        """
        self._cp, self._given = cp, given

    @cached_property
    def _made(self) -> Mapping[Mark, Any] | None:
        made: Mapping[Mark, Any] | None = self._given() if callable(self._given) else self._given
        if not (made is None or (isinstance(made, Mapping) and all(isinstance(mark, Mark) for mark in made))):
            raise ModelError(f"marks are a mapping from each cpmodels.Mark to its literal, not {shown(made)}")
        return made

    @property
    def are_known(self) -> bool:
        """Whether solutions have marks at all."""
        return self._made is not None

    @cached_property
    def _known(self) -> dict[Mark, tuple[cp_model.LiteralT, ...]]:
        given = self._made or {}
        found: dict[Mark, tuple[cp_model.LiteralT, ...]] = {}
        for mark, of in given.items():  # Each direction of a line may have its own literal.
            found[mark.plain] = (*found.get(mark.plain, ()), *(of if isinstance(of, (tuple, list)) else [of]))
        for literal in chain.from_iterable(found.values()):
            variable = literal.negated() if isinstance(literal, cp_model.NotBooleanVariable) else literal
            if getattr(variable, "model_proto", None) is not self._cp.proto:
                hint = f": write cp.new_constant({int(literal)})" if isinstance(literal, bool) else ""
                raise ModelError(f"a mark has the literal {shown(literal)}, which is not one of this CpModel{hint}")
            if isinstance(variable, cp_model.IntVar) and not variable.is_boolean:
                raise ModelError(f"a mark has the variable {shown(literal)}, which is not Boolean: add one that is")
        # What is just false may have come into the CpModel after copies of it were made.
        return {mark: tuple(one for one in of if not _is_false(one)) for mark, of in found.items()}

    def __getitem__(self, mark: Mark) -> tuple[cp_model.LiteralT, ...]:
        return self._known[mark]

    def __iter__(self) -> Iterator[Mark]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def _is_false(literal: cp_model.LiteralT) -> bool:
    """Whether a literal is a variable that is just false, as a step out of the last cell is."""
    return isinstance(literal, cp_model.IntVar) and list(literal.proto.domain) == [0, 0]


class BareModel(Puzzle[Solution]):
    """Stands in for the puzzle of a model without one; its only rules are the constraints of the model.

    >>> cp = cp_model.CpModel()
    >>> Model(cp=cp, key=[cp.new_bool_var("lamp")]).puzzle.name
    'model'
    """

    name = "model"

    def check(self, solution: Solution) -> list[str]:
        """No rule is broken: there is none but the model's constraints."""
        del solution
        return []


BareModel.kind = "model"
BareModel.solution_type = object  # type: ignore[assignment]  # Whatever `decode` makes.
BARE = BareModel()


CHANGED = "changed"
"""In place of a digest, for a model that is no longer as it was made."""


@dataclass(frozen=True, repr=False, eq=False)
class Model(Generic[S]):
    """A puzzle as a CpModel, with the variables that are its solution; or any CpModel of your own.

    puzzle: the puzzle by whose rules every solution is checked; None for a model of your own.
    cp: an ordinary CpModel; add constraints, an objective or assumptions of your own to it.
    key: what together is the solution, in a sequence or in a mapping by what each is about: Boolean variables and
        literals, whole numbers, also such as ``2 * x + 1``, and intervals, for their starts.  For each value of a
        number, or for each binary digit of one with more than 16, a Boolean variable is added to the model, and
        `Model.key` consists of these.  Or the names of variables, and patterns such as ``"x_*"``.  Or what a constraint
        gave back that is the solution, such as a loop, which then also says what `decode`, `variables` and `marks` are.
        All other variables may be free: each solution is found once, whatever they do.  Where they are functions of the
        key, as in the models of this package, enumeration is fastest.
    decode: the solution that the values of what is given as the key, in their order, say; an `Assignment` by default.
    variables: names for the literals, such as ``model.step[(0, 0), (0, 1)]`` for a ZIP.
    marks: the literal that each mark on the board is (see `cpmodels.Mark`), or several of which one is true just when
        the solution has the mark; or a function that makes this mapping.  By marks players' boards, hints and what is
        certain are read and drawn.  A model made from a description has them, where its solutions have marks.
    symmetries: permutations of the key's entries (entry i goes to ``symmetry[i]``) that map solutions to solutions;
        they are a group (see `cpmodels.base.lattice.permutation_group`).  Only the identity by default, and of a puzzle
        that `adds_rules`.
    pivots: key positions of which exactly one is true in every solution, mapped to one another by the symmetries or by
        some of them; empty if there are none.  They split the search.
    parameters: CP-SAT parameters that suit this model, where there is no objective: `PARAMETERS` by default, which
        presolve it, or `DIRECT_PARAMETERS` for models that take a fraction of a second.
    identical: how many solutions one stands for when identical pieces are told apart.
    infeasible: why there is no solution, where that is plain without any search.
    strategies: other ways to a first solution, which race beside CP-SAT's complete search (see
        `cpmodels.model.strategies`); of a model without a puzzle `LINEAR` is the last of them.
    settled: whether nothing is left to choose, so that no search is needed.

    The symmetries, pivots and strategies are used only while the model is unchanged: any change to ``cp``, even to
    the domain of one variable, turns them off, as they may no longer hold, but for strategies that heed any constraint.

    Raises ModelError for a key that is of another CpModel, or no variable, for symmetries that are not a group of
    permutations of the key, or a pivot that is not a position of it.

    >>> from cpmodels import count
    >>> cp = cp_model.CpModel()
    >>> lamps = [cp.new_bool_var(f"lamp {i}") for i in range(3)]
    >>> rule = cp.add_at_least_one(lamps)
    >>> count(Model(cp=cp, key=lamps, symmetries=[(0, 1, 2), (2, 1, 0)])).orbits
    5
    """

    puzzle: Puzzle[S]
    cp: cp_model.CpModel
    key: tuple[cp_model.IntVar, ...]
    decode: Callable[[Sequence[int]], S]
    variables: Mapping[str, Mapping[Any, cp_model.LiteralT]]
    marks: Marks
    symmetries: tuple[tuple[int, ...], ...]
    pivots: tuple[int, ...]
    parameters: Mapping[str, Any]
    identical: int
    infeasible: str | None
    strategies: tuple[Strategy[S], ...]
    digest: str | None
    settled: bool

    def __init__(
        self,
        puzzle: Puzzle[S] | None = None,
        cp: cp_model.CpModel | None = None,
        key: str | Sequence[Any] | Mapping[Any, Any] | Structure = (),
        decode: Callable[[Sequence[int]], S] | None = None,
        variables: Mapping[str, Mapping[Any, cp_model.LiteralT]] = NONE,
        symmetries: Sequence[Sequence[int]] = (),
        pivots: Sequence[int] = (),
        parameters: Mapping[str, Any] = PARAMETERS,
        identical: int = 1,
        infeasible: str | None = None,
        strategies: tuple[Strategy[S], ...] = (),
        digest: str | None = None,
        settled: bool = False,
        *,
        marks: Mapping[Mark, Any] | Callable[[], Mapping[Mark, Any] | None] | None = None,
    ) -> None:
        if not isinstance(cp, cp_model.CpModel):
            hint = (
                ": its first argument is the puzzle, so write cp=..., key=..."
                if isinstance(puzzle, cp_model.CpModel)
                else ""
            )
            raise ModelError(f"a model needs cp=CpModel(), not {shown(cp)}{hint}")
        if not (isinstance(strategies, (list, tuple)) and all(isinstance(one, Strategy) for one in strategies)):
            raise ModelError(f"strategies are a list of cpmodels.model.Strategy, not {shown(strategies)}")
        for what, value in (("parameters", parameters), ("variables", variables)):
            if not isinstance(value, Mapping):
                raise ModelError(f"{what} are a mapping from names, not {shown(value)}")
        strategies = tuple(strategies)
        if puzzle is None:
            puzzle, strategies = cast("Puzzle[S]", BARE), (*strategies, LINEAR)
        if not isinstance(puzzle, Puzzle):
            raise not_a_puzzle(puzzle, "a puzzle, as in cpmodels.Model(self, cp, ...)")
        _refuse_minimising(puzzle)
        if not (decode is None or callable(decode)):
            raise ModelError(f"`decode` is a function that makes a solution of values, not {shown(decode)}")
        given: Any = key
        if hasattr(given, "literals") and hasattr(given, "decode"):
            decode = given.decode if decode is None else decode
            marks = (lambda structure=given: structure.marks) if marks is None else marks
            variables, given = variables or _mappings(given), given.literals
        given = [given] if isinstance(given, str) else given
        if isinstance(given, (list, tuple)) and given and all(isinstance(name, str) for name in given):
            given = variables_called(cp, given)
        names, given = (list(given), given.values()) if isinstance(given, Mapping) else (None, given)
        if not isinstance(given, Iterable):
            raise ModelError(f"the key is a list of variables, or a mapping from names to them: not {shown(given)}")
        private = isinstance(cp, cp_model.QuickCpModel) and cp.is_private
        entries: Any = given if isinstance(given, Literals) and private else tuple(given)
        if names is not None:
            variables = {**variables, "key": Variables(cp, "key", dict(zip(names, entries, strict=True)))}
        if isinstance(decode, _Read):
            decode = decode.of(entries)
        is_read = isinstance(entries, Literals) or isinstance(decode, _Read)
        known = (names or _names(entries)) if decode is None or not is_read else []
        made = None if is_read else key_of(cp, entries, known)
        if decode is None:
            decode = partial(_assignment, known, dict.fromkeys(known), made.numbers if made else ())
        try:
            moves = tuple(dict.fromkeys(map(tuple, symmetries)))
        except TypeError:
            raise ModelError(f"symmetries are lists of positions of the key, not {shown(symmetries)}") from None
        try:
            places = tuple(dict.fromkeys(map(index, pivots)))
        except TypeError:
            wrong, size = shown(pivots), len(entries)
            raise ModelError(f"a pivot of {wrong} is not a position of the key, which has {size}") from None
        if made:
            entries, decode = made.variables, _Read(decode, made)
            moves, places = tuple(map(made.permutation, moves)), made.pivots(places)
        moves = (not puzzle.adds_rules and moves) or (tuple(range(len(entries))),)
        marks = marks if isinstance(marks, Marks) else Marks(cp, marks)
        vars(self).update(puzzle=puzzle, cp=cp, key=entries, decode=decode, marks=marks)
        vars(self).update(symmetries=moves, pivots=places, parameters=parameters, identical=identical, settled=settled)
        vars(self)["variables"] = {} if variables is NONE else variables
        vars(self).update(infeasible=infeasible, strategies=strategies, constraints_at_first=len(cp.proto.constraints))
        vars(self)["_made_key"] = made is not None
        self._check()
        # What is private nobody else changes; but a kind may do so itself, by its `model`, when it has made this one.
        may_lose = made or len(moves) > 1 or places or strategies
        is_safe = private and (type(puzzle).model is Puzzle.model or not may_lose)
        vars(self)["digest"] = digest_of(cp) if digest is None and not is_safe else digest

    @property
    def ties(self) -> range:
        """The constraints that tie Boolean variables to the numbers of the key, if it has any: they are what it means.

        >>> cp = cp_model.CpModel()
        >>> [bool(Model(cp=cp, key=[of]).ties) for of in (cp.new_bool_var("lit"), cp.new_int_var(0, 2, "number"))]
        [False, True]
        """
        return self.entries.ties if self.entries else range(0)

    @classmethod
    def load(cls, source: Any, key: str | Sequence[str] | None = None) -> Model[Assignment]:
        """The model in a file: CP-SAT's protobuf (binary or text), DIMACS, OPB, or XCSP3 where CPMpy and PyCSP3 are
        installed (see `saved.SavedModel`).

        source: the path of the file, or its text.
        key: the names of the variables that are the solution, or patterns such as ``"x_*"``; by default what the file
            says of that, as a projection in DIMACS does, or all variables where it says nothing.

        Raises PuzzleError for a file of another form, ModelError for a puzzle, an invalid model or a name that there is
        not, MissingExtraError for XCSP3 without what reads it, KindError for neither a path nor a text.

        >>> from cpmodels import count
        >>> model = Model.load('variables { name: "x" domain: [1, 4] } variables { name: "y" domain: [0, 9] }', key="x")
        >>> count(model).total
        4
        """
        saved = as_read(source)
        if not isinstance(saved, Puzzle):
            raise not_a_puzzle(saved, "the file of a model, or its text")
        if not isinstance(saved, SavedModel):
            raise ModelError(f"expected the file of a model, not of a puzzle of the kind {saved.kind}")
        return build(SavedModel(saved.proto, saved.key if key is None else key, saved.name))

    def __deepcopy__(self, _: object) -> NoReturn:
        raise ModelError(
            "a model has no deep copy, as variables of OR-Tools have none: build it again, or make another one of a "
            "clone of its CpModel"
        )

    def _check(self) -> None:
        proto = self.cp.proto
        trusted, seen = isinstance(self.key, Literals) and self.key.cp.proto is proto, set[int]()
        for position, variable in enumerate(() if trusted else self.key):
            if not isinstance(variable, cp_model.IntVar) or variable.model_proto is not proto:
                is_sum = isinstance(variable, cp_model.LinearExpr) and not isinstance(variable, cp_model.IntVar)
                is_row = isinstance(variable, Iterable) and not isinstance(variable, str)
                raise ModelError(
                    f"position {position} of the key, {shown(variable)}, is not a variable of this CpModel"
                    + ": add one that equals it" * is_sum
                    + ": put the variables of all rows into one list" * is_row
                )
            if position and variable.index in seen:
                raise ModelError(f"position {position} of the key, {shown(variable)}, is in the key before")
            seen.add(variable.index)
        if len(self.symmetries) > 1 or self.symmetries[0] != tuple(range(len(self.key))):
            check_group(self.symmetries, len(self.key))
        for pivot in self.pivots:
            if not 0 <= pivot < len(self.key):
                raise ModelError(f"the pivot {shown(pivot)} is not a position of the key, which has {len(self.key)}")

    @property
    def content(self) -> tuple[str, ...]:
        """What is searched, in words."""
        return (str(self.cp.proto), repr(self.indexes))

    @property
    def numbers(self) -> Key | None:
        """The entries of a key with numbers, while the CpModel is just as it was made.

        Then only what ties the Boolean variables that were added to these numbers is about them.  Not of a key that has
        those of another Model: what was added to the CpModel since then may be about them, too.
        """
        return self.entries if self.__dict__["_made_key"] and self.as_built else None

    @property
    def entries(self) -> Key | None:
        """The entries of a key that are not all Boolean variables."""
        return self.decode.key if isinstance(self.decode, _Read) else None

    def check_domains(self) -> None:
        """Raise ModelError for an entry of the key that can have values by now that it had not."""
        if self.entries is not None:
            self.entries.check_domains(self.cp)
        elif self.digest is not None:  # Without one nobody could change any.
            for place, variable in enumerate(self.key):
                if not variable.is_boolean:
                    raise grown_domain(self.names[place])

    @property
    def as_built(self) -> bool:
        """Whether the CpModel is just as it was made: only then do symmetries, pivots and strategies hold."""
        return self.digest is None or (self.digest != CHANGED and self.digest == digest_of(self.cp))

    @property
    def by_kind(self) -> bool:
        """Whether the kind of its puzzle made all of it: a user's model may demand more or have another key."""
        return "_by_kind" in self.__dict__

    @property
    def decodes_by_kind(self) -> bool:
        """Whether its `decode` is that of the kind of its puzzle, whatever was added to the CpModel."""
        of: Model[S] | None = self.__dict__.get("_of")
        return self.by_kind if of is None else of.decodes_by_kind

    @property
    def reading(self) -> Callable[[Sequence[int]], S]:
        """What makes a solution of the values of `key`, without the CpModel: it can be pickled where `decode` can."""
        if not isinstance(self.decode, _Read):
            return self.decode
        variables: Any = ()
        return replace(self.decode, key=replace(self.decode.key, variables=variables)).__call__

    @property
    def is_of_kind(self) -> bool:
        """Whether it is just as the kind of its puzzle makes it, so that the puzzle's description says the same."""
        return self.by_kind and self.as_built

    @property
    def is_bare(self) -> bool:
        """Whether it is a model without a puzzle, of your own or from a file."""
        return isinstance(self.puzzle, (BareModel, SavedModel))

    def __getattr__(self, name: str) -> Mapping[Any, cp_model.LiteralT]:
        variables = self.__dict__.get("variables", {})
        if name in variables:
            return cast("Mapping[Any, cp_model.LiteralT]", variables[name])
        known = f"its variables are {', '.join(variables)}" if variables else "it has no named variables"
        raise AttributeError(f"a model has no attribute {name!r}; {known}")

    def __repr__(self) -> str:
        proto = self.cp.proto
        constraints = len(proto.constraints)
        of = "" if self.puzzle is BARE else f"{type(self.puzzle).__name__}, "
        plural = "" if constraints == 1 else "s"
        size = f"{len(self.key)} of {len(proto.variables)} variables in the key, {constraints} constraint{plural}"
        named = f", by name: {', '.join(self.variables)}" if self.variables else ""
        objective = ", with an objective" if self.cp.has_objective() else ""
        return f"Model({of}{size}{named}{objective})"

    @cached_property
    def indexes(self) -> tuple[int, ...]:
        """The index in the CpModel of each variable of the key."""
        return tuple(indexes_of(self.key))

    @cached_property
    def names(self) -> tuple[Any, ...]:
        """What each position of the key is called: as the mapping that was given has it, else by its variable.

        A variable whose name is missing, or another one's, too, has its position for a name.
        """
        if (of := self.__dict__.get("_of")) is not None:
            return cast("tuple[Any, ...]", of.names)
        if self.entries:
            return tuple(_different(self.entries.position_names))
        by_name = self.variables.get("key")
        own = by_name if isinstance(by_name, Mapping) else {}
        is_key = [getattr(one, "index", None) for one in own.values()] == [*self.indexes]
        return tuple(own if is_key else _names(self.key))

    @property
    def named(self) -> dict[Any, int]:
        """The literal that each name of the key says, by its index."""
        negated = [part.is_negated for part in self.entries.parts for _ in part.positions] if self.entries else ()
        literals = [~at if n else at for at, n in zip(self.indexes, negated, strict=True)] if negated else self.indexes
        return dict(zip(self.names, literals, strict=True))

    def as_it_is(self) -> Model[S]:
        """The same of a copy of the CpModel, which stays so whatever is added to that one meanwhile."""
        made, cp = copy(self), cp_model.copy_of(self.cp)
        vars(made).update(cp=cp, key=Literals(cp, self.indexes))
        return made

    def changed(self, cp: cp_model.CpModel, **other: Any) -> Model[S]:
        """The same of a copy of the CpModel that was changed: so without symmetries, pivots and strategies of its own.

        other: what else is to be different, by name.
        """
        marks = self.marks

        def copied() -> dict[Mark, list[cp_model.LiteralT]] | None:
            of = {mark: [literal_at(cp, index) for index in indexes_of(marks[mark])] for mark in marks}
            return of if marks.are_known else None

        literals: Any = Literals(cp, self.indexes)
        made = replace(
            self,
            cp=cp,
            key=literals,
            symmetries=(),
            pivots=(),
            strategies=tuple(one for one in self.strategies if one.any_model),
            variables={},
            marks=Marks(cp, copied),
            **{"digest": CHANGED, **other},
        )
        vars(made).update(_of=self, _made_key=self.__dict__["_made_key"])
        return made

    def solution(self, values: Iterable[int]) -> S:
        """The solution that the values of the key say, in its order."""
        decode = self.decode
        if (found := decode(values) if isinstance(decode, _Read) else decode(tuple(values))) is None:
            raise WrongSolutionError("`decode` returned None, and not the solution that the values say")
        return found

    def broken(self, values: Sequence[int]) -> list[str]:
        """The rules that a solution breaks, by the values of the key."""
        return self.puzzle.check(self.solution(values))

    def with_key(self, values: Mapping[int, bool]) -> cp_model.CpModel:
        """A copy of the CpModel in which some positions of the key are fixed."""
        cp, indexes = cp_model.copy_of(self.cp), self.indexes
        cp.add_bool_and([literal_at(cp, indexes[at] if value else ~indexes[at]) for at, value in values.items()])
        return cp


def _mappings(structure: Any) -> dict[str, Mapping[Any, Any]]:
    """The literals of a structure by name: its fields that are mappings, and not by default, as given numbers are."""
    needed = [one for one in fields(structure) if one.default_factory is MISSING] if is_dataclass(structure) else []
    named = {one.name: getattr(structure, one.name) for one in needed}
    return {name: value for name, value in named.items() if isinstance(value, Mapping)}


def _names(key: Sequence[cp_model.IntVar]) -> list[str | int]:
    """The names of variables; the position of one in the key where it has no name, or another one has the same."""
    return _different([str(getattr(variable, "name", "")) for variable in key])


def _different(given: Sequence[Any]) -> list[Any]:
    """Names, each in place of one that is missing or there twice its position."""
    times = Counter(given)
    return [name if name != "" and times[name] == 1 else position for position, name in enumerate(given)]


def digest_of(cp: cp_model.CpModel) -> str:
    """A digest of a whole CpModel: variables with their domains, constraints, objective, hints, assumptions.

    Last variables that are just false do not count: they come in when a variable of such a meaning is asked for.
    """
    proto, size = cp.proto, len(cp.proto.variables)
    while size and not proto.variables[size - 1].name and list(proto.variables[size - 1].domain) == [0, 0]:
        size -= 1
    if size < len(proto.variables):
        proto = cp_model.CpModelProto()
        proto.copy_from(cp.proto)
        proto.variables.clear()
        proto.variables.extend([cp.proto.variables[index] for index in range(size)])
    return hashlib.sha256(str(proto).encode()).hexdigest()


@dataclass(frozen=True)
class _Read(Generic[S]):
    """How the values of a key with numbers are read."""

    decode: Callable[[Sequence[int]], S]
    key: Key

    def of(self, entries: Sequence[Any]) -> Callable[[Sequence[int]], S]:
        """What reads some entries: it itself, if they are its Boolean variables, as those of another Model may be."""
        indexes = entries.indexes if isinstance(entries, Literals) else [getattr(one, "index", None) for one in entries]
        if [*indexes] == [*self.key.variables.indexes]:
            return self
        return self.decode

    def __call__(self, values: Iterable[int]) -> S:
        return self.decode(self.key.read(values))


def _assignment(names: Sequence[Any], key: Collection[Any], numbers: Container[int], values: Sequence[int]) -> Any:
    """What the values of a key's entries say, of which those at some positions are numbers."""
    named = list(zip(names, values, strict=True))
    return Assignment(
        tuple(name for i, (name, value) in enumerate(named) if value and i not in numbers),
        tuple(entry for i, entry in enumerate(named) if i in numbers),
        key,
    )


def objective_terms(cp: cp_model.CpModel) -> list[tuple[int, int]]:
    """The variables of an objective, by index, with their coefficients: with the other sign for one that is negated."""
    if cp.proto.has_floating_point_objective():
        raise ModelError("the objective has floating-point coefficients: scale it to whole numbers, such as 2 for 2.0")
    terms = zip(cp.proto.objective.vars, cp.proto.objective.coeffs, strict=True)
    return [(variable, factor) if variable >= 0 else (~variable, -factor) for variable, factor in terms]


@open_function("cpmodels.models")
def build_model(puzzle: Puzzle[Any], cp: cp_model.CpModel) -> Model[Any]:
    """The model of a puzzle in a CpModel, called by `build`: a kind may implement it apart from its class.

    By default it is the puzzle's own `Puzzle.model` or, failing that, made from its description; `identical` and
    `infeasible` are those of the puzzle unless the model says otherwise.

    Raises KindError for a kind that has neither, or whose `model` returns something else, or whose description alone is
    relaxed.

    >>> from cpmodels import Zip
    >>> build_model(Zip(2, 2), cp_model.CpModel())
    Model(Zip, 16 of 16 variables in the key, 1 constraint, by name: step, starts_at, ends_at)
    """
    if type(puzzle).model is not Puzzle.model:
        model: Model[Any] = puzzle.model(cp)
        if not isinstance(model, Model):
            raise KindError(f"{type(puzzle).__name__}.model returned a {type(model).__name__}, not a cpmodels.Model")
        if model.infeasible is None:
            object.__setattr__(model, "infeasible", puzzle.infeasible_reason())
        if model.identical == 1:
            object.__setattr__(model, "identical", puzzle.identical)
        return model
    description = described(puzzle)
    if description is not None and isinstance(description.problem, ExactCover) and description.problem.relaxed:
        raise KindError(
            f"the description of a {type(puzzle).__name__} is relaxed, so a model made of it would allow too "
            "much: give the class a method `model`, too"
        )
    return described_model(puzzle, cp, description)


def saved(model: Model[Any]) -> SavedModel:
    """A model without a puzzle as a value, whose key is the variables of the model's."""
    names = names_in(model.cp)
    return SavedModel(str(model.cp.proto), [names[index] for index in model.indexes])


@build_model.register(SavedModel)
def _saved_model(puzzle: SavedModel, cp: cp_model.CpModel) -> Model[Assignment]:
    if len(cp.proto.variables) or len(cp.proto.constraints) or cp.has_objective():
        raise ModelError("a model from a file is built in an empty CpModel: add what is yours to its `cp` later")
    return Model(replace(puzzle, searched=True), cp, puzzle.entries(cp), strategies=(LINEAR,))


def described_model(
    puzzle: Puzzle[S],
    cp: cp_model.CpModel,
    description: Description[S] | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Model[S]:
    """The model that the description of a puzzle makes, with its symmetries, a pivot, and variables by name.

    They are ``model.chosen[meaning]``, ``step``, ``starts_at`` and ``ends_at`` of a path, or ``edge`` and ``visited``
    of a loop and of several paths, and what the description names besides.  What
    `cpmodels.model.strategies.searches` names races beside CP-SAT.

    parameters: for CP-SAT; by default those that suit the size of the problem.

    Raises KindError for a puzzle without a description, DefectError for symmetries that are none.

    >>> from cpmodels import Zip
    >>> described_model(Zip(2, 2), cp_model.CpModel())
    Model(Zip, 16 of 16 variables in the key, 1 constraint, by name: step, starts_at, ends_at)
    """
    if (description := description or described(puzzle)) is None:
        raise KindError(
            f"there is no description of a {type(puzzle).__name__}, of which a model could be made: give the class a "
            "method `model` or `describe`, or register a function by @cpmodels.model.build_model.register"
        )
    problem, settled = description.problem, False
    strategies: tuple[Strategy[Any], ...] = () if puzzle.maximise else searches(puzzle)
    key: ProblemKey
    if isinstance(problem, ExactCover):
        key = CoverKey(description)
        chosen = exact_cover(cp, key.cover)
        literals: Any = chosen.values()
        variables = {"chosen": Variables(cp, "chosen", chosen, problem.position.__contains__)}
        settled = key.cover.is_settled()
        strategies += (RESTARTS,) * is_large(problem)
    elif isinstance(problem, Subgraph):
        key, lines = SubgraphKey(description), subgraph(cp, problem)
        literals = lines.literals
        variables = {name: Variables(cp, name, getattr(lines, name)) for name in ("edge", "visited")}
    else:
        key, nodes = PathKey(description), problem.successors
        path = path_from(cp, nodes, problem.starts, problem.ends)
        waypoints_in_order(cp, path, problem.waypoints)
        literals = path.literals

        def is_step(arc: Any) -> bool:
            return isinstance(arc, tuple) and len(arc) == 2 and all(map(nodes.__contains__, arc))

        possible = {"step": is_step, "starts_at": nodes.__contains__, "ends_at": nodes.__contains__}
        variables = {name: Variables(cp, name, getattr(path, name), test) for name, test in possible.items()}
    for name, meanings in description.names.items():
        variables[name] = _named(cp, name, key.key, literals, meanings)

    def marks() -> dict[Mark, Any] | None:
        places_of = described_marks(puzzle, description, key.key)
        return places_of and {mark: [literals[place] for place in places] for mark, places in places_of.items()}

    return Model(
        puzzle,
        cp,
        literals,
        lambda values: description.solution(key.read(values)),
        variables,
        key.symmetries,
        key.pivots,
        parameters_for(problem) if parameters is None else parameters,
        puzzle.identical,
        puzzle.infeasible_reason(),
        strategies,
        settled=settled,
        marks=marks,
    )


def is_large(cover: ExactCover[Any]) -> bool:
    """Whether an exact cover may take long."""
    return sum(least for _, least, _ in cover.items) > LARGE_COVER


def parameters_for(problem: ExactCover[Any] | HamiltonianPath[Any] | Subgraph[Any]) -> Mapping[str, Any]:
    """The CP-SAT parameters for the model of a description: a presolve for what is large takes less than it saves."""
    if not isinstance(problem, ExactCover):
        return DIRECT_PARAMETERS
    return PARAMETERS if is_large(problem) else {**PARAMETERS, "cp_model_presolve": False}


def _named(
    cp: cp_model.CpModel,
    name: str,
    key: Sequence[Any],
    literals: Sequence[cp_model.IntVar],
    meanings: Callable[[], Mapping[Any, Any]],
) -> Variables:
    """Variables by another name than their meaning; those of meanings that the model leaves out are just false."""
    meanings = cache(meanings)

    def known() -> dict[Any, cp_model.LiteralT]:
        of = dict(zip(key, literals, strict=True))
        return {about: of[meaning] for about, meaning in meanings().items() if meaning in of}

    return Variables(cp, name, known, lambda about: about in meanings())


@suggests_keywords()
def build(puzzle: Puzzle[S], cp: cp_model.CpModel | None = None) -> Model[S]:
    """The model of a puzzle, in `cp` if one is given, else in a fresh CpModel.

    Constraints of your own can be added to ``model.cp`` before it is given to `cpmodels.solve`.

    Raises TooLargeError when the model would need more variables than fit into memory, KindError when there is no model
    for puzzles of this class, PuzzleError for a puzzle that minimises: each of its parts has a model; ModelError for a
    `cp` that is not a CpModel, and for a model from a file in one that is not empty; DefectError for a kind whose model
    is in another one.

    >>> from cpmodels import Zip, count
    >>> model = build(Zip(4, 4))
    >>> rule = model.cp.add(model.starts_at[0, 0] == 1)
    >>> count(model).total
    52
    """
    puzzle = as_read(puzzle)
    if not isinstance(puzzle, Puzzle):
        raise not_a_puzzle(puzzle)
    if not (cp is None or isinstance(cp, cp_model.CpModel)):
        raise ModelError(f"a puzzle is built in a CpModel, not in {shown(cp)}")
    model = build_to_search(puzzle, cp)
    if cp is not None and model.cp is not cp:
        raise DefectError(f"{type(puzzle).__name__} has its model in another CpModel than in that which is given")
    object.__setattr__(model, "key", tuple(model.key))
    if isinstance(model.cp, cp_model.QuickCpModel):
        model.cp.is_private = False
    if model.digest != CHANGED:
        object.__setattr__(model, "digest", digest_of(model.cp))
    return model


def build_to_search(puzzle: Puzzle[S] | Model[S], cp: cp_model.CpModel | None = None) -> Model[S]:
    """The model of a puzzle that nobody else can change, so that no digest is needed to see whether it was; or a model.

    Raises PuzzleError for a puzzle that minimises, DefectError for a model that does not go with its puzzle, as far as
    that is plain.
    """
    if isinstance(puzzle, Model):
        return puzzle
    _refuse_minimising(puzzle)
    # What else is in a CpModel may have no solution, or an objective.
    is_alone = cp is None or not (cp.proto.constraints or cp.proto.assumptions or cp.has_objective())
    if cp is None:
        cp = cp_model.QuickCpModel()
        cp.is_private = True
    make = build_model if has_registered_model(type(puzzle)) else build_model.__wrapped__
    model = make(puzzle, cp)
    _check_agreement(puzzle, model)
    if not model.as_built or len(model.cp.proto.constraints) != model.__dict__["constraints_at_first"]:
        object.__setattr__(model, "digest", CHANGED)  # What was added may not keep them.
    elif isinstance(model.cp, cp_model.QuickCpModel) and model.cp.is_private:
        object.__setattr__(model, "digest", None)  # Nobody can change it any more.
    if is_alone:
        model.__dict__["_by_kind"] = True
    return model


def _refuse_minimising(puzzle: Puzzle[Any]) -> None:
    if puzzle.minimise:
        raise PuzzleError(
            f"a puzzle that minimises its {puzzle.minimise} is many models: `solve` finds the least, and its `parts` "
            "are plain puzzles by rising cost, each of which can be built and counted"
        )


def _check_agreement(puzzle: Puzzle[Any], model: Model[Any]) -> None:
    """Raise DefectError where a model says something else than its puzzle."""
    kind = type(puzzle).__name__
    if model.puzzle != puzzle:
        raise DefectError(f"the model that {kind} gives is not one of this puzzle: write cpmodels.Model(self, cp, ...)")
    if model.identical != puzzle.identical:
        raise DefectError(f"the model says identical={model.identical}, but the puzzle says {puzzle.identical}")
    if puzzle.maximise:
        if not model.cp.has_objective():
            raise DefectError(f"{kind} maximises its {puzzle.maximise}, but its model has no objective")
        objective = model.cp.proto.objective
        if len(objective.vars) and objective.scaling_factor > 0:
            raise DefectError(f"{kind} maximises its {puzzle.maximise}, but its model minimises")


def has_own_model(puzzle: Puzzle[Any]) -> bool:
    """Whether a puzzle has a model of its own, which may say something else than its description.

    Then that is what the puzzle means, and a description beside it is read only by engines that are asked for by name.
    """
    cls = type(puzzle)
    return not cls.fully_described and (cls.model is not Puzzle.model or has_registered_model(cls))


def has_registered_model(cls: type[Puzzle[Any]]) -> bool:
    """Whether a model is registered for the puzzles of a class.

    It is not that of a class derived from the one it is registered for, with a `model` of its own, which may ask
    `build_model` for the registered one, or with a `check` and a `describe`: then these say what the puzzle means.
    """
    own = build_model.own_of(cls)
    return build_model.is_implemented(cls) and "model" not in own and not {"check", "describe"} <= own


Asked = Puzzle[S] | Model[S] | str | os.PathLike[str] | Mapping[str, Any]
"""A puzzle, a model, the name of a built-in puzzle, or whatever else `cpmodels.read` reads."""


def as_asked(asked: Asked[S]) -> Puzzle[S] | Model[S]:
    """The puzzle or model that is asked about.

    Raises PuzzleError for what cannot be read, ModelError for a model whose key can have got more values since it was
    made, KindError for the rest.

    >>> from cpmodels import Zip
    >>> as_asked(Zip(2, 2)) == Zip(2, 2)
    True
    """
    found: Puzzle[S] | Model[S] = as_read(asked)
    if not isinstance(found, (Puzzle, Model)):
        raise not_a_puzzle(found, "a puzzle, its name, its file, its JSON object, or a model")
    if isinstance(found, Puzzle):
        _check_kind(found)
    else:
        found.check_domains()
    return found


def _check_kind(puzzle: Puzzle[Any]) -> None:
    """Raise DefectError where a kind contradicts itself."""
    kind = type(puzzle)
    if not (isinstance(times := puzzle.identical, int) and times > 0):
        raise DefectError(f"the `identical` of {kind.__name__} is {shown(times)}, not a whole number from 1")
    if puzzle.maximise and kind.amount is Puzzle.amount:
        raise DefectError(f"{kind.__name__} maximises its {puzzle.maximise}, but has no `amount`")
    if puzzle.minimise and kind.parts is Puzzle.parts:
        raise DefectError(f"{kind.__name__} minimises its {puzzle.minimise}, but has no `parts` by which it is found")
    if puzzle.minimise and puzzle.maximise:
        raise DefectError(f"{kind.__name__} minimises its {puzzle.minimise} and maximises its {puzzle.maximise}")


def parts_of(puzzle: Puzzle[S]) -> Iterator[Part[S]]:
    """The easier parts of a puzzle.  Raises KindError where its `parts` gives something else."""
    given: Any = puzzle.parts()
    for part in given if isinstance(given, Iterable) else [given]:
        if not isinstance(part, Part):
            raise KindError(
                f"parts of the kind {puzzle.kind} gives {shown(part)}, not a puzzle.Part; is it another method "
                "by that name?"
            )
        yield part


def rising(parts: Iterator[Part[S]]) -> Iterator[tuple[int, Part[S]]]:
    """Parts with their costs, which rise.  Raises DefectError for one without a cost, or of less than one before."""
    last: int | None = None
    for part in parts:
        if (cost := plain(part.cost)) is None:
            raise DefectError("a part of a puzzle that minimises has no cost")
        if last is not None and cost < last:
            raise DefectError(f"the costs of the parts do not rise: one of cost {cost} comes after one of {last}")
        last = cost
        yield cost, part
