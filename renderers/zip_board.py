"""ZIP as a picture: a white board with thick walls, numbers in discs and the path in a run of colours."""

from __future__ import annotations

from collections.abc import Iterator

from cpmodels.lattice import Cell
from cpmodels.puzzles import Path, Zip
from renderers.palette import INK, LINE, SURFACE, gradient, mix
from renderers.picture import Picture, framed, unit
from renderers.shapes import Circle, Point, Polygon, Polyline, Shape, Text, rectangle

CELL = 64.0
STOPS = ("#5246c7", "#c13f97", "#f08a24", "#f7c548")
"""The colours of the path from its start to its end, ever lighter."""
SEGMENTS = 400
"""The path changes its colour at most so many times."""


def draw_zip(puzzle: Zip, path: Path | None) -> Picture:
    """The board, and the path on it if there is one."""
    cell = cell_size(puzzle)
    width, height = puzzle.cols * cell, puzzle.rows * cell
    frame = rectangle(0, 0, width, height, 0.16 * cell)
    shapes: list[Shape] = [Polygon(frame, SURFACE, role="board"), *_grid(puzzle, cell)]
    if path:
        shapes += _path(path, cell, max(len(path.cells), len(puzzle.cells)))
    shapes.append(Polygon(frame, None, INK, 0.07 * cell, "rim"))
    shapes += [Polyline(wall_ends(first, second, cell), INK, 0.13 * cell, "wall") for first, second in puzzle.walls]
    for number, waypoint in enumerate(puzzle.waypoints, 1):
        shapes += _disc(number, waypoint, cell)
    return framed(shapes, title=puzzle.name)


def cell_size(puzzle: Zip) -> float:
    """The side of a cell."""
    return unit(max(puzzle.rows, puzzle.cols), CELL)


def centre(cell: Cell, side: float) -> Point:
    """The middle of a cell of this side."""
    return ((cell[1] + 0.5) * side, (cell[0] + 0.5) * side)


def wall_ends(first: Cell, second: Cell, side: float) -> tuple[Point, Point]:
    """The corners between which the wall between two neighbouring cells stands."""
    row, col = max(first, second)
    along = (0, 1) if first[1] == second[1] else (1, 0)
    return ((col * side, row * side), ((col + along[1]) * side, (row + along[0]) * side))


def _grid(puzzle: Zip, cell: float) -> Iterator[Polyline]:
    width, height, thin = puzzle.cols * cell, puzzle.rows * cell, 0.025 * cell
    for col in range(1, puzzle.cols):
        yield Polyline(((col * cell, 0), (col * cell, height)), LINE, thin, "grid")
    for row in range(1, puzzle.rows):
        yield Polyline(((0, row * cell), (width, row * cell)), LINE, thin, "grid")


def _path(path: Path, cell: float, whole: int) -> Iterator[Shape]:
    """The path in short pieces, each of its own colour, above a pale band that fills its cells.

    whole: how long the path is in the end, which settles how fast its colour runs.
    """
    points = [centre(at, cell) for at in path.cells]
    if len(points) == 1:
        yield Circle(points[0], 0.23 * cell, STOPS[0], role="path")
    step = max(1, -(-len(points) // SEGMENTS))
    for share, role in ((0.80, "band"), (0.46, "path")):
        for start in range(0, len(points) - 1, step):
            colour = gradient(STOPS, start / whole)
            piece = tuple(points[start : start + step + 1])
            yield Polyline(piece, mix(colour, SURFACE, 0.82) if role == "band" else colour, share * cell, role)


def _disc(number: int, waypoint: Cell, cell: float) -> Iterator[Shape]:
    middle, label = centre(waypoint, cell), str(number)
    yield Circle(middle, 0.31 * cell, INK, SURFACE, 0.035 * cell, role="disc")
    yield Text(middle, label, cell * (0.34 if len(label) < 3 else 0.26), SURFACE, bold=True, role="number")
