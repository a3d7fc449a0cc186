"""cspuz_core by its program `run_solver`, which is on the path of commands; it proves what all solutions share.

It takes links, and says whether there is one solution; of several it names none.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import cpmodels as cm
from benchmarks.peers import boards
from cpmodels.base.errors import MissingExtraError
from cpmodels.base.puzzle import Solution
from cpmodels.base.sharing import link
from cpmodels.racing import Question
from readers import read

PROGRAM = "run_solver"
KINDS = tuple(kind for kind in boards.KINDS if kind != "numberlink")
LINES = ("line", "wall", "boldWall")
"""What stands between cells or corners where the loop or the border of a rectangle is."""


class Facts:
    """What the program says of a puzzle: its solution, or how many there are, 2 for some."""

    effort: int | None = None

    def __init__(self, question: Question) -> None:
        self.exhausted, self.total, self._puzzle = False, 0, question.puzzle
        self._address = kudamono(question.puzzle) if question.puzzle.kind == "hidoku" else link(question.puzzle)

    def __iter__(self) -> Iterator[Solution]:
        said = subprocess.run([PROGRAM, "--json", self._address], check=True, capture_output=True, text=True).stdout
        board = json.loads(said)
        if board["hasAnswer"]:
            self.total = 1 if board["isUnique"] else 2
            if self.total == 1:
                yield solution(self._puzzle, [item for item in board["data"] if item["color"] == "green"])
        self.exhausted = True


def kudamono(puzzle: Any) -> str:
    """The link of a Hidoku, which puzz.link does not know: column by column from below."""
    places = {c * puzzle.rows + puzzle.rows - 1 - r: n for (r, c), n in puzzle.numbers.items()}
    order = sorted(places)
    gaps = [here - before for before, here in zip([0, *order], order, strict=False)]
    clues = "".join(f"({places[at]}){gap}" for at, gap in zip(order, gaps, strict=True))
    return f"https://pedros.works/paper-puzzle-player?W={puzzle.cols}x{puzzle.rows}&L={clues}&G=hidoku"


def solution(puzzle: Any, items: list[dict[str, Any]]) -> Solution:
    """The solution of what the program draws: cells are at odd places, corners at even ones."""
    inside = {((item["y"] - 1) // 2, (item["x"] - 1) // 2): item["item"] for item in items if item["y"] & item["x"] & 1}
    if puzzle.kind == "hidoku":
        return cm.Grid.of(puzzle.numbers | {cell: int(what["data"]) for cell, what in inside.items()})
    if puzzle.kind in ("nurikabe", "heyawake"):
        return boards.shaded(puzzle, {cell for cell, what in inside.items() if what == "block"})
    offset = int(puzzle.kind != "slitherlink")
    lines = [(item["y"] - offset, item["x"] - offset) for item in items if item["item"] in LINES]
    ends = [((y // 2, x // 2), ((y + 1) // 2, (x + 1) // 2)) for y, x in lines]
    return boards.cut(puzzle, set(map(frozenset, ends))) if puzzle.kind == "shikaku" else boards.drawn(puzzle, ends)


def warm_up() -> None:
    """See that the program is there, and import what makes links.  Raises MissingExtraError."""
    if shutil.which(PROGRAM) is None:
        raise MissingExtraError(f"cspuz_core needs its program {PROGRAM} on the path")
    link(read("slitherlink-5"))
