"""The search of the article on a ZIP program in Delphi, move by move, with its isolated-cell test and its time-out.

The directions are tried in the order of its bits: right, up, left, down.  A free cell needs two entries, the last one
needs one; the cells beside the one just left are looked at.  After a million moves the program comes back, and is
called again to go on.
"""

from __future__ import annotations

from typing import Any

from cpmodels.base.errors import UnsupportedError
from cpmodels.base.puzzle import Path
from cpmodels.puzzles.zip.puzzle import Zip
from cpmodels.racing._loops import register_article
from cpmodels.reference.articles import ENDED, FOUND, ON, Article, named, program, tables

__all__ = ["article"]

MOST_MOVES = 1_000_000
"""The moves after which the article's program comes back with a time-out."""

DIRECTIONS = ((0, 1), (-1, 0), (0, -1), (1, 0))


def article(puzzle: Zip, seed: int = 0, *, compiled: bool = False) -> Article[Path]:  # noqa: ARG001
    """All paths of a ZIP with a first and a last number.  Raises UnsupportedError for any other.

    >>> search = article(Zip(3, 3, [(0, 0), (2, 2)]))
    >>> next(iter(search)).cells[-1], search.counts
    ((2, 2), {'moves': 14, 'nodes': 9, 'time-outs': 0})
    """
    if len(puzzle.waypoints) < 2:
        raise UnsupportedError("the article's program starts at the number 1 and ends at the last one")
    cells = puzzle.cells
    index = {cell: i for i, cell in enumerate(cells)}
    near = [
        index[there] if (there := (row + down, col + right)) in puzzle.steps[row, col] else -1
        for row, col in cells
        for down, right in DIRECTIONS
    ]
    numbers = [puzzle.numbers.get(cell, 0) for cell in cells]
    start, goal = index[puzzle.waypoints[0]], index[puzzle.waypoints[-1]]
    path, tried = [start] + [0] * (len(cells) - 1), [0] * len(cells)
    free = [int(cell != start) for cell in range(len(cells))]
    near, numbers, path, tried, free, at, counts = tables(compiled, near, numbers, path, tried, free, [0, 2], [0, 1, 0])
    run = program(search, compiled)
    return Article(
        puzzle,
        lambda: run(near, numbers, goal, path, tried, free, at, counts, MOST_MOVES),
        lambda: [Path([cells[cell] for cell in path])],
        lambda: named(("moves", "nodes", "time-outs"), counts),
    )


def search(
    near: Any, numbers: Any, goal: int, path: Any, tried: Any, free: Any, at: Any, counts: Any, most: int
) -> int:
    """Go on to the next path, for this many moves at most.

    near: for each cell its neighbours in the four directions, -1 behind a border.
    path, tried: the cells so far, and how many directions were tried from each; at: the place of the last one, and the
        number that is due.
    counts: moves, cells entered, time-outs.
    """
    cells, moves = len(numbers), 0
    head, due = at[0], at[1]
    while head >= 0:
        here, stepped = path[head], False
        while tried[head] < 4 and not stepped:
            if moves == most:
                at[0], at[1] = head, due
                counts[2] += 1
                return ON
            there = near[4 * here + tried[head]]
            tried[head] += 1
            if there < 0:
                continue
            moves += 1
            counts[0] += 1
            if free[there] == 0 or (numbers[there] > 0 and numbers[there] != due):
                continue
            if there == goal and head != cells - 2:
                continue
            counts[1] += 1
            free[there] = 0
            stepped = True
            for way in range(4):
                cell = near[4 * here + way]
                if cell < 0 or free[cell] == 0:
                    continue
                entries = 0
                for back in range(4):
                    other = near[4 * cell + back]
                    if other >= 0 and (free[other] == 1 or other == there):
                        entries += 1
                if entries < 2 and (entries < 1 or cell != goal):
                    stepped = False
            if stepped:
                if numbers[there] > 0:
                    due += 1
                head += 1
                path[head] = there
                tried[head] = 4 if head == cells - 1 else 0
            else:
                free[there] = 1
        if stepped and head == cells - 1:
            at[0], at[1] = head, due
            return FOUND
        if not stepped:
            free[here] = 1
            if numbers[here] > 0:
                due -= 1
            head -= 1
    at[0] = head
    return ENDED


register_article("zip-article", article, Zip(1, 2, [(0, 0), (0, 1)]))
