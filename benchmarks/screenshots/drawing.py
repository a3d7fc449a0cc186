"""Screenshots of ZIPs as applications and pages show them, made at random: what a reader of pictures is tried on."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFont

from cpmodels import Zip

Colour: TypeAlias = tuple[int, int, int]
Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont

OWN_FONT = "Pillow's own"
KNOWN_FONTS = (OWN_FONT, "DejaVuSans-Bold.ttf", "LiberationSans-Bold.ttf", "Roboto-Medium.ttf", "Roboto-Bold.ttf")
"""Fonts of which the reader knows the digits."""
OTHER_FONTS = (
    *("LiberationMono-Bold.ttf", "LiberationSerif-Bold.ttf", "DejaVuSansMono-Bold.ttf", "RobotoCondensed-Medium.ttf"),
    *("DejaVuSerif-Bold.ttf", "Inter-SemiBold.otf", "OpenSans-Bold.ttf", "Lato-Bold.ttf", "NotoSans-Bold.ttf"),
    *("Cantarell-Bold.otf",),
)
"""Fonts that it has never seen; those that are not installed are left out."""
SHARPER = 4
"""Discs are drawn so many times larger, for smooth edges."""


@dataclass(frozen=True)
class Theme:
    """The colours of a board, from the page about it to the walls on it."""

    name: str
    page: Colour
    cell: Colour
    line: Colour
    disc: Colour
    number: Colour
    wall: Colour
    text: Colour


THEMES = (
    Theme("light", (243, 242, 238), (249, 250, 255), (163, 163, 158), (8, 8, 8), (255, 255, 255), (8, 8, 8), (30, 30, 30)),
    Theme("light", (249, 250, 251), (255, 255, 255), (229, 231, 235), (18, 24, 38), (255, 255, 255), (18, 24, 38), (60, 60, 70)),
    Theme("light", (255, 255, 255), (255, 255, 255), (190, 190, 190), (31, 95, 191), (255, 255, 255), (40, 40, 40), (0, 0, 0)),
    Theme("light", (245, 246, 248), (232, 236, 242), (255, 255, 255), (30, 37, 48), (255, 255, 255), (30, 37, 48), (30, 37, 48)),
    Theme("dark", (27, 31, 35), (29, 34, 38), (92, 98, 104), (235, 238, 240), (10, 10, 10), (240, 240, 240), (220, 220, 220)),
    Theme("dark", (0, 0, 0), (18, 18, 18), (58, 58, 60), (255, 255, 255), (18, 18, 18), (255, 255, 255), (200, 200, 200)),
    Theme("dark", (15, 23, 42), (30, 41, 59), (71, 85, 105), (56, 189, 248), (15, 23, 42), (226, 232, 240), (148, 163, 184)),
    Theme("dark", (32, 33, 36), (48, 49, 52), (32, 33, 36), (8, 8, 8), (255, 255, 255), (232, 234, 237), (232, 234, 237)),
)
TINTS = ((170, 219, 194), (170, 189, 240), (247, 198, 176), (231, 187, 228), (204, 233, 183))


@dataclass(frozen=True)
class Style:
    """How a screenshot is drawn; lengths are shares of a cell, but for its side in pixels."""

    theme: Theme
    font: str
    cell: int
    disc: float | None
    """The radius of the discs on which numbers stand; None for plain numbers on the board."""
    text: float
    line: float
    gaps: bool
    """Whether cells are rounded squares apart rather than divided by lines."""
    wall: float
    corner: float
    tint: Colour | None
    ring: bool
    chrome: str
    margin: float
    """What is left of the surroundings: less than 0.1 is a slight crop, up to the frame of the board."""
    scale: float
    quality: int | None
    """Of the JPEG that it was in between."""
    pointer: bool


def random_style(random: Random, fonts: tuple[str, ...]) -> Style:
    """A style drawn at random, of the fonts that are there."""
    theme = random.choice(THEMES)
    cell = random.choice((24, 28, 32, 36, 40, 48, 56, 64, 80, 96, 120))
    tint = random.choice((None, *TINTS))
    gaps = random.random() < 0.15
    return Style(
        theme,
        random.choice(fonts),
        cell,
        random.choice((0.26, 0.28, 0.3, 0.34, 0.38)) if random.random() < 0.75 else None,
        random.uniform(0.9, 1.15),
        random.choice((0.015, 0.025, 0.035)) if not gaps else random.choice((0.05, 0.08)),
        gaps,
        random.choice((0.12, 0.15, 0.18, 0.2)),
        random.choice((0, 0.15, 0.43)),
        tint and (tint if theme.name == "light" else tuple(int(0.45 * v) for v in tint)),
        random.random() < 0.5,
        random.choice(("none", "phone", "desktop")),
        random.choice((0.02, 0.06, 0.3, 0.6)),
        random.choice((1, 1, 1, 0.75, 0.9, 1.3)),
        random.choice((None, None, 92, 80, 65)),
        random.random() < 0.1,
    )


def random_puzzle(random: Random) -> Zip:
    """A board of 4 x 4 to 12 x 12 with up to 40 numbers and some walls; it need not have a solution."""
    rows = random.randint(4, 12)
    cols = rows if random.random() < 0.8 else random.randint(4, 12)
    cells = list(product(range(rows), range(cols)))
    waypoints = random.sample(cells, random.randint(2, min(40, len(cells) // 2)))
    sides = [((r, c), (r, c + 1)) for r, c in cells if c + 1 < cols] + [
        ((r, c), (r + 1, c)) for r, c in cells if r + 1 < rows
    ]
    walls = random.sample(sides, round(random.choice((0, 0.05, 0.12, 0.25)) * len(sides)))
    return Zip(rows, cols, waypoints, walls)


def screenshot(puzzle: Zip, style: Style, random: Random) -> Image.Image:
    """The picture of a board in this style, with what stands about it."""
    board = _board(puzzle, style)
    margin = max(1, round(style.margin * style.cell))
    if style.chrome == "none" or style.margin < 0.1:
        picture = Image.new("RGB", (board.width + 2 * margin, board.height + 2 * margin), style.theme.page)
        picture.paste(board, (margin, margin))
    else:
        picture = _surrounded(board, style, margin, random)
    if style.pointer:
        _pointer(picture, random)
    if style.scale != 1:
        size = (round(picture.width * style.scale), round(picture.height * style.scale))
        picture = picture.resize(size, Image.Resampling.BICUBIC)
    if style.quality:
        data = io.BytesIO()
        picture.save(data, "JPEG", quality=style.quality)
        picture = Image.open(data).convert("RGB")
    return picture


def available(fonts: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the fonts that are installed."""
    return tuple(name for name in fonts if _font(name, 20))


def _board(puzzle: Zip, style: Style) -> Image.Image:
    theme, side = style.theme, style.cell
    line = max(1, round(style.line * side))
    width, height = puzzle.cols * side + line, puzzle.rows * side + line
    board = Image.new("RGB", (width, height), theme.page)
    ink = ImageDraw.Draw(board)
    if style.gaps:
        for r, c in product(range(puzzle.rows), range(puzzle.cols)):
            box = (c * side + line, r * side + line, (c + 1) * side - 1, (r + 1) * side - 1)
            ink.rounded_rectangle(box, side // 12, _ground(puzzle, style, (r, c)), theme.line)
    else:
        ink.rounded_rectangle((0, 0, width - 1, height - 1), style.corner * side, theme.cell, theme.line, line)
        if style.tint:
            r, c = puzzle.waypoints[0]
            ink.rectangle((c * side + line, r * side + line, (c + 1) * side - 1, (r + 1) * side - 1), style.tint)
        for c in range(1, puzzle.cols):
            ink.rectangle((c * side, 0, c * side + line - 1, height - 1), theme.line)
        for r in range(1, puzzle.rows):
            ink.rectangle((0, r * side, width - 1, r * side + line - 1), theme.line)
    thick = max(3, round(style.wall * side))
    for (r, c), (below, beside) in puzzle.walls:
        x, y = beside * side + line // 2 - thick // 2, below * side + line // 2 - thick // 2
        over = thick if r == below else side + thick, side + thick if r == below else thick
        ink.rectangle((x, y, x + over[0] - 1, y + over[1] - 1), theme.wall)
    for number, cell in enumerate(puzzle.waypoints, 1):
        _number(board, style, number, cell, line)
    return board


def _ground(puzzle: Zip, style: Style, cell: tuple[int, int]) -> Colour:
    return style.tint if style.tint and cell == puzzle.waypoints[0] else style.theme.cell


def _number(board: Image.Image, style: Style, number: int, cell: tuple[int, int], line: int) -> None:
    side, theme = style.cell, style.theme
    x, y = ((cell[1] + 0.5) * side + line / 2, (cell[0] + 0.5) * side + line / 2)
    colour = theme.text
    size = style.text * side * 0.45
    if style.disc:
        ring = style.ring and number == 1
        _circle(board, (x, y), style.disc * side, (0, 145, 66) if ring else theme.disc)
        if ring:
            _circle(board, (x, y), (style.disc - 0.04) * side, theme.disc)
        colour = theme.number
        size = style.text * side * style.disc * (1.15 if number < 10 else 1.05)
    font = _font(style.font, max(8, round(size)))
    ImageDraw.Draw(board).text((x, y), str(number), colour, font, "mm")


def _circle(board: Image.Image, middle: tuple[float, float], radius: float, colour: Colour) -> None:
    left, top = int(middle[0] - radius) - 1, int(middle[1] - radius) - 1
    wide = int(2 * radius) + 4
    mask = Image.new("L", (SHARPER * wide, SHARPER * wide))
    x, y, r = (SHARPER * v for v in (middle[0] - left, middle[1] - top, radius))
    ImageDraw.Draw(mask).ellipse((x - r, y - r, x + r, y + r), 255)
    board.paste(colour, (left, top), mask.resize((wide, wide), Image.Resampling.BOX))


def _surrounded(board: Image.Image, style: Style, margin: int, random: Random) -> Image.Image:
    """The board among the bars, texts and buttons of a telephone or a browser."""
    theme, phone = style.theme, style.chrome == "phone"
    unit = max(10, board.width // 24)
    beside = margin if phone else margin + random.randint(unit, 8 * unit)
    above, below = random.randint(4, 7) * unit, random.randint(4, 14 if phone else 6) * unit
    width, height = board.width + beside + margin, board.height + above + below
    picture = Image.new("RGB", (width, height), theme.page)
    ink = ImageDraw.Draw(picture)
    label = _font(OWN_FONT, round(0.9 * unit))
    ink.rectangle((0, 0, width, round(1.5 * unit)), (0, 0, 0) if phone else tuple(v // 2 + 60 for v in theme.page))
    ink.text((unit, unit // 4), "9:41" if phone else "https://example.org/zip", (255, 255, 255), label)
    ink.text((beside, round(2.2 * unit)), "Zip no. 128    0:07", theme.text, label)
    ink.rounded_rectangle((width - margin - 5 * unit, 2 * unit, width - margin, round(3.4 * unit)), unit // 2, outline=theme.text)
    picture.paste(board, (beside, above))
    y = above + board.height + unit
    middle = beside + board.width // 2
    ink.rounded_rectangle((beside, y, middle - unit // 2, y + 2 * unit), unit, theme.line)
    ink.rounded_rectangle((middle + unit // 2, y, beside + board.width, y + 2 * unit), unit, outline=theme.text)
    ink.text((middle + 2 * unit, y + unit // 2), "Hint", theme.text, label)
    if not phone:
        for k in range(4):
            ink.rectangle((4, (4 + 3 * k) * unit, beside - margin - 4, (6 + 3 * k) * unit), theme.cell, theme.line)
    return picture


def _pointer(picture: Image.Image, random: Random) -> None:
    """An arrow, as left by a mouse."""
    x, y = random.randrange(picture.width), random.randrange(picture.height)
    shape = [(0, 0), (0, 15), (4, 12), (7, 18), (9, 17), (6, 11), (11, 11)]
    ImageDraw.Draw(picture).polygon([(x + a, y + b) for a, b in shape], (0, 0, 0), (255, 255, 255))


@cache
def _font(name: str, size: int) -> Font | None:
    if name == OWN_FONT:
        return ImageFont.load_default(size)
    try:
        return ImageFont.truetype(name, size)
    except OSError:
        return None
