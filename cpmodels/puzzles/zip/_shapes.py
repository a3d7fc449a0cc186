r"""Cells that make up a shape, or a word in capital letters, in the middle of a board.

>>> print(*("".join("-#"[(r, c) in shape_cells("HI", 7, 7)] for c in range(7)) for r in range(7)), sep="\n")
-------
#-#-###
#-#--#-
###--#-
#-#--#-
#-#-###
-------
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cpmodels.base._keywords import meant
from cpmodels.base.errors import ParameterError
from cpmodels.base.lattice import Cell
from cpmodels.base.regions import box
from cpmodels.base.values import listed, shown

SMALLEST = 7
"""Shapes cannot be distinguished on boards with a side below this."""

SOLIDS: dict[str, Callable[[float, float], bool]] = {
    "heart": lambda x, y: (x - 0.47) ** 2 + (y + 0.45) ** 2 <= 0.245 if y < -0.4 else x + y <= 0.82,
    "ring": lambda x, y: x * x + y * y <= 1,
    "square": lambda x, y: max(x, abs(y)) <= 0.8,
}
"""Shapes of which the rim is shown: whether a point is inside, by how far it is right or left, and down, of the middle,
where the side of the board is two."""

LINES: dict[str, Callable[[int, int], bool]] = {
    "cross": lambda x, y: x == abs(y),
    "plus": lambda x, y: min(x, abs(y)) <= 1,
}
"""Shapes made of lines: whether a cell belongs to it, by the same distances, in halves of cells."""

SHAPES = (*SOLIDS, *LINES)

DRAWN = """
A   B   C   D   E   F   G    H   I   J   K    L   M     N    O   P   Q    R
.#. ##. .## ##. ### ### .### #.# ### ..# #..# #.. #...# #..# ### ##. .##. ##.
#.# #.# #.. #.# #.. #.. #... #.# .#. ..# #.#. #.. ##.## ##.# #.# #.# #..# #.#
### ##. #.. #.# ##. ##. #.## ### .#. ..# ##.. #.. #.#.# #.## #.# ##. #..# ##.
#.# #.# #.. #.# #.. #.. #..# #.# .#. #.# #.#. #.. #...# #..# #.# #.. #.## #.#
#.# ##. .## ##. ### #.. .### #.# ### .#. #..# ### #...# #..# ### #.. .### #.#

S   T   U   V     W     X   Y   Z   0    1   2   3   4   5   6   7   8   9
.## ### #.# #...# #...# #.# #.# ### .##. .#. ##. ##. #.# ### .## ### ### ###
#.. .#. #.# #...# #...# #.# #.# ..# #..# ##. ..# ..# #.# #.. #.. ..# #.# #.#
.#. .#. #.# #...# #.#.# .#. .#. .#. #..# .#. .#. .#. ### ##. ### .#. ### ###
..# .#. #.# .#.#. ##.## #.# .#. #.. #..# .#. #.. ..# ..# ..# #.# .#. #.# ..#
##. .#. ### ..#.. #...# #.# .#. ### .##. ### ### ##. ..# ##. ### .#. ### ##.
"""
LETTERS = {
    letter: lines
    for block in DRAWN.strip().split("\n\n")
    for letter, *lines in zip(*map(str.split, block.splitlines()), strict=True)
}
"""Letters and digits, line by line."""


def shape_cells(name: str, rows: int, cols: int) -> frozenset[Cell]:
    """The cells of a shape of this name, or of these letters, in the middle of a board.

    name: one of `SHAPES`, in small letters, or anything that `LETTERS` can write.

    Raises ParameterError for anything else, and for boards on which it has no room.
    """
    if name in SHAPES:
        if min(rows, cols) < SMALLEST:
            raise ParameterError(f"a {name} needs a board of at least {SMALLEST} x {SMALLEST}, not {rows} x {cols}")
        side = min(rows, cols)
        return _centred(_figure(name, side), side, side, rows, cols)
    if not name or not set(name) <= LETTERS.keys():
        hint = f"; {meant(name, SHAPES)}" if name.islower() else ""
        raise ParameterError(
            f"numbers form a shape ({listed(SHAPES)}) or a word of capital letters and digits, not {shown(name)}{hint}"
        )
    lines = [".".join(line) for line in zip(*map(LETTERS.__getitem__, name), strict=True)]
    height, width = len(lines), len(lines[0])
    if rows < height or cols < width:
        raise ParameterError(f"the word {name} needs a board of at least {height} x {width}, not {rows} x {cols}")
    cells = [(r, c) for r, line in enumerate(lines) for c, sign in enumerate(line) if sign == "#"]
    return _centred(cells, height, width, rows, cols)


def _centred(cells: Iterable[Cell], height: int, width: int, rows: int, cols: int) -> frozenset[Cell]:
    """Cells of a small board, moved to the middle of a larger one."""
    top, left = (rows - height) // 2, (cols - width) // 2
    return frozenset((top + r, left + c) for r, c in cells)


def _figure(name: str, side: int) -> Iterator[Cell]:
    """The cells of one of `SHAPES`, as large as a square board allows."""
    offsets = {(r, c): (abs(2 * c + 1 - side), 2 * r + 1 - side) for r, c in box(side, side)}
    if name in LINES:
        return (cell for cell, (x, y) in offsets.items() if LINES[name](x, y))
    solid = {cell for cell, (x, y) in offsets.items() if SOLIDS[name](x / side, y / side)}
    return ((r, c) for r, c in solid if not {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} <= solid)
