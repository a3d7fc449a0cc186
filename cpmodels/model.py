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
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from ortools.sat.python import cp_model

from cpmodels._keywords import suggests_keywords
from cpmodels._symmetries import CoverKey, check_group, key_of
from cpmodels.constraints import exact_cover, hamiltonian_path, waypoints_in_order
from cpmodels.constraints._bulk import Literals, QuickCpModel, are_of, indexes_of
from cpmodels.description import Description, ExactCover
from cpmodels.errors import DefectError, KindError, ModelError, TooLargeError
from cpmodels.kinds import open_function
from cpmodels.puzzle import Puzzle, Solution, as_read, broken_rules, not_a_puzzle
from cpmodels.values import shown

__all__ = [
    "DIRECT_PARAMETERS",
    "PARAMETERS",
    "Assignment",
    "BareModel",
    "Found",
    "Model",
    "Runs",
    "Steps",
    "Strategy",
    "UnknownVariableError",
    "Variables",
    "build",
    "build_model",
    "described_model",
    "improvers",
]

S = TypeVar("S", bound=Solution)

LARGEST_MODEL = 500_000
"""Models that would need more placement variables than this, about ten seconds' building, are refused."""

PARAMETERS: Mapping[str, Any] = MappingProxyType({"linearization_level": 0, "presolve_inclusion_work_limit": 0})
"""CP-SAT parameters for every model: pure Boolean search, which is 10 to 60 times faster on these
puzzles, and a presolve without the step of OR-Tools issue 5293, which can lose solutions."""

DIRECT_PARAMETERS: Mapping[str, Any] = MappingProxyType(
    {
        **PARAMETERS,
        "cp_model_presolve": False,
        "symmetry_level": 0,
        "auto_detect_greater_than_at_least_one_of": False,
        "new_linear_propagation": False,
    }
)
"""CP-SAT parameters for models that are solved in a fraction of a second: `PARAMETERS`, and no presolve, which would
take longer than it saves.  Published ZIPs take 0.65 ms in place of 0.95; loops and paths, by the constraints of this
package and on boards of up to 60 x 60, take 10 to 60 % less time.  Harder models need the presolve, so that it is worth
a try of both: ``Model(..., parameters=cm.DIRECT_PARAMETERS)``."""

_UNSEALED = ContextVar("_UNSEALED", default=False)


class UnknownVariableError(ModelError, KeyError):
    """A model has no variable of this name, cell or piece.

    >>> from cpmodels import Zip
    >>> build(Zip(2, 2)).starts_at[5, 5]
    Traceback (most recent call last):
    ...
    cpmodels.model.UnknownVariableError: the model has no starts_at[(5, 5)]: it takes a cell (row, col)
    """

    def __str__(self) -> str:
        return str(self.args[0])


class Variables(Mapping[Any, cp_model.LiteralT]):
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
        form: str = "",
    ) -> None:
        """`known` may be a function that makes the mapping when it is first used.

        `possible` tells whether what is not `known` is just false; `form` says what the keys look like.
        """
        self._cp, self._name, self._given, self._possible, self._form = cp, name, known, possible, form

    @cached_property
    def _known(self) -> Mapping[Any, cp_model.LiteralT]:
        return self._given() if callable(self._given) else self._given

    def __getitem__(self, key: Any) -> cp_model.LiteralT:
        with suppress(TypeError):  # A key that is not hashable is none of them either.
            if key in self._known:
                return self._known[key]
            if self._possible(key):
                return self._cp.new_constant(0)
        form = f": it takes {self._form}" if self._form else ""
        raise UnknownVariableError(f"the model has no {self._name}[{shown(key)}]{form}")

    def __iter__(self) -> Iterator[Any]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


@dataclass(frozen=True)
class Assignment(Solution):
    """A solution of a model without a puzzle: the keys of its true variables, in the order of the model's key.

    >>> from cpmodels import solve
    >>> cp = cp_model.CpModel()
    >>> lamps = {name: cp.new_bool_var(name) for name in ("left", "right")}
    >>> rule = cp.add_bool_and(lamps["right"], ~lamps["left"])
    >>> solve(Model(cp=cp, key=lamps)).solution
    Assignment(true=('right',))
    """

    true: tuple[Any, ...]


class BareModel(Puzzle[Assignment]):
    """Stands in for the puzzle of a model without one; its only rules are the constraints of the model.

    >>> cp = cp_model.CpModel()
    >>> Model(cp=cp, key=[cp.new_bool_var("lamp")]).puzzle.name
    'model'
    """

    name = "model"

    def check(self, solution: Assignment) -> list[str]:
        """No rule is broken: there is none but the model's constraints."""
        del solution
        return []


BareModel.kind = "model"
BARE = BareModel()


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
    def model(self) -> Model[Any]: ...

    @property
    def stopped(self) -> bool: ...

    @property
    def left(self) -> float | None: ...

    def run(self, model: Model[S], *, seconds: float, seed: int, fixed: Mapping[int, bool] | None = None) -> Found[S]:
        """Search a model for so many seconds, some positions of its key fixed if need be; ends soon when `stopped`."""


Steps = Generator[S | None, None, bool | None]
"""A search step by step: yields None after each short step, and a solution when it has one; returns True if it proved
that there is none.  The race checks solutions by the puzzle's rules: a wrong one is an error of the strategy."""


@dataclass(frozen=True)
class Strategy(Generic[S]):
    """A way to a first solution.

    name: what it is called in results.
    search: starts it, given a seed and what it may use.
    after: for how many seconds the complete search runs alone first; easy puzzles are solved by then.
    light: whether it also runs beside a search that has only one core; the two then take turns.
    engine: the engine that it asks, such as ``"cp-sat"``; None for a search of its own, which is called by its name.
    any_model: whether it respects constraints that were added to the model, so that it can still be used then.

    >>> from cpmodels import Path, Zip
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


@dataclass(frozen=True, repr=False, eq=False)
class Model(Generic[S]):
    """A puzzle as a CpModel, with the variables that are its solution; or any CpModel of your own.

    puzzle: the puzzle by whose rules every solution is checked; None for a model of your own.
    cp: an ordinary CpModel; add constraints, an objective or assumptions of your own to it.
    key: Boolean variables which together are the solution, in a sequence or in a mapping by what each is about.  All
        other variables should be functions of these: native enumeration then gives every solution once.
    decode: the solution that the values of the key, in their order, say; an `Assignment` by default.
    variables: names for the literals, such as ``model.step[(0, 0), (0, 1)]`` for a ZIP.
    symmetries: permutations of key positions (position i goes to ``symmetry[i]``) that map solutions to solutions; they
        are a group (see `cpmodels.lattice.permutation_group`).  Only the identity by default.
    pivots: key positions of which exactly one is true in every solution, mapped to one another by the symmetries or by
        some of them; empty if there are none.  They split the search.
    parameters: CP-SAT parameters that suit this model, where there is no objective: `PARAMETERS` by default, which
        presolve it, or `DIRECT_PARAMETERS` for models that take a fraction of a second.
    identical: how many solutions one stands for when identical pieces are told apart.
    infeasible: why there is no solution, where that is plain without any search.
    strategies: other ways to a first solution, which race beside CP-SAT's complete search (see `cpmodels.strategies`).
    settled: whether nothing is left to choose, so that no search is needed.

    The symmetries, pivots and strategies are used only while the model is unchanged: any change to ``cp``, even to
    the domain of one variable, turns them off, as they may no longer hold.

    Raises ModelError for a key that is not Boolean or of another CpModel, symmetries that are not a group of
    permutations of the key, or a pivot that is not a position of it.

    >>> from cpmodels import count
    >>> cp = cp_model.CpModel()
    >>> lamps = [cp.new_bool_var(f"lamp {i}") for i in range(3)]
    >>> rule = cp.add_at_least_one(lamps)
    >>> count(Model(cp=cp, key=lamps, symmetries=[(0, 1, 2), (2, 1, 0)])).orbits
    5
    """

    puzzle: Puzzle[S] = None  # type: ignore[assignment]
    cp: cp_model.CpModel = None  # type: ignore[assignment]
    key: tuple[cp_model.IntVar, ...] = ()
    decode: Callable[[Sequence[int]], S] = None  # type: ignore[assignment]
    variables: Mapping[str, Mapping[Any, cp_model.LiteralT]] = field(default_factory=dict)
    symmetries: tuple[tuple[int, ...], ...] = ()
    pivots: tuple[int, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=lambda: PARAMETERS)
    identical: int = 1
    infeasible: str | None = None
    strategies: tuple[Strategy[S], ...] = ()
    digest: str | None = None
    settled: bool = False

    if TYPE_CHECKING:

        def __init__(
            self,
            puzzle: Puzzle[S] | None = None,
            cp: cp_model.CpModel | None = None,
            key: Sequence[cp_model.IntVar] | Mapping[Any, cp_model.IntVar] = (),
            decode: Callable[[Sequence[int]], S] | None = None,
            variables: Mapping[str, Mapping[Any, cp_model.LiteralT]] = ...,
            symmetries: Sequence[Sequence[int]] = (),
            pivots: Sequence[int] = (),
            parameters: Mapping[str, Any] = ...,
            identical: int = 1,
            infeasible: str | None = None,
            strategies: tuple[Strategy[S], ...] = (),
            digest: str | None = None,
            settled: bool = False,
        ) -> None: ...

    def __post_init__(self) -> None:
        def put(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        if not isinstance(self.cp, cp_model.CpModel):
            raise ModelError(f"a model needs cp=CpModel(), not {shown(self.cp)}")
        if self.puzzle is None:
            put("puzzle", BARE)
        given: Any = self.key
        names = list(given) if isinstance(given, Mapping) else None
        given = given.values() if isinstance(given, Mapping) else given
        put("key", given if isinstance(given, Literals) and _UNSEALED.get() else tuple(given))
        if self.decode is None:
            put("decode", partial(_assignment, names or _names(self.key)))
        if names is not None and not self.variables:
            put("variables", {"key": Variables(self.cp, "key", dict(zip(names, self.key, strict=True)))})
        put("symmetries", tuple(dict.fromkeys(map(tuple, self.symmetries))) or (tuple(range(len(self.key))),))
        put("pivots", tuple(self.pivots))
        self._check()
        if self.digest is None and not _UNSEALED.get():
            put("digest", self._digest())

    def _check(self) -> None:
        proto = self.cp.proto
        trusted, seen = isinstance(self.key, Literals) and are_of(self.cp, self.key), set[int]()
        for position, variable in enumerate(() if trusted else self.key):
            if isinstance(variable, cp_model.NotBooleanVariable):
                raise ModelError(f"position {position} of the key, {shown(variable)}, is negated: give the variable")
            if not isinstance(variable, cp_model.IntVar) or variable.model_proto is not proto:
                raise ModelError(
                    f"position {position} of the key, {shown(variable)}, is not a variable of this CpModel"
                )
            if position and variable.index in seen:
                raise ModelError(f"position {position} of the key, {shown(variable)}, is in the key before")
            seen.add(variable.index)
            if not variable.is_boolean:
                domain = list(variable.proto.domain)
                values = f"values from {domain[0]} to {domain[-1]}" if domain else "no value"
                raise ModelError(
                    f"position {position} of the key, {shown(variable)}, takes {values}: a key consists of Booleans"
                )
        if len(self.symmetries) > 1 or self.symmetries[0] != tuple(range(len(self.key))):
            check_group(self.symmetries, len(self.key))
        for pivot in self.pivots:
            if not (isinstance(pivot, int) and 0 <= pivot < len(self.key)):
                raise ModelError(f"the pivot {shown(pivot)} is not a position of the key, which has {len(self.key)}")

    def _digest(self) -> str:
        """A digest of the whole CpModel: variables with their domains, constraints, objective, hints, assumptions."""
        return _digest(str(self.cp.proto))

    @property
    def content(self) -> tuple[str, ...]:
        """What is searched, in words."""
        return (str(self.cp.proto), repr(self.indexes))

    @property
    def as_built(self) -> bool:
        """Whether the CpModel is just as it was made: only then do symmetries, pivots and strategies hold.

        A constant that came in when a variable was asked for which is just false, as its last variable, is no change.
        """
        if self.digest is None:
            return True
        text = str(self.cp.proto)
        before, constant, after = text.rpartition(FALSE)
        last = constant and not after.startswith("variables {")
        return self.digest == _digest(text) or bool(last and self.digest == _digest(before + after))

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
        objective = ", with an objective" if has_objective(self.cp) else ""
        return f"Model({of}{size}{named}{objective})"

    @cached_property
    def indexes(self) -> tuple[int, ...]:
        """The index in the CpModel of each variable of the key."""
        return tuple(indexes_of(self.key))

    def solution(self, values: Iterable[int]) -> S:
        """The solution that the values of the key say, in its order."""
        return self.decode(tuple(values))

    def broken(self, values: Sequence[int], *, constraints: bool = False) -> list[str]:
        """The rules that a solution breaks, by the values of the key.

        constraints: say, too, where it breaks those of the model.
        """
        broken = broken_rules(self.puzzle, self.solution(values))
        if broken or not constraints:
            return broken
        solver = cp_model.CpSolver()
        solver.parameters.num_workers, solver.parameters.cp_model_presolve = 1, False
        solver.parameters.catch_sigint_signal = False
        status = solver.solve(self.with_key(dict(enumerate(map(bool, values)))))
        return ["it breaks the constraints of the model"] if status == cp_model.INFEASIBLE else []

    def with_key(self, values: Mapping[int, bool]) -> cp_model.CpModel:
        """A copy of the CpModel in which some positions of the key are fixed."""
        cp = self.cp.clone()
        literals = {position: cp.get_bool_var_from_proto_index(self.indexes[position]) for position in values}
        cp.add_bool_and([literals[position] if value else ~literals[position] for position, value in values.items()])
        return cp


def _names(key: Sequence[cp_model.IntVar]) -> list[str | int]:
    """The names of variables; the position of one in the key where it has no name, or another one has the same."""
    given = [str(getattr(variable, "name", "")) for variable in key]
    times = Counter(given)
    return [name if name and times[name] == 1 else position for position, name in enumerate(given)]


FALSE = "variables {\n  domain: 0\n  domain: 0\n}\n"
"""The constant false as a variable of a CpModel in text."""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _assignment(names: Sequence[Any], values: Sequence[int]) -> Any:
    return Assignment(tuple(name for name, value in zip(names, values, strict=True) if value))


def has_objective(cp: cp_model.CpModel) -> bool:
    """Whether a CpModel minimises or maximises anything."""
    return bool(cp.has_objective())


def refuse_large(variables: int, what: str) -> None:
    """Raise TooLargeError when a model would need too many variables."""
    if variables > LARGEST_MODEL:
        raise TooLargeError(f"{what} needs {variables:,} variables, but at most {LARGEST_MODEL:,} are allowed")


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
        missing: dict[str, Any] = {}
        if model.infeasible is None and (reason := puzzle.infeasible_reason()) is not None:
            missing["infeasible"] = reason
        if model.identical == 1 != puzzle.identical:
            missing["identical"] = puzzle.identical
        return replace(model, **missing) if missing else model
    if (description := puzzle.describe()) is None:
        raise KindError(
            f"there is no model for a {type(puzzle).__name__}: give the class a method `model` or `describe`, or "
            "register a function by @cpmodels.build_model.register"
        )
    if isinstance(description.problem, ExactCover) and description.problem.relaxed:
        raise KindError(
            f"the description of a {type(puzzle).__name__} is relaxed, so a model made of it would allow too "
            "much: give the class a method `model`, too"
        )
    return described_model(puzzle, description, cp)


@open_function("cpmodels.models")
def improvers(puzzle: Puzzle[S]) -> tuple[Strategy[S], ...]:  # noqa: ARG001
    """What finds better and better solutions of a puzzle that maximises, beside CP-SAT's search of its model.

    Nothing by default.  Each yields every solution that is better than its last one, and returns True if it proved that
    none is better; they have no model, and each takes a core, in order.

    >>> from cpmodels import Zip
    >>> improvers(Zip(2, 2))
    ()
    """
    return ()


def described_model(puzzle: Puzzle[S], description: Description[S], cp: cp_model.CpModel) -> Model[S]:
    """The model that a description makes, with its symmetries: ``model.chosen[meaning]``, or a path's named steps.

    Raises DefectError for symmetries that are none.

    >>> from cpmodels import Zip
    >>> puzzle = Zip(2, 2)
    >>> described_model(puzzle, puzzle.describe(), cp_model.CpModel())
    Model(Zip, 16 of 16 variables in the key, 1 constraint, by name: step, starts_at, ends_at)
    """
    problem, key = description.problem, key_of(description)
    settled = False
    if isinstance(problem, ExactCover):
        assert isinstance(key, CoverKey)
        literals: Any = exact_cover(cp, key.cover)
        known = problem.position.__contains__
        variables: dict[str, Any] = {"chosen": Variables(cp, "chosen", literals, known, "the meaning of an option")}
        settled = key.cover.is_settled()
    else:
        path = hamiltonian_path(cp, problem.successors, starts=problem.starts, ends=problem.ends)
        waypoints_in_order(cp, path, problem.waypoints)
        literals = path.literals
        variables = {"step": path.step, "starts_at": path.starts_at, "ends_at": path.ends_at}
    return Model(
        puzzle,
        cp,
        literals,
        lambda values: description.solution(key.read(values)),
        variables,
        symmetries=key.symmetries,
        pivots=key.pivots,
        identical=puzzle.identical,
        infeasible=puzzle.infeasible_reason(),
        settled=settled,
    )


@suggests_keywords()
def build(puzzle: Puzzle[S], cp: cp_model.CpModel | None = None) -> Model[S]:
    """The model of a puzzle, in `cp` if one is given, else in a fresh CpModel.

    Constraints of your own can be added to ``model.cp`` before it is given to `cpmodels.solve`.

    Raises TooLargeError when the model would need more variables than fit into memory, KindError when there is no model
    for puzzles of this class.

    >>> from cpmodels import Zip, count
    >>> model = build(Zip(4, 4))
    >>> rule = model.cp.add(model.starts_at[0, 0] == 1)
    >>> count(model).total
    52
    """
    puzzle = as_read(puzzle)
    if not isinstance(puzzle, Puzzle):
        raise not_a_puzzle(puzzle)
    model = build_to_search(puzzle, cp)
    object.__setattr__(model, "key", tuple(model.key))
    if model.digest is None:
        object.__setattr__(model, "digest", model._digest())
    return model


def build_to_search(puzzle: Puzzle[S], cp: cp_model.CpModel | None = None) -> Model[S]:
    """The model of a puzzle that nobody else can change, so that no digest is needed to tell whether it was.

    Raises DefectError for one that does not go with its puzzle, as far as that is plain.
    """

    def unsealed() -> Model[S]:
        _UNSEALED.set(True)
        return build_model(puzzle, QuickCpModel() if cp is None else cp)

    model = copy_context().run(unsealed)
    _check_agreement(puzzle, model)
    return model


def build_to_enumerate(puzzle: Puzzle[S]) -> Model[S]:
    """The model whose solutions are those of a puzzle, but that those with an objective are the optimal ones alone.

    Raises DefectError for a puzzle that minimises by its stages, of which there is no such model.
    """
    model = build_to_search(puzzle)
    if puzzle.minimise:
        raise DefectError(
            f"{type(puzzle).__name__} minimises its {puzzle.minimise}, so that its `stages` say what is searched, but "
            "has a model of all solutions, too: let `model`, or `describe`, be for puzzles that do not minimise"
        )
    return model


def _check_agreement(puzzle: Puzzle[Any], model: Model[Any]) -> None:
    """Raise DefectError where a model says something else than its puzzle."""
    kind = type(puzzle).__name__
    if model.puzzle != puzzle:
        raise DefectError(f"the model that {kind} gives is not one of this puzzle: write cpmodels.Model(self, cp, ...)")
    if model.identical != puzzle.identical:
        raise DefectError(f"the model says identical={model.identical}, but the puzzle says {puzzle.identical}")
    if puzzle.maximise:
        if not has_objective(model.cp):
            raise DefectError(f"{kind} maximises its {puzzle.maximise}, but its model has no objective")
        objective = model.cp.proto.objective
        if len(objective.vars) and objective.scaling_factor > 0:
            raise DefectError(f"{kind} maximises its {puzzle.maximise}, but its model minimises")


def has_own_model(puzzle: Puzzle[Any]) -> bool:
    """Whether a puzzle has a model of its own, which may say something else than its description.

    Then that is what the puzzle means, and a description beside it is read only by engines that are asked for by name.
    """
    cls = type(puzzle)
    return not cls.fully_described and (cls.model is not Puzzle.model or build_model.is_implemented(cls))


def literals_of(cp: cp_model.CpModel, literals: Iterable[Any], what: str) -> list[cp_model.LiteralT]:
    """The literals as a list.  Raises ModelError that names the first which is not of this CpModel."""
    found = list(literals)
    for literal in found:
        owner = getattr(literal, "model_proto", None) or getattr(
            getattr(literal, "negated", lambda: None)(), "model_proto", None
        )
        if not isinstance(literal, (bool, int)) and owner is not cp.proto:
            raise ModelError(f"{what} has the literal {shown(literal)}, which is not one of this CpModel")
    return found
