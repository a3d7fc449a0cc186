"""Published Hidoku, Numberlink, simple loops, Slitherlink and Masyu: solved, compared, and proved to have one solution.

    python -m benchmarks.published_kinds --data FOLDER [--against puzzlekit]

FOLDER holds a file for each kind, `masyu.json` and so on: a list of objects with ``id``, ``problem`` and ``solution``,
lists of lines of which the first is "rows cols" and the others are rows of fields apart by spaces.  The puzzles are not
part of the project; the kinds are the packages in `docs/kinds`, which must be installed.

Each puzzle is solved, then it is decided whether it has one solution only.  With `--against` the package of that name
solves it too, in the same process and right before or after, in turn: as it comes, which is CP-SAT on all cores, and
with one worker, as all here are run.  It does not prove that a solution is the only one.  What takes longer than
`--limit` is stopped.

Each puzzle is a row of `rows.jsonl` in the folder `--out`, written as it is done; the same command goes on where it
stopped.  The page `README.md` beside the rows says what came out, and is all made of them (`--report` only makes it).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import cpmodels as cm
from benchmarks.machine import machine, versions
from benchmarks.origin import origin
from benchmarks.rows import append_row, read_objects
from benchmarks.tables import table
from cpmodels.files import write_file

Row = dict[str, Any]
Cell = tuple[int, ...]
Lines = list[list[str]]

KINDS = ("hidoku", "numberlink", "simple_loop", "slitherlink", "masyu")
PEERS = {"puzzlekit": ("hidoku", "simple_loop", "slitherlink", "masyu")}
"""The other packages, and the kinds that each of them reads."""

SIZES = (10, 15, 20, 30, 60, 100)
EMPTY = ("-", ".")
COMPASS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


def read(kind: str, lines: Sequence[str]) -> tuple[int, int, Lines]:
    """The size of a board, and its rows of fields."""
    rows, cols = (int(word) for word in lines[0].split()[:2])
    fields = [line.split() for line in lines[1:]]
    if [len(row) for row in fields] != [cols] * rows:
        raise ValueError(f"a {kind} of {rows} x {cols} has rows of {[len(row) for row in fields]} fields")
    return rows, cols, fields


def puzzle_of(kind: str, lines: Sequence[str]) -> Any:
    """The puzzle of some lines.  Raises ValueError when they are damaged."""
    rows, cols, fields = read(kind, lines)
    make = cm.kind_named(kind)
    cells = {(r, c): field for r, row in enumerate(fields) for c, field in enumerate(row) if field not in EMPTY}
    if kind in ("simple_loop", "masyu"):
        if kind == "simple_loop":
            return make(rows, cols, [cell for cell, field in cells.items() if field == "x"])
        circles = {colour: [c for c, field in cells.items() if field in colour] for colour in ("w1", "b2")}
        return make(rows, cols, circles["w1"], circles["b2"])
    number: Callable[[str], int] = int
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
        inside = {(r, c) for r, row in enumerate(fields) for c, field in enumerate(row) if field == "x"}
        down = [((r, c), (r + 1, c)) for r in range(rows) for c in range(cols + 1)]
        across = [((r, c), (r, c + 1)) for r in range(rows + 1) for c in range(cols)]
        sides = {edge: ((edge[0][0], edge[0][1] - 1), edge[0]) for edge in down}
        sides |= {edge: ((edge[0][0] - 1, edge[0][1]), edge[0]) for edge in across}
        return cm.Loop.of_edges(edge for edge, (one, other) in sides.items() if (one in inside) != (other in inside))
    near = {
        (r, c): [(r + COMPASS[d][0], c + COMPASS[d][1]) for d in field]
        for r, row in enumerate(fields)
        for c, field in enumerate(row)
        if field not in EMPTY
    }
    if kind != "numberlink":
        return cm.Loop.of_edges((cell, other) for cell, others in near.items() for other in others if cell < other)
    paths = []
    for start, _ in puzzle.ends:
        path = [start]
        while len(path) <= rows * cols and (onward := [c for c in near.get(path[-1], []) if c not in path[-2:]]):
            path.append(onward[0])
        paths.append(path)
    return cm.Paths(paths)


def solved(puzzle: Any, limit: float) -> Any:
    """A solution; of a Numberlink one that passes every cell and makes no detours, as most have it, or a least one."""
    if puzzle.kind == "numberlink":
        sparse = sys.modules[type(puzzle).__module__].sparse_model
        for question in (replace(puzzle, cover=True, detours=False), sparse(puzzle)):
            if (found := cm.solve(question, time_limit=limit).solution) is not None:
                return found
    return cm.solve(puzzle, time_limit=limit).solution


def decided(puzzle: Any, limit: float) -> bool | None:
    """Whether a puzzle has one solution only; None when the time was up before."""
    if puzzle.kind == "numberlink":
        module = sys.modules[type(puzzle).__module__]
        if answer := module.is_unique_cover(puzzle, limit):
            return bool(answer)
        if answer is None:
            return None
    return cm.is_unique(puzzle, time_limit=limit)


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """What a call returns, and the seconds that it took."""
    start = perf_counter()
    result = call()
    return result, round(perf_counter() - start, 5)


def peers(name: str, kind: str, lines: Sequence[str], limit: float) -> dict[str, Callable[[], bool]]:
    """What another package does with a puzzle: it says whether it solved it."""
    if kind not in PEERS[name]:
        return {}
    import puzzlekit

    def solve(**options: int) -> bool:
        return bool(puzzlekit.solve("\n".join(lines), kind, {"time_limit_sec": limit, **options}).is_solved)

    return {name: solve, f"{name}, one worker": lambda: solve(num_search_workers=1)}


def run(kind: str, entry: Mapping[str, Any], turn: int, limit: float, against: str | None) -> Row:
    """The row of one puzzle."""
    row: Row = {"kind": kind, "id": entry["id"]}
    try:
        puzzle = puzzle_of(kind, entry["problem"])
    except ValueError as error:
        return row | {"damaged": str(error)}
    row |= {"rows": puzzle.rows, "cols": puzzle.cols}
    others = peers(against, kind, entry["problem"], limit) if against else {}
    runners: list[tuple[str, Callable[[], Any]]] = [
        ("cpmodels", lambda: solved(puzzle_of(kind, entry["problem"]), limit))
    ]
    runners += list(others.items())
    found: dict[str, Any] = {}
    for i in range(len(runners)):
        name, call = runners[(i + turn) % len(runners)]
        try:
            found[name], row[name] = timed(call)
        except Exception as error:  # another package's errors are its results
            if name == "cpmodels":
                raise
            found[name], row[name] = False, None
            row[f"{name}, error"] = f"{type(error).__name__}: {error}"[:200]
    row["unsolved"] = [name for name in found if not found[name]]
    row["unique"], row["proof"] = timed(lambda: decided(puzzle, limit))
    return row | {"published": compared(kind, puzzle, found["cpmodels"], entry["solution"])}


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


# The page ------------------------------------------------------------------------------------------------------------


def stored(folder: Path) -> list[Row]:
    """The rows that are there."""
    return list(read_objects(folder / "rows.jsonl", Row))


def groups(rows: Sequence[Row]) -> Iterator[tuple[str, str, list[Row]]]:
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


def times(rows: Sequence[Row], name: str) -> list[float]:
    """The seconds of those runs that came to an end."""
    return [row[name] for row in rows if row.get(name) is not None and name not in row["unsolved"]]


def ratio(rows: Sequence[Row], name: str) -> str:
    """How many times as long another package takes, in the median over puzzles that both solve."""
    both = [row[name] / row["cpmodels"] for row in rows if row.get(name) and not row["unsolved"]]
    return f"{median(both):.1f}" if both else "-"


def named(rows: Sequence[Row]) -> str:
    """Puzzles by kind and id."""
    return ", ".join(f"{row['kind']} {row['id']}" for row in rows) or "none"


def sums(rows: Sequence[Row]) -> list[object]:
    """How many there are, solved, as published, decided, and not unique."""
    return [
        len(rows),
        sum("cpmodels" not in row["unsolved"] for row in rows),
        f"{sum(row['published'] == 'equal' for row in rows)} of {sum(row['published'] != 'none' for row in rows)}",
        sum(row["unique"] is not None for row in rows),
        sum(row["unique"] is False for row in rows),
    ]


def page(rows: Sequence[Row], facts: Mapping[str, Any]) -> str:
    """The page of results, all of it made of rows."""
    whole = [row for row in rows if "damaged" not in row]
    small = [row for row in whole if max(row["rows"], row["cols"]) <= 15]
    peers_here = [name for name in ("puzzlekit", "puzzlekit, one worker") if any(name in row for row in rows)]
    heads = ["kind", "size", "puzzles", "solved", "as published", "decided", "not unique", "solve, s", "prove, s"]
    counts = [
        [
            *(kind, size, *sums(group), seconds(times(group, "cpmodels")), seconds([row["proof"] for row in group])),
            f"{max(max(row['proof'], row['cpmodels']) for row in group):.2f}",
        ]
        for kind, size, group in groups(whole)
    ]
    parts = [
        "# Published puzzles of other kinds",
        f"Do kinds of puzzles that others add do as well as those of the library? {len(rows):,} published Hidoku, "
        "Numberlinks, simple loops, Slitherlinks and Masyu are solved by the packages in "
        "[docs/kinds](../../../docs/kinds) and compared with the published solutions, and it is decided whether each "
        "has one solution only.",
        f"**In short.** Up to 15 x 15 {told(small)}; of all sizes {told(whole)}. Below are the puzzles whose "
        "published solution is not the only one.",
        origin("python -m benchmarks.published_kinds", facts)
        + " The machine was shared with other work: read medians and ratios.",
        table([*heads, "worst, s"], counts, left=2).rstrip(),
        "- `size`: the longer side; *to 15* are those of 11 to 15.\n"
        "- `solved`: how many; `as published`: of how many the solution is the published one, of those with one.\n"
        "- `decided`: of how many it was proved in time whether the solution is the only one; `not unique`: of how "
        "many it is not.\n"
        "- `solve, s` and `prove, s`: median seconds to a first solution, and to that proof; `worst, s`: the longest "
        f"of either. A search may take {facts['limit']:g} s. A Numberlink takes two or three searches, and the "
        "building of the second one's model comes on top: it is proved by `is_unique_cover` of its package.",
        *(against(whole, peers_here) if peers_here else ()),
        "## What was published",
        "\n".join(f"- {line}." for line in oddities(rows, whole)),
    ]
    return "\n\n".join(parts) + "\n"


def told(rows: Sequence[Row]) -> str:
    """How many are solved and decided, in words."""
    solved_, decided_ = (sum(test) for test in zip(*(_outcome(row) for row in rows), strict=True))
    return f"{solved_:,} of {len(rows):,} are solved, and {decided_:,} decided"


def _outcome(row: Row) -> tuple[bool, bool]:
    return "cpmodels" not in row["unsolved"], row["unique"] is not None


def against(rows: Sequence[Row], names: Sequence[str]) -> Iterator[str]:
    """What another package took for the same puzzles."""
    both = [row for row in rows if any(name in row for name in names)]
    lines = [
        [
            *(kind, size, len(group), seconds(times(group, "cpmodels"))),
            *(seconds(times(group, name)) for name in names),
            *(ratio(group, name) for name in names),
        ]
        for kind, size, group in groups(both)
    ]
    heads = ["kind", "size", "puzzles", "cpmodels, s", *(f"{n}, s" for n in names), *(f"{n}, ratio" for n in names)]
    yield "## Against another package"
    yield (
        "Seconds to one solution, in one process and in turn on each puzzle, building included: the other package as "
        "it comes, on all cores, and with one worker, which is what cpmodels takes. Puzzles without such a run are "
        "left out here. A ratio is the median over puzzles of its time by that of cpmodels: above 1 cpmodels is faster."
    )
    yield table(heads, lines, left=2).rstrip()
    yield f"Not solved by it: {named([row for row in rows if any(name in row['unsolved'] for name in names)])}."


def oddities(rows: Sequence[Row], whole: Sequence[Row]) -> Iterator[str]:
    """Puzzles of which something is to be said, a line a sort."""
    solved_ = [row for row in whole if "cpmodels" not in row["unsolved"]]
    yield f"More than one solution: {named([row for row in solved_ if row['unique'] is False])}"
    yield f"Not decided in the time: {named([row for row in whole if row['unique'] is None])}"
    yield f"Not solved in the time, or without a solution: {named([row for row in whole if row not in solved_])}"
    others = [row for row in whole if row["published"] not in ("equal", "right", "none")]
    told_ = "; ".join(f"{row['kind']} {row['id']} ({row['published']})" for row in others)
    yield f"The published solution is another one, or is wrong or damaged: {told_ or 'none'}"
    yield f"No solution is published: {named([row for row in whole if row['published'] == 'none'])}"
    damaged = "; ".join(f"{row['kind']} {row['id']} ({row['damaged']})" for row in rows if "damaged" in row)
    yield f"The puzzle is damaged: {damaged or 'none'}"


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.published_kinds", description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder of the published puzzles")
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="for each question")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--against", choices=PEERS, help="a package that solves them, too")
    parser.add_argument("--most", type=int, default=100, help="leave out boards with a longer side")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "kinds")
    parser.add_argument("--report", action="store_true", help="only write the page, of the rows that are there")
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    if not options.report:
        if options.data is None:
            parser.error("the puzzles are needed: --data FOLDER")
        measure(options)
    rows, facts = stored(options.out), options.out / "machine.json"
    write_file(options.out / "README.md", page(rows, json.loads(facts.read_text())))


def measure(options: argparse.Namespace) -> None:
    """Run all puzzles that have no row yet."""
    packages = {name: version for name, version in versions().items() if name in ("python", "ortools")}
    if options.against:
        from importlib.metadata import version

        packages[options.against] = version(options.against)
    words = ", ".join(f"{name} {number}" for name, number in packages.items())
    facts = {"machine": machine(), "versions": words, "limit": options.limit}
    write_file(options.out / "machine.json", json.dumps(facts, indent=1) + "\n")
    done = {(row["kind"], row["id"]) for row in stored(options.out)}
    for kind in options.kinds:
        puzzles = entries(options.data, kind)
        run(kind, puzzles[0], 0, options.limit, options.against)  # imports and compilation are not measured
        for turn, entry in enumerate(puzzles):
            side = max(map(int, entry["problem"][0].split()[:2]))
            if side <= options.most and (kind, entry["id"]) not in done:
                append_row(options.out / "rows.jsonl", run(kind, entry, turn, options.limit, options.against))


if __name__ == "__main__":
    main()
