"""The page to play any kind of puzzle: played by keys, by a mouse and by touch, and what its solver says."""

import re
from dataclasses import dataclass, fields, replace
from io import BytesIO
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from browser import DESKTOP, FAKE_WORKER, NOON, PHONE, Keys, data_of, resize, told
from PIL import Image

import cpmodels as cm
import readers
import renderers
from cpmodels.base.diagram import Shading
from cpmodels.puzzles.fillomino import Fillomino
from cpmodels.puzzles.futoshiki import Futoshiki
from cpmodels.puzzles.heyawake import Heyawake
from cpmodels.puzzles.hidoku import Hidoku
from cpmodels.puzzles.nurikabe import Nurikabe
from cpmodels.puzzles.shikaku import Shikaku
from renderers._diagram_picture import STOPS, WRITTEN
from renderers.palette import INK

HEXAGONS = Path(__file__).parents[1] / "docs" / "kinds" / "hexagons" / "example.json"
EXAMPLES = {"hexagons": HEXAGONS} | {
    name.rpartition("-")[0].replace("-", "_"): name
    for name in sorted(readers.BUILTIN, key=lambda name: (len(name), name), reverse=True)  # the smallest comes last
    if name.rpartition("-")[2].isdigit() and not name.startswith(("zip-", "squares-", "cubes-"))
}


class Worded(Futoshiki):
    """A Latin square of other values, in which markup is text."""

    kind = "test_worded"

    def model(self, cp):
        made, words = super().model(cp), ("a<b>c", "<i>&amp;", 0, 1)
        marks = {cm.Mark.at(mark.cells[0], words[mark.value - 1]): literal for mark, literal in made.marks.items()}
        return replace(made, marks=marks)


class Lettered(Futoshiki):
    """A Latin square of the letters W, E, N and S."""

    kind = "test_lettered"

    def diagram(self, solution=None):
        board = super().diagram()
        return board if solution is None else board.numbers({cell: "WENS"[solution[cell] - 1] for cell in board.cells})


class Shaded(Heyawake):
    """The same, by marks of shaded cells alone: the others stay open."""

    kind = "test_shaded"

    def model(self, cp):
        made = super().model(cp)
        return replace(made, marks={mark: literal for mark, literal in made.marks.items() if mark.value})


class Divided(Heyawake):
    """The same as two regions, of which each cell is a clue."""

    kind = "test_divided"

    def diagram(self, solution=None):
        board = cm.Diagram(self.rows, self.cols).numbers([[1] * self.cols] * self.rows, given=True)
        return board if solution is None else board.regions(solution)


class Outlined(Shikaku):
    """The same, by thick lines alone."""

    kind = "test_outlined"

    def diagram(self, solution=None):
        board = super().diagram()
        return board if solution is None else board.regions(solution, coloured=False)


@dataclass(frozen=True)
class Square(cm.Puzzle[cm.Loop]):
    """Draw the loop around a square: one variable says all of it."""

    kind = "test_square"
    first: int = 0

    def check(self, solution):
        whole = product(range(self.first, self.first + 2), repeat=2)
        return [] if set(solution.cells) == set(whole) else ["it does not pass all cells"]

    def model(self, cp):
        on = cp.new_bool_var("on")
        cells = [(self.first + r, self.first + c) for r, c in ((0, 0), (0, 1), (1, 1), (1, 0))]
        cp.add(on == 1)
        marks = {cm.Mark.edge(*edge): on for edge in zip(cells, [*cells[1:], cells[0]], strict=True)}
        return cm.Model(self, cp, {"on": on}, lambda _: cm.Loop(cells), marks=marks)

    def diagram(self, solution=None):
        board = cm.Diagram(2, 2, corner=(self.first, self.first))
        return board if solution is None else board.path(solution)


class Beside(Square):
    """The same, on a board with more cells: those that the loop does not pass are gold in its picture."""

    kind = "test_beside"

    def diagram(self, solution=None):
        board = cm.Diagram(2, 3)
        if solution is None:
            return board
        return board.shade(board.cells - set(solution.cells), "gold").loop(solution.cells)


class Painted(Square):
    """The same, but the cells that the loop passes are gold."""

    kind = "test_painted"

    def diagram(self, solution=None):
        board = super().diagram(solution)
        return board if solution is None else board.shade(solution.cells, "gold")


class Around(Square):
    """The same, where the loop goes along the sides of cells, and those at the right are gold."""

    kind = "test_around"

    def diagram(self, solution=None):
        board = cm.Diagram(2, 3)
        return board if solution is None else board.shade([(0, 2), (1, 2)]).loop(solution.cells, corners=True)


@dataclass(frozen=True)
class Choice(cm.Puzzle[cm.Grid]):
    """Choose one of the values for each cell of a row of two; 1 is a bulb."""

    kind = "test_choice"
    values: tuple
    cells: tuple = ((0, 0), (0, 1))
    is_possible: bool = True

    def check(self, solution):
        return [] if len(solution.rows) == 1 else ["there are several rows"]

    def model(self, cp):
        on = {cm.Mark.at(*at): cp.new_bool_var(str(at)) for at in product(self.cells, self.values)}
        for cell in self.cells:
            cp.add_exactly_one(on[cm.Mark.at(cell, value)] for value in self.values)
        marks = on if self.is_possible else dict.fromkeys(on, cp.new_constant(0))
        return cm.Model(self, cp, on, lambda values: cm.Grid([values]), marks=marks)

    def diagram(self, solution=None):
        board = cm.Diagram(1, 2)
        bulbs = [cell for cell in board.cells if solution is not None and solution[cell] == 1]
        return board.symbols(dict.fromkeys(bulbs, "bulb"))


class Looks(Choice):
    """The same; 1 is gold, 2 is an arrow and 3 a letter; the first cell is teal, which is 4."""

    kind = "test_looks"

    def diagram(self, solution=None):
        board = cm.Diagram(1, 2)
        gold, left, letter = ([c for c in board.cells if solution is not None and solution[c] == v] for v in (1, 2, 3))
        if 4 in self.values:
            board = board.shade([c for c in board.cells if c == (0, 0) or (solution and solution[c] == 4)], "teal")
        return board.shade(gold, "gold").arrows(dict.fromkeys(left, "left")).numbers(dict.fromkeys(letter, "A"))


class Heavy(Choice):
    """All is chosen, as a sum says that scripts would round."""

    kind = "test_heavy"

    def model(self, cp):
        chosen = [cp.new_bool_var(str(number)) for number in range(3)]
        cp.add(2**53 * chosen[0] + chosen[1] + chosen[2] > 2**53 + 1)
        marks = {cm.Mark.at(cell, 1): one for cell, one in zip(self.cells, chosen, strict=False)}
        return cm.Model(self, cp, chosen, lambda values: cm.Grid([values]), marks=marks)


LATIN = Futoshiki(((1, None, None, None), (None, 2, None, None), (2, None, None, 3), (None, None, 4, None)))
DARK = Heyawake(["AAA"] * 3, [4])
SHADED = Shaded(DARK.regions, DARK.given)
EITHER = Heyawake(["AA"], [1])
SHIKAKU = Shikaku(((3, 3, 2, None), (None, None, 4, None), (None,) * 4))
MANY = Futoshiki(((None,) * 4,) * 4)


def example(kind):
    return cm.read(EXAMPLES[kind])


def solved(puzzle):
    return cm.Partial.of(cm.solve(puzzle).solution).known


def press(opened, button):
    opened.get_by_role("button", name=button, exact=True).click()


def says(opened, text):
    opened.wait_for_function("text => document.getElementById('told').textContent.includes(text)", arg=text)


def cell(opened, row, col):
    """The middle of a cell, or of a node, in the window."""
    return opened.evaluate(
        """([row, col]) => {
          const data = JSON.parse(document.getElementById("data").textContent);
          const [, , x, y] = (data.cells ?? data.nodes).find((one) => one[0] === row && one[1] === col);
          const at = new DOMPoint(x, y).matrixTransform(document.getElementById("board").getScreenCTM());
          return [at.x, at.y];
        }""",
        [row, col],
    )


@pytest.mark.parametrize("kind", EXAMPLES)
def test_each_kind_is_solved_by_keys_alone_counted_and_fits_a_phone(page, kind):
    puzzle = example(kind)
    opened = page(renderers.page(puzzle))
    Keys(opened).play(solved(puzzle))
    assert told(opened).startswith("Solved in ")
    press(opened, "Reset")
    press(opened, "Count")
    turns = kind == "surface_matching"  # The whole of it can be turned, so it has several solutions.
    says(opened, "There are 24 solutions." if turns else "There is exactly one solution.")
    press(opened, "Solution")
    says(opened, "This is a solution.")
    press(opened, "Undo")
    assert opened.locator("#filled").inner_text().split()[0] == "0"
    press(opened, "Certain")
    says(opened, "certain")
    assert ("solved" in opened.locator("div.board").get_attribute("class")) is not turns
    resize(opened, PHONE)
    assert opened.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_the_buttons_of_numbers_stay_within_their_card_on_the_smallest_phone(page):
    opened = page(renderers.page(cm.read("kakuro-5")))
    resize(opened, (320, 568))
    right = "(each) => each.getBoundingClientRect().right"
    buttons = opened.locator(".palette > *").evaluate_all(f"(all) => Math.max(...all.map({right}))")
    assert buttons <= opened.locator(".card:has(.palette)").evaluate(right)


def test_a_long_name_leaves_room_for_the_board(page):
    opened = page(renderers.page(replace(cm.read("sudoku-9"), name="a long name " * 250)))
    resize(opened, PHONE)
    assert opened.locator("#title").bounding_box()["height"] < 100


def test_every_built_in_kind_that_has_no_page_of_its_own_is_tried_here():
    known = map(cm.kinds.kind_named, cm.kinds.kind_names())  # Also those of doctests that ran before.
    kinds = [cls for cls in known if cls.__module__.startswith("cpmodels.puzzles.")]
    assert len(kinds) >= 26
    own = {cls.kind for cls in kinds if renderers.page.is_implemented(cls)}
    assert {cls.kind for cls in kinds} <= EXAMPLES.keys() | own


def test_cells_that_are_given_are_not_counted(page):
    puzzle = cm.read("sudoku-9")
    opened = page(renderers.page(puzzle))
    given = sum(number is not None for row in puzzle.given for number in row)
    assert opened.locator("#filled").inner_text() == f"0 of {81 - given}"


def test_walls_are_neither_filled_nor_hinted():
    puzzle = cm.read("akari-5")
    data = data_of(renderers.page(puzzle))
    walls = {tuple(cell[:2]) for cell, value in zip(data["cells"], data["fixed"], strict=True) if value >= 0}
    assert walls == {cell for layer in puzzle.diagram().layers if isinstance(layer, Shading) for cell in layer.cells}
    assert walls


def test_regions_grow_from_their_clues_by_dragging(page):
    puzzle = cm.read("shikaku-6")
    opened = page(renderers.page(puzzle))
    solution = cm.solve(puzzle).solution
    region = {}
    for place, number in solution:
        region.setdefault(number, []).append(place)
    for places in region.values():
        clue = next(place for place in places if puzzle.given[place[0]][place[1]] is not None)
        opened.mouse.move(*cell(opened, *clue))
        opened.mouse.down()
        for place in places:
            if place != clue:
                opened.mouse.move(*cell(opened, *place))
        opened.mouse.up()
    assert told(opened).startswith("Solved in ")


def test_no_line_divides_a_number_from_a_cell_that_is_open(page):
    """Which may be of its region, as the cell below the 2 is: the lines were those of another puzzle."""
    opened = page(renderers.page(Fillomino([[2, 1, 3], [None, None, None]])))
    lines = opened.locator("#board line.border")
    assert lines.count() == 2
    press(opened, "Solution")
    says(opened, "This is a solution.")
    assert lines.count() == 4


def test_regions_without_colours_have_some_by_which_they_are_chosen(page):
    """All looked alike, and open cells were taken for those of the first one."""
    opened = page(renderers.page(Outlined(SHIKAKU.given)))
    looks = opened.locator("#palette [data-value]").evaluate_all("(all) => all.map((each) => each.innerHTML)")
    assert len(set(looks)) == len(looks) == 4
    assert opened.locator("#filled").inner_text() == "0 of 8"


def test_values_are_drawn_and_named_as_they_are_in_pictures(page):
    """What is gold was pale blue and called shaded, and an arrow was to be chosen as 2."""
    opened = page(html := renderers.page(Looks((1, 2, 3))))
    data = data_of(html)
    assert [(value["says"], value["word"]) for value in data["values"]] == [
        ("{} is gold", "gold"),
        ("{} is 2", "2"),
        ("{} is A", "A"),
    ]
    (gold,) = {shape.fill for shape in renderers.draw(Looks((1,)), cm.Grid([[1, 1]])).shapes if shape.role == "region"}
    assert f'fill="{gold}"' in data["looks"][0][0]
    assert opened.locator("#palette [data-value] svg").count() == 2
    assert opened.locator("#palette [data-value]").all_inner_texts() == ["", "", "A"]


def test_hints_say_what_is_in_a_cell_as_the_kind_does():
    """A cell of the sea was called shaded, and what a kind calls a tent a triangle."""
    data = data_of(renderers.page(Nurikabe([[2, None], [None, None]])))
    assert [value["says"] for value in data["values"]] == ["{} is not sea", "{} is sea"]
    data = data_of(renderers.page(SHIKAKU))
    assert data["values"][1]["says"] == "the rectangle of row 1, column 2 covers {}"


def test_which_colour_is_given_is_known():
    """The first of all was taken for it."""
    data = data_of(renderers.page(Looks((1, 4))))
    assert (data["fixed"], data["values"][1]["word"]) == ([1, -1], "teal")


class Gap(cm.Puzzle[cm.Grid]):
    """One of three cells, but not the middle one, is shaded."""

    kind = "test_gap"

    def check(self, solution):
        return [] if sum(solution.rows[0]) == 1 and not solution[0, 1] else ["not one at a side"]

    def model(self, cp):
        shade = cm.constraints.numbers(cp, cm.graph.grid(1, 3).nodes, {(0, 0): [0, 1], (0, 1): [0], (0, 2): [0, 1]})
        cp.add(shade.value((0, 0)) + shade.value((0, 2)) == 1)
        return cm.Model(self, cp, shade)

    def diagram(self, solution=None):
        return cm.Diagram(1, 3).shade(() if solution is None else solution.where(1))


def test_cells_that_can_hold_nothing_are_not_asked_for():
    """Each was a hint of its own, that it is empty."""
    assert data_of(renderers.page(Gap()))["fixed"] == [-1, 0, -1]


class Mines(Choice):
    """The same, where a clue is in the first cell; that no bulb is there is said by a sum."""

    kind = "test_mines"

    def model(self, cp):
        bulbs = [cp.new_bool_var(str(cell)) for cell in self.cells]
        cp.add(bulbs[0] == 0)
        at = dict(zip(self.cells, bulbs, strict=True))
        marks = {cm.Mark.at(cell, value): on if value else ~on for cell, on in at.items() for value in self.values}
        return cm.Model(self, cp, bulbs, lambda values: cm.Grid([values]), marks=marks)

    def diagram(self, solution=None):
        return super().diagram(solution).numbers({(0, 0): 3}, given=True)


def test_a_clue_that_a_sum_leaves_empty_is_not_asked_for(page):
    """A press put a bulb over it."""
    opened = page(renderers.page(Mines((0, 1))))
    opened.mouse.click(*cell(opened, 0, 0))
    assert opened.locator("#filled").inner_text() == "0"


def test_clues_whose_regions_are_not_known_are_open(page):
    """Of two solutions, by which each cell is of either region."""
    assert page(renderers.page(Divided(EITHER.regions, [1]))).locator("#filled").inner_text() == "0 of 2"


@pytest.mark.parametrize("puzzle", [LATIN, DARK, SHADED, SHIKAKU], ids=lambda puzzle: puzzle.kind)
def test_hints_lead_to_the_solution(page, puzzle):
    opened = page(renderers.page(puzzle))
    for hints in range(1, 41):
        press(opened, "Hint")
        says(opened, " is ")
        if hints == 2:
            opened.reload()
            press(opened, "Hint")
            says(opened, " is ")
        press(opened, "Hint")
        if told(opened).startswith("Solved"):
            break
    assert re.fullmatch(rf"Solved in \d+:\d\d, with {hints + 1} hints\.", told(opened))


def test_each_line_is_drawn_though_one_variable_says_all(page):
    puzzle = Square()
    opened, marks = page(renderers.page(puzzle)), sorted(solved(puzzle))
    keys = Keys(opened)
    keys.play(marks[:-1])
    assert told(opened) == ""
    keys.play(marks[-1:])
    assert told(opened).startswith("Solved in ")


def test_hints_call_corners_so_and_mark_the_line_that_they_speak_of(page):
    """A board of two rows has no row 3, but corners below the second."""
    opened = page(renderers.page(cm.read({"puzzle": "slitherlink", "given": [[3, None], [3, None]]})))
    heard = []
    for _ in range(7):
        press(opened, "Hint")
        says(opened, "drawn")
        heard.append(told(opened))
        assert opened.locator("#board .seen line.look").count() > 0
        press(opened, "Hint")
    assert any("the corner 2 down" in line for line in heard)
    assert any("sides of row 1, column 1" in line for line in heard)
    assert not [line for line in heard if re.search(r"(row|column) [03-9]|\(", line)]


def test_cells_have_the_names_that_explanations_give_them_wherever_the_board_begins(page):
    puzzle = Square(first=3)
    opened = page(renderers.page(puzzle))
    keys = Keys(opened)
    keys.go((3, 4))
    assert opened.locator("#spoken").inner_text() == f"{puzzle.said('(3, 4)')}: no line"


GIVEN = ((1, 2, 3, None), (None, 1, None, None), (3, None, None, None), (4, None, 2, None))


@pytest.mark.parametrize(
    ("puzzle", "sentence"),
    [
        (Futoshiki(GIVEN), "Row 2, column 1 is 2. Nothing else is left: column 1 has one 2."),
        (
            readers.read("kakuro-5"),
            "Row 2, column 5 is 6. Otherwise this would be broken: row 2 from column 4 to 5 adds up to 11.",
        ),
        (
            readers.read("patches-5"),
            "The rectangle of row 3, column 1 covers row 2, column 1. "
            "Otherwise this would be broken: row 1, column 1 is covered once.",
        ),
        (
            readers.read("star-battle-5"),
            "Row 1, column 2 is empty. Nothing else is left: row 1, column 2 and row 2, column 3 are not both stars.",
        ),
        (
            readers.read("masyu-5"),
            "The line from row 1, column 2 to row 1, column 3 is drawn. "
            "The loop goes straight before and after the black circle at row 1, column 1.",
        ),
    ],
    ids=["numbers", "sums", "regions", "a mark that a clue says", "lines that a clue says"],
)
def test_a_hint_says_the_names_of_the_constraints(page, puzzle, sentence):
    opened = page(renderers.page(puzzle))
    said = set()
    for _ in range(3):
        press(opened, "Hint")
        says(opened, "is ")
        said.add(told(opened))
        press(opened, "Hint")
    assert sentence in said


def test_a_wrong_mark_is_found_and_one_that_was_ruled_out_before(page):
    opened = page(renderers.page(LATIN))
    right = cm.solve(LATIN).solution
    keys = Keys(opened)
    keys.go((0, 1))
    keys.press(str(right[0, 1]))
    press(opened, "Check")
    says(opened, "Nothing is wrong so far.")
    keys.go((1, 0))
    keys.press(str(right[1, 0] % 4 + 1))
    press(opened, "Check")
    says(opened, "One mark is wrong: row 2, column 1.")
    press(opened, "Hint")
    says(opened, "One mark is wrong")
    assert opened.locator("#board .wrong").count() == 1


@pytest.mark.parametrize(
    ("marks", "words"),
    [({(0, 0): 1, (0, 1): 1}, "2 marks cannot both"), ({(0, 0): 1, (0, 1): 2, (1, 2): 3}, "3 marks cannot all")],
)
def test_marks_that_exclude_each_other_are_counted(page, marks, words):
    """Each of them is in a solution."""
    opened = page(renderers.page(Futoshiki(((None,) * 3,) * 3)))
    keys = Keys(opened)
    keys.play([cm.Mark.at(place, value) for place, value in marks.items()])
    press(opened, "Check")
    says(opened, f"These {words} be right.")
    assert opened.locator("#board .wrong").count() == len(marks)


def test_several_solutions_are_stepped_through(page):
    opened = page(renderers.page(EITHER))
    press(opened, "Count")
    says(opened, "There are 2 solutions.")
    press(opened, "The next solution")
    first = opened.locator("#board .under").inner_html()
    press(opened, "The next solution")
    assert opened.locator("#board .under").inner_html() != first
    assert opened.locator("#which").inner_text() == "Solution 2 of 2"
    press(opened, "Undo")
    assert opened.locator("#which").is_hidden()
    press(opened, "Reset")
    press(opened, "Hint")
    says(opened, "No further mark is certain")
    many = page(renderers.page(MANY))
    press(many, "Count")
    says(many, f"There are {cm.count(MANY).total} solutions.")
    more = page(renderers.page(Futoshiki(((None,) * 5,) * 5)))
    press(more, "Count")
    says(more, "There are more than 1,000 solutions.")


def test_a_puzzle_without_a_solution(page):
    opened = page(renderers.page(Heyawake(["AAA"], [3])))
    for button in ("Solution", "Hint", "Check", "Certain"):
        press(opened, button)
        says(opened, "The puzzle has no solution.")
    press(opened, "Count")
    says(opened, "There is no solution.")


def test_a_long_search_can_be_stopped(page):
    opened = page(renderers.page(Futoshiki(((None,) * 20,) * 20)))
    press(opened, "Count")
    stop = opened.get_by_role("button", name="Stop")
    stop.wait_for()
    stop.click()
    assert told(opened).startswith("Stopped")
    press(opened, "Solution")
    says(opened, "This is a solution.")


def test_what_a_count_has_found_is_kept_when_it_is_stopped(page):
    opened = page(renderers.page(EITHER))
    opened.evaluate(FAKE_WORKER)
    press(opened, "Count")
    opened.evaluate("fake.onmessage({ data: { id: 1, progress: { count: 2, more: [[0], [1]] } } })")
    press(opened, "Stop")
    assert told(opened) == "Stopped: there are at least 2 solutions."
    press(opened, "The next solution")
    assert opened.locator("#which").inner_text() == "Solution 1 of 2"


def test_a_solution_that_is_known_ends_what_is_searched(page):
    """Else what is certain of the board before would come into it, where it may have something else."""
    opened = page(renderers.page(EITHER))
    opened.evaluate(FAKE_WORKER)
    press(opened, "Count")
    opened.evaluate("fake.onmessage({ data: { id: 1, solutions: [[0], [1]], isAll: true } })")
    says(opened, "There are 2 solutions.")
    press(opened, "Certain")
    opened.evaluate("void (fake.terminate = () => (fake.isOver = true))")
    press(opened, "Solution")
    assert opened.evaluate("fake.isOver")


def test_a_search_that_a_policy_blocks_is_told(page):
    opened = page(renderers.page(LATIN))
    opened.evaluate(FAKE_WORKER)
    press(opened, "Count")
    opened.get_by_role("button", name="Stop").wait_for()
    opened.evaluate("fake.onerror()")
    assert told(opened) == "This browser does not let the page search."
    assert opened.locator("#working").is_hidden()
    press(opened, "Count")
    opened.evaluate("fake.onerror({ message: 'Uncaught RangeError' })")
    assert told(opened) == "The search broke off: Uncaught RangeError."


def test_the_game_is_kept_over_a_reload(page):
    opened = page(renderers.page(LATIN))
    keys = Keys(opened)
    keys.go((0, 1))
    keys.press("2", "Control+z", "Control+y")
    opened.reload()
    assert opened.locator("#filled").inner_text() == "1 of 11"
    press(opened, "Reset")
    opened.reload()
    assert opened.locator("#filled").inner_text() == "0 of 11"


def test_a_game_with_a_mark_that_is_nowhere_possible_is_kept_too(page):
    opened = page(renderers.page(SHIKAKU))
    opened.mouse.click(*cell(opened, 2, 0))
    press(opened, "the region of row 2, column 3")
    press(opened, "Check")
    says(opened, "One mark is wrong: row 3, column 1.")
    opened.reload()
    assert opened.locator("#filled").inner_text() == "1 of 8"


def test_what_is_wrong_is_counted_with_marks_that_are_nowhere_possible(page):
    """The 4 has rectangles with row 2, column 2, of which none leads to a solution, and none with row 3, column 1."""
    opened = page(renderers.page(SHIKAKU))
    for place in ((1, 1), (2, 0)):
        opened.mouse.click(*cell(opened, *place))
        press(opened, "the region of row 2, column 3")
    for button in ("Hint", "Check"):
        press(opened, button)
        says(opened, "2 marks are wrong: row 3, column 1 is one.")
        assert opened.locator("#board .wrong").count() == 2


@pytest.mark.parametrize(
    "puzzle", [LATIN, readers.read("slitherlink-5"), readers.read("yajilin-5")], ids=lambda puzzle: puzzle.kind
)
def test_a_link_opens_the_board_as_it_is_and_then_lets_it_be_played(page, puzzle):
    opened = page(renderers.page(puzzle))
    press(opened, "Solution")
    says(opened, "This is a solution.")
    shown = opened.locator("#board").inner_html()
    press(opened, "Copy link")
    says(opened, "The link is copied: it opens this board.")
    link = opened.evaluate("navigator.clipboard.readText()")
    press(opened, "Reset")
    assert opened.locator("#filled").inner_text().split()[0] == "0"
    opened.goto(link)
    says(opened, "This is a solution.")
    assert opened.locator("#board").inner_html() == shown
    assert opened.locator("#result").is_hidden()
    press(opened, "Undo")
    assert opened.locator("#filled").inner_text().split()[0] == "0"
    press(opened, "Redo")
    press(opened, "Reset")
    opened.reload()
    assert opened.locator("#filled").inner_text().split()[0] == "0"
    opened.goto(link.replace("&puzzle=", "&puzzle=0"))
    assert opened.locator(".notice").inner_text() == "The link is of another puzzle than the one on this page."
    assert opened.locator("#filled").inner_text().split()[0] == "0"


def test_notes(page):
    opened = page(renderers.page(LATIN))
    keys = Keys(opened)
    keys.go((0, 1))
    keys.press("n", "2", "3", "3", "4")
    assert opened.locator("#board .note").all_text_contents() == ["2", "4"]
    keys.step("ArrowRight")
    keys.step("ArrowLeft")
    assert opened.locator("#spoken").inner_text() == "row 1, column 2: notes 2, 4"
    keys.press("n", "3")
    assert opened.locator("#board .note").count() == 0


def test_letters_are_typed_noted_and_read_aloud_as_they_are_drawn(page):
    """They were 1 to 4, and N was for notes."""
    opened = page(renderers.page(Lettered(MANY.given)))
    spoken, keys = opened.locator("#spoken"), Keys(opened)
    keys.go((0, 1))
    for key in "wn":
        keys.press(key)
        assert spoken.inner_text() == f"row 1, column 2: {key.upper()}"
    press(opened, "Notes")
    keys.press("e", "S")
    assert opened.locator("#board .note").all_text_contents() == ["E", "S"]
    keys.step("ArrowRight")
    keys.step("ArrowLeft")
    assert spoken.inner_text() == "row 1, column 2: notes E, S"
    assert opened.locator("#palette > *").all_inner_texts() == [*"WENS", "Clear"]
    assert opened.locator("#keys").inner_text().endswith(": arrows, what stands on a button, Backspace.")


@pytest.mark.parametrize(
    ("puzzle", "way"),
    [
        (LATIN, "digits"),
        (DARK, "Enter for the next value"),
        (Futoshiki(((None,) * 3,) * 3), "Enter for the next value"),
        (Fillomino([[2, None, 3], [None, None, None]]), "digits, Shift and an arrow for the next cell of a region"),
        (SHIKAKU, "Shift and an arrow for the next cell of a region"),
        (cm.read("surface-matching-6"), "digits"),
    ],
    ids=["digits", "shading", "three digits", "numbers of regions", "colours of regions", "pieces"],
)
def test_the_keys_that_are_told_go_with_what_is_pressed(page, puzzle, way):
    """Of three digits, through which a press goes, too."""
    assert f"arrows, {way}, Backspace" in page(renderers.page(puzzle)).locator("#keys").inner_text()


def test_a_digit_that_was_undone_does_not_begin_the_next_number(page):
    opened = page(renderers.page(Hidoku(((None,) * 4,) * 3)))
    keys = Keys(opened)
    keys.go((0, 1))
    keys.press("1", "2")
    assert opened.locator("#spoken").inner_text() == "row 1, column 2: 12"
    keys.press("Backspace", "1", "Control+z", "2")
    assert opened.locator("#spoken").inner_text() == "row 1, column 2: 2"


@pytest.mark.parametrize(("notes", "kept"), [(None, 0), ({"1": [0, 99], "2": [1]}, 1)])
def test_notes_that_were_kept_are_taken_if_they_fit(page, notes, kept):
    """Another version of the page may have written them; a page that took any was dead."""
    opened = page(renderers.page(LATIN))
    keys = Keys(opened)
    keys.go((0, 1))
    keys.press("n", "2")
    opened.evaluate(
        """(notes) => {
          const key = Object.keys(localStorage).find((one) => one.includes(location.pathname));
          localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), notes }));
        }""",
        notes,
    )
    opened.reload()
    assert opened.locator("#board .note").count() == kept


def test_texts_and_numbers_are_chosen_as_they_are(page):
    opened = page(renderers.page(Worded(LATIN.given)))
    assert opened.locator("#palette > *").all_inner_texts() == ["a<b>c", "<i>&amp;", "0", "1", "Clear"]
    opened.mouse.click(*cell(opened, 0, 1))
    press(opened, "Notes")
    for value in ("<i>&amp;", "1"):
        press(opened, value)
    assert opened.locator("#board .note").all_text_contents() == ["<i>&amp;", "1"]


def test_a_time_is_not_compared_with_that_of_another_puzzle(page, tmp_path):
    opened = page(renderers.page(DARK), clock=NOON)
    for puzzle in (DARK, SHADED):
        (tmp_path / "page-0.html").write_bytes(renderers.page(puzzle))
        opened.reload()
        for mark in solved(DARK):
            if mark.value == 1:
                opened.mouse.click(*cell(opened, *mark.cells[0]))
        assert told(opened) == "Solved in 0:00."


def test_enter_lays_the_next_piece_however_one_is_turned(page):
    opened = page(renderers.page(example("surface_matching")))
    Keys(opened).press("1", "r", "Enter")
    assert opened.locator("#spoken").inner_text().endswith(": piece 2")


def test_the_first_press_on_a_piece_chooses_its_cell_and_does_not_turn_it(page):
    content = renderers.page(example("surface_matching"))
    opened = page(content)
    Keys(opened).press("1")
    opened.reload()
    for said in (": piece 1", ": piece 1, turned 1"):
        opened.mouse.click(*cell(opened, *data_of(content)["cells"][0][:2]))
        assert opened.locator("#spoken").inner_text().endswith(said)


def test_the_rules_end_with_what_stands_below_the_picture():
    data = data_of(renderers.page(readers.read("surface-matching-9")))
    assert data["rules"].endswith("where they are printed on both sides, turned over. On a torus: opposite ends touch.")


def test_a_caption_of_ones_own_is_taken_as_it_is():
    """Its pairs were cells, and it ended with !."""

    class Sums(type(LATIN)):
        def diagram(self, solution=None):
            return super().diagram(solution).captioned("a domino is (1, 2) or (2, 1)!")

    data = data_of(renderers.page(Sums(*(getattr(LATIN, field.name) for field in fields(LATIN) if field.init))))
    assert data["rules"].endswith("A domino is (1, 2) or (2, 1)!")


def test_given_cells_stay(page):
    opened = page(renderers.page(LATIN))
    keys = Keys(opened)
    keys.go((0, 0))
    keys.press("3")
    assert told(opened) == "row 1, column 1 is given."
    assert opened.locator("#spoken").inner_text() == "row 1, column 1: 1, given"


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_cells_are_shaded_by_a_press(page, touch):
    opened = page(renderers.page(DARK), PHONE if touch else DESKTOP, touch=touch)
    press_at = opened.touchscreen.tap if touch else opened.mouse.click
    for (place,), value in sorted(solved(DARK)):
        if value:
            press_at(*cell(opened, *place))
    assert told(opened).startswith("Solved in ")
    press_at(*cell(opened, 0, 0))
    press_at(*cell(opened, 0, 0))
    assert opened.locator("#filled").inner_text() == "3"


@pytest.mark.parametrize("puzzle", [LATIN, cm.Zip(3, 3, waypoints=[(0, 0), (2, 2)])], ids=lambda puzzle: puzzle.kind)
def test_the_board_has_an_outline_for_the_keyboard_alone(page, puzzle):
    opened = page(renderers.page(puzzle))
    board = opened.locator("#board")
    outline = "(board) => [document.activeElement === board, getComputedStyle(board).outlineStyle]"
    board.click()
    assert board.evaluate(outline) == [True, "none"]
    opened.keyboard.press("ArrowDown")
    assert board.evaluate(outline) == [True, "solid"]


@pytest.mark.parametrize("kind", ["slitherlink", "simple_loop", "numberlink", "masyu"])
def test_lines_are_drawn_by_dragging_and_taken_away_by_a_press(page, kind):
    puzzle = example(kind)
    opened = page(renderers.page(puzzle))
    solution = cm.solve(puzzle).solution
    walks = solution.paths if kind == "numberlink" else [(*solution.cells, solution.cells[0])]
    for walk in walks:
        opened.mouse.move(*cell(opened, *walk[0]))
        opened.mouse.down()
        for place in walk[1:]:
            opened.mouse.move(*cell(opened, *place))
        opened.mouse.up()
    assert told(opened).startswith("Solved in ")
    one, other = (cell(opened, *place) for place in walks[0][:2])
    middle = [(a + b) / 2 for a, b in zip(one, other, strict=True)]
    lines = int(opened.locator("#filled").inner_text())
    opened.mouse.click(*middle)
    assert int(opened.locator("#filled").inner_text()) == lines - 1
    opened.mouse.click(*middle, button="right")
    assert opened.locator("#board .cross-out").count() == 1
    press(opened, "Check")
    says(opened, "One mark is wrong")


def shaded(opened):
    return opened.locator("#board .under polygon")


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_cells_beside_a_loop_are_shaded_by_a_press_or_a_key_and_count_for_nothing(page, touch):
    """Whether they are right or not, but for Check."""
    puzzle = readers.read("yajilin-5")
    opened = page(renderers.page(puzzle), PHONE if touch else DESKTOP, touch=touch)
    press_at = opened.touchscreen.tap if touch else opened.mouse.click
    x, y = cell(opened, 0, 0)
    side = cell(opened, 1, 0)[1] - y
    press_at(x, y)
    press_at(x + side, y)  # There is an arrow.
    assert shaded(opened).count() == 1
    [look] = {
        shape.fill for shape in renderers.draw(puzzle, cm.solve(puzzle).solution).shapes if shape.role == "shaded"
    }
    assert shaded(opened).get_attribute("fill") == look
    press_at(x, y + 0.4 * side)  # Near where a line would be.
    assert shaded(opened).count() == 0
    keys = Keys(opened)
    for place in ((0, 0), (0, 3)):
        keys.go(place)
        keys.press("x")
    assert opened.locator("#spoken").inner_text() == "row 1, column 4: no line, shaded"
    press(opened, "Check")
    says(opened, "One mark is wrong: row 1, column 4.")
    assert opened.locator("#board polygon.wrong").count() == 1
    keys.press("Control+z")
    assert shaded(opened).count() == 1
    keys.press("Control+y")
    opened.reload()
    assert shaded(opened).count() == 2
    assert opened.locator("#filled").inner_text() == "0"
    keys = Keys(opened)
    keys.play(solved(puzzle))
    assert told(opened).startswith("Solved in ")
    keys.go((0, 3))
    keys.press("X")
    assert opened.locator("#spoken").inner_text() == "row 1, column 4: lines to row 1, column 5 and row 2, column 4"
    assert told(opened).startswith("Solved in ")
    one, other = (cell(opened, *place) for place in ((0, 3), (0, 4)))
    press_at(*((a + b) / 2 for a, b in zip(one, other, strict=True)))
    assert (opened.locator("#filled").inner_text(), shaded(opened).count()) == ("15", 1)


def test_hints_and_what_is_certain_shade_cells_and_start_from_those_that_are_shaded(page):
    puzzle = readers.read("yajilin-7")
    opened, heard = page(renderers.page(puzzle)), []
    for _ in range(3):
        press(opened, "Hint")
        says(opened, " is ")
        heard.append(told(opened))
        press(opened, "Hint")
    assert heard[-1] == "Row 1, column 1 is shaded. There is one loop."
    assert shaded(opened).count() == 1
    keys = Keys(opened)
    keys.go((6, 2))
    keys.press("x")
    press(opened, "Check")
    says(opened, "Nothing is wrong so far.")
    press(opened, "Certain")
    opened.locator(".board.solved").wait_for()
    assert shaded(opened).count() == 9
    assert opened.locator("#filled").inner_text() == str(len(solved(puzzle)))


def test_cells_beside_a_line_are_shaded_as_any_kind_draws_them_also_where_no_literal_says_so(page):
    """Nor can a line go to them, so that no key would."""
    opened = page(renderers.page(Beside()))
    assert "press a cell to shade it" in opened.locator("#keys").inner_text()
    keys = Keys(opened)
    for place in ((0, 2), (0, 0)):
        keys.go(place)
        keys.press("x")
    assert shaded(opened).evaluate_all("(all) => all.map((each) => each.getAttribute('fill'))") == ["#ffd700"] * 2
    press(opened, "Check")
    says(opened, "Nothing is wrong so far.")
    press(opened, "Solution")
    says(opened, "This is a solution.")
    assert shaded(opened).count() == 2
    keys.step("ArrowRight")
    keys.step("ArrowLeft")
    assert not opened.locator("#spoken").inner_text().endswith("shaded")


@pytest.mark.parametrize(
    "puzzle", [*map(example, ("slitherlink", "simple_loop", "masyu", "numberlink")), Painted(), Around()]
)
def test_nothing_is_shaded_where_a_solution_leaves_white_what_no_line_passes(page, puzzle):
    opened = page(html := renderers.page(puzzle))
    assert data_of(html)["shades"] == []
    assert "shade" not in opened.locator("#keys").inner_text()
    Keys(opened).press("x")
    opened.mouse.click(*cell(opened, *data_of(html)["nodes"][0][:2]))
    assert shaded(opened).count() == 0
    assert opened.locator("#undo").get_attribute("aria-disabled") == "true"


def test_puzzles_without_marks_and_wrong_solutions_are_shown(page):
    shown = renderers.page(LATIN, [cm.Grid([[1] * 4] * 4)])
    assert b"palette" not in shown
    opened = page(shown)
    press(opened, "Show the solution")
    assert "1 is at row 2, column 2, but 2 is given" in opened.locator("#broken").inner_text()


def test_lines_have_the_colour_of_a_path_and_not_of_the_pale_band_below_it():
    assert data_of(renderers.page(Square()))["style"]["colour"] == STOPS[0]


def test_lines_lie_above_the_whole_grid_also_where_shaded_cells_change_its_frame():
    """The last line of the grid crossed them."""
    below, above = data_of(renderers.page(readers.read("yajilin-5")))["drawn"][1:]
    assert below.count('class="grid"') == 8
    assert 'class="grid"' not in above


def test_values_look_as_the_kind_draws_them_where_the_last_cells_have_no_marks():
    data = data_of(renderers.page(Choice((0, 1), ((0, 0),))))
    assert [value["word"] for value in data["values"]] == ["empty", "bulb"]


@pytest.mark.parametrize(
    ("puzzle", "is_played"),
    [
        (Choice((1, 2), tuple(map(tuple, np.argwhere(np.ones((1, 2)))))), True),
        (Choice((0, (1, 2), 3)), True),
        (Choice((1, 2), ((0, 0, 0), (1, 0, 0))), False),
        (Choice((1, 2), ((0, 0), (0, 2))), False),
        (Choice((1, 2), is_possible=False), False),
        (Heavy((1,)), False),
    ],
    ids=["cells of NumPy", "several sorts", "cells of a cube", "off the diagram", "no mark is possible", "large sums"],
)
def test_a_page_is_to_play_where_marks_can_be_on_the_board_and_else_shows_it(puzzle, is_played):
    assert (b'"formula"' in renderers.page(puzzle)) is is_played


def test_a_known_solution_is_the_one_that_is_shown(page):
    solutions = list(cm.solutions(EITHER))
    opened = page(renderers.page(EITHER, solutions[1:]))
    press(opened, "Solution")
    says(opened, "This is a solution.")
    assert opened.locator("#board .under > g").count() == 1


def test_the_time_of_a_solved_board_stands_and_is_that_of_its_attempt(page):
    """After undoing, redoing and Reset, too; and what the page has shown is no one's result, whatever is undone."""
    opened = page(renderers.page(DARK), clock=NOON)
    opened.clock.run_for(5000)
    for row, col in sorted(mark.cells[0] for mark in solved(DARK) if mark.value == 1):
        opened.mouse.click(*cell(opened, row, col))
    assert told(opened) == "Solved in 0:05."
    press(opened, "Undo")
    opened.clock.run_for(5000)
    press(opened, "Redo")
    assert told(opened) == "Solved in 0:05."
    press(opened, "Reset")
    assert opened.locator("#time").inner_text() == "0:00"
    opened.clock.run_for(3000)
    press(opened, "Undo")
    assert (told(opened), opened.locator("#time").inner_text()) == ("Solved in 0:05.", "0:05")
    press(opened, "Redo")
    assert opened.locator("#time").inner_text() == "0:03"
    press(opened, "Solution")
    press(opened, "Reset")
    press(opened, "Undo")
    assert told(opened) == "This is a solution."
    assert opened.locator("#result").is_hidden()
    opened.reload()
    assert told(opened) == "This is a solution."


@pytest.mark.parametrize("button", ["Reset", "Undo"])
def test_confetti_falls_while_the_board_is_solved(page, button):
    opened = page(renderers.page(DARK))
    opened.evaluate(
        """() => {
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames) { return animate.call(this, frames, 1e9); };
        }"""
    )
    for mark in solved(DARK):
        if mark.value == 1:
            opened.mouse.click(*cell(opened, *mark.cells[0]))
    seen = opened.locator(".confetti").filter(visible=True)
    assert seen.count() == 40
    press(opened, button)
    assert seen.count() == 0


def test_that_a_cell_is_empty_is_offered_only_where_it_can_be(page):
    opened = page(renderers.page(cm.read("kakuro-5")))
    assert opened.locator("#palette [data-value]").all_inner_texts() == [*"123456789"]
    assert opened.locator("#filled").inner_text() == "0 of 10"
    Keys(opened).play([cm.Mark.at((1, 3), 0)])
    assert opened.locator("#filled").inner_text() == "0 of 10"
    assert opened.locator("#undo").get_attribute("aria-disabled") == "true"


@pytest.mark.parametrize("dark", [False, True])
def test_regions_and_what_a_hint_shows_are_told_apart_by_their_colours(page, dark):
    opened = page(renderers.page(cm.read("patches-6")), DESKTOP, dark=dark)

    def colours(*cells):
        """The colours of cells at their lower left, where nothing else is."""
        shot = Image.open(BytesIO(opened.locator("#board").screenshot())).convert("RGB")
        side = shot.width / 6.2
        return np.array([shot.getpixel(((col + 0.3) * side, (row + 0.9) * side)) for row, col in cells], float)

    press(opened, "Hint")
    opened.locator("#board .look").wait_for()
    hinted = colours((1, 0))
    press(opened, "Solution")
    opened.locator(".board.solved").wait_for()
    regions = np.unique(colours(*product(range(6), repeat=2)), axis=0)
    assert len(regions) == 10
    apart = np.linalg.norm(regions[:, None] - regions, axis=2)[~np.eye(10, dtype=bool)]
    assert apart.min() > 10
    assert np.linalg.norm(regions - hinted, axis=1).min() > 30
    # Numbers can be read on all of them: those that are given, and those that are filled in.
    inks = opened.locator("#board").evaluate(
        """(board, fills) => fills.map((fill) => {
          const text = board.appendChild(document.createElementNS(board.namespaceURI, "text"));
          text.setAttribute("fill", fill);
          return getComputedStyle(text).fill.match(/[0-9]+/g).map(Number);
        })""",
        [INK, WRITTEN],
    )

    def light(colour):
        return ((np.asarray(colour) / 255 + 0.055) / 1.055) ** 2.4 @ (0.2126, 0.7152, 0.0722) + 0.05

    for ink, least in zip(inks, (4.5, 2.8), strict=True):
        assert np.exp(np.abs(np.log(light(regions) / light(ink)))).min() > least


@pytest.mark.parametrize("dark", [False, True])
def test_what_is_wrong_has_a_red_edge_whatever_the_colour_of_its_region(page, dark):
    opened = page(renderers.page(cm.read("shikaku-6")), DESKTOP, dark=dark)
    press(opened, "Solution")
    opened.locator(".board.solved").wait_for()
    opened.locator("#solution").blur()
    for key in ("ArrowDown", "ArrowDown", "Shift+ArrowRight", "ArrowDown", "ArrowDown"):
        opened.keyboard.press(key)
    press(opened, "Check")
    place = opened.locator("#board .wrong").bounding_box()
    shot = Image.open(BytesIO(opened.screenshot())).convert("RGB")
    middle = place["x"] + place["width"] / 2
    edge = [shot.getpixel((middle, place["y"] + down)) for down in range(20)]
    assert max(min(red - green, red - blue) for red, green, blue in edge) > 100
