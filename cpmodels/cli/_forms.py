"""The objects that the commands print with --json; their JSON Schemas are made of these classes (`readers.schemas`).

A field that may be None is null where it has no default; with a default it is left out.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, fields
from enum import Enum
from typing import Any, Literal, TypedDict, dataclass_transform

import cpmodels as cm

Cells = tuple[tuple[int, ...], ...]
Solution = dict[str, Any]
"""That of a kind, which has a schema of its own."""


@dataclass_transform(kw_only_default=True)
class Form:
    """An object that is printed, or a part of one; each subclass is a dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(kw_only=True, eq=False, repr=False)(cls)


class Statistics(Form):
    """The effort of a search.

    conflicts, branches: of all runs of the solver together.
    seconds: wall time of the whole, building included.
    build_seconds: wall time of building the model.
    runs: how many runs of a solver there were.
    strategy: what found the solution: "complete search" or the name of a strategy; null without a solution.
    engines: the engines that searched, in the order in which they began.
    engine: the one of them that answered; null where the search was stopped first, or nothing was searched.
    """

    conflicts: int
    branches: int
    seconds: float
    build_seconds: float
    runs: int
    strategy: str | None
    engines: list[str]
    engine: str | None


class Solve(Form):
    """What the search for one solution found; of a folder of puzzles, one such object a line.

    file: the file of the puzzle, where there are several.
    puzzle: the kind of the puzzle.
    status: "solved", a solution was found; "optimal" or "feasible", with an objective it is proved to be a best one, or
        is not; "infeasible", it is proved that there is none; "unknown", the search was stopped before.
    solution: a solution of that kind, if one was found.
    seconds: until it was found.
    reason: why there is no solution, where that is plain; or what is known although the search was stopped.
    cost: what the solution costs, for a puzzle that minimises: no solution costs less, by proof.
    objective: with an objective, that of the solution.
    bound: with an objective, the proved bound on that of any solution.
    warnings: what may well be a typing error in a puzzle that has no solution.
    settled: true where no search was needed, as every place has one choice left once what cannot fit is ruled out.
    statistics: the effort of the search.
    """

    file: str | None = None
    puzzle: str
    status: cm.Status
    solution: Solution | None
    seconds: float
    reason: str | None = None
    cost: int | None = None
    objective: float | None = None
    bound: float | None = None
    warnings: list[str] | None = None
    settled: bool | None = None
    statistics: Statistics


class SolveAll(Form):
    """All solutions of a puzzle.

    puzzle: the kind of the puzzle.
    count: different solutions, identical pieces interchangeable.
    exhausted: whether these are proved to be all; otherwise there may be more.
    seconds: wall time.
    reason: why there is no solution, where that is plain without any search.
    warnings: what may well be a typing error in a puzzle that has no solution.
    statistics: the effort of the search.
    solutions: all of them or, with --up-to-symmetry, one of each orbit.
    """

    puzzle: str
    count: int
    exhausted: bool
    seconds: float
    reason: str | None = None
    warnings: list[str] | None = None
    statistics: Statistics
    solutions: list[Solution]


class Counted(Form):
    """What all counts tell.

    puzzle: the kind of the puzzle.
    count: different solutions, identical pieces interchangeable.
    told_apart: solutions with identical pieces told apart.
    up_to_symmetry: solutions up to the symmetries of the puzzle, or all where these are not to be used.
    exhausted: whether these are proved to be all; otherwise the numbers are lower bounds.
    seconds: wall time of this run.
    reason: why there is no solution, where that is plain without any search.
    warnings: what may well be a typing error in a puzzle that has no solution.
    """

    puzzle: str
    count: int
    told_apart: int
    up_to_symmetry: int
    exhausted: bool


class Count(Counted):
    """How many solutions there are.

    up_to_symmetry: solutions up to the symmetries of the puzzle, or all where these are not to be used; null where
        there are some and the engine does not name its solutions.
    statistics: the effort of the search.
    engine: what counted.
    why: why this engine was picked, where there was a choice.
    solutions: only in a file that is written: the first of them.
    """

    up_to_symmetry: int | None  # type: ignore[assignment]
    statistics: Statistics
    seconds: float
    reason: str | None = None
    engine: str | None = None
    why: str | None = None
    warnings: list[str] | None = None
    solutions: list[Solution] | None = None


class Parts(Form):
    """The parts into which a search is split.

    finished: searched to their end.
    open: left to be searched here.
    elsewhere: left to other machines.
    """

    finished: int
    open: int
    elsewhere: int


class Sweep(Counted):
    """How many solutions a sweep has found, with all earlier runs on its ledger.

    parts: how many parts of the search are finished, and how many are not.
    solutions: only in a file that is written: one solution of each orbit, or with --each all.
    """

    parts: Parts
    seconds: float
    reason: str | None = None
    warnings: list[str] | None = None
    solutions: list[Solution] | None = None


class Merge(Form):
    """What became of ledgers that were merged.

    ledger: the file that they were merged into.
    taken: how many finished parts of the search it took from the others.
    """

    ledger: str
    taken: int


class Verdict(Form):
    """Whether a solution is right.

    name: its file, where there are several, and its place in the file, where that holds several.
    right: whether it keeps all rules.
    broken: the rules that it breaks, a sentence each.
    remark: what else there is to say of it.
    """

    name: str | None = None
    right: bool
    broken: list[str]
    remark: str | None = None


class Check(Form):
    """Whether solutions keep the rules of a puzzle.

    puzzle: the kind of the puzzle.
    right: whether all of them do.
    solutions: each of them.
    """

    puzzle: str
    right: bool
    solutions: list[Verdict]


class Fact(Form):
    """Something about the solution.

    words: the fact, in words.
    holds: whether it is true; otherwise it is ruled out.
    cells: the cells that it is about, each as its coordinates, from 0.
    """

    words: str
    holds: bool
    cells: Cells


class Constraint(Form):
    """A clue, wall or rule of a puzzle.

    kind: its sort.
    words: what it says.
    cells: the cells that it is about, each as its coordinates, from 0.
    pieces: the pieces that it is about, counted from 0.
    """

    kind: str
    words: str
    cells: Cells
    pieces: tuple[int, ...]


class Step(Form):
    """A step of an explanation.

    rule: the name of the rule; "proof" for constraints from which the step follows, "cases" where a supposition leads
        to a contradiction.
    level: how hard that is to see, from 1 on.
    sentence: why it follows, in words.
    follows: what follows; nothing where what was known contradicts itself.
    uses: the known facts that it rests on.
    constraints: the constraints that it rests on.
    cells: the cells to look at, each as its coordinates, from 0.
    pieces: the pieces to look at, counted from 0.
    choices: how many steps of this rule, or of easier ones, could be made.
    cases: what follows from each supposition until it contradicts itself.
    """

    rule: str
    level: int
    sentence: str
    follows: list[Fact]
    uses: list[Fact]
    constraints: list[Constraint]
    cells: Cells
    pieces: tuple[int, ...]
    choices: int
    cases: list[list[Step]] | None = None


class Explain(Form):
    """The steps to the solution of a puzzle.

    puzzle: the kind of the puzzle.
    steps: each step, in their order.
    finished: whether no more follows.
    solution: the solution, if the steps have led there.
    stopped: why the search for a step was given up.
    warnings: what may well be a typing error in a puzzle that has no solution.
    """

    puzzle: str
    steps: list[Step]
    finished: bool
    solution: Solution | None
    stopped: str | None = None
    warnings: list[str] | None = None


class Hint(Form):
    """What to do next.

    puzzle: the kind of the puzzle.
    step: the next step; null where nothing follows.
    wrong: what should be undone, if something should.
    solved: whether all is found already.
    stopped: why the search was given up.
    sentence: all of it, in words.
    """

    puzzle: str
    step: Step | None
    wrong: Fact | None
    solved: bool
    stopped: str | None = None
    sentence: str


class Why(Form):
    """Why a puzzle has no solution, or more than one.

    puzzle: the kind of the puzzle.
    stopped: whether the time was up before that was known.
    solutions: how many there are; null where that is not known.
    constraints: with none, constraints that contradict each other.
    irreducible: with none, whether each of these is needed for that.
    fewest: with none, whether it is proved that no fewer contradict each other.
    first, second: with several, two of them.
    cells: the cells that the constraints are about, or in which the two solutions differ.
    pieces: with none, the pieces that the constraints are about, counted from 0.
    warnings: what may well be a typing error in a puzzle that has no solution.
    """

    puzzle: str
    stopped: bool
    solutions: Literal["none", "one", "several"] | None
    constraints: list[Constraint] | None = None
    irreducible: bool | None = None
    fewest: bool | None = None
    first: Solution | None = None
    second: Solution | None = None
    cells: Cells | None = None
    pieces: tuple[int, ...] | None = None
    warnings: list[str] | None = None


class New(Form):
    """A new puzzle; of several, one such object a line.

    puzzle: the puzzle, as a file of it is written.
    solution: its one solution.
    minimal: whether it is proved that no clue can be left out; null where everything is needed anyway.
    difficulty: its grade, where one was asked for.
    seed: what makes the same puzzle again.
    seconds: how long it took to make.
    """

    puzzle: dict[str, Any]
    solution: Solution
    minimal: bool | None
    difficulty: Literal["easy", "medium", "hard", "expert"] | None
    seed: int
    seconds: float


class EngineCount(Form):
    """What one engine counted.

    engine: its name; "known" where the count was given.
    count: how many solutions it found.
    exhausted: whether these are all, by its proof.
    seconds: wall time, of loading and compiling, too.
    warm_up: seconds of that for loading and compiling.
    """

    engine: str
    count: int
    exhausted: bool
    seconds: float
    warm_up: float


class Confirm(Form):
    """Whether two engines count the same.

    puzzle: the kind of the puzzle.
    agree: whether they do; null where that is not known, as one was stopped.
    cp_sat: the count by CP-SAT, or the one that was given.
    other: the count by the other engine.
    proof: the file of the certificate, if one was written.
    """

    puzzle: str
    agree: bool | None
    cp_sat: EngineCount
    other: EngineCount
    proof: str | None = None


class Verify(Form):
    """What came of checking a certificate.

    puzzle: the kind of its puzzle.
    verified: whether all that it claims is proved; null where the check was stopped.
    claim: what it claims.
    solutions: how many solutions of the puzzle were found right; none unless it is verified.
    steps: how many steps of the proof were found right.
    checker: what ran the checker: "plain Python", or numba with its version.
    seconds: wall time.
    refused: why it is refused.
    """

    puzzle: str
    verified: bool | None
    claim: str
    solutions: int
    steps: int
    checker: str
    seconds: float
    refused: str | None = None


class Racer(Form):
    """A solver in a race; times are medians of its runs.

    solver: its name.
    status: how its runs ended: "solved", "none" (proved to have no solution), "time" or "memory" (stopped at the
        limit), "gave up", "wrong" (a solution breaks the rules) or "crash".
    answer: what it says of the puzzle, in words.
    message: what went wrong.
    seconds: to build and search; not there if it did not answer.
    build_seconds: of that, to build the model.
    warm_up_seconds: for imports and compilation, before the clock started.
    solutions: how many different solutions it found; those of runs that were stopped are not checked.
    nodes, conflicts: its effort, where it tells.
    memory: the most that a run took, in MiB.
    runs: the seconds of each run; null for one without an answer.
    """

    solver: str
    status: str
    answer: str | None = None
    message: str | None = None
    seconds: float | None = None
    build_seconds: float | None = None
    warm_up_seconds: float | None = None
    solutions: int
    nodes: int | None = None
    conflicts: int | None = None
    memory: float | None = None
    runs: list[float | None]


class Race(Form):
    """What came of a race.

    puzzle: the kind of the puzzle.
    task: what the solvers had to do.
    time_limit: seconds for each run.
    agree: whether the answers agree; null with fewer than two.
    interrupted: whether Ctrl-C ended the race.
    disagreements: a sentence for each.
    solvers: the fastest first, those without an answer last.
    absent: why others did not take part, by name.
    """

    puzzle: str
    task: Literal["first", "all", "unique"]
    time_limit: float
    agree: bool | None
    interrupted: bool
    disagreements: list[str]
    solvers: list[Racer]
    absent: dict[str, str]


class BuiltIn(Form):
    """A built-in puzzle.

    name: how commands call it.
    description: what it is, in words.
    """

    name: str
    description: str


class BuiltIns(Form):
    """The built-in puzzles, and those of other packages that are installed.

    puzzles: each of them.
    """

    puzzles: list[BuiltIn]


Kind = TypedDict("Kind", {"kind": str, "package": str | None, "version": str | None, "class": str})


class Kinds(Form):
    """The kinds of puzzles that are installed.

    kinds: each with its name, the package that it comes from, and its class, as its entry point names it.
    """

    kinds: list[Kind]


PRINTED: dict[str, type[Form]] = {
    "solve": Solve, "solve --all": SolveAll, "count": Count, "check": Check, "explain": Explain, "hint": Hint,
    "why": Why, "new": New, "list": BuiltIns, "kinds": Kinds, "sweep": Sweep, "merge": Merge, "confirm": Confirm,
    "race": Race, "verify": Verify,
}  # fmt: skip
"""What each command prints."""


def plain(value: object) -> Any:
    """What JSON has for a form, or for an enumeration's member."""
    if isinstance(value, Enum):
        return value.value
    told: Any = value
    return {
        one.name: entry
        for one in fields(told)
        if (entry := getattr(told, one.name)) is not None or one.default is MISSING
    }
