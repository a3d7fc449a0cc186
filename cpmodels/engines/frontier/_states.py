"""The states of a program, layer after layer: how many ways lead to each, and, if asked, which state follows which."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from cpmodels.base.errors import MissingExtraError, TooLargeError
from cpmodels.engines.backtracking._compiled import is_installed, kernel
from cpmodels.engines.frontier._codes import SLOTS, WIDTH, WORD, Children
from cpmodels.engines.frontier._layout import Program

SLICE = 1 << 15
"""States that are taken to the next layer between two looks at the clock, some 10 ms."""

AHEAD = 256
"""States that are made before they are looked for."""

MOST_STATES = 2**31 - 4 * SLICE
"""More states than this are not taken a slice further, as each has a number of 32 bits."""

SHARE_OF_MEMORY = 0.5
"""How much of the machine's memory the states may take."""

LIMITS = "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"
"""Where a container says how much memory it has, beyond which its processes are killed."""

HOPELESS = 1e4
"""A count is given up at once where its states are estimated, from at least a slice of them, to need so many times the
memory that there is.  Of 13 published Slitherlinks, Masyus, Numberlinks and covers that had a slice of them and could
be counted, none had an estimate of more than 8 times as many states as there came to be."""

_KERNEL = "cpmodels.engines.frontier._kernel"


class Reached(NamedTuple):
    """How far the states have come.

    layer, layers: how many layers are done, of how many.
    states: how many states there are now.
    """

    layer: int
    layers: int
    states: int

    def __str__(self) -> str:
        return f"{self.layer:,} of {self.layers:,} choices, {self.states:,} states"


Pause = Callable[[Reached], object]


def memory() -> int:
    """How many bytes the states may take."""
    try:
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return 2 << 30
    for limit in LIMITS:
        with suppress(OSError, ValueError):  # There is none.
            whole = min(whole, int(Path(limit).read_text()))
    return int(SHARE_OF_MEMORY * whole)


@dataclass
class Tree:
    """Which states follow which: for each layer two columns, without its edges and with them; -1 where none does.

    last: for each state after the last layer how many solutions it stands for.
    """

    children: list[Children]
    last: list[int]


def count(program: Program, pause: Pause = lambda _: None, kept: Tree | None = None) -> int:
    """How many solutions a program counts.

    pause: called every few milliseconds; what it raises ends the count.
    kept: takes in all states, and which follows which, in as much memory as that takes.

    Raises TooLargeError where the states do not fit into the memory, or it is plain that they will not.

    >>> from cpmodels import Zip
    >>> from cpmodels.engines.frontier._program import program_of
    >>> count(program_of(Zip(4, 4).describe().problem))
    552
    """
    width, most, held = int(program.head[WIDTH]), memory(), 0
    states = np.zeros((0 if program.is_empty else 1, width + 1), np.uint64)
    states[:, width] = 1
    layers = len(program.layers)
    spare, places = np.empty((0, 0), np.uint64), np.empty(0, np.int32)  # memory that is used again and again
    ahead = np.empty((AHEAD, 2), np.int64)
    for number, layer in enumerate(() if program.is_empty else program.layers):
        need = (int(states[:, -1].max(initial=0)) + 1).bit_length() + (2 * len(states) + 1).bit_length()
        if need > 63:  # A sum of this many may not fit: one word more.
            states = np.hstack([states, np.zeros((len(states), 1), np.uint64)])
        growth = max(program.ahead(number)) if len(states) >= SLICE else 0.0
        if states.nbytes * growth > HOPELESS * most:
            raise TooLargeError(
                f"the frontier, of width {program.width}, has {len(states):,} states after {number:,} of {layers:,} "
                f"choices, and is estimated to come to some 10^{math.log10(len(states) * growth):.0f}, where "
                f"{in_words(most)}, holds {most * len(states) // states.nbytes:,}; a search may do better"
            )
        children = np.full((len(states) if kept is not None else 0, 2), -1, np.int32)
        held += 2 * children.nbytes  # How many solutions are below takes as much, or more (see `DecisionDiagram`).
        most_new, row = 2 * len(states) + AHEAD, states.itemsize * states.shape[1]
        if len(spare) < most_new or spare.shape[1] != states.shape[1]:
            rows = max(most_new, min(2 * most_new, most // row))  # What is never written to takes no memory.
            spare = np.empty((rows, states.shape[1]), np.uint64)
        some = 1 << (3 * len(states) + AHEAD).bit_length()
        places = places if len(places) >= some else np.empty(some, np.int32)
        places[:some] = -1
        size = 0
        for begin in range(0, len(states), SLICE):
            pause(Reached(number, layers, max(len(states), size)))
            is_full = held + states.nbytes + size * row + places.nbytes > most
            if is_full or size > MOST_STATES:
                raise TooLargeError(
                    f"the frontier, of width {program.width}, has {size:,} states after {number} of {layers} choices, "
                    f"and needs more than {in_words(most) if is_full else 'numbers of 32 bits'}; a search may do better"
                )
            step = (program.head, program.fields, layer, program.table)
            room = (spare, places[:some], children, ahead)
            size = _advance(begin, min(begin + SLICE, len(states)), states, size, step, room)
        states, spare = spare[:size], states if states.base is None else states.base
        if kept is not None:
            kept.children.append(children)
    pause(Reached(layers, layers, len(states)))
    word, shift, mask = program.fields[:, program.head[SLOTS]].tolist()
    weights = [program.weights.get((flags >> shift) & mask, 0) for flags in states[:, word].tolist()]
    if kept is not None:
        kept.last.extend(weights)
    numbers = (sum(number << (WORD * k) for k, number in enumerate(row)) for row in states[:, width:].tolist())
    return sum(weight * number for weight, number in zip(weights, numbers, strict=True))


def in_words(most: int) -> str:
    """The memory that there is."""
    return f"half of this machine's memory, {most / 2**30:.1f} GB"


def _advance(*arguments: object) -> int:
    """The loop of the kernel: as machine code, or as plain Python without Numba."""
    if is_installed():
        with suppress(MissingExtraError):  # It does not load, and counts as not installed from now on.
            return kernel(_KERNEL, "advance")(*arguments)  # type: ignore[no-any-return]
    from cpmodels.engines.frontier import _kernel

    with np.errstate(over="ignore"):
        return _kernel.advance(*arguments)  # type: ignore[no-any-return]
