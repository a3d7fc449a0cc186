"""Plots of time against size, and of the share of runs that were solved within a time, one curve a solver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, isinf, log10, nan
from typing import TYPE_CHECKING, Any

from benchmarks.styles import Style
from benchmarks.summary import LIBRARY, Cell, Size, Summary
from cpmodels.racing._plot import GREY, LEAST_SECONDS, Figure, Line2D, time_axis
from cpmodels.racing._results import seconds

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BUILDING = f"{LIBRARY}: building"
DASHES: Any = (0, (3, 2))
LANE = 0.033
"""How far apart the lanes above the limit are, as a share of the decades below it."""

FEWEST_RUNS = 4
"""With fewer runs of a size, some of them solved, there is no survival curve of it."""

MOST_PANELS = 3


def new_figure(panels: int = 1, width: float = 8.4) -> tuple[Figure, Any]:
    """A figure and its panels, side by side."""
    figure = Figure(figsize=(width, 4.4), layout="constrained", dpi=110)
    return figure, figure.subplots(1, panels, sharey=True)


def key(solver: str, style: Style) -> Line2D:
    """A solver's key in the legend."""
    return Line2D([], [], color=style.colour, marker=style.marker, linewidth=style.width, markersize=6, label=solver)


def legend(figure: Figure, keys: Sequence[Line2D], marks: Sequence[Line2D] = ()) -> None:
    """The keys beside the plot, so that they hide nothing."""
    figure.legend(handles=[*keys, *marks], loc="outside right upper", frameon=False)


@dataclass(frozen=True)
class Curve:
    """The runs of a solver by the place of their size.

    lane: where its runs that were cut off are drawn, above the limit, each solver on a lane of its own.
    """

    solver: str
    style: Style
    points: tuple[tuple[float, Cell], ...]
    lane: float = inf

    @property
    def is_cut_off(self) -> bool:
        """Whether a run was cut off."""
        return any(cell.solved < len(cell.rows) for _, cell in self.points)

    @property
    def building(self) -> list[tuple[float, float]]:
        """The library's median times to build the model, by place, where they are known and one was built."""
        known = ((place, cell.build or 0.0) for place, cell in self.points if self.solver == LIBRARY)
        return [(place, time) for place, time in known if time > LEAST_SECONDS]

    def drawn(self, cell: Cell, share: float = 0.5) -> float:
        """The height of a quantile: its time, but at least the least one; the lane beyond the limit."""
        value = cell.quantile(share)
        return self.lane if isinf(value) else max(value, LEAST_SECONDS)


def times(summary: Summary, styles: Mapping[str, Style]) -> Figure:
    """Median time against size with the quartiles as a band, one curve a solver.

    Sizes with runs that were cut off have an open triangle above the limit, on the solver's own lane, to which medians
    beyond the limit are joined by dashes.  The library's time to build is a line of dots.
    """
    figure, axes = new_figure()
    places = _places(summary.sizes)
    curves = _in_lanes([_curve(summary, solver, styles[solver], places) for solver in summary.solvers])
    for curve in curves:
        _draw_medians(axes, curve)
        _draw_band(axes, curve)
        _draw_cut_off(axes, curve)
        if curve.building:
            look: dict[str, Any] = {"linewidth": 1.2, "linestyle": ":", "label": BUILDING}
            axes.plot(*zip(*curve.building, strict=True), color=curve.style.colour, **look)
    _size_axis(axes, places)
    time_axis(axes.yaxis, most=_draw_limit(axes, curves))
    axes.set_ylabel("seconds to build and solve")
    keys = [key(curve.solver, curve.style) for curve in sorted(curves, key=_end, reverse=True)]
    legend(figure, keys, _marks(curves))
    return figure


def _places(sizes: Sequence[Size]) -> dict[Size, float]:
    """Where each size stands: boards by their side, all else at equal steps."""
    by_side = all(_is_side(size) for size in sizes)
    return {size: size.size if by_side else float(place) for place, size in enumerate(sizes)}


def _is_side(size: Size) -> bool:
    """Whether a size is the side of a square board."""
    return size.label == f"{size.size:g} x {size.size:g}"


def _curve(summary: Summary, solver: str, style: Style, places: Mapping[Size, float]) -> Curve:
    cells = ((place, summary.cells.get((size, solver))) for size, place in places.items())
    return Curve(solver, style, tuple((place, cell) for place, cell in cells if cell is not None))


def _in_lanes(curves: Sequence[Curve]) -> list[Curve]:
    """The curves with a lane for each that was cut off."""
    cells = [cell for curve in curves for _, cell in curve.points]
    limit, least = max(cell.cap for cell in cells), max(min(cell.seconds[0] for cell in cells), LEAST_SECONDS)
    step = LANE * max(log10(limit / min(least, limit)), 1)
    cut = [curve.solver for curve in curves if curve.is_cut_off]
    lanes = {solver: limit * 10 ** (step * (number + 0.7)) for number, solver in enumerate(cut)}
    return [Curve(c.solver, c.style, c.points, lanes.get(c.solver, limit)) for c in curves]


def _draw_medians(axes: Axes, curve: Curve) -> None:
    """The medians, joined by dashes where one is beyond the limit."""
    colour, width = curve.style.colour, curve.style.width
    places = [place for place, _ in curve.points]
    known = [nan if isinf(cell.median) else curve.drawn(cell) for _, cell in curve.points]
    look: dict[str, Any] = {"color": colour, "marker": curve.style.marker, "markersize": 6, "linewidth": width}
    axes.plot(places, known, **look, label=curve.solver, zorder=3)
    for (start, one), (end, other) in pairwise(curve.points):
        if isinf(one.median) or isinf(other.median):
            ends = (curve.drawn(one), curve.drawn(other))
            axes.plot((start, end), ends, color=colour, linewidth=width * 0.6, linestyle=DASHES, zorder=2)


def _draw_band(axes: Axes, curve: Curve) -> None:
    """The middle half of the runs, up to the limit."""
    if any(len(cell.rows) > 1 for _, cell in curve.points):
        low, high = ([min(curve.drawn(c, q), c.cap) for _, c in curve.points] for q in (0.25, 0.75))
        places = [place for place, _ in curve.points]
        axes.fill_between(places, low, high, color=curve.style.colour, alpha=0.13, linewidth=0, zorder=1)


def _draw_cut_off(axes: Axes, curve: Curve) -> None:
    """Open triangles where runs were cut off."""
    places = [place for place, cell in curve.points if cell.solved < len(cell.rows)]
    look: dict[str, Any] = {"markerfacecolor": "white", "markeredgecolor": curve.style.colour, "markersize": 6}
    if places:
        axes.plot(places, [curve.lane] * len(places), "^", **look, label=f"{curve.solver}: cut off", zorder=4)


def _draw_limit(axes: Axes, curves: Sequence[Curve]) -> float:
    """The limit, where a run came to it, and the lanes above it.  Returns it, or infinity."""
    cut = [curve for curve in curves if curve.is_cut_off]
    if not cut:
        return inf
    limit = max(cell.cap for curve in cut for _, cell in curve.points)
    axes.axhspan(limit, max(curve.lane for curve in cut) * 1.35, color="#f2f2f2", zorder=0)
    axes.axhline(limit, color=GREY, linewidth=0.8, zorder=0)
    side, words = axes.get_yaxis_transform(), f"limit: {limit:g} s"
    axes.text(0.008, limit * 0.93, words, color=GREY, fontsize=8.5, va="top", transform=side)
    return limit


def _size_axis(axes: Axes, places: Mapping[Size, float]) -> None:
    if all(_is_side(size) for size in places):
        axes.set_xticks(list(places.values()), [f"{size.size:g}" for size in places])
        axes.set_xlabel("side of the board")
        return
    labels = [size.label for size in places]
    slanted = sum(map(len, labels)) > 70
    axes.set_xticks(list(places.values()), labels, rotation=35 if slanted else 0, ha="right" if slanted else "center")
    if slanted:
        axes.tick_params(axis="x", labelsize=8.5)


def _end(curve: Curve) -> tuple[bool, float, float]:
    """Where a curve ends, for the order of the keys: those that go beyond the limit first are slowest."""
    solved = [(place, cell.median) for place, cell in curve.points if cell.median < inf]
    beyond = isinf(curve.points[-1][1].median)
    place, median = solved[-1] if solved else (-inf, inf)
    return beyond, -place, median


def _marks(curves: Sequence[Curve]) -> list[Line2D]:
    """What else is drawn, as keys of the legend."""
    marks = [
        Line2D([], [], color=curve.style.colour, linewidth=1.2, linestyle=":", label=BUILDING)
        for curve in curves
        if curve.building
    ]
    if any(curve.is_cut_off for curve in curves):
        look: dict[str, Any] = {"color": GREY, "marker": "^", "markerfacecolor": "white", "linestyle": ""}
        marks.append(Line2D([], [], **look, label="runs cut off"))
    if any(isinf(cell.median) for curve in curves for _, cell in curve.points):
        marks.append(Line2D([], [], color=GREY, linewidth=1, linestyle=DASHES, label="median beyond limit"))
    return marks


def caption(summary: Summary) -> str:
    """What the plot of times shows, in a line: for those who cannot see it."""
    last = summary.sizes[-1]
    both = ((solver, summary.cells.get((last, solver))) for solver in summary.solvers)
    ends = [f"{solver} {seconds(cell.median, cell.cap)} s" for solver, cell in both if cell is not None]
    return f"Median time against size; at {last.label}: {', '.join(ends)}"


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
        return [(f"{label} puzzles", cells) for label, cells in summary.groups]
    found = []
    for label, cells in summary.groups:
        enough = {name: cell for name, cell in cells.items() if len(cell.rows) >= FEWEST_RUNS or not cell.solved}
        if any(cell.solved for cell in enough.values()):
            found.append((label, enough))
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
