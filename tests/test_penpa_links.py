"""Links of penpa-edit: what they say of the kind, what they may not hold, and garbage.

That puzzles come back from them is tested beside the links of puzz.link, in `test_pzpr_links`.
"""

import json
import zlib
from base64 import b64decode, b64encode
from contextlib import suppress
from dataclasses import replace

import pytest
from command_line import fails, run
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from refusals import refusal

import cpmodels as cm
import readers
from cpmodels.base.graph import grid
from cpmodels.base.sharing import link
from cpmodels.puzzles.akari import Akari
from cpmodels.puzzles.kakuro import Kakuro
from cpmodels.puzzles.masyu import Masyu
from cpmodels.puzzles.numberlink import Numberlink
from cpmodels.puzzles.simple_loop import SimpleLoop
from cpmodels.puzzles.skyscrapers import Skyscrapers
from cpmodels.puzzles.slitherlink import Slitherlink
from cpmodels.puzzles.star_battle import StarBattle
from cpmodels.puzzles.sudoku import Sudoku
from cpmodels.puzzles.yajilin import Arrow, Yajilin
from readers.penpa import layers
from readers.penpa.drawing import Drawing
from readers.penpa.layers import Around, Rooms, Shaded, Stars

SITE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
MARKS = ("surface", "number", "numberS", "symbol", "line", "lineE", "cage", "wall")


def packed(text):
    """Text as a link has it."""
    packer = zlib.compressobj(wbits=-15)
    return SITE + b64encode(packer.compress(text.encode()) + packer.flush()).decode()


def link_of(rows, cols, elements, *, head="square", margins=(0, 0, 0, 0), tags=(), title="", rules="", holes=()):
    """A link that is spelled out here, as penpa-edit writes it, without the code that is tested."""
    high, wide = rows + margins[0] + margins[1], cols + margins[2] + margins[3]
    shown = [
        (r + 2 + margins[0]) * (wide + 4) + c + 2 + margins[2]
        for r in range(rows)
        for c in range(cols)
        if (r, c) not in holes
    ]
    lines = [
        f"{head},{wide},{high},38,0,1,1,304,304,60,60,0,0,0,0,Title: {title},Author: ,,{rules},OFF,false,",
        json.dumps(list(margins)),
        "{}",
        json.dumps({name: {} for name in MARKS} | elements, separators=(",", ":")),
        "",
        json.dumps([at - before for before, at in zip([0, *shown], shown, strict=False)]),
        *[""] * 11,
        json.dumps(list(tags)),
    ]
    text = "\n".join(lines)
    for word, short in (("z", "zZ"), ('"number"', "zN"), ('"surface"', "zS"), ("null", "zO")):
        text = text.replace(word, short)
    return packed(text)


def at(row, col, cols, side=0, rows=0):
    """The number of a place on a board without margins."""
    return str(side * (rows + 4) * (cols + 4) + (row + 2) * (cols + 4) + col + 2)


def test_the_kind_is_named_by_a_tag_a_title_or_before_the_link():
    loop = Slitherlink([[3, None], [2, None]])
    numbers = {"number": {at(0, 0, 2): [3, 1, "1"], at(1, 0, 2): ["2", 1, "1"], at(1, 1, 2): None}}
    assert readers.read(link_of(2, 2, numbers, tags=["slitherlink"])) == loop
    assert readers.read(link_of(2, 2, numbers, title="Slitherlink #12")) == loop
    assert readers.read(f"Slitherlink {link_of(2, 2, numbers)}") == loop
    assert readers.read(link_of(2, 2, numbers, tags=["slitherlink"]).replace("m=edit", "m=solve") + "&a=xyz") == loop
    with pytest.raises(cm.PuzzleError, match=r"its kind is not named, and it may be akari, .* slitherlink;"):
        readers.read(link_of(2, 2, numbers))
    with pytest.raises(cm.PuzzleError, match="links of the kind 'killer' are not read, only akari, "):
        readers.read(link_of(2, 2, numbers, tags=["classic", "killer"]))
    with pytest.raises(cm.PuzzleError, match="its tags name more than one kind: slitherlink, masyu"):
        readers.read(link_of(2, 2, numbers, tags=["slitherlink", "masyu"]))
    one_a_line = f"simple loop {link(SimpleLoop(2, 2), site='penpa')}\n" * 2
    assert [type(each) for _, each in readers.read_each(one_a_line)] == [SimpleLoop] * 2


def test_what_only_one_kind_has_names_it(caplog):
    circles = {"symbol": {at(0, 0, 3): [2, "circle_L", 1], at(1, 2, 3): [1, "circle_M", 1]}}
    assert readers.read(link_of(2, 3, circles)) == Masyu(2, 3, [(1, 2)], [(0, 0)])
    assert "the link: its kind is not named; read as masyu" in caplog.text


def test_elements_that_are_spelled_in_more_than_one_way():
    arrows = {"number": {at(0, 0, 2): ["3_1", 1, "2"], at(1, 1, 2): ["_3", 1, "2"]}, "surface": {at(1, 0, 2): 8}}
    assert readers.read(f"yajilin {link_of(2, 2, arrows)}") == Yajilin(
        2, 2, [Arrow(0, 0, "left", 3), Arrow(1, 0), Arrow(1, 1, "bottom")]
    )
    pairs = {"number": {at(0, c, 4): [letter, 1, "1"] for c, letter in enumerate("A11a")}}
    assert readers.read(f"numberlink {link_of(1, 4, pairs)}").given == ((10, 1, 1, 10),)
    border = {"lineE": {f"{at(-1, 0, 2, 1, 2)},{at(0, 0, 2, 1, 2)}": 2, f"{at(0, 0, 2, 1, 2)},{at(1, 0, 2, 1, 2)}": 2}}
    assert readers.read(f"lits {link_of(2, 2, border)}").regions == ((0, 1), (0, 1))
    for rules in ("Place 1 star in each row.", "1\u2605 in each region"):
        assert readers.read(link_of(2, 2, border, tags=["starbattle"], rules=rules)).stars == 1
    sums = {"numberS": {str(4 * int(at(0, 0, 2, 1, 2)) + 1): ["3", 4]}, "symbol": {at(1, 0, 2): [1, "kakuro", 2]}}
    assert readers.read(f"kakuro {link_of(2, 2, sums)}") == Kakuro(2, 2, [(0, 0, 0, 3), (1, 0)])


def test_boxes_of_any_shape_come_back():
    boxes = ["ABBB", "ACCB", "ACDD", "ACDD"]
    puzzle = Sudoku([[1, None, None, None], *[[None] * 4] * 3], boxes)
    assert readers.read(link(puzzle, site="penpa")) == puzzle


def test_a_full_board_is_looked_over_a_few_times(monkeypatch):
    """And not once for each of its cells: of 100 x 100 that took half a minute."""
    cells, asked = grid(6, 6).nodes, []
    whole, dark = Drawing.cells.fget, layers.dark
    monkeypatch.setattr(Drawing, "cells", property(lambda drawing: asked.append(drawing) or whole(drawing)))
    monkeypatch.setattr(layers, "dark", lambda drawing: asked.append(drawing) or dark(drawing))
    square = [[(r + c) % 6 + 1 for c in range(6)] for r in range(6)]
    for puzzle in (
        Masyu(6, 6, cells),
        Yajilin(6, 6, [Arrow(*cell) for cell in cells[1:]]),
        Akari([[None] * 6] * 6, cells),
        SimpleLoop(6, 6, cells[1:]),
        Skyscrapers(*[[1] * 6] * 4, square),
    ):
        made = link(puzzle, site="penpa")
        asked.clear()
        assert readers.read(made) == puzzle
        assert len(asked) < 10


def test_a_board_that_was_widened_on_one_side():
    numbers = {"number": {str((2 + 1) * 8 + 2): [3, 1, "1"]}}
    assert readers.read(f"shikaku {link_of(2, 4, numbers, margins=(1, 0, 0, 0))}").given[0] == (3, None, None, None)
    numbers["number"]["18"] = [7, 1, "1"]
    with pytest.raises(cm.PuzzleError, match="row 0, column 1 is off the board, and has a number or a symbol"):
        readers.read(f"shikaku {link_of(2, 4, numbers, margins=(1, 0, 0, 0))}")


@pytest.mark.parametrize(
    ("kind", "made", "sentence"),
    [
        ("slitherlink", {"symbol": {"14": [1, "star", 1]}}, "it has symbols, which mean nothing in this kind"),
        ("slitherlink", {"cage": {"14,15": 1}}, "line 4 of what it holds: it has cages, which are not read"),
        ("slitherlink", {"number": {"14": ["W", 1, "1"]}}, "row 1, column 1 has 'W', which is not a number"),
        ("slitherlink", {"number": {"-14": ["1", 1, "1"]}}, "line 4 of what it holds: a place of number is '-14'"),
        ("slitherlink", {"number": {"14": 3}}, "line 4 of what it holds: number 14 must be a list, not 3"),
        ("kakuro", {"numberS": {"200": []}}, "line 4 of what it holds: there is nothing in the numberS of row 1, "),
        ("kakuro", {"numberS": {"200": ["3", 4]}}, "row 1, column 1 has a number in a corner in which no sum stands"),
        ("kakuro", {"numberS": {"173": ["3", 4]}}, "row 0, column 0 is off the board, and has a number or a symbol"),
        ("masyu", {"symbol": {"14": [1, "square_L", 1]}}, "row 1, column 1 has a symbol that is neither"),
        ("masyu", {"symbol": {"50": [1, "circle_L", 1]}}, "line 4 of what it holds: a symbol stands beside the middle"),
        ("yajilin", {"number": {"14": ["3_7", 1, "2"]}}, "row 1, column 1 has '3_7', which is not a number with"),
        ("lits", {"lineE": {"98": 98}}, "line 4 of what it holds: it has marks on the lines between cells"),
        ("lits", {"lineE": {"43,50": 2}}, "line 4 of what it holds: it has a line from the upper left corner of row"),
        ("heyawake", {"number": {"14": [1, 1, "1"], "15": [2, 1, "1"]}}, "row 1, column 2 has a second number of one"),
        ("star battle", {}, "it does not say how many stars each row has, by one number above the board"),
        ("shikaku", {"holes": [(0, 1)]}, "line 6 of what it holds: the board has no cell at row 1, column 2"),
        ("shikaku", {"head": "hex"}, "its board is of the sort 'hex'; only boards of squares are read"),
        ("tapa", {}, "links of the kind 'tapa' are not read, only akari, "),
    ],
)
def test_what_is_not_read_is_one_sentence(kind, made, sentence):
    made = dict(made)
    board = {name: made.pop(name) for name in ("holes", "head") if name in made}
    assert refusal(readers.read, f"{kind} {link_of(2, 2, made, **board)}").startswith(f"the text: {sentence}")


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (f"{SITE}abc~", "the link: character 54: '~' is not a letter of base64"),
        (f"{SITE}/////w==", "the link: its letters hold nothing that penpa-edit wrote: a part of it"),
        (SITE, "the link: it breaks off after 0 characters of text: a part of it is missing"),
        (packed("square,2,2"), "the link: its board is of the sort 'square'; only"),
        (packed("[" * 10**6), "the link: its board is of the sort"),
        (packed("z" * 10**8), "the link: it breaks off after 4000000 characters of text: it is larger than any puzzle"),
        (link_of(2, 2, {}).replace("m=edit", "m=other"), "the link: this link has no puzzle in it"),
        (packed("square,9999999,9999999" + ",0" * 13 + "\n" * 6), "the link: line 1 of what it holds: a board of"),
        (packed("square,2,2" + ",0" * 13 + "\n" + "[" * 10**5 + "\n" * 5), "the link: line 2 of what it holds: the"),
    ],
)
def test_garbage_is_refused_in_one_sentence(broken, sentence):
    assert refusal(readers.read, broken).startswith(sentence)


@examples(200)
@given(st.sampled_from(["masyu-6", "kakuro-6", "star-battle-6"]), st.data())
def test_a_text_that_was_changed_is_another_puzzle_or_says_what_is_wrong(name, data):
    whole = link(cm.read(name), site="penpa").removeprefix(SITE)
    text = zlib.decompress(b64decode(whole), -15).decode()
    start = data.draw(st.integers(0, len(text)))
    new = data.draw(st.text('0159{}[]",:z\n-.N', max_size=4))
    with suppress(cm.PuzzleError):
        readers.read(packed(text[:start] + new + text[start + data.draw(st.integers(0, 4)) :]))


def test_a_drawing_comes_back_with_all_that_it_has():
    drawing = Drawing(
        2, 3, 1, numbers={(-1, 0): "zero", (1, 2): "2_0"}, corners={((0, 0), 2): "7"}, symbols={(1, 1): ("star", 2)},
        colours={(0, 2): 4}, borders={((0, 0), (0, 1)), ((0, 1), (1, 1))}, tags=["a", "b"],
    )  # fmt: skip
    assert Drawing.unpacked(drawing.packed(), 0) == drawing


def test_the_command_line_and_what_links_cannot_show():
    written = run("link", "slitherlink-5", "--site", "penpa")[0].strip()
    assert readers.read(written) == cm.read("slitherlink-5")
    assert '"solution"' in run("solve", f"slitherlink {written}", "--json")[0]
    assert fails("solve", f"{SITE}a~").startswith("cpmodels: the link: character 52: '~' is not a letter of base64")
    assert "links of puzz.link, penpa for this kind, not of 'x'" in fails("link", "slitherlink-5", "--site", "x")
    assert "links of e2.bucas.name for this kind, not of 'penpa'" in fails("link", "nine-one", "--site", "penpa")
    with pytest.raises(cm.PuzzleError, match="a link of penpa has not all rules of this puzzle"):
        link(replace(cm.read("numberlink-5"), cover=True), site="penpa")
    for number in (-20, 10**9):
        with pytest.raises(cm.PuzzleError, match=f"a link of penpa cannot hold this puzzle: .* has '{number}', which"):
            link(Numberlink([[number, 1, number], [1, None, None]]), site="penpa")
    assert readers.read(link(cm.read("queens-7"), site="penpa")) == StarBattle(cm.read("queens-7").regions, stars=1)


@pytest.mark.parametrize(
    ("layer", "drawing", "sentence"),
    [
        (Stars(), Drawing(4, 4, symbols={(0, 0): ("star", 2)}, rules="1 star"), "row 1, column 1 has a symbol"),
        (Stars(), Drawing(4, 4, numbers={(0, 0): "1"}, rules="2 stars"), "row 1, column 1 has a number, and this kind"),
        (Around(), Drawing(2, 2, numbers={(-1, -1): "2"}), "row 0, column 0 is off the board, and has a number"),
        (Rooms(), Drawing(1, 2, colours={(0, 1): 3}), "row 1, column 2 has not the colour of its room"),
        (Shaded(), Drawing(1, 2, colours={(0, 0): 4, (0, 1): 2}), "row 1, column 2 has a colour that is"),
    ],
)
def test_what_is_drawn_where_a_kind_has_nothing_is_refused(layer, drawing, sentence):
    with pytest.raises(cm.PuzzleError, match=sentence):
        layer.read(drawing, ())


def test_colours_may_show_rooms_too():
    assert Rooms().read(Drawing(1, 3, colours={(0, 1): 3, (0, 2): 3}, borders={((0, 0), (0, 1))}), ()) == ((0, 1, 1),)
