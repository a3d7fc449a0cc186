"""The table in `benchmarks/README.md` of what the races came to, made of the rows in `benchmarks/results`.

    python -m benchmarks.findings

writes it anew, between two comments.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.families import FAMILIES
from benchmarks.goals import goals
from benchmarks.measurement import RESULTS
from benchmarks.rows import read_rows
from benchmarks.solvers import load
from benchmarks.summary import LIBRARY, Cell, summaries
from benchmarks.tables import NOTHING, goal_table, median, table
from cpmodels.files import write_file

PAGE = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- written by python -m benchmarks.findings -->\n", "<!-- end -->\n"

SOLVERS = (LIBRARY, "cp-sat", "backtrack", "xcover")

SIZES = {
    "zip-few": ("8 x 8", "10 x 10", "12 x 12"),
    "zip-20": ("20 numbers", "80 numbers"),
    "edge-bordered": ("5 x 5", "6 x 6", "7 x 7", "8 x 8"),
    "edge-open": ("4 x 4", "5 x 5", "6 x 6"),
    "edge-nine": ("4 motifs", "2 motifs"),
    "cubes-hanging": ("Cs'", "C1"),
    "cubes-impossible": ("4 x 4 x 4",),
}
"""The sizes of families at which something is to be seen."""


def findings() -> str:
    """The table of medians, and that of the goals."""
    python = [solver.name for solver in load().values() if solver.group == "reference"]
    families = {summary.family: summary for summary in summaries(read_rows(RESULTS / "runs" / "rows.jsonl"))}
    lines = []
    for family, labels in SIZES.items():
        cells = {(size.label, solver): cell for (size, solver), cell in families[family].cells.items()}
        for label in labels:
            loops = {solver: cells[label, solver] for solver in python if (label, solver) in cells}
            best = min(loops, key=lambda solver: (loops[solver].median, -loops[solver].solved), default="")
            loop = f"{median(loops[best])} `{best}`" if best else NOTHING
            lines.append([FAMILIES[family].title, label, *(_shown(cells.get((label, s))) for s in SOLVERS), loop])
    head = ["puzzles", "", *(f"`{solver}`" for solver in SOLVERS), "fastest loop in Python"]
    asked = goal_table(goals(read_rows(RESULTS / "goals" / "rows.jsonl")))
    return (
        f"{table(head, lines, left=2)}\n[The goals](results/goals/runs.md), what the library set out to do:\n\n{asked}"
    )


def _shown(cell: Cell | None) -> str:
    return median(cell) if cell else NOTHING


def page() -> str:
    """`benchmarks/README.md` with the table of the rows."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return f"{before}{BEGIN}\n{findings()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    write_file(PAGE, page())
