"""The picture of zigzaw.md: `python docs/models/draw_zigzaw.py` makes it anew, in a few seconds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import sqrt

from drawing import labelled, one_below_another, side_by_side, write

import cpmodels as cm
from cpmodels.base.lattice import Cell, hexagon_centre
from cpmodels.puzzles.zigzaw import CORNERS, Frog, Zigzaw, corners
from renderers.palette import BLUE, INK, LINE, MUTED, RUBIK, SURFACE, ink_on, mix
from renderers.shapes import Circle, Point, Polygon, Shape, Text

Domains = Mapping[Cell, set[Frog]]


def at(point: tuple[float, float], size: float) -> Point:
    """A point in doubled coordinates, of hexagons whose sides are `size` long."""
    return point[0] * size * sqrt(3) / 2, point[1] * size / 2


def outline(cell: Cell, size: float) -> tuple[Point, ...]:
    """The corners of a cell in the picture."""
    return tuple(at(corner, size) for corner in corners(*cell))


def corner() -> Iterator[Shape]:
    """Three frogs at a corner: their colours, and one variable."""
    size = 74.0
    cells = [(0, 0), (0, 1), (1, 0)]
    colours = {(0, 0): "yrgwbr", (0, 1): "wgyrog", (1, 0): "orbgyw"}
    names = {name[0]: name for name in RUBIK}
    for cell in cells:
        yield Polygon(outline(cell, size), SURFACE, MUTED, 2)
        x, y = hexagon_centre(*cell)
        for (dx, dy), letter in zip(CORNERS, colours[cell], strict=True):
            yield Circle(at((x + 0.62 * dx, y + 0.62 * dy), size), 13, RUBIK[names[letter]], LINE, 1)
    for label, cell in zip("abc", cells, strict=True):
        yield Text(at(hexagon_centre(*cell), size), label, 20, MUTED)
    yield Circle(at(shared(cells), size), 11, RUBIK["red"], INK, 4)


def shared(cells: list[Cell]) -> Point:
    """The corner at which three cells meet."""
    (point,) = set.intersection(*(set(corners(*cell)) for cell in cells))
    return point


def rounds(puzzle: Zigzaw) -> list[Domains]:
    """The frogs that can lie in each cell, at first and after each round of ruling out."""
    known = puzzle.border_colours
    domains = {
        cell: {
            frog
            for frog in puzzle.pieces
            if all(known.get(v, colour) == colour for v, colour in zip(corners(*cell), frog.outer, strict=True))
        }
        for cell in puzzle.centres
    }
    found = [domains]
    while True:
        colours: dict[Cell, set[str | None]] = {}
        for cell, frogs in domains.items():
            for part, v in enumerate(corners(*cell)):
                shown = {frog.outer[part] for frog in frogs}
                colours[v] = colours.get(v, shown) & shown
        domains = {
            cell: {f for f in frogs if all(k in colours[v] for v, k in zip(corners(*cell), f.outer, strict=True))}
            for cell, frogs in domains.items()
        }
        if domains == found[-1]:
            return found
        found.append(domains)


def board(domains: Domains) -> Iterator[Shape]:
    """How many frogs can lie in each cell."""
    size = 17.0
    for cell, frogs in domains.items():
        fill = mix(SURFACE, BLUE, 0.85 * (1 - (len(frogs) - 1) / 80))
        yield Polygon(outline(cell, size), fill, LINE, 1)
        yield Text(at(hexagon_centre(*cell), size), str(len(frogs)), 11, ink_on(fill))


def main() -> None:
    """Rule out, and draw."""
    puzzle = cm.read("zigzaw")
    assert isinstance(puzzle, Zigzaw)
    found = rounds(puzzle)
    write("zigzaw-corner.png", corner())
    shown = [0, 2, 4, len(found) - 1]
    labels = ["the border seen"] + [f"after {number} rounds" for number in shown[1:]]
    parts = [labelled(board(found[number]), label) for number, label in zip(shown, labels, strict=True)]
    write("zigzaw-rounds.png", one_below_another([side_by_side(parts[:2]), side_by_side(parts[2:])]))


if __name__ == "__main__":
    main()
