"""Random small CpModels with their truth, by trying every assignment of all variables.

>>> drawn = RandomModel(7)
>>> solutions = drawn.solutions(drawn.booleans)
>>> all(len(values) == len(drawn.booleans) for values in solutions)
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from math import prod
from random import Random
from typing import Any

from ortools.sat.python import cp_model

from cpmodels.base.graph import Graph

Values = dict[int, int]
"""The value of each variable, by its index."""


class RandomModel:
    """A few Booleans and whole numbers with a few constraints of all sorts.

    cp: the model.
    booleans, numbers: its variables.
    rules: what each constraint says of an assignment.
    cost: what is minimised, if anything.
    """

    def __init__(self, seed: int, *, objective: bool = False, sorts: Sequence[str] = ()) -> None:
        """`sorts`: those of the constraints, which literals may enforce then; by default most, as they are."""
        self.random = random = Random(seed)
        self.cp = cp_model.CpModel()
        self.booleans = [self.cp.new_bool_var(f"b{i}") for i in range(random.randint(1, 5))]
        self.numbers = [self._number(i) for i in range(random.randint(0, 3))]
        self.rules: list[Callable[[Values], bool]] = []
        self.cost: Callable[[Values], int] | None = None
        drawn = [self._linear, self._clause, self._exclusive, self._odd, self._reified]
        if len(self.numbers) > 1:
            drawn += [self._different, self._element, self._table, self._greatest, self._apart, self._automaton]
            drawn += [self._product, self._quotient, self._distance, self._inverse, self._cumulative, self._meeting]
        drawn = [getattr(self, f"_{sort}") for sort in sorts] or drawn
        for place in range(random.randint(1, 4)):
            random.choice(drawn)()
            constraint = self.cp.proto.constraints[len(self.cp.proto.constraints) - 1]
            constraint.name = f"rule {place}"
            if sorts and random.random() < 0.5:
                self._enforce(constraint)
        if objective:
            terms = self._terms()
            self.cp.minimize(sum(c * v for v, c in terms))
            self.cost = lambda values: sum(c * values[v.index] for v, c in terms)

    @property
    def variables(self) -> list[Any]:
        return [*self.booleans, *self.numbers]

    def tried(self) -> Iterator[Values]:
        """All assignments, whatever they break."""
        indexes = [variable.index for variable in self.variables]
        return (dict(zip(indexes, values, strict=True)) for values in product(*map(domain_of, self.variables)))

    def assignments(self) -> list[Values]:
        """All that obey all constraints; with an objective, the best of them."""
        found = [values for values in self.tried() if all(rule(values) for rule in self.rules)]
        if self.cost is None or not found:
            return found
        least = min(map(self.cost, found))
        return [values for values in found if self.cost(values) == least]

    def solutions(self, key: Sequence[Any]) -> set[tuple[int, ...]]:
        """The values of some variables in all of these, each once."""
        return {tuple(values[variable.index] for variable in key) for values in self.assignments()}

    def cheapest(self, weights: dict[str, int]) -> int | None:
        """The least sum of weights of constraints by their names, ``"rule 0"`` and so on, without which the others
        have a solution; None where there is none.
        """
        broken = ({f"rule {i}" for i, rule in enumerate(self.rules) if not rule(values)} for values in self.tried())
        costs = [sum(weights[name] for name in names) for names in broken if names <= weights.keys()]
        return min(costs, default=None)

    def _number(self, i: int) -> Any:
        if self.random.random() < 0.3:
            values = self.random.sample(range(-3, 8), 3)
            return self.cp.new_int_var_from_domain(cp_model.Domain.from_values(values), f"x{i}")
        low = self.random.randint(-2, 2)
        return self.cp.new_int_var(low, low + self.random.randint(0, 5), f"x{i}")

    def _terms(self) -> list[tuple[Any, int]]:
        some = self.random.sample(self.variables, self.random.randint(1, len(self.variables)))
        return [(variable, self.random.choice([-2, -1, 1, 2, 3])) for variable in some]

    def _literal(self) -> tuple[Any, Callable[[Values], bool]]:
        one, positive = self.random.choice(self.booleans), self.random.random() < 0.5
        return one if positive else ~one, lambda values: values[one.index] == positive

    def _linear(self) -> None:
        terms, low = self._terms(), self.random.randint(-6, 4)
        high = low + self.random.choice([0, 2, 5])
        self.cp.add_linear_constraint(sum(c * v for v, c in terms), low, high)
        self.rules.append(lambda values: low <= sum(c * values[v.index] for v, c in terms) <= high)

    def _reified(self) -> None:
        terms, low = self._terms(), self.random.randint(-4, 4)
        literal, holds = self._literal()
        self.cp.add(sum(c * v for v, c in terms) >= low).only_enforce_if(literal)
        self.rules.append(lambda values: not holds(values) or sum(c * values[v.index] for v, c in terms) >= low)

    def _literals(self) -> tuple[list[Any], list[Callable[[Values], bool]]]:
        drawn = [self._literal() for _ in range(self.random.randint(1, 4))]
        return [literal for literal, _ in drawn], [holds for _, holds in drawn]

    def _of_literals(self, add: Callable[[list[Any]], Any], allows: Callable[[list[bool]], bool]) -> None:
        """A constraint on some literals, and whether it allows which of them are true."""
        literals, holds = self._literals()
        add(literals)
        self.rules.append(lambda values: allows([one(values) for one in holds]))

    def _clause(self) -> None:
        self._of_literals(self.cp.add_bool_or, any)

    def _exclusive(self) -> None:
        self._of_literals(self.cp.add_at_most_one, lambda true: sum(true) <= 1)

    def _odd(self) -> None:
        self._of_literals(self.cp.add_bool_xor, lambda true: sum(true) % 2 == 1)

    def _conjunction(self) -> None:
        self._of_literals(self.cp.add_bool_and, all)

    def _one(self) -> None:
        self._of_literals(self.cp.add_exactly_one, lambda true: sum(true) == 1)

    def _circuit(self) -> None:
        """A circuit on a few nodes, some of which may be skipped, and some of whose arcs share a literal."""
        nodes = self.random.randint(1, 4)
        pairs = self.random.choices(list(product(range(nodes), repeat=2)), k=self.random.randint(0, 9))
        pairs += self.random.choice([[(node, (node + 1) % nodes) for node in range(nodes)], [(0, 0)]])
        pairs = [(tail, head) for i, (tail, head) in enumerate(pairs) if tail != head or (tail, head) not in pairs[:i]]
        self.booleans += [self.cp.new_bool_var("") for _ in range(8 - len(self.booleans)) if self.random.random() < 0.5]
        drawn = [self._literal() for _ in pairs]
        self.cp.add_circuit([(*pair, literal) for pair, (literal, _) in zip(pairs, drawn, strict=True)])

        def rule(values: Values) -> bool:
            """One circuit through all nodes but those whose arc leads to themselves."""
            taken = [pair for pair, (_, holds) in zip(pairs, drawn, strict=True) if holds(values)]
            following = dict(taken)
            ends = {node for pair in pairs for node in pair}
            if not len(taken) == len(following) == len(set(following.values())) == len(ends):
                return False
            left = {tail for tail, head in taken if tail != head}
            node = min(left, default=0)
            while node in left:
                left.remove(node)
                node = following[node]
            return not left

        self.rules.append(rule)

    def _enforce(self, constraint: Any) -> None:
        """The last constraint holds if some literals are true."""
        literals, holds = self._literals()
        constraint.enforcement_literal.extend([literal.index for literal in literals])
        rule = self.rules[-1]
        self.rules[-1] = lambda values: not all(one(values) for one in holds) or rule(values)

    def _different(self) -> None:
        numbers = self.numbers
        self.cp.add_all_different(numbers)
        self.rules.append(lambda values: len({values[v.index] for v in numbers}) == len(numbers))

    def _element(self) -> None:
        at, target = self.random.sample(self.numbers, 2)
        entries = [self.random.randint(-2, 5) for _ in range(self.random.randint(1, 5))]
        self.cp.add_element(at, entries, target)
        self.rules.append(
            lambda values: 0 <= values[at.index] < len(entries) and entries[values[at.index]] == values[target.index]
        )

    def _table(self) -> None:
        some = self.random.sample(self.variables, 2)
        rows = [tuple(self.random.choice(domain_of(v)) for v in some) for _ in range(self.random.randint(1, 5))]
        forbidden = self.random.random() < 0.5
        (self.cp.add_forbidden_assignments if forbidden else self.cp.add_allowed_assignments)(some, rows)
        self.rules.append(lambda values: (tuple(values[v.index] for v in some) in rows) != forbidden)

    def _greatest(self) -> None:
        target, *others = self.numbers
        self.cp.add_max_equality(target, others)
        self.rules.append(lambda values: values[target.index] == max(values[v.index] for v in others))

    def _apart(self) -> None:
        size = self.random.randint(1, 3)
        starts = self.numbers
        self.cp.add_no_overlap([self.cp.new_fixed_size_interval_var(v, size, f"i{v.index}") for v in starts])
        self.rules.append(
            lambda values: all(b - a >= size for a, b in pairwise(sorted(values[v.index] for v in starts)))
        )

    def _automaton(self) -> None:
        numbers = self.numbers
        arcs = {
            (self.random.randint(0, 2), label): self.random.randint(0, 2)
            for label in range(-3, 8)
            for _ in range(self.random.randint(0, 2))
        } or {(0, 0): 1}
        finals = self.random.sample(range(3), self.random.randint(1, 2))
        self.cp.add_automaton(numbers, 0, finals, [(tail, label, head) for (tail, label), head in arcs.items()])

        def rule(values: Values) -> bool:
            state: int | None = 0
            for variable in numbers:
                state = None if state is None else arcs.get((state, values[variable.index]))
            return state in finals

        self.rules.append(rule)

    def _product(self) -> None:
        target, *others = self.random.choices(self.numbers, k=self.random.randint(2, 3))
        self.cp.add_multiplication_equality(target, others)
        self.rules.append(lambda values: values[target.index] == prod(values[v.index] for v in others))

    def _quotient(self) -> None:
        target, one = self.random.choices(self.numbers, k=2)
        by, left = self.random.randint(1, 3), self.random.random() < 0.5
        (self.cp.add_modulo_equality if left else self.cp.add_division_equality)(target, one, by)

        def rule(values: Values) -> bool:
            a = values[one.index]
            quotient = int(a / by)
            return values[target.index] == (a - by * quotient if left else quotient)

        self.rules.append(rule)

    def _distance(self) -> None:
        target, one, other = self.random.choices(self.numbers, k=3)
        self.cp.add_abs_equality(target, one - 2 * other + 1)
        self.rules.append(lambda values: values[target.index] == abs(values[one.index] - 2 * values[other.index] + 1))

    def _inverse(self) -> None:
        half = len(self.numbers) // 2
        one, other = self.numbers[:half], self.numbers[half : 2 * half]
        self.cp.add_inverse(one, other)

        def rule(values: Values) -> bool:
            there, back = [values[v.index] for v in one], [values[v.index] for v in other]
            inside = all(0 <= value < half for value in there + back)
            return inside and all(back[value] == i for i, value in enumerate(there))

        self.rules.append(rule)

    def _tasks(self) -> list[tuple[Any, Callable[[Values], tuple[int, int] | None]]]:
        """Intervals that start at the numbers, some of which are performed only if a literal is true."""
        tasks: list[tuple[Any, Callable[[Values], tuple[int, int] | None]]] = []
        for start in self.numbers:
            size, (literal, holds) = self.random.randint(0, 3), self._literal()
            if self.random.random() < 0.5:
                task = self.cp.new_optional_fixed_size_interval_var(start, size, literal, f"o{start.index}")
                tasks.append((task, lambda v, s=start, n=size, h=holds: (v[s.index], v[s.index] + n) if h(v) else None))
            else:
                task = self.cp.new_fixed_size_interval_var(start, size, f"i{start.index}")
                tasks.append((task, lambda v, s=start, n=size: (v[s.index], v[s.index] + n)))
        return tasks

    def _meeting(self) -> None:
        tasks = self._tasks()
        self.cp.add_no_overlap([task for task, _ in tasks])

        def rule(values: Values) -> bool:
            found = [when for _, of in tasks if (when := of(values)) is not None]
            return all(a[1] <= b[0] or b[1] <= a[0] for a, b in combinations(found, 2))

        self.rules.append(rule)

    def _cumulative(self) -> None:
        tasks, capacity = self._tasks(), self.random.randint(1, 3)
        demands = [self.random.randint(0, 2) for _ in tasks]
        self.cp.add_cumulative([task for task, _ in tasks], demands, capacity)

        def rule(values: Values) -> bool:
            found = [(when, n) for (_, of), n in zip(tasks, demands, strict=True) if (when := of(values)) is not None]
            return all(sum(n for (a, b), n in found if a <= t < b) <= capacity for t in range(-3, 12))

        self.rules.append(rule)


def domain_of(variable: Any) -> list[int]:
    """The values of a variable."""
    ends = list(variable.proto.domain)
    return [value for low, high in zip(ends[::2], ends[1::2], strict=True) for value in range(low, high + 1)]


def three_in_a_row() -> tuple[cp_model.CpModel, Graph[int], dict[int, cp_model.IntVar]]:
    """A model, a graph of three nodes, each beside the next, and a Boolean variable for each of them."""
    cp = cp_model.CpModel()
    return cp, Graph(range(3), [(0, 1), (1, 2)]), {node: cp.new_bool_var(f"{node}") for node in range(3)}


def by_cp_sat(cp: cp_model.CpModel, seen: Callable[[Callable[[Any], int]], Any], *, presolve: bool = True) -> list[Any]:
    """What is seen in each assignment of all variables, by the value of each, as CP-SAT lists them."""
    found = []

    class Keep(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append(seen(self.value))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 0
    solver.parameters.presolve_inclusion_work_limit = 0
    solver.parameters.cp_model_presolve = presolve
    solver.parameters.enumerate_all_solutions = True
    assert solver.solve(cp, Keep()) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return found


def taken(literals: Mapping[Any, Any], value: Callable[[Any], int]) -> frozenset[Any]:
    """What those literals say that are true."""
    return frozenset(name for name, literal in literals.items() if value(literal))


def enumerated(cp: cp_model.CpModel, literals: Mapping[Any, Any]) -> list[frozenset[Any]]:
    """The sets of keys whose literals are true, once for each assignment of all variables of the model."""
    return by_cp_sat(cp, lambda value: taken(literals, value))


def same_sets(found: Sequence[Any], expected: Sequence[Any]) -> None:
    assert len(found) == len(set(found))
    assert set(found) == set(expected)
