"""How values show themselves in a notebook, without this package importing any renderer.

A package that draws announces a function ``(puzzle, solution or None) -> SVG text`` as an entry point
of the group ``cpmodels.svg``; the first that loads is used.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol

GROUP = "cpmodels.svg"


class SvgFunction(Protocol):
    def __call__(self, puzzle: Any, solution: Any) -> str: ...


@cache
def _renderer() -> SvgFunction | None:
    for entry in entry_points(group=GROUP):
        try:
            function: SvgFunction = entry.load()
        except ImportError:
            continue
        return function
    return None


def svg(puzzle: Any, solution: Any) -> str | None:
    """The picture of a puzzle and an answer to it as SVG; None when nothing that draws is installed."""
    render = _renderer()
    return render(puzzle, solution) if render else None
