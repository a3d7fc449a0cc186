"""The editor of pieces on the page of edge matching, in a real browser; what it tells is what Python tells."""

import json
import random
import re

import pytest
from browser import DESKTOP, FAKE_WORKER, PHONE, told
from tiles_bench import NINE, NINE_BOARD, TETRAVEX, lying, rows

import cpmodels as cm
import readers
import renderers
from cpmodels import EdgeMatching
from cpmodels.puzzles import Board

INSECTS = EdgeMatching(
    2,
    2,
    [(1, -1, 2, -2), (1, 2, -1, 0), (-2, 1, 2, -1), (3, 1, -1, 2)],
    "sum-zero",
    name="Meadow",
    colours=[("bee-head", "bee-tail"), ("fly-head", "fly-tail"), "ant"],
    art="insects",
)
BORDERED = readers.read("edge-bordered")


def editor(page, puzzle, *solutions, **window):
    opened = page(renderers.page(puzzle, solutions), **window)
    opened.get_by_role("button", name="Edit").click()
    return opened


def text(opened):
    return opened.locator("#text").input_value()


def edited(opened):
    return readers.read(text(opened))


def paste(opened, typed):
    opened.locator("#text").fill(typed)
    opened.get_by_role("button", name="Read", exact=True).click()
    return opened.locator("#text-told").inner_text()


def edge(opened, name):
    return opened.locator(f"[data-edge][aria-label^='{name}:']")


def choice(opened, value):
    return opened.locator(f"#palette [data-value='{value}']")


def checks(opened):
    return opened.locator("#checks li").all_text_contents()


def told_by_python(puzzle):
    reason = puzzle.infeasible_reason()
    return [f"No solution: {reason}."] * (reason is not None) + [f"{warning}." for warning in puzzle.remarks()]


@pytest.mark.parametrize("puzzle", [NINE, INSECTS, TETRAVEX, BORDERED], ids=lambda puzzle: puzzle.name)
def test_the_text_reads_back_as_the_puzzle(page, puzzle):
    opened = editor(page, puzzle)
    back = edited(opened)
    assert back == puzzle
    assert (back.name, back.colours, back.art) == (puzzle.name, puzzle.colours, puzzle.art)
    best = {**json.loads(text(opened)), "maximise": "score"}  # Pages show the pieces of such a puzzle, too.
    for typed in (text(opened), json.dumps(best)):
        assert paste(opened, typed).startswith("Read")
        assert edited(opened) == puzzle
    assert checks(opened) == told_by_python(puzzle)


def test_an_edge_is_pressed_set_and_taken_back(page):
    opened = editor(page, NINE)
    edge(opened, "Piece 3 right").click()
    choice(opened, 5).click()
    pieces = [list(piece) for piece in NINE.pieces]
    pieces[2][1] = 5
    assert edited(opened).pieces == tuple(map(tuple, pieces))
    assert (
        "5 is on one edge only, piece 3 right: nothing can meet it." in checks(opened) == told_by_python(edited(opened))
    )
    assert opened.locator(".lonely").count() == 1
    opened.get_by_role("button", name="Undo").click()
    assert edited(opened) == NINE
    opened.get_by_role("button", name="Redo").click()
    assert edited(opened).pieces[2][1] == 5
    opened.get_by_role("button", name="Turn piece 3").click()
    assert edited(opened).pieces[2] == tuple(pieces[2][-1:] + pieces[2][:-1])


def test_by_keys(page):
    opened = editor(page, NINE)
    edge(opened, "Piece 1 top").focus()
    for key in ("3", "-", "ArrowRight", "ArrowRight", "7"):  # the right edge, then the left one of the next piece
        opened.keyboard.press(key)
    pieces = edited(opened).pieces
    assert (pieces[0], pieces[1]) == ((-3, 4, 3, -1), (2, -4, 4, 7))
    opened.keyboard.press("Enter")
    assert opened.evaluate("document.activeElement.dataset.value") == "7"
    edge(opened, "Piece 2 left").focus()
    opened.keyboard.press("r")
    assert edited(opened).pieces[1] == (7, 2, -4, 4)
    opened.keyboard.press("Control+z")
    assert edited(opened).pieces[1] == (2, -4, 4, 7)


def test_size_and_rule(page):
    opened = editor(page, NINE)
    opened.get_by_role("button", name="More rows").click()
    assert (edited(opened).rows, len(edited(opened).pieces)) == (4, 12)
    opened.get_by_role("button", name="Fewer columns").click()
    opened.get_by_role("button", name="Fewer rows").click()
    assert edited(opened).pieces == NINE.pieces[:6]
    opened.get_by_role("button", name="Equal colours").click()
    assert edited(opened).rule == "equal"
    assert edited(opened).pieces[0] == (4, 4, 3, 1)
    opened.get_by_role("button", name="Clear").click()
    assert len(set(edited(opened).pieces)) == 1


def test_the_half_of_a_border_becomes_its_colour(page):
    halves = EdgeMatching(2, 1, [(-1, -1, 2, -1), (-2, -1, -1, -1)], "sum-zero", border=-1)
    opened = editor(page, halves)
    opened.get_by_role("button", name="Equal colours").click()
    assert edited(opened) == EdgeMatching(2, 1, [(1, 1, 2, 1), (2, 1, 1, 1)], border=1)


def test_pieces_are_entered_edge_by_edge(page):
    opened = editor(page, NINE)
    opened.get_by_role("button", name="Go on to the next edge").click()
    for value in (1, 2, 3, 4, -1):
        choice(opened, value).click()
    assert edited(opened).pieces[:2] == ((1, 2, 3, 4), (-1, *NINE.pieces[1][1:]))


def test_typed_numbers_are_read_as_readers_read_them(page):
    opened = editor(page, NINE)
    for typed in ("1 2 3 4\n", "1 2\n1 -2 3 4 # first\n2, 2, 1, 1\n", BORDERED_TEXT):
        assert paste(opened, typed).startswith("Read")
        assert edited(opened) == readers.read(typed)


BORDERED_TEXT = "0 1 2 0\n0 0 3 1\n2 4 0 0\n3 0 0 4\n"
WRONG = {
    "": "no piece",
    "{": "not JSON",
    "[]": "Line 1",
    "1 2 3\n": "4 edges, not 3",
    "1 2 3 4\n1 2 3 4\n": "do not fill a square",
    "2 2\n1 2 3 4\n": "needs 4 pieces, not 1",
    '{"puzzle": "zip"}': "edge matching, not zip",
    '{"rows": 1, "cols": 1, "pieces": [[1, 2, 3]]}': "Piece 1",
    '{"rows": 1, "cols": 1, "pieces": [[1, 2, 3, 4]], "rule": "odd"}': "equal or sum-zero",
    '{"rows": 1, "cols": 1, "pieces": [[1, 2, 3, 4]], "clues": [[1, 0, 0, 0]]}': "clues",
    '{"rows": 99, "cols": 99, "pieces": []}': "up to 400",
}


def test_what_is_no_puzzle_is_refused_in_a_sentence(page):
    opened = editor(page, NINE)
    for typed, part in WRONG.items():
        before = opened.locator("#pieces svg").count()
        assert part in paste(opened, typed)
        assert opened.locator("#pieces svg").count() == before
        with pytest.raises(cm.PuzzleError):
            readers.read(json.loads(typed) if typed.startswith('{"rows": 1') else typed or " ")


def drafts():
    """Puzzles of all sorts with edges that nothing can meet, and too few pairs."""
    dice = random.Random(7)
    for rule, low in (("equal", 1), ("sum-zero", -3)):
        for rotations in (True, False):
            for border in (None, 1):
                pieces = [[dice.randint(low, 5) for _ in range(4)] for _ in range(6)]
                yield EdgeMatching(2, 3, pieces, rule, rotations, border, colours=["red", "blue"])
    yield EdgeMatching(3, 3, [(1, 1, 1, 1)] * 8 + [(1, 1, 1, -1)], "sum-zero")


def test_checks_are_those_of_python(page):
    opened = editor(page, NINE)
    told = []
    for puzzle in drafts():
        paste(opened, readers.write(puzzle))
        assert checks(opened) == told_by_python(puzzle)
        told += checks(opened)
    assert len({sentence.split()[0] for sentence in told}) > 2


SOLVED = [
    NINE,
    EdgeMatching(2, 2, [(0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)], border=0),
    EdgeMatching(2, 2, [(1, 2, 1, 2), (1, 1, 2, 2), (1, 1, 2, 2), (2, 1, 2, 1)]),
    EdgeMatching(2, 2, [(1, 2, 1, 2)] * 4),
    EdgeMatching(2, 2, [(1, 2, 1, 2)] * 4, clues=[(0, 1, 2, 1)]),
    EdgeMatching(2, 2, [(1, 1, 2, 3), (1, 1, 2, 3), (1, 1, 2, 2), (3, 1, 2, 1)], clues=[(1, 1, 1, 2)]),
    EdgeMatching(1, 3, [(1, 2, 3, 2), (1, 2, 3, 1), (3, 2, 3, 2)]),
    EdgeMatching(1, 2, [(1, 2, 3, 2), (1, 3, 3, 2)], rotations=False),
    EdgeMatching(1, 2, [(1, 2, 3, 4), (5, 6, 7, 8)]),
]


def test_all_solutions_are_counted_as_python_counts_them(page):
    opened = editor(page, NINE)
    for puzzle in SOLVED:
        paste(opened, readers.write(puzzle))
        opened.get_by_role("button", name="Solve").click()
        opened.locator("#verdict").filter(has_text=re.compile("^(Exactly|No solution)")).wait_for()
        verdict = opened.locator("#verdict").inner_text()
        with cm.solutions(puzzle) as found:
            boards = list(found)
        assert re.match(f"Exactly {len(boards)} solutions?[ ;]" if boards else "No solution", verdict)
        whole_turns = range(4) if puzzle.rows == puzzle.cols else (0, 2)
        classes = {frozenset(looks(puzzle, board, turns) for turns in whole_turns) for board in boards}
        if len(classes) < len(boards) and puzzle.rotations and not puzzle.clues:
            assert f"({len(classes)} up to turning the board)" in verdict
        else:
            assert "turning" not in verdict
        if boards:
            opened.get_by_role("button", name="Play").click()
            opened.get_by_role("button", name="Solution", exact=True).click()
            assert puzzle.check(Board(rows(puzzle, lying(opened)))) == []
            opened.get_by_role("button", name="Edit").click()


def looks(puzzle, board, turns):
    """The edges in all cells after this many counter-clockwise quarter turns of the whole board."""
    rows = [[puzzle.edges_at(place) for place in row] for row in board.rows]
    for _ in range(turns):
        rows = [list(column) for column in zip(*rows, strict=True)][::-1]
        rows = [[edges[1:] + edges[:1] for edges in row] for row in rows]
    return tuple(map(tuple, rows))


def test_playing_goes_on_with_the_edited_pieces(page):
    opened = editor(page, NINE, NINE_BOARD)
    opened.get_by_role("button", name="Play").click()
    opened.get_by_role("button", name="Solution", exact=True).click()
    assert told(opened) == "This is a solution."
    opened.get_by_role("button", name="Edit").click()
    opened.get_by_role("button", name="Fewer rows").click()
    opened.get_by_role("button", name="Play").click()
    assert opened.locator("#board .place").count() == 6
    assert opened.locator("#all").inner_text() == "of 7"
    opened.locator("#solution").click(force=True)
    assert "No solution with these pieces is known" in told(opened)
    opened.locator("#board .place").first.click()
    opened.reload()
    assert opened.locator("#board .place").count() == 6
    assert opened.locator("#moves").inner_text() == "1"
    opened.get_by_role("button", name="Edit").click()
    opened.get_by_role("button", name="Original").click()
    opened.get_by_role("button", name="Play").click()
    assert told(opened) == "This is a solution."  # the game goes on where it was left
    opened.get_by_role("button", name="Reset").click()
    opened.get_by_role("button", name="Solution", exact=True).click()
    assert told(opened) == "This is a solution."


def test_the_game_is_kept_where_the_page_itself_has_found_a_solution(page):
    opened = editor(page, NINE)
    opened.locator("#solve").click()
    opened.locator("#verdict").filter(has_text="Exactly").wait_for()
    opened.get_by_role("button", name="Play").click()
    opened.locator("#board .place").first.press("r")
    opened.reload()
    assert opened.locator("#moves").inner_text() == "1"


def test_a_page_is_not_solved_by_other_pieces_that_were_typed_there(page):
    opened = editor(page, NINE)
    paste(opened, "1 2\n1 2 3 4\n5 6 7 2")
    opened.locator("#solve").click()
    opened.locator("#verdict").filter(has_text="Exactly 2 solutions").wait_for()
    opened.get_by_role("button", name="Play").click()
    while not told(opened).startswith("Solved"):
        opened.get_by_role("button", name="Hint").click()
    assert not opened.evaluate("`cpmodels ${location.pathname} solved` in localStorage")
    assert opened.evaluate("`cpmodels ${location.pathname} solved edited` in localStorage")


def test_the_pieces_of_a_board_that_became_small_are_as_large_as_there_is_room_for(page):
    opened = page(renderers.page(EdgeMatching(1, 6, [(1, 1, 1, 1)] * 6)))
    for name in ("Larger pieces", "Edit", "Fewer columns", "Play"):
        opened.get_by_role("button", name=name).click()
    assert opened.locator("#ground.larger").count() == 0


LONG = EdgeMatching(4, 4, [(1, 1, 1, 1)] * 8 + [(1, 1, 1, 2)] * 4 + [(1, 1, 2, 2)] * 4)
"""It has a great many solutions."""


def test_a_search_that_is_stopped_claims_nothing(page):
    opened = editor(page, LONG)
    opened.get_by_role("button", name="Solve").click()
    opened.locator("#verdict").filter(has_text=re.compile("so far [1-9]")).wait_for()
    assert opened.locator("#verdict").get_attribute("aria-busy") == "true"  # Nobody wants to hear each number.
    opened.get_by_role("button", name="Stop").click()
    assert opened.locator("#verdict").inner_text() == "Stopped: the number of solutions is not known."
    assert opened.locator("#verdict").get_attribute("aria-busy") == "false"
    assert opened.get_by_role("button", name="Solve").is_visible()


def test_slips_can_be_pressed_while_others_are_looked_for_and_stay_when_that_is_stopped(page):
    opened = editor(page, NINE)
    opened.evaluate(FAKE_WORKER)
    opened.locator("#solve").click()
    stays = opened.evaluate(
        """(pieces) => {
          const slips = [{ piece: 0, sides: [0, 1], pieces, sort: "exchanged", count: 1 }];
          const told = (tried) => {
            fake.onmessage({ data: { slips, tried, isOver: false } });
            return document.querySelector("#slips button");
          };
          return told(1) === told(2);
        }""",
        [list(piece) for piece in NINE.pieces],
    )
    assert stays
    opened.locator("#solve").click()
    assert opened.locator("#verdict").inner_text().startswith("Stopped")
    assert opened.locator("#slips button").count() == 1


def test_a_search_that_a_policy_blocks_is_told(page):
    opened = editor(page, NINE)
    opened.evaluate(FAKE_WORKER)
    opened.locator("#solve").click()
    opened.evaluate("fake.onerror()")
    assert opened.locator("#verdict").inner_text().startswith("This browser does not let the page search.")
    assert opened.locator("#solve").inner_text() == "Solve"


def test_a_changed_puzzle_ends_the_search(page):
    opened = editor(page, LONG)
    opened.get_by_role("button", name="Solve").click()
    opened.locator("#verdict").filter(has_text="so far").wait_for()
    choice(opened, 3).click()
    assert opened.locator("#verdict").inner_text() == ""
    assert opened.get_by_role("button", name="Solve").is_visible()


def test_many_pieces_are_left_to_cpmodels(page):
    opened = editor(page, EdgeMatching(3, 6, [(1, 1, 1, 1)] * 18))
    assert not opened.get_by_role("button", name="Solve").is_visible()
    assert "cpmodels solve" in opened.locator("#verdict").inner_text()


@pytest.mark.parametrize(("puzzle", "viewport", "dark"), [(NINE, DESKTOP, True), (INSECTS, (360, 740), False)])
def test_the_editor_fits_its_window(page, puzzle, viewport, dark):
    opened = editor(page, puzzle, viewport=viewport, dark=dark)
    assert opened.evaluate("document.documentElement.scrollWidth") <= viewport[0]
    sizes = opened.eval_on_selector_all(
        "button", "all => all.filter(one => one.offsetParent).map(one => one.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 40


def test_by_touch(page):
    opened = editor(page, INSECTS, viewport=PHONE, touch=True)
    edge(opened, "Piece 4 left").tap()
    choice(opened, -1).tap()
    assert edited(opened).pieces[3] == (3, 1, -1, -1)
    assert edge(opened, "Piece 4 left").get_attribute("aria-label").endswith("bee-tail")


def test_zigzaws_have_no_editor(page):
    opened = page(renderers.page(readers.read("zigzaw-open"), []))
    assert not opened.get_by_role("button", name="Edit").is_visible()


def test_words_stay_the_labels_after_an_edit(page):
    words = EdgeMatching(1, 2, [(1, 2, 1, 2), (1, 2, 2, 2)], colours=["red", "turquoise"])
    opened = editor(page, words)
    labels = opened.locator("#palette text").all_text_contents()
    assert labels[:2] == ["red", "tur"]
    choice(opened, 3).click()
    assert opened.locator("#pieces text").all_text_contents().count("red") == 2
    opened.get_by_role("button", name="Play").click()
    assert sorted(set(opened.locator("#board .mark").all_text_contents())) == ["3", "red", "tur"]


def test_a_link_has_the_pieces_that_were_edited(page):
    opened = editor(page, NINE, NINE_BOARD)
    paste(opened, "2 3\n1 2 3 4\n3 1 5 2\n4 5 1 1\n2 2 4 3\n5 5 2 1\n4 4 3 2")
    opened.locator("#name").fill("Mine & others'")
    typed = text(opened)
    opened.get_by_role("button", name="Play").click()
    laid = lying(opened)
    opened.get_by_role("button", name="Copy link").click()
    link = opened.evaluate("navigator.clipboard.readText()")
    opened.goto("about:blank")
    opened.goto(link)
    for _ in range(2):
        assert (opened.title(), lying(opened)) == ("Mine & others'", laid)
        opened.reload()
    opened.get_by_role("button", name="Edit").click()
    assert text(opened) == typed
    opened.get_by_role("button", name="Original").click()
    opened.get_by_role("button", name="Play").click()
    opened.get_by_role("button", name="Copy link").click()
    assert "&pieces" not in opened.evaluate("navigator.clipboard.readText()")
    for damaged in (link[:-9], link.replace("2%2C", "x%2C", 1), f"{link}%"):
        opened.goto("about:blank")
        opened.goto(damaged)
        assert told(opened).startswith("The link is damaged: ")
        assert len(lying(opened)) == 9
