"""Commands that ask the same of each puzzle of a folder, or of a file of several."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeAlias, TypeVar

import click

import cpmodels as cm
from cpmodels.base.errors import EngineError, StoppedError, WorkersLostError, WrongSolutionError
from cpmodels.cli._console import Searching, because, say, tell
from cpmodels.cli._files import read_puzzles
from cpmodels.cli._options import File, notes
from cpmodels.cli._statuses import ANSWERED, BAD_INPUT, BROKEN, STOPPED

NOT_THE_INPUT = (EngineError, StoppedError, WorkersLostError, WrongSolutionError)
"""Errors that stop a search although its input is in order."""

F = TypeVar("F", bound=Callable[..., int])
Named: TypeAlias = "tuple[str, cm.Puzzle[Any]]"
"""A puzzle, and what it was read from."""


def of_each(*, in_a_line: bool = False, alone: str | None = None) -> Callable[[F], Callable[..., int]]:
    """Makes of a command that takes a puzzle, `given`, one that reads it, or asks the same of each of a set.

    in_a_line: the answer is one line, which names the puzzle itself (see `_console.say_line`).
    alone: an option that is for one puzzle, as those that take files are.
    """

    def made(command: F) -> Callable[..., int]:
        @wraps(command)
        def asked(puzzle: str, **options: Any) -> int:
            named, refused = read_puzzles([puzzle])
            if len(named) == 1 and not refused:
                with speaking_of(given := named[0][1]):
                    return command(given=given, **options)
            refuse_alone(lambda parameter: isinstance(parameter.type, File) or parameter.name == alone)
            return ask_each(named, lambda _, given: command(given=given, **options), refused, heading=not in_a_line)

        return asked

    return made


@contextmanager
def speaking_of(puzzle: cm.Puzzle[Any]) -> Iterator[None]:
    """An error says cells of a puzzle as answers do."""
    try:
        yield
    except cm.PuzzleError as error:
        raise type(error)(puzzle.said(str(error))) from error


def refuse_alone(is_alone: Callable[[click.Parameter], bool]) -> None:
    """Raise ParameterError where an option or an argument is given that is for one puzzle."""
    context = click.get_current_context()
    for one in filter(is_alone, context.command.params):
        value = context.params.get(one.name or "")
        if value is not None and value is not False:
            called = one.opts[-1] if isinstance(one, click.Option) else one.human_readable_name
            raise cm.ParameterError(f"{called} is for one puzzle, not for several")


def ask_each(
    named: list[Named], ask: Callable[[str, cm.Puzzle[Any]], int], statuses: list[int], *, heading: bool
) -> int:
    """Ask the same of each puzzle of a set; the exit status of all.

    A puzzle of which that cannot be asked does not keep the others from it; Ctrl-C ends it with those that are done.

    statuses: those of what could not be read.
    heading: say the name of each before, where the answer is in words.
    """
    before = len(statuses)
    try:
        with interruptions() as came:
            for name, given in named:
                notes().member = name
                if heading and not notes().as_json:
                    say(f"{name}:")
                try:
                    status = ask(name, given)
                except cm.CpmodelsError as error:
                    status = failed(name, error)
                if came:
                    raise KeyboardInterrupt
                statuses.append(status)
    except KeyboardInterrupt:
        tell(f"stopped after {len(statuses) - before} of {len(named)} puzzles")
        statuses.append(STOPPED)
    return worst(statuses)


def failed(name: str, error: cm.CpmodelsError) -> int:
    """Say why one puzzle of a set has no answer; the exit status for it."""
    tell(f"cpmodels: {name}: {error}")
    return STOPPED if isinstance(error, NOT_THE_INPUT) else BAD_INPUT


def solved(source: str, puzzle: cm.Puzzle[Any], what: str, time_limit: float) -> tuple[cm.Result[Any] | None, int]:
    """What came of the search for one solution of one puzzle of a set, None where that failed; and the exit status."""
    try:
        with Searching(f"{source}{what}") as progress:
            result = cm.solve(puzzle, time_limit=time_limit, progress=progress)
    except cm.CpmodelsError as error:
        return None, failed(source, error)
    if result.status is cm.Status.INFEASIBLE:
        tell(f"{source}: there is no solution{because(puzzle, result.reason)}")
    return result, ANSWERED


def worst(statuses: Iterable[int]) -> int:
    """The exit status of a set, from those for its puzzles."""
    return min(statuses, key=(BAD_INPUT, BROKEN, STOPPED, ANSWERED).index, default=ANSWERED)


@contextmanager
def interruptions() -> Iterator[list[int]]:
    """The signals of Ctrl-C that come meanwhile, also those that end no more than one of several searches."""
    came: list[int] = []
    before = signal.getsignal(signal.SIGINT)

    def note(number: int, frame: Any) -> None:
        came.append(number)
        assert callable(before)
        before(number, frame)

    signal.signal(signal.SIGINT, note if callable(before) else before)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)
