"""Gardens as exact covers: an option lays a tile, with all its images under the symmetry.

>>> from cpmodels.puzzles.garden.puzzle import Garden
>>> cover = described(Garden.packed((2, 2), tiles=(3, 6, 9, 12)))
>>> sorted(option.meaning for option in cover.pruned().options)
[(((0, 0), 3),), (((0, 1), 6),), (((1, 0), 9),), (((1, 1), 12),)]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import cache, partial
from math import prod
from typing import TYPE_CHECKING

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.description import MOST_OPTIONS, ExactCover, Option
from cpmodels.base.lattice import Cell
from cpmodels.errors import TooLargeError
from cpmodels.puzzles.garden.tiles import TilePlacement, blue_faces, turned_codes

if TYPE_CHECKING:
    from cpmodels.puzzles.garden._fields import GardenFields

Orbit = tuple[tuple[Cell, int | None], ...]
"""The cells of an orbit, each with its tile, or None for air."""


HERE = -1
"""The direction in which a tile looks at its own cell, which is not empty."""

Faces = list[tuple[Hashable, int]]
"""What a tile in a cell colours, and the direction in which that lies, or `HERE`."""


def described(garden: GardenFields) -> ExactCover[Orbit]:
    """The exact cover of a garden.

    Items are ``("cell", cell)``, once, and ``("tile", code)``, once or, where it need not be placed, at most once.  In
    a packed garden faces are coloured, blue or red; in a hanging one cells, occupied or empty, and a cell without a
    tile takes an option of its own, air.  It is relaxed where components, the sides of the box or the exact symmetry
    matter: then the garden must check the solutions.
    """
    inside = prod(max(side - 2, 0) for side in garden.box) if garden.box else len(garden.cells)
    inside -= len(garden.forbidden)
    if inside * (len(garden.tile_set) - len(garden.fixed)) > MOST_OPTIONS * len(garden.group):
        raise TooLargeError(f"{garden.place} as an exact cover has more than {MOST_OPTIONS:,} options")
    items: dict[tuple[str, Cell | int], int | tuple[int, int]] = {("cell", cell): 1 for cell in garden.cells}
    items.update((("tile", tile), 1) for tile in garden.required)
    items.update((("tile", tile), (0, 1)) for tile in garden.tile_set if tile not in garden.required)
    relaxed = garden.component_bounds != (0, None) or garden.touching or garden.exact
    return ExactCover(items, _options(garden), relaxed)


def placed(chosen: Iterable[Orbit]) -> TilePlacement:
    """The garden that the meanings of some options say."""
    return TilePlacement((cell, tile) for orbit in chosen for cell, tile in orbit if tile is not None)


def image(tiles: Mapping[int, int], cells: Mapping[Cell, Cell], orbit: Orbit) -> Orbit:
    """Where a symmetry, with its images of the tiles and cells, takes the meaning of an option."""
    return tuple(sorted((cells[cell], None if tile is None else tiles[tile]) for cell, tile in orbit))


def _options(garden: GardenFields) -> Iterator[Option[Orbit]]:
    faces = cache(partial(_faces, garden))
    blue = {tile: frozenset([HERE, *blue_faces(tile, garden.lattice)]) for tile in garden.tile_set}
    for orbit in _laid(garden):
        if (colours := _coloured(orbit, faces, blue)) is not None:
            cells, tiles = [("cell", cell) for cell in orbit], [("tile", tile) for tile in orbit.values()]
            yield Option(tuple(orbit.items()), [*cells, *tiles], colours)
    if garden.rule == "hanging":
        for air in dict.fromkeys(frozenset(garden.moved(m, cell) for m in garden.group) for cell in garden.cells):
            empty = sorted(air)
            yield Option(
                tuple((cell, None) for cell in empty),
                [("cell", cell) for cell in empty],
                {("occupied", cell): False for cell in empty},
            )


def _laid(garden: GardenFields) -> Iterator[dict[Cell, int]]:
    """Each tile in each cell that it fits, with its images; not those that lay two tiles in one cell, or one in two.

    What fits a cell fits its images, as the symmetry keeps the box and its boundary.
    """
    seen: set[frozenset[tuple[Cell, int]]] = set()
    codes = [turned_codes(m, garden.lattice) for m in garden.group]
    placed = frozenset(garden.tile_set)
    for cell in garden.cells:
        checkpoint()
        moves = [(garden.moved(m, cell), code) for m, code in zip(garden.group, codes, strict=True)]
        for tile in garden.tile_set:
            if not garden.fits(tile, cell):
                continue
            pairs = frozenset([(place, code[tile]) for place, code in moves])
            orbit = dict(pairs)
            if len(orbit) < len(pairs):
                continue
            if len(orbit) > 1:  # It comes from each of its cells.
                orbit = dict(sorted(pairs))
                if len(set(orbit.values())) < len(orbit) or pairs in seen:
                    continue
                seen.add(pairs)
            if placed.issuperset(orbit.values()) and _allowed(garden, orbit):
                yield orbit


def _allowed(garden: GardenFields, orbit: dict[Cell, int]) -> bool:
    """Whether tiles lie where fixed and forbidden ones let them."""
    tiles = orbit.values()
    return all(orbit[c] == code if c in orbit else code not in tiles for code, c in garden.fixed) and not any(
        c in orbit and code in (None, orbit[c]) for code, c in garden.forbidden
    )


def _faces(garden: GardenFields, cell: Cell) -> Faces:
    seen = [(direction, other) for direction, other in enumerate(garden.neighbours[cell]) if other is not None]
    if garden.rule == "hanging":
        return [(("occupied", other), direction) for direction, other in [(HERE, cell), *seen]]
    return [(("face", *garden.face(cell, direction)), direction) for direction, _ in seen]


def _coloured(
    orbit: dict[Cell, int], faces: Callable[[Cell], Faces], blue: Mapping[int, frozenset[int]]
) -> dict[Hashable, bool] | None:
    """The colours of an option; None when its own tiles contradict each other.

    blue: the directions in which each tile is blue, and `HERE`.
    """
    given: list[tuple[Hashable, bool]] = []
    for cell, tile in orbit.items():
        given += [(face, direction in blue[tile]) for face, direction in faces(cell)]
    colours = dict(given)
    return None if len(colours) < len(given) and any(colours[face] != colour for face, colour in given) else colours
