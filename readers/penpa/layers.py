"""The layers of which a drawing of penpa-edit is made, each with the value that a part of a link of puzz.link has.

A layer reads its value from a `Drawing`, and draws it.  So what a `readers.pzpr.Form` reads from, and writes to, the
parts of one sort of links is what it reads from the layers of the other.

>>> drawing = Drawing(1, 3)
>>> Numbers().draw(drawing, (2, None, UNKNOWN))
>>> drawing.numbers, Numbers().read(drawing, ())
({(0, 0): '2', (0, 2): '?'}, (2, None, '?'))
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.values import place
from readers.penpa.drawing import BLACK, Drawing
from readers.pzpr.codecs import UNKNOWN, lines_of, rooms_of

__all__ = [
    "Around",
    "Arrows",
    "Circles",
    "Corners",
    "DarkNumbers",
    "Layer",
    "Numbers",
    "RoomNumbers",
    "Rooms",
    "Shaded",
    "Stars",
]  # fmt: skip

DARK = (1, 3, BLACK, 8)
"""The colours that are grey or black."""
SIDES = ("top", "left", "right", "bottom")
"""The sides to which arrows point, by their numbers."""
UPPER_RIGHT, LOWER_LEFT = 1, 2


class Layer(ABC):
    """A part of what is drawn.

    takes: the elements of a `Drawing` that it looks at, by the names of their fields.
    margin: how many cells it needs around the board.

    >>> Rooms().takes, Stars().margin
    (('borders', 'colours'), 1)
    """

    takes: ClassVar[Sequence[str]] = ("numbers",)
    margin: ClassVar[int] = 0

    @abstractmethod
    def read(self, drawing: Drawing, values: Sequence[Any]) -> Any:
        """The value that is drawn, after those of the layers before.  Raises PuzzleError for what it cannot be."""

    @abstractmethod
    def draw(self, drawing: Drawing, value: Any) -> None:
        """Draw a value.  Raises PuzzleError for one that cannot be drawn."""


def dark(drawing: Drawing) -> set[Cell]:
    """The cells that are grey or black.  Raises PuzzleError for those of another colour."""
    if others := [cell for cell, colour in drawing.colours.items() if colour not in DARK]:
        raise PuzzleError(
            f"{place(others[0])} has a colour that is neither grey nor black, which means nothing in this kind"
        )
    return {*drawing.colours}


def _number(drawing: Drawing, cell: Cell, digits: str = "[0-9]{1,9}") -> Any:
    """The number in a cell; `UNKNOWN` for a question mark or a blank, and None for nothing."""
    text = drawing.numbers.get(cell)
    if text is None or text.strip() in ("", "?"):
        return None if text is None else UNKNOWN
    if not re.fullmatch(digits, text.strip()):
        raise PuzzleError(f"{place(cell)} has {text!r:.40}, which is not a number")
    return int(text, 36 if text.strip().isalpha() else 10)


@dataclass(frozen=True)
class Numbers(Layer):
    """A number in each cell, None for nothing, `UNKNOWN` for a question mark.

    letters: whether letters stand for numbers from 10 on.

    >>> Numbers(letters=True).read(Drawing(1, 2, numbers={(0, 0): "A", (0, 1): "3"}), ())
    (10, 3)
    """

    letters: bool = False

    def read(self, drawing: Drawing, values: Sequence[Any]) -> tuple[Any, ...]:  # noqa: ARG002
        digits = "[0-9]{1,9}" + "|[A-Za-z]" * self.letters
        return tuple(_number(drawing, cell, digits) for cell in drawing.cells)

    def draw(self, drawing: Drawing, value: Sequence[Any]) -> None:
        drawing.numbers |= {c: str(n) for c, n in zip(drawing.cells, value, strict=True) if n is not None}


class DarkNumbers(Numbers):
    """As `Numbers`, in cells that are black; `UNKNOWN` for one without a number.

    >>> DarkNumbers().read(Drawing(1, 2, colours={(0, 1): BLACK}), ())
    (None, '?')
    """

    takes = ("numbers", "colours")

    def read(self, drawing: Drawing, values: Sequence[Any]) -> tuple[Any, ...]:
        found, black = super().read(drawing, values), dark(drawing)
        return tuple(UNKNOWN if n is None and c in black else n for c, n in zip(drawing.cells, found, strict=True))

    def draw(self, drawing: Drawing, value: Sequence[Any]) -> None:
        super().draw(drawing, [None if n == UNKNOWN else n for n in value])
        drawing.colours |= {c: BLACK for c, n in zip(drawing.cells, value, strict=True) if n is not None}


class Shaded(Layer):
    """Whether each cell is black.

    >>> Shaded().read(Drawing(1, 2, colours={(0, 1): BLACK}), ())
    (False, True)
    """

    takes = ("colours",)

    def read(self, drawing: Drawing, values: Sequence[Any]) -> tuple[bool, ...]:  # noqa: ARG002
        return tuple(map(dark(drawing).__contains__, drawing.cells))

    def draw(self, drawing: Drawing, value: Sequence[bool]) -> None:
        drawing.colours |= {cell: BLACK for cell, shaded in zip(drawing.cells, value, strict=True) if shaded}


class Circles(Layer):
    """1 for a white circle in a cell, 2 for a black one, else 0.

    >>> Circles().read(Drawing(1, 2, symbols={(0, 0): ("circle_L", 2)}), ())
    (2, 0)
    """

    takes = ("symbols",)

    def read(self, drawing: Drawing, values: Sequence[Any]) -> tuple[int, ...]:  # noqa: ARG002
        for cell, (name, style) in drawing.symbols.items():
            if not name.startswith("circle") or style not in (1, 2):
                raise PuzzleError(f"{place(cell)} has a symbol that is neither a white circle nor a black one")
        return tuple(drawing.symbols.get(cell, ("", 0))[1] for cell in drawing.cells)

    def draw(self, drawing: Drawing, value: Sequence[int]) -> None:
        drawing.symbols |= {cell: ("circle_L", n) for cell, n in zip(drawing.cells, value, strict=True) if n}


class Arrows(Layer):
    """The side and the number of an arrow in a cell, both None for a question mark; None for nothing.

    >>> Arrows().read(Drawing(1, 3, numbers={(0, 0): "2_3", (0, 2): "?"}), ())
    (('bottom', 2), None, (None, None))
    """

    takes = ("numbers", "colours", "borders")

    def read(self, drawing: Drawing, values: Sequence[Any]) -> tuple[Any, ...]:  # noqa: ARG002
        texts = dict.fromkeys(dark(drawing), "?") | drawing.numbers
        return tuple(self._read(cell, texts.get(cell, "")) for cell in drawing.cells)

    def _read(self, cell: Cell, text: str) -> Any:
        if not (found := re.fullmatch(r"\s*([0-9]{1,9}|\??)\s*(?:_([0-3]))?", text)):
            raise PuzzleError(f"{place(cell)} has {text!r:.40}, which is not a number with an arrow")
        if not text:
            return None
        return found[2] and SIDES[int(found[2])], int(found[1]) if found[1].isdecimal() else None

    def draw(self, drawing: Drawing, value: Sequence[Any]) -> None:
        for cell, arrow in zip(drawing.cells, value, strict=True):
            if arrow is not None:
                side, number = arrow
                end = "" if side is None else f"_{SIDES.index(side)}"
                drawing.numbers[cell] = f"{'?' if number is None else number}{end}"


class Rooms(Layer):
    """The room of each cell, as rows, by the lines between cells.  Colours may show them, too.

    >>> Rooms().read(Drawing(1, 3, borders={((0, 1), (0, 2))}), ())
    ((0, 0, 1),)
    """

    takes = ("borders", "colours")

    def read(self, drawing: Drawing, values: Sequence[Any]) -> tuple[tuple[int, ...], ...]:  # noqa: ARG002
        rooms, seen = rooms_of(drawing.rows, drawing.cols, drawing.borders), dict[int, int | None]()
        for r, c in drawing.cells:
            colour = drawing.colours.get((r, c))
            if seen.setdefault(rooms[r][c], colour) != colour:
                raise PuzzleError(f"{place((r, c))} has not the colour of its room, which means nothing in this kind")
        return rooms

    def draw(self, drawing: Drawing, value: Sequence[Sequence[int]]) -> None:
        drawing.borders = lines_of(value)


class RoomNumbers(Layer):
    """The number in each of the rooms of the layer before, or None.

    >>> RoomNumbers().read(Drawing(1, 3, numbers={(0, 2): "1"}), [((0, 0, 1),)])
    (None, 1)
    """

    def read(self, drawing: Drawing, values: Sequence[Any]) -> tuple[Any, ...]:
        rooms, found = values[-1], dict[int, Any]()
        for r, c in drawing.numbers:
            if rooms[r][c] in found:
                raise PuzzleError(f"{place((r, c))} has a second number of one room")
            found[rooms[r][c]] = _number(drawing, (r, c))
        return tuple(found.get(room) for room in range(1 + max(map(max, rooms))))

    def draw(self, drawing: Drawing, value: Sequence[Any]) -> None:
        rooms = Rooms().read(drawing, ())
        first = {rooms[r][c]: (r, c) for r, c in reversed(drawing.cells)}
        drawing.numbers |= {first[room]: str(n) for room, n in enumerate(value) if n is not None}


class Around(Layer):
    """The numbers above, below, to the left and to the right of the board, None for nothing.

    >>> Around().read(Drawing(1, 1, numbers={(-1, 0): "1"}), ())
    (1, None, None, None)
    """

    margin = 1

    def _cells(self, drawing: Drawing) -> list[Cell]:
        level: list[Cell] = [(r, c) for r in (-1, drawing.rows) for c in range(drawing.cols)]
        return level + [(r, c) for c in (-1, drawing.cols) for r in range(drawing.rows)]

    def read(self, drawing: Drawing, values: Sequence[Any]) -> tuple[Any, ...]:  # noqa: ARG002
        around = self._cells(drawing)
        near = {*around, *drawing.cells}
        if lost := [cell for cell in drawing.numbers if cell not in near]:
            raise PuzzleError(f"{place(lost[0])} is off the board, and has a number that is beside no row or column")
        return tuple(_number(drawing, cell) for cell in around)

    def draw(self, drawing: Drawing, value: Sequence[Any]) -> None:
        drawing.numbers |= {c: str(n) for c, n in zip(self._cells(drawing), value, strict=True) if n is not None}


class Stars(Layer):
    """How many stars a row has: a number and a star above the board, or words such as "2 stars" in title or rules.

    >>> Stars().read(Drawing(4, 4, rules="Place 1 star in each row."), ())
    1
    """

    takes = ("numbers", "symbols")
    margin = 1

    def read(self, drawing: Drawing, values: Sequence[Any]) -> int:  # noqa: ARG002
        for what in ("symbol", "number"):
            if given := [cell for cell in drawing.cells if cell in getattr(drawing, f"{what}s")]:
                raise PuzzleError(f"{place(given[0])} has a {what}, and this kind has none on its board")
        said = re.findall(r"([0-9]{1,3})\s*(?:stars?\b|\u2605)", f"{drawing.title}\n{drawing.rules}".lower())
        counts = {_number(drawing, cell) for cell in drawing.numbers} or {int(each) for each in said}
        if len(counts) != 1 or counts == {UNKNOWN}:
            raise PuzzleError("it does not say how many stars each row has, by one number above the board")
        return int(counts.pop())

    def draw(self, drawing: Drawing, value: int) -> None:
        drawing.numbers[-1, drawing.cols - 2] = str(value)
        drawing.symbols[-1, drawing.cols - 1] = ("star", 2)


class Corners(Layer):
    """The sums below and to the right of each dark cell, 0 for none, as on a board of Kakuro; None for a light one.

    >>> Corners().read(Drawing(1, 2, corners={((0, 0), UPPER_RIGHT): "4"}), ())
    ((0, 4), None)
    """

    takes = ("corners", "symbols", "colours", "borders")

    def read(self, drawing: Drawing, values: Sequence[Any]) -> tuple[Any, ...]:  # noqa: ARG002
        if others := [cell for cell, (name, _) in drawing.symbols.items() if name != "kakuro"]:
            raise PuzzleError(f"{place(others[0])} has a symbol that is not a dark cell")
        if others := [cell for cell, corner in drawing.corners if corner not in (UPPER_RIGHT, LOWER_LEFT)]:
            raise PuzzleError(f"{place(others[0])} has a number in a corner in which no sum stands")
        dark_cells = {*drawing.symbols, *dark(drawing), *(cell for cell, _ in drawing.corners)}
        return tuple(
            tuple(self._sum(drawing, cell, corner) for corner in (LOWER_LEFT, UPPER_RIGHT))
            if cell in dark_cells
            else None
            for cell in drawing.cells
        )

    def _sum(self, drawing: Drawing, cell: Cell, corner: int) -> int:
        text = drawing.corners.get((cell, corner), "0").strip()
        if not re.fullmatch("[0-9]{1,9}", text):
            raise PuzzleError(f"{place(cell)} has {text!r:.40}, which is not a sum")
        return int(text)

    def draw(self, drawing: Drawing, value: Sequence[Any]) -> None:
        for cell, sums in zip(drawing.cells, value, strict=True):
            if sums is not None:
                drawing.symbols[cell] = ("kakuro", 1 if any(sums) else 2)
                both = zip((LOWER_LEFT, UPPER_RIGHT), sums, strict=True)
                drawing.corners |= {(cell, corner): str(total) for corner, total in both if total}
