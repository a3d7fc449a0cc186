"""The fewest colours of nine pieces that fit in one way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import comb, sqrt
from random import Random
from typing import Any

import cpmodels as cm
import renderers
from benchmarks.studies.questions import Answer, agreed
from benchmarks.studies.records.answers import question
from benchmarks.studies.records.nine_pieces import Edges, all_sets, are_boards, boards, pieces_of, turns

COLOURS, MOTIFS = 3, 2
"""The most colours with which no set fits in one way, and the fewest motifs with which some do."""

SAMPLE = 10_000
"""So many random sets are looked at where there are too many."""

CHECKED = 20
"""So many of the sets that fit in one way are given to CP-SAT and CaDiCaL."""

RULES: dict[str, Sequence[int]] = {"equal": (0, 1, 2, 3), "sum-zero": (1, 0, 3, 2)}
"""Of four looks, the one that meets each: four colours, or two motifs with two halves."""


def puzzle(pieces: Sequence[Edges], rule: Any) -> cm.EdgeMatching:
    """The pieces as a puzzle; the looks 0, 1, 2, 3 are colours from 1 on, or the halves 1, -1, 2, -2."""
    names = (1, -1, 2, -2) if rule == "sum-zero" else (1, 2, 3, 4)
    return cm.EdgeMatching(3, 3, [[names[look] for look in piece] for piece in pieces], rule=rule)


def none_with_three_colours() -> tuple[int, int, int]:
    """How many sets of pieces of three colours there are, all and in classes, and how many have no board at all.

    Each class has no board, which CP-SAT and CaDiCaL confirm, or more than four, which is more than one up to turns.
    """
    pieces, same = pieces_of(COLOURS), range(COLOURS)
    classes, empty = all_sets(COLOURS), 0
    for chosen, times in classes.items():
        nine = [pieces[i] for i in chosen]
        found = boards(nine, same, 5)
        if len(found) == 0:
            empty += times
            agreed(f"boards of {nine}", cm.count(puzzle(nine, "equal")).total, 0)
            agreed(f"boards of {nine}", cm.confirm(puzzle(nine, "equal"), engine="cadical", known=0).agree, True)
        else:
            agreed(f"{nine} has more than four boards", len(found), 5)
            agreed(f"the boards of {nine} are right", are_boards(nine, same, found), True)
    total = sum(classes.values())
    agreed("sets", total, comb(len(pieces), 9))
    return total, len(classes), empty


def interval(share: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson (1927)."""
    z, p = 1.96, share / of
    middle, half = p + z * z / (2 * of), z * sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    return (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)


def sampled(rule: str, pool: Sequence[Edges]) -> list[list[Edges]]:
    """Those of many random sets that fit in one way."""
    random = Random(f"{rule} {len(pool)}")
    found = []
    for _ in range(SAMPLE):
        nine = random.sample(pool, 9)
        if len(boards(nine, RULES[rule], 5)) == 4:
            found.append(nine)
    for nine in found[:CHECKED]:
        one = puzzle(nine, rule)
        counted = cm.count(one)
        agreed(f"boards of {nine}", (counted.total, counted.orbits, counted.exhausted), (4, 1, True))
        agreed(f"boards of {nine}", cm.confirm(one, engine="cadical", known=4).agree, True)
    return found


@question("edge-colours", "The fewest colours of nine pieces that fit in one way")
def colours() -> Answer:
    """No set of three colours does, by all of them; how many do with four colours, or two motifs, by a sample."""
    total, classes, empty = none_with_three_colours()
    rows: list[list[Any]] = [["equal", f"{COLOURS} colours", "all different", total, "all", 0, 0]]
    agreed("pieces of one motif, which are too few", len(pieces_of(2)) < 9, True)
    rows.append(["sum-zero", "1 motif", "all different", 0, "all", 0, 0])
    examples = []
    for rule, what in (("equal", f"{COLOURS + 1} colours"), ("sum-zero", f"{MOTIFS} motifs")):
        lively = [piece for piece in pieces_of(4) if len(turns(piece)) == 4]
        for pool, which in ((pieces_of(4), "all different"), (lively, "and none like itself turned")):
            found = sampled(rule, pool)
            sets = comb(len(pool), 9)
            low, high = interval(len(found), SAMPLE)
            rows.append(
                [
                    rule,
                    what,
                    which,
                    sets,
                    SAMPLE,
                    len(found),
                    f"{low * sets / 1e6:,.0f} to {high * sets / 1e6:,.0f} million",
                ]
            )
            if pool is not lively:
                agreed(f"a set with {what}", bool(found), True)
                examples.append(puzzle(found[0], rule))
    drawn = [renderers.draw(one, next(islice(cm.solutions(one), 1))) for one in examples]
    return Answer(
        f"Nine pieces that all differ and fit in one way, up to turning the whole board, need **{COLOURS + 1} "
        f"colours where equal ones touch, and {MOTIFS} motifs where halves do**. (If pieces may be alike, one colour "
        "will do.)\n\n"
        f"Of the {total:,} sets of {COLOURS} colours, {classes:,} up to names of the colours and a mirror, {empty:,} "
        "have no board, and all others have more than one. One motif makes fewer than nine pieces. With one colour "
        f"more, the sets that fit in one way were not counted but estimated, from {SAMPLE:,} random ones; the table "
        "gives the 95 % interval.",
        f"each set of {COLOURS} colours by a backtracker: those without a board by CP-SAT and CaDiCaL, those with "
        f"more by five boards each, which are looked at edge by edge. Of the sets that fit in one way {CHECKED} of "
        "each line, or all, by CP-SAT and CaDiCaL.",
        ["rule", "edges", "pieces", "sets", "looked at", "fit in one way", "estimated number"],
        rows,
        [
            (
                renderers.gallery(drawn, 2),
                f"Nine pieces of {COLOURS + 1} colours, and of {MOTIFS} motifs, that fit in one way",
            )
        ],
    )
