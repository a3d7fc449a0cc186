"""Pieces on boards, tori and the faces of a cube: counts by trying all, and surfaces whose touching sides are known."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpmodels as cm
from cpmodels.puzzles import surface_matching
from cpmodels.puzzles.edge_matching import Board, Placement
from cpmodels.puzzles.surface_matching import SurfaceMatching

CUBE = [  # The twelve edges of a cube, each by its two cells and sides of the net, written down from one of paper.
    ((0, 1), 0, (1, 3), 0), ((0, 1), 1, (1, 2), 0), ((0, 1), 2, (1, 1), 0), ((0, 1), 3, (1, 0), 0),
    ((1, 0), 1, (1, 1), 3), ((1, 1), 1, (1, 2), 3), ((1, 2), 1, (1, 3), 3), ((1, 3), 1, (1, 0), 3),
    ((2, 1), 0, (1, 1), 2), ((2, 1), 1, (1, 2), 2), ((2, 1), 2, (1, 3), 2), ((2, 1), 3, (1, 0), 2),
]  # fmt: skip
FACES = [(0, 1), (1, 0), (1, 1), (1, 2), (1, 3), (2, 1)]


def touching(surface, rows, cols):
    """The pairs of sides that touch, by cell and side, each once; and the cells."""
    if surface == "cube":
        return CUBE, FACES
    cells = list(product(range(rows), range(cols)))
    wrap = surface == "torus"
    across = [((r, c), 1, (r, (c + 1) % cols), 3) for r, c in cells if wrap or c + 1 < cols]
    down = [((r, c), 2, ((r + 1) % rows, c), 0) for r, c in cells if wrap or r + 1 < rows]
    return across + down, cells


def looks_of_boards(puzzle):
    """What each board looks like, piece by piece and cell by cell: the edges from the top of each cell."""
    pairs, cells = touching(puzzle.surface, puzzle.rows, puzzle.cols)
    sides = [[p, *puzzle.backs[i : i + 1]] for i, p in enumerate(puzzle.pieces)]
    turned = [{tuple(e[(at + turns) % 4] for at in range(4)) for e in both for turns in range(4)} for both in sides]
    found = set()

    def lay(placed, used):
        if len(placed) == len(cells):
            found.add(tuple(placed.values()))
            return
        for piece in set(range(len(cells))) - used:
            for edges in turned[piece]:
                now = placed | {cells[len(placed)]: edges}
                if all(
                    now[one][a] == puzzle.sign * now[two][b] for one, a, two, b in pairs if one in now and two in now
                ):
                    lay(now, used | {piece})

    lay({}, set())
    return found


@st.composite
def puzzles(draw):
    surface = draw(st.sampled_from(["board", "torus", "cube"]))
    rows, cols = (3, 4) if surface == "cube" else draw(st.sampled_from([(1, 1), (1, 2), (2, 2), (1, 3), (3, 1)]))
    count = 6 if surface == "cube" else rows * cols
    rule = draw(st.sampled_from(["equal", "sum-zero"]))
    colours = st.integers(1, 3) if rule == "equal" else st.sampled_from([-1, 0, 1])
    edges = st.lists(st.tuples(*[colours] * 4), min_size=count, max_size=count)
    backs = draw(st.one_of(st.just([]), edges)) if surface != "cube" else []
    return SurfaceMatching(draw(edges), backs, surface, rows, cols, rule)


@given(puzzles())
@settings(max_examples=30)
def test_all_boards_are_found(puzzle):
    found = looks_of_boards(puzzle)
    with cm.solutions(puzzle) as ours:
        assert {tuple(puzzle.edges_at(place) for _, place in board) for board in ours} == found
    if not puzzle.backs:
        assert cm.count(puzzle).total == len(found)


@given(puzzles(), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_check_agrees_with_the_touching_sides(puzzle, random):
    pairs, cells = touching(puzzle.surface, puzzle.rows, puzzle.cols)
    order = random.sample(range(len(cells)), len(cells))
    side = [piece + len(cells) * bool(puzzle.backs and random.randrange(2)) for piece in order]
    laid = {cell: Placement(which, random.randrange(4)) for cell, which in zip(cells, side, strict=True)}
    board = Board([[laid.get((row, col)) for col in range(puzzle.cols)] for row in range(puzzle.rows)])
    wrong = sum(
        puzzle.edges_at(laid[one])[a] != puzzle.sign * puzzle.edges_at(laid[two])[b] for one, a, two, b in pairs
    )
    assert len(puzzle.check(board)) == wrong


def test_every_surface_turns_as_it_does_in_the_hand():
    def symmetries(surface, rows, cols):
        count = 6 if surface == "cube" else rows * cols
        return 1 + len(SurfaceMatching([(1, 1, 1, 1)] * count, (), surface, rows, cols).describe().symmetries)

    assert symmetries("cube", 3, 4) == 24
    assert [symmetries("board", 3, 3), symmetries("board", 2, 3)] == [4, 2]
    assert [symmetries("torus", 3, 3), symmetries("torus", 2, 3)] == [36, 12]


@pytest.mark.parametrize(
    ("name", "turns"), [("surface-matching-6", 24), ("surface-matching-18", 4), ("surface-matching-9", 36)]
)
def test_built_in_puzzles_have_one_solution(name, turns):
    puzzle = cm.read(name)
    found = cm.count(puzzle)
    assert (found.total, found.orbits, found.exhausted) == (turns, 1, True)
    assert cm.is_unique(puzzle) is False  # As all its turns are others.


def test_backs_are_numbered_after_the_fronts():
    puzzle = cm.read("surface-matching-18")
    solution = cm.solve(puzzle).solution
    assert {place.piece % 9 for _, place in solution} == set(range(9))
    assert max(place.piece for _, place in solution) > 8
    assert puzzle.diagram(solution).caption == "10 to 18 are the backs of 1 to 9"
    (row,) = solution.rows[:1]
    other = Board([[row[0], ((row[0].piece + 9) % 18, 0), row[2]], *solution.rows[1:]])
    assert f"piece {row[0].piece % 9 + 1} lies more than once" in puzzle.check(other)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"pieces": [(1, 2, 3, 4)] * 5, "surface": "cube"}, "the cube has 6 cells, not 5 for the pieces"),
        ({"pieces": [(1, 2, 3, 4)], "backs": [(1, 1, 1, 1)] * 2, "rows": 1, "cols": 1}, "not 2 for the backs"),
        ({"pieces": [(1, 2, 3)], "rows": 1, "cols": 1}, "piece 1"),
        ({"pieces": [(1, 2, 3, 4)] * 6, "surface": "ball"}, "the surface must be board, torus or cube, not 'ball'"),
        ({"pieces": [(1, 2, 3, 4)] * 6, "surface": "cube", "rows": 2}, "has 3 rows and 4 columns, not 2 and 0"),
    ],
)
def test_what_is_no_puzzle_is_said(wrong, sentence):
    with pytest.raises(cm.PuzzleError, match=sentence):
        SurfaceMatching(**wrong)


def test_boards_with_gaps_and_pieces_that_there_are_not():
    puzzle = SurfaceMatching([(1, 1, 1, 1)] * 2, rows=1, cols=2)
    assert puzzle.check(Board([[(0, 0), None]])) == ["no piece lies at (0, 1)"]
    assert puzzle.check(Board([[(0, 0), (2, 0)]])) == ["there is no piece 3, which lies at (0, 1)"]
    assert puzzle.check(Board([[(0, 4), (1, 0)]])) == ["the piece at (0, 0) has 4 turns, not 0 to 3"]
    assert puzzle.check(Board([[(0, 0), (0, 0)]])) == ["piece 1 lies more than once"]
    assert puzzle.check(Board([[(0, 0), (1, 0)], [(1, 0)]])) == ["there is no cell (1, 0), where a piece lies"]
    wider = Board([[(0, 0), (1, 0), None]])
    assert puzzle.check(wider) == ["the board has rows of 3 pieces, not 1 rows of 2"]
    assert puzzle.appearance(wider) != puzzle.appearance(Board([[(0, 0), (1, 0)]]))


def test_a_large_torus_has_no_symmetries(monkeypatch):
    """Neither have many options on a small one; a large board has its turns."""
    torus = {"surface": "torus", "rows": 3, "cols": 3}
    for pieces, options in (([(1, 1, 1, 1)] * 9, 9), ([(1, 2, 3, 4)] * 9, 36)):
        monkeypatch.setattr(surface_matching, "MOST_MOVED", 4 * 9 * options)
        assert len(SurfaceMatching(pieces, **torus).describe().symmetries) == 9 * 4 - 1
        monkeypatch.setattr(surface_matching, "MOST_MOVED", 4 * 9 * options - 1)
        assert not SurfaceMatching(pieces, **torus).describe().symmetries
        assert len(SurfaceMatching(pieces, rows=3, cols=3).describe().symmetries) == 3


def test_equal_pieces_count_once():
    puzzle = SurfaceMatching([(1, 2, 1, 2)] * 6, surface="cube")
    found = cm.count(puzzle)
    assert (found.told_apart, found.total) == (720 * found.total, len(looks_of_boards(puzzle)))
