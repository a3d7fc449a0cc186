"""Words for cells with one piece each, and for pieces that lie in one place each, which kinds share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpmodels.explaining import Words, joined
from cpmodels.lattice import Cell


def cell_words(name: str, cell: Cell) -> Words:
    """How explanations speak of a cell that takes one of the pieces of this name."""
    return Words(
        "cell", f"one {name} lies at {{}}", f"{cell}", f"only one {name} fits {cell}", f"no {name} for {cell}",
        f"only {{}} fits {cell}", (cell,),
    )  # fmt: skip


def piece_words(name: str, numbers: Sequence[Any], pieces: Sequence[int]) -> Words:
    """How explanations speak of a piece, or of several that look the same."""
    if len(numbers) == 1:
        what = f"{name} {numbers[0]}"
        return Words(
            name, "there is one place for {}", what, f"{what} fits in one place only", f"no place for {what}",
            f"{what} fits only at {{}}", (), tuple(pieces), 2,
        )  # fmt: skip
    what = f"{name}s {joined(numbers)}"
    return Words(
        name, "there is one place each for {}", what, f"{what} fit in {len(numbers)} places only",
        f"not enough places for {what}", f"{what} fit only at {{}}", (), tuple(pieces), 2,
    )  # fmt: skip
