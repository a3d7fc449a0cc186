"""Gardens that are easier to find, and are gardens of the same kind: in smaller boxes, or with more symmetry.

And the plain gardens, by rising cost, among which those of least cost are.

A hanging garden may lie anywhere in its box, and most of a large box stays empty: 63 cubes that hang in 31 x 31 x 31
are found in 5 x 5 x 5 cells, and moved.  Those with a three-fold axis are found in a fraction of a second.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from functools import partial
from itertools import product
from math import ceil, prod
from typing import TYPE_CHECKING, Any, TypeVar

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.lattice import Cell, Matrix, closure, conjugate, is_signed_permutation, minus, permuted
from cpmodels.base.puzzle import Part
from cpmodels.puzzles.garden._infeasible import infeasible_reason
from cpmodels.puzzles.garden._symmetry import Motion, moved_places
from cpmodels.puzzles.garden.tiles import TilePlacement

if TYPE_CHECKING:
    from cpmodels.puzzles.garden._fields import GardenFields

G = TypeVar("G", bound="GardenFields")

LEAST_PLACES = 10_000
"""Gardens with fewer places for tiles, cells times tiles, are found as soon in their whole box: cubes up to 5 x 5 x 5,
squares up to 25 x 25."""

MOST_PLACES = 200_000
"""Boxes with more places than this take longer than is worth while."""

SMALLER, LARGER = 1 / 3, 1.4
"""A smaller box has at most this part of the cells and, where no symmetry is demanded, `LARGER` times those of the one
that was looked in before."""

LENGTHS, MOST_BOXES = 7, 8
"""How many lengths of a side are tried, and in how many boxes."""

LEAST_GROUPS = 10
"""On lattices with fewer classes of symmetries than hexagons have, as of squares, gardens are found without any."""

LEAST_GROUP = 3
"""Gardens in a smaller box are looked for with this many symmetries and more before any are."""


def cut(garden: G, sides: tuple[int, ...], offset: Cell, *, touching: bool = False) -> G:
    """The garden in a smaller box at an offset, in that box's own coordinates."""
    forbidden = ((code, minus(cell, offset)) for code, cell in garden.forbidden)
    return replace(
        garden,
        box=sides,
        minimise=None,
        touching=touching,
        fixed=tuple((code, minus(cell, offset)) for code, cell in garden.fixed),
        forbidden=tuple((code, cell) for code, cell in forbidden if lies_in(cell, sides)),
    )


def lies_in(cell: Cell, sides: tuple[int, ...]) -> bool:
    """Whether a cell is one of a box of these sides."""
    return all(0 <= c < side for c, side in zip(cell, sides, strict=True))


def by_components(garden: Any) -> Iterator[Part[TilePlacement]]:
    least, most = garden.component_bounds
    greatest = garden.most_components
    for count in range(least, (greatest if most is None else min(most, greatest)) + 1):
        plain = replace(garden, minimise=None, components=(count, count))
        if plain.infeasible_reason() is None:
            yield Part(plain, copy, count)  # a function that other processes know


def box_cost(garden: GardenFields, sides: tuple[int, ...]) -> int:
    """The cost of a box: its volume, surface (outline, of squares) or longest side."""
    if garden.minimise == "longest":
        return max(sides)
    if garden.minimise == "volume":
        return prod(sides)
    return 2 * sum(prod(sides) // side for side in sides)


def by_box(garden: Any) -> Iterator[Part[TilePlacement]]:
    boxes = defaultdict[int, list[tuple[int, ...]]](list)
    for sides in product(*(range(1, side + 1) for side in garden.box)):
        boxes[box_cost(garden, sides)].append(sides)
    for cost, of_one_cost in sorted(boxes.items()):
        before: list[GardenFields] = []
        for sides in of_one_cost:
            checkpoint()
            if all(garden.keeps(matrix, sides) for matrix in garden.group):
                for offset in _offsets(garden, sides):
                    part = cut(garden, sides, offset, touching=True)
                    if part.infeasible_reason() is None:
                        alike = any(_turned_copy(part, other) for other in before)
                        before.append(part)
                        yield Part(part, partial(TilePlacement.shifted, offset=offset), cost, alike)


def _offsets(garden: GardenFields, sides: tuple[int, ...]) -> Iterator[Cell]:
    """Where a box of these sides may lie: only the first place, unless fixed or forbidden cells make places differ."""
    if not garden.fixed and not garden.forbidden:
        yield (0,) * garden.dimension
        return
    lines = []
    for axis, (whole, side) in enumerate(zip(garden.box, sides, strict=True)):
        first, last = 0, whole - side
        for code, cell in garden.fixed:
            margin = int(code in garden.red_tiles and garden.red == "inside")
            first, last = max(first, cell[axis] + margin - side + 1), min(last, cell[axis] - margin)
        lines.append(range(first, last + 1))
    for offset in product(*lines):
        checkpoint()
        yield offset


def _turned_copy(one: GardenFields, other: GardenFields) -> bool:
    """Whether some turn or mirror makes the one garden of the other; places are not compared, but must be free."""
    if one.fixed or one.forbidden or other.forbidden:
        return False
    return any(
        is_signed_permutation(m)
        and permuted(m, other.box) == one.box
        and {other.turned(code, m) for code in other.tile_set} == set(one.tile_set)
        and conjugate(other.group, m) == frozenset(one.group)
        for m in one.lattice.point_group
    )


def in_smaller_boxes(garden: Any) -> Iterator[Part[TilePlacement]]:
    """Gardens in smaller boxes by rising volume.

    Where a symmetry is demanded, or just which symmetry there is, a smaller box has the centre of the whole one.
    Elsewhere a red tile that is fixed stays where it is, whether or not it lies in the smaller box.  There are none
    for packed gardens, for those that touch all sides, and on a torus.
    """
    places = prod(garden.box) * len(garden.tile_set) if garden.box else 0
    if garden.rule == "packed" or garden.touching or "torus" in garden.boundaries or places < LEAST_PLACES:
        return
    is_symmetric = len(garden.group) > 1
    centred = is_symmetric or garden.exact
    kept = garden.moves() if garden.exact else garden.group
    asked, red = (garden, None) if centred else _without_fixed_red(garden)
    last = boxes = 0
    for sides in sorted(product(*_lengths(asked, centred=centred)), key=lambda sides: (prod(sides), sides)):
        volume = prod(sides)
        most = min(SMALLER * prod(garden.box), MOST_PLACES * len(garden.group) / len(garden.tile_set))
        if volume > most or boxes == MOST_BOXES:
            return
        if (is_symmetric or volume >= LARGER * last) and all(garden.keeps(matrix, sides) for matrix in kept):
            offset = _offset(asked, sides, centred=centred)
            smaller = cut(asked, sides, offset)
            if smaller.infeasible_reason() is None:
                last, boxes = volume, boxes + 1
                easier = () if garden.exact else more_symmetric(smaller)
                for one in (*(other for other in easier if len(other.group) >= LEAST_GROUP), smaller):
                    yield Part(one, partial(_whole, offset=offset, red=red))


def _without_fixed_red(garden: G) -> tuple[G, Cell | None]:
    """The garden without the red tile, if that is fixed, and its cell, about which all is kept empty."""
    red = next((cell for code, cell in garden.fixed if code == 0), None)
    if red is None:
        return garden, None
    around = [(None, cell) for cell in (red, *garden.neighbours[red]) if cell is not None]
    tiles = garden.tiles if isinstance(garden.tiles, str) else tuple(code for code in garden.tiles if code)
    fixed = tuple((code, cell) for code, cell in garden.fixed if code)
    forbidden = (*(entry for entry in garden.forbidden if entry[0] != 0), *around)
    if not tiles or any(cell in garden.neighbours[red] for _, cell in fixed):
        return garden, None
    return replace(garden, red="omit", tiles=tiles, fixed=fixed, forbidden=forbidden), red


def _whole(placement: TilePlacement, offset: Cell, red: Cell | None) -> TilePlacement:
    moved = placement.shifted(offset)
    return moved if red is None else TilePlacement([*moved.tiles, (red, 0)])


def more_symmetric(garden: G) -> Iterator[G]:
    """The gardens of more symmetry that a hanging garden of cubes or hexagons may have: by far the easiest to find.

    One of each class of groups that the symmetries of box, fixed and forbidden places map to one another, the large
    groups first: where these have a garden, it is found in a tenth of a second.
    """
    groups = garden.lattice.groups
    if garden.rule == "packed" or len(groups) < LEAST_GROUPS:
        return
    everything = garden.moves()
    given = [frozenset(garden.fixed), frozenset(garden.forbidden)]
    keeping = [m for m in everything if all(moved_places(garden, places, Motion(m)) == places for places in given)]
    seen: set[frozenset[Matrix]] = set()
    classes = (closure(generators, garden.dimension) for generators in groups.values())
    for group in sorted(classes, key=len, reverse=True):
        for matrix in garden.lattice.point_group:
            checkpoint()
            turned_group = conjugate(group, matrix)
            if turned_group not in seen and set(garden.group) < turned_group <= set(everything):
                seen.update(conjugate(turned_group, m) for m in keeping)
                candidate = replace(garden, symmetry=tuple(sorted(turned_group)))
                if infeasible_reason(candidate) is None:
                    yield candidate


def _lengths(garden: GardenFields, *, centred: bool) -> list[list[int]]:
    """Along each axis the lengths to try, which leave a cell round what is fixed; of the box's parity where centred.

    Gardens with a symmetry may be found in thin boxes, others are sooner found in what is near to a cube.
    """
    count = len(garden.tile_set)
    least = 3 if len(garden.group) > 1 else ceil(count ** (1 / garden.dimension)) + 1
    spans = []
    for axis, side in enumerate(garden.box):
        fixed = [cell[axis] for _, cell in garden.fixed]
        if centred:
            fixed += [side - 1 - c for c in fixed]
        spans.append(max(fixed) - min(fixed) + 3 if fixed else 0)
    starts = {max(least, span) for span in spans}
    found = []
    for side, span in zip(garden.box, spans, strict=True):
        lengths = set()
        for length in starts:
            for _ in range(LENGTHS):
                lengths.add(min(side, length + (side - length) % 2 * centred))
                length += max(2, length // 3)
        found.append(sorted(length for length in lengths if length >= min(span, side)))
    return found


def _offset(garden: GardenFields, sides: tuple[int, ...], *, centred: bool) -> Cell:
    """Where a smaller box lies: about what is fixed, else about the centre or in a corner where less is forbidden."""
    room = [whole - side for whole, side in zip(garden.box, sides, strict=True)]
    middle = tuple(left // 2 for left in room)
    if centred:
        return middle
    if garden.fixed:
        ends = [(min(line), max(line)) for line in zip(*(cell for _, cell in garden.fixed), strict=True)]
        about = [(low + high + 1 - side) // 2 for (low, high), side in zip(ends, sides, strict=True)]
        return tuple(min(max(at, 0), left) for at, left in zip(about, room, strict=True))
    corners = product(*({0, left} for left in room))
    return min(
        [middle, *corners], key=lambda offset: sum(lies_in(minus(cell, offset), sides) for _, cell in garden.forbidden)
    )
