"""Connectivity, shared variables and different neighbourhoods on a bare CpModel, against walks over small graphs."""

from itertools import combinations, permutations, product

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model
from random_models import enumerated, same_sets, three_in_a_row

import cpmodels as cm
from cpmodels.base import lattice
from cpmodels.base.errors import ModelError, TooLargeError
from cpmodels.base.graph import Graph, grid
from cpmodels.base.lattice import first_of_orbit, hypercubic, permutation_group
from cpmodels.constraints import _connectivity, all_different_neighbourhoods, components, connected, invariant_under
from cpmodels.constraints._bulk import Bulk

ROW = hypercubic(1)


def walk(graph, active, closed, start, steps=None):
    """The active nodes that are reached from the start, in some steps, over edges that are not closed."""
    seen = set(start)
    for _ in range(len(graph.nodes) if steps is None else steps):
        seen |= {
            b
            for one, other in graph.edges
            if (one, other) not in closed
            for a, b in ((one, other), (other, one))
            if a in seen and b in active
        }
    return seen


def firsts(graph, active, closed):
    """The first node of each component."""
    return [node for node in graph.nodes if node in active and node == min(walk(graph, active, closed, [node]))]


class Board:
    """A CpModel with literals for the nodes of a graph, which may be active, and for edges of it that may be open."""

    def __init__(self, graph, opened, turned):
        """`opened`: the edges with a literal; `turned`: those of them that are given the other way round."""
        self.cp, self.graph, self.closable = cp_model.CpModel(), graph, opened
        self.active = {node: self.cp.new_bool_var(f"{node}") for node in graph.nodes}
        literals = {edge: self.cp.new_bool_var(f"{edge}") for edge in opened}
        self.edges = {edge[::-1] if edge in turned else edge: literal for edge, literal in literals.items()}
        self.keys = {**self.active, **{("closed", *edge): ~literal for edge, literal in literals.items()}}

    def choices(self):
        """All sets of active nodes, each with all sets of closed edges; and the keys that are true then."""
        for chosen in product([False, True], repeat=len(self.graph.nodes)):
            for shut in product([False, True], repeat=len(self.closable)):
                nodes = {node for node, is_active in zip(self.graph.nodes, chosen, strict=True) if is_active}
                closed = {edge for edge, is_shut in zip(self.closable, shut, strict=True) if is_shut}
                yield nodes, closed, frozenset([*nodes, *(("closed", *edge) for edge in closed)])

    def reached(self, starts, steps=None):
        """The choices in which the starts are active, and reach all that is, in some steps."""
        for nodes, closed, keys in self.choices():
            if nodes.issuperset(starts) and walk(self.graph, nodes, closed, starts, steps) == nodes:
                yield keys


@st.composite
def boards(draw, most=6):
    """A graph of a few nodes, and the edges of it that may be closed."""
    nodes = range(draw(st.integers(1, most)))
    pairs = [(a, b) for b in nodes for a in range(b)]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=8)) if pairs else []
    closable = draw(st.lists(st.sampled_from(edges), unique=True, max_size=3)) if edges else []
    return Board(Graph(nodes, edges), closable, [edge for edge in closable if draw(st.booleans())])


def some_nodes(data, board):
    return data.draw(st.lists(st.sampled_from(board.graph.nodes), unique=True, max_size=2))


@examples(80)
@given(boards())
def test_connected(board):
    connected(board.cp, board.graph, board.active, edges=board.edges)
    expected = [keys for nodes, closed, keys in board.choices() if len(firsts(board.graph, nodes, closed)) <= 1]
    same_sets(enumerated(board.cp, board.keys), expected)


@examples(60)
@given(boards(), st.data())
def test_connected_to_given_nodes(board, data):
    starts = some_nodes(data, board)
    connected(board.cp, board.graph, board.active, edges=board.edges, roots=starts)
    same_sets(enumerated(board.cp, board.keys), list(board.reached(starts)))


def too_many(*_):
    raise TooLargeError("too many paths")


@examples(60)
@given(boards(), st.integers(0, 6), st.data())
def test_connected_within_some_steps(board, steps, data):
    """Where elimination takes too many Booleans, by the layers of a search, which is held to its number of steps."""
    starts = some_nodes(data, board)
    cp, graph, bulk = board.cp, board.graph, Bulk(board.cp)
    own, opened = _connectivity.own_nodes(cp, graph, board.active), _connectivity._own_edges(cp, graph, board.edges)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_connectivity, "elimination_order", too_many)
        _connectivity.connect(bulk, graph, own, opened, dict.fromkeys(starts, bulk.constant(1)), steps)
    same_sets(enumerated(cp, board.keys), list(board.reached(starts, steps)))


@pytest.mark.parametrize(("side", "symmetry"), [(5, "C3"), (9, "D3")])
def test_gardens_are_connected_by_the_fewer_booleans(monkeypatch, side, symmetry):
    garden = cm.Garden.hanging((side,) * 3, symmetry=symmetry, connected=True)
    chosen = len(cm.build(garden).cp.proto.variables)
    monkeypatch.setattr(_connectivity, "elimination_order", too_many)
    by_layers = len(cm.build(garden).cp.proto.variables)
    monkeypatch.undo()
    monkeypatch.setattr("cpmodels.puzzles.garden.search.steps_from_whole", lambda _: None)
    by_elimination = len(cm.build(garden).cp.proto.variables)
    assert chosen == min(by_layers, by_elimination)
    assert by_layers != by_elimination


@examples(40)
@given(boards(5), st.data())
def test_connected_to_roots_that_are_chosen(board, data):
    roots = {node: board.cp.new_bool_var("") for node in some_nodes(data, board)}
    connected(board.cp, board.graph, board.active, edges=board.edges, roots=roots)
    found = enumerated(board.cp, {**board.keys, **{("root", node): root for node, root in roots.items()}})
    subsets = [starts for n in range(len(roots) + 1) for starts in combinations(roots, n)]
    same_sets(found, [keys | {("root", n) for n in starts} for starts in subsets for keys in board.reached(starts)])


@examples(80)
@given(boards())
def test_components_are_counted(board):
    last = components(board.cp, board.graph, board.active, edges=board.edges)
    found = enumerated(board.cp, {**board.keys, **{("last", i): literal for i, literal in enumerate(last)}})
    told = {}
    for keys_found in found:
        keys = frozenset(item for item in keys_found if not (isinstance(item, tuple) and item[0] == "last"))
        assert keys not in told
        told[keys] = len(keys_found) - len(keys)
    assert told == {keys: len(firsts(board.graph, nodes, closed)) for nodes, closed, keys in board.choices()}


def test_only_kinds_that_other_engines_read():
    cp, board = cp_model.CpModel(), grid(2, 3)
    active = {cell: cp.new_bool_var("") for cell in board.nodes}
    edges = {edge: cp.new_bool_var("") for edge in board.edges}
    connected(cp, board, active, edges=edges, roots={(0, 0): active[0, 0]})
    components(cp, board, active, edges=edges)
    all_different_neighbourhoods(cp, active, hypercubic(2))
    kinds = ("bool_or", "bool_and", "at_most_one", "exactly_one", "linear")
    assert all(any(getattr(c, f"has_{kind}")() for kind in kinds) for c in cp.proto.constraints)


LEFT, RIGHT = ({i: 3 - i for i in range(4)}, {0: 1, 1: 0, 2: 2, 3: 3})


def test_shared_variables():
    cp = cp_model.CpModel()
    x = invariant_under(cp, range(4), [LEFT], "x")
    assert [x[i].index for i in range(4)] == [0, 1, 1, 0]
    assert len(cp.proto.variables) == 2
    assert len({v.index for v in invariant_under(cp, range(4), [LEFT, RIGHT]).values()}) == 1
    assert len({v.index for v in invariant_under(cp, range(4), []).values()}) == 4


def neighbourhood(cell, cells):
    """North, East, South, West as 1, 2, 4, 8."""
    x, y = cell
    return sum(
        bit for bit, near in [(1, (x, y + 1)), (2, (x + 1, y)), (4, (x, y - 1)), (8, (x - 1, y))] if near in cells
    )


@examples(30)
@given(
    st.sampled_from([(1, 1), (2, 2), (3, 2), (3, 3), (4, 2)]),
    st.none() | st.sets(st.integers(0, 15)),
    st.sets(st.integers(0, 15), max_size=3),
)
def test_neighbourhoods_are_different(box, patterns, required):
    required = required if patterns is None else required & patterns
    cells = list(product(*map(range, box)))
    cp = cp_model.CpModel()
    occupied = {cell: cp.new_bool_var("") for cell in cells}
    tiles = all_different_neighbourhoods(cp, occupied, hypercubic(2), patterns=patterns, required=required)
    expected = []
    for chosen in product([False, True], repeat=len(cells)):
        inside = {cell for cell, is_in in zip(cells, chosen, strict=True) if is_in}
        found = [neighbourhood(cell, inside) for cell in inside]
        if len(set(found)) == len(found) and required <= set(found) <= (
            set(range(16)) if patterns is None else patterns
        ):
            expected.append(frozenset([*inside, *((cell, neighbourhood(cell, inside)) for cell in inside)]))
    same_sets(enumerated(cp, {**occupied, **tiles}), expected)


def test_groups():
    assert permutation_group([], 3) == ((0, 1, 2),)
    assert permutation_group([(1, 0, 2), (0, 2, 1)])[0] == (0, 1, 2)
    assert sorted(permutation_group([(1, 0, 2), (0, 2, 1)])) == sorted(permutations(range(3)))
    assert first_of_orbit(range(4), [LEFT]) == {0: 0, 1: 1, 2: 1, 3: 0}


def test_groups_that_are_too_large(monkeypatch):
    monkeypatch.setattr(lattice, "LARGEST_GROUP", 719)
    with pytest.raises(TooLargeError, match="more than 719 elements"):
        permutation_group([(1, 2, 3, 4, 5, 0), (1, 0, 2, 3, 4, 5)])
    monkeypatch.setattr(lattice, "LARGEST_GROUP", 720)
    assert len(permutation_group([(1, 2, 3, 4, 5, 0), (1, 0, 2, 3, 4, 5)])) == 720


def literal_elsewhere():
    return cp_model.CpModel().new_bool_var("b")


@pytest.mark.parametrize(
    ("make", "error", "sentence"),
    [
        (lambda cp, g, a: connected(cp, g, {0: a[0], 1: a[1]}), ModelError, "the node 2 has no literal"),
        (lambda cp, g, a: connected(cp, g, {**a, 7: a[0]}), ModelError, "7 is not a node of the graph"),
        (lambda cp, g, a: connected(cp, g, {**a, 0: literal_elsewhere()}), ModelError,
         "the node 0 has the literal b of another model"),
        (lambda cp, g, a: components(cp, g, {**a, 0: 5}), ModelError, "the node 0 has 5, which is not a literal"),
        (lambda cp, g, a: connected(cp, g, {**a, 0: cp.new_int_var(0, 2, "n")}), ModelError, "which is not Boolean"),
        (lambda cp, g, a: connected(cp, g, a, edges={(0, 2): a[0]}), ModelError, "no edge between 0 and 2"),
        (lambda cp, g, a: connected(cp, g, a, edges={(0, 1): a[0], (1, 0): a[1]}), ModelError, "has two literals"),
        (lambda cp, g, a: connected(cp, g, a, edges={(0, 1): ~literal_elsewhere()}), ModelError, "of another model"),
        (lambda cp, g, a: connected(cp, g, a, roots=[9]), ModelError, "9 is not a node of the graph"),
        (lambda cp, _, a: invariant_under(cp, a, [{0: 1, 1: 1, 2: 2}]), ModelError, "takes two items to one"),
        (lambda cp, _, a: invariant_under(cp, a, [{0: 1, 1: 0}]), ModelError, "no image for 2"),
        (lambda cp, _, a: invariant_under(cp, a, [{0: 1, 1: 0, 2: 3}]), ModelError, "2 to 3, which is not an item"),
        (lambda cp, _, a: all_different_neighbourhoods(cp, {(0,): a[0]}, ROW, patterns=[4]), ModelError,
         "the pattern 4 is not a set of 2 directions"),
        (lambda cp, _, a: all_different_neighbourhoods(cp, {(0,): a[0]}, ROW, patterns=[1], required=[2]), ModelError,
         "the pattern 2 is required but not allowed"),
        (lambda cp, _, a: all_different_neighbourhoods(cp, {(0,): a[0]}, {}), ModelError, "the cell .* has no"),
        (lambda *_: permutation_group([(0, 2)]), ModelError, "is not a permutation of 0 to 1"),
        (lambda *_: permutation_group([(0, 1), (0, 1, 2)]), ModelError, "is not a permutation of 0 to 1"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_sentence(make, error, sentence):
    with pytest.raises(error, match=sentence):
        make(*three_in_a_row())
