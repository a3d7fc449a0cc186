"""Questions about 63 hexagons that hang."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from itertools import product
from typing import Any

import cpmodels as cm
import renderers
from benchmarks.studies.found import Example, solved
from benchmarks.studies.gardens.groups import excluded
from benchmarks.studies.lattices.answers import question
from benchmarks.studies.lattices.regions import (
    CORNERS,
    OFFSETS,
    TILES,
    Cell,
    Convex,
    convex_regions,
    corners,
    corners_of_tiles,
    gaps,
    no_room,
)
from benchmarks.studies.lattices.walking import found
from benchmarks.studies.questions import Answer, agreed
from cpmodels.base.lattice import Matrix, apply, closure
from cpmodels.puzzles.garden.tiles import NAMED_LATTICES

HEXAGONAL = "hexagonal"
HONEYCOMB = NAMED_LATTICES[HEXAGONAL]

LEAST = Convex(6, 16, 1, 2)
"""The smallest convex region in which a garden was found."""

IN_LEAST = """
_#####
##.##.
#.#..#
##.#.#
###.##
##.#.#
.###..
#...##
.##..#
#..#.#
#####.
..#.##
######
#.####
.##.#_
####__
"""
"""A garden there, a line for each y and a sign for each x.  CaDiCaL found it in a minute, from the model that is told
the number of corners; walks of 500 million steps did not."""

SIDE_7 = Convex(13, 13, 6, 6)
"""The hexagon of side 7."""

WALKED = {Convex(5, 20, 1, 3): (0.48, 7), Convex(5, 19): (0.48, 4), Convex(14, 14, 0, 13): (0.45, 1), SIDE_7: (0.36, 1)}
"""Regions in which walks find a garden, with the temperature and the seed that do."""

STEPS = 40_000_000

OPEN_SECONDS = 20
"""How long the region that counting leaves open is searched; four minutes did not decide it, either."""

DIRECTIONS = range(6)

APART = {(1, 0): (0.36, 1), (2, 0): (0.36, 1), (3, 0): (0.38, 3), (3, 1): (0.34, 3)}
"""Numbers of components of two tiles and of three, with the temperature and seed of a walk for all other tiles."""


def strip(length: int, beyond: int) -> list[Cell]:
    """The cells about a line of touching cells, symmetric to it: some lines beyond it to each side, all as long."""
    rows = range(-beyond, beyond + 1)
    return [(x, y) for y in rows for x in range(-length, length) if abs(2 * x + y) < length]


SYMMETRIC: dict[str, str | list[Cell]] = {"C1": "hexagon 7", "D1": "hexagon 7", "D1'": strip(21, 3)}
"""A region for each class of symmetry that counting does not exclude."""


def walked(region: Convex, **variant: Any) -> Example:
    """A garden in a region that walks find, and that is so besides."""
    temperature, seed = WALKED[region]
    garden = cm.Garden.hanging(lattice=HEXAGONAL, region=list(region.places()), **variant)
    tiles = found(region.places(), temperature=temperature, steps=STEPS, seed=seed)
    placement = cm.puzzles.TilePlacement(list((tiles or {}).items()))
    agreed(f"broken rules in {region}", garden.check(placement), [])
    return Example(garden, placement, 0)


def in_least() -> Example:
    """The garden of `IN_LEAST`."""
    garden = cm.Garden.hanging(lattice=HEXAGONAL, region=list(LEAST.places()))
    lines = IN_LEAST.split()
    cells = {(x, y) for x, y in garden.cells if lines[y][x] == "#"}
    codes = {c: sum(1 << d for d, other in enumerate(garden.neighbours[c]) if other in cells) for c in cells}
    placement = cm.puzzles.TilePlacement(list(codes.items()))
    agreed(f"broken rules in {LEAST}", garden.check(placement), [])
    return Example(garden, placement, 0)


def by_corners(region: Convex) -> cm.Model[cm.puzzles.TilePlacement]:
    """The model of a garden, with the number of corners that it has in any case."""
    garden = cm.Garden.hanging(lattice=HEXAGONAL, region=list(region.places()))
    model = cm.build(garden)
    occupied = dict(zip(garden.cells, model.key, strict=False))
    around: dict[frozenset[Cell], list[Cell]] = {}
    for (x, y), d in product(occupied, DIRECTIONS):
        (ax, ay), (bx, by) = OFFSETS[d], OFFSETS[(d + 1) % 6]
        around.setdefault(frozenset([(x, y), (x + ax, y + ay), (x + bx, y + by)]), []).append((x, y))
    free = []
    for cells in around.values():
        free.append(model.cp.new_bool_var(""))
        model.cp.add_bool_or([free[-1], *(occupied[cell] for cell in cells)])
        for cell in cells:
            model.cp.add_implication(free[-1], ~occupied[cell])
    model.cp.add(sum(free) == len(around) - CORNERS)
    return model


def components(cells: Collection[Cell]) -> int:
    """How many components some cells have."""
    left, number = set(cells), 0
    while left:
        number += 1
        reached = [left.pop()]
        for x, y in reached:
            around = {(x + dx, y + dy) for dx, dy in OFFSETS} & left
            left -= around
            reached += around
    return number


def holes(cells: Collection[Cell]) -> int:
    """How many components of what is empty are enclosed."""
    low, high = min(map(min, cells)) - 1, max(map(max, cells)) + 1
    rest = set(product(range(low, high + 1), repeat=2)) - set(cells)
    return components(rest) - 1


def drawn(example: Example, title: str) -> tuple[renderers.Picture, str]:
    """A garden with its caption."""
    return renderers.draw(example.puzzle, example.solution), title


def euler(examples: Collection[Example]) -> None:
    """Raise DisagreementError unless each garden has the corners, and the holes, that all gardens have."""
    for example in examples:
        cells = list(example.solution.codes)
        agreed("corners", corners(cells), CORNERS)
        agreed("holes but one", holes(cells) - 1, components(cells))


@question("hexagons-smallest", "The smallest regions that hold the 63 hanging hexagons")
def smallest() -> Answer:
    """Found by walks, or by CP-SAT; refuted by counting corners."""
    agreed("corners", sum(corners_of_tiles()), CORNERS)
    rows: list[list[Any]] = []
    for side in (5, 6):
        region = Convex(2 * side - 1, 2 * side - 1, side - 1, side - 1)
        rows.append([str(region), region.cells, "none", no_room(region)])
    examples = {region: walked(region) for region in WALKED}
    rows.append([str(SIDE_7), SIDE_7.cells, "yes", "by a walk"])
    rhombus, triangle = Convex(5, 19), Convex(14, 14, 0, 13)
    rhombi = [Convex(a, b) for a, b in product(range(1, 95), repeat=2) if a <= b and a * b < rhombus.cells]
    agreed("smaller rhombi", [region for region in rhombi if not no_room(region)], [])
    close = Convex(9, 10)
    rows += [
        ["rhombus 3 x n or 4 x n", "any", "none", f"{no_room(Convex(4, 99))}, and that is not enough (above)"],
        [str(close), close.cells, "none", no_room(close)],
        [f"all {len(rhombi)} rhombi of less cells", f"< {rhombus.cells}", "none", "by such counts"],
        [str(rhombus), rhombus.cells, "yes", "by a walk"],
    ]
    thirteen = Convex(13, 13, 0, 12)
    rows += [
        [str(thirteen), thirteen.cells, "none", no_room(thirteen)],
        [str(triangle), triangle.cells, "yes", "by a walk"],
    ]
    left = []
    convex = 0
    for cells in range(1, LEAST.cells):
        regions = convex_regions(cells)
        convex += len(regions)
        left += [region for region in regions if not no_room(region)]
    rows.append([f"convex, all {convex - len(left):,} but {len(left)}", f"< {LEAST.cells}", "none", "by such counts"])
    for region in left:
        agreed(str(region), cm.solve(by_corners(region), time_limit=OPEN_SECONDS, workers=1).solution, None)
        rows.append([str(region), region.cells, "open", f"not decided by CP-SAT in {OPEN_SECONDS} s"])
    examples[LEAST] = in_least()
    rows.append([str(LEAST), LEAST.cells, "yes", "by CaDiCaL, given the number of corners, in a minute"])
    euler(examples.values())
    least = min(region.cells for region in left)
    return Answer(
        f"**A hexagon of side 7 is the smallest hexagon that holds the 63 tiles, and 5 x 19 = {rhombus.cells} cells "
        f"the smallest rhombus, which counting proves; the smallest convex region has {least} or {LEAST.cells} "
        "cells**.\n\n"
        f"*Corners.* Three cells of the lattice meet in each of its corners. Every garden has just {CORNERS} "
        "corners, each counted once: its tiles have 90 corners between two red faces, which are no other tile's, 192 "
        "between a blue and a red face, which two tiles share, and 96 between two blue faces, which three share. The "
        "hexagon of side 6 has 91 cells, but just 216 corners.\n\n"
        "*Rims.* Along a side of a region no tile has a blue face beyond that side, so at most four of the tiles "
        f"there are blue both ways along it. So a line of ten cells on the rim has {gaps(10)} empty ones, and a line "
        f"of eighteen {gaps(18)}; and each empty cell has a corner to itself, which is lost. That leaves no rhombus "
        f"of less than {rhombus.cells} cells but narrow ones.\n\n"
        "*Narrow rhombi.* A strip of four lines is too narrow, however long. 36 tiles are blue both up and down, and "
        "lie in the two inner lines. The tiles of the lower one have A blue faces down and B up, those of the upper "
        "one C down and D up. Then A + C = B + D = 48, and A + D is at least 36, as each of the 36 tiles has one of "
        "these faces. The three gaps between the lines have at least A, (B + C) / 2 and D blue pairs, together 48 + "
        "(A + D) / 2 or more, which is 66; but there are just 64.\n\n"
        "*Holes.* By the same corners, 63 cells less 96 pairs that touch and 32 threes leave -1: **each garden has "
        "one hole more than it has components**.",
        "the counts by a program with a geometry of its own (`regions.py`), without a solver. What was found passes "
        "the checker, and each garden has just this many corners and holes. The walks are a program without a solver, "
        "too (`walking.py`). In the region that is open they took 500 million steps, and came to a garden but for "
        "one tile; CP-SAT had four minutes.",
        ["region", "cells", "garden", "how"],
        rows,
        [
            drawn(examples[LEAST], f"63 hexagons in {LEAST.cells} cells, {LEAST}"),
            drawn(examples[rhombus], str(rhombus)),
        ],
        [(example.puzzle, example.solution) for example in examples.values()],
    )


def has_room(group: Collection[Matrix], side: int = 12) -> bool:
    """Whether a hexagon of a side has as many cells as tiles of each stabiliser, looked at one by one."""
    middle = side - 1
    region = Convex(2 * side - 1, 2 * side - 1, middle, middle)
    cells = [(x - middle, y - middle) for x, y in region.places()]
    ways = {m: [OFFSETS.index(apply(m, offset)) for offset in OFFSETS] for m in group}

    def moved(m: Matrix, tile: int) -> int:
        return sum(1 << ways[m][d] for d in DIRECTIONS if tile >> d & 1)

    kept = Counter(frozenset(m for m in group if apply(m, cell) == cell) for cell in cells)
    alike = Counter(frozenset(m for m in group if moved(m, tile) == tile) for tile in TILES)
    return all(number <= kept[moves] for moves, number in alike.items())


def own_symmetries(codes: Mapping[Cell, int]) -> int:
    """How many turns and mirrors about its all-blue tile leave a garden as it is."""
    (middle,) = (cell for cell, code in codes.items() if code == 63)
    cells = {(x - middle[0], y - middle[1]) for x, y in codes}

    return sum({apply(m, cell) for cell in cells} == cells for m in HONEYCOMB.point_group)


@question("hexagons-symmetry", "Which symmetries hanging hexagons can have")
def symmetry() -> Answer:
    """All ten classes of subgroups of the hexagon's: an example of each that can be, the reason for the others."""
    rows, pictures, examples = [], [], []
    for name in HONEYCOMB.groups:
        group = frozenset(closure(HONEYCOMB.groups[name], 2))
        why = excluded(group, HONEYCOMB, "hexagon")
        agreed(f"{name} is not excluded by counting", why is None, name in SYMMETRIC)
        agreed(f"{name}, cell by cell", why is None, has_room(group))
        if why:
            rows.append([name, len(group), "no", why])
            continue
        garden = cm.Garden.hanging(lattice=HEXAGONAL, region=SYMMETRIC[name], symmetry=name, exact=True)
        example = solved(garden)
        agreed(f"symmetries of the example of {name}", own_symmetries(example.solution.codes), len(group))
        rows.append([name, len(group), "yes", f"63 hexagons, found in {example.seconds:.1f} s"])
        examples.append(example)
        pictures.append(drawn(example, f"Symmetry {name}"))
    euler(examples)
    rows.sort(key=lambda row: (row[2] == "no", row[1]))
    return Answer(
        f"**{len(SYMMETRIC)} of the {len(rows)} classes of symmetry groups of the hexagon are symmetries of hanging "
        "gardens, however large: no symmetry (C1), and one mirror, between two neighbouring cells (D1) or along a "
        "line of cells that touch (D1')**.\n\n"
        "A symmetry of a garden maps the one all-blue tile to itself, so the cell of that tile is its centre. Half a "
        "turn maps seven tiles to themselves but leaves only the centre in place, and a third of a turn three tiles; "
        "so there can be no turn at all.\n\n"
        "A mirror that swaps East and West maps seven tiles to themselves, which lie on its line, apart from one "
        "another. A mirror whose line goes from East to West maps fifteen to themselves: eight of them are blue to "
        "the East and eight to the West, so they lie in seven runs, with at least six gaps, on a line of at least 21 "
        "cells. The example has just 21.\n\n"
        "*Isometries* is the number of elements of the group, the identity among them.",
        "every example passes the checker, and its symmetries are counted about its all-blue tile. That the other "
        "classes leave too few cells was also found by looking at each cell of a hexagon of side 12, and at each "
        "tile.",
        ["group", "isometries", "gardens", "example, or why not"],
        rows,
        pictures,
        [(example.puzzle, example.solution) for example in examples],
    )


@question("hexagons-connected", "Hanging hexagons in one piece")
def connected() -> Answer:
    """An example of each class of symmetry that they can have, and why there is none with the other mirror."""
    with_mirror = solved(cm.Garden.hanging(lattice=HEXAGONAL, region="hexagon 8", symmetry="D1", connected=True))
    examples = {"C1": walked(SIDE_7, connected=True), "D1": with_mirror}
    for name, example in examples.items():
        agreed(f"components of {name}", components(list(example.solution.codes)), 1)
        agreed(f"symmetries of {name}", own_symmetries(example.solution.codes), 1 + (name == "D1"))
    euler(examples.values())
    on_line = [tile for tile in range(1, 64) if mirrored(tile) == tile]
    runs = len(on_line) - sum(tile & 1 for tile in on_line)
    agreed("tiles and runs on the line", (len(on_line), runs), (15, 7))
    return Answer(
        "**There are hanging hexagons in one piece, without symmetry and with a mirror that swaps two neighbours "
        "(D1), but none with a mirror along a line of cells that touch (D1'), however large the region; and each has "
        "just two holes**. How many there are is open: no tile is more than 57 steps away from the all-blue one, 32 "
        "with the mirror, so they are finitely many, but too many to list.\n\n"
        "*Why not D1'.* Each garden has one hole more than it has components (above), hence two in one piece. With a "
        f"mirror along a line, {len(on_line)} tiles lie in {runs} runs on this line. In one piece, any two runs are "
        "connected on one side of the line, as the other side is its mirror image; that path and its image enclose "
        f"the gaps between the two runs. No two of the {runs - 1} gaps are of the same hole: a way from one to the "
        "other through empty cells, folded to one side, would cut the runs between them off from all others. So "
        f"there would be {runs - 1} holes, and not two.",
        "the examples pass the checker, which follows the pieces, and a program of its own that counts components "
        "and holes. The tiles and runs on the line are counted from the tiles.",
        ["symmetry", "in one piece", "how"],
        [
            ["C1", "yes", "found by a walk in a hexagon of side 7"],
            ["D1", "yes", f"found in a hexagon of side 8 in {with_mirror.seconds:.1f} s"],
            ["D1'", "no", f"{runs - 1} holes would be enclosed, and there are two"],
        ],
        [drawn(example, f"63 hexagons in one piece, symmetry {name}") for name, example in examples.items()],
        [(example.puzzle, example.solution) for example in examples.values()],
    )


def mirrored(tile: int) -> int:
    """What a mirror along East and West makes of a tile."""
    return sum(1 << -d % 6 for d in DIRECTIONS if tile >> d & 1)


Part = dict[Cell, int]


def parts_of(pairs: int, triangles: int) -> list[Part]:
    """Components of two tiles with one blue face, and of three with two neighbouring ones."""
    parts: list[Part] = [{(0, 0): 1 << d, OFFSETS[d]: 1 << d + 3} for d in range(pairs)]
    for d in range(triangles):
        corners_ = [(0, 0), OFFSETS[d], OFFSETS[d + 1]]
        inside = set(corners_)
        parts.append(
            {
                (x, y): sum(1 << k for k, (dx, dy) in enumerate(OFFSETS) if (x + dx, y + dy) in inside)
                for x, y in corners_
            }
        )
    return parts


def apart(parts: Collection[Part]) -> tuple[cm.Garden, cm.puzzles.TilePlacement]:
    """Components side by side with a gap, in a rhombus that just holds them."""
    right, top, tiles = 0, 0, dict[Cell, int]()
    for part in parts:
        west, south = min(x for x, _ in part), min(y for _, y in part)
        tiles |= {(x - west + right, y - south): code for (x, y), code in part.items()}
        right = max(x for x, _ in tiles) + 2
        top = max(top, *(y for _, y in tiles))
    number = components(tiles)
    garden = cm.Garden.hanging((right - 1, top + 1), lattice=HEXAGONAL, components=(number, number))
    return garden, cm.puzzles.TilePlacement(list(tiles.items()))


@question("hexagons-components", "How many components hanging hexagons can have")
def numbers() -> Answer:
    """One is the fewest; a bound for the most, and the most that were found."""
    rows: list[list[Any]] = [[1, "one piece", "see above"]]
    examples = []
    for (pairs, triangles), (temperature, seed) in APART.items():
        parts = parts_of(pairs, triangles)
        used = {code for part in parts for code in part.values()}
        rest = found(Convex(13, 13, 6, 6).places(), set(TILES) - used, temperature=temperature, steps=STEPS, seed=seed)
        garden, placement = apart([*parts, rest or {}])
        agreed(f"broken rules with {pairs} pairs, {triangles} threes", garden.check(placement), [])
        examples.append(Example(garden, placement, 0))
        what = f"{pairs} of two tiles, {triangles} of three, and one of {len(rest or {})}"
        rows.append([components(placement.codes), what, "by a walk"])
    euler(examples)
    agreed("components", [row[0] for row in rows], list(range(1, len(rows) + 1)))
    within = [tile for tile in TILES if not tile & ~0b111]
    agreed("tiles with blue faces in three neighbouring directions alone", len(within), 7)
    most = rows[-1][0]
    return Answer(
        "**A hanging garden of hexagons has at least one component and at most seven**. There are gardens with 1 to "
        f"{most}; whether more are possible is open.\n\n"
        "Take the last tile of a component, row by row. It has no tile above it and none to the East, so its blue "
        "faces are among those to the West, South West and South East. There are just seven such tiles, so there are "
        "at most seven components. (In the same way, squares have at most three, and cubes seven.)\n\n"
        "A garden of seven components would have eight holes, and in each component just one of the tiles whose blue "
        "faces are among three that follow one another. With two components of three tiles and three of two, 51 "
        "tiles are left, and walks of five hundred million steps came to a garden of these but for two tiles.",
        "every example passes the checker, which counts the components, and a program of its own, which counts the "
        "holes as well.",
        ["components", "which", "found"],
        rows,
        [drawn(examples[-1], f"63 hexagons in {most} components")],
        [(example.puzzle, example.solution) for example in examples],
    )
