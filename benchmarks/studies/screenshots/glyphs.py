"""Makes `readers/screenshots/digits.png`, the digits with which those in screenshots are compared.

    python -m benchmarks.studies.screenshots.glyphs readers/screenshots/digits.png

A row for each font, in sixteen greys: digits 0 to 9, each in a square tile as high as the digit.  The fonts are free:
DejaVu, Liberation, Roboto and the one that comes with Pillow (Debian's packages fonts-dejavu, fonts-liberation and
fonts-roboto-unhinted).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Font: TypeAlias = ImageFont.FreeTypeFont | ImageFont.ImageFont

TILE = 24
DRAWN = 200
"""The size in which digits are drawn before they are made smaller."""

FONTS = (
    *("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansCondensed-Bold.ttf"),
    *("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf", "LiberationSansNarrow-Bold.ttf"),
    *("DejaVuSerif-Bold.ttf", "LiberationSerif-Regular.ttf", "LiberationSerif-Bold.ttf"),
    *("Roboto-Regular.ttf", "Roboto-Medium.ttf", "Roboto-Bold.ttf", "Roboto-Black.ttf", "RobotoCondensed-Bold.ttf"),
)
"""The fonts in `readers/screenshots/digits.png`, besides Pillow's own."""


def main(path: str) -> None:
    fonts = [ImageFont.truetype(name, DRAWN) for name in FONTS]
    drawn = [_row(font) for font in (*fonts, ImageFont.load_default(DRAWN))]
    sheet = np.concatenate(drawn)
    grey = Image.fromarray(np.uint8(np.round(sheet / 17)), "P")
    grey.putpalette([17 * (level // 3) for level in range(48)])
    grey.save(Path(path), bits=4, optimize=True)


def _row(font: Font) -> NDArray[np.uint8]:
    return np.concatenate([_tile(str(digit), font) for digit in range(10)], axis=1)


def _tile(digit: str, font: Font) -> NDArray[np.uint8]:
    page = Image.new("L", (3 * DRAWN, 3 * DRAWN))
    ImageDraw.Draw(page).text((DRAWN, DRAWN), digit, fill=255, font=font)
    left, top, right, bottom = page.getbbox() or (0, 0, 1, 1)
    side, middle = bottom - top, (left + right) / 2
    box = (middle - side / 2, top, middle + side / 2, bottom)
    return np.asarray(page.resize((TILE, TILE), Image.Resampling.BOX, box=box))


if __name__ == "__main__":
    main(sys.argv[1])
