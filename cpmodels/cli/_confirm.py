"""``cpmodels confirm`` and ``verify``, a count by another engine and its proof, and ``export``, a model for others."""

from __future__ import annotations

import errno
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

import cpmodels as cm
from cpmodels.base.files import write_file
from cpmodels.base.values import plural
from cpmodels.cli import _options as options
from cpmodels.cli._console import Searching, say, say_answer, solutions_in_words, tell
from cpmodels.cli._files import read_puzzle, tell_written, writable
from cpmodels.cli._forms import form
from cpmodels.cli._options import FILE, Whole
from cpmodels.cli._sets import of_each
from cpmodels.cli._statuses import ANSWERED, BROKEN, STOPPED
from cpmodels.engines._table import CP_SAT, ENGINES

EXIT = {True: ANSWERED, False: BROKEN, None: STOPPED}
"""Exit statuses: it is so, it is not, it is not known."""


@click.command()
@options.puzzle
@options.engine(
    "The other engine; by default one that suits the puzzle", names=[name for name in ENGINES if name != CP_SAT]
)
@click.option("--known", type=Whole(0), metavar="N",
              help="The count by CP-SAT, if it is known: then CP-SAT does not search again.")  # fmt: skip
@options.file("--proof", help="Write a certificate of the count to this file, for `cpmodels verify` to check.")
@options.time("Stop after this many seconds in all.")
@options.as_json
@of_each(alone="known")
def confirm(given: cm.Puzzle[Any], proof: str | None, **options: Any) -> int:
    """Count the solutions of PUZZLE again with another engine.

    Says whether its count agrees with that of CP-SAT. Ganak and xcover come with `pip install "cpmodels[engines]"`.
    With --proof, CaDiCaL proves its count, and the proof is checked without any solver before it is kept.

    Exit status: 0 the counts agree, 1 they do not, 2 bad input or an engine that is not installed, 3 a count or the
    certificate was stopped.
    """
    if proof is not None:
        writable(proof, "the certificate")
    with Searching("confirming") as progress:
        found = cm.confirm(given, proof=proof, progress=progress, **options)
    say_answer(form("confirm", found, puzzle=given), lambda: show_confirmation(found, proof))
    if found.unwritten:
        raise found.unwritten
    return STOPPED if found.agree and proof and not found.proof else EXIT[found.agree]


def show_confirmation(found: cm.Confirmation, proof: str | None) -> None:
    for one in (found.cp_sat, found.other):
        warm_up = f", of which {one.warm_up:.2f} s to load and compile" if one.warm_up >= 0.1 else ""
        say(f"{one.engine}: {solutions_in_words(one.total, one.exhausted)} ({one.seconds:.2f} s{warm_up})")
    why = "the proof could not be written" if found.unwritten else "a search was stopped"
    words = {True: "they agree", False: "they do not agree", None: f"not confirmed: {why}"}
    say(words[found.agree])
    if found.verification:
        say(f"proved and checked in {plural(found.verification.steps, 'step')}: {found.verification.claim}")
        tell(f"the certificate is in {found.proof}; `cpmodels verify {shlex.quote(str(found.proof))}` checks it again")
    elif proof and not found.unwritten:
        why = "they do not agree" if found.agree is False else "it was not proved that these are all solutions"
        tell(f"no certificate was written, as {why}")


@click.command()
@click.argument("certificate", metavar="CERTIFICATE", type=FILE)
@click.option("--plain", is_flag=True, help="Check in plain Python, even where numba could compile the checker.")
@options.time()
@options.as_json
def verify(certificate: str, plain: bool, time_limit: float | None) -> int:
    """Check CERTIFICATE, a proof of a count, without any solver.

    `cpmodels confirm --proof` writes certificates. The puzzle in the certificate is translated into clauses again, its
    solutions are checked by the rules, and each step of the proof that there are no others is checked by
    `cpmodels/lrat.py`, a program short enough to read. A name says nothing of a puzzle; the digest is that which
    `cpmodels digest` prints of it.

    Exit status: 0 the count is proved, 1 the certificate is refused, 2 it is damaged or not a certificate, 3 stopped.
    """
    with Searching("verifying") as progress:
        found = cm.verify(certificate, compiled=False if plain else None, time_limit=time_limit, progress=progress)
    unread = {} if found.puzzle else {"puzzle": ""}  # It was stopped before.
    answer = form("verify", found, solutions=len(found.solutions), **unread)
    say_answer(answer, lambda: show_verification(found))
    return EXIT[found.verified]


def show_verification(found: cm.Verification) -> None:
    if found.verified:
        say(f"proved: {found.claim}")
        say(f"checked: {plural(found.steps, 'step')} by {found.checker}, in {found.seconds:.2f} s")
        say(f"trusted: {found.trusted}")
        say("not trusted: any solver")
    elif found.verified is None:
        say("not known: the check was stopped")
    else:
        say(f"refused: {found.refused}")
        say(f"not proved: {found.claim}")


@click.command()
@options.puzzle
@options.file("-o", "--output", required=True, help="The .cnf, .opb, .pb or .pbtxt file to write.")
def export(puzzle: str, output: str) -> int:
    """Write the model of PUZZLE to a file for other solvers.

    It is written as clauses (DIMACS .cnf), as pseudo-Boolean constraints (.opb) or as CP-SAT has it (protobuf: .pb,
    .pbtxt as text). Files of clauses and constraints name the variables that make up the solution; a model counter
    projects on these.
    """
    given = read_puzzle(puzzle)
    suffix = Path(output).suffix.lower()
    if suffix not in (".cnf", ".opb", ".pb", ".pbtxt"):
        raise cm.ParameterError(f"an export is a .cnf, .opb, .pb or .pbtxt file, not {output}")
    path = writable(output, "the export")
    if suffix in (".pb", ".pbtxt"):
        with TemporaryDirectory() as folder:
            file = Path(folder) / f"model{suffix}"
            if not cm.build(given).cp.export_to_file(str(file)):
                raise OSError(errno.EIO, "cannot be written", output)
            write_file(path, file.read_bytes())
    else:
        write_file(path, (cm.engines.to_dimacs if suffix == ".cnf" else cm.engines.to_opb)(given))
    tell_written(path)
    return ANSWERED
