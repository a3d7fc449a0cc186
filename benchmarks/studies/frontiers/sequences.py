"""Integer sequences about paths, loops and tilings, by the states of a frontier, as files of the OEIS."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

import cpmodels as cm
from benchmarks.studies.frontiers.answers import question
from benchmarks.studies.frontiers.by_force import circuits, covers, cycles, determinant, paths
from benchmarks.studies.lattices.sequences import Numbers
from benchmarks.studies.questions import Answer
from benchmarks.studies.records.grid_paths import end_pairs, paths_between
from cpmodels.base.description import ExactCover, HamiltonianPath, Option, Subgraph
from cpmodels.base.graph import lattice_graph
from cpmodels.base.lattice import KING, SQUARE, Lattice, apply
from cpmodels.base.regions import box, polyominoes
from cpmodels.engines.frontier import count, program_of

Cell = tuple[int, int]
Shape = tuple[Cell, ...]

DOMINO: Shape = ((0, 0), (0, 1))
CELL: Shape = ((0, 0),)
BENT: Shape = ((0, 0), (0, 1), (1, 0))
BLOCK: Shape = (*BENT, (1, 1))


def board(rows: int, cols: int, lattice: Lattice) -> cm.Graph[Any]:
    """The graph of a board: by sides, or as a king moves."""
    return lattice_graph(lattice, product(range(rows), range(cols)))


def whole_path(graph: cm.Graph[Cell]) -> HamiltonianPath[Cell]:
    """A path through all nodes, with any ends."""
    steps = {node: tuple(graph.neighbours[node]) for node in graph.nodes}
    return HamiltonianPath(steps, tuple(graph.nodes), tuple(graph.nodes))


def turned(shape: Shape) -> set[Shape]:
    """A shape in all the ways in which it can lie, at the corner of the board."""
    found = set()
    for matrix in SQUARE.point_group:
        cells = [apply(matrix, cell) for cell in shape]
        top, left = (min(along) for along in zip(*cells, strict=True))
        found.add(tuple(sorted((r - top, c - left) for r, c in cells)))
    return found


def laid(rows: int, cols: int, shape: Shape) -> list[Shape]:
    """Every way to lay a shape on a board."""
    cells = box(rows, cols)
    every = [tuple((r + down, c + right) for r, c in one) for one in sorted(turned(shape)) for down, right in cells]
    return [one for one in every if set(cells).issuperset(one)]


def tilings(rows: int, cols: int, shapes: Sequence[Shape]) -> ExactCover[Any]:
    """The tilings of a board by any number of pieces of some shapes."""
    return ExactCover(box(rows, cols), [Option(one, one) for shape in shapes for one in laid(rows, cols, shape)])


def of_any_shape(rows: int, cols: int, size: int) -> ExactCover[Any]:
    """The tilings of a board by connected pieces of so many cells."""
    cells = box(rows, cols)
    return ExactCover(cells, [Option(one, one) for one in sorted(map(tuple, map(sorted, polyominoes(cells, size))))])


def two_or_none(side: int) -> ExactCover[Any]:
    """Squares with two blue sides or none fill a board, blue to blue and red to red, the rim red."""
    cells = list(product(range(side), range(side)))
    options = []
    for r, c in cells:
        sides = {"N": (r, c, 0), "S": (r + 1, c, 0), "W": (r, c, 1), "E": (r, c + 1, 1)}
        rim = {"N": r == 0, "S": r == side - 1, "W": c == 0, "E": c == side - 1}
        for blue in ["", "NS", "NW", "NE", "SW", "SE", "WE"]:
            if not any(rim[name] for name in blue):
                options.append(Option((r, c, blue), [(r, c)], {sides[name]: name in blue for name in sides}))
    return ExactCover(cells, options)


def by_frontier(problem: Callable[[int], Any], n: int) -> int:
    """A term by the states of a frontier."""
    return count(program_of(problem(n)))


def by_force(problem: Callable[[int], ExactCover[Any]], n: int) -> int:
    """A term by choosing options for one item after the other."""
    return covers(problem(n))


def corners(graph: cm.Graph[Cell]) -> Subgraph[Cell]:
    """Paths from the first cell to the last."""
    return Subgraph(graph, [(graph.nodes[0], graph.nodes[-1])])


def whole(graph: cm.Graph[Cell]) -> Subgraph[Cell]:
    """Circuits through all nodes."""
    return Subgraph(graph, through=graph.nodes)


def sequences() -> Iterator[Numbers]:
    """The sequences of the page."""
    ways = "frontier; search"

    def graphs(
        name: str,
        title: str,
        problem: Callable[[cm.Graph[Cell]], Any],
        other: Callable[[cm.Graph[Cell]], int],
        ends: tuple[int, int],
        lattice: Lattice = SQUARE,
    ) -> Numbers:
        one = partial(by_frontier, lambda n: problem(board(n, n, lattice)))
        return Numbers(name, title, one, lambda n: other(board(n, n, lattice)), ends[0], ways, ends[1])

    yield Numbers(
        "paths",
        "Directed paths through all n x n cells (A096969)",
        partial(by_frontier, lambda n: whole_path(board(n, n, SQUARE))),
        lambda n: 2 * sum(len(paths_between(n, *ends)) * times for ends, times in end_pairs(n).items()) if n > 1 else 1,
        12,
        ways,
        6,
    )
    yield graphs("king-paths", "The same as a king moves (twice A308129 for n > 1)", whole_path, paths, (7, 4), KING)
    yield Numbers(
        "circuits",
        "Circuits through all 2n x 2n cells (A003763)",
        partial(by_frontier, lambda n: whole(board(2 * n, 2 * n, SQUARE))),
        lambda n: len(paths_between(2 * n, 0, 1)),  # Each takes the first step along the first row.
        7,
        ways,
        3,
    )
    yield graphs("king-circuits", "Circuits of a king through all n x n cells (A140519)", whole, circuits, (7, 4), KING)
    yield graphs("cycles", "Cycles in n x n points (A140517)", Subgraph, cycles, (12, 5))
    yield graphs("king-cycles", "The same as a king moves", Subgraph, cycles, (6, 4), KING)
    yield Numbers(
        "corners",
        "Paths from corner to opposite corner of n x n points (A007764)",
        lambda n: by_frontier(lambda n: corners(board(n, n, SQUARE)), n) if n > 1 else 1,
        lambda n: paths(board(n, n, SQUARE), corner_to_corner=True),
        12,
        ways,
        5,
    )
    for name, title, problem, (last, most) in (
        (
            "cells-dominoes",
            "Dominoes and single cells on n x n (A028420)",
            lambda n: tilings(n, n, [DOMINO, CELL]),
            (13, 4),
        ),
        ("blocks", "Squares of side 1 and 2 on n x n (A063443)", lambda n: tilings(n, n, [BLOCK, CELL]), (16, 5)),
        ("bent", "Bent trominoes on 4 x 3n (A046984)", lambda n: tilings(4, 3 * n, [BENT]), (40, 4)),
        ("tetrominoes", "Tetrominoes of any shape on 4 x n", lambda n: of_any_shape(4, n, 4), (40, 6)),
        (
            "pentominoes",
            "Pentominoes of any shape on 5 x n (A174249)",
            lambda n: of_any_shape(5, n, 5),
            (40, 5),
        ),
        ("two-or-none", "Squares with two blue sides or none, n x n, red rims", two_or_none, (12, 4)),
    ):
        yield Numbers(name, title, partial(by_frontier, problem), partial(by_force, problem), last, ways, most)
    yield Numbers(
        "dominoes",
        "Dominoes on 2n x 2n (A004003)",
        partial(by_frontier, lambda n: tilings(2 * n, 2 * n, [DOMINO])),
        lambda n: determinant(2 * n),
        8,
        "frontier; determinant",
    )


@question("sequences", "Sequences of paths, loops and tilings")
def answer() -> Answer:
    """The first terms of each sequence."""
    found = {sequence: sequence.terms() for sequence in sequences()}
    return Answer(
        f"**{len(found)} sequences of numbers**, each with a b-file, the form that the OEIS takes, from n = 1 on. The "
        "number in brackets is that of the OEIS, where it has the sequence; some terms there go further.",
        "the first terms, as many as the second number of *terms* says, were found by another method, too: by a search "
        "in plain Python that shares nothing with the frontier or, for dominoes, by a determinant (P. W. Kasteleyn, "
        "The statistics of dimers on a lattice, 1961).",
        ["what is counted", "last term", "terms, both ways", "ways", "file"],
        [
            [each.title, f"{terms[-1]:,}", f"{len(terms)}, {each.both or len(terms)}", each.ways, each.link]
            for each, terms in found.items()
        ],
        files=[each.b_file(terms) for each, terms in found.items()],
    )
