"""Paths and loops over small graphs of many shapes: all solutions, over all variables, against every walk there is."""

from dataclasses import replace
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from examples import examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from oracles import paths_of
from ortools.sat.python import cp_model
from random_models import by_cp_sat, taken

from cpmodels.base.description import HamiltonianPath
from cpmodels.base.errors import ModelError, TooLargeError
from cpmodels.base.graph import Graph, grid, lattice_graph
from cpmodels.base.lattice import CUBIC, HEXAGONAL, hexagon
from cpmodels.constraints import (
    Edges,
    _paths,
    hamiltonian_path,
    paths,
    positions,
    single_loop,
    waypoints_in_order,
)

many = examples(40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


# --- every solution -------------------------------------------------------------------------------------------------


def solutions(cp, decode, presolve=False):
    """What `decode` sees in each solution; fails if a solution comes more than once, by whatever variable."""
    everything = [cp.get_int_var_from_proto_index(i) for i in range(len(cp.proto.variables))]
    found = by_cp_sat(cp, lambda value: (decode(value), tuple(map(value, everything))), presolve=presolve)
    assert len({values for _, values in found}) == len(found)
    seen = {what for what, _ in found}
    assert len(seen) == len(found), "an auxiliary variable is free"
    return seen


# --- what a child would do ------------------------------------------------------------------------------------------


def walks(successors, start):
    """All walks from a node that never come back to one, however short."""
    todo = [(start,)]
    while todo:
        walk = todo.pop()
        yield walk
        todo += [(*walk, node) for node in successors[walk[-1]] if node not in walk]


def all_loops(graph):
    """The loops as sets of edges: walks of three nodes or more whose last node is a neighbour of the first."""
    return {
        frozenset(graph.edge(a, b) for a, b in pairwise((*walk, start)))
        for start in graph.nodes
        for walk in walks(graph.neighbours, start)
        if len(walk) > 2 and start in graph.neighbours[walk[-1]]
    }


def all_paths(graph, ends):
    """All ways to join each pair of ends: tuples of walks that share no node."""
    found = {()}
    for one, other in ends:
        others = {end for pair in ends for end in pair} - {one, other}
        ways = [walk for walk in walks(graph.neighbours, one) if walk[-1] == other and not others & {*walk}]
        found = {(*links, way) for links in found for way in ways if not any({*way} & {*link} for link in links)}
    return found


# --- graphs ---------------------------------------------------------------------------------------------------------

TRIANGULAR = lattice_graph(HEXAGONAL, [hexagon(row, col) for row, col in product(range(3), range(3))])
HONEYCOMB = grid(4, 3, walls=[((row, col), (row, col + 1)) for row in range(4) for col in range(2) if (row + col) % 2])
SHAPES = (
    grid(2, 3),
    grid(3, 3),
    grid(2, 5),
    grid(3, 4),
    grid(3, 3, without=[(1, 1)]),
    grid(2, 4, king=True),
    grid(3, 3, king=True),
    TRIANGULAR,
    HONEYCOMB,
    lattice_graph(CUBIC, product(range(2), repeat=3)),
)


@st.composite
def graphs(draw):
    """A lattice less some of its nodes and edges, or any graph of up to six nodes, connected or not."""
    if draw(st.booleans()):
        shape = draw(st.sampled_from(SHAPES))
        most = 7 if max(map(len, shape.neighbours.values())) > 5 else len(shape.nodes)
        nodes = draw(st.permutations(shape.nodes).map(lambda order: order[: draw(st.integers(1, most))]))
        graph = shape.induced(nodes)
        return graph.without(draw(st.sets(st.sampled_from(graph.edges), max_size=2)) if graph.edges else ())
    nodes = draw(st.permutations("abcdef"))[: draw(st.integers(1, 6))]
    pairs = list(combinations(nodes, 2))
    return Graph(nodes, [pair for pair in pairs if draw(st.integers(0, 3))])


@st.composite
def directed_graphs(draw):
    """A mapping from nodes to successors: both directions of a graph's edges, less some."""
    graph = draw(graphs())
    arcs = list(graph.arcs)
    dropped = draw(st.permutations(arcs))[: draw(st.integers(0, len(arcs) // 2))]
    return {a: [b for b in near if (a, b) not in dropped] for a, near in graph.neighbours.items()}


def some_nodes(successors, least=1):
    return st.lists(st.sampled_from(list(successors)), min_size=least, unique=True)


def walk_of(path, value):
    """The nodes of a path in order, from its literals."""
    (here,) = taken(path.starts_at, value)
    steps = dict(taken(path.step, value))
    walk = [here]
    while here in steps:
        here = steps[here]
        walk.append(here)
    assert taken(path.ends_at, value) == {here}
    return tuple(walk)


# --- a path through all nodes ---------------------------------------------------------------------------------------


@many
@given(st.data(), directed_graphs(), st.booleans())
def test_hamiltonian_paths_are_all_paths_through_all_nodes(data, successors, presolve):
    starts = data.draw(st.none() | some_nodes(successors))
    ends = data.draw(st.none() | some_nodes(successors))
    if len(successors) > 1 and starts is not None and starts == ends and len(starts) == 1:
        ends = None
    cp = cp_model.CpModel()
    path = hamiltonian_path(cp, successors, starts=starts, ends=ends)
    found = solutions(cp, lambda value: walk_of(path, value), presolve)
    assert found == paths_of(HamiltonianPath(successors, starts or successors, ends or successors))
    assert len(path.literals) == len(cp.proto.variables)


def test_a_node_that_no_step_reaches_has_no_path():
    """CP-SAT leaves a node without arcs out of a circuit."""
    cp = cp_model.CpModel()
    path = hamiltonian_path(cp, {"a": "b", "b": "", "c": ""}, starts="a", ends="b")
    assert solutions(cp, lambda value: walk_of(path, value)) == set()


@many
@given(st.data(), graphs(), st.booleans())
def test_waypoints_are_met_in_order_wherever_the_path_starts_and_ends(data, graph, presolve):
    waypoints = data.draw(some_nodes(graph.nodes, least=0))
    starts = waypoints[:1] if data.draw(st.booleans()) else []
    ends = waypoints[1:][-1:] if data.draw(st.booleans()) else []
    cp = cp_model.CpModel()
    path = hamiltonian_path(cp, graph, starts=starts or None, ends=ends or None)
    waypoints_in_order(cp, path, waypoints)
    expected = paths_of(HamiltonianPath(graph.neighbours, starts or graph.nodes, ends or graph.nodes, waypoints))
    assert solutions(cp, lambda value: walk_of(path, value), presolve) == expected


@pytest.mark.parametrize("waypoints", [[(0, 0), (2, 2), (0, 2)], [(0, 2), (1, 1), (2, 0), (2, 1)]])
def test_waypoints_leave_some_paths_of_a_board_and_not_others(waypoints):
    """So that the random ones cannot all be graphs without a path."""
    cp = cp_model.CpModel()
    path = hamiltonian_path(cp, grid(3, 3))
    before = solutions(cp, lambda value: walk_of(path, value))
    assert len(before) == 40
    waypoints_in_order(cp, path, waypoints)
    after = solutions(cp, lambda value: walk_of(path, value))
    assert after == {walk for walk in before if [node for node in walk if node in waypoints] == waypoints}
    assert 0 < len(after) < 40


# --- positions ------------------------------------------------------------------------------------------------------


@many
@given(st.data(), directed_graphs(), st.booleans())
def test_positions_number_all_paths_with_the_given_numbers(data, successors, presolve):
    every = sorted(paths_of(HamiltonianPath(successors, successors, successors)))
    if every and data.draw(st.booleans()):  # numbers of one of the paths
        walk = data.draw(st.sampled_from(every))
        shown = data.draw(st.sets(st.sampled_from(walk)))
        numbers = {node: i for i, node in enumerate(walk, 1) if node in shown}
    else:
        nodes = data.draw(some_nodes(successors, least=0))
        order = data.draw(st.permutations(range(1, len(successors) + 1)))
        numbers = dict(zip(nodes, order, strict=False))
    cp = cp_model.CpModel()
    numbering = positions(cp, successors, numbers)
    assert len(numbering.literals) == len(cp.proto.variables)

    def decode(value):
        at = {i: node for (node, i), literal in numbering.at.items() if value(literal)}
        return tuple(at[i] for i in sorted(at))

    expected = {walk for walk in every if all(walk[i - 1] == node for node, i in numbers.items())}
    assert solutions(cp, decode, presolve) == expected


def test_positions_say_which_given_numbers_leave_a_node_out():
    cp, board = cp_model.CpModel(), grid(3, 3)
    positions(cp, board, {(0, 1): 2, (1, 1): 5})
    names = {each.name for each in cp.proto.constraints}
    assert {"the number 1 is in one free place on the way to 2", "the number 2 is in one place"} <= names
    assert {"3 and 4 are neighbours on the way from 2 to 5", "6 and 7 are neighbours on the way from 5"} <= names
    assert "(0, 0) has one of the numbers that the given ones leave" in names
    cp = cp_model.CpModel()
    positions(cp, board)
    assert {"the number 1 is in one place", "(0, 0) has one number"} <= {each.name for each in cp.proto.constraints}


def test_numberings_of_too_many_places_are_refused(monkeypatch):
    """From the first node on, 2, 3 and 4 have one, one and two possible nodes."""
    row = grid(1, 4)
    monkeypatch.setattr(_paths, "MOST_PLACES", 4)
    assert len(positions(cp_model.CpModel(), row, {(0, 0): 1}).at) == 1 + 4
    monkeypatch.setattr(_paths, "MOST_PLACES", 3)
    with pytest.raises(TooLargeError, match="the numbers of 4 nodes have more than 3 possible places"):
        positions(cp_model.CpModel(), row, {(0, 0): 1})


def test_given_numbers_of_numpy_are_numbers():
    given = {(0, 1): np.int64(2), (0, 2): np.int64(3)}
    numbering = positions(cp_model.CpModel(), grid(1, 4), given)
    assert list(numbering.at) == [((0, 0), 1), ((0, 1), 2), ((0, 2), 3), ((0, 3), 4)]
    assert {type(number) for _, number in numbering.at} == {int}


def test_positions_leave_out_what_given_numbers_rule_out():
    """On a line of five nodes the first number decides everything, before any search."""
    line = grid(1, 5)
    numbering = positions(cp_model.CpModel(), line, {(0, 0): 1, (0, 4): 5})
    assert list(numbering.at) == [((0, i), i + 1) for i in range(5)]
    assert len(positions(cp_model.CpModel(), line).at) == 25


# --- loops ----------------------------------------------------------------------------------------------------------


def loop_of(loop, value):
    """The edges of a loop, once its visited nodes are seen to be theirs."""
    edges = taken(loop.edge, value)
    assert taken(loop.visited, value) == {node for edge in edges for node in edge}
    return edges


@many
@given(graphs(), st.booleans())
def test_single_loops_are_all_loops(graph, presolve):
    cp = cp_model.CpModel()
    loop = single_loop(cp, graph)
    assert solutions(cp, lambda value: loop_of(loop, value), presolve) == all_loops(graph)


@many
@given(st.data(), graphs(), st.booleans())
def test_loops_through_known_nodes_are_those_that_pass_them_all(data, graph, presolve):
    through = data.draw(some_nodes(graph.nodes))
    cp = cp_model.CpModel()
    loop = single_loop(cp, graph, through=through)
    expected = {loop for loop in all_loops(graph) if all(any(node in edge for edge in loop) for node in through)}
    assert solutions(cp, lambda value: loop_of(loop, value), presolve) == expected


def test_a_loop_is_said_to_pass_known_nodes_for_certain():
    cp = cp_model.CpModel()
    single_loop(cp, grid(2, 2), through=[(0, 0)])
    names = {constraint.name for constraint in cp.proto.constraints}
    passed = {"(0, 0) once", "(0, 1) once or not at all", "(1, 0) once or not at all", "(1, 1) once or not at all"}
    assert {name for name in names if "passes" in name} == {f"the loop passes {words}" for words in passed}


@many
@given(graphs(), st.booleans())
def test_hamiltonian_circuits_are_the_loops_through_all_nodes(graph, presolve):
    cp = cp_model.CpModel()
    loop = single_loop(cp, graph, through=graph.nodes)
    expected = {loop for loop in all_loops(graph) if len(loop) == len(graph.nodes)}
    assert solutions(cp, lambda value: loop_of(loop, value), presolve) == expected


def test_two_loops_in_one_model_do_not_know_each_other():
    cp = cp_model.CpModel()
    board = grid(2, 3, king=True)
    one, other = single_loop(cp, grid(3, 3)), single_loop(cp, board, through=board.nodes)
    found = solutions(cp, lambda value: (loop_of(one, value), loop_of(other, value)))
    assert len(found) == 13 * len([x for x in all_loops(board) if len(x) == 6])
    assert {a for a, _ in found} == all_loops(grid(3, 3))


def test_an_edge_is_looked_up_in_either_direction_and_listed_once():
    graph = grid(2, 2)
    edge = single_loop(cp_model.CpModel(), graph).edge
    assert isinstance(edge, Edges)
    assert tuple(edge) == graph.edges
    assert len(edge) == len(set(map(id, edge.values()))) == 4
    for a, b in graph.edges:
        assert edge[a, b] is edge[b, a]
        assert (b, a) in edge
    with pytest.raises(KeyError):
        edge[(0, 0), (1, 1)]


# --- several paths --------------------------------------------------------------------------------------------------


@many
@given(st.data(), graphs(), st.booleans(), st.booleans())
def test_paths_are_all_ways_to_join_the_ends(data, graph, cover, presolve):
    if len(graph.nodes) < 2:
        graph = grid(1, 2)
    count = data.draw(st.integers(1, min(5, len(graph.nodes) // 2)))
    chosen = data.draw(st.permutations(graph.nodes))[: 2 * count]
    check_paths(graph, list(zip(chosen[::2], chosen[1::2], strict=True)), cover, presolve)


def check_paths(graph, ends, cover, presolve):
    cp = cp_model.CpModel()
    links = paths(cp, graph, ends, cover=cover)

    def decode(value):
        label = {node: value(number) for node, number in links.label.items()}
        assert taken(links.visited, value) == {node for node, number in label.items() if number}
        return taken(links.edge, value), tuple(label.items())

    expected = set()
    for walks_taken in all_paths(graph, ends):
        label = dict.fromkeys(graph.nodes, 0) | {n: i for i, walk in enumerate(walks_taken, 1) for n in walk}
        if all(label.values()) or not cover:
            edges = frozenset(graph.edge(a, b) for walk in walks_taken for a, b in pairwise(walk))
            expected.add((edges, tuple(label.items())))
    assert solutions(cp, decode, presolve) == expected
    return len(expected)


@pytest.mark.parametrize("presolve", [False, True])
@pytest.mark.parametrize(
    ("graph", "ends", "free", "covering"),
    [
        (grid(3, 3), [((0, 0), (2, 2))], 12, 2),
        (grid(3, 4), [((0, 0), (0, 3)), ((2, 0), (2, 3))], 17, 4),
        (grid(3, 4), [((0, 0), (0, 2)), ((1, 0), (1, 2)), ((2, 0), (2, 2))], 1, 0),
        (Graph("abc", ["ab"]), ["ab"], 1, 0),
        (grid(3, 3, king=True), [((0, 0), (0, 2)), ((1, 0), (2, 1)), ((1, 2), (2, 2))], 13, 5),
    ],
)
def test_paths_of_a_few_boards(graph, ends, free, covering, presolve):
    """So that the random ones cannot all be impossible: the 12 walks across a board of 3 x 3 are well known, the
    other numbers are those of the search through all walks.
    """
    assert check_paths(graph, ends, False, presolve) == free
    assert check_paths(graph, ends, True, presolve) == covering


def test_labels_can_be_used_in_constraints():
    cp = cp_model.CpModel()
    links = paths(cp, grid(3, 3), [((0, 0), (0, 2)), ((2, 0), (2, 2))])
    cp.add(links.label[1, 1] == 2)
    found = solutions(cp, lambda value: taken(links.edge, value))
    assert frozenset.intersection(*found) >= {((0, 0), (0, 1)), ((0, 1), (0, 2))}  # all that is left for the first path
    assert all(any((1, 1) in edge and (2, 1) not in edge for edge in edges) for edges in found)


# --- input that is wrong --------------------------------------------------------------------------------------------

NOTHING = Graph((), ())
BOARD = grid(2, 2)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda cp: hamiltonian_path(cp, NOTHING), "a path needs a graph with at least one node"),
        (lambda cp: hamiltonian_path(cp, {None: (1,), 1: (None,)}), "a node of the graph is None"),
        (lambda cp: hamiltonian_path(cp, {"a": "b"}), r"the step \('a', 'b'\) ends in 'b', which is not a node"),
        (lambda cp: hamiltonian_path(cp, {"a": "a"}), r"the step \('a', 'a'\) leads from a node to itself"),
        (lambda cp: hamiltonian_path(cp, {"a": "bb", "b": ""}), r"the step \('a', 'b'\) is given twice"),
        (lambda cp: hamiltonian_path(cp, BOARD, starts=[]), "no node at which the path may start"),
        (lambda cp: hamiltonian_path(cp, BOARD, ends=[]), "no node at which the path may end"),
        (lambda cp: hamiltonian_path(cp, BOARD, starts=[(5, 5)]), r"may start at \(5, 5\), which is not a node"),
        (lambda cp: hamiltonian_path(cp, BOARD, ends=[(0, 0), (0, 0)]), r"may end at \(0, 0\) twice"),
        (
            lambda cp: hamiltonian_path(cp, BOARD, starts=[(0, 0)], ends=[(0, 0)]),
            r"starts and ends at \(0, 0\), but has 4 nodes to visit",
        ),
        (
            lambda cp: waypoints_in_order(cp, hamiltonian_path(cp, BOARD), [(0, 0), (7, 0)]),
            r"passes \(7, 0\), which is",
        ),
        (lambda cp: waypoints_in_order(cp, hamiltonian_path(cp, BOARD), [(0, 0)] * 2), r"passes \(0, 0\) twice"),
        (
            lambda cp: waypoints_in_order(cp, hamiltonian_path(cp_model.CpModel(), BOARD), [(0, 0)]),
            "the path and its waypoints belong to different models",
        ),
        (lambda cp: positions(cp, NOTHING), "a numbering needs a graph with at least one node"),
        (lambda cp: positions(cp, {"a": "b"}), r"the step \('a', 'b'\) ends in 'b', which is not a node"),
        (lambda cp: positions(cp, BOARD, {(0, 9): 1}), r"the number 1 is given to \(0, 9\), which is not a node"),
        (lambda cp: positions(cp, BOARD, {(0, 0): 5}), r"the number of \(0, 0\) is 5, which is not one of 1\.\.4"),
        (lambda cp: positions(cp, BOARD, {(0, 0): "1"}), r"the number of \(0, 0\) is '1', which is not one of 1\.\.4"),
        (lambda cp: positions(cp, BOARD, {(0, 0): 2, (1, 1): 2}), r"2 is given to both \(0, 0\) and \(1, 1\)"),
        (lambda cp: single_loop(cp, NOTHING), "a loop needs a graph with at least one node"),
        (lambda cp: single_loop(cp, BOARD, through=[(2, 2)]), r"pass through \(2, 2\), which is not a node"),
        (lambda cp: paths(cp, NOTHING, [("a", "b")]), "paths need a graph with at least one node"),
        (lambda cp: paths(cp, BOARD, []), "there are no ends"),
        (lambda cp: paths(cp, BOARD, [((0, 0), (0, 1), (1, 1))]), "path 1 has the ends .*; a path has two"),
        (lambda cp: paths(cp, BOARD, [((0, 0), (0, 0))]), r"both ends of path 1 are \(0, 0\)"),
        (lambda cp: paths(cp, BOARD, [((0, 0), (3, 3))]), r"path 1 ends at \(3, 3\), which is not a node"),
        (
            lambda cp: paths(cp, BOARD, [((0, 0), (0, 1)), ((1, 1), (0, 1))]),
            r"\(0, 1\) is an end of both path 1 and path 2",
        ),
    ],
)
def test_wrong_input_is_refused_in_a_sentence(wrong, sentence):
    with pytest.raises(ModelError, match=sentence):
        wrong(cp_model.CpModel())


def test_wrong_input_adds_nothing_to_the_model():
    cp = cp_model.CpModel()
    path = hamiltonian_path(cp, BOARD)
    before = str(cp.proto)
    for wrong in (
        lambda: waypoints_in_order(cp, path, [(0, 0), (0, 1), (0, 0)]),
        lambda: waypoints_in_order(cp, replace(path, nodes=((0, 0),)), [(1, 1)]),
        lambda: hamiltonian_path(cp, {"a": "b"}),
        lambda: single_loop(cp, BOARD, through=["x"]),
        lambda: paths(cp, BOARD, [((0, 0), (0, 1)), ((1, 1), "x")]),
        lambda: positions(cp, BOARD, {(0, 0): 0}),
    ):
        with pytest.raises(ModelError):
            wrong()
    assert str(cp.proto) == before
