"""Certificates are written by `cpmodels.confirm`: what can have one, and the file."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from cpmodels._clock import Clock
from cpmodels.certificates._archive import about, forbid, formula_lines, pieces_of, write_archive
from cpmodels.certificates._verifying import Verification, verified
from cpmodels.engines._formula import Formula
from cpmodels.engines._translation import translate
from cpmodels.errors import EngineError, ModelError, StoppedError
from cpmodels.files import naming_file, write_file
from cpmodels.kinds import function_named
from cpmodels.model import BARE, Model, build_to_search, has_objective, saved
from cpmodels.puzzle import Puzzle
from cpmodels.saved import SavedModel

MOST_SOLUTIONS = 10_000
"""Puzzles with more solutions than this have no certificate."""


def certifiable(asked: Puzzle[Any] | Model[Any]) -> Puzzle[Any]:
    """The puzzle of a certificate, as it will be read back from its JSON; a model without a puzzle as a value."""
    puzzle = asked.puzzle if isinstance(asked, Model) else asked
    if isinstance(asked, Model) and puzzle is BARE:
        puzzle = saved(asked)
    why = None
    if isinstance(puzzle, SavedModel) and has_objective(build_to_search(puzzle).cp):
        why = "a formula cannot say which solutions are the best, and the model has an objective"
    elif isinstance(asked, Model) and asked.puzzle is not BARE and (has_objective(asked.cp) or not asked.is_of_kind):
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
    """Write a certificate beside its proof and check it; only then is it copied to `path`."""
    model = build_to_search(puzzle)
    formula = translate(model, Formula())
    forbid(formula, model, trues)
    said = msgspec.json.encode(about(puzzle, len(trues), version("cpmodels")))
    members = {
        "about.json": [msgspec.json.format(said, indent=1), b"\n"],
        "puzzle.json": [function_named("write")(puzzle).encode()],
        "formula.cnf": (line.encode() for line in formula_lines(model, formula, len(trues))),
        "solutions.json": [b"[", b",\n".join(map(msgspec.json.encode, trues)), b"]\n"],
        "proof.lrat": pieces_of(proof),
    }
    unchecked = proof.with_name("certificate.zip")
    with naming_file(unchecked):
        write_archive(unchecked, members, clock.pause)
    verification = verified(unchecked, clock)
    if verification.verified is None:
        raise StoppedError("the time was up")
    if verification.refused:
        raise EngineError(f"the certificate was not written, as it failed the check: {verification.refused}")
    write_file(path, pieces_of(unchecked))
    return verification
