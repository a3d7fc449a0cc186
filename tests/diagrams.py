"""A small diagram for each of some twenty kinds of puzzles, with its solution or a part of it.

`python tests/diagrams.py sheet.png` draws all of them in one picture, to be looked at.
"""

import sys
from dataclasses import replace

from cpmodels import Diagram
from renderers import Picture, draw, gallery


def rows(text):
    """Rows of characters; a dot stands for none."""
    return [[None if char == "." else char for char in row] for row in text.split()]


def where(text, *chars):
    """The cells with one of these characters."""
    return [(r, c) for r, row in enumerate(text.split()) for c, char in enumerate(row) if char in chars]


def queens():
    colours = {"A": "#bba3e2", "B": "#ffc992", "C": "#96beff", "D": "#b3dfa0", "E": "#dfdfdf"}
    board = Diagram(5, 5).regions(rows("AAABB ADDBB ADCCC EDDCC EEEEC"), colours=colours)
    return board.symbols({(0, 1): "queen", (1, 3): "queen", (2, 0): "cross", (2, 4): "queen", (3, 2): "queen"})


def tango():
    names = {"S": "sun", "M": "moon", ".": None}
    board = Diagram(4, 4).shade([(0, 0), (1, 3), (3, 1)], "#eee6d8")
    board = board.symbols([[names[char] for char in row] for row in ("SM.M", "MSMS", "SM.S", "MSMM")])
    return board.signs({((0, 1), (0, 2)): "x", ((1, 0), (2, 0)): "=", ((2, 2), (2, 3)): "=", ((2, 1), (3, 1)): "x"})


def sudoku():
    boxes = [[3 * (r // 2) + c // 3 for c in range(6)] for r in range(6)]
    board = Diagram(6, 6).regions(boxes, coloured=False)
    board = board.cages([([(0, 0), (0, 1), (1, 0)], 11), ([(0, 2), (0, 3)], 7), ([(2, 2), (3, 2), (3, 3), (2, 3)], 14)])
    board = board.cages([([(4, 4), (5, 4), (5, 5), (4, 5), (3, 5)], 21), ([(4, 0), (5, 0)], 5)])
    solved = ("125346", "346152", "214635", "653214", "431526", "562431")
    board = board.numbers([[int(char) for char in row] for row in solved])
    return board.numbers({(0, 4): 4, (1, 1): 4, (2, 5): 5, (3, 0): 6, (5, 2): 2}, given=True)


def patches():
    board = Diagram(5, 5).regions(rows("AABBB AABBB AACCD EEECD EEECD"))
    board = board.symbols({(0, 0): "tall", (0, 3): "wide", (2, 2): "tall", (3, 4): "tall", (3, 1): "square"})
    return board.numbers({(0, 0): 6, (0, 3): 6, (3, 4): 3}, given=True)


def shikaku():
    board = Diagram(5, 5).regions(rows("AABBB AABBB AACCD EEECD EEECD"), coloured=False)
    return board.numbers({(1, 1): 6, (0, 3): 6, (2, 2): 4, (3, 4): 3, (4, 0): 6}, given=True)


def hidoku():
    numbers = [[4, 3, 2], [5, 1, 9], [6, 7, 8]]
    place = {number: (r, c) for r, row in enumerate(numbers) for c, number in enumerate(row)}
    board = Diagram(3, 3).path([place[k] for k in range(1, 10)]).numbers(numbers)
    return board.numbers({(1, 1): 1, (0, 0): 4, (1, 2): 9}, given=True)


def numberlink():
    paths = [[(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)], [(0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (3, 3), (3, 2)]]
    paths.append([(1, 1), (1, 2), (2, 2), (2, 1)])
    board = Diagram(4, 4).paths(paths)
    ends = {cell: k for k, path in enumerate(paths, 1) for cell in (path[0], path[-1])}
    return board.numbers(ends, given=True)


def slitherlink():
    board = Diagram(3, 3, style="dots").numbers([[2, None, 2], [None, 0, None], [2, 1, None]], given=True)
    corners = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (3, 3), (3, 2), (3, 1), (3, 0), (2, 0), (1, 0)]
    return board.loop(corners, corners=True)


def simple_loop():
    board = Diagram(4, 4).without([(1, 1), (3, 2)])
    cells = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (2, 2), (2, 1), (3, 1), (3, 0), (2, 0), (1, 0)]
    return board.loop(cells)


def masyu():
    cells = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (3, 3)]
    cells += [(3, 2), (2, 2), (2, 1), (3, 1), (3, 0), (2, 0), (1, 0)]
    return Diagram(4, 4).loop(cells).symbols({(0, 1): "circle", (2, 0): "circle", (3, 3): "disc", (0, 3): "disc"})


def nurikabe():
    text = ".###. .#.#. ##.#. #.### #.#.."
    board = Diagram(5, 5).shade(where(text, "#"))
    return board.numbers({(0, 0): 2, (1, 2): 2, (2, 4): 3, (4, 1): 2, (4, 4): 2}, given=True)


def heyawake():
    board = Diagram(5, 5).regions(rows("AABBB AABBB CCCDD CCCDD EEEDD"), coloured=False)
    board = board.shade([(0, 0), (1, 1), (2, 0), (2, 3), (3, 2), (4, 4), (0, 3)])
    return board.corners({(0, 0): 2, (0, 2): 1, (2, 0): 2, (4, 0): 0})


def yajilin():
    board = Diagram(5, 5).arrows({(1, 1): "right", (2, 3): "top", (3, 1): "bottom", (4, 4): "left"})
    board = board.numbers({(1, 1): 1, (2, 3): 0, (3, 1): 1, (4, 4): 2}, given=True).shade([(1, 3), (4, 1)])
    return board.loop([(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)])


def fillomino():
    numbers = [[1, 3, 3, 2], [4, 4, 3, 2], [4, 4, 1, 3], [2, 2, 3, 3]]
    board = Diagram(4, 4).regions(rows("abbc ddbc ddef gghf".replace("h", "f")), coloured=False).numbers(numbers)
    return board.numbers({(0, 0): 1, (1, 0): 4, (2, 3): 3, (3, 1): 2}, given=True)


def star_battle():
    board = Diagram(5, 5).regions(rows("AAABB ADDBB ADCCC EDDCC EEEEC"), coloured=False)
    return board.symbols({(0, 1): "star", (1, 3): "star", (2, 0): "dot", (3, 2): "star", (4, 4): "dot"})


def akari():
    black = [(0, 2), (1, 0), (2, 2), (3, 4), (4, 2)]
    board = Diagram(5, 5).shade([(0, c) for c in range(2)] + [(1, c) for c in range(1, 5)], "#fff3c4").shade(black)
    board = board.numbers({(0, 2): 1, (2, 2): 4, (4, 2): 0}, given=True)
    return board.symbols({(0, 0): "bulb", (1, 2): "bulb", (2, 1): "bulb", (2, 3): "bulb", (3, 2): "bulb"})


def hitori():
    numbers = [[2, 2, 1, 4], [3, 1, 4, 4], [1, 4, 4, 2], [4, 3, 2, 1]]
    return Diagram(4, 4).numbers(numbers, given=True).shade([(0, 1), (1, 3), (2, 1)])


def kakuro():
    across, down = {(1, 0): 4, (2, 0): 17, (3, 0): 10}, {(0, 1): 11, (0, 2): 14, (1, 3): 6}
    black = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0), (1, 3)]
    board = Diagram(4, 4).shade(black).diagonals(dict.fromkeys(across | down, "\\"))
    board = board.corners(across, "upper right").corners(down, "lower left")
    return board.numbers({(1, 1): 1, (1, 2): 3, (2, 1): 9, (2, 2): 6, (2, 3): 2, (3, 1): 1, (3, 2): 5, (3, 3): 4})


def futoshiki():
    board = Diagram(4, 4).signs(
        {((0, 0), (0, 1)): "<", ((1, 2), (2, 2)): "<", ((2, 1), (2, 0)): ">", ((3, 3), (2, 3)): "<"}
    )
    board = board.numbers([[1, 2, 4, 3], [2, 4, 3, 1], [3, 1, 2, 4], [4, 3, 1, 2]])
    return board.numbers({(1, 1): 4}, given=True)


def skyscrapers():
    board = Diagram(4, 4).outside(
        top=[4, None, 1, 2], right=[2, 3, None, 1], left=[None, 2, 2, 4], bottom=[1, 2, 3, None]
    )
    return board.numbers([[1, 2, 4, 3], [2, 4, 3, 1], [3, 1, 2, 4], [4, 3, 1, 2]]).numbers({(0, 2): 4}, given=True)


def lits():
    board = Diagram(5, 5).regions(rows("AABBB AABCB AABCC DDDDC EEEEC"), coloured=False)
    return board.shade([(0, 0), (1, 0), (2, 0), (2, 1), (0, 2), (1, 2), (0, 3), (0, 4)])


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


KINDS = (
    *(queens, tango, sudoku, patches, shikaku, hidoku, numberlink, slitherlink, simple_loop, masyu, nurikabe, heyawake),
    *(yajilin, fillomino, star_battle, akari, hitori, kakuro, futoshiki, skyscrapers, lits, kropki, tents, nonogram),
    hexagons,
)


def sheet() -> Picture:
    """All of them in one picture."""
    return gallery([replace(draw(kind()), title=kind.__name__.replace("_", " ")) for kind in KINDS], columns=5)


if __name__ == "__main__":
    sheet().save(sys.argv[1])
