"""`cpmodels explain`, `hint` and `why`: what they tell and write, also when they are stopped."""

import json
import re
import signal
import sys
import threading
import time
from itertools import pairwise
from unittest.mock import Mock

import pytest
from browser import PHONE, data_of
from command_line import begun, fails, run, stopped

import cpmodels as cm
import readers
import renderers
from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.errors import StoppedError
from cpmodels.explaining._path import PathAccount
from cpmodels.explaining._reasoner import Reasoner
from cpmodels.puzzles.simple_loop import SimpleLoop
from renderers import scenes

NONE = cm.Zip(3, 3, [(0, 1), (2, 2)])
SAID = cm.read("zip-4").said
"""Sentences as people read them, with cells counted from 1."""
SEVERAL = cm.Zip(4, 4, [(0, 0), (3, 0)])


@pytest.fixture
def file(tmp_path):
    """Writes a puzzle, or a path that may stop, to a file."""

    def written(content, name="given.json"):
        path = tmp_path / name
        text = json.dumps({"path": content}) if isinstance(content, list) else readers.write(content)
        path.write_text(text)
        return path

    return written


def test_steps_are_numbered_and_lead_to_the_solution():
    out, err = run("explain", "zip-4")
    steps = list(cm.explain("zip-4"))
    numbered = "".join(f"{number:>3}. {SAID(str(step))}\n" for number, step in enumerate(steps, 1))
    solved = str(cm.text("zip-4", cm.solve("zip-4").solution)).rstrip("\n")
    assert out == f"{numbered}{solved}\n"
    assert err.endswith(f"solved in {len(steps)} steps\n{cm.difficulty('zip-4')}\n")


def test_json_has_all_of_a_step():
    form = json.loads(run("explain", "zip-4", "--json")[0])
    puzzle, steps = cm.read("zip-4"), list(cm.explain("zip-4"))
    assert form["finished"]
    assert puzzle.check(readers.read_solution(puzzle, form["solution"])) == []
    assert len(form["steps"]) == len(steps)
    for told, step in zip(form["steps"], steps, strict=True):
        assert (told["rule"], told["level"], told["choices"]) == (step.rule, step.level, step.choices)
        assert [fact["words"] for fact in told["follows"]] == [fact.words for fact in step.follows]
        assert [fact["holds"] for fact in told["uses"]] == [fact.holds for fact in step.uses]
        assert [one["words"] for one in told["constraints"]] == [one.words for one in step.constraints]
        assert told["cells"] == [list(cell) for cell in step.cells]


def test_steps_can_be_few_and_begin_where_the_player_is(file):
    path = cm.solve("zip-4").solution
    begun = file([list(cell) for cell in path.cells[:5]])
    form = json.loads(run("explain", "zip-4", "--from", begun, "--json")[0])
    assert readers.read_solution(cm.read("zip-4"), form["solution"]) == path
    told = {fact["words"] for step in form["steps"] for fact in step["follows"]}
    for a, b in map(sorted, pairwise(path.cells[:5])):
        assert f"the path goes between {a} and {b}" not in told
    out, err = run("explain", "zip-4", "--steps", 2)
    assert "  2. " in out
    assert "  3. " not in out
    assert "solved" not in err


def test_the_last_scene_says_whether_more_was_given_than_the_puzzle(tmp_path):
    puzzle, known, page = (tmp_path / name for name in ("zip.json", "known.json", "steps.html"))
    readers.write(cm.Zip(2, 2, [(0, 0)]), puzzle)
    known.write_text(json.dumps(readers.partial_form(cm.Partial([cm.Mark.edge((0, 0), (0, 1))]))))
    run("explain", puzzle, "--from", known, "-o", page)
    assert "This is the only solution with what was known before." in page.read_text()
    run("explain", "zip-4", "-o", page)
    assert "This is the only solution." in page.read_text()


def test_boards_show_the_path_so_far():
    out, _ = run("explain", "zip-4", "--boards", "--steps", 1)
    known = cm.explain("zip-4")
    next(known)
    assert out.endswith(str(renderers.text_of_known(cm.read("zip-4"), known.known)) + "\n")
    assert "┌───╴" in out  # the two steps of the corner (0, 0)


def test_what_is_not_unique_is_explained_as_far_as_it_goes(file):
    out, _ = run("explain", file(SEVERAL))
    assert out.endswith("nothing more follows: there are several solutions, which differ in the rest\n")
    out, _ = run("explain", file(NONE))
    assert out.endswith("that cannot be.\nthere is no solution\n")


def test_the_hint_is_the_next_step_or_what_to_take_back(file):
    path = [list(cell) for cell in cm.solve("zip-4").solution.cells]
    assert run("hint", "zip-4")[0] == f"{SAID(str(next(cm.explain('zip-4'))))}\n"
    assert run("hint", "zip-4", file(path))[0] == "The puzzle is solved.\n"
    form = json.loads(run("hint", "zip-4", "-", "--json", stdin=json.dumps({"path": path[:-2]}))[0])
    left = [sorted(map(tuple, pair)) for pair in pairwise(path[-3:])]
    assert form["step"]["follows"]
    assert all(sorted(map(tuple, fact["cells"])) in left for fact in form["step"]["follows"] if fact["holds"])
    turned = [path[0], next([row, col] for row, col in [(1, 3), (3, 3), (2, 2)] if [row, col] != path[1])]
    out, _ = run("hint", "zip-4", file(turned))
    a, b = sorted(map(tuple, turned))
    assert out == SAID(f"Undo this: the path goes between {a} and {b}; with it there is no solution.\n")
    assert json.loads(run("hint", "zip-4", file(turned), "--json")[0])["wrong"]["cells"] == [list(a), list(b)]


def test_a_hint_is_given_also_where_it_cannot_be_drawn(file, monkeypatch, tmp_path):
    """A solution needs no explanation to be called right, but its picture shows what is known."""
    path = [list(cell) for cell in cm.solve("zip-4").solution.cells]
    monkeypatch.setattr(cm, "explain", Mock(side_effect=cm.ModelError("there are no clauses")))
    out, err = run("hint", "zip-4", file(path), "-o", tmp_path / "hint.svg", code=2)
    assert (out, err) == ("The puzzle is solved.\n", "cpmodels: there are no clauses\n")
    run("hint", "zip-4", file(path), "-o", tmp_path / "hint.json")


def test_a_hint_that_only_rules_out_leads_on_to_the_explanation():
    """A board has no room for what is ruled out, so that the same hint would come again and again."""
    assert run("hint", "slitherlink-5")[1] == "this only rules out; `cpmodels explain` shows what follows from it\n"
    _, err = run("hint", "nine-one", "-", stdin=json.dumps({"board": [[None] * 3] * 3}))
    assert "`cpmodels explain --from PARTIAL` shows what follows" in err
    assert "rules out" not in run("hint", "zip-4")[1]


def test_why_there_is_no_solution(file):
    out, err = run("why", file(NONE))
    assert out.splitlines()[0] == "there is no solution, as these contradict each other:"
    assert "number 1 at row 1, column 2 and number 2 at row 3, column 3" in out
    assert "no smaller set does" in err
    form = json.loads(run("why", file(NONE), "--json")[0])
    assert (form["solutions"], form["fewest"]) == ("none", True)
    assert [0, 1] in form["cells"]
    out, err = run("why", file(SimpleLoop(2, 5, [(0, 2), (1, 2)])))
    assert out.splitlines()[0] == "there is no solution because of this:"
    assert "no smaller set does" not in err


def test_ctrl_c_keeps_the_reason_that_was_found_and_begins_nothing_else(file, monkeypatch):
    ended = threading.Event()

    def endless(*_, **__):
        signal.raise_signal(signal.SIGINT)
        ended.wait(60)

    monkeypatch.setattr(Reasoner, "irreducible", endless)
    try:
        out, err = run("why", file(NONE))
    finally:
        ended.set()
    assert out.splitlines()[0] == "there is no solution, as these contradict each other:"
    assert "stopped before it was known whether each of them is needed\n" in err
    assert "in typing" not in out + err


def test_why_there_are_several_solutions(file):
    form = json.loads(run("why", file(SEVERAL), "--json")[0])
    paths = [readers.read_solution(SEVERAL, form[which]) for which in ("first", "second")]
    assert [SEVERAL.check(path) for path in paths] == [[], []]
    one, other = ({frozenset(pair) for pair in pairwise(path.cells)} for path in paths)
    assert sorted({cell for pair in one ^ other for cell in pair}) == [tuple(cell) for cell in form["cells"]]
    out, _ = run("why", file(SEVERAL))
    for path in paths:
        assert str(cm.text(SEVERAL, path)) in out


def test_why_says_when_there_is_one_solution(tmp_path):
    out, err = run("why", "zip-4", "-o", tmp_path / "why.png")
    assert out == "there is exactly one solution\n"
    assert err.endswith("why.png was not written, as there is exactly one solution\n")
    assert not (tmp_path / "why.png").exists()


def test_pages_step_through_all_of_it(tmp_path, file):
    steps = list(cm.explain("zip-4"))
    run("explain", "zip-4", "-o", tmp_path / "steps.html")
    data = data_of((tmp_path / "steps.html").read_bytes())
    assert data["headings"] == [*(f"{n}  {step.rule}" for n, step in enumerate(steps, 1)), "solved"]
    assert [words.replace("\N{NO-BREAK SPACE}", " ") for words in data["words"][:-1]] == [
        SAID(str(step)) for step in steps
    ]
    assert len(data["frames"]) == len(steps) + 1
    run("why", file(SEVERAL), "-o", tmp_path / "why.html")
    assert data_of((tmp_path / "why.html").read_bytes())["headings"] == ["one solution", "another"]


@pytest.mark.parametrize(
    ("ending", "start"), [(".png", b"\x89PNG"), (".svg", b"<svg"), (".gif", b"GIF8"), (".json", b"{")]
)
def test_hints_are_written_as_files(tmp_path, ending, start):
    target = tmp_path / f"hint{ending}"
    _, err = run("hint", "zip-4", "-o", target)
    assert target.read_bytes().startswith(start)
    assert err.endswith(f"wrote {target}\n")


def test_paper_has_six_steps_to_a_page(tmp_path):
    run("explain", "zip-4", "--steps", 7, "-o", tmp_path / "steps.pdf")
    assert b"/Count 2" in (tmp_path / "steps.pdf").read_bytes()


def test_one_picture_has_the_first_steps_and_says_so(monkeypatch):
    puzzle = cm.read("zip-4")
    steps = list(cm.explain(puzzle))
    monkeypatch.setattr(scenes, "MOST", 2)
    svg = scenes.sheet(puzzle, scenes.of_steps(puzzle, steps)).svg()
    assert f"the first 2 of {len(steps)} steps" in svg
    assert len(re.findall(r'class="heading"[^>]*>\d', svg)) == 2


def test_the_steps_of_a_case_are_told(monkeypatch, tmp_path):
    one, two = cm.Step("loop", 2, "there is a loop", ()), cm.Step("dead end", 1, "(0, 0) is a dead end", ())
    whole = cm.Step("cases", 6, "suppose so", (), cases=((one, two),))
    monkeypatch.setattr(cm, "hint", lambda *_, **__: cm.Hint(whole))
    told = f"{whole}\n- {one}\n- {SAID(str(two))}\n"
    assert "Row 1, column 1 is a dead end" in told
    assert run("hint", "zip-4", "-o", tmp_path / "hint.html")[0] == told
    assert data_of((tmp_path / "hint.html").read_bytes())["words"] == [scenes.unbroken(told.strip())]


def test_lines_are_not_broken_within_cells():
    told = "the path goes between (10, 11) and (10, 12) and so on"
    for width in range(12, 40):
        lines = scenes.wrapped(told, width)
        assert " ".join(lines) == told
        assert all(line.count("(") == line.count(")") for line in lines)
        for line in scenes.wrapped(SAID(told), width + 4):
            assert re.fullmatch(r"(?!\d)(?:row \d+,|column \d+|[a-z]+)(?: (?:row \d+,|column \d+|[a-z]+))*", line)
    assert scenes.wrapped("one two three four five\n- six", 10, 3) == ["one two", "three four", "five ..."]
    assert scenes.wrapped("one two\n- three", 30) == ["one two", "- three"]


@pytest.mark.parametrize("ending", [".json", ".html"])
def test_ctrl_c_keeps_what_was_told(tmp_path, monkeypatch, ending):
    explain = cm.explain

    class Stopped:
        """An explanation that Ctrl-C ends after three steps."""

        def __init__(self, found):
            self.found = found

        def __getattr__(self, name):
            return getattr(self.found, name)

        def __iter__(self):
            for _ in range(3):
                yield next(self.found)
            raise KeyboardInterrupt

    monkeypatch.setattr(cm, "explain", lambda *given, **options: Stopped(explain(*given, **options)))
    target = tmp_path / f"steps{ending}"
    out, err = run("explain", "zip-6", "-o", target, code=3)
    assert re.findall(r"^ *(\d+)\. ", out, re.MULTILINE) == ["1", "2", "3"]
    assert err.endswith("stopped after 3 steps\n")
    if ending == ".html":
        assert len(data_of(target.read_bytes())["frames"]) == 3
    else:
        assert len(json.loads(target.read_text())["steps"]) == 3


@pytest.mark.parametrize("command", ["explain", "hint"])
def test_a_time_limit_ends_the_search_for_a_step(command, monkeypatch):
    def endless(*_):
        while True:
            checkpoint()
            time.sleep(0.001)

    monkeypatch.setattr(PathAccount, "deductions", endless)
    out, err = run(command, "zip-4", "--time-limit", 0.1, code=3)
    assert out == ""
    assert "stopped" in err


@pytest.mark.parametrize("name", ["is_satisfiable", "other"])
def test_why_is_not_known_when_the_time_is_up(name, tmp_path, monkeypatch):
    monkeypatch.setattr(Reasoner, name, Mock(side_effect=StoppedError("the time was up")))
    target = tmp_path / "why.png"
    out, err = run("why", "zip-4", "--time-limit", 60, "-o", target, code=3)
    assert out == ""
    unwritten = f"{target} was not written, as the answer is not known\n"
    assert err == f"{unwritten}stopped before it was known how many solutions there are\n"
    form = json.loads(run("why", "zip-4", "--json", code=3)[0])
    assert form == {"puzzle": "zip", "stopped": True, "solutions": None}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"path": [[0, 0], [2, 2]]}, "the path jumps from row 1, column 1 to row 3, column 3"),
        ({"path": [[0, 0], [0, 1], [0, 0]]}, "the path goes between row 1, column 2 and row 1, column 1 twice"),
        ({"path": [[0, 0], [0, 1], [0, 9]]}, "cannot go through row 1, column 10, which is not on the board"),
        ({"board": [[None]]}, "needs the field 'path'"),
        ([{"path": [[0, 0]]}, {"path": [[0, 1]]}], "expected one solution, where the player is now, not 2"),
    ],
)
@pytest.mark.parametrize("command", [["hint", "zip-4", "-"], ["explain", "zip-4", "--from", "-"]])
def test_a_partial_solution_that_is_none_is_refused(command, content, message):
    assert message in fails(*command, stdin=json.dumps(content))


@pytest.mark.parametrize("command", ["explain", "hint", "why"])
def test_without_python_sat_it_is_said_in_a_sentence(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert fails(command, "zip-4") == (
        "cpmodels: reasons need python-sat, which is not installed: pip install python-sat\n"
    )


ENDLESS = """
import time
from cpmodels.cli import main
from cpmodels.explaining._referee import StepSearch

def steps(search):
    yield from found(search)
    time.sleep(600)  # They do not end before Ctrl-C comes.

found, StepSearch.steps = StepSearch.steps, steps
main()
"""


@pytest.mark.slow
def test_a_real_ctrl_c_keeps_what_was_told(tmp_path, file):
    puzzle, target = file(cm.Zip(8, 8, [(0, 0), (4, 3), (7, 0)])), tmp_path / "steps.json"
    process = begun("-c", ENDLESS, "explain", puzzle, "-o", target)
    first = process.stdout.readline()
    rest, _ = stopped(process)
    assert first.startswith("  1. ")
    told = re.findall(r"^ *\d+\. ", first + rest, re.MULTILINE)
    assert len(json.loads(target.read_text())["steps"]) == len(told)


@pytest.mark.parametrize(("viewport", "dark"), [((1200, 800), False), (PHONE, True)])
def test_the_page_is_stepped_through_by_keys_and_buttons(page, viewport, dark):
    puzzle = cm.read("zip-4")
    told = scenes.of_steps(puzzle, cm.explain(puzzle))
    opened = page(scenes.scenes_page(puzzle, told), viewport, dark=dark)
    heading, words = opened.locator("#heading"), opened.locator("#words")
    assert heading.inner_text() == " ".join(told[0].heading.split())
    opened.keyboard.press("ArrowRight")
    assert words.inner_text().replace("\N{NO-BREAK SPACE}", " ") == told[1].words
    opened.get_by_role("button", name="The next step").click()
    assert words.inner_text().replace("\N{NO-BREAK SPACE}", " ") == told[2].words
    assert opened.locator("#board .new").count() > 0
    opened.keyboard.press("End")
    assert opened.get_by_role("button", name="The next step").get_attribute("aria-disabled") == "true"
    opened.keyboard.press("ArrowRight")
    assert opened.locator("#list [aria-current]").inner_text() == " ".join(told[-1].heading.split())
    opened.get_by_role("button", name=re.compile("^1 ")).click()
    assert words.inner_text().replace("\N{NO-BREAK SPACE}", " ") == told[0].words
    assert opened.evaluate("document.documentElement.scrollWidth") <= viewport[0]


def test_a_path_that_can_be_walked_both_ways_is_one():
    told = "there is exactly one solution, except for turning the board or walking the path the other way\n"
    assert run("why", '{"puzzle": "zip", "rows": 1, "cols": 4, "numbers": []}')[0] == told
