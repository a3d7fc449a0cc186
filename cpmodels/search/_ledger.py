"""The ledger of a sweep: the tree of its parts and the solutions found, in an SQLite file.

Every part is open, split into others, or done; a part is done together with its solutions, in one transaction,
so that a sweep killed at any moment goes on from here.  SQLite's own lock keeps a ledger to one process, and
ends with it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cpmodels.errors import LedgerError, LedgerInUseError
from cpmodels.values import listed

OPEN, SPLIT, DONE = range(3)
"""The states of a part."""

SCHEMA = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE parts (
    part TEXT PRIMARY KEY, parent TEXT, state INTEGER NOT NULL, mine INTEGER NOT NULL, share REAL NOT NULL,
    total INTEGER NOT NULL DEFAULT 0, orbits INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX states ON parts (state, mine, share);
CREATE INDEX parents ON parts (parent);
CREATE TABLE solutions (key BLOB PRIMARY KEY, part TEXT NOT NULL, size INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX places ON solutions (part);
"""

Fingerprint = Mapping[str, str]
"""What a ledger is about: the puzzle, its model, the versions of the programs, and what is counted and kept."""

SolutionRow = tuple[bytes, int]
"""A solution, its key packed eight values a byte, and the size of its orbit."""


class Finished(NamedTuple):
    """A part that was searched to its end, with its solutions if they are kept."""

    part: str
    total: int
    orbits: int
    solutions: Sequence[SolutionRow] = ()


class Split(NamedTuple):
    """A part that was split, with its children and their shares of its work."""

    part: str
    children: Sequence[tuple[str, float]]


class Row(NamedTuple):
    """A part as it stands in a ledger."""

    part: str
    state: int
    total: int
    orbits: int


class Sums(NamedTuple):
    """The state of a sweep.

    total, orbits: the counts of its finished parts; finished, open, elsewhere: how many parts are finished, open,
    and open but left to other machines; ours, left: shares of the work that is this machine's, and still open.
    """

    total: int
    orbits: int
    finished: int
    open: int
    elsewhere: int
    ours: float
    left: float


class Ledger:
    """A ledger, held by this process until it is closed.

    Raises LedgerError when there is no such folder, the file is no ledger, cannot be written, is in use, or is about
    something else.
    """

    def __init__(self, path: str | os.PathLike[str], fingerprint: Fingerprint | None = None) -> None:
        """Open a ledger of this fingerprint, or begin one; without a fingerprint it must exist, and is only read."""
        self.path = Path(path)
        writing = fingerprint is not None
        if writing and not self.path.parent.is_dir():
            raise LedgerError(f"there is no folder {self.path.parent} for the ledger {self.path}")
        if not writing and not self.path.exists():
            raise LedgerError(f"there is no ledger {self.path}")
        with self.explaining():
            # Reading what a killed sweep left may take writing: an unfinished transaction is rolled back.
            mode = "rwc" if writing else "rw" if os.access(self.path, os.W_OK) else "ro"
            self._db = sqlite3.connect(
                f"{self.path.resolve().as_uri()}?mode={mode}",
                uri=True,
                timeout=0,
                isolation_level=None,
                check_same_thread=False,
            )
        try:
            with self.explaining():
                self._open(fingerprint)
        except BaseException:
            self._db.close()
            raise

    def _open(self, fingerprint: Fingerprint | None) -> None:
        if fingerprint is not None:
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
            with self.transaction():
                if not self._db.execute("SELECT 1 FROM sqlite_master").fetchone():
                    for statement in SCHEMA.split(";"):
                        self._db.execute(statement)
                    self._db.executemany("INSERT INTO about VALUES (?, ?)", fingerprint.items())
                    self._db.execute("INSERT INTO parts (part, state, mine, share) VALUES ('', ?, 1, 1)", (OPEN,))
        self.about = dict(self._db.execute("SELECT name, value FROM about"))
        self.about.pop("part", None)
        if fingerprint is not None:
            self.must_be(fingerprint)
        self._must_be_sound()

    def _must_be_sound(self) -> None:
        """Raise LedgerError when what is written contradicts itself: somebody else has written to the file."""
        (strange, roots), (total, orbits), (sizes, rows) = (
            self._db.execute(query).fetchone()
            for query in (
                "SELECT COALESCE(SUM(part GLOB '*[^-0-9 ]*'), 0), SUM(parent IS NULL) FROM parts",
                f"SELECT COALESCE(SUM(total), 0), COALESCE(SUM(orbits), 0) FROM parts WHERE state = {DONE}",
                "SELECT COALESCE(SUM(size), 0), COUNT(*) FROM solutions",
            )
        )
        kept = self.about.get("content") != "counts alone"
        if strange or roots != 1 or (kept and (total, orbits) != (sizes, rows)):
            raise LedgerError(f"the ledger {self.path} is damaged: its parts and solutions do not agree")

    def must_be(self, fingerprint: Fingerprint) -> None:
        """Raise LedgerError, which names what differs, when the ledger is about something else."""
        differing = [name for name in {**self.about, **fingerprint} if self.about.get(name) != fingerprint.get(name)]
        if differing:
            told = [
                f"its {name} is {self.about.get(name)!r:.60}, not {fingerprint.get(name)!r:.60}"
                if len(str(fingerprint.get(name))) < 40
                else f"its {name} is another"
                for name in differing
            ]
            raise LedgerError(f"the ledger {self.path} is of another sweep: {listed(told)}")

    @contextmanager
    def explaining(self) -> Iterator[None]:
        """Say what is wrong with a ledger that SQLite cannot use."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise LedgerInUseError(f"the ledger {self.path} is in use by another sweep") from None
            if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
                raise LedgerError(f"the ledger {self.path} cannot be opened for writing") from None
            if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
                raise LedgerError(f"{self.path} is not a ledger of a sweep: {error}") from None
            raise LedgerError(f"the ledger {self.path} cannot be used: {error}") from None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside, or nothing of it."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def note(self, name: str) -> str | None:
        """What the ledger says of itself by this name, if anything."""
        row = self._db.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
        return str(row[0]) if row else None

    def record(self, news: Iterable[Finished | Split]) -> None:
        """Write down parts that are done or split, all or none of them."""
        with self.explaining(), self.transaction():
            self._write(news)

    def _write(self, news: Iterable[Finished | Split]) -> None:
        for item in news:
            if isinstance(item, Finished):
                self._finish(item)
            else:
                self.split(item.part, item.children)

    def _finish(self, item: Finished) -> None:
        self._db.execute(
            "UPDATE parts SET state = ?, total = ?, orbits = ? WHERE part = ?",
            (DONE, item.total, item.orbits, item.part),
        )
        self._db.executemany(
            "INSERT INTO solutions VALUES (?, ?, ?)", ((key, item.part, size) for key, size in item.solutions)
        )

    def split(self, part: str, children: Iterable[tuple[str, float]]) -> None:
        """Split an open part; inside a transaction."""
        row = self._db.execute("SELECT mine, share FROM parts WHERE part = ?", (part,)).fetchone()
        self._db.execute("UPDATE parts SET state = ? WHERE part = ?", (SPLIT, part))
        self._db.executemany(
            "INSERT INTO parts (part, parent, state, mine, share) VALUES (?, ?, ?, ?, ?)",
            ((child, part, OPEN, row[0], row[1] * share) for child, share in children),
        )

    def take(self, item: Finished) -> None:
        """Set a part done, in place of all that is known of its parts; inside a transaction."""
        self.forget_below(item.part)
        self._finish(item)

    def forget_below(self, part: str) -> None:
        """Take the descendants of a part out, with their solutions, and open it; inside a transaction."""
        # A descendant's text goes on with a space, and "!" comes next after that.
        first, last = (f"{part} ", f"{part}!") if part else ("!", "~")
        self._db.execute("DELETE FROM solutions WHERE part >= ? AND part < ?", (first, last))
        self._db.execute("DELETE FROM parts WHERE part >= ? AND part < ?", (first, last))
        self._db.execute("UPDATE parts SET state = ? WHERE part = ?", (OPEN, part))

    def row(self, part: str) -> Row:
        """A part of the tree."""
        found = self._db.execute("SELECT part, state, total, orbits FROM parts WHERE part = ?", (part,)).fetchone()
        return Row(*found)

    def children(self, part: str) -> list[tuple[str, float]]:
        """The parts that a part was split into, with their shares of its work."""
        rows = self._db.execute(
            "SELECT c.part, COALESCE(c.share / p.share, 0) FROM parts c JOIN parts p ON p.part = c.parent "
            "WHERE c.parent = ? ORDER BY c.part",
            (part,),
        )
        return [(child, share) for child, share in rows]

    def solutions(self, part: str | None = None) -> Iterator[SolutionRow]:
        """The solutions, of one part or all, as they are stored."""
        query = "SELECT key, size FROM solutions"
        rows = self._db.execute(f"{query} WHERE part = ?", (part,)) if part is not None else self._db.execute(query)
        yield from rows

    def open_parts(self, *, everywhere: bool) -> list[tuple[str, float]]:
        """The parts that are still to be searched, with their shares of the work, the smallest last."""
        return self._db.execute(
            "SELECT part, share FROM parts WHERE state = ? AND (mine OR ?) ORDER BY share DESC, part",
            (OPEN, everywhere),
        ).fetchall()

    def begin_part(self, part: str, news: Iterable[Finished | Split], mine: Iterable[str]) -> None:
        """Write down the first parts of a sweep shared between machines, of which only some are to be searched here."""
        with self.explaining(), self.transaction():
            self._write(news)
            self._db.execute("UPDATE parts SET mine = 0 WHERE state = ?", (OPEN,))
            self._db.executemany("UPDATE parts SET mine = 1 WHERE part = ?", ((part,) for part in mine))
            self._db.execute("INSERT INTO about VALUES ('part', ?)", (part,))

    def sums(self, *, everywhere: bool) -> Sums:
        """Where the sweep stands."""
        (done, here, there) = (
            self._db.execute(
                "SELECT COUNT(*), COALESCE(SUM(share), 0), COALESCE(SUM(total), 0), COALESCE(SUM(orbits), 0) "
                f"FROM parts WHERE state = ? AND {which}",
                (state, *also),
            ).fetchone()
            for state, which, also in (
                (DONE, "1", ()),
                (OPEN, "(mine OR ?)", (everywhere,)),
                (OPEN, "NOT (mine OR ?)", (everywhere,)),
            )
        )
        return Sums(done[2], done[3], done[0], here[0], there[0], 1 - there[1], here[1])

    def close(self) -> None:
        """Let go of the ledger.  Closing twice does nothing."""
        self._db.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def merge(ledger: str | os.PathLike[str], *others: str | os.PathLike[str]) -> int:
    """Take what other ledgers of the same sweep have finished into a ledger; how many parts were taken.

    The order does not matter, nor does merging twice.  The ledger is begun if there is none.  Each other ledger
    is taken as a whole or not at all.

    Raises LedgerError when a ledger cannot be used, is of another sweep, or contradicts this one.
    """
    taken = 0
    for path in others:
        with Ledger(path) as theirs, Ledger(ledger, theirs.about) as ours:
            taken += merge_into(ours, theirs)
    return taken


def merge_into(ours: Ledger, theirs: Ledger) -> int:
    """Take what one open ledger has finished into another; how many parts were taken.

    The two trees are walked from the root.  Where a part is done in one of them, that settles it with all its
    parts; parts are split the same way everywhere, but should two splits differ, one side is kept, theirs only
    if it is complete.
    """
    theirs.must_be(ours.about)
    taken, waiting = 0, [""]
    with ours.explaining(), theirs.explaining(), ours.transaction():
        while waiting:
            part = waiting.pop()
            own, other = ours.row(part), theirs.row(part)
            known, told = sums_below(ours, part), sums_below(theirs, part)
            if known and told and known != told:
                where = f"the part {part}" if part else "the whole"
                raise LedgerError(
                    f"the ledgers {ours.path} and {theirs.path} contradict each other on {where}: "
                    f"{known[0]} and {told[0]} solutions"
                )
            if own.state == DONE:
                continue
            if other.state == DONE:
                ours.take(Finished(part, other.total, other.orbits, list(theirs.solutions(part))))
                taken += 1
            elif other.state == SPLIT:
                children = theirs.children(part)
                if own.state == SPLIT and {c for c, _ in ours.children(part)} != {c for c, _ in children}:
                    if not complete(theirs, part):
                        continue
                    ours.forget_below(part)
                if ours.row(part).state == OPEN:
                    ours.split(part, children)
                waiting += [child for child, _ in children]
    return taken


def sums_below(ledger: Ledger, part: str) -> tuple[int, int] | None:
    """The counts of a part, or of its parts together; None unless all is done."""
    row = ledger.row(part)
    if row.state != SPLIT:
        return (row.total, row.orbits) if row.state == DONE else None
    total = orbits = 0
    for child, _ in ledger.children(part):
        below = sums_below(ledger, child)
        if below is None:
            return None
        total, orbits = total + below[0], orbits + below[1]
    return total, orbits


def complete(ledger: Ledger, part: str) -> bool:
    """Whether all of a part is done."""
    return sums_below(ledger, part) is not None
