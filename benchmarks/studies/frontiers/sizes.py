"""How many states a frontier has, and how long counting takes, each in a process of its own.

    python -m benchmarks.studies.frontiers.sizes NAME

counts one of the table, and prints its row.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from benchmarks.studies.frontiers.answers import question
from benchmarks.studies.frontiers.sequences import board, corners, whole, whole_path
from benchmarks.studies.questions import Answer
from cpmodels.base.description import Subgraph
from cpmodels.base.lattice import KING, SQUARE
from cpmodels.engines.frontier import Reached, count, program_of

SIZES: Mapping[str, Callable[[], Any]] = {
    **{
        f"paths through all cells, {n} x {n}": partial(lambda n: whole_path(board(n, n, SQUARE)), n)
        for n in range(8, 13)
    },
    "circuits of 14 x 14": lambda: whole(board(14, 14, SQUARE)),
    "a king's paths through 7 x 7": lambda: whole_path(board(7, 7, KING)),
    "all loops of 12 x 12 points": lambda: Subgraph(board(12, 12, SQUARE)),
    "paths from corner to corner of 12 x 12": lambda: corners(board(12, 12, SQUARE)),
}
"""What is counted, and its description."""


def measured(name: str) -> list[float]:
    """The number, the width of the frontier, the most states at a time, and time of the processor from the start."""
    states: list[int] = []

    def see(reached: Reached) -> None:
        states.append(reached.states)

    program = program_of(SIZES[name]())
    return [count(program, see), program.width, max(states), round(time.process_time(), 1)]


def row_of(measured: Callable[[str], list[float]], name: str) -> list[Any]:
    """A row of a table: the name, and what the program of a module measures in a process of its own."""
    program = [sys.executable, "-m", measured.__module__, name]
    return [name, *json.loads(subprocess.run(program, stdout=subprocess.PIPE, check=True).stdout)]


@question("sizes", "How large frontiers are, and how long they take")
def answer() -> Answer:
    rows = [row_of(measured, name) for name in SIZES]
    ten = next(row for row in rows if "10 x 10" in row[0])
    return Answer(
        f"**All paths through 10 x 10 cells are counted in {ten[-1]} s**, the start of the process included, by "
        f"{ten[3]:,} states at most. Numbers are those of paths in both directions. *Width* is how many vertices the "
        "frontier has at most, *CPU* the time of the processor of a process that counts this alone: loading Python, "
        "NumPy and Numba takes about 0.7 s of it.",
        "each number is that of the OEIS: A096969, A003763, twice A308129, A140517, A007764.",
        ["what is counted", "number", "width", "most states", "CPU, s"],
        rows,
    )


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1])))
