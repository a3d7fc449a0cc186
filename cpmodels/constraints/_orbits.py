"""Symmetry as constraints: variables shared by an orbit; and neighbourhoods that are all different."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.errors import ModelError
from cpmodels.base.lattice import Cell, Lattice, first_of_orbit
from cpmodels.constraints._bulk import literal_at
from cpmodels.constraints._literals import own_index

T = TypeVar("T", bound=Hashable)


def invariant_under(
    cp: cp_model.CpModel, items: Iterable[T], images: Iterable[Mapping[T, T]], name: str = ""
) -> dict[T, cp_model.IntVar]:
    """A new Boolean for each item, the same one for all items of an orbit.

    images: symmetries as mappings from each item to its image: a group or generators of it.
    name: what the variables' names begin with, before the first item of the orbit.

    x_i = x_g(i) for each symmetry g, by sharing: no constraint, and a Boolean for each orbit.  What else the model
    says of the items need be said for one item of each orbit only.

    Raises ModelError for a mapping that is not a permutation of the items.

    >>> from ortools.sat.python import cp_model
    >>> cp = cp_model.CpModel()
    >>> x = invariant_under(cp, range(4), [{i: 3 - i for i in range(4)}], "x")
    >>> [variable.name for variable in x.values()]
    ['x 0', 'x 1', 'x 1', 'x 0']
    """
    first = first_of_orbit(items, images)
    variables = {item: cp.new_bool_var(f"{name} {item}".strip()) for item in dict.fromkeys(first.values())}
    return {item: variables[orbit] for item, orbit in first.items()}


def all_different_neighbourhoods(
    cp: cp_model.CpModel,
    occupied: Mapping[Cell, cp_model.LiteralT],
    neighbours: Lattice | Mapping[Cell, Sequence[Cell | None]],
    *,
    patterns: Collection[int] | None = None,
    required: Collection[int] = (),
) -> dict[tuple[Cell, int], cp_model.IntVar]:
    """No two occupied cells have the same pattern of occupied neighbours.

    occupied: for each cell, whether it is occupied.
    neighbours: a lattice, or for each cell its neighbours, direction by direction; None, or a cell that is not among
        `occupied`, is never occupied.
    patterns: those that are allowed, by default all.  A pattern is the sum of 1 << d over the directions d in which
        the neighbour is occupied.
    required: the patterns that occur exactly once; all others occur at most once.

    Gives back for each cell and each pattern that it can have the literal that says whether the cell is occupied and
    has it: its tile.

    With o_c for the cells and t_cp for the tiles: the sum of t_cp over p is o_c; t_cp implies o_n for the neighbours n
    in p and not o_n for the others; the sum of t_cp over the cells is 1 for a required pattern, else at most 1.

    Cost: a Boolean and one bool_and for each tile, a constraint for each cell and each pattern.

    Source: Freeling's Hanging Gardens, whose tiles are all subsets of the directions of a lattice.

    Raises ModelError for a required pattern that is not allowed, a pattern of more directions than there are, and
    literals of another model.

    >>> from ortools.sat.python import cp_model
    >>> from cpmodels.base.lattice import hypercubic
    >>> cp = cp_model.CpModel()
    >>> line = {(x,): cp.new_bool_var(f"{x}") for x in range(4)}
    >>> tiles = all_different_neighbourhoods(cp, line, hypercubic(1), required=[1, 2, 3])
    >>> solver = cp_model.CpSolver()
    >>> solver.solve(cp) == cp_model.OPTIMAL
    True
    >>> sum(solver.value(cell) for cell in line.values())
    3
    """
    own = {cell: literal_at(cp, own_index(cp, literal, f"the cell {cell}")) for cell, literal in occupied.items()}
    if isinstance(neighbours, Lattice):
        neighbours = {cell: neighbours.neighbours(cell) for cell in own}
    if apart := [cell for cell in own if cell not in neighbours]:
        raise ModelError(f"the cell {apart[0]} has no neighbours given")
    around = {cell: neighbours[cell] for cell in own}
    directions = max((len(near) for near in around.values()), default=0)
    allowed = range(1 << directions) if patterns is None else list(dict.fromkeys(patterns))
    if wrong := [pattern for pattern in allowed if not 0 <= pattern < 1 << directions]:
        raise ModelError(f"the pattern {wrong[0]} is not a set of {directions} directions")
    if lost := [pattern for pattern in required if pattern not in allowed]:
        raise ModelError(f"the pattern {lost[0]} is required but not allowed")
    tiles: dict[tuple[Cell, int], cp_model.IntVar] = {}
    for cell, near in around.items():
        checkpoint()
        inside = [(1 << d, own[other]) for d, other in enumerate(near) if other is not None and other in own]
        possible = sum(bit for bit, _ in inside)
        fitting = [pattern for pattern in allowed if not pattern & ~possible]
        for pattern in fitting:
            tiles[cell, pattern] = tile = cp.new_bool_var(f"{cell} {pattern}")
            if inside:
                looks = [literal if pattern & bit else ~literal for bit, literal in inside]
                cp.add_bool_and(looks).only_enforce_if(tile).with_name(f"{cell} has the pattern of its neighbours")
        each = [*(tiles[cell, pattern] for pattern in fitting), ~own[cell]]
        cp.add_exactly_one(each).with_name(f"{cell} has the pattern of its neighbours")
    for pattern in allowed:
        places = [tiles[cell, pattern] for cell in own if (cell, pattern) in tiles]
        if pattern in required:
            cp.add_exactly_one(places).with_name(f"one cell has the pattern {pattern}")
        elif len(places) > 1:
            cp.add_at_most_one(places).with_name(f"at most one cell has the pattern {pattern}")
    return tiles
