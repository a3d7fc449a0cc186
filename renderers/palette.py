"""Colours: a calm page, hues that colour-blind eyes can tell apart, and the faces of a Rubik's Cube."""

from __future__ import annotations

from collections.abc import Sequence
from colorsys import hls_to_rgb
from functools import cache
from zlib import crc32

__all__ = ["HUES", "RUBIK", "gradient", "hue", "ink_on", "is_colour", "mix", "named", "rgb"]

PAGE, SURFACE, LINE = "#f5f6f8", "#ffffff", "#d8dde4"
INK, MUTED, QUIET = "#1e2530", "#667080", "#c3cad3"
BLUE, RED = "#1f5fbf", "#e2563d"
"""The faces of garden tiles; they differ in lightness as well."""
PURPLE, TEAL, GOLD = "#7a3fa0", "#0d8f78", "#e8a400"

HUES = (
    *("#e69f00", "#56b4e9", "#00966e", "#f0e442", "#0068a8", "#d55e00", "#cc79a7", "#5a4a9c"),
    *("#a3d977", "#8c6239", "#7fd6c8", "#b8336a"),
)
"""Colours to tell apart, the first eight safe for colour-blind eyes (after Okabe and Ito)."""

RUBIK = {
    "white": "#f2f2ee",
    "yellow": "#ffd500",
    "orange": "#ff8a00",
    "red": "#c8141c",
    "green": "#009b48",
    "blue": "#0051ba",
}
"""The faces of the cube, in colours that `readers` tells apart in pictures of a Zigzaw."""


def rgb(colour: str) -> tuple[int, int, int]:
    """The red, green and blue of ``"#rrggbb"``, from 0 to 255."""
    return (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))


def hex_colour(channels: Sequence[float]) -> str:
    """The colour ``"#rrggbb"`` of red, green and blue from 0 to 255; what is beyond that is cut off, as browsers do."""
    return "#" + "".join(f"{min(max(round(channel), 0), 255):02x}" for channel in channels[:3])


def mix(first: str, second: str, share: float) -> str:
    """The first colour with a share, from 0 to 1, of the second."""
    return hex_colour([a + (b - a) * share for a, b in zip(rgb(first), rgb(second), strict=True)])


def gradient(stops: Sequence[str], position: float) -> str:
    """The colour at a position from 0 to 1 along evenly spaced stops."""
    at = min(max(position, 0.0), 1.0) * (len(stops) - 1)
    index = min(int(at), len(stops) - 2)
    return mix(stops[index], stops[index + 1], at - index)


def ink_on(colour: str) -> str:
    """Dark or white type, whichever stands out from a ground."""
    red, green, blue = rgb(colour)
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 130 else SURFACE


@cache
def hue(index: int) -> str:
    """The colour of a number: one of `HUES`, then others about the circle in three lightnesses."""
    if index < len(HUES):
        return HUES[index]
    turn = (index * 0.61803398875) % 1
    return hex_colour([255 * v for v in hls_to_rgb(turn, (0.38, 0.55, 0.72)[index % 3], 0.6)])


def is_colour(word: str) -> bool:
    """Whether a word names a face of the cube or a colour of the Web."""
    return _known(word) is not None


def named(word: str) -> str:
    """The colour that a word names: a face of the cube, a colour of the Web, or a hue of the word's own."""
    own = crc32(word.encode("utf-8", "replace")) / 2**32
    return _known(word) or hex_colour([255 * v for v in hls_to_rgb(own, 0.55, 0.6)])


@cache
def _known(word: str) -> str | None:
    """The face of the cube, or the colour that CSS calls so or writes so; None for other words."""
    if (key := word.strip().lower()) in RUBIK:
        return RUBIK[key]
    from PIL import ImageColor  # Pillow takes long to import

    try:
        return hex_colour(ImageColor.getrgb(key))
    except ValueError:
        return None
