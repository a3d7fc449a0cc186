"""Ledgers damaged at random: each use of one ends with the exact count, or with a LedgerError.

A long run: ``python tests/fuzz.py ledgers --inputs 20000``.
"""

import random
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import cpmodels as cm
from cpmodels.search._ledger import Ledger

PUZZLE = cm.Zip(3, 3)
AT_ONCE = 1e-4
"""Seconds of a slice in which next to nothing is finished, so that everything is split."""
SETTINGS = ({}, {"up_to_symmetry": False}, {"keep": False})


class EnoughError(Exception):
    """Ends a sweep half way."""


@cache
def threads():
    return ThreadPoolExecutor(1)


def swept(ledger, settings, **more):
    """What a sweep finds on a ledger: its counts, and its solutions if they are kept."""
    found = cm.sweep(PUZZLE, ledger=ledger, executor=threads(), workers=1, slice_seconds=AT_ONCE, **settings, **more)
    return found.total, found.orbits, found.exhausted, sorted(map(str, found)) if settings.get("keep", True) else None


@cache
def ledgers(number):
    """The ledgers of some settings, as files' contents with their journals, and what a sweep finds on a new one.

    They are the same sweep half way, at its end, shared between two machines, and killed while it was writing.
    """

    def stop(progress):
        if progress.finished and progress.finished >= 2:
            raise EnoughError

    with TemporaryDirectory() as folder:
        half, whole, first, second, killed = (Path(folder) / str(i) for i in range(5))
        with suppress(EnoughError):
            swept(half, SETTINGS[number], progress=stop)
        shutil.copy(half, whole)
        expected = swept(whole, SETTINGS[number])
        for machine, path in enumerate((first, second), 1):
            swept(path, SETTINGS[number], part=(machine, 2))
        shutil.copy(half, killed)
        with closing(sqlite3.connect(killed, isolation_level=None)) as db:
            db.execute("PRAGMA cache_size = 1")
            db.execute("BEGIN")
            db.execute("UPDATE parts SET total = 99")
            db.executemany("INSERT INTO solutions VALUES ('1', ?, 1)", ((bytes([n]) * 99,) for n in range(250)))
            contents = [(path.read_bytes(), b"") for path in (half, whole, first, second)]
            contents.append((killed.read_bytes(), killed.with_name("4-journal").read_bytes()))
    return contents, expected


def trial(random: random.Random) -> str | None:
    """Damage a ledger and use it: None if that is told, or does no harm; else what went wrong."""
    number = random.randrange(len(SETTINGS))
    settings = SETTINGS[number]
    contents, expected = ledgers(number)
    with TemporaryDirectory() as folder:
        path, other = Path(folder) / "ledger", Path(folder) / "other"
        for file, content in zip((path, path.with_name("ledger-journal")), random.choice(contents), strict=True):
            if content:
                file.write_bytes(content)
        other.write_bytes(random.choice(contents[:4])[0])
        told = [random.choice([edit, edit, mar])(random, path, contents) for _ in range(random.choice([1, 1, 1, 2, 3]))]
        use = random.choice(["go on", "merge into a new one", "merge into another", "merge another", "sweep and merge"])
        try:
            if use == "merge into another":
                cm.merge(other, path)
                found = swept(other, settings)
            elif use == "merge into a new one":
                cm.merge(new := Path(folder) / "new", path)
                found = swept(new, settings)
            elif use == "merge another":
                cm.merge(path, other)
                found = swept(path, settings)
            elif use == "sweep and merge":
                found = swept(other, settings, merge=path)
            else:
                found = swept(path, settings)
                with Ledger(path):
                    pass
        except cm.errors.LedgerError as error:
            lines = str(error).splitlines()
            return None if len(lines) == 1 and lines[0].isprintable() else f"{told}, {use}: it is told by {lines}"
        except Exception as error:
            return f"{told}, {use}: {type(error).__name__}: {error}"
        return None if found == expected else f"{told}, {use}: {found[:3]} instead of {expected[:3]}"


def edit(random, path, _):
    """Change a ledger by SQL, as somebody might by hand; what was done."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        statement, values = random_statement(random, db)
        try:
            db.execute("PRAGMA writable_schema = ON")
            db.execute(statement, values)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            return f"{statement} {values} failed: {error}"
    return f"{statement} {values}"


def random_statement(random, db):
    try:
        table = random.choice(["about", "parts", "parts", "parts", "solutions", "solutions", "sqlite_master"])
        rows = db.execute(f"SELECT * FROM {table}").fetchall()
        columns = [name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")]
        key = "part = ? AND key" if table == "solutions" else columns[0]
        row, other = random.choice(rows), random.choice(rows)
    except (sqlite3.Error, UnicodeDecodeError, IndexError):
        return random.choice(["VACUUM", "REINDEX", "DROP TABLE IF EXISTS solutions"]), ()
    place = random.randrange(len(columns))
    where = f"{key} = ?"
    named = row[:2] if table == "solutions" else row[:1]
    strange = [0, 1, 2, 3, 7, -1, 2**62, 2**63 - 1, 1.5, None, "", "x", "--", "1-2", "999999", "1 1", "é", b"", b"\xff"]
    value = random.choice([*strange, other[place], other[place], other[place], row[place]])
    if isinstance(value, int) and random.random() < 0.5:
        value = max(-(2**63), min(value + random.choice([-1, 1]), 2**63 - 1))
    column = columns[place]
    return random.choice(
        [
            (f"DELETE FROM {table} WHERE {where}", named),
            (f"DELETE FROM {table} WHERE {column} = ?", (value,)),
            (f"UPDATE OR REPLACE {table} SET {column} = ? WHERE {where}", (value, *named)),
            (f"UPDATE OR REPLACE {table} SET {column} = ? WHERE {where}", (value, *named)),
            (f"UPDATE OR REPLACE {table} SET {column} = ?", (value,)),
            (
                f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})",
                (*row[:place], value, *row[place + 1 :]),
            ),
            random.choice(STRUCTURES),
        ]
    )


STRUCTURES = [
    (statement, ())
    for statement in (
        "DELETE FROM parts WHERE state = 0",
        "DELETE FROM parts WHERE state = 2",
        "DELETE FROM solutions",
        "UPDATE parts SET state = 2 WHERE state = 0",
        "UPDATE parts SET state = 7 WHERE state = 2",
        "DROP TABLE solutions",
        "DROP TABLE parts",
        "ALTER TABLE parts ADD COLUMN x",
        "ALTER TABLE solutions RENAME TO answers",
        "CREATE VIEW more AS SELECT * FROM parts",
        "CREATE TRIGGER more AFTER UPDATE ON parts BEGIN DELETE FROM parts WHERE state = 0; END",
        "CREATE INDEX states ON parts (state)",
        "PRAGMA user_version = 1",
        "PRAGMA journal_mode = WAL",
        "PRAGMA auto_vacuum = FULL",
        "VACUUM",
        "REINDEX",
    )
]


def mar(random, path, contents):
    """Change a ledger's bytes, or those of its journal; what was done."""
    journal = path.with_name("ledger-journal")
    file = random.choice([path, journal]) if journal.exists() else path
    data = bytearray(file.read_bytes())
    size = len(data)
    if not size:
        return f"{file.name} is empty"
    way = random.choice(["bits", "bits", "bits", "header", "truncated", "longer", "zeros", "page", "older page"])
    start, page = random.randrange(size), 4096
    if way == "bits":
        for _ in range(random.choice([1, 1, 2, 8])):
            place = random.randrange(size)
            data[place] ^= 1 << random.randrange(8)
    elif way == "header":
        # That of the file, of a page, or the first few cells of one.
        place = min(random.randrange(0, size, page) + random.randrange(100), size - 1)
        data[place] = random.choice([0, 1, 255, data[place] ^ 1 << random.randrange(8)])
    elif way == "truncated":
        del data[random.choice([start, start // page * page, start // 512 * 512]) :]
    elif way == "longer":
        data += random.randbytes(random.choice([1, 512, page]))
    elif way == "zeros":
        length = min(random.choice([1, 16, 512, page]), size - start)
        data[start : start + length] = bytes(length)
    else:
        source = data if way == "page" else random.choice(contents)[0]
        here, there = random.randrange(0, size, page), random.randrange(0, len(source), page)
        data[here : here + page] = source[there : there + page] if way == "page" else source[here : here + page]
    file.write_bytes(data)
    return f"{way} in {file.name}"


TRIALS = {"ledgers": trial}
