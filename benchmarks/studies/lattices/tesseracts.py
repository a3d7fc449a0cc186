"""Questions about 256 tesseracts, cubes of four dimensions, packed 4 x 4 x 4 x 4."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cpmodels as cm
import renderers
from benchmarks.studies.found import confirmed, counted, solved
from benchmarks.studies.lattices.answers import question
from benchmarks.studies.questions import Answer, agreed
from cpmodels.base.lattice import Matrix, apply, closure, compose, conjugate, determinant, identity, signed_permutations

BOX = (4, 4, 4, 4)
LATTICE = "hypercubic"

FEW = 24
"""Groups of this many elements have so few packings that they are counted."""

Group = frozenset[Matrix]


def possible(element: Matrix) -> bool:
    """Whether an element leaves as many cells in place as tiles.

    It turns axes into one another in cycles.  One that comes back the right way round leaves four places in place, and
    four ways to be blue at its ends; one that comes back the wrong way round no place, but two ways.
    """
    for axis in range(4):
        image = start = tuple(int(other == axis) for other in range(4))
        while (image := apply(element, image)) != start:
            if image == tuple(-step for step in start):
                return False
    return True


def groups() -> list[Group]:
    """All groups of elements that counting leaves, one of each class of conjugate ones, by falling order."""
    allowed = frozenset(element for element in signed_permutations(4) if possible(element))
    first = frozenset([identity(4)])
    classes: list[Group] = [first]
    known = set(conjugates(first))
    for group in classes:
        for element in allowed - group:
            larger = joined(group, element, allowed)
            if larger and larger not in known:
                known.update(conjugates(larger))
                classes.append(larger)
    return sorted(classes, key=lambda group: -len(group))


def joined(group: Group, element: Matrix, allowed: Group) -> Group:
    """The group that a group and one more element generate; empty when it has elements that are not allowed."""
    found, frontier = set(group), [element]
    while frontier:
        one = frontier.pop()
        if one not in allowed:
            return frozenset()
        if one not in found:
            found.add(one)
            frontier += [compose(one, other) for other in (*group, element)]
    return frozenset(found)


def conjugates(group: Group) -> Iterator[Group]:
    """A group seen from all turned axes."""
    return (conjugate(group, by) for by in signed_permutations(4))


def axes_of(group: Group) -> Group:
    """A conjugate of a group that only changes axes for one another."""
    return next(one for one in conjugates(group) if all(min(map(min, element)) >= 0 for element in one))


def generators(group: Group) -> list[Matrix]:
    """Few elements that generate a group."""
    chosen: list[Matrix] = []
    while set(closure(chosen, 4)) != group:
        rest = sorted(group - set(closure(chosen, 4)))
        chosen.append(max(rest, key=lambda element: len(closure([*chosen, element]))))
    return chosen


def cycles(element: Matrix) -> str:
    """How an element changes axes for one another: as "(x y)(z u)"."""
    images = {axis: next(row for row in range(4) if element[row][axis]) for axis in range(4)}
    found = ""
    while images:
        axis, cycle = min(images), []
        while axis in images:
            cycle.append("xyzu"[axis])
            axis = images.pop(axis)
        found += f"({' '.join(cycle)})" if len(cycle) > 1 else ""
    return found


@question("tesseracts-packed", "All 256 tesseracts packed 4 x 4 x 4 x 4")
def packed() -> Answer:
    """Which symmetries they can have: an example of each, and how many there are with the largest."""
    plain = cm.Garden.packed(BOX, lattice=LATTICE)
    rows: list[list[Any]] = []
    examples = []
    for group in (found := [axes_of(group) for group in groups()]):
        chosen = generators(group)
        garden = cm.Garden.packed(BOX, lattice=LATTICE, symmetry=chosen)
        agreed(f"counting excludes {len(group)}", garden.infeasible_reason(), None)
        example = solved(garden)
        agreed("broken rules", garden.check(example.solution), [])
        kept = {m for m in signed_permutations(4) if keeps(plain, example.solution, m)}
        agreed("symmetries that are demanded are there", group <= kept, True)
        examples.append((example.puzzle, example.solution))
        number: list[Any] = ["", "", "", ""]
        if len(group) == FEW:
            all_of_it = counted(garden)
            other = confirmed(garden, all_of_it.total)
            number = [all_of_it.total, all_of_it.orbits, round(all_of_it.seconds, 1), round(other, 1)]
        rows.append([len(group), ", ".join(map(cycles, chosen)) or "none", round(example.seconds, 1), *number])
    largest = rows[0]
    mirrors = sum(determinant(m) < 0 for m in found[0])
    agreed("elements of the largest group, mirrors among them", (largest[0], mirrors), (24, 12))
    return Answer(
        f"**All 256 tesseracts can be packed 4 x 4 x 4 x 4 with a red rim**, also with each of the {len(rows) - 1} "
        "classes of symmetry groups that counting leaves: those that permute the axes. With all 24 permutations "
        f"there are **just {largest[3]} packed gardens, {largest[4]} up to symmetry**.\n\n"
        "A tesseract has 384 turns and mirrors. One that takes an axis back to itself the wrong way round leaves "
        "fewer cells in place than it maps tiles to themselves, so no garden has it. Every group without such an "
        "element permutes the axes, when the directions along them are chosen well. For such a group cells and tiles "
        "are alike: there are four places on each axis, and four ways to be blue at its two ends. The picture has "
        "the first of the gardens with all 24, four layers of the fourth axis by four of the third.\n\n"
        "In the table, *symmetries* is the number of elements of the group, and permutations of the axes x, y, z, u "
        "that generate it stand beside it, as cycles. The seconds are those to a first garden; the gardens were "
        "counted for the largest group alone.",
        "all examples pass the checker, and their symmetries are checked cell by cell; the count by CaDiCaL, from "
        "the clauses of the same model. That there are no other groups was found by making them all.",
        ["symmetries", "generated by", "seconds", "packed gardens", "up to symmetry", "CP-SAT, s", "CaDiCaL, s"],
        rows,
        [(renderers.draw(*examples[0]), "256 tesseracts that look the same when any two axes change places")],
        examples,
    )


def keeps(garden: cm.Garden, placement: cm.puzzles.TilePlacement, matrix: Matrix) -> bool:
    """Whether a turn or mirror leaves a packed garden as it is."""
    codes = placement.codes
    return all(codes[garden.moved(matrix, cell)] == garden.turned(code, matrix) for cell, code in codes.items())
