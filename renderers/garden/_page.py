"""Gardens as a page: to assemble by hand, the rules checked as tiles are laid, and solutions to turn and take apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from cpmodels.errors import PuzzleError
from cpmodels.lattice import Cell, Matrix
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden_tiles import TilePlacement, bits
from renderers._perspective import Perspective, View
from renderers._reasons import reasons_for
from renderers._web_page import web_page
from renderers.functions import check_fit, title_of
from renderers.garden._cubes import PITCH, ROD, RODS, SHADES
from renderers.garden._reaches import to_place
from renderers.garden._text import ENDS, layer_names
from renderers.palette import BLUE, INK, QUIET, RED, gradient

LARGEST = 2_000_000
"""Pages of more bytes than this are refused."""

LONGEST_SIDE = 60
"""Cells of larger boxes would be too small to lay tiles in them: their gardens are only looked at."""
SCRIPTS = (
    *("reasons.js", "garden_rules.js", "garden_assembly.js", "garden_scene.js", "garden_view.js", "garden_layers.js"),
    *("garden.js", "garden_hands.js", "garden_board.js", "tiles_hand.js", "garden_assembling.js"),
)
"""In the order in which they build on each other."""


def garden_page(
    puzzle: Garden,
    solutions: Sequence[TilePlacement] = (),
    *,
    view: View = "isometric",
    turn: float | None = None,
    codes: bool = False,
) -> bytes:
    """The page, which opens with the fixed tiles alone; its hints come from the solutions that are right.

    Raises PuzzleError when a solution does not fit the box or there are too many for a page, ParameterError for an
    unknown view or turn, and TypeError for solutions of other kinds of puzzle.
    """
    Perspective(view, turn, codes)
    for solution in solutions:
        check_fit(puzzle, solution)
    data = {
        "box": puzzle.box,
        "rules": rules_data(puzzle),
        "directions": [
            {"name": name, "bit": bit, "step": (*step, 0, 0)[:3]}
            for name, bit, step in zip(puzzle.lattice.names, bits(puzzle.lattice), puzzle.lattice.offsets, strict=True)
        ],
        "layers": [layer_names(side, *ENDS[axis]) for axis, side in enumerate((*puzzle.box, 1, 1)[:3])],
        "rods": RODS[: puzzle.dimension],
        "shades": [gradient(SHADES, blue / (2 * puzzle.dimension)) for blue in range(2 * puzzle.dimension + 1)],
        "blue": BLUE,
        "red": RED,
        "quiet": QUIET,
        "ink": INK,
        "pitch": PITCH,
        "rod": ROD,
        "turn": turn or 0.0,
        "note": to_place(puzzle),
        "assembles": max(puzzle.box) <= LONGEST_SIDE,
        "gardens": [garden_data(puzzle, placement) for placement in solutions],
        "reasons": _reasons(puzzle, solutions),
    }
    if not (data["assembles"] or solutions):
        data["gardens"] = [garden_data(puzzle, TilePlacement((cell, code) for code, cell in puzzle.fixed))]
    page = web_page(title_of(puzzle), "garden.html", data, styles=["garden.css"], scripts=SCRIPTS)
    if len(page) > LARGEST:
        raise PuzzleError(f"{len(solutions):,} gardens are too many for a page of {LARGEST:,} bytes: draw fewer")
    return page


def _reasons(puzzle: Garden, solutions: Sequence[TilePlacement]) -> list[dict[str, Any]]:
    """The reasons for the only solution that is given.

    Without tiles in place a garden has others, turned or mirrored, and nothing follows.
    """

    def place(_: Garden, cell: Cell) -> int:
        number = 0
        for value, side in zip(cell, puzzle.box, strict=True):
            number = number * side + value
        return number

    if not puzzle.fixed or len(solutions) != 1 or puzzle.check(solutions[0]):
        return []
    codes = {place(puzzle, cell): code for cell, code in solutions[0].codes.items()}
    return reasons_for(puzzle, [codes], place)[0]


def rules_data(garden: Garden) -> dict[str, Any]:
    """The fields of a garden as the page's scripts check them."""
    lattice = garden.lattice
    return {
        "rule": garden.rule,
        "box": garden.box,
        "boundaries": garden.boundaries,
        "directions": [
            {"name": name, "bit": bit, "step": step}
            for name, bit, step in zip(lattice.names, bits(garden.lattice), lattice.offsets, strict=True)
        ],
        "tileSet": garden.tile_set,
        "distinct": garden.tiles == "distinct",
        "red": garden.red,
        "fixed": garden.fixed,
        "forbidden": garden.forbidden,
        "touching": garden.touching,
        "components": garden.component_bounds,
        "group": garden.group[1:],
        "further": _further(garden) if garden.exact else {},
        "ownBox": garden.own_box,
        "minimises": garden.minimise is not None,
    }


def _further(garden: Garden) -> dict[str, Sequence[Matrix]]:
    """The moves that must change the garden, by which sides of its own box are of one length."""
    boxes = product(range(garden.dimension), repeat=garden.dimension) if garden.own_box else [garden.box]
    alike = {"".join(str(sides.index(side)) for side in sides): sides for sides in boxes}
    return {pattern: garden.further_moves(sides) for pattern, sides in alike.items()}


def garden_data(garden: Garden, placement: TilePlacement) -> dict[str, Any]:
    """The tiles as x, y, z and code, and whether they keep all rules."""
    return {
        "tiles": [[*(*cell, 0, 0)[:3], code] for cell, code in placement.codes.items()],
        "right": not garden.check(placement),
    }
