"""Commands with time limits, taken at random: none prints a traceback, and none goes on when its time is up.

That is more than half a second beyond its limit and what the start of the program takes, by the clock and by the
processor, which other programs may have had meanwhile; such a command is tried again.
"""

from __future__ import annotations

import resource
import shlex
import subprocess
import sys
import time
from functools import cache
from random import Random

from cpmodels.generating import generated_kinds
from readers import BUILTIN

ASKING = ("solve", "count", "explain", "hint", "why", "forced", "sample")
SIZES = {"garden": ("2x2x2", "3x3x7"), "zigzaw": ("4", "9"), "edge_matching": ("3x3", "16x16")}
LARGE = [
    *("solve zip-10", "count zip-10", "count squares-16", "solve cubes-in-31", "count cubes-packed", "why cubes-in-31"),
    *("forced zip-10", "sample squares-packed", "explain zip-10", "explain cubes-packed", "confirm zip-10"),
    "count tetravex",
]
SPARE = 0.5


def command(random: Random) -> tuple[list[str], float]:
    """The arguments of a command, and the limit that it has, in seconds."""
    names, kinds = sorted(BUILTIN), generated_kinds()
    limit = round(10 ** random.uniform(-3, 1.48), 3)
    match random.randrange(5):
        case 0 | 1:
            kind = random.choice(kinds)
            size = random.choice(SIZES.get(kind, ("4x4", "6x6", "9x9", "12x12", "40x40")))
            more = [] if random.random() < 0.6 else ["--difficulty", random.choice(["easy", "medium", "hard"])]
            asked = ["new", kind.replace("_", "-"), size, "--seed", str(random.randrange(99)), *more]
        case 2:
            asked = shlex.split(random.choice(LARGE))
        case _:
            asked = [random.choice(ASKING), random.choice(names)]
    return [*asked, "--time-limit", str(limit)], limit


def run(asked: list[str]) -> tuple[float, float, subprocess.CompletedProcess[str]]:
    """How long a command takes, by the clock and by the processor, in seconds, and what it says."""

    def times() -> tuple[float, float]:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.monotonic(), used.ru_utime + used.ru_stime

    before = times()
    done = subprocess.run([sys.executable, "-m", "cpmodels", *asked], capture_output=True, text=True, timeout=300)
    clock, processor = (after - start for start, after in zip(before, times(), strict=True))
    return clock, processor, done


@cache
def start() -> tuple[float, float]:
    """What the start of the program takes."""
    return sorted(run(["count", "zip-8"])[:2] for _ in range(3))[1]


def trial(random: Random) -> str | None:
    """Run a command, and say what is wrong."""
    asked, limit = command(random)
    for _ in range(3):
        *times, done = run(asked)
        late = min(taken - begun - limit for taken, begun in zip(times, start(), strict=True))
        if late <= SPARE:
            break
    if late > SPARE or "Traceback" in done.stderr or done.returncode not in (0, 2, 3):
        return f"{late:+.1f} s, exit {done.returncode}: {' '.join(asked)}\n{done.stderr[-300:]}"
    return None


TRIALS = {"limited_commands": trial}
