"""Fuzzing: random trials of the whole library, as many as you like.

    python tests/fuzz.py                        # every target, until Ctrl-C
    python tests/fuzz.py inputs --inputs 100000 # a group of targets, so many trials of each
    python tests/fuzz.py zip --seed 7 --only 12 # one trial again

A target is a function `trial(random)` that gives None when all is well, else a sentence with the input.  A trial is
determined by its target, the seed and its number.  To add targets, add them to the `TRIALS` of a module of `GROUPS`.
"""

import os
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from random import Random
from typing import Any

import click

SPAWN = get_context("spawn")
Trial = Callable[[Random], str | None]

GROUPS = {
    "inputs": "fuzz_inputs",
    "differential": "fuzz_differential",
    "ledgers": "fuzz_ledgers",
    "models": "fuzz_models",
}
"""The modules whose `TRIALS` are the targets, by name; one that is not there is passed over."""

MOST_SECONDS = 60
"""Seconds of CPU after which a trial is given up as hanging."""

MOST_MEMORY = 3 * 2**30
"""Bytes that a process of the runner may allocate; more is a MemoryError of the trial."""

MOST_TOLD = 5
"""How many failures of a target are told; the others are counted."""


def targets() -> dict[str, Trial]:
    """All targets by name."""
    return {name: trial for group in GROUPS for name, trial in trials_of(group).items()}


def trials_of(group: str) -> dict[str, Trial]:
    """The targets of a group by name."""
    module = GROUPS[group]
    return dict(import_module(module).TRIALS) if find_spec(module) else {}


class HangingError(Exception):
    """A trial has taken more than `MOST_SECONDS`."""


@contextmanager
def limited() -> Iterator[None]:
    """Give up what takes more than `MOST_SECONDS` of CPU."""

    def give_up(*_: object) -> None:
        raise HangingError(f"more than {MOST_SECONDS} seconds of CPU")

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def failure(trial: Trial, name: str, seed: int, number: int) -> str | None:
    """What goes wrong in a trial; None when nothing does."""
    try:
        with limited():
            return trial(Random(f"{name} {seed} {number}"))
    except Exception as error:
        return "".join(traceback.format_exception(error)).rstrip()


def work(share: "Share", begun: Any, stop: Any, pipe: Connection) -> None:
    """Make the trials of a share from the one numbered `begun` on, which always tells how many have begun."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    known = targets()
    while not stop.is_set() and (turn := share.turn(begun.value)):
        begun.value += 1
        name, number = turn
        if said := failure(known[name], name, share.seed, number):
            pipe.send((name, number, said))


@dataclass(frozen=True)
class Share:
    """The trials of one of several processes: of each target those whose numbers leave the remainder `first`."""

    names: tuple[str, ...]
    seed: int
    first: int
    processes: int
    inputs: int | None

    def turn(self, begun: int) -> tuple[str, int] | None:
        """The target and the number of the next trial after so many; None when these were all."""
        rounds, target = divmod(begun, len(self.names))
        number = self.first + rounds * self.processes
        return None if self.inputs is not None and number >= self.inputs else (self.names[target], number)


class Worker:
    """A process that makes the trials of a share, and is begun again after a trial in which it dies."""

    def __init__(self, share: Share, stop: Any) -> None:
        self.share, self.stop, self.begun = share, stop, SPAWN.Value("q", 0)
        self.begin()

    def begin(self) -> None:
        self.pipe, pipe = SPAWN.Pipe(duplex=False)
        self.process = SPAWN.Process(target=work, args=(self.share, self.begun, self.stop, pipe))
        self.process.start()
        pipe.close()

    def trials(self, name: str) -> int:
        """How many trials of a target have begun."""
        rounds, more = divmod(self.begun.value, len(self.share.names))
        return rounds + (self.share.names.index(name) < more)

    def failed(self) -> tuple[str, int, str] | None:
        """The next trial that failed, with what was wrong; None at the end."""
        try:
            return self.pipe.recv()
        except EOFError:
            self.process.join()
        if not (code := self.process.exitcode):
            return None
        turn = self.share.turn(self.begun.value - 1)
        if not self.begun.value or turn is None:
            raise RuntimeError(f"a process died, with exit status {code}, before its first trial or after its last")
        self.begin()
        return (*turn, f"the process died of {signal.Signals(-code).name if code < 0 else f'exit status {code}'}")


def fuzz(names: list[str], inputs: int | None, seconds: float | None, seed: int, processes: int) -> int:
    """Make trials, tell how far they are, and print those that fail; how many did."""
    pressed: list[int] = []
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, lambda number, _: pressed.append(number))
    stop = SPAWN.Event()
    workers = [Worker(Share(tuple(names), seed, i, processes, inputs), stop) for i in range(processes)]
    working, failed = list(workers), Counter[str]()
    began = shown = time.monotonic()
    while working:
        ready = wait([worker.pipe for worker in working], timeout=0.5)
        for worker in [worker for worker in working if worker.pipe in ready]:
            if (found := worker.failed()) is None:
                working.remove(worker)
                continue
            name, number, said = found
            failed[name] += 1
            if failed[name] <= MOST_TOLD:
                again = f"python tests/fuzz.py {name} --seed {seed} --only {number}"
                print(f"{name}, trial {number}: {said}\nagain: {again}\n", flush=True)
        now, trials = time.monotonic(), sum(worker.begun.value for worker in workers)
        began = began if trials else now
        if pressed or (seconds is not None and now - began > seconds):
            stop.set()
        if now - shown > (1 if sys.stderr.isatty() else 60):
            shown, end = now, "\r" if sys.stderr.isatty() else "\n"
            figures = f"{now - began:.0f} s: {trials} trials, {failed.total()} failed"
            print(figures, end=end, file=sys.stderr, flush=True)
    for name in names:
        print(f"{name:16} {sum(worker.trials(name) for worker in workers):9} trials {failed[name]:6} failed")
    return failed.total()


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("what", nargs=-1, metavar="[TARGET or GROUP ...]")
@click.option("--inputs", type=click.IntRange(1), help="So many trials of each target.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Trials for so many seconds.")
@click.option("--seed", type=int, default=0, show_default=True, help="Other trials.")
@click.option("--only", type=click.IntRange(0), help="Just the trial of this number.")
@click.option("--processes", type=click.IntRange(1), default=os.cpu_count() or 1, show_default=True)
def command(
    what: tuple[str, ...], inputs: int | None, seconds: float | None, seed: int, only: int | None, processes: int
) -> None:
    """Make random trials, of all targets by default, until Ctrl-C or as many as asked for.

    The exit status is 1 when any trial failed.
    """
    names: dict[str, None] = {}
    for word in what or GROUPS:
        found = trials_of(word) if word in GROUPS else targets().keys() & {word}
        if not found and what:
            raise click.UsageError(f"there is no target {word!r}: {', '.join([*GROUPS, *targets()])}")
        names |= dict.fromkeys(found)
    if only is None:
        sys.exit(fuzz(list(names), inputs, seconds, seed, processes) > 0)
    told = [f"{name}: {said}" for name in names if (said := failure(targets()[name], name, seed, only))]
    print("\n".join(told) or "nothing wrong")
    sys.exit(bool(told))


if __name__ == "__main__":
    command()
