"""Kinds that are one file each on small boards: random puzzles, and their solutions by brute force.

An oracle gives all loops, walks and layouts that there are on the board, those that keep the rules and the others.
"""

from functools import cache
from itertools import permutations, product

from cpmodels_hexagons import Hexagons, Layout
from grid_oracles import beside, boards, kept, numbered
from hypothesis import strategies as st

import cpmodels as cm
from cpmodels.puzzles.hidoku import Hidoku
from cpmodels.puzzles.masyu import Masyu
from cpmodels.puzzles.numberlink import Numberlink
from cpmodels.puzzles.simple_loop import SimpleLoop
from cpmodels.puzzles.slitherlink import Slitherlink
from cpmodels.puzzles.yajilin import Yajilin


@cache
def loops(rows, cols):
    """All loops on a board, once each: from their least cell, in one of the two directions."""
    found = []

    def walk(path):
        for cell in beside(path[-1]):
            if cell == path[0] and len(path) > 2 and path[1] < path[-1]:
                found.append(tuple(path))
            elif 0 <= cell[0] < rows and 0 <= cell[1] < cols and cell > path[0] and cell not in path:
                walk([*path, cell])

    for start in product(range(rows), range(cols)):
        walk([start])
    return found


def loops_that(rows, cols, rule):
    """The loops on a board that keep a rule, and the others."""
    right, wrong = [], []
    for loop in loops(rows, cols):
        (right if rule(loop) else wrong).append(cm.Loop(loop))
    return right, wrong


@st.composite
def slitherlinks(draw):
    numbers = [None, None, None, 0, 1, 2, 2, 3, 3, 4]
    return Slitherlink(draw(boards(draw(st.integers(1, 3)), draw(st.integers(1, 3)), numbers)))


def slitherlink_loops(puzzle):
    def rule(loop):
        steps = [{one, other} for one, other in zip(loop, loop[1:] + loop[:1], strict=True)]
        for (r, c), number in numbered(puzzle).items():
            top = {(r, c), (r, c + 1)} in steps
            bottom = {(r + 1, c), (r + 1, c + 1)} in steps
            left = {(r, c), (r + 1, c)} in steps
            right = {(r, c + 1), (r + 1, c + 1)} in steps
            if top + bottom + left + right != number:
                return False
        return True

    return loops_that(puzzle.rows + 1, puzzle.cols + 1, rule)


@st.composite
def simple_loops(draw):
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = list(product(range(rows), range(cols)))
    most = min(5, len(cells) - 1)
    return SimpleLoop(rows, cols, draw(st.lists(st.sampled_from(cells), unique=True, max_size=most)))


def loops_through_all(puzzle):
    cells = list(product(range(puzzle.rows), range(puzzle.cols)))
    return loops_that(puzzle.rows, puzzle.cols, lambda loop: sorted([*loop, *puzzle.blocked]) == cells)


@st.composite
def masyus(draw):
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = list(product(range(rows), range(cols)))
    circles = draw(st.dictionaries(st.sampled_from(cells), st.sampled_from("wwb"), max_size=4))
    return Masyu(rows, cols, *([cell for cell in circles if circles[cell] == colour] for colour in "wb"))


def masyu_loops(puzzle):
    def rule(loop):
        def straight(i):
            before, after = loop[i % len(loop) - 1], loop[(i + 1) % len(loop)]
            return before[0] == after[0] or before[1] == after[1]

        place = {cell: i for i, cell in enumerate(loop)}
        if not {*puzzle.white, *puzzle.black} <= set(loop):
            return False
        for cell in puzzle.white:
            i = place[cell]
            if not straight(i) or (straight(i - 1) and straight(i + 1)):
                return False
        return all(not straight(place[c]) and straight(place[c] - 1) and straight(place[c] + 1) for c in puzzle.black)

    return loops_that(puzzle.rows, puzzle.cols, rule)


@st.composite
def yajilins(draw):
    rows, cols = draw(st.integers(2, 4)), draw(st.integers(2, 4))
    places = draw(st.lists(st.sampled_from(list(product(range(rows), range(cols)))), max_size=3, unique=True))
    sides, numbers = st.sampled_from(["top", "right", "bottom", "left"]), st.sampled_from([None, 0, 1, 2])
    return Yajilin(rows, cols, [(*place, draw(sides), draw(numbers)) for place in places])


def yajilin_loops(puzzle):
    named = {(row, col) for row, col, _, _ in puzzle.arrows}

    def rule(loop):
        if named.intersection(loop):
            return False
        shaded = set(product(range(puzzle.rows), range(puzzle.cols))) - named - set(loop)
        if any(shaded.intersection(beside(cell)) for cell in shaded):
            return False
        for row, col, side, number in puzzle.arrows:
            ahead = {
                "top": [(r, c) for r, c in shaded if c == col and r < row],
                "bottom": [(r, c) for r, c in shaded if c == col and r > row],
                "left": [(r, c) for r, c in shaded if r == row and c < col],
                "right": [(r, c) for r, c in shaded if r == row and c > col],
            }
            if number not in (None, len(ahead[side])):
                return False
        return True

    return loops_that(puzzle.rows, puzzle.cols, rule)


@cache
def numberings(rows, cols):
    """All ways to number the cells so that each number touches the one before, as rows of numbers."""
    found = []
    number = {}

    def write(cell):
        number[cell] = len(number) + 1
        if len(number) == rows * cols:
            found.append(tuple(tuple(number[r, c] for c in range(cols)) for r in range(rows)))
        for other in product(*(range(place - 1, place + 2) for place in cell)):
            if 0 <= other[0] < rows and 0 <= other[1] < cols and other not in number:
                write(other)
        del number[cell]

    for start in product(range(rows), range(cols)):
        write(start)
    return found


@st.composite
def hidokus(draw):
    rows, cols = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    cells = list(product(range(rows), range(cols)))
    order = draw(st.permutations(range(1, len(cells) + 1)))
    if draw(st.booleans()):
        order = [n for row in draw(st.sampled_from(numberings(rows, cols))) for n in row]
    shown = draw(st.sets(st.sampled_from(cells), min_size=min(2, len(cells))))
    clues = {cell: number for cell, number in zip(cells, order, strict=True) if cell in shown}
    return Hidoku([[clues.get((r, c)) for c in range(cols)] for r in range(rows)])


def hidoku_grids(puzzle):
    right, wrong = [], []
    for grid in numberings(len(puzzle.given), len(puzzle.given[0])):
        (right if kept(puzzle.given, grid) else wrong).append(cm.Grid(grid))
    return right, wrong


def links(rows, cols, ends):
    """All ways to join pairs of cells by paths that share no cell."""
    found = []
    taken = {cell for pair in ends for cell in pair}

    def walk(done, path):
        goal = ends[len(done)][1]
        for cell in beside(path[-1]):
            if cell == goal:
                begin([*done, [*path, cell]])
            elif 0 <= cell[0] < rows and 0 <= cell[1] < cols and cell not in taken:
                taken.add(cell)
                walk(done, [*path, cell])
                taken.remove(cell)

    def begin(done):
        if len(done) == len(ends):
            found.append(done)
        else:
            walk(done, [ends[len(done)][0]])

    begin([])
    return found


def makes_detours(paths):
    """Whether some cell of a path touches the third one after it: three steps round a square."""
    return any(path[i + 3] in beside(path[i]) for path in paths for i in range(len(path) - 3))


@st.composite
def pairs_of_cells(draw):
    rows, cols = draw(st.sampled_from([(1, 4), (2, 2), (2, 4), (3, 3), (3, 4), (4, 3), (4, 4)]))
    cells = draw(st.permutations(list(product(range(rows), range(cols)))))
    ends = [tuple(sorted(cells[2 * i : 2 * i + 2])) for i in range(draw(st.integers(1, 4 if rows * cols > 4 else 2)))]
    number = {cell: i for i, pair in enumerate(ends) for cell in pair}
    return [[number.get((r, c)) for c in range(cols)] for r in range(rows)], ends


def numberlinks():
    return st.builds(lambda board, *options: Numberlink(board[0], *options), pairs_of_cells(), *[st.booleans()] * 2)


def numberlink_paths(puzzle):
    ends = {}
    for cell in product(range(puzzle.rows), range(puzzle.cols)):
        ends.setdefault(puzzle.given[cell[0]][cell[1]], []).append(cell)
    ends.pop(None, None)
    right, wrong = [], []
    for paths in links(puzzle.rows, puzzle.cols, [ends[number] for number in sorted(ends)]):
        covers = not puzzle.cover or sum(map(len, paths)) == puzzle.rows * puzzle.cols
        kept = covers and (puzzle.detours or not makes_detours(paths))
        (right if kept else wrong).append(cm.Paths(paths))
    return right, wrong


TOUCHING = {(0, 0): {0: (0, 1), 5: (1, 0)}, (0, 1): {3: (0, 0), 4: (1, 0)}, (1, 0): {1: (0, 1), 2: (0, 0)}}
"""Three hexagons that meet at a corner: what touches each of their edges, counted counter-clockwise from the right."""


def hexagon_trios():
    pieces = st.lists(st.tuples(*[st.integers(0, 2)] * 6), min_size=3, max_size=3)
    return st.builds(Hexagons, st.just(tuple(TOUCHING)), pieces)


def hexagon_layouts(puzzle):
    """Every order of the pieces and every way to turn them; one layout for each of what may show in the cells."""
    right, wrong = [], []
    for order, turns in product(permutations(range(3)), product(range(6), repeat=3)):
        shown = {}
        for cell, piece, turn in zip(TOUCHING, order, turns, strict=True):
            shown[cell] = tuple(puzzle.pieces[piece][(edge - turn) % 6] for edge in range(6))
        agree = all(
            shown[cell][edge] == shown[other][(edge + 3) % 6]
            for cell, around in TOUCHING.items()
            for edge, other in around.items()
        )
        (right if agree else wrong).append(Layout(zip(TOUCHING, order, turns, strict=True)))
    return right, wrong


ORACLES = {
    "hidoku": (hidokus(), hidoku_grids),
    "masyu": (masyus(), masyu_loops),
    "numberlink": (numberlinks(), numberlink_paths),
    "simple_loop": (simple_loops(), loops_through_all),
    "slitherlink": (slitherlinks(), slitherlink_loops),
    "yajilin": (yajilins(), yajilin_loops),
}
"""The puzzles of each kind, and what gives their solutions."""
