"""Gardens as text: rows of tile codes with the North at the top, layers of cubes side by side.

Boxes are rows between bars; hexagons, triangles and any regions of flat cells are rows of codes, with a mark for each
empty cell; of what fits neither, and of what would be too long, each tile is told with its cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from cpmodels.base.lattice import Cell, Lattice
from cpmodels.base.values import by
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden.rows import column, in_rows
from cpmodels.puzzles.garden.tiles import TilePlacement, blue_faces
from renderers.coloured_text import ColouredText, Run, coloured
from renderers.garden._cubes import SHADES
from renderers.garden._reaches import Section, axes, digits, name_of, reaches, tiles
from renderers.garden._tilings import tiling
from renderers.palette import gradient, ink_on

MOST_CELLS = 1_000
"""Of larger boxes only the part with tiles is shown."""

WIDEST = 250
"""Rows of hexagons and others are no longer than this many half cells."""
EMPTY = (("--",), ("/\\", "\\/"))
"""The mark for an empty cell: of other than triangles, and of those by orientation."""

ENDS = (("x", "West", "East"), ("y", "South", "North"), ("z", "Bottom", "Top"), ("u", "Kata", "Ana"))
"""By axis: its coordinate, and what the first and the last layer along it are called."""


def named(garden: Garden, part: Section, axis: int, middle: str = "{axis} {number}") -> dict[int, str]:
    """What the layers of a part of a garden along an axis are called, by their coordinate; see `layer_names`."""
    start, names = part.first[axis], axes(garden.dimension)
    if not garden.box:
        scattered = sorted({cell[axis] for cell in garden.cells})
        return {c: middle.format(axis=names[axis], index=c, number=c + 1) for c in scattered}
    every = layer_names(garden.box[axis], *ENDS[axis], middle)
    return dict(enumerate(every[start : start + part.sides[axis]], start))


def layer_names(count: int, axis: str, first: str, last: str, middle: str = "{axis} {number}") -> list[str]:
    """What the layers along an axis are called: by where the box ends, or by the coordinate, which files count from 0
    as the index, and people from 1 as the number.

    >>> layer_names(4, *ENDS[2])
    ['Bottom', 'z 2', 'z 3', 'Top']
    >>> layer_names(4, *ENDS[2], "{axis} = {index}")
    ['Bottom', 'z = 1', 'z = 2', 'Top']
    """
    between = [middle.format(axis=axis, index=index, number=index + 1) for index in range(1, count - 1)]
    return [first, *between, last][:count]


def garden_text(garden: Garden, placement: TilePlacement | None) -> ColouredText:
    """The tiles of a placement, or the fixed ones and what is to be placed."""
    codes = tiles(garden, placement)
    lines: Iterable[str]
    if has_bars(garden):
        lines = _barred(garden, codes)
    elif has_rows(garden):
        lines = _scattered(garden, codes)
    else:
        lines = [f"{name_of(code, garden.lattice)} at {cell}" for cell, code in codes.items()]
    lines = [line for line in lines if line.strip()]
    if placement is None:
        loose = [name_of(code, garden.lattice) for code in garden.tile_set if code not in codes.values()]
        lines.append(f"tiles to place: {' '.join(loose)}")
    return coloured([_runs(line, garden.lattice) for line in lines])


def has_bars(garden: Garden) -> bool:
    """Whether the text is rows of codes between bars."""
    if not garden.box or (garden.dimension == 2 and not tiling(garden.lattice).is_rectangular):
        return False
    return garden.dimension < 4 or (garden.dimension == 4 and len(garden.cells) <= MOST_CELLS)


def has_rows(garden: Garden) -> bool:
    """Whether the text is rows of codes without bars."""
    if garden.dimension > 2 or len(garden.cells) > MOST_CELLS:
        return False
    columns = [column(cell, garden.lattice) for cell in garden.cells]
    return max(columns) - min(columns) <= WIDEST


def _runs(line: str, lattice: Lattice) -> Iterator[Run]:
    """A line with each code on the colour of its number of blue faces."""
    told, width = re.fullmatch(r"(\d+)( at .*)", line), digits(lattice)
    parts = told.groups() if told else re.split(rf"(?<!= )(?<!\d)(\d{{{width}}})(?!\d)", line)
    for part in parts:
        if part.isdecimal():
            ground = gradient(SHADES, len(blue_faces(int(part), lattice)) / len(lattice.offsets))
            yield Run(part, ink_on(ground), ground)
        else:
            yield Run(part)


def _scattered(garden: Garden, codes: Mapping[Cell, int]) -> Iterator[str]:
    """Rows of codes in which those above each other stand so, with a mark for each empty cell."""
    lattice, width = garden.lattice, digits(garden.lattice)
    leftmost, step = min(column(cell, lattice) for cell in garden.cells), (width + 2) // 2
    for row in in_rows(garden):
        line = ""
        for cell in row:
            empty = EMPTY[len(lattice.orientations) > 1][lattice.orientation(cell)].center(width)
            code = name_of(codes[cell], lattice) if cell in codes else empty
            line = line.ljust((column(cell, lattice) - leftmost) * step) + code
        yield line


def _barred(garden: Garden, codes: dict[Cell, int]) -> list[str]:
    """A box as rows between bars, layers of cubes side by side, those of tesseracts in blocks from Ana to Kata.

    Coordinates are those of files, as such text is read, too.
    """
    shown = _shown(garden, codes)
    out = {
        (reach.cell, garden.lattice.names[reach.direction]) for reach in reaches(garden, codes) if reach.kind == "rim"
    }
    part = Section(tuple(line[0] for line in shown), tuple(map(len, shown)))
    names = [named(garden, part, axis, "{axis} = {index}") for axis in range(2, garden.dimension)]
    blocks: list[tuple[Cell, str]] = [((), "")]
    if len(names) > 1:
        blocks = [((u,), name) for u, name in reversed(names[1].items())]
    lines = []
    for beyond, name in blocks:
        layers = [_layer(garden, codes, shown, (*at, *beyond), out) for at in product(*names[:1])]
        lines += [name, *(_side_by_side(layers, list(names[0].values())) if names else layers[0])]
    if len(garden.cells) > MOST_CELLS:
        along = ", ".join(f"{axis} = {line[0]} to {line[-1]}" for axis, line in zip("xyz", shown, strict=False))
        lines.insert(0, f"{along} of {by(garden.box)}")
    return lines


def _shown(garden: Garden, codes: dict[Cell, int]) -> list[range]:
    """The coordinates to show along each axis: of a large box those between the first tile and the last."""
    if len(garden.cells) <= MOST_CELLS:
        return [range(side) for side in garden.box]
    return [range(min(line), max(line) + 1) for line in zip(*(codes or {(0,) * garden.dimension: 0}), strict=True)]


def _layer(
    garden: Garden, codes: dict[Cell, int], shown: list[range], plane: Cell, out: set[tuple[Cell, str]]
) -> list[str]:
    """Rows of codes; where blue faces may look out, those that do are told by a line across the rim.

    plane: the coordinates that all cells of the layer share.
    out: the faces that look out so.
    """
    across, up = (*shown, range(1))[:2]
    blank = " " * digits(garden.lattice)

    def at(x: int, y: int) -> Cell:
        return (x, y, *plane)[: garden.dimension]

    def rim(y: int, name: str) -> list[str]:
        if garden.dimension == 1 or garden.boundaries[1] == "red":
            return []
        return [" " + " ".join(("||" if (at(x, y), name) in out else "").center(len(blank)) for x in across)]

    def code(cell: Cell) -> str:
        return name_of(codes[cell], garden.lattice) if cell in codes else blank

    rows = [
        ("-" if (at(across[0], y), "West") in out else "|")
        + "|".join(code(at(x, y)) for x in across)
        + ("-" if (at(across[-1], y), "East") in out else "|")
        for y in reversed(up)
    ]
    return [*rim(up[-1], "North"), *rows, *rim(up[0], "South")]


def _side_by_side(layers: list[list[str]], names: list[str]) -> list[str]:
    """Layers from the Bottom to the Top, each under its name."""
    width = max(len(layers[0][0]), 6)
    rows = [names, *zip(*layers, strict=True)]
    return ["  ".join(f"{part:<{width}}" for part in row) for row in rows]
