"""What the races came to, in `benchmarks/README.md`: sentences and a table made of the rows in `benchmarks/results`.

    python -m benchmarks.findings

writes it anew, between two comments.
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.families import FAMILIES
from benchmarks.goals import goals
from benchmarks.measurement import RESULTS
from benchmarks.rows import read_rows
from benchmarks.summary import summaries
from benchmarks.tables import goal_table, table
from benchmarks.verdicts import HEAD, origin_of, sentences, verdicts
from cpmodels.base.files import write_file

PAGE = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- written by python -m benchmarks.findings -->\n", "<!-- end -->\n"


def findings() -> str:
    """The sentences, the table of who wins, and that of the goals."""
    rows = list(read_rows(RESULTS / "runs" / "rows.jsonl"))
    titles = {name: family.title for name, family in FAMILIES.items()}
    lines = [verdict.line(titles.get(verdict.family, verdict.family)) for verdict in verdicts(summaries(rows))]
    said = "".join(f"- {sentence}\n" for sentence in sentences(rows, titles))
    asked = goal_table(goals(read_rows(RESULTS / "goals" / "rows.jsonl")))
    ran, raced = {row.family for row in rows}, {row.solver for row in rows}
    absent = [name for name in FAMILIES if name not in ran]
    solvers = sorted({name for family in FAMILIES.values() for name in family.solvers} - raced)
    left_out = [("families", absent), ("solvers", solvers)]
    lacking = " ".join(
        f"Not run: the {what} {', '.join(f'`{name}`' for name in names)}." for what, names in left_out if names
    )
    return (
        f"{origin_of(rows)} {lacking}".rstrip() + f"\n\n{said}\n{table(HEAD, lines, left=2)}\n"
        f"[The goals](results/goals/runs.md), what the library set out to do:\n\n{asked}"
    )


def page() -> str:
    """`benchmarks/README.md` with what the rows say."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    return f"{before}{BEGIN}\n{findings()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    write_file(PAGE, page())
