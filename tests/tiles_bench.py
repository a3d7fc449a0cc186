"""Sets of pieces with their solutions, as pages and pictures of tiles are tested with, and what lies on a page."""

import readers
from cpmodels import EdgeMatching
from cpmodels.puzzles import Board

NINE = readers.read("nine-one")
TETRAVEX = readers.read("tetravex")
NINE_BOARD = Board([[(1, 1), (7, 1), (8, 0)], [(4, 0), (2, 3), (5, 2)], [(0, 2), (6, 2), (3, 2)]])
BORDERED = EdgeMatching(
    2, 2, pieces=[(0, 1, 2, 0), (0, 0, 3, 1), (2, 4, 0, 0), (3, 0, 0, 4)], border=0, clues=[(0, 0, 0, 0)]
)
BORDERED_BOARD = Board([[(0, 0), (1, 0)], [(2, 0), (3, 0)]])


def lying(opened):
    """The piece and its turns in each place of the board on a page."""
    script = "all => all.map(one => [Number(one.dataset.piece), Number(one.dataset.turns)])"
    return [tuple(pair) for pair in opened.eval_on_selector_all("#board .place", script)]


def rows(puzzle, laid):
    return [laid[start : start + puzzle.cols] for start in range(0, len(laid), puzzle.cols)]
