"""Who wins: the loops that people write, or solvers; at the median, at the tail, and where a proof is asked for.

Everything that a page says of this, in tables and in sentences, is made of the rows here.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isinf

from benchmarks.rows import Row
from benchmarks.solvers import load
from benchmarks.summary import LIBRARY, Cell, Summary, summaries
from cpmodels.base.values import plural
from cpmodels.racing._results import ABSENT

SAT = ("cp-sat", "cadical", "ganak", "clingo", "cpmpy", "cpmpy/steps")
"""The solvers that learn from conflicts."""

OWN = ("cp-sat", "backtrack")
"""The engines that the library as it comes chooses between, for a first solution."""

ALLOWED = 1.2
"""How many times as long as the better of these it is to take at most."""

COMPILED = "-compiled"
PENALTY = 10
"""PAR10: a run that was not solved counts as ten times its limit."""

HEAD = ("puzzles", "size", "runs", f"`{LIBRARY}`", "best loop", "best of SAT", "median", "tail", "cannot prove")


def is_loop(solver: str) -> bool:
    """Whether a solver is a search that people write, in plain Python or in machine code."""
    known = load().get(solver)
    return solver == "backtrack" or (known is not None and known.group in ("reference", "article"))


def par10(cell: Cell) -> float:
    """The mean time of the runs; one without an answer counts as ten times its limit."""
    return statistics.fmean(PENALTY * row.cap if row.seconds is None else row.seconds for row in cell.rows)


@dataclass(frozen=True)
class Verdict:
    """The solvers at one size of a family, or on all puzzles of a set."""

    family: str
    label: str
    cells: Mapping[str, Cell]

    def median(self, solver: str) -> float:
        """The median of a solver; endless where it did not run."""
        return self.cells[solver].median if solver in self.cells else inf

    def fastest(self, solvers: Iterable[str]) -> str | None:
        """Which of some solvers has the least median; None where none has one."""
        finished = [name for name in solvers if not isinf(self.median(name))]
        return min(finished, key=self.median, default=None)

    @property
    def rivals(self) -> list[str]:
        """All solvers, the library with other choices only where there is no other."""
        others = [name for name in self.cells if not name.startswith(f"{LIBRARY}/")]
        return others if set(others) - {LIBRARY} else list(self.cells)

    @property
    def at_median(self) -> str | None:
        return self.fastest(self.rivals)

    @property
    def at_tail(self) -> str | None:
        """Who has the least PAR10, of those that answered at all."""
        return min(
            (name for name in self.rivals if self.cells[name].solved), key=lambda n: par10(self.cells[n]), default=None
        )

    @property
    def cannot_prove(self) -> list[str]:
        """The loops that can never know that there is no solution, or no other."""
        return [name for name in self.rivals if is_loop(name) and "all" not in load()[name].tasks]

    @property
    def lost_by(self) -> float:
        """The library's median by that of the fastest: 1 where it is that itself; endless where it has none."""
        best = self.at_median
        return 0.0 if best is None else self.median(LIBRARY) / self.median(best)

    @property
    def overhead(self) -> float | None:
        """How many times as long as the better of its own engines the library takes for a puzzle, in the median.

        Puzzle by puzzle, as their times differ more than the solvers do; without those that neither solves.
        """
        if (best := self.fastest(OWN)) is None or LIBRARY not in self.cells:
            return None
        ours, theirs = ({row.key[:3]: row for row in self.cells[name].rows} for name in (LIBRARY, best))
        pairs = [(ours[puzzle].seconds, theirs[puzzle].seconds) for puzzle in ours.keys() & theirs.keys()]
        ratios = [(one or inf) / (other or inf) for one, other in pairs if one or other]
        return statistics.median(ratios) if ratios else None

    def shown(self, solver: str | None, *, named: bool = True) -> str:
        """The median of a solver with its name, and how many runs were solved unless all were."""
        if solver is None or solver not in self.cells:
            return "-"
        return self.cells[solver].shown + (f" `{solver}`" if named else "")

    def line(self, title: str) -> list[str]:
        loop = self.fastest(filter(is_loop, self.cells))
        sat = self.fastest(name for name in self.cells if name in SAT)
        runs = max(len(cell.rows) for cell in self.cells.values())
        winners = [f"`{name}`" if name else "nobody" for name in (self.at_median, self.at_tail)]
        unproved = ", ".join(f"`{name}`" for name in self.cannot_prove)
        return [
            title, self.label, str(runs), self.shown(LIBRARY, named=False), self.shown(loop), self.shown(sat),
            *winners, unproved or "-",
        ]  # fmt: skip


def verdicts(found: Iterable[Summary]) -> list[Verdict]:
    """What came of each size, the library's greatest losses first."""
    of_groups = (Verdict(summary.family, *group) for summary in found for group in summary.groups)
    return sorted(of_groups, key=lambda verdict: -verdict.lost_by)


def sentences(rows: Sequence[Row], titles: Mapping[str, str]) -> list[str]:
    """What the rows say, and what they are: the losses of the library first.

    titles: the families in words.
    """
    found = verdicts(summaries(rows))
    decided = [verdict for verdict in found if verdict.at_median]

    def without(group: Callable[[str], bool]) -> list[Verdict]:
        """Where solvers of a group run in the family, at smaller sizes at least, and solve less than half."""
        families = {v.family for v in found if any(map(group, v.cells))}
        return [v for v in decided if v.family in families and not v.fastest(filter(group, v.cells))]

    said = []
    for what, winner in (("at the median", Verdict.at_median), ("at the tail (PAR10)", Verdict.at_tail)):
        wins = Counter(_side(name) for verdict in decided if (name := winner.__get__(verdict)))
        shares = ", ".join(f"{side} at {number}" for side, number in wins.most_common())
        said.append(f"**Who wins {what}**, of {len(decided)} sizes that anybody solves: {shares}.")
    if only := [v for v in without(is_loop) if v.fastest((LIBRARY, *SAT))]:
        where = _places(only, titles)
        said.append(f"**Where no loop solves half of the puzzles, and SAT or `{LIBRARY}` does**: {where}.")
    if loops := [v for v in without(SAT.__contains__) if v.fastest(filter(is_loop, v.cells))]:
        said.append(f"**Where SAT does not solve half of them, and a loop does**: {_places(loops, titles)}.")
    costs = [(cost, v) for v in decided if (cost := v.overhead) is not None]
    if costs:
        worst, place = max(costs, key=lambda pair: pair[0])
        times = "does not come to an end" if isinf(worst) else f"takes {worst:.2f} times as long"
        middle = statistics.median(cost for cost, _ in costs)
        above = sum(cost > ALLOWED for cost, _ in costs)
        said.append(
            f"**What choosing costs**: for a puzzle `{LIBRARY}` takes {middle:.2f} times as long as the better of its "
            f"own engines in the median, and more than {ALLOWED:g} times at {plural(above, 'size')} of {len(costs)}; "
            f"at worst it {times} ({_places([place], titles)})."
        )
    gains = [
        verdict.median(name) / verdict.median(name + COMPILED)
        for verdict in decided
        for name in verdict.cells
        if not isinf(verdict.median(name)) and not isinf(verdict.median(name + COMPILED))
    ]
    if gains:
        said.append(
            f"**What a compiler is worth**: the articles' programs run {statistics.median(gains):.0f} times as fast in "
            f"machine code as in Python, in the median of {len(gains)} sizes."
        )
    return said


def origin_of(rows: Sequence[Row]) -> str:
    """How many runs there are, when and on what they were made, and whether all were made in one state of the code."""
    rows = [row for row in rows if row.status not in ABSENT]
    solved = sum(row.answered for row in rows)
    caps = " or ".join(limits_of(rows))
    days = sorted({row.started[:10] for row in rows if row.started})
    machines = "; ".join(dict.fromkeys(row.machine for row in rows if row.machine))
    states = {row.versions.get("commit", "") for row in rows}
    one = len(states) == 1 and "" not in states
    state = f"the commit {states.pop()}" if one else "more than one state of the code, so compare within a family only"
    when = f" from {days[0]} to {days[-1]}" if len(days) > 1 else f" on {days[0]}" if days else ""
    return f"{len(rows):,} runs, {solved:,} of them answered, of at most {caps} s,{when}, on {machines}, with {state}."


def limits_of(rows: Iterable[Row]) -> list[str]:
    """The time limits of runs, in seconds, the shortest first."""
    return [f"{cap:g}" for cap in sorted({row.cap for row in rows})]


def _side(solver: str) -> str:
    if solver == LIBRARY:
        return f"`{LIBRARY}`"
    if is_loop(solver):
        return "a loop in machine code" if solver == "backtrack" or solver.endswith(COMPILED) else "a loop in Python"
    return "SAT" if solver in SAT else f"`{solver}`"


def _places(found: Sequence[Verdict], titles: Mapping[str, str]) -> str:
    families: dict[str, list[str]] = {}
    for verdict in found:
        families.setdefault(titles.get(verdict.family, verdict.family), []).append(verdict.label)
    return "; ".join(f"{title} ({', '.join(labels)})" for title, labels in families.items())
