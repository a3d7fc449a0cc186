"""``cpmodels sweep``, for searches that take long, and ``cpmodels merge``, for ledgers of several machines."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

import cpmodels as cm
from cpmodels.base.files import write_file
from cpmodels.base.values import plural
from cpmodels.cli import _options as options
from cpmodels.cli._console import Searching, answering, found_form, say, say_answer, say_total, tell
from cpmodels.cli._files import is_json, read_puzzle, refuse_writing_twice, tell_written, writable, write_json
from cpmodels.cli._forms import form
from cpmodels.cli._options import FILE, SECONDS, file_extensions, parse_part
from cpmodels.cli._statuses import ANSWERED, STOPPED
from cpmodels.engines._table import BACKTRACK, CP_SAT


@click.command()
@options.puzzle
@options.file("--ledger", help="Record in FILE what is done, so that the same command can continue later.")
@click.option("--cluster", metavar="ADDRESS", help="Search on the Dask cluster whose scheduler has this address.")
@click.option("--part", metavar="I/N", help="Search the I-th of N shares of the work, with a --ledger of its own.")
@options.file("--merge", multiple=True, help="Add what another machine's ledger has finished.")
@click.option("--slice", "slice_seconds", type=SECONDS, default=10.0, show_default=True, metavar="SECONDS",
              help="Split a part further once it has been searched for this long.")  # fmt: skip
@click.option("--count-only", is_flag=True, help="Keep counts but no solutions.")
@click.option("--each", is_flag=True, help="Search for every solution, not for one from each orbit under symmetry.")
@options.file(
    "-o", "--output", help="Write the solutions to a file, one JSON object per line, or as one object (.json)."
)
@options.engine("The engine that searches, by default the first of these", names=(CP_SAT, BACKTRACK))
@options.search
def sweep(
    puzzle: str,
    cluster: str | None,
    part: str | None,
    count_only: bool,
    each: bool,
    output: str | None,
    search: dict[str, Any],
    **options: Any,
) -> int:
    """Find all solutions of PUZZLE on all cores, in several runs.

    With --ledger a run continues where an earlier one stopped or was killed. The search is split into disjoint parts; a
    part that is not done after --slice seconds is split further. Among solutions that are turns or mirror images of
    each other only one is searched for, but all are counted; -o writes that one, or all of them with --each.

    To share the work between machines, give each its --part and its own ledger, then bring the ledgers together with
    --merge or `cpmodels merge`. A ledger belongs to one puzzle, --part, --engine and version of OR-Tools, with or
    without --each and --count-only; everything else may change from run to run.

    Exit status: also 0 when the --part of this machine is done.
    """
    given = read_puzzle(puzzle)
    target, share = None, None if part is None else parse_part(part)
    if share is not None and options["ledger"] is None:
        raise cm.ParameterError("--part needs --ledger, by which what is done here is brought together with the rest")
    if output is not None:
        if not is_json(output) and Path(output).suffix.lower() in file_extensions():
            raise cm.ParameterError(f"a sweep writes solutions as lines of JSON, which `draw` reads, not as {output}")
        ledger = options["ledger"]
        target = writable(output, "the list of solutions", ledger, *options["merge"])
        if count_only:
            raise cm.ParameterError("--count-only keeps no solutions for -o to write")
        if ledger:
            refuse_writing_twice(target, ledger)
    with ExitStack() as stack:
        if cluster is not None:
            from cpmodels.search import cluster as connected

            search["executor"], threads = stack.enter_context(connected(cluster))
            search.setdefault("workers", threads)
        search |= options | {"part": share, "up_to_symmetry": not each, "keep": not count_only}
        found = cm.sweep(given, progress=stack.enter_context(Searching("sweeping")), **search)
    answer = found_form("sweep", given, found, parts=form("Parts", found))
    with answering(answer, lambda: show_sweep(given, found)):
        if target and is_json(target):
            write_json(target, answer, found)
        elif target:
            import readers

            write_file(target, (f"{json.dumps(readers.solution_form(solution))}\n" for solution in found))
        if target:
            tell_written(target)
    return ANSWERED if found.exhausted or (found.elsewhere and not found.open) else STOPPED


def show_sweep(given: cm.Puzzle[Any], found: cm.Sweep[Any]) -> None:
    say_total(given, found)
    if found.open or found.elsewhere:
        tell(f"open parts of the search: {found.open:,} here")
    if found.elsewhere:
        tell(f"{found.elsewhere:,} are left to other machines: bring their ledgers together with --merge")
    tell(f"{found.seconds:.2f} s")


@click.command()
@click.argument("ledger", type=FILE)
@click.argument("others", nargs=-1, required=True, metavar="OTHER...", type=FILE)
@options.as_json
def merge(ledger: str, others: tuple[str, ...]) -> int:
    """Merge the finished work of OTHER ledgers into LEDGER.

    All are ledgers of the same sweep, for example of its --parts on several machines; LEDGER is created if it does not
    exist. Nothing is searched: `cpmodels sweep PUZZLE --ledger LEDGER` shows the count and continues with what is left.
    """
    taken = cm.merge(ledger, *others)
    merged = f"{plural(taken, 'finished part')} of the search merged into {ledger}"
    say_answer(form("merge", ledger=ledger, taken=taken), lambda: say(merged))
    return ANSWERED
