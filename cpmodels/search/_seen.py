"""A set that only grows, in memory that does not: it moves to disk when it has become large.

>>> seen = Seen()
>>> seen.add(b"one"), seen.add(b"other"), seen.add(b"one")
(True, True, False)
"""

from __future__ import annotations

import sqlite3
from hashlib import blake2b

IN_MEMORY = 2**15
"""How many values are kept in memory, which takes some 3 MB; more go to a temporary file."""

CACHE = 4096
"""The KiB of that file that are kept in memory."""


class Seen:
    """Values seen so far, each as a digest of 16 bytes, so that no two of 10**12 share one by chance.

    The temporary file has no name and goes with the object, or with the process.  Used from one thread at a time.
    """

    _disk: sqlite3.Connection | None = None

    def __init__(self, in_memory: int = IN_MEMORY) -> None:
        self._in_memory = in_memory
        self._recent: set[bytes] = set()

    def add(self, value: bytes) -> bool:
        """Take a value in; whether it is new."""
        digest = blake2b(value, digest_size=16).digest()
        if self._disk is not None:
            return self._disk.execute("INSERT OR IGNORE INTO seen VALUES (?)", (digest,)).rowcount > 0
        if digest in self._recent:
            return False
        self._recent.add(digest)
        if len(self._recent) > self._in_memory:
            self._move_to_disk()
        return True

    def close(self) -> None:
        """Let go of the temporary file.  Closing twice does nothing."""
        if self._disk is not None:
            self._disk.close()
        self._disk, self._recent = None, set()

    def __del__(self) -> None:
        self.close()

    def _move_to_disk(self) -> None:
        # A database without a name is a temporary file, which SQLite removes.
        self._disk = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        for setting in ("journal_mode = OFF", "synchronous = OFF", "temp_store = FILE", f"cache_size = -{CACHE}"):
            self._disk.execute(f"PRAGMA {setting}")
        self._disk.execute("CREATE TABLE seen (digest BLOB PRIMARY KEY) WITHOUT ROWID")
        self._disk.execute("BEGIN")
        self._disk.executemany("INSERT INTO seen VALUES (?)", ((digest,) for digest in sorted(self._recent)))
        self._recent = set()
