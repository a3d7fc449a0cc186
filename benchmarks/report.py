"""The page of a benchmark: for each family what it asks, plots, tables and where the curves cross."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.ablations import CHANGES, PREFIX
from benchmarks.families import FAMILIES
from benchmarks.goals import goals
from benchmarks.rows import Row
from benchmarks.solvers import load
from benchmarks.styles import Style, styles
from benchmarks.summary import LIBRARY, Summary, summaries
from benchmarks.tables import crossovers, details, faults, goal_table, medians, table
from benchmarks.verdicts import HEAD, is_loop, limits_of, sentences, verdicts
from cpmodels.base.errors import MissingExtraError
from cpmodels.base.files import write_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAGE = "runs.md"

ASKS = {
    "first": "Asked for: any answer.",
    "all": "Asked for: all answers, with the proof that there are no more.",
    "unique": "Asked for: whether there is exactly one answer.",
}

WHAT_IS_ASKED = """\
Which solver is the fastest, on which puzzles, and up to which size? A family is a sort of puzzle, in sizes that
grow or a published sample. All solvers get the same puzzles of it.
"""

GROUPS = {
    "library": "the library, as it comes and with CP-SAT alone",
    "engine": "other engines of the library, each alone",
    "reference": "searches in plain Python, as people write them",
    "peer": "other packages",
}
"""What solvers there are, by group, but for the ablations."""

WHAT_IT_SAYS = """\
The greatest losses of `cpmodels` come first. Times are medians in seconds. `median` is who has the least of all, and
`tail` who has the least PAR10, the mean in which a run without an answer counts as ten times its limit. `cannot prove`
names searches that never know that there is no solution, or no other.
"""

HOW_TO_READ = """\
Times are wall seconds to build the model and to search, in the median over the runs of a size: half of the runs
took less. Each run is a process of its own; imports and compilation are not counted. {beyond}. `(3/5)` says
that three of five runs were solved, and `-` that the solver did not run there. In the plots, runs that came to
the limit, of time or of memory, or ended without a right answer, are open triangles, and bands hold the middle
half of all runs.

In the details, `build s` and `search s` are the two parts of the time, the search in the median of the runs
with an answer; `quartiles s` hold the middle half of all runs. `effort` is the nodes (placements tried) or
conflicts that a solver tells, in the same median; it compares only within a solver, and `-` stands where a
solver tells none. `MiB` is the most memory that the process took. `else` is how runs without an answer ended.
"""


def write(rows: Iterable[Row], folder: Path) -> Path:
    """Write the page and its plots into a folder, and return the page.

    Without matplotlib the page has its tables alone, and says so.
    """
    rows = list(rows)
    looks = styles(row.solver for row in rows)
    folder.mkdir(parents=True, exist_ok=True)
    pictures, note = {}, ""
    try:
        pictures = {summary.family: _pictures(summary, looks, folder) for summary in _in_order(summaries(rows))}
    except MissingExtraError as error:
        note = f"There are no plots: {error}.\n"
    page = folder / PAGE
    write_file(page, text(rows, pictures, note))
    return page


def text(rows: Iterable[Row], pictures: Mapping[str, list[tuple[str, str]]], note: str = "") -> str:
    """The page: what came out, how to read it, each family, the goals, and what is wrong.

    pictures: the captions and files of the plots of each family.
    """
    rows = list(rows)
    families = _in_order(summaries(rows))
    parts = [_head(rows), _summary(families), _reading(rows, families), note]
    parts += [_section(summary, pictures.get(summary.family, [])) for summary in families]
    parts.append(f"## Goals\n\n{goal_table(goals(rows))}")
    wrong = "".join(map(faults, families))
    parts += [f"## Wrong answers\n\n{wrong}"] if wrong else []
    return "\n".join(part for part in parts if part)


def _in_order(found: Iterable[Summary]) -> list[Summary]:
    """The families in which anything ran, in their own order, then those that are no more."""
    places = {name: place for place, name in enumerate(FAMILIES)}
    ran = [summary for summary in found if summary.cells]
    return sorted(ran, key=lambda summary: places.get(summary.family, len(places)))


def _title(summary: Summary) -> str:
    family = FAMILIES.get(summary.family)
    title = family.title if family else summary.family
    return title[0].upper() + title[1:]


def _head(rows: list[Row]) -> str:
    solved = sum(row.answered for row in rows)
    caps = " or ".join(limits_of(rows))
    runs = f"{len(rows):,} runs, of which {solved:,} answered their question; at most {caps} s each."
    others = {row.solver for row in rows} - {LIBRARY}
    title = "Ablations" if others and all(map(_is_itself, others)) else "Races of solvers"
    return f"# {title}\n\n{WHAT_IS_ASKED}\n{runs}\n"


def _summary(families: list[Summary]) -> str:
    """What came out, in a table with a line for each family, and whether anything was wrong."""
    links = {summary.family: f"[{summary.family}](#{anchor(_title(summary))})" for summary in families}
    shown = table(HEAD, [verdict.line(links[verdict.family]) for verdict in verdicts(families)], left=2)
    rows = [row for summary in families for row in summary.rows]
    races = any(is_loop(row.solver) for row in rows)
    said = "".join(f"- {sentence}\n" for sentence in (sentences(rows, {}) if races else ()))
    wrong = Counter(row.solver for summary in families for row in summary.rows if row.status == "wrong")
    named = ", ".join(f"{times} by `{solver}`" for solver, times in wrong.items())
    verdict = f"Answers that break a rule: {named} ([listed at the end](#wrong-answers))." if wrong else ""
    if not wrong and not any(True for summary in families for _ in summary.disagreements):
        verdict = "No answer breaks a rule or contradicts another."
    return "\n".join(["## Summary", "", said, shown, WHAT_IT_SAYS, verdict, ""])


def _reading(rows: list[Row], families: list[Summary]) -> str:
    """How to read the page, and where its rows come from."""
    machines = dict.fromkeys(row.machine for row in rows if row.machine)
    versions = {f"{name} {version}": None for row in rows for name, version in sorted(row.versions.items())}
    days = sorted(row.started[:10] for row in rows if row.started)
    lines = ["## How to read it", ""]
    lines += [f"- Machine: {machine}" for machine in machines]
    lines += [f"- Versions: {', '.join(versions)}"] if versions else []
    lines += [f"- Run from {days[0]} to {days[-1]}"] if days else []
    lines += _solvers(families)
    links = [f"[{summary.family}](#{anchor(_title(summary))})" for summary in families]
    return "\n".join(
        [*lines, "", HOW_TO_READ.format(beyond=_beyond(rows)), " · ".join([*links, "[goals](#goals)"]), ""]
    )


def _solvers(families: list[Summary]) -> Iterator[str]:
    """The solvers that ran, a line a group."""
    known, ran = load(), dict.fromkeys(solver for summary in families for solver in summary.solvers)
    for group, what in GROUPS.items():
        names = [f"`{name}`" for name in ran if name in known and known[name].group == group]
        if names:
            yield f"- {what[0].upper()}{what[1:]}: {', '.join(names)}"
    places = list(CHANGES)
    names = [name.removeprefix(PREFIX) for name in ran if name.startswith(PREFIX)]
    changed = sorted(names, key=lambda name: places.index(name) if name in CHANGES else len(places))
    if changed:
        yield "- The library with one of its choices changed:"
    for name in changed:
        yield f"    - `{PREFIX}{name}`: {CHANGES.get(name, 'no longer there')}"


def _beyond(rows: list[Row]) -> str:
    """What a time beyond the limit looks like, by the limits of the runs."""
    limits = limits_of(rows)
    if len(limits) == 1:
        return f"`> {limits[0]}` is a median beyond the limit of {limits[0]} seconds"
    return f"{' or '.join(f'`> {limit}`' for limit in limits)} is a median beyond a limit of this many seconds"


def anchor(title: str) -> str:
    """The link to a heading, as GitHub makes it.

    >>> anchor("ZIP with walls: is there one path?")
    'zip-with-walls-is-there-one-path'
    """
    kept = "".join(letter for letter in title.lower() if letter.isalnum() or letter in " -_")
    return kept.replace(" ", "-")


def _pictures(summary: Summary, looks: Mapping[str, Style], folder: Path) -> list[tuple[str, str]]:
    """Draw the plots of a family: their captions and files."""
    from benchmarks.plots import caption, survival, times
    from cpmodels.racing._plot import png

    plots: list[tuple[str, str, Figure | None]] = []
    if len(summary.sizes) > 1 and not _is_sample(summary):
        plots.append((caption(summary), f"{summary.family}.png", times(summary, looks)))
    plots.append(("Share of runs solved within a time", f"{summary.family}-survival.png", survival(summary, looks)))
    drawn = [(words, name, figure) for words, name, figure in plots if figure is not None]
    for _, name, figure in drawn:
        write_file(folder / name, png(figure))
    return [(words, name) for words, name, _ in drawn]


def _section(summary: Summary, pictures: list[tuple[str, str]]) -> str:
    family = FAMILIES.get(summary.family)
    task = " ".join(ASKS[task] for task in dict.fromkeys(row.task for row in summary.rows))
    note = f" {family.note}" if family and family.note else ""
    lines = [f"## {_title(summary)}", "", f"`{summary.family}`. {task}{note}", ""]
    for words, name in pictures:
        lines += [f"![{words}]({name})", ""]
    lines += [medians(summary)]
    others = [solver for solver in summary.solvers if not _is_itself(solver)]
    lines += [crossovers(summary, others)] if others and not _is_sample(summary) else []
    absent = [f"`{solver}` did not take part: {why}." for solver, why in summary.absent.items()]
    lines += [" ".join(absent), ""] if absent else []
    lines += ["<details><summary>Details</summary>", "", details(summary), "</details>", ""]
    return "\n".join(lines)


def _is_sample(summary: Summary) -> bool:
    """Whether the puzzles are a sample, of which none is larger or smaller than another."""
    family = FAMILIES.get(summary.family)
    return summary.is_set or (family is not None and family.most_seeds == 1)


def _is_itself(solver: str) -> bool:
    """Whether a solver is the library itself in another form."""
    known = load().get(solver)
    return solver.startswith(PREFIX) or (known is not None and known.group in ("ablation", "library"))
