"""What all plots share: the figure, the axis of times, and the keys beside it.

They need matplotlib (the extra ``plots``), which is imported with this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import inf
from pathlib import Path
from typing import Any

from PIL import Image

from cpmodels.errors import MissingExtraError
from cpmodels.files import write_file
from cpmodels.racing._styles import Style

try:
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, PercentFormatter
except ModuleNotFoundError as error:
    raise MissingExtraError('plots need matplotlib, which is not installed: pip install "cpmodels[plots]"') from error

__all__ = ["LEAST_SECONDS", "Figure", "Line2D", "key", "legend", "new_figure", "save_png", "share_axis", "time_axis"]

LEAST_SECONDS = 1e-4
"""Shorter times are drawn as this one: clocks and Python tell no more."""


def new_figure(panels: int = 1, width: float = 8.4) -> tuple[Figure, Any]:
    """A figure and its panels, side by side."""
    figure = Figure(figsize=(width, 4.4), layout="constrained", dpi=110)
    return figure, figure.subplots(1, panels, sharey=True)


def save_png(figure: Figure, file: Path) -> None:
    """Write a figure as a PNG of few colours, which is small."""
    picture = BytesIO()
    figure.savefig(picture, format="png")
    few = Image.open(picture).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    smaller = BytesIO()
    few.save(smaller, format="png", optimize=True)
    write_file(file, smaller.getvalue())


def time_axis(axis: Any, most: float = inf) -> None:
    """A logarithmic axis with times in plain figures, up to the most; to be set when its range is known."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    low, high = axis.get_view_interval()
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if high < 100 * low else (1,), numticks=7))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}" if value <= most else ""))
    axis.set_minor_formatter(NullFormatter())
    axis.axes.grid(axis=axis.axis_name, color="#dddddd", linewidth=0.6)
    axis.axes.set_axisbelow(True)
    axis.axes.spines[["top", "right"]].set_visible(False)


def share_axis(axes: Any) -> None:
    """An upright axis from none to all."""
    axes.set_ylim(-0.03, 1.03)
    axes.yaxis.set_major_formatter(PercentFormatter(1))


def key(solver: str, style: Style) -> Line2D:
    """A solver's key in the legend."""
    return Line2D([], [], color=style.colour, marker=style.marker, linewidth=style.width, markersize=6, label=solver)


def legend(figure: Figure, keys: Sequence[Line2D], marks: Sequence[Line2D] = ()) -> None:
    """The keys beside the plot, so that they hide nothing."""
    figure.legend(handles=[*keys, *marks], loc="outside right upper", frameon=False)
