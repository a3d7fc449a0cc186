"""Crashes of OR-Tools, by models of its known faults: each is searched where it cannot end the tests.

CP-SAT (9.15) finds a wrong solution of these models, hands it over, and aborts as it looks at it once more.
"""

import json
import os
import re
import signal
from pathlib import Path
from unittest.mock import Mock

import pytest
from command_line import begun, install, printed_by, run_process
from ortools.sat.python import cp_model
from systems import needs_proc, needs_signals

import cpmodels as cm
from cpmodels._cp_model._ortools import Solver
from cpmodels.cli._guard import guarded
from cpmodels.engines import _process
from cpmodels.engines._cp_sat import Check, lost

CRASHED = lost(-signal.SIGABRT)

needs_guard = pytest.mark.skipif(
    not hasattr(signal, "sigwaitinfo"), reason="the command line has no process of its own"
)


def element():
    """A lamp, and the value of an element of two equal ones."""
    cp = cp_model.CpModel()
    lamp = cp.new_bool_var("lamp")
    x = cp.new_int_var_from_domain(cp_model.Domain.from_values([-3, -1, 5]), "x")
    cp.add_element(lamp, [x, x], x - 2)
    return cm.Model(cp=cp, key={"lamp": lamp})


def division():
    """A lamp, and a number that is another one divided by 1."""
    cp = cp_model.CpModel()
    lamp = cp.new_bool_var("lamp")
    x = cp.new_int_var_from_domain(cp_model.Domain.from_values([-2, 1]), "x")
    cp.add_division_equality(x, -x - 2, 1)
    return cm.Model(cp=cp, key={"lamp": lamp}, parameters={"cp_model_presolve": False})


def lamps(*, maximise=False):
    """Three lamps, of which at least one is lit: seven solutions."""
    cp = cp_model.CpModel()
    lit = [cp.new_bool_var(f"lamp {number}") for number in range(3)]
    cp.add_bool_or(lit)
    if maximise:
        cp.maximize(sum(lit) - 2 * lit[0])
    return cm.Model(cp=cp, key=lit)


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """The folder for temporary files of the processes that a test begins, which are all to be gone in the end."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("temporary")
@needs_signals
def test_a_crash_ends_an_isolated_search_and_nothing_else(capfd):
    model = element()
    result = cm.solve(model, isolated=True)
    assert (result.status, result.solution, result.reason) == (cm.Status.UNKNOWN, None, CRASHED)
    found = cm.solutions(model, isolated=True)
    assert (list(found), found.exhausted, found.reason) == ([], False, CRASHED)
    counted = cm.count(model, isolated=True)
    assert (counted.total, counted.exhausted, counted.reason) == (0, False, CRASHED)
    assert cm.is_unique(model, isolated=True) is None
    model.cp.maximize(model.key[0])
    as_before = {"isolated": True, **model.parameters}
    best = cm.solve(model, **as_before)
    assert (best.status, best.solution, best.bound, best.reason) == (cm.Status.UNKNOWN, None, None, CRASHED)
    counted = cm.count(model, **as_before)
    assert (counted.total, counted.exhausted, counted.reason) == (0, False, CRASHED)
    assert capfd.readouterr() == ("", "")
    assert CRASHED.count(".") == 0  # It is one sentence.


@needs_signals
def test_what_was_found_before_a_crash_is_kept(monkeypatch):
    program = """
import pickle, sys, os, signal
output = sys.stdout.buffer
def send(*message):
    pickle.dump(message, output)
    output.flush()
task = pickle.load(sys.stdin.buffer)
send("solution", (bytes([1, 0, 0]), -1.0, 2.0, 1))
send("bound", 2.0)
send("solution", (bytes([0, 1, 0]), 1.0, 2.0, -1))
os.kill(os.getpid(), signal.SIGSEGV)
"""
    monkeypatch.setattr(_process, "PROGRAM", program)
    crashed = lost(-signal.SIGSEGV)
    assert "SIGSEGV" in crashed
    with cm.solutions(lamps(), isolated=True) as found:
        assert [solution.true for solution in found] == [("lamp 0",), ("lamp 1",)]
        assert (found.exhausted, found.reason) == (False, crashed)
    counted = cm.count(lamps(), isolated=True)
    assert (counted.total, counted.exhausted, counted.reason) == (2, False, crashed)
    best = cm.solve(lamps(maximise=True), isolated=True)
    assert (best.status, best.solution.true, best.objective) == (cm.Status.FEASIBLE, ("lamp 1",), 1.0)
    assert (best.bound, best.reason) == (None, crashed)
    assert cm.is_unique(lamps(), isolated=True) is False


def test_an_isolated_search_finds_the_same_as_one_that_is_not():
    for asked in (lamps(maximise=True), cm.Zip(3, 3)):
        here, there = cm.count(asked, engine="cp-sat"), cm.count(asked, engine="cp-sat", isolated=True)
        assert there == here
        assert there.reason == here.reason
        assert there.statistics.conflicts == here.statistics.conflicts
        assert cm.solve(asked, engine="cp-sat", isolated=True).status is cm.solve(asked, engine="cp-sat").status
        assert cm.is_unique(asked, isolated=True) is cm.is_unique(asked)
        some, others = cm.solutions(asked), cm.solutions(asked, isolated=True)
        assert list(others) == list(some)
        assert others.exhausted
    best = cm.solve(lamps(maximise=True), isolated=True)
    assert (best.objective, best.bound, best.status, best.reason) == (2.0, 2.0, cm.Status.OPTIMAL, None)


@needs_proc
def test_a_check_leaves_ctrl_c_alone():
    """CP-SAT took it, and left it to the system: on Windows, which has no signal masks, it ended an isolated search."""

    def caught():
        return re.search(r"SigCgt:.*", Path("/proc/self/status").read_text())[0]

    before = caught()
    assert Check(lamps().cp)([1, 0, 0])
    assert caught() == before


def test_what_is_checked_of_an_isolated_search_is_isolated_too(monkeypatch):
    """Pivots and symmetries were checked by CP-SAT in the program, which a crash ended."""
    cp = cp_model.CpModel()
    lit = [cp.new_bool_var(f"lamp {number}") for number in range(3)]
    cp.add_exactly_one(lit)
    as_said = {"symmetries": [(0, 1, 2), (1, 2, 0), (2, 0, 1)], "pivots": range(3)}
    monkeypatch.setattr(Solver, "solve", None)
    for workers in (1, 2):
        counted = cm.count(cm.Model(cp=cp, key=lit, **as_said), workers=workers, isolated=True)
        assert (counted.total, counted.orbits, counted.exhausted) == (3, 1, True)
    assert cm.sweep(cm.Model(cp=cp, key=lit, **as_said), workers=1).total == 3
    cp.add_bool_or([])
    assert cm.solve(cm.Model(cp=cp, key=lit, **as_said), isolated=True).status is cm.Status.INFEASIBLE
    assert cm.sweep(cm.Model(cp=cp, key=lit, **as_said), workers=1).total == 0


def test_what_cp_sat_refuses_and_logs_is_told_from_its_process(capsys):
    model = lamps()
    model.cp.add_max_equality(model.key[0], [model.cp.new_int_var(0, 2**62, "large")] * 3)
    with pytest.raises(cm.ModelError, match="CP-SAT calls the model invalid"):
        cm.solve(model, isolated=True)
    with pytest.raises(cm.ParameterError, match="CP-SAT rejects the parameters"):
        cm.solve(lamps(), isolated=True, num_workers=-3)
    # By one worker, as else another search, which logs nothing, may come first where the process is slow to begin.
    assert cm.solve(lamps(), isolated=True, workers=1, log_search_progress=True).solution is not None
    assert "Starting CP-SAT solver" in capsys.readouterr().err  # The end of the log may come after the solution.


def test_an_isolated_search_ends_when_it_is_closed_and_when_the_time_is_up():
    endless = cm.Zip(8, 8)
    with cm.solutions(endless, isolated=True) as found:
        assert next(found)
    assert (found.found, found.exhausted, found.reason) == (1, False, None)
    counted = cm.count(endless, engine="cp-sat", isolated=True, time_limit=0.7)
    assert not counted.exhausted  # On a busy machine the time is up before the process has begun.


def test_a_check_knows_right_solutions_from_wrong_ones():
    model = lamps(maximise=True)
    model.cp.add_hint(model.key[0], 1)
    check = Check(model.cp)
    values = [[bool(number & 1), bool(number & 2), bool(number & 4)] for number in range(8)]
    assert [check(lit) for lit in values] == [any(lit) for lit in values]
    assert not Check(division().cp)([0, -2])
    assert not Check(division().cp)([0, 1])
    assert not Check(division().cp)([0, -1])


KIND = """
from dataclasses import dataclass
import os, signal, time
from ortools.sat.python import cp_model
import cpmodels as cm

@dataclass(frozen=True)
class Lamp(cm.Solution):
    lit: tuple[int, ...]

@dataclass(frozen=True)
class Lamps(cm.Puzzle[Lamp]):
    kind = "lamps"
    fault: str = "SIGABRT"
    name: str = "lamps"

    def check(self, solution):
        return []

    def model(self, cp):
        lamp = cp.new_bool_var("lamp")
        x = cp.new_int_var_from_domain(cp_model.Domain.from_values([-3, -1, 5]), "x")
        if self.fault == "SIGABRT":
            cp.add_element(lamp, [x, x], x - 2)
        elif self.fault == "waits":
            print("waiting", flush=True)
            time.sleep(600)
        elif self.fault != "none":
            os.kill(os.getpid(), signal.Signals[self.fault])
        return cm.Model(self, cp, [lamp], Lamp)
"""


@pytest.fixture
def package(tmp_path):
    """A folder with a package of a kind whose models crash OR-Tools; and a puzzle of it, with a fault."""
    folder = tmp_path / "package"
    folder.mkdir()
    install(folder, "lamps", "[cpmodels.kinds]\nlamps = lamps:Lamps\n")
    (folder / "lamps.py").write_text(KIND)
    return folder


def lamp_file(folder, fault="SIGABRT"):
    file = folder / f"{fault}.json"
    file.write_text(json.dumps({"puzzle": "lamps", "fault": fault}))
    return file


@pytest.mark.usefixtures("temporary")
@needs_guard
@pytest.mark.parametrize("command", [["solve", "--all"], ["count", "--json"], ["confirm"]])
def test_a_crash_on_the_command_line_is_one_sentence(command, tmp_path, package):
    out, err = run_process(*command, lamp_file(tmp_path), path=package, folder=tmp_path, code=3)
    assert out == ""
    assert err == (
        "cpmodels: a crash of OR-Tools, or of other machine code, ended the search (SIGABRT): nothing is proved\n"
    )
    assert {path.name for path in tmp_path.iterdir()} == {"SIGABRT.json", "package", "temporary"}


@pytest.mark.usefixtures("temporary")
@needs_guard
def test_debug_shows_what_a_crash_says_and_that_no_file_is_written(tmp_path, package):
    _, err = run_process("count", lamp_file(tmp_path), "--debug", path=package, code=3)
    assert f"'{os.devnull}/wrong_response.pb.txt'" in err


@needs_guard
@pytest.mark.parametrize(
    ("option", "told"), [("faulthandler", "Fatal Python error: Aborted"), ("importtime", "ortools.sat.python.cp_model")]
)
def test_what_python_was_asked_to_tell_is_told(option, told, tmp_path, package):
    process = begun("-X", option, "-m", "cpmodels", "count", lamp_file(tmp_path), path=package)
    *before, sentence = process.communicate()[1].splitlines()
    assert any(told in line for line in before)
    assert "(SIGABRT)" in sentence


@needs_guard
@pytest.mark.skipif(not Path("/dev/stderr").exists(), reason="this system has no such file")
def test_standard_error_can_be_the_file_that_is_written():
    out, err = run_process("sweep", "zip-4", "--workers", 1, "-o", "/dev/stderr")
    assert out == "1 solution\n"
    assert '{"path": [[' in err


@needs_guard
def test_a_program_ends_as_its_process_does(tmp_path, package):
    assert run_process("count", lamp_file(tmp_path, "none"), path=package)[0].startswith("2 solutions")
    _, err = run_process("count", lamp_file(tmp_path, "SIGSEGV"), path=package, code=3)
    assert "(SIGSEGV)" in err
    ended = run_process("count", lamp_file(tmp_path, "SIGALRM"), path=package, code=-signal.SIGALRM)
    assert ended == ("", "")


@needs_guard
def test_where_no_process_can_begin_a_command_runs_in_the_first_one(monkeypatch):
    monkeypatch.setattr(os, "fork", Mock(side_effect=BlockingIOError))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    assert not guarded()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before


def waiting(folder, package):
    """A program that counts, and now waits in the middle of it."""
    process = begun("-m", "cpmodels", "count", lamp_file(folder, "waits"), path=package)
    assert process.stdout.readline() == "waiting\n"
    return process


@needs_guard
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_the_program_reaches_its_process(sign, tmp_path, package):
    with waiting(tmp_path, package) as process:
        process.send_signal(sign)
        out = process.stdout.read()
        err = process.stderr.read()
    interrupted = sign == signal.SIGINT
    assert process.returncode == (3 if interrupted else -sign)
    assert out == ("no solution found; there may be some\n" if interrupted else "")
    assert "Traceback" not in err


@needs_guard
def test_the_process_of_a_program_ends_with_it(tmp_path, package):
    with waiting(tmp_path, package) as process:
        process.kill()
        assert process.stdout.read() == ""  # It ends once no process is left that could write.
    assert process.returncode == -signal.SIGKILL


SWEEP = """
import sys
from pathlib import Path
import cpmodels as cm
import lamps

if __name__ == "__main__":
    try:
        cm.sweep(lamps.Lamps(fault=sys.argv[2]), ledger=sys.argv[1], workers=1)
    except cm.errors.WorkersLostError as error:
        print(error)
"""


@pytest.mark.usefixtures("temporary")
@needs_signals
def test_a_sweep_by_processes_outlives_a_crash_and_can_go_on(tmp_path, package):
    program, ledger = tmp_path / "sweep.py", tmp_path / "ledger"
    program.write_text(SWEEP)
    for _ in range(2):
        process = begun(program, ledger, "SIGABRT", path=package)
        out, err = process.communicate()
        assert process.returncode == 0
        assert "does OR-Tools crash on this model" in out
        assert (out.count("\n"), err) == (1, "")
    assert {path.name for path in tmp_path.iterdir()} == {"sweep.py", "ledger", "package", "temporary"}


FORKED = """
import os, signal, sys, threading, time
from cpmodels import _cp_model

os.dup2(1, 2)
threading.Thread(target=lambda: _cp_model.CpModel, daemon=True).start()
while "cpmodels._cp_model._ortools" not in sys.modules:
    time.sleep(0.001)
if (process := os.fork()) == 0:
    signal.alarm(60)  # It waited for ever.
    _cp_model.QuickCpModel()
    os._exit(0)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
"""


FORKED_IN_COMPILING = """
import os, signal, sys, threading, time
from cpmodels.engines.backtracking._compiled import Kernel

def compiling():
    begun.set()
    time.sleep(0.5)
    import logging
    logging.getLogger("numba").isEnabledFor(logging.DEBUG)  # It takes a lock that forks take, too.

compiling.py_func = compiling  # So it is taken for what is compiled at its first call.
begun = threading.Event()
threading.Thread(target=Kernel(__name__, "compiling"), daemon=True).start()
begun.wait()
if (process := os.fork()) == 0:
    signal.alarm(60)  # It waited for ever.
    Kernel(__name__, "compiling")()
    os._exit(0)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
@pytest.mark.parametrize("program", [FORKED, FORKED_IN_COMPILING], ids=["loading", "compiling"])
def test_a_process_that_is_forked_while_a_thread_loads_or_compiles_can_do_so_itself(program):
    assert not printed_by(program)
