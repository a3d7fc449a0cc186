"""Links of puzz.link and sites like it: they give puzzles, come back from them, or say what is wrong with them."""

from contextlib import suppress
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from command_line import fails, run
from examples import examples
from grid_oracles import ORACLES
from hypothesis import assume, given
from hypothesis import strategies as st
from refusals import refusal
from strangers_oracles import masyus, numberlinks, simple_loops, slitherlinks, yajilins

import cpmodels as cm
import readers
from cpmodels.base.regions import grown
from cpmodels.base.sharing import link
from cpmodels.puzzles.heyawake import Heyawake
from cpmodels.puzzles.kakuro import Kakuro
from cpmodels.puzzles.lits import Lits
from cpmodels.puzzles.numberlink import Numberlink
from cpmodels.puzzles.nurikabe import Nurikabe
from cpmodels.puzzles.queens import Queens
from cpmodels.puzzles.star_battle import StarBattle
from cpmodels.puzzles.sudoku import Sudoku
from cpmodels.puzzles.yajilin import Arrow, Yajilin

SITE = "https://puzz.link/p?"
PUBLISHED = [
    "slither/5/5/cbcbcddad",
    "masyu/6/6/1063000i3000",
    "numlin/5/5/1j2h3m1h2j3",
    "nurikabe/5/5/g5k2o1k3g",
    "heyawake/6/6/lll155007rs12222j",
    "yajilin/5/5/m32j10",
    "fillomino/6/6/h4j53g2k5233k2g14j3h",
    "starbattle/6/6/1/4ilbhgdnmhou",
    "akari/6/6/nekcakbl",
    "hitori/4/4/1114142333214213",
    "kakuro/5/5/48la-.na-lh3l-Bn.-cl.c4a3",
    "skyscrapers/4/4/k13h4j3g",
    "lits/4/4/9q02jg",
    "shikaku/6/6/j3g56h6t6h23g5j",
    "sudoku/4/4/g1k23k3g",
    "simpleloop/5/5/sg020",
    "arukone/14/9/zh-15h6heh3fe6-15-1354g4ci7g9u2zg3g9g-1351ch2i7g1j8of8n",
    "kakuro/15/15/m-dm.ffl-7l9-mQjmIBmbam-anWZs.jSpBjo.7goP4lJ9m..nAjo74lf-.lUUrF9l7-qHNq-clKTrO4l.-clgIoibn.JbmHglfgo."
    "gOo7NpA-.s7Hnb-m-fm-7m-7m-hl-4l.-Dm-Em46BfgJjhSK79acVZD",
]
"""Puzzles with which pzpr and noqx try themselves; each has one solution, which a link that is read wrongly has not."""


@pytest.mark.parametrize("body", PUBLISHED, ids=lambda body: body.partition("/")[0])
def test_published_puzzles_have_one_solution_and_keep_their_links(body):
    puzzle = readers.read(SITE + body)
    assert link(puzzle) == SITE + body
    assert cm.is_unique(puzzle) is True


def rooms_of(draw, rows, cols, count):
    """The rows of this many connected rooms, at random."""
    random = Random(draw(st.integers(0, 2**16)))
    starts = random.sample(list(product(range(rows), range(cols))), count)
    room = grown(rows, cols, {cell: i for i, cell in enumerate(starts)}, random)
    return [[room[r, c] for c in range(cols)] for r in range(rows)]


@st.composite
def rooms(draw):
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    return rooms_of(draw, rows, cols, draw(st.integers(1, rows * cols)))


NUMBERS = st.none() | st.sampled_from([0, 1, 15, 16, 255, 256, 4095, 4096, 8191, 8192, 12239, 12240, 77775, 77776])


@st.composite
def heyawakes(draw):
    regions = draw(rooms())
    count = len({room for row in regions for room in row})
    return Heyawake(regions, draw(st.lists(NUMBERS, min_size=count, max_size=count)))


@st.composite
def star_battles(draw):
    size, stars = draw(st.integers(1, 6)), draw(st.integers(1, 12))
    return StarBattle(rooms_of(draw, size, size, size), stars=stars)


@st.composite
def sudokus(draw):
    size = draw(st.sampled_from([4, 6, 9, 16]))
    return Sudoku(draw(rows_of(size, size, st.none() | st.integers(1, size))))


def rows_of(rows, cols, values):
    return st.lists(st.lists(values, min_size=cols, max_size=cols), min_size=rows, max_size=rows)


def any_rows(values):
    return st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(lambda size: rows_of(*size, values))


@st.composite
def kakuros(draw):
    """As in links, with dark cells at the rim."""
    rows, cols = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    light = draw(st.sets(st.tuples(st.integers(1, rows), st.integers(1, cols))))
    sums = st.integers(0, 45)
    dark = [(r, c) for r in range(rows + 1) for c in range(cols + 1) if (r, c) not in light]
    return Kakuro(
        rows + 1, cols + 1,
        [(r, c, draw(sums) * ((r + 1, c) in light), draw(sums) * ((r, c + 1) in light)) for r, c in dark],
    )  # fmt: skip


PUZZLES = {
    "slitherlink": slitherlinks(),
    "masyu": masyus(),
    "numberlink": numberlinks().map(lambda puzzle: replace(puzzle, detours=True)),
    "simple_loop": simple_loops(),
    "yajilin": yajilins() | st.just(Yajilin(1, 4, [Arrow(0, 0), Arrow(0, 1, "left", 300), Arrow(0, 3, "top", 16)])),
    "nurikabe": any_rows(NUMBERS).map(Nurikabe),
    "sudoku": sudokus(),
    "heyawake": heyawakes(),
    "lits": rooms().map(Lits),
    "star_battle": star_battles(),
    "kakuro": kakuros(),
    **{kind: ORACLES[kind][0] for kind in ("akari", "fillomino", "hitori", "shikaku", "skyscrapers")},
}


@pytest.mark.parametrize("site", ["puzz.link", "penpa"])
@pytest.mark.parametrize("kind", PUZZLES)
@examples(60)
@given(data=st.data())
def test_puzzles_come_back_from_their_links(kind, site, data):
    puzzle = data.draw(PUZZLES[kind])
    assume(site == "puzz.link" or not getattr(puzzle, "cover", False))
    written = link(puzzle, site=site)
    assert readers.read(written) == puzzle
    assert link(readers.read(written), site=site) == written


@examples(300)
@given(st.sampled_from(PUBLISHED[:-2]), st.integers(0, 40), st.integers(0, 2), st.text("0159agkz.-+%@/~", max_size=3))
def test_a_link_that_was_changed_is_another_puzzle_or_says_what_is_wrong(body, at, gone, new):
    changed = SITE + body[:at] + new + body[at + gone :]
    with suppress(cm.PuzzleError):
        puzzle = readers.read(changed)
        assert readers.read(link(puzzle)) == puzzle


def test_queens_are_star_battles_with_one_star():
    board = ["AAAB", "CCBB", "CCDD", "CCDD"]
    assert readers.read(link(Queens(board))) == StarBattle(board, stars=1)


@pytest.mark.parametrize(
    "form",
    [
        "http://pzv.jp/p.html?slither/5/5/cbcbcddad",
        "https://puzz.link/p?slither_edit/5/5/cbcbcddad/",
        "https://pzprxs.vercel.app/p?type=editor&slither/5/5/cbcbcddad",
        "puzz.link/p?slitherlink/5/5/cbcbcddad",
        "  https://pzplus.tck.mn/p.html?slither/5/5/cbcbcddad\n",
        "https://puzz.link/p?slither/5/5/cbcbcddad  # mine",
        "# mine\n\nhttps://puzz.link/p?slither/5/5/cbcbcddad // and yours\n",
    ],
)
def test_other_sites_and_forms(form):
    assert link(readers.read(form)) == f"{SITE}slither/5/5/cbcbcddad"


@pytest.mark.parametrize("body", ["fillomino/6/6/h4j53g2k5233k2g14j3h", "skyscrapers/4/4/k13h4j3g"])
def test_a_slash_may_stand_at_the_end_also_where_a_part_is_left_out(body):
    assert readers.read(f"{SITE}{body}/") == readers.read(SITE + body)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("tapa/2/2/h", "character 21: links of the kind 'tapa' are not read, only akari, arukone, fillomino,"),
        ("slither/f/5/5/cbcbcddad", "character 29: the variant 'f' of slither is not known"),
        ("slither/5/x/cbcbcddad", "character 31: expected the number of columns or rows, not 'x'"),
        ("slither/5/0/cbcbcddad", "character 31: expected the number of columns or rows, not '0'"),
        ("slither/5/5/cbcb", "character 37: expected what is in cell 13 of 25, where it ends"),
        ("slither/5/5/cb~bcddad", "character 35: expected what is in cell 7 of 25, not '~'"),
        ("slither/5/5/cbcbcddadz", "character 42: expected the end of the link, not 'z'"),
        ("nurikabe/2/2/1j", "character 35: expected at most 3 empty cells, not 'j'"),
        ("nurikabe/2/2/111h", "character 37: expected at most 1 empty cell, not 'h'"),
        ("nurikabe/2/2/-1xi", "character 36: expected a digit, not 'x'"),
        ("nurikabe/2/2/1-1", "it breaks off after 36 characters: a part of it is missing"),
        ("numlin/2/2/1.1g", "a path cannot end at the question mark at row 1, column 2"),
        ("numlin/2/2/12g1", "the number 2 stands in 1 cell, not in 2"),
        ("skyscrapers/2/3/p", "the board has 3 rows but 2 columns"),
        ("sudoku/5/5/zk", "links of Sudoku have 4, 6, 9, 16 or 25 rows, not 5"),
        ("v:knight/slither/2/2/i", "character 21: rules that are changed by 'v:knight' are not known"),
        ("fillomino/2/2/jo0", "it has lines drawn between cells, which are not read"),
        ("hitori/1/1/.", "character 32: expected what is in cell 1 of 1, not '.'"),
    ],
)
def test_links_that_are_no_puzzles(body, sentence):
    assert refusal(readers.read, SITE + body).startswith(f"the link: {sentence}")


@pytest.mark.parametrize(
    ("puzzle", "sentence"),
    [
        (Sudoku([[None] * 4] * 4, ["AABB", "ACBB", "ACCD", "CDDD"]), "with the usual boxes"),
        (Lits(["ABA"]), "only rooms whose cells are connected"),
        (Kakuro(1, 2, [(0, 0)]), "whose first row and first column are dark"),
        (Kakuro(1, 2, [(0, 0), (0, 1)]), "a link of puzz.link cannot hold this puzzle: .* expected the number of col"),
        (Numberlink([[-20, 1, -20], [1, None, None]]), "a link cannot say -20 of a cell of this kind"),
        (Nurikabe([[2**21]]), "a link cannot say 2097152 of a cell of this kind"),
        (replace(cm.read("numberlink-5"), detours=False), "cannot say that paths make no detours"),
    ],
)
def test_what_links_cannot_say(puzzle, sentence):
    with pytest.raises(cm.PuzzleError, match=sentence):
        link(puzzle)


@pytest.mark.usefixtures("files_are_forgotten")
def test_a_kind_of_ones_own_has_links_by_the_same_road(tmp_path):
    (tmp_path / "towers.py").write_text(
        "from dataclasses import dataclass, field\n"
        "import cpmodels as cm\n"
        "from cpmodels.base.puzzle import NumberedBoard\n"
        "from readers.pzpr import Form, register\n"
        "from readers.pzpr.codecs import Board, Cells, NUMBER16\n\n"
        "@dataclass(frozen=True)\n"
        "class Towers(NumberedBoard[cm.Grid]):\n"
        "    kind = 'link-towers'\n"
        "    given: tuple\n"
        "    name: str | None = field(default=None, compare=False)\n\n"
        "    def check(self, solution):\n"
        "        return []\n\n"
        "register(Towers, Form(['towers'], [Cells(NUMBER16)], lambda board, cells: Towers([cells]),\n"
        "                      lambda puzzle: (Board(1, puzzle.cols), [puzzle.given[0]])))\n"
    )
    towers = cm.load(tmp_path / "towers.py").Towers
    assert readers.read(f"{SITE}towers/4/1/2h9") == towers([[2, None, None, 9]])
    assert link(towers([[2, None, None, 9]])) == f"{SITE}towers/4/1/2h9"
    with pytest.raises(cm.PuzzleError, match="cannot hold this puzzle: it would be read back as another one"):
        link(towers([[2], [3]]))


def test_the_command_line_solves_links_and_prints_them():
    assert run("link", "slitherlink-5")[0].startswith(f"{SITE}slither/5/5/")
    assert '"solution"' in run("solve", f"{SITE}lits/4/4/9q02jg", "--json")[0]
    assert fails("solve", f"{SITE}slither/5/5/cb~").startswith("cpmodels: the link: character 35: expected what is in")
    assert "there is no website for puzzles of the kind 'hidoku'" in fails("link", "hidoku-4")
