"""The fewest walls of a ZIP with few numbers and one solution."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

import cpmodels as cm
import renderers
from benchmarks.studies.questions import Answer, agreed
from benchmarks.studies.records.answers import have_not_one_solution, have_one_solution, question
from benchmarks.studies.records.grid_paths import Places, end_pairs, paths_between, symmetries
from benchmarks.studies.records.numbers import Numbers, counted_by_path
from benchmarks.studies.records.walls import Words, sides, steps, walls_that_leave_one
from benchmarks.studies.records.zips import of_ends, solved

SIDES = (2, 3, 4, 5, 6)
"""The sides of which all ZIPs with the fewest walls are listed."""

SAMPLE = 10
"""This many puzzles of each line are given to CP-SAT and CaDiCaL, and those with a wall fewer to CP-SAT."""

Walled = tuple[Numbers, tuple[tuple[int, int], ...]]
"""The cells of the numbers, and the pairs of cells between which there is a wall."""


def puzzle(side: int, walled: Walled) -> cm.Zip:
    """The ZIP with these numbers and walls."""
    numbers, walls = walled
    at = [divmod(cell, side) for cell in range(side * side)]
    return cm.Zip(side, side, [at[cell] for cell in numbers], [(at[a], at[b]) for a, b in walls])


def by_numbers(side: int, paths: Places, between: int, walls: int) -> int:
    """How many puzzles with the ends of some paths have this many walls, numbers taken one by one; fewer do not do."""
    taken = steps(side, paths)
    if between < 2:
        return walls_that_leave_one(taken, walls) * (side * side - 2 if between else 1)
    when = np.argsort(paths, axis=1)
    return sum(
        walls_that_leave_one(kept, walls)
        for cells in permutations(sorted(paths[0, 1:-1].tolist()), between)
        if len(kept := taken[(np.diff(when[:, cells]) > 0).all(axis=1)])
    )


def by_walls(side: int, paths: Places, between: int, walls: int) -> Iterator[Walled]:
    """The same puzzles, the other way round: numbers for all sets of this many walls, one by one."""
    taken: Words = steps(side, paths)
    for chosen in combinations(range(len(sides(side))), walls):
        word = np.uint64(sum(1 << i for i in chosen))
        left = paths[taken & word == 0]
        if len(left):
            for numbers in of_ends(left, between, counted_by_path):
                yield numbers, tuple(sides(side)[i] for i in chosen)


def images(side: int, walled: Walled) -> set[Walled]:
    """The same puzzle on the board turned or mirrored, and counted from the other end."""
    numbers, walls = walled
    found = set()
    for m in symmetries(side):
        moved = tuple(sorted((min(m[a], m[b]), max(m[a], m[b])) for a, b in walls))
        found |= {(tuple(m[cell] for cell in way), moved) for way in (numbers, numbers[::-1])}
    return found


def few_walls(side: int, between: int) -> tuple[list[Walled], int]:
    """One of each orbit of the ZIPs with one solution, this many numbers and the fewest walls, and how many in all."""
    times = end_pairs(side)
    groups = {ends: paths for ends in times if len(paths := paths_between(side, *ends))}
    walls = total = 0
    while True:
        total = sum(2 * times[ends] * by_numbers(side, paths, between, walls) for ends, paths in groups.items())
        listed = [one for paths in groups.values() for one in by_walls(side, paths, between, walls)]
        firsts = {min(images(side, one)) for one in listed}
        agreed(f"{side} x {side}, {walls} walls", sum(len(images(side, one)) for one in firsts), total)
        if total:
            return sorted(firsts), total
        walls += 1


@question("zip-walls", "The fewest walls of a ZIP with few numbers")
def walls() -> Answer:
    """A table for boards up to 6 x 6, from the two ends alone to the numbers that need no wall."""
    rows: list[list[Any]] = []
    examples = []
    for side in SIDES:
        number = 2
        while True:
            start = perf_counter()
            firsts, total = few_walls(side, number - 2)
            seconds = perf_counter() - start
            random = Random(f"{side} {number}")
            some = random.sample(firsts, min(SAMPLE, len(firsts)))
            have_one_solution(puzzle(side, one) for one in some)
            have_not_one_solution(
                puzzle(side, (numbers, tuple(wall for wall in walls if wall != gone)))
                for numbers, walls in some
                for gone in walls
            )
            fewest = len(firsts[0][1])
            rows.append([f"{side} x {side}", number, fewest, total, len(firsts), round(seconds, 1)])
            if fewest == 0:
                break
            examples += [puzzle(side, some[0])] * (number != 3)
            number += 1
    two = {row[0]: row[2] for row in rows if row[1] == 2}
    said = ", ".join(f"{fewest} for {board}" for board, fewest in two.items())
    return Answer(
        "A ZIP with numbers at the two ends of its path alone needs at least this many walls to have one solution: "
        f"**{said}**. Boards of 7 x 7 and more were not looked at.\n\n"
        "The table goes on to the fewest numbers that need no wall (see the next question). A third number does not "
        "help, as every path meets it. *Puzzles* counts all of them; *up to symmetry* takes those for one that "
        "differ by a turn, a mirror or the direction of the path.",
        "by two programs: one looks for the fewest walls for all numbers, one by one (`walls.py`), and the other for "
        "the numbers for all sets of walls. They find as many puzzles, and none with fewer walls. CP-SAT and CaDiCaL "
        f"say of {SAMPLE} puzzles of each line (or all) that they have one solution, and CP-SAT that they have more "
        "without any one of their walls.",
        ["board", "numbers", "fewest walls", "puzzles", "up to symmetry", "seconds"],
        rows,
        [(renderers.gallery(solved(examples), len(examples)), "One of the fewest walls, with its path")],
    )
