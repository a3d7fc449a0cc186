"""The sequences that frontiers count, against searches in plain Python and what others have published."""

from importlib.metadata import PackageNotFoundError

import pytest
from click.testing import CliRunner

from benchmarks.studies.frontiers import with_graphillion
from benchmarks.studies.frontiers.answers import QUESTIONS
from benchmarks.studies.frontiers.sequences import board, sequences
from benchmarks.studies.frontiers.unique_puzzles import decided
from cpmodels.base.lattice import SQUARE

SEQUENCES = {sequence.name: sequence for sequence in sequences()}

# https://oeis.org: A308129, A140519, A174249
PUBLISHED = {
    "king-paths": [1, *(2 * n for n in (12, 392, 171592, 364618672, 6544911081900, 829555065360355292))],
    "king-circuits": [0, 3, 16, 2830, 2462064, 22853860116, 1622043117414624],
    "pentominoes": [1, 5, 56, 501, 4006, 27950, 214689, 1696781, 13205354, 101698212, 782267786, 6048166230],
}


@pytest.mark.parametrize("name", SEQUENCES)
def test_first_terms(name):
    sequence = SEQUENCES[name]
    assert [sequence.one(n) for n in (1, 2, 3)] == [sequence.other(n) for n in (1, 2, 3)]


def test_puzzles_with_one_solution():
    decided(1, 3, (2, 3))


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_terms(name):
    terms = [int(line.split()[1]) for line in (QUESTIONS.folder / "results" / f"b-{name}.txt").read_text().splitlines()]
    assert terms[: len(PUBLISHED[name])] == PUBLISHED[name]
    assert terms[:4] == [SEQUENCES[name].one(n) for n in range(1, 5)]


@pytest.mark.parametrize(
    ("name", "number"),
    [("loops of 8", 213), ("from corner to corner", 184), ("circuits", 6), ("paths through all cells", 276)],
)
def test_graphillion_counts_the_same(name, number, monkeypatch):
    pytest.importorskip("graphillion")
    like = next(case for what, case in with_graphillion.CASES.items() if what.startswith(name))
    monkeypatch.setitem(with_graphillion.CASES, "4 x 4", (lambda: board(4, 4, SQUARE), *like[1:]))
    assert with_graphillion.measured("4 x 4")[0] == number


def test_without_graphillion_one_sentence_says_so(monkeypatch):
    def missing(name):
        raise PackageNotFoundError(name)

    monkeypatch.setattr(with_graphillion, "version", missing)
    ended = CliRunner().invoke(QUESTIONS.command(), ["graphillion"])
    assert ended.exit_code == 2
    assert ended.output.endswith("the comparison needs Graphillion: pip install graphillion\n")
