"""Questions about a puzzle or a model: one solution, all of them, how many there are, whether there is exactly one.

This module alone decides what is asked and what answers it: names of built-in puzzles become puzzles, puzzles
become models, puzzles that minimise become their stages, objectives become constraints, and an `engine` is chosen.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from itertools import chain
from math import inf
from typing import Any, TypeVar

from ortools.sat.python import cp_model

from cpmodels._keywords import suggests_keywords
from cpmodels.backtracking._backtracker import Backtracker
from cpmodels.backtracking._compiled import is_installed, is_loaded
from cpmodels.backtracking._estimate import estimate
from cpmodels.backtracking._lead import Lead, lead_of
from cpmodels.backtracking._solutions import BacktrackSolutions
from cpmodels.backtracking._strategy import strategy
from cpmodels.engines import BACKTRACK, CP_SAT
from cpmodels.engines._process import require
from cpmodels.engines._solutions import OF_PUZZLES, engine_count, engine_solutions, refuse_changed
from cpmodels.errors import DefectError, ModelError, ParameterError, StoppedError, TooLargeError
from cpmodels.model import BARE, Model, build_to_enumerate, has_objective, has_own_model
from cpmodels.puzzle import Part, Puzzle, Solution, Stage, as_read, not_a_puzzle
from cpmodels.search._enumeration import Enumeration, NoSolutions, Solutions, checked
from cpmodels.search._improving import improved
from cpmodels.search._narrower import rounds
from cpmodels.search._parameters import check_parameters, parameter, parameter_names, refuse_settings, seeding
from cpmodels.search._race import COMPLETE, OPTIMISING, Result, Status, best, first
from cpmodels.search._runs import A_PLAIN_REASON, Clock, Effort, Report, Statistics, called, objective_terms
from cpmodels.search._second_look import look_at_some
from cpmodels.search._sweep import sweep
from cpmodels.search._symmetry import Orbits, Symmetry
from cpmodels.strategies import NARROWER
from cpmodels.values import AnySize, shown

S = TypeVar("S", bound=Solution)

LEAD_SECONDS = 0.02
"""How long backtracking has to itself before CP-SAT's model is built, where it is loaded: most published puzzles are
solved then.  It goes on beside the building."""

DESCRIBED_SECONDS = 0.06
"""How long describing a puzzle to backtracking may take there: enough for bordered boards of 7 x 7, which it solves in
0.2 s and CP-SAT in 3, and a small part of the time of gardens of cubes, of which CP-SAT finds most sooner."""

HEAD_START = 0.5
"""Seconds that a count by CP-SAT has before backtracking is loaded, which takes about so long."""

MOST_PREPARING = 0.5
"""Seconds that backtracking may take to prepare and to estimate itself, before it is left to CP-SAT for a while."""

AT_ONCE = 30.0
"""A count that backtracking is estimated to do in so many seconds is its own; CP-SAT enumerates some thousand solutions
a second, and took longer on every such puzzle that was measured."""

Asked = Puzzle[S] | Model[S] | str | os.PathLike[str] | Mapping[str, Any]
"""A puzzle, a model, the name of a built-in puzzle, or whatever else `cpmodels.read` reads."""


First = Callable[..., Result[Any]]
"""`first`, or with settings of it."""


@dataclass(frozen=True, repr=False)
class Count(AnySize):
    """What a count found.

    total: different solutions, identical pieces interchangeable.
    told_apart: solutions with identical pieces told apart.
    orbits: solutions up to the symmetries of the puzzle, the same by each engine; None where there are some and the
        engine does not name its solutions, as ganak.
    exhausted: whether these are proved to be all; otherwise the numbers are lower bounds.
    interrupted: whether Ctrl-C ended the search.
    reason: why there is no solution, where that is plain without any search; or that OR-Tools crashed in a search that
        was isolated.
    statistics: the effort of the search.
    engine: the name of the engine that counted.
    why: why this engine was chosen, if none was named and there was a choice.

    >>> from cpmodels import Zip
    >>> found = count(Zip(3, 3))
    >>> found.total, found.orbits, found.exhausted
    (40, 3, True)
    """

    total: int
    told_apart: int
    orbits: int | None
    exhausted: bool
    interrupted: bool = field(default=False, compare=False)
    seconds: float = field(default=0.0, compare=False)
    reason: str | None = field(default=None, compare=False)
    statistics: Statistics = field(default_factory=Statistics, compare=False)
    engine: str = field(default=CP_SAT, compare=False)
    why: str | None = field(default=None, compare=False)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """What a notebook shows: what was found, without the effort."""
        shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.compare)
        printer.text(f"Count({shown})")


def as_asked(asked: Asked[S]) -> Puzzle[S] | Model[S]:
    """The puzzle or model that is asked about.  Raises PuzzleError for what cannot be read, KindError for the rest.

    >>> from cpmodels import Zip
    >>> as_asked(Zip(2, 2)) == Zip(2, 2)
    True
    """
    found: Puzzle[S] | Model[S] = as_read(asked)
    if not isinstance(found, (Puzzle, Model)):
        raise not_a_puzzle(found, "a puzzle, its name, its file, its JSON object, or a model")
    if isinstance(found, Puzzle) and found.maximise and type(found).amount is Puzzle.amount:
        raise DefectError(f"{type(found).__name__} maximises its {found.maximise}, but has no `amount`")
    if isinstance(found, Puzzle) and not (isinstance(times := found.identical, int) and times > 0):
        raise DefectError(f"the `identical` of {type(found).__name__} is {shown(times)}, not a whole number from 1")
    if isinstance(found, Puzzle) and found.minimise:
        kind = type(found)
        if kind.stages is Puzzle.stages:
            raise DefectError(
                f"{kind.__name__} minimises its {found.minimise}, but has no `stages` by which it is found"
            )
        if found.maximise:
            raise DefectError(f"{kind.__name__} minimises its {found.minimise} and maximises its {found.maximise}")
    return found


def rising(stages: Iterator[Stage[S]]) -> Iterator[Stage[S]]:
    """Stages by rising cost.  Raises DefectError for one that costs no more than the one before."""
    last: int | None = None
    for stage in stages:
        if last is not None and stage.cost <= last:
            raise DefectError(f"the stages of a puzzle do not rise: one of cost {stage.cost} comes after one of {last}")
        last = stage.cost
        yield stage


def as_model(asked: Puzzle[S] | Model[S], effort: Effort | None = None, clock: Clock | None = None) -> Model[S]:
    """The model itself, or the one of a puzzle, which is built in the time that is left.  Raises StoppedError."""
    if isinstance(asked, Model):
        return asked
    effort, clock = effort or Effort(), clock or Clock(None, None)
    began = clock.seconds
    try:
        with clock.limiting():
            return build_to_enumerate(asked)
    finally:
        effort.build_seconds += clock.seconds - began


@suggests_keywords(parameter_names)
def solve(
    puzzle: Asked[S],
    *,
    engine: str | None = None,
    order: Any = None,
    ledger: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
    seed: int | None = None,
    isolated: bool = False,
    progress: Report | None = None,
    **parameters: Any,
) -> Result[S]:
    """One solution of a puzzle, or of a model; the best one, if the model has an objective.

    For a puzzle that maximises, the search goes on until a solution is proved to be the best, the time is up, or Ctrl-C
    ends it; special searches run beside CP-SAT's search of the model (see `cpmodels.model.improvers`).

    A puzzle that minimises is searched stage by stage: the first solution, once all lower costs are proved
    to have none, is one of the least cost.

    puzzle: a puzzle, a model, or the name of a built-in puzzle.
    engine: the name of an engine (see `cpmodels.engines`) that searches alone, such as ``"backtrack"``;
        ``"cp-sat"`` for CP-SAT and the model's own strategies.  By default these race with backtracking, where that is
        installed; when it is loaded, as by an earlier search, and CP-SAT is given no parameters, it even has the first
        few milliseconds to itself.
        `Result.statistics` tells which engines searched, and which answered.
    order: for the engine backtrack, the order in which it fills the places, as for `solutions`.
    ledger: a file that records what a stopped search has done, so that the next run can continue.  The search is
        then a sweep over disjoint parts that is over with its first solution (see `sweep`), on all cores by
        default and without the model's strategies; Ctrl-C ends it with the status UNKNOWN.
    time_limit: seconds, building included; then the status is UNKNOWN or, with an objective, FEASIBLE.
    workers: how many searches race, each on its own core, and the first solution of any ends them.  By default CP-SAT
        and backtracking do, and models with strategies take all cores, up to eight.  With one the solution is the same
        every time.  With an objective, CP-SAT's own parallel search has this many workers, four to eight by default.
    seed: another order of search, of every engine, which may find another solution.
    isolated: run CP-SAT in a process of its own, which takes some tenths of a second to begin: OR-Tools has faults by
        which a model of your own may crash it, and with it the whole program.  Isolated, such a search ends with what
        was found so far, else the status UNKNOWN, and `Result.reason` says what happened.
    progress: called now and then with a `Progress`, and with each better solution.
    parameters: CP-SAT parameters by name, over the defaults, for CP-SAT's searches alone.  With ``num_workers`` its own
        parallel search takes the place of the model's strategies.  Those that would invalidate a proof are refused.

    Raises ParameterError for a parameter that CP-SAT does not have or that is refused, for workers or parameters where
    another engine searches alone, and for a ledger where the search has no such parts, for a model or a puzzle that
    minimises; TooLargeError for a puzzle whose model would not
    fit into memory, KeyboardInterrupt once the solver has stopped on Ctrl-C, LedgerError for an unusable ledger.

    >>> from cpmodels import Zip, build
    >>> model = build(Zip(3, 3))
    >>> model.cp.maximize(model.starts_at[2, 2])
    >>> found = solve(model)
    >>> found.status.name, found.objective, found.solution.cells[0]
    ('OPTIMAL', 1.0, (2, 2))
    """
    clock, effort = Clock(time_limit, progress), Effort(isolated)
    seeding(seed)
    check_parameters(parameters)
    asked = as_asked(puzzle)
    if engine not in (None, CP_SAT):
        if ledger is not None and engine != "backtrack":
            raise ParameterError(
                f"a search by the engine {engine} cannot be resumed: leave out the ledger or the engine"
            )
        if ledger is None:
            refuse_settings(engine, workers, parameters)
            return _first_by_engine(asked, str(engine), order, clock, seed)
    elif order is not None:
        raise ParameterError("only the engine backtrack takes an order: name the engine, too")
    if ledger is not None:
        options = {"time_limit": time_limit, "workers": workers, "seed": seed, "progress": progress, **parameters}
        if engine == "backtrack":
            options |= {"engine": engine, "order": order}
        return _resumed(asked, ledger, options)
    if isinstance(asked, Puzzle) and asked.maximise:
        return _most(asked, clock, workers, seed, parameters, effort)
    races = engine is None and is_installed()
    begin: First = partial(first, backtracking=strategy() if races else None)
    search = partial(_any, clock=clock, workers=workers, seed=seed, parameters=parameters, effort=effort, begin=begin)
    if isinstance(asked, Puzzle) and asked.minimise:
        return _least(asked, search, clock, effort)
    if engine is None and workers is None and not parameters and isinstance(asked, Puzzle):
        lead = lead_of(asked, clock.stretch(DESCRIBED_SECONDS), seed or 0)
        if lead is not None:
            lead.go(clock.stretch(LEAD_SECONDS))
            if lead.search.nodes:
                effort.engines[BACKTRACK] = None
            if lead.is_over:
                return _led(asked, lead, clock, effort)
            return search(asked, lead=lead if lead.search.nodes else None)  # It may have to be compiled first.
    return search(asked)


def _most(
    puzzle: Puzzle[S],
    clock: Clock,
    workers: int | None,
    seed: int | None,
    parameters: Mapping[str, Any],
    effort: Effort,
) -> Result[S]:
    """The best solution that is found of a puzzle that maximises."""
    try:
        return improved(puzzle, partial(as_model, puzzle, effort, clock), clock, workers, seed, parameters, effort)
    except StoppedError as stopped:
        clock.tick(now=True)
        return _unknown(puzzle, clock, effort, str(stopped))


def _led(puzzle: Puzzle[S], lead: Lead[S], clock: Clock, effort: Effort) -> Result[S]:
    """What backtracking found, or showed, before CP-SAT began."""
    effort.engine = BACKTRACK
    statistics = replace(effort.statistics(clock.seconds), branches=lead.search.nodes, runs=1)
    if lead.solution is None:
        return Result(puzzle, Status.INFEASIBLE, None, clock.seconds, statistics=statistics)
    checked(puzzle, lead.solution, "the engine backtrack")
    clock.found += 1
    clock.tick(now=True)
    statistics = replace(statistics, strategy=BACKTRACK)
    settled = lead.backtracker.is_settled
    return Result(puzzle, Status.SOLVED, lead.solution, clock.seconds, statistics=statistics, settled=settled)


def _first_by_engine(asked: Puzzle[S] | Model[S], engine: str, order: Any, clock: Clock, seed: int | None) -> Result[S]:
    """The first solution of an engine other than CP-SAT."""
    puzzle = asked.puzzle if isinstance(asked, Model) else asked
    if puzzle.maximise or (isinstance(asked, Model) and has_objective(asked.cp)):
        raise ModelError(f"the engine {engine} cannot optimise an objective: leave out the engine")
    try:
        with clock.limiting(A_PLAIN_REASON):
            reason = puzzle.infeasible_reason()
        with engine_solutions(asked, engine, clock, order, seed) as found:
            solution = next(found, None)
    except StoppedError as stopped:
        return _unknown(puzzle, clock, Effort(), str(stopped))
    if solution is not None and reason:
        raise DefectError(f"the engine {engine} finds a solution, but the puzzle says that there is none: {reason}")
    status = Status.SOLVED if solution is not None else Status.INFEASIBLE if found.exhausted else Status.UNKNOWN
    reason = reason if status is Status.INFEASIBLE else None
    return Result(puzzle, status, solution, clock.seconds, reason, statistics=found.statistics)


def _any(
    asked: Puzzle[S] | Model[S],
    clock: Clock,
    workers: int | None,
    seed: int | None,
    parameters: Mapping[str, Any],
    effort: Effort,
    begin: First = first,
    lead: Lead[S] | None = None,
) -> Result[S]:
    """The first solution or, with an objective, the best; of a puzzle that has narrower ones, at first in these.

    lead: backtracking that goes on while the model is built.
    """
    try:
        if isinstance(asked, Puzzle):
            parts = asked.narrower()
            if (part := next(clock.within(parts), None)) is not None:
                return _narrower_first(asked, chain([part], parts), clock, workers, seed, parameters, effort, begin)
        build = partial(as_model, asked, effort, clock)
        model = build() if lead is None else lead.beside(build)
        if model is None:
            assert lead is not None
            assert isinstance(asked, Puzzle)
            return _led(asked, lead, clock, effort)
        if lead is not None:
            begin = partial(begin, backtracking=strategy(lead))
        return begin(model, clock, workers, seed, parameters, effort)
    except TooLargeError:
        if isinstance(asked, Puzzle) and (reason := asked.infeasible_reason()) is not None:
            return _infeasible(asked, clock, effort, reason)
        raise
    except StoppedError as stopped:
        clock.tick(now=True)
        puzzle = asked.puzzle if isinstance(asked, Model) else asked
        return _unknown(puzzle, clock, effort, str(stopped))


def _unknown(puzzle: Puzzle[S], clock: Clock, effort: Effort, reason: str) -> Result[S]:
    statistics = effort.statistics(clock.seconds)
    return Result(puzzle, Status.UNKNOWN, None, clock.seconds, reason, statistics=statistics)


def _infeasible(puzzle: Puzzle[S], clock: Clock, effort: Effort, reason: str) -> Result[S]:
    statistics = effort.statistics(clock.seconds)
    return Result(puzzle, Status.INFEASIBLE, None, clock.seconds, reason, statistics=statistics)


def _narrower_first(
    puzzle: Puzzle[S],
    parts: Iterator[Part[S]],
    clock: Clock,
    workers: int | None,
    seed: int | None,
    parameters: Mapping[str, Any],
    effort: Effort,
    begin: First,
) -> Result[S]:
    """A solution from a round through narrower puzzles, then of the puzzle itself; if it is too large, more rounds."""

    def search(model: Model[S], stretch: Clock, start: int) -> Result[S]:
        return begin(model, stretch, workers, start, parameters, effort)

    def solved(solution: S) -> Result[S]:
        clock.found += 1
        clock.tick(now=True)
        statistics = effort.statistics(clock.seconds, NARROWER)
        return Result(puzzle, Status.SOLVED, solution, clock.seconds, statistics=statistics)

    with clock.limiting(A_PLAIN_REASON):
        reason = puzzle.infeasible_reason()
    if reason is not None:
        return _infeasible(puzzle, clock, effort, reason)
    turns = rounds(puzzle, parts, partial(as_model, effort=effort, clock=clock), search, clock, seed or 0)
    if (solution := next(turns, None)) is not None:
        return solved(solution)
    try:
        return begin(as_model(puzzle, effort, clock), clock, workers, seed, parameters, effort)
    except TooLargeError as error:
        if (solution := next((found for found in turns if found is not None), None)) is not None:
            return solved(solution)
        return _unknown(puzzle, clock, effort, f"none of the narrower puzzles tried has a solution, and {error}")


def _resumed(asked: Puzzle[S] | Model[S], ledger: str | os.PathLike[str], options: Mapping[str, Any]) -> Result[S]:
    """The first solution that a sweep finds, in this run or an earlier one."""
    if isinstance(asked, Model):
        raise ParameterError("the search of a model cannot be resumed: give the puzzle, or give `sweep` a function")
    if asked.minimise:
        raise ParameterError(
            f"the search for the least {asked.minimise} cannot be resumed: it has stages, and a ledger is for one"
        )
    if asked.maximise:
        raise ParameterError(
            f"the search for the highest {asked.maximise} cannot be resumed: a ledger needs disjoint parts"
        )
    found = sweep(asked, ledger=ledger, first=True, **options)
    if found.total:
        return Result(asked, Status.SOLVED, next(iter(found)), found.seconds)
    if found.exhausted:
        return Result(asked, Status.INFEASIBLE, None, found.seconds, found.reason)
    done = f"{found.finished:,} part{'s' * (found.finished != 1)} of the search done, {found.open:,} open"
    return Result(asked, Status.UNKNOWN, None, found.seconds, f"{done}: to continue, use the ledger {ledger} again")


def _least(puzzle: Puzzle[S], search: Callable[[Puzzle[Any]], Result[Any]], clock: Clock, effort: Effort) -> Result[S]:
    """The solution of least cost, from the first stage that has one."""
    ruled_out = ""
    try:
        for stage in rising(clock.within(puzzle.stages(alike=False))):
            ruled_out = f"{puzzle.minimise}: no solution has less than {stage.cost}"
            for part in stage.parts:
                found = None if clock.is_up else search(part.puzzle)
                if found is None or found.status is Status.UNKNOWN:
                    return _unknown(puzzle, clock, effort, "; ".join(filter(None, (ruled_out, effort.lost))))
                if found.solution is not None:
                    whole, winner = checked(puzzle, part.whole(found.solution)), found.statistics.strategy
                    statistics = effort.statistics(clock.seconds, winner)
                    return Result(puzzle, Status.SOLVED, whole, clock.seconds, cost=stage.cost, statistics=statistics)
    except StoppedError as stopped:
        return _unknown(puzzle, clock, effort, ruled_out or str(stopped))
    return Result(puzzle, Status.INFEASIBLE, None, clock.seconds, statistics=effort.statistics(clock.seconds))


@suggests_keywords(parameter_names)
def solutions(
    puzzle: Asked[S],
    *,
    engine: str | None = None,
    order: Any = None,
    up_to_symmetry: bool = False,
    time_limit: float | None = None,
    seed: int | None = None,
    isolated: bool = False,
    progress: Report | None = None,
    **parameters: Any,
) -> Solutions[S]:
    """All solutions of a puzzle or a model, each once and checked; for a model with an objective, the optimal ones.

    Identical pieces are not told apart.  One solution of each orbit under the puzzle's symmetries is
    searched for, and the others of the orbit, which follow from it, come right after it.  The search uses one worker,
    as native enumeration does, and no more memory for many solutions than for few: earlier solutions are
    remembered in a temporary file, so that none comes twice.

    engine: ``"backtrack"``, ``"xcover"`` or ``"cadical"`` (see `cpmodels.engines`) in place of CP-SAT: the same
        solutions in another order.
    order: for the engine backtrack, the order in which it fills the places (see `cpmodels.backtracking.ORDERS`): a
        name, or a list of the cells; by default one that suits the puzzle.
    up_to_symmetry: one solution of each orbit under the puzzle's symmetries (see `cpmodels.count`), whose
        size is then `orbit_size`; `total` is the sum of the sizes, in the end the number of all solutions.
    time_limit: seconds, building included; then the iterator ends with ``exhausted`` False.  It has no solution of an
        objective whose optimum was not proved by then.
    seed: another order of search.
    isolated: run CP-SAT in a process of its own, as for `solve`: where OR-Tools crashes, the iterator ends with
        ``exhausted`` False, and its `reason` says so.
    progress: called now and then with a `Progress`.
    parameters: CP-SAT parameters by name, over the defaults.  Those that would lose solutions are refused, and
        ``num_workers`` is 1; under those that stop CP-SAT early the solutions are not exhausted.

    Each search takes and reports from one thread; only `close` may be called from another.

    Raises ParameterError for a parameter that CP-SAT does not have or that is refused, or that is given to another
    engine; TooLargeError for a puzzle whose model would not fit into memory, ModelError for a fractional objective.

    >>> from cpmodels import Zip
    >>> with solutions(Zip(2, 2, waypoints=[(0, 0)])) as paths:
    ...     len(list(paths)), paths.exhausted
    (2, True)
    """
    clock, effort = Clock(time_limit, progress), Effort(isolated)
    asked = as_asked(puzzle)
    settings = {**seeding(seed), **parameters}
    refuse_settings(engine, None, parameters)
    engine = None if engine == CP_SAT else engine
    if engine is not None and up_to_symmetry:
        raise ParameterError(f"the engine {engine} always finds every solution: leave out up_to_symmetry")
    try:
        asked = best_alone(asked, clock, settings, effort, engine)
        if engine is not None:
            return engine_solutions(asked, engine, clock, order, seed)
        model = best_of(as_model(asked, effort, clock), clock, settings, effort)
        with clock.limiting():
            return Enumeration(Symmetry(model), clock, settings, whole_orbits=not up_to_symmetry, effort=effort)
    except StoppedError:
        return NoSolutions(clock, effort)


def modelled(
    asked: Puzzle[S] | Model[S], clock: Clock, effort: Effort, engine: str | None = None
) -> Puzzle[S] | Model[S]:
    """The model of a puzzle where that alone tells whether there is an objective, or the engine reads it anyway."""
    if isinstance(asked, Puzzle) and (asked.maximise or has_own_model(asked) or engine not in (None, *OF_PUZZLES)):
        return as_model(asked, effort, clock)
    return asked


def best_alone(
    asked: Puzzle[S] | Model[S], clock: Clock, settings: Mapping[str, Any], effort: Effort, engine: str | None = None
) -> Puzzle[S] | Model[S]:
    """The model of the best solutions, where there is an objective; otherwise what is asked about, or its model."""
    asked = modelled(asked, clock, effort, engine)
    return best_of(asked, clock, settings, effort) if isinstance(asked, Model) else asked


def best_of(model: Model[S], clock: Clock, settings: Mapping[str, Any], effort: Effort) -> Model[S]:
    """The model of the best solutions, where there is an objective; otherwise the model."""
    return optimal(model, clock, settings, effort) if has_objective(model.cp) else model


def optimal(model: Model[S], clock: Clock, settings: Mapping[str, Any], effort: Effort) -> Model[S]:
    """A model of the optimal solutions of one with an objective, which becomes a constraint.

    A model without any solution has none here either.

    Raises StoppedError when the optimum was not proved, ModelError for an objective with fractions.
    """
    terms = list(objective_terms(model.cp))
    plain = _without_objective(model)
    if model.infeasible:
        return plain
    result, inner = best(model, clock, settings, effort)
    if result.status is Status.INFEASIBLE:
        return plain
    if result.status is not Status.OPTIMAL or inner is None:
        raise StoppedError("the optimum of the model's objective was not proved")
    variables = [plain.cp.get_int_var_from_proto_index(v if v >= 0 else -v - 1) for v, _ in terms]
    coefficients = [c if v >= 0 else -c for v, c in terms]
    if terms:
        plain.cp.add(cp_model.LinearExpr.weighted_sum(variables, coefficients) == inner)
    return plain


def _without_objective(model: Model[S]) -> Model[S]:
    """A copy of the model, changed: so it uses no symmetry."""
    cp = model.cp.clone()
    cp.clear_objective()  # type: ignore[no-untyped-call]
    key = [cp.get_bool_var_from_proto_index(index) for index in model.indexes]
    return replace(
        model,
        cp=cp,
        key=tuple(key),
        digest="changed",
        symmetries=(),
        pivots=(),
        strategies=(),
        variables={},
        parameters={**model.parameters, **OPTIMISING},
    )


@suggests_keywords(parameter_names)
def count(
    puzzle: Asked[S],
    *,
    engine: str | None = None,
    order: Any = None,
    up_to_symmetry: bool = True,
    limit: int | None = None,
    time_limit: float | None = None,
    workers: int = 1,
    seed: int | None = None,
    isolated: bool = False,
    progress: Report | None = None,
    each: Callable[[S], object] | None = None,
    **parameters: Any,
) -> Count:
    """Count the solutions of a puzzle or a model; for a model with an objective, the optimal ones.

    Where the puzzle has symmetries, one solution of each orbit is searched for, and the sizes of the
    orbits give the total.  The symmetries of a puzzle are the turns and mirrors of its board or box that
    map the set of pieces, and all that is fixed, to themselves.  A constraint added to ``model.cp`` may break
    them, so then none is used and `orbits` equals `total`.  Ctrl-C ends the count with what was found.
    For a puzzle that minimises, the solutions of least cost are counted, orbits within each part of their stage.

    engine: ``"backtrack"``, ``"xcover"``, ``"cadical"`` or ``"ganak"`` (see `cpmodels.engines`) in place of CP-SAT:
        only backtrack searches less by symmetry; xcover and cadical tell the orbits of all that they find, and ganak,
        which names no solution, has None for `orbits` where there are symmetries.  ``"cp-sat"`` for CP-SAT.  By
        default, where backtrack is installed, trials of a twentieth of a second estimate how long it would take, and in
        which order: it counts if that is at most half a minute, or less than CP-SAT has taken by then, and not more
        than what is left of the time.  `Count.engine` says which it was, and `Count.why`.
    order: for the engine backtrack, the order in which it fills the places, as for `solutions`.
    up_to_symmetry: if False, every solution is searched for and no symmetry is used, which takes longer
        and confirms the total; `orbits` then equals `total`.
    limit: stop after this many solutions; whether there are more is then not known.
    workers: how many parts of the search, one for each position of the model's pivot, to search at a
        time, each on its own core.  Models without a pivot take one.
    each: called with every solution found, or with one of each orbit where symmetry is used; not by cadical, ganak
        and xcover.
    isolated: run CP-SAT in a process of its own, as for `solve`: where OR-Tools crashes, the count ends with what was
        found, not exhausted, and `Count.reason` says so.
    time_limit, seed, progress, parameters: as for `solutions`.

    Raises ParameterError for an order without the engine backtrack, and for several workers with an engine other than
    CP-SAT; otherwise what `solutions` raises.

    >>> from cpmodels import EdgeMatching
    >>> twins = EdgeMatching(1, 2, pieces=[(1, 2, 1, 2)] * 2, rotations=False)
    >>> found = count(twins)
    >>> found.total, found.told_apart, found.exhausted
    (1, 2, True)
    """
    clock, effort = Clock(time_limit, progress), Effort(isolated)
    asked = as_asked(puzzle)
    if limit is not None:
        parameter(limit, "the limit", 1)
    parameter(workers, "workers", 1)
    called(each, "each")
    settings = {**seeding(seed), **parameters}
    check_parameters(parameters)
    may_choose = engine is None and limit is None and is_installed()
    refuse_settings(engine, workers, parameters)
    engine = None if engine == CP_SAT else engine
    if engine is None and order is not None:
        raise ParameterError("only the engine backtrack takes an order: name the engine, too")
    if isinstance(asked, Puzzle) and asked.minimise and engine is None:
        options = {"workers": workers, "seed": seed, "isolated": isolated, "progress": progress, **parameters}
        return _of_least_cost(asked, clock, limit, each, up_to_symmetry=up_to_symmetry, **options)
    try:
        asked = best_alone(asked, clock, settings, effort, engine)
        if engine is not None:
            if engine == "backtrack":
                return _by_backtracking(asked, clock, limit, each, order, up_to_symmetry=up_to_symmetry, seed=seed or 0)
            return _by_engine(asked, engine, clock, limit, seed, up_to_symmetry=up_to_symmetry)
        backtracked = partial(_by_backtracking, asked, clock, limit, each, up_to_symmetry=up_to_symmetry)
        choice = Choice(asked if may_choose else None, clock, whole=not up_to_symmetry, seed=seed or 0)
        if is_loaded() and choice.is_backtracking():
            return backtracked(choice.estimate.backtracker, why=str(choice.estimate))
        if each is not None:
            choice.look_at = inf  # CP-SAT's solutions are told as they come, and cannot be taken back.
        model = best_of(as_model(asked, effort, clock), clock, settings, effort)
        with clock.limiting():
            symmetry = Symmetry(model, trivial=not up_to_symmetry)
            one_by_one = Symmetry(model, trivial=True) if limit is not None else symmetry
            parts = symmetry.parts(whole=limit is not None) if workers > 1 else None
            found: Enumeration[Any] = Enumeration(one_by_one, clock, settings, parts, workers, effort=effort)
    except (StoppedError, KeyboardInterrupt) as stopped:
        interrupted, statistics = isinstance(stopped, KeyboardInterrupt), effort.statistics(clock.seconds)
        picked = engine or CP_SAT
        return Count(0, 0, 0, False, interrupted, clock.seconds, effort.lost, statistics=statistics, engine=picked)
    apart = None if limit is None else Orbits(symmetry)
    orbits, interrupted = 0, False
    with found:
        try:
            while not found.ended and (limit is None or found.total < limit):
                values = found.next_values(choice.look_at)
                if values is None:
                    if not found.ended and choice.is_backtracking():
                        found.close()
                        taken_over = backtracked(choice.estimate.backtracker, why=str(choice.estimate))
                        return _with_what_was_known(taken_over, found.total, orbits, model.identical, found.statistics)
                    continue
                solution = found.verified(values)
                if each:
                    each(solution)
                orbits += 1
                if apart is not None:
                    apart.add(values)
        except KeyboardInterrupt:
            interrupted = True
    return Count(
        total=found.total,
        told_apart=found.total * model.identical,
        orbits=orbits if apart is None else apart.count,
        exhausted=found.exhausted,
        interrupted=interrupted,
        seconds=clock.seconds,
        reason=model.infeasible or found.reason,
        statistics=found.statistics,
        why=None if choice.estimate is None else str(choice.estimate),
    )


def _with_what_was_known(found: Count, total: int, orbits: int, identical: int, before: Statistics) -> Count:
    """A count after another one that was broken off: of two lower bounds the better one holds."""
    effort = Effort()
    for statistics in (before, found.statistics):
        effort.take_in(statistics)
    total = max(found.total, total)
    return replace(
        found,
        total=total,
        told_apart=total * identical,
        orbits=max(found.orbits or 0, orbits),
        statistics=effort.statistics(found.seconds, COMPLETE if total else None),
    )


class Choice:
    """The choice of backtracking in place of CP-SAT, as soon as it is estimated to be done first.

    look_at: when, in seconds of the clock, it is to be looked at next.
    """

    def __init__(self, asked: Puzzle[Any] | Model[Any] | None, clock: Clock, *, whole: bool, seed: int) -> None:
        """None is for a count that is not to be taken from CP-SAT."""
        if isinstance(asked, Model):
            asked = asked.puzzle if asked.as_built and asked.puzzle is not BARE else None
        self._puzzle, self._clock, self._whole, self._seed = asked, clock, whole, seed
        self.look_at = inf if asked is None else HEAD_START
        self.estimate: Any = None

    def is_backtracking(self) -> bool:
        """Whether it is time for backtracking.

        All of it takes half a minute at most, or less than CP-SAT has taken; and not more than the time that is left.
        """
        if self.estimate is None and self._puzzle is not None:
            try:
                with self._clock.stretch(MOST_PREPARING).limiting():
                    self.estimate = estimate(self._puzzle, whole=self._whole, seed=self._seed)
            except StoppedError:  # A large puzzle; or Numba is compiling, which goes on.
                self.look_at = self._clock.seconds + 4 * MOST_PREPARING
                return False
        left = inf if self._clock.left is None else self._clock.left
        if self.estimate is None or self.estimate.seconds > left:
            self.look_at = inf
            return False
        self.look_at = self.estimate.seconds
        return bool(self.look_at <= max(AT_ONCE, self._clock.seconds))


def _by_backtracking(
    asked: Puzzle[S] | Model[S],
    clock: Clock,
    limit: int | None,
    each: Callable[[S], object] | None,
    prepared: Any = None,
    *,
    up_to_symmetry: bool,
    seed: int = 0,
    why: str | None = None,
) -> Count:
    """A count by the engine backtrack; a limit counts solutions one by one.

    prepared: a backtracker, or the order for one.
    """
    began = clock.seconds
    refuse_changed(asked, "backtrack")
    require("backtrack")
    puzzle = asked.puzzle if isinstance(asked, Model) else asked
    one_by_one = limit is not None or not up_to_symmetry
    with clock.limiting():
        backtracker = prepared
        if not isinstance(backtracker, Backtracker):
            backtracker = Backtracker(puzzle, prepared, seed, whole=one_by_one)
        symmetry = Symmetry(backtracker) if up_to_symmetry else None
        apart = Orbits(symmetry, backtracker.values) if symmetry is not None and one_by_one else None
        used = None if one_by_one else symmetry
        found = BacktrackSolutions(backtracker, clock, clock.seconds - began, used, apart)
    interrupted = False
    with found:
        try:
            found.count(each, limit)
        except KeyboardInterrupt:
            interrupted = True
    return Count(
        total=found.total,
        told_apart=found.total * puzzle.identical,
        orbits=found.orbits,
        exhausted=found.exhausted,
        interrupted=interrupted,
        seconds=clock.seconds,
        reason=backtracker.infeasible,
        statistics=found.statistics,
        engine=BACKTRACK,
        why=why,
    )


def _by_engine(
    asked: Puzzle[Any] | Model[Any],
    engine: str,
    clock: Clock,
    limit: int | None,
    seed: int | None,
    *,
    up_to_symmetry: bool,
) -> Count:
    """A count by an engine other than CP-SAT."""
    by_engine = engine_count(asked, engine, clock, limit, seed, up_to_symmetry=up_to_symmetry)
    answered = engine if by_engine.total or by_engine.exhausted else None
    strategy = COMPLETE if by_engine.total else None
    reason = asked.infeasible if isinstance(asked, Model) else asked.infeasible_reason()
    if reason and by_engine.total:
        raise DefectError(f"the engine {engine} finds a solution, but the puzzle says that there is none: {reason}")
    if engine == "ganak" and isinstance(asked, Model) and by_engine.exhausted:
        look_at_some(asked, engine, by_engine.total)
    return Count(
        total=by_engine.total,
        told_apart=by_engine.total * asked.identical,
        orbits=by_engine.orbits if up_to_symmetry else by_engine.total,
        exhausted=by_engine.exhausted,
        interrupted=by_engine.interrupted,
        seconds=by_engine.seconds,
        reason=reason,
        statistics=Statistics(seconds=by_engine.seconds, runs=1, strategy=strategy, engines=(engine,), engine=answered),
        engine=engine,
    )


def _of_least_cost(
    puzzle: Puzzle[S], clock: Clock, limit: int | None, each: Callable[[S], object] | None = None, **options: Any
) -> Count:
    """The solutions of the first stage that has any, part by part."""
    total = told_apart = orbits = 0
    exhausted, interrupted, reason, effort = True, False, None, Effort()
    try:
        for part in (part for stage in rising(clock.within(puzzle.stages())) for part in (*stage.parts, None)):
            if not exhausted or (total and part is None) or total == limit:
                break
            if part is not None:
                most = None if limit is None else limit - total
                told = None if each is None else _whole(puzzle, part, each)
                found = count(part.puzzle, limit=most, time_limit=clock.rest, each=told, **options)
                total, told_apart = total + found.total, told_apart + found.told_apart
                orbits += found.orbits or 0
                exhausted, interrupted, reason = found.exhausted, found.interrupted, found.reason
                effort.take_in(found.statistics)
    except (StoppedError, KeyboardInterrupt) as stopped:
        exhausted, interrupted = False, isinstance(stopped, KeyboardInterrupt)
    statistics = effort.statistics(clock.seconds, COMPLETE if total else None)
    exhausted = exhausted and total != limit
    reason = None if exhausted else reason
    return Count(total, told_apart, orbits, exhausted, interrupted, clock.seconds, reason, statistics=statistics)


def _whole(puzzle: Puzzle[S], part: Part[S], each: Callable[[S], object]) -> Callable[[S], object]:
    """Tells the solutions of a part as those of the puzzle that it is a part of, which checks them."""
    return lambda solution: each(checked(puzzle, part.whole(solution)))


@suggests_keywords(parameter_names)
def is_unique(
    puzzle: Asked[S],
    *,
    time_limit: float | None = None,
    seed: int | None = None,
    isolated: bool = False,
    progress: Report | None = None,
    **parameters: Any,
) -> bool | None:
    """Whether a puzzle has exactly one solution, identical pieces interchangeable; None when the time was up before.

    It is None, too, when OR-Tools crashed in a search that was `isolated`.  The parameters are those of `solutions`.

    >>> from cpmodels import Zip
    >>> is_unique("zip-4"), is_unique(Zip(2, 2))
    (True, False)
    """
    clock, effort = Clock(time_limit, progress), Effort(isolated)
    asked = as_asked(puzzle)
    settings = {**seeding(seed), **parameters}
    if isinstance(asked, Puzzle) and asked.minimise:
        least = _of_least_cost(asked, clock, 2, seed=seed, isolated=isolated, progress=progress, **parameters)
        return least.total == 1 if least.exhausted or least.total == 2 else None
    try:
        model = best_of(as_model(asked, effort, clock), clock, settings, effort)
        with clock.limiting():
            symmetry = Symmetry(model, trivial=True)
        plentiful = symmetry.as_built and any(strategy.light for strategy in model.strategies)
        if plentiful and _is_plainly_not_unique(model, clock, seed or 0, parameters, effort):
            return False
        with clock.limiting():
            found: Solutions[Any] = Enumeration(symmetry, clock, settings, effort=effort)
    except StoppedError:
        return None
    with found:
        number = sum(1 for _, _ in zip(range(2), found, strict=False))
        if number < 2 and not found.exhausted:
            return None
        return number == 1


def _is_plainly_not_unique(
    model: Model[S], clock: Clock, seed: int, parameters: Mapping[str, Any], effort: Effort
) -> bool:
    """Whether two searches for a first solution find different ones, or one of them that there is none."""
    found = []
    for start in (seed, (seed + 1) % 2**31):
        racing = strategy() if is_installed() else None
        result = first(model, clock, None, start, parameters, effort, backtracking=racing)
        if result.status is Status.INFEASIBLE:
            return True
        found.append(result.solution)
    one, other = found
    return None not in found and one != other
