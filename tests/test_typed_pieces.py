"""Edge-matching pieces typed in words, letters and numbers, and what is said of typing errors."""

import random
from itertools import product

import pytest
from command_line import run

import cpmodels as cm
import readers
from cpmodels import EdgeMatching, PuzzleError

LETTERS = "AbCa\nBacA\nCbAa\ncBab\n"
PIECES = ((1, -2, 3, -1), (2, -1, -3, 1), (3, -2, 1, -1), (-3, 2, -1, -2))
CATS = "cat-head cat-tail dog-head dog-tail\n" * 3
INSECTS = {"A": "bee-head", "a": "bee-tail", "B": "fly-head", "b": "fly-tail", "C": "ant-head", "c": "ant-tail"}


def spelt(names, separator=" "):
    return "\n".join(separator.join(names[letter] for letter in line) for line in LETTERS.split()) + "\n"


@pytest.mark.parametrize(
    ("text", "colours"),
    [
        (LETTERS, (("A", "a"), ("B", "b"), ("C", "c"))),
        ("\n".join(" ".join(line) for line in LETTERS.split()), (("A", "a"), ("B", "b"), ("C", "c"))),
        (spelt(INSECTS), (("bee-head", "bee-tail"), ("fly-head", "fly-tail"), ("ant-head", "ant-tail"))),
        (spelt({a: a.lower() + "-+"[a.isupper()] for a in INSECTS}), (("a+", "a-"), ("b+", "b-"), ("c+", "c-"))),
        (spelt({a: a + "t" for a in INSECTS}, ", "), (("At", "at"), ("Bt", "bt"), ("Ct", "ct"))),
    ],
)
def test_halves_in_words_and_letters(text, colours):
    puzzle = readers.read(text)
    assert (puzzle.pieces, puzzle.rule, puzzle.colours) == (PIECES, "sum-zero", colours)
    assert (puzzle.rows, puzzle.cols, puzzle.rotations, puzzle.border) == (2, 2, True, None)
    back = readers.read(readers.write(puzzle))
    assert (back, back.colours) == (puzzle, colours)


def test_words_without_halves_meet_equal_ones():
    puzzle = readers.read("1 x 2\nred blue dark-red red\nblue blue red red\n")
    assert (puzzle.rule, puzzle.pieces) == ("equal", ((1, 2, 3, 1), (2, 2, 1, 1)))
    assert puzzle.colours == ("red", "blue", "dark-red")
    assert readers.read("1 2\nabca\nbbaa\n").pieces == puzzle.pieces


def test_what_may_stand_beside_the_pieces(tmp_path):
    file = tmp_path / "pond.txt"
    file.write_text("# seen on 3 May\nname: Pond life\nart: fish\n1 2\nPiece 1: A b 0 b // worn\n2) a B B 0\n")
    puzzle = readers.read(file)
    assert (puzzle.name, puzzle.art) == ("Pond life", "fish")
    assert puzzle.pieces == ((1, -2, 0, -2), (-1, 2, 2, 0))
    assert cm.count(puzzle).total == 12
    assert '"art": "fish"' in readers.write(puzzle)


def test_an_empty_name_or_art_is_none():
    puzzle = readers.read("name:\nart: \n1 2\nA b B b\na B B b\n")
    assert (puzzle.name, puzzle.art, puzzle.rows) == (None, None, 1)


def test_a_half_that_no_piece_has_still_has_a_name():
    puzzle = readers.read("1 2\nbee-out fly-in bee-in bee-out\nfly-in bee-out bee-in fly-in\n")
    assert puzzle.colours == (("bee-out", "bee-in"), ("fly-out", "fly-in"))
    (lonely,) = (warning for warning in puzzle.warnings() if "fly" in warning)
    assert lonely == "nothing can meet fly-in on 3 edges, piece 1 right, piece 2 top, piece 2 left"


def test_a_typing_error_is_told_beside_the_proof(tmp_path):
    file = tmp_path / "nine.txt"
    words = spelt(INSECTS)
    file.write_text(words.replace("fly-tail", "fyl-tail", 1).replace("bee-tail", "bea-tail", 1))
    out, err = run("solve", file)
    assert out.startswith("there is no solution")
    assert "warning: bea-tail is on one edge only, piece 1 left: nothing can meet it\n" in err


def test_any_order_of_pieces_and_any_names_make_the_same_puzzle():
    """A board cut into pieces, which are turned and typed in words, has that board as a solution."""
    chance = random.Random(7)
    across, along = (
        {cell: chance.choice([-3, -2, -1, 1, 2, 3]) for cell in product(range(4), repeat=2)} for _ in range(2)
    )
    cells = list(product(range(3), repeat=2))
    pieces = [(-across[r, c], along[r, c + 1], across[r + 1, c], -along[r, c]) for r, c in cells]
    words = {}
    for number, name in enumerate(("bee", "fly", "ant"), 1):
        words |= {number: f"{name}-left", -number: f"{name}-right"}
    puzzle = readers.read("\n".join(" ".join(words[edge] for edge in piece) for piece in pieces))
    numbers = EdgeMatching(3, 3, pieces, "sum-zero")
    assert cm.count(puzzle).total == cm.count(numbers).total >= 1
    named = [tuple(map(puzzle.edge_name, piece)) for piece in puzzle.pieces]
    assert named == [tuple(words[edge] for edge in piece) for piece in pieces]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            CATS + "cat-haed cat-tail cat-head cat-tail\n",
            "'cat-haed' is neither half of a picture: others end with tail",
        ),
        (CATS + "cat cat-tail cat-head cat-tail\n", "line 4: 'cat' is neither half"),
        ("A b a B\nA b a\n A b a B\n A b a B\n", "line 2: a piece has 4 edges, not 3"),
        ("A b a B\nA b a 1\n A b a B\n A b a B\n", "line 2: '1' is not a word for an edge"),
        ("A b a\nA b a B\n A b a B\n A b a B\n", "line 1: a piece has 4 edges, not 3"),
        ("name: mine\nbee head bee tail bee head bee tail\n", "line 2: a piece has 4 edges, not 8"),
        ("these are words\nin lines of prose\nnot a puzzle\n", "line 1: 'these' is not a whole number"),
        ("A b a B\n" * 5, "5 pieces do not fill a square board"),
        ("3 4\n" + "A b a B\n" * 9, "a 3 x 4 board needs 12 pieces, not 9"),
        ("3 4\n" + "1 -2 3 -1\n" * 9, "a 3 x 4 board needs 12 pieces, not 9"),
        ("0 5\nA b a B\n", "rows must be at least 1"),
        ("this is no puzzle\n", "line 1: 'this' is not a whole number"),
    ],
)
def test_pieces_that_are_none(text, expected):
    with pytest.raises(PuzzleError) as error:
        readers.read(text)
    assert expected in str(error.value)
