"""The page about gardens on other lattices: its data say what a look at their small parts says."""

import json

import pytest

import readers
from benchmarks.lattices.__main__ import QUESTIONS

RESULTS = QUESTIONS.results
EXAMPLES = sorted(file.name for file in RESULTS.glob("*.jsonl"))


def examples(name):
    """The puzzles of a question, with a solution each."""
    for line in (RESULTS / name).read_text(encoding="utf-8").splitlines():
        data = json.loads(line)
        puzzle = readers.read(data["puzzle"])
        yield puzzle, readers.read_solution(puzzle, data["solution"])


def test_the_page_is_made_of_the_data():
    assert (RESULTS / "README.md").read_text(encoding="utf-8") == QUESTIONS.page(RESULTS)
    answered = [file for file in RESULTS.glob("*.json") if file.stem in QUESTIONS.asked]
    assert len(answered) == len(list(RESULTS.glob("*.json"))) >= 1
    for file in answered:
        data = json.loads(file.read_text(encoding="utf-8"))
        assert data["confirmed"]
        assert all((RESULTS / picture["file"]).exists() for picture in data["pictures"])


@pytest.mark.parametrize("name", EXAMPLES)
def test_gardens_that_were_found_pass_the_checker(name):
    for garden, placement in examples(name):
        assert garden.check(placement) == []
