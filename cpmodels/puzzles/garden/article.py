"""The wave function collapse of the article on the hanging gardens, in Odin: choose at random, propagate, start over.

Step for step: every round of propagation goes through the whole grid; among the cells with fewest candidates the
first of a shuffled order is chosen, and of its candidates the first of another; at a contradiction all begins anew.

- Hanging squares or cubes: the all-blue tile lies in the middle, the rim of the box is not looked at, and the program
  stops when the first corner is air.  So it also stops on grids in which tiles are missing: these are `unfinished`.
  And it never stops once all cells are decided and a tile lies in that corner: these are `endless`, and end a try here.
- Packed cubes: the blue one lies at (1, 1, 1) and the red one at (2, 2, 2), and the program stops when every cell has
  one candidate.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from cpmodels.base.errors import PuzzleError, UnsupportedError
from cpmodels.puzzles.garden.puzzle import Garden
from cpmodels.puzzles.garden.tiles import TilePlacement, bits
from cpmodels.racing._loops import register_article
from cpmodels.reference.articles import FOUND, ON, Article, named, program, tables

__all__ = ["article"]

SPREAD, MODULUS = 104_729, 2**31 - 1
"""Seeds are multiplied by a prime, so that neighbouring ones begin far from each other; see `search` for the other."""

BITS = [1 << code for code in range(63)] + [-(1 << 63)]
"""The bits of a whole number with a sign, as machine code has it."""

ONES = [number.bit_count() for number in range(1 << 16)]


def article(garden: Garden, seed: int = 0, *, compiled: bool = False) -> Article[TilePlacement]:
    """Gardens without end; one that was found may come again.

    Raises UnsupportedError for a garden that the article does not have.

    >>> search = article(Garden.hanging(box=(9, 9)), seed=1)
    >>> type(next(iter(search))).__name__, search.counts
    ('TilePlacement', {'tries': 131, 'choices': 1012, 'unfinished': 2, 'endless': 0})
    """
    hanging, dimension = garden.rule == "hanging", garden.dimension
    plain: Garden | None = None
    with suppress(PuzzleError):  # What has no such box, or other tiles in it, may not be one.
        plain = Garden(garden.rule, garden.box, garden.red, fixed=garden.fixed)
    fits_article = dimension in (2, 3) if hanging else dimension == 3 and min(garden.box, default=0) >= 3
    if garden != plain or (garden.red == "omit") != hanging or not fits_article:
        raise UnsupportedError(
            "the article has squares and cubes that hang in a box without the red one, and cubes packed in a box whose "
            "sides are at least 3"
        )
    order = sorted(garden.cells, key=lambda cell: cell[::-1])  # as the program goes: x first
    place = {cell: number for number, cell in enumerate(order)}
    blue, back = bits(garden.lattice), garden.lattice.opposite
    codes = range(2 ** len(blue))
    whole = codes[-1]

    def of(tiles: Any) -> int:
        return sum(BITS[code] for code in tiles)

    def fitting(code: int, direction: int) -> int:
        """What may lie in a direction of a tile, or of air, which has the code 0 where tiles hang."""
        there = blue[back[direction]]
        if code & blue[direction]:
            return of(k for k in codes if k & there)
        return BITS[0] if hanging and code else of(k for k in codes if not k & there)

    near = [-1 if there is None else place[there] for cell in order for there in garden.neighbours[cell]]
    allowed = [-1 if len(codes) == 64 else of(codes)] * len(order)
    if not hanging:
        rim = [sum(blue[d] for d, there in enumerate(garden.neighbours[cell]) if there is None) for cell in order]
        allowed = [of(k for k in codes if not k & outside) for outside in rim]
    middle = tuple((side - 1) // 2 for side in garden.box)
    fixed = garden.fixed or ([(whole, middle)] if hanging else [(whole, (1, 1, 1)), (0, (2, 2, 2))])
    start = [-1] * len(order)
    for code, cell in fixed:
        start[place[cell]] = code
    fits = [fitting(code, direction) for code in codes for direction in range(len(blue))]
    axes = [range(side) for side in (*garden.box, 1)[:3]]
    random = [(seed + 1) * SPREAD % MODULUS or 1]  # From 0 Lehmer's generator comes to nothing but 0.
    all_tables = tables(compiled, fits, near, allowed, start, BITS, ONES, *axes, codes, random, start, allowed, [0] * 4)
    grid, counts = all_tables[-3], all_tables[-1]
    run, tiles = program(search, compiled), len(garden.required) if hanging else 0
    return Article(
        garden,
        lambda: run(tiles, *all_tables),
        lambda: [TilePlacement((c, int(k)) for c, k in zip(order, grid, strict=True) if k or not hanging)],
        lambda: named(("tries", "choices", "unfinished", "endless"), counts),
    )


def search(
    tiles: int, fits: Any, near: Any, allowed: Any, start: Any, bits: Any, ones: Any, across: Any, along: Any, up: Any,
    codes: Any, random: Any, grid: Any, left: Any, counts: Any,
) -> int:  # fmt: skip
    """One try, from the start to a grid at which the program stops, or to a contradiction.

    tiles: how many there are to hang; 0 where they are packed, and there is no air.
    fits: for each code and direction what may lie there.  near: for each cell and direction the cell there, or -1.
    allowed, start: the candidates and the contents with which a try begins; -1 for a cell that is open.
    across, along, up, codes: the coordinates along each axis and the codes, in an order that is shuffled.
    random: the state of Lehmer's generator with the multiplier 48271 (Park and Miller).
    grid, left: the contents and the candidates.
    counts: tries, choices, unfinished and endless grids.
    """
    cells, width = len(grid), len(near) // len(grid)
    counts[0] += 1
    for cell in range(cells):
        grid[cell] = start[cell]
        left[cell] = allowed[cell]
    chosen = False
    while True:
        waiting = True
        while waiting:
            for cell in range(cells):
                code = grid[cell]
                if code < 0:
                    continue
                for direction in range(width):
                    other = near[width * cell + direction]
                    if other >= 0:
                        left[other] &= fits[width * code + direction]
                if code > 0 or tiles == 0:
                    for other in range(cells):
                        left[other] &= ~bits[code]
                    left[cell] = bits[code]
            waiting = False
            for cell in range(cells):
                mask = left[cell]
                if mask == 0:
                    return ON
                if grid[cell] < 0 and (mask & (mask - 1) == 0 or mask == bits[63]):
                    code = 0
                    while mask & bits[code] == 0:
                        code += 1
                    grid[cell] = code
                    waiting = True
        if chosen:
            laid, decided = 0, 0
            for cell in range(cells):
                laid += grid[cell] > 0
                decided += grid[cell] >= 0
            if tiles == 0 and decided == cells:
                return FOUND
            if tiles > 0 and left[0] == bits[0]:
                counts[2] += laid < tiles
                return FOUND if laid == tiles else ON
            if decided == cells:
                counts[3] += 1
                return ON
        chosen = True
        counts[1] += 1
        for order in (across, along, up, codes):
            for last in range(len(order) - 1, 0, -1):
                random[0] = random[0] * 48271 % 2147483647
                other = random[0] % (last + 1)
                order[last], order[other] = order[other], order[last]
        target, least = 0, 65
        for z in up:
            for y in along:
                for x in across:
                    cell = (z * len(along) + y) * len(across) + x
                    mask = left[cell]
                    count = ones[mask & 65535] + ones[mask >> 16 & 65535]
                    count += ones[mask >> 32 & 65535] + ones[mask >> 48 & 65535]
                    if 1 < count < least:
                        target, least = cell, count
                    if least == 2:
                        break
        for code in codes:
            if left[target] & bits[code] != 0:
                if code > 0 or tiles == 0:
                    for other in range(cells):
                        left[other] &= ~bits[code]
                grid[target] = code
                left[target] = bits[code]
                break


register_article("garden-article", article, Garden.hanging((7, 7)), tasks=("first",))
