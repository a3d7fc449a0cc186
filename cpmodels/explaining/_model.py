"""A puzzle by the constraints of its model: what every kind has that gives no account of its own, and every model.

Facts are the marks of the model, and what a constraint says is its name, so that a kind needs nothing else.  Rules are
found from the form of the constraints, whatever the kind (`cpmodels.explaining._counts`, `_circuits`,
`_connected`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import groupby
from operator import attrgetter
from typing import Any

from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.diagram import Labels, Layer, Shading, Symbols
from cpmodels.base.errors import PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Grid, Loop, Path, Paths, Puzzle, S, Solution
from cpmodels.base.values import joined
from cpmodels.constraints._bulk import indexes_of
from cpmodels.engines._formula import Arc, Formula
from cpmodels.engines._formula import circuit as clauses_of_circuit
from cpmodels.engines._translation import Translation, check_valid
from cpmodels.explaining._account import HARDEST, Account, Branch, Deduction, Fact, block
from cpmodels.explaining._circuits import circuits_of
from cpmodels.explaining._connected import Region, connections_of, rooms
from cpmodels.explaining._counts import LiteralSum, Shown, View, counts_of, either
from cpmodels.explaining._reasoner import Reasoner, negated
from cpmodels.explaining._sentences import Sentences, mentioned, references
from cpmodels.explaining._together import cell_sums, contained, families, ways
from cpmodels.model import Model, build_to_search
from cpmodels.model._given import givens, passed
from cpmodels.model._key import called

LINES: Mapping[type[Solution], str] = {Loop: "the loop", Path: "the path", Paths: "a path"}
"""What goes between two cells, by the type of the solution."""
LOCAL = 9
"""A constraint on more cells than this, which are not in one line, is one of the whole board."""
NEAR, FAR = 2, 4
"""A supposition is level 3 where it fails by at most the first number of constraints, level 4 up to the second."""


class _Later(Formula):
    """A formula that turns circuits and sums into clauses when it is written: rules do without these.

    later: what adds the clauses.
    """

    def __init__(self, variables: int, later: list[Callable[[], None]]) -> None:
        super().__init__(variables)
        self.later = later

    def takes_circuit(self, arcs: Sequence[Arc], unless: Sequence[int]) -> bool:
        self.later.append(partial(clauses_of_circuit, self, arcs, unless))
        return True

    def weighted_beside(self, *given: Any) -> None:
        self.later.append(partial(super().weighted_beside, *given))


class ModelAccount(Account[S]):
    """A fact is a mark on the board, by the literals that `Model.marks` gives it, and a constraint is one of the model.

    What a constraint says is its name, as a clause (``cp.add(...).with_name("two stars are in row 3")``); those of one
    name are one constraint, and one without a name is described by its literals.  A model without marks has the
    variables of its key as facts, by their names.

    Rules are found from the form of the constraints: what a sum of literals shows when some of them are known, that
    circuits do not close too early, what would be cut off that must be connected, and what a supposition leads to.

    A kind that calls its marks otherwise has a method `mark_in_words` (see `cpmodels.Puzzle`); one with more rules
    registers a subclass with `deductions` of its own in `cpmodels.explaining.account`.  What it says is the model's all
    the same.

    given: a model, or a puzzle, whose model is built.

    Raises ModelError for a constraint that has no clauses, and for a model that CP-SAT calls invalid.

    >>> from ortools.sat.python import cp_model
    >>> cp = cp_model.CpModel()
    >>> lamps = [cp.new_bool_var(f"lamp {i}") for i in range(3)]
    >>> rule = cp.add(sum(lamps) >= 2).with_name("two lamps are on")
    >>> found = ModelAccount(Model(cp=cp, key=lamps))
    >>> found.fact(1).words, [constraint.words for constraint in found.constraints.values()]
    ("'lamp 0' is true", ['two lamps are on'])
    """

    easy = 2

    def __init__(self, given: Puzzle[S] | Model[S]) -> None:
        self.model = model = build_to_search(given)
        check_valid(model)
        proto: Any = model.cp.proto
        marks = dict(model.marks)  # What makes them may add a constant to the CpModel.
        marks = {**marks, **_said_to_pass(model)}
        size = len(proto.variables)
        self._marks: dict[int, list[Mark]] = {}
        variables, several = self._facts(marks, size)
        super().__init__(model.puzzle, len(variables))
        self._variables = variables
        self._fact_of = {variable: fact for fact, variable in enumerate(variables, 1)}
        self._part_of = {literal: self._fact_of[variable] for variable in several for literal in several[variable]}
        self._proto = proto
        self._sentences = Sentences(proto, self._words, self._of_marks, self._called)
        self._selectors: dict[Any, int] = {}
        self._indexes: dict[int, set[int]] = {}

        self.formula = _Later(self.facts, self._later)
        places = {variable: fact for variable, fact in self._fact_of.items() if variable < size}
        self._translation = Translation(model, self.formula, self._waived, places)
        connected, said = connections_of(proto, self._rule_of, lambda one: one in self._fact_of or one in self._part_of)
        counts = list(counts_of(proto, self._rule_of, said))
        for variable, literals in several.items():
            fact, ways = self._fact_of[variable], self._translation.literals(literals)
            self.formula.clause([-fact, *ways])
            for way in ways:
                self.formula.clause([-way, fact])
            counts += either(variable, literals)
        self._circuits, self._size = circuits_of(proto, self._rule_of, counts, size + len(several))
        self._place()
        self._counts, self._of_circuits = counts, {circuit.rule for circuit in self._circuits}
        on_board = [
            number for number, count in enumerate(counts)
            if count.rule not in {0, *self._of_circuits} and not count.unless and count.is_range
            and {*count.weights} == {1} and len(count.literals) > 2 and all(map(self._fact, count.literals))
        ]  # fmt: skip
        self._families = families(counts, on_board)
        self._sums = [each for each in cell_sums(counts) if counts[each.counts[0]].rule not in {0, *self._of_circuits}]
        regions = [each for each in connected if isinstance(each, Region)]
        self._region = {literal: each.active[literal] for each in regions for literal in each.near}
        self._region_rules = {each.rule for each in regions}
        connected += rooms(regions, counts)
        self._connected = {number: each.shown for number, each in enumerate(connected, len(counts))}
        counts += [each.silent for each in connected]
        self._fixed = [
            index if each.domain[0] else ~index
            for index, each in enumerate(proto.variables)
            if len(each.domain) == 2 and each.domain[0] == each.domain[1] and each.domain[0] in (0, 1)
        ]
        self._last: tuple[frozenset[int], View, list[Shown]] | None = None

    # --- facts and constraints

    def _facts(self, marks: Mapping[Mark, Any], size: int) -> tuple[list[int], dict[int, tuple[int, ...]]]:
        """The variable that each fact is; and of those from `size` on, which are new, the literals of which one holds.

        The marks of each fact, or of its negative, are kept.
        """
        variables = dict[int, int]()
        several = dict[tuple[int, ...], int]()
        for mark, literals in marks.items():
            found = tuple(sorted(set(indexes_of(literals))))
            only = found[0] if len(found) == 1 else several.setdefault(found, size + len(several))
            fact = variables.setdefault(only if only >= 0 else ~only, len(variables) + 1)
            self._marks.setdefault(fact if only >= 0 else -fact, []).append(mark)
        return list(variables or self.model.indexes), {variable: found for found, variable in several.items()}

    @property
    def names(self) -> Mapping[int, str]:
        """The names of the constraints that have one."""
        return {selector: key for key, selector in self._selectors.items() if isinstance(key, str)}

    def opening(self, selector: int) -> str:
        """What a constraint says, to begin a sentence with: in quotes where the name of a variable, which is to keep
        its case, comes first.
        """
        words = self.constraints[selector].words
        begin = (words[: found.start()] for found in re.finditer(r"\W|$", words))
        return words if self._small_names.isdisjoint(begin) else f'"{words}"'

    @cached_property
    def _small_names(self) -> Set[str]:
        """The names of variables, in the CpModel and in the key, that begin with a small letter."""
        names = [*(variable.name for variable in self._proto.variables), *map(str, self.model.named)]
        return {name for name in names if name[:1].islower()}

    def _waived(self, sort: str, index: int) -> list[int]:
        rule = self._rule_of(index, sort)
        return [-rule] if rule else []

    def _rule_of(self, index: int, sort: str = "constraint") -> int:
        """The selector of a constraint, a fixed variable or an assumption of the model.

        0 for what ties Boolean variables to the numbers of a key: it is what they mean; and for a constant, that is a
        fixed variable without a name, which may be the marks of many cells: it is not to blame for anything.
        """
        if sort == "constraint" and index in self.model.ties:
            return 0
        if sort == "variable" and not self._proto.variables[index].name:
            return 0
        key, says, what = self._sentences.constraint(sort, index)
        if key not in self._selectors:
            self._selectors[key] = -self.constrain("model", says, what)
        selector = self._selectors[key]
        if sort == "constraint":
            self._indexes.setdefault(selector, set()).add(index)
        return selector

    def _place(self) -> None:
        """Say of each constraint which cells it is about, if they are few, or a line."""
        for selector, indexes in self._indexes.items():
            facts = [self._fact(one) for index in indexes for one in mentioned(self._proto.constraints[index])]
            cells = self._cells(dict.fromkeys([*facts, *negated(facts)]))
            if len(cells) <= LOCAL or any(len(set(along)) == 1 for along in zip(*cells, strict=False)):
                self.constraints[selector] = replace(self.constraints[selector], cells=tuple(sorted(cells)))

    @cached_property
    def opaque(self) -> Collection[int]:
        """Those about a few cells, or a line, that have variables which mean nothing to a reader, or are no counts."""
        counted = {count.rule for count in self._counts if all(map(self._fact, (*count.literals, *count.unless)))}
        return [one for one in self._indexes if one and one not in counted and self.constraints[one].cells]

    def _cells(self, facts: Iterable[int]) -> tuple[Cell, ...]:
        """The cells of the marks of facts or, where these have none, of their negatives."""
        marks = [mark for fact in facts for mark in self._marks.get(fact) or self._marks.get(-fact) or ()]
        return tuple(dict.fromkeys(cell for mark in marks for cell in mark.cells))

    def _fact(self, literal: int) -> int:
        """The fact, or its negative, that a literal of the model is; 0 for others."""
        return self._fact_of.get(literal, 0) if literal >= 0 else -self._fact_of.get(~literal, 0)

    def _literal(self, fact: int) -> int:
        """The literal of the model that a fact is."""
        return self._variables[fact - 1] if fact > 0 else ~self._variables[-fact - 1]

    def _words(self, literal: int) -> str:
        """The marks that a literal is, if it is any."""
        return joined(self._marks.get(self._fact(literal), ())) if self._fact(literal) in self._marks else ""

    def _marks_of(self, literals: Iterable[int]) -> list[Mark]:
        """The first mark of each of some literals that has one."""
        return [marks[0] for literal in literals if (marks := self._marks.get(self._fact(literal)))]

    def _are_lines(self, literals: Iterable[int]) -> list[bool]:
        """Whether the marks of some literals, or of their negatives, are lines, of each that has any."""
        facts = filter(None, map(self._fact, literals))
        return [marks[0].is_edge for fact in facts if (marks := self._marks.get(fact) or self._marks.get(-fact))]

    def _of_marks(self, literals: Sequence[int]) -> tuple[str, str]:
        """Some literals in words, to follow "exactly one of", and what follows them; nothing where they are not marks
        of one value, or in one cell.
        """
        marks = self._marks_of(literals)
        if len(marks) < max(len(literals), 2) or any(mark.is_edge for mark in marks):
            return "", ""
        if len({mark.value for mark in marks}) == 1:
            is_passed = marks[0].value is True and self.puzzle.solution_type in LINES
            what = "passed" if is_passed else "marked" if marks[0].value is True else marks[0].value
            return block([mark.cells[0] for mark in marks]), f"is {what}"
        if len({mark.cells for mark in marks}) == 1:
            return joined([mark.value for mark in marks], most=LOCAL), f"is at {marks[0].cells[0]}"
        return "", ""

    def _says(self, mark: Mark, *, holds: bool) -> str:
        """That a mark is on the board, or is not, as a clause."""
        if (own := self.puzzle.mark_in_words(mark, holds=holds)) is not None:
            return own
        if mark.value is True and (line := LINES.get(self.puzzle.solution_type, "a line" if mark.is_edge else "")):
            does, go = ("goes between", "go between") if mark.is_edge else ("passes", "pass")
            if not holds:
                line, does = (f"no {line[2:]}", does) if line[:2] == "a " else (line, f"does not {go}")
            return f"{line} {does} {joined(mark.cells)}"
        if mark.value is True:
            return f"{mark.cells[0]} is {'' if holds else 'not '}marked"
        if (pictured := self._pictured.get(mark.value)) is not None:
            return pictured[holds].format(mark.cells[0])
        if mark.value == 0 and len(self._pictured) == 1:
            return next(iter(self._pictured.values()))[not holds].format(mark.cells[0])
        return f"{mark.value} is {'' if holds else 'not '}at {mark.cells[0]}"

    @cached_property
    def _drawn(self) -> Mapping[Any, list[Layer]]:
        """What the diagram draws for the numbers 0 and 1, if no others come."""
        marks = [mark for marks in self._marks.values() for mark in marks]
        if not marks or {mark.value for mark in marks} - {0, 1} or not issubclass(self.puzzle.solution_type, Grid):
            return {}
        bare = self._layers() + self._layers({})
        boards = {value: self._layers({mark.cells[0]: value for mark in marks}) for value in (0, 1)}
        return {value: [layer for layer in found if layer not in bare] for value, found in boards.items()}

    def _layers(self, numbers: Mapping[Cell, int] | None = None) -> tuple[Layer, ...]:
        """The diagram of the board, with these numbers for a solution if any are given; nothing where it has none."""
        puzzle: Puzzle[Any] = self.puzzle
        with suppress(Exception):  # Of what is not a solution, or of marks that some cells alone have.
            return puzzle.diagram(None if numbers is None else Grid.of(numbers)).layers
        return ()

    @cached_property
    def _pictured(self) -> Mapping[Any, tuple[str, str]]:
        """That what is drawn for the numbers 0 and 1, a symbol or a shade, is not in a cell, and that it is."""
        says = dict[Any, tuple[str, str]]()
        for value, layers in self._drawn.items():
            for layer in layers:
                if isinstance(layer, Symbols) and isinstance(layer.at[0][1], str):
                    name = layer.at[0][1]
                    says[value] = f"no {name} is at {{}}", f"a {name} is at {{}}"
                elif isinstance(layer, Shading):
                    says.setdefault(value, ("{} is not shaded", "{} is shaded"))
        return says

    def fact(self, literal: int) -> Fact:
        """A mark on the board, or that it is not there; a variable of the key where the model has no marks."""
        holding = self._marks.get(literal, ())
        marks = holding or self._marks.get(-literal, ())
        if not marks:
            it, holds = self._variables[abs(literal) - 1], literal > 0
            if (value := self._values.get(abs(literal) - 1)) is not None:
                return Fact(self._sentences.name(it), holds, f"{value[0]} is {'' if holds else 'not '}{value[1]}")
            if ~it in self._called:
                it, holds = ~it, not holds
            return Fact(name := self._sentences.name(it), holds, f"{name} is {'true' if holds else 'false'}")
        words = joined([self._says(mark, holds=bool(holding)) for mark in marks])
        laid = tuple((mark.cells[0], mark.value) for mark in holding if not mark.is_edge)
        edge = (marks[0].cells[0], marks[0].cells[1]) if marks[0].is_edge else None
        return Fact(marks[0], bool(holding), words, self._cells([literal]), laid, edge)

    @cached_property
    def _called(self) -> Mapping[int, str]:
        """What the key calls literals and variables, where the model has no marks."""
        return {} if self._marks else called_by_key(self.model)

    @cached_property
    def _values(self) -> Mapping[int, tuple[str, int]]:
        """The number, by its name, and the value of it that each position of the key stands for, if it is one."""
        parts = [part for part in self.model.entries.parts if part.is_number] if self.model.entries else []
        return {
            position: (part.called, part.offset + weight)
            for part in parts
            if not part.has_digits
            for position, weight in zip(part.positions, part.weights, strict=True)
        }

    def solution(self, true: Set[int]) -> S:
        """What the model makes of these facts; of several solutions that have the same, any."""
        values = [self._fact(index) for index in self.model.indexes]
        if all(values):
            return self.model.solution([int(fact in true if fact > 0 else -fact not in true) for fact in values])
        with Reasoner(self) as reasoner:
            facts = [fact if fact in true else -fact for fact in range(1, self.facts + 1)]
            if not reasoner.is_satisfiable([*self.without_noted(), *facts]):
                raise PuzzleError("no solution has these facts")
            found = reasoner.model()
        literals = self._translation.literals(self.model.indexes)
        return self.model.solution([int(literal in found) for literal in literals])

    def to_find(self, true: Set[int]) -> Set[int]:
        """What is drawn: of a variable with two marks, such as a sun and a moon, that which is there."""
        return true | {fact for fact in self._marks if fact < 0 and -fact not in true and self._is_drawn(fact)}

    def _is_drawn(self, fact: int) -> bool:
        """Whether any mark of a fact, or of the negative of one, is something to see."""
        return bool(self._drawn.get(0)) or any(mark.value != 0 for mark in self._marks[fact])

    @cached_property
    def marks(self) -> Mapping[Mark, Sequence[int]]:
        """The marks of the model, and of cells that a line passes, ``Mark.at(cell, True)``."""
        return {mark: [fact] for fact, marks in self._marks.items() for mark in marks}

    def literals_of(self, partial: Any) -> list[int]:
        """The facts that a player has noted: a `Partial`, or what it can be made of.

        Of a model without marks, an `Assignment`, or a mapping from the names of its key to their values.
        """
        if self._marks:
            return super().literals_of(partial)
        found = list[int]()
        for about, those in groupby(givens(self.model, partial), key=attrgetter("about")):
            facts = [self._fact(at if one.holds else ~at) for one in those for at in one.literals]
            if len(facts) > 1:  # A number is to blame as a whole.
                words = " is ".join(about.rsplit(" = ", 1))
                found.append(self._note(Fact(about, True, words), ([fact] for fact in facts)))
            found += facts
        return found

    def is_one_of(self, facts: Collection[int]) -> bool:
        """Whether one of these facts holds anyway, or a constraint says so, as where a cell has a number."""
        literals = {self._literal(fact) for fact in facts}
        counts = (count.literals for count in self._counts if count.least and not count.unless)
        sure = {*self._fixed, *(~literal for literal in literals)}
        return not literals.isdisjoint(sure) or any(map(literals.issuperset, counts))

    def given(self) -> Sequence[int]:
        """The marks that are fixed, one by one, by constraints of their own, where these need no step."""
        alone = [self._counts[number] for number in self._at_once if self._counts[number].is_fixed]
        set_ = [one.literals[0] if one.least else ~one.literals[0] for one in alone]
        return list(dict.fromkeys(fact for literal in (*self._fixed, *set_) if (fact := self._fact(literal))))

    @cached_property
    def _at_once(self) -> Set[int]:
        """The counts of one literal alone, by their numbers, but for those of constraints with names that say what the
        board does not show before the first step: a mark, or anything where there is no board.
        """
        named = self.names
        alone = [number for number, count in enumerate(self._counts) if len(count.literals) == 1 and not count.unless]

        def says_more(count: LiteralSum) -> bool:
            fact = self._fact(count.literals[0]) * (1 if count.least else -1)
            if not (fact and count.is_fixed and count.rule in named):
                return False
            cells = [mark.cells[0] for mark in self._marks.get(fact, ()) if not mark.is_edge]
            return not self._marks or (bool(cells) and self._is_drawn(fact) and self._at_start.isdisjoint(cells))

        return {number for number in alone if not says_more(self._counts[number])}

    @cached_property
    def _at_start(self) -> Set[Cell]:
        """The cells in which the board has a number or a symbol before the first step; all where it is not drawn."""
        if not (layers := self._layers()):
            return {cell for marks in self._marks.values() for mark in marks for cell in mark.cells}
        return {cell for layer in layers if isinstance(layer, (Labels, Symbols)) for cell, _ in layer.at}

    # --- what is seen

    def _view(self, known: Set[int]) -> tuple[View, list[Shown]]:
        """What is known of all variables, and what shows more."""
        key = frozenset(known)
        before, view, shown = self._last or (frozenset[int](), None, [])
        if view is not None and before == key:
            return view, shown
        new = key - before
        # What contradicts what was seen is found out anew.
        if view is None or not before <= key or any(view.of(self._literal(fact)) < 0 for fact in new):
            view, new = None, key
        self._last = (key, *self._seen(new, view))
        return self._last[1:]

    def _seen(self, new: Set[int], view: View | None = None) -> tuple[View, list[Shown]]:
        """What is seen when some facts are known, beside what was seen before, if anything was."""
        view = view or View(self._counts, self._size, self._fixed, self._connected)
        for fact in sorted(new, key=abs):
            if view.of(self._literal(fact)) == 0:
                view.learn(self._literal(fact), None)
        return view, view.propagate(self._is_plain)

    def _is_taken(self, shown: Shown) -> bool:
        """Whether a count shows that a place is taken, of several marks of which at most one can be there; what its
        variables mean, or are, anyway; or whether the lines at a cell pass it.
        """
        count = self._counts[shown.count]
        if self._is_passage(shown, shown.literals):
            return True
        is_full = shown.how == "full" and count.most == 1 == max(count.weights)
        return not count.rule or shown.count in self._at_once or (is_full and len(count.literals) > 1)

    def _is_passage(self, shown: Shown, literals: Sequence[int]) -> bool:
        """Whether a count of lines at a cell shows that they pass it, or do not."""
        shows, count = self._are_lines(literals), self._are_lines(self._counts[shown.count].literals)
        return bool(shows) and not any(shows) and any(count)

    def _is_plain(self, literal: int, shown: Shown) -> bool:
        """Whether everyone sees what a count shows: what is no fact, that a place is taken, and what lines pass."""
        fact = self._fact(literal)
        if not fact:
            return literal not in self._part_of
        there, count = self._marks.get(fact, ()), self._counts[shown.count]
        if self._is_passage(shown, [literal]):
            return True
        is_empty = all(mark.value == 0 for mark in there) and (count.allowed == 3 or len(count.literals) > 2)
        is_only_out = is_empty if there else fact < 0
        return self._is_taken(shown) and (is_only_out or shown.how != "full" or not self._rule(shown))

    def _rule(self, shown: Shown) -> int:
        return self._counts[shown.count].rule

    def seen(self, known: Set[int]) -> Set[int]:
        """That a place is taken, and what a mark on the board is besides."""
        view, _ = self._view(known)
        literals = ((fact, view.of(self._literal(fact))) for fact in range(1, self.facts + 1))
        return {fact * value for fact, value in literals if value} - known

    def is_complete(self, known: Set[int], solution: S) -> bool:
        """Whether all is known that is to be found; every fact, where the solution has no marks."""
        (view, _), there = self._view(known), solution.marks() if isinstance(solution, Solution) else None
        if there is None or not self._marks:
            return all(view.value[variable] for variable in self._variables)
        true = {abs(fact) for fact, marks in self._marks.items() if there.isdisjoint(marks) != (fact > 0)}
        return all(view.of(self._literal(fact)) > 0 for fact in self.to_find(true))

    def branches(self, known: Set[int]) -> Sequence[Branch]:
        """What is left of each sum of marks of which one is there, fewest first."""
        view, _ = self._view(known)
        found = []
        for count in self._counts:
            if count.allowed == 2 and count.rule not in {0, *self._of_circuits} and not count.unless:
                free = [self._fact(literal) for literal in count.literals if view.of(literal) == 0]
                if len(free) > 1 and all(free) and all(view.of(literal) <= 0 for literal in count.literals):
                    found.append(Branch(f'"{self.constraints[count.rule].words}"', tuple(free)))
        return sorted(found, key=lambda branch: len(branch.literals))

    # --- rules

    def deductions(self, known: Set[int], hardest: int = HARDEST) -> Iterator[Deduction]:
        """What one constraint shows, then circuits, and several; easy ones first.  Then what a supposition leads to."""
        view, shown = self._view(known)
        found = self._plainly(view, shown)
        if found and all(each.level > 1 for each in found):  # What is known by now may be a shorter reason.
            found = self._plainly(*self._seen(known))
        for level in range(1, 1 + min(hardest, 3)):
            yield from (each for each in found if each.level == level)
            if level == 2:
                yield from self._closing(view)
                found += self._within(view, hardest - 1)
                yield from (each for each in found if each.level == level and each.rule == "within")
            yield from self._astray(view) if level == 3 else ()
        if hardest > self.easy and all(one.literals for one in shown):
            ahead = [*self._together(self._suppositions(view)), *(each for each in found if each.level > 3)]
            yield from sorted(ahead, key=lambda each: each.level)

    def _plainly(self, view: View, shown: Sequence[Shown]) -> list[Deduction]:
        """What single constraints show."""
        found = list(self._adding_up(view))
        told = {each.constraints[0] for each in found if each.level < 3}
        plain = [self._by_count(view, one) for one in shown if not one.literals or self._rule(one) not in told]
        at_once = _alike((each for each in plain if each.literals), attrgetter("level", "sentence", "because"))
        found += [_as_one(those, those[0].sentence) for those in at_once]
        return found + [each for each in plain if not each.literals]

    def _deduction(
        self, view: View, rule: str, level: int, because: Iterable[int], literals: Sequence[int], sentence: str,
        *own: int,
    ) -> Deduction:  # fmt: skip
        """That some literals follow from others, with all that shows these in turn.

        level: 0 for as many as constraints play a part, beside those that everyone sees; then the sentence names
            the others, too.
        """
        facts, used = view.traced(because)
        others = dict.fromkeys(its for one in used if not self._is_taken(one) and (its := self._rule(one)) not in own)
        rules = dict.fromkeys([*own, *others, *map(self._rule, used)])
        of = [self._fact(literal) or self._part_of.get(literal, 0) for literal in literals]
        is_new = [bool(fact) and view.of(self._literal(fact)) <= 0 for fact in of]
        follows = tuple(dict.fromkeys(fact for fact, new in zip(of, is_new, strict=True) if new))
        known = tuple(fact for literal in facts if (fact := self._fact(literal)) and -fact not in follows)
        cells = [*self._cells(follows)]
        cells += [cell for one in (*own, *others) if one for cell in self.constraints[one].cells]
        words = [self.constraints[one].words for one in others if one]
        if not level:
            level = min(1 + len(words), 3)
            sentence = f"{joined([f'as {each}' for each in words])}: {sentence}" if words else sentence
        named = tuple(one for one in rules if one)
        return Deduction(rule, level, follows, known, named, sentence, tuple(dict.fromkeys(cells)))

    def _by_count(self, view: View, shown: Shown) -> Deduction:
        """What one constraint shows."""
        count = self._counts[shown.count]
        name = self.opening(count.rule) if count.rule else "what is known is so"
        if shown.count in self._connected and (lost := self._lost(shown)):
            only = self._cells([self._fact(shown.literals[0])])[:1] if shown.how != "cut off" else ()
            says = f"{name}, and {lost} {f'would be cut off without {only[0]}' if only else 'is cut off'}"
            found = self._deduction(view, shown.how, 0, shown.because, shown.literals, says, count.rule)
            cells = self._cells(map(self._fact, (*shown.literals, *shown.because)))
            return replace(found, level=max(found.level, 1 if shown.how == "growth" else 2), cells=cells)
        if shown.literals and (of_region := self._by_region(view, shown)):
            return of_region
        rule, says = "only way", f"{name}, which leaves only this"
        if not shown.literals:
            rule, says = "contradiction", f"{name}, which is not possible any more"
        elif count.rule in self._of_circuits and shown.how and (cell := self._common(count.literals)):
            is_full = shown.how == "full"
            rule, says = shown.how, f"{cell} has all its ways" if is_full else f"no other way is left at {cell}"
        elif shown.how == "full" and shown.because and self._is_full(shown):
            rule, says = "full", f"{name}, which leaves no room for more"
        elif shown.how == "full" and len(shown.because) == 1 and (fact := self._fact(shown.because[0])):
            says = f"{name}, and {self.fact(fact).words}, which leaves only this"
        elif shown.how == "needed" and count.allowed == 2:
            rule, says = self._only_one(count.literals, shown.literals[0], name)
        elif shown.how == "needed" and not len(shown.literals) == count.least == 1:
            rule, says = "needed", f"{name}, and nothing else is left for that"
        return self._deduction(view, rule, 0, shown.because, shown.literals, says, count.rule)

    def _by_region(self, view: View, shown: Shown) -> Deduction | None:
        """What a constraint shows of a cell that some region must have, or that none can have; None for anything else.

        That is so where it says nothing more than what is known, or seen, of nodes of regions.
        """
        whys = [why for one in shown.because if (why := view.why[one]) and self._is_of_regions(why)]
        count = self._counts[shown.count]
        if len(whys) < len(shown.because) or count.rule not in self._region_rules:
            return None
        name, own, hows = self.opening(count.rule), [count.rule], {why.how for why in whys}
        if shown.how == "full" and not hows.isdisjoint({"room", "needed"}):
            own += map(self._rule, whys)
            rule, says = "room", f"{self.opening(own[-1])}, and there is no other room for that"
        elif shown.how == "full" and (lost := self._lost(whys[0])):
            only = self._cells([self._fact(self._region[shown.because[0]])])
            rule, says = whys[0].how, f"{name}, and {lost} would be cut off without {only[0]}"
        elif shown.how != "needed":
            return None
        elif hows <= {"far", "cut off"}:
            rule, says = "out of reach", f"{name}, and none can get there"
        else:
            is_between = hows == {"beside"} and len(whys) > 1
            rule, says = "apart", f"{name}, and {'two would touch there' if is_between else 'none can be there'}"
        found = self._deduction(view, rule, 0, shown.because, shown.literals, says, *dict.fromkeys(own))
        return replace(found, level=max(found.level, 2 if rule in {"room", "bottleneck"} else 1))

    def _is_of_regions(self, shown: Shown) -> bool:
        """Whether something is shown by what is said of nodes of regions alone."""
        return self._region.keys() >= {*self._counts[shown.count].literals}

    def _lost(self, shown: Shown) -> Cell | None:
        """A cell that is cut off by what is known, or would be; None where that is not plain."""
        if shown.how not in ("growth", "bottleneck", "cut off"):
            return None
        where = [~shown.literals[0]] if shown.literals and shown.how == "cut off" else shown.because[:1]
        return next(iter(self._cells(self._fact(self._region.get(one, one)) for one in where)), None)

    def _is_full(self, shown: Shown) -> bool:
        """Whether what fills a count is to be seen, and what follows is that something is not on the board or, where
        there is none, not true.
        """
        facts = [self._fact(literal) for literal in shown.literals]
        adds = any(fact in self._marks and self._is_drawn(fact) if self._marks else fact > 0 for fact in facts)
        fills = [self._fact(literal) for literal in shown.because]
        return not adds and all(fact in self._marks if self._marks else fact for fact in fills)

    def _only_one(self, literals: Sequence[int], left: int, name: str) -> tuple[str, str]:
        """A rule and its sentence for the only one of some marks that is left."""
        marks = self._marks_of(literals)
        if len(marks) == len(literals) > 1 and not marks[0].is_edge:
            mark = self._marks[self._fact(left)][0]
            if len({mark.cells for mark in marks}) == 1:
                own = self.puzzle.mark_in_words(mark, holds=True)
                what = f"only {mark.value}" if own is None else "nothing else"
                return "one value left", f"{what} is left for {mark.cells[0]}"
            if len({mark.value for mark in marks}) == 1:
                return "one place left", f"{name}, and only {mark.cells[0]} is left for that"
        return "only way", f"{name}, which leaves only this"

    def _closing(self, view: View) -> Iterator[Deduction]:
        """Steps that would close a loop too early."""
        for circuit in self._circuits:
            for literal, because, piece in circuit.closing(view):
                if fact := self._fact(literal):
                    says = (
                        f"if {self.fact(fact).words}, that would close a loop before all that has to be on it is there"
                    )
                    found = self._deduction(view, "loop", 2, because, [~literal], says, circuit.rule)
                    yield replace(found, cells=self._cells(map(self._fact, [*piece, literal])))

    def _astray(self, view: View) -> Iterator[Deduction]:
        """Steps from which there would be no way back."""
        for circuit in self._circuits:
            for literals, because, node in circuit.astray(view):
                if facts := [literal for literal in literals if self._fact(literal)]:
                    cell = self._common([pair[2] for pair in circuit.pairs if node in pair[:2]])
                    way = f"only {cell} leads there" if cell else "nothing leads there"
                    says = f"{way}, so that there would be no way back"
                    out = [~one for one in facts]
                    yield self._deduction(view, "no way back", 3, because, out, says, circuit.rule)

    def _within(self, view: View, most: int) -> Iterator[Deduction]:
        """Counts that have all their places in others, which have no room for more."""
        for each in contained(view, self._families, most):
            counts = [[self._counts[number] for number in numbers] for numbers in (each.inner, each.outer)]
            rules = [dict.fromkeys(count.rule for count in side) for side in counts]
            inner, outer = map(self.opening, rules[0]), [self.constraints[rule].words for rule in rules[1]]
            left = [literal for count in counts[0] for literal in count.literals if not view.of(literal)]
            cells = self._cells(map(self._fact, left))
            says = f"{joined([*inner])}, {_all_in(outer)}"
            out = [~literal for literal in each.out]
            found = self._deduction(view, "within", each.room + 1, each.because, out, says, *rules[0], *rules[1])
            if found.literals or not each.out:
                yield replace(found, cells=tuple(dict.fromkeys((*found.cells, *cells))))

    def _adding_up(self, view: View) -> Iterator[Deduction]:
        """Numbers that come in no way in which a sum can be made up of what is left."""
        for each in self._sums:
            if (found := ways(view, each)) is None:
                continue
            literals = [literal for cell in each.cells for literal, _ in cell]
            fits = {literal for way in found for literal in way}
            out = [literal for literal in literals if found and not view.of(literal) and literal not in fits]
            if out or not found:
                rules = dict.fromkeys(rule for number in each.counts if (rule := self._counts[number].rule))
                name = self.opening(next(iter(rules)))
                added = self._added(each.cells)
                sums = dict.fromkeys(
                    " + ".join(map(str, sorted(map(added.__getitem__, way)))) for way in found if added
                )
                many = len(sums or found)
                left = f"leaves only {joined(sums, 'or')}" if sums and many < 4 else "goes in some ways only"
                says = f"{name}, which {left if found else 'is not possible any more'}"
                because = [literal if view.of(literal) > 0 else ~literal for literal in literals if view.of(literal)]
                level = 1 if many < 2 else 2 if many < 4 else 3
                done = self._deduction(view, "sum", level, because, [~literal for literal in out], says, *rules)
                if done.literals or not found:
                    yield done

    def _added(self, cells: Iterable[Sequence[tuple[int, int]]]) -> dict[int, int]:
        """The number that the mark of each literal says, where just these are added up: nothing where they stand for
        something else, as 2 and 4 do where both are two bridges, and where a literal has no mark.
        """
        found = dict[int, int]()
        for cell in cells:
            marks = self._marks_of(literal for literal, _ in cell)
            numbers = [mark.value for mark in marks if isinstance(mark.value, int)]
            more = {number - weight for number, (_, weight) in zip(numbers, cell, strict=False)}
            if len(numbers) < len(cell) or len(more) > 1:
                return {}
            found.update(zip((literal for literal, _ in cell), numbers, strict=True))
        return found

    def _common(self, literals: Iterable[int]) -> Cell | None:
        """The cell that the marks of some literals have in common, if it is one."""
        cells = [set(self._cells([fact])) for literal in literals if (fact := self._fact(literal))]
        common = set.intersection(*cells) if cells else set()
        return common.pop() if len(common) == 1 else None

    def _suppositions(self, view: View) -> Iterator[Deduction]:
        """Suppositions that soon lead to a constraint that cannot be met."""
        for fact in range(1, self.facts + 1):
            checkpoint()
            for supposed in (fact, -fact):
                literal = self._literal(supposed)
                if view.of(literal) == 0:
                    found = view.suppose(literal, partial(self._refuted, view, supposed))
                    if found is not None:
                        yield found

    def _refuted(self, view: View, supposed: int, shown: Shown) -> Deduction | None:
        """That a supposition leads to a count that cannot be met; None where that takes too many constraints."""
        facts, used = view.traced(shown.because)
        rules = dict.fromkeys(self._rule(one) for one in used[::-1] if not self._is_taken(one))
        rules.pop(self._rule(shown), None)
        names = [f'"{self.constraints[rule].words}"' for rule in (*rules, self._rule(shown)) if rule]
        if len(names) > FAR or self._literal(supposed) not in facts:
            return None
        met = ("be met", "both be met", "all be met")[min(len(names), 3) - 1]
        lost = self._lost(shown) if shown.count in self._connected else None
        says = f"{joined(names)} could not {met}{f', as {lost} would be cut off' if lost else ''}"
        level = 3 if len(names) <= NEAR else 4
        return self._deduction(
            view, "look ahead", level, shown.because, [~self._literal(supposed)], says, self._rule(shown)
        )

    def _together(self, found: Iterable[Deduction]) -> Iterator[Deduction]:
        """Suppositions that lead to the same, as one deduction."""
        for those in _alike(found, attrgetter("level", "sentence")):
            first, *others = those
            supposed = f"if {self.fact(-first.literals[0]).words}" if not others else "if any of this were otherwise"
            yield _as_one(those, f"{supposed}, {first.sentence}")


def _said_to_pass(model: Model[Any]) -> dict[Mark, tuple[Any]]:
    """That a line passes a cell, of those of which a constraint says that, together with some others.

    So in Yajilin, where cells that are not passed are shaded, and not in Slitherlink, whose clues are about edges.
    """
    proto, found = model.cp.proto, passed(model)
    nodes = {of.index for (of,) in found.values() if len({*proto.variables[of.index].domain}) > 1}
    said = set[int]()
    for constraint in proto.constraints if nodes else ():
        about = {max(one, ~one) for one in references(constraint)}
        if 1 < len(about) < len(nodes) and about <= nodes:
            said |= about
    return {mark: of for mark, of in found.items() if of[0].index in said}


def called_by_key(model: Model[Any]) -> dict[int, str]:
    """What the key of a model calls literals and variables.

    What only has a place in a list is called by that where its variable has no name.
    """
    variables = model.cp.proto.variables
    parts = [part for part in model.entries.parts if part.is_variable] if model.entries else []
    names = {
        literal: called(name)
        for place, (name, literal) in enumerate(model.named.items())
        if name != place or not variables[max(literal, ~literal)].name
    }
    return names | {part.base: part.called for part in parts[::-1]}


def _alike(found: Iterable[Deduction], what: Callable[[Deduction], Any]) -> Iterable[list[Deduction]]:
    """Deductions that are alike in something, together."""
    groups: dict[Any, list[Deduction]] = {}
    for each in found:
        groups.setdefault(what(each), []).append(each)
    return groups.values()


def _as_one(those: Sequence[Deduction], sentence: str) -> Deduction:
    """Deductions of one rule as one."""
    return replace(
        those[0], literals=tuple(dict.fromkeys(literal for one in those for literal in one.literals)),
        because=tuple(dict.fromkeys(fact for one in those for fact in one.because)),
        constraints=tuple(dict.fromkeys(named for one in those for named in one.constraints)),
        sentence=sentence, cells=tuple(dict.fromkeys(cell for one in those for cell in one.cells)),
    )  # fmt: skip


def _all_in(clauses: Sequence[str]) -> str:
    """That some constraints have no room beside what is left of others, as a clause.

    >>> _all_in(["row 2 has 1 queen", "row 3 has 1 queen"])
    'and what is left for that is all in row 2 and row 3, which leaves no room there for more'
    >>> _all_in(["row 2 has one 5", "row 2 has one 9"])
    'and what is left for that is one 5 and one 9 of row 2, which leaves no room there for more'
    """
    parts = [re.split(" (?:has|holds) ", clause, maxsplit=1) for clause in clauses]
    if any(len(part) < 2 for part in parts):
        return f"which leaves no room for more, as {joined(clauses)}"
    wholes = dict.fromkeys(whole for whole, _ in parts)
    where = f"all in {joined(wholes)}"
    if len(wholes) == 1 < len(parts):
        where = f"{joined([what for _, what in parts])} of {parts[0][0]}"
    return f"and what is left for that is {where}, which leaves no room there for more"
