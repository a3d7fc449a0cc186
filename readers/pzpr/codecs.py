"""The parts of which the body of a link of puzz.link is made: numbers in cells, rooms, circles, arrows, and the like.

A part reads its value from a `Body`, character by character, and writes it back.  The encodings are those of pzpr
(sabo2/pzprv3, robx/pzprjs), on which puzz.link, pzv.jp and pzprxs stand; a link says nothing of which parts it has, so
each kind declares its own (`readers.pzpr.forms`).

>>> Cells(NUMBER16).write((1, None, None, None, 30, UNKNOWN))
'1i-1e.'
>>> Cells(NUMBER16).read(Body("1i-1e.", 0), Board(2, 3))
(1, None, None, None, 30, '?')
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, NoReturn

from cpmodels.base.errors import PuzzleError
from cpmodels.base.graph import grid
from cpmodels.base.lattice import Cell
from cpmodels.base.values import plural, region_grid

__all__ = [
    "ARROW", "DIGIT36", "NUMBER16", "PAIR", "UNKNOWN", "Bits", "Board", "Body", "Cells", "Circles", "Codec",
    "FourCells", "Number", "Rooms", "Token",
]  # fmt: skip

UNKNOWN = "?"
"""What stands in a cell with a question mark."""
DIGITS = digits + ascii_lowercase
ARROW_SIDES = (None, "top", "bottom", "left", "right")


@dataclass(frozen=True)
class Board:
    """The size that a link gives.

    flags: the letters before it.
    values: those of the parts of the body that come before, while it is read.

    >>> Board(2, 3).cells
    6
    """

    rows: int
    cols: int
    flags: str = ""
    values: tuple[Any, ...] = ()

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.rows * self.cols


@dataclass
class Body:
    """A link, and the place in it from which on it is to be read.

    >>> body = Body("slither/2/2/0c", 12)
    >>> body.take(), body.take(), body.is_at_end
    ('0', 'c', True)
    """

    text: str
    at: int

    @property
    def is_at_end(self) -> bool:
        """Whether nothing is left, but for a slash, which may stand at the end of any link."""
        return self.text[self.at :] in ("", "/")

    def peek(self) -> str:
        """The next character; nothing at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, count: int = 1) -> str:
        """The next characters.  Raises PuzzleError where there are fewer."""
        found = self.text[self.at : self.at + count]
        if len(found) < count:
            raise PuzzleError(f"it breaks off after {len(self.text)} characters: a part of it is missing")
        self.at += count
        return found

    def number(self, count: int, base: int) -> int:
        """The number in the next digits.  Raises PuzzleError for what is no digit."""
        start = self.at
        for character in self.take(count):
            if character not in DIGITS[:base]:
                self.refuse("a digit", start)
            start += 1
        return int(self.text[self.at - count : self.at], base)

    def refuse(self, expected: str, at: int | None = None) -> NoReturn:
        """Raise PuzzleError: something else is expected at a place, by default the next one."""
        at = self.at if at is None else at
        found = f"not {self.text[at]!r}" if at < len(self.text) else "where it ends"
        raise PuzzleError(f"character {at + 1}: expected {expected}, {found}")


class Codec(ABC):
    """A part of a link's body.

    >>> [part.__name__ for part in Codec.__subclasses__()]
    ['Cells', 'FourCells', 'Bits', 'Circles', 'Rooms', 'Number']
    """

    @abstractmethod
    def read(self, body: Body, board: Board) -> Any:
        """The value that stands next.  Raises PuzzleError with the position of what is wrong."""

    @abstractmethod
    def write(self, value: Any) -> str:
        """The characters of a value.  Raises PuzzleError for one that cannot be written."""


@dataclass(frozen=True)
class Token:
    """How what is in a single cell is written.

    read: what stands next, or None where that is nothing of the sort.
    write: its characters, or None for what cannot be written.

    >>> star = Token(lambda body: body.take() if body.peek() == "s" else None, lambda value: value)
    >>> Cells(star, first="g").write(("s", None, None, "s"))
    'shs'
    """

    read: Callable[[Body], Any]
    write: Callable[[Any], str | None]


@dataclass(frozen=True)
class Cells(Codec):
    """What is in the cells, one after another, None for nothing; runs of empty cells are letters up to z.

    token: how a cell is written.
    first: the letter of a single empty cell; None where no cell can be empty.
    count: how many cells there are; by default those of the board.
    optional: whether all may be left out where nothing is in them.

    >>> Cells(NUMBER16).write((3, None, None, 12))
    '3hc'
    """

    token: Token
    first: str | None = "g"
    count: Callable[[Board], int] = lambda board: board.cells
    optional: bool = False

    def read(self, body: Body, board: Board) -> tuple[Any, ...]:
        count, found = self.count(board), list[Any]()
        if self.optional and body.is_at_end:
            return (None,) * count
        while len(found) < count:
            start, character = body.at, body.peek()
            if self.first and character and self.first <= character <= "z":
                empty = ord(body.take()) - ord(self.first) + 1
                if empty > count - len(found):
                    body.refuse(f"at most {plural(count - len(found), 'empty cell')}", start)
                found += [None] * empty
            elif (value := self.token.read(body)) is None:
                body.refuse(f"what is in cell {len(found) + 1} of {count}", start)
            else:
                found.append(value)
        return tuple(found)

    def write(self, value: Sequence[Any]) -> str:
        if self.optional and all(each is None for each in value):
            return ""
        written, empty, most = "", 0, ord("z") - ord(self.first or "z") + 1
        for each in value:
            if each is None and self.first:
                empty += 1
                if empty == most:
                    written, empty = f"{written}z", 0
                continue
            if (characters := self.token.write(each)) is None:
                raise PuzzleError(f"a link cannot say {'nothing' if each is None else each} of a cell of this kind")
            written, empty = written + self._run(empty) + characters, 0
        return written + self._run(empty)

    def _run(self, empty: int) -> str:
        return chr(ord(self.first or "") + empty - 1) if empty else ""


@dataclass(frozen=True)
class FourCells(Codec):
    """Numbers from 0 to 4, a digit that also says whether one or two empty cells follow.

    >>> FourCells().write((3, None, None, None, 0, 4))
    'dg0e'
    """

    def read(self, body: Body, board: Board) -> tuple[Any, ...]:
        found: list[Any] = []
        while len(found) < board.cells:
            if body.peek() == ".":
                found.append(UNKNOWN)
                body.take()
            elif body.peek() not in DIGITS or not body.peek() or body.peek() == "f":
                body.refuse(f"what is in cell {len(found) + 1} of {board.cells}")
            elif (code := DIGITS.index(body.take())) < 15:
                found += [code % 5, *[None] * (code // 5)]
            else:
                found += [None] * (code - 15)
        return tuple(found[: board.cells])

    def write(self, value: Sequence[Any]) -> str:
        written, at = "", 0
        while at < len(value):
            number = value[at]
            empty = next((i for i, each in enumerate(value[at + 1 :]) if each is not None), len(value))
            if number is None:
                run = min(empty + 1, 20, len(value) - at)
                written, at = written + DIGITS[15 + run], at + run
            elif number == UNKNOWN:
                written, at = f"{written}.", at + 1
            else:
                written, at = written + DIGITS[number + 5 * min(empty, 2)], at + 1 + min(empty, 2)
        return written


@dataclass(frozen=True)
class Bits(Codec):
    """Yes or no for each of some places, five in a digit.

    count: how many there are, by default the cells.
    optional: whether all may be left out where all are no.

    >>> Bits().write((True, False, False, False, False, True))
    'gg'
    """

    count: Callable[[Board], int] = lambda board: board.cells
    optional: bool = False

    def read(self, body: Body, board: Board) -> tuple[bool, ...]:
        if self.optional and body.is_at_end:
            return (False,) * self.count(board)
        return tuple(map(bool, _unpacked(body, self.count(board), 2, 5)))

    def write(self, value: Sequence[bool]) -> str:
        return "" if self.optional and not any(value) else _packed(value, 2, 5)


@dataclass(frozen=True)
class Circles(Codec):
    """0, 1 or 2 for each cell, three in a digit.

    >>> Circles().write((1, 0, 2, 0, 1, 0))
    'b3'
    """

    def read(self, body: Body, board: Board) -> tuple[int, ...]:
        return tuple(_unpacked(body, board.cells, 3, 3))

    def write(self, value: Sequence[int]) -> str:
        return _packed(value, 3, 3)


def _unpacked(body: Body, count: int, base: int, each: int) -> list[int]:
    """Numbers below a base, of which each digit holds some."""
    found: list[int] = []
    while len(found) < count:
        digit = body.number(1, base**each)
        found += [digit // base**k % base for k in reversed(range(each))]
    return found[:count]


def _packed(values: Sequence[int], base: int, each: int) -> str:
    groups = (values[start : start + each] for start in range(0, len(values), each))
    return "".join(DIGITS[sum(n * base ** (each - 1 - k) for k, n in enumerate(group))] for group in groups)


@dataclass(frozen=True)
class Rooms(Codec):
    """The room of each cell, as rows, by the lines between cells: those of rows first, then those of columns.

    optional: whether they may be left out where all is one room.

    >>> Rooms().write([[0, 0], [1, 1]]), Rooms().read(Body("0o", 0), Board(2, 2))
    ('0o', ((0, 0), (1, 1)))
    """

    optional: bool = False

    def read(self, body: Body, board: Board) -> tuple[tuple[int, ...], ...]:
        if self.optional and body.is_at_end:
            return ((0,) * board.cols,) * board.rows
        lines: list[tuple[Cell, Cell]] = []
        for pairs in _between(board.rows, board.cols):
            lines += compress(pairs, _unpacked(body, len(pairs), 2, 5))
        return rooms_of(board.rows, board.cols, lines)

    def write(self, value: Sequence[Sequence[int]]) -> str:
        lines = lines_of(value)
        if self.optional and not lines:
            return ""
        sides = _between(len(value), len(value[0]))
        return "".join(_packed([pair in lines for pair in pairs], 2, 5) for pairs in sides)


@dataclass(frozen=True)
class Number(Codec):
    """A number in decimal digits, up to a slash.

    >>> Number().read(Body("12/0", 0), Board(1, 1))
    12
    """

    def read(self, body: Body, board: Board) -> int:  # noqa: ARG002
        start = body.at
        while body.peek().isascii() and body.peek().isdigit() and body.at < start + 9:
            body.take()
        if body.at == start or body.peek() != "/":
            body.refuse("a number and a slash")
        number = int(body.text[start : body.at])
        body.take()
        return number

    def write(self, value: int) -> str:
        return f"{value}/"


def rooms_of(rows: int, cols: int, lines: Iterable[tuple[Cell, Cell]]) -> tuple[tuple[int, ...], ...]:
    """The room of each cell, as rows, where lines divide these pairs of neighbours."""
    apart = grid(rows, cols).without(lines)
    room = {cell: i for i, part in enumerate(apart.components) for cell in part}
    return region_grid([[room[r, c] for c in range(cols)] for r in range(rows)])


def lines_of(rooms: Sequence[Sequence[int]]) -> set[tuple[Cell, Cell]]:
    """The pairs of neighbours in different rooms.

    Raises PuzzleError for a room whose cells are not connected, which lines cannot show.
    """
    rows, cols = len(rooms), len(rooms[0])
    lines = {(a, b) for a, b in grid(rows, cols).edges if rooms[a[0]][a[1]] != rooms[b[0]][b[1]]}
    if rooms_of(rows, cols, lines) != region_grid(rooms):
        raise PuzzleError("a link holds only rooms whose cells are connected")
    return lines


def _between(rows: int, cols: int) -> list[list[tuple[Cell, Cell]]]:
    """The pairs of neighbours side by side, and those one above the other, in reading order."""
    edges = grid(rows, cols).edges
    return [[(a, b) for a, b in edges if (a[0] == b[0]) is beside] for beside in (True, False)]


# --- what is in a cell

LONG = {
    "-": (2, 0, 256), "+": (3, 0, 4096), "=": (3, 4096, 8192), "@": (3, 8192, 12240), "%": (3, 8192, 0),
    "*": (4, 12240, 77776), "$": (5, 77776, 1126352),
}  # fmt: skip
"""Of larger numbers, how many digits follow a sign, what is added to them, and up to where it is written so."""


def _read_number16(body: Body) -> Any:
    character = body.peek()
    if character and character in DIGITS[:16]:
        return body.number(1, 16)
    if character == ".":
        body.take()
        return UNKNOWN
    if character in LONG:
        body.take()
        count, start, _ = LONG[character]
        return start + body.number(count, 16)
    return None


def _write_number16(value: Any) -> str | None:
    if value == UNKNOWN:
        return "."
    if value is None or value < 0:
        return None
    if value < 16:
        return DIGITS[value]
    signs = (f"{sign}{value - start:0{count}x}" for sign, (count, start, end) in LONG.items() if value < end)
    return next(signs, None)


NUMBER16 = Token(_read_number16, _write_number16)
"""A number, a digit up to 15, or with a sign before it if it is larger; a dot for a question mark."""


def _read_arrow(body: Body) -> Any:
    character = body.peek()
    if character and character in "0123456789-":
        body.take()
        side = body.number(1, 5) if character == "-" else int(character) % 5
        if character != "-" and int(character) < 5 and body.peek() == ".":
            body.take()
            return ARROW_SIDES[side], None
        return ARROW_SIDES[side], body.number(3 if character == "-" else 1 + int(character) // 5, 16)
    return None


def _write_arrow(value: Any) -> str | None:
    if value is None:
        return None
    side, number = ARROW_SIDES.index(value[0]), value[1]
    if number is None:
        return f"{side}."
    if number < 16:
        return f"{side}{number:x}"
    if number < 256:
        return f"{side + 5}{number:x}"
    return f"-{side}{number:x}" if number < 4096 else None


ARROW = Token(_read_arrow, _write_arrow)
"""A side, None where there is no arrow, and a number, None for a question mark."""


def _read_digit36(body: Body) -> Any:
    character = body.peek()
    if character == "-":
        body.take()
        return body.number(2, 36)
    return body.number(1, 36) if character and character in DIGITS else None


def _write_digit36(value: Any) -> str | None:
    if value is None or not 0 <= value < 36**2:
        return None
    return DIGITS[value] if value < 36 else f"-{DIGITS[value // 36]}{DIGITS[value % 36]}"


DIGIT36 = Token(_read_digit36, _write_digit36)
"""A number, a digit or letter up to 35, or two after a minus sign."""

SUMS = digits + ascii_lowercase[:10] + ascii_uppercase
"""The sums up to 45."""


def _read_sum(body: Body) -> int:
    character = body.take()
    if character == "-":
        return 0
    if character not in SUMS:
        body.refuse("a sum", body.at - 1)
    return SUMS.index(character)


def _write_sum(value: int) -> str | None:
    return "-" if value == 0 else SUMS[value] if value < len(SUMS) else None


def _read_pair(body: Body) -> Any:
    if body.peek() == ".":
        body.take()
        return 0, 0
    return None if "k" <= body.peek() <= "z" or not body.peek() else (_read_sum(body), _read_sum(body))


def _write_pair(value: Any) -> str | None:
    if not any(value):
        return "."
    both = [_write_sum(each) for each in value]
    return None if None in both else "".join(map(str, both))


PAIR = Token(_read_pair, _write_pair)
"""Two sums, 0 for none; a dot for none of both."""
SUM = Token(_read_sum, _write_sum)
