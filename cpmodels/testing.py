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
cpmodels.base.errors.DefectError: two solutions of the model differ in the variable free, but not in the key
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import is_dataclass
from itertools import count as counting
from itertools import groupby, islice
from operator import itemgetter
from random import Random
from typing import Any

from cpmodels import _cp_model as cp_model
from cpmodels._candidates import candidates, makes_candidates
from cpmodels._parameters import ENUMERATION, parameter, rejected, sat_parameters, unproved
from cpmodels.base._canonical import canonical
from cpmodels.base._clock import Clock, solved_beside
from cpmodels.base.diagram import Diagram
from cpmodels.base.errors import (
    DefectError,
    KindError,
    MissingExtraError,
    ModelError,
    ParameterError,
    PuzzleError,
    TooLargeError,
)
from cpmodels.base.marks import Partial
from cpmodels.base.puzzle import Grid, Puzzle, Solution, marks_of
from cpmodels.base.values import listed, shown
from cpmodels.confirming import OTHERS
from cpmodels.constraints._bulk import indexes_of
from cpmodels.engines._cp_sat import objective_of, without_presolve
from cpmodels.engines._table import CP_SAT
from cpmodels.explaining._default import account
from cpmodels.explaining._explaining import hint
from cpmodels.explaining._reasoner import Reasoner
from cpmodels.explaining._referee import admits
from cpmodels.model import BARE, Model, as_asked, build, objective_terms, parts_of, rising
from cpmodels.search._portfolio import optimal, without_objective
from cpmodels.search._question import Question, Status, is_hashable
from cpmodels.search._symmetry import Symmetry
from cpmodels.search.solving import count, solutions, solve
from readers.forms import puzzle_form, puzzle_from_form, solution_form, solution_from_form

__all__ = ["check_kind", "check_model"]

MOST = 1000
"""Up to how many solutions are looked at."""

MOST_IMAGES = 50_000
"""Up to how many images of solutions under symmetries are looked at."""


Key = tuple[int, ...]

FEW = 5
"""How many solutions are drawn, and how many other solutions of a candidate looked at."""


def check_kind(puzzle: Puzzle[Any], *, most: int = MOST, engines: Sequence[str] = OTHERS, free: bool = False) -> int:
    """Check all that a kind promises on one small puzzle; how many solutions it has, or `most` if it has more.

    - The puzzle is a value: it can be hashed, pickled and copied, is frozen if it is a dataclass, has a canonical text
      (see `cpmodels.base._canonical`), and survives its JSON form.
    - Its model is that of `check_model`, and a copy of the puzzle has the same one.
    - Every solution passes the puzzle's check and survives its JSON form; a grid without its last row does not pass.
    - A puzzle with solutions has no `infeasible_reason`.
    - For a puzzle that maximises, the objective of each solution is its `amount`, and none has more than `most` says;
      the solutions that are counted are the best ones.
    - For a puzzle that minimises, all this holds for its parts, up to the first cost at which there is a solution, and
      that is what `cpmodels.solve` and `cpmodels.count` find.
    - CP-SAT, with symmetry, without it and in parts, and each engine that can have the puzzle find the same: as many
      solutions in all, told apart and up to symmetry, and by name, if there are up to `most`.  So a description beside
      a model says the same as the model.
    - `diagram` gives a `Diagram` of the puzzle and of solutions, where there is one at all.
    - The account by which explanations speak (see `cpmodels.explaining`) has the same solutions, and no hint on a part
      of a solution is to undo anything.
    - Where the kind makes candidates for new puzzles, a candidate has its intended solution.

    engines: those that must find the same, where they are installed and the puzzle has a form for them; all by default.
    free: as for `check_model`.

    Raises DefectError, a sentence, for the first that does not hold.

    >>> from cpmodels import Zip
    >>> check_kind(Zip(2, 2), engines=())
    8
    """
    if not isinstance(puzzle, Puzzle):
        raise ParameterError(f"check_kind takes a puzzle, not {shown(puzzle)}")
    number = _check_puzzle(puzzle, parameter(most, "most", 1), engines, free=free)
    _check_candidates(puzzle)
    return number


def _check_puzzle(puzzle: Puzzle[Any], most: int, engines: Sequence[str], *, free: bool) -> int:
    _check_value(puzzle)
    as_asked(puzzle)
    _check_diagram(puzzle, [])
    if puzzle.minimise:
        number = _check_parts(puzzle, most, engines, free=free)
    else:
        model = build(puzzle)
        if str(model.cp.proto) != str(build(pickle.loads(pickle.dumps(puzzle))).cp.proto):
            raise DefectError(
                "a copy of the puzzle has a different model, so workers of a sweep would search something else"
            )
        found, complete = _checked(model, puzzle, most, engines, free=free)
        number, solved = len(found), list(found.values())
        if number and (reason := puzzle.infeasible_reason()) is not None:
            raise DefectError(f"the puzzle has a solution, but also an infeasible_reason: {reason}")
        _check_diagram(puzzle, solved[:FEW])
        _check_sizes(puzzle, solved[:FEW])
        if puzzle.maximise:
            _check_amounts(puzzle, model, most)
        elif model.cp.has_objective():
            if next(parts_of(puzzle), None) is not None:
                raise DefectError("the model has an objective, but `parts` names puzzles without it")
        else:
            _check_account(model, found, most, complete=complete)
    return number


def _check_parts(puzzle: Puzzle[Any], most: int, engines: Sequence[str], *, free: bool) -> int:
    for least, of_one_cost in groupby(rising(parts_of(puzzle)), itemgetter(0)):
        number, seen = 0, set[Solution]()
        for _, part in of_one_cost:
            number += _check_puzzle(part.puzzle, most, engines, free=free)
            with solutions(part.puzzle) as found:
                for solution, _ in zip(found, range(most), strict=False):
                    whole = part.whole(solution)
                    _check_solution(puzzle, whole)
                    if whole in seen:
                        raise DefectError(f"two parts of one cost have the same solution: {shown(whole)}")
                    seen.add(whole)
        if number:
            cost, counted = solve(puzzle).cost, count(puzzle)
            if cost != least:
                raise DefectError(f"solve says that the least {puzzle.minimise} is {cost}, but it is {least}")
            if number < most and (counted.total, counted.exhausted) != (number, True):
                raise DefectError(f"the parts have {number} solutions, but count finds {counted.total}")
            return number
    return 0


@contextmanager
def _raising_nothing(what: str, of: str) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        raise DefectError(f"{what} raises {type(error).__name__} ({error}) for {of}") from error


def _check_diagram(puzzle: Puzzle[Any], solved: Sequence[Solution]) -> None:
    for solution in (None, *solved):
        with _raising_nothing("diagram", "the puzzle" if solution is None else shown(solution)):
            try:
                diagram: Any = puzzle.diagram(solution)
            except NotImplementedError:
                return
        if not isinstance(diagram, Diagram):
            raise DefectError(f"diagram returns a {type(diagram).__name__}, not a Diagram")


def _check_sizes(puzzle: Puzzle[Any], solved: Sequence[Solution]) -> None:
    """Check that a grid of the wrong size is refused as other wrong solutions are."""
    for solution in solved:
        if isinstance(solution, Grid) and len(solution.rows) > 1:
            smaller = Grid(solution.rows[:-1])
            with _raising_nothing("check", f"a board of another size, {shown(smaller)}"):
                is_right = not puzzle.check(smaller)
            if is_right:
                raise DefectError(f"check has nothing against a board of another size, {shown(smaller)}")


def _check_amounts(puzzle: Puzzle[Any], model: Model[Any], most: int) -> None:
    """Check that the objective of all solutions, not of the best alone, is their amount."""
    terms = objective_terms(model.cp)
    solved, complete = _assignments(model.changed(without_objective(model.cp)), most, free=True)

    def inner(values: Sequence[int]) -> int:
        return sum(c * values[v] for v, c in terms)

    amounts = []
    for key, several in solved.items():
        solution, best = model.solution(key), objective_of(model.cp, min(map(inner, several)))
        _check_solution(puzzle, solution)
        amounts.append(amount := puzzle.amount(solution))
        if complete and amount != best:
            raise DefectError(
                f"the amount of {puzzle.maximise} of a solution is {amount:,}, but the objective of the model is "
                f"{best:,}: {shown(solution)}"
            )
    bound = puzzle.most()
    if amounts and bound is not None and max(amounts) > bound:
        raise DefectError(f"the {puzzle.maximise} of a solution is {max(amounts):,}, but `most` says {bound:,}")


def _check_account(model: Model[Any], solved: Mapping[Key, Solution], most: int, *, complete: bool) -> None:
    """Check that the account has the same solutions, if it likes but one of each orbit."""
    puzzle = model.puzzle
    try:
        told = account(puzzle)
        reasoner = Reasoner(told)
    except (MissingExtraError, KindError, ModelError, TooLargeError):
        return
    orbits = [first for first, _ in Symmetry(model).orbits(list(map(bytes, solved)))]
    expected = {puzzle.appearance(solution): orbit for solution, orbit in zip(solved.values(), orbits, strict=True)}
    found: set[Any] = set()
    with reasoner:
        assumed, facts = list(reasoner.all), range(1, told.facts + 1)
        for _ in range(most):
            if (true := reasoner.solution(assumed)) is None:
                break
            with _raising_nothing("the account", "a solution"):
                solution = told.solution(true)
            if broken := puzzle.check(solution):
                raise DefectError(f"the account has a solution that breaks the puzzle's rules: {'; '.join(broken)}")
            look = puzzle.appearance(solution)
            if complete and look not in expected:
                raise DefectError(f"the account has a solution that the model does not have: {shown(solution)}")
            found.add(expected.get(look))
            assumed += reasoner.not_all([fact if fact in true else -fact for fact in facts])
        else:
            return
        lost = [solution for solution in solved.values() if expected[puzzle.appearance(solution)] not in found]
        for solution in lost[:FEW] if complete else ():
            if not admits(puzzle, solution):
                raise DefectError(f"the account rules out a solution: {shown(solution)}")
    for solution in list(solved.values())[:FEW]:
        marks = sorted(solution.marks() or (), key=str)
        part = Random(0).sample(marks, len(marks) // 2)
        if told.marks and (wrong := hint(puzzle, Partial(part)).wrong):
            raise DefectError(f"the hint on a part of a solution is to undo that {wrong.words}: {shown(solution)}")


def _check_candidates(puzzle: Puzzle[Any]) -> None:
    """Check the first candidate of a puzzle of the same size or a small one, where the kind makes candidates."""
    kind = type(puzzle)
    if not makes_candidates(kind):
        return
    for size in _sizes(puzzle):
        try:
            candidate = next(candidates(kind, size, Random(0)))
        except (ParameterError, PuzzleError, StopIteration):
            continue
        break
    else:
        return
    is_inherited = candidates.is_implemented(kind) and candidates.own_of(kind)
    if is_inherited and not isinstance(candidate.puzzle(candidate.clues), kind):
        return  # `generate` says so: it makes puzzles of the kind that this one is derived from.
    for clues in (list(candidate.clues), []):
        made = candidate.puzzle(clues)
        if not isinstance(made, kind):
            raise DefectError(f"a candidate makes a {type(made).__name__}, not a {kind.__name__}")
        if broken := made.check(candidate.solution):
            raise DefectError(f"the solution of a candidate breaks the rules of its puzzle: {'; '.join(broken)}")
    for other in islice(candidate.others(), FEW):
        if other == candidate.solution or candidate.puzzle([]).check(other):
            raise DefectError(f"`others` of a candidate gives what is not another solution: {shown(other)}")


def _sizes(puzzle: Any) -> Iterator[Key]:
    """The size of a puzzle, if it has one, and small ones."""
    if isinstance(getattr(puzzle, "rows", None), int) and isinstance(getattr(puzzle, "cols", None), int):
        yield puzzle.rows, puzzle.cols
    yield from ((3, 3), (2, 2), (4, 4), (3,), (2, 2, 2))


def _check_value(puzzle: Puzzle[Any]) -> None:
    kind = type(puzzle).__name__
    try:
        if not isinstance(puzzle.kind, str):
            raise DefectError(f"the `kind` of {kind} is not a string, but {shown(puzzle.kind)}")
        if not issubclass(puzzle.solution_type, Solution):
            raise DefectError(f"the `solution_type` of {kind} is not a class of solutions")
    except KindError as error:
        raise DefectError(str(error)) from None
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
    with _raising_nothing("==", f"a {kind} and a pickled copy of it"):
        is_same = copy == puzzle and hash(copy) == hash(puzzle)
    if not is_same:
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
    if not isinstance(solution, type(puzzle).solution_type):
        raise DefectError(
            f"a solution is a {type(solution).__name__}, but the solution_type of {type(puzzle).__name__} is "
            f"{type(puzzle).solution_type.__name__}"
        )
    if broken := puzzle.check(solution):
        raise DefectError(f"a solution of the model breaks the puzzle's rules: {'; '.join(broken)}")
    try:
        hash(solution)
        back = solution_from_form(puzzle, json.loads(json.dumps(solution_form(solution))))
    except (TypeError, ValueError) as error:
        raise DefectError(f"a solution cannot be hashed, or its JSON form is not read back: {error}") from None
    if back != solution:
        raise DefectError(f"the JSON form of a solution is read back as another one: {shown(back)}")


def check_model(model: Model[Any], *, most: int = MOST, engines: Sequence[str] = OTHERS, free: bool = False) -> int:
    """Check all that a model promises; how many solutions it has, or `most` if it has more.

    - Nothing but the key is free: no two assignments of all variables agree on the key, unless it may be.
    - No two values of the key are decoded to the same solution, and every solution passes the puzzle's check.
    - Where the model has marks, a mark's literals are true just when the solution has it.
    - The symmetries map solutions to solutions, and exactly one pivot is true in each, if the model is as it was made.
    - `infeasible` is None where there is a solution.
    - `cpmodels.count` finds as many with symmetry as without it, in parts, and by each engine, and says of all the same
      how many they are told apart and up to symmetry; `cpmodels.solutions` gives the same ones, and `cpmodels.solve`
      one of them.

    Of a model with an objective all this holds for the optimal solutions.

    free: whether variables outside of the key may be free, as where it does not matter which tent is of which tree.

    Raises DefectError, a sentence, for the first that does not hold.

    >>> from cpmodels import Zip
    >>> check_model(build(Zip(2, 3)), engines=())
    16
    """
    if not isinstance(model, Model):
        raise ParameterError(f"check_model takes a model, not {shown(model)}")
    return len(_checked(model, model, parameter(most, "most", 1), engines, free=free)[0])


def _checked(
    asked: Model[Any], question: Puzzle[Any] | Model[Any], most: int, engines: Sequence[str], *, free: bool
) -> tuple[dict[Key, Solution], bool]:
    """The solutions of a model that is as it should be, by the values of the key, up to `most`; and whether all."""
    model: Any = optimal(Question(asked, Clock(None, None))).asked
    found, complete = _assignments(model, most, free=free)
    keys = list(found)
    if not complete and sum(map(len, found.values())) < most:
        raise DefectError(f"by the model's own parameters CP-SAT stops at {len(keys)} solutions, which need not be all")
    solved = _check_decoding(model, keys)
    for values, solution in zip(keys, solved, strict=True):
        _check_marks(model, solution, found[values][0])
    if model.as_built:  # Else no search uses symmetries and pivots.
        _check_symmetries(model, set(keys), complete=complete)
    if keys and model.infeasible is not None:
        raise DefectError(f"the model has a solution, but says that it is infeasible: {model.infeasible}")
    if complete:
        _check_counts(question, model, solved, engines)
    answer = solve(question, workers=1)
    if (answer.solution is not None) != bool(keys):
        raise DefectError(f"solve says that the model is {answer.status.value}, but it has {len(keys)} solutions")
    if asked.cp.has_objective() and keys:
        if answer.status is not Status.OPTIMAL:
            raise DefectError(f"solve says {answer.status.value}, not optimal, of a model with an objective")
        if complete and _looks(model.puzzle, [answer.solution]) - _looks(model.puzzle, solved):
            raise DefectError(f"solve calls a solution optimal that is not: {shown(answer.solution)}")
    return dict(zip(keys, solved, strict=True)), complete


def _assignments(model: Model[Any], most: int, *, free: bool = False) -> tuple[dict[Key, list[list[int]]], bool]:
    """All solutions by the values of the key, up to `most`, each as values of all variables; and whether it is all.

    free: whether variables may differ where the key does not; else one that does is a defect.
    """
    solver, indexes, seen = cp_model.Solver(), model.indexes, counting(1)
    found: dict[Key, list[list[int]]] = {}
    differing: list[int] = []

    def collect(callback: cp_model.Callback) -> bool:
        values = list(callback.response_proto.solution)
        key = tuple(values[i] for i in indexes)
        if key in found and not free:
            differing.extend(i for i, (a, b) in enumerate(zip(found[key][0], values, strict=True)) if a != b)
        elif next(seen) <= most:
            found.setdefault(key, []).append(values)
            return True
        return False

    own = {**ENUMERATION, "cp_model_presolve": not without_presolve(model.cp)}
    solver.parameters = sat_parameters(model.parameters, own=own)
    status = solved_beside(solver, model.cp, cp_model.Callback(collect))
    if status == cp_model.MODEL_INVALID:
        raise rejected(model.cp, solver.solution_info())
    if differing:
        name = model.cp.get_int_var_from_proto_index(differing[0]).name or f"number {differing[0]}"
        raise DefectError(f"two solutions of the model differ in the variable {name}, but not in the key")
    return found, status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and not unproved(solver.parameters)


def _check_decoding(model: Model[Any], keys: Sequence[Key]) -> list[Solution]:
    """The solutions, all different and right."""
    decoded: dict[Solution, Key] = {}
    for values in keys:
        with _raising_nothing("decode", "a solution of the model"):
            solution = model.solution(values)
        if model.puzzle is not BARE:
            _check_solution(model.puzzle, solution)
        elif not is_hashable(solution) or model.solution(values) != solution:
            raise DefectError(
                f"solutions are compared, but {shown(solution)} cannot be hashed, or equals itself alone: let `decode` "
                "make a tuple, or a frozen dataclass"
            )
        if (other := decoded.get(solution)) is not None:
            differing = [
                model.key[i].name or str(i) for i, (a, b) in enumerate(zip(values, other, strict=True)) if a != b
            ]
            raise DefectError(
                f"decode gives the same solution for two values of the key, which differ in {listed(differing)}: "
                f"{shown(solution)}"
            )
        decoded[solution] = values
    return list(decoded)


def _check_marks(model: Model[Any], solution: Any, values: Sequence[int]) -> None:
    """A mark's literals are true just when the solution has it, or one that looks the same: one of these literals."""
    if not (model.marks.are_known and isinstance(solution, Solution)):
        return
    literals_of = {mark: tuple(indexes_of(literals)) for mark, literals in model.marks.items()}
    true = {mark for mark, of in literals_of.items() if any(values[at] if at >= 0 else not values[~at] for at in of)}
    if missing := (own := marks_of(solution)) - true:
        raise DefectError(f"a solution has {min(missing, key=str)}, but by the marks of the model it has not")
    looks = {(mark.cells, literals_of[mark]) for mark in own}
    if wrong := [mark for mark in true if (mark.cells, literals_of[mark]) not in looks]:
        raise DefectError(f"by the marks of the model a solution has {min(wrong, key=str)}, but it has not")


def _check_symmetries(model: Model[Any], keys: set[Key], *, complete: bool) -> None:
    for number, symmetry in enumerate(model.symmetries[: MOST_IMAGES // max(len(keys), 1) + 1]):
        for values in keys:
            image = [0] * len(values)
            for position, value in enumerate(values):
                image[symmetry[position]] = value
            right = tuple(image) in keys if complete else not model.puzzle.check(model.solution(image))
            if not right:
                raise DefectError(
                    f"the symmetry {number} maps a solution to what is not one: {shown(model.solution(values))}"
                )
    for values in keys:
        if model.pivots and sum(values[p] for p in model.pivots) != 1:
            named = listed([model.key[p].name for p in model.pivots if values[p]])
            raise DefectError(f"not exactly one of the pivots is true in a solution, but {named or 'none'}")


def _check_counts(
    asked: Puzzle[Any] | Model[Any], model: Model[Any], solved: Sequence[Solution], engines: Sequence[str]
) -> None:
    """Check that everything that counts gives the same numbers, and everything that lists gives the same solutions."""
    number = len(solved)
    ways: dict[str, dict[str, Any]] = {
        "with symmetry": {"engine": CP_SAT},
        "without symmetry": {"engine": CP_SAT, "up_to_symmetry": False},
        "in parts": {"engine": CP_SAT, "workers": 2},
        "as by default": {},
        **{f"by {engine}": {"engine": engine} for engine in engines},
    }
    orbits: int | None = None
    for how, options in ways.items():
        try:
            counted = count(asked, **options)
        except (MissingExtraError, KindError, ModelError, TooLargeError):
            continue
        if counted.total != number:
            raise DefectError(f"the model has {number} solutions, but {how} {counted.total} are counted")
        told: dict[str, tuple[Any, Any]] = {
            "told apart": (counted.told_apart, number * model.identical),
            "exhausted": (counted.exhausted, True),
        }
        if how == "without symmetry":
            told["up to symmetry"] = counted.orbits, number
        elif orbits is None:
            orbits = counted.orbits
        elif counted.orbits is not None:
            told["up to symmetry"] = counted.orbits, orbits
        for what, (found, right) in told.items():
            if found != right:
                raise DefectError(f"of the {number} solutions {found} is said {how} for {what}, not {right}")
    looks = _looks(model.puzzle, solved)
    for engine in engines:
        try:
            wrong = _looks(model.puzzle, solutions(asked, engine=engine)) ^ looks
        except (MissingExtraError, KindError, ModelError, TooLargeError, ParameterError):
            continue  # Ganak counts alone.
        if wrong:
            one = shown(next(iter(wrong)))
            raise DefectError(f"the engine {engine} and the model do not agree on whether this is a solution: {one}")


def _looks(puzzle: Puzzle[Any], solved: Iterable[Any]) -> set[Any]:
    """What solutions look like, where identical pieces may be told apart in other ways."""
    return set(map(puzzle.appearance, solved))
