"""The parts of a garden that are connected by blue faces: one, reached from the all-blue tile, or so many, counted."""

from __future__ import annotations

from collections.abc import Iterable

from ortools.sat.python import cp_model

from cpmodels.constraints import components, connected
from cpmodels.constraints._literals import any_of
from cpmodels.graph import Graph
from cpmodels.lattice import Cell
from cpmodels.models.garden_plan import Plan, steps_from_whole

Passages = dict[tuple[Cell, Cell], cp_model.LiteralT]
"""For an edge between cells, whether tiles there touch with blue faces; without an edge they always do."""


def hang_together(plan: Plan, within: int | None = None) -> None:
    """Every tile but the red one is reached from the all-blue one by blue faces, if need be `within` so many steps.

    The all-blue tile is its own image under every symmetry, so what holds of a cell holds of its orbit: the graph
    has one node for each.
    """
    steps = steps_from_whole(plan.garden)
    graph, passages = touching(plan, plan.cells)
    connected(
        plan.cp,
        graph,
        {cell: plan.coloured(cell) for cell in graph.nodes},
        edges=passages,
        roots={cell: plan.full[cell] for cell in graph.nodes if cell in plan.full},
        within=steps if within is None else min(steps, within),
    )


def number_components(plan: Plan, least: int, most: int | None, within: int | None = None) -> None:
    """There are so many components, all tiles of each `within` so many steps of its first cell in the box's order."""
    graph, passages = touching(plan, plan.garden.cells)
    coloured = {cell: plan.coloured(cell) for cell in graph.nodes}
    tiles = sum(code > 0 for code in plan.garden.tile_set)
    steps = max(min(tiles, len(plan.garden.cells)) - 1, 0)
    within = steps if within is None else min(steps, within)
    components(plan.cp, graph, coloured, least, most, edges=passages, within=within)


def touching(plan: Plan, cells: Iterable[Cell]) -> tuple[Graph[Cell], Passages]:
    """The graph of those cells that may have a tile: all, or one of each orbit, which stands for the whole orbit."""
    nodes = [cell for cell in cells if plan.tiles_in(cell)]
    kept = set(nodes)
    ways: dict[tuple[Cell, Cell], dict[int, cp_model.IntVar]] = {}
    for cell in nodes:
        for direction, beyond in enumerate(plan.neighbours[cell]):
            if beyond is None:
                continue
            other = beyond if beyond in kept else min(plan.place[m][beyond] for m in plan.garden.group)
            if other in kept and other != cell:
                edge = (cell, other) if cell < other else (other, cell)
                ways.setdefault(edge, {}).update((face.index, face) for face in plan.passage(cell, direction))
    return Graph(nodes, ways), {edge: any_of(plan.cp, list(faces.values())) for edge, faces in ways.items() if faces}
