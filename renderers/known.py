"""Boards with what is known of them so far, and with marks for what follows from that and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cpmodels.base.diagram import Walls
from cpmodels.base.lattice import Cell
from renderers._diagram_picture import GROUND, Drawing
from renderers._diagram_text import text_of_diagram
from renderers.functions import (
    diagram_of,
    draw,
    draw_partial,
    middle_of,
    partial_diagram,
    strands,
    text,
    text_of_partial,
)
from renderers.palette import GOLD, INK, MUTED, RED, SURFACE, TEAL, mix
from renderers.picture import Picture, drawn_shapes
from renderers.shapes import Circle, Point, Polygon, Polyline, Shape, Text, bounds, cross, moved

if TYPE_CHECKING:
    from cpmodels.explaining import Conflict, Constraint, Fact, Step

__all__ = ["Highlights", "draw_differing", "draw_known", "text_of_known"]

REASON, SIDE = mix(GOLD, SURFACE, 0.4), "#c77700"
"""The colours of cells to look at, stronger than those of regions, and of walls and other sides."""
COLOURS = {"known": "#b4bdca", "ruled-out": "#b4bdca", "used": "#6b7789", "new": TEAL, "supposed": RED, "wrong": RED}
"""The colours of what is known, of what of that is a reason, of what follows, and of what is wrong."""


@dataclass(frozen=True)
class Highlights:
    """What to mark on a board.

    follows: facts that follow; those that do not hold are crossed out.
    uses: the known facts that are the reason.
    supposed: facts that would follow from a supposition that leads to a contradiction.
    wrong: facts to undo.
    cells, sides: cells to look at, and sides between two cells.

    >>> Highlights(cells=((0, 0),))
    Highlights(follows=(), uses=(), supposed=(), wrong=(), cells=((0, 0),), sides=())
    """

    follows: tuple[Fact, ...] = ()
    uses: tuple[Fact, ...] = ()
    supposed: tuple[Fact, ...] = ()
    wrong: tuple[Fact, ...] = ()
    cells: tuple[Cell, ...] = ()
    sides: tuple[tuple[Cell, Cell], ...] = ()

    @classmethod
    def of_step(cls, step: Step) -> Highlights:
        """What a step of an explanation is about."""
        supposed = tuple(fact for case in step.cases for each in case for fact in each.follows)
        return cls(step.follows, step.uses, supposed, (), step.cells, sides_of(step.constraints))

    @classmethod
    def of_conflict(cls, conflict: Conflict) -> Highlights:
        """The constraints that contradict each other."""
        return cls(cells=conflict.cells, sides=sides_of(conflict.constraints))


def sides_of(constraints: Iterable[Constraint]) -> tuple[tuple[Cell, Cell], ...]:
    """The pairs of cells between which constraints say that there is a wall, or one colour."""
    sorts = ("wall", "colour")
    return tuple((one.cells[0], one.cells[1]) for one in constraints if one.kind in sorts and len(one.cells) == 2)


def draw_known(puzzle: Any, known: Iterable[Fact], marked: Highlights | None = None, **options: Any) -> Picture:
    """The picture of a board with what is known of it, and marks.

    known: facts, as `Explanation.known` has them: what lies in cells lies there, steps of a path are pieces of it, and
        a small cross stands where there is no step.
    marked: what to mark, which need not be known yet.
    options: as for `draw`.

    It is made of `draw_partial`; cells without a place of their own on the page (`middle_of`) are not
    marked.  Raises as `draw` does.

    >>> from cpmodels import Zip
    >>> picture = draw_known(Zip(1, 3), [], Highlights(cells=((0, 0),)))
    >>> picture.width > picture.height
    True
    """
    marked = marked or Highlights()
    drawing = _Marking(puzzle, tuple(known), marked)
    laid = {cell: what for fact in drawing.there for cell, what in fact.laid}
    picture = draw_partial(puzzle, laid, **options)
    board = drawn_shapes(picture)
    ground = max((at for at, shape in enumerate(board, 1) if shape.role in GROUND), default=0)
    coordinates = drawing.coordinates(board)
    shapes = [*board[:ground], *drawing.under(), *board[ground:], *drawing.over(), *coordinates]
    return _framed_anew(picture, shapes)


def draw_differing(puzzle: Any, solution: Any, cells: Iterable[Cell]) -> Picture:
    """The picture of a solution, with the cells marked in which it differs from another."""
    picture: Picture = draw(puzzle, solution)
    drawing = _Marking(puzzle, (), Highlights(cells=tuple(cells)))
    board = drawn_shapes(picture)
    return _framed_anew(picture, [*board, *drawing.outlines(), *drawing.coordinates(board)])


def text_of_known(puzzle: Any, known: Iterable[Fact]) -> str:
    """A board with what is known of it, for a terminal; by default without what is ruled out.

    >>> from cpmodels import Zip
    >>> print(text_of_known(Zip(1, 2), []))
    ┏━━━━━━━┓
    ┃ ·   · ┃
    ┗━━━━━━━┛
    """
    there = [fact for fact in known if fact.holds]
    edges = [fact.edge for fact in there if fact.edge is not None]
    if not edges or text.is_implemented(type(puzzle)):
        return text_of_partial(puzzle, {cell: what for fact in there for cell, what in fact.laid})
    board = diagram_of(puzzle)
    return text_of_diagram(board.paths(strands(edges), corners=board.style == "dots"))


def _framed_anew(picture: Picture, shapes: Sequence[Shape]) -> Picture:
    """The picture with other shapes: with as much more room on each side as these take, title and caption moved."""
    (left, top, right, bottom), (left_, top_, right_, bottom_) = bounds(drawn_shapes(picture)), bounds(shapes)
    moves = {"title": top_ - top, "caption": bottom_ - bottom}
    about = [moved(shape, 0, moves[shape.role]) for shape in picture.shapes if shape.role in moves]
    return replace(
        picture,
        shapes=(*shapes, *about),
        left=picture.left + left_ - left,
        top=picture.top + top_ - top,
        width=picture.width + (left - left_) + (right_ - right),
        height=picture.height + (top - top_) + (bottom_ - bottom),
    )


class _Marking:
    """Makes the marks of a board."""

    def __init__(self, puzzle: Any, known: tuple[Fact, ...], marked: Highlights) -> None:
        self.puzzle, self.known, self.marked = puzzle, known, marked
        self.there = [fact for fact in (*known, *marked.follows, *marked.wrong) if fact.holds]
        self.drawing = None if draw.is_implemented(type(puzzle)) else Drawing(partial_diagram(puzzle, {}))
        self.diagram = None if self.drawing is None else self.drawing.diagram
        layers = () if self.diagram is None else self.diagram.layers
        self.at_corners = self.diagram is not None and self.diagram.style == "dots"
        self.walls = {frozenset(wall) for layer in layers if isinstance(layer, Walls) for wall in layer.between}

    def under(self) -> Iterator[Shape]:
        """What lies on the board's ground, below walls, numbers and pieces."""
        if self.drawing is not None:
            for cell in dict.fromkeys(self.marked.cells):
                if self.at_corners:
                    yield Circle(self.drawing.corner(cell), 0.22 * self.drawing.cell, REASON, role="reason")
                elif cell in self.drawing.diagram.cells:
                    x, y = self.drawing.centre(cell)
                    inset = tuple((x + 0.94 * (px - x), y + 0.94 * (py - y)) for px, py in self.drawing.outline(cell))
                    yield Polygon(inset, REASON, role="reason")
        marked = self.marked
        told = {fact.about for fact in (*marked.follows, *marked.wrong)}
        used = {fact.about for fact in marked.uses}
        for facts, role, share in (
            ([fact for fact in self.known if fact.about not in told | used], "known", 0.3),
            (marked.uses, "used", 0.3),
            (marked.wrong, "wrong", 0.3),
            (marked.follows, "new", 0.3),
            (marked.supposed, "supposed", 0.1),
        ):
            yield from self._strands(facts, role, share)
        for facts, role in ((marked.supposed, "supposed"), (self.known, "ruled-out")):
            for fact in facts:
                if fact.edge and not fact.holds and fact.about not in told and frozenset(fact.edge) not in self.walls:
                    as_role = "used" if fact.about in used else role
                    yield from self._cross(fact.edge, COLOURS[as_role], 0.08, as_role)

    def over(self) -> Iterator[Shape]:
        """What lies on top."""
        for one, two in self.marked.sides:
            yield from self._side(one, two)
        for fact in self.marked.follows:
            if fact.edge and not fact.holds:
                yield from self._cross(fact.edge, SURFACE, 0.16, "halo", 0.17)
                yield from self._cross(fact.edge, RED, 0.16, "crossed-out", 0.085)
        new = [
            (cell, "new" if fact.holds and fact not in self.marked.wrong else "wrong")
            for fact in (*self.marked.follows, *self.marked.wrong)
            if not fact.edge
            for cell in fact.cells
        ]
        told = {cell for cell, _ in new} | set(self.marked.cells if self.at_corners else ())
        covered = {cell for fact in self.there for cell, _ in fact.laid} if self.diagram is not None else None
        rings = [(cell, "") for cell in self.marked.cells if cell not in told and (covered is None or cell in covered)]
        for cell, role in dict.fromkeys((*rings, *new)):
            for at, size in self._middles([cell]):
                yield Circle(at, 0.21 * size, None, SURFACE, 0.13 * size, role="halo")
                yield Circle(at, 0.21 * size, None, COLOURS.get(role, INK), 0.07 * size, role="ring")

    def outlines(self) -> Iterator[Shape]:
        """Lines about the cells to look at, or rings in them."""
        drawing = self.drawing
        if drawing is None or self.at_corners:
            yield from self.under()
            yield from self.over()
            return
        cells = [cell for cell in self.marked.cells if cell in drawing.diagram.cells]
        for wide, colour, role in ((0.15, SURFACE, "halo"), (0.08, RED, "outline")):
            for cell in cells:
                for side in range(drawing.diagram.sides):
                    if drawing.diagram.neighbour(cell, side) not in cells:
                        yield Polyline(drawing.side(cell, side), colour, wide * drawing.cell, role)

    def coordinates(self, board: Iterable[Shape]) -> Iterator[Shape]:
        """The numbers of rows and columns, in which reasons are told, beside a board of these shapes."""
        sizes = (getattr(self.diagram or self.puzzle, name, 0) for name in ("rows", "cols"))
        rows, cols = (size if isinstance(size, int) else 0 for size in sizes)
        top, left = (0, 0) if self.diagram is None else self.diagram.corner
        counted = 0 if self.diagram is None or self.puzzle.at_corners else 1  # as reasons say cells and corners
        start, above, _, _ = bounds(board)
        for row in range(top, top + rows + self.at_corners):
            for (_, y), size in self._middles([(row, left)]):
                yield Text((start - 0.22 * size, y), str(row + counted), 0.24 * size, MUTED, role="coordinate")
        for col in range(left, left + cols + self.at_corners):
            for (x, _), size in self._middles([(top, col)]):
                yield Text((x, above - 0.22 * size), str(col + counted), 0.24 * size, MUTED, role="coordinate")

    def _middles(self, cells: Sequence[Cell]) -> list[tuple[Point, float]]:
        """What `middle_of` says of cells, which by default makes a diagram each time that it is asked; or corners."""
        if middle_of.is_implemented(type(self.puzzle)):
            return [at for cell in cells if (at := middle_of(self.puzzle, cell)) is not None]
        if self.drawing is None:
            return []
        return [
            ((self.drawing.corner if self.at_corners else self.drawing.centre)(at), self.drawing.cell) for at in cells
        ]

    def _strands(self, facts: Iterable[Fact], role: str, share: float) -> Iterator[Shape]:
        for strand in strands(fact.edge for fact in facts if fact.edge and fact.holds):
            if len(at := self._middles(strand)) > 1:
                yield Polyline(tuple(point for point, _ in at), COLOURS[role], share * at[0][1], role)

    def _cross(
        self, edge: tuple[Cell, Cell], colour: str, reach: float, role: str, wide: float = 0.045
    ) -> Iterator[Shape]:
        """A cross between two cells."""
        if len(at := self._middles(edge)) == 2:
            (one, size), (other, _) = at
            yield from cross(one, other, reach * size, colour, wide * size, role)

    def _side(self, one: Cell, two: Cell) -> Iterator[Shape]:
        """The side between two cells that touch."""
        if len(at := self._middles((one, two))) == 2:
            ((ax, ay), size), ((bx, by), _) = at
            x, y, across, down = (ax + bx) / 2, (ay + by) / 2, (by - ay) / 2, (ax - bx) / 2
            if across**2 + down**2 < 0.6 * size**2:
                yield Polyline(((x - across, y - down), (x + across, y + down)), SIDE, 0.13 * size, "side")
