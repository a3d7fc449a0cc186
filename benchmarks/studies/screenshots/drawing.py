"""Screenshots of ZIPs as applications and pages show them, made at random: what a reader of pictures is tried on."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import TypeAlias

from PIL import Image, ImageColor, ImageDraw, ImageFont

from cpmodels import Zip
from cpmodels.base.lattice import Cell

Colour: TypeAlias = tuple[int, int, int]
Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont

OWN_FONT = "Pillow's own"
KNOWN_FONTS = (
    *(OWN_FONT, "DejaVuSans-Bold.ttf", "LiberationSans-Bold.ttf", "Roboto-Medium.ttf", "Roboto-Bold.ttf"),
    *("LiberationSerif-Bold.ttf", "DejaVuSerif-Bold.ttf"),
)
"""Fonts of which the reader knows the digits."""
OTHER_FONTS = (
    *("LiberationMono-Bold.ttf", "DejaVuSansMono-Bold.ttf", "RobotoCondensed-Medium.ttf", "Inter-SemiBold.otf"),
    *("OpenSans-Bold.ttf", "Lato-Bold.ttf", "NotoSans-Bold.ttf", "Cantarell-Bold.otf"),
)
"""Fonts that it has never seen; those that are not installed are left out."""
SHARPER = 4
"""Discs are drawn this many times larger, for smooth edges."""


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


def _theme(name: str, colours: str) -> Theme:
    """A theme of colours in hexadecimal, in the order of its fields."""
    page, cell, line, disc, number, wall, text = (ImageColor.getrgb(f"#{colour}")[:3] for colour in colours.split())
    return Theme(name, page, cell, line, disc, number, wall, text)


THEMES = (
    _theme("light", "f3f2ee f9faff a3a39e 080808 ffffff 080808 1e1e1e"),
    _theme("light", "f9fafb ffffff e5e7eb 121826 ffffff 121826 3c3c46"),
    _theme("light", "ffffff ffffff bebebe 1f5fbf ffffff 282828 000000"),
    _theme("light", "f5f6f8 e8ecf2 ffffff 1e2530 ffffff 1e2530 1e2530"),
    _theme("dark", "1b1f23 1d2226 5c6268 ebeef0 0a0a0a f0f0f0 dcdcdc"),
    _theme("dark", "000000 121212 3a3a3c ffffff 121212 ffffff c8c8c8"),
    _theme("dark", "0f172a 1e293b 475569 38bdf8 0f172a e2e8f0 94a3b8"),
    _theme("dark", "202124 303134 202124 080808 ffffff e8eaed e8eaed"),
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


@dataclass(frozen=True)
class Trail:
    """The path of a game that has begun: its cells, its colour and width, in cells, and the ground of covered cells."""

    cells: tuple[Cell, ...]
    colour: Colour
    width: float
    ground: Colour | None = None


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
        tint if theme.name == "light" or tint is None else _dim(tint),
        random.random() < 0.5,
        random.choice(("none", "phone", "desktop")),
        random.choice((0.02, 0.06, 0.3, 0.6)),
        random.choice((1, 1, 1, 0.75, 0.9, 1.3)),
        random.choice((None, None, 92, 80, 65)),
        random.random() < 0.1,
    )


def _dim(colour: Colour) -> Colour:
    red, green, blue = (int(0.45 * v) for v in colour)
    return red, green, blue


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


def screenshot(puzzle: Zip, style: Style, random: Random, trail: Trail | None = None) -> Image.Image:
    """The picture of a board in this style, with what stands about it, and the path of a game that has begun."""
    return on_screen(_board(puzzle, style, trail), style, random)


def on_screen(board: Image.Image, style: Style, random: Random) -> Image.Image:
    """The picture of a board with what stands about it, a pointer, made smaller or larger and compressed."""
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
    return tuple(name for name in fonts if font_of(name, 20))


def _board(puzzle: Zip, style: Style, trail: Trail | None) -> Image.Image:
    theme, side = style.theme, style.cell
    line = max(1, round(style.line * side))
    width, height = puzzle.cols * side + line, puzzle.rows * side + line
    board = Image.new("RGB", (width, height), theme.page)
    ink = ImageDraw.Draw(board)
    if style.gaps:
        for r, c in product(range(puzzle.rows), range(puzzle.cols)):
            box = (c * side + line, r * side + line, (c + 1) * side - 1, (r + 1) * side - 1)
            ink.rounded_rectangle(box, side // 12, _ground(puzzle, style, trail, (r, c)), theme.line)
    else:
        ink.rounded_rectangle((0, 0, width - 1, height - 1), style.corner * side, theme.cell, theme.line, line)
        if style.tint:
            r, c = puzzle.waypoints[0]
            ink.rectangle((c * side + line, r * side + line, (c + 1) * side - 1, (r + 1) * side - 1), style.tint)
        if trail and trail.ground:
            for r, c in trail.cells:
                ink.rectangle((c * side + line, r * side + line, (c + 1) * side - 1, (r + 1) * side - 1), trail.ground)
        for c in range(1, puzzle.cols):
            ink.rectangle((c * side, 0, c * side + line - 1, height - 1), theme.line)
        for r in range(1, puzzle.rows):
            ink.rectangle((0, r * side, width - 1, r * side + line - 1), theme.line)
    if trail:
        _trail(board, trail, side, line)
    thick = max(3, round(style.wall * side))
    for (r, _), (below, beside) in puzzle.walls:
        x, y = beside * side + line // 2 - thick // 2, below * side + line // 2 - thick // 2
        over = thick if r == below else side + thick, side + thick if r == below else thick
        ink.rectangle((x, y, x + over[0] - 1, y + over[1] - 1), theme.wall)
    for number, cell in enumerate(puzzle.waypoints, 1):
        _number(board, style, number, cell, line)
    return board


def _ground(puzzle: Zip, style: Style, trail: Trail | None, cell: Cell) -> Colour:
    if trail and trail.ground and cell in trail.cells:
        return trail.ground
    return style.tint if style.tint and cell == puzzle.waypoints[0] else style.theme.cell


def _trail(board: Image.Image, trail: Trail, side: int, line: int) -> None:
    """A line with round ends and corners through the middles of its cells, over the lines of the board."""
    middles = [((c + 0.5) * side + line / 2, (r + 0.5) * side + line / 2) for r, c in trail.cells]
    ImageDraw.Draw(board).line(middles, trail.colour, round(trail.width * side))
    for middle in middles:
        _circle(board, middle, trail.width * side / 2, trail.colour)


def _number(board: Image.Image, style: Style, number: int, cell: Cell, line: int) -> None:
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
    font = font_of(style.font, max(8, round(size)))
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
    label = font_of(OWN_FONT, round(0.9 * unit))
    ink.rectangle((0, 0, width, round(1.5 * unit)), (0, 0, 0) if phone else tuple(v // 2 + 60 for v in theme.page))
    ink.text((unit, unit // 4), "9:41" if phone else "https://example.org/zip", (255, 255, 255), label)
    ink.text((beside, round(2.2 * unit)), "Zip no. 128    0:07", theme.text, label)
    ink.rounded_rectangle(
        (width - margin - 5 * unit, 2 * unit, width - margin, round(3.4 * unit)), unit // 2, outline=theme.text
    )
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
def font_of(name: str, size: int) -> Font | None:
    """A font in a size, if it is installed."""
    if name == OWN_FONT:
        return ImageFont.load_default(size)
    try:
        return ImageFont.truetype(name, size)
    except OSError:
        return None
