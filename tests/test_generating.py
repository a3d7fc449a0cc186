"""New puzzles: one solution, by an oracle of its own, and no clue too many; the same seed, the same puzzle."""

import threading
from dataclasses import dataclass, replace
from itertools import islice, pairwise, permutations, product, repeat
from random import Random
from unittest.mock import Mock

import numpy as np
import pytest
from clocks import left_behind
from command_line import printed_by, run
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from lit_kind import Listed, Lit
from oracles import picture_orbits, zip_paths

import cpmodels as cm
from benchmarks.generated import easier
from cpmodels import generating
from cpmodels.base.regions import random_paths
from cpmodels.generating import Candidate, CluesCandidate, candidates, generated_kinds, options_of
from cpmodels.puzzles.akari import Akari
from cpmodels.puzzles.edge_matching.generator import is_lively
from cpmodels.puzzles.fillomino import Fillomino
from cpmodels.puzzles.hidoku import Hidoku
from cpmodels.puzzles.hitori import Hitori
from cpmodels.puzzles.lits import Lits
from cpmodels.puzzles.masyu import Masyu
from cpmodels.puzzles.nurikabe import Nurikabe
from cpmodels.puzzles.shikaku import Shikaku
from cpmodels.puzzles.yajilin import Yajilin
from cpmodels.puzzles.zip import generator as zips
from cpmodels.puzzles.zip._shapes import LETTERS, SHAPES, shape_cells

SIDES = st.integers(2, 6)


@given(SIDES, SIDES, st.integers(0, 999))
@examples(60)
def test_variants_of_a_path_are_other_paths_with_its_ends(rows, cols, seed):
    path = zips.random_path(rows, cols, Random(seed))
    cells = set(product(range(rows), range(cols)))
    for other in zips.variants(path):
        assert (other[0], other[-1], set(other), len(other)) == (path[0], path[-1], cells, len(cells))
        assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(other))


def test_variants_are_nearly_all_other_paths_of_a_small_board():
    path = zips.random_path(4, 4, Random(4))
    others = {p for p in zip_paths(cm.Zip(4, 4, [path[0], path[-1]])) if p != tuple(path)}
    near = set(map(tuple, zips.variants(path))) - {tuple(path)}
    assert near <= others
    assert near


@given(st.integers(2, 7), st.integers(2, 7), st.integers(0, 999))
@examples(40)
def test_paths_turn_often_and_do_not_cross_the_board(rows, cols, seed):
    path = zips.lively_path(rows, cols, Random(seed))
    assert sorted(path) == list(product(range(rows), range(cols)))
    signs = "".join(
        ">v<^"[[(0, 1), (1, 0), (0, -1), (-1, 0)].index((c - a, d - b))] for (a, b), (c, d) in pairwise(path)
    )
    assert sum(one != other for one, other in pairwise(signs)) >= 0.45 * (len(signs) - 1)
    assert cols < 5 or (">" * (cols - 1) not in signs and "<" * (cols - 1) not in signs)
    assert rows < 5 or ("v" * (rows - 1) not in signs and "^" * (rows - 1) not in signs)


def test_one_line_has_a_path_however_dull():
    assert sorted(zips.lively_path(1, 9, Random(1))) == [(0, n) for n in range(9)]


@pytest.mark.parametrize("walls", ["none", "few", "many"])
@pytest.mark.parametrize("size", [(2, 2), (3, 5), (5, 4)])
def test_zips_have_one_path_and_no_clue_too_many(size, walls):
    if walls != "none" and size == (2, 2):
        with pytest.raises(cm.ParameterError, match="none of 20 ZIPs of 2 x 2 needs walls"):
            cm.generate("zip", *size, walls=walls)
        return
    for seed in range(2):
        made = cm.generate("zip", *size, seed=seed, walls=walls)
        assert made.minimal
        assert (made.puzzle.rows, made.puzzle.cols) == size
        assert list(zip_paths(made.puzzle)) == [made.solution.cells]
        assert all(len(list(islice(zip_paths(one), 2))) == 2 for one in easier(made.puzzle))
        assert bool(made.puzzle.walls) is (walls != "none")


def test_zips_of_one_line_and_of_one_number_for_the_size():
    assert cm.generate("zip", 1, 4, seed=1).puzzle.waypoints in (((0, 0), (0, 3)), ((0, 3), (0, 0)))
    square = cm.generate("zip", 3, seed=1).puzzle
    assert (square.rows, square.cols) == (3, 3)


def test_walls_are_symmetric_where_that_is_asked_for():
    for seed in range(2):
        puzzle = cm.generate("zip", 6, 6, seed=seed, walls="many", symmetric=True).puzzle
        turned = {tuple(sorted(((5 - r, 5 - c) for r, c in wall))) for wall in puzzle.walls}
        assert turned == set(puzzle.walls)
        assert cm.count(puzzle).total == 1


H_AND_A_PLUS = [("H", (5, 4), "#.# #.# ### #.# #.#"), ("plus", (7, 7), "...# ...# ...# ####### ...# ...# ...#")]


@pytest.mark.parametrize(("name", "size", "drawn"), H_AND_A_PLUS)
def test_numbers_stand_in_a_shape_and_no_wall_can_go(name, size, drawn):
    cells = {(r, c) for r, line in enumerate(drawn.split()) for c, sign in enumerate(line) if sign == "#"}
    made = cm.generate("zip", *size, seed=1, numbers=name)
    assert set(made.puzzle.waypoints) == cells
    assert cm.count(made.puzzle).total == 1
    walls = [one for one in easier(made.puzzle) if len(one.walls) < len(made.puzzle.walls)]
    assert len(walls) == len(made.puzzle.walls)
    assert not any(map(cm.is_unique, walls))


def test_all_letters_and_shapes_differ_and_lie_in_the_middle():
    drawn = {name: shape_cells(name, 11, 11) for name in (*LETTERS, *SHAPES)}
    assert len(set(drawn.values())) == len(LETTERS) + len(SHAPES)
    assert all(len({len(line) for line in signs}) == 1 for signs in LETTERS.values())
    for name in SHAPES:
        for side in range(7, 13):
            cells = shape_cells(name, side, side)
            assert {(r, side - 1 - c) for r, c in cells} == cells, name
            assert shape_cells(name, side, side + 2) == {(r, c + 1) for r, c in cells}


@pytest.mark.parametrize(
    ("options", "rule", "border"),
    [({}, "equal", None), ({"halves": True}, "sum-zero", None), ({"border": True}, "equal", 0)],
)
def test_sets_of_pieces_fit_in_one_way(options, rule, border):
    for seed in range(2):
        made = cm.generate("edge_matching", 2, 3, seed=seed, **options)
        assert (made.puzzle.rule, made.puzzle.border) == (rule, border)
        assert picture_orbits(made.puzzle) == 1
        assert made.puzzle.check(made.solution) == []
        assert is_lively(made.puzzle)
        assert made.minimal is None


def test_sets_of_too_few_colours_are_not_cut_for_ever(monkeypatch) -> None:
    monkeypatch.setattr("cpmodels.puzzles.edge_matching.generator.MOST_CUT", 1_000)
    with pytest.raises(cm.ParameterError, match="the pieces of a 10 x 10 board are hardly ever all different"):
        cm.generate("edge_matching", 10, 10, colours=5, seed=1)


def test_sets_have_as_many_colours_as_are_asked_for():
    puzzle = cm.generate("edge_matching", 3, 3, seed=2, colours=5, halves=True).puzzle
    assert {abs(edge) for piece in puzzle.pieces for edge in piece} == {1, 2, 3, 4, 5}
    assert cm.count(puzzle).orbits == 1
    puzzle = cm.generate("edge_matching", 2, 2, seed=2, colours=12).puzzle
    assert {edge for piece in puzzle.pieces for edge in piece} == set(range(1, 13))
    assert not cm.generate("edge_matching", 2, 2, seed=2, fixed=True).puzzle.rotations


def test_zigzaws_have_one_mosaic():
    made = cm.generate("zigzaw", 4, 5, seed=3)
    assert cm.count(made.puzzle).total == 1
    assert len(made.puzzle.pieces) == 20
    assert not cm.generate("zigzaw", 3, 3, seed=3, border="none").puzzle.border


def no_tile_can_go(made, whole):
    """Of the gardens of the whole board one has all tiles that are fixed, and several have all but one of them."""
    tiles = {(cell, code) for code, cell in made.puzzle.fixed}
    boards = [set(garden.tiles) for garden in cm.solutions(whole)]
    assert [garden for garden in boards if tiles <= garden] == [set(made.solution.tiles)]
    assert all(sum(tiles - {tile} <= garden for garden in boards) > 1 for tile in tiles)


def test_gardens_to_be_finished_have_one_end_and_no_tile_too_many():
    made = cm.generate("garden", 4, 4, seed=1)
    assert made.minimal
    no_tile_can_go(made, cm.Garden.packed((4, 4)))
    hanging = cm.generate("garden", 5, 6, seed=1, rule="hanging")
    assert hanging.puzzle.rule == "hanging"
    assert cm.count(hanging.puzzle).total == 1


@pytest.mark.parametrize("difficulty", [None, "expert"])
def test_clues_are_only_added_where_solutions_are_many(difficulty, monkeypatch):
    """They are taken away again, of expert puzzles, too, such as all are here."""
    monkeypatch.setattr(generating, "ROUNDS", 2 if difficulty is None else 0)
    monkeypatch.setattr(generating, "grade_of", lambda *_: "expert")
    made = cm.generate("garden", 4, 4, seed=3, difficulty=difficulty)
    assert made.minimal
    no_tile_can_go(made, cm.Garden.packed((4, 4)))


@pytest.mark.slow
def test_gardens_of_triangles_have_one_end_and_no_tile_too_many():
    no_tile_can_go(cm.generate("garden", 4, 2, seed=1, lattice="triangular"), "triangles-packed")


def test_gardens_of_cubes_have_one_end_and_no_tile_too_many():
    made = cm.generate("garden", 4, 4, 4, seed=1)
    assert made.minimal
    assert cm.count(made.puzzle, engine="cadical").total == 1
    assert not any(map(cm.is_unique, islice(easier(made.puzzle), 0, None, 9)))


@pytest.mark.parametrize("size", [(3, 4), (4, 4), (5, 5)])
def test_kakuros_have_one_solution(size):
    for seed in range(2):
        made = cm.generate("kakuro", *size, seed=seed)
        assert list(cm.solutions(made.puzzle, engine="cadical")) == [made.solution]
        assert made.minimal is None


class Cornered(Hidoku):
    kind = "cornered"

    def check(self, solution):
        return super().check(solution) or ["the last number is in no corner"] * (solution[0, 0] != 9)


def test_a_solution_at_hand_is_taken_if_it_is_one(monkeypatch):
    """A solver looked for one in vain: of a Hidoku of 12 x 12, of most Fillominos of 10 x 10."""
    found = cm.Grid([[9, 8, 7], [4, 5, 6], [3, 2, 1]])
    monkeypatch.setattr("cpmodels._candidates._random_solution", lambda *_: found)
    for kind in (Fillomino, Hidoku):
        first = next(candidates(kind, (9, 9), Random(3)))
        assert (first.puzzle(()), first.solution) == kind.blank(9, 9, Random(3))
    assert next(candidates(Cornered, (3, 3), Random(3))).solution == found


def test_large_boards_are_changed_for_longer():
    """None of 12 x 12 was made; of 8 x 8 half the cells were blocked, most of them along the rim."""
    made = cm.generate("simple_loop", 12, seed=1)
    assert cm.count(made.puzzle, engine="frontier").total == 1
    assert made.tries < 4
    assert len(made.puzzle.blocked) < 60


def test_sets_of_pieces_are_proved_once_by_backtracking(monkeypatch):
    """CP-SAT was asked where the board is large, and twice: of 12 x 12 with a border none was made in 40 s."""
    asked = []
    by_engine = generating.searched_by
    monkeypatch.setattr(generating, "searched_by", lambda q, how: asked.append(q.engine) or by_engine(q, how))
    made = cm.generate("edge_matching", 4, border=True, seed=1)
    assert asked == ["backtrack"] * made.tries


def test_kakuros_are_made_in_a_few_changes(monkeypatch):
    """They took hundreds of candidates of 5 x 5, as random sums seldom leave one solution."""
    calls = []
    others = generating._Maker._others
    monkeypatch.setattr(generating._Maker, "_others", lambda *asked: calls.append(asked) or others(*asked))
    for size in (5, 6, 7):
        calls.clear()
        made = cm.generate("kakuro", size, seed=1)
        assert cm.count(made.puzzle, engine="cadical").total == 1
        assert len(calls) < 150


def test_a_seed_makes_the_same_puzzle_and_another_one_another(monkeypatch):
    again = [cm.generate("zip", 5, 5, seed=seed, walls="few") for seed in (7, 7, 8)]
    assert again[0] == again[1]
    assert again[0].puzzle != again[2].puzzle
    assert cm.generate("zip", 5, 5, seed=7, walls="few", symmetric=False) == again[0]
    assert cm.generate("zip", np.int64(5), np.int32(5), seed=np.uint8(7), walls="few") == again[0]
    pieces = cm.generate("edge_matching", 2, 2, seed=7, colours=4, halves=True)
    assert cm.generate("edge_matching", 2, 2, seed=7, colours=np.int64(4), halves=np.True_) == pieces
    told = cm.generate("zip", 4, 4)
    assert cm.generate("zip", 4, 4, seed=told.seed) == told
    kakuro = cm.generate("kakuro", 5, seed=7)
    program = (
        "import cpmodels as cm; print(cm.generate('zip', 5, 5, seed=7, walls='few').puzzle);"
        "print(cm.generate('kakuro', 5, seed=7).puzzle)"
    )
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    assert printed_by(program) == f"{again[0].puzzle}\n{kakuro.puzzle}\n"


class Dark(Candidate[cm.Grid]):
    """Dark cells until one way to light the others is left."""

    def __init__(self, size, lit):
        self.solution = cm.Grid([[int(r * size[1] + c < lit) for c in range(size[1])] for r in range(size[0])])
        self.clues = [f"{r} {c}" for (r, c), on in self.solution if not on]
        self._size = size
        self._lit = lit

    def puzzle(self, clues):
        return Lit(*self._size, self._lit, dark=frozenset(clues))


@pytest.fixture
def lit_candidates(monkeypatch):
    """The kind `lit` with a generator, for one test."""
    from functools import singledispatch

    def of_lit(kind, size, random, *, lit: int = 2):  # noqa: ARG001
        yield Dark(size, lit)

    dispatch = singledispatch(candidates.__wrapped__)
    dispatch.register(Lit, of_lit)
    monkeypatch.setattr(candidates, "_dispatch", dispatch)
    return dispatch


@pytest.mark.usefixtures("lit_candidates")
def test_a_strangers_kind_can_have_a_generator():
    made = cm.generate(Lit, 2, 3, lit=3)
    assert (made.puzzle, made.minimal) == (Lit(2, 3, 3, dark=frozenset({"1 0", "1 1", "1 2"})), True)
    assert options_of(Lit)["lit"].default == 2
    with pytest.raises(cm.ParameterError, match="lit must be a whole number, not True"):
        cm.generate(Lit, 2, 3, lit=True)


@pytest.mark.parametrize(
    ("hints", "found"),
    [
        ({}, []),
        ({"most": "tuple[int, ...]"}, []),
        ({"most": "None"}, []),
        ({"most": "int | None"}, [int]),
        ({"most": "int | None", "random": "OnlyForTypes"}, [int]),
    ],
)
def test_keywords_without_annotations_or_with_others_are_no_options(hints, found, lit_candidates):
    def of_lit(kind, size, random, *, most=None):  # noqa: ARG001
        yield Dark(size, 2)

    of_lit.__annotations__ = hints
    lit_candidates.register(Lit, of_lit)
    assert [option.type for option in options_of(Lit).values()] == found


def test_an_unknown_name_in_an_annotation_is_told(lit_candidates):
    """As of what is imported for type checkers alone: it was a traceback."""

    def of_lit(kind, size, random, *, most=None):  # noqa: ARG001
        yield Dark(size, 2)

    of_lit.__annotations__ = {"most": "OnlyForTypes"}
    lit_candidates.register(Lit, of_lit)
    with pytest.raises(cm.KindError, match="'lit' cannot be read: the name 'OnlyForTypes' in its annotations is"):
        cm.generate(Lit, 2, 3)
    of_lit.__annotations__ = {"most": "int.Misspelt"}
    with pytest.raises(cm.KindError, match=r"'lit' cannot be read: .* no attribute 'Misspelt'"):
        cm.generate(Lit, 2, 3)


def test_an_option_without_a_default_is_told(lit_candidates):
    """That it must be a whole number, not a class of Python's, was said where it was left out."""

    def of_lit(kind, size, random, *, lit: int):  # noqa: ARG001
        yield Dark(size, lit)

    lit_candidates.register(Lit, of_lit)
    with pytest.raises(cm.KindError, match="the option 'lit' of new puzzles of the kind 'lit' needs a default"):
        cm.generate(Lit, 2, 3)
    assert "sudoku" in run("new", "--help")[0]  # It was an error, too.


class Vague(Dark):
    """Its clues leave other solutions: the cells of the last row are none."""

    def __init__(self, size, lit):
        super().__init__(size, lit)
        self.clues = [clue for clue in self.clues if not clue.startswith(f"{size[0] - 1} ")]


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: repeat(Vague((2, 3), 2)), "no puzzle with one solution was made of 20 candidates"),
        (lambda: [Vague((2, 3), 2)], "no puzzle with one solution was made of 1 candidate: try another size"),
        (lambda: [Vague((2, 3), 2)] * 3, "no puzzle with one solution was made of 3 candidates: try another size"),
        (list, "no candidate was found: it may be that no puzzle of this size"),
    ],
)
def test_a_generator_none_of_whose_candidates_has_one_solution_ends(made, message, monkeypatch, lit_candidates):
    monkeypatch.setattr("cpmodels.generating.MOST_TRIES", 20)
    lit_candidates.register(Lit, lambda *_: iter(made()))
    with pytest.raises(cm.ParameterError, match=message):
        cm.generate(Lit, 2, 3)


@dataclass(frozen=True)
class OneLamp(cm.Puzzle[Listed]):
    """One of some lamps is on, and none of those that are said to be off."""

    kind = "one_lamp"
    off: tuple[bool | None, ...]

    def check(self, solution):
        lit = [i for i, lamp in enumerate(solution.lamps) if lamp]
        return [] if len(lit) == 1 and not self.off[lit[0]] else ["not one lamp is on, or one that is off"]

    def model(self, cp):
        lamps = [cp.new_bool_var(f"lamp {i}") for i in range(len(self.off))]
        cp.add_exactly_one(lamp for lamp, off in zip(lamps, self.off, strict=True) if not off)
        cp.add_bool_and([~lamp for lamp, off in zip(lamps, self.off, strict=True) if off])
        return cm.Model(self, cp, lamps, lambda values: Listed(list(values)))

    @classmethod
    def blank(cls, rows, cols, random):  # noqa: ARG003
        return cls((None,) * cols)

    def with_clues(self, solution, random):  # noqa: ARG002
        return replace(self, off=tuple(None if lamp else True for lamp in solution.lamps))


class ListedLamps(OneLamp):
    """It has a list in place of the tuple."""

    def __post_init__(self):
        object.__setattr__(self, "off", list(self.off))


def test_a_kind_of_solutions_that_cannot_be_hashed_has_new_puzzles():
    made = cm.generate(OneLamp, 1, 3, seed=1)
    assert (made.puzzle.check(made.solution), sorted(map(bool, made.puzzle.off)), made.minimal) == ([], [0, 1, 1], True)


@pytest.mark.parametrize(
    ("suit", "message"),
    [
        (0, "of 5 random boards in a row none was found to have a solution that suits: it may be"),
        (1, "that suits, after 1 candidate that did not become a puzzle with one solution: try another size"),
    ],
)
def test_where_hardly_a_board_suits_the_sentence_says_how_many_were_tried(suit, message, monkeypatch):
    left = iter([True] * suit)
    monkeypatch.setattr("cpmodels._candidates.MOST_FAILED", 5)
    monkeypatch.setattr(OneLamp, "with_clues", lambda self, *_: self if next(left, False) else None)
    with pytest.raises(cm.ParameterError, match=message):
        cm.generate(OneLamp, 1, 3, seed=1)


def test_new_puzzles_that_cannot_be_hashed_are_refused_in_a_sentence():
    with pytest.raises(cm.KindError, match="a ListedLamps cannot be hashed: its fields must be hashable, like tuples"):
        cm.generate(ListedLamps, 1, 3)


@dataclass(frozen=True)
class Ranking(cm.Puzzle[cm.Grid]):
    """The numbers 1 to 4 in a row, the first maybe given; those in some cells rise in this order."""

    kind = "ranking"
    first: int | None = None
    rising: tuple[int, ...] = ()

    def check(self, solution):
        given = [[self.first, None, None, None]]
        if flaws := solution.flaws(1, 4, range(1, 5), given) or solution.repeats(cm.graph.lines(1, 4)):
            return flaws
        return ["they do not rise"] * any(solution[0, a] > solution[0, b] for a, b in pairwise(self.rising))

    def model(self, cp):
        cells = [(0, c) for c in range(4)]
        numbers = cm.constraints.numbers(cp, cells, range(1, 5), {(0, 0): self.first} if self.first else None)
        cm.constraints.all_different(cp, numbers, [cells])
        for a, b in pairwise(self.rising):
            cp.add(numbers.value((0, a)) < numbers.value((0, b)))
        return cm.Model(self, cp, numbers)

    @classmethod
    def blank(cls, rows, cols, random):  # noqa: ARG003
        return cls()

    def with_clues(self, solution, random):  # noqa: ARG002
        cells = sorted(range(4), key=lambda c: solution[0, c])
        return replace(self, first=solution[0, 0] if solution[0, 0] > 1 else None, rising=tuple(cells))


@pytest.mark.parametrize("seed", range(4))
def test_clues_may_exclude_a_solution_only_together(seed):
    """A cell of those whose numbers rise excludes nothing by itself."""
    made = cm.generate(Ranking, 1, 4, seed=seed)
    first, rising = made.puzzle.first, made.puzzle.rising
    fewer = [replace(made.puzzle, rising=rising[:i] + rising[i + 1 :]) for i in range(len(rising))]
    fewer += [replace(made.puzzle, first=None)] if first else []
    assert (cm.is_unique(made.puzzle), made.minimal, any(map(cm.is_unique, fewer))) == (True, True, False)


@pytest.mark.parametrize("seed", range(8))
def test_where_all_circles_leave_another_loop_its_circles_are_more(seed):
    """Of a Masyu of 5 x 5; circles of one loop that all hold for another are among those of that."""
    candidate = next(candidates(Masyu, (5, 5), Random(seed)))
    found = islice(cm.solutions(candidate.puzzle(candidate.clues)), 2)
    for other in (loop for loop in found if loop != candidate.solution):
        changed = candidate.changed([other], Random(0))
        assert changed.solution == other
        assert set(changed.clues) > set(candidate.clues)
        assert not changed.puzzle(changed.clues).check(other)


class Cornerless(Masyu):
    """The loop leaves out the corner, as its model says, and its description does not."""

    kind = "cornerless_masyu"

    def check(self, solution):
        return Masyu.check(self, solution) + ["it passes the corner"] * ((0, 0) in solution.cells)

    def model(self, cp):
        made = cm.model.described_model(self, cp)
        cp.add(made.visited[0, 0] == 0)
        return made

    def with_clues(self, solution, random):  # noqa: ARG002
        return self


def test_candidates_of_a_kind_with_a_model_of_its_own_are_by_that():
    for candidate in islice(candidates(Cornerless, (3, 3), Random(1)), 6):
        assert (0, 0) not in candidate.solution.cells


def rectangles(solution):
    return {frozenset(solution.where(number)) for _, number in solution}


@given(st.integers(0, 999))
@examples(30)
def test_a_number_of_a_shikaku_moves_so_that_another_solution_is_none(seed):
    puzzle = Shikaku.blank(5, 5, Random(seed))
    for one, other in permutations(islice(cm.solutions(puzzle), 2), 2):
        near = list(puzzle.nearby(one, other, Random(seed)))
        assert near
        for moved, solution in near:
            assert sorted(moved.numbers.values()) == sorted(puzzle.numbers.values())
            assert not moved.check(solution)
            assert rectangles(other) not in map(rectangles, cm.solutions(moved))


@given(st.integers(0, 999))
@examples(30)
def test_a_number_of_a_hitori_changes_so_that_one_of_two_solutions_is_none(seed):
    blank = Hitori.blank(4, 4, Random(seed))
    puzzle = blank.with_clues(cm.solve(blank, engine="glucose", seed=seed + 1).solution, Random(seed))
    for one, other in permutations([*islice(cm.solutions(puzzle), 3)], 2):
        for changed, solution in puzzle.nearby(one, other, Random(seed)):
            assert solution in (one, other)
            assert not changed.check(solution)
            assert changed.check(other if solution == one else one)


@given(st.sampled_from([Akari, Lits, Nurikabe, Yajilin]), st.integers(0, 999))
@examples(100)
def test_a_puzzle_nearby_has_one_of_two_solutions(kind, seed):
    blank = kind.blank(4, 4, Random(seed))
    for one, other in permutations([*islice(cm.solutions(blank), 3)], 2):
        for changed, solution in blank.nearby(one, other, Random(seed)):
            assert solution == one
            assert changed != blank
            assert changed.check(other)


@pytest.mark.parametrize("kind", [Akari, Lits, Nurikabe, Yajilin])
def test_few_candidates_are_begun_where_they_can_be_changed(kind):
    made = cm.generate(kind, 6, 6, seed=1)
    assert cm.is_unique(made.puzzle)
    assert made.tries < 20


@pytest.mark.parametrize("size", [(3, 4), (5, 5), (7, 6)])
def test_half_a_turn_leaves_the_walls_of_a_new_akari(size):
    for seed in range(4):
        walls = set(cm.generate("akari", *size, seed=seed).puzzle.walls)
        assert walls == {(size[0] - 1 - row, size[1] - 1 - col) for row, col in walls}


def test_a_difficulty_is_that_of_the_explanation():
    assert cm.difficulty(cm.generate("akari", 4, 4, seed=1, difficulty="medium").puzzle).grade == "medium"


def test_candidates_that_are_met_again_and_again_are_not_all_tried():
    with pytest.raises(cm.ParameterError, match="no puzzle with one solution was made of 101 candidates"):
        cm.generate("lits", 2, 3, seed=1)


def test_a_candidate_whose_clues_leave_other_solutions_is_given_up(lit_candidates):
    lit_candidates.register(Lit, lambda *_: iter([Vague((2, 3), 2), Dark((2, 3), 2)]))
    made = cm.generate(Lit, 2, 3)
    assert (made.tries, made.minimal, cm.is_unique(made.puzzle)) == (2, True, True)


@pytest.mark.usefixtures("lit_candidates")
@pytest.mark.parametrize("method", ["puzzle", "others", "remaining", "clue", "order", "suits"])
def test_a_time_limit_holds_where_a_strangers_method_sleeps(method, monkeypatch):
    awake = threading.Event()
    monkeypatch.setattr(Dark, method, lambda *_: awake.wait())
    made = cm.generate(Lit, 2, 3, time_limit=0.5)
    awake.set()
    assert not made.minimal


def test_kinds_that_can():
    assert set(generated_kinds()) >= {"edge_matching", "garden", "zigzaw", "zip"}
    assert "lit" not in generated_kinds()


@pytest.mark.parametrize(
    ("kind", "size", "options", "message"),
    [
        ("zpi", (3, 3), {}, "there is no kind of puzzle 'zpi'; did you mean 'zip'"),
        (
            "lit",
            (3, 3),
            {},
            "there is no generator for the kind 'lit', as its class has no method `blank`, only for akari, ",
        ),
        (3, (3, 3), {}, "expected the name of a kind, not 3"),
        (int, (3, 3), {}, "expected the name of a kind"),
        ("zip", (), {}, "a ZIP has rows and columns, such as 8x8, not no size"),
        ("zip", (1, 1), {}, "a ZIP of 1 x 1 is too small"),
        ("zip", (9999, 9999), {}, "a board of 9999 x 9999 is too large"),
        ("zigzaw", (9999, 9999), {}, "a board of 9999 x 9999 is too large"),
        ("zip", (3, 3, 3), {}, "such as 8x8, not 3x3x3"),
        ("zip", (0, 3), {}, "a side must be at least 1"),
        ("zip", ("3", 3), {}, "a side must be a whole number"),
        ("zip", (3, 3), {"walls": "some"}, "walls must be none, few or many, not 'some'"),
        ("zip", (3, 3), {"walls": np.int64}, "walls must be none, few or many, not "),
        ("zip", (3, 3), {"symmetric": 1}, "symmetric must be True or False, not 1"),
        ("zip", (3, 3), {"symmetric": True}, "symmetric is about walls"),
        ("zip", (1, 5), {"walls": "few"}, "none of 20 ZIPs of 1 x 5 needs walls"),
        ("zip", (6, 9), {"numbers": "heart"}, "a heart needs a board of at least 7 x 7, not 6 x 9"),
        ("zip", (8, 8), {"numbers": "hart"}, "a shape .* not 'hart'; did you mean 'heart'"),
        ("zip", (8, 8), {"numbers": "HI!"}, "a word of capital letters and digits, not 'HI!'"),
        ("zip", (8, 8), {"numbers": ""}, "a word of capital letters and digits, not ''"),
        ("zip", (8, 8), {"numbers": 5}, "numbers must be a string, not 5"),
        ("zip", (8, 8), {"numbers": "HELLO"}, "the word HELLO needs a board of at least 5 x 19, not 8 x 8"),
        ("zip", (7, 9), {"numbers": "cross"}, "no path through 7 x 9 cells begins and ends in this shape"),
        ("zip", (8, 8), {"numbers": "heart", "walls": "few"}, "come with the walls they need"),
        ("zip", (8, 8), {"numbers": "heart", "symmetric": True}, "come with the walls they need"),
        ("zip", (3, 3), {"seed": -1}, "the seed must be at least 0"),
        ("zip", (3, 3), {"time_limit": 0}, "positive number of seconds"),
        ("zip", (4, 4), {"difficulty": "tough"}, "the difficulty must be easy, medium, hard or expert, not 'tough'"),
        ("edge_matching", (1, 1), {}, "a board of 1 x 1 is too small"),
        ("hitori", (1, 1), {}, "a board of 1 x 1 is too small"),
        ("numberlink", (2, 2), {"time_limit": 9}, "no paths of three cells or more, .* fill 2 x 2"),
        ("edge_matching", (3, 3), {"colours": 25}, "3 x 3 has 24 edges to colour, too few for 25 colours"),
        ("edge_matching", (3, 3), {"colours": 13, "border": True}, "3 x 3 has 12 edges to colour, too few for 13"),
        ("edge_matching", (3, 3), {"colours": 0}, "the number of colours must be at least 1"),
        ("edge_matching", (3, 3), {"colours": 10**5000}, "colours must be a whole number of 64 bits"),
        (
            "edge_matching",
            (3, 3),
            {"colours": 2},
            "with so few colours the pieces of a 3 x 3 board cannot all be different",
        ),
        ("edge_matching", (3, 3), {"colours": 1, "border": True}, "cannot all be different"),
        ("edge_matching", (2, 3), {"colours": 1, "fixed": True}, "cannot all be different"),
        ("garden", (4,), {}, "a garden lies in a box such as 4x4 or 4x4x4, not 4"),
        ("garden", (4,), {"lattice": "hexagonal"}, "a rhombus has two sides, such as 8x8, not 4"),
        ("garden", (3, 3), {"rule": "hanging"}, "there is no hanging garden in a box of 3x3"),
        ("garden", (4, 5), {}, "4 x 5"),
        ("zigzaw", (1, 2, 3), {}, "a Zigzaw has rows and columns"),
    ],
)
def test_what_cannot_be_made_is_told_in_a_sentence(kind, size, options, message):
    with pytest.raises(cm.CpmodelsError, match=message):
        cm.generate(kind, *size, **options)


def test_time_limits_and_ctrl_c_give_what_was_found_so_far(monkeypatch):
    made = cm.generate("zip", 30, 30, seed=1, time_limit=0.05)
    assert (made.puzzle, made.minimal, made.interrupted) == (None, False, False)
    assert cm.generate("edge_matching", 12, 12, seed=1, colours=5, time_limit=0.5).puzzle is None

    monkeypatch.setattr(zips.ZipCandidate, "order", Mock(side_effect=KeyboardInterrupt))
    begun = cm.generate("zip", 4, 4, seed=1)
    assert (begun.puzzle, begun.interrupted) == (None, True)


def test_progress_is_reported_in_the_thread_that_asks(monkeypatch):
    """With a time limit, too, where puzzles are made in another thread; what is raised there ends the search."""
    monkeypatch.setattr("cpmodels.base._clock.TICK", 0.001)
    threads = []

    def report(_):
        threads.append(threading.current_thread())
        if len(threads) > 3:
            raise KeyboardInterrupt

    made = cm.generate("zip", 30, 30, seed=1, time_limit=600, progress=report)
    assert (made.puzzle, made.interrupted) == (None, True)
    assert set(threads) == {threading.current_thread()}


def test_a_puzzle_that_was_stopped_while_clues_were_taken_away_is_given(monkeypatch):
    calls = []
    order = zips.ZipCandidate.order

    def stop(self, clues, random):
        calls.append(clues)
        if len(calls) > 12:
            raise KeyboardInterrupt
        return order(self, clues, random)

    monkeypatch.setattr(zips.ZipCandidate, "order", stop)
    made = cm.generate("zip", 3, 3, seed=1)
    assert made.interrupted
    assert not made.minimal
    assert cm.count(made.puzzle).total == 1
    calls.clear()
    walled = cm.generate("zip", 2, 3, seed=1, walls="many")
    assert walled.interrupted
    assert walled.puzzle is None, "but it has no walls"


@pytest.mark.slow
@examples(100)
@given(st.integers(0, 2**31 - 1), st.sampled_from([{}, {"walls": "few"}, {"walls": "many", "symmetric": True}]))
def test_many_puzzles_have_one_solution_by_another_engine(seed, options):
    made = cm.generate("zip", 6, 6, seed=seed, **options)
    assert cm.count(made.puzzle, engine="cadical").total == 1


@pytest.mark.parametrize("size", [(1, 3), (1, 8), (2, 3), (2, 9), (3, 3), (5, 4), (12, 12)])
@pytest.mark.parametrize("seed", range(3))
def test_paths_through_all_cells_are_long_enough_and_touch_themselves_nowhere(size, seed):
    paths = random_paths(*size, Random(seed), number=4)
    assert sorted(cell for path in paths for cell in path) == [*product(range(size[0]), range(size[1]))]
    for path in paths:
        assert len(path) >= 3
        for (i, one), (j, other) in product(enumerate(path), repeat=2):
            assert (abs(i - j) == 1) == (abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1)


def test_dark_cells_of_kakuros_lie_on_both_sides_of_the_middle():
    made = cm.generate("kakuro", 9, seed=1)
    assert list(cm.solutions(made.puzzle, engine="cadical")) == [made.solution]
    dark = {each[:2] for each in made.puzzle.dark if 0 not in each[:2]}
    assert dark == {(9 - row, 9 - col) for row, col in dark}


def test_skyscrapers_of_large_boards_are_given_some_heights():
    """None of 8 x 8 was made, as all clues beside the board leave several solutions."""
    made = cm.generate("skyscrapers", 7, seed=1)
    assert list(cm.solutions(made.puzzle, engine="cadical")) == [made.solution]
    assert (made.minimal, made.clue_name, bool(made.puzzle.numbers)) == (True, "clue", True)


@pytest.mark.parametrize("side", [8, 10])
def test_numberlinks_have_few_pairs_far_from_each_other(side):
    """A path had 4.9 cells in the mean, and most ends were less than 4 steps apart."""
    puzzles = [cm.generate("numberlink", side, seed=seed).puzzle for seed in range(3)]
    assert [cm.count(puzzle, engine="cadical").total for puzzle in puzzles] == [1, 1, 1]
    apart = [abs(a - c) + abs(b - d) for puzzle in puzzles for (a, b), (c, d) in puzzle.ends]
    assert 3 * side * side > 7 * len(apart)
    assert sum(steps < 4 for steps in apart) < len(apart) / 4


def test_clues_are_left_where_nobody_waits_for_them():
    """Those of a large board were gone through long after the time limit."""
    puzzles = cm.Zip(1, 2), cm.Zip(1, 2, waypoints=[(0, 0), (0, 1)])
    candidate = CluesCandidate(*puzzles, cm.Path([(0, 0), (0, 1)]))
    with left_behind():
        CluesCandidate(*puzzles, candidate.solution)
    with left_behind():
        candidate.remaining((), [cm.Path([(0, 1), (0, 0)])])
