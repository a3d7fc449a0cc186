"""What a garden must be besides: of a number of components, of exactly one symmetry.

Components are counted, and tiles reached, by `cpmodels.constraints` over the cells of the garden.
"""

from __future__ import annotations

from collections.abc import Iterable

from cpmodels.base.graph import Graph
from cpmodels.base.lattice import Cell
from cpmodels.constraints._connectivity import connect, last_of_components
from cpmodels.constraints._literals import covered, some_true
from cpmodels.puzzles.garden._variables import Plan, steps_from_whole

__all__ = ["connect_garden", "looks_different", "number_components"]

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
