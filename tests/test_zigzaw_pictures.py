"""Zigzaws written as pictures and read back, pieces on sheets, and bad pictures."""

import os
import re
import shutil
from dataclasses import replace
from itertools import product

import pytest
from command_line import fails, run
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from pictures_of_a_size import png
from PIL import Image
from puzzle_strategies import zigzaws
from refusals import refusal
from systems import needs_pipes

import cpmodels as cm
import readers
from cpmodels import PuzzleError, Zigzaw, sharing
from cpmodels.puzzles import BorderFrog, Frog
from cpmodels.puzzles.zigzaw import ALL_PARTS, corners
from cpmodels.puzzles.zigzaw.geometry import frog_corner, in_frame
from readers.zigzaw._colours import colour
from renderers.palette import RUBIK, rgb

COLOURS = list(RUBIK)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "pictures"


def opened(path):
    """The pixels of a picture, in red, green, blue and opacity."""
    with Image.open(path) as picture:
        return picture.convert("RGBA")


def example(rows, cols):
    """A puzzle in all six colours, solved as it lies, with all of its border."""
    at = {}

    def frog(row, col):
        return Frog(
            *(at.setdefault(corner, COLOURS[len(at) * 5 % 6]) for corner in corners(row, col)),
            body=COLOURS[(row * cols + col) % 6],
        )

    board = list(product(range(rows), range(cols)))
    inner = {corner for cell in board for corner in corners(*cell)}
    around = [cell for cell in product(range(-1, rows + 1), range(-1, cols + 1)) if cell not in board]
    border = [BorderFrog(*cell, frog(*cell)) for cell in around if len(inner & set(corners(*cell))) > 1]
    return seen(Zigzaw(rows, cols, [frog(*cell) for cell in board], border))


def seen(puzzle):
    """The puzzle without the parts of its border that no picture shows."""
    border = []
    for row, col, frog in puzzle.border:
        parts = {
            part: getattr(frog, part) for part in ALL_PARTS if in_frame((row, col), part, puzzle.rows, puzzle.cols)
        }
        if any(parts.values()):
            border.append(BorderFrog(row, col, Frog(**parts)))
    return replace(puzzle, border=tuple(border))


def bare(puzzle):
    """The puzzle with frogs of which every other one has no body."""
    pieces = [replace(frog, body=None) if index % 2 else frog for index, frog in enumerate(puzzle.pieces)]
    return replace(puzzle, pieces=tuple(pieces))


@examples(20)
@given(zigzaws(), st.booleans(), st.booleans())
def test_puzzles_come_back_from_their_pictures(tmp_path_factory, puzzle, sheet, bodies):
    puzzle = puzzle if bodies else bare(puzzle)
    folder = tmp_path_factory.mktemp("pictures")
    sharing.pictures(puzzle, folder, sheet=sheet)
    back = readers.read(folder)
    assert back == seen(puzzle)
    assert back.pieces == puzzle.pieces
    assert back.border_colours == puzzle.border_colours
    assert readers.read(readers.write(back)) == back


@pytest.mark.slow
@pytest.mark.parametrize("hexagon", [14, 24, 108])
@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (3, 4), (1, 7), (6, 1)])
@pytest.mark.parametrize("sheet", [False, True])
def test_pictures_of_any_size_and_shape(folder, monkeypatch, hexagon, rows, cols, sheet):
    monkeypatch.setattr("renderers.zigzaw._pictures.HEXAGON", hexagon)
    for puzzle in (example(rows, cols), replace(example(rows, cols), border=())):
        written = sharing.pictures(puzzle, folder, sheet=sheet)
        assert sorted(written) == sorted(folder.iterdir())
        assert readers.read(folder) == puzzle


def test_plain_pictures_without_a_border(folder):
    folder.mkdir()
    for n in range(4):
        Image.new("RGB", (54, 48), "white").save(folder / f"piece.{n}.png")
    assert readers.read(folder) == Zigzaw(2, 2, [Frog(*["white"] * 7)] * 4)


def test_pieces_laid_on_the_border_complete_the_faces(folder):
    """Beside every corner of the lattice, the three parts that meet there are seen in one colour."""
    puzzle = example(3, 3)
    sharing.pictures(puzzle, folder)
    board = opened(folder / "border.png")
    for index, cell in enumerate(product(range(3), range(3))):
        left, top = (round(108 * at) for at in frog_corner(cell))
        board.alpha_composite(opened(folder / f"piece.{index}.png"), (left, top))
    inside = {corner for cell in product(range(3), range(3)) for corner in corners(*cell)}
    faces = {}
    for row, col, frog in [*puzzle.border, *((*divmod(i, 3), frog) for i, frog in enumerate(puzzle.pieces))]:
        for part, corner in zip(ALL_PARTS, corners(row, col), strict=False):
            if corner in inside and getattr(frog, part):
                x, y = in_frame((row, col), part, 3, 3)
                pixel = board.getpixel((int(x * board.width), int(y * board.height)))
                faces.setdefault(corner, []).append(colour(*pixel[:3]))
    assert len(faces) == len(inside)
    assert all(len(set(parts)) == 1 and len(parts) == 3 for parts in faces.values())


def test_the_colours_that_are_drawn_are_told_apart():
    assert {word: colour(*rgb(shade)) for word, shade in RUBIK.items()} == {word: word for word in RUBIK}


@pytest.mark.parametrize(
    ("gap", "cols", "ground"), [(0, 4, "#0000"), (9, 4, "#1d181d"), (3, 4, "#fff"), (0, 5, "#0000")]
)
def test_sheets_of_others(folder, gap, cols, ground):
    puzzle = example(3, 4)
    sharing.pictures(puzzle, folder)
    frogs = [opened(folder / f"piece.{n}.png") for n in range(12)]
    wide, high = frogs[0].width + gap, frogs[0].height + gap
    sheet = Image.new("RGBA", (cols * wide + gap, 3 * high + gap), ground)
    for n, frog in enumerate(frogs):
        sheet.alpha_composite(frog, (n % cols * wide + gap, n // cols * high + gap))
    for path in folder.glob("piece.*"):
        path.unlink()
    sheet.save(folder / "sheet.gif" if gap == 9 else folder / "sheet.png")
    assert readers.read(folder) == puzzle
    (folder / "border.png").unlink()
    if cols == 4:
        assert readers.read(folder) == replace(puzzle, border=())
    else:
        with pytest.raises(PuzzleError, match="12 pieces do not fill a square board"):
            readers.read(folder)


def save(name, size, colour):
    return lambda folder: Image.new("RGBA", size, colour).save(folder / name)


def put(name, content):
    return lambda folder: (folder / name).write_bytes(content)


def cut_short(name):
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes()[:-200])


def animate(name):
    def spoil(folder):
        still = opened(folder / name)
        still.save(folder / name, save_all=True, append_images=[still.rotate(180)])

    return spoil


def daub(name, at):
    """Paint over a part of a picture, given as fractions of it."""

    def spoil(folder):
        picture = opened(folder / name)
        x, y = at[0] * picture.width, at[1] * picture.height
        picture.paste("#cc33cc", tuple(map(int, (x - 9, y - 9, x + 9, y + 9))))
        picture.save(folder / name)

    return spoil


def wipe(folder):
    """Take the last frog of a sheet of 2 x 3 away."""
    sheet = opened(folder / "sheet.png")
    sheet.paste(sheet.getpixel((0, 0)), (2 * sheet.width // 3, sheet.height // 2, *sheet.size))
    sheet.save(folder / "sheet.png")


def remove(name):
    return lambda folder: (folder / name).unlink()


def without_border(folder):
    """Pieces are counted before they are looked at."""
    remove("border.png")(folder)
    put("piece.5.png", b"")(folder)


def pipe(folder):
    remove("piece.1.png")(folder)
    os.mkfifo(folder / "piece.1.png")


def empty(folder):
    for file in folder.iterdir():
        file.unlink()


COMPLETE = "is not a complete GIF or PNG picture"


@pytest.mark.parametrize(
    ("sheet", "spoil", "expected"),
    [
        (False, save("piece.1.png", (1, 1), "white"), "piece.1.png: 1 x 1 pixels are too few for a frog: 18 x"),
        (False, save("piece.1.png", (20_000, 90), "white"), "piece.1.png: 20000 x 90 pixels are too long"),
        (False, save("piece.1.png", (98, 109), "white"), "piece.1.png: 98 x 109 is not the shape of a frog"),
        (False, daub("piece.1.png", (6.5 / 9, 0.1)), "piece.1.png: left_arm is RGB (204, 51, 204), not one of the six"),
        (False, daub("piece.1.png", (6 / 9, 0.5)), "piece.1.png: body is RGB (204, 51, 204), not one of the six"),
        (False, save("piece.1.png", (54, 48), (0, 0, 0, 0)), "piece.1.png: left_arm is transparent, not one of"),
        (False, put("piece.1.png", b""), f"piece.1.png: {COMPLETE}"),
        (False, put("piece.1.png", b"GIF89a" + b"\0" * 20), f"piece.1.png: {COMPLETE}"),
        (False, put("piece.1.png", b"BM" + b"\0" * 60), f"piece.1.png: {COMPLETE}"),
        (False, put("piece.1.png", png(54, 48)), f"piece.1.png: {COMPLETE}"),
        (False, put("piece.1.png", png(5000, 5000)), "piece.1.png: 5000 x 5000 pixels are too many"),
        (False, put("piece.1.png", png(12_000, 9_000)), "piece.1.png: 12000 x 9000 pixels are too many"),
        (False, put("piece.1.png", png(60_000, 60_000)), "piece.1.png: is too large: a picture has at most"),
        (False, put("piece.1.gif", b""), "piece.1.gif and piece.1.png are both pictures of piece 1"),
        pytest.param(False, pipe, "piece.1.png: is a device or a pipe", marks=needs_pipes),
        (False, without_border, "6 pieces do not fill a square board, and no picture of a border shows its shape"),
        (False, empty, "this folder has neither puzzles"),
        (False, cut_short("piece.1.png"), f"piece.1.png: {COMPLETE}"),
        (False, animate("piece.1.png"), "piece.1.png: is an animation, not one picture"),
        (False, remove("piece.1.png"), "there are pictures of pieces up to 5, but none of piece 1"),
        (False, put("sheet.png", b""), "there are pieces both in sheet.png and in separate pictures"),
        (False, put("border.gif", b""), "border.gif and border.png are both pictures of the border"),
        (False, put("border.png", b""), f"border.png: {COMPLETE}"),
        (False, cut_short("border.png"), f"border.png: {COMPLETE}"),
        (False, animate("border.png"), "border.png: is an animation, not one picture"),
        (False, save("border.png", (1, 1), "white"), "border.png: no board of 6 pieces has a border"),
        (False, save("border.png", (10, 6), "white"), "border.png: 10 x 6 pixels are too few for the border of 2 x 3"),
        (False, put("border.png", png(20_000, 18_000)), "border.png: is too large"),
        (False, save("border.png", (2000, 9), "white"), "border.png: no board of 6 pieces has a border"),
        (False, daub("border.png", in_frame((-1, 0), "right_arm", 2, 3)), "border.png: the frog at (-1, 0): right_arm"),
        (True, save("sheet.png", (1, 1), "white"), "sheet.png: 1 x 1 pixels are too few for a frog"),
        (True, save("sheet.png", (2000, 90), "white"), "sheet.png: it shows no grid of frogs"),
        (True, put("sheet.png", png(20_000, 18_000)), "sheet.png: is too large"),
        (True, cut_short("sheet.png"), f"sheet.png: {COMPLETE}"),
        (True, animate("sheet.png"), "sheet.png: is an animation, not one picture"),
        (True, put("sheet.gif", b""), "sheet.gif and sheet.png are both pictures of all pieces"),
        (True, daub("sheet.png", (0.8838, 0.75)), "sheet.png: it looks like 2 x 3 frogs, but that at row 2, column 3"),
        (True, wipe, "border.png: no board of 5 pieces has a border of 540 x 322"),
    ],
)  # fmt: skip
def test_bad_pictures_end_with_one_sentence(folder, sheet, spoil, expected):
    sharing.pictures(example(2, 3), folder, sheet=sheet)
    spoil(folder)
    assert refusal(readers.read, folder).startswith(f"{folder}: {expected}")


def test_half_a_sheet_is_no_puzzle(folder):
    sharing.pictures(example(3, 3), folder, sheet=True)
    (folder / "border.png").unlink()
    whole = opened(folder / "sheet.png")
    for box in ((0, 0, whole.width * 5 // 9, whole.height), (60, 0, *whole.size), (0, 0, whole.width, 200)):
        whole.crop(box).save(folder / "sheet.png")
        with pytest.raises(PuzzleError, match=r"sheet\.png: "):
            readers.read(folder)


@pytest.mark.parametrize(
    ("puzzle", "sheet", "expected"),
    [
        (
            Zigzaw(1, 1, [Frog(*["red"] * 5, "pink")]),
            False,
            "right_arm of piece 1 is 'pink'; pictures have the colours",
        ),
        (
            Zigzaw(1, 1, [Frog(*["red"] * 6)], [BorderFrog(-1, 0, Frog(body="Red"))]),
            False,
            "body of the border piece at (-1, 0) is 'Red'",
        ),
        (Zigzaw(200, 200, [Frog(*["red"] * 6)] * 40_000), True, "the board is too large for pictures"),
        (Zigzaw(1, 900, [Frog(*["red"] * 6)] * 900), False, "the board is too large for pictures"),
    ],
)
def test_puzzles_that_pictures_do_not_show(folder, puzzle, sheet, expected):
    with pytest.raises(PuzzleError, match=re.escape(expected)):
        sharing.pictures(puzzle, folder, sheet=sheet)
    assert not folder.exists()


def test_pictures_of_two_puzzles_are_not_mixed(folder):
    sharing.pictures(example(2, 3), folder)
    sharing.pictures(example(2, 3), folder)
    for rows, cols, sheet in ((2, 2, False), (2, 3, True)):
        with pytest.raises(PuzzleError, match="it would be read as part of this puzzle"):
            sharing.pictures(example(rows, cols), folder, sheet=sheet)
    assert readers.read(folder) == example(2, 3)
    with pytest.raises(OSError, match="exists"):
        sharing.pictures(example(1, 1), folder / "piece.0.png")


def test_pictures_on_the_command_line(tmp_path):
    puzzle = example(2, 2)
    readers.write(puzzle, tmp_path / "frogs.json")
    for options, count in (((), 5), (("--sheet",), 2)):
        folder = tmp_path / "out"
        assert run("pictures", tmp_path / "frogs.json", folder, *options)[1] == f"{count} pictures in {folder}\n"
        assert len(list(folder.iterdir())) == count
        assert readers.read(folder) == puzzle
        assert "solution" in run("count", folder)[0]
        shutil.rmtree(folder)
    told = fails("pictures", "zip-4", tmp_path / "out")
    assert "pieces of a puzzle of the kind 'zip' cannot be written as pictures" in told


@pytest.mark.slow
@pytest.mark.parametrize(("name", "sheet"), [("zigzaw", False), ("zigzaw-open", True)])
def test_the_zigzaw_comes_back_from_pictures(folder, name, sheet):
    puzzle = readers.read(name)
    sharing.pictures(puzzle, folder, sheet=sheet)
    assert readers.read(folder) == puzzle


@pytest.mark.slow
@pytest.mark.parametrize(("gap", "cols"), [(6, 9), (0, 12)])
def test_the_published_pieces_on_a_sheet(data, tmp_path, gap, cols):
    sheet = Image.new(
        "RGBA", (cols * (109 + gap) + gap, -(-81 // cols) * (98 + gap) + gap), "#ffffff" if gap else "#0000"
    )
    for n in range(81):
        frog = opened(data / "zigzaw" / f"piece.{n}.gif")
        sheet.alpha_composite(frog, (n % cols * (109 + gap) + gap, n // cols * (98 + gap) + gap))
    sheet.save(tmp_path / "sheet.png")
    assert readers.read(tmp_path) == readers.read("zigzaw-open")
    shutil.copy(data / "zigzaw" / "border.gif", tmp_path)
    assert readers.read(tmp_path) == readers.read("zigzaw")
    assert cm.solve(readers.read(tmp_path)).status is cm.Status.SOLVED
