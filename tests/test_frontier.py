"""Counting by the states of a frontier, and Glucose with cuts: what they find is all that there is."""

import importlib
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise, product
from math import inf
from random import Random
from threading import Event
from typing import ClassVar
from unittest import mock

import cover_oracle
import pysolvers
import pytest
from command_line import printed_by
from cover_oracle import Covered, connected
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from oracles import Walked, paths_of
from puzzle_strategies import zips
from systems import needs_proc
from test_backtracking_paths import digraphs

import cpmodels as cm
from benchmarks.studies.frontiers.sequences import BENT, BLOCK, CELL, DOMINO, tilings
from cpmodels.base import lattice
from cpmodels.base._checkpoints import checkpoint
from cpmodels.base._clock import Clock
from cpmodels.base.description import AllBut, Description, ExactCover, HamiltonianPath, Option, Rule, Subgraph
from cpmodels.base.puzzle import Assignment, Puzzle
from cpmodels.base.regions import box, isometries
from cpmodels.engines import _cuts
from cpmodels.engines.backtracking import _compiled
from cpmodels.engines.frontier import _diagram, _kernel, _states
from cpmodels.engines.frontier._diagram import DecisionDiagram
from cpmodels.engines.frontier._program import program_of
from cpmodels.engines.frontier._states import count
from cpmodels.puzzles.simple_loop import SimpleLoop
from cpmodels.puzzles.slitherlink import Slitherlink
from cpmodels.search import _choice
from cpmodels.search._choice import Choice
from cpmodels.search._frontier import Counting, Outlook, outlook
from cpmodels.search._question import Question

count(program_of(cm.Zip(1, 2).describe().problem))  # Compiled before Hypothesis looks at its watch.


@dataclass(frozen=True)
class Lines(Puzzle[Assignment]):
    """Any description of a loop, or of paths, as a puzzle, whose solutions are its edges."""

    kind: ClassVar[str] = "lines"
    problem: Subgraph = field(hash=False)
    images: tuple = ()

    def check(self, solution):
        return [] if is_right(self.problem, solution.true) else ["these are not the lines"]

    def describe(self):
        def solution(walks):
            closing = [] if self.problem.ends else walks[0][:1]
            steps = [step for walk in walks for step in pairwise([*walk, *closing])]
            return Assignment(frozenset(self.problem.graph.edge(*step) for step in steps))

        symmetries = [lambda edge, to=to: (to[edge[0]], to[edge[1]]) for to in self.images]
        return Description(self.problem, solution, symmetries)


def is_right(problem, edges):
    """Whether edges are one loop, or paths between the ends, and meet the rules: by walking along them."""
    around = {node: [] for node in problem.graph.nodes}
    for one, other in edges:
        around[one].append(other)
        around[other].append(one)
    for rule in problem.rules:
        row = tuple(bool(around[a]) if a == b else problem.graph.edge(a, b) in edges for a, b in rule.edges)
        if not isinstance(rule.allowed, tuple) and row not in rule.allowed:
            return False
        if isinstance(rule.allowed, tuple) and not rule.allowed[0] <= sum(row) <= rule.allowed[1]:
            return False
    seen = set()

    def component(node):
        seen.add(node)
        for other in around[node]:
            if other not in seen:
                component(other)

    ends = {end for pair in problem.ends for end in pair}
    if any(len(near) not in ((1,) if node in ends else (0, 2)) for node, near in around.items()):
        return False
    if any(not around[node] for node in problem.through):
        return False
    for one, other in problem.ends or [(edge[0], edge[1]) for edge in list(edges)[:1]]:
        if one in seen:
            return False
        component(one)
        if other not in seen:
            return False
    return bool(edges) and seen == {node for node, near in around.items() if near}


def all_right(problem):
    edges = problem.graph.edges
    return {
        frozenset(chosen)
        for size in range(len(edges) + 1)
        for chosen in combinations(edges, size)
        if is_right(problem, frozenset(chosen))
    }


@examples(100)
@given(digraphs(5))
def test_directed_paths(problem):
    """Any arcs one way, starts, ends and waypoints, against all orders of the nodes."""
    puzzle = Walked(problem)
    right = paths_of(problem)
    found = list(cm.solutions(puzzle, engine="frontier"))
    assert len(found) == len(set(found)) == cm.count(puzzle, engine="frontier").total
    assert {walk.true for walk in found} == right


@pytest.mark.parametrize(
    ("nodes", "starts", "ends"), [("ab", "", "ab"), ("ab", "ab", ""), ("ab", "", ""), ("ab", "a", "a"), ("", "", "")]
)
def test_a_path_that_starts_or_ends_nowhere(nodes, starts, ends):
    """Each engine says that there is none, also of a closed walk, which would be one without either, and of no node."""
    puzzle = Walked(HamiltonianPath(dict(zip(nodes, nodes[::-1], strict=True)), tuple(starts), tuple(ends)))
    for engine in (None, "cp-sat", "backtrack", "cadical", "frontier"):
        assert cm.count(puzzle, engine=engine) == cm.Count(0, 0, 0, exhausted=True), engine
    assert cm.solve(puzzle).status is cm.Status.INFEASIBLE
    assert list(cm.explain(puzzle))[-1].follows == ()


@st.composite
def subgraphs(draw, most_edges=11):
    """Graphs with a loop or paths to be found, through some nodes, and with rules of both sorts."""
    size = draw(st.integers(2, 6))
    pairs = list(combinations(range(size), 2))
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, min_size=1, max_size=most_edges))
    graph = cm.Graph(range(size), edges)
    nodes = draw(st.permutations(range(size)))
    number = draw(st.integers(0, size // 2))
    ends = [(nodes[2 * k], nodes[2 * k + 1]) for k in range(number)]
    through = draw(st.one_of(st.just(range(size)), st.lists(st.sampled_from(range(size)), unique=True)))
    rules = []
    for _ in range(draw(st.integers(0, 3))):
        passed = draw(st.sampled_from([[], [(node, node) for node in range(size)]]))
        some = draw(st.lists(st.sampled_from([*graph.edges, *passed]), unique=True, max_size=4))
        some = [edge[:: draw(st.sampled_from([1, -1]))] for edge in some]
        least = draw(st.integers(-1, len(some)))
        numbers = st.one_of(st.just((least, draw(st.integers(-2, len(some) + 1) | st.just(2**70)))), st.just(least))
        every = st.sampled_from(list(product((False, True), repeat=len(some))))
        rows = st.one_of(st.sets(every), st.builds(AllBut, every))
        allowed = draw(numbers if passed else st.one_of(numbers, rows))
        rules.append(Rule(some, allowed, "a rule"))
    return Subgraph(graph, ends, through, rules)


def clauses_up_to(most):
    """Within it there are clauses of one sort up to this many, and of another beyond; nothing is kept of them."""
    return mock.patch.multiple(_cuts, MOST_CLAUSES=most, counting=_cuts.counting.__wrapped__)


@examples(100)
@given(subgraphs(), st.sampled_from([0, _cuts.MOST_CLAUSES]), st.integers(0, 3))
def test_loops_and_paths(problem, most_clauses, seed):
    """Both engines and the model made of the same description, against all sets of edges."""
    puzzle, right = Lines(problem), all_right(problem)
    for engine in ("frontier", "glucose", "cp-sat"):
        with clauses_up_to(most_clauses):
            found = list(cm.solutions(puzzle, engine=engine, seed=seed))
        assert len(found) == len(set(found)) == cm.count(puzzle, engine=engine).total
        assert {solution.true for solution in found} == right, engine


def test_a_seed_of_glucose_is_for_another_solution():
    """Edges are first tried taken or not by chance, so that loops are long; the same seed gives the same one."""
    blank = Slitherlink.blank(10, 10, Random(0))
    lengths = [len(cm.solve(blank, engine="glucose", seed=seed).solution.cells) for seed in (1, 1, 2, 3)]
    assert lengths[0] == lengths[1]
    assert len(set(lengths)) > 1
    assert len(cm.solve(blank, engine="glucose").solution.cells) < min(lengths)


@examples(40)
@given(st.permutations(cm.graph.grid(5, 5).nodes), st.integers(8, 12), st.integers(0, 2), st.integers(0, 3))
def test_loops_that_others_are_round(nodes, passed, pairs, rules):
    """A loop leaves where something is asked for, inside or outside of it; here the frontier is the oracle."""
    graph, through = cm.graph.grid(5, 5), nodes[:passed]
    ends = [(nodes[-2 * k - 1], nodes[-2 * k - 2]) for k in range(pairs)]
    near = [[edge for edge in graph.edges if node in edge] for node in nodes[12 : 12 + rules]]
    problem = Subgraph(graph, ends, through, [Rule(edges, (1, 4)) for edges in near])
    with mock.patch.object(_cuts, "ROUND", 0):
        search, found = _cuts.Cuts(problem), 0
        while not search.done:
            found += len(search.advance(1))
    assert found == count(program_of(problem))


def test_from_a_loop_that_is_round_empty_land_the_way_leads_out():
    """Masyus that are mostly empty took minutes: loops there were forbidden one by one, or by edges on both sides."""
    graph = cm.graph.grid(7, 7)
    rim, ring = ({node for node in graph.nodes if max(abs(at - 3) for at in node) == far} for far in (3, 1))
    taken = [at for at, ends in enumerate(graph.edges) if rim.issuperset(ends) or ring.issuperset(ends)]
    search = _cuts.Cuts(Subgraph(graph, through=[(0, 0)]))
    with mock.patch.object(_cuts, "ROUND", 0):
        clauses = search._lines(taken)
    out = {at + 1 for at, ends in enumerate(graph.edges) if len(ring.intersection(ends)) == 1 and (3, 3) not in ends}
    assert len(clauses) == 8
    assert all(len(clause) == 13 and out.issuperset(clause[1:]) for clause in clauses)


@pytest.mark.parametrize(
    ("puzzle", "unique"),
    [
        ("slitherlink-8", True),
        (Lines(Subgraph(cm.graph.grid(4, 4))), False),
        (Lines(Subgraph(cm.graph.grid(4, 4), rules=[Rule([((0, 0), (0, 1)), ((1, 0), (1, 1))], 1)] * 2)), False),
        (Lines(Subgraph(cm.graph.grid(3, 3), through=cm.graph.grid(3, 3).nodes)), False),
    ],
)
def test_cp_sat_takes_over_from_glucose(monkeypatch, puzzle, unique):
    """Where it is not done soon; a board of odd size has no loop through all cells."""
    monkeypatch.setattr(_choice, "CUTTING", -1.0)
    monkeypatch.setattr(_choice, "PROVING", -1.0)
    assert cm.is_unique(puzzle) is unique
    assert (cm.solve(puzzle).solution is None) == (cm.count(puzzle).total == 0)


def test_cp_sat_answers_where_glucose_does_not_load(tmp_path, monkeypatch):
    """A loop was not searched at all: the error of the import came out."""
    (tmp_path / "pysat.py").write_text("raise ImportError('broken')\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == "pysat"]:
        monkeypatch.delitem(sys.modules, name)
    found = cm.solve("slitherlink-8")
    assert (found.status, "glucose" in found.statistics.engines) == (cm.Status.SOLVED, False)
    with pytest.raises(cm.errors.MissingExtraError, match="the engine glucose is not installed"):
        cm.count("slitherlink-8", engine="glucose")


def test_nothing_is_estimated_where_nothing_is_searched():
    found = cm.count(SimpleLoop(3, 3))
    assert (found.total, found.exhausted, found.engine, found.why) == (0, True, "glucose", None)


def test_nothing_is_said_of_a_search_that_does_not_show_how_long_it_takes(monkeypatch, clock):
    """Glucose was estimated to take for ever."""
    clock.step = 1  # It has no time to find all.
    monkeypatch.setattr(_choice, "is_ready", lambda *_: True)
    monkeypatch.setattr(_choice, "outlook", lambda _: None)
    found = cm.count(SimpleLoop(4, 6))
    assert (found.total, found.exhausted, found.engine, found.why) == (37, True, "cp-sat", None)


def test_glucose_counts_only_until_there_are_several(monkeypatch):
    """Of millions it would find a few thousand in its moment, and then in all the time that there is."""
    monkeypatch.setattr(_choice, "CUTTING", 600.0)
    found = cm.count(SimpleLoop(8, 8), time_limit=300)
    assert (found.total, found.exhausted, found.engine) == (CIRCUITS[8], True, "frontier")


def test_a_sum_may_have_no_upper_limit():
    grid = cm.graph.grid(4, 4)
    long = Lines(Subgraph(grid, rules=[Rule(grid.edges, (9, 10**12))]))
    assert cm.count(long, engine="glucose") == cm.count(long, engine="frontier")


@pytest.mark.parametrize("allowed", [(14, 10), (25, 10), (12, -1)])
def test_a_sum_whose_limits_contradict_each_other_is_never_met(allowed):
    """Glucose found loops of 14 edges for the first, and for the others tried to write millions of clauses."""
    grid = cm.graph.grid(4, 4)
    none = Lines(Subgraph(grid, rules=[Rule(grid.edges, allowed)]))
    for engine in ("glucose", "frontier", "cp-sat"):
        assert cm.count(none, engine=engine) == cm.Count(0, 0, 0, exhausted=True), engine


@examples(150)
@given(cover_oracle.exact_covers())
def test_covers(cover):
    """Colours and multiplicities, against each set of options; by rank, each once; and how often each option is."""
    right = cover_oracle.solutions(cover)
    assert count(program_of(cover)) == len(right)
    assert Counter(solution.true for solution in cm.all_solutions(Covered(cover))) == Counter(right)
    for most in (1, _cuts.MOST_CLAUSES):  # with clauses of one sort, and of another, where colours agree
        with clauses_up_to(most):
            by_cuts = cm.solutions(Covered(cover), engine="glucose")
            assert Counter(solution.true for solution in by_cuts) == Counter(right)
    diagram = DecisionDiagram(program_of(cover))
    meanings = [option.meaning for option in cover.options]
    assert diagram.often() == {meaning: sum(meaning in one for one in right) for meaning in meanings}
    assert diagram.without(meanings[::2]) == sum(one.isdisjoint(meanings[::2]) for one in right)


@st.composite
def connected_covers(draw):
    cover = draw(cover_oracle.exact_covers())
    graphs = []
    for _ in range(draw(st.integers(1, 2))):
        nodes = draw(st.lists(st.sampled_from([option.meaning for option in cover.options] or [0]), unique=True))
        nodes = nodes if cover.options else []
        edges = [pair for pair in combinations(nodes, 2) if draw(st.integers(0, 2)) == 0]
        graphs.append(cm.Graph(nodes, edges))
    return ExactCover(cover.items, cover.options, connected=graphs if graphs[1:] else graphs[0])


@examples(40)
@given(connected_covers())
def test_connected_choices(cover):
    """By the frontier, by the model that is made of the description, and by searches that leave it to the puzzle."""
    right, puzzle = {one for one in cover_oracle.solutions(cover) if connected(cover, one)}, Covered(cover)
    if len(cover.graphs) > 1:
        with pytest.raises(cm.errors.UnsupportedError, match="not several: use cp-sat or glucose"):
            cm.count(puzzle, engine="frontier")
    for engine in ("frontier", "glucose", "cp-sat", "backtrack")[len(cover.graphs) > 1 :]:
        found = list(cm.solutions(puzzle, engine=engine))
        assert len(found) == cm.count(puzzle, engine=engine).total
        assert Counter(solution.true for solution in found) == Counter(right), engine


def connected_cells(graph):
    """Sets of nodes of a graph that are connected."""
    return ExactCover(dict.fromkeys(graph.nodes, (0, 1)), [Option(n, [n]) for n in graph.nodes], connected=graph)


@pytest.mark.parametrize(("side", "number"), [(1, 1), (2, 13), (3, 218), (4, 11506), (5, 2301877), (7, 4872949974666)])
def test_connected_sets_of_cells(side, number):
    """https://oeis.org/A059525, which leaves out the empty set."""
    assert count(program_of(connected_cells(cm.graph.grid(side, side)))) == number + 1


@pytest.mark.parametrize("size", [(3, 3), (1, 4), (5, 6), (9, 99)])
def test_connected_cells_round_one_of_them(size):
    """Of so many cells, as of an island in Nurikabe."""
    graph = cm.graph.grid(3, 4)
    options = [Option(cell, [cell, "all", *["seed"] * (cell == (0, 1))]) for cell in graph.nodes]
    copies = dict.fromkeys(graph.nodes, (0, 1)) | {"all": size, "seed": (1, 1)}
    search, found = _cuts.Cuts(cover := ExactCover(copies, options, connected=graph)), 0
    while not search.done:
        found += len(search.advance(1))
    assert found == count(program_of(cover))


def test_ctrl_c_is_not_for_glucose(monkeypatch):
    """Its library raised "Caught keyboard interrupt" where it had the signal, as it asks for in the main thread."""
    propagate, is_main = pysolvers.glucose41_propagate, []
    monkeypatch.setattr(pysolvers, "glucose41_propagate", lambda *given: is_main.append(given[-1]) or propagate(*given))
    assert cm.count(Covered(connected_cells(cm.graph.grid(2, 2))), engine="glucose").total == 14
    assert is_main
    assert not any(is_main)


@pytest.mark.parametrize(("rows", "cols"), [(1, 3), (2, 3), (3, 3), (2, 4)])
def test_orbits_of_connected_sets(rows, cols):
    images = [image.__getitem__ for image in isometries(lattice.SQUARE, box(rows, cols))[1:]]
    puzzle = Covered(connected_cells(cm.graph.grid(rows, cols)), images)
    by_search, found, by_cuts = (cm.count(puzzle, engine=engine) for engine in ("cp-sat", "frontier", "glucose"))
    assert (found.total, found.orbits) == (by_search.total, by_search.orbits) == (by_cuts.total, by_cuts.orbits)


def test_a_symmetry_that_does_not_keep_neighbours():
    graph = cm.Graph("abc", ["ab", "bc"])
    swap = dict(zip("abc", "bac", strict=True)).__getitem__
    with pytest.raises(cm.errors.DefectError, match="neighbours to neighbours"):
        cm.count(Covered(connected_cells(graph), [swap]), engine="frontier")


@pytest.mark.parametrize("name", ["heyawake-6", "hitori-5"])
def test_shaded_cells(name):
    """Kinds with connected cells, with fewer clues, as CP-SAT finds them by a model of their own."""
    puzzle = cm.read(name)
    fewer = replace(puzzle, given=[None] * len(puzzle.given)) if name == "heyawake-6" else puzzle.blank(4, 4, Random(1))
    for one in (puzzle, fewer):
        found, by_search = (cm.count(one, engine=engine) for engine in ("frontier", "cp-sat"))
        assert (found.total, found.exhausted) == (by_search.total, True)
    assert set(cm.all_solutions(fewer)) == set(cm.solutions(fewer))
    assert sum(number for mark, number in cm.all_solutions(fewer).frequencies.items() if mark.cells == ((0, 0),)) == (
        found.total
    )


@pytest.mark.parametrize("name", ["squares-packed", "nine-many", "tetravex", "triangles-packed"])
def test_covers_by_pieces(name):
    """Pieces that are used up are a mask in the state; orbits by Burnside's lemma."""
    by_search, found = (cm.count(name, engine=engine) for engine in ("backtrack", "frontier"))
    assert (found.total, found.told_apart, found.orbits) == (by_search.total, by_search.told_apart, by_search.orbits)


def test_rules_beyond_the_description():
    """A relaxed description has more covers than the puzzle has solutions, so it is refused."""
    puzzle = Covered(ExactCover(["x"], [Option(1, ["x"])], relaxed=True))
    with pytest.raises(cm.KindError, match=r"has rules that its description leaves out, .*; use backtrack or xcover$"):
        cm.count(puzzle, engine="frontier")


@pytest.mark.parametrize(
    ("boards", "numbers"),
    [  # https://oeis.org: A004003, A001835, A028420, A063443, A046984
        ([tilings(2 * n, 2 * n, [DOMINO]) for n in (1, 2, 3, 4, 5)], [2, 36, 6728, 12988816, 258584046368]),
        ([tilings(3, 2 * n, [DOMINO]) for n in (1, 2, 3, 4, 5)], [3, 11, 41, 153, 571]),
        ([tilings(n, n, [DOMINO, CELL]) for n in (1, 2, 3, 4, 5)], [1, 7, 131, 10012, 2810694]),
        ([tilings(n, n, [BLOCK, CELL]) for n in (1, 2, 3, 4, 5, 6, 7)], [1, 2, 5, 35, 314, 6427, 202841]),
        ([tilings(4, 3 * n, [BENT]) for n in (1, 2, 3, 4, 5)], [4, 18, 88, 468, 2672]),
    ],
)
def test_tilings(boards, numbers):
    assert [count(program_of(board)) for board in boards] == numbers


@examples(50)
@given(zips(most_cells=16))
def test_zips_and_their_orbits(puzzle):
    by_search, found = (cm.count(puzzle, engine=engine) for engine in ("backtrack", "frontier"))
    assert (found.total, found.orbits, found.exhausted) == (by_search.total, by_search.orbits, True)


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4)])
@pytest.mark.parametrize("whole", [False, True])
def test_orbits_of_loops(rows, cols, whole):
    """By Burnside's lemma as by telling apart the loops one by one, and as CP-SAT finds one of each orbit."""
    graph = cm.graph.grid(rows, cols)
    images = isometries(lattice.SQUARE, box(rows, cols))[1:]
    puzzle = Lines(Subgraph(graph, through=graph.nodes if whole else ()), images)
    by_search, found, by_cuts = (cm.count(puzzle, engine=engine) for engine in ("cp-sat", "frontier", "glucose"))
    assert (found.total, found.orbits) == (by_search.total, by_search.orbits) == (by_cuts.total, by_cuts.orbits)
    leaders = set()
    for loop in cm.solutions(puzzle, engine="frontier"):
        images = [frozenset(graph.edge(to[a], to[b]) for a, b in loop.true) for to in puzzle.images]
        leaders.add(min([tuple(sorted(image)) for image in [loop.true, *images]]))
    assert len(leaders) == found.orbits


@dataclass(frozen=True)
class Marked(Assignment):
    """Edges that are marks."""

    def marks(self):
        return frozenset(cm.Mark.edge(*edge) for edge in self.true)


@dataclass(frozen=True)
class MarkedLines(Lines):
    """Lines whose solutions have marks that the description does not name."""

    kind: ClassVar[str] = "marked-lines"
    solution_type = Marked

    def describe(self):
        told = super().describe()
        return replace(told, solution=lambda walks: Marked(told.solution(walks).true))


def test_what_is_certain_of_lines_whose_marks_are_not_known():
    puzzle = MarkedLines(Subgraph(cm.graph.grid(2, 3), through=[(0, 0)]))
    found = cm.forced(puzzle)
    assert (len(found.known), len(found.excluded), len(found.open)) == (3, 0, 4)


def test_edges_that_are_alike():
    """Two nodes that are joined with each other alone go to two such nodes."""
    graph = cm.Graph("abcd", [("a", "b"), ("c", "d")])
    swap = dict(zip("abcd", "cdab", strict=True))
    turn = dict(zip("abcd", "badc", strict=True))
    puzzle = Lines(Subgraph(graph, [("a", "b"), ("c", "d")]), (swap, turn))
    assert cm.count(puzzle, engine="frontier").orbits == 1


# https://oeis.org: A096969, A140517, A007764, A003763
CIRCUITS = {2: 1, 4: 6, 6: 1072, 8: 4638576}
NUMBERS = {
    "directed Hamiltonian paths": (
        lambda side: cm.Zip(side, side).describe().problem,
        {1: 1, 2: 8, 3: 40, 4: 552, 5: 8648, 6: 458696, 7: 27070560, 8: 6046626568},
    ),
    "cycles": (
        lambda side: Subgraph(cm.graph.grid(side, side)),
        {2: 1, 3: 13, 4: 213, 5: 9349, 6: 1222363, 7: 487150371},
    ),
    "paths from corner to corner": (
        lambda side: Subgraph(cm.graph.grid(side, side), [((0, 0), (side - 1, side - 1))]),
        {2: 2, 3: 12, 4: 184, 5: 8512, 6: 1262816, 7: 575780564, 8: 789360053252, 10: 41044208702632496804},
    ),
    "Hamiltonian cycles": (
        lambda side: Subgraph(cm.graph.grid(side, side), through=cm.Zip(side, side).cells),
        CIRCUITS,
    ),
}
"""Of n x n cells, by n; the last from corner to corner has 66 bits: beyond one word, so that the carry counts."""


@pytest.mark.parametrize(("what", "side"), [(what, side) for what, (_, numbers) in NUMBERS.items() for side in numbers])
def test_published_numbers(what, side):
    problem, numbers = NUMBERS[what]
    assert count(program_of(problem(side))) == numbers[side]


@pytest.mark.parametrize("problem", [cm.Zip(5, 5), cm.Zip(5, 6), cm.Zip(6, 6, [(0, 0)])])
def test_few_states_lead_nowhere(problem):
    """Colours say where a path can end, and a cell whose edges but one are not taken is its end."""
    below = [number for layer in DecisionDiagram(program_of(problem.describe().problem))._below for number in layer]
    assert below.count(0) < 0.1 * len(below)


def test_without_numba(monkeypatch):
    """The kernel as plain Python."""
    with monkeypatch.context() as patched:
        patched.setattr(_compiled, "is_installed", lambda: False)
        patched.setattr(_states, "is_installed", lambda: False)
        importlib.reload(_kernel)
        assert count(program_of(cm.Zip(4, 4).describe().problem)) == 552
        graph = cm.graph.grid(4, 4)
        assert count(program_of(Subgraph(graph, through=graph.nodes))) == 6
        assert count(program_of(tilings(4, 4, [DOMINO]))) == 36
    importlib.reload(_kernel)


def test_a_numba_that_does_not_load_is_as_if_not_there(tmp_path):
    """Counts ended with "the engine backtrack is not installed" when another engine was to be estimated."""
    (tmp_path / "numba.py").write_text("raise ImportError('it needs an older NumPy')\n")
    lines = (
        "import sys",
        f"sys.path.insert(0, {str(tmp_path)!r})",
        "import cpmodels as cm",
        "from cpmodels.search import _choice",
        "_choice.HEAD_START = 0.0",
        "print([cm.count(cm.Zip(4, 4), engine=engine).total for engine in (None, 'frontier')])",
    )
    assert printed_by("\n".join(lines)) == "[552, 552]\n"


def test_ranks_are_in_order():
    diagram = DecisionDiagram(program_of(cm.Zip(3, 4).describe().problem))
    every = diagram.choices(range(diagram.total))
    assert len({(tuple(edges), way) for edges, way in every}) == diagram.total == 124
    assert diagram.choices([100, 3]) == [every[100], every[3]]
    edges = sorted({edge for edges, _ in every for edge in edges})
    often = diagram.often()
    assert {edge: sum(edge in some for some, _ in every) for edge in edges} == {edge: often[edge] for edge in edges}


@pytest.mark.parametrize(
    ("limit", "value", "lacks"),
    [("memory", lambda: 1 << 16, "half of this machine's memory"), ("MOST_STATES", 1000, "numbers of 32 bits")],
)
def test_too_many_states(limit, value, lacks, monkeypatch):
    monkeypatch.setattr(_states, "SLICE", 100)
    monkeypatch.setattr(_states, limit, value)
    sentence = rf"^the frontier, of width 9, has .* of 112 choices, and needs more than {lacks}"
    with pytest.raises(cm.errors.TooLargeError, match=sentence):
        cm.count(cm.Zip(8, 8), engine="frontier")


@needs_proc
def test_a_container_has_less_memory_than_its_machine(tmp_path, monkeypatch):
    """A count took half of the machine's, and was killed."""
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(_states, "LIMITS", [limit])
    whole = _states.memory()
    for text, most in (("max\n", whole), ("4096\n", 2048)):
        limit.write_text(text)
        assert _states.memory() == most


def test_huge_numbers_take_more_memory(monkeypatch):
    program = program_of(cm.Zip(4, 70).describe().problem)
    reached = []
    diagram = DecisionDiagram(program, reached.append)
    layers = len(program.layers)
    assert diagram.total > 10**30
    assert [one.layer for one in reached].count(layers) == layers + 1  # as long as it is counted backwards, too
    monkeypatch.setattr(_diagram, "memory", lambda: 1 << 19)  # With 8 bytes a number it would do.
    with pytest.raises(cm.errors.TooLargeError, match=r"^the diagram, of 21,\d+ states, needs more than "):
        DecisionDiagram(program)


@pytest.mark.parametrize("name", ["cubes", "zigzaw-open"])
def test_far_too_many_states(name):
    """It is seen from a slice of the states that covers by many pieces, each used once, are not counted so."""
    with pytest.raises(cm.errors.TooLargeError, match=r"come to some 10\^\d+, where .* a search may do better"):
        cm.count(name, engine="frontier")
    assert outlook(cm.read(name)) is None


def test_a_time_limit_and_an_interruption(clock):
    clock.step = 0.1

    def take_all_the_time(told):
        clock.move(1000 if told.share else 0)

    stopped = cm.count(cm.Zip(8, 8), engine="frontier", time_limit=1000, progress=take_all_the_time)
    assert (stopped.total, stopped.exhausted, stopped.interrupted) == (0, False, False)
    assert re.fullmatch(r"the time was up after \d+ of 112 choices, [\d,]+ states", stopped.reason)

    stopped = cm.count(cm.Zip(16, 16), engine="frontier", progress=mock.Mock(side_effect=KeyboardInterrupt))
    assert (stopped.exhausted, stopped.interrupted) == (False, True)


def never_ends(_total, pause):
    while True:
        pause(_states.Reached(0, 1, 1))
        time.sleep(0.01)  # Each look at the clock moves it, and its time is not to be up.


def takes_all_the_time(_total, _pause):
    while True:
        checkpoint()


@pytest.mark.parametrize(
    ("orbits", "reason"),
    [
        (never_ends, None),
        (takes_all_the_time, "the orbits were not counted: the time was up while it was counted what each symmetry "),
        (mock.Mock(side_effect=cm.errors.TooLargeError("no room")), "the orbits were not counted: no room"),
    ],
)
def test_a_total_is_one_where_the_orbits_are_not_counted(clock, monkeypatch, orbits, reason):
    """By Ctrl-C, as the time is up while the count of what a symmetry keeps is laid out, or for want of memory."""
    begun, ended = Event(), Event()

    def in_orbits(_, total, pause):
        begun.set()
        clock.move(1000 * (orbits is takes_all_the_time))
        try:
            return orbits(total, pause)
        finally:
            ended.set()

    def interrupt(_):
        if begun.is_set() and orbits is never_ends:
            raise KeyboardInterrupt

    clock.step = 0.001
    monkeypatch.setattr(Counting, "orbits", in_orbits)
    found = cm.count(cm.Zip(8, 8), engine="frontier", time_limit=1000, progress=interrupt)
    assert (found.total, found.orbits, found.exhausted) == (6046626568, None, True)
    assert found.interrupted is (reason is None)
    assert found.reason is reason or found.reason.startswith(reason)
    assert ended.wait(60)


def test_a_count_without_room_for_the_frontier_that_was_chosen_goes_on(monkeypatch):
    """It was an error, and what had been counted before was lost."""
    monkeypatch.setattr("cpmodels.search._all.prepared", lambda _: None)
    monkeypatch.setattr(_choice, "is_ready", lambda: True)
    monkeypatch.setattr(_choice, "estimate", lambda *_, **__: None)
    monkeypatch.setattr(_choice, "outlook", lambda puzzle: Outlook(Counting(puzzle), 0.0))
    monkeypatch.setattr(Counting, "total", mock.Mock(side_effect=cm.errors.TooLargeError("no room")))
    found = cm.count(cm.Zip(3, 3))
    assert (found.total, found.orbits, found.exhausted, found.engine, found.why) == (40, 3, True, "cp-sat", None)
    with pytest.raises(cm.errors.TooLargeError, match="no room"):
        cm.count(cm.Zip(3, 3), engine="frontier")


def test_a_limit():
    found = cm.count(cm.Zip(4, 4), engine="frontier", limit=10)
    assert (found.total, found.exhausted) == (10, False)


@pytest.mark.parametrize(
    ("puzzle", "engine", "sentence"),
    [
        ("sudoku-4", "frontier", "the kind sudoku has none: its model is read by cp-sat, cadical and ganak"),
        (
            "zip-4",
            "xcover",
            "is not described as an exact cover, which the engine xcover reads; use cp-sat, backtrack, ",
        ),
        (Lines(Subgraph(cm.graph.grid(2, 2))), "backtrack", "reads; use cp-sat, glucose, cadical, ganak or frontier"),
    ],
)
def test_errors_name_the_engines_that_can(puzzle, engine, sentence):
    with pytest.raises(cm.KindError, match=sentence):
        cm.count(puzzle, engine=engine)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Subgraph(cm.Graph("ab", ["ab"]), rules=[Rule(["ab", "ba"], 1)]), "a rule has an edge twice"),
        (lambda: Rule(["aa"], [(True,)]), "whether 'a' is passed can be counted, but is not in rows"),
        (
            lambda: Rule.table(["aa", "ab"], lambda passed, on: passed or on, graph=cm.Graph("ab", ["ab"])),
            "whether 'a' is passed can be counted, but is not in rows",
        ),
        (lambda: Subgraph(cm.Graph("ab", ["ab"]), rules=[Rule(["cc"], 1)]), "'c' is to be passed, but is not a node"),
        (lambda: Rule(["ab"], [0, 1]), r"a rule allows a number, .* not \[0, 1\]"),
        (lambda: Rule(["abc"], 1), "is given as an edge, which is a pair"),
        (lambda: cm.Graph("ab", [("a", "b", 5)]), r"\('a', 'b', 5\) is given as an edge, which is a pair of nodes"),
        (lambda: cm.Graph([1, 2], [1]), "1 is given as an edge, which is a pair of nodes"),
        (lambda: Rule([1, 2], 1), "1 is given as an edge, which is a pair of nodes"),
        (lambda: cm.Graph([[0, 0], [0, 1]], []), "the nodes of a graph must be hashable, such as tuples, not lists"),
        (lambda: cm.Graph([(0, 0), (0, 1)], [([0, 0], [0, 1])]), r"ends in \[0, 0\], which is not a node of the graph"),
        (lambda: cm.Graph("ab", ["ab"]).without([("a", [])]), r"\[\] is not a node of the graph"),
        (lambda: cm.Graph("ab", ["ab"]).without([5]), "5 is given as an edge, which is a pair of nodes"),
        (lambda: cm.graph.grid(2, 2, walls=[((0, 0),)]), r"\(\(0, 0\),\) is given as an edge, which is a pair"),
        (lambda: cm.graph.grid(2, 2, walls=[(0, 1)]), r"\(0, 1\) is given as a wall, which is a pair of cells"),
        (lambda: cm.graph.grid(2, 2, without=(0, 1)), r"\(0, 1\) is given as the cells that are left out"),
        (lambda: Rule(["ab"], [(True, False)]), "a rule for 1 edge has a row of another length"),
        (lambda: Rule([(n, n + 1) for n in range(30)], [(True,) * 30]), "30 edges .* rows are listed for at most 20"),
        (lambda: Rule.table([(n, n + 1) for n in range(30)], any), "30 edges .* rows are listed for at most 20"),
        (lambda: Subgraph(cm.Graph("ab", ["ab"]), ["ac"]), "'c' is to be passed, but is not a node of the graph"),
        (lambda: Subgraph(cm.Graph("abc", ["ab"]), ["ab", "bc"]), "'b' is an end twice"),
        (
            lambda: ExactCover("a", [Option(1, "a")], connected=cm.Graph([2], [])),
            "2 is to be connected with others, but no",
        ),
        (lambda: Subgraph(cm.Graph("ab", ["ab"]), ["abc"]), "'abc' is given as the ends of a path, which are two"),
        (lambda: Subgraph(cm.Graph([1, 2], [(1, 2)]), [1, 2]), "1 is given as the ends of a path, which are two nodes"),
        (lambda: Subgraph(cm.Graph("abc", ["ab"]), rules=[Rule(["ac"], 1)]), "there is no edge between 'a' and 'c'"),
    ],
)
def test_wrong_descriptions(make, sentence):
    with pytest.raises(cm.ModelError, match=sentence):
        make()


@pytest.mark.parametrize("lists", [False, True])
def test_the_engine_that_is_done_first_is_chosen(lists):
    """Of all paths the frontier, unless each of them is asked for; of a puzzle with one solution the search."""

    def chosen(puzzle):
        choice = Choice(Question(puzzle, Clock(None, None)), whole=False, is_open=True, lists=lists)
        while not choice.is_taken() and choice.look_at < inf:
            pass
        return str(choice.estimate)

    assert "a frontier of width 8" in chosen(cm.Zip(7, 7)) if not lists else "backtracking" in chosen(cm.Zip(5, 5))
    assert "backtracking" in chosen(cm.read("zip-6"))


def test_estimates_of_large_boards():
    assert outlook(cm.Zip(3, 3)).seconds < outlook(cm.Zip(8, 8)).seconds
    assert outlook(cm.Zip(30, 30)) is None  # Its states do not fit.


FEWER_CLUES = {
    "masyu": lambda puzzle: replace(puzzle, white=puzzle.white[::2]),
    "numberlink": lambda puzzle: replace(puzzle, cover=False, detours=False),
    "simple_loop": lambda puzzle: replace(puzzle, blocked=puzzle.blocked[::2]),
    "slitherlink": lambda puzzle: replace(puzzle, given=[*puzzle.given[:-3], *[[None] * puzzle.cols] * 3]),
}


@pytest.mark.parametrize(("kind", "step"), [("masyu", 40), ("numberlink", 40), ("simple_loop", 6), ("slitherlink", 40)])
def test_published_boards(kind, step, data):
    """Each has one solution, and with fewer clues as many as CP-SAT lists, as far as it does."""
    from benchmarks import published_kinds

    boards = [
        published_kinds.puzzle_of(kind, entry["problem"])
        for entry in published_kinds.entries(data / "other_kinds", kind)[::step]
    ]
    boards = [board for board in boards if max(board.rows, board.cols) <= 10]
    assert len(boards) >= 3
    for board in boards:
        whole = replace(board, cover=True) if kind == "numberlink" else board
        assert cm.count(whole, engine="frontier").total == 1
        total = cm.count(FEWER_CLUES[kind](board), engine="frontier").total
        assert min(total, 500) == cm.count(FEWER_CLUES[kind](board), engine="cp-sat", limit=500).total
