"""Commands that give reasons: ``explain``, ``hint`` and ``why``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

import cpmodels as cm
from cpmodels.cli import ANSWERED, STOPPED
from cpmodels.cli import _forms as forms
from cpmodels.cli._console import Searching, print_json, say, say_board, tell, warn, warned
from cpmodels.cli._files import is_json, read_puzzle, read_solutions, tell_written, writable, write_json
from cpmodels.cli._options import LateOption, clockwise_option, json_option
from cpmodels.cli._types import FILE, PUZZLE, SECONDS, Whole

if TYPE_CHECKING:
    from cpmodels.explaining import Constraint, Fact
    from renderers.scenes import Scene

NARROWEST, WIDEST = 20, 100
"""Sentences are broken into lines of at least and at most so many characters."""
MOST_NAMED = 12
"""So many of the cells or clues of one sort are named."""
LEAST = 0.01
"""A search whose time is up has so many seconds still."""


def scene_extensions() -> list[str]:
    """The extensions of the files that explanations are written as."""
    from renderers.scenes import WRITERS

    return [*WRITERS, ".json"]


def scenes_option(what: str) -> Callable[[Any], Any]:
    """The option for the file to write pictures with their words to."""
    told = f"Write {what} to a file, whose extension chooses the format"
    return click.option("-o", "--output", metavar="FILE", type=FILE, cls=LateOption, names=scene_extensions, help=told)


time_option = click.option("--time-limit", type=SECONDS, metavar="SECONDS", help="Stop after this many seconds.")


@dataclass(frozen=True)
class Target:
    """The file that pictures, or the JSON of what was found, are written to; refused at once where it cannot be."""

    puzzle: cm.Puzzle[Any]
    path: Path

    @classmethod
    def of(cls, output: str | None, puzzle: cm.Puzzle[Any], sources: Sequence[str]) -> Target | None:
        """The target that is asked for, if any.  Raises ParameterError for one that cannot be written."""
        if output is None:
            return None
        if not is_json(output):
            from renderers.scenes import check_scenes

            check_scenes(output, puzzle)
        return cls(puzzle, writable(output, "the explanation", sources))

    def write(self, made: Callable[[Any], Sequence[Scene]], form: forms.Form) -> None:
        """Write the scenes that are made with `renderers.scenes` or, where it is a file of JSON, the form."""
        if is_json(self.path):
            write_json(self.path, form)
        else:
            from renderers import scenes

            scenes.save_scenes(self.path, self.puzzle, made(scenes))
        tell_written(self.path)


@click.command()
@click.argument("puzzle", type=PUZZLE)
@click.option("--from", "partial", metavar="PARTIAL", type=FILE, help="Begin with the partial solution in this file.")
@click.option("--steps", type=Whole(1), metavar="N", help="Stop after N steps.")
@click.option("--boards", is_flag=True, help="Show the board after each step.")
@scenes_option("a picture of each step")
@time_option
@json_option
@clockwise_option
def explain(
    puzzle: str,
    partial: str | None,
    steps: int | None,
    boards: bool,
    output: str | None,
    time_limit: float | None,
    as_json: bool,
    clockwise: bool,
) -> int:
    """Explain the solution of PUZZLE step by step: what follows next, and why.

    Rules that people use come first; where none applies, the step gives the fewest constraints of the puzzle from
    which it follows. Each step is checked by a solver. A page (-o steps.html) shows them one by one.
    """
    from cpmodels.explaining._difficulty import measured

    given = read_puzzle(puzzle)
    target = Target.of(output, given, [puzzle, *([partial] if partial else [])])
    begun = None if partial is None else read_partial(given, partial, clockwise=clockwise)
    told: list[cm.Step] = []
    with Searching("explaining") as line:
        found = cm.explain(given, partial=begun, time_limit=time_limit, progress=line)
        known = found.known
        with suppress(KeyboardInterrupt):
            for step in found:
                told.append(step)
                if not as_json:
                    with line.aside():
                        say_step(step, f"{len(told):>3}. ")
                        if boards:
                            say_known(given, found.known)
                if len(told) == steps:
                    break
    form = explanation_form(found, told)
    try:
        if target and (told or found.solution):
            target.write(lambda scenes: scenes.of_steps(given, told, known, found.solution), form)
        elif target:
            tell(f"{target.path} was not written, as there are no steps")
    finally:
        if as_json:
            print_json(form)
        else:
            show_end(found, told, boards=boards, enough=len(told) == steps)
            if found.solution is not None and begun is None:
                tell(str(measured(told)))
        found.close()
    return ANSWERED if found.finished or len(told) == steps else STOPPED


def show_end(found: cm.Explanation[Any], told: Sequence[cm.Step], *, boards: bool, enough: bool) -> None:
    """Where the steps have led: the solved board, or what is known by then, and why there are no more."""
    if found.solution is not None:
        say_board(cm.text(found.puzzle, found.solution))
        tell(f"solved in {len(told):,} step{'s' * (len(told) != 1)}")
        return
    if told and not told[-1].follows:
        say("there is no solution")
        warn(found.puzzle)
        return
    if told and not boards:
        say_known(found.puzzle, found.known)
    if found.finished:
        say("nothing more follows: there are several solutions, which differ in the rest")
    elif not enough:
        why = f": {found.stopped}" if found.stopped else ""
        tell(f"stopped after {len(told):,} step{'s' * (len(told) != 1)}{why}")


@click.command()
@click.argument("puzzle", type=PUZZLE)
@click.argument("partial", required=False, type=FILE)
@scenes_option("a picture of the board with the hint")
@time_option
@json_option
@clockwise_option
def hint(
    puzzle: str, partial: str | None, output: str | None, time_limit: float | None, as_json: bool, clockwise: bool
) -> int:
    """Give the next step in PUZZLE and why it follows, or what the player should undo.

    PARTIAL shows how far the player is: an incomplete solution in a form that `cpmodels check` reads, such as the
    beginning of a path.
    """
    given = read_puzzle(puzzle)
    target = Target.of(output, given, [puzzle, *([partial] if partial else [])])
    begun = None if partial is None else read_partial(given, partial, clockwise=clockwise)
    with Searching("looking for the next step"):
        found = cm.hint(given, begun, time_limit=time_limit)
        known = cm.explain(given, partial=begun).known if target else []
    form = hint_form(given, found)
    try:
        if target and found.stopped is None:
            target.write(lambda scenes: scenes.of_hint(given, found, known), form)
    finally:
        if as_json:
            print_json(form)
        elif found.stopped is None:
            say_step(found.step) if found.step else say_sentence(str(found))
        else:
            tell(f"stopped before there was a hint: {found.stopped}")
    return ANSWERED if found.stopped is None else STOPPED


@click.command()
@click.argument("puzzle", type=PUZZLE)
@scenes_option("a picture of the reason, or of two solutions,")
@time_option
@json_option
def why(puzzle: str, output: str | None, time_limit: float | None, as_json: bool) -> int:
    """Say why PUZZLE has no solution, or more than one.

    If there is none, the answer is a set of clues and rules, as few as can be found, that contradict each other; if
    there are several, it is two solutions and where they differ.
    """
    given = read_puzzle(puzzle)
    target = Target.of(output, given, [puzzle])
    began = monotonic()
    with Searching("looking for the reason"):
        conflict, several, stopped = reasons(given, time_limit)
    one = ""
    if not (conflict or several or stopped or (as_json and target is None)):
        one = one_solution(given, None if time_limit is None else max(time_limit - monotonic() + began, LEAST))
    form = why_form(given, conflict, several, stopped=stopped)
    try:
        if target and (conflict or several):
            target.write(lambda scenes: scenes.of_reason(conflict or several), form)
        elif target:
            reason = one or "the answer is not known"
            tell(f"{target.path} was not written, as {reason}")
    finally:
        if as_json:
            print_json(form)
        elif conflict is not None:
            show_conflict(conflict)
        elif several is not None:
            show_ambiguity(several)
        elif stopped:
            tell("stopped before it was known how many solutions there are")
        else:
            say(one)
    return STOPPED if stopped else ANSWERED


def one_solution(given: cm.Puzzle[Any], time_limit: float | None) -> str:
    """That there is just one solution, in words; others may look the same in all that is said of them."""
    if cm.is_unique(given, time_limit=time_limit) is False:
        return "there is exactly one solution, except for turning the board or walking the path the other way"
    return "there is exactly one solution"


def reasons(
    given: cm.Puzzle[Any], time_limit: float | None
) -> tuple[cm.Conflict | None, cm.Ambiguity[Any] | None, bool]:
    """Why there is no solution, or several, where that is so; and whether the time was up before that was known."""
    from cpmodels.errors import StoppedError

    began = monotonic()
    try:
        if (conflict := cm.why_infeasible(given, time_limit=time_limit)) is not None:
            return conflict, None, False
        left = None if time_limit is None else max(time_limit - monotonic() + began, LEAST)
        return None, cm.why_not_unique(given, time_limit=left), False
    except StoppedError:
        return None, None, True


def show_conflict(conflict: cm.Conflict) -> None:
    """Why there is no solution, a line for each sort of clue or rule."""
    from cpmodels.explaining import told

    say("there is no solution, as these contradict each other:")
    for clause in told(conflict.constraints, MOST_NAMED):
        say_sentence(clause, "  - ")
    if conflict.fewest:
        tell("no smaller set does")
    elif conflict.irreducible:
        tell("each of them is needed")
    warn(conflict.puzzle)


def show_ambiguity(several: cm.Ambiguity[Any]) -> None:
    """Two solutions, and where they differ."""
    for solution in (several.first, several.second):
        say_board(cm.text(several.puzzle, solution))
    say_sentence(str(several))


def read_partial(puzzle: cm.Puzzle[Any], file: str, *, clockwise: bool) -> cm.Solution:
    """The one solution in a file, which need not be complete."""
    found = read_solutions(puzzle, (file,), clockwise=clockwise)
    if len(found) != 1:
        raise cm.ParameterError(f"expected one solution, where the player is now; {file} holds {len(found)}")
    return found[0][1]


def say_step(step: cm.Step, before: str = "") -> None:
    """A step, with lines for the steps of its cases."""
    from renderers.scenes import lines_of_cases

    say_sentence(str(step), before)
    for line in lines_of_cases(step):
        say_sentence(line, " " * len(before) + "- ")


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


def explanation_form(found: cm.Explanation[Any], told: Sequence[cm.Step]) -> forms.Explain:
    """An explanation, for JSON."""
    import readers

    none = bool(told) and not told[-1].follows
    return forms.Explain(
        puzzle=found.puzzle.kind,
        steps=[step_form(step) for step in told],
        finished=found.finished,
        solution=None if found.solution is None else readers.solution_form(found.solution),
        stopped=found.stopped,
        warnings=warned(found.puzzle, infeasible=none),
    )


def hint_form(puzzle: cm.Puzzle[Any], found: cm.Hint) -> forms.Hint:
    """A hint, for JSON."""
    return forms.Hint(
        puzzle=puzzle.kind,
        step=None if found.step is None else step_form(found.step),
        wrong=None if found.wrong is None else fact_form(found.wrong),
        solved=found.solved,
        stopped=found.stopped,
        sentence=str(found),
    )


def why_form(
    puzzle: cm.Puzzle[Any], conflict: cm.Conflict | None, several: cm.Ambiguity[Any] | None, *, stopped: bool
) -> forms.Why:
    """Why there is no solution, or more than one, for JSON."""
    import readers

    if conflict is not None:
        return forms.Why(
            puzzle=puzzle.kind,
            stopped=stopped,
            solutions="none",
            constraints=[constraint_form(constraint) for constraint in conflict.constraints],
            irreducible=conflict.irreducible,
            fewest=conflict.fewest,
            cells=conflict.cells,
            pieces=conflict.pieces,
            warnings=warned(puzzle, infeasible=True),
        )
    if several is None:
        return forms.Why(puzzle=puzzle.kind, stopped=stopped, solutions=None if stopped else "one")
    return forms.Why(
        puzzle=puzzle.kind,
        stopped=stopped,
        solutions="several",
        first=readers.solution_form(several.first),
        second=readers.solution_form(several.second),
        cells=several.cells,
    )


def step_form(step: cm.Step) -> forms.Step:
    """A step, for JSON."""
    return forms.Step(
        rule=step.rule,
        level=step.level,
        sentence=step.sentence,
        follows=[fact_form(fact) for fact in step.follows],
        uses=[fact_form(fact) for fact in step.uses],
        constraints=[constraint_form(constraint) for constraint in step.constraints],
        cells=step.cells,
        pieces=step.pieces,
        choices=step.choices,
        cases=[[step_form(each) for each in case] for case in step.cases] or None,
    )


def fact_form(fact: Fact) -> forms.Fact:
    """A fact, for JSON."""
    return forms.Fact(words=fact.words, holds=fact.holds, cells=fact.cells)


def constraint_form(constraint: Constraint) -> forms.Constraint:
    """A constraint, for JSON."""
    return forms.Constraint(
        kind=constraint.kind, words=constraint.words, cells=constraint.cells, pieces=constraint.pieces
    )
