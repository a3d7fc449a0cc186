"""A race as a plot: a line for each solver, the fastest on top, with its time on a logarithmic axis.

This needs matplotlib (the extra ``plots``), which is imported with this module.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from io import BytesIO
from math import inf
from pathlib import Path
from typing import Any

from PIL import Image

from cpmodels.base.errors import MissingExtraError, ParameterError, visible
from cpmodels.base.files import write_file

try:
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter
except ModuleNotFoundError as error:
    raise MissingExtraError('plots need matplotlib, which is not installed: pip install "cpmodels[plots]"') from error

__all__ = ["GREY", "LEAST_SECONDS", "Figure", "Line2D", "check_format", "drawn", "png", "save", "svg", "time_axis"]

FORMATS = (".png", ".svg")
GREY = "#666666"

LEAST_SECONDS = 1e-4
"""Shorter times are drawn as this one: clocks and Python are no finer."""


def check_format(path: str | os.PathLike[str]) -> Path:
    """The path of a plot.  Raises ParameterError for an extension that there is not."""
    target = Path(path)
    if target.suffix.lower() not in FORMATS:
        raise ParameterError(f"the plot of a race is a {' or '.join(FORMATS)} file, not {os.fspath(path)}")
    return target


def save(figure: Figure, path: str | os.PathLike[str]) -> None:
    target = check_format(path)
    write_file(target, png(figure) if target.suffix.lower() == ".png" else svg(figure))


def png(figure: Figure) -> bytes:
    """A figure as a PNG of few colours, which is small."""
    picture, smaller = BytesIO(), BytesIO()
    figure.savefig(picture, format="png")
    few = Image.open(picture).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    few.save(smaller, format="png", optimize=True)
    return smaller.getvalue()


def svg(figure: Figure) -> bytes:
    picture = BytesIO()
    figure.savefig(picture, format="svg", metadata={"Date": None})
    return picture.getvalue()


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


def plain(name: str) -> str:
    """A name as matplotlib writes it: a part between two dollars would be a formula."""
    return name.replace("$", r"\$")


def drawn(title: str, limit: float, bars: Sequence[tuple[Any, str]]) -> Figure:
    """The plot: a mark at the median, a line from the quickest to the slowest run, a stroke where building ended.

    Solvers without an answer have an open mark at their limit.

    bars: what came of each solver, an `Entry`, and what is written beside it.
    """
    figure = Figure(figsize=(9.2, 1.5 + 0.36 * max(len(bars), 2)), layout="constrained", dpi=110)
    axes = figure.subplots()
    for place, (entry, words) in enumerate(bars):
        _draw(axes, -place, entry, words, limit)
    axes.set_yticks([-place for place in range(len(bars))], [plain(visible(entry.solver)) for entry, _ in bars])
    axes.set_ylim(0.6 - max(len(bars), 1), 0.6)
    times = [max(t, LEAST_SECONDS) for entry, _ in bars for t in (entry.seconds, entry.build_seconds) if t is not None]
    cut = any(entry.seconds is None for entry, _ in bars)
    high = limit if cut else max(times, default=1.0)
    axes.set_xlim(min(times, default=LEAST_SECONDS) / 1.7, high * 1.7)
    if cut:
        axes.axvline(limit, color=GREY, linewidth=0.8, zorder=0)
    time_axis(axes.xaxis)
    axes.grid(axis="y", color="#eeeeee", linewidth=0.6)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("seconds to build and search")
    axes.set_title(plain(title), fontsize=10.5, loc="left")
    looks: list[dict[str, Any]] = [
        {"marker": "o", "linestyle": "", "markersize": 7, "label": "answered"},
        {"marker": "|", "linestyle": "", "markersize": 10, "label": "building ended"},
    ]
    if any(len(_times(entry)) > 1 for entry, _ in bars):
        looks.append({"linewidth": 2.2, "alpha": 0.5, "label": "quickest to slowest run"})
    if cut:
        looks.append({**looks[0], "marker": ">", "markerfacecolor": "white", "label": "no answer"})
    marks = [Line2D([], [], color=GREY, **look) for look in looks]
    figure.legend(handles=marks, loc="outside lower center", ncols=4, frameon=False, fontsize=8.5)
    return figure


def _times(entry: Any) -> list[float]:
    return [max(one.seconds, LEAST_SECONDS) for one in entry.runs if one.seconds is not None]


def _draw(axes: Any, height: int, entry: Any, words: str, limit: float) -> None:
    colour = f"C{-height % 10}"
    known = _times(entry)
    end = limit if entry.seconds is None else max(entry.seconds, LEAST_SECONDS)
    if len(known) > 1:
        axes.plot([min(known), max(known)], [height, height], color=colour, linewidth=2.2, alpha=0.5)
    if entry.build_seconds:
        begin = max(entry.build_seconds, LEAST_SECONDS)
        axes.plot((begin, end), [height, height], color=colour, linewidth=0.9)
        axes.plot([begin], [height], "|", color=colour, markersize=11, mew=1.6)
    if entry.seconds is None:
        axes.plot([end], [height], ">", markerfacecolor="white", markeredgecolor=colour, markersize=8)
    else:
        axes.plot([end], [height], "o", color=colour, markersize=8)
    axes.annotate(
        words,
        (1.015, height),
        xycoords=axes.get_yaxis_transform(),
        va="center",
        fontsize=8.5,
        annotation_clip=False,
        color="#b00020" if entry.status == "wrong" else "black",
    )
