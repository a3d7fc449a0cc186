"""The options of a garden as an exact cover problem: an option lays a tile, with all its images under the symmetry.

Cells and tiles are primary.  In a packed garden the colours of faces are secondary, blue or red; in a
hanging one those of cells, occupied or empty, and a cell without a tile takes an option of its own, air.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import fields

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Cell, move
from cpmodels.puzzles.garden import Garden, blue_faces, turned
from cpmodels.puzzles.puzzle import shown

Items = dict[Hashable, Hashable]
"""The items of an option, each with its colour or None."""

Placement = dict[Cell, int]
"""Some cells with their tiles."""

UNDERSTOOD = {"rule", "box", "red", "connected", "symmetry", "fixed", "name"}
"""The parts of a garden that this form knows."""


def garden_options(garden: Garden) -> Iterator[tuple[Placement, Items]]:
    """What each option lays where (nothing, for air), and its items.

    Raises PuzzleError for a garden with a wish that has no form as an exact cover.
    """
    for field in fields(garden):
        value = getattr(garden, field.name)
        if field.name not in UNDERSTOOD and value != field.default:
            raise PuzzleError(
                f"a garden with {field.name} {shown(value)} has no form as an exact cover; use cadical or ganak"
            )
    for placement in laid(garden):
        if (items := coloured(garden, placement)) is not None:
            yield placement, items
    if garden.rule == "hanging":
        for orbit in dict.fromkeys(frozenset(move(m, garden.box, cell) for m in garden.group) for cell in garden.cells):
            yield {}, {item: colour for c in orbit for item, colour in ((("cell", c), None), (("occupied", c), False))}


def laid(garden: Garden) -> Iterator[Placement]:
    """Each tile in each cell, with its images; without those that lay two tiles in one cell, or one in two."""
    seen: set[frozenset[tuple[Cell, int]]] = set()
    for cell in garden.cells:
        for tile in garden.tiles:
            pairs = frozenset((move(m, garden.box, cell), turned(tile, m)) for m in garden.group)
            placement = dict(sorted(pairs))
            once = len(placement) == len(pairs) == len(set(placement.values()))
            fixed = all(
                placement.get(c) == code if c in placement else code not in placement.values()
                for code, c in garden.fixed
            )
            if once and fixed and pairs not in seen:
                seen.add(pairs)
                yield placement


def coloured(garden: Garden, placement: Placement) -> Items | None:
    """The items of an option, or None when its own tiles contradict each other or look blue out of the box."""
    items: Items = {}
    hanging = garden.rule == "hanging"
    for cell, tile in placement.items():
        items["cell", cell] = items["tile", tile] = None
        blue = blue_faces(tile, garden.dimension)
        colours: Items = {("occupied", cell): True} if hanging else {}
        for direction, other in enumerate(garden.lattice.neighbours(cell)):
            if other in garden.cells:
                item = ("occupied", other) if hanging else ("face", *sorted((cell, other)))
                colours[item] = direction in blue
            elif direction in blue:
                return None
        if any(items.get(item, colour) != colour for item, colour in colours.items()):
            return None
        items.update(colours)
    return items
