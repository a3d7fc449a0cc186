"""Other ways to say that touching sides agree, for edge matching and Zigzaws: constraints like `exact_cover`.

Each takes a CpModel and a description, and gives back the literals of its options.  They are for descriptions in which
each secondary item is owned by cells: items covered exactly once, all of whose options give it a colour.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import combinations, pairwise
from typing import Any

from ortools.sat.python import cp_model

from cpmodels.base.description import ExactCover, Item, Option
from cpmodels.base.errors import UnsupportedError
from cpmodels.constraints import exact_cover
from cpmodels.model import Model, parameters_for
from cpmodels.model._symmetries import CoverKey
from cpmodels.puzzles import EdgeMatching
from cpmodels.puzzles.edge_matching.model import BORDERED

Placed = Mapping[Any, cp_model.IntVar]
Constrain = Callable[[cp_model.CpModel, ExactCover[Any]], Placed]


def linear_sums(cp: cp_model.CpModel, cover: ExactCover[Any]) -> Placed:
    """No variable for a colour: as many options show it from one side as from the other."""
    placed = uncoloured(cp, cover)
    for secondary, cells in meetings(cover).items():
        for one, other in pairwise(by_colour(cover, cell, (secondary,)) for cell in cells):
            for colour in one:
                cp.add(sum(placed[m] for m in one[colour]) == sum(placed[m] for m in other.get(colour, ())))
    return placed


def supports(cp: cp_model.CpModel, cover: ExactCover[Any]) -> Placed:
    """No variable for a colour: an option needs one of those next to it that agree with it."""
    placed = uncoloured(cp, cover)
    shared: dict[tuple[Item, Item], list[Item]] = {}
    for secondary, cells in meetings(cover).items():
        for pair in combinations(cells, 2):
            shared.setdefault(pair, []).append(secondary)
    for (one, other), secondaries in shared.items():
        ours, theirs = (by_colour(cover, cell, secondaries) for cell in (one, other))
        for needs, offers in ((ours, theirs), (theirs, ours)):
            for colours, meanings in needs.items():
                agreeing = [placed[meaning] for meaning in offers.get(colours, ())]
                for meaning in meanings:
                    cp.add_bool_or([~placed[meaning], *agreeing])
    return placed


def tables(cp: cp_model.CpModel, cover: ExactCover[Any]) -> Placed:
    """An integer for the option of each cell and the colour of each secondary item, tied by a table for each cell."""
    placed = uncoloured(cp, cover)
    met = meetings(cover)
    colours: dict[Item, tuple[cp_model.IntVar, dict[Hashable, int]]] = {}
    for secondary, cells in met.items():
        known = {colour: i for i, (colour,) in enumerate(by_colour(cover, cells[0], (secondary,)))}
        colours[secondary] = cp.new_int_var(0, max(len(known) - 1, 0), ""), known
    for cell in dict.fromkeys(cell for cells in met.values() for cell in cells):
        around = [secondary for secondary, cells in met.items() if cell in cells]
        options = [cover.options[position] for position in cover.covering[cell]]
        choice = cp.new_int_var(0, len(options) - 1, "")
        cp.add_map_domain(choice, [placed[option.meaning] for option in options])
        rows = []
        for number, option in enumerate(options):
            given = dict(option.colours)
            if all(given[secondary] in colours[secondary][1] for secondary in around):
                rows.append([number, *(colours[secondary][1][given[secondary]] for secondary in around)])
        cp.add_allowed_assignments([choice, *(colours[secondary][0] for secondary in around)], rows)
    return placed


def uncoloured(cp: cp_model.CpModel, cover: ExactCover[Any]) -> Placed:
    """The cover without its colours."""
    return exact_cover(cp, ExactCover(cover.items, [Option(option.meaning, option.items) for option in cover.options]))


def meetings(cover: ExactCover[Any]) -> dict[Item, list[Item]]:
    """For each secondary item that several cells touch, those cells.

    Raises UnsupportedError when an option touches it that is of no cell.
    """
    met = {}
    for secondary, touching in cover.touching.items():
        positions = {position for options in touching.values() for position in options}
        cells: list[Item] = []
        owned: set[int] = set()
        for item, options in cover.covering.items():
            if options and positions.issuperset(options) and cover.copies[item] == (1, 1) and owned.isdisjoint(options):
                cells.append(item)
                owned.update(options)
        if not positions <= owned:
            raise UnsupportedError(f"{secondary!r} is touched by options that are of no cell")
        if len(cells) > 1:
            met[secondary] = cells
    return met


def by_colour(
    cover: ExactCover[Any], cell: Item, secondaries: tuple[Item, ...] | list[Item]
) -> dict[tuple[Hashable, ...], list[Any]]:
    """The meanings of the options of a cell by the colours that they give to some secondary items."""
    found: dict[tuple[Hashable, ...], list[Any]] = {}
    for position in cover.covering[cell]:
        option = cover.options[position]
        given = dict(option.colours)
        found.setdefault(tuple(given[secondary] for secondary in secondaries), []).append(option.meaning)
    return found


def model(puzzle: Any, constrain: Constrain) -> Model[Any]:
    """The library's model with another constraint for its exact cover, and no strategies."""
    cp, description = cp_model.CpModel(), puzzle.describe()
    key = CoverKey(description)
    bordered = isinstance(puzzle, EdgeMatching) and puzzle.border is not None
    return Model(
        puzzle,
        cp,
        tuple(constrain(cp, key.cover).values()),
        lambda values: description.solution(key.read(values)),
        symmetries=key.symmetries,
        pivots=key.pivots,
        parameters=BORDERED if bordered else parameters_for(description.problem),
        identical=puzzle.identical,
        infeasible=puzzle.infeasible_reason(),
        settled=key.cover.is_settled(),
    )
