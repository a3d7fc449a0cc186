"""The ledger of a sweep: the tree of its parts and the solutions found, in an SQLite file.

Every part is open, split into others, or done; a part is done together with its solutions, in one transaction,
so that a sweep killed at any moment goes on from here.  SQLite's own lock keeps a ledger to one process, and
ends with it.

A ledger is believed as a whole or not at all.  A part that was split names the parts that it was split into, so that
the root says which rows there have to be; and each row has a seal, a checksum of itself, of its solutions, and of
what the ledger is about.  All of it is read when a ledger is opened.
"""

from __future__ import annotations

import os
import sqlite3
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import partial
from hashlib import blake2b
from itertools import accumulate, groupby, pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.errors import LedgerError, LedgerInUseError
from cpmodels.base.files import may_be_written
from cpmodels.base.values import check_path, listed, shown

OPEN, SPLIT, DONE = range(3)
"""The states of a part."""

WHOLE = 2**62
"""The share of the whole: shares are whole numbers, so that those of the leaves add up to it exactly."""

MOMENT = 500
"""For how many milliseconds a sweep waits for a ledger that is in use, and one that begins it for those that are about
to be refused."""

PAUSE = 0.02
"""Seconds after which a ledger that is in use is tried again."""

FORMAT = 2
"""The format of a ledger, which the file has as its user version."""

SCHEMA = {
    "about": "CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "parts": "CREATE TABLE parts (part TEXT PRIMARY KEY, state INTEGER NOT NULL, mine INTEGER NOT NULL, "
    "share INTEGER NOT NULL, total INTEGER NOT NULL, orbits INTEGER NOT NULL, children TEXT NOT NULL, "
    "seal BLOB NOT NULL) WITHOUT ROWID",
    "solutions": "CREATE TABLE solutions (part TEXT, key BLOB, size INTEGER NOT NULL, PRIMARY KEY (part, key)) "
    "WITHOUT ROWID",
    # No solution belongs to two parts.  Nothing is read by this index.
    "keys": "CREATE UNIQUE INDEX keys ON solutions (key)",
}
"""All that there is in a ledger: no view, no trigger, nothing that could run when it is read."""

SIDES = {"-journal": (b"", bytes(8), bytes.fromhex("d9d505f920a163d7")), "-wal": ()}
"""What the names of SQLite's files beside a ledger end with, and how those begin that a killed sweep leaves."""

FIRST = "the first solution"
"""How it begins what a ledger counts that is over with its first solution: of a finished part, whether it has one."""

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
    """A part that was split, with its children and what their shares of its work are in proportion to."""

    part: str
    children: Sequence[tuple[str, float]]


class PartRow(NamedTuple):
    """A part as it stands in a ledger.

    mine: whether it is to be searched here, if the sweep is shared between machines; children: the parts that it was
    split into, with commas between them.
    """

    part: str
    state: int
    mine: int
    share: int
    total: int = 0
    orbits: int = 0
    children: str = ""

    @property
    def parts(self) -> list[str]:
        """The parts that it was split into, in the order of the file."""
        return sorted(self.children.split(",")) if self.children else []


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

    about: its fingerprint.
    own: what other ledgers of the same sweep need not have: the ``"part"`` of the work that it is for, as "1 of 2", if
        that is shared between machines; the ``"splits"`` of a run that was stopped while it shared that out; the
        ``"optimum"`` of a model with an objective, once that is proved.

    Raises LedgerError when there is no such folder, the file is not a ledger, is damaged, cannot be written, is in use,
    or is about something else.
    """

    def __init__(self, path: str | os.PathLike[str], fingerprint: Fingerprint | None = None) -> None:
        """Open a ledger of this fingerprint, or begin one; without a fingerprint it must exist, and is only read."""
        self.path = Path(path)
        writing = fingerprint is not None
        with self.explaining():
            if writing and not self.path.parent.is_dir():
                raise LedgerError(f"there is no folder {self.path.parent} for the ledger {self.path}")
            if not writing and not self.path.exists():
                raise LedgerError(f"there is no ledger {self.path}")
            if self.path.exists() and not self.path.is_file():
                raise LedgerError(f"the ledger {self.path} cannot be opened: it is not a file")
            # Else SQLite would only read it; its journal is beside the file that a link leads to.
            if writing and not may_be_written(self.path):
                raise LedgerError(f"the ledger {self.path} cannot be opened for writing")
        until = time.monotonic() + MOMENT / 1000
        while True:
            try:
                self._hold(fingerprint)
                return
            except LedgerInUseError:  # A run whose time was up while it opened the ledger is about to let go of it.
                if time.monotonic() >= until:
                    raise
            checkpoint()
            time.sleep(PAUSE)

    def _hold(self, fingerprint: Fingerprint | None) -> None:
        """Open the file, which is let go of again where that fails."""
        with self.explaining():
            self._refuse_what_is_beside()
            # Reading what a killed sweep left may take writing: an unfinished transaction is rolled back.
            self._db = sqlite3.connect(self.path.absolute(), timeout=0, isolation_level=None, check_same_thread=False)
            # It holds itself, by its cache of statements, so that it would be open until it is collected.
            weakref.finalize(self, self._db.close)
        try:
            # All of it is read, which ends, and lets go of the ledger, where nobody waits for it any more.
            self._db.set_progress_handler(checkpoint, 10_000)
            with self.explaining():
                self._open(fingerprint)
            self._db.set_progress_handler(None, 0)
        except BaseException:
            self._db.close()
            raise

    def _open(self, fingerprint: Fingerprint | None) -> None:
        if fingerprint is not None:
            self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
            with self.transaction():
                # Others that come in this moment are refused, but hold what a commit needs until they close.
                self._db.execute(f"PRAGMA busy_timeout = {MOMENT}")
                if not self._db.execute("SELECT 1 FROM sqlite_master").fetchone():
                    self._db.execute(f"PRAGMA user_version = {FORMAT}")
                    for statement in SCHEMA.values():
                        self._db.execute(statement)
                    self._write_about(fingerprint, {})
                    self._put(PartRow("", OPEN, mine=1, share=WHOLE))
            # With a ledger that was there, that wrote nothing: who reads it would make the first write fail, later.
            self._db.execute("BEGIN EXCLUSIVE")
            self._db.execute("COMMIT")
        else:
            # Until it is closed, all that is read is of one moment.
            self._db.execute("BEGIN")
        self._must_be_a_ledger()
        about = dict(self._db.execute("SELECT name, value FROM about"))
        if about.pop("seal", None) != about_seal(about):
            raise self._damaged("the description of its sweep has changed")
        self._is_about(about, {name: about.pop(name) for name in ("part", "splits", "optimum") if name in about})
        if fingerprint is not None:
            self.must_be(fingerprint)
        self._must_be_sound()

    def _refuse_what_is_beside(self) -> None:
        """Raise LedgerError where a file that is not SQLite's has one of its names, as SQLite would delete it."""
        for side, beginnings in zip(sides(self.path), SIDES.values(), strict=True):
            with suppress(FileNotFoundError), side.open("rb") as file:
                if file.read(8) not in beginnings:
                    what = f"{side} is in the way of the ledger {self.path}"
                    raise LedgerError(f"{what}: SQLite deletes the file of that name")

    def _must_be_a_ledger(self) -> None:
        """Raise LedgerError unless the file has the tables of a ledger, and nothing else, as SQLite writes them."""
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        there = dict(self._db.execute("SELECT name, sql FROM sqlite_master LIMIT 99"))
        if version != FORMAT and {"about", "parts", "solutions"} <= there.keys():
            raise LedgerError(f"the ledger {self.path} has the format of another version of cpmodels: start a new one")
        if there != SCHEMA:
            what = "has other tables" if there else "is empty"
            raise LedgerError(f"{self.path} is not the ledger of a sweep: it {what}")
        if (finding := self._db.execute("PRAGMA quick_check(1)").fetchone()) != ("ok",):
            raise self._damaged(f"SQLite finds {shown(finding[0])}")

    def _write_about(self, about: Fingerprint, own: Mapping[str, str]) -> None:
        written = {**about, **own}
        written["seal"] = about_seal(written)
        self._db.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", written.items())
        self._is_about(about, own)

    def _is_about(self, about: Fingerprint, own: Mapping[str, str]) -> None:
        self.about, self.own, self._key = dict(about), dict(own), about_seal(about).encode()

    def _must_be_sound(self) -> None:
        """Raise LedgerError unless every row is there as it was written, and no other.

        The texts of a part's descendants go on with a space, which comes before all that parts are written with, so
        that the file has the tree in the order in which it is walked.
        """
        # An error holds what is read here, and by that the ledger, which would be in use as long as the error is kept.
        with closing(self._db.execute("SELECT part, key, size FROM solutions ORDER BY part, key")) as read:
            kept = groupby(read, itemgetter(0))
            owner, solutions = next(kept, (None, ()))
            expected, leaves = [""], 0
            for *columns, seal in self._db.execute("SELECT * FROM parts ORDER BY part"):
                row = PartRow(*columns)
                if not expected or row.part != (part := expected.pop()):
                    raise self._damaged("a part is missing, or one belongs nowhere")
                found = []
                if owner == part:
                    found = [(key, size) for _, key, size in solutions]
                    owner, solutions = next(kept, (None, ()))
                if seal != self._seal(row, found) or row.state not in (OPEN, SPLIT, DONE):
                    raise self._damaged(f"{named(part)} or its solutions have changed")
                if row.state == SPLIT:
                    expected += row.parts[::-1]
                else:
                    leaves += row.share
            if expected or owner is not None or leaves != WHOLE:
                raise self._damaged("parts are missing, or some solutions belong to none")

    def _damaged(self, what: str) -> LedgerError:
        return LedgerError(f"the ledger {self.path} is damaged: {what}")

    def must_be(self, fingerprint: Fingerprint) -> None:
        """Raise LedgerError, which names what differs, when the ledger is about something else."""
        differing = [name for name in {**self.about, **fingerprint} if self.about.get(name) != fingerprint.get(name)]
        if differing == ["model"]:
            raise LedgerError(
                f"the ledger {self.path} is of the same puzzle, but of another model, as of another version of "
                "cpmodels, or with other constraints or rules: start a new one"
            )
        if differing:
            differences = [
                f"its {name} is {self.about.get(name)!r:.60}, not {fingerprint.get(name)!r:.60}"
                if len(str(fingerprint.get(name))) < 40
                else f"its {name} is different"
                for name in differing
            ]
            raise LedgerError(f"the ledger {self.path} belongs to another sweep: {listed(differences)}")

    @contextmanager
    def explaining(self) -> Iterator[None]:
        """Say what is wrong with a ledger that cannot be used."""
        try:
            yield
        except sqlite3.Error as error:
            code, ledger = getattr(error, "sqlite_errorcode", 0) & 0xFF, f"the ledger {self.path}"
            if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise LedgerInUseError(f"{ledger} is in use by another sweep") from None
            if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
                raise LedgerError(f"{ledger} cannot be opened for writing") from None
            if code in (0, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):  # 0: no UTF-8.
                what = f"is not the ledger of a sweep, or is damaged: {shown(str(error))}"
                raise LedgerError(f"{self.path} {what}") from None
            raise LedgerError(f"the ledger {self.path} cannot be used: {error}") from None
        except OSError as error:
            raise LedgerError(f"the ledger {self.path} cannot be used: {error.strerror}") from None
        except UnicodeDecodeError:
            raise self._damaged("SQLite found an error without a message") from None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside, or nothing of it."""
        with self.explaining(), self._db:  # which commits what was begun, or rolls it back
            self._db.execute("BEGIN IMMEDIATE")
            yield

    def record(self, news: Iterable[Finished | Split]) -> None:
        """Write down parts that are done or split, all or none of them."""
        with self.transaction():
            self._write(news)

    def _write(self, news: Iterable[Finished | Split]) -> None:
        for item in news:
            if isinstance(item, Finished):
                self.finish(item)
            else:
                self.split(item.part, item.children)

    def finish(self, item: Finished) -> None:
        """Set a part done; inside a transaction."""
        row = self.row(item.part)._replace(state=DONE, total=item.total, orbits=item.orbits)
        self._put(row, sorted(item.solutions))
        self._db.executemany(
            "INSERT INTO solutions VALUES (?, ?, ?)", ((item.part, key, size) for key, size in item.solutions)
        )

    def split(self, part: str, children: Sequence[tuple[str, float]]) -> None:
        """Split an open part; inside a transaction."""
        row = self.row(part)
        self._put(row._replace(state=SPLIT, children=",".join(child for child, _ in children)))
        shares = shared_out(row.share, [weight for _, weight in children])
        for (child, _), share in zip(children, shares, strict=True):
            self._put(PartRow(child, OPEN, row.mine, share))

    def _put(self, row: PartRow, solutions: Sequence[SolutionRow] = ()) -> None:
        """Write a part, in place of what was known of it, under the seal that covers its solutions."""
        seal = self._seal(row, solutions)
        self._db.execute("INSERT OR REPLACE INTO parts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, seal))

    def _seal(self, row: PartRow, solutions: Sequence[SolutionRow]) -> bytes:
        return checksum((*row, *solutions), self._key)

    def forget_below(self, part: str) -> None:
        """Take the descendants of a part out, with their solutions, and open it; inside a transaction."""
        # A descendant's text goes on with a space, and "!" comes next after that.
        first, last = (f"{part} ", f"{part}!") if part else ("!", "~")
        self._db.execute("DELETE FROM solutions WHERE part >= ? AND part < ?", (first, last))
        self._db.execute("DELETE FROM parts WHERE part >= ? AND part < ?", (first, last))
        self._put(self.row(part)._replace(state=OPEN, children=""))

    def _read(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        with self.explaining():
            # `yield from` would close the cursor where the rest is not wanted, which fails once the ledger is closed.
            for row in self._db.execute(query, values):  # noqa: UP028
                yield row

    def row(self, part: str) -> PartRow:
        ((*columns, _),) = self._read("SELECT * FROM parts WHERE part = ?", part)
        return PartRow(*columns)

    def rows(self) -> Iterator[PartRow]:
        """All parts, each after those that it was split into."""
        return (PartRow(*columns) for *columns, _ in self._read("SELECT * FROM parts ORDER BY part DESC"))

    def solutions(self, part: str | None = None) -> Iterator[SolutionRow]:
        """The solutions, of one part or all, as they are stored."""
        which, values = ("", ()) if part is None else ("WHERE part = ?", (part,))
        return ((key, size) for key, size in self._read(f"SELECT key, size FROM solutions {which}", *values))

    def open_parts(self, *, everywhere: bool) -> list[tuple[str, float]]:
        """The parts that are still to be searched, with their shares of the work, the smallest last."""
        rows = self._read(
            "SELECT part, share FROM parts WHERE state = ? AND (mine OR ?) ORDER BY share DESC, part", OPEN, everywhere
        )
        return [(part, share / WHOLE) for part, share in rows]

    def begin_part(self, machine: str, news: Iterable[Finished | Split], mine: Iterable[str]) -> None:
        """Write down the first parts of a sweep shared between machines, of which only some are to be searched here."""
        ours = set(mine)
        with self.transaction():
            self._write(news)
            for part, _ in self.open_parts(everywhere=True):
                self._put(self.row(part)._replace(mine=int(part in ours)))
            self.note("part", machine)

    def note(self, name: str, value: str) -> None:
        """Write down what is the ledger's own; inside a transaction."""
        self._write_about(self.about, {**self.own, name: value})

    def sums(self, *, everywhere: bool) -> Sums:
        query = "SELECT COUNT(*), IFNULL(SUM(share), 0), IFNULL(SUM(total), 0), IFNULL(SUM(orbits), 0) FROM parts "
        states = (DONE, True, True), (OPEN, everywhere, True), (OPEN, everywhere, False)
        done, ours, others = (next(self._read(f"{query} WHERE state = ? AND (mine OR ?) = ?", *of)) for of in states)
        finished, _, total, orbits = done
        return Sums(total, orbits, finished, ours[0], others[0], ours=1 - others[1] / WHOLE, left=ours[1] / WHOLE)

    def close(self) -> None:
        """Let go of the ledger.  Closing twice does nothing."""
        self._db.close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def named(part: str) -> str:
    """A part as a message names it."""
    return f"the part {part:.60}" if part else "the whole"


def checksum(content: object, key: bytes = b"") -> bytes:
    """A checksum of numbers, texts and bytes, which differ also by their types."""
    return blake2b(repr(content).encode(), key=key, digest_size=16).digest()


def sides(ledger: str | os.PathLike[str]) -> list[Path]:
    """The files that SQLite has beside a ledger, or beside the one that a link leads to."""
    return [Path(os.path.realpath(ledger) + end) for end in SIDES]


def about_seal(about: Fingerprint) -> str:
    """A checksum of all that a ledger says of itself."""
    return checksum(sorted(about.items(), key=repr)).hex()


def shared_out(share: int, weights: Sequence[float]) -> list[int]:
    """A share as whole numbers that are in proportion to weights and add up to it exactly.

    >>> shared_out(100, [1, 1, 1]), shared_out(0, [0, 0])
    ([33, 33, 34], [0, 0])
    """
    whole = sum(weights) or 1
    sums = accumulate(weights[:-1])
    ends = [0, *(min(int(share * (part / whole)), share) for part in sums), share]
    return [end - start for start, end in pairwise(ends)]


@suggests_keywords()
def merge(ledger: str | os.PathLike[str], *others: str | os.PathLike[str]) -> int:
    """Take what other ledgers of the same sweep have finished into a ledger; how many parts were taken.

    The order does not matter, nor does merging twice.  The ledger is begun if there is none.  Each other ledger
    is taken as a whole or not at all.

    Raises LedgerError when ledgers cannot be used, are of another sweep, or contradict this one: of each, once all
    others are merged; ParameterError for what is no path.

    >>> merge("all.led", "no-such.led")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.LedgerError: there is no ledger no-such.led
    """
    check_others(ledger, others)
    return merge_each(partial(Ledger, ledger), others)


def merge_each(
    opened: Callable[[Fingerprint], AbstractContextManager[Ledger]], others: Iterable[str | os.PathLike[str]]
) -> int:
    """Take what other ledgers have finished into the one that is opened for what each is about; see `merge`."""
    taken, wrong = 0, dict[str, LedgerError]()
    for path in others:
        try:
            with Ledger(path) as theirs, opened(theirs.about) as ours:
                taken += merge_into(ours, theirs)
        except LedgerError as error:
            wrong[str(error)] = error
    if wrong:
        raise LedgerError("; ".join(wrong)) if len(wrong) > 1 else wrong.popitem()[1]
    return taken


def check_others(ledger: str | os.PathLike[str], others: Sequence[str | os.PathLike[str]]) -> None:
    """Raise ParameterError for a ledger that is no path, LedgerError when one would be merged into itself."""
    for given in (ledger, *others):
        check_path(given, "a ledger")
    for path in map(Path, others):
        with suppress(OSError):  # One of them is not there.
            if path.samefile(ledger):
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
        if best := theirs.own.get("optimum"):
            if ours.own.get("optimum", best) != best:
                raise LedgerError(f"the ledgers {ours.path} and {theirs.path} contradict each other on the optimum")
            ours.note("optimum", best)
        known, other_known = complete_parts(ours), complete_parts(theirs)
        while waiting:
            part = waiting.pop()
            own, other = ours.row(part), theirs.row(part)
            if part in known and part in other_known and not agree(known[part], other_known[part], ours.about):
                raise LedgerError(
                    f"the ledgers {ours.path} and {theirs.path} contradict each other on {named(part)}: "
                    f"{known[part][0]} and {other_known[part][0]} solutions"
                )
            if own.state == DONE:
                continue
            if other.state == DONE:
                ours.forget_below(part)
                ours.finish(Finished(part, other.total, other.orbits, list(theirs.solutions(part))))
                taken += 1
            elif other.state == SPLIT:
                if own.state == SPLIT and own.parts != other.parts:
                    if part not in other_known:
                        continue
                    ours.forget_below(part)
                if ours.row(part).state == OPEN:
                    ours.split(part, [(child, theirs.row(child).share) for child in other.parts])
                waiting += other.parts
    return taken


def agree(ours: tuple[int, int], theirs: tuple[int, int], about: Fingerprint) -> bool:
    """Whether the counts of a part agree: in a search for one solution, whether both or neither have any."""
    return bool(ours[0]) == bool(theirs[0]) if about.get("count", "").startswith(FIRST) else ours == theirs


def complete_parts(ledger: Ledger) -> dict[str, tuple[int, int]]:
    """The counts of every part that is done, or whose parts all are: how many solutions, and how many orbits."""
    complete: dict[str, tuple[int, int]] = {}
    for row in ledger.rows():
        if row.state == DONE:
            complete[row.part] = row.total, row.orbits
        elif row.state == SPLIT and all(part in complete for part in row.parts):
            counts = [complete[part] for part in row.parts]
            complete[row.part] = sum(total for total, _ in counts), sum(orbits for _, orbits in counts)
    return complete
