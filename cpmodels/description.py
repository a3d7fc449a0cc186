"""A puzzle without any solver, in one of two classic structures, which every engine reads.

An exact cover with colours and multiplicities (`ExactCover`): options are to be chosen so that each primary item is
covered as often as it must be, and each secondary item has one colour in all the chosen options that touch it (Knuth,
The Art of Computer Programming 4B, 7.2.2.1: XCC and MCC).  In a puzzle of pieces an option lays a piece in a cell:
cells and pieces are primary items, the edges between cells secondary ones.  Or one path through all nodes of a graph
(`HamiltonianPath`).

Two dominoes on a row of two cells, whose touching ends must agree:

>>> options = [
...     Option((cell, left, right), [f"cell {cell}", f"domino {min(left, right)}{max(left, right)}"],
...            {"middle": right if cell == 0 else left})
...     for cell in (0, 1) for left, right in [(1, 2), (2, 1), (2, 3), (3, 2)]
... ]
>>> cover = ExactCover.of(options)
>>> [item for item, _, _ in cover.items]
['cell 0', 'domino 12', 'domino 23', 'cell 1']
>>> [option.meaning for option in cover.pruned().options]
[(0, 1, 2), (0, 3, 2), (1, 2, 1), (1, 2, 3)]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from cpmodels.errors import ModelError, TooLargeError

M = TypeVar("M", bound=Hashable)
N = TypeVar("N", bound=Hashable)
S = TypeVar("S")
Item = Hashable
Colour = Hashable
Copies = Mapping[Any, int | tuple[int, int]]
"""How often items are covered: so many times, or from so many to so many."""

MOST_OPTIONS = 500_000
"""Exact covers of more options than this are refused."""


class Primary(NamedTuple):
    """An item that is covered from `least` to `most` times."""

    item: Item
    least: int = 1
    most: int = 1


@dataclass(frozen=True)
class Option(Generic[M]):
    """A choice that can be made.

    meaning: what it is, such as ``(cell, piece)``; no two options of a cover mean the same.
    items: the primary items that it covers, each once.
    colours: the colour that it gives to each secondary item that it touches.
    """

    meaning: M
    items: tuple[Item, ...]
    colours: tuple[tuple[Item, Colour], ...] = ()

    if TYPE_CHECKING:

        def __init__(
            self,
            meaning: M,
            items: Iterable[Item],
            colours: Mapping[Any, Colour] | Iterable[tuple[Item, Colour]] = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        colours: Any = self.colours
        object.__setattr__(self, "items", tuple(self.items))
        object.__setattr__(self, "colours", tuple(colours.items() if isinstance(colours, Mapping) else colours))


@dataclass(frozen=True)
class ExactCover(Generic[M]):
    """An exact cover problem with colours and multiplicities.

    items: the primary items, each covered exactly once; or a mapping that says for each how often it is covered, a
        number or ``(least, most)``.  Kept as `Primary` values.
    options: what can be chosen, each at most once.
    relaxed: whether the puzzle has rules that are not part of this description, so that it must check the
        solutions: each solution of the puzzle is a cover, but not the other way round.

    Raises ModelError for an item or a meaning that comes twice, a multiplicity that is not a range, and an option that
    covers no item, an unknown item, or an item twice, or gives a secondary item no colour or two; TooLargeError for
    more than `MOST_OPTIONS` options.  An item that no option covers is not an error: such a problem has no solution
    (see `obstruction`).
    """

    items: tuple[Primary, ...]
    options: tuple[Option[M], ...]
    relaxed: bool = False

    if TYPE_CHECKING:

        def __init__(
            self, items: Iterable[Item] | Copies, options: Iterable[Option[M]], relaxed: bool = False
        ) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", tuple(primaries(self.items)))
        object.__setattr__(self, "options", tuple(self._checked(self.options)))

    @classmethod
    def of(
        cls, options: Iterable[Option[M]], copies: Copies | None = None, items: Iterable[Item] = ()
    ) -> ExactCover[M]:
        """A problem written by hand: each item that an option covers is covered once, or as often as `copies` says.

        The items are in the order of `items` (which need not name them all), then in that of the options.

        Raises ModelError as `ExactCover` does, and also where `obstruction` finds that there is no solution: for
        an item that no option covers, and for copies that do not add up.
        """
        options, copies = tuple(options), copies or {}
        order = dict.fromkeys([*items, *(item for option in options for item in option.items), *copies])
        cover = cls({item: copies.get(item, 1) for item in order}, options)
        if reason := cover.obstruction():
            raise ModelError(reason)
        return cover

    def _checked(self, options: Iterable[Option[M]]) -> Iterator[Option[M]]:
        copies = self.copies
        seen: set[M] = set()
        for number, option in enumerate(options, 1):
            if not isinstance(option, Option):
                raise ModelError(f"{option!r} is not an Option")
            meaning = option.meaning
            if number > MOST_OPTIONS:
                raise TooLargeError(f"an exact cover of more than {MOST_OPTIONS:,} options is not tried")
            if meaning in seen:
                raise ModelError(f"two options mean {meaning!r}")
            seen.add(meaning)
            if not option.items:
                raise ModelError(f"the option {meaning!r} covers no item")
            for item in option.items:
                if item not in copies:
                    raise ModelError(f"the option {meaning!r} covers {item!r}, which is not an item of the problem")
            if len(set(option.items)) < len(option.items):
                twice = next(item for i, item in enumerate(option.items) if item in option.items[:i])
                raise ModelError(f"the option {meaning!r} covers the item {twice!r} twice")
            for item, colour in option.colours:
                if colour is None:
                    raise ModelError(f"the option {meaning!r} touches {item!r} but gives it no colour")
                if item in copies:
                    raise ModelError(f"the option {meaning!r} gives a colour to {item!r}, which is a primary item")
            if len(dict(option.colours)) < len(option.colours):
                names = [item for item, _ in option.colours]
                twice = next(item for i, item in enumerate(names) if item in names[:i])
                raise ModelError(f"the option {meaning!r} gives a colour to {twice!r} twice")
            yield option

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
        found: dict[Item, list[int]] = {item: [] for item, _, _ in self.items}
        for position, option in enumerate(self.options):
            for item in option.items:
                found[item].append(position)
        return {item: tuple(positions) for item, positions in found.items()}

    @cached_property
    def touching(self) -> dict[Item, dict[Colour, tuple[int, ...]]]:
        """For each secondary item, in order of first sight, the positions of the options by the colour they give it."""
        found: dict[Item, dict[Colour, list[int]]] = {}
        for position, option in enumerate(self.options):
            for item, colour in option.colours:
                found.setdefault(item, {}).setdefault(colour, []).append(position)
        return {item: {c: tuple(by[c]) for c in by} for item, by in found.items()}

    @cached_property
    def touched_by_all(self) -> dict[Item, frozenset[Item]]:
        """For each primary item that some option covers, the secondary items that all of those options touch."""
        found: dict[Item, frozenset[Item]] = {}
        for item, positions in self.covering.items():
            common: set[Item] | None = None
            for position in positions:
                touched = [secondary for secondary, _ in self.options[position].colours]
                common = set(touched) if common is None else common.intersection(touched)
                if not common:
                    break
            if common is not None:
                found[item] = frozenset(common)
        return found

    def chosen(self, values: Sequence[object]) -> list[M]:
        """The meanings of the options whose values, in the order of the options, are true."""
        return [option.meaning for option, value in zip(self.options, values, strict=True) if value]

    def permutation(self, image: Callable[[M], M] | Mapping[M, M]) -> tuple[int, ...]:
        """A symmetry, by the image of each meaning, as a permutation of positions: position i goes to ``result[i]``.

        Raises ModelError when the image of an option is not an option, or two options have one image.
        """
        of = image.__getitem__ if isinstance(image, Mapping) else image
        positions = []
        for option in self.options:
            target = of(option.meaning)
            if target not in self.position:
                raise ModelError(f"the image {target!r} of the option {option.meaning!r} is not an option")
            positions.append(self.position[target])
        if len(set(positions)) < len(positions):
            raise ModelError("two options have the same image, so this is not a symmetry")
        return tuple(positions)

    def pivots(self, items: Iterable[Item]) -> tuple[int, ...]:
        """The positions of the options of that item, of those given, which has the fewest, but some.

        Items that are not covered exactly once are passed over.  Empty when none is left.  As pivots of a model the
        items must be ones that each symmetry maps to themselves.
        """
        once = (self.covering[item] for item in items if self.copies.get(item) == (1, 1))
        return min((positions for positions in once if positions), key=len, default=())

    def pruned(self) -> ExactCover[M]:
        """The same problem less options that are in no solution, as far as colours alone show that.

        Some item must be covered, each option that covers it touches a certain secondary item, and none of them
        gives it the colour that the dropped option does; again and again, until there is no such option.  (This is
        arc consistency along the secondary items.)  Each round is linear in the size of the options; for pieces in
        cells there are most often two.
        """
        offers: dict[tuple[Item, Item], dict[Colour, int]] = {
            (item, secondary): dict.fromkeys(self.touching[secondary], 0)
            for item, touched in self.touched_by_all.items()
            for secondary in touched
            if self.copies[item][0] > 0
        }

        def counts(option: Option[M]) -> Iterator[tuple[dict[Colour, int], tuple[Item, Colour]]]:
            """The offers that an option is counted in, with what it offers."""
            for secondary, colour in option.colours:
                for item in option.items:
                    if (offer := offers.get((item, secondary))) is not None:
                        yield offer, (secondary, colour)

        for option in self.options:
            for offer, (_, colour) in counts(option):
                offer[colour] += 1
        lost = [(item, colour) for (_, item), offer in offers.items() for colour, number in offer.items() if not number]
        dropped: set[int] = set()
        while lost:
            secondary, colour = lost.pop()
            for position in self.touching[secondary][colour]:
                if position not in dropped:
                    dropped.add(position)
                    for offer, given in counts(self.options[position]):
                        offer[given[1]] -= 1
                        if not offer[given[1]]:
                            lost.append(given)
        if not dropped:
            return self
        kept = (option for i, option in enumerate(self.options) if i not in dropped)
        return ExactCover(self.items, kept, self.relaxed).pruned()  # more secondary items may be touched by all now

    def obstruction(self) -> str | None:
        """Why there is no solution, where counting shows it; None when it does not.

        An item has too few options; or the copies do not add up, as with 12 pieces of five cells each on a board of
        59.  The latter is seen where it is plain of which items each option covers exactly one (see `family`).
        """
        for item, least, _ in self.items:
            if len(self.covering[item]) < least:
                found = (
                    "no option covers it" if not self.covering[item] else f"only {len(self.covering[item])} options do"
                )
                return f"the item {item!r} must be covered {times(least, least)}, but {found}"
        done: set[int] = set()
        for position, option in enumerate(self.options):
            if position in done:
                continue
            done.add(position)
            for item in option.items:
                if (family := self.family(item)) is not None:
                    done.update(family.options)
                    if reason := self._does_not_add_up(family):
                        return reason
        return None

    def _does_not_add_up(self, family: Family) -> str | None:
        others = dict.fromkeys(
            item for i in family.options for item in self.options[i].items if item not in family.items
        )
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
            f"{many(others)} {times(low, high)}, but these are to be covered {times(least, most)} in all"
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
                    undone.extend(other for other in others if other not in inside)
                    inside.update((other, False) for other in others if other not in inside)
                    continue
                outside[position] = outside.get(position, 0) + 1
                if outside[position] == len(others):
                    last = next((other for other in others if inside.get(other) is not False), None)
                    if last is not None and last not in inside:
                        inside[last] = True
                        undone.append(last)
        options = frozenset(position for known in inside for position in self.covering[known])
        for position in options:
            known = [inside.get(other) for other in self.options[position].items]
            if None in known or known.count(True) != 1:
                return None
        return Family(tuple(other for other in inside if inside[other]), options)


class Family(NamedTuple):
    """Items of which each of some options, by their positions, covers exactly one."""

    items: tuple[Item, ...]
    options: frozenset[int]


def primaries(items: Iterable[Item] | Copies) -> Iterator[Primary]:
    """Items with their multiplicities, checked."""
    seen: set[Item] = set()
    for entry in items:
        given: Any = entry if isinstance(entry, Primary) else (entry, 1, 1)
        if isinstance(items, Mapping):
            copies = items[entry]
            given = (entry, *(copies if isinstance(copies, tuple) else (copies, copies)))
        item = given[0]
        if len(given) != 3 or not all(type(times) is int for times in given[1:]):
            raise ModelError(f"the item {item!r} is to be covered {given[1:]!r} times, which is not a range")
        primary = Primary(*given)
        if item in seen:
            raise ModelError(f"the item {item!r} comes twice")
        seen.add(item)
        if not 0 <= primary.least <= primary.most:
            raise ModelError(
                f"the item {item!r} is to be covered from {primary.least} to {primary.most} times, which is not a range"
            )
        yield primary


def times(least: int, most: int) -> str:
    """A number of times, or a range of such, in words."""
    if least != most:
        return f"{least} to {most} times"
    return "once" if least == 1 else f"{least} times"


def many(items: Iterable[Item]) -> str:
    """Some items by the first of them."""
    first, *others = items
    return f"{first!r} and {len(others)} items like it" if others else repr(first)


@dataclass(frozen=True)
class HamiltonianPath(Generic[N]):
    """One path through all nodes of a directed graph, which meets some of them in order.

    successors: for each node those to which a step may lead; what is known to be impossible can be left out.
    starts, ends: the nodes at which the path may start and end.
    waypoints: nodes that are met in this order, with any number of others between them.
    """

    successors: Mapping[N, tuple[N, ...]]
    starts: tuple[N, ...]
    ends: tuple[N, ...]
    waypoints: tuple[N, ...] = ()


@dataclass(frozen=True)
class Description(Generic[S]):
    """What a puzzle says of itself, for any engine.

    problem: an exact cover or a path.
    solution: the puzzle's solution that the meanings of the chosen options, or the nodes of the path in order, are.
    """

    problem: ExactCover[Any] | HamiltonianPath[Any]
    solution: Callable[[Sequence[Any]], S]
