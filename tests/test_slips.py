"""The one slip in typing that explains why there is no solution: in Python, on the command line, in the editor."""

from dataclasses import dataclass, replace
from itertools import permutations
from typing import NamedTuple

import pytest
from command_line import run
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lenient import Lenient
from oracles import pictures

import cpmodels as cm
import readers
import renderers
from cpmodels import EdgeMatching
from cpmodels.explaining import find_slips
from cpmodels.puzzles.slitherlink import Slitherlink
from cpmodels.puzzles.sudoku import Sudoku

SETS = st.builds(
    lambda edges, rule, rotations: EdgeMatching(1, 3, edges, rule, rotations=rotations),
    st.lists(st.tuples(*[st.sampled_from([-2, -1, 1, 2])] * 4), min_size=3, max_size=3),
    st.sampled_from(["equal", "sum-zero"]),
    st.booleans(),
)
NINE = readers.read("nine-one")
MISTYPED = replace(NINE, pieces=[*NINE.pieces[:4], NINE.pieces[4][1::-1] + NINE.pieces[4][2:], *NINE.pieces[5:]])


@settings(max_examples=20)
@given(SETS)
def test_each_slip_differs_in_one_piece_and_none_comes_twice(puzzle):
    slips = list(puzzle.slips())
    for slip in slips:
        (piece,) = [at for at in range(3) if slip.puzzle.pieces[at] != puzzle.pieces[at]]
        old, new = puzzle.pieces[piece], slip.puzzle.pieces[piece]
        changed = [side for side in range(4) if old[side] != new[side]]
        assert f"piece {piece + 1}" in slip.change
        assert slip.puzzle.shape(new) != puzzle.shape(old) or slip.sort != "exchanged"
        assert len(changed) == (2 if slip.sort == "exchanged" else 1)
        assert (slip.sort == "exchanged") == (sorted(old) == sorted(new))
    assert len({slip.puzzle.pieces for slip in slips}) == len(slips)


@settings(max_examples=4)
@given(SETS)
def test_the_slips_found_are_those_that_leave_few_solutions(puzzle):
    """By boards that are tried out one by one, each mended puzzle by itself."""
    assume(not pictures(puzzle))
    found = find_slips(puzzle)
    left = {slip.change: (slip.sort, len(pictures(slip.puzzle))) for slip in puzzle.slips()}
    sorts = {each.slip.sort for each in found}
    assert found.exhausted
    assert len(sorts) <= 1
    for each in found:
        assert each.solutions <= left[each.slip.change][1] <= 8 * each.solutions
    few = {change for change, (sort, seen) in left.items() if 1 <= seen <= 3 and (sort in sorts or not sorts)}
    assert few <= {each.slip.change for each in found}


def test_an_edge_that_nothing_can_meet_is_mended_first():
    puzzle = replace(NINE, pieces=[*NINE.pieces[:2], (9, *NINE.pieces[2][1:]), *NINE.pieces[3:]])
    assert cm.solve(puzzle).status is cm.Status.INFEASIBLE
    found = find_slips(puzzle)
    assert {each.slip.sort for each in found} == {"an odd edge"}
    assert f"write {NINE.pieces[2][0]} for 9 on piece 3, top, and there is one solution" in map(str, found)


@pytest.mark.parametrize(
    "name",
    ["sudoku-4", "slitherlink-5", "skyscrapers-4", "fillomino-4", "hidoku-4", "nurikabe-5", "zip-4", "yajilin-5"],
)
def test_an_entry_that_was_mistyped_is_found_in_every_kind(name):
    right = readers.read(name)
    for slip in right.slips():
        if cm.solve(slip.puzzle).status is cm.Status.INFEASIBLE and right in [
            back.puzzle for back in slip.puzzle.slips()
        ]:
            break
    found = find_slips(slip.puzzle)
    assert found.exhausted
    assert right in [each.slip.puzzle for each in found]
    assert all(cm.count(each.slip.puzzle).orbits == each.solutions <= 3 for each in found)


class Cage(NamedTuple):
    cells: tuple[tuple[int, int], ...]
    total: int


@dataclass(frozen=True)
class Caged(cm.Puzzle[cm.Grid]):
    """Of what is made of cells and a number, a slip names what differs, not all of it."""

    kind = "test_caged"
    cages: tuple[Cage, ...]

    def check(self, solution):
        return solution.wrong_sums({f"cage {i}": cage for i, cage in enumerate(self.cages)})


def test_slips_name_the_part_that_differs():
    said = [slip.change for slip in Caged((Cage(((0, 0), (0, 1)), 5),)).slips()]
    assert "cages: write 6 for 5 as total of number 1" in said
    assert "cages: write (1, 1) for (0, 1) in number 1" in said
    assert "cages: leave out 5 as total of number 1" in said


def test_entries_of_boards_and_lists_are_changed_and_left_out_and_sizes_stay():
    slips = list(cm.Zip(2, 3, [(0, 0), (1, 0)], walls=[((0, 0), (0, 1))]).slips())
    said = [(slip.sort, slip.change) for slip in slips]
    assert ("another value", "numbers: write (1, 1) for (1, 0) as number 2") in said
    assert ("left out", "walls: leave out ((0, 0), (0, 1))") in said
    assert all((slip.puzzle.rows, slip.puzzle.cols) == (2, 3) for slip in slips)
    board = readers.read("sudoku-4")
    for slip in board.slips():
        (changed,) = [
            (cell, old, new)
            for row, (before, after) in enumerate(zip(board.given, slip.puzzle.given, strict=True))
            for cell, old, new in zip([(row, col) for col in range(4)], before, after, strict=True)
            if old != new
        ]
        cell, old, new = changed
        assert (
            slip.change
            == f"given: {f'leave out {old}' if new is None else f'write {new} for {old}'} at the cell {cell}"
        )
    loop = Slitherlink([[3, 1, 0]] * 3)
    assert loop.said(next(loop.slips()).change) == "given: write 0 for 3 at row 1, column 1"
    assert not list(readers.read("cubes").slips())


@dataclass(frozen=True)
class Careless(cm.Puzzle[cm.Grid]):
    """One number of each pair; it looks at nothing before it is solved."""

    kind = "careless"

    pairs: tuple[tuple[int, int], ...]

    def check(self, solution):
        return [] if solution == cm.Grid([[max(pair) for pair in self.pairs]]) else ["wrong"]

    def model(self, cp):
        numbers = [cp.new_int_var(max(pair), max(pair), "") for pair in self.pairs]
        cp.add(sum(numbers) == 5)
        return cm.Model(self, cp, numbers, decode=lambda values: cm.Grid([values]))


def test_a_changed_puzzle_that_cannot_be_solved_explains_nothing():
    found = find_slips(Careless(((1, 2), (2, 2))))
    assert {each.slip.puzzle.pairs for each in found} == {((1, 3), (2, 2)), ((1, 2), (3, 2)), ((1, 2), (2, 3))}
    assert found.exhausted
    assert not find_slips(Careless(((1, 1),))).found


@dataclass(frozen=True)
class Comparing(Careless):
    """It compares its numbers, also where one is left out."""

    kind = "comparing"

    def __post_init__(self):
        if max(map(max, self.pairs)) > 9:
            raise ValueError("a number is at most 9")


def test_a_changed_puzzle_that_its_kind_fails_at_is_passed_over():
    found = find_slips(Comparing(((1, 1),)))
    assert not found.found
    assert found.exhausted


@dataclass(frozen=True)
class Seats(Lenient, cm.Puzzle[cm.Assignment]):
    """Five people on five seats that are all alike; what is typed must add up to 4."""

    kind = "seats"

    pairs: tuple[tuple[int, int], ...]

    def model(self, cp):
        sits = {(who, seat): cp.new_bool_var("") for who in range(5) for seat in range(5)}
        for i in range(5):
            cp.add_exactly_one(sits[i, seat] for seat in range(5))
            cp.add_exactly_one(sits[who, i] for who in range(5))
        typed = sum(map(sum, self.pairs))
        cp.add(cp.new_int_var(typed, typed, "") == 4)
        moves = [[5 * who + to[seat] for who in range(5) for seat in range(5)] for to in permutations(range(5))]
        return cm.Model(self, cp, sits, symmetries=moves)


def test_a_slip_that_leaves_one_solution_with_120_images_explains_it():
    found = find_slips(Seats(((1, 2),)))
    assert {each.slip.puzzle.pairs: each.solutions for each in found} == {((2, 2),): 1, ((1, 3),): 1}
    assert found.exhausted


def test_ctrl_c_keeps_the_slips_that_were_found(monkeypatch):
    calls = []

    def count(*given, **options):
        calls.append(given)
        if len(calls) > 2:
            raise KeyboardInterrupt
        return cm.count(*given, **options)

    monkeypatch.setattr("cpmodels.explaining._slips.count", count)
    found = find_slips(EdgeMatching(1, 2, [(1, 2, 1, 2), (2, 1, 1, 1)], rotations=False))
    assert (found.tried, found.exhausted) == (2, False)
    assert [each.slip.change for each in found] == [f"exchange top and {side} of piece 1" for side in ("right", "left")]


def test_slips_are_looked_for_in_what_can_be_read():
    two = EdgeMatching(1, 2, [(1, 2, 1, 2), (2, 1, 1, 1)], rotations=False)
    assert find_slips(readers.puzzle_form(two)).found == find_slips(two).found != ()
    with pytest.raises(cm.KindError, match=r"expected a puzzle, .*, not 3"):
        find_slips(3)


def test_the_command_line_names_the_slip_in_a_number(tmp_path):
    file = tmp_path / "sudoku.json"
    cm.save(file, Sudoku([[1, None, None, None], [None, None, 3, None], [None, 4, None, None], [None, None, 3, 2]]))
    assert "  - given: write 4 for 3 at row 4, column 3, and there is one solution\n" in run("solve", file)[0]


def test_the_command_line_names_the_slip(tmp_path):
    file = tmp_path / "two.json"
    cm.save(file, EdgeMatching(1, 2, [(1, 2, 1, 2), (2, 1, 1, 1)], rotations=False))
    for command in ("solve", "why"):
        out, _ = run(command, file)
        assert out.startswith("there is no solution")
        assert "\n  - exchange top and left of piece 2, and there is one solution\n" in out
    assert "exchange" not in "".join(run("solve", file, "--json"))


def slips_on(opened, puzzle):
    """Those that the editor finds, which are the ones that Python finds."""
    opened.get_by_role("button", name="Edit").click()
    opened.locator("#solve").click()
    opened.locator("#verdict").filter(has_text="in typing would explain it").wait_for()
    sentences = [f"{str(each)[0].upper()}{str(each)[1:]}." for each in find_slips(puzzle)]
    shown = opened.locator("#slips button").all_inner_texts()
    assert shown == sentences[: len(shown)]
    assert len(shown) == min(6, len(sentences))
    return shown


@pytest.mark.slow
def test_the_editor_exchanges_edges_also_where_a_turn_would_but_is_not_allowed(page):
    puzzle = EdgeMatching(1, 3, [(2, 3, 2, 2), (3, 3, 3, 1), (1, 1, 1, 2)], rotations=False)
    assert "Exchange top and right of piece 1, and there is one solution." in slips_on(
        page(renderers.page(puzzle)), puzzle
    )


@pytest.mark.slow
def test_the_editor_finds_the_slips_that_python_finds_and_mends_them(page):
    opened = page(renderers.page(MISTYPED))
    slips_on(opened, MISTYPED)
    opened.get_by_role("button", name="Exchange top and right of piece 5,").click()
    assert readers.read(opened.locator("#text").input_value()).pieces == NINE.pieces
    opened.locator("#solve").click()
    opened.locator("#verdict").filter(has_text="Exactly 4 solutions (1 up to turning the board)").wait_for()
    assert opened.locator("#slips button").count() == 0
