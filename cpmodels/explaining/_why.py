"""Why there is no solution, or more than one, and the cheapest constraints to give up, so that there is one."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Generic, TypeVar, cast

from cpmodels import _cp_model as cp_model
from cpmodels._parameters import parameter, rejected
from cpmodels.base._checkpoints import Stream
from cpmodels.base._clock import Clock
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.errors import ParameterError, StoppedError, TooLargeError
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Puzzle, S, Solution
from cpmodels.base.values import joined, listed, shown
from cpmodels.constraints._bulk import literal_at
from cpmodels.engines._table import CP_SAT
from cpmodels.engines._translation import NoClausesError
from cpmodels.explaining._account import Constraint, clauses
from cpmodels.explaining._model import called_by_key
from cpmodels.explaining._reasoner import Reasoner
from cpmodels.explaining._referee import Referee, referee_of
from cpmodels.explaining._sentences import Sentences
from cpmodels.model import BARE, Asked, Model, as_asked, has_own_model
from cpmodels.model._key import called
from cpmodels.saved import SavedModel
from cpmodels.search._portfolio import optimal, without_objective
from cpmodels.search._question import Different, Question, Result, Status
from cpmodels.search.solving import solve, two_of

K = TypeVar("K")

Groups = Mapping[str, "cp_model.Constraint | Iterable[cp_model.Constraint]"]
"""One or more constraints of a CpModel, which count as one, by the name of each group."""
Among = str | Collection[str] | None

SUBSETS = 2_000
"""So many sets of constraints are tried for the fewest that contradict each other."""

HARD, LOOK, WRITING = 5_000, 5.0, 2.0
"""Conflicts of a model's clauses after which CP-SAT takes over, the seconds that it has to look for a solution at the
start, and those in which the clauses are to be made; each has at most half of the time that is left."""


@dataclass(frozen=True)
class Conflict:
    """Why a puzzle has no solution.

    puzzle: the puzzle.
    constraints: clues, walls and rules, in words, that no solution can meet together; each is needed for that where
        `irreducible` is true; an empty tuple where what was not asked about contradicts itself.
    fewest: whether it is proved that no fewer contradict each other.

    >>> conflict = why_infeasible("zip-parity")
    >>> len(conflict.constraints), conflict.irreducible
    (4, True)
    """

    puzzle: Puzzle[Any]
    constraints: tuple[Constraint, ...]
    irreducible: bool
    fewest: bool

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that these constraints speak of."""
        return tuple(dict.fromkeys(cell for constraint in self.constraints for cell in constraint.cells))

    @property
    def pieces(self) -> tuple[int, ...]:
        """The pieces that these constraints speak of, counted from 0."""
        return tuple(dict.fromkeys(piece for constraint in self.constraints for piece in constraint.pieces))

    def __str__(self) -> str:
        if not self.constraints:
            return "There is no solution, even without those asked about: the others contradict each other."
        why = " because of this" if len(self.constraints) == 1 else ", as these contradict each other"
        return f"There is no solution{why}: {'; '.join(clauses(self.constraints, 12))}."


@dataclass(frozen=True)
class Ambiguity(Generic[S]):
    """Why a solution is not the only one: another, and where they differ.

    cells: the cells in which they differ.
    apart: something that is so in the first and not in the second, or the other way round, as a clause.

    >>> from cpmodels import Zip
    >>> found = why_not_unique(Zip(2, 2, waypoints=[(0, 0)]))
    >>> found.cells
    ((0, 0), (0, 1), (1, 0))
    """

    puzzle: Puzzle[S]
    first: S
    second: S
    cells: tuple[Cell, ...]
    apart: str = ""

    def __str__(self) -> str:
        where = f"at {joined(self.cells, most=12)}" if self.cells else f"in whether {self.apart}"
        return f"There are several solutions; two of them differ {where}."


@suggests_keywords()
def why_infeasible(
    puzzle: Asked[S],
    *,
    groups: Groups | None = None,
    among: str | Collection[str] | None = None,
    time_limit: float | None = None,
) -> Conflict | None:
    """Why a puzzle has no solution: as few of its clues and rules as can be found that contradict each other.

    puzzle: a puzzle, anything that `cpmodels.read` reads, or a model, also one with constraints of your own; these
        are named by their names or by what they demand; those without a name that share a variable without one, and
        outside the key, count as one, which is said as the first of them.  Its assumptions are constraints, too, and so
        is that a variable of its key can only be 0, or only 1.  Of its objective only the domain counts that a file may
        give it.
    groups: of a model, constraints that count as one, by a name for them; those of one name are one anyway.
    among: names of constraints, or patterns such as ``"cover *"``: only these can be a reason, and all others hold, as
        those that say what the variables mean; ``"*"`` for all that have a name.
    time_limit: seconds; the best that was found by then, or by Ctrl-C, comes back.

    Of pieces and tiles it names no border, no clue and no fixed tile: these lie only where such allow it, throughout.

    None where there is a solution.  Raises StoppedError where the time was up before that was known, otherwise as
    `cpmodels.explain` does; but a model may have constraints of any kind.  ParameterError for a group of what are not
    constraints of the model, and for the name of none.

    >>> from cpmodels import Zip
    >>> conflict = why_infeasible(Zip(1, 3, [(0, 0), (0, 1)]))
    >>> [constraint.what for constraint in conflict.constraints]
    ['(0, 2)', 'number 1 at (0, 0)', 'number 2 at (0, 1)']

    >>> from ortools.sat.python import cp_model
    >>> from cpmodels import Model
    >>> cp = cp_model.CpModel()
    >>> lamps = [cp.new_bool_var(f"lamp {i}") for i in range(3)]
    >>> rule, other = cp.add(sum(lamps) >= 2).with_name("two lamps are on"), cp.add_bool_or(lamps)
    >>> rule = cp.add_bool_and(~lamps[0], ~lamps[1])
    >>> print(why_infeasible(Model(cp=cp, key=lamps)))  # doctest: +NORMALIZE_WHITESPACE
    There is no solution, as these contradict each other: two lamps are on; the model demands all of not 'lamp 0' and
    not 'lamp 1'.

    >>> found = why_infeasible(Model(cp=cp, key=lamps), groups={"the left is dark": [rule]})
    >>> sorted(constraint.words for constraint in found.constraints)
    ['the left is dark', 'two lamps are on']

    >>> [constraint.words for constraint in why_infeasible(Model(cp=cp, key=lamps), among="*").constraints]
    ['two lamps are on']
    """
    clock = Clock(time_limit, None)
    asked = as_asked(puzzle)
    if groups is not None or isinstance(asked, SavedModel):
        asked = grouped(Question(asked, clock).model(), groups or {})
    if isinstance(asked, Model) and not asked.puzzle.maximise and asked.cp.has_objective():
        asked = asked.changed(without_objective(asked.cp))
    reasons = Stream(lambda: _reasons(asked, among, clock))
    conflict: Conflict | None = None
    try:
        while (better := clock.awaited(reasons)) is not None:
            conflict = better
    except StopIteration:
        return conflict
    except (StoppedError, KeyboardInterrupt):
        if conflict is None:
            raise
        return conflict
    finally:
        reasons.leave()
    return None


def _reasons(asked: Puzzle[Any] | Model[Any], among: Among, clock: Clock) -> Iterator[Conflict | None]:
    """Reasons why there is no solution, each of fewer constraints, or more sure, than the one before; None for none."""
    status = Status.UNKNOWN
    try:
        if isinstance(asked, Model):
            status = solve(asked, engine=CP_SAT, time_limit=_at_most(LOOK, clock)).status
            if among is None and status not in (Status.UNKNOWN, Status.INFEASIBLE):
                yield None
                return
            referee = clock.stretch(_at_most(WRITING, clock)).beside(lambda: _written(referee_of(asked, clock)))
        else:
            referee = referee_of(asked, clock)
    except (NoClausesError, TooLargeError, StoppedError):
        if not isinstance(asked, Model):
            raise
        yield from _without_clauses(asked, among, clock, status)
        return
    of = referee.of

    def conflict(selectors: Collection[int], *, irreducible: bool = True, fewest: bool = False) -> Conflict:
        return Conflict(of.puzzle, tuple(of.constraints[one] for one in sorted(selectors)), irreducible, fewest)

    chosen = _chosen(among, of.constraints, of.names)
    if status not in (Status.UNKNOWN, Status.INFEASIBLE):
        yield None
        return
    with Reasoner(of) as reasoner:
        others = [one for one in reasoner.all if one not in chosen]
        if status is Status.INFEASIBLE and reasoner.is_satisfiable(reasoner.all, HARD) is None:
            yield from _without_clauses(cast("Model[Any]", asked), among, clock, status)
            return
        if reasoner.is_satisfiable(reasoner.all):
            referee.solution(reasoner.true_facts())
            yield None
            return
        asked_about = [one for one in reasoner.all if one in chosen]
        core = chosen.intersection(reasoner.core())
        if status is not Status.INFEASIBLE:
            referee.none()
        yield conflict(core, irreducible=False)
        found = reasoner.irreducible(asked_about[::-1], others, budget=None)
        yield conflict(found)
        for fewer, fewest in reasoner.smallest(found, asked_about, others, SUBSETS):
            yield conflict(fewer, fewest=fewest)


def _written(referee: Referee[S]) -> Referee[S]:
    """A referee whose account has all of its clauses."""
    referee.of.written()
    return referee


def _at_most(seconds: float, clock: Clock) -> float:
    """Seconds for a part of the work: at most these, and half of those that are left."""
    return min(clock.rest / 2, seconds)


def _chosen(among: Among, constraints: Iterable[K], names: Mapping[K, str]) -> set[K]:
    """Those of some constraints that can be a reason, by the names of those that have one.  Raises ParameterError."""
    if among is None:
        return set(constraints)
    if not isinstance(among, Iterable):
        raise ParameterError(f"among must be names of constraints, or patterns of names, not {shown(among)}")
    patterns: Iterable[Any] = [among] if isinstance(among, str) else among
    chosen = set[K]()
    for pattern in patterns:
        found = {key for key, name in names.items() if name == pattern or fnmatchcase(name, str(pattern))}
        if not found:
            there = f"there is {listed([*names.values()])}" if names else "none has a name"
            raise ParameterError(f"no constraint is called {shown(pattern)}; {there}")
        chosen |= found
    return chosen


def _without_clauses(model: Model[Any], among: Among, clock: Clock, status: Status) -> Iterator[Conflict | None]:
    """Reasons why a model has no solution, by CP-SAT: of constraints without clauses, or where clauses take too long.

    Constraints are left out, many at a time, then fewer, as long as there is no solution without them.  Intervals
    stay: others refer to them.

    status: UNKNOWN where it is not known whether there is a solution.
    """
    groups, words = groups_of(model)

    def is_infeasible(kept: Container[Any]) -> bool:
        cp = cp_model.copy_of(model.cp)
        cp.clear_assumptions()
        for key, these in groups.items():
            for sort, reference in these:
                if sort == "assumption" and key in kept:
                    cp.add_assumption(literal_at(cp, reference))
                elif sort == "constraint" and key not in kept:
                    constraint = cp.proto.constraints[reference]
                    constraint.copy_from(type(constraint)())
        result: Result[Any] = solve(Model(cp=cp), engine=CP_SAT, time_limit=clock.rest)
        if result.status is Status.UNKNOWN:
            raise StoppedError(result.reason or "the time was up")
        return result.status is Status.INFEASIBLE

    def conflict(keys: Collection[Any], *, irreducible: bool = False) -> Conflict:
        fewest = irreducible and len(keys) < 2
        return Conflict(model.puzzle, tuple(words[key] for key in keys), irreducible, fewest)

    chosen = _chosen(among, groups, {key: key for key in groups if isinstance(key, str)})
    others, left = groups.keys() - chosen, [key for key in groups if key in chosen]
    if status is Status.UNKNOWN and is_infeasible(groups):
        status = Status.INFEASIBLE
    if status is not Status.INFEASIBLE:
        yield None
        return
    size = 2 * len(left)
    while size > 1:
        size = max(size // 2, 1)
        for dropped in [left[start : start + size] for start in range(0, len(left), size)]:
            yield conflict(left)
            rest = [key for key in left if key not in dropped]
            if is_infeasible({*rest, *others}):
                left = rest
    yield conflict(left, irreducible=True)


@suggests_keywords()
def why_not_unique(puzzle: Asked[S], *, time_limit: float | None = None) -> Ambiguity[S] | None:
    """Two solutions of a puzzle, and where they differ; None where it has one, or none.

    puzzle: a puzzle, anything that `cpmodels.read` reads, or a model.
    time_limit: seconds.

    Of a model with an objective these are optimal ones.  Solutions of which all that is said is the same are one here:
    a path walked in either direction, or an edge-matching board that is turned as a whole.

    Raises StoppedError where the time was up before that was known, otherwise as `cpmodels.explain` does.

    >>> from cpmodels import Zip
    >>> found = why_not_unique(Zip(2, 3, [(0, 0)]))
    >>> found.first != found.second
    True
    """
    clock = Clock(time_limit, None)
    return clock.beside(lambda: _two(puzzle, clock))


def _two(puzzle: Asked[S], clock: Clock) -> Ambiguity[S] | None:
    """Two solutions, if there are, and where they differ."""
    asked: Any = as_asked(puzzle)
    if isinstance(asked, SavedModel):
        asked = Question(asked, clock).model()
    if isinstance(asked, Model) and not asked.puzzle.maximise:
        asked = optimal(Question(asked, clock)).asked
    if isinstance(asked, Model) and asked.is_bare and not asked.marks.are_known:
        return _two_by_key(asked, clock)
    referee = referee_of(asked, clock)
    of = referee.of
    with Reasoner(of) as reasoner:
        first = reasoner.solution(reasoner.all)
        second = None if first is None else reasoner.other(reasoner.all, first)
    if first is None:
        referee.none()
        return None
    if second is None:
        referee.solution(first)
        referee.only()
        return None
    facts = [of.fact(fact) for fact in sorted(first ^ second)]
    one, other = referee.both(first, second)
    marks = [(found.marks() if isinstance(found, Solution) else None) or frozenset() for found in (one, other)]
    cells = {
        cell for what in (facts if any(fact.cells for fact in facts) else marks[0] ^ marks[1]) for cell in what.cells
    }
    return Ambiguity(of.puzzle, one, other, tuple(sorted(cells)), facts[0].words)


def _two_by_key(model: Model[S], clock: Clock) -> Ambiguity[S] | None:
    """Two solutions of a model of which nothing but the key is known: by CP-SAT, which needs no clauses for that."""
    cp = cp_model.copy_of(model.cp)
    key = [literal_at(cp, index) for index in model.indexes]
    bare: Model[Any] = Model(cp=cp, key=key, decode=tuple)
    question = Question(bare, clock)
    pair, is_all = two_of(question)
    if len(pair) < 2:
        if not is_all:
            raise StoppedError(question.effort.lost or "the time was up")
        return None
    one, other = map(Different[S](), map(model.solution, pair))
    place = next(place for place, (a, b) in enumerate(zip(*pair, strict=True)) if a != b)
    for part in model.entries.parts if model.entries else ():
        if part.is_number and place in part.positions:
            apart = part.said(pair[0][part.positions.start : part.positions.stop])
            return Ambiguity(model.puzzle, one, other, (), apart)
    return Ambiguity(model.puzzle, one, other, (), f"{called(model.names[place])} is true")


def groups_of(model: Model[Any]) -> tuple[dict[Any, list[tuple[str, int]]], dict[Any, Constraint]]:
    """The constraints and assumptions that count as one each, and what they say.

    Intervals, which others use, hold, and so does what ties Boolean variables to the numbers of a key.
    """
    proto = model.cp.proto
    sentences = Sentences(proto, called=called_by_key(model))
    groups: dict[Any, list[tuple[str, int]]] = {}
    words: dict[Any, Constraint] = {}
    rules = [index for index, each in enumerate(proto.constraints) if not (each.has_interval() or index in model.ties)]
    parts = [("constraint", index) for index in rules]
    for part in [*parts, *(("assumption", reference) for reference in proto.assumptions)]:
        group, says, what = sentences.constraint(*part)
        groups.setdefault(group, []).append(part)
        words[group] = Constraint("model", says, what)
    return groups, words


def grouped(model: Model[S], groups: Groups) -> Model[S]:
    """A copy of the model in which the constraints of each group have its name, so that they count as one.

    Raises ParameterError for what is not a constraint of the model, or in two groups.
    """
    if not isinstance(groups, Mapping):
        raise ParameterError(f"groups are a mapping from names to constraints: not {shown(groups)}")
    cp, taken = cp_model.copy_of(model.cp), dict[int, str]()
    for name, constraints in groups.items():
        if not isinstance(name, str) or not name:
            raise ParameterError(f"the name of a group must be a text, not {shown(name)}")
        these: Iterable[Any] = constraints if isinstance(constraints, Iterable) else [constraints]
        for one in these:
            if getattr(one, "model_proto", None) is not model.cp.proto or not isinstance(one, cp_model.Constraint):
                raise ParameterError(f"the group {shown(name)} has {shown(one)}, not a constraint of the model")
            if taken.setdefault(one.index, name) != name:
                raise ParameterError(
                    f"a constraint is both in the group {shown(taken[one.index])} and in {shown(name)}"
                )
            cp.proto.constraints[one.index].name = name
    return model.changed(cp)


@dataclass(frozen=True)
class Relaxation(Generic[S]):
    """Constraints without which a model has a solution.

    given_up: these constraints, in words; none where there is a solution as it is.
    weight: what they weigh together.
    fewest: whether it is proved that none that weigh less would do.
    solution: a solution of the others, of a model of your own or in a file; None for a puzzle, as it breaks its rules.

    >>> str(Relaxation(None, (Constraint("model", "{}", "two lamps are on"),), 1, True, None))
    'There is a solution without this, and no cheaper way to have one: two lamps are on.'
    """

    puzzle: Puzzle[S] | None
    given_up: tuple[Constraint, ...]
    weight: int
    fewest: bool
    solution: S | None

    def __str__(self) -> str:
        if not self.given_up:
            return "There is a solution, and nothing has to be given up."
        cheaper = ", and no cheaper way to have one" if self.fewest else ""
        these = "this" if len(self.given_up) == 1 else "these"
        return f"There is a solution without {these}{cheaper}: {'; '.join(clauses(self.given_up, 12))}."


@suggests_keywords()
def relax(
    puzzle: Asked[S],
    weights: Mapping[str, int] | None = None,
    *,
    groups: Groups | None = None,
    time_limit: float | None = None,
) -> Relaxation[S] | None:
    """The cheapest constraints of a model to give up, so that it has a solution.

    puzzle: a model, or a puzzle, or anything that `cpmodels.read` reads.  Its objective plays no part, but for a domain
        that a file may give it, which holds.
    weights: what it costs to give up the constraints of each name (``cp.add(...).with_name("row 3")``); those of one
        name are given up together, and all others hold.  By default each costs 1, and those without a name are called
        by what they demand, several as one where `why_infeasible` does so.  Of a kind whose description makes its model
        they are needed: that leaves out what its rules exclude, so that it has no constraint for each rule.
    groups: constraints that count as one, by a name for them, as for `why_infeasible`.
    time_limit: seconds; the best that was found by then comes back, if anything.

    None where there is no solution without all of them either.  Raises StoppedError where nothing was found in time,
    ParameterError for the name of no constraint, for a weight that is not a whole number from 1, or is too large, and
    without weights where they are needed.

    >>> from ortools.sat.python import cp_model
    >>> from cpmodels import Model
    >>> cp = cp_model.CpModel()
    >>> works = {name: cp.new_bool_var(name) for name in ("Ann", "Bo", "Cy")}
    >>> rules = [
    ...     cp.add(sum(works.values()) >= 2).with_name("two are at work"),
    ...     cp.add(works["Ann"] == 0).with_name("Ann is away"),
    ...     cp.add_implication(works["Bo"], works["Ann"]).with_name("Bo works with Ann alone"),
    ... ]
    >>> print(relax(Model(cp=cp, key=works), {"two are at work": 3, "Bo works with Ann alone": 1}))
    There is a solution without this, and no cheaper way to have one: Bo works with Ann alone.
    """
    clock = Clock(time_limit, None)
    asked = as_asked(puzzle)
    model = Question(asked, clock).model()
    kind = type(model.puzzle)
    is_described = kind.describe is not Puzzle.describe and kind.model is Puzzle.model
    if weights is None and is_described and not has_own_model(model.puzzle):
        raise ParameterError(
            "a model that the description of a puzzle makes leaves out what the rules exclude, so what could be given "
            "up of it says nothing of them: name constraints of your own by `weights`, or ask `why_infeasible`"
        )
    if groups is not None:
        model = grouped(model, groups)
    cp = without_objective(model.cp)
    if cp.validate():
        raise rejected(cp, "")
    cp.clear_assumptions()
    parts_of, words = groups_of(model)
    costs = _costs(weights, words)
    kept = []
    for group in costs:
        kept.append(cp.new_bool_var(""))
        for sort, reference in parts_of[group]:
            if sort == "constraint":
                cp.proto.constraints[reference].enforcement_literal.append(kept[-1].index)
            else:
                cp.add_implication(kept[-1], literal_at(cp, reference))
    for sort, reference in (part for group in parts_of.keys() - costs.keys() for part in parts_of[group]):
        if sort == "assumption":
            cp.add_bool_or(literal_at(cp, reference))
    cp.maximize(sum(cost * literal for cost, literal in zip(costs.values(), kept, strict=True)))
    key = [cp.get_bool_var_from_proto_index(index) for index in model.indexes]
    # OR-Tools 9.15 ends the process at some circuits that a literal enforces.
    risky = any(each.has_circuit() and each.enforcement_literal for each in cp.proto.constraints)
    found: Result[Any] = solve(Model(cp=cp, key=[*key, *kept], decode=tuple), time_limit=clock.rest, isolated=risky)
    if found.status is Status.INFEASIBLE:
        return None
    if found.solution is None:
        raise StoppedError(found.reason or "the time was up")
    values: Any = found.solution
    given_up = [group for group, value in zip(costs, values[len(key) :], strict=True) if not value]
    has_rules = not model.is_bare
    return Relaxation(
        None if model.puzzle is BARE else model.puzzle, tuple(words[group] for group in given_up),
        sum(costs[group] for group in given_up), found.status is Status.OPTIMAL,
        None if has_rules else model.solution(values[: len(key)]),
    )  # fmt: skip


HEAVIEST = 2**60
"""What all weights may be together: a sum in CP-SAT has 64 bits, and some room beside it."""


def _costs(weights: Mapping[str, int] | None, words: Mapping[Any, Constraint]) -> dict[Any, int]:
    """The cost of each group that may be given up."""
    if weights is None:
        return dict.fromkeys(words, 1)
    if not isinstance(weights, Mapping):
        raise ParameterError(f"weights are a mapping from names to numbers: not {shown(weights)}")
    named: dict[str, list[Any]] = {}  # Those without a name may say the same.
    for group, constraint in words.items():
        named.setdefault(constraint.words, []).append(group)
    costs: dict[Any, int] = {}
    for name, weight in weights.items():
        if name not in named:
            raise ParameterError(f"no constraint is called {shown(name)}; there is {listed(list(named))}")
        costs |= dict.fromkeys(named[name], parameter(weight, f"the weight of {shown(name)}", 1))
    if sum(costs.values()) > HEAVIEST:
        raise ParameterError(f"the weights are too large: together they may be {HEAVIEST:,}")
    return costs
