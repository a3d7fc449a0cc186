"""What a link of penpa-edit holds: numbers, symbols, colours and lines on a board of squares, packed into letters.

A link is base64 of raw deflate of lines of text: the size, the margins, the elements of the puzzle as a JSON object in
which frequent words are abbreviated, those of a solution, and settings of the editor.  It has no rules; at most a list
of tags names them.  The form is that of swaroopg92/penpa-edit.

>>> drawing = Drawing(1, 2, tags=["nurikabe"], numbers={(0, 1): "3"})
>>> Drawing.unpacked(drawing.packed(), 0) == drawing
True
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from cpmodels.base.errors import PuzzleError, naming
from cpmodels.base.lattice import Cell
from cpmodels.base.values import board_size, integers, items, place
from readers.strict_json import an_object, decoded

__all__ = ["BLACK", "Drawing"]

LARGEST = 4_000_000
"""The bytes that a link may unpack to; a full board of 60 x 60 takes a tenth of it."""
ABBREVIATED = [
    ("z", "zZ"), ('"qa"', "z9"), ('"pu_q"', "zQ"), ('"pu_a"', "zA"), ('"grid"', "zG"), ('"edit_mode"', "zM"),
    ('"surface"', "zS"), ('"line"', "zL"), ('"lineE"', "zE"), ('"wall"', "zW"), ('"cage"', "zC"), ('"number"', "zN"),
    ('"symbol"', "zY"), ('"special"', "zP"), ('"board"', "zB"), ('"command_redo"', "zR"), ('"command_undo"', "zU"),
    ('"command_replay"', "z8"), ('"numberS"', "z1"), ('"freeline"', "zF"), ('"freelineE"', "z2"), ('"thermo"', "zT"),
    ('"arrows"', "z3"), ('"direction"', "zD"), ('"squareframe"', "z0"), ('"polygon"', "z5"), ('"deletelineE"', "z4"),
    ('"killercages"', "z6"), ('"nobulbthermo"', "z7"), ('"__a"', "z_"), ("null", "zO"),
]  # fmt: skip
UNREAD = {
    "line": "lines from cell to cell", "freeline": "free lines", "freelineE": "free lines", "wall": "walls",
    "cage": "cages", "killercages": "cages", "thermo": "thermometers", "nobulbthermo": "thermometers",
    "arrows": "arrows", "direction": "arrows", "squareframe": "frames", "polygon": "polygons",
}  # fmt: skip
"""Elements that mean nothing in any kind, and what they are called."""
STACKS = ("command_redo", "command_undo", "command_replay")
RIM = 2
"""How many cells lie around the board and its margins where cells are numbered."""
BY_PLACE = ("surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall", "cage",
            "deletelineE")  # fmt: skip
LISTED = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
SIZE, VERSION = 38, (3, 1, 4)
"""The pixels of a cell, and the version of penpa-edit whose form is written."""
BLACK, WHITE = 4, 7
"""The colour of a black cell, and that of a number on it."""
NOTES = "7"
"""The style of numbers that are a player's notes."""


@dataclass
class Drawing:
    """What there is to see.  Cells count from the first of the board; in the margin they are less than that, or more.

    margin: how many cells are left free around the board.
    numbers: what stands in cells: digits, letters, or a number and the side of an arrow, as ``"2_0"``.
    corners: what stands in corners of cells; upper left 0, upper right 1, lower left 2, lower right 3.
    symbols: the name and the style of the symbol in a cell.
    colours: the numbers of the colours of cells.
    borders: the two cells beside each line on the board.
    tags: the names of kinds and variants.
    title, rules: what an author wrote.

    >>> Drawing(2, 1).cells
    [(0, 0), (1, 0)]
    """

    rows: int
    cols: int
    margin: int = 0
    numbers: dict[Cell, str] = field(default_factory=dict)
    corners: dict[tuple[Cell, int], str] = field(default_factory=dict)
    symbols: dict[Cell, tuple[str, Any]] = field(default_factory=dict)
    colours: dict[Cell, int] = field(default_factory=dict)
    borders: set[tuple[Cell, Cell]] = field(default_factory=set)
    tags: Sequence[str] = ()
    title: str = ""
    rules: str = ""

    @property
    def cells(self) -> list[Cell]:
        """Those of the board in reading order."""
        return list(product(range(self.rows), range(self.cols)))

    # --- out of a link

    @classmethod
    def unpacked(cls, letters: str, at: int) -> Drawing:
        """What letters of a link hold.  Raises PuzzleError for what is not of this form, or has what no kind reads.

        at: where they begin in the link.
        """
        lines = _inflated(letters, at)
        head = lines[0].split(",")
        if head[0] not in ("square", "sudoku", "kakuro") or len(head) < 15 or len(lines) < 6:
            raise PuzzleError(f"its board is of the sort {head[0]!r:.40}; only boards of squares are read")
        if "1" in head[11:15]:
            raise PuzzleError("it is a Sudoku with more rules than those of rows, columns and boxes")
        with naming("line 1 of what it holds"):
            wide, high = (int(n) if re.fullmatch("[0-9]{1,9}", n) else 0 for n in head[1:3])
            board_size(high, wide)
        with naming("line 2 of what it holds"):
            top, bottom, left, right = integers(decoded(lines[1]), "the margins", 4)
            drawing = cls(*board_size(high - top - bottom, wide - left - right), max(top, bottom, left, right))
        drawing.title, drawing.rules = (*head[15:], *[""] * 4)[:4:3]
        drawing.title = drawing.title.removeprefix("Title: ")
        index = _Index(high + 2 * RIM, wide + 2 * RIM, RIM + top, RIM + left)
        with naming("line 4 of what it holds"):
            drawing._take(an_object(decoded(lines[3]), "the puzzle"), index)
        with naming("line 6 of what it holds"):
            drawing._refuse_holes(integers(decoded(lines[5]), "the cells that are shown"), index)
        with naming("line 18 of what it holds"):
            drawing.tags = [str(tag) for tag in items(decoded("".join(lines[17:18]) or "[]"), "the tags")]
        return drawing

    def _take(self, elements: dict[str, Any], index: _Index) -> None:
        if unread := [what for name, what in UNREAD.items() if elements.get(name)]:
            raise PuzzleError(f"it has {unread[0]}, which are not read")
        for name, key, value in _entries(elements):
            if name == "lineE":
                self._take_border(key, index)
                continue
            number = _whole(key, name)
            side, cell = index.cell(number // 4 if name == "numberS" else number)
            what = [_whole(value, name)] if name == "surface" else items(value, f"{name} {key}")
            if not what:
                raise PuzzleError(f"there is nothing in the {name} of {place(cell)}")
            if name == "numberS" and side == 1:
                self.corners[cell, number % 4] = str(what[0])
            elif side:
                raise PuzzleError(f"a {name} stands beside the middle of {place(cell)}, where none is read")
            elif name == "surface":
                self.colours[cell] = what[0]
            elif name == "symbol":
                self.symbols[cell] = (str(what[1:2] and what[1]), what[0])
            elif what[2:3] != [NOTES] and what[0] != "":
                self.numbers[cell] = str(what[0])

    def _take_border(self, key: str, index: _Index) -> None:
        ends = sorted(index.cell(_whole(end, "lineE")) for end in key.split(","))
        if [side for side, _ in ends] != [1, 1]:
            raise PuzzleError("it has marks on the lines between cells, which are not read")
        (r, c), (end_r, end_c) = (cell for _, cell in ends)
        first = {(0, 1): (r, c + 1), (1, 0): (r + 1, c)}.get((end_r - r, end_c - c))
        if first is None:
            corner = place((r + 1, c + 1))
            raise PuzzleError(f"it has a line from the upper left corner of {corner} that is not a side of a cell")
        beside = (first, (r + 1, c + 1))
        if all(0 <= row < self.rows and 0 <= col < self.cols for row, col in beside):
            self.borders.add(beside)

    def _refuse_holes(self, steps: Sequence[int], index: _Index) -> None:
        """Raise PuzzleError where cells of the board are not shown."""
        shown, at = set[Cell](), 0
        for step in steps:
            at += step
            shown.add(index.cell(at)[1])
        if missing := [cell for cell in self.cells if cell not in shown]:
            raise PuzzleError(f"the board has no cell at {place(missing[0])}; only whole boards are read")

    # --- into a link

    def packed(self) -> str:
        """The letters of a link that holds it."""
        margin, high, wide = self.margin, self.rows + 2 * self.margin, self.cols + 2 * self.margin
        index = _Index(high + 2 * RIM, wide + 2 * RIM, RIM + margin, RIM + margin)
        side = ((0, 3), (2, 1))[high % 2 == 0][wide % 2 == 0]
        middle = index.of(((high - 1) // 2 - margin, (wide - 1) // 2 - margin), side)
        head = ["square", wide, high, SIZE, 0, 1, 1, SIZE * (wide + 1), SIZE * (high + 1), middle, middle, 0, 0, 0, 0]
        head += [f"Title: {self.title}", "Author: ", "", self.rules, "OFF", "false"]
        nothing: dict[str, Any] = {stack: {"__a": []} for stack in STACKS}
        nothing |= {name: {} for name in BY_PLACE} | {name: [] for name in LISTED}
        numbers = {
            index.of(cell): [text, WHITE if self.colours.get(cell) == BLACK else 1, "2" if "_" in text else "1"]
            for cell, text in self.numbers.items()
        }
        elements = nothing | {
            "surface": {index.of(cell): colour for cell, colour in self.colours.items()},
            "number": numbers,
            "numberS": {4 * index.of(cell, 1) + i: [text, 4] for (cell, i), text in self.corners.items()},
            "symbol": {index.of(cell): [style, name, 1] for cell, (name, style) in self.symbols.items()},
            "lineE": {index.border(*beside): 2 for beside in sorted(self.borders)},
        }
        shown = [index.of(cell) for cell in self.cells]
        steps = [at - before for before, at in zip([0, *shown], shown, strict=False)]
        lines = [[margin] * 4, {"grid": ["1", "2", "1"]}, elements, nothing, steps]
        said = [json.dumps(line, separators=(",", ":")) for line in (*lines, VERSION, list(self.tags))]
        text = "\n".join([",".join(map(str, head)), *said[:5], *[""] * 4, said[5], *[""] * 6, said[6]])
        for word, short in ABBREVIATED:
            text = text.replace(word, short)
        packer = zlib.compressobj(9, wbits=-15)
        return b64encode(packer.compress(text.encode()) + packer.flush()).decode()


@dataclass(frozen=True)
class _Index:
    """How penpa-edit numbers cells, their lower right corners (side 1), their lower (2) and their right sides (3).

    high, wide: of all that is numbered.
    top, left: how much of that lies before the board.
    """

    high: int
    wide: int
    top: int
    left: int

    def cell(self, number: int) -> tuple[int, Cell]:
        """A side, 0 for the middle, and the cell to which it belongs."""
        side, at = divmod(number, self.high * self.wide)
        return side, (at // self.wide - self.top, at % self.wide - self.left)

    def of(self, cell: Cell, side: int = 0) -> int:
        """The number of a side of a cell."""
        return (side * self.high + cell[0] + self.top) * self.wide + cell[1] + self.left

    def border(self, cell: Cell, beyond: Cell) -> str:
        """The numbers of the ends of the line between two neighbours."""
        before = (cell[0] - 1, cell[1]) if cell[0] == beyond[0] else (cell[0], cell[1] - 1)
        return f"{self.of(before, 1)},{self.of(cell, 1)}"


def _inflated(letters: str, at: int) -> list[str]:
    """The lines of text that letters of a link hold.  Raises PuzzleError for what is not base64 of deflated text."""
    if wrong := re.search("[^A-Za-z0-9+/=]", letters):
        raise PuzzleError(f"character {at + wrong.start() + 1}: {wrong[0]!r} is not a letter of base64")
    try:
        unpacker = zlib.decompressobj(wbits=-15)
        text = unpacker.decompress(b64decode(letters), LARGEST).decode()
    except (ValueError, zlib.error) as error:
        raise PuzzleError("its letters hold nothing that penpa-edit wrote: a part of it is missing or wrong") from error
    if not unpacker.eof:
        large = "it is larger than any puzzle" if unpacker.unconsumed_tail else "a part of it is missing"
        raise PuzzleError(f"it breaks off after {len(text)} characters of text: {large}")
    for word, short in reversed(ABBREVIATED):
        text = text.replace(short, word)
    return text.split("\n")


def _entries(elements: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """The name, the place and the value of each element that may be read."""
    for name in ("surface", "number", "numberS", "symbol", "lineE"):
        for key, value in an_object(elements.get(name, {}), name).items():
            if value is not None:
                yield name, key, value


def _whole(value: Any, what: str) -> int:
    """A number that is written with at most nine digits."""
    if not re.fullmatch("[0-9]{1,9}", str(value)):
        raise PuzzleError(f"a place of {what} is {str(value)!r:.40}, which is not a number")
    return int(value)
