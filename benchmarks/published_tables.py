"""Published tables of edge matching, measured again beside what the library does.

    python -m benchmarks.published_tables [--limit 10] [--data FOLDER] [--out FOLDER]

Boards of the peak and of the cliff are made by seed from the rules that were published, so they are like those of the
sources, not the same.  For the peak of hardness plain backtracking row by row looks for a first solution of 50 boards
of each number of colours, which are the same along the frame and inside.  For the cliff `solve`, CP-SAT alone and the
published model have the limit in seconds each, on boards with colours of their own along the frame, and with the pieces
of five cells given.

FOLDER has the public files themselves, each where its source has it: M. Heule's formulas, in `cnf2008` of
github.com/JamesGallicchio/eternity2, and the boards of the competition of 2022, in `recreational/Eternity/data/xcsp22`
of github.com/xcsp3team/PyCSP3-models.  CaDiCaL has twice the limit for each formula, in seconds of the processor, and
`solve` for each board, by the clock.  The board of a formula is made of what that says of the pieces, and is shuffled.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, count, product
from math import factorial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from resource import RLIMIT_CPU, setrlimit
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

from ortools.sat.python import cp_model

import cpmodels as cm
from benchmarks.generators import edge_puzzle
from benchmarks.measurement import Case, Measured, Measurement
from benchmarks.tables import table
from cpmodels.base.lattice import SQUARE, Cell
from cpmodels.engines.backtracking import Backtracker
from cpmodels.puzzles import Board
from cpmodels.puzzles.edge_matching import Edges, turn
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
    search: Any = Backtracker(edge_puzzle(PEAK, seed, colours, border=True).puzzle).in_order("rows").search()
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


ENCODINGS = ("cmp", "fbc", "exp", "all")
"""M. Heule's encodings, as the names of his formulas end: the compact one, with two kinds of clauses that follow from
it, colours that a piece lacks and that each place has one piece, and with both."""

FIRST_8 = (
    "https://e2.bucas.name/#board_w=8&board_h=8&board_edges="
    "abcaadfbacedadfcadldabgdacjbaaccckdafgkkefkgflkflhklghihjklhcadkdjbakhgjkkihkeikklieihflljjhdadj"
    "bibaggfiilggigelihjgfeghjehedadebkbafhfkghlhefehjegfgkjehigkdabiblcafjilliijejgiggfjjfhggehfbace"
    "cjcaihljijlhgfejfiffhleihkelcabkcdaalbadlbabebabfdabecadecacbaac"
)
"""The first solution of B. Owen's 8 x 8 that was found here."""

LONG = 2
"""How many of the limits a public board is searched for."""


def clauses(file: Path) -> list[list[int]]:
    """The clauses of a DIMACS file."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [[*map(int, line.split()[:-1])] for line in lines if line and line[0] not in "pc"]


def by_cadical(file: Path, limit: float) -> Measured:
    """The seconds of the processor in which CaDiCaL solves a formula, in a process that the system stops; or None."""
    from pysat.solvers import Cadical195

    context, formula = get_context("fork"), clauses(file)
    ours, theirs = context.Pipe(duplex=False)

    def search() -> None:
        began = process_time()
        setrlimit(RLIMIT_CPU, (int(began + limit) + 1,) * 2)
        with Cadical195(bootstrap_with=formula) as solver:
            assert solver.solve()
            theirs.send(process_time() - began)

    child = context.Process(target=search)
    child.start()
    theirs.close()
    child.join()
    return {"cadical": round(ours.recv(), 3) if not child.exitcode else None}


def heules(file: Path) -> cm.EdgeMatching:
    """The board of one of M. Heule's compact formulas, of which the name says the side and the numbers of colours.

    Its variables are, for each piece, the places of its kind, row by row, and then the colours of the edges, those to
    the right and those below of each row.  A piece looks as the clauses about it in one place allow.
    """
    side, frame, inner = map(int, file.stem.split("_")[1:4])
    cells = [*product(range(side), repeat=2)]
    kind = {cell: sum(at in (0, side - 1) for at in cell) for cell in cells}
    places = {cell: [other for other in cells if kind[other] == kind[cell]] for cell in cells}
    at = 1 + sum(map(len, places.values()))
    shades = dict[frozenset[Cell], dict[int, int]]()
    for row, (down, right), col in product(range(side), ((0, 1), (1, 0)), range(side)):
        if (there := (row + down, col + right)) in kind:
            is_frame = (col if down else row) in (0, side - 1)
            numbered = range(1, frame + 1) if is_frame else range(frame + 1, frame + inner + 1)
            shades[frozenset(((row, col), there))] = dict(zip(count(at), numbered))
            at += len(numbered)
    about = defaultdict[int, list[list[int]]](list)
    for clause in clauses(file):
        first = max((literal for literal in clause if literal < 0), default=0)
        about[-first].append([literal for literal in clause if literal != first])
    pieces, at = list[Edges](), 1
    for cell in cells:
        for variable, place in enumerate(places[cell], at):
            around = [shades.get(frozenset((place, near)), {0: 0}) for near in SQUARE.neighbours(place)]
            rules = [rest for rest in about[variable] if {*map(abs, rest)} <= {*chain(*around)}]
            looks = {
                edges
                for shown, edges in (zip(*chosen, strict=True) for chosen in product(*(of.items() for of in around)))
                if all(any((abs(literal) in shown) == (literal > 0) for literal in rule) for rule in rules)
            }
            if looks and looks <= {turn(min(looks), turns) for turns in range(4)}:
                pieces.append(min(looks))
                break
        at += len(places[cell])
    return cm.EdgeMatching(side, side, Random(file.stem).sample(pieces, len(pieces)), border=0)


def by_solve(puzzle: cm.Puzzle[Any], limit: float) -> Measured:
    """The seconds by the clock in which `solve` has a solution; None where it has none in time."""
    result = cm.solve(puzzle, time_limit=limit)
    assert result.solution is None or puzzle.check(result.solution) == []
    return {"solve": round(result.seconds, 3) if result.solution else None}


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    for colours, seed in product(COLOURS, range(BOARDS)):
        yield {"side": PEAK, "colours": colours, "seed": seed}, partial(searched, colours, seed)
    for side, seed in product(CLIFF, CLIFF_SEEDS):
        yield {"side": side, "colours": CLIFF_COLOURS, "seed": seed}, partial(solved, side, seed, asked.limit)
    public = [*asked.data.glob("cnf2008/em_*.cnf"), *asked.data.glob("xcsp22/*")] if asked.data else []
    for file in sorted(file for file in public if file.stat().st_size):
        if file.suffix:
            yield {"file": file.stem}, partial(by_cadical, file, LONG * asked.limit)
        if not file.suffix or file.stem.endswith("cmp"):
            puzzle = heules(file) if file.suffix else cm.read(file)
            yield {"file": file.stem.removesuffix("_cmp")}, partial(by_solve, puzzle, LONG * asked.limit)


def _median(values: Sequence[float | None]) -> str:
    """The median in seconds, with how many there are where some are missing."""
    known = [value for value in values if value is not None]
    times = seconds(median(known)) + " s, " if known else ""
    return f"{times}{len(known)} of {len(values)}"


def _seconds(value: float | None, limit: float) -> str:
    """Seconds of a table; nothing for 0, which is no measurement."""
    return f"> {limit:g}" if value is None else seconds(value) if value else ""


def parts(rows: Sequence[Measured], facts: Mapping[str, Any]) -> Iterator[str]:
    boards = {c: [row for row in rows if (row.get("side"), row.get("colours")) == (PEAK, c)] for c in COLOURS}
    nodes = {colours: [row["nodes"] or MOST for row in its] for colours, its in boards.items()}
    peak = max(COLOURS, key=lambda colours: median(nodes[colours]))
    cliff = [row for row in rows if row.get("side") in CLIFF]
    solved_by = {name: sum(row[name] is not None for row in cliff) for name in ("elements", "cp-sat", "solve")}
    formulas = [row for row in rows if "cadical" in row]
    cadical = {row["file"]: row["cadical"] for row in formulas}
    public = {row["file"]: row["solve"] for row in rows if "solve" in row and "file" in row}
    heule, xcsp = ([board for board in public if board.startswith("em_") == is_his] for is_his in (True, False))
    long = LONG * facts["limit"]
    inner = (PEAK - 2) ** 2
    owen = (factorial(inner) * 4**inner) ** (1 / (2 * inner))
    yield "# Published tables of edge matching"
    yield "What has been published of hard edge matching, and what does the library measure doing the same work?"
    yield (
        f"Framed boards of {PEAK} x {PEAK} are hardest with {peak} colours, where half of {BOARDS} take more than "
        f"{median(nodes[peak]):,.0f} nodes to a first solution. Of {len(cliff)} boards of 10 x 10 to 13 x 13 with "
        f"{CLIFF_COLOURS} colours, where a model of CP-SAT was reported to fail more and more, that model solves "
        f"{solved_by['elements']} here in {facts['limit']:g} s, CP-SAT with the library's model {solved_by['cp-sat']}, "
        f"and `solve` {solved_by['solve']}. CaDiCaL solves {sum(row['cadical'] is not None for row in formulas)} of "
        f"{len(formulas)} formulas that M. Heule published in 2008 in {long:g} s, and `solve` "
        f"{sum(public[board] is not None for board in heule)} of the {len(heule)} boards that they are of; of the ten "
        f"boards of the XCSP competition of 2022 {sum(public[board] is not None for board in xcsp)}."
    )
    yield "## The peak of hardness"
    yield table(
        ["colours", "boards", "solved", "nodes: a quarter", "half", "three quarters", "seconds: half", "most"],
        (
            [
                f"{colours}", f"{len(nodes[colours])}", f"{sum(count < MOST for count in nodes[colours])}",
                *(f"{count:,.0f}" for count in quantiles(nodes[colours], n=4)), seconds(median(times)),
                seconds(max(times)),
            ]
            for colours in COLOURS
            if (times := [row["seconds"] for row in boards[colours]])
        ),
    )  # fmt: skip
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
                *(_median([row[name] for row in rows if row.get("side") == side]) for name in solved_by),
            ]
            for side, published in CLIFF.items()
            if any(row.get("side") == side for row in rows)
        ),
    )
    yield (
        "Seconds are medians of those solved, then how many were. Theirs are in [the article]"
        "(https://github.com/raphael-anjou/eternity2/blob/main/research/topics/n13-encoding-cliff/article.md) of "
        "July 2026: eight workers on Apple silicon, at most 300 s, a variable for the piece of each cell and tables of "
        "its edges. Here that model has eight workers on two cores, the others are as they come, and the limit is "
        f"{facts['limit']:g} s. Boards of both have a frame with five colours of its own, each colour as often as any "
        "other, and five pieces given, theirs in other cells: compare the columns of this machine."
    )
    yield "## Encodings for SAT solvers"
    yield table(
        ["board", "colours: frame", "inside", *(f"`{name}`" for name in ENCODINGS), "`solve`"],
        (
            [
                f"{side} x {side}",
                frame,
                inside,
                *(_seconds(cadical.get(f"{board}_{name}", 0), long) for name in ENCODINGS),
                _seconds(public[board], long),
            ]
            for board in heule
            for _, side, frame, inside in [board.split("_")]
        ),
    )
    yield (
        "Seconds to a solution, of the processor, for `solve` by the clock. The formulas are M. Heule's own (*Solving "
        "edge-matching problems with satisfiability solvers*, 2008), as [a later "
        "study](https://github.com/JamesGallicchio/eternity2) keeps them, those that were at hand: `cmp` is the "
        "compact encoding, `fbc` forbids colours that a piece lacks, too, `exp` says that each place has one piece, "
        "and `all` both. They are solved by CaDiCaL 1.9.5, which is younger than what he measured, so his ranking can "
        "be compared and not his seconds. `solve` has the board that is read from the formula, its pieces shuffled."
    )
    yield "## The boards of XCSP22"
    yield table(["board", *xcsp], [["`solve`", *(_seconds(public[board], long) for board in xcsp)]])
    yield (
        "Seconds by the clock to a solution, by `solve`, on two cores that had other work, too. The competition's ten "
        "boards are of B. Owen's set (the pieces of seven were compared), and are "
        "[kept](https://github.com/xcsp3team/PyCSP3-models/tree/main/recreational/Eternity/data) with its model; what "
        "each solver did there was not at hand."
    )
    yield (
        f"The 8 x 8 has [a solution]({FIRST_8}) that took 24,601,372,449 nodes and 700 s of one core (0.19 core "
        "hours), outside the library: a loop in C that goes on first from those beginnings of two rows, and of them "
        "of three, whose colours left over can be paired in the most ways. A search row by row lays some 9 * 10^11 "
        "pieces in all, as Knuth's estimate from 20 million random ways has it: `cpmodels sweep` has done that in two "
        "and a half hours of two cores that had other work, too, and there are 13 solutions up to turning, as he says."
    )
    yield "## Counts"
    yield (
        "[The page of the loop in C](../c_loop/README.md) has eternity2.dev's counts of B. Owen's 6 x 6 and 7 x 7. Of "
        "MacMahon's 24 squares of three colours in 4 x 6, with one colour all along the rim, 12,261 solutions (1964) "
        "and 13,328 are published. With that colour fixed there are 106,624, and each comes in 8 ways, by the 4 "
        "symmetries of the rectangle and the exchange of the two other colours: 13,328. A test of this project counts "
        "them without any solver, from two halves of the board."
    )


MEASUREMENT = Measurement(
    "benchmarks.published_tables", "published_tables", ("side", "colours", "seed", "file"), cases, parts,
    packages=("python", "ortools", "numba"), limit=10, data=True,
)  # fmt: skip

if __name__ == "__main__":
    MEASUREMENT.command()
