"""A puzzle as it is searched in this process, by backtracking or by Glucose: by which search, which part of it symmetry
leaves, and how to read what it finds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle
from math import inf
from typing import Any, Generic

from cpmodels.base._canonical import ordered
from cpmodels.base._clock import in_words
from cpmodels.base.description import ExactCover, HamiltonianPath, Subgraph
from cpmodels.base.errors import CpmodelsError, ParameterError
from cpmodels.base.puzzle import Puzzle, S
from cpmodels.base.values import joined, shown
from cpmodels.engines._cuts import Cuts
from cpmodels.engines._table import BACKTRACK, GLUCOSE, described_for
from cpmodels.engines.backtracking._choosing import MOST_OPTIONS, Choosing
from cpmodels.engines.backtracking._paths import PathSearch, restarts
from cpmodels.engines.backtracking._placing import ORDERS, Placing, expected_nodes, is_open, places, places_in_order
from cpmodels.engines.backtracking._search import InTurns, Rows, Search, Stoppable, is_ready, slices
from cpmodels.model import has_own_model, has_registered_model
from cpmodels.model._symmetries import ProblemKey, described_key, pivot_orbits

Choices = Sequence[int]

SMALL_PATH = 64
"""Up to how many nodes a first path is searched for without restarts: of 144 random ZIPs of 6 x 6 and 8 x 8 all were
solved within 50,000 choices, before CP-SAT was."""

HOPELESS = 15.0
"""The logarithm of how many nodes may be expected for a solution in a fixed order: of the 64 cubes packed they are
10^21, and where the fewest options left decide, these take 1 to 17 ms; of bordered boards of 8 x 7, which take 1 to 3 s
by rows, 10^12."""


class Backtracker(Generic[S]):
    """A puzzle for the engine backtrack or glucose, with a key, as a model has: what a solution is made of, each true
    or false.

    key: the options of the exact cover that is searched, the steps of the path, its first node among them, or the edges
        of the graph.
    symmetries, pivots: as those of a `Model`.
    alone: seconds that it may have to itself before CP-SAT's model is built, which has no solution soon after.
    lead: seconds that it has beside CP-SAT for a first solution, before a strategy of the model's takes its place.
    is_settled: whether nothing is left to be chosen, as in a `Result`.
    is_relaxed: whether what is found may break a rule that the description leaves out.

    >>> from cpmodels import Zip
    >>> backtracker = Backtracker(Zip(2, 2))
    >>> len(backtracker.key), len(backtracker.symmetries)
    (16, 16)
    """

    as_built = True

    def __init__(self, puzzle: Puzzle[S], seed: int = 0, *, engine: str = BACKTRACK) -> None:
        """Raises KindError for a puzzle without a description."""
        self.engine, described = engine, described_for(puzzle, engine)
        self.puzzle, self._description, self._seed = puzzle, described, seed
        self.identical, self.infeasible = puzzle.identical, puzzle.infeasible_reason()
        self.is_relaxed = self.is_settled = False
        self._problem: _Cover | _Path | _Clauses
        problem: Any = described.problem
        if engine == GLUCOSE:
            self.is_relaxed = isinstance(problem, ExactCover) and problem.relaxed
            self._problem = _Clauses(problem, seed)
        elif isinstance(problem, ExactCover):
            self.is_relaxed = problem.is_partial
            self._problem = _Cover(problem)
            self.is_settled = self._problem.cover.is_settled()
        else:
            self._problem = _Path(problem)
        self.alone, self.lead = self._problem.alone, self._problem.lead

    @cached_property
    def _key(self) -> ProblemKey:
        """The key, which a search may do without."""
        return described_key(self._description)

    @property
    def key(self) -> tuple[Any, ...]:
        return self._key.key

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        return self._key.symmetries

    @property
    def pivots(self) -> tuple[int, ...]:
        return self._key.pivots if isinstance(self._problem, _Cover) else ()  # All starts of a path are searched from.

    @property
    def has_less(self) -> bool:
        """Whether a part may be searched in place of the whole, by symmetry."""
        return isinstance(self._problem, _Cover) and bool(self._description.symmetries)

    @property
    def order(self) -> str | None:
        """The order in which places are filled; None where there are none."""
        return self._problem.order

    @property
    def other_orders(self) -> tuple[str, ...]:
        """The names of the other orders for this puzzle, less fewest where there are too many options for it."""
        if self.order in (None, "fewest"):
            return ()
        return tuple(
            name for name in ORDERS if name != self.order and (name != "fewest" or len(self.key) <= MOST_OPTIONS)
        )

    def in_order(self, order: str) -> Backtracker[S]:
        """The same in its own order, or in one of the `other_orders`.  Raises ParameterError for any other."""
        if order not in (known := [name for name in (self.order, *self.other_orders) if name]):
            only = f", only {joined(known)}" if known else ""
            raise ParameterError(f"there is no order {shown(order)} for a puzzle of the kind {self.puzzle.kind}{only}")
        other = copy(self)
        other._problem = copy(self._problem)
        other._problem.order = order
        return other

    def part(self) -> Backtracker[S]:
        """The same, of which only the part that symmetry leaves is searched: the pivot at the first of each orbit."""
        other = copy(self)
        if isinstance(self._problem, _Cover):
            other._problem = self._problem.part(pivot_orbits(self.pivots, self.symmetries))
        return other

    @property
    def is_ready(self) -> bool:
        """Whether such a search has run in this process; see `is_ready`."""
        return is_ready(self._problem.code)

    def search(self) -> Stoppable:
        """The search, at its beginning; for the engine backtrack a `Search`."""
        return self._problem.search(self._seed)

    def first_search(self) -> Stoppable:
        """A search that comes to a first solution soon."""
        return self._problem.first_search(self._seed)

    def found(self, choices: Choices) -> S | None:
        """The solution that the choices of a search say; None where it breaks a rule that is not in the description."""
        meanings, problem = self._problem.meanings(choices), self._description.problem
        solution: S = self._description.solution(meanings)
        if self.is_relaxed and isinstance(problem, ExactCover):
            return None if not problem.is_connected(meanings) or self.puzzle.check(solution) else solution
        return solution

    def solving(self, rows: Rows) -> list[list[int]]:
        """Of what a search has found, the choices that are solutions: all where the description has all rules."""
        choices: list[list[int]] = rows.tolist()
        return [row for row in choices if self.found(row) is not None] if self.is_relaxed else choices

    def values(self, choices: Choices) -> bytes:
        """The same as values of the key, a byte each."""
        return self._key.values(self._problem.meanings(choices))

    def images(self, values: bytes) -> list[bytes]:
        """What the symmetries make of such values, without proof; nothing where that is not possible."""
        return self._key.images(values)

    def broken(self, values: Sequence[int]) -> list[str]:
        """The rules that a solution breaks; what the description demands of it is kept by symmetries, by proof."""
        return self.puzzle.check(self.solution(values))

    def solution(self, values: Sequence[int]) -> S:
        """The solution that values of the key say."""
        solution: S = self._description.solution(self._key.read(values))
        return solution

    @property
    def content(self) -> tuple[str, ...]:
        """What is searched, and how, in words that are the same on all machines."""
        what = repr(ordered((self.key, self._problem.rules, *self._broken_by_first())))
        return (self.engine, repr(self.order), hashlib.sha256(what.encode()).hexdigest())

    def _broken_by_first(self) -> list[int]:
        """How many rules each of the first that are found breaks, where the description leaves some to `check`."""
        rows = self.search().advance(FIRST_TURN) if self.is_relaxed else ()
        return [len(self.puzzle.check(self._description.solution(self._problem.meanings(row)))) for row in rows]


def stand_in(puzzle: Puzzle[S], seed: int, *, whole: bool) -> Backtracker[S] | None:
    """Backtracking where nobody has asked for it by name.

    None for a puzzle whose class has a model of its own, which says what it means, and for one whose description is
    relaxed and which has no model, so that the answer is the same whatever is installed.
    """
    if has_own_model(puzzle):
        return None
    backtracker = Backtracker(puzzle, seed)
    if backtracker.is_relaxed and not has_registered_model(type(puzzle)):
        return None
    return backtracker if whole else backtracker.part()


FIRST_TURN, TURN = 1 << 17, 1 << 20
"""How many nodes each search for a first solution has before the next one's turn: at first some 2 ms, about as long as
it takes to see in which order fewer are expected, 2 to 4 ms for boards of 5 x 5 to 8 x 7, and 30 for Zigzaws of
12 x 12; then more, as each turn waits for Python, which may be building a model beside it.  Of 20 boards each, bordered
ones of 6 x 6 take 16 ms so and 23 with long turns alone, 5 x 5 that are not turned 9 and 14, and those of 18 other
sizes and kinds the same, but for a tenth."""

BUILDING = 1e-5
"""How many seconds CP-SAT's model of a cover takes to be built for each option, 5 to 17 microseconds for boards, frogs
and gardens."""

SOLVING = 5e-5
"""How many seconds CP-SAT takes at least for the first solution of a cover whose places are filled in order, for each
option: 42 microseconds for boards of pieces, 57 for packed cubes, and 16 for frogs without a border, which backtracking
solves in half of that.  Gardens that hang, which it solves sooner than backtracking, are no such covers."""

LEAD = 0.03
"""How long a first solution is looked for beside CP-SAT before a strategy of the model's gets the place: of 26 random
ZIPs of 15 x 15 that backtracking solves in 0.3 s it solves 22 by then, and 24 in 0.08."""


class _Cover:
    """An exact cover, pruned, and in which order it is searched."""

    lead = LEAD

    def __init__(self, problem: ExactCover[Any]) -> None:
        self.cover = problem.pruned()
        self._places = places(self.cover) if is_open(self.cover) else None
        self.order: str | None = "rows" if self._places else "fewest"
        self._searched = self.cover
        self.alone = (SOLVING if self.code is Placing else BUILDING) * len(self.cover.options)

    def part(self, orbits: Iterable[Sequence[int]]) -> _Cover:
        """The same, with the pivot at the first place of each of its orbits, and less what that rules out."""
        dropped = {position for orbit in orbits for position in orbit[1:]}
        cover = self.cover
        while dropped:
            cover = cover._without(dropped).pruned()
            sure = {
                covering[0]
                for covering, (_, least, _) in zip(cover.numbers.covering, cover.items, strict=True)
                if len(covering) == least == 1
            }
            dropped = {
                other
                for position in sure
                for item in cover.numbers.items[position]
                if cover.items[item].most == 1
                for other in cover.numbers.covering[item]
                if other != position
            }
        part = copy(self)
        part._searched = cover
        return part

    @property
    def rules(self) -> Any:
        """What is demanded of the options, by their positions, whatever is said first, and the order of places."""
        cover, numbers, place = self.cover, self.cover.numbers, self.cover.position
        demands = zip(numbers.covering, cover.items, strict=True)
        items = [(covering, least, most) for covering, (_, least, most) in demands]
        colours = [sorted(shades) for shades in numbers.by_secondary.values()]
        graphs = [
            (sorted(place[node] for node in graph.nodes), sorted(sorted((place[a], place[b])) for a, b in graph.edges))
            for graph in cover.graphs
        ]
        return sorted(items), sorted(colours), sorted(graphs), [numbers.covering[item] for item in self._places or ()]

    @property
    def code(self) -> type[Search]:
        return Placing if self._places and self.order != "fewest" and is_open(self._searched) else Choosing

    def search(self, seed: int, *, ranked: bool = False) -> Search:
        if self._places and self.order and self.code is Placing:
            order = places_in_order(self._searched, self._places, self.order)
            return Placing(self._searched, order, seed, ranked=ranked)
        if is_open(self._searched):
            return Choosing(self._searched, seed)
        # Of too many options for this order, too, none can be chosen.
        return Choosing(self._searched._without(range(len(self._searched.options))), seed)

    def first_search(self, seed: int) -> Stoppable:
        """Searches in turns.

        There are as many solutions in any order, so in the one in which all of it takes the fewest nodes, the first is
        likely to come first, too: by rows Zigzaws of 12 x 12 without a border take more than 0.4 s, from a corner 1 ms;
        of a bordered 8 x 6 it is the other way round, 7 to 46 ms and 15 to 166.  Ranks of beginnings help most boards
        (see `MOST_BEGINNINGS`), but not all: a published 8 x 7 takes 104 million nodes without, and 804 with them.
        """
        search = self.search(seed)
        return InTurns(self._turns(search, seed)) if isinstance(search, Placing) else search

    def _turns(self, own: Placing, seed: int) -> Iterator[tuple[Search, int]]:
        """The search in the own order, then that in the lightest, and in turns with it that by ranks."""
        yield own, FIRST_TURN
        lighter = copy(self)
        lighter.order = self._lighter_order(own) or self.order
        search = own if lighter.order == self.order else lighter.search(seed)
        yield search, FIRST_TURN
        ranked = lighter.search(seed, ranked=True) if isinstance(search, Placing) else search
        yield ranked, FIRST_TURN
        yield from cycle(((search, TURN), (ranked, TURN)))

    def _lighter_order(self, search: Placing) -> str | None:
        """The order, other than that of a search, in which the fewest nodes are expected.

        A balance is not known beforehand, and makes an order the best that has one.
        """
        if search.is_balanced or not self._places:
            return None
        orders = {name: places_in_order(self._searched, self._places, name) for name in ("rows", "corner")}
        expected = dict(zip(orders, expected_nodes(self._searched, [*orders.values()]), strict=True))
        order = min(expected, key=expected.__getitem__)
        if expected[order] > HOPELESS and len(self._searched.options) <= MOST_OPTIONS:
            return "fewest"
        return None if order == self.order else order

    def meanings(self, choices: Choices) -> list[Any]:
        options = self._searched.options
        return [options[choice].meaning for choice in choices if choice >= 0]


FAR_APART, LONG_LEAD = 22, 0.4
"""How many nodes for each waypoint leave a path so free that restarts come to it, and how long that has: with 10
numbers eight ZIPs of 20 x 20 take 10 to 390 ms, and windows 0.6 to 1.3 s."""

SMALL = 150
"""Up to how many nodes a path that is not free is searched for longer than alone: of eight random ZIPs each of 12 x 12
to 20 x 20 with 2.5 nodes for each number 6 to 8 take at most 30 ms, most of them 3 to 6, of 12 x 12 with 5 to 15 two to
six, of 15 x 15 with 5 to 15 one or none, and of larger ones none.  Larger ones have no lead: windows take 0.05 to 0.5 s
for them, and CP-SAT, of ten ZIPs of 20 x 20 with 4 nodes for each number, 87 ms in the median, 132 beside a lead."""


class _Path:
    """A path, which is searched from its start."""

    code = PathSearch
    order: str | None = None

    def __init__(self, problem: HamiltonianPath[Any]) -> None:
        self._problem, self._nodes = problem, tuple(problem.successors)
        nodes, waypoints = len(self._nodes), len(problem.waypoints)
        is_free = nodes >= FAR_APART * waypoints
        self.alone = LEAD if is_free else 0.0
        self.lead = LONG_LEAD if is_free else LEAD if nodes <= SMALL else 0.0

    def search(self, seed: int) -> Search:
        return PathSearch(self._problem, seed=seed)

    def first_search(self, seed: int) -> Stoppable:
        if len(self._nodes) <= SMALL_PATH:
            return PathSearch(self._problem, room=1, seed=seed)
        return InTurns(restarts(self._problem, seed))

    @property
    def rules(self) -> Any:
        """The nodes in their order, of which some may be in no step, and the waypoints."""
        return self._nodes, self._problem.waypoints

    def meanings(self, choices: Choices) -> list[Any]:
        return [self._nodes[choice] for choice in choices]


class _Clauses:
    """A cover or a graph, as Glucose has it, which has long enough alone in any case."""

    alone, lead = 0.0, LEAD
    code = Cuts
    order: str | None = None
    rules: Any = None

    def __init__(self, problem: ExactCover[Any] | Subgraph[Any], seed: int) -> None:
        self._problem, self._at_its_beginning = problem, Cuts(problem, seed)

    def search(self, seed: int) -> Stoppable:  # noqa: ARG002
        return copy(self._at_its_beginning)

    def first_search(self, seed: int) -> Stoppable:
        return self.search(seed)

    def meanings(self, choices: Choices) -> list[Any]:
        if isinstance(self._problem, ExactCover):
            return [self._problem.options[choice].meaning for choice in choices]
        edges = self._problem.graph.edges
        return self._problem.walks([edges[choice] for choice in choices])


TRIAL = 0.05
"""Seconds of a trial in each order.  Estimates tend to be too low at first: of Brendan Owen's 7 x 6, which takes 4.1 s,
1.1 s after 0.02 s and 3.5 s after 0.2 s; of the 42,292 gardens of squares in 7 x 7, which take 1.9 s, 0.1 and 0.3."""


@dataclass(frozen=True)
class Estimate(Generic[S]):
    """How many seconds all of a search of a puzzle by backtracking is estimated to take."""

    backtracker: Backtracker[S]
    seconds: float

    def __str__(self) -> str:
        name = "backtracking" if self.backtracker.engine == BACKTRACK else self.backtracker.engine
        how = f" in the order {order}" if (order := self.backtracker.order) else ""
        return f"{name}{how} was estimated to take {in_words(self.seconds)}"


def estimate(puzzle: Puzzle[S], *, whole: bool, seed: int = 0, begun: Estimate[S] | None = None) -> Estimate[S] | None:
    """The order of the search that is estimated to be done first; None for a puzzle that cannot be searched so.

    See `stand_in`; `begun` is what is known of the order in which it has begun.
    """
    try:
        backtracker = begun.backtracker if begun else stand_in(puzzle, seed, whole=whole)
        best = begun or (_tried(backtracker) if backtracker else None)
    except CpmodelsError:
        return None
    if backtracker is None or best is None:
        return None
    for other in backtracker.other_orders:
        if best.seconds < TRIAL:
            break
        best = min(best, _tried(backtracker.in_order(other)), key=lambda trial: trial.seconds)
    return best


def _tried(backtracker: Backtracker[S]) -> Estimate[S]:
    """A trial; the share that is done in it gives the seconds that all is estimated to take."""
    search = backtracker.search()
    for _ in slices(search):
        if search.seconds >= TRIAL:
            break
    return Estimate(backtracker, whole_of(search))


def whole_of(search: Stoppable) -> float:
    """How many seconds all of a search is estimated to take."""
    share = search.share
    return search.seconds / share if share else inf
