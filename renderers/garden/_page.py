"""Gardens as a page: to assemble by hand, the rules checked as tiles are laid, and solutions to turn and take apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from cpmodels.base.lattice import CUBIC, Cell, Lattice, Matrix, minus
from cpmodels.puzzles.garden import Garden
from cpmodels.puzzles.garden.tiles import LATTICES, TilePlacement, bits, turned_codes
from renderers._diagram_page import diagram_page, of_length
from renderers._reasons import reasons_for
from renderers._web_page import digest_of, web_page
from renderers.functions import check_fit, draw, title_of
from renderers.garden._cubes import PITCH, ROD, RODS, SHADES
from renderers.garden._flat import ROUNDING, TILE
from renderers.garden._projection import Projection, View
from renderers.garden._reaches import digits, to_place
from renderers.garden._text import ENDS, layer_names
from renderers.garden._tilings import shape, tiling
from renderers.palette import BLUE, INK, QUIET, RED, gradient
from renderers.shapes import Point

LONGEST_SIDE = 60
"""Cells of larger boxes would be too small to lay tiles in them: their gardens are only looked at."""
MOST_CELLS = 3_600
"""Regions of more cells are only looked at, too."""
SCRIPTS = (
    *("past.js", "reasons.js", "garden_rules.js", "garden_assembly.js", "garden_scene.js", "garden_view.js"),
    *("garden_sheet.js", "garden_layers.js", "garden.js", "garden_hands.js", "garden_board.js", "tiles_hand.js"),
    "garden_assembling.js",
)
"""In the order in which they build on each other."""


def garden_page(
    puzzle: Garden,
    solutions: Sequence[TilePlacement] = (),
    *,
    view: View = "oblique",
    turn: float | None = None,
    codes: bool = False,
    hidden: bool = False,
) -> bytes:
    """The page; its hints come from the solutions that are right.

    It opens on the first solution, if there is one; with `hidden`, on the fixed tiles alone, to be played.

    Raises PuzzleError when a solution does not fit the box or there is too much for a page, ParameterError for an
    unknown view or turn, and TypeError for solutions of other kinds of puzzle.
    """
    Projection(view, turn, codes)
    for solution in solutions:
        check_fit(puzzle, solution)
    if puzzle.dimension > 2 and (puzzle.lattice != CUBIC or not puzzle.box):
        pictures = [draw(puzzle, solution, view=view, turn=turn, codes=codes) for solution in (None, *solutions)]
        what = "Cubes in a region" if puzzle.lattice == CUBIC else f"Tiles of {puzzle.dimension} dimensions"
        note = f"{what} are only shown: this page has no board to assemble them on."
        broken = [list(map(puzzle.said, puzzle.check(solution))) for solution in solutions]
        return diagram_page(title_of(puzzle), pictures, broken, follows_theme=False, note=note)
    data = {
        "dimension": puzzle.dimension,
        "sheet": None if puzzle.lattice in LATTICES.values() and puzzle.box else sheet_data(puzzle),
        "rules": rules_data(puzzle),
        "layers": [layer_names(side, *ENDS[axis]) for axis, side in enumerate((*puzzle.box, 1, 1, 1)[:3])],
        "rods": RODS[: puzzle.dimension],
        "shades": [gradient(SHADES, blue / len(puzzle.lattice.names)) for blue in range(len(puzzle.lattice.names) + 1)],
        "blue": BLUE,
        "red": RED,
        "quiet": QUIET,
        "ink": INK,
        "pitch": PITCH,
        "rod": ROD,
        "turn": float(turn or 0.0),
        "note": to_place(puzzle),
        "howTo": _how_to(puzzle),
        "opens": "look" if solutions and not hidden else "assemble",
        "digest": digest_of(puzzle),
        "assembles": max(puzzle.box, default=0) <= LONGEST_SIDE
        and (bool(puzzle.box) or len(puzzle.cells) <= MOST_CELLS),
        "gardens": [garden_data(puzzle, placement) for placement in solutions],
        "reasons": _reasons(puzzle, solutions),
    }
    if not (data["assembles"] or solutions):
        data["gardens"] = [garden_data(puzzle, TilePlacement((cell, code) for code, cell in puzzle.fixed))]
    page = web_page(title_of(puzzle), "garden.html", data, styles=["garden.css"], scripts=SCRIPTS)
    return of_length(page, "garden", "gardens", len(solutions))


def _reasons(puzzle: Garden, solutions: Sequence[TilePlacement]) -> list[dict[str, Any]]:
    """The reasons for the only solution that is given.

    Without tiles in place a garden has others, turned or mirrored, and nothing follows.
    """
    if not puzzle.fixed or len(solutions) != 1 or puzzle.check(solutions[0]):
        return []
    codes = {puzzle.cells[cell]: code for cell, code in solutions[0].codes.items()}
    return reasons_for(puzzle, [codes], lambda _, cell: puzzle.cells[cell])[0]


def _how_to(puzzle: Garden) -> str:
    """The rules, in three sentences."""
    side = "side" if puzzle.dimension == 2 else "face"
    tiles = "each tile at most once" if puzzle.tiles == "distinct" else "each tile once"
    first = f"Lay {tiles}, without turning it; every tile has its own set of blue {side}s."
    if puzzle.rule == "packed":
        return f"{first} Fill the whole board. {side.capitalize()}s that touch are of one colour."
    return f"{first} A blue {side} touches a blue {side}. A red {side} touches nothing."


def rules_data(garden: Garden) -> dict[str, Any]:
    """The fields of a garden as the page's scripts check them."""
    lattice = garden.lattice
    return {
        "rule": garden.rule,
        "box": garden.box,
        "boundaries": garden.boundaries,
        "directions": [
            {"name": name, "bit": bit, "step": step}
            | ({"steps": _steps(lattice, direction)} if len(lattice.orientations) > 1 else {})
            for direction, (name, bit, step) in enumerate(
                zip(lattice.names, bits(garden.lattice), lattice.offsets, strict=True)
            )
        ],
        "digits": digits(lattice),
        "opposite": lattice.opposite,
        "redTiles": garden.red_tiles,
        "kinds": [lattice.orientation(cell) for cell in garden.cells] if len(lattice.orientations) > 1 else None,
        "cells": None if garden.box else list(garden.cells),
        "moves": [_move(garden, matrix) for matrix in garden.moves()],
        "tileSet": garden.tile_set,
        "distinct": garden.tiles == "distinct",
        "red": garden.red,
        "fixed": garden.fixed,
        "forbidden": garden.forbidden,
        "touching": garden.touching,
        "components": garden.component_bounds,
        "group": [_move(garden, matrix) for matrix in garden.group[1:]],
        "further": _further(garden) if garden.exact else {},
        "ownBox": garden.own_box,
        "minimises": garden.minimise is not None,
    }


def _steps(lattice: Lattice, direction: int) -> list[Cell]:
    """The steps in a direction, from a cell of each orientation."""
    return [minus(lattice.neighbour(cell, direction), cell) for cell in lattice.orientations]


def _move(garden: Garden, matrix: Matrix) -> Any:
    """A symmetry: of a box its matrix, of a region where it takes each cell, by numbers, and what it makes of tiles."""
    if garden.box:
        return matrix
    codes = turned_codes(matrix, garden.lattice)
    return {
        "matrix": matrix,
        "places": [garden.cells[garden.moved(matrix, cell)] for cell in garden.cells],
        "codes": [codes.get(code, 0) for code in range(max(codes) + 1)],
    }


def sheet_data(garden: Garden) -> dict[str, Any]:
    """Where cells lie on the page, the outlines of cells and tiles and the parts of tiles, in hundredths of a cell."""
    laid = tiling(garden.lattice)

    def points(outline: Iterable[Point]) -> list[list[float]]:
        return [[round(100 * x, 1), round(100 * y, 1)] for x, y in outline]

    kinds = []
    for orientation, cell in enumerate(garden.lattice.orientations):
        rim, parts = shape(laid, orientation, TILE, ROUNDING)
        kinds.append(
            {
                "outline": points(laid.outline(cell)),
                "rim": points(rim),
                "parts": [points(part) for part in parts],
                "ways": points(laid.ways(orientation)),
            }
        )
    bar = 26 if len(garden.lattice.offsets) < 6 else 18 if laid.corners and not laid.meets_at_corners else 11
    return {"middles": points(map(laid.middle, garden.cells)), "kinds": kinds, "bar": bar, "areDiscs": not laid.corners}


def _further(garden: Garden) -> dict[str, Sequence[Any]]:
    """The moves that must change the garden, by which sides of its own box are of one length."""
    boxes = product(range(garden.dimension), repeat=garden.dimension) if garden.own_box else [garden.box]
    alike = {"".join(str(sides.index(side)) for side in sides): sides for sides in boxes}
    return {
        pattern: [_move(garden, matrix) for matrix in garden.further_moves(sides)] for pattern, sides in alike.items()
    }


def garden_data(garden: Garden, placement: TilePlacement) -> dict[str, Any]:
    """The tiles as x, y, z and code, and whether they keep all rules."""
    return {
        "tiles": [[*(*cell, 0, 0)[:3], code] for cell, code in placement.codes.items()],
        "right": not garden.check(placement),
    }
