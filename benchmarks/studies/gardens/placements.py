"""Gardens of squares counted by laying components into a box in all ways without touching, without any solver.

>>> gardens_in_box([[frozenset({(0, 0), (1, 0)})]], (3, 1))
(2, 0)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from benchmarks.studies.gardens.polyominoes import neighbours, sides

Cells = frozenset[tuple[int, int]]


def gardens_in_box(covers: Iterable[Sequence[Cells]], box: tuple[int, int]) -> tuple[int, int]:
    """How many gardens lie in a box without the red square, and how many with it.

    covers: the sets of components that make a garden, each component up to translation.
    """
    places: dict[Cells, list[tuple[int, int]]] = {}
    bit = {(x, y): 1 << (x * box[1] + y) for x in range(box[0]) for y in range(box[1])}
    around = {cell: sum(bit.get(other, 0) for other in (cell, *neighbours(cell))) for cell in bit}
    without = with_red = 0
    for cover in covers:
        for part in cover:
            if part not in places:
                places[part] = list(_placed(part, box, bit, around))
        for occupied in _laid(sorted((places[part] for part in cover), key=len), 0, 0):
            without += 1
            with_red += sum(not occupied & near for near in around.values())
    return without, with_red


def _placed(
    part: Cells, box: tuple[int, int], bit: dict[tuple[int, int], int], around: dict[tuple[int, int], int]
) -> Iterator[tuple[int, int]]:
    """Each place of a component: its cells as bits, and those with all that touches them."""
    width, height = sides(part)
    for dx in range(box[0] - width + 1):
        for dy in range(box[1] - height + 1):
            cells = [(x + dx, y + dy) for x, y in part]
            near = 0
            for cell in cells:
                near |= around[cell]
            yield sum(bit[cell] for cell in cells), near


def _laid(choices: Sequence[Sequence[tuple[int, int]]], occupied: int, near: int) -> Iterator[int]:
    """All ways to lay a component of each kind so that none touches another, as bits."""
    if not choices:
        yield occupied
        return
    for cells, touched in choices[0]:
        if not cells & near:
            yield from _laid(choices[1:], occupied | cells, near | touched)
