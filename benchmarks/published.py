"""The families over published puzzles, read from the folder that CPMODELS_DATA names."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import readers
from benchmarks.family import EDGE_SOLVERS, OPEN_ZIP_SOLVERS, ZIGZAW_SOLVERS, Family, placed
from cpmodels.base.puzzle import Puzzle
from cpmodels.base.values import by
from cpmodels.puzzles import EdgeMatching
from cpmodels.racing import Task

LARGEST_SIDE = 8
"""Boards of longer sides are beyond all solvers here."""


@dataclass(frozen=True)
class Shelf:
    """The puzzles of one published set by name, in order; one that is there twice counts once.

    files: patterns of the files (or folders) below the folder of published puzzles.
    fits: which puzzles belong to the set.
    named: the name of a puzzle, from its file.
    order: what to sort by; by default the name.
    """

    files: tuple[str, ...]
    fits: Callable[[Any], bool] = lambda _: True
    named: Callable[[Path, Any], str] = lambda file, _: file.stem
    order: Callable[[Any], int] = lambda _: 0

    def missing(self) -> str | None:
        """Why there are no puzzles here, or None when there are."""
        folder = os.environ.get("CPMODELS_DATA")
        if not folder:
            return "the folder of published puzzles is not named by CPMODELS_DATA"
        if not any(True for pattern in self.files for _ in Path(folder).glob(pattern)):
            return f"there is no {' or '.join(self.files)} in {folder}, which CPMODELS_DATA names"
        return None

    def puzzles(self) -> dict[str, Puzzle[Any]]:
        """The puzzles by name; none when they are not here."""
        return {} if self.missing() else _read(self, os.environ["CPMODELS_DATA"])

    def family(self, name: str, title: str, task: Task, solvers: tuple[str, ...], **more: Any) -> Family:
        """The puzzles by their place, from 1."""
        return Family(
            name, title, task, lambda: placed(*self.puzzles())(),
            lambda place, _: list(self.puzzles().values())[place - 1], solvers, available=self.missing, **more,
        )  # fmt: skip


@cache
def _read(shelf: Shelf, folder: str) -> dict[str, Puzzle[Any]]:
    found = [(file, readers.read(file)) for pattern in shelf.files for file in sorted(Path(folder).glob(pattern))]
    chosen = [(file, puzzle) for file, puzzle in found if shelf.fits(puzzle)]
    chosen.sort(key=lambda pair: shelf.order(pair[1]))
    names = {puzzle: shelf.named(file, puzzle) for file, puzzle in reversed(chosen)}
    return {names[puzzle]: puzzle for _, puzzle in chosen}


def _is_nine(puzzle: Puzzle[Any]) -> bool:
    return isinstance(puzzle, EdgeMatching) and (puzzle.rows, puzzle.cols) == (3, 3)


def _is_small(puzzle: Puzzle[Any]) -> bool:
    return isinstance(puzzle, EdgeMatching) and max(puzzle.rows, puzzle.cols) <= LARGEST_SIDE


def _cells(puzzle: EdgeMatching) -> int:
    return puzzle.rows * puzzle.cols


ZIPS = Shelf(("zip/json/*.json",))
NINES = Shelf(("edge_matching/nine_piece/*.txt", "edge_matching/scramble/*.json"), fits=_is_nine)
BRENDAN = Shelf(
    ("edge_matching/brendan/*.json",), fits=_is_small, named=lambda _, puzzle: by((puzzle.rows, puzzle.cols)),
    order=_cells,
)  # fmt: skip
TETRAVEX = Shelf(("edge_matching/tetravex/*.json",), fits=_is_small, order=_cells)
ZIGZAW = Shelf(("zigzaw",))

PUBLISHED = (
    ZIPS.family(
        "zip-published", "published ZIPs: is there one path?", "unique", OPEN_ZIP_SOLVERS, quick=(1,), most_seeds=1,
        grows=False, note="From LinkedIn and from public repositories, 6 x 6 to 8 x 8; each once.",
    ),
    NINES.family(
        "nine-published", "published sets of nine pieces, all answers", "all",
        ("cpmodels", "cp-sat", "backtrack", "edge-article", "edge-article-compiled", "xcover", "clingo", "cpmpy"),
        quick=(10,), most_seeds=1, grows=False,
    ),
    BRENDAN.family(
        "brendan", "Brendan Owen's bordered sets", "first", EDGE_SOLVERS, quick=(3,),
        note="The seed is for the solvers alone.",
    ),
    TETRAVEX.family(
        "tetravex-published", "published sets without turns (TetraVex)", "first", EDGE_SOLVERS, quick=(8,), grows=False,
        note="The seed is for the solvers alone.",
    ),
    ZIGZAW.family("zigzaw-published", "the Zigzaw of 1982, read from its pictures", "all", ZIGZAW_SOLVERS, quick=(1,)),
)  # fmt: skip
