"""Boards of Queens, Tango, Mini Sudoku and Patches as LinkedIn shows them, made at random, empty, begun or finished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import TypeAlias

from PIL import Image, ImageColor, ImageDraw

from benchmarks.studies.screenshots.drawing import Colour, Style, font_of
from cpmodels.base.graph import grid
from cpmodels.base.regions import random_rectangles
from cpmodels.puzzles.patches import Patch, Patches, shape_of, size_of
from cpmodels.puzzles.queens import Queens
from cpmodels.puzzles.sudoku import Sudoku, usual_boxes
from cpmodels.puzzles.tango import Tango

Place: TypeAlias = tuple[float, float]
Numbers: TypeAlias = Sequence[Sequence[int | None]]

SHARPER = 3
"""Boards are drawn this many times larger, for smooth edges."""
DASHES = 17
"""The dashes of a line between two cells of Patches."""
STATES = ("empty", "begun", "finished")


def _colours(text: str) -> list[Colour]:
    return [ImageColor.getrgb(f"#{colour}")[:3] for colour in text.split()]


QUEENS = _colours("FF7B60 96BEFF FFC992 DFA0BF DFDFDF BBA3E2 A3D2D8 B9B29E B3DFA0 E6F388 62EFEA")
PATCHES = _colours("7C4DFF D81B60 C49000 00A651 E53935 039BE5 F57C00 0097A7 8E24AA 5C6BC0 6D4C41 43A047 78909C AD1457")
SUN, MOON, GOLD = _colours("FCB01C 4C8CE4 E09A1E")
SELECTED, BLUE = (76, 160, 110), (10, 102, 194)
REGULAR = {
    "DejaVuSans-Bold.ttf": "DejaVuSans.ttf",
    "DejaVuSansMono-Bold.ttf": "DejaVuSansMono.ttf",
    "LiberationSans-Bold.ttf": "LiberationSans-Regular.ttf",
    "LiberationMono-Bold.ttf": "LiberationMono-Regular.ttf",
    "Roboto-Bold.ttf": "Roboto-Regular.ttf",
    "OpenSans-Bold.ttf": "OpenSans-Regular.ttf",
}
"""Bold fonts, and those of the same family that are not bold."""


@dataclass(frozen=True)
class Canvas:
    """A board to draw on, whose places are in cells."""

    picture: Image.Image
    side: float

    @property
    def ink(self) -> ImageDraw.ImageDraw:
        return ImageDraw.Draw(self.picture)

    def box(self, left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
        return left * self.side, top * self.side, right * self.side - 1, bottom * self.side - 1

    def rectangle(self, left: float, top: float, right: float, bottom: float, colour: Colour) -> None:
        self.ink.rectangle(self.box(left, top, right, bottom), colour)

    def about(self, middle: Place, wide: float, high: float) -> tuple[float, float, float, float]:
        x, y = middle
        return self.box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)

    def line(self, places: Sequence[Place], colour: Colour, wide: float) -> None:
        self.ink.line([(x * self.side, y * self.side) for x, y in places], colour, max(1, round(wide * self.side)))

    def upright(self, x: float, top: float, bottom: float, colour: Colour, wide: float) -> None:
        self.rectangle(x - wide / 2, top, x + wide / 2, bottom, colour)

    def level(self, y: float, left: float, right: float, colour: Colour, wide: float) -> None:
        self.rectangle(left, y - wide / 2, right, y + wide / 2, colour)

    def text(self, middle: Place, text: str, colour: Colour, font: str, high: float) -> None:
        x, y = (v * self.side for v in middle)
        self.ink.text((x, y), text, colour, font_of(font, max(8, round(high * self.side))), "mm")

    def blend(self, box: tuple[float, float, float, float], colour: Colour, share: float, corner: float) -> None:
        """A translucent rectangle with round corners."""
        mask = Image.new("L", self.picture.size)
        ImageDraw.Draw(mask).rounded_rectangle(box, corner * self.side, round(255 * share))
        self.picture.paste(colour, (0, 0), mask)


def canvas(rows: int, cols: int, style: Style, ground: Colour) -> Canvas:
    side = SHARPER * style.cell
    return Canvas(Image.new("RGB", (cols * side, rows * side), ground), side)


def finished(board: Canvas) -> Image.Image:
    return board.picture.reduce(SHARPER)


def is_dark(style: Style) -> bool:
    return style.theme.name == "dark"


def random_queens(random: Random) -> Queens:
    """Regions that grow at random; the board need not have a solution."""
    size = random.randint(7, 11)
    near = grid(size, size).neighbours
    region = {cell: i for i, cell in enumerate(random.sample(list(near), size))}
    while len(region) < size * size:
        cell = random.choice(list(region))
        for other in random.sample(near[cell], 1):
            region.setdefault(other, region[cell])
    return Queens([[region[row, col] for col in range(size)] for row in range(size)])


def queens(puzzle: Queens, style: Style, random: Random, state: str) -> Image.Image:
    """Regions in colours, thin black lines, thick ones about regions; crosses and queens when it has begun."""
    size, tone = puzzle.rows, random.uniform(0.94, 1.03)
    colours = [_toned(colour, tone) for colour in random.sample(QUEENS, size)]
    board = canvas(size, size, style, (0, 0, 0))
    thin, thick = 1.2 / max(style.cell, 36), random.choice((0.05, 0.07, 0.09))
    hover = random.choice(list(product(range(size), repeat=2))) if random.random() < 0.1 else None
    gold = random.random() < 0.5
    for row, col in product(range(size), repeat=2):
        colour = colours[puzzle.regions[row][col]]
        board.rectangle(col, row, col + 1, row + 1, _toned(colour, 0.85) if (row, col) == hover else colour)
    for one, other in grid(size, size).edges:
        wide = thick if puzzle.regions[one[0]][one[1]] != puzzle.regions[other[0]][other[1]] else thin
        if one[0] == other[0]:
            board.upright(other[1], one[0] - wide / 2, one[0] + 1 + wide / 2, (0, 0, 0), wide)
        else:
            board.level(other[0], one[1] - wide / 2, one[1] + 1 + wide / 2, (0, 0, 0), wide)
    for place in (0.0, float(size)):
        board.upright(place, 0, size, (0, 0, 0), 0.14)
        board.level(place, 0, size, (0, 0, 0), 0.14)
    share = {"empty": 0.0, "begun": 0.4, "finished": 1.0}[state]
    queen = {(row, random.randrange(size)) for row in range(size) if random.random() < share}
    for row, col in product(range(size), repeat=2):
        middle = col + 0.5, row + 0.5
        if (row, col) in queen:
            _crown(board, middle, GOLD if gold else (0, 0, 0))
        elif random.random() < share:
            _cross(board, middle, 0.09, (40, 40, 40), 0.025)
    return finished(board)


def random_tango(random: Random) -> Tango:
    """Suns, moons and signs at random; the board need not have a solution."""
    edges = grid(6, 6).edges
    given = [[random.choice((0, 1)) if random.random() < 0.25 else None for _ in range(6)] for _ in range(6)]
    given[random.randrange(6)][random.randrange(6)] = random.choice((0, 1))
    signs = [((one[0], one[1]), (other[0], other[1])) for one, other in random.sample(edges, random.randint(3, 20))]
    half = random.randint(0, len(signs))
    return Tango(given, equal=signs[:half], different=signs[half:])


def tango(puzzle: Tango, style: Style, random: Random, state: str) -> Image.Image:
    """Given cells on another ground, suns and moons, signs on the lines; played ones when it has begun."""
    if is_dark(style):
        ground, own, line, ink = _colours("1D2226 383D40 383D40 A7B6BF")
    else:
        ground, own, line, ink = _colours("FFFFFF EEEBE7 EAE3DA 8C724C")
    board = canvas(6, 6, style, ground)
    share = {"empty": 0.0, "begun": 0.5, "finished": 1.0}[state]
    cells = list(product(range(6), repeat=2))
    played = {cell: random.choice((0, 1)) for cell in cells if random.random() < share}
    for row, col in cells:
        if puzzle.given[row][col] is not None:
            board.rectangle(col, row, col + 1, row + 1, own)
    for k in range(7):
        board.upright(k, 0, 6, line, 0.03)
        board.level(k, 0, 6, line, 0.03)
    for row, col in cells:
        value = puzzle.given[row][col]
        value = played.get((row, col)) if value is None else value
        middle = col + 0.5, row + 0.5
        if value == 1:
            _disc(board, middle, random.uniform(0.21, 0.24), SUN, (199, 112, 32))
        elif value == 0:
            ground_here = own if puzzle.given[row][col] is not None else ground
            _disc(board, middle, 0.2, MOON, MOON)
            _disc(board, (middle[0] - 0.09, middle[1] - 0.09), 0.17, ground_here, ground_here)
    for sign, pairs in (("=", puzzle.equal), ("x", puzzle.different)):
        for one, other in pairs:
            x, y = (one[1] + other[1] + 1) / 2, (one[0] + other[0] + 1) / 2
            board.ink.rectangle(board.about((x, y), 0.22, 0.2), ground)
            if sign == "x":
                _cross(board, (x, y), 0.06, ink, 0.025)
            else:
                for shift in (-0.035, 0.035):
                    board.level(y + shift, x - 0.075, x + 0.075, ink, 0.025)
    return finished(board)


def random_sudoku(random: Random) -> Sudoku:
    """Eight to sixteen numbers of a full board; it need not have one solution."""
    rows = [2 * band + row for band in random.sample(range(3), 3) for row in random.sample(range(2), 2)]
    cols = [3 * stack + col for stack in random.sample(range(2), 2) for col in random.sample(range(3), 3)]
    names = random.sample(range(1, 7), 6)
    full = [[names[(3 * (row % 2) + row // 2 + col) % 6] for col in cols] for row in rows]
    shown = set(random.sample(list(product(range(6), repeat=2)), random.randint(8, 16)))
    return Sudoku([[full[row][col] if (row, col) in shown else None for col in range(6)] for row in range(6)])


def sudoku(puzzle: Sudoku, style: Style, random: Random, state: str) -> Image.Image:
    """Numbers between lines, thick ones about boxes; those that are given are grey, or bold, where there are others."""
    dark = is_dark(style)
    ground, line, strong, grey = _colours("1D2226 8A8A8A E6E6E6 8F8F8F" if dark else "FFFFFF 5E5E5E 202020 929292")
    board = canvas(6, 6, style, ground)
    if random.random() < 0.5:
        row, col = random.randrange(6), random.randrange(6)
        board.rectangle(col, row, col + 1, row + 1, SELECTED)
        board.rectangle(col + 0.08, row + 0.08, col + 0.92, row + 0.92, (33, 50, 44) if dark else (240, 250, 243))
    boxes = usual_boxes(6)
    for one, other in grid(6, 6).edges:
        wide = 0.055 if boxes[one[0]][one[1]] != boxes[other[0]][other[1]] else 0.018
        if one[0] == other[0]:
            board.upright(other[1], one[0], one[0] + 1, line, wide)
        else:
            board.level(other[0], one[1], one[1] + 1, line, wide)
    board.ink.rectangle(board.box(0, 0, 6, 6), None, line, round(0.04 * board.side))
    share = {"empty": 0.0, "begun": 0.5, "finished": 1.0}[state]
    given, written, thin = strong if state == "empty" else grey, strong, style.font
    if (regular := REGULAR.get(style.font)) and random.random() < 0.5:
        given, written, thin = strong, random.choice([strong, grey, BLUE]), regular
    for row, col in product(range(6), repeat=2):
        number, colour, font = puzzle.given[row][col], given, style.font
        if number is None and random.random() < share:
            number, colour, font = random.randint(1, 6), written, thin
        if number:
            board.text((col + 0.5, row + 0.5), str(number), colour, font, 0.42 * style.text)
    return finished(board)


def random_patches(random: Random) -> Patches:
    """A clue in each of some rectangles, of which the number or the shape is known, or nothing."""
    size = random.randint(6, 8)
    clues = []
    for cells in random_rectangles(size, size, random):
        high, wide = size_of(cells)
        row, col = random.choice(cells)
        shape = shape_of(high, wide) if random.random() < 0.5 else None
        clues.append(Patch(row, col, high * wide if random.random() < 0.8 else None, shape))
    return Patches(size, size, clues)


def patches(puzzle: Patches, style: Style, random: Random, state: str) -> Image.Image:
    """Shapes in colours with white numbers, over dashed lines; tinted rectangles with badges when it has begun."""
    ground, line = _colours("1D2226 5A6064" if is_dark(style) else "FFFFFF BEBEBE")
    size = puzzle.rows
    board = canvas(size, size, style, ground)
    colours = dict(zip(puzzle.clues, (random.choice(PATCHES) for _ in puzzle.clues), strict=True))
    for k in range(size + 1):
        for at in range(DASHES * size):
            begin, end = at / DASHES, (at + (1 if k in (0, size) else 0.6)) / DASHES
            board.upright(k, begin, end, line, 0.022)
            board.level(k, begin, end, line, 0.022)
    for clue, colour in colours.items():
        x, y = clue.col + 0.5, clue.row + 0.5
        if random.random() < {"empty": 0.0, "begun": 0.5, "finished": 1.0}[state]:
            wide, high = random.randint(0, size - 1 - clue.col), random.randint(0, size - 1 - clue.row)
            box = board.box(clue.col + 0.04, clue.row + 0.04, x + wide + 0.46, y + high + 0.46)
            if not any(clue.row <= o.row <= clue.row + high and clue.col <= o.col <= clue.col + wide
                       for o in puzzle.clues if o != clue):  # fmt: skip
                board.blend(box, colour, 0.35, 0.08)
                board.ink.rounded_rectangle(box, 0.08 * board.side, None, colour, round(0.035 * board.side))
                if wide + high:
                    badge = board.about((x + wide, y + high), 0.22, 0.22)
                    board.ink.rounded_rectangle(badge, 0.05 * board.side, None, colour, round(0.02 * board.side))
                    text = str((wide + 1) * (high + 1))
                    board.text((x + wide, y + high), text, colour, style.font, 0.15)
        if clue.shape:
            across, down = {"square": (0.57, 0.57), "tall": (0.48, 0.72), "wide": (0.72, 0.48)}[clue.shape]
            board.blend(board.about((x, y), across, down), colour, 1, 0.03)
        else:
            for across, down in ((0.48, 0.72), (0.72, 0.48)):
                board.blend(board.about((x, y), across, down), colour, 0.6, 0.08)
        if clue.area:
            board.text((x, y), str(clue.area), (255, 255, 255), style.font, 0.36 if clue.area < 10 else 0.28)
    return finished(board)


def _toned(colour: Colour, share: float) -> Colour:
    red, green, blue = (min(255, int(share * v)) for v in colour)
    return red, green, blue


def _disc(board: Canvas, middle: Place, radius: float, colour: Colour, rim: Colour) -> None:
    board.ink.ellipse(board.about(middle, 2 * radius, 2 * radius), colour, rim, max(1, round(0.02 * board.side)))


def _cross(board: Canvas, middle: Place, reach: float, colour: Colour, wide: float) -> None:
    x, y = middle
    for rise in (reach, -reach):
        board.line([(x - reach, y - rise), (x + reach, y + rise)], colour, wide)


def _crown(board: Canvas, middle: Place, colour: Colour) -> None:
    x, y = middle
    outline = (-0.24, -0.12), (-0.12, 0.0), (0, -0.2), (0.12, 0.0), (0.24, -0.12), (0.19, 0.17), (-0.19, 0.17)
    board.ink.polygon([((x + a) * board.side, (y + b) * board.side) for a, b in outline], colour, (30, 20, 0))
