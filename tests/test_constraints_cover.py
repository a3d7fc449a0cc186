"""Exact covers on a bare CpModel: each solution once over all variables, and counts that others have published."""

from collections import defaultdict
from itertools import product

import cover_oracle
import numpy as np
import pytest
from cover_oracle import by_xcover, needs_xcover
from examples import examples
from hypothesis import given
from ortools.sat.python import cp_model
from random_models import enumerated, same_sets

from cpmodels.base.description import ExactCover, Option
from cpmodels.base.errors import ModelError
from cpmodels.constraints import exact_cover


def covers(cover):
    cp = cp_model.CpModel()
    return enumerated(cp, exact_cover(cp, cover))


@examples(300)
@given(cover_oracle.exact_covers())
def test_each_cover_comes_once_and_nothing_else_does(cover):
    same_sets(covers(cover), cover_oracle.solutions(cover))


def macmahon_squares():
    """The 24 squares of three colours, each as the least of its turns."""
    squares = sorted({min(square[t:] + square[:t] for t in range(4)) for square in product(range(3), repeat=4)})
    assert len(squares) == 24
    return squares


def macmahon(where):
    """MacMahon's squares of three colours in 4 x 6, touching edges alike and colour 0 all along the rim.

    where: in which cells the squares of one colour may lie, by their colour; by default in any.
    """
    rows, cols = 4, 6
    squares = macmahon_squares()
    options = []
    for r, c in product(range(rows), range(cols)):
        rim = (r == 0, c == cols - 1, r == rows - 1, c == 0)
        edges = (("across", r, c), ("along", r, c + 1), ("across", r + 1, c), ("along", r, c))
        for square in squares:
            if len(set(square)) == 1 and (r, c) not in where.get(square[0], [(r, c)]):
                continue
            for turned in dict.fromkeys(square[t:] + square[:t] for t in range(4)):
                if not any(outside and colour for outside, colour in zip(rim, turned, strict=True)):
                    inner = {e: k for e, k, outside in zip(edges, turned, rim, strict=True) if not outside}
                    options.append(Option(((r, c), turned), [("cell", r, c), ("square", square)], inner))
    return ExactCover.of(options).pruned()


@needs_xcover
@pytest.mark.parametrize(("cell", "count"), [((1, 0), 70), ((0, 1), 525)])
def test_macmahon_squares_with_three_of_them_in_place(cell, count):
    cover = macmahon({0: [cell], 1: [(1, 2)], 2: [(2, 4)]})
    found = covers(cover)
    assert len(found) == len(set(found)) == count
    same_sets(by_xcover(cover), found)


MACMAHON = 106_624
"""Solutions of MacMahon's puzzle: 13,328 up to the symmetries of the board and the exchange of two colours."""


@pytest.mark.slow
def test_macmahon_squares_from_two_halves():
    """The count without any solver: the board turned by half a turn, its right half is a left one.

    Two left halves make a board when they have no square in common and their colours along the middle agree.
    """
    laid = defaultdict(list)
    for number, square in enumerate(macmahon_squares()):
        for north, east, south, west in dict.fromkeys(square[t:] + square[:t] for t in range(4)):
            laid[north, west].append((1 << number, east, south))

    def column(west):
        """The sets of squares of all columns with these colours to the West, by their colours to the East."""
        found = [(0, (), 0)]
        for row in range(4):
            found = [
                (used | bit, (*colours, east), south)
                for used, colours, north in found
                for bit, east, south in laid[north, west[row]]
                if not used & bit and (row < 3 or not south)
            ]
        sets = defaultdict(list)
        for used, colours, _ in found:
            sets[colours].append(used)
        return {colours: np.array(used, np.int32) for colours, used in sets.items()}

    columns = {west: column(west) for west in product(range(3), repeat=4)}

    def with_another_column(left, east):
        return np.concatenate(
            [sets[sets & used == 0] | used for west, sets in left.items() for used in columns[west].get(east, ())]
        )

    two = {east: with_another_column(columns[0, 0, 0, 0], east) for east in columns}
    total = 0
    for east in columns:
        if east <= east[::-1]:
            one, other = (
                np.bincount(with_another_column(two, colours), minlength=1 << 24) for colours in (east, east[::-1])
            )
            total += int(one @ other[::-1]) * (1 if east == east[::-1] else 2)
    assert total == MACMAHON


GOOD = Option("good", ["x"])


@pytest.mark.parametrize(
    ("cover", "arguments", "sentence"),
    [
        ([GOOD], {"copies": {"y": 1}}, "the item 'y' must be covered once, but no option covers it"),
        (ExactCover(["x"], [GOOD]), {"copies": {"x": 1}}, "leave copies out"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(cover, arguments, sentence):
    with pytest.raises(ModelError, match=sentence):
        exact_cover(cp_model.CpModel(), cover, **arguments)


def test_an_item_without_options_has_no_solution():
    cover = ExactCover(["x", "y"], [GOOD])
    assert covers(cover) == []
    assert covers(ExactCover({"x": 1, "y": 2}, [GOOD])) == []
    assert covers(ExactCover({"x": 1, "y": (0, 2)}, [GOOD])) == [{"good"}]
