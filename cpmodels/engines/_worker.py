"""The far end of an engine: the tasks that it can be given, and the program of its process.

An engine runs in a process of its own since the libraries hold Python's lock, and so neither Ctrl-C nor
a time limit would reach them; a process can be ended at any moment.  It reads one task and writes messages, all
pickled: ``("ready", seconds)`` once the engine is loaded and compiled, ``("solution", values)`` for each solution,
``("end", total)`` at the end, ``("missing", sentence)`` without its library, ``("unwritable", (number, sentence,
file))`` when a proof cannot be written, or ``("error", sentence)``.

Nothing here loads CP-SAT but its own program, which runs where a search is isolated.
"""

from __future__ import annotations

import errno
import os
import pickle
import signal
import sys
import time
import warnings
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Any, cast

from cpmodels.base._processes import end_with

AHEAD = 256
"""How many solutions an engine may find ahead of the one that the caller takes."""

Message = tuple[str, Any]


@dataclass(frozen=True)
class ClauseTask:
    """A formula to be searched: its clauses, each ended by a zero, and how many variables are the solution.

    key: how many; they come first.
    proof: where to write the proof, in the LRAT form, that there are no solutions but those found, or None.  With one,
        the values of all variables are sent.
    """

    variables: int
    clauses: array[int]
    key: int
    proof: str | None = None


@dataclass(frozen=True)
class CoverTask:
    """An exact cover problem in arrays: items, and for each of them a colour, of the options one after the other.

    starts: where each option starts, and the end of the last.
    items: how many items there are; the first `primary` of them are covered exactly once.
    """

    options: array[int]
    starts: array[int]
    colours: array[int]
    items: int
    primary: int


EngineTask = ClauseTask | CoverTask


@dataclass(frozen=True)
class CpSatTask:
    """A run of CP-SAT.

    model, parameters: as text, the one form in which these go to another process.
    key: the variables whose values are sent, by index.
    objective: the variables of the objective, with their coefficients, if there is one.
    begun: when the caller began, by `time.time`.
    """

    model: str
    parameters: str
    key: tuple[int, ...]
    objective: Sequence[tuple[int, int]] | None
    begun: float


def trim(whole: Path, target: Path, formula: Iterable[Sequence[int]]) -> None:
    """Write to `target` what the proof in `whole` needs, of a formula of these clauses."""
    given, empty = 0, 0
    for given, clause in enumerate(formula, 1):
        empty = empty or (0 if clause else given)
    if empty:
        target.write_text(f"{given + 1} 0 {empty} 0\n", encoding="ascii")
        return
    numbers, starts, ends, named = array("i"), array("q"), array("q", [0]), array("i")
    with whole.open("rb") as file:
        start = 0
        for line in file:
            words = line.split() if line.endswith(b" 0\n") else []  # the last line may break off
            if words and words[1] != b"d":
                literals_end = words.index(b"0")
                numbers.append(int(words[0]))
                starts.append(start)
                named.extend(map(int, words[literals_end + 1 : -1]))
                ends.append(len(named))
                if literals_end == 1:
                    break
            start += len(line)
        else:
            raise OSError(errno.ENOSPC, "the solver's proof is incomplete: is the disk full?", str(whole))
    steps = {number: step for step, number in enumerate(numbers)}
    needed = bytearray(len(numbers))
    needed[-1] = True
    for step in reversed(range(len(numbers))):
        if needed[step]:
            for number in named[ends[step] : ends[step + 1]]:
                if number in steps:
                    needed[steps[number]] = True
    free = (number for number in count(1) if number not in steps)
    anew = {next(free): place for place in range(1, given + 1)}
    with whole.open("rb") as file, target.open("w", encoding="ascii") as trimmed:
        for step, number in enumerate(numbers):
            if needed[step]:
                anew[number] = len(anew) + 1
                file.seek(starts[step])
                words = file.readline().split()
                literals = [int(word) for word in words[1 : words.index(b"0")]]
                others = [anew[other] for other in named[ends[step] : ends[step + 1]]]
                print(anew[number], *literals, 0, *others, 0, file=trimmed)


def clauses_in(literals: Iterable[int]) -> Iterator[list[int]]:
    """Clauses that stand one after the other, each with a zero at its end."""
    clause: list[int] = []
    for literal in literals:
        if literal:
            clause.append(literal)
        else:
            yield clause
            clause = []


def blocking(values: Iterable[int]) -> list[int]:
    """The clause that forbids a solution, given by the values of the variables 1, 2, ...

    >>> blocking([True, False])
    [-1, 2]
    """
    return [-variable if value else variable for variable, value in enumerate(values, 1)]


def cadical(task: ClauseTask) -> Iterator[Message]:
    """All solutions, with a blocking clause for each one found; the last search proves that there are no more."""
    began = time.perf_counter()
    import pysolvers
    from pysat.solvers import Cadical195

    yield "ready", time.perf_counter() - began
    found, blocks, whole = 0, array("i"), Path(f"{task.proof}.whole")
    sent = task.key if task.proof is None else task.variables
    with Cadical195() as solver:
        if task.proof is not None:
            # The library's own option writes to a temporary file, which could fill the disk unseen.
            solver.configure({"lrat": 1, "binary": 0})
            solver.prfile = whole.open("w+b")
            solver.prfp = pysolvers.cadical195_tracepr(solver.cadical, solver.prfile)
        for clause in clauses_in(task.clauses):
            solver.add_clause(clause)
        if task.proof is None:
            # The solver knows variables up to the last in a clause; this makes it know them all.
            solver.add_clause([task.variables + 1])
        while solver.solve():
            true = set(solver.get_model())
            values = [variable in true for variable in range(1, sent + 1)]
            yield "solution", bytes(values)
            block = blocking(values[: task.key])
            solver.add_clause(block)
            if task.proof is not None:
                blocks.extend([*block, 0])
            found += 1
        if task.proof is not None:
            pysolvers.flushpr(solver.prfp)
    if task.proof is not None:
        trim(whole, Path(task.proof), clauses_in(chain(task.clauses, blocks)))
    yield "end", found


def ganak(task: ClauseTask) -> Iterator[Message]:
    """The number of solutions: models of the formula, projected to the key."""
    began = time.perf_counter()
    from pyganak import Counter

    yield "ready", time.perf_counter() - began
    counter = Counter()
    more = task.variables + 1  # It is true, so that no key is without a variable: that would be all variables.
    counter.new_vars(more)
    counter.add_clause([more])
    for clause in clauses_in(task.clauses):
        if not clause:
            yield "end", 0
            return
        counter.add_clause(clause)
    counter.set_sampling_set([*range(1, task.key + 1), more])
    yield "end", counter.count()


def xcover(task: CoverTask) -> Iterator[Message]:
    """All exact covers, as the indexes of their options."""
    began = time.perf_counter()
    load_xcover()
    yield "ready", time.perf_counter() - began
    found = 0
    for cover in exact_covers(task):
        yield "solution", cover
        found += 1
    yield "end", found


def load_xcover() -> Callable[..., Iterator[list[Any]]]:
    """The library's search; it compiles itself when it is imported."""
    from numba.core.errors import NumbaTypeSafetyWarning

    # Its mixed widths of integers are its own affair.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaTypeSafetyWarning)
        from xcover import algorithm_c
    return cast("Callable[..., Iterator[list[Any]]]", algorithm_c)


def exact_covers(task: CoverTask) -> Iterator[list[int]]:
    """All exact covers by xcover, lazily, as the indexes of their options."""
    if not set(range(task.primary)) <= set(task.options):
        return  # The library takes a problem without any option for a solved one.
    if not task.primary:
        yield []  # Nor does it know a problem without items,
        return
    if len(set(task.options)) == 1:
        yield from ([option] for option in range(len(task.starts) - 1))  # or one with a single item.
        return
    import numpy as np

    search = load_xcover()
    arrays = (np.array(values, dtype=np.uint32) for values in (task.options, task.starts, task.colours))
    for cover in search(*arrays, np.uint32(task.items), np.uint32(task.items - task.primary)):
        yield [int(option) for option in cover]


PROGRAMS: dict[str, Callable[[Any], Iterator[Message]]] = {"cadical": cadical, "ganak": ganak, "xcover": xcover}


def main(engine: str) -> None:
    """Run an engine on the task from standard input."""
    serve(PROGRAMS[engine])


def serve(program: Callable[[Any], Iterator[Message]]) -> None:
    """Run a program on the task from standard input."""
    # Ctrl-C goes to every process of the terminal; the parent sees to this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    output = os.fdopen(os.dup(1), "wb")  # What the engines print, such as Ganak's comments, goes nowhere.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    task = pickle.load(sys.stdin.buffer)
    end_with(sys.stdin.fileno())

    def send(kind: str, value: Any) -> None:
        pickle.dump((kind, value), output)
        output.flush()

    try:
        for kind, value in program(task):
            send(kind, value)
    except BrokenPipeError:
        os._exit(1)
    except ImportError as error:
        send("missing", str(error))
    except OSError as error:
        send("unwritable", (error.errno, error.strerror, error.filename))
    except Exception as error:
        send("error", f"{type(error).__name__}: {error}")
