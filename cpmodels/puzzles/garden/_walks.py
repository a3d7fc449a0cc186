"""Gardens by random walks: a step occupies or clears a cell, or changes the colour of a face of a packed garden.

The cost of a state says by how much the tiles that it shows differ from those that are wanted: the sum, over all tiles,
of how many there are too many or too few.  A step changes the tiles of a cell and of its neighbours, or those of the
two cells that a face lies between, and is kept by the rule of Metropolis (1953): always if the cost falls, else with
probability ``exp(-rise / temperature)``.  Cold walks go down but stay in valleys, warm ones leave them.

One temperature is right for all packed gardens that were tried, of 64 to 1024 tiles: at 0.20 a walk stays in valleys,
at 0.40 it leaves those that lead to a garden.  Which one finds hanging gardens depends on the box (0.42 to 0.48 in
4 x 4 x 6 and 5 x 5 x 5, 0.3 in 6 x 6 x 6, where 0.45 finds none): so walks of several go side by side, and those of
neighbouring temperatures change places now and then: parallel tempering (Swendsen and Wang 1986, Geyer 1991).

Under a symmetry the cells or faces of an orbit change together.  One cell of each orbit decides the others, and tiles
that turn into one another are one kind.  A cell with a stabiliser then always shows a tile that has it, too.  When each
kind is there no tile of a packed garden has a larger one: there are as many orbits of tiles as of cells.

63 cubes hang in 5 x 5 x 5 after some 15 million steps, a few seconds on one core, where CP-SAT takes half a minute on
two; with a symmetry they hang sooner, but for Cs.  All 64 are packed in milliseconds.  Walks prove nothing: they race
beside CP-SAT.  Numba compiles them; without it there are none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import numpy as np

from cpmodels.base.lattice import Cell, Matrix, orbits
from cpmodels.engines.backtracking._compiled import is_installed, kernel
from cpmodels.puzzles.garden._symmetry import colour_orbits, moved_cells, shown_by
from cpmodels.puzzles.garden.tiles import TilePlacement, all_codes, bits

if TYPE_CHECKING:
    from cpmodels.puzzles.garden.puzzle import Garden

TEMPERATURES = {"hanging": tuple(np.linspace(0.3, 0.5, 16).tolist()), "packed": (0.24,)}

STEPS = {"hanging": 1_000, "packed": 200_000}
"""Steps of each walk between two looks at the time, some milliseconds; with 200 the 63 cubes took three times
as long."""

CODES = 64
"""The tiles of six directions, to which hanging gardens are walked: those of fewer are found at once."""

LARGEST = 343
"""Hanging gardens in more orbits of cells are left to CP-SAT: warm walks would fill the emptiness with red cubes, by
hundreds."""

WALK = kernel("cpmodels.puzzles.garden._walks_kernel", "walk")


def is_walkable(garden: Garden) -> bool:
    """Whether walks look for a garden: with given tiles and any number of components, packed or of six directions."""
    if garden.required != garden.tile_set or garden.component_bounds != (0, None) or not is_installed():
        return False
    return garden.rule == "packed" or (
        len(all_codes(garden.lattice)) == CODES
        and len(garden.cells) <= LARGEST * len(garden.group)
        and "torus" not in garden.boundaries
    )


@dataclass(frozen=True)
class WalkBoard:
    """What the steps of walks change.

    kinds: the codes that are wanted, those of which one is wanted in one list; free: those that cost nothing.
    start: the code of each cell when no step has been taken.
    flips: for each step the cells, by number, with the bits of their codes that it changes.
    share: which part of the steps is taken before a walk begins.
    """

    kinds: Sequence[Collection[int]]
    start: Sequence[int]
    flips: Sequence[Mapping[int, int]]
    share: float = 0.5
    free: Collection[int] = ()


class Walk:
    """A walk from a random state.

    codes: the code of each cell, and last what stands for the outside.
    cost: by how much the tiles differ from those that are wanted.
    """

    def __init__(self, board: WalkBoard, temperature: float, random: np.random.Generator) -> None:
        self.temperature, self._random = temperature, random
        outside, other = len(board.start), len(board.kinds)
        changed = (bit for flip in board.flips for bit in flip.values())
        size = 1 << max(*board.start, *chain(*board.kinds), *board.free, *changed, 1).bit_length()
        self._kind = np.full(size + 1, other)
        for number, kind in enumerate(board.kinds):
            self._kind[list(kind)] = number
        self._kind[[*board.free, size]] = other + 1
        self.codes = np.array([*board.start, size])
        self._cells = np.full((len(board.flips), max(map(len, board.flips), default=0)), outside)
        self._flips = np.zeros_like(self._cells)
        for step, flip in enumerate(board.flips):
            self._cells[step, : len(flip)], self._flips[step, : len(flip)] = list(flip), list(flip.values())
        for step in np.flatnonzero(random.random(len(board.flips)) < board.share).tolist():
            self.codes[self._cells[step]] ^= self._flips[step]
        self._excess = np.bincount(self._kind[self.codes], minlength=other + 2)
        self._excess[:other] -= 1
        self.cost = int(np.abs(self._excess[:-1]).sum())

    def go(self, steps: int) -> bool:
        """Take a number of steps, or as many as lead to a garden; say whether they did."""
        keep = np.exp(-np.arange(2 * self._cells.shape[1] + 1) / self.temperature)
        books = self.codes, self._excess, self._kind, self._cells, self._flips, keep
        self.cost = int(WALK(*books, self.cost, steps, int(self._random.integers(2**31))))
        return self.cost == 0


def exchange(walks: Sequence[Walk], random: np.random.Generator) -> None:
    """Walks of neighbouring temperatures change these by the rule of Metropolis."""
    for one, other in pairwise(sorted(walks, key=lambda walk: walk.temperature)):
        gain = (1 / one.temperature - 1 / other.temperature) * (one.cost - other.cost)
        if random.random() < np.exp(min(gain, 0)):
            one.temperature, other.temperature = other.temperature, one.temperature


def walked(garden: Garden, seed: int) -> Iterator[TilePlacement | None]:
    """Walks until a garden is found: None after each short while, then the garden.

    Where nothing can change there is nothing to walk, and the end comes at once.
    """
    random = np.random.default_rng(seed)
    board, placement = board_of(garden)
    walks = [Walk(board, temperature, random) for temperature in TEMPERATURES[garden.rule]]
    while board.flips:
        for walk in walks:
            if walk.go(STEPS[garden.rule]):
                found = placement(walk.codes.tolist())
                yield None if garden.check(found) else found
        exchange(walks, random)
        yield None


def board_of(garden: Garden) -> tuple[WalkBoard, Callable[[Sequence[int]], TilePlacement]]:
    """One cell of each orbit, with the tile that lies there, and what is not given of what has a colour.

    In a hanging garden that is the tile that would lie there and, where the cell is occupied, one more bit.  Above
    these a code has the number of the moves that leave the cell in place: of a tile that others leave as it is, there
    would be another number than one.
    """
    lying, values, hangs = moved_cells(garden), bits(garden.lattice), garden.rule == "hanging"
    first, orbit = colour_orbits(garden, lying)
    cells = [cell for cell in garden.cells if cell == min(places[cell] for places in lying.values())]

    def faces(cell: Cell) -> Iterator[tuple[int, int]]:
        """What has the colours of the faces of a cell, by the number of its orbit, each with the bit of that face."""
        seen = zip(shown_by(garden, cell), values, strict=True)
        return ((orbit[one], bit) for one, bit in seen if one in orbit)

    given = {orbit[cell]: False for code, cell in garden.forbidden if hangs and code is None}
    for code, cell in garden.fixed:
        given |= ({orbit[cell]: True} if hangs else {}) | {one: bool(code & bit) for one, bit in faces(cell)}
    flips: list[dict[int, int]] = [{place: CODES} if hangs else {} for place in range(len(first))]
    for place, cell in enumerate(cells):
        for one, bit in faces(cell):
            flips[one][place] = flips[one].get(place, 0) ^ bit
    moves: dict[frozenset[Matrix], int] = {}
    start, kinds, free = list(map(garden.red_tile, cells)), orbits(garden.required, garden.tile_images), list[int]()
    if hangs:
        keeping = (frozenset(m for m, places in lying.items() if places[cell] == cell) for cell in cells)
        start = [2 * CODES * moves.setdefault(those, len(moves)) for those in keeping]
        of = {code: frozenset(m for m in lying if garden.turned(code, m) == code) for kind in kinds for code in kind}
        kinds = [[CODES * (2 * moves[of[code]] + 1) + code for code in kind if of[code] in moves] for kind in kinds]
        free = [code for code in range(2 * CODES * len(moves)) if not code & CODES]
    for one, blue in given.items():
        for place, bit in flips[one].items():
            start[place] ^= bit * blue

    def placement(codes: Sequence[int]) -> TilePlacement:
        shown = zip(cells, codes, strict=False)
        tiles = [(cell, code % CODES) for cell, code in shown if code & CODES] if hangs else list(shown)
        return TilePlacement(list({lying[m][c]: garden.turned(code, m) for c, code in tiles for m in lying}.items()))

    share = len(kinds) / len(cells) if hangs else 0.5
    return WalkBoard(kinds, start, [f for one, f in enumerate(flips) if one not in given], share, free), placement
