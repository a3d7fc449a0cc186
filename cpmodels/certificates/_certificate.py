"""Certificates: how they are checked, and how `cpmodels.confirm` writes them."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, is_dataclass, replace
from importlib.metadata import version as version_of
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from cpmodels import _cp_model as cp_model
from cpmodels import lrat
from cpmodels.base._canonical import digest
from cpmodels.base._checkpoints import unbreakable
from cpmodels.base._clock import Clock, Report
from cpmodels.base._keywords import suggests_keywords
from cpmodels.base.errors import CertificateError, EngineError, MissingExtraError, ModelError, StoppedError
from cpmodels.base.files import naming_file, write_file
from cpmodels.base.kinds import function_named
from cpmodels.base.puzzle import Puzzle, Solution
from cpmodels.base.values import check_path, shown
from cpmodels.certificates._archive import (
    FORM,
    Archive,
    about,
    claimed,
    formula_lines,
    key_values,
    pieces_of,
    write_archive,
)
from cpmodels.engines._cp_sat import inner_of, objective_of
from cpmodels.engines._formula import Formula
from cpmodels.engines._translation import translate
from cpmodels.engines._worker import blocking
from cpmodels.model import Model, build_to_search, saved
from cpmodels.search._portfolio import at_optimum
from cpmodels.search._question import is_hashable

SMALL_PROOF = 10 * 2**20
"""Proofs of fewer bytes than this are checked sooner than the checker is compiled."""

Pause = Callable[[], None]

Trues = Sequence[Sequence[int]]
"""For each solution the variables that are true."""


class RefusedError(Exception):
    """What a certificate says is wrong, or is not proved by it."""


@dataclass(frozen=True)
class Verification:
    """What came of checking a certificate.

    verified: whether all that it claims is proved; None when the time was up before that was known.
    claim: what it claims, a sentence, with the puzzle's name in quotation marks, and its digest: the first 16 digits of
        the SHA-256 of all but its name; empty when the time was up before it was read.
    puzzle: the puzzle that it is about; None when the time was up before it was read.
    solutions: the solutions of the puzzle, each found right; empty unless it is verified.
    refused: why it is refused, with the file in the archive and the line; None when it is not.
    steps: how many steps of the proof were found right.
    checker: what ran the checker of the proof: ``"plain Python"``, or numba with its version.
    seconds: wall time of it all.

    >>> from cpmodels import Zip
    >>> Verification(True, "the puzzle 'one' (zip) has exactly one solution", Zip(1, 1), steps=12).verified
    True
    """

    verified: bool | None
    claim: str
    puzzle: Puzzle[Any] | None
    solutions: tuple[Solution, ...] = ()
    refused: str | None = None
    steps: int = 0
    checker: str = "plain Python"
    seconds: float = 0.0

    @property
    def trusted(self) -> str:
        """What the proof rests on, in words."""
        numba = "" if self.checker == "plain Python" else f", compiled by {self.checker}"
        return (
            "the translation of the puzzle into clauses, with all that it rules out on the way; the check of its "
            f"solutions by the rules; the checker of the proof, cpmodels/lrat.py{numba}; and "
            f"{platform.python_implementation()} {platform.python_version()}"
        )


@suggests_keywords()
def verify(
    path: str | os.PathLike[str],
    *,
    compiled: bool | None = None,
    time_limit: float | None = None,
    progress: Report | None = None,
) -> Verification:
    """Check a certificate: that its puzzle has the solutions that are in it, and no others.

    The formula is made again from the puzzle and compared.  Each solution must make its clauses true and pass the
    puzzle's own check, and no two may be the same.  Then every step of the proof is checked (see `cpmodels.lrat`).

    compiled: whether the checker of the proof is compiled by numba, or plain Python; by default it is compiled if numba
        is installed and the proof is long.
    time_limit: seconds after which the check ends with ``verified`` None.
    progress: called now and then with a `Progress`.

    Raises CertificateError for what is not a certificate, is damaged, or is of another form; PuzzleError or KindError
    when its puzzle cannot be read, as of a kind that is not installed; MissingExtraError for `compiled` without numba;
    KeyboardInterrupt on Ctrl-C.

    >>> verify("no-such.zip")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.CertificateError: no-such.zip: cannot be read: no such file or directory
    """
    check_path(path, "a certificate")
    return verified(Path(path), Clock(time_limit, progress), compiled)


def verified(path: Path, clock: Clock, compiled: bool | None = None) -> Verification:
    """As `verify`, by a clock that may have begun before."""
    known = [Verification(None, "", None)]
    with closing(Archive(path)) as archive, suppress(StoppedError):
        clock.do(lambda: known.extend(_stages(archive, clock.pause, compiled)), "the certificate was verified")
    return replace(known[-1], seconds=clock.seconds)


def _stages(archive: Archive, pause: Pause, compiled: bool | None) -> Iterator[Verification]:
    """What is known of a certificate once it is read, and in the end."""
    said = archive.json("about.json", dict[str, Any])
    if said.get("certificate") != FORM:
        raise CertificateError(
            f"{archive.path}: the field 'certificate' of about.json is {shown(said.get('certificate'))}, and this "
            f"version of cpmodels reads certificates of the form {FORM}: `confirm --proof` makes the certificate again"
        )
    puzzle, trues = archive.puzzle(), archive.solutions(MOST_SOLUTIONS)
    optimum = best if isinstance(best := said.get("optimum"), (int, float)) else None
    claim = claimed(puzzle, len(trues), f", digest {digest(puzzle)}" if is_dataclass(puzzle) else "", optimum)
    check, checker = lrat.first_unproved, "plain Python"
    if archive.size("proof.lrat") >= SMALL_PROOF if compiled is None else compiled:
        try:
            import numba

            check, checker = lrat.compiled(), f"numba {numba.__version__}"
            with unbreakable():  # It is compiled when it is first called; what it is called for may take hours.
                lrat.refuted(1, [[1], [-1]], ["3 0 1 2 0"], check=check)
        except ImportError:
            if compiled:
                raise MissingExtraError("numba is not installed: pip install numba") from None
    yield (known := Verification(None, claim, puzzle, checker=checker))
    try:
        version = str(said.get("cpmodels"))
        if said != about(puzzle, len(trues), version, optimum):
            raise RefusedError(f"about.json does not claim that {claimed(puzzle, len(trues), optimum=optimum)}")
        pause()
        if puzzle.minimise:
            raise RefusedError("puzzle.json asks for the best solutions, but the formula cannot say which are best")
        model, formula, size = certified(puzzle, optimum, trues)
        _compare(archive, formula_lines(model, formula, len(trues)), version, pause)
        solutions = tuple(_solutions(model, formula, size, trues, optimum, pause))
        found = lrat.refuted(formula.variables, formula, archive.lines("proof.lrat"), check=check, pause=pause)
        if found.fault:
            raise RefusedError(f"proof.lrat, {found.fault}")
    except RefusedError as error:
        archive.refuse_damaged()
        yield replace(known, verified=False, refused=str(error))
    else:
        yield replace(known, verified=True, solutions=solutions, steps=found.steps)


def certified(puzzle: Puzzle[Any], optimum: float | None, trues: Trues) -> tuple[Model[Any], Formula, int]:
    """The model that a certificate is about; its formula, which forbids each solution by a clause; where these begin.

    With an objective the model is that of solutions of the optimum, and of better ones.  Raises RefusedError where an
    optimum is missing, or there is none, and for what is no list of variables.
    """
    model = build_to_search(puzzle)
    is_best = model.cp.has_objective() and bool(trues)
    if optimum is None and is_best:
        raise RefusedError("puzzle.json asks for the best solutions, but about.json says no optimum")
    inner = None if optimum is None else inner_of(model.cp, optimum)
    if inner is not None and not (
        is_best and abs(inner) < cp_model.INT_MAX and objective_of(model.cp, inner) == optimum
    ):
        raise RefusedError(f"the optimum in about.json, {optimum:,}, is none that the objective can have")
    if model.cp.has_objective():
        model = at_optimum(model, inner, or_better=True)
    formula = translate(model, Formula())
    size = len(formula.clauses)
    for number, true in enumerate(trues, 1):
        if list(true) != sorted({variable for variable in true if 0 < variable <= formula.variables}):
            raise RefusedError(f"solutions.json, solution {number}: it is not an increasing list of variables")
        formula.clause(blocking(key_values(model, true)))
    return model, formula, size


def _compare(archive: Archive, lines: Iterable[str], version: str, pause: Pause) -> None:
    """Raise RefusedError where ``formula.cnf`` has other lines."""
    for number, (line, stored) in enumerate(zip_longest(lines, archive.lines("formula.cnf")), 1):
        if number % 10_000 == 0:
            pause()
        if line != stored:
            this = version_of("cpmodels")
            other = "" if version == this else f" (cpmodels {shown(version)} wrote it, this is {this})"
            raise RefusedError(f"formula.cnf, line {number}: the puzzle and its solutions give another formula{other}")


def _solutions(
    model: Model[Any], formula: Formula, size: int, trues: Trues, optimum: float | None, pause: Pause
) -> Iterator[Solution]:
    """The solutions in which these variables are true.

    Raises RefusedError for one that breaks a clause in the first `size` numbers of the formula or a rule of the puzzle,
    or is there twice.
    """
    literals = np.array(formula.clauses[:size], dtype=np.int64)
    ends = np.flatnonzero(literals == 0)
    seen: dict[Solution | bytes, int] = {}
    for number, true in enumerate(trues, 1):
        value = np.zeros(formula.variables + 1, dtype=bool)
        value[true] = True
        holds = np.cumsum((literals != 0) & (value[abs(literals)] == (literals > 0)))[ends]
        broken = np.flatnonzero(np.diff(holds, prepend=0) == 0)
        if len(broken):
            raise RefusedError(f"solutions.json, solution {number}: it breaks clause {broken[0] + 1} of the formula")
        solution = model.solution(values := key_values(model, true))
        if optimum is not None and len(model.key) in true:
            raise RefusedError(f"solutions.json, solution {number}: it is better than the optimum")
        if model.puzzle.maximise and (amount := model.puzzle.amount(solution)) != optimum:
            raise RefusedError(f"solutions.json, solution {number}: its {model.puzzle.maximise} is {amount:,}")
        if rules := model.puzzle.check(solution):
            raise RefusedError(f"solutions.json, solution {number}: {rules[0]}")
        if not is_hashable(solution):
            raise RefusedError(f"solutions.json, solution {number}: {shown(solution)} cannot be hashed")
        # Solutions of some types are each like no other; but values of the key are one solution.
        if (other := min(seen.setdefault(each, number) for each in (values, solution))) != number:
            raise RefusedError(f"solutions.json, solution {number}: it is the same as solution {other}")
        pause()
        yield solution


MOST_SOLUTIONS = 10_000
"""Puzzles with more solutions than this have no certificate."""


def certifiable(asked: Puzzle[Any] | Model[Any]) -> Puzzle[Any]:
    """The puzzle of a certificate, as it will be read back from its JSON; a model without one as a value."""
    if isinstance(asked, Model) and asked.is_bare and not asked.is_of_kind:
        asked = saved(asked)
    puzzle, why = asked.puzzle if isinstance(asked, Model) else asked, None
    if isinstance(asked, Model) and not asked.is_of_kind:
        why = "it is for the puzzle alone, not for what was added to its model"
    elif puzzle.minimise:
        why = f"it is for one model, but a puzzle that minimises its {puzzle.minimise} has several"
    if why:
        raise ModelError(f"a certificate cannot hold this: {why}")
    read_back: Puzzle[Any] = function_named("read")(function_named("write")(puzzle))
    return read_back


def write_certificate(
    path: Path, puzzle: Puzzle[Any], trues: Trues, proof: Path, clock: Clock, optimum: float | None = None
) -> Verification:
    """Write a certificate beside its proof and check it; only then is it copied to `path`."""
    wrong = "the certificate was not written, as it failed the check"

    try:
        model, formula, _ = clock.do(lambda: certified(puzzle, optimum, trues))
    except RefusedError as error:
        raise EngineError(f"{wrong}: {error}") from None
    said = msgspec.json.encode(about(puzzle, len(trues), version_of("cpmodels"), optimum))
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
        raise EngineError(f"{wrong}: {verification.refused}")
    write_file(path, pieces_of(unchecked))
    return verification
