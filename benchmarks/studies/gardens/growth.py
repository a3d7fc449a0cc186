"""Hanging gardens in one piece, grown cell by cell: a proof of their number that shares nothing with a solver.

    python -m benchmarks.studies.gardens.growth C3 [--workers 2] [--ledger growth-C3.ledger]

A hanging garden in one piece is a set of cells, joined side by side, in which each pattern of occupied neighbours but
the empty one occurs just once.  It is grown from its all-blue tile, which every symmetry leaves in place: of the cells
that are occupied and whose tiles are not known, the one with the fewest tiles left gets each of them in turn, and with
it all its images under the group, whose tiles are the images of that tile.  A tile lies in a cell that the same
isometries leave in place as the tile, since any other would need a second cell, or make a second tile.

The tiles beside the all-blue one split the search.  Of parts that a symmetry of the group itself takes to one another
one is searched.  A ledger has a line of JSON for each part that is done; with it the search goes on.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
from rich.progress import Progress

from benchmarks.studies.machine_code import compiled
from cpmodels.base.lattice import (
    CUBIC,
    GROUPS,
    Cell,
    Lattice,
    Matrix,
    apply,
    box_symmetries,
    closure,
    conjugate,
    orbits,
)

REACH = {"C3v": 17, "D3": 14, "C3": 22}
"""The most steps of a tile from the all-blue one: a shortest path meets each orbit of tiles at most once."""


class Subtree(NamedTuple):
    """A part of the search.

    codes: of the tiles beside the all-blue one, one for each orbit of these, and of what is laid next.
    alike: how many parts it stands for.
    """

    codes: tuple[int, ...]
    alike: int = 1


class Grown(NamedTuple):
    """What was found.

    nodes: how often an orbit of tiles was laid.
    gardens: how many there are.
    some: the first of them, as the codes of the tiles by cell.
    """

    nodes: int
    gardens: int
    some: list[dict[Cell, int]]


@dataclass(frozen=True)
class Growth:
    """Gardens of all tiles of a lattice in one piece, with a group of symmetries about the all-blue tile at the origin.

    reach: the most steps of a tile from there.
    ends: the least and the greatest coordinate of a tile; without them there is no box.

    >>> from cpmodels.base.lattice import SQUARE
    >>> Growth(SQUARE, (((1, 0), (0, 1)),), 14).grown().gardens
    4804
    """

    lattice: Lattice
    group: tuple[Matrix, ...]
    reach: int
    ends: tuple[int, int] | None = None

    @property
    def _side(self) -> int:
        """Of a box with a rim in which nothing lies."""
        return 2 * self.reach + 3

    def _number(self, cell: Cell) -> int:
        number = 0
        for at in cell:
            number = number * self._side + at + self.reach + 1
        return number

    @cached_property
    def _cells(self) -> Any:
        ends = range(-self.reach - 1, self.reach + 2)
        return np.array(list(product(ends, repeat=len(self.lattice.offsets[0]))))

    @cached_property
    def first(self) -> list[Cell]:
        """The cells beside the all-blue tile, one of each orbit."""
        return [orbit[0] for orbit in orbits(self.lattice.offsets, lambda cell: [apply(m, cell) for m in self.group])]

    @cached_property
    def tables(self) -> tuple[Any, ...]:
        """What `grow` reads: the arrays from `images` on."""
        offsets, order, cells = np.array(self.lattice.offsets), len(self.group), self._cells
        weights = self._side ** np.arange(offsets.shape[1])[::-1]
        images = np.array([(cells @ np.array(m).T + self.reach + 1) @ weights for m in self.group])
        codes = np.arange(1 << len(offsets))
        turned = np.array([_turned(self.lattice, m) for m in self.group])
        bits = np.uint64(1) << codes.astype(np.uint64)
        isometries = np.uint64(1) << np.arange(order, dtype=np.uint64)[:, None]
        keep_cell = ((images == np.arange(len(cells))) * isometries).sum(axis=0, dtype=np.uint64)
        keep_code = ((turned == codes) * isometries).sum(axis=0, dtype=np.uint64)
        fitting = np.zeros(len(cells), np.uint64)
        low, high = self.ends or (-self.reach, self.reach)
        inside = (abs(cells).sum(axis=1) <= self.reach) & ((low <= cells) & (cells <= high)).all(axis=1)
        for kept in np.unique(keep_code):
            fitting[(keep_cell == kept) & inside] = bits[(keep_code == kept) & (codes > 0)].sum(dtype=np.uint64)
        fitting[len(cells) // 2] = bits[-1]
        blue, red = codes[:, None, None], codes[None, :, None]
        agreeing = (((codes & blue) == blue) & ((codes & red) == 0)) * bits
        orbit = np.bitwise_or.reduce(bits[turned], axis=0)
        return images, fitting, agreeing.sum(axis=2, dtype=np.uint64), orbit, offsets @ weights

    def grown(self, codes: Sequence[int] = (), *, orbits: int = 1 << 30, room: int = 1) -> Grown:
        """All gardens whose tiles at the `first` cells, and those that are laid next, have these codes, or any.

        orbits: how many orbits of tiles are laid at most, the all-blue tile not among them; each way counts as one.
        room: how many gardens are kept, each with one tile of each orbit, in the order in which they are laid.
        """
        centre = len(self._cells) // 2
        first = np.array([self._number(cell) for cell in self.first])
        chosen = np.array(codes, np.int64)
        nodes, number, cells, kept = compiled(grow)(centre, first, chosen, 1 + orbits, room, *self.tables)
        some = []
        for at, found in zip(cells.tolist(), kept.tolist(), strict=True):
            some.append({tuple(self._cells[cell].tolist()): code for cell, code in zip(at, found, strict=True) if code})
        return Grown(int(nodes), int(number), some[: int(number)])

    def whole(self, some: Mapping[Cell, int]) -> dict[Cell, int]:
        """The tiles of one cell of each orbit, with all their images."""
        return {cell: code for m in self.group for cell, code in self._image(m, some).items()}

    def parts(self) -> list[Subtree]:
        """The parts, one of those that are alike by a symmetry of the group."""
        keeping = [
            m for m in box_symmetries((3,) * self.lattice.dimension) if conjugate(self.group, m) == set(self.group)
        ]
        alike: Counter[tuple[int, ...]] = Counter()
        for some in self.grown(orbits=len(self.first), room=1 << 16).some:
            whole = self.whole(some)
            images = (self._image(m, whole) for m in keeping)
            alike[min(tuple(image[cell] for cell in self.first) for image in images)] += 1
        return [
            Subtree(tuple(some.values())[1:], number)
            for codes, number in sorted(alike.items())
            for some in self.grown(codes, orbits=len(codes) + 1, room=1 << 10).some
        ]

    def _image(self, matrix: Matrix, tiles: Mapping[Cell, int]) -> dict[Cell, int]:
        turn = _turned(self.lattice, matrix)
        return {apply(matrix, cell): int(turn[code]) for cell, code in tiles.items()}


def _turned(lattice: Lattice, matrix: Matrix) -> Any:
    """The code of each tile after a turn."""
    codes = np.arange(1 << len(lattice.offsets))
    to = [lattice.offsets.index(apply(matrix, offset)) for offset in lattice.offsets]
    return sum((codes >> d & 1) << image for d, image in enumerate(to))


def grow(centre, first, chosen, depth, room, images, fitting, agreeing, orbit, steps):  # type: ignore[no-untyped-def]
    """Lay tiles, in machine code where there is some.

    centre, first: cells that come first, in this order; of `first` with the codes that are `chosen`, if any.
    depth: how many orbits of tiles are laid at most; where it is reached, that counts as a garden.
    room: how many gardens are kept.
    images: of each cell, a row for each isometry.
    fitting: of each cell the codes of the tiles that are kept by the same isometries, a bit each.
    agreeing: the codes with these blue sides, and without those.
    orbit: the images of a code.
    steps: from a cell to its neighbours, in numbers of cells.

    Of a cell is known nothing (0), that some tile lies there (1), that none does (2), or which one does (3).
    """
    one, none = np.uint64(1), np.uint64(0)
    odd, pairs, fours = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
    ones, two, four, last = np.uint64(0x0101010101010101), np.uint64(2), np.uint64(4), np.uint64(56)
    tiles = len(orbit) - 1
    known = np.zeros(len(fitting), np.int8)
    trail, trailed = np.zeros(len(fitting), np.int32), 0
    waiting, number, occupied = np.zeros(tiles + 2 * len(steps), np.int64), 1, 1
    waiting[0], known[centre] = centre, 1
    unused = none
    for code in range(1, tiles + 1):
        unused |= one << np.uint64(code)
    before, left = np.zeros((tiles + 2, 4), np.int64), np.zeros(tiles + 2, np.uint64)
    free = np.zeros(tiles + 2, np.uint64)
    laid, nodes, gardens = np.zeros(tiles + 2, np.int64), 0, 0
    kept_cells, kept = np.zeros((room, tiles), np.int32), np.zeros((room, tiles), np.int32)
    level, forwards = 0, True
    while True:
        if forwards:
            cell, fewest, mask = -1, 99, none
            for place in range(number):
                other = waiting[place]
                if known[other] != 1 or (0 < level <= len(first) and other != first[level - 1]):
                    continue
                blue = red = 0
                for d in range(len(steps)):
                    what = known[other + steps[d]]
                    if what == 2:
                        red |= 1 << d
                    elif what:
                        blue |= 1 << d
                some = agreeing[blue, red] & unused & fitting[other]
                m = some - ((some >> one) & odd)
                m = (m & pairs) + ((m >> two) & pairs)
                size = int((((m + (m >> four)) & fours) * ones) >> last)
                if size < fewest:
                    cell, fewest, mask = other, size, some
                    if size <= 1:
                        break
            if level == depth or (cell < 0 and unused == none):
                if gardens < room:
                    for i in range(level):
                        kept_cells[gardens, i], kept[gardens, i] = before[i, 0], laid[i]
                gardens += 1
                mask = none
            elif 0 < level <= len(chosen):
                mask &= one << np.uint64(chosen[level - 1])
            before[level] = cell, trailed, number, occupied
            left[level], free[level] = mask, unused
        elif left[level] == none:
            level -= 1
            if level < 0:
                return nodes, gardens, kept_cells, kept
            cell, back, number, occupied = before[level]
            while trailed > back:
                trailed -= 1
                known[trail[trailed]] = 0
            for image in images[:, cell]:
                known[image] = 1
            unused = free[level]
        forwards = False
        mask = left[level]
        if mask == none:
            continue
        low = mask & (~mask + one)
        left[level] = mask ^ low
        m = low - one
        m -= (m >> one) & odd
        m = (m & pairs) + ((m >> two) & pairs)
        code = int((((m + (m >> four)) & fours) * ones) >> last)
        cell, laid[level] = before[level, 0], code
        nodes += 1
        unused &= ~orbit[code]
        for image in images[:, cell]:
            known[image] = 3
        fits = True
        for d in range(len(steps)):
            other, is_blue = cell + steps[d], (code >> d) & 1
            if known[other]:
                fits = (known[other] == 2) != (is_blue == 1)
            else:
                if is_blue:
                    fits = fitting[other] != none
                    waiting[number] = other
                    number += 1
                for image in images[:, other]:
                    if not known[image]:
                        known[image] = 1 if is_blue else 2
                        trail[trailed] = image
                        trailed += 1
                        occupied += is_blue
            if not fits or occupied > tiles:
                fits = False
                break
        level += 1
        if fits:
            forwards = True
        else:
            left[level] = none


def growth(name: str, ends: tuple[int, int] | None = None) -> Growth:
    """The gardens of cubes with a symmetry group, by its name in `cpmodels.base.lattice.GROUPS`."""
    return Growth(CUBIC, tuple(closure(GROUPS[3][name], 3)), REACH[name], ends)


class Total(NamedTuple):
    """What the parts in a ledger make together; `parts` are done, and `missing` are not."""

    gardens: int
    nodes: int
    parts: int
    missing: list[Subtree]


def total(name: str, ledger: Path) -> Total:
    """What a ledger says of a group."""
    lines = map(json.loads, ledger.read_text(encoding="utf-8").splitlines()) if ledger.exists() else ()
    done = {tuple(line["codes"]): line for line in lines if line["group"] == name}
    parts = growth(name).parts()
    there = [(part.alike, done[part.codes]) for part in parts if part.codes in done]
    gardens, nodes = (sum(alike * line[what] for alike, line in there) for what in ("gardens", "nodes"))
    return Total(gardens, nodes, len(there), [part for part in parts if part.codes not in done])


def _grown(name: str, part: Subtree) -> dict[str, Any]:
    found = growth(name).grown(part.codes)
    return {"group": name, "codes": part.codes, "nodes": found.nodes, "gardens": found.gardens}


@click.command()
@click.argument("group", type=click.Choice(list(REACH)))
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True)
@click.option("--ledger", type=click.Path(dir_okay=False, path_type=Path), help="growth-GROUP.ledger by default.")
def main(group: str, workers: int, ledger: Path | None) -> None:
    """Count the gardens of cubes in one piece with a symmetry GROUP; Ctrl-C ends it, the same command goes on."""
    ledger = ledger or Path(f"growth-{group}.ledger")
    before = total(group, ledger)
    with ProcessPoolExecutor(workers) as pool, ledger.open("a", encoding="utf-8") as file, Progress() as progress:
        bar = progress.add_task(group, total=before.parts + len(before.missing), completed=before.parts)
        running = [pool.submit(_grown, group, part) for part in before.missing]
        try:
            for future in as_completed(running):
                file.write(json.dumps(future.result()) + "\n")
                file.flush()
                progress.advance(bar)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    found = total(group, ledger)
    click.echo(
        f"{group}: {'at least ' * bool(found.missing)}{found.gardens:,} gardens in one piece; "
        f"{found.nodes:,} orbits of tiles laid, {found.parts} parts done, {len(found.missing)} missing"
    )


if __name__ == "__main__":
    main()
