"""Gardens on other lattices as pictures, text, paper and JSON: faces look at their neighbours, and all is read back."""

import random
from itertools import combinations
from math import dist, hypot, isclose

import pytest
from command_line import fails, run
from drawn import of_role, overlapping, texts
from examples import examples
from hypothesis import example, given
from hypothesis import strategies as st
from puzzle_strategies import FAR, KNIGHT
from refusals import refusal

import cpmodels as cm
import readers
import renderers
from cpmodels import Garden
from cpmodels.base.errors import UnsupportedError
from cpmodels.base.lattice import KING, TRIANGULAR, Lattice
from cpmodels.puzzles import TilePlacement
from cpmodels.puzzles.garden.tiles import bits
from renderers import paper
from renderers.garden._flat import sheet
from renderers.moments import Moment, draw_moment
from renderers.shapes import bounds

SKEW = Lattice(("a", "b", "c", "d", "e", "f"), ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)))
SPACE = Lattice(("a", "b"), ((1, 1, 1), (-1, -1, -1)))
RING = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
FREE = {"boundary": "free", "tiles": "distinct"}

GARDENS = {
    "hexagons": Garden.packed((4, 3), lattice="hexagonal", **FREE),
    "torus": Garden.packed((4, 3), lattice="hexagonal", boundary=("torus", "free"), tiles="distinct"),
    "region": Garden.packed(region=RING, lattice="hexagonal", **FREE),
    "hexagon": Garden.hanging(region="hexagon 3", lattice="hexagonal"),
    "renamed": Garden.packed(region=RING, lattice=SKEW, **FREE),
    "triangles": Garden.packed(region="rhombus 4 2", lattice="triangular", **FREE),
    "king": Garden.packed((4, 3), lattice="king", **FREE),
    "rows": Garden.packed(region=RING, lattice=KING, **FREE),
    "squares": Garden.packed(region=RING, lattice="square", **FREE),
    "knight": Garden.packed(region=[(x, y) for x in range(4) for y in range(3)], lattice=KNIGHT, **FREE),
    "long": Garden.packed((7,), lattice=FAR, **FREE),
}
"""Flat ones."""
TESSERACTS = {
    "box": Garden.packed((2, 3, 2, 3), lattice="hypercubic", **FREE),
    "some": Garden.packed(
        region=[(0, 0, 0, 0), (0, 1, 0, 0), (0, 0, 2, 0), (0, 0, 0, 1)], lattice="hypercubic", **FREE
    ),
}


def filled(garden, seed=1, share=0.5):
    """Tiles in all cells, each face blue or red at random as the one that it touches is; codes may be there twice."""
    chance = random.Random(seed)
    blue = {}
    for cell in garden.cells:
        for direction, other in enumerate(garden.neighbours[cell]):
            face = garden.face(cell, direction)
            may_be = other is not None or garden.is_free(cell, direction)
            blue.setdefault(face, may_be and chance.random() < share)
    return TilePlacement(
        (cell, garden.red_tile(cell) + sum(v for d, v in enumerate(bits(garden.lattice)) if blue[garden.face(cell, d)]))
        for cell in garden.cells
    )


def touching(garden, placement):
    """The pairs of blue faces that touch without crossing the rim, and the number of blue faces that look over it."""
    lattice, values = garden.lattice, bits(garden.lattice)
    pairs, over = set(), 0
    for cell, code in placement.tiles:
        for direction, value in enumerate(values):
            if code & value:
                there = lattice.neighbour(cell, direction)
                if there in garden.cells:
                    pairs.add(frozenset((cell, there)))
                else:
                    over += 1
    return pairs, over


def middle(points):
    return tuple(sum(values) / len(points) for values in zip(*points, strict=True))


# --- flat lattices


@pytest.mark.parametrize("name", GARDENS)
def test_each_part_of_a_tile_looks_at_its_neighbour(name):
    """Of the parts of a tile, the one of a direction lies nearest to the cell there, or shares that with its twin."""
    garden = GARDENS[name]
    page = sheet(garden)
    for cell in list(garden.cells)[:3]:
        code, at = garden.red_tile(cell), page.centre(cell)
        for direction, value in enumerate(bits(garden.lattice)):
            drawn = renderers.draw(garden, TilePlacement([(cell, code + value)]))
            (blue,) = of_role(drawn, "blue")
            assert len(of_role(drawn, "red")) == len(garden.lattice.offsets) - 1
            there = page.centre(garden.lattice.neighbour(cell, direction))
            way = (there[0] - at[0], there[1] - at[1])

            def along(part, at=at, way=way):
                x, y = middle(part.points[:-1])
                return ((x - at[0]) * way[0] + (y - at[1]) * way[1]) / hypot(x - at[0], y - at[1])

            assert all(along(blue) > along(red) - 1e-6 for red in of_role(drawn, "red"))


@pytest.mark.parametrize("name", GARDENS)
def test_faces_bars_and_codes_are_those_of_the_garden(name):
    garden = GARDENS[name]
    placement = filled(garden)
    drawn = renderers.draw(garden, placement)
    total = len(garden.lattice.offsets) * len(placement.tiles)
    whole = sum(bits(garden.lattice))
    blue = sum((code & whole).bit_count() for _, code in placement.tiles)
    assert (len(of_role(drawn, "blue")), len(of_role(drawn, "red"))) == (blue, total - blue)
    told = {text.centre: int(text.content) for text in of_role(drawn, "code")}
    page = sheet(garden)
    assert told == {page.centre(cell): code for cell, code in placement.tiles}
    pairs, over = touching(garden, placement)
    bars = [frozenset((bar.points[0], bar.points[-1])) for bar in of_role(drawn, "connection")]
    assert len(bars) == len(pairs)
    assert set(bars) == {frozenset(map(page.centre, pair)) for pair in pairs}
    assert (len(of_role(drawn, "rim")), len(of_role(drawn, "stub"))) == (over, 0)


@pytest.mark.parametrize("name", GARDENS)
def test_cells_lie_side_by_side(name):
    """Two cells have a side in common, seen from both, or none; what has no cell beyond it is the rim of a region."""
    garden = GARDENS[name]
    page = sheet(garden)
    sides = {(cell, other): page.about(cell, side) for cell in garden.cells for other, side in page.tiling.sides(cell)}
    for (cell, other), (one, two) in sides.items():
        assert dist(page.centre(cell), one) == pytest.approx(dist(page.centre(cell), two))
        if (other, cell) in sides:
            assert [*sides[other, cell][1], *sides[other, cell][0]] == pytest.approx([*one, *two])
    places = {cell: page.centre(cell) for cell in garden.cells}
    assert all(dist(one, two) > 0.99 * page.cell for one, two in combinations(places.values(), 2))


def test_the_rim_of_a_region_follows_its_cells():
    drawn = renderers.draw(GARDENS["region"])
    around = sum(other not in RING for cell in RING for other in GARDENS["region"].lattice.neighbours(cell))
    rim = [shape for shape in of_role(drawn, "board") if len(shape.points) == 2]
    assert len(rim) == 2 * around
    assert len(of_role(drawn, "grid")) == (6 * len(RING) - around) / 2


def test_blue_faces_that_wait_are_stubs_and_forbidden_cells_are_marked():
    garden = Garden.hanging(
        region="hexagon 2", lattice="hexagonal", forbidden=[(None, (1, 0)), (5, (0, 0))], fixed=[(63, (0, 0))]
    )
    drawn = renderers.draw(garden)
    assert len(of_role(drawn, "stub")) == 6
    (grey,) = of_role(drawn, "forbidden")
    assert middle(grey.points) == pytest.approx(sheet(garden).centre((1, 0)))
    assert texts(drawn, "caption")[0] == "62 tiles to place in a hexagon of side 2"
    codes = [int(text.content) for text in of_role(drawn, "code")]
    assert sorted(codes) == [*range(1, 64)]


def test_long_steps_do_not_pass_through_other_tiles():
    garden = GARDENS["long"]
    drawn = renderers.draw(garden, TilePlacement([((0,), 2), ((1,), 0), ((2,), 8)]))
    (bar,) = of_role(drawn, "connection")
    page = sheet(garden)
    assert min(dist(point, page.centre((1,))) for point in bar.points) > 0.5 * page.cell


def test_a_large_rhombus_is_drawn_as_one_board():
    drawn = renderers.draw(Garden.hanging((150, 150), lattice="hexagonal", fixed=[(63, (9, 9))]))
    assert len(of_role(drawn, "board")) == 1
    assert not of_role(drawn, "grid")


def test_charts_have_every_tile_once():
    for garden in (Garden.packed((16, 16), lattice="king"), Garden.packed((4, 4, 4, 4), lattice="hypercubic")):
        told = [int(text.content) for text in of_role(renderers.draw(garden), "code")]
        assert sorted(told) == [*range(256)]
        assert [code.bit_count() for code in told] == sorted(code.bit_count() for code in told)


def test_no_two_tiles_of_a_chart_overlap():
    for garden in (GARDENS["triangles"], GARDENS["hexagon"]):
        boxes = [bounds([tile]) for tile in of_role(renderers.draw(garden), "tile")]
        assert len(boxes) == len(garden.tile_set)
        assert overlapping(boxes) == []


def test_cubes_in_a_region_stand_on_its_floor():
    garden = Garden.packed(region=[(0, 0, 1), (0, 0, 3), (0, 1, 3), (2, 1, 4)], lattice="cubic", **FREE)
    placement = filled(garden)
    drawn = renderers.draw(garden, placement, view="oblique")
    assert len(of_role(drawn, "cube")) == 3 * 4
    assert len(of_role(drawn, "floor")) == 3
    plans = renderers.draw(garden, placement, view="layers")
    assert texts(plans, "layer") == ["z 2", "z 4", "z 5"]
    assert len(of_role(plans, "blue")) == sum(code.bit_count() for _, code in placement.tiles)


def test_moments_mark_the_cells_of_triangles():
    garden = GARDENS["triangles"]
    cell = next(iter(garden.cells))
    drawn = draw_moment(garden, Moment(air=frozenset({cell})))
    assert [mark.centre for mark in of_role(drawn, "air")] == [sheet(garden).centre(cell)]


# --- tesseracts


@pytest.mark.parametrize("name", TESSERACTS)
def test_arrows_of_tesseracts_point_to_the_layer_of_the_neighbour(name):
    garden = TESSERACTS[name]
    placement = filled(garden)
    drawn = renderers.draw(garden, placement)
    at = {cell: renderers.functions.middle_of(garden, cell)[0] for cell in garden.cells}
    assert {text.centre for text in of_role(drawn, "code")} == set(at.values())
    hub = renderers.functions.middle_of(garden, next(iter(at)))[1] / 3
    for colour in ("blue", "red"):
        arrows = [shape.points for shape in of_role(drawn, colour) if len(shape.points) == 3]
        seen = set()
        for cell, code in placement.tiles:
            own = [points for points in arrows if dist(middle(points), at[cell]) < hub]
            for direction in range(4, 8):
                if bool(code >> direction & 1) == (colour == "blue"):
                    other = garden.lattice.neighbour(cell, direction)
                    step = [-1, 1][direction % 2 == 0]
                    way = (step, 0) if direction < 6 else (0, -step)
                    if other in at:
                        over = [b - a for a, b in zip(at[cell], at[other], strict=True)]
                        assert [isclose(v, 0, abs_tol=1e-6) for v in over] == [not v for v in way]
                        assert over[0] * way[0] + over[1] * way[1] > 0
                    (pointing,) = [
                        points
                        for points in own
                        if (middle(points)[0] - at[cell][0]) * way[0] + (middle(points)[1] - at[cell][1]) * way[1] > 5
                    ]
                    seen.add(pointing)
        assert len(seen) == len(arrows)


@pytest.mark.parametrize("name", TESSERACTS)
def test_layers_of_tesseracts_are_gardens_of_squares(name):
    garden = TESSERACTS[name]
    placement = filled(garden)
    drawn = renderers.draw(garden, placement)
    flat = sum((code & 15).bit_count() for _, code in placement.tiles)
    assert 2 * len(of_role(drawn, "connection")) + len(of_role(drawn, "rim")) == flat
    assert len(of_role(drawn, "blue")) == sum(code.bit_count() for _, code in placement.tiles)
    assert sorted(texts(drawn, "layer")) == sorted(
        {"box": ["Kata", "u 2", "Ana", "Bottom", "Top"], "some": ["u 1", "u 2", "z 1", "z 3"]}[name]
    )


# --- text, and what is read


def test_hexagons_and_triangles_are_staggered_rows():
    garden = Garden.hanging(region="hexagon 2", lattice="hexagonal", tiles=(1, 8, 9))
    placement = TilePlacement([((-1, 0), 1), ((0, 0), 9), ((1, 0), 8)])
    assert garden.check(placement) == []
    assert cm.text(garden, placement) == "  --  --\n01  09  08\n  --  --"
    triangles = Garden.hanging(region="triangle 2", lattice="triangular", tiles=(1, 2, 4, 8 + 4), red="omit")
    assert cm.text(triangles).splitlines() == ["    /\\", "/\\  \\/  /\\", "tiles to place: 01 02 04 12"]
    top = min(triangles.cells, key=lambda cell: cell[1])
    below = triangles.lattice.neighbour(top, 2)
    assert cm.text(triangles, TilePlacement([(top, 4), (below, 12)])) == "    04\n/\\  12  /\\"


@pytest.mark.parametrize("garden", [*GARDENS.values(), *TESSERACTS.values()], ids=[*GARDENS, *TESSERACTS])
def test_what_is_printed_is_read(garden):
    one, two = filled(garden, 1), filled(garden, 2, 0.3)
    part = TilePlacement(one.tiles[::2])
    for placement in (one, two, part):
        assert readers.read_solution(garden, cm.text(garden, placement) + "\n") == placement
    several = "\n\n".join(cm.text(garden, placement) for placement in (one, two))
    assert readers.read_solutions(garden, f"{several}\n") == [one, two]


@st.composite
def on_lattices(draw):
    """A garden on any lattice, in a box or any region, with some of its tiles."""
    lattice = draw(st.sampled_from(["hexagonal", "king", "triangular", "hypercubic", "cubic", "square", KNIGHT, FAR]))
    dimension = {"hypercubic": 4, "cubic": 3, FAR: 1}.get(lattice, 2)
    if lattice in ("hexagonal", "triangular") and draw(st.booleans()):
        region = draw(st.sampled_from(["hexagon 2", "rhombus 3 2", "triangle 3"]))
    else:
        coordinate = st.integers(-3, 3)
        region = draw(st.lists(st.tuples(*[coordinate] * dimension), min_size=1, max_size=9, unique=True))
    has_box = lattice in ("hexagonal", "king", "hypercubic") and draw(st.booleans())
    place = {"box": draw(st.tuples(*[st.integers(1, 3)] * dimension))} if has_box else {"region": region}
    plain = Garden.hanging(lattice=lattice, **place)
    cells = draw(st.lists(st.sampled_from(sorted(plain.cells)), unique=True, max_size=6))
    codes = draw(st.permutations(list(plain.tile_set[:40])))
    laid = [(code, cell) for cell, code in zip(cells, codes, strict=False) if plain.suits(code, cell)]
    forbidden = [(None, cell) for cell in cells if cell not in [at for _, at in laid]]
    garden = Garden.hanging(lattice=lattice, fixed=laid[:2], forbidden=forbidden, **place)
    return garden, TilePlacement((cell, code) for code, cell in laid)


KINGS = Garden.hanging((3, 3), lattice="king", fixed=[(1, (0, 0)), (2, (0, 1))])
WRONG = TilePlacement([((0, 0), 1), ((0, 1), 2), ((1, 0), 16), ((1, 1), 3)])  # More blue faces touch when it is turned.


@examples(60)
@example((KINGS, WRONG))
@given(on_lattices())
def test_gardens_on_lattices_survive_json_and_text(case):
    garden, placement = case
    assert readers.read(readers.write(garden)) == garden
    assert readers.read_solution(garden, readers.write_solution(placement)) == placement
    printed = cm.text(garden, placement) + "\n"
    if placement.tiles:
        assert readers.read_solution(garden, printed) == placement
    codes = of_role(renderers.draw(garden, placement, view="layers"), "code")
    assert sorted(int(text.content) for text in codes) == sorted(code for _, code in placement.tiles)


def test_tiles_of_five_dimensions_are_told_with_their_cells():
    garden = Garden.hanging((2,) * 5, lattice="hypercubic", tiles=(1, 4))
    placement = TilePlacement([((0, 0, 1, 0, 1), 1), ((0, 1, 1, 0, 1), 4)])
    text = cm.text(garden, placement)
    assert text == "0001 at (0, 0, 1, 0, 1)\n0004 at (0, 1, 1, 0, 1)"
    assert readers.read_solution(garden, f"{text}\n") == placement
    assert cm.text(garden) == "tiles to place: 0001 0004"


@pytest.mark.parametrize(
    ("garden", "text", "sentence"),
    [
        ("hexagons", "00 00\n00 00\n", "it has 2 rows, but the box has 3"),
        ("region", "00 00 00\n00 00\n00 00\n", "line 3: it has 2 cells, but this row has 3: '00 00'"),
        ("region", "00 00 00\n00 0x\n00 00 00\n", "line 2: '0x' is not the code of a tile"),
        (
            "region",
            "07 at (0, 0)\n05 on (1, 0)\n",
            "line 2: a tile is given with its cell, as in 07 at (3, 4), not as '05",
        ),
        ("box", "Ana\nBottom\n|000|000|\n", "it is not a grid of 2 x 3 x 2 x 3 in blocks of layers, from Ana to Kata"),
        ("box", "|000|000|\n", "it is not a grid of 2 x 3 x 2 x 3 in blocks of layers, from Ana to Kata"),
        ("some", "000\n000\n", "line 1: write such a garden as rows between bars, or each tile with its cell"),
    ],
)
def test_bad_rows_are_one_sentence(garden, text, sentence):
    assert sentence in refusal(readers.read_solution, (GARDENS | TESSERACTS)[garden], text)


# --- what does not fit, and files


@pytest.mark.parametrize(
    ("name", "cell", "code", "sentence"),
    [
        ("hexagons", (4, 0), 0, "tile 0 lies at (4, 0), outside the box of 4 x 3"),
        ("hexagon", (2, 2), 1, "tile 1 lies at (2, 2), outside the hexagon of side 3"),
        ("region", (1, 1), 1, "tile 1 lies at (1, 1), outside the region of 8 cells"),
        ("hexagon", (0, 0), 64, "64, at (0, 0), is not the code of a tile of this lattice"),
        ("triangles", (0, 0), 9, "tile 9 lies at (0, 0), a cell of another orientation"),
    ],
)
def test_what_does_not_fit_is_one_sentence(name, cell, code, sentence):
    assert refusal(renderers.draw, GARDENS[name], TilePlacement([(cell, code)])) == sentence


@pytest.mark.parametrize(
    ("garden", "words"),
    [
        (Garden.hanging((2,) * 5, lattice="hypercubic"), "gardens in 5 dimensions cannot be drawn"),
        (Garden.hanging(region=[(0, 0, 0)], lattice=SPACE), "gardens on such a lattice cannot be drawn"),
    ],
)
def test_what_has_no_picture_says_so_before_the_search(garden, words, tmp_path):
    for make in (renderers.draw, lambda one: list(paper.pages(one, ()))):
        with pytest.raises(UnsupportedError, match=words):
            make(garden)
    for ending in ("png", "pdf", "gif", "html"):
        with pytest.raises(UnsupportedError, match=words):
            renderers.ready(tmp_path / f"a.{ending}", garden)


@pytest.mark.parametrize("ending", [".stl", ".glb"])
def test_only_squares_and_cubes_have_solids(ending, tmp_path):
    with pytest.raises(UnsupportedError, match=f"only gardens of squares or cubes can be written as {ending}"):
        renderers.save(tmp_path / f"a{ending}", GARDENS["hexagons"])


@pytest.mark.parametrize(("name", "width"), [("hexagon", 40), ("triangles", 40), ("king", 24), ("box", 24)])
def test_tiles_on_paper_are_as_wide_as_they_say(name, width):
    garden = (GARDENS | TESSERACTS)[name]
    (kit,) = renderers.functions.kits(garden)
    assert kit.what == f"{len(garden.tile_set)} tiles of {width} mm"
    assert (kit.width, len(kit.pieces)) == (width, len(garden.tile_set))
    for code, piece in zip(garden.tile_set, kit.pieces, strict=True):
        assert [int(shape.content) for shape in piece if shape.role == "code"] == [code]
        left, top, right, bottom = bounds([shape for shape in piece if shape.role == "tile"])
        assert (left, top, right, bottom) == pytest.approx((0, 0, kit.width, kit.height), abs=1e-6)
    upwards = [piece for code, piece in zip(garden.tile_set, kit.pieces, strict=True) if code >= 8]
    assert (garden.lattice == TRIANGULAR) == (len(upwards) == 8)


def test_a_garden_of_triangles_is_solved_drawn_and_checked(tmp_path):
    picture, text = tmp_path / "triangles.svg", tmp_path / "triangles.txt"
    text.write_text(run("solve", "triangles", "-o", picture)[0])
    assert picture.read_text(encoding="utf-8").count('class="code"') == 14
    assert run("check", "triangles", text)[0] == "the solution is right\n"
    run("draw", "triangles", text, "-o", tmp_path / "again.svg")
    assert (tmp_path / "again.svg").read_text(encoding="utf-8") == picture.read_text(encoding="utf-8")
    cell = next(cell for cell in readers.read("triangles").cells if sum(cell) % 2)
    text.write_text(f"01 at {cell}\n")
    assert "another orientation" in fails("draw", "triangles", text, "-o", picture)
