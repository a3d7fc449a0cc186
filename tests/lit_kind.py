"""A small kind of puzzle as another package would make it, in a module that worker processes can import."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

import cpmodels as cm


@dataclass(frozen=True)
class Listed(cm.Solution):
    """Lamps in a list, so that it cannot be hashed."""

    lamps: list[int]


@dataclass(frozen=True)
class Lit(cm.Puzzle[cm.Grid]):
    """Cells are lit or not: this many are, none of the dark ones, and rows that `rows_lit` names have their number."""

    kind = "lit"
    rows: int
    cols: int
    lit: int
    dark: frozenset[str] = frozenset()
    rows_lit: Mapping[int, int] = field(default_factory=dict)
    name: str | None = field(default=None, compare=False)

    def __hash__(self) -> int:
        return hash((self.rows, self.cols, self.lit, self.dark, frozenset(self.rows_lit.items())))

    def check(self, solution: cm.Grid) -> list[str]:
        """The size, numbers of lit cells, of all and by row, and the dark cells."""
        if [len(row) for row in solution.rows] != [self.cols] * self.rows:
            return ["the board has another size"]
        broken = []
        if sum(map(sum, solution.rows)) != self.lit:
            broken.append(f"{sum(map(sum, solution.rows))} cells are lit, not {self.lit}")
        broken += [f"the cell {r} {c} is dark" for (r, c), lit in solution if lit and f"{r} {c}" in self.dark]
        broken += [f"row {r} has not {n} cells lit" for r, n in self.rows_lit.items() if sum(solution.rows[r]) != n]
        return broken


@cm.model.build_model.register(Lit)
def build_lit(puzzle, cp):
    """The model: a Boolean for each cell, which is the key."""
    cells = list(product(range(puzzle.rows), range(puzzle.cols)))
    lit = {cell: cp.new_bool_var(f"{cell}") for cell in cells}
    cp.add(sum(lit.values()) == puzzle.lit)
    for (r, c), variable in lit.items():
        if f"{r} {c}" in puzzle.dark:
            cp.add(variable == 0)
    for row, number in puzzle.rows_lit.items():
        cp.add(sum(lit[cell] for cell in cells if cell[0] == row) == number)

    def decode(values):
        return cm.Grid([values[r * puzzle.cols : (r + 1) * puzzle.cols] for r in range(puzzle.rows)])

    return cm.Model(puzzle, cp, tuple(lit.values()), decode, {"lit": lit})


def bare_pairs():
    """A model without a puzzle: two of five switches are on, which are not neighbours."""
    from ortools.sat.python import cp_model

    cp = cp_model.CpModel()
    switches = {name: cp.new_bool_var(name) for name in "abcde"}
    cp.add(sum(switches.values()) == 2)
    for one, other in ("ab", "bc", "cd", "de"):
        cp.add_bool_or([~switches[one], ~switches[other]])
    return cm.Model(cp=cp, key=switches)
