"""The pieces of a puzzle to cut out, in true size: lengths in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cpmodels.puzzles import EdgeMatching, Frog, Garden, Placement, Zigzaw
from cpmodels.puzzles.zigzaw_geometry import HEXAGON_HEIGHT, HIGH, WIDE
from renderers import nets
from renderers.edge_matching import KNOB, RISE, Pen, colour_of
from renderers.palette import MUTED
from renderers.paper import Kit
from renderers.shapes import Polygon, Shape, Text
from renderers.squares import TILE, tile
from renderers.zigzaw import frog_shapes

SIDE = 40.0
"""The side of a square piece."""
HEXAGON = 28.0
"""The width of a frog's hexagon."""


def kits(puzzle: Any) -> Iterator[Kit]:
    """The pieces of a puzzle, those of its border apart; a ZIP has none."""
    match puzzle:
        case EdgeMatching():
            yield _squares(puzzle)
        case Zigzaw():
            yield _frogs("frogs", {str(index): frog for index, frog in enumerate(puzzle.pieces)})
            if puzzle.border:
                yield _frogs("frogs of the border", {f"({row}, {col})": frog for row, col, frog in puzzle.border})
        case Garden() if puzzle.dimension == 3:
            cubes = tuple(tuple(nets.net(code)) for code in puzzle.tile_set)
            yield Kit(f"{len(cubes)} cubes of {nets.SIDE:.0f} mm", nets.WIDTH, nets.HEIGHT, cubes, gap=2.0)
        case Garden():
            middle = (SIDE / 2, SIDE / 2)
            tiles = (tuple(tile(c, middle, SIDE / TILE, puzzle.dimension, 0.0)) for c in puzzle.tile_set)
            yield Kit(f"{len(puzzle.tile_set)} tiles of {SIDE:.0f} mm", SIDE, SIDE, tuple(tiles))


def _squares(puzzle: EdgeMatching) -> Kit:
    """The pieces of an edge-matching puzzle, apart from each other where they have tabs."""
    pen = Pen(puzzle, SIDE, colour_of(puzzle))
    tabs = puzzle.rule == "sum-zero"
    reach = (KNOB + RISE) * SIDE if tabs else 0.0
    pieces = []
    for index in range(len(puzzle.pieces)):
        place, corner = Placement(index, 0), (reach, reach)
        cut = Polygon(pen.outline(place, corner), None, MUTED, 0.15, "cut")
        pieces.append((*pen.piece(place, corner), *([cut] if tabs else [])))
    size = SIDE + 2 * reach
    return Kit(f"{len(pieces)} pieces of {SIDE:.0f} mm", size, size, tuple(pieces), gap=3.0 if tabs else 0.0)


def _frogs(what: str, frogs: dict[str, Frog]) -> Kit:
    """Frogs, each with a label beside it."""
    width, height = WIDE * HEXAGON / 6, HIGH * HEXAGON_HEIGHT * HEXAGON / 6
    pieces = tuple(tuple(_frog(label, frog)) for label, frog in frogs.items())
    return Kit(f"{len(pieces)} {what}", width, height, pieces, gap=3.0)


def _frog(label: str, frog: Frog) -> Iterator[Shape]:
    yield from frog_shapes(frog, (0.0, 0.0), HEXAGON)
    at = (0.28 * HEXAGON, 1.24 * HEXAGON)
    yield Text(at, label, 3.0, MUTED, role="number")
