"""``cpmodels confirm``, a count by another engine, and ``cpmodels export``, a model for other solvers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import cpmodels as cm
from cpmodels.cli import ANSWERED, BROKEN, STOPPED
from cpmodels.cli._console import Searching, present, print_json, say, solutions_in_words, tell
from cpmodels.cli._files import read_puzzle, writable
from cpmodels.cli._options import LateOption, engine_names, json_option
from cpmodels.files import write_file


@click.command()
@click.argument("puzzle")
@click.option(
    "--engine", metavar="NAME", cls=LateOption, names=engine_names,
    help="The other engine; by default one that suits the puzzle",
)  # fmt: skip
@click.option("--known", type=click.IntRange(min=0), help="The count, if it is known: CP-SAT does not search again.")
@click.option("--proof", metavar="FILE", help="Where to write CaDiCaL's proof (DRAT) that there is no solution.")
@click.option("--time-limit", type=float, metavar="SECONDS", help="Stop each of the two after so many seconds.")
@json_option
def confirm(
    puzzle: str, engine: str | None, known: int | None, proof: str | None, time_limit: float | None, as_json: bool
) -> int:
    """Count the solutions of PUZZLE again with another engine.

    Tells whether its count is that of CP-SAT. The other engines come with `pip install 'cpmodels[confirm]'`.

    Exit status: 0 the counts agree, 1 they do not, 2 bad input or an engine that is not installed, 3 one of them was
    stopped.
    """
    given = read_puzzle(puzzle)
    with Searching("confirming") as progress:
        found = cm.confirm(given, engine=engine, known=known, proof=proof, time_limit=time_limit, progress=progress)
    if as_json:
        print_json(
            puzzle=given.kind,
            agree=found.agree,
            cp_sat=count_form(found.cp_sat),
            other=count_form(found.other),
            **present(proof=found.proof and str(found.proof)),
        )
    else:
        show_confirmation(found, proof)
    return {True: ANSWERED, False: BROKEN, None: STOPPED}[found.agree]


def count_form(found: cm.EngineCount) -> dict[str, Any]:
    """What an engine counted, for JSON."""
    return {
        "engine": found.engine,
        "count": found.total,
        "exhausted": found.exhausted,
        "seconds": round(found.seconds, 4),
        "warm_up": round(found.warm_up, 4),
    }


def show_confirmation(found: cm.Confirmation, proof: str | None) -> None:
    """What the two engines counted, in words."""
    for one in (found.cp_sat, found.other):
        warm_up = f", of which {one.warm_up:.2f} s to load and compile" if one.warm_up >= 0.1 else ""
        say(f"{one.engine}: {solutions_in_words(one.total, one.exhausted)} ({one.seconds:.2f} s{warm_up})")
    words = {True: "they agree", False: "they do not agree", None: "not confirmed: a search was stopped"}
    say(words[found.agree])
    if found.proof:
        tell(f"the proof is in {found.proof}; `cpmodels export` writes the formula that it is of")
    elif proof:
        tell("no proof was written: there is none unless the engine proves that there is no solution")


@click.command()
@click.argument("puzzle")
@click.option("-o", "--output", required=True, metavar="FILE", help="The .cnf or .opb file to write.")
def export(puzzle: str, output: str) -> int:
    """Write the model of PUZZLE to a file for other solvers.

    It is written as clauses (DIMACS .cnf) or as pseudo-Boolean constraints (.opb). The variables that tell the solution
    are named in the file, as those to project on for a model counter.
    """
    given = read_puzzle(puzzle)
    path = Path(output)
    if path.suffix.lower() not in (".cnf", ".opb"):
        raise cm.ParameterError(f"an export is a .cnf or .opb file, not {output}")
    writable(output, "the export", [puzzle])
    write_file(path, (cm.to_dimacs if path.suffix.lower() == ".cnf" else cm.to_opb)(given))
    return ANSWERED
