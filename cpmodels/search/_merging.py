"""Ledgers of several machines are brought together: one takes in what others have finished."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from cpmodels._keywords import suggests_keywords
from cpmodels.errors import LedgerError
from cpmodels.search._ledger import DONE, FIRST, OPEN, SPLIT, Fingerprint, Finished, Ledger, named
from cpmodels.values import check_path


@suggests_keywords()
def merge(ledger: str | os.PathLike[str], *others: str | os.PathLike[str]) -> int:
    """Take what other ledgers of the same sweep have finished into a ledger; how many parts were taken.

    The order does not matter, nor does merging twice.  The ledger is begun if there is none.  Each other ledger
    is taken as a whole or not at all.

    Raises LedgerError when a ledger cannot be used, is of another sweep, or contradicts this one.

    >>> merge("all.led", "no-such.led")
    Traceback (most recent call last):
    ...
    cpmodels.errors.LedgerError: there is no ledger no-such.led
    """
    for path in (ledger, *others):
        check_path(path, "a ledger")
    check_others(ledger, others)
    taken = 0
    for path in others:
        with Ledger(path) as theirs, Ledger(ledger, theirs.about) as ours:
            taken += merge_into(ours, theirs)
    return taken


def check_others(ledger: str | os.PathLike[str], others: Iterable[str | os.PathLike[str]]) -> None:
    """Raise LedgerError when a ledger would be merged into itself."""
    for path in map(Path, others):
        if path.exists() and Path(ledger).exists() and path.samefile(ledger):
            raise LedgerError(f"the ledger {path} cannot be merged into itself")


def merge_into(ours: Ledger, theirs: Ledger) -> int:
    """Take what one open ledger has finished into another; how many parts were taken.

    The two trees are walked from the root.  Where a part is done in one of them, that settles it with all its
    parts; parts are split the same way everywhere, but should two splits differ, one side is kept, theirs only
    if it is complete.
    """
    theirs.must_be(ours.about)
    taken, waiting = 0, [""]
    with ours.transaction():
        known, told = complete_parts(ours), complete_parts(theirs)
        while waiting:
            part = waiting.pop()
            own, other = ours.row(part), theirs.row(part)
            if part in known and part in told and not agree(known[part], told[part], ours.about):
                raise LedgerError(
                    f"the ledgers {ours.path} and {theirs.path} contradict each other on {named(part)}: "
                    f"{known[part][0]} and {told[part][0]} solutions"
                )
            if own.state == DONE:
                continue
            if other.state == DONE:
                ours.take(Finished(part, other.total, other.orbits, list(theirs.solutions(part))))
                taken += 1
            elif other.state == SPLIT:
                if own.state == SPLIT and own.parts != other.parts:
                    if part not in told:
                        continue
                    ours.forget_below(part)
                if ours.row(part).state == OPEN:
                    ours.split(part, [(child, theirs.row(child).share) for child in other.parts])
                waiting += other.parts
    return taken


def agree(ours: tuple[int, int], theirs: tuple[int, int], about: Fingerprint) -> bool:
    """Whether the counts of a part agree: in a search for one solution, whether both or neither have any."""
    return bool(ours[0]) == bool(theirs[0]) if about.get("count") == FIRST else ours == theirs


def complete_parts(ledger: Ledger) -> dict[str, tuple[int, int]]:
    """The counts of every part that is done, or whose parts all are: how many solutions, and how many orbits."""
    complete: dict[str, tuple[int, int]] = {}
    for row in ledger.rows(from_the_leaves=True):
        if row.state == DONE:
            complete[row.part] = row.total, row.orbits
        elif row.state == SPLIT and all(part in complete for part in row.parts):
            counts = [complete[part] for part in row.parts]
            complete[row.part] = sum(total for total, _ in counts), sum(orbits for _, orbits in counts)
    return complete
