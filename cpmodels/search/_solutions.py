"""The solutions of a puzzle, one by one, by whichever engine: a lazy iterator that stops its search when closed."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, takewhile
from math import inf
from threading import RLock
from typing import Any, Generic, Literal, NamedTuple, Self
from weakref import proxy

from cpmodels import _cp_model as cp_model
from cpmodels._parameters import ENUMERATION, sat_parameters
from cpmodels.base._clock import Clock
from cpmodels.base.errors import (
    DefectError,
    EngineError,
    MissingExtraError,
    ModelError,
    PuzzleError,
    StoppedError,
    TooLargeError,
)
from cpmodels.base.puzzle import Puzzle, S
from cpmodels.base.values import plural
from cpmodels.engines._cuts import CONFLICTS
from cpmodels.engines._formula import Formula
from cpmodels.engines._process import EngineProcess
from cpmodels.engines._table import CP_SAT, FRONTIER, engine_named
from cpmodels.engines._translation import translate
from cpmodels.engines._worker import ClauseTask, blocking, clauses_in
from cpmodels.engines.backtracking._search import Stoppable
from cpmodels.model import BARE, Model, build_to_search, has_own_model
from cpmodels.model._given import holding
from cpmodels.search._question import Different, Effort, Question, Statistics, is_comparable
from cpmodels.search._sources import COMPLETE, Drive, EngineSource, Run, Source, StrategyRun, cores, verified
from cpmodels.search._symmetry import Orbits, Seen, Symmetry, Values

Symmetric = Literal["leaders", "expanded", "apart", "all", "ignored"]
"""What is made of symmetry: one solution of each orbit is found, and stands for all of it; or all solutions of each
orbit that is found so; or solutions are found one by one, and their orbits counted; or all of them, whose orbits show
by themselves that the symmetries are some; or each is an orbit of its own.
Engines that search without symmetry count orbits where one of each is asked for."""

Sized = tuple[Any, int]
"""What a solution is made of, as its engine has it, and how many solutions it stands for."""


class Solutions(Iterator[S]):
    """The solutions of a puzzle, found while they are taken, by whichever engine.

    It is an iterator and a context manager, and ends its search when it is closed.  What is raised while a solution is
    handed over, as by Ctrl-C or by the puzzle's own check, closes it, too: that solution may be lost, so it is never
    exhausted then.

    found: how many solutions have been taken so far.
    total: how many solutions these stand for: themselves or, up to symmetry, their whole orbits.
    orbit_size: how many the last one stands for.
    exhausted: whether it is proved that there are no more.  False until the end, and for good when the
        time limit came first or the iterator was closed.
    reason: an infeasibility reason; or that OR-Tools crashed, where that ended a search that was isolated; or
        how far the engine frontier came in its time.
    engine: the name of the engine.
    identical: how many solutions one stands for when identical pieces are told apart.
    warm_up: the seconds that loading and compiling the engine took; 0 for CP-SAT.

    >>> from cpmodels import Zip, solutions
    >>> with solutions(Zip(2, 2), engine="cp-sat") as found:
    ...     first = next(found)
    >>> found.found, found.exhausted
    (1, False)
    >>> found
    Solutions(1 so far, by cp-sat)
    """

    found: int = 0
    total: int = 0
    orbit_size: int = 0
    exhausted: bool = False
    reason: str | None = None
    identical: int = 1
    warm_up: float = 0.0
    _last: Any = None
    _build_seconds: float = 0.0
    _compared: Puzzle[S] | Model[S] | None = None
    _search: Stoppable | None = None
    _until: float = inf
    _is_proved: bool = False
    _is_closed: bool = False

    def __init__(self, clock: Clock, engine: str = CP_SAT, apart: Orbits | None = None) -> None:
        """`apart` counts the orbits of solutions that are found one by one, where there are symmetries."""
        self.engine, self._clock, self._turn = engine, clock, RLock()
        self._apart = None if apart is None or apart.trivial else apart
        self._drive, self._different = Drive(clock), Different[S]()
        # By a proxy: else each would hold the other, and so the search with its process, its tables or its diagram.
        self._batches: Iterator[Sequence[Sized]] = type(self)._searched(proxy(self))
        self._ready: deque[Sized] = deque()

    @property
    def seconds(self) -> float:
        """Seconds since the start, all preparation included."""
        return self._clock.seconds

    @property
    def statistics(self) -> Statistics:
        """The effort so far: of CP-SAT that of the runs that have ended; of backtracking the nodes, as branches."""
        return Statistics(
            branches=0 if self._search is None else self._search.nodes,
            seconds=self.seconds,
            build_seconds=self._build_seconds,
            runs=1,
            strategy=COMPLETE if self.total else None,
            engines=(self.engine,),
            engine=self.engine if self.total or self.exhausted else None,
        )

    @property
    def orbits(self) -> int | None:
        """How many orbits they are of, where one of each is found or they are counted; else how many they are.

        None where the engine does not name them.
        """
        return self.found if self._apart is None else self._apart.count

    def _searched(self) -> Iterator[Sequence[Sized]]:
        """What is found, in batches, some of them empty; at the end `_is_proved` says whether that is all."""
        return iter(())

    def _solution(self, found: Any) -> S | None:
        """The solution of what has been found, checked; None where it is none."""
        solution: S = found
        return solution

    def _next(self) -> S | None:
        while not (self._is_closed or self._clock.is_up):
            if ready := self._ready:
                found, size = ready.popleft()
                if (solution := self._solution(found)) is None:
                    continue
                self._last = found
                if self._apart is not None:
                    self._apart.add(found)
                self._note(1, size)
                return self._different(solution)
            if self._clock.seconds >= self._until:
                return None
            if (batch := next(self._batches, None)) is None:
                break
            ready.extend(batch)
        if not self._is_closed:
            self._finish()
        return None

    def _images(self, solution: S, found: Any) -> list[S]:  # noqa: ARG002
        """The solutions for which one stands, itself among them, of what was found."""
        return [solution]

    def _take(self, until: float = inf) -> S | None:
        """The next solution; None where there is none, or none until then, in seconds of the clock."""
        self._until = until
        solution = next(self, None)
        self._until = inf
        return solution

    def count(self, each: Callable[[S], object] | None = None, limit: int | None = None, until: float = inf) -> None:
        """Take all that are left, or until there are `limit` at least, or it is `until` in seconds of the clock.

        `each` is called with every solution, or with one of each orbit.
        """
        while (limit is None or self.found < limit) and (solution := self._take(until)) is not None:
            if each is not None:
                each(solution)

    def _at_once(self, work: Callable[[], None]) -> None:
        """Take many by some work, in turn; what it raises ends the search, as what was just taken is lost."""
        try:
            with self._turn:
                work()
        except BaseException:
            self.close()
            raise

    def _note(self, found: int, total: int) -> None:
        """Count what has been found, and how many solutions that stands for."""
        self.found += found
        self.total += total
        self.orbit_size, self._clock.found = total if found == 1 else 1, max(self.total, self._clock.found)
        self._clock.tick()

    def _finish(self) -> None:
        """End the search; if these are all, they are compared with what else is known."""
        is_whole = self._is_proved and not self._ready
        self.close()
        if is_whole:
            self._compare()
            self.exhausted = True
        self._clock.tick(now=True)

    def _compare(self) -> None:
        """Raise DefectError where all solutions contradict what else is known."""
        if self.total:
            self._refuse_contradiction()
        if self._apart is not None:
            self._apart.check()
        if self._compared is not None:
            second_look(self._compared, self.engine, self.total, self._clock)

    def _refuse_contradiction(self) -> None:
        """Raise DefectError where the puzzle says that what was found cannot be."""
        if self.reason:
            raise DefectError(
                f"the engine {self.engine} finds a solution, but the puzzle says that there is none: {self.reason}"
            )

    def close(self) -> None:
        """End the search.  Closing twice does nothing."""
        # Another thread may just take from what was ready, which is why it gets a new one.
        self._is_closed, self._batches, self._ready = True, iter(()), deque()
        self._drive.close()

    def __repr__(self) -> str:
        return f"Solutions({self.found} so far, by {self.engine})"

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> S:
        try:
            with self._turn:
                solution = self._next()
            if solution is not None:
                return solution
        except BaseException as error:
            self.close()
            if isinstance(error, StopIteration):  # It would look like the end.
                raise RuntimeError("StopIteration was raised while a solution was handed over") from error
            raise
        raise StopIteration

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        # Wherever the garbage collector runs: the searches are asked to stop, and nobody waits for them.
        if hasattr(self, "_drive"):
            self._drive.halt()


class Known(Solutions[S]):
    """Solutions that are known before they are asked for: none where the time was up before."""

    def __init__(
        self, question: Question[S], some: Sequence[S] = (), *, is_all: bool = False, reason: str | None = None
    ) -> None:
        super().__init__(question.clock, question.engine or CP_SAT)
        self._effort, self.reason = question.effort, question.effort.lost or reason
        self._some, self._is_all = some, is_all

    @property
    def statistics(self) -> Statistics:
        """The effort of the runs that have ended."""
        return self._effort.statistics(self.seconds)

    def _searched(self) -> Iterator[Sequence[Sized]]:
        yield [(solution, 1) for solution in self._some]
        self._is_proved = self._is_all


class Turn(NamedTuple, Generic[S]):
    """A search that has its turn, and for how long.

    until: in seconds of the clock.
    most: how many solutions end it, too.
    estimate: what is estimated of another engine, or was of this one.
    """

    found: Solutions[S]
    until: float = inf
    most: float = inf
    estimate: Any = None


class InTurn(Solutions[S]):
    """The solutions by several searches, one after another, each from its beginning.

    What was taken from those before is left out.  Where it cannot be compared, no other search has its turn.
    """

    def __init__(self, question: Question[S], turns: Iterator[Turn[S]]) -> None:
        self._question, self._turns = question, turns
        self._now = Turn[S](Known(question), until=0.0)
        super().__init__(question.clock, question.engine or CP_SAT)
        self._begun: list[Solutions[S]] = []
        self._taken: list[tuple[Solutions[S], S, Any]] = []
        self._known: dict[S, list[S]] = {}

    @property
    def statistics(self) -> Statistics:
        """The effort of all searches together."""
        best = self._best().statistics
        if len(self._begun) < 2:
            return best
        effort = Effort()
        for search in self._begun:
            effort.take_in(search.statistics)
        effort.engine = best.engine
        return effort.statistics(self.seconds, best.strategy)

    @property
    def orbits(self) -> int | None:
        """As `Solutions.orbits`; before the end at least as many as one of the searches has found."""
        if self.exhausted or len(self._begun) < 2:
            return self._now.found.orbits
        counted = [search.orbits or 0 for search in self._begun]
        return max(counted if any(search._apart for search in self._begun) else [*counted, self.found])

    @property
    def why(self) -> str | None:
        """Why this engine was chosen, if none was named and there was a choice."""
        estimate = self._now.estimate or getattr(self._now.found, "estimate", None)
        is_known = not self._question.engine and estimate is not None and estimate.seconds < inf
        return str(estimate) if is_known else None  # Else nothing shows how long it takes.

    def begin(self) -> Self:
        """Begin the first search, so that what is wrong with the question is raised."""
        self._go_on()
        return self

    def _go_on(self) -> bool:
        """Whether another search has its turn, or the same one once more."""
        now, until, most, _ = self._now
        is_over = self._clock.seconds >= until or now.found >= most
        if self._is_closed or now.exhausted or not is_over:
            return False
        try:
            turn = next(self._turns, None)
        except StoppedError as stopped:
            if not self._begun:
                self._now = Turn(Known(self._question, reason=str(stopped)))
            return False
        if turn is None:
            return False
        self._now, found = turn, turn.found
        if found is not now:
            now.close()
            self._begun.append(found)
            taken = takewhile(lambda _: not self._clock.is_up, self._taken)
            images = [search._images(solution, last) for search, solution, last in taken]
            self._known = {image: alike for alike in images for image in alike}
            self.engine, self.identical, self.reason = found.engine, found.identical, found.reason
            self.warm_up = found.warm_up
        if self._is_closed:  # By another thread, which has not seen this one.
            found.close()
        return True

    def _searched(self) -> Iterator[Sequence[Sized]]:
        goes_on = True
        while goes_on:
            now, until, most, _ = self._now
            now._until, known, is_last = until, self._known, min(until, most) == inf
            while now.found < most and (solution := now._next()) is not None:
                if known and (alike := known.get(solution)) is not None:
                    for image in alike:
                        known.pop(image, None)
                    continue
                if not is_last:
                    # Of the first it shows whether solutions are equal that mean the same: not where a part of them is
                    # equal only to itself.
                    if is_comparable(solution) and (self._taken or solution == now._solution(now._last)):
                        self._taken.append((now, solution, now._last))
                    else:
                        self._now = self._now._replace(until=inf, most=inf)
                        now._until, most, is_last = inf, inf, True
                yield [(solution, now.orbit_size)]
            goes_on = self._go_on()
        self._is_proved = self._now.found.exhausted

    def count(self, each: Callable[[S], object] | None = None, limit: int | None = None, until: float = inf) -> None:
        """As `Solutions.count`; without these each search counts for itself, and the best number holds."""
        if each is not None or limit is not None or until < inf or self.found:
            super().count(each, limit, until)
        else:
            self._at_once(self._count)

    def _count(self) -> None:
        goes_on = True
        while goes_on:
            now, until, most, _ = self._now
            try:
                now.count(limit=None if most == inf else int(most), until=until)
            except TooLargeError:
                if self._question.engine or now.engine != FRONTIER:
                    raise
                self._now = Turn(now, until=0.0)  # It was estimated to fit into the memory.
            goes_on = self._go_on()
        self._is_proved = self._now.found.exhausted
        self._finish()

    def _best(self) -> Solutions[S]:
        """That of the searches which found the most, or the last of them."""
        return max(reversed(self._begun), key=lambda search: search.total, default=self._now.found)

    def _compare(self) -> None:
        """Raise DefectError where all solutions are fewer than were found before, or not those."""
        now = self._now.found
        for before in self._begun[:-1]:
            if self._known or before.total > now.total:
                more = f"{before.total:,}" if before.total > now.total else "another"
                raise DefectError(
                    f"the engine {now.engine} finds {plural(now.total, 'solution')} in all, but the engine "
                    f"{before.engine} has found {more}: the puzzle's description, its model or its symmetries are wrong"
                )

    def close(self) -> None:
        if self._is_closed:
            return
        super().close()
        self._turns, self._taken = iter(()), []  # An estimate may be under way, for a search that is not wanted now.
        now = self._now.found
        now.close()
        self.engine, self.reason, self.warm_up = now.engine, now.reason, now.warm_up
        if not self.found:  # Each has counted for itself.
            best = self._best()
            self.found, self.total = best.found, best.total
            self.engine, self.identical = best.engine, best.identical
            self.exhausted |= now.exhausted and now.total == best.total


BESIDE = 0.5
"""Seconds of repetitions, or of clauses alone, after which CaDiCaL begins beside CP-SAT; not where an engine, a seed or
parameters are asked for.  Of 120 solutions over a formula of 890 variables and 5,000 clauses CP-SAT finds 59 in 30 s,
and CaDiCaL all in 2; but of fourteen switches beside six numbers up to 50 CP-SAT finds all 6,112 in 7 s, and CaDiCaL
1,690 in 30."""

PAUSE = 0.004
"""Seconds for which the end of the search is waited for, at most, and for no longer than it has taken, before the next
solutions are taken in, once there are two: a thread that wakes for each keeps CP-SAT waiting.  All 4,562 ways to pay a
euro take 0.125 s of the processor so, and 0.17 without; Latin squares of order four 22 ms, and 25.  In 5 ms CP-SAT
finds as many as `AHEAD` at times, and waits itself."""


class Beside(EngineSource):
    """CaDiCaL at work on the clauses of a model; where that has none, or CaDiCaL breaks down, it just ends."""

    def __init__(self, cp: cp_model.CpModel, key: Sequence[int], effort: Effort) -> None:
        super().__init__("cadical")
        self._given, self._effort = (cp, key), effort

    def _search(self) -> None:
        with suppress(EngineError, MissingExtraError, ModelError, TooLargeError):
            self._process = EngineProcess(engine_named(self.engine), clauses_of(*self._given))
            self._effort.engines[self.engine] = None
            super()._search()


def clauses_of(cp: cp_model.CpModel, key: Sequence[int], most: int | None = None) -> ClauseTask:
    """A CpModel as clauses whose first variables are its key; of more than `most` literals it is refused."""
    model: Model[Any] = Model(cp=cp, key=[cp.get_bool_var_from_proto_index(index) for index in key])
    formula = translate(model, Formula(most=most))
    return ClauseTask(formula.variables, formula.clauses, len(key))


MOST_LITERALS = 50_000
"""Of models that need more literals as clauses, which are made in some 50 ms, Glucose has no turn."""

TURN, EACH = 0.1, 0.001
"""Seconds of the processor that the turn of Glucose has, and those more for each solution that it finds.  The models of
`benchmarks.bare_models` with free variables are done by then, but for those that need too many literals: 1,161 products
take 35 ms in place of 600, colourings of South America 25 for 160, and orders of five tasks 45 for 200."""


def by_clauses(
    cp: cp_model.CpModel,
    key: Sequence[int],
    known: Collection[bytes],
    take: Callable[[bytes], bool],
    is_stopped: Callable[[], bool],
) -> bool | None:
    """Let Glucose have its turn, in this thread: whether it has found all values of the key but those that are known.

    None where it has no turn, as there are no clauses, or too many.

    take: takes the values that it finds; whether the search is to go on.
    """
    try:
        from pysat.solvers import Glucose4

        task = clauses_of(cp, key, MOST_LITERALS)
    except (ImportError, ModelError, TooLargeError):
        return None
    until = time.thread_time() + TURN
    blocks = [blocking(values) for values in known]
    clauses = chain(clauses_in(task.clauses), blocks, [[task.variables + 1]])
    with Glucose4(bootstrap_with=clauses, warm_start=True) as solver:  # 7 to 40 % less time from solution to solution.
        while time.thread_time() < until and not is_stopped():
            solver.conf_budget(CONFLICTS)
            answer = solver.solve_limited(expect_interrupt=True)
            if answer is False:
                return True
            if answer:
                block = [-literal for literal in solver.get_model()[: task.key]]
                solver.add_clause(block)
                if not take(bytes(literal < 0 for literal in block)):
                    return False
                until += EACH
    return False


class FirstSolution(StrategyRun):
    """A strategy of a model beside its enumeration, for a first solution: that of a hanging garden of 5 x 5 x 5 cubes
    takes 2 s so, where the enumeration finds none in 90.

    It offers values of the key, of which the model has all, as CP-SAT finds them for the marks of the solution.
    """

    def _search(self) -> None:
        super()._search()
        self.exhausted = False  # Whatever it says: that is about a first solution.

    def offer(self, found: Any) -> bool:
        if found is None:
            return super().offer(None)
        try:
            held, offer = holding(self.model, found), super().offer
        except (ModelError, PuzzleError):  # What a `decode` of one's own makes may say nothing of marks, or of the key.
            self.halt()
            return False
        self._solver(sat_parameters(held.parameters, self._settings, own=self._clock.limits()))
        self._solved(held.cp, held.indexes, None, lambda one: offer(one.values) and False)
        return not self.stopped


class Enumeration(Solutions[S]):
    """The solutions of a model by CP-SAT; where its solutions repeat one another, by CaDiCaL beside it, too.

    The engine that proves that there are no more is `engine`.
    """

    _began: float
    """When the last run began, in seconds of the clock."""

    def __init__(self, model: Model[S], question: Question[S], symmetric: Symmetric = "leaders") -> None:
        """The part that symmetry leaves is searched; by several workers in disjoint parts, one for each at a time."""
        apart, isolated = symmetric == "apart", question.effort.isolated
        symmetry = Symmetry(model, trivial=symmetric == "ignored", isolated=isolated)
        super().__init__(question.clock, apart=Orbits(symmetry) if apart else None)
        self.model, self.identical, self.reason = model, model.identical, model.infeasible
        self._symmetry = Symmetry(model, trivial=True, isolated=isolated) if apart else symmetry
        self._question, self._seen, self._whole_orbits = question, Seen(), symmetric == "expanded"
        self._are_parts = question.workers is not None and question.workers > 1
        parts = symmetry.parts(whole=apart) if self._are_parts else [self._symmetry.broken()]
        self._waiting = iter(() if model.infeasible else parts)
        self._is_whole = True
        is_asked_for = question.engine or question.settings or question.seed is not None or question.effort.isolated
        self._beside_at = inf if is_asked_for or self._are_parts else BESIDE
        own = [] if self._beside_at == inf else [one for one in model.strategies if one.parameters or cores() > 1]
        self._strategies = iter(sorted(own, key=lambda one: not one.parameters))
        self._first: FirstSolution | None = None
        self._found_by: str | None = None

    @property
    def statistics(self) -> Statistics:
        """The effort of the runs that have ended."""
        statistics = self._question.effort.statistics(self.seconds, self._found_by if self.found else None)
        return replace(statistics, engine=self.engine if self.found or self.exhausted else None)

    def _solution(self, found: Values) -> S:
        return verified(self.model, found)

    def _images(self, solution: S, found: Values) -> list[S]:
        if self._whole_orbits:
            return [solution]
        return [self._solution(image) for image in self._symmetry.orbit(found)]

    def _searched(self) -> Iterator[Sequence[Sized]]:
        """What has come, without what repeats it; begins the parts that are waiting."""
        workers, drive, symmetry = self._question.workers or 1, self._drive, self._symmetry
        while True:
            while self._is_whole and len(drive.running) < workers and (cp := next(self._waiting, None)) is not None:
                self._begin(cp)
            if not (drive.running and self._is_whole):
                self._is_proved = self._is_whole
                return
            self._begin_beside()
            if self.found > 1 and drive.inbox.is_empty and (source := next(iter(drive.running), None)) is not None:
                source.wait(min(self._clock.seconds - self._began, PAUSE))  # None where another thread just closed it.
            if (first := drive.next(self._until)) is None:
                self._is_whole &= bool(drive.running)
                yield ()
                continue
            news = [first, *drive.more()]
            found = [values for _, values in news if values is not None]
            orbits = zip(found, symmetry.orbits(found), strict=True)
            new = [(values, size) for values, (leader, size) in orbits if self._seen.add(leader)]
            if found:
                self._found_by = self._found_by or next(source.name for source, values in news if values is not None)
                if self._first is not None:
                    self._first.halt()
            if new:
                self._new_at = self._clock.seconds
            self._clock.tick()
            self._note_ends([source for source, values in news if values is None])
            if self._whole_orbits:  # Each when its turn comes: all of them may fill the memory.
                yield from ([(image, 1) for image in (symmetry.orbit(one) if size > 1 else [one])] for one, size in new)
                new = []
            yield new  # Be it none, so that the time is looked at.

    def _note_ends(self, ended: Sequence[Source]) -> None:
        """What the ends of some sources prove: all parts are needed for that, but of others one is enough."""
        proved = [source for source in ended if source.exhausted]
        if len(proved) < len(ended):
            self.reason = self.reason or self._question.effort.lost
        if self._are_parts:
            self._is_whole &= len(proved) == len(ended)
        elif proved:
            self.engine, self.reason = proved[0].engine, self.model.infeasible
            self._drive.close()
        elif ended:  # Those for a first solution prove nothing, and may go on for ever.
            self._is_whole = not all(isinstance(source, FirstSolution) for source in self._drive.running)

    def _begin_beside(self) -> None:
        """Begin CaDiCaL, once it is time and CP-SAT's solutions repeat one another, or all constraints are clauses.

        Where nothing new has come for as long, the model's strategies begin.
        """
        run = self._run
        if self._clock.seconds >= self._new_at + BESIDE and (self._first is None or not self._first.is_alive):
            self._start_strategy()
        if self._clock.seconds < self._beside_at:
            return
        if run.by.is_repeating or (not self.found and all(each.has_bool_or() for each in run.cp.proto.constraints)):
            self._beside_at = inf
            self._drive.begin(Beside(run.cp, self.model.indexes, self._question.effort))

    def _start_strategy(self) -> None:
        """Start the model's strategies that are complete searches, and the next of those for a first solution.

        The latter are over once there is one.
        """
        model = self.model
        for strategy in self._strategies:
            fits = self._found_by is None and (strategy.any_model or model.as_built)
            if strategy.parameters:
                settings = self._question.parameters(model, strategy.parameters, ENUMERATION)
                self._drive.begin(Run(model, self._run.cp, settings, self._question.effort))
            elif fits and (model.puzzle is BARE or model.marks.are_known):
                self._first = FirstSolution(strategy, model, 0, {"num_workers": 1}, self._question)
                self._drive.begin(self._first)
                return

    def _begin(self, cp: cp_model.CpModel) -> None:
        settings = self._question.parameters(self.model, own=ENUMERATION)
        self._began = self._new_at = self._clock.seconds
        self._beside_at += self._began
        self._run = run = Run(self.model, cp, settings, self._question.effort)
        if self._beside_at < inf:
            run.on_repeat(by_clauses)
        self._drive.begin(run)

    def _compare(self) -> None:
        if not self.total and not self.model.infeasible:
            self._symmetry.confirm_none()
        super()._compare()

    def close(self) -> None:
        super().close()
        self._seen.close()


AT_LEAST = 0.5
"""Seconds for which the model is searched at least: CP-SAT enumerates some thousand solutions in these."""

SOME = 10
"""How many solutions of a model are looked at where an engine has counted them without naming any."""


def second_look(asked: Puzzle[Any] | Model[Any], engine: str, total: int, clock: Clock) -> None:
    """Raise DefectError where a model turns out to have other solutions than an engine has counted.

    That of a puzzle whose kind has one beside its description is looked at for as long as the count took; of a model,
    of which no solution was named, some are looked at for `AT_LEAST`.  Neither goes beyond the limit.
    """
    described = isinstance(asked, Puzzle)
    if isinstance(asked, Puzzle) and not has_own_model(asked):
        return
    seconds, most = (max(clock.seconds, AT_LEAST), total + 1) if described else (AT_LEAST, min(total + 1, SOME))
    look = Clock(min(seconds, clock.rest), None)

    def begun() -> Enumeration[Any]:
        model = build_to_search(asked)
        return Enumeration(model, Question(model, look))

    with suppress(StoppedError), look.do(begun) as found:
        while found.total < most and next(found, None) is not None:
            pass
        if found.total > total or (found.exhausted and found.total < total):
            what = f"the description of {type(asked).__name__} and its model are not the same: " if described else ""
            has = "more" if found.total > total else found.total
            raise DefectError(f"{what}the engine {engine} finds {plural(total, 'solution')}, but the model has {has}")
