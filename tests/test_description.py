"""Descriptions: exact covers with colours and multiplicities, checked when made, pruned without losing a solution."""

import itertools

import cover_oracle
import numpy as np
import pytest
from cover_oracle import by_xcover, needs_xcover
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from puzzle_strategies import small_gardens
from random_models import same_sets

import cpmodels as cm
from cpmodels.base import description
from cpmodels.base.description import ExactCover, HamiltonianPath, Option, Primary, Rule
from cpmodels.base.errors import ModelError, TooLargeError


@examples(300)
@given(cover_oracle.exact_covers())
def test_pruning_keeps_all_solutions(cover):
    pruned = cover.pruned()
    assert set(cover_oracle.solutions(pruned)) == set(cover_oracle.solutions(cover))
    assert set(pruned.options) <= set(cover.options)
    assert pruned.pruned() == pruned


@examples(300)
@given(cover_oracle.exact_covers())
def test_an_infeasible_reason_is_never_wrong(cover):
    if cover.infeasible_reason() is not None:
        assert cover_oracle.solutions(cover) == []


def test_pruning_goes_on_to_the_end():
    """Along a row of cells only one colour is left at the first edge, and so at all of them."""
    options = [
        Option((cell, left, right), [cell], {f"edge {cell - 1}": left, f"edge {cell}": right})
        for cell in range(1, 6)
        for left, right in [("a", "a"), ("b", "b")]
    ]
    options += [Option((0, "a"), [0], {"edge 0": "a"})]
    left = [option.meaning for option in ExactCover(range(6), options).pruned().options]
    assert left == [*((cell, "a", "a") for cell in range(1, 6)), (0, "a")]


def test_what_need_not_be_covered_prunes_nothing():
    options = [Option("red", ["cell 0"], {"edge": "red"}), Option("blue", ["cell 1"], {"edge": "blue"})]
    assert len(ExactCover({"cell 0": (0, 1), "cell 1": (0, 1)}, options).pruned().options) == 2
    kept = ExactCover({"cell 0": (0, 1), "cell 1": 1}, options).pruned().options
    assert [option.meaning for option in kept] == ["blue"]
    assert ExactCover(["cell 0", "cell 1"], options).pruned().options == ()


def test_a_description_is_a_value():
    made = [ExactCover({"x": 1, "y": (0, 2)}, [Option(1, ["x", "y"], {"e": "red"})]) for _ in range(2)]
    assert made[0] == made[1]
    assert hash(made[0]) == hash(made[1])
    assert made[0].items == (Primary("x", 1, 1), Primary("y", 0, 2))
    assert ExactCover(made[0].items, made[0].options) == made[0]
    assert ExactCover(["x"], []).items == (Primary("x"),)


def test_positions():
    options = [
        Option((cell, piece), [f"cell {cell}", piece]) for cell in range(3) for piece in "ab" if piece != "b" or cell
    ]
    cover = ExactCover({"cell 0": 1, "cell 1": 1, "cell 2": 1, "a": 2, "b": 1}, options)
    assert cover.position == {(0, "a"): 0, (1, "a"): 1, (1, "b"): 2, (2, "a"): 3, (2, "b"): 4}
    assert cover.chosen([1, 0, 1, 1, 0]) == [(0, "a"), (1, "b"), (2, "a")]


def test_pieces_that_do_not_fill_the_board():
    cells = [f"cell {i}" for i in range(5)]

    def bars(*lengths):
        return [
            Option((i, start), [f"bar {i}", *cells[start : start + length]])
            for i, length in enumerate(lengths)
            for start in range(6 - length)
        ]

    assert ExactCover.of(bars(2, 3)).infeasible_reason() is None
    with pytest.raises(
        ModelError,
        match=r"do not add up: 'bar 0' and 1 items like it, covered 2 times in all, go with "
        r"coverings of 'cell 0' and 4 items like it 4 times, but these must be covered 5 times in all",
    ):
        ExactCover.of(bars(2, 2))
    assert ExactCover.of(bars(2, 1), {"bar 1": 3}).infeasible_reason() is None
    with pytest.raises(ModelError, match="do not add up"):
        ExactCover.of(bars(2, 1), {"bar 1": 2})
    assert ExactCover(["bar 0", "bar 1", *cells], bars(2, 2)).infeasible_reason() is not None


GOOD = Option("good", ["x"])


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: ExactCover(["x", "y", "x"], []), "the item 'x' is given twice"),
        (lambda: ExactCover({"x": (3, 2)}, []), "the item 'x' must be covered 3 to 2 times, which is not a range"),
        (lambda: ExactCover({"x": -1}, []), "covered -1 to -1 times, which is not a range"),
        (lambda: ExactCover({"x": "often"}, []), "the item 'x' must be covered .'often', 'often'. times"),
        (lambda: ExactCover({"x": (1, 2, 3)}, []), r"the item 'x' must be covered \(1, 2, 3\) times"),
        (lambda: ExactCover(["x"], [GOOD, GOOD]), "two options have the meaning 'good'"),
        (lambda: ExactCover(["x"], [Option("bad", [])]), "the option 'bad' covers no item"),
        (lambda: ExactCover(["x"], [Option("bad", ["x", "z"])]), "the option 'bad' covers 'z', which is not an item"),
        (lambda: ExactCover(["x", "y"], [Option("bad", "xyx")]), "the option 'bad' covers the item 'x' twice"),
        (lambda: ExactCover(["x"], [Option("bad", "x", {"e": None})]), "'bad' touches 'e' but gives it no colour"),
        (lambda: ExactCover("xy", [Option("bad", "x", {"y": 1})]), "a colour to 'y', which is a primary item"),
        (lambda: ExactCover("x", [Option("bad", "x", [("e", 1), ("e", 2)])]), "gives a colour to 'e' twice"),
        (lambda: ExactCover("x", [GOOD, "bad"]), "'bad' is not an Option"),
        (lambda: ExactCover.of([GOOD], items=["x", "y"]), "'y' must be covered once, but no option covers it"),
        (lambda: ExactCover.of([GOOD], {"y": 2}), "'y' must be covered 2 times, but no option covers it"),
        (lambda: ExactCover.of([GOOD], {"x": (2, 3)}), "'x' must be covered 2 times, but only 1 option can do that"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(make, sentence):
    with pytest.raises(ModelError, match=sentence):
        make()


@pytest.mark.parametrize(
    ("limit", "items", "most", "words"),
    [
        ("MOST_OPTIONS", "x", 1000, "more than 1,000 options"),
        ("MOST_COVERED", "xy", 500, "cover more than 1,000 items"),
    ],
)
def test_too_many_options_or_items_that_they_cover_are_refused(limit, items, most, words, monkeypatch):
    monkeypatch.setattr(description, limit, 1000)
    assert len(ExactCover(items, (Option(i, items) for i in range(most))).options) == most
    with pytest.raises(TooLargeError, match=words):
        ExactCover(items, (Option(i, items) for i in itertools.count()))


@needs_xcover
@examples(300)
@given(cover_oracle.exact_covers())
def test_xcover_finds_each_cover_once(cover):
    same_sets(by_xcover(cover), cover_oracle.solutions(cover))


@needs_xcover
def test_xcover_makes_no_copies_beyond_those_that_are_too_many():
    """A Nurikabe with a huge number took all memory."""
    for least, most in ((2**62, 2**62), (3, 2**62), (2, 2**62)):
        cover = ExactCover({"cell": (0, 9), "island": (least, most)}, [Option(i, ["cell", "island"]) for i in range(2)])
        assert by_xcover(cover) == [frozenset(range(2))] * (least == 2)


@needs_xcover
@examples(30)
@given(st.lists(st.sampled_from("abc"), min_size=5, max_size=5), st.booleans(), st.data())
def test_identical_pieces_lie_in_order(pieces, pruned, data):
    """Pieces of three kinds in five cells, which any of them may be kept from, with colours between the cells."""
    options = [
        Option(
            (cell, piece, colour),
            [("cell", cell), ("piece", piece)],
            {("edge", cell): colour, ("edge", cell + 1): colour},
        )
        for cell in range(5)
        for piece in "abc"
        for colour in (0, 1)
        if data.draw(st.integers(0, 5))
    ]
    copies = {("cell", cell): 1 for cell in range(5)} | {("piece", piece): pieces.count(piece) for piece in "abc"}
    cover = ExactCover(copies, options)
    same_sets(by_xcover(cover.pruned() if pruned else cover), cover_oracle.solutions(cover))


@needs_xcover
@examples(40)
@given(small_gardens())
def test_gardens_describe_themselves(garden):
    description = garden.describe()
    cover = description.problem
    expected = set(cm.solutions(garden))
    for form in (cover, cover.pruned()):
        found = [description.solution(list(chosen)) for chosen in by_xcover(form)]
        assert len(found) == len(set(found))
        right = {placement for placement in found if not garden.check(placement)}
        assert right == expected
        assert cover.relaxed or len(right) == len(found)


def test_a_garden_that_minimises_has_no_description():
    assert cm.Garden.hanging((5, 5), minimise="volume").describe() is None


def test_rules_and_items_take_the_numbers_of_numpy():
    edges = [("a", "b"), ("b", "c")]
    for allowed, kept in ((np.int64(1), (1, 1)), ((np.int64(1), np.int64(2)), (1, 2)), ((2, -1), (2, -1))):
        rule = Rule(edges, allowed)
        assert rule.allowed == kept
        assert {type(number) for number in rule.allowed} == {int}
    assert Rule(edges, ((True, False), (False, True))).allowed == {(True, False), (False, True)}
    cover = ExactCover({"x": np.int64(1), "y": (0, np.int8(2))}, [])
    assert repr(cover.items) == repr(ExactCover({"x": 1, "y": (0, 2)}, []).items)


def test_a_path_that_passes_many_waypoints_is_read_in_a_moment():
    """It had taken minutes, as all of them were gone through for each node."""
    nodes = tuple(range(50_000))
    steps = list(itertools.pairwise(nodes))
    path = HamiltonianPath({a: (b,) for a, b in steps} | {nodes[-1]: ()}, nodes[:1], nodes[-1:], nodes)
    assert path.walks(steps) == [list(nodes)]


def test_that_no_items_are_a_family_is_known_in_a_moment():
    """Pieces of three cells, in all squares of a board."""
    square = list(itertools.product(range(2), repeat=2))
    options = [
        Option((row, col, gone), [(row + r, col + c) for r, c in square if (r, c) != gone])
        for row, col, gone in itertools.product(range(29), range(29), square)
    ]
    cover = ExactCover.of(options)
    assert (len(cover.items), cover.family((0, 0)), cover.infeasible_reason()) == (900, None, None)
