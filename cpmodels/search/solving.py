"""Questions about a puzzle or a model: one solution, all of them, how many there are, whether there is exactly one.

Each becomes a `Question`; what answers it is chosen in `cpmodels.search._choice`, and driven by one of two loops:
`cpmodels.search._portfolio.Portfolio` for one solution, `cpmodels.search._solutions.Solutions` for all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import islice
from typing import Any

from cpmodels._parameters import parameter, parameter_names
from cpmodels.base._clock import Clock, Report, called
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.errors import ModelError, ParameterError, StoppedError
from cpmodels.base.puzzle import Part, Puzzle, S
from cpmodels.base.values import AnySize, plural
from cpmodels.engines._table import BACKTRACK, CP_SAT, refuse_listing
from cpmodels.model import Asked, Model, rising
from cpmodels.search._all import all_by_turns, modelled, searched_by
from cpmodels.search._portfolio import concluded, first, improved
from cpmodels.search._question import Effort, Question, Result, Statistics, Status, checked
from cpmodels.search._solutions import Known, Solutions, Symmetric
from cpmodels.search._sources import COMPLETE
from cpmodels.search._sweep import sweep

__all__ = ["Asked", "Count", "count", "is_unique", "solutions", "solve"]


@dataclass(frozen=True, repr=False)
class Count(AnySize):
    """What a count found.

    total: different solutions, identical pieces interchangeable.
    told_apart: solutions with identical pieces told apart.
    orbits: solutions up to the symmetries of the puzzle, the same by each engine; None where there are some and the
        engine does not name its solutions, as ganak, or frontier was stopped, or lacked memory, once it had the total.
    exhausted: whether these are proved to be all; otherwise the numbers are lower bounds.
    interrupted: whether Ctrl-C ended the search.
    seconds: wall time.
    reason: why there is no solution, where that is plain without any search; or why none was searched for, as where the
        optimum was not proved in time, or that OR-Tools crashed in a search that was isolated, or how far the engine
        frontier came in its time, or why it did not count the orbits.
    statistics: the effort of the search.
    engine: the name of the engine that counted or, of several of which none found all, found the most.
    why: why this engine was chosen, if none was named and there was a choice.
    objective: that of all solutions, which are then the best ones, of a model with an objective.

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
    objective: float | None = field(default=None, compare=False)

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """What a notebook shows: what was found, without the effort."""
        shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.compare)
        printer.text(f"Count({shown})")


@suggests_keywords(parameter_names)
def solve(
    puzzle: Asked[S],
    *,
    given: Any = None,
    start: S | None = None,
    engine: str | None = None,
    ledger: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
    seed: int | None = None,
    isolated: bool = False,
    progress: Report | None = None,
    **parameters: Any,
) -> Result[S]:
    """One solution of a puzzle, or of a model; the best one, if the model has an objective.

    For a puzzle that maximises, or a model with an objective, the search goes on until a solution is proved to be the
    best, the time is up, or Ctrl-C ends it.  Of a puzzle special searches run beside CP-SAT's search of the model (see
    `cpmodels.model.strategies.searches`).

    A puzzle that minimises is searched part by part, by rising cost: the first solution, once all lower costs are
    proved to have none, is one of the least cost.

    puzzle: a puzzle, a model, or the name of a built-in puzzle.
    given: what the solution must have: a `Partial`, or what else `Partial.of` takes, such as rows of numbers with None
        for open cells; for a model without marks a mapping from the names of its key to their values.  It is then the
        model that is searched, with what is given as constraints.
    start: of a puzzle that maximises, the best solution that is known, as from an earlier search: only a better one
        takes its place.  Without a `seed` each such search has another one, so that it is not the one before again.
    engine: the name of an engine (see `cpmodels.engines`) that searches alone, such as ``"backtrack"``, as it does in
        the race; ``"cp-sat"`` for CP-SAT and the model's own strategies.  By default these race with backtracking,
        where that is installed; where it has searched before in this process, and CP-SAT is given no parameters, it
        even has a few milliseconds to itself, or as long as preparing it took.  Where a loop, paths between ends, or
        connected cells are described, Glucose has five seconds to itself in place of that.  `Result.statistics` says
        which engines searched, and which answered.
    ledger: a file that records what a stopped search has done, so that the next run can continue.  The search is
        then a sweep over disjoint parts that is over with its first solution (see `sweep`), on all cores by
        default and without the model's strategies; Ctrl-C ends it with the status UNKNOWN.
    time_limit: seconds, building included; then the status is UNKNOWN or, with an objective, FEASIBLE.
    workers: how many searches race, each on its own core, and the first solution of any ends them.  By default CP-SAT
        and backtracking do, and models with strategies take all cores, up to eight; where there is one core, they share
        it.  With one worker CP-SAT searches without backtracking, and the solution is the same every time, but of a
        model with light strategies, such as that of a garden, which share it.  With an objective, CP-SAT's own parallel
        search has this many workers, four to eight by default.
    seed: another order of search, of every engine, which may find another solution.
    isolated: run CP-SAT in a process of its own, which takes some tenths of a second to begin: OR-Tools has faults by
        which a model of your own may crash it, and with it the whole program.  Isolated, such a search ends with what
        was found so far, else the status UNKNOWN, and `Result.reason` says what happened.
    progress: called now and then with a `Progress`, and with each better solution.
    parameters: CP-SAT parameters by name, over the defaults, for CP-SAT's searches alone.  With ``num_workers`` its own
        parallel search takes the place of the model's strategies.  Those that would invalidate a proof are refused.

    Raises ParameterError for a parameter that CP-SAT does not have or that is refused, for several workers or for
    parameters where another engine searches alone, for one that names no solutions, for a start that breaks a rule or
    where the puzzle does not maximise, and for a ledger where its search has no parts, or a puzzle minimises or
    maximises; ModelError for a ledger of a model with an objective, and for an objective that another engine is to
    search; MissingExtraError for an engine that is not installed, KindError for what is not a puzzle, or none that the
    engine reads, PuzzleError for what cannot be read, TooLargeError for a puzzle whose model would not fit into memory,
    LedgerError for an unusable ledger, TypeError for a start of another type, KeyboardInterrupt once the solver has
    stopped on Ctrl-C; with an objective only where no solution was found by then.

    >>> from cpmodels import Zip, build
    >>> model = build(Zip(3, 3))
    >>> model.cp.maximize(model.starts_at[2, 2])
    >>> found = solve(model)
    >>> found.status.name, found.objective, found.solution.cells[0]
    ('OPTIMAL', 1, (2, 2))
    """
    clock = Clock(time_limit, progress)
    alone: dict[str, Any] = {}
    if ledger is None:
        refuse_listing(engine)
        alone = {"workers": workers, "settings": parameters}
    question = Question.of(puzzle, clock, given=given, isolated=isolated, engine=engine, seed=seed, **alone)
    if start is not None and not (isinstance(question.asked, Puzzle) and question.asked.maximise and given is None):
        raise ParameterError("only the search for the best solution of a puzzle that maximises has a start")
    try:
        question = question.held()
    except StoppedError as stopped:
        return question.result(Status.UNKNOWN, reason=str(stopped))
    if ledger is not None:
        options = {"time_limit": clock.rest, "workers": workers, "seed": seed, "progress": progress, "engine": engine}
        return _resumed(question, ledger, {**options, **parameters})
    if engine not in (None, CP_SAT):
        return concluded(question, _by_engine)
    if isinstance(question.asked, Puzzle):
        if question.asked.maximise:
            return concluded(question, lambda asked: improved(asked, start))
        if question.asked.minimise:
            return _least(question)
    return first(question)


def _least(question: Question[S]) -> Result[S]:
    """The solution of least cost of a puzzle that minimises, from the first part that has one."""
    puzzle, clock, effort = question.puzzle, question.clock, question.effort
    ruled_out = ""
    try:
        for cost, part in rising(question.parts()):
            ruled_out = f"{puzzle.minimise}: no solution has less than {cost}"
            if part.alike:
                continue
            found = None if clock.is_up else first(question.about(part.puzzle))
            if found is None or found.status is Status.UNKNOWN:
                return question.result(Status.UNKNOWN, reason="; ".join(filter(None, (ruled_out, effort.lost))))
            if found.solution is not None:
                whole, winner = checked(puzzle, part.whole(found.solution)), found.statistics.strategy
                return question.result(Status.SOLVED, whole, winner, cost=cost)
    except StoppedError as stopped:
        return question.result(Status.UNKNOWN, reason=ruled_out or str(stopped))
    return question.result(Status.INFEASIBLE)


def _by_engine(question: Question[S]) -> Result[S]:
    """The first solution of an engine other than CP-SAT."""
    question = modelled(question)
    asked, puzzle = question.asked, question.puzzle
    if puzzle.maximise or (isinstance(asked, Model) and asked.cp.has_objective()):
        raise ModelError(f"the engine {question.engine} cannot optimise an objective: leave out the engine")
    with searched_by(question, "ignored", first=True) as found:
        solution = next(found, None)
    status = Status.SOLVED if solution is not None else Status.INFEASIBLE if found.exhausted else Status.UNKNOWN
    # Where a puzzle says that it has none, and is searched all the same, that is not why the search was stopped.
    reason = found.reason if status is Status.INFEASIBLE or isinstance(found, Known) else None
    return Result(puzzle, status, solution, question.clock.seconds, reason, statistics=found.statistics)


def _resumed(question: Question[S], ledger: str | os.PathLike[str], options: Mapping[str, Any]) -> Result[S]:
    """The first solution that a sweep finds, in this run or an earlier one."""
    asked, engine = question.asked, question.engine
    if engine not in (None, CP_SAT, BACKTRACK):
        raise ParameterError(f"a search by the engine {engine} cannot be resumed: leave out the ledger or the engine")
    puzzle = question.puzzle
    if what := puzzle.minimise or puzzle.maximise:
        least = f"the least {what} cannot be resumed: it has many parts, and a ledger is for one"
        highest = f"the highest {what} has no disjoint parts for a ledger: it goes on from a `start`"
        raise ParameterError(f"the search for {least if puzzle.minimise else highest}")
    found = sweep(asked, ledger=ledger, first=True, **options)
    seconds = question.clock.seconds
    if found.total:
        return Result(puzzle, Status.SOLVED, next(iter(found)), seconds)
    if found.exhausted:
        return Result(puzzle, Status.INFEASIBLE, None, seconds, found.reason)
    done = f"{plural(found.finished, 'part')} of the search done, {found.open:,} open"
    return Result(puzzle, Status.UNKNOWN, None, seconds, f"{done}: to continue, use the ledger {ledger} again")


@suggests_keywords(parameter_names)
def solutions(
    puzzle: Asked[S],
    *,
    given: Any = None,
    engine: str | None = None,
    up_to_symmetry: bool = False,
    time_limit: float | None = None,
    seed: int | None = None,
    isolated: bool = False,
    progress: Report | None = None,
    **parameters: Any,
) -> Solutions[S]:
    """All solutions of a puzzle or a model, each once and checked; for a model with an objective, the optimal ones.

    Identical pieces are interchangeable.  One solution of each orbit under the puzzle's symmetries is
    searched for, and the others of the orbit, which follow from it, come right after it.  The search uses one worker,
    as native enumeration does, and no more memory for many solutions than for few: earlier solutions are
    remembered in a temporary file, so that none comes twice.

    given: what the solutions must have, as for `solve`.
    engine: ``"cp-sat"``, ``"backtrack"``, ``"glucose"``, ``"frontier"``, ``"xcover"`` or ``"cadical"`` (see
        `cpmodels.engines`): the same solutions in another order.  By default glucose or backtrack where they find all
        in a moment, backtrack where it is estimated to take at most half a minute for all, otherwise CP-SAT.
    up_to_symmetry: one solution of each orbit under the puzzle's symmetries (see `cpmodels.count`), whose
        size is then `orbit_size`; `total` is the sum of the sizes, in the end the number of all solutions.  It is
        for CP-SAT, backtrack and glucose.
    time_limit: seconds, building included; then the iterator ends with ``exhausted`` False.  It has no solution of an
        objective whose optimum was not proved by then.
    seed: another order of search.
    isolated: run CP-SAT in a process of its own, as for `solve`: where OR-Tools crashes, the iterator ends with
        ``exhausted`` False, and its `reason` says so.
    progress: called now and then with a `Progress`.
    parameters: CP-SAT parameters by name, over the defaults.  Those that would lose solutions are refused, and
        ``num_workers`` is 1; under those that stop CP-SAT early the solutions are not exhausted.

    Threads that take from one search do so in turn, each another solution; any of them may `close` it.  Of a model they
    are the solutions as it was when this was called: what is added to ``model.cp`` meanwhile is for the next question.

    Raises ParameterError for a parameter that CP-SAT does not have or that is refused, or that is given to another
    engine, for an engine that names no solutions, and for one that cannot name one of each orbit where that is asked;
    ModelError for a fractional objective, OSError where the temporary file does not fit on the disk; otherwise as
    `solve` does.

    >>> from cpmodels import Zip
    >>> with solutions(Zip(2, 2, waypoints=[(0, 0)])) as paths:
    ...     len(list(paths)), paths.exhausted
    (2, True)
    """
    clock = Clock(time_limit, progress)
    refuse_listing(engine, orbits=up_to_symmetry)
    question = Question.of(puzzle, clock, given=given, isolated=isolated, engine=engine, seed=seed, settings=parameters)
    return all_by_turns(question, "leaders" if up_to_symmetry else "expanded").begin()


@suggests_keywords(parameter_names)
def count(
    puzzle: Asked[S],
    *,
    given: Any = None,
    engine: str | None = None,
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
    them, as may an objective, so then none is used and `orbits` equals `total`.  Ctrl-C ends the count with what was
    found.  For a puzzle that minimises, the solutions of least cost are counted, orbits within each part.

    engine: ``"backtrack"``, ``"glucose"``, ``"frontier"``, ``"xcover"``, ``"cadical"`` or ``"ganak"`` (see
        `cpmodels.engines`) in place of CP-SAT: only backtrack searches less by symmetry; frontier counts orbits by
        Burnside's lemma once it has counted all, nothing before; glucose, xcover and cadical count the orbits of all
        that they find, and ganak, which names no solution, has None for `orbits` where there are symmetries.
        ``"cp-sat"`` for CP-SAT.  By default glucose comes first where a loop, paths between ends, or connected cells
        are described, for five seconds, or till it has found sixteen solutions.  Then CP-SAT begins and, where Numba is
        installed, trials of a twentieth of a second estimate how long backtrack would take, and in which order, and one
        of a tenth how long frontier would: the sooner of the two counts if that is at most half a minute, or less than
        CP-SAT has taken by then, and not more than what is left of the time.  `Count.engine` says which it was, and
        `Count.why`.
    up_to_symmetry: if False, every solution is searched for and no symmetry is used, which takes longer
        and confirms the total; `orbits` then equals `total`.
    limit: stop after this many solutions; whether there are more is then not known.  Not for ganak.
    workers: how many parts of the search, one for each position of the model's pivot, to search at a
        time, each on its own core.  Models without a pivot take one.
    each: called with every solution found, or with one of each orbit where symmetry is used.  Not for ganak, which
        names none.
    isolated: run CP-SAT in a process of its own, as for `solve`: where OR-Tools crashes, the count ends with what was
        found, not exhausted, and `Count.reason` says so.
    given: what is counted must have this, as for `solve`.
    time_limit, seed, progress, parameters: as for `solutions`.

    Raises ParameterError for several workers with an engine other than CP-SAT, or a limit or `each` with ganak;
    otherwise what `solutions` raises.

    >>> from cpmodels import EdgeMatching
    >>> twins = EdgeMatching(1, 2, pieces=[(1, 2, 1, 2)] * 2, rotations=False)
    >>> found = count(twins)
    >>> found.total, found.told_apart, found.exhausted
    (1, 2, True)
    """
    called(each, "each")
    if limit is not None:
        parameter(limit, "the limit", 1)
    parameter(workers, "workers", 1)
    clock = Clock(time_limit, progress)
    if limit is not None or each is not None:
        refuse_listing(engine)
    question = Question.of(
        puzzle, clock, given=given, isolated=isolated, engine=engine, workers=workers, seed=seed, settings=parameters
    )
    if isinstance(question.asked, Puzzle) and question.asked.minimise and engine in (None, CP_SAT):
        return _of_least_cost(question, limit, each, up_to_symmetry=up_to_symmetry)
    found = _counted(question, limit, each, up_to_symmetry=up_to_symmetry)
    return replace(found, objective=question.clock.objective) if found.total else found


def _counted(
    question: Question[S], limit: int | None, each: Callable[[S], object] | None, *, up_to_symmetry: bool
) -> Count:
    """The number of solutions, by the engine that was named or is chosen."""
    symmetric: Symmetric = "ignored" if not up_to_symmetry else "leaders" if limit is None else "apart"
    found = all_by_turns(question, symmetric, limit=limit, lists=each is not None or limit is not None)
    is_interrupted = False
    try:
        with found:
            found.count(each, limit)
    except KeyboardInterrupt:
        is_interrupted = True
    of = found.total, found.total * found.identical, found.orbits, found.exhausted, is_interrupted, found.seconds
    return Count(*of, reason=found.reason, statistics=found.statistics, engine=found.engine, why=found.why)


def _of_least_cost(
    question: Question[S], limit: int | None, each: Callable[[S], object] | None = None, *, up_to_symmetry: bool = True
) -> Count:
    """The solutions of the first cost at which there are any, part by part."""
    puzzle, clock, effort = question.puzzle, question.clock, question.effort
    so_far, least = Count(0, 0, 0, exhausted=True), 0
    if puzzle.adds_rules:  # A part has only its own, so each of its solutions is looked at.
        each, up_to_symmetry = each or (lambda _: None), False
    try:
        for cost, part in rising(question.parts()):
            if not so_far.exhausted or so_far.total == limit or (so_far.total and cost > least):
                break
            most, least = None if limit is None else limit - so_far.total, cost
            one = question.about(part.puzzle, effort=Effort(effort.isolated))
            found = _counted(one, most, each and _whole(puzzle, part, each), up_to_symmetry=up_to_symmetry)
            effort.take_in(found.statistics)
            so_far = replace(
                found,
                total=so_far.total + found.total,
                told_apart=so_far.told_apart + found.told_apart,
                orbits=None if so_far.orbits is None or found.orbits is None else so_far.orbits + found.orbits,
            )
    except StoppedError as stopped:
        so_far = replace(so_far, exhausted=False, reason=str(stopped))
    except KeyboardInterrupt:
        so_far = replace(so_far, exhausted=False, interrupted=True, reason=None)
    exhausted = so_far.exhausted and so_far.total != limit
    statistics = effort.statistics(clock.seconds, COMPLETE if so_far.total else None)
    reason = None if exhausted else so_far.reason
    return replace(so_far, exhausted=exhausted, seconds=clock.seconds, reason=reason, statistics=statistics)


def _whole(puzzle: Puzzle[S], part: Part[S], each: Callable[[S], object]) -> Callable[[S], object]:
    """Hands on the solutions of a part as those of the puzzle that it is a part of, which checks them."""
    return lambda solution: each(checked(puzzle, part.whole(solution)))


@suggests_keywords(parameter_names)
def is_unique(
    puzzle: Asked[S],
    *,
    given: Any = None,
    engine: str | None = None,
    time_limit: float | None = None,
    seed: int | None = None,
    isolated: bool = False,
    progress: Report | None = None,
    **parameters: Any,
) -> bool | None:
    """Whether a puzzle has exactly one solution, identical pieces interchangeable; None when the time was up before.

    It is None, too, when OR-Tools crashed in a search that was `isolated`.  What is given, the engine and the
    parameters are as for `solutions`.

    >>> from cpmodels import Zip
    >>> is_unique("zip-4"), is_unique(Zip(2, 2))
    (True, False)
    """
    clock = Clock(time_limit, progress)
    refuse_listing(engine)
    question = Question.of(puzzle, clock, given=given, isolated=isolated, engine=engine, seed=seed, settings=parameters)
    if engine in (None, CP_SAT) and isinstance(question.asked, Puzzle) and question.asked.minimise:
        least_cost = _of_least_cost(question, 2)
        if least_cost.interrupted:
            raise KeyboardInterrupt
        return least_cost.total == 1 if least_cost.exhausted or least_cost.total == 2 else None
    some, is_all = two_of(question)
    return None if len(some) < 2 and not is_all else len(some) == 1


def two_of(question: Question[S]) -> tuple[list[S], bool]:
    """Two solutions, or those that there are, and whether these are all: neither where the time is up before."""
    try:
        for part in question.parts() if question.given is None else ():
            if part.alone is not None:
                some, is_all = two_of(question.about(part.puzzle))
                if len(some) == 2 or (is_all and (not some or part.alone(some[0]))):
                    return [checked(question.puzzle, part.whole(solution)) for solution in some], is_all
        with all_by_turns(question, "ignored", limit=2) as found:
            return list(islice(found, 2)), found.exhausted
    except StoppedError:
        return [], False
