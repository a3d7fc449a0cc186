"""Exact covers with colours and multiplicities as constraints."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from cpmodels import _cp_model as cp_model
from cpmodels.base._checkpoints import checkpoint
from cpmodels.base.description import Copies, ExactCover, Option, called, said, times
from cpmodels.base.errors import ModelError
from cpmodels.constraints._bulk import Bulk, NamedLiterals
from cpmodels.constraints._connectivity import connect
from cpmodels.constraints._literals import covered, one_of

M = TypeVar("M", bound=Hashable)


def exact_cover(
    cp: cp_model.CpModel, cover: ExactCover[M] | Iterable[Option[M]], *, copies: Copies | None = None
) -> Mapping[M, cp_model.IntVar]:
    """Choose options so that each item is covered as often as it must be and colours agree.

    cover: a description (see `cpmodels.base.description`), whose options all get a literal: prune it before, where that
        is wanted.  Or options alone; then each item that they name is covered once, or as often as `copies` says
        (a number, or ``(least, most)``), and what cannot be by mere counting is an error.

    Gives back the literal of each meaning, in the order of the options.

    With x_o for the option o, u_i and v_i for the item i, and y_sc for the colour c of the secondary item s:

    - u_i <= sum of x_o over the options that cover i <= v_i;
    - for each secondary item s, an *owner* is an item covered exactly once whose options all touch s, as a cell owns
      its edges; owners without an option in common are taken in the order of the items.  If there are any,
      exactly one y_sc is true for each s, and for each owner and colour c the sum of its x_o that give c is y_sc.  An
      option of no owner implies the y_sc of its colour.
    - Without an owner, y_sc is true just when some x_o that gives s the colour c is, and at most one of them is.

    - What is to be connected is, as by `connected`.

    So each y_sc is a function of the options: enumeration over all variables gives each choice once.

    Cost: a Boolean for each option, and for each colour of a secondary item that more than one option can touch at
    once (one, if there are two colours and an owner); a constraint for each item, and one for each colour and owner.
    The constraints are exactly_one, at_most_one, bool_or and, for multiplicities, linear.

    Source: Knuth, The Art of Computer Programming 4B, 7.2.2.1, for the problem; the colours seen from each owner are
    the edge-colour variables that models of edge matching use.

    Raises ModelError for a description that contradicts itself (see `ExactCover`).

    >>> from ortools.sat.python import cp_model
    >>> cp = cp_model.CpModel()
    >>> dominoes = [Option((c, c + 1), [c, c + 1]) for c in range(5)]
    >>> placed = exact_cover(cp, dominoes)
    >>> solver = cp_model.CpSolver()
    >>> solver.solve(cp) == cp_model.OPTIMAL
    True
    >>> [domino for domino, literal in placed.items() if solver.boolean_value(literal)]
    [(0, 1), (2, 3), (4, 5)]
    """
    if not isinstance(cover, ExactCover):
        cover = ExactCover.of(cover, copies)
    elif copies is not None:
        raise ModelError("a description says itself how often its items are covered: leave copies out")
    bulk, meanings = Bulk(cp), [option.meaning for option in cover.options]
    of = bulk.booleans(names(meanings))
    for (item, least, most), positions in zip(cover.items, cover.numbers.covering, strict=True):
        checkpoint()
        bulk.name = f"{called(item)} is covered {'at most once' if (least, most) == (0, 1) else times(least, most)}"
        covered(bulk, picked(of, positions), least, most)
    _colours_agree(bulk, cover, of)
    for graph in cover.graphs:
        bulk.name = "what is chosen is connected"
        connect(bulk, graph, {node: of[cover.position[node]] for node in graph.nodes}, {})
    return NamedLiterals(cp, meanings, of)


def names(meanings: Sequence[Hashable]) -> Iterator[str]:
    """The names of the variables of options; the parts of meanings that are one object are written once."""
    words: dict[int, str] = {}
    for meaning in meanings:
        if not isinstance(meaning, tuple):
            yield said(meaning)
            continue
        for part in meaning:
            if id(part) not in words:
                words[id(part)] = said(part)
        yield " ".join([words[id(part)] for part in meaning])


def picked(of: range, positions: Iterable[int]) -> list[int]:
    """The literals at some positions."""
    return [position + of.start for position in positions] if of.start else list(positions)


def _colours_agree(bulk: Bulk, cover: ExactCover[M], of: range) -> None:
    """Each secondary item has one colour in all chosen options that touch it."""
    numbers = cover.numbers
    candidates: dict[int, list[set[int]]] = {}
    for (_, least, most), positions in zip(cover.items, numbers.covering, strict=True):
        if least == most == 1 and (secondaries := numbers.common(positions)):
            options = set(positions)
            for secondary in secondaries:
                candidates.setdefault(secondary, []).append(options)
    for secondary, by_colour in numbers.by_secondary.items():
        checkpoint()
        bulk.name = f"{called(numbers.secondaries[secondary])} has one colour"
        owners: list[set[int]] = []
        for options in candidates.get(secondary, []):
            if all(options.isdisjoint(other) for other in owners):
                owners.append(options)
        given = [[[i for i in positions if i in options] for positions in by_colour] for options in owners]
        left: dict[int, list[int]] = {}
        if sum(map(len, by_colour)) > sum(len(positions) for by in given for positions in by):
            owned = set().union(*owners)
            rests = ([i for i in positions if i not in owned] for positions in by_colour)
            left = {colour: rest for colour, rest in enumerate(rests) if rest}
        if owners and (left or len(owners) > 1):
            order: list[int] = []  # as the options of the first owner have the colours, then those of the next
            for by in given:
                order += sorted([colour for colour, found in enumerate(by) if found], key=lambda colour: by[colour][0])
            colours = dict.fromkeys([*order, *range(len(by_colour))])
            literals = dict(zip(colours, one_of(bulk, len(colours)), strict=True))
            for by in given:
                for colour, literal in literals.items():
                    bulk.exactly_one([*picked(of, by[colour]), ~literal])
            for colour, positions in left.items():
                _imply(bulk, cover, of, positions, literals[colour])
        elif left and len(by_colour) > 1 and not _exclude_each_other(cover, left):
            shown = []
            for positions in left.values():
                if len(positions) == 1:
                    shown.append(of[positions[0]])
                    continue
                literal = bulk.boolean()
                bulk.any_of([*picked(of, positions), ~literal])
                _imply(bulk, cover, of, positions, literal)
                shown.append(literal)
            bulk.at_most_one(shown)


def _exclude_each_other(cover: ExactCover[M], by_colour: Mapping[int, Sequence[int]]) -> bool:
    """Whether all the options cover one item in common that is covered at most once."""
    positions = [position for found in by_colour.values() for position in found]
    common = set.intersection(*(set(cover.numbers.items[position]) for position in positions))
    return any(cover.items[item].most <= 1 for item in common)


def _imply(bulk: Bulk, cover: ExactCover[M], of: range, positions: Iterable[int], literal: int) -> None:
    """Each of the options implies a literal: one constraint for all those that cover one item at most once."""
    groups: dict[tuple[str, int], list[int]] = {}  # of which at most one can be chosen
    for position in positions:
        items = cover.numbers.items[position]
        shared = next((("item", item) for item in items if cover.items[item].most <= 1), ("option", position))
        groups.setdefault(shared, []).append(position)
    for group in groups.values():
        bulk.at_most_one([*picked(of, group), ~literal])
