"""Tables in Markdown of what the rows of a family say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmarks.goals import Goal
from benchmarks.summary import Cell, Summary, crossover
from cpmodels.racing._results import seconds

NOTHING = "-"


def table(head: Sequence[str], rows: Iterable[Sequence[object]], left: int = 1) -> str:
    """A table; all columns but the first (or the first few: `left`) are aligned to the right."""
    lines = [head, [*["---"] * left, *["---:"] * (len(head) - left)], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines) + "\n"


def medians(summary: Summary) -> str:
    """Median seconds to build and solve, a row a size and a column a solver; for a set, one row of all its puzzles."""
    head = ["", *(f"`{solver}`" for solver in summary.solvers)]
    if summary.is_set:
        return table(head, _set_rows(summary))
    rows = [
        [label, *(median(cells[solver]) if solver in cells else NOTHING for solver in summary.solvers)]
        for label, cells in summary.groups
    ]
    return table(head, rows)


def median(cell: Cell) -> str:
    """The median, with how many runs were solved unless all were, and wrong answers."""
    return cell.shown + (f" **{cell.wrong} wrong**" if cell.wrong else "")


def _set_rows(summary: Summary) -> list[list[str]]:
    wholes = [summary.whole(solver) for solver in summary.solvers]
    rows = [["solved", *(f"{cell.solved} of {len(cell.rows)}" for cell in wholes)]]
    for name, share in (("fastest", 0.0), ("a quarter within", 0.25), ("half within", 0.5), ("all within", 1.0)):
        rows.append([name, *(seconds(cell.quantile(share), cell.cap) for cell in wholes)])
    if any(cell.wrong for cell in wholes):
        rows.append(["**wrong**", *(f"**{cell.wrong}**" if cell.wrong else "0" for cell in wholes)])
    return rows


def details(summary: Summary) -> str:
    """All that was measured, a row a size and solver: the time to build apart from the search, quartiles, effort."""
    head = ["", "solver", "solved", "build s", "search s", "quartiles s", "effort", "MiB", "else"]
    rows = [_detail(label, solver, cell) for label, cells in summary.groups for solver, cell in cells.items()]
    return table(head, rows)


def _detail(label: str, solver: str, cell: Cell) -> list[str]:
    quartiles = list(dict.fromkeys(seconds(cell.quantile(share), cell.cap) for share in (0.25, 0.75)))
    return [
        label,
        f"`{solver}`",
        f"{cell.solved}/{len(cell.rows)}",
        seconds(cell.build),
        seconds(cell.search),
        " to ".join(quartiles) if len(cell.rows) > 1 else NOTHING,
        NOTHING if cell.effort is None else f"{cell.effort:,.0f}",
        NOTHING if cell.memory is None else f"{cell.memory:,.0f}",
        ", ".join(f"{'**wrong**' if how == 'wrong' else how} {times}" for how, times in cell.failures.items())
        or NOTHING,
    ]


def crossovers(summary: Summary, solvers: Iterable[str]) -> str:
    """A sentence for each of some solvers: from which size on the library is ahead of it."""
    lines = [crossover(summary, solver).sentence for solver in solvers if solver in summary.solvers]
    return "".join(f"- {line}\n" for line in lines)


def faults(summary: Summary) -> str:
    """Wrong answers and answers that contradict each other, said loudly; empty when there are none."""
    lines = [
        f"**Wrong: `{row.solver}` on {row.label}, seed {row.seed}:** {row.message or 'an answer breaks the rules'}"
        for row in summary.rows
        if row.status == "wrong"
    ]
    lines += [f"**Disagreement:** {sentence}" for sentence in summary.disagreements]
    return "".join(f"- {line}\n" for line in lines)


def goal_table(goals: Iterable[Goal]) -> str:
    """The goals: what was asked, and what was reached."""
    rows = [[goal.what, goal.shown, goal.asked, goal.verdict, goal.basis] for goal in goals]
    return table(["goal", "ratio", "asked", "reached", "from"], rows)
