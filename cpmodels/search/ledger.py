"""The ledger of a sweep: the tree of its cubes and the solutions found, in an SQLite file.

Every cube is open, split into others, or done; a cube is done together with its solutions, in one transaction,
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

from cpmodels.errors import PuzzleError
from cpmodels.puzzles.puzzle import listed

OPEN, SPLIT, DONE = range(3)
"""The states of a cube."""

SCHEMA = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE cubes (
    cube TEXT PRIMARY KEY, parent TEXT, state INTEGER NOT NULL, mine INTEGER NOT NULL, share REAL NOT NULL,
    total INTEGER NOT NULL DEFAULT 0, orbits INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX states ON cubes (state, mine, share);
CREATE INDEX parents ON cubes (parent);
CREATE TABLE solutions (key BLOB PRIMARY KEY, cube TEXT NOT NULL, size INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX places ON solutions (cube);
"""

Fingerprint = Mapping[str, str]
"""What a ledger is about: the puzzle, its model, the versions of the programs, and what is counted and kept."""

Answer = tuple[bytes, int]
"""A solution, its key packed eight values a byte, and the size of its orbit."""


class Finished(NamedTuple):
    """A cube that was searched to its end, with its solutions if they are kept."""

    cube: str
    total: int
    orbits: int
    solutions: Sequence[Answer] = ()


class Parted(NamedTuple):
    """A cube that was split, with its children and their shares of its work."""

    cube: str
    children: Sequence[tuple[str, float]]


class Row(NamedTuple):
    """A cube as it stands in a ledger."""

    cube: str
    state: int
    total: int
    orbits: int


class Sums(NamedTuple):
    """The state of a sweep.

    total, orbits: the counts of its finished cubes; finished, open, elsewhere: how many cubes are finished, open,
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

    Raises PuzzleError when there is no such folder, the file is no ledger, cannot be written, is in use, or is about
    something else.
    """

    def __init__(self, path: str | os.PathLike[str], fingerprint: Fingerprint | None = None) -> None:
        """Open a ledger of this fingerprint, or begin one; without a fingerprint it must exist, and is only read."""
        self.path = Path(path)
        writing = fingerprint is not None
        if writing and not self.path.parent.is_dir():
            raise PuzzleError(f"there is no folder {self.path.parent} for the ledger {self.path}")
        if not writing and not self.path.exists():
            raise PuzzleError(f"there is no ledger {self.path}")
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
                    self._db.execute("INSERT INTO cubes (cube, state, mine, share) VALUES ('', ?, 1, 1)", (OPEN,))
        self.about = dict(self._db.execute("SELECT name, value FROM about"))
        self.about.pop("part", None)
        if fingerprint is not None:
            self.must_be(fingerprint)
        self._must_be_sound()

    def _must_be_sound(self) -> None:
        """Raise PuzzleError when what is written contradicts itself: somebody else has written to the file."""
        (strange, roots), (total, orbits), (sizes, rows) = (
            self._db.execute(query).fetchone()
            for query in (
                "SELECT COALESCE(SUM(cube GLOB '*[^-0-9 ]*'), 0), SUM(parent IS NULL) FROM cubes",
                f"SELECT COALESCE(SUM(total), 0), COALESCE(SUM(orbits), 0) FROM cubes WHERE state = {DONE}",
                "SELECT COALESCE(SUM(size), 0), COUNT(*) FROM solutions",
            )
        )
        kept = self.about.get("content") != "counts alone"
        if strange or roots != 1 or (kept and (total, orbits) != (sizes, rows)):
            raise PuzzleError(f"the ledger {self.path} is damaged: its cubes and solutions do not agree")

    def must_be(self, fingerprint: Fingerprint) -> None:
        """Raise PuzzleError, which names what differs, when the ledger is about something else."""
        differing = [name for name in {**self.about, **fingerprint} if self.about.get(name) != fingerprint.get(name)]
        if differing:
            told = [
                f"its {name} is {self.about.get(name)!r:.60}, not {fingerprint.get(name)!r:.60}"
                if len(str(fingerprint.get(name))) < 40
                else f"its {name} is another"
                for name in differing
            ]
            raise PuzzleError(f"the ledger {self.path} is of another sweep: {listed(told)}")

    @contextmanager
    def explaining(self) -> Iterator[None]:
        """Say what is wrong with a ledger that SQLite cannot use."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise PuzzleError(f"the ledger {self.path} is in use by another sweep") from None
            if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
                raise PuzzleError(f"the ledger {self.path} cannot be opened for writing") from None
            if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
                raise PuzzleError(f"{self.path} is no ledger of a sweep: {error}") from None
            raise PuzzleError(f"the ledger {self.path} cannot be used: {error}") from None

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

    def record(self, news: Iterable[Finished | Parted]) -> None:
        """Write down cubes that are done or split, all or none of them."""
        with self.explaining(), self.transaction():
            self._write(news)

    def _write(self, news: Iterable[Finished | Parted]) -> None:
        for item in news:
            if isinstance(item, Finished):
                self._finish(item)
            else:
                self.part(item.cube, item.children)

    def _finish(self, item: Finished) -> None:
        self._db.execute(
            "UPDATE cubes SET state = ?, total = ?, orbits = ? WHERE cube = ?",
            (DONE, item.total, item.orbits, item.cube),
        )
        self._db.executemany(
            "INSERT INTO solutions VALUES (?, ?, ?)", ((key, item.cube, size) for key, size in item.solutions)
        )

    def part(self, cube: str, children: Iterable[tuple[str, float]]) -> None:
        """Split an open cube; inside a transaction."""
        row = self._db.execute("SELECT mine, share FROM cubes WHERE cube = ?", (cube,)).fetchone()
        self._db.execute("UPDATE cubes SET state = ? WHERE cube = ?", (SPLIT, cube))
        self._db.executemany(
            "INSERT INTO cubes (cube, parent, state, mine, share) VALUES (?, ?, ?, ?, ?)",
            ((child, cube, OPEN, row[0], row[1] * share) for child, share in children),
        )

    def take(self, item: Finished) -> None:
        """Set a cube done, in place of all that is known of its parts; inside a transaction."""
        self.forget_below(item.cube)
        self._finish(item)

    def forget_below(self, cube: str) -> None:
        """Take the descendants of a cube out, with their solutions, and open it; inside a transaction."""
        # A descendant's text goes on with a space, and "!" comes next after that.
        first, last = (f"{cube} ", f"{cube}!") if cube else ("!", "~")
        self._db.execute("DELETE FROM solutions WHERE cube >= ? AND cube < ?", (first, last))
        self._db.execute("DELETE FROM cubes WHERE cube >= ? AND cube < ?", (first, last))
        self._db.execute("UPDATE cubes SET state = ? WHERE cube = ?", (OPEN, cube))

    def row(self, cube: str) -> Row:
        """A cube of the tree."""
        found = self._db.execute("SELECT cube, state, total, orbits FROM cubes WHERE cube = ?", (cube,)).fetchone()
        return Row(*found)

    def children(self, cube: str) -> list[tuple[str, float]]:
        """The cubes that a cube was split into, with their shares of its work."""
        rows = self._db.execute(
            "SELECT c.cube, COALESCE(c.share / p.share, 0) FROM cubes c JOIN cubes p ON p.cube = c.parent "
            "WHERE c.parent = ? ORDER BY c.cube",
            (cube,),
        )
        return [(child, share) for child, share in rows]

    def solutions(self, cube: str | None = None) -> Iterator[Answer]:
        """The solutions, of one cube or all, as they are stored."""
        query = "SELECT key, size FROM solutions"
        rows = self._db.execute(f"{query} WHERE cube = ?", (cube,)) if cube is not None else self._db.execute(query)
        yield from rows

    def open_cubes(self, *, everywhere: bool) -> list[tuple[str, float]]:
        """The cubes that are still to be searched, with their shares of the work, the smallest last."""
        return self._db.execute(
            "SELECT cube, share FROM cubes WHERE state = ? AND (mine OR ?) ORDER BY share DESC, cube",
            (OPEN, everywhere),
        ).fetchall()

    def begin_part(self, part: str, news: Iterable[Finished | Parted], mine: Iterable[str]) -> None:
        """Write down the first cubes of a sweep shared between machines, of which only some are to be searched here."""
        with self.explaining(), self.transaction():
            self._write(news)
            self._db.execute("UPDATE cubes SET mine = 0 WHERE state = ?", (OPEN,))
            self._db.executemany("UPDATE cubes SET mine = 1 WHERE cube = ?", ((cube,) for cube in mine))
            self._db.execute("INSERT INTO about VALUES ('part', ?)", (part,))

    def sums(self, *, everywhere: bool) -> Sums:
        """Where the sweep stands."""
        (done, here, there) = (
            self._db.execute(
                "SELECT COUNT(*), COALESCE(SUM(share), 0), COALESCE(SUM(total), 0), COALESCE(SUM(orbits), 0) "
                f"FROM cubes WHERE state = ? AND {which}",
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
