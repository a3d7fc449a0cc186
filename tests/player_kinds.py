"""Kinds as a stranger writes them in ten lines: a model with marks, and names for its constraints or none."""

from dataclasses import dataclass
from itertools import combinations, product

import cpmodels as cm
from cpmodels.values import check_type


@dataclass(frozen=True)
class Queens(cm.Puzzle[cm.Grid]):
    """One queen in each row, column and region, and none next to another; 1 where a queen stands."""

    kind = "few-queens"
    regions: tuple[tuple[int, ...], ...]

    def check(self, solution):
        check_type(solution, cm.Grid)
        queens = [cell for cell, value in solution if value]
        lines = [("row", "column", "region"), *((r, c, self.regions[r][c]) for r, c in queens)]
        broken = [
            f"not one queen in each {name}" for name, *of in zip(*lines, strict=True) if len({*of}) < len(self.regions)
        ]
        if any(max(abs(a - c), abs(b - d)) < 2 for (a, b), (c, d) in combinations(queens, 2)):
            broken.append("two queens touch")
        return broken + ["too many queens"] * (len(queens) != len(self.regions))

    def model(self, cp):
        size = range(len(self.regions))
        queen = {cell: cp.new_bool_var(f"queen {cell}") for cell in product(size, size)}
        for n in size:
            cp.add_exactly_one(queen[n, c] for c in size).with_name(f"one queen is in row {n}")
            cp.add_exactly_one(queen[r, n] for r in size).with_name(f"one queen is in column {n}")
            region = [queen[cell] for cell in queen if self.regions[cell[0]][cell[1]] == n]
            cp.add_exactly_one(region).with_name(f"one queen is in region {n}")
        for (a, b), (c, d) in combinations(queen, 2):
            if max(abs(a - c), abs(b - d)) < 2:
                cp.add_at_most_one(queen[a, b], queen[c, d]).with_name("no two queens touch")
        marks = {cm.Mark.at(cell, 1): literal for cell, literal in queen.items()}
        return cm.Model(self, cp, queen, lambda v: cm.Grid.of(dict(zip(queen, v, strict=True))), marks=marks)

    def mark_in_words(self, mark, *, holds):
        return f"{'a' if holds else 'no'} queen is at {mark.cells[0]}"


@dataclass(frozen=True)
class MiniSudoku(cm.Puzzle[cm.Grid]):
    """The numbers 1 to 6 once in each row, column and box of 2 x 3 cells; no constraint has a name."""

    kind = "few-sudoku"
    given: tuple[tuple[int | None, ...], ...]

    def groups(self):
        size = range(6)
        yield from ([(r, c) for c in size] for r in size)
        yield from ([(r, c) for r in size] for c in size)
        yield from ([(r + i, c + j) for i in range(2) for j in range(3)] for r in (0, 2, 4) for c in (0, 3))

    def check(self, solution):
        check_type(solution, cm.Grid)
        at = dict(solution)
        right = at.keys() == set(product(range(6), repeat=2))
        right = right and all({at[cell] for cell in group} == {*range(1, 7)} for group in self.groups())
        right = right and all(v in (None, at[r, c]) for r, row in enumerate(self.given) for c, v in enumerate(row))
        return [] if right else ["a rule is broken"]

    def model(self, cp):
        cells, numbers = list(product(range(6), repeat=2)), range(1, 7)
        has = {(cell, n): cp.new_bool_var(f"{cell} {n}") for cell in cells for n in numbers}
        for cell in cells:
            cp.add_exactly_one(has[cell, n] for n in numbers)
        for group, n in product(self.groups(), numbers):
            cp.add_exactly_one(has[cell, n] for cell in group)
        for (r, c), n in has:
            if self.given[r][c] == n:
                cp.add(has[(r, c), n] == 1)

        def decode(values):
            return cm.Grid.of({cell: n for (cell, n), value in zip(has, values, strict=True) if value})

        return cm.Model(self, cp, has, decode, marks={cm.Mark.at(cell, n): x for (cell, n), x in has.items()})
