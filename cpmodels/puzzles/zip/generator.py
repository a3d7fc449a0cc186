"""New ZIPs: a random path, and as few numbers and walls as leave no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import groupby, pairwise
from random import Random
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt

from cpmodels._candidates import Candidate, candidates, rows_and_columns
from cpmodels.base.errors import ParameterError
from cpmodels.base.graph import grid
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Path
from cpmodels.base.regions import backbite, random_path
from cpmodels.puzzles.zip._shapes import SHAPES, shape_cells
from cpmodels.puzzles.zip.puzzle import Wall, Zip

__all__ = ["beside_path"]


TURNS = 0.45
"""The least share of cells in which a path turns, of those between its ends."""

MIXINGS = 100
"""How often a path that is not lively is changed before it will do: on one line none is."""


def is_lively(path: Sequence[Cell]) -> bool:
    """Whether a path turns often, and nowhere crosses the whole board in a straight line of five cells or more.

    A snake turns in a share of 2 / n of the cells of n x n.  Random paths turn in 57 % of them, whatever the size (one
    of 20 on 8 x 8 in less than 44 %), but most on 6 x 6 and 8 x 8 run all along a side; boards of two rows make the
    dullest, with 43 % on 2 x 8.

    >>> is_lively([(0, 0), (0, 1), (1, 1), (1, 0)]), is_lively([(0, 0), (0, 1), (0, 2)])
    (True, False)
    """
    steps = [(c - a, d - b) for (a, b), (c, d) in pairwise(path)]
    if sum(one != other for one, other in pairwise(steps)) < TURNS * (len(steps) - 1):
        return False
    runs = [(step, len(list(group))) for step, group in groupby(steps)]
    sides = [max(line) for line in zip(*path, strict=True)]
    return not any(length >= 4 and length == sides[0 if down else 1] for (down, _), length in runs)


def lively_path(rows: int, cols: int, random: Random, ends: Set[Cell] | None = None) -> list[Cell]:
    """A random path that is lively, as far as can be, and whose ends are among some cells."""
    path = random_path(rows, cols, random)
    mixings = 0
    while (ends is not None and not {path[0], path[-1]} <= ends) or (mixings < MIXINGS and not is_lively(path)):
        backbite(path, len(path), random)
        mixings += 1
    return path


def variants(path: Sequence[Cell]) -> Iterator[list[Cell]]:
    """Other paths through the same cells with the same ends, as near to this one as can be.

    Two parallel steps of the path, side by side, are turned by a quarter.  That leaves a path, or a path and a loop;
    then another such pair, a step of each, joins them again.
    """
    place = {cell: i for i, cell in enumerate(path)}
    for i, step in enumerate(pairwise(path)):
        sides = list(_beside(step, place))
        for j, other in sides:
            if other == j + 1 > i + 2:
                yield [*path[: i + 1], *reversed(path[i + 1 : j + 1]), *path[j + 1 :]]
        for k, other in sides:
            if other == k - 1 > i + 1:
                yield from _rejoined([*path[: i + 1], *path[k:]], path[i + 1 : k])


def _beside(step: tuple[Cell, Cell], place: Mapping[Cell, int]) -> Iterator[tuple[int, int]]:
    """On each side of a step, the places of the two cells beside its own, where both have one."""
    (r, c), (s, d) = step
    for a, b in ((d - c, s - r), (c - d, r - s)):
        one, other = place.get((r + a, c + b)), place.get((s + a, d + b))
        if one is not None and other is not None:
            yield one, other


def _rejoined(path: Sequence[Cell], loop: Sequence[Cell]) -> Iterator[list[Cell]]:
    """The ways to put a loop into a path in the place of a step of it."""
    place, size = {cell: i for i, cell in enumerate(loop)}, len(loop)
    for i, step in enumerate(pairwise(path)):
        for one, other in _beside(step, place):
            if (other - one) % size == 1:
                yield [*path[: i + 1], *reversed(loop[: one + 1]), *reversed(loop[one + 1 :]), *path[i + 1 :]]
            elif (one - other) % size == 1:
                yield [*path[: i + 1], *loop[one:], *loop[:one], *path[i + 1 :]]


Walls = tuple[Wall, ...]
"""Walls that come together."""

WALLS = {"none": 0.0, "few": 0.3, "many": 0.8}
"""How often a clue after the first is a wall rather than a number."""

TRIES = 20
"""How many puzzles in a row may lack walls where there must be some: tiny boards never need a wall."""


@candidates.register(Zip)
def candidates_of_zips(
    kind: type[Zip],  # noqa: ARG001
    size: Sequence[int],
    random: Random,
    *,
    walls: Annotated[Literal["none", "few", "many"], "how many walls there are besides the numbers"] = "none",
    symmetric: Annotated[bool, "walls that stay the same when the board is turned by 180 degrees"] = False,
    numbers: Annotated[
        str | None, f"the shape ({', '.join(SHAPES)}) or WORD that the numbers form; walls make the solution unique"
    ] = None,
) -> Iterator[Candidate[Path]]:
    """A random path, numbered at its ends; the other numbers, and the walls, are clues.

    Where numbers make up a shape, all its cells have one, and no other cell: the path begins and ends there, and only
    walls are clues.
    """
    rows, cols = rows_and_columns(size, "a ZIP", "8x8")
    if rows * cols < 2:
        raise ParameterError("a ZIP of 1 x 1 is too small: it has no two ends")
    if numbers is not None and (symmetric or walls != "none"):
        raise ParameterError("numbers in a shape come with the walls they need: leave out walls and symmetric")
    if symmetric and walls == "none":
        raise ParameterError("symmetric is about walls: ask for few or many walls, too")
    shape = None if numbers is None else shape_cells(numbers, rows, cols)
    if shape is not None:
        check_ends(rows, cols, shape)
    without_walls = 0
    while without_walls < TRIES:
        path = lively_path(rows, cols, random, shape)
        sides = beside_path(rows, cols, path) if walls != "none" or shape else []
        together = half_turns(rows, cols, sides) if symmetric else [(side,) for side in sides]
        candidate = ZipCandidate(rows, cols, path, together, walls, shape or frozenset())
        yield candidate
        without_walls = without_walls + 1 if candidate.lacks_walls else 0
    what = "symmetric walls" if symmetric else "walls"
    raise ParameterError(
        f"none of {TRIES} ZIPs of {rows} x {cols} needs {what}: ask for no walls, or for a larger board"
    )


def check_ends(rows: int, cols: int, cells: Set[Cell]) -> None:
    """Raise ParameterError where no path through all cells of a board begins and ends among some of them.

    On a chessboard a path of an even number of cells has ends of both colours; of an odd number of cells one more has
    the colour of the corners, as have both ends.
    """
    like_corners = sum((r + c) % 2 == 0 for r, c in cells)
    if not (like_corners >= 2 if rows * cols % 2 else 0 < like_corners < len(cells)):
        raise ParameterError(
            f"no path through {rows} x {cols} cells begins and ends in this shape: choose another size"
        )


def beside_path(rows: int, cols: int, path: Sequence[Cell]) -> list[Wall]:
    """The pairs of neighbouring cells between which a path does not step."""
    steps = {frozenset(step) for step in pairwise(path)}
    return [side for side in grid(rows, cols).edges if frozenset(side) not in steps]


def half_turns(rows: int, cols: int, sides: Sequence[Wall]) -> list[Walls]:
    """These walls in pairs that half a turn of the board maps to each other, where both are among them."""
    free, pairs = set(sides), dict[Walls, None]()
    for a, b in sides:
        image = ((rows - 1 - b[0], cols - 1 - b[1]), (rows - 1 - a[0], cols - 1 - a[1]))
        if image in free:
            pairs[tuple(sorted({(a, b), image}))] = None
    return list(pairs)


class ZipCandidate(Candidate[Path]):
    """A ZIP to be: a clue is a place on its path, whose cell has a number, or some walls that come together.

    asked: how many walls there are, of `WALLS`; shown: the cells that have numbers, which are no clues then.
    """

    def __init__(
        self, rows: int, cols: int, path: Sequence[Cell], walls: Sequence[Walls], asked: str, shown: Set[Cell]
    ) -> None:
        self._rows, self._cols, self._path, self._walls = rows, cols, tuple(path), walls
        self._share, self._walls_needed, self.lacks_walls = 1.0 if shown else WALLS[asked], asked != "none", False
        self.solution = Path(path)
        self._shown = [place for place, cell in enumerate(path) if cell in shown] or [0, len(path) - 1]
        self.clues = (*walls,) if shown else (*range(1, len(path) - 1), *walls)
        self.clue_name = "wall" if shown else "clue"
        self._together = {wall: together for together in walls for wall in together}
        self._row: dict[Path, int] = {}
        self._met: list[list[int]] = []
        self._table = np.empty((0, len(path)), dtype=np.int32)
        self._through: dict[Path, set[Walls]] = {}

    def puzzle(self, clues: Sequence[Hashable]) -> Zip:
        """The ZIP with these places and walls, and the numbers that are always shown: by default at the path's ends."""
        numbers = [self._path[place] for place in self._numbered(clues)]
        return Zip(self._rows, self._cols, numbers, [wall for walls in self._walled(clues) for wall in walls])

    def _numbered(self, clues: Sequence[Hashable]) -> list[int]:
        return sorted([*self._shown, *(clue for clue in clues if isinstance(clue, int))])

    @staticmethod
    def _walled(clues: Sequence[Hashable]) -> list[Walls]:
        return [clue for clue in clues if isinstance(clue, tuple)]

    def suits(self, clues: Sequence[Hashable]) -> bool:
        """Whether there are walls where they must be."""
        self.lacks_walls = self._walls_needed and not self._walled(clues)
        return not self.lacks_walls

    def others(self) -> Iterable[Path]:
        """The nearest other paths: nearly all that there are to tell apart."""
        found = dict.fromkeys(map(tuple, variants(self._path)))
        found.pop(self._path, None)
        return map(Path, found)

    def _places(self, others: Sequence[Path]) -> npt.NDArray[np.int32]:
        """When each of some other paths, a row each, meets the cells of the path."""
        for other in others:
            if other not in self._row:
                when = {cell: i for i, cell in enumerate(other.cells)}
                self._row[other] = len(self._row)
                self._met.append([when[cell] for cell in self._path])
                steps = ((a, b) if a < b else (b, a) for a, b in pairwise(other.cells))
                self._through[other] = {self._together[step] for step in steps if step in self._together}
        if len(self._table) < len(self._met):
            self._table = np.array(self._met, dtype=np.int32)
        return self._table[[self._row[other] for other in others]]

    def remaining(self, clues: Sequence[Hashable], others: Sequence[Path]) -> Sequence[Path]:
        """Those that meet the numbers in their order and go through none of the walls."""
        if not others:
            return others
        places = self._places(others)[:, self._numbered(clues)]
        walls = set(self._walled(clues))
        ordered = zip(others, np.all(np.diff(places) > 0, axis=1).tolist(), strict=True)
        return [other for other, fits in ordered if fits and walls.isdisjoint(self._through[other])]

    def clue(self, clues: Sequence[Hashable], others: Sequence[Path], random: Random) -> Hashable:
        """Walls that most of these paths go through, or the place whose number most of them meet out of order."""
        places, numbered = self._places(others), self._numbered(clues)
        if self._walls and (not self._walled(clues) or random.random() < self._share):
            through = Counter(walls for other in others for walls in sorted(self._through[other]))
            if through:
                most = max(through.values())
                return random.choice([walls for walls, number in through.items() if number == most])
        shown = np.zeros(len(self._path), dtype=bool)
        shown[numbered] = True
        earlier = np.maximum.accumulate(np.where(shown, places, -1), axis=1)
        later = np.minimum.accumulate(np.where(shown, places, len(self._path))[:, ::-1], axis=1)[:, ::-1]
        excluded = ((places < earlier) | (places > later)).sum(axis=0)
        if not excluded.any():  # It takes two numbers: one where these paths are farthest from the path comes first.
            excluded = np.abs(places - np.arange(len(self._path))).sum(axis=0)
        excluded[shown] = -1
        return int(random.choice(np.flatnonzero(excluded == excluded.max()).tolist()))

    def order(self, clues: Sequence[Hashable], random: Random) -> Sequence[Hashable]:
        """Numbers first where walls are asked for, of which otherwise few would stay."""
        return sorted(super().order(clues, random), key=lambda clue: isinstance(clue, tuple))
