"""Random puzzles of any size with a planted answer: the same seed gives the same puzzle.

>>> puzzle, path = zip_puzzle(5, seed=1, numbers=4, walls=3)
>>> len(puzzle.waypoints), len(puzzle.walls), puzzle.check(path)
(4, 3, [])
"""

from __future__ import annotations

from random import Random
from typing import Generic, NamedTuple, TypeVar

from cpmodels.base.puzzle import Path, Puzzle, Solution
from cpmodels.base.regions import random_path
from cpmodels.puzzles import Board, Mosaic, Zip
from cpmodels.puzzles.edge_matching import Rule
from cpmodels.puzzles.edge_matching.generator import cut_set
from cpmodels.puzzles.zigzaw.generator import cut_zigzaw
from cpmodels.puzzles.zip.generator import beside_path

S = TypeVar("S", bound=Solution)


class Planted(NamedTuple, Generic[S]):
    """A puzzle and the answer from which it was made."""

    puzzle: Puzzle[S]
    solution: S


def zip_puzzle(side: int, seed: int, numbers: int, walls: int = 0) -> Planted[Path]:
    """A ZIP of `side` x `side`: numbers at both ends of a random path and at random cells of it, walls beside it.

    Where fewer sides of cells than `walls` are free of the path, all of them get one.
    """
    random = Random(f"zip {side} {seed} {numbers} {walls}")
    path = random_path(side, side, random)
    between = sorted(random.sample(range(1, len(path) - 1), numbers - 2))
    waypoints = [path[i] for i in (0, *between, len(path) - 1)]
    free = beside_path(side, side, path)
    chosen = random.sample(free, min(walls, len(free)))
    return Planted(Zip(side, side, waypoints, chosen), Path(path))


def edge_puzzle(
    side: int, seed: int, colours: int, *, rule: Rule = "equal", rotations: bool = True, border: bool = False
) -> Planted[Board]:
    """An edge matching of `side` x `side`: a board coloured at random, cut, shuffled and, with rotations, turned."""
    random = Random(f"edges {side} {seed} {colours} {rule} {rotations} {border}")
    return Planted(*cut_set(side, side, colours, random, rule=rule, rotations=rotations, border=border))


def zigzaw_puzzle(side: int, seed: int, border: str = "all") -> Planted[Mosaic]:
    """A Zigzaw of `side` x `side`, with its border ``"all"``, ``"top"`` or ``"none"``."""
    return Planted(*cut_zigzaw(side, side, Random(f"zigzaw {side} {seed}"), border))
