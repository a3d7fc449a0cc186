"""Published ZIPs explained step by step, and how long that takes.

    python -m benchmarks.explaining --data FOLDER [--out benchmarks/results/explaining]

FOLDER holds ZIPs in any form that `cpmodels` reads.  Each is explained to its end; each puzzle is a row of `rows.jsonl`
in the folder `--out`, and the page `README.md` beside it, made of the rows, says what came out.  Where the files have
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


def page(rows: Sequence[Row]) -> Iterator[str]:
    """The page of some rows."""
    unique = [row for row in rows if row["one_solution"]]
    yield "# Published ZIPs explained\n"
    yield (
        f"{len(rows)} puzzles, of which {len(unique)} have one solution and were explained to their end; the others as "
        "far as all solutions agree. Times are seconds of the processor.\n"
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
    yield "\nThe rules, by how many steps they show, and in how many puzzles they show any:\n"
    steps: Counter[str] = Counter()
    for row in rows:
        steps.update(row["rules"])
    yield table(["rule", "steps", "puzzles"], [
        [rule, str(number), str(sum(rule in row["rules"] for row in rows))] for rule, number in steps.most_common()
    ])  # fmt: skip
    grades = Counter(row["grade"] for row in unique)
    yield f"\nGrades: {', '.join(f'{grades[grade]} {grade}' for grade in GRADES)}.\n"
    labelled = [(float(row["label"]), float(GRADES.index(row["grade"]))) for row in unique if row["label"] is not None]
    if not labelled:
        yield "None of the files has a label of difficulty, so there is nothing to rank the grades against.\n"
    else:
        ranked = rank_correlation(labelled)
        said = "is not defined" if ranked is None else f"is {ranked:.2f}"
        yield f"Of {len(labelled)} puzzles with a label, the rank correlation of label and grade {said}.\n"
    yield table(["puzzle", "size", "grade", "steps", "a step", "longest", "all"], [
        [
            row["puzzle"], f"{row['rows']} x {row['cols']}", row["grade"] or "several solutions", str(row["steps"]),
            f"{row['seconds_a_step']:.4f}", f"{row['longest_step']:.2f}", f"{row['seconds']:.2f}",
        ]
        for row in rows
    ])  # fmt: skip
    yield f"\n{machine()}; {', '.join(f'{name} {version}' for name, version in versions().items())}\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Explain all puzzles of a folder, and write the page."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.explaining", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--data", type=Path, required=True, help="the folder of the puzzles")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "explaining")
    asked = parser.parse_args(arguments)
    rows = []
    for file in sorted(path for path in asked.data.iterdir() if path.is_file()):
        rows.append(row_of(file))
        print(f"{file.stem}: {rows[-1]['steps']} steps, {rows[-1]['seconds']:.2f} s, {rows[-1]['grade']}", flush=True)
    asked.out.mkdir(parents=True, exist_ok=True)
    write_file(asked.out / "rows.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows).encode())
    write_file(asked.out / "README.md", "\n".join(page(rows)).encode())


if __name__ == "__main__":
    main()
