"""The page to assemble gardens, in headless Chromium: its rules are the checker's, its hints lead to solutions."""

from itertools import product

import pytest
from browser import PHONE, fingers, told
from examples import examples
from garden_bench import CROSS, PLUS, cell, drag, laid, middle, tile
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st
from lattice_oracle import Ground
from puzzle_strategies import draw_placement, lattice_variants, small_gardens, small_variants

import cpmodels as cm
import readers
import renderers
from cpmodels import Garden
from cpmodels.base.lattice import box_symmetries, move
from cpmodels.puzzles import TilePlacement
from cpmodels.puzzles.garden.tiles import all_codes, turned
from renderers._web_page import source
from renderers.garden._page import rules_data


@pytest.fixture(scope="module")
def script(chromium):
    """What the scripts with the page's rules and hints say of boards of a garden."""
    lend, take_back = chromium
    blank = lend(False)
    text = "".join(map(source, ("past.js", "reasons.js", "garden_rules.js", "garden_assembly.js")))
    blank.evaluate(f"() => {{ {text} Object.assign(window, {{ Rules: GardenRules, Bench: Assembly }}); }}")

    def said(garden, boards, what):
        tiles = [[[*cell, code] for cell, code in board.tiles] for board in boards]
        return blank.evaluate(
            f"""([data, boards]) => {{
                const rules = new Rules(data);
                const at = (tile) => rules.number(tile.slice(0, -1));
                const codesOf = (tiles) => new Map(tiles.map((tile) => [at(tile), tile.at(-1)]));
                return boards.map((tiles) => {what});
            }}""",
            [rules_data(garden), tiles],
        )

    yield said
    take_back(blank, False)


@st.composite
def gardens_and_boards(draw):
    """Any garden, with boards of it that are right, nearly right, half full, and any."""
    garden = draw(st.one_of(small_gardens(), small_variants(minimise=True), lattice_variants(minimise=True)))
    cells = st.sampled_from(sorted(garden.cells))
    codes = st.sampled_from(all_codes(garden.lattice))
    boards = [dict(draw(st.lists(st.tuples(cells, codes), max_size=6)))]
    if len(garden.cells) <= 9:
        near = dict(draw_placement(draw, Ground(garden)))
        boards += [near, near | boards[0], dict(list(near.items())[::2])]
    return garden, [TilePlacement(tuple(board.items())) for board in boards]


TRIPOD = TilePlacement([((1, 1), 21), ((2, 1), 8), ((0, 2), 32), ((1, 0), 2)])
"""It is the same after thirds of a turn, by which the rhombus that holds it is not."""
THIRDS = Garden.hanging((3, 3), lattice="hexagonal", tiles="distinct", symmetry="C3", minimise="volume")


@examples(200, suppress_health_check=list(HealthCheck))
@given(gardens_and_boards())
@example((THIRDS, [TRIPOD]))
def test_the_rules_of_the_page_are_those_of_the_checker(script, given_boards):
    garden, boards = given_boards
    found = script(garden, boards, "rules.flaws(codesOf(tiles)).map(({text}) => text)")
    for board, flaws in zip(boards, found, strict=True):
        assert flaws == [garden.said(flaw) for flaw in garden.check(board)]


@examples(60, suppress_health_check=list(HealthCheck))
@given(gardens_and_boards())
@example((Garden.hanging((1,), boundary="torus"), [TilePlacement(())]))
def test_a_tile_fits_where_it_makes_nothing_wrong(script, given_boards):
    """What fits beside what lies, and what breaks a rule for good, are found independently of each other."""
    garden, boards = given_boards
    found = script(
        garden,
        boards,
        """[...Array(rules.count).keys()].flatMap((cell) => {
            const codes = codesOf(tiles);
            codes.delete(cell);
            const faces = (flaw) => flaw.wrong && flaw.direction !== undefined;
            const place = ({wrong, direction, cell: at, text}) =>
                wrong && direction === undefined && at === cell && !text.startsWith("the symmetry");
            const before = rules.flaws(codes).filter(faces).length;
            return rules.tileSet.map((code) => {
                const flaws = rules.flaws(new Map(codes).set(cell, code));
                const isRight = flaws.filter(faces).length <= before && !flaws.some(place);
                return rules.fits(codes, cell, code) === (isRight && (rules.fixedAt.get(cell) ?? code) === code);
            });
        }).every(Boolean)""",
    )
    assert all(found)


def test_components_that_further_tiles_can_add_are_not_wrong_yet(script):
    """Of tiles of which each may be left out: a board without tiles was said to be wrong when the page opened."""
    pairs = TilePlacement([((0, 0), 2), ((1, 0), 8), ((3, 1), 1), ((3, 2), 4)])
    boards = [TilePlacement(pairs.tiles[:number]) for number in (0, 2, 4)]
    wrong = "rules.flaws(codesOf(tiles)).map(({wrong}) => wrong)"
    for bounds, expected in (((2, None), [[False], [False], []]), ((1, 1), [[False], [], [True]])):
        assert script(Garden.hanging((4, 4), tiles="distinct", components=bounds), boards, wrong) == expected
    assert script(Garden.hanging((4, 4), tiles=(2, 8), components=(2, 2)), boards[1:2], wrong) == [[True]]


def test_the_script_tells_who_touches_whom(script):
    assert PLUS.check(CROSS) == []
    reaches = "rules.reaches(tiles.map((tile) => [...tile.slice(0, -1), 0, 0].slice(0, 3).concat(tile.at(-1))))"
    numbers = {code: index for index, (_, code) in enumerate(CROSS.tiles)}
    [found] = script(PLUS, [CROSS], reaches)
    pairs = {frozenset((tile, touched)) for tile, _, _, touched in found}
    assert pairs == {frozenset((numbers[15], numbers[arm])) for arm in (1, 2, 4, 8)}
    torus = Garden.packed((2, 2), boundary="torus", tiles="distinct")
    [across] = script(torus, [TilePlacement([((0, 0), 10), ((1, 0), 10)])], reaches)
    assert sorted(across) == [[0, 1, 0, 1], [0, 3, 1, 1], [1, 1, 1, 0]]
    [alone] = script(PLUS, [TilePlacement([((0, 0), 3)])], reaches)
    assert sorted(alone) == [[0, 0, 2, -1], [0, 1, 2, -1]]


@pytest.mark.parametrize(
    "puzzle",
    [
        Garden.hanging((9,)),
        Garden.hanging((5, 5)),
        Garden.hanging((7, 3, 2), tiles=(2, 8, 10, 34, 24)),
        Garden.packed((4, 4)),
        Garden.packed((4, 4), boundary=("torus", "red")),
        Garden.hanging((5, 5), fixed=[(15, (2, 3))]),
    ],
    ids=lambda puzzle: f"{puzzle.rule} {puzzle.box} {puzzle.boundary}",
)
def test_hints_know_the_solution_turned_mirrored_and_shifted(script, puzzle):
    """Some tiles of any image of the solution that is a solution too; the hint completes them to one."""
    solution = cm.solve(puzzle, seed=3, workers=1).solution
    images = [TilePlacement(moved(puzzle, solution, m)) for m in box_symmetries(puzzle.box)]
    shifts = list(product(*(range(-side, side + 1) for side in puzzle.box)))
    images = [wrapped(puzzle, image, shift) for image in images for shift in shifts]
    right = sorted({image for image in images if image and puzzle.check(image) == []}, key=lambda one: one.tiles)
    assert len(right) > 1
    parts = [TilePlacement(image.tiles[number % 3 :: 3]) for number, image in enumerate(right)]
    nearest = """(() => {
        const bench = new Bench(rules, [KNOWN], []);
        bench.take(codesOf(tiles));
        const { codes, different } = bench.nearest();
        return [different, [...codes].map(([cell, code]) => [rules.cell(cell), code])];
    })()"""
    known = [[*cell, code] for cell, code in solution.tiles]
    found = script(puzzle, parts, nearest.replace("KNOWN", repr(known)))
    for part, (different, codes) in zip(parts, found, strict=True):
        assert different == []
        assert set(part.tiles) <= set(TilePlacement(codes).tiles)
        assert puzzle.check(TilePlacement(codes)) == []


def moved(puzzle, solution, matrix):
    return [(move(matrix, puzzle.box, cell), turned(code, matrix, puzzle.lattice)) for cell, code in solution.tiles]


def wrapped(puzzle, placement, shift):
    """A shifted garden, around the rims of a torus; None where it leaves the box."""
    tiles = []
    for at, code in placement.shifted(shift).tiles:
        sides = zip(at, puzzle.box, puzzle.boundaries, strict=True)
        tiles.append((tuple(c % side if word == "torus" else c for c, side, word in sides), code))
    return TilePlacement(tiles) if all(cell in puzzle.cells for cell, _ in tiles) else None


# --- by hand


SQUARES = readers.read("squares")
CUBES = readers.read("cubes-packed")


@pytest.fixture(scope="module")
def garden():
    return cm.solve(SQUARES, seed=1, workers=1).solution


@pytest.fixture(scope="module")
def bench(garden):
    return renderers.page(SQUARES, [garden], hidden=True)


def figures(opened):
    """Tiles laid, sides that match, open ones, and wrong ones."""
    return [int(opened.locator(f"#{name}").inner_text()) for name in ("laid", "matching", "open", "wrong")]


def test_the_page_opens_with_nothing_laid_and_the_solution_is_shown_on_demand(page, bench, garden):
    opened = page(bench)
    assert laid(SQUARES, opened) == TilePlacement([])
    assert figures(opened) == [0, 0, 0, 0]
    assert not opened.locator("#garden").is_visible()
    opened.get_by_role("button", name="Look").click()
    codes = [int(name) for name in opened.locator("#tile option").all_text_contents()[1:]]
    assert codes == sorted(code for _, code in garden.tiles)
    opened.reload()
    assert opened.locator("#garden").is_visible()


def test_tiles_are_dragged_and_what_is_wrong_is_told_as_the_checker_does(page, bench):
    opened = page(bench)
    drag(opened, tile(15), cell(SQUARES, 2, 2))
    assert figures(opened) == [1, 0, 4, 0]
    assert told(opened) == "All matches: 4 blue faces look at empty cells, 14 tiles left."
    drag(opened, tile(2), cell(SQUARES, 1, 2))
    assert figures(opened) == [2, 1, 3, 0]
    drag(opened, tile(7), cell(SQUARES, 3, 2))
    assert figures(opened) == [3, 1, 5, 1]
    board = laid(SQUARES, opened)
    assert board == TilePlacement([((1, 2), 2), ((2, 2), 15), ((3, 2), 7)])
    sentence = "the blue East face of x 3, y 3 looks at a red face"
    assert sentence in map(SQUARES.said, SQUARES.check(board))
    assert told(opened) == sentence.capitalize().replace("east", "East") + "."
    assert opened.locator("#grid .marks circle").count() == 2
    drag(opened, cell(SQUARES, 3, 2), cell(SQUARES, 1, 2))
    assert laid(SQUARES, opened) == TilePlacement([((1, 2), 7), ((2, 2), 15), ((3, 2), 2)])
    drag(opened, cell(SQUARES, 3, 2), "#chart")
    assert figures(opened)[0] == 2
    assert opened.locator(tile(2)).get_attribute("aria-disabled") == "false"
    for key, count in (("Control+z", 3), ("Control+z", 3), ("Control+z", 2), ("Control+y", 3), ("Control+Shift+Z", 3)):
        opened.keyboard.press(key)
        assert figures(opened)[0] == count
    assert laid(SQUARES, opened) == TilePlacement([((1, 2), 7), ((2, 2), 15), ((3, 2), 2)])


def test_hints_lead_from_any_beginning_of_a_solution_to_its_end(page, bench, garden):
    """The first tile lies where a mirrored and shifted copy of the known solution has it."""
    opened = page(bench)
    (x, y), code = garden.tiles[0]
    swapped = sum({1: 2, 2: 1, 4: 8, 8: 4}[bit] for bit in (1, 2, 4, 8) if code & bit)
    drag(opened, tile(swapped), cell(SQUARES, y, x))
    for count in range(2, 15):
        opened.locator("#hint").click()
        assert figures(opened)[0] == count
        assert figures(opened)[3] == 0
    opened.locator("#complete").click()
    board = laid(SQUARES, opened)
    assert SQUARES.check(board) == []
    assert board.codes[y, x] == swapped
    assert told(opened) == "The garden is complete: it obeys all the rules."
    opened.locator("#hint").click(force=True)
    assert told(opened) == "The garden is complete."


def test_what_agrees_with_no_known_solution_is_told_without_a_verdict(page, bench, garden):
    """The second tile lies elsewhere, all alone, so that nothing is wrong with it."""
    (first, one), *_, (_, other) = garden.tiles
    inner = [at for at in SQUARES.cells if None not in SQUARES.neighbours[at] and at not in garden.codes]
    lonely = next(at for at in inner if abs(at[0] - first[0]) + abs(at[1] - first[1]) > 2)
    opened = page(bench)
    for code, at in ((one, first), (other, lonely)):
        drag(opened, tile(code), cell(SQUARES, *at))
    for press in ("#hint", "#complete"):
        opened.locator(press).click()
        assert told(opened).startswith("The tiles here do not agree with the solution that this page knows. They may ")
        assert figures(opened)[0] == 2
    taken = {f"{code:02d} at {at}": rest for code, at, rest in ((one, first, lonely), (other, lonely, first))}
    [rest] = [at for words, at in taken.items() if told(opened).endswith(f"take away {SQUARES.said(words)}.")]
    drag(opened, cell(SQUARES, *(lonely if rest == first else first)), "#chart")
    opened.locator("#complete").click()
    assert SQUARES.check(laid(SQUARES, opened)) == []


def test_a_cell_that_no_tile_left_fits_is_told(page):
    puzzle = Garden.hanging((3, 1), tiles=(2, 10))
    opened = page(renderers.page(puzzle, []))
    drag(opened, tile(2), cell(puzzle, 0, 0))
    drag(opened, tile(10), cell(puzzle, 1, 0))
    assert told(opened) == "No tile left fits at x 3, y 1."
    opened.locator("#hint").click(force=True)
    assert "without a solution" in told(opened)


def test_by_touch_on_a_telephone(page, bench):
    opened = page(bench, PHONE, touch=True)
    assert opened.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    opened.locator(tile(15)).tap()
    opened.locator(cell(SQUARES, 2, 2)).tap()
    assert laid(SQUARES, opened) == TilePlacement([((2, 2), 15)])
    opened.locator(cell(SQUARES, 3, 2)).tap()  # first the cell, then the tile
    assert opened.locator("#chart .place.unfit").count() == 7
    opened.locator(tile(8)).tap()
    touch = fingers(opened)
    start, stop = middle(opened, cell(SQUARES, 2, 2)), middle(opened, cell(SQUARES, 1, 1))
    for kind, *points in (("Start", start), ("Move", stop), ("Move", stop), ("End",)):
        touch(kind, *points)
    assert laid(SQUARES, opened) == TilePlacement([((1, 1), 15), ((3, 2), 8)])
    assert opened.evaluate("scrollY") == 0


def test_a_tile_goes_back_by_a_press_on_it_and_on_its_place_in_the_chart(page, bench):
    opened = page(bench)
    drag(opened, tile(15), cell(SQUARES, 2, 2))
    for place in (cell(SQUARES, 2, 2), tile(15)):
        opened.mouse.click(*middle(opened, place))
    assert laid(SQUARES, opened) == TilePlacement([])


def test_by_keys_and_with_names_for_screen_readers(page, bench):
    opened = page(bench)
    opened.locator(tile(1)).focus()
    for key in ("ArrowRight", "Enter"):
        opened.keyboard.press(key)
    opened.locator(cell(SQUARES, 0, 4)).focus()
    for key in ("ArrowRight", "ArrowDown", " "):
        opened.keyboard.press(key)
    assert laid(SQUARES, opened) == TilePlacement([((1, 3), 2)])
    assert opened.evaluate("document.activeElement.getAttribute('aria-label')") == "x 2, y 4: tile 02"
    opened.keyboard.press("ArrowRight")
    name = opened.evaluate("document.activeElement.getAttribute('aria-label')")
    assert name == "x 3, y 4: empty, beside it West blue"
    opened.keyboard.press("ArrowLeft")
    opened.keyboard.press("Delete")
    assert figures(opened)[0] == 0
    assert opened.locator("#grid[role=grid] [role=row] [role=gridcell]").count() == 25
    for table in ("#grid", "#chart"):
        assert opened.locator(f"{table} .place[tabindex='0']").count() == 1


def test_cubes_are_assembled_by_layers_and_fixed_ones_stay(page):
    opened = page(renderers.page(CUBES, []), PHONE, touch=True, dark=True)
    assert opened.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert laid(CUBES, opened) == TilePlacement([])
    assert told(opened) == "62 tiles to place in 4 x 4 x 4."
    assert not opened.locator("#modes").is_visible()
    opened.locator("#layer-up").click()
    assert opened.locator("#layer-name").text_content() == "z 2"
    drag(opened, cell(CUBES, 1, 1, 1), cell(CUBES, 0, 0, 1))
    assert told(opened) == "This tile is fixed."
    opened.locator(tile(62)).tap()
    assert laid(CUBES, opened) == TilePlacement([((1, 1, 1), 63)])
    opened.locator("#layer-up").click()
    opened.locator(cell(CUBES, 1, 1, 2)).tap()
    assert laid(CUBES, opened) == TilePlacement([((1, 1, 2), 62), ((2, 2, 2), 0)])
    assert figures(opened) == [3, 1, 9, 0]
    opened.locator("#undo").click()
    assert figures(opened)[0] == 2
    opened.locator("#garden").press("PageUp")
    assert opened.locator("#layer-name").text_content() == "Top"


def test_a_wrong_garden_can_be_laid_out_and_mended(page):
    puzzle = Garden.hanging((4, 1), tiles=(2, 8, 10))
    wrong = TilePlacement([((0, 0), 2), ((1, 0), 2), ((2, 0), 8)])
    opened = page(renderers.page(puzzle, [wrong], hidden=True))
    opened.get_by_role("button", name="Lay out the given garden").click()
    assert laid(puzzle, opened) == wrong
    assert opened.locator(tile(2)).get_attribute("data-times") == "2 ×"  # noqa: RUF001
    assert told(opened).startswith("Tiles used more than once: 2.")
    opened.locator(tile(10)).click()
    opened.locator(cell(puzzle, 1, 0)).click()
    assert puzzle.check(laid(puzzle, opened)) == []
    assert told(opened) == "The garden is complete: it obeys all the rules."


def test_a_garden_that_the_page_completed_is_not_solved_by_laying_a_tile_back(page, bench):
    """Also after a reload, or by a link elsewhere; but it is by hints, once the board was cleared."""
    noted = "Number(`cpmodels ${location.pathname} solved` in localStorage)"
    opened = page(bench)
    opened.locator("#complete").click()
    opened.get_by_role("button", name="Copy link").click()
    link = opened.evaluate("navigator.clipboard.readText()")
    for address in (None, opened.url, link):
        if address:
            opened.goto("about:blank")
            opened.goto(address)
        code, (x, y) = next((code, at) for at, code in laid(SQUARES, opened).codes.items())
        drag(opened, cell(SQUARES, y, x), tile(code))
        assert figures(opened)[0] == 14
        opened.locator("#hint").click()
        assert told(opened).endswith("The garden is complete: it obeys all the rules.")
        assert opened.evaluate(noted) == 0
        if address:
            opened.evaluate("localStorage.clear()")
    opened.locator("#clear").click()
    for _ in range(15):
        opened.locator("#hint").click()
    assert opened.evaluate(noted) == 1
