"""The Zigzaw as a page to play; lengths are in hundredths of the width of a hexagon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cpmodels.base.lattice import HEXAGONAL, Cell, hexagon, hexagon_centre
from cpmodels.puzzles.zigzaw import ALL_PARTS, CORNERS, FITS, PARTS, Frog, Mosaic, Zigzaw
from cpmodels.puzzles.zigzaw.geometry import FACELETS, HEXAGON_HEIGHT, Facelet, from_middle
from renderers._figures import outline, shrunk
from renderers._tiles_page import Lying, check_pieces, tiles_page
from renderers._web_page import digest_of, rounded
from renderers.functions import check_fit
from renderers.palette import ink_on, named
from renderers.shapes import Point


def zigzaw_page(puzzle: Zigzaw, solutions: Sequence[Mosaic] = ()) -> bytes:
    """The page, which opens with the frogs shuffled; on demand it steps through the solutions, right or wrong.

    Raises PuzzleError when the board is too large for a page, or a solution does not have each frog once.
    """
    check_pieces(puzzle)
    for solution in solutions:
        check_fit(puzzle, solution)
    lying: list[Lying] = [[(index, 0) for _, index in solution] for solution in solutions]
    return tiles_page(puzzle, solutions, lying, _hexagons(puzzle), lambda place: puzzle.pieces[_index(place)])


def _index(place: int | tuple[int, int]) -> int:
    """The frog in a place, alone or with its turns."""
    return place if isinstance(place, int) else place[0]


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
        "digest": digest_of(puzzle),
        "turning": False,
        "sign": 1,
        "border": None,
        "places": [[*rounded(_middle(cell)), *cell] for cell in puzzle.centres],
        "pieces": [[numbers[colour] for colour in _colours(frog)] for frog in puzzle.pieces],
        "fixed": [[*rounded(_middle((row, col))), *_border(frog, numbers)] for row, col, frog in puzzle.border],
        "joins": list(_joins(puzzle, places)),
        "rims": [],
        "clues": [],
        "words": [
            {"word": word, "colour": named(word), "ink": ink_on(named(word)), "letter": letter}
            for word, letter in zip(words, letters(words), strict=True)
        ],
        "outline": _path(outline(_facelets(ALL_PARTS))[0]),
        "parts": [_part(part) for part in ALL_PARTS],
        "view": [*rounded((left, top)), *rounded((max(xs) + 75 - left, max(ys) + HEXAGON_HEIGHT * 60 - top))],
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
    return [[numbers[colour] for colour in _colours(frog)], "".join(map(_path, outline(_facelets(known))))]


def _joins(puzzle: Zigzaw, places: Sequence[Cell]) -> Iterator[list[Any]]:
    """All pairs of hexagons that touch, each once, except for those of the border among themselves.

    Of each its two places, which values must fit each other, and the line between them.
    """
    number = {hexagon(*cell): place for place, cell in enumerate(places)}
    for first, cell in enumerate(puzzle.centres):
        for direction, pairs in FITS.items():
            index = HEXAGONAL.index(direction)
            second = number.get(HEXAGONAL.neighbour(hexagon(*cell), index))
            if second is not None and second > first:
                x, y = _middle(cell)
                ends = [CORNERS[(index - 1) % 6], CORNERS[index]]
                line = [rounded((x + 50 * dx, y + 50 * HEXAGON_HEIGHT / 2 * dy)) for dx, dy in ends]
                yield [first, second, [(PARTS.index(own), PARTS.index(part)) for own, part in pairs], line]


def _middle(cell: Cell) -> Point:
    x, y = hexagon_centre(*cell)
    return (50.0 * x, 25.0 * HEXAGON_HEIGHT * y)


def _part(part: str) -> dict[str, Any]:
    """A part of a frog about the middle of its hexagon: its facelets, and a place for a letter."""
    middles = [tuple(sum(v) / len(facelet) for v in zip(*facelet, strict=True)) for facelet in FACELETS[part]]
    drawn = "".join(map(_path, map(shrunk, FACELETS[part])))
    x, y = (sum(values) / len(middles) for values in zip(*middles, strict=True))
    at = min(middles, key=lambda middle: abs(middle[0] - x) + abs(middle[1] - y))
    return {"name": part.replace("_", " "), "d": drawn, "at": _about_the_middle((at[0], at[1]))}


def _path(points: Sequence[Point]) -> str:
    return "M" + "L".join("{} {}".format(*_about_the_middle(point)) for point in points) + "Z"


def _about_the_middle(point: Point) -> tuple[float, float]:
    """A point in divisions from the upper left of a frog, seen from the middle of its hexagon."""
    x, y = from_middle(point)
    return rounded((100 * x, 100 * y))


def _facelets(parts: Iterable[str]) -> tuple[Facelet, ...]:
    return tuple(facelet for part in parts for facelet in FACELETS[part])
