"""Yajilin: a loop through all cells but those that are shaded, of which arrows say how many there are.

>>> import cpmodels as cm
>>> puzzle = Yajilin(3, 3, [Arrow(0, 0, "right", 0)])
>>> cm.count(puzzle).total
1
>>> puzzle.check(cm.Loop([(1, 1), (1, 2), (2, 2), (2, 1)]))[:1]
['the shaded cells at (0, 1) and (0, 2) touch']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import ClassVar, Literal, NamedTuple

from cpmodels.base.description import Description, Rule, Subgraph
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.graph import Graph, grid
from cpmodels.base.lattice import Cell
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Loop, Puzzle
from cpmodels.base.values import clues_in_cells, integer, keep_board_size, one_of, place, plural

__all__ = ["Arrow", "Yajilin"]

STEPS = {"top": (-1, 0), "right": (0, 1), "bottom": (1, 0), "left": (0, -1)}


class Arrow(NamedTuple):
    """A cell with an arrow to a side of the board, and how many cells are shaded in that direction, if it says so.

    A cell without a number may also have no arrow: the loop does not pass it, and it is not shaded.

    >>> Arrow(0, 1, "left")
    Arrow(row=0, col=1, side='left', number=None)
    """

    row: int
    col: int
    side: Literal["top", "right", "bottom", "left"] | None = None
    number: int | None = None


@dataclass(frozen=True)
class Yajilin(Puzzle[Loop]):
    """Draw one loop from cell to neighbouring cell, and shade all cells that it does not pass, but for those with an
    arrow.  Shaded cells do not touch at a side.  A number says how many cells are shaded in the direction of its arrow.

    rows, cols: the size of the board.
    arrows: an `Arrow` each: row, column, ``"top"``, ``"right"``, ``"bottom"`` or ``"left"``, and a number or None.

    A solution is the loop; what is shaded follows from it.

    Raises PuzzleError for an arrow off the board, two in a cell or one in every cell, and what is not a side or a
    number.
    """

    kind: ClassVar[str] = "yajilin"

    rows: int
    cols: int
    arrows: Sequence[Arrow] = ()
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        arrows = clues_in_cells(self.arrows, Arrow, *keep_board_size(self), "an arrow")
        for arrow in arrows:
            if arrow.side is not None or arrow.number is not None:
                one_of(arrow.side, "the side of an arrow", tuple(STEPS))
            if arrow.number is not None:
                integer(arrow.number, f"the number at {place(arrow[:2])}", 0)
        if len(arrows) == self.rows * self.cols:
            raise PuzzleError("all cells have arrows, so there is nothing to pass")
        object.__setattr__(self, "arrows", arrows)

    @cached_property
    def graph(self) -> Graph[Cell]:
        """The cells without arrows, each joined to its neighbours."""
        return grid(self.rows, self.cols, without=[arrow[:2] for arrow in self.arrows])

    def ahead(self, arrow: Arrow) -> list[Cell]:
        """The cells without arrows to which an arrow points."""
        down, right = STEPS[arrow.side or "top"]
        line = ((arrow.row + i * down, arrow.col + i * right) for i in range(1, max(self.rows, self.cols)))
        return [cell for cell in line if cell in self.graph.number]

    def check(self, solution: Loop) -> list[str]:
        """One loop, no two shaded cells side by side, and as many as arrows say."""
        if flaws := solution.flaws(self.graph):
            return flaws
        shaded = self.graph.number.keys() - set(solution.cells)
        broken = [f"the shaded cells at {a} and {b} touch" for a, b in self.graph.edges if {a, b} <= shaded]
        for arrow in self.arrows:
            count = len(shaded.intersection(self.ahead(arrow)))
            if arrow.number not in (None, count):
                broken.append(f"the arrow at {arrow[:2]} points at {plural(count, 'shaded cell')}, not {arrow.number}")
        return broken

    def describe(self) -> Description[Loop]:
        """A loop that passes one of two neighbours, and so many cells before an arrow that its number is left."""
        rules = [Rule([(a, a), (b, b)], (1, 2), f"{a} and {b} are not both shaded") for a, b in self.graph.edges]
        for arrow in self.arrows:
            if arrow.number is not None:
                ahead = self.ahead(arrow)
                name = f"the arrow at {arrow[:2]} points at {plural(arrow.number, 'shaded cell')}"
                rules.append(Rule([(cell, cell) for cell in ahead], len(ahead) - arrow.number, name))
        return Description(Subgraph(self.graph, rules=rules), lambda walks: Loop(walks[0]))

    def mark_in_words(self, mark: Mark, *, holds: bool) -> str | None:
        """Whether a cell is shaded, which the loop does not pass; lines as of any loop."""
        return None if mark.is_edge else f"{mark.cells[0]} is {'not ' * holds}shaded"

    def diagram(self, solution: Loop | None = None) -> Diagram:
        """The arrows and numbers, the loop, and the shaded cells."""
        board = Diagram(self.rows, self.cols)
        if solution is not None:
            board = board.shade(sorted(self.graph.number.keys() - set(solution.cells))).loop(solution.cells)
        board = board.arrows({arrow[:2]: arrow.side for arrow in self.arrows if arrow.number is not None})
        labels = {arrow[:2]: "?" if arrow.number is None else arrow.number for arrow in self.arrows}
        return board.numbers(labels, given=True)

    @classmethod
    def blank(cls, rows: int, cols: int, random: Random) -> Yajilin:
        """Arrows without numbers in about an eighth of the cells, which point to the farther side of the board."""
        empty = cls(rows, cols)
        cells = random.sample(empty.graph.nodes, rows * cols // 8)
        return replace(empty, arrows=[empty._arrow(cell, random) for cell in cells])

    def nearby(self, solution: Loop, other: Loop, random: Random) -> Iterator[tuple[Yajilin, Loop]]:
        """An arrow in a shaded cell that the other loop passes.

        >>> puzzle, outer = Yajilin(3, 3), Loop([(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)])
        >>> right = Loop([(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (2, 1), (2, 0), (1, 0)])
        >>> [near.arrows[0][:2] for near, _ in puzzle.nearby(right, outer, Random(1))]
        [(2, 2)]
        """
        for cell in random.sample(cells := sorted(set(other.cells) - set(solution.cells)), len(cells)):
            yield replace(self, arrows=[*self.arrows, self._arrow(cell, random)]), solution

    def _arrow(self, cell: Cell, random: Random) -> Arrow:
        """An arrow without a number, to the farther side of the board."""
        row, col = cell
        sides = ["top" if 2 * row > self.rows else "bottom", "left" if 2 * col > self.cols else "right"]
        return Arrow(row, col, random.choice(sides))  # type: ignore[arg-type]

    def with_clues(self, solution: Loop, random: Random) -> Yajilin:  # noqa: ARG002
        """The numbers of all arrows."""
        shaded = self.graph.number.keys() - set(solution.cells)
        counts = [len(shaded.intersection(self.ahead(arrow))) for arrow in self.arrows]
        pairs = zip(self.arrows, counts, strict=True)
        return replace(self, arrows=[arrow._replace(number=count) for arrow, count in pairs])
