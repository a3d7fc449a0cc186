"""The decision diagram of a program: all its solutions, without any of them being listed.

Each state is a node with two children, without the edges of the next layer and with them.  How many solutions lie below
a node is the sum over its children, so the solution of any rank is found by one walk from the root, and a rank drawn
uniformly gives a solution drawn uniformly (Knuth, TAOCP 4A, 7.1.4, on counting and random generation by ZDDs).
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from sys import getsizeof
from typing import Any

import numpy as np
import numpy.typing as npt

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.errors import TooLargeError
from cpmodels.engines.frontier._codes import Children
from cpmodels.engines.frontier._layout import Program
from cpmodels.engines.frontier._states import Pause, Reached, Tree, count, in_words, memory

Numbers = npt.NDArray[Any]
"""Whole numbers: of 64 bits where all fit, else Python's own."""

FITS = 1 << 61

Choices = list[Any]
"""What a solution is made of: edges as pairs of nodes, or meanings of options."""


class DecisionDiagram:
    """All solutions of a program by rank, in lexicographic order of its choices, each left out before it is made.

    total: how many there are.
    layers: for each layer the choices that are made there together.

    >>> from cpmodels import Zip
    >>> from cpmodels.engines.frontier._program import program_of
    >>> diagram = DecisionDiagram(program_of(Zip(2, 2).describe().problem))
    >>> diagram.total, diagram.choices([7])
    (8, [([((0, 0), (0, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1))], 1)])
    """

    def __init__(self, program: Program, pause: Pause = lambda _: None) -> None:
        self.layers = program.choices
        self._tree = Tree([], [])
        count(program, pause, self._tree)
        last: Numbers = np.array(self._tree.last, np.int64)
        self._below, layers, left = [last], len(self._tree.children), memory()
        left -= sum(children.nbytes for children in self._tree.children)
        for children in reversed(self._tree.children):
            pause(Reached(layers, layers, len(children)))
            self._below.append(numbers := _above(self._below[-1], children))
            left -= numbers.nbytes + (0 if numbers.dtype != object else len(numbers) * getsizeof(numbers.max()))
            if left < 0:
                raise TooLargeError(
                    f"the diagram, of {sum(map(len, self._tree.children)):,} states, needs more than "
                    f"{in_words(memory())} for how many solutions each has; count them, or search for some"
                )
        self._below.reverse()
        self.total = int(self._below[0][0]) if len(self._below[0]) else 0

    def taken(self, ranks: Sequence[int]) -> tuple[npt.NDArray[np.bool_], Numbers]:
        """In which layers the solutions of some ranks make choices, and in which of its ways each path is walked."""
        left: Numbers = np.array(ranks, np.int64 if self.total < FITS else object)
        at = np.zeros(len(ranks), np.int64)
        made = np.zeros((len(ranks), len(self._tree.children)), bool)
        for layer, children in enumerate(self._tree.children):
            below = self._below[layer + 1]
            without, with_it = children[at, 0], children[at, 1]
            fewer = np.where(without >= 0, below[without], 0)
            taken = made[:, layer] = (left >= fewer).astype(bool)
            left = left - np.where(taken, fewer, 0)
            at = np.where(taken, with_it, without)
        return made, left

    def choices(self, ranks: Sequence[int]) -> list[tuple[Choices, int]]:
        """The choices of the solutions of some ranks, each with the number of the way in which a path is walked."""
        return [
            ([choice for layer in np.flatnonzero(row).tolist() for choice in self.layers[layer]], int(way))
            for row, way in zip(*self.taken(ranks), strict=True)
        ]

    def without(self, choices: Container[Any]) -> int:
        """How many solutions make none of these choices."""
        below = self._below[-1]
        layers = zip(self._tree.children, self.layers, strict=False)  # where it is empty there are none
        for children, made in reversed(list(layers)):
            checkpoint()
            left_out = any(choice in choices for choice in made)
            below = _above(below, children[:, :1] if left_out else children)
        return int(below[0]) if len(below) else 0

    def often(self) -> dict[Any, int]:
        """In how many solutions each choice is made."""
        above: Numbers = np.ones(1, np.int64)
        found: dict[Any, int] = dict.fromkeys((choice for layer in self.layers for choice in layer), 0)
        for layer, children in enumerate(self._tree.children):
            below = self._below[layer + 1]
            exact = object if self.total >= FITS else np.int64
            after = np.zeros(len(below), exact)
            number = 0
            for column in (0, 1):
                there = children[:, column]
                possible = there >= 0
                np.add.at(after, there[possible], above[possible])
                if column:
                    number = int((above[possible].astype(exact) * below[there[possible]]).sum())
            found.update((choice, number) for choice in self.layers[layer])
            above = after
        return found


def _above(below: Numbers, children: Children) -> Numbers:
    """How many solutions lie below each node, from how many do below the nodes that follow."""
    found: Numbers = np.append(below, np.zeros(1, below.dtype))[children].sum(axis=1)  # -1: where no node follows
    return found.astype(object) if found.dtype != object and found.max(initial=0) >= FITS else found
