"""Edge matching, Zigzaws and plain gardens as pieces with coloured joints, for peers that have one model for all."""

from __future__ import annotations

from typing import Any

from cpmodels.engines.cover import Pieces, pieces
from cpmodels.engines.garden_cover import garden_options
from cpmodels.models.tiling import Looks

from benchmarks.solvers import UnsupportedError
from cpmodels.puzzles import EdgeMatching, Garden, Puzzle, TilePlacement, Zigzaw

Tile = int | None
"""A tile by its code, or None for air."""


def as_pieces(puzzle: Puzzle[Any]) -> Pieces[Any, Any]:
    """The pieces of a puzzle.  Raises UnsupportedError when it asks for more than pieces that fit."""
    if isinstance(puzzle, EdgeMatching | Zigzaw):
        return pieces(puzzle)
    if isinstance(puzzle, Garden):
        return tiles(puzzle)
    raise UnsupportedError(f"a {puzzle.kind} puzzle has no pieces")


def tiles(garden: Garden) -> Pieces[Tile, TilePlacement]:
    """The tiles of a garden; its joints are the faces of a packed one and the cells, occupied or not, of a hanging one.

    Air says nothing of the cells around it.

    Raises UnsupportedError for a garden with symmetry, with a demand on its components or its box, or that
    need not place all its tiles.
    """
    demands = len(garden.group) > 1 or garden.component_bounds != (0, None) or garden.touching or garden.exact
    if demands or garden.minimise or garden.tiles == "distinct":
        raise UnsupportedError("of gardens, only those whose tiles have to fit and nothing else")
    looks: Looks[Tile] = {cell: {} for cell in garden.cells}
    for placement, items in garden_options(garden):
        named: dict[Any, Any] = dict(items)
        cell = next(item[1] for item in named if item[0] == "cell")
        looks[cell][placement.get(cell)] = {item: named[item] for item in named if item[0] in ("occupied", "face")}
    copies: dict[Tile, int] = dict.fromkeys(garden.tile_set, 1)
    if garden.rule == "hanging":
        copies[None] = len(garden.cells) - len(garden.tile_set)
    return Pieces(looks, copies, {tile: tile for tile in copies}, planting)


def planting(laid: dict[Any, Tile]) -> TilePlacement:
    return TilePlacement((cell, code) for cell, code in laid.items() if code is not None)


def is_hopeless(form: Pieces[Any, Any]) -> bool:
    """Whether some cell has no look at all, or there are not as many pieces as cells."""
    return not all(form.looks.values()) or min(form.copies.values()) < 0 or sum(form.copies.values()) != len(form.looks)
