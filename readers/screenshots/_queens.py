"""Queens: the regions by the colours of their cells; crowns and crosses are left out."""

from __future__ import annotations

import numpy as np

from cpmodels.errors import PuzzleError
from cpmodels.graph import Graph
from cpmodels.lattice import Cell
from cpmodels.puzzles.queens import Queens
from readers.screenshots._cells import colour_distance
from readers.screenshots._edges import Array
from readers.screenshots._shot import Shot, Side, place

ALIKE, DIFFERENT = 9.0, 16.0
"""Neighbours are of one region whose colours are nearer than the first, of 255, and of two if farther than the second:
on real screenshots those of one were at most 4 apart, those of two at least 23."""
FEWEST_COLOURS = 4
DARK = 60.0
"""The lines of the board are so much darker than the cells, of 255: on real screenshots by 100 and more."""
THICKER = 1.15
"""The borders of regions are so many times as heavy as other lines, where they are to tell anything."""


def shows_queens(shot: Shot) -> bool:
    """Whether the cells have many colours, between dark lines."""
    found: list[Array] = []
    for ground in shot.grounds.values():
        if all(colour_distance(ground, other) > DIFFERENT for other in found):
            found.append(ground)
    dark = np.median([bar.darkness for bar in shot.bars.values()]) > DARK
    return bool(dark) and len(found) >= FEWEST_COLOURS and shot.board.rows == shot.board.cols


def read_queens(shot: Shot) -> Queens:
    """The board of Queens.  Raises PuzzleError when the regions are not clear."""
    apart = {side: float(colour_distance(*(shot.grounds[cell] for cell in side))) for side in shot.graph.edges}
    regions = Graph(shot.graph.nodes, [side for side in apart if apart[side] < ALIKE]).components
    number = {cell: i for i, region in enumerate(regions) for cell in region}
    inner = [side for side in apart if number[side[0]] == number[side[1]]]
    joined = _joined(shot, inner, number) if len(regions) > shot.board.rows else []
    unclear = [side for side in apart if apart[side] < DIFFERENT and number[side[0]] != number[side[1]]]
    if unclear and not joined:
        one, other = unclear[0]
        raise PuzzleError(f"cannot tell whether {place(one)} and {place(other)} have one colour")
    regions = Graph(shot.graph.nodes, [*inner, *joined]).components
    if len(regions) != shot.board.rows:
        raise PuzzleError(
            f"shows {shot.board.rows} x {shot.board.cols} cells in colours, as of Queens, but {len(regions)} regions"
        )
    number = {cell: i for i, region in enumerate(regions) for cell in region}
    return Queens([[number[row, col] for col in range(shot.board.cols)] for row in range(shot.board.rows)])


def _joined(shot: Shot, inner: list[Side], number: dict[Cell, int]) -> list[Side]:
    """The sides by which a cell of a colour of its own, such as one under the pointer, belongs to one region about it.

    The lines between the two are no heavier than those within regions.
    """
    outer = [side for side in shot.graph.edges if number[side[0]] != number[side[1]]]
    thin, thick = (float(np.median([shot.bars[side].weight for side in sides])) for sides in (inner, outer))
    if thick < THICKER * thin:
        return []
    sizes = {one: list(number.values()).count(one) for one in number.values()}
    found = []
    for cell in (cell for cell in number if sizes[number[cell]] == 1):
        near: dict[int, list[Side]] = {}
        for side in outer:
            if cell in side:
                near.setdefault(number[side[side[0] == cell]], []).append(side)
        light = [s for s in near.values() if all(shot.bars[side].weight < (thin + thick) / 2 for side in s)]
        if len(light) == 1:
            found += light[0]
    return found
