"""A path through a large ZIP, found by neighbourhoods: a path past the numbers takes up the cells that it left out.

The whole model keeps the order of the numbers all over the board at once, and that is what costs: a 20 x 20
board with 20 numbers is not solved in minutes.  But boards with few numbers have paths in great number.  So a
path past the numbers in order is laid first (`route`), and then windows of some 8 x 8 cells are
searched again, one after another, as in large neighbourhood search (Shaw 1998): outside the window the path stays; in
it, a small model covers as many cells as it can and keeps the order.  What cannot be covered yet
is moved towards another such cell of the other colour, as a path takes up cells in pairs, one of each colour.

The ways from number to number compete for cells as nets do for wires in a chip, and are routed by negotiated congestion
(McMurchie and Ebeling 1995, PathFinder): at first they may cross, but a cell that several want grows dearer from round
to round, until all but one go elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from heapq import heappop, heappush
from itertools import groupby, pairwise, product
from random import Random

from cpmodels import _cp_model as cp_model
from cpmodels._parameters import PARAMETERS, sat_parameters
from cpmodels.base._checkpoints import unbreakable
from cpmodels.base.graph import walks
from cpmodels.base.lattice import Cell
from cpmodels.base.puzzle import Path
from cpmodels.model.strategies import Strategy, searches
from cpmodels.puzzles.zip.puzzle import Zip

__all__ = ["SMALL", "fill"]

SMALL = 150
"""Up to this many cells the whole model is quick; on larger boards neighbourhoods are searched beside it (of random
boards with few numbers the model solves 12 x 12 in 0.02 s, 14 x 14 in 0.2 s, and most of 20 x 20 not in 20 s)."""

ROUNDS = 200
"""How often the ways are laid anew; most boards take fewer than 20."""


@searches.register(Zip)
def _searches(puzzle: Zip) -> tuple[Strategy[Path], ...]:
    windows = Strategy("windows", lambda seed, _: fill(puzzle, seed), after=0, light=True)
    return (windows,) if len(puzzle.cells) > SMALL else ()


def with_both_ends(puzzle: Zip, random: Random) -> Zip:
    """A ZIP with a number on either end: ends that are free are put in a random cell of a colour that fits."""
    if len(puzzle.waypoints) > 1:
        return puzzle
    odd = len(puzzle.cells) % 2
    colour = 0 if odd else random.randrange(2)
    ends = list(puzzle.waypoints)
    for _ in range(2 - len(ends)):
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
            if (way := cheapest_way(puzzle, legs[leg], cost, random)) is None:
                return None
            ways[leg] = way
            users.update(way)
            yield
        if not (contested := [cell for cell, count in users.items() if count > 1]):
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


SIDE = 8
"""Cells along a side of a window, one more or less at random."""

PATIENCE = 60
"""After this many windows that left no fewer cells out than ever before, another path is laid."""

WINDOW = {"cp_model_presolve": False, "num_workers": 1, "max_deterministic_time": 0.2, "max_time_in_seconds": 2.0}
"""CP-SAT parameters of the search of a window; most take 0.02 s.

It stops after a fifth of a second's work, as CP-SAT measures it, so that a seed finds the same on a busy machine.
"""

FAR = 1000
"""What a cell left out costs, besides its distance to the cell that it is to meet."""


def fill(puzzle: Zip, seed: int) -> Iterator[Path | None]:
    """A path through all cells: yields None after each short step of the search, and at last the path.

    The search does not end when there is no path.
    """
    random = Random(seed)
    while True:
        board = with_both_ends(puzzle, random)
        path = yield from route(board, random)
        yield None
        waited, fewest = 0, len(board.cells)
        while path is not None and waited < PATIENCE:
            left_out = sorted(set(board.cells).difference(path))
            if not left_out:
                yield Path(path)
                return
            waited, fewest = (0, len(left_out)) if len(left_out) < fewest else (waited + 1, fewest)
            cell = random.choice(left_out)
            mate = nearest_mate(cell, left_out, random)
            path = improved(board, path, window(board, cell, mate, random), mate, random)
            yield None


def nearest_mate(cell: Cell, left_out: list[Cell], random: Random) -> Cell:
    """The nearest cell of the other colour among those that are left out; the cell itself if there is none."""
    mates = [other for other in left_out if (sum(other) - sum(cell)) % 2]
    return min(mates, key=lambda other: (distance(cell, other), random.random()), default=cell)


def distance(one: Cell, other: Cell) -> int:
    """How many steps two cells are apart."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def window(puzzle: Zip, cell: Cell, mate: Cell, random: Random) -> set[Cell]:
    """A square of cells round two cells, or round the first and towards the second, somewhat at random."""
    side = min(SIDE + random.randint(-1, 1), puzzle.rows, puzzle.cols)
    corner = []
    for a, b, length in zip(cell, mate, (puzzle.rows, puzzle.cols), strict=True):
        reach = max(abs(cell[0] - mate[0]), abs(cell[1] - mate[1]))
        middle = a + (b - a) * (0.5 if reach < side else (side / 2 - 1) / reach)
        corner.append(max(0, min(length - side, round(middle - side / 2 + random.uniform(-1, 1)))))
    return set(product(*(range(at, at + side) for at in corner)))


def improved(puzzle: Zip, path: list[Cell], cells: set[Cell], mate: Cell, random: Random) -> list[Cell]:
    """The path with its stretches inside a window laid anew, so that they leave out as few cells as can be.

    What they must leave out lies near `mate`.  The path as it was, when nothing was found.
    """
    stretches = [(inside, tuple(part)) for inside, part in groupby(path, cells.__contains__)]
    anew = lay_anew(puzzle, [stretch for inside, stretch in stretches if inside], cells, mate, random)
    if anew is None:
        return path
    new = iter(anew)
    return [cell for inside, stretch in stretches for cell in (next(new) if inside else stretch)]


def lay_anew(
    puzzle: Zip, stretches: list[tuple[Cell, ...]], cells: set[Cell], mate: Cell, random: Random
) -> list[list[Cell]] | None:
    """Stretches with the same ends and the same numbers in the same order, through as many cells as can be."""
    cp = cp_model.CpModel()
    marks = [cell for s in stretches for cell in s if cell in (s[0], s[-1]) or cell in puzzle.numbers]
    if len(marks) < 2:
        return None
    place = {cell: i for i, cell in enumerate(marks)}
    passed = {cell: place[cell] if cell in place else cp.new_int_var(0, len(marks) - 1, "") for cell in sorted(cells)}
    starts, ends = {s[0] for s in stretches}, {s[-1] for s in stretches}
    node = {cell: i for i, cell in enumerate(passed)}
    ring = zip(stretches, stretches[1:] + stretches[:1], strict=True)
    arcs: list[tuple[int, int, cp_model.LiteralT]] = [(node[one[-1]], node[two[0]], True) for one, two in ring]
    followed = {step for stretch in stretches for step in pairwise(stretch)}
    steps = {}
    for here in cells - ends:
        for there in puzzle.steps[here]:
            if there not in cells or there in starts:
                continue
            due = passed[there] - 1 if there in place else passed[there]
            if isinstance(due, int) and isinstance(passed[here], int) and due != passed[here]:
                continue
            steps[here, there] = step = cp.new_bool_var("")
            arcs.append((node[here], node[there], step))
            cp.add(passed[here] == due).only_enforce_if(step)
            cp.add_hint(step, (here, there) in followed)
    skipped = {cell: cp.new_bool_var("") for cell in passed if cell not in place}
    arcs += [(node[cell], node[cell], skip) for cell, skip in skipped.items()]
    cp.add_circuit(arcs)
    cp.minimize(sum((FAR + distance(cell, mate) + random.randint(0, 3)) * skip for cell, skip in skipped.items()))
    solver = cp_model.CpSolver()
    solver.parameters = sat_parameters(PARAMETERS, WINDOW, {"random_seed": random.randrange(2**31)})
    with unbreakable():
        status = solver.solve(cp)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return walks((step for step, literal in steps.items() if solver.boolean_value(literal)), [s[0] for s in stretches])
