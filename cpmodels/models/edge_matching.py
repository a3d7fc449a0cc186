"""The model of an edge-matching puzzle: which look of which piece lies in which cell.

A Boolean for each cell and look of a piece, and for each inner edge one for each colour; equal pieces,
and turns that look the same, share their variables, so that each picture is found once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ortools.sat.python import cp_model

from cpmodels.lattice import SQUARE, Cell, Matrix, box_symmetries, move
from cpmodels.model import PARAMETERS, Model, Variables, build_model, refuse_large
from cpmodels.models.tiling import Looks, Tiling, same_pieces
from cpmodels.puzzles.edge_matching import Board, EdgeMatching, Edges, Placement, turn
from cpmodels.strategies import RESTARTS


@build_model.register(EdgeMatching)
def build(puzzle: EdgeMatching, cp: cp_model.CpModel, rules: type[Tiling[Edges]] = Tiling) -> Model[Board]:
    """The model of an edge-matching puzzle, its rules laid down as `rules` does."""
    shapes = puzzle.identical_pieces
    looks_of = {shape: puzzle.orientations(shape) for shape in shapes}
    refuse_large(len(puzzle.pieces) * sum(map(len, looks_of.values())), f"a set of {len(puzzle.pieces)} pieces")
    copies = {shape: len(pieces) for shape, pieces in shapes.items()}

    tiling = rules(cp, possible_looks(puzzle, [look for looks in looks_of.values() for look in looks]))
    tiling.one_look_a_cell()
    tiling.each_piece_used(copies, looks_of)
    tiling.touching_sides_agree()

    symmetries = [matrix for matrix in box_symmetries((puzzle.rows, puzzle.cols)) if keeps(puzzle, matrix)]
    unmoved = {
        shape: times
        for shape, times in copies.items()
        if all(puzzle.shape(mapped(shape, m)) == shape for m in symmetries)
    }
    return Model(
        puzzle=puzzle,
        cp=cp,
        key=tiling.key,
        decode=lambda values: board(puzzle, tiling.answer(values)),
        symmetries=tuple(
            tiling.permutation(
                {cell: move(matrix, (puzzle.rows, puzzle.cols), cell) for cell in tiling.looks},
                {look: mapped(look, matrix) for looks in looks_of.values() for look in looks},
            )
            for matrix in symmetries
        ),
        pivots=tiling.pivots(unmoved, {look: shape for shape in shapes for look in looks_of[shape]}.__getitem__),
        parameters=swift(puzzle),
        identical=puzzle.identical,
        infeasible=puzzle.infeasible_reason(),
        strategies=(RESTARTS,) if is_hard(puzzle) else (),
        variables={"placed": placed(puzzle, tiling)},
    )


def placed(puzzle: EdgeMatching, tiling: Tiling[Edges]) -> Variables:
    """Whether a piece, or one that looks the same, lies in a cell with so many counter-clockwise quarter turns."""

    def known() -> dict[tuple[Cell, int, int], cp_model.LiteralT]:
        return {
            (cell, piece, turns): tiling.placed[cell, look]
            for cell, looks in tiling.looks.items()
            for piece, edges in enumerate(puzzle.pieces)
            for turns in range(4 if puzzle.rotations else 1)
            if (look := turn(edges, turns)) in looks
        }

    cells, pieces, turns = set(tiling.looks), range(len(puzzle.pieces)), range(4 if puzzle.rotations else 1)

    def possible(key: object) -> bool:
        return isinstance(key, tuple) and len(key) == 3 and key[0] in cells and key[1] in pieces and key[2] in turns

    return Variables(tiling.cp, "placed", known, possible, "(row, col), a piece, and its turns")


def is_hard(puzzle: EdgeMatching) -> bool:
    """Whether a first answer may take long."""
    return puzzle.rows * puzzle.cols > 30


def swift(puzzle: EdgeMatching) -> Mapping[str, Any]:
    """CP-SAT parameters by kind of puzzle.

    Small boards are done before presolve is.  With a border, a mix of ways to branch finds a first board much sooner:
    Brendan Owen's 6 x 6 takes 3,500 conflicts in place of 20,000, in the median over seeds (his 8 x 5 half as many);
    without a border it takes twice as many.
    """
    if puzzle.border is not None:
        return {**PARAMETERS, "cp_model_presolve": False, "search_branching": "PORTFOLIO_SEARCH"}
    return PARAMETERS if is_hard(puzzle) else {**PARAMETERS, "cp_model_presolve": False}


def possible_looks(puzzle: EdgeMatching, looks: Sequence[Edges]) -> Looks[Edges]:
    """The looks that border and clues leave to each cell, with the colours they give to its inner edges.

    An inner edge has the colour that its upper or left cell shows.
    """
    fixed = {(clue.row, clue.col): turn(puzzle.pieces[clue.piece], clue.turns) for clue in puzzle.clues}
    possible: Looks[Edges] = {}
    for row in range(puzzle.rows):
        for col in range(puzzle.cols):
            joints = inner_edges(puzzle, (row, col))
            possible[row, col] = {
                look: {
                    joint: look[side] if side in (1, 2) else puzzle.sign * look[side] for side, joint in joints.items()
                }
                for look in ([fixed[row, col]] if (row, col) in fixed else looks)
                if fits_border(look, joints, puzzle.border)
            }
    return possible


def inner_edges(puzzle: EdgeMatching, cell: Cell) -> dict[int, tuple[int, ...]]:
    """The sides of a cell that touch another cell, each with its joint: the two cells together."""
    edges = {}
    for side, (row, col) in enumerate(SQUARE.neighbours(cell)):
        if 0 <= row < puzzle.rows and 0 <= col < puzzle.cols:
            edges[side] = (*min(cell, (row, col)), *max(cell, (row, col)))
    return edges


def fits_border(look: Edges, inner: dict[int, tuple[int, ...]], border: int | None) -> bool:
    """Whether a look shows the border colour on the rim and nowhere else."""
    return border is None or all((colour == border) != (side in inner) for side, colour in enumerate(look))


def mapped(look: Edges, matrix: Matrix) -> Edges:
    """The look that a symmetry of the board makes of a look."""
    image = [0, 0, 0, 0]
    for side, target in enumerate(SQUARE.turned(matrix)):
        image[target] = look[side]
    top, right, bottom, left = image
    return (top, right, bottom, left)


def keeps(puzzle: EdgeMatching, matrix: Matrix) -> bool:
    """Whether a symmetry of the board maps the set of pieces, and the clues, to themselves."""
    box = (puzzle.rows, puzzle.cols)
    clues = {((c.row, c.col), turn(puzzle.pieces[c.piece], c.turns)) for c in puzzle.clues}
    return {(move(matrix, box, cell), mapped(look, matrix)) for cell, look in clues} == clues and same_pieces(
        (puzzle.shape(mapped(piece, matrix)) for piece in puzzle.pieces), map(puzzle.shape, puzzle.pieces)
    )


def board(puzzle: EdgeMatching, answer: dict[Cell, Edges]) -> Board:
    """The board of a picture: equal pieces in reading order, except where a clue says which."""
    clues = {(clue.row, clue.col): clue.piece for clue in puzzle.clues}
    free = {
        shape: iter([piece for piece in pieces if piece not in clues.values()])
        for shape, pieces in puzzle.identical_pieces.items()
    }
    rows: list[list[Placement]] = [[] for _ in range(puzzle.rows)]
    for cell in sorted(answer):
        piece = clues[cell] if cell in clues else next(free[puzzle.shape(answer[cell])])
        turns = next(t for t in range(4) if turn(puzzle.pieces[piece], t) == answer[cell])
        rows[cell[0]].append(Placement(piece, turns))
    return Board(tuple(map(tuple, rows)))
