"""What tests ask of pages of results, which are made of data that lie beside them."""

import ast
import inspect
import json
import re


def answers_on(page):
    """The data of the answers on a page of `benchmarks.questions`, whose text they must be."""
    folder = page.results
    text = (folder / "README.md").read_text(encoding="utf-8")
    assert text == page.page(folder)
    files = sorted(folder.glob("*.json"))
    assert {file.stem for file in files} <= set(page.asked)
    answers = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    for file, answer in zip(files, answers, strict=True):
        are_words_of(page.asked[file.stem].answer, answer)
        assert all((folder / picture["file"]).exists() for picture in answer["pictures"])
    opening, _, rest = text.partition("\n## ")
    assert "**In short.**" in opening
    assert all(line.count("**") % 2 == 0 for line in text.splitlines() if line.startswith("- "))
    assert numbers_in(opening.partition("**In short.**")[2]) - numbers_in(rest) == set()
    return answers


def are_words_of(program, answer):
    """Prose that is kept is that of the program which found it: only what the program fills in may be anything."""
    (made,) = (
        node
        for node in ast.walk(ast.parse(inspect.getsource(program)))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Answer"
    )
    for said, node in zip((answer["summary"], answer["confirmed"]), made.args, strict=False):
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        pattern = "".join(re.escape(part.value) if isinstance(part, ast.Constant) else "(?s:.+?)" for part in parts)
        assert re.fullmatch(pattern, said), (answer["title"], pattern)
    if len(made.args) > 2 and all(isinstance(column, ast.Constant) for column in made.args[2].elts):
        assert answer["columns"] == ast.literal_eval(made.args[2])


def numbers_in(text):
    """The numbers in a text, as they are written."""
    return set(re.findall(r"\d[\d,.]*\d|\d", text))
