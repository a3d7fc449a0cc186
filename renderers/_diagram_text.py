"""Diagrams as lines of text for a terminal, in box-drawing characters."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, pairwise
from typing import NamedTuple

from cpmodels.base.diagram import (
    Around,
    Arrows,
    Cages,
    Corners,
    Diagonals,
    Diagram,
    Figure,
    Laid,
    Layer,
    Line,
    Outside,
    Piece,
    Regions,
    Side,
    Signs,
    Symbol,
    Symbols,
    Tiles,
    Tray,
    Walls,
)
from cpmodels.base.errors import visible
from cpmodels.base.lattice import SQUARE, Cell
from cpmodels.base.values import place
from renderers._cells import SHADE, in_cells, labels, shades, things, tints
from renderers._tiles import Pen
from renderers.coloured_text import ColouredText, Run, coloured, flush_right, text_width
from renderers.palette import RED, gradient, hue, ink_on

LIGHT, HEAVY, DOUBLE = "·╵╶└╷│┌├╴┘─┴┐┤┬┼", " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋", " ║═╚║║╔╠═╝═╩╗╣╦╬"
"""Characters by the sides they reach: top 1, right 2, bottom 4, left 8."""
EMPTY = "·"
DOT = "•"
TURNS = ("0", "1/4", "2/4", "3/4")
SYMBOLS: dict[Symbol, str] = {
    "circle": "○",
    "disc": "●",
    "dot": "•",
    "cross": "\N{MULTIPLICATION SIGN}",
    "square": "■",
    "diamond": "◆",
    "triangle": "▲",
    "star": "★",
    "tall": "▯",
    "wide": "▭",
    "sun": "☀",
    "moon": "☾",
    "queen": "♛",
    "bulb": "☼",
    "tree": "♣",
}
ARROWS = {4: "↑→↓←", 6: "→↗↖←↙↘"}
"""By the number of sides, in the order of the lattice's directions."""
SIGNS = {"x": "\N{MULTIPLICATION SIGN}", "circle": "○", "disc": "●"}
DASHED = {1: "┆", 2: "┄", 4: "┆", 5: "┆", 8: "┄", 10: "┄"}
LYING = {"<": "\N{LOGICAL AND}", ">": "\N{LOGICAL OR}"}
"""Signs of order between a cell and the one below it."""
SHADED, TINTED = "▒", "░"
PATH = ("#7a6ff0", "#d552a8", "#e58220", "#c79a1e")
"""The colours of a path from its start to its end; they can be read on dark and on light ground."""
FALLING, RISING, BOTH = (
    "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER LEFT TO LOWER RIGHT}",
    "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}",
    "\N{BOX DRAWINGS LIGHT DIAGONAL CROSS}",
)
"""Lines through a corner."""
DIAGONALS = {"/": RISING, "\\": FALLING}


def text_of_diagram(diagram: Diagram) -> ColouredText:
    """The board, and in words what has no place on it: jumps of lines, the edges of tiles, the pieces to place.

    A board on which there are just square pieces is a table of their numbers and turns; one on which there is nothing
    beside its pieces is not shown.
    """
    is_plain = all(isinstance(layer, (Laid, Around)) for layer in diagram.layers)
    board: Iterable[Sequence[Run]] = ()
    if is_plain and diagram.lattice == "square" and diagram.is_laid:
        board = map(_plain, _table(diagram))
    elif not (is_plain and diagram.tray.pieces and not diagram.is_laid and diagram.is_full):
        board = _Raster(diagram).lines() if diagram.lattice == "square" else map(_plain, _offset_rows(diagram))
    return coloured([*board, *map(_plain, _jumps(diagram)), *map(_plain, _tiles(diagram))])


def net_of_diagram(diagram: Diagram) -> ColouredText:
    """Laid pieces as a net: they have arms to those that they match, and crosses lie between others.

    Pieces that do not match the one above or below have no arm there, and are red.
    """
    edges = {cell: diagram.edges_at(*lies) for cell, lies in diagram.lying.items()}
    pen = Pen(diagram.tray, 1.0)

    def match(cell: Cell, side: int) -> bool | None:
        """Whether a piece matches the one at a side; None where there is none."""
        other = SQUARE.neighbour(cell, side)
        if cell not in edges or other not in edges:
            return None
        return diagram.tray.matches(edges[cell][side], edges[other][SQUARE.opposite[side]])

    (top, left), lines = diagram.corner, []
    for row in range(top, top + diagram.rows):
        line = []
        for cell in ((row, col) for col in range(left, left + diagram.cols)):
            matched = [match(cell, side) for side in range(4)]
            arms = sum(bool(is_match) << side for side, is_match in enumerate(matched))
            line.append(
                Run(LIGHT[arms] if cell in edges else EMPTY, RED if False in (matched[0], matched[2]) else None)
            )
            if matched[1]:
                line.append(Run("───", pen.colour(edges[cell][1])))
            else:
                line.append(Run("   ") if matched[1] is None else Run(" ✗ ", RED))
        lines.append(line)
    return coloured(lines)


def _table(diagram: Diagram) -> list[str]:
    """Numbers of pieces, and turns, as the nine-piece solvers print them; a dot where nothing lies."""
    lying, (top, left) = diagram.lying, diagram.corner
    width = len(str(len(diagram.tray.pieces)))
    cells = [[(top + row, left + col) for col in range(diagram.cols)] for row in range(diagram.rows)]
    rows = [
        (
            "  ".join(f"{str(lying[cell][0] + 1) if cell in lying else EMPTY:>{width}}" for cell in row),
            " ".join(f"{TURNS[lying[cell][1] % 4] if cell in lying else EMPTY:^4}" for cell in row),
        )
        for row in cells
    ]
    wide, wide_turns = max(len("pieces"), len(rows[0][0])), max(len("turns"), len(rows[0][1]))
    rule = "-" * (wide + wide_turns + 5)
    head = f" {'pieces':<{wide}} | turns"
    table = [rule, head, f"{'-' * (wide + 2)}+{'-' * (wide_turns + 2)}"]
    table += [f" {numbers:<{wide}} | {turns}".rstrip() for numbers, turns in rows]
    return [*table, rule]


def _plain(line: str) -> list[Run]:
    return [Run(line)]


class _Seen(NamedTuple):
    """What is in a cell: the text that stands there, what stands there without one, and the colour of its ground."""

    label: str = ""
    filler: str = EMPTY
    ground: str | None = None


def _contents(diagram: Diagram) -> dict[Cell, _Seen]:
    """The numbers and marks of all cells that have any; different numbers of a cell with strokes between them."""
    numbers = {
        cell: "/".join(visible(" ".join(each.splitlines())) for each in of) for cell, of in labels(diagram).items()
    }
    marks: dict[Cell, str] = {}
    shaded = shades(diagram)
    for layer in diagram.layers:
        match layer:
            case Symbols():
                marks |= {cell: SYMBOLS[symbol] for cell, symbol in layer.at}
            case Arrows():
                marks |= {cell: ARROWS[diagram.sides][side] for cell, side in layer.at}
            case Diagonals():
                texts = _corner_texts(diagram)
                marks |= {cell: _divided(texts.get(cell, {}), line) for cell, line in layer.at}
    numbers = {cell: str(index + 1) for cell, (index, _) in diagram.lying.items()} | numbers
    fillers = {cell: SHADED if colour == SHADE else TINTED for cell, colour in shaded.items()}
    grounds = tints(diagram) | {cell: colour for cell, colour in shaded.items() if colour != SHADE}
    return {
        cell: _Seen(numbers.get(cell, "") + marks.get(cell, ""), fillers.get(cell, EMPTY), grounds.get(cell))
        for cell in numbers.keys() | marks.keys() | fillers.keys() | grounds.keys()
    }


def _corner_texts(diagram: Diagram) -> dict[Cell, dict[str, str]]:
    """The small texts in cells, by corner; those of cages are in the first of their cells."""
    texts: dict[Cell, dict[str, str]] = {}
    for layer in diagram.layers:
        if isinstance(layer, Corners):
            for cell, text in layer.at:
                texts.setdefault(cell, {})[layer.corner] = visible(text)
        elif isinstance(layer, Cages):
            for cells, text in layer.of:
                texts.setdefault(cells[0], {})["upper left"] = visible(text)
    return texts


def _divided(texts: Mapping[str, str], line: str) -> str:
    """A diagonal between the small texts of its cell, by corner, on either side of it."""
    sides = ("lower left", "upper right") if line == "\\" else ("upper left", "lower right")
    before, after = (texts.get(side, "") for side in sides)
    return f"{before}{line if texts else DIAGONALS[line]}{after}"


class _Raster:
    """Characters in a square board: a cell is `wide` of them, rows and columns for walls stand between cells."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self.dots = diagram.style == "dots"
        self.contents = _contents(diagram)
        self.beside = {layer.side: dict(layer.of) for layer in diagram.layers if isinstance(layer, Outside)}
        self.above = self._texts_between()
        texts = [seen.label for seen in self.contents.values()]
        texts += [
            text for side in ("top", "bottom") for all_of in self.beside.get(side, {}).values() for text in all_of
        ]
        widths = [*map(text_width, texts), *(text_width("".join(pair)) - 1 for pair in self.above.values())]
        self.wide = max(widths, default=1) // 2 * 2 + 3
        self.walls = self._borders(self._walls())
        self.dashes = self._borders(self._cage_sides())
        self.signs = self._signs()
        self.links: dict[Cell, int] = {}
        self.edges: dict[Cell, int] = {}
        self.slants: dict[Cell, str] = {}
        self.inks: dict[Cell, str] = {}
        for line in (layer for layer in diagram.layers if isinstance(layer, Line)):
            whole = max(len(line.points), line.length or 0)
            for step, (here, there) in enumerate(pairwise(line.seen)):
                ink = gradient(PATH, step / whole) if line.colour is None else hue(line.colour)
                self._link(here, there, PATH[0] if line.closed else ink, corners=line.corners)

    def lines(self) -> Iterator[list[Run]]:
        """The board, line by line, with the clues beside it."""
        left = max((text_width(" ".join(texts)) + 1 for texts in self.beside.get("left", {}).values()), default=0)
        yield from self._clues("top", left)
        for line in range(2 * self.diagram.rows + 1):
            at = line // 2 + self.diagram.corner[0]
            here = {side: " ".join(of.get(at, ())) for side, of in self.beside.items() if line % 2}
            row: list[Run] = [Run(flush_right(here.get("left", ""), left - 1) + " ")] if left else []
            for column in range(2 * self.diagram.cols + 1):
                is_inside = line % 2 and column % 2
                row += self._inside((line, column)) if is_inside else [self._between((line, column))]
            yield [*row, Run(f" {here.get('right', '')}")]
        yield from self._clues("bottom", left)

    def _clues(self, side: Side, indent: int) -> Iterator[list[Run]]:
        """The clues of columns, those of several lines with their ends at the board."""
        clues = self.beside.get(side, {})
        high = max(map(len, clues.values()), default=0)
        for line in range(high):
            row = " " * indent
            for col in range(self.diagram.corner[1], self.diagram.corner[1] + self.diagram.cols):
                texts = clues.get(col, ())
                at = line - (high - len(texts) if side == "top" else 0)
                text = texts[at] if 0 <= at < len(texts) else ""
                before = (self.wide - text_width(text)) // 2 + (text_width(text) % 2 == 0) + 1
                row += " " * before + text + " " * (self.wide + 1 - before - text_width(text))
            yield [Run(row)]

    def _texts_between(self) -> dict[Cell, tuple[str, str]]:
        """The small texts of cells, which stand in the lines above and below them, at the left and the right."""
        divided = in_cells(self.diagram, Diagonals)
        texts: dict[Cell, tuple[str, str]] = {}
        for cell, of in _corner_texts(self.diagram).items():
            for corner, text in of.items() if cell not in divided else ():
                row, col = self._doubled(cell)
                at = (row + (1 if "lower" in corner else -1), col)
                left, right = texts.get(at, ("", ""))
                texts[at] = (left + text, right) if "left" in corner else (left, right + text)
        return texts

    def _signs(self) -> dict[Cell, str]:
        """The signs between cells."""
        signs = {}
        for cells, sign in things(self.diagram, Signs):
            one, two = sorted(cells)
            if (one, two) != cells:
                sign = {"<": ">", ">": "<"}.get(sign, sign)
            sign = LYING.get(sign, sign) if one[0] != two[0] else sign
            signs[_mean(self._doubled(one), self._doubled(two))] = SIGNS.get(sign, sign)
        return signs

    def _doubled(self, cell: Cell) -> Cell:
        """The place of a cell in the raster."""
        top, left = self.diagram.corner
        return (2 * (cell[0] - top) + 1, 2 * (cell[1] - left) + 1)

    def _corner(self, point: Cell) -> Cell:
        """The place of a corner in the raster."""
        top, left = self.diagram.corner
        return (2 * (point[0] - top), 2 * (point[1] - left))

    def _sides(self, groups: Mapping[Cell, Hashable]) -> Iterator[Cell]:
        """The sides between cells of different groups, and those of groups at the rim, at doubled coordinates."""
        for cell in self.diagram.cells:
            for other in SQUARE.neighbours(cell):
                if groups.get(cell) != groups.get(other):
                    yield _mean(self._doubled(cell), self._doubled(other))

    def _walls(self) -> Iterator[Cell]:
        yield from (_mean(self._doubled(one), self._doubled(two)) for one, two in things(self.diagram, Walls))
        region = dict.fromkeys(self.diagram.cells, "") | in_cells(self.diagram, Regions)
        yield from (side for side in self._sides(region) if not (self.dots and self._is_rim(side)))

    def _is_rim(self, side: Cell) -> bool:
        """Whether a side has a cell of the board on one side alone."""
        row, col = side
        around = [(row, col - 1), (row, col + 1)] if row % 2 else [(row - 1, col), (row + 1, col)]
        (top, left), cells = self.diagram.corner, self.diagram.cells
        return not all((r // 2 + top, c // 2 + left) in cells for r, c in around)

    def _cage_sides(self) -> Iterator[Cell]:
        cages = enumerate(things(self.diagram, Cages))
        return self._sides({cell: number for number, (cells, _) in cages for cell in cells})

    def _borders(self, pieces: Iterable[Cell]) -> dict[Cell, int]:
        """The sides that lines reach from each corner and wall, at doubled coordinates (cells are odd, odd)."""
        sides: dict[Cell, int] = {}
        for piece in set(pieces):
            for direction in (1, 3) if piece[1] % 2 else (0, 2):
                corner = SQUARE.neighbour(piece, direction)
                sides[piece] = sides.get(piece, 0) | 1 << direction
                sides[corner] = sides.get(corner, 0) | 1 << SQUARE.opposite[direction]
        return sides

    def _link(self, here: Cell, there: Cell, ink: str, *, corners: bool) -> None:
        """Draw a step of a line, if it leads to a neighbour; corner to corner, or cell to cell, also aslant."""
        sides = self.edges if corners else self.links
        start, stop = (self._corner(p) if corners else self._doubled(p) for p in (here, there))
        self.inks.setdefault(start, ink)
        self.inks[_mean(start, stop)] = self.inks[stop] = ink
        if there in (near := SQUARE.neighbours(here)):
            direction, back = near.index(there), SQUARE.opposite[near.index(there)]
            gap = SQUARE.neighbour(start, direction)
            for at, reached in ((start, 1 << direction), (gap, 1 << direction | 1 << back), (stop, 1 << back)):
                sides[at] = sides.get(at, 0) | reached
        elif _is_aslant(here, there) and not corners:
            at = _mean(start, stop)
            slant = FALLING if (stop[0] > start[0]) == (stop[1] > start[1]) else RISING
            self.slants[at] = slant if self.slants.get(at, slant) == slant else BOTH
            sides.setdefault(start, 0)
            sides.setdefault(stop, 0)

    def _between(self, at: Cell) -> Run:
        """A corner, or what stands between two cells: a wall, a line, or a line through a wall."""
        heavy, light, edge = self.walls.get(at, 0), self.links.get(at, 0), self.edges.get(at, 0)
        crossing = {5: "╂", 10: "┿"}.get(heavy, "") if light else ""
        symbol = crossing or (LIGHT[light] if light else HEAVY[heavy])
        filler = HEAVY[heavy & 10]
        if (dashed := self.dashes.get(at, 0)) and not heavy:
            is_corner = not (at[0] % 2 or at[1] % 2)
            symbol = symbol if light else LIGHT[dashed] if is_corner else DASHED[dashed]
            filler = DASHED.get(dashed & 10, filler)
        if edge:
            symbols = HEAVY if self.dots else DOUBLE
            symbol, filler = symbols[edge], symbols[edge & 10]
            if light:
                symbol = "┼"
        elif at in self.slants:
            symbol = self.slants[at]
        elif self.dots and not (at[0] % 2 or at[1] % 2):
            symbol = EMPTY
        symbol = self.signs.get(at, symbol)
        if at[1] % 2 == 1:
            before = self.wide // 2
            symbol = filler * before + symbol + filler * (self.wide - before - text_width(symbol))
        if at in self.above:
            left, right = self.above[at]
            symbol = left + symbol[text_width(left) : self.wide - text_width(right)] + right
        return Run(symbol, self.inks.get(at))

    def _inside(self, at: Cell) -> list[Run]:
        """A cell: what is in it, a line or a dot, with lines running out to the left and right."""
        top, left = self.diagram.corner
        cell = (at[0] // 2 + top, at[1] // 2 + left)
        links, wide = self.links.get(at, 0), self.wide
        seen = self.contents.get(cell, _Seen())
        ground = seen.ground
        ink = self.inks.get(at, None if ground is None else ink_on(ground))
        if seen.filler == SHADED:
            label = seen.label or (LIGHT[links] if links else SHADED)
            return [Run(label.center(wide - text_width(label) + len(label), SHADED))]
        blank = " " if self.dots or cell not in self.diagram.cells else seen.filler
        label = seen.label or (LIGHT[links] if links else DOT if at in self.links else blank)
        before = (wide - text_width(label)) // 2 + (text_width(label) % 2 == 0)
        after = wide - text_width(label) - before
        return [
            Run(("─" if links & 8 else " ") * before, ink, ground),
            Run(label, None if seen.label and ground is None else ink, ground),
            Run(("─" if links & 2 else " ") * after, ink, ground),
        ]


def _mean(one: Cell, two: Cell) -> Cell:
    return ((one[0] + two[0]) // 2, (one[1] + two[1]) // 2)


def _is_aslant(here: Cell, there: Cell) -> bool:
    return abs(here[0] - there[0]) == abs(here[1] - there[1]) == 1


def _jumps(diagram: Diagram) -> Iterator[str]:
    """The steps that lines of the board do not show."""
    for line in (layer for layer in diagram.layers if isinstance(layer, Line)):
        what = "the loop" if line.closed else "the path" if line.colour is None else f"path {line.colour + 1}"
        if diagram.lattice == "hexagonal":
            yield f"{what}: {_listed(line.seen)}"
            continue
        for here, there in pairwise(line.seen):
            is_slant = _is_aslant(here, there) and not line.corners
            if here != there and there not in SQUARE.neighbours(here) and not is_slant:
                yield f"{what} jumps from {place(here)} to {place(there)}"


def _offset_rows(diagram: Diagram) -> list[str]:
    """The contents of hexagons, odd rows half a place to the right; what lies between them in words."""
    contents = _contents(diagram)
    tiled = in_cells(diagram, Tiles)
    top, left = diagram.corner

    def label(cell: Cell) -> str:
        seen = contents.get(cell, _Seen())
        return (seen.label or (SYMBOLS["diamond"] if cell in tiled else seen.filler)) if cell in diagram.cells else ""

    rows = [[label((top + r, left + c)) for c in range(diagram.cols)] for r in range(diagram.rows)]
    digits = max(text_width(label) for row in rows for label in row)
    half = (digits + 3) // 2
    gap, indent = " " * (2 * half - digits), " " * half
    lines = [
        indent * ((top + number) % 2) + gap.join(flush_right(label, digits) for label in row)
        for number, row in enumerate(rows)
    ]
    return [*lines, *chain.from_iterable(map(_in_words, diagram.layers))]


def _in_words(layer: Layer) -> Iterator[str]:
    """What a layer shows between hexagons, around them or in their corners."""
    match layer:
        case Walls():
            yield from (f"a wall between {place(one)} and {place(two)}" for one, two in layer.between)
        case Regions():
            for name in dict.fromkeys(name for _, name in layer.of):
                yield f"region {name}: {_listed(cell for cell, own in layer.of if own == name)}"
        case Signs():
            yield from (f"{place(one)} {SIGNS.get(sign, sign)} {place(two)}" for (one, two), sign in layer.between)
        case Corners():
            yield from (f"{place(cell)}, {layer.corner}: {text}" for cell, text in layer.at)
        case Cages():
            yield from (f"cage{' ' * bool(text)}{text}: {_listed(cells)}" for cells, text in layer.of)
        case Outside():
            yield from (f"row {row + 1}, {layer.side}: {' '.join(texts)}" for row, texts in layer.of)


def _listed(cells: Iterable[Cell]) -> str:
    return "; ".join(map(place, cells))


def _tiles(diagram: Diagram) -> Iterator[str]:
    """The edges of tiles and of the pieces to place, in columns, and which of these lie where."""
    tray, sides = diagram.tray, diagram.sides_by_name
    tiled = [(place(cell), edges) for cell, edges in things(diagram, Tiles)]
    has_words = any(name != str(colour) for colour, name in tray.names if colour is not None)
    if diagram.lattice == "hexagonal" or (has_words and diagram.is_laid):
        tiled += [(place(cell), diagram.edges_at(*lies)) for cell, lies in diagram.lying.items()]
    placed = [(name, edges) for name, edges in tiled if edges]
    if placed:
        yield from columns([("cell", *sides), *((name, *map(tray.name, edges)) for name, edges in placed)])
    if diagram.is_laid:
        return
    for names, numbered in groupby(enumerate(tray.pieces, 1), key=lambda one: _names(one[1], sides)):
        yield from columns([("piece", *names), *((number, *_words(piece, tray)) for number, piece in numbered)])
    for cell, (index, turns) in things(diagram, Laid):
        turned = TURNS[turns % 4] if len(sides) == 4 else f"{turns}/6"
        yield f"fixed: piece {index + 1} in {place(cell)}, turned {turned}"


def _names(piece: Piece, sides: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(part.name for part in piece.parts) if isinstance(piece, Figure) else sides


def _words(piece: Piece, tray: Tray) -> list[str]:
    """The colours of a piece."""
    return [part.colour or "?" for part in piece.parts] if isinstance(piece, Figure) else list(map(tray.name, piece))


def columns(rows: Sequence[Sequence[object]]) -> list[str]:
    """Lines of things right-aligned under each other."""
    widths = [max(text_width(str(cell)) for cell in column) for column in zip(*rows, strict=True)]
    return ["  ".join(flush_right(str(cell), width) for cell, width in zip(row, widths, strict=True)) for row in rows]
