"""Paths grown by the compiled backtracker: all of them, each once, whatever is pruned and wherever it stops."""

import pickle
from itertools import combinations, pairwise

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from oracles import paths_of
from puzzle_strategies import zips

pytest.importorskip("numba")

from cpmodels import ModelError, Zip
from cpmodels.base.description import HamiltonianPath
from cpmodels.base.errors import ParameterError
from cpmodels.engines.backtracking._paths import PRUNINGS, PathSearch, restarts
from cpmodels.engines.backtracking._search import InTurns

PathSearch(Zip(1, 1).describe().problem).advance(1)  # Compiled before Hypothesis looks at its watch.

SUBSETS = [subset for size in range(len(PRUNINGS) + 1) for subset in combinations(PRUNINGS, size)]


def brute_force(problem):
    """All paths, as the numbers of their nodes."""
    number = {node: i for i, node in enumerate(problem.successors)}
    return {tuple(number[node] for node in path) for path in paths_of(problem)}


def everything(search, step=10**9):
    """All that a search finds, this many nodes at a time, in its order."""
    found = []
    while not search.done:
        found += map(tuple, search.advance(step).tolist())
    return found


@st.composite
def digraphs(draw, most=6):
    """Directed graphs, some of them symmetric or with two colours, most with a path from the start to the end."""
    nodes = range(draw(st.integers(1, most)))
    path = draw(st.permutations(nodes))
    pairs = [(a, b) for a in nodes for b in nodes if a != b and draw(st.integers(0, 2)) == 0]
    if draw(st.booleans()):
        pairs += [(b, a) for a, b in pairs]
    if draw(st.booleans()):
        pairs += list(pairwise(path))
    if draw(st.booleans()):
        side = dict(zip(path, [0, 1] * most, strict=False))
        pairs = [(a, b) for a, b in pairs if side[a] != side[b]]
    starts = draw(st.one_of(st.just(path[:1]), st.lists(st.sampled_from(path), unique=True)))
    ends = draw(st.one_of(st.just(path[-1:]), st.lists(st.sampled_from(path), unique=True)))
    waypoints = [node for node in path if draw(st.integers(0, 3)) == 0]
    if draw(st.integers(0, 4)) == 0:
        waypoints = draw(st.permutations(waypoints))
    successors = {node: tuple(sorted({b for a, b in pairs if a == node})) for node in nodes}
    return HamiltonianPath(successors, tuple(starts), tuple(ends), tuple(waypoints))


orders = st.sampled_from(["given", "fewest-exits"])


@given(digraphs(), st.sampled_from(SUBSETS), orders, st.sampled_from([1, 8]))
def test_directed_graphs(problem, prunings, order, patience):
    found = everything(PathSearch(problem, prunings=prunings, order=order, patience=patience))
    assert len(found) == len(set(found))
    assert set(found) == brute_force(problem)


@pytest.mark.slow
@examples(1500)
@given(st.one_of(digraphs(7), zips(most_cells=16).map(lambda puzzle: puzzle.describe().problem)))
def test_every_subset_of_prunings(problem):
    right = brute_force(problem)
    for prunings in SUBSETS:
        found = everything(PathSearch(problem, prunings=prunings, patience=1))
        assert (len(found), set(found)) == (len(right), right), prunings


@given(digraphs(), st.integers(0, 4), st.integers(1, 3))
def test_stopping_and_keeping(problem, step, room):
    whole = PathSearch(problem)
    right = everything(whole)
    search, found = PathSearch(problem, room=room), []
    share = 0.0
    while not search.done:
        before = search.nodes
        some = search.advance(max(step, 1)).tolist()
        assert search.nodes - before <= max(step, 1)
        assert len(some) <= room
        found += map(tuple, some)
        assert share <= search.share + 1e-9
        share = search.share
        search = pickle.loads(pickle.dumps(search))
    assert found == right
    assert share == 1
    assert search.nodes == whole.nodes
    assert search.advance(10).tolist() == []
    search.start()
    assert everything(search) == right


@given(digraphs())
def test_children_share_the_paths_out(problem):
    search = PathSearch(problem)
    right = everything(search)

    def look(prefix):
        children = search.children(prefix)
        here = [path for path in right if path[: len(prefix)] == prefix]
        if children is None:
            assert len(prefix) == len(problem.successors)
            return
        assert {path[: len(prefix) + 1] for path in here} <= set(children)
        assert len(set(children)) == len(children)
        search.start(prefix)
        assert everything(search) == here
        for child in children:
            assert child[:-1] == prefix
            look(child)

    look(())


@given(digraphs(), st.integers(0, 3), st.integers(1, 20))
def test_one_path_by_restarts(problem, seed, step):
    right = brute_force(problem)
    assert set(everything(PathSearch(problem, seed=seed))) == right
    search, found = InTurns(restarts(problem, seed)), []
    while not (search.done or found):
        found += map(tuple, search.advance(step).tolist())
    assert len(found) == bool(right)
    assert set(found) <= right


def test_restarts_end_where_there_is_no_path(monkeypatch):
    monkeypatch.setattr("cpmodels.engines.backtracking._paths.RESTART", 1)
    problem = Zip(5, 5, [(4, 2), (1, 4), (2, 4), (2, 0)]).describe().problem
    search, whole = InTurns(restarts(problem)), PathSearch(problem)
    assert everything(search, 50) == everything(whole) == []
    assert search.nodes > whole.nodes


def test_large_graphs():
    problem = Zip(100, 100, [(0, 0)]).describe().problem
    search = PathSearch(problem, prunings=["isolated", "dead-ends"], room=1)
    (found,) = search.advance(10_000).tolist()
    assert sorted(found) == list(range(10_000))
    assert all(abs(a - b) in (1, 100) for a, b in pairwise(found))
    assert len(PathSearch(problem).advance(50)) == 0


def test_prefixes_that_begin_no_path():
    search = PathSearch(Zip(2, 2, [(0, 0), (0, 1), (1, 1), (1, 0)]).describe().problem)
    for prefix in [(1,), (0, 2), (0, 3), (0, 1, 0), (7,), (4,), (5,), (-1,), (0, 1, 3, 2, 5)]:
        with pytest.raises(ValueError, match="no path begins with"):
            search.start(prefix)
    search.start((0, 1, 3, 2))
    assert search.advance(10).tolist() == [[0, 1, 3, 2]]
    assert search.children((0, 1, 3, 2)) is None


def test_mistakes():
    steps = {"a": ("b",), "b": ()}
    for wrong, sentence in [
        (({"a": ("c",)}, ("a",), ("a",)), r"the step \('a', 'c'\) ends in 'c', which is not a node of the graph"),
        ((steps, ("c",), ("b",)), "may start at 'c', which"),
        ((steps, ("a",), ("c",)), "may end at 'c', which"),
        ((steps, ("a",), ("b",), ("c",)), "passes 'c', which"),
    ]:
        with pytest.raises(ModelError, match=sentence):
            HamiltonianPath(*wrong)
    with pytest.raises(ParameterError, match="no pruning 'luck'"):
        PathSearch(HamiltonianPath(steps, ("a",), ("b",)), prunings=["luck"])
    with pytest.raises(ParameterError, match="no order 'spiral', only fewest-exits, given"):
        PathSearch(HamiltonianPath(steps, ("a",), ("b",)), order="spiral")
    with pytest.raises(ParameterError, match="room must be at least 1, not 0"):
        PathSearch(HamiltonianPath(steps, ("a",), ("b",)), room=0)
