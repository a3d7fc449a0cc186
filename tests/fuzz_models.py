"""Random small CpModels, put to the library in all the ways there are, against every assignment of all variables.

A trial draws a model and a key of it, Booleans, negations, numbers and expressions, and asks everything about it.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from random_models import RandomModel

import cpmodels as cm
from cpmodels import forcing
from cpmodels.engines import _cp_sat
from cpmodels.engines._formula import Formula
from cpmodels.engines._translation import NoClausesError, translate
from cpmodels.engines._worker import ClauseTask, cadical
from cpmodels.saved import SavedModel

Compared = Iterator[tuple[str, object, object]]
"""What was asked, what the library says, and what is right."""


class Drawn:
    """A random model with a key.

    model: asks for the values of the key's entries.
    truth: these values in all solutions.
    """

    def __init__(self, random: Random, *, objective: bool) -> None:
        self.random = random
        self.of = of = RandomModel(random.randrange(2**31), objective=objective)
        self.variables = random.sample(of.variables, random.randint(1, len(of.variables)))
        self.forms = [random.choice(FORMS[variable in of.booleans]) for variable in self.variables]
        entries = [self._entry(variable, *form) for variable, form in zip(self.variables, self.forms, strict=True)]
        self.model: Any = cm.Model(cp=of.cp, key=entries, decode=tuple)
        self.truth = set(map(self.values, of.assignments()))

    def __str__(self) -> str:
        proto = " ".join(str(self.model.cp.proto).split())
        return f"{proto}, key {[variable.name for variable in self.variables]} {self.forms}"

    def _entry(self, variable: Any, factor: int, more: int) -> Any:
        if (factor, more) == (1, 4):  # An interval stands for its start.
            return self.of.cp.new_fixed_size_interval_var(variable + 4, 2, "")
        if (factor, more) == (1, 0):
            return variable
        return ~variable if (factor, more) == (-1, 1) else factor * variable + more

    def values(self, assigned: dict[int, int]) -> tuple[int, ...]:
        """What the key's entries are where all variables have these values."""
        return tuple(a * assigned[v.index] + b for (a, b), v in zip(self.forms, self.variables, strict=True))


FORMS = {True: [(1, 0), (1, 0), (-1, 1)], False: [(1, 0), (1, 0), (3, -2), (-1, 0), (1, 4)]}
"""The factor and what is added, of numbers and of Booleans."""


def listed(drawn: Drawn) -> Compared:
    how = {"seed": drawn.random.randrange(99)} if drawn.random.random() < 0.3 else {}
    with cm.solutions(drawn.model, **how) as found:
        everything = list(found)
        yield "solutions", (len(everything), set(everything)), (len(drawn.truth), drawn.truth)
        yield "and that they are all", found.exhausted, True


def counted(drawn: Drawn) -> Compared:
    found = cm.count(drawn.model)
    yield "count", (found.total, found.exhausted), (len(drawn.truth), True)


def by_clauses(drawn: Drawn) -> Compared:
    if drawn.of.cost is not None:
        return
    formula = Formula()
    try:
        translate(drawn.model, formula)
    except NoClausesError:
        return
    task = ClauseTask(formula.variables, formula.clauses, len(drawn.model.key))
    found = [drawn.model.solution(values) for kind, values in cadical(task) if kind == "solution"]
    yield "solutions by clauses", (len(found), set(found)), (len(drawn.truth), drawn.truth)


def certain(drawn: Drawn) -> Compared:
    """Also, but of an objective, where one of the names is given a value."""
    names = drawn.model.names
    every = [tuple(map(bool, _bits(drawn, values))) for values in drawn.truth]
    asked: list[tuple[dict[Any, bool], list[tuple[bool, ...]]]] = [({}, every)]
    if drawn.of.cost is None:
        place, value = drawn.random.randrange(len(names)), drawn.random.random() < 0.5
        asked.append(({names[place]: value}, [bits for bits in every if bits[place] == value]))
    for given, left in asked:
        found, columns = cm.forced(drawn.model, given=given), list(zip(*left, strict=True))
        states: dict[Any, bool | None] = {name: None for name in names if left}
        states |= {name: of[0] for name, of in zip(names, columns, strict=False) if len({*of}) == 1}
        for part in drawn.model.entries.parts if drawn.model.entries and left else ():
            if part.is_number and len(part.positions) == 1:  # Such as 2 * b + 1: it is called by its own name.
                holds = states.pop(names[part.positions.start])
                states[part.label if holds is None else part.said([holds])] = None if holds is None else True
        known, excluded, is_open = ({name for name in states if states[name] is of} for of in (True, False, None))
        yield f"status with {given}", found.status, cm.Status.SOLVED if left else cm.Status.INFEASIBLE
        yield "what is certain", (found.known, found.excluded, found.open), (known, excluded, is_open)
        yield "complete", (found.complete, found.varying), (True, len(is_open))
        yield "count where that is given", cm.count(drawn.model, given=given).total, len(left)


def _bits(drawn: Drawn, values: tuple[int, ...]) -> Iterator[bool]:
    """What the entries of the key, or their Boolean variables, are in a solution."""
    for variable, (factor, more), value in zip(drawn.variables, drawn.forms, values, strict=True):
        own = (value - more) // factor
        if variable.is_boolean:
            yield bool(value if (factor, more) == (-1, 1) else own)
        else:
            ends = list(variable.proto.domain)
            for low, high in zip(ends[::2], ends[1::2], strict=True):
                yield from (own == each for each in range(low, high + 1))


def blamed(drawn: Drawn) -> Compared:
    rules = [f"rule {i}" for i in range(len(drawn.of.rules))]
    among = drawn.random.sample(rules, drawn.random.randint(1, len(rules))) if drawn.random.random() < 0.5 else None
    others = [] if among is None else [rule for rule in rules if rule not in among]
    conflict = cm.why_infeasible(drawn.model, among=among)
    yield "whether there is a reason", conflict is not None, not drawn.truth
    if conflict is None:
        return
    names = [constraint.words for constraint in conflict.constraints]
    yield "irreducible", conflict.irreducible, True
    if any(list(variable.proto.domain) in ([0, 0], [1, 1]) for variable in drawn.variables):
        return  # That a variable of the key is fixed to 0 or 1 is a constraint, too.
    yield "that they are among those asked about", set(names) <= set(rules if among is None else among), True
    yield "that they contradict each other", drawn.of.cheapest(_all_but(drawn, [*names, *others])), None
    for name in names:
        rest = [other for other in (*names, *others) if other != name]
        yield f"that {name} is needed", drawn.of.cheapest(_all_but(drawn, rest)) is not None, True
    if conflict.fewest:
        sizes = [len(some) - len(others) for some in _contradictions(drawn) if set(others) <= set(some)]
        yield "fewest", len(names), min(sizes)


def _all_but(drawn: Drawn, names: list[str]) -> dict[str, int]:
    return {f"rule {i}": 1 for i in range(len(drawn.of.rules)) if f"rule {i}" not in names}


def _contradictions(drawn: Drawn) -> Iterator[list[str]]:
    """All sets of constraints that no assignment obeys together."""
    rules = [f"rule {i}" for i in range(len(drawn.of.rules))]
    for bits in range(2 ** len(rules)):
        some = [rule for i, rule in enumerate(rules) if bits >> i & 1]
        if drawn.of.cheapest(_all_but(drawn, some)) is None:
            yield some


def given_up(drawn: Drawn) -> Compared:
    names = [f"rule {i}" for i in range(len(drawn.of.rules))]
    some = {name: drawn.random.randint(1, 4) for name in names if drawn.random.random() < 0.8}
    weights = drawn.random.choice([None, some])
    costs = dict.fromkeys(names, 1) if weights is None else some
    cost, found = drawn.of.cheapest(costs), cm.relax(drawn.model, weights)
    yield "what can be given up", found and (found.weight, found.fewest), None if cost is None else (cost, True)
    if found is not None:
        gone = {constraint.words for constraint in found.given_up}
        kept = [rule for name, rule in zip(names, drawn.of.rules, strict=True) if name not in gone]
        left = (values for values in drawn.of.tried() if all(rule(values) for rule in kept))
        yield "weight of what is given up", sum(costs[name] for name in gone), cost
        yield "a solution of the others", found.solution in map(drawn.values, left), True


def ambiguous(drawn: Drawn) -> Compared:
    found = cm.why_not_unique(drawn.model)
    yield "whether there are several", found is not None, len(drawn.truth) > 1
    if found is not None:
        yield "two solutions", {found.first, found.second} <= drawn.truth, True


def swept(drawn: Drawn) -> Compared:
    if drawn.random.random() < 0.05:
        names = tuple(variable.name for variable in drawn.variables)
        saved = SavedModel(str(drawn.model.cp.proto), names)
        with ThreadPoolExecutor(1) as threads:
            found = cm.sweep(saved, executor=threads)
        yield "sweep", (found.total, found.exhausted), (len(drawn.truth), True)


def certified(drawn: Drawn) -> Compared:
    if drawn.random.random() < 0.03:
        with TemporaryDirectory() as folder:
            try:
                found = cm.confirm(drawn.model, proof=Path(folder) / "proof.zip").verification
            except NoClausesError:
                return
        yield "certificate", (found.verified, len(found.solutions)), (True, len(drawn.truth))
        if drawn.of.cost is not None and drawn.truth:
            least = min(map(drawn.of.cost, drawn.of.assignments()))
            yield "claim", f"of the objective {least:,}, and none better" in found.claim, True


def best(drawn: Drawn) -> Compared:
    yield "unique", cm.is_unique(drawn.model), len(drawn.truth) == 1
    if drawn.of.cost is not None:
        found, least = cm.solve(drawn.model), min(map(drawn.of.cost, drawn.of.assignments()), default=None)
        status = cm.Status.INFEASIBLE if least is None else cm.Status.OPTIMAL
        yield "the least", (found.status, found.objective, found.bound), (status, least, least)


QUESTIONS = (listed, counted, by_clauses, certain, blamed, given_up, ambiguous, swept, certified, best)


def trial(random: Random) -> str | None:
    """Draw a model, ask everything, and say what is wrong."""
    drawn = Drawn(random, objective=random.random() < 0.2)
    # What is so small is done before presolve, or excluding what was found, is tried.
    directly, patience = random.choice([0, _cp_sat.DIRECTLY]), random.choice([0, _cp_sat.PATIENCE])
    listed = patch.object(forcing, "LISTED", random.choice([1, forcing.LISTED]))
    with listed, patch.multiple(_cp_sat, DIRECTLY=directly, PATIENCE=patience):
        for ask in QUESTIONS:
            try:
                for what, found, right in ask(drawn):
                    if found != right:
                        return f"{ask.__name__}: {what}: found {found!s:.500}, right is {right!s:.500}: {drawn}"
            except Exception as error:
                error.add_note(f"{ask.__name__} of {drawn}")
                raise
    return None


TRIALS = {"any_model": trial}
