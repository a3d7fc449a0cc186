"""Puzzles as exact cover problems with colours (Knuth, The Art of Computer Programming 4B, 7.2.2.1, Algorithm C).

Options are to be chosen so that each primary item is in exactly one of them and each secondary item has
one colour in all those that it is in.  For tilings, cells and pieces are primary, edges or corners secondary;
for gardens see `cpmodels.engines.garden_cover`.  These forms share no search and no rule with the
models, but for which looks a piece may have in a cell, so they are a second opinion on both.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Generic, TypeVar

from cpmodels.description import ExactCover, Item
from cpmodels.engines.garden_cover import Items, garden_options
from cpmodels.engines.tasks import CoverTask
from cpmodels.errors import PuzzleError, TooLargeError
from cpmodels.lattice import Cell
from cpmodels.models.edge_matching import board, possible_looks
from cpmodels.models.tiling import Looks
from cpmodels.models.zigzaw import mosaic, possible_frogs
from cpmodels.puzzles import EdgeMatching, Garden, Planting, Puzzle, Solution, Zigzaw

S = TypeVar("S", bound=Solution)
Look = TypeVar("Look", bound=Hashable)
P = TypeVar("P")
Meaning = TypeVar("Meaning", bound=Hashable)

MOST_NUMBERS = 5_000_000
"""Exact cover problems with more items, all options together, are refused."""


@dataclass(frozen=True)
class Cover(Generic[S]):
    """A puzzle as an exact cover problem.

    decode: the answer that the indexes of some options say.
    kept: whether an answer also follows the rules that have no form as an exact cover.
    """

    task: CoverTask
    decode: Callable[[Sequence[int]], S]
    kept: Callable[[S], bool] = lambda _: True

    def answer(self, cover: Sequence[int]) -> S | None:
        """The answer that some options say, if it follows all rules."""
        solution = self.decode(cover)
        return solution if self.kept(solution) else None


@dataclass(frozen=True)
class Pieces(Generic[Look, S]):
    """A puzzle of pieces whose touching sides agree, in a form that all its kinds share.

    looks: for each cell, the looks of pieces that it may have, and the colours that each gives to its joints.
    copies: how many there are of each piece, and are laid.
    piece_of: the piece that has a look.
    decode: the answer that a look for each cell is.
    """

    looks: Looks[Look]
    copies: Mapping[Look, int]
    piece_of: Mapping[Look, Look]
    decode: Callable[[dict[Cell, Look]], S]


def exact_cover(puzzle: Puzzle[Any]) -> Cover[Any]:
    """A puzzle as an exact cover problem: each answer is one cover, equal pieces not told apart.

    Raises PuzzleError for a puzzle that has no such form, TooLargeError for one that would not fit into memory.
    """
    if isinstance(puzzle, EdgeMatching | Zigzaw):
        return tiling_cover(pieces(puzzle))
    if isinstance(puzzle, Garden):
        return garden_cover(puzzle)
    raise PuzzleError(
        f"a {puzzle.kind} puzzle has no form as an exact cover: one path through all cells is no choice of options "
        "that fit side by side; use the engine cadical or ganak"
    )


def pieces(puzzle: EdgeMatching | Zigzaw) -> Pieces[Any, Any]:
    """The pieces of a puzzle, equal ones together."""
    if isinstance(puzzle, Zigzaw):
        frogs = puzzle.lookalikes
        return Pieces(
            possible_frogs(puzzle),
            {frog: len(indexes) for frog, indexes in frogs.items()},
            {frog: frog for frog in frogs},
            lambda answer: mosaic(puzzle, answer),
        )
    shapes = {look: shape for shape in puzzle.lookalikes for look in puzzle.orientations(shape)}
    return Pieces(
        possible_looks(puzzle, list(shapes)),
        {shape: len(indexes) for shape, indexes in puzzle.lookalikes.items()},
        shapes,
        lambda answer: board(puzzle, answer),
    )


def tiling_cover(tiling: Pieces[Look, S]) -> Cover[S]:
    """An option for each look that a cell may have; joints between cells are coloured.

    Equal pieces are told apart, but they lie in order: a secondary item for each copy and cell says whether
    the copy comes before the next cell, and the next copy asks for it.  The pieces of which there are most
    need no item: once all others are used, they fill the cells that are left.
    """
    looks, copies, piece_of = tiling.looks, tiling.copies, tiling.piece_of
    cells = {cell: i for i, cell in enumerate(looks)}
    most = max(copies, key=lambda piece: copies[piece])
    free = most if copies[most] > 1 else None

    def options() -> Iterator[tuple[tuple[Cell, Look], Items]]:
        for cell, choices in looks.items():
            for look, colours in choices.items():
                piece = piece_of[look]
                joints: Items = {("joint", joint): ("colour", colour) for joint, colour in colours.items()}
                for copy in range(1 if piece == free else copies[piece]):
                    if not copy or cells[cell]:
                        yield (cell, look), {("cell", cell): None, **joints, **use(piece, copy, cells[cell])}

    def use(piece: Look, copy: int, place: int) -> Items:
        """A copy of a piece in a place, after the copy before it."""
        if piece == free:
            return {}
        items: Items = {("piece", piece, copy): None}
        if copy + 1 < copies[piece]:
            items.update((("order", piece, copy, later), place <= later) for later in cells.values())
        if copy:
            items["order", piece, copy - 1, place - 1] = True
        return items

    used = [("piece", piece, copy) for piece in copies if piece != free for copy in range(copies[piece])]
    task, placements = problem([*(("cell", cell) for cell in cells), *used], options())
    return Cover(task, lambda cover: tiling.decode(dict(placements[option] for option in cover)))


def cover_task(cover: ExactCover[Meaning]) -> tuple[CoverTask, list[Meaning | None]]:
    """A description as arrays, and what each option of these stands for; None for a choice left untaken.

    Each solution of the description is one cover (leave out what stands for None):

    - An item covered exactly once is primary.  One covered at most once is secondary, of a colour of its own in each
      option.
    - An item covered more often is told apart into copies that lie in order.  The places of its options are counted
      by the first other item that they cover, if that is covered at most once (as the cell is by a piece), so that
      at most one option of a place is chosen.  A secondary item for each copy and place says whether the copy lies
      there or before, and the next copy asks for that of the place before its own.  A copy that need not be used may
      take an option of its own, which says that it lies nowhere.
    - Where it is plain that an item is covered often enough once all others are (see `ExactCover.family`), the most
      numerous one is left out: as when all but one kind of pieces are used, and cells are left.
    - An option that covers no primary item gets one of its own, and a second option to leave it untaken.

    Raises TooLargeError for a problem that would not fit into memory.
    """
    free = implied(cover)
    copies = {item: many for item, many in cover.copies.items() if item not in free}
    ladders: dict[Item, dict[int, int]] = {item: places(cover, item) for item, (_, most) in copies.items() if most > 1}
    for item, ladder in ladders.items():
        least, most = copies[item]
        steps = len(set(ladder.values()))
        if least == 0 and most >= steps:
            free.add(item)
        else:
            copies[item] = (least, max(min(most, steps), least))

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
                if item in free:
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
        for item in (item for item in ladders if item not in free):
            for copy in range(*copies[item]):
                yield None, order(item, copy, None)

    primary: list[Hashable] = []
    for item, (least, most) in copies.items():
        if item in free:
            continue
        if item in ladders:
            primary += [("copy", item, copy) for copy in range(most)]
        elif least:
            primary.append(("item", item))
    sure_items = {item for item, (least, _) in copies.items() if item not in free and (least or item in ladders)}
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


def garden_cover(garden: Garden) -> Cover[Planting]:
    """A garden; whether it has its components and touches all sides of its box is looked at when it is found."""
    if garden.minimise:
        raise PuzzleError("a garden that minimises has no form as an exact cover; its `stages` have")
    primary = [("cell", cell) for cell in garden.cells] + [("tile", tile) for tile in garden.required]
    task, placements = problem(primary, garden_options(garden))
    return Cover(
        task,
        lambda cover: Planting([pair for option in cover for pair in placements[option].items()]),
        lambda planting: not garden.check(planting),
    )


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
