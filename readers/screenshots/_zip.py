"""ZIP: numbers from 1 on, each once; walls, which are bars much thicker than lines; and the path of a game begun."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations

import numpy as np

from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.values import listed, place
from cpmodels.puzzles.zip import Wall, Zip, in_order
from readers.screenshots._board import check_whole
from readers.screenshots._cells import colour_distance
from readers.screenshots._digits import CLEAR, Likeness, clear_number, is_number, ranked
from readers.screenshots._shot import Shot, Side

TINTED = 12.0
"""Covered cells have a ground that is farther than this, of 255, from that of the others."""
MOST_UNCLEAR = 4
"""The unclear numbers on a board that the others may settle."""

THINNEST, THICKEST = 0.055, 0.3
"""The thickness of walls, in cells."""
FAINTEST = 25.0
"""The difference between walls and cells, of 255, is at least this."""
SURELY, MAYBE = 2.2, 1.5
"""Walls are this many times as heavy - as thick and as strong in colour - as lines; in between is doubt."""

THIN = 0.06
"""Half the breadth of what is looked at, in cells, along a side and across it."""
ENDS = 0.1
"""So far from the corners of a cell, in cells, a path does not come."""
ACROSS = 0.18
"""A path goes on at least so far to both sides, in cells."""
SAMPLES = 24
DIFFERENT, ALIKE = 40.0, 25.0
"""Colours farther apart than the first, of 255, are a path and a line; those nearer than the second are one colour."""


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


def find_walls(shot: Shot) -> tuple[Side, ...]:
    """The walls on a board.  Raises PuzzleError when a bar is neither clearly a wall nor clearly a line."""
    line = max(float(np.percentile([bar.weight for bar in shot.bars.values()], 30)), 0.3)
    walls = []
    for wall, bar in shot.bars.items():
        if THINNEST <= bar.thickness <= THICKEST and bar.contrast >= FAINTEST and bar.weight > MAYBE * line:
            if bar.weight < SURELY * line:
                raise PuzzleError(f"cannot tell whether there is a wall between {place(wall[0])} and {place(wall[1])}")
            walls.append(wall)
    return tuple(walls)


def is_crossed(shot: Shot, side: Side) -> bool:
    """Whether a path goes through the side between two cells.

    There the middle of the side has another colour than its ends, and the same as what is before and behind it.
    """
    along = np.median(shot.along(side, (THIN, 0.5 - ENDS), (3, SAMPLES)), axis=0)
    across = np.median(shot.along(side, (ACROSS, THIN), (SAMPLES, 3)), axis=1)
    third, middle = SAMPLES // 6, SAMPLES // 2
    path = np.median(along[middle - 2 : middle + 2], axis=0)
    ends = [np.median(end, axis=0) for end in (along[:third], along[-third:])]
    stands_out = min(float(colour_distance(end, path)) for end in ends) > DIFFERENT
    is_line = float(colour_distance(ends[0], ends[1])) < ALIKE
    return stands_out and is_line and bool((colour_distance(across, path) < ALIKE).all())
