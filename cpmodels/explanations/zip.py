"""ZIP by hand: which steps the path takes, and rules that show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import combinations, pairwise
from typing import Any

from cpmodels.engines._circuit import acyclic
from cpmodels.engines._formula import Formula
from cpmodels.errors import PuzzleError
from cpmodels.explaining import HARDEST, Account, Deduction, Fact, account
from cpmodels.explanations._zip_rules import Board, State, deductions
from cpmodels.puzzle import Path
from cpmodels.puzzles.zip import Zip
from cpmodels.values import check_type, on_board


class ZipAccount(Account[Path]):
    """A fact is that the path steps between two cells, one way or the other, or that it does not.

    The formula tells the ways apart: a literal for each step to a neighbour, for each cell at which the path may start
    and end and, for each cell and number, whether that number was met by then.
    """

    puzzle: Zip

    def __init__(self, puzzle: Zip) -> None:
        self.board = board = Board(puzzle.rows, puzzle.cols)
        super().__init__(puzzle, len(board.edges))
        self.through = [
            -self.constrain("cell", "the path goes through {} once", str(cell), [cell]) for cell in board.cells
        ]
        self.one_path = -self.constrain("path", "the path is in one piece")
        self.wall = {
            board.edge[a, b]: -self.constrain(
                "wall", "no step leads through {}", f"the wall between {a} and {b}", [a, b]
            )
            for a, b in puzzle.walls
        }
        self.number_at = {board.place[cell]: n for cell, n in puzzle.numbers.items()}
        self.numbered = list(self.number_at)
        self.number = {
            here: -self.constrain("number", "the path meets {} in turn", f"number {n} at {cell}", [cell])
            for (here, n), cell in zip(self.number_at.items(), puzzle.waypoints, strict=True)
        }
        tips = dict.fromkeys((*self.numbered[:1], *self.numbered[1:][-1:]))
        self.ends = tuple(self.number[cell] for cell in tips)
        self.most = [1 if cell in tips else 2 for cell in range(len(board.cells))]
        self.least = [1 if len(tips) < 2 else most for most in self.most]
        self._is_written = False

    def written(self) -> Formula:
        """The formula: directed steps, ends of the path, and how many numbers are met by each cell."""
        if not self._is_written:
            new, clause = self.formula.new, self.formula.clause
            arcs = {}
            for edge, (a, b) in enumerate(self.board.edges, 1):
                there, back = arcs[a, b], arcs[b, a] = new(), new()
                for literals in ([-there, edge], [-back, edge], [-edge, there, back], [-there, -back]):
                    clause(literals)
            starts, ends = [[new() for _ in self.board.cells] for _ in range(2)]
            self._write_cells(arcs, starts, ends)
            for ways in (starts, ends):
                clause([-self.one_path, *ways])
                for pair in combinations(ways, 2):
                    clause([-self.one_path, *(-literal for literal in pair)])
            acyclic(self.formula, ((a, b, literal) for (a, b), literal in arcs.items()), [-self.one_path])
            for edge, wall in self.wall.items():
                clause([-wall, -edge - 1])
            self._write_numbers(arcs, starts, ends)
            self._is_written = True
        return self.formula

    def _write_cells(self, arcs: dict[tuple[int, int], int], starts: list[int], ends: list[int]) -> None:
        """The path comes to each cell once, or starts there, and leaves it once, or ends there."""
        for i, through in enumerate(self.through):
            near = [other for _, other in self.board.around[i]]
            into, out = [starts[i], *(arcs[other, i] for other in near)], [ends[i], *(arcs[i, other] for other in near)]
            for ways in (into, out):
                self.formula.clause([-through, *ways])
                for one, other in combinations(ways, 2):
                    self.formula.clause([-through, -one, -other])

    def _write_numbers(self, arcs: dict[tuple[int, int], int], starts: list[int], ends: list[int]) -> None:
        """How many numbers were met by each cell: "at least j" for j from 2 on, which a step passes on."""
        clause, most = self.formula.clause, len(self.numbered)
        met = [{j: self.formula.new() for j in range(2, most + 1)} for _ in self.board.cells]
        for (a, b), step in arcs.items():
            for j in range(2, most + 1):
                clause([-step, -met[a][j], met[b][j]])
                if b not in self.number_at:
                    clause([-step, met[a][j], -met[b][j]])
        for here, number in self.number_at.items():
            unless = -self.number[here]
            for tips in [starts] * (number == 1) + [ends] * (number == most > 1):
                clause([unless, tips[here]])
                for i, tip in enumerate(tips):
                    if i != here:
                        clause([unless, -tip])
            for j in range(2, most + 1):
                clause([unless, met[here][j] if j <= number else -met[here][j]])
                for _, near in self.board.around[here]:
                    clause([unless, -arcs[near, here], met[near][j] if j < number else -met[near][j]])

    def given(self) -> Sequence[int]:
        """No step leads through a wall."""
        return [-edge - 1 for edge in self.wall]

    def is_complete(self, known: Set[int]) -> bool:
        """Whether there are as many steps as a path has."""
        return sum(literal > 0 for literal in known) == len(self.board.cells) - 1

    def seen(self, known: Set[int]) -> Set[int]:
        """The steps to and from cells that have all steps that they can have, and those beside a whole path."""
        state, is_complete = State.known(self, known), self.is_complete(known)
        return {
            -edge - 1
            for edge, (a, b) in enumerate(self.board.edges)
            if not state.value[edge] and (is_complete or state.is_full(a) or state.is_full(b))
        }

    def fact(self, literal: int) -> Fact:
        """A step between two cells, or that there is none."""
        a, b = (self.board.cells[i] for i in self.board.edges[abs(literal) - 1])
        holds = literal > 0
        words = f"the path {'goes' if holds else 'does not go'} between {a} and {b}"
        return Fact((a, b), holds, words, (a, b), edge=(a, b))

    def solution(self, true: Set[int]) -> Path:
        """The path of these steps, from number 1 or from either end."""
        near: dict[int, list[int]] = {}
        for edge, (a, b) in enumerate(self.board.edges, 1):
            if edge in true:
                near.setdefault(a, []).append(b)
                near.setdefault(b, []).append(a)
        tips = [i for i, others in sorted(near.items()) if len(others) == 1]
        here = self.board.place[self.puzzle.waypoints[0]] if self.puzzle.waypoints else min(tips, default=0)
        walk, before = [here], None
        while (onward := [i for i in near.get(here, ()) if i != before]) and len(walk) < len(self.board.cells):
            before, here = here, onward[0]
            walk.append(here)
        return Path(self.board.cells[i] for i in walk)

    def literals_of(self, partial: Any) -> list[int]:
        """The steps of a path, or of a part of it."""
        check_type(partial, Path)
        cells = [on_board(cell, self.puzzle.rows, self.puzzle.cols, "the path") for cell in partial.cells]
        for a, b in pairwise(cells):
            if (a, b) not in self.board.edge:
                raise PuzzleError(f"the path jumps from {a} to {b}")
        return list(dict.fromkeys(self.board.edge[a, b] + 1 for a, b in pairwise(cells)))

    def deductions(self, known: Set[int], hardest: int = HARDEST) -> Iterator[Deduction]:
        """What the rules of `cpmodels.explanations._zip_rules` show."""
        return deductions(self, known, hardest)

    def demands(self, cell: int) -> tuple[int, ...]:
        """The constraints that say how many steps lead to and from a cell: one at the ends, two elsewhere."""
        return (self.through[cell], *self.ends, *([] if len(self.ends) == 2 else [self.one_path]))

    def cells_of(self, cells: Iterable[int]) -> list[int]:
        """The constraints that the path goes through some cells."""
        return [self.through[cell] for cell in cells]


@account.register(Zip)
def account_of_zip(puzzle: Zip) -> ZipAccount:
    """The account of a ZIP."""
    return ZipAccount(puzzle)
