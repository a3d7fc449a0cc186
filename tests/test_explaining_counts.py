"""What several counts show together, against all ways to fill a small board."""

from itertools import combinations, product
from typing import ClassVar

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model

import cpmodels as cm
from cpmodels.base.description import Subgraph
from cpmodels.base.values import in_rows
from cpmodels.explaining import account
from cpmodels.explaining._counts import LiteralSum, View, silent
from cpmodels.explaining._explaining import grade_of
from cpmodels.explaining._together import cell_sums, contained, families, ways
from cpmodels.puzzles.fillomino import Fillomino
from cpmodels.puzzles.hidoku import Hidoku
from cpmodels.puzzles.kakuro import Kakuro
from cpmodels.puzzles.lits import Lits
from cpmodels.puzzles.masyu import Masyu
from cpmodels.puzzles.numberlink import Numberlink
from cpmodels.puzzles.nurikabe import Nurikabe
from cpmodels.puzzles.queens import Queens
from cpmodels.puzzles.simple_loop import SimpleLoop
from cpmodels.puzzles.slitherlink import Slitherlink

MOST = 3


@st.composite
def boards(draw):
    """Nine cells in two families of parts, each part with as many as it must have, and what is known of the cells."""
    cells, counts = range(9), []
    for _ in range(2):
        part = draw(st.lists(st.integers(0, 3), min_size=9, max_size=9))
        for label in set(part):
            inside = [cell for cell in cells if part[cell] == label]
            least = draw(st.integers(0, min(2, len(inside))))
            allowed = sum(1 << n for n in range(least, draw(st.integers(least, len(inside))) + 1))
            counts.append(LiteralSum(tuple(inside), (1,) * len(inside), allowed, len(counts) + 1))
    return counts, draw(st.dictionaries(st.integers(0, 8), st.booleans(), max_size=5))


def fits(counts, values):
    return all(count.allowed >> sum(values[cell] for cell in count.literals) & 1 for count in counts)


@examples(200)
@given(boards())
def test_what_counts_show_together_is_so_in_all_ways_to_fill_the_board(board):
    counts, known = board
    view = View(counts, 9, [cell if value else ~cell for cell, value in known.items()])
    kin = families(counts, range(len(counts)))
    assert all(not {*counts[a].literals} & {*counts[b].literals} for family in kin for a, b in combinations(family, 2))
    found = contained(view, kin, MOST)
    for each in found:
        named = [counts[number] for number in (*each.inner, *each.outer)]
        left = [
            values
            for values in product((0, 1), repeat=9)
            if fits(named, values) and all(values[x if x >= 0 else ~x] == (x >= 0) for x in each.because)
        ]
        assert all(not values[literal] for values in left for literal in each.out)
        assert each.out or not left

    def free(numbers):
        return {cell for number in numbers for cell in counts[number].literals if cell not in known}

    def still(number, bound):
        return bound - sum(known.get(cell, False) for cell in counts[number].literals)

    gone = {literal for each in found for literal in each.out}
    filled = (values for values in product((0, 1), repeat=9) if all(values[cell] == known[cell] for cell in known))
    if not any(fits(counts, values) for values in filled):
        return  # Nothing more needs to be found where a few counts contradict each other.
    for inner_kin, outer_kin in product(kin, kin):
        for size in range(1, len(inner_kin) + 1):
            for inner in combinations(inner_kin, size):
                outer = [number for number in outer_kin if free([number]) & free(inner)]
                room = sum(still(number, counts[number].most) for number in outer)
                wanted = [still(number, counts[number].least) for number in inner]
                is_all = inner_kin is not outer_kin and free(inner) <= free(outer) and min(wanted) > 0
                if is_all and sum(wanted) == room <= MOST:
                    assert free(outer) - free(inner) <= gone


def test_of_many_literals_only_what_is_known_is_looked_at():
    """A table of all that could be known of 20,000 would fill the memory."""
    size = 20_000
    view = View([LiteralSum(tuple(range(size)), (1,) * size, 2, 1)], size, [7])
    assert view.propagate(lambda *_: True) == []
    assert [literal for literal in range(size) if view.of(literal) >= 0] == [7]
    assert list(silent(2, size)) == [1]


def test_regions_in_as_many_rows_are_said_in_words():
    step = next(cm.explain(Queens(["ABBBB", "ABACC", "AAACC", "DADEE", "DDDEE"])))
    assert str(step) == (
        "The region of (3, 0) has 1 queen and the region of (3, 3) has 1 queen, and what is left for that is all in "
        "row 4 and row 5, which leaves no room there for more: no queen is at (3, 1)."
    )
    assert (step.rule, step.level) == ("within", 3)


@st.composite
def runs(draw):
    """Cells that hold 1 to 4 each, some of them none of it twice, with their sum, and what is known of them."""
    size = draw(st.integers(2, 3))
    literal = {(cell, number): 4 * cell + number - 1 for cell in range(size) for number in range(1, 5)}
    of_cells = [[literal[cell, number] for number in range(1, 5)] for cell in range(size)]
    of_numbers = [[literal[cell, number] for cell in range(size)] for number in draw(st.sets(st.integers(1, 4)))]
    total = 1 << draw(st.integers(0, 13))
    counts = [LiteralSum(tuple(literal.values()), tuple(number for _, number in literal), total, 1)]
    counts += [LiteralSum(tuple(each), (1,) * len(each), 2, 2) for each in of_cells]
    counts += [LiteralSum(tuple(each), (1,) * len(each), 3, 3) for each in of_numbers]
    return draw(st.permutations(counts)), size, draw(st.sets(st.sampled_from(sorted(literal.values())), max_size=4))


@examples(200)
@given(runs())
def test_ways_to_make_up_a_sum_are_all_there_are(run):
    counts, size, out = run
    view = View(counts, 4 * size, [~literal for literal in out])
    (asked,) = cell_sums(counts)
    expected = set()
    for numbers in product(range(1, 5), repeat=size):
        true = {4 * cell + number - 1 for cell, number in enumerate(numbers)}
        sums = [sum(w for one, w in zip(c.literals, c.weights, strict=True) if one in true) for c in counts]
        if not true & out and all(count.allowed >> total & 1 for count, total in zip(counts, sums, strict=True)):
            expected.add(frozenset(true))
    assert {frozenset(way) for way in ways(view, asked)} == expected


def test_a_count_without_numbers_in_cells_is_no_sum_of_numbers():
    assert list(cell_sums([LiteralSum((0, 1, ~2), (1, 1, 2), 4, 1)])) == []


def test_sums_of_few_ways_are_said_in_words():
    puzzle = Kakuro(3, 3, [(0, 0), (0, 1, 3), (0, 2, 4), (1, 0, 0, 4), (2, 0, 0, 3)])
    step = next(cm.explain(puzzle))
    assert str(step).startswith("Column 2 from row 2 to 3 adds up to 3, which leaves only 1 + 2: 14 possibilities")
    assert (step.rule, step.level) == ("sum", 1)


def test_the_numbers_of_a_sum_are_in_their_order():
    cp = cp_model.CpModel()
    row = cm.constraints.numbers(cp, [(0, 0), (0, 1)], [2, 3, 4, 10])
    cm.constraints.sums(cp, row, {"row 1": (row.cells, 12)})
    assert "which leaves only 2 + 10" in str(next(cm.explain(cm.Model(cp=cp, key=row))))


class Bridges(cm.Puzzle[cm.Grid]):
    """Five bridges in three cells, up to two in each: 3 and 4 are one and two that go down."""

    kind = "test_bridges_by_numbers"
    bridges = (0, 1, 2, 1, 2)
    values: ClassVar = {(0, 0): (0, 1, 2), (0, 1): (0, 3, 4), (0, 2): (0, 3, 4)}

    def check(self, solution):
        flaws = solution.flaws(1, 3, self.values)
        return flaws or ["there are not five"] * (sum(self.bridges[value] for _, value in solution) != 5)

    def mark_in_words(self, mark, *, holds):
        return f"{self.bridges[mark.value]} {'go' if holds else 'do not go'} through {mark.cells[0]}"

    def model(self, cp):
        numbers = cm.constraints.numbers(cp, self.values, self.values)
        cp.add(sum(self.bridges[value] * literal for (_, value), literal in numbers.at.items()) == 5).with_name(
            "5 bridges"
        )
        return cm.Model(self, cp, numbers)


def test_numbers_that_stand_for_others_are_not_what_is_added_up():
    assert [str(step) for step in cm.explain(Bridges(), partial={(0, 0): 1})] == [
        "5 bridges, which goes in some ways only: 4 possibilities at (0, 1) and (0, 2) are ruled out.",
        "Nothing else is left for (0, 1): 2 go through (0, 1).",
        "Nothing else is left for (0, 2): 2 go through (0, 2).",
    ]


@examples(30)
@given(st.randoms(use_true_random=False), st.integers(2, 3), st.integers(2, 4))
def test_what_regions_show_is_so_in_all_solutions(random, rows, cols):
    """Of the numbers of a solution some are given, and some more are known."""
    whole = cm.solve(Fillomino([[None] * cols] * rows), given=Fillomino.blank(rows, cols, random)[0].given).solution
    if whole is None:
        return
    kept = [[n if random.random() < 0.4 else None for n in row] for row in whole.rows]
    puzzle = Fillomino(kept)
    of, solutions = account(puzzle), list(cm.solutions(puzzle))
    known = set(of.given())
    seen = {mark: facts[0] for mark, facts in of.marks.items()}
    for deduction in of._of_regions(known):
        assert deduction.sentence
        for solution in solutions:
            true = {seen[mark] for mark in solution.marks()}
            assert all((literal in true) if literal > 0 else (-literal not in true) for literal in deduction.literals)


ISLANDS = [[None, None, 3, None], [None, 1, None, None], [None] * 4, [None, None, 4, None]]


@pytest.mark.parametrize("puzzle", [Nurikabe(ISLANDS), Masyu(4, 4, black=[(0, 0), (1, 1)])])
def test_what_is_not_drawn_makes_no_puzzle_harder(puzzle):
    """Which cells are not shaded, and where the loop does not go, would take harder reasons than what is drawn."""
    solution = cm.solve(puzzle).solution
    assert grade_of(puzzle, solution) == cm.difficulty(puzzle).grade == "easy"


def test_regions_are_explained_in_words_of_players():
    explanation = cm.explain("fillomino-5")
    steps = list(explanation)
    assert explanation.solution is not None
    assert "The region of 3 at (0, 0) can grow only to (1, 0): 3 is at (1, 0)." in map(str, steps)
    assert {"complete", "growth", "room"} <= {step.rule for step in steps}


def test_regions_of_different_room_are_said_one_by_one():
    """At the left end, 3 finds two cells, and 4 finds three, none of which would show the other."""
    puzzle = Fillomino([[None] * 6])
    known = cm.Partial((), [cm.Mark.at((0, 2), 3), cm.Mark.at((0, 3), 4)])
    steps = {step.sentence for step in cm.explain(puzzle, partial=known)}
    assert "a region of 3 would find 2 cells at most at (0, 0) or (0, 1)" in steps
    assert "a region of 4 would find 3 cells at most at (0, 0), (0, 1) or (0, 2)" in steps


def test_ways_of_paths_are_not_added_up():
    """A node has two of its edges or is left out, which is a sum, but of no numbers in cells."""
    assert "sum" not in {step.rule for step in cm.explain("numberlink-5")}


@pytest.mark.parametrize(("cover", "why"), [(True, "no two paths meet, and each cell is on one"), (False, None)])
def test_that_each_cell_is_on_a_path_is_said_where_it_is_so(cover, why):
    conflict = cm.why_infeasible(Numberlink([[0, 0, None]], cover=cover))
    expected = [f"one path joins each pair of ends, {why}"] if why else []
    assert [constraint.words for constraint in (conflict.constraints if conflict else ())] == expected


def test_that_a_loop_goes_through_all_cells_is_said():
    conflict = cm.why_infeasible(SimpleLoop(2, 5, [(0, 2), (1, 2)]))
    assert [constraint.words for constraint in conflict.constraints] == ["there is one loop through all cells"]


@pytest.mark.parametrize(
    "given",
    [[[3, 3], [3, 3]], [[3, None, 3], [2, None, 3]], [[0, 3, None], [0, None, 2], [None, None, 1]]],
)  # fmt: skip
def test_the_clues_that_are_blamed_for_there_being_no_loop_rule_out_all_loops(given):
    """The corners of a 3 are passed because of the 3: that they are passed is not a rule."""
    conflict = cm.why_infeasible(Slitherlink(given))
    blamed = [min(constraint.cells) for constraint in conflict.constraints if "side" in constraint.words]
    cells = [[n if (r, c) in blamed else None for c, n in enumerate(row)] for r, row in enumerate(given)]
    assert cm.count(Slitherlink(cells)).total == 0


@pytest.mark.parametrize(
    ("puzzle", "limit"),
    [
        (Nurikabe([[None, None, 1], [None] * 3]), "each island has one number and no more cells than"),
        (
            Fillomino([[5, None, None, None, 3]]),
            "one region, no larger than that and without cells that are given another",
        ),
    ],
)
def test_what_a_region_cannot_have_is_said(puzzle, limit):
    """Its number, or those of others, leave no place for what is blamed; without them each has a solution."""
    assert any(limit in constraint.words for constraint in cm.why_infeasible(puzzle).constraints)


def test_a_cell_that_a_path_must_pass_is_said_to_be_passed():
    cp = cp_model.CpModel()
    board = cm.graph.Graph([(0, 0), (0, 1), (0, 2), (1, 1)], [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 1), (1, 1))])
    found = cm.constraints.subgraph(cp, Subgraph(board, [((0, 0), (0, 1))], through=[(0, 2)]))
    conflict = cm.why_infeasible(cm.Model(cp=cp, key=found))
    assert "a path passes (0, 2)" in [constraint.words for constraint in conflict.constraints]


def test_a_reason_is_not_lost_to_a_second_search_that_finds_no_solution(monkeypatch):
    monkeypatch.setattr("cpmodels.explaining._referee.first", lambda question: question.result(cm.Status.UNKNOWN))
    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(f"lamp {i}") for i in range(3)]
    cp.add(sum(lamps) >= 2).with_name("two lamps are on")
    cp.add(sum(lamps) <= 1).with_name("one is at most")
    assert len(cm.why_infeasible(cm.Model(cp=cp, key=lamps)).constraints) == 2


def test_what_one_cause_shows_by_one_constraint_is_one_step():
    clues = {(0, 1): 16, (1, 2): 20, (3, 2): 22, (4, 0): 10, (4, 3): 4, (4, 4): 1}
    steps = [step for step in cm.explain(Hidoku(in_rows(5, 5, clues))) if step.sentence.startswith("6 and 7")]
    assert [fact.words for fact in steps[0].follows][:2] == ["7 is not at (1, 1)", "7 is not at (2, 1)"]
    assert all(len(set(step.follows)) == len(step.follows) for step in steps)


def test_a_shaded_cell_is_not_for_want_of_room():
    step = next(cm.explain(Lits([[0] * 4])))
    assert step.sentence == "the room of (0, 0) has one of its shapes, which leaves only this"


@pytest.mark.parametrize(
    ("rows", "why"),
    [([[3, None, 0, None, None], *2 * [[None, None, 0, None, None]]], "Nothing"),
     ([[3, None, 0, None], [None, None, 0, None], [None] * 4], "Only (3, 2)")],
)  # fmt: skip
def test_a_loop_has_to_come_back(rows, why):
    puzzle = Slitherlink(rows)
    step = next(step for step in cm.explain(puzzle) if step.rule == "no way back")
    assert str(step).startswith(f"{why} leads there, so that there would be no way back: the loop does not go between")
    loops = list(cm.solutions(puzzle))
    assert loops
    assert all(fact.about not in loop.marks() for loop in loops for fact in step.follows)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("akari-5", "(0, 1) must be lit, which leaves only this: a bulb is at (0, 1)."),
        (
            "akari-5",
            'If any of this were otherwise, "3 bulbs are beside (1, 1)" could not be met: '
            "no bulb is at (0, 0) or (2, 0).",
        ),
        (
            "hitori-5",
            "In column 2 at most one 2 is not shaded, and (0, 1) is not shaded, which leaves only this: (2, 1) and "
            "(4, 1) are shaded.",
        ),
        (
            "nurikabe-5",
            "Each island has one number and no more cells than that says, and none can get there: (1, 2), (0, 2) and "
            "(0, 3) are sea.",
        ),
        (
            "nurikabe-6",
            "The island of (2, 5) has 10 cells, and there is no other room for that: (0, 1), (0, 2), (0, 3) and (1, 5) "
            "are not sea.",
        ),
        ("nurikabe-5", "The sea is connected, and (4, 4) would be cut off without (4, 3): (4, 3) is sea."),
        (
            "heyawake-8",
            'If (6, 0) is shaded, "at least one cell from (2, 1) to (6, 1), across two borders, must be shaded" and '
            '"the cells that are not shaded are connected" could not both be met, as (3, 0) would be cut off: (6, 0) '
            "is not shaded.",
        ),
        ("queens-7", "The region of (0, 4) has 1 queen, which leaves only this: a queen is at (0, 4)."),
        ("queens-7", "The region of (5, 5) has 1 queen, and only (5, 6) is left for that: a queen is at (5, 6)."),
        (
            "yajilin-6",
            "The loop passes (2, 2) once or not at all, and nothing else is left for that: the loop goes between "
            "(2, 2) and (2, 3).",
        ),
        ("futoshiki-4", "(1, 1) has a smaller number than (0, 1), which leaves only this: 4 is at (0, 1)."),
        ("tango-4", "Column 3 has as many suns as moons, which leaves only this: moons are at (2, 2) and (3, 2)."),
    ],
)  # fmt: skip
def test_steps_are_said_in_words_of_players(name, sentence):
    assert sentence in map(str, cm.explain(name))


@pytest.mark.parametrize("name", ["yajilin-5", "yajilin-6", "yajilin-7"])
def test_that_a_cell_is_shaded_is_a_step_in_yajilin(name):
    """Rules that lines alone cannot say took a proof."""
    steps = list(cm.explain(name))
    assert any(fact.words.endswith(" is not shaded") for step in steps for fact in step.follows)
    assert "proof" not in {step.rule for step in steps}


class Untouched(cm.Puzzle[cm.Loop]):
    """Draw a loop that passes one of three cells."""

    kind: ClassVar[str] = "test_untouched"

    def check(self, solution):
        passed = {(0, 0), (0, 1), (2, 2)}.intersection(solution.cells)
        return solution.flaws(cm.graph.grid(3, 3)) or ["not one of three is passed"] * (len(passed) != 1)

    def model(self, cp):
        loop = cm.constraints.single_loop(cp, cm.graph.grid(3, 3))
        cp.add(sum(loop.visited[cell] for cell in [(0, 0), (0, 1), (2, 2)]) == 1).with_name("one of three is passed")
        cp.add(loop.edge[(0, 1), (1, 1)] == 0).with_name("there is a wall")
        return cm.Model(self, cp, loop)


def test_that_a_loop_passes_a_cell_is_a_step_where_a_constraint_of_ones_own_is_about_that():
    steps, loops = list(cm.explain(Untouched())), list(cm.solutions(Untouched()))
    assert "One of three is passed, and only (2, 2) is left for that: the loop passes (2, 2)." in map(str, steps)
    facts = [fact for step in steps for fact in step.follows]
    assert all((fact.about in loop.marks()) == fact.holds for loop in loops for fact in facts if fact.about.is_edge)
    assert all(
        (fact.cells[0] in loop.cells) == fact.holds for loop in loops for fact in facts if not fact.about.is_edge
    )


def test_numbers_that_are_given_are_no_steps():
    assert all("given" not in step.sentence for name in ("sudoku-4", "tango-4") for step in cm.explain(name))


def test_what_a_clue_shows_of_its_line_comes_before_cases():
    steps = list(cm.explain("skyscrapers-5"))
    clue = next(step for step in steps if step.rule == "proof")
    assert clue.sentence == "2 towers are seen from the top in column 3, which leaves nothing else"
    assert {cell for constraint in clue.constraints for cell in constraint.cells} == {(row, 2) for row in range(5)}
    assert max(step.level for step in steps) == clue.level == 3


def test_what_the_runs_of_a_line_show_is_one_step_as_in_a_nonogram():
    cp = cp_model.CpModel()
    shade = cm.constraints.numbers(cp, [(row, col) for row in range(2) for col in range(12)], [0, 1])
    for row, run in enumerate((7, 12)):
        steps = [(0, 0, 0), *((at, 1, at + 1) for at in range(run)), (run, 0, run)]
        line = [shade.where(1)[row, col] for col in range(12)]
        cp.add_automaton(line, 0, [run], steps).with_name(f"the run of row {row} is {run}")
    first, second = (step.follows for step in cm.explain(cm.Model(cp=cp, key=shade)))
    assert [fact.words for fact in first] == ["1 is at (0, 5)", "1 is at (0, 6)"]
    assert [fact.words for fact in second] == [f"1 is at (1, {col})" for col in range(12)]
