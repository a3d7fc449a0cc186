"""Published tables of edge matching, measured again beside what the library does.

    python -m benchmarks.published_tables [--limit 10] [--out FOLDER]

Boards are made by seed from the rules that were published, so they are like those of the sources, not the same.  For
the peak of hardness plain backtracking row by row looks for a first solution of 50 boards of each number of colours,
which are the same along the frame and inside.  For the cliff `solve`, CP-SAT alone and the published model have the
limit in seconds each, on boards with colours of their own along the frame, and with the pieces of five cells given.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from math import factorial
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

from ortools.sat.python import cp_model

import cpmodels as cm
from benchmarks.generators import edge_puzzle
from benchmarks.measurement import Case, Measured, Measurement
from benchmarks.tables import table
from cpmodels.backtracking import Backtracker
from cpmodels.puzzles import Board
from cpmodels.puzzles.edge_matching.puzzle import turn
from cpmodels.racing._results import seconds

PEAK, BOARDS, MOST = 6, 50, 300_000_000
"""The side of the boards of the peak, how many there are of each number of colours, and the most nodes for each."""

COLOURS = range(2, 13)

CLIFF: Mapping[int, str] = {
    10: "0.29 s, 5 of 5",
    11: "2.27 s, 5 of 5",
    12: "31.7 to 88.1 s, 4 of 5",
    13: "74.2 s, 1 of 2",
}
"""What eternity2.dev reports of CP-SAT with eight workers and 22 colours, by the side of the board."""

CLIFF_COLOURS, CLIFF_SEEDS = 22, range(1, 4)
"""Of boards of the cliff: how many colours they have, five of them along the frame only, and their seeds."""


def searched(colours: int, seed: int) -> Measured:
    """The nodes and seconds of backtracking row by row to a first solution; no nodes where it had none in time."""
    search = Backtracker(edge_puzzle(PEAK, seed, colours, border=True).puzzle).in_order("rows").search()
    search.advance(1)
    search.start()
    began, found = process_time(), False
    while not found and search.nodes < MOST:
        found = len(search.advance(max(1, search.nodes // 100))) > 0  # It goes on after a solution.
    return {"nodes": search.nodes if found else None, "seconds": round(process_time() - began, 6)}


def framed(side: int, seed: int) -> cm.EdgeMatching:
    """A board cut from one whose frame has colours of its own, each as often as any other, with five pieces given."""
    random = Random(f"framed {side} {seed}")

    def balanced(colours: range, count: int) -> Iterator[int]:
        return iter(random.sample([colours[j % len(colours)] for j in range(count)], count))

    frame = balanced(range(1, 6), 4 * (side - 1))
    inside = balanced(range(6, CLIFF_COLOURS + 1), 2 * (side - 1) * (side - 2))
    cells = [*product(range(side), repeat=2)]
    right = {(r, c): next(frame if r in (0, side - 1) else inside) if c < side - 1 else 0 for r, c in cells}
    below = {(r, c): next(frame if c in (0, side - 1) else inside) if r < side - 1 else 0 for r, c in cells}
    pieces, clues = [], []
    given = {*product((2, side - 3), repeat=2), (side // 2, side // 2)}
    for piece, (r, c) in enumerate(random.sample(cells, len(cells))):
        edges = (below.get((r - 1, c), 0), right[r, c], below[r, c], right.get((r, c - 1), 0))
        turns = random.randrange(4)
        pieces.append(turn(edges, -turns))
        if (r, c) in given:
            clues.append((r, c, piece, turns))
    return cm.EdgeMatching(side, side, pieces, border=0, clues=clues)


def by_elements(puzzle: cm.EdgeMatching, limit: float) -> Board | None:
    """A solution by CP-SAT with the article's model: the piece of each cell, and by tables the colours of its sides."""
    model, count = cp_model.CpModel(), len(puzzle.pieces)
    sides = [*zip(*(edges[turns:] + edges[:turns] for edges in puzzle.pieces for turns in range(4)), strict=True)]
    most = max(map(max, puzzle.pieces))
    pieces, laid, shown = dict[Any, Any](), dict[Any, Any](), dict[Any, list[Any]]()
    for row, col in product(range(puzzle.rows), range(puzzle.cols)):
        cell = (row, col)
        pieces[cell], laid[cell] = model.new_int_var(0, count - 1, ""), model.new_int_var(0, 4 * count - 1, "")
        model.add(laid[cell] == 4 * pieces[cell] + model.new_int_var(0, 3, ""))
        shown[cell] = [model.new_int_var(0, most, "") for _ in range(4)]
        for colours, colour in zip(sides, shown[cell], strict=True):
            model.add_element(laid[cell], colours, colour)
        rim = (row == 0, col == puzzle.cols - 1, row == puzzle.rows - 1, col == 0)
        for outside, colour in zip(rim, shown[cell], strict=True):
            model.add(colour == 0 if outside else colour != 0)
        for other, here, there in (((row - 1, col), 0, 2), ((row, col - 1), 3, 1)):
            if other in shown:
                model.add(shown[cell][here] == shown[other][there])
    model.add_all_different(pieces.values())
    for row, col, piece, turns in puzzle.clues:
        model.add(laid[row, col] == 4 * piece + turns)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds, solver.parameters.num_workers = limit, 8
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return Board(
        [[divmod(solver.value(laid[row, col]), 4) for col in range(puzzle.cols)] for row in range(puzzle.rows)]
    )


def solved(side: int, seed: int, limit: float) -> Measured:
    """The seconds to a solution by `solve`, by CP-SAT alone and by the article's model; None where there was none."""
    puzzle = framed(side, seed)
    measured: Measured = {}
    ways: Mapping[str, Callable[[], Board | None]] = {
        "solve": lambda: cm.solve(puzzle, time_limit=limit).solution,
        "cp-sat": lambda: cm.solve(puzzle, engine="cp-sat", time_limit=limit).solution,
        "elements": lambda: by_elements(puzzle, limit),
    }
    for name, way in ways.items():
        began = perf_counter()
        solution = way()
        right = solution is not None and not puzzle.check(solution)
        measured[name] = round(perf_counter() - began, 3) if right else None
    return measured


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    """Each board."""
    for colours, seed in product(COLOURS, range(BOARDS)):
        yield {"side": PEAK, "colours": colours, "seed": seed}, partial(searched, colours, seed)
    for side, seed in product(CLIFF, CLIFF_SEEDS):
        yield (
            {"side": side, "colours": CLIFF_COLOURS, "seed": seed},
            partial(solved, side, seed, asked.limit),
        )


def _median(values: Sequence[float | None]) -> str:
    """The median in seconds, with how many there are where some are missing."""
    known = [value for value in values if value is not None]
    times = seconds(median(known)) + " s, " if known else ""
    return f"{times}{len(known)} of {len(values)}"


def parts(rows: Sequence[Measured], facts: Mapping[str, Any]) -> Iterator[str]:
    """The parts of the page."""
    nodes = {
        colours: [row["nodes"] or MOST for row in rows if (row["side"], row["colours"]) == (PEAK, colours)]
        for colours in COLOURS
    }
    peak = max(COLOURS, key=lambda colours: median(nodes[colours]))
    cliff = [row for row in rows if row["side"] in CLIFF]
    solved_by = {name: sum(row[name] is not None for row in cliff) for name in ("elements", "cp-sat", "solve")}
    inner = (PEAK - 2) ** 2
    owen = (factorial(inner) * 4**inner) ** (1 / (2 * inner))
    yield "# Published tables of edge matching"
    yield "What has been published of hard edge matching, and what does the library measure doing the same work?"
    yield (
        f"Framed boards of {PEAK} x {PEAK} are hardest with {peak} colours, where half of {BOARDS} take more than "
        f"{median(nodes[peak]):,.0f} nodes to a first solution. Of {len(cliff)} boards of 10 x 10 to 13 x 13 with "
        f"{CLIFF_COLOURS} colours, where a model of CP-SAT was reported to fail more and more, that model solves "
        f"{solved_by['elements']} here in {facts['limit']:g} s, CP-SAT with the library's model {solved_by['cp-sat']}, "
        f"and `solve` {solved_by['solve']}."
    )
    yield "## The peak of hardness"
    yield table(
        ["colours", "boards", "solved", "nodes: a quarter", "half", "three quarters", "seconds: half", "most"],
        (
            [
                f"{colours}",
                f"{len(nodes[colours])}",
                f"{sum(count < MOST for count in nodes[colours])}",
                *(f"{count:,.0f}" for count in quantiles(nodes[colours], n=4)),
                seconds(median(times)),
                seconds(max(times)),
            ]
            for colours in COLOURS
            if (times := [row["seconds"] for row in rows if (row["side"], row["colours"]) == (PEAK, colours)])
        ),
    ).rstrip()
    yield (
        "That there is such a peak was found by Ansótegui, Béjar, Fernández and Mateu (*Constraints* 18, 2013) for "
        "SAT and CSP solvers; D. Willems (thesis, Amsterdam 2016) disputes where it lies and why, for 7 x 7 and 8 x 8. "
        "Both give some of their boards colours of their own along the frame; here all inner edges have the same. "
        "B. Owen's estimate (2007), that boards are hardest where about one solution is expected, is "
        f"{owen:.1f} colours for the inside of {PEAK} x {PEAK}. Each board has a solution, so with few colours there "
        "are many. Nodes are pieces laid, which no machine changes, up to 1% too many, as the search is looked at "
        "after slices of that many."
    )
    yield "## The cliff of CP-SAT"
    yield table(
        ["board", "colours", "published", "the same model here", "CP-SAT with the library's", "`solve`"],
        (
            [
                f"{side} x {side}",
                f"{CLIFF_COLOURS}",
                published,
                *(_median([row[name] for row in rows if row["side"] == side]) for name in solved_by),
            ]
            for side, published in CLIFF.items()
            if any(row["side"] == side for row in rows)
        ),
    ).rstrip()
    yield (
        "Seconds are medians of those solved, then how many were. Theirs are in [the article]"
        "(https://github.com/raphael-anjou/eternity2/blob/main/research/topics/n13-encoding-cliff/article.md) of "
        "July 2026: eight workers on Apple silicon, at most 300 s, a variable for the piece of each cell and tables of "
        "its edges. Here that model has eight workers on two cores, the others are as they come, and the limit is "
        f"{facts['limit']:g} s. Boards of both have a frame with five colours of its own, each colour as often as any "
        "other, and five pieces given, theirs in other cells: compare the columns of this machine."
    )
    yield "## Counts"
    yield (
        "[The page of the loop in C](../c_loop/README.md) has eternity2.dev's counts of B. Owen's 6 x 6 and 7 x 7. Of "
        "MacMahon's 24 squares of three colours in 4 x 6, with one colour all along the rim, 12,261 solutions (1964) "
        "and 13,328 are published. With that colour fixed there are 106,624, and each comes in 8 ways, by the 4 "
        "symmetries of the rectangle and the exchange of the two other colours: 13,328. A test of this project counts "
        "them without any solver, from two halves of the board."
    )


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", type=float, default=10, help="seconds for each board of the cliff")


MEASUREMENT = Measurement(
    "benchmarks.published_tables",
    "published_tables",
    ("side", "colours", "seed"),
    cases,
    parts,
    options,
    ("python", "ortools", "numba"),
)

if __name__ == "__main__":
    MEASUREMENT.command()
