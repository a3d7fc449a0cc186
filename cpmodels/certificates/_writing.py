"""Certificates are written by `cpmodels.confirm`: what can have one, and the file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

import cpmodels
from cpmodels.certificates._archive import pieces_of, write_archive
from cpmodels.certificates._content import about, forbid, formula_lines
from cpmodels.certificates._verifying import Verification, verified
from cpmodels.engines._formula import Formula
from cpmodels.engines._translation import translate
from cpmodels.errors import EngineError, ModelError, StoppedError
from cpmodels.files import naming_file, write_file
from cpmodels.kinds import function_named
from cpmodels.model import BARE, Model, build_to_search, has_objective
from cpmodels.puzzle import Puzzle
from cpmodels.search._runs import Clock

MOST_SOLUTIONS = 10_000
"""Puzzles with more solutions than this have no certificate."""


def certifiable(asked: Puzzle[Any] | Model[Any]) -> Puzzle[Any]:
    """The puzzle of a certificate, as it will be read back from its JSON.

    Raises ModelError for what is not all said by a puzzle, KindError for a puzzle that has no JSON.
    """
    puzzle = asked.puzzle if isinstance(asked, Model) else asked
    why = None
    if puzzle is BARE:
        why = "it is for a puzzle, not for a model of your own"
    elif isinstance(asked, Model) and (has_objective(asked.cp) or not asked.as_built):
        why = "it is for the puzzle alone, not for constraints added to its model"
    elif puzzle.maximise:
        why = f"a formula cannot say which solutions have the highest {puzzle.maximise}"
    elif puzzle.minimise:
        why = f"it is for one model, but a puzzle that minimises its {puzzle.minimise} has several"
    if why:
        raise ModelError(f"a certificate cannot hold this: {why}")
    read_back: Puzzle[Any] = function_named("read")(function_named("write")(puzzle))
    return read_back


def write_certificate(
    path: Path, puzzle: Puzzle[Any], trues: Sequence[Sequence[int]], proof: Path, clock: Clock
) -> Verification:
    """Write a certificate beside its proof and check it; only then is it copied to `path`.

    trues: for each solution, the variables that are true.
    proof: the proof, in the LRAT form, in a folder for temporary files.

    Raises EngineError when the check refuses it, StoppedError, OSError.
    """
    model = build_to_search(puzzle)
    formula = translate(model, Formula())
    forbid(formula, model, trues)
    told = msgspec.json.encode(about(puzzle, len(trues), cpmodels.__version__))
    members = {
        "about.json": [msgspec.json.format(told, indent=1), b"\n"],
        "puzzle.json": [function_named("write")(puzzle).encode()],
        "formula.cnf": (line.encode() for line in formula_lines(model, formula, len(trues))),
        "solutions.json": [b"[", b",\n".join(map(msgspec.json.encode, trues)), b"]\n"],
        "proof.lrat": pieces_of(proof),
    }
    draft = proof.with_name("certificate.zip")
    with naming_file(draft):
        write_archive(draft, members, clock.pause)
    verification = verified(draft, clock)
    if verification.verified is None:
        raise StoppedError("the time was up")
    if verification.refused:
        raise EngineError(f"the certificate was not written, as it failed the check: {verification.refused}")
    write_file(path, pieces_of(draft))
    return verification
