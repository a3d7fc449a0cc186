"""One loop, or paths between given ends, with rules for some edges together."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import product
from typing import TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels._checkpoints import checkpoint
from cpmodels.constraints._bulk import Bulk
from cpmodels.constraints._loops import LoopVariables, hamiltonian_circuit, single_loop
from cpmodels.constraints._vertex_disjoint import PathsVariables, paths
from cpmodels.description import Subgraph

N = TypeVar("N", bound=Hashable)


def subgraph(cp: cp_model.CpModel, problem: Subgraph[N]) -> LoopVariables[N] | PathsVariables[N]:
    """What a `cpmodels.description.Subgraph` says, by `hamiltonian_circuit`, `single_loop` or `paths`, and its rules.

    Formula: a rule of numbers is ``least <= sum(edge) <= most``; one of rows is a clause for each row of its edges
    that is not allowed.  Costs no variables beside those of the loop or the paths.

    Raises ModelError for a graph without nodes.

    >>> from cpmodels.description import Rule
    >>> from cpmodels.graph import grid
    >>> cp = cp_model.CpModel()
    >>> square = [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))]
    >>> loop = subgraph(cp, Subgraph(grid(3, 3), rules=[Rule(square, 4, "all sides are on the loop")]))
    >>> solver = cp_model.CpSolver()
    >>> solver.status_name(solver.solve(cp)), sum(map(solver.boolean_value, loop.literals))
    ('OPTIMAL', 4)
    """
    nodes, through = len(problem.graph.nodes), problem.through
    found: LoopVariables[N] | PathsVariables[N]
    if problem.ends:
        ends = {end for pair in problem.ends for end in pair}
        found = paths(cp, problem.graph, problem.ends, cover=len(ends.union(through)) == nodes)
        cp.add_bool_and(found.visited[node] for node in through)
    elif len(through) == nodes:
        found = hamiltonian_circuit(cp, problem.graph)
    else:
        found = single_loop(cp, problem.graph, through=through)
    bulk = Bulk(cp)
    for rule in problem.rules:
        checkpoint()
        bulk.name = rule.name
        literals = [found.edge[edge].index for edge in rule.edges]
        if isinstance(rule.allowed, tuple):
            bulk.from_to(literals, *rule.allowed)
            continue
        for row in product((False, True), repeat=len(literals)):
            if row not in rule.allowed:
                bulk.any_of([~literal if taken else literal for literal, taken in zip(literals, row, strict=True)])
    return found
