"""Better searches after the article on the hanging gardens: its collapse, and the backtracker that it gave up.

Both settle the cell with the fewest candidates and propagate as the article does: a settled cell leaves its neighbours
what fits it, a tile that is placed is no candidate elsewhere, and a cell with one candidate left is settled in turn.
Sets of candidates are integers: bit k stands for the tile of code k, and one more bit for air.

`article` has the article's own program.  Unlike it, they propagate only what has changed, heed the rim of the box, and
stop when all tiles are placed.  The red tile of a hanging garden is a tile like the others here; the article puts it
into the air afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from random import Random
from typing import Any

from cpmodels.base.errors import UnsupportedError
from cpmodels.base.lattice import Cell
from cpmodels.puzzles.garden.puzzle import Garden
from cpmodels.puzzles.garden.tiles import TilePlacement, all_codes, bits
from cpmodels.racing._loops import register_loop
from cpmodels.reference.steps import Step

__all__ = ["backtrack", "collapse"]


class Rules:
    """What may lie where, and next to what.

    Raises UnsupportedError for a garden whose connection, components, symmetry, sides or size matter.
    """

    def __init__(self, garden: Garden) -> None:
        demands = {
            "connected gardens": garden.connected,
            "numbers of components": garden.components,
            "symmetry": garden.symmetry or garden.exact,
            "gardens that touch all sides": garden.touching,
            "minimisation": garden.minimise,
        }
        if unknown := [name for name, value in demands.items() if value]:
            raise UnsupportedError(f"this simple search cannot handle {', '.join(unknown)}")
        self.garden = garden
        self.cells = tuple(garden.cells)
        self.air = all_codes(garden.lattice)[-1] + 1
        seen = [enumerate(garden.neighbours[cell]) for cell in self.cells]
        self.neighbours = [[(d, garden.cells[other]) for d, other in each if other is not None] for each in seen]
        contents = [*garden.tile_set, *([self.air] if garden.rule == "hanging" else [])]
        self.fitting = {content: self._fitting(content) for content in contents}
        fixed = {cell: [code] for code, cell in garden.fixed}
        begin = [[c for c in fixed.get(cell, contents) if self._may_lie(c, cell)] for cell in self.cells]
        self.candidates = [sum(1 << content for content in some) for some in begin]

    def _fitting(self, content: int) -> list[int]:
        """For each direction, the set of what may lie there beside a tile or air."""
        values, opposite = bits(self.garden.lattice), self.garden.lattice.opposite
        hanging, air = self.garden.rule == "hanging", 1 << self.air
        fitting = []
        for direction, bit in enumerate(values):
            back = values[opposite[direction]]
            blue = sum(1 << tile for tile in self.garden.tile_set if tile & back)
            red = sum(1 << tile for tile in self.garden.tile_set if not tile & back)
            if content == self.air:
                fitting.append(red | air)
            elif content & bit:
                fitting.append(blue)
            else:
                fitting.append(air if hanging else red)
        return fitting

    def _may_lie(self, content: int, cell: Cell) -> bool:
        """Whether a tile, or air, may lie in a cell, whatever lies elsewhere."""
        forbidden = self.garden.forbidden
        is_free = (content, cell) not in forbidden and (None, cell) not in forbidden
        return content == self.air or (is_free and self.garden.fits(content, cell))


class WaveGrid:
    """The candidates and the settled contents of all cells.

    settled: the cells that the last step settled, in order.
    stuck: a cell that was left without candidates, if any.
    """

    def __init__(self, rules: Rules) -> None:
        """What follows from the rules alone is settled."""
        self.rules = rules
        self.candidates = list(rules.candidates)
        self.contents: list[int | None] = [None] * len(rules.cells)
        self.settled: list[int] = []
        self.stuck = next((cell for cell, left in enumerate(self.candidates) if not left), None)
        self._propagate([cell for cell, left in enumerate(self.candidates) if left.bit_count() == 1])

    def collapsed(self, cell: int, content: int) -> WaveGrid:
        """The grid after a cell is settled by choice, with all that follows."""
        grid = copy(self)
        grid.candidates, grid.contents, grid.settled = [*self.candidates], [*self.contents], []
        grid.candidates[cell] = 1 << content
        grid._propagate([cell])
        return grid

    def _propagate(self, waiting: list[int]) -> None:
        """Settle the cells with one candidate until none is left or a cell has no candidate."""
        rules, candidates = self.rules, self.candidates
        for cell in waiting:  # grows
            if self.stuck is not None:
                return
            content = candidates[cell].bit_length() - 1
            self.contents[cell] = content
            self.settled.append(cell)
            fitting = rules.fitting[content]
            for direction, other in rules.neighbours[cell]:
                self._restrict(other, fitting[direction], waiting)
            if content != rules.air:
                bit = 1 << content
                for other, left in enumerate(candidates):
                    if left & bit and other != cell:
                        self._restrict(other, ~bit, waiting)

    def _restrict(self, cell: int, allowed: int, waiting: list[int]) -> None:
        before = self.candidates[cell]
        after = self.candidates[cell] = before & allowed
        if not after:
            self.stuck = cell
        elif after != before and after.bit_count() == 1:
            waiting.append(cell)

    def choices(self, cell: int) -> list[int]:
        """The candidates of a cell, in order."""
        return [content for content in range(self.rules.air + 1) if self.candidates[cell] >> content & 1]

    def fewest(self) -> list[int]:
        """The cells that are not settled and have the fewest candidates; none when all cells are settled.

        Where tiles hang, only cells next to settled ones, if there are any: at the rim of a large box cells have few
        candidates from the start, and a search that begins there finds nothing.
        """
        contents, near = self.contents, self.rules.neighbours
        cells = [cell for cell, content in enumerate(contents) if content is None]
        if self.rules.garden.rule == "hanging":
            cells = [c for c in cells if any(contents[other] is not None for _, other in near[c])] or cells
        counts = {cell: self.candidates[cell].bit_count() for cell in cells}
        least = min(counts.values(), default=0)
        return [cell for cell, count in counts.items() if count == least]

    def changes(self) -> Iterator[Step]:
        """What is left to the other cells, then the steps that settled the last ones."""
        yield "left", None, self.left
        for cell in self.settled:
            is_air = (content := self.contents[cell]) == self.rules.air
            yield "air" if is_air else "placed", self.rules.cells[cell], None if is_air else content

    def untold(self) -> Iterator[Step]:
        """The steps that take them away again."""
        _, *settled = self.changes()
        for _, cell, content in reversed(settled):
            yield "removed", cell, content

    def left(self) -> dict[Cell, int]:
        """How many candidates each cell has that is not settled."""
        states = zip(self.rules.cells, self.candidates, self.contents, strict=True)
        return {cell: left.bit_count() for cell, left, content in states if content is None}

    def verdict(self) -> Step | None:
        """A dead end, or an answer, where all cells are settled *and* all tiles are placed; None to go on."""
        if self.stuck is not None:
            return "dead end", self.rules.cells[self.stuck], None
        if None in self.contents:
            return None
        if not set(self.rules.garden.required) <= set(self.contents):
            return "dead end", None, None
        tiles: Any = zip(self.rules.cells, self.contents, strict=True)
        return "found", None, TilePlacement((cell, tile) for cell, tile in tiles if tile != self.rules.air)


def collapse(rules: Rules, seed: int = 0) -> Iterator[Step]:
    """Settle cells at random, and start over when one has no candidate left; again after each answer, without end.

    The all-blue tile of a hanging garden lies in the middle of the box from the start, so in a small box there may be
    no answer to find.  Where there is none from the start, the search ends, which proves nothing.
    """
    random = Random(seed)
    start = _with_whole_in_the_middle(WaveGrid(rules))
    while True:
        grid = start
        yield from grid.changes()
        while (verdict := grid.verdict()) is None:
            cell = random.choice(grid.fewest())
            grid = grid.collapsed(cell, random.choice(grid.choices(cell)))
            yield from grid.changes()
        yield verdict
        if grid is start and verdict[0] == "dead end":
            return
        yield "restart", None, None


def _with_whole_in_the_middle(grid: WaveGrid) -> WaveGrid:
    """The grid with the all-blue tile of a hanging garden in the middle of the box, unless it cannot lie there."""
    garden, settled = grid.rules.garden, grid.settled
    whole = garden.full_tile
    if whole is None or not garden.box:
        return grid
    middle = garden.cells[tuple((side - 1) // 2 for side in garden.box)]
    pinned = garden.rule == "hanging" and whole in garden.required and whole not in grid.contents
    if pinned and grid.stuck is None and whole in grid.choices(middle):
        grid = grid.collapsed(middle, whole)
        grid.settled = settled + grid.settled
    return grid


def backtrack(rules: Rules, seed: int = 0) -> Iterator[Step]:
    """All gardens: try every candidate of a cell, in shuffled order, and step back when one has none left.

    The article's backtracker with its two defects mended: its candidates are kept with each choice, where the article
    lost the air that red faces had pinned; and a choice is dropped when it has been tried in full, so that the
    stack is never deeper than the box has cells.  The all-blue tile, where there must be one, is tried in every place
    first, in place of the one in the middle.
    """
    random, stack = Random(seed), list[tuple[WaveGrid, list[tuple[int, int]]]]()
    grid, options = WaveGrid(rules), _first_options
    while True:
        yield from grid.changes()
        if verdict := grid.verdict():
            yield verdict
            yield from grid.untold()
        else:
            stack.append((grid, options(grid, random)))
        while stack and not stack[-1][1]:
            yield from stack.pop()[0].untold()
        if not stack:
            return
        before, untried = stack[-1]
        grid, options = before.collapsed(*untried.pop()), _options


def _first_options(grid: WaveGrid, random: Random) -> list[tuple[int, int]]:
    """The places of the all-blue tile, where there must be one that has none yet."""
    whole = grid.rules.garden.full_tile
    if whole is None or whole not in grid.rules.garden.required or whole in grid.contents:
        return _options(grid, random)
    places = [(cell, whole) for cell, left in enumerate(grid.candidates) if left >> whole & 1]
    random.shuffle(places)
    return places


def _options(grid: WaveGrid, random: Random) -> list[tuple[int, int]]:
    """The candidates of the first cell that has the fewest."""
    cell = grid.fewest()[0]
    options = [(cell, content) for content in grid.choices(cell)]
    random.shuffle(options)
    return options


register_loop("garden-backtrack", "garden", lambda garden, seed: backtrack(Rules(garden), seed))
register_loop("garden-collapse", "garden", lambda garden, seed: collapse(Rules(garden), seed), complete=False)
