"""Pictures on the edges of pieces: halves that make whole figures where pieces meet, and cards on a table."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import fails, run
from drawn import of_role, texts

import cpmodels as cm
import readers
import renderers
from cpmodels import EdgeMatching
from cpmodels.puzzles import Board
from renderers._tiles import Pen
from renderers.arts import ARTS
from renderers.arts._figures import half, placed
from renderers.edge_matching import _editor, _half
from renderers.shapes import Circle, Polygon, Polyline, bounds

PIECES = [(1, 2, -3, -1), (3, -2, -1, 2), (-4, 4, 5, -5), (6, -6, 1, 1)]
PUZZLE = EdgeMatching(2, 2, PIECES, "sum-zero")
FIGURES = [(art, name) for art in ARTS for name in ARTS[art].species]


def corners(shapes):
    return [point for shape in shapes for point in shape.extent()]


@pytest.mark.parametrize(("art", "name"), FIGURES)
def test_figures_stay_on_their_own_parts_of_two_pieces(art, name):
    """Two figures on neighbouring edges would touch where |x| + |y| is half a side; none comes so far."""
    (figure,) = ARTS[art].figures([name])
    front, back = half(figure, front=True), half(figure, front=False)
    assert front
    assert back
    for shape in (*front, *back):
        for x, y in corners([shape]) if not isinstance(shape, Circle) else [shape.centre]:
            assert abs(x) + abs(y) < 0.5
    assert min(y for x, y in corners([s for s in front if not isinstance(s, Circle)])) >= 0
    assert max(y for x, y in corners([s for s in back if not isinstance(s, Circle)])) <= 0
    outlines = [{round(x, 6) for x, y in corners(part) if y == 0} for part in (front, back)]
    assert outlines[0] == outlines[1] != set()


@pytest.mark.parametrize("art", ARTS)
def test_halves_that_meet_make_one_figure(art):
    """On a board of two pieces the shapes about the common edge are those of a whole figure placed there."""
    puzzle = EdgeMatching(1, 2, [(3, 1, 2, 2), (2, 2, 3, -1)], "sum-zero", art=art)
    drawn = of_role(renderers.draw(puzzle, Board([[(0, 0), (1, 0)]])), "art")
    figure, *_ = ARTS[art].figures(["1", "2", "3"])
    whole = [*half(figure, front=True), *half(figure, front=False)]
    expected = placed(whole, (104.0, 52.0), (-1.0, 0.0), 104.0)
    for shape in expected:
        assert any(same(shape, other) for other in drawn)


def same(one, other):
    if type(one) is not type(other) or (isinstance(one, (Polygon, Circle)) and one.fill != other.fill):
        return False
    ours, theirs = corners([one]), corners([other])
    return len(ours) == len(theirs) and all(a == pytest.approx(b, abs=1e-6) for a, b in zip(ours, theirs, strict=True))


def test_names_choose_figures_and_colours():
    figures = ARTS["insects"].figures
    assert figures(["bee-head"]) == figures(["bee"]) == figures(["1", "2", "bee"])[2:]
    assert figures(["red_bee"]) != figures(["bee"])
    assert figures(["1", "2"]) == figures(["butterfly", "bee"])
    assert figures(["1", "butterfly"]) == figures(["bee", "butterfly"])


NAMES = [["bee", "fly", "ant"], ["bee", "ant", "fly", "moth", "spider", "wasp"], ["bee-1", "bee-2"], [""] * 30,
         ["red-bee", "bee", "red", "red-bee-too", *map(str, range(20))]]  # fmt: skip


@pytest.mark.parametrize("art", ARTS)
@pytest.mark.parametrize("names", NAMES, ids=lambda names: "-".join(names[:3]))
def test_no_two_colours_look_the_same(art, names):
    figures = ARTS[art].figures(names)
    assert len(figures) == len(names)
    assert len(set(map(repr, figures))) == len(names)


def test_pieces_and_their_page_show_the_same_figures():
    """A fly is no species, and a bee is another's: the fly is neither drawn as the bee nor as the ant."""
    puzzle = readers.read("art: insects\n1 1\nbee-head fly-tail bee-tail ant-head\n")
    pen = Pen(puzzle.diagram().tray, 100.0)
    assert len(set(map(repr, pen.figures.values()))) == 3
    halves = [look["halves"] for look in _editor(puzzle)["editor"]["looks"]]
    assert halves[:3] == [[_half(figure, front=front) for front in (True, False)] for figure in pen.figures.values()]
    assert len(set(map(str, halves))) == len(halves) == 12


@pytest.mark.parametrize("art", [None, "insects"])
@pytest.mark.parametrize(("rule", "colours"), [
    ("equal", ["sun", "red", "moon", "bee", "green"]),
    ("sum-zero", ["ab", "red", "moon", ("bee-head", "bee-tail"), ("green1", "green2")]),
])  # fmt: skip
def test_colours_on_no_piece_look_in_the_editor_as_they_will_on_pieces(art, rule, colours):
    few = EdgeMatching(1, 2, [(1, 3, 3, 3), (1, 3, 3, 1)], rule, colours=colours, art=art)
    more = EdgeMatching(1, 2, [(1, 2, 3, 4), (5, 3, 3, 1)], rule, colours=colours, art=art)
    assert Pen(few.diagram().tray, 100.0).figures == Pen(more.diagram().tray, 100.0).figures
    (one, other) = (_editor(puzzle)["editor"] for puzzle in (few, more))
    assert all(one[part] == other[part] for part in ("kinds", "looks", "marks"))


def test_letters_have_figures_of_their_own_and_what_is_on_no_piece_has_a_colour():
    board = cm.Diagram(1, 2).pieces([list("abcd")], art="insects")
    assert len(set(map(repr, Pen(board.tray, 100.0).figures.values()))) == 4
    assert len(of_role(renderers.draw(board.tiles({(0, 1): list("zabc")})), "edge")) == 1


@pytest.mark.parametrize("art", ARTS)
def test_cards_are_square_and_numbered(art, tmp_path):
    puzzle = replace(PUZZLE, art=art)
    board = Board([[(0, 0), (1, 1)], [(2, 0), None]])
    solved, loose = renderers.draw(puzzle, board), renderers.draw(puzzle)
    assert texts(solved, "piece") == ["1", "2", "3"]
    assert texts(loose, "piece") == ["1", "2", "3", "4"]
    assert len(of_role(loose, "shadow")) == 8
    assert bounds(of_role(solved, "card", "place")) == pytest.approx((0, 0, 208, 208))
    assert not of_role(solved, "edge", "mark")
    cards = [shape for shape in of_role(solved, "card") if isinstance(shape, Polygon)]
    left, top, right, bottom = bounds(cards)
    assert all(left <= x <= right and top <= y <= bottom for x, y in corners(of_role(solved, "art")))
    small = renderers.draw(EdgeMatching(1, 300, [(1, 1, 1, 1)] * 300, art=art), Board([[(i, 0) for i in range(300)]]))
    assert not of_role(small, "art")
    for name in ("board.png", "board.pdf"):
        renderers.save(tmp_path / name, puzzle, cm.puzzles.Board([[(0, 0), (1, 1)], [(2, 0), (3, 0)]]))


def test_equal_edges_show_equal_halves_and_borders_and_zeros_none():
    puzzle = EdgeMatching(1, 2, [(0, 5, 0, 0), (0, 0, 0, 5)], border=0, art="fish")
    picture = renderers.draw(puzzle, Board([[(0, 0), (1, 0)]]))
    left = [s for s in of_role(picture, "art") if bounds([s])[2] <= 104.001]
    assert len(left) * 2 == len(of_role(picture, "art"))
    assert len(of_role(picture, "edge")) == 6
    assert not of_role(renderers.draw(EdgeMatching(1, 1, [(0, 0, 0, 0)], "sum-zero", art="fish")), "art", "edge")
    assert of_role(renderers.draw(EdgeMatching(1, 1, [(0, 0, 0, 0)], art="fish")), "art")
    assert any(isinstance(shape, Polyline) for shape in left)


def test_the_art_is_chosen_on_the_command_line(tmp_path):
    file, out = tmp_path / "nine.svg", tmp_path / "words.txt"
    run("solve", "nine-one", "-o", file, "--art", "insects")
    assert 'class="art"' in file.read_text()
    run("draw", "nine-one", "-o", file)
    assert 'class="art"' not in file.read_text()
    run("count", "nine-one", "-o", file, "--art", "fish")
    assert 'class="art"' in file.read_text()
    out.write_text("art: insects\n1 1\nbee-head bee-tail ant-head ant-tail\n")
    run("draw", out, "-o", file)
    assert 'class="art"' in file.read_text()
    assert "the art must be one of insects, fish, not 'cats'" in fails("solve", "nine-one", "-o", file, "--art", "cats")


def test_a_page_shows_the_cards(page):
    puzzle = readers.read(Path(__file__).parents[1] / "docs" / "nine-pieces" / "insects.txt")
    opened = page(renderers.page(puzzle, [cm.solve(puzzle).solution]).decode())
    assert opened.locator(".place").count() == 9
    assert opened.locator(".place .art").count() > 200
    assert opened.locator(".place .mark").count() == 0
    assert not opened.locator("#letters").is_visible()
    assert opened.get_by_text("Halves must make whole pictures.").is_visible()
    opened.get_by_role("button", name="Shuffle").click()
    label = opened.locator(".place").first.get_attribute("aria-label")
    assert re.search("(bee|ladybird|butterfly|dragonfly)-(head|tail)", label)
    assert sorted(map(int, opened.locator(".place .index").all_text_contents())) == list(range(1, 10))
