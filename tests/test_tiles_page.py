"""The page for edge matching and the Zigzaw, in a real browser; what it counts is checked by the puzzles' own rules."""

import re
from dataclasses import replace

import browser
import pytest
from browser import DESKTOP, PHONE, data_of, told
from tiles_bench import BORDERED, BORDERED_BOARD, NINE, NINE_BOARD, TETRAVEX, lying, rows

import cpmodels as cm
import readers
import renderers
from cpmodels import EdgeMatching, PuzzleError
from cpmodels.puzzles import Board, Mosaic
from cpmodels.puzzles.edge_matching import mismatches
from renderers.zigzaw._page import letters

pytestmark = pytest.mark.usefixtures("unexplained")
"""What hints tell is looked at in `test_reasons`."""

ZIGZAW = readers.read("zigzaw")


@pytest.fixture(scope="module")
def mosaic():
    return cm.solve(ZIGZAW).solution


def html(puzzle, *solutions):
    return renderers.page(puzzle, solutions)


def solved(page, puzzle, *solutions):
    """The page with its first solution on the board."""
    opened = page(html(puzzle, *solutions))
    opened.locator("#solution").click()
    return opened


def board(puzzle, opened):
    laid = lying(opened)
    if isinstance(puzzle, EdgeMatching):
        return Board(rows(puzzle, laid))
    return Mosaic(rows(puzzle, [piece for piece, _ in laid]))


def middle(opened, place):
    """Where the middle of a place is in the window."""
    return opened.evaluate(
        """place => {
            const at = document.querySelector(`[data-place="${place}"]`).getScreenCTM();
            return [at.e, at.f];
        }""",
        place,
    )


def drag(opened, start, stop):
    browser.drag(opened, middle(opened, start), middle(opened, stop))


# --- what the page knows


def test_every_pair_of_neighbours_is_a_join():
    puzzle = readers.read("zigzaw-open")
    data = data_of(html(puzzle))
    pairs = {(first, second) for first, second, _, _ in data["joins"]}
    assert len(pairs) == len(data["joins"])
    joins = puzzle.rows * (puzzle.cols - 1) + (puzzle.rows - 1) * (2 * puzzle.cols - 1)
    assert len([pair for pair in pairs if max(pair) < len(puzzle.pieces)]) == joins
    assert data["rims"] == []


def test_every_side_of_squares_is_marked_where_nothing_matches(page):
    """Those between two pieces once, and with a border those on the rim."""
    pieces = [range(k, k + 4) for k in range(1, 24, 4)]
    for border, rim in ((None, False), (0, True)):
        opened = page(html(EdgeMatching(2, 3, pieces, rotations=False, border=border)))
        assert opened.locator("#all").inner_text() == "of 7"
        marked = opened.eval_on_selector_all(
            "#faults circle", "all => all.map(one => [one.cx, one.cy].map(v => v.baseVal.value))"
        )
        sides = [(100 * c + 50, 100 * r) for r in range(3) for c in range(3) if rim or 0 < r < 2]
        sides += [(100 * c, 100 * r + 50) for r in range(2) for c in range(4) if rim or 0 < c < 3]
        assert sorted(map(tuple, marked)) == sorted(sides)


def test_the_line_of_a_join_lies_half_way_between_its_places():
    data = data_of(html(ZIGZAW))
    middles = [place[:2] for place in (*data["places"], *data["fixed"])]
    for first, second, _, line in data["joins"]:
        between = [sum(values) / 2 for values in zip(middles[first], middles[second], strict=True)]
        assert between == pytest.approx([sum(values) / 2 for values in zip(*line, strict=True)], abs=0.05)


def test_pages_are_small_and_stand_alone(mosaic):
    large = EdgeMatching(16, 16, pieces=[(k % 7, k % 5, k % 3, k % 11) for k in range(256)])
    for content in (
        html(NINE, NINE_BOARD),
        html(ZIGZAW, mosaic),
        html(large, Board([[(16 * r + c, 0) for c in range(16)] for r in range(16)])),
    ):
        assert len(content) < 200_000
        assert b"{{" not in content


def test_a_board_with_empty_cells_cannot_be_played():
    """The places are told by their order alone, so that the pieces would lie in other cells."""
    rows = [list(row) for row in NINE_BOARD.rows]
    rows[1][2] = None
    with pytest.raises(PuzzleError, match=r"needs each piece once, but nothing lies at \(1, 2\)"):
        html(NINE, Board(rows))


def test_what_cannot_be_played_is_refused():
    with pytest.raises(PuzzleError, match="needs each piece once, but piece 1 lies in two places"):
        html(NINE, Board([[(0, 0)] * 3] * 3))
    with pytest.raises(PuzzleError, match="up to 400 pieces, not 441"):
        html(EdgeMatching(21, 21, pieces=[(1, 1, 1, 1)] * 441))
    with pytest.raises(PuzzleError, match="rows of"):
        html(NINE, Board([[(0, 0)]]))
    with pytest.raises(PuzzleError, match="up to 9007199254740991, not -9007199254740992"):
        html(EdgeMatching(1, 2, [(1, 3, 1, 3), (1, -(2**53), 1, 3)]))


def test_letters_tell_colours_apart():
    words = ["white", "wheat", "w", "yellow", "w-3"]
    assert len(set(letters(words))) == len(words)
    data = data_of(html(ZIGZAW))
    assert {word["letter"] for word in data["words"]} >= set("BGORWY")


# --- in the browser


@pytest.mark.parametrize(("viewport", "dark"), [(DESKTOP, False), (PHONE, True)])
def test_the_solution_is_shown_and_the_page_fits_its_window(page, viewport, dark):
    opened = page(html(NINE, NINE_BOARD), viewport, dark=dark)
    assert NINE.check(board(NINE, opened))
    assert "of 12 edges match" in told(opened)
    opened.get_by_role("button", name="Solution", exact=True).click()
    assert board(NINE, opened) == NINE_BOARD
    assert opened.locator("#matching").inner_text() == "12"
    assert told(opened) == "This is a solution."
    assert opened.evaluate("document.documentElement.scrollWidth") <= viewport[0]
    small = opened.eval_on_selector_all(
        "button", "all => all.filter(one => one.offsetParent).map(one => one.getBoundingClientRect().height)"
    )
    assert min(small) >= 40


def test_small_pieces_are_shown_larger_on_a_phone_and_fade_where_there_are_more(page):
    opened = page(html(EdgeMatching(12, 12, [(1, 2, 3, 4)] * 144)), PHONE, touch=True)
    ground = opened.locator("#ground")

    def fades():
        """Above, on the right, below, on the left."""
        return [ground.evaluate(f"one => one.style.getPropertyValue('--more-{side}')") != "0px" for side in range(4)]

    assert opened.locator(".place").first.bounding_box()["width"] > 60
    opened.wait_for_function("() => document.getElementById('ground').style.getPropertyValue('--more-3')")
    assert fades() == [False, True, True, False]
    ground.evaluate("one => one.scrollTo(1e4, 1e4)")
    opened.wait_for_function("() => document.getElementById('ground').style.getPropertyValue('--more-1') === '0px'")
    assert fades() == [True, False, False, True]
    opened.get_by_role("button", name="Larger pieces").click()
    assert opened.locator(".place").first.bounding_box()["width"] < 40


@pytest.mark.parametrize("name", ["zip-8", "nine-one", "zigzaw", "cubes"])
def test_a_page_is_no_higher_than_its_window(page, name):
    opened = page(renderers.page(readers.read(name), []))
    assert opened.evaluate("document.documentElement.scrollHeight") <= DESKTOP[1]


@pytest.mark.parametrize("kind", ["nine", "tetravex", "zigzaw", "bordered"])
def test_the_page_counts_as_the_rules_do(page, kind, mosaic):
    puzzle = {"nine": NINE, "tetravex": TETRAVEX, "zigzaw": ZIGZAW, "bordered": BORDERED}[kind]
    solution = {"nine": NINE_BOARD, "zigzaw": mosaic, "bordered": BORDERED_BOARD}.get(kind) or cm.solve(puzzle).solution
    opened = solved(page, puzzle, solution)
    total = int(opened.locator("#all").inner_text().split()[1])
    for shuffled in range(4):
        if shuffled:
            opened.get_by_role("button", name="Shuffle").click()
        laid = board(puzzle, opened)
        broken = puzzle.check(laid)
        if kind == "zigzaw":
            joints = {
                re.sub(r"^\w+ of (\(.*?\)) is \w+, but \w+ of (\(.*?\)), .*", r"\1 \2", sentence) for sentence in broken
            }
        else:
            joints = mismatches(puzzle, dict(laid))
        assert int(opened.locator("#matching").inner_text()) == total - len(joints)
        # A shuffle of a small board may come to a solution, too.
        assert (told(opened) in ("This is a solution.", "Solved: everything fits.")) == (not broken)
        drawn = opened.locator("#faults circle").count()
        assert (drawn == 0) == (not [s for s in broken if not s.startswith("the clue")])


def test_dragging_swaps_two_pieces_and_undo_puts_them_back(page):
    opened = solved(page, NINE, NINE_BOARD)
    before = lying(opened)
    drag(opened, 0, 4)
    after = lying(opened)
    assert (after[0], after[4]) == (before[4], before[0])
    assert after[1:4] + after[5:] == before[1:4] + before[5:]
    assert "of 12 edges match" in told(opened)
    assert opened.locator("#faults circle").count() == 12 - int(opened.locator("#matching").inner_text()) > 0
    opened.get_by_role("button", name="Undo").click()
    assert lying(opened) == before
    assert opened.locator("#moves").inner_text() == "0"


def test_a_piece_dropped_beside_the_board_goes_back(page):
    opened = solved(page, NINE, NINE_BOARD)
    opened.mouse.move(*middle(opened, 0))
    opened.mouse.down()
    opened.mouse.move(900, 600)
    assert opened.locator("#hand > *").count() > 0
    opened.mouse.move(1200, 790)
    opened.mouse.up()
    assert board(NINE, opened) == NINE_BOARD
    assert opened.locator("#hand > *").count() == 0


def test_a_press_turns_a_piece_counter_clockwise_four_times_round(page):
    opened = solved(page, NINE, NINE_BOARD)
    for turns in (2, 3, 0, 1):
        opened.mouse.click(*middle(opened, 0))
        assert lying(opened)[0] == (1, turns)
    assert told(opened) == "This is a solution."
    assert opened.locator("#moves").inner_text() == "4"


def test_where_pieces_are_not_turned_a_press_picks_up_and_puts_down(page):
    solution = cm.solve(TETRAVEX).solution
    opened = page(html(TETRAVEX, solution))
    before = lying(opened)
    opened.mouse.click(*middle(opened, 3))
    assert told(opened).startswith("Picked up")
    opened.mouse.click(*middle(opened, 5))
    after = lying(opened)
    assert (after[3], after[5]) == (before[5], before[3])
    opened.keyboard.press("r")
    assert "may not be turned" in told(opened)


def test_tab_leads_to_the_pieces_once(page):
    """Chromium goes to a drawing that hears of the focus, too, where keys moved a piece that no outline shows."""
    opened = page(html(NINE))
    opened.locator("#theme").focus()
    opened.keyboard.press("Tab")
    assert opened.evaluate("document.activeElement.dataset.place") == "0"
    opened.keyboard.press("Tab")
    assert opened.evaluate("document.activeElement.id") == "play"


def test_keys_move_pick_up_and_turn(page):
    opened = solved(page, NINE, NINE_BOARD)
    before = lying(opened)
    opened.locator('[data-place="0"]').focus()
    for key in ("ArrowRight", "ArrowDown", "Enter", "ArrowLeft", "ArrowLeft", " "):
        opened.keyboard.press(key)
    after = lying(opened)
    assert (after[3], after[4]) == (before[4], before[3])
    opened.keyboard.press("r")
    assert lying(opened)[3] == (before[4][0], (before[4][1] + 1) % 4)
    opened.keyboard.press("Shift+R")
    opened.keyboard.press("Enter")
    opened.keyboard.press("Escape")
    assert lying(opened) == after
    assert opened.locator(".place[tabindex='0']").count() == 1
    assert opened.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Row 2, column 1: piece 3")


def test_a_shuffled_board_is_solved_by_hand(page):
    opened = page(html(BORDERED, BORDERED_BOARD))
    opened.get_by_role("button", name="Shuffle").click()
    assert lying(opened)[0] == (0, 0)
    goal = [(0, 0), (1, 0), (2, 0), (3, 0)]
    for place in range(1, 4):
        where = next(at for at, (piece, _) in enumerate(lying(opened)) if piece == goal[place][0])
        if where != place:
            drag(opened, where, place)
        while lying(opened)[place] != goal[place]:
            opened.mouse.click(*middle(opened, place))
    assert BORDERED.check(board(BORDERED, opened)) == []
    assert told(opened) in ("Solved: everything fits.", "This is a solution.")
    assert opened.locator("#faults circle").count() == 0


def test_fixed_pieces_stay(page):
    opened = solved(page, BORDERED, BORDERED_BOARD)
    for act in (lambda: opened.mouse.click(*middle(opened, 0)), lambda: drag(opened, 0, 3), lambda: drag(opened, 3, 0)):
        act()
        assert board(BORDERED, opened) == BORDERED_BOARD
    assert "fixed" in opened.locator('[data-place="0"]').get_attribute("aria-label")


def test_a_fixed_piece_may_be_turned_so_that_it_looks_the_same(page):
    """Solutions have the least of such turns, whatever the clue says."""
    puzzle = EdgeMatching(1, 2, pieces=[(1, 2, 1, 2), (1, 2, 3, 4)], clues=[(0, 0, 0, 2)])
    opened = solved(page, puzzle, cm.solve(puzzle).solution)
    assert lying(opened)[0] == (0, 0)
    assert told(opened) == "This is a solution."


def test_a_game_of_pieces_that_turn_is_none_of_those_that_do_not(page, tmp_path):
    opened = page(html(NINE))
    opened.locator("#board .place").first.press("r")
    (tmp_path / "page-0.html").write_bytes(html(replace(NINE, rotations=False)))
    opened.reload()
    assert [turns for _, turns in lying(opened)] == [0] * 9


@pytest.mark.parametrize("kind", ["nine", "zigzaw"])
def test_pages_open_unsolved_and_the_solution_can_be_taken_back(page, kind, mosaic):
    puzzle, solution = {"nine": (NINE, NINE_BOARD), "zigzaw": (ZIGZAW, mosaic)}[kind]
    opened = page(html(puzzle, solution))
    dealt = lying(opened)
    assert puzzle.check(board(puzzle, opened))
    assert sorted(piece for piece, _ in dealt) == list(range(len(puzzle.pieces)))
    opened.get_by_role("button", name="Solution", exact=True).click()
    assert board(puzzle, opened) == solution
    opened.get_by_role("button", name="Undo").click()
    assert lying(opened) == dealt


def test_pieces_are_numbered_from_1(page):
    opened = page(html(NINE))
    numbers = opened.locator("#board .index").all_text_contents()
    assert numbers == [str(piece + 1) for piece, _ in lying(opened)]
    assert sorted(map(int, numbers)) == list(range(1, 10))


def test_without_a_solution_the_pieces_are_shuffled_and_clues_lie_where_they_belong(page):
    puzzle = replace(BORDERED, clues=[(1, 1, 3, 0)])
    opened = page(html(puzzle))
    laid = lying(opened)
    assert laid[3] == (3, 0)
    assert sorted(piece for piece, _ in laid) == [0, 1, 2, 3]
    opened.locator("#solution").click(force=True)
    assert "without a solution" in told(opened)


def test_several_solutions_are_stepped_through(page):
    puzzle = readers.read("nine-many")
    with cm.solutions(puzzle) as found:
        answers = [next(found) for _ in range(3)]
    opened = page(html(puzzle, *answers))
    assert opened.locator("#which").inner_text() == "3 solutions"
    seen = []
    for _ in range(4):
        opened.get_by_role("button", name="Next solution").click()
        seen.append(board(puzzle, opened))
    assert seen == [*answers, answers[0]]
    opened.get_by_role("button", name="Previous solution").click()
    assert board(puzzle, opened) == answers[2]
    assert opened.locator("#which").inner_text() == "Solution 3 of 3"


@pytest.mark.parametrize("maximise", [None, "score"])
def test_the_page_opens_on_a_board_with_mismatches_and_shows_them(page, maximise):
    wrong = Board([[(8, 1), (7, 1), (1, 0)], *NINE_BOARD.rows[1:]])
    opened = page(html(replace(NINE, maximise=maximise), wrong))
    assert board(NINE, opened) == wrong
    assert told(opened).startswith("The given board: ")
    assert opened.locator("#faults circle").count() == len(NINE.check(wrong)) > 0
    opened.locator("#hint").click(force=True)
    assert told(opened) == "The board that is given is not a solution, and this page knows none."
    opened.get_by_role("button", name="Shuffle").click()
    opened.get_by_role("button", name="Show the given board").click()
    assert board(NINE, opened) == wrong


def test_an_edge_of_the_border_does_not_match_inside_the_board(page):
    """Not even where the rule lets it meet another number."""
    halves = EdgeMatching(1, 2, [(1, -1, 1, 1), (1, 1, 1, 1)], "sum-zero", border=1, rotations=False)
    assert told(page(html(halves, Board([[(0, 0), (1, 0)]])))).startswith("The given board: 0 of 1 edges match")


def test_marks_and_letters_are_switched_off_and_on(page, mosaic):
    opened = page(html(ZIGZAW, mosaic))
    assert opened.locator("#board .letter").first.is_visible()
    opened.get_by_role("button", name="Labels").click()
    assert not opened.locator("#board .letter").first.is_visible()
    for shown in (False, True, False):  # they would hide the frogs
        assert opened.locator("#faults circle").first.is_visible() == shown
        opened.get_by_role("button", name="Mismatches").click()
    opened.get_by_role("button", name="Larger pieces").click()
    assert opened.locator("#board").bounding_box()["width"] > opened.locator("#ground").bounding_box()["width"]


def test_the_game_is_kept_and_begun_again_and_nothing_is_marked_before_the_first_move(page):
    opened = page(html(NINE))
    dealt = lying(opened)
    assert not opened.locator("#faults circle").first.is_visible()
    opened.locator("#board .place").first.press("r")
    turned = lying(opened)
    assert turned != dealt
    assert opened.locator("#faults circle").first.is_visible()
    opened.reload()
    assert lying(opened) == turned
    opened.get_by_role("button", name="Reset").click()
    assert lying(opened) == dealt
    opened.keyboard.press("Control+z")
    assert lying(opened) == turned
    opened.keyboard.press("Control+y")
    assert lying(opened) == dealt


def test_reset_lays_the_pieces_as_they_were_dealt_where_they_were_shuffled_and_that_undone(page):
    opened = page(html(NINE))
    dealt = lying(opened)
    opened.get_by_role("button", name="Shuffle").click()
    opened.keyboard.press("Control+z")
    opened.locator("#board .place").first.press("r")
    opened.get_by_role("button", name="Reset").click()
    assert lying(opened) == dealt


def test_a_link_opens_the_board_as_it_lies(page):
    opened = page(html(NINE))
    opened.locator("#board .place").first.press("r")
    before = lying(opened)
    opened.get_by_role("button", name="Copy link").click()
    link = opened.evaluate("navigator.clipboard.readText()")
    opened.get_by_role("button", name="Shuffle").click()
    assert (own := lying(opened)) != before
    opened.goto("about:blank")
    opened.goto(link)
    opened.keyboard.press("Control+z")
    assert lying(opened) == own
    for address in (link, f"{link.partition('#')[0]}#game=0.0.0.0"):
        opened.goto("about:blank")
        opened.goto(address)
        assert lying(opened) == before


def test_a_solution_that_was_shown_is_not_solved_by_moving_pieces_back(page):
    """Also after Reset and Undo, a reload, or by a link elsewhere; but it is once the pieces were laid back."""
    noted = "Number(`cpmodels ${location.pathname} solved` in localStorage)"
    opened = page(html(TETRAVEX, cm.solve(TETRAVEX).solution))
    opened.get_by_role("button", name="Solution", exact=True).click()
    opened.get_by_role("button", name="Copy link").click()
    link = opened.evaluate("navigator.clipboard.readText()")
    for button in (None, "Reset", "Reload", "Link"):
        if button == "Reset":
            opened.get_by_role("button", name="Reset").click()
            opened.get_by_role("button", name="Undo").click()
        elif button == "Reload":
            opened.reload()
        elif button:
            opened.evaluate("localStorage.clear()")
            opened.goto("about:blank")
            opened.goto(link)
        drag(opened, 0, 1)
        drag(opened, 0, 1)
        assert told(opened) == "This is a solution."
        assert opened.evaluate(noted) == 0
    drag(opened, 0, 1)
    opened.get_by_role("button", name="Shuffle").click()
    while opened.locator("#hint").get_attribute("aria-disabled") == "false":
        opened.get_by_role("button", name="Hint").click()
    assert opened.evaluate(noted) == 1
