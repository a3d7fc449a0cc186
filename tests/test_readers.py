"""Every form that the readers know, in both directions."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from puzzle_strategies import edge_matchings, lattice_variants, small_gardens, small_variants, zigzaws, zips

import readers
from cpmodels import EdgeMatching, Garden, PuzzleError, Zigzaw, Zip
from cpmodels import Path as Walk
from cpmodels.puzzles import Board, BorderFrog, Frog, Mosaic, TilePlacement
from cpmodels.puzzles.sudoku import Sudoku
from cpmodels.puzzles.zigzaw import PARTS, corners
from cpmodels.puzzles.zigzaw.geometry import POINTS, frame, rim

RGB = {
    "red": (196, 30, 10), "orange": (255, 150, 0), "yellow": (255, 200, 0),
    "blue": (0, 70, 173), "green": (0, 155, 72), "white": (240, 240, 240),
}  # fmt: skip


KINDS = {
    "zip": zips(),
    "edge_matching": edge_matchings(),
    "zigzaw": zigzaws(),
    "garden": st.one_of(small_gardens(), small_variants(minimise=True), lattice_variants(minimise=True)),
}


cells_of = st.tuples(st.integers(-3, 9), st.integers(-3, 9))
ANSWERS = {
    "zip": st.builds(Walk, st.lists(cells_of)),
    "edge_matching": st.builds(Board, st.lists(st.lists(cells_of))),
    "zigzaw": st.builds(Mosaic, st.lists(st.lists(st.integers(-1, 99)))),
    "garden": st.lists(st.tuples(cells_of, st.integers(0, 15))).map(TilePlacement),
}


@examples(60)
@given(st.data(), st.none() | st.text(max_size=8))
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_read_back(kind, data, name):
    puzzle = replace(data.draw(KINDS[kind]), name=name)
    back = readers.read(readers.write(puzzle))
    assert back == puzzle
    assert back.name == puzzle.name


@examples(100)
@given(zips())
def test_drawn_board_is_read_back(puzzle):
    assert readers.read(readers.ascii_board(puzzle)) == puzzle


@examples(60)
@given(st.data())
@pytest.mark.parametrize(
    "puzzle",
    [Zip(2, 2), EdgeMatching(1, 1, [(1, 2, 3, 4)]), Zigzaw(1, 1, [Frog(*["red"] * 6)]), Garden.hanging((5, 5))],
    ids=lambda puzzle: puzzle.kind,
)
def test_answers_are_read_back(puzzle, data):
    answer = data.draw(ANSWERS[puzzle.kind])
    assert readers.read_solution(puzzle, readers.write_solution(answer)) == answer
    assert readers.solution_from_form(puzzle, readers.solution_form(answer)) == answer


def test_answer_in_the_whole_output_of_solve(tmp_path):
    file = tmp_path / "answer.json"
    file.write_text('{"puzzle": "zip", "status": "solved", "solution": {"path": [[0, 0], [0, 1]]}, "seconds": 0.1}')
    assert readers.read_solution(Zip(1, 2), file) == Walk([(0, 0), (0, 1)])
    assert readers.read_solution(Zip(1, 2), str(file)) == Walk([(0, 0), (0, 1)])


def test_several_answers_one_after_another_or_in_a_list(tmp_path):
    one, two = Walk([(0, 0), (0, 1)]), Walk([(0, 1), (0, 0)])
    lines = tmp_path / "answers.jsonl"
    lines.write_text('{"path": [[0, 0], [0, 1]]}\n\n{"solution": {"path": [[0, 1], [0, 0]]}}\n')
    assert readers.read_solutions(Zip(1, 2), lines) == [one, two]
    assert readers.read_solutions(Zip(1, 2), readers.write_solution(one) + readers.write_solution(two)) == [one, two]
    assert readers.read_solutions(Zip(1, 2), '[{"path": [[0, 0], [0, 1]]}, {"path": [[0, 1], [0, 0]]}]') == [one, two]
    assert readers.read_solutions(Zip(1, 2), readers.write_solution(two)) == [two]
    assert readers.read_solutions(Zip(1, 2), {"solutions": [{"path": one.cells}, {"path": two.cells}]}) == [one, two]


def test_files_are_written(tmp_path):
    puzzle, answer = readers.read("zip-4"), Walk([(0, 0)])
    assert readers.write(puzzle, tmp_path / "p.json") == (tmp_path / "p.json").read_text()
    assert readers.write_solution(answer, tmp_path / "a.json") == '{\n  "path": [[0, 0]]\n}\n'
    assert readers.read(tmp_path / "p.json") == puzzle


def test_json_is_laid_out_for_people():
    text = readers.write(EdgeMatching(1, 2, [(1, 2, 3, 4), (5, 7, 6, 2)], name="grün"))
    assert '"name": "grün"' in text
    assert "    [1, 2, 3, 4],\n    [5, 7, 6, 2]\n" in text
    walk = readers.write_solution(Walk(list(product(range(6), range(6)))))
    assert len(walk.splitlines()) < 10
    assert max(map(len, walk.splitlines())) <= 100


@pytest.mark.parametrize("name", ["\x85", "a\u2028b", "\r\n", "", '"', "\\", "\ufeff"])
def test_names_survive(name, tmp_path):
    puzzle = Zip(1, 1, name=name)
    readers.write(puzzle, tmp_path / "p.json")
    assert readers.read(tmp_path / "p.json").name == name


def test_no_form_of_other_values():
    with pytest.raises(TypeError, match="no JSON form for int"):
        readers.write(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="no JSON form for int"):
        readers.write_solution(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", readers.BUILTIN)
def test_built_in_puzzles(name):
    puzzle = readers.read(name)
    written = readers.write(puzzle)
    form = json.loads(written)
    assert puzzle.name == name
    assert readers.read(written) == readers.read(form) == puzzle
    assert form == json.loads(written)  # A dictionary that is read stays as it is.
    description = readers.BUILTIN[name]
    assert "\n" not in description
    assert description.endswith(".")


def test_library_lists_its_files():
    files = {path.stem for path in (Path(readers.__file__).parent / "puzzles").iterdir()}
    assert files == set(readers.BUILTIN)
    assert len(readers.BUILTIN) == len(files)
    assert "zip-5000" not in readers.BUILTIN
    assert readers.BUILTIN.get("zip-5000") is None
    assert "zip-4" in repr(readers.BUILTIN)


def test_built_in_puzzles_are_what_they_say():
    assert readers.read("zip-parity").infeasible_reason()
    assert readers.read("nine-many").identical == 2
    assert readers.read("zigzaw-open") == replace(readers.read("zigzaw"), border=())


ZIP = Zip(2, 3, [(0, 0), (1, 2), (1, 0)], walls=[((0, 0), (0, 1)), ((0, 2), (1, 2))])


@pytest.mark.parametrize(
    "text",
    [
        '{"rows": 2, "cols": 3, "numbers": [[1, 0, 3], [0, 0, 1], [1, 2, 2]],'
        ' "walls": [[[0, 1], [0, 0]], [[0, 2], [1, 2]]]}',
        '{"grid_size": [2, 3], "nodes": [{"id": 1, "row": 0, "col": 0}, {"id": 3, "row": 1, "col": 0},'
        ' {"id": 2, "row": 1, "col": 2}], "walls": [[[0, 0], [0, 1]], [[1, 2], [0, 2]]]}',
        '{"puzzle": "zip", "grid": [[1, 0, 0], [3, -1, 2]], "borders": [[1, 0, 8], [0, 0, 0]]}',
        '{"grid": [[1, 0, 0], [3, 0, 2]], "borders": [[7, 6, 3], [12, 8, 11]], "name": "x"}',
        '{"grid": [[1, 0, 0], [3, 0, 2]], "walls": [[[0, 1], [0, 0]], [[0, 2], [1, 2]]]}',
        "2 3\n1 0 0\n3 0 2\n1 0 8\n0 0 0\n",
        "2 3\n\n1 -1 -1\n3 -1 2\n\n1 0 1\n0 0 0\n\n0 0 1\n1 1 1\n",
        "\ufeff# by hand\r\n2, 3\r\n1; 0; 0 // first row\r\n3 0 2\r\n\r\n1 0 0\r\n0 0 0\r\n0 0 1\r\n0 0 0\r\n",
        "+---+---+---+\n| 1 | .   . |\n+   +   +---+\n| 3   .   2 |\n+---+---+---+\n",
        "# loose\n\n  +--+----+-+\n  |1 |\n  +  +    +-+\n   3       2|\n  +  +    + +",
    ],
)
def test_forms_of_one_zip(text):
    assert readers.read(text) == ZIP


def test_a_grid_beside_our_own_form_is_passed_over():
    text = '{"puzzle": "zip", "rows": 1, "cols": 2, "numbers": [[0, 0, 1]], "grid": [[1, 2]]}'
    assert readers.read(text) == Zip(1, 2, [(0, 0)])


def test_zip_of_cell_indexes():
    text = '{"number": "1", "size": 2, "walls": {"0": ["RIGHT", "UP"], "3": ["LEFT"]}, "ordered_sequence": [0, 1]}'
    assert readers.read(text) == Zip(2, 2, [(0, 0), (0, 1)], [((0, 0), (0, 1)), ((1, 0), (1, 1))])


ROWS = [
    "53..7....",
    "6..195...",
    ".98....6.",
    "8...6...3",
    "4..8.3..1",
    "7...2...6",
    ".6....28.",
    "...419..5",
    "....8..79",
]
SUDOKU = Sudoku([[int(cell) if cell.isdecimal() else None for cell in row] for row in ROWS])
BOXES = "\n---+---+---\n".join(
    "\n".join(f"{row[:3]}|{row[3:6]}|{row[6:]}" for row in ROWS[r : r + 3]) for r in (0, 3, 6)
)


@pytest.mark.parametrize(
    "text",
    [
        "".join(ROWS),
        "".join(ROWS).replace(".", "0") + "\n",
        "# by hand\n" + "\n".join(ROWS).replace(".", "*") + "\n",
        "\r\n".join(" ".join(row).replace(".", "_") for row in ROWS),
        BOXES,
        BOXES.replace("\n", "\r\n"),
        BOXES.replace("---+---+---", "|---+---+---|"),
        "+---+\n" + "\n".join(f"| {' '.join(row[:3])} | {' '.join(row[3:6])} | {' '.join(row[6:])} |" for row in ROWS),
    ],
)
def test_sudokus_of_digits(text):
    assert readers.read(text) == SUDOKU


def test_nine_rows_with_each_number_once_are_a_zip():
    assert readers.read("\n".join(["1.......2", *["........."] * 8])) == Zip(9, 9, [(0, 0), (0, 8)])
    numbers = "\n".join(f"{n} {n + 9} . . . . . ." for n in range(1, 10))
    assert readers.read(numbers) == Zip(9, 8, [*((r, 0) for r in range(9)), *((r, 1) for r in range(9))])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 2 3 4\n" * 20 + "1\n", "^the text: line 21: a piece has 4 edges, not 1$"),
        ("\n".join("".join(ROWS)[i : i + 27] for i in (0, 27, 54)), "the number 5 is given twice"),
        ("".join(ROWS)[:80], "the line has 80 cells, but a Sudoku in one line has 81"),
    ],
)
def test_81_characters_in_other_lines_are_no_sudoku(text, sentence):
    with pytest.raises(PuzzleError, match=sentence):
        readers.read(text)


NINE = "1 2 3 -4\n" * 9
CORNERS = [(0, 0, 1, 2), (3, 4, 0, 0), (0, 3, 4, 0)]


@pytest.mark.parametrize(
    ("text", "puzzle"),
    [
        (NINE, EdgeMatching(3, 3, [(1, 2, 3, -4)] * 9, "sum-zero")),
        (NINE.replace(" ", ",\t").replace("\n", "\r\n\r\n"), EdgeMatching(3, 3, [(1, 2, 3, -4)] * 9, "sum-zero")),
        ("# set\n" + NINE.replace("\n", " // a piece\n"), EdgeMatching(3, 3, [(1, 2, 3, -4)] * 9, "sum-zero")),
        ("1 2\n1 2 3 4\n+5 6 7 8", EdgeMatching(1, 2, [(1, 2, 3, 4), (5, 6, 7, 8)])),
        ("1 4\n" + "1 2 3 4\n" * 4, EdgeMatching(1, 4, [(1, 2, 3, 4)] * 4)),
        ("4 4\n" + "1 2 3 4\n" * 16, EdgeMatching(4, 4, [(1, 2, 3, 4)] * 16)),
        ("2 2\n0 0 1 2\n3 4 0 0\n0 3 4 0\n1 0 0 2\n", EdgeMatching(2, 2, [*CORNERS, (1, 0, 0, 2)], border=0)),
        ("0 0 1 2\n3 4 0 0\n0 3 4 0\n0 1 0 2\n", EdgeMatching(2, 2, [*CORNERS, (0, 1, 0, 2)])),
    ],
)
def test_lists_of_pieces(text, puzzle):
    assert readers.read(text) == puzzle


def test_clues_with_clockwise_turns():
    text = '{"rows": 1, "cols": 1, "pieces": [[1, 2, 3, 4]], "clues": [{"row": 0, "col": 0, "piece": 0, "rot": 3}]}'
    assert readers.read(text).clues == ((0, 0, 0, 1),)


def test_variants_of_gardens_are_written_only_where_they_say_something():
    plain = json.loads(readers.write(Garden.packed((4, 4))))
    assert list(plain) == ["puzzle", "rule", "box", "red", "connected", "symmetry", "fixed"]
    torus = Garden.packed(
        (3, 3),
        boundary=["torus", "red"],
        tiles=[*range(9)],
        components=(1, None),
        forbidden=[(3, (1, 1))],
        touching=True,
    )
    form = json.loads(readers.write(torus))
    assert {field: form[field] for field in form if field not in plain} == {
        "boundary": ["torus", "red"],
        "components": [1, None],
        "touching": True,
        "tiles": [0, 1, 2, 3, 4, 5, 6, 7, 8],
        "forbidden": [[3, [1, 1]]],
    }
    least = '{"rule": "hanging", "box": [5, 5], "minimise": "volume", "forbidden": [[null, [1, 1]]], "red": "inside"}'
    expected = Garden.hanging((5, 5), red="inside", minimise="volume", forbidden=[(None, (1, 1))])
    assert readers.read(least) == expected
    assert readers.read(readers.write(expected)) == expected


def test_gardens_know_their_red_tile():
    assert readers.read('{"rule": "packed", "box": [4, 4]}') == Garden.packed((4, 4))
    assert readers.read('{"puzzle": "garden", "rule": "hanging", "box": [5, 5]}') == Garden.hanging((5, 5))
    turned = readers.read(
        '{"rule": "hanging", "box": [5, 5], "symmetry": [[[0, -1], [1, 0]]], "fixed": [[15, [2, 2]]]}'
    )
    assert turned == Garden.hanging((5, 5), symmetry=[((0, -1), (1, 0))], fixed=[(15, (2, 2))])


def test_frogs_without_bodies():
    frog = dict.fromkeys(PARTS, "red")
    puzzle = readers.read(json.dumps({"rows": 1, "cols": 1, "pieces": [frog], "border": [{"row": -1, "col": 0}]}))
    assert puzzle == Zigzaw(1, 1, [Frog(*["red"] * 6)], [BorderFrog(-1, 0, Frog())])


def test_published_zips(data):
    files = sorted((data / "zip" / "json").iterdir())
    assert files
    for file in files:
        puzzle, form = readers.read(file), json.loads(file.read_text())
        assert [[*cell, n] for n, cell in enumerate(puzzle.waypoints, 1)] == sorted(form["numbers"], key=lambda e: e[2])
        assert [[list(a), list(b)] for a, b in puzzle.walls] == sorted(sorted(wall) for wall in form["walls"])
        assert readers.read(readers.write(puzzle)) == puzzle == readers.read(readers.ascii_board(puzzle))


AS_PUBLISHED = {
    "archive_2026-07-11.json": "linkedin_2026-07-11.json",
    "archive_2026-07-20.json": "linkedin_2026-07-20.json",
    "instance_1.json": "linkedin_001.json",
    "shreyash_sample_input_1.txt": "shreyash_1.json",
}


def test_every_form_of_published_zips_is_tried(data):
    assert {file.name for file in (data / "zip" / "raw").iterdir()} == set(AS_PUBLISHED)


@pytest.mark.parametrize(("raw", "normal"), AS_PUBLISHED.items())
def test_zips_as_published(data, raw, normal):
    assert readers.read(data / "zip" / "raw" / raw) == readers.read(data / "zip" / "json" / normal)


def test_published_edge_matching(data):
    forms = {file: json.loads(file.read_text()) for file in (data / "edge_matching").glob("*/*.json")}
    puzzles = {file: form for file, form in forms.items() if isinstance(form, dict)}
    assert puzzles
    for file, form in puzzles.items():
        puzzle = readers.read(file)
        assert readers.puzzle_form(puzzle)["pieces"] == form["pieces"]
        assert (puzzle.rule, puzzle.border, puzzle.rotations) == (form["rule"], form["border"], form["rotations"])
        assert len(puzzle.clues) == len(form["clues"])
        assert readers.read(readers.write(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("nine_piece/demopuzzle.txt", "scramble/demopuzzle_607011.json"),
        ("nine_piece/puzzle-0000.txt", "scramble/puzzle_0000_607011.json"),
        ("nine_piece/puzzle-0001.txt", "scramble/puzzle_0001_607011.json"),
        ("eternity2/clue1.txt", "eternity2/clue1.json"),
    ],
)
def test_pieces_as_published(data, text, form):
    assert readers.read(data / "edge_matching" / text) == readers.read(data / "edge_matching" / form)


def test_clues_of_eternity_lie_with_their_grey_edges_out(data):
    puzzle = readers.read(data / "edge_matching" / "eternity2" / "e2-16x16-v00.json")
    for row, col, piece, turns in puzzle.clues:
        top, right, bottom, left = (puzzle.pieces[piece] * 2)[turns : turns + 4]
        assert [e == 0 for e in (top, right, bottom, left)] == [row == 0, col == 15, row == 15, col == 0]


def test_the_zigzaw_from_its_pictures(data):
    puzzle = readers.read(data / "zigzaw")
    assert puzzle == readers.read("zigzaw")
    assert readers.read(str(data / "zigzaw")) == puzzle
    rim = puzzle.board_corners - {c for r in range(1, 8) for col in range(1, 8) for c in corners(r, col)}
    assert set(puzzle.border_colours) < rim
    assert len(puzzle.border_colours) == 70


@pytest.mark.parametrize(
    ("rows", "cols", "kind"), [(9, 9, "png"), (2, 3, "gif"), (3, 2, "png"), (1, 6, "png"), (6, 1, "gif")]
)
def test_zigzaws_of_any_size_from_pictures(tmp_path, rows, cols, kind):
    colour = {}

    def part(cell, name):
        corner = corners(*cell)[PARTS.index(name)] if name in PARTS else (cell, "body")
        return colour.setdefault(corner, list(RGB)[len(colour) * 5 % 6])

    def paint(picture, cell, left, top, unit):
        for name, (x, y) in POINTS.items():
            at = left + x * unit[0], top + y * unit[1]
            ImageDraw.Draw(picture).ellipse([v - 2 for v in at] + [v + 2 for v in at], fill=RGB[part(cell, name)])

    frogs, border = [], Image.new("RGB", tuple(round(72 * side) for side in frame(rows, cols)), (64, 50, 59))
    for n, cell in enumerate(product(range(rows), range(cols))):
        picture = Image.new("RGB", (108, 97), (1, 2, 3))
        paint(picture, cell, 0, 0, (12, 97 / 7))
        picture.save(tmp_path / f"piece.{n}.{kind}")
        frogs.append(Frog(*(part(cell, name) for name in POINTS)))
    for row, col in rim(rows, cols):
        left, top = (col + 1 - (row % 2 == 0) / 2) * 72, (row + 1) * 62.354 - 2.5 * 13.856
        paint(border, (row, col), left, top, (12, 13.856))
    border.save(tmp_path / f"border.{kind}")
    puzzle = readers.read(tmp_path)
    assert (puzzle.rows, puzzle.cols, puzzle.pieces) == (rows, cols, tuple(frogs))
    assert not puzzle.check(Mosaic([[r * cols + c for c in range(cols)] for r in range(rows)]))
    assert set(puzzle.border_colours) == {
        corner for cell in rim(rows, cols) for corner in corners(*cell) if corner in puzzle.board_corners
    }


def test_a_file_beside_a_built_in_name(tmp_path, monkeypatch):
    (tmp_path / "zip-4").write_text("1 1\n1\n")
    monkeypatch.chdir(tmp_path)
    assert readers.read("./zip-4") == readers.read(Path("zip-4")) == Zip(1, 1, [(0, 0)])
    assert readers.read("zip-4") != Zip(1, 1, [(0, 0)])
    with pytest.raises(PuzzleError, match=r"did you mean 'zip-4'\?"):
        readers.read("zip_4")


def test_a_file_whose_name_opens_as_json_does(tmp_path, monkeypatch):
    (tmp_path / "[1] mine.txt").write_text("1 1\n1\n")
    monkeypatch.chdir(tmp_path)
    assert readers.read("[1] mine.txt") == Zip(1, 1, [(0, 0)])


def test_nine_rows_of_another_kind_are_not_taken_for_a_sudoku():
    text = "3 . 2 . . 1 . . 3\n" + ". . . 2 . . 0 . .\n" * 8
    with pytest.raises(PuzzleError, match="are read as a Sudoku, but row 1 has 3 twice; other kinds are read"):
        readers.read(text)
    in_one_line = readers.read("3.2..1..3" + "." * 72)
    assert in_one_line.kind == "sudoku"
