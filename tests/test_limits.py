"""A time limit ends a search wherever it is: in a puzzle's own code, in a strategy's, in that of an engine's formula.

The code that it ends here never ends by itself, so that a limit that does not hold is seen by a test that hangs.
"""

import gc
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import pytest
from command_line import environment
from ortools.sat.python import cp_model

import cpmodels as cm
from cpmodels import Status
from cpmodels.backtracking._backtracker import Backtracker
from cpmodels.backtracking._compiled import is_installed
from cpmodels.search._interruption import Interrupted, Interruptible
from cpmodels.search._runs import Clock, uninterrupted

STEPS = cm.Zip(3, 3)


def for_ever(begun=None):
    """Python code that does not look at any clock; it calls `begun` before."""
    if begun:
        begun()
    n = 0
    while True:
        n += 1


@dataclass(frozen=True)
class Endless(cm.Puzzle[cm.Grid]):
    """A puzzle whose model takes for ever to build.

    begun: called when that begins.
    """

    kind = "endless-to-build"
    stage: str = "model"
    name: str | None = None
    begun: Callable[[], None] | None = None

    def check(self, solution):
        return [] if solution.rows else ["there is no row"]

    def model(self, cp):
        if self.stage == "model":
            for_ever(self.begun)
        lamp = cp.new_bool_var("lamp")
        return cm.Model(self, cp, [lamp], lambda values: cm.Grid([values]))

    def infeasible_reason(self):
        return for_ever(self.begun) if self.stage == "reason" else None


@pytest.mark.parametrize("stage", ["model", "reason"])
def test_building_ends_when_the_time_is_up(stage):
    puzzle = Endless(stage)
    result = cm.solve(puzzle, time_limit=0.05)
    assert (result.status, result.solution) == (Status.UNKNOWN, None)
    assert result.reason == "the time was up while the model was built"
    for engine in (None, "cadical"):
        counted = cm.count(puzzle, engine=engine, time_limit=0.05)
        assert (counted.total, counted.exhausted, counted.interrupted) == (0, False, False)
        with cm.solutions(puzzle, engine=engine, time_limit=0.05) as found:
            assert (list(found), found.exhausted) == ([], False)
    assert cm.is_unique(puzzle, time_limit=0.05) is None
    for engine in (None, "cadical"):
        assert cm.confirm(puzzle, engine=engine, time_limit=0.05).agree is None
    assert cm.confirm(puzzle, known=3, time_limit=0.05).agree is None


def test_how_long_a_building_took_that_was_ended_is_told(clock):
    result = cm.solve(Endless(begun=lambda: clock.move(9)), time_limit=9)
    assert (result.status, result.statistics.build_seconds) == (Status.UNKNOWN, 9)


def test_a_sweep_ends_and_leaves_its_ledger_alone(tmp_path):
    ledger = tmp_path / "ledger"
    found = cm.sweep(Endless(), ledger=ledger, time_limit=0.05, workers=1)
    assert (found.total, found.exhausted, found.interrupted, list(found)) == (0, False, False, [])
    assert not ledger.exists()


def test_a_puzzle_that_minimises_ends_too(clock):
    @dataclass(frozen=True)
    class Stages(Endless):
        kind = "endless-stage"
        minimise = "length"

        def stages(self, *, alike=True):
            del alike
            part = Endless(begun=lambda: clock.move(9))
            yield cm.puzzle.Stage(1, [cm.puzzle.Part(part, lambda solution: solution)])

    result = cm.solve(Stages(), time_limit=9)
    assert (result.status, result.reason) == (Status.UNKNOWN, "length: no solution has less than 1")
    assert not cm.count(Stages(), time_limit=9).exhausted


def test_looking_for_stages_and_narrower_puzzles_ends(clock):
    """Before the first one, and after it."""

    def late():
        for_ever(lambda: clock.move(9))

    @dataclass(frozen=True)
    class Searching(Endless):
        kind = "endless-looking"
        first: tuple = ()

        def narrower(self):
            yield from (cm.puzzle.Part(one, lambda solution: solution) for one in self.first)
            late()

        def stages(self, *, alike=True):
            del alike
            yield from (cm.puzzle.Stage(7, [cm.puzzle.Part(one, lambda solution: solution)]) for one in self.first)
            late()

    @dataclass(frozen=True)
    class Least(Searching):
        kind = "endless-least"
        minimise = "length"

    impossible = cm.Zip(2, 2, waypoints=[(0, 0), (1, 1)])
    assert cm.solve(impossible).status is Status.INFEASIBLE
    for first, reason in (((), "the time was up"), ((impossible,), "length: no solution has less than 7")):
        assert cm.solve(Searching(first=first), time_limit=9).status is Status.UNKNOWN
        result = cm.solve(Least(first=first), time_limit=9)
        assert (result.status, result.reason.startswith(reason)) == (Status.UNKNOWN, True)
        counted = cm.count(Least(first=first), time_limit=9)
        assert (counted.total, counted.exhausted, counted.interrupted) == (0, False, False)
        assert cm.is_unique(Least(first=first), time_limit=9) is None


def test_limits_hold_in_any_thread_and_leave_it_unharmed():
    statuses = []
    threads = [
        threading.Thread(target=lambda: statuses.append(cm.solve(Endless(), time_limit=0.05).status)) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [Status.UNKNOWN] * 3
    assert cm.count(STEPS, time_limit=100).total == 40


def test_a_model_that_was_changed_is_noticed_after_a_building_that_was_ended():
    cm.solve(Endless(), time_limit=0.05)
    model = cm.Model(cp=cp_model.CpModel())
    assert model.as_built
    model.cp.new_bool_var("")
    assert not model.as_built


def test_a_strategy_that_never_yields_ends(clock):
    def search(_seed, _runs):
        for_ever(lambda: clock.move(100))
        yield None

    cp = cp_model.CpModel()
    hard = [[cp.new_bool_var("") for _ in range(12)] for _ in range(13)]  # pigeons
    for pigeon in hard:
        cp.add_bool_or(pigeon)
    for hole in zip(*hard, strict=True):
        for i, one in enumerate(hole):
            for other in hole[:i]:
                cp.add_bool_or(~one, ~other)
    strategy = cm.model.Strategy("endless", search, light=True, any_model=True)
    key = [literal for pigeon in hard for literal in pigeon]
    model = cm.Model(cp=cp, key=key, strategies=(strategy,), parameters=cm.DIRECT_PARAMETERS)
    result = cm.solve(model, workers=1, time_limit=100, symmetry_level=0)
    assert clock.now == 100
    assert result.status is Status.UNKNOWN
    assert not [thread for thread in threading.enumerate() if thread.name == "cpmodels search"]


def test_ctrl_c_ends_building_at_once():
    endless = Endless(begun=lambda: signal.raise_signal(signal.SIGINT))
    for ask in (cm.solve, cm.is_unique):
        with pytest.raises(KeyboardInterrupt):
            ask(endless, time_limit=10**6)
    counted = cm.count(endless)
    assert (counted.total, counted.exhausted, counted.interrupted) == (0, False, True)


class Finalized:
    """What takes for ever when nobody needs it any more."""

    def __del__(self):
        for_ever()


def collect(_phase, _info):
    """A callback of the garbage collector that takes for ever."""
    gc.callbacks.remove(collect)
    for_ever()


def drop_a_collection():
    """Nothing is left behind where the limit comes in between."""
    try:
        gc.callbacks.append(collect)
        gc.collect()
    finally:
        with suppress(ValueError):
            gc.callbacks.remove(collect)


@pytest.mark.parametrize("drop", [drop_a_collection, Finalized])
def test_a_limit_that_python_drops_is_kept(drop):
    """Python drops what is raised in callbacks of the garbage collector and in finalizers."""

    @dataclass(frozen=True)
    class Dropping(Endless):
        kind = "endless-after-a-drop"

        def model(self, cp):
            drop()
            drop()
            return super().model(cp)

    hook = sys.unraisablehook
    assert cm.solve(Dropping(), time_limit=0.05).reason == "the time was up while the model was built"
    assert sys.unraisablehook is hook


class Broken:
    def __del__(self):
        raise ZeroDivisionError


def interrupted(tidied):
    """Code that is ended, and that somebody tries to end again while it tidies up."""
    with Interruptible() as stretch:
        try:
            stretch.interrupt()
            for_ever()
        finally:
            stretch.interrupt()
            Broken()
            tidied.append(sum(range(10_000)))


def test_code_is_ended_once_and_tidies_up(monkeypatch):
    """Other errors that Python drops meanwhile are told as ever."""
    tidied, told = [], []
    monkeypatch.setattr(sys, "unraisablehook", lambda dropped: told.append(dropped.exc_type))
    with pytest.raises(Interrupted):
        interrupted(tidied)
    assert tidied == [sum(range(10_000))]
    assert told == [ZeroDivisionError]


def test_what_python_drops_on_the_way_out_is_told_nowhere(monkeypatch):
    class Ending:
        def __init__(self, stretch):
            self.stretch = stretch

        def __del__(self):
            self.stretch.interrupt()

    told, before = [], set(threading.enumerate())
    monkeypatch.setattr(sys, "unraisablehook", lambda dropped: told.append(str(dropped)))
    for _ in range(100):
        with Interruptible() as stretch:
            Ending(stretch)
    for thread in set(threading.enumerate()) - before:
        thread.join()
    assert told == []


STARTING = """
import threading
from cpmodels.search._interruption import Interrupted, Interruptible

def start_for_ever(seconds, threads, ran):
    with Interruptible() as stretch:
        threading.Timer(seconds, stretch.interrupt).start()
        while True:
            threads.append(threading.Thread(target=ran.append, args=[len(threads)]))
            threads[-1].start()

for n in range(500):
    threads, ran = [], []
    try:
        start_for_ever(n % 10 / 10_000, threads, ran)
    except Interrupted:
        print(n, end=" ")
    for thread in threads:
        if thread.ident is not None:
            thread.join()
    assert sorted(ran)[: len(threads) - 1] == list(range(len(threads) - 1))
"""


def test_code_that_starts_threads_is_ended_and_they_run():
    """Python 3.11 gave the interruption to a thread that was just being started, for which its starter waited."""
    done = subprocess.run(
        [sys.executable, "-c", STARTING],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env=environment(),
    )
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, [str(n) for n in range(500)], "")


TRACED = """
import sys
from cpmodels.search._interruption import Interrupted, Interruptible

def traced():
    return "traced"

try:
    with Interruptible() as stretch:
        stretch.interrupt()
except Interrupted:
    pass
sys.settrace(lambda *_: None)  # As debuggers do.
print(traced())
"""


def test_a_debugger_goes_on_after_code_was_ended():
    """Python 3.11 hung there, in its loop for functions that are traced."""
    done = subprocess.run(
        [sys.executable, "-c", TRACED],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env=environment(),
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "traced\n", "")


@pytest.mark.skipif(not is_installed(), reason="not installed: numba")
def test_compiled_code_is_ended_though_it_does_not_see_it():
    """What it returns is made in Python; when that is ended, it fails with SystemError, a result with an exception."""
    backtracker = Backtracker(STEPS)

    def search_for_ever():
        while True:
            backtracker.search()

    for _ in range(30):
        with pytest.raises(cm.StoppedError), Clock(0.002, None).limiting():
            search_for_ever()


def test_other_errors_of_functions_in_c_are_told():
    for cause in (None, ValueError("another")):
        with pytest.raises(SystemError, match="broken"), Clock(9.0, None).limiting():
            raise SystemError("broken") from cause


def test_an_interrupt_after_the_end_does_nothing():
    with Interruptible() as stretch:
        pass
    stretch.interrupt()
    assert sum(range(1000)) == 499_500


@pytest.mark.parametrize("limit", [float("inf"), 1e300])
def test_a_time_limit_may_be_longer_than_any_clock(monkeypatch, limit):
    failed = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    assert cm.solve(STEPS, time_limit=limit).status is Status.SOLVED
    assert failed == []


@dataclass(frozen=True)
class Undecided(Endless):
    """It takes for ever to see whether there is plainly no solution."""

    kind = "endless-to-see"
    maximise: str | None = None

    def amount(self, solution):
        return len(solution.true)

    def narrower(self):
        yield cm.Part(self, lambda solution: solution)

    def infeasible_reason(self):
        for_ever()


@pytest.mark.parametrize("maximise", [None, "lamps"])
def test_what_was_being_done_is_told_where_no_model_is_built(maximise):
    result = cm.solve(Undecided(maximise=maximise), time_limit=0.05)
    assert result.reason == "the time was up while a plain reason why there is no solution was looked for"


def test_what_was_being_done_is_told():
    told = "the time was up while the certificate was read"
    with pytest.raises(cm.StoppedError, match=told), Clock(0.01, None).limiting("the certificate was read"):
        for_ever()
    with pytest.raises(cm.StoppedError, match="the time was up while what comes next was looked for"):
        list(Clock(0.01, None).within(iter(for_ever, None)))
    with pytest.raises(cm.StoppedError, match="the time was up while the puzzle's constraints were written"):
        cm.why_infeasible("zip-parity", time_limit=1e-9)
    assert "model" not in cm.hint("zip-parity", time_limit=1e-9).stopped


def pressed():
    signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_ctrl_c_comes_though_what_must_not_be_interrupted_fails(depth):
    """Also within itself: once, at the end, with what failed as its context."""
    before, reached = signal.getsignal(signal.SIGINT), []

    def failing(depth):
        with uninterrupted():
            if depth > 1:
                failing(depth - 1)
            pressed()
            reached.append(depth)
            raise ZeroDivisionError

    with pytest.raises(KeyboardInterrupt) as raised:
        failing(depth)
    assert isinstance(raised.value.__context__, ZeroDivisionError)
    assert reached == [1]
    assert signal.getsignal(signal.SIGINT) is before
    assert not (hasattr(signal, "pthread_sigmask") and signal.pthread_sigmask(signal.SIG_BLOCK, []))


def test_what_fails_without_ctrl_c_is_told():
    with pytest.raises(ZeroDivisionError), uninterrupted():
        raise ZeroDivisionError


def test_ctrl_c_that_is_handled_otherwise_leaves_the_failure():
    """A handler of the program's own that raises nothing is called, once."""
    came = []

    def failing():
        with uninterrupted():
            pressed()
            raise ZeroDivisionError

    before = signal.signal(signal.SIGINT, lambda *_: came.append("Ctrl-C"))
    try:
        with pytest.raises(ZeroDivisionError):
            failing()
    finally:
        signal.signal(signal.SIGINT, before)
    assert came == ["Ctrl-C"]


def test_another_thread_leaves_ctrl_c_to_the_main_one():
    """It comes to the main thread at once, and what failed to the thread."""
    inside, failed = threading.Event(), []

    def run():
        try:
            with uninterrupted():
                inside.set()
                gone.wait(60)
                raise ZeroDivisionError
        except ZeroDivisionError as error:
            failed.append(error)

    gone, thread = threading.Event(), threading.Thread(target=run)
    thread.start()
    inside.wait(60)
    with pytest.raises(KeyboardInterrupt):
        pressed()
    gone.set()
    thread.join()
    assert len(failed) == 1
