"""A time limit ends a question wherever its search is: in a puzzle's own code, in a strategy's, in an engine's.

The code that is left behind here never ends by itself, so that a limit that does not hold is seen by a test that hangs.
"""

import logging
import queue
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, repeat
from pathlib import Path
from queue import Empty
from random import Random
from traceback import walk_stack

import pytest
from command_line import begun, run_process, stopped
from fuzz_commands import command, run
from ortools.sat.python import cp_model
from systems import needs_signals

import cpmodels as cm
from cpmodels import Status
from cpmodels.base._checkpoints import (
    Call,
    Daemon,
    LeftBehind,
    Stop,
    TimedQueue,
    checkpoint,
    ending,
    tried,
    unbreakable,
    uninterrupted,
)
from cpmodels.base._clock import Clock
from cpmodels.base.errors import StoppedError
from cpmodels.search._question import Effort, Question

STEPS = cm.Zip(3, 3)


TESTS = [threading.Event()]
"""The last one is set once this test is over, so that what was left behind takes nobody's time.  Each test has its own:
what is put off by the machine may look only when the next one has begun."""


@pytest.fixture(autouse=True)
def _over():
    TESTS.append(threading.Event())
    yield
    TESTS[-1].set()


def for_ever(begun=None):
    """Python code that looks at no clock, and at no flag of the library; it calls `begun` before."""
    over = TESTS[-1]
    if begun:
        begun()
    n = 0
    while not over.is_set():
        n += 1
    raise ZeroDivisionError


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


@dataclass(frozen=True)
class Least(Endless):
    """A puzzle of the least cost, whose only part takes for ever to build."""

    kind = "endless-part"
    minimise = "length"

    def parts(self):
        yield cm.puzzle.Part(Endless(begun=self.begun), lambda solution: solution, 1)


def pressed():
    signal.raise_signal(signal.SIGINT)


def test_without_a_limit_there_is_progress_whatever_runs():
    with pytest.raises(ZeroDivisionError):
        Clock(None, lambda _: TESTS[-1].set()).do(for_ever)


@pytest.mark.parametrize("stage", ["model", "reason"])
def test_building_ends_when_the_time_is_up(stage):
    puzzle = Endless(stage)
    result = cm.solve(puzzle, time_limit=0.05)
    assert (result.status, result.solution) == (Status.UNKNOWN, None)
    for engine in (None, "cadical"):
        counted = cm.count(puzzle, engine=engine, time_limit=0.05)
        assert (counted.total, counted.exhausted, counted.interrupted) == (0, False, False)
        with cm.solutions(puzzle, engine=engine, time_limit=0.05) as found:
            assert (list(found), found.exhausted) == ([], False)
    assert cm.is_unique(puzzle, time_limit=0.05) is None
    for engine in (None, "cadical"):
        assert cm.confirm(puzzle, engine=engine, time_limit=0.05).agree is None
    assert cm.confirm(puzzle, known=3, time_limit=0.05).agree is None


@pytest.mark.parametrize("stage", ["model", "reason"])
def test_how_long_a_building_took_that_was_ended_is_told(stage, clock):
    result = cm.solve(Endless(stage, begun=lambda: clock.move(9)), time_limit=9)
    assert result.reason == "the time was up while the model was built"
    assert (result.status, result.statistics.build_seconds) == (Status.UNKNOWN, 9)


def test_what_an_engine_was_stopped_at_is_told(clock):
    @dataclass(frozen=True)
    class Described(cm.Zip):
        kind = "endless-to-describe"

        def describe(self):
            return for_ever(lambda: clock.move(9))

    result = cm.solve(Described(3, 3), engine="backtrack", time_limit=9)
    assert (result.status, result.reason) == (Status.UNKNOWN, "the time was up while the puzzle was described")


def test_a_building_may_end_while_the_statistics_are_made(monkeypatch):
    effort, building = Effort(), iter([1.0, None])
    monkeypatch.setattr(Effort, "building", property(lambda _: next(building)))
    assert effort.statistics(3.0).build_seconds == 2.0


@pytest.mark.parametrize("reason", [for_ever, lambda: "it is impossible"])
def test_there_is_no_reason_for_what_is_not_known(reason, clock):
    @dataclass(frozen=True)
    class Reasoned(cm.Zip):
        kind = "endless-reason"

        def infeasible_reason(self):
            clock.move(9)
            return reason()

    found = cm.forced(Reasoned(3, 3), engine="frontier", time_limit=9)
    assert (found.status, found.reason) == (Status.UNKNOWN, None)
    with pytest.raises(StoppedError):
        cm.all_solutions(Reasoned(3, 3), time_limit=9)


def test_a_sweep_ends_and_leaves_its_ledger_alone(tmp_path):
    ledger = tmp_path / "ledger"
    found = cm.sweep(Endless(), ledger=ledger, time_limit=0.05, workers=1)
    assert (found.total, found.exhausted, found.interrupted, list(found)) == (0, False, False, [])
    assert not ledger.exists()


def test_a_puzzle_that_minimises_ends_too(clock):
    least = Least(begun=lambda: clock.move(9))
    result = cm.solve(least, time_limit=9)
    assert (result.status, result.reason) == (Status.UNKNOWN, "length: no solution has less than 1")
    assert not cm.count(least, time_limit=9).exhausted


def test_a_kind_without_parts_takes_no_thread_to_look_for_them(monkeypatch):
    monkeypatch.setattr(Clock, "within", lambda _, items: [*items, "in time"])
    assert list(Question(cm.Zip(2, 2), Clock(60, None)).parts()) == []
    assert list(Question(cm.read("cubes"), Clock(60, None)).parts())[-1] == "in time"


def test_looking_for_parts_ends(clock):
    """Before the first one, and after it."""

    def late():
        for_ever(lambda: clock.move(9))

    @dataclass(frozen=True)
    class Searching(Endless):
        kind = "endless-looking"
        first: tuple = ()

        def parts(self):
            yield from (cm.puzzle.Part(one, lambda solution: solution, 7) for one in self.first)
            late()

    @dataclass(frozen=True)
    class Cheapest(Searching):
        kind = "endless-least"
        minimise = "length"

    impossible = cm.Zip(2, 2, waypoints=[(0, 0), (1, 1)])
    assert cm.solve(impossible).status is Status.INFEASIBLE
    for first, reason in (((), "the time was up"), ((impossible,), "length: no solution has less than 7")):
        assert cm.solve(Searching(first=first), time_limit=9).status is Status.UNKNOWN
        result = cm.solve(Cheapest(first=first), time_limit=9)
        assert (result.status, result.reason.startswith(reason)) == (Status.UNKNOWN, True)
        assert cm.is_unique(Searching(first=first), time_limit=9) is None
        counted = cm.count(Cheapest(first=first), time_limit=9)
        assert (counted.total, counted.exhausted, counted.interrupted) == (0, False, False)
        assert "the time was up" in counted.reason
        assert cm.is_unique(Cheapest(first=first), time_limit=9) is None


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
    strategy = cm.strategies.Strategy("endless", search, after=0, light=True, any_model=True)
    key = [literal for pigeon in hard for literal in pigeon]
    model = cm.Model(cp=cp, key=key, strategies=(strategy,), parameters=cm.model.DIRECT_PARAMETERS)
    result = cm.solve(model, workers=1, time_limit=100, symmetry_level=0)
    assert clock.now == 100
    assert result.status is Status.UNKNOWN


def test_ctrl_c_ends_building_at_once():
    endless = Endless(begun=pressed)
    for ask in (cm.solve, cm.is_unique):
        with pytest.raises(KeyboardInterrupt):
            ask(endless, time_limit=10**6)
    counted = cm.count(endless)
    assert (counted.total, counted.exhausted, counted.interrupted) == (0, False, True)


def test_ctrl_c_ends_a_question_about_the_least_cost():
    """Whether there is one solution of it was not known then, and the program went on."""
    with pytest.raises(KeyboardInterrupt):
        cm.is_unique(Least(begun=pressed), time_limit=10**6)


@pytest.mark.parametrize("make", [threading.Lock, queue.Queue, logging.Handler])
def test_locks_of_others_are_never_left_taken(make):
    """What was left behind goes on, and gives its locks back; nothing is raised into it."""
    shared, turns, over = make(), [], TESTS[-1]

    @dataclass(frozen=True)
    class Locking(Endless):
        kind = f"endless-with-{make.__name__.lower()}"

        def model(self, cp):  # noqa: ARG002
            while not over.is_set():
                if isinstance(shared, queue.Queue):
                    shared.put(1)
                    shared.get()
                elif isinstance(shared, logging.Handler):
                    shared.acquire()
                    shared.release()
                else:
                    with shared:
                        turns.append(1)
            raise ZeroDivisionError

    for _ in range(5):
        assert cm.solve(Locking(), time_limit=0.01).status is Status.UNKNOWN
    over.set()
    lock = getattr(shared, "mutex", getattr(shared, "lock", shared))
    assert lock.acquire(timeout=60)
    lock.release()


def test_nothing_is_raised_into_running_code_and_no_hook_is_replaced():
    folder = Path(cm.__file__).parent
    for path in [*folder.rglob("*.py"), *folder.parent.glob("re*ers/**/*.py")]:
        assert not re.search("PyThreadState_SetAsyncExc|unraisablehook|excepthook", path.read_text("utf-8")), path


def test_what_is_left_behind_ends_at_its_next_checkpoint():
    ended, begun = threading.Event(), threading.Event()

    def work():
        begun.set()
        try:
            while True:
                checkpoint()
        finally:
            ended.set()

    call = Call(work)
    begun.wait(60)
    assert not ended.is_set()
    call.leave()
    assert ended.wait(60)


@pytest.mark.parametrize(
    "ask",
    [
        lambda begun: cm.solve(Endless(begun=begun)),
        lambda begun: cm.count(cm.Zip(9, 9), engine="cp-sat", each=lambda _: begun()),
        lambda begun: cm.count(cm.Zip(9, 9), engine="backtrack", each=lambda _: begun()),
    ],
)
def test_a_search_that_is_left_behind_ends(ask):
    """As that of a generator for a solution, which went on after the time for a new puzzle was up."""
    begun, threads = threading.Event(), []

    def work():
        threads.append(threading.current_thread())
        ask(begun.set)

    call = Call(work)
    assert begun.wait(60)
    call.leave()
    threads[0].join(60)
    assert not threads[0].is_alive()


@pytest.mark.parametrize("call", ["code_of_others()", "Kernel(__name__, 'compiling')()"])
def test_a_program_ends_only_when_code_that_it_must_not_break_is_back(call):
    """It ended in the middle of compiling, with SIGABRT, after all was said: one tour in twelve of a fresh install."""
    code = f"""
        import threading, time
        from cpmodels.base._checkpoints import AT_EXIT, Call, unbreakable
        from cpmodels.engines.backtracking._compiled import Kernel

        def compiling():
            begun.set()
            time.sleep(2 * AT_EXIT)
            print("back", flush=True)

        def code_of_others():
            with unbreakable():
                compiling()

        compiling.py_func = compiling  # So it is taken for what is compiled at its first call.
        begun = threading.Event()
        work = Call(lambda: {call})
        begun.wait()
        work.leave()
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "back\n", "")


NEVER_BACK = """
    import threading
    from cpmodels.base._checkpoints import Daemon, unbreakable

    def never_back():
        with unbreakable():
            begun.set()
            threading.Event().wait()

    begun = threading.Event()
    Daemon(never_back, "never back").begin(lambda: print("it is to end", flush=True))
    begun.wait()
"""


@needs_signals
def test_ctrl_c_ends_a_program_that_waits_at_its_end():
    process = begun("-c", textwrap.dedent(NEVER_BACK))
    assert process.stdout.readline() == "it is to end\n"
    assert stopped(process, code=-signal.SIGINT)[1] == ""


def test_a_command_ends_without_what_it_has_left_behind(tmp_path):
    (tmp_path / "never_back.py").write_text(textwrap.dedent(NEVER_BACK))
    out, _ = run_process("list", "--load", tmp_path / "never_back.py")
    assert out.endswith("\nit is to end\n")


def test_no_machine_code_is_begun_by_what_was_left_behind():
    stop = Stop()
    with ending(stop):
        with unbreakable():
            stop.set()
        with pytest.raises(LeftBehind), unbreakable():
            pytest.fail("it has begun")
    with unbreakable():
        pass


def test_what_is_tried_ends_at_a_checkpoint_and_the_whole_with_its_part():
    def count_for_ever():
        while True:
            checkpoint()

    assert tried(count_for_ever, 0.001) is None
    assert tried(lambda: 7, 60) == 7
    whole = Call(lambda: tried(count_for_ever, 10**6))
    whole.leave()
    with pytest.raises(LeftBehind):
        whole.take(60)


def test_a_wait_ends_where_its_time_is_up_before_it_begins():
    def look():
        with suppress(Empty):
            TimedQueue().get(timeout=1e-9)

    assert Call(lambda: [look() for _ in range(1000)]).take(timeout=300) == [None] * 1000


@needs_signals
def test_a_wait_ends_where_its_time_is_up_while_a_signal_is_handled():
    handler = signal.signal(signal.SIGALRM, lambda *_: time.sleep(0.5))
    waiting = TimedQueue()
    late = threading.Timer(60, waiting.put, ["too late"])
    late.start()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Empty):
            waiting.get(timeout=0.3)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        late.cancel()


class Unasked:
    """A lock that keeps a signal which comes while it is waited for until the wait ends.

    So it is where the signal comes just before the wait of the operating system, which a test would meet too seldom.
    """

    def __init__(self, lock):
        self.locked, self.release, self._acquire = lock.locked, lock.release, lock.acquire

    def acquire(self, timeout):
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            return self._acquire(timeout=timeout)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


@needs_signals
def test_ctrl_c_just_as_a_wait_begins_is_not_lost():
    waiting = TimedQueue()
    waiting._bell = Unasked(waiting._bell)
    late = threading.Timer(60, waiting.put, ["too late"])
    late.start()
    main = threading.main_thread().ident
    threading.Timer(0.1, signal.pthread_kill, [main, signal.SIGINT]).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            waiting.get()
        assert waiting.is_empty
    finally:
        late.cancel()


def test_errors_come_out_of_a_call():
    for error in (SystemError("broken"), StopIteration(), queue.Empty()):

        def fail(error=error):
            raise error

        with pytest.raises(type(error)):
            Clock(9.0, None).do(fail)


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

    def parts(self):
        yield cm.puzzle.Part(self, lambda solution: solution)


@pytest.mark.parametrize("maximise", [None, "lamps"])
def test_what_was_being_done_is_told_where_no_model_is_built(maximise, clock, monkeypatch):
    monkeypatch.setattr(Undecided, "infeasible_reason", lambda _: for_ever(lambda: clock.move(100)))
    result = cm.solve(Undecided(maximise=maximise), time_limit=100)
    assert result.reason == "the time was up while an infeasibility reason was looked for"


def test_what_was_being_done_is_told():
    told = "the time was up while the certificate was read"
    with pytest.raises(cm.errors.StoppedError, match=told):
        Clock(0.01, None).do(for_ever, "the certificate was read")
    with pytest.raises(cm.errors.StoppedError, match="the time was up while what comes next was looked for"):
        list(Clock(0.01, None).within(iter(for_ever, None)))
    with pytest.raises(cm.errors.StoppedError, match="the time was up"):
        cm.why_infeasible("zip-parity", time_limit=1e-9)
    assert "model" not in cm.hint("zip-parity", time_limit=1e-9).stopped


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


@needs_signals
def test_what_ctrl_c_comes_to_while_it_is_waited_for_still_runs():
    """Python 3.11 and 3.12 themselves take a thread for ended then."""
    released = threading.Event()
    work = Daemon(released.wait, "work")
    work.begin(released.set)
    main = threading.get_ident()

    def interrupt():
        while "join" not in {frame.f_code.co_name for frame, _ in walk_stack(sys._current_frames()[main])}:
            time.sleep(0.001)
        signal.pthread_kill(main, signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        work.join()
    assert work.is_alive()
    released.set()
    work.join()
    assert not work.is_alive()


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


@pytest.mark.slow
def test_commands_whose_time_is_up_end_with_a_status_and_no_traceback():
    drawn = map(command, repeat(Random(1)))
    for asked, _ in islice((each for each in drawn if each[1] < 1), 4):
        *_, done = run(asked)
        assert done.returncode in (0, 2, 3), asked
        assert "Traceback" not in done.stderr, asked
