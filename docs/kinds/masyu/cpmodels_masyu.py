"""Masyu: draw one loop through all circles, straight through white ones and turning at black ones.

At a white circle the loop goes straight, and turns in at least one of the two cells next to it on the loop.  At a
black one it turns, and goes straight through both of these cells.

>>> puzzle = Masyu(3, 3, white=[(0, 1)], black=[(2, 2)])
>>> [loop.cells[:3] for loop in cm.solutions(puzzle)]
[((0, 0), (0, 1), (0, 2))]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import cpmodels as cm
from cpmodels.values import board_size, check_type, items, listed, on_board, repeated

Cell = tuple[int, ...]
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


@dataclass(frozen=True)
class Masyu(cm.Puzzle[cm.Loop]):
    """A board of `rows` x `cols` cells with white and black circles in some of them."""

    kind: ClassVar[str] = "masyu"

    rows: int
    cols: int
    white: tuple[Cell, ...] = ()
    black: tuple[Cell, ...] = ()
    name: str | None = field(default=None, compare=False)

    if TYPE_CHECKING:

        def __init__(
            self,
            rows: int,
            cols: int,
            white: Iterable[Sequence[int]] = (),
            black: Iterable[Sequence[int]] = (),
            name: str | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        rows, cols = board_size(self.rows, self.cols)
        for colour in ("white", "black"):
            cells = (on_board(c, rows, cols, f"a {colour} circle") for c in items(getattr(self, colour), colour))
            object.__setattr__(self, colour, tuple(sorted(set(cells))))
        if both := set(self.white) & set(self.black):
            raise cm.PuzzleError(f"the circle at {min(both)} is white and black")

    def check(self, solution: cm.Loop) -> list[str]:
        check_type(solution, cm.Loop)
        cells = solution.cells
        if off := [c for c in cells if not (0 <= c[0] < self.rows and 0 <= c[1] < self.cols)]:
            return [f"the loop leaves the board at {listed(off)}"]
        if len(cells) < 4 or repeated(cells):
            return [
                f"the loop passes twice through {listed(repeated(cells))}" if repeated(cells) else "there is no loop"
            ]
        following = (*cells[1:], cells[0])
        step = {a: (b[0] - a[0], b[1] - a[1]) for a, b in zip(cells, following, strict=True)}
        if jumps := [str(cell) for cell in cells if step[cell] not in STEPS]:
            return [f"the loop jumps from {listed(jumps)}"]
        before = dict(zip(following, cells, strict=True))
        turns = {cell: step[cell] != step[before[cell]] for cell in cells}
        after = dict(zip(cells, following, strict=True))
        missed = [cell for cell in (*self.white, *self.black) if cell not in step]
        broken = [f"the loop leaves out the circles at {listed(missed)}"] if missed else []
        for cell in set(self.white).intersection(step):
            if turns[cell] or not (turns[before[cell]] or turns[after[cell]]):
                broken.append(f"the loop does not pass the white circle at {cell} as it must")
        for cell in set(self.black).intersection(step):
            if not turns[cell] or turns[before[cell]] or turns[after[cell]]:
                broken.append(f"the loop does not pass the black circle at {cell} as it must")
        return broken

    def model(self, cp: Any) -> cm.Model[cm.Loop]:
        loop = cm.constraints.single_loop(cp, cm.grid(self.rows, self.cols), through=(*self.white, *self.black))

        def ray(cell: Cell, step: tuple[int, int], distance: int = 0) -> Any:
            """The edge so many cells on in a direction; False off the board."""
            (r, c), (dr, dc) = cell, step
            near, far = (r + distance * dr, c + distance * dc), (r + (distance + 1) * dr, c + (distance + 1) * dc)
            return loop.edge.get((near, far), False)

        for cell in self.white:
            for up, down in ((STEPS[0], STEPS[2]), (STEPS[1], STEPS[3])):
                cp.add_implication(ray(cell, up), ray(cell, down))
                cp.add_implication(ray(cell, down), ray(cell, up))
                straight_on = [ray(cell, up), ray(cell, up, 1), ray(cell, down, 1)]
                cp.add_bool_or([~cp.new_constant(0) if edge is False else ~edge for edge in straight_on])
        for cell in self.black:
            for up, down in ((STEPS[0], STEPS[2]), (STEPS[1], STEPS[3])):
                cp.add_exactly_one([ray(cell, up), ray(cell, down)])
            for step in STEPS:
                cp.add_implication(ray(cell, step), ray(cell, step, 1))

        def decode(values: Any) -> cm.Loop:
            return cm.Loop.of_edges(edge for edge, value in zip(loop.edge, values, strict=True) if value)

        return cm.Model(self, cp, tuple(loop.edge.values()), decode, variables={"edge": loop.edge})

    def diagram(self, solution: cm.Loop | None = None) -> cm.Diagram:
        board = cm.Diagram(self.rows, self.cols)
        circles = dict.fromkeys(self.white, "circle") | dict.fromkeys(self.black, "disc")
        return (board if solution is None else board.loop(solution.cells)).marks(circles)
