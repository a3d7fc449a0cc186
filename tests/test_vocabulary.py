"""Numbers, cells and regions on a bare CpModel: each constraint in both directions, against all assignments."""

from itertools import combinations, groupby, pairwise, product

import pytest
from examples import examples
from grid_oracles import parts
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model
from random_models import enumerated, same_sets, three_in_a_row

import cpmodels as cm
from cpmodels import constraints, graph
from cpmodels.base._checkpoints import tried
from cpmodels.base.description import Option
from cpmodels.base.errors import ModelError, ParameterError
from cpmodels.base.graph import grid
from cpmodels.base.lattice import hypercubic
from cpmodels.base.marks import Mark
from cpmodels.constraints import numbers


def grids_of(cp, held):
    """What each cell holds in each solution over all variables, which must not come twice."""
    found = enumerated(cp, held.at)
    assert len(found) == len(set(found))
    holds = [sorted(solution) for solution in found]
    assert all([cell for cell, _ in solution] == sorted(held.cells) for solution in holds)
    return {tuple(value for _, value in solution) for solution in holds}


def domains(cells):
    return st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=4, unique=True), min_size=cells, max_size=cells)


@examples(60)
@given(domains(3), st.data())
def test_numbers_in_cells(values, data):
    cells = [(0, c) for c in range(3)]
    fixed = data.draw(st.dictionaries(st.sampled_from(cells), st.integers(0, 3), max_size=2))
    fixed = {cell: value for cell, value in fixed.items() if value in values[cell[1]]}
    cp = cp_model.CpModel()
    held = numbers(cp, cells, dict(zip(cells, values, strict=True)), fixed)
    expected = {row for row in product(*values) if all(row[cell[1]] == value for cell, value in fixed.items())}
    assert grids_of(cp, held) == expected
    model = cm.Model(cp=cp, key=held)
    assert {solution.rows[0] for solution in cm.solutions(model)} == expected


@examples(60)
@given(domains(3), st.integers(0, 9))
def test_the_value_of_a_cell_adds_up(values, total):
    cells = [(0, c) for c in range(3)]
    cp = cp_model.CpModel()
    held = numbers(cp, cells, dict(zip(cells, values, strict=True)))
    cp.add(sum(held.value(cell) for cell in cells) == total)
    assert grids_of(cp, held) == {row for row in product(*values) if sum(row) == total}


def test_marks_are_what_solutions_have():
    cp = cp_model.CpModel()
    held = numbers(cp, grid(1, 3).nodes, {(0, 0): [1, 2, 3], (0, 1): [0, 1], (0, 2): [7]})
    model = cm.Model(cp=cp, key=held)
    assert len(model.key) == 4
    assert set(model.marks) == {Mark.at(cell, value) for cell, value in held.at}
    assert cm.solve(model).solution.marks() <= set(model.marks)


@examples(60)
@given(domains(4), st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=4, unique=True), min_size=1, max_size=3))
def test_all_different(values, units):
    cells = list(range(4))
    cp = cp_model.CpModel()
    held = numbers(cp, cells, dict(enumerate(values)))
    constraints.all_different(cp, held, {f"unit {i}": unit for i, unit in enumerate(units)})
    assert grids_of(cp, held) == {
        row for row in product(*values) if all(len({row[cell] for cell in unit}) == len(unit) for unit in units)
    }


@examples(60)
@given(domains(4), st.integers(0, 4))
def test_as_many_are_seen(values, count):
    cp = cp_model.CpModel()
    held = numbers(cp, range(4), dict(enumerate(values)))
    constraints.visible(cp, held, [0, 1, 2, 3], count)
    seen = {row: sum(all(row[i] > other for other in row[:i]) for i in range(4)) for row in product(*values)}
    assert grids_of(cp, held) == {row for row in seen if seen[row] == count}


@examples(30)
@given(st.sampled_from([(1, 1), (1, 4), (2, 3), (3, 3)]), st.booleans(), st.data())
def test_cells_that_do_not_touch(size, king, data):
    board = grid(*size, king=king)
    free = data.draw(st.sets(st.sampled_from(board.nodes)))
    cp = cp_model.CpModel()
    active = {cell: cp.new_bool_var(f"{cell}") for cell in board.nodes if cell in free}
    constraints.not_adjacent(cp, board, active)
    expected = [
        frozenset(cells)
        for n in range(len(free) + 1)
        for cells in combinations(sorted(free), n)
        if not any(one in cells and other in cells for one, other in board.edges)
    ]
    same_sets(enumerated(cp, active), expected)


@examples(30)
@given(st.integers(0, 6), st.integers(0, 4))
def test_so_many_in_a_row(length, most):
    cp = cp_model.CpModel()
    active = {i: cp.new_bool_var(f"{i}") for i in range(length)}
    constraints.at_most_in_a_row(cp, {"the line": range(length)}, active, most)
    expected = [
        frozenset(i for i, value in enumerate(row) if value)
        for row in product([False, True], repeat=length)
        if all(len(list(run)) <= most for value, run in groupby(row) if value)
    ]
    same_sets(enumerated(cp, active), expected)


@pytest.mark.parametrize("size", [(2, 2), (2, 4), (3, 3), (3, 4)])
def test_where_loops_turn(size):
    cp, board = cp_model.CpModel(), grid(*size)
    loop = constraints.single_loop(cp, board)
    turn = constraints.turns(cp, loop.edge, board.nodes)
    found = enumerated(cp, {**loop.edge, **turn})
    for keys in found:
        edges = [key for key in keys if isinstance(key[0], tuple)]
        ends = {cell: [other for edge in edges if cell in edge for other in edge if other != cell] for cell in turn}
        straight = {cell for cell, two in ends.items() if two and (two[0][0] == two[1][0] or two[0][1] == two[1][1])}
        assert {key for key in keys if key not in edges} == {cell for cell in turn if ends[cell]} - straight
    assert len(found) == cm.count(cm.Model(cp=cp, key=loop)).total


@examples(40)
@given(st.sampled_from([(1, 3), (2, 2), (2, 3)]), st.booleans(), st.data())
def test_regions_of_given_shapes(size, cover, data):
    board = grid(*size)
    some = st.sets(st.sampled_from(board.nodes), min_size=1, max_size=4).map(frozenset)
    choices = data.draw(st.dictionaries(st.integers(1, 3), st.lists(some, max_size=4, unique=True), max_size=3))
    cp = cp_model.CpModel()
    found = constraints.shapes(cp, board.nodes, choices, cover=cover)
    expected = []
    for chosen in product(*([(region, shape) for shape in shapes] for region, shapes in choices.items())):
        cells = [cell for _, shape in chosen for cell in shape]
        if len(set(cells)) == len(cells) and (not cover or len(cells) == len(board.nodes)):
            expected.append(frozenset(chosen))
    same_sets(enumerated(cp, found.shape), expected)
    grids = {solution.rows for solution in cm.solutions(cm.Model(cp=cp, key=found))}
    assert grids == {
        tuple(
            tuple(next((n for n, shape in chosen if (r, c) in shape), 0) for c in range(size[1]))
            for r in range(size[0])
        )
        for chosen in expected
    }


def test_rectangles_are_all_those_that_have_the_cell():
    for rows, cols, cell in [(1, 1, (0, 0)), (3, 4, (1, 2)), (2, 3, (1, 0))]:
        every = {
            frozenset(product(range(top, bottom), range(left, right)))
            for top, bottom in combinations(range(rows + 1), 2)
            for left, right in combinations(range(cols + 1), 2)
        }
        having = [found for found in every if cell in found]
        same_sets(list(constraints.rectangles(rows, cols, cell)), having)
        sizes = [(1, 2), (2, 1), (2, 2)]
        some = [found for found in having if (len({r for r, _ in found}), len({c for _, c in found})) in sizes]
        same_sets(list(constraints.rectangles(rows, cols, cell, sizes)), some)
        same_sets(
            list(constraints.rectangles(rows, cols, cell, avoid=[cell, (0, 0)])),
            [found for found in having if cell == (0, 0) or (0, 0) not in found],
        )


@examples(40)
@given(st.sampled_from([(1, 4), (2, 3), (3, 3)]), st.data())
def test_regions_round_seeds(size, data):
    board = grid(*size)
    sizes = data.draw(st.dictionaries(st.sampled_from(board.nodes), st.none() | st.integers(1, 5), max_size=3))
    cp = cp_model.CpModel()
    active = {cell: cp.new_bool_var(f"{cell}") for cell in board.nodes}
    inside = constraints.regions(cp, board, active, sizes)
    expected = []
    for n in range(len(board.nodes) + 1):
        for cells in combinations(board.nodes, n):
            found = [(part, [seed for seed in sizes if seed in part]) for part in parts(cells)]
            if set(sizes) <= set(cells) and all(
                len(seeds) == 1 and sizes[seeds[0]] in (None, len(part)) for part, seeds in found
            ):
                expected.append(frozenset([*cells, *((cell, seeds[0]) for part, seeds in found for cell in part)]))
    same_sets(enumerated(cp, {**active, **inside}), expected)


@pytest.mark.parametrize(("size", "greatest"), [((1, 1), 2), ((1, 4), 5), ((2, 3), 4), ((2, 3), 6), ((3, 3), 3)])
def test_numbers_say_how_large_their_regions_are(size, greatest):
    board, values = grid(*size), range(1, greatest + 1)
    cp = cp_model.CpModel()
    held = numbers(cp, board.nodes, values)
    constraints.sized_regions(cp, board, held)
    expected = set()
    for row in product(values, repeat=len(board.nodes)):
        at = dict(zip(board.nodes, row, strict=True))
        same = [[cell for cell in board.nodes if at[cell] == number] for number in values]
        if all(len(part) == number for number, cells in zip(values, same, strict=True) for part in parts(cells)):
            expected.add(row)
    assert grids_of(cp, held) == expected


def test_boards_have_lines_rooms_and_segments():
    assert list(graph.lines(2, 3)) == ["row 1", "row 2", "column 1", "column 2", "column 3"]
    assert graph.rooms([["a", None], ["a", "b"]]) == {"room a": [(0, 0), (1, 0)], "room b": [(1, 1)]}
    for walls in [[], [(0, 0)], [(1, 1), (0, 2)]]:
        found = graph.segments(3, 3, walls).values()
        assert sorted(cell for line in found for cell in line) == sorted(
            [cell for cell in grid(3, 3).nodes if cell not in walls] * 2
        )
        assert all(abs(a - c) + abs(b - d) == 1 for line in found for (a, b), (c, d) in pairwise(line))


@pytest.mark.parametrize(
    "build",
    [
        lambda cp, board, _: numbers(cp, board.nodes, [1, 2]),
        lambda cp, board, held: constraints.all_different(cp, held, [board.nodes]),
        lambda cp, board, held: constraints.visible(cp, held, board.nodes, 2),
        lambda cp, board, held: constraints.not_adjacent(cp, board, held.where(1)),
        lambda cp, board, held: constraints.at_most_in_a_row(cp, [board.nodes], held.where(1), 1),
        lambda cp, board, held: constraints.connected(cp, board, held.where(1)),
        lambda cp, board, held: constraints.regions(cp, board, held.where(1), {(0, 0): 2}),
        lambda cp, board, held: constraints.sized_regions(cp, board, held),
        lambda cp, board, _: constraints.shapes(cp, board.nodes, {1: constraints.rectangles(2, 2, (0, 0))}),
    ],
)
def test_what_is_built_can_be_left_behind(build):
    """A time limit holds while a model is built: at the first checkpoint after it, here the first of all."""
    cp, board = cp_model.CpModel(), grid(2, 2)
    held = numbers(cp, board.nodes, [0, 1])
    assert tried(lambda: [build(cp, board, held)], seconds=60) is not None
    assert tried(lambda: [build(cp, board, held)], seconds=-1) is None


def test_every_constraint_says_what_it_says():
    """All are named, so that explanations never speak of variables without a name."""
    cp, board = cp_model.CpModel(), grid(3, 3)
    held = numbers(cp, board.nodes, [1, 2, 3], {(0, 0): 2})
    constraints.all_different(cp, held, graph.lines(3, 3))
    constraints.visible(cp, held, [(0, 0), (0, 1), (0, 2)], 2)
    shaded = numbers(cp, [("shade", *cell) for cell in board.nodes], [0, 1])
    dark = {cell: shaded.at[("shade", *cell), 1] for cell in board.nodes}
    constraints.not_adjacent(cp, board, dark)
    constraints.connected(cp, board, {cell: ~literal for cell, literal in dark.items()})
    constraints.components(cp, board, dark)
    constraints.at_most_in_a_row(cp, graph.lines(3, 3), dark, 1)
    constraints.regions(cp, board, dark, {(0, 0): 1})
    constraints.sized_regions(cp, board, held)
    constraints.shapes(cp, board.nodes, {1: constraints.rectangles(3, 3, (1, 1))})
    constraints.turns(cp, constraints.single_loop(cp, board).edge, board.nodes)
    constraints.single_loop(cp, board, through=board.nodes)
    constraints.waypoints_in_order(cp, constraints.hamiltonian_path(cp, board), [(0, 0), (1, 1), (2, 2)])
    constraints.positions(cp, board, {(0, 0): 1})
    constraints.paths(cp, board, [((0, 0), (2, 2))])
    options = [Option((n, cell), [("piece", n), ("cell", cell)], {"rim": n}) for n in (1, 2) for cell in board.nodes]
    constraints.exact_cover(cp, options, copies={("cell", cell): (0, 1) for cell in board.nodes})
    constraints.all_different_neighbourhoods(cp, dark, hypercubic(2))
    nameless = [constraint for constraint in cp.proto.constraints if not constraint.name]
    assert not nameless


@pytest.mark.parametrize(
    ("make", "error", "sentence"),
    [
        (lambda cp, *_: numbers(cp, [1, 1], [2]), ModelError, "the cell 1 is given twice"),
        (lambda cp, *_: numbers(cp, [1, 2], {1: [3]}), ModelError, "the cell 2 has no numbers that it may hold"),
        (lambda cp, *_: numbers(cp, [1], [3, 3]), ModelError, "the cell 1 may hold 3 twice"),
        (lambda cp, *_: numbers(cp, [1], [3], {1: 4}), ModelError, "4 is given to 1, which cannot hold it"),
        (lambda cp, *_: numbers(cp, [1], [3]).value(2), ModelError, "2 is not a cell of these numbers"),
        (lambda cp, *_: constraints.all_different(cp, numbers(cp, [1], [3]), [[2]]), ModelError, "2 is not a cell"),
        (lambda cp, *_: constraints.visible(cp, numbers(cp, [1], [3]), [1], -1), ParameterError, "-1 numbers"),
        (lambda cp, g, a: constraints.not_adjacent(cp, g, {7: a[0]}), ModelError, "7 is not a node of the graph"),
        (lambda cp, g, _: constraints.not_adjacent(cp, g, {0: 5}), ModelError, "has 5, which is not a literal"),
        (lambda cp, _, a: constraints.at_most_in_a_row(cp, [[0, 9]], a, 1), ModelError, "the cell 9 has no literal"),
        (lambda cp, _, a: constraints.at_most_in_a_row(cp, [[0]], a, -1), ParameterError, "-1 cells in a row"),
        (lambda cp, g, a: constraints.regions(cp, g, a, {7: 1}), ModelError, "the seed 7 is not a node"),
        (lambda cp, g, a: constraints.regions(cp, g, a, {0: 0}), ParameterError, "the region of 0 cannot have 0"),
        (lambda cp, g, _: constraints.regions(cp, g, {}, {0: 1}), ModelError, "the node 0 has no literal"),
        (lambda cp, *_: constraints.shapes(cp, [1], {1: [[2]]}), ModelError, "region 1 may have 2, which is not"),
        (lambda cp, *_: constraints.shapes(cp, [1], {1: [[1], [1]]}), ModelError, "region 1 has the choice .* twice"),
        (lambda cp, g, _: constraints.sized_regions(cp, g, numbers(cp, [0], [3])), ModelError, "1 is not a cell"),
        (lambda cp, *_: constraints.turns(cp, constraints.single_loop(cp, grid(2, 2, king=True)).edge, [(0, 0)]),
         ModelError, "are not side by side"),
        (lambda cp, g, a: constraints.turns(cp, dict(zip(g.edges, a.values(), strict=False)), [0]),
         ModelError, "0 and 1 are not side by side"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_sentence(make, error, sentence):
    with pytest.raises(error, match=sentence):
        make(*three_in_a_row())
