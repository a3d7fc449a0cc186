"""Searching: lazy, stoppable, honest about what was proved."""

import subprocess
import sys
import textwrap
import threading
import time
from dataclasses import replace
from math import inf
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from asking import searching_threads
from command_line import interrupted
from ortools.sat.python import cp_model
from systems import needs_signals

import cpmodels as cm
from cpmodels import Status, strategies
from cpmodels._parameters import sat_parameters
from cpmodels.base._clock import Clock
from cpmodels.engines._cp_sat import CpSatRun, Ended
from cpmodels.engines.backtracking._backtracker import estimate
from cpmodels.model.strategies import Strategy
from cpmodels.search import _all, _choice, _portfolio, _solutions
from cpmodels.search._question import Question
from cpmodels.search._sources import Run, StrategyRun

PATHS = cm.Zip(4, 4)
"""552 paths."""
ENDLESS = cm.Zip(9, 9)
"""More paths than anybody will list."""
HARD = cm.Garden.hanging((4, 4, 5))
"""A garden that takes far more than a few seconds, one way or the other."""


@pytest.mark.parametrize("begins", [True, False])
def test_all_solutions_are_by_the_engine_that_is_estimated_to_be_done_first(monkeypatch, begins):
    """What CP-SAT has found before the estimate is made does not come twice."""
    puzzle, taken = cm.Zip(5, 5), iter([begins, True])
    total = cm.count(puzzle, engine="frontier").total

    def is_taken(choice):
        choice.look_at = 0.01
        if is_now := next(taken):
            choice.estimate = estimate(puzzle, whole=True)
        return is_now

    monkeypatch.setattr(_all, "prepared", lambda _: None)
    monkeypatch.setattr(_choice.Choice, "is_taken", is_taken)
    with cm.solutions(puzzle) as found:
        some = list(found)
    assert len(set(some)) == len(some) == total
    assert (found.exhausted, found.engine) == (True, "backtrack")


def test_cp_sat_goes_on_where_no_estimate_is_better(monkeypatch):
    looks = iter([0.01, inf])

    def is_taken(choice):
        choice.look_at = next(looks)
        return False

    monkeypatch.setattr(_all, "prepared", lambda _: None)
    monkeypatch.setattr(_choice.Choice, "is_taken", is_taken)
    with cm.solutions(PATHS) as found:
        some = list(found)
    assert len(set(some)) == len(some) == 552
    assert (found.exhausted, found.engine) == (True, "cp-sat")


def test_solutions_are_lazy_and_close_stops_the_solver():
    found = cm.solutions(ENDLESS)
    first = [next(found) for _ in range(3)]
    assert len(set(first)) == 3
    assert (found.found, found.exhausted) == (3, False)
    found.close()
    found.close()
    assert searching_threads() == []
    assert list(found) == []
    assert not found.exhausted


def test_leaving_a_with_block_or_dropping_the_iterator_stops_the_solver():
    with cm.solutions(ENDLESS) as found:
        next(found)
    assert searching_threads() == []
    next(cm.solutions(ENDLESS))
    assert searching_threads() == []


def test_all_solutions_are_exhausted_and_a_limit_of_time_is_not(clock):
    found = cm.solutions(PATHS)
    assert len(set(found)) == 552
    assert found.exhausted
    cut = cm.solutions(ENDLESS, time_limit=100)
    some = [next(cut) for _ in range(3)]
    clock.move(100)
    assert len({*some, *cut}) == cut.found == 3
    assert not cut.exhausted


def test_unknown_is_not_infeasible():
    result = cm.solve(HARD, time_limit=0.2)
    assert (result.status, result.solution) == (Status.UNKNOWN, None)
    counted = cm.count(HARD, time_limit=0.2)
    assert not counted.exhausted
    assert cm.is_unique(HARD, time_limit=0.2) is None


def test_count_stops_at_its_limit():
    counted = cm.count(PATHS, limit=10)
    assert (counted.total, counted.exhausted) == (10, False)
    assert cm.count(PATHS, limit=1000) == cm.Count(552, 552, 38, exhausted=True)


@pytest.mark.parametrize("workers", [2, 3])
def test_all_parts_of_a_search_end_at_its_limit(workers):
    cut = cm.count(cm.Garden.packed(), workers=workers, time_limit=0.3)
    assert not cut.exhausted
    assert searching_threads() == []


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_racing_finds_answers_and_proofs(workers):
    assert cm.solve(PATHS, workers=workers).status is Status.SOLVED
    assert cm.solve(cm.Garden.hanging((4, 4, 3)), workers=workers).status is Status.INFEASIBLE
    assert searching_threads() == []


def test_narrower_puzzles_prove_nothing(monkeypatch):
    """Only the narrower puzzles are without solution, and their ends are no proof for the wider one."""
    monkeypatch.setattr(strategies, "SLICE", 0.05)
    model = cm.build(cm.Garden.hanging((5, 5, 5), fixed=[(63, (1, 2, 2))]))
    (narrower,) = (strategy for strategy in model.strategies if strategy.name == "narrower puzzles")
    at_once = replace(narrower, after=0.0)
    result = cm.solve(replace(model, strategies=(at_once,)), workers=2, time_limit=1)
    assert result.status is not Status.INFEASIBLE


def test_a_race_starts_over_until_the_time_is_up(monkeypatch):
    monkeypatch.setattr(strategies, "SLICE", 0.05)

    def stop(_progress):
        if len(seeds) > 6:
            raise EnoughError

    seeds = []
    solve = cp_model.CpSolver.solve

    def noted(solver, *more):
        seeds.append(solver.parameters.random_seed)
        return solve(solver, *more)

    monkeypatch.setattr(cp_model.CpSolver, "solve", noted)
    monkeypatch.setattr(_portfolio, "RESTARTS", replace(strategies.RESTARTS, after=0.0))
    model = replace(cm.build(HARD), strategies=())
    with pytest.raises(EnoughError):
        cm.solve(model, workers=3, progress=stop)
    assert len(set(seeds)) > 4
    assert searching_threads() == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("workers", "expected"), [(1, ["light"]), (2, ["late"]), (3, ["early", "light"]), (4, ["early", "light", "late"])]
)
def test_strategies_start_in_their_order_each_after_its_time(workers, expected, clock):
    """Each on a worker of its own; beside a single worker the first light one runs, and at once."""
    clock.step = 1.0
    started = []

    def endless(name, **options):
        def search(seed, _runs):
            started.append((seed, name, clock.now))  # Those begun later have larger seeds.
            while True:
                time.sleep(0.01)
                yield None

        return Strategy(name, search, **options)

    def stop(_progress):
        if len(started) >= len(expected):
            raise EnoughError

    order = ("late", "early") if workers == 2 else ("early", "light", "late")
    options = {"late": {"after": 20.0}, "early": {"after": 0.0}, "light": {"after": 10.0, "light": True}}
    model = replace(cm.build(HARD), strategies=tuple(endless(name, **options[name]) for name in order))
    with pytest.raises(EnoughError):
        cm.solve(model, workers=workers, progress=stop)
    assert [name for _, name, _ in sorted(started)] == expected
    if workers > 1:
        assert all(when >= options[name]["after"] for _, name, when in started)
    assert searching_threads() == []


def test_progress_is_reported():
    def stop(progress):
        reports.append(progress)
        raise EnoughError

    reports = []
    counted = cm.count(PATHS, progress=reports.append)
    assert reports[-1].found == counted.total
    assert [r.seconds for r in reports] == sorted(r.seconds for r in reports)
    with pytest.raises(EnoughError):
        cm.solve(HARD, workers=1, progress=stop)
    assert reports[-1].found == 0


class EnoughError(Exception):
    """Raised by a report of progress."""


def test_progress_may_stop_the_search_by_an_exception():
    with pytest.raises(EnoughError):
        cm.count(ENDLESS, engine="cp-sat", progress=Mock(side_effect=EnoughError))
    assert searching_threads() == []


@pytest.mark.parametrize(("limit", "parameter", "least"), [(None, 1, 1), (60, 1, 1), (1e-3, 1, 1e-3)])
def test_of_two_time_limits_the_shorter_holds(clock, limit, parameter, least):  # noqa: ARG001
    question = Question.of(PATHS, Clock(limit, None), settings={"max_time_in_seconds": parameter})
    assert question.parameters(question.model()).max_time_in_seconds == least
    assert question.clock.limit == least, "the runs of CP-SAT may be many"


def test_a_models_own_time_limit_is_that_of_the_whole(clock):  # noqa: ARG001
    model = replace(cm.build(PATHS), parameters={"max_time_in_seconds": 1})
    assert Question.of(model, Clock(60, None)).clock.limit == 1


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"colour": 3}, "no keyword 'colour'"),
        ({"_x": 3}, "no keyword '_x'"),
        ({"copy_from": 3}, "no keyword 'copy_from'"),
        ({"FIXED_SEARCH": "FIXED_SEARCH"}, "no keyword 'FIXED_SEARCH'"),
        ({"num_workers": "many"}, "num_workers does not take the value 'many'"),
        ({"max_time_in_seconds": "x: 3"}, "does not take the value"),
        ({"cp_model_presolve": "maybe"}, "does not take the value 'maybe'"),
        ({"search_branching": "SIDEWAYS"}, "does not take the value"),
        ({"num_workers": -3}, "rejects"),
        *(({"time_limit": limit}, "positive number of seconds") for limit in (0, -1, float("nan"))),
        *(({"workers": number}, "workers") for number in (0, 1.5)),
        *(({"seed": number}, "seed") for number in (-1, 2**31, "x")),
    ],
)
def test_wrong_parameters_are_named(parameters, words):
    with pytest.raises(cm.ParameterError, match=words):
        cm.solve(PATHS, **parameters)


@pytest.mark.parametrize(
    "parameters",
    [
        {"linearization_level": 2},
        {"cp_model_presolve": True},
        {"search_branching": "FIXED_SEARCH"},
        {"num_workers": 2},
        {"ignore_subsolvers": ["core", "no_lp"]},
    ],
)
def test_any_parameter_can_be_passed(parameters):
    assert cm.solve(PATHS, **parameters).status is Status.SOLVED
    if "ignore_subsolvers" not in parameters:
        assert cm.count(cm.Zip(3, 3), **parameters).total == 40


def test_a_model_spoilt_by_an_added_rule_is_told():
    model = cm.build(cm.Zip(3, 3))
    a, b = (model.cp.new_int_var(-(2**62), 2**62, name) for name in "ab")
    model.cp.add(2**62 * a + 2**62 * b <= 1)
    for search in (cm.solve, cm.count):
        with pytest.raises(cm.ModelError, match="CP-SAT calls the model invalid"):
            search(model)


@pytest.mark.parametrize("place", ["constraint", "objective"])
def test_a_variable_of_another_model_is_an_error(place, monkeypatch):
    other = cp_model.CpModel()
    stray = [other.new_bool_var(str(i)) for i in range(2000)][-1]
    model = cm.build(cm.Zip(3, 3))
    if place == "objective":
        model.cp.maximize(stray)
    else:
        model.cp.add(stray == 1)
    monkeypatch.setattr(cp_model.CpModel, "model_stats", None)  # It may end the process on such a model.
    for search in (cm.solve, cm.count, cm.is_unique, cm.forced, cm.explain):
        with pytest.raises(cm.ModelError, match=r"Out of bound|objective: leave it out"):
            search(model)


def test_wrong_answers_never_leave_the_library(monkeypatch):
    monkeypatch.setattr(cm.Zip, "check", lambda self, solution: ["it is wrong"])  # noqa: ARG005
    for search in (cm.solve, cm.count, cm.is_unique):
        with pytest.raises(cm.errors.WrongSolutionError, match="it is wrong"):
            search(PATHS)
    assert searching_threads() == []


def test_a_run_that_was_stopped_before_it_began_does_not_begin():
    found = []
    run = CpSatRun(sat_parameters())
    run.stop()
    ended = run.run(cm.build(cm.Zip(2, 2)).cp, [], None, found.append)
    assert (ended.status, found) == (cp_model.UNKNOWN, [])


@pytest.mark.slow
@needs_signals
def test_ctrl_c_keeps_what_a_count_has_found():
    code = """
        import cpmodels as cm
        counted = cm.count(cm.Zip(9, 9), engine="cp-sat", progress=lambda p: p.found and print("searching", flush=True))
        print(counted.total > 0, counted.interrupted, counted.exhausted)
    """
    assert interrupted(code) == "True True False"


@needs_signals
@pytest.mark.parametrize("search", ["cm.solve(hard, progress=tell)", "list(cm.solutions(many, progress=tell))"])
def test_ctrl_c_stops_solve_and_solutions(search):
    code = f"""
        import cpmodels as cm
        hard, many = cm.Garden.hanging((4, 4, 5)), cm.Zip(9, 9)
        tell = lambda progress: print("searching", flush=True)
        try:
            {search}
        except KeyboardInterrupt:
            print("stopped")
    """
    assert interrupted(code) == "stopped"


@needs_signals
def test_ctrl_c_leaves_the_best_solution_of_a_model_with_an_objective():
    code = """
        import cpmodels as cm
        model = cm.build(cm.Zip(16, 16))
        model.cp.maximize(sum(index % 97 * literal for index, literal in enumerate(model.key)))
        tell = lambda progress: progress.objective is not None and print("searching", flush=True)
        found = cm.solve(model, progress=tell)
        print(found.interrupted, found.status.name, found.solution is not None)
    """
    assert interrupted(code) == "True FEASIBLE True"


def test_a_program_may_end_in_the_middle_of_a_search():
    code = "import cpmodels as cm; found = cm.solutions(cm.Zip(9, 9)); print(len(next(found).cells))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "81\n", "")


def test_a_program_may_end_while_a_model_that_was_left_behind_runs_ortools():
    """A thread that comes back from OR-Tools when the interpreter is gone would bring the process down."""
    code = """
        import atexit, threading, time
        import cpmodels as cm
        from ortools.sat.python import cp_model

        class Slow(cm.Puzzle):
            kind = "slow-to-build"

            def check(self, solution):
                return []

            def model(self, cp):
                until = float("inf")
                while time.monotonic() < until:
                    cp_model.CpSolver().solve(cp)
                    if ending.is_set() and until == float("inf"):
                        until = time.monotonic() + 0.2
                return cm.Model(cp=cp, key=[])

        ending = threading.Event()
        print(cm.solve(Slow(), time_limit=0.2).status.name)
        atexit.register(ending.set)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "UNKNOWN\n", "")


def test_a_consumer_slower_than_its_time_limit_is_not_told_that_it_has_all(clock):
    found = cm.solutions(cm.Zip(3, 3, [(0, 0)]), time_limit=100)
    next(found)
    assert searching_threads() == []  # All have been found.
    clock.move(101)
    rest = list(found)
    assert not found.exhausted
    assert len(rest) < 7


def test_closing_from_elsewhere_proves_nothing():
    found = cm.solutions(ENDLESS)
    next(found)
    closer = threading.Thread(target=found.close)
    closer.start()
    taken = sum(1 for _ in found)
    closer.join()
    assert not found.exhausted
    assert taken < 10**6
    stopped = None
    stopped = cm.solutions(ENDLESS, progress=lambda _: stopped and stopped.close())
    list(stopped)
    assert not stopped.exhausted
    assert searching_threads() == []


def test_closing_ends_a_count_by_the_frontier(clock):
    """It went on to the end, and could be begun again."""
    clock.step = 1  # Each report comes that can.
    stopped = None
    stopped = cm.solutions(PATHS, engine="frontier", progress=lambda _: stopped and stopped.close())
    for _ in range(2):
        stopped.count()
        assert (stopped.total, stopped.exhausted) == (0, False)


@pytest.mark.parametrize("engine", ["cp-sat", "backtrack", "frontier", "cadical"])
def test_threads_that_share_a_search_take_each_solution_once_and_all(engine):
    """Of CP-SAT's some were lost, and the rest were called all; of others it was said that a generator is executing."""
    found, taken = cm.solutions(PATHS, engine=engine), []
    takers = [threading.Thread(target=lambda: taken.extend(found)) for _ in range(4)]
    for taker in takers:
        taker.start()
    for taker in takers:
        taker.join()
    assert (len(taken), len(set(taken)), found.total, found.exhausted) == (552, 552, 552, True)


def test_errors_in_the_solver_thread_are_raised(monkeypatch):
    monkeypatch.setattr(cp_model.CpSolver, "solve", Mock(side_effect=RuntimeError("a defect")))
    for search in (cm.solve, cm.count):
        with pytest.raises(RuntimeError, match="a defect"):
            search(PATHS, engine="cp-sat")
    assert searching_threads() == []


def test_puzzles_and_results_show_themselves_in_a_notebook(monkeypatch):
    puzzle = cm.Zip(2, 2, [(0, 0)])
    result = cm.solve(puzzle)
    assert puzzle._repr_svg_().startswith("<svg")
    assert result._repr_svg_().count("<polyline") > puzzle._repr_svg_().count("<polyline")

    def missing(name):
        raise cm.KindError(f"no installed package provides cpmodels.{name}")

    monkeypatch.setattr("cpmodels.base.puzzle.function_named", missing)
    assert result._repr_svg_() is None


def test_a_count_shows_what_was_found_and_not_the_effort():
    shown = []
    cm.count(cm.Zip(3, 3))._repr_pretty_(SimpleNamespace(text=shown.append), False)
    assert shown == ["Count(total=40, told_apart=40, orbits=3, exhausted=True)"]


def with_strategy(model, *solutions):
    """A model that has a strategy, which finds these."""

    def known(*_):
        yield from (None, *solutions)
        return True

    strategy = Strategy("known", known, any_model=True)
    return replace(model, strategies=(strategy,))


@pytest.mark.parametrize("up_to_symmetry", [False, True])
@pytest.mark.parametrize("make", [lambda: cm.build(cm.Zip(3, 4)), lambda: cm.build(cm.Zip(3, 4)).as_it_is()])
def test_a_strategy_may_find_a_first_solution_before_the_enumeration(make, up_to_symmetry, monkeypatch):
    everything = list(cm.solutions(make(), up_to_symmetry=up_to_symmetry))
    first, search, go_on = everything[-1], Run._search, threading.Event()

    def wait(run):
        go_on.wait()
        search(run)

    monkeypatch.setattr(_solutions, "BESIDE", 0)
    monkeypatch.setattr(_solutions, "cores", lambda: 2)
    monkeypatch.setattr(Run, "_search", wait)
    with cm.solutions(with_strategy(make(), first, first), up_to_symmetry=up_to_symmetry) as found:
        one = next(found)
        assert one.cells in (first.cells, first.cells[::-1])  # They have the same marks.
        assert found.statistics.strategy == "known"
        go_on.set()
        rest = list(found)
    assert found.exhausted
    assert len(rest) + 1 == len(everything)
    assert up_to_symmetry or {one, *rest} == set(everything)


def test_a_strategy_that_is_to_stop_as_it_finds_a_solution_begins_no_run_for_that():
    model = cm.build(cm.Zip(2, 2))
    question = Question(model, Clock(None, None))
    strategy = _solutions.FirstSolution(Strategy("known", lambda *_: iter(())), model, 0, {}, question)
    strategy.halt()
    assert not strategy.offer(cm.solve(model).solution)
    assert question.effort.runs == 0


def test_a_strategy_without_steps_is_a_sentence():
    """Its function lacks a `yield`, and a TypeError said that None is not iterable."""
    mute = Strategy("mute", lambda *_: None)
    run = StrategyRun(mute, None, 0, {}, Question(cm.Zip(2, 2), Clock(None, None)))
    with pytest.raises(cm.ModelError, match="the strategy 'mute' gave None, not a generator of its steps"):
        list(run.found())


def test_parameters_of_a_strategy_are_not_those_of_an_enumeration_by_several_workers(monkeypatch):
    """By these CP-SAT loses solutions."""
    asked = []

    def noted(model, cp, parameters, effort):
        asked.append((parameters.enumerate_all_solutions, parameters.num_workers))
        return Run(model, cp, parameters, effort)

    monkeypatch.setattr(_solutions, "BESIDE", 0)
    monkeypatch.setattr(_solutions, "Run", noted)
    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(f"lamp {i}") for i in range(3)]
    cp.add_exactly_one(lamps)
    strategy = Strategy("by four", lambda *_: iter(()), any_model=True, parameters={"num_workers": 4})
    assert cm.count(cm.Model(cp=cp, key=lamps, strategies=(strategy,))).total == 3
    assert len(asked) > 1
    assert set(asked) == {(True, 1)}


def test_a_strategy_ends_whose_solutions_say_nothing_of_the_key():
    """As `decode` makes something of its own of them: it was the end of the enumeration beside which it runs."""
    cp = cp_model.CpModel()
    model = cm.Model(cp=cp, key=[cp.new_bool_var("lamp")], decode=tuple)
    question = Question(model, Clock(None, None))
    strategy = _solutions.FirstSolution(Strategy("known", lambda *_: iter(())), model, 0, {}, question)
    assert not strategy.offer((1,))
    assert strategy.stopped


def test_a_strategy_that_is_wrong_adds_nothing_to_an_enumeration(monkeypatch):
    monkeypatch.setattr(_solutions, "BESIDE", 0)
    monkeypatch.setattr(_solutions, "cores", lambda: 2)
    puzzle = cm.Zip(3, 4, waypoints=[(0, 0)])
    wrong = next(path for path in cm.solutions(cm.Zip(3, 4)) if (0, 0) in path.cells[1:-1])
    counted = cm.count(with_strategy(cm.build(puzzle), wrong))
    assert (counted.total, counted.exhausted) == (cm.count(puzzle).total, True)


def test_where_cp_sat_stops_early_no_strategy_for_a_first_solution_is_waited_for(monkeypatch):
    """As by a limit of the model's own; restarts, for one, never end."""
    monkeypatch.setattr(_solutions, "BESIDE", 0)
    monkeypatch.setattr(_solutions, "cores", lambda: 2)
    monkeypatch.setattr(CpSatRun, "_once", lambda *_: Ended(cp_model.UNKNOWN))

    def endless(*_):
        while True:
            yield None

    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(name) for name in ("left", "right")]
    cp.add_exactly_one(lamps)
    strategy = Strategy("endless", endless, any_model=True)
    counted = cm.count(cm.Model(cp=cp, key=lamps, strategies=(strategy,)))
    assert (counted.total, counted.exhausted) == (0, False)
