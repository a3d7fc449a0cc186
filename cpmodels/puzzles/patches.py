"""Patches: cut a board into rectangles, with one clue in each, which may say its shape and its size.

>>> import cpmodels as cm
>>> puzzle = Patches(2, 3, [Patch(0, 0, area=2, shape="tall"), Patch(0, 2)])
>>> cm.solve(puzzle).solution.rows
((1, 2, 2), (1, 2, 2))
>>> puzzle.check(cm.Grid([[1, 1, 2], [1, 2, 2]]))
['patch 1 is not a rectangle', 'patch 2 is not a rectangle']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random
from typing import ClassVar, Literal, NamedTuple

from cpmodels.base.description import Description, ExactCover, Option
from cpmodels.base.diagram import Diagram
from cpmodels.base.lattice import Cell
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Grid, Puzzle
from cpmodels.base.regions import box, random_rectangles, rectangles
from cpmodels.base.values import clues_in_cells, grouped, integer, keep_board_size, one_of, place

__all__ = ["Patch", "Patches"]

Shape = Literal["square", "tall", "wide"]


class Patch(NamedTuple):
    """What is known of a rectangle: a cell of it, how many cells it has, and its shape.

    >>> Patch(0, 1, area=4, shape="square").suits(2, 2)
    True
    """

    row: int
    col: int
    area: int | None = None
    shape: Shape | None = None

    def suits(self, height: int, width: int) -> bool:
        """Whether it may be a rectangle of this size."""
        return self.area in (None, height * width) and self.shape in (None, shape_of(height, width))


@dataclass(frozen=True)
class Patches(Puzzle[Grid]):
    """Cut the board into rectangles, so that each has one clue.  A number says how many cells its rectangle has, and a
    shape whether it is a square, higher than wide (tall), or wider than high (wide); a question mark says neither.

    rows, cols: the size of the board.
    clues: what is known of each rectangle, a `Patch`: a cell, the number of cells or None, the shape or None.

    A solution has in each cell the number of its rectangle's clue, from 1 in the order of their cells.

    Raises PuzzleError for clues off the board or two in a cell, and for what is not a shape or a size.
    """

    kind: ClassVar[str] = "patches"

    rows: int
    cols: int
    clues: Sequence[Patch]
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        clues = clues_in_cells(self.clues, Patch, *keep_board_size(self), "a clue")
        for clue in clues:
            if clue.area is not None:
                integer(clue.area, f"the area at {place(clue[:2])}", 1)
            if clue.shape is not None:
                one_of(clue.shape, f"the shape at {place(clue[:2])}", ("square", "tall", "wide"))
        object.__setattr__(self, "clues", clues)

    def check(self, solution: Grid) -> list[str]:
        """Each clue's cells are a rectangle that suits it."""
        broken = solution.flaws(self.rows, self.cols, range(1, len(self.clues) + 1))
        places = grouped(number for _, number in solution)
        for i, clue in enumerate(self.clues if not broken else (), 1):
            cells = [divmod(at, self.cols) for at in places.get(i, ())]
            height, width = size_of(cells)
            if solution[clue[:2]] != i:
                broken.append(f"{clue[:2]} is not in patch {i}")
            elif len(cells) < height * width:
                broken.append(f"patch {i} is not a rectangle")
            elif not clue.suits(height, width):
                broken.append(f"patch {i} has {height} x {width} cells, which its clue does not allow")
        return broken

    def describe(self) -> Description[Grid]:
        """An exact cover of the cells by rectangles that suit, one for each clue."""
        sizes = list(product(range(1, self.rows + 1), range(1, self.cols + 1)))
        taken = [clue[:2] for clue in self.clues]
        alike = {clue[2:]: clue for clue in self.clues}
        suiting = {what: [size for size in sizes if clue.suits(*size)] for what, clue in alike.items()}
        options = (
            Option((i, cells), [("rectangle", clue[:2]), *(("cell", cell) for cell in sorted(cells))])
            for i, clue in enumerate(self.clues, 1)
            for cells in rectangles(self.rows, self.cols, clue[:2], suiting[clue[2:]], avoid=taken)
        )
        items = [*(("rectangle", cell) for cell in taken), *(("cell", cell) for cell in box(self.rows, self.cols))]
        return Description(
            ExactCover(items, options),
            lambda laid: Grid.of({cell: i for i, cells in laid for cell in cells}),
            marks=lambda one: [Mark.at(cell, one[0]) for cell in one[1]],
        )

    def mark_in_words(self, mark: Mark, *, holds: bool) -> str:
        """To which clue a cell belongs."""
        clue = self.clues[mark.value - 1][:2]  # type: ignore[operator]
        return f"the rectangle of {clue} {'covers' if holds else 'does not cover'} {mark.cells[0]}"

    def diagram(self, solution: Grid | None = None) -> Diagram:
        """The shapes and numbers, question marks for clues without either, and the rectangles in colours."""
        board = Diagram(self.rows, self.cols).regions(() if solution is None else solution)
        board = board.symbols({clue[:2]: clue.shape for clue in self.clues})
        known = {clue[:2]: clue.area if clue.area or clue.shape else "?" for clue in self.clues}
        return board.numbers(known, given=True)

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Patches:
        """A cell of each rectangle of a random partition."""
        return cls(rows, cols, [Patch(*random.choice(cells)) for cells in random_rectangles(rows, cols, random)])

    def with_clues(self, solution: Grid, random: Random) -> Patches:  # noqa: ARG002
        """The area and the shape of each rectangle."""
        pairs = [(clue, size_of(solution.where(i))) for i, clue in enumerate(self.clues, 1)]
        return replace(self, clues=[Patch(*clue[:2], h * w, shape_of(h, w)) for clue, (h, w) in pairs])


def shape_of(height: int, width: int) -> Shape:
    """The shape of a rectangle."""
    return "square" if height == width else "tall" if height > width else "wide"


def size_of(cells: Sequence[Cell]) -> tuple[int, int]:
    """The height and width of the least rectangle that has all cells."""
    height, width = (max(side) - min(side) + 1 for side in zip(*cells, strict=True)) if cells else (0, 0)
    return height, width
