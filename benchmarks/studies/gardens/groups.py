"""Which symmetry groups a hanging garden cannot have in a box or region of any size, by counting."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from cpmodels.base.lattice import CUBIC, Lattice, Matrix
from cpmodels.puzzles.garden._infeasible import too_few_cells
from cpmodels.puzzles.garden.tiles import all_codes, turned

Group = frozenset[Matrix]


def excluded(group: Group, lattice: Lattice = CUBIC, tile: str = "cube") -> str | None:
    """Why no hanging garden has a symmetry group, wherever it lies; None when counting does not tell.

    Every symmetry of a garden keeps its all-blue tile in place, so the group acts about the centre of that
    cell.  A tile lies in a cell with the same stabiliser; the cells whose stabiliser is a given subgroup are
    the centre alone, or endlessly many, or, when all cells that it fixes are fixed by more, none.
    """
    tiles = Counter(frozenset(m for m in group if turned(code, m, lattice) == code) for code in all_codes(lattice)[1:])
    for stabiliser, number in sorted(tiles.items(), key=lambda item: len(item[0])):
        dimension = fixed_dimension(stabiliser)
        keeping = max((g for g in tiles if stabiliser <= g and fixed_dimension(g) == dimension), key=len)
        needed = too_few_cells(number, tile, len(stabiliser), len(group))
        if len(keeping) > len(stabiliser):
            kept = f"all {len(group)}" if len(keeping) == len(group) else f"{len(keeping)} of them"
            return f"{needed}, but every cell that they leave in place is left in place by {kept}"
        if dimension == 0 and number > 1:
            return f"{needed}, and only the centre is such a cell"
    return None


def fixed_dimension(group: Group) -> int:
    """The dimension of the space that a group leaves in place: the mean of the traces (Burnside)."""
    traces = sum(sum(matrix[i][i] for i in range(len(matrix))) for matrix in group)
    return int(Fraction(traces, len(group)))
