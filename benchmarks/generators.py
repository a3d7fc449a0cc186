"""Random puzzles of any size with a planted answer: the same seed gives the same puzzle.

>>> puzzle, path = zip_puzzle(5, seed=1, numbers=4, walls=3)
>>> len(puzzle.waypoints), len(puzzle.walls), puzzle.check(path)
(4, 3, [])
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from math import exp, lgamma, log
from random import Random
from typing import Generic, NamedTuple, TypeVar

from cpmodels.lattice import SQUARE, Cell
from cpmodels.puzzles import Board, BorderFrog, EdgeMatching, Frog, Mosaic, Path, Puzzle, Solution, Zigzaw, Zip
from cpmodels.puzzles.edge_matching import Edges, Rule, turn
from cpmodels.puzzles.zigzaw import corners

S = TypeVar("S", bound=Solution)

COLOURS = ("white", "yellow", "red", "orange", "blue", "green")
"""The faces of a Rubik's Cube, as the Zigzaw shows them."""


class Planted(NamedTuple, Generic[S]):
    """A puzzle and the answer from which it was made."""

    puzzle: Puzzle[S]
    solution: S


def hamiltonian_path(side: int, random: Random) -> list[Cell]:
    """A random path through all cells of a square grid, by backbite moves from a snake.

    A move joins an end of the path to a neighbour of it and cuts the loop that this makes; N cells get
    10 N (ln N)^2 moves.  See R. Oberdorf, A. Ferguson, J. L. Jacobsen, J. Kondev, *Secondary structures in
    long compact polymers*, Phys. Rev. E 74, 2006; the number of moves is that of N. Clisby's generator.
    """
    path: list[Cell] = [(r, c if r % 2 == 0 else side - 1 - c) for r in range(side) for c in range(side)]
    place = {cell: i for i, cell in enumerate(path)}
    for _ in range(round(10 * len(path) * log(2 + len(path)) ** 2)):
        low = random.random() < 0.5
        met = place.get(SQUARE.neighbour(path[0 if low else -1], random.randrange(4)))
        if met is None:
            continue
        first, last = (0, met) if low else (met + 1, len(path))
        path[first:last] = path[first:last][::-1]
        place.update((path[i], i) for i in range(first, last))
    return path


def zip_puzzle(side: int, seed: int, numbers: int, walls: int = 0) -> Planted[Path]:
    """A ZIP of `side` x `side`: numbers at both ends of a random path and at random cells of it, walls beside it.

    Where fewer sides of cells than `walls` are free of the path, all of them get one.
    """
    random = Random(f"zip {side} {seed} {numbers} {walls}")
    path = hamiltonian_path(side, random)
    between = sorted(random.sample(range(1, len(path) - 1), numbers - 2))
    waypoints = [path[i] for i in (0, *between, len(path) - 1)]
    crossed = {frozenset(step) for step in pairwise(path)}
    free = [s for s in _sides(side) if frozenset(s) not in crossed]
    chosen = random.sample(free, min(walls, len(free)))
    return Planted(Zip(side, side, waypoints, chosen), Path(path))


def _sides(side: int) -> list[tuple[Cell, Cell]]:
    """The pairs of neighbouring cells of a square grid."""
    cells = list(product(range(side), repeat=2))
    return [(cell, other) for cell in cells for other in (SQUARE.neighbour(cell, d) for d in (1, 2)) if other in cells]


def hardest_colours(side: int, *, rotations: bool = True, border: bool = False) -> int:
    """The number of colours with which about one answer to an edge matching is expected beside the planted one.

    N = n^2 pieces can be laid in N! 4^N ways, and each of the 2 n (n - 1) touches agrees with a chance of 1 in c:
    N! 4^N = c^(2 n (n - 1)).  Without turns the 4^N falls away.  With a border, the 4 corners, 4 (n - 2) rim pieces and
    (n - 2)^2 inner pieces change places among their like, and only the inner ones turn.  There the search is hardest:
    with fewer colours there are many answers, with more each wrong piece shows at once.  See C. Ansotegui and
    others, *How hard is a commercial puzzle: the Eternity II challenge*, CCIA 2008.

    >>> [hardest_colours(n) for n in (2, 4, 8)], [hardest_colours(n, rotations=False) for n in (2, 4, 8)]
    ([9, 9, 14], [2, 4, 6])
    """
    inner = (side - 2) ** 2 if border else side**2
    groups = (4, 4 * (side - 2), inner) if border else (inner,)
    ways = sum(lgamma(group + 1) for group in groups) + rotations * inner * log(4)
    return round(exp(ways / (2 * side * (side - 1))))


def edge_puzzle(
    side: int, seed: int, colours: int, *, rule: Rule = "equal", rotations: bool = True, border: bool = False
) -> Planted[Board]:
    """An edge matching of `side` x `side`: a board coloured at random, cut, shuffled and, with rotations, turned.

    Colours are 1, 2, ..., the border is 0.  With the rule sum-zero they are motifs, of which an edge has either half.
    """
    random = Random(f"edges {side} {seed} {colours} {rule} {rotations} {border}")
    sign = -1 if rule == "sum-zero" else 1
    whole = _cut(side, colours, sign, border, random)
    order = random.sample(range(len(whole)), len(whole))
    turns = [random.randrange(4) if rotations else 0 for _ in whole]
    pieces = [turn(whole[cell], back) for cell, back in zip(order, turns, strict=True)]
    laid = {cell: (piece, -back % 4) for piece, (cell, back) in enumerate(zip(order, turns, strict=True))}
    rows = [[laid[r * side + c] for c in range(side)] for r in range(side)]
    return Planted(EdgeMatching(side, side, pieces, rule, rotations, 0 if border else None), Board(rows))


def _cut(side: int, colours: int, sign: int, border: bool, random: Random) -> list[Edges]:
    """The pieces, row by row, of a board whose inner edges, and outer ones unless it has a border, are random."""

    def line(*, inner: bool) -> list[int]:
        return [
            0 if border and not inner else random.randint(1, colours) * random.choice((1, sign)) for _ in range(side)
        ]

    across = [line(inner=0 < r < side) for r in range(side + 1)]
    along = [line(inner=0 < c < side) for c in range(side + 1)]
    cells = product(range(side), repeat=2)
    return [(sign * across[r][c], along[c + 1][r], across[r + 1][c], sign * along[c][r]) for r, c in cells]


def zigzaw_puzzle(side: int, seed: int, border: str = "all") -> Planted[Mosaic]:
    """A Zigzaw of `side` x `side`, cut from corners of six colours: border ``"all"``, ``"top"`` or ``"none"``.

    As on the board of 1982, the faces of one cube differ: corners that follow each other along a row do, and a frog's
    body differs from the corners at its sides and arms.  Colours are as likely as each other, which they are not there.
    """
    random = Random(f"zigzaw {side} {seed}")
    around = list(product(range(-1, side + 1), repeat=2))
    colours = _corner_colours(sorted({corner for cell in around for corner in corners(*cell)}, key=_along_row), random)
    frogs = {cell: _frog([colours[corner] for corner in corners(*cell)], random) for cell in around}
    inner = list(product(range(side), repeat=2))
    order = random.sample(inner, len(inner))
    index = {cell: i for i, cell in enumerate(order)}
    mosaic = Mosaic([[index[r, c] for c in range(side)] for r in range(side)])
    touched = {corner for cell in inner for corner in corners(*cell)}
    rim = [cell for cell in around if cell not in index and touched.intersection(corners(*cell))]
    shown = [cell for cell in rim if border == "all" or (border == "top" and cell[0] == -1)]
    edge = [BorderFrog(row, col, frogs[row, col]) for row, col in shown]
    return Planted(Zigzaw(side, side, [frogs[cell] for cell in order], edge), mosaic)


def _along_row(corner: Cell) -> tuple[int, int]:
    """Where a corner stands: which line between two rows of frogs, and how far to the right."""
    x, y = corner
    return y // 3, x


def _corner_colours(line_by_line: Sequence[Cell], random: Random) -> dict[Cell, str]:
    """A random colour for each corner, other than that of the corner before."""
    colours: dict[Cell, str] = {}
    last = ""
    for corner in line_by_line:
        last = colours[corner] = random.choice([colour for colour in COLOURS if colour != last])
    return colours


def _frog(outer: Sequence[str], random: Random) -> Frog:
    """A frog with these outer parts and a body that differs from its neighbours in the cubes."""
    left_arm, left_side, left_leg, right_leg, right_side, right_arm = outer
    taken = {left_arm, left_side, right_side, right_arm}
    body = random.choice([colour for colour in COLOURS if colour not in taken])
    return Frog(left_arm, left_side, left_leg, right_leg, right_side, right_arm, body)
