"""The pages of the studies: each is made of its data, opens with its answers, and names no figure that is not below."""

import json
from dataclasses import replace
from importlib import import_module

import pytest
from result_pages import numbers_in

STUDIES = {"frontiers": 4, "gardens": 12, "lattices": 11, "records": 5}
"""How many answers each has."""


@pytest.fixture(params=STUDIES)
def study(request):
    """The questions of a study."""
    return import_module(f"benchmarks.studies.{request.param}.__main__").QUESTIONS


def text_of(study):
    return (study.folder / "README.md").read_text(encoding="utf-8")


def test_a_page_is_made_of_its_data(study):
    assert text_of(study) == study.page(study.folder)
    answers = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in study.results.glob("*.json")}
    assert len(answers) == STUDIES[study.folder.name]
    assert set(answers) == set(study.asked)
    for answer in answers.values():
        assert all((study.results / picture["file"]).exists() for picture in answer["pictures"])


def test_a_page_opens_with_the_main_answers_whose_figures_stand_below(study):
    opening, _, rest = text_of(study).partition("\n## ")
    assert all(line.count("**") % 2 == 0 for line in opening.splitlines() if line.startswith("- "))
    assert numbers_in(opening.partition("**In short.**")[2]) <= numbers_in(rest)


def test_a_page_keeps_its_order_whatever_is_imported_first(study):
    later = dict(sorted(study.asked.items(), key=lambda item: item[1].answer.__module__, reverse=True))
    assert len(later) == 1 or list(later) != list(study.asked)
    assert replace(study, asked=later).page(study.folder) == text_of(study)
