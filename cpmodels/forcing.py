"""What is certain: what all solutions share, and what none of them has.

>>> from cpmodels import Zip
>>> found = forced(Zip(3, 3, [(0, 0), (0, 2)]))
>>> len(found.known), len(found.excluded), len(found.open)
(5, 1, 6)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Generic

from cpmodels import _cp_model as cp_model
from cpmodels._parameters import PARAMETERS, parameter_names
from cpmodels.base._clock import Clock, Report
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.errors import DefectError, ModelError, ParameterError, StoppedError
from cpmodels.base.marks import Mark, Partial
from cpmodels.base.puzzle import Puzzle, S, Solution, marks_of
from cpmodels.base.values import AnySize, listed, shown
from cpmodels.constraints._bulk import literal_at
from cpmodels.engines._cp_sat import without_presolve
from cpmodels.engines._table import CP_SAT, FRONTIER
from cpmodels.model import CHANGED, Asked, Model
from cpmodels.model._given import with_facts
from cpmodels.model.strategies import LINEAR
from cpmodels.search._all import searched_by
from cpmodels.search._portfolio import optimal
from cpmodels.search._question import Question, Status, checked
from cpmodels.search.sampling import all_of
from cpmodels.search.solving import solve

__all__ = ["Forced", "forced"]


SLICE = 2.0
"""Seconds after which a question about many facts is put about half as many: those that are proved then stay so, when
the time is up before all are."""


LISTING, LISTED = 0.1, 200_000
"""Deterministic seconds of CP-SAT, which are about 50 ms, that a search for all solutions has at first, and how many
facts it takes in: those of 116 Costas arrays take 0.03 s of the processor so, and 1.8 by 32 searches."""


@dataclass(frozen=True, repr=False)
class Forced(AnySize, Generic[S]):
    """What is certain of the solutions of a puzzle or a model.

    puzzle: what was asked about.
    status: SOLVED where there is a solution, INFEASIBLE where it is proved that there is none, and then nothing is
        certain of it, UNKNOWN where the time was up before either.
    known: what all solutions have: marks, or, of a model without marks, names of variables of its key, such as
        ``"lamp"`` and, of numbers, ``"x = 3"``.
    excluded: what no solution has.
    open: what some solutions have and others do not or, where the answer is not complete, what is not decided yet.
    varying: of what is open, how much was seen to differ from one solution to another.
    complete: whether all is decided.
    calls: how many searches by CP-SAT that took.
    solution: the solution that was found first.
    interrupted: whether Ctrl-C ended it.
    seconds: wall time.
    reason: why there is no solution, where that is plain without any search.

    >>> from cpmodels import Zip
    >>> forced("zip-4").open
    frozenset()
    """

    puzzle: Puzzle[S]
    status: Status
    known: frozenset[Any] = frozenset()
    excluded: frozenset[Any] = frozenset()
    open: frozenset[Any] = frozenset()
    varying: int = 0
    complete: bool = False
    calls: int = field(default=0, compare=False)
    solution: S | None = field(default=None, compare=False)
    interrupted: bool = field(default=False, compare=False)
    seconds: float = field(default=0.0, compare=False)
    reason: str | None = field(default=None, compare=False)

    @property
    def has_marks(self) -> bool:
        """Whether what is certain are marks on a board, not variables of a model."""
        return all(isinstance(fact, Mark) for fact in self.known | self.excluded | self.open)

    @property
    def partial(self) -> Partial:
        """What is certain as a partial solution, to be drawn, written or given.

        Of pieces that look the same, those that the first solution has.  Raises ModelError for a model without marks.
        """
        if not self.has_marks:
            raise ModelError("the model has no marks, so there is no board: see `known` and `excluded`")
        own = self.solution.marks() if isinstance(self.solution, Solution) else None
        return Partial(self.known if own is None else self.known & own, self.excluded)


@suggests_keywords(parameter_names)
def forced(
    puzzle: Asked[S],
    *,
    given: Any = None,
    engine: str | None = None,
    time_limit: float | None = None,
    seed: int | None = None,
    progress: Report | None = None,
    **parameters: Any,
) -> Forced[S]:
    """What all solutions of a puzzle or a model share, and what none has; with an objective, of the optimal ones.

    What can be so or not are the marks of the model (see `cpmodels.Mark`) or, where it has none, the variables of its
    key by name.

    given: what the solutions must have, as for `cpmodels.solve`.
    engine: ``"cp-sat"``, the default, or ``"frontier"``, which reads it from the diagram of all solutions (see
        `all_solutions`), however many there are, and where no others are given.
    time_limit: seconds, building included; then, as after Ctrl-C, the answer says what is decided so far, and is not
        `complete`.
    seed, progress, parameters: as for `cpmodels.solve`.

    One short search looks whether all solutions are soon listed.  Else one is asked for that differs somewhere from
    what all before it share, again and again, until there is none: what is left is the *backbone*.  What takes long is
    asked about half as many facts at a time, and what is proved is added to the model.  (M. Janota, I. Lynce and J.
    Marques-Silva, *Algorithms for computing backbones of propositional formulae*, AI Communications 28, 2015.)

    Raises ParameterError for another engine, DefectError for a solution that does not have the marks that the model
    says, and what `cpmodels.solve` or, by the frontier, `all_solutions` raises.

    >>> from cpmodels import Model
    >>> from ortools.sat.python import cp_model
    >>> cp = cp_model.CpModel()
    >>> lamps = {name: cp.new_bool_var(name) for name in ("left", "middle", "right")}
    >>> rules = cp.add_bool_or(lamps["left"], lamps["middle"]), cp.add_bool_and(lamps["right"], ~lamps["left"])
    >>> found = forced(Model(cp=cp, key=lamps))
    >>> sorted(found.known), sorted(found.excluded), found.calls
    (['middle', 'right'], ['left'], 1)
    """
    if engine not in (None, CP_SAT, FRONTIER):
        raise ParameterError(f"the engine {shown(engine)} does not say what is certain: use {CP_SAT} or {FRONTIER}")
    clock = Clock(time_limit, progress)
    question = Question.of(puzzle, clock, given=given, engine=engine, seed=seed, settings=parameters)
    found, is_interrupted = Forced(question.puzzle, Status.UNKNOWN), False
    search: _Search[S] | None = None
    try:
        if engine == FRONTIER:
            found = _by_frontier(question)
        else:
            question = question.held()
            model = optimal(question.about(question.model())).model()
            search = clock.do(lambda: _Search(question, model), "the marks of the model were listed")
            search.run()
    except StoppedError:
        pass
    except KeyboardInterrupt:
        is_interrupted = True
    return replace(search.answer() if search else found, interrupted=is_interrupted, seconds=clock.seconds)


def _by_frontier(question: Question[S]) -> Forced[S]:
    """What is certain, by how often each mark is in all solutions."""
    every = all_of(question.held())
    common = question.clock.do(lambda: every.common, "how often each mark is there was counted")
    varying = frozenset(mark for mark, number in every.frequencies.items() if 0 < number < every.total)
    status, first = (Status.SOLVED, every[0]) if every.total else (Status.INFEASIBLE, None)
    sure = common.known, common.excluded, varying, len(varying)
    return Forced(question.puzzle, status, *sure, complete=True, solution=first, reason=every.reason)


class _Search(Generic[S]):
    """The search for what is certain of a model's solutions; what it has found so far is an answer at any time."""

    def __init__(self, question: Question[S], model: Model[S]) -> None:
        self._question, self._model = question, model
        self._cp, self.facts = with_facts(model)
        """The literal of each fact."""
        self._key = list(dict.fromkeys([*model.indexes, *(max(at, ~at) for at in self.facts.values())]))
        """The key of the model, and the literals of its facts, by index."""
        self._is_true: dict[int, bool] = {}
        """Of the literals that were the same in all solutions so far, how they are."""
        self._proved: dict[int, bool] = {}
        self._varying = set[int]()
        self._solution: S | None = None
        self._calls, self._status, self._reason = 0, Status.UNKNOWN, model.infeasible
        self._parameters = dict(model.parameters)

    def run(self) -> None:
        """Find and prove all.  Raises StoppedError when the time is up."""
        if self._reason is not None or self._are_listed():
            self._prove(list(self._is_true))
            self._status = Status.SOLVED if self._solution is not None else Status.INFEASIBLE
            return
        if self._solution is None and self._values([], None) is None:
            self._status = Status.INFEASIBLE
            return
        most = len(self._is_true)
        while self._is_true:
            part = list(self._is_true)[:most]
            try:
                values = self._values(part, SLICE if len(part) > 1 else None)
            except StoppedError:
                if self._question.clock.is_up or len(part) == 1:
                    raise
                most = (len(part) + 1) // 2
                continue
            if values is None:
                self._prove(part)
                most *= 2
            else:
                self._compare(values)

    def _are_listed(self) -> bool:
        """Whether one short search lists all solutions, as it does where they are few and easy to find."""
        if self._question.settings:
            return False
        asked = self._asked(cp_model.copy_of(self._cp), PARAMETERS)
        settings = {**without_presolve(asked.cp), "max_deterministic_time": LISTING}
        self._calls += 1
        with searched_by(Question(asked, self._question.clock, seed=self._question.seed, settings=settings)) as found:
            for solution in islice(found, max(LISTED // max(len(self.facts), 1), 1)):
                self._compare(self._read(solution))
        return found.exhausted

    def _compare(self, values: dict[int, bool]) -> None:
        """See which literals are not as they were in all solutions before this one."""
        self._varying.update(at for at in self._is_true if values[at] != self._is_true[at])
        self._is_true = {at: true for at, true in self._is_true.items() if at not in self._varying}

    def _prove(self, part: Sequence[int]) -> None:
        """These are as they are in all solutions."""
        for at in part:
            self._proved[at] = true = self._is_true[at]
            self._cp.add_bool_and(literal_at(self._cp, at if true else ~at))
            del self._is_true[at]  # At last, as all is complete once nothing is left, whenever Ctrl-C comes.

    def _values(self, part: Sequence[int], seconds: float | None) -> dict[int, bool] | None:
        """The literals in a solution in which some of the part are not as in all before; None where there is none."""
        clock = self._question.clock
        clock.pause()
        cp = cp_model.copy_of(self._cp)
        if part:
            cp.add_bool_or(literal_at(cp, ~at if self._is_true[at] else at) for at in part)
            cp.clear_hints()  # type: ignore[no-untyped-call]
            # As different as it can be made: on a Slitherlink of 20 x 20 that takes 3 searches, where it took 10.
            for index, value in {max(at, ~at): (at >= 0) != self._is_true[at] for at in part}.items():
                cp.add_hint(cp.get_bool_var_from_proto_index(index), value)
        asked = self._asked(cp, self._parameters)
        limit = clock.rest if seconds is None else min(seconds, clock.rest)
        result = solve(asked, engine=CP_SAT, seed=self._question.seed, time_limit=limit, **self._question.settings)
        self._calls += 1
        if result.statistics.strategy == LINEAR.name:  # It will be so with the next question, too.
            self._parameters.update(LINEAR.parameters)
        if result.status is Status.INFEASIBLE:
            return None
        if result.solution is None:
            raise StoppedError(result.reason or "the time was up")
        return self._read(result.solution)

    def _asked(self, cp: cp_model.CpModel, parameters: Mapping[str, Any]) -> Model[Any]:
        """A CpModel as a model whose solutions are the values of this key."""
        key = [literal_at(cp, index) for index in self._key]
        return Model(cp=cp, key=key, decode=tuple, parameters=parameters, digest=CHANGED)

    def _read(self, found: Sequence[int]) -> dict[int, bool]:
        """The literals of the facts in a solution, which is checked."""
        model, values = self._model, dict(zip(self._key, found, strict=True))
        is_true = {at: bool(values[at]) if at >= 0 else not values[~at] for at in self.facts.values()}
        self._check(model.solution([values[index] for index in model.indexes]), is_true)
        self._question.clock.found += 1
        return is_true

    def _check(self, solution: S, is_true: dict[int, bool]) -> None:
        """Check a solution by the puzzle's rules, and that it has the marks that the model says."""
        checked(self._model.puzzle, solution)
        if self._solution is None:
            self._is_true, self._solution = is_true, solution
        self._status = Status.SOLVED
        if self._model.marks.are_known and isinstance(solution, Solution):
            lost = [mark for mark in marks_of(solution) if mark not in self.facts or not is_true[self.facts[mark]]]
            if lost:
                raise DefectError(f"a solution has {listed(lost)}, but by the marks of its model it has not")

    def answer(self) -> Forced[S]:
        """What is known by now."""
        model, is_none = self._model, self._status is Status.INFEASIBLE
        states = {fact: self._proved.get(at) for fact, at in self.facts.items()}
        varying = {fact for fact, at in self.facts.items() if at in self._varying}
        parts = model.entries.parts if model.entries and not model.marks.are_known else ()
        labels = {part.label for part in parts}
        for part in parts:
            if part.has_digits or (part.is_number and len(part.positions) == 1):  # such as 2 * b + 1
                digits = model.names[part.positions.start : part.positions.stop]
                settled = [states.pop(digit) for digit in digits]
                if None in settled:
                    states[part.label] = None
                else:
                    values = list(map(bool, settled))
                    said = part.said(values)  # Another entry may be called so.
                    states[f"{part.called} = {part.value(values)}" if said in labels else said] = True
                varying |= set() if varying.isdisjoint(digits) else {part.label}
                varying -= set(digits)
        known, excluded, is_open = (
            frozenset(fact for fact, state in states.items() if state is which and not is_none)
            for which in (True, False, None)
        )
        complete = is_none or (self._status is Status.SOLVED and not self._is_true)
        sure = known, excluded, is_open, len(varying), complete, self._calls, self._solution
        return Forced(model.puzzle, self._status, *sure, reason=self._reason)
