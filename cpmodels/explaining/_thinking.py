"""The next step from what is known: by the named rules or, where none shows one, by a proof or by cases."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import islice

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.lattice import Cell
from cpmodels.base.values import plural
from cpmodels.explaining._account import EASY, HARDEST, Branch, Constraint, Deduction, Fact, clauses, concluded
from cpmodels.explaining._reasoner import Reasoner, is_known, negated

CHECK = 5_000
"""A rule's deduction that takes more conflicts to check is not used."""
FEW = 8
"""A person can follow a reason of at most this many constraints and facts; of more, cases are distinguished first, and
all that they show is one step, but for what rules show then: else the ZIPs of `cpmodels list` have 23 steps, of one
fact each, that no rule shows, and not 6 of 11 facts."""
CANDIDATES, MINIMISED = 12, 3
"""How many facts are looked at for the one that the fewest constraints force, and how many of these closely."""
MANY, CLOSE, QUICK = 32, 300, 30
"""Of more reasons than the first number only one is looked at, and for fewer conflicts (the second number)."""
SUPPOSED, LONGEST = 10, 40
"""How many suppositions that fail are followed, and each for how many steps."""
BRANCHES, WIDEST = 3, 40
"""How many sets of facts of which one must hold are looked at, and of how many facts at most."""
NESTED = (0, 1)
"""How deep cases are distinguished within cases, the least depth first."""
WITHIN = 100
"""Nobody sees what the constraints of cells show together about which there are more facts than this: those of a line
of Skyscrapers of 9 x 9 are 81, those of one cell of a garden of 256 tiles 256."""
EFFORT = 300
"""How many deductions are made in all to distinguish cases within cases."""
SEEN = {EASY: 1, HARDEST: 4}
"""A proof is of the first level that takes so many constraints, if each is about a few cells, or a line."""
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
    constraints: the constraints that it rests on; with `uses` they imply what follows, by a solver's proof.
    cells, pieces: what to look at; pieces count from 0.
    cases: of ``"cases"``, what follows from each supposition until it contradicts itself; what is supposed comes first,
        as a step of rule ``"supposition"``, where the sentence does not say it.
    choices: how many steps of this rule, or easier ones, could be made.

    >>> import cpmodels as cm
    >>> step = next(cm.explain("zip-4"))
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


Found = tuple[tuple[int, ...], Step]
"""What follows, as literals, and the step that says so."""


Place = tuple[Set[int], Sequence[int]]
"""Facts about some cells, and constraints, by their selectors."""


@dataclass(frozen=True)
class Link:
    """A deduction in a chain that leads to a contradiction, what implies it, and its cases by what each supposes."""

    deduction: Deduction
    premises: tuple[int, ...]
    cases: tuple[tuple[int, tuple[Link, ...]], ...] = ()


class Thinker:
    """Finds the next step from what is known, each checked by a solver; where no rule shows one, by a proof."""

    def __init__(self, reasoner: Reasoner) -> None:
        self._of = reasoner.account
        self._reasoner = reasoner
        self._last: tuple[Cell, ...] = ()
        self._cells = cache(lambda literal: self._of.fact(literal).cells)
        self._refused: set[Deduction] = set()
        self._effort = 0
        self._barren: dict[tuple[int, ...], Set[int]] = {}

    def _by_rule(self, known: set[int], hardest: int) -> Found | None:
        """What the easiest rule up to a level shows next; None where none shows anything."""
        at_hand: list[Deduction] = []
        for deduction in self._of.deductions(known, hardest):
            checkpoint()
            if at_hand and deduction.level > at_hand[0].level:
                if (step := self._best(at_hand, known)) is not None:
                    return step
                at_hand = []
            if not deduction.literals or any(not is_known(known, literal) for literal in deduction.literals):
                at_hand.append(deduction)
        return self._best(at_hand, known)

    def _best(self, at_hand: Sequence[Deduction], known: set[int]) -> Found | None:
        """Of some deductions of one level, that a solver confirms, that which is nearest to the last step, and the
        shortest of these.
        """

        def rank(deduction: Deduction) -> tuple[int, int, int]:
            cells = self._where(deduction.literals)
            far = min((_apart(cell, other) for cell in cells for other in self._last), default=0)
            return len(deduction.literals) > 0, far, len(deduction.because)

        for deduction in sorted(at_hand, key=rank):
            if (premises := self._confirmed(deduction, known)) is not None:
                literals = tuple(literal for literal in deduction.literals if literal not in known)
                self._last = self._where(literals)
                return literals, self._step(deduction, literals, premises, len(at_hand))
        return None

    def _where(self, literals: Iterable[int]) -> tuple[Cell, ...]:
        """The cells of some facts."""
        return tuple(cell for literal in literals for cell in self._cells(literal))

    def _step(self, deduction: Deduction, literals: Sequence[int], premises: Sequence[int], choices: int) -> Step:
        words, looks = self._in_words(literals, premises), (deduction.cells, deduction.pieces)
        return Step(deduction.rule, deduction.level, deduction.sentence, *words, *looks, choices=choices)

    def _in_words(
        self, literals: Sequence[int], premises: Sequence[int]
    ) -> tuple[tuple[Fact, ...], tuple[Fact, ...], tuple[Constraint, ...]]:
        """What follows, and what it rests on, in words."""
        constraints = self._of.constraints
        return (
            tuple(self._of.fact(literal) for literal in literals),
            tuple(self._of.fact(literal) for literal in premises if literal not in constraints),
            tuple(constraints[literal] for literal in sorted(premises) if literal in constraints),
        )

    def next_step(self, known: set[int]) -> Found | None:
        """What follows next, as literals and as a step; None where nothing does."""
        return (
            self._by_rule(known, EASY - 1)
            or self._by_place(known, self._alone)
            or self._by_rule(known, HARDEST)
            or self._by_proof(known)
        )

    def _confirmed(self, deduction: Deduction, known: Set[int]) -> list[int] | None:
        """What implies a deduction: what its rule names or, where that does not seem to, some of all there is.

        None where neither is seen soon: then the deduction is not used.
        """
        if deduction in self._refused:
            return None
        premises, because = [*deduction.because, *deduction.constraints], {*deduction.because}
        is_so = known >= because or known | self._of.seen(known) >= because
        if is_so and self._reasoner.implies(premises, deduction.literals, CHECK):
            return premises
        everything, found = [*known, *self._reasoner.all], dict[int, None]()
        for fixed in [[-literal] for literal in deduction.literals] or [[]]:
            if self._reasoner.is_satisfiable([*everything, *fixed], CHECK) is not False:
                self._refused.add(deduction)
                return None
            found.update(dict.fromkeys(self._reasoner.core(fixed)))
        return list(found)

    def _by_proof(self, known: set[int]) -> Found | None:
        everything = [*known, *self._reasoner.all]
        if not self._reasoner.is_satisfiable(everything):
            return (), self._proof((), self._reasoner.irreducible([*known, *self._reasoner.all[::-1]], ()))
        if (found := self._by_place(known, self._places) or self._by_branches(known)) is not None:
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
        wide = {selector for selector, constraint in self._of.constraints.items() if not constraint.cells}
        premises, literal = min(minimal, key=lambda each: (not wide.isdisjoint(each[0]), len(each[0])))
        if len(premises) > FEW and (found := self._by_cases(known)) is not None:
            return found
        if len(premises) <= FEW:
            return (literal,), self._proof((literal,), premises)
        literals, seen = list[int](), {*known}
        for one in dict.fromkeys([literal, *self._forced(known, premises, QUICK)]):
            if one not in seen and (one > 0) == (literal > 0):
                literals.append(one)
                seen.add(one)
                while found := self._by_rule(seen, HARDEST):
                    seen.update(found[0])
        return tuple(literals), self._proof(literals, premises)

    def _by_place(self, known: set[int], places: Iterable[Place]) -> Found | None:
        """What the constraints about a few cells alone show, by as few of them as anywhere on the board."""
        plain, found = {*known, *self._of.seen(known)}, list[tuple[list[int], int]]()
        for facts, own in places:
            there = {fact for fact in facts if fact in plain}
            if len(there) == len(facts) // 2 or self._barren.get(tuple(own)) == there:
                continue
            checkpoint()
            before, given = len(found), [*there, *own]
            waiting = {*self._reasoner.facts()} if self._reasoner.is_satisfiable(given, QUICK) else set()
            waiting &= facts
            for fact in sorted(waiting - there, key=abs):
                if fact not in waiting:  # Another solution denies it.
                    continue
                other = self._reasoner.is_satisfiable([*given, -fact], QUICK)
                if other:
                    waiting.intersection_update(self._reasoner.facts())
                elif other is False:
                    core = self._in_order(self._reasoner.core([-fact]))
                    found.append((sorted(self._reasoner.irreducible(core, [-fact], QUICK)), fact))
            if len(found) == before:
                self._barren[tuple(own)] = there
        for premises, fact in sorted(found, key=lambda each: (len(each[0]), each[1] < 0)):
            constraints = tuple(one for one in premises if one in self._of.constraints)
            because = tuple(one for one in premises if one not in self._of.constraints)
            shown = Deduction("proof", PROOF, (fact,), because, constraints, "")
            if len(premises) <= FEW and self._confirmed(shown, known) is not None:
                alike = dict.fromkeys(other for its, other in found if its == premises and (other > 0) == (fact > 0))
                return tuple(alike), self._proof(tuple(alike), premises)
        return None

    @cached_property
    def _places(self) -> list[Place]:
        """The facts and constraints within each few cells that a constraint is about, and none of more cells."""
        about = {selector: set(each.cells) for selector, each in self._of.constraints.items() if each.cells}
        cells = sorted(dict.fromkeys(map(frozenset, about.values())), key=len, reverse=True)
        largest = list[frozenset[Cell]]()
        for place in cells:
            if not any(place < other for other in largest):
                largest.append(place)
        return self._of_cells((place, [one for one, its in about.items() if its <= place]) for place in largest)

    @cached_property
    def _alone(self) -> list[Place]:
        """Each constraint that may show more than rules see of it, with the facts within its cells."""
        constraints = self._of.constraints
        return self._of_cells((constraints[one].cells, [one]) for one in self._of.opaque)

    def _of_cells(self, places: Iterable[tuple[Collection[Cell], Sequence[int]]]) -> list[Place]:
        """The facts within some cells, beside constraints; nothing where these are too many."""
        cells_of = {fact: {*self._cells(fact)} for fact in range(1, self._of.facts + 1)}
        facts = [([one for one, its in cells_of.items() if its and its.issubset(place)], own) for place, own in places]
        return [({*these, *negated(these)}, own) for these, own in facts if these and len(these) <= WITHIN]

    def _in_order(self, premises: Iterable[int]) -> list[int]:
        """Premises, those first that are best given up: the constraints of the whole puzzle come last in an account."""
        return sorted(premises, key=lambda literal: -literal if literal in self._of.constraints else 0)

    def _forced(self, known: set[int], premises: Sequence[int], budget: int | None = None) -> Iterator[int]:
        """The facts that follow from some premises, the positive ones first."""
        plain = {*known, *self._of.seen(known)}
        self._reasoner.is_satisfiable(premises)
        facts = [literal for literal in self._reasoner.facts() if not is_known(plain, literal)]
        waiting = set(facts)
        for literal in sorted(facts, key=lambda literal: (literal < 0, abs(literal))):
            if literal not in waiting:
                continue
            checkpoint()
            other = self._reasoner.is_satisfiable([*premises, -literal], budget)
            if other is False:
                yield literal
            elif other:
                waiting.intersection_update(self._reasoner.facts())

    def _proof(self, literals: Sequence[int], premises: Sequence[int]) -> Step:
        follows, uses, constraints = self._in_words(literals, premises)
        words = [concluded(those) for holds in (True, False) if (those := [one for one in uses if one.holds is holds])]
        words += clauses(constraints)
        cells = dict.fromkeys(cell for part in (follows, uses, constraints) for one in part for cell in one.cells)
        pieces = dict.fromkeys(piece for constraint in constraints for piece in constraint.pieces)
        self._last = self._where(literals)
        what = "together leave nothing else" if literals else "contradict each other"
        if len(words) > 1:
            says = f"these {what}: {'; '.join(words)}"
        else:
            begin = [self._of.opening(premises[0])] if len(premises) == len(constraints) == 1 else words
            says = f"{''.join(begin)}, which leaves nothing else"
        is_local = all(constraint.cells for constraint in constraints)
        level = next((level for level, most in SEEN.items() if is_local and len(constraints) <= most), PROOF)
        return Step("proof", level, says, follows, uses, constraints, tuple(cells), tuple(pieces))

    def _by_cases(self, known: set[int]) -> Found | None:
        """A supposition that easy rules lead to a contradiction, in the fewest steps of some that are tried."""
        plain = {*known, *self._of.seen(known)}
        unknown = (fact for fact in range(1, self._of.facts + 1) if not is_known(plain, fact))
        failing = []
        for literal in (literal for fact in unknown for literal in (fact, -fact)):
            checkpoint()
            fails, far = self._reasoner.fails([*self._reasoner.all, *known, literal])
            if fails:
                failing.append((far, literal))
        chains = [(literal, self._refutation(known, literal)) for _, literal in sorted(failing)[:SUPPOSED]]
        refuted = [(literal, chain) for literal, chain in chains if chain]
        if not refuted:
            return None
        supposed, chain = min(refuted, key=lambda each: len(each[1]))
        then = f"then, in {plural(len(chain), 'step')}, {chain[-1].deduction.sentence}"
        words = f"suppose that {self._of.fact(supposed).words}; {then}"
        return self._cases(known, (-supposed,), (), [(None, chain)], words)

    def _by_branches(self, known: set[int]) -> Found | None:
        """Of facts of which one must hold, those that rules lead to a contradiction; all but one, if that can be."""
        branches = [branch for branch in self._of.branches(known)[:BRANCHES] if len(branch.literals) <= WIDEST]
        everything = [*known, *self._reasoner.all]
        ways = dict.fromkeys(literal for branch in branches for literal in branch.literals)
        failing = {way for way in ways if self._reasoner.is_satisfiable([*everything, way], CHECK) is False}
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
                left, branch, chains = best
                literals, premises = tuple(negated(chains)), list[int]()
                if left == 1:
                    literals = tuple(literal for literal in branch.literals if literal not in chains)
                    premises = self._needed_for(branch, known)
                of = f"{len(chains)} of the {len(branch.literals)} ways that are left for {branch.about}"
                words = f"{of} {'leads' if len(chains) == 1 else 'lead'} to a contradiction"
                return self._cases(known, literals, premises, list(chains.items()), words)
        return None

    def _needed_for(self, branch: Branch, known: Set[int]) -> list[int]:
        """What implies that one of the facts of a branch holds."""
        others = negated(branch.literals)
        self._reasoner.is_satisfiable([*known, *self._reasoner.all, *others])
        return self._reasoner.core(others)

    def _cases(
        self, known: Set[int], literals: tuple[int, ...], premises: Sequence[int],
        chains: Sequence[tuple[int | None, tuple[Link, ...]]], words: str,
    ) -> Found | None:  # fmt: skip
        """A step that chains of deductions to contradictions show; None if a solver does not confirm it.

        chains: each with what it supposes, or None where the words tell that.
        """
        links = [link for _, chain in chains for link in _unfolded(chain)]
        used = (literal for link in links for literal in link.premises)
        premises = list(dict.fromkeys(
            literal for literal in (*premises, *used) if literal in known or literal in self._of.constraints
        ))  # fmt: skip
        if not self._reasoner.implies(premises, literals, CHECK):
            return None
        follows, uses, constraints = self._in_words(literals, premises)
        cells = dict.fromkeys(cell for link in links for cell in link.deduction.cells)
        pieces = dict.fromkeys(piece for link in links for piece in link.deduction.pieces)
        self._last = self._where(literals)
        cases = tuple(self._case(*each) for each in chains)
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

        depth: how deep cases are distinguished within cases.
        """
        seen, chain = {*known, supposed}, list[Link]()
        while len(chain) < LONGEST:
            checkpoint()
            if depth:
                self._effort -= 1
                if self._effort < 0:
                    return None
            for deduction in self._of.deductions(seen, self._of.easy):
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
            if not self._reasoner.implies(premises, (), CHECK):
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
    return sum(abs(x - y) for x, y in zip(cell, other, strict=False))


def _needed(chain: Sequence[Link]) -> tuple[Link, ...]:
    """The deductions without which the last would not follow."""
    *others, last = chain
    needed, kept = {*last.premises, *(-literal for literal in last.deduction.literals)}, [last]
    for link in reversed(others):
        if not needed.isdisjoint(link.deduction.literals):
            needed.update(link.premises)
            kept.append(link)
    return tuple(kept[::-1])
