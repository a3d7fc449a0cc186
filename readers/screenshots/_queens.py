"""Queens: the regions by the colours of their cells; crowns and crosses are left out."""

from __future__ import annotations

import numpy as np

from cpmodels.base.errors import PuzzleError
from cpmodels.base.graph import Graph
from cpmodels.base.lattice import Cell
from cpmodels.base.values import place
from cpmodels.puzzles.queens import Queens
from readers.screenshots._cells import colour_distance, different
from readers.screenshots._edges import Array
from readers.screenshots._shot import Shot, Side

ALIKE, DIFFERENT = 9.0, 16.0
"""Neighbours are of one region whose colours are nearer than the first, of 255, and of two if farther than the second:
on real screenshots those of one were at most 4 apart, those of two at least 23."""
FEWEST_COLOURS = 4
DARK = 60.0
"""The lines of the board are so much darker than the cells, of 255: on real screenshots by 100 and more."""
DARKEST = 0.7
"""The share of its brightness that a cell under the pointer keeps, at least: on real screenshots 0.8."""
THICKER = 1.15
"""The borders of regions are this many times as heavy as other lines, where they are to tell anything."""


def read_queens(shot: Shot) -> Queens | None:
    """The board of Queens, if it is one.  Raises PuzzleError when the regions are not clear."""
    if not _has_regions(shot):
        return None
    apart = {side: float(colour_distance(*(shot.grounds[cell] for cell in side))) for side in shot.graph.edges}
    regions = Graph(shot.graph.nodes, [side for side in apart if apart[side] < ALIKE]).components
    number = {cell: i for i, region in enumerate(regions) for cell in region}
    inner = [side for side in apart if number[side[0]] == number[side[1]]]
    joined = _joined(shot, inner, number) if inner and len(regions) > shot.board.rows else set()
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


def _has_regions(shot: Shot) -> bool:
    """Whether the cells have many colours, between dark lines."""
    if shot.board.rows != shot.board.cols or np.median([bar.darkness for bar in shot.bars.values()]) <= DARK:
        return False
    return len(different(shot.grounds.values(), DIFFERENT)) >= FEWEST_COLOURS


def _joined(shot: Shot, inner: list[Side], number: dict[Cell, int]) -> set[Side]:
    """The sides by which cells of a colour of their own belong to what is beside them, in the shadow of the pointer.

    Such a cell is a darker shade of all parts that no border, but at most a line between cells, divides from it.
    """
    outer = [side for side in shot.graph.edges if number[side[0]] != number[side[1]]]
    thin, thick = (float(np.median([shot.bars[side].weight for side in sides])) for sides in (inner, outer))
    if thick < THICKER * thin:
        return set()
    found: set[Side] = set()
    for cell, region in number.items():
        near = [side for side in outer if cell in side and shot.bars[side].weight < (thin + thick) / 2]
        light = {side[side[0] == cell]: side for side in near}
        is_alone = list(number.values()).count(region) == 1
        if is_alone and all(_is_shade(shot.grounds[cell], shot.grounds[other]) for other in light):
            found.update(light.values())
    return found


def _is_shade(colour: Array, other: Array) -> bool:
    """Whether a colour is another one made a little darker."""
    if not DARKEST * other.mean() < colour.mean() < other.mean():
        return False
    return float(colour_distance(colour, colour.mean() / other.mean() * other)) < ALIKE
