"""The library against other programs for puzzles on boards: eight kinds, first solution and proof of uniqueness.

    python -m benchmarks.rivals --data FOLDER [--boards 50] [--limit 10]

FOLDER holds published puzzles as for `benchmarks.published_kinds`; of each kind take part as many boards as asked for,
evenly spaced from the smallest to `--most`, without those that a program may read in another way.  A program takes part
where it is installed: `multi-puzzle-solver` and `puzzlekit` are packages; `noqx` needs clingo, and its folder on
PYTHONPATH; `cspuz` is the program `run_solver` of cspuz_core, on PATH.

Each run is a process of its own, under the same limit, as in the races: imports come before the clock starts, the
making of the model counts, and answers are checked by the puzzle's own rules after it stops.  The programs are run on
one board right after each other, in an order that changes.  Most of them search on one core; `taskset -c 0` before the
command gives no more to any, as in the published race.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, product
from statistics import mean, median
from typing import Any

from benchmarks.measurement import Case, Measured, Measurement, data_of
from benchmarks.peers.boards import KINDS, clues
from benchmarks.published_kinds import entries, puzzle_of
from benchmarks.solvers import MODULES, load
from benchmarks.summary import LIBRARY
from benchmarks.tables import table
from benchmarks.verdicts import PENALTY
from cpmodels.base.errors import MissingExtraError, UnsupportedError
from cpmodels.racing import Question, Solver, Task
from cpmodels.racing._runner import run
from cpmodels.racing._solvers import Job

RIVALS = ("noqx", "cspuz", "puzzlekit", "multi-puzzle-solver")
TASKS: dict[Task, str] = {"first": "first solution", "unique": "proof of uniqueness"}
MEMORY = 4096
"""MiB of address space that a run may take."""


def installed(solvers: Mapping[str, Solver]) -> Iterator[Solver]:
    """The library, and those of the others that are here; why another is not is said."""
    yield solvers[LIBRARY]
    for name in RIVALS:
        try:
            solvers[name].require()
            solvers[name].warm_up()
            yield solvers[name]
        except (MissingExtraError, ImportError) as error:
            print(f"{name} is left out: {error}", file=sys.stderr)


def boards(asked: argparse.Namespace, kind: str) -> list[tuple[str, Any]]:
    """The boards of a kind that take part, by name."""
    found = []
    for entry in entries(data_of(asked), kind):
        try:
            puzzle = puzzle_of(kind, entry["problem"])
            clues(puzzle)
        except (ValueError, UnsupportedError):
            continue
        if max(puzzle.rows, puzzle.cols) <= asked.most:
            found.append((entry["id"], puzzle))
    count = min(asked.boards, len(found))
    return [found[i * (len(found) - 1) // max(count - 1, 1)] for i in range(count)]


def timed(solver: str, question: Question) -> Measured:
    """The size of the board, and what came of a run."""
    puzzle: Any = question.puzzle
    outcome = run(Job(solver, question, MEMORY, MODULES))
    spent = outcome.get("build_seconds", 0.0) + outcome.get("solve_seconds", 0.0)
    names = ("status", "unique", "cpu_seconds", "memory", "message")
    found = {"rows": puzzle.rows, "cols": puzzle.cols, "seconds": round(spent, 4)}
    return found | {name: outcome.get(name) for name in names}


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    """All runs: kind by kind, board by board."""
    solvers = list(installed(load()))
    for kind in asked.kinds:
        for name, puzzle in boards(asked, kind):
            for task in TASKS:
                able = [solver.name for solver in solvers if solver.takes(kind) and task in solver.tasks]
                random.Random(f"{kind} {name} {task}").shuffle(able)
                for solver in able:
                    case = {"kind": kind, "id": name, "task": task, "solver": solver}
                    yield case, partial(timed, solver, Question(puzzle, task, 0, asked.limit))


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--boards", type=int, default=50, help="of each kind")
    parser.add_argument("--most", type=int, default=30, help="leave out boards with a longer side")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)


def judged(rows: Sequence[Measured]) -> Iterator[Measured]:
    """The rows, each with whether it is a right answer, and what is wrong with it; all those of a board together.

    That a puzzle has no solution is refuted by one that was checked, and that it has only one by two.
    """

    def by_board(row: Measured) -> tuple[int, str]:
        return KINDS.index(row["kind"]), row["id"]

    for _, group in groupby(sorted(rows, key=by_board), by_board):
        all_of_it = list(group)
        solved = any(row["status"] == "solved" for row in all_of_it)
        several = any(row["unique"] is False and row["status"] == "solved" for row in all_of_it)
        for row in all_of_it:
            fault = row["message"] if row["status"] in ("wrong", "crash") else None
            if row["status"] == "none" and solved:
                fault = "it says that there is no solution"
            elif row["unique"] and several:
                fault = "it says that there is only one solution"
            yield row | {"fault": fault, "right": row["status"] in ("solved", "none") and not fault}


def compared(rows: Sequence[Measured], limit: float) -> list[list[Any]]:
    """For each kind, question and rival: how many times as long the rival takes as the library, and the row of a table.

    Only boards that both ran on count.
    """
    cells = {(row["kind"], row["task"], row["solver"], row["id"]): row for row in rows}
    found = []
    for kind, (task, question), rival in product(KINDS, TASKS.items(), RIVALS):
        both = [
            (row, other)
            for (k, t, s, name), row in cells.items()
            if (k, t, s) == (kind, task, LIBRARY) and (other := cells.get((kind, task, rival, name)))
        ]
        if both:
            ours, theirs = zip(*both, strict=True)
            ratio = par10(theirs, limit) / par10(ours, limit)
            figures = [f(its) for f in (answered, partial(in_words, limit), middle, cpu) for its in (ours, theirs)]
            found.append([ratio, kind, question, rival, len(both), *figures])
    return sorted(found, key=lambda line: line[0])


def par10(rows: Sequence[Measured], limit: float) -> float:
    """Mean seconds, where what was not answered rightly counts as `PENALTY` limits."""
    return mean(row["seconds"] if row["right"] else PENALTY * limit for row in rows)


def in_words(limit: float, rows: Sequence[Measured]) -> str:
    return f"{par10(rows, limit):.3f}"


def answered(rows: Sequence[Measured]) -> int:
    return sum(row["right"] for row in rows)


def middle(rows: Sequence[Measured]) -> str:
    return f"{median([row['seconds'] for row in rows if row['right']] or [0]):.3f}" if answered(rows) else "-"


def cpu(rows: Sequence[Measured]) -> str:
    spent = [row["cpu_seconds"] for row in rows if row["right"] and row["cpu_seconds"] is not None]
    return f"{median(spent):.3f}" if spent else "-"


def parts(rows: Sequence[Measured], facts: Mapping[str, Any]) -> Iterator[str]:
    every = list(judged(rows))
    lines = compared(every, facts["limit"])
    lost = [line for line in lines if line[0] < 1]
    sums = []
    for rival in RIVALS:
        for question in TASKS.values():
            if its := [line for line in lines if line[2:4] == [question, rival]]:
                sums.append(f"{rival} on {sum(line[0] > 1 for line in its)} of {len(its)} kinds ({question})")
    yield "# Against other programs"
    yield (
        "Is the library ahead of programs that were written for such boards? "
        f"{len({(row['kind'], row['id']) for row in rows}):,} published {', '.join(KINDS)} go to noqx (its encodings, "
        "by clingo), cspuz_core, puzzlekit and multi-puzzle-solver: for a first solution, and for the proof that it is "
        "the only one where a program can prove that."
    )
    yield f"By PAR10 the library is ahead of {'; '.join(sums)}. It loses {len(lost)} of {len(lines)} comparisons."
    heads = ["kind", "question", "against", "boards", "answered", "theirs", "PAR10, s", "theirs"]
    heads += ["median, s", "theirs", "CPU, s", "theirs", "ratio"]
    for title, some in (("Lost", lost), ("Won", [line for line in lines if line[0] >= 1])):
        yield f"## {title}"
        yield table(heads, [[*line[1:], f"{line[0]:.2f}"] for line in some], left=3) if some else "None."
    yield (
        f"PAR10 is the mean time, where a run that did not answer rightly within {facts['limit']:g} s counts as ten "
        "times that; *ratio* is theirs by ours, and *CPU* the processor's time, in which the check of the answers is. "
        "Medians are of right answers. cspuz_core answers the question of all that solutions share, so it takes "
        "part in proofs alone; puzzlekit looks for one solution, on all cores that it is given."
    )
    yield "## Wrong answers"
    faults = [row for row in every if row["fault"]]
    told: dict[tuple[str, str, str], list[str]] = {}
    for row in faults:
        told.setdefault((row["solver"], row["kind"], row["fault"]), []).append(row["id"])
    yield (
        "\n".join(
            f"- {solver}, {kind}: {fault} ({', '.join(dict.fromkeys(names))})"
            for (solver, kind, fault), names in told.items()
        )
        or "None."
    )


MEASUREMENT = Measurement(
    "benchmarks.rivals", "rivals", ("kind", "id", "task", "solver"), cases, parts, options,
    ("python", "ortools", "clingo", "puzzlekit", "multi-puzzle-solver"), limit=10, data=True,
)  # fmt: skip

if __name__ == "__main__":
    MEASUREMENT.command()
