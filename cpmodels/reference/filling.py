"""Fill a board place by place with an explicit stack: the backtracker for any exact cover, such as pieces in cells.

What may lie where, and what must agree, is read from the puzzle's description (`cpmodels.base.description.ExactCover`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from cpmodels.base.description import Colour, ExactCover, Item, Option, cell_of
from cpmodels.base.errors import UnsupportedError
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Puzzle
from cpmodels.reference.steps import Step, description_as

__all__ = ["Lies", "Way", "boards", "fill", "places"]

Lies = tuple[tuple[Cell, Any], ...]
"""What lies in which cells, as steps have it; None where nothing does."""


class Way(NamedTuple):
    """A way to take an option.

    uses: what it uses up, of which nothing is used twice: cells and pieces.
    counts: the items that it covers of those that are covered more often.
    """

    uses: tuple[Hashable, ...]
    lies: Lies
    meaning: Any = None
    counts: tuple[Item, ...] = ()


Sides = tuple[tuple[int, Colour], ...]
"""Colours of edges and the like, which have numbers."""

Try = tuple[int, Sides, Sides, Way]
"""A way as it is tried: a bit for each thing that it uses up, except for the place at which it is tried, which is free;
the colours that what was laid before may have given already; those that what is laid later may want; and the way."""


def boards(puzzle: Puzzle[Any]) -> Iterator[Step]:
    """All solutions of a puzzle that describes itself as an exact cover, places and options in its order.

    Identical pieces are interchangeable.  In a cell lies the first of the marks that an option makes there, nothing
    where it makes none.  Of a description without marks, in each cell that is an item ``("cell", cell)``, the number of
    the option's first other item.

    Raises UnsupportedError for a puzzle that does not describe itself so, or has rules that this may leave out.
    """
    description, cover = description_as(puzzle, ExactCover)
    number = {item: i for i, (item, _, _) in enumerate(cover.items, 1)}
    cell_in = {item: cell for item in number if (cell := cell_of(item)) is not None}
    not_once = {item for item, _, most in cover.items if most != 1}

    def lies(option: Option[Any]) -> Lies:
        cells = [cell_in[item] for item in option.items if item in cell_in]
        if description.marks is None:
            others = [number[item] for item in option.items if item not in cell_in]
            return tuple((cell, (others or [0])[0]) for cell in cells)
        found: dict[Cell, Any] = dict.fromkeys(cells)
        for mark in reversed([*description.marks(option.meaning)]):
            for cell in mark.cells:
                found[cell] = mark.value
        return tuple(found.items())

    def ways(option: Option[Any]) -> Iterator[Way]:
        if not not_once:
            yield Way(option.items, lies(option), option.meaning)
        elif all(cover.copies[item][1] for item in option.items):
            once = tuple(item for item in option.items if item not in not_once)
            more = tuple(item for item in option.items if item in not_once)
            yield Way(once, lies(option), option.meaning, more)

    def answers(laid: list[Way]) -> Iterator[Step]:
        used = Counter(item for way in laid for item in (*way.uses, *way.counts))
        if any(used[item] < least for item, least, _ in cover.items):
            yield "dead end", None, None
            return
        meanings = [way.meaning for way in laid]
        solution = description.solution(meanings)
        if cover.is_partial and (not cover.is_connected(meanings) or puzzle.check(solution)):
            yield "dead end", None, None
        else:
            yield "found", None, solution

    return fill(cover, places(cover), ways, answers)


def places(cover: ExactCover[Any]) -> list[Item]:
    """The first items, as many as it takes until each option covers one of them; descriptions name cells first.

    What covers each of them once has covered all: pieces and the like only say which choices exclude each other.

    Raises UnsupportedError where these items are not to be covered exactly once.

    >>> from cpmodels import Zigzaw
    >>> from cpmodels.puzzles import Frog
    >>> places(Zigzaw(1, 2, [Frog(*"abcdef"), Frog(*"fedcba")]).describe().problem)
    [('cell', (0, 0)), ('cell', (0, 1))]
    """
    found: list[Item] = []
    left = len(cover.options)
    seen: set[int] = set()
    for item, least, most in cover.items:
        if len(seen) == left:
            break
        if (least, most) != (1, 1):
            raise UnsupportedError(
                f"not every option covers one of {len(found)} places once, and {item!r} is not a place"
            )
        found.append(item)
        seen.update(cover.covering[item])
    return found


def fill(
    cover: ExactCover[Any],
    order: Sequence[Item],
    ways: Callable[[Option[Any]], Iterable[Way]],
    answers: Callable[[list[Way]], Iterable[Step]],
    key: Callable[[Way], Any] | None = None,
) -> Iterator[Step]:
    """Fill the first place that is free in all ways that fit what lies around; step back where none does.

    order: the places, of which each option covers one or more.
    ways: the ways to take an option; more than one where identical pieces are told apart.
    answers: the steps that report a solution, given the ways in which the places were filled.
    key: by what the ways to fill a place are sorted; by default they come in the order of the options.
    """
    bits: dict[Hashable, int] = {}
    tries = _tries(cover, order, ways, key, bits)
    covering = [bits.get(place, 0) for place in order]
    known: list[Colour | None] = [None] * len(cover.touching)
    used = 0
    left = {item: most for item, _, most in cover.items}
    laid: list[tuple[Try, list[int]]] = []  # with the colours that it was the first to give
    stack = [(0, iter(tries[0]))] if order else []
    if not order:
        yield from answers([])
    ahead = True  # whether the last thing done was no step back
    while stack:
        place, untried = stack[-1]
        found = _next_fitting(untried, used, known, left)
        if found is not None:
            uses, _, gives, way = found
            used |= uses
            laid.append((found, [side for side, _ in gives if known[side] is None]))
            for side, colour in gives:
                known[side] = colour
            for item in way.counts:
                left[item] -= 1
            for cell, what in way.lies:
                yield "air" if what is None else "placed", cell, what
            place += 1
            while place < len(order) and used & covering[place]:
                place += 1
            if place < len(order):
                stack.append((place, iter(tries[place])))
                ahead = True
                continue
            yield from answers([way for (_, _, _, way), _ in laid])
        else:
            stack.pop()
            if ahead:
                yield "dead end", cell_of(order[place]), None
        if laid:
            (uses, _, _, way), first_given = laid.pop()
            used ^= uses
            for side in first_given:
                known[side] = None
            for item in way.counts:
                left[item] += 1
            ahead = False
            for cell, what in reversed(way.lies):
                yield "removed", cell, what


def _next_fitting(
    untried: Iterator[Try], used: int, known: Sequence[Colour | None], left: dict[Item, int]
) -> Try | None:
    for option in untried:
        uses, wants, _, way = option
        if uses & used:
            continue
        for side, colour in wants:
            if (there := known[side]) != colour and there is not None:
                break
        else:
            if not way.counts or all(left[item] for item in way.counts):
                return option
    return None


def _tries(
    cover: ExactCover[Any],
    order: Sequence[Item],
    ways: Callable[[Option[Any]], Iterable[Way]],
    key: Callable[[Way], Any] | None,
    bits: dict[Hashable, int],
) -> list[list[Try]]:
    """The ways to fill each place, each at the first place that it fills; `bits` comes to hold that of each thing."""
    sides = {item: number for number, item in enumerate(cover.touching)}
    place_of = {item: number for number, item in enumerate(order)}
    by_place: list[list[Option[Any]]] = [[] for _ in order]
    for option in cover.options:
        by_place[min(place_of[item] for item in option.items if item in place_of)].append(option)
    touched = [{side for option in options for side, _ in option.colours} for options in by_place]
    later = [set[Item]().union(*touched[place + 1 :]) for place in range(len(order))]
    found: list[list[Try]] = []
    before: set[Item] = set()
    for place, options, here, after in zip(order, by_place, touched, later, strict=True):
        tries = []
        for option in options:
            wants = tuple([(sides[side], colour) for side, colour in option.colours if side in before])
            gives = tuple([(sides[side], colour) for side, colour in option.colours if side in after])
            for way in ways(option):
                uses = 0
                for name in way.uses:
                    if name != place:
                        uses |= bits.setdefault(name, 1 << len(bits))
                tries.append((uses, wants, gives, way))
        found.append(tries if key is None else sorted(tries, key=lambda option: key(option[3])))
        before |= here
    return found
