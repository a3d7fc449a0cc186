"""The search for steps: what an account says is compared with the puzzle's own check, and with what a search finds."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base._clock import Clock
from cpmodels.base.errors import CpmodelsError, DefectError, ModelError, StoppedError, WrongSolutionError
from cpmodels.base.puzzle import Puzzle, S
from cpmodels.base.values import check_type, joined, shown
from cpmodels.explaining._account import Account, Fact
from cpmodels.explaining._default import account
from cpmodels.explaining._model import ModelAccount
from cpmodels.explaining._reasoner import Reasoner, is_known
from cpmodels.explaining._thinking import CHECK, Step, Thinker
from cpmodels.model import BARE, Asked, Model, as_asked
from cpmodels.search._all import modelled, searched_by
from cpmodels.search._portfolio import first
from cpmodels.search._question import Question, Status, comparing

LOOK = 0.1
"""For so much of CP-SAT's deterministic time, about as many seconds, a search looks for any solution: of 17 puzzles,
ZIPs of 14 x 14 and a Zigzaw among them, it finds one of 16 in a fifth of that."""


class Referee(Generic[S]):
    """Compares the account of a puzzle, or of a model, with the puzzle.

    Raises DefectError for an account that contradicts its puzzle, StoppedError when the time is up before it is known,
    WrongSolutionError for a model without a puzzle whose `decode` makes one solution of two.
    """

    def __init__(self, asked: Puzzle[S] | Model[S], of: Account[S], clock: Clock) -> None:
        self.of = of
        self._asked, self._clock = asked, clock
        self._solution: S | None = None
        self._is_none = self._is_admitted = False

    def solution(self, facts: Set[int]) -> S:
        """The solution that the account has found, which must pass the puzzle's own check."""
        try:
            found = self.of.solution(facts)
            check_type(found, self.of.puzzle.solution_type)
        except Exception as error:
            raise self._defect(
                "what meets all of its constraints cannot be put together as a solution: "
                f"{type(error).__name__}: {error}"
            ) from error
        if broken := self.of.puzzle.check(found):
            raise self._defect(f"what meets all of its constraints breaks a rule: {joined(broken, most=2)}")
        self._solution = found
        return found

    def both(self, first: Set[int], second: Set[int]) -> tuple[S, S]:
        """Two solutions that the account has found, which must be different ones."""
        one, other = self.solution(first), self.solution(second)
        with comparing(one):
            is_same = bool(one == other)
        if is_same:
            apart = self.of.fact(min(first ^ second)).words
            if self.of.puzzle is BARE:
                raise WrongSolutionError(
                    f"two solutions of the model are read as the same one, {shown(one)}, and differ in whether "
                    f"{apart}: `decode` must tell apart all values of the key, and marks must follow from these"
                )
            raise self._defect(f"it takes one solution for two, by whether {apart}")
        return one, other

    def none(self) -> None:
        """By the account there is no solution: no search finds one either."""
        if not self._is_none:
            result = first(self._question())
            if result.solution is not None:
                raise self._defect("by its constraints there is no solution, but a search finds one")
            if result.status is not Status.INFEASIBLE:
                raise StoppedError("the time was up before a search had confirmed that there is no solution")
            self._is_none = True

    def compare(self) -> None:
        """The account must admit a solution that a short search finds, if it does."""
        if not self._is_admitted and not self._is_the_model:
            with searched_by(self._question(max_deterministic_time=LOOK)) as found:
                self._admit(next(found, None))

    def only(self) -> None:
        """By the account there is just one solution: it must admit all that a search finds."""
        if self._is_the_model:
            return
        with searched_by(self._question()) as found:
            for solution in found:
                self._admit(solution)
            if not found.exhausted:
                raise StoppedError("the time was up before a search had confirmed that there is no other solution")
            if not found.found:
                raise self._defect("it has a solution that passes the puzzle's own check, but a search finds none")

    def _question(self, **settings: Any) -> Question[S]:
        """The puzzle or the model, in the time that is left."""
        return Question(self._asked, Clock(self._clock.rest, None), settings=settings)

    @property
    def _is_the_model(self) -> bool:
        """Whether the account is made of the model itself, and says nothing else."""
        return isinstance(self.of, ModelAccount)

    def _admit(self, solution: S | None) -> None:
        """The account must take this for a solution, where it can read it."""
        if solution is not None:
            is_admitted = solution == self._solution or admits(self.of.puzzle, solution)
            if is_admitted is False:
                raise self._defect(f"by its constraints {shown(solution)} is no solution, but a search finds it")
            self._is_admitted |= bool(is_admitted)

    def _defect(self, what: str) -> DefectError:
        kind: Any = getattr(self.of.puzzle, "kind", type(self.of.puzzle).__name__)
        return DefectError(f"the account of the kind {kind!r} contradicts its puzzle: {what}")


def admits(puzzle: Puzzle[S], solution: S) -> bool | None:
    """Whether a fresh account, which no partial has changed, takes this for a solution; None where it reads nothing."""
    of: Account[S] = account(puzzle)
    try:
        literals = of.literals_of(solution)
    except (CpmodelsError, TypeError, ValueError, LookupError):
        return None
    with Reasoner(of) as reasoner:
        return reasoner.is_satisfiable([*reasoner.all, *literals]) if literals else None


def referee_of(asked: Asked[S], clock: Clock) -> Referee[S]:
    """The account of a puzzle, or of a model, and who compares it with that.

    A model that is not just as its kind makes it is described in the words of its own variables and constraints.

    Raises ModelError for a model that has an objective, or a puzzle whose model has one.
    """
    found = as_asked(asked)
    if (puzzle := found.puzzle if isinstance(found, Model) else found).maximise:
        raise ModelError(
            "explanations show that no other solution is possible, and here every board with the highest "
            f"{puzzle.maximise} is a solution"
        )
    if asks_for_the_best(found):
        raise ModelError("explanations are for constraints alone, and this model has an objective: leave it out")
    own = isinstance(found, Puzzle) or found.is_of_kind
    of: Account[S] = account(puzzle) if own else ModelAccount(found)
    return Referee(found, of, clock)


def asks_for_the_best(asked: Puzzle[Any] | Model[Any]) -> bool:
    """Whether a model has an objective, or the one that a puzzle has of its own, whether or not the kind says so."""
    found = modelled(Question(asked, Clock(None, None))).asked
    return isinstance(found, Model) and found.cp.has_objective()


@dataclass(frozen=True)
class News(Generic[S]):
    """Facts that were found out, and the step that shows them; without a step the end, and the solution, if any."""

    facts: list[Fact]
    step: Step | None = None
    solution: S | None = None


class StepSearch(Generic[S]):
    """What leads to the solution of a puzzle, all of it in one thread.

    known: what is known so far, as literals of the account, in the order in which it was found out.
    """

    def __init__(self, referee: Referee[S], noted: Sequence[int]) -> None:
        """noted: what is known at the start."""
        self.of, self._referee, self._begun = referee.of, referee, bool(noted)
        self.known = dict.fromkeys([*self.of.given(), *(one for one in noted if one not in self.of.noted)])
        self.solution: S | None = None
        self._goal: set[int] | None = None

    def news(self) -> Iterator[News[S]]:
        """What is known at the start, then all steps, and the end."""
        yield News(self._noted())
        said = len(self.known)
        for step in chain(self.steps(), [None]):
            new = list(self.known)[said:]
            said += len(new)
            yield News([*map(self.of.fact, new)], step, self.solution)

    def _noted(self) -> list[Fact]:
        """What is known at the start."""
        return [*self.of.noted.values(), *map(self.of.fact, self.known)]

    def steps(self) -> Generator[Step, None, None]:
        """Steps that a solver has checked or, where no rule shows one, proved; what follows from each is known then."""
        with Reasoner(self.of) as reasoner:
            self._begin(reasoner)
            thinker = Thinker(reasoner)
            while not self._is_solved(reasoner):
                if (found := thinker.next_step(set(self.known))) is None:
                    self._see_several(reasoner)
                    return
                literals, step = found
                if not literals:
                    self._confirm_none(reasoner)
                self.known.update(dict.fromkeys(literals))
                yield step
                if not literals:
                    return

    def _begin(self, reasoner: Reasoner) -> None:
        """Compare the account with the puzzle, and see what is laid already by what was noted, cell by cell."""
        everything = [*reasoner.all, *self.known]
        possible = reasoner.is_satisfiable(everything, CHECK)
        if possible is False:
            self._confirm_none(reasoner)
            return
        if possible:
            self._referee.solution(reasoner.true_facts())
        self._referee.compare()
        lies = {pair for fact in (self._noted() if self.of.noted else ()) for pair in fact.laid}
        for literal in range(1, self.of.facts + 1 if lies else 0):
            laid = self.of.fact(literal).laid
            if laid and lies.issuperset(laid) and not is_known(self.known, literal):
                checkpoint()
                if reasoner.implies(everything, [literal], CHECK):
                    self.known[literal] = None

    def _confirm_none(self, reasoner: Reasoner) -> None:
        """The account has no solution, or none with what was noted: see whether the puzzle agrees."""
        if self._begun and (facts := reasoner.solution(self.of.without_noted())) is not None:
            self._referee.solution(facts)
            self._referee.compare()
        else:
            self._referee.none()

    def _is_solved(self, reasoner: Reasoner) -> bool:
        """Whether all of a solution is known, and there is no other."""
        if self._goal is None:
            self._goal = reasoner.solution([*reasoner.all, *self.known])
        if self._goal is None or not self.of.to_find(self._goal) <= self.known.keys():
            return False
        if reasoner.other([*reasoner.all, *self.known], self._goal):
            return False
        self._confirm_only(self._goal)
        return True

    def _confirm_only(self, facts: Set[int]) -> None:
        """The account has this solution, and no other if nothing was noted: see whether the puzzle agrees."""
        solution = self._referee.solution(facts)
        if not self._begun:
            self._referee.only()
        self.solution = solution

    def _see_several(self, reasoner: Reasoner) -> None:
        """Nothing more follows: there must be two solutions, of which each passes the puzzle's own check."""
        assert self._goal is not None  # As nothing contradicts itself.
        if (other := reasoner.other([*reasoner.all, *self.known], self._goal)) is None:
            self._confirm_only(self._goal)
        else:
            self._referee.both(self._goal, other)
