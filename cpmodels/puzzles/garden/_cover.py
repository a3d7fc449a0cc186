"""Gardens as exact covers: an option lays a tile, with all its images under the symmetry.

>>> from cpmodels.puzzles.garden.puzzle import Garden
>>> cover = described(Garden.packed((2, 2), tiles=(3, 6, 9, 12)))
>>> sorted(option.meaning for option in cover.pruned().options)
[(((0, 0), 3),), (((0, 1), 6),), (((1, 0), 9),), (((1, 1), 12),)]
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from math import prod

from cpmodels._checkpoints import checkpoint
from cpmodels.description import MOST_OPTIONS, ExactCover, Option
from cpmodels.errors import TooLargeError
from cpmodels.lattice import Cell
from cpmodels.puzzles.garden._fields import GardenFields
from cpmodels.puzzles.garden.tiles import TilePlacement, blue_faces, turned_codes

Orbit = tuple[tuple[Cell, int | None], ...]
"""The cells of an orbit, each with its tile, or None for air."""


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
    for orbit in _laid(garden):
        if (colours := _coloured(garden, orbit)) is not None:
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
    """Each tile in each cell, with its images; without those that lay two tiles in one cell, or one in two."""
    seen: set[frozenset[tuple[Cell, int]]] = set()
    codes = [turned_codes(m, garden.lattice) for m in garden.group]
    for cell in garden.cells:
        checkpoint()
        places = [garden.moved(m, cell) for m in garden.group]
        for tile in garden.tile_set:
            pairs = frozenset((place, code[tile]) for place, code in zip(places, codes, strict=True))
            orbit = dict(sorted(pairs))
            once = len(orbit) == len(pairs) == len(set(orbit.values()))
            if once and pairs not in seen and _allowed(garden, orbit):
                seen.add(pairs)
                yield orbit


def _allowed(garden: GardenFields, orbit: dict[Cell, int]) -> bool:
    """Whether tiles are ones that may be placed, and lie where fixed and forbidden tiles, and the red one, let them."""
    tiles = orbit.values()
    return (
        set(garden.tile_set).issuperset(tiles)
        and all(garden.suits(code, c) for c, code in orbit.items())
        and all(orbit[c] == code if c in orbit else code not in tiles for code, c in garden.fixed)
        and not any(c in orbit and code in (None, orbit[c]) for code, c in garden.forbidden)
        and (
            garden.red != "inside"
            or all(code not in garden.red_tiles or garden.is_inside(c) for c, code in orbit.items())
        )
    )


def _coloured(garden: GardenFields, orbit: dict[Cell, int]) -> dict[Hashable, bool] | None:
    """The colours of an option; None when its own tiles contradict each other or look blue at what is red."""
    colours: dict[Hashable, bool] = {}
    hanging = garden.rule == "hanging"
    for cell, tile in orbit.items():
        blue = blue_faces(tile, garden.lattice)
        faces: list[tuple[Hashable, bool]] = [(("occupied", cell), True)] if hanging else []
        for direction, other in enumerate(garden.neighbours[cell]):
            if other is None:
                if direction in blue and not garden.is_free(cell, direction):
                    return None
            elif hanging:
                faces.append((("occupied", other), direction in blue))
            else:
                faces.append((("face", *garden.face(cell, direction)), direction in blue))
        for face, colour in faces:
            if colours.setdefault(face, colour) != colour:
                return None
    return colours
