"""Brute force that a child could read: every oracle tries all placements, cell by cell, and knows no solver."""

from dataclasses import dataclass, field
from itertools import product

import numpy as np

from cpmodels import Assignment, EdgeMatching, Puzzle, Zigzaw, Zip
from cpmodels.base.description import Description, HamiltonianPath

TURNED = {0: (0, 1, 2, 3), 1: (1, 2, 3, 0), 2: (2, 3, 0, 1), 3: (3, 0, 1, 2)}


def edge_matching_boards(puzzle: EdgeMatching):
    """All boards as dicts from cell to (piece, turns): pieces told apart, turns that look alike not."""
    cells = list(product(range(puzzle.rows), range(puzzle.cols)))
    meet = (lambda a, b: a == b) if puzzle.rule == "equal" else (lambda a, b: a + b == 0)
    clues = {(clue[0], clue[1]): (clue[2], clue[3]) for clue in puzzle.clues}

    def look(piece, turns):
        return tuple(puzzle.pieces[piece][side] for side in TURNED[turns])

    def fits(board, cell, edges):
        row, col = cell
        top, _, _, left = edges
        if puzzle.border is not None:
            rim = (row == 0, col == puzzle.cols - 1, row == puzzle.rows - 1, col == 0)
            if any((edge == puzzle.border) != outside for edge, outside in zip(edges, rim, strict=True)):
                return False
        if row and not meet(look(*board[row - 1, col])[2], top):
            return False
        return not (col and not meet(look(*board[row, col - 1])[1], left))

    def extend(board):
        if len(board) == len(cells):
            yield dict(board)
            return
        cell = cells[len(board)]
        for piece in range(len(puzzle.pieces)):
            if any(used == piece for used, _ in board.values()):
                continue
            if cell in clues and clues[cell][0] != piece:
                continue
            if cell not in clues and any(piece == clued for clued, _ in clues.values()):
                continue
            seen = set()
            for turns in range(4 if puzzle.rotations else 1):
                edges = look(piece, turns)
                if edges in seen or (cell in clues and edges != look(*clues[cell])):
                    continue
                seen.add(edges)
                if fits(board, cell, edges):
                    yield from extend({**board, cell: (piece, turns)})

    yield from extend({})


def pictures(puzzle: EdgeMatching):
    """The different pictures of an edge-matching puzzle: what lies where, whichever of equal pieces it is."""
    return {picture(puzzle, board) for board in edge_matching_boards(puzzle)}


def picture(puzzle: EdgeMatching, board):
    """What shows in each cell of a board."""
    return tuple(sorted((cell, tuple(puzzle.pieces[p][s] for s in TURNED[t])) for cell, (p, t) in board.items()))


def picture_orbits(puzzle: EdgeMatching):
    """How many classes of pictures there are under the moves of the board that keep pieces and clues."""
    found = pictures(puzzle)
    return len({frozenset(orbit(puzzle, picture) & found) for picture in found})


def orbit(puzzle, picture):
    """All images of a picture under turns and mirrors of the board that keep the puzzle."""
    steps = [half, mirror, quarter] if puzzle.rows == puzzle.cols else [half, mirror]
    words = [word for length in range(4) for word in product(steps, repeat=length)]
    return {walk(puzzle, word, picture) for word in words if keeps(puzzle, word)}


def walk(puzzle, word, picture):
    """The picture after some moves, one after the other."""
    for step in word:
        picture = step(puzzle, picture)
    return picture


def quarter(puzzle, picture):
    """A counter-clockwise quarter turn of a square board."""
    side = puzzle.rows
    return tuple(sorted(((side - 1 - c, r), (e[1], e[2], e[3], e[0])) for (r, c), e in picture))


def half(puzzle, picture):
    bottom, right = puzzle.rows - 1, puzzle.cols - 1
    return tuple(sorted(((bottom - r, right - c), (e[2], e[3], e[0], e[1])) for (r, c), e in picture))


def mirror(puzzle, picture):
    """Left and right swapped."""
    return tuple(sorted(((r, puzzle.cols - 1 - c), (e[0], e[3], e[2], e[1])) for (r, c), e in picture))


def keeps(puzzle, word):
    """Whether some moves, one after the other, map the set of pieces and the clues to themselves."""

    def canonical(edges):
        return min(edges[t:] + edges[:t] for t in range(4)) if puzzle.rotations else tuple(edges)

    def moved(cell, edges):
        return walk(puzzle, word, ((cell, tuple(edges)),))[0]

    pieces = sorted(canonical(p) for p in puzzle.pieces)
    images = sorted(canonical(moved((0, 0), p)[1]) for p in puzzle.pieces)
    clues = {((r, c), tuple(puzzle.pieces[p][(s + t) % 4] for s in range(4))) for r, c, p, t in puzzle.clues}
    return images == pieces and {moved(*clue) for clue in clues} == clues


def zip_paths(puzzle: Zip):
    """All paths, by walking on and on."""
    order = {cell: n for n, cell in enumerate(puzzle.waypoints, 1)}
    walls = {frozenset(wall) for wall in puzzle.walls}
    k, size = len(puzzle.waypoints), puzzle.rows * puzzle.cols

    def extend(path, due):
        if len(path) == size:
            if k < 2 or path[-1] == puzzle.waypoints[-1]:
                yield tuple(path)
            return
        row, col = path[-1]
        for cell in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
            inside = 0 <= cell[0] < puzzle.rows and 0 <= cell[1] < puzzle.cols
            if inside and cell not in path and frozenset((path[-1], cell)) not in walls:
                number = order.get(cell)
                if number is None or number == due:
                    yield from extend([*path, cell], due + (number is not None))

    starts = puzzle.waypoints[:1] or list(product(range(puzzle.rows), range(puzzle.cols)))
    for start in starts:
        yield from extend([start], 2 if k else 1)


def paths_of(problem):
    """All paths of a description, as tuples of its nodes, by a recursion that knows nothing but the rules."""
    found = set()

    def extend(path, due):
        if len(path) == len(problem.successors) and path[-1] in problem.ends:
            found.add(tuple(path))
        for there in problem.successors[path[-1]] if path else problem.starts:
            if there not in path and there in due[:1] + [node for node in [there] if node not in due]:
                extend([*path, there], due[1:] if due[:1] == [there] else due)

    extend([], list(problem.waypoints))
    return found


@dataclass(frozen=True)
class Walked(Puzzle[Assignment]):
    """Any description of a path as a puzzle, whose solutions are its nodes in order."""

    kind = "walked"
    problem: HamiltonianPath = field(hash=False)

    def check(self, solution):
        return [] if solution.true in paths_of(self.problem) else ["it is not one of the paths"]

    def describe(self):
        return Description(self.problem, lambda nodes: Assignment(tuple(nodes)))


def zip_orbits(puzzle: Zip, paths):
    """How many classes of paths there are under turns, mirrors and, without numbers, walking backwards."""
    rows, cols = puzzle.rows, puzzle.cols
    moves = [
        {(r, c): (rows - 1 - r if down else r, cols - 1 - c if across else c) for r in range(rows) for c in range(cols)}
        for down, across in product((False, True), repeat=2)
    ]
    if rows == cols:
        moves += [{(c, r): image for (r, c), image in move.items()} for move in moves]

    def keeps(move):
        walls = {frozenset((move[a], move[b])) for a, b in puzzle.walls}
        return walls == set(map(frozenset, puzzle.walls)) and all(move[cell] == cell for cell in puzzle.waypoints)

    kept = [move for move in moves if keeps(move)]
    ways = [1] if puzzle.waypoints else [1, -1]
    orbits = {frozenset(tuple(move[cell] for cell in path[::way]) for move in kept for way in ways) for path in paths}
    return len(orbits)


def zigzaw_boards(puzzle: Zigzaw):
    """All boards of frogs, row by row, by the article's six tests against the neighbours that lie there."""
    board = {(b.row, b.col): b.frog for b in puzzle.border}
    cells = list(product(range(puzzle.rows), range(puzzle.cols)))

    def same(a, b):
        return a is None or b is None or a == b

    def fits(frog, row, col):
        shift = row % 2
        neighbours = {
            "right": board.get((row, col + 1)), "left": board.get((row, col - 1)),
            "upper right": board.get((row - 1, col + shift)), "upper left": board.get((row - 1, col - 1 + shift)),
            "lower right": board.get((row + 1, col + shift)), "lower left": board.get((row + 1, col - 1 + shift)),
        }  # fmt: skip
        tests = {
            "right": lambda a, b: same(a.left_arm, b.left_leg) and same(a.right_arm, b.right_leg),
            "left": lambda a, b: same(a.left_leg, b.left_arm) and same(a.right_leg, b.right_arm),
            "upper right": lambda a, b: same(a.left_arm, b.right_side) and same(a.left_side, b.right_leg),
            "upper left": lambda a, b: same(a.left_leg, b.right_side) and same(a.left_side, b.right_arm),
            "lower left": lambda a, b: same(a.right_leg, b.left_side) and same(a.right_side, b.left_arm),
            "lower right": lambda a, b: same(a.right_arm, b.left_side) and same(a.right_side, b.left_leg),
        }
        return all(other is None or tests[way](frog, other) for way, other in neighbours.items())

    def extend(placed):
        if len(placed) == len(cells):
            yield tuple(placed)
            return
        cell = cells[len(placed)]
        for index, frog in enumerate(puzzle.pieces):
            if index not in placed and fits(frog, *cell):
                board[cell] = frog
                yield from extend([*placed, index])
                del board[cell]

    yield from extend([])


def hanging_squares(width: int, height: int, red: str = "omit"):
    """All sets of cells of a box whose neighbourhoods are the tiles, each once, by trying every set of cells."""
    cells = list(product(range(width), range(height)))
    place = {cell: i for i, cell in enumerate(cells)}
    size = 16 if red == "place" else 15
    found = []
    for start in range(0, 2 ** len(cells), 2**22):
        sets = np.arange(start, min(start + 2**22, 2 ** len(cells)), dtype=np.uint32)
        sets = sets[np.bitwise_count(sets) == size]
        seen = np.zeros(len(sets), dtype=np.uint32)
        for (x, y), i in place.items():
            code = np.zeros(len(sets), dtype=np.uint32)
            for bit, other in ((1, (x, y + 1)), (2, (x + 1, y)), (4, (x, y - 1)), (8, (x - 1, y))):
                if other in place:
                    code += bit * ((sets >> place[other]) & 1)
            seen |= np.where((sets >> i) & 1, np.uint32(1) << code, 0).astype(np.uint32)
        wanted = 0xFFFF if red == "place" else 0xFFFE
        found += [frozenset(c for c, i in place.items() if s >> i & 1) for s in sets[seen == wanted].tolist()]
    return found
