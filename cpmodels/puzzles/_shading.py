"""Shaded cells that do not touch at a side, among others that are connected, as an exact cover."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from cpmodels.base.description import Description, ExactCover, Option
from cpmodels.base.graph import Graph, grid
from cpmodels.base.lattice import Cell
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Grid

Sums = Mapping[str, tuple[Iterable[Cell], int, int, int]]
"""For each rule its cells, a shade, and from how many to how many of the cells have it."""


def shading(rows: int, cols: int, sums: Sums) -> Description[Grid]:
    """That of a board with such shaded cells and rules: each cell has one shade, 1 where it is shaded, else 0.

    >>> described = shading(1, 3, {"the row": ([(0, 0), (0, 1), (0, 2)], 1, 2, 3)})
    >>> [option.items for option in described.problem.options if option.meaning == ((0, 1), 1)]
    [((0, 1), 'the row', ((0, 0), (0, 1)), ((0, 1), (0, 2)))]
    >>> described.solution([((0, 0), 0), ((0, 1), 1), ((0, 2), 0)])
    Grid(rows=((0, 1, 0),))
    """
    board = grid(rows, cols)
    copies: dict[object, int | tuple[int, int]] = dict.fromkeys(board.nodes, 1)
    covered: dict[tuple[Cell, int], list[object]] = {(cell, shade): [cell] for cell in board.nodes for shade in (0, 1)}
    for name, (cells, shade, least, most) in sums.items():
        copies[name] = (least, most)
        for cell in cells:
            covered[cell, shade].append(name)
    for edge in board.edges:
        copies[edge] = (0, 1)
        for cell in edge:
            covered[cell, 1].append(edge)
    left = Graph([(cell, 0) for cell in board.nodes], [((one, 0), (other, 0)) for one, other in board.edges])

    def solution(chosen: Sequence[tuple[Cell, int]]) -> Grid:
        shades = dict(chosen)
        return Grid([[shades.get((r, c), 0) for c in range(cols)] for r in range(rows)])

    options = [Option(meaning, names) for meaning, names in covered.items()]
    return Description(ExactCover(copies, options, connected=left), solution, marks=lambda meaning: [Mark.at(*meaning)])
