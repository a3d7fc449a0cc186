"""Edge-matching pieces typed in words, letters and numbers, and what is said of typing errors."""

import logging
import random
import re
from itertools import product

import pytest
from command_line import run
from refusals import refusal

import cpmodels as cm
import readers
from cpmodels import PuzzleError

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
    assert (puzzle.rows, puzzle.cols) == (1, 2)
    assert '"art": "fish"' in readers.write(puzzle)


def test_an_empty_name_or_art_is_none():
    puzzle = readers.read("name:\nart: \n1 2\nA b B b\na B B b\n")
    assert (puzzle.name, puzzle.art, puzzle.rows) == (None, None, 1)


def test_a_half_that_no_piece_has_still_has_a_name():
    puzzle = readers.read("1 2\nbee-out fly-in bee-in bee-out\nfly-in bee-out bee-in fly-in\n")
    assert puzzle.colours == (("bee-out", "bee-in"), ("fly-out", "fly-in"))
    (lonely,) = (warning for warning in puzzle.remarks() if "fly" in warning)
    assert lonely == "nothing can meet fly-in on 3 edges, piece 1 right, piece 2 top, piece 2 left"


def test_a_typing_error_is_told_beside_the_proof(tmp_path):
    file = tmp_path / "nine.txt"
    words = spelt(INSECTS)
    file.write_text(words.replace("fly-tail", "fyl-tail", 1).replace("bee-tail", "bea-tail", 1))
    out, err = run("solve", file)
    assert out.startswith("there is no solution")
    assert "warning: bea-tail is on one edge only, piece 1 left: nothing can meet it\n" in err


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            CATS + "cat-haed cat-tail cat-head cat-tail\n",
            "'cat-haed' is neither half of a picture by 'halves: head / tail'; equal",
        ),
        (CATS + "cat cat-tail cat-head cat-tail\n", "line 4: 'cat' is neither half"),
        ("A b a B\nA b a\n A b a B\n A b a B\n", "line 2: a piece has 4 edges, not 3"),
        ("A b a B\nA b a 1\n A b a B\n A b a B\n", "line 2: '1' is not a word for an edge"),
        ("A b a\nA b a B\n A b a B\n A b a B\n", "line 1: a piece has 4 edges, not 3"),
        ("name: mine\nbee head bee tail bee head bee tail\n", "line 2: a piece has 4 edges, not 8"),
        ("these are words\nin lines of prose\nnot a puzzle\n", "line 1: 'these' is not a whole number"),
        (
            "a head, a tail, b head, b tail\n" * 3 + "a head, a tail b head, b tail\n",
            "line 4: a piece has 4 edges, not 3",
        ),
        ("A b a B\n" * 5, "5 pieces do not fill a square board"),
        ("3 4\n" + "A b a B\n" * 9, "a 3 x 4 board needs 12 pieces, not 9"),
        ("3 4\n" + "1 -2 3 -1\n" * 9, "a 3 x 4 board needs 12 pieces, not 9"),
        ("0 5\nA b a B\n", "rows must be at least 1"),
        ("this is no puzzle\n", "line 1: 'this' is not a whole number"),
    ],
)
def test_pieces_that_are_none(text, expected):
    assert expected in refusal(readers.read, text)


def cut(halves):
    """The pieces, in numbers, of a board of three by three with four pictures, by halves or by equal colours."""
    chance = random.Random(11)
    values = [-4, -3, -2, -1, 1, 2, 3, 4] if halves else range(1, 9)
    sign = -1 if halves else 1
    across, along = ({cell: chance.choice(values) for cell in product(range(4), repeat=2)} for _ in range(2))
    cells = list(product(range(3), repeat=2))
    return [(sign * across[r, c], along[r, c + 1], across[r + 1, c], sign * along[r, c]) for r, c in cells]


def typed(pieces, words, separator=" "):
    return "\n".join(separator.join(words[edge] for edge in piece) for piece in pieces) + "\n"


def named_halves(first, second):
    return {
        value: spelling.replace("*", name)
        for number, name in enumerate(("red", "blue", "green", "white"), 1)
        for value, spelling in ((number, first), (-number, second))
    }


SPELLINGS = [
    *[("*F", "*B"), ("*Top", "*Bottom"), ("*1", "*2"), ("*H", "*T"), ("*(h)", "*(t)"), ("head-*", "tail-*")],
    *[("*-a", "*-b"), ("*_1", "*_2"), ("*.h", "*.t"), ("*:x", "*:y"), ("*[1]", "*[2]"), ("*+", "*-"), ("+*", "-*")],
    *[("*(1)", "*(2)"), ("*1.", "*2.")],
    *[("F*", "B*"), ("front*", "back*"), ("*front", "*back"), ("h.*", "t.*"), ("(1)*", "(2)*"), ("*-head", "*-hind")],
    *[("*'", "*"), ("*", "-*"), ("*X", "*x"), ("*_top_half", "*_bottom_half"), ("*oben", "*unten"), ("1*", "2*")],
    *[("*", "2*"), ("*-male", "*-female"), ("*-left", "*-right"), ("*(r)", "*(tr)"), ("in*", "inter*")],
]
BLANKS = [("* head", "* tail"), ("top *", "bottom *"), ("* (top half)", "* (bottom half)"), ("the *", "a *")]


def read_so(caplog, text):
    """The puzzle of a text, and the one line that is told of it."""
    caplog.clear()
    with caplog.at_level(logging.INFO, "readers"):
        puzzle = readers.read(text)
    (told,) = caplog.messages
    return puzzle, told


@pytest.mark.parametrize("spelling", [*SPELLINGS, *BLANKS], ids=" ".join)
def test_halves_are_words_with_two_endings_or_beginnings_that_recur(caplog, spelling):
    pieces, words = cut(halves=True), named_halves(*spelling)
    puzzle, told = read_so(caplog, typed(pieces, words, ", " if spelling in BLANKS else " "))
    assert puzzle.rule == "sum-zero"
    for piece, edges in zip(puzzle.pieces, pieces, strict=True):
        assert tuple(map(puzzle.edge_name, piece)) == tuple(words[edge] for edge in edges)
        assert tuple(puzzle.edge_name(-edge) for edge in piece) == tuple(words[-edge] for edge in edges)
    assert cm.solve(puzzle).solution is not None
    assert told.startswith("the text: read as 4 pictures in halves, such as ")
    assert "'halves: none' if equal words meet" in told


@pytest.mark.parametrize("spelling", SPELLINGS, ids=" ".join)
def test_a_line_says_that_such_words_meet_their_equals(caplog, spelling):
    pieces, halves = cut(halves=False), named_halves(*spelling)
    words = dict(enumerate(halves.values(), 1))
    puzzle = readers.read("halves: none\n" + typed(pieces, words))
    assert puzzle.rule == "equal"
    assert [tuple(map(puzzle.edge_name, piece)) for piece in puzzle.pieces] == [
        tuple(words[edge] for edge in piece) for piece in pieces
    ]
    assert caplog.messages == []


COLOURS = [
    *["red blue green white black grey pink gold", "red lightred blue green white black grey pink"],
    *["a b c d e f g h", "red1 red2 red3 blue1 blue2 blue3 blue4 red4"],
    "light-red dark-red blue green white red pink gold",
]


@pytest.mark.parametrize("names", COLOURS)
def test_colours_are_not_halves(caplog, names):
    words = dict(enumerate(names.split(), 1))
    puzzle, told = read_so(caplog, typed(cut(halves=False), words))
    assert (puzzle.rule, sorted(puzzle.colours)) == ("equal", sorted(words.values()))
    assert told.startswith("the text: read as 8 different colours, each matched with itself; else put above ")


def test_words_with_nothing_in_common_are_halves_where_a_line_says_so(caplog):
    words = {1: "sun", -1: "moon", 2: "cat", -2: "dog", 3: "ox", -3: "cow", 4: "sea", -4: "land"}
    pieces = cut(halves=True)
    text = typed(pieces, words)
    puzzle, told = read_so(caplog, text)
    assert puzzle.rule == "equal"
    assert "such as 'halves: head / tail'" in told
    puzzle = readers.read("halves: sun / moon, cat / dog, ox / cow, sea / land\n" + text)
    assert [tuple(map(puzzle.edge_name, piece)) for piece in puzzle.pieces] == [
        tuple(words[edge] for edge in piece) for piece in pieces
    ]
    assert {puzzle.edge_name(-edge) for edge in puzzle.pieces[0]} == {words[-edge] for edge in pieces[0]}
    with pytest.raises(PuzzleError, match=r"line 2: '\w+' is neither half of a picture by 'halves: sun / moon'"):
        readers.read("halves: sun / moon\n" + text)


TWO = {1: "red1", -1: "red2", 2: "blue1", -2: "blue2"}


def test_which_of_two_ways_is_told_and_can_be_said(caplog):
    """Two pictures of which one cannot know whether red1 meets red2 or blue1."""
    text = typed([tuple(max(-2, min(2, edge)) for edge in piece) for piece in cut(halves=True)], TWO)
    puzzle, told = read_so(caplog, text)
    assert set(map(frozenset, puzzle.colours)) == {frozenset(("red1", "red2")), frozenset(("blue1", "blue2"))}
    assert "'halves: blue / red' if blue2 meets red2 or 'halves: none' if equal words meet" in told
    other = readers.read("halves: blue / red\n" + text)
    assert set(map(frozenset, other.colours)) == {frozenset(("red1", "blue1")), frozenset(("red2", "blue2"))}
    assert readers.read("halves: none\n" + text).rule == "equal"


CLASHES = [
    {1: "left-top", -1: "right-top", 2: "left-back", -2: "right-back"},  # top and back, or left and right?
    {1: "Cat-head", -1: "Cat-tail", 2: "cat-head", -2: "cat-tail"},
]


@pytest.mark.parametrize("words", CLASHES)
def test_two_ways_with_known_endings_are_not_certain(caplog, words):
    """Whichever is taken, it is a warning that names the other, which is taken by the line that it names."""
    text = typed([tuple(max(-2, min(2, edge)) for edge in piece) for piece in cut(halves=True)], words)
    puzzle, told = read_so(caplog, text)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    line = re.search("'(halves: [^']*)' if", told)[1]
    ways = {frozenset(map(frozenset, each.colours)) for each in (puzzle, readers.read(f"{line}\n{text}"))}
    assert len(ways) == 2
    assert {frozenset([words[1], words[-1]]), frozenset([words[2], words[-2]])} in ways


@pytest.mark.parametrize("every", [2, 4])
def test_capitals_of_whole_words_may_mean_nothing(caplog, every):
    """As in every second word, or at the start of lines: what capitals were taken for is a warning."""
    colours = dict(enumerate(["red", "blue", "green", "white", "black"], 1))
    words = [colours[min(edge, 5)] for piece in cut(halves=False) for edge in piece]
    careless = [word if place % every else word.capitalize() for place, word in enumerate(words)]
    puzzle, told = read_so(caplog, "\n".join(" ".join(careless[start : start + 4]) for start in range(0, 36, 4)) + "\n")
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    if puzzle.rule == "equal":
        assert re.search(r"'halves: capitals' if \w+ meets \w+$", told)
    else:
        assert told.endswith("'halves: none' if equal words meet, with the same capitals")


def test_capitals_of_letters_are_certain(caplog):
    puzzle, _ = read_so(caplog, LETTERS)
    assert (puzzle.rule, [record.levelname for record in caplog.records]) == ("sum-zero", ["INFO"])


def test_a_way_that_leaves_words_out_is_not_named(caplog):
    """Where head and tail make halves of all words, star and moon, which leave out the sun, would be refused."""
    text = "star-head star-tail moon-head moon-tail\nsun-head star-head moon-tail moon-head\n" * 2
    _, told = read_so(caplog, text)
    assert told.endswith("else put above the pieces a line 'halves: none' if equal words meet")


def test_letters_that_are_written_in_two_ways_are_the_same():
    """An umlaut is one character, or a letter and two dots, in files from elsewhere."""
    text = spelt({letter: word.replace("bee", "k\u00e4fer") for letter, word in INSECTS.items()})
    other = readers.read(text.replace("\u00e4", "a\u0308", 1))
    assert (other, other.colours) == (readers.read(text), readers.read(text).colours)


def test_capitals_where_a_line_says_so(caplog):
    text = typed(cut(halves=True), {1: "Aa", -1: "aa", 2: "Ab", -2: "ab", 3: "Ba", -3: "ba", 4: "Bb", -4: "bb"})
    puzzle = readers.read("halves: capitals\n" + text)
    assert sorted(puzzle.colours) == [("Aa", "aa"), ("Ab", "ab"), ("Ba", "ba"), ("Bb", "bb")]
    assert caplog.messages == []


@pytest.mark.parametrize("line", ["head", "head / head", "head / tail / wing", "a b c", "/", "head / tail, x"])
def test_a_line_that_names_no_two_endings(line):
    with pytest.raises(PuzzleError, match="does not name two different endings or beginnings of words"):
        readers.read(f"halves: {line}\n" + typed(cut(halves=True), named_halves("*-head", "*-tail")))


def test_a_headline_is_no_piece():
    text = "top,right,bottom,left\n" + typed(cut(halves=True), named_halves("*-head", "*-tail"), ",")
    with pytest.raises(
        PuzzleError, match=r"10 pieces do not fill a square board: .*, and put # before lines that are no pieces"
    ):
        readers.read(text)
    assert len(readers.read(f"# {text}").pieces) == 9


def test_blanks_within_words_need_something_else_between_them():
    pieces, words = cut(halves=True), named_halves("* head", "* tail")
    for separator in (", ", ";", " | ", "\t"):
        assert readers.read(typed(pieces, words, separator)).rule == "sum-zero"
    with pytest.raises(PuzzleError):
        readers.read(typed(pieces, words, "  "))
    one_missing = "red, blue, green, white\n" * 3 + "red blue, green, white, red\n"
    with pytest.raises(PuzzleError, match="line 4: 'red blue' are two words without a comma between them"):
        readers.read(one_missing)


def test_what_is_certain_is_no_warning(caplog):
    for spelling, level in ((("*-head", "*-tail"), "INFO"), (("*F", "*B"), "WARNING"), (("*-a", "*-b"), "WARNING")):
        read_so(caplog, typed(cut(halves=True), named_halves(*spelling)))
        assert [record.levelname for record in caplog.records] == [level]


def test_commands_tell_what_was_read(tmp_path):
    file = tmp_path / "nine.txt"
    file.write_text(typed(cut(halves=True), named_halves("*F", "*B")))
    _, err = run("solve", file)
    assert err.startswith(f"{file}: read as 4 pictures in halves, such as ")
    assert err.count("read as") == 1
    out, err = run("count", file, "--json")
    assert "read as 4 pictures" in err
    assert out.startswith("{")
    (tmp_path / "other.txt").write_text(typed(cut(halves=False), dict(enumerate(COLOURS[0].split(), 1))))
    _, err = run("solve", tmp_path)
    assert f"{tmp_path / 'other.txt'}: read as 8 different colours, each matched with itself" in err
    assert f"{file}: read as 4 pictures in halves" in err
    file.write_text("halves: F / B\n" + file.read_text())
    assert "read as" not in run("solve", file)[1]
