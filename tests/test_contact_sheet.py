"""Several solutions in one picture or on paper, of any kind of puzzle; what is left out is told."""

from dataclasses import replace
from itertools import islice

import pytest
from command_line import run
from drawn import of_role, texts
from pypdf import PdfReader

import cpmodels as cm
import readers
import renderers
from renderers import contact_sheet, paper
from renderers.contact_sheet import MOST
from renderers.palette import PAGE
from renderers.shapes import bounds


def several(name, count):
    puzzle = readers.read(name)
    with cm.solutions(puzzle) as found:
        return puzzle, list(islice(found, count))


def test_a_sheet_shows_each_solution_and_how_many_there_are():
    puzzle, boards = several("nine-many", 7)
    sheet = contact_sheet(puzzle, boards)
    cards = [bounds([card]) for card in of_role(sheet, "card")]
    assert len(cards) == 7
    for board, (left, top, right, bottom) in zip(boards, cards, strict=True):
        inside = [
            text.content
            for text in of_role(sheet, "piece")
            if left < text.centre[0] < right and top < text.centre[1] < bottom
        ]
        assert inside == texts(renderers.draw(puzzle, board), "piece")
    assert texts(sheet, "title") == [str(number) for number in range(1, 8)]
    assert texts(sheet, "heading") == ["nine-many"]
    assert texts(sheet, "caption") == ["7 solutions"]
    left, top, right, bottom = bounds(sheet.shapes)
    assert sheet.left <= left < right <= sheet.left + sheet.width
    assert sheet.top <= top < bottom <= sheet.top + sheet.height
    assert sheet.background == PAGE


def test_names_and_captions_are_no_wider_than_the_sheet():
    puzzle, boards = several("nine-many", 1)
    named = replace(puzzle, name="A name of many words " * 9)
    for sheet in (
        contact_sheet(named, boards, caption="a caption of many words " * 9),
        renderers.gallery([renderers.draw(named)]),
    ):
        left, _, right, _ = bounds(sheet.shapes)
        assert sheet.left <= left < right <= sheet.left + sheet.width
        assert any(text.content.startswith("A name of many") for text in of_role(sheet, "heading", "title"))


def test_a_sheet_of_too_many_tells_what_it_leaves_out():
    garden = cm.Garden.packed((2, 1), boundary="torus", tiles="distinct")
    found = list(cm.solutions(garden))
    many = found * (MOST // len(found) + 1)
    sheet = contact_sheet(garden, many)
    assert len(of_role(sheet, "card")) == MOST
    assert texts(sheet, "caption")[0] == f"the first 60 of {len(many)} solutions"
    assert texts(contact_sheet(garden, found, caption="all"), "caption")[0] == "all"


@pytest.mark.parametrize("name", ["zip-4", "cubes-packed", "tetravex"])
def test_every_kind_has_sheets(tmp_path, name):
    puzzle = readers.read(name)
    solution = cm.solve(puzzle).solution
    renderers.save(tmp_path / "two.svg", puzzle, [solution, solution])
    assert (tmp_path / "two.svg").read_text(encoding="utf-8").count('class="card"') == 2
    renderers.save(tmp_path / "one.svg", puzzle, [solution])
    assert (tmp_path / "one.svg").read_text(encoding="utf-8") == renderers.draw(puzzle, solution).svg()


def test_many_solutions_stand_together_on_paper():
    puzzle, gardens = several("squares", 14)
    few = list(paper.pages(puzzle, gardens[:6]))
    assert len(few) == 2 + 6
    many = list(paper.pages(puzzle, gardens))[2:]
    assert [texts(page, "what")[0] for page in many] == ["14 solutions: 1 to 12", "14 solutions: 13 to 14"]
    assert [text for page in many for text in texts(page, "name")] == [str(n) for n in range(1, 15)]
    assert [len(of_role(page, "code")) for page in many] == [12 * 15, 2 * 15]
    told = list(paper.pages(puzzle, gardens, caption="14 of 328"))
    assert texts(told[2], "what")[0] == "14 of 328: 1 to 12"


@pytest.mark.parametrize("asked", [["--limit", 1000], ["--engine", "cadical"]])
def test_solutions_that_are_listed_one_by_one_are_not_called_those_up_to_symmetry(tmp_path, asked):
    file = tmp_path / "all.svg"
    _, err = run("count", "nine-many", *asked, "-o", file)
    words = "the first 60 of 132 solutions (264 with identical pieces told apart, 33 up to symmetry)"
    assert f"{file} shows {words}\n" in err
    assert f"{words}<" in file.read_text(encoding="utf-8")


def test_as_many_listed_one_by_one_as_there_are_orbits_are_not_called_these(tmp_path, monkeypatch):
    monkeypatch.setitem(renderers.files.ROOM, ".svg", 33)
    _, err = run("count", "nine-many", "--engine", "cadical", "-o", tmp_path / "all.svg")
    assert "shows the first 33 of 132 solutions (264 with identical pieces told apart, 33 up to symmetry)\n" in err


@pytest.mark.slow
def test_a_count_draws_all_that_it_finds(tmp_path):
    out, err = run("count", "squares", "-o", tmp_path / "all.svg")
    assert out.startswith("328 solutions (44 up to symmetry)")
    assert (tmp_path / "all.svg").read_text(encoding="utf-8").count('class="card"') == 44
    assert f"{tmp_path / 'all.svg'} shows 44 solutions up to symmetry, of 328 in all\n" in err
    assert "44 solutions up to symmetry, of 328 in all<" in (tmp_path / "all.svg").read_text(encoding="utf-8")
    run("count", "squares", "-o", tmp_path / "all.pdf")
    assert len(PdfReader(tmp_path / "all.pdf").pages) == 2 + 4
    run("count", "nine-many", "-o", tmp_path / "all.svg", "--limit", 3)
    assert ">3 solutions; there may be more<" in (tmp_path / "all.svg").read_text(encoding="utf-8")
    assert "shows" not in run("count", "zip-4", "-o", tmp_path / "one.svg")[1]
