"""What the library sets out to do, as ratios of times within one run of the benchmarks."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import inf, isinf

from benchmarks.rows import Row
from benchmarks.summary import LIBRARY, Summary, summaries
from cpmodels.racing._results import ABSENT

ZIP_PEERS = ("cpmpy", "multi-puzzle-solver")
"""Those than which the library is to be much faster on ZIPs."""

BRENDAN = "6 x 6"
"""The bordered set whose first answer is to come sooner than from `xcover`."""


@dataclass(frozen=True)
class Goal:
    """A ratio that was asked for and what it is.

    ratio: None when it was not measured.
    least: whether the ratio is known only as a lower bound, as a run was cut off.
    reached: None when the rows do not tell.
    basis: the runs it comes from, in words.
    """

    what: str
    ratio: float | None
    asked: str
    reached: bool | None
    basis: str
    least: bool = False

    @property
    def shown(self) -> str:
        """The ratio as people read it."""
        if self.ratio is None:
            return "-"
        return f"{'> ' if self.least else ''}{self.ratio:.{2 if self.ratio < 10 else 0}f}"

    @property
    def verdict(self) -> str:
        """Whether the goal is reached, in a word."""
        return {True: "yes", False: "**no**", None: "not measured"}[self.reached]


def goals(rows: Iterable[Row]) -> list[Goal]:
    """All goals, measured where the rows have what they need."""
    families = {summary.family: summary for summary in summaries(rows)}
    zips = families.get("zip-published", Summary("zip-published", ()))
    nines = families.get("nine-published", Summary("nine-published", ()))
    brendan = families.get("brendan", Summary("brendan", ()))
    return [
        *(_median_goal(zips, peer, "published ZIPs, one path proved or not", 30, ahead=True) for peer in ZIP_PEERS),
        _median_goal(nines, "xcover", "sets of nine pieces, all answers", 5, ahead=False),
        _ahead(brendan, "xcover"),
        _overhead(zips),
    ]


def _pairs(summary: Summary, peer: str) -> Iterator[tuple[float, float]]:
    """Seconds of the library and of a peer on the instances that the peer answered, and not otherwise than the library.

    Those of the library are endless where it has no answer.
    """
    ours = {(row.label, row.seed): row for row in summary.rows if row.solver == LIBRARY}
    for row in summary.rows:
        mine = ours.get((row.label, row.seed))
        if row.solver != peer or mine is None or not row.seconds:
            continue
        if not mine.answered:
            yield inf, row.seconds
        elif mine.seconds and _same(row, mine):
            yield mine.seconds, row.seconds


def _same(one: Row, other: Row) -> bool:
    """Whether two answers to a question are the same."""
    counts = one.task != "all" or one.answers == other.answers
    return (one.status, one.unique) == (other.status, other.unique) and counts


def _median_goal(summary: Summary, peer: str, what: str, times: float, *, ahead: bool) -> Goal:
    """That the library is so many times faster in the median, or is so many times slower at most."""
    what += f": {peer} / {LIBRARY}" if ahead else f": {LIBRARY} / {peer}"
    asked = f"at {'least' if ahead else 'most'} {times:g}"
    if idle := _not_run(summary, peer):
        return Goal(what, None, asked, None, idle)
    ratios = [theirs / ours if ahead else ours / theirs for ours, theirs in _pairs(summary, peer)]
    if not ratios:
        return Goal(what, None, asked, None, f"no puzzle that {peer} answered rightly")
    basis = f"median of {len(ratios)} puzzles of {len(summary.sizes)}, which {peer} answered rightly"
    ratio = statistics.median(ratios)
    return Goal(what, ratio, asked, ratio >= times if ahead else ratio <= times, basis)


def _not_run(summary: Summary, *peers: str) -> str:
    """Which of the library and others was not run at all, in words; empty when all were."""
    ran = {row.solver for row in summary.rows if row.status not in ABSENT}
    idle = [solver for solver in (LIBRARY, *peers) if solver not in ran]
    return f"not run: {', '.join(idle)}" if idle else ""


def _ahead(summary: Summary, peer: str) -> Goal:
    what, asked = f"{BRENDAN} bordered, first answer: {peer} / {LIBRARY}", "more than 1"
    cells = {solver: cell for (size, solver), cell in summary.cells.items() if size.label == BRENDAN}
    if LIBRARY not in cells or peer not in cells:
        return Goal(what, None, asked, None, _not_run(summary, peer) or f"not run: both on {BRENDAN}")
    ours, theirs = cells[LIBRARY], cells[peer]
    basis = f"medians over {len(ours.rows)} and {len(theirs.rows)} seeds"
    if isinf(ours.median):
        return Goal(what, None, asked, None if isinf(theirs.median) else False, f"{basis}; {LIBRARY} beyond its limit")
    ratio = (theirs.cap if isinf(theirs.median) else theirs.median) / ours.median
    reached = True if ratio > 1 else None if isinf(theirs.median) else False
    return Goal(what, ratio, asked, reached, basis, least=isinf(theirs.median))


def _overhead(summary: Summary) -> Goal:
    what, asked = f"published ZIPs: {LIBRARY}'s time to build / to search, of the medians", "at most 1"
    if idle := _not_run(summary):
        return Goal(what, None, asked, None, idle)
    cell = summary.whole(LIBRARY)
    if not cell.build or not cell.search:
        return Goal(what, None, asked, None, "no times")
    ratio = cell.build / cell.search
    return Goal(what, ratio, asked, ratio <= 1, f"medians over {cell.solved} puzzles")
