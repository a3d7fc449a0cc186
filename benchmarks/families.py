"""The families of the benchmarks by name: random puzzles with a planted answer, gardens, and published sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import prod
from typing import Any, Literal

from benchmarks.family import (
    ALL_GARDENS_SOLVERS,
    ARTICLE_GARDEN_SOLVERS,
    EDGE_SOLVERS,
    GARDEN_SOLVERS,
    NINE_SOLVERS,
    OPEN_ZIP_SOLVERS,
    ZIGZAW_SOLVERS,
    ZIP_SOLVERS,
    Family,
    placed,
    squared,
)
from benchmarks.generators import edge_puzzle, zigzaw_puzzle, zip_puzzle
from benchmarks.published import PUBLISHED
from cpmodels.base.puzzle import Puzzle
from cpmodels.base.values import by
from cpmodels.puzzles import Garden
from cpmodels.puzzles.edge_matching.generator import hardest_colours

__all__ = ["FAMILIES", "Family"]

MOTIFS = (5, 4, 3, 2)
SYMMETRIES = {"C3v": "C3v", "C3": "C3", "Cs'": "Cs'", "C1": None}
HANGING_BOXES = ((5, 5), (5, 6), (6, 6), (7, 7), (9, 9), (15, 15))
ALL_BOXES = ((4, 6), (5, 5), (5, 6), (6, 6), (7, 7))
Make = Callable[[int, int], Puzzle[Any]]


def _zip(numbers: Callable[[int], int], walls: Callable[[int], int] = lambda _: 0) -> Make:
    return lambda side, seed: zip_puzzle(side, seed, numbers(side), walls(side)).puzzle


def _zip_by_numbers(side: int) -> Family:
    return Family(
        f"zip-{side}", f"ZIP of {side} x {side}, by how many numbers", "first",
        lambda: {numbers: f"{numbers} numbers" for numbers in (10, 20, 40, 80)},
        lambda numbers, seed: zip_puzzle(side, seed, numbers).puzzle, OPEN_ZIP_SOLVERS, grows=False,
        note="One random path; the fewer numbers are on it, the less of it they tell.",
    )  # fmt: skip


ZIPS = (
    Family(
        "zip-few", "ZIP with few numbers", "first", squared(4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20),
        _zip(lambda n: max(2, n // 2)), OPEN_ZIP_SOLVERS, quick=(9,),
        note="n / 2 numbers on a random path through n x n cells, and no walls.",
    ),
    Family(
        "zip-many", "ZIP with many numbers", "first", squared(4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20),
        _zip(lambda n: n * n // 4), OPEN_ZIP_SOLVERS, quick=(8,),
        note="n x n / 4 numbers on a random path, and no walls.",
    ),
    Family(
        "zip-walls", "ZIP with walls: is there one path?", "unique", squared(4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20),
        _zip(lambda n: n, lambda n: 3 * (n - 1) ** 2 // 4), ZIP_SOLVERS, quick=(8,),
        note="n numbers, and walls on 3 of 4 sides of cells that the random path does not cross. "
        "Most up to 8 x 8 have one path, like those that are published.",
    ),
    _zip_by_numbers(15),
    _zip_by_numbers(20),
)  # fmt: skip


def _edges(*, rotations: bool = True, border: bool = False) -> Make:
    def make(side: int, seed: int) -> Puzzle[Any]:
        colours = hardest_colours(side, side, rotations=rotations, border=border)
        return edge_puzzle(side, seed, colours, rotations=rotations, border=border).puzzle

    return make


EDGES = (
    Family(
        "edge-open", "edge matching without border", "first", squared(2, 3, 4, 5, 6, 7, 8), _edges(), EDGE_SOLVERS,
        quick=(4,),
        note="Pieces turn; as many colours as make one more answer likely beside the planted one (8 to 14).",
    ),
    Family(
        "edge-bordered", "edge matching with a border", "first", squared(2, 3, 4, 5, 6, 7, 8), _edges(border=True),
        EDGE_SOLVERS, quick=(5,),
        note="Pieces turn, and a border colour lies all along the rim; 2 to 6 colours inside, where it is hardest.",
    ),
    Family(
        "edge-fixed", "edge matching without turns (TetraVex)", "first", squared(2, 3, 4, 5, 6, 7, 8),
        _edges(rotations=False), EDGE_SOLVERS,
        note="2 to 6 colours, where it is hardest; the game itself has ten, which is easier.",
    ),
    Family(
        "edge-nine", "nine pieces of half pictures, all answers", "all",
        placed(*(f"{motifs} motifs" for motifs in MOTIFS)),
        lambda place, seed: edge_puzzle(3, seed, MOTIFS[place - 1], rule="sum-zero").puzzle, NINE_SOLVERS, quick=(2,),
        note="Published sets have 4 motifs; with fewer there are more answers to find, up to thousands.",
    ),
)  # fmt: skip


def _zigzaw(border: str) -> Make:
    return lambda side, seed: zigzaw_puzzle(side, seed, border).puzzle


ZIGZAWS = tuple(
    Family(
        f"zigzaw-{name}", f"Zigzaw {words}", "first", squared(3, 4, 5, 6, 7, 8, 9, 10, 11, 12), _zigzaw(border),
        ZIGZAW_SOLVERS, quick=quick_sizes,
        note="Random corners of six colours, cut into frogs; neighbouring faces of a cube differ.",
    )
    for name, words, border, quick_sizes in (
        ("border", "with its border", "all", (9,)),
        ("top", "with only the top of its border", "top", ()),
        ("open", "without border", "none", (6,)),
    )
)  # fmt: skip


def _boxes(
    rule: Literal["hanging", "packed"], boxes: Iterable[tuple[int, ...]]
) -> tuple[Callable[[], dict[int, str]], Make]:
    """The labels of gardens in boxes, whose size is the number of cells, and how they are made."""
    by_size = {prod(box): box for box in boxes}
    red: Literal["omit", "place"] = "omit" if rule == "hanging" else "place"
    return lambda: {size: by(box) for size, box in by_size.items()}, lambda size, _: Garden(rule, by_size[size], red)


GARDENS = (
    Family(
        "squares-hanging", "the 15 squares hanging in a box", "first", *_boxes("hanging", HANGING_BOXES),
        ARTICLE_GARDEN_SOLVERS, quick=(25,), grows=False, note="The seed is for the solvers alone, as for all gardens.",
    ),
    Family(
        "squares-packed", "the 16 squares packed", "first", *_boxes("packed", [(4, 4)]), GARDEN_SOLVERS, quick=(16,)
    ),
    Family(
        "squares-all", "all gardens of 15 squares in a box", "all", *_boxes("hanging", ALL_BOXES), ALL_GARDENS_SOLVERS,
        quick=(24,), note="88, 328, 1,944, 8,060 and 42,292 gardens.",
    ),
    Family(
        "cubes-packed", "the 64 cubes packed", "first", *_boxes("packed", [(4, 4, 4)]), ARTICLE_GARDEN_SOLVERS,
        quick=(64,),
    ),
    Family(
        "cubes-hanging", "the 63 cubes hanging in 5 x 5 x 5, by symmetry", "first", placed(*SYMMETRIES),
        lambda place, _: Garden.hanging((5, 5, 5), symmetry=list(SYMMETRIES.values())[place - 1]), GARDEN_SOLVERS,
        quick=(2,), grows=False,
        note="C3v: a three-fold axis and mirrors; C3: a three-fold axis; Cs': a diagonal mirror; C1: none asked for.",
    ),
    Family(
        "cubes-impossible", "the 63 cubes hanging in 4 x 4 x 4: the proof that there is no such garden", "first",
        *_boxes("hanging", [(4, 4, 4)]), ALL_GARDENS_SOLVERS, quick=(64,),
    ),
)  # fmt: skip

FAMILIES: dict[str, Family] = {family.name: family for family in (*ZIPS, *EDGES, *ZIGZAWS, *GARDENS, *PUBLISHED)}
"""All families by name, in the order of the report.

One seed of the quick sizes of all is at most 145 runs with the solvers by default and the published puzzles.  A process
takes about a second to start; at most one run in four comes to a cap of 5 s.  One at a time, they take about 5 minutes.
"""
