"""ZIPs from screenshots: real ones, ones drawn at random, what is unclear, and pictures that show no ZIP."""

import io
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from command_line import fails, run
from pictures_of_a_size import png
from PIL import Image, ImageDraw, ImageFont

import readers
from benchmarks.studies.screenshots.drawing import OWN_FONT, THEMES, Style, Trail, screenshot
from benchmarks.studies.screenshots.trials import EXACT, WRONG, table, trials
from cpmodels import PuzzleError, Zip
from readers.screenshots._components import components
from readers.screenshots._digits import numbers
from readers.screenshots._zip import settle
from readers.screenshots.games import puzzle_in
from renderers import save

PUZZLE = Zip(
    6, 6, [(0, 0), (2, 3), (5, 5), (4, 0), (1, 4), (3, 2)], [((0, 1), (1, 1)), ((2, 2), (2, 3)), ((4, 4), (5, 4))]
)
STYLE = Style(
    THEMES[0], OWN_FONT, 60, 0.3, 1.0, 0.025, False, 0.18, 0.43, (170, 219, 194), True, "phone", 0.3, 1, None, False
)


def drawn(puzzle=PUZZLE, **changes):
    """A screenshot of a puzzle."""
    return screenshot(puzzle, replace(STYLE, **changes), Random(1))


@pytest.mark.slow
def test_the_published_screenshots_are_read_exactly(data):
    pictures = sorted(p for p in (data / "zip" / "screenshots").iterdir() if p.suffix in (".png", ".jpg"))
    assert len(pictures) >= 18
    wrong = [p.name for p in pictures if readers.read(p) != readers.read(p.with_suffix(".json"))]
    assert wrong == []


@pytest.mark.slow
def test_screenshots_drawn_at_random_are_read_or_refused():
    done = list(trials(range(1000, 1012)))
    assert [trial.seed for trial in done if trial.outcome == WRONG] == []
    assert sum(trial.outcome == EXACT for trial in done) >= 0.75 * len(done)
    assert all(trial.outcome == EXACT or trial.words for trial in done)
    assert f"| all | {sum(trial.outcome == EXACT for trial in done)} |" in table(done)


DISCS = [(0.3, False), (None, False), (0.34, True)]
"""The radius of the discs, if there are any, and whether cells stand apart."""


@pytest.mark.parametrize(
    ("theme", "disc", "gaps"),
    [
        pytest.param(theme, *disc, marks=[pytest.mark.slow] * ((i + j) % len(DISCS) > 0))
        for i, theme in enumerate(THEMES)
        for j, disc in enumerate(DISCS)
    ],
)
def test_every_theme_is_read(theme, disc, gaps):
    tint = STYLE.tint if theme.name == "light" else (77, 99, 87)
    assert puzzle_in(drawn(theme=theme, disc=disc, gaps=gaps, tint=tint, line=0.06 if gaps else 0.025)) == PUZZLE


@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (12, 12), (5, 9)])
def test_numbers_to_forty_and_boards_of_all_sizes(rows, cols):
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    puzzle = Zip(rows, cols, Random(rows).sample(cells, min(40, len(cells))))
    assert puzzle_in(drawn(puzzle, cell=56)) == puzzle


def test_each_wall_is_seen_where_it_is():
    for wall in [((0, 0), (0, 1)), ((4, 5), (5, 5)), ((2, 3), (3, 3))]:
        puzzle = replace(PUZZLE, walls=(wall,))
        assert puzzle_in(drawn(puzzle)).walls == (wall,)


def test_a_bar_neither_thick_nor_thin_is_not_guessed():
    picture = drawn(replace(PUZZLE, walls=()), chrome="none", line=0.05)
    ImageDraw.Draw(picture).rectangle((18 + 60, 18 + 62, 18 + 65, 18 + 120), THEMES[0].line)
    with pytest.raises(PuzzleError, match=r"wall between row 2, column 1 and row 2, column 2"):
        puzzle_in(picture)


@pytest.mark.parametrize("ending", ["png", "jpg", "webp", "gif"])
def test_kinds_of_files(tmp_path, ending):
    file = tmp_path / f"shot.{ending}"
    drawn().save(file)
    assert readers.read(file) == PUZZLE
    other = file.rename(tmp_path / "shot")
    assert readers.read(str(other)) == PUZZLE


def test_pictures_that_a_telephone_turned_are_turned_back(tmp_path):
    file = tmp_path / "shot.jpg"
    turned = Image.Exif()
    turned[0x0112] = 6
    drawn().transpose(Image.Transpose.ROTATE_90).save(file, exif=turned)
    assert readers.read(file) == PUZZLE


def test_our_own_drawings_are_read(tmp_path):
    puzzle = readers.read("zip-7-walls")
    save(tmp_path / "board.png", puzzle, [])
    assert replace(readers.read(tmp_path / "board.png"), name=puzzle.name) == puzzle


def test_a_pointer_is_no_number():
    picture = drawn()
    x, y = picture.width // 2 - 20, picture.height // 2 + 60
    ImageDraw.Draw(picture).polygon([(x, y), (x, y + 15), (x + 4, y + 12), (x + 11, y + 11)], "black", "white")
    assert puzzle_in(picture) == PUZZLE


BEGUN = ((0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0), (2, 0), (2, 1), (2, 2), (3, 2), (3, 3), (2, 3))
"""The first steps of a game, past two walls and through two numbers."""


def begun(width, ground=None, steps=12, **changes):
    style = replace(STYLE, tint=None, ring=False, **changes)
    return screenshot(PUZZLE, style, Random(1), Trail(BEGUN[:steps], (240, 106, 32), width, ground))


@pytest.mark.parametrize(
    ("steps", "changes"), [(2, {}), (12, {}), (12, {"gaps": True, "line": 0.06}), (12, {"disc": None})]
)
def test_a_half_played_board_is_read_without_its_path(steps, changes):
    assert puzzle_in(begun(0.46, steps=steps, **changes)) == PUZZLE


def test_a_number_that_cannot_be_read_is_named():
    picture = drawn(chrome="none")
    middle = [18 + 60 * 3 + 30, 18 + 60 * 2 + 30]
    ImageDraw.Draw(picture).rectangle([v - 9 for v in middle] + [v + 9 for v in middle], "white")
    with pytest.raises(PuzzleError, match=r"row 3, column 4: it is not a number"):
        puzzle_in(picture)


def test_numbers_in_a_font():
    font = ImageFont.load_default(40)
    for number in range(1, 41):
        picture = Image.new("L", (96, 96))
        ImageDraw.Draw(picture).text((48, 48), str(number), 255, font, "mm")
        found = numbers(np.asarray(picture, dtype=np.float32) / 255)
        assert max(found, key=found.get) == number
    assert numbers(np.zeros((96, 96), dtype=np.float32)) == {}


def test_components_are_connected_by_corners():
    mask = np.array([[1, 0, 0, 1, 0], [0, 1, 0, 1, 0], [0, 0, 0, 1, 0], [1, 0, 1, 0, 0]], dtype=bool)
    assert sorted(part.box for part in components(mask)) == [(0, 0, 2, 2), (0, 3, 1, 4), (2, 0, 4, 4)]


A, B, C = (0, 0), (0, 1), (2, 3)


def test_clear_numbers_stand_and_settle_unclear_ones():
    clear = {A: {1: 0.95, 7: 0.5}, B: {3: 0.9, 8: 0.6}}
    assert settle({A: {1: 0.95, 7: 0.5}, B: {2: 0.9, 7: 0.6}}) == {A: 1, B: 2}
    assert settle(clear | {C: {8: 0.84, 2: 0.82}}) == {A: 1, B: 3, C: 2}


@pytest.mark.parametrize(
    ("guesses", "words"),
    [
        (
            {A: {1: 0.95, 7: 0.5}, C: {1: 0.9, 7: 0.5}},
            "the number 1 is in row 1, column 1 and again in row 3, column 4",
        ),
        ({A: {1: 0.95, 7: 0.5}, C: {3: 0.9, 8: 0.5}}, "2 numbers, up to 3, but these were not seen: 2"),
        ({A: {1: 0.95, 7: 0.5}, C: {2: 0.4, 8: 0.3}}, "cannot read what is in row 3, column 4: it is not a number"),
        ({A: {1: 0.95, 7: 0.5}, C: {}}, "cannot read what is in row 3, column 4: it is not a number"),
        ({A: {1: 0.8, 2: 0.79}, C: {2: 0.8, 1: 0.79}}, "the number in row 1, column 1: it may be 1 or 2"),
        ({A: {1: 0.95, 7: 0.5}, C: {8: 0.9, 6: 0.88}}, "the number in row 3, column 4: it may be 8 or 6"),
    ],
)
def test_what_is_not_certain_is_refused(guesses, words):
    with pytest.raises(PuzzleError, match=words):
        settle(guesses)


def cut(left, top, right, bottom):
    picture = drawn(chrome="none")
    return picture.crop((left, top, picture.width - right, picture.height - bottom))


def draughts():
    """A board of light and dark squares, with red men on the dark ones of three rows."""
    picture = Image.new("RGB", (640, 640), (238, 238, 210))
    pen = ImageDraw.Draw(picture)
    for row, col in ((row, col) for row in range(8) for col in range(8) if (row + col) % 2):
        x, y = 80 * col, 80 * row
        pen.rectangle((x, y, x + 79, y + 79), (118, 150, 86))
        if row < 3:
            pen.ellipse((x + 12, y + 12, x + 68, y + 68), (200, 40, 40))
    return picture


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (Image.new("RGB", (400, 300), "white"), "shows no complete, upright board"),
        (drawn(Zip(6, 6, [(0, 0)]), disc=None, text=0.01), "shows 6 x 6 squares, but no game in them"),
        (drawn().rotate(90, expand=True), "cannot read|no game in them"),
        (drawn().rotate(3, fillcolor=THEMES[0].page), "is not upright"),
        (drawn().transpose(Image.Transpose.FLIP_LEFT_RIGHT), "cannot read"),
        (cut(100, 0, 0, 0), "cut off at the left side"),
        (cut(0, 100, 0, 0), "cut off at the upper side"),
        (cut(0, 0, 100, 0), "cut off at the right side"),
        (cut(0, 0, 0, 100), "cut off at the lower side"),
        (
            Image.fromarray(np.random.default_rng(1).integers(0, 256, (300, 400, 3), dtype=np.uint8)),
            "shows no complete, upright board",
        ),
        (Image.fromarray(np.kron(np.indices((20, 30)).sum(0) % 2, np.full((20, 20), 255)).astype(np.uint8)), "board"),
        (draughts(), "shows 8 x 8 squares, but no game in them"),
        (begun(0.25), "a game that has begun, with a path from row 1, column 1 to row 1, column 2.*: reset the game"),
        (begun(0.62), "or the path of a game that has begun covers its lines: reset the game first"),
        (
            begun(0.46, (96, 58, 50), theme=THEMES[6], gaps=True, line=0.06),
            "a game that has begun, .*whether there is a wall between row 1, column 1 and row 2, column 1 is not clear",
        ),
    ],
)
def test_pictures_that_show_no_whole_zip_and_such_as_a_path_hides(picture, words):
    with pytest.raises(PuzzleError, match=words):
        puzzle_in(picture)


def encoded(picture, form, **settings):
    data = io.BytesIO()
    picture.save(data, form, **settings)
    return data.getvalue()


BAD_FILES = {
    "random.png": (Random(1).randbytes(2000), "is not a complete PNG, JPEG, WEBP or GIF picture"),
    "empty.jpg": (b"", "is not a complete"),
    "cut.png": (encoded(drawn(), "PNG")[:-3000], "is not a complete"),
    "cut.jpg": (encoded(drawn(), "JPEG")[:-3000], "is not a complete"),
    "bomb.png": (png(60_000, 60_000, bytes(10**7)), "is too large: a picture has at most"),
    "wide.png": (encoded(Image.new("RGB", (20_000, 300)), "PNG"), "20000 x 300 pixels are too long"),
    "moving.gif": (encoded(drawn(), "GIF", save_all=True, append_images=[drawn(tint=None)]), "is an animation"),
    "dot.webp": (encoded(Image.new("RGB", (1, 1)), "WEBP"), "1 x 1 pixels are too few"),
    "turned.png": (encoded(drawn().rotate(180), "PNG"), "cannot read what is in row"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files_are_refused_by_name(tmp_path, name):
    content, words = BAD_FILES[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(PuzzleError, match=rf"{name}: .*{words}"):
        readers.read(tmp_path / name)


def test_the_command_line_solves_screenshots_and_refuses_bad_ones(tmp_path):
    shot, solved = tmp_path / "shot.png", tmp_path / "solved.png"
    puzzle = readers.read("zip-6")
    drawn(puzzle).save(shot)
    run("solve", shot, "-o", solved)
    with Image.open(solved) as picture:
        assert picture.format == "PNG"
    for name in ("bomb.png", "cut.png", "turned.png"):
        (tmp_path / name).write_bytes(BAD_FILES[name][0])
        assert BAD_FILES[name][1] in fails("solve", tmp_path / name)
