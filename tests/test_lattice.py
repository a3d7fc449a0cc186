"""Groups that are groups, symmetries of boxes, and hexagons as the article numbers them."""

from itertools import product

import pytest

from cpmodels.base import lattice
from cpmodels.base.errors import ModelError, TooLargeError
from cpmodels.base.graph import connected_parts
from cpmodels.base.lattice import (
    CUBIC,
    GROUPS,
    HEXAGONAL,
    KING,
    Lattice,
    box_symmetries,
    closure,
    compose,
    conjugate,
    first_of_orbit,
    hexagon,
    hexagon_centre,
    identity,
    inverse,
    is_signed_permutation,
    move,
    offset_cell,
    permuted,
    preserves,
    signed_permutations,
)


@pytest.mark.parametrize(("dimension", "subgroups"), [(1, 2), (2, 10), (3, 98)])
def test_named_groups_are_groups_one_a_class_and_all_of_them(dimension, subgroups):
    """The groups of order 2, 8 (D4) and 48 (S4 x C2) have 2, 10 and 98 subgroups."""
    everything = signed_permutations(dimension)
    classes = set()
    for name in GROUPS[dimension]:
        group = set(closure(GROUPS[dimension][name], dimension))
        assert closure(GROUPS[dimension][name], dimension)[0] == identity(dimension)
        assert {compose(a, b) for a in group for b in group} == group
        assert {inverse(a) for a in group} == group
        classes.add(frozenset(frozenset(compose(compose(m, g), inverse(m)) for g in group) for m in everything))
    assert len(classes) == len(GROUPS[dimension])
    assert len(set().union(*classes)) == subgroups


def test_groups_have_their_orders():
    orders = {name: len(closure(GROUPS[3][name], 3)) for name in GROUPS[3]}
    assert (orders["C3"], orders["C3v"], orders["S4"], orders["T"], orders["Oh"]) == (3, 6, 4, 12, 48)
    assert [len(lattice.rotations) for lattice in (CUBIC, HEXAGONAL)] == [24, 6]


def test_the_three_fold_axis_is_the_one_of_the_json_form():
    assert set(closure(GROUPS[3]["C3"], 3)) == set(closure([((0, 0, 1), (1, 0, 0), (0, 1, 0))]))


def test_hexagons_touch_as_in_offset_rows():
    for row, col in product(range(4), range(4)):
        shift = row % 2
        named = {
            "right": (row, col + 1), "left": (row, col - 1),
            "upper right": (row - 1, col + shift), "upper left": (row - 1, col - 1 + shift),
            "lower right": (row + 1, col + shift), "lower left": (row + 1, col - 1 + shift),
        }  # fmt: skip
        for name, cell in named.items():
            assert HEXAGONAL.neighbour(hexagon(row, col), HEXAGONAL.index(name)) == hexagon(*cell)
            assert offset_cell(hexagon(*cell)) == cell
            gap = [a - b for a, b in zip(hexagon_centre(*cell), hexagon_centre(row, col), strict=True)]
            assert 3 * gap[0] ** 2 + gap[1] ** 2 == 12


def test_moves_permute_the_cells_of_a_box():
    for box in [(3, 3, 3), (4, 4, 2), (2, 3, 5), (5,), (4, 3)]:
        cells = set(product(*map(range, box)))
        for matrix in box_symmetries(box):
            assert {move(matrix, box, cell) for cell in cells} == cells
    assert [len(box_symmetries(box)) for box in ((3, 3, 3), (4, 4, 2), (2, 3, 5), (4, 4), (4, 3))] == [48, 16, 8, 8, 4]


def test_what_is_no_symmetry():
    assert not is_signed_permutation(((2, 0), (0, 1)))
    assert not is_signed_permutation(((1, 0), (1, 0)))
    assert not is_signed_permutation(((1, 0, 0), (0, 1, 0)))
    assert not preserves(((0, 1), (1, 0)), (3, 4))


def test_axes_have_ends_and_are_permuted_with_their_values():
    assert CUBIC.ends == (("West", "East"), ("South", "North"), ("Bottom", "Top"))
    assert [CUBIC.axis(CUBIC.index(name)) for name in ("West", "North", "Bottom")] == [0, 1, 2]
    third = ((0, 0, 1), (1, 0, 0), (0, 1, 0))
    assert permuted(third, "xyz") == ("z", "x", "y")
    assert conjugate(closure(GROUPS[3]["C2"], 3), third) == {identity(3), ((1, 0, 0), (0, -1, 0), (0, 0, -1))}


def test_a_lattice_has_the_groups_of_its_own_symmetries():
    """The king's moves of a sheared board have eight symmetries, too, but no quarter turn is among them."""
    sheared = [(x + y, y) for x, y in KING.offsets]
    askew = Lattice(KING.names, tuple(sheared))
    assert len(askew.point_group) == 8
    for each in (askew, Lattice(KING.names[::-1], KING.offsets[::-1]), KING, HEXAGONAL, CUBIC):
        for generators in each.groups.values():
            assert set(generators) <= set(each.point_group)
    assert KING.groups == GROUPS[2] != askew.groups


def test_matrices_without_a_finite_group_are_refused(monkeypatch):
    monkeypatch.setattr(lattice, "LARGEST_GROUP", 4)
    assert len(closure([((0, -1), (1, 0))])) == 4
    with pytest.raises(TooLargeError, match="the generators give a group of more than 4 elements"):
        closure([((1, 1), (0, 1))])


@pytest.mark.parametrize("matrix", [((2, 0), (0, 1)), ((1, 1), (1, 0))])
def test_matrices_whose_powers_grow_are_refused_before_they_take_memory(matrix):
    with pytest.raises(TooLargeError, match="the generators give a group of more than 100,000 elements"):
        closure([matrix])


def test_matrices_of_infinite_order_have_an_inverse_and_singular_ones_none():
    shear = ((1, 1, 0), (0, 1, 2), (0, 0, -1))
    assert compose(shear, inverse(shear)) == compose(inverse(shear), shear) == identity(3)
    with pytest.raises(ModelError, match="is 2, not 1 or -1: it has no inverse of whole numbers"):
        inverse(((2, 0), (0, 1)))


class Counted(int):
    """A number that counts how often one is hashed."""

    hashed = 0

    def __hash__(self):
        Counted.hashed += 1
        return int(self)


def test_groups_and_orbits_look_at_each_element_a_few_times():
    numbers = [Counted(number) for number in range(100)]
    assert len(lattice._generated(numbers[0], numbers[1:2], lambda a, b: Counted((a + b) % 100))) == 100
    with pytest.raises(ModelError, match="two items to one"):
        first_of_orbit(numbers, [dict.fromkeys(numbers, numbers[0])])
    assert Counted.hashed < 3000


def test_many_parts_are_found_in_a_moment():
    """It had taken minutes: the first of a mapping's keys is looked for past all that were taken from it."""
    assert connected_parts(range(500_000), lambda _: ()) == [[node] for node in range(500_000)]
