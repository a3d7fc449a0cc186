"""Published Hidoku, Numberlink, simple loops, Slitherlink and Masyu: solved, compared, and proved to have one solution.

    python -m benchmarks.published_kinds --data FOLDER

FOLDER holds a file for each kind, `masyu.json` and so on: a list of objects with ``id``, ``problem`` and ``solution``,
lists of lines of which the first is "rows cols" and the others are rows of fields apart by spaces.  The puzzles are not
part of the project.

Each puzzle is solved, then it is decided whether it has one solution only.  What takes longer than `--limit` is
stopped.  `benchmarks.rivals` has the times of other programs.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import cpmodels as cm
from benchmarks.measurement import Case, Measured, Measurement, data_of, timed
from benchmarks.peers.boards import SIDES, WAYS, one_loop, sides
from benchmarks.tables import table
from cpmodels.base.lattice import plus

Lines = list[list[str]]

KINDS = ("hidoku", "numberlink", "simple_loop", "slitherlink", "masyu")
SIZES = (10, 15, 20, 30, 60, 100)
EMPTY = ("-", ".")


def read(kind: str, lines: Sequence[str]) -> tuple[int, int, Lines]:
    """The size of a board, and its rows of fields."""
    rows, cols = (int(word) for word in lines[0].split()[:2])
    fields = [line.split() for line in lines[1:]]
    if [len(row) for row in fields] != [cols] * rows:
        raise ValueError(f"a {kind} of {rows} x {cols} has rows of {[len(row) for row in fields]} fields")
    return rows, cols, fields


def puzzle_of(kind: str, lines: Sequence[str]) -> Any:
    """The puzzle of some lines.  Raises ValueError when they are damaged."""
    rooms: Sequence[str] = ()
    if kind == "heyawake":
        lines, rooms = lines[: len(lines) // 2 + 1], lines[len(lines) // 2 + 1 :]
    rows, cols, fields = read(kind, lines)
    make = cm.kinds.kind_named(kind)
    cells = {(r, c): field for r, row in enumerate(fields) for c, field in enumerate(row) if field not in EMPTY}
    if kind in ("simple_loop", "masyu"):
        if kind == "simple_loop":
            return make(rows, cols, [cell for cell, field in cells.items() if field == "x"])
        circles = {colour: [c for c, field in cells.items() if field in colour] for colour in ("w1", "b2")}
        return make(rows, cols, circles["w1"], circles["b2"])
    if kind == "yajilin":
        if other := [field for field in cells.values() if field[-1] not in SIDES]:
            raise ValueError(f"a yajilin with {other[0]} in a cell")
        return make(rows, cols, [(*cell, SIDES[field[-1]], int(field[:-1])) for cell, field in cells.items()])
    number: Callable[[str], int] = int
    if kind == "heyawake":
        labels = [line.split() for line in rooms]
        names = list(dict.fromkeys(label for row in labels for label in row))
        numbers = {labels[r][c]: int(field) for (r, c), field in cells.items()}
        return make([[names.index(label) for label in row] for row in labels], [numbers.get(name) for name in names])
    if kind == "numberlink":
        names = list(dict.fromkeys(cells.values()))
        number = names.index
    return make([[number(cells[r, c]) if (r, c) in cells else None for c in range(cols)] for r in range(rows)])


def solution_of(kind: str, puzzle: Any, lines: Sequence[str]) -> cm.Solution:
    """A published solution.  Raises ValueError when it is damaged."""
    rows, cols, fields = read(kind, lines)
    if (rows, cols) != (puzzle.rows, puzzle.cols):
        raise ValueError(f"the solution is of {rows} x {cols}, the puzzle of {puzzle.rows} x {puzzle.cols}")
    if kind == "hidoku":
        return cm.Grid([[int(field) for field in row] for row in fields])
    if kind == "slitherlink":
        inside = [(r, c) for r, row in enumerate(fields) for c, field in enumerate(row) if field == "x"]
        times = Counter(side for cell in inside for side in sides(cell, "nesw"))
        return one_loop([side for side, number in times.items() if number == 1])
    near = {
        (r, c): [plus((r, c), WAYS[letter]) for letter in field]
        for r, row in enumerate(fields)
        for c, field in enumerate(row)
        if field not in EMPTY
    }
    if kind != "numberlink":
        return one_loop([(cell, other) for cell, others in near.items() for other in others if cell < other])
    paths = []
    for start, _ in puzzle.ends:
        path = [start]
        while len(path) <= rows * cols and (onward := [c for c in near.get(path[-1], []) if c not in path[-2:]]):
            path.append(onward[0])
        paths.append(path)
    return cm.Paths(paths)


def run(kind: str, entry: Mapping[str, Any], limit: float) -> Measured:
    try:
        puzzle = puzzle_of(kind, entry["problem"])
    except ValueError as error:
        return {"damaged": str(error)}
    row: Measured = {"rows": puzzle.rows, "cols": puzzle.cols}
    found, row["cpmodels"] = timed(lambda: cm.solve(puzzle_of(kind, entry["problem"]), time_limit=limit).solution)
    row["unsolved"] = [] if found else ["cpmodels"]
    row["unique"], row["proof"] = timed(lambda: cm.is_unique(puzzle, time_limit=limit))
    return row | {"published": compared(kind, puzzle, found, entry["solution"])}


def compared(kind: str, puzzle: Any, found: Any, lines: Sequence[str] | None) -> str:
    """How the published solution relates to the one that was found."""
    if not lines:
        return "none"
    try:
        published = solution_of(kind, puzzle, lines)
    except (ValueError, IndexError, KeyError) as error:
        return f"damaged: {error}"
    if published == found:
        return "equal"
    if broken := puzzle.check(published):
        return f"wrong: {broken[0]}"
    return "another" if found else "right"


def entries(folder: Path, kind: str) -> list[dict[str, Any]]:
    """The published puzzles of a kind, small boards first."""

    def size(entry: Mapping[str, Any]) -> int:
        rows, cols = map(int, entry["problem"][0].split()[:2])
        return rows * cols

    return sorted(json.loads((folder / f"{kind}.json").read_text(encoding="utf-8")), key=size)


def groups(rows: Sequence[Measured]) -> Iterator[tuple[str, str, list[Measured]]]:
    """Rows by kind and size, the longer side, with the size in words."""
    for kind in KINDS:
        least = 0
        for most in SIZES:
            group = [r for r in rows if r["kind"] == kind and "rows" in r and least < max(r["rows"], r["cols"]) <= most]
            if group:
                yield kind, f"to {most}", group
            least = most


def seconds(values: Sequence[float]) -> str:
    """A median, in three decimals."""
    return f"{median(values):.3f}" if values else "-"


def times(rows: Sequence[Measured]) -> list[float]:
    """The seconds of those runs that came to an end."""
    return [row["cpmodels"] for row in rows if "cpmodels" not in row["unsolved"]]


def named(rows: Sequence[Measured]) -> str:
    """Puzzles by kind and id."""
    return ", ".join(f"{row['kind']} {row['id']}" for row in rows) or "none"


def sums(rows: Sequence[Measured]) -> list[Any]:
    """How many there are, solved, as published, decided, and not unique."""
    return [
        len(rows),
        sum("cpmodels" not in row["unsolved"] for row in rows),
        f"{sum(row['published'] == 'equal' for row in rows)} of {sum(row['published'] != 'none' for row in rows)}",
        sum(row["unique"] is not None for row in rows),
        sum(row["unique"] is False for row in rows),
    ]


def parts(rows: Sequence[Measured], facts: Mapping[str, Any]) -> Iterator[str]:
    whole = [row for row in rows if "damaged" not in row]
    small = [row for row in whole if max(row["rows"], row["cols"]) <= 15]
    heads = ["kind", "size", "puzzles", "solved", "as published", "decided", "not unique", "solve, s", "prove, s"]
    counts = [
        [
            *(kind, size, *sums(group), seconds(times(group)), seconds([row["proof"] for row in group])),
            f"{max(max(row['proof'], row['cpmodels']) for row in group):.2f}",
        ]
        for kind, size, group in groups(whole)
    ]
    yield "# Published puzzles of other kinds"
    yield (
        f"Do kinds of puzzles that others add do as well as those of the library? {len(rows):,} published Hidoku, "
        "Numberlinks, simple loops, Slitherlinks and Masyu are solved by the kinds in "
        "[cpmodels/puzzles](../../../cpmodels/puzzles) and compared with the published solutions, and it is decided "
        "whether each has one solution only."
    )
    yield (
        f"Up to 15 x 15 {solved_and_decided(small)}; of all sizes {solved_and_decided(whole)}. Below are the puzzles "
        "whose published solution is not the only one. The machine was shared with other work: read medians and ratios."
    )
    yield table([*heads, "worst, s"], counts, left=2)
    yield (
        "- `size`: the longer side; *to 15* are those of 11 to 15.\n- `solved`: how many; `as published`: of how many "
        "the solution is the published one, of those with one.\n- `decided`: of how many it was proved in time "
        "whether the solution is the only one; `not unique`: of how many it is not.\n- `solve, s` and `prove, s`: "
        "median seconds to a first solution, and to that proof; `worst, s`: the longest of either. A search may take "
        f"{facts['limit']:g} s."
    )
    yield "## What was published"
    yield "\n".join(f"- {line}." for line in oddities(rows, whole))


def solved_and_decided(rows: Sequence[Measured]) -> str:
    """How many are solved and decided, in words."""
    all_of_them, solved, _, decided, _ = sums(rows)
    return f"{solved:,} of {all_of_them:,} are solved, and {decided:,} decided"


def oddities(rows: Sequence[Measured], whole: Sequence[Measured]) -> Iterator[str]:
    """Puzzles of which something is to be said, a line a sort."""
    solved = [row for row in whole if "cpmodels" not in row["unsolved"]]
    yield f"More than one solution: {named([row for row in solved if row['unique'] is False])}"
    yield f"Not decided in the time: {named([row for row in whole if row['unique'] is None])}"
    yield f"Not solved in the time, or without a solution: {named([row for row in whole if row not in solved])}"
    others = [row for row in whole if row["published"] not in ("equal", "right", "none")]
    listed = "; ".join(f"{row['kind']} {row['id']} ({row['published']})" for row in others)
    yield f"The published solution is another one, or is wrong or damaged: {listed or 'none'}"
    yield f"No solution is published: {named([row for row in whole if row['published'] == 'none'])}"
    damaged = "; ".join(f"{row['kind']} {row['id']} ({row['damaged']})" for row in rows if "damaged" in row)
    yield f"The puzzle is damaged: {damaged or 'none'}"


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    """All puzzles of the chosen kinds and sizes."""
    for kind in asked.kinds:
        puzzles = entries(data_of(asked), kind)
        run(kind, puzzles[0], asked.limit)  # imports and compilation are not measured
        for entry in puzzles:
            if max(map(int, entry["problem"][0].split()[:2])) <= asked.most:
                yield {"kind": kind, "id": entry["id"]}, partial(run, kind, entry, asked.limit)


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--most", type=int, default=100, help="leave out boards with a longer side")


MEASUREMENT = Measurement(
    "benchmarks.published_kinds", "kinds", ("kind", "id"), cases, parts, options, ("python", "ortools"), limit=60,
    data=True,
)  # fmt: skip

if __name__ == "__main__":
    MEASUREMENT.command()
