"""Searches told step by step, as the few moments of them that can be shown.

Steps are those of `cpmodels.reference.steps`.  What lies in a cell is what a solution says of it: a `Placement`, the
index of a frog, the code of a tile, a number; of a path the cells alone count, in the order in which they are placed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cpmodels.base.diagram import Diagram, Labels, Laid, Layer, Line
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Puzzle
from cpmodels.base.values import plural
from renderers._cells import listed_in, placed, things
from renderers._diagram_picture import draw_diagram
from renderers._diagram_text import text_of_diagram
from renderers.functions import (
    SearchStep,
    check_fit,
    diagram_of,
    draw,
    draw_partial,
    middle_of,
    steps_of,
    text,
    text_of_partial,
)
from renderers.palette import MUTED, QUIET, RED, SURFACE
from renderers.picture import Picture
from renderers.shapes import Circle, Shape, Text

__all__ = ["Moment", "Watcher", "draw_moment", "filling", "grown", "moments", "moments_of", "text_of_moment"]


@dataclass(frozen=True)
class Moment:
    """What there is to see after a step.

    laid: what lies on the board, by cell, in the order in which it was laid.
    air: the cells that are settled to stay empty.
    dead: the cell in which the search was stuck just now.
    answer: the solution that was found just now.
    placed, dead_ends, restarts, found: how many there were so far.
    left: how many candidates there are in each cell that is not settled, where the search tells that.
    diagram: what there is to see, where that is known as a whole.
    """

    laid: tuple[tuple[Cell, Any], ...] = ()
    air: frozenset[Cell] = frozenset()
    dead: Cell | None = None
    answer: Any = None
    placed: int = 0
    dead_ends: int = 0
    found: int = 0
    diagram: Diagram | None = None
    restarts: int = 0
    left: tuple[tuple[Cell, int], ...] = ()

    @property
    def told(self) -> str:
        """The counts in words."""
        again = f"try {self.restarts + 1:,}: " if self.restarts else ""
        counts = [
            f"{self.placed:,} placed",
            plural(self.dead_ends, "dead end"),
            f"{len(self.laid) + len(self.air):,} settled",
        ]
        if self.left:
            counts.append(f"{sum(count for _, count in self.left):,} candidates left")
        return again + ", ".join([*counts, *([f"{self.found:,} found"] if self.found else [])])


class Watcher:
    """Follows a search step by step."""

    def __init__(self) -> None:
        self._laid: dict[Cell, Any] = {}
        self._air: set[Cell] = set()
        self._dead: Cell | None = None
        self._answer: Any = None
        self._left: Callable[[], Mapping[Cell, int]] | None = None
        self._times: Counter[str] = Counter()

    def take(self, step: SearchStep) -> None:
        """Follow one step."""
        kind, cell, what = step
        self._times[kind] += 1
        self._dead = cell if kind == "dead end" else None
        self._answer = what if kind in ("found", "turned") else None
        if kind == "placed" and cell is not None:
            self._laid[cell] = what
        elif kind == "air" and cell is not None:
            self._air.add(cell)
        elif kind == "removed" and cell is not None:
            self._laid.pop(cell, None)
            self._air.discard(cell)
            self._left = None
        elif kind == "restart":
            self._laid.clear()
            self._air.clear()
            self._left = None
        elif kind == "left":
            self._left = what

    @property
    def moment(self) -> Moment:
        """What there is to see now."""
        laid, times = tuple(self._laid.items()), self._times
        counts = (times["placed"], times["dead end"], times["found"] + times["turned"])
        left = () if self._left is None else tuple(self._left().items())
        return Moment(laid, frozenset(self._air), self._dead, self._answer, *counts, None, times["restart"], left)


def moments(steps: Iterable[SearchStep], most: int) -> list[Moment]:
    """The empty board, the last moment, and others at even distances: at most this many (two or more) in all.

    Memory does not grow with the number of steps: every second moment is dropped whenever there are too many.
    """
    watcher = Watcher()
    kept, pace = [watcher.moment], 1
    for taken, step in enumerate(steps, 1):
        watcher.take(step)
        if taken % pace == 0:
            kept.append(watcher.moment)
            if len(kept) > most:
                kept, pace = kept[::2], 2 * pace
    if kept[-1] != watcher.moment:
        kept = [*kept[: most - 1], watcher.moment]
    return kept


def moments_of(puzzle: Puzzle[Any], solution: Any, most: int) -> list[Moment]:
    """How a solution fills the board: at most this many moments, from the empty board on.

    The diagram of the solution grows out of that of the puzzle, unless the kind tells its own steps (`steps_of`).
    Raises as `draw` does.
    """
    check_fit(puzzle, solution)
    if steps_of.is_implemented(type(puzzle)) or draw_partial.is_implemented(type(puzzle)):
        return moments(steps_of(puzzle, solution), most)
    if draw.is_implemented(type(puzzle)):
        return [Moment(), Moment(answer=solution, found=1)]
    growing = grown(diagram_of(puzzle), diagram_of(puzzle, solution), most - 1)
    return [*(Moment(diagram=diagram) for diagram in growing), Moment(answer=solution, found=1)]


def draw_moment(puzzle: Puzzle[Any], moment: Moment, **options: Any) -> Picture:
    """What lies on the board, a ring where the search is stuck, dots where a garden is settled to be empty.

    In cells that are not settled stands how many candidates they have, where the search tells that.

    Raises as `draw` does.
    """
    if moment.answer is not None:
        return draw(puzzle, moment.answer, **options)
    if moment.diagram is not None:
        return draw_diagram(moment.diagram, puzzle.name)
    picture = draw_partial(puzzle, dict(moment.laid), **options)
    marks: list[Shape] = []
    for cell in sorted(moment.air):
        if (at := middle_of(puzzle, cell)) is not None:
            marks.append(Circle(at[0], 0.06 * at[1], QUIET, role="air"))
    for cell, count in moment.left:
        if (at := middle_of(puzzle, cell)) is not None:
            marks.append(Text(at[0], str(count), 0.24 * at[1], MUTED, role="candidates"))
    if moment.dead is not None and (at := middle_of(puzzle, moment.dead)) is not None:
        marks.append(Circle(at[0], 0.4 * at[1], None, SURFACE, 0.16 * at[1], role="dead end"))
        marks.append(Circle(at[0], 0.4 * at[1], None, RED, 0.09 * at[1], role="dead end"))
    return replace(picture, shapes=(*picture.shapes, *marks))


def text_of_moment(puzzle: Puzzle[Any], moment: Moment) -> str:
    """The board for a terminal, with dots in the place of what is not there."""
    if moment.answer is not None:
        return text(puzzle, moment.answer)
    if moment.diagram is not None:
        return text_of_diagram(moment.diagram)
    return text_of_partial(puzzle, dict(moment.laid))


def filling(puzzle: Puzzle[Any], solution: Any) -> list[str]:
    """The board for a terminal as a solution fills it, from the empty board on.  Raises as `draw` does.

    >>> from cpmodels import Path, Zip
    >>> print(filling(Zip(1, 2), Path([(0, 0), (0, 1)]))[-1])
    ┏━━━━━━━┓
    ┃ ╶───╴ ┃
    ┗━━━━━━━┛
    """
    return [text_of_moment(puzzle, moment) for moment in moments_of(puzzle, solution, 60)]


def grown(puzzle: Diagram, solved: Diagram, most: int) -> list[Diagram]:
    """How the diagram of a solution grows out of that of its puzzle: at most this many steps, the puzzle first.

    What both have is there from the start.  Lines are drawn point by point, and what is in a cell that a line passes
    appears when it comes by; the rest is filled in by rising numbers, or else in the order in which it was told.
    """
    new = [layer for layer in solved.layers if layer not in puzzle.layers]
    path = [point for layer in new if isinstance(layer, Line) for point in layer.points]
    along = any(isinstance(layer, Line) and not layer.corners for layer in new)
    turn = {cell: place for place, cell in reversed(list(enumerate(path)))} if along else {}
    further = [set(listed_in(layer)[1]).difference(things(puzzle, type(layer))) for layer in new]
    count = max(1, min(most, max([len(path), *map(len, further)])))
    begun = replace(solved, tray=puzzle.tray, caption=puzzle.caption)
    return [replace(begun, layers=_so_far(puzzle, solved, turn, len(path), k / count)) for k in range(count)]


def _so_far(puzzle: Diagram, solved: Diagram, turn: Mapping[Cell, int], length: int, share: float) -> tuple[Layer, ...]:
    """The layers when a share of what is new is there; `turn` says when the lines come to a cell."""
    layers: list[Layer] = []
    at = left = round(share * length)
    for layer in solved.layers:
        if layer in puzzle.layers:
            layers.append(layer)
        elif isinstance(layer, Line):
            drawn = min(left, len(layer.points))
            left -= drawn
            if drawn:
                layers.append(replace(layer, drawn=drawn))
        else:
            name, listed = listed_in(layer)
            there = set(things(puzzle, type(layer)))
            waiting = [thing for thing in listed if placed(thing)[0] not in turn and thing not in there]
            there.update(_in_order(layer, waiting)[: round(share * len(waiting))])
            there |= {thing for thing in listed if turn.get(placed(thing)[0], at) < at}
            if there.intersection(listed) or isinstance(layer, Laid):
                shown: Any = {name: tuple(thing for thing in listed if thing in there)}
                layers.append(replace(layer, **shown))
    return tuple(layers)


def _in_order(layer: Layer, things: list[Any]) -> list[Any]:
    """Things by rising numbers, if they are numbers, no two alike."""
    labels = [label for _, label in things] if isinstance(layer, Labels) else []
    is_counted = len(set(labels)) == len(labels) and all(label.isdecimal() for label in labels)
    return sorted(things, key=lambda thing: int(thing[1])) if labels and is_counted else things
