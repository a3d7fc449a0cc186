"""Links of e2.bucas.name, boards with empty cells, and their scores."""

import json
import re
from dataclasses import replace
from itertools import product

import pytest
from command_line import fails, run
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from puzzle_strategies import edge_matchings

import cpmodels as cm
import readers
import renderers
from cpmodels import EdgeMatching, PuzzleError, Zip
from cpmodels.puzzles import Board
from cpmodels.puzzles.edge_matching import turn

FULL = "https://e2.bucas.name/#puzzle=two&board_w=2&board_h=1&board_edges=bcbbdddc"
PARTIAL = "#board_w=2&board_h=1&board_edges=aaaadddc"
SQUARE = EdgeMatching(2, 2, [(0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)], border=0)
"""Four corners, solved as they lie."""


@st.composite
def boards(draw):
    """A puzzle that links can tell, and a board of it: right or wrong, with pieces twice and cells left empty."""
    puzzle = draw(edge_matchings())
    pieces = [tuple(map(abs, piece)) for piece in puzzle.pieces]
    assume((0, 0, 0, 0) not in pieces)
    puzzle = replace(puzzle, pieces=tuple(pieces), rule="equal", rotations=True, clues=())
    place = st.none() | st.tuples(st.integers(0, len(pieces) - 1), st.integers(0, 3))
    row = st.lists(place, min_size=puzzle.cols, max_size=puzzle.cols)
    return puzzle, Board(draw(st.lists(row, min_size=puzzle.rows, max_size=puzzle.rows)))


@st.composite
def links(draw):
    """Any link of a full board, with numbers or without."""
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cell = st.text(st.sampled_from("abcdz"), min_size=4, max_size=4).filter(lambda edges: edges != "aaaa")
    cells = draw(st.lists(cell, min_size=rows * cols, max_size=rows * cols))
    link = f"https://e2.bucas.name/#board_w={cols}&board_h={rows}&board_edges={''.join(cells)}"
    if draw(st.booleans()):
        numbers = draw(st.permutations(range(1, rows * cols + 1)))
        link += f"&board_pieces={''.join(f'{number:03}' for number in numbers)}"
    return link


def looks(puzzle, board):
    """The edges that each filled cell shows."""
    return {cell: turn(puzzle.pieces[piece], turns) for cell, (piece, turns) in board}


def points(puzzle, board):
    """The score, counted edge by edge from what the cells show."""
    shown = looks(puzzle, board)
    right = [((r, c), (r, c + 1), 1, 3) for r, c in product(range(puzzle.rows), range(puzzle.cols - 1))]
    down = [((r, c), (r + 1, c), 2, 0) for r, c in product(range(puzzle.rows - 1), range(puzzle.cols))]
    assert puzzle.inner_edges == len(right) + len(down)
    met = [(shown[a][s], shown[b][t]) for a, b, s, t in right + down if a in shown and b in shown]
    return sum(x != puzzle.border and (x == y if puzzle.rule == "equal" else x + y == 0) for x, y in met)


@examples(60)
@given(boards())
def test_puzzles_and_boards_come_back_from_their_links(both):
    puzzle, board = both
    assert readers.read(readers.bucas_link(puzzle)) == puzzle
    link = readers.bucas_link(puzzle, board)
    back = readers.read_solution(puzzle, link)
    assert looks(puzzle, back) == looks(puzzle, board)
    assert [(cell, piece) for cell, (piece, _) in back] == [(cell, piece) for cell, (piece, _) in board]
    assert readers.bucas_link(puzzle, back) == link
    if not board.empty and len({piece for _, (piece, _) in board}) == len(puzzle.pieces):
        found = readers.read(link)
        assert sorted(found.identical_pieces) == sorted(puzzle.identical_pieces)
        assert found.score(readers.read_solution(found, link)) == puzzle.score(board)


@examples(60)
@given(links())
def test_links_come_back_from_their_boards(link):
    puzzle = readers.read(link)
    again = readers.bucas_link(puzzle, readers.read_solution(puzzle, link))
    assert again.startswith(link)
    numbers = re.search("board_pieces=(.*)", link)
    assert numbers or re.fullmatch("&board_pieces=[0-9]+", again.removeprefix(link))


@examples(60)
@given(edge_matchings(), st.data())
def test_scores_count_matching_edges(puzzle, data):
    place = st.none() | st.tuples(st.integers(0, len(puzzle.pieces) - 1), st.integers(0, 3))
    board = Board([[data.draw(place) for _ in range(puzzle.cols)] for _ in range(puzzle.rows)])
    assert puzzle.score(board) == points(puzzle, board)
    if puzzle.score(board) < puzzle.inner_edges or board.empty:
        assert puzzle.check(board)
    else:
        assert not [line for line in puzzle.check(board) if line.startswith("cells ")]


def test_pieces_of_a_link():
    puzzle = readers.read(FULL)
    assert puzzle == EdgeMatching(1, 2, [(1, 1, 1, 2), (2, 3, 3, 3)])
    assert puzzle.name == "two"
    assert readers.read_solution(puzzle, FULL) == Board([[(0, 2), (1, 1)]])
    numbered = readers.read(f"{FULL}&board_pieces=007004")
    assert numbered.pieces == ((2, 3, 3, 3), (1, 1, 1, 2))
    assert readers.read(f"{FULL}&board_pieces=001002").pieces == ((1, 2, 1, 1), (3, 3, 3, 2))
    assert readers.read(f"{FULL}&board_pieces=000000") == puzzle


def test_forms_of_links(tmp_path):
    puzzle = readers.read(FULL)
    for same in (
        FULL.replace("#", "?"),
        FULL.partition("#")[2],
        f"found it:\n{FULL}\n",
        FULL.replace("two", "t%77o") + "&seed=1&board_types=dd",
        f"  {FULL}",
    ):
        assert readers.read(same) == puzzle
        assert readers.read(same).name == "two"
    file = tmp_path / "board.txt"
    file.write_text(FULL + "\n")
    assert readers.read(file) == puzzle
    assert readers.read_solution(puzzle, file) == readers.read_solution(puzzle, FULL)
    with pytest.raises(PuzzleError, match="this link has no puzzle in it"):  # where no word is looked at twice
        readers.read("https://x/" + "a" * 1_000_000)
    assert readers.read("board_edges=bbbb") == EdgeMatching(1, 1, [(1, 1, 1, 1)])
    assert readers.read("https://eternity2.dev/viewer?puzzle_size=2&board_edges=" + "bcde" * 4).rows == 2


def test_several_links_are_as_many_boards_or_puzzles():
    puzzle, both = readers.read(FULL), f"{FULL}\n{PARTIAL}"
    assert readers.read_solutions(puzzle, both) == [readers.read_solution(puzzle, link) for link in (FULL, PARTIAL)]
    with pytest.raises(PuzzleError, match="the text: link 2: board_edges has 7 letters"):
        readers.read_solutions(puzzle, both[:-1])
    one_a_line = f"{FULL}\n{FULL.removeprefix('https://')}  # mine\n"
    assert [each for _, each in readers.read_each(one_a_line)] == [puzzle, puzzle]


@pytest.mark.parametrize(("order", "clue"), [("", "ijjm"), ("jblackwood", "sggl"), ("marie", "sggl"), ("jef", "vddo")])
def test_the_middle_clue_of_eternity_in_the_letters_of_each_order(order, clue):
    link = f"board_edges={clue}" + (f"&motifs_order={order}" if order else "")
    assert readers.read(link).pieces == ((8, 9, 9, 12),)


def test_colours_that_are_no_letters_are_numbered_anew():
    puzzle = EdgeMatching(1, 2, [(7, -3, 7, 7), (7, 7, 7, -3)], border=7)
    assert readers.bucas_link(puzzle).endswith("board_edges=abaaaaab&board_pieces=001002")
    board = Board([[(1, 2), None]])
    assert readers.read_solution(puzzle, readers.bucas_link(puzzle, board)) == board
    free = EdgeMatching(1, 1, [(0, 0, 0, 0)], name="a b")
    link = "https://e2.bucas.name/#puzzle=a%20b&board_w=1&board_h=1&board_edges=bbbb&board_pieces=001"
    assert readers.bucas_link(free) == link


def test_pieces_are_found_by_their_edges_where_numbers_do_not_fit():
    puzzle = EdgeMatching(1, 3, [(1, 2, 3, 4), (1, 1, 1, 2), (1, 1, 1, 2)])
    plain = "board_w=3&board_h=1&board_edges=bbbcbbbccdeb"
    assert readers.read_solution(puzzle, plain) == Board([[(1, 0), (2, 0), (0, 1)]])
    assert readers.read_solution(puzzle, f"{plain}&board_pieces=003002999") == Board([[(2, 0), (1, 0), (0, 1)]])
    assert readers.read_solution(puzzle, f"{plain}&board_pieces=001003000") == Board([[(1, 0), (2, 0), (0, 1)]])
    twice = readers.read_solution(puzzle, "board_w=3&board_h=1&board_edges=cdebcdebaaaa")
    assert twice == Board([[(0, 1), (0, 1), None]])


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        (PARTIAL, "the link leaves 1 of 2 cells empty, so it does not hold all pieces"),
        (
            "https://example.com/puzzle.json",
            "no puzzle in it, as those of puzz.link and penpa have, and those of e2.bucas.name with board_edges",
        ),
        ("https://e2.bucas.name/#puzzle=JBlackwood+Jef_470", "this link has no puzzle in it"),
        ("https://example.org/zip.html#zip=3x3.0-8", "for browsers, which show the puzzle as text under Edit"),
        ("board_edges=", "this link has no puzzle in it"),
        (FULL[:-1], "board_edges has 7 letters; a board of 1 x 2 takes 8"),
        (FULL.replace("=2", "=x"), "board_w is 'x', not a number of cells"),
        (FULL.replace("=2", "=0"), "board_edges has 8 letters"),
        (FULL.replace("=2", "=99999").replace("h=1", "h=9999"), "a board of 9999 x 99999 is too large"),
        (FULL.replace("bcbb", "bC!b"), "row 1, column 1 has the edges 'bC!b', not four letters from a to z"),
        (FULL + "&motifs_order=ann", "motifs_order is 'ann'; known are jef, jblackwood, marie"),
        (FULL + "&board_pieces=0010", "board_pieces takes three digits for each of 2 cells, not '0010'"),
        (FULL + "&board_pieces=0010x2", "board_pieces takes three digits"),
        (FULL + "&board_pieces=001000", "board_pieces has no number for row 1, column 2"),
        (FULL + "&board_pieces=002002", "board_pieces has pieces twice, so others are missing: 2"),
        (FULL + "&board_w=3", "the link gives 'board_w' twice"),
        (f"{FULL}\n{PARTIAL}", "it holds 2 links, not one"),
    ],
)
def test_links_that_are_no_puzzles(link, expected):
    with pytest.raises(PuzzleError, match=re.escape(expected)) as error:
        readers.read(link)
    assert str(error.value).startswith(("the link: ", "the text: "))


@pytest.mark.parametrize(
    ("puzzle", "asked", "expected"),
    [
        (SQUARE, FULL, "the link: the link's board is 1 x 2, not 2 x 2"),
        (SQUARE, "board_edges=aaaaaaaaaaaaaaqr", "the text: cell (1, 1) shows 'aaqr', but no piece of the puzzle does"),
        (Zip(2, 2), FULL, "the link: a solution of the kind zip is not read from a link"),
        (replace(SQUARE, rule="sum-zero"), "board_edges=" + "a" * 16, "not for the rule sum-zero"),
        (EdgeMatching(1, 1, [(0,) * 4], border=0), None, "piece 1 shows the border on all sides"),
        (EdgeMatching(5, 8, [(i, i, i, i) for i in range(40)]), None, "at most 25 colours besides the border, not 40"),
        (EdgeMatching(1, 1000, [(1, 1, 1, 1)] * 1000), None, "a link holds at most 999 pieces, not 1000"),
        (replace(SQUARE, rule="sum-zero"), None, "not for the rule sum-zero"),
        (SQUARE, Board([[None, None]]), "the board has rows of 2 pieces, not 2 rows of 2"),
        (SQUARE, Board([[None, (4, 0)], [None, None]]), "there is no piece 5, which lies at (0, 1)"),
    ],
)
def test_links_that_are_no_answers_and_what_links_do_not_tell(puzzle, asked, expected):
    """A link of which a solution is asked, or a board, or none, of which a link is."""
    with pytest.raises(PuzzleError, match=re.escape(expected)):
        (readers.read_solution if isinstance(asked, str) else readers.bucas_link)(puzzle, asked)


def test_boards_that_leave_cells_empty():
    whole = Board([[(0, 0), (1, 0)], [(2, 0), (3, 0)]])
    assert (SQUARE.check(whole), SQUARE.score(whole), SQUARE.inner_edges) == ([], 4, 4)
    one = Board([[(0, 0), (1, 0)], [None, (3, 0)]])
    assert SQUARE.check(one) == ["the board leaves out 1 cell: (1, 0)"]
    assert (SQUARE.score(one), one.empty) == (2, ((1, 0),))
    assert SQUARE.check(Board([[None, (1, 0)], [None, None]])) == [
        "the board leaves out 3 cells: (0, 0), (1, 0), (1, 1)"
    ]
    turned = SQUARE.check(Board([[(0, 1), None], [None, (0, 0)]]))
    assert turned[:2] == ["the board leaves out 2 cells: (0, 1), (1, 0)", "used more than once: pieces 1"]
    inside = SQUARE.check(Board([[(0, 1), None], [None, None]]))
    assert "the bottom edge of (0, 0) is 0 inside the board; border is 0" in inside
    assert "the top edge of (0, 0) is 1 on the rim; border is 0" in inside
    clued = replace(SQUARE, clues=((1, 0, 2, 0),))
    assert clued.check(one) == SQUARE.check(one)
    for wrong in (Board([[None]]), Board([[None, None], [None, (9, 0)]])):
        with pytest.raises(PuzzleError):
            SQUARE.score(wrong)
    with pytest.raises(TypeError):
        SQUARE.score(cm.puzzles.Mosaic([[0]]))


def test_border_colours_that_meet_inside_do_not_score():
    assert SQUARE.score(Board([[(0, 2), (1, 0)], [None, None]])) == 0
    assert replace(SQUARE, border=None).score(Board([[(2, 2), (0, 0)], [None, None]])) == 1
    assert SQUARE.score(Board([[(2, 2), (0, 0)], [None, None]])) == 0


def test_empty_cells_are_written_drawn_and_printed_as_such():
    board = Board([[(0, 0), (1, 3)], [None, (3, 0)]])
    assert readers.read_solution(SQUARE, readers.write_solution(board)) == board
    assert json.loads(readers.write_solution(board))["board"][1][0] is None
    shapes = renderers.draw(SQUARE, board).shapes
    assert [shape.role for shape in shapes].count("place") == 1
    assert [shape.content for shape in shapes if "piece" in shape.role.split()] == ["1", "2", "4"]
    assert " ·  4" in renderers.text(SQUARE, board)
    assert "· " in renderers.text(SQUARE, Board([[None] * 2] * 2))


def test_links_on_the_command_line(tmp_path):
    file, answer = tmp_path / "square.json", tmp_path / "board.json"
    readers.write(SQUARE, file)
    link = run("link", file)[0].strip()
    assert link == readers.bucas_link(SQUARE)
    assert run("check", link, link)[0] == "the solution is right\n"
    readers.write_solution(Board([[(0, 0), (1, 0)], [None, (2, 3)]]), answer)
    partial = run("link", file, answer)[0].strip()
    broken, _ = run("check", file, partial, code=1)
    assert broken.startswith("the board leaves out 1 cell: row 2, column 1\n")
    assert broken.endswith("\n1 of 4 inner edges match\n")
    assert run("check", file, "-", stdin=partial, code=1)[0] == broken
    run("draw", file, partial, "-o", tmp_path / "board.svg")
    assert "1 of 4 cells empty" in fails("solve", partial)
    assert "puzzles of the kind 'zip', so this one has no link" in fails("link", "zip-4")


def test_known_boards_have_their_scores_and_one_set_of_pieces(data):
    folder = data / "edge_matching" / "eternity2"
    pieces = readers.read(folder / "e2pieces.json")
    boards = json.loads((folder / "known_boards_e2_bucas.json").read_text())
    assert len(boards) == 10
    for known in boards:
        link = f"https://e2.bucas.name/#{known['params']}"
        puzzle = readers.read(link)
        board = readers.read_solution(puzzle, link)
        assert puzzle == pieces
        assert readers.read_solution(pieces, known["params"]) == board
        assert (puzzle.score(board), puzzle.inner_edges) == (known["score"], 480)
        assert len(puzzle.check(board)) == 480 - known["score"]
        again = readers.bucas_link(puzzle, board)
        assert readers.read_solution(pieces, again) == board
        if "motifs_order" not in link:
            assert re.search("board_edges=[a-z]*", link)[0] in again
        if "board_pieces" in link:
            assert re.search("board_pieces=[0-9]*", link)[0] in again
