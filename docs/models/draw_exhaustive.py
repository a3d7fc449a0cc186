"""The pictures of exhaustive.md: `python docs/models/draw_exhaustive.py` makes them anew, in a few seconds.

How the parts of the sweep lie depends on the machine's speed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path

from drawing import labelled, one_below_another, side_by_side, write

import cpmodels as cm
from cpmodels.base.lattice import SQUARE
from cpmodels.base.regions import box, isometries
from cpmodels.search._ledger import DONE, OPEN, Ledger, PartRow
from renderers.palette import BLUE, GOLD, INK, LINE, MUTED, PAGE, SURFACE, TEAL, mix
from renderers.shapes import Circle, Polygon, Shape, Text, rectangle

SIDE = 4
UNIT = 15.0
Rooks = tuple[int, ...]
"""The column of the rook in each row."""


def images(rooks: Rooks) -> list[Rooks]:
    """The boards that turns and mirrors make of one, the first of all of them first."""
    moved = (sorted(image[cell] for cell in enumerate(rooks)) for image in isometries(SQUARE, box(SIDE, SIDE)))
    return sorted({tuple(column for _, column in cells) for cells in moved})


def board_of(rooks: Rooks, first: bool) -> Iterator[Shape]:
    """A board with its rooks; the first of an orbit stands out."""
    side = SIDE * UNIT
    yield Polygon(rectangle(0, 0, side, side), SURFACE if not first else mix(SURFACE, GOLD, 0.25), LINE, 1)
    for line in range(1, SIDE):
        yield Polygon(((line * UNIT, 0), (line * UNIT, side)), None, LINE, 1)
        yield Polygon(((0, line * UNIT), (side, line * UNIT)), None, LINE, 1)
    for row, column in enumerate(rooks):
        yield Circle((column * UNIT + UNIT / 2, row * UNIT + UNIT / 2), 4.6, BLUE)
    if first:
        yield Polygon(rectangle(0, 0, side, side), None, GOLD, 2.5)


def orbits() -> None:
    """The 24 ways to place four rooks, orbit by orbit."""
    found = sorted(
        {tuple(images(rooks)) for rooks in permutations(range(SIDE))}, key=lambda orbit: (-len(orbit), orbit)
    )
    groups = [
        labelled(
            side_by_side((board_of(rooks, i == 0) for i, rooks in enumerate(orbit)), 9.0),
            f"{len(orbit)} = 8 / {8 // len(orbit)}",
        )
        for orbit in found
    ]
    rows = [groups[:1], groups[1:3], groups[3:]]
    write("exhaustive-orbits.png", one_below_another([side_by_side(row, 40.0) for row in rows], 22.0))


WIDTH, HEIGHT = 760.0, 34.0


def bars(ledger: Ledger, row: PartRow, left: float, width: float, level: int) -> Iterator[Shape]:
    """A part as a bar as wide as its share, over those that it was split into."""
    fill = {OPEN: SURFACE, DONE: mix(SURFACE, TEAL, 0.45)}.get(row.state, mix(PAGE, MUTED, 0.35))
    top = level * (HEIGHT + 4)
    yield Polygon(rectangle(left, top, width, HEIGHT), fill, INK, 0.8)
    label = {OPEN: "open", DONE: f"{row.total:,}"}.get(row.state, "split")
    if width > 9.0 * len(label):
        yield Text((left + width / 2, top + HEIGHT / 2), label, 14, INK)
    for part in row.parts:
        below = ledger.row(part)
        yield from bars(ledger, below, left, width * below.share / row.share, level + 1)
        left += width * below.share / row.share


def tree() -> None:
    """The parts of a sweep that was stopped."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "squares.led"
        with ThreadPoolExecutor(2) as threads:
            cm.sweep(cm.Garden.hanging(box=(6, 6)), ledger=path, executor=threads, slice_seconds=0.35, time_limit=3.6)
        with Ledger(path) as ledger:
            write("exhaustive-parts.png", bars(ledger, ledger.row(""), 0.0, WIDTH, 0))


def main() -> None:
    """Draw them."""
    orbits()
    tree()


if __name__ == "__main__":
    main()
