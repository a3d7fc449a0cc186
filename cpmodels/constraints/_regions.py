"""Cells in regions: of given shapes, or round given cells, or as large as the number in them says."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.errors import ModelError, ParameterError
from cpmodels.base.graph import Graph
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Grid
from cpmodels.base.values import plural
from cpmodels.constraints._bulk import Bulk, literal_at
from cpmodels.constraints._connectivity import connect, own_nodes
from cpmodels.constraints._literals import all_true, some_of_all
from cpmodels.constraints._numbers import Numbers

N = TypeVar("N", bound=Hashable)


@dataclass(frozen=True)
class Shapes(Generic[N]):
    """The literals of regions, each of which has one of some shapes.

    cells: in their order.
    shape: for each region, by its number, and each set of cells that it may be, whether it is that.

    >>> row = shapes(cp_model.CpModel(), [(0, 0), (0, 1)], {1: [[(0, 0)], [(0, 0), (0, 1)]]})
    >>> row.decode([False, True]).rows
    ((1, 1),)
    """

    cells: tuple[N, ...]
    shape: Mapping[tuple[int, frozenset[N]], cp_model.IntVar]

    @property
    def literals(self) -> tuple[cp_model.IntVar, ...]:
        """All literals, in the order of `shape`."""
        return tuple(self.shape.values())

    @cached_property
    def at(self) -> dict[tuple[N, int], tuple[cp_model.IntVar, ...]]:
        """For each cell and region, the literals of which one is true just when the cell is in the region."""
        found: dict[tuple[N, int], tuple[cp_model.IntVar, ...]] = {}
        for (region, cells), literal in self.shape.items():
            for cell in cells:
                found[cell, region] = (*found.get((cell, region), ()), literal)
        return found

    def decode(self, values: Sequence[object]) -> Grid:
        """The number of the region of each cell, 0 for none, where the cells are all those of a board."""
        found: dict[N, int] = dict.fromkeys(self.cells, 0)
        for (region, cells), value in zip(self.shape, values, strict=True):
            if value:
                found.update(dict.fromkeys(cells, region))
        return Grid.of(found)

    @property
    def marks(self) -> dict[Mark, tuple[cp_model.IntVar, ...]]:
        """The literals of each region in each cell."""
        return {Mark.at(cell, region): literals for (cell, region), literals in self.at.items()}  # type: ignore[arg-type]


def shapes(
    cp: cp_model.CpModel,
    cells: Iterable[N],
    choices: Mapping[int, Iterable[Collection[N]]],
    *,
    cover: bool = True,
) -> Shapes[N]:
    """Each region is one of some sets of cells, and no two regions share a cell.

    choices: for each region, by its number, the sets of cells that it may be: rectangles round a clue
        (`cpmodels.base.regions.rectangles`), or tetrominoes in a room.
    cover: whether each cell is in a region.

    Formula, for literals x: ``exactly_one(x[r, s] for s)`` for each region r, and ``exactly_one(x[r, s] for s that has
    c)`` for each cell c; at most one without `cover`.  An exact cover.
    Costs a Boolean for each region and choice, and a constraint for each region and cell.

    Raises ModelError for a choice with an unknown cell, and a choice that comes twice.

    Source: Knuth, The Art of Computer Programming 4B, 7.2.2.1.

    >>> import cpmodels as cm
    >>> from cpmodels.base.regions import rectangles
    >>> cp, board = cp_model.CpModel(), cm.graph.grid(2, 3)
    >>> corners = {1: (0, 0), 2: (1, 2)}
    >>> ways = {n: rectangles(2, 3, cell, avoid=corners.values()) for n, cell in corners.items()}
    >>> found = shapes(cp, board.nodes, ways)
    >>> sorted(solution.rows for solution in cm.solutions(cm.Model(cp=cp, key=found)))
    [((1, 1, 1), (2, 2, 2)), ((1, 1, 2), (1, 1, 2)), ((1, 2, 2), (1, 2, 2))]
    """
    nodes = tuple(cells)
    order = {node: i for i, node in enumerate(nodes)}
    bulk = Bulk(cp)
    found: dict[tuple[int, frozenset[N]], int] = {}
    over: dict[N, list[int]] = {node: [] for node in nodes}
    for region, options in choices.items():
        here = []
        for option in options:
            checkpoint()
            if unknown := [cell for cell in option if cell not in order]:
                raise ModelError(f"region {region} may have {unknown[0]!r}, which is not one of the cells")
            about = (region, frozenset(option))
            if about in found:
                raise ModelError(f"region {region} has the choice {sorted(option, key=order.__getitem__)} twice")
            said = " ".join(map(str, sorted(option, key=order.__getitem__)))
            (found[about],) = bulk.booleans([f"{region}: {said}"])
            here.append(found[about])
            for cell in about[1]:
                over[cell].append(found[about])
        bulk.name = f"region {region} has one of its shapes"
        bulk.exactly_one(here)
    for cell, literals in over.items():
        bulk.name = f"{cell} is in {'one' if cover else 'at most one'} region"
        (bulk.exactly_one if cover else bulk.at_most_one)(literals)
    return Shapes(nodes, {about: cp_model.IntVar(cp.proto, index) for about, index in found.items()})


def regions(
    cp: cp_model.CpModel,
    graph: Graph[N],
    active: Mapping[N, cp_model.LiteralT],
    sizes: Mapping[N, int | None],
    *,
    what: str = "region",
    given: str = "given cell",
) -> dict[tuple[N, N], cp_model.LiteralT]:
    """Each component of the active nodes has exactly one of some seeds, and as many nodes as the seed says.

    active: for each node of the graph, the literal that says whether it is active.
    sizes: the seeds, which are active, each with the size of its region, None for any.
    what, given: what a region is called, and a seed.

    Gives back, for a node and a seed that may be in one region, whether the node is active and in it.

    Formula, for y = what is given back: ``exactly_one(not active[v], y[v, s] for s)``, ``y[u, s] and active[v] ->
    y[v, s]`` for neighbours, ``sum(y[v, s] for v) = size of s``; and all active nodes are `connected` to seeds.  A node
    for which no walk over nodes that are free, of as many nodes as its size, leads to a seed is never in its region.
    Costs a Boolean for each node and seed near enough, some two clauses each and neighbour, and those of `connected`.

    Raises ModelError for a node without a literal, one of another model, and an unknown seed; ParameterError for a
    size that is not positive; TooLargeError where the regions can have more than
    `cpmodels.base.graph.MOST_IN_REGIONS` nodes in all.

    Source: the division into connected components of cspuz, for islands of Nurikabe.

    >>> import cpmodels as cm
    >>> cp, board = cp_model.CpModel(), cm.graph.grid(1, 4)
    >>> land = cm.constraints.numbers(cp, board.nodes, [0, 1])
    >>> islands = regions(cp, board, land.where(1), {(0, 0): 1, (0, 3): 2})
    >>> cm.solve(cm.Model(cp=cp, key=land)).solution.rows
    ((1, 0, 1, 1),)
    """
    if unknown := [seed for seed in sizes if seed not in graph.number]:
        raise ModelError(f"the seed {unknown[0]!r} is not a node of the graph")
    if wrong := [seed for seed, size in sizes.items() if size is not None and size < 1]:
        raise ParameterError(f"the region of {wrong[0]!r} cannot have {sizes[wrong[0]]} nodes: give 1 or more, or None")
    own = own_nodes(cp, graph, {node: literal for node, literal in active.items() if node in graph.number})
    bulk = Bulk(cp)
    inside: dict[N, dict[N, int]] = {node: {} for node in graph.nodes}
    for seed, nodes in graph.regions(sizes):
        checkpoint()
        for node in nodes:
            inside[node][seed] = bulk.boolean()
    limit = " and no more cells than that says" if any(sizes.values()) else ""
    bulk.name = f"each {what} has one {given}{limit}"
    for node, seeds in inside.items():
        bulk.exactly_one([~own[node], *seeds.values()])
    for seed in sizes:
        bulk.all_of([inside[seed][seed]])
    for one, other in (*graph.edges, *((b, a) for a, b in graph.edges)):
        checkpoint()
        for seed, literal in inside[one].items():
            bulk.any_of([~literal, ~own[other], *([inside[other][seed]] if seed in inside[other] else [])])
    connect(bulk, graph, own, {}, {seed: bulk.constant(1) for seed in sizes})
    for seed, size in sizes.items():
        if size is not None:
            bulk.name = f"the {what} of {seed} has {plural(size, 'cell')}"
            bulk.from_to([seeds[seed] for seeds in inside.values() if seed in seeds], size, size)
    return {(node, seed): literal_at(cp, at) for node, seeds in inside.items() for seed, at in seeds.items()}


def sized_regions(cp: cp_model.CpModel, graph: Graph[N], numbers: Numbers[N]) -> None:
    """The number in each cell says how many cells of that number are connected: the polyominoes of Fillomino.

    numbers: what `numbers` gave back, for the nodes of the graph.

    Formula, for y[v, r], which says that r is the first node of the region of v, in their order, but those whose
    number is given before the others: neighbours of one number have one first node; y[v, r] implies y[r, r] and that v
    and r have one number, and y[r, r] that ``sum(y[v, r] for v) = number of r``; all nodes are `connected` to first
    nodes over edges between equal numbers.  No y[v, r] is there where no walk of as many nodes as the number leads from
    r to v over nodes that are not given another number.
    Costs a Boolean for each node and those before it that are near enough, some clauses each, neighbour and number, and
    those of `connected`.

    Measured on published Fillominos of 10 x 10 to 17 x 17, solution and proof that it is the only one, on a busy
    machine: 0.2 to 5.7 s; with the nodes in their own order, and without the implied numbers, 11 s to more than 30 s.

    Raises ModelError for a node without numbers.

    Source: the division into connected components of cspuz.

    >>> import cpmodels as cm
    >>> cp, board = cp_model.CpModel(), cm.graph.grid(1, 3)
    >>> row = cm.constraints.numbers(cp, board.nodes, [1, 2, 3])
    >>> sized_regions(cp, board, row)
    >>> sorted(grid.rows[0] for grid in cm.solutions(cm.Model(cp=cp, key=row)))
    [(1, 2, 2), (2, 2, 1), (3, 3, 3)]
    """
    bulk = Bulk(cp)
    at = numbers.indexes
    greatest = max((value for node in graph.nodes for value in numbers.values(node)), default=0)
    place = {node: i for i, node in enumerate(sorted(graph.nodes, key=lambda node: node not in numbers.given))}
    first: dict[N, dict[N, int]] = {node: {} for node in graph.nodes}
    limit = ", no larger than that and without cells that are given another" if numbers.given else ""
    bulk.name = f"cells of one number that are connected are one region{limit}"
    for root in place:
        checkpoint()
        size = numbers.given.get(root)
        barred = [node for node, value in numbers.given.items() if value != size]
        for node in graph.within(root, (greatest if size is None else size) - 1, set(barred)):
            if place[node] >= place[root]:
                first[node][root] = bulk.boolean()
    for node, roots in first.items():
        checkpoint()
        bulk.exactly_one(list(roots.values()))
        for root, literal in roots.items():
            if root != node:
                bulk.implies(literal, [first[root][root]])
                size = numbers.given.get(root)
                for value in numbers.values(node) if size is None else (size,):
                    if (root, value) not in at or (node, value) not in at:
                        bulk.any_of([~literal, *([~at[node, value]] if (node, value) in at else [])])
                    elif size is None:
                        bulk.any_of([~literal, ~at[node, value], at[root, value]])
                    else:
                        bulk.any_of([~literal, at[node, value]])
    equal = {}
    for one, other in graph.edges:
        checkpoint()
        both = [[at[one, value], at[other, value]] for value in numbers.values(one) if (other, value) in at]
        equal[one, other] = same = some_of_all(bulk, both) if both else bulk.constant(0)
        for root in dict.fromkeys([*first[one], *first[other]]):
            pair = [first[node].get(root) for node in (one, other)]
            for here, there in (pair, pair[::-1]):
                if here is not None:
                    bulk.any_of([~same, ~here, *([] if there is None else [there])])
    roots = {node: first[node][node] for node in graph.nodes}
    connect(bulk, graph, dict.fromkeys(graph.nodes, bulk.constant(1)), equal, roots)
    for root in graph.nodes:
        checkpoint()
        members = [found[root] for found in first.values() if root in found]
        for value in numbers.values(root):
            bulk.name = f"a region of {value} that begins at {root} has {plural(value, 'cell')}"
            whole = all_true(bulk, [first[root][root], at[root, value]])
            bulk.from_to(members, value, value, only_if=whole)
