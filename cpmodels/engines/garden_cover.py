"""The options of a garden as an exact cover problem: an option lays a tile, with all its images under the symmetry.

Cells and tiles are primary.  In a packed garden the colours of faces are secondary, blue or red; in a
hanging one those of cells, occupied or empty, and a cell without a tile takes an option of its own, air.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from cpmodels.lattice import Cell, move
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import blue_faces, turned

Items = dict[Hashable, Hashable]
"""The items of an option, each with its colour or None."""

Placement = dict[Cell, int]
"""Some cells with their tiles."""


def garden_options(garden: Garden) -> Iterator[tuple[Placement, Items]]:
    """What each option lays where (nothing, for air), and its items."""
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
        for tile in garden.tile_set:
            pairs = frozenset((move(m, garden.box, cell), turned(tile, m)) for m in garden.group)
            placement = dict(sorted(pairs))
            once = len(placement) == len(pairs) == len(set(placement.values()))
            if once and pairs not in seen and allowed(garden, placement):
                seen.add(pairs)
                yield placement


def allowed(garden: Garden, placement: Placement) -> bool:
    """Whether tiles are ones that may be placed, and lie where fixed and forbidden tiles, and the red one, let them."""
    tiles = placement.values()
    return (
        set(garden.tile_set).issuperset(tiles)
        and all(placement[c] == code if c in placement else code not in tiles for code, c in garden.fixed)
        and not any(c in placement and code in (None, placement[c]) for code, c in garden.forbidden)
        and (garden.red != "inside" or all(code or garden.is_inside(c) for c, code in placement.items()))
    )


def coloured(garden: Garden, placement: Placement) -> Items | None:
    """The items of an option, or None when its own tiles contradict each other or look blue at what is red.

    A tile that need not be placed is secondary, of a colour of its own in each option, so that at most one has it.
    """
    items: Items = {}
    hanging = garden.rule == "hanging"
    for cell, tile in placement.items():
        items["cell", cell] = None
        items["tile", tile] = None if tile in garden.required else cell
        blue = blue_faces(tile, garden.dimension)
        faces: list[tuple[Hashable, bool]] = [(("occupied", cell), True)] if hanging else []
        for direction, other in enumerate(garden.neighbours[cell]):
            axis = garden.lattice.axis(direction)
            if other is None:
                if direction in blue and garden.boundaries[axis] != "free":
                    return None
            elif hanging:
                faces.append((("occupied", other), direction in blue))
            else:
                upper = cell if garden.lattice.offsets[direction][axis] > 0 else other
                faces.append((("face", upper, axis), direction in blue))
        for item, colour in faces:
            if items.setdefault(item, colour) != colour:
                return None
    return items
