"""Edge matching and the Zigzaw as a page to play: pieces are dragged, swapped and turned, and mismatches are marked.

Lengths are in hundredths of the side of a piece, or of the width of a hexagon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cpmodels.errors import PuzzleError
from cpmodels.lattice import HEXAGONAL, SQUARE, Cell, hexagon
from cpmodels.puzzles import Board, EdgeMatching, Frog, Mosaic, Zigzaw
from cpmodels.puzzles.zigzaw import ALL_PARTS, CORNERS, FITS, PARTS
from cpmodels.puzzles.zigzaw_geometry import HEXAGON_HEIGHT, HIGH, WIDE
from cpmodels.values import listed, repeated
from renderers.edge_matching import colour_of, mark_of, side_line
from renderers.functions import check_fit
from renderers.outputs import Look
from renderers.palette import ink_on, named
from renderers.shapes import Point
from renderers.web_page import web_page
from renderers.zigzaw import FACELETS, FILL, outline

SCRIPTS = ("tiles_game.js", "tiles_board.js", "tiles_hand.js", "tiles_playing.js")
MOST_PIECES = 400
"""Pieces of larger boards would be too small, and their page too slow."""
ACROSS, DOWN = 100 / 6, 100 * HEXAGON_HEIGHT / 6
"""A division of a frog, to the right and downwards."""


@dataclass(frozen=True)
class Join:
    """Two places that touch: which values must fit each other, and the line between them."""

    first: int
    second: int
    pairs: tuple[tuple[int, int], ...]
    line: tuple[Point, Point]


def check_size(puzzle: EdgeMatching | Zigzaw) -> None:
    """Raises PuzzleError when the board is too large for a page."""
    if len(puzzle.pieces) > MOST_PIECES:
        raise PuzzleError(f"a page to play shows up to {MOST_PIECES} pieces, not {len(puzzle.pieces)}")


def tiles_page(puzzle: EdgeMatching | Zigzaw, solutions: Sequence[Board | Mosaic], look: Look) -> bytes:
    """The page, which shows the first answer, right or wrong, and steps through them; or the pieces shuffled.

    Raises PuzzleError when the board is too large for a page, or an answer does not have each piece once.
    """
    del look
    check_size(puzzle)
    for solution in solutions:
        check_fit(puzzle, solution)
        if isinstance(solution, Board) and (empty := solution.empty):
            raise PuzzleError(f"a page to play needs each piece once, but nothing lies at {listed(empty)}")
        if twice := repeated(index for index, _ in _lying(solution)):
            raise PuzzleError(f"a page to play needs each piece once, but piece {twice[0]} lies in two places")
    data = {
        "solutions": [_lying(solution) for solution in solutions],
        "right": [not puzzle.check(solution) for solution in solutions],  # type: ignore[arg-type]
        **(_squares(puzzle) if isinstance(puzzle, EdgeMatching) else _hexagons(puzzle)),
    }
    title = puzzle.name or ("Edge matching" if isinstance(puzzle, EdgeMatching) else "Zigzaw")
    return web_page(title, "tiles.html", data, styles=("tiles.css",), scripts=SCRIPTS)


def _lying(solution: Any) -> list[tuple[int, int]]:
    """The piece and its quarter turns in each place."""
    if isinstance(solution, Board):
        return [(place.piece, place.turns % 4) for _, place in solution]
    return [(index, 0) for _, index in solution]


def _squares(puzzle: EdgeMatching) -> dict[str, Any]:
    """What the scripts need to know of an edge-matching puzzle."""
    cells: list[Cell] = [(row, col) for row in range(puzzle.rows) for col in range(puzzle.cols)]
    colours = colour_of(puzzle)
    values = {
        value: {
            "colour": colour,
            "ink": ink_on(colour),
            "mark": mark_of(puzzle, value),
            "line": [_rounded(point) for point in side_line(value, puzzle.rule == "sum-zero")],
        }
        for value, colour in colours.items()
    }
    touching = [_across(cell, side) for cell in cells for side in range(4)]
    places = {cell: place for place, cell in enumerate(cells)}
    return {
        "kind": puzzle.kind,
        "turning": puzzle.rotations,
        "sign": puzzle.sign,
        "border": puzzle.border,
        "places": [[col * 100 + 50, row * 100 + 50, row, col] for row, col in cells],
        "pieces": puzzle.pieces,
        "fixed": [],
        "joins": [
            [places[cell], places[other], [[side, SQUARE.opposite[side]]], line]
            for cell, side, other, line in touching
            if other in places and cell < other
        ],
        "rims": [
            [places[cell], side, line]
            for cell, side, other, line in touching
            if other not in places and puzzle.border is not None
        ],
        "clues": [[places[clue.row, clue.col], clue.piece, clue.turns] for clue in puzzle.clues],
        "values": values,
        "view": [0, 0, puzzle.cols * 100, puzzle.rows * 100],
        "reach": 18 if puzzle.rule == "sum-zero" else 0,
    }


def _across(cell: Cell, side: int) -> tuple[Cell, int, Cell, list[tuple[float, float]]]:
    """A side of a cell: the cell beyond it, and the line between the two."""
    row, col = cell
    corners = ((col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1))
    line = [(100.0 * x, 100.0 * y) for x, y in (corners[side], corners[(side + 1) % 4])]
    return cell, side, SQUARE.neighbour(cell, side), line


def _hexagons(puzzle: Zigzaw) -> dict[str, Any]:
    """What the scripts need to know of a Zigzaw."""
    words = sorted({c for frog in (*puzzle.pieces, *(b.frog for b in puzzle.border)) for c in _colours(frog) if c})
    numbers: dict[str | None, int | None] = {word: number for number, word in enumerate(words)} | {None: None}
    places = [*puzzle.centres, *((row, col) for row, col, _ in puzzle.border)]
    middles = [_middle(cell) for cell in places]
    xs, ys = zip(*middles, strict=True)
    left, top = min(xs) - 75, min(ys) - HEXAGON_HEIGHT * 60
    return {
        "kind": puzzle.kind,
        "turning": False,
        "sign": 1,
        "border": None,
        "places": [[*_rounded(_middle(cell)), *cell] for cell in puzzle.centres],
        "pieces": [[numbers[colour] for colour in _colours(frog)] for frog in puzzle.pieces],
        "fixed": [[*_rounded(_middle((row, col))), *_border(frog, numbers)] for row, col, frog in puzzle.border],
        "joins": [[join.first, join.second, join.pairs, join.line] for join in _joins(puzzle, places)],
        "rims": [],
        "clues": [],
        "words": [
            {"word": word, "colour": named(word), "ink": ink_on(named(word)), "letter": letter}
            for word, letter in zip(words, letters(words), strict=True)
        ],
        "outline": _path(outline(tuple(ALL_PARTS))[0]),
        "parts": [_part(part) for part in ALL_PARTS],
        "view": [*_rounded((left, top)), *_rounded((max(xs) + 75 - left, max(ys) + HEXAGON_HEIGHT * 60 - top))],
        "reach": 0,
    }


def letters(words: Sequence[str]) -> list[str]:
    """A mark for each word: as few of its first letters as no word before it has taken, or else a number.

    >>> letters(["blue", "black", "b"])
    ['B', 'Bl', '3']
    """
    taken: list[str] = []
    for number, word in enumerate(words, 1):
        starts = (word[:length].capitalize() for length in range(1, 3))
        taken.append(next((start for start in starts if start not in taken), str(number)))
    return taken


def _colours(frog: Frog) -> list[str | None]:
    return [getattr(frog, part) for part in ALL_PARTS]


def _border(frog: Frog, numbers: dict[str | None, int | None]) -> list[Any]:
    """The colours of a frog on the border, and the line about its known parts."""
    known = tuple(part for part in ("body", *PARTS) if getattr(frog, part) is not None)
    return [[numbers[colour] for colour in _colours(frog)], "".join(map(_path, outline(known)))]


def _joins(puzzle: Zigzaw, places: Sequence[Cell]) -> Iterator[Join]:
    """All pairs of hexagons that touch, each once, but for those of the border among themselves."""
    number = {hexagon(*cell): place for place, cell in enumerate(places)}
    for first, cell in enumerate(puzzle.centres):
        for direction, pairs in FITS.items():
            index = HEXAGONAL.index(direction)
            second = number.get(HEXAGONAL.neighbour(hexagon(*cell), index))
            if second is not None and second > first:
                x, y = _middle(cell)
                ends = [CORNERS[(index - 1) % 6], CORNERS[index]]
                line = tuple(_rounded((x + 50 * dx, y + 50 * HEXAGON_HEIGHT / 2 * dy)) for dx, dy in ends)
                values = tuple((PARTS.index(own), PARTS.index(part)) for own, part in pairs)
                yield Join(first, second, values, (line[0], line[1]))


def _middle(cell: Cell) -> Point:
    x, y = hexagon(*cell)
    return (50.0 * x, 25.0 * HEXAGON_HEIGHT * y)


def _part(part: str) -> dict[str, Any]:
    """A part of a frog about the middle of its hexagon: its facelets, and a place for a letter."""
    middles = [tuple(sum(v) / len(facelet) for v in zip(*facelet, strict=True)) for facelet in FACELETS[part]]
    drawn = "".join(
        _path(tuple((x + (px - x) * FILL, y + (py - y) * FILL) for px, py in facelet))
        for facelet, (x, y) in zip(FACELETS[part], middles, strict=True)
    )
    x, y = (sum(values) / len(middles) for values in zip(*middles, strict=True))
    at = min(middles, key=lambda middle: abs(middle[0] - x) + abs(middle[1] - y))
    return {"name": part.replace("_", " "), "d": drawn, "at": _about_the_middle((at[0], at[1]))}


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join("{} {}".format(*_about_the_middle(point)) for point in points) + "Z"


def _about_the_middle(point: Point) -> tuple[float, float]:
    """A point in divisions from the upper left of a frog, seen from the middle of its hexagon."""
    return _rounded(((point[0] - WIDE / 2) * ACROSS, (point[1] - HIGH / 2) * DOWN))


def _rounded(point: Point) -> tuple[float, float]:
    return (round(point[0], 2), round(point[1], 2))
