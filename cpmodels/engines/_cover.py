"""Descriptions as exact cover problems in arrays, for the library xcover (Knuth's Algorithm C with colours).

They share no search and no constraint with the models, so they are a second opinion on both.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, TypeVar

from cpmodels.base.description import ExactCover, Item
from cpmodels.base.errors import TooLargeError
from cpmodels.base.puzzle import Puzzle, S
from cpmodels.engines._table import described_for
from cpmodels.engines._worker import CoverTask
from cpmodels.model._symmetries import CoverKey

P = TypeVar("P")
Meaning = TypeVar("Meaning", bound=Hashable)

Items = dict[Hashable, Hashable]
"""The items of an option, each with its colour or None."""

MOST_NUMBERS = 5_000_000
"""Exact cover problems with more items, all options together, are refused."""


Chosen = Sequence[int]
"""Options that are chosen, by their indexes."""


def cover_of(
    puzzle: Puzzle[S], seed: int | None = None
) -> tuple[CoverTask, Callable[[Chosen], S | None], Callable[[], tuple[CoverKey, Callable[[Chosen], bytes]]]]:
    """A puzzle as an exact cover problem in arrays: each solution is one cover, identical pieces interchangeable.

    With it the puzzle's solution that some options say, None where it breaks a rule that the description leaves out;
    and what makes the key of the description, and gives its values.
    """
    description = described_for(puzzle, "xcover")
    whole: ExactCover[Any] = description.problem  # type: ignore[assignment]
    cover, relaxed = whole, whole.is_partial
    if seed:
        random = Random(seed)
        items, options = random.sample(cover.items, len(cover.items)), random.sample(cover.options, len(cover.options))
        cover = ExactCover(items, options, relaxed)
    task, meanings = cover_task(cover)

    def chosen(options: Chosen) -> list[Any]:
        return [meanings[option] for option in options if meanings[option] is not None]

    def solution(options: Chosen) -> S | None:
        meanings = chosen(options)
        found = description.solution(meanings)
        return None if relaxed and (not whole.is_connected(meanings) or puzzle.check(found)) else found

    def key() -> tuple[CoverKey, Callable[[Chosen], bytes]]:
        key = CoverKey(description)
        return key, lambda options: key.values(chosen(options))

    return task, solution, key


def cover_task(cover: ExactCover[Meaning]) -> tuple[CoverTask, list[Meaning | None]]:
    """A description as arrays, and what each option of these stands for; None for a choice left untaken.

    Each solution of the description is one cover (leave out what stands for None):

    - An item covered exactly once is primary.  One covered at most once is secondary, of a colour of its own in each
      option.
    - An item covered more often is split into copies that lie in order.  The places of its options are counted
      by the first other item that they cover, if that is covered at most once (as the cell is by a piece), so that
      at most one option of a place is chosen.  A secondary item for each copy and place says whether the copy lies
      there or before, and the next copy asks for that of the place before its own.  A copy that need not be used may
      take an option of its own, which says that it lies nowhere.
    - Where it is plain that an item is covered often enough once all others are (see `ExactCover.family`), the most
      numerous one is left out: as when all but one kind of pieces are used, and cells are left.
    - An option that covers no primary item gets one of its own, and a second option to leave it untaken.
    """
    free = implied(cover)
    copies: dict[Item, tuple[int, int]] = {}
    ladders: dict[Item, dict[int, int]] = {}
    for item, (least, most) in cover.copies.items():
        if most > 1 and item not in free:
            ladder = places(cover, item)
            steps = len(set(ladder.values()))
            if least or most < steps:
                least = min(least, steps + 1)  # That is too many already.
                ladders[item], copies[item] = ladder, (least, max(min(most, steps), least))
        elif item not in free:
            copies[item] = least, most

    def order(item: Item, copy: int, place: int | None) -> Items:
        """A copy in a place, or nowhere, after the copy before it."""
        steps = len(set(ladders[item].values()))
        found: Items = {("copy", item, copy): None}
        if copy + 1 < copies[item][1]:
            found.update((("order", item, copy, step), place is not None and place <= step) for step in range(steps))
        if copy and place is not None:
            found["order", item, copy - 1, place - 1] = True
        return found

    def options() -> Iterator[tuple[Meaning | None, Items]]:
        for position, option in enumerate(cover.options):
            same: Items = {("colour", secondary): ("colour", colour) for secondary, colour in option.colours}
            sure = False
            ways: list[list[Items]] = []
            for item in option.items:
                if item not in copies:
                    continue
                least, most = copies[item]
                if item in ladders:
                    place = ladders[item][position]
                    ways.append([order(item, copy, place) for copy in range(most) if place >= copy])
                    sure = True
                elif most:
                    same["item", item] = None if least else ("option", position)
                    sure |= least > 0
                else:
                    ways.append([])
            if not sure:
                same["option", position] = None
                yield None, {("option", position): None}
            for way in product(*ways):
                yield option.meaning, {**same, **{i: colour for items in way for i, colour in items.items()}}
        for item in ladders:
            for copy in range(*copies[item]):
                yield None, order(item, copy, None)

    primary: list[Hashable] = []
    for item, (least, most) in copies.items():
        primary += [("copy", item, copy) for copy in range(most)] if item in ladders else [("item", item)] * least
    sure_items = {item for item, (least, _) in copies.items() if least or item in ladders}
    primary += [("option", i) for i, option in enumerate(cover.options) if sure_items.isdisjoint(option.items)]
    return problem(primary, options())


def places(cover: ExactCover[Any], item: Item) -> dict[int, int]:
    """The places of the options that cover an item, counted from 0; at most one option of a place can be chosen."""
    ranks: dict[Hashable, int] = {}
    found = {}
    for position in cover.covering[item]:
        others = cover.options[position].items
        shared = next((("item", i) for i in others if i != item and cover.copies[i][1] <= 1), ("option", position))
        found[position] = ranks.setdefault(shared, len(ranks))
    return found


def implied(cover: ExactCover[Any]) -> set[Item]:
    """Items that are covered as often as they must be once all others are: of each linked group the most numerous."""
    numerous = sorted((item for item, (_, most) in cover.copies.items() if most > 1), key=lambda i: -cover.copies[i][1])
    done: set[int] = set()
    found: set[Item] = set()
    for item in numerous:
        if not done.isdisjoint(cover.covering[item]) or not cover.covering[item]:
            continue
        done.update(cover.covering[item])
        family = cover.family(item)
        if family is None:
            continue
        done.update(family.options)
        for other in cover.options[cover.covering[item][0]].items:
            if other != item and (others := cover.family(other)) is not None and others.options == family.options:
                sums = [[cover.copies[i] for i in items] for items in (family.items, others.items)]
                exact = all(least == most for ranges in sums for least, most in ranges)
                if exact and sum(least for least, _ in sums[0]) == sum(least for least, _ in sums[1]):
                    found.add(item)
    return found


def problem(primary: Iterable[Hashable], options: Iterable[tuple[P, Items]]) -> tuple[CoverTask, list[P]]:
    """Options as arrays: items numbered, the primary ones first, and colours from 1 on (0 is none).

    Gives back, too, what each option stands for.
    """
    number: dict[Hashable, int] = {}
    for item in primary:
        number[item] = len(number)
    many = len(number)
    colour: dict[Hashable, int] = {None: 0}
    meanings: list[P] = []
    items, colours, starts = array("I"), array("I"), array("I", [0])
    for meaning, option in options:
        meanings.append(meaning)
        for item, value in option.items():
            items.append(number.setdefault(item, len(number)))
            colours.append(colour.setdefault(value, len(colour)))
        starts.append(len(items))
        if len(items) > MOST_NUMBERS:
            raise TooLargeError(f"the puzzle as an exact cover has more than {MOST_NUMBERS:,} items in its options")
    return CoverTask(items, starts, colours, len(number), many), meanings
