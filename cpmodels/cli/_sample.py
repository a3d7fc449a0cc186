"""``cpmodels sample``."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import click

import cpmodels as cm
from cpmodels.base._clock import Clock
from cpmodels.base.values import plural
from cpmodels.cli._console import Searching, say, say_board, tell
from cpmodels.cli._files import asked_picture, is_json, most_shown, tell_written
from cpmodels.cli._options import Whole, output_option, puzzle_argument, seed_option, time_option
from cpmodels.cli._sets import of_each
from cpmodels.cli._statuses import ANSWERED, STOPPED
from cpmodels.errors import StoppedError


@click.command()
@puzzle_argument
@click.option("-n", "--number", type=Whole(0, 100_000), default=1, metavar="N", show_default=True, help="How many.")
@seed_option(help="Draw the same ones again for the same number.")
@output_option("Write the solutions to a file, whose extension chooses the format")
@time_option()
@of_each()
def sample(
    given: cm.Puzzle[Any], puzzle: str, number: int, seed: int | None, output: str | None, time_limit: float | None
) -> int:
    """Draw solutions of PUZZLE at random, each of all with the same chance.

    PUZZLE is a path, a loop, paths between given ends, or pieces that cover a board. Its solutions are counted by the
    states of a frontier, and none is listed: the 27,070,560 paths of a ZIP of 7 x 7 without numbers take a moment.
    """
    target = asked_picture(output, given, [puzzle])
    clock = Clock(time_limit, None)
    try:
        with Searching("counting") as progress:
            found = cm.all_solutions(given, time_limit=clock.rest, progress=progress)
    except StoppedError as stopped:
        tell(str(stopped))
        return STOPPED
    if not found.total:
        say("there is no solution")
        if target:
            tell(f"{target} was not written, as there is no solution")
        return ANSWERED
    drawn: list[cm.Solution] = []
    with Searching("drawing", "drawn") as progress, suppress(StoppedError, KeyboardInterrupt):
        clock = Clock(clock.rest, progress)
        for solution in found.draw(number, seed):
            drawn.append(solution)
            if target is None:
                with progress.aside():
                    say_board(cm.text(given, solution))
            clock.found += 1
            clock.pause()
    so_far = "" if len(drawn) == number else f"stopped: {len(drawn):,} of "
    tell(f"{so_far}{number:,} drawn uniformly from {plural(found.total, 'solution')}")
    if target and drawn:
        shown = drawn if is_json(target) else drawn[: most_shown(target)]
        caption = f"the first {len(shown):,} of {len(drawn):,} drawn" if len(shown) < len(drawn) else None
        try:
            tell_written(cm.save(target, given, shown, caption=caption))
        except BaseException:  # Of what cannot be written nothing is to be lost.
            for solution in drawn:
                say_board(cm.text(given, solution))
            raise
        if caption:
            tell(f"{target} shows {caption}")
    elif target:
        tell(f"{target} was not written, as no solution was drawn")
    return ANSWERED if len(drawn) == number else STOPPED
