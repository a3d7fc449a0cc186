"""Motions of a box of squares with corners, with colours changed or not: which ones a packed garden can have, by
counting.

A motion maps tile p at cell c to g(p) at g(c), or to the tile with all colours changed.  As each tile is there just
once, it leaves as many cells in place as tiles, and no face that it leaves in place may change its colour.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product

import cpmodels as cm
from benchmarks.questions import DisagreementError
from cpmodels.lattice import Cell, Matrix, box_symmetries, compose, move
from cpmodels.models._packed_walks import Faces, Walk
from cpmodels.puzzles.garden_tiles import bits

Face = tuple[Cell, int]
Way = tuple[Matrix, bool]

STRETCHES = 5000
"""For how many stretches of steps a walk goes on, some minutes."""


@dataclass(frozen=True)
class Motion:
    """A turn or mirror of the box about its centre, then a shift along the axes that are a torus, then the colours.

    origin: where it takes the first cell; images: where it takes each.
    """

    matrix: Matrix
    changes: bool
    origin: Cell
    images: Mapping[Cell, Cell] = field(repr=False, compare=False)

    @property
    def way(self) -> Way:
        """How it acts on tiles."""
        return self.matrix, self.changes

    def tile(self, garden: cm.Garden, code: int) -> int:
        """What it makes of a tile."""
        return garden.turned(code, self.matrix) ^ (self.changes * sum(bits(garden.lattice)))

    def face(self, garden: cm.Garden, face: Face) -> Face:
        """Where it takes a face."""
        cell, direction = face
        return garden.face(self.images[cell], garden.lattice.turned(self.matrix)[direction])


def motions(garden: cm.Garden) -> Iterator[Motion]:
    """All motions of the box of a garden, with colours changed and not; those that change a red rim are left out."""
    width, height = garden.box
    around = zip(garden.box, garden.boundaries, strict=True)
    shifts = [range(side if boundary == "torus" else 1) for side, boundary in around]
    for matrix in box_symmetries(garden.box):
        swaps_axes = bool(matrix[0][1])
        if swaps_axes and garden.boundaries[0] != garden.boundaries[1]:
            continue
        for shift in product(*shifts):
            images = {}
            for cell in garden.cells:
                x, y = move(matrix, garden.box, cell)
                images[cell] = ((x + shift[0]) % width, (y + shift[1]) % height)
            for changes in (False, True)[: 1 if "red" in garden.boundaries else 2]:
                yield Motion(matrix, changes, images[0, 0], images)


def is_possible(garden: cm.Garden, motion: Motion) -> bool:
    """Whether a motion leaves as many cells in place as tiles, and no face whose colour it changes."""
    tiles = sum(motion.tile(garden, code) == code for code in garden.tile_set)
    cells = sum(image == cell for cell, image in motion.images.items())
    return tiles == cells and not (motion.changes and any(motion.face(garden, face) == face for face in faces(garden)))


def faces(garden: cm.Garden) -> Iterator[Face]:
    """The faces that may be blue, each once."""
    for cell in garden.cells:
        for direction, other in enumerate(garden.neighbours[cell]):
            face = cell, direction
            if (other is not None or garden.is_free(*face)) and garden.face(*face) == face:
                yield face


def generated(garden: cm.Garden, generators: Sequence[Motion], possible: Container[Motion]) -> list[Motion]:
    """The group that motions generate, the identity first, if all of it are `possible`; else nothing.

    Two motions that act alike on tiles differ by one that leaves every tile as it is, which only the identity may do.
    """
    still = {cell: cell for cell in garden.cells}
    found: dict[Way, Motion] = {(((1, 0), (0, 1)), False): Motion(((1, 0), (0, 1)), False, (0, 0), still)}
    frontier = list(found.values())
    for one in frontier:
        for other in generators:
            images = {cell: other.images[image] for cell, image in one.images.items()}
            both = Motion(compose(other.matrix, one.matrix), one.changes != other.changes, images[0, 0], images)
            known = found.setdefault((both.matrix, both.changes), both)
            if known is both:
                frontier.append(both)
                if both not in possible:
                    return []
            elif known != both:
                return []
    return frontier


def largest(garden: cm.Garden) -> list[Motion]:
    """A largest group of motions that counting does not exclude, the identity first.

    Its motions act on tiles in different ways, and these are a group, too, which one or two generate: a subgroup of
    those of the square, with the colours.  Were larger groups of ways those of no group of motions, this would fail.
    """
    possible = {motion for motion in motions(garden) if is_possible(garden, motion)}
    alone = [motion for motion in possible if generated(garden, [motion], possible)]
    alone.sort(key=lambda motion: (motion.matrix, motion.changes, motion.origin))
    ways = {motion.way for motion in alone}
    bound = max((len(group) for pair in product(ways, repeat=2) if (group := products(pair)) <= ways), default=1)
    pairs = ([one, other] for i, one in enumerate(alone) for other in alone[: i + 1])
    groups = (generated(garden, generators, possible) for generators in chain([[]], pairs))
    return next(group for group in groups if len(group) == bound)


def products(generators: Sequence[Way]) -> set[Way]:
    """The ways to act on tiles that some generate."""
    found: list[Way] = [(((1, 0), (0, 1)), False)]
    for matrix, changes in found:
        images = ((compose(other, matrix), changes != too) for other, too in generators)
        found += [image for image in dict.fromkeys(images) if image not in found]
    return set(found)


def packed_with(garden: cm.Garden, group: Sequence[Motion], seed: int = 1) -> cm.TilePlacement:
    """A packed garden that a group of motions leaves as it is, by random walks over the orbits of faces."""
    cells = [cell for cell in garden.cells if cell == min(motion.images[cell] for motion in group)]
    number = {cell: i for i, cell in enumerate(cells)}
    flips: list[dict[int, int]] = []
    start = [0] * len(cells)
    seen: set[Face] = set()
    for first in faces(garden):
        if first in seen:
            continue
        changed: dict[int, int] = {}
        for motion in group:
            face = motion.face(garden, first)
            if face in seen:
                continue
            seen.add(face)
            for cell, direction in sides(garden, face):
                if cell in number:
                    bit = bits(garden.lattice)[direction]
                    changed[number[cell]] = changed.get(number[cell], 0) | bit
                    start[number[cell]] |= bit * motion.changes
        flips.append(changed)
    kinds = {frozenset(motion.tile(garden, code) for motion in group) for code in garden.tile_set}
    walk = Walk(Faces([sorted(kind) for kind in kinds], start, flips), seed)
    if not any(walk.go() for _ in range(STRETCHES)):
        raise DisagreementError(f"no garden was found in {STRETCHES} stretches of a walk")
    codes = {}
    for cell, code in zip(cells, walk.codes.tolist(), strict=False):
        for motion in group:
            codes[motion.images[cell]] = motion.tile(garden, code)
    return cm.TilePlacement(list(codes.items()))


def sides(garden: cm.Garden, face: Face) -> Iterator[Face]:
    """A face as each cell sees it that has it."""
    cell, direction = face
    yield face
    if (other := garden.neighbours[cell][direction]) is not None:
        yield other, garden.lattice.opposite[direction]


def keeps(garden: cm.Garden, placement: cm.TilePlacement, motion: Motion) -> bool:
    """Whether a motion leaves a packed garden as it is."""
    codes = placement.codes
    return all(codes[motion.images[cell]] == motion.tile(garden, code) for cell, code in codes.items())
