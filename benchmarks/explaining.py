"""Published ZIPs explained step by step, and how long that takes.

    python -m benchmarks.explaining --data FOLDER [--out benchmarks/results/explaining]

FOLDER holds ZIPs in any form that `cpmodels` reads.  Each is explained to its end.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import cpmodels as cm
from benchmarks.measurement import Case, Measured, Measurement, data_of
from benchmarks.tables import table
from cpmodels.explaining import GRADES
from cpmodels.explaining._explaining import measured


def row_of(file: Path) -> Measured:
    """A puzzle explained, in numbers; times are of the processor."""
    puzzle: Any = cm.read(file)
    explanation = cm.explain(puzzle)
    steps, seconds, began = [], [], process_time()
    while (step := next(explanation, None)) is not None:
        steps.append(step)
        seconds.append(process_time() - began)
        began = process_time()
    difficulty = measured(steps)
    return {
        "rows": puzzle.rows, "cols": puzzle.cols, "one_solution": explanation.solution is not None,
        "steps": len(steps), "seconds_a_step": round(median(seconds), 4), "longest_step": round(max(seconds), 4),
        "seconds": round(sum(seconds), 3), "rules": dict(Counter(step.rule for step in steps)),
        "grade": difficulty.grade if explanation.solution is not None else None,
        "choices": round(difficulty.choices, 2),
    }  # fmt: skip


RULES: Mapping[str, str] = {
    "two ways left": "a cell has only two ways left, so the path takes both",
    "one way left": "an end of the path has only one way left",
    "dead end": "a cell has fewer ways left than it needs",
    "loop": "a step would close a loop",
    "order": "a step would lead from a number to one that does not come next",
    "end too early": "with a step the path would end before it has visited all cells",
    "too early": "with a step every way from a number to the next would pass another number",
    "through": "which two ways through a cell fit each other",
    "pocket": "with a step, the chessboard colours of a part of the board would not balance",
    "cut off": "with a step, or without, there would be no way to a part of the board",
    "proof": "no rule shows the step: as few constraints as force it, found by a solver",
    "cases": "no rule shows the step: a supposition that leads to a contradiction",
}
"""The rules of explanations of ZIPs, in words."""


def parts(rows: Sequence[Measured], _: Mapping[str, Any]) -> Iterator[str]:
    rows = sorted(rows, key=lambda row: str(row["puzzle"]))
    unique = [row for row in rows if row["one_solution"]]
    ruled = [row for row in unique if not {"proof", "cases"} & set(row["rules"])]
    typical = [row["seconds_a_step"] for row in rows]
    yield "# Published ZIPs explained"
    yield (
        "Can the solution of a published ZIP be explained step by step, as a person finds it, by which rules, how hard "
        "is it, and how long does that take?"
    )
    large = [row["seconds"] for row in unique if row["rows"] == row["cols"] == 8]
    whole = "\n- The whole of an 8 x 8 with one solution: {:.2f} in the median, {:.1f} at most."
    yield (
        f"{len(unique)} of {len(rows)} puzzles have one solution, and were explained to their end, {len(ruled)} of "
        "them by rules alone; the others as far as all solutions agree. Times are seconds of the processor:\n\n"
        f"- The median step of a puzzle: {median(typical):.4f} in the median, {max(typical):.3f} at most; "
        f"the longest step of all took {max(row['longest_step'] for row in rows):.1f}."
        f"{whole.format(median(large), max(large)) if large else ''}"
    )
    yield "## Rules and grades"
    yield "The rules, by how many steps they show, and in how many puzzles they show any:"
    steps: Counter[str] = Counter()
    for row in rows:
        steps.update(row["rules"])
    yield table(["rule", "what it says", "steps", "puzzles"], [
        [rule, RULES.get(rule, ""), f"{number:,}", str(sum(rule in row["rules"] for row in rows))]
        for rule, number in steps.most_common()
    ], left=2)  # fmt: skip
    grades = Counter(row["grade"] for row in unique)
    yield (
        f"The grade is that of the hardest rule that is needed: {', '.join(f'{grades[g]} {g}' for g in GRADES)}. "
        "What is plain to see is easy; a look at what a step would do to its neighbours is medium, to a whole part of "
        "the board hard; cases, and proofs that take the whole board or many constraints, are expert."
    )
    yield "## Puzzle by puzzle"
    yield (
        "`a step` is the median of the seconds to find a step, `longest` the longest of them, and `all` the whole "
        "explanation."
    )
    yield table(["puzzle", "size", "grade", "steps", "a step, s", "longest, s", "all, s"], [
        [
            row["puzzle"], f"{row['rows']} x {row['cols']}", row["grade"] or "several solutions", str(row["steps"]),
            f"{row['seconds_a_step']:.4f}", f"{row['longest_step']:.2f}", f"{row['seconds']:.2f}",
        ]
        for row in rows
    ])  # fmt: skip


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    for file in sorted(path for path in data_of(asked).iterdir() if path.is_file()):
        yield {"puzzle": file.stem}, partial(row_of, file)


MEASUREMENT = Measurement("benchmarks.explaining", "explaining", ("puzzle",), cases, parts, data=True)

if __name__ == "__main__":
    MEASUREMENT.command()
