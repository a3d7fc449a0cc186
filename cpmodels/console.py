"""What the commands share on a terminal: exit statuses, progress, settings, and counts in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from decimal import Decimal
from time import monotonic, sleep
from typing import Any, TypeVar

import click
from rich.cells import cell_len
from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.text import Text

import cpmodels as cm

OUT = Console(highlight=False, soft_wrap=True)
ERR = Console(stderr=True, highlight=False, soft_wrap=True)

ANSWERED, BROKEN, BAD_INPUT, STOPPED = 0, 1, 2, 3
"""Exit statuses: answered (a proof that there is no solution is an answer); `check` found broken rules, or `confirm` a
disagreement; bad input or usage; stopped before an answer."""

F = TypeVar("F", bound=Callable[..., Any])


class Searching:
    """Shows the progress of a search on standard error: a live line on a terminal, else a line now and then."""

    FIRST_LINE_AFTER = 1.0
    SECONDS_BETWEEN_LINES = 10.0

    def __init__(self, what: str) -> None:
        self._what = what
        self._status = ERR.status(f"{escape(what)} ...") if ERR.is_terminal else None
        self._next_line = self.FIRST_LINE_AFTER
        self.seconds = 0.0

    def __enter__(self) -> Searching:
        if self._status:
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status:
            self._status.stop()

    def __call__(self, progress: cm.Progress) -> None:
        self.seconds = progress.seconds
        line = f"{self._what} ... {progress.found:,} found, {progress.seconds:.0f} s{estimate(progress)}"
        if self._status:
            self._status.update(escape(line))
        elif progress.seconds >= self._next_line:
            self._next_line = progress.seconds + self.SECONDS_BETWEEN_LINES
            ERR.print(line, markup=False)


class Watching(Searching):
    """Shows boards above the line of progress, where standard error is a terminal; else it is like `Searching`.

    show: makes a board's text of an answer.
    """

    SECONDS_BETWEEN_BOARDS = 0.08

    def __init__(self, what: str, show: Callable[[Any], str]) -> None:
        super().__init__(what)
        self._show, self._next_board = show, 0.0
        self._board, self._line = "", f"{what} ..."
        self._live = Live(console=ERR, transient=True, auto_refresh=False) if self._status else None
        self._status = None

    def __enter__(self) -> Watching:
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live:
            self._live.stop()

    def __call__(self, progress: cm.Progress) -> None:
        if self._live is None:
            super().__call__(progress)
            return
        self.seconds = progress.seconds
        self._line = f"{self._what} ... {progress.found:,} found, {progress.seconds:.0f} s"
        self._refresh(self._live)

    def take(self, answer: Any) -> None:
        """Show an answer, unless the last one was shown just now."""
        if self._live and monotonic() >= self._next_board:
            self._next_board = monotonic() + self.SECONDS_BETWEEN_BOARDS
            self._board = f"{self._show(answer)}\n"
            self._refresh(self._live)

    def play(self, boards: Sequence[str], seconds: float = 2.0) -> None:
        """Show boards one after another, for so long in all."""
        if self._live is None:
            return
        self._line = ""
        for self._board in boards:
            self._refresh(self._live)
            sleep(min(seconds / len(boards), 0.1))

    def _refresh(self, live: Live) -> None:
        live.update(Text(fitting(self._board, live.console) + self._line), refresh=True)


def fitting(board: str, console: Console) -> str:
    """The board, or a line that says how much room it needs when that is more than the terminal has."""
    lines = board.splitlines()
    width, height = max(map(cell_len, lines), default=0), len(lines) + 1
    if width <= console.width and height <= console.height:
        return board
    room = f"the terminal has {console.width} and {console.height}"
    return f"the board takes {width} columns and {height} lines, and {room}\n"


def estimate(progress: cm.Progress) -> str:
    """How far a sweep is, in words; nothing for other searches."""
    if progress.share is None:
        return ""
    left = "" if progress.left is None else f", about {duration(progress.left)} left"
    return f", {progress.share:.1%} of the work{left}; parts: {progress.finished:,} done, {progress.open:,} open"


def duration(seconds: float) -> str:
    """A length of time as people say it.

    >>> duration(42), duration(600), duration(40000), duration(10**8)
    ('42 s', '10 min', '11 h', '1,157 days')
    """
    for unit, length in (("days", 86400.0), ("h", 3600.0), ("min", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.0f} s"


def search_options(command: F) -> F:
    """The options that `solve` and `count` share."""
    for option in (
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="NAME=VALUE",
            help="Set any CP-SAT parameter, as in --set cp_model_presolve=false.",
        ),
        click.option("--seed", type=click.IntRange(0, 2**31 - 1), help="Search in another order."),
        click.option("--workers", type=click.IntRange(1, 256), help="Cores to use."),
        click.option("--time-limit", type=float, metavar="SECONDS", help="Stop after so many seconds."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else."),
    ):
        command = option(command)
    return command


def parse_settings(settings: tuple[str, ...]) -> dict[str, Any]:
    """CP-SAT parameters from NAME=VALUE."""
    parameters: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise cm.PuzzleError(f"--set takes NAME=VALUE, not {setting!r}")
        parameters[name.strip()] = value.strip()
    return parameters


def describe(found: cm.Count | cm.Sweep[Any]) -> str:
    """A count in words."""
    text = solutions_in_words(found.total, found.exhausted)
    if found.exhausted and not found.total:
        return text + (f": {found.reason}" if found.reason else "")
    notes = []
    if found.told_apart != found.total:
        notes.append(f"{number(found.told_apart)} with identical pieces told apart")
    if found.orbits != found.total:
        notes.append(f"{number(found.orbits)} up to symmetry")
    return text + (f" ({', '.join(notes)})" if notes else "")


def solutions_in_words(total: int, exhausted: bool) -> str:
    """So many solutions, or at least so many."""
    if exhausted and not total:
        return "no solution"
    return f"{'' if exhausted else 'at least '}{number(total)} solution{'s' * (total != 1)}"


def number(count: int) -> str:
    """A count as people read it."""
    return f"{count:,}" if count < 10**15 else f"about {Decimal(count):.2e}"


def print_json(**fields: Any) -> None:
    """One JSON object on standard output."""
    click.echo(json.dumps(fields))


def print_count(puzzle: cm.Puzzle[Any], found: cm.Count | cm.Sweep[Any], **more: Any) -> None:
    """What a count or a sweep found, as JSON, with `more` fields."""
    print_json(
        puzzle=puzzle.kind,
        count=found.total,
        told_apart=found.told_apart,
        up_to_symmetry=found.orbits,
        exhausted=found.exhausted,
        **more,
        seconds=round(found.seconds, 4),
        **({"reason": found.reason} if found.reason else {}),
    )
