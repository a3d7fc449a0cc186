"""Edge matching as an exact cover: an option lays one orientation of a piece in a cell; touching edges are one colour.

>>> puzzle = EdgeMatching(1, 2, pieces=[(1, 2, 3, 4), (5, 7, 6, 2)], rotations=False)
>>> cover = describe(puzzle)
>>> [option.meaning for option in cover.pruned().options]
[((0, 0), (1, 2, 3, 4)), ((0, 1), (5, 7, 6, 2))]
>>> puzzle.check(board(puzzle, dict(option.meaning for option in cover.pruned().options)))
[]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cpmodels.description import ExactCover, Option
from cpmodels.lattice import SQUARE, Cell
from cpmodels.puzzles.edge_matching import Board, EdgeMatching, Edges, Placement, turn

Laid = tuple[Cell, Edges]
"""A cell, and the edges that the piece in it shows: top, right, bottom, left."""


def describe(puzzle: EdgeMatching) -> ExactCover[Laid]:
    """The exact cover of an edge-matching puzzle, whose solutions are its pictures: identical pieces not told apart.

    Items are ``("cell", cell)``, once, and ``("piece", shape)``, as often as there are pieces of that shape.  An edge
    between two cells has the colour that its upper or left cell shows.  Options that border and clues rule out are
    left out; those are not that only colours rule out (see `ExactCover.pruned`).
    """
    oriented = {edges: shape for shape in puzzle.identical_pieces for edges in puzzle.orientations(shape)}
    items: dict[tuple[str, tuple[int, ...]], int] = {
        ("cell", (row, col)): 1 for row in range(puzzle.rows) for col in range(puzzle.cols)
    }
    items.update((("piece", shape), len(pieces)) for shape, pieces in puzzle.identical_pieces.items())
    return ExactCover(items, _options(puzzle, oriented))


def _options(puzzle: EdgeMatching, oriented: Mapping[Edges, Edges]) -> Iterator[Option[Laid]]:
    fixed = {(clue.row, clue.col): turn(puzzle.pieces[clue.piece], clue.turns) for clue in puzzle.clues}
    for row in range(puzzle.rows):
        for col in range(puzzle.cols):
            inner = inner_edges(puzzle, (row, col))
            for edges in [fixed[row, col]] if (row, col) in fixed else oriented:
                if fits_border(edges, inner, puzzle.border):
                    colours = {
                        edge: edges[side] if side in (1, 2) else puzzle.sign * edges[side]
                        for side, edge in inner.items()
                    }
                    yield Option(((row, col), edges), [("cell", (row, col)), ("piece", oriented[edges])], colours)


def inner_edges(puzzle: EdgeMatching, cell: Cell) -> dict[int, tuple[int, ...]]:
    """The sides of a cell that touch another cell, each with its edge: the two cells together."""
    edges = {}
    for side, (row, col) in enumerate(SQUARE.neighbours(cell)):
        if 0 <= row < puzzle.rows and 0 <= col < puzzle.cols:
            edges[side] = (*min(cell, (row, col)), *max(cell, (row, col)))
    return edges


def fits_border(edges: Edges, inner: Mapping[int, object], border: int | None) -> bool:
    """Whether a piece shows the border colour on the rim and nowhere else."""
    return border is None or all((colour == border) != (side in inner) for side, colour in enumerate(edges))


def board(puzzle: EdgeMatching, picture: Mapping[Cell, Edges]) -> Board:
    """The board of a picture: identical pieces in reading order, except where a clue says which."""
    clues = {(clue.row, clue.col): clue.piece for clue in puzzle.clues}
    free = {
        shape: iter([piece for piece in pieces if piece not in clues.values()])
        for shape, pieces in puzzle.identical_pieces.items()
    }
    rows: list[list[Placement]] = [[] for _ in range(puzzle.rows)]
    for cell in sorted(picture):
        piece = clues[cell] if cell in clues else next(free[puzzle.shape(picture[cell])])
        turns = next(t for t in range(4) if turn(puzzle.pieces[piece], t) == picture[cell])
        rows[cell[0]].append(Placement(piece, turns))
    return Board(tuple(map(tuple, rows)))
