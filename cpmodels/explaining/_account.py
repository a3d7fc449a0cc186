"""A puzzle as people see it who solve it by hand: facts to find out, constraints in words, and rules to reason with.

Puzzles that describe themselves as exact covers or as paths have an `Account` by default, and so has every puzzle that
has a model, in the words of the model alone (`cpmodels.explaining.account`).
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from math import prod
from typing import Any, Generic

from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.marks import Mark, Partial, check_sorts
from cpmodels.base.puzzle import Puzzle, S
from cpmodels.base.values import joined
from cpmodels.engines._formula import Formula

GROUP = "cpmodels.explanations"
"""The group of entry points to the modules in which kinds register their words, or accounts."""

FEW_RULED_OUT = 2
"""Of more possibilities that are ruled out at once nobody reads each."""
EASY, HARDEST = 3, 4
"""Rules up to the first level are used where cases are distinguished; the second is the level of the hardest."""


@dataclass(frozen=True)
class Fact:
    """What can be found out about a solution: that something is so, or that it is not.

    about: what it is about, such as the two cells of a step.
    holds: whether it is so.
    words: the fact as a clause, such as ``"the path goes between (0, 0) and (0, 1)"``.
    cells: where that is on the board.
    laid: what lies in which cells by then, as solutions of the kind have it; for what is not so, nothing.
    edge: the two cells, where the fact is about a step between them.

    >>> Fact(((0, 0), (0, 1)), True, "the path goes between (0, 0) and (0, 1)", ((0, 0), (0, 1))).holds
    True
    """

    about: Hashable
    holds: bool
    words: str
    cells: tuple[Cell, ...] = ()
    laid: tuple[tuple[Cell, Any], ...] = ()
    edge: tuple[Cell, Cell] | None = None


@dataclass(frozen=True)
class Constraint:
    """One instance of what a puzzle demands, such as that its path goes through a certain cell.

    kind: what all of its sort are called, such as ``"cell"``, ``"wall"`` or ``"number"``.
    says: what it says, as a clause with a blank for what it says that of, ``"the path goes through {} once"``.
    what: what it says that of, ``"(0, 1)"``.
    cells: where that is; none for the whole board.
    pieces: the pieces that it speaks of, counted from 0.
    selector: the literal of the account's formula that puts it into force.

    >>> Constraint("cell", "the path goes through {} once", "(0, 1)").words
    'the path goes through (0, 1) once'
    """

    kind: str
    says: str
    what: str = ""
    cells: tuple[Cell, ...] = ()
    pieces: tuple[int, ...] = ()
    selector: int = field(default=0, compare=False, repr=False)

    @property
    def words(self) -> str:
        """What it says, as a clause."""
        return self.says.replace("{}", self.what)


def clauses(constraints: Iterable[Constraint], most: int = 6) -> list[str]:
    """What some constraints say, as clauses, those of one sort together, unless each is a clause of its own.

    >>> clauses(Constraint("cell", "the path goes through {} once", f"(0, {col})") for col in range(3))
    ['the path goes through (0, 0), (0, 1) and (0, 2) once']
    >>> clauses([Constraint("model", "{}", f"row {row} has 1 queen") for row in range(3)], most=2)
    ['row 0 has 1 queen', 'row 1 has 1 queen', '1 more']
    """
    whats: dict[str, list[str]] = {}
    for constraint in constraints:
        whats.setdefault(constraint.says, []).append(constraint.what)
    found = list[str]()
    for says, what in whats.items():
        each = list(dict.fromkeys(what))
        if says == "{}":
            found += [*each[:most], *([f"{len(each) - most} more"] if len(each) > most else [])]
        else:
            found.append(says.replace("{}", joined(each, most=most)))
    return found


def concluded(facts: Sequence[Fact], most: int = 6) -> str:
    """Some facts as a clause; of many possibilities that are ruled out just how many, and where.

    What is not in a cell goes without saying where the facts say what is in it.

    >>> gone = [Fact(piece, False, f"piece {piece} does not lie at (0, 1)", ((0, 1),)) for piece in (2, 3, 5)]
    >>> concluded(gone[:2])
    'piece 2 does not lie at (0, 1) and piece 3 does not lie at (0, 1)'
    >>> concluded(gone)
    '3 possibilities at (0, 1) are ruled out'
    >>> concluded([Fact(cell, False, f"no star is at {cell}", (cell,)) for cell in ((0, 0), (1, 1))])
    'no star is at (0, 0) or (1, 1)'
    >>> numbers = [((0, 0), 8), ((0, 1), 8), ((1, 1), 6)]
    >>> concluded([Fact(cell, True, f"{number} is at {cell}", (cell,)) for cell, number in numbers])
    '8 is at (0, 0) and (0, 1); 6 is at (1, 1)'
    >>> left = [Fact(n, n == 2, f"{n} is {'' if n == 2 else 'not '}at (0, 0)", ((0, 0),)) for n in (1, 2, 3)]
    >>> concluded(left)
    '2 is at (0, 0)'
    """
    filled = {cell for fact in facts if fact.holds and not fact.edge for cell in fact.cells}
    facts = [fact for fact in facts if fact.holds or not fact.cells or not filled.issuperset(fact.cells)]
    cells = dict.fromkeys(cell for fact in facts for cell in fact.cells)
    ways = [f"between {fact.edge[0]} and {fact.edge[1]}" for fact in facts if fact.edge]
    stems = {fact.words.partition(" between ")[0] for fact in facts}
    if len(stems) == 1 < len(facts) == len(ways):
        stem = stems.pop()
        return f"{stem} {joined(ways, 'nor' if _denies(stem) else 'and', most=most)}"
    alike = dict[str, list[Fact]]()
    for fact in facts:
        at = str(fact.cells[0]) if len(fact.cells) == 1 else ""
        alike.setdefault(fact.words.replace(at, "{}") if at else fact.words, []).append(fact)
    said = [part for clause, those in alike.items() for part in _of_several(clause, those, most)]
    if len(facts) > FEW_RULED_OUT and cells and len(said) > 1 and not any(fact.holds for fact in facts):
        return f"{len(facts)} possibilities at {block(cells, most=most)} are ruled out"
    are_several = len(said) < len(facts) or any(" and " in part for part in said)
    return "; ".join(said) if len(said) > 1 and are_several else joined(said, most=most)


def _denies(clause: str) -> bool:
    """Whether a clause says that something is not so."""
    return re.search(r"\b(?:no|not)\b", clause) is not None


def _of_several(clause: str, facts: Sequence[Fact], most: int) -> list[str]:
    """What facts say, by the clause of all, with a blank for the cell: one clause, or where it is of another form each.

    >>> shaded = [Fact(cell, False, f"{cell} is not shaded", (cell,)) for cell in ((0, 0), (1, 1))]
    >>> stars = [Fact(cell, True, f"a star is at {cell}", (cell,)) for cell in ((0, 0), (1, 1))]
    >>> _of_several("{} is not shaded", shaded, 6), _of_several("a star is at {}", stars, 6)
    (['(0, 0) and (1, 1) are not shaded'], ['stars are at (0, 0) and (1, 1)'])
    """
    cells = list(dict.fromkeys(fact.cells[0] for fact in facts if fact.cells))
    before, *after = clause.split("{}")
    if 1 < len(facts) == len(cells):
        if not before and len(after) == 1 and after[0].startswith(" is "):
            return [f"{block(cells, most=most)} are {after[0][4:]}"]
        if after == [""]:
            things = re.sub(r"^an? (\w*[a-gi-rt-w]) is at $", r"\1s are at ", before)
            return [f"{things}{block(cells, 'or' if _denies(before) else 'and', most)}"]
    return [fact.words for fact in facts]


@dataclass(frozen=True)
class Deduction:
    """What one of the named rules shows.

    rule: the name of the rule.
    level: how hard it is to see, from 1 on.
    literals: what follows; nothing where what is known contradicts itself.
    because: known facts, and `constraints`, by their selectors, that imply it.
    sentence: the reason, as a sentence without a full stop.
    cells: what to look at.
    pieces: the pieces to look at.

    >>> Deduction("last", 1, (3,), (-1, -2), (7,), "only one piece is left for (0, 0)").level
    1
    """

    rule: str
    level: int
    literals: tuple[int, ...]
    because: tuple[int, ...]
    constraints: tuple[int, ...]
    sentence: str
    cells: tuple[Cell, ...] = ()
    pieces: tuple[int, ...] = ()


@dataclass(frozen=True)
class Branch:
    """Facts of which one must be true, as literals, and what they are about, such as ``"piece 3"``.

    >>> Branch("piece 3", (1, 4, 9)).about
    'piece 3'
    """

    about: str
    literals: tuple[int, ...]


class Account(ABC, Generic[S]):
    """Facts, constraints and rules of a puzzle.

    A fact is a literal of the formula: one of its first variables, `facts` in all, or the negative of one.  A
    constraint is clauses that hold when its selector is true.  All other variables are functions of these, or may be
    chosen freely where no constraint is in force.

    puzzle: what it is an account of.
    formula: the clauses of all constraints, each with the negative of its selector.
    constraints: all of them, by selector.
    noted: of those that a player has made by noting what several facts could explain, what that is, by selector.

    >>> from cpmodels import Zip
    >>> from cpmodels.explaining import account
    >>> found = account(Zip(1, 2))
    >>> found.facts, found.fact(1).words
    (1, 'the path goes between (0, 0) and (0, 1)')
    """

    easy: int = EASY

    def __init__(self, puzzle: Puzzle[S], facts: int) -> None:
        self.puzzle = puzzle
        self.facts = facts
        self.formula = Formula(facts)
        self.constraints: dict[int, Constraint] = {}
        self.noted: dict[int, Fact] = {}
        self._later: list[Callable[[], None]] = []
        """What adds the clauses that take long, when the formula is first needed."""

    def constrain(
        self, kind: str, says: str, what: str = "", cells: Iterable[Cell] = (), pieces: Iterable[int] = ()
    ) -> int:
        """A new constraint: the literal that each of its clauses gets, which is the negative of its selector."""
        selector = self.formula.new()
        self.constraints[selector] = Constraint(kind, says, what, tuple(cells), tuple(pieces), selector)
        return -selector

    @property
    def names(self) -> Mapping[int, str]:
        """What constraints are called, by their selectors, for those who ask about some: here all, by what they say."""
        return {selector: constraint.words for selector, constraint in self.constraints.items()}

    def written(self) -> Formula:
        """The formula, with all clauses; those that take long may be written here, when they are first needed."""
        while self._later:
            self._later.pop(0)()
        return self.formula

    def opening(self, selector: int) -> str:
        """What a constraint says, as the beginning of a sentence."""
        return self.constraints[selector].words

    @property
    def opaque(self) -> Collection[int]:
        """The constraints, by their selectors, of which each may show more than rules see of it.  None by default."""
        return ()

    @abstractmethod
    def fact(self, literal: int) -> Fact:
        """The fact that a literal is."""

    @abstractmethod
    def solution(self, true: Set[int]) -> S:
        """The solution of which these are the true literals among the facts."""

    def without_noted(self) -> list[int]:
        """The constraints but those that a player has noted, and what is given."""
        return [*(selector for selector in self.constraints if selector not in self.noted), *self.given()]

    def given(self) -> Sequence[int]:
        """The facts that the puzzle gives outright, which nobody has to find out."""
        return ()

    def seen(self, known: Set[int]) -> Set[int]:  # noqa: ARG002
        """Facts that anyone sees at once in what is known, and that need no step, such as that a full cell is full."""
        return frozenset()

    def is_complete(self, known: Set[int], solution: S) -> bool:  # noqa: ARG002
        """Whether all that must be known of the only solution is among these facts.  True by default."""
        return True

    def to_find(self, true: Set[int]) -> Set[int]:
        """What must be known of the solution of which these are the true literals.  All of these by default."""
        return true

    @property
    def marks(self) -> Mapping[Mark, Sequence[int]]:
        """The facts of which one holds just when the solution has a mark; none where solutions have no marks."""
        return {}

    def literals_of(self, partial: Any) -> list[int]:
        """The facts that a player has noted: a `Partial`, or what it can be made of; those of a mapping in its order.

        Where several facts make a mark, or one that makes more marks than this, as a rectangle does in each of its
        cells, what was noted is a constraint, by its selector: that one of these facts holds.

        Raises PuzzleError for what is not possible anywhere in the puzzle, or of no sort that is marked there.
        """
        noted, found, marks = Partial.of(partial), list[int](), self.marks
        of_cells: dict[tuple[Cell, ...], list[Mark]] = {}
        cells: dict[int, set[tuple[Cell, ...]]] = {}
        if marks:
            check_sorts(sorted(noted.known | noted.excluded, key=repr), marks)
        for mark, facts in marks.items():
            of_cells.setdefault(mark.cells, []).append(mark)
            for fact in facts:
                cells.setdefault(fact, set()).add(mark.cells)
        turn = {cell: at for at, cell in enumerate(partial)} if isinstance(partial, Mapping) else {}
        for mark in sorted(noted.known, key=lambda mark: (turn.get(mark.cells[0], 0), mark.cells, str(mark.value))):
            ways = marks.get(mark, ())
            there = dict.fromkeys(fact for other in of_cells.get(mark.cells, ()) for fact in marks[other])
            beside = {fact for other in of_cells.get(mark.cells, ()) if other in noted.known for fact in marks[other]}
            others = [-fact for fact in there if fact not in beside]
            if not ways and (not others or self.is_one_of(list(there))):
                raise PuzzleError(f"{mark} is not possible")
            if len(ways) == 1 and len(cells[ways[0]]) == 1:
                found.append(ways[0])
                continue
            if ways:
                words = f"{mark.value} lies at {mark.cells[0]}"
                there_is = Fact(mark, True, words, mark.cells, ((mark.cells[0], mark.value),))
                found.append(self._note(there_is, [ways, *([other] for other in others)]))
            found += others
        found += [-fact for mark in sorted(noted.excluded, key=str) for fact in marks.get(mark, ())]
        return list(dict.fromkeys(found))

    def is_one_of(self, facts: Collection[int]) -> bool:  # noqa: ARG002
        """Whether one of some facts about a cell must hold.  True by default."""
        return True

    def _note(self, fact: Fact, clauses: Iterable[Sequence[int]]) -> int:
        """The constraint of a fact that was noted, by its selector."""
        unless = self.constrain("noted", "{}", fact.words, fact.cells)
        for clause in clauses:
            self.formula.clause([unless, *clause])
        self.noted[-unless] = fact
        return -unless

    def deductions(self, known: Set[int], hardest: int = HARDEST) -> Iterator[Deduction]:  # noqa: ARG002
        """What the rules show of what is known, easy ones first; each shows something new, or a contradiction.

        hardest: harder rules than those of this level are not wanted.
        """
        return iter(())

    def branches(self, known: Set[int]) -> Sequence[Branch]:  # noqa: ARG002
        """Facts of which one must be true, to tell cases apart; small sets first.  None by default."""
        return ()


def block(cells: Collection[Cell], last: str = "and", most: int = 6) -> str:
    """Some cells in words, as `joined` has them; those of a rectangle by its corners.

    >>> block([(0, 0), (0, 1), (1, 0), (1, 1)]), block([(0, 0), (1, 1)])
    ('(0, 0) to (1, 1)', '(0, 0) and (1, 1)')
    """
    first, end = (tuple(map(extreme, zip(*cells, strict=True))) for extreme in (min, max))
    size = prod(high - low + 1 for low, high in zip(first, end, strict=True))
    is_full = size == len(set(cells)) > 2
    return f"{first} to {end}" if is_full else joined(cells, last, most)
