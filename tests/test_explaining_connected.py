"""What it shows that cells must be connected, against all ways to choose them."""

from itertools import combinations, product

from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model

import cpmodels as cm
from cpmodels.explaining._connected import Connected, Region, Room
from cpmodels.explaining._counts import View


def is_connected(edges, true):
    """By joining what is beside what is reached, until nothing is added."""
    reached = set(list(true)[:1])
    while new := {b for pair in edges for a, b in (pair, pair[::-1]) if a in reached and b in true} - reached:
        reached |= new
    return reached == set(true)


@st.composite
def graphs(draw):
    """Edges between up to seven nodes, of which each is beside another, and what is known of some."""
    size = draw(st.integers(2, 7))
    edges = set(draw(st.lists(st.sampled_from(list(combinations(range(size), 2))), max_size=9)))
    edges |= {(node, node + 1) for node in range(size - 1) if draw(st.booleans())}
    alone = set(range(size)) - {node for edge in edges for node in edge}
    edges |= {(min(node, other), max(node, other)) for node in alone if (other := (node + 1) % size) != node}
    return size, sorted(edges), draw(st.dictionaries(st.integers(0, size - 1), st.booleans(), max_size=size))


def holds(literal, values):
    return values[literal] if literal >= 0 else not values[~literal]


@examples(300)
@given(graphs())
def test_what_connected_cells_show_is_all_that_follows_and_for_the_reasons_given(graph):
    size, edges, known = graph
    whole = Connected(1, tuple(edges))
    view = View([whole.silent], size, [node if value else ~node for node, value in known.items()], {0: whole.shown})
    found = whole.shown(0, view)
    ways = [
        values
        for values in product((False, True), repeat=size)
        if is_connected(edges, {node for node in range(size) if values[node]})
    ]
    for each in found:
        assert all(view.of(literal) > 0 for literal in each.because)
        fit = [values for values in ways if all(holds(literal, values) for literal in each.because)]
        assert all(each.literals and all(holds(literal, values) for literal in each.literals) for values in fit)
    left = [values for values in ways if all(values[node] == value for node, value in known.items())]
    if True not in known.values():  # Then no cell need be chosen at all, or any one.
        return
    if not left:
        assert [each.literals for each in found] == [()]
        return
    free = [node for node in range(size) if node not in known]
    forced = {node for node in free if all(values[node] for values in left)}
    forced |= {~node for node in free if not any(values[node] for values in left)}
    assert {literal for each in found for literal in each.literals} == forced


def test_connected_cells_of_a_model_of_ones_own_are_seen_in_its_constraints():
    cp, board = cp_model.CpModel(), cm.graph.grid(3, 3)
    shades = cm.constraints.numbers(cp, board.nodes, [0, 1], {(0, 0): 1, (0, 2): 1, (0, 1): 0, (1, 1): 0, (2, 0): 0})
    cm.constraints.connected(cp, board, shades.where(1), name="what is lit is connected")
    assert [str(step) for step in cm.explain(cm.Model(cp=cp, key=shades))] == [
        "What is lit is connected, and (0, 0) is cut off: that cannot be."
    ]


@examples(30)
@given(st.dictionaries(st.tuples(st.integers(0, 2), st.integers(0, 2)), st.booleans(), max_size=6), st.randoms())
def test_what_looks_like_connected_cells_and_is_not_is_not_believed(lit_or_not, random):
    """Of some pairs of cells both are lit in at most one; the rest may be apart."""
    cp, board = cp_model.CpModel(), cm.graph.grid(3, 3)
    shades = cm.constraints.numbers(cp, board.nodes, [0, 1], lit_or_not)
    lit, both = shades.where(1), []
    for one, other in random.sample(board.edges, 9):
        both.append(cp.new_bool_var(""))
        cp.add_bool_and(lit[one], lit[other]).only_enforce_if(both[-1]).with_name("few pairs")
        cp.add_bool_or(both[-1], ~lit[one], ~lit[other]).with_name("few pairs")
    cp.add_at_most_one(both).with_name("few pairs")
    model = cm.Model(cp=cp, key=shades)
    solutions = list(cm.solutions(model))
    explanation = cm.explain(model)
    told = [fact for step in explanation for fact in step.follows]
    assert explanation.finished
    for grid in solutions:
        assert all((grid[fact.about.cells[0]] == fact.about.value) is fact.holds for fact in told)
    assert explanation.solution == (solutions[0] if len(solutions) == 1 else None)
    if len(solutions) > 1:
        said = {fact.about.cells[0] for fact in explanation.known}
        assert said == {cell for cell in board.nodes if len({grid[cell] for grid in solutions}) == 1}


@examples(300)
@given(graphs(), st.data())
def test_what_a_region_of_a_known_size_shows_follows_for_the_reasons_given(graph, data):
    size, edges, known = graph
    wanted = data.draw(st.integers(1, size))
    room = Room(1, tuple(edges), wanted)
    view = View([room.silent], size, [node if value else ~node for node, value in known.items()], {0: room.shown})
    ways = [
        values
        for values in product((False, True), repeat=size)
        if sum(values) == wanted and is_connected(edges, {node for node in range(size) if values[node]})
    ]
    found = room.shown(0, view)
    for each in found:
        assert all(view.of(literal) > 0 for literal in each.because)
        fit = [values for values in ways if all(holds(literal, values) for literal in each.because)]
        assert all(each.literals and all(holds(literal, values) for literal in each.literals) for values in fit)
    seeds = [node for node, value in known.items() if value]
    if len(seeds) != 1 or found:
        return
    left = [values for values in ways if all(values[node] == value for node, value in known.items())]
    possible = [node for node in range(size) if known.get(node, True)]
    assert all(any(values[node] for values in left) for node in possible)
    if len(possible) > wanted:  # Else all are needed, as counting shows.
        assert not any(all(values[node] for values in left) for node in range(size) if node not in known)


def test_a_node_beside_one_of_a_region_is_in_no_other():
    region = Region(1, ((0, 1), (1, 2)), {}, {0: [], 1: [4], 2: [5]})
    view = View([region.silent], 6, [0], {0: region.shown})
    assert [(each.literals, each.because) for each in region.shown(0, view)] == [((~4,), (0,))]


def test_regions_of_a_model_of_ones_own_are_seen_in_its_constraints():
    cp, board = cp_model.CpModel(), cm.graph.grid(3, 4)
    lit = cm.constraints.numbers(cp, board.nodes, [0, 1], {(0, 3): 1, (2, 0): 1, (2, 1): 0})
    cm.constraints.regions(cp, board, lit.where(1), {(0, 3): 2, (2, 0): 4}, what="patch", given="lamp")
    rule = "each patch has one lamp and no more cells than that says"
    assert [str(step) for step in cm.explain(cm.Model(cp=cp, key=lit))][:2] == [
        f"As the patch of (2, 0) has 4 cells: {rule}, and none can get there: 0 is at (2, 2) and (2, 3).",
        "The patch of (2, 0) has 4 cells, and there is no other room for that: 1 is at (1, 0).",
    ]
