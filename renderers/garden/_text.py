"""Gardens as text: rows of tile codes with the North at the top, layers of cubes side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cpmodels.lattice import Cell
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement
from cpmodels.values import by
from renderers.coloured_text import ColouredText, Run, coloured
from renderers.garden._cubes import SHADES
from renderers.garden._reaches import Part, axes, reaches, tiles
from renderers.palette import gradient, ink_on

MOST_CELLS = 1_000
"""Of larger boxes only the part with tiles is shown."""

ENDS = (("x", "West", "East"), ("y", "South", "North"), ("z", "Bottom", "Top"), ("u", "Kata", "Ana"))
"""By axis: its coordinate, and what the first and the last layer along it are called."""


def named(garden: Garden, part: Part, axis: int) -> dict[int, str]:
    """What the layers of a part of a garden along an axis are called, by their coordinate."""
    start, names = part.first[axis], axes(garden.dimension)
    if not garden.box:
        return {c: f"{names[axis]} = {c}" for c in sorted({cell[axis] for cell in garden.cells})}
    every = layer_names(garden.box[axis], *ENDS[axis])
    return dict(enumerate(every[start : start + part.sides[axis]], start))


def layer_names(count: int, axis: str, first: str, last: str) -> list[str]:
    """What the layers along an axis are called: by where the box ends, or by the coordinate.

    >>> layer_names(4, *ENDS[2])
    ['Bottom', 'z = 1', 'z = 2', 'Top']
    """
    return [first if k == 0 else last if k == count - 1 else f"{axis} = {k}" for k in range(count)]


def garden_text(garden: Garden, placement: TilePlacement | None) -> ColouredText:
    """The tiles of a placement, or the fixed ones and what is to be placed."""
    codes = tiles(garden, placement)
    shown = _shown(garden, codes)
    heights = list(shown[2]) if garden.dimension == 3 else [0]
    layers = [_layer(garden, codes, shown, z) for z in heights]
    lines = layers[0] if garden.dimension < 3 else _side_by_side(layers, heights, garden.box[2])
    lines = [line for line in lines if line.strip()]
    if len(garden.cells) > MOST_CELLS:
        part = ", ".join(f"{axis} = {line[0]} to {line[-1]}" for axis, line in zip("xyz", shown, strict=False))
        lines.insert(0, f"{part} of {by(garden.box)}")
    loose = [code for code in garden.tile_set if code not in codes.values()]
    if placement is None:
        lines.append(f"tiles to place: {' '.join(f'{code:02d}' for code in loose)}")
    return coloured([_runs(line, garden.dimension) for line in lines])


def _runs(line: str, dimension: int) -> Iterator[Run]:
    """A line with each code on the colour of its number of blue faces."""
    for part in re.split(r"(?<!= )(?<!\d)(\d\d)(?!\d)", line):
        if part.isdecimal():
            ground = gradient(SHADES, int(part).bit_count() / (2 * dimension))
            yield Run(part, ink_on(ground), ground)
        else:
            yield Run(part)


def _shown(garden: Garden, codes: dict[Cell, int]) -> list[range]:
    """The coordinates to show along each axis: of a large box those between the first tile and the last."""
    if len(garden.cells) <= MOST_CELLS:
        return [range(side) for side in garden.box]
    return [range(min(line), max(line) + 1) for line in zip(*(codes or {(0,) * garden.dimension: 0}), strict=True)]


def _layer(garden: Garden, codes: dict[Cell, int], shown: list[range], z: int) -> list[str]:
    """Rows of codes; where blue faces may look out, those that do are told by a line across the rim."""
    across, up = (*shown, range(1))[:2]
    out = {
        (reach.cell, garden.lattice.names[reach.direction]) for reach in reaches(garden, codes) if reach.kind == "rim"
    }

    def edge(x: int, y: int, name: str) -> bool:
        return ((x, y, z)[: garden.dimension], name) in out

    def rim(y: int, name: str) -> list[str]:
        if garden.dimension == 1 or garden.boundaries[1] == "red":
            return []
        return [" " + " ".join("||" if edge(x, y, name) else "  " for x in across)]

    rows = [
        ("-" if edge(across[0], y, "West") else "|")
        + "|".join(_code(codes, (x, y, z), garden.dimension) for x in across)
        + ("-" if edge(across[-1], y, "East") else "|")
        for y in reversed(up)
    ]
    return [*rim(up[-1], "North"), *rows, *rim(up[0], "South")]


def _code(codes: dict[Cell, int], cell: Cell, dimension: int) -> str:
    code = codes.get(cell[:dimension])
    return "  " if code is None else f"{code:02d}"


def _side_by_side(layers: list[list[str]], heights: list[int], height: int) -> list[str]:
    """Layers from the Bottom to the Top, each under its name."""
    every = layer_names(height, *ENDS[2])
    names = [every[z] for z in heights]
    width = max(len(layers[0][0]), 6)
    rows = [names, *zip(*layers, strict=True)]
    return ["  ".join(f"{part:<{width}}" for part in row) for row in rows]
