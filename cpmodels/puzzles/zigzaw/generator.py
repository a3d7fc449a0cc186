"""New Zigzaws: a random colour for each corner of the mosaic, cut into frogs, with the border around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Annotated, Literal

from cpmodels._candidates import Candidate, WholeCandidate, candidates, rows_and_columns
from cpmodels.base.lattice import Cell
from cpmodels.puzzles.zigzaw.geometry import rim
from cpmodels.puzzles.zigzaw.puzzle import BorderFrog, Frog, Mosaic, Zigzaw, corners

__all__ = ["COLOURS", "cut_zigzaw"]

COLOURS = ("white", "yellow", "red", "orange", "blue", "green")
"""The faces of a Rubik's Cube, as the Zigzaw shows them."""


@candidates.register(Zigzaw)
def candidates_of_zigzaws(
    kind: type[Zigzaw],  # noqa: ARG001
    size: Sequence[int],
    random: Random,
    *,
    border: Annotated[Literal["all", "top", "none"], "the sides on which the border shows frogs"] = "all",
) -> Iterator[Candidate[Mosaic]]:
    """Mosaics of random colours."""
    rows, cols = rows_and_columns(size, "a Zigzaw", "9x9")
    while True:
        yield WholeCandidate(*cut_zigzaw(rows, cols, random, border))


def cut_zigzaw(rows: int, cols: int, random: Random, border: str = "all") -> tuple[Zigzaw, Mosaic]:
    """A random Zigzaw, cut from corners of six colours, and its mosaic: border ``"all"``, ``"top"`` or ``"none"``.

    As on the board of 1982, the faces of one cube differ: corners that follow each other along a row do, and a frog's
    body differs from the corners at its sides and arms.  Colours are as likely as each other, which they are not there.
    """
    around = list(product(range(-1, rows + 1), range(-1, cols + 1)))
    line_by_line = sorted({corner for cell in around for corner in corners(*cell)}, key=lambda at: (at[1] // 3, at[0]))
    colours, last = dict[Cell, str](), ""
    for corner in line_by_line:
        last = colours[corner] = random.choice([colour for colour in COLOURS if colour != last])
    frogs = {cell: _frog([colours[corner] for corner in corners(*cell)], random) for cell in around}
    inner = list(product(range(rows), range(cols)))
    order = random.sample(inner, len(inner))
    index = {cell: i for i, cell in enumerate(order)}
    mosaic = Mosaic([[index[r, c] for c in range(cols)] for r in range(rows)])
    shown = [cell for cell in rim(rows, cols) if border == "all" or (border == "top" and cell[0] == -1)]
    edge = [BorderFrog(row, col, frogs[row, col]) for row, col in shown]
    return Zigzaw(rows, cols, [frogs[cell] for cell in order], edge), mosaic


def _frog(outer: Sequence[str], random: Random) -> Frog:
    """A frog with these outer parts and a body that differs from its neighbours in the cubes."""
    taken = {*outer[:2], *outer[4:]}
    return Frog(*(*outer, random.choice([colour for colour in COLOURS if colour not in taken])))
