"""A solution is never lost without a word: what is raised while one is handed over ends the search, unexhausted."""

import gc
import queue
import signal
import sys
import threading
import time
import types
import weakref
from pathlib import Path
from unittest.mock import Mock

import pytest

import cpmodels as cm
from cpmodels.base._clock import Clock
from cpmodels.engines.backtracking._compiled import Kernel
from cpmodels.search import _sources
from cpmodels.search._solutions import Enumeration
from cpmodels.search._sources import Source

ENGINES = ("cp-sat", "backtrack", "cadical", "xcover")
PACKAGE = str(Path(cm.__file__).parent)
UNINTERRUPTED = ("__del__", "close", "uninterrupted")
"""Functions in which Ctrl-C raises nothing, or nothing that gets out."""
PUZZLE = cm.EdgeMatching(2, 2, [(1, 2, 3, 4), (3, 2, 1, 4), (1, 4, 3, 2), (3, 4, 1, 2)])
FEW = cm.EdgeMatching(1, 2, [(1, 2, 1, 2), (3, 2, 3, 2)])


@pytest.fixture(scope="module")
def total():
    return cm.count(PUZZLE).total


def taken(found, *, interrupted):
    """The solutions that are delivered, although each error that comes on the way is passed over, as in a notebook."""
    solutions, errors = [], 0
    while True:
        try:
            solutions.append(next(found))
        except StopIteration:
            return solutions, errors
        except interrupted:
            errors += 1


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("error", "told"),
    [
        (KeyboardInterrupt, KeyboardInterrupt),
        (ValueError, ValueError),
        (StopIteration, RuntimeError),  # Else it would look like the end: as of a generator.
    ],
)
def test_what_a_check_raises_leaves_nothing_exhausted(monkeypatch, engine, error, told, total):
    check, asked = cm.EdgeMatching.check, []

    def failing(puzzle, solution):
        asked.append(solution)
        if len(asked) == 3:
            raise error
        return check(puzzle, solution)

    with cm.solutions(PUZZLE, engine=engine) as found:
        monkeypatch.setattr(cm.EdgeMatching, "check", failing)
        # An image under a symmetry may be checked, too: one that cannot be is said to be wrong.
        solutions, errors = taken(found, interrupted=(told, cm.errors.WrongSolutionError))
        assert errors == 1
        assert len(set(solutions)) == len(solutions) < total
        assert not found.exhausted


@pytest.mark.parametrize(("engine", "step"), [("cp-sat", 7), ("backtrack", 3), ("cadical", 61)])
def test_an_error_at_any_line_loses_nothing_without_a_word(engine, step):
    """Ctrl-C comes between lines of the library, while one of the solutions is handed over."""
    whole = cm.count(FEW).total
    line = 0
    while True:
        with cm.solutions(FEW, engine=engine) as found:
            solutions, errors = interrupted_at(line, found)
            assert len(set(solutions)) == len(solutions)
            assert not found.exhausted or len(solutions) == whole, (line, errors)
            if not errors:
                assert found.exhausted
                assert line > 50
                return
        line += step


def test_an_error_at_any_step_of_waiting_leaves_nothing_locked(monkeypatch):
    """Ctrl-C comes between any two steps of the package while the next solution is waited for; then the search ends.

    Not between those of Python's `threading`, whose locks a trace leaves taken that raises where no Ctrl-C can come.
    """
    whole, put = set(cm.solutions(PUZZLE, engine="cp-sat")), _sources.Inbox.put

    def put_late(box, item, timeout):
        box.puts = getattr(box, "puts", 0) + 1
        if box.puts == 2:
            time.sleep(0.02)
        return put(box, item, timeout)

    monkeypatch.setattr(_sources.Inbox, "put", put_late)
    steps = []

    def interrupt_all():
        errors, number = 1, 0
        while errors:
            with cm.solutions(PUZZLE, engine="cp-sat") as found:
                first = next(found)
                solutions, errors = interrupted_at(number, found, (queue.__file__, _sources.__file__), "opcode")
                assert {first, *solutions} == whole or not found.exhausted
            number += 23
        steps.append(number)

    interrupting = threading.Thread(target=interrupt_all, daemon=True)
    interrupting.start()
    interrupting.join(300)
    assert steps
    assert steps[0] > 10


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_left_is_counted_beside_what_was_taken(engine, total):
    with cm.solutions(PUZZLE, engine=engine) as found:
        next(found)
        for limit in (3, 2):
            found.count(limit=limit)
            assert (found.found, found.exhausted) == (3, False)
        found.count()
        assert (found.found, found.total, found.exhausted) == (total, total, True)


@pytest.mark.parametrize("engine", ["backtrack", "frontier"])
def test_who_counts_waits_until_it_is_their_turn_as_who_takes_the_next_does(engine):
    found = cm.solutions(cm.Zip(3, 3), engine=engine)
    counting = threading.Thread(target=found.count, daemon=True)
    with found._turn:
        counting.start()
        counting.join(0.2)
        assert (counting.is_alive(), found.found) == (True, 0)
    counting.join(60)
    assert (found.found, found.exhausted) == (40, True)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_error_while_they_are_counted_loses_nothing_without_a_word(engine, total, monkeypatch):
    with cm.solutions(PUZZLE, engine=engine) as found:
        with pytest.raises(KeyboardInterrupt):
            found.count(lambda _: raise_it())
        solutions = list(found)
        assert 1 + len(solutions) == total or not found.exhausted
    with cm.solutions(PUZZLE, engine=engine) as found:
        monkeypatch.setattr(cm.EdgeMatching, "check", lambda *_: raise_it())
        with pytest.raises(KeyboardInterrupt):
            found.count()
        monkeypatch.undo()
        found.count()
        assert not found.exhausted


def test_what_is_counted_by_states_is_not_counted_twice(monkeypatch):
    with cm.solutions(cm.Zip(3, 3), engine="frontier") as found:
        monkeypatch.setattr(cm.Zip, "check", lambda *_: raise_it())
        with pytest.raises(KeyboardInterrupt):
            found.count()
        monkeypatch.undo()
        found.count()
        assert found.total in (0, 40)


@pytest.mark.parametrize(("engine", "step"), [("cp-sat", 97), ("backtrack", 19), ("cadical", 997)])
def test_another_thread_may_close_at_any_step(engine, step):
    whole, number, closed = cm.count(FEW).total, 0, [0]
    while closed:
        closed.clear()
        found = cm.solutions(FEW, engine=engine)

        def close(found=found, closed=closed):
            closed.append(found.close())

        solutions, _ = interrupted_at(number, found, (PACKAGE,), "opcode", close)
        assert len(set(solutions)) == len(solutions)
        assert not found.exhausted or len(solutions) == whole
        assert not getattr(found, "_running", None)
        number += step
    assert number > 500


def test_ctrl_c_is_ctrl_c_where_numba_says_that_it_broke_down():
    def broken(deep):
        try:
            raise_it() if deep == 0 else broken(deep - 1)
        except BaseException as error:
            raise SystemError("returned a result with an exception set") from error

    kernel = Kernel(__name__, "broken")
    kernel._made = lambda: broken(1)
    with pytest.raises(KeyboardInterrupt):
        kernel()


def test_another_thread_may_close_while_the_next_is_waited_for(monkeypatch, total):
    found = cm.solutions(PUZZLE, engine="cp-sat")
    next(found), next(found)
    monkeypatch.setattr(Enumeration, "_begin_beside", lambda self: self.close())
    assert 2 + len(list(found)) == total or not found.exhausted


def raise_it():
    raise KeyboardInterrupt


def interrupted_at(number, found, files=(PACKAGE,), step="line", do=raise_it):
    """The solutions that are taken, a KeyboardInterrupt coming at the line, or step, of this number inside the library.

    files: what the names of the files in which it comes begin with.
    do: something else that is done there.
    """
    seen, thread = 0, threading.get_ident()

    def trace(frame, event, _):
        nonlocal seen
        if not frame.f_code.co_filename.startswith(files) or frame.f_code.co_name in UNINTERRUPTED:
            return None
        frame.f_trace_opcodes = step == "opcode"
        if event == step and threading.get_ident() == thread:
            seen += 1
            if seen == number + 1:
                do()
        return trace

    before, handler = sys.gettrace(), signal.getsignal(signal.SIGINT)
    sys.settrace(trace)
    try:
        return taken(found, interrupted=KeyboardInterrupt)
    finally:
        sys.settrace(before)
        assert signal.getsignal(signal.SIGINT) == handler
        if hasattr(signal, "pthread_sigmask"):
            assert not signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.parametrize("engine", ["cp-sat", "backtrack"])
def test_what_a_count_calls_may_raise_anything(engine):
    with pytest.raises(StopIteration):
        cm.count(PUZZLE, engine=engine, each=Mock(side_effect=StopIteration))


def test_a_search_that_another_thread_closes_waits_for_nothing_more(monkeypatch):
    """An engine's process is gone then, without a last word."""
    found, waits = cm.solutions(cm.Zip(6, 6), engine="cadical"), []
    next(found)

    def wait(*_):
        waits.append(len(waits))
        assert len(waits) < 1000
        found._now.found._source.halt()  # As `close` of another thread does, just now.
        return 0.001

    monkeypatch.setattr(Clock, "wait", wait)
    assert len(list(found)) < 1000
    assert waits
    assert not found.exhausted


@pytest.mark.parametrize("engine", ["cadical", "xcover"])
def test_the_process_of_an_engine_ends_once_nobody_holds_its_search(engine):
    found = cm.solutions(PUZZLE, engine=engine)
    next(found)
    (source,) = found._now.found._drive.running
    del found
    assert source.stopped
    source._thread.join(60)
    assert not source.is_alive


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_exhausted_stays_so(engine, total):
    found = cm.solutions(PUZZLE, engine=engine)
    assert (len(list(found)), found.exhausted, next(found, None), found.exhausted) == (total, True, None, True)
    found.close()
    assert found.exhausted


@pytest.mark.parametrize("engine", ["cp-sat", "backtrack", "cadical", "frontier"])
def test_a_search_is_gone_with_the_last_who_holds_it(engine):
    found = cm.solutions(cm.Zip(3, 3), engine=engine)
    next(found)
    held = weakref.ref(found)
    del found
    assert held() is None


def test_a_run_of_cp_sat_is_gone_with_its_search():
    found = cm.solutions(cm.Zip(3, 3), engine="cp-sat")
    assert len(list(found)) == 40
    run, thread = weakref.ref(found._now.found._run), found._now.found._run._thread
    thread.join(60)
    del found
    assert run() is None


def test_the_garbage_collector_waits_for_no_search(monkeypatch):
    """A search that nobody holds any more is told to stop, and goes; the collector may run in any thread at all."""
    waited = []
    monkeypatch.setattr(Source, "join", lambda run, until: waited.append((run, until)))
    found = cm.solutions(cm.Zip(8, 8), engine="cp-sat")
    next(found)
    (run,) = found._now.found._drive.running
    cycle = types.SimpleNamespace(found=found)
    cycle.itself = cycle
    del found, cycle
    gc.collect()
    assert run.stopped
    assert not waited
    run._thread.join(60)
    assert not run.is_alive
