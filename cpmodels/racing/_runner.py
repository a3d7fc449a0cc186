"""Runs of solvers, each in a process of its own, with a hard limit on time and on memory."""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
from datetime import UTC, datetime
from multiprocessing import process, spawn
from pathlib import Path
from queue import Empty
from typing import IO, Any

from cpmodels.base._checkpoints import TimedQueue, uninterrupted
from cpmodels.base.errors import KindError, ParameterError
from cpmodels.racing._results import ANSWERED
from cpmodels.racing._solvers import CHECKING, COUNTER_BYTES, GRACE, STARTING, Job, peak_memory

MAIN = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "import cpmodels.racing._child as c; c.main(int(sys.argv[2]))"
)
"""What the child runs: it imports from where the parent does."""

SIGNS_OF_NO_MEMORY = ("bad_alloc", "MemoryError", "annot allocate memory", "out of memory")


def run(job: Job) -> dict[str, Any]:
    """The outcome of a job: fields of an `Outcome`."""
    started = datetime.now(UTC).isoformat(timespec="seconds")
    # The job is a file, as a pipe takes no more than 64 KiB until the process reads it.
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as counter:
        given.write(pickled(job))
        given.seek(0)
        counter.truncate(COUNTER_BYTES)
        child = Process(job)
        try:
            child.begin(given, errors, counter)
            outcome = child.outcome()
        finally:
            child.end()
        answers = int.from_bytes(os.pread(counter.fileno(), COUNTER_BYTES, 0), "little")
        if "status" not in outcome:
            outcome |= how_it_died(child.code, tail(errors))
    outcome |= too_late(outcome, job.question.seconds)
    if (before := outcome.pop("ready", None)) is not None:
        outcome["cpu_seconds"] = round(child.usage.ru_utime + child.usage.ru_stime - before, 3)
    return {"memory": child.memory, "answers": answers, **outcome, "started": started}


def pickled(job: Job) -> bytes:
    """A job as the process reads it, after what that needs to make the main module of this program, if anything."""
    if getattr(process.current_process(), "_inheriting", False):
        raise ParameterError(
            "every run imports this program, which then starts its race again: put it under `if __name__ == '__main__'`"
        )
    prepare: dict[str, Any] | None = None
    if "__main__" in {type(job.question.puzzle).__module__, job.question.puzzle.solution_type.__module__}:
        prepare = spawn.get_preparation_data("cpmodels race")
        prepare.pop("authkey", None)
        if "init_main_from_name" not in prepare and not Path(prepare.get("init_main_from_path", "")).is_file():
            raise KindError(
                f"the class {type(job.question.puzzle).__name__} was defined interactively, so no other process knows "
                "it: put it into a module"
            )
    try:
        return pickle.dumps(prepare) + pickle.dumps(job)
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError) as error:
        raise KindError(
            f"the puzzle cannot be sent to other processes ({error}): define its class at the top of a module"
        ) from None


def tail(stream: IO[bytes]) -> str:
    """The last that was written to a file."""
    stream.seek(-min(stream.seek(0, os.SEEK_END), 2000), os.SEEK_END)
    return stream.read().decode("utf-8", "replace").strip()


def too_late(outcome: dict[str, Any], seconds: float) -> dict[str, Any]:
    """What is different about an outcome that came only when the time was up, or came to nothing by then."""
    spent = outcome.get("build_seconds", 0.0) + outcome.get("solve_seconds", 0.0)
    if outcome["status"] in ANSWERED and spent > seconds:
        return {"status": "time", "message": f"answered after {spent:.1f} s"}
    return {"status": "time"} if outcome["status"] == "gave up" and spent > 0.95 * seconds else {}


def how_it_died(code: int, said: str) -> dict[str, Any]:
    """Why a process ended by itself without an outcome, from its exit status and the last that it said."""
    if any(sign in said for sign in SIGNS_OF_NO_MEMORY):
        return {"status": "memory"}
    if code == -signal.SIGKILL:
        return {"status": "memory", "message": "the system killed the process, as it does when memory runs out"}
    how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit status {code}"
    last = said.splitlines()[-1][:200] if said else ""
    return {"status": "crash", "message": f"the process {how}" + (f": {last}" if last else "")}


class Process:
    """A child process and what it says; after `end` it has ended, and so has what it started.

    Only what leaves its process group on purpose goes on.

    code, usage: the exit status and what `os.wait4` reports, after the end.
    memory: the most memory that the process itself took, in MiB.
    """

    def __init__(self, job: Job) -> None:
        self._job = job
        self._messages: TimedQueue[dict[str, Any] | None] = TimedQueue()
        self._process: Any = None  # A Popen, once it has begun.
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._waiter = threading.Thread(target=self._wait, daemon=True)
        self.code = 0
        self.usage: Any = None
        self.memory: float | None = None

    def begin(self, given: IO[bytes], errors: IO[bytes], counter: IO[bytes]) -> None:
        paths = [path for path in sys.path if isinstance(path, str)]  # Python passes over others.
        with uninterrupted():  # Ctrl-C would leave behind a process that nobody knows.
            self._process = subprocess.Popen(
                [sys.executable, "-c", MAIN, json.dumps(paths), str(counter.fileno())],
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=errors,
                pass_fds=[counter.fileno()],
                start_new_session=True,
            )
            self._listener.start()
            self._waiter.start()

    def end(self) -> None:
        if self._process is None:
            return
        self.memory = peak_memory(self._process.pid)
        if self._process.returncode is None:
            self._kill()
        self._waiter.join()
        if self.memory is None:
            self.memory = round(self.usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10), 1)

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def _wait(self) -> None:
        """Wait for the end of the process, end what it started, and say so when all its messages are there."""
        _, status, usage = os.wait4(self._process.pid, 0)
        self.usage, self.code = usage, os.waitstatus_to_exitcode(status)
        self._process.returncode = self.code
        self._kill()
        self._listener.join(timeout=1.0)
        self._messages.put(None)

    def _listen(self) -> None:
        with self._process.stdout as lines:
            for line in lines:
                if line.endswith(b"\n"):
                    self._messages.put(json.loads(line))

    def outcome(self) -> dict[str, Any]:
        """What the process says until it ends or its time is up; without a status if it ended early."""
        said: dict[str, Any] = {}
        late: dict[str, Any] = {"status": "crash", "message": f"it was not ready to start after {STARTING:.0f} s"}
        ends = time.monotonic() + STARTING
        while "status" not in said:
            try:
                message = self._messages.get(timeout=max(ends - time.monotonic(), 0.0))
            except Empty:
                return said | late
            if message is None:
                return said
            if "ready" in message:
                late, ends = {"status": "time"}, time.monotonic() + self._job.question.seconds + GRACE
            elif "solve_seconds" in message:
                late = {"status": "crash", "message": f"the check of its answers was not done after {CHECKING:.0f} s"}
                ends = time.monotonic() + CHECKING
            said |= message
        return said
