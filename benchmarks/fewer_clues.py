"""Published ZIPs, simple loops, Masyus, Slitherlinks and Numberlinks with fewer and fewer clues: counted and listed.

    python -m benchmarks.fewer_clues --data FOLDER

FOLDER is that of the published puzzles, with the ZIPs in `zip/json` and the others in `other_kinds`; they are not part
of the project.  From each of up to 12 x 12 cells clues are taken away one by one, in a random order, until there are
more than 50 solutions.  Each time the engine frontier counts all, and CP-SAT lists them one by one, up to 50.  Small
boards come first.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import cpmodels as cm
import readers
from benchmarks.measurement import Case, Measured, Measurement, data_of
from benchmarks.published_kinds import entries, puzzle_of
from benchmarks.tables import table
from cpmodels.base.values import in_rows

MOST, LONGEST = 50, 12


def cells_with(puzzle: Any, kept: set[Any]) -> list[list[int | None]]:
    """The rows of a board of numbers, of which only some cells are kept."""
    return in_rows(puzzle.rows, puzzle.cols, {cell: n for cell, n in puzzle.numbers.items() if cell in kept})


CLUES: Mapping[str, tuple[Callable[[Any], Sequence[Any]], Callable[[Any, set[Any]], Any]]] = {
    "zip": (
        lambda board: board.waypoints[1:-1],
        lambda board, kept: replace(
            board, waypoints=[board.waypoints[0], *(c for c in board.waypoints[1:-1] if c in kept), board.waypoints[-1]]
        ),
    ),
    "simple_loop": (lambda board: board.blocked, lambda board, kept: replace(board, blocked=sorted(kept))),
    "masyu": (
        lambda board: [*board.white, *board.black],
        lambda board, kept: replace(
            board, white=[c for c in board.white if c in kept], black=[c for c in board.black if c in kept]
        ),
    ),
    "slitherlink": (
        lambda board: list(board.numbers),
        lambda board, kept: replace(board, given=cells_with(board, kept)),
    ),
    "numberlink": (
        lambda board: board.ends[1:],
        lambda board, kept: replace(board, given=cells_with(board, {*board.ends[0], *chain(*kept)})),
    ),
}
"""Of each kind the clues that may be taken away, and the puzzle with some of them."""


def boards(folder: Path) -> Iterator[tuple[str, str, Any]]:
    """All puzzles that are not damaged, each with its kind and name, small boards first."""
    found: list[tuple[str, str, Any]] = [
        ("zip", file.stem, readers.read(file)) for file in sorted((folder / "zip" / "json").glob("*.json"))
    ]
    for kind in CLUES:
        for entry in entries(folder / "other_kinds", kind) if kind != "zip" else ():
            with suppress(ValueError):
                found.append((kind, entry["id"], puzzle_of(kind, entry["problem"])))
    small = [one for one in found if max(one[2].rows, one[2].cols) <= LONGEST]
    yield from sorted(small, key=lambda one: one[2].rows * one[2].cols)


def counted(kind: str, name: str, puzzle: Any, limit: float) -> Measured:
    """For each number of clues that are gone what the frontier counts (None: nothing), and what is listed."""
    clues, having = CLUES[kind]
    order = list(clues(puzzle))
    Random(name).shuffle(order)
    counts = []
    for gone in range(len(order) + 1):
        one = having(puzzle, set(order[gone:]))
        listed = cm.count(one, engine="cp-sat", limit=MOST, time_limit=limit)
        total = None
        with suppress(cm.errors.TooLargeError):
            found = cm.count(one, engine="frontier", time_limit=limit)
            total = found.total if found.exhausted else None
        counts.append([gone, total, listed.total, listed.exhausted])
        if max(total or 0, listed.total) >= MOST or total is None:
            break
    return {"rows": puzzle.rows, "cols": puzzle.cols, "counts": counts}


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    for kind, name, puzzle in boards(data_of(asked)):
        yield {"kind": kind, "id": name}, partial(counted, kind, name, puzzle, asked.limit)


def sums(rows: Sequence[Measured]) -> list[int]:
    """Boards; counts; both ended, and agree; only the frontier ended, with fewer than were listed; it did not end."""
    counts = [count for row in rows for count in row["counts"]]
    both = [count for count in counts if count[3] and count[1] is not None]
    only = [count for count in counts if not count[3] and count[1] is not None]
    agree = sum(total == listed for _, total, listed, _ in both)
    fewer = sum(total < listed for _, total, listed, _ in only)
    return [len(rows), len(counts), len(both), agree, len(only), fewer, sum(count[1] is None for count in counts)]


def parts(rows: Sequence[Measured], facts: Mapping[str, Any]) -> Iterator[str]:
    boards, counts, both, agree, only, fewer, none = sums(rows)
    yield "# Published puzzles with fewer clues"
    yield (
        "How many solutions have published puzzles from which clues are taken away, one by one, and does the engine "
        "frontier count as many as CP-SAT lists?"
    )
    yield (
        f"Of {counts:,} counts, with {boards:,} boards, listing ended for {both:,}, and the frontier counts as many in "
        f"{'each' if agree == both else f'{agree:,}'} of these; {only:,} more it counts where listing was ended "
        f"at {MOST} solutions or by the time, {f'{fewer:,}' if fewer else 'none'} with fewer than were listed. "
        f"{none:,} were not counted within {facts['limit']:g} s."
    )
    head = ["", "boards", "counts", "both ended", "as many", "only counted", "with fewer", "not counted"]
    yield table(head, [[kind, *sums([row for row in rows if row["kind"] == kind])] for kind in CLUES])


MEASUREMENT = Measurement(
    "benchmarks.fewer_clues", "fewer_clues", ("kind", "id"), cases, parts, packages=("python", "ortools"), limit=5,
    data=True,
)  # fmt: skip

if __name__ == "__main__":
    MEASUREMENT.command()
