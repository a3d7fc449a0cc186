"""Kinds in files that are not installed: `cpmodels.load`, --load and CPMODELS_LOAD, in this and in other processes."""

import os
import pickle
import subprocess
import sys

import pytest
from command_line import fails, run, run_process
from lenient import Lenient

import cpmodels as cm
from cpmodels.base import kinds
from cpmodels.base.kinds import kind_named, kind_names, rules_of
from cpmodels.loaded import VARIABLE, load
from cpmodels.testing import check_kind

KIND = '''
"""Switches: as many of a row of lamps are on as are asked for."""
from dataclasses import dataclass
import cpmodels as cm

@dataclass(frozen=True)
class Switches(cm.Puzzle[cm.Grid]):
    """So many of a row of lamps are on."""

    kind = "switches"
    lamps: int
    on: int

    def check(self, solution):
        return [] if sum(solution.rows[0]) == self.on else ["another number is on"]

    def model(self, cp):
        lamps = [cp.new_bool_var(f"{lamp}") for lamp in range(self.lamps)]
        cp.add(sum(lamps) == self.on)
        return cm.Model(self, cp, lamps, lambda values: cm.Grid([[int(value) for value in values]]))

    def diagram(self, solution=None):
        return cm.Diagram(1, self.lamps)
'''
SOLVER = """
from cpmodels.racing import Solver, register

class Nothing:
    exhausted, effort = False, 0
    def __init__(self, question):
        pass
    def __iter__(self):
        return iter(())

register(Solver("nothing", "mine", Nothing))
"""
pytestmark = pytest.mark.usefixtures("files_are_forgotten")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "switches.py"
    path.write_text(KIND)
    (tmp_path / "board.json").write_text('{"puzzle": "switches", "lamps": 5, "on": 2}')
    return path


def test_a_loaded_kind_is_like_any_other(file):
    puzzle = cm.load(file).Switches(4, 2)
    assert check_kind(puzzle) == 6
    assert "switches" in kind_names()
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert cm.read(file.with_name("board.json")).on == 2


def test_a_kind_without_a_docstring_has_no_rules(file):
    """Neither what `dataclass` writes there nor what a class says to those who make kinds."""
    file.write_text(KIND.replace('    """So many of a row of lamps are on."""\n', ""))
    said = run("kinds", "--load", file)[0].partition("switches: ")[2].splitlines()
    assert said[1].strip() == "its class has no docstring"
    derived = "\nclass Row(Switches):\n    kind = 'row'\n"
    file.write_text(KIND + derived)
    assert rules_of(load(file).Row) == "So many of a row of lamps are on."


def test_a_file_that_has_changed_is_run_again(file):
    load(file)
    file.write_text(KIND.replace("another number", "the wrong number"))
    assert load(file).Switches(1, 1).check(cm.Grid([[0]])) == ["the wrong number is on"]
    assert os.environ[VARIABLE] == str(file)


def test_the_environment_names_files_that_are_needed(file, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(file))
    assert cm.count({"puzzle": "switches", "lamps": 5, "on": 2}).total == 10


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (["confirm"], "they agree"),
        (["sweep", "--ledger", "LEDGER", "--workers", "2"], "10 solutions"),
        (["race", "--task", "all", "--solvers", "cp-sat,nothing", "--time-limit", "60"], "10 solutions"),
    ],
)
def test_commands_and_their_processes_know_it(command, expected, file):
    file, solver = file.rename(file.with_name("my.switches.py")), file.with_name("solvers_of_mine.py")
    solver.write_text(SOLVER)
    words = [str(file.with_name("ledger")) if word == "LEDGER" else word for word in command]
    out, _ = run_process(words[0], file.with_name("board.json"), "--load", file, *words[1:], "--load", solver)
    assert expected in out


def test_a_file_that_was_not_loaded_is_thought_of(file):
    _, err = run("solve", file.with_name("board.json"), code=2)
    assert "there is no kind of puzzle 'switches'" in err
    assert "--load FILE" in err


def test_the_option_stands_before_and_after_commands(file):
    for words in (["--load", file, "schema", "switches"], ["schema", "switches", f"--load={file}"]):
        assert '"lamps"' in run(*words)[0]
    assert "switches" in run("kinds", "--load", file)[0]


def test_a_generator_may_be_in_a_file(file):
    """Whatever has been imported before: nothing but `cpmodels` in a process of its own."""
    file.write_text(
        f"{KIND}\ncm.racing.register\n@cm.generating.candidates.register(Switches)\ndef made(kind, size, random):\n"
        "    yield cm.generating.WholeCandidate(Switches(size[0], 0), cm.Grid([[0] * size[0]]))\n"
    )
    assert '"lamps": 3' in run("new", "--load", file, "switches", "3", "--json")[0]
    assert '"lamps": 3' in run_process("new", "switches", "3", "--load", file, "--json")[0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def check(:\n", "broken.py, line 1: invalid syntax"),
        ("\n\nname\n", "broken.py, line 3: NameError: name 'name' is not defined"),
        ("import cpmodels as cm\ncm.read('no-such-puzzle')\n", "broken.py, line 2: there is no file or built-in"),
        ("import sys\nsys.exit(7)\n", "broken.py, line 2: SystemExit: 7"),
        ("\neval(' + ')\n", "broken.py, line 2: SyntaxError: "),
        (KIND.replace('"switches"', '"zip"'), "broken.py, line 7: the kind 'zip' is registered twice"),
    ],
)
def test_what_is_wrong_with_a_file_is_a_sentence_with_its_line(text, sentence, tmp_path):
    cm.kinds.kind_named("zip")
    file = tmp_path / "broken.py"
    file.write_text(text)
    assert sentence in fails("solve", "zip-4", "--load", file)


def test_a_slip_in_what_a_file_imports_is_not_said_of_its_own_line(tmp_path, monkeypatch):
    (tmp_path / "helping_lamps.py").write_text("\n\n\ndef lamps(:\n")
    (tmp_path / "mine.py").write_text("import math\nimport helping_lamps\n")
    monkeypatch.syspath_prepend(tmp_path)
    told = r"mine\.py, line 2: SyntaxError: invalid syntax \(helping_lamps\.py, line 4\)"
    with pytest.raises(cm.ParameterError, match=told):
        cm.load(tmp_path / "mine.py")


def test_a_kind_that_is_installed_but_not_yet_imported_is_not_replaced(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(KIND.replace('"switches"', '"zigzaw"'))
    err = run_process("solve", "zip-4", "--load", file, code=2)[1]
    assert "mine.py: there is a kind 'zigzaw' already: give this one another name" in err


def test_a_defect_in_a_kind_is_named_with_its_line(file):
    file.write_text(KIND.replace("self.lamps)", "self.bulbs)"))
    err = run("solve", file.with_name("board.json"), "--load", file, code=3)[1]
    assert "switches.py, line 18 (AttributeError: 'Switches' object has no attribute 'bulbs')" in err


@pytest.mark.parametrize(("text", "said"), [("cubes = 3\n", True), (KIND, False), (SOLVER, False)])
def test_a_file_without_a_kind_and_a_solver_is_told(text, said, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(text)
    assert ("mine.py has no kind of puzzle" in run("solve", "zip-4", "--load", file)[1]) == said


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere.py", "there is no file nowhere.py to load"),
        ("board.json", "the file to load {}/board.json is not a Python file whose name ends with .py"),
    ],
)
def test_what_is_not_a_python_file_is_refused(name, sentence, file):
    found = file.with_name(name)
    assert sentence.format(file.parent) in fails("list", "--load", found if found.exists() else name)


def test_a_name_that_no_file_can_have_is_refused():
    with pytest.raises(cm.ParameterError, match="there is no file longlong"):
        load(f"{'long' * 100}.py")


def test_files_of_one_name_are_refused(file, tmp_path):
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / "switches.py"
    other.write_text(KIND)
    load(file)
    with pytest.raises(cm.ParameterError, match="two files of one name cannot be loaded"):
        load(other)


def test_files_of_one_name_are_refused_where_the_environment_names_one(file, tmp_path, monkeypatch):
    """Other processes would have run that one alone, with other rules; or nobody the second of two."""
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / "switches.py"
    other.write_text(KIND)
    with monkeypatch.context() as patch:
        patch.setenv(VARIABLE, str(other))
        with pytest.raises(cm.ParameterError, match="two files of one name cannot be loaded"):
            load(file)
        patch.setenv(VARIABLE, os.pathsep.join(map(str, (file, other))))
        with pytest.raises(cm.ParameterError, match="two files of one name cannot be loaded"):
            kind_names()


def test_a_file_may_be_called_in_several_ways(file, tmp_path, monkeypatch):
    (tmp_path / "other").mkdir()
    monkeypatch.setenv(VARIABLE, "switches.py")
    for folder in (tmp_path, tmp_path / "other"):
        monkeypatch.chdir(folder)
        for name in (file, tmp_path / "other" / ".." / "switches.py"):
            assert load(name).Switches is kind_named("switches")


IN_A_FRESH_SESSION = """
import pytest
import cpmodels as cm

with pytest.raises(cm.ParameterError, match="there is a kind 'queens' already"):
    cm.load("mine.py")
assert type(cm.read("queens-8")).__module__ == "cpmodels.puzzles.queens"
text = open("mine.py").read()
with open("mine.py", "w") as file:
    file.write(text.replace('"queens"', '"mine"'))
assert cm.load("mine.py").Switches.kind == "mine"
"""
IN_A_NOTEBOOK = """
import pytest
import cpmodels as cm

class Mine(cm.Puzzle[cm.Grid]):
    kind = "queens"
    def check(self, solution): ...

with pytest.raises(cm.KindError, match="'queens' is registered twice: by __main__.Mine and by cpmodels.puzzles"):
    cm.read("queens-8")

class Mine(cm.Puzzle[cm.Grid]):
    kind = "mine"
    def check(self, solution): ...

assert type(cm.read("queens-8")).__module__ == "cpmodels.puzzles.queens"
assert cm.kinds.kind_named("mine") is Mine
"""

IN_A_LOOP = """
import cpmodels as cm

for name in ("small", "large"):
    class Made(cm.Puzzle[cm.Grid]):
        kind = name
        def check(self, solution): ...
"""


@pytest.mark.parametrize("program", [IN_A_FRESH_SESSION, IN_A_NOTEBOOK])
def test_a_kind_that_is_refused_does_not_stand_for_the_one_that_is_installed(program, tmp_path):
    """In a process of its own, where none of the package's kinds has been imported."""
    (tmp_path / "mine.py").write_text(KIND.replace('"switches"', '"queens"'))
    ended = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert not ended.returncode, ended.stderr


def test_a_file_whose_class_has_another_name_now_is_run_again(file):
    load(file)
    file.write_text(KIND.replace("Switches", "Lamps"))
    renamed = load(file).Lamps
    assert kind_named("switches") is renamed
    syntax = ("lamps: int =", cm.ParameterError, "invalid syntax")
    for ending, error, words in (syntax, ("raise KeyboardInterrupt('ended')", KeyboardInterrupt, "ended")):
        file.write_text(f"{KIND.replace('Switches', 'Lamps')}\n{ending}")
        with pytest.raises(error, match=words):
            load(file)
        assert kind_named("switches") is renamed
        assert sys.modules[renamed.__module__].Lamps is renamed


IMPORTED_TOO = """
import pytest
import cpmodels as cm
from cpmodels.base.kinds import kind_named

assert cm.load("switches.py").Switches is kind_named("switches")
import switches
assert switches.Switches is kind_named("switches")
assert cm.load("switches.py").Switches is kind_named("switches")
import importlib
assert importlib.reload(switches).Switches is kind_named("switches")
open("switches.py", "w").write("a slip")
with pytest.raises(cm.ParameterError, match="switches.py, line 1"):
    cm.load("switches.py")
assert switches.Switches is kind_named("switches")
"""


def test_a_file_that_is_loaded_may_be_imported_too(file):
    ask = [sys.executable, "-c", IMPORTED_TOO]
    ended = subprocess.run(ask, cwd=file.parent, capture_output=True, text=True, check=False)
    assert not ended.returncode, ended.stderr


def test_kinds_that_a_loop_or_a_function_makes_may_share_a_class_name(tmp_path):
    file = tmp_path / "loop.py"
    file.write_text(IN_A_LOOP)
    module = load(file)
    assert [kind_named(name).__module__ for name in ("small", "large")] == [module.__name__] * 2

    def made(name):
        class Made(Lenient, cm.Puzzle[cm.Grid]):
            kind = name

        return Made

    assert [made("one"), made("other")] == [kind_named("one"), kind_named("other")]


def test_kinds_may_be_registered_while_another_thread_looks_through_them(monkeypatch):
    class Registering:
        """The other thread comes just when the type of solutions is asked for."""

        def __get__(self, puzzle, cls):
            kinds._KINDS[f"other {len(kinds._KINDS)}"] = cm.Zip
            return cm.Grid

    class Mine:
        solution_type = Registering()

    monkeypatch.setattr(kinds, "_KINDS", {"mine": Mine, "zip": cm.Zip})
    assert "mine" in kinds._kinds_of(cm.Grid)


def test_the_entry_points_of_a_kind_that_another_thread_registers_meanwhile_are_loaded_next_time(monkeypatch):
    known, loaded = {"early": cm.Zip}, []

    def load_entry(_, name):
        loaded.append(name)
        known["late"] = cm.Zip

    monkeypatch.setattr(kinds, "_KINDS", known)
    monkeypatch.setattr(kinds, "load_entry", load_entry)
    drawn = kinds.OpenFunction(lambda path: path, "drawings")
    for _ in range(2):
        drawn(cm.Path([]))
    assert loaded == ["early", "early", "late"]
