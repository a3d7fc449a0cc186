"""What tests ask of pages of results, which are made of data that lie beside them."""

import json


def answers_on(page):
    """The data of the answers on a page of `benchmarks.questions`, whose text they must be."""
    folder = page.results
    assert (folder / "README.md").read_text(encoding="utf-8") == page.page(folder)
    files = sorted(folder.glob("*.json"))
    assert {file.stem for file in files} <= set(page.asked)
    answers = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    for answer in answers:
        assert answer["confirmed"]
        assert all((folder / picture["file"]).exists() for picture in answer["pictures"])
    return answers
