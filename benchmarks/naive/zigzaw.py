"""The Zigzaw's backtracker: row by row, frogs in the order of their files, with an explicit stack.

After Jim Price's article on the Zigzaw.  A frog is tested against what lies to its upper right, upper left and left, in
the last column also against the border to its right.  The article's program does not look at the border below, which
this one tests in the last row.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.naive.filling import Colours, Place, Test, fill
from benchmarks.naive.steps import Step
from cpmodels.lattice import HEXAGONAL, Cell, hexagon
from cpmodels.puzzles import Mosaic, Zigzaw
from cpmodels.puzzles.zigzaw import CORNERS, FITS, PARTS


def boards(puzzle: Zigzaw) -> Iterator[Step]:
    """All boards; equal frogs are told apart."""
    centres = list(puzzle.centres.values())
    border = _border(puzzle)
    around = [*centres, *border]
    options = [(i, i, frog.outer, frog.outer) for i, frog in enumerate(puzzle.pieces)]
    index = {centre: place for place, centre in enumerate(around)}
    places = [Place(cell, options, list(_tests(puzzle, cell, index, border))) for cell in puzzle.centres]

    def answers(frogs: list[int]) -> Iterator[Step]:
        rows = (frogs[start : start + puzzle.cols] for start in range(0, len(frogs), puzzle.cols))
        yield "found", None, Mosaic(rows)

    return fill(places, list(border.values()), answers)


def _tests(puzzle: Zigzaw, cell: Cell, index: dict[Cell, int], border: dict[Cell, Colours]) -> Iterator[Test]:
    directions = ["upper right", "upper left", "left"]
    if cell[1] == puzzle.cols - 1:
        directions.append("right")
    if cell[0] == puzzle.rows - 1:
        directions += ["lower left", "lower right"]
    for direction in directions:
        other = HEXAGONAL.neighbour(hexagon(*cell), HEXAGONAL.index(direction))
        for own, part in FITS[direction]:
            if other not in border or border[other][PARTS.index(part)] is not None:
                yield PARTS.index(own), index[other], PARTS.index(part)


def _border(puzzle: Zigzaw) -> dict[Cell, Colours]:
    """The colours of all frogs around the board, by centre: those on corners that the border names, None elsewhere.

    So a border frog that is missing is made up of what its neighbours show, and each test finds all that is known.
    """
    centres = set(puzzle.centres.values())
    rim = {near for centre in centres for near in HEXAGONAL.neighbours(centre)} - centres
    return {(x, y): tuple(puzzle.border_colours.get((x + dx, y + dy)) for dx, dy in CORNERS) for x, y in sorted(rim)}
