"""The Zigzaw: frogs on a board of offset rows, whose parts complete the faces of Rubik's Cubes."""

from cpmodels.puzzles.zigzaw.puzzle import (
    ALL_PARTS,
    CORNERS,
    FITS,
    PARTS,
    TURNS,
    BorderFrog,
    Frog,
    Mosaic,
    Photos,
    Zigzaw,
    corners,
    images,
    turned,
)

__all__ = [
    "ALL_PARTS", "CORNERS", "FITS", "PARTS", "TURNS", "BorderFrog", "Frog", "Mosaic", "Photos", "Zigzaw", "corners",
    "images", "turned",
]  # fmt: skip
