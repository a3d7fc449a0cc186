"""What comes of runs and of races, and how that is shown as a table of text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO
from math import inf, isinf
from shutil import get_terminal_size
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec

from cpmodels.base.errors import MissingExtraError, visible
from cpmodels.base.puzzle import Puzzle
from cpmodels.base.values import plural
from cpmodels.racing._solvers import Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ANSWERED = ("solved", "none")
"""The statuses of a run that answered its question."""

ABSENT = ("unsupported", "missing")
"""The statuses of runs that never were."""

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


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What comes of one run of a solver.

    status: ``solved`` (a solution, or with task all: all of them, with task unique: one or more for certain),
        ``none`` (proved to have no solution), ``time`` or ``memory`` (stopped at the limit), ``gave up`` (ended without
        a solution or a proof), ``wrong`` (a solution breaks the rules), ``crash``, ``unsupported``, ``missing`` (not
        installed).
    answers: how many different solutions were found; those of a run that was stopped are not checked.
    unique: with task unique, whether there is exactly one, when that is known.
    warm_up_seconds: wall time of the process before the clock started: imports, compilation.
    build_seconds, solve_seconds: wall time to build the model, and to search until the task was done or the run ended.
    cpu_seconds: processor time of the process from when it was ready, the checking of solutions included.
    effort: nodes or conflicts, where they are known.
    strategy: what found the first solution, where that is known: the complete search, or the name of a strategy.
    memory: most memory of the process, in MiB, without other processes that it started.
    message: what went wrong, in a sentence.
    """

    status: str
    answers: int = 0
    unique: bool | None = None
    warm_up_seconds: float | None = None
    build_seconds: float | None = None
    solve_seconds: float | None = None
    cpu_seconds: float | None = None
    effort: int | None = None
    strategy: str | None = None
    memory: float | None = None
    message: str | None = None
    started: str = ""

    @property
    def answered(self) -> bool:
        return self.status in ANSWERED

    @property
    def seconds(self) -> float | None:
        """Seconds to build and solve, when the question was answered."""
        if not self.answered or self.build_seconds is None or self.solve_seconds is None:
            return None
        return self.build_seconds + self.solve_seconds

    def said(self, task: str) -> str:
        """What an answered run says of its puzzle that another could contradict."""
        if self.status == "none":
            return "no solution"
        if task == "all":
            return plural(self.answers, "solution")
        if task == "unique":
            return "one solution" if self.unique else "several solutions"
        return "a solution"


@dataclass(frozen=True)
class Entry:
    """A solver in a race: what came of its runs, of which there is one unless more were asked for.

    solver: its name.
    counts: what its effort counts, nodes or conflicts.

    >>> entry = Entry("a", (Outcome(status="solved", build_seconds=1, solve_seconds=2),))
    >>> entry.status, entry.seconds
    ('solved', 3)
    """

    solver: str
    runs: tuple[Outcome, ...]
    counts: str = "nodes"

    @property
    def status(self) -> str:
        """How its runs ended (see `Outcome`): the worst of them, so that one wrong solution is seen."""
        ends = [run.status for run in self.runs]
        return next((bad for bad in ("wrong", "crash") if bad in ends), max(ends, key=ends.count))

    @property
    def answered(self) -> bool:
        """Whether it answered its question, in most of its runs at least, and is not wrong in any."""
        return self.seconds is not None

    @property
    def seconds(self) -> float | None:
        """Seconds to build and search, in the median over all runs; None when that is beyond the limit."""
        middle = median(inf if one.seconds is None else one.seconds for one in self.runs)
        return None if self.status in ("wrong", "crash") or isinf(middle) else middle

    @property
    def build_seconds(self) -> float | None:
        """Seconds of that to build the model, in the median."""
        return median_of_known(one.build_seconds for one in self.runs)

    @property
    def warm_up_seconds(self) -> float | None:
        """Seconds before the clock started, for imports and compilation, in the median."""
        return median_of_known(one.warm_up_seconds for one in self.runs)

    @property
    def effort(self) -> int | None:
        """Nodes or conflicts, where they are known, in the median over the runs with an answer."""
        found = median_of_known(one.effort for one in self.runs if one.answered)
        return None if found is None else round(found)

    @property
    def memory(self) -> float | None:
        """The most memory that a run took, in MiB."""
        return max((one.memory for one in self.runs if one.memory is not None), default=None)

    @property
    def answers(self) -> int:
        """How many different solutions were found, at most; those of runs that were stopped are not checked."""
        return max(one.answers for one in self.runs)

    @property
    def message(self) -> str | None:
        """What went wrong, in a sentence."""
        return next((one.message for one in self.runs if one.message), None)

    def said(self, task: Task) -> str | None:
        """What it says of the puzzle, in words; None where it did not answer."""
        return next((one.said(task) for one in self.runs if one.answered), None)


def median_of_known(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


@dataclass(frozen=True)
class Race:
    """What came of a race.

    task: what the solvers had to do.
    time_limit: seconds for each run.
    entries: a solver each, the fastest first, those without an answer last.
    absent: why others did not take part, by name.
    interrupted: whether Ctrl-C ended it; then it holds what was done.

    >>> from cpmodels import Zip
    >>> def took(seconds):
    ...     return (Outcome(status="solved", build_seconds=0.0, solve_seconds=seconds),)
    >>> found = Race(Zip(2, 2), "first", 10.0, (Entry("cp-sat", took(1.0)), Entry("mine", took(9.0))))
    >>> found.winner.solver, found["mine"].seconds, found.agree
    ('cp-sat', 9.0, True)
    """

    puzzle: Puzzle[Any] = field(repr=False)
    task: Task
    time_limit: float
    entries: tuple[Entry, ...]
    absent: Mapping[str, str] = field(default_factory=dict)
    interrupted: bool = False

    @cached_property
    def disagreements(self) -> tuple[str, ...]:
        """A sentence for each wrong solution, and for what two solvers say of the puzzle that cannot both be so."""
        found = [
            f"{entry.solver} is wrong: {entry.message or 'a solution breaks the rules'}"
            for entry in self.entries
            if entry.status == "wrong"
        ]
        said: dict[str, list[str]] = {}
        for entry in self.entries:
            for words in dict.fromkeys(one.said(self.task) for one in entry.runs if one.answered):
                said.setdefault(words, []).append(entry.solver)
        if len(said) > 1:
            found.append("they disagree: " + "; ".join(f"{words} by {', '.join(who)}" for words, who in said.items()))
        return (*found, *self._beyond())

    def _beyond(self) -> Iterator[str]:
        """Solvers that were stopped and had found more solutions by then than another says there are."""
        proved = [
            (one.answers, entry.solver)
            for entry in self.entries
            for one in entry.runs
            if one.status == "none" or (one.status == "solved" and self.task == "all") or one.unique
        ]
        least, solver = min(proved, key=lambda pair: pair[0], default=(inf, ""))
        for entry in self.entries:
            if not entry.answered and entry.status != "wrong" and entry.answers > least:
                yield (
                    f"they disagree: {entry.solver} had found {entry.answers:,} unchecked solutions when it was "
                    f"stopped, and {solver} says that there are {least:,}"
                )

    @property
    def agree(self) -> bool | None:
        """Whether all answers agree and all solutions are right; None where fewer than two solvers answered."""
        if self.disagreements:
            return False
        return True if sum(entry.answered for entry in self.entries) > 1 else None

    @property
    def winner(self) -> Entry | None:
        """The fastest; None when nobody answered."""
        return next((entry for entry in self.entries if entry.answered), None)

    def __getitem__(self, solver: str) -> Entry:
        """The entry of a solver.  Raises KeyError for one that did not take part."""
        return {entry.solver: entry for entry in self.entries}[solver]

    def __str__(self) -> str:
        """The race as a table with a line for each solver, who did not take part, and whether the answers agree."""
        runs = max((len(entry.runs) for entry in self.entries), default=0)
        medians = f", medians of {runs} runs" if runs > 1 else ""
        lines = [*self._table(), "", f"asked for: {ASKED[self.task]}; at most {self.time_limit:g} s{medians}"]
        lines += [f"{name} did not take part: {why}" for name, why in self.absent.items()]
        lines += [f"DISAGREEMENT: {sentence}" for sentence in self.disagreements]
        lines += ["stopped before all had run"] * self.interrupted
        lines += ["all answers agree"] * bool(self.agree)
        return visible("\n".join(lines))

    def _table(self) -> Iterator[str]:
        from rich import box
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        table.add_column("solver", overflow="fold")
        for head in ("seconds", "of it building", "warm-up", "nodes, conflicts", "MiB"):
            table.add_column(head, justify="right")
        table.add_column("answer", overflow="fold")
        for entry in self.entries:
            table.add_row(
                Text(visible(entry.solver)),
                self._time(entry),
                seconds(entry.build_seconds),
                seconds(entry.warm_up_seconds),
                "-" if entry.effort is None else f"{entry.effort:,} {entry.counts[0]}",
                "-" if entry.memory is None else f"{entry.memory:,.0f}",
                Text(visible(self._answer(entry)), style="bold red" if entry.status == "wrong" else ""),
            )
        written = StringIO()
        width = max(get_terminal_size((100, 24)).columns, 60)
        Console(file=written, width=width, color_system=None, force_jupyter=False).print(table)
        return (line[1:].rstrip() for line in written.getvalue().splitlines() if line.strip())

    def _time(self, entry: Entry) -> str:
        """The seconds of a solver; what stands in their place where it has no answer."""
        if entry.answered:
            return seconds(entry.seconds)
        return f"> {self.time_limit:g}" if "time" in {one.status for one in entry.runs} else "-"

    def _answer(self, entry: Entry) -> str:
        """What a solver says, or how it ended."""
        if entry.answered:
            return entry.said(self.task) or ""
        how = ENDS.get(entry.status, "answered too seldom")
        found = f"; {entry.answers:,} found by then" if entry.answers and entry.status in ("time", "memory") else ""
        return f"{how}{found}" + (f": {entry.message}" if entry.message else "")

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        printer.text(str(self))

    def _repr_svg_(self) -> str | None:
        """The plot, in a notebook; None without matplotlib."""
        try:
            from cpmodels.racing import _plot
        except MissingExtraError:
            return None
        return _plot.svg(self._drawn()).decode()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Draw the race to a .png or .svg file.

        Raises MissingExtraError without matplotlib, ParameterError for another extension, OSError when it cannot be
        written.
        """
        from cpmodels.racing import _plot

        _plot.save(self._drawn(), path)

    def _drawn(self) -> Figure:
        from cpmodels.racing import _plot  # It needs matplotlib.

        bars = [(entry, "  ·  ".join([f"{self._time(entry)} s", *self._facts(entry)])) for entry in self.entries]
        name = self.puzzle.name or f"{self.puzzle.kind} puzzle"
        return _plot.drawn(f"{visible(name)}: {ASKED[self.task]}", self.time_limit, bars)

    def _facts(self, entry: Entry) -> Iterator[str]:
        """What is known of an entry beside its time."""
        yield self._answer(entry).partition(":")[0]
        if entry.effort is not None:
            yield f"{entry.effort:,} {entry.counts}"
        if entry.memory is not None:
            yield f"{entry.memory:,.0f} MiB"


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
