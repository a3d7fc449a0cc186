"""Small diagrams of puzzles with their solutions: of kinds that have them, and by hand of what no kind here shows.

`python tests/diagrams.py sheet.png` draws all of them in one picture, to be looked at.
"""

import sys
from dataclasses import replace

import cpmodels as cm
from cpmodels import Diagram
from renderers import Picture, draw, gallery

SOLVED = (
    *("queens-7", "tango-4", "patches-5", "shikaku-6", "hidoku-4", "numberlink-5", "slitherlink-5", "simple-loop-6"),
    *("masyu-5", "nurikabe-5", "heyawake-6", "yajilin-5", "fillomino-4", "star-battle-5", "akari-5", "hitori-5"),
    *("kakuro-5", "futoshiki-4", "skyscrapers-4", "lits-5"),
)
"""Puzzles that are built in."""


def sudoku_with_cages():
    boxes = [[3 * (r // 2) + c // 3 for c in range(6)] for r in range(6)]
    board = Diagram(6, 6).regions(boxes, coloured=False)
    board = board.cages([([(0, 0), (0, 1), (1, 0)], 11), ([(0, 2), (0, 3)], 7), ([(2, 2), (3, 2), (3, 3), (2, 3)], 14)])
    board = board.cages([([(4, 4), (5, 4), (5, 5), (4, 5), (3, 5)], 21), ([(4, 0), (5, 0)], 5)])
    solved = ("125346", "346152", "214635", "653214", "431526", "562431")
    board = board.numbers([[int(char) for char in row] for row in solved])
    return board.numbers({(0, 4): 4, (1, 1): 4, (2, 5): 5, (3, 0): 6, (5, 2): 2}, given=True)


def kropki():
    board = Diagram(3, 3).signs({((0, 0), (0, 1)): "circle", ((1, 1), (2, 1)): "disc", ((1, 1), (1, 2)): "V"})
    return board.numbers([[1, 2, 3], [2, 3, 1], [3, 1, 2]])


def tents():
    board = Diagram(4, 4).outside(top=[1, 1, 0, 1], left=[1, 0, 1, 1])
    return board.symbols({(0, 1): "tree", (2, 2): "tree", (0, 0): "triangle", (2, 3): "triangle", (3, 1): "triangle"})


def nonogram():
    board = Diagram(4, 5).outside(top=[1, [1, 1], [2, 1], 3, 0], left=[[1, 12], 2, [1, 1], 4])
    return board.shade([(0, 1), (0, 3), (1, 2), (1, 3), (3, 0), (3, 1)])


def hexagons():
    cells = [(r, c) for r in range(4) for c in range(4) if (r, c) not in ((0, 3), (3, 0))]
    board = Diagram(cells=cells, lattice="hexagonal").shade([(1, 1)], "lightyellow").walls([((0, 0), (0, 1))])
    board = board.arrows({(0, 0): "right", (1, 2): "lower left", (2, 2): "upper left"}).numbers(
        {(1, 2): 2, (0, 0): 1}, given=True
    )
    board = board.signs({((1, 1), (2, 1)): "<", ((0, 1), (0, 2)): "=", ((3, 1), (3, 2)): "disc"})
    board = board.cages([([(1, 0), (1, 1), (2, 1)], 12), [(3, 2), (3, 3)]]).outside(
        left=[1, None, 3, 4], right=[None, [2, 1], None, 5]
    )
    return board.corners({(2, 3): 7}).corners({(2, 3): 8}, "lower right").symbols({(2, 0): "sun", (3, 1): "moon"})


BY_HAND = {made.__name__: made for made in (sudoku_with_cages, kropki, tents, nonogram, hexagons)}
NAMES = (*SOLVED, *BY_HAND)


def diagram_of(name: str) -> Diagram:
    """The diagram with one of these names."""
    if name in BY_HAND:
        return BY_HAND[name]()
    puzzle = cm.read(name)
    return puzzle.diagram(cm.solve(puzzle).solution)


def sheet() -> Picture:
    """All of them in one picture."""
    titles = {name: name.rstrip("-0123456789").replace("-", " ").replace("_", " ") for name in NAMES}
    return gallery([replace(draw(diagram_of(name)), title=title) for name, title in titles.items()], columns=5)


if __name__ == "__main__":
    sheet().save(sys.argv[1])
