"""What the solutions of a description are made of, and its symmetries as permutations of that.

Models and backtracking both read them here, so that their solutions up to symmetry are the same.  No solver is needed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import compress, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.description import AllBut, Description, ExactCover, HamiltonianPath, Subgraph
from cpmodels.base.errors import DefectError, ModelError
from cpmodels.base.lattice import orbits
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Loop, Path, Paths, Puzzle

Permutation = tuple[int, ...]


class DescribedKey(ABC):
    """The key of a description, as a model has one: what its solutions are made of, each true or false.

    key: the meanings of options, or the steps of a path.
    """

    as_built = True
    key: tuple[Any, ...]
    _demand = ""

    def __init__(self, description: Description[Any]) -> None:
        self._description = description
        self._problem: Any = description.problem

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """The symmetries of the description, the identity first, as permutations of the key.

        They are proved to be symmetries: all that is demanded of a solution goes to what is demanded.  Raises
        DefectError where that is not so, and where they are not a group.
        """
        group, generators = self._group
        for generator in generators:
            if not self._is_kept(generator):
                raise DefectError(f"symmetry {group.index(generator)} of the description is not one: {self._demand}")
        return group

    def images(self, values: bytes) -> list[bytes]:
        """What the symmetries make of values of the key, without any proof: nothing where that is not possible."""
        chosen = list(compress(self.key, values))
        found = []
        for image in self._description.symmetries:
            moved = bytearray(len(self.key))
            try:
                for what in chosen:
                    moved[self._place[image(what)]] = 1
            except (KeyError, TypeError):
                moved.clear()
            found.append(bytes(moved))
        return found

    @cached_property
    def _group(self) -> tuple[tuple[Permutation, ...], list[Permutation]]:
        group = tuple(dict.fromkeys([tuple(range(len(self.key))), *self._permutations()]))
        try:
            return group, check_group(group, len(self.key)) if len(group) > 1 else []
        except ModelError as error:
            raise DefectError(f"the symmetries of the description are wrong: with the identity, {error}") from None

    def _permutations(self) -> Iterator[Permutation]:
        place = self._place
        for number, image in enumerate(self._description.symmetries, 1):
            images = [image(what) for what in self.key]
            to = None
            try:
                yield tuple([place[to := each] for each in images])
            except (KeyError, TypeError):
                what = self.key[images.index(to)]
                raise DefectError(
                    f"symmetry {number} of the description takes {what!r} to {to!r}, which is not possible there"
                ) from None

    @cached_property
    def _place(self) -> dict[Any, int]:
        """The position of each part in the key."""
        return {what: place for place, what in enumerate(self.key)}

    def broken(self, values: Sequence[int]) -> list[str]:  # noqa: ARG002
        """Nothing: what a symmetry makes of a solution is one, by proof, and all are found and checked anyway."""
        return []

    @abstractmethod
    def _is_kept(self, permutation: Permutation) -> bool:
        """Whether a permutation of the key takes all that is demanded to what is demanded."""

    def values(self, parts: Sequence[Any]) -> bytes:
        """The values of the key, a byte each, that meanings of options, the nodes of a path, or lists of nodes say."""
        values = bytearray(len(self.key))
        for what in self._choices(parts):
            values[self._place[what]] = 1
        return bytes(values)

    @abstractmethod
    def _choices(self, parts: Sequence[Any]) -> Iterable[Any]:
        """What of the key is true where a solution has these parts."""

    @abstractmethod
    def read(self, values: Sequence[int]) -> list[Any]:
        """The meanings, or the nodes, that values of the key say."""


class CoverKey(DescribedKey):
    """The key of an exact cover: its options, less those that colours rule out.

    Symmetries take the options that are left to one another: what rules an option out rules out its image, too.

    cover: the cover, pruned.
    """

    _demand = (
        "it does not take all options that cover an item, or give it a colour, to all those of some item, "
        "or neighbours to neighbours"
    )

    def __init__(self, description: Description[Any]) -> None:
        super().__init__(description)
        self.cover: ExactCover[Any] = self._problem.pruned()
        self.key = tuple(option.meaning for option in self.cover.options)

    def _is_kept(self, permutation: Permutation) -> bool:
        return self._demands(permutation) == self._demanded

    @cached_property
    def _demanded(self) -> Counter[Hashable]:
        return self._demands(tuple(range(len(self.key))))

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
        found.update(
            frozenset(map(placed, by_colour)) for by_colour in numbers.by_secondary.values() if len(by_colour) > 1
        )
        for graph in self.cover.graphs:
            joined = [placed(map(self._place.__getitem__, one)) for one in (*zip(graph.nodes), *graph.edges)]
            found["connected", frozenset(joined)] += 1
        return found

    @cached_property
    def pivots(self) -> tuple[int, ...]:
        """The options of the item with the fewest, of those that are covered once and that each symmetry keeps."""
        moves = self.symmetries[1:]
        table = np.array(moves, dtype=np.intp).reshape(len(moves), len(self.key))
        once = [
            covering
            for covering, (_, *copies) in zip(self.cover.numbers.covering, self.cover.items, strict=True)
            if len(covering) > 1 and copies == [1, 1]
        ]
        kept = (few for few in sorted(once, key=len) if (np.sort(table[:, few], axis=1) == few).all())
        return tuple(next(kept, ()))

    def _choices(self, parts: Sequence[Any]) -> Iterable[Any]:
        return parts

    def read(self, values: Sequence[int]) -> list[Any]:
        """The meanings that values of the key say."""
        return self.cover.chosen(values)


class PathKey(DescribedKey):
    """The key of a path: its steps, with one from None to its first node and one from its last to None."""

    _demand = "it does not take nodes to nodes, and waypoints to the waypoints that are met when they are"

    def __init__(self, description: Description[Any]) -> None:
        super().__init__(description)
        steps = [(here, there) for here, others in self._problem.successors.items() for there in others]
        starts, ends = self._problem.starts, self._problem.ends
        self.key = (*((None, node) for node in starts), *steps, *((node, None) for node in ends))

    @property
    def pivots(self) -> tuple[int, ...]:
        """The steps to the first node or, where that is known, from the last one; none where both are known."""
        starts, ends, size = len(self._problem.starts), len(self._problem.ends), len(self.key)
        return tuple(range(starts) if starts > 1 else range(size - ends, size) if ends > 1 else ())

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

    def _choices(self, parts: Sequence[Any]) -> Iterable[Any]:
        return pairwise([None, *parts, None])

    def read(self, values: Sequence[int]) -> list[Any]:
        """The nodes of the path that values of the key say."""
        after = dict(step for step, value in zip(self.key, values, strict=True) if value)
        path: list[Any] = []
        here = None
        while (here := after.pop(here, None)) is not None:
            path.append(here)
        return path


class SubgraphKey(DescribedKey):
    """The key of a loop or of several paths: the edges of the graph."""

    _demand = "it does not take nodes to nodes, ends to ends, and rules to rules"
    pivots = ()

    def __init__(self, description: Description[Any]) -> None:
        super().__init__(description)
        self.key, self._place = self._problem.graph.edges, self._problem.graph.place

    def _is_kept(self, permutation: Permutation) -> bool:
        return self._demands(permutation) == self._demands(range(len(self.key)))

    def _demands(self, place: Sequence[int]) -> Counter[Hashable]:
        """What nodes, ends and rules demand of the edges, each of which stands at its place."""
        problem = self._problem
        stars: dict[Any, frozenset[int]] = {
            node: frozenset(place[self._place[node, other]] for other in near)
            for node, near in problem.graph.neighbours.items()
        }
        passed = set(problem.through)
        found: Counter[Hashable] = Counter((star, node in passed) for node, star in stars.items())
        found.update(frozenset(stars[end] for end in pair) for pair in problem.ends)
        for rule in problem.rules:
            if isinstance(rule.allowed, tuple):
                some = [stars[a] if a == b else place[self._place[a, b]] for a, b in rule.edges]
                found[frozenset(some), rule.allowed] += 1
            else:
                places = [place[self._place[edge]] for edge in rule.edges]
                rows = [rule.allowed.row] if isinstance(rule.allowed, AllBut) else rule.allowed
                taken = frozenset(frozenset(compress(places, row)) for row in rows)
                found[frozenset(places), taken, type(rule.allowed)] += 1
        return found

    def _choices(self, parts: Sequence[Any]) -> Iterable[Any]:
        return (step for walk in parts for step in pairwise(walk if self._problem.ends else (*walk, walk[0])))

    def read(self, values: Sequence[int]) -> list[Any]:
        """The lists of nodes, one for each path or one for the loop, that values of the key say."""
        return list(self._problem.walks([edge for edge, value in zip(self.key, values, strict=True) if value]))


ProblemKey = CoverKey | PathKey | SubgraphKey


def described_key(description: Description[Any]) -> ProblemKey:
    """The key of a description, by what its problem is."""
    if isinstance(description.problem, ExactCover):
        return CoverKey(description)
    if isinstance(description.problem, HamiltonianPath):
        return PathKey(description)
    return SubgraphKey(description)


def described_marks(
    puzzle: Puzzle[Any], description: Description[Any], key: Sequence[Any]
) -> dict[Mark, tuple[int, ...]] | None:
    """For each mark the places in a key, of meanings or of steps, of which one makes it; None where that is not known.

    What a choice makes is what `Description.marks` says or, by default, what the solution of it alone has.  That says
    nothing where the solution of no choice at all has marks, or pieces that look the same take each other's places.
    """
    if isinstance(description.problem, Subgraph) and description.marks is None:
        draws = issubclass(puzzle.solution_type, (Loop, Paths))
        return {Mark.edge(*edge): (place,) for place, edge in enumerate(key)} if draws else None
    is_path = isinstance(description.problem, HamiltonianPath)

    def alone(parts: Sequence[Any]) -> Any:
        try:
            return description.solution(parts).marks()
        except Exception:  # Whatever a kind raises for a solution that is not complete.
            return None

    if description.marks is None and (
        not issubclass(puzzle.solution_type, Path) if is_path else puzzle.identical > 1 or alone([])
    ):
        return None
    found: dict[Mark, list[int]] = {}
    for place, what in enumerate(key):
        checkpoint()
        if is_path and None in what:
            continue
        marks = description.marks(what) if description.marks else alone(what if is_path else [what])
        if marks is None:
            return None
        for mark in marks:
            found.setdefault(mark, []).append(place)
    return {mark: tuple(places) for mark, places in found.items()}


def check_group(permutations: Sequence[Sequence[int]], size: int) -> list[Permutation]:
    """Permutations that generate all of these, few of them.

    A finite set of permutations is a group when it is closed under composition.  Closure under composition with a few
    of its elements which generate all of it is enough, and at most log2 of the group's order generate it.
    """
    identity = tuple(range(size))
    for number, permutation in enumerate(permutations):
        if len(permutation) != size or {*permutation} != {*identity}:
            raise ModelError(f"symmetry {number} is not a permutation of the {size} positions of the key")
    table = np.array(permutations, dtype=np.int64).reshape(len(permutations), size)
    if tuple(permutations[0]) != identity:
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
                    "that is not among them; cpmodels.base.lattice.permutation_group makes a group from generators"
                )
            reached.update(fresh)
            frontier = np.array(list(fresh.values()), dtype=np.int64).reshape(-1, size)
    return [tuple(generator.tolist()) for generator in generators]


def pivot_orbits(pivots: Sequence[int], symmetries: Sequence[Sequence[int]]) -> list[list[int]]:
    """The pivots in orbits under the symmetries that map them to one another."""
    among = set(pivots)
    moves = [move for move in symmetries if {move[pivot] for pivot in among} == among] if among else []
    return orbits(pivots, lambda position: (move[position] for move in moves))
