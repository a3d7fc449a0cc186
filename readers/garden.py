"""Gardens drawn as grids of tile codes, ``|03|07|12|``, as `cpmodels solve` and the article print them.

A row stands on a line, between bars; air is blank.  The North is at the top or, as in *The Hanging Gardens Problem*,
which prints a line for each x, to the right: the fixed tiles tell which or, as blue faces must touch, the codes.
Layers of cubes stand side by side, each under its name, or one below the other, the Bottom first.  A first line such as
``x = 13 to 17, y = 13 to 17 of 31 x 31`` says where the grid lies; else one that is not of the size of the box lies
where its fixed tile is, or in the middle.  Those of tesseracts stand in blocks, from Ana to Kata.

Hexagons, triangles and regions are rows of codes without bars, with a mark such as ``--`` for each empty cell, so that
the cells of the garden follow in order.  Of any garden each tile may be given with its cell: ``07 at (3, 4)``.

There may be several gardens, one below the other, as `cpmodels solve --all` prints them: flat ones stand apart by a
blank line; one of cubes begins with the first line that names a layer again, or tells where its grid lies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import groupby, pairwise

from cpmodels.base.errors import PuzzleError, naming
from cpmodels.base.lattice import Cell, minus, plus
from cpmodels.base.values import by, shown
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden.rows import in_rows
from cpmodels.puzzles.garden.tiles import TilePlacement, bits
from readers.forms import Form, puzzle_from_form
from readers.recognition import object_readers, solutions_from_text

__all__ = ["BLOCK", "NAME", "OPEN", "PART", "TOLD", "Layer", "Row", "from_object", "placements_from_text"]

NAME = re.compile(r"Bottom|Top|z = \d+")
BLOCK = re.compile(r"Ana|Kata|u = \d+")
TOLD = re.compile(r"(\d{1,4}) at \(((?:-?\d{1,9}, ?)*-?\d{1,9}),?\)")
OPEN = re.compile(r"\d{1,4}|-{2,4}|/\\|\\/")
PART = re.compile(r"([xyz]) = (\d{1,9}) to (\d{1,9})")
COUNT = re.compile(r"\d+ solutions?\b")
Row = list[int | None]
Layer = list[Row]


@object_readers.register(order=20)
def from_object(form: Form) -> Garden | None:
    """A garden in our JSON without its kind: it has a box, or a region."""
    return puzzle_from_form(Garden, form) if "box" in form or {"rule", "region"} <= form.keys() else None


@solutions_from_text.register(Garden)
def placements_from_text(puzzle: Garden, text: str) -> list[TilePlacement]:
    """The tiles of each grid of codes; none for a text without any row."""
    barred = list(_gardens(puzzle, text))
    if barred:
        read = _tesseracts if puzzle.dimension == 4 else _placement
        return [read(puzzle, number, lines) for number, lines in barred]
    return [
        TilePlacement(_told(lines) if TOLD.fullmatch(lines[0][1]) else _rows(puzzle, lines))
        for lines in _paragraphs(text)
    ]


def _paragraphs(text: str) -> Iterator[list[tuple[int, str]]]:
    """The lines of each garden without bars, with their numbers: gardens stand apart by a blank line."""
    numbered = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    for is_blank, lines in groupby(numbered, key=lambda line: not line[1]):
        rows = [] if is_blank else [line for line in lines if _is_open_row(line[1]) or TOLD.fullmatch(line[1])]
        if rows:
            yield rows


def _is_open_row(line: str) -> bool:
    """Whether a line is a row of codes and marks, some of which may be wrong, and not how many gardens there are."""
    return any(OPEN.fullmatch(word) for word in line.split()[:1]) and not COUNT.match(line)


def _told(lines: list[tuple[int, str]]) -> Iterator[tuple[Cell, int]]:
    """Tiles that are given each with its cell."""
    for number, line in lines:
        if (told := TOLD.fullmatch(line)) is None:
            raise PuzzleError(f"line {number}: a tile is given with its cell, as in 07 at (3, 4), not as {shown(line)}")
        yield tuple(map(int, told[2].replace(",", " ").split())), int(told[1])


def _rows(puzzle: Garden, lines: list[tuple[int, str]]) -> Iterator[tuple[Cell, int]]:
    """Tiles in rows of codes and marks for all cells of a flat garden."""
    if puzzle.dimension > 2:
        raise PuzzleError(f"line {lines[0][0]}: write such a garden as rows between bars, or each tile with its cell")
    rows = in_rows(puzzle)
    if len(lines) != len(rows):
        raise PuzzleError(f"it has {len(lines)} rows, but the {puzzle.ground} has {len(rows)}")
    for (number, line), cells in zip(lines, rows, strict=True):
        words = line.split()
        if len(words) != len(cells):
            raise PuzzleError(f"line {number}: it has {len(words)} cells, but this row has {len(cells)}: {shown(line)}")
        for word, cell in zip(words, cells, strict=True):
            if not OPEN.fullmatch(word):
                raise PuzzleError(f"line {number}: {shown(word)} is not the code of a tile")
            if word.isdecimal():
                yield cell, int(word)


def _tesseracts(puzzle: Garden, first: int, lines: list[str]) -> TilePlacement:
    """The tiles of blocks of layers from Ana to Kata."""
    begins = [at for at, line in enumerate(lines) if BLOCK.fullmatch(line.strip())]
    blocks = [_layers(first + begin + 1, lines[begin + 1 : end])[0] for begin, end in pairwise([*begins, len(lines)])]
    sizes = {(len(row), len(layer), len(block)) for block in blocks for layer in block for row in layer}
    if sizes != {puzzle.box[:3]} or len(blocks) != puzzle.box[3]:
        raise PuzzleError(f"it is not a grid of {by(puzzle.box)} in blocks of layers, from Ana to Kata")
    return TilePlacement(
        ((x, y, z, u), code)
        for u, block in enumerate(reversed(blocks))
        for z, layer in enumerate(block)
        for y, row in enumerate(reversed(layer))
        for x, code in enumerate(row)
        if code is not None
    )


def _gardens(puzzle: Garden, text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of each garden with bars, with the number of the first."""
    first, lines, names = 1, list[str](), set[str]()
    naming_lines = BLOCK if puzzle.dimension == 4 else NAME
    for number, line in enumerate(text.splitlines(), 1):
        named = set() if _is_row(line) else set(naming_lines.findall(line))
        is_told = not _is_row(line) and PART.search(line) is not None
        begins = is_told or not names.isdisjoint(named) or (puzzle.dimension < 3 and not line.strip())
        if begins and any(map(_is_row, lines)):
            yield first, lines
            first, lines, names = number, [], set()
        lines.append(line)
        names |= set() if is_told else named
    if any(map(_is_row, lines)):
        yield first, lines


def _placement(puzzle: Garden, number: int, lines: list[str]) -> TilePlacement:
    """The tiles of a grid of codes in lines from this number on."""
    layers, said = _layers(number, lines)
    widths = {len(row) for layer in layers for row in layer}
    if len(widths) > 1 or len({len(layer) for layer in layers}) > 1:
        raise PuzzleError("its rows, or its layers, differ in length")
    if not 0 < len(puzzle.box) < 5:
        raise PuzzleError("grids between bars are of boxes of up to four dimensions; others are written as JSON")
    if puzzle.dimension == 1 and len(layers[0]) > 1:
        raise PuzzleError(f"it has {len(layers[0])} rows, but the box, of {by(puzzle.box)}, is a line")
    if puzzle.dimension < 3 and len(layers) > 1:
        raise PuzzleError(f"it has {len(layers)} layers, but the box, of {by(puzzle.box)}, is flat")
    north_up = {
        (x, y, z)[: puzzle.dimension]: code
        for z, layer in enumerate(layers)
        for y, row in enumerate(reversed(layer))
        for x, code in enumerate(row)
        if code is not None
    }
    size = (widths.pop(), len(layers[0]), len(layers))[: puzzle.dimension]
    start: Cell | None = None
    if said is not None:
        if len(said) != puzzle.dimension:
            raise PuzzleError(f"its first line names {len(said)} of the axes, but the box has {puzzle.dimension}")
        start, sides = tuple(low for low, _ in said), tuple(high - low + 1 for low, high in said)
        if sides not in (size, (*size[1::-1], *size[2:])):
            raise PuzzleError(f"its first line says that it is of {by(sides)}, but it is of {by(size)}")
    placed = _placed(puzzle, north_up, size, start)
    if puzzle.dimension > 1:
        north_right = {(size[1] - 1 - y, x, *z): code for (x, y, *z), code in north_up.items()}
        turned = (size[1], size[0], *size[2:])
        # A grid that just fits its box is not turned out of it: over a free rim blue faces look at nothing.
        if size != puzzle.box or size == turned:
            placed = max(placed, _placed(puzzle, north_right, turned, start), key=partial(_suiting, puzzle))
    return TilePlacement(tuple(placed.items()))


def _placed(puzzle: Garden, codes: dict[Cell, int], size: Cell, start: Cell | None) -> dict[Cell, int]:
    """A grid of some size where it lies in the garden, by what is said or by its size."""
    if start is None:
        start = (0,) * puzzle.dimension if size == puzzle.box else _place(puzzle, codes)
    return {plus(cell, start): code for cell, code in codes.items()}


def _suiting(puzzle: Garden, codes: dict[Cell, int]) -> tuple[int, int]:
    """How many fixed tiles are in their cells, and how many blue faces touch a blue face, less those that do not."""
    lattice, values = puzzle.lattice, bits(puzzle.lattice)
    total = 0
    for cell, code in codes.items():
        for direction, bit in enumerate(values):
            if code & bit:
                there = codes.get(lattice.neighbour(cell, direction), 0)
                total += 1 if there & values[lattice.opposite[direction]] else -1
    return sum(codes.get(cell) == code for code, cell in puzzle.fixed), total


def _layers(first: int, lines: list[str]) -> tuple[list[Layer], list[tuple[int, int]] | None]:
    """The layers, from the Bottom to the Top, and from where to where they lie along each axis if that is said."""
    said: list[tuple[int, int]] | None = None
    layers: list[Layer] = [[]]
    columns: list[int] = []
    for number, line in enumerate(lines, first):
        words = line.strip()
        if not _is_row(line) and (part := PART.findall(words)):
            said = [(int(low), int(high)) for _, low, high in sorted(part)]
        elif not _is_row(line) and (names := list(NAME.finditer(line))):
            columns = [name.start() for name in names]
            layers = [*(layer for layer in layers if layer), *([] for _ in names)]
        elif not words and layers[-1] and len(columns) < 2:
            layers.append([])
        elif words and words.replace(" ", "").isdecimal():
            raise PuzzleError(f"line {number}: a row begins and ends with a bar, as in |03|07|  |, not {shown(words)}")
        elif _is_row(line) and set(words.split()) != {"||"}:
            with naming(f"line {number}"):
                ends = [*columns[1:], len(line)] if len(columns) > 1 else [len(line)]
                begins = columns if len(columns) > 1 else [0]
                for layer, begin, end in zip(layers[-len(begins) :], begins, ends, strict=True):
                    layer.append(_row(line[begin:end].strip()))
    found = [layer for layer in layers if layer]
    if not found:
        raise PuzzleError("it has no row of tile codes between bars, such as |03|07|  |")
    return found, said


def _is_row(line: str) -> bool:
    return "|" in line or re.fullmatch(r"\s*-[\d ].*", line) is not None


def _row(words: str) -> Row:
    """The codes of a row; a blue face that looks out to the West or the East is drawn as a hyphen in place of a bar."""
    if len(words) < 2 or words[0] not in "|-" or words[-1] not in "|-":
        raise PuzzleError(f"a row begins and ends with a bar, as in |03|07|  |, not {shown(words)}")
    row: Row = []
    for code in words[1:-1].split("|"):
        if code.strip() and not (code.strip().isascii() and code.strip().isdecimal() and len(code.strip()) < 5):
            raise PuzzleError(f"{shown(code.strip())} is not the code of a tile")
        row.append(int(code) if code.strip() else None)
    return row


def _place(puzzle: Garden, codes: dict[Cell, int]) -> Cell:
    """Where a grid that is larger or smaller than the box lies: about a fixed tile, or in the middle."""
    if not codes:
        return (0,) * puzzle.dimension
    low, high = (tuple(map(end, zip(*codes, strict=True))) for end in (min, max))
    at = {code: cell for cell, code in codes.items()}
    for code, cell in puzzle.fixed:
        if code in at:
            return minus(cell, at[code])
    middle = tuple((side - (h - c + 1)) // 2 for side, c, h in zip(puzzle.box, low, high, strict=True))
    return minus(middle, low)
