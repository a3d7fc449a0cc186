"""The connected components of a small black and white picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

PixelBox = tuple[int, int, int, int]
"""Left, top, right and bottom, the last two excluded."""
Run = tuple[int, int, int]
"""A row, and the first and last pixel of a run in it, the last one excluded."""


@dataclass(frozen=True)
class PixelComponent:
    """Pixels connected by sides or corners, as runs."""

    runs: tuple[Run, ...]

    @property
    def box(self) -> PixelBox:
        rows, firsts, lasts = zip(*self.runs, strict=True)
        return min(firsts), min(rows), max(lasts), max(rows) + 1


def components(mask: NDArray[np.bool_]) -> list[PixelComponent]:
    """The components of a mask, connected by corners too."""
    leader: list[int] = []
    runs: list[Run] = []
    above: list[int] = []
    for y, row in enumerate(mask):
        ends = np.flatnonzero(np.diff(np.concatenate(([0], row.view(np.int8), [0]))))
        here = []
        for first, last in zip(ends[::2].tolist(), ends[1::2].tolist(), strict=True):
            label = len(runs)
            leader.append(label)
            runs.append((y, first, last))
            here.append(label)
            for other in above:
                if runs[other][1] <= last and first <= runs[other][2]:
                    one, two = sorted((_leader(leader, other), _leader(leader, label)))
                    leader[two] = one
        above = here
    found: dict[int, list[Run]] = {}
    for label, run in enumerate(runs):
        found.setdefault(_leader(leader, label), []).append(run)
    return [PixelComponent(tuple(members)) for members in found.values()]


def _leader(leader: list[int], label: int) -> int:
    while leader[label] != label:
        label = leader[label]
    return label
