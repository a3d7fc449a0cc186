"""What a family of puzzles is: instances by size and seed, made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cpmodels.base.puzzle import Puzzle
from cpmodels.racing import Task

ZIP_SOLVERS = ("cpmodels", "cp-sat", "backtrack", "zip-article", "zip-article-compiled", "clingo", "cpmpy")
OPEN_ZIP_SOLVERS = (*ZIP_SOLVERS, "multi-puzzle-solver")
EDGE_SOLVERS = ("cpmodels", "cp-sat", "backtrack", "edge-rows", "xcover", "clingo", "cpmpy")
NINE_SOLVERS = (*EDGE_SOLVERS, "edge-article", "edge-article-compiled")
ZIGZAW_SOLVERS = ("cpmodels", "cp-sat", "backtrack", "zigzaw-article", "zigzaw-article-compiled", "xcover", "clingo")
ALL_GARDENS_SOLVERS = ("cpmodels", "cp-sat", "backtrack", "garden-backtrack", "xcover", "clingo")
"""Those that know when they have all."""
GARDEN_SOLVERS = (*ALL_GARDENS_SOLVERS, "garden-collapse")
ARTICLE_GARDEN_SOLVERS = (*GARDEN_SOLVERS, "garden-article", "garden-article-compiled")
"""The article's program takes no symmetry, and of packed gardens only cubes."""


@dataclass(frozen=True)
class Instance:
    """A puzzle of a family, by its size and seed; `label` names its size for people."""

    family: str
    size: int
    label: str
    seed: int
    make: Callable[[int, int], Puzzle[Any]] = field(repr=False, compare=False)

    @cached_property
    def puzzle(self) -> Puzzle[Any]:
        """The puzzle, made or read at the first use."""
        return self.make(self.size, self.seed)


@dataclass(frozen=True)
class Family:
    """Puzzles of one sort, from small to large.

    labels: the name of each size, in order; none where there are no puzzles here.  For a set of published puzzles,
        which have no size, it is the place in the set.
    make: the puzzle of a size and a seed.  Where there is one puzzle a size, the seed is for the solvers alone.
    solvers: the names of those that take part unless others are named.
    quick: the sizes of a quick run.
    most_seeds: how many seeds any run takes at most; one, where the puzzles of a set are the sample.
    grows: whether greater sizes are harder, so that they are not for solvers that answer nothing at a smaller one.
    note: what to know of the puzzles.
    available: why there are no puzzles here, or None when there are.
    """

    name: str
    title: str
    task: Task
    labels: Callable[[], Mapping[int, str]]
    make: Callable[[int, int], Puzzle[Any]]
    solvers: tuple[str, ...]
    quick: tuple[int, ...] = ()
    most_seeds: int | None = None
    grows: bool = True
    note: str = ""
    available: Callable[[], str | None] = lambda: None

    def instances(self, seeds: int, sizes: Iterable[int] | None = None) -> Iterator[Instance]:
        """The instances of some sizes (by default all), by size and then by seed: 0, 1, ...

        Raises ValueError for a size that the family has not.
        """
        labels = self.labels()
        chosen = list(labels) if sizes is None else list(sizes)
        if unknown := [size for size in chosen if size not in labels]:
            raise ValueError(f"the family {self.name} has no size {unknown[0]}; it has {', '.join(labels.values())}")
        least = min(seeds, self.most_seeds or seeds)
        return (Instance(self.name, size, labels[size], seed, self.make) for size in chosen for seed in range(least))

    def quick_instances(self, seeds: int | None = None) -> Iterator[Instance]:
        """The instances of a quick run, of one seed or more; none where there are no puzzles here."""
        labels = self.labels()
        return self.instances(seeds or 1, [size for size in self.quick if size in labels])


def squared(*sides: int) -> Callable[[], Mapping[int, str]]:
    """The labels of square boards."""
    return lambda: {side: f"{side} x {side}" for side in sides}


def placed(*names: str) -> Callable[[], Mapping[int, str]]:
    """The labels of a list, by place."""
    return lambda: dict(enumerate(names, 1))
