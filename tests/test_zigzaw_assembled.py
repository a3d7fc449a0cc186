"""A Zigzaw as one sees it: put together from pictures, in its frame, numbered; the author's JSON; no search needed."""

import io
import json
from dataclasses import replace

import pytest
from command_line import fails, run
from drawn import of_role, texts
from PIL import Image
from refusals import refusal
from test_zigzaw_pictures import example

import cpmodels as cm
import readers
import renderers
from cpmodels import PuzzleError, sharing
from cpmodels.puzzles import BorderFrog, Frog, Mosaic
from cpmodels.puzzles.zigzaw import ALL_PARTS, Photos
from cpmodels.puzzles.zigzaw.geometry import frame_box, in_frame
from renderers.palette import RUBIK, rgb
from renderers.shapes import bounds, clipped

LETTERS = {colour: colour[0].upper() for colour in RUBIK}


@pytest.fixture(scope="module")
def small():
    """A puzzle of 3 x 4 in all colours, which lies solved as it is."""
    return example(3, 4)


AS_IT_LIES = Mosaic([[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]])


@pytest.mark.parametrize("sheet", [False, True])
def test_a_folder_of_pictures_goes_in_and_the_whole_puzzle_comes_out(small, tmp_path, sheet):
    """Every part has its colour in the picture, where the frame has it, and the picture is as large as the frame."""
    sharing.pictures(small, tmp_path, sheet=sheet)
    puzzle = readers.read(tmp_path)
    picture = renderers.draw(puzzle, AS_IT_LIES)
    with Image.open(tmp_path / "border.png") as border:
        assert (round(picture.width), round(picture.height)) == border.size
    assert not of_role(picture, "title")
    whole = Image.open(io.BytesIO(picture.png(scale=1.0))).convert("RGB")
    for cell, index in AS_IT_LIES:
        for part in ALL_PARTS:
            colour = getattr(puzzle.pieces[index], part)
            across, down = in_frame(cell, part, 3, 4)
            pixel = whole.getpixel((int(across * whole.width), int(down * whole.height)))
            assert max(abs(a - b) for a, b in zip(pixel, rgb(RUBIK[colour]), strict=True)) < 60


def test_pictures_are_told_by_svg_and_left_out_on_demand(small, tmp_path):
    sharing.pictures(small, tmp_path)
    run("draw", tmp_path, "-o", tmp_path / "unsolved.svg")
    solution = tmp_path / "solution.json"
    readers.write_solution(AS_IT_LIES, solution)
    run("draw", tmp_path, solution, "-o", tmp_path / "photo.svg")
    run("draw", tmp_path, solution, "-o", tmp_path / "drawn.svg", "--art", "drawn")
    assert (tmp_path / "photo.svg").read_text().count("<image") == 13
    assert "<image" not in (tmp_path / "drawn.svg").read_text() + (tmp_path / "unsolved.svg").read_text()


@pytest.mark.parametrize(
    ("pieces", "border", "said"),
    [
        (5, None, "photos must be a list, not 5"),
        ([5], None, "a photo is PNG data, as bytes, not 5"),
        ([b""], "frame.png", "a photo is PNG data, as bytes, not 'frame.png'"),
        ([b""], None, "1 photo is given for 12 pieces"),
    ],
)
def test_photos_are_bytes_and_there_is_one_of_each_frog(small, pieces, border, said):
    with pytest.raises(PuzzleError, match=said):
        replace(small, photos=Photos(pieces, border))


def test_frogs_have_numbers_and_outlines_to_assemble_by(small, tmp_path):
    sharing.pictures(small, tmp_path)
    for puzzle in (small, readers.read(tmp_path)):
        picture = renderers.draw(replace(puzzle, art="numbered"), AS_IT_LIES)
        assert texts(picture, "number") == [str(number) for number in range(1, 13)]
        assert len(of_role(picture, "outline")) == 24
        assert not of_role(renderers.draw(puzzle, AS_IT_LIES), "outline")


def test_an_art_that_there_is_not(tmp_path):
    said = fails("draw", "zigzaw", "-o", tmp_path / "x.svg", "--art", "insects")
    assert "the art must be one of drawn, numbered, not 'insects'" in said
    assert not (tmp_path / "x.svg").exists()


def test_the_border_is_cut_along_its_frame():
    puzzle = readers.read("zigzaw")
    mosaic = Mosaic([range(9 * row, 9 * row + 9) for row in range(9)])
    picture = renderers.draw(puzzle, mosaic)
    (x, y), width = renderers.middle_of(puzzle, (0, 0))
    left, top, right, bottom = (width * at for at in frame_box(puzzle.rows, puzzle.cols))
    seen = bounds(of_role(picture, "around") + of_role(picture, "frame"))
    assert seen == pytest.approx((x + left, y + top, x + right, y + bottom))
    assert clipped([(0, 0), (1, 0), (1, 1)], (2, 2, 3, 3)) == ()


def letters(puzzle):
    """A puzzle in the JSON of the article's author."""

    def word(frog):
        return "".join(LETTERS.get(getattr(frog, part), "?") for part in ALL_PARTS)

    around = {(row, col): word(frog) for row, col, frog in puzzle.border}
    cells = [(row, place - 1 - row % 2) for row in range(-1, puzzle.rows + 1) for place in range(puzzle.cols + 3)]
    return {
        "info": {"board_size": {"pieces_per_row": puzzle.cols + 3, "pieces_per_column": puzzle.rows + 2}},
        "key_to_color": {letter: colour for colour, letter in LETTERS.items()} | {"?": "unknown"},
        "frog_pieces": [part.replace("arm", "hand") for part in ALL_PARTS],
        "pieces": [word(frog) for frog in puzzle.pieces],
        "colors": {"blue": [0.0, 0.0, 1.0]},
        "puzzle_board": [None if cell in puzzle.centres else around.get(cell, "???????") for cell in cells],
    }


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (3, 2)])
def test_the_json_of_the_author_is_read(size):
    puzzle = example(*size)
    assert readers.read(letters(puzzle)) == puzzle
    assert readers.read(json.dumps(letters(puzzle))) == puzzle


def test_frogs_of_the_frame_that_do_not_touch_the_board_are_kept(small):
    form = letters(small)
    form["puzzle_board"][0] = "Y????RG"
    read = readers.read(form)
    assert read.border[0] == BorderFrog(-1, -2, Frog(left_arm="yellow", right_arm="red", body="green"))
    assert readers.read(readers.write(read)) == read
    assert cm.count(read) == cm.count(small)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"pieces": ["YRY"]}, "pieces[0]: a frog has 7 letters, not 3"),
        ({"pieces": ["XXXXXXX"]}, "pieces[0]: 'X' is not a letter of key_to_color"),
        ({"puzzle_board": [None]}, "puzzle_board: a 3 x 4 board with its border needs 12 entries, not 1"),
        ({"puzzle_board": [None] * 12}, "a frame of 3 x 4 holds 1 rows of 1 frogs"),
        ({"frog_pieces": ["left_hand"]}, "frog_pieces must be left_arm, left_side"),
        ({"info": {}}, "info: the field 'board_size' is missing"),
    ],
)
def test_json_of_the_author_that_is_wrong(change, expected):
    assert expected in refusal(readers.read, letters(example(1, 1)) | change)


def test_it_is_told_that_no_search_was_needed():
    assert "no search was needed" in run("solve", "zigzaw")[1]
    assert json.loads(run("solve", "zigzaw", "--json")[0])["settled"] is True
    assert not cm.solve("nine-one").settled
    assert "no search" not in run("solve", "nine-one")[1]
    assert "settled" not in json.loads(run("solve", "nine-one", "--json")[0])
