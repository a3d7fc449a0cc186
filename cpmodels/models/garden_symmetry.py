"""Symmetries of gardens: those that a garden has, and the more symmetric gardens that are easier to find."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import permutations

from cpmodels.lattice import GROUPS, Matrix, box_symmetries, compose, identity, inverse, move, named_group
from cpmodels.puzzles.garden import Garden, turned


def symmetries(garden: Garden) -> list[Matrix]:
    """The symmetries of the box that keep the fixed tiles and the demanded symmetry, the identity first."""
    group = set(garden.group)
    fixed = {(turned(tile, g), move(g, garden.box, cell)) for tile, cell in garden.fixed for g in group}
    return [
        m
        for m in box_symmetries(garden.box)
        if {(turned(tile, m), move(m, garden.box, cell)) for tile, cell in fixed} == fixed
        and conjugate(group, m) == group
    ]


def more_symmetric(garden: Garden) -> Iterator[Garden]:
    """The gardens of more symmetry that a hanging garden of cubes may have: by far the easiest to find.

    One of each class of groups that the box's own symmetries map to one another, the small groups first.
    """
    if garden.rule == "packed" or garden.dimension < 3:
        return
    box = box_symmetries(garden.box)
    axes = list(permutations(identity(3)))
    seen: set[frozenset[Matrix]] = set()
    for group in sorted((named_group(name, 3) for name in GROUPS[3]), key=len):
        for turned_axes in axes:
            turned_group = conjugate(group, turned_axes)
            if turned_group not in seen and set(garden.group) < turned_group <= set(box):
                seen.update(conjugate(turned_group, m) for m in box)
                candidate = replace(garden, symmetry=tuple(sorted(turned_group)))
                if candidate.obstruction() is None:
                    yield candidate


def conjugate(group: Iterable[Matrix], by: Matrix) -> frozenset[Matrix]:
    """The group seen from turned axes."""
    return frozenset(compose(compose(by, element), inverse(by)) for element in group)
