"""Puzzles and answers as lines of text for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from cpmodels.lattice import SQUARE, Cell
from cpmodels.puzzles import EdgeMatching, Garden, Path, Placement, TilePlacement, Zigzaw, Zip
from cpmodels.puzzles.zigzaw import ALL_PARTS
from renderers.gardens import reaches, tiles

LIGHT, HEAVY = "·╵╶└╷│┌├╴┘─┴┐┤┬┼", " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""Characters by the sides they reach: top 1, right 2, bottom 4, left 8."""
EMPTY = "·"
TURNS = ("0", "1/4", "2/4", "3/4")


def text(puzzle: Any, solution: Any) -> str:
    """The puzzle, or the answer to it, which must fit it; lines end without blanks."""
    match puzzle:
        case Zip():
            lines = _zip(puzzle, solution)
        case EdgeMatching():
            lines = _table(solution.rows) if solution else _pieces(puzzle)
        case Zigzaw():
            lines = _offset_rows(solution.rows) if solution else _frogs(puzzle)
        case Garden():
            lines = _garden(puzzle, solution)
        case _:
            raise TypeError(f"expected a puzzle, got {type(puzzle).__name__}")
    return _joined(lines)


def text_of_laid(puzzle: EdgeMatching | Zigzaw, laid: Mapping[Cell, Any]) -> str:
    """A board with some of its pieces, a dot for each that is not there."""
    rows = [[laid.get((row, col)) for col in range(puzzle.cols)] for row in range(puzzle.rows)]
    most = len(puzzle.pieces) - 1
    return _joined(_table(rows, most) if isinstance(puzzle, EdgeMatching) else _offset_rows(rows, most))


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(line.rstrip() for line in lines)


def _zip(puzzle: Zip, path: Path | None) -> list[str]:
    """A character raster: a cell is `wide` characters, rows and columns of walls stand between."""
    wide = len(str(len(puzzle.waypoints))) // 2 * 2 + 3
    walls, links = _heavy(puzzle), _links(path)
    numbers = {(2 * r + 1, 2 * c + 1): str(n) for (r, c), n in puzzle.numbers.items()}
    raster = []
    for line in range(2 * puzzle.rows + 1):
        row = ""
        for column in range(2 * puzzle.cols + 1):
            at = (line, column)
            if line % 2 == 0 or column % 2 == 0:
                row += _between(at, walls, links, wide)
            else:
                row += _inside(numbers.get(at), links.get(at, 0), wide)
        raster.append(row)
    return raster


def _heavy(puzzle: Zip) -> dict[Cell, int]:
    """The sides that heavy lines reach from each corner and wall, at doubled coordinates (cells are odd, odd)."""
    rows, cols = 2 * puzzle.rows, 2 * puzzle.cols
    rim = [(r, c) for r in range(rows + 1) for c in range(cols + 1) if r in (0, rows) or c in (0, cols)]
    pieces = {at for at in rim if sum(at) % 2} | {(a[0] + b[0] + 1, a[1] + b[1] + 1) for a, b in puzzle.walls}
    sides: dict[Cell, int] = {}
    for piece in pieces:
        for direction in (1, 3) if piece[1] % 2 else (0, 2):
            corner = SQUARE.neighbour(piece, direction)
            sides[piece] = sides.get(piece, 0) | 1 << direction
            sides[corner] = sides.get(corner, 0) | 1 << SQUARE.opposite[direction]
    return sides


def _links(path: Path | None) -> dict[Cell, int]:
    """The sides that the path reaches from each cell and gap it passes, at doubled coordinates."""
    sides: dict[Cell, int] = {}
    for here, there in pairwise(path.cells if path else ()):
        if there in (near := SQUARE.neighbours(here)):
            direction, back = near.index(there), SQUARE.opposite[near.index(there)]
            start, stop = ((2 * r + 1, 2 * c + 1) for r, c in (here, there))
            gap = SQUARE.neighbour(start, direction)
            for at, reached in ((start, 1 << direction), (gap, 1 << direction | 1 << back), (stop, 1 << back)):
                sides[at] = sides.get(at, 0) | reached
    return sides


def _between(at: Cell, walls: dict[Cell, int], links: dict[Cell, int], wide: int) -> str:
    """A corner, or what stands between two cells: a wall, the path, or the path through a wall."""
    heavy, light = walls.get(at, 0), links.get(at, 0)
    crossing = {5: "╂", 10: "┿"}.get(heavy, "") if light else ""
    symbol = crossing or (LIGHT[light] if light else HEAVY[heavy])
    if at[1] % 2 == 0:
        return symbol
    filler = HEAVY[heavy & 10]
    return filler * (wide // 2) + symbol + filler * (wide // 2)


def _inside(number: str | None, links: int, wide: int) -> str:
    """A cell: its number, the path or a dot, with the path running out to the left and right."""
    label = number or LIGHT[links]
    left = (wide - len(label)) // 2 + (len(label) % 2 == 0)
    right = wide - len(label) - left
    return ("─" if links & 8 else " ") * left + label + ("─" if links & 2 else " ") * right


def _table(board: Sequence[Sequence[Placement | None]], most: int = 0) -> list[str]:
    """Indexes of pieces, as wide as the largest or as `most`, and turns, as the nine-piece solvers print them."""
    width = max(len(str(most)), *(len(_index(place)) for row in board for place in row))
    rows = [
        (
            "  ".join(f"{_index(place):>{width}}" for place in row),
            " ".join(f"{TURNS[place.turns % 4] if place else EMPTY:^4}" for place in row),
        )
        for row in board
    ]
    left, right = max(len("indexes"), len(rows[0][0])), max(len("turns"), len(rows[0][1]))
    rule = "-" * (left + right + 5)
    lines = [rule, f" {'indexes':<{left}} | turns", f"{'-' * (left + 2)}+{'-' * (right + 2)}"]
    return [*lines, *(f" {indexes:<{left}} | {turns}" for indexes, turns in rows), rule]


def _index(place: Placement | None) -> str:
    return str(place.piece) if place else EMPTY


def _pieces(puzzle: EdgeMatching) -> list[str]:
    """The numbers on each piece's edges, and the clues."""
    lines = _columns([("piece", "top", "right", "bottom", "left"), *((i, *p) for i, p in enumerate(puzzle.pieces))])
    clues = [f"fixed: piece {c.piece} at ({c.row}, {c.col}), turned {TURNS[c.turns]}" for c in puzzle.clues]
    return [*lines, *clues]


def _frogs(puzzle: Zigzaw) -> list[str]:
    """The colours of each frog's parts."""
    rows = [(i, *(getattr(frog, part) or "?" for part in ALL_PARTS)) for i, frog in enumerate(puzzle.pieces)]
    return _columns([("piece", *ALL_PARTS), *rows])


def _offset_rows(rows: Sequence[Sequence[int | None]], most: int = 0) -> list[str]:
    """The indexes of the frogs, as wide as the largest or as `most`, odd rows half a place to the right."""
    labels = [[EMPTY if index is None else str(index) for index in row] for row in rows]
    digits = max(len(str(most)), *(len(label) for row in labels for label in row))
    half = (digits + 3) // 2
    gap, indent = " " * (2 * half - digits), " " * half
    return [
        indent * (number % 2) + gap.join(f"{label:>{digits}}" for label in row) for number, row in enumerate(labels)
    ]


def _garden(garden: Garden, planting: TilePlacement | None) -> list[str]:
    codes = tiles(garden, planting)
    layers = [_layer(garden, codes, z) for z in range(garden.box[2] if garden.dimension == 3 else 1)]
    lines = [line for line in (layers[0] if garden.dimension < 3 else _side_by_side(layers)) if line.strip()]
    loose = [code for code in garden.tile_set if code not in codes.values()]
    return lines if planting else [*lines, f"tiles to place: {' '.join(f'{code:02d}' for code in loose)}"]


def _layer(garden: Garden, codes: dict[Cell, int], z: int) -> list[str]:
    """Rows of codes; where blue faces may look out, those that do are told by a line across the rim."""
    width, height = (*garden.box, 1)[:2]
    out = {
        (reach.cell, garden.lattice.names[reach.direction]) for reach in reaches(garden, codes) if reach.kind == "rim"
    }

    def edge(x: int, y: int, name: str) -> bool:
        return ((x, y, z)[: garden.dimension], name) in out

    def rim(y: int, name: str) -> list[str]:
        if garden.dimension == 1 or garden.boundaries[1] == "red":
            return []
        return [" " + " ".join("||" if edge(x, y, name) else "  " for x in range(width))]

    rows = [
        ("-" if edge(0, y, "West") else "|")
        + "|".join(_code(codes, (x, y, z), garden.dimension) for x in range(width))
        + ("-" if edge(width - 1, y, "East") else "|")
        for y in _down(height)
    ]
    return [*rim(height - 1, "North"), *rows, *rim(0, "South")]


def _code(codes: dict[Cell, int], cell: Cell, dimension: int) -> str:
    code = codes.get(cell[:dimension])
    return "  " if code is None else f"{code:02d}"


def _down(count: int) -> range:
    """The rows of a garden from North to South."""
    return range(count - 1, -1, -1)


def _side_by_side(layers: list[list[str]]) -> list[str]:
    """Layers from the Bottom to the Top, each under its name."""
    last = len(layers) - 1
    names = ["Bottom" if z == 0 else "Top" if z == last else f"z = {z}" for z in range(last + 1)]
    width = max(len(layers[0][0]), 6)
    rows = [names, *zip(*layers, strict=True)]
    return ["  ".join(f"{part:<{width}}" for part in row) for row in rows]


def _columns(rows: Sequence[Sequence[object]]) -> list[str]:
    """Cells right-aligned under each other."""
    widths = [max(len(str(cell)) for cell in column) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell!s:>{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
