"""Pictures are tested on their drawing values, files on being what they claim to be."""

import itertools
import pickle
import re
from collections import Counter
from dataclasses import replace
from io import BytesIO
from math import dist
from xml.etree import ElementTree

import pytest
import tiles_bench
from drawn import of_role, texts
from examples import examples
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image
from test_garden import planted, power
from tiles_bench import BORDERED, BORDERED_BOARD, NINE_BOARD

import renderers
from cpmodels import EdgeMatching, Garden, ParameterError, Path, PuzzleError, Zigzaw, Zip
from cpmodels.puzzles import Board, BorderFrog, Frog, Mosaic, Placement, TilePlacement
from cpmodels.puzzles.zigzaw import PARTS, corners
from cpmodels.puzzles.zigzaw.geometry import FACELETS
from renderers import Circle, Picture, Polygon, Polyline, Text
from renderers._figures import COARSE, outline
from renderers._fonts import printed
from renderers.garden._projection import Projection
from renderers.palette import BLUE, INK, RED, RUBIK, SURFACE, named, rgb
from renderers.picture import MARGIN, framed
from renderers.shapes import bounds

NINE = replace(tiles_bench.NINE, name="Nine & <more>")
ZIP = Zip(2, 3, waypoints=[(0, 0), (1, 2), (1, 0)], walls=[((0, 0), (1, 0)), ((0, 1), (1, 1))])
ZIP_PATH = Path([(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0)])


def product_garden(dimension: int) -> tuple[Garden, TilePlacement]:
    """A power of a line that shows each pattern of neighbours once, but for the red tile."""
    box = (5,) * dimension
    return Garden.hanging(box), planted(power(dimension) - {(0,) * dimension}, box)


def zigzaw(rows: int, cols: int) -> tuple[Zigzaw, Mosaic]:
    """Colours at the corners make frogs that fit, row by row, and a known frog on the border."""
    words = itertools.cycle(RUBIK)
    colours: dict[tuple[int, ...], str] = {}

    def frog(row: int, col: int) -> Frog:
        outer = (colours.setdefault(corner, next(words)) for corner in corners(row, col))
        return Frog(*outer, body="teal")

    pieces = [frog(row, col) for row in range(rows) for col in range(cols)]
    border = (BorderFrog(0, -1, replace(frog(0, -1), left_leg=None, right_leg=None, body=None)),)
    return Zigzaw(rows, cols, tuple(pieces), border), Mosaic([range(r * cols, (r + 1) * cols) for r in range(rows)])


CASES = {
    "nine": (NINE, NINE_BOARD),
    "bordered": (BORDERED, BORDERED_BOARD),
    "zip": (ZIP, ZIP_PATH),
    "zigzaw": zigzaw(3, 4),
    "line": product_garden(1),
    "squares": product_garden(2),
    "cubes": product_garden(3),
}
PICTURES = [(name, solved) for name in CASES for solved in (True, False)]


def picture(name: str, solved: bool) -> Picture:
    puzzle, solution = CASES[name]
    return renderers.draw(puzzle, solution if solved else None)


@pytest.mark.parametrize("name", CASES)
def test_the_answers_drawn_here_are_right(name: str) -> None:
    puzzle, solution = CASES[name]
    assert puzzle.check(solution) == []


def test_other_processes_find_what_draws() -> None:
    assert pickle.loads(pickle.dumps(renderers.draw)) is renderers.draw


# --- pictures and files


@pytest.mark.parametrize(("name", "solved"), PICTURES)
def test_svg_is_xml_with_an_element_for_each_shape(name: str, solved: bool) -> None:
    drawn = picture(name, solved)
    root = ElementTree.fromstring(drawn.svg())
    assert [float(v) for v in root.attrib["viewBox"].split()] == pytest.approx(
        [drawn.left, drawn.top, drawn.width, drawn.height], abs=0.01
    )
    tags = [element.tag.split("}")[1] for element in root]
    assert tags[bool(drawn.title) :] == ["rect", *(type(shape).__name__.lower() for shape in drawn.shapes)]


@pytest.mark.parametrize(("name", "solved"), PICTURES)
def test_png_has_the_size_of_the_picture_and_is_not_blank(name: str, solved: bool) -> None:
    drawn = picture(name, solved)
    with Image.open(BytesIO(drawn.png(scale=0.5))) as image:
        assert image.size == (round(drawn.width * 0.5), round(drawn.height * 0.5))
        assert image.getpixel((0, 0)) == rgb(drawn.background)
        assert len(image.getcolors(1 << 20)) > 8


@pytest.mark.parametrize(("name", "solved"), PICTURES)
def test_all_shapes_lie_within_the_picture(name: str, solved: bool) -> None:
    drawn = picture(name, solved)
    for shape in drawn.shapes:
        for x, y in shape.extent():
            assert drawn.left + MARGIN - 1e-6 <= x <= drawn.left + drawn.width - MARGIN + 1e-6
            assert drawn.top + MARGIN - 1e-6 <= y <= drawn.top + drawn.height - MARGIN + 1e-6


def test_save_goes_by_the_ending(tmp_path) -> None:
    drawn = picture("zip", True)
    drawn.save(tmp_path / "a.svg")
    drawn.save(str(tmp_path / "b.PNG"))
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == drawn.svg() == drawn._repr_svg_()
    assert (tmp_path / "b.PNG").read_bytes() == drawn.png()
    for wrong in ("a.gif", "picture"):
        with pytest.raises(ParameterError, match=r"^a picture is saved as \.svg or \.png, not as .+$"):
            drawn.save(tmp_path / wrong)
    with pytest.raises(OSError, match="No such file"):
        drawn.save(tmp_path / "nowhere" / "a.svg")


def test_pictures_are_values() -> None:
    assert picture("cubes", True) == picture("cubes", True)
    assert len({picture("zip", True), picture("zip", True), picture("zip", False)}) == 2


@pytest.mark.parametrize("scale", [0, -1, float("nan"), float("inf")])
def test_a_scale_is_a_positive_number(scale: float) -> None:
    with pytest.raises(ParameterError, match="scale of a picture"):
        picture("zip", True).png(scale)


def test_a_png_stays_within_8000_pixels() -> None:
    with Image.open(BytesIO(picture("line", True).png(scale=1000))) as image:
        assert max(image.size) <= 8000
        assert image.width * image.height <= 16_100_000


@given(st.text(max_size=80))
@example("\x1f\U00010d24")
@examples(40)
def test_any_name_makes_a_title(name: str) -> None:
    drawn = renderers.draw(replace(ZIP, name=name))
    ElementTree.fromstring(drawn.svg().encode())
    assert bool(of_role(drawn, "title")) == bool(name)
    try:
        assert drawn.png(scale=0.2)[:4] == b"\x89PNG"
    except PuzzleError as error:
        characters = "".join(chr(int(code, 16)) for code in re.findall(r"U\+([0-9A-F]{4,6})", str(error)))
        assert characters in printed(name)


def test_a_digit_stands_in_the_middle_of_its_disc() -> None:
    shapes = [Circle((0, 0), 50, INK), Text((0, 0), "8", 60, SURFACE)]
    with Image.open(BytesIO(framed(shapes).png(scale=2))) as image:
        light = [(x, y) for x in range(image.width) for y in range(image.height) if image.getpixel((x, y))[0] > 250]
    lit = [(x, y) for x, y in light if dist((x, y), (image.width / 2, image.height / 2)) < 80]
    for axis, side in enumerate(image.size):
        values = [at[axis] for at in lit]
        assert (min(values) + max(values)) / 2 == pytest.approx(side / 2, abs=4)


@given(st.integers(1, 200), st.integers(1, 200))
@examples(25)
def test_boards_of_all_sizes_have_bounded_pictures(rows: int, cols: int) -> None:
    drawn = renderers.draw(Zip(rows, cols))
    assert max(drawn.width, drawn.height) < 4200
    assert len(of_role(drawn, "grid")) == rows + cols - 2


# --- ZIP


def test_the_path_passes_the_centres_of_its_cells_in_order() -> None:
    start, *pieces, end = [each for each in of_role(picture("zip", True), "path") if isinstance(each, Polyline)]
    middles = [(64 * col + 32, 64 * row + 32) for row, col in ZIP_PATH.cells]
    passed = [point for piece in (start, *pieces, end) for point in piece.points]
    assert [point for point in passed if point in middles] == middles
    for piece, following in itertools.pairwise((start, *pieces, end)):  # they overlap a little, so that no seam is seen
        assert dist(piece.points[-1], following.points[0]) == pytest.approx(0.02 * 64)
    assert len({piece.stroke for piece in pieces}) == len(pieces)
    assert not of_role(picture("zip", False), "path")


def test_walls_stand_between_their_cells() -> None:
    walls = of_role(picture("zip", True), "wall")
    assert [wall.points for wall in walls] == [((0, 64), (64, 64)), ((64, 64), (128, 64))]
    upright = renderers.draw(Zip(2, 3, walls=[((1, 2), (1, 1))]))
    assert [wall.points for wall in of_role(upright, "wall")] == [((128, 64), (128, 128))]


def test_numbers_lie_on_discs_above_the_path() -> None:
    drawn = picture("zip", True)
    numbers = of_role(drawn, "number")
    assert [(n.content, n.centre) for n in numbers] == [("1", (32, 32)), ("2", (160, 96)), ("3", (32, 96))]
    assert [disc.centre for disc in of_role(drawn, "disc")] == [n.centre for n in numbers]
    roles = [shape.role for shape in drawn.shapes]
    assert max(i for i, r in enumerate(roles) if r == "path") < roles.index("disc")


@pytest.mark.parametrize("cells", [[], [(0, 0)], [(0, 0), (1, 2), (0, 0)]])
def test_wrong_paths_are_drawn_too(cells: list[tuple[int, int]]) -> None:
    assert renderers.draw(ZIP, Path(cells)).svg()
    assert renderers.text(ZIP, Path(cells))


# --- edge matching


def test_faces_that_meet_have_one_colour() -> None:
    drawn = picture("bordered", True)
    faces = [(face.fill, face.points) for face in of_role(drawn, "edge")]
    assert len(faces) == 16
    sides = Counter((frozenset(points[:2]), fill) for fill, points in faces)
    assert sorted(sides.values()) == [1] * 8 + [2] * 4
    assert len({fill for fill, _ in faces}) == 5
    assert Counter(texts(drawn, "mark")) == dict.fromkeys("1234", 2)


def test_a_tab_fills_the_blank_it_meets() -> None:
    faces = of_role(picture("nine", True), "edge")
    lines = Counter(frozenset((round(x, 6), round(y, 6)) for x, y in face.points[:-1]) for face in faces)
    assert sorted(lines.values()) == [1] * 12 + [2] * 12
    assert len({face.fill for face in faces}) == 4


def test_tabs_reach_out_and_blanks_in() -> None:
    puzzle = EdgeMatching(1, 1, pieces=[(1, -1, 0, 2)], rule="sum-zero")
    drawn = renderers.draw(puzzle, Board([[(0, 0)]]))
    top, right, bottom, left = of_role(drawn, "edge")
    assert min(y for _, y in top.points) < -10
    assert max(x for x, _ in right.points) == pytest.approx(104)
    assert len(bottom.points) == 3
    assert min(x for x, _ in left.points) < -10
    assert top.fill == right.fill
    assert len({top.fill, bottom.fill, left.fill}) == 3
    assert texts(drawn, "mark") == ["1", "1", "2"]


def test_pieces_are_numbered_and_clues_marked() -> None:
    unsolved = picture("bordered", False)
    assert texts(unsolved, "piece")[:4] == ["1", "2", "3", "4"]
    assert len(of_role(unsolved, "fixed")) == len(of_role(picture("bordered", True), "fixed")) == 1
    assert texts(unsolved, "caption") == ["grey edges (0) belong on the rim; fixed: piece 1 at row 1, column 1"]


def test_small_pieces_bear_no_type() -> None:
    puzzle = EdgeMatching(1, 400, pieces=[(0, 0, 0, 0)] * 400)
    drawn = renderers.draw(puzzle, Board([[(i, 0) for i in range(400)]]))
    assert {type(shape) for shape in drawn.shapes} == {Polygon}


# --- Zigzaw


def test_every_facelet_has_the_colour_of_its_part() -> None:
    puzzle, mosaic = zigzaw(2, 2)
    drawn = renderers.draw(puzzle, mosaic)
    for part, facelets in FACELETS.items():
        expected = [named(getattr(frog, part)) for frog in puzzle.pieces for _ in facelets]
        assert [facelet.fill for facelet in of_role(drawn, part)] == expected


def test_a_border_frog_shows_its_known_parts_only() -> None:
    known = ("left_arm", "left_side", "right_side", "right_arm")
    assert len(of_role(picture("zigzaw", True), "around")) == sum(len(FACELETS[part]) for part in known)


def test_three_parts_of_one_colour_make_the_face_of_a_cube() -> None:
    """The facelets of a board tile the plane: those about an inner corner are nine rhombs of one colour."""
    puzzle, mosaic = zigzaw(3, 3)
    drawn = renderers.draw(puzzle, mosaic)
    middles = Counter(
        tuple(round(sum(v) / 4, 3) for v in zip(*shape.points, strict=True))
        for part in FACELETS
        for shape in of_role(drawn, part)
    )
    assert len(middles) == 9 * 27
    assert {part: len(facelets) for part, facelets in FACELETS.items()} == {
        "body": 9,
        **dict.fromkeys(("left_arm", "right_arm"), 2),
        **dict.fromkeys(("left_side", "right_side"), 4),
        **dict.fromkeys(("left_leg", "right_leg"), 3),
    }


def test_the_outline_of_a_frog_is_one_closed_line() -> None:

    def about(*parts: str) -> tuple:
        return outline(tuple(facelet for part in parts for facelet in FACELETS[part]))

    (loop,) = about("body", *PARTS)
    (body,) = about("body")
    assert len(body) == 12
    assert len(loop) == len(set(loop))
    assert min(loop) == (0, 1.0)
    assert max(loop) == (9, 3.5)
    assert len(about("left_leg", "right_arm")) == 2


def test_polygons_that_overlap_have_an_outline_too() -> None:
    low, high = (((0, 0), (1, 0), (1, height), (0, height)) for height in (1, 2))
    assert outline((low, high)) == (low, high)


def test_the_tray_numbers_all_frogs() -> None:
    drawn = picture("zigzaw", False)
    assert texts(drawn, "number") == [str(i) for i in range(1, 13)]
    assert len(of_role(drawn, "place")) == 12
    assert len(of_role(drawn, "body")) == 12 * 9


def test_large_mosaics_are_drawn_without_lines() -> None:
    puzzle, mosaic = zigzaw(2, 250)
    drawn = renderers.draw(puzzle, mosaic)
    assert drawn.width / 250 < COARSE
    assert len(of_role(drawn, "body")) == 500


# --- gardens


@pytest.mark.parametrize("dimension", [1, 2])
def test_every_blue_connection_has_one_bar(dimension: int) -> None:
    garden, planting = product_garden(dimension)
    drawn = renderers.draw(garden, planting)
    blue = sum(code.bit_count() for _, code in planting.tiles)
    assert len(of_role(drawn, "connection")) == blue / 2
    assert len(of_role(drawn, "blue")) == blue
    assert len(of_role(drawn, "red")) == 2 * dimension * len(planting.tiles) - blue
    assert {face.fill for face in of_role(drawn, "blue")} == {BLUE}
    assert {face.fill for face in of_role(drawn, "red")} == {RED}


def test_north_is_up_and_east_to_the_right() -> None:
    drawn = renderers.draw(Garden.hanging((2, 2)), TilePlacement([((0, 0), 3), ((0, 1), 4), ((1, 0), 8)]))
    at = {code.content: code.centre for code in of_role(drawn, "code")}
    assert at["04"][0] == at["03"][0] < at["08"][0]
    assert at["04"][1] < at["03"][1] == at["08"][1]


def test_a_blue_face_that_waits_is_a_stub() -> None:
    drawn = renderers.draw(Garden.hanging((3, 3)), TilePlacement([((1, 1), 3), ((2, 1), 1)]))
    assert len(of_role(drawn, "stub")) == 3
    assert not of_role(drawn, "connection")


@pytest.mark.parametrize("view", ["oblique", "isometric"])
@pytest.mark.parametrize("turn", [0, 25.5, -100])
def test_every_connection_of_cubes_has_one_rod_of_its_axis(view: str, turn: float) -> None:
    garden, planting = product_garden(3)
    drawn = renderers.draw(garden, planting, view=view, turn=turn)
    for axis, direction in (("E-W", 2), ("N-S", 1), ("T-B", 16)):
        rods = of_role(drawn, f"rod {axis}")
        assert len(rods) == 3 * sum(bool(code & direction) for _, code in planting.tiles)
    assert len(of_role(drawn, "cube")) == 3 * 63


@given(st.sampled_from(["oblique", "isometric"]), st.floats(-720, 720))
@examples(100)
def test_views_look_along_the_line_that_a_point_stands_for(view: str, turn: float) -> None:
    projection = Projection(view, turn)
    assert projection(projection.viewer) == pytest.approx((0, 0), abs=1e-9)
    assert projection.viewer[2] > 0
    assert projection((0, 0, 1))[1] < 0


def test_of_two_cubes_the_nearer_is_painted_last() -> None:
    garden = Garden.hanging((2, 2, 2))
    near, far = (1, 0, 1), (0, 1, 0)
    drawn = renderers.draw(garden, TilePlacement([(near, 0), (far, 63)]))
    cubes = of_role(drawn, "cube")
    lights = [sum(rgb(cube.fill)[2] for cube in faces) for faces in (cubes[:3], cubes[3:])]
    assert lights[0] > lights[1]


@pytest.mark.parametrize(("view", "turn"), [("top", 0), ("oblique", float("nan")), ("isometric", "north")])
def test_a_view_is_known_and_a_turn_a_number(view, turn) -> None:
    with pytest.raises(ParameterError, match=r"^the (view|turn) must be "):
        renderers.draw(*product_garden(3), view=view, turn=turn)


def test_gardens_to_be_planted_show_what_is_fixed_and_what_is_not() -> None:
    squares = renderers.draw(Garden.hanging((5, 5), fixed=[(15, (2, 2))]))
    in_order = (15, 1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14)
    assert texts(squares, "code") == [f"{c:02d}" for c in in_order]
    assert texts(squares, "caption")[0] == "14 tiles to place in 5 x 5"
    cubes = renderers.draw(Garden.hanging((5, 5, 5), fixed=[(63, (2, 2, 2))]))
    assert len(of_role(cubes, "cube")) == 3
    assert len(of_role(cubes, "stub")) == 18


def test_blue_faces_reach_over_the_rim_where_they_may() -> None:
    torus = Garden.packed((2, 1), boundary=("torus", "free"), tiles="distinct")
    drawn = renderers.draw(torus, TilePlacement([((0, 0), 10), ((1, 0), 11)]))
    assert (len(of_role(drawn, "connection")), len(of_role(drawn, "rim")), len(of_role(drawn, "stub"))) == (1, 3, 0)
    board = bounds(of_role(drawn, "board"))
    left, top, right, bottom = bounds(of_role(drawn, "rim"))
    assert left < board[0]
    assert right > board[2]
    assert top < board[1]
    assert bottom < board[3]
    wrong = renderers.draw(torus, TilePlacement([((0, 0), 8), ((1, 0), 0)]))
    assert len(of_role(wrong, "stub")) == 1
    assert not of_role(wrong, "rim")


def test_rods_of_cubes_reach_over_the_rim_where_they_may() -> None:
    garden = Garden.packed((1, 1, 2), boundary=("torus", "free", "red"), tiles="distinct")
    drawn = renderers.draw(
        garden, TilePlacement([((0, 0, 0), 2 + 8 + 16), ((0, 0, 1), 1 + 16 + 32)]), view="oblique", turn=200
    )
    seen = {role: len(of_role(drawn, role)) for role in ("rim E-W", "rim N-S", "rod T-B", "stub")}
    assert seen == {"rim E-W": 6, "rim N-S": 3, "rod T-B": 3, "stub": 3}


def test_forbidden_cells_are_marked() -> None:
    drawn = renderers.draw(Garden.hanging((5, 5), forbidden=[(None, (2, 2)), (3, (1, 1))]))
    assert len(of_role(drawn, "forbidden")) == 1


def test_captions_tell_of_the_variant() -> None:
    torus = Garden.packed((4, 3), boundary=("torus", "free"), tiles="distinct")
    assert texts(renderers.draw(torus), "caption")[0] == "up to 16 tiles to place in 4 x 3, boundary torus x free"
    ring = Garden.packed((4,), boundary="torus", tiles="distinct")
    assert texts(renderers.draw(ring), "caption")[0] == "up to 4 tiles to place in a row of 4, boundary torus"


# --- what does not fit, and colours


@pytest.mark.parametrize(
    ("puzzle", "solution", "sentence"),
    [
        (NINE, Board([[(0, 0)] * 3] * 2), "the board has rows of 3, 3 pieces, not 3 rows of 3"),
        (NINE, Board([]), "the board has rows of no pieces, not 3 rows of 3"),
        (BORDERED, Board([[(0, 0), (1, 0)], [(2, 0), (4, 0)]]), r"piece 5 lies at \(1, 1\), but .* 1 to 4"),
        (CASES["zigzaw"][0], Mosaic([[0, 1, 2, -1]] * 3), r"piece 0 lies at \(0, 3\), but .* 1 to 12"),
        (ZIP, Path([(0, 0), (0, 3)]), r"the path leaves the 2 x 3 board at \(0, 3\)"),
        (Garden.hanging((5, 5)), TilePlacement([((0, 5), 1)]), r"tile 1 lies at \(0, 5\), outside the box of 5 x 5"),
        (Garden.hanging((5, 5)), TilePlacement([((0, 0, 0), 1)]), r"tile 1 lies at \(0, 0, 0\), outside .*"),
        (Garden.hanging((5,)), TilePlacement([((0,), 1)]), r"1, at \(0,\), is not the code of a tile in 1 dimensions"),
    ],
)
def test_answers_that_cannot_be_drawn(puzzle, solution, sentence: str) -> None:
    for render in (renderers.draw, renderers.text, renderers.svg):
        with pytest.raises(PuzzleError, match=f"^{sentence}$"):
            render(puzzle, solution)


@pytest.mark.parametrize("turns", [-1, 4, 7])
def test_odd_turns_and_repeated_pieces_are_drawn(turns: int) -> None:
    assert renderers.draw(NINE, Board([[Placement(0, turns)] * 3] * 3)).svg()
    assert renderers.text(NINE, Board([[Placement(0, turns)] * 3] * 3))


@given(st.text(min_size=1, max_size=12))
def test_every_word_names_a_colour(word: str) -> None:
    assert re.fullmatch("#[0-9a-f]{6}", named(word))


def test_words_name_the_colours_of_the_cube_and_of_the_web_and_others_one_for_good() -> None:
    assert named("Orange") == RUBIK["orange"]
    assert named("teal") == "#008080"
    assert named("rgb(300, 0, 0)") == "#ff0000"
    assert named("123456789") == "#b347d1"
    assert named("no such colour") != named("nor such")


def test_lines_paint_where_they_run() -> None:
    drawn = Picture(40, 20, "#ffffff", (Polyline(((5, 10), (35, 10)), "#000000", 4),))
    with Image.open(BytesIO(drawn.png(scale=1))) as image:
        assert [image.getpixel((x, 10)) for x in (0, 5, 20, 34, 39)] == [(255,) * 3, *[(0,) * 3] * 3, (255,) * 3]


def test_a_gallery_holds_every_picture_in_a_frame_of_its_own():
    pictures = [renderers.draw(Zip(side, side, name=f"side {side}")) for side in (2, 3, 9)]
    whole = renderers.gallery(pictures, columns=2)
    cards = [bounds([card]) for card in of_role(whole, "card")]
    assert texts(whole, "title") == ["side 2", "side 3", "side 9"]
    assert len({(round(right - left, 6), round(bottom - top, 6)) for left, top, right, bottom in cards}) == 1
    start = 0
    for picture, (left, top, right, bottom) in zip(pictures, cards, strict=True):
        drawn = [shape for shape in picture.shapes if shape.role != "title"]
        inside = whole.shapes[start + 1 : start + 1 + len(drawn)]
        x0, y0, x1, y1 = bounds(inside)
        assert left <= x0 < x1 <= right
        assert top <= y0 < y1 <= bottom
        start += len(drawn) + 2
    assert len(renderers.gallery(pictures).shapes) == len(whole.shapes)
    for wrong in ([], pictures):
        with pytest.raises(ParameterError, match="at least one picture and one column"):
            renderers.gallery(wrong, columns=0)
