"""The command line loads OR-Tools without pandas; what uses pandas there works as ever once it is asked for."""

import subprocess
import sys

import pytest

START = """
import sys
from cpmodels._without_pandas import put_pandas_off
put_pandas_off()
put_pandas_off()
"""

SERIES = """
from ortools.sat.python import cp_model
assert {late} or "pandas" not in sys.modules
import inspect, pickle, typing, pandas
assert cp_model.pd.Index is pandas.Index
cp = cp_model.CpModel()
x = cp.new_bool_var_series("x", pandas.Index(range(3)))
assert isinstance(x, pandas.Series)
cp.add(sum(x) == 2)
solver = cp_model.CpSolver()
assert solver.solve(cp) == cp_model.OPTIMAL
assert sum(solver.boolean_values(x)) == 2
try:
    cp.new_bool_var_series("y", [1, 2])
except TypeError:
    print("a list is not an index")
hints = typing.get_type_hints(cp_model.CpModel.new_bool_var_series)
assert hints["index"] is pandas.Index and hints["return"] is pandas.Series
assert pickle.loads(pickle.dumps(cp_model.CpSolver)) is cp_model.CpSolver
assert "class CpModel" in inspect.getsource(cp_model.CpModel)
assert type(cp_model.__loader__).__name__ == "SourceFileLoader"
"""


def run(code):
    return subprocess.run([sys.executable, "-c", START + code], check=True, capture_output=True, text=True).stdout


@pytest.mark.slow
@pytest.mark.parametrize("first", ["", "import pandas\n"])
def test_series_work_as_ever(first):
    assert run(first + SERIES.format(late=bool(first))) == "a list is not an index\n"


@pytest.mark.slow
def test_an_answer_needs_no_pandas():
    code = """
from cpmodels.cli import main
sys.argv = ["cpmodels", "solve", "zip-4"]
try:
    main()
except SystemExit as end:
    print("status", end.code, "pandas" in sys.modules, "PIL" in sys.modules)
"""
    assert run(code).splitlines()[-1] == "status 0 False False"


def test_a_module_that_uses_more_of_pandas_is_loaded_as_ever(tmp_path, monkeypatch):
    from cpmodels import _without_pandas as quick

    (tmp_path / "greedy.py").write_text("import fake_pandas as pd\nimport pandas\nsize = pandas.Series.size + 1\n")
    (tmp_path / "fake_pandas.py").write_text("class Series:\n    size = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    import fake_pandas

    monkeypatch.setattr(quick, "MODULE", "greedy")
    monkeypatch.setattr(sys, "meta_path", [quick.Finder, *sys.meta_path])
    for name in ("pandas", "greedy"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    spec = quick.Finder.find_spec("greedy")
    assert type(spec.loader) is quick.QuickLoader
    assert quick.Finder.find_spec("fake_pandas") is None
    monkeypatch.setitem(sys.modules, "pandas", fake_pandas)
    import importlib.util

    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.size == 2
    assert module.pandas is fake_pandas
    monkeypatch.delitem(sys.modules, "greedy", raising=False)
