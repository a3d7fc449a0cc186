"""The fewest numbers of a ZIP with one solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import perf_counter

import cpmodels as cm
import renderers
from benchmarks.rows import read_objects
from benchmarks.studies.questions import Answer, agreed
from benchmarks.studies.records import from_diagram
from benchmarks.studies.records.answers import (
    FEW,
    LARGE,
    QUESTIONS,
    Counts,
    have_not_one_solution,
    have_one_solution,
    question,
    rows_of_large,
)
from benchmarks.studies.records.grid_paths import DIRECTED, Places, end_pairs, paths_between, symmetries
from benchmarks.studies.records.numbers import Numbers, counted_by_path, unique_numbers
from cpmodels.base.description import Subgraph
from cpmodels.engines.frontier import count, program_of

SIDES = (2, 3, 4, 5, 6, 7)
"""The sides of which all ZIPs without walls and with the fewest numbers are listed."""

SAMPLE = 20
"""This many puzzles of each size are given to CP-SAT and CaDiCaL."""


def puzzle(side: int, numbers: Sequence[int]) -> cm.Zip:
    """The ZIP without walls whose numbers lie in these cells."""
    return cm.Zip(side, side, [divmod(cell, side) for cell in numbers])


def of_ends(
    paths: Places, between: int, count: Callable[[Places, int], list[Numbers]] = unique_numbers
) -> list[Numbers]:
    """The numbers, the ends with them, that leave one of all paths with the same ends.

    A single number between the ends tells nothing: each path meets it.
    """
    if between < 2:
        found: list[Numbers] = [(int(cell),) for cell in sorted(paths[0, 1:-1])] if between else [()]
        found = found if len(paths) == 1 else []
    else:
        found = count(paths, between)
    return [(int(paths[0, 0]), *numbers, int(paths[0, -1])) for numbers in found]


def images(side: int, numbers: Numbers) -> set[Numbers]:
    """The same numbers on the board turned or mirrored, and counted from the other end."""
    turned = [tuple(m[cell] for cell in numbers) for m in symmetries(side)]
    return {image for one in turned for image in (one, one[::-1])}


def few_numbers(side: int) -> tuple[list[Numbers], int]:
    """One of each orbit of the ZIPs with one solution and the fewest numbers, and how many ZIPs these are in all."""
    groups = {ends: paths_between(side, *ends) for ends in end_pairs(side)}
    times = end_pairs(side)
    agreed(f"paths of {side} x {side}", 2 * sum(len(groups[e]) * times[e] for e in groups), DIRECTED[side])
    for between in range(side * side - 1):
        found = {ends: of_ends(paths, between) for ends, paths in groups.items()}
        for ends, paths in groups.items():
            agreed(f"{ends} of {side}", sorted(of_ends(paths, between, counted_by_path)), sorted(found[ends]))
        if any(found.values()):
            break
    firsts = {min(images(side, one)) for some in found.values() for one in some}
    total = sum(len(images(side, one)) for one in firsts)
    agreed(f"puzzles of {side} x {side}", total, 2 * sum(len(found[ends]) * times[ends] for ends in found))
    return sorted(firsts), total


def random_zips(side: int, numbers: int, random: Random) -> Iterator[cm.Zip]:
    """ZIPs whose ends have the colours that they must have, at random."""
    while True:
        drawn = puzzle(side, random.sample(range(side * side), numbers))
        if drawn.infeasible_reason() is None:
            yield drawn


def solved(zips: Sequence[cm.Zip]) -> list[renderers.Picture]:
    """Each puzzle, with its solution."""
    return [renderers.draw(one, cm.solve(one).solution) for one in zips]


@question("zip-numbers", "The fewest numbers of a ZIP without walls")
def numbers() -> Answer:
    """All ZIPs with the fewest numbers, up to 7 x 7, by two programs."""
    rows, fewest, examples = [], {}, []
    for side in SIDES:
        start = perf_counter()
        firsts, total = few_numbers(side)
        seconds = perf_counter() - start
        fewest[side] = len(firsts[0])
        random = Random(side)
        puzzles = [puzzle(side, one) for one in random.sample(firsts, min(SAMPLE, len(firsts)))]
        have_one_solution(puzzles)
        one_fewer = random_zips(side, fewest[side] - 1, random)
        have_not_one_solution(next(one_fewer) for _ in range(SAMPLE))
        examples.append(puzzles[0])
        rows.append([f"{side} x {side}", fewest[side], total, len(firsts), DIRECTED[side] // 2, round(seconds, 1)])
    said = ", ".join(f"{number} for {side} x {side}" for side, number in fewest.items())
    return Answer(
        "A ZIP without walls, with the first and the last number at the ends of its path, needs at least this many "
        f"numbers to have one solution: **{said}**.\n\n"
        "All such puzzles were counted; *up to symmetry* takes those for one that differ by a turn, a mirror or the "
        "direction of the path. A single number between the ends is of no use, as every path meets it. The two ends "
        "alone do for 4 x 4, but not for 3 x 3 or 5 x 5.",
        "the two programs of `numbers.py` find the same puzzles, one by going through all numbers and one by going "
        f"through all paths; the number of paths is that of OEIS A096969. CP-SAT and CaDiCaL say of {SAMPLE} of the "
        f"puzzles of each size (or all) that they have one solution, and CP-SAT of {SAMPLE} random puzzles with a "
        "number fewer that they have more.",
        ["board", "fewest numbers", "puzzles", "up to symmetry", "paths", "both programs, s"],
        rows,
        [(renderers.gallery(solved(examples), 3), "One of the fewest numbers of each size, with its path")],
    )


def by_search(ends: tuple[int, int]) -> tuple[int, list[Numbers]]:
    """How many paths there are between two cells of the large board, and the fewest numbers that leave one."""
    paths = paths_between(LARGE, *ends)
    return len(paths), of_ends(paths, FEW - 2)


def by_frontier(ends: Sequence[int]) -> int:
    """How many paths there are between two cells of the large board, counted without finding any."""
    graph = cm.graph.grid(LARGE, LARGE)
    one, other = (graph.nodes[cell] for cell in ends)
    return count(program_of(Subgraph(graph, [(one, other)], graph.nodes)))


def second_program(rows: Sequence[Counts]) -> str:
    """What the program of `from_diagram` has found so far, in words; DisagreementError for anything else than here."""
    found = {tuple(row["ends"]): row for row in rows}
    others = list(read_objects(from_diagram.FILE, Counts))
    for other in others:
        row = found[tuple(other["ends"])]
        agreed(f"paths between {other['ends']}", other["paths"], row["paths"])
        agreed(f"puzzles between {other['ends']}", sorted(other["puzzles"]), sorted(row["puzzles"]))
    paths, with_puzzles = sum(row["paths"] for row in others), sum(bool(row["puzzles"]) for row in others)
    return (
        "A second program, `python -m benchmarks.studies.records.from_diagram`, takes the paths out of the decision "
        f"diagram of the engine frontier by their ranks: it has found the same between {len(others)} of these pairs, "
        f"{with_puzzles} of them with puzzles, and {paths:,} paths."
    )


@question(f"zip-numbers-{LARGE}", f"The fewest numbers of an {LARGE} x {LARGE} ZIP without walls")
def numbers_of_large() -> Answer:
    """All 8 x 8 with five numbers; with four there would be more of them."""
    times, rows = end_pairs(LARGE), rows_of_large(QUESTIONS.results / f"zip-numbers-{LARGE}.jsonl", by_search)
    paths = sum(row["paths"] * times[tuple(row["ends"])] for row in rows)
    agreed(f"paths of {LARGE} x {LARGE}", 2 * paths, DIRECTED[LARGE])
    for row in rows:
        agreed(f"paths between {row['ends']}", row["paths"], by_frontier(row["ends"]))
    free = LARGE * LARGE - (FEW - 1)
    agreed("a number to spare", max(len(row["puzzles"]) for row in rows) < free, True)
    firsts = sorted({min(images(LARGE, tuple(one))) for row in rows for one in row["puzzles"]})
    total = sum(len(images(LARGE, one)) for one in firsts)
    counted = 2 * sum(len(row["puzzles"]) * times[tuple(row["ends"])] for row in rows)
    agreed(f"puzzles of {LARGE} x {LARGE}", total, counted)
    puzzles = [puzzle(LARGE, one) for one in firsts]
    have_one_solution(puzzles)
    too_few = random_zips(LARGE, FEW - 1, Random(LARGE))
    have_not_one_solution(next(too_few) for _ in range(2 * SAMPLE))
    return Answer(
        f"**{FEW} numbers are the fewest** of an {LARGE} x {LARGE} ZIP with one solution and without walls, and "
        f"there are just {total} such puzzles, {len(firsts)} up to turns, mirrors and the direction of the path.\n\n"
        f"With {FEW - 1} there is none: one more number, in any of the other {free} cells, would make {free} puzzles "
        f"with {FEW} numbers and the same ends, and no ends have so many.",
        f"the {paths:,} paths that were looked at are as many as OEIS A096969 says; the program finds the same as "
        f"another one on all smaller boards (see there), and the engine frontier counts as many paths between each of "
        f"the {len(rows)} pairs of ends. CP-SAT and CaDiCaL say of each of the {len(firsts)} puzzles "
        f"that it has one solution, and CP-SAT of {2 * SAMPLE} random ones with {FEW - 1} numbers that they have "
        f"more. {second_program(rows)}",
        ["board", "fewest numbers", "puzzles", "up to symmetry", "paths", "seconds"],
        [[f"{LARGE} x {LARGE}", FEW, total, len(firsts), paths, round(sum(row["seconds"] for row in rows))]],
        [(renderers.gallery(solved(puzzles), 3), f"All {LARGE} x {LARGE} with {FEW} numbers, up to symmetry")],
    )
