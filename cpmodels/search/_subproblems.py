"""Subproblems, disjoint parts of a search, and how a subproblem is split into smaller ones.

A subproblem is a tuple of pairs of a key position and its value; its solutions are those with these values.

>>> subproblem = ((4, True), (0, False))
>>> written(subproblem), read_subproblem("5 -1") == subproblem, written(())
('5 -1', True, '')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf, log2
from typing import Any, NamedTuple

from cpmodels import _cp_model as cp_model
from cpmodels.engines._parameters import sat_parameters, unproved
from cpmodels.model import Model
from cpmodels.search._symmetry import Symmetry

Subproblem = tuple[tuple[int, bool], ...]

PROBES = 48
"""About how many children are tried before a subproblem is split."""

SHARPNESS = 10.0
"""How much the positions that a child fixes make it smaller: fixing a tenth of those that are free halves it."""

Extension = tuple[tuple[int, bool], ...]
"""The values by which a child goes further than the subproblem that it is a part of."""

PROPAGATION: dict[str, Any] = {
    "num_workers": 1,
    "stop_after_root_propagation": True,
    "cp_model_presolve": False,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "find_clauses_that_are_exactly_one": False,
}
"""CP-SAT parameters with which it does nothing but propagate, in a few milliseconds and always to the same end."""


class Child(NamedTuple):
    """A part of a split subproblem, with the share of the work that it is thought to be: the shares add up to 1."""

    subproblem: Subproblem
    share: float


Tried = tuple[Subproblem, dict[int, bool]]
"""A child, with the key positions that it fixes by propagation."""


def written(subproblem: Subproblem) -> str:
    """A subproblem as text: positions counted from 1, negative for False, as in DIMACS."""
    return " ".join(str(position + 1 if value else -position - 1) for position, value in subproblem)


def read_subproblem(text: str) -> Subproblem:
    """The subproblem that a text says."""
    return tuple((abs(int(literal)) - 1, int(literal) > 0) for literal in text.split())


class Splitter:
    """Splits subproblems of a model, the same way on every machine.

    The first split is by the place of the model's pivot, which is broken by symmetry and fixes the most at once.
    Any other is by look-ahead: of the choices (sets of key positions of which exactly one is true, or one
    position and its two values) those with the fewest members left are tried, and the one is taken whose
    children together leave the least to be searched, judged by how many positions each child fixes by
    propagation.  Children that propagation refutes are dropped, and cost no more than their trial.

    The children are everything, whatever the parameter does that shows which positions propagation fixes (CP-SAT loses
    solutions of some models under it when it enumerates): what it says is only a guess at how large they are and which
    members of a choice are left.  A last child has all of these false; as a rule propagation refutes it.  And only a
    run without that parameter refutes a child.

    Measured on one core with slices of 2 s: after a minute of a bordered 6 x 6 edge matching look-ahead had found
    100 solutions and the choice with the fewest members, untried, 52.  On gardens of cubes, whose key has no choices
    but the pivot, the rules differ less than the time that a trial takes.
    """

    def __init__(self, symmetry: Symmetry) -> None:
        self._model: Model[Any] = symmetry.model
        self._pivots = symmetry.pivots
        self._spare = {position: False for orbit in symmetry.pivot_orbits for position in orbit[1:]}
        self._indexes = list(self._model.indexes)
        self._choices = list(exact_choices(self._model.cp, self._indexes))
        in_choices = {p for choice in self._choices for p in choice}
        self._single = [p for p in range(len(self._indexes)) if p not in in_choices]

    def restricted(self, subproblem: Subproblem) -> cp_model.CpModel:
        """The broken model with the values of a subproblem."""
        values = {**self._spare, **dict(subproblem)}
        return self._model.with_key(values) if values else self._model.cp

    def split(self, subproblem: Subproblem) -> list[Child] | None:
        """The parts of a subproblem that may have solutions; None if all its positions are fixed."""
        probe, whole = Probe(self._model, self._spare), subproblem
        while (children := self._split(subproblem, probe)) is not None and len(children) == 1:
            subproblem = children[0].subproblem
        if children is None and subproblem != whole:
            return [Child(subproblem, 1.0)]
        return children

    def _split(self, subproblem: Subproblem, probe: Probe) -> list[Child] | None:
        """One step of a split, which may leave a single part."""
        fixed = probe(subproblem)
        if fixed is None:
            return []
        best: list[Tried] | None = None
        least = inf
        probes = 0
        for extensions in self._candidates(fixed):
            children = tried(probe, subproblem, extensions)
            probes += len(extensions)
            if not children:
                return []
            if len(children) == 1:
                return [Child(children[0][0], 1.0)]
            score = log2(sum(self._size(fixed, child) for _, child in children)) / log2(len(children))
            if score < least:
                best, least = children, score
            if probes >= PROBES:
                break
        if best is None:
            return None
        sizes = [self._size(fixed, after) for _, after in best]
        return [Child(child, size / sum(sizes)) for (child, _), size in zip(best, sizes, strict=True)]

    def _candidates(self, fixed: dict[int, bool]) -> list[list[Extension]]:
        """The ways to split: by the pivot alone, while that is open, else all, those with the fewest parts first."""
        pivots = [p for p in self._pivots if p not in fixed]
        if len(pivots) > 1:
            return [_one_of(pivots)]
        open_choices = [[p for p in choice if p not in fixed] for choice in self._choices]
        ways = [_one_of(members) for members in open_choices if len(members) > 1]
        ways += [[((p, True),), ((p, False),)] for p in self._single if p not in fixed]
        return sorted(ways, key=len)

    def _size(self, before: dict[int, bool], after: dict[int, bool]) -> float:
        """How much of a subproblem's work a child is thought to be, from the positions fixed before and after."""
        free = len(self._indexes) - len(before)
        return float(2 ** (-SHARPNESS * (len(after) - len(before)) / free))


def _one_of(members: Sequence[int]) -> list[Extension]:
    """Each of some positions true, or none of them."""
    return [*(((p, True),) for p in members), tuple((p, False) for p in members)]


class Probe:
    """Propagates the values of subproblems: the key positions that one seems to fix; None if it is refuted."""

    def __init__(self, model: Model[Any], spare: dict[int, bool]) -> None:
        self._cp = model.with_key(spare)
        self._literals = list(model.indexes)
        self._teller, self._prover = cp_model.CpSolver(), cp_model.CpSolver()
        self._teller.parameters = sat_parameters(
            model.parameters, own={**PROPAGATION, "fill_tightened_domains_in_response": True}
        )
        self._prover.parameters = sat_parameters(model.parameters, own=PROPAGATION)
        self._proves = unproved(self._prover.parameters) is None
        self._cp.add_bool_and([])
        self._subproblem = self._cp.proto.constraints[len(self._cp.proto.constraints) - 1].bool_and.literals

    def __call__(self, subproblem: Subproblem) -> dict[int, bool] | None:
        self._subproblem.clear()
        self._subproblem.extend([self._literals[p] if value else -self._literals[p] - 1 for p, value in subproblem])
        if self._teller.solve(self._cp) == cp_model.INFEASIBLE:
            is_refuted = self._proves and self._prover.solve(self._cp) == cp_model.INFEASIBLE
            return None if is_refuted else dict(subproblem)
        domains = self._teller.response_proto.tightened_variables
        if not len(domains):
            return dict(subproblem)
        bounds = ((p, domains[index].domain) for p, index in enumerate(self._literals))
        return {p: bool(domain[0]) for p, domain in bounds if len(domain) == 2 and domain[0] == domain[1]}


def tried(probe: Probe, subproblem: Subproblem, extensions: Iterable[Extension]) -> list[Tried]:
    """The children of a subproblem that propagation does not refute, with what it seems to fix in them."""
    found = [((*subproblem, *extension), probe((*subproblem, *extension))) for extension in extensions]
    return [(child, fixed) for child, fixed in found if fixed is not None]


def exact_choices(cp: cp_model.CpModel, key: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The sets of key positions of which the constraints say that exactly one is true.

    They come from the constraints of that name, and from circuits, which leave every node by one arc and enter
    it by one.
    """
    position = {index: p for p, index in enumerate(key)}

    def positions(literals: Sequence[int]) -> tuple[int, ...]:
        return tuple(position[i] for i in literals) if len(literals) > 1 and position.keys() >= set(literals) else ()

    found: dict[tuple[int, ...], None] = {}
    for constraint in cp.proto.constraints:
        if len(constraint.enforcement_literal):
            continue
        if constraint.has_exactly_one():
            found[positions(list(constraint.exactly_one.literals))] = None
        elif constraint.has_circuit():
            arcs = constraint.circuit
            for ends in (list(arcs.tails), list(arcs.heads)):
                at: dict[int, list[int]] = {}
                for node, literal in zip(ends, list(arcs.literals), strict=True):
                    at.setdefault(node, []).append(literal)
                found.update((positions(literals), None) for literals in at.values())
    found.pop((), None)
    return iter(found)
