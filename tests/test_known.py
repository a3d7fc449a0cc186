"""Pictures and texts of boards with what is known of them, and with marks for what follows and why."""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice, pairwise, product
from math import dist

import diagrams
import pytest
from drawn import of_role, texts
from grid_oracles import beside
from hypothesis import given
from hypothesis import strategies as st
from lenient import Lenient

import cpmodels as cm
import renderers
from cpmodels.explaining import Fact
from cpmodels.puzzles.slitherlink import Slitherlink
from renderers._cells import tints
from renderers.known import Highlights, draw_differing, draw_known, strands, text_of_known
from renderers.palette import rgb
from renderers.picture import around, drawn_shapes
from renderers.scenes import lines_of_cases
from renderers.shapes import Text

PUZZLE = cm.Zip(3, 4, [(0, 0), (2, 0)], walls=[((1, 0), (1, 1))])


def step(a, b, holds=True):
    """The fact of a step between two cells."""
    return Fact((a, b), holds, "", (a, b), edge=(a, b))


def roles(picture):
    return Counter(shape.role for shape in picture.shapes)


EDGES = [((r, c), (r + i, c + 1 - i)) for r in range(4) for c in range(4) for i in (0, 1)]


@given(st.sets(st.sampled_from(EDGES)))
def test_strands_have_each_step_once(edges):
    steps = [tuple(sorted(pair)) for strand in strands(edges) for pair in pairwise(strand)]
    assert sorted(steps) == sorted(edges)


@pytest.mark.parametrize("show", [cm.draw, cm.text])
@pytest.mark.parametrize("field", ["known", "excluded"])
def test_lines_off_the_board_are_refused(field, show):
    slitherlink = cm.read("slitherlink-5")
    show(slitherlink, cm.Partial(**{field: [cm.Mark.edge((0, 5), (1, 5))]}))
    for puzzle, said in ((cm.Zip(5, 5), "the path leaves the 5 x 5 board"), (slitherlink, "leaves the corners of")):
        with pytest.raises(cm.PuzzleError, match=rf"{said}.* at \(9, 9\)"):
            show(puzzle, cm.Partial(**{field: [cm.Mark.edge((0, 0), (0, 1)), cm.Mark.edge((0, 0), (9, 9))]}))


@pytest.mark.parametrize("name", diagrams.SOLVED)
def test_what_is_given_stays_in_pictures_of_partial_solutions(name):
    puzzle = cm.read(name)
    mark = min(cm.Partial.of(cm.solve(puzzle).solution).known, key=str)
    given, kept = (
        Counter(shape.content if isinstance(shape, Text) else shape.role for shape in picture.shapes)
        for picture in (cm.draw(puzzle), cm.draw(puzzle, cm.Partial([mark])))
    )
    assert {*(given - kept)} <= {"board", "border", "grid", "rim"}


def test_an_excluded_frog_has_its_number_in_pictures_and_their_ground():
    puzzle = cm.read("zigzaw")
    picture = cm.draw(puzzle, cm.Partial([], [cm.Mark.at((0, 0), 11)]))
    assert picture.background == cm.draw(puzzle).background
    assert [shape.content for shape in of_role(picture, "excluded") if isinstance(shape, Text)] == ["12"]


def test_a_loop_is_one_strand():
    assert strands([((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0))]) == [
        [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)]
    ]


def test_what_is_known_is_pale_and_what_follows_is_not():
    known = [step((0, 0), (0, 1)), step((0, 1), (0, 2)), step((0, 3), (1, 3)), step((1, 0), (1, 1), holds=False)]
    marked = Highlights(follows=(step((0, 2), (0, 3)), step((1, 2), (2, 2), holds=False)), cells=((0, 3),))
    picture = draw_known(PUZZLE, [*known, step((1, 1), (1, 2), holds=False)], marked)
    found = roles(picture)
    assert [len(shape.points) for shape in of_role(picture, "known")] == [3, 2]
    assert found["new"] == 1
    assert found["ruled-out"] == 2  # one cross of two lines: there is none on the wall
    assert found["crossed-out"] == 2
    assert found["reason"] == 1
    colours = {shape.stroke for role in ("known", "new", "crossed-out") for shape in of_role(picture, role)}
    assert len(colours) == 3
    plain = roles(renderers.draw(PUZZLE))
    assert all(found[role] == count for role, count in plain.items())


def test_reasons_and_suppositions_stand_out():
    walls = cm.explaining.Constraint("wall", "{}", "", ((1, 0), (1, 1)))
    facts = [step((0, 0), (0, 1)), step((0, 1), (1, 1), holds=False)]
    case = cm.Step("loop", 2, "", (step((2, 2), (2, 3)),))
    told = cm.Step("cases", 6, "", (), tuple(facts), (walls,), cases=((case,),))
    picture = draw_known(PUZZLE, facts, Highlights.of_step(told))
    found = roles(picture)
    assert (found["used"], found["known"], found["ruled-out"], found["supposed"], found["side"]) == (3, 0, 0, 1, 1)
    (side,), (wall,) = of_role(picture, "side"), of_role(picture, "wall")
    assert sorted(side.points) == sorted(wall.points)


def test_cells_to_look_at_have_the_colour_of_no_region():
    regions = [(cell, str(cell)) for cell in product(range(3), range(4))]
    tinted = set(tints(cm.Diagram(3, 4).regions(regions)).values())
    (reason,) = (shape.fill for shape in of_role(draw_known(PUZZLE, [], Highlights(cells=((0, 0),))), "reason"))
    assert len(tinted) == 12
    assert min(dist(rgb(reason), rgb(tint)) for tint in tinted) > 60


def test_marks_lie_between_the_ground_and_the_numbers():
    picture = draw_known(PUZZLE, [step((0, 0), (0, 1))], Highlights(cells=((0, 0),)))
    order = [shape.role for shape in picture.shapes]
    places = [order.index(role) for role in ("grid", "reason", "known", "wall", "disc")]
    assert places == sorted(places)


@pytest.mark.parametrize("name", ["zip-4", "nine-one", "tetravex", "zigzaw-open"])
def test_rows_and_columns_are_numbered_beside_the_board(name):
    puzzle = cm.read(name)
    picture = draw_known(puzzle, [])
    (left, top, _, _), labels = (
        around([drawn_shapes(renderers.draw_partial(puzzle, {}))]),
        of_role(picture, "coordinate"),
    )
    assert Counter(label.content for label in labels) == Counter(
        [*map(str, range(1, puzzle.rows + 1)), *map(str, range(1, puzzle.cols + 1))]
    )
    for label in labels:
        assert label.centre[0] < left or label.centre[1] < top
        assert label.centre[0] > picture.left
        assert label.centre[1] > picture.top


def test_pieces_that_are_known_lie_on_the_board():
    puzzle = cm.read("nine-one")
    laid = list(cm.solve(puzzle).solution)
    facts = [Fact((cell, what), True, "", (cell,), ((cell, what),)) for cell, what in laid]
    wrong = Fact((laid[4][0], laid[8][1]), False, "", (laid[4][0],))
    picture = draw_known(puzzle, facts[:3], Highlights(follows=(facts[3], wrong), cells=(laid[0][0], laid[3][0])))
    board = roles(renderers.draw_partial(puzzle, dict(laid[:4])))
    assert all(roles(picture)[role] == count for role, count in board.items())
    rings = {shape.centre: shape.stroke for shape in of_role(picture, "ring")}
    middles = [renderers.middle_of(puzzle, laid[at][0])[0] for at in (0, 3, 4)]
    assert list(rings) == middles
    assert len(set(rings.values())) == 3  # what is looked at, what follows, and what is ruled out
    assert text_of_known(puzzle, facts[:4]) == renderers.text_of_partial(puzzle, dict(laid[:4]))


@pytest.mark.parametrize(
    ("name", "row"), [("star-battle-5", "┃ •   • ┃ •   •   ★ ┃"), ("akari-5", "┃ •   ☼  ▒▒▒  ☼   • ┃")]
)
def test_a_dot_stands_where_it_is_known_that_there_is_nothing_to_see(name, row):
    puzzle = cm.read(name)
    first = dict(list(cm.solve(puzzle).solution)[:5])
    assert renderers.text_of_partial(puzzle, first).splitlines()[1] == row
    assert len(of_role(renderers.draw_partial(puzzle, first), "dot")) == row.count("•")


def test_what_is_to_be_taken_back_is_red():
    bad = step((0, 0), (1, 0))
    picture = draw_known(PUZZLE, [step((0, 0), (0, 1)), bad], Highlights(wrong=(bad,)))
    assert [len(of_role(picture, role)) for role in ("known", "wrong")] == [1, 1]
    assert of_role(picture, "wrong")[0].stroke != of_role(picture, "known")[0].stroke


def test_cells_that_differ_are_outlined():
    found = cm.why_not_unique(cm.Zip(4, 4, [(0, 0), (3, 0)]))
    picture = draw_differing(found.puzzle, found.first, found.cells)
    cells = set(found.cells)
    sides = sum(near not in cells for cell in cells for near in beside(cell))
    assert len(of_role(picture, "outline")) == sides


def test_the_text_shows_pieces_of_the_path():
    text = str(text_of_known(PUZZLE, [step((0, 1), (0, 2)), step((1, 2), (1, 3), holds=False)]))
    assert text == str(renderers.text(PUZZLE)).replace("·   ·   ·", "╶───╴   ·", 1)
    assert str(text_of_known(PUZZLE, [])) == str(renderers.text(PUZZLE))


def test_a_kind_that_draws_itself_has_at_least_its_board():
    @dataclass(frozen=True)
    class Sums(Lenient, cm.Puzzle[cm.Grid]):
        """Numbers whose rows have these sums: `rows` is no size, and cells have no place that is known."""

        kind = "sums-that-draw"
        rows: tuple[int, ...]

    board = renderers.Picture(10, 10, "#ffffff", (renderers.Circle((5, 5), 5, "#000000"),))
    renderers.draw.register(Sums)(lambda *_, **__: board)
    fact = Fact("corner", True, "", ((0, 0),), (((0, 0), 3),))
    picture = draw_known(Sums((3, 4)), [fact], Highlights(follows=(fact,), cells=((0, 0),)))
    assert picture.shapes == board.shapes


def test_of_several_long_cases_the_ends_are_told():
    step = cm.Step("one", 1, "so it is", ())
    first, last = cm.Step("supposition", 1, "suppose this", ()), cm.Step("one", 1, "nothing is left", ())
    long, short = (first, *[step] * 11, last), (first, last)
    assert lines_of_cases(cm.Step("cases", 6, "so", (), cases=(long, short))) == [
        f"{first} After 12 steps: {last}",
        f"{first} {last}",
    ]
    assert lines_of_cases(cm.Step("cases", 6, "so", (), cases=(long,))) == [str(each) for each in long]
    assert lines_of_cases(cm.Step("cases", 6, "so", (), cases=(short, short))) == [str(each) for each in short * 2]


def test_what_is_known_of_a_loop_along_the_edges_of_cells_lies_there():
    """Between the dots, as does what is ruled out; and the rows and columns of dots are numbered."""
    puzzle = Slitherlink([[3, None], [None, None]])
    steps = list(islice(cm.explain(puzzle), 4))
    known = [fact for step in steps for fact in step.follows]
    picture = draw_known(puzzle, known, Highlights.of_step(steps[-1]))
    dots = {shape.centre for shape in picture.shapes if shape.role == "dot"}
    lines = [shape for shape in picture.shapes if shape.role in ("known", "used", "new")]
    assert lines
    assert dots.issuperset(point for line in lines for point in line.points)
    assert dots.issuperset(shape.centre for shape in picture.shapes if shape.role == "reason")
    assert texts(picture, "coordinate") == [*"012012"]
    assert text_of_known(puzzle, [fact for fact in known if fact.holds]).count("\n") == 4


def test_corners_are_called_so_in_words_and_what_is_called_a_cell_is_one():
    """A board of two rows has no row 3, but corners below the second."""
    puzzle = cm.read({"puzzle": "slitherlink", "given": [[3, None], [3, None]]})
    words = [
        puzzle.said(line) for step in cm.explain(puzzle) for line in (str(step), *(fact.words for fact in step.follows))
    ]
    assert any("the corner 2 down" in line for line in words)
    assert any("row 1, column 1" in line for line in words)
    assert not [line for line in words if re.search(r"(row|column) [03-9]|\(", line)]
    picture = draw_known(puzzle, (), Highlights.of_step(next(cm.explain(puzzle))))
    assert texts(picture, "coordinate") == [*"012012"]
    (flaw,) = puzzle.check(cm.Loop([(0, 0), (0, 1), (2, 2), (2, 1)]))[:1]
    assert puzzle.said(flaw).startswith(
        "the loop jumps from the corner 0 down, 1 across to the corner 2 down, 2 across"
    )


@pytest.mark.parametrize(("name", "sides"), [("tango-4", False), ("nine-one", True)])
def test_sides_are_marked_where_something_stands_or_agrees_between_two_cells(name, sides):
    """Not wherever a constraint is about two cells: a bar would hide the sign there, or look like a wall."""
    told = [step for step in cm.explain(name) if any(len(one.cells) == 2 for one in step.constraints)]
    assert told
    assert any(Highlights.of_step(step).sides for step in told) is sides
