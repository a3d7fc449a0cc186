"""The Zigzaw as an exact cover: an option puts a frog into a cell; the frogs that meet at a corner share its colour.

>>> frog = Frog(*"white red blue green red yellow".split())
>>> [option.meaning[0] for option in describe(Zigzaw(1, 1, [frog])).options]
[(0, 0)]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cpmodels.description import ExactCover, Option
from cpmodels.lattice import Cell
from cpmodels.puzzles.zigzaw import Frog, Mosaic, Zigzaw, corners

Placed = tuple[Cell, Frog]


def describe(puzzle: Zigzaw) -> ExactCover[Placed]:
    """The exact cover of a Zigzaw, whose solutions are its pictures: identical frogs not told apart.

    Items are ``("cell", cell)``, once, and ``("frog", frog)``, as often as there are such frogs; corners of hexagons,
    in doubled coordinates, are coloured.  Frogs that contradict the border are left out.
    """
    items: dict[tuple[str, object], int] = {("cell", cell): 1 for cell in puzzle.centres}
    items.update((("frog", frog), len(indexes)) for frog, indexes in puzzle.identical_pieces.items())
    return ExactCover(items, _options(puzzle))


def _options(puzzle: Zigzaw) -> Iterator[Option[Placed]]:
    known = puzzle.border_colours
    for cell in puzzle.centres:
        places = corners(*cell)
        for frog in puzzle.identical_pieces:
            colours = dict(zip(places, frog.outer, strict=True))
            if all(known.get(corner, colour) == colour for corner, colour in colours.items()):
                yield Option((cell, frog), [("cell", cell), ("frog", frog)], colours)


def mosaic(puzzle: Zigzaw, picture: Mapping[Cell, Frog]) -> Mosaic:
    """The board of a picture, identical frogs in reading order."""
    left = {frog: iter(indexes) for frog, indexes in puzzle.identical_pieces.items()}
    rows: list[list[int]] = [[] for _ in range(puzzle.rows)]
    for cell in sorted(picture):
        rows[cell[0]].append(next(left[picture[cell]]))
    return Mosaic(tuple(map(tuple, rows)))
