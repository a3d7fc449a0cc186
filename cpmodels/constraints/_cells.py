"""Cells that are chosen, or not: which must not touch, how many may follow each other, and where a loop turns."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.errors import ModelError, ParameterError
from cpmodels.base.graph import Graph
from cpmodels.base.lattice import Cell
from cpmodels.constraints._bulk import Bulk, literal_at
from cpmodels.constraints._connectivity import own_nodes
from cpmodels.constraints._literals import all_true, own_index, some_true
from cpmodels.constraints._loops import Edges
from cpmodels.constraints._numbers import Units, called, named

N = TypeVar("N", bound=Hashable)


def not_adjacent(
    cp: cp_model.CpModel, graph: Graph[N], active: Mapping[N, cp_model.LiteralT], *, what: str = "active"
) -> None:
    """No two active nodes are neighbours.

    active: for nodes of the graph, the literal that says whether it is active; those without one are not.
    what: what active nodes are called, as in "(0, 0) and (0, 1) are not both shaded".

    That active cells do not cut the others off is `connected` of these: ``{cell: ~active[cell] for cell in active}``.

    Formula: ``not (active[u] and active[v])`` for each edge uv.  Costs a clause an edge, and no variable.

    Raises ModelError for an unknown node and a literal of another model.

    Source: `active_vertices_not_adjacent` of cspuz; an independent set.

    >>> from cpmodels.base.graph import grid
    >>> cp = cp_model.CpModel()
    >>> shaded = {cell: cp.new_bool_var(f"{cell}") for cell in grid(1, 2).nodes}
    >>> not_adjacent(cp, grid(1, 2), shaded, what="shaded")
    >>> [constraint.name for constraint in cp.proto.constraints]
    ['(0, 0) and (0, 1) are not both shaded']
    """
    own = own_nodes(cp, graph, active, some=True)
    bulk = Bulk(cp)
    for one, other in graph.edges:
        checkpoint()
        if one in own and other in own:
            bulk.name = f"{one} and {other} are not both {what}"
            bulk.any_of([~own[one], ~own[other]])


def at_most_in_a_row(
    cp: cp_model.CpModel,
    lines: Units[N] | Iterable[Iterable[N]],
    active: Mapping[N, cp_model.LiteralT],
    most: int,
    *,
    what: str = "active",
) -> None:
    """In no line more than this many active cells follow each other.

    lines: cells in their order, by name or alone, as in `all_different`.
    what: what active cells are called, as in "of the cells from (0, 0) to (0, 2) not all are suns".

    Formula: ``not (active[c_i] and ... and active[c_(i + most)])`` for each i.
    Costs a clause a cell and line, and no variable.

    Raises ModelError for a cell without a literal and a literal of another model, ParameterError for a negative number.

    Source: `among_seq` of the Global Constraint Catalogue, for windows that are not full.

    >>> cp = cp_model.CpModel()
    >>> suns = {(0, c): cp.new_bool_var(f"{c}") for c in range(4)}
    >>> at_most_in_a_row(cp, [suns], suns, 2, what="suns")
    >>> [constraint.name for constraint in cp.proto.constraints][-1]
    'of the cells from (0, 1) to (0, 3) not all are suns'
    """
    if most < 0:
        raise ParameterError(f"{most} cells in a row cannot be the most: give 0 or more")
    own = {cell: own_index(cp, literal, f"the cell {cell!r}") for cell, literal in active.items()}
    bulk = Bulk(cp)
    for _, cells in named(lines):
        if missing := [cell for cell in cells if cell not in own]:
            raise ModelError(f"the cell {missing[0]!r} has no literal that says whether it is {what}")
        for start in range(len(cells) - most):
            checkpoint()
            window = cells[start : start + most + 1]
            bulk.name = f"of {called(window)} not all are {what}"
            bulk.any_of([~own[cell] for cell in window])


def turns(cp: cp_model.CpModel, edge: Edges[Cell], cells: Iterable[Cell]) -> dict[Cell, cp_model.LiteralT]:
    """For cells of a board of squares, whether a loop or path that passes them turns there.

    edge: the edges of a loop, or of paths: ``loop.edge``.  At most two of them meet in a cell.

    Formula: a cell is turned at where one of its edges to the left and right, and one of those up and down, is used.
    Costs a Boolean and some five clauses a cell.

    Raises ModelError for an edge between cells that are not side by side in a row or column.

    >>> from cpmodels.constraints import single_loop
    >>> from cpmodels.base.graph import grid
    >>> cp, board = cp_model.CpModel(), grid(2, 3)
    >>> loop = single_loop(cp, board, through=board.nodes)
    >>> turn = turns(cp, loop.edge, board.nodes)
    >>> solver = cp_model.CpSolver()
    >>> solver.solve(cp) == cp_model.OPTIMAL, [cell for cell in turn if solver.boolean_value(turn[cell])]
    (True, [(0, 0), (0, 2), (1, 0), (1, 2)])
    """
    bulk = Bulk(cp)
    around: dict[Cell, tuple[list[int], list[int]]] = {cell: ([], []) for cell in cells}
    for (one, other), literal in edge.items():
        try:
            down, right = (abs(a - b) for a, b in zip(one, other, strict=True))
        except (TypeError, ValueError):  # They are no cells of a board.
            down = right = 0
        if down + right != 1:
            raise ModelError(f"{one!r} and {other!r} are not side by side: nothing turns or goes straight between them")
        for cell in (one, other):
            if cell in around:
                around[cell][down].append(literal.index)
    found = {}
    for cell, (level, upright) in around.items():
        checkpoint()
        bulk.name = f"what turns at {cell} goes sideways and up or down there"
        if level and upright:
            found[cell] = all_true(bulk, [some_true(bulk, level), some_true(bulk, upright)])
        else:
            found[cell] = bulk.constant(0)
    return {cell: literal_at(cp, literal) for cell, literal in found.items()}
