"""What can still lie in the cells of a garden beside the tiles that are laid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from cpmodels.base.description import ExactCover, Option
from cpmodels.base.lattice import CUBIC, Cell
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden.tiles import TilePlacement
from renderers.functions import SearchStep

Laid = tuple[Cell, int | None]
"""A cell with its tile, or None where it stays empty."""
Choice = Option[tuple[Laid, ...]]
"""What is laid at once: a tile with its images under the symmetry of the garden, or nothing."""
MOST = 20_000
"""Where there are more tiles times cells than this, candidates are not told."""


def filled(garden: Garden, solution: TilePlacement) -> Iterator[SearchStep]:
    """The steps that lay a solution; but of cubes also the candidates of the other cells, and which must stay empty."""
    options = _options(garden)
    implied: set[Laid] = set()
    settled: set[Cell] = set()
    for cell, code in solution.tiles:
        if (cell, code) not in implied:
            chosen = next((option for option in options if (cell, code) in option.meaning), None)
            options = [] if chosen is None else _beside(options, chosen)
            implied.update(() if chosen is None else chosen.meaning)
        settled.add(cell)
        empty = _empty(options) - settled
        settled |= empty
        yield "left", None, _counts(options, settled)
        yield "placed", cell, code
        for other in sorted(empty):
            yield "air", other, None
    yield "found", None, solution


def _options(garden: Garden) -> list[Choice]:
    """All options at the start; none where they are not told."""
    if garden.lattice == CUBIC or len(garden.cells) * len(garden.tile_set) > MOST:
        return []
    description = garden.describe()
    cover = None if description is None else description.problem
    return list(cover.options) if isinstance(cover, ExactCover) else []


def _beside(options: list[Choice], chosen: Choice) -> list[Choice]:
    """The options that go together with one that is chosen."""
    items, colours = set(chosen.items), dict(chosen.colours)
    return [
        option
        for option in options
        if items.isdisjoint(option.items)
        and all(colours.get(item, colour) == colour for item, colour in option.colours)
    ]


def _empty(options: list[Choice]) -> set[Cell]:
    """The cells in which no tile can lie."""
    cells = {cell for option in options for cell, _ in option.meaning}
    return cells - {cell for option in options for cell, tile in option.meaning if tile is not None}


def _counts(options: list[Choice], settled: set[Cell]) -> Callable[[], dict[Cell, int]]:
    counts = Counter(cell for option in options for cell, _ in option.meaning if cell not in settled)
    return lambda: dict(counts)
