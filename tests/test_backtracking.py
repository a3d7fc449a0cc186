"""Backtracking on exact covers, against brute force and against CP-SAT; paths are in test_backtracking_paths."""

import errno
import os
import pickle
import sys
import types
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from itertools import product
from math import inf, isfinite
from threading import Event
from unittest.mock import patch

import numpy as np
import pytest
from command_line import run as run_command
from cover_oracle import exact_covers, solutions
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model
from puzzle_strategies import edge_matchings, zigzaws
from rooks_kind import Rooks
from systems import needs

import cpmodels as cm
import readers
from benchmarks.generators import edge_puzzle
from cpmodels.base._checkpoints import Call, checkpoint
from cpmodels.base._clock import Clock
from cpmodels.base.description import ExactCover, Option
from cpmodels.base.errors import DefectError, StoppedError
from cpmodels.engines.backtracking import ORDERS, Backtracker
from cpmodels.engines.backtracking._backtracker import LEAD, LONG_LEAD, _Cover, estimate
from cpmodels.engines.backtracking._balance import MOST_STATES, Balance
from cpmodels.engines.backtracking._choosing import Choosing
from cpmodels.engines.backtracking._compiled import compiled
from cpmodels.engines.backtracking._paths import PathSearch
from cpmodels.engines.backtracking._placing import (
    LARGEST_TABLE,
    Placing,
    expected_nodes,
    is_open,
    places,
    places_in_order,
    ways_left,
)
from cpmodels.engines.backtracking._search import LEAST_NODES, InTurns, is_ready, slices
from cpmodels.model.strategies import Strategy
from cpmodels.search import _portfolio
from cpmodels.search._all import BacktrackSolutions
from cpmodels.search._choice import Begun, Choice, prepared
from cpmodels.search._portfolio import backtracking
from cpmodels.search._question import Question
from cpmodels.search._solutions import Enumeration, InTurn, Known, Turn

pytestmark = needs("backtrack")

SIX = [(1, 2, 3, 4), (5, 2, 1, 2), (3, 1, 4, 2), (1, 1, 2, 2), (2, 1, 1, 3), (4, 3, 2, 1)]
TILES = cm.EdgeMatching(2, 3, SIX)


@pytest.fixture(scope="module", autouse=True)
def _numba_is_loaded():
    """So that backtracking may go first."""
    estimate(TILES, whole=False)


def run(search, nodes=1000, stop=lambda search: search):
    """All that a search finds, stopped after every this many nodes, as sets of choices."""
    found = []
    while not search.done:
        found += [frozenset(choice for choice in row if choice >= 0) for row in search.advance(nodes).tolist()]
        search = stop(search)
    return found


def meanings(cover, found):
    return sorted(sorted(repr(cover.options[choice].meaning) for choice in choices) for choices in found)


def right(cover):
    return sorted(sorted(map(repr, found)) for found in solutions(cover))


@given(exact_covers(), st.integers(0, 2**31), st.sampled_from([1, 2, 3, 4, 5, 1000]))
def test_any_exact_cover_is_searched_whole_and_each_solution_found_once(cover, seed, nodes):
    """Whatever the seed, and wherever the search stops and is pickled."""
    found = run(Choosing(cover, seed), nodes, stop=lambda search: pickle.loads(pickle.dumps(search)))
    assert meanings(cover, found) == right(cover)


def parts(search, prefix=(), depth=2):
    """The solutions by parts of the search, each split into its children."""
    children = search.children(prefix) if depth else None
    if children is None:
        search.start(prefix)
        return run(search)
    return [solution for child in children for solution in parts(search, child, depth - 1)]


@given(exact_covers(), st.integers(0, 3))
def test_children_part_the_search(cover, depth):
    assert meanings(cover, parts(Choosing(cover), depth=depth)) == right(cover)


PIECES = edge_matchings() | zigzaws()


@patch("cpmodels.engines.backtracking._balance.FEW", 1)
@given(
    PIECES,
    st.sampled_from([order for order in ORDERS if order != "fewest"]),
    st.sampled_from([0, 0, 1, 77]),
    st.sampled_from([5, LARGEST_TABLE]),
    st.sampled_from([1, MOST_STATES]),
)
def test_places_are_filled_in_any_order_with_tables_of_any_size(puzzle, order, seed, largest, most):
    cover = puzzle.describe().problem.pruned()
    if is_open(cover) and (found := places(cover)) is not None:
        with (
            patch("cpmodels.engines.backtracking._placing.LARGEST_TABLE", largest),
            patch("cpmodels.engines.backtracking._balance.MOST_STATES", most),
        ):
            search = Placing(cover, places_in_order(cover, found, order), seed)
        assert meanings(cover, run(search, 3)) == meanings(cover, run(Choosing(cover)))


@pytest.mark.parametrize("least", [0, 1])
def test_a_place_may_be_left_empty_but_not_so_that_a_piece_is_left_over_that_must_be_used(least):
    ways = [["a"], ["a", "x"], ["a", "y"], ["b"], ["b", "x"], ["b", "y"]]
    cover = ExactCover({"a": 1, "b": 1, "x": (least, 1), "y": (least, 1)}, [Option(tuple(way), way) for way in ways])
    found = places(cover)
    assert (found is None) == bool(least)
    assert meanings(cover, run(Placing(cover, found) if found else Choosing(cover))) == right(cover)


@patch("cpmodels.engines.backtracking._balance.FEW", 1)
@given(PIECES, st.integers(0, 2))
def test_children_of_places_part_the_search(puzzle, depth):
    cover = puzzle.describe().problem.pruned()
    if is_open(cover) and (found := places(cover)) is not None:
        search = Placing(cover, found)
        whole = run(search)
        if len(whole) > 100:
            return
        assert sorted(map(sorted, parts(search, depth=depth))) == sorted(map(sorted, whole))
        again = pickle.loads(pickle.dumps(search))
        again.start()
        assert run(again, 2) == whole


@pytest.mark.parametrize("seed", [0, 1, 5])
def test_pieces_that_do_not_turn_say_what_the_upper_rim_shows(seed, monkeypatch):
    """A ledger of before may have beginnings that contradict it: they have no solution."""
    cover = edge_puzzle(6, seed, 10, rotations=False).puzzle.describe().problem.pruned()
    search = Placing(cover, places(cover))
    found, nodes, pickled = run(search), search.nodes, pickle.dumps(search)
    monkeypatch.setattr("cpmodels.engines.backtracking._balance.FEW", 37)
    plain = Placing(cover, places(cover))
    assert meanings(cover, run(plain)) == meanings(cover, found)
    assert nodes < plain.nodes / 10
    search = pickle.loads(pickled)
    beginning = ()
    while not (ruled_out := set(plain.children(beginning)).difference(search.children(beginning))):
        beginning = plain.children(beginning)[0]
    for child in ruled_out:
        search.start(child)
        assert search.done


def test_colours_of_a_wide_rim_are_left_out_until_few_states_are_told_apart():
    """There would be 16 to the power of 16, which is 0 in 64 bits."""
    rim = Balance(range(300), np.arange(16), np.full(16, 15))
    assert max(int(leads.max()) + 1 for leads in rim.leads()) == 16


def test_a_clue_may_contradict_what_the_rim_must_show():
    """Pieces show 1 above 19 times, below 18 times: one that shows 2 cannot be at the top."""
    pieces = [(1, 0, 1, 0)] * 17 + [(1, 0, 2, 0)] * 2 + [(2, 0, 2, 0)] * 16 + [(2, 0, 1, 0)]
    column = cm.EdgeMatching(36, 1, pieces, rotations=False, clues=[(0, 0, 35, 0)])
    cover = column.describe().problem.pruned()
    search = Placing(cover, places(cover))
    assert search._rim == [0]
    assert run(search) == []


def test_the_orders_of_a_board():
    cover = cm.EdgeMatching(3, 3, [(1, 1, 1, 1)] * 9).describe().problem
    cells = {
        order: [cover.items[number].item[1] for number in places_in_order(cover, places(cover), order)]
        for order in ORDERS[:3]
    }
    assert cells["rows"] == list(product(range(3), repeat=2))
    assert cells["corner"] == [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (1, 2), (2, 0), (2, 1), (2, 2)]
    assert cells["spiral"][:4] == [(1, 1), (0, 1), (1, 0), (0, 0)]


def test_more_solutions_than_there_is_room_for():
    twins = cm.EdgeMatching(2, 3, [(1, 1, 1, 2)] * 3 + [(1, 1, 1, 3)] * 3)
    whole = cm.count(twins, engine="cp-sat", up_to_symmetry=False)
    assert whole.total > 256
    made = Backtracker(twins)
    for one in (made, *map(made.in_order, made.other_orders)):
        with BacktrackSolutions(Begun(one, one.search(), 0.0), Clock(None, None)) as found:
            found.count()
        assert (found.total, found.total * found.identical) == (whole.total, whole.told_apart)
        with BacktrackSolutions(Begun(one, one.search(), 0.0), Clock(None, None)) as listed:
            assert len(set(listed)) == whole.total


def test_gardens_whose_cover_leaves_rules_out_are_checked():
    garden = cm.Garden.hanging((5, 5), touching=True)
    assert garden.describe().problem.relaxed
    counts = [cm.count(garden, engine=engine) for engine in ("cp-sat", "backtrack")]
    assert counts[0].total == counts[1].total > 0
    assert counts[0].orbits == counts[1].orbits


def test_what_need_not_be_placed_is_not_settled_by_having_one_place():
    garden = cm.Garden.hanging((2, 3), red="inside", symmetry="D1", components=(1, 2), tiles="distinct", exact=True)
    counts = [cm.count(garden, engine=engine) for engine in ("cp-sat", "backtrack")]
    assert counts[0] == counts[1]
    assert counts[0].total == 4


def test_what_backtracking_cannot_do_is_said_in_a_sentence():
    model = cm.build(TILES)
    model.cp.add(model.key[0] == 0)
    least = cm.Garden.hanging((5, 5), minimise="volume")
    best = cm.EdgeMatching(1, 2, [(1, 2, 3, 4)] * 2, maximise="score")
    added = "backtrack does not know constraints that were added to a model"
    for error, refused, words in (
        (cm.ModelError, lambda: cm.solve(model, engine="backtrack"), added),
        (cm.ModelError, lambda: cm.count(model, engine="backtrack"), added),
        (cm.KindError, lambda: cm.solve(least, engine="backtrack"), "garden that minimises has none"),
        (cm.KindError, lambda: cm.sweep(best, engine="backtrack"), "edge_matching that maximises has none: its model"),
        (cm.errors.KeywordError, lambda: cm.count(TILES, engine="backtrack", order="rows"), "no keyword 'order'"),
        (cm.ParameterError, lambda: cm.solve(TILES, engine="xcover", ledger="l"), "cannot be resumed"),
        (cm.ParameterError, lambda: cm.sweep(TILES, engine="cadical"), "not cadical"),
        (cm.ParameterError, lambda: Backtracker(TILES).in_order("spirals"), "no order 'spirals' .*, only rows, corner"),
        (cm.ParameterError, lambda: Backtracker(cm.Zip(3, 3)).in_order("rows"), "no order 'rows' .* kind zip$"),
    ):
        with pytest.raises(error, match=words):
            refused()


def test_without_numba_a_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    told = "cpmodels: the engine backtrack is not installed: pip install numba\n"
    noted = "numba is not installed, so searches in machine code are missing: pip install numba\n"
    for command in ("solve", "count", "confirm"):
        assert run_command(command, "squares-packed", "--engine", "backtrack", code=2) == ("", noted + told)
    assert cm.count(cm.Garden.packed((4, 4))).engine == "cp-sat"


def test_machine_code_that_cannot_be_kept_or_read_is_made_anew(tmp_path, monkeypatch):
    """A disk was full, which ended a count, or a power cut left empty files, by which each search was "stopped"."""
    (tmp_path / "doubling.py").write_text("def double(number):\n    return 2 * number\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("numba.core.config.CACHE_DIR", str(tmp_path))
    double = import_module("doubling").double

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr("numba.core.caching.IndexDataCacheFile._save_data", full)
        assert compiled(double)(2) == 4
    assert compiled(double)(2) == 4
    index, code = sorted(tmp_path.rglob("*.nb*"), key=lambda file: file.suffix, reverse=True)
    for damaged in (index, code):
        damaged.write_bytes(b"")
        assert compiled(double)(2) == 4
        assert damaged.read_bytes()


@pytest.mark.slow
def test_a_sweep_by_backtracking_goes_on_where_it_stopped(tmp_path, clock):
    board = readers.read("squares-packed")
    ledger = tmp_path / "ledger"
    clock.step = 1.0  # So that each outcome is reported, and no slice is long enough.

    def stop(progress):
        if progress.found:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as one:
        stopped = cm.sweep(board, engine="backtrack", ledger=ledger, executor=one, workers=1, progress=stop)
    assert stopped.interrupted
    whole = cm.sweep(board, engine="backtrack", ledger=ledger, workers=1, slice_seconds=0.05)
    assert 0 < stopped.total < whole.total
    assert (whole.total, whole.orbits, whole.exhausted) == (652, 82, True)
    found = list(whole.with_sizes())
    assert (len({solution for solution, _ in found}), sum(size for _, size in found)) == (82, 652)
    with pytest.raises(cm.errors.LedgerError):
        cm.sweep(board, ledger=ledger, workers=1)


class Losing(Clock):
    """A clock whose time, if it has a limit, is up before the compiled search is loaded."""

    def do(self, work, doing=""):
        if self.limit == inf:
            return work()
        self.limit = 0.0
        raise StoppedError(doing)


def test_a_search_in_turns_begins_with_few_nodes_where_its_code_changes(monkeypatch):
    """It is loaded within the time, and asked for few nodes until it is known how long they take."""
    asked, loaded = [], []

    class Counting(Choosing):
        def advance(self, nodes):
            asked.append(nodes)
            self.nodes += nodes
            return np.zeros((0, 0), dtype=np.int32)

        def load(self):
            loaded.append(len(asked))

    class Slower(Counting):
        pass

    monkeypatch.setattr("cpmodels.engines.backtracking._search._LOADED", set())
    one, other = (kind(Backtracker(TILES)._problem.cover) for kind in (Counting, Slower))
    search = InTurns(iter([(one, 10 * LEAST_NODES), (other, 10 * LEAST_NODES)]))
    for _ in slices(search, Clock(None, None)):
        if other.nodes:
            break
    assert sum(asked[:-1]) == 10 * LEAST_NODES
    assert asked[-1] == LEAST_NODES
    assert loaded == [0, len(asked) - 1]


def test_what_has_solved_a_puzzle_is_gone_with_the_question(monkeypatch):
    """Of a loop it is a solver with all that it has learned, which is not to wait until garbage is collected."""
    searches = []

    def noted(*given, **more):
        begun = prepared(*given, **more)
        searches.append(weakref.ref(begun.search))
        return begun

    monkeypatch.setattr(_portfolio, "prepared", noted)
    assert cm.solve("slitherlink-5").solution
    assert [search() for search in searches] == [None]


def test_cp_sat_does_not_wait_for_code_that_has_not_run(monkeypatch):
    """That of pieces has; the time to compile that of paths, or of another order, is not taken from CP-SAT."""
    monkeypatch.setattr("cpmodels.engines.backtracking._search._LOADED", {Placing})
    board, path = Question.of(TILES), Question.of(cm.Zip(2, 2))
    begun = prepared(board)
    assert isinstance(begun.search, Placing)
    assert prepared(path) is None
    turns = InTurns(iter([(begun.search, 1), (Choosing(Backtracker(TILES)._problem.cover), 1)]))
    is_over = Begun(begun.backtracker, turns, 1e9).is_over()
    turns.advance(1)
    assert not is_over()
    turns.advance(1)
    assert is_over()
    monkeypatch.setattr("cpmodels.engines.backtracking._search._LOADED", {Placing, Choosing, PathSearch})
    assert not is_over()
    assert prepared(path).backtracker.puzzle == cm.Zip(2, 2)


def test_another_search_may_run_for_the_first_time_while_it_is_asked_which_have(monkeypatch):
    loaded = {Placing}

    class Asking(type):
        def __subclasscheck__(cls, _):
            loaded.add(Choosing)
            return False

    monkeypatch.setattr("cpmodels.engines.backtracking._search._LOADED", loaded)
    assert not is_ready(Asking("Code", (), {}))


def test_nothing_is_claimed_of_a_search_that_was_not_loaded_in_time(monkeypatch):
    monkeypatch.setattr("cpmodels.engines.backtracking._search._LOADED", set())
    made = Backtracker(TILES)
    search = made.search()
    with pytest.raises(StoppedError):
        list(slices(search, Losing(9.0, None)))
    assert not search.done
    counted = BacktrackSolutions(Begun(made, made.search(), 0.0), Losing(9.0, None))
    counted.count()
    assert (counted.found, counted.exhausted) == (0, False)
    monkeypatch.setattr("cpmodels.search._tasks.Clock", Losing)
    with ThreadPoolExecutor(1) as here:
        swept = cm.sweep(TILES, engine="backtrack", executor=here)
    assert (swept.total, swept.exhausted) == (cm.count(TILES).total, True)


@pytest.mark.usefixtures("clock")  # It stands still, so that no stretch of time ends the work in it.
def test_a_race_is_won_by_whoever_has_the_first_solution():
    result = cm.solve(TILES)
    assert result.status is cm.Status.SOLVED
    assert result.statistics.strategy == result.statistics.engine == "backtrack"
    none = cm.EdgeMatching(1, 2, [(1, 2, 3, 4), (5, 6, 7, 8)], rotations=False)
    assert cm.solve(none).status is cm.Status.INFEASIBLE


@pytest.mark.parametrize("engine", [None, "backtrack", "cp-sat"])
def test_a_solution_of_length_zero_is_one(engine, monkeypatch):
    expected = len(list(cm.solutions(TILES))), cm.is_unique(TILES)
    monkeypatch.setattr(TILES.solution_type, "__len__", lambda _: 0, raising=False)
    assert cm.solve(TILES, engine=engine).status is cm.Status.SOLVED
    assert (len(list(cm.solutions(TILES, engine=engine))), cm.is_unique(TILES, engine=engine)) == expected


@pytest.mark.usefixtures("clock")
def test_one_thread_waits_where_backtracking_solves_a_puzzle_in_its_moment(monkeypatch):
    calls = []
    monkeypatch.setattr("cpmodels.base._clock.Call", lambda work: calls.append(work) or Call(work))
    assert cm.solve(TILES, time_limit=60).statistics.engines == ("backtrack",)
    assert len(calls) == 1


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("puzzle", [TILES, cm.Zip(2, 2), cm.Zip(2, 2, waypoints=[(0, 0), (1, 0)])], ids=str)
def test_backtracking_says_in_its_moment_whether_there_is_one_solution(puzzle, monkeypatch):
    expected = cm.count(puzzle, engine="backtrack").total == 1
    monkeypatch.setattr(Question, "build", None)
    assert cm.is_unique(puzzle) is expected


def test_a_count_that_backtracking_has_begun_goes_on(monkeypatch):
    puzzle = cm.Zip(4, 4)
    estimate(puzzle, whole=False)
    monkeypatch.setattr("cpmodels.search._all.TRIAL", -1.0)
    monkeypatch.setattr("cpmodels.search._all.by_estimate", None)
    monkeypatch.setattr("cpmodels.search._choice.outlook", lambda _: None)
    found = cm.count(puzzle)
    assert found.engine == "backtrack"
    assert found == cm.count(puzzle, engine="cp-sat")


@pytest.mark.parametrize("puzzle", [TILES, cm.Zip(2, 2, waypoints=[(0, 0), (1, 0)])], ids=str)
def test_backtracking_says_whether_there_is_one_solution_once_cp_sat_has_taken_as_long(puzzle, monkeypatch):
    right = cm.is_unique(puzzle, engine="cp-sat")
    monkeypatch.setattr("cpmodels.search._all.prepared", lambda _: None)
    monkeypatch.setattr("cpmodels.search._choice.HEAD_START", 0)
    monkeypatch.setattr("cpmodels.search._choice.PREPARING", 600)
    monkeypatch.setattr(Enumeration, "_searched", None)
    assert cm.is_unique(puzzle) is right


def test_an_estimate_that_nobody_waits_for_any_more_ends(monkeypatch):
    ended = Event()

    def endless(*_, **__):
        try:
            while True:
                checkpoint()
        finally:
            ended.set()

    monkeypatch.setattr("cpmodels.search._choice.estimate", endless)
    monkeypatch.setattr("cpmodels.search._choice.PREPARING", 0.01)
    choice = Choice(Question.of(TILES), whole=True, is_open=True, lists=True)
    choice.look_at = 0.0
    assert not choice.is_taken()
    del choice
    assert ended.wait(60)


def test_a_strategy_of_the_model_takes_the_place_of_backtracking_that_has_had_its_moment(monkeypatch):
    monkeypatch.setattr(_portfolio, "cores", lambda: 2)
    puzzle = cm.Zip(13, 13)
    race = _portfolio.First(Question.of(puzzle))
    with race._drive as drive:
        race._lead = lead = drive.begin(race._next(Strategy("backtrack", lambda *_: iter([None])), 0))
        race._attempts.add(lead)
        race._take_model(cm.build(puzzle))
        race._lead_seconds = inf
        race._fill()
        assert race._attempts == {lead}
        race._lead_seconds = 0
        race._fill()
        assert lead.stopped
        assert [one.name for one in race._attempts] == ["windows"]


@pytest.mark.parametrize(("cores", "goes_on"), [(2, False), (3, True)])
def test_backtracking_without_a_lead_goes_on_where_a_place_is_left_for_it(monkeypatch, cores, goes_on):
    monkeypatch.setattr(_portfolio, "cores", lambda: cores)
    puzzle = cm.Zip(13, 13, [(0, col) for col in range(9)])
    for own, expected in [(True, goes_on), (False, True)]:
        made, model = Backtracker(puzzle), cm.build(puzzle)
        begun = Begun(made, made.first_search(), -1.0)
        monkeypatch.setattr(_portfolio, "prepared", lambda *_, begun=begun, **__: begun)
        monkeypatch.setattr("cpmodels.search._choice.ALONE", -1.0)
        race = _portfolio.First(Question.of(puzzle))
        with race._drive:
            race.begin()
            race._begin()
            assert not race._attempts
            race._take_model(model if own else replace(model, strategies=()))
            assert (race._lead in race._attempts) == expected


def test_how_long_backtracking_leads_depends_on_how_far_apart_waypoints_are(monkeypatch):
    cells = list(product(range(13), repeat=2))
    leads = {(11, 5): LONG_LEAD, (11, 7): LEAD, (13, 7): LONG_LEAD, (13, 9): 0.0, (13, 39): 0.0}
    for (size, numbers), lead in leads.items():
        puzzle = cm.Zip(size, size, [cell for cell in cells if max(cell) < size][:numbers])
        made = Backtracker(puzzle)
        monkeypatch.setattr(_portfolio, "prepared", lambda *_, made=made, **__: Begun(made, made.first_search(), 0.0))
        race = _portfolio.First(Question.of(puzzle))
        with race._drive:
            race.begin()
        assert race._lead_seconds == made.lead == lead
    assert Backtracker(TILES).lead == LEAD


@pytest.mark.parametrize(("hopeless", "order"), [(inf, "corner"), (0.0, "fewest")])
def test_a_first_solution_is_searched_for_in_the_order_with_the_fewest_expected_nodes(monkeypatch, hopeless, order):
    monkeypatch.setattr("cpmodels.engines.backtracking._backtracker.HOPELESS", hopeless)
    for turn in ("FIRST_TURN", "TURN"):
        monkeypatch.setattr(f"cpmodels.engines.backtracking._backtracker.{turn}", 1)
    puzzle = readers.read("nine-many")
    made = Backtracker(puzzle)
    assert made._problem._lighter_order(made.search()) == order
    steps = backtracking(puzzle, Begun(made, made.first_search(), 0.0)).search(0, None)
    found = next(found for found in steps if found is not None)
    assert puzzle.check(found) == []
    assert cm.solve(puzzle, engine="backtrack").solution == found


@pytest.mark.parametrize("most", [1, 4_000])
@pytest.mark.parametrize("name", ["edge-bordered", "nine-many"])
def test_the_most_promising_beginnings_come_first_and_the_others_after_them(monkeypatch, name, most):
    monkeypatch.setattr("cpmodels.engines.backtracking._placing.MOST_BEGINNINGS", most)
    made = Backtracker(readers.read(name))
    as_they_come, by_rank = made.search(), made._problem.search(0, ranked=True)
    until = dict.fromkeys((by_rank, as_they_come), 0)
    for search in until:
        while not search.done and not len(search.advance(1)):
            until[search] = search.nodes
    assert (until[by_rank] < until[as_they_come]) == (most > 1)
    both = (made._problem.search(0, ranked=True), made.search())
    one, other = (sorted(row for rows in slices(search) for row in rows.tolist()) for search in both)
    assert one == other


def test_what_it_takes_to_refuse_covers_counts_in_the_moment(monkeypatch):
    """That a garden is connected is not said by its cover, so that thousands are refused by the garden's check."""
    garden = cm.Garden.packed(red="inside", connected=True)
    made = Backtracker(garden)
    refused: list[object] = []
    monkeypatch.setattr(Backtracker, "found", lambda _, choices: refused.append(choices))
    monkeypatch.setattr("cpmodels.search._choice.time", types.SimpleNamespace(thread_time=lambda: len(refused)))
    monkeypatch.setattr("cpmodels.search._choice.is_ready", lambda *_: True)  # whatever other tests have loaded
    begun = Begun(made, made.first_search(), 5.0)
    is_over = begun.is_over()
    for found in backtracking(garden, begun).search(0, None):
        assert found is None
        if is_over():
            break
    assert len(refused) > 5


def test_a_model_beside_another_one_is_not_its_kinds_alone():
    cp = cp_model.CpModel()
    assert cm.build(cm.Zip(2, 2), cp).is_of_kind
    cp.add_bool_or([])
    model = cm.build(cm.Zip(2, 2), cp)
    assert not model.is_of_kind
    assert cm.count(model).total == 0
    with pytest.raises(cm.ModelError, match="does not know constraints"):
        cm.count(model, engine="backtrack")


def test_a_model_that_a_user_made_for_a_puzzle_speaks_for_itself(tmp_path):
    """It may demand more than the puzzle, so that nothing that reads the puzzle's description answers in its place."""
    built = cm.build(cm.Zip(4, 4))
    built.cp.add(built.starts_at[0, 0] == 1)
    model = cm.Model(built.puzzle, built.cp, built.key, built.decode)
    assert model.as_built
    assert not model.is_of_kind
    assert cm.count(model).total == len(list(cm.solutions(model))) == 52
    assert Choice(Question.of(model), whole=False, is_open=True, lists=False).look_at == inf
    for engine in ("backtrack", "frontier"):
        with pytest.raises(cm.ModelError, match="does not know constraints"):
            cm.count(model, engine=engine)
    with pytest.raises(cm.ModelError, match="it is for the puzzle alone"):
        cm.confirm(model, proof=tmp_path / "proof.zip")
    built.cp.add(built.starts_at[1, 1] == 1)
    impossible = cm.Model(built.puzzle, built.cp, built.key, built.decode)
    assert [cm.solve(impossible, time_limit=60).status for _ in range(5)] == [cm.Status.INFEASIBLE] * 5


@pytest.mark.usefixtures("clock")
def test_the_default_count_says_what_it_picked_and_why():
    found = cm.count(TILES)
    assert found.engine == "backtrack"
    assert "estimated to take" in found.why
    assert found == cm.count(TILES, engine="cp-sat")


@pytest.mark.parametrize("given", [{"seed": 0}, {"seed": 7}, {"linearization_level": 1}, {"num_workers": 2}], ids=str)
def test_seeds_and_parameters_of_cp_sat_leave_backtracking_running(given):
    found = cm.solve(TILES, **given)
    assert found.status is cm.Status.SOLVED
    assert "backtrack" in found.statistics.engines
    assert found.statistics.engine in found.statistics.engines
    counted = cm.count(TILES, **given)
    assert (counted.engine, counted) == ("backtrack", cm.count(TILES, engine="cp-sat"))
    for ask in (cm.solve, cm.count):
        with pytest.raises(cm.ParameterError, match="rejects"):
            ask(TILES, **given, num_violation_ls=-1)
    alone = cm.solve(TILES, engine="cp-sat", **given)
    assert alone.statistics.engines == ("cp-sat",)
    assert cm.count(TILES, engine="cp-sat", **given).engine == "cp-sat"


@pytest.mark.parametrize("begins", [True, False])
def test_on_one_core_backtracking_takes_part_but_not_with_one_worker(monkeypatch, begins):
    """One worker's solution is to be the same every time."""
    monkeypatch.setattr(_portfolio, "cores", lambda: 1)
    if not begins:
        monkeypatch.setattr(_portfolio, "prepared", lambda *_, **__: None)
    found = cm.solve(TILES)
    assert found.status is cm.Status.SOLVED
    assert "backtrack" in found.statistics.engines
    assert cm.solve(TILES, workers=1).statistics.engines == ("cp-sat",)


@pytest.mark.parametrize("seed", [0, 5])
def test_published_bordered_boards_with_a_seed_are_left_to_backtracking_too(data, seed):
    board = readers.read(data / "edge_matching" / "brendan" / "07x06.json")
    found = cm.solve(board, seed=seed)
    assert found.status is cm.Status.SOLVED
    assert "backtrack" in found.statistics.engines


def in_turn(*searches):
    """Searches in turn, given by what each finds and whether that is all, else until it has found that."""
    question = Question.of(TILES)
    turns = (Turn(Known(question, some, is_all=is_all), most=inf if is_all else len(some)) for some, is_all in searches)
    return InTurn(question, turns)


def test_a_count_that_another_search_takes_over_keeps_what_was_counted_before():
    found = in_turn((range(30), False), (range(10), False))
    found.count()
    assert (found.total, found.orbits, found.exhausted) == (30, 30, False)
    found = in_turn((range(7), False), (range(10), True))
    found.count()
    assert (found.total, found.orbits, found.exhausted) == (10, 10, True)
    with pytest.raises(DefectError, match=r"the engine cp-sat finds 10 solutions in all, but the engine .* found 30"):
        in_turn((range(30), False), (range(10), True)).count()


def test_what_one_search_has_handed_over_the_next_one_leaves_out():
    found = in_turn(("ab", False), ("bca", False), ("cbade", True))
    assert "".join(found) == "abcde"
    assert (found.total, found.exhausted) == (5, True)
    found = in_turn(("ab", False), ("cd", False))
    assert ("".join(found), found.exhausted) == ("abcd", False)
    found = in_turn(("ab", False), ("bcd", True))
    with pytest.raises(DefectError, match=r"the engine cp-sat finds 3 solutions in all, but .* has found another"):
        list(found)


@pytest.mark.parametrize("solution", [[1], object()], ids=["not hashable", "only itself"])
def test_where_solutions_cannot_be_compared_no_other_search_has_its_turn(solution):
    found = in_turn(([solution], False), ([solution], True))
    assert (list(found), found.exhausted) == ([solution], False)


def test_what_is_equal_only_to_itself_inside_of_a_solution_cannot_be_compared_either():
    """Each search would make another tuple, so all that it finds again looked like another solution."""

    class Anew(Known):
        def _solution(self, found):
            return (object(), found)

    question = Question.of(TILES)
    some = Anew(question, range(2)), Anew(question, range(3), is_all=True)
    with InTurn(question, iter([Turn(some[0], most=1), Turn(some[1])])) as found:
        assert [number for _, number in found] == [0, 1]
        assert not found.exhausted


def test_a_search_that_begins_while_another_thread_closes_all_is_closed_too():
    question = Question.of(TILES)
    last = Enumeration(question.model(), question)

    def turns():
        yield Turn(Known(question, "a"), most=1)
        found.close()  # As another thread may.
        yield Turn(last)

    found = InTurn(question, turns())
    assert list(found) == ["a"]
    assert last._is_closed


def test_what_decides_on_the_next_search_ends_when_all_is_closed():
    ended = []

    def turns(question):
        try:
            yield Turn(Known(question, "ab"))
        finally:  # As an estimate that is still being made is left then.
            ended.append(True)

    found = InTurn(question := Question.of(TILES), turns(question))
    assert next(found) == "a"
    found.close()
    assert ended


def test_why_there_is_no_solution_is_known_before_any_is_taken():
    with cm.solutions("zip-parity") as found:
        assert "chessboard" in found.reason


def test_a_count_of_what_several_searches_find_ends_when_it_is_to():
    found = in_turn((range(30), True))
    found.count(until=found.seconds)
    assert found.total < 30


@pytest.mark.parametrize("interrupted", [True, False])
def test_what_backtracking_found_in_its_moment_is_not_lost(interrupted, monkeypatch):
    """The time is up, or Ctrl-C comes, before CP-SAT has found anything."""
    rooks = Rooks(13)
    estimate(rooks, whole=False)

    def searched_by(question, _):
        if interrupted:
            raise KeyboardInterrupt
        return Known(question, reason="the time was up before the model was built")

    monkeypatch.setattr(Choice, "is_taken", lambda choice: setattr(choice, "look_at", inf))
    monkeypatch.setattr("cpmodels.search._all.searched_by", searched_by)
    for up_to_symmetry in (True, False):
        found = cm.count(rooks, up_to_symmetry=up_to_symmetry)
        assert found.total >= found.orbits > 0
        assert (found.exhausted, found.interrupted, found.engine) == (False, interrupted, "backtrack")


def test_backtracking_takes_over_only_what_it_can_do_in_the_time_that_is_left(monkeypatch):
    board = cm.Garden.hanging((5, 5))

    def choice(limit):
        return Choice(Question(board, Clock(limit, None)), whole=True, is_open=True, lists=False)

    estimate(board, whole=True)
    monkeypatch.setattr("cpmodels.search._choice.estimate", lambda *_, **__: types.SimpleNamespace(seconds=20.0))
    monkeypatch.setattr("cpmodels.search._choice.outlook", lambda _: None)
    assert choice(None).is_taken()
    assert choice(3600).is_taken()
    short = choice(19)
    assert not short.is_taken()
    assert short.look_at == inf  # It is not asked again: there will only be less time.


@pytest.mark.parametrize("puzzle", [TILES, cm.Garden.hanging((5, 5))], ids=str)
def test_estimates_do_not_change_what_is_searched(puzzle):
    found = estimate(puzzle, whole=True)
    assert isfinite(found.seconds)
    assert found.backtracker.order in ORDERS
    assert len(run(found.backtracker.search())) == cm.count(puzzle, engine="cp-sat").total


def test_an_order_for_which_there_are_too_many_options_is_not_tried(monkeypatch):
    monkeypatch.setattr("cpmodels.engines.backtracking._choosing.MOST_OPTIONS", 10)
    monkeypatch.setattr("cpmodels.engines.backtracking._backtracker.MOST_OPTIONS", 10)
    monkeypatch.setattr("cpmodels.engines.backtracking._backtracker.TRIAL", -1.0)  # All orders are tried, each at once.
    assert estimate(TILES, whole=True).backtracker.order in ORDERS[:3]
    assert estimate(cm.Garden.hanging((3, 5)), whole=True) is None
    uncovered = ExactCover({"place": 1, "piece": 1}, [Option(way, ["place"]) for way in range(11)])
    assert run(_Cover(uncovered).search(0)) == []  # None of them can be chosen.


def test_expected_nodes_are_those_of_places_that_are_independent():
    """At each of three places one of two colours, which nothing else asks for; then one piece less at each place."""
    free = ExactCover.of([Option((place, colour), [place]) for place in range(3) for colour in range(2)])
    assert 10 ** expected_nodes(free, [[0, 1, 2]])[0] == pytest.approx((2 + 4 + 8) / (1 + 8))
    pieces = ExactCover.of(
        [Option((place, piece), [place, f"piece {piece}"]) for place in range(3) for piece in range(3)]
    )
    assert 10 ** expected_nodes(pieces, [places(pieces)])[0] == pytest.approx((3 + 6 + 6) / (1 + 6))


def test_more_copies_of_a_piece_than_there_are_places_are_as_many_as_these():
    ways = [(place, piece) for place in range(3) for piece in ("x", "y", "z")]
    options = [Option(way, way, {"between": way[1]}) for way in ways]
    enough, more = (
        ExactCover({**dict.fromkeys(range(3), 1), "x": (0, most), "y": (0, most), "z": 0}, options)
        for most in (3, 10**30)
    )
    assert expected_nodes(more, [[0, 1, 2]]) == expected_nodes(enough, [[0, 1, 2]])
    beginnings = np.array([[0], [1]])
    assert ways_left(more, [0, 1, 2], beginnings).tolist() == ways_left(enough, [0, 1, 2], beginnings).tolist()
    assert len(run(Placing(more, [0, 1, 2], ranked=True))) == 2


def test_a_border_makes_rows_the_lightest_order():
    """It has 86,599 nodes by rows, and 123,776 from a corner."""
    made = Backtracker(readers.read("edge-bordered"))
    assert made._problem._lighter_order(made.search()) is None
    assert made.in_order("corner")._problem._lighter_order(made.search()) == "rows"


def test_a_time_limit_and_closing_end_a_search():
    garden = cm.Garden.hanging((4, 4, 5))  # It takes minutes.
    found = cm.count(garden, engine="backtrack", time_limit=0.3)
    assert (found.exhausted, found.total) == (False, 0)
    with cm.solutions(cm.Garden.packed((4, 4)), engine="backtrack") as packed:
        assert next(packed)
    assert not packed.exhausted
    assert next(packed, None) is None


def test_values_of_the_key_say_a_solution():
    for puzzle in (TILES, cm.Zip(3, 3), cm.Garden.packed((2, 2), tiles=(3, 6, 9, 12))):
        backtracker = Backtracker(puzzle)
        search = backtracker.search()
        while not search.done:
            for row in search.advance(10**6).tolist():
                solution = backtracker.found(row)
                assert backtracker.solution(backtracker.values(row)) == solution
                assert puzzle.check(solution) == []
