"""Every engine gives the same numbers, whatever was imported before: total, told apart, up to symmetry, exhausted."""

import json

import pytest
from command_line import printed_by, run
from lit_kind import Lit
from rooks_kind import Rooks
from systems import needs

import cpmodels as cm
from cpmodels.engines import ENGINES

HERE = [engine for engine in ENGINES if ENGINES[engine].is_installed]
LISTING = [engine for engine in HERE if engine != "ganak"]
UP_TO_SYMMETRY = ("cp-sat", "backtrack", "glucose")
"""Those that list one solution of each orbit."""
IN_FRESH_PROCESS = """
import sys
import cpmodels as cm
from cpmodels.engines import ENGINES
from cpmodels.search import _choice
from rooks_kind import Rooks

_choice.HEAD_START = 600  # However busy the machine is.
found = cm.count(Rooks(4))
assert "numba" not in sys.modules
print(found.total, found.told_apart, found.orbits, found.exhausted)
if ENGINES["backtrack"].is_installed:
    cm.count(Rooks(2), engine="backtrack")
found = cm.count(Rooks(4))
print(found.total, found.told_apart, found.orbits, found.exhausted, found.engine)
"""


def numbers(found):
    return found.total, found.told_apart, found.orbits, found.exhausted


def test_a_count_is_the_same_before_and_after_numba_is_loaded():
    """24 ways to place four rooks, of which 9 are left when the board can be turned: A000903 without mirrors."""
    told = printed_by(IN_FRESH_PROCESS)
    fresh, after = told.splitlines()
    assert fresh == "24 24 9 True"
    assert after == f"24 24 9 True {'backtrack' if ENGINES['backtrack'].is_installed else 'CP-SAT'}"


@needs("backtrack")
def test_what_begins_depends_on_questions_and_not_on_imports():
    lines = (
        "import numba",
        "import cpmodels as cm",
        "from cpmodels.engines.backtracking._search import is_ready",
        "cm.solve('zip-4', engine='cp-sat')",
        "print(is_ready())",
        "cm.count('zip-4', engine='backtrack')",
        "print(is_ready())",
    )
    assert printed_by("\n".join(lines)).split() == ["False", "True"]


@pytest.mark.parametrize(("size", "total", "orbits"), [(1, 1, 1), (4, 24, 9)])
@pytest.mark.parametrize("engine", HERE)
def test_orbits_of_rooks_by_each_engine(engine, size, total, orbits):
    """By Burnside's lemma (24 + 8 + 2 + 2) / 4, as half a turn keeps 8 ways to place four rooks, and a quarter 2."""
    found = cm.count(Rooks(size), engine=engine)
    told = None if engine == "ganak" and size > 1 else orbits
    assert numbers(found) == (total, total, told, True)
    whole = cm.count(Rooks(size), engine=engine, up_to_symmetry=False)
    assert numbers(whole) == (total, total, total, True)


@pytest.mark.parametrize("engine", HERE)
def test_one_solution_of_each_orbit_is_listed_or_refused(engine, tmp_path):
    """An engine that finds every solution does not print them all where one of each orbit is asked for."""
    board = tmp_path / "board.json"
    board.write_text(
        '{"puzzle": "edge_matching", "rows": 2, "cols": 2, "pieces": [[1, 2, 3, 4], [1, 5, 3, 6], '
        '[7, 2, 8, 4], [7, 5, 8, 6]], "rotations": true}'
    )
    ask = ["solve", board, "--all", "--up-to-symmetry", "--engine", engine, "--json"]
    if engine in UP_TO_SYMMETRY:
        told = json.loads(run(*ask)[0])
        assert 1 <= len(told["solutions"]) == cm.count(cm.read(board)).orbits < told["count"]
    else:
        refused = "does not take the engine" if engine == "ganak" else "does not list one solution of each orbit"
        assert refused in run(*ask, code=2)[1]


@pytest.mark.parametrize("engine", LISTING)
def test_solutions_up_to_symmetry_by_each_engine(engine):
    if engine in UP_TO_SYMMETRY:
        with cm.solutions(Rooks(4), engine=engine, up_to_symmetry=True) as found:
            assert (len(list(found)), found.total, found.exhausted) == (9, 24, True)
    else:
        with pytest.raises(cm.ParameterError, match="one solution of each orbit"):
            cm.solutions(Rooks(4), engine=engine, up_to_symmetry=True)


@pytest.mark.parametrize("engine", LISTING)
def test_a_limit_leaves_orbits_what_they_are(engine):
    assert numbers(cm.count(Rooks(4), engine=engine, limit=25)) == (24, 24, 9, True)
    few = cm.count(Rooks(4), engine=engine, limit=20)
    assert (few.total, few.exhausted) == (20, False)
    assert 5 <= few.orbits <= 9


def test_a_sweep_of_a_described_kind_uses_its_symmetries():
    found = cm.sweep(Rooks(4), workers=1)
    assert numbers(found) == (24, 24, 9, True)
    assert len(list(found)) == 9


@pytest.mark.parametrize("engine", HERE)
def test_a_kind_without_a_description_says_so_or_agrees(engine):
    if ENGINES[engine].reads == "description":
        with pytest.raises(cm.KindError, match="descri"):
            cm.count(Lit(2, 2, 2), engine=engine)
    else:
        assert numbers(cm.count(Lit(2, 2, 2), engine=engine)) == numbers(cm.count(Lit(2, 2, 2), engine="cp-sat"))


@needs("ganak")
def test_the_command_line_says_what_ganak_cannot_tell(tmp_path):
    board = tmp_path / "board.json"
    board.write_text('{"puzzle": "zip", "rows": 3, "cols": 3, "numbers": []}')
    told = json.loads(run("count", board, "--engine", "ganak", "--json")[0])
    assert (told["count"], told["up_to_symmetry"], told["exhausted"]) == (40, None, True)
    assert run("count", board, "--engine", "ganak")[0] == "40 solutions (how many up to symmetry is not known)\n"
    assert json.loads(run("count", board, "--engine", "cadical", "--json")[0])["up_to_symmetry"] == 3
    said = run("count", board, "-o", tmp_path / "all.svg", "--engine", "ganak", code=2)[1]
    assert "ganak counts solutions but does not list them; use cadical\n" in said  # xcover does not read paths
