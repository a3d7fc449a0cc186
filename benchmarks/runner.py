"""Runs of solvers, each in a process of its own, with a hard limit on time and on memory."""

from __future__ import annotations

import json
import os
import pickle
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from benchmarks.child import Job
from benchmarks.rows import ANSWERED

STARTING = 120.0
"""Seconds that a solver may take to import and warm up."""

GRACE = 1.0
"""Seconds beyond the limit after which a run is ended from outside."""

ROOT = Path(__file__).parents[1]


def run(job: Job) -> dict[str, Any]:
    """The outcome of a job: fields of a `benchmarks.rows.Row`.

    Raises KeyboardInterrupt once the process has ended on Ctrl-C.
    """
    started = datetime.now(UTC).isoformat(timespec="seconds")
    with tempfile.TemporaryFile() as errors:
        with Process(job, errors) as process:
            outcome = process.outcome(job.question.seconds)
        errors.seek(0)
        said = errors.read()[-2000:].decode("utf-8", "replace").strip()
    usage, code = process.usage, process.code
    if outcome.get("status") is None:
        outcome |= how_it_died(code, said)
    outcome |= too_late(outcome, job.question.seconds)
    if usage is not None:
        outcome["cpu_seconds"] = round(usage.ru_utime + usage.ru_stime - outcome.pop("ready", 0.0), 3)
        outcome["memory"] = round(usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10), 1)
    outcome.pop("ready", None)
    return {**outcome, "started": started}


def too_late(outcome: dict[str, Any], seconds: float) -> dict[str, Any]:
    """What is different about an outcome that came only when the time was up, or came to nothing by then."""
    spent = outcome.get("build_seconds", 0.0) + outcome.get("solve_seconds", 0.0)
    if outcome["status"] in ANSWERED and spent > seconds:
        return {"status": "time", "message": f"answered after {spent:.1f} s"}
    return {"status": "time"} if outcome["status"] == "gave up" and spent > 0.95 * seconds else {}


def how_it_died(code: int, said: str) -> dict[str, Any]:
    """Why a process ended without an outcome."""
    if "bad_alloc" in said or "MemoryError" in said or "annot allocate memory" in said:
        return {"status": "memory"}
    last = said.splitlines()[-1][:200] if said else ""
    return {"status": "crash", "message": f"the process ended with status {code}" + (f": {last}" if last else "")}


class Process:
    """A child process and what it says."""

    def __init__(self, job: Job, errors: IO[bytes]) -> None:
        self.usage: Any = None
        self.code = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=ROOT,
            start_new_session=True,
        )
        self._messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._job = job

    def __enter__(self) -> Process:
        self._listener.start()
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(pickle.dumps(self._job))
            stdin.close()
        except BrokenPipeError:
            pass
        return self

    def __exit__(self, *_: object) -> None:
        """End the process and all that it started."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        _, status, self.usage = os.wait4(self._process.pid, 0)
        self.code = self._process.returncode = os.waitstatus_to_exitcode(status)
        self._listener.join(timeout=1.0)

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                if line.endswith(b"\n"):
                    self._messages.put(json.loads(line))
        self._messages.put(None)

    def outcome(self, seconds: float) -> dict[str, Any]:
        """What the process says until it ends or its time is up."""
        ends = time.monotonic() + STARTING
        told: dict[str, Any] = {}
        while True:
            try:
                message = self._messages.get(timeout=max(ends - time.monotonic(), 0.0))
            except queue.Empty:
                if "ready" not in told:
                    return {"status": "crash", "message": f"it was not ready to start after {STARTING:.0f} s"}
                return {**told, "status": "time"}
            if message is None:
                return told
            if "ready" in message:
                ends = time.monotonic() + seconds + GRACE
            if "found" in message:
                message = {"answers": message["found"]}
            told |= message
            if "status" in told:
                return told
