"""Better searches after the article on the hanging gardens: its collapse, and the backtracker that it gave up.

Both settle the cell with the fewest candidates and propagate (see `_wave`); `article` has the article's own program.
Unlike it, they propagate only what has changed, heed the rim of the box, and stop when all tiles are placed.  The red
tile of a hanging garden is a tile like the others here; the article puts it into the air afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cpmodels.puzzles.garden._wave import Rules, WaveGrid
from cpmodels.racing._loops import register_loop
from cpmodels.reference.filling import boards
from cpmodels.reference.steps import Step

__all__ = ["backtrack", "collapse"]


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
register_loop("garden-rows", "garden", lambda garden, _: boards(garden))
register_loop(
    "garden-collapse",
    "garden",
    lambda garden, seed: collapse(Rules(garden), seed),
    tasks=("first",),
    complete=False,
)
