"""Groups of permutations, and what a graph looks like under them; no solver.

>>> quarter = {(0, 0): (0, 1), (0, 1): (1, 1), (1, 1): (1, 0), (1, 0): (0, 0)}
>>> group = mapping_group([quarter])
>>> len(group), group[0][0, 1]
(4, (0, 1))
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from cpmodels.errors import ModelError, TooLargeError
from cpmodels.graph import Graph

T = TypeVar("T", bound=Hashable)

LARGEST_GROUP = 1_000_000
"""Groups of more elements than this are refused."""


def permutation_group(generators: Iterable[Sequence[int]], size: int | None = None) -> tuple[tuple[int, ...], ...]:
    """The group that permutations generate, the identity first, then by the number of generators that it takes.

    generators: each a permutation of 0, 1, ..., n - 1: position i goes to ``permutation[i]``.
    size: n, which is needed only when there are no generators.

    Raises ModelError for what is not a permutation, or permutations of different sizes, TooLargeError for a group
    of more than `LARGEST_GROUP` elements.

    >>> permutation_group([(1, 2, 0)])
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    >>> len(permutation_group([(1, 2, 3, 0), (1, 0, 2, 3)]))
    24
    """
    given = [tuple(generator) for generator in generators]
    if size is None:
        size = len(given[0]) if given else 0
    one = tuple(range(size))
    for generator in given:
        if sorted(generator) != list(one):
            raise ModelError(f"{generator!r} is not a permutation of 0 to {size - 1}")
    group = {one: None}
    frontier = [one]
    while frontier:
        products = (tuple(generator[i] for i in element) for element in frontier for generator in given)
        frontier = [product for product in dict.fromkeys(products) if product not in group]
        group.update(dict.fromkeys(frontier))
        if len(group) > LARGEST_GROUP:
            raise TooLargeError(f"the permutations generate a group of more than {LARGEST_GROUP:,} elements")
    return tuple(group)


def mapping_group(generators: Iterable[Mapping[T, T]]) -> tuple[dict[T, T], ...]:
    """The group that permutations of any items generate, each a mapping from an item to its image, identity first.

    Raises ModelError as `permutation_group` does.
    """
    given = list(generators)
    items = list(given[0]) if given else []
    number = {item: i for i, item in enumerate(items)}
    for generator in given:
        if generator.keys() != number.keys() or set(generator.values()) != number.keys():
            raise ModelError(
                f"a mapping of {len(generator)} items is not a permutation of the {len(items)} of the first"
            )
    elements = permutation_group(([number[generator[item]] for item in items] for generator in given), len(items))
    return tuple({item: items[i] for item, i in zip(items, element, strict=True)} for element in elements)


def orbit_of(items: Iterable[T], generators: Iterable[Mapping[T, T]]) -> dict[T, T]:
    """For each item the first of its orbit, in the order of the items, under the group that permutations generate.

    The group itself is not needed, so it may be large.

    Raises ModelError for a mapping that is not a permutation of the items.

    >>> orbit_of("abcd", [{"a": "c", "b": "b", "c": "a", "d": "d"}])
    {'a': 'a', 'b': 'b', 'c': 'a', 'd': 'd'}
    """
    items, given = list(dict.fromkeys(items)), list(generators)
    for generator in given:
        for item in items:
            if item not in generator:
                raise ModelError(f"a symmetry has no image of {item!r}")
        if {generator[item] for item in items} != set(items):
            lost = next((i for i in items if generator[i] not in set(items)), None)
            what = "two items to one" if lost is None else f"{lost!r} to {generator[lost]!r}, which is not an item"
            raise ModelError(f"a symmetry takes {what}, so it is not a permutation of the items")
    first: dict[T, T] = {}
    for item in items:
        if item not in first:
            first[item] = item
            undone = [item]
            while undone:
                now = undone.pop()
                for image in (generator[now] for generator in given):
                    if image not in first:
                        first[image] = item
                        undone.append(image)
    return {item: first[item] for item in items}


def quotient(graph: Graph[T], first: Mapping[T, T]) -> Graph[T]:
    """The graph of the orbits, each by its first node: two are joined where some nodes of theirs are.

    first: for each node the first of its orbit under symmetries of the graph (see `orbit_of`).  A set of nodes that
    these symmetries keep is reached from another such set in so many steps just when it is so in the quotient.

    Raises ModelError for a node without an orbit.
    """
    if missing := [node for node in graph.nodes if node not in first]:
        raise ModelError(f"the node {missing[0]!r} is in no orbit")
    pairs = {frozenset((first[one], first[other])) for one, other in graph.edges}
    nodes = dict.fromkeys(first[node] for node in graph.nodes)
    return Graph(nodes, (tuple(sorted(pair, key=list(nodes).index)) for pair in pairs if len(pair) == 2))  # type: ignore[misc]
