"""The solver of Jim Price's article on the Zigzaw, in Zig: row by row, each frog tested against all that lies there.

A step lays the next frog that fits, or goes a step back.  A frog is tested against what lies to its upper right, upper
left and left, and in the last column against the border to its right.  The border below is not looked at.
"""

from __future__ import annotations

from typing import Any

from cpmodels.puzzles.zigzaw.puzzle import FITS, PARTS, Frog, Mosaic, Zigzaw
from cpmodels.racing._loops import register_article
from cpmodels.reference.articles import ENDED, FOUND, ON, Article, named, program, tables

__all__ = ["article"]

AT_ONCE = 100_000
"""Steps between two looks at whether to stop."""

TESTS = ("upper right", "upper left", "left", "right")
"""The directions in which a frog is tested, in this order."""

PAIRS = [(PARTS.index(own), PARTS.index(part)) for test in TESTS for own, part in FITS[test]]
"""For each test two pairs of parts, own and the neighbour's, that must be of one colour."""


def article(puzzle: Zigzaw, seed: int = 0, *, compiled: bool = False) -> Article[Mosaic]:  # noqa: ARG001
    """All boards; identical frogs are told apart.  What the border does not say fits everything.

    >>> from readers import read
    >>> search = article(read("zigzaw"))
    >>> type(next(iter(search))).__name__, search.counts
    ('Mosaic', {'steps': 949, 'steps back': 434, 'fit tests': 28376})
    """
    width, count = puzzle.cols + 2, puzzle.rows * puzzle.cols
    colours: dict[str | None, int] = {None: -1}
    frogs = [colours.setdefault(colour, len(colours)) for frog in puzzle.pieces for colour in frog.outer]
    around = [-1] * (6 * width * (puzzle.rows + 2))
    for row, col, frog in puzzle.border:
        if -1 <= col <= puzzle.cols:
            at = 6 * ((row + 1) * width + col + 1)
            around[at : at + 6] = [colours.setdefault(colour, len(colours)) for colour in frog.outer]
    frogs, around, pairs, stack, free, at, counts = tables(
        compiled, frogs, around, [p for pair in PAIRS for p in pair], [-1] * count, [1] * count, [0], [0] * 3
    )
    run = program(search, compiled)
    return Article(
        puzzle,
        lambda: run(puzzle.cols, frogs, around, pairs, stack, free, at, counts, AT_ONCE),
        lambda: [Mosaic([[int(f) for f in stack[i : i + puzzle.cols]] for i in range(0, count, puzzle.cols)])],
        lambda: named(("steps", "steps back", "fit tests"), counts),
    )


def search(
    cols: int, frogs: Any, around: Any, pairs: Any, stack: Any, free: Any, at: Any, counts: Any, most: int
) -> int:
    """Go on to the next full board, for this many steps at most.

    frogs: the six colours of each frog.
    around: the six colours of what lies in each cell, the border included; -1 for a colour that is not known.
    pairs: `PAIRS`.
    stack: the frog in each cell, or -1; free: which frogs lie nowhere; at: the cell that comes next.
    counts: steps, steps back, and frogs that were tested, in one direction or more.
    """
    cells, width, position = len(stack), cols + 2, at[0]
    if position == cells:
        position -= 1
    for _ in range(most):
        if position < 0:
            at[0] = position
            return ENDED
        counts[0] += 1
        row, col = position // cols, position % cols
        here = col + 1 + (row + 1) * width
        above = here - width + row % 2
        pick = stack[position]
        if pick >= 0:
            free[pick] = 1
        laid = False
        pick += 1
        while pick < cells and not laid:
            if free[pick] == 1:
                counts[2] += 1
                laid = True
                for test in range(4 if col == cols - 1 else 3):
                    other = above if test == 0 else above - 1 if test == 1 else here - 1 if test == 2 else here + 1
                    for pair in range(2):
                        theirs = around[6 * other + pairs[4 * test + 2 * pair + 1]]
                        if theirs >= 0 and theirs != frogs[6 * pick + pairs[4 * test + 2 * pair]]:
                            laid = False
                    if not laid:
                        break
            if not laid:
                pick += 1
        for part in range(6):
            around[6 * here + part] = frogs[6 * pick + part] if laid else -1
        if laid:
            stack[position] = pick
            free[pick] = 0
            position += 1
            if position == cells:
                at[0] = position
                return FOUND
        else:
            counts[1] += 1
            stack[position] = -1
            position -= 1
    at[0] = position
    return ON


register_article("zigzaw-article", article, Zigzaw(1, 1, [Frog(*"rrrrrr")]))
