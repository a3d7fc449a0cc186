"""What every search in this process can do: go on for a number of nodes, stop there, be kept, and be cut into parts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from copy import deepcopy

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Rows = npt.NDArray[np.int32]

LEVELS = 8
"""How many of the first choices show how much of a search is done."""

ROOM = 256
"""How many solutions are found at most before they are taken."""


class Search(ABC):
    """A search that stops after any number of nodes, and goes on from there.

    All that backtracking knows is in arrays, so it can be pickled at any stop and goes on in another process.

    nodes: the choices that were tried so far and did not contradict what was known.
    seconds: how long that took, of the processor, so that what else the machine does makes no difference.
    done: whether the whole has been searched.
    """

    nodes: int = 0
    seconds: float = 0.0
    done: bool = False

    @property
    def share(self) -> float | None:
        """About which share of the work is done, judged by the first few choices; None where that is not known."""
        return 1.0 if self.done else None

    @abstractmethod
    def advance(self, nodes: int) -> Rows:
        """Search about this many nodes more; it stops before when `ROOM` solutions are found, or all is searched.

        The solutions found, a row each: choices by their numbers, in the order in which they were made.
        """

    def load(self) -> None:
        """Load what searches, as machine code is when it first runs; of a copy, as this may be left behind."""
        deepcopy(self).advance(1)

    @abstractmethod
    def start(self, prefix: tuple[int, ...] = ()) -> None:
        """Start over, with the first choices given: only solutions that begin so are found.

        Raises ValueError when the choices contradict each other.
        """

    @abstractmethod
    def children(self, prefix: tuple[int, ...]) -> list[tuple[int, ...]] | None:
        """The beginnings, one choice longer, into which a beginning is split; None when nothing is left to choose."""
