"""What runs: the engines that answer a question for which none was named, when each begins, and why.

The table is here, with the measurement beside each number; `Result.statistics` and `Count.why` say what came of it.
CP-SAT always takes part.  Backtracking does where the puzzle is described and Numba is installed; its machine code
takes half a second to be loaded, and once on a machine some seconds to be compiled, so a question that CP-SAT answers
sooner never waits for it.  What begins depends on the questions that were asked before in the process, and not on what
else was imported.

| question | engine | begins |
|---|---|---|
| one solution, or | glucose, for loops, paths, connected cells | at once, alone for `CUTTING`, or `PROVING` |
| no more than some | backtrack, where its search has run before | at once, alone for `ALONE`, or as long as
| | | preparing it took, or `Backtracker.alone` |
| | CP-SAT's complete search | then, or at once |
| | the model's strategies, in their order | after `Strategy.after` |
| | backtrack, where it has not | after `Strategy.after` |
| no more than some | backtrack, in place of CP-SAT | when CP-SAT has taken as long as all of it is estimated to
| | | take, at least `HEAD_START`, and not found two |
| all solutions | glucose, for loops and connected cells | at once, alone for `HEAD_START`, or till there are several |
| | backtrack, where its search has run before | at once, alone for a `TRIAL`, or as long as preparing it took |
| | backtrack | then, or at `HEAD_START`, if it is estimated to take at most `AT_ONCE`,
| | | or finds more than `PACE` |
| | CP-SAT | then, or at once |
| a count | glucose, for loops and connected cells | at once, alone for `CUTTING`, or till there are several |
| | backtrack, where its search has run before | at once, alone for as long without symmetry,
| | | and a `TRIAL` |
| | CP-SAT | then, or at once |
| | backtrack or frontier, in | then, or at `HEAD_START`: what is estimated to be
| | place of CP-SAT | done first, if it takes at most `AT_ONCE`, or less than CP-SAT has taken by then, and not more
| | | than what is left |
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any, Generic, NamedTuple

from cpmodels.base._checkpoints import Call, TooLate, tried
from cpmodels.base.errors import CpmodelsError
from cpmodels.base.puzzle import Puzzle, S
from cpmodels.engines._cuts import suits_cuts
from cpmodels.engines._table import GLUCOSE
from cpmodels.engines.backtracking._backtracker import Backtracker, Estimate, estimate, stand_in
from cpmodels.engines.backtracking._compiled import is_installed
from cpmodels.engines.backtracking._search import SHORT_SLICE, SLICE, Stoppable, is_ready
from cpmodels.model import Model, has_own_model, has_registered_model
from cpmodels.search._frontier import Outlook, outlook
from cpmodels.search._question import DESCRIBING, Question

ALONE = 0.005
"""How long backtracking has to itself before CP-SAT's model is built beside it: most published puzzles are solved then,
ZIPs of 6 x 6 in 0.1 ms where CP-SAT takes 5, bordered boards of 6 x 6 in 2 where it takes 70.  Of the 382 ZIPs of the
benchmark that have an answer, from 4 x 4 to 20 x 20, the choice costs, by the times of both engines, at most a fifth of
the better one's for 345, and at worst half of it; with 3 ms for 340, and with 15 ms up to 1.2 times as much.

It has as long as preparing it took, where that is longer, 5 to 200 ms for boards and gardens: so 64 cubes packed, 5 x 5
pieces without a border, and 9 x 9 and 11 x 11 frogs take 0.6 to 1.0 times as long as by backtracking alone, and with
3 ms 1.2 to 1.4.  Where CP-SAT is the better one, as for the 63 cubes hanging in 5 x 5 x 5, it begins a tenth of its
time later."""

LONGEST_SLICE = 5 * SLICE
"""How long a slice is at most, as one that is left behind goes on to its end."""

CUTTING = 5.0
"""How long Glucose has to itself.  All published Slitherlinks, Masyus and Heyawakes of up to 30 x 30 are solved then,
and proved to be unique: in 9, 13 and 15 ms of processor time in the mean, 60, 120 and 60 at most; those of 10 x 10 take
5, 5 and 9 in the median, by CP-SAT 17, 15 and 41.  Those of 30 x 40 to 60 x 60 take it 0.07 to 0.4 s, and CP-SAT, after
a `TRIAL`, 0.3 to 1.7.  Of seven Numberlinks of 12 x 12 to 14 x 24 that CP-SAT took 3 to 8 s on two cores to prove
unique, Glucose takes 1 to 5 for three, 4 to 7 for three, and longer for one; of Nurikabes with large islands most take
0.2 to 3."""

PROVING = 60.0
"""The same where it is asked whether there is another solution: Numberlinks of 15 x 15 to 20 x 20 with 10 to 16 numbers
take it 1 to 56 s of processor time."""

HEAD_START = 0.5
"""Seconds that a count by CP-SAT has, once its model is built, before backtracking is loaded, which takes about so
long: in a fresh process OR-Tools is loaded with the first model."""

PREPARING = 0.5
"""How many seconds estimates are waited for, before CP-SAT goes on beside them for as long."""

SEARCHED = 0.05
"""A search that takes less than this is not compared with a frontier, whose code takes longer to be loaded."""

OUTLOOK = 0.3
"""How long a frontier may take to be laid out and tried: boards of up to 7 x 7, and covers of up to a thousand options,
take 0.1 s; gardens of cubes, of several thousand, which no frontier can count, take 0.7."""

AT_ONCE = 30.0
"""A count that backtracking is estimated to do in this time is its own; CP-SAT enumerates some thousand solutions a
second, and took longer on every such puzzle that was measured."""


class Begun(NamedTuple, Generic[S]):
    """Backtracking, or Glucose, that has been prepared.

    search: where it goes on.
    seconds: how long preparing it took.
    """

    backtracker: Backtracker[S]
    search: Stoppable
    seconds: float

    def moment(self, *, proving: bool = False) -> float:
        """Seconds that the search has to itself."""
        made = self.backtracker
        if made.engine == GLUCOSE:
            return PROVING if proving else CUTTING
        return max(ALONE, self.seconds, made.alone)

    def anew(self, *, whole: bool) -> Begun[S]:
        """The same at its beginning; without `whole`, only the part that symmetry leaves is searched."""
        began = time.thread_time()
        made = self.backtracker if whole else self.backtracker.part()
        return Begun(made, made.search(), self.seconds + time.thread_time() - began)

    def is_over(self) -> Callable[[], bool]:
        """What says whether the moment that the search has to itself is over, from the first time it is asked on.

        It is asked in the thread that searches, and what that takes to check what is found counts, too: of the covers
        of a connected garden most are refused by its rules, which takes longer than to find them.  Nor does CP-SAT wait
        until other code, with which the search goes on, is loaded or compiled.
        """
        moment = self.moment()
        began: float | None = None
        loaded = self.search.code

        def is_over() -> bool:
            nonlocal began
            began = time.thread_time() if began is None else began
            is_loaded = self.search.code is loaded or is_ready(self.search.code)
            if is_loaded and time.thread_time() - began < moment:
                return False
            # Beside CP-SAT, each slice waits for Python while the model is built, which takes about as long.
            self.search.slice = min(max(SLICE, moment), LONGEST_SLICE)
            return True

        return is_over


def prepared(question: Question[S], *, first: bool = False) -> Begun[S] | None:
    """Backtracking that begins at once; None where no such search has run before, or it cannot take part.

    A first solution of one worker is to be the same every time, unless light strategies share it.
    """
    puzzle = question.asked
    is_open = not (question.engine or question.settings or (first and question.workers == 1))
    may_backtrack = is_ready() and is_installed()
    if not is_open or isinstance(puzzle, Model) or has_own_model(puzzle):
        return None
    if not may_backtrack and has_registered_model(type(puzzle)):
        return None

    def make() -> Begun[S] | None:
        began = time.thread_time()
        description = question.description
        if description is not None and suits_cuts(description.problem):
            made: Backtracker[S] | None = Backtracker(puzzle, question.seed or 0, engine=GLUCOSE)
        else:
            made = stand_in(puzzle, question.seed or 0, whole=True) if may_backtrack else None
            made = made if made is not None and made.is_ready else None
        if made is None:
            return None
        search = made.first_search() if first else made.search()
        search.slice = SHORT_SLICE
        return Begun(made, search, time.thread_time() - began)

    try:
        return question.clock.do(make, DESCRIBING)
    except CpmodelsError:
        return None


class Choice:
    """The choice of another engine in place of CP-SAT for a count, as soon as it is estimated to be done first.

    look_at: when, in seconds of the clock, it is to be looked at next.
    estimate: what is estimated to be done first, once that is known.
    """

    def __init__(
        self,
        question: Question[Any],
        *,
        whole: bool,
        is_open: bool,
        lists: bool,
        begun: Estimate[Any] | None = None,
        is_late: bool = False,
    ) -> None:
        """Without `is_open`, the count is not to be taken from CP-SAT; with `lists`, all solutions are asked for.

        `begun` is a search that has begun, if any has.  `is_late` where CP-SAT needs not enumerate: it has its head
        start in any case, and the time that the other engine is estimated to take.
        """
        asked, seed = question.asked, question.seed or 0
        is_open = is_open and is_installed() and not (isinstance(asked, Model) and not asked.is_of_kind)
        self._clock, self._at_once = question.clock, 0.0 if is_late else AT_ONCE
        # Without a reference to this object, so that it ends once nobody holds that any more.
        self._estimated = partial(_estimated, question.puzzle, whole=whole, lists=lists, seed=seed, begun=begun)
        self.look_at = inf if not is_open else 0.0 if is_ready() and not is_late else HEAD_START
        self._call: Call[Estimate[Any] | Outlook[Any] | None] | None = None
        self.estimate: Estimate[Any] | Outlook[Any] | None = None

    def is_taken(self) -> bool:
        """Whether it is time for the engine of the estimate."""
        clock = self._clock
        if clock.seconds < self.look_at:
            return False
        if self.estimate is None:
            self._call = self._call or Call(self._estimated)
            try:
                self.estimate = self._call.take(min(PREPARING, clock.left))
            except TooLate:  # A large puzzle or a busy machine; or Numba is compiling.
                self.look_at = clock.seconds + PREPARING
                return False
        if self.estimate is None or self.estimate.seconds > clock.left:
            self.look_at = inf
            return False
        self.look_at = self.estimate.seconds
        return bool(self.look_at <= max(self._at_once, clock.seconds))


def _estimated(
    puzzle: Puzzle[Any], *, whole: bool, lists: bool, seed: int, begun: Estimate[Any] | None
) -> Estimate[Any] | Outlook[Any] | None:
    """The estimate of the engine that would be done first."""
    search = estimate(puzzle, whole=whole, seed=seed, begun=begun)
    if lists or (search is not None and search.seconds < SEARCHED):
        return search
    found = None if has_own_model(puzzle) else tried(lambda: outlook(puzzle), OUTLOOK)
    return min((one for one in (search, found) if one is not None), key=lambda one: one.seconds, default=None)
