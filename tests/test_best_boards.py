"""Best boards: edge matching that maximises its score, against every board there is."""

from __future__ import annotations

import json
from dataclasses import replace
from errno import ENOSPC
from itertools import permutations, product
from random import Random
from unittest.mock import Mock, patch

import hypothesis.strategies as st
import numpy as np
import pytest
from command_line import begun, fails, run, run_process, stopped
from hypothesis import given, settings
from lit_kind import Lit
from ortools.sat.python import cp_model

import cpmodels as cm
import readers
import renderers
from cpmodels.cli._solve import BestBoard, show_result
from cpmodels.model.strategies import Strategy, searches
from cpmodels.puzzles.edge_matching import Board, EdgeMatching, mismatches
from cpmodels.puzzles.edge_matching import search as _best_boards
from cpmodels.puzzles.edge_matching.generator import cut_set
from cpmodels.puzzles.edge_matching.search import MOST_BYTES, MOST_PAIRS, Boards, beams, swaps
from renderers.functions import text_of_matches

FOUR = EdgeMatching(2, 2, [(1, 2, 3, 4), (1, 1, 2, 2), (3, 4, 1, 2), (4, 4, 3, 5)], maximise="score")
TURNED = Board([[(0, 0), (1, 1)], [(2, 2), (3, 3)]])


def best_by_force(puzzle: EdgeMatching) -> tuple[int | None, int]:
    """The highest score of all boards, and how many pictures have it."""
    rows, cols, border = puzzle.rows, puzzle.cols, puzzle.border
    cells = list(product(range(rows), range(cols)))
    looks = [[p[t:] + p[:t] for t in range(4 if puzzle.rotations else 1)] for p in puzzle.pieces]
    fixed = {(row, col): looks[piece][turns] for row, col, piece, turns in puzzle.clues}
    scores: dict[tuple[tuple[int, ...], ...], int] = {}
    for order in permutations(range(len(cells))):
        for picture in product(*(looks[piece] for piece in order)):
            at = dict(zip(cells, picture, strict=True))
            if any(at[cell] != edges for cell, edges in fixed.items()):
                continue
            if border is not None and any(
                (edge == border) != (not (0 <= r + dr < rows and 0 <= c + dc < cols))
                for (r, c), edges in at.items()
                for edge, (dr, dc) in zip(edges, ((-1, 0), (0, 1), (1, 0), (0, -1)), strict=True)
            ):
                continue
            pairs = [(at[r, c][1], at[r, c + 1][3]) for r, c in cells if c + 1 < cols]
            pairs += [(at[r, c][2], at[r + 1, c][0]) for r, c in cells if r + 1 < rows]
            scores[picture] = sum(a == (b if puzzle.rule == "equal" else -b) for a, b in pairs)
    most = max(scores.values(), default=None)
    return most, sum(score == most for score in scores.values())


@st.composite
def small(draw):
    sizes = [(1, 2, True), (1, 3, True), (2, 2, True), (2, 2, False), (3, 2, False)]
    rows, cols, rotations = draw(st.sampled_from(sizes))
    rule = draw(st.sampled_from(["equal", "sum-zero"]))
    edge = st.integers(1 if rule == "equal" else -2, 2)
    pieces = [draw(st.tuples(*[edge] * 4)) for _ in range(rows * cols)]
    border = 0 if draw(st.booleans()) else None
    if border is not None and rule == "equal":
        for piece, (row, col) in enumerate(product(range(rows), range(cols))):
            rim = (row == 0, col == cols - 1, row == rows - 1, col == 0)
            pieces[piece] = tuple(0 if out else colour for out, colour in zip(rim, pieces[piece], strict=True))
    turns = st.integers(0, 3 if rotations else 0)
    clues = [(0, 1, draw(st.sampled_from([0, 1])), draw(turns))] if draw(st.booleans()) else []
    return EdgeMatching(rows, cols, pieces, rule, rotations, border, clues, maximise="score")


@settings(max_examples=20)
@given(small())
def test_the_best_board_is_as_good_as_any(puzzle):
    most, count = best_by_force(puzzle)
    found = cm.solve(puzzle)
    assert (puzzle.infeasible_reason() is None) == (most is not None)
    if most is None:
        assert found.status is cm.Status.INFEASIBLE
        assert found.reason == puzzle.infeasible_reason()
        return
    assert found.status is cm.Status.OPTIMAL
    assert puzzle.check(found.solution) == []
    assert found.objective == found.bound == puzzle.score(found.solution) == most <= puzzle.most()
    assert cm.count(puzzle).total == count


@settings(max_examples=20)
@given(small(), st.integers(0, 2**31), st.sampled_from([0, MOST_PAIRS]), st.sampled_from([4, 64, 8192]))
def test_a_beam_that_gives_nothing_up_ends_with_the_best_board(puzzle, seed, most_pairs, width):
    pytest.importorskip("numba")
    most, _ = best_by_force(puzzle)
    if most is None:
        return
    with patch("cpmodels.puzzles.edge_matching.search.MOST_PAIRS", most_pairs):
        boards = Boards(puzzle)
    beam = boards.beam(width, Random(seed))
    for _ in beam.fill(100):
        pass
    board = boards.board(beam.cells, beam.best[0].tolist())
    assert puzzle.check(board) == []
    between_clues = mismatches(puzzle, puzzle.clued)
    assert puzzle.score(board) == puzzle.inner_edges - beam.mismatches - len(between_clues)
    assert beam.complete or width < 8192
    assert not beam.complete or puzzle.score(board) == most


@settings(max_examples=20)
@given(small(), st.integers(0, 2**31))
def test_exchanged_pieces_lie_by_the_rules_and_their_mismatches_are_counted(puzzle, seed):
    pytest.importorskip("numba")
    most, _ = best_by_force(puzzle)
    if most is None:
        return
    boards = Boards(puzzle)
    beam = boards.beam(1, Random(seed))
    for _ in beam.fill(100):
        pass
    (looks,) = beam.best
    fixed = len(mismatches(puzzle, puzzle.clued))
    with patch("cpmodels.puzzles.edge_matching.search.AT_ONCE", 3):
        for wrong in swaps(boards, beam.cells, looks, 100, seed):
            board = boards.board(beam.cells, looks.tolist())
            assert puzzle.check(board) == []
            assert puzzle.inner_edges - wrong - fixed == puzzle.score(board) <= most


@pytest.mark.parametrize(("rule", "border"), [("equal", True), ("sum-zero", False)])
@pytest.mark.parametrize("pair", [((1, 1), (2, 2)), ((1, 1), (1, 2))])
def test_pieces_that_lie_in_each_others_place_are_exchanged(rule, border, pair):
    pytest.importorskip("numba")
    planted, board = cut_set(5, 4, 9, Random(3), rule=rule, rotations=True, border=border)
    puzzle = replace(planted, maximise="score", clues=[(0, 0, *board.rows[0][0])])
    boards = Boards(puzzle)
    laid = {cell: place for cell, place in board if cell not in puzzle.clued}
    one, other = pair
    laid[one], laid[other] = laid[other], laid[one]
    looks = np.array([4 * place.piece + place.turns for place in laid.values()])
    first, *_, last = swaps(boards, list(laid), looks, 100_000, 1)
    assert first > last == 0
    assert planted.check(boards.board(list(laid), looks.tolist())) == []


@pytest.mark.parametrize(("left", "widths"), [(None, [32, 128, 512, 2048]), (1e-9, [32, 32, 32, 32])])
def test_beams_become_wider_as_long_as_there_is_time_for_it(left, widths):
    pytest.importorskip("numba")
    with patch.object(Boards, "beam", autospec=True, side_effect=Boards.beam) as made:
        steps = beams(large(), 1, Mock(left=left))
        while made.call_count < len(widths):
            next(steps)
    assert [call.args[1] for call in made.call_args_list] == widths


def test_a_beam_for_many_pieces_counts_their_edges_beyond_16_bits_and_is_no_wider_than_memory_has_room_for():
    puzzle = EdgeMatching(91, 91, [(1, 1, 1, 1)] * 91**2, maximise="score")
    colourful = EdgeMatching(10, 10, [tuple(range(i, i + 4)) for i in range(0, 400, 4)], maximise="score")
    assert {strategy.name for each in (puzzle, colourful) for strategy in searches(each)} == {"beams"}
    assert not searches(replace(puzzle, pieces=[tuple(range(4 * i, 4 * i + 4)) for i in range(91**2)]))
    boards = Boards(puzzle)
    beam = boards.beam(MOST_BYTES, Random(1))
    assert boards.counts.tolist() == beam._now[0][0, -2:-1].tolist() == [4 * 91**2]
    assert MOST_BYTES // 2 < sum(table.nbytes for table in beam._now) <= MOST_BYTES


@pytest.mark.parametrize(("rule", "border", "rotations"), [("equal", True, True), ("sum-zero", False, False)])
def test_a_board_without_fault_is_found_and_known_to_be_the_best(rule, border, rotations):
    planted, board = cut_set(5, 4, 4, Random(3), rule=rule, rotations=rotations, border=border)
    (row, col), place = next(iter(board))
    puzzle = replace(planted, maximise="score", clues=[(row, col, *place)])
    found = cm.solve(puzzle)
    assert found.status is cm.Status.OPTIMAL
    assert found.objective == puzzle.inner_edges
    assert planted.check(found.solution) == []
    assert found.solution.rows[row][col] == place


def large() -> EdgeMatching:
    """A board that takes far longer to prove than a test has."""
    planted, _ = cut_set(9, 8, 30, Random(1), rule="equal", rotations=True, border=True)
    inner = [piece for piece, edges in enumerate(planted.pieces) if 0 not in edges]
    return replace(planted, maximise="score", clues=[(4, 4, inner[0], 1), (4, 5, inner[1], 2)])


def test_a_search_without_proof_keeps_the_best_board_and_tells_of_each(clock):
    puzzle = large()
    told = []

    def note(progress):
        told.append(progress)
        if progress.found == 2:
            clock.move(100)

    found = cm.solve(puzzle, time_limit=100, workers=1, seed=5, progress=note)
    assert found.status is cm.Status.FEASIBLE
    assert puzzle.check(found.solution) == []
    assert found.objective == puzzle.score(found.solution) <= found.bound == puzzle.most()
    assert told[-1].best == found.solution
    assert told[-1].objective == found.objective
    seen = [progress.objective for progress in told if progress.best is not None]
    assert seen == sorted(seen)
    assert all(puzzle.score(progress.best) == progress.objective for progress in told if progress.best is not None)


def test_ctrl_c_in_a_program_ends_the_search_with_the_best_board():
    def stop(progress):
        if progress.best is not None and not stopped:
            stopped.append(progress.best)
            raise KeyboardInterrupt

    stopped = []
    found = cm.solve(large(), workers=1, progress=stop)
    assert (found.status, found.interrupted) == (cm.Status.FEASIBLE, True)
    assert found.solution == stopped[0]


def test_only_a_better_board_than_the_start_takes_its_place(monkeypatch):
    start, best = TURNED, cm.solve(FOUR).solution
    seeds = []

    def found(*boards, seed=None):
        def search(seed, _):
            seeds.append(seed)
            yield from boards
            return True

        monkeypatch.setattr("cpmodels.search._portfolio.searches", lambda _: (Strategy("boards", search),))
        result = cm.solve(FOUR, start=start, workers=1, seed=seed)
        return result.solution, result.objective, result.statistics.strategy, result.statistics.engines

    score = FOUR.score(start)
    assert score < FOUR.score(best)
    assert found(TURNED) == (start, score, None, ("boards",))
    assert found(best, start) == (best, FOUR.score(best), "boards", ("boards",))
    assert found(seed=7)[0] == start
    assert seeds[0] != seeds[1]
    assert seeds[2] == 7
    with pytest.raises(TypeError, match=r"give its \.solution"):
        cm.solve(FOUR, start=cm.solve(FOUR))


def test_the_start_is_the_answer_where_the_time_is_up_at_once():
    found = cm.solve(FOUR, start=TURNED, time_limit=1e-9)
    assert (found.status, found.solution, found.objective) == (cm.Status.FEASIBLE, TURNED, FOUR.score(TURNED))


def test_a_start_that_is_the_best_there_can_be_ends_the_search_at_once(monkeypatch):
    planted, board = cut_set(5, 4, 4, Random(3), rule="equal", rotations=True, border=True)
    monkeypatch.setattr("cpmodels.search._portfolio.searches", lambda _: (Strategy("none", Mock()),))
    found = cm.solve(replace(planted, maximise="score"), start=board)
    assert (found.status, found.solution, found.statistics.engines) == (cm.Status.OPTIMAL, board, ())


def test_without_numba_cp_sat_searches_alone_and_it_is_said(monkeypatch, clock):
    monkeypatch.setattr(_best_boards, "is_installed", lambda: False)
    planted, _ = cut_set(4, 4, 6, Random(2), rule="equal", rotations=True, border=True)
    statistics = cm.solve(replace(planted, maximise="score")).statistics
    assert (statistics.strategy, statistics.engines) == ("complete search", ("cp-sat",))
    solve = cp_model.CpSolver.solve
    monkeypatch.setattr(cp_model.CpSolver, "solve", lambda *asked: clock.move(100) or solve(*asked))
    found = cm.solve(large(), time_limit=100, workers=1)
    assert "Numba" in found.reason


def test_the_border_and_clues_hold_although_edges_need_not_match():
    corner, side = (0, 0, 1, 1), (0, 1, 2, 1)
    pieces = [corner] * 4 + [side] * 4 + [(2, 2, 2, 2)]
    puzzle = EdgeMatching(3, 3, pieces, border=0, clues=[(0, 0, 2, 1)], maximise="score")
    found = cm.solve(puzzle)
    assert found.solution.rows[0][0].piece == 2
    rows = [list(row) for row in found.solution.rows]
    rows[1][1], rows[0][1] = rows[0][1], rows[1][1]
    assert any("on the rim" in sentence for sentence in puzzle.check(Board(rows)))
    assert not any("agree" in sentence for sentence in puzzle.check(Board(rows)))
    wrong = replace(puzzle, pieces=[corner] * 5 + [side] * 3 + [(2, 2, 2, 2)], clues=())
    assert "4 cells of the board have the rim on 2 sides in a row, and 5 pieces" in wrong.infeasible_reason()
    off = replace(puzzle, clues=[(1, 1, 0, 0)])
    assert "do not lie on the rim" in off.infeasible_reason()
    assert cm.solve(off).status is cm.Status.INFEASIBLE


def test_files_hold_what_is_maximised_and_others_are_as_before():
    assert readers.read(readers.write(FOUR)) == FOUR
    assert replace(FOUR, maximise=None) != FOUR
    assert "maximise" not in readers.write(replace(FOUR, maximise=None))
    with pytest.raises(cm.PuzzleError, match="expected 'score' or null, got 'beauty'"):
        readers.read({**json.loads(readers.write(FOUR)), "maximise": "beauty"})


def test_pictures_and_texts_mark_the_edges_that_do_not_match():
    board = cm.solve(FOUR).solution
    wrong = len(mismatches(FOUR, dict(board)))
    assert wrong == FOUR.inner_edges - FOUR.score(board) > 0
    assert sum(shape.role == "wrong" for shape in cm.draw(FOUR, board).shapes) == 2 * wrong
    seen = text_of_matches(FOUR, board)
    across = sum(row == below for (row, _), (below, _) in mismatches(FOUR, dict(board)))
    assert (len(seen.splitlines()), seen.count("✗")) == (2, across)
    assert sum(seen.count(arm) for arm in "┌┐└┘") >= 2
    assert renderers.play_page(FOUR, solutions=[board])


def test_a_board_without_a_diagram_is_shown_as_it_is_written():
    puzzle, solution = Lit(1, 2, 1), cm.Grid([[0, 1]])
    assert text_of_matches(puzzle, solution) == cm.text(puzzle, solution)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: cm.solve(FOUR, ledger="boards.ledger"), "the highest score has no disjoint parts .* from a `start`"),
        (lambda: cm.solve(FOUR, start=TURNED, given=[]), "only the search for the best solution"),
        (lambda: cm.solve(cm.Zip(1, 2), start=cm.Path([(0, 0), (0, 1)])), "only the search for the best solution"),
        (
            lambda: cm.solve(FOUR, start=Board([[(0, 0)] * 2] * 2)),
            "the start breaks the puzzle's rules: used more than once",
        ),
        (lambda: cm.explain(FOUR), "highest score"),
        (lambda: cm.hint(FOUR), "highest score"),
        (lambda: cm.why_not_unique(FOUR), "highest score"),
        (lambda: cm.count(FOUR, engine="xcover"), "xcover"),
        (lambda: cm.solve(FOUR, workers=0), "workers"),
        (lambda: EdgeMatching(1, 1, [(1, 1, 1, 1)], maximise=["score"]), "maximises must be score"),
    ],
)
def test_other_questions_are_answered_in_a_sentence(ask, words):
    with pytest.raises(cm.CpmodelsError, match=words):
        ask()


def test_the_best_boards_are_counted_listed_swept_and_certified(tmp_path):
    most, count = best_by_force(FOUR)
    with cm.solutions(FOUR) as boards:
        scores = [FOUR.score(board) for board in boards]
    assert scores == [most] * count
    assert cm.is_unique(FOUR) is (count == 1)
    assert cm.count(FOUR).objective == most
    assert cm.count(replace(FOUR, maximise=None)).objective is None
    assert cm.count(FOUR, engine="cadical").total == cm.sweep(FOUR, workers=1).total == count
    proved = cm.confirm(FOUR, proof=tmp_path / "proof.zip").verification
    assert proved.verified
    assert f"of the objective {most}, and none better" in proved.claim


def test_a_board_that_may_not_be_the_best_is_not_called_a_solution(capsys):
    show_result(replace(cm.solve(FOUR), status=cm.Status.FEASIBLE, objective=2, bound=3))
    said = capsys.readouterr().err
    assert said.startswith("best found in ")
    assert "score: 2 of 3, not proved to be the best" in said
    assert "solved" not in said


def test_the_command_line_finds_the_best_board(tmp_path):
    plain = tmp_path / "four.json"
    plain.write_text(readers.write(replace(FOUR, maximise=None)))
    out, _ = run_process("solve", plain, "--maximise", "score", "-o", tmp_path / "four.svg", "--json")
    told = json.loads(out)
    assert (told["status"], told["objective"], told["bound"]) == ("optimal", 3.0, 3.0)
    assert FOUR.score(readers.read_solution(FOUR, told)) == 3
    assert (tmp_path / "four.svg").exists()
    _, err = run("solve", plain, "--maximise", "score")
    assert "score: 3, proved to be the best" in err
    assert "maximises must be score" in fails("solve", plain, "--maximise", "beauty")
    assert "nothing to maximise" in fails("solve", "zip-6", "--maximise", "score")
    plain.write_text(readers.write(FOUR))
    assert "(the best, of the objective 3, " in run("count", plain)[0]
    assert json.loads(run("count", plain, "--json")[0])["objective"] == 3


def test_the_best_board_so_far_is_in_a_file_from_which_the_next_search_goes_on(tmp_path, monkeypatch):
    puzzle, best = tmp_path / "four.json", tmp_path / "best.json"
    puzzle.write_text(readers.write(FOUR))
    best.write_text(readers.write_solution(TURNED))
    monkeypatch.setattr("cpmodels.search._portfolio.searches", lambda _: (Strategy("none", lambda *_: iter(())),))
    for none_there in (False, True):
        if none_there:
            best.unlink()
        _, err = run("solve", puzzle, "--resume", best)
        assert "score: 3, proved to be the best" in err
        assert FOUR.score(readers.read_solution(FOUR, best)) == 3
    before = best.stat()
    for limit in ("60", "1e-9"):
        _, err = run("solve", puzzle, "--resume", best, "--time-limit", limit)
        assert "score: 3" in err
        assert best.stat() == before


def test_no_better_board_in_the_file_is_lost_and_none_that_cannot_be_written(tmp_path, monkeypatch):
    puzzle, best, better = tmp_path / "four.json", tmp_path / "best.json", cm.solve(FOUR).solution
    puzzle.write_text(readers.write(FOUR))
    kept = BestBoard(FOUR, best)
    best.write_text(readers.write_solution(better))  # By another search, meanwhile.
    kept.take(TURNED)
    assert readers.read_solution(FOUR, best) == better
    best.unlink()
    kept.take(better)
    assert (readers.read_solution(FOUR, best), kept.error) == (better, None)
    best.unlink()

    def full(*_):
        raise OSError(ENOSPC, "No space left on device", str(best))

    monkeypatch.setattr(readers, "write_solution", full)
    out, err = run("solve", puzzle, "--resume", best, code=2)
    assert out == cm.text(FOUR, better) + "\n"
    assert f"{best}: No space left on device" in err


def test_what_cannot_be_the_file_of_the_best_board_is_refused_and_stays_as_it_is(tmp_path):
    puzzle, best = tmp_path / "four.json", tmp_path / "best.json"
    puzzle.write_text(readers.write(FOUR))
    for text, words in (
        ("{", "this is not JSON"),
        (readers.write_solution(Board([[(0, 0)] * 2] * 2)), "best.json: the board breaks the puzzle's rules: "),
        (readers.write_solution(cm.Path([(0, 0)])), "best.json: "),
    ):
        best.write_text(text)
        assert words in fails("solve", puzzle, "--resume", best)
        assert best.read_text() == text
    assert "would be written over" in fails("solve", puzzle, "--resume", puzzle)
    (given := tmp_path / "given.json").write_text('{"known": [], "excluded": []}')
    assert "leave --given out" in fails("solve", puzzle, "--resume", tmp_path / "new.json", "--given", given)
    new = tmp_path / "new.json"
    assert f"written over the best board {new}" in fails("solve", puzzle, "--resume", new, "-o", new)
    assert "there is no folder" in fails("solve", puzzle, "--resume", tmp_path / "none" / "best.json")
    assert not new.exists()


@pytest.mark.slow
def test_ctrl_c_on_the_command_line_ends_with_the_best_board(tmp_path):
    puzzle = tmp_path / "large.json"
    puzzle.write_text(readers.write(large()))
    process = begun("-m", "cpmodels", "solve", puzzle, "--json")
    assert any("the best so far" in line for line in process.stderr)
    out, _ = stopped(process, code=0)
    assert json.loads(out)["status"] == "feasible"
