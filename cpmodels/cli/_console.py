"""What the commands share on a terminal: messages, progress, JSON, and counts in words."""

from __future__ import annotations

import json
import os
import select
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from decimal import Decimal
from functools import cache
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Self

import click

import cpmodels as cm
from cpmodels.base._clock import in_words
from cpmodels.base.errors import visible
from cpmodels.base.files import naming_file
from cpmodels.base.values import plural
from cpmodels.cli._forms import form
from cpmodels.cli._options import notes
from cpmodels.engines._table import CP_SAT

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


def say(message: str) -> None:
    """The answer, or a part of it, on standard output."""
    with naming_file("standard output"):
        click.echo(visible(message), file=sys.stdout)


def say_line(answer: str) -> None:
    """An answer of one line, after the name of its puzzle where there are several."""
    say(f"{notes().member}: {answer}" if notes().member else answer)


def say_board(board: str) -> None:
    """A board on standard output, in colour where that is a terminal that has colours and NO_COLOR is not set."""
    if sys.stdout is None or not sys.stdout.isatty():
        say(board)
        return
    from rich.console import Console

    screen = Console(file=sys.stdout, highlight=False, soft_wrap=True)
    if screen.color_system is None or screen.no_color:
        say(board)
        return
    # Not straight to standard output, as Rich makes exit status 1 of a broken pipe.
    with screen.capture() as captured:
        screen.print(in_colour(board))
    with naming_file("standard output"):
        click.echo(captured.get(), file=sys.stdout, nl=False, color=True)


def in_colour(board: str) -> Text:
    """A board as Rich takes it, with the colours that it knows (see `renderers.ColouredText`)."""
    from rich.style import Style
    from rich.text import Text

    shown = Text()
    for text, ink, ground in getattr(board, "runs", None) or [(board, None, None)]:
        shown.append(visible(text), Style(color=ink, bgcolor=ground))
    return shown


def tell(message: str) -> None:
    """A line on standard error, beside the answer on standard output."""
    click.echo(visible(message), file=sys.stderr)


MOST_WARNINGS = 6
"""How many warnings about a puzzle are shown on a terminal."""


def none() -> str:
    """What there is not, where no solution is found and that is proved."""
    return f"no solution{' with what is given' if notes().has_given else ''}"


def found_form(command: str, puzzle: cm.Puzzle[Any], found: Any, **more: Any) -> dict[str, Any]:
    """What a search found, for JSON; where none has what is given, that is the reason, as the puzzle may have some."""
    is_none, reason = proved_none(found), found.reason
    if is_none and notes().has_given:
        reason = ": ".join(filter(None, (f"there is {none()}", reason)))
    warnings = warned(puzzle, infeasible=is_none)
    return form(command, found, puzzle=puzzle, warnings=warnings, reason=reason, **more)


def proved_none(found: Any) -> bool:
    """Whether a search has proved that there is no solution."""
    if hasattr(found, "total"):
        return bool(found.exhausted and not found.total)
    return found.status is cm.Status.INFEASIBLE


def say_none(puzzle: cm.Puzzle[Any], reason: str | None = None) -> None:
    """Say that there is no solution, why, if that is known, and what may well be a typing error."""
    say(f"there is {none()}{because(puzzle, reason)}")
    warn(puzzle)


def warn(puzzle: cm.Puzzle[Any]) -> None:
    """Say what may well be a typing error in a puzzle that has no solution."""
    warnings = warned(puzzle, infeasible=True) or []
    for sentence in warnings[:MOST_WARNINGS]:
        tell(f"warning: {sentence}")
    if len(warnings) > MOST_WARNINGS:
        tell(f"warning: {len(warnings) - MOST_WARNINGS:,} more of this kind")


HINT_SECONDS = 8.0
"""How long a puzzle is solved for the hints on its page."""
SLIP_SECONDS = 20.0
"""How long a slip in typing is looked for: nine pieces take 1 to 3 s, and of more than 30 it is rarely found."""
MOST_SLIPS = 6
"""How many slips are shown on a terminal."""


def tell_slips(puzzle: cm.Puzzle[Any], left: float) -> None:
    """Say which one slip in typing explains why a puzzle has no solution, if that is found in the time that is left."""
    from cpmodels.explaining import find_slips

    if left <= 0:
        return
    with Searching("looking for a slip in typing") as progress:
        found = find_slips(puzzle, time_limit=min(left, SLIP_SECONDS), progress=progress)
    if not found.tried:
        return
    mended = found.found
    if mended:
        say(f"{'one slip' if len(mended) == 1 else 'one of these slips'} in typing would explain it:")
    for each in mended[:MOST_SLIPS]:
        say(f"  - {puzzle.said(str(each))}")
    if len(mended) > MOST_SLIPS:
        tell(f"{len(mended) - MOST_SLIPS} more of this kind")
    if not found.exhausted:
        tell(f"stopped after {found.tried} slips in typing were tried")
    elif not mended:
        tell(f"none of the likely slips in typing explains it: {found.tried} were tried")


def warned(puzzle: cm.Puzzle[Any], *, infeasible: bool) -> list[str] | None:
    """The same for JSON; None where there is nothing to say."""
    return (puzzle.remarks() if infeasible and not notes().has_given else []) or None


@cache
def terminal() -> Console:
    """Standard error as a terminal, for what moves there."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, soft_wrap=True)


class Searching:
    """Shows the progress of a search on standard error: a live line on a terminal, else a line now and then.

    found: what is said of the things that are counted.
    """

    FIRST_LINE_AFTER = 1.0
    SECONDS_BETWEEN_LINES = 10.0

    def __init__(self, what: str, found: str = "found") -> None:
        from rich.text import Text

        self._what, self.found, self._text = visible(what), found, Text
        self._status: Any = terminal().status(Text(f"{self._what} ...")) if terminal().is_terminal else None
        self._next_line = self.FIRST_LINE_AFTER
        self.seconds = 0.0

    def __enter__(self) -> Self:
        if self._status:
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status:
            self._status.stop()

    def show(self, words: str) -> None:
        """Say what is going on now, where there is a live line."""
        if self._status:
            self._refresh(visible(f"{self._what} ... {words}"))

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the live line away while something is printed."""
        if self._status:
            self._status.stop()
        yield
        if self._status:
            self._status.start()

    def _words(self, progress: cm.search.Progress) -> str:
        if progress.objective is None:
            so_far = f"{progress.found:,} {self.found}"
        else:
            so_far = f"the best so far: {objective(progress.objective, progress.bound)}"
        words = f"{self._what} ... {so_far}, {progress.seconds:.0f} s"
        if progress.share is None:
            return words
        left = "" if progress.left is None else f", about {in_words(progress.left)} left"
        if progress.finished is None:
            return f"{words}, {progress.share:.1%} of the choices"
        parts = f"parts: {progress.finished:,} done, {progress.open:,} open"
        return f"{words}, {progress.share:.1%} of the work{left}; {parts}"

    def __call__(self, progress: cm.search.Progress) -> None:
        self.seconds = progress.seconds
        line = self._words(progress)
        if self._status:
            self._refresh(line)
        elif progress.seconds >= self._next_line:
            self._next_line = progress.seconds + self.SECONDS_BETWEEN_LINES
            tell(line)

    def _refresh(self, line: str) -> None:
        self._status.update(self._text(line))


class Keyboard:
    """Waits between boards; Space makes it wait until another key is pressed.

    It takes single keys only where standard input is a terminal that gives them; elsewhere it just waits.

    others: what other keys do, in words.
    """

    def __init__(self, others: str = "") -> None:
        self._others = others
        self._terminal: int | None = None
        self._before: list[Any] = []

    def __enter__(self) -> Keyboard:
        with suppress(ImportError, AttributeError, OSError, ValueError):
            import termios
            import tty

            number = sys.stdin.fileno()
            is_ours = os.isatty(number) and os.tcgetpgrp(number) == os.getpgrp()  # a job in the background would stop
            self._before = termios.tcgetattr(number) if is_ours else []
            if is_ours:
                tty.setcbreak(number)
                self._terminal = number
        return self

    def __exit__(self, *_: object) -> None:
        if self._terminal is not None:
            import termios

            termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._before)
            self._terminal = None

    @property
    def hint(self) -> str:
        """What to say to those who watch; nothing where no key is heard."""
        return "" if self._terminal is None else ", ".join(filter(None, ("Space pauses", self._others)))

    def wait(self, seconds: float) -> str:
        """Wait this long, and, if Space is pressed meanwhile, until a key is pressed; any other key, at once."""
        if self._terminal is None:
            sleep(seconds)
            return ""
        key = self._key(seconds)
        return (self._key(None) if key == " " else key).strip()

    def _key(self, seconds: float | None) -> str:
        """The next key within this number of seconds, if there is one."""
        assert self._terminal is not None
        ready, _, _ = select.select([self._terminal], [], [], seconds)
        if not ready:
            return ""
        key = os.read(self._terminal, 1)
        if not key:  # the terminal has gone away
            self._terminal = None
            raise KeyboardInterrupt
        return key.decode("latin-1")


class Watching(Searching):
    """Shows boards above the line of progress, where standard error is a terminal; elsewhere it is like `Searching`.

    show: makes a board's text of a solution.
    """

    SECONDS_BETWEEN_BOARDS = 0.08

    def __init__(self, what: str, show: Callable[[Any], str]) -> None:
        from rich.live import Live

        super().__init__(what)
        self._show, self._next_board = show, 0.0
        self._board, self._line = "", f"{self._what} ..."
        self._taken: Any = None
        if self._status:
            self._status = Live(console=terminal(), transient=True, auto_refresh=False)

    def __call__(self, progress: cm.search.Progress) -> None:
        if self._status and progress.best is not None and progress.best is not self._taken:
            self._taken = progress.best
            self._board = self._show(progress.best)
        super().__call__(progress)

    def take(self, solution: Any) -> None:
        """Show a solution, unless the last one was shown just now."""
        if self._status and monotonic() >= self._next_board:
            self._next_board = monotonic() + self.SECONDS_BETWEEN_BOARDS
            self._board = self._show(solution)
            self._refresh(self._line)

    def play(self, boards: Sequence[str], seconds: float = 5.0) -> None:
        """Show boards one after another, for this long in all; Space pauses, where the terminal has keys."""
        if not self._status:
            return
        with Keyboard() as keyboard:
            for self._board in boards:
                self._refresh(keyboard.hint)
                keyboard.wait(min(seconds / len(boards), 0.3))

    def _refresh(self, line: str) -> None:
        self._line = line
        self._status.update(with_line(self._board, line, self._status.console), refresh=True)


def fitting(board: str, console: Console) -> str:
    """The board, or a line that says how much room it needs when that is more than the terminal has."""
    from rich.cells import cell_len

    lines = board.splitlines()
    width, height = max(map(cell_len, lines), default=0), len(lines) + 1
    if width <= console.width and height <= console.height:
        return board
    room = f"the terminal has {console.width} and {console.height}"
    return f"the board takes {width} columns and {height} lines, and {room}\n"


def with_line(board: str, line: str, console: Console) -> Text:
    """A board, if there is one, and a line below it, as a live display shows them."""
    shown = in_colour(fitting(board, console))
    return shown.append(f"\n{line}" if shown.plain and not shown.plain.endswith("\n") else line)


def objective(value: float, bound: float | None) -> str:
    """What is known of an objective, in words.

    >>> objective(455, 480), objective(1.5, 1.5), objective(3, None)
    ('455 of 480, not proved to be the best', '1.5, proved to be the best', '3')
    >>> objective(1783, 261)
    '1,783, bound 261, not proved to be the best'
    """
    if bound is None:
        return f"{value:,}"
    known = "" if value == bound else f" of {bound:,}" if value < bound else f", bound {bound:,}"
    return f"{value:,}{known}, {'not ' if known else ''}proved to be the best"


def because(puzzle: cm.Puzzle[Any], reason: str | None) -> str:
    """What follows "there is no solution": the reason, if one is known, with cells as people count them."""
    return "" if reason is None else f": {puzzle.said(reason)}"


def describe(found: cm.Count | cm.Sweep[Any]) -> str:
    """A count in words."""
    text = solutions_in_words(found.total, found.exhausted)
    if proved_none(found):
        return text
    notes = []
    if isinstance(found, cm.Count) and found.objective is not None:
        notes.append(f"the best, of the objective {found.objective:,}")
    if found.told_apart != found.total:
        notes.append(f"{number(found.told_apart)} with identical pieces told apart")
    if found.orbits is None:
        notes.append("how many up to symmetry is not known")
    elif found.orbits != found.total:
        notes.append(f"{number(found.orbits)} up to symmetry")
    return text + (f" ({', '.join(notes)})" if notes else "")


def say_total(given: cm.Puzzle[Any], found: cm.Count | cm.Sweep[Any]) -> None:
    """How many solutions were found, or why there is none."""
    say_line(describe(found) + because(given, found.reason))
    if proved_none(found):
        warn(given)


def show_count(given: cm.Puzzle[Any], found: cm.Count) -> None:
    """How many solutions were found, in words, and how much work that was."""
    say_total(given, found)
    if found.why is not None:
        tell(f"by {found.engine}, as {found.why}")
    by_cp_sat = found.engine == CP_SAT
    steps, word = (found.statistics.conflicts, "conflict") if by_cp_sat else (found.statistics.branches, "node")
    effort = f"{plural(steps, word)}, " if steps or by_cp_sat else ""  # others do not say
    tell(f"{effort}{found.seconds:.2f} s")


def solutions_in_words(total: int, exhausted: bool) -> str:
    """How many solutions there are, or how many at least."""
    if not total:
        return none() if exhausted else "no solution found; there may be some"
    return f"{'' if exhausted else 'at least '}{number(total)} solution{'s' * (total != 1)}"


def number(count: int) -> str:
    """A count as people read it."""
    return f"{count:,}" if count < 10**15 else f"about {Decimal(count):.2e}"


def say_answer(answer: Mapping[str, Any], in_words: Callable[[], None]) -> None:
    """The answer on standard output, as one JSON object or in words."""
    if notes().as_json:
        say(json_text({"file": notes().member, **answer} if notes().member else answer))
    else:
        in_words()


@contextmanager
def answering(answer: Mapping[str, Any], in_words: Callable[[], None]) -> Iterator[None]:
    """Say the answer after what was found is written to a file, also where that cannot be written."""
    try:
        yield
    finally:
        say_answer(answer, in_words)


def json_text(form: Mapping[str, Any]) -> str:
    """The text of a JSON object, which does no harm to a terminal."""
    return json.dumps(form).replace("\x7f", "\\u007f")
