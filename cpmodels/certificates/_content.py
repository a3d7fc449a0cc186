"""What a certificate holds, made from the puzzle and its solutions: the writer stores it, and the verifier compares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cpmodels.engines._export import dimacs
from cpmodels.engines._formula import Formula
from cpmodels.engines._worker import blocking
from cpmodels.model import Model
from cpmodels.puzzle import Puzzle
from cpmodels.values import quoted

FORM = 2
"""The number of this form of certificates."""

MEMBERS = {
    "about.json": 2**16,
    "puzzle.json": 2**24,
    "formula.cnf": 2**33,
    "solutions.json": 2**27,
    "proof.lrat": 2**35,
}
"""The files in a certificate, and the most bytes of each."""


def claimed(puzzle: Puzzle[Any], number: int, which: str = "") -> str:
    """What a certificate of so many solutions claims; the puzzle's own name, which may be any text, is quoted in it.

    which: what else is told of the puzzle, beside its kind.

    >>> from cpmodels import Zip
    >>> claimed(Zip(2, 2, name="small"), 1)
    "the puzzle 'small' (zip) has exactly one solution"
    """
    name = f" {quoted(puzzle.name)}" if puzzle.name else ""
    many = "no solution" if not number else "exactly one solution" if number == 1 else f"exactly {number:,} solutions"
    alike = ", where identical pieces are not told apart" if number and puzzle.identical > 1 else ""
    return f"the puzzle{name} ({puzzle.kind}{which}) has {many}{alike}"


def about(puzzle: Puzzle[Any], number: int, version: str) -> dict[str, Any]:
    """What ``about.json`` holds, by the version that wrote it."""
    return {
        "certificate": FORM,
        "cpmodels": version,
        "kind": puzzle.kind,
        "solutions": number,
        "claim": claimed(puzzle, number),
        "check": "cpmodels verify FILE; or formula.cnf with proof.lrat by any checker for LRAT",
    }


def key_values(model: Model[Any], true: Iterable[int]) -> bytes:
    """The values of the key in the solution in which these variables are true."""
    chosen = set(true)
    return bytes(variable in chosen for variable in range(1, len(model.key) + 1))


def forbid(formula: Formula, model: Model[Any], solutions: Iterable[Sequence[int]]) -> None:
    """Add a clause for each solution, which forbids it."""
    for true in solutions:
        formula.clause(blocking(key_values(model, true)))


def formula_lines(model: Model[Any], formula: Formula, number: int) -> Iterator[str]:
    """The lines of ``formula.cnf``: a model's formula, of which the last clauses forbid so many solutions."""
    return dimacs(model, formula, [f"the last {number} clauses forbid the solutions"] if number else [])
