"""A solution step by step: what follows next, and why."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence, Set
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Generic, TypeVar

from cpmodels._keywords import suggests_keywords
from cpmodels.errors import CpmodelsError, MissingExtraError, ModelError, StoppedError
from cpmodels.explaining._account import HARDEST, Account, Branch, Constraint, Deduction, Fact, account, concluded, told
from cpmodels.explaining._plain import PlainAccount
from cpmodels.explaining._reasoner import Reasoner, negated, settled
from cpmodels.explaining._referee import Referee
from cpmodels.lattice import Cell
from cpmodels.model import BARE, Model, build, has_objective
from cpmodels.puzzle import Puzzle, Solution
from cpmodels.search._runs import Clock, Effort, Report
from cpmodels.solving import Asked, as_asked, modelled

S = TypeVar("S", bound=Solution)

CHECK = 5_000
"""A rule's deduction that takes more conflicts to check is not used."""
FEW = 8
"""Up to so many constraints and facts are a reason that a person can follow; of more, cases are told apart first."""
TRIES = 20
"""So many hitting sets are tried for the fewest constraints."""
CANDIDATES, MINIMISED = 12, 3
"""So many facts are looked at for the one that the fewest constraints force, and so many of these closely."""
MANY, CLOSE, QUICK = 32, 300, 30
"""Of reasons that are more than so many only one is looked at, and for fewer conflicts (the second number)."""
SUPPOSED, LONGEST, EASY = 10, 40, 3
"""Of suppositions that fail, so many are followed, each for so many steps by rules of up to this level."""
BRANCHES, WIDEST = 3, 40
"""So many sets of facts of which one must hold are looked at, of up to so many facts."""
NESTED = (0, 1)
"""So deep cases are told apart within cases, the least depth first."""
EFFORT = 300
"""So many deductions are made in all to tell cases apart within cases."""
PROOF, CASES = 5, 6
"""The levels of steps that no rule shows."""


@dataclass(frozen=True)
class Step:
    """A step of an explanation.

    rule: the name of the rule, ``"proof"`` for constraints from which the step follows, or ``"cases"`` where a
        supposition leads to a contradiction.
    level: how hard that is to see, from 1 on.
    sentence: why, in words.
    follows: what follows; nothing where what was known contradicts itself.
    uses: the known facts that it rests on.
    constraints: the constraints that it rests on; with `uses` they imply what follows, by a solver's proof where
        python-sat is installed.
    cells, pieces: what to look at; pieces count from 0.
    cases: of ``"cases"``, what follows from each supposition until it contradicts itself; what is supposed comes first,
        as a step of rule ``"supposition"``, where the sentence does not say it.
    choices: how many steps of this rule, or easier ones, could be made.

    >>> step = next(explain("zip-4"))
    >>> step.rule, step.level, step.cells
    ('two ways left', 1, ((0, 0),))
    """

    rule: str
    level: int
    sentence: str
    follows: tuple[Fact, ...]
    uses: tuple[Fact, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    cells: tuple[Cell, ...] = ()
    pieces: tuple[int, ...] = ()
    cases: tuple[tuple[Step, ...], ...] = ()
    choices: int = 1

    def __str__(self) -> str:
        end = f": {concluded(self.follows)}" if self.follows else ": that cannot be"
        return f"{self.sentence[:1].upper()}{self.sentence[1:]}{end}."


class Explanation(Generic[S]):
    """The steps to a puzzle's solution, an iterator that finds each when it is asked for.

    puzzle: what is explained.
    solution: the solution, once the steps have led there; None before, and where several are left.
    known: the facts that were found out so far.
    finished: whether no more follows.
    stopped: why the search for a step was given up, for example as the time was up, or as no rule shows one and
        python-sat, with which it could be proved, is not installed; None if it was not.

    >>> steps = explain("zip-4")
    >>> found = list(steps)
    >>> steps.finished, steps.solution.cells[:2]
    (True, ((2, 3), (3, 3)))
    """

    def __init__(self, referee: Referee[S], begun: Sequence[int], clock: Clock) -> None:
        """begun: what is known at the start, as literals of the account."""
        of = referee.of
        self.puzzle = of.puzzle
        self.solution: S | None = None
        self.finished = False
        self.stopped: str | None = None
        self._account, self._referee = of, referee
        self._clock = clock
        self._begun = bool(begun)
        self._known = {*of.given(), *(literal for literal in begun if literal not in of.noted)}
        self._goal: set[int] | None = None
        self._steps = self._find()

    @property
    def known(self) -> list[Fact]:
        """The facts that were found out so far."""
        facts = (self._account.fact(literal) for literal in sorted(self._known, key=abs))
        return [*self._account.noted.values(), *facts]

    def __iter__(self) -> Iterator[Step]:
        return self

    def __next__(self) -> Step:
        try:
            literals, step = next(self._steps)
        except StopIteration:
            raise
        except StoppedError as stopped:
            self.stopped = "the time was up" if self._clock.is_up else str(stopped)
            raise StopIteration from None
        except BaseException:  # After Ctrl-C it can go on from what is known.
            self._steps = self._find()
            raise
        self._known.update(literals)
        return step

    def close(self) -> None:
        """Give the solver's memory back."""
        self._steps.close()

    def _find(self) -> Generator[Found, None, None]:
        with ExitStack() as open_solver:
            try:
                reasoner = open_solver.enter_context(Reasoner(self._account, self._clock))
            except MissingExtraError as missing:
                yield from self._by_rules(missing)
            else:
                yield from self._by(reasoner)
        self.finished = True

    def _by(self, reasoner: Reasoner) -> Generator[Found, None, None]:
        """Steps that a solver has checked or, where no rule shows one, proved."""
        self._begin(reasoner)
        thinker: Thinker[S] = Thinker(reasoner, self._clock)
        while not self._is_solved(reasoner):
            with self._clock.limiting("a step was looked for"):
                found = thinker.next_step(self._known)
            if found is None:
                self._see_several(reasoner)
                return
            if not found[0]:
                self._confirm_none(reasoner)
            self._clock.found += 1
            yield found
            if not found[0]:
                return

    def _by_rules(self, missing: MissingExtraError) -> Generator[Found, None, None]:
        """Steps that rules show; of what is noted, only what they confirm is used."""
        if type(self._account).deductions is Account.deductions:
            raise missing
        rules, given = ByRules(self._account, self._clock), {*self._account.given()}
        if not self._known.issubset(given):
            with self._clock.limiting("what is noted was looked at"):
                self._known &= given | shown_by_rules(self._account, self._clock)
        while (solution := rules.solution(self._known)) is None:
            with self._clock.limiting("a step was looked for"):
                found = rules.by_rule(self._known)
            if found is None:
                raise StoppedError(f"no rule shows what is next, and {missing}")
            if not found[0]:
                self._referee.none()
            self._clock.found += 1
            yield found
            if not found[0]:
                return
        self.solution = solution

    def _begin(self, reasoner: Reasoner) -> None:
        """Compare the account with the puzzle, and see what is laid already by what was noted, cell by cell."""
        everything = [*reasoner.all, *self._known]
        possible = reasoner.is_satisfiable(everything, CHECK)
        if possible is False:
            self._confirm_none(reasoner)
            return
        if possible:
            self._referee.solution(true_facts(reasoner))
        self._referee.glance()
        lies = {pair for fact in self.known for pair in fact.laid} if self._account.noted else set()
        for literal in range(1, self._account.facts + 1 if lies else 0):
            laid = self._account.fact(literal).laid
            if laid and lies.issuperset(laid) and not settled(self._known, literal):
                self._clock.pause()
                if reasoner.implies(everything, literal, CHECK):
                    self._known.add(literal)

    def _confirm_none(self, reasoner: Reasoner) -> None:
        """Compare it with the puzzle that by the account there is no solution, or none with what was noted."""
        if self._begun and (facts := reasoner.solution(without_noted(self._account))) is not None:
            self._referee.solution(facts)
            self._referee.glance()
        else:
            self._referee.none()

    def _is_solved(self, reasoner: Reasoner) -> bool:
        """Whether all of a solution is known, and there is no other."""
        if not self._account.is_complete(self._known):
            return False
        if self._goal is None:
            self._goal = reasoner.solution([*reasoner.all, *self._known])
        if self._goal is None or not self._known.issuperset(self._goal):
            return False
        return not reasoner.other([*reasoner.all, *self._known], self._goal) and self._confirm_only(self._goal)

    def _confirm_only(self, facts: Set[int]) -> bool:
        """Compare it with the puzzle that by the account this is the solution, the only one if nothing was noted."""
        solution = self._referee.solution(facts)
        if not self._begun:
            self._referee.only()
        self.solution = solution
        return True

    def _see_several(self, reasoner: Reasoner) -> None:
        """Nothing more follows: there must be two solutions, of which each passes the puzzle's own check."""
        everything = [*reasoner.all, *self._known]
        first = reasoner.solution(everything)
        other = None if first is None else reasoner.other(everything, first)
        if first is not None and other is not None:
            self._referee.both(first, other)
        elif first is not None:
            self._confirm_only(first)


Found = tuple[tuple[int, ...], Step]
"""What follows, as literals, and the step that says so."""


@dataclass(frozen=True)
class Link:
    """A deduction in a chain that leads to a contradiction, what implies it, and its cases by what each supposes."""

    deduction: Deduction
    premises: tuple[int, ...]
    cases: tuple[tuple[int, tuple[Link, ...]], ...] = ()


class ByRules(Generic[S]):
    """Finds the next step from what is known by rules alone, which are taken at their word."""

    def __init__(self, of: Account[S], clock: Clock) -> None:
        self._of, self._clock = of, clock
        self._last: tuple[Cell, ...] = ()

    def solution(self, known: set[int]) -> S | None:
        """The solution, once each fact of it is known to hold or not to; None, too, where that breaks a rule."""
        plain = {*known, *self._of.seen(known)} if self._of.is_complete(known) else set[int]()
        if not all(settled(plain, fact) for fact in range(1, self._of.facts + 1)):
            return None
        found = self._of.solution({literal for literal in known if literal > 0})
        return None if self._of.puzzle.check(found) else found

    def by_rule(self, known: set[int]) -> Found | None:
        """What the easiest rule shows next; None where none shows anything."""
        at_hand: list[Deduction] = []
        for deduction in self._of.deductions(known, HARDEST):
            self._clock.pause()
            if at_hand and deduction.level > at_hand[0].level:
                if (step := self._best(at_hand, known)) is not None:
                    return step
                at_hand = []
            if not deduction.literals or any(not settled(known, literal) for literal in deduction.literals):
                at_hand.append(deduction)
        return self._best(at_hand, known)

    def _best(self, at_hand: Sequence[Deduction], known: set[int]) -> Found | None:
        """Of some deductions of one level the one nearest to the last step, and shortest, that a solver confirms."""

        def rank(deduction: Deduction) -> tuple[int, int, int]:
            far = min((_apart(cell, other) for cell in deduction.cells for other in self._last), default=0)
            return len(deduction.literals) > 0, far, len(deduction.because)

        for deduction in sorted(at_hand, key=rank):
            if (premises := self._confirmed(deduction, known)) is not None:
                literals = tuple(literal for literal in deduction.literals if literal not in known)
                self._last = deduction.cells
                return literals, self._step(deduction, literals, premises, len(at_hand))
        return None

    def _confirmed(self, deduction: Deduction, known: Set[int]) -> list[int] | None:  # noqa: ARG002
        """What implies a deduction: what its rule names."""
        return [*deduction.because, *deduction.constraints]

    def _step(self, deduction: Deduction, literals: Sequence[int], premises: Sequence[int], choices: int) -> Step:
        return Step(
            deduction.rule,
            deduction.level,
            deduction.sentence,
            *self._told(literals, premises),
            deduction.cells,
            deduction.pieces,
            choices=choices,
        )

    def _told(
        self, literals: Sequence[int], premises: Sequence[int]
    ) -> tuple[tuple[Fact, ...], tuple[Fact, ...], tuple[Constraint, ...]]:
        """What follows, and what it rests on, in words."""
        constraints = self._of.constraints
        return (
            tuple(self._of.fact(literal) for literal in literals),
            tuple(self._of.fact(literal) for literal in premises if literal not in constraints),
            tuple(constraints[literal] for literal in sorted(premises) if literal in constraints),
        )


def shown_by_rules(of: Account[Any], clock: Clock) -> set[int]:
    """The facts that rules show from the beginning on; none where they show that there is no solution."""
    known, rules = set(of.given()), ByRules(of, clock)
    while (found := rules.by_rule(known)) is not None:
        literals, _ = found
        if not literals:
            return set()
        known.update(literals)
    return known | of.seen(known)


class Thinker(ByRules[S]):
    """Finds the next step from what is known, each checked by a solver; where no rule shows one, by a proof."""

    def __init__(self, reasoner: Reasoner, clock: Clock) -> None:
        super().__init__(reasoner.account, clock)
        self._reasoner = reasoner
        self._refused: set[Deduction] = set()
        self._effort = 0

    def next_step(self, known: set[int]) -> Found | None:
        """What follows next, as literals and as a step; None where nothing does."""
        if (found := self.by_rule(known)) is not None:
            return found
        return self._by_proof(known)

    def _confirmed(self, deduction: Deduction, known: Set[int]) -> list[int] | None:
        """What implies a deduction: what its rule names or, where that does not seem to, some of all there is.

        None where neither is seen soon: then the deduction is not used.
        """
        if deduction in self._refused:
            return None
        premises = [*deduction.because, *deduction.constraints]
        if self._implied(premises, deduction.literals):
            return premises
        everything, found = [*known, *self._reasoner.all], dict[int, None]()
        for fixed in [[-literal] for literal in deduction.literals] or [[]]:
            if self._reasoner.is_satisfiable([*everything, *fixed], CHECK) is not False:
                self._refused.add(deduction)
                return None
            found.update(dict.fromkeys(literal for literal in self._reasoner.core() if literal not in fixed))
        return list(found)

    def _implied(self, premises: Sequence[int], literals: Sequence[int]) -> bool:
        wrong = self._reasoner.not_all(literals) if literals else ()
        return self._reasoner.is_satisfiable([*premises, *wrong], CHECK) is False

    def _by_proof(self, known: set[int]) -> Found | None:
        everything = [*self._reasoner.all, *known]
        if not self._reasoner.is_satisfiable(everything):
            return (), self._proof((), self._reasoner.irreducible(everything[::-1], ()))
        if (found := self._by_branches(known)) is not None:
            return found
        cores = [
            (self._reasoner.trimmed([-literal]), literal)
            for literal in islice(self._forced(known, everything), CANDIDATES)
        ]
        if not cores:
            return None
        cores.sort(key=lambda each: len(each[0]))
        closely = (MINIMISED, CLOSE) if len(cores[0][0]) <= MANY else (1, QUICK)
        minimal = [
            (self._reasoner.irreducible(self._in_order(core), [-literal], closely[1]), literal)
            for core, literal in cores[: closely[0]]
        ]
        premises, literal = min(minimal, key=lambda each: len(each[0]))
        if len(premises) > FEW and (found := self._by_cases(known)) is not None:
            return found
        if 2 < len(premises) <= FEW:
            premises, _ = self._reasoner.smallest(premises, everything, [-literal], TRIES)
        return (literal,), self._proof((literal,), premises)

    def _in_order(self, premises: Iterable[int]) -> list[int]:
        """Premises, those first that are best given up: the constraints of the whole puzzle come last in an account."""
        return sorted(premises, key=lambda literal: -literal if literal in self._of.constraints else 0)

    def _forced(self, known: set[int], everything: Sequence[int]) -> Iterator[int]:
        """The facts that follow, the positive ones first."""
        plain = {*known, *self._of.seen(known)}
        self._reasoner.is_satisfiable(everything)
        facts = [literal for literal in self._reasoner.facts() if not settled(plain, literal)]
        waiting = set(facts)
        for literal in sorted(facts, key=lambda literal: (literal < 0, abs(literal))):
            if literal not in waiting:
                continue
            self._clock.pause()
            if self._reasoner.implies(everything, literal):
                yield literal
            else:
                waiting.intersection_update(self._reasoner.facts())

    def _proof(self, literals: Sequence[int], premises: Sequence[int]) -> Step:
        follows, uses, constraints = self._told(literals, premises)
        words = [*(fact.words for fact in uses[:FEW]), *told(constraints)]
        words += [f"{len(uses) - FEW} more facts"] * (len(uses) > FEW)
        cells = dict.fromkeys(cell for part in (follows, uses, constraints) for one in part for cell in one.cells)
        pieces = dict.fromkeys(piece for constraint in constraints for piece in constraint.pieces)
        self._last = tuple(cell for fact in follows for cell in fact.cells)
        what = "together leave nothing else" if literals else "contradict each other"
        return Step(
            "proof", PROOF, f"these {what}: {'; '.join(words)}", follows, uses, constraints,
            tuple(cells), tuple(pieces),
        )  # fmt: skip

    def _by_cases(self, known: set[int]) -> Found | None:
        """A supposition that easy rules lead to a contradiction, in the fewest steps of some that are tried."""
        plain = {*known, *self._of.seen(known)}
        unknown = [
            literal for fact in range(1, self._of.facts + 1) for literal in (fact, -fact) if not settled(plain, fact)
        ]
        failing = []
        for literal in unknown:
            self._clock.pause()
            fails, far = self._reasoner.fails([*self._reasoner.all, *known, literal])
            if fails:
                failing.append((far, literal))
        chains = [(literal, self._refutation(known, literal)) for _, literal in sorted(failing)[:SUPPOSED]]
        refuted = [(literal, chain) for literal, chain in chains if chain]
        if not refuted:
            return None
        supposed, chain = min(refuted, key=lambda each: len(each[1]))
        words = (
            f"suppose that {self._of.fact(supposed).words}; then, in {len(chain)} steps, {chain[-1].deduction.sentence}"
        )
        return self._cases(known, (-supposed,), (), [(supposed, chain)], words, begun=True)

    def _by_branches(self, known: set[int]) -> Found | None:
        """Of facts of which one must hold, those that rules lead to a contradiction; all but one, if that can be."""
        branches = [branch for branch in self._of.branches(known)[:BRANCHES] if len(branch.literals) <= WIDEST]
        everything = [*known, *self._reasoner.all]
        failing = {
            literal
            for literal in dict.fromkeys(literal for branch in branches for literal in branch.literals)
            if self._reasoner.is_satisfiable([*everything, literal], CHECK) is False
        }
        for depth in NESTED:
            self._effort = EFFORT
            best: tuple[int, Branch, dict[int, tuple[Link, ...]]] | None = None
            for branch in branches:
                chains = {
                    literal: chain
                    for literal in branch.literals
                    if literal in failing and (chain := self._refutation(known, literal, depth))
                }
                left = len(branch.literals) - len(chains)
                if chains and (best is None or left < best[0]):
                    best = left, branch, chains
                if left <= 1:
                    break
            if best is not None:
                return self._branched(known, *best)
        return None

    def _branched(
        self, known: set[int], left: int, branch: Branch, chains: dict[int, tuple[Link, ...]]
    ) -> Found | None:
        """The step that refutes some cases of a branch."""
        premises = list[int]()
        literals = tuple(negated(chains))
        if left == 1:
            literals = tuple(literal for literal in branch.literals if literal not in chains)
            premises = self._needed_for(branch, known)
        leads = "leads" if len(chains) == 1 else "lead"
        ways = f"{len(chains)} of the {len(branch.literals)} ways that are left for {branch.about}"
        words = f"{ways} {leads} to a contradiction"
        return self._cases(known, literals, premises, list(chains.items()), words)

    def _needed_for(self, branch: Branch, known: Set[int]) -> list[int]:
        """What implies that one of the facts of a branch holds."""
        self._reasoner.is_satisfiable([*known, *self._reasoner.all, *negated(branch.literals)])
        others = set(negated(branch.literals))
        return [literal for literal in self._reasoner.core() if literal not in others]

    def _cases(
        self,
        known: Set[int],
        literals: tuple[int, ...],
        premises: Sequence[int],
        chains: Sequence[tuple[int, tuple[Link, ...]]],
        words: str,
        *,
        begun: bool = False,
    ) -> Found | None:
        """A step that chains of deductions to contradictions show; None if a solver does not confirm it.

        begun: whether the words tell what is supposed already.
        """
        links = [link for _, chain in chains for link in _unfolded(chain)]
        used = (literal for link in links for literal in link.premises)
        premises = list(dict.fromkeys(
            literal for literal in (*premises, *used) if literal in known or literal in self._of.constraints
        ))  # fmt: skip
        if not self._implied(premises, literals):
            return None
        follows, uses, constraints = self._told(literals, premises)
        cells = dict.fromkeys(cell for link in links for cell in link.deduction.cells)
        pieces = dict.fromkeys(piece for link in links for piece in link.deduction.pieces)
        self._last = follows[0].cells if follows else ()
        cases = tuple(self._case(None if begun else supposed, chain) for supposed, chain in chains)
        return literals, Step("cases", CASES, words, follows, uses, constraints, tuple(cells), tuple(pieces), cases)

    def _case(self, supposed: int | None, chain: Sequence[Link]) -> tuple[Step, ...]:
        """The steps of a chain, after what it supposes."""
        begin = () if supposed is None else (Step("supposition", 1, "suppose", (self._of.fact(supposed),)),)
        return begin + tuple(
            replace(
                self._step(link.deduction, link.deduction.literals, link.premises, 1),
                cases=tuple(self._case(*inner) for inner in link.cases),
            )
            for link in chain
        )

    def _refutation(self, known: Set[int], supposed: int, depth: int = 0) -> tuple[Link, ...] | None:
        """The deductions that lead from a supposition to a contradiction, with what implies each; None without any.

        depth: how deep cases are told apart within cases.
        """
        seen, chain = {*known, supposed}, list[Link]()
        while len(chain) < LONGEST:
            self._clock.pause()
            if depth:
                self._effort -= 1
                if self._effort < 0:
                    return None
            for deduction in self._of.deductions(seen, EASY):
                if deduction.literals and all(literal in seen for literal in deduction.literals):
                    continue
                if (premises := self._confirmed(deduction, seen)) is not None:
                    chain.append(Link(deduction, tuple(premises)))
                    break
            else:
                link = self._all_refuted(seen, depth - 1) if depth else None
                return None if link is None else _needed([*chain, link])
            if not deduction.literals or any(-literal in seen for literal in deduction.literals):
                return _needed(chain)
            seen.update(deduction.literals)
        return None

    def _all_refuted(self, known: Set[int], depth: int) -> Link | None:
        """That all cases of the smallest branch lead to contradictions."""
        for branch in self._of.branches(known)[:1]:
            chains = list[tuple[int, tuple[Link, ...]]]()
            for literal in branch.literals:
                if (chain := self._refutation(known, literal, depth)) is None:
                    return None
                chains.append((literal, chain))
            used = {*self._needed_for(branch, known)}
            used.update(literal for _, chain in chains for link in _unfolded(chain) for literal in link.premises)
            premises = tuple(literal for literal in used if literal in known or literal in self._of.constraints)
            if not self._implied(premises, ()):
                return None
            words = f"all of the {len(chains)} ways that are left for {branch.about} lead to a contradiction"
            facts = tuple(literal for literal in premises if literal in known)
            named = tuple(literal for literal in premises if literal not in known)
            return Link(Deduction("cases", CASES, (), facts, named, words), premises, tuple(chains))
        return None


def _unfolded(chain: Iterable[Link]) -> Iterator[Link]:
    """The links of a chain and those of their cases."""
    for link in chain:
        yield link
        for _, inner in link.cases:
            yield from _unfolded(inner)


def _apart(cell: Cell, other: Cell) -> int:
    """How many steps two cells are apart."""
    return sum(abs(x - y) for x, y in zip(cell, other, strict=True))


def _needed(chain: Sequence[Link]) -> tuple[Link, ...]:
    """The deductions without which the last would not follow."""
    *others, last = chain
    needed, kept = {*last.premises, *(-literal for literal in last.deduction.literals)}, [last]
    for link in reversed(others):
        if not needed.isdisjoint(link.deduction.literals):
            needed.update(link.premises)
            kept.append(link)
    return tuple(kept[::-1])


def referee_of(asked: Asked[S], clock: Clock) -> Referee[S]:
    """The account of a puzzle, or of a model, and who compares it with that.

    A model that is not just as its kind makes it is told in the words of its own variables and constraints.

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
    own = isinstance(found, Puzzle) or _is_of_its_kind(found)
    of: Account[S] = account(puzzle) if own else PlainAccount(found)
    return Referee(found, of, clock)


def asks_for_the_best(asked: Puzzle[Any] | Model[Any]) -> bool:
    """Whether a model has an objective, or the one that a puzzle has of its own, whether or not the kind says so."""
    found = modelled(asked, Clock(None, None), Effort())
    return isinstance(found, Model) and has_objective(found.cp)


def _is_of_its_kind(model: Model[Any]) -> bool:
    """Whether a model is just as its puzzle's kind makes it."""
    if model.puzzle is BARE or not model.as_built:
        return False
    try:
        return build(model.puzzle).digest == model.digest
    except CpmodelsError:
        return False


def true_facts(reasoner: Reasoner) -> set[int]:
    """The positive facts of the solution that was found last."""
    return {literal for literal in reasoner.facts() if literal > 0}


def without_noted(of: Account[Any]) -> list[int]:
    """The constraints in force but those that a player has noted, and what is given."""
    return [*(selector for selector in of.constraints if selector not in of.noted), *of.given()]


@suggests_keywords()
def explain(
    puzzle: Asked[S],
    *,
    partial: Any = None,
    time_limit: float | None = None,
    progress: Report | None = None,
) -> Explanation[S]:
    """The steps that lead to a puzzle's solution, each with its reason, one after the other.

    puzzle: a puzzle, anything that `cpmodels.read` reads, or a model, also one with constraints of your own.
    partial: what is known at the start: an incomplete solution or, for kinds whose solutions say what lies in each
        cell, a mapping from cells to that; for a model with constraints of your own a mapping from the names of its key
        to true or false.
    time_limit: seconds; afterwards no more steps come, and `Explanation.stopped` says so.
    progress: called now and then with a `Progress`, whose `found` is the number of steps.

    A puzzle with several solutions is explained as far as all of them agree; for one without any the last step is a
    contradiction.

    Without python-sat, which comes with this package wherever OR-Tools does, steps are by rules alone, and what they do
    not show of `partial` is left aside.

    What the kind's account says is compared with the puzzle's own check and with what a search finds: DefectError is
    raised where they contradict each other.  Otherwise raises MissingExtraError where python-sat is not installed and
    the kind has no rules, PuzzleError for a partial solution that has no place on the board, ModelError for a model
    that has an objective or a constraint that has no clauses, and what `cpmodels.solve` raises.

    >>> from cpmodels import Zip
    >>> steps = explain(Zip(2, 2, [(0, 0), (1, 0)]))
    >>> for step in steps:
    ...     print(f"{step.rule}: {step.sentence}")
    two ways left: (0, 1) has only two ways left, so the path takes both
    two ways left: (1, 1) has only two ways left, so the path takes both
    """
    clock = Clock(time_limit, progress)
    referee = referee_of(puzzle, clock)
    return Explanation(referee, [] if partial is None else referee.of.literals_of(partial), clock)
