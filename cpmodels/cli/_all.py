"""``cpmodels solve --all``: every solution, printed as it is found."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import cpmodels as cm
from cpmodels.cli import ANSWERED, STOPPED
from cpmodels.cli._console import Searching, effort, print_json, say, say_board, show_count, warned
from cpmodels.cli._files import is_json, most_shown, save_found
from cpmodels.cli._forms import SolveAll


def solve_all(
    given: cm.Puzzle[Any], target: Path | None, *, up_to_symmetry: bool, as_json: bool, search: dict[str, Any]
) -> int:
    """Print every solution as it is found, or all in one JSON object."""
    import readers

    room = 0 if target is None else most_shown(target)
    kept: list[cm.Solution] = []
    forms: list[Any] = []
    printed = count()

    def take(solution: cm.Solution) -> None:
        if len(kept) < room or (target and is_json(target)):
            kept.append(solution)
        if as_json:
            forms.append(readers.solution_form(solution))
        else:
            with progress.aside():
                if next(printed):
                    say("")
                say_board(cm.text(given, solution))

    search["workers"] = search["workers"] or 1
    with Searching("solving") as progress:
        found = cm.count(given, progress=progress, each=take, up_to_symmetry=up_to_symmetry, **search)
    form = SolveAll(
        puzzle=given.kind,
        count=found.total,
        exhausted=found.exhausted,
        seconds=round(found.seconds, 4),
        reason=found.reason,
        warnings=warned(given, infeasible=found.exhausted and not found.total),
        statistics=effort(found.statistics),
        solutions=forms,
    )
    try:
        save_found(target, found, given, kept, form)
    finally:
        if as_json:
            print_json(form)
        else:
            show_count(given, found)
    return ANSWERED if found.exhausted else STOPPED
