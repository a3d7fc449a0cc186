"""ZIP: one path through every cell of a grid, around walls, meeting the numbers in order.

>>> puzzle = Zip(2, 2, waypoints=[(0, 0), (1, 0)])
>>> puzzle.check(Path([(0, 0), (0, 1), (1, 1), (1, 0)]))
[]
>>> puzzle.check(Path([(0, 0), (1, 0)]))
['the path leaves out 2 of 4 cells: (0, 1), (1, 1)']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from cpmodels.base.description import Description, HamiltonianPath
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import PuzzleError
from cpmodels.base.fields import Positive, in_files
from cpmodels.base.graph import connected_parts
from cpmodels.base.lattice import SQUARE, Cell, box_symmetries, move
from cpmodels.base.puzzle import Path, Puzzle
from cpmodels.base.regions import box
from cpmodels.base.values import LARGEST_BOARD, items, keep_board_size, listed, off_by_one, on_board, place, repeated

__all__ = ["Wall", "Zip"]

Wall = tuple[Cell, Cell]
Square = tuple[int, int]
"""A cell in files."""


def in_order(numbers: Iterable[Sequence[int]]) -> tuple[Cell, ...]:
    """The cells in the order of their numbers, given as row, column and number.

    Raises PuzzleError unless the numbers are 1 to k, each once.

    >>> in_order([(0, 2, 2), (0, 0, 1)])
    ((0, 0), (0, 2))
    """
    cells: dict[int, Cell] = {}
    for *cell, number in numbers:
        if number < 1:
            raise PuzzleError(f"the number at {place(cell)} is {number}, but numbers count from 1")
        if number in cells:
            raise PuzzleError(f"the number {number} is given twice, at {place(cells[number])} and at {place(cell)}")
        cells[number] = tuple(cell)
    if len(cells) > LARGEST_BOARD:
        raise PuzzleError(f"{len(cells)} numbers are too many: a board has at most {LARGEST_BOARD} cells")
    if missing := [number for number in range(1, len(cells) + 1) if number not in cells]:
        raise PuzzleError(f"numbers run from 1 to {max(cells)} without a gap, but these are missing: {listed(missing)}")
    return tuple(cells[number] for number in sorted(cells))


@dataclass(frozen=True)
class Zip(Puzzle[Path]):
    """Draw one path through all cells, from each to one beside it.  It meets the numbers in their order, begins at the
    first and ends at the last.  It cannot pass through walls.

    rows, cols: the size of the board.

    waypoints: the cells ``(row, col)`` of the numbers 1, 2, ..., k.  The path starts at 1 and ends at
        k.  With the number 1 alone the end is free, and with no number both ends are.
    walls: pairs of neighbouring cells between which the path must not step.

    Raises PuzzleError when the board has no cell, a waypoint is off the board or shares its cell, or a
    wall does not stand between two neighbouring cells.

    >>> puzzle = Zip(2, 3, waypoints=[(0, 0), (0, 2)], walls=[((0, 0), (0, 1))])
    >>> puzzle.check(Path([(0, 0), (1, 0), (1, 1), (0, 1), (0, 2), (1, 2)]))
    ['the path ends at (1, 2), not at number 2 at (0, 2)']
    """

    kind: ClassVar[str] = "zip"
    further_fields = True
    title: ClassVar[str] = "ZIP"

    rows: Positive
    cols: Positive
    waypoints: tuple[Cell, ...] = field(
        default=(),
        metadata=in_files(
            "numbers",
            about="row, column and number of each.",
            hint=tuple[tuple[int, int, Positive], ...],
            write=lambda cells: [(*cell, number) for number, cell in enumerate(cells, 1)],
            read=in_order,
        ),
    )
    walls: tuple[Wall, ...] = field(default=(), metadata=in_files(hint=tuple[tuple[Square, Square], ...]))
    name: str | None = field(default=None, compare=False)

    if TYPE_CHECKING:

        def __init__(
            self,
            rows: int,
            cols: int,
            waypoints: Iterable[Sequence[int]] = (),
            walls: Iterable[Sequence[Sequence[int]]] = (),
            name: str | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        rows, cols = keep_board_size(self)
        given = enumerate(items(self.waypoints, "waypoints"), 1)
        waypoints = tuple(on_board(cell, rows, cols, f"number {n}") for n, cell in given)
        number: dict[Cell, int] = {}
        for n, cell in enumerate(waypoints, 1):
            if (first := number.setdefault(cell, n)) < n:
                raise PuzzleError(f"numbers {first} and {n} share the cell {cell}")
        walls = set[Wall]()
        for wall in items(self.walls, "walls"):
            if len(ends := items(wall, "a wall")) != 2:
                raise PuzzleError(f"a wall stands between two cells, not {len(ends)}")
            here, there = sorted(on_board(cell, rows, cols, "a wall") for cell in ends)
            if there not in SQUARE.neighbours(here):
                raise PuzzleError(f"a wall stands between {here} and {there}, which do not touch")
            walls.add((here, there))
        for name, value in (("waypoints", waypoints), ("walls", tuple(sorted(walls)))):
            object.__setattr__(self, name, value)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return box(self.rows, self.cols)

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """The number of each cell that has one."""
        return {cell: n for n, cell in enumerate(self.waypoints, 1)}

    @cached_property
    def steps(self) -> dict[Cell, tuple[Cell, ...]]:
        """The cells that can be reached in one step from each cell."""
        steps = SQUARE.within(self.cells)
        for wall in self.walls:
            for here, there in (wall, wall[::-1]):
                steps[here] = tuple([n for n in steps[here] if n != there])
        return steps

    def diagram(self, solution: Path | None = None) -> Diagram:
        """The board with its walls and numbers, and the path on it."""
        board = Diagram(self.rows, self.cols)
        if solution is not None:
            board = board.path(solution.cells, length=len(self.cells))
        return board.walls(self.walls).numbers(self.numbers, given=True, discs=True)

    def check(self, solution: Path) -> list[str]:
        """The rules that a path breaks, a sentence each; empty when it solves the puzzle."""
        broken = []
        path, board = solution.cells, set(self.cells)
        if off := [cell for cell in path if cell not in board]:
            return [f"the path leaves the board at {listed(off)}{off_by_one(path, (self.rows, self.cols))}"]
        if twice := sorted(repeated(path)):
            broken.append(f"the path visits more than once: {listed(twice)}")
        if missed := sorted(board - set(path)):
            broken.append(f"the path leaves out {len(missed)} of {len(board)} cells: {listed(missed)}")
        for here, there in pairwise(path):
            if there not in self.steps[here]:
                touch = there in SQUARE.neighbours(here)
                how = "goes through the wall between {} and {}" if touch else "jumps from {} to {}"
                broken.append(f"the path {how.format(here, there)}")
        met = [self.numbers[cell] for cell in path if cell in self.numbers]
        if met != sorted(met):
            broken.append(f"the path meets the numbers in the order {listed(met, 40)}")
        if self.waypoints and path and path[0] != self.waypoints[0]:
            broken.append(f"the path starts at {path[0]}, not at number 1 at {self.waypoints[0]}")
        if len(self.waypoints) > 1 and path and path[-1] != self.waypoints[-1]:
            broken.append(f"the path ends at {path[-1]}, not at number {len(self.waypoints)} at {self.waypoints[-1]}")
        return broken

    def describe(self) -> Description[Path]:
        """A path through all cells, less the steps that walls, ends and the order of the numbers rule out.

        An end that no number fixes lies at a dead end where there is one to spare.
        """
        number, successors = self.numbers, dict(self.steps)
        starts, ends = self._ends[:1], self._ends[1:]
        for here, n in number.items():
            successors[here] = tuple([there for there in self.steps[here] if number.get(there, n + 1) == n + 1])
        for last in ends:
            successors[last] = ()
        for first in starts:
            for here in self.steps[first]:
                successors[here] = tuple([there for there in successors[here] if there != first])
        if not ends and len(self._dead) + len(starts) >= 2:
            starts, ends = starts or self._dead, self._dead
        starts, ends = starts or self.cells, ends or self.cells
        images = [partial(_image, cells) for cells in self.symmetries]
        reversals = [] if self.waypoints else [partial(_image, cells, step=-1) for cells in ({}, *self.symmetries)]
        path = HamiltonianPath(successors, starts, ends, self.waypoints)
        return Description(path, Path, [*images, *reversals], {"step": self._touching})

    def _touching(self) -> dict[tuple[Cell, Cell], tuple[Cell, Cell]]:
        """The steps between cells that touch, whether or not they are possible."""
        within = SQUARE.within(self.cells).items()
        return {(here, there): (here, there) for here, others in within for there in others}

    @cached_property
    def symmetries(self) -> tuple[dict[Cell, Cell], ...]:
        """The turns and mirrors of the grid, but the identity, that keep each number in its place, and walls walls."""
        sides, walls = (self.rows, self.cols), {frozenset(wall) for wall in self.walls}
        return tuple(
            {cell: move(matrix, sides, cell) for cell in self.cells}
            for matrix in box_symmetries(sides)[1:]
            if all(move(matrix, sides, cell) == cell for cell in self.waypoints)
            and walls == {frozenset(move(matrix, sides, cell) for cell in wall) for wall in walls}
        )

    @property
    def _ends(self) -> tuple[Cell, ...]:
        """The cells of the first and of the last number, as far as there are both."""
        return self.waypoints[:1] + self.waypoints[1:][-1:]

    def infeasible_reason(self) -> str | None:
        """Why no path can exist, where colour, dead ends or an enclosed part show it; None when they do not.

        Coloured like a chessboard, the cells of a path alternate, which settles the colours of its two
        ends from the number of cells of each colour.
        """
        return self._parity() or self._enclosed() or self._dead_ends()

    def _parity(self) -> str | None:
        dark = sum((row + col) % 2 == 0 for row, col in self.cells)
        light = len(self.cells) - dark
        ends = self._ends
        colours = [sum(cell) % 2 for cell in ends]
        reason = "a path alternates between the two colours of a chessboard"
        if dark == light:
            if len(ends) == 2 and colours[0] == colours[1]:
                return (
                    f"{reason} and this board has {dark} cells of each, so its ends differ in colour; but the numbers "
                    f"1 at {ends[0]} and {len(self.waypoints)} at {ends[1]} are of one colour"
                )
        elif wrong := [cell for cell, colour in zip(ends, colours, strict=True) if colour]:
            return (
                f"{reason} and this board has {dark} dark and {light} light cells, so both ends are dark, like (0, 0); "
                f"but the end at {wrong[0]} is light"
            )
        return None

    def _enclosed(self) -> str | None:
        (first, *_), *others = connected_parts(self.cells, self.steps.__getitem__)
        return f"walls enclose part of the board: no path leads from {first} to {others[0][0]}" if others else None

    @cached_property
    def _dead(self) -> tuple[Cell, ...]:
        """The dead ends, cells with one way in and none out, but those of `_ends`: each is an end of the path."""
        return tuple(cell for cell in self.cells if len(self.steps[cell]) == 1 and cell not in self._ends)

    def _dead_ends(self) -> str | None:
        ends, dead = self._ends, self._dead
        if len(dead) <= 2 - len(ends):
            return None
        if len(ends) == 2:
            return f"the cell {dead[0]} has one way in and none out, but it is not an end of the path"
        number = "".join(f", one of them the number 1 at {cell}" for cell in ends)
        return f"dead ends: {listed(dead)}, but a path has two ends{number}"


def _image(cells: Mapping[Cell, Cell], path: Sequence[Cell], step: int = 1) -> tuple[Cell, ...]:
    """Where a symmetry takes a path; walked backwards with a step of -1."""
    return tuple(cells.get(cell, cell) for cell in path[::step])
