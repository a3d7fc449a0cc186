"""One run in a process of its own: reads a job from standard input, says on standard output what happens.

The messages are JSON lines, each of some fields of an `Outcome`: first ``{"ready": cpu}``, once the solver is
warm and the clock starts; then what the search took; at last, when the answers are checked, the status.  How many
answers there are so far lies in a file that is shared with the parent, so that it outlives the process.
"""

from __future__ import annotations

import contextlib
import gc
import json
import mmap
import os
import pickle
import resource
import signal
import sys
import time
from collections.abc import Callable
from multiprocessing import process, spawn
from typing import Any

from cpmodels.base.errors import CpmodelsError, EngineError, KindError, MissingExtraError, WrongSolutionError, shown
from cpmodels.base.puzzle import Solution
from cpmodels.racing._solvers import COUNTER_BYTES, Job, Question, Search, UnknownSolverError, find, peak_memory


def main(counter: int) -> None:
    """Do the job that standard input asks for; the counter is a file descriptor."""
    start = time.perf_counter()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # What solvers begin may be ended by it.
    # The way to the parent is standard output, whereas what libraries print goes to standard error.
    stream, answers = os.fdopen(os.dup(1), "w", encoding="utf-8"), mmap.mmap(counter, COUNTER_BYTES)
    os.dup2(2, 1)

    def send(**message: Any) -> None:
        print(json.dumps(message), file=stream, flush=True)

    def count(found: int) -> None:
        answers[:] = found.to_bytes(COUNTER_BYTES, "little")

    try:
        job: Job = load_job()
        limit(job)
        solver = find(job.solver, job.modules)
        solver.warm_up()
        # A solver that loads much has Python look through all of it for garbage now and then, once for 50 ms.
        gc.collect()
        gc.freeze()
        usage = resource.getrusage(resource.RUSAGE_SELF)
        warm_up_seconds = round(time.perf_counter() - start, 3)
        send(ready=usage.ru_utime + usage.ru_stime, warm_up_seconds=warm_up_seconds)
        run(solver, job.question, send, count)
    except Exception as error:
        send(**failure(error), memory=peak_memory())


def load_job() -> Job:
    """The job that standard input asks for, after the program whose main module has the class of its puzzle."""
    prepare: dict[str, Any] | None = pickle.load(sys.stdin.buffer)
    if prepare is not None:
        # As the processes of multiprocessing do, which import that module by another name than `__main__`.
        process.current_process()._inheriting = True  # type: ignore[attr-defined]
        try:
            spawn.prepare(prepare)
        finally:
            del process.current_process()._inheriting  # type: ignore[attr-defined]
    job: Job = pickle.load(sys.stdin.buffer)
    return job


def failure(error: Exception) -> dict[str, Any]:
    """What an exception says of a run."""
    match error:
        case MemoryError():
            return {"status": "memory"}
        case UnknownSolverError() | MissingExtraError():
            return {"status": "missing", "message": str(error)}
        case WrongSolutionError():
            return {"status": "wrong", "message": str(error)}
        case CpmodelsError() if not isinstance(error, EngineError):
            return {"status": "unsupported", "message": str(error)}
        case ModuleNotFoundError():
            return {"status": "missing", "message": f"{error.name} is not installed"}
    return {"status": "crash", "message": f"{type(error).__name__}: {error}"[:300]}


def limit(job: Job) -> None:
    """Bound this process: its address space where the system can, and its life should the parent be killed."""
    most = job.memory * 2**20
    with contextlib.suppress(ValueError, OSError, OverflowError):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.setitimer(signal.ITIMER_REAL, job.longest)


def run(
    build: Callable[[Question], Search], question: Question, send: Callable[..., None], count: Callable[[int], None]
) -> None:
    """Build and search, then look at the answers: their checking is not on the clock."""
    start = time.perf_counter()
    search = build(question)
    built = time.perf_counter()
    different: dict[object, Solution] = {}
    done = False
    for solution in search:
        look = question.puzzle.appearance(solution)
        try:
            different.setdefault(look, solution)
        except TypeError as error:
            raise KindError(f"solutions are told apart, and {shown(look)} cannot be hashed ({error})") from error
        count(len(different))
        if done := question.task == "first" or (question.task == "unique" and len(different) > 1):
            break
    end = time.perf_counter()
    total: int | None = getattr(search, "total", None)
    number = len(different) if total is None else total
    within: float = getattr(search, "build_seconds", 0.0)
    send(
        answers=number,
        build_seconds=round(built - start + within, 6),
        solve_seconds=round(end - built - within, 6),
        effort=search.effort,
        strategy=getattr(search, "strategy", None),
        memory=peak_memory(),
    )
    checked = (question.puzzle.check(answer) for answer in different.values())
    broken = next((rules[0] for rules in checked if rules), None)
    unique = number == 1 if question.task == "unique" and (done or search.exhausted) else None
    status = ("solved" if done or number else "none") if done or search.exhausted else "gave up"
    send(status="wrong" if broken else status, message=broken, unique=unique)
