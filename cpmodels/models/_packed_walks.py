"""Packed gardens by random walks: a step changes the colour of a face; kept is what brings the tiles nearer to once
each.

A state is a colour for each face; its cost is how many tiles it does not show.  A step changes the tiles of the two
cells that a face lies between.  It is kept by the rule of Metropolis (1953), as those of walks to hanging gardens
(`cpmodels.models._garden_walks`) are, but one temperature is right for all packed gardens that were tried, of 64 to
1024 tiles: at 0.10 a walk stays in valleys, at 0.20 it leaves those that lead to a garden.

Under a symmetry the faces of an orbit change together.  One cell of each orbit tells the others, and tiles that turn
into one another are one kind.  A cell with a stabiliser then always shows a tile that has it, too, and when each kind
is there no tile has a larger one: there are as many orbits of tiles as of cells.

All 64 cubes are packed in some milliseconds, 256 tesseracts or squares with corners in about two seconds, after ten to
thirty million steps.  Numba compiles them; without it there are no such walks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from cpmodels.backtracking._compiled import Kernel, is_installed
from cpmodels.lattice import Cell, orbits
from cpmodels.puzzles._garden_symmetry import face_orbits, moved_cells
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement, bits

TEMPERATURE = 0.12

STEPS = 200_000
"""Steps between two looks at the time, some ten milliseconds."""

WALK = Kernel("cpmodels.models._packed_walks_kernel", "walk")


def is_walkable(garden: Garden) -> bool:
    """Whether walks look for a garden: packed, with given tiles, of any symmetry, any number of components."""
    return (
        garden.rule == "packed"
        and garden.required == garden.tile_set
        and garden.component_bounds == (0, None)
        and is_installed()
    )


@dataclass(frozen=True)
class Faces:
    """What the faces of a packed garden change: for each the cells, by number, with the bits of their tiles.

    kinds: the tiles, those that come together in one list.
    start: the tile of each cell when no face has been changed.
    """

    kinds: Sequence[Sequence[int]]
    start: Sequence[int]
    flips: Sequence[Mapping[int, int]]


class Walk:
    """A walk from random colours.

    codes: the tile of each cell, and last what stands for the outside.
    """

    def __init__(self, faces: Faces, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        outside, other = len(faces.start), len(faces.kinds)
        flips = (flip for changed in faces.flips for flip in changed.values())
        size = 1 << max(*faces.start, *chain(*faces.kinds), *flips, 1).bit_length()
        self._kind = np.full(size + 1, other)
        for number, kind in enumerate(faces.kinds):
            self._kind[list(kind)] = number
        self.codes = np.array([*faces.start, size])
        self._cells = np.full((len(faces.flips), 2), outside)
        self._flips = np.zeros_like(self._cells)
        for face, changed in enumerate(faces.flips):
            for side, (cell, flip) in enumerate(changed.items()):
                self._cells[face, side], self._flips[face, side] = cell, flip
        for face in np.flatnonzero(self._random.random(len(faces.flips)) < 0.5).tolist():
            for side in (0, 1):
                self.codes[self._cells[face, side]] ^= self._flips[face, side]
        self._counts = np.bincount(self._kind[self.codes], minlength=other + 1)
        self._counts[other] += len(self.codes)  # what stands for tiles that are not wanted is never missing
        self._keep: NDArray[np.float64] = np.exp(-np.arange(3) / TEMPERATURE)

    def go(self) -> bool:
        """Take some steps, and say whether they came to a garden."""
        if not len(self._cells):
            return False
        books = self.codes, self._counts, self._kind, self._cells, self._flips, self._keep
        return bool(WALK(*books, STEPS, int(self._random.integers(2**31))))


def walked(garden: Garden, seed: int) -> Iterator[TilePlacement | None]:
    """Walks until a garden is found: None after each short while, then the garden.

    Where no face can change there is nothing to walk, and the end comes at once.
    """
    lying = moved_cells(garden)
    cells = [cell for cell in garden.cells if cell == min(lying[m][cell] for m in garden.group)]
    faces = faces_of(garden, cells)
    walk = Walk(faces, seed)
    while faces.flips:
        if walk.go():
            shown = zip(cells, walk.codes.tolist(), strict=False)
            codes = {lying[m][cell]: garden.turned(code, m) for cell, code in shown for m in garden.group}
            placement = TilePlacement(list(codes.items()))
            yield None if garden.check(placement) else placement
        yield None


def faces_of(garden: Garden, cells: Sequence[Cell]) -> Faces:
    """The faces of a garden that are not given, those of an orbit as one, as they change one cell of each orbit."""
    orbits_of_faces = enumerate(face_orbits(garden, moved_cells(garden)))
    orbit = {face: number for number, (_, faces) in orbits_of_faces for face in faces}
    values, given = bits(garden.lattice), dict[int, bool]()
    for code, cell in garden.fixed:
        for direction, bit in enumerate(values):
            if (face := orbit.get(garden.face(cell, direction))) is not None:
                given[face] = bool(code & bit)
    flips: list[dict[int, int]] = [{} for _ in range(1 + max(orbit.values(), default=-1))]
    for number, cell in enumerate(cells):
        for direction, bit in enumerate(values):
            if (face := orbit.get(garden.face(cell, direction))) is not None:
                flips[face][number] = flips[face].get(number, 0) ^ bit
    start = [garden.red_tile(cell) for cell in cells]
    for face, blue in given.items():
        for number, flip in flips[face].items():
            start[number] ^= flip * blue
    kinds = orbits(garden.tile_set, lambda code: [garden.turned(code, m) for m in garden.group])
    return Faces(kinds, start, [changed for face, changed in enumerate(flips) if face not in given])
