"""The pictures of gardens.md: `python docs/models/draw_gardens.py` makes them anew, in a few seconds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from drawing import labelled, one_below_another, side_by_side, write

import cpmodels as cm
from cpmodels.base.lattice import Cell, first_of_orbit
from renderers.palette import BLUE, HUES, INK, LINE, MUTED, RED, SURFACE, mix
from renderers.picture import drawn_shapes
from renderers.shapes import Polygon, Shape, Text, fitted, rectangle

UNIT = 44.0
PALE = mix(SURFACE, BLUE, 0.25)


def grid(texts: Mapping[Cell, str], fills: Mapping[Cell, str], bold: Iterable[Cell] = ()) -> Iterator[Shape]:
    """Squares in which something is written, x to the right and y upwards."""
    heavy = set(bold)
    for (x, y), text in texts.items():
        left, top = x * UNIT, -y * UNIT
        yield Polygon(rectangle(left, top, UNIT, UNIT), fills.get((x, y), SURFACE), LINE, 1.2)
        yield Text((left + UNIT / 2, top + UNIT / 2), text, 17, INK, bold=(x, y) in heavy)


def outlined(cell: Cell, colour: str) -> Polygon:
    """A cell's outline."""
    return Polygon(rectangle(cell[0] * UNIT, -cell[1] * UNIT, UNIT, UNIT), None, colour, 4)


def solved(garden: cm.Garden) -> tuple[cm.puzzles.TilePlacement, list[Shape]]:
    """A garden, the same each time, and its picture in a square of five cells."""
    placement = cm.solve(garden, engine="cp-sat", workers=1).solution
    assert placement is not None
    return placement, fitted(drawn_shapes(cm.draw(garden, placement)), (0, 0, 5 * UNIT, 5 * UNIT))


def squares() -> None:
    """Which cells are occupied, what one of them sees, and the tiles that follow."""
    garden = cm.Garden.hanging(box=(5, 5), symmetry="D1'")
    placement, shown = solved(garden)
    codes = placement.codes
    texts = {cell: str(int(cell in codes)) for cell in garden.cells}
    cell = next(cell for cell, code in codes.items() if code == 14)
    around = {other for other in garden.neighbours[cell] if other is not None}
    fills = {other: mix(SURFACE, BLUE, 0.6) if other in around else PALE for other in codes}
    seen = [*grid(texts, fills, {cell, *around}), *(outlined(other, MUTED) for other in around), outlined(cell, RED)]
    parts = [labelled(seen, "25 Booleans: occupied or not"), labelled(shown, "the garden that they say")]
    write("gardens-variables.png", side_by_side(parts))


def cubes() -> None:
    """Five layers of cubes whose orbits under a three-fold axis with mirrors are numbered, and the garden."""
    garden = cm.Garden.hanging(box=(5, 5, 5), symmetry="C3v")
    placement, shown = solved(garden)
    first = first_of_orbit(garden.cells, [{c: garden.moved(m, c) for c in garden.cells} for m in garden.group])
    number = {cell: i for i, cell in enumerate(dict.fromkeys(first.values()), 1)}
    layers: list[list[Shape]] = []
    for z in range(5):
        cells = [cell for cell in garden.cells if cell[2] == z]
        texts = {cell[:2]: str(number[first[cell]]) for cell in cells}
        fills = {cell[:2]: PALE for cell in cells if cell in placement.codes}
        marked = [cell[:2] for cell in cells if first[cell] == (0, 1, 2)]
        layers.append(labelled(grid(texts, fills | dict.fromkeys(marked, HUES[0]), marked), f"z = {z}"))
    rows = [side_by_side(layers[:3]), side_by_side([*layers[3:], labelled(shown, "63 cubes")])]
    write("gardens-orbits.png", one_below_another(rows))


def main() -> None:
    """Solve the gardens and draw them."""
    squares()
    cubes()


if __name__ == "__main__":
    main()
