"""The backtrackers that the library is measured against: all their answers, stopping and going on, and their traces."""

from dataclasses import replace
from itertools import combinations, islice, pairwise, product

import pytest
from cover_oracle import Covered
from examples import examples
from fuzz_differential import DRAWN
from hypothesis import example, given
from hypothesis import strategies as st
from oracles import Walked
from puzzle_strategies import edge_matchings, plain, small_variants, zigzaws, zips

import cpmodels as cm
import readers
from cpmodels import EdgeMatching, Garden, Zigzaw, Zip
from cpmodels.base.description import ExactCover, HamiltonianPath, Option
from cpmodels.base.errors import UnsupportedError
from cpmodels.puzzles import BorderFrog, Frog, Mosaic
from cpmodels.puzzles.edge_matching.reference import boards as edge_boards
from cpmodels.puzzles.garden.reference import Rules, backtrack, collapse
from cpmodels.racing import Question
from cpmodels.racing._solvers import loaded
from cpmodels.reference.filling import boards as cover_boards
from cpmodels.reference.paths import paths
from cpmodels.reference.steps import ANSWERS, Walk
from renderers import draw, draw_partial
from renderers.picture import drawn_shapes

pytestmark = pytest.mark.slow

SEARCHES = {
    "zip": paths,
    "zigzaw": cover_boards,
    "edge_matching": lambda puzzle: edge_boards(
        puzzle, "spiral" if puzzle.rows == puzzle.cols and puzzle.rows % 2 else "rows"
    ),
    "garden": lambda garden: backtrack(Rules(garden)),
}


def steps_of(puzzle):
    """The steps of the complete search for a puzzle."""
    return SEARCHES[puzzle.kind](puzzle)


def all_of(steps, puzzle):
    """The answers of a search, each of which is right and new, once it is known that there are no more."""
    walk = Walk(steps)
    found = list(walk)
    assert walk.exhausted
    assert len(set(found)) == len(found)
    assert [puzzle.check(answer) for answer in found] == [[]] * len(found)
    return found


def full_board(puzzle, solution):
    """What an answer puts where, in the words of a trace, where the first of identical frogs stands for all."""
    match solution:
        case cm.Path():
            return {cell: place for place, cell in enumerate(solution.cells, 1)}
        case cm.puzzles.TilePlacement():
            return solution.codes
        case Mosaic():
            return {cell: puzzle.identical_pieces[puzzle.pieces[frog]][0] for cell, frog in solution}
    return dict(solution)


def replay(steps):
    """The board after each step of a trace, while nothing is put on, or taken from, what does not lie there."""
    board = {}
    for kind, cell, what in steps:
        if kind in ("placed", "air"):
            assert cell not in board
            board[cell] = what
        elif kind == "removed":
            assert board.pop(cell) == what
        elif kind == "restart":
            board.clear()
        yield kind, cell, what, board


KINDS = {"zip": zips(), "zigzaw": zigzaws(), "edge_matching": edge_matchings(), "garden": small_variants().map(plain)}
OTHERS = {"edge_matching": lambda puzzle: edge_boards(puzzle, "rows")}


@examples(100)
@given(st.data())
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_found_is_what_brute_force_finds(kind, data):
    puzzle = data.draw(KINDS[kind])
    truth = DRAWN[kind][1](puzzle)
    for search in (SEARCHES[kind], *filter(None, [OTHERS.get(kind)])):
        found = all_of(search(puzzle), puzzle)
        total = len(truth.looks) if search is cover_boards else truth.told_apart
        assert (len(found), set(map(truth.look, found))) == (total, truth.looks)


@pytest.mark.parametrize("looks", [1, 2, 4])
@pytest.mark.parametrize("border", [None, 0])
def test_a_board_is_told_in_as_many_turns_as_its_centre_has_looks(looks, border):
    """All other colours are there once, so nothing but the whole can be turned."""
    across = {(r, c): 0 if r in (0, 3) and border == 0 else 10 * r + c + 5 for r, c in product(range(4), range(3))}
    along = {(r, c): 0 if c in (0, 3) and border == 0 else 10 * r + c + 50 for r, c in product(range(3), range(4))}
    across[1, 1] = along[1, 2] = across[2, 1] = along[1, 1] = 1
    if looks == 2:
        across[1, 1] = across[2, 1] = 2
    elif looks == 4:
        across[1, 1] = 3
    cells = list(product(range(3), range(3)))
    pieces = [(across[r, c], along[r, c + 1], across[r + 1, c], along[r, c]) for r, c in cells]
    puzzle = EdgeMatching(3, 3, pieces, border=border)
    found = all_of(edge_boards(puzzle, "spiral"), puzzle)
    assert len(found) == cm.count(puzzle).told_apart == 4
    assert set(found) == set(all_of(edge_boards(puzzle, "rows"), puzzle))
    for clue in [(0, 0, 0, 0), (2, 0, 0, 1), (1, 1, 4, 0), (1, 1, 4, 1)]:
        clued = replace(puzzle, clues=[clue])
        answers = all_of(edge_boards(clued, "spiral"), clued)
        assert len(answers) == (4 // looks if clue[:2] == (1, 1) else 1)
        assert set(answers) <= set(found)


@pytest.mark.parametrize("name", ["nine-one", "nine-many", "edge-bordered"])
def test_spiral_and_rows_find_the_same_boards(name):
    puzzle = readers.read(name)
    found = all_of(edge_boards(puzzle, "spiral"), puzzle)
    assert set(found) == set(all_of(edge_boards(puzzle, "rows"), puzzle))
    assert len(found) == cm.count(puzzle).told_apart > 0


@pytest.mark.parametrize(
    "garden",
    [
        Garden.hanging((5, 5)),
        Garden.hanging((4, 6), red="place"),
        Garden.hanging((5, 5), red="inside", forbidden=[(None, (0, 0)), (9, (1, 1))]),
        Garden.packed((4, 4)),
        Garden.packed((8, 2), fixed=[(0, (3, 1))]),
        Garden.packed((4, 4), boundary=("torus", "red"), red="inside"),
    ],
)
def test_gardens_of_all_squares_are_as_many_as_the_library_counts(garden):
    total = cm.count(garden).total
    assert len(all_of(backtrack(Rules(garden)), garden)) == total


def test_a_seed_changes_no_total():
    garden = Garden.packed((4, 4), fixed=[(0, (1, 1))])
    orders = [all_of(backtrack(Rules(garden), seed=seed), garden) for seed in (0, 7)]
    assert set(orders[0]) == set(orders[1])
    assert len(orders[0]) == len(orders[1]) > 0


def test_the_zigzaw_takes_as_many_nodes_as_ever():
    puzzle = readers.read("zigzaw")
    walk = Walk(cover_boards(puzzle))
    assert [puzzle.check(mosaic) for mosaic in walk] == [[]]
    assert walk.exhausted
    assert walk.effort == 658


def test_the_border_below_matters():
    """Two frogs fit either way but for the colour of one part, which the article's program does not look at."""
    red, blue = (Frog(*["white"] * 6, body="white") for _ in range(2))
    red, blue = replace(red, right_side="red"), replace(blue, right_side="blue")
    puzzle = Zigzaw(1, 2, [red, blue], [BorderFrog(1, 0, Frog(left_leg="blue"))])
    unbounded = replace(puzzle, border=())
    assert list(Walk(cover_boards(unbounded))) == [Mosaic([[0, 1]]), Mosaic([[1, 0]])]
    assert list(Walk(cover_boards(puzzle))) == [Mosaic([[1, 0]])]
    assert puzzle.check(Mosaic([[0, 1]]))


def test_the_spiral_goes_clockwise_from_the_centre():
    laid = [[cell for cell, _ in board_at_found(n)] for n in ("nine-one", "edge-bordered")]
    assert laid[0] == [(1, 1), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0), (0, 1), (0, 2)]
    assert laid[1][:11] == [(r + 1, c + 1) for r, c in laid[0]] + [(1, 4), (2, 4)]
    assert len(laid[1]) == 25
    assert all(abs(r - s) + abs(c - d) == 1 for (r, c), (s, d) in pairwise(laid[1]))


def board_at_found(name):
    """What lies on the board at the first answer on the spiral, in the order in which it was placed."""
    for kind, _, _, board in replay(edge_boards(readers.read(name), "spiral")):
        if kind == "found":
            return list(board.items())
    raise AssertionError(f"{name} has no answer")


@examples(100)
@given(st.one_of(KINDS.values()))
@example(Garden.hanging((3, 3), tiles="distinct", fixed=[(15, (1, 1))]))
@example(Garden.hanging((2, 2), tiles=[15]))
@example(Garden.packed((2, 1), tiles="distinct", fixed=[(2, (0, 0))]))
@example(EdgeMatching(3, 3, [(1, 2, 1, 2), *[(1, 1, 2, 2)] * 6, *[(1, 1, 1, 2)] * 2], rotations=False))
def test_a_trace_can_be_replayed(puzzle):
    """What is found is what lies on the board; a dead end is stepped back from; in the end the board is empty."""
    before = board = None
    placed = 0
    for kind, _, what, board in replay(steps_of(puzzle)):
        placed += kind == "placed"
        if before == "dead end":
            assert kind in ("removed", "restart")
        if kind == "found":
            assert {c: v for c, v in board.items() if v is not None} == full_board(puzzle, what)
        elif kind == "turned":
            assert before in ("found", "turned")
            assert puzzle.check(what) == []
        before = kind
    assert not board
    walk = Walk(steps_of(puzzle))
    list(walk)
    assert walk.effort == placed


@examples(60)
@given(st.one_of(KINDS.values()), st.integers(1, 20))
def test_a_search_that_is_left_again_and_again_is_the_same_search(puzzle, most):
    whole = Walk(steps_of(puzzle))
    wanted = list(whole)
    walk, found = Walk(steps_of(puzzle)), []
    while steps := list(islice(walk.trace(), most)):
        found += [what for kind, _, what in steps if kind in ANSWERS]
    assert found == wanted
    assert walk.effort == whole.effort
    assert walk.exhausted


def test_a_search_that_is_broken_off_proves_nothing():
    def broken():
        yield from islice(paths(Zip(3, 3)), 20)
        raise KeyboardInterrupt

    walk = Walk(broken())
    with pytest.raises(KeyboardInterrupt):
        list(walk)
    assert list(walk) == []
    assert not walk.exhausted


@pytest.mark.parametrize("name", ["zip-6", "zip-7-walls"])
def test_a_branch_ends_just_where_a_cell_is_isolated(name):
    puzzle = readers.read(name)
    after = puzzle.describe().problem.successors
    near = {cell: [other for other in after if other in after[cell] or cell in after[other]] for cell in after}
    isolated = followed = 0
    few = None
    for kind, cell, _, board in replay(paths(puzzle)):
        if few:
            assert kind == "dead end"
            assert cell in few
            isolated += 1
        elif few is not None:
            assert kind != "dead end" or cell in board
            followed += 1
        assert kind != "placed" or cell != puzzle.waypoints[-1] or len(board) == len(puzzle.cells)
        few = cells_with_few_entries(puzzle, near, board, cell) if kind == "placed" else None
    assert isolated
    assert followed


def cells_with_few_entries(puzzle, near, board, head):
    """The free cells that cannot be entered and left again."""
    free = set(puzzle.cells) - set(board)
    entries = {cell: sum(n in free or n == head for n in near[cell]) for cell in free}
    return {cell for cell, count in entries.items() if count < (1 if cell == puzzle.waypoints[-1] else 2)}


def test_a_collapse_yields_complete_gardens_alone():
    """Though many a time all cells are settled and tiles are missing, where the article's program would stop."""
    garden = Garden.hanging((5, 5))
    walk = Walk(collapse(Rules(garden), seed=1), complete=False)
    found = unfinished = restarts = 0
    for kind, cell, what, board in replay(walk.trace()):
        restarts += kind == "restart"
        if kind == "found":
            assert garden.check(what) == []
            assert {c: v for c, v in board.items() if v is not None} == what.codes
            assert what.codes[2, 2] == garden.full_tile
            found += 1
        elif kind == "dead end" and cell is None:
            assert len(board) == len(garden.cells)
            unfinished += 1
        if found >= 5 and unfinished >= 5:
            break
    assert restarts >= 9
    assert not walk.exhausted


@pytest.mark.parametrize(
    "garden",
    [
        Garden.packed((4, 4)),
        Garden.hanging((5, 5), red="place"),
        Garden.hanging((5, 5), fixed=[(15, (1, 2))]),
        Garden.hanging((2, 2, 2), tiles=[2, 8]),
    ],
)
def test_a_collapse_finds_gardens_of_other_kinds(garden):
    walk = Walk(collapse(Rules(garden), seed=2), complete=False)
    assert [garden.check(planting) for planting in islice(walk, 3)] == [[]] * 3


def test_a_collapse_that_cannot_begin_ends_and_proves_nothing():
    walk = Walk(collapse(Rules(Garden.hanging((2, 2), tiles=[15]))), complete=False)
    assert list(walk) == []
    assert not walk.exhausted


@pytest.mark.parametrize("search", [collapse, backtrack])
def test_a_seed_tells_the_whole_search(search):
    rules = Rules(readers.read("cubes-packed"))
    once, again, other = (
        [(kind, cell, what() if kind == "left" else what) for kind, cell, what in islice(search(rules, seed), 2000)]
        for seed in (3, 3, 4)
    )
    assert once == again
    assert once != other


def test_solvers_answer_questions():
    solvers = {name: solver for name, solver in loaded().items() if solver.group == "reference"}
    puzzles = {"edge_matching": "nine-one", "garden": "squares"}
    general = {"cover-rows": ["zigzaw", "nine-one", "squares"], "path-dfs": ["zip-6"]}
    for name, solver in solvers.items():
        for given_name in general.get(name) or [puzzles[solver.kinds[0]]]:
            puzzle = readers.read(given_name)
            search = solver(Question(puzzle, "first", seed=1))
            assert puzzle.check(next(iter(search))) == []
            assert search.effort >= 9
            assert not search.exhausted
        assert name in general or name.split("-")[0] == solver.kinds[0].split("_")[0]
    assert len(solvers) == 6


@examples(60)
@given(st.one_of(zigzaws(), edge_matchings(), small_variants()))
def test_the_loop_for_any_cover_finds_what_the_library_finds(puzzle):
    """Identical pieces are not told apart; rules beyond the description are looked at in the end."""
    assert set(all_of(cover_boards(puzzle), puzzle)) == set(cm.solutions(puzzle))


@pytest.mark.parametrize("name", ["zigzaw", "nine-one", "squares", "edge-bordered", "surface-matching-6", "hitori-8"])
def test_the_loop_for_any_cover_can_be_watched(name):
    """What lies on the board can be drawn, and is in the end what the solution says."""
    puzzle = readers.read(name)
    told = loaded()["cover-rows"](Question(puzzle, "first")).trace()
    for kind, _, what, board in replay(islice(told, 20_000)):
        if kind == "found":
            known = draw_partial(puzzle, {c: v for c, v in board.items() if v is not None})  # with a caption at times
            assert drawn_shapes(known) == drawn_shapes(draw(puzzle, what))
            return
    raise AssertionError(f"{name} has no solution")


def test_the_loops_are_for_kinds_that_nobody_knew():
    """A path by knight's moves, and dominoes in a box, which take two cells each."""
    cells = list(product(range(3), range(4)))
    steps = {(r, c): tuple((s, d) for s, d in cells if {abs(r - s), abs(c - d)} == {1, 2}) for r, c in cells}
    knight = Walked(HamiltonianPath(steps, tuple(cells), tuple(cells)))
    pairs = [(a, b) for a, b in combinations(range(8), 2) if b - a == 2 or a // 2 == b // 2]
    dominoes = Covered(ExactCover(range(8), [Option(pair, pair) for pair in pairs]))
    assert len(all_of(paths(knight), knight)) == 16
    assert len(all_of(cover_boards(dominoes), dominoes)) == 5
    for puzzle, name, other in ((knight, "path-dfs", "cover-rows"), (dominoes, "cover-rows", "path-dfs")):
        solver = loaded()[name]
        assert puzzle.check(next(iter(solver(Question(puzzle, "first"))))) == []
        with pytest.raises(UnsupportedError, match="is not described"):
            loaded()[other](Question(puzzle, "first"))


def test_a_cover_without_places_is_refused():
    with pytest.raises(UnsupportedError, match="'spare' is not a place"):
        cover_boards(Covered(ExactCover({"spare": (0, 1)}, [Option(1, ["spare"])])))


@pytest.mark.parametrize(
    ("solver", "puzzle", "task"),
    [
        ("garden-collapse", Garden.packed((4, 4)), "all"),
        ("garden-collapse", Garden.hanging((5, 5), symmetry="C2"), "first"),
        ("garden-backtrack", Garden.hanging((5, 5), connected=True), "all"),
        ("garden-backtrack", Garden.hanging((5, 5), components=(2, 2)), "all"),
        ("garden-backtrack", Garden.hanging((5, 5), touching=True), "all"),
        ("garden-backtrack", Garden.hanging((5, 5), exact=True), "all"),
        ("garden-backtrack", Garden.hanging((5, 5), minimise="volume"), "all"),
        ("edge-spiral", EdgeMatching(2, 2, [(1, 1, 1, 1)] * 4), "all"),
        ("edge-spiral", EdgeMatching(1, 3, [(1, 1, 1, 1)] * 3), "all"),
        ("edge-rows", Zip(2, 2), "all"),
    ],
)
def test_what_a_solver_cannot_do_it_refuses(solver, puzzle, task):
    with pytest.raises(UnsupportedError):
        loaded()[solver](Question(puzzle, task))


@pytest.mark.parametrize(
    ("cover", "found"),
    [
        (ExactCover({"cell": 1, "a": 1, "b": 0}, [Option("a", ["cell", "a"]), Option("b", ["cell", "b"])]), [{"a"}]),
        (ExactCover({"a": (0, 1)}, []), [set()]),
    ],
)
def test_covers_with_an_item_that_is_never_used_and_without_options(cover, found):
    walk = Walk(cover_boards(Covered(cover)))
    assert [solution.true for solution in walk] == found
    assert walk.exhausted
