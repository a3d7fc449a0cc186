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
from typing import Any, Generic, TypeVar

from cpmodels.engines.garden_cover import Items, garden_options
from cpmodels.engines.tasks import CoverTask
from cpmodels.errors import PuzzleError, TooLargeError
from cpmodels.lattice import Cell
from cpmodels.models.edge_matching import board, possible_looks
from cpmodels.models.tiling import Looks
from cpmodels.models.zigzaw import mosaic, possible_frogs
from cpmodels.puzzles import EdgeMatching, Garden, Puzzle, Solution, TilePlacement, Zigzaw

S = TypeVar("S", bound=Solution)
Look = TypeVar("Look", bound=Hashable)
P = TypeVar("P")

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
        frogs = puzzle.identical_pieces
        return Pieces(
            possible_frogs(puzzle),
            {frog: len(indexes) for frog, indexes in frogs.items()},
            {frog: frog for frog in frogs},
            lambda answer: mosaic(puzzle, answer),
        )
    shapes = {look: shape for shape in puzzle.identical_pieces for look in puzzle.orientations(shape)}
    return Pieces(
        possible_looks(puzzle, list(shapes)),
        {shape: len(indexes) for shape, indexes in puzzle.identical_pieces.items()},
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


def garden_cover(garden: Garden) -> Cover[TilePlacement]:
    """A garden; whether it has its components and touches all sides of its box is looked at when it is found."""
    if garden.minimise:
        raise PuzzleError("a garden that minimises has no form as an exact cover; its `stages` have")
    primary = [("cell", cell) for cell in garden.cells] + [("tile", tile) for tile in garden.required]
    task, placements = problem(primary, garden_options(garden))
    return Cover(
        task,
        lambda cover: TilePlacement([pair for option in cover for pair in placements[option].items()]),
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
