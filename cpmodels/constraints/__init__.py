"""The vocabulary: constraints with names, which are added to any `CpModel`.

Each function takes an ordinary `ortools.sat.python.cp_model.CpModel` and a graph, a description or literals, adds
variables and constraints, and returns the literals that a model goes on with.  Whatever else a function adds is a
function of those literals, so that each solution is enumerated once.  The loops of twelve cells through the corner of a
board of 4 x 4:

>>> import cpmodels as cm
>>> from ortools.sat.python import cp_model
>>> cp = cp_model.CpModel()
>>> loop = single_loop(cp, cm.graph.grid(4, 4), through=[(0, 0)])
>>> rule = cp.add(sum(loop.visited.values()) == 12)
>>> cm.count(cm.Model(cp=cp, key=loop.literals)).total
40
"""

from cpmodels.base.regions import rectangles
from cpmodels.constraints._cells import at_most_in_a_row, not_adjacent, turns
from cpmodels.constraints._connectivity import components, connected
from cpmodels.constraints._cover import exact_cover
from cpmodels.constraints._loops import (
    Edges,
    LoopVariables,
    PathsVariables,
    paths,
    single_loop,
    subgraph,
)
from cpmodels.constraints._numbers import Numbers, all_different, numbers, sums, visible
from cpmodels.constraints._orbits import all_different_neighbourhoods, invariant_under
from cpmodels.constraints._paths import PathVariables, hamiltonian_path, positions, waypoints_in_order
from cpmodels.constraints._regions import Shapes, regions, shapes, sized_regions

__all__ = [
    "Edges",
    "LoopVariables",
    "Numbers",
    "PathVariables",
    "PathsVariables",
    "Shapes",
    "all_different",
    "all_different_neighbourhoods",
    "at_most_in_a_row",
    "components",
    "connected",
    "exact_cover",
    "hamiltonian_path",
    "invariant_under",
    "not_adjacent",
    "numbers",
    "paths",
    "positions",
    "rectangles",
    "regions",
    "shapes",
    "single_loop",
    "sized_regions",
    "subgraph",
    "sums",
    "turns",
    "visible",
    "waypoints_in_order",
]
