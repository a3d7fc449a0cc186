"""``cpmodels confirm`` and ``verify``, a count by another engine and its proof, and ``export``, a model for others."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

import cpmodels as cm
from cpmodels.cli import ANSWERED, BROKEN, STOPPED
from cpmodels.cli import _forms as forms
from cpmodels.cli._console import Searching, print_json, say, solutions_in_words, tell
from cpmodels.cli._files import read_puzzle, tell_written, writable
from cpmodels.cli._options import LateOption, engine_names, json_option, order_option
from cpmodels.cli._types import FILE, PUZZLE, SECONDS, Whole
from cpmodels.files import write_file

EXIT = {True: ANSWERED, False: BROKEN, None: STOPPED}
"""Exit statuses: it is so, it is not, it is not known."""


@click.command()
@click.argument("puzzle", type=PUZZLE)
@click.option(
    "--engine", metavar="NAME", cls=LateOption, names=engine_names,
    help="The other engine; by default one that suits the puzzle",
)  # fmt: skip
@order_option
@click.option(
    "--known",
    type=Whole(0),
    metavar="N",
    help="The count by CP-SAT, if it is known: then CP-SAT does not search again.",
)
@click.option(
    "--proof",
    metavar="FILE",
    type=FILE,
    help="Write a certificate of the count to this file, for `cpmodels verify` to check.",
)
@click.option("--time-limit", type=SECONDS, metavar="SECONDS", help="Stop after this many seconds in all.")
@json_option
def confirm(
    puzzle: str,
    engine: str | None,
    order: str | None,
    known: int | None,
    proof: str | None,
    time_limit: float | None,
    as_json: bool,
) -> int:
    """Count the solutions of PUZZLE again with another engine.

    Says whether its count agrees with that of CP-SAT. Ganak and xcover come with `pip install "cpmodels[engines]"`.
    With --proof, CaDiCaL proves its count, and the proof is checked without any solver before it is kept.

    Exit status: 0 the counts agree, 1 they do not, 2 bad input or an engine that is not installed, 3 a count or the
    certificate was stopped.
    """
    given = read_puzzle(puzzle)
    if proof is not None:
        writable(proof, "the certificate", [puzzle])
    with Searching("confirming") as progress:
        found = cm.confirm(
            given, engine=engine, order=order, known=known, proof=proof, time_limit=time_limit, progress=progress
        )
    if as_json:
        print_json(
            forms.Confirm(
                puzzle=given.kind,
                agree=found.agree,
                cp_sat=engine_form(found.cp_sat),
                other=engine_form(found.other),
                proof=None if found.proof is None else str(found.proof),
            )
        )
    else:
        show_confirmation(found, proof)
    status = EXIT[found.agree]
    return STOPPED if status == ANSWERED and proof and not found.proof else status


def engine_form(found: cm.EngineCount) -> forms.EngineCount:
    """What an engine counted, for JSON."""
    return forms.EngineCount(
        engine=found.engine,
        count=found.total,
        exhausted=found.exhausted,
        seconds=round(found.seconds, 4),
        warm_up=round(found.warm_up, 4),
    )


def show_confirmation(found: cm.Confirmation, proof: str | None) -> None:
    """What the two engines counted, in words."""
    for one in (found.cp_sat, found.other):
        warm_up = f", of which {one.warm_up:.2f} s to load and compile" if one.warm_up >= 0.1 else ""
        say(f"{one.engine}: {solutions_in_words(one.total, one.exhausted)} ({one.seconds:.2f} s{warm_up})")
    words = {True: "they agree", False: "they do not agree", None: "not confirmed: a search was stopped"}
    say(words[found.agree])
    if found.verification:
        say(f"proved and checked in {found.verification.steps:,} steps: {found.verification.claim}")
        tell(f"the certificate is in {found.proof}; `cpmodels verify {shlex.quote(str(found.proof))}` checks it again")
    elif proof:
        why = "they do not agree" if found.agree is False else "it was not proved that these are all solutions"
        tell(f"no certificate was written, as {why}")


@click.command()
@click.argument("certificate", metavar="CERTIFICATE", type=FILE)
@click.option("--plain", is_flag=True, help="Check in plain Python, even where numba could compile the checker.")
@click.option("--time-limit", type=SECONDS, metavar="SECONDS", help="Stop after this many seconds.")
@json_option
def verify(certificate: str, plain: bool, time_limit: float | None, as_json: bool) -> int:
    """Check CERTIFICATE, a proof of a count, without any solver.

    `cpmodels confirm --proof` writes certificates. The puzzle in the certificate is translated into clauses again, its
    solutions are checked by the rules, and each step of the proof that there are no others is checked by
    `cpmodels/lrat.py`, a program short enough to read. A name says nothing of a puzzle; the digest is that which
    `cpmodels digest` prints of it.

    Exit status: 0 the count is proved, 1 the certificate is refused, 2 it is damaged or not a certificate, 3 stopped.
    """
    with Searching("verifying") as progress:
        found = cm.verify(certificate, compiled=False if plain else None, time_limit=time_limit, progress=progress)
    if as_json:
        print_json(
            forms.Verify(
                puzzle=found.puzzle.kind,
                verified=found.verified,
                claim=found.claim,
                solutions=len(found.solutions),
                steps=found.steps,
                checker=found.checker,
                seconds=round(found.seconds, 4),
                refused=found.refused,
            )
        )
    elif found.verified:
        say(f"proved: {found.claim}")
        say(f"checked: {found.steps:,} steps by {found.checker}, in {found.seconds:.2f} s")
        say(f"trusted: {found.trusted}")
        say("not trusted: any solver")
    elif found.verified is None:
        say("not known: the check was stopped")
    else:
        say(f"refused: {found.refused}")
        say(f"not proved: {found.claim}")
    return EXIT[found.verified]


@click.command()
@click.argument("puzzle", type=PUZZLE)
@click.option("-o", "--output", required=True, metavar="FILE", type=FILE, help="The .cnf or .opb file to write.")
def export(puzzle: str, output: str) -> int:
    """Write the model of PUZZLE to a file for other solvers.

    It is written as clauses (DIMACS .cnf) or as pseudo-Boolean constraints (.opb). The file names the variables that
    make up the solution; a model counter projects on these.
    """
    given = read_puzzle(puzzle)
    path = Path(output)
    if path.suffix.lower() not in (".cnf", ".opb"):
        raise cm.ParameterError(f"an export is a .cnf or .opb file, not {output}")
    writable(output, "the export", [puzzle])
    write_file(path, (cm.to_dimacs if path.suffix.lower() == ".cnf" else cm.to_opb)(given))
    tell_written(path)
    return ANSWERED
