"""Variants of gardens: boundaries, parts, sets of tiles, forbidden places and least costs, against brute force."""

import pickle
from itertools import product

import pytest
from clocks import left_behind
from lattice_oracle import Ground, gardens

import cpmodels as cm
from cpmodels import Garden, PuzzleError, Status
from cpmodels.base.lattice import identity
from cpmodels.puzzles import TilePlacement
from cpmodels.puzzles.garden import _symmetry
from cpmodels.puzzles.garden._symmetry import Motion, symmetries
from cpmodels.search import solving


@pytest.mark.slow
def test_a_torus_of_squares_can_be_shifted():
    """By 16 shifts, with 8 turns and mirrors; in all there are 203,520 such gardens, of 1,625 orbits."""
    assert len(set(cm.build(Garden.packed((4, 4), boundary="torus")).symmetries)) == 16 * 8
    garden = Garden.packed((4, 4), boundary="torus", fixed=[(15, (0, 0)), (0, (2, 2))])
    assert cm.count(garden).total == sum(1 for _ in Ground(garden).placements())


@pytest.mark.slow
@pytest.mark.parametrize("boundary", ["torus", ("torus", "red"), ("free", "torus"), "free"])
def test_orbits_under_shifts_turns_and_mirrors(boundary):
    garden = Garden.packed((2, 2), boundary=boundary, tiles="distinct")
    axes, everything = garden.boundaries.count("torus"), gardens(garden)
    assert len(list(symmetries(garden))) == 2**axes * (8 if len(set(garden.boundaries)) == 1 else 4)
    found = cm.count(garden)
    assert (found.total, found.orbits) == (len(everything), Ground(garden).orbits(everything))


def test_what_is_fixed_or_forbidden_keeps_a_torus_in_place():
    everywhere = {Motion(identity(2), shift) for shift in product(range(3), repeat=2)}
    torus = Garden.packed((3, 3), boundary="torus", tiles="distinct")
    assert everywhere <= set(symmetries(torus))
    still = {Motion(identity(2), (0, 0))}
    for places in ({"fixed": [(15, (1, 1))]}, {"forbidden": [(15, (1, 1))]}):
        garden = Garden.packed((3, 3), boundary="torus", tiles="distinct", **places)
        assert everywhere & set(symmetries(garden)) == still
    along = Garden.packed((3, 3), boundary="torus", tiles="distinct", symmetry="D1")
    assert {move.shift for move in symmetries(along) if move.matrix == identity(2)} == {(0, y) for y in range(3)}


def test_a_large_torus_is_turned_but_not_shifted(monkeypatch):
    garden = Garden.packed((3, 3), boundary="torus", tiles="distinct")
    size = 9 * 8 * 9
    monkeypatch.setattr(_symmetry, "MOST_MOVED", size)
    assert len(list(symmetries(garden))) == 9 * 8
    monkeypatch.setattr(_symmetry, "MOST_MOVED", size - 1)
    assert {motion.shift for motion in symmetries(garden)} == {(0, 0)}
    assert len(cm.build(garden).symmetries) == 8
    assert len(garden.describe().symmetries) == 7


def test_a_time_limit_ends_the_search_for_shifts():
    """Work that nobody waits for any more ends at the next shift, not at the next turn."""
    found = symmetries(Garden.packed((3, 3), boundary="torus", tiles="distinct"))
    next(found)
    with left_behind():
        next(found)


def test_a_torus_of_one_cell_touches_itself():
    for side, answers in ((1, {(0,), (10,)}), (2, {(2, 8), (8, 2)})):
        garden = Garden.packed((side,), boundary="torus", tiles="distinct")
        assert {tuple(code for _, code in placement.tiles) for placement in cm.solutions(garden)} == answers
    assert Garden.packed((1,), boundary="torus", tiles="distinct").check(TilePlacement([((0,), 10)])) == []
    broken = Garden.packed((1,), boundary="torus", tiles="distinct").check(TilePlacement([((0,), 2)]))
    assert broken[0] == "the blue East face of (0,) looks at a red face"


def broken(garden, *tiles):
    return " / ".join(garden.check(TilePlacement(tiles)))


def test_broken_rules_of_variants_are_named():
    pair, end = ((1, 1), 2), ((2, 1), 8)
    some = {"tiles": "distinct", "red": "place"}
    assert broken(Garden.hanging((4, 4), **some), pair, end) == ""
    assert broken(Garden.hanging((4, 4), tiles={10, 8, 2}), pair, end) == "missing tiles: 10"
    assert broken(Garden.hanging((4, 4), tiles=[2]), pair, end) == "not tiles of this garden: 8"
    forbidden = Garden.hanging((4, 4), **some, forbidden=[(2, (1, 1)), (None, (2, 1)), (8, (1, 1))])
    told = "tile 2 lies at (1, 1), where it may not / tile 8 lies at (2, 1), where no tile may lie"
    assert broken(forbidden, pair, end) == told
    touching = Garden.hanging((3, 2), **some, touching=True)
    sides = ("South", "West")
    assert broken(touching, pair, end) == " / ".join(f"no tile touches the {side} side of the box" for side in sides)
    inside = Garden.hanging((4, 4), tiles="distinct", red="inside")
    assert broken(inside, pair, end, ((0, 3), 0)) == "the red tile lies at (0, 3), on the surface of the box"
    parts = Garden.hanging((4, 4), **some, components=(2, 3))
    assert broken(parts, pair, end) == "the garden has 1 component (one with (1, 1)), not 2 to 3"
    assert broken(Garden.hanging((4, 4), **some, components=(2, None))) == "the garden has 0 components, not at least 2"


def test_broken_boundaries_are_named():
    codes = [((0,), 8), ((1,), 2)]
    assert broken(Garden.packed((2,), boundary="free", tiles="distinct"), *codes) == ""
    assert broken(Garden.packed((2,), boundary="torus", tiles="distinct"), *codes) == ""
    told = [
        f"the blue {face} face of {cell} looks at the outside or air" for face, cell in (("West", (0,)), ("East", (1,)))
    ]
    assert broken(Garden.packed((2,), tiles="distinct"), *codes) == " / ".join(told)
    apart = Garden.packed((2,), boundary="torus", tiles="distinct")
    assert "the red East face of (1,) touches a blue face" in broken(apart, ((0,), 8), ((1,), 0))
    cylinder = Garden.packed((1, 2), boundary=("torus", "red"), tiles="distinct")
    assert broken(cylinder, ((0, 0), 10), ((0, 1), 0)) == ""
    assert "North face of (0, 1) looks at the outside" in broken(cylinder, ((0, 0), 10), ((0, 1), 1))


def test_a_minimised_box_has_its_own_middle_and_surface():
    domino = [((3, 1), 2), ((4, 1), 8)]
    mirrored = {"tiles": "distinct", "symmetry": "D1"}
    assert "the symmetry takes" in broken(Garden.hanging((6, 2), **mirrored), *domino)
    assert broken(Garden.hanging((6, 2), **mirrored, minimise="volume"), *domino) == ""
    assert "the garden is empty" in broken(Garden.hanging((6, 2), **mirrored, minimise="volume"))
    turned_domino = Garden.hanging((5, 5), tiles="distinct", symmetry="C4", minimise="longest")
    assert broken(turned_domino, *domino).startswith(
        "the symmetry does not map the garden's own box of 2 x 1 to itself"
    )
    red = Garden.hanging((9, 9), red="inside", tiles="distinct", minimise="surface")
    assert broken(red, ((4, 4), 0)) == "the red tile lies at (4, 4), on the surface of the garden's own box"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"rule": "falling"}, "hanging or packed"),
        ({"red": "keep"}, "omit, place or inside, not 'keep'"),
        ({"connected": 1}, "true or false"),
        ({"box": ()}, "one, two or three sides, not 0"),
        ({"box": (5, 0)}, "at least 1"),
        ({"box": 5}, "must be a list"),
        ({"box": (10**6, 10**6)}, "too large"),
        ({"rule": "packed", "box": (4, 4), "red": "omit"}, "15 tiles cannot fill 4 x 4 cells"),
        ({"symmetry": "C7"}, "no symmetry 'C7' in 2 dimensions"),
        ({"symmetry": [[[1, 1], [0, 1]]]}, "not a symmetry of the lattice"),
        ({"symmetry": [[[1, 0, 0], [0, 1, 0], [0, 0, 1]]]}, "must be 2 numbers"),
        ({"symmetry": [[[1, 0]]]}, "not a symmetry of the lattice"),
        ({"symmetry": "C4", "box": (5, 6)}, "does not map a box of 5 x 6 to itself"),
        ({"fixed": [(0, (1, 1))]}, "red tile, which is omitted"),
        ({"fixed": [(16, (1, 1))]}, "16, fixed at .* is not a tile of this garden"),
        ({"fixed": [(3, (5, 1))]}, "outside the box"),
        ({"fixed": [(3, (1, 1)), (3, (2, 2))]}, "tile 3 is fixed twice"),
        ({"fixed": [(3, (1, 1)), (5, (1, 1))]}, r"cell \(1, 1\) is fixed twice"),
        ({"fixed": [(3,)]}, "code and cell"),
        ({"boundary": "green"}, "boundary must be red, free or torus, not 'green'"),
        ({"boundary": "free"}, "a hanging garden has air around it"),
        ({"boundary": "torus", "touching": True}, "a torus has no sides for a hanging garden to touch"),
        ({"boundary": "torus", "minimise": "volume"}, "no smaller box that holds it"),
        ({"rule": "packed", "box": (4, 4), "red": "place", "boundary": ["torus"]}, "one for each of 2 axes, not 1"),
        ({"rule": "packed", "box": (4, 4), "red": "place", "boundary": 3}, "the boundary must be a list, not 3"),
        ({"rule": "packed", "box": (4, 4), "red": "place", "boundary": ["red", 3]}, "red, free or torus, not 3"),
        (
            {"rule": "packed", "box": (4, 4), "red": "place", "boundary": ["red", "torus"], "symmetry": "C4"},
            "'C4' does not map the boundary, red, torus, to itself",
        ),
        ({"touching": 1}, "touching must be true or false, not 1"),
        ({"components": 2}, "components .* must be a list"),
        ({"components": (1,)}, "must be 2 items"),
        ({"components": (-1, 2)}, "least number of components must be at least 0"),
        ({"components": (3, 2)}, "greatest number of components must be at least 3, not 2"),
        ({"components": (2, None), "connected": True}, "one component, but components asks for 2 to null"),
        ({"tiles": "some"}, "tiles must be all, distinct or a list of codes, not 'some'"),
        ({"tiles": []}, "an empty list"),
        ({"tiles": 5}, "tiles must be a list of whole numbers, not 5"),
        ({"tiles": [3, 3]}, "tile 3 is in tiles twice"),
        ({"tiles": [3, 16]}, "16, in tiles, is not the code of a tile in 2 dimensions"),
        ({"tiles": [0, 2, 8]}, "red must be place or inside"),
        ({"tiles": [2, 8], "red": "inside"}, "tiles does not contain it"),
        ({"tiles": [2, 8], "fixed": [(3, (1, 1))]}, r"3, fixed at \(1, 1\), is not a tile of this garden"),
        ({"rule": "packed", "box": (3, 2), "tiles": [2, 8]}, "2 tiles cannot fill 3 x 2 cells"),
        ({"forbidden": [3]}, "a forbidden tile, code or null and cell, must be a list"),
        ({"forbidden": [(3, (9, 9))]}, r"tile 3 is forbidden at \(9, 9\), outside the box"),
        ({"forbidden": [(None, (9, 9))]}, r"a cell is forbidden at \(9, 9\), outside the box"),
        ({"forbidden": [(0, (1, 1))]}, r"0, forbidden at \(1, 1\), is the red tile, which is omitted"),
        ({"forbidden": [(3, (1, 1))], "fixed": [(3, (1, 1))]}, r"tile 3 is fixed at \(1, 1\), where it is forbidden"),
        ({"forbidden": [(None, (1, 1))], "fixed": [(3, (1, 1))]}, "where it is forbidden"),
        ({"rule": "packed", "box": (4, 4), "red": "place", "forbidden": [(None, (1, 1))]}, "be forbidden for all"),
        ({"red": "inside", "fixed": [(0, (0, 1))]}, r"inside, but is fixed at \(0, 1\), on the surface"),
        ({"minimise": "weight"}, "minimise must be volume, surface, longest, components or null, not 'weight'"),
        ({"minimise": "volume", "touching": True}, "touches all sides of its box has no smaller volume"),
        ({"rule": "packed", "box": (4, 4), "red": "place", "minimise": "longest"}, "its longest cannot be minimised"),
        ({"minimise": "components", "connected": True}, "there is nothing to minimise"),
    ],
)
def test_senseless_gardens_are_refused(arguments, words):
    with pytest.raises(PuzzleError, match=words) as error:
        Garden(**{"rule": "hanging", "box": (5, 5), **arguments})
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("garden", "words"),
    [
        (Garden.hanging((3, 4)), "15 tiles do not fit in the 12 cells of a box of 3 x 4"),
        (Garden.hanging((9, 2)), "the all-blue tile needs a neighbour to the South and one to the North"),
        (Garden.packed((2, 8), boundary=("red", "torus")), "one to the East, so no side of less than 3"),
        (Garden.packed((8, 2), red="inside", boundary="free"), "every cell of a box of 8 x 2 is on its surface"),
        (Garden.hanging((5, 5), tiles=[2, 10]), "2 tiles have a blue East face and 1 a blue West one"),
        (Garden.hanging((5, 5), tiles=[2, 8], symmetry="C4"), "the symmetry makes tile 1 of tile 2"),
        (Garden.hanging((5, 5), tiles=[2, 8], components=(2, None)), "2 tiles can form at most 1 component, not 2"),
        (Garden.hanging((5, 5), tiles=[2, 8], components=(0, 0)), "so the garden has at least one component"),
        (Garden.hanging((5, 5), symmetry="C4"), "tiles are mapped to themselves by just"),
    ],
)
def test_infeasible_reasons_are_told_and_true(garden, words):
    assert words in garden.infeasible_reason()
    model = cm.build(garden)
    result = cm.solve(garden)
    assert (result.status, result.reason) == (Status.INFEASIBLE, model.infeasible)
    unaware = cm.Model(garden, model.cp, model.key, model.decode)
    assert cm.solve(unaware).status is Status.INFEASIBLE


def test_what_fits_has_no_infeasible_reason():
    fitting = [Garden.packed((2, 8), boundary=("free", "torus")), Garden.packed((8, 2), red="inside", boundary="torus")]
    for garden in [*fitting, Garden.hanging((5, 5), red="inside"), Garden.hanging((9, 2), tiles="distinct")]:
        assert garden.infeasible_reason() is None
        assert garden.check(cm.solve(garden).solution) == []


# --- least costs


def parts_of(garden, least):
    return [part for part in garden.parts() if part.cost == least]


def test_the_costs_of_parts_rise_and_turned_copies_are_alike():
    garden = Garden.hanging((6, 6), minimise="volume")
    costs = [part.cost for part in garden.parts()]
    assert costs == sorted(costs)
    assert [(part.puzzle.box, part.alike) for part in parts_of(garden, 24)] == [((4, 6), False), ((6, 4), True)]
    marked = Garden.hanging((6, 6), minimise="volume", forbidden=[(None, (2, 2))])
    assert [part.alike for part in parts_of(marked, 24)] == [False] * (3 + 3)


def test_parts_go_to_other_processes_and_back():
    garden = Garden.hanging((7, 7), fixed=[(15, (5, 5))], minimise="volume")
    for one in (garden, Garden.hanging((5, 5), minimise="components")):
        part = next(one.parts())
        copy = pickle.loads(pickle.dumps(part))
        placement = TilePlacement([((1, 1), 2)])
        assert (copy.puzzle, copy.whole(placement)) == (part.puzzle, part.whole(placement))


def test_a_least_cost_cut_short_says_what_was_ruled_out(clock, monkeypatch):
    """Boxes are ruled out by rising volume, and the reason names the first that is left."""
    garden = Garden.hanging((6, 6), minimise="volume")
    first, *_, last = garden.parts()

    def late(one):
        if one == garden:
            yield first
            clock.now += 100
            yield last

    monkeypatch.setattr(Garden, "parts", late)
    result = cm.solve(garden, time_limit=100, workers=1)
    assert (result.status, result.solution, result.cost) == (Status.UNKNOWN, None, None)
    assert first.cost < last.cost
    assert result.reason == f"volume: no solution has less than {last.cost}"


def test_of_a_minimising_garden_those_of_least_cost_are_counted(monkeypatch):
    """88 gardens lie in 4 x 6, by brute force, and as many in 6 x 4; each touches all sides of its box."""
    garden = Garden.hanging((6, 6), minimise="volume")
    assert cm.count(garden) == cm.Count(2 * 88, 2 * 88, 2 * 22, exhausted=True)
    some = cm.count(garden, limit=100)
    assert (some.total, some.exhausted) == (100, False)
    assert cm.is_unique(garden) is False
    assert cm.count(Garden.hanging((4, 4), minimise="volume")) == cm.Count(0, 0, 0, exhausted=True)
    with pytest.raises(PuzzleError, match="`parts` are plain puzzles by rising cost"):
        cm.solutions(garden)
    assert list(cm.Zip(2, 2).parts()) == []
    monkeypatch.setattr(solving, "_counted", lambda *_, **__: cm.Count(3, 3, None, exhausted=True))
    assert cm.count(Garden.hanging((4, 4), minimise="volume")).orbits is None


@pytest.mark.slow
def test_cubes_pack_in_one_network_with_the_red_one_inside():
    garden = Garden.packed(red="inside", connected=True)
    result = cm.solve(garden)
    assert garden.check(result.solution) == []
    red = next(cell for cell, code in result.solution.tiles if code == 0)
    assert all(0 < c < 3 for c in red)
