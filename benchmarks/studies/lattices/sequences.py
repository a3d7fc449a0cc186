"""Integer sequences about tiles that are all different, each computed twice, as files of the OEIS."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import perm, prod

import cpmodels as cm
from benchmarks.studies.found import counted
from benchmarks.studies.lattices import connected_sets
from benchmarks.studies.lattices.answers import question
from benchmarks.studies.lattices.tilings import tilings
from benchmarks.studies.questions import Answer, agreed
from cpmodels.base.lattice import CUBIC, HEXAGONAL, KING, SQUARE, Lattice


@dataclass(frozen=True)
class Numbers:
    """A sequence: what its terms count, two ways to find the term n, how far, and these ways in words.

    both: how far the other way goes, where it does not go as far.
    """

    name: str
    title: str
    one: Callable[[int], int]
    other: Callable[[int], int]
    last: int
    ways: str
    both: int | None = None

    def terms(self) -> list[int]:
        """The terms from 1 on, both ways."""
        found = [self.one(n) for n in range(1, self.last + 1)]
        both = self.last if self.both is None else self.both
        agreed(self.name, found[:both], [self.other(n) for n in range(1, both + 1)])
        return found

    @property
    def link(self) -> str:
        """To that file, from the page."""
        return f"[b-file](results/b-{self.name}.txt)"

    def b_file(self, terms: Sequence[int]) -> tuple[str, str]:
        """The name of its file, and what is in it: n and the term, a line each."""
        return f"b-{self.name}.txt", "".join(f"{n} {term}\n" for n, term in enumerate(terms, 1))


def square(n: int) -> list[tuple[int, int]]:
    """The cells of an n x n square."""
    return [(x, y) for x in range(n) for y in range(n)]


def packed_by_cp_sat(n: int, boundary: str) -> int:
    """Packed gardens of different squares in n x n."""
    return counted(cm.Garden.packed((n, n), tiles="distinct", boundary=boundary)).total if n <= 4 else 0


def rows(n: int) -> int:
    """Rows of n different squares whose East face has the colour of the next one's West face, by counting classes.

    Of each pair of colours, West and East, there are four tiles, for North and South.  A row visits the two colours
    in turn, by steps of four kinds; so many ways there are to choose and order the tiles of each kind.
    """
    ways = {(colour, (0, 0, 0, 0)): 1 for colour in (0, 1)}
    for _ in range(n):
        after: dict[tuple[int, tuple[int, ...]], int] = {}
        for (colour, taken), count in ways.items():
            for east in (0, 1):
                kind = 2 * colour + east
                state = east, tuple(t + (k == kind) for k, t in enumerate(taken))
                after[state] = after.get(state, 0) + count
        ways = after  # type: ignore[assignment]
    return sum(count * prod(perm(4, t) for t in taken) for (_, taken), count in ways.items())


def sets_by_force(cells: Sequence[tuple[int, ...]], lattice: Lattice) -> int:
    """Sets of cells, the empty one too, whose neighbourhoods are all different, each looked at."""
    around = [
        [
            cells.index(other) if (other := lattice.neighbour(cell, d)) in cells else len(cells)
            for d in range(len(lattice.names))
        ]
        for cell in cells
    ]
    total = 0
    for chosen in range(2 ** len(cells)):
        seen = [tuple(chosen >> other & 1 for other in around[i]) for i in range(len(cells)) if chosen >> i & 1]
        total += len(set(seen)) == len(seen)
    return total


def hanging_by_cp_sat(box: tuple[int, ...], lattice: Lattice) -> int:
    """The same as hanging gardens of different tiles."""
    return counted(cm.Garden.hanging(box, lattice=lattice, tiles="distinct", red="place")).total


def sequences() -> Iterator[Numbers]:
    """The sequences of the page."""
    cp_sat, dynamic, force = "CP-SAT", "dynamic programming", "looking at each set"
    yield Numbers(
        "packed-squares-red",
        "Ways to colour the sides of n x n squares, blue or red, the rim red, so that all squares differ",
        lambda n: packed_by_cp_sat(n, "red"),
        lambda n: tilings(square(n), SQUARE.offsets, distinct=True) if n <= 4 else 0,
        6,
        f"{cp_sat}; {dynamic}",
    )
    yield Numbers(
        "packed-squares-free",
        "The same with any colours on the rim, for n = 1 to 3 (2,765,440 for 4, 0 from 5 on)",
        lambda n: packed_by_cp_sat(n, "free"),
        lambda n: tilings(square(n), SQUARE.offsets, free=True, distinct=True),
        3,
        f"{cp_sat}; {dynamic}",
    )
    yield Numbers(
        "packed-rows-free",
        "The same for a row of n squares",
        lambda n: tilings([(x, 0) for x in range(n)], SQUARE.offsets, free=True, distinct=True),
        rows,
        16,
        f"{dynamic} over tiles; over kinds of tiles",
    )
    for name, word, lattice, last in (
        ("squares", "n x n squares", SQUARE, 4),
        ("corners", "n x n squares with sides and corners", KING, 4),
        ("hexagons", "a rhombus of n x n hexagons", HEXAGONAL, 4),
    ):
        yield Numbers(
            f"different-{name}",
            f"Sets of cells in {word}, no two of which have the same neighbours in the set",
            partial(lambda lattice, n: hanging_by_cp_sat((n, n), lattice), lattice),
            partial(lambda lattice, n: sets_by_force(square(n), lattice), lattice),
            last,
            f"{cp_sat}; {force}",
        )
    yield Numbers(
        "different-row",
        "The same for a row of n cells",
        lambda n: hanging_by_cp_sat((n,), cm.Garden.hanging((1,)).lattice),
        lambda n: sets_by_force([(x,) for x in range(n)], cm.Garden.hanging((1,)).lattice),
        14,
        f"{cp_sat}; {force}",
    )
    for name, word, lattice, last in (
        ("squares", "squares", SQUARE, 9),
        ("corners", "squares that touch at sides or corners", KING, 6),
        ("hexagons", "hexagons", HEXAGONAL, 8),
        ("cubes", "cubes", CUBIC, 6),
    ):
        yield Numbers(
            f"connected-{name}",
            f"Connected sets of n {word}, up to translation, no two of which have the same neighbours in the set",
            partial(connected_sets.grown, lattice.offsets),
            partial(connected_sets.sifted, lattice.offsets),
            last,
            "growth cell by cell, cut off at the first repetition; looking at all connected sets",
        )


@question("sequences", "Sequences of numbers")
def answer() -> Answer:
    """The first terms of each sequence, both ways."""
    found = {sequence: sequence.terms() for sequence in sequences()}
    return Answer(
        f"**{len(found)} sequences of numbers** come out of this page and of that on squares and cubes. All begin at "
        "n = 1, and each has a b-file, the form that the OEIS takes: n and the term, a line each.\n\n"
        "The first is over after n = 4, with the 652 packed squares, as there are sixteen tiles; so is that of rows "
        "after n = 16. That of connected squares goes on: with all fifteen that have a neighbour it is 4,804. *Ways* "
        "are the two methods that found each term.",
        "each term was found in both of the ways that the table names.",
        ["what is counted", "terms", "ways", "file"],
        [[each.title, ", ".join(map(str, terms)), each.ways, each.link] for each, terms in found.items()],
        files=[each.b_file(terms) for each, terms in found.items()],
    )
