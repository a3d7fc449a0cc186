"""Certificates of published puzzles and of gardens: how long they are solved and checked, and how large the proofs are.

    python -m benchmarks.certificates [--out FOLDER]

The published puzzles are those in the folder that CPMODELS_DATA names; without it only the gardens are made.  Times are
CPU seconds of one core: of CaDiCaL alone, without a proof, and of `cpmodels.verify`, all of it: unpacking, the formula
anew, the solutions, the proof, and where numba is used, its compilation.

Each certificate is a row of `rows.jsonl` in the folder `--out`, written as it is done; the same command goes on where
it stopped.  The page `README.md` beside the rows is all made of them (`--report` only makes it).  With `--keep FOLDER`
the certificates are kept there.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any

import cpmodels as cm
from benchmarks.gardens.hanging import whole_cases
from benchmarks.machine import machine, versions
from benchmarks.origin import origin
from benchmarks.published import NINES, ZIGZAW, ZIPS
from benchmarks.rows import append_row, read_objects
from benchmarks.tables import table
from cpmodels.engines._solutions import engine_problem
from cpmodels.engines._worker import cadical
from cpmodels.files import write_file
from cpmodels.values import by

Row = dict[str, Any]

RESULTS = Path(__file__).parent / "results" / "certificates"

MOST = 1000
"""Puzzles with more solutions than this have no certificate here."""

SETS = 10
"""How many sets of nine pieces there are certificates of."""


def asked() -> Iterator[tuple[str, str, cm.Puzzle[Any]]]:
    """The puzzles, each with the line of the table that it belongs to and its own name; the quick ones first."""
    yield "63 cubes in 4 x 4 x 4", "whole", cm.Garden.hanging((4, 4, 4))
    for name, puzzle in ZIGZAW.puzzles().items():
        yield "the Zigzaw of 1982", name, puzzle
    for name, puzzle in ZIPS.puzzles().items():
        yield "published ZIPs", name, puzzle
    for name, puzzle in islice(NINES.puzzles().items(), SETS):
        yield "sets of nine pieces, all solutions", name, puzzle
    for group, cases in boxes():
        for case in cases:
            yield group, by(case.fixed[0][1]), case


def boxes() -> Iterator[tuple[str, list[cm.Garden]]]:
    """The cases of each box, with the all-blue cube in one place."""
    for box in BOXES:
        yield f"63 cubes in {by(box)}", whole_cases(cm.Garden.hanging(box))


BOXES = ((3, 3, 10), (3, 4, 7), (3, 5, 6), (3, 4, 8), (4, 4, 5))
"""Those of `benchmarks.gardens cubes-smallest`, the quick ones first."""


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """What a call returns, and the CPU seconds of this process that it took."""
    start = process_time()
    result = call()
    return result, round(process_time() - start, 3)


def run(puzzle: cm.Puzzle[Any], keep: Path | None, name: str) -> Row:
    """The row of one puzzle."""
    problem: Any = engine_problem(puzzle, "cadical")
    task = problem.task

    def found() -> int:
        """The number of solutions, or one too many."""
        return sum(1 for _ in islice((kind for kind, _ in cadical(task) if kind == "solution"), MOST + 1))

    solutions, solving = timed(found)
    if solutions > MOST:
        return {"solutions": None}
    with tempfile.TemporaryDirectory(prefix="cpmodels-") as folder:
        path = Path(folder) / "certificate.zip"
        confirmed = cm.confirm(puzzle, known=solutions, proof=path)
        verification, checking = timed(lambda: cm.verify(path))
        if confirmed.agree is not True or verification.verified is not True:
            raise AssertionError(f"{name}: {confirmed}, {verification.refused}")
        size = path.stat().st_size
        if keep is not None:
            shutil.copy(path, keep / f"{name}.zip")
    return {
        "solutions": len(verification.solutions),
        "steps": verification.steps,
        "bytes": size,
        "solving": solving,
        "checking": checking,
        "checker": verification.checker,
    }


# The page ------------------------------------------------------------------------------------------------------------


def stored(folder: Path) -> list[Row]:
    """The rows that are there."""
    return list(read_objects(folder / "rows.jsonl", Row))


def line(name: str, rows: Sequence[Row]) -> list[str]:
    """The line of the table for some rows."""
    solving, checking = sum(row["solving"] for row in rows), sum(row["checking"] for row in rows)
    numbers = sorted({row["solutions"] for row in rows})
    found = "none" if numbers == [0] else str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
    steps, size = sum(row["steps"] for row in rows), sum(row["bytes"] for row in rows)
    checkers = sorted({row["checker"] for row in rows})
    ratio = f"{checking / solving:.2g}" if solving else "-"  # too short for the clock
    times = [f"{solving:.2f}", f"{checking:.2f}", ratio]
    return [name, str(len(rows)), found, f"{steps:,}", f"{size / 2**20:,.2f}", *times, ", ".join(checkers)]


def page(rows: Sequence[Row], facts: Mapping[str, Any]) -> str:
    """The page of results, all of it made of rows."""
    heads = [
        *("puzzles", "certificates", "solutions each", "steps", "MiB", "CaDiCaL, s", "verify, s", "ratio", "checker"),
    ]
    many = [row["name"] for row in rows if row["solutions"] is None]
    unfinished = [group for group, cases in boxes() if sum(row["group"] == group for row in rows) < len(cases)]
    rows = [row for row in rows if row["solutions"] is not None and row["group"] not in unfinished]
    groups = list(dict.fromkeys(row["group"] for row in rows))
    lines = [line(name, [row for row in rows if row["group"] == name]) for name in groups]
    unlike = [row["name"] for row in rows if row["group"] == "published ZIPs" and row["solutions"] != 1]
    parts = [
        "# Certificates",
        "How many solutions has a puzzle, without trust in a solver? A certificate is a file with the puzzle, its "
        "formula, its solutions, and a proof that there are no others; `cpmodels verify` checks it by a short program "
        "(see `cpmodels.certificates`).",
        f"**In short.** {len(rows)} certificates were made and checked; {sum(not row['solutions'] for row in rows)} of "
        f"them say that there is no solution. CaDiCaL took {sum(row['solving'] for row in rows):,.0f} s to solve all, "
        f"and checking took {sum(row['checking'] for row in rows):,.0f} s.",
        origin("python -m benchmarks.certificates", facts),
        table(heads, lines).rstrip(),
        "`steps` (of the proofs) and `MiB` are those of all certificates of a line together, as are the CPU seconds. "
        "`CaDiCaL, s` is solving without a proof, `verify, s` checking the certificate, and `ratio` the second by the "
        "first. `checker` is what followed the proof: plain Python, or the same in machine code by Numba.",
        "Apart from the proof, checking makes the formula anew and checks the solutions; for small puzzles that is "
        "nearly all of it. For a box there is a certificate for each place of the all-blue cube, up to the symmetries "
        "of the box: that these places are enough is not part of the certificates. That of 4 x 4 x 4 is about the "
        "whole box. The Zigzaw is all but decided by its options, which leave out what contradicts the border: that is "
        "part of the translation, and trusted.",
        f"Published ZIPs with another number of solutions than one: {', '.join(unlike) or 'none'}. Left out, with "
        f"more than {MOST:,} solutions: {', '.join(many) or 'none'}.",
        f"Not made, or not all cases of it: {', '.join(unfinished) or 'none'}.",
    ]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """Make the certificates that have no row yet, and the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=RESULTS, help="the folder of rows and page")
    parser.add_argument("--keep", type=Path, help="a folder for the certificates")
    parser.add_argument("--report", action="store_true", help="only make the page anew")
    options = parser.parse_args()
    for folder in (options.out, options.keep):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    facts = options.out / "machine.json"
    if not options.report:
        names = ("python", "ortools", "numba")
        words = ", ".join(f"{name} {versions()[name]}" for name in names if name in versions())
        write_file(facts, json.dumps({"machine": machine(), "versions": words}, indent=1) + "\n")
        done = {(row["group"], row["name"]) for row in stored(options.out)}
        for group, name, puzzle in asked():
            if (group, name) not in done:
                row = {"group": group, "name": name, **run(puzzle, options.keep, f"{group}, {name}")}
                append_row(options.out / "rows.jsonl", row)
    write_file(options.out / "README.md", page(stored(options.out), json.loads(facts.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    main()
