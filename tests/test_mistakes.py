"""What is easily got wrong, in Python and on the command line: one sentence says what was meant."""

import copy
import inspect
import pickle
from functools import partial
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from pkgutil import walk_packages

import pytest
from command_line import fails
from systems import needs_devices

import cpmodels as cm
import readers
import renderers

SMALL = cm.Zip(2, 2)
MOVED = [(name, f"cpmodels.{module}") for module, names in cm._MOVED.items() for name in names.split()]
THINGS = [
    *((name, getattr(cm, name)) for name in cm.__all__),
    *((name, attrgetter(f"{module}.{name}")(cm)) for module, names in cm._MOVED.items() for name in names.split()),
]
FUNCTIONS = [(name, thing) for name, thing in THINGS if callable(thing) and not isinstance(thing, type)]
PUZZLES = [cm.kinds.kind_named(kind) for kind in ("zip", "edge_matching", "zigzaw", "garden")]


def refusal(error, call, *args, **keywords):
    """The sentence with which a call is refused."""
    with pytest.raises(error) as refused:
        call(*args, **keywords)
    assert isinstance(refused.value, (cm.CpmodelsError, TypeError))
    return str(refused.value)


@pytest.mark.parametrize(("name", "function"), [one for one in FUNCTIONS if one[0] not in ("generate", "save")])
def test_every_function_answers_an_unknown_keyword(name, function):
    """But for `generate` and `save`, whose keywords depend on the kind."""
    sentence = refusal(cm.errors.KeywordError, function, SMALL, no_such_keyword=1)
    assert sentence.startswith(f"{name}() has no keyword 'no_such_keyword'; ")
    assert refusal(TypeError, function, SMALL, no_such_keyword=1) == sentence


@pytest.mark.parametrize("kind", PUZZLES)
def test_every_puzzle_answers_an_unknown_keyword(kind):
    assert f"{kind.__name__} has no keyword 'no_such_keyword'; it takes" in refusal(
        cm.errors.KeywordError, kind, no_such_keyword=1
    )


@pytest.mark.parametrize(
    ("function", "wrong", "right"),
    [
        *((function, "timeout", "time_limit") for function in (cm.solve, cm.solutions, cm.count, cm.sweep, cm.confirm)),
        (cm.verify, "timeout", "time_limit"),
        (cm.is_unique, "timelimit", "time_limit"),
        (cm.solve, "limit", "time_limit"),
        (cm.solve, "threads", "workers"),
        (cm.solve, "n_workers", "workers"),
        (cm.solve, "num_worker", "num_workers"),
        (cm.solve, "verbose", "log_search_progress"),
        (cm.count, "max_solutions", "limit"),
        (cm.count, "sed", "seed"),
        (partial(cm.draw, cm.Garden.hanging((2, 2))), "angle", "turn"),
        (cm.Zip, "numbers", "waypoints"),
        (cm.Zip, "columns", "cols"),
        (cm.EdgeMatching, "rotation", "rotations"),
        (cm.Garden, "size", "box"),
        (cm.Garden.packed, "bondary", "boundary"),
    ],
)
def test_a_wrong_keyword_suggests_the_right_one(function, wrong, right):
    assert refusal(cm.errors.KeywordError, function, **{wrong: 10}).endswith(
        f"has no keyword {wrong!r}; did you mean {right!r}?"
    )


def test_new_puzzles_suggest_a_wish_or_a_keyword():
    assert "did you mean 'time_limit'?" in refusal(cm.errors.KeywordError, cm.generate, "zip", 4, 4, timeout=3)
    misspelt = refusal(cm.errors.KeywordError, cm.generate, "zip", 4, 4, wals=3)
    assert "'zip' has no option 'wals'; did you mean 'walls'?" in misspelt
    assert "known are numbers, symmetric, walls" in refusal(cm.errors.KeywordError, cm.generate, "zip", 4, 4, xyz=3)


def test_keywords_that_are_right_are_no_mistake():
    assert cm.solve(SMALL, time_limit=10, workers=1, seed=1, num_workers=1, max_time_in_seconds=10).solution
    assert cm.Zip(rows=2, cols=2, waypoints=()) == SMALL
    garden = cm.Garden.packed(box=(4, 4), boundary="torus")
    assert copy.deepcopy(garden) == pickle.loads(pickle.dumps(garden)) == garden


def test_a_kind_that_takes_any_keyword_goes_on_doing_so():
    class Anything(cm.Puzzle[cm.Grid]):
        def __init__(self, **options):
            self.options = options

        def check(self, _):
            return []

    assert Anything(timeout=3).options == {"timeout": 3}


def test_what_answers_keywords_keeps_its_signature():
    assert list(inspect.signature(cm.solve).parameters) == [
        "puzzle", "given", "start", "engine", "ledger", "time_limit", "workers", "seed", "isolated", "progress",
        "parameters",
    ]  # fmt: skip
    assert list(inspect.signature(cm.Zip).parameters) == ["rows", "cols", "waypoints", "walls", "name"]


def test_a_result_in_the_place_of_its_solution_or_puzzle():
    result = cm.solve(SMALL)
    for call in (SMALL.check, lambda one: cm.draw(SMALL, one), lambda one: cm.text(SMALL, one)):
        assert refusal(TypeError, call, result) == "expected a solution of type Path, got Result: give its .solution"
    assert refusal(TypeError, SMALL.check, None) == "expected a solution of type Path, got None"
    assert refusal(cm.KindError, readers.read_solution, SMALL, result).endswith("not Result: give its .solution")
    for call in (cm.solve, cm.count, cm.build, cm.draw, cm.text):
        assert refusal(cm.KindError, call, result).endswith("not Result: give its .puzzle")


@pytest.mark.parametrize("wrong", [None, 3, [1, 2], b"zip-4", cm.Zip])
@pytest.mark.parametrize(
    "function", [cm.solve, cm.solutions, cm.count, cm.confirm, cm.build, cm.draw, cm.text, cm.read]
)
def test_what_is_not_a_puzzle_is_named(function, wrong):
    sentence = refusal(cm.KindError, function, wrong)
    assert sentence.startswith("expected ")
    assert sentence.endswith(f"not {wrong!r}")


def test_a_json_object_a_path_and_a_name_are_taken_wherever_a_puzzle_is(tmp_path):
    form, file = readers.puzzle_form(SMALL), tmp_path / "small.json"
    readers.write(SMALL, file)
    assert cm.draw(puzzle=form).svg() == cm.draw(puzzle=SMALL).svg()
    for given in (form, file, str(file)):
        assert cm.solve(given).puzzle == cm.read(given) == cm.build(given).puzzle == SMALL
        assert cm.count(given) == cm.count(SMALL)
        assert cm.draw(given).svg() == cm.draw(SMALL).svg()
        assert cm.text(given) == cm.text(SMALL)
    cm.save(tmp_path / "small.svg", form)
    assert (tmp_path / "small.svg").read_text() == cm.draw(SMALL).svg()


def test_a_file_that_there_is_not(tmp_path):
    for function in (cm.solve, cm.draw, cm.read):
        assert f"there is no file or built-in puzzle {str(tmp_path / 'no')!r}" in refusal(
            cm.PuzzleError, function, tmp_path / "no"
        )


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: cm.Zip(2, 2, waypoints={(0, 0): 2, (1, 1): 1}),
            "waypoints must be a list, not {(0, 0): 2, (1, 1): 1}",
        ),
        (lambda: cm.save(SMALL, "a.svg"), "the file to write comes first, then the puzzle, not Zip(rows=2, cols=2"),
        (lambda: cm.solve(SMALL, progress=3), "progress must be a function, not 3"),
        (lambda: cm.count(SMALL, each=3), "each must be a function, not 3"),
        (lambda: cm.verify(3), "a certificate must be the path of a file, not 3"),
        (lambda: cm.merge(3, "a"), "a ledger must be the path of a file, not 3"),
        (lambda: cm.sweep("zip-4", ledger=3), "a ledger must be the path of a file, not 3"),
        (lambda: cm.sweep("zip-4", merge=[3]), "a ledger must be the path of a file, not 3"),
        (lambda: cm.sweep("zip-4", merge=None), "a ledger must be the path of a file, not None"),
        (lambda: cm.sweep(3), "expected a puzzle, its name, its file, its JSON object, or a model, not 3"),
        (lambda: cm.sweep(cm.Zip), "expected a puzzle, its name, its file, its JSON object, or a model, not <class "),
        (lambda: copy.deepcopy(cm.build(SMALL)), "a model has no deep copy, as variables of OR-Tools have none: build"),
        (lambda: cm.build(SMALL, cm.build(SMALL)), "a puzzle is built in a CpModel, not in Model("),
        (lambda: readers.ascii_board(cm.read("nine-one")), "expected a puzzle of the kind zip, not EdgeMatching("),
        (lambda: readers.bucas_link(SMALL), "expected a puzzle of the kind edge_matching, not Zip("),
        (lambda: cm.kinds.kind_named(3), "there is no kind of puzzle 3; known are"),
        (lambda: cm.graph.grid("a", 0), "rows must be a whole number, not 'a'"),
        (lambda: renderers.book("a.pdf", [SMALL]), "an entry of a book is a puzzle and its solution, or None, not Z"),
    ],
)
def test_other_mistakes(call, sentence):
    assert refusal(cm.CpmodelsError, call).startswith(sentence)
    assert not Path("a.pdf").exists()


def test_a_function_whose_name_is_misspelt_is_suggested_by_python():
    with pytest.raises(AttributeError) as unknown:
        cm.solv  # noqa: B018
    assert (unknown.value.name, unknown.value.obj) == ("solv", cm)


@pytest.mark.parametrize(("name", "module"), MOVED)
def test_a_name_that_was_at_the_top_level_says_where_it_is(name, module):
    assert name not in cm.__all__
    with pytest.raises(AttributeError, match=rf"no attribute '{name}': it is {module}\.{name}$"):
        getattr(cm, name)


def public_modules():
    for package in (cm, readers, renderers):
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            if not any(part.startswith("_") for part in found.name.split(".")):
                yield found.name


@pytest.mark.parametrize("name", [*public_modules()])
def test_every_public_module_says_what_is_public(name):
    module = import_module(name)
    assert [public for public in module.__all__ if public.startswith("_") or not hasattr(module, public)] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["slove", "zip-4"], "there is no command 'slove'; did you mean 'solve'? see `cpmodels --help`"),
        (["help"], "there is no command 'help'; did you mean '--help'? see `cpmodels --help`"),
        (["check", "zip-4", ""], "the file name is empty"),
        (["zip-4"], "there is no command 'zip-4'; to solve a puzzle, run `cpmodels solve zip-4`; see"),
        (["solve", "zip4"], "there is no file or built-in puzzle 'zip4'; did you mean 'zip-4'? see `cpmodels list`"),
        (["solve", "ZIP-4"], "there is no file or built-in puzzle 'ZIP-4'; did you mean 'zip-4'? see `cpmodels list`"),
        (["solve", "zip-4", "--timeout", "3"], "there is no option '--timeout'; did you mean '--time-limit'? see"),
        (["solve", "zip-4", "--threads", "3"], "there is no option '--threads'; did you mean '--workers'? see"),
        (["solve", "zip-4", "--qqq"], "there is no option '--qqq'; see `cpmodels solve --help`"),
        (["solve", "zip-4", "--time-limit", "soon"], "Invalid value for '--time-limit': 'soon' is not a number; see"),
        (["solve", "zip-4", "--workers", "two"], "Invalid value for '--workers': 'two' is not a whole number; see"),
        (["solve", "zip-4", "--workers", "0"], "Invalid value for '--workers': it must be from 1 to 256, not 0; see"),
        (["count", "zip-4", "--limit", "0"], "Invalid value for '--limit': it must be at least 1, not 0; see"),
        (["solve", "zip-4", "--set", "time_limit=3"], "--set takes parameters of CP-SAT; for 'time_limit' use --time"),
        (["solve", "zip-4", "--set", "threads=3"], "--set takes parameters of CP-SAT; for 'threads' use --workers"),
        (["solve", "zip-4", "--set", "linearisation_level=3"], "did you mean 'linearization_level'?"),
        (["solve", "zip-4", "-o", ""], "Invalid value for '-o' / '--output': the file name is empty"),
        (["solve", "zip-4", "-o", "."], "a picture cannot be written to .: it is a folder"),
        (["new", "zip", "4x"], "a size is written like 8x8, not '4x'"),
        (["new", "zip", "4x4", "--seed", "soon"], "a seed is a whole number, 0 or more, or today, not 'soon'"),
        (["new", "zip", "4x4", "--seed", "9" * 5000], "must be a whole number of 64 bits"),
        (["new", "zip", "4x4", "-o", "none/zip.png"], "there is no folder none"),
        (["new", "zip", "4x4", "-o", "zip.txt"], "not as .txt"),
        (["new", "garden", "4x4", "--count", "2", "-o", "week.html"], ".pdf, .png, .svg or .json, not as .html"),
        (["new", "edge-matching", "3x3", "--colours", "x"], "'x' is not a whole number"),
        (["new", "zip", "--count", "2", "-o", "x.gif"], ".pdf, .png, .svg, .json or .html, not as .gif"),
        (["new", "zip", "99", "-o", "x.stl"], "puzzles of the kind 'zip' cannot be written as .stl"),
        (["check", "zip-4", "zip-4"], "zip-4: there is no such file"),
        (["tour", "--out", __file__], "is a file, not a folder"),
        (["solve", "zip-4", "-o", "picture.tiff"], "not as .tiff"),
        (["solve", "zip-4", "-o", "no/such/folder/picture.png"], "no folder no/such/folder"),
        (["solve", "zip-4", "--time-limit", "0"], "positive number of seconds"),
        (["solve", "zip-4", "--time-limit", "nan"], "positive number of seconds"),
        (["solve", "zip-4", "--seed", "-1"], "--seed"),
        (["solve", "zip-4", "--set", "colour"], "NAME=VALUE"),
        (["solve", "zip-4", "--set", "colour=red"], "no parameter 'colour'"),
        (["solve", "zip-4", "--set", "num_workers=red"], "does not take the value 'red'"),
        (["solve"], "Missing argument 'PUZZLE'"),
        (["sweep", "zip-4", "--ledger", "no/such/ledger"], "no folder no/such"),
        (["sweep", "zip-4", "--merge", "no-such-ledger"], "no ledger no-such-ledger"),
        (["sweep", "zip-4", "--part", "1"], "--part takes I/N"),
        (["sweep", "zip-4", "--part", "\u0661/\u0662"], "--part takes I/N"),
        (["sweep", "zip-4", "--cluster", ""], "needs the address of its scheduler"),
        (["sweep", "zip-4", "--cluster", "here"], "ends with its port, as in tcp://10.0.0.1:8786, not 'here'"),
        (["sweep", "zip-4", "--part", "3/2", "--ledger", "x"], "not 3 of 2"),
        (["sweep", "zip-4", "--part", "1/2"], "--part needs --ledger"),
        (["sweep", "zip-4", "--slice", "0"], "positive number of seconds"),
        (["sweep", "zip-4", "--count-only", "-o", "x"], "keeps no solutions"),
        (["sweep", "zip-4", "-o", "x.png"], "lines of JSON, which `draw` reads, not as x.png"),
        (["sweep", "zip-4", "-o", "-"], "is written to a file, not to standard output"),
        (["pictures", "zip-4", ""], "the folder name is empty"),
        (["tour", "--out", ""], "the folder name is empty"),
        (["hint", "nine-one", "--clockwise"], "--clockwise is for the turns in a SOLUTION or PARTIAL"),
        (["draw", "nine-one", "--clockwise", "-o", "x.svg"], "--clockwise is for the turns in a SOLUTION or PARTIAL"),
        (["explain", "zip-4", "--boards", "--json"], "--boards shows boards beside the words"),
        (["export", "zip-4", "-o", "no/such/folder/x.cnf"], "no folder no/such/folder"),
        (["export", "zip-4", "-o", "x.png"], "a .cnf, .opb, .pb or .pbtxt file, not x.png"),
        (["export", "zip-4"], "Missing option '-o'"),
        (["check", "zip-4", "."], ".: is a folder, not a file"),
        (["draw", "zip-4"], "Missing option '-o'"),
        (["draw", "zip-4", "-o"], "Option '-o' requires an argument\n"),
        (["draw", "cubes-packed", "-o", "x.png", "--turn", "nan"], "turn"),
        pytest.param(["tour", "--out", "/dev/null/tour"], "/dev/null/tour: Not a directory", marks=needs_devices),
        (["explain", "zip-4", "--steps", "0"], "it must be at least 1, not 0"),
        (["explain", "zip-4", "-o", "steps.stl"], "an explanation is written as .html, .pdf"),
        (["why", "zip-4", "-o", "none/why.png"], "there is no folder none"),
        (["hint", "zip-4", "none.json"], "none.json: there is no such file"),
        (["watch", "zip-4", "-o", "a.mp4"], "a film is a .gif"),
        (["watch", "zip-4", "-o", "no/such/folder/a.gif"], "there is no folder no/such/folder"),
        (["watch", "zip-4", "--solver", "edge-rows"], "no loop 'edge-rows'"),
        (["watch", "sudoku-9"], "no loop to watch, as this sudoku puzzle is not described as an exact cover and this"),
        (["watch", "zip-4", "--rate", "0"], "--rate"),
    ],
)
def test_mistakes_on_the_command_line(arguments, sentence):
    assert sentence in fails(*arguments)
