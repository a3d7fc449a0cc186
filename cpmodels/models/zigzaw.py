"""The model of a Zigzaw: which frog sits in which cell; frogs that meet at a corner share its colour."""

from __future__ import annotations

from ortools.sat.python import cp_model

from cpmodels.lattice import Cell
from cpmodels.models.model import Model, refuse_large
from cpmodels.models.tiling import Looks, Tiling, same_pieces, sole_piece
from cpmodels.puzzles.zigzaw import CORNERS, PARTS, Frog, Mosaic, Zigzaw, corners

Flip = tuple[int, int]
"""A symmetry of the hexagons' corners: the signs of x and y in doubled coordinates."""


def build(puzzle: Zigzaw, cp: cp_model.CpModel) -> Model[Mosaic]:
    """The model of a Zigzaw."""
    frogs = puzzle.lookalikes
    refuse_large(len(puzzle.pieces) * len(frogs), f"a set of {len(puzzle.pieces)} frogs")
    copies = {frog: len(indexes) for frog, indexes in frogs.items()}

    tiling = Tiling(cp, possible_frogs(puzzle))
    tiling.one_look_a_cell()
    tiling.each_piece_used(copies, {frog: (frog,) for frog in frogs})
    tiling.touching_sides_agree()

    flips = [flip for flip in ((1, 1), (1, -1), (-1, 1), (-1, -1)) if keeps(puzzle, flip)]
    positions = {
        frog: [tiling.position[p] for p in tiling.placed if p[1] == frog]
        for frog in frogs
        if all(flipped(frog, flip) == frog for flip in flips)
    }
    return Model(
        puzzle=puzzle,
        cp=cp,
        key=tiling.key,
        decode=lambda values: mosaic(puzzle, tiling.answer(values)),
        symmetries=tuple(
            tiling.permutation({(c, f): (images(puzzle, flip)[c], flipped(f, flip)) for c, f in tiling.placed})
            for flip in flips
        ),
        pivots=sole_piece(copies, positions) if len(flips) > 1 else (),
        labellings=puzzle.labellings,
        hard=len(puzzle.pieces) > 100,
    )


def possible_frogs(puzzle: Zigzaw) -> Looks[Frog]:
    """The frogs that the border leaves to each cell, with the colours they give to its corners."""
    known = puzzle.border_colours
    possible: Looks[Frog] = {}
    for cell in puzzle.centres:
        places = corners(*cell)
        possible[cell] = {
            frog: dict(zip(places, frog.outer, strict=True))
            for frog in puzzle.lookalikes
            if all(known.get(corner, colour) == colour for corner, colour in zip(places, frog.outer, strict=True))
        }
    return possible


def flipped(frog: Frog, flip: Flip) -> Frog:
    """The frog whose outer parts are those of `frog` on the mirrored corners."""
    outer = dict(zip(CORNERS, frog.outer, strict=True))
    parts = {part: outer[x * flip[0], y * flip[1]] for part, (x, y) in zip(PARTS, CORNERS, strict=True)}
    return Frog(**parts, body=frog.body)


def images(puzzle: Zigzaw, flip: Flip) -> dict[Cell, Cell]:
    """Where a flip about the middle of the board takes the cells, those left out that leave the hexagons."""
    xs, ys = zip(*puzzle.centres.values(), strict=True)
    middle = (min(xs) + max(xs), min(ys) + max(ys))
    cell_at = {centre: cell for cell, centre in puzzle.centres.items()}
    flipped_centres = {
        cell: tuple(c if sign == 1 else m - c for c, m, sign in zip(centre, middle, flip, strict=True))
        for cell, centre in puzzle.centres.items()
    }
    return {cell: cell_at[centre] for cell, centre in flipped_centres.items() if centre in cell_at}


def keeps(puzzle: Zigzaw, flip: Flip) -> bool:
    """Whether a flip maps the board, the set of frogs and the border to themselves."""
    target = images(puzzle, flip)
    if len(target) < len(puzzle.centres):
        return False
    demands = {
        (cell, offset): puzzle.border_colours[corner]
        for cell in puzzle.centres
        for offset, corner in zip(CORNERS, corners(*cell), strict=True)
        if corner in puzzle.border_colours
    }
    return same_pieces((flipped(frog, flip) for frog in puzzle.pieces), puzzle.pieces) and demands == {
        (target[cell], (x * flip[0], y * flip[1])): colour for (cell, (x, y)), colour in demands.items()
    }


def mosaic(puzzle: Zigzaw, answer: dict[Cell, Frog]) -> Mosaic:
    """The board of a picture, equal frogs in reading order."""
    left = {frog: iter(indexes) for frog, indexes in puzzle.lookalikes.items()}
    rows: list[list[int]] = [[] for _ in range(puzzle.rows)]
    for cell in sorted(answer):
        rows[cell[0]].append(next(left[answer[cell]]))
    return Mosaic(tuple(map(tuple, rows)))
