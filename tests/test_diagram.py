"""Kinds that have nothing but a diagram: what they show in each output, right or wrong, and what is refused."""

import json
import re
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from io import BytesIO
from itertools import pairwise, product
from math import dist
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import diagrams
import numpy as np
import pytest
from browser import data_of
from drawn import drawn, of_role
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from lenient import Lenient
from PIL import Image

import cpmodels as cm
import renderers
from cpmodels import Diagram
from cpmodels.base.diagram import Around, Figure, FigurePart, Labels, Laid, Layer, Line, Symbol, Tiles
from cpmodels.base.lattice import HEXAGONAL, SQUARE, hexagon, offset_cell
from cpmodels.puzzles.hidoku import Hidoku
from cpmodels.puzzles.slitherlink import Slitherlink
from renderers import _diagram_text
from renderers._diagram_picture import Drawing, draw_diagram
from renderers._diagram_text import text_of_diagram
from renderers._tiles import Pen
from renderers.animation import gif, solutions_film
from renderers.moments import grown, moments_of
from renderers.palette import INK, SURFACE, hue, ink_on, named, rgb
from renderers.picture import drawn_shapes
from renderers.shapes import Polyline, Text, bounds, dashes

LOOP = ((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0))
FLOWER = ((0, 0), (0, 1), (1, -1), (1, 0), (1, 1), (2, 0), (2, 1))


@dataclass(frozen=True)
class Petals(cm.Puzzle[cm.Path]):
    """Seven hexagons; the path says in which cell each piece lies, for want of another solution."""

    kind = "test_petals"
    title = "Flowers"
    pieces: tuple[tuple[str, ...], ...]
    name: str | None = field(default=None, compare=False)

    def check(self, solution: cm.Path) -> list[str]:
        return [] if len(set(solution.cells)) == 7 else ["two pieces lie in one cell"]

    def diagram(self, solution: cm.Path | None = None) -> Diagram:
        board = Diagram(cells=FLOWER, lattice="hexagonal")
        if solution is None:
            return board.pieces(self.pieces)
        lying = dict(zip(solution.cells, self.pieces, strict=False))
        return board.tiles(lying).numbers({cell: number for number, cell in enumerate(lying)})


class Bare(cm.Puzzle[cm.Path]):
    """A kind that shows nothing of itself."""

    kind = "test_bare"
    name = None

    def check(self, solution: cm.Path) -> list[str]:
        return [] if solution.cells else ["the path is empty"]


WORDS = ("red", "blue", "green", "gold", "purple", "teal")
STEPS = Hidoku(((1, None, None), (None, 5, None), (None, None, 9)))
STEPS_SOLVED = cm.Grid([[1, 2, 3], [6, 5, 4], [7, 8, 9]])
FENCE, FENCE_SOLVED = Slitherlink([[2, None], [None, 2]]), cm.Loop(LOOP)
PETALS = Petals(tuple(WORDS[k:] + WORDS[:k] for k in (0, 1, 2, 3, 4, 5, 0)))
PETALS_SOLVED = cm.Path(FLOWER)
KINDS = {"steps": (STEPS, STEPS_SOLVED), "fence": (FENCE, FENCE_SOLVED), "petals": (PETALS, PETALS_SOLVED)}


# --- every output of every kind


@pytest.mark.parametrize("name", KINDS)
def test_a_diagram_is_enough_for_every_file(tmp_path, name):
    puzzle, solution = KINDS[name]
    for ending in (".svg", ".png", ".pdf", ".gif", ".webp", ".html"):
        for given_ in ((), solution, [solution, solution]) if ending in (".svg", ".pdf", ".gif") else (solution,):
            renderers.ready(tmp_path / f"a{ending}", puzzle)
            renderers.save(tmp_path / f"a{ending}", puzzle, given_)
            assert (tmp_path / f"a{ending}").stat().st_size > 500
    ElementTree.fromstring(renderers.draw(puzzle, solution).svg())
    assert renderers.draw(puzzle, solution) == cm.draw(puzzle, solution)
    assert puzzle._repr_svg_() == renderers.svg(puzzle)
    renderers.book(tmp_path / "book.pdf", [(puzzle, solution), (puzzle, "no solution")])


@pytest.mark.parametrize("name", KINDS)
def test_a_page_holds_the_puzzle_and_each_solution_with_what_is_wrong(name):
    puzzle, solution = KINDS[name]
    wrong = {"steps": cm.Grid([[1] * 3] * 3), "fence": cm.Loop([]), "petals": cm.Path([(0, 0)] * 7)}[name]
    content = renderers.page(puzzle, [solution, wrong])
    page, data = content.decode(), data_of(content)
    assert data["broken"] == [[], [puzzle.said(line) for line in puzzle.check(wrong)]]
    assert data["themed"] is True
    pictures = [renderers.draw(puzzle, shown) for shown in (None, solution, wrong)]
    for picture, runs in zip(pictures, data["frames"], strict=True):
        numbers = [k for first, count in zip(runs[::2], runs[1::2], strict=True) for k in range(first, first + count)]
        assert [data["shapes"][k] for k in numbers] == [shape.svg() for shape in picture.shapes]
    assert len(page) < 60_000
    assert not re.search(r"^ *(/\*| \* )", page, re.MULTILINE)
    assert not re.search(r"https?://(?!www\.w3\.org)", page)
    assert "<title>Flowers</title>" in page or name != "petals"


def test_a_solution_fills_the_board_step_by_step():
    frames = [moment.diagram for moment in moments_of(STEPS, STEPS_SOLVED, 60)[:-1]]
    assert len(frames) == 9
    drawn = [[layer for layer in frame.layers if isinstance(layer, Line)] for frame in frames]
    assert [sum(len(line.seen) for line in lines) for lines in drawn] == list(range(9))
    filled = [{label for layer in f.layers if isinstance(layer, Labels) for _, label in layer.at} for f in frames]
    assert filled == [{"1", "5", "9"} | {str(n) for n in range(1, k + 1)} for k in range(9)]
    texts = renderers.filling(STEPS, STEPS_SOLVED)
    assert texts[0] == renderers.text(STEPS)
    assert texts[-1] == renderers.text(STEPS, STEPS_SOLVED)
    assert len(renderers.filling(FENCE, FENCE_SOLVED)) == 9
    assert len(moments_of(STEPS, STEPS_SOLVED, 4)) == 4


def test_a_growing_loop_is_open_until_its_end():
    with_loop = renderers.draw(FENCE, FENCE_SOLVED)
    (closed,) = of_role(with_loop, "loop")
    assert closed.points[0] == closed.points[-1]
    growing = grown(FENCE.diagram(), FENCE.diagram(FENCE_SOLVED), 60)
    lengths = [[len(line.points) for line in of_role(draw_diagram(diagram), "loop")] for diagram in growing[2:]]
    assert lengths == [[k] for k in range(2, 8)]
    with Image.open(BytesIO(gif(solutions_film(FENCE, [FENCE_SOLVED]), side=200))) as image:
        assert image.n_frames == 9


def test_numbers_without_a_line_come_in_rising_order():
    solved = Diagram(1, 4).numbers({(0, 0): 4, (0, 1): 10, (0, 2): 2, (0, 3): 7})
    seen = [[label for layer in d.layers for _, label in layer.at] for d in grown(Diagram(1, 4), solved, 60)]
    assert seen == [[], ["2"], ["4", "2"], ["4", "2", "7"]]


def test_what_the_puzzle_has_is_there_from_the_start():
    given = {(0, 1): "moon", (1, 0): "sun"}
    solved = Diagram(2, 2).symbols({(0, 0): "sun", **given, (1, 1): "moon"})
    growing = grown(Diagram(2, 2).symbols(given), solved, 9)
    seen = [[cell for layer in diagram.layers for cell, _ in layer.at] for diagram in growing]
    assert seen == [[*given], [(0, 0), *given]]
    puzzle = cm.read("tango-4")
    assert renderers.filling(puzzle, cm.solve(puzzle).solution)[0] == renderers.text(puzzle)


def test_pieces_beside_the_board_can_be_cut_out():
    (kit,) = renderers.kits(PETALS)
    assert kit.what == "7 pieces of 40 mm"
    assert [[shape.fill for shape in piece if shape.role == "edge"] for piece in kit.pieces] == [
        [named(word) for word in edges] for edges in PETALS.pieces
    ]
    assert not list(renderers.kits(STEPS))


@dataclass(frozen=True)
class Shaped(Lenient, cm.Puzzle[cm.Path]):
    """Pieces of any shape."""

    kind = "test_shaped"
    figures: tuple[Figure, ...]

    def diagram(self, solution=None):  # noqa: ARG002
        return Diagram(1, 1).pieces(self.figures)


def upright(left, high):
    """A piece of one column."""
    return Figure((FigurePart("column", "red", (((left, 0), (left + 1, 0), (left + 1, high), (left, high)),)),))


def test_pieces_that_are_high_and_narrow_are_cut_out_on_one_page(tmp_path):
    masts = Shaped((upright(0, 50), upright(0, 50)))
    (kit,) = renderers.kits(masts)
    assert (kit.rows, kit.height > 200) == (1, True)
    cm.save(tmp_path / "masts.pdf", masts)


def test_pieces_far_from_the_middle_of_their_cell_are_cut_out_side_by_side(tmp_path):
    buoys = Shaped((upright(0, 1), upright(9, 1)))
    (kit,) = renderers.kits(buoys)
    assert kit.columns == 4
    cm.save(tmp_path / "buoys.pdf", buoys)


def test_kinds_without_a_diagram_are_told_in_one_sentence(tmp_path):
    for ending in (".svg", ".png", ".pdf", ".gif", ".html"):
        with pytest.raises(cm.KindError, match=r"^puzzles of the kind 'test_bare' have no picture; a kind of"):
            renderers.ready(tmp_path / f"a{ending}", Bare())
        with pytest.raises(cm.KindError, match="have no picture"):
            renderers.save(tmp_path / f"a{ending}", Bare())
    with pytest.raises(cm.KindError, match="Bare has no JSON form"):
        renderers.text(Bare())
    for ending in (".glb", ".stl"):
        with pytest.raises(cm.KindError, match=rf"^puzzles of the kind 'slitherlink' cannot be written as \{ending}$"):
            renderers.ready(tmp_path / f"a{ending}", FENCE)
    assert Bare()._repr_svg_() is None
    with pytest.raises(TypeError, match="expected a solution of type Loop, got Path"):
        renderers.draw(FENCE, PETALS_SOLVED)


def test_a_special_drawing_takes_the_place_of_the_diagram(tmp_path):
    class Special(Slitherlink):
        kind = "test_special"

    @renderers.draw.register(Special)
    def draw_special(puzzle, solution=None, **_perspective):
        colour = "#ffffff" if solution is None else "#ff0000"
        return renderers.Picture(10, 10, "#000000", (renderers.Circle((5, 5), 4, colour),), title=puzzle.kind)

    special = Special(FENCE.given)
    assert renderers.draw(special).background == "#000000"
    assert renderers.draw(FENCE).background != "#000000"
    for ending in (".png", ".gif", ".pdf", ".html"):
        renderers.save(tmp_path / f"a{ending}", special, FENCE_SOLVED)
    assert b'"themed":false' in renderers.page(special)


# --- what is to be seen


def test_the_text_of_numbers_on_a_path_that_goes_aslant():
    aslant = cm.Grid([[1, 4, 3], [6, 2, 5], [7, 8, 9]])
    assert renderers.text(Hidoku([[None] * 3] * 3), aslant) == drawn("""
┏━━━━━━━━━━━┓
┃ 1   4───3 ┃
┃   ╲   \N{BOX DRAWINGS LIGHT DIAGONAL CROSS}   ┃
┃ 6   2   5 ┃
┃ │         ┃
┃ 7───8───9 ┃
┗━━━━━━━━━━━┛
the path jumps from row 2, column 3 to row 2, column 1
""")


def test_the_text_counts_paths_from_1_as_it_does_rows_and_columns():
    board = cm.Diagram(2, 3).paths([[(0, 0), (1, 2)], [(0, 2), (1, 0)]])
    assert renderers.text(board).splitlines()[-2:] == [
        "path 1 jumps from row 1, column 1 to row 2, column 3",
        "path 2 jumps from row 1, column 3 to row 2, column 1",
    ]


def test_the_text_of_a_loop_along_edges():
    assert renderers.text(FENCE, FENCE_SOLVED) == drawn("""
┏━━━━━━━┓
┃ 2     ┃
┃   ·   ┃
┃     2 ┃
┗━━━━━━━┛
""")
    assert renderers.text(FENCE, cm.Loop([(0, 0), (0, 1), (1, 1), (1, 0)])) == drawn("""
┏━━━┓   ·
┃ 2 ┃
┗━━━┛   ·
      2
·   ·   ·
""")


def test_the_text_of_marks_holes_regions_and_shades():
    board = Diagram(3, 4).without([(0, 3)]).regions({(0, 0): "a", (0, 1): "a"})
    board = board.symbols({(1, 0): "circle", (1, 1): "disc"}).shade([(2, 2)]).loop([(1, 0), (1, 1), (2, 1), (2, 0)])
    assert text_of_diagram(board) == drawn("""
┏━━━━━━━┳━━━┓
┃ ·   · ┃ · ┃
┣━━━━━━━┛   ┗━━━┓
┃ ○───●   ·   · ┃
┃ │   │         ┃
┃ └───┘  ▒▒▒  · ┃
┗━━━━━━━━━━━━━━━┛
""")


@pytest.mark.parametrize("lattice", ["square", "hexagonal"])
def test_characters_of_two_columns_leave_the_text_in_form(lattice):
    """An ideograph stands where two letters would, and an accent takes no place of its own."""

    def text(wide, accented):
        board = Diagram(2, 3, lattice=lattice).numbers({(0, 0): wide, (0, 1): 1, (1, 1): f"{wide}2", (1, 2): accented})
        tiles = Diagram(1, 1, lattice=lattice).tiles({(0, 0): [wide, accented] + [1] * (len(board.sides_by_name) - 2)})
        return f"{text_of_diagram(board.shade([(1, 1)]))}\n{text_of_diagram(tiles)}"

    assert text("猫", "e\u0301").replace("猫", "ca").replace("e\u0301", "e") == text("ca", "e")


def test_hexagons_lie_as_the_lattice_has_them():
    board = Diagram(cells=FLOWER, lattice="hexagonal")
    assert board.rows == board.cols == 3
    for cell, side in product(FLOWER, range(6)):
        centre = HEXAGONAL.neighbour(hexagon(*cell), side)
        assert hexagon(*board.neighbour(cell, side)) == centre
        assert offset_cell(centre) == board.neighbour(cell, side)
    assert sorted(board.neighbour((1, 0), side) for side in range(6)) == sorted(set(FLOWER) - {(1, 0)})
    assert renderers.text(PETALS).splitlines()[:3] == ["    ·   ·", "  ·   ·   ·", "    ·   ·"]
    assert renderers.text(PETALS, PETALS_SOLVED).splitlines()[:3] == ["    0   1", "  2   3   4", "    5   6"]


def test_edges_that_meet_lie_on_each_other():
    for puzzle, sides, meeting in ((Diagram(cells=FLOWER, lattice="hexagonal"), 6, 12), (Diagram(3, 3), 4, 12)):
        picture = draw_diagram(puzzle.tiles({cell: range(sides) for cell in puzzle.cells}))
        ends = {}
        for face in of_role(picture, "edge"):
            ends.setdefault(frozenset((round(x, 4), round(y, 4)) for x, y in face.points[:2]), []).append(face.fill)
        pairs = [fills for fills in ends.values() if len(fills) == 2]
        assert len(pairs) == meeting
        opposite = HEXAGONAL.opposite if sides == 6 else SQUARE.opposite
        for one, two in pairs:
            assert hue(opposite[[hue(k) for k in range(sides)].index(one)]) == two


def test_a_line_runs_through_the_middles_of_its_cells_and_a_fence_along_edges():
    (line,) = of_role(draw_diagram(Diagram(3, 3).loop(LOOP)), "loop")
    assert line.points == tuple((64 * c + 32, 64 * r + 32) for r, c in (*LOOP, LOOP[0]))
    (fence,) = of_role(renderers.draw(FENCE, FENCE_SOLVED), "loop")
    assert fence.points == tuple((64 * c, 64 * r) for r, c in (*FENCE_SOLVED.cells, FENCE_SOLVED.cells[0]))
    one, two = of_role(draw_diagram(Diagram(2, 2).paths([[(0, 0), (0, 1)], [(1, 0)]])), "path")
    assert (one.stroke, two.fill) == (hue(0), hue(1))


def test_numbers_that_contradict_each_other_are_both_shown():
    picture = draw_diagram(Diagram(1, 2).numbers({(0, 0): 7, (0, 1): 3}).numbers({(0, 0): 5, (0, 1): 3}, given=True))
    assert [number.content for number in of_role(picture, "number")] == ["5", "7", "3"]
    assert "5/7" in text_of_diagram(Diagram(1, 2).numbers({(0, 0): 7}).numbers({(0, 0): 5}, given=True))


def test_rows_pairs_mappings_and_grids_say_the_same():
    board, numbers = Diagram(2, 2), {(0, 0): 1, (1, 1): 2}
    assert board.numbers(numbers) == board.numbers([[1, None], [None, 2]]) == board.numbers(list(numbers.items()))
    assert board.numbers(cm.Grid([[1, 2], [3, 4]])) == board.numbers([[1, 2], [3, 4]])
    regions = dict(zip(product(range(2), repeat=2), "aabb", strict=True))
    assert board.regions([["a", "a"], ["b", "b"]]) == board.regions(regions)


points = st.tuples(st.integers(0, 3), st.integers(0, 3))


@given(
    st.lists(points, max_size=12),
    st.dictionaries(points, st.integers(-20, 2000)),
    st.sampled_from(["square", "hexagonal"]),
)
@examples(40)
def test_wrong_solutions_of_any_shape_are_shown(path, numbers, lattice):
    board = Diagram(4, 4, lattice=lattice)
    for diagram in (board.path(path), board.loop(path), board.paths([path, path[::-1]])):
        diagram = diagram.numbers(numbers).shade(path[:2]).regions(numbers)
        assert draw_diagram(diagram).png(scale=0.3)[:4] == b"\x89PNG"
        assert text_of_diagram(diagram)
        assert grown(board, diagram, 20)[0].layers == ()


# --- pieces that are laid


def sail(colour):
    return Figure((FigurePart("title", colour, (((0, -0.5), (0.4, 0.2), (-0.4, 0.2)),)), FigurePart("hull", None, ())))


@pytest.mark.parametrize("lattice", ["square", "hexagonal"])
def test_laid_pieces_show_their_edges_turned_and_bars_where_they_do_not_match(lattice):
    sides = 4 if lattice == "square" else 6
    piece = tuple(range(1, sides + 1))
    board = Diagram(1, 2, lattice=lattice).pieces([piece, piece], rule="equal")
    toward = board.side_between((0, 0), (0, 1))
    for turns in range(sides):
        laid = board.laid({(0, 0): 0, (0, 1): (1, turns)})
        shown = laid.edges_at(1, turns)
        assert shown[0] == piece[turns if lattice == "square" else -turns % sides]
        matches = shown[board.side_between((0, 1), (0, 0))] == piece[toward]
        assert len(of_role(draw_diagram(laid), "wrong")) == (0 if matches else 2)
        assert [text.content for text in of_role(draw_diagram(laid), "piece") if hasattr(text, "content")] == ["1", "2"]
    assert not of_role(draw_diagram(board.laid({})), "edge")
    free = Diagram(1, 2, lattice=lattice).pieces([piece, piece]).laid({(0, 0): 0, (0, 1): 1})
    assert not of_role(draw_diagram(free), "wrong")


def test_fixed_pieces_leave_the_others_beside_the_board():
    board = Diagram(1, 2).pieces([(1, 2, 3, 4), (4, 3, 2, None)], names={1: "sun"}).laid({(0, 1): (1, 3)}, fixed=True)
    assert len(of_role(draw_diagram(board), "fixed")) == 1
    assert len(of_role(draw_diagram(board), "edge")) == 8
    assert text_of_diagram(board).splitlines() == [
        "piece  top  right  bottom  left",
        "    1  sun      2       3     4",
        "    2    4      3       2     -",
        "fixed: piece 2 in row 1, column 2, turned 3/4",
    ]


def test_words_of_colours_are_kept():
    """As colours, on the edges, so short that they differ, and in the terminal; of halves what their names share."""
    names = {1: "red", 2: "green", 3: "grey-blue", 4: "grey-brown"}
    board = Diagram(1, 2).pieces([(1, 2, 3, 4), (4, 3, 2, 1)], rule="equal", names=names)
    pen = Pen(board.tray, 100)
    assert (pen.colour(1), pen.colour(2)) == (named("red"), named("green"))
    assert [pen.mark(colour) for colour in names] == ["red", "gree", "grey-bl", "grey-br"]
    laid = text_of_diagram(board.laid({(0, 0): (0, 1), (0, 1): 1})).splitlines()
    assert [line.split()[-4:] for line in laid if line.startswith("row")] == [
        ["green", "grey-blue", "grey-brown", "red"],
        ["grey-brown", "grey-blue", "green", "red"],
    ]
    halves = {1: "bee-head", -1: "bee-tail", 2: "red front", -2: "red back", 3: "sun", -3: "-sun"}
    pen = Pen(Diagram(1, 1).pieces([(1, -2, 3, -1)], rule="sum-zero", names=halves).tray, 100)
    assert [pen.mark(edge) for edge in (1, -1, 2, 3)] == ["bee", "bee", "red", "sun"]
    assert pen.colour(-2) == named("red")
    alike = {1: "red1", -1: "red2", 2: "red3", -2: "red4", 3: "sun", -3: "son"}
    pen = Pen(Diagram(1, 1).pieces([(1, -2, 3, -1)], rule="sum-zero", names=alike).tray, 100)
    assert [pen.mark(edge) for edge in (1, -1, 2, 3)] == ["red1", "red1", "red3", "s"]
    assert [pen.colour(edge) for edge in (1, 2)] == [hue(0), hue(1)]
    plain = Pen(Diagram(1, 1).pieces([(1, 2, 3, 4)], rule="equal").tray, 100)
    assert [(plain.mark(edge), plain.colour(edge)) for edge in (1, 2)] == [("1", hue(0)), ("2", hue(1))]


def test_edges_have_numbers_of_numpy_too():
    edges = np.array([1, -2, 3, 0])
    board = Diagram(1, 1).pieces([edges], rule="sum-zero").tiles({(0, 0): edges})
    assert board == Diagram(1, 1).pieces([(1, -2, 3, 0)], rule="sum-zero").tiles({(0, 0): (1, -2, 3, 0)})
    assert json.loads(json.dumps(board.data())) == board.data()


def test_letters_of_any_alphabet_have_colours():
    pen = Pen(Diagram(1, 1).tray, 100)
    assert [pen.colour(letter) for letter in "aBz"] == [hue(0), hue(1), hue(25)]
    assert len({pen.colour(letter) for letter in ("\u0130", "\u00df", "\u03c9", "")}) == 4


def test_figures_lie_on_the_board_beside_it_and_around_it():
    board = Diagram(1, 2, dark=True).pieces([sail("red"), sail("blue")])
    around = board.around({(0, 2): sail("gold"), (5, 5): sail("gold")}, frame=(-1, -1, 2.05, 1))
    for diagram, sails, places in ((around, 2, 2), (around.laid({(0, 1): 0}), 1, 1)):
        drawn = drawn_shapes(draw_diagram(diagram))
        assert len(of_role(drawn, "title")) == sails
        assert len(of_role(drawn, "place")) == places
        assert len(of_role(drawn, "frame")) == 2
        (cut,) = of_role(drawn, "around")
        assert max(x for x, _ in cut.points) <= bounds(of_role(drawn, "frame"))[2]
    assert text_of_diagram(around).splitlines() == ["piece  title  hull", "    1    red     ?", "    2   blue     ?"]
    svg = Polyline(((0, 0), (1, 1)), "red", 1, role='salt & "pepper"').svg()
    assert ElementTree.fromstring(svg).get("class") == 'salt & "pepper"'


# --- signs, arrows, clues beside the board, cages and all else that puzzles show


@pytest.mark.parametrize("name", diagrams.NAMES)
def test_all_that_is_written_in_the_picture_is_in_the_text_and_in_the_data(name):
    diagram = diagrams.diagram_of(name)
    picture, text = draw_diagram(diagram), text_of_diagram(diagram)
    for role in ("number", "corner", "outside", "sign"):
        for each in of_role(picture, role):
            content = getattr(each, "content", "")
            sign = {"\N{MULTIPLICATION SIGN}": "x"}.get(content, content)
            assert content in text
            assert not content or f'"{sign}"' in json.dumps(diagram.data())
    assert picture.png(scale=0.3)[:4] == b"\x89PNG"


def test_every_layer_is_in_some_diagram_and_says_all_in_its_data():
    layers = {type(layer) for name in diagrams.NAMES for layer in diagrams.diagram_of(name).layers}
    assert layers == set(get_args(Layer)) - {Tiles, Laid, Around}
    for name in get_args(Symbol):
        drawn = draw_diagram(Diagram(1, 1).symbols({(0, 0): name}))
        assert any(shape.role.startswith(name) for shape in drawn.shapes)
    board = Diagram(cells=[(1, 1), (2, 2)]).shade([(1, 1)], "gold").symbols({(2, 2): "sun"})
    assert json.loads(json.dumps(board.data())) == {
        "rows": 2,
        "cols": 2,
        "cells": [[1, 1], [2, 2]],
        "corner": [1, 1],
        "layers": [
            {"layer": "shading", "cells": [[1, 1]], "colour": "gold"},
            {"layer": "symbols", "at": [[[2, 2], "sun"]]},
        ],
    }


def test_signs_of_order_turn_with_their_cells():
    for lattice in ("square", "hexagonal"):
        board = Diagram(3, 3, lattice=lattice)
        for side in range(board.sides):
            other = board.neighbour((1, 1), side)
            less, more = (
                board.signs({cells: sign}) for cells, sign in ((((1, 1), other), "<"), ((other, (1, 1)), ">"))
            )
            tips = [of_role(draw_diagram(one), "sign")[-1].points for one in (less, more)]
            assert tips[0][1] == pytest.approx(tips[1][1])
            assert draw_diagram(less) != draw_diagram(board.signs({((1, 1), other): ">"}))
            if lattice == "square":
                assert text_of_diagram(less) == text_of_diagram(more)


def test_signs_between_cells_that_touch_at_a_corner_stand_there():
    """As the dots of Galaxies, of which one had no place but in a corner of a cell."""
    board = Diagram(2, 2).signs({((0, 0), (1, 1)): "circle"})
    assert Diagram(2, 2).signs({((1, 0), (0, 1)): "circle"}).data() != board.data()
    (circle,) = of_role(draw_diagram(board), "sign")
    corners = [drawing.centre(cell) for drawing in [Drawing(board)] for cell in product(range(2), repeat=2)]
    assert circle.centre == pytest.approx(np.mean(corners, axis=0))
    assert str(text_of_diagram(board)).splitlines()[2][4] == "○"


def test_a_diagonal_has_the_ink_of_its_cell_which_pages_turn_light_at_night():
    drawing = Drawing(Diagram(1, 2).shade([(0, 0)], "#c8c8c8").diagonals({(0, 0): "/", (0, 1): "/"}))
    assert [line.stroke for line in of_role(drawing.shapes(), "diagonal")] == [INK, INK]


@pytest.mark.parametrize("colour", [None, "black", "navy", "pink"])
@pytest.mark.parametrize("symbol", ["circle", "disc", "square", "tall", "wide", "diamond", "triangle", "star"])
def test_a_number_on_a_symbol_stands_out_from_it_in_dark_cells_too(symbol, colour):
    board = Diagram(1, 2).shade([(0, 0)], colour).symbols({(0, 0): symbol, (0, 1): symbol})
    shapes = list(Drawing(board.numbers([[1, 1]], given=True)).shapes())
    grounds = [shape.fill for shape in shapes if shape.role and shape.role.split()[0] == symbol]
    numbers = [shape.fill for shape in shapes if isinstance(shape, Text)]
    assert [ink_on(ground) == SURFACE for ground in grounds] == [sum(rgb(number)) > 700 for number in numbers]


def test_the_text_of_clues_between_beside_and_in_divided_cells():
    board = Diagram(2, 2).shade([(0, 0)]).diagonals({(0, 0): "\\"})
    board = board.corners({(0, 0): 12}, "lower left").corners({(0, 0): 3}, "upper right").corners({(1, 0): 7})
    board = board.signs({((1, 1), (1, 0)): "<", ((0, 1), (1, 1)): "<"}).outside(
        top=[5, (2, 10)], left=[None, 4], right=["A", "B"], bottom=[6, (7, 8)]
    )
    assert text_of_diagram(board.cages([[(0, 1), (1, 1)]])).replace("\N{LOGICAL AND}", "A") == drawn("""
              2
      5       10
  ┏━━━━━━━━━━━━━━━┓
  ┃▒▒12\\3▒┆   ·   ┃ A
  ┃7      │   A   ┃
4 ┃   ·   >   ·   ┃ B
  ┗━━━━━━━━━━━━━━━┛
      6       7
              8
""")


def test_what_a_board_has_is_gathered_once_for_all_cells(monkeypatch):
    """And not for each: the text of a Kakuro of 100 x 100 took half a minute, as did the picture of as many pieces."""
    gathered, texts, lying = [], _diagram_text._corner_texts, Diagram.lying.fget
    monkeypatch.setattr(_diagram_text, "_corner_texts", lambda diagram: gathered.append(diagram) or texts(diagram))
    monkeypatch.setattr(Diagram, "lying", property(lambda diagram: gathered.append(diagram) or lying(diagram)))
    cells = list(product(range(4), range(4)))
    text_of_diagram(Diagram(4, 4).diagonals(dict.fromkeys(cells, "/")).corners(dict.fromkeys(cells, 1)))
    puzzle = cm.EdgeMatching(4, 4, [(1, 1, 1, 1)] * 16)
    draw_diagram(renderers.functions.diagram_of(puzzle, cm.solve(puzzle).solution))
    assert 0 < len(gathered) < 9


@pytest.mark.parametrize("lattice", ["square", "hexagonal"])
def test_a_board_looks_the_same_wherever_its_cells_are(lattice):
    def board(top, left):
        def at(*cells):
            return [(row + top, col + left) for row, col in cells]

        one, two, three, four = at((0, 0), (0, 1), (1, 1), (1, 0))
        diagram = Diagram(cells=[one, two, three, four, *at((2, 2))], lattice=lattice)
        diagram = diagram.numbers({one: 1}).symbols({two: "disc"}).corners({three: "x"}, "lower left").shade([four])
        diagram = diagram.signs({(one, two): "<"}).walls([(two, three)]).arrows({four: "left"})
        diagram = diagram.regions({one: "a", two: "a"}).cages([[three]]).path([one, two, three])
        if lattice == "hexagonal":
            return diagram
        return diagram.outside(top=[3, None, 5], left=[None, 4, 6]).diagonals({four: "/"})

    def text(diagram):
        return re.sub(r"row -?\d+, column -?\d+", "cell", text_of_diagram(diagram))

    for corner in ((2, 3), (-4, -1)):
        assert text(board(*corner)) == text(board(0, 0))
        assert draw_diagram(board(*corner)).svg() == draw_diagram(board(0, 0)).svg()


def test_paths_along_edges_are_thin_and_others_wide():
    for corners, wide in ((False, 0.46), (True, 0.12)):
        drawing = Drawing(board := Diagram(2, 2).path([(0, 0), (0, 1), (1, 1)], corners=corners))
        lines = [shape for shape in of_role(draw_diagram(board), "path") if isinstance(shape, Polyline)]
        assert [line.width / drawing.cell for line in lines] == pytest.approx([wide] * len(lines))


def test_figures_beside_the_board_are_in_its_middle_and_as_large_as_there_is_room():
    board = Diagram(2, 3).pieces([sail(colour) for colour in ("red", "blue", "gold", "green", "teal")])
    right, bottom = (size * Drawing(board).cell for size in (3, 2))
    boxes = [bounds([shape]) for shape in of_role(draw_diagram(board), "title")]
    assert all(box[0] > right for box in boxes)
    middle = (min(box[1] for box in boxes) + max(box[3] for box in boxes)) / 2
    assert middle == pytest.approx(bottom / 2, abs=0.1 * bottom)
    assert max(box[3] for box in boxes) - min(box[1] for box in boxes) > 0.5 * bottom


def test_arrows_point_to_their_sides_and_stand_beside_numbers():
    for lattice in ("square", "hexagonal"):
        board = Diagram(1, 1, lattice=lattice)
        for name in board.sides_by_name:
            alone = board.arrows({(0, 0): name})
            drawing, tip = Drawing(alone), of_role(draw_diagram(alone), "arrow")[-1].points[0]
            middle, size = drawing.centre((0, 0)), drawing.cell
            towards = drawing.centre(board.neighbour((0, 0), board.sides_by_name.index(name)))
            far = dist(middle, towards)
            assert tip == pytest.approx([m + 0.27 * size * (t - m) / far for m, t in zip(middle, towards, strict=True)])
            with_number = draw_diagram(alone.numbers({(0, 0): 2}))
            arrow, (number,) = of_role(with_number, "arrow")[0], of_role(with_number, "number")
            gap = min(dist(number.centre, point) for point in arrow.points)
            assert gap > 0.2 * size


@pytest.mark.parametrize("lattice", ["square", "hexagonal"])
def test_cages_run_inside_of_their_cells(lattice):
    board = Diagram(3, 3, lattice=lattice)
    ring = [cell for cell in board.cells if cell != (1, 1)]
    for cells, loops in (([(0, 0)], 1), ([(0, 0), (0, 1), (1, 1)], 1), (ring, 2), ([(0, 0), (2, 2)], 2)):
        lines = of_role(draw_diagram(board.cages([cells])), "cage")
        assert len(lines) == loops
        for line in lines:
            assert line.dash > 0
            for point in line.points:
                nearest = min(board.cells, key=lambda cell: dist(point, Drawing(board).centre(cell)))
                assert nearest in cells


def test_dashes_are_as_long_as_asked_for_and_stay_on_the_line():
    line = ((0.0, 0.0), (10.0, 0.0), (10.0, 7.0))
    parts = dashes(line, 3)
    lengths = [sum(dist(a, b) for a, b in pairwise(part)) for part in parts]
    assert lengths == pytest.approx([3, 3, 3])
    assert parts[1] == ((6.0, 0.0), (9.0, 0.0))
    assert parts[2] == ((10.0, 2.0), (10.0, 5.0))


def test_regions_have_the_colours_that_they_are_given():
    board = Diagram(1, 3).regions([["A", "B", 3]], colours={"A": "red", 3: "#123456"})
    fills = [shape.fill for shape in of_role(draw_diagram(board), "region")]
    assert (fills[0], fills[2]) == (named("red"), "#123456")
    assert not of_role(draw_diagram(Diagram(1, 2).regions([["A", "B"]], coloured=False)), "region")
    (shaded,) = of_role(draw_diagram(Diagram(1, 1).shade([(0, 0)], "black").numbers({(0, 0): 1}, given=True)), "number")
    at_night = (files("renderers") / "web" / "diagram.css").read_text(encoding="utf-8")
    assert min(rgb(shaded.fill)) > 250
    assert f'"{shaded.fill}"' not in at_night
    assert '"#ffffff"' in at_night
    full = Diagram(1, 2).symbols({(0, 0): "disc", (0, 1): "square"}).numbers({(0, 0): 1, (0, 1): 2})
    # A disc stays black at night, and a square becomes light.
    assert [number.role for number in of_role(draw_diagram(full), "number")] == ["number on-black", "number"]


def test_the_picture_in_the_reference_is_that_of_today():
    """`python tests/diagrams.py docs/reference/diagrams.svg` makes it anew."""
    assert (Path(__file__).parents[1] / "docs" / "reference" / "diagrams.svg").read_text() == diagrams.sheet().svg()


# --- what is refused


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (lambda: Diagram(0, 3), "rows must be at least 1, not 0"),
        (lambda: Diagram(), "rows must be at least 1, not 0"),
        (lambda: Diagram(10**4, 10**4), "a board of 10000 x 10000 is too large: at most 40000 cells"),
        (lambda: Diagram(2, 2, lattice="round"), "the lattice of a diagram must be square or hexagonal, not 'round'"),
        (lambda: Diagram(2, 2, style="x"), "the style of a diagram must be cells or dots, not 'x'"),
        (lambda: Diagram(2, 2, cells=3), "the cells of the board must be a list, not 3"),
        (lambda: Diagram(2, 2, corner=3), "the corner of the board must be a list of whole numbers, not 3"),
        (lambda: Diagram(2, 2, cells=[(0, 5)]), r"a cell of the board is at \(0, 5\), off the 2 x 2 board"),
        (lambda: Diagram(2, 2).numbers({(2, 0): 1}), r"a number is at \(2, 0\), off the 2 x 2 board"),
        (lambda: Diagram(2, 2).numbers({(-1, 0): 1}), r"a number is at \(-1, 0\), off the 2 x 2 board"),
        (lambda: Diagram(2, 2).numbers({(0, "x"): 1}), "each number of the cell of a number must be a whole .*"),
        (lambda: Diagram(2, 2).numbers(5), "numbers must be a list, not 5"),
        (lambda: Diagram(2, 2).symbols({(0, 0): "comet"}), r"a symbol must be circle, .* or tree, not .comet."),
        (lambda: Diagram(2, 3).signs({((0, 0), (1, 2)): "<"}), r"a sign stands between \(0, 0\) and \(1, 2\), .*"),
        (
            lambda: Diagram(2, 2, lattice="hexagonal").signs({((0, 0), (1, 1)): "<"}),
            r"a sign stands between \(0, 0\) and \(1, 1\), which do not touch",
        ),
        (lambda: Diagram(2, 2).signs({((0, 0), (0, 2)): "<"}), r"a sign is at \(0, 2\), off the 2 x 2 board"),
        (lambda: Diagram(2, 2).signs([3]), "a sign must be a list, not 3"),
        (lambda: Diagram(2, 2).shade([(0, 0)], 3), "a colour is a name of the Web's or '#rrggbb', not 3"),
        (lambda: Diagram(1, 1).regions([["A"]], colours={"A": 3}), "a colour is a name of the Web's .*, not 3"),
        (lambda: Diagram(2, 2).arrows({(0, 0): "up"}), "the side of an arrow must be top, .*, not 'up'"),
        (lambda: Diagram(2, 2).corners({(0, 0): 1}, "top"), "a corner must be upper left, .*, not 'top'"),
        (lambda: Diagram(2, 2).diagonals({(0, 0): "|"}), r"a diagonal must be / or \\, not '\|'"),
        (lambda: Diagram(2, 2, lattice="hexagonal").diagonals({}), "only square cells have diagonals"),
        (lambda: Diagram(2, 2, lattice="hexagonal").outside(top=[1, 2]), "hexagons have clues at the right .*"),
        (lambda: Diagram(2, 3).outside(left=[1, 2, 3]), "3 clues are given at the left of 2 rows"),
        (lambda: Diagram(2, 3).outside(bottom=[1, 2]), "2 clues are given at the bottom of 3 columns"),
        (lambda: Diagram(2, 2).cages([[(0, 0), (0, 2)]]), r"a cage is at \(0, 2\), off the 2 x 2 board"),
        (lambda: Diagram(2, 2).cages([5]), "the cells of a cage must be a list, not 5"),
        (lambda: Diagram(2, 2).cages([[]]), "a cage must have at least one cell"),
        (lambda: Diagram(2, 2).walls([((0, 0), (1, 1))]), r"a wall stands between \(0, 0\) and \(1, 1\), which do .*"),
        (lambda: Diagram(2, 2).path([(0, 0), (0, 2)]), r"the path leaves the 2 x 2 board at \(0, 2\)"),
        (lambda: Diagram(2, 2).loop([(3, 3)], corners=True), r"the loop leaves the corners of the 2 x 2 board at .*"),
        (lambda: Diagram(2, 2).tiles({(0, 0): "ab"}), "the edges of a tile must be a list, not 'ab'"),
        (lambda: Diagram(2, 2).tiles({(0, 0): [1, 2, 3]}), r"a tile of this board has 4 edges, not \(1, 2, 3\)"),
        (lambda: Diagram(2, 2).pieces([[1, 2, 3, 4.5]]), "the colour of an edge is a number or a word, not 4.5"),
        (lambda: Diagram(2, 2).pieces([], rule="sum"), "the rule must be equal or sum-zero, not 'sum'"),
        (lambda: Diagram(2, 2, lattice="hexagonal").pieces([], art="fish"), "only square pieces show an art"),
        (lambda: Diagram(1, 1).pieces([(1, 2, 3, 4)]).laid({(0, 0): 1}), r"piece 2 lies at \(0, 0\), but .* 1 to 1"),
        (
            lambda: Diagram(1, 1).pieces([(1, 2, 3, 4)]).laid({(1, 0): 0}),
            r"a piece is at \(1, 0\), off the 1 x 1 board.*",
        ),
        (lambda: Diagram(2, 2).around(3), "figures must be a list, not 3"),
        (lambda: Diagram(2, 2).without(3), "holes must be a list, not 3"),
        (lambda: Diagram(1, 1).without([(0, 0)]), "a board must have at least one cell"),
        (lambda: Diagram(1, 2).without([(0, 0)]).shade([(0, 0)]), r"a shaded cell is at \(0, 0\), which is not a .*"),
        (lambda: Diagram(1, 2).shade([(0, 0)]).without([(0, 1)]), "make the holes of a board before anything .*"),
        (lambda: Diagram(2, 2, lattice="hexagonal", style="dots"), "dots are only drawn at the corners of square .*"),
        (lambda: Diagram(2, 2, lattice="hexagonal").loop([], corners=True), "the loop must run through cells: .*"),
    ],
)
def test_what_has_no_place_is_refused_in_one_sentence(made, sentence):
    with pytest.raises(cm.PuzzleError, match=f"^{sentence}$"):
        made()


def test_solutions_that_do_not_fit_are_refused():
    for render in (renderers.draw, renderers.text, renderers.check_fit, renderers.filling):
        with pytest.raises(cm.PuzzleError, match="the loop leaves the corners of the 2 x 2 board"):
            render(FENCE, cm.Loop([(0, 0), (0, 7)]))


def test_options_are_those_that_the_drawing_of_a_kind_has(tmp_path):
    garden = cm.Garden.hanging((2, 2))
    assert renderers.options_of(garden) == ("view", "turn", "codes", "spin")
    for call in (renderers.draw, renderers.page, partial(renderers.save, tmp_path / "a.svg")):
        with pytest.raises(cm.errors.KeywordError, match=r"no keyword 'view'; pictures of the kind .* have no options"):
            call(FENCE, view="top")
    with pytest.raises(cm.errors.KeywordError, match=r"no keyword 'captoin'; did you mean 'caption'\?$"):
        renderers.save(tmp_path / "a.svg", FENCE, captoin="none")
    with pytest.raises(cm.errors.KeywordError, match=r"no keyword 'angle'; did you mean 'turn'\?$"):
        renderers.draw(garden, angle=3)
    assert not list(tmp_path.iterdir())


def test_diagrams_are_values():
    assert STEPS.diagram(STEPS_SOLVED) == STEPS.diagram(STEPS_SOLVED)
    assert len({STEPS.diagram(), STEPS.diagram(STEPS_SOLVED), STEPS.diagram()}) == 2
