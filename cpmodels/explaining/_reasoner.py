"""What an account's constraints imply, by a SAT solver that keeps what it learns; and by how few of them.

Each constraint has a selector, so that any of them can be in force in a call.  CP-SAT has no such state, and its cores
may name literals that were never assumed once presolve is on (or-tools, issue 5141).
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Sequence, Set
from itertools import chain, compress
from time import monotonic
from typing import Any

from cpmodels import _cp_model as cp_model
from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.errors import MissingExtraError
from cpmodels.engines._table import CP_SAT
from cpmodels.explaining._account import Account
from cpmodels.model import Model
from cpmodels.search._question import Status
from cpmodels.search.solving import solve

EASY = 300
"""How many conflicts are searched to see whether a constraint can be left out."""
TRIMS = 4
"""How often a core is searched for a smaller one."""
HITTING = 1.0
"""The deterministic time of CP-SAT for a hitting set.  Where one takes longer, each that comes after it does, too: an
empty Sudoku of 4 x 4 with scattered boxes has one of 11 literals after 31 others, and none is known to be the last."""
BUDGET = 20_000
"""The most conflicts that are searched between two checkpoints."""
SLICE = 0.2
"""About how many seconds the search between two checkpoints takes: conflicts take long in large formulas."""


class Reasoner:
    """A solver for the formula of an account; to be closed, as by ``with``.

    It belongs to the thread that makes it, which a `checkpoint` ends between two searches where nobody waits for it.

    Raises MissingExtraError where the library of the solver, which comes with this package, was removed.
    """

    def __init__(self, account: Account[Any]) -> None:
        try:
            from pysat.solvers import Glucose4
        except ImportError:
            raise MissingExtraError("reasons need python-sat, which is not installed: pip install python-sat") from None
        self.account = account
        self.all = tuple(account.constraints)
        self._solver: Any = Glucose4(bootstrap_with=account.written())
        self._spare = account.formula.variables + 1
        self._solver.set_phases(self.all)
        self._solver.add_clause([self._spare])  # So it knows all variables, not just those in clauses.

    def __enter__(self) -> Reasoner:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def is_satisfiable(self, assumed: Sequence[int], budget: int | None = None) -> bool | None:
        """Whether there is a solution with these literals; None where the budget of conflicts does not decide it."""
        conflicts = min(EASY, BUDGET)
        while True:
            began = monotonic()
            self._solver.conf_budget(budget or conflicts)
            answer: bool | None = self._solver.solve_limited(list(assumed), expect_interrupt=True)
            if answer is not None or budget:
                return answer
            checkpoint()
            conflicts = min(2 * conflicts, BUDGET) if monotonic() - began < SLICE else max(conflicts // 2, 1)

    def model(self) -> set[int]:
        """The literals that are true in the solution that was found last."""
        return set(self._solver.get_model())

    def true_facts(self) -> set[int]:
        """The positive facts of the solution that was found last."""
        return {literal for literal in self.facts() if literal > 0}

    def facts(self) -> list[int]:
        """The facts of the solution that was found last, as literals."""
        found: list[int] = self._solver.get_model()[: self.account.facts]
        return found

    def solution(self, assumed: Sequence[int]) -> set[int] | None:
        """The positive facts of a solution; None where there is none."""
        return self.true_facts() if self.is_satisfiable(assumed) else None

    def other(self, assumed: Sequence[int], solution: Set[int]) -> set[int] | None:
        """The positive facts of another solution; None where there is none."""
        facts = range(1, self.account.facts + 1)
        same = [fact if fact in solution else -fact for fact in facts]
        return self.solution([*assumed, *self.not_all(same)])

    def not_all(self, literals: Sequence[int]) -> list[int]:
        """What to assume so that not all of these literals hold, which cannot be for none of them."""
        if len(literals) == 1:
            return negated(literals)
        self._spare += 1
        self._solver.add_clause([-self._spare, *negated(literals)])
        return [self._spare]

    def implies(self, premises: Sequence[int], literals: Sequence[int], budget: int | None = None) -> bool:
        """Whether facts and constraints imply some literals or, if there are none, contradict each other.

        False, too, where the budget does not decide it.
        """
        wrong = self.not_all(literals) if literals else ()
        return self.is_satisfiable([*premises, *wrong], budget) is False

    def fails(self, assumed: Sequence[int]) -> tuple[bool, int]:
        """Whether unit propagation shows that these literals contradict each other, and how many literals it took."""
        possible, literals = self._solver.propagate(assumptions=list(assumed))
        return not possible, len(literals)

    def core(self, fixed: Collection[int] = ()) -> list[int]:
        """Some of the literals assumed last that contradict each other, as a search has shown, but the fixed ones."""
        return [literal for literal in self._solver.get_core() or () if literal not in fixed]

    def trimmed(self, fixed: Sequence[int]) -> list[int]:
        """Some literals that contradict the fixed ones, which a search has just shown to be too much: its core's core.

        Searched again as long as that makes it smaller.
        """
        core = self.core(fixed)
        for _ in range(TRIMS):
            if self.is_satisfiable([*fixed, *core[::-1]], EASY) is not False:
                break
            smaller = self.core(fixed)
            if len(smaller) >= len(core):
                break
            core = smaller
        return core

    def irreducible(self, assumed: Sequence[int], fixed: Sequence[int], budget: int | None = EASY) -> list[int]:
        """Some of these literals that contradict the fixed ones and each other; none can go, as far as is seen soon.

        budget: how many conflicts are searched to see whether one can go; one that takes more stays,
            and none where this is None.

        Those that come first are given up first.  By deletion, each time down to the solver's own core.
        """
        self.is_satisfiable([*fixed, *assumed])
        core = set(self.core())
        left, needed = [literal for literal in assumed if literal in core], list[int]()
        while left:
            tried, *rest = left
            if self.is_satisfiable([*fixed, *needed, *rest], budget) is False:
                core = set(self.core())
                left = [literal for literal in rest if literal in core]
            else:
                needed.append(tried)
                left = rest
        return needed

    def smallest(
        self, core: Sequence[int], among: Sequence[int], fixed: Sequence[int], tries: int
    ) -> Iterator[tuple[list[int], bool]]:
        """Ever fewer of some literals that contradict the fixed ones and each other, and whether no fewer do, by proof.

        core: some that do, which come back where nothing better is found.
        tries: how many hitting sets are looked at.

        By minimum hitting sets of the sets of literals of which one must be among them, several for each, none of which
        has a literal of another.  (A. Ignatiev and others, *Smallest MUS extraction with minimal hitting set
        dualization*, CP 2015.)
        """
        best, sets, is_least = list(core), list[list[int]](), False
        for _ in range(tries):
            checkpoint()
            chosen = _hitting(sets)
            if chosen is None or (is_least := len(chosen) >= len(best)):
                break
            while answer := self.is_satisfiable([*fixed, *chosen], 10 * EASY):
                sets.append(self._missing(among, fixed))
                chosen += sets[-1]
            if answer is None:
                break
            if len(fewer := self.irreducible(chosen, fixed)) < len(best):
                best = self.irreducible(fewer, fixed, budget=None)
                yield best, False
        yield best, is_least

    def _missing(self, among: Sequence[int], fixed: Sequence[int]) -> list[int]:
        """The literals without which the others can all hold, beginning with those that do in the last solution."""
        true = self.model()
        kept = [literal for literal in among if literal in true]
        for literal in among:
            if literal not in true and self.is_satisfiable([*fixed, *kept, literal], EASY):
                true = self.model()
                kept = [other for other in among if other in true]
        held = set(kept)
        return [literal for literal in among if literal not in held]


def _hitting(sets: Sequence[Sequence[int]]) -> list[int] | None:
    """As few literals as can be, of which each of some sets has one; None where they are hard to find."""
    cp = cp_model.CpModel()
    taken = {literal: cp.new_bool_var("") for literal in dict.fromkeys(chain(*sets))}
    for each in sets:
        cp.add(sum(taken[literal] for literal in each) >= 1)
    cp.minimize(sum(taken.values()))
    model = Model(cp=cp, key=list(taken.values()), decode=tuple)
    found: Any = solve(model, engine=CP_SAT, workers=1, linearization_level=2, max_deterministic_time=HITTING)
    if found.interrupted:
        raise KeyboardInterrupt
    return list(compress(taken, found.solution)) if found.status is Status.OPTIMAL else None


def negated(literals: Iterable[int]) -> list[int]:
    """The negatives of some literals."""
    return [-literal for literal in literals]


def is_known(known: Container[int], literal: int) -> bool:
    """Whether a fact is known to hold, or not to."""
    return literal in known or -literal in known
