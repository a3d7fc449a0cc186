"""Seeds, workers and CP-SAT's parameters mean the same whichever engine searches, or are refused by a sentence."""

import numpy as np
import pytest
from systems import needs

import cpmodels as cm

BOARD = cm.EdgeMatching(2, 3, [(1, 2, 3, 4), (5, 2, 1, 2), (3, 1, 4, 2), (1, 1, 2, 2), (2, 1, 1, 3), (4, 3, 2, 1)])
PIECES = [(1, 3, 1, 2), (1, 2, 2, 2), (3, 2, 1, 1), (2, 1, 2, 2)]
SMALL = cm.EdgeMatching(2, 2, PIECES)
PATHS = cm.Zip(3, 4)
OTHERS = [pytest.param(name, marks=needs(name)) for name in ("backtrack", "cadical", "xcover", "ganak")]
LISTING = ["cp-sat", *OTHERS[:3]]


@pytest.mark.parametrize("engine", LISTING)
def test_a_seed_is_another_order_of_the_same_solutions(engine):
    puzzle = PATHS if engine == "cp-sat" else BOARD  # CP-SAT finds the boards in one order with any seed.
    orders = {tuple(cm.solutions(puzzle, engine=engine, seed=seed)) for seed in range(3)}
    assert len({frozenset(order) for order in orders}) == 1
    assert len({len(order) for order in orders}) == 1
    assert len(orders) > 1
    assert list(cm.solutions(puzzle, engine=engine, seed=3)) == list(cm.solutions(puzzle, engine=engine, seed=3))


@pytest.mark.parametrize("engine", ["cp-sat", *OTHERS])
def test_counts_are_the_same_with_any_seed(engine):
    counts = [cm.count(SMALL, engine=engine, seed=seed) for seed in (None, 9)]
    assert {(found.total, found.exhausted) for found in counts} == {(cm.count(SMALL).total, True)}


@pytest.mark.parametrize("engine", LISTING)
def test_a_first_solution_takes_the_seed(engine):
    found = {cm.solve(BOARD, engine=engine, seed=seed).solution for seed in range(3)}
    assert len(found) > 1


@pytest.mark.parametrize("engine", OTHERS)
def test_what_an_engine_could_not_heed_is_refused(engine):
    lists = engine != "ganak"
    for ask in (cm.count, cm.solve) if lists else (cm.count,):
        with pytest.raises(cm.ParameterError, match=f"the engine {engine} searches on one core: leave out"):
            ask(BOARD, engine=engine, workers=2)
    for ask in (cm.count, cm.solve, cm.solutions) if lists else (cm.count,):
        with pytest.raises(cm.ParameterError, match="linearization_level is for CP-SAT: leave it out, or the engine"):
            ask(BOARD, engine=engine, linearization_level=1)
    assert cm.count(SMALL, engine=engine, workers=1).exhausted
    with pytest.raises(cm.ParameterError, match="linearization_level is for CP-SAT"):
        cm.sweep(BOARD, engine=engine, linearization_level=1)


@pytest.mark.parametrize("engine", LISTING)
def test_results_say_which_engine_searched_and_which_answered(engine):
    impossible = cm.EdgeMatching(2, 2, PIECES, rotations=False)
    assert impossible.infeasible_reason() is None
    for puzzle in (BOARD, impossible):
        effort = cm.solve(puzzle, engine=engine).statistics
        assert (effort.engines, effort.engine) == ((engine,), engine)
    with cm.solutions(BOARD, engine=engine) as found:
        list(found)
        assert (found.statistics.engines, found.statistics.engine) == ((engine,), engine)
    stopped = cm.solve(cm.Garden.hanging(box=(4, 4, 4)), engine=engine, time_limit=1e-3)
    assert (stopped.status, stopped.statistics.engine) == (cm.Status.UNKNOWN, None)


@pytest.mark.parametrize("seconds", [np.int64(60), np.float32(60)])
def test_numbers_of_numpy_are_numbers(seconds):
    assert cm.count(SMALL, time_limit=seconds).exhausted
    assert cm.sample(PATHS, 9, seed=np.int64(1)) == cm.sample(PATHS, 9, seed=1)
    with pytest.raises(cm.ParameterError, match="must be a positive number of seconds"):
        cm.count(SMALL, time_limit=-seconds)
