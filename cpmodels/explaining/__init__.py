"""Why a puzzle's solution is as it is, step by step; what to do next; and why there is no solution, or more than one.

Rules come first, named deductions that a person makes, each with a sentence and the cells to look at; where none
applies, the fewest of the puzzle's own constraints from which the step follows; if these are many, cases.  Every step
is checked by a SAT solver: the constraints that it names, and what was known before, imply what follows.  Where that is
not installed, there are the rules alone.

- `_account` says what a kind of puzzle gives: its facts, its constraints in words and, if it likes, rules.
- `_explaining` makes the steps, `_hints` the next one for a player, `_why` reasons for none and for several solutions.
- `_reasoner` is the solver; `_cover` and `_plain` are what kinds have that give nothing of their own.
- `_referee` compares what an account says with the puzzle's own check and with what a search finds, before it is told.

>>> import cpmodels as cm
>>> print(next(cm.explain("zip-4")))  # doctest: +ELLIPSIS
(0, 0) has only two ways left, so the path takes both: ...
"""

from cpmodels.explaining._account import (
    HARDEST,
    Account,
    Branch,
    Constraint,
    Deduction,
    Fact,
    account,
    concluded,
    joined,
    told,
)
from cpmodels.explaining._cover import Agreement, CoverAccount, Words
from cpmodels.explaining._difficulty import GRADES, Difficulty, Grade, difficulty
from cpmodels.explaining._explaining import Explanation, Step, explain
from cpmodels.explaining._hints import Hint, hint
from cpmodels.explaining._why import Ambiguity, Conflict, why_infeasible, why_not_unique

__all__ = [
    "GRADES", "HARDEST", "Account", "Agreement", "Ambiguity", "Branch", "Conflict", "Constraint", "CoverAccount",
    "Deduction", "Difficulty", "Explanation", "Fact", "Grade", "Hint", "Step", "Words", "account", "concluded",
    "difficulty", "explain", "hint", "joined", "told", "why_infeasible", "why_not_unique",
]  # fmt: skip
