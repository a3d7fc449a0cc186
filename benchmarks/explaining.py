"""Published ZIPs explained step by step, and how long that takes.

    python -m benchmarks.explaining --data FOLDER [--out benchmarks/results/explaining]
    python -m benchmarks.explaining --report

FOLDER holds ZIPs in any form that `cpmodels` reads.  Each is explained to its end; each puzzle is a row of `rows.jsonl`
in the folder `--out`, and the page `README.md` beside it, made of the rows (`--report` only makes it), says what came
out.  Where the files have
labels of difficulty (``"difficulty"`` in their JSON), the page ranks them against the grades that come from the
explanations.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import cpmodels as cm
from benchmarks.machine import machine, versions
from benchmarks.origin import origin
from benchmarks.rows import read_objects
from benchmarks.tables import table
from cpmodels.explaining import GRADES
from cpmodels.explaining._difficulty import measured
from cpmodels.files import write_file

Row = dict[str, Any]


def row_of(file: Path) -> Row:
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
        "puzzle": file.stem,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "one_solution": explanation.solution is not None,
        "steps": len(steps),
        "seconds_a_step": round(median(seconds), 4),
        "longest_step": round(max(seconds), 4),
        "seconds": round(sum(seconds), 3),
        "rules": dict(Counter(step.rule for step in steps)),
        "grade": difficulty.grade if explanation.solution is not None else None,
        "choices": round(difficulty.choices, 2),
        "label": label_of(file),
    }


def label_of(file: Path) -> Any:
    """How hard a puzzle's file says that it is; None where it does not."""
    if file.suffix != ".json":
        return None
    form = json.loads(file.read_text(encoding="utf-8"))
    return form.get("difficulty") if isinstance(form, Mapping) else None


def rank_correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Spearman's correlation of two quantities, equal values sharing their ranks; None where one is constant.

    >>> rank_correlation([(1, 10), (2, 20), (3, 15)])
    0.5
    """
    columns = [ranks([pair[side] for pair in pairs]) for side in (0, 1)]
    means = [sum(column) / len(column) if column else 0.0 for column in columns]
    one, other = ([rank - mean for rank in column] for column, mean in zip(columns, means, strict=True))
    spread = sum(x * x for x in one) * sum(y * y for y in other)
    return sum(x * y for x, y in zip(one, other, strict=True)) / spread**0.5 if spread else None


def ranks(values: Sequence[float]) -> list[float]:
    """The ranks of some values from 1 on; equal ones have the mean of theirs.

    >>> ranks([5, 7, 5])
    [1.5, 3.0, 1.5]
    """
    return [
        sum(other < value for other in values) + (1 + sum(other == value for other in values)) / 2 for value in values
    ]


RULES: Mapping[str, str] = {
    "two ways left": "a cell has only two ways left, so the path takes both",
    "one way left": "an end of the path has only one way left",
    "dead end": "a cell has fewer ways left than it needs",
    "loop": "a step would close a loop",
    "order": "a step would lead from a number to one that does not come next",
    "end too early": "with a step the path would end before it has met all cells",
    "too early": "with a step no way would lead from a number to the next past other numbers",
    "through": "which two ways through a cell fit each other",
    "pocket": "with a step, the colours of a part of the board would not come out even, as on a chessboard",
    "proof": "no rule shows the step: as few constraints as force it, found by a solver",
    "cases": "no rule shows the step: a supposition that leads to a contradiction",
}
"""The rules of explanations of ZIPs, in words."""


def page(rows: Sequence[Row], facts: Mapping[str, Any]) -> Iterator[str]:
    """The page of some rows."""
    unique = [row for row in rows if row["one_solution"]]
    ruled = [row for row in unique if not {"proof", "cases"} & set(row["rules"])]
    yield "# Published ZIPs explained\n"
    yield (
        "Can the solution of a published ZIP be explained step by step, as a person finds it, by which rules, how hard "
        "is it, and how long does that take?\n"
    )
    yield (
        f"**In short.** {len(unique)} of {len(rows)} puzzles have one solution, and were explained to their end, "
        f"{len(ruled)} of them by rules alone; the others as far as all solutions agree. Times are seconds of the "
        "processor:\n"
    )
    typical, most, longest = (
        median(row["seconds_a_step"] for row in rows),
        max(row["seconds_a_step"] for row in rows),
        max(row["longest_step"] for row in rows),
    )
    yield (
        f"- The median step of a puzzle: {typical:.4f} in the median, {most:.3f} at most; "
        f"the longest step of all took {longest:.1f}."
    )
    large = [row["seconds"] for row in unique if row["rows"] == row["cols"] == 8]
    if large:
        yield f"- The whole of an 8 x 8 with one solution: {median(large):.2f} in the median, {max(large):.1f} at most."
    yield "\n" + origin("python -m benchmarks.explaining", facts)
    yield "\n## Rules and grades\n\nThe rules, by how many steps they show, and in how many puzzles they show any:\n"
    steps: Counter[str] = Counter()
    for row in rows:
        steps.update(row["rules"])
    yield table(["rule", "what it says", "steps", "puzzles"], [
        [rule, RULES.get(rule, ""), f"{number:,}", str(sum(rule in row["rules"] for row in rows))]
        for rule, number in steps.most_common()
    ], left=2)  # fmt: skip
    grades = Counter(row["grade"] for row in unique)
    yield (
        f"\nThe grade is that of the hardest rule that is needed: {', '.join(f'{grades[g]} {g}' for g in GRADES)}. "
        "What is plain to see is easy; a look at what a step would do to its neighbours is medium, to a whole part of "
        "the board hard; a proof or cases are expert.\n"
    )
    labelled = [(float(row["label"]), float(GRADES.index(row["grade"]))) for row in unique if row["label"] is not None]
    if not labelled:
        yield "None of the files has a label of difficulty, so there is nothing to rank the grades against.\n"
    else:
        ranked = rank_correlation(labelled)
        said = "is not defined" if ranked is None else f"is {ranked:.2f}"
        yield f"Of {len(labelled)} puzzles with a label, the rank correlation of label and grade {said}.\n"
    yield (
        "## Puzzle by puzzle\n\n`a step` is the median of the seconds to find a step, `longest` the longest of them, "
        "and `all` the whole explanation.\n"
    )
    yield table(["puzzle", "size", "grade", "steps", "a step, s", "longest, s", "all, s"], [
        [
            row["puzzle"], f"{row['rows']} x {row['cols']}", row["grade"] or "several solutions", str(row["steps"]),
            f"{row['seconds_a_step']:.4f}", f"{row['longest_step']:.2f}", f"{row['seconds']:.2f}",
        ]
        for row in rows
    ])  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Explain all puzzles of a folder, and write the page."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.explaining", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--data", type=Path, help="the folder of the puzzles")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "explaining")
    parser.add_argument("--report", action="store_true", help="only make the page anew")
    asked = parser.parse_args(arguments)
    facts, kept = asked.out / "machine.json", asked.out / "rows.jsonl"
    if not asked.report:
        if asked.data is None:
            parser.error("the puzzles are needed: --data FOLDER")
        rows = []
        for file in sorted(path for path in asked.data.iterdir() if path.is_file()):
            rows.append(row_of(file))
            steps, seconds, grade = (rows[-1][name] for name in ("steps", "seconds", "grade"))
            print(f"{file.stem}: {steps} steps, {seconds:.2f} s, {grade}", flush=True)
        asked.out.mkdir(parents=True, exist_ok=True)
        words = ", ".join(f"{name} {version}" for name, version in versions().items())
        write_file(facts, json.dumps({"machine": machine(), "versions": words}, indent=1) + "\n")
        write_file(kept, "".join(f"{json.dumps(row)}\n" for row in rows))
    content = "\n".join(page(list(read_objects(kept, Row)), json.loads(facts.read_text(encoding="utf-8"))))
    write_file(asked.out / "README.md", content)


if __name__ == "__main__":
    main()
