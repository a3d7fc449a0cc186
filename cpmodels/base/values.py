"""Checks of the values that puzzles are made of: each gives the value in its normal form or says what is wrong with it.

They are there for the kinds of other packages, too.

>>> integer(3, "the number of rows", 1), listed([1, 2, 3], most=2)
(3, '1, 2 and 1 more')
"""

from __future__ import annotations

import operator
import os
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set, Sized
from dataclasses import fields
from inspect import signature
from itertools import chain
from math import prod
from numbers import Integral
from typing import Any, TypeVar, cast

from cpmodels.base.errors import ParameterError, PuzzleError, in_digits, listed, shown

__all__ = [
    "LARGEST_BOARD", "LARGEST_BOX", "RegionGrid", "are", "board_size", "boolean", "by", "by_cell", "cells_of",
    "check_box", "check_name", "check_path", "check_square", "check_type", "clue_numbers", "clues_in_cells", "corner",
    "either", "grouped", "in_digits", "in_rows", "integer", "integers", "is_whole", "items", "joined",
    "keep_board_size", "listed", "misshapen", "number_grid", "off_by_one", "on_board", "one_of", "place", "plural",
    "region_grid", "repeated", "shown",
]  # fmt: skip

LARGEST_BOARD = 40_000
"""Boards of more cells than this are refused: no engine here could use them."""
LARGEST_BOX = 1_000_000
"""So are boxes, regions and graphs of boards: most cells of a garden's large box stay empty (see `Garden.parts`)."""

H = TypeVar("H", bound=Hashable)
C = TypeVar("C", bound=tuple[Any, ...])
V = TypeVar("V")


def check_type(solution: object, expected: type) -> None:
    """Raise TypeError unless `solution` is of the puzzle's own type of solution.

    >>> from cpmodels import Path, Zip, solve
    >>> check_type(solve(Zip(1, 1)), Path)
    Traceback (most recent call last):
    ...
    TypeError: expected a solution of type Path, got Result: give its .solution
    """
    if not isinstance(solution, expected):
        got = "None" if solution is None else type(solution).__name__
        hint = ": give its .solution" if hasattr(solution, "solution") else ""
        raise TypeError(f"expected a solution of type {expected.__name__}, got {got}{hint}")


def check_path(path: object, what: str) -> None:
    """Raise ParameterError for what is not the path of a file.

    >>> check_path(3, "a ledger")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.ParameterError: a ledger must be the path of a file, not 3
    """
    if not isinstance(path, (str, os.PathLike)) or "\0" in str(path):
        raise ParameterError(f"{what} must be the path of a file, not {shown(path)}")


def by(sides: Iterable[int]) -> str:
    """The sides of a box as people say them: 5 x 6.

    >>> by((5, 6))
    '5 x 6'
    """
    return " x ".join(map(str, sides))


def plural(number: int, word: str) -> str:
    """A number of things, in digits.

    >>> plural(1, "cell"), plural(0, "cell"), plural(1200, "cell")
    ('1 cell', '0 cells', '1,200 cells')
    """
    return f"{number:,} {word}{'s' * (number != 1)}"


def are(number: int, word: str) -> str:
    """A number of things, as the beginning of a sentence.

    >>> are(1, "bulb"), are(2, "bulb")
    ('1 bulb is', '2 bulbs are')
    """
    return f"{plural(number, word)} {'is' if number == 1 else 'are'}"


def place(cell: Sequence[int]) -> str:
    """A cell ``(row, col)`` as people say it: rows and columns count from 1.

    >>> place((0, 4))
    'row 1, column 5'
    """
    row, col = cell
    return f"row {row + 1}, column {col + 1}"


def corner(point: Sequence[int]) -> str:
    """The upper left corner of a cell ``(row, col)`` as people say it: how far it is from that of the board.

    >>> corner((0, 4))
    'the corner 0 down, 4 across'
    """
    row, col = point
    return f"the corner {row} down, {col} across"


def check_square(rows: int, cols: int) -> None:
    """Raise PuzzleError for a board that is not a square.

    >>> check_square(2, 3)
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: the board has 2 rows but 3 columns
    """
    if rows != cols:
        raise PuzzleError(f"the board has {plural(rows, 'row')} but {plural(cols, 'column')}")


class AnySize:
    """A dataclass whose text shows whole numbers of any size."""

    def __repr__(self) -> str:
        values = {field.name: getattr(self, field.name) for field in fields(cast("Any", self)) if field.repr}
        return f"{type(self).__qualname__}({', '.join(f'{name}={in_digits(values[name])}' for name in values)})"


def integer(value: Any, what: str, least: int | None = None) -> int:
    """`value` as an int.  Raises PuzzleError when it is not a whole number of 64 bits or is below `least`.

    >>> integer("x", "the number of rows", 1)
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: the number of rows must be a whole number, not 'x'
    """
    try:
        whole = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        whole = None
    if whole is None:
        raise PuzzleError(f"{what} must be a whole number, not {shown(value)}")
    if not -(2**63) <= whole < 2**63:
        raise PuzzleError(f"{what} must be a whole number of 64 bits, not {shown(whole)}")
    if least is not None and whole < least:
        raise PuzzleError(f"{what} must be at least {least}, not {whole}")
    return whole


def joined(parts: Collection[Any], last: str = "and", most: int = 6) -> str:
    """Some things in words.

    >>> joined(["(0, 0)", "(0, 1)", "(1, 1)"]), joined(range(9), most=3)
    ('(0, 0), (0, 1) and (1, 1)', '0, 1, 2 and 6 more')
    """
    words = [str(part) for part in parts]
    if len(words) > most:
        words = [*words[:most], f"{len(words) - most} more"]
        last = "and"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else "nothing"


def is_whole(value: object) -> bool:
    """Whether a value is a whole number, such as one of NumPy, and no Boolean.

    >>> is_whole(2), is_whole(True), is_whole(2.0)
    (True, False, False)
    """
    return isinstance(value, Integral) and not isinstance(value, bool)


def either(words: Sequence[str]) -> str:
    """Words as a sentence has them of which one is meant.

    >>> either(["red"]), either(["red", "free", "torus"])
    ('red', 'red, free or torus')
    """
    return joined(words, "or", len(words))


def one_of(value: Any, what: str, words: Sequence[str]) -> str:
    """`value`, which must be one of some words.  Raises PuzzleError.

    >>> one_of("sum", "the rule", ("equal", "sum-zero"))
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: the rule must be equal or sum-zero, not 'sum'
    """
    if not (isinstance(value, str) and value in words):
        raise PuzzleError(f"{what} must be {either(words)}, not {shown(value)}")
    return value


def boolean(value: Any, what: str) -> bool:
    """`value` as a bool, which it must be.  Raises PuzzleError.

    >>> boolean(1, "cover")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: cover must be true or false, not 1
    """
    if not isinstance(value, bool):
        raise PuzzleError(f"{what} must be true or false, not {shown(value)}")
    return value


def check_name(name: object, what: str = "the name") -> None:
    """Raise PuzzleError unless a name is None or a text, without halves of surrogate pairs, which no file can hold.

    >>> check_name(7)
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: the name must be a string, not 7
    """
    if name is None:
        return
    if not isinstance(name, str):
        raise PuzzleError(f"{what} must be a string, not {shown(name)}")
    try:
        name.encode()
    except UnicodeEncodeError:
        raise PuzzleError(f"{what} holds half of a surrogate pair, which is not a character: {shown(name)}") from None


def integers(values: Any, what: str, length: int | None = None) -> tuple[int, ...]:
    """`values` as a tuple of ints, of the given length if any.  Raises PuzzleError.

    >>> integers([1, 2], "a cell", 2)
    (1, 2)
    >>> integers([1], "a cell", 2)
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: a cell must be 2 numbers, not 1
    """
    if (each := _iterator(values)) is None:
        raise PuzzleError(f"{what} must be a list of whole numbers, not {shown(values)}")
    whole = tuple(integer(value, f"each number of {what}") for value in each)
    if length is not None and len(whole) != length:
        raise PuzzleError(f"{what} must be {length} numbers, not {len(whole)}")
    return whole


def _iterator(values: Any) -> Iterator[Any] | None:
    """What goes through some values in their order; None for a text, for what has no order, as a set or the names of a
    mapping, and for what cannot be gone through, as an array of no dimension.
    """
    if isinstance(values, (str, bytes, Set, Mapping)) or not isinstance(values, Iterable):
        return None
    try:
        return iter(values)
    except TypeError:
        return None


def cells_of(values: Any, what: str, each: str) -> tuple[tuple[int, ...], ...]:
    """`values` as a tuple of cells ``(row, col)``.  Raises PuzzleError.

    >>> cells_of([[0, 1], (1, 1)], "a path", "a cell of the path")
    ((0, 1), (1, 1))
    """
    return tuple([integers(cell, each, 2) for cell in items(values, what)])


def items(values: Any, what: str, length: int | None = None) -> list[Any]:
    """`values` as a list, of the given length if any.  Raises PuzzleError when it is not one.

    >>> items(range(3), "the pieces")
    [0, 1, 2]
    >>> items("abc", "the pieces")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: the pieces must be a list, not 'abc'
    """
    if (each := _iterator(values)) is None:
        raise PuzzleError(f"{what} must be a list, not {shown(values)}")
    found = list(each)
    if length is not None and len(found) != length:
        raise PuzzleError(f"{what} must be {length} items, not {shown(values)}")
    return found


def clue_numbers(values: Any, what: str, least: int | None = None, length: int | None = None) -> tuple[int | None, ...]:
    """Whole numbers, or None where there is none, such as those beside the rows of a board.  Raises PuzzleError.

    >>> clue_numbers([2, None], "right", 0, length=2)
    (2, None)
    >>> clue_numbers([2, -1], "right", 0)
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: number 2 of right must be at least 0, not -1
    """
    given = enumerate(items(values, what, length), 1)
    return tuple(None if value is None else integer(value, f"number {i} of {what}", least) for i, value in given)


def board_size(rows: Any, cols: Any) -> tuple[int, int]:
    """Checked numbers of rows and columns.  Raises PuzzleError.

    >>> board_size(0, 4)
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: rows must be at least 1, not 0
    """
    rows, cols = integer(rows, "rows", 1), integer(cols, "cols", 1)
    if rows * cols > LARGEST_BOARD:
        raise PuzzleError(f"a board of {rows} x {cols} is too large: at most {LARGEST_BOARD} cells")
    return rows, cols


def check_box(sides: Sequence[int]) -> None:
    """Raise PuzzleError for a box of more cells than `LARGEST_BOX`.

    >>> check_box((10**9, 10**9))
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: a box of 1000000000 x 1000000000 is too large: at most 1000000 cells
    """
    if prod(sides) > LARGEST_BOX:
        raise PuzzleError(f"a box of {by(sides)} is too large: at most {LARGEST_BOX} cells")


def keep_board_size(puzzle: Any) -> tuple[int, int]:
    """The checked numbers of rows and columns of a puzzle, which has them as plain numbers from now on.

    Raises PuzzleError.

    >>> import numpy as np
    >>> from cpmodels.puzzles.masyu import Masyu
    >>> Masyu(np.uint8(16), 16)
    Masyu(rows=16, cols=16, white=(), black=(), name=None)
    """
    size = board_size(puzzle.rows, puzzle.cols)
    for name, value in zip(("rows", "cols"), size, strict=True):  # A derived class may have slots.
        object.__setattr__(puzzle, name, value)
    return size


def misshapen(board: Iterable[Sized], rows: int, cols: int) -> list[str]:
    """What is wrong with the shape of a board of pieces, which should have these numbers of rows and columns.

    >>> misshapen([[0, 1], [2]], 2, 2)
    ['the board has rows of 2, 1 pieces, not 2 rows of 2']
    """
    lengths = [len(row) for row in board]
    if lengths == [cols] * rows:
        return []
    return [f"the board has rows of {listed(lengths) or 'no'} pieces, not {rows} rows of {cols}"]


def on_board(cell: Any, rows: int, cols: int, what: str) -> tuple[int, ...]:
    """`cell` as ``(row, col)``.  Raises PuzzleError when it is not a cell of the board.

    >>> on_board((3, 4), 4, 4, "a wall")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: a wall is at (3, 4), off the 4 x 4 board; coordinates count from 0
    """
    row, col = integers(cell, f"the cell of {what}", 2)
    if not (0 <= row < rows and 0 <= col < cols):
        near = off_by_one([(row, col)], (rows, cols))
        raise PuzzleError(f"{what} is at ({row}, {col}), off the {rows} x {cols} board{near}")
    return (row, col)


def clues_in_cells(clues: Any, make: Callable[..., C], rows: int, cols: int, what: str) -> tuple[C, ...]:
    """Clues that begin with a row and a column, by the class of one, in the order of their cells.

    what: what one is called, as "an arrow".

    Raises PuzzleError for one that is too long or too short, one off the board, and two in a cell.

    >>> def sign(row, col, letter):
    ...     return row, col, letter
    >>> clues_in_cells([(0, 1, "x"), (0, 0, "o")], sign, 1, 2, "a sign")
    ((0, 0, 'o'), (0, 1, 'x'))
    >>> clues_in_cells([(0, 1, "x"), (0, 1, "o")], sign, 1, 2, "a sign")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: there are two signs at row 1, column 2
    >>> clues_in_cells([(0, 1)], sign, 1, 2, "a sign")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: a sign is a list of row, col, letter, not (0, 1)
    """
    found, many = dict[tuple[int, ...], C](), f"{what.partition(' ')[2]}s"
    parts = signature(make)
    for each in items(clues, many):
        given = items(each, what)
        try:
            parts.bind(*given)
        except TypeError:
            raise PuzzleError(f"{what} is a list of {', '.join(parts.parameters)}, not {shown(tuple(given))}") from None
        if (cell := on_board(given[:2], rows, cols, what)) in found:
            raise PuzzleError(f"there are two {many} at {place(cell)}")
        found[cell] = make(*cell, *map(_whole, given[2:]))
    return tuple(found[cell] for cell in sorted(found))


def _whole(value: Any) -> Any:
    """A whole number of any type as one of Python's own, and anything else as it is."""
    try:
        return value if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return value


def plain(value: Any) -> Any:
    """A value, or a tuple of them, with Python's numbers in place of NumPy's."""
    if isinstance(value, tuple):
        return getattr(type(value), "_make", tuple)(map(plain, value))
    return value.tolist() if getattr(value, "shape", None) == () else value


def off_by_one(cells: Iterable[tuple[int, ...]], sides: Sequence[int]) -> str:
    """What a message on cells off a board adds where they would all be on it, had they been counted from 1.

    >>> off_by_one([(1, 4), (4, 2)], (4, 4)), off_by_one([(0, 4)], (4, 4))
    ('; coordinates count from 0', '')
    """
    known = [cell for cell in cells if len(cell) == len(sides)]
    fits = known and all(1 <= c <= side for cell in known for c, side in zip(cell, sides, strict=True))
    return "; coordinates count from 0" if fits else ""


def number_grid(rows: Any, what: str, least: int | None = None) -> tuple[tuple[int | None, ...], ...]:
    """Rows of equal length, of whole numbers or None where nothing is given.  Raises PuzzleError.

    >>> number_grid([[1, None], [None, 2]], "given")
    ((1, None), (None, 2))
    >>> number_grid([[1, None], [2]], "given")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.PuzzleError: row 2 of given has 1 cell, but row 1 has 2
    """
    lines = [items(row, f"row {r} of {what}") for r, row in enumerate(items(rows, what), 1)]
    board_size(len(lines), len(lines[0]) if lines else 0)
    for r, line in enumerate(lines):
        if len(line) != len(lines[0]):
            raise PuzzleError(f"row {r + 1} of {what} has {plural(len(line), 'cell')}, but row 1 has {len(lines[0])}")
    return tuple(
        tuple(None if v is None else integer(v, f"{what} at ({r}, {c})", least) for c, v in enumerate(line))
        for r, line in enumerate(lines)
    )


def by_cell(rows: Iterable[Iterable[V | None]]) -> dict[tuple[int, ...], V]:
    """The numbers of a `number_grid`, or other values in rows, by cell, ``(row, col)``, where there is one.

    >>> by_cell([[None, 2], [0, None]])
    {(0, 1): 2, (1, 0): 0}
    """
    return {(r, c): n for r, row in enumerate(rows) for c, n in enumerate(row) if n is not None}


def in_rows(rows: int, cols: int, numbers: Mapping[Any, V]) -> list[list[V | None]]:
    """Rows of numbers or other values, None where a cell has none: the contrary of `by_cell`.

    >>> in_rows(2, 2, {(0, 1): 2, (1, 0): 0})
    [[None, 2], [0, None]]
    """
    return [[numbers.get((r, c)) for c in range(cols)] for r in range(rows)]


RegionGrid = tuple[str | tuple[int | str, ...], ...]
"""What `region_grid` takes, as it stands in files."""


def region_grid(rows: Any, what: str = "regions") -> tuple[tuple[int, ...], ...]:
    """Rows of the names of regions, numbers or letters, as numbers: 0 for the first in reading order, and so on.

    A number and its digits, such as 1 and "1", are one name.

    Raises PuzzleError for rows that are not a board.

    >>> region_grid(["AAB", "ABB"]), region_grid([[7, 3], [7, 7]])
    (((0, 0, 1), (0, 1, 1)), ((0, 1), (0, 0)))
    """
    lines = [list(row) if isinstance(row, str) else items(row, f"a row of {what}") for row in items(rows, what)]
    lines = [[n if isinstance(n, str) else str(integer(n, "the name of a region")) for n in line] for line in lines]
    names = {name: i for i, name in enumerate(dict.fromkeys(chain.from_iterable(lines)))}
    named = number_grid([[names[name] for name in row] for row in lines], what)
    return tuple(tuple(number for number in row if number is not None) for row in named)


def repeated(values: Iterable[H]) -> list[H]:
    """The values that come more than once, in order of first sight.

    >>> repeated("abcab")
    ['a', 'b']
    """
    return [value for value, times in Counter(iter(values)).items() if times > 1]


def grouped(keys: Iterable[H]) -> dict[H, tuple[int, ...]]:
    """The indexes at which each key stands.

    >>> grouped("abca")
    {'a': (0, 3), 'b': (1,), 'c': (2,)}
    """
    groups: dict[H, list[int]] = {}
    for index, key in enumerate(keys):
        groups.setdefault(key, []).append(index)
    return {key: tuple(group) for key, group in groups.items()}
