"""The solver of Oliver Lau's 9piece-solver, in C++: nine pieces along a spiral from the centre, every try counted.

After Brandt et al., "Using backtracking to solve the Scramble Squares puzzle".  The first piece lies in the centre and
is not turned; each piece is tried in all four turns, also where it looks the same.  A try is a call of its function:
one at the start, and one for each piece that fitted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cpmodels.base.errors import UnsupportedError
from cpmodels.base.lattice import SQUARE
from cpmodels.base.values import in_rows
from cpmodels.puzzles.edge_matching.puzzle import Board, EdgeMatching, Placement, turn
from cpmodels.puzzles.edge_matching.reference import spiral, turned_board
from cpmodels.racing._loops import register_article
from cpmodels.reference.articles import ENDED, FOUND, ON, Article, program, tables

__all__ = ["article"]

AT_ONCE = 1_000_000
"""Tries between two looks at whether to stop."""


def article(puzzle: EdgeMatching, seed: int = 0, *, compiled: bool = False) -> Article[Board]:  # noqa: ARG001
    """All boards, each in its four turns.

    Raises UnsupportedError where there is no centre, or what the program does not know: a border, clues, pieces that
    are not turned, edges that need not match.

    >>> from readers import read
    >>> search = article(read("nine-one"))
    >>> type(next(iter(search))).__name__, search.effort
    ('Board', 134)
    """
    unknown = {
        "a border": puzzle.border is not None,
        "clues": puzzle.clues,
        "unturned pieces": not puzzle.rotations,
        "edges that need not match": puzzle.maximise,
    }
    if words := [word for word, value in unknown.items() if value]:
        raise UnsupportedError(f"the program of the nine pieces does not know {', '.join(words)}")
    cells = spiral(puzzle)
    place = {cell: number for number, cell in enumerate(cells)}
    meets = [
        there if (there := place.get(SQUARE.neighbour(cell, side), len(cells))) < number else -1
        for number, cell in enumerate(cells)
        for side in range(4)
    ]
    edges = [edge for piece in puzzle.pieces for turns in range(4) for edge in turn(piece, turns)]
    count = len(cells)
    edges, meets, tried, used, shown, at, tries = tables(
        compiled, edges, meets, [0] * count, [0] * count, [0] * (4 * count), [0], [0] * count
    )
    run = program(search, compiled)

    def read() -> Iterator[Board]:
        laid = [divmod(int(option) - 1, 4) for option in tried]
        turns = [len(puzzle.orientations(piece)) for piece in puzzle.pieces]
        board = {cell: Placement(p, t % turns[p]) for cell, (p, t) in zip(cells, laid, strict=True)}
        for _ in range(turns[board[cells[0]].piece]):
            yield Board(in_rows(puzzle.rows, puzzle.cols, board))
            board = turned_board(puzzle, board)

    return Article(
        puzzle,
        lambda: run(edges, meets, puzzle.sign, tried, used, shown, at, tries, AT_ONCE),
        read,
        lambda: {"tries": 1 + int(sum(tries))} | {f"level {n}": int(of) for n, of in enumerate(tries, 1)},
    )


def search(edges: Any, meets: Any, sign: int, tried: Any, used: Any, shown: Any, at: Any, tries: Any, most: int) -> int:
    """Go on to the next board, for this many tries at most.

    edges: the four edges of each piece in each of its turns.
    meets: for each place and side the place that lies there and was filled before, or -1.
    tried: how many pieces in their turns were tried in each place; shown: the edges that lie there; at: the place.
    """
    count, level, left = len(tries), at[0], most
    while level >= 0:
        fits = False
        if tried[level] > 0:
            used[(tried[level] - 1) // 4] = 0
        while tried[level] < 4 * count and not fits:
            option = tried[level]
            tried[level] += 1
            if used[option // 4] == 1 or (level == 0 and option % 4 > 0):
                continue
            fits = True
            for side in range(4):
                other = meets[4 * level + side]
                if other >= 0 and edges[4 * option + side] != sign * shown[4 * other + (side + 2) % 4]:
                    fits = False
        if not fits:
            tried[level] = 0
            level -= 1
            continue
        option = tried[level] - 1
        used[option // 4] = 1
        for side in range(4):
            shown[4 * level + side] = edges[4 * option + side]
        tries[level] += 1
        left -= 1
        if level == count - 1:
            at[0] = level
            return FOUND
        level += 1
        if left == 0:
            at[0] = level
            return ON
    at[0] = level
    return ENDED


register_article("edge-article", article, EdgeMatching(1, 1, [(1, 1, 1, 1)]))
