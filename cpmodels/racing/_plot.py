"""A race as a plot: a line for each solver, the fastest on top, with its time on a logarithmic axis."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpmodels.errors import ParameterError, visible
from cpmodels.files import write_file
from cpmodels.racing._drawing import LEAST_SECONDS, Figure, Line2D, save_png, time_axis
from cpmodels.racing._styles import styles
from cpmodels.racing._table import ASKED, answer, time

if TYPE_CHECKING:
    from cpmodels.racing._race import Entry, Race

FORMATS = (".png", ".svg")
GREY = "#666666"


def check_format(path: str | os.PathLike[str]) -> Path:
    """The path of a plot.  Raises ParameterError for an extension that there is not."""
    target = Path(path)
    if target.suffix.lower() not in FORMATS:
        raise ParameterError(f"the plot of a race is a {' or '.join(FORMATS)} file, not {os.fspath(path)}")
    return target


def save(race: Race, path: str | os.PathLike[str]) -> None:
    """Draw a race to a file."""
    target = check_format(path)
    if target.suffix.lower() == ".png":
        save_png(drawn(race), target)
    else:
        write_file(target, svg(race))


def svg(race: Race) -> bytes:
    """The plot as an SVG document."""
    picture = BytesIO()
    drawn(race).savefig(picture, format="svg", metadata={"Date": None})
    return picture.getvalue()


def drawn(race: Race) -> Figure:
    """The plot: a mark at the median, a line from the quickest to the slowest run, a stroke where building ended.

    Solvers without an answer have an open mark at their limit.
    """
    entries = race.entries
    figure = Figure(figsize=(9.2, 1.5 + 0.36 * max(len(entries), 2)), layout="constrained", dpi=110)
    axes = figure.subplots()
    looks = styles(entry.solver for entry in entries)
    for place, entry in enumerate(entries):
        _draw(axes, -place, entry, looks[entry.solver].colour, race.time_limit)
    axes.set_yticks([-place for place in range(len(entries))], [visible(entry.solver) for entry in entries])
    axes.set_ylim(0.6 - max(len(entries), 1), 0.6)
    times = [max(t, LEAST_SECONDS) for one in entries for t in (one.seconds, one.build_seconds) if t is not None]
    cut = [entry for entry in entries if not entry.answered]
    high = race.time_limit if cut else max(times, default=1.0)
    axes.set_xlim(min(times, default=LEAST_SECONDS) / 1.7, high * 1.7)
    if cut:
        axes.axvline(race.time_limit, color=GREY, linewidth=0.8, zorder=0)
    time_axis(axes.xaxis)
    axes.grid(axis="y", color="#eeeeee", linewidth=0.6)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("seconds to build and search")
    name = race.puzzle.name or f"{race.puzzle.kind} puzzle"
    axes.set_title(f"{visible(name)}: {ASKED[race.task]}", fontsize=10.5, loc="left")
    for place, entry in enumerate(entries):
        words = f"{time(race, entry)} s  ·  {_facts(race, entry)}"
        axes.annotate(
            words,
            (1.015, -place),
            xycoords=axes.get_yaxis_transform(),
            va="center",
            fontsize=8.5,
            annotation_clip=False,
            color="#b00020" if entry.status == "wrong" else "black",
        )
    figure.legend(handles=_marks(race), loc="outside lower center", ncols=4, frameon=False, fontsize=8.5)
    return figure


def _draw(axes: Any, height: float, entry: Entry, colour: str, limit: float) -> None:
    known = [max(one.seconds, LEAST_SECONDS) for one in entry.runs if one.seconds is not None]
    if len(known) > 1:
        axes.plot([min(known), max(known)], [height, height], color=colour, linewidth=2.2, alpha=0.5)
    if entry.build_seconds:
        end = limit if entry.seconds is None else max(entry.seconds, LEAST_SECONDS)
        ends = (max(entry.build_seconds, LEAST_SECONDS), end)
        axes.plot(ends, [height, height], color=colour, linewidth=0.9)
        axes.plot([max(entry.build_seconds, LEAST_SECONDS)], [height], "|", color=colour, markersize=11, mew=1.6)
    if entry.seconds is not None:
        axes.plot([max(entry.seconds, LEAST_SECONDS)], [height], "o", color=colour, markersize=8)
    else:
        axes.plot([limit], [height], ">", markerfacecolor="white", markeredgecolor=colour, markersize=8)


def _facts(race: Race, entry: Entry) -> str:
    """What is known of an entry beside its time, on a line."""
    words = [answer(race, entry).partition(":")[0]]
    if entry.effort is not None:
        words.append(f"{entry.effort:,} {entry.counts}")
    if entry.memory is not None:
        words.append(f"{entry.memory:,.0f} MiB")
    return "  ·  ".join(words)


def _marks(race: Race) -> list[Line2D]:
    """What the marks mean."""
    marks = [Line2D([], [], color=GREY, marker="o", linestyle="", markersize=7, label="answered")]
    marks.append(Line2D([], [], color=GREY, marker="|", linestyle="", markersize=10, label="building ended"))
    if any(len(entry.runs) > 1 for entry in race.entries):
        marks.append(Line2D([], [], color=GREY, linewidth=2.2, alpha=0.5, label="quickest to slowest run"))
    if any(not entry.answered for entry in race.entries):
        look: Any = {"marker": ">", "markerfacecolor": "white", "linestyle": "", "markersize": 7}
        marks.append(Line2D([], [], color=GREY, **look, label="no answer"))
    return marks
