"""One ledger from those of several machines: the union of what they have finished."""

from __future__ import annotations

import os

from cpmodels.errors import PuzzleError
from cpmodels.search.ledger import DONE, OPEN, SPLIT, Finished, Ledger


def merge(ledger: str | os.PathLike[str], *others: str | os.PathLike[str]) -> int:
    """Take what other ledgers of the same sweep have finished into a ledger; how many cubes were taken.

    The order does not matter, nor does merging twice.  The ledger is begun if there is none.  Each other ledger
    is taken as a whole or not at all.

    Raises PuzzleError when a ledger cannot be used, is of another sweep, or contradicts this one.
    """
    taken = 0
    for path in others:
        with Ledger(path) as theirs, Ledger(ledger, theirs.about) as ours:
            taken += merge_into(ours, theirs)
    return taken


def merge_into(ours: Ledger, theirs: Ledger) -> int:
    """Take what one open ledger has finished into another; how many cubes were taken.

    The two trees are walked from the root.  Where a cube is done in one of them, that settles it with all its
    parts; cubes are split the same way everywhere, but should two splits differ, one side is kept, theirs only
    if it is complete.
    """
    theirs.must_be(ours.about)
    taken, waiting = 0, [""]
    with ours.explaining(), theirs.explaining(), ours.transaction():
        while waiting:
            cube = waiting.pop()
            own, other = ours.row(cube), theirs.row(cube)
            known, told = sums_below(ours, cube), sums_below(theirs, cube)
            if known and told and known != told:
                where = f"the cube {cube}" if cube else "the whole"
                raise PuzzleError(
                    f"the ledgers {ours.path} and {theirs.path} contradict each other on {where}: "
                    f"{known[0]} and {told[0]} solutions"
                )
            if own.state == DONE:
                continue
            if other.state == DONE:
                ours.take(Finished(cube, other.total, other.orbits, list(theirs.solutions(cube))))
                taken += 1
            elif other.state == SPLIT:
                children = theirs.children(cube)
                if own.state == SPLIT and {c for c, _ in ours.children(cube)} != {c for c, _ in children}:
                    if not complete(theirs, cube):
                        continue
                    ours.forget_below(cube)
                if ours.row(cube).state == OPEN:
                    ours.part(cube, children)
                waiting += [child for child, _ in children]
    return taken


def sums_below(ledger: Ledger, cube: str) -> tuple[int, int] | None:
    """The counts of a cube, or of its parts together; None unless all is done."""
    row = ledger.row(cube)
    if row.state != SPLIT:
        return (row.total, row.orbits) if row.state == DONE else None
    total = orbits = 0
    for child, _ in ledger.children(cube):
        below = sums_below(ledger, child)
        if below is None:
            return None
        total, orbits = total + below[0], orbits + below[1]
    return total, orbits


def complete(ledger: Ledger, cube: str) -> bool:
    """Whether all of a cube is done."""
    return sums_below(ledger, cube) is not None
