"""Gardens that minimise something, as plain gardens in the order of their cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby, product
from math import prod
from typing import TYPE_CHECKING

from cpmodels.lattice import Cell, conjugate, minus, permuted, preserves, signed_permutations
from cpmodels.puzzle import Part, Stage
from cpmodels.puzzles.garden_infeasible import most_components
from cpmodels.puzzles.garden_tiles import TilePlacement, turned

if TYPE_CHECKING:
    from cpmodels.puzzles.garden import Garden


def stages(garden: Garden, *, alike: bool) -> Iterator[Stage[TilePlacement]]:
    """The stages of a garden; see `Garden.stages`."""
    if garden.minimise == "components":
        yield from _by_components(garden)
    elif garden.own_box:
        yield from _by_box(garden, alike=alike)


def _by_components(garden: Garden) -> Iterator[Stage[TilePlacement]]:
    least, most = garden.component_bounds
    greatest = most_components(garden)
    for count in range(least, (greatest if most is None else min(most, greatest)) + 1):
        plain = replace(garden, minimise=None, components=(count, count))
        if plain.infeasible_reason() is None:
            yield Stage(count, (Part(plain, _as_it_is),))


def _as_it_is(placement: TilePlacement) -> TilePlacement:
    return placement


def box_cost(garden: Garden, sides: tuple[int, ...]) -> int:
    """The cost of a box: its volume, surface (outline, of squares) or longest side."""
    if garden.minimise == "longest":
        return max(sides)
    if garden.minimise == "volume":
        return prod(sides)
    return 2 * sum(prod(sides) // side for side in sides)


def _by_box(garden: Garden, *, alike: bool) -> Iterator[Stage[TilePlacement]]:
    boxes = sorted(
        product(*(range(1, side + 1) for side in garden.box)), key=lambda sides: (box_cost(garden, sides), sides)
    )
    for least, of_one_cost in groupby(boxes, key=lambda sides: box_cost(garden, sides)):
        plain: list[Garden] = []
        parts: list[Part[TilePlacement]] = []
        for sides in of_one_cost:
            if all(preserves(matrix, sides) for matrix in garden.group):
                for offset in _offsets(garden, sides):
                    part = _cut(garden, sides, offset)
                    if part.infeasible_reason() is None and (
                        alike or not any(_turned_copy(part, one) for one in plain)
                    ):
                        plain.append(part)
                        parts.append(Part(part, partial(TilePlacement.shifted, offset=offset)))
        if parts:
            yield Stage(least, tuple(parts))


def _offsets(garden: Garden, sides: tuple[int, ...]) -> Iterator[Cell]:
    """Where a box of these sides may lie: only the first place, unless fixed or forbidden cells tell places apart."""
    if not garden.fixed and not garden.forbidden:
        yield (0,) * garden.dimension
        return
    for offset in product(*(range(whole - side + 1) for whole, side in zip(garden.box, sides, strict=True))):
        if all(
            _within(minus(cell, offset), sides, code == 0 and garden.red == "inside") for code, cell in garden.fixed
        ):
            yield offset


def _within(cell: Cell, sides: tuple[int, ...], margin: int = 0) -> bool:
    return all(margin <= c < side - margin for c, side in zip(cell, sides, strict=True))


def _cut(garden: Garden, sides: tuple[int, ...], offset: Cell) -> Garden:
    """The garden that touches all sides of a smaller box at an offset, in that box's own coordinates."""
    forbidden = ((code, minus(cell, offset)) for code, cell in garden.forbidden)
    return replace(
        garden,
        box=sides,
        minimise=None,
        touching=True,
        fixed=tuple((code, minus(cell, offset)) for code, cell in garden.fixed),
        forbidden=tuple((code, cell) for code, cell in forbidden if _within(cell, sides)),
    )


def _turned_copy(one: Garden, other: Garden) -> bool:
    """Whether some turn or mirror makes the one garden of the other; places are not compared, but must be free."""
    if one.fixed or one.forbidden or other.forbidden:
        return False
    return any(
        permuted(m, other.box) == one.box
        and {turned(code, m) for code in other.tile_set} == set(one.tile_set)
        and conjugate(other.group, m) == frozenset(one.group)
        for m in signed_permutations(one.dimension)
    )
