"""What rows say together: medians with runs that were cut off, crossovers, answers that disagree.

A run without an answer took at least its limit.  It counts as endless in medians and quartiles, so that one that falls
on it is known to be at least the limit, and no more.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, isinf

from benchmarks.rows import Row
from cpmodels.racing._results import ABSENT, median_of_known, seconds

LIBRARY = "cpmodels"


@dataclass(frozen=True)
class Cell:
    """The runs of one solver on the instances of one size of a family."""

    rows: tuple[Row, ...]

    @property
    def cap(self) -> float:
        """The time limit."""
        return max(row.cap for row in self.rows)

    @cached_property
    def seconds(self) -> tuple[float, ...]:
        """Seconds to build and solve, in order; infinite for runs without an answer."""
        return tuple(sorted(inf if row.seconds is None else row.seconds for row in self.rows))

    @property
    def solved(self) -> int:
        return sum(row.answered for row in self.rows)

    @property
    def wrong(self) -> int:
        return sum(row.status == "wrong" for row in self.rows)

    @property
    def failures(self) -> Counter[str]:
        """How many runs ended in each way but with an answer."""
        return Counter(row.status for row in self.rows if not row.answered)

    def quantile(self, share: float) -> float:
        """The time within which that share of the runs was solved, between two runs in proportion."""
        return quantile(self.seconds, share)

    @property
    def median(self) -> float:
        """The median of the times; infinite when it is beyond the limit."""
        return self.quantile(0.5)

    @property
    def shown(self) -> str:
        """The median as people read it, with how many runs were solved unless all were."""
        few = f" ({self.solved}/{len(self.rows)})" if self.solved < len(self.rows) else ""
        return seconds(self.median, self.cap) + few

    @property
    def build(self) -> float | None:
        """The median of the times to build the model, of all runs that built it."""
        return median_of_known(row.build_seconds for row in self.rows)

    @property
    def search(self) -> float | None:
        """The median of the times to search, of the runs with an answer."""
        return median_of_known(row.solve_seconds for row in self.rows if row.answered)

    @property
    def effort(self) -> float | None:
        """The median of the nodes or conflicts, of the runs with an answer."""
        return median_of_known(row.effort for row in self.rows if row.answered)

    @property
    def memory(self) -> float | None:
        """The most memory of a run, in MiB."""
        return max((row.memory for row in self.rows if row.memory is not None), default=None)


def quantile(values: Sequence[float], share: float) -> float:
    """The quantile of sorted values, between two of them in proportion.

    >>> quantile([1, 2, 4], 0.5), quantile([1, 2], 0.25), quantile([1, 2, float("inf")], 0.75)
    (2, 1.25, inf)
    """
    place = share * (len(values) - 1)
    low = int(place)
    part = place - low
    if not part or isinf(values[low]):
        return values[low]
    return values[low] + part * (values[low + 1] - values[low])


@dataclass(frozen=True)
class Size:
    """A size of a family with its name."""

    size: float
    label: str


@dataclass(frozen=True)
class Summary:
    """The runs of one family, by size and solver."""

    family: str
    rows: tuple[Row, ...]

    @cached_property
    def cells(self) -> dict[tuple[Size, str], Cell]:
        """The runs of each solver at each size; nothing where it does not take part."""
        groups: dict[tuple[Size, str], list[Row]] = defaultdict(list)
        for row in self.rows:
            if row.status not in ABSENT:
                groups[Size(row.size, row.label), row.solver].append(row)
        return {key: Cell(tuple(rows)) for key, rows in groups.items()}

    @cached_property
    def sizes(self) -> tuple[Size, ...]:
        """The sizes, in order."""
        return tuple(sorted({size for size, _ in self.cells}, key=lambda size: (size.size, size.label)))

    @cached_property
    def solvers(self) -> tuple[str, ...]:
        """The solvers that took part: the library, then the others in the order of their first rows."""
        names = dict.fromkeys(solver for _, solver in self.cells)
        return tuple(sorted(names, key=lambda name: name != LIBRARY))

    @property
    def absent(self) -> dict[str, str]:
        """Why solvers did not take part at all."""
        return {row.solver: row.message or row.status for row in self.rows if row.solver not in self.solvers}

    @property
    def is_set(self) -> bool:
        """Whether the puzzles are a sample, one run each, rather than sizes with seeds."""
        return len(self.sizes) > 12 and all(len(cell.rows) == 1 for cell in self.cells.values())

    def whole(self, solver: str) -> Cell:
        """All runs of a solver together."""
        return Cell(tuple(row for (_, name), cell in self.cells.items() if name == solver for row in cell.rows))

    @property
    def groups(self) -> list[tuple[str, dict[str, Cell]]]:
        """The runs that are compared, by solver, with a name: those of each size, or all together of a set."""
        if self.is_set:
            return [(f"all {len(self.sizes)}", {solver: self.whole(solver) for solver in self.solvers})]
        cells, solvers = self.cells, self.solvers
        return [
            (size.label, {name: cells[size, name] for name in solvers if (size, name) in cells}) for size in self.sizes
        ]

    @property
    def disagreements(self) -> Iterator[str]:
        """A sentence for each instance on which answered runs contradict each other."""
        groups: dict[tuple[float, str, int, str], list[Row]] = defaultdict(list)
        for row in self.rows:
            if row.answered:
                groups[row.size, row.label, row.seed, row.task].append(row)
        for (_, label, seed, task), rows in sorted(groups.items()):
            said = {row.solver: row.said(task) for row in rows}
            if len(set(said.values())) > 1:
                words = ", ".join(f"{solver}: {what}" for solver, what in said.items())
                yield f"{self.family}, {label}, seed {seed}, task {task}: {words}"


def summaries(rows: Iterable[Row]) -> list[Summary]:
    """A summary of each family, in the order of their first rows; of runs that differ in their limit, the longest."""
    longest: dict[tuple[object, ...], Row] = {}
    for row in rows:
        run = row.key[:-1]
        if run not in longest or longest[run].cap <= row.cap:
            longest[run] = row
    families: dict[str, list[Row]] = defaultdict(list)
    for row in longest.values():
        families[row.family].append(row)
    return [Summary(family, tuple(its)) for family, its in families.items()]


@dataclass(frozen=True)
class Crossover:
    """From which size on the library's median is below another solver's.

    at: that size; None when there is none.
    first, last: the smallest and largest size at which the medians can be told apart; None where there is none.
    """

    solver: str
    at: Size | None
    first: Size | None
    last: Size | None

    @property
    def sentence(self) -> str:
        """The crossover in words."""
        if self.first is None or self.last is None:
            return f"{LIBRARY} and `{self.solver}` cannot be told apart: at no size did both run and one finish."
        if self.first == self.last:
            how = "not ahead" if self.at is None else "ahead"
            return f"{LIBRARY} is {how} of `{self.solver}` at {self.first.label}, the only size to compare."
        if self.at is None:
            return f"{LIBRARY} is never ahead of `{self.solver}` for good (up to {self.last.label})."
        if self.at == self.first:
            return f"{LIBRARY} is ahead of `{self.solver}` from the start ({self.at.label})."
        return f"{LIBRARY} is ahead of `{self.solver}` from {self.at.label} on."


def crossover(summary: Summary, solver: str) -> Crossover:
    """The first size from which the median of the library is below the solver's and stays below.

    A median beyond the limit counts as at least the limit; sizes where both are tell nothing.
    """
    ahead: list[tuple[Size, bool]] = []
    for size in summary.sizes:
        one, other = summary.cells.get((size, LIBRARY)), summary.cells.get((size, solver))
        if one is None or other is None or (isinf(one.median) and isinf(other.median)):
            continue
        ahead.append((size, _is_ahead(one, other)))
    if not ahead:
        return Crossover(solver, None, None, None)
    behind = [place for place, (_, is_ahead) in enumerate(ahead) if not is_ahead]
    start = behind[-1] + 1 if behind else 0
    return Crossover(solver, ahead[start][0] if start < len(ahead) else None, ahead[0][0], ahead[-1][0])


def _is_ahead(ours: Cell, theirs: Cell) -> bool:
    if isinf(theirs.median):
        return ours.median < theirs.cap or (ours.solved > 0 and ours.cap <= theirs.cap)
    return ours.median < theirs.median
