"""Fuzzing: random trials of the whole library, as many as you like.

    python tests/fuzz.py                        # every target, until Ctrl-C
    python tests/fuzz.py inputs --inputs 100000 # a group of targets, this many trials of each
    python tests/fuzz.py zip --seed 7 --only 12 # one trial again

A target is a function `trial(random)` that gives None when all is well, else a sentence with the input.  A trial is
determined by its target, the seed and its number; on a terminal the last line names the one that is running, also when
the process dies in it.  To add targets, add them to the `TRIALS` of a module of `GROUPS`.
"""

import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import count
from random import Random

import click

Trial = Callable[[Random], str | None]

GROUPS = {
    "inputs": "fuzz_inputs",
    "differential": "fuzz_differential",
    "ledgers": "fuzz_ledgers",
    "models": "fuzz_models",
    "commands": "fuzz_commands",
}
"""The modules whose `TRIALS` are the targets, by name."""

MOST_SECONDS = 60
"""Seconds of CPU after which a trial is given up as hanging."""


def targets() -> dict[str, Trial]:
    """All targets by name."""
    return {name: trial for group in GROUPS for name, trial in trials_of(group).items()}


def trials_of(group: str) -> dict[str, Trial]:
    """The targets of a group by name."""
    return dict(import_module(GROUPS[group]).TRIALS)


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


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("what", nargs=-1, metavar="[TARGET or GROUP ...]")
@click.option("--inputs", type=click.IntRange(1), help="This many trials of each target.")
@click.option("--seed", type=int, default=0, show_default=True, help="Other trials.")
@click.option("--only", type=click.IntRange(0), help="Just the trial of this number.")
def command(what: tuple[str, ...], inputs: int | None, seed: int, only: int | None) -> None:
    """Make random trials, of all targets by default, until Ctrl-C or as many as asked for.

    The exit status is 1 when any trial failed.
    """
    known, chosen = targets(), dict[str, Trial]()
    for word in what or GROUPS:
        if word not in (*GROUPS, *known):
            raise click.UsageError(f"there is no target {word!r}: {', '.join([*GROUPS, *known])}")
        chosen |= trials_of(word) if word in GROUPS else {word: known[word]}
    made, failed = Counter[str](), Counter[str]()
    numbers = [only] if only is not None else range(inputs) if inputs is not None else count()
    with suppress(KeyboardInterrupt):
        for number in numbers:
            for name, trial in chosen.items():
                if sys.stderr.isatty():
                    print(f"\r{name}, trial {number}; {failed.total()} failed", end=" ", file=sys.stderr, flush=True)
                if said := failure(trial, name, seed, number):
                    failed[name] += 1
                    again = f"python tests/fuzz.py {name} --seed {seed} --only {number}"
                    print(f"{name}: {said}\nagain: {again}\n", flush=True)
                made[name] += 1
    for name, trials in made.items():
        print(f"{name:16} {trials:9} trials {failed[name]:6} failed")
    sys.exit(failed.total() > 0)


if __name__ == "__main__":
    command()
