"""What the solutions of a description are made of, and its symmetries as permutations of that.

Models and backtracking both read them here, so that their solutions up to symmetry are the same.  No solver is needed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from cpmodels.description import Description, ExactCover, HamiltonianPath
from cpmodels.errors import DefectError, ModelError

Permutation = tuple[int, ...]


class DescribedKey(ABC):
    """The key of a description, as a model has one: what its solutions are made of, each true or false.

    key: the meanings of options, or the steps of a path.
    """

    as_built = True
    key: tuple[Any, ...]
    _demand = ""
    _description: Description[Any]

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """The symmetries of the description, the identity first, as permutations of the key.

        They are proved to be symmetries: all that is demanded of a solution goes to what is demanded.  Raises
        DefectError where that is not so, and where they are not a group.
        """
        symmetries = tuple(dict.fromkeys([tuple(range(len(self.key))), *self._permutations()]))
        if len(symmetries) > 1:
            try:
                generators = check_group(symmetries, len(self.key))
            except ModelError as error:
                raise DefectError(f"the symmetries of the description are wrong: with the identity, {error}") from None
            for generator in generators:
                if not self._is_kept(generator):
                    number = symmetries.index(generator)
                    raise DefectError(f"symmetry {number} of the description is not one: {self._demand}")
        return symmetries

    def _permutations(self) -> Iterator[Permutation]:
        place = {what: position for position, what in enumerate(self.key)}
        for number, image in enumerate(self._description.symmetries, 1):
            found = []
            for what in self.key:
                to = image(what)
                try:
                    found.append(place[to])
                except (KeyError, TypeError):
                    raise DefectError(
                        f"symmetry {number} of the description takes {what!r} to {to!r}, which is not possible there"
                    ) from None
            yield tuple(found)

    def broken(self, values: Sequence[int], *, constraints: bool = False) -> list[str]:  # noqa: ARG002
        """Nothing: what a symmetry makes of a solution is one, by proof, and all are found and checked anyway."""
        return []

    @abstractmethod
    def _is_kept(self, permutation: Permutation) -> bool:
        """Whether a permutation of the key takes all that is demanded to what is demanded."""

    @abstractmethod
    def values(self, parts: Sequence[Any]) -> bytes:
        """The values of the key, a byte each, that meanings of options or the nodes of a path say."""

    @abstractmethod
    def read(self, values: Sequence[int]) -> list[Any]:
        """The meanings, or the nodes, that values of the key say."""


class CoverKey(DescribedKey):
    """The key of an exact cover: its options, less those that colours rule out.

    Symmetries take the options that are left to one another: what rules an option out rules out its image, too.

    cover: the cover, pruned.
    """

    _demand = "it does not take all options that cover an item, or give it a colour, to all those of some item"

    def __init__(self, description: Description[Any]) -> None:
        self._description = description
        assert isinstance(description.problem, ExactCover)
        self.cover: ExactCover[Any] = description.problem.pruned()
        self.key = tuple(option.meaning for option in self.cover.options)

    def _is_kept(self, permutation: Permutation) -> bool:
        return self._demands(permutation) == self._demanded

    @cached_property
    def _demanded(self) -> Counter[Hashable]:
        return self._demands(range(len(self.key)))

    def _demands(self, place: Sequence[int]) -> Counter[Hashable]:
        """What items demand of the options, each of which stands at its place; less what demands nothing."""
        numbers = self.cover.numbers

        def placed(positions: Iterable[int]) -> frozenset[int]:
            return frozenset(map(place.__getitem__, positions))

        found: Counter[Hashable] = Counter(
            (placed(covering), least, most)
            for covering, (_, least, most) in zip(numbers.covering, self.cover.items, strict=True)
            if least or most < len(covering)
        )
        shades: dict[int, list[frozenset[int]]] = {}
        for shade, positions in numbers.by_shade.items():
            shades.setdefault(numbers.belongs[shade], []).append(placed(positions))
        found.update(frozenset(classes) for classes in shades.values() if len(classes) > 1)
        return found

    @cached_property
    def pivots(self) -> tuple[int, ...]:
        """The options of the item with the fewest, of those that are covered once and that each symmetry keeps."""
        table = np.array(self.symmetries)
        once = [
            covering
            for covering, (_, *copies) in zip(self.cover.numbers.covering, self.cover.items, strict=True)
            if covering and copies == [1, 1]
        ]
        kept = (few for few in sorted(once, key=len) if (np.sort(table[:, few], axis=1) == few).all())
        return tuple(next(kept, ())) if len(table) > 1 else ()

    def values(self, parts: Sequence[Any]) -> bytes:
        """The values of the key, a byte each, that meanings of options say."""
        values = bytearray(len(self.key))
        for meaning in parts:
            values[self.cover.position[meaning]] = 1
        return bytes(values)

    def read(self, values: Sequence[int]) -> list[Any]:
        """The meanings that values of the key say."""
        return self.cover.chosen(values)


class PathKey(DescribedKey):
    """The key of a path: its steps, with one from None to its first node and one from its last to None."""

    _demand = "it does not take nodes to nodes, and waypoints to the waypoints that are met when they are"
    pivots: tuple[int, ...] = ()

    def __init__(self, description: Description[Any]) -> None:
        self._description, problem = description, description.problem
        assert isinstance(problem, HamiltonianPath)
        self._problem = problem
        steps = [(here, there) for here, others in problem.successors.items() for there in others]
        self.key = (*((None, node) for node in problem.starts), *steps, *((node, None) for node in problem.ends))

    @cached_property
    def _place(self) -> dict[Any, int]:
        return {step: place for place, step in enumerate(self.key)}

    def _is_kept(self, permutation: Permutation) -> bool:
        """Whether nodes go to nodes, forwards or backwards, and waypoints to those that are met when they are."""
        images = [self.key[place] for place in permutation]
        waypoints = self._problem.waypoints
        return any(self._goes([step[::way] for step in images], waypoints[::way]) for way in (1, -1))

    def _goes(self, images: Sequence[tuple[Any, Any]], waypoints: Sequence[Any]) -> bool:
        to: dict[Any, Any] = {None: None}
        for step, image in zip(self.key, images, strict=True):
            for node, other in zip(step, image, strict=True):
                if to.setdefault(node, other) != other:
                    return False
        moved = [to.get(node, node) for node in self._problem.waypoints]
        return len(set(to.values())) == len(to) and moved == list(waypoints)

    def values(self, parts: Sequence[Any]) -> bytes:
        """The values of the key, a byte each, that the nodes of a path say."""
        values = bytearray(len(self.key))
        for step in pairwise([None, *parts, None]):
            values[self._place[step]] = 1
        return bytes(values)

    def read(self, values: Sequence[int]) -> list[Any]:
        """The nodes of the path that values of the key say."""
        after = dict(step for step, value in zip(self.key, values, strict=True) if value)
        path: list[Any] = []
        here = None
        while (here := after.get(here)) is not None:
            path.append(here)
        return path


def key_of(description: Description[Any]) -> CoverKey | PathKey:
    """The key of a description."""
    return CoverKey(description) if isinstance(description.problem, ExactCover) else PathKey(description)


def check_group(permutations: Sequence[Sequence[int]], size: int) -> list[Permutation]:
    """Permutations that generate all of these, few of them.

    Raises ModelError unless they are permutations of ``range(size)`` that form a group, the identity first.

    A finite set of permutations is a group when it is closed under composition.  Closure under composition with a few
    of its elements which generate all of it is enough, and at most log2 of the group's order generate it.
    """
    identity = np.arange(size)
    for number, permutation in enumerate(permutations):
        if len(permutation) != size or not np.array_equal(np.sort(permutation), identity):
            raise ModelError(f"symmetry {number} is not a permutation of the {size} positions of the key")
    table = np.array(permutations, dtype=np.int64).reshape(len(permutations), size)
    if not np.array_equal(table[0], identity):
        raise ModelError("the first symmetry must be the identity")
    elements = {row.tobytes() for row in table}
    reached = {table[0].tobytes()}
    generators: list[npt.NDArray[np.int64]] = []
    for row in table:
        if row.tobytes() in reached:
            continue
        generators.append(row)
        frontier = table[:1]
        reached = {table[0].tobytes()}
        while len(frontier):
            images = np.concatenate([frontier[:, generator] for generator in generators])
            fresh = {image.tobytes(): image for image in images if image.tobytes() not in reached}
            if not elements.issuperset(fresh):
                raise ModelError(
                    f"the {len(table)} symmetries do not form a group: two of them in succession give a permutation "
                    "that is not among them; cpmodels.lattice.permutation_group makes a group from generators"
                )
            reached.update(fresh)
            frontier = np.array(list(fresh.values()), dtype=np.int64).reshape(-1, size)
    return [tuple(generator.tolist()) for generator in generators]
