"""A puzzle without any solver, in one of three classic structures, of each of which several engines find all solutions.

An exact cover with colours and multiplicities (`ExactCover`): options are to be chosen so that each primary item is
covered as often as it must be, and each secondary item has one colour in all the chosen options that touch it (Knuth,
The Art of Computer Programming 4B, 7.2.2.1: XCC and MCC); some of those chosen may have to be connected.  In a puzzle
of pieces an option lays a piece in a cell: cells and pieces are primary items, the edges between cells secondary ones.
Or one path through all nodes of a graph (`HamiltonianPath`).  Or one loop, or paths between given ends, in a graph,
with rules for some edges together (`Subgraph`).

Two dominoes on a row of two cells, whose touching ends must agree:

>>> options = [
...     Option((cell, left, right), [f"cell {cell}", f"domino {min(left, right)}{max(left, right)}"],
...            {"middle": right if cell == 0 else left})
...     for cell in (0, 1) for left, right in [(1, 2), (2, 1), (2, 3), (3, 2)]
... ]
>>> cover = ExactCover(["cell 0", "cell 1", "domino 12", "domino 23"], options)
>>> [option.meaning for option in cover.pruned().options]
[(0, 1, 2), (0, 3, 2), (1, 2, 1), (1, 2, 3)]
"""

from __future__ import annotations

import weakref
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, compress, count, pairwise, product
from operator import le
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from cpmodels.base._canonical import ordered
from cpmodels.base.errors import DefectError, ModelError, TooLargeError
from cpmodels.base.graph import Graph, connected_parts, pair, walks
from cpmodels.base.lattice import Cell
from cpmodels.base.marks import Mark
from cpmodels.base.values import is_whole, joined, plural, repeated, shown

__all__ = [
    "AllBut", "Copies", "CoverNumbers", "Describes", "Description", "ExactCover", "Family", "HamiltonianPath",
    "Option", "Primary", "Rule", "Subgraph", "described",
]  # fmt: skip

M = TypeVar("M", bound=Hashable)
N = TypeVar("N", bound=Hashable)
S = TypeVar("S")
Item = Hashable
Colour = Hashable
Copies = Mapping[Any, int | tuple[int, int]]
"""How often items are covered: a number of times, or from one number to another."""

_put = object.__setattr__

MOST_OPTIONS, MOST_COVERED = 500_000, 10_000_000
"""Exact covers of more options than this are refused, and those whose options cover more items than this, each
option's counted: they would take more than a gigabyte."""

MOST_MOVED = 4_000_000
"""Symmetries that have more images than this in all, of cells or of options, are left out.  The 3.9 million of 8 x 8
different pieces on a torus take 5 s and 0.2 GB, the 4.9 million of a garden on a torus of 28 x 28 cells 0.7 GB."""


class Primary(NamedTuple):
    """An item that is covered from `least` to `most` times.

    >>> Primary("an edge", 0, 1)
    Primary(item='an edge', least=0, most=1)
    """

    item: Item
    least: int = 1
    most: int = 1


@dataclass(frozen=True, init=False, slots=True)
class Option(Generic[M]):
    """A choice that can be made.

    meaning: what it is, such as ``(cell, piece)``; no two options of a cover mean the same.
    items: the primary items that it covers, each once.
    colours: the colour that it gives to each secondary item that it touches.

    >>> option = Option("piece 3 in the corner", ["corner", "piece 3"], {"right edge": "blue"})
    >>> option.items, option.colours
    (('corner', 'piece 3'), (('right edge', 'blue'),))
    """

    meaning: M
    items: tuple[Item, ...]
    colours: tuple[tuple[Item, Colour], ...] = ()

    def __init__(
        self, meaning: M, items: Iterable[Item], colours: Mapping[Any, Colour] | Iterable[tuple[Item, Colour]] = ()
    ) -> None:
        _put(self, "meaning", meaning)
        _put(self, "items", tuple(items))
        if type(colours) is not tuple:
            colours = tuple(colours.items() if isinstance(colours, Mapping) else colours)
        _put(self, "colours", colours)


@dataclass(frozen=True, eq=False)
class CoverNumbers:
    """The options of a cover in whole numbers, which are quick to hash and to compare.

    count: how many primary items there are.
    items: for each option, the places of its items among those of the cover.
    shades: for each option, the colours that it gives; a shade is one colour of one secondary item.
    touched: for each option, the secondary items that it touches, in the same order.
    secondaries: the secondary items by number.
    pairs: by the number of a shade, its secondary item and its colour.
    belongs: by the number of a shade, the number of its secondary item.

    >>> cover = ExactCover(["a", "b"], [Option(1, ["a"]), Option(2, ["a", "b"]), Option(3, ["b"])])
    >>> cover.numbers.items, cover.numbers.covering
    ([(0,), (0, 1), (1,)], [[0, 1], [1, 2]])
    """

    count: int
    items: Sequence[tuple[int, ...]]
    shades: Sequence[tuple[int, ...]]
    touched: Sequence[tuple[int, ...]]
    secondaries: Sequence[Item]
    pairs: Sequence[tuple[Item, Colour]]
    belongs: Sequence[int]

    @cached_property
    def covering(self) -> list[list[int]]:
        """For each primary item, the positions of the options that cover it."""
        found: list[list[int]] = [[] for _ in range(self.count)]
        for position, items in enumerate(self.items):
            for item in items:
                found[item].append(position)
        return found

    @cached_property
    def by_shade(self) -> dict[int, list[int]]:
        """For each shade, in order of first sight, the positions of the options that give it."""
        found: dict[int, list[int]] = defaultdict(list)
        for position, shades in enumerate(self.shades):
            for shade in shades:
                found[shade].append(position)
        return dict(found)

    @cached_property
    def by_secondary(self) -> dict[int, list[list[int]]]:
        """For each secondary item that is touched, the positions of the options that give it each of its colours."""
        found: dict[int, list[list[int]]] = {}
        for shade, positions in self.by_shade.items():
            found.setdefault(self.belongs[shade], []).append(positions)
        return found

    def common(self, positions: Iterable[int]) -> frozenset[int] | None:
        """The secondary items that all of these options touch; None where there are no options."""
        touched = {self.touched[position] for position in positions}
        return frozenset(touched.pop()).intersection(*touched) if touched else None

    def without(self, dropped: Container[int]) -> CoverNumbers:
        """Those of the other options."""
        kept = [position for position in range(len(self.items)) if position not in dropped]
        items, shades, touched = (
            [column[position] for position in kept] for column in (self.items, self.shades, self.touched)
        )
        return CoverNumbers(self.count, items, shades, touched, self.secondaries, self.pairs, self.belongs)


@dataclass(frozen=True)
class ExactCover(Generic[M]):
    """An exact cover problem with colours and multiplicities.

    items: the primary items, each covered exactly once; or a mapping that says for each how often it is covered, a
        number or ``(least, most)``.  Kept as `Primary` values.
    options: what can be chosen, each at most once.
    relaxed: whether the puzzle has rules that are not part of this description, so that it must check the
        solutions: each solution of the puzzle is a cover, but not the other way round.
    connected: a graph of meanings.  The options that are chosen, of those in it, are connected by its edges; none of
        them is fine, too.  Or several graphs, of each of which that is asked.

    Raises ModelError for an item or a meaning that comes twice, a multiplicity that is not a range, an option that
    covers no item, an unknown item, or an item twice, or gives a secondary item no colour or two, and a node of
    `connected` that is not a meaning; TooLargeError for more than `MOST_OPTIONS` options, or where these cover more
    than `MOST_COVERED` items, each option's counted.  An item that no option covers is not an error: such a problem has
    no solution (see `infeasible_reason`).

    >>> cover = ExactCover({"a": 1, "b": (0, 2)}, [Option(1, ["a"]), Option(2, ["a", "b"]), Option(3, ["b"])])
    >>> cover.items
    (Primary(item='a', least=1, most=1), Primary(item='b', least=0, most=2))
    >>> cover.chosen([True, False, True])
    [1, 3]
    """

    items: tuple[Primary, ...]
    options: tuple[Option[M], ...]
    relaxed: bool
    connected: Graph[M] | tuple[Graph[M], ...] | None
    numbers: CoverNumbers = field(init=False, repr=False, compare=False)

    def __init__(
        self,
        items: Iterable[Item] | Copies,
        options: Iterable[Option[M]],
        relaxed: bool = False,
        connected: Graph[M] | Iterable[Graph[M]] | None = None,
    ) -> None:
        connected = connected if isinstance(connected, Graph | None) else tuple(connected)
        vars(self).update(items=tuple(primaries(items)), relaxed=relaxed, connected=connected)
        options = tuple(_few(options))
        position = {option.meaning: i for i, option in enumerate(options)}
        if len(position) < len(options):
            raise ModelError(f"two options have the meaning {repeated(option.meaning for option in options)[0]!r}")
        if unknown := [node for graph in self.graphs for node in graph.nodes if node not in position]:
            raise ModelError(f"{unknown[0]!r} is to be connected with others, but no option has this meaning")
        place = {item: i for i, (item, _, _) in enumerate(self.items)}
        shade: dict[tuple[Item, Colour], int] = defaultdict(count().__next__)
        shades = [tuple([shade[pair] for pair in option.colours]) for option in options]
        secondary = {item: i for i, item in enumerate(dict.fromkeys(item for item, _ in shade))}
        belongs = [secondary[item] for item, _ in shade]
        try:
            covered = [tuple([place[item] for item in option.items]) for option in options]
        except KeyError:
            covered = []
        touched = [tuple([belongs[number] for number in numbers]) for numbers in shades]
        if (
            len(covered) < len(options)
            or not all(covered)
            or None in {colour for _, colour in shade}
            or not place.keys().isdisjoint(secondary)
            or any(len(set(numbers)) < len(numbers) for column in (covered, set(touched)) for numbers in column)
        ):
            for option in options:
                self._check_option(option)
        numbers = CoverNumbers(len(place), covered, shades, touched, list(secondary), list(shade), belongs)
        vars(self).update(options=options, position=position, numbers=numbers)

    @classmethod
    def of(
        cls, options: Iterable[Option[M]], copies: Copies | None = None, items: Iterable[Item] = ()
    ) -> ExactCover[M]:
        """A problem written by hand: each item that an option covers is covered once, or as often as `copies` says.

        The items are in the order of `items` (which need not name them all), then in that of the options.  In
        `Puzzle.describe` rather name all items, ``ExactCover(items, options)``: a cell that no option reaches then
        means that the puzzle has no solution, and is not left out.

        Raises ModelError as `ExactCover` does, and also where `infeasible_reason` finds that there is no solution: for
        an item that no option covers, and for copies that do not add up.
        """
        options, copies = tuple(options), copies or {}
        order = dict.fromkeys([*items, *(item for option in options for item in option.items), *copies])
        cover = cls({item: copies.get(item, 1) for item in order}, options)
        if reason := cover.infeasible_reason():
            raise ModelError(reason)
        return cover

    def _check_option(self, option: Option[M]) -> None:
        """Say what is wrong with an option, if anything."""
        meaning = option.meaning
        if not option.items:
            raise ModelError(f"the option {meaning!r} covers no item")
        for item in option.items:
            if item not in self.copies:
                raise ModelError(f"the option {meaning!r} covers {item!r}, which is not an item of the problem")
        if len(set(option.items)) < len(option.items):
            raise ModelError(f"the option {meaning!r} covers the item {repeated(option.items)[0]!r} twice")
        for item, colour in option.colours:
            if colour is None:
                raise ModelError(f"the option {meaning!r} touches {item!r} but gives it no colour")
            if item in self.copies:
                raise ModelError(f"the option {meaning!r} gives a colour to {item!r}, which is a primary item")
        if len(dict(option.colours)) < len(option.colours):
            twice = repeated(item for item, _ in option.colours)[0]
            raise ModelError(f"the option {meaning!r} gives a colour to {twice!r} twice")

    def _without(self, dropped: Container[int]) -> ExactCover[M]:
        """The same problem without some options, which need no checking."""
        cover: ExactCover[M] = object.__new__(ExactCover)
        options = tuple([option for position, option in enumerate(self.options) if position not in dropped])
        left = {option.meaning for option in options}
        connected = tuple(graph.induced(left.intersection(graph.nodes)) for graph in self.graphs) or None
        numbers = self.numbers.without(dropped)
        vars(cover).update(
            items=self.items, options=options, relaxed=self.relaxed, connected=connected, numbers=numbers
        )
        return cover

    @property
    def is_partial(self) -> bool:
        """Whether items and colours are not all the rules, so that what is chosen by them must be checked."""
        return self.relaxed or bool(self.graphs)

    @property
    def graphs(self) -> tuple[Graph[M], ...]:
        """The graphs of `connected`."""
        return (self.connected,) if isinstance(self.connected, Graph) else self.connected or ()

    def is_connected(self, meanings: Collection[M]) -> bool:
        """Whether what is chosen is connected where `connected` asks for that.

        >>> apart = ExactCover("ab", [Option(1, "a"), Option(2, "b")], connected=Graph([1, 2], []))
        >>> apart.is_connected([1]), apart.is_connected([1, 2])
        (True, False)
        """
        return all(
            len(connected_parts(set(graph.nodes).intersection(meanings), graph.neighbours.__getitem__)) < 2
            for graph in self.graphs
        )

    @cached_property
    def copies(self) -> dict[Item, tuple[int, int]]:
        """The least and greatest number of times that each item is covered."""
        return {item: (least, most) for item, least, most in self.items}

    @cached_property
    def position(self) -> dict[M, int]:
        """The place of each meaning in `options`."""
        return {option.meaning: i for i, option in enumerate(self.options)}

    @cached_property
    def covering(self) -> dict[Item, tuple[int, ...]]:
        """The positions of the options that cover each primary item."""
        covering = self.numbers.covering
        return {item: tuple(found) for (item, _, _), found in zip(self.items, covering, strict=True)}

    @cached_property
    def touching(self) -> dict[Item, dict[Colour, tuple[int, ...]]]:
        """For each secondary item, in order of first sight, the positions of the options by the colour they give it."""
        found: dict[Item, dict[Colour, tuple[int, ...]]] = {}
        for shade, positions in self.numbers.by_shade.items():
            item, colour = self.numbers.pairs[shade]
            found.setdefault(item, {})[colour] = tuple(positions)
        return found

    def chosen(self, values: Sequence[object]) -> list[M]:
        """The meanings of the options whose values, in the order of the options, are true."""
        return [option.meaning for option, value in zip(self.options, values, strict=True) if value]

    def pruned(self) -> ExactCover[M]:
        """The same problem less options that are in no solution, as far as colours alone show that.

        Some item must be covered, each option that covers it touches a certain secondary item, and none of them
        gives it the colour that the dropped option does; again and again, until there is no such option.  (This is
        arc consistency along the secondary items.)  An item is looked at again when an option that covers it is
        dropped.
        """
        return self._pruned or self

    @cached_property
    def _pruned(self) -> ExactCover[M] | None:
        """The same, made once for all that read it; None where no option is dropped."""
        numbers = self.numbers
        given, belongs = numbers.shades, numbers.belongs
        left = {i: positions for i, positions in enumerate(numbers.covering) if self.items[i].least > 0}
        possible: dict[int, set[int]] = {}
        for shade in numbers.by_shade:
            possible.setdefault(belongs[shade], set()).add(shade)
        touched = {item: numbers.common(positions) for item, positions in left.items()}
        dropped: set[int] = set()
        waiting = set(left)
        while waiting:
            item = waiting.pop()
            if dropped and not dropped.isdisjoint(left[item]):
                left[item] = [position for position in left[item] if position not in dropped]
                touched[item] = numbers.common(left[item]) or touched[item]
            if not touched[item]:
                continue
            offered = set().union(*[given[position] for position in left[item]])
            for secondary in touched[item] or ():
                for shade in possible[secondary] - offered:
                    possible[secondary].discard(shade)
                    for position in numbers.by_shade[shade]:
                        if position not in dropped:
                            dropped.add(position)
                            waiting.update(i for i in numbers.items[position] if i in left)
        return self._without(dropped) if dropped else None

    def is_settled(self) -> bool:
        """Whether each item has no more options than it must have: there is nothing to choose.

        The border of the Zigzaw leaves one frog for each cell, and each frog one cell, by colours alone:

        >>> import readers
        >>> zigzaw = readers.read("zigzaw").describe().problem
        >>> len(zigzaw.options), zigzaw.is_settled(), len(zigzaw.pruned().options), zigzaw.pruned().is_settled()
        (3481, False, 81, True)
        """
        return not self.graphs and all(map(le, map(len, self.numbers.covering), [least for _, least, _ in self.items]))

    def infeasible_reason(self) -> str | None:
        """Why there is no solution, where counting shows it; None when it does not.

        An item has too few options; or the copies do not add up, as with 12 pieces of five cells each on a board of
        59.  The latter is seen where it is plain of which items each option covers exactly one (see `family`).
        """
        for item, least, _ in self.items:
            if (few := len(self.covering[item])) < least:
                found = f"only {plural(few, 'option')} can do that" if few else "no option covers it"
                return f"the item {item!r} must be covered {times(least, least)}, but {found}"
        done, asked = set[int](), set[Item]()
        for position, option in enumerate(self.options):
            for item in () if position in done else option.items:
                if item not in asked and (family := self.family(item)) is not None:
                    done.update(family.options)
                    if reason := self._does_not_add_up(family):
                        return reason
                asked.add(item)
        return None

    def _does_not_add_up(self, family: Family) -> str | None:
        inside = set(family.items)
        others = dict.fromkeys(item for i in family.options for item in self.options[i].items if item not in inside)
        if not others:
            return None
        low = high = 0
        for item in family.items:
            taken = [len(self.options[i].items) - 1 for i in self.covering[item]]
            least, most = self.copies[item]
            low, high = low + least * min(taken), high + min(most, len(taken)) * max(taken)
        least, most = (sum(self.copies[item][end] for item in others) for end in (0, 1))
        if low <= most and least <= high:
            return None
        total = times(*(sum(self.copies[item][end] for item in family.items) for end in (0, 1)))
        return (
            f"the copies do not add up: {many(family.items)}, covered {total} in all, go with coverings of "
            f"{many(others)} {times(low, high)}, but these must be covered {times(least, most)} in all"
        )

    def family(self, item: Item) -> Family | None:
        """The items, `item` among them, of which each option covers exactly one, where that is plain.

        An option that covers one of them covers no other; an option of whose items all but one are not among them
        covers that one.  Only the options that are linked with `item` by these steps are looked at.  None where the
        steps contradict each other or leave a question open.
        """
        inside = {item: True}
        outside: dict[int, int] = {}
        undone = [item]
        while undone:
            now = undone.pop()
            for position in self.covering[now]:
                others = [other for other in self.options[position].items if other != now]
                if inside[now]:
                    if any(inside.get(other) for other in others):
                        return None
                    undone.extend(other for other in others if other not in inside)
                    inside.update((other, False) for other in others if other not in inside)
                    continue
                outside[position] = outside.get(position, 0) + 1
                if outside[position] == len(others):
                    last = next((other for other in others if inside.get(other) is not False), None)
                    if last is None:
                        return None
                    if last not in inside:
                        inside[last] = True
                        undone.append(last)
        options = frozenset(position for known in inside for position in self.covering[known])
        for position in options:
            known = [inside.get(other) for other in self.options[position].items]
            if None in known or known.count(True) != 1:
                return None
        return Family(tuple(other for other in inside if inside[other]), options)


class Family(NamedTuple):
    """Items of which each of some options, by their positions, covers exactly one.

    >>> cover = ExactCover([1, 2, "x", "y"], [Option((n, k), [n, k]) for n in (1, 2) for k in "xy"])
    >>> cover.family(1)
    Family(items=(1, 2), options=frozenset({0, 1, 2, 3}))
    """

    items: tuple[Item, ...]
    options: frozenset[int]


def _few(options: Iterable[Option[M]]) -> Iterator[Option[M]]:
    """The options of a cover.  Raises TooLargeError before there are too many, ModelError for what is not an option."""
    covered = 0
    for number, option in enumerate(options, 1):
        if not isinstance(option, Option):
            raise ModelError(f"{option!r} is not an Option")
        covered += len(option.items)
        if number > MOST_OPTIONS:
            raise TooLargeError(f"an exact cover with more than {MOST_OPTIONS:,} options is too large")
        if covered > MOST_COVERED:
            raise TooLargeError(f"an exact cover whose options cover more than {MOST_COVERED:,} items is too large")
        yield option


def primaries(items: Iterable[Item] | Copies) -> Iterator[Primary]:
    """Items with their multiplicities, checked."""
    seen: set[Item] = set()
    copies: Iterable[Any] = (
        items.items()
        if isinstance(items, Mapping)
        else ((each[0], each[1:]) if isinstance(each, Primary) else (each, 1) for each in items)
    )
    for item, given in copies:
        given = given if isinstance(given, tuple) else (given, given)
        if not (len(given) == 2 and all(map(is_whole, given))):
            raise ModelError(f"the item {item!r} must be covered {given!r} times, which is not a range")
        if item in seen:
            raise ModelError(f"the item {item!r} is given twice")
        seen.add(item)
        least, most = map(int, given)
        if not 0 <= least <= most:
            raise ModelError(f"the item {item!r} must be covered {least} to {most} times, which is not a range")
        yield Primary(item, least, most)


def times(least: int, most: int) -> str:
    """A number of times, or a range of such, in words."""
    if least != most:
        return f"{least} to {most} times"
    return "once" if least == 1 else f"{least} times"


def many(items: Iterable[Item]) -> str:
    """Some items by the first of them."""
    first, *others = items
    return f"{first!r} and {len(others)} items like it" if others else repr(first)


def cell_of(item: Any) -> Cell | None:
    """The cell of the board that an item is, which is then called ``("cell", cell)``; None for other items."""
    return item[1] if isinstance(item, tuple) and len(item) == 2 and item[0] == "cell" else None


def called(item: Item) -> str:
    """An item in words: all parts of a set, so that no two sets are called the same.

    >>> called(("cell", (0, 1))), called(frozenset([(0, 1), (0, 0)])), called("edge")
    ('cell (0, 1)', '(0, 0) and (0, 1)', 'edge')
    >>> called(("piece", 3)), called(("rectangle", (0, 1)))
    ('piece 3', 'the rectangle of (0, 1)')
    >>> called(("piece", ((1, -1, 2, 3), (4, -2, 1, 5))))
    'piece ((1, -1, 2, 3), (4, -2, 1, 5))'
    >>> called(frozenset(range(8)))
    '0, 1, 2, 3, 4, 5, 6 and 7'
    """
    if isinstance(item, frozenset):
        return joined(sorted(map(said, item)), most=len(item))
    if not isinstance(item, tuple) or not item or not isinstance(item[0], str):
        return said(item)
    cell = item[1] if len(item) == 2 and item[0] != "cell" else None
    if isinstance(cell, tuple) and [type(part) for part in cell] == [int, int]:
        return f"the {item[0]} of {cell}"
    return " ".join(map(said, item))


def said(part: Any) -> str:
    """A part of an item or a meaning as text, the same in every process, which the order of a set is not.

    >>> said(frozenset("ba")), said((0, 1))
    ("frozenset({'a', 'b'})", '(0, 1)')
    >>> print(said((0, frozenset("ba"))))
    (0, ("'a'", "'b'"))
    """
    is_set = isinstance(part, frozenset)
    text = ", ".join(sorted(map(repr, part))) if is_set else str(part)
    if "frozenset(" in text:  # To look for sets in all parts takes longer than to write them.
        text = ", ".join(ordered(part)) if is_set else str(ordered(part))
    return f"frozenset({{{text}}})" if is_set else text


def check_nodes(nodes: Collection[N], known: Collection[N], role: str) -> None:
    """Refuse unknown and repeated nodes."""
    if unknown := [node for node in nodes if node not in known]:
        raise ModelError(f"{role} {unknown[0]!r}, which is not a node of the graph")
    if twice := repeated(nodes):
        raise ModelError(f"{role} {twice[0]!r} twice")


def check_steps(successors: Mapping[N, Collection[N]]) -> None:
    """Refuse a step to an unknown node or to the node itself, and one that comes twice."""
    arcs = [(here, there) for here, near in successors.items() for there in near]
    if len(set(arcs)) < len(arcs):
        raise ModelError(f"the step {repeated(arcs)[0]!r} is given twice")
    for here, there in arcs:
        if there not in successors:
            raise ModelError(f"the step {(here, there)!r} ends in {there!r}, which is not a node of the graph")
        if here == there:
            raise ModelError(f"the step {(here, there)!r} leads from a node to itself")


@dataclass(frozen=True)
class HamiltonianPath(Generic[N]):
    """One path through all nodes of a directed graph, which meets some of them in order.

    successors: for each node those to which a step may lead; what is known to be impossible can be left out.
    starts, ends: the nodes at which the path may start and end.
    waypoints: nodes that are met in this order, with any number of others between them.

    Raises ModelError for a start, end or waypoint that is not a node or comes twice, and for a step to an unknown node
    or to the node itself, or that comes twice.

    >>> HamiltonianPath({"a": ("b",), "b": ("a", "c"), "c": ("b",)}, starts=("a",), ends=("c",))
    HamiltonianPath(successors={'a': ('b',), 'b': ('a', 'c'), 'c': ('b',)}, starts=('a',), ends=('c',), waypoints=())
    """

    successors: Mapping[N, tuple[N, ...]]
    starts: tuple[N, ...]
    ends: tuple[N, ...]
    waypoints: tuple[N, ...] = ()

    def __post_init__(self) -> None:
        check_nodes(self.starts, self.successors, "the path may start at")
        check_nodes(self.ends, self.successors, "the path may end at")
        check_nodes(self.waypoints, self.successors, "the path passes")
        check_steps(self.successors)

    def walks(self, edges: Sequence[tuple[N, N]]) -> list[list[N]]:
        """The nodes of the path that these edges make, in each direction in which it may be walked.

        >>> HamiltonianPath({"a": ("b",), "b": ("a",)}, starts=("a",), ends=("a", "b")).walks([("b", "a")])
        [['a', 'b']]
        """
        times = Counter(node for edge in edges for node in edge)
        tip = next((node for node in self.successors if times[node] == 1), next(iter(self.successors)))
        path = walks(edges, [tip])[0]
        return [nodes for nodes in (path, path[::-1]) if self._allows(nodes)]

    def _allows(self, nodes: Sequence[N]) -> bool:
        """Whether a path has the right ends, steps and order."""
        waypoints = set(self.waypoints)
        return (
            nodes[0] in self.starts
            and nodes[-1] in self.ends
            and [node for node in nodes if node in waypoints] == list(self.waypoints)
            and all(there in self.successors[here] for here, there in pairwise(nodes))
        )


@dataclass(frozen=True, init=False)
class AllBut:
    """All rows but one, as what a rule of many edges allows.

    >>> (True, True) in AllBut([1, 0]), (True, False) in AllBut([1, 0])
    (True, False)
    """

    row: tuple[bool, ...]

    def __init__(self, row: Sequence[bool]) -> None:
        _put(self, "row", tuple(map(bool, row)))

    def __contains__(self, row: object) -> bool:
        return row != self.row


MOST_IN_ROWS = 20
"""Of more edges than this no table says which rows are allowed: it would have a clause for each of a million others."""


def _check_rows(edges: int) -> None:
    if edges > MOST_IN_ROWS:
        raise ModelError(
            f"a rule for {edges} edges allows a number, (least, most) or AllBut one row: rows are listed for at most "
            f"{MOST_IN_ROWS}"
        )


@dataclass(frozen=True, init=False, slots=True)
class Rule(Generic[N]):
    """What some edges must be together, whatever the others are.

    edges: pairs of neighbouring nodes, each edge once.  Where numbers are allowed, a node twice stands for whether the
        node is passed.
    allowed: how many of them are taken, a number or ``(least, most)``; or all rows that are allowed, each with True or
        False for each edge, or `AllBut` one.  Kept as a pair, as a frozen set or as that.
    name: what the rule says, as a clause, such as ``"3 sides of the cell (0, 1) are on the loop"``.

    Raises ModelError for an edge that is not a pair, for what is neither numbers nor rows, for a row of another length,
    for rows that are to say whether nodes are passed, and for listed rows of more than `MOST_IN_ROWS` edges.

    >>> Rule([("a", "b"), ("b", "c")], 1).allowed
    (1, 1)
    >>> sorted(Rule.table([("a", "b"), ("b", "c")], lambda one, other: one <= other).allowed)
    [(False, False), (False, True), (True, True)]
    """

    edges: tuple[tuple[N, N], ...]
    allowed: tuple[int, int] | frozenset[tuple[bool, ...]] | AllBut
    name: str

    def __init__(
        self,
        edges: Iterable[tuple[N, N]],
        allowed: int | tuple[int, int] | Iterable[Sequence[bool]] | AllBut,
        name: str = "",
    ) -> None:
        pairs = tuple(map(pair, edges))
        kept: Any = (allowed, allowed) if is_whole(allowed) else allowed
        if isinstance(kept, tuple) and len(kept) == 2 and all(map(is_whole, kept)):
            kept = tuple(map(int, kept))
        else:
            if not isinstance(kept, AllBut):
                _check_rows(len(pairs))
                try:
                    kept = frozenset(tuple(map(bool, row)) for row in kept)
                except TypeError:
                    what = "a number, (least, most) or rows of True and False"
                    raise ModelError(f"a rule allows {what}, not {shown(allowed)}") from None
            if nodes := [one for one, other in pairs if one == other]:
                raise ModelError(f"whether {nodes[0]!r} is passed can be counted, but is not in rows")
            if any(len(row) != len(pairs) for row in ([kept.row] if isinstance(kept, AllBut) else kept)):
                raise ModelError(f"a rule for {plural(len(pairs), 'edge')} has a row of another length")
        _put(self, "edges", pairs)
        _put(self, "allowed", kept)
        _put(self, "name", name)

    @classmethod
    def table(
        cls, edges: Sequence[tuple[N, N]], allows: Callable[..., object], name: str = "", graph: Graph[N] | None = None
    ) -> Rule[N]:
        """The rule that a function of the edges, each True or False, must be true.

        graph: if given, edges that are not in it, as those beyond the rim of a board, are never taken.
        """
        there = [graph is None or one == other or other in graph.neighbours.get(one, ()) for one, other in edges]
        _check_rows(sum(there))
        rows = [row for row in product(*[(False, True) if each else (False,) for each in there]) if allows(*row)]
        return cls(compress(edges, there), [tuple(compress(row, there)) for row in rows], name)


@dataclass(frozen=True)
class Subgraph(Generic[N]):
    """Edges of a graph that form one loop, or paths between given ends, which do not branch or meet.

    graph: its edges are what can be taken; edges that are forbidden are left out of it.
    ends: pairs of nodes, each the two ends of one path; where there are none, the edges form one loop.
    through: nodes that are on the loop or a path, ends aside; all nodes, where nothing is to be left out.
    rules: what some edges must be together; an edge that is taken for certain is a rule of one edge.

    Raises ModelError for nodes and edges that are not of the graph, for a node that is an end twice, for ends that are
    not pairs, and for a rule with an edge twice.

    >>> from cpmodels.base.graph import grid
    >>> corner = Rule([((0, 0), (0, 1))], 1, "the upper left corner is passed")
    >>> loops = Subgraph(grid(3, 3), rules=[corner])
    >>> loops.ends, len(loops.rules)
    ((), 1)
    """

    graph: Graph[N]
    ends: tuple[tuple[N, N], ...]
    through: tuple[N, ...]
    rules: tuple[Rule[N], ...]

    def __init__(
        self,
        graph: Graph[N],
        ends: Iterable[tuple[N, N]] = (),
        through: Iterable[N] = (),
        rules: Iterable[Rule[N]] = (),
    ) -> None:
        number = graph.number
        between = tuple(sorted(set(through), key=lambda node: number.get(node, -1)))
        both = tuple(pair(each, "the ends of a path, which are two nodes") for each in ends)
        vars(self).update(graph=graph, ends=both, through=between, rules=tuple(rules))
        given = [end for each in self.ends for end in each]
        used = dict.fromkeys(chain.from_iterable(rule.edges for rule in self.rules))
        passed = [one for one, other in used if one == other]
        if unknown := [node for node in (*given, *self.through, *passed) if node not in number]:
            raise ModelError(f"{unknown[0]!r} is to be passed, but is not a node of the graph")
        if len(set(given)) < len(given):
            raise ModelError(f"{repeated(given)[0]!r} is an end twice")
        for one, other in used:
            if one != other:
                graph.edge(one, other)
        place = graph.place
        for rule in self.rules:
            if len({place.get(edge, edge) for edge in rule.edges}) < len(rule.edges):
                raise ModelError(f"a rule has an edge twice: {', '.join(map(repr, rule.edges))}")

    def walks(self, edges: Sequence[tuple[N, N]]) -> list[list[N]]:
        """The lists of nodes that the edges taken make: one for each path, or one for the loop."""
        return walks(edges, [one for one, _ in self.ends] or [node for node, _ in edges[:1]])


@dataclass(frozen=True)
class Description(Generic[S]):
    """What a puzzle says of itself, for any engine.

    problem: an exact cover, a path through all nodes, or edges of a graph.
    solution: the puzzle's solution that the meanings of the chosen options, or the nodes of the path in order, are; of
        edges, that of lists of nodes, one for each path from its first end to its second, or one for the loop.
    symmetries: the symmetries of the puzzle but the identity, with which they are a group: each as the image of a
        meaning or, of a path, of a tuple of its nodes, in which None may stand before the first and after the last; or,
        of edges, of a pair of nodes.
        They take the options of an item to those of an item that is covered as often, and colours of an item to colours
        of an item, or nodes to nodes, forwards or backwards; a search by symmetry raises DefectError where they do not.
    marks: the marks that a solution has by a choice, given its meaning or, of a path, its step; those of all pieces
        that look the same.  By default what `solution` makes of the one choice says it, if it can do that, and edges
        are marks where solutions are a `Loop` or `Paths`.
    names: other names of the variables of its model, such as ``placed`` in ``model.placed[cell, piece, turns]``: each
        with a function that gives, for each key, the meaning, or the step, that it stands for.

    >>> from cpmodels import Zip
    >>> Zip(1, 3).describe().problem.successors[0, 1]
    ((0, 2), (0, 0))
    """

    problem: ExactCover[Any] | HamiltonianPath[Any] | Subgraph[Any]
    solution: Callable[[Sequence[Any]], S]
    symmetries: Sequence[Callable[[Any], Any]] = ()
    names: Mapping[str, Callable[[], Mapping[Any, Any]]] = field(default_factory=dict)
    marks: Callable[[Any], Iterable[Mark]] | None = None


class Describes(Protocol):
    """What has a description, such as a puzzle.

    >>> from cpmodels import Zip
    >>> puzzle: Describes = Zip(2, 2)
    """

    @property
    def adds_rules(self) -> bool: ...

    def describe(self) -> Description[Any] | None: ...


_last: tuple[Callable[[], Describes | None], Callable[[], Description[Any] | None]] = (lambda: None, lambda: None)


def described(puzzle: Describes) -> Description[Any] | None:
    """The description of a puzzle, made once for all that read it at a time: it may take longer than a search.

    It is the same as long as somebody holds it, such as a model that was made of it, and no other was made since.  That
    of a puzzle with rules beyond it has no symmetries, which those rules need not have.

    Raises DefectError for a `describe` that gives something else.

    >>> from cpmodels import Zip
    >>> puzzle = Zip(2, 2)
    >>> held = described(puzzle)
    >>> described(puzzle) is held
    True
    """
    global _last
    of, made = _last
    description = made() if of() is puzzle else None
    if description is None:
        given: Any = puzzle.describe()
        if given is not None:
            structures = (ExactCover, HamiltonianPath, Subgraph)
            if not (isinstance(given, Description) and isinstance(given.problem, structures)):
                what = "a Description of an ExactCover, a HamiltonianPath or a Subgraph"
                raise DefectError(f"{type(puzzle).__name__}.describe returned {shown(given)}, not {what}")
            description = replace(given, symmetries=()) if puzzle.adds_rules else given
            _last = weakref.ref(puzzle), weakref.ref(description)
    return description
