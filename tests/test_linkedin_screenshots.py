"""Queens, Tango, Mini Sudoku and Patches from screenshots: real ones, drawn ones, and what is refused or doubted."""

import json
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from command_line import fails, run
from linkedin_forms import puzzle_of
from PIL import Image, ImageDraw
from test_screenshots import STYLE

import cpmodels as cm
import readers
from benchmarks.studies.screenshots import linkedin
from benchmarks.studies.screenshots.drawing import KNOWN_FONTS, available, on_screen, screenshot
from benchmarks.studies.screenshots.trials import EXACT, GAMES, WRONG, trials
from cpmodels import PuzzleError, Zip
from cpmodels.puzzles.patches import Patch, Patches
from cpmodels.puzzles.queens import Queens
from cpmodels.puzzles.sudoku import Sudoku
from cpmodels.puzzles.tango import Tango
from readers.screenshots._board import _relief, find_board
from readers.screenshots._queens import _is_shade
from readers.screenshots.games import puzzle_in
from renderers import save


@pytest.mark.slow
def test_the_published_screenshots_are_read_exactly_or_refused(data):
    pictures = sorted(p for p in (data / "linkedin" / "screenshots").rglob("*") if p.suffix in (".png", ".jpg"))
    assert len(pictures) >= 72
    refused = []
    for picture in pictures[::3]:
        try:
            puzzle = readers.read(picture)
        except PuzzleError as error:
            refused.append(str(error))
        else:
            form = json.loads(picture.with_suffix(".json").read_text())
            assert puzzle == puzzle_of(form["game"], form), picture
    assert len(refused) <= 1
    assert all("is cut off" in words or "not clear" in words for words in refused), refused


@pytest.mark.parametrize("game", sorted(GAMES.keys() - {"zip"}))
def test_drawn_at_random_are_read_or_refused(game):
    done = list(trials(range(2002, 2005), game))
    assert [trial.seed for trial in done if trial.outcome == WRONG] == []
    assert sum(trial.outcome == EXACT for trial in done) >= 0.5 * len(done)
    assert all(trial.outcome == EXACT or trial.words for trial in done)


TANGO = Tango(
    [[1, None, None, None, None, 0], *[[None] * 6] * 4, [0, None, None, None, None, 1]],
    equal=[((0, 1), (0, 2)), ((3, 3), (4, 3))],
    different=[((2, 4), (2, 5)), ((4, 0), (5, 0))],
)
SUDOKU = linkedin.random_sudoku(Random(4))
PATCHES = Patches(6, 6, [Patch(0, 0, 12, "wide"), Patch(2, 3, None, "square"), Patch(4, 1, 4), Patch(5, 5, 8, "tall")])
BOARDS = [
    (linkedin.queens, linkedin.random_queens(Random(2))),
    (linkedin.tango, TANGO),
    (linkedin.sudoku, SUDOKU),
    (linkedin.patches, PATCHES),
]


def shown(draw, puzzle, state="empty", seed=1):
    return on_screen(draw(puzzle, STYLE, Random(seed), state), STYLE, Random(seed))


@pytest.mark.parametrize("state", linkedin.STATES)
@pytest.mark.parametrize(("draw", "puzzle"), BOARDS, ids=lambda each: getattr(each, "kind", None))
def test_what_the_player_has_done_is_left_out(draw, puzzle, state):
    assert puzzle_in(shown(draw, puzzle, state)) == puzzle


def test_signs_of_small_cells_are_told_apart_though_their_strokes_run_together():
    small = replace(STYLE, cell=28)
    assert puzzle_in(on_screen(linkedin.tango(TANGO, small, Random(1), "empty"), small, Random(1))) == TANGO


def test_a_sign_that_is_half_hidden_is_refused_by_its_place():
    picture = shown(linkedin.tango, TANGO)
    board = find_board(picture.convert("L"))
    x, y = board.x(2), board.y(0.5)
    ImageDraw.Draw(picture).rectangle((x - 1, y - 5, x + 9, y + 9), (20, 20, 20))
    with pytest.raises(PuzzleError, match="the sign between row 1, column 2 and row 1, column 3 is not clear"):
        puzzle_in(picture)


def test_a_line_stands_out_also_where_cells_are_so_small_that_no_pixel_is_beside_it():
    grey = np.zeros((3, 40), dtype=np.float32)
    grey[:, 20] = 100
    assert _relief(grey, 20, 10) == 100


def test_a_board_of_colours_none_of_which_is_next_to_itself_is_refused():
    board = Queens([[(2 * row + col) % 7 for col in range(7)] for row in range(7)])
    with pytest.raises(PuzzleError, match="shows 7 x 7 cells in colours, as of Queens, but 49 regions"):
        puzzle_in(shown(linkedin.queens, board))


def test_no_colour_is_a_shade_of_black():
    assert not _is_shade(np.full(3, 200.0), np.zeros(3))


@pytest.mark.parametrize(
    ("draw", "puzzle", "words"),
    [
        (linkedin.tango, Tango([[1, 1, 1, None, None, None], *[[None] * 6] * 4, [0] + [None] * 5]), "tango"),
        (linkedin.sudoku, Sudoku([[1, 2, 3, 1, 2, 3], *[[None] * 6] * 5]), "sudoku"),
        (linkedin.queens, Queens([[row] * 7 for row in range(7)]), "queens"),
    ],
)
def test_a_board_without_exactly_one_solution_is_refused(tmp_path, draw, puzzle, words):
    picture = shown(draw, puzzle)
    assert puzzle_in(picture) == puzzle
    picture.save(tmp_path / "shot.png")
    with pytest.raises(PuzzleError, match=f"shot.png: the board of {words}, as it was read, does not have exactly one"):
        readers.read(tmp_path / "shot.png")


def test_of_a_zip_with_several_solutions_that_is_told(tmp_path, caplog):
    puzzle = Zip(4, 4, [(0, 0), (0, 3)])
    screenshot(puzzle, STYLE, Random(1)).save(tmp_path / "shot.png")
    assert readers.read(tmp_path / "shot.png") == puzzle
    assert "shot.png: the board of zip, as it was read, does not have exactly one solution" in caplog.text


def test_a_finished_game_whose_given_numbers_look_like_others_is_refused():
    full = Sudoku(cm.solve(SUDOKU).solution.rows)
    with pytest.raises(PuzzleError, match="a finished Sudoku, and which of its numbers were given is not clear"):
        puzzle_in(shown(linkedin.sudoku, full))


def test_a_picture_of_none_of_the_games_gets_a_sentence_of_its_own(tmp_path):
    save(tmp_path / "nine.png", readers.read("nine-one"), [])
    with pytest.raises(
        PuzzleError, match=r"nine\.png: .*the pieces of a set are typed, four edges in a line for each$"
    ):
        readers.read(tmp_path / "nine.png")


def test_pictures_of_other_kinds_and_other_bytes_are_told_in_a_sentence(tmp_path):
    content = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(40)
    for name, words in [
        ("x.heic", "is not a complete PNG, JPEG, WEBP or GIF picture"),
        ("x.dat", "is neither text nor a picture"),
    ]:
        (tmp_path / name).write_bytes(content)
        told = fails("solve", tmp_path / name)
        assert f"{name}: {words}" in told
        assert "\\x00" not in told.replace("\0", "\\x00")


@pytest.mark.skipif("DejaVuSans-Bold.ttf" not in available(KNOWN_FONTS), reason="there are no two fonts of a family")
def test_given_numbers_of_a_sudoku_are_grey_or_bold():
    """Where the others are thin and of the same colour, paler or blue."""
    style = replace(STYLE, font="DejaVuSans-Bold.ttf")
    for seed in range(8):
        drawn = linkedin.sudoku(SUDOKU, style, Random(seed), "begun")
        assert puzzle_in(on_screen(drawn, style, Random(seed))) == SUDOKU
    assert WRONG not in [trial.outcome for trial in trials([70133, 70161], "sudoku")]  # Small, with contrasts between.


@pytest.mark.parametrize(
    ("draw", "name"),
    [
        (linkedin.queens, "queens-8"),
        (linkedin.tango, "tango-6"),
        (linkedin.sudoku, "sudoku-6"),
        (linkedin.patches, "patches-6"),
    ],
)
def test_the_command_line_solves_each_game(tmp_path, draw, name):
    puzzle = readers.read(name)
    shown(draw, puzzle).save(tmp_path / "shot.png")
    run("solve", tmp_path / "shot.png", "-o", tmp_path / "solved.png")
    with Image.open(tmp_path / "solved.png") as picture:
        assert picture.format == "PNG"
    found, known = (json.loads(run("solve", each, "--json")[0]) for each in (tmp_path / "shot.png", name))
    assert found["solution"] == known["solution"]
