"""Why a puzzle's solution is as it is, step by step; what to do next; and why there is no solution, or more than one.

Rules come first, named deductions that a person makes, each with a sentence and the cells to look at; where none
applies, known facts and constraints from which the step follows, none too many; if these are many, cases.  Every step
is checked by a SAT solver: the constraints that it names, and what was known before, imply what follows.

- `_account` says what a kind of puzzle gives: its facts, its constraints in words and, if it likes, rules.
- `_explaining` gives the steps, and the next one for a player, `_why` reasons for none and for several solutions.
- `_reasoner` is the solver; `_cover`, `_path` and `_model` are what kinds have that give nothing of their own: by their
  descriptions, or by the names, marks and forms of their models' constraints.
- `_referee` searches for steps, and compares what an account says with the puzzle's check and what a search finds.

>>> import cpmodels as cm
>>> print(next(cm.explain("zip-4")))  # doctest: +ELLIPSIS
(0, 0) has only two ways left, so the path takes both: ...
"""

from cpmodels.base._grades import GRADES, Grade
from cpmodels.base.values import joined
from cpmodels.explaining._account import HARDEST, Account, Branch, Constraint, Deduction, Fact, clauses, concluded
from cpmodels.explaining._cover import CoverAccount
from cpmodels.explaining._default import account
from cpmodels.explaining._explaining import Difficulty, Explanation, Hint, difficulty, explain, hint
from cpmodels.explaining._model import ModelAccount
from cpmodels.explaining._path import PathAccount
from cpmodels.explaining._sized import SizedRegionsAccount
from cpmodels.explaining._slips import Mended, Slips, find_slips
from cpmodels.explaining._thinking import Step
from cpmodels.explaining._why import Ambiguity, Conflict, Relaxation, relax, why_infeasible, why_not_unique
from cpmodels.explaining._words import Words, words

__all__ = [
    "GRADES", "HARDEST", "Account", "Ambiguity", "Branch", "Conflict", "Constraint", "CoverAccount", "Deduction",
    "Difficulty", "Explanation", "Fact", "Grade", "Hint", "Mended", "ModelAccount", "PathAccount", "Relaxation",
    "SizedRegionsAccount", "Slips", "Step", "Words", "account", "clauses", "concluded", "difficulty", "explain",
    "find_slips", "hint", "joined", "relax", "why_infeasible", "why_not_unique", "words",
]  # fmt: skip
