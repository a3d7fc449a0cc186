"""New ZIPs: a random path, and as few numbers and walls as leave no other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import count, pairwise
from math import log
from random import Random
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt

from cpmodels.errors import ParameterError
from cpmodels.generating import Draft, drafts, rows_and_columns
from cpmodels.lattice import SQUARE, Cell
from cpmodels.puzzle import Path
from cpmodels.puzzles.zip import Wall, Zip


def random_path(rows: int, cols: int, random: Random) -> list[Cell]:
    """A random path through all cells of a grid, by backbite moves from a snake.

    A move joins an end of the path to a neighbour of it and cuts the loop that this makes; N cells get
    10 N (ln N)^2 moves.  See R. Oberdorf, A. Ferguson, J. L. Jacobsen, J. Kondev, *Secondary structures in
    long compact polymers*, Phys. Rev. E 74, 2006; the number of moves is that of N. Clisby's generator.
    """
    path: list[Cell] = [(r, c if r % 2 == 0 else cols - 1 - c) for r in range(rows) for c in range(cols)]
    place = {cell: i for i, cell in enumerate(path)}
    for _ in range(round(10 * len(path) * log(2 + len(path)) ** 2)):
        low = random.random() < 0.5
        met = place.get(SQUARE.neighbour(path[0 if low else -1], random.randrange(4)))
        if met is None:
            continue
        first, last = (0, met) if low else (met + 1, len(path))
        path[first:last] = path[first:last][::-1]
        place.update((path[i], i) for i in range(first, last))
    return path


def variants(path: Sequence[Cell]) -> Iterator[list[Cell]]:
    """Other paths through the same cells with the same ends, as near to this one as can be.

    Two parallel steps of the path, side by side, are turned by a quarter.  That leaves a path, or a path and a loop;
    then another such pair, a step of each, joins them again.
    """
    place = {cell: i for i, cell in enumerate(path)}
    last = len(path) - 1

    def beside(cells: Sequence[Cell], i: int, where: dict[Cell, int], step: int) -> Iterator[int]:
        (r, c), (s, d) = cells[i], cells[i + 1]
        for side in (1, -1):
            shift = (side * (d - c), side * (s - r))
            one = where.get((r + shift[0], c + shift[1]))
            other = where.get((s + shift[0], d + shift[1]))
            if one is not None and other is not None and other - one == step:
                yield one

    for i in range(last):
        for j in beside(path, i, place, 1):  # path[j] beside path[i], path[j + 1] beside path[i + 1]
            if j > i + 1:
                yield [*path[: i + 1], *reversed(path[i + 1 : j + 1]), *path[j + 1 :]]
        for k in beside(path, i, place, -1):  # path[k] beside path[i], path[k - 1] beside path[i + 1]
            if k > i + 2:
                yield from _rejoined([*path[: i + 1], *path[k:]], path[i + 1 : k])


def _rejoined(path: Sequence[Cell], loop: Sequence[Cell]) -> Iterator[list[Cell]]:
    """The ways to put a loop into a path in the place of a step of it."""
    place, size = {cell: i for i, cell in enumerate(loop)}, len(loop)
    for i, ((r, c), (s, d)) in enumerate(pairwise(path)):
        for side in (1, -1):
            a, b = side * (d - c), side * (s - r)
            one, other = place.get((r + a, c + b)), place.get((s + a, d + b))
            if one is None or other is None:
                continue
            if (other - one) % size == 1:
                around = [*reversed(loop[: one + 1]), *reversed(loop[one + 1 :])]
            elif (one - other) % size == 1:
                around = [*loop[one:], *loop[:one]]
            else:
                continue
            yield [*path[: i + 1], *around, *path[i + 1 :]]


WALLS = {"none": 0.0, "few": 0.3, "many": 0.8}
"""How often a clue after the first is a wall rather than a number."""

TRIES = 20
"""So many paths are tried for a puzzle with walls before one without will do: on tiny boards no wall is ever needed."""


@drafts.register(Zip)
def drafts_of_zips(
    kind: type[Zip],  # noqa: ARG001
    size: Sequence[int],
    random: Random,
    *,
    walls: Annotated[Literal["none", "few", "many"], "how many walls beside the numbers"] = "none",
    symmetric: Annotated[bool, "walls that look the same after half a turn of the board"] = False,
) -> Iterator[Draft[Path]]:
    """A random path, numbered at its ends; the other numbers, and the walls, are clues."""
    rows, cols = rows_and_columns(size, "a ZIP", "8x8")
    if rows * cols < 2:
        raise ParameterError("a ZIP of 1 x 1 is too small: it has no two ends")
    if symmetric and walls == "none":
        raise ParameterError("symmetric is about walls, so it needs few or many walls")
    for number in count():
        path = random_path(rows, cols, random)
        sides = beside_path(rows, cols, path) if walls != "none" else []
        together = half_turns(rows, cols, sides) if symmetric else [(side,) for side in sides]
        yield ZipDraft(rows, cols, path, together, WALLS[walls], walls_needed=number < TRIES)


def beside_path(rows: int, cols: int, path: Sequence[Cell]) -> list[Wall]:
    """The pairs of neighbouring cells between which a path does not step."""
    steps = {frozenset(step) for step in pairwise(path)}
    pairs = [((r, c), there) for r in range(rows) for c in range(cols) for there in ((r, c + 1), (r + 1, c))]
    return [(a, b) for a, b in pairs if b[0] < rows and b[1] < cols and frozenset((a, b)) not in steps]


def half_turns(rows: int, cols: int, sides: Sequence[Wall]) -> list[tuple[Wall, ...]]:
    """These walls in pairs that half a turn of the board maps to each other, where both are among them."""
    free, pairs = set(sides), dict[tuple[Wall, ...], None]()
    for a, b in sides:
        image = ((rows - 1 - b[0], cols - 1 - b[1]), (rows - 1 - a[0], cols - 1 - a[1]))
        if image in free:
            pairs[tuple(sorted({(a, b), image}))] = None
    return list(pairs)


class ZipDraft(Draft[Path]):
    """A ZIP to be: a clue is a place on its path, whose cell has a number, or some walls that come together."""

    def __init__(
        self,
        rows: int,
        cols: int,
        path: Sequence[Cell],
        walls: Sequence[tuple[Wall, ...]],
        share: float,
        *,
        walls_needed: bool,
    ) -> None:
        self._rows, self._cols, self._path, self._walls, self._share = rows, cols, tuple(path), walls, share
        self._walls_needed = walls_needed and bool(walls)
        self.solution = Path(path)
        self.clues = (*range(1, len(path) - 1), *walls)
        self._together = {wall: together for together in walls for wall in together}
        self._row: dict[Path, int] = {}
        self._met: list[list[int]] = []
        self._table = np.empty((0, len(path)), dtype=np.int32)
        self._through: dict[Path, set[tuple[Wall, ...]]] = {}

    def puzzle(self, clues: Sequence[Hashable]) -> Zip:
        """The ZIP with both ends of the path numbered, and these places and walls."""
        numbers = [self._path[place] for place in self._numbered(clues)]
        return Zip(self._rows, self._cols, numbers, [wall for walls in self._walled(clues) for wall in walls])

    def _numbered(self, clues: Sequence[Hashable]) -> list[int]:
        return [0, *sorted(clue for clue in clues if isinstance(clue, int)), len(self._path) - 1]

    @staticmethod
    def _walled(clues: Sequence[Hashable]) -> list[tuple[Wall, ...]]:
        return [clue for clue in clues if isinstance(clue, tuple)]

    def suits(self, clues: Sequence[Hashable]) -> bool:
        """Whether there are walls where they must be."""
        return bool(self._walled(clues)) or not self._walls_needed

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

    def untold(self, clues: Sequence[Hashable], others: Sequence[Path]) -> Sequence[Path]:
        """Those that meet the numbers in their order and go through none of the walls."""
        if not others:
            return others
        places = self._places(others)[:, self._numbered(clues)]
        walls = set(self._walled(clues))
        ordered: list[bool] = np.all(np.diff(places) > 0, axis=1).tolist()
        return [
            other
            for other, fits in zip(others, ordered, strict=True)
            if fits and walls.isdisjoint(self._through[other])
        ]

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
        told = ((places < earlier) | (places > later)).sum(axis=0)
        if not told.any():  # It takes two numbers: one where these paths are farthest from the path comes first.
            told = np.abs(places - np.arange(len(self._path))).sum(axis=0)
        told[shown] = -1
        return int(random.choice(np.flatnonzero(told == told.max()).tolist()))

    def order(self, clues: Sequence[Hashable], random: Random) -> Sequence[Hashable]:
        """Numbers first where walls are wished for, of which else few would stay."""
        return sorted(super().order(clues, random), key=lambda clue: isinstance(clue, tuple))
