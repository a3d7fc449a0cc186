"""How hard a puzzle is, judged by the reasons that its solution needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cpmodels.base._grades import GRADES, Grade
from cpmodels.base.puzzle import Puzzle
from cpmodels.explaining._account import HARDEST, Account
from cpmodels.explaining._default import account
from cpmodels.explaining._thinking import Step

LEVELS = (2, 3, HARDEST)
"""The level of the hardest reasons of all grades but the last, which takes proofs or cases."""


@dataclass(frozen=True)
class Difficulty:
    """How hard a puzzle is; after R. Pelánek, *Difficulty rating of Sudoku puzzles*, 2014.

    grade: by the hardest reason that is needed: what is plain to see, such as a cell with two ways left, is easy; what
        a step would do to its neighbours is medium, and to a whole part of the board hard; anything else is expert.
    hardest: the name of that reason.
    steps: how many steps there are.
    choices: how many steps could be made, on average: with few, the next is hard to find.

    >>> import cpmodels as cm
    >>> found = cm.difficulty("zip-4")
    >>> found.grade, found.hardest, found.steps
    ('easy', 'order', 15)
    """

    grade: Grade
    hardest: str
    steps: int
    choices: float

    def __str__(self) -> str:
        many = f"{self.steps} step{'' if self.steps == 1 else 's'}"
        return (
            f"{self.grade}: {many}; hardest rule {self.hardest!r}; on average {self.choices:.1f} steps to choose from"
        )


def grade_of_level(level: int) -> Grade:
    """The grade of a puzzle whose hardest reason is of a level.

    >>> [grade_of_level(level) for level in (1, 3, 4, 6)]
    ['easy', 'medium', 'hard', 'expert']
    """
    return GRADES[sum(level > most for most in LEVELS)]


def measured(steps: Sequence[Step]) -> Difficulty:
    """The difficulty of a puzzle with these steps."""
    if not steps:
        return Difficulty("easy", "nothing", 0, 0.0)
    hardest = max(steps, key=lambda step: step.level)
    choices = sum(step.choices for step in steps) / len(steps)
    return Difficulty(grade_of_level(hardest.level), hardest.rule, len(steps), choices)


def has_rules(puzzle: Puzzle[Any]) -> bool:
    """Whether there are rules by which puzzles of this kind can be graded."""
    return type(account.by_its_rules(puzzle)).deductions is not Account.deductions


def grade_of(puzzle: Puzzle[Any], hardest: Grade = "expert") -> Grade | None:
    """The grade of a puzzle that has one solution, by rules alone: quickly, and without a solver.

    None for a puzzle that is harder than `hardest`.
    """
    of: Account[Any] = account.by_its_rules(puzzle)
    known, level = set(of.given()), 1
    most = (*LEVELS, HARDEST)[GRADES.index(hardest)]
    while not of.is_complete(known):
        new, easiest = set[int](), most
        for deduction in of.deductions(known, most):
            if deduction.level > easiest:
                break
            if not known.issuperset(deduction.literals):
                easiest = deduction.level
                new.update(deduction.literals)
        if not new:
            return "expert" if hardest == "expert" else None
        level = max(level, easiest)
        known |= new
    return grade_of_level(level)
