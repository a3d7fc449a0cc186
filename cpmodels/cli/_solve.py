"""``cpmodels solve``, ``count`` and ``sample``."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import count as counting
from math import inf
from pathlib import Path
from typing import Any

import click

import cpmodels as cm
from cpmodels.base._clock import Clock
from cpmodels.base.files import write_file
from cpmodels.base.values import listed, plural
from cpmodels.cli import _files as files
from cpmodels.cli import _options as options
from cpmodels.cli._console import (
    Searching,
    Watching,
    answering,
    found_form,
    objective,
    say,
    say_answer,
    say_board,
    say_none,
    show_count,
    tell,
    tell_slips,
)
from cpmodels.cli._options import Whole, notes
from cpmodels.cli._play import check_one_page, pages_of
from cpmodels.cli._sets import Named, ask_each, of_each, refuse_alone, speaking_of
from cpmodels.cli._statuses import ANSWERED, STOPPED
from cpmodels.engines._table import ENGINES, FRONTIER, refuse_listing


@click.command()
@options.puzzle
@options.output("Write the solution to a file, whose extension chooses the format")
@options.art
@options.view
@click.option(
    "--watch", is_flag=True,
    help="Show on the terminal how the solution fills the board, once it is found; this is not the search, whose steps "
    "CP-SAT does not show. For a puzzle that maximises, show the best boards as they are found.",
)  # fmt: skip
@click.option(
    "--maximise", metavar="WHAT",
    help="Find the best board in the time given, even if it is not perfect. Edge matching maximises its score, the "
    "number of edges that match, as in Eternity II.",
)  # fmt: skip
@click.option("--all", "every", is_flag=True, help="Print every solution, and prove that there are no others.")
@click.option("--up-to-symmetry", is_flag=True, help="With --all, print one solution of each orbit.")
@options.file(
    "--resume", help="Keep a record of the search in FILE, so that the same command can continue it after a stop."
)
@options.given
@options.engine(names=[engine.name for engine in ENGINES.values() if engine.lists])
@options.search
def solve(
    puzzle: str,
    noted: str | None,
    output: str | None,
    art: str | None,
    watch: bool,
    maximise: str | None,
    every: bool,
    up_to_symmetry: bool,
    resume: str | None,
    search: dict[str, Any],
) -> int:
    """Find one solution of PUZZLE, or prove that there is none.

    PUZZLE may be a folder of puzzles, such as screenshots, or a file of several: all are solved, and -o makes one page
    of them.

    With --resume the search is split into parts, and FILE records which are done: after Ctrl-C, --time-limit or a
    crash the next run continues from there.

    With --maximise the search goes on until the board is proved to be the best or --time-limit is over; Ctrl-C ends
    it early and keeps the best board so far. FILE of --resume is then that board, as JSON, and the next run looks for
    a better one.

    An animation (.gif, .webp) shows how the solution fills the board, not how it was found.
    """
    import renderers

    if up_to_symmetry and not every:
        raise cm.ParameterError("--up-to-symmetry needs --all")
    if every and watch:
        raise cm.ParameterError("--all prints every solution, so there is nothing to watch: leave --watch out")
    if resume is not None and every:
        raise cm.ParameterError("--resume is for one solution; for all of them use `cpmodels sweep --ledger`")
    named, refused = files.read_puzzles([puzzle], renderers.check_page if files.hides_solution(output) else None)
    if len(named) > 1 or refused:
        alone = ("noted", "resume", "every", "art", "maximise", "watch", *options.MANNER)
        refuse_alone(lambda parameter: parameter.name in alone)
        return solve_set(named, refused, output, search)
    given = files.asked(named[0][1], art=art, maximise=maximise)
    search["given"] = files.read_partial(given, noted)
    target, best = files.asked_picture(output, given), None
    if every:
        return solve_all(given, target, up_to_symmetry, search)
    if resume is not None:
        what = "best board" if given.maximise else "ledger"
        files.refuse_writing_twice(target, resume, what)
        if not given.maximise:
            files.spare(Path(resume), "the ledger")
            search["ledger"] = resume
        elif noted is not None:
            raise cm.ParameterError("--resume keeps the best board, whatever it has: leave --given out")
        else:
            best = BestBoard(given, files.writable(resume, "the best board"))
            search["start"] = best.known
    result = searched(given, search, watch=watch, best=best)
    if watch and not given.maximise and result.solution is not None:
        with Watching("solving", str) as board, suppress(KeyboardInterrupt):
            try:
                board.play(renderers.filling(given, result.solution))
            except cm.KindError as error:  # The solution is printed all the same.
                tell(f"there is nothing to watch: {error}")
    hidden, found = False, [] if result.solution is None else [result.solution]
    try:
        files.save_found(target, result, given, found, found_form("solve", given, result))
        hidden = files.hides_solution(target)
    finally:
        status = show(result, hidden=hidden)
    if best is not None and best.error is not None:
        raise best.error
    if result.status is cm.Status.INFEASIBLE and not (notes().has_given or notes().as_json):
        tell_slips(given, search.get("time_limit", inf) - result.seconds)
    return status


class BestBoard:
    """The file of the best board, from which the next search goes on.

    known: what it has, or is to have; None where there is none yet.
    error: why the last one could not be written.
    """

    def __init__(self, puzzle: cm.Puzzle[Any], path: Path) -> None:
        self._puzzle, self._path = puzzle, path
        self.known = self._read()
        self.error: OSError | cm.CpmodelsError | None = None

    def _read(self) -> Any:
        import readers

        if not self._path.exists():
            return None
        found = readers.read_solution(self._puzzle, self._path)
        with cm.errors.naming(str(self._path)):
            if broken := self._puzzle.check(found):
                raise cm.PuzzleError(f"the board breaks the puzzle's rules: {'; '.join(broken)}")
        return found

    def take(self, board: Any) -> None:
        """Write a better board, unless another search has written one as good; where that fails, the search goes on."""
        import readers

        if board is not None and board is not self.known:
            self.known, self.error = board, None
            try:
                there = self._read()
                if there is None or self._puzzle.amount(there) < self._puzzle.amount(board):
                    readers.write_solution(board, self._path)
            except (OSError, cm.CpmodelsError) as error:
                self.error = error


def searched(
    given: cm.Puzzle[Any], search: dict[str, Any], *, watch: bool, best: BestBoard | None = None
) -> cm.Result[Any]:
    """The result for a puzzle, also when Ctrl-C ends the search; the best solution so far is in its file, if asked."""
    shown = Searching("solving")
    if watch and given.maximise:
        from renderers.functions import text_of_matches

        shown = Watching("solving", partial(text_of_matches, given))

    def note(found: cm.search.Progress) -> None:
        if best is not None:
            best.take(found.best)
        progress(found)

    with shown as progress, speaking_of(given):
        try:
            return cm.solve(given, progress=note, **search)
        except KeyboardInterrupt:
            return cm.Result(given, cm.Status.UNKNOWN, None, progress.seconds)


def solve_set(named: list[Named], refused: list[int], output: str | None, search: dict[str, Any]) -> int:
    """Solve the puzzles of a set one after another; with -o all are on one page, where their solutions are hidden."""
    import renderers

    target = None
    if output is not None:
        if renderers.files.ending(output) != ".html":
            raise cm.ParameterError(f"a set of puzzles is written as one page (.html), not as {output}")
        target = files.writable(output, "the page")
        check_one_page(pages_of(named))
    solutions: dict[str, cm.Solution | None] = {}

    def ask(name: str, given: cm.Puzzle[Any]) -> int:
        with Searching(name) as progress:
            result = cm.solve(given, progress=progress, **search)
        solutions[name] = result.solution
        return show(result, hidden=files.hides_solution(target))

    try:
        return ask_each(named, ask, refused, heading=True)
    finally:
        if target and solutions:
            write_set(target, named, solutions)
        elif target:
            tell(f"{target} was not written, as none of its puzzles was searched")


def write_set(target: Path, named: list[Named], solutions: dict[str, cm.Solution | None]) -> None:
    """Write the page of a set; where that fails, print the boards that it would have hidden."""
    import renderers

    puzzles = [files.titled(given, name) for name, given in named]
    try:
        write_file(target, renderers.play_page(*puzzles, solutions=[solutions.get(name) for name, _ in named]))
    except BaseException:
        for name, given in () if notes().as_json else named:
            if (solution := solutions.get(name)) is not None:
                say(f"{name}:")
                say_board(cm.text(given, solution))
        raise
    files.tell_written(target)


def solve_all(given: cm.Puzzle[Any], target: Path | None, up_to_symmetry: bool, search: dict[str, Any]) -> int:
    """Print every solution as it is found, or all in one JSON object."""
    refuse_listing(search.get("engine"), orbits=up_to_symmetry)
    room = 0 if target is None else files.most_shown(target)
    kept: list[cm.Solution] = []
    all_of_them: list[cm.Solution] = []
    place = counting()

    def take(solution: cm.Solution) -> None:
        if len(kept) < room or (target and files.is_json(target)):
            kept.append(solution)
        if notes().as_json:
            all_of_them.append(solution)
        else:
            with progress.aside():
                if next(place):
                    say("")
                say_board(cm.text(given, solution))

    with Searching("solving") as progress, speaking_of(given):
        found = cm.count(given, progress=progress, each=take, up_to_symmetry=up_to_symmetry, **search)
    answer = found_form("solve --all", given, found, solutions=all_of_them)
    with answering(answer, lambda: show_count(given, found)):
        files.save_found(target, found, given, kept, answer)
    return ANSWERED if found.exhausted else STOPPED


def show(result: cm.Result[Any], *, hidden: bool) -> int:
    """Say what `solve` found, in words or as JSON, but a hidden solution not in words; the exit status for it."""
    say_answer(found_form("solve", result.puzzle, result), lambda: show_result(result, hidden=hidden))
    return STOPPED if result.status is cm.Status.UNKNOWN else ANSWERED


def show_result(result: cm.Result[Any], *, hidden: bool = False) -> None:
    if result.solution is not None:
        if not hidden:
            say_board(cm.text(result.puzzle, result.solution))
        effort, amount, verb = result.statistics, "", "solved"
        others = [name for name in effort.engines if name != effort.engine]
        beside = f" ({listed(others)} searched, too)" if others else ""
        if result.objective is not None:
            amount = f", {result.puzzle.maximise or 'the objective'}: {objective(result.objective, result.bound)}"
            verb = "solved" if result.objective == result.bound else "best found"
        elif result.cost is not None:
            amount = f", {result.puzzle.minimise}: {result.cost}, proved to be the least"
        tell(f"{verb} in {result.seconds:.2f} s{f' by {effort.engine}{beside}' if effort.engine else ''}{amount}")
        if result.settled:
            tell("no search was needed: once what cannot fit is ruled out, every place has one choice left")
    elif result.status is cm.Status.INFEASIBLE:
        say_none(result.puzzle, result.reason)
        return
    else:
        tell("stopped before a solution was found; there may be one")
    if result.reason:
        tell(result.puzzle.said(result.reason))


@click.command()
@options.puzzle
@click.option("--limit", type=Whole(1), metavar="N", help="Stop after N solutions.")
@options.output(
    "Write the solutions, as many as the format has room for, to a file, whose extension chooses the format"
)
@options.art
@options.view
@options.file(
    "--heat",
    help="Write a picture, .svg or .png, in which a line is the stronger, the more of all solutions have it; they are "
    "counted by the engine frontier.",
)
@click.option("--watch", is_flag=True, help="Show solutions on the terminal as they are found.")
@options.given
@options.engine()
@options.search
@of_each(in_a_line=True)
def count(
    given: cm.Puzzle[Any],
    noted: str | None,
    limit: int | None,
    output: str | None,
    art: str | None,
    heat: str | None,
    watch: bool,
    search: dict[str, Any],
) -> int:
    """Count the solutions of PUZZLE, and prove that there are no others.

    Of a folder of puzzles, or a file of several, those of each are counted, and --time-limit is for each.
    """
    given = files.asked(given, art=art)
    clock = Clock(search.get("time_limit"), None)
    heated = None if heat is None else heat_path(heat, given, clock)
    if heated and (limit is not None or noted is not None):
        raise cm.ParameterError("--heat draws the shares of all solutions: leave --limit and --given out")
    if heated and search.setdefault("engine", FRONTIER) != FRONTIER:
        raise cm.ParameterError(f"--heat is by the engine {FRONTIER}, not {search['engine']}")
    search["given"] = files.read_partial(given, noted)
    target = files.asked_picture(output, given)
    if heated and target and heated.resolve() == target.resolve():
        raise cm.ParameterError(f"-o and --heat cannot both write {target}")
    room = 0 if target is None else files.most_shown(target)
    kept: list[cm.Solution] = []

    def take(solution: cm.Solution) -> None:
        if len(kept) < room:
            kept.append(solution)
        if isinstance(progress, Watching):
            progress.take(solution)

    shown = Watching("counting", partial(cm.text, given)) if watch else Searching("counting")
    each = take if watch or target else None
    with shown as progress:
        found = cm.count(given, progress=progress, each=each, **search | {"limit": limit, "time_limit": clock.rest})
    answer = found_form("count", given, found)
    with answering(answer, lambda: show_count(given, found)):
        files.save_found(target, found, given, kept, answer)
    if heated and found.interrupted:
        tell(f"{heated} was not written, as the count was stopped")
    elif heated:
        write_heat(heated, given, clock.rest)
    return ANSWERED if found.exhausted or (limit is not None and found.total >= limit) else STOPPED


def heat_path(heat: str, puzzle: cm.Puzzle[Any], clock: Clock) -> Path:
    """The file for a picture of how often each line is there."""
    path = files.picture_path(heat, puzzle)
    if path.suffix.lower() not in (".svg", ".png"):
        raise cm.ParameterError(f"--heat writes a picture, .svg or .png, not {path.name}")
    with suppress(cm.errors.StoppedError):  # The count then ends at once.
        if not any(mark.is_edge for mark in clock.do(lambda: cm.build(puzzle)).marks):
            raise cm.ParameterError("the puzzle has no lines, whose shares --heat draws")
    return path


def write_heat(path: Path, puzzle: cm.Puzzle[Any], seconds: float | None) -> None:
    """Write the picture of how often each line is in the solutions, if they are counted in time."""
    import renderers

    with Searching("drawing") as progress:
        try:
            found = cm.all_solutions(puzzle, time_limit=seconds, progress=progress)
        except cm.errors.StoppedError as stopped:
            tell(f"{path} was not written: {stopped}")
            return
        if not found.total:
            tell(f"{path} was not written, as there is no solution")
            return
        shares = {mark: number / found.total for mark, number in found.frequencies.items() if mark.is_edge}
    caption = f"{plural(found.total, 'solution')}: a line is the stronger, the more solutions have it"
    renderers.draw_shares(puzzle, shares, caption=caption).save(path)
    files.tell_written(path)


@click.command()
@options.puzzle
@click.option("-n", "--number", type=Whole(0, 100_000), default=1, metavar="N", show_default=True, help="How many.")
@options.seed(words="Draw the same ones again for the same number.")
@options.output("Write the solutions to a file, whose extension chooses the format")
@options.time()
@of_each()
def sample(given: cm.Puzzle[Any], number: int, seed: int | None, output: str | None, time_limit: float | None) -> int:
    """Draw solutions of PUZZLE at random, each of all with the same chance.

    PUZZLE is a path, a loop, paths between given ends, or pieces that cover a board. Its solutions are counted by the
    states of a frontier, and none is listed: the 27,070,560 paths of a ZIP of 7 x 7 without numbers take a moment.
    """
    target = files.asked_picture(output, given)
    clock = Clock(time_limit, None)
    try:
        with Searching("counting") as progress:
            found = cm.all_solutions(given, time_limit=clock.rest, progress=progress)
    except cm.errors.StoppedError as stopped:
        tell(str(stopped))
        return STOPPED
    if not found.total:
        say("there is no solution")
        if target:
            tell(f"{target} was not written, as there is no solution")
        return ANSWERED
    drawn: list[cm.Solution] = []
    with Searching("drawing", "drawn") as progress, suppress(cm.errors.StoppedError, KeyboardInterrupt):
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
        shown = drawn if files.is_json(target) else drawn[: files.most_shown(target)]
        caption = f"the first {len(shown):,} of {len(drawn):,} drawn" if len(shown) < len(drawn) else None
        try:
            files.tell_written(cm.save(target, given, shown, caption=caption))
        except BaseException:  # Of what cannot be written nothing is to be lost.
            for solution in drawn:
                say_board(cm.text(given, solution))
            raise
        if caption:
            tell(f"{target} shows {caption}")
    elif target:
        tell(f"{target} was not written, as no solution was drawn")
    return ANSWERED if len(drawn) == number else STOPPED
