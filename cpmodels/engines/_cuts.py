"""One loop, paths and connected cells by Glucose, a SAT solver, and cuts.

The clauses say all that a description asks for, but not that it is connected.  So Glucose may find several loops, or
cells that are apart.  A clause then says of each part what it lacks, that an edge leads out of it or one of the cells
round it is chosen, and the search goes on with all that it has learned.  (Dantzig, Fulkerson and Johnson, *Solution of
a large-scale traveling-salesman problem*, 1954.)

Published loops and shaded boards of 10 x 10 need 1 to 20 such rounds, those of 30 x 30 some 25; Nurikabes, whose
islands are connected one by one, 10 to 150.  Paths that join numbers need clauses beside, which keep what begins at one
number from ending at another: without them, hundreds of rounds did not do for 10 x 10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, combinations, compress, count, islice, product
from math import comb
from operator import eq
from random import Random
from typing import Any

import numpy as np

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.description import AllBut, ExactCover, Subgraph
from cpmodels.base.graph import connected_parts
from cpmodels.engines._formula import TRUE, Formula
from cpmodels.engines._table import ENGINES, GLUCOSE
from cpmodels.engines.backtracking._search import Rows, Stoppable

CONFLICTS = 500
"""The most conflicts of a call, which take some 20 ms."""

MOST_CLAUSES = 80
"""A sum that would need more clauses than this gets variables of its own."""

FEW = 8
"""Of how many chosen cells it is asked whether one of them is chosen in any case."""

ENCLOSING = 12
"""Up to this size parts hardly enclose anything: with 1, or 20, a search for Heyawakes takes a quarter longer, or as
long; without this, some boards need 200 rounds, where all need at most 25 with it."""

ROUND = 48
"""From this many nodes on it is looked which regions a loop is round.  Four published Masyus that are mostly empty take
0.1 to 0.3 s then, without it 1 to 6; 588 Slitherlinks take as long as without it, and a tenth longer with 12."""

Template = Sequence[Sequence[int]]
"""Clauses over a row of literals: each by its place from 1, or the negative of that."""


class Cuts(Stoppable):
    """A search for choices by their numbers: the options of a cover, or the edges of a graph.

    seed: another order of the variables, each first tried true or false by chance; with 0 the order of the description,
        and first false.

    Raises MissingExtraError where the library of the solver does not load.
    """

    _solver: Any = None

    def __init__(self, problem: ExactCover[Any] | Subgraph[Any], seed: int = 0) -> None:
        try:
            from pysat.solvers import Glucose4
        except ImportError:
            raise ENGINES[GLUCOSE].missing() from None
        self._problem, self._glucose = problem, Glucose4
        size = len(problem.options if isinstance(problem, ExactCover) else problem.graph.edges)
        self._literals = list(range(1, size + 1))
        self._seed = seed
        if seed:
            Random(seed).shuffle(self._literals)
        self._variables, self._rules = size, dict[int, tuple[Template, list[Sequence[int]]]]()
        if isinstance(problem, ExactCover):
            self._take_cover(problem)
        else:
            self._take_graph(problem)
        self._places = [abs(literal) - 1 for literal in self._literals]

    def load(self) -> None:
        self._solver = self._glucose(bootstrap_with=chain.from_iterable(self._clauses()))
        if isinstance(self._problem, ExactCover):
            self._solver.append_formula(chain.from_iterable(map(partial(self._led_to, self._problem), self._graphs)))
        self._solver.add_clause([self._variables + 1])  # So it knows all variables, not just those in clauses.
        if self._seed:
            random = Random(self._seed)
            self._solver.set_phases([random.choice((literal, -literal)) for literal in self._literals])

    def advance(self, nodes: int) -> Rows:  # noqa: ARG002
        """Search until something is found, and take that apart; at most for `CONFLICTS` conflicts."""
        if self._solver is None:
            self.load()
        self._solver.conf_budget(CONFLICTS)
        answer = self._solver.solve_limited(expect_interrupt=True)
        self.nodes = self._solver.accum_stats()["conflicts"]
        self.done = answer is False
        none = np.zeros((0, 0), dtype=np.int32)
        if not answer:
            return none
        model = self._solver.get_model()
        values = map(model.__getitem__, self._places)
        taken = list(compress(count(), map(eq, values, self._literals)))
        cuts = self._cut_off(set(taken)) if isinstance(self._problem, ExactCover) else self._lines(taken)
        if cuts:
            self._solver.append_formula(cuts)
            return none
        # A loop is part of no other, so that what forbids it is that its edges are taken.
        left_out = () if isinstance(self._problem, Subgraph) else set(range(len(self._literals))).difference(taken)
        self._solver.add_clause([*(-self._literals[i] for i in taken), *(self._literals[i] for i in left_out)])
        return np.array([taken], dtype=np.int32)

    def _rule(self, literals: Sequence[int], template: Template) -> None:
        """The clauses of a template, which is made once, for some literals."""
        self._rules.setdefault(id(template), (template, []))[1].append(literals)

    def _clauses(self) -> Iterator[list[list[int]]]:
        """The clauses of all templates, many at a time: one by one they take as long as the search."""
        for template, rows in self._rules.values():
            columns = np.array(rows)
            signed = np.hstack([columns[:, :1], columns, -columns[:, ::-1]])
            for size in {len(clause) for clause in template}:
                places = np.array([clause for clause in template if len(clause) == size], dtype=int)
                yield signed[:, places].reshape(len(rows) * len(places), size).tolist()

    def _sum(self, literals: Sequence[int], least: int, most: int) -> None:
        """From `least` to `most` of some literals are true."""
        template, more = counting(len(literals), least, min(most, len(literals)))
        self._rule([*literals, *[self._new() for _ in range(more)]] if more else literals, template)

    def _new(self) -> int:
        """A new variable."""
        self._variables += 1
        return self._variables

    # --- covers

    def _take_cover(self, problem: ExactCover[Any]) -> None:
        numbers, literals, place = problem.numbers, self._literals, problem.position
        demands = zip(problem.items, numbers.covering, strict=True)
        self._forced = {i for (_, least, _), covering in demands if least >= len(covering) for i in covering}
        alone = set(range(len(literals)))
        for (_, least, most), covering in zip(problem.items, numbers.covering, strict=True):
            if least == most == 1 and len(covering) == 2 and alone.issuperset(covering):
                literals[covering[1]] = -literals[covering[0]]
                alone.difference_update(covering)
        for (_, least, most), covering in zip(problem.items, numbers.covering, strict=True):
            checkpoint()
            self._sum([literals[i] for i in covering], least, most)
        for shades in numbers.by_secondary.values():
            checkpoint()
            self._agree(problem, shades)
        self._graphs = [
            {place[node]: [place[other] for other in others] for node, others in graph.neighbours.items()}
            for graph in problem.graphs
        ]

    def _agree(self, problem: ExactCover[Any], shades: Sequence[Sequence[int]]) -> None:
        """One of the shades of a secondary item is given at most.

        Of two options that give different ones one is chosen at most.  Where such pairs are many, there is a clause for
        each option instead, and each item of a few that are covered once by all the options: what covers it gives no
        other shade.  So islands are kept apart by three literals each, the sea's between them.
        """
        items, literals = problem.numbers.items, self._literals
        shade = {i: number for number, positions in enumerate(shades) for i in positions}
        left, once = set(shade), list[int]()
        if sum(len(one) * len(other) for one, other in combinations(shades, 2)) > MOST_CLAUSES:
            while often := Counter(item for i in left for item in items[i] if problem.items[item][1:] == (1, 1)):
                once.append(max(often, key=often.__getitem__))
                left.difference_update(problem.numbers.covering[once[-1]])
        if left:
            for pair in (pair for two in combinations(shades, 2) for pair in product(*two)):
                self._rule([literals[i] for i in pair], ((-1, -2),))
            return
        for item in once:
            covering = problem.numbers.covering[item]
            for number, positions in enumerate(shades):
                agreeing = [literals[i] for i in covering if shade.get(i, number) == number]
                for i in positions:
                    if item not in items[i]:
                        self._sum([-literals[i], *agreeing], 1, len(agreeing) + 1)

    def _cut_off(self, taken: Collection[int]) -> list[list[int]]:
        """What each part of the chosen options lacks to be connected with the largest, or with one that is needed; and
        what that lacks.

        Where an island of 12 has 9 cells, it grows, whatever else is chosen: without that, a thousand rounds do not do.
        """
        found = list[list[int]]()
        for near in self._graphs:
            parts = connected_parts(sorted(near.keys() & taken), near.__getitem__)
            if len(parts) > 1:
                parts.sort(key=len)
                main = next((part for part in reversed(parts) if self._is_needed(part[:FEW])), parts[-1])
                parts.remove(main)
                found += [self._joining(near, part, main) for part in parts]
                if not self._forced.isdisjoint(near):
                    found.append(self._joining(near, main, parts[-1], of_all=True))
        return found

    def _joining(
        self, near: Mapping[int, Sequence[int]], part: Sequence[int], other: Sequence[int], *, of_all: bool = False
    ) -> list[int]:
        """That one of those between a part and another is chosen; unless none may be on the one side or the other.

        of_all: whether it is asked if one outside must be chosen, not just of a few of the other part.
        """
        inside, outside = set(part), other[:FEW]
        around = dict.fromkeys(i for node in part for i in near[node] if i not in inside)
        if of_all or len(part) >= ENCLOSING:
            outside = [i for i in near if i not in inside and i not in around]
        if len(part) >= ENCLOSING:
            outside = connected_parts([other[0], *outside], near.__getitem__)[0]
            beyond = set(outside)
            around = dict.fromkeys(i for i in around if not beyond.isdisjoint(near[i]))
        clause = [self._literals[i] for i in around]
        left_out = [-literal for literal in clause]
        sides = ((part[0], part[:FEW]), (other[0], outside))
        return clause + [-self._literals[one] for one, side in sides if not self._is_needed(side, left_out)]

    def _is_needed(self, nodes: Iterable[int], known: Sequence[int] = ()) -> bool:
        """Whether one of some nodes is plainly chosen in any case, with what is known.

        Not by the solver's own `propagate`: in the main thread that takes Ctrl-C for itself, raises an error of its
        own, and leaves a handler behind with which the next Ctrl-C brings the process down.
        """
        import pysolvers

        literals = [*known, *(-self._literals[node] for node in nodes)]
        return not pysolvers.glucose41_propagate(self._solver.glucose, literals, 0, False)[0]

    def _led_to(self, problem: ExactCover[Any], near: Mapping[int, Sequence[int]]) -> Iterable[list[int]]:
        """That to what is chosen a way leads from one that must be, over no more than may be chosen: step by step.

        Most of Nurikabe's cuts are of this sort, and cuts come only once all of a board is filled in.
        """
        root = next((i for i in near if i in self._forced), None)
        of, covering = () if root is None else problem.numbers.items[root], problem.numbers.covering
        most = min((problem.items[item][2] for item in of if near.keys() <= set(covering[item])), default=0)
        if root is None or not most:
            return self._beside(near)
        far = {i: step for step, ring in enumerate(rings(near, root, most, dict.fromkeys(near, 0))) for i in ring}
        return [
            [-self._literals[i], *(self._literals[other] for other in ring)]
            for i in near
            for ring in islice(rings(near, i, most, far), 1, far.get(i, 2))
            if i != root
        ]

    def _beside(self, near: Mapping[int, Sequence[int]]) -> Iterable[list[int]]:
        """That none is chosen alone: where one of two neighbours, and one beside it, are in any case."""
        pairs = ((one, other) for one, others in near.items() for other in others if one < other)
        if pair := next(filter(self._is_needed, pairs), ()):
            alone = [node for node in pair if not self._is_needed(near.keys() - {node})]
            for one, others in near.items():
                if one not in alone:
                    yield [-self._literals[one], *(self._literals[i] for i in others)]

    # --- loops and paths

    def _take_graph(self, problem: Subgraph[Any]) -> None:
        graph, number = problem.graph, problem.graph.number
        self._ends = [(number[a], number[b]) for a, b in graph.edges]
        self._partner = {number[a]: number[b] for pair in problem.ends for a, b in (pair, pair[::-1])}
        self._near = {i: [number[other] for other in graph.neighbours[node]] for node, i in number.items()}
        literal = {pair: self._literals[i] for pair, i in graph.place.items()}
        self._at = {i: [literal[node, other] for other in graph.neighbours[node]] for node, i in number.items()}
        self._visited: dict[int, int] = {}
        demands: list[Collection[int]] = [(number[node],) for node in problem.through]
        passed = {node for nodes in demands for node in nodes}
        for node, literals in self._at.items():
            checkpoint()
            if node in self._partner or node in passed:
                self._sum(literals, *((1, 1) if node in self._partner else (2, 2)))
            else:
                self._sum(literals, 0, 2)
                self._rule(literals, leading_on(len(literals)))
        for rule in problem.rules:
            checkpoint()
            allowed = rule.allowed
            literals = [literal.get(edge) or self._passed(number[edge[0]]) for edge in rule.edges]
            if isinstance(allowed, tuple):
                self._sum(literals, *allowed)
            elif isinstance(allowed, AllBut):
                signed = [-one if taken else one for one, taken in zip(literals, allowed.row, strict=True)]
                self._sum(signed, 1, len(signed))
            else:
                self._rule(literals, primes(len(literals), allowed))
            if allowed[0] > 0 if isinstance(allowed, tuple) else (False,) * len(literals) not in allowed:
                demands.append({number[node] for edge in rule.edges for node in edge})
        if self._partner:
            self._tell_apart([(number[a], number[b]) for a, b in problem.ends])
        else:
            self._rule(self._literals, (range(1, len(self._literals) + 1),))
        self._demands = demands
        self._demanding: dict[int, list[int]] = {}
        for i, nodes in enumerate(demands):
            for node in nodes:
                self._demanding.setdefault(node, []).append(i)

    def _tell_apart(self, ends: Sequence[tuple[int, int]]) -> None:
        """Each node has a label in binary, of which path it is; an edge makes it equal, and both ends have its own."""
        for digit in range((len(ends) - 1).bit_length()):
            labels = {node: self._new() for node in self._at}
            for literal, (one, other) in zip(self._literals, self._ends, strict=True):
                self._rule((literal, labels[one], labels[other]), ((-1, -2, 3), (-1, 2, -3)))
            for path, both in enumerate(ends):
                for node in both:
                    self._rule((labels[node],), ((1,),) if path >> digit & 1 else ((-1,),))

    def _passed(self, node: int) -> int:
        """A literal that says whether a node is passed."""
        if node not in self._visited:
            self._visited[node] = passed = self._new()
            self._rule([*self._at[node], passed], visiting(len(self._at[node])))
        return self._visited[node]

    def _lines(self, taken: Sequence[int]) -> list[list[int]]:
        """What is wrong with each loop beside others, and each path that does not join the two ends of a pair."""
        near: dict[int, list[int]] = {}
        for i in taken:
            one, other = self._ends[i]
            near.setdefault(one, []).append(other)
            near.setdefault(other, []).append(one)
        parts, edges = sorted(connected_parts(near, near.__getitem__), key=len), dict[int, list[int]]()
        whose = {node: part for part, nodes in enumerate(parts) for node in nodes}
        for i in taken:
            edges.setdefault(whose[self._ends[i][0]], []).append(-self._literals[i])
        found = []
        for part, nodes in enumerate(parts if self._partner else parts[:-1]):
            inside, ends = set(nodes), [node for node in nodes if node in self._partner]
            if ends and self._partner[ends[0]] in inside:
                continue
            touched = {i for node in nodes for i in self._demanding.get(node, ())}
            is_needed = any(inside.issuperset(self._demands[i]) for i in touched)
            is_not_all = self._partner or len(touched) < len(self._demands)
            if ends or (is_needed and is_not_all):
                found += self._ways_out(inside)
            elif is_not_all:
                found += [[edge, *way] for way in self._ways_out(inside) for edge in edges[part]]
            else:  # It may be the whole solution, and then nothing else is.
                found += [[*edges[part], others[0]] for other, others in edges.items() if other != part]
        return found

    def _ways_out(self, inside: Collection[int]) -> list[list[int]]:
        """The edges from some nodes to each region of the others where a loop has to be, or to where a path may end.

        What a loop is round has no end and mostly no demand, so that edges into it are no ways out.
        """
        pairs = [pair for node in inside for pair in zip(self._near[node], self._at[node], strict=True)]
        regions = list[set[int]]()
        if len(inside) >= ROUND:
            beyond = (node for node in self._near if node not in inside)
            regions = [*map(set, connected_parts(beyond, self._near.__getitem__))]
        if self._partner:
            regions = [set().union(*(region for region in regions if not region.isdisjoint(self._partner)))]
        else:
            regions = [region for region in regions if any(map(region.issuperset, self._demands))]
        if not any(regions):  # All round it may be where the way leads.
            return [[literal for other, literal in pairs if other not in inside]]
        return [[literal for other, literal in pairs if other in region] for region in regions]


def rings(
    near: Mapping[int, Sequence[int]], start: int, most: int, far: Mapping[int, int]
) -> Iterator[Collection[int]]:
    """The nodes at each distance from a start, on ways of so many nodes at most; at last none.

    far: how many further nodes each needs.

    >>> list(map(list, rings({1: [2], 2: [1, 3], 3: [2]}, 1, 2, {1: 0, 2: 0, 3: 0})))
    [[1], [2], []]
    """
    seen, ring, left = {start}, dict.fromkeys([start]), most
    while ring:
        yield ring
        left -= 1
        beyond = (other for node in ring for other in near[node] if other not in seen)
        ring = dict.fromkeys(other for other in beyond if far.get(other, left) < left)
        seen.update(ring)
    yield ring


def suits_cuts(problem: object) -> bool:
    """Whether Glucose is there, and a description needs few cuts: of a loop, paths, or options that are connected.

    >>> suits_cuts(ExactCover(["a"], []))
    False
    """
    is_cover = isinstance(problem, ExactCover) and bool(problem.graphs) and not problem.relaxed
    return (is_cover or isinstance(problem, Subgraph)) and ENGINES[GLUCOSE].is_installed


@cache
def counting(size: int, least: int, most: int) -> tuple[Template, int]:
    """That from `least` to `most` of some literals are true, and how many more variables that takes.

    These say whether at least so many of the first few are true (Sinz, *Towards an optimal CNF encoding of Boolean
    cardinality constraints*, 2005, in both directions).

    >>> counting(3, 1, 1)
    ([(1, 2, 3), (-1, -2), (-1, -3), (-2, -3)], 0)
    >>> len(counting(20, 4, 5)[0]), counting(20, 4, 5)[1]
    (318, 80)
    """
    places = range(1, size + 1)
    if max(least, 0) > min(most, size):
        return [()], 0
    if comb(size, most + 1) + comb(size, max(least - 1, 0)) <= MOST_CLAUSES:
        some = combinations(places, size - least + 1) if least > 0 else ()
        return [*some, *combinations([-place for place in places], most + 1)], 0
    formula = Formula(size)
    before = [TRUE] + [-TRUE] * (most + 1)
    for place in places:
        sure = max(least - size + place, 0)  # So many of the first there must be, if the others are all true.
        here = [
            TRUE if number <= sure else -TRUE if number > min(place, most) else formula.new()
            for number in range(most + 2)
        ]
        for number in range(max(sure, 1), min(max(sure, place), most + 1) + 1):
            fewer, same, now = before[number - 1], before[number], here[number]
            for clause in ((-same, now), (-place, -fewer, now), (same, place, -now), (fewer, -now)):
                formula.clause(clause)
        before = here
    return list(formula), formula.variables - size


@cache
def visiting(size: int) -> Template:
    """That the last of some literals is true if one of the others is, of which there are `size`.

    >>> visiting(2)
    [(-1, 3), (-2, 3), (-3, 1, 2)]
    """
    places = range(1, size + 1)
    return [*((-place, size + 1) for place in places), (-size - 1, *places)]


@cache
def leading_on(size: int) -> Template:
    """That not just one of some literals is true.

    >>> leading_on(2)
    [[-1, 2], [-2, 1]]
    """
    places = range(1, size + 1)
    return [[-place, *(other for other in places if other != place)] for place in places]


@cache
def primes(size: int, allowed: Collection[tuple[bool, ...]]) -> Template:
    """That the values of some literals are one of the rows that are allowed, in clauses of which no literal can go.

    >>> primes(2, frozenset({(True, False), (True, True)}))
    [(1,)]
    """
    clauses: list[tuple[int, ...]] = []
    for row in product((False, True), repeat=size):
        checkpoint()
        if row in allowed or any(all(row[abs(i) - 1] == (i < 0) for i in clause) for clause in clauses):
            continue
        kept = list(range(size))
        for place in range(size):
            fewer = [i for i in kept if i != place]
            if not any(all(other[i] == row[i] for i in fewer) for other in allowed):
                kept = fewer
        clauses.append(tuple(-i - 1 if row[i] else i + 1 for i in kept))
    return clauses
