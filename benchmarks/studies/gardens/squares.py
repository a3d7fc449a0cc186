"""Questions about gardens of squares."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import cpmodels as cm
import renderers
from benchmarks.studies.found import counted
from benchmarks.studies.gardens import polyominoes
from benchmarks.studies.gardens.answers import question
from benchmarks.studies.gardens.placements import gardens_in_box
from benchmarks.studies.gardens.profiles import packings
from benchmarks.studies.questions import Answer, agreed

Cells = frozenset[tuple[int, int]]


@cache
def components() -> list[Cells]:
    """All connected sets of cells with patterns all different, up to translation, but for the single cell."""
    return [polyominoes.placed(cells) for cells in polyominoes.polyominoes() if len(cells) > 1]


def placement(cells: Cells) -> cm.puzzles.TilePlacement:
    """The garden of a set of cells."""
    return cm.puzzles.TilePlacement((cell, polyominoes.pattern(cell, cells)) for cell in cells)


def diagonal(cells: Cells) -> bool:
    """Whether a set of cells is its own mirror image in a diagonal."""
    return any(polyominoes.turned(cells, m) == cells for m in (((0, 1), (1, 0)), ((0, -1), (-1, 0))))


def pictures(gardens: list[Cells], columns: int) -> renderers.Picture:
    """Gardens side by side, each in its own box."""
    drawn = []
    for cells in gardens:
        box = polyominoes.sides(cells)
        drawn.append(renderers.draw(cm.Garden.hanging(box), placement(cells)))
    return renderers.gallery(drawn, columns)


@question("squares-connected", "Gardens of fifteen squares in one piece")
def connected() -> Answer:
    """All connected gardens, box by box, and once more cell by cell without a solver."""
    whole = [cells for cells in components() if len(cells) == 15]
    by_box = Counter(polyominoes.sides(cells) for cells in whole)
    rows: list[list[Any]] = []
    total = 0
    for width, height in combinations_with_replacement(range(3, 14), 2):
        if width + height > 16:
            continue  # fifteen squares in one piece touch at most sixteen rows and columns together
        found = counted(cm.Garden.hanging((width, height), connected=True, touching=True))
        agreed(f"{width} x {height}", found.total, by_box[width, height])
        if found.total:
            both = found.total * (1 if width == height else 2)
            inside = [cells for cells in whole if polyominoes.sides(cells) == (width, height)]
            holed = sum(polyominoes.holes(cells) > 0 for cells in inside) * (1 if width == height else 2)
            mirrored = sum(polyominoes.symmetry(cells) > 1 for cells in inside) * (1 if width == height else 2)
            rows.append([f"{width} x {height}", both, found.orbits, mirrored, holed])
            total += both
    free = {min(tuple(sorted(polyominoes.turned(cells, m))) for m in polyominoes.SQUARE): cells for cells in whole}
    agreed("all boxes", total, len(whole))
    agreed("free", sum(row[2] for row in rows), len(free))
    symmetric = [cells for cells in free.values() if polyominoes.symmetry(cells) > 1]
    holed_free = [cells for cells in free.values() if polyominoes.holes(cells)]
    agreed("symmetries", {polyominoes.symmetry(cells) for cells in whole}, {1, 2})
    agreed("all symmetric ones mirror in a diagonal", all(map(diagonal, symmetric)), True)
    agreed("most holes", max(map(polyominoes.holes, whole)), 1)
    return Answer(
        f"There are **{total:,} gardens of the fifteen squares in one piece, {len(free)} up to turns and mirrors**. "
        f"{len(symmetric)} of the {len(free)} are their own mirror images in a diagonal, and no other symmetry "
        f"occurs. {len(holed_free)} have a hole, and none has two.\n\n"
        "The *own box* of a garden is the smallest that holds it. Every other box that fifteen connected squares can "
        "have has no garden, by proof. *Both ways round*: 4 x 6 stands for 6 x 4 as well.",
        "the same totals, box by box, from an enumeration cell by cell that uses no solver (`polyominoes.py`). It "
        "finds the holes, too.",
        ["own box", "gardens (both ways round)", "up to symmetry", "mirror images of themselves", "with a hole"],
        rows,
        [
            (pictures(symmetric[:8], 4), "Connected gardens that are their own mirror images"),
            (pictures(holed_free[:4], 4), "Connected gardens with a hole"),
        ],
    )


@question("squares-components", "Which components a garden of squares can have")
def multisets() -> Answer:
    """All multisets of components whose patterns are the fifteen, by dynamic programming and by CP-SAT."""
    blocks = Counter(polyominoes.tile_set(cells) for cells in components())
    ways = polyominoes.partitions_by_size(blocks)
    total = sum(ways.values())
    fixed = [polyominoes.kept(components(), [m]) for m in polyominoes.SQUARE]
    free, rest = divmod(sum(fixed), len(polyominoes.SQUARE))
    agreed("Burnside's sum leaves", rest, 0)
    several = exact_covers([cells for cells in components() if len(cells) < 15])
    agreed("several components", len(several), total - ways[1])
    rows = [[number, ways[number]] for number in sorted(ways)]
    several.sort(key=len, reverse=True)
    return Answer(
        f"There are **{total:,} sets of components that have each of the fifteen tiles once, {free} up to turns and "
        f"mirrors**; {ways[1]:,} of them are a single piece. The most components are {len(several[0])}.\n\n"
        "If components may float freely, what makes a garden is which components it has, and not where they lie.",
        "the sets of two and more components also by CP-SAT, as an exact cover of the tiles by the same components; "
        "the number up to symmetry by Burnside's lemma, whose sum comes out whole. That no component is missing is "
        "confirmed for those of fifteen squares (above).",
        ["components", "sets"],
        rows,
        [(pictures([apart(cover) for cover in several[:4]], 4), "Gardens of the most components")],
    )


def exact_covers(parts: list[Cells]) -> list[list[Cells]]:
    """All choices of components that have each pattern once, by CP-SAT."""
    from ortools.sat.python import cp_model

    cp = cp_model.CpModel()
    chosen = [cp.new_bool_var("") for _ in parts]
    masks = [polyominoes.tile_set(cells) for cells in parts]
    for bit in range(15):
        cp.add_exactly_one([v for v, mask in zip(chosen, masks, strict=True) if mask >> bit & 1])
    found: list[list[Cells]] = []

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            found.append([cells for cells, v in zip(parts, chosen, strict=True) if self.boolean_value(v)])

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 0
    solver.parameters.presolve_inclusion_work_limit = 0
    agreed("the search ends with", solver.solve(cp, Collect()), cp_model.OPTIMAL)
    return found


def apart(parts: list[Cells]) -> Cells:
    """Components side by side with a gap."""
    cells: set[tuple[int, int]] = set()
    right = 0
    for part in parts:
        cells |= {(x + right, y) for x, y in part}
        right += polyominoes.sides(part)[0] + 1
    return frozenset(cells)


def boxes() -> list[tuple[int, int]]:
    """Sides from 3 to 7, as the all-blue square has neighbours on all sides; and 3 x 8, smaller than 5 x 5."""
    return [*combinations_with_replacement(range(3, 8), 2), (3, 8)]


@question("squares-boxes", "Gardens of squares inside each box up to 7 x 7")
def inside_boxes() -> Answer:
    """Counted by CP-SAT, and from the components by laying them into the box."""
    covers = exact_covers(components())
    rows = []
    sizes: list[list[int]] = [[], []]
    for width, height in boxes():
        without, with_red = (counted(cm.Garden.hanging((width, height), red=red)) for red in ("omit", "place"))
        by_hand = gardens_in_box(covers, (width, height))
        agreed(f"{width} x {height}", (without.total, with_red.total), by_hand)
        for cells, found in zip(sizes, (without, with_red), strict=True):
            cells += [width * height] * (found.total > 0)
        if without.total:
            rows.append([f"{width} x {height}", without.total, without.orbits, with_red.total, with_red.orbits])
    least = [min(cells) for cells in sizes]
    return Answer(
        f"**The smallest box with a garden has {least[0]} cells; with the red square in the box as well it has "
        f"{least[1]}**. Boxes up to 7 x 7 that are not in the table have none.\n\n"
        "A garden may lie anywhere in its box here, and at each place it counts as another one.",
        "the same numbers come from the components (see above), laid into the box in all ways in which they do not "
        "touch.",
        ["box", "15 squares", "up to symmetry", "with the red square", "up to symmetry"],
        rows,
    )


@question("squares-packed", "All sixteen squares packed 4 x 4, for all kinds of rim")
def packed() -> Answer:
    """Counted by CP-SAT, and by dynamic programming over the rim of what is laid."""
    rows = []
    for boundary in combinations_with_replacement(("red", "free", "torus"), 2):
        found = counted(cm.Garden.packed((4, 4), boundary=boundary))
        agreed(str(boundary), found.total, packings((4, 4), boundary))
        connected = (
            counted(cm.Garden.packed((4, 4), boundary=boundary, connected=True)) if boundary[0] != "free" else None
        )
        rows.append(
            [*boundary, found.total, found.orbits, connected.total if connected else "", round(found.seconds, 1)]
        )
    torus = cm.solve(cm.Garden.packed((4, 4), boundary="torus"))
    red = cm.solve(cm.Garden.packed((4, 4), connected=True))
    drawn = [renderers.draw(result.puzzle, result.solution) for result in (red, torus)]
    return Answer(
        f"There are **{rows[0][2]:,} packings with a red rim, {rows[3][2]:,} with a free rim and {rows[5][2]:,} on a "
        "torus**.\n\n"
        "A rim is red (only red faces look out), free (any do), or closed to a torus (opposite rims match). With two "
        "different ones the square is a cylinder or a band. Symmetries are the turns and mirrors that keep the rims, "
        "and on a torus shifts. *In one piece*: all squares but the red one are connected by blue faces. The seconds "
        "are those of CP-SAT for one packing of each orbit, with proof.",
        "the totals by dynamic programming over the rim of what is laid (`profiles.py`), without a solver; those in "
        "one piece by CP-SAT alone.",
        ["East and West", "North and South", "packings", "up to symmetry", "in one piece", "seconds"],
        rows,
        [(renderers.gallery(drawn, 2), "Packed with a red rim, in one piece; and on a torus")],
    )
