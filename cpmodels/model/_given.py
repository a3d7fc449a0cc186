"""Models of the solutions that have what is given: a player's board, or values of some variables of the key."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from contextlib import suppress
from numbers import Number
from typing import TYPE_CHECKING, Any, NamedTuple

from cpmodels import _cp_model as cp_model
from cpmodels.base.errors import ModelError, PuzzleError
from cpmodels.base.marks import Mark, Partial, check_sorts
from cpmodels.base.puzzle import Assignment, S, Solution
from cpmodels.base.values import plain, shown
from cpmodels.constraints._bulk import indexes_of, literal_at

if TYPE_CHECKING:
    from cpmodels.model import Model


class Given(NamedTuple):
    """Something that is so, or that is not: of the literals one is true, or none is.

    about: a mark, or the name of a variable of the key.
    """

    about: Any
    holds: bool
    literals: Sequence[int]

    def __str__(self) -> str:
        return f"{self.about} is {'given' if self.holds else 'excluded'}"


def passed(model: Model[Any]) -> dict[Mark, tuple[cp_model.IntVar]]:
    """That a line passes a cell, by the literals that the model of a loop or of paths calls ``visited``.

    So a cell may be given that is shaded in Yajilin; what is certain, and a page, is about the lines alone.

    >>> from cpmodels import build
    >>> Mark.at((0, 0), value=True) in passed(build("yajilin-5"))
    True
    """
    visited = model.variables.get("visited", {}) if model.marks.are_known else {}
    return {
        Mark.at(node, value=True): (literal,) for node, literal in visited.items()
        if isinstance(literal, cp_model.IntVar)
    }  # fmt: skip


def givens(model: Model[Any], given: Any) -> list[Given]:
    """What is given, by literals of a model: by its marks or, where it has none, by the names of its key.

    given: whatever `Partial.of` takes; for a model without marks a mapping from names to their values, true or
        false, or numbers; or an `Assignment`: where it knows the key, as a solution does, all else in that is false.

    Raises PuzzleError for what has no place on the board or is of no sort that is marked there, such as a text among
    numbers; ModelError for a model that has neither such marks nor names.
    """
    if model.marks.are_known:
        known = {**passed(model), **model.marks}
        partial, board = Partial.of(given), {cell for mark in known for cell in mark.cells}
        marks = sorted(((mark, True) for mark in partial.known), key=str)
        marks += sorted(((mark, False) for mark in partial.excluded), key=str)
        if off := [mark for mark, _ in marks if not board.issuperset(mark.cells)]:
            raise PuzzleError(f"{off[0]} has no place on the board")
        check_sorts([mark for mark, _ in marks], known)
        return [Given(mark, holds, indexes_of(known.get(mark, ()))) for mark, holds in marks]
    if isinstance(given, Assignment):
        given = dict(given)
    if not isinstance(given, Mapping):
        what = "its key has no marks" if isinstance(given, (Partial, Solution)) else f"not {shown(given)}"
        raise ModelError(f"what is given of a model is a mapping from the names of its key to their values: {what}")
    literal, found = model.named, list[Given]()
    numbers = {part.label: part for part in model.entries.parts if part.is_number} if model.entries else {}
    for name, value in given.items():
        if name not in numbers and name not in literal:
            raise PuzzleError(f"the key of the model has no variable {shown(name)}")
        settled = None
        if name in numbers and not isinstance(plain(value), bool):
            with suppress(TypeError):
                settled = numbers[name].positions_of(operator.index(value))
        if settled is None and (name in numbers or not isinstance(plain(value), Number) or value not in (0, 1)):
            raise PuzzleError(f"{shown(name)} cannot be {shown(value)}")
        if settled is None:
            found.append(Given(name, bool(value), (literal[name],)))
        else:
            places = model.indexes[numbers[name].positions.start : numbers[name].positions.stop]
            literals = [at if true else ~at for at, true in zip(places, settled, strict=True)]
            found += [Given(f"{numbers[name].called} = {value}", holds=True, literals=(at,)) for at in literals]
    return found


def holding(model: Model[S], given: Any) -> Model[S]:
    """The model of those solutions that have what is given.  Raises as `givens`.

    >>> from cpmodels import Path, Zip, build, count
    >>> count(holding(build(Zip(2, 2)), Path([(0, 0), (0, 1)]))).total
    6
    """
    cp = cp_model.copy_of(model.cp)
    impossible = None
    for one in givens(model, given):
        literals = [literal_at(cp, index) for index in one.literals]
        if one.holds:
            cp.add_bool_or(literals).with_name(str(one))
            if not literals:
                impossible = impossible or f"{one.about} is in no solution"
        elif literals:
            cp.add_bool_and([~literal for literal in literals]).with_name(str(one))
    return model.changed(cp, infeasible=model.infeasible or impossible)


def with_facts(model: Model[Any]) -> tuple[cp_model.CpModel, dict[Any, int]]:
    """A copy of a model's CpModel, and the literal of each mark or, where there are none, of each name of its key.

    Marks that have the same literals, as of pieces that look the same, share one.
    """
    cp = cp_model.copy_of(model.cp)
    if not model.marks.are_known:
        return cp, model.named
    of = {mark: tuple(sorted(indexes_of(literals))) for mark, literals in model.marks.items()}
    made: dict[tuple[int, ...], int] = {some: some[0] for some in of.values() if len(some) == 1}
    for some in of.values():
        if some not in made:
            either = cp.new_bool_var("")
            cp.add_bool_or([~either, *(literal_at(cp, index) for index in some)])
            for index in some:
                cp.add_implication(literal_at(cp, index), either)
            made[some] = either.index
    return cp, {mark: made[some] for mark, some in of.items()}
