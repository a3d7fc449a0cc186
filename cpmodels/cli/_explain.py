"""Commands that give reasons, ``explain``, ``hint`` and ``why``, and ``forced``, which says what is certain."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import click

import cpmodels as cm
from cpmodels.base._clock import Clock
from cpmodels.base.values import plural
from cpmodels.cli import _files as files
from cpmodels.cli import _options as options
from cpmodels.cli._console import (
    Searching,
    answering,
    found_form,
    proved_none,
    say,
    say_board,
    say_none,
    tell,
    tell_slips,
    warn,
    warned,
)
from cpmodels.cli._forms import form
from cpmodels.cli._options import FILE, Whole, notes
from cpmodels.cli._sets import interruptions, of_each
from cpmodels.cli._statuses import ANSWERED, STOPPED
from cpmodels.engines._table import CP_SAT, FRONTIER

if TYPE_CHECKING:
    from cpmodels.explaining import Fact

NARROWEST, WIDEST = 20, 100
"""Sentences are broken into lines of at least and at most these numbers of characters."""
MOST_NAMED = 12
"""How many cells or clues of one sort are named."""


def scene_extensions() -> list[str]:
    """The extensions of the files that explanations are written as."""
    from renderers.scenes import WRITERS

    return [*WRITERS, ".json"]


def scenes_option(what: str) -> Callable[[Any], Any]:
    """The option for the file to write pictures with their words to."""
    return options.output(f"Write {what} to a file, whose extension chooses the format", extensions=scene_extensions)


def scenes_path(output: str | None, puzzle: cm.Puzzle[Any], *, several: bool = False) -> Path | None:
    """The file for pictures, several or one, or for JSON, if one is asked for.

    Raises ParameterError where it cannot be written.
    """
    if output is None:
        return None
    if not files.is_json(output):
        from renderers.scenes import check_scenes

        check_scenes(output, puzzle, several=several)
    return files.writable(output, "the explanation")


def save_scenes(target: Path, puzzle: cm.Puzzle[Any], made: Callable[[Any], Any], answer: dict[str, Any]) -> None:
    """Write the scenes that are made with `renderers.scenes` or, where it is a file of JSON, the answer."""
    if files.is_json(target):
        files.write_json(target, answer)
    else:
        from renderers import scenes

        scenes.save_scenes(target, puzzle, made(scenes))
    files.tell_written(target)


@click.command()
@options.puzzle
@click.option("--from", "noted", metavar="PARTIAL", type=FILE, help="Begin with the partial solution in this file.")
@click.option("--steps", type=Whole(1), metavar="N", help="Stop after N steps.")
@click.option("--boards", is_flag=True, help="Show the board after each step.")
@scenes_option("a picture of each step")
@options.time()
@options.as_json
@options.clockwise
@of_each()
def explain(
    given: cm.Puzzle[Any], noted: str | None, steps: int | None, boards: bool, output: str | None, **limit: Any
) -> int:
    """Explain the solution of PUZZLE step by step: what follows next, and why.

    Rules that people use come first; where none applies, the step gives the fewest constraints of the puzzle from
    which it follows, of many the first few; --json has all. Each step is checked by a solver. A page (-o steps.html)
    shows them one by one.
    """
    from cpmodels.explaining._explaining import measured

    if boards and notes().as_json:
        raise cm.ParameterError("--boards shows boards beside the words, which --json leaves out: use one of them")
    begun = files.read_partial(given, noted)
    target = scenes_path(output, given, several=steps != 1)
    shown: list[cm.Step] = []
    with Searching("explaining") as line:
        found = cm.explain(given, partial=begun, progress=line, **limit)
        known = found.known
        with suppress(KeyboardInterrupt):
            for step in found:
                shown.append(step)
                if not notes().as_json:
                    with line.aside():
                        say_step(given, step, f"{len(shown):>3}. ")
                        if boards:
                            say_known(given, found.known)
                if len(shown) == steps:
                    break

    def in_words() -> None:
        show_end(found, shown, boards=boards, enough=len(shown) == steps)
        if found.solution is not None and begun is None:
            tell(str(measured(shown)))

    none = bool(shown) and not shown[-1].follows
    answer = form("explain", found, steps=shown, warnings=warned(given, infeasible=none))
    with closing(found), answering(answer, in_words):
        if target and (shown or found.solution):
            is_begun = begun is not None
            save_scenes(
                target, given, lambda made: made.of_steps(given, shown, known, found.solution, begun=is_begun), answer
            )
        elif target:
            tell(f"{target} was not written, as there are no steps")
    return ANSWERED if found.finished or len(shown) == steps else STOPPED


def show_end(found: cm.Explanation[Any], shown: Sequence[cm.Step], *, boards: bool, enough: bool) -> None:
    """Where the steps have led: the solved board, or what is known by then, and why there are no more."""
    if found.solution is not None:
        say_board(cm.text(found.puzzle, found.solution))
        tell(f"solved in {plural(len(shown), 'step')}")
        return
    if shown and not shown[-1].follows:
        say_none(found.puzzle)
        return
    if shown and not boards:
        say_known(found.puzzle, found.known)
    if found.finished:
        say("nothing more follows: there are several solutions, which differ in the rest")
    elif not enough:
        why = f": {found.stopped}" if found.stopped else ""
        tell(f"stopped after {plural(len(shown), 'step')}{why}")


@click.command()
@options.puzzle
@click.argument("partial", required=False, type=FILE)
@scenes_option("a picture of the board with the hint")
@options.time()
@options.as_json
@options.clockwise
@of_each()
def hint(given: cm.Puzzle[Any], partial: str | None, output: str | None, time_limit: float | None) -> int:
    """Give the next step in PUZZLE and why it follows, or what the player should undo.

    PARTIAL shows how far the player is: an incomplete solution in a form that `cpmodels check` reads, such as the
    beginning of a path.
    """
    begun = files.read_partial(given, partial)
    target = scenes_path(output, given)
    clock = Clock(time_limit, None)
    with Searching("looking for the next step"):
        found = cm.hint(given, begun, time_limit=clock.rest)

    def in_words() -> None:
        if found.stopped is not None:
            tell(f"stopped before there was a hint: {found.stopped}")
        elif found.step:
            say_step(given, found.step)
            if found.step.follows and not any(fact.holds for fact in found.step.follows):
                begin = "" if partial is None else " --from PARTIAL"
                tell(f"this only rules out; `cpmodels explain{begin}` shows what follows from it")
        else:
            say_sentence(given.said(str(found)))

    answer = form("hint", found, puzzle=given, sentence=str(found))
    with answering(answer, in_words):
        if target and found.stopped is None:

            def of_hint(scenes: Any) -> Any:
                return scenes.of_hint(given, found, cm.explain(given, partial=begun, time_limit=clock.rest).known)

            save_scenes(target, given, of_hint, answer)
    return ANSWERED if found.stopped is None else STOPPED


@click.command()
@options.puzzle
@scenes_option("a picture of the reason, or of two solutions,")
@options.time()
@options.as_json
@of_each()
def why(given: cm.Puzzle[Any], output: str | None, time_limit: float | None) -> int:
    """Say why PUZZLE has no solution, or more than one.

    If there is none, the answer is a set of clues and rules, as few as can be found, that contradict each other; if
    there are several, it is two solutions and where they differ.
    """
    target = scenes_path(output, given)
    clock = Clock(time_limit, None)
    found: cm.Conflict | cm.Ambiguity[Any] | None = None
    one, stopped = "", False
    with interruptions() as came, Searching("looking for the reason"):
        try:
            found = cm.why_infeasible(given, time_limit=clock.rest) or cm.why_not_unique(given, time_limit=clock.rest)
        except cm.errors.StoppedError:
            stopped = True
    is_none = isinstance(found, cm.Conflict)
    if not (found or stopped or (notes().as_json and target is None)):
        one = one_solution(given, clock)

    def in_words() -> None:
        if isinstance(found, cm.Conflict):
            show_conflict(found)
        elif found:
            show_ambiguity(found)
        elif stopped:
            tell("stopped before it was known how many solutions there are")
        else:
            say(one)

    number = "none" if is_none else "several" if found else None if stopped else "one"
    warnings = warned(given, infeasible=is_none)
    answer = form("why", found, puzzle=given, stopped=stopped, solutions=number, warnings=warnings)
    with answering(answer, in_words):
        if target and found:
            save_scenes(target, given, lambda scenes: scenes.of_reason(found), answer)
        elif target:
            tell(f"{target} was not written, as {one or 'the answer is not known'}")
    if is_none and not (came or notes().as_json):
        tell_slips(given, clock.left)
    return STOPPED if stopped else ANSWERED


def one_solution(given: cm.Puzzle[Any], clock: Clock) -> str:
    """That there is just one solution, in words; others may look the same in all that is said of them."""
    is_unique = cm.is_unique(given, time_limit=clock.rest)
    perhaps = "perhaps " * (is_unique is None)
    others = "" if is_unique else f", except {perhaps}for turning the board or walking the path the other way"
    return f"there is exactly one solution{others}"


def show_conflict(conflict: cm.Conflict) -> None:
    """Why there is no solution, a line for each sort of clue or rule."""
    from cpmodels.explaining import clauses

    is_one = len(conflict.constraints) == 1
    say("there is no solution because of this:" if is_one else "there is no solution, as these contradict each other:")
    for clause in clauses(conflict.constraints, MOST_NAMED):
        say_sentence(conflict.puzzle.said(clause), "  - ")
    if conflict.fewest:
        if not is_one:
            tell("no smaller set does")
    elif conflict.irreducible:
        tell("each of them is needed")
    else:
        tell("stopped before it was known whether each of them is needed")
    warn(conflict.puzzle)


def show_ambiguity(several: cm.Ambiguity[Any]) -> None:
    for solution in (several.first, several.second):
        say_board(cm.text(several.puzzle, solution))
    say_sentence(several.puzzle.said(str(several)))


def say_step(puzzle: cm.Puzzle[Any], step: cm.Step, before: str = "") -> None:
    """A step, with lines for the steps of its cases."""
    from renderers.scenes import lines_of_cases

    say_sentence(puzzle.said(str(step)), before)
    for line in lines_of_cases(step):
        say_sentence(puzzle.said(line), " " * len(before) + "- ")


def say_sentence(sentence: str, before: str = "") -> None:
    """A sentence, in lines that fit on the terminal where it goes to one, after a number or a dash."""
    lines = [sentence]
    if sys.stdout is not None and sys.stdout.isatty():
        from renderers.scenes import wrapped

        lines = wrapped(sentence, max(min(get_terminal_size().columns, WIDEST) - len(before), NARROWEST))
    say(before + ("\n" + " " * len(before)).join(lines))


def say_known(puzzle: cm.Puzzle[Any], known: Sequence[Fact]) -> None:
    """The board with what is known, where the kind has one for terminals."""
    import renderers

    with suppress(cm.KindError):
        say_board(renderers.text_of_known(puzzle, known))


@click.command()
@options.puzzle
@options.given
@options.output("Write a picture of the board with what is certain to a file, whose extension chooses the format")
@options.engine("The engine that searches, by default the first of these", names=(CP_SAT, FRONTIER))
@options.seed()
@options.time()
@options.as_json
@of_each()
def forced(given: cm.Puzzle[Any], noted: str | None, output: str | None, **search: Any) -> int:
    """Say what is certain in PUZZLE: what all of its solutions share, and what none of them has.

    A picture shows what is certain as a player would enter it, and crosses out what is in no solution; of the file of a
    model it is the variables of its key that are named. When the time is up, or on Ctrl-C, the answer is what is
    decided by then. The engine is cp-sat, or frontier, which reads it from all solutions without listing them.
    """
    import readers
    import renderers
    from readers.library import natural

    begun = files.read_partial(given, noted)
    target = files.asked_picture(output, given)
    if target:
        renderers.files.check_known(target)
    with Searching("looking for what is certain") as line:
        found = cm.forced(given, given=begun, progress=line, **search)
    facts = {name: sorted(map(str, getattr(found, name)), key=natural) for name in ("known", "excluded")}
    certain = readers.partial_form(found.partial) if found.has_marks else facts
    answer = found_form("forced", given, found, open=len(found.open), **certain)

    def in_words() -> None:
        if proved_none(found):
            say_none(given, found.reason)
            return
        if found.status is cm.Status.UNKNOWN:
            tell("stopped before a solution was found; there may be one")
            return
        if found.has_marks:
            say_board(cm.text(given, found.partial))
        for name, those in {} if found.has_marks else facts.items():
            say(f"{name}: {', '.join(those) or 'nothing'}")
        tell(said(found))

    with answering(answer, in_words):
        is_drawn = target and found.status is cm.Status.SOLVED and not files.is_json(target)
        boards = [found.partial] if is_drawn else []
        files.save_found(target, found, given, boards, answer)
    return ANSWERED if found.complete else STOPPED


def said(found: cm.Forced[cm.Solution]) -> str:
    """How much is certain, in words."""
    sure = f"{len(found.known):,} certain, {len(found.excluded):,} impossible"
    searches = f"by {found.calls:,} search{'es' * (found.calls != 1)} " if found.calls else ""
    if found.complete:
        return f"{sure}, {len(found.open):,} open, {searches}in {found.seconds:.2f} s"
    undecided = len(found.open) - found.varying
    return f"stopped: {sure} so far, {found.varying:,} open, {undecided:,} not decided"
