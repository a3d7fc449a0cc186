"""The parts of a garden that hang together by blue faces: one, reached from the all-blue tile, or so many, counted.

Only Booleans, and each a function of which tile lies where.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from cpmodels.lattice import Cell
from cpmodels.models.garden_plan import Plan, steps_from_whole

Reached = dict[Cell, cp_model.LiteralT]


def hang_together(plan: Plan, within: int | None = None) -> None:
    """Every tile but the red one is reached from the all-blue one by blue faces, if need be `within` so many steps."""
    no = plan.cp.new_constant(0)
    start: Reached = {cell: plan.full.get(cell, no) for cell in plan.garden.cells}
    all_reached(plan, start, fewest(steps_from_whole(plan.garden), within), shared=True)


def rounds(plan: Plan, within: int | None) -> int:
    """The most steps from one tile to another one of its component, or `within` if fewer."""
    tiles = sum(code > 0 for code in plan.garden.tile_set)
    return fewest(max(min(tiles, len(plan.garden.cells)) - 1, 0), within)


def fewest(steps: int, within: int | None) -> int:
    return steps if within is None else min(steps, within)


def all_reached(plan: Plan, reached: Reached, steps: int, *, shared: bool) -> None:
    """Each tile but the red one is reached in so many steps.

    `reached` after k rounds: the cells at most k steps from the start.  It is `shared` by the cells of an
    orbit where that holds of the start.
    """
    for _ in range(steps):
        reached = _one_step_further(plan, reached, shared=shared)
    for cell in plan.cells if shared else plan.garden.cells:
        for tile in plan.garden.tile_set:
            if tile and (cell, tile) in plan.tile:
                plan.cp.add_implication(plan.tile[cell, tile], reached[cell])


def _one_step_further(plan: Plan, reached: Reached, *, shared: bool) -> Reached:
    cp = plan.cp
    further: Reached = dict.fromkeys(plan.garden.cells, cp.new_constant(0))
    for cell in filter(plan.tiles_in, plan.cells if shared else plan.garden.cells):
        present = plan.present(cell)
        around = [(d, other) for d, other in enumerate(plan.neighbours[cell]) if other not in (None, cell)]
        ways = [_all_of(cp, [reached[other], *plan.passage(cell, d)]) for d, other in around if other is not None]
        now = cp.new_bool_var("")
        cp.add_bool_or([*ways, reached[cell], ~now])
        cp.add_implication(reached[cell], now)
        for way in ways:
            cp.add_bool_or([now, ~way, *(~literal for literal in present)])
        for literal in present:
            cp.add_implication(now, literal)
        for m in plan.garden.group if shared else plan.garden.group[:1]:
            further[plan.place[m][cell]] = now
    return further


def _all_of(cp: cp_model.CpModel, literals: list[cp_model.LiteralT]) -> cp_model.LiteralT:
    """Whether all literals are true."""
    if len(literals) == 1:
        return literals[0]
    both = cp.new_bool_var("")
    cp.add_bool_and(literals).only_enforce_if(both)
    cp.add_bool_or([both, *(~literal for literal in literals)])
    return both


class Components:
    """The components by their first cells, in the order of the box: their roots.

    label: for each cell and each cell before it, whether the first cell of its component is that one or an
        earlier one.  Cells that touch by blue faces agree on that, so a root that is reached in a
        component has told it its own label; and as no cell has a later label than itself, it is the first.
    """

    def __init__(self, plan: Plan, within: int | None = None) -> None:
        """All of a component's tiles are reached from its root in any number of steps or `within` so many."""
        self.plan, self.cp = plan, plan.cp
        self.cells = list(plan.garden.cells)
        self.coloured = {cell: plan.coloured(cell) for cell in self.cells}
        self.label = {cell: self._ladder(i, cell) for i, cell in enumerate(self.cells)}
        self._touching_cells_agree()
        self.root = {cell: self._root(cell) for cell in self.cells}
        all_reached(plan, dict(self.root), rounds(plan, within), shared=False)

    def _ladder(self, before: int, cell: Cell) -> list[cp_model.LiteralT]:
        """All false for a cell without a tile, or with the red one."""
        ladder: list[cp_model.LiteralT] = [self.cp.new_bool_var("") for _ in range(before)]
        for earlier, later in zip(ladder, [*ladder[1:], self.coloured[cell]], strict=False):
            self.cp.add_implication(earlier, later)
        return ladder

    def _touching_cells_agree(self) -> None:
        number = self.plan.garden.cells
        for cell in self.cells:
            for direction, other in enumerate(self.plan.neighbours[cell]):
                if other is None or number[other] <= number[cell]:
                    continue
                joined = [*self.plan.present(cell), *self.plan.present(other), *self.plan.passage(cell, direction)]
                apart = [~literal for literal in joined]
                ours, theirs = self.label[cell], self.label[other]
                self.cp.add_bool_or([*apart, theirs[number[cell]]])
                for one, another in zip(ours, theirs, strict=False):
                    self.cp.add_bool_or([*apart, ~one, another])
                    self.cp.add_bool_or([*apart, one, ~another])

    def _root(self, cell: Cell) -> cp_model.LiteralT:
        if not self.label[cell]:
            return self.coloured[cell]
        return _all_of(self.cp, [self.coloured[cell], ~self.label[cell][-1]])

    def number(self, least: int, most: int | None) -> None:
        """There are so many components."""
        roots = list(self.root.values())
        if (least, most) == (1, 1):
            self.cp.add_exactly_one(roots)
        else:
            self.cp.add_linear_constraint(sum(roots), least, len(roots) if most is None else most)
