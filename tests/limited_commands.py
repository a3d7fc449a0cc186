"""Commands with time limits, taken at random: none prints a traceback, and none goes on when its time is up.

    python tests/limited_commands.py 200

names each command that took more than half a second beyond its limit and what the start of the program takes, by the
clock and by the processor, which other programs may have had meanwhile; such a one is tried again.
"""

from __future__ import annotations

import resource
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from random import Random

import cpmodels as cm
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


def commands(random: Random) -> Iterator[tuple[list[str], float]]:
    """Arguments of commands, and the limits that they have, in seconds."""
    names, kinds = sorted(BUILTIN), generated_kinds()
    while True:
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
        yield [*asked, "--time-limit", str(limit)], limit


def run(asked: list[str]) -> tuple[float, float, subprocess.CompletedProcess[str]]:
    """How long a command takes, by the clock and by the processor, in seconds, and what it says."""

    def times() -> tuple[float, float]:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.monotonic(), used.ru_utime + used.ru_stime

    before = times()
    done = subprocess.run([sys.executable, "-m", "cpmodels", *asked], capture_output=True, text=True, timeout=300)
    clock, processor = (after - start for start, after in zip(before, times(), strict=True))
    return clock, processor, done


def lateness(times: tuple[float, float], start: tuple[float, float], limit: float) -> float:
    """How much longer than its start and its limit a command took, by the clock and by the processor."""
    return min(taken - begun - limit for taken, begun in zip(times, start, strict=True))


def main(number: int, seed: int) -> int:
    """Try so many commands; how many were wrong."""
    wrong = 0
    start = sorted(run(["count", "zip-8"])[:2] for _ in range(3))[1]
    print(f"cpmodels {cm.__version__} starts in {start[0]:.1f} s, {start[1]:.1f} s of a processor", flush=True)
    for (asked, limit), _ in zip(commands(Random(seed)), range(number), strict=False):
        for _ in range(3):
            *times, done = run(asked)
            if (late := lateness(times, start, limit)) <= SPARE:
                break
        if late > SPARE or "Traceback" in done.stderr or done.returncode not in (0, 2, 3):
            wrong += 1
            print(f"{late:+.1f} s, exit {done.returncode}: {' '.join(asked)}\n{done.stderr[-300:]}", flush=True)
    print(f"{wrong} of {number} commands were wrong")
    return wrong


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int((sys.argv[2:] or ["0"])[0])) > 0)
