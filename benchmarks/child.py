"""One run in a process of its own: reads a job from standard input, tells on standard output what happens.

The messages are JSON lines: ``{"ready": cpu}`` once the solver is warm and the clock starts, ``{"found": n}`` now and
then, and at the end the outcome, which is a dictionary of fields of `benchmarks.rows.Row`.
"""

from __future__ import annotations

import json
import os
import pickle
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from benchmarks.pictures import picture
from benchmarks.solvers import Question, Search, UnsupportedError, load
from cpmodels.puzzles import Solution

TELL_EVERY = 0.5
"""Seconds between two messages of how many answers were found."""


@dataclass(frozen=True)
class Job:
    """What a child is asked to do; `memory` limits its address space, in MiB."""

    solver: str
    question: Question
    memory: int


class Channel:
    """Standard output, kept for messages: what libraries print goes to standard error."""

    def __init__(self) -> None:
        self._stream = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)

    def tell(self, **message: Any) -> None:
        self._stream.write(json.dumps(message) + "\n")
        self._stream.flush()


def main() -> None:
    """Do the job that standard input asks for."""
    channel = Channel()
    job: Job = pickle.load(sys.stdin.buffer)
    limit_memory(job.memory)
    try:
        solver = load()[job.solver]
        solver.warm_up()
        build = partial(solver, job.question)
        usage = resource.getrusage(resource.RUSAGE_SELF)
        channel.tell(ready=usage.ru_utime + usage.ru_stime)
        channel.tell(**run(build, job.question, channel))
    except MemoryError:
        channel.tell(status="memory")
    except UnsupportedError as error:
        channel.tell(status="unsupported", message=str(error))
    except ModuleNotFoundError as error:
        channel.tell(status="missing", message=f"{error.name} is not installed")
    except Exception as error:
        channel.tell(status="crash", message=f"{type(error).__name__}: {error}"[:300])


def limit_memory(mebibytes: int) -> None:
    """Let this process have so much address space and no more; where the system cannot, nothing happens."""
    limit = mebibytes * 2**20
    try:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    except (ValueError, OSError):
        pass


def run(build: Any, question: Question, channel: Channel) -> dict[str, Any]:
    """Build and search, and look at the answers afterwards: the checking of answers is not on the clock."""
    start = time.perf_counter()
    search: Search = build()
    built = time.perf_counter()
    different: dict[object, Solution] = {}
    done = False
    for solution in search:
        different.setdefault(picture(question.puzzle, solution), solution)
        done = is_enough(question, len(different))
        if done:
            break
        if time.perf_counter() - built > TELL_EVERY * (1 + len(different) // 1000):
            channel.tell(found=len(different))
    end = time.perf_counter()
    broken = next(wrong_answers(question, different), None)
    return {
        "status": "wrong" if broken else status(search, done, len(different)),
        "message": broken,
        "answers": len(different),
        "unique": len(different) == 1 if question.task == "unique" and (done or search.exhausted) else None,
        "build_seconds": round(built - start, 6),
        "solve_seconds": round(end - built, 6),
        "effort": search.effort,
    }


def is_enough(question: Question, answers: int) -> bool:
    """Whether so many different answers settle the question."""
    return (question.task == "first" and answers > 0) or (question.task == "unique" and answers > 1)


def status(search: Search, done: bool, answers: int) -> str:
    """What a search has shown, when its answers are right."""
    if done or (search.exhausted and answers):
        return "solved"
    return "none" if search.exhausted else "gave up"


def wrong_answers(question: Question, different: dict[object, Solution]) -> Iterator[str]:
    """The first rule that each wrong answer breaks."""
    for solution in different.values():
        if broken := question.puzzle.check(solution):
            yield broken[0]


if __name__ == "__main__":
    main()
