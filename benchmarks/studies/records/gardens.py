"""The fewest fixed tiles that leave one packed garden of squares."""

from __future__ import annotations

import json
from itertools import combinations_with_replacement, count
from random import Random
from time import perf_counter

import numpy as np
from ortools.sat.python import cp_model

import cpmodels as cm
import renderers
from benchmarks.studies.gardens.answers import QUESTIONS
from benchmarks.studies.questions import Answer, agreed
from benchmarks.studies.records.answers import have_not_one_solution, have_one_solution, question
from benchmarks.studies.records.packed_squares import (
    RIMS,
    SIDE,
    TILES,
    Cells,
    Gardens,
    moves,
    packings,
    sets_of_cells,
    told_apart,
)

SAMPLE = 10
"""This many puzzles of each rim are given to CP-SAT and CaDiCaL, and this many with a tile fewer to CP-SAT."""

Puzzle = tuple[tuple[int, int], ...]
"""Fixed tiles: a cell and its tile each, in the order of the cells."""


def garden(boundary: tuple[str, str], fixed: Puzzle) -> cm.Garden:
    """The packed garden with some tiles in place."""
    return cm.Garden.packed(
        (SIDE, SIDE), boundary=boundary, fixed=[(tile, (cell % SIDE, cell // SIDE)) for cell, tile in fixed]
    )


def shown(gardens: Gardens, row: int, cells: Cells) -> Puzzle:
    """The tiles of a garden in some cells."""
    return tuple((cell, int(gardens[row, cell])) for cell in cells)


def fewest_tiles(gardens: Gardens, boundary: tuple[str, str]) -> tuple[list[Puzzle], int]:
    """Fixed tiles that leave one garden, as few as can be, in one set of cells of each orbit; and how many in all."""
    for number in count(1):
        found, total = [], 0
        for cells, times in sets_of_cells(number, boundary).items():
            rows = told_apart(gardens, cells)
            total += times * len(rows)
            found += [shown(gardens, row, cells) for row in rows]
        if found:
            return found, total
    raise AssertionError


def firsts_of(puzzles: list[Puzzle], boundary: tuple[str, str]) -> set[Puzzle]:
    """One of each orbit of some puzzles under the symmetries of their rim."""
    group = moves(boundary)
    return {
        min(tuple(sorted((cells[cell], tiles[tile]) for cell, tile in fixed)) for cells, tiles in group)
        for fixed in puzzles
    }


def least_by_cp_sat(gardens: Gardens, garden: Puzzle) -> int:
    """The fewest cells of a garden that tell it from all others: a smallest hitting set."""
    cp = cp_model.CpModel()
    chosen = [cp.new_bool_var("") for _ in range(TILES)]
    for unlike in np.unique(gardens != np.array([tile for _, tile in garden]), axis=0):
        if unlike.any():
            cp.add_bool_or([chosen[cell] for cell in np.flatnonzero(unlike)])
    cp.minimize(sum(chosen))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    agreed("the hitting set", solver.solve(cp), cp_model.OPTIMAL)
    return round(solver.objective_value)


@question("garden-tiles", "The fewest fixed tiles that leave one packed garden of squares")
def tiles() -> Answer:
    """For each rim, from the list of all packed gardens."""
    rows, examples, fewest = [], [], {}
    data = json.loads((QUESTIONS.results / "squares-packed.json").read_text(encoding="utf-8"))
    totals = {(row[0], row[1]): row[2] for row in data["rows"]}
    for boundary in combinations_with_replacement(RIMS, 2):
        start = perf_counter()
        gardens = packings(boundary)
        agreed(f"gardens of {boundary}", len(gardens), totals[boundary])
        puzzles, total = fewest_tiles(gardens, boundary)
        firsts = sorted(firsts_of(puzzles, boundary))
        seconds = perf_counter() - start
        number = fewest[boundary] = len(firsts[0])
        random = Random(str(boundary))
        some = [garden(boundary, fixed) for fixed in random.sample(firsts, min(SAMPLE, len(firsts)))]
        have_one_solution(some)
        have_not_one_solution(
            garden(
                boundary, shown(gardens, random.randrange(len(gardens)), tuple(random.sample(range(TILES), number - 1)))
            )
            for _ in range(SAMPLE)
        )
        if boundary == ("red", "red"):
            whole = firsts_of([shown(gardens, row, tuple(range(TILES))) for row in range(len(gardens))], boundary)
            agreed("hitting sets", min(least_by_cp_sat(gardens, one) for one in whole), number)
        examples.append(some[0])
        rows.append([*boundary, len(gardens), number, total, len(firsts), round(seconds, 1)])
    drawn = [
        picture
        for one in examples[:1]
        for picture in (renderers.draw(one), renderers.draw(one, cm.solve(one).solution))
    ]
    said = ", ".join(f"{number} with {' and '.join(dict.fromkeys(rims))} rims" for rims, number in fewest.items())
    return Answer(
        f"So few tiles in place leave just one way to pack all sixteen squares 4 x 4: **{said}**.\n\n"
        "A rim is red, free, or closed to a torus, along East and West and along North and South. A puzzle says "
        "which tiles lie where. *Puzzles* counts all of them; *up to symmetry* takes those for one that are turns, "
        "mirror images or, on a torus, shifts of one another.",
        "the gardens are listed by a backtracker, and they are as many as dynamic programming "
        "(`gardens/profiles.py`) and CP-SAT ([squares-packed](../gardens/README.md)) count. Which tiles tell one "
        "garden from all others is seen from the list, for all sets of cells. With red rims CP-SAT finds the same "
        f"least number, as a smallest hitting set of each garden up to symmetry. CP-SAT and CaDiCaL say of {SAMPLE} "
        f"puzzles for each rim (or all) that they have one solution, and CP-SAT of {SAMPLE} random ones with a tile "
        "fewer that they have more.",
        ["East and West", "North and South", "packings", "fewest tiles", "puzzles", "up to symmetry", "seconds"],
        rows,
        [(renderers.gallery(drawn, 2), f"With red rims {fewest['red', 'red']} tiles leave one garden")],
    )
