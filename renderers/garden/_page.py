"""Gardens as a page to turn, zoom and take apart, one garden or several to step through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpmodels.errors import PuzzleError
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement, bits
from renderers._perspective import Perspective, View
from renderers._web_page import web_page
from renderers.functions import check_fit, title_of
from renderers.garden._cubes import PITCH, ROD, RODS, SHADES
from renderers.garden._reaches import Reach, reaches, tiles, to_place
from renderers.palette import BLUE, INK, QUIET, RED, gradient

LARGEST = 2_000_000
"""Pages of more bytes than this are refused."""

KINDS = ("whole", "rim", "stub")
"""The kinds of reaches by their number in the page."""


def garden_page(
    puzzle: Garden, solutions: Sequence[TilePlacement] = (), *, view: View = "isometric", turn: float = 0.0
) -> bytes:
    """The page of a garden's solutions, or of its fixed tiles alone.

    Raises PuzzleError when a solution does not fit the box or there are too many for a page, ParameterError for an
    unknown view or turn, and TypeError for solutions of other kinds of puzzle.
    """
    Perspective(view, turn)
    for solution in solutions:
        check_fit(puzzle, solution)
    lattice = puzzle.lattice
    data = {
        "box": puzzle.box,
        "directions": [
            {"name": name, "bit": bit, "step": (*step, 0, 0)[:3]}
            for name, bit, step in zip(lattice.names, bits(puzzle.dimension), lattice.offsets, strict=True)
        ],
        "rods": RODS[: puzzle.dimension],
        "shades": [gradient(SHADES, blue / (2 * puzzle.dimension)) for blue in range(2 * puzzle.dimension + 1)],
        "blue": BLUE,
        "red": RED,
        "quiet": QUIET,
        "ink": INK,
        "pitch": PITCH,
        "rod": ROD,
        "turn": turn,
        "note": "" if solutions else to_place(puzzle),
        "gardens": [garden_data(puzzle, placement) for placement in solutions] or [garden_data(puzzle, None)],
    }
    page = web_page(
        title_of(puzzle),
        "garden.html",
        data,
        styles=["garden.css"],
        scripts=["garden_scene.js", "garden_view.js", "garden.js", "garden_hands.js"],
    )
    if len(page) > LARGEST:
        raise PuzzleError(f"{len(solutions):,} gardens are too many for a page of {LARGEST:,} bytes: draw fewer")
    return page


def garden_data(garden: Garden, placement: TilePlacement | None) -> dict[str, Any]:
    """The tiles as x, y, z and code; the blue faces as tile, direction, kind, and the tile touched there or -1."""
    codes = tiles(garden, placement)
    number = {cell: index for index, cell in enumerate(codes)}

    def touched(reach: Reach) -> int:
        other = garden.neighbours[reach.cell][reach.direction]
        return -1 if reach.kind == "stub" or other is None else number[other]

    return {
        "tiles": [[*(*cell, 0, 0)[:3], code] for cell, code in codes.items()],
        "reaches": [[number[r.cell], r.direction, KINDS.index(r.kind), touched(r)] for r in reaches(garden, codes)],
    }
