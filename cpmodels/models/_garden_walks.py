"""Hanging gardens of cubes or hexagons by random walks.

A step occupies or clears a cell; kept is what brings the tiles nearer to once each.

A state is a set of occupied cells; its cost says by how much the tiles that it shows differ from those that are
wanted: the sum, over all tiles, of how many there are too many or too few.  A step occupies or clears one cell, which
changes the tiles of that cell and of its neighbours, and is kept by the rule of Metropolis (1953): always if the cost
falls, else with probability ``exp(-rise / temperature)``.  Cold walks go down but stay in valleys, warm ones leave
them; so walks of many temperatures go side by side, as rows of NumPy arrays, and those of neighbouring temperatures
change places now and then: parallel tempering (Swendsen and Wang 1986, Geyer 1991).  Which temperature finds gardens
depends on the box: 0.42 to 0.48 in 4 x 4 x 6 and 5 x 5 x 5, 0.3 in 6 x 6 x 6, where 0.45 finds none.

The 63 cubes in 5 x 5 x 5 take some 30 million steps, a few seconds on one core, where CP-SAT takes half a minute on
two, by neighbourhoods of symmetric gardens (`cpmodels.models._garden_conditions`).  Walks prove nothing: they race
beside CP-SAT.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement, all_codes, bits

TEMPERATURES = np.linspace(0.3, 0.5, 16)
"""The temperatures of the walks of a ladder."""

CODES = 64
"""The tiles of six directions, which walks are written for: those of fewer are found at once, of more are too many."""

LADDERS = 32
"""How many ladders there are: with twice as many a step costs a tenth less, but the first garden comes later."""

BLOCK = 64
"""Steps of each walk between two exchanges of places, a few milliseconds."""

LARGEST = 343
"""Boxes of more cells are left to CP-SAT: the warm walks would fill their emptiness with red cubes, by hundreds."""

LANES, HIGHEST = np.uint64(0x0101010101010101), np.uint64(56)
"""Times the first and shifted by the second, the eight bytes of a word are added up."""

Bytes = NDArray[np.int8]


def is_walkable(garden: Garden) -> bool:
    """Whether walks look for a garden: of cubes or hexagons, with given tiles, and any symmetry and components."""
    return (
        garden.rule == "hanging"
        and len(all_codes(garden.lattice)) == CODES
        and garden.full_tile is not None
        and len(garden.cells) <= LARGEST
        and len(garden.group) == 1
        and garden.required == garden.tile_set
        and garden.component_bounds == (0, None)
    )


def walked(garden: Garden, seed: int) -> Iterator[TilePlacement | None]:
    """Walks until a garden is found: None after each short while, then the garden.

    Where no cell can change there is nothing to walk, and the end comes at once.
    """
    walks = Walks(garden, np.random.default_rng(seed))
    while walks.can_move:
        for placement in walks.go():
            yield None if garden.check(placement) else placement
        yield None


class Walks:
    """Many walks through the sets of occupied cells of a box.

    state: for each walk and cell, the code of the tile that would lie there, its neighbours being as they are, plus
        `occupied` if the cell is; the last column stands for all that is outside of the box.
    excess: for each walk and code, by how many more such tiles lie in occupied cells than are wanted.
    cost: for each walk, the sum of the excesses, taken as positive.
    ladder: for each ladder, its walks from the coldest to the warmest.
    """

    def __init__(self, garden: Garden, random: np.random.Generator) -> None:
        self._garden, self._random = garden, random
        self._cells = list(garden.cells)
        codes, values, directions = CODES, bits(garden.lattice), range(len(garden.lattice.offsets))
        self._occupied = codes
        outside = len(self._cells)
        neighbours = [[outside if n is None else garden.cells[n] for n in garden.neighbours[c]] for c in self._cells]
        self._around = np.column_stack([np.arange(outside), np.array(neighbours)])
        self._wanted = np.isin(np.arange(codes), garden.required).astype(np.int8)
        self._flips = np.array([codes, *(values[garden.lattice.opposite[d]] for d in directions)], np.uint8)
        self._changes = changes(codes, self._flips)
        self.ladder = np.arange(LADDERS * len(TEMPERATURES)).reshape(LADDERS, -1)
        self._first = self.ladder.reshape(-1, 1) * (outside + 1)
        self._odd = 0
        self._begin()

    def _begin(self) -> None:
        """Occupy as many cells as there are tiles, at random, except for those that are given."""
        box, walks = len(self._cells), self.ladder.size
        occupied = np.zeros((walks, box + 1), bool)
        occupied[:, :box] = self._random.random((walks, box)) < len(self._garden.required) / box
        given = self._given()
        for place, value in given.items():
            occupied[:, place] = value
        self._movable = np.setdiff1d(np.arange(box), list(given))
        self.state = (occupied * self._occupied).astype(np.uint8)
        for d, bit in enumerate(bits(self._garden.lattice), 1):
            self.state[:, :box] |= (occupied[:, self._around[:, d]] * bit).astype(np.uint8)
        walk, cell = np.nonzero(occupied)
        tiles = walk * self._occupied + self.state[walk, cell] % self._occupied
        counts = np.bincount(tiles, minlength=walks * self._occupied).reshape(walks, -1)
        self.excess = counts.clip(max=100).astype(np.int8) - self._wanted
        self.cost = cost(self.excess)

    def _given(self) -> dict[int, bool]:
        """The cells that are occupied or clear whatever happens: where tiles are fixed or none may lie, and beside."""
        number, given = self._garden.cells, {}
        for code, cell in self._garden.fixed:
            given[number[cell]] = True
            for bit, other in zip(bits(self._garden.lattice), self._garden.neighbours[cell], strict=True):
                if other is not None:
                    given[number[other]] = bool(code & bit)
        given.update((number[cell], False) for code, cell in self._garden.forbidden if code is None)
        return given

    @property
    def can_move(self) -> bool:
        """Whether any cell may change."""
        return len(self._movable) > 0

    def go(self) -> Iterator[TilePlacement]:
        """Take some steps, tell of each walk that comes to a cost of nothing, and let walks change places."""
        state, size = self.state.reshape(-1), (BLOCK, self.ladder.size)
        temperature = np.empty(self.ladder.size)
        temperature[self.ladder] = TEMPERATURES
        rise = np.floor(self._random.standard_exponential(size) * temperature).astype(np.int64)
        chosen = self._random.choice(self._movable, size)
        changed = np.empty_like(self.excess)
        for step in range(BLOCK):
            places = self._around[chosen[step]] + self._first
            there = state.take(places)
            excess = self.excess.copy()
            for change, tiles in zip(self._changes, np.ascontiguousarray(there.T), strict=True):
                change.take(tiles, axis=0, out=changed, mode="clip")
                excess += changed
            after = cost(excess)
            kept = np.flatnonzero(after - self.cost <= rise[step])
            state[places[kept]] = there[kept] ^ self._flips
            self.excess[kept], self.cost[kept] = excess[kept], after[kept]
            for walk in kept[after[kept] == 0]:
                yield self._planting(walk)
        self._exchange()

    def _exchange(self) -> None:
        """Walks on neighbouring rungs, every other pair at a time, change places by the rule of Metropolis."""
        cold, warm = slice(self._odd, -1, 2), slice(self._odd + 1, None, 2)
        one, other = self.ladder[:, cold], self.ladder[:, warm]
        gain = (1 / TEMPERATURES[cold] - 1 / TEMPERATURES[warm]) * (self.cost[one] - self.cost[other])
        change = self._random.random(gain.shape) < np.exp(np.minimum(gain, 0))
        self.ladder[:, cold], self.ladder[:, warm] = np.where(change, other, one), np.where(change, one, other)
        self._odd = 1 - self._odd

    def _planting(self, walk: int) -> TilePlacement:
        tiles = zip(self._cells, self.state[walk].tolist(), strict=False)
        return TilePlacement((cell, tile - self._occupied) for cell, tile in tiles if tile >= self._occupied)


def changes(codes: int, flips: NDArray[np.uint8]) -> list[Bytes]:
    """What a step changes in the counts of tiles: for each state of its own cell, and of each of the neighbours.

    A cell that becomes occupied shows the tile that would lie there; one that is cleared shows it no more.  An
    occupied neighbour shows another tile, which differs in the face towards the cell; an empty one shows none.
    """
    one = np.eye(codes, dtype=np.int8)
    code = np.arange(codes)
    none = np.zeros_like(one)
    return [np.concatenate([one, -one]), *(np.concatenate([none, one[code ^ face] - one]) for face in flips[1:])]


def cost(excess: Bytes) -> NDArray[np.int64]:
    """The sums of the rows' absolute values, eight bytes at a time; right as long as they are less than 256."""
    sums: NDArray[np.uint64] = np.abs(excess).view(np.uint64).sum(axis=1, dtype=np.uint64)
    return (sums * LANES >> HIGHEST).astype(np.int64)
