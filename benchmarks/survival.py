"""Survival curves: the share of runs that were solved within a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from typing import TYPE_CHECKING

from benchmarks.plots import key, legend, new_figure
from benchmarks.styles import Style
from benchmarks.summary import Cell, Summary
from cpmodels.racing._plot import LEAST_SECONDS, Figure, time_axis

FEWEST_RUNS = 4
"""With fewer runs of a size, some of them solved, there is no survival curve of it."""

MOST_PANELS = 3

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def survival(summary: Summary, styles: Mapping[str, Style]) -> Figure | None:
    """The share of the runs that were solved within a time, one step curve a solver.

    A set is one panel; of other families the largest sizes that any solver solved, where there are runs enough; None
    where there are not.
    """
    panels = _panels(summary)
    if not panels:
        return None
    from matplotlib.ticker import PercentFormatter

    figure, drawn = new_figure(len(panels), width=6.2 if len(panels) == 1 else 2.6 + 2.6 * len(panels))
    shown: dict[str, bool] = {}
    for axes, (title, cells) in zip([drawn] if len(panels) == 1 else drawn, panels, strict=True):
        axes.set_title(title, fontsize=10)
        for solver, cell in cells.items():
            _steps(axes, cell, styles[solver], solver)
            shown[solver] = shown.get(solver, False) or cell.solved > 0
        axes.set_xscale("log")
        axes.set_xlim(_range(cell for _, cells in panels for cell in cells.values()))
        time_axis(axes.xaxis)
        axes.set_xlabel("seconds")
        axes.set_ylim(-0.03, 1.03)
        axes.yaxis.set_major_formatter(PercentFormatter(1))
    figure.axes[0].set_ylabel("share of runs solved")
    keys = [(solver, f"{solver}{'' if shown[solver] else ': none'}") for solver in summary.solvers if solver in shown]
    legend(figure, [key(label, styles[solver]) for solver, label in keys])
    return figure


def _range(cells: Iterable[Cell]) -> tuple[float, float]:
    """From half the shortest time to a little beyond the limit."""
    known = list(cells)
    shortest = min(cell.seconds[0] for cell in known)
    return max(shortest, LEAST_SECONDS) / 2, max(cell.cap for cell in known) * 1.5


def _panels(summary: Summary) -> list[tuple[str, dict[str, Cell]]]:
    if summary.is_set:
        return [(f"all {len(summary.sizes)} puzzles", {solver: summary.whole(solver) for solver in summary.solvers})]
    found = []
    for size in summary.sizes:
        cells = {name: summary.cells[size, name] for name in summary.solvers if (size, name) in summary.cells}
        enough = {name: cell for name, cell in cells.items() if len(cell.rows) >= FEWEST_RUNS or not cell.solved}
        if any(cell.solved for cell in enough.values()):
            found.append((size.label, enough))
    return found[-MOST_PANELS:]


def _steps(axes: Axes, cell: Cell, style: Style, solver: str) -> None:
    """A curve that rises at each run that was solved, up to the limit; the last one is marked."""
    solved = [max(value, LEAST_SECONDS) for value in cell.seconds if value < inf]
    if not solved:
        return
    across = [LEAST_SECONDS / 2, *solved, max(cell.cap, *solved)]
    up = [count / len(cell.rows) for count in (*range(len(solved) + 1), len(solved))]
    axes.plot(across, up, color=style.colour, linewidth=style.width, drawstyle="steps-post", label=solver)
    axes.plot(across[-2:-1], up[-1:], color=style.colour, marker=style.marker, markersize=6)
