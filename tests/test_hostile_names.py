"""Names and labels that would be markup, or would steer a terminal, are mere text wherever they are written."""

from dataclasses import replace
from html import unescape
from xml.etree import ElementTree

import pytest
from command_line import file_not_utf_8

import cpmodels as cm
import readers
import renderers
from cpmodels.base import sharing
from cpmodels.base.errors import visible
from cpmodels.cli._files import titled
from renderers._diagram_text import text_of_diagram

EVIL = "<script>alert(1)</script><svg onload=x>\"'&]]>--> (\\) \x1b[31m \x00 \u202e \udcff \n {{data}}<!-- end"
NAME = EVIL.replace("\udcff", "")
"""Names of puzzles are refused with half of a surrogate pair; names of files and titles may have one."""

NAMED = [replace(cm.read(name), name=NAME) for name in ("zip-4", "edge-bordered", "zigzaw", "squares", "cubes")]


@pytest.mark.parametrize("puzzle", NAMED, ids=lambda puzzle: f"{puzzle.kind} {getattr(puzzle, 'rule', '')}")
def test_names_are_text_in_pictures_pages_and_on_paper(tmp_path, puzzle):
    for ending in (".svg", ".html", ".pdf", *[".png"] * (puzzle is NAMED[0])):
        cm.save(tmp_path / f"file{ending}", puzzle)
    picture, page = ((tmp_path / f"file{ending}").read_text(encoding="utf-8") for ending in (".svg", ".html"))
    title = ElementTree.fromstring(picture).find("{*}title").text
    assert title.startswith("<script>alert(1)</script><svg onload=x>")
    for text in (picture, page):
        assert "<script>alert" not in text
        assert "<svg onload" not in text
        assert text.replace("\n", "").isprintable()
    assert visible(NAME) in unescape(page)
    renderers.book(tmp_path / "book.pdf", [(puzzle, EVIL)], EVIL)
    assert (tmp_path / "book.pdf").read_bytes().startswith(b"%PDF")


def test_names_are_one_line_of_comment_in_files_for_solvers():
    for lines in (cm.engines.to_dimacs(NAMED[0]), cm.engines.to_opb(NAMED[0])):
        told = list(lines)
        assert all(line.endswith("\n") and line[:-1].isprintable() for line in told)
        assert sum("alert(1)" in line for line in told) == 1


def test_links_and_json_hold_any_name_or_refuse_it_in_words():
    assert "puzzle=%3Cscript%3E" in sharing.link(NAMED[1])
    assert sharing.link(NAMED[1]).isascii()
    assert cm.read(readers.write(NAMED[1])).name == NAME


def test_labels_do_not_steer_the_terminal_and_keep_the_board_in_form():
    lines = text_of_diagram(cm.Diagram(1, 2).numbers({(0, 0): EVIL})).split("\n")
    assert all(line.isprintable() for line in lines)
    assert len({len(line) for line in lines}) == 1


def test_errors_can_be_shown_on_a_terminal_whatever_they_quote():
    for error in (cm.PuzzleError, cm.errors.MissingExtraError, cm.errors.WrongSolutionError):
        assert str(error(EVIL)).replace("\n", "").isprintable()
        assert error(EVIL).args == (EVIL,)
    assert str(cm.PuzzleError("┏━┓ Größe\u00a03, 日本")) == "┏━┓ Größe\u00a03, 日本"


def test_a_name_of_a_file_that_is_not_a_text_becomes_one(tmp_path):
    file = file_not_utf_8(tmp_path, b"good \xff.json", "")
    assert titled(cm.Zip(2, 2), str(file)).name == "good \ufffd"
