"""A queue from threads to one that Ctrl-C may interrupt anywhere."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """A queue with so many places or, without a number, as many as are needed.

    `queue.Queue` takes its lock in Python: a KeyboardInterrupt between that and its use leaves the lock taken, and
    whoever comes next, to tidy up, waits for ever.  Each step here is one of machine code, done or not done.

    >>> box = Mailbox(1)
    >>> box.put("first", timeout=0), box.put("second", timeout=0), box.get(timeout=0)
    (True, False, 'first')
    """

    def __init__(self, places: int | None = None) -> None:
        self._items: SimpleQueue[T] = SimpleQueue()
        self._places: SimpleQueue[None] | None = None
        if places is not None:
            self._places = SimpleQueue()
            for _ in range(places):
                self._places.put(None)

    def put(self, item: T, timeout: float) -> bool:
        """Put something in; False when no place is free within `timeout` seconds."""
        if self._places is not None:
            try:
                self._places.get(timeout=timeout)
            except Empty:
                return False
        self._items.put(item)
        return True

    def get(self, timeout: float) -> T:
        """Take the first thing out.  Raises `queue.Empty` when nothing comes within `timeout` seconds."""
        item = self._items.get(timeout=timeout)
        if self._places is not None:
            self._places.put(None)
        return item

    def empty(self) -> bool:
        """Whether nothing is in it now."""
        return self._items.empty()
