"""Which symmetry groups a hanging garden of cubes cannot have in a box of any size, by counting."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from cpmodels.lattice import CUBIC, Matrix
from cpmodels.puzzles.garden_tiles import turned

Group = frozenset[Matrix]


def excluded(group: Group) -> str | None:
    """Why no hanging garden has a symmetry group, wherever it lies; None when counting does not tell.

    Every symmetry of a garden keeps its all-blue cube in place, so the group acts about the centre of that
    cell.  A cube lies in a cell with the same stabiliser; the cells whose stabiliser is a given subgroup are
    the centre alone, or endlessly many, or, when all cells that it fixes are fixed by more, none.
    """
    tiles = Counter(frozenset(m for m in group if turned(tile, m, CUBIC) == tile) for tile in range(1, 64))
    for stabiliser, number in sorted(tiles.items(), key=lambda item: len(item[0])):
        dimension = fixed_dimension(stabiliser)
        keeping = max((g for g in tiles if stabiliser <= g and fixed_dimension(g) == dimension), key=len)
        if len(keeping) > len(stabiliser):
            cells = f"each cell that these leave in place is kept by {len(keeping)}"
        elif dimension == 0 and number > 1:
            cells = "these leave only one cell in place"
        else:
            continue
        return f"{number} cubes look the same after just {len(stabiliser)} of the {len(group)} moves, but {cells}"
    return None


def fixed_dimension(group: Group) -> int:
    """The dimension of the space that a group leaves in place: the mean of the traces (Burnside)."""
    traces = sum(sum(matrix[i][i] for i in range(3)) for matrix in group)
    return int(Fraction(traces, len(group)))
