"""``cpmodels forced``."""

from __future__ import annotations

import re
from typing import Any

import click

import cpmodels as cm
from cpmodels.cli._console import Searching, answering, because, none, reason, say, say_board, tell, warn, warned
from cpmodels.cli._files import is_json, picture_path, read_partial, save_found
from cpmodels.cli._forms import form
from cpmodels.cli._options import (
    engine_option,
    given_option,
    json_option,
    output_option,
    puzzle_argument,
    seed_option,
    time_option,
)
from cpmodels.cli._sets import of_each
from cpmodels.cli._statuses import ANSWERED, STOPPED


@click.command()
@puzzle_argument
@given_option
@output_option("Write a picture of the board with what is certain to a file, whose extension chooses the format")
@engine_option()
@seed_option()
@time_option()
@json_option
@of_each()
def forced(
    given: cm.Puzzle[Any],
    puzzle: str,
    noted: str | None,
    output: str | None,
    engine: str | None,
    seed: int | None,
    time_limit: float | None,
    as_json: bool,
) -> int:
    """Say what is certain in PUZZLE: what all of its solutions share, and what none of them has.

    A picture shows what is certain as a player would enter it, and crosses out what is in no solution; of the file of a
    model it is the variables of its key that are named. When the time is up, or on Ctrl-C, the answer is what is
    decided by then. The engine is cp-sat, or frontier, which reads it from all solutions without listing them.
    """
    import readers

    target = None if output is None else picture_path(output, given, [puzzle, noted])
    begun = None if noted is None else read_partial(given, noted)
    with Searching("looking for what is certain") as line:
        found = cm.forced(given, given=begun, engine=engine, seed=seed, time_limit=time_limit, progress=line)
    is_none = found.status is cm.Status.INFEASIBLE
    facts = {name: sorted(getattr(found, name), key=natural) for name in ("known", "excluded")}
    certain = readers.partial_form(found.partial) if found.has_marks else facts
    warnings = warned(given, infeasible=is_none)
    why = reason(found.reason, infeasible=is_none)
    answer = form("forced", found, puzzle=given, open=len(found.open), warnings=warnings, reason=why, **certain)

    def in_words() -> None:
        if is_none:
            say(f"there is {none()}{because(given, found.reason)}")
            warn(given)
            return
        if found.status is cm.Status.UNKNOWN:
            tell("stopped before a solution was found; there may be one")
            return
        if found.has_marks:
            say_board(cm.text(given, found.partial))
        for name, those in {} if found.has_marks else facts.items():
            say(f"{name}: {', '.join(map(str, those)) or 'nothing'}")
        tell(said(found))

    with answering(answer, as_json, in_words):
        boards = [found.partial] if target and not (is_none or is_json(target)) else []
        save_found(target, found, given, boards, answer, {})
    return ANSWERED if found.complete else STOPPED


def natural(fact: object) -> list[tuple[int, str]]:
    """A key that sorts names with numbers in them as people do.

    >>> sorted(["x 10", "x 9", "a"], key=natural)
    ['a', 'x 9', 'x 10']
    """
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"([0-9]+)", str(fact))]


def said(found: cm.Forced[cm.Solution]) -> str:
    """How much is certain, in words."""
    sure = f"{len(found.known):,} certain, {len(found.excluded):,} impossible"
    searches = f"by {found.calls:,} search{'es' * (found.calls != 1)} " if found.calls else ""
    if found.complete:
        return f"{sure}, {len(found.open):,} open, {searches}in {found.seconds:.2f} s"
    undecided = len(found.open) - found.varying
    return f"stopped: {sure} so far, {found.varying:,} open, {undecided:,} not decided"
