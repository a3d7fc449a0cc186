"""Questions about 64 hexagons that fill a region."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import cpmodels as cm
import renderers
from benchmarks.studies.found import solved
from benchmarks.studies.gardens.profiles import packings
from benchmarks.studies.lattices.answers import question
from benchmarks.studies.lattices.regions import ACROSS, FLAT, OFFSETS, Cell, Convex, convex_regions, no_packing
from benchmarks.studies.lattices.sampling import estimated, scientific
from benchmarks.studies.questions import Answer, agreed

HEXAGONAL = "hexagonal"
CELLS = 64
SQUARE = Convex(8, 8)
"""The rhombus of as many cells along each side."""

DIAGONAL = [((0, 1), (1, 0))]
"""The mirror in the long diagonal of a rhombus."""

SIDES_OF_SQUARES = ((1, 0), (0, 1), (-1, 0), (0, -1))
PARTICLES, RUNS, RUNS_OF_OTHERS = 50_000, 30, 5
"""Copies that are drawn for each estimate, and how many estimates there are of 8 x 8, and of each other region."""


def garden_in(region: Convex, **variant: Any) -> cm.Garden:
    """The packed garden of a region; as a box where it is a rhombus."""
    if not (region.low or region.high):
        return cm.Garden.packed((region.width, region.height), lattice=HEXAGONAL, **variant)
    return cm.Garden.packed(lattice=HEXAGONAL, region=list(region.places()), **variant)


@question("hexagons-packed", "Which regions all 64 hexagons fill")
def packed() -> Answer:
    """All convex regions of 64 cells: an example, or why there is none."""
    rows: list[list[Any]] = []
    examples = []
    for region in convex_regions(CELLS):
        if why := no_packing(region):
            rows.append([str(region), "no", why, ""])
            continue
        garden = garden_in(region)
        example = solved(garden)
        agreed(f"broken rules in {region}", garden.check(example.solution), [])
        examples.append(example)
        mirrors = [m for m in garden.moves() if garden_in(region, symmetry=[m]).infeasible_reason() is None]
        symmetric = "none" if len(mirrors) == 1 else "a mirror"
        agreed(f"symmetries of {region}", len(mirrors) > 1, region == SQUARE)
        rows.append([str(region), "yes", f"found in {example.seconds:.1f} s", symmetric])
    pictures = [renderers.draw(example.puzzle, example.solution) for example in examples]
    return Answer(
        f"There are {len(rows)} convex regions of 64 hexagons. **All 64 tiles fill {len(examples)} of them, blue to "
        f"blue and red to red, with a red rim; the other {len(rows) - len(examples)} are impossible, by "
        "counting**.\n\n"
        f"Of the tiles, {ACROSS} have blue faces to both sides of a line, so none of these lies on one of two "
        f"opposite sides of the region, and as many cells must lie between them. {FLAT} tiles are red to one side of "
        "a line, so no side of the region is longer. Of the rhombi this leaves just 8 x 8: 4 x 16 has only 32 cells "
        "between its long sides.\n\n"
        "A packing can be its own mirror image only in the rhombus, in its long diagonal. Half a turn maps eight "
        "tiles to themselves, and a third of a turn four, but they leave at most one cell in place. A mirror maps "
        "eight tiles to themselves or, along a line of cells that touch, sixteen, and the other regions with such a "
        "mirror have more or fewer cells on its line.",
        "what was found passes the checker; the reasons come from a program with a geometry of its own "
        "(`regions.py`), without a solver.",
        ["region", "filled", "how, or why not", "symmetry that counting leaves"],
        rows,
        [(renderers.gallery(pictures, 4), f"The {len(examples)} convex regions of 64 hexagons that the tiles fill")],
        [(example.puzzle, example.solution) for example in examples],
    )


@question("hexagons-rims", "All 64 hexagons packed 8 x 8: kinds of rim, one network, the red one inside")
def rims() -> Answer:
    """A rhombus of each kind of rim, and with what else can be asked of a packed garden."""
    box = (SQUARE.width, SQUARE.height)
    asked: list[tuple[str, cm.Garden]] = []
    for boundary in combinations_with_replacement(("red", "free", "torus"), 2):
        asked.append((" and ".join(boundary), cm.Garden.packed(box, lattice=HEXAGONAL, boundary=boundary)))
    inside = cm.Garden.packed(box, lattice=HEXAGONAL, red="inside")
    mirrored = cm.Garden.packed(box, lattice=HEXAGONAL, symmetry=DIAGONAL)
    network = cm.Garden.packed(box, lattice=HEXAGONAL, symmetry=DIAGONAL, red="inside", connected=True)
    asked += [
        ("red, the red hexagon inside", inside),
        ("red, its own mirror image", mirrored),
        ("red, a mirror image, the red hexagon inside, all others one network", network),
    ]
    rows, examples = [], []
    for what, garden in asked:
        example = solved(garden)
        agreed(f"broken rules, {what}", garden.check(example.solution), [])
        examples.append(example)
        rows.append([what, round(example.seconds, 1)])
    return Answer(
        "**All 64 hexagons can be packed into a rhombus of 8 x 8 with each pair of rims (red, free, or closed to a "
        "torus), with the red hexagon inside, as their own mirror image, and in one network that holds all but the "
        "red one inside**.\n\n"
        "In the table the rim to the East and West is named first, and the seconds are those to the first packing. "
        "The only symmetry that a packed rhombus can have is the mirror in its long diagonal.",
        "what was found passes the checker, which follows the network as well.",
        ["rim", "seconds"],
        rows,
        [
            (
                renderers.draw(network, examples[-1].solution),
                "A mirror image of itself, all but the red one in one network",
            ),
            (renderers.draw(examples[5].puzzle, examples[5].solution), "Packed on a torus: opposite rims match"),
        ],
        [(example.puzzle, example.solution) for example in examples],
    )


@question("hexagons-counts", "How many packings of hexagons there are")
def counts() -> Answer:
    """Estimated without bias, by a program that is tried on what was counted."""
    squares = [(x, y) for y in range(4) for x in range(4)]
    exact = packings((4, 4))
    mean, error = estimated(squares, SIDES_OF_SQUARES, particles=PARTICLES // 10, runs=RUNS)
    agreed("the estimate for squares is near", abs(mean - exact) < 4 * error + 1, True)
    rows: list[list[Any]] = [["16 squares, 4 x 4 (counted)", f"{exact}", f"{mean:.1f}", f"{error:.1f}", RUNS]]
    best = (0.0, 0.0)
    for region in convex_regions(CELLS):
        if no_packing(region):
            continue
        runs = RUNS if region == SQUARE else RUNS_OF_OTHERS
        places = min((list(region.places()), sorted(region.places())), key=lambda cells: _open(cells))
        mean, error = estimated(places, OFFSETS, particles=PARTICLES, runs=runs)
        best = (mean, error) if region == SQUARE else best
        rows.append([f"64 hexagons, {region}", "", *map(scientific, (mean, error)), runs])
    mean, error = best
    return Answer(
        f"**There are about {scientific(mean)} ways to pack all 64 hexagons into the rhombus of 8 x 8 with a red "
        f"rim, give or take {scientific(error)}** (mean and standard error of {RUNS} unbiased estimates). Up to its "
        f"four symmetries there are about {scientific(mean / 4)}, as packings that are their own mirror images are "
        "far fewer.\n\n"
        "That is too many to count one by one, and dynamic programming would have too many states, as it must know "
        f"which tiles are used. So the number itself is open. For the other regions there are {RUNS_OF_OTHERS} "
        "estimates each, so even their standard errors are rough.",
        "the same program on 16 squares in 4 x 4, whose packings are counted by dynamic programming. An estimate is "
        "unbiased whatever the program guesses (`sampling.py`).",
        ["what", "counted", "estimate", "standard error", "estimates"],
        rows,
    )


def _open(cells: list[Cell]) -> int:
    """How many faces are open at most while cells are filled in order."""
    inside, done = set(cells), set[Cell]()
    most = 0
    for cell in cells:
        done.add(cell)
        faces = sum((x + dx, y + dy) in inside - done for x, y in done for dx, dy in OFFSETS)
        most = max(most, faces)
    return most
