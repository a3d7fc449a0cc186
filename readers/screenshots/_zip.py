"""ZIP: numbers from 1 on, each once, and walls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations

import numpy as np

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Cell
from cpmodels.puzzles.zip import Wall, Zip, in_order
from cpmodels.values import listed, place
from readers.screenshots._board import check_whole
from readers.screenshots._cells import colour_distance
from readers.screenshots._digits import CLEAR, Likeness, clear_number, is_number, ranked
from readers.screenshots._shot import Shot
from readers.screenshots._trail import is_crossed
from readers.screenshots._walls import find_walls

TINTED = 12.0
"""Covered cells have a ground that is farther than this, of 255, from that of the others."""
MOST_UNCLEAR = 4
"""The unclear numbers on a board that the others may settle."""


def read_zip(shot: Shot) -> Zip | None:
    """The ZIP on a board, if there are numbers in at least two cells, and in most with anything unless there is a path.

    Raises PuzzleError, which names the cell, when something on it cannot be read.
    """
    crossed = [side for side in shot.graph.edges if is_crossed(shot, side)]
    read = sum(map(is_number, shot.numbers.values()))
    if read < 2 or (2 * read < len(shot.numbers) and not crossed):
        return None
    check_whole(shot.board.rows, shot.board.cols, shot.board.open_end)
    try:
        return _zip_on(shot, half_played=bool(crossed))
    except PuzzleError as error:
        if not crossed:
            raise
        first, second = (place(cell) for cell in crossed[0])
        raise PuzzleError(
            f"shows a game that has begun, with a path from {first} to {second}, and is not clear enough behind it "
            f"({error}): reset the game first"
        ) from error


def _zip_on(shot: Shot, *, half_played: bool) -> Zip:
    """The ZIP on a board; where a path was drawn, its covered cells must not leave doubt about walls."""
    settled = settle(_guesses(shot))
    walls = find_walls(shot)
    if half_played:
        _check_walls(shot, walls)
    return Zip(shot.board.rows, shot.board.cols, in_order((*cell, number) for cell, number in settled.items()), walls)


def _check_walls(shot: Shot, walls: Iterable[Wall]) -> None:
    """Raise PuzzleError for what may be a wall, or a mere line that the colour of covered cells makes stand out."""
    usual = np.median(np.array(list(shot.grounds.values())), axis=0)
    for first, second in walls:
        if max(float(colour_distance(shot.grounds[cell], usual)) for cell in (first, second)) > TINTED:
            raise PuzzleError(f"whether there is a wall between {place(first)} and {place(second)} is not clear")


def _guesses(shot: Shot) -> dict[Cell, Likeness]:
    """What may stand in the cells with ink; where all numbers are on discs, a little other ink is a pointer."""
    seen, found = shot.contents, shot.numbers
    read = [cell for cell, likeness in found.items() if is_number(likeness)]
    discs = bool(read) and all(seen[cell].disc for cell in read)
    return {cell: found[cell] for cell in found if cell in read or not (discs and seen[cell].may_be_pointer)}


def settle(guesses: Mapping[Cell, Likeness]) -> dict[Cell, int]:
    """The number in each cell, by how like what stands there is to each: all of 1 to the number of cells, each once.

    Raises PuzzleError that names a cell and what it may be, when that is not certain.
    """
    settled: dict[int, Cell] = {}
    unclear = []
    for cell, likeness in guesses.items():
        if not is_number(likeness):
            raise PuzzleError(f"cannot read what is in {place(cell)}: it is not a number")
        number = clear_number(likeness)
        if number is None:
            unclear.append(cell)
        elif number in settled:
            raise PuzzleError(f"the number {number} is in {place(settled[number])} and again in {place(cell)}")
        else:
            settled[number] = cell
    missing = [number for number in range(1, len(guesses) + 1) if number not in settled]
    if len(missing) > len(unclear):
        raise PuzzleError(
            f"there are {len(guesses)} numbers, up to {max(settled)}, but these were not seen: {listed(missing)}"
        )
    found = {cell: number for number, cell in settled.items()}
    return found | _shared_out(missing, {cell: guesses[cell] for cell in unclear})


def _shared_out(missing: list[int], unclear: Mapping[Cell, Likeness]) -> dict[Cell, int]:
    """The missing numbers shared out among the unclear cells, where one way is clearly the best."""
    cells = list(unclear)
    if not cells:
        return {}
    ways = []
    if len(cells) <= MOST_UNCLEAR:
        for way in permutations(missing):
            chosen = ((unclear[cell], number) for cell, number in zip(cells, way, strict=True))
            losses = [max(guesses.values()) - guesses.get(number, 0.0) for guesses, number in chosen]
            ways.append((sum(losses), max(losses), way))
    ways.sort()
    if not ways or ways[0][1] > 2 * CLEAR or (len(ways) > 1 and ways[1][0] - ways[0][0] < 2 * CLEAR):
        best, other, *_ = ranked(unclear[cells[0]])
        raise PuzzleError(f"cannot read the number in {place(cells[0])}: it may be {best} or {other}")
    return dict(zip(cells, ways[0][2], strict=True))
