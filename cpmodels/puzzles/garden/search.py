"""What a garden must be besides: of a number of components, of exactly one symmetry; and where such gardens are found.

Components are counted, and tiles reached, by `cpmodels.constraints` over the cells of the garden.

Symmetric gardens are found in a second, as they have few variables; gardens without any symmetry take
minutes, with heavy tails.  But many symmetric gardens have neighbours that are not symmetric: keep the
cells far from some place, free the others (about two thirds of the box), and search for a second or two.
A free part of less than 60 per cent is most often proved to have no other garden; one of more than
80 per cent takes as long as the whole.

That is what CP-SAT does alone.  Random walks (`cpmodels.puzzles.garden._walks`) race beside it and are mostly sooner.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from cpmodels.base.graph import Graph
from cpmodels.base.lattice import Cell, minus
from cpmodels.constraints._connectivity import connect, last_of_components
from cpmodels.constraints._literals import covered, some_true
from cpmodels.puzzles.garden._variables import Plan, steps_from_whole
from cpmodels.puzzles.garden.tiles import TilePlacement

__all__ = ["connect_garden", "kept", "looks_different", "number_components"]

Passages = dict[tuple[Cell, Cell], int]
"""For an edge between cells, whether tiles there touch with blue faces; without an edge they always do."""


def connect_garden(plan: Plan) -> None:
    """Every tile but the red one is reached from the all-blue one by blue faces.

    The all-blue tile is its own image under every symmetry, so what holds of a cell holds of its orbit: the graph
    has one node for each.
    """
    plan.bulk.name = "the garden is connected"
    graph, coloured, passages = touching(plan, plan.cells)
    roots = {cell: plan.full[cell] for cell in graph.nodes if cell in plan.full}
    connect(plan.bulk, graph, coloured, passages, roots, steps_from_whole(plan.garden))


def number_components(plan: Plan, least: int, most: int | None) -> None:
    """The number of components is between these bounds."""
    plan.bulk.name = "the garden has as many components as it should"
    graph, coloured, passages = touching(plan, plan.garden.cells)
    last = last_of_components(plan.bulk, graph, coloured, passages)
    covered(plan.bulk, last, least, len(last) if most is None else most)


def touching(plan: Plan, cells: Iterable[Cell]) -> tuple[Graph[Cell], dict[Cell, int], Passages]:
    """The graph of those cells that may have a tile: all, or one of each orbit, which stands for the whole orbit.

    With it, for each cell, whether it has a tile other than the red one.
    """
    nodes = [cell for cell in cells if plan.tiles_in(cell)]
    kept = set(nodes)
    ways: dict[tuple[Cell, Cell], dict[int, None]] = {}
    for cell in nodes:
        for direction, beyond in enumerate(plan.garden.neighbours[cell]):
            if beyond is None:
                continue
            other = beyond if beyond in kept else plan.orbit[beyond]
            if other in kept and other != cell:
                edge = (cell, other) if cell < other else (other, cell)
                ways.setdefault(edge, {}).update({} if plan.hangs else {plan.colour[cell, direction]: None})
    passages = {edge: some_true(plan.bulk, list(faces)) for edge, faces in ways.items() if faces}
    return Graph(nodes, ways), {cell: plan.coloured(cell) for cell in nodes}, passages


LEAST_FREE, MOST_FREE = 0.60, 0.76
"""Which part of the cells of a box is freed (measured on cubes of side 5 with three-fold symmetry)."""


def looks_different(plan: Plan) -> None:
    """After each move that is not demanded some face or cell has another colour than what it comes to lie on."""
    garden, bulk = plan.garden, plan.bulk
    bulk.name = "the garden looks different after each other move"
    for matrix in garden.further_moves():
        turn = garden.lattice.turned_sides(matrix)
        pairs: dict[frozenset[int], tuple[int, int]] = {}
        for cell in garden.cells:
            image, orientation = garden.moved(matrix, cell), garden.lattice.orientation(cell)
            # A cell without neighbours, as a region may have, looks different only by being occupied.
            colours = [(plan.colour[cell], plan.colour[image])] if plan.hangs else []
            for direction in range(len(garden.lattice.names)):
                one, other = plan.face(cell, direction), plan.face(image, turn[orientation, direction][1])
                if one is not None and other is not None:
                    colours.append((one, other))
            pairs.update((frozenset(pair), pair) for pair in colours if pair[0] != pair[1])
        different = []
        for one, other in pairs.values():
            differs = bulk.boolean()
            bulk.odd([one, other, ~differs])
            different.append(differs)
        bulk.any_of(different)


def kept(plan: Plan, placement: TilePlacement, random: Random) -> dict[int, bool]:
    """Key positions with the values that they have in a garden, except for those of the cells round a random place."""
    cells = list(plan.garden.cells)
    place = random.choice(cells)
    far = sorted(cells, key=lambda cell: (-sum(d * d for d in minus(cell, place)), random.random()))
    free = set(far[-int(len(cells) * random.uniform(LEAST_FREE, MOST_FREE)) :])
    occupied = placement.codes
    return {i: cell in occupied for i, cell in enumerate(plan.cells) if cell not in free}
