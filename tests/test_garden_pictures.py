"""Pictures of gardens of cubes: the chart of the tiles, plans of layers, codes, and a view in which few cubes hide."""

import re
from itertools import groupby

import numpy as np
import pytest
from command_line import fails, run
from drawn import of_role, overlapping, texts
from PIL import Image, ImageDraw

import cpmodels as cm
import readers
import renderers
from cpmodels.base.lattice import CUBIC
from cpmodels.puzzles.garden.tiles import BITS
from renderers import paper
from renderers.palette import BLUE, INK, RED, mix
from renderers.shapes import bounds

ALL = cm.Garden.packed((4, 4, 4))
LINE = cm.puzzles.TilePlacement([((0, 0, 0), 16 + 2), ((1, 0, 0), 8), ((0, 0, 1), 32 + 1), ((0, 1, 1), 4)])
"""Four connected cubes in a corner of a box of 2 x 2 x 3."""
CORNER = cm.Garden.hanging((2, 2, 3), tiles=(18, 8, 33, 4))


# --- the chart of the tiles


@pytest.mark.parametrize(
    "garden",
    [
        ALL,
        cm.Garden.hanging((5, 5, 5)),
        cm.Garden.hanging((3, 3, 3), tiles=(1, 4, 16, 32, 63)),
        cm.Garden.packed((4, 4)),
    ],
)
def test_the_chart_has_every_tile_once_in_rows_by_blue_faces(garden):
    codes = of_role(renderers.draw(garden), "code")
    told = [int(text.content) for text in codes]
    assert sorted(told) == list(garden.tile_set)
    rows = {text.centre[1]: [] for text in codes}
    for text in codes:
        rows[text.centre[1]].append(int(text.content))
    assert list(rows) == sorted(rows)
    assert all(len({code.bit_count() for code in row}) == 1 for row in rows.values())
    blue = [code.bit_count() for code in told]
    assert blue == sorted(blue)
    named = texts(renderers.draw(garden), "blue-faces")[::2]
    assert named == [str(count) for count, _ in groupby(blue)]


def test_a_cube_of_the_chart_shows_all_its_six_faces():
    drawn = renderers.draw(ALL)
    shading = {"South": 0.12, "East": 0.28}
    for name in CUBIC.names:
        faces = of_role(drawn, f"face {name}")[:-1]  # the last one belongs to the key
        told = [int(text.content) for text in of_role(drawn, "code")]
        expected = [mix(BLUE if code & BITS[name] else RED, INK, shading.get(name, 0.0)) for code in told]
        assert [face.fill for face in faces] == expected


def test_the_faces_of_a_cube_do_not_hide_each_other():
    """Each face is seen from its own place: the key paints its six faces, and the middle of none is painted over."""
    drawn = renderers.draw(cm.Garden.hanging((1, 1, 1), tiles=(63,)))
    faces = [shape for shape in drawn.shapes if shape.role.startswith("face ")][:6]
    left, top, right, bottom = bounds(faces)
    canvas = Image.new("L", (int(right - left) + 1, int(bottom - top) + 1))
    for number, face in enumerate(faces, 1):
        ImageDraw.Draw(canvas).polygon([(x - left, y - top) for x, y in face.points], fill=number)
    seen = canvas.histogram()
    whole = max(seen[1:7])
    assert all(count > 0.5 * whole for count in seen[1:7])


def test_fixed_cubes_are_drawn_in_the_box_and_the_others_in_the_chart():
    drawn = renderers.draw(readers.read("cubes-packed"))
    assert len(of_role(drawn, "cube")) == 2 * 3
    assert len(of_role(drawn, "code")) == 62
    assert not of_role(renderers.draw("cubes"), "box")


# --- how cubes are seen


def seen(garden, placement, **options):
    """What share of each cube is seen, found by painting each in a colour of its own."""
    drawn = renderers.draw(garden, placement, **options).shapes
    solids = [shape for shape in drawn if shape.role == "cube" or shape.role.startswith("rod")]
    left, top, right, bottom = bounds(solids)
    canvas = Image.new("I", (int(right - left) + 1, int(bottom - top) + 1))
    areas = np.zeros(len(placement.tiles) + 1)
    faces = 0
    for shape in solids:
        faces += shape.role == "cube"
        number = (faces + 2) // 3 if shape.role == "cube" else 0
        areas[number] += area(shape.points)
        ImageDraw.Draw(canvas).polygon([(x - left, y - top) for x, y in shape.points], fill=number)
    assert faces == 3 * len(placement.tiles)
    return np.bincount(np.array(canvas).ravel(), minlength=len(areas))[1:] / areas[1:]


def area(points):
    x, y = (np.array(values) for values in zip(*points, strict=True))
    return abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2


def test_by_default_no_cube_lies_wholly_behind_others(cubes):
    turned = {"view": "isometric", "turn": 0.0}
    assert (seen(*cubes, **turned) == 0).sum() > 15
    for options in ({}, {"view": "isometric"}):
        shares = seen(*cubes, **options)
        assert (shares == 0).sum() == 0
        assert (shares < 0.05).sum() <= 2


def test_codes_are_written_on_cubes_on_demand(cubes):
    assert not of_role(renderers.draw(*cubes), "code")
    for view in ("isometric", "oblique"):
        codes = of_role(renderers.draw(*cubes, view=view, codes=True), "code")
        assert sorted(text.content for text in codes) == [f"{code:02d}" for code in range(1, 64)]


def test_a_turn_may_be_a_number_of_numpy():
    assert renderers.draw(CORNER, LINE, turn=np.int64(20)) == renderers.draw(CORNER, LINE, turn=20.0)
    assert renderers.page(CORNER, [LINE], turn=np.int64(20)) == renderers.page(CORNER, [LINE], turn=20.0)


def test_the_letters_of_the_axes_do_not_cover_each_other():
    for turn in range(0, 360, 15):
        axes = of_role(renderers.draw(CORNER, LINE, turn=float(turn)), "axis")
        letters = [bounds([text]) for text in axes if hasattr(text, "content")]
        assert len(letters) == 3
        assert overlapping(letters) == []


# --- plans of layers


def test_layers_are_counted_alike_in_picture_and_on_paper_and_as_files_do_in_text(cubes):
    puzzle, placement = cubes
    header = cm.text(puzzle, placement).splitlines()[0]
    assert re.split(" {2,}", header) == ["Bottom", "z = 1", "z = 2", "z = 3", "Top"]
    names = ["Bottom", "z 2", "z 3", "z 4", "Top"]
    drawn = of_role(renderers.draw(puzzle, placement, view="layers"), "layer")
    assert [text.content for text in drawn] == names
    (_, by_numbers) = list(paper.pages(puzzle, [placement]))[-2:]
    assert [shape.content for shape in by_numbers if shape.role == "layer"] == names


@pytest.mark.parametrize(
    ("garden", "known"),
    [
        (CORNER, cm.Partial([cm.Mark.at((0, 0, 2), 16)])),
        (
            cm.Garden("hanging", lattice="cubic", region=[(0, 0, 0), (0, 0, 2)], tiles=[16, 32]),
            cm.puzzles.TilePlacement([((0, 0, 2), 16)]),
        ),
    ],
    ids=["partial", "gap"],
)
def test_what_is_known_and_layers_with_a_gap_between_them_are_told_by_numbers(garden, known):
    *_, by_numbers = paper.pages(garden, [known])
    assert texts(by_numbers, "code") == ["16"]


def test_a_plan_shows_each_cube_in_its_place_and_all_its_faces():
    drawn = renderers.draw(CORNER, LINE, view="layers")
    assert CORNER.check(LINE) == []
    at = {text.content: text.centre for text in of_role(drawn, "code")}
    assert at.keys() == {"18", "08", "33", "04"}
    step = at["08"][0] - at["18"][0]
    assert step > 0
    assert at["08"][1] == at["18"][1]
    assert at["04"] == pytest.approx((at["33"][0], at["33"][1] - step))
    boards = [bounds([board]) for board in of_role(drawn, "board")]
    inside = [
        {code for code, (x, y) in at.items() if left < x < right and top < y < bottom}
        for left, top, right, bottom in boards
    ]
    assert inside == [{"18", "08"}, {"33", "04"}, set()]
    assert len(of_role(drawn, "connection")) == 2  # 18 and 33 join from layer to layer
    assert len(of_role(drawn, "blue")) == sum(code.bit_count() for _, code in LINE.tiles)
    assert len(of_role(drawn, "blue")) + len(of_role(drawn, "red")) == 6 * 4


def test_plans_of_fixed_cubes_stand_above_the_chart():
    drawn = renderers.draw(readers.read("cubes-packed"), view="layers")
    assert len(of_role(drawn, "layer")) == 4
    assert len(of_role(drawn, "code")) == 64


def test_squares_are_their_own_plan():
    garden = readers.read("squares")
    placement = cm.solve(garden).solution
    assert renderers.draw(garden, placement, view="layers") == renderers.draw(garden, placement)


# --- the command line


def test_the_command_draws_plans_and_codes(tmp_path):
    run("draw", "cubes-packed", "-o", tmp_path / "plan.svg", "--view", "layers")
    assert "z 2" in (tmp_path / "plan.svg").read_text(encoding="utf-8")
    for more, count in (((), 62), (("--codes",), 64)):
        run("draw", "cubes-packed", "-o", tmp_path / "cubes.svg", *more)
        assert (tmp_path / "cubes.svg").read_text(encoding="utf-8").count('class="code"') == count
    assert "'--view'" in fails("draw", "cubes", "-o", tmp_path / "a.svg", "--view", "top")


def test_of_a_box_that_is_far_too_large_the_part_with_tiles_is_drawn():
    """As if the box were no larger, but for the names of layers and where it lies; beside its rim, up to the rim."""
    large = cm.Garden.hanging((31, 31, 31), tiles=(18, 8, 33, 4), name="large")
    placement = LINE.shifted((15, 0, 28))
    near, moved = cm.Garden.hanging((4, 3, 4), tiles=large.tiles, name="large"), LINE.shifted((1, 0, 1))
    for view in ("isometric", "layers"):
        drawn, expected = renderers.draw(large, placement, view=view), renderers.draw(near, moved, view=view)
        assert texts(drawn, "caption") == ["x 15 to 18, y 1 to 3, z 28 to 31 of 31 x 31 x 31"]
        assert not of_role(expected, "caption")
        rest = [[s for s in one.shapes if s.role not in ("caption", "layer")] for one in (drawn, expected)]
        assert rest[0] == rest[1]
    assert texts(drawn, "layer") == ["z 28", "z 29", "z 30", "Top"]
