"""`cpmodels new`: new puzzles on the command line, printed and written, also when Ctrl-C ends the making."""

import json
import re
import sys
from datetime import date

import pytest
from browser import data_of
from command_line import begun, fails, run, stopped
from PIL import Image, ImageChops
from systems import needs_signals

import cpmodels as cm
import readers
from cpmodels.cli import _new
from cpmodels.cli._console import Searching

TRIED = r"stopped before a puzzle was made \((1 candidate|(?!1 )\d+ candidates) in [\d.]+ s\)\n$"


def seeds_told(err):
    return [int(seed) for seed in re.findall(r"seed (\d+): one solution", err)]


def test_the_command_and_python_make_the_same_puzzle(tmp_path) -> None:
    file = tmp_path / "zip.json"
    out, err = run("new", "zip", "4x5", "--walls", "few", "--seed", 3, "-o", file)
    made = cm.generate("zip", 4, 5, walls="few", seed=3)
    assert readers.read(file) == made.puzzle
    assert out.rstrip("\n") == str(cm.text(made.puzzle)).rstrip("\n")
    assert f"wrote {file}\nseed 3: one solution, no redundant clue; " in err
    form = json.loads(run("new", "zip", "4x5", "--walls", "few", "--seed", 3, "--json")[0])
    assert (form["minimal"], readers.read(form["puzzle"])) == (True, made.puzzle)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("edge-matching 2x2", "one solution; "),
        ("zip 5x4 --numbers H", "one solution, no redundant wall; "),
        ("fillomino 4", "one solution, no redundant further number; "),
        ("slitherlink 5 --difficulty easy", "easy, one solution, harder without any one clue; "),
    ],
)
def test_what_is_not_redundant_goes_by_its_name(words, said) -> None:
    """Numbers that make up a shape are no clues, nor those with which a Fillomino begins, which are not taken away."""
    assert f"seed 1: {said}" in run("new", *words.split(), "--seed", 1)[1]


@pytest.mark.parametrize("name", ["surface-matching", "surface_matching"])
def test_a_kind_without_a_generator_is_not_taken_for_a_misspelt_one(name) -> None:
    said = fails("new", name, "2x2")
    assert (
        f"no generator for the kind '{name}', as its class has no method `blank`, only for akari, edge-matching, "
        in said
    )
    assert "no generator for the kind 'tanog'; did you mean 'tango'?" in fails("new", "tanog", "2x2")


def test_no_day_has_a_seed_of_another(monkeypatch) -> None:
    told = {}
    for day in (date(2026, 12, 30), date(2026, 12, 31)):
        monkeypatch.setattr(_new, "date", type("Calendar", (), {"today": staticmethod(lambda day=day: day)}))
        told[day] = seeds_told(run("new", "zip", "2x3", "--seed", "today", "--count", 3)[1])
    assert told == {
        date(2026, 12, 30): [20261230, 120261230, 220261230],
        date(2026, 12, 31): [20261231, 120261231, 220261231],
    }
    assert seeds_told(run("new", "zip", "2x3", "--seed", 8, "--count", 2)[1]) == [8, 9]


@pytest.mark.parametrize("ending", [".json", ".png", ".html"])
def test_ctrl_c_keeps_what_was_made(tmp_path, monkeypatch, ending) -> None:
    generate, calls = cm.generate, []

    def stopped(*size, **options):
        calls.append(size)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return generate(*size, **options)

    monkeypatch.setattr(cm, "generate", stopped)
    file = tmp_path / f"many{ending}"
    _, err = run("new", "zip", "2x3", "--seed", 8, "--count", 9, "-o", file, code=3)
    assert file.exists()
    assert seeds_told(err) == [8, 9]
    assert err.endswith("stopped: 2 of 9 puzzles made\n")


def test_an_error_keeps_what_was_made(tmp_path) -> None:
    last = 2**63 - 1
    file = tmp_path / "one.json"
    _, err = run("new", "zip", "2x3", "--seed", last, "--count", 2, "-o", file, code=2)
    assert file.exists()
    assert seeds_told(err) == [last]
    assert err.endswith(f"the seed must be a whole number of 64 bits, not {last + 1}\n")


def test_what_a_book_needs_is_missed_once(tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    assert run("book", "zip-4", "zip-6", "-o", tmp_path / "book.pdf", code=2)[1].count("needs the packages") == 1


def test_what_a_book_needs_is_missed_before_its_second_puzzle(tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    made = []
    monkeypatch.setattr(cm, "generate", lambda *given, of=cm.generate, **more: made.append(given) or of(*given, **more))
    _, err = run("new", "zip", "2x3", "--seed", 8, "--count", 9, "-o", tmp_path / "book.pdf", code=2)
    assert err.endswith('writing .pdf needs the packages fpdf2 and uharfbuzz: pip install "cpmodels[print]"\n')
    assert seeds_told(err) == [8]
    assert len(made) == 1


def test_a_picture_of_two_puzzles_is_no_wider_than_they_are(tmp_path) -> None:
    file = tmp_path / "two.png"
    run("new", "zip", "2x3", "--seed", 8, "--count", 2, "-o", file)
    with Image.open(file) as image:
        picture = image.convert("RGB")
    ground = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
    left, _, right, _ = ImageChops.difference(picture, ground).getbbox()
    assert right - left > 0.9 * picture.width


def test_the_page_of_one_puzzle_knows_its_solution(tmp_path) -> None:
    file = tmp_path / "page.html"
    run("new", "edge-matching", "2x2", "--seed", 1, "-o", file)
    assert data_of(file.read_bytes())["right"] == [True]


@pytest.mark.slow
@needs_signals
def test_ctrl_c_ends_a_process_with_what_was_tried() -> None:
    process = begun("-m", "cpmodels", "new", "zip", "20x20")
    assert process.stderr.readline().startswith("making")
    _, err = stopped(process)
    assert re.search(TRIED, err)


def test_a_puzzle_that_is_not_found_in_time_ends_with_what_was_tried() -> None:
    _, err = run("new", "edge-matching", "12x12", "--colours", 5, "--seed", 1, "--time-limit", 0.3, code=3)
    assert re.search(TRIED, err)


def test_candidates_that_are_given_up_are_progress(monkeypatch) -> None:
    """A puzzle of a difficulty may be one of hundreds, and nothing else is seen for minutes."""

    def generate(*_, seed, progress, **_options):
        progress(cm.search.Progress(27, 2.0))
        return cm.generating.Generated(None, None, None, seed, tries=28)

    monkeypatch.setattr(Searching, "FIRST_LINE_AFTER", 0)
    monkeypatch.setattr(cm, "generate", generate)
    _, err = run("new", "nurikabe", "7x7", "--difficulty", "easy", "--seed", 1, code=3)
    assert err.startswith("making ... 0 made, 27 candidates given up, ")


def test_a_page_of_several_has_each_by_its_name(tmp_path) -> None:
    file = tmp_path / "week.html"
    run("new", "zip", "3x3", "--seed", 8, "--count", 3, "-o", file)
    assert re.findall(r"ZIP 3x3 no. (\d+)", file.read_text(encoding="utf-8")) == ["8", "9", "10"]


def test_what_new_writes_one_a_line_is_solved_played_and_printed(tmp_path) -> None:
    file, page = tmp_path / "some.json", tmp_path / "page.html"
    run("new", "zip", "3x3", "--seed", 8, "--count", 3, "-o", file)
    found = dict(readers.read_each(file))
    assert list(found) == [f"{file}, line {line}" for line in (1, 2, 3)]
    assert [puzzle.name for puzzle in found.values()] == ["ZIP 3x3 no. 8", "ZIP 3x3 no. 9", "ZIP 3x3 no. 10"]
    assert run("solve", file)[0].count(f"{file}, line ") == 3
    assert run("solve", "-", "--json", stdin=file.read_text())[0].count('"status": "solved"') == 3
    run("play", file, "-o", page)
    assert re.findall(r"ZIP 3x3 no. (\d+)", page.read_text(encoding="utf-8")) == ["8", "9", "10"]
    lines = file.read_text().splitlines()
    whole = tmp_path / "list.json"
    whole.write_text(f"[{', '.join(lines)}]")
    assert list(readers.read_each(whole)) == [(f"{whole}, entry {n}", one) for n, one in enumerate(found.values(), 1)]
    assert run("solve", whole)[0].count(f"{whole}, entry ") == 3
    whole.write_text("[]")
    assert "a puzzle must be a JSON object, not a list" in fails("solve", whole)
    file.write_text("\n".join((lines[0], '{"puzzle": "zip", "rows": 0, "cols": 3}', lines[2])))
    out, err = run("solve", file, code=2)
    assert out.count(f"{file}, line ") == 2
    assert f"{file}, line 2: " in err
    assert "it holds 3 puzzles, not one" in fails("draw", file, "-o", page)
    assert "which is read" in run("solve", file.rename(page), "-o", page, code=2)[1]


def test_without_a_size_it_is_that_of_the_largest_built_in_puzzle():
    sized, plain = run("new", "queens", "9x9", "--seed", "3")[0], run("new", "queens", "--seed", "3")[0]
    assert plain == sized
    assert "a SIZE is missing, such as 8x8" in fails("new", "garden")
