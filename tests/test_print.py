"""Paper: pages are drawing values in millimetres, so sizes are read off them; files are read back with pypdf."""

import re
import sys
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from command_line import fails, run
from drawn import of_role, overlapping, texts
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

import cpmodels as cm
import readers
import renderers
from cpmodels.puzzles import Frog
from renderers import _layout, paper, scenes, shapes
from renderers._pdf import HEIGHT, PAPERS, POINT, WIDTH, pdf
from renderers.garden import _nets
from renderers.shapes import Circle, Polygon, Text, bounds, type_width

NINE = readers.read("nine-one")
BORDERED = readers.read("edge-bordered")
SQUARES = readers.read("squares")
ZIP = cm.Zip(2, 3, waypoints=[(0, 0), (1, 2), (1, 0)], name="small")
ZIP_PATH = cm.Path([(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0)])


def pages_of(puzzle, *solutions):
    return list(paper.pages(puzzle, solutions))


def to_cut_out(puzzle):
    return [page for page in pages_of(puzzle) if of_role(page, "ruler")]


def read(content):
    return PdfReader(BytesIO(content))


# --- pages as values


@pytest.mark.parametrize("name", ["nine-one", "edge-bordered", "tetravex", "zigzaw", "squares", "cubes", "zip-8"])
def test_everything_lies_on_the_page_within_what_printers_leave_white(name):
    for page in pages_of(readers.read(name)):
        left, top, right, bottom = bounds(page)
        assert 5 <= left < right <= WIDTH - 5
        assert 5 <= top < bottom <= HEIGHT - 5


@pytest.mark.parametrize(("name", "count"), [("edge-bordered", 25), ("tetravex", 16), ("nine-one", 9)])
def test_square_pieces_are_all_there_once_and_of_true_size(name, count):
    pages = to_cut_out(readers.read(name))
    numbers = [text for page in pages for text in texts(page, "piece")]
    assert numbers == [str(number) for number in range(1, count + 1)]
    hubs = [hub.centre for hub in of_role(pages[0], "hub")]
    if name == "nine-one":
        assert hubs[1][0] - hubs[0][0] > 40 * 1.3
        return
    assert hubs[1][0] - hubs[0][0] == pytest.approx(40)
    assert [len(of_role(page, "hub")) for page in pages] == {25: [16, 9], 16: [16]}[count]
    columns, rows = 4, 4
    cuts = of_role(pages[0], "cut")
    assert len(cuts) == columns + rows + 2
    across = sorted(cut.points[0][0] for cut in cuts if cut.points[0][0] == cut.points[1][0])
    assert [b - a for a, b in pairwise(across)] == pytest.approx([40] * columns)


def test_pieces_with_tabs_do_not_touch():
    (page,) = to_cut_out(NINE)
    boxes = [bounds([cut]) for cut in of_role(page, "cut")]
    assert len(boxes) == 9
    assert overlapping(boxes) == []


def test_tiles_of_a_garden_show_their_faces_and_fill_their_squares():
    (page,) = to_cut_out(SQUARES)
    assert texts(page, "code") == [f"{code:02d}" for code in SQUARES.tile_set]
    assert len(of_role(page, "blue")) == sum(code.bit_count() for code in SQUARES.tile_set)
    left, top, right, bottom = bounds(of_role(page, "tile")[:1])
    assert (right - left, bottom - top) == pytest.approx((40, 40))


def test_frogs_and_frogs_of_the_border_have_their_labels():
    puzzle = readers.read("zigzaw")
    labels = [text for page in to_cut_out(puzzle) for text in texts(page, "number")]
    assert labels == [str(i) for i in range(1, 82)] + [f"({row}, {col})" for row, col, _ in puzzle.border]


def test_a_frog_of_the_border_of_which_nothing_is_known_is_not_cut_out():
    border = [(-1, 0, Frog()), (0, -1, Frog(body="red"))]
    puzzle = cm.Zigzaw(1, 1, [Frog(*["red"] * 6)], border)
    assert [text for page in to_cut_out(puzzle) for text in texts(page, "number")] == ["1", "(0, -1)"]


def test_the_ruler_is_as_long_as_it_says():
    (page,) = to_cut_out(SQUARES)
    bar = of_role(page, "ruler")[0]
    assert bar.points[1][0] - bar.points[0][0] == 50
    assert of_role(page, "ruler")[-1].content.startswith("50 mm")


@given(st.integers(1, 60), st.floats(10, 180), st.floats(10, 230), st.floats(0, 9))
@examples(100)
def test_a_kit_loses_no_piece_and_none_leaves_the_page(count, width, height, gap):
    piece = [Polygon(((0, 0), (width, 0), (width, height), (0, height)), None, "#000000", 0.1, "box")]
    boxes = [
        bounds([box])
        for page in _layout.spread(_layout.Kit("things", width, height, (piece,) * count, gap), "title")
        for box in of_role(page, "box")
    ]
    assert len(boxes) == count
    for left, top, right, bottom in boxes:
        assert left >= _layout.LEFT - 1e-6
        assert top >= _layout.TOP - 1e-6
        assert right <= _layout.RIGHT + 1e-6
        assert bottom <= _layout.BOTTOM + _layout.CROP + 1e-6


@pytest.mark.parametrize(
    ("name", "role"), [("edge-bordered", "piece"), ("cubes", "code"), ("zigzaw", "number"), ("nine-one", "piece")]
)
def test_all_pieces_are_shown_together_first(name, role):
    puzzle = readers.read(name)
    first, *others = pages_of(puzzle)
    assert texts(first, "what")[0] == "all pieces"
    told = [set(texts(page, role)) for page in others]
    pieces = set(texts(first, role))
    assert len(pieces) == len(puzzle.tile_set if name == "cubes" else puzzle.pieces)
    assert pieces <= set().union(*told)
    assert len(others) == len(to_cut_out(puzzle))


@pytest.mark.parametrize(
    ("puzzle", "told"),
    [
        (SQUARES, "15 tiles to place in 5 x 5"),
        (BORDERED, "grey edges (0) belong on the rim"),
        (replace(BORDERED, border=None, rotations=False), "pieces are not turned"),
        (replace(NINE, clues=[(0, 1, 2, 0)]), "fixed: piece 3 at row 1, column 2"),
        (readers.read("surface-matching-6"), "on the faces of a cube"),
        (readers.read("surface-matching-9"), "on a torus: opposite ends touch"),
    ],
)
def test_paper_says_what_is_asked_of_the_pieces(puzzle, told):
    first = pages_of(puzzle)[0]
    assert texts(first, "caption") == [told]


def test_where_pieces_are_fixed_is_shown_on_a_page_of_its_own():
    board = cm.solve(BORDERED).solution
    clues = [(*cell, *place) for cell, place in board][:5]
    pages = pages_of(replace(BORDERED, clues=clues))
    assert [texts(page, "what")[0] for page in pages[:2]] == ["all pieces", "what is fixed"]
    assert " ".join(texts(pages[0], "caption")) == (
        f"grey edges (0) belong on the rim; fixed: piece {clues[0][2] + 1} at row 1, column 1, "
        f"piece {clues[1][2] + 1} at row 1, column 2, piece {clues[2][2] + 1} at row 1, column 3 and 2 more"
    )
    assert set(texts(pages[1], "piece")) == {str(piece + 1) for _, _, piece, _ in clues}


def test_a_book_says_all_that_is_asked_of_the_pieces_and_nothing_on_its_cover():
    clues = [(0, 1, 2, 0), (1, 1, 3, 0), (2, 2, 5, 0)]
    cover, _, page = paper.book_pages([(replace(NINE, clues=clues), None)], per_page=12)
    assert " ".join(texts(page, "caption")) == (
        "fixed: piece 3 at row 1, column 2, piece 4 at row 2, column 2, piece 6 at row 3, column 3"
    )
    assert of_role(cover, "caption") == []


# --- nets fold to cubes


def rolled():
    """For each face of the net the cube's face that lies below, and which way its four sides look.

    A die is rolled over the net, from the face in the middle, which the Top lies on: an oracle that knows no tables.
    """
    down, north, east = "Top", "North", "East"
    opposite = {"North": "South", "East": "West", "Top": "Bottom"}
    opposite |= {b: a for a, b in opposite.items()}
    found, frontier = {}, [(_nets.FACES["Top"], down, north, east)]
    places = {place: face for face, place in _nets.FACES.items()}
    while frontier:
        place, down, north, east = frontier.pop()
        if place in found or place not in places:
            continue
        found[place] = down, (north, east, opposite[north], opposite[east])
        x, y = place
        frontier += [
            ((x, y - 1), north, opposite[down], east),
            ((x, y + 1), opposite[north], down, east),
            ((x + 1, y), east, north, opposite[down]),
            ((x - 1, y), opposite[east], north, down),
        ]
    return places, found


def test_each_face_of_the_net_folds_to_where_it_belongs():
    places, found = rolled()
    assert {place: down for place, (down, _) in found.items()} == places


def test_each_edge_of_the_cube_is_a_fold_or_has_one_tab():
    places, found = rolled()
    folds, tabs = set(), []
    for place, (down, sides) in found.items():
        for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            edge = frozenset((down, sides[side]))
            if (place[0] + dx, place[1] + dy) in places:
                folds.add(edge)
            elif (places[place], side) in _nets.TABS:
                tabs.append(edge)
    assert len(folds) == 5
    assert len(tabs) == len(set(tabs)) == 7
    assert len(folds | set(tabs)) == 12


@given(st.integers(0, 63))
def test_a_net_has_the_faces_of_its_tile_and_keeps_to_its_box(code):
    shapes = list(_nets.net(code))
    assert len(of_role(shapes, "blue")) == code.bit_count()
    assert len(of_role(shapes, "red")) == 6 - code.bit_count()
    assert len(of_role(shapes, "tab")) == 7
    assert bounds(shapes) == pytest.approx((0, 0, _nets.WIDTH, _nets.HEIGHT))
    letters = {text.content: text.centre for text in of_role(shapes, "face")}
    blue = {letter for letter, bit in zip("NESWTB", (1, 2, 4, 8, 16, 32), strict=True) if code & bit}
    for face in of_role(shapes, "blue"):
        left, top, right, bottom = bounds([face])
        inside = {letter for letter, (x, y) in letters.items() if left <= x <= right and top <= y <= bottom}
        assert inside <= blue
        assert len(inside) == 1


# --- solutions and books


def test_each_solution_has_a_page():
    board = cm.solve(SQUARES).solution
    assert len(pages_of(SQUARES, board)) == 3
    assert [texts(page, "what")[0] for page in pages_of(SQUARES, board, board)[2:]] == [
        "solution 1 of 2",
        "solution 2 of 2",
    ]


def test_cubes_are_told_layer_by_layer_with_the_north_above():
    garden = cm.Garden.hanging((2, 3, 2))
    planting = cm.puzzles.TilePlacement([((0, 0, 0), 1), ((0, 2, 0), 4), ((1, 1, 1), 8)])
    page = pages_of(garden, planting)[-1]
    at = {text.content: text.centre for text in of_role(page, "code")}
    assert set(at) == {"01", "04", "08"}
    assert at["04"][1] < at["01"][1]
    assert at["04"][0] == at["01"][0]
    assert at["08"][0] - at["01"][0] > 50
    assert texts(page, "layer") == ["Bottom", "Top"]
    assert len(of_role(page, "cell")) == 12


def test_a_zigzaw_is_told_by_numbers():
    puzzle = readers.read("zigzaw")
    mosaic = cm.puzzles.Mosaic([range(9 * row, 9 * row + 9) for row in range(9)])
    page = pages_of(puzzle, mosaic)[-1]
    at = {text.content: text.centre for text in of_role(page, "code")}
    assert len(at) == 81
    assert at["10"][0] - at["1"][0] == pytest.approx((at["2"][0] - at["1"][0]) / 2)
    assert at["10"][1] > at["1"][1]


@pytest.mark.parametrize(
    ("solved", "per_page", "front", "back"),
    [([True] * 6, 6, 1, 1), ([True] * 13, 6, 3, 2), ([False] * 7, 4, 2, 0), ([True] * 3, 1, 3, 1)],
)
def test_a_book_has_a_cover_the_rules_several_puzzles_a_page_and_the_solutions_at_the_back(
    solved, per_page, front, back
):
    entries = [(ZIP, ZIP_PATH if answer else None) for answer in solved]
    cover, rules, *pages = paper.book_pages(entries, "ZIPs", per_page)
    assert (texts(cover, "heading"), texts(cover, "what")) == (["ZIPs"], [f"{len(solved)} ZIP"])
    assert of_role(cover, "rim")
    assert "Draw one path through all cells" in " ".join(texts(rules, "words"))
    assert len(pages) == front + back
    assert not any(of_role(page, "path") for page in pages[:front])
    for part, count in ((pages[:front], len(solved)), (pages[front:], sum(solved))):
        assert [name for page in part for name in texts(page, "name")] == list(map(str, range(1, count + 1)))
    assert all(of_role(page, "path") for page in pages[front:])
    assert [texts(page, "page number") for page in (cover, rules, *pages)] == [
        [],
        *([str(number)] for number in range(2, len(pages) + 3)),
    ]


@pytest.mark.parametrize("words", ["a word " * 15, "words" * 25, "word " * 200, "two\n", " ", "字" * 30])
def test_a_long_title_takes_several_lines_on_the_cover(words):
    cover, *_ = paper.book_pages([(ZIP, None)], words)
    lines = sorted(of_role(cover, "heading"), key=lambda line: line.centre[1])
    assert len(lines) <= 4
    assert "".join("".join(line.content for line in lines).split()) == "".join(words.split()) or len(words) > 200
    assert all(line.size >= 6 and line.size * type_width(line.content) <= WIDTH - 24.0 for line in lines)
    assert all(line.centre[1] > 20 for line in lines)


def test_a_book_goes_from_easy_to_hard_and_names_are_not_numbered_twice():
    one, two, three = (replace(ZIP, name=f"{name} no. 7") for name in ("one", "two", "three"))
    entries = [(one, ZIP_PATH), (two, ZIP_PATH, "hard", "Look at (0, 0)."), (three, ZIP_PATH, "easy")]
    _, rules, puzzles, hints, solutions = paper.book_pages(entries)
    assert texts(puzzles, "name") == ["1  three  ●○○○", "2  two  ●●●○", "3  one"]
    assert texts(hints, "name") == ["2  two"]
    assert texts(hints, "words") == ["Look at row 1, column 1."]
    assert texts(solutions, "name") == ["1  three", "2  two", "3  one"]
    assert "●●●○ hard" in " ".join(texts(rules, "words"))


def test_a_solution_keeps_the_number_of_its_puzzle():
    pages = list(paper.book_pages([(ZIP, None), (ZIP, ZIP_PATH)]))
    assert texts(pages[-1], "name") == ["2"]


def test_why_there_is_no_solution_is_told_at_the_back():
    *_, front, back = paper.book_pages([(ZIP, "no solution"), (ZIP, ZIP_PATH), (ZIP, None)])
    assert not of_role(front, "told")
    assert texts(back, "name") == ["1", "2"]
    assert texts(back, "told") == ["no solution"]
    assert len(of_role(back, "path")) == len(of_role(renderers.draw(ZIP, ZIP_PATH), "path"))


def test_a_solution_that_is_one_of_several_is_told_to_be_so():
    *_, back = paper.book_pages([(ZIP, ZIP_PATH, None, None, True), (ZIP, ZIP_PATH)])
    (told,) = of_role(back, "caption")
    assert told.content == "one of several solutions"
    board, other = (bounds([rim]) for rim in of_role(back, "rim"))
    assert board[0] < told.centre[0] < board[2] < other[0]
    assert told.centre[1] > board[3]


def test_pictures_of_a_book_do_not_overlap():
    *_, page = paper.book_pages([(ZIP, None)] * 6)
    assert overlapping([bounds([rim]) for rim in of_role(page, "rim")]) == []


def test_many_kinds_have_their_rules_on_several_pages():
    pages = [
        page for page in paper.book_pages([(name, None) for name in readers.BUILTIN if name.endswith(("-5", "-6"))])
        if texts(page, "what") == ["rules"]
    ]  # fmt: skip
    assert len(pages) > 1
    assert max(text.centre[1] for page in pages for text in of_role(page, "words")) < _layout.BOTTOM


@pytest.mark.parametrize(
    ("per_page", "told"),
    [
        (5, "a page has 1, 2, 4, 6, 9, 12 puzzles, not 5"),
        ([6], r"a page has .* puzzles, not \[6\]"),
        (6, "easy, medium"),
    ],
)
def test_what_a_book_cannot_be_is_a_sentence(per_page, told, tmp_path):
    with pytest.raises(cm.ParameterError, match=told):
        renderers.book(tmp_path / "book.pdf", [(ZIP, None, "simple")], per_page=per_page)


def test_a_book_of_nothing_is_none(tmp_path):
    with pytest.raises(cm.PuzzleError, match="at least one puzzle"):
        renderers.book(tmp_path / "book.pdf", [])


# --- files


def test_a_pdf_has_pages_of_its_paper_a_title_and_its_text():
    shapes = [Text((20, 20), "Zoë ★ (1)", 5, "#000000", "start"), Circle((50, 50), 3, "#ff0000")]
    read_back = read(pdf([shapes, []], "Title"))
    assert len(read_back.pages) == 2
    for name, size in PAPERS.items():
        box = read(pdf([shapes], "Title", name)).pages[0].mediabox
        assert [float(v) / POINT for v in box[2:]] == pytest.approx(size, abs=0.01)
    assert read_back.metadata.title == "Title"
    assert "Zoë ★ (1)" in read_back.pages[0].extract_text()
    assert "{nb}" in read(pdf([[replace(shapes[0], content="say {nb}")]], "")).pages[0].extract_text()


def test_a_long_name_is_shortened_by_one_look_at_its_letters(monkeypatch):
    looked = []
    monkeypatch.setattr(shapes, "type_width", lambda text: looked.append(len(text)) or type_width(text))
    assert shapes.shortened("a" * 10_000, 5.0, 110.0).startswith("aaa")
    assert sum(looked) <= 3 * 10_000


@given(st.text("aMé→i"), st.floats(2, 60))
def test_a_shortened_line_fits_and_could_not_be_longer(line, width):
    short = shapes.shortened(line, 5.0, width)
    if short != line:
        kept = short.removesuffix("...")
        assert line.startswith(kept)
        assert not kept or 5 * type_width(short) <= width + 1e-9
        assert 5 * type_width(line[: len(kept) + 1] + "...") > width - 1e-9


def test_lengths_in_the_file_are_millimetres():
    content = pdf([[Polygon(((10, 20), (50, 20), (50, 60)), "#000000")]], "Title")
    page = read(content).pages[0].get_contents().get_data().decode("latin-1")
    moves = re.findall(r"([\d.]+) ([\d.]+) [ml]\b", page)
    above = (PAPERS["A4"][1] - HEIGHT) / 2
    points = [(float(x) / POINT, PAPERS["A4"][1] - float(y) / POINT - above) for x, y in moves]
    assert points == [pytest.approx(point, abs=0.01) for point in ((10, 20), (50, 20), (50, 60))]


def test_the_fonts_of_all_letters_are_in_the_file(tmp_path):
    renderers.book(tmp_path / "book.pdf", [(readers.read("zip-4"), None), (SQUARES, "none")], "Книга")
    fonts = [
        font
        for page in read((tmp_path / "book.pdf").read_bytes()).pages
        for font in page["/Resources"]["/Font"].values()
    ]
    assert fonts
    for font in fonts:
        (inner,) = font.get_object()["/DescendantFonts"]
        descriptor = inner.get_object()["/FontDescriptor"].get_object()
        assert {"/FontFile2", "/FontFile3"} & set(descriptor)


def test_what_is_to_be_read_is_in_eight_points_or_more():
    steps = list(cm.explain("zip-4"))
    pages = [
        *paper.book_pages([("squares", None), ("triangles", None), ("cubes", None), ("zigzaw", None), ("zip-4", None)]),
        *pages_of(SQUARES), *pages_of(BORDERED),
        *scenes.pages(ZIP, scenes.of_steps(readers.read("zip-4"), steps)),
    ]  # fmt: skip
    read_aloud = [
        text for page in pages for text in of_role(page, "caption", "heading", "what", "name", "words", "ruler")
    ]
    sizes = [text.size * POINT for text in read_aloud if isinstance(text, Text)]
    assert len(sizes) > 20
    assert min(sizes) >= 8


def test_paper_is_a4_or_letter(tmp_path):
    run("draw", "zip-4", "-o", tmp_path / "a.pdf", "--paper", "letter")
    assert float(read((tmp_path / "a.pdf").read_bytes()).pages[0].mediabox[2]) == 612
    run("book", "zip-4", "-o", tmp_path / "b.pdf", "--paper", "Letter")
    assert float(read((tmp_path / "b.pdf").read_bytes()).pages[0].mediabox[3]) == 792
    with pytest.raises(cm.ParameterError, match=r"^paper is A4 or Letter, not 'A3'$"):
        cm.save(tmp_path / "a.pdf", "zip-4", paper="A3")
    with pytest.raises(cm.ParameterError, match=r"^paper is A4 or Letter, not \['A4'\]$"):
        cm.save(tmp_path / "a.pdf", "zip-4", paper=["A4"])
    with pytest.raises(cm.ParameterError, match=r"^paper is for \.pdf files, not for "):
        cm.save(tmp_path / "a.png", "zip-4", paper="A4")


def test_the_same_puzzle_makes_the_same_file(tmp_path):
    for name in ("a.pdf", "b.PDF"):
        renderers.save(tmp_path / name, ZIP, ZIP_PATH)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.PDF").read_bytes()
    assert len(read((tmp_path / "a.pdf").read_bytes()).pages) == 2


@pytest.mark.parametrize("module", ["fpdf", "uharfbuzz"])
def test_without_fpdf_one_sentence_says_what_to_install(monkeypatch, module):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(
        cm.errors.MissingExtraError,
        match=r'^writing \.pdf needs the packages fpdf2 and uharfbuzz: pip install "cpmodels\[print\]"$',
    ):
        pdf([], "Title")


def test_the_command_prints_a_book_and_tells_what_has_no_solution(tmp_path):
    target = tmp_path / "book.pdf"
    readers.write(cm.Zip(2, 2), tmp_path / "square.json")
    names = ["zip-4", "zip-parity", "zip-6", tmp_path / "square.json"]
    _, err = run("book", *names, "-o", target, "--title", "Evening")
    assert "zip-parity: there is no solution" in err
    assert "zip-4:" not in err
    text = [page.extract_text() for page in read(target.read_bytes()).pages]
    assert len(text) == 5
    assert all("Evening" in page for page in text)
    assert re.search(r"1 +zip-4 +●", text[2])
    assert re.search(r"1 +zip-4\n.*ow 1, column 1", text[3])
    assert re.search(r"3 +zip-parity\nno solution\n", text[4])
    assert text[4].count("no solution") == 1
    assert text[4].count("one of several solutions") == 1


def test_puzzles_in_a_book_have_the_names_of_their_files(tmp_path):
    for name, puzzle in (
        ("evening", cm.Zip(3, 3)),
        ("hard", cm.Zip(30, 30, [(0, 0), (15, 15), (29, 0), (3, 3), (20, 20), (7, 24)])),
        ("other", ZIP),
    ):
        readers.write(puzzle, tmp_path / f"{name}.json")
    files = [tmp_path / f"{name}.json" for name in ("evening", "hard", "other")]
    run("book", *files, "-o", tmp_path / "book.pdf", "--time-limit", 1e-6, code=3)
    text = [page.extract_text() for page in read((tmp_path / "book.pdf").read_bytes()).pages]
    assert all(re.search(name, text[2]) for name in ("1 +evening", "2 +hard", "3 +small"))
    assert "other" not in text[2]
    assert "not solved in time" in text[3]


def test_a_book_is_a_pdf(tmp_path):
    assert fails("book", "zip-4", "-o", tmp_path / "book.svg").startswith("cpmodels: a book is a .pdf file")
    assert not (tmp_path / "book.svg").exists()
