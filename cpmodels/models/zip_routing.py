"""A first way past the numbers of a large ZIP: from each to the next, no cell twice, most cells left out.

The ways compete for cells as nets do for wires in a chip, and are routed by negotiated congestion (McMurchie and
Ebeling 1995, PathFinder): at first they may cross, but a cell that several want grows dearer from round to
round, until all but one go elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import replace
from heapq import heappop, heappush
from itertools import pairwise
from random import Random

from cpmodels.lattice import Cell
from cpmodels.puzzles import Zip

ROUNDS = 200
"""How often the ways are laid anew; most boards take fewer than 20."""


def with_both_ends(puzzle: Zip, random: Random) -> Zip:
    """A ZIP with a number on either end: ends that are free are put in a random cell of a colour that fits."""
    missing = 2 - len(puzzle.waypoints)
    if missing <= 0:
        return puzzle
    odd = len(puzzle.cells) % 2
    colour = 0 if odd else random.randrange(2)
    ends = list(puzzle.waypoints)
    for _ in range(missing):
        if ends and not odd:
            colour = 1 - sum(ends[0]) % 2
        if free := [cell for cell in puzzle.cells if sum(cell) % 2 == colour and cell not in ends]:
            ends.append(random.choice(free))
    return replace(puzzle, waypoints=tuple(ends))


def route(puzzle: Zip, random: Random) -> Generator[None, None, list[Cell] | None]:
    """A path past all numbers in order that need not cover the board; None when none was found.

    Yields after each way, as all the rounds of a large board may take minutes.
    """
    legs = list(pairwise(puzzle.waypoints))
    ways: list[list[Cell]] = [[] for _ in legs]
    dearness: Counter[Cell] = Counter()
    users: Counter[Cell] = Counter()
    sharing = 0.5

    def cost(cell: Cell) -> float:
        return (1 + dearness[cell] / 2) * (1 + users[cell] * sharing)

    for rounds in range(ROUNDS):
        for leg in random.sample(range(len(legs)), len(legs)):
            if rounds and all(users[cell] == 1 for cell in ways[leg]):
                continue
            users.subtract(ways[leg])
            way = cheapest_way(puzzle, legs[leg], cost, random)
            if way is None:
                return None
            ways[leg] = way
            users.update(way)
            yield
        contested = [cell for cell, count in users.items() if count > 1]
        if not contested:
            path = [cell for (start, _), way in zip(legs, ways, strict=True) for cell in (start, *way)]
            return [*path, puzzle.waypoints[-1]]
        dearness.update(contested)
        sharing = min(sharing * 1.1, 20.0)
    return None


def cheapest_way(
    puzzle: Zip, leg: tuple[Cell, Cell], cost: Callable[[Cell], float], random: Random
) -> list[Cell] | None:
    """The cells between the ends of a leg on a way of least cost past no other number (Dijkstra); None without one."""
    start, goal = leg
    best = {start: 0.0}
    came_from: dict[Cell, Cell] = {}
    frontier = [(0.0, 0.0, start)]
    while frontier:
        spent, _, cell = heappop(frontier)
        if cell == goal:
            way = []
            while (cell := came_from[cell]) != start:
                way.append(cell)
            return way[::-1]
        if spent > best[cell]:
            continue
        for near in puzzle.steps[cell]:
            if near in puzzle.numbers and near != goal:
                continue
            total = spent + cost(near)
            if near not in best or total < best[near]:
                best[near], came_from[near] = total, cell
                heappush(frontier, (total, random.random(), near))
    return None
