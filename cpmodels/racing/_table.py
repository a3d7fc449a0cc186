"""A race as a table of text."""

from __future__ import annotations

from io import StringIO
from math import isinf
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from cpmodels.errors import visible

if TYPE_CHECKING:
    from cpmodels.racing._race import Entry, Race

ASKED = {
    "first": "a first solution",
    "all": "all solutions, with the proof that there are no others",
    "unique": "whether there is exactly one solution",
}

ENDS = {
    "time": "stopped",
    "memory": "out of memory",
    "gave up": "ended without an answer",
    "crash": "broke down",
    "wrong": "WRONG",
}
"""What is said of runs without an answer."""


def seconds(value: float | None, cap: float = 0.0) -> str:
    """Seconds as people read them: three digits at most; beyond the limit when infinite.

    >>> seconds(0.000007), seconds(0.000123), seconds(0.01234)
    ('< 0.0001', '0.0001', '0.012')
    >>> seconds(12.345), seconds(1234.5), seconds(float("inf"), 60)
    ('12.3', '1,234', '> 60')
    """
    if value is None:
        return "-"
    if isinf(value):
        return f"> {cap:g}"
    if 0 < value < 0.0001:
        return "< 0.0001"
    for limit, digits in ((0.001, 4), (0.1, 3), (10, 2), (100, 1)):
        if value < limit:
            return f"{value:.{digits}f}"
    return f"{value:,.0f}"


def text(race: Race) -> str:
    """A line a solver, then who did not take part, and whether the answers agree."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("solver", overflow="fold")
    for head in ("seconds", "of it building", "warm-up", "nodes, conflicts", "MiB"):
        table.add_column(head, justify="right")
    table.add_column("answer", overflow="fold")
    for entry in race.entries:
        table.add_row(
            entry.solver,
            time(race, entry),
            seconds(entry.build_seconds),
            seconds(entry.warm_up_seconds),
            "-" if entry.effort is None else f"{entry.effort:,} {entry.counts[0]}",
            "-" if entry.memory is None else f"{entry.memory:,.0f}",
            Text(visible(answer(race, entry)), style="bold red" if entry.status == "wrong" else ""),
        )
    written = StringIO()
    width = max(get_terminal_size((100, 24)).columns, 60)
    Console(file=written, width=width, color_system=None, force_jupyter=False).print(table)
    lines = [line[1:].rstrip() for line in written.getvalue().splitlines() if line.strip()]
    runs = max((len(entry.runs) for entry in race.entries), default=0)
    medians = f", medians of {runs} runs" if runs > 1 else ""
    lines += ["", f"asked for: {ASKED[race.task]}; at most {race.time_limit:g} s{medians}"]
    lines += [f"{name} did not take part: {why}" for name, why in race.absent.items()]
    lines += [f"DISAGREEMENT: {sentence}" for sentence in race.disagreements]
    if race.interrupted:
        lines.append("stopped before all had run")
    if race.agree:
        lines.append("all answers agree")
    return visible("\n".join(lines))


def time(race: Race, entry: Entry) -> str:
    """The seconds of a solver; what stands in their place where it has no answer."""
    if entry.answered:
        return seconds(entry.seconds)
    return f"> {race.time_limit:g}" if "time" in {one.status for one in entry.runs} else "-"


def answer(race: Race, entry: Entry) -> str:
    """What a solver says, or how it ended."""
    if entry.answered:
        return entry.said(race.task) or ""
    how = ENDS.get(entry.status, "answered too seldom")
    found = f"; {entry.answers:,} found by then" if entry.answers and entry.status in ("time", "memory") else ""
    return f"{how}{found}" + (f": {entry.message}" if entry.message else "")
