"""What the pages on nine pieces and on the Zigzaw say is what comes out."""

import re
from pathlib import Path

from command_line import run

import cpmodels as cm
import readers
from cpmodels.puzzles.zigzaw import corners

DOCS = Path(__file__).parents[1] / "docs"
INSECTS = DOCS / "nine-pieces" / "insects.txt"


def page_of(name):
    return (DOCS / name).read_text(encoding="utf-8")


def test_the_table_of_nine_pieces_is_what_is_printed(tmp_path):
    printed = re.search(
        r"    \$ cpmodels solve insects.txt --all --up-to-symmetry\n((?:    .*\n)+)", page_of("nine-pieces.md")
    )
    table = tmp_path / "table.txt"
    table.write_text(printed[1].replace("    -", "-").replace("     ", " ").replace("    4 sol", "4 sol"))
    assert run("check", INSECTS, table)[0] == "the solution is right\n"
    out = run("solve", INSECTS, "--all", "--up-to-symmetry")[0]
    assert out.splitlines()[-1] == "4 solutions (1 up to symmetry)" == printed[1].splitlines()[-1].strip()


def test_the_typing_error_of_the_page_is_told(tmp_path):
    file = tmp_path / "with-an-error.txt"
    lines = INSECTS.read_text().splitlines()
    lines[7] = lines[7].replace("butterfly-tail", "buterfly-tail")
    file.write_text("\n".join(lines))
    out, err = run("solve", file)
    assert out.startswith("there is no solution\none of these slips in typing would explain it:\n")
    assert "\n  - write butterfly-tail for buterfly-tail on piece 4, right, and there is one solution\n" in out
    told, warning, *_ = err.splitlines()
    assert (
        told
        == f"{file}: read as 5 pictures in halves, such as bee-head and bee-tail; else put above the pieces a line "
        "'halves: none' if equal words meet"
    )
    page = page_of("nine-pieces.md")
    assert "with-an-error.txt: read as 5 pictures in halves, such as bee-head and bee-tail; ..." in page
    assert warning in page


def test_the_zigzaw_is_settled_from_its_border():
    page, zigzaw = page_of("zigzaw.md"), readers.read("zigzaw")
    fitting = [
        sum(
            all(
                zigzaw.border_colours.get(at, colour) == colour
                for at, colour in zip(corners(*cell), frog.outer, strict=True)
            )
            for frog in zigzaw.pieces
        )
        for cell in zigzaw.centres
    ]
    tables = re.findall(r"(?:^ {4}[ \d]+\n){3,}", page, re.MULTILINE)
    assert [int(number) for number in tables[0].split()] == fitting
    cover = zigzaw.describe().problem.pruned()
    assert sorted(option.meaning[0] for option in cover.options) == sorted(zigzaw.centres)
    without = readers.read("zigzaw-open").describe().problem
    assert len(without.pruned().options) == len(without.options) == 81 * 81
    assert cm.solve("zigzaw").settled
