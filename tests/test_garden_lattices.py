"""Gardens on lattices and regions against brute force, which knows them as points of the plane and of space."""

import numpy as np
import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from lattice_oracle import Ground, gardens
from puzzle_strategies import BISHOP, FAR, KNIGHT, SIX, draw_placement, lattice_variants, small_variants

import cpmodels as cm
import readers
from cpmodels import Garden, PuzzleError
from cpmodels.base.lattice import TRIANGULAR, Lattice, hypercubic
from cpmodels.puzzles import TilePlacement
from cpmodels.puzzles.garden.tiles import NAMED_LATTICES


@examples(300)
@given(st.one_of(small_variants(), lattice_variants()), st.data())
def test_check_and_brute_force_agree_on_any_placement(garden, data):
    """On tiles whose faces are right, and on such with a tile changed, moved, added or taken away."""
    ground = Ground(garden)
    tiles = draw_placement(data.draw, ground)
    placements = [tiles]
    if tiles:
        n, code = data.draw(st.integers(0, len(tiles) - 1)), data.draw(st.sampled_from(ground.codes))
        cell = data.draw(st.sampled_from(ground.cells))
        others = tiles[:n] + tiles[n + 1 :]
        placements += [others, (*others, (tiles[n][0], code)), (*others, (cell, tiles[n][1])), (*tiles, (cell, code))]
    for changed in placements:
        assert (garden.check(TilePlacement(changed)) == []) == ground.accepts(changed), changed


@pytest.mark.parametrize(
    ("lattice", "place", "groups"),
    [
        pytest.param("hexagonal", {"region": "hexagon 2"}, "C1 C2 C3 C6 D1 D1' D2 D3 D3' D6", marks=pytest.mark.slow),
        ("hexagonal", {"region": "triangle 3"}, "C1 C3 D1 D3"),
        ("triangular", {"region": "hexagon 1"}, "C1 C2 C3 C6 D1 D1' D2 D3 D3' D6"),
        ("triangular", {"region": "triangle 2"}, "C1 C3 D1 D3"),
        ("king", {"box": (2, 2)}, "C1 C2 C4 D1 D1' D2 D2' D4"),
    ],
)
def test_a_region_has_the_symmetries_of_its_shape(lattice, place, groups):
    garden = Garden("hanging", lattice=lattice, tiles="distinct", **place)
    kept = [name for name, group in garden.lattice.groups.items() if all(map(garden.keeps, group))]
    assert kept == groups.split()
    for name in kept:
        symmetric = Garden("hanging", lattice=lattice, tiles="distinct", symmetry=name, **place)
        expected = gardens(symmetric)
        assert cm.count(symmetric).total == len(expected) > 0
        assert sorted(p.tiles for p in cm.solutions(symmetric, engine="backtrack")) == sorted(expected)


def test_a_triangle_turned_by_a_sixth_is_not_the_same():
    """Nor are seven triangles that all point upwards, whose middles a sixth of a turn maps to one another."""
    alone = Garden("packed", lattice="triangular", region=[(0, 0)], tiles="distinct", red="place", boundary="free")
    assert len(alone.moves()) == 6
    assert (cm.count(alone).total, cm.count(alone).orbits) == (8, 4)
    upwards = [(0, 0), (2, 0), (-2, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)]
    assert len(Garden("hanging", lattice="triangular", region=upwards, tiles="distinct").moves()) == 6
    with pytest.raises(PuzzleError, match="does not map a region of 7 cells to itself"):
        Garden("hanging", lattice="triangular", region=upwards, tiles="distinct", symmetry="C6")


def test_cells_without_neighbours_tell_gardens_from_their_images():
    """Two cells far apart, one of them with the red tile: a half turn takes it to the empty one."""
    garden = Garden("hanging", lattice=BISHOP, region=[(2, 3), (3, -1)], tiles="distinct", red="place", exact=True)
    assert sorted(p.tiles for p in cm.solutions(garden, engine="cp-sat")) == [(((2, 3), 0),), (((3, -1), 0),)]


def test_five_dimensions():
    garden = Garden("hanging", (1, 2, 1, 1, 2), lattice="hypercubic", tiles="distinct")
    assert {p.tiles for p in cm.solutions(garden, engine="backtrack")} == set(gardens(garden))
    assert len(garden.lattice.point_group) == 3840


@pytest.mark.parametrize("region", [None, [(0, 0, 0, 0, 0), (1, 0, 0, 0, 0)]])
def test_gardens_in_five_dimensions_are_written_and_read(region):
    box = None if region else (1, 2, 1, 1, 2)
    garden = Garden.hanging(box, region=region, lattice=hypercubic(5), tiles="distinct")
    assert readers.read(readers.write(garden)) == garden


def test_a_box_and_a_region_are_one_too_many():
    for box in ((5, 5), [5, 5], np.array([5, 5])):
        with pytest.raises(PuzzleError, match="in a box or in a region: give one of the two"):
            Garden.hanging(box, region="hexagon 3", lattice="hexagonal")


def test_a_torus_of_hexagons_is_shifted():
    garden = Garden("packed", (3, 2), lattice="hexagonal", boundary="torus", tiles="distinct")
    assert len(cm.build(garden).symmetries) == 6 * 2


def test_long_steps_do_not_lead_round_a_box():
    lattice = Lattice(("a", "b", "A", "B"), ((1,), (1_000_002,), (-1,), (-1_000_002,)))
    garden = Garden("hanging", (3,), lattice=lattice, tiles="distinct")
    assert garden.neighbours[1,] == ((2,), None, (0,), None)


@pytest.mark.parametrize(
    "lattice",
    [
        NAMED_LATTICES["hexagonal"],
        NAMED_LATTICES["king"],
        TRIANGULAR,
        pytest.param(hypercubic(5), marks=pytest.mark.slow),
        SIX,
        KNIGHT,
        FAR,
    ],
)
def test_directions_have_short_names_that_tell_them_apart(lattice):
    zero = (0,) * lattice.dimension
    region = [zero, *lattice.neighbours(zero)]
    model = cm.build(Garden("hanging", lattice=lattice, region=region, tiles="distinct"))
    face = model.variables["face"]
    for direction, name in enumerate(lattice.names):
        assert face[zero, name].index == face[zero, direction].index
    assert len({face[zero, name].index for name in lattice.names}) == len(lattice.names)
    if lattice == NAMED_LATTICES["king"]:
        assert face[zero, "NE"].index == face[zero, "North East"].index
    if lattice == hypercubic(5):
        assert (zero, "5") not in face


BAD = [
    ({"box": [3, 3], "lattice": "hexagon"}, "(there is no lattice 'hexagon': use|expected) .*line'?, '?square"),
    ({"box": [3, 3], "lattice": "hexagonal", "region": "hexagon 2"}, "in a box or in a region: give one of the two"),
    ({"lattice": "hexagonal"}, "in a box or in a region: give one of the two"),
    ({"region": "hexagon 2"}, "a region that is not a box needs a lattice"),
    ({"box": [3, 3, 3], "lattice": "king"}, "a box of this lattice has 2 sides, not 3"),
    ({"box": [3, 3], "lattice": "hypercubic"}, "a box of this lattice has 4 sides, not 2"),
    ({"box": [1] * 6, "lattice": "hypercubic"}, "a box of this lattice has 4 sides, not 6"),
    ({"box": [1] * 4}, "a box has one, two or three sides, not 4: for more use lattice='hypercubic'"),
    ({"box": [3, 3], "lattice": "triangular"}, "this lattice has no boxes: give a region"),
    ({"region": "", "lattice": "hexagonal"}, "a region is hexagon A, rhombus A B, triangle A or a list of cells"),
    ({"region": "hexagon", "lattice": "hexagonal"}, "a region is hexagon A"),
    ({"region": "hexagon 2 2", "lattice": "hexagonal"}, "a region is hexagon A"),
    ({"region": "hexagon -2", "lattice": "hexagonal"}, "a region is hexagon A"),
    ({"region": "hexagon 0", "lattice": "hexagonal"}, "a side of the hexagon must be at least 1"),
    ({"region": "circle 3", "lattice": "hexagonal"}, "a region is hexagon A"),
    ({"region": "hexagon 10000000000000", "lattice": "hexagonal"}, "is too large: at most 10,000"),
    ({"region": "rhombus 100000000000 1", "lattice": "triangular"}, "is too large: at most 10,000"),
    ({"region": "hexagon 2", "lattice": "king"}, "a hexagon is a region of hexagons or triangles"),
    ({"region": [], "lattice": "king"}, "a region has at least one cell"),
    ({"region": [[0, 0], [0, 0]], "lattice": "king"}, r"the cell \(0, 0\) is in the region twice"),
    ({"region": [[0, 0, 0]], "lattice": "king"}, "a cell of the region must be 2 numbers, not 3"),
    ({"region": [[2**62, 0]], "lattice": "king", "symmetry": "C4x"}, "there is no symmetry 'C4x' of this lattice"),
    ({"region": [[0, 0], [1, 0]], "lattice": "king", "symmetry": "C4"}, "does not map a region of 2 cells to itself"),
    ({"region": "triangle 3", "lattice": "hexagonal", "symmetry": "C2"}, "does not map a triangle of side 3 to itself"),
    ({"box": [3, 3], "lattice": "hexagonal", "symmetry": "C3"}, "does not map a box of 3 x 3 to itself"),
    ({"box": [3, 3], "lattice": "hexagonal", "symmetry": [[[1, 1], [0, 1]]]}, "is not a symmetry of the lattice"),
    ({"box": [3, 3], "lattice": "hexagonal", "symmetry": [[[1, 1, 0], [0, 1]]]}, "must be 2 numbers, not 3"),
    ({"region": "hexagon 2", "lattice": "hexagonal", "touching": True}, "give a box, not a region"),
    ({"region": "hexagon 2", "lattice": "hexagonal", "minimise": "volume"}, "give a box, not a region"),
    ({"region": "hexagon 2", "lattice": "hexagonal", "boundary": "torus"}, "must be red or free, not 'torus'"),
    ({"region": "hexagon 2", "lattice": "hexagonal", "boundary": ["red", "free"]}, "must be red or free"),
    ({"region": "hexagon 2", "lattice": "hexagonal", "tiles": [64]}, "64, in tiles, is not the code of a tile of this"),
    ({"region": "hexagon 2", "lattice": "hexagonal", "tiles": [-1]}, "-1, in tiles, is not the code of a tile"),
    ({"region": "triangle 2", "lattice": "triangular", "tiles": [8]}, "8, in tiles, is the red tile, which is omitted"),
    ({"region": "triangle 2", "lattice": "triangular", "fixed": [[9, [1, 1]]]}, "9 is fixed at .*another orientation"),
    ({"region": "triangle 2", "lattice": "triangular", "forbidden": [[9, [1, 1]]]}, "9 is forbidden at .*orientation"),
    ({"region": "hexagon 2", "lattice": "hexagonal", "fixed": [[1, [5, 5]]]}, "outside the region"),
    ({"region": [[0]], "lattice": {"names": ["a", "b"], "offsets": [[1], [2]]}}, "but no step back"),
    ({"region": [[0]], "lattice": {"names": ["a"], "offsets": [[1]]}}, "but no step back"),
    ({"region": [[0]], "lattice": {"names": ["a"], "offsets": [[1], [-1]]}}, "1 name is given for 2 steps"),
    ({"region": [[0]], "lattice": {"names": [], "offsets": []}}, "0 names are given for 0 steps"),
    ({"region": [[0]], "lattice": {"names": ["a", "a"], "offsets": [[1], [-1]]}}, "'a' is given twice"),
    ({"region": [[0]], "lattice": {"names": ["", "a"], "offsets": [[1], [-1]]}}, "must be a string, not ''"),
    ({"region": [[0]], "lattice": {"names": ["a", "b"], "offsets": [[1], [1]]}}, "is given twice among the directions"),
    ({"region": [[0]], "lattice": {"names": ["a", "b"], "offsets": [[0], [-1]]}}, "must lead to another cell"),
    ({"region": [[0]], "lattice": {"names": ["a", "b"], "offsets": [[1], [-1, 0]]}}, "but no step back"),
    ({"region": [[0]], "lattice": {"names": ["a", "b"], "offsets": [[], []]}}, "is given twice among the directions"),
    (
        {"region": [[0]], "lattice": {"names": list("abcdefghijkl"), "offsets": [[n] for n in range(-6, 7) if n]}},
        "a lattice of 12 directions has 2\\^12 tiles: at most 10",
    ),
    (
        {"region": [[0] * 9], "lattice": {"names": ["a", "b"], "offsets": [[1] * 9, [-1] * 9]}},
        "cells have at most 5 coordinates, but the steps of the lattice have 9",
    ),
    ({"box": [3], "lattice": {"names": ["a", "b"], "offsets": [[2], [-2]]}}, "this lattice has no boxes"),
]


@pytest.mark.parametrize(("fields", "sentence"), BAD)
def test_bad_input_gets_a_sentence_in_python_and_from_json(fields, sentence):
    own = fields.get("lattice")
    python = fields | ({"lattice": Lattice(own["names"], own["offsets"])} if isinstance(own, dict) else {})
    with pytest.raises(PuzzleError, match=sentence):
        Garden("hanging", **python)
    with pytest.raises(PuzzleError, match=sentence):
        readers.read({"puzzle": "garden", "rule": "hanging", **fields})


def test_the_boundary_of_a_region_is_one_word():
    for boundary in (["red", "red"], np.array(["red", "free"]), 5):
        with pytest.raises(PuzzleError, match="the boundary of a region that is not a box must be red or free, not"):
            Garden("hanging", lattice="hexagonal", region="hexagon 2", boundary=boundary)


@pytest.mark.parametrize(
    "lattice",
    [
        Lattice((1, 2), ((1,), (-1,))),
        Lattice((["a"], ["b"]), ((1,), (-1,))),
        Lattice(("a", "b"), ("1", "2")),
        Lattice(("a", "b"), (("1",), ("2",))),
        Lattice("ab", ((1,), (-1,))),
        Lattice(None, None),
        Lattice(("\ud800", "b"), ((1,), (-1,))),
        3,
        ["hexagonal"],
        {"names": ["a", "b"], "offsets": [[1], [-1]]},
    ],
)
def test_what_is_not_a_lattice_gets_a_sentence(lattice):
    with pytest.raises(PuzzleError):
        Garden("hanging", (3,), lattice=lattice)


def test_own_lattices_of_lists_are_as_good_as_of_tuples():
    lists, tuples = Lattice(["a", "b"], [[1], [-1]]), Lattice(("a", "b"), ((1,), (-1,)))
    one, other = (Garden("hanging", [4], lattice=lattice, tiles="distinct") for lattice in (lists, tuples))
    assert one == other
    assert cm.count(one).total == cm.count(other).total
