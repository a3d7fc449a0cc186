"""Puzzles of one's own as families: files and folders, by the kinds of the puzzles in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import readers
from benchmarks.family import Family, placed
from cpmodels.base.errors import CpmodelsError
from cpmodels.base.puzzle import Puzzle
from cpmodels.racing import Solver, Task
from cpmodels.racing._race import ABLATION

OF_FILES = "-files"
"""How the names of these families end."""


def families_of(sources: Iterable[str], task: Task, known: Mapping[str, Solver]) -> dict[str, Family]:
    """A family for each kind of puzzle in files and folders, by name; all solvers take part that can.

    Raises CpmodelsError for a file that cannot be read, ValueError for two puzzles of one name.
    """
    by_kind: dict[str, dict[str, Puzzle[Any]]] = {}
    for source in sources:
        for name, puzzle in readers.read_each(source) if Path(source).is_dir() else [(source, readers.read(source))]:
            if isinstance(puzzle, CpmodelsError):
                raise puzzle
            its = by_kind.setdefault(puzzle.kind, {})
            if its.setdefault(name, puzzle) is not puzzle:
                raise ValueError(f"{name} is given twice")
    return {family.name: family for family in (_family(kind, its, task, known) for kind, its in by_kind.items())}


def _family(kind: str, puzzles: Mapping[str, Puzzle[Any]], task: Task, known: Mapping[str, Solver]) -> Family:
    given = list(puzzles.values())
    return Family(
        f"{kind}{OF_FILES}", f"{given[0].title or kind.replace('_', ' ')} from files", task, placed(*puzzles),
        lambda place, _: given[place - 1], tuple(takers(kind, task, known)), quick=tuple(range(1, len(given) + 1)),
        grows=False, note="The seed is for the solvers alone.",
    )  # fmt: skip


def takers(kind: str, task: Task, known: Mapping[str, Solver], names: Collection[str] = ()) -> list[str]:
    """The solvers that take a kind of puzzle and a task; of those named by name or group, where any are."""
    able = (solver for solver in known.values() if solver.takes(kind) and task in solver.tasks)
    if not names:
        return [solver.name for solver in able if solver.group != ABLATION]
    return [solver.name for solver in able if solver.name in names or solver.group in names]
