"""Exact covers by hand: which options are chosen, and rules that show it; for every kind that describes itself so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Any

from cpmodels.base.description import Description, ExactCover, Item, cell_of
from cpmodels.base.errors import ModelError, PuzzleError
from cpmodels.base.lattice import Cell
from cpmodels.base.marks import Mark
from cpmodels.base.puzzle import Puzzle, S
from cpmodels.base.values import items, joined
from cpmodels.explaining._account import HARDEST, Account, Branch, Deduction, Fact
from cpmodels.explaining._words import words
from cpmodels.model._symmetries import described_marks

AHEAD = 3
"""The level of a look at what an option would leave to other items."""
MOST_BITS = 2_000_000_000
"""How many bits are kept in all of which options exclude each other."""


class CoverAccount(Account[S]):
    """A fact is that an option of an exact cover is chosen, or that it is not.

    There is a constraint for each primary item, that it is covered as often as it must be, and one for each secondary
    item, that all chosen options that touch it give it one colour.  What the description leaves out for border and
    clues is no fact, as nobody would try it; what only follows from colours has to be found out.

    What it says is in the kind's `Words`.

    Raises ModelError for a cover that is relaxed: its puzzle has rules beyond it.

    >>> from cpmodels import EdgeMatching
    >>> puzzle = EdgeMatching(1, 2, [(1, 2, 1, 3), (4, 3, 4, 2)], rotations=False)
    >>> len(CoverAccount(puzzle, puzzle.describe()).constraints)
    5
    """

    def __init__(self, puzzle: Puzzle[S], description: Description[S]) -> None:
        cover = description.problem
        if not isinstance(cover, ExactCover) or cover.is_partial:
            raise ModelError("an exact cover is explained only where it describes the whole puzzle")
        self.description, self.cover, self.words = description, cover, words(puzzle, description)
        super().__init__(puzzle, len(cover.options))
        self.members = {item: self._mask(positions) for item, positions in cover.covering.items()}
        self.shades = {
            item: {colour: self._mask(positions) for colour, positions in by_colour.items()}
            for item, by_colour in cover.touching.items()
        }
        self.touched = {item: _union(shades.values()) for item, shades in self.shades.items()}
        self.said = {item: self.words.item(item) for item in cover.copies}
        self.of_item: dict[Item, int] = {}
        self.of_colours: dict[Item, int] = {}
        for item in cover.copies:
            self._cover(item)
        for item in self.shades:
            self._agree(item)
        self._conflicts: dict[int, int] = {}
        self._memo: dict[Hashable, Deduction] = {}

    # --- facts and constraints

    def _mask(self, positions: Iterable[int]) -> int:
        """Some options as the bits of a number."""
        octets = bytearray(self.facts // 8 + 1)
        for position in positions:
            octets[position >> 3] |= 1 << (position & 7)
        return int.from_bytes(octets, "little")

    def _cover(self, item: Item) -> None:
        """An item is covered as often as it must be."""
        least, most = self.cover.copies[item]
        literals = [position + 1 for position in self.cover.covering[item]]
        if least == 0 and len(literals) <= most:
            return
        said = self.said[item]
        unless = self.constrain(said.kind, said.says, said.what, said.cells, said.pieces)
        self.of_item[item] = -unless
        if most != 1:
            self.formula.weighted([(1, literal) for literal in literals], [(least, most)], [unless])
        elif least:
            self.formula.exactly_one(literals, [unless])
        else:
            self.formula.at_most_one(literals, [unless])

    def _agree(self, item: Item) -> None:
        """All options that touch an item give it one colour."""
        if len(self.shades[item]) < 2:
            return
        said = self.words.agreement(item)
        unless = self.constrain(said.kind, said.says, said.what, said.cells)
        self.of_colours[item] = -unless
        shown = []
        for positions in self.cover.touching[item].values():
            colour = self.formula.new()
            shown.append(colour)
            self.formula.clause([-colour, *(position + 1 for position in positions)])
            for position in positions:
                self.formula.clause([-position - 1, colour])
        self.formula.at_most_one(shown, [unless])

    def given(self) -> Sequence[int]:
        """What clues say."""
        return [self.cover.position[meaning] + 1 for meaning in self.words.clues() if meaning in self.cover.position]

    def is_complete(self, known: Set[int], solution: S) -> bool:  # noqa: ARG002
        """Whether all items are covered as often as they must be."""
        return not CoverState(self, known).wanting

    def seen(self, known: Set[int]) -> Set[int]:
        """That options are not chosen that a chosen one excludes, or that would cover an item too often."""
        state = CoverState(self, known)
        return {-position - 1 for position in bits(state.excluded)}

    def fact(self, literal: int) -> Fact:
        """That an option is chosen, or not."""
        meaning, holds = self.cover.options[abs(literal) - 1].meaning, literal > 0
        laid = (self.words.laid(meaning) or self._laid.get(literal, ())) if holds else ()
        words = self.words.option(meaning, holds=holds)
        return Fact(meaning, holds, words, self._cells(abs(literal) - 1), laid, self._edges.get(abs(literal)))

    def solution(self, true: Set[int]) -> S:
        """The solution of the options that are chosen."""
        options = self.cover.options
        return self.description.solution([options[fact - 1].meaning for fact in sorted(true) if fact > 0])

    @cached_property
    def marks(self) -> Mapping[Mark, Sequence[int]]:
        """What solutions have in their cells, with the options that make it."""
        meanings = [option.meaning for option in self.cover.options]
        found = described_marks(self.puzzle, self.description, meanings) or {}
        marks = {mark: [position + 1 for position in positions] for mark, positions in found.items()}
        for fact, meaning in enumerate(() if marks else meanings, 1):
            for cell, what in self.words.laid(meaning):
                marks.setdefault(Mark.at(cell, what), []).append(fact)
        return marks

    @cached_property
    def _laid(self) -> Mapping[int, tuple[tuple[Cell, Any], ...]]:
        """What each option lays, as the words have it or, where they do not, its marks, if it is one for each cell."""
        found: dict[int, dict[Cell, list[Any]]] = {}
        for mark, facts in self.marks.items():
            for fact in () if mark.is_edge else facts:
                found.setdefault(fact, {}).setdefault(mark.cells[0], []).append(mark.value)
        return {
            fact: tuple((cell, values[0]) for cell, values in by_cell.items())
            for fact, by_cell in found.items()
            if all(len(values) == 1 for values in by_cell.values())
        }

    @cached_property
    def _edges(self) -> Mapping[int, tuple[Cell, Cell]]:
        """For each option that has just one edge which no other has, that edge."""
        found: dict[int, list[tuple[Cell, Cell]]] = {}
        for mark, facts in self.marks.items():
            for fact in facts if mark.is_edge and len(facts) == 1 else ():
                found.setdefault(fact, []).append((mark.cells[0], mark.cells[1]))
        return {fact: edges[0] for fact, edges in found.items() if len(edges) == 1}

    def literals_of(self, partial: Any) -> list[int]:
        """The options that a player has chosen: by their marks or, where there are none, their meanings."""
        if self.marks:
            return super().literals_of(partial)
        found = list(partial) if isinstance(partial, Set) else items(partial, "a partial solution")
        if wrong := [each for each in found if not isinstance(each, Hashable) or each not in self.cover.position]:
            raise PuzzleError(f"there is no option {wrong[0]}")
        return [self.cover.position[meaning] + 1 for meaning in found]

    # --- rules

    def conflicts(self, position: int) -> int:
        """The options that one excludes, as bits."""
        found = self._conflicts.get(position)
        if found is None:
            if len(self._conflicts) * self.facts > MOST_BITS:
                self._conflicts.clear()
            found = _union(mask for mask, _ in self.exclusions(position)) & ~(1 << position)
            self._conflicts[position] = found
        return found

    def exclusions(self, position: int) -> Iterator[tuple[int, int]]:
        """The options that one excludes by each constraint, as bits, and the constraint."""
        option = self.cover.options[position]
        for item, colour in option.colours:
            if item in self.of_colours:
                yield self.touched[item] & ~self.shades[item][colour], self.of_colours[item]
        for item in option.items:
            if self.cover.copies[item][1] == 1 and item in self.of_item:
                yield self.members[item], self.of_item[item]

    def branches(self, known: Set[int]) -> Sequence[Branch]:
        """What is left for each item, fewest first."""
        state = CoverState(self, known)
        left = [
            Branch(self.said[item].what, tuple(position + 1 for position in bits(state.left(item))))
            for item in state.wanting
        ]
        return sorted(left, key=lambda branch: len(branch.literals))

    def deductions(self, known: Set[int], hardest: int = HARDEST) -> Iterator[Deduction]:
        """Items with no more options than they must have; then options that leave another item nothing."""
        state = CoverState(self, known)
        yield from self._contradictions(state)
        singles = [item for item in state.wanting if state.left(item).bit_count() == state.wanting[item]]
        for item in sorted(singles, key=lambda item: self.said[item].level):
            if self.said[item].level > hardest:
                return
            yield self._kept(known, ("few", item), lambda item=item: self._only(state, item))
        if not singles and hardest >= AHEAD:
            flaws = self._flaws(state)
            ahead = [found for item in state.wanting if (found := self._ahead(state, item, flaws)) is not None]
            yield from ahead
            if not ahead:
                for flaw in flaws:
                    yield self._kept(known, flaw, lambda flaw=flaw: self._without(state, flaw))

    def _kept(self, known: Set[int], key: Hashable, make: Any) -> Deduction:
        """A deduction that was made before, if its reasons still hold."""
        found = self._memo.get(key)
        if found is None or any(fact not in known for fact in found.because):
            found = self._memo[key] = make()
        return found

    def _contradictions(self, state: CoverState) -> Iterator[Deduction]:
        for position in state.chosen:
            if clash := self.conflicts(position) & state.chosen_bits:
                other = next(bits(clash))
                named = next(selector for mask, selector in self.exclusions(position) if mask >> other & 1)
                both = " and ".join(self.fact(one + 1).words for one in (position, other))
                cells = (*self._cells(position), *self._cells(other))
                yield self._shown("conflict", 1, (), [position + 1, other + 1, named], both, cells)
        for item, wanted in state.wanting.items():
            words = self.said[item]
            if state.left(item).bit_count() < wanted:
                reasons = self.reasons(state, item, state.gone(item))
                lack = f"there is {words.lack}"
                yield self._shown("nothing left", 1, (), reasons, lack, words.cells, words.pieces)

    def _shown(
        self, rule: str, level: int, literals: Iterable[int], reasons: Collection[int], sentence: str,
        cells: Iterable[Cell], pieces: tuple[int, ...] = (),
    ) -> Deduction:  # fmt: skip
        """A deduction; its reasons are facts and constraints."""
        facts, named = (tuple(one for one in reasons if (one > self.facts) == is_named) for is_named in (False, True))
        return Deduction(rule, level, tuple(literals), facts, named, sentence, tuple(dict.fromkeys(cells)), pieces)

    def _cells(self, position: int) -> tuple[Cell, ...]:
        """Where an option is on the board: the cells of its items."""
        return tuple(cell for item in self.cover.options[position].items for cell in self.said[item].cells)

    def _only(self, state: CoverState, item: Item) -> Deduction:
        """An item with just as many options left as it must have."""
        words, left = self.said[item], [*bits(state.left(item))]
        rule = f"one {words.kind}" if state.wanting[item] == 1 else f"few for a {words.kind}"
        reasons, cells = self.reasons(state, item, state.gone(item)), words.cells or self._all_cells(left)
        return self._shown(
            rule, words.level, (position + 1 for position in left), reasons, words.few, cells, words.pieces
        )

    def _all_cells(self, positions: Iterable[int]) -> Iterator[Cell]:
        return (cell for position in positions for cell in self._cells(position))

    def _flaws(self, state: CoverState) -> list[CoverFlaw]:
        """Options that exclude all that is left for an item, by what shows it."""
        found = []
        for item in state.wanting:
            left, mask = state.left(item), state.alive
            for position in bits(left):
                if not (mask := mask & self.conflicts(position)):
                    break
            if not mask:
                continue
            option, copies = self.cover.options[next(bits(left), -1)], self.cover.copies
            agree = [one for one, _ in option.colours if one in self.of_colours and not left & ~self.touched[one]]
            flaws = [("no match", one, self._unlike(one, left)) for one in agree]
            for other in option.items:
                is_one = other in self.of_item and copies[other][1] == 1  # Else one option covers it, or none has to.
                if is_one and other != item and not left & ~self.members[other]:
                    flaws.append(("taken", other, self.members[other]))
            for rule, by, excluded in (*flaws, ("nothing left", None, mask)):
                if wrong := mask & excluded:
                    found.append(CoverFlaw(rule, item, by, wrong))
                    mask &= ~wrong
        return found

    def _unlike(self, item: Item, those: int) -> int:
        """The options that give a secondary item a colour that none of those does."""
        return self.touched[item] & ~_union(shade for shade in self.shades[item].values() if shade & those)

    def _why(self, state: CoverState, flaw: CoverFlaw, wrong: int) -> dict[int, None]:
        """The facts and constraints by which some options leave an item nothing."""
        gone = state.gone(flaw.item)
        if flaw.rule == "nothing left":
            found = dict[int, None]()
            for position in bits(wrong):
                found |= self.reasons(state, flaw.item, gone | state.left(flaw.item), position)
            return found
        if flaw.rule == "taken":
            own = self.of_item[flaw.by]
            gone &= ~self.members[flaw.by]
        else:
            own = self.of_colours[flaw.by]
            gone &= ~self._unlike(flaw.by, wrong)
        return {self.of_item[flaw.item]: None, own: None} | self.reasons(state, flaw.item, gone)

    def _without(self, state: CoverState, flaw: CoverFlaw) -> Deduction:
        """Options that would leave an item nothing are not chosen."""
        words, wrong = self.said[flaw.item], [*bits(flaw.wrong)]
        if flaw.rule == "taken":
            over = "" if cell_of(flaw.by) is None else words.all_cover
            sentence = (over or words.all_are).replace("{}", self.said[flaw.by].what)
        elif flaw.rule == "no match":
            colours = [colour for colour, shade in self.shades[flaw.by].items() if shade & flaw.wrong]
            sentence = self.words.unmet(flaw.item, flaw.by, colours)
        else:
            sentence = f"{'this' if len(wrong) == 1 else 'each of these'} would leave {words.lack}"
        out, cells = (-position - 1 for position in wrong), (*words.cells, *self._all_cells(wrong))
        return self._shown(flaw.rule, AHEAD, out, self._why(state, flaw, flaw.wrong), sentence, cells, words.pieces)

    def _ahead(self, state: CoverState, item: Item, flaws: Sequence[CoverFlaw]) -> Deduction | None:
        """An item of whose options just as many as it must have leave something for all others."""
        left = state.left(item)
        wrong = left & _union(flaw.wrong for flaw in flaws)
        good = left & ~wrong
        if not wrong or good.bit_count() > state.wanting[item]:
            return None
        reasons, lacks = self.reasons(state, item, state.gone(item)), dict[Item, None]()
        for flaw in sorted(flaws, key=lambda flaw: -(flaw.wrong & left).bit_count()):
            if mine := flaw.wrong & wrong:
                wrong &= ~mine
                reasons |= self._why(state, flaw, mine)
                lacks[flaw.item] = None
        words = self.said[item]
        enough = good.bit_count() == state.wanting[item]
        others = joined([self.said[other].lack for other in lacks], "or")
        says = words.few if enough else f"there is {words.lack}"
        says += f", as {'any other' if enough else 'all that is left for it'} would leave {others}"
        cells = (*words.cells, *(cell for other in lacks for cell in self.said[other].cells))
        follows = (position + 1 for position in bits(good)) if enough else ()
        return self._shown("look ahead", AHEAD, follows, reasons, says, cells, words.pieces)

    def reasons(self, state: CoverState, item: Item, gone: int, supposed: int | None = None) -> dict[int, None]:
        """Why options for an item cannot be chosen: its constraint, then known facts and others; few of them, by greed.

        gone: the options, as bits.
        supposed: an option that is taken as chosen.
        """
        found: dict[int, None] = {self.of_item[item]: None}
        if supposed is not None:
            own = list(self.exclusions(supposed))
            gone &= ~(1 << supposed)
            while (best := max(own, key=lambda each: (each[0] & gone).bit_count(), default=None)) and best[0] & gone:
                found[best[1]] = None
                gone &= ~best[0]
        causes = [each for each in state.causes if each[0] & gone] if gone else []
        while gone and causes:
            counted = [((each[0] & gone).bit_count(), each) for each in causes]
            most, (mask, because, selector) = max(counted, key=lambda each: each[0])
            if not most:
                break
            found.update(dict.fromkeys((*because, selector)))
            gone &= ~mask
            causes = [each for count, each in counted if count]
        return found | dict.fromkeys(-position - 1 for position in bits(gone & state.off))


@dataclass(frozen=True)
class CoverFlaw:
    """Options each of which would leave an item nothing.

    rule: ``"no match"`` where they give a secondary item, `by`, a colour that nothing left for the item does,
        ``"taken"`` where they cover another item, `by`, that all that is left covers, ``"nothing left"`` otherwise.
    wrong: the options, as bits.
    """

    rule: str
    item: Item
    by: Item
    wrong: int


class CoverState:
    """What is known: the options that are chosen, and those that still can be.

    off: what is known not to be chosen, as bits.
    excluded: what chosen options exclude.
    alive: what can still be chosen.
    wanting: the items that are not yet covered as often as they must be, each with how often it has to be.
    """

    def __init__(self, of: CoverAccount[Any], known: Set[int]) -> None:
        self.of = of
        self.chosen = sorted(literal - 1 for literal in known if literal > 0)
        self.off = of._mask(-literal - 1 for literal in known if literal < 0)
        self.chosen_bits = of._mask(self.chosen)
        cover = of.cover
        covered = Counter(item for position in self.chosen for item in cover.options[position].items)
        self._full = tuple(item for item in of.of_item if covered[item] >= cover.copies[item][1] != 1)
        excluded = _union([*map(of.conflicts, self.chosen), *(of.members[item] for item in self._full)])
        self.excluded = excluded & ~self.chosen_bits
        self.alive = (1 << of.facts) - 1 & ~(self.off | excluded | self.chosen_bits)
        wanted = ((item, least - covered[item]) for item, (least, _) in cover.copies.items())
        self.wanting = {item: lacking for item, lacking in wanted if lacking > 0}

    def left(self, item: Item) -> int:
        """What can still be chosen for an item."""
        return self.of.members[item] & self.alive

    def gone(self, item: Item) -> int:
        """What cannot be chosen for an item any more."""
        return self.of.members[item] & ~self.alive & ~self.chosen_bits

    @cached_property
    def causes(self) -> list[tuple[int, tuple[int, ...], int]]:
        """What is excluded by chosen options: the options, as bits, the facts and the constraint."""
        return [
            (mask & ~self.chosen_bits, (position + 1,), selector)
            for position in self.chosen
            for mask, selector in self.of.exclusions(position)
        ] + [
            (
                self.of.members[item] & ~self.chosen_bits,
                tuple(position + 1 for position in bits(self.of.members[item] & self.chosen_bits)),
                self.of.of_item[item],
            )
            for item in self._full
        ]


def bits(mask: int) -> Iterator[int]:
    """The places of the ones in a number, lowest first.

    >>> list(bits(0b1011))
    [0, 1, 3]
    """
    place = 0
    while mask:
        low = (mask & -mask).bit_length()
        place += low
        yield place - 1
        mask >>= low


def _union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)
