"""The picture of 40 new puzzles in the README: `python docs/new_puzzles.py` makes it anew, in half a minute."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

from PIL import Image

import cpmodels as cm

FILE = Path(__file__).parent / "new-puzzles.png"
COLUMNS = 8
COLOURS = 128

ZIPS = [("zip", (side, side), {}) for side in (4, 5, 6, 6, 7, 7, 8, 8)]
WALLS = [
    ("zip", (side, side), {"walls": walls, "symmetric": symmetric})
    for side, walls, symmetric in (
        (5, "few", False),
        (6, "few", True),
        (6, "many", True),
        (7, "few", False),
        (7, "many", True),
        (7, "many", False),
        (8, "many", True),
        (8, "many", True),
    )
]
SHAPES = [
    ("zip", (rows, cols), {"numbers": numbers})
    for rows, cols, numbers in (
        (7, 7, "heart"),
        (8, 8, "ring"),
        (8, 8, "square"),
        (8, 8, "cross"),
        (7, 7, "plus"),
        (7, 7, "E2"),
        (7, 9, "HI"),
        (11, 11, "heart"),
    )
]
SETS = [
    ("edge_matching", (side, side), wishes)
    for side, wishes in (
        (2, {}),
        (3, {}),
        (3, {"halves": True}),
        (3, {"halves": True, "art": "insects"}),
        (3, {"halves": True, "art": "fish"}),
        (3, {"fixed": True}),
        (4, {"border": True}),
        (5, {"border": True}),
    )
]
OTHERS = [
    ("garden", (4, 4), {}),
    ("garden", (5, 5), {"rule": "hanging"}),
    ("garden", (4, 6), {"rule": "hanging"}),
    ("garden", (4, 4), {}),
    ("zigzaw", (3, 3), {}),
    ("zigzaw", (4, 4), {}),
    ("edge_matching", (2, 3), {"halves": True, "art": "insects"}),
    ("edge_matching", (2, 2), {"halves": True, "art": "fish"}),
]


def main() -> None:
    """Make the puzzles and draw them."""
    import renderers

    pictures = []
    for seed, (kind, size, wishes) in enumerate([*ZIPS, *WALLS, *SHAPES, *SETS, *OTHERS], 1):
        asked = {name: wish for name, wish in wishes.items() if name != "art"}
        puzzle = cm.generate(kind, *size, seed=seed, **asked).puzzle
        if "art" in wishes:
            puzzle = replace(puzzle, art=wishes["art"])
        pictures.append(cm.draw(puzzle))
    image = Image.open(BytesIO(renderers.gallery(pictures, COLUMNS).png(0.6)))
    image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(FILE, optimize=True)


if __name__ == "__main__":
    main()
