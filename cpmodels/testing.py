"""A test for the authors of kinds of puzzles: does everything that the library takes for granted hold on a small one?

>>> from cpmodels import Zip
>>> check_kind(Zip(3, 3), engines=())
40

That was the number of its solutions; what does not hold is one sentence:

>>> from cpmodels import build
>>> model = build(Zip(3, 3))
>>> free = model.cp.new_bool_var("free")
>>> check_model(model)
Traceback (most recent call last):
...
cpmodels.errors.DefectError: two solutions of the model differ in the variable free, but not in the key
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from dataclasses import is_dataclass
from typing import Any

from ortools.sat.python import cp_model

from cpmodels._canonical import canonical
from cpmodels.errors import DefectError, KindError, MissingExtraError, ModelError, ParameterError
from cpmodels.model import BARE, Model, build
from cpmodels.puzzle import Puzzle, Solution, broken_rules
from cpmodels.search._parameters import rejected, sat_parameters
from cpmodels.solving import count, solutions, solve
from cpmodels.values import listed, shown
from readers.forms import puzzle_form, puzzle_from_form, solution_form, solution_from_form

__all__ = ["check_kind", "check_model"]

MOST = 1000
"""Up to how many solutions are looked at."""

MOST_IMAGES = 50_000
"""Up to how many images of solutions under symmetries are looked at."""


class _Stranger(Solution):
    """A solution of no kind of puzzle."""


def check_kind(puzzle: Puzzle[Any], *, most: int = MOST, engines: Sequence[str] = ("cadical",)) -> int:
    """Check all that a kind promises on one small puzzle; how many solutions it has, or `most` if it has more.

    - The puzzle is a value: it can be hashed, pickled and copied, is frozen if it is a dataclass, has a canonical text
      (see `cpmodels._canonical`), and survives its JSON form.
    - Its model is that of `check_model`, and a copy of the puzzle has the same one.
    - Every solution passes the puzzle's check and survives its JSON form; a solution of another type is a TypeError.
    - A puzzle with solutions has no `infeasible_reason`.
    - For a puzzle that minimises, all this holds for the parts of its stages, up to the first one with a solution.

    engines: those that must count the same, where they are installed and the model has a form for them; also
        ``"xcover"``, for kinds that describe themselves as an exact cover.

    Raises DefectError, a sentence, for the first that does not hold.

    >>> from cpmodels import Zip
    >>> check_kind(Zip(2, 2), engines=())
    8
    """
    if not isinstance(puzzle, Puzzle):
        raise ParameterError(f"check_kind takes a puzzle, not {shown(puzzle)}")
    _check_value(puzzle)
    if puzzle.minimise:
        return _check_stages(puzzle, most, engines)
    model = build(puzzle)
    if str(model.cp.proto) != str(build(pickle.loads(pickle.dumps(puzzle))).cp.proto):
        raise DefectError(
            "a copy of the puzzle has a different model, so workers of a sweep would search something else"
        )
    if model.identical != puzzle.identical:
        raise DefectError(f"the model says identical={model.identical}, but the puzzle says {puzzle.identical}")
    number = check_model(model, most=most, engines=engines)
    if number and (reason := puzzle.infeasible_reason()) is not None:
        raise DefectError(f"the puzzle has a solution, but also an infeasible_reason: {reason}")
    return number


def _check_stages(puzzle: Puzzle[Any], most: int, engines: Sequence[str]) -> int:
    for stage in puzzle.stages():
        number = 0
        for part in stage.parts:
            number += check_kind(part.puzzle, most=most, engines=engines)
            with solutions(part.puzzle) as found:
                for solution, _ in zip(found, range(most), strict=False):
                    _check_solution(puzzle, part.whole(solution))
        if number:
            return number
    return 0


def _check_value(puzzle: Puzzle[Any]) -> None:
    kind = type(puzzle).__name__
    if not isinstance(getattr(puzzle, "kind", None), str):
        raise DefectError(f"{kind} has no `kind`, the name of its kind in files: write kind = {kind.lower()!r}")
    if not hasattr(puzzle, "solution_type"):
        raise DefectError(f"{kind} has no `solution_type`: write class {kind}(Puzzle[Grid]), or what its solutions are")
    if is_dataclass(puzzle) and not puzzle.__dataclass_params__.frozen:
        raise DefectError(f"{kind} is not frozen: write @dataclass(frozen=True)")
    try:
        hash(puzzle)
    except TypeError as error:
        raise DefectError(
            f"a {kind} cannot be hashed ({error}): its fields must be hashable, like tuples, or have field(hash=False)"
        ) from None
    try:
        copy = pickle.loads(pickle.dumps(puzzle))
    except Exception as error:
        raise DefectError(f"a {kind} cannot be pickled: {error}") from None
    if copy != puzzle or hash(copy) != hash(puzzle):
        raise DefectError(f"a pickled copy of the {kind} is not equal to it, or has a different hash")
    canonical(puzzle)
    form = puzzle_form(puzzle)
    try:
        back: Any = puzzle_from_form(type(puzzle), json.loads(json.dumps(form)))
    except (TypeError, ValueError) as error:
        raise DefectError(f"the JSON form of the {kind} is not read back: {error}") from None
    if back != puzzle:
        raise DefectError(f"the JSON form of the {kind} is read back as another puzzle: {shown(back)}")


def _check_solution(puzzle: Puzzle[Any], solution: Solution) -> None:
    if broken := broken_rules(puzzle, solution):
        raise DefectError(f"a solution of the model breaks the puzzle's rules: {'; '.join(broken)}")
    if not isinstance(solution, type(puzzle).solution_type):
        raise DefectError(
            f"a solution is a {type(solution).__name__}, but the solution_type of {type(puzzle).__name__} is "
            f"{type(puzzle).solution_type.__name__}"
        )
    try:
        hash(solution)
        back = solution_from_form(puzzle, json.loads(json.dumps(solution_form(solution))))
    except (TypeError, ValueError) as error:
        raise DefectError(f"a solution cannot be hashed, or its JSON form is not read back: {error}") from None
    if back != solution:
        raise DefectError(f"the JSON form of a solution is read back as another one: {shown(back)}")


def check_model(model: Model[Any], *, most: int = MOST, engines: Sequence[str] = ("cadical",)) -> int:
    """Check all that a model promises; how many solutions it has, or `most` if it has more.

    - Nothing but the key is free: no two assignments of all variables agree on the key.
    - No two values of the key are decoded to the same solution, and every solution passes the puzzle's check.
    - The symmetries map solutions to solutions, and exactly one pivot is true in each.
    - `infeasible` is None where there is a solution.
    - `cpmodels.count` finds as many with symmetry as without it and by other engines, and `cpmodels.solve` one of them.

    Raises DefectError, a sentence, for the first that does not hold.

    >>> from cpmodels import Zip
    >>> check_model(build(Zip(2, 3)), engines=())
    16
    """
    keys, complete = _keys(model, most)
    _check_decoding(model, keys)
    _check_symmetries(model, set(keys), complete=complete)
    for values in keys:
        if model.pivots and sum(values[p] for p in model.pivots) != 1:
            named = listed([model.key[p].name for p in model.pivots if values[p]])
            raise DefectError(f"not exactly one of the pivots is true in a solution, but {named or 'none'}")
    if keys and model.infeasible is not None:
        raise DefectError(f"the model has a solution, but says that it is infeasible: {model.infeasible}")
    if complete:
        _check_counts(model, len(keys), engines)
    found = solve(model, workers=1)
    if (found.solution is not None) != bool(keys):
        raise DefectError(f"solve says that the model is {found.status.value}, but it has {len(keys)} solutions")
    return len(keys)


def _keys(model: Model[Any], most: int) -> tuple[list[tuple[int, ...]], bool]:
    """The values of the key in all solutions, up to `most`; and whether these are all."""
    solver, collected = cp_model.CpSolver(), _Collected(model, most)
    own = {"enumerate_all_solutions": True, "cp_model_presolve": False, "num_workers": 1}
    solver.parameters = sat_parameters(model.parameters, own=own)
    status = solver.solve(model.cp, collected)
    if status == cp_model.MODEL_INVALID:
        raise rejected(model.cp, solver.solution_info())
    if collected.free is not None:
        name = model.cp.get_int_var_from_proto_index(collected.free).name or f"number {collected.free}"
        raise DefectError(f"two solutions of the model differ in the variable {name}, but not in the key")
    return list(collected.found), status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)


class _Collected(cp_model.CpSolverSolutionCallback):
    """The solutions by the values of the key; and a variable that is free, as it differs where the key does not."""

    def __init__(self, model: Model[Any], most: int) -> None:
        super().__init__()
        self._indexes, self._most = model.indexes, most
        self.found: dict[tuple[int, ...], list[int]] = {}
        self.free: int | None = None

    def on_solution_callback(self) -> None:
        values = list(self.response_proto.solution)
        key = tuple(values[i] for i in self._indexes)
        if key in self.found:
            before = self.found[key]
            self.free = next(i for i, (a, b) in enumerate(zip(before, values, strict=True)) if a != b)
            self.stop_search()
        elif len(self.found) == self._most:
            self.stop_search()
        else:
            self.found[key] = values


def _check_decoding(model: Model[Any], keys: Sequence[tuple[int, ...]]) -> None:
    decoded: dict[Solution, tuple[int, ...]] = {}
    for values in keys:
        try:
            solution = model.solution(values)
        except Exception as error:
            raise DefectError(f"decode raises {type(error).__name__} ({error}) for a solution of the model") from error
        if model.puzzle is not BARE:
            _check_solution(model.puzzle, solution)
        if (other := decoded.get(solution)) is not None:
            differing = [
                model.key[i].name or str(i) for i, (a, b) in enumerate(zip(values, other, strict=True)) if a != b
            ]
            raise DefectError(
                f"decode gives the same solution for two values of the key, which differ in {listed(differing)}: "
                f"{shown(solution)}"
            )
        decoded[solution] = values
    if model.puzzle is not BARE:
        try:
            model.puzzle.check(_Stranger())
        except TypeError:
            return
        except Exception as error:
            raise DefectError(
                f"the check raises {type(error).__name__}, not TypeError, for a solution of the wrong type: "
                "begin it with cpmodels.values.check_type"
            ) from None
        raise DefectError("the check accepts a solution of the wrong type: begin it with cpmodels.values.check_type")


def _check_symmetries(model: Model[Any], keys: set[tuple[int, ...]], *, complete: bool) -> None:
    for number, symmetry in enumerate(model.symmetries[: MOST_IMAGES // max(len(keys), 1) + 1]):
        for values in keys:
            image = [0] * len(values)
            for position, value in enumerate(values):
                image[symmetry[position]] = value
            right = tuple(image) in keys if complete else not broken_rules(model.puzzle, model.solution(image))
            if not right:
                raise DefectError(
                    f"the symmetry {number} maps a solution to what is not one: {shown(model.solution(values))}"
                )


def _check_counts(model: Model[Any], number: int, engines: Sequence[str]) -> None:
    totals = {
        "with symmetry": count(model).total,
        "without symmetry": count(model, up_to_symmetry=False).total,
    }
    for engine in engines:
        try:
            totals[f"by {engine}"] = count(model, engine=engine).total
        except (MissingExtraError, KindError, ModelError):
            continue
    for how, total in totals.items():
        if total != number:
            raise DefectError(f"the model has {number} solutions, but {how} {total} are counted")
