"""Explanations of exact covers: each step is checked by brute force or by CP-SAT, not by the formula that found it."""

import re
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product
from random import Random
from typing import ClassVar

import cover_oracle
import pytest
from cover_oracle import Covered
from cpmodels_hexagons import Hexagons
from examples import examples
from hypothesis import example, given
from ortools.sat.python import cp_model
from puzzle_strategies import edge_matchings

import cpmodels as cm
import readers
from cpmodels.base.description import Description, ExactCover, Option
from cpmodels.explaining import CoverAccount, Words, account, clauses


def meets(cover, chosen, named):
    """Whether some options meet some constraints of a cover, which are known by their words."""
    for item, least, most in cover.items:
        if item in named and not least <= sum(item in option.items for option in chosen) <= most:
            return False
    pairs = {pair for option in chosen for pair in option.colours if pair[0] in named}
    return len({item for item, _ in pairs}) == len(pairs)


def subsets(options):
    """All sets of options."""
    for size in range(len(options) + 1):
        yield from combinations(options, size)


def check_step(cover, step, known):
    """What a step names implies what follows, for all sets of options; and so it is for the steps of its cases."""
    named = {constraint.what for constraint in step.constraints}
    assert {(fact.about, fact.holds) for fact in step.uses} <= known
    for chosen in subsets(cover.options):
        meanings = {option.meaning for option in chosen}
        if meets(cover, chosen, named) and all((fact.about in meanings) == fact.holds for fact in step.uses):
            assert step.follows
            assert all((fact.about in meanings) == fact.holds for fact in step.follows)
    for chain in step.cases:
        start = chain[0] if chain[0].rule == "supposition" else None
        first = (start or step).follows[0]
        begun = (first.about, first.holds == bool(start))
        check_chain(cover, chain[bool(start) :], known, {begun})


def check_chain(cover, chain, known, supposed):
    """The steps of a case, the last of which contradicts what was known or supposed."""
    known = {*known, *supposed}
    for inner in chain:
        check_step(cover, inner, known=known)
        after = {(fact.about, fact.holds) for fact in inner.follows}
        over = not after or any((about, not holds) in known for about, holds in after)
        assert over == (inner is chain[-1])
        known |= after


@given(cover_oracle.exact_covers(most_options=7))
@example(ExactCover({"free": (0, 1), "bare": 1}, [Option(0, ["free"])]))
@example(ExactCover({"one": 1, "never": 0}, [Option(0, ["one"]), Option(1, ["one", "never"]), Option(2, ["never"])]))
@examples(60)
def test_steps_of_random_covers(cover):
    """Each step follows from what it names, and in the end all is known that all solutions share."""
    solutions = cover_oracle.solutions(cover)
    explanation = cm.explain(Covered(cover))
    known, last = set(), None
    for last in explanation:
        check_step(cover, last, known=known)
        known |= {(fact.about, fact.holds) for fact in last.follows}
    assert explanation.finished
    if not solutions:
        assert last is not None
        assert not last.follows
        return
    chosen = {about for about, holds in known if holds}
    assert chosen == frozenset.intersection(*solutions)
    assert (explanation.solution is not None) == (len(solutions) == 1)
    assert explanation.solution in (None, cm.Assignment(solutions[0]))


@given(cover_oracle.exact_covers(most_options=6))
@examples(60)
def test_reasons_for_none_and_for_several(cover):
    """Constraints that contradict each other, of which none can go; or two solutions."""
    puzzle, solutions = Covered(cover), cover_oracle.solutions(cover)
    conflict = cm.why_infeasible(puzzle)
    assert (conflict is None) == bool(solutions)
    if conflict is not None:
        named = [constraint.what for constraint in conflict.constraints]
        assert conflict.irreducible
        for kept in [named, *(named[:i] + named[i + 1 :] for i in range(len(named)))]:
            assert any(meets(cover, chosen, kept) for chosen in subsets(cover.options)) == (kept != named)
    ambiguity = cm.why_not_unique(puzzle)
    assert (ambiguity is None) == (len(solutions) < 2)
    if ambiguity is not None:
        assert ambiguity.first.true != ambiguity.second.true
        assert {ambiguity.first.true, ambiguity.second.true} <= set(solutions)


PLAIN = Covered(
    ExactCover(["x", "y"], [Option("a", ["x"], {"s": 1}), Option("b", ["x"], {"s": 2}), Option("c", ["y"], {"s": 2})])
)


def test_words_of_a_cover_that_says_nothing_more():
    """Items and options are called what the description calls them."""
    steps = list(cm.explain(PLAIN))
    assert str(steps[0]) == "Only one option is left for y: the option c is chosen."
    assert [constraint.words for constraint in steps[0].constraints] == ["one option covers y"]
    assert str(steps[-1]) == "Only one option is left for x: the option b is chosen."
    assert clauses(steps[-1].constraints) == ["one option covers x", "all that touches s gives it one colour"]
    assert [fact.words for fact in steps[-1].uses] == ["the option c is chosen"]


def test_items_whose_names_have_braces():
    """All that is left for the edge covers y, so the option c does not cover that, too."""
    edge = ("edge", frozenset({1, 2}))
    options = [Option("a", [edge, "y"]), Option("b", [edge, "y"]), Option("c", ["y", "z"]), Option("d", ["z"])]
    steps = list(cm.explain(Covered(ExactCover([edge, "y", "z"], [*options, Option("e", ["z"])]))))
    assert any("frozenset({1, 2})" in str(step) for step in steps)


def test_hint_of_a_cover_that_says_nothing_more():
    """What a player has is a collection of meanings."""
    assert str(cm.hint(PLAIN, ["a"])) == "Undo this: the option a is chosen; with it there is no solution."
    assert cm.hint(PLAIN, ["b"]).step.follows[0].about == "c"
    assert cm.hint(PLAIN, ["b", "c"]).solved
    (step,) = cm.explain(PLAIN, partial=["a", "c"])
    assert str(step) == "The option a is chosen and the option c is chosen: that cannot be."
    with pytest.raises(cm.PuzzleError, match="there is no option d"):
        cm.hint(PLAIN, ["d"])
    with pytest.raises(cm.PuzzleError, match="a partial solution must be a list, not 5"):
        cm.hint(PLAIN, 5)


def is_implied(of, step):
    """Whether the constraints and facts that a step names imply what follows, by CP-SAT and the description alone."""
    cover, puzzle = of.cover, of.puzzle
    model = cp_model.CpModel()
    chosen = {option.meaning: model.new_bool_var("") for option in cover.options}
    item_of = {selector: item for named in (of.of_item, of.of_colours) for item, selector in named.items()}
    for constraint in step.constraints:
        item = item_of.get(constraint.selector)
        if constraint.kind == "turning":
            upright = puzzle.pieces[constraint.pieces[0]]
            half = puzzle.rows != puzzle.cols
            assert ("with 0 or 1 turns" if half else "unturned") in constraint.words
            for (_, edges), literal in chosen.items():
                turns = next((t for t in range(4) if upright[t:] + upright[:t] == edges), None)
                if turns is not None and turns > half:
                    model.add(literal == 0)
        elif item in cover.copies:
            times = sum(chosen[cover.options[position].meaning] for position in cover.covering[item])
            model.add_linear_constraint(times, *cover.copies[item])
        else:
            shown = {colour: model.new_bool_var("") for colour in cover.touching[item]}
            model.add_at_most_one(shown.values())
            for colour, positions in cover.touching[item].items():
                for position in positions:
                    model.add_implication(chosen[cover.options[position].meaning], shown[colour])
    for fact in step.uses:
        model.add(chosen[fact.about] == fact.holds)
    if step.follows:
        model.add_bool_or(~chosen[fact.about] if fact.holds else chosen[fact.about] for fact in step.follows)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) == cp_model.INFEASIBLE


def check_steps(puzzle):
    """Each step, also those of cases, is implied by what it names; the explanation, and its last step."""
    of, explanation = account(puzzle), cm.explain(puzzle)
    last, waiting = None, []
    for last in explanation:
        waiting.append(last)
    for step in waiting:
        assert is_implied(of, step), str(step)
        waiting.extend(inner for chain in step.cases for inner in chain if inner.rule != "supposition")
    assert explanation.finished
    return explanation, last


def generated(kind, *size, seed, is_slow=True, **wishes):
    return pytest.param(kind, size, seed, wishes, marks=[pytest.mark.slow] * is_slow)


@pytest.mark.parametrize(
    ("kind", "size", "seed", "wishes"),
    [
        generated("edge_matching", 2, 2, seed=3, is_slow=False),
        generated("edge_matching", 3, 3, seed=3, border=True, is_slow=False),
        generated("edge_matching", 2, 3, seed=3, halves=True),
        generated("edge_matching", 5, 5, seed=3, border=True),
        *(
            generated("edge_matching", 3, 3, seed=seed, halves=True) for seed in range(3)
        ),  # Their first steps are cases.
        generated("zigzaw", 3, 3, seed=2, is_slow=False),
        generated("garden", 4, 4, seed=2, rule="packed"),
        generated("garden", 5, 5, seed=2, rule="hanging"),
    ],
)
def test_generated_puzzles_are_explained_to_their_solution(kind, size, seed, wishes):
    """All steps hold, by another solver, and lead to the solution, turned as one piece is to lie."""
    made = cm.generate(kind, *size, seed=seed, **wishes)
    explanation, _ = check_steps(made.puzzle)
    assert made.puzzle.check(explanation.solution) == []
    assert explanation.solution == made.solution or kind == "edge_matching"


def test_what_lets_a_piece_lie_unturned_is_said_first():
    """Not where a clue or what a player has laid says how the board lies."""
    puzzle = readers.read("nine-one")
    first = next(iter(cm.explain(puzzle)))
    assert first.sentence == "the board can be turned as a whole, so let piece 1 lie unturned"
    assert len(first.follows) == 27
    board = cm.solve(puzzle).solution
    laid = {cell: place for cell, place in dict(board).items() if cell == (1, 1)}
    ((where, place),) = laid.items()
    clued = replace(puzzle, clues=[cm.puzzles.Clue(*where, *place)])
    for explanation in (cm.explain(puzzle, partial=laid), cm.explain(clued)):
        rules = {step.rule for step in explanation}
        assert rules
        assert "turning" not in rules


@pytest.mark.slow
@given(edge_matchings(most_cells=4))
@examples(25)
def test_random_edge_matching(puzzle):
    """With clues or border or without, identical pieces among them."""
    explanation, last = check_steps(puzzle)
    found = list(cm.solutions(puzzle))
    if not found:
        assert last is not None
        assert not last.follows
        return
    if explanation.solution is not None:
        assert puzzle.check(explanation.solution) == []
    for fact in explanation.known:
        if fact.holds and not any(constraint.kind == "turning" for constraint in account(puzzle).constraints.values()):
            cell, edges = fact.about
            assert all(puzzle.edges_at(dict(board)[cell]) == edges for board in found)


GARDENS = [
    cm.Garden.hanging((5,)),
    cm.Garden.packed((2, 2), tiles=(3, 6, 9, 12)),
    cm.Garden.packed((2, 2), tiles=(3, 6, 9, 12), fixed=[(3, (0, 1))]),
    cm.Garden.hanging((4, 4), tiles=(3, 6, 9, 12), symmetry="C4"),
    cm.Garden.hanging((3, 3), tiles=(2, 8, 10, 4, 1), fixed=[(10, (1, 0))], symmetry="D1"),
]


@pytest.mark.parametrize("garden", GARDENS)
def test_gardens_are_explained(garden):
    """Packed, hanging and symmetric ones, without a solution too: what is found out is what all solutions share."""
    explanation, last = check_steps(garden)
    found = list(cm.solutions(garden))
    if not found:
        assert not last.follows
        return
    shared = set.intersection(*(set(placement.tiles) for placement in found))
    assert {pair for fact in explanation.known for pair in fact.laid} == shared
    assert explanation.solution == (found[0] if len(found) == 1 else None)


def test_relaxed_gardens_are_explained_by_their_model():
    """That the garden is connected is not part of the cover."""
    garden = cm.Garden.packed((2, 2), tiles=(3, 6, 9, 12), components=(1, 1))
    assert not isinstance(account(garden), CoverAccount)
    explanation = cm.explain(garden)
    assert all(step.sentence.endswith(" has one tile, which leaves only this") for step in explanation)
    assert garden.check(explanation.solution) == []


def test_words_of_edge_matching():
    """Pieces count from 1, cells as elsewhere, and pieces that look the same are named together."""
    puzzle = cm.EdgeMatching(1, 3, [(0, 1, 0, 1), (0, 2, 0, 1), (0, 1, 0, 1)], rotations=False)
    steps = [str(step) for step in cm.explain(puzzle)]
    assert steps == [
        "Only one piece fits (0, 0), as any other would leave no piece for (0, 1): piece 1 or 3 lies at (0, 0).",
        "Only one piece fits (0, 1), as any other would leave no piece for (0, 2): piece 1 or 3 lies at (0, 1).",
        "Only one piece fits (0, 2): piece 2 lies at (0, 2).",
    ]


def test_how_a_piece_lies_is_said_though_its_number_is_the_same():
    options = [Option(((0, 0), 1, turns), [("cell", (0, 0)), ("piece", 1)]) for turns in range(3)]
    words = Words(None, Description(ExactCover([("cell", (0, 0)), ("piece", 1)], options), list))
    said = [words.option(option.meaning, holds=True) for option in options]
    assert said == [f"piece 1 lies at (0, 0) as {turns}" for turns in range(3)]


@pytest.mark.parametrize(
    ("partial", "message"),
    [
        ({(0, 3): (0, 0)}, "(0, 0) at (0, 3) is not possible"),
        ({(0, 0): (7, 0)}, "(7, 0) at (0, 0) is not possible"),
        (cm.puzzles.Board([[(1, 2), None, None]]), "Placement(piece=1, turns=2) at (0, 0) is not possible"),
    ],
)
def test_pieces_that_have_no_place(partial, message):
    puzzle = cm.EdgeMatching(1, 3, [(0, 1, 0, 0), (0, 2, 0, 1), (0, 1, 0, 2)], rotations=False)
    with pytest.raises(cm.PuzzleError, match=re.escape(message)):
        cm.hint(puzzle, partial)


def test_hints_take_boards_as_players_turn_them():
    generated = cm.generate("edge_matching", 3, 3, seed=1, border=True)
    puzzle, board = generated.puzzle, generated.solution
    for turns in range(4):
        assert cm.hint(puzzle, board).solved, turns
        part = [[place if (r + c) % 2 else None for c, place in enumerate(row)] for r, row in enumerate(board.rows)]
        assert cm.hint(puzzle, cm.puzzles.Board(part)).wrong is None
        rows = list(zip(*board.rows, strict=True))[::-1]
        board = cm.puzzles.Board([[(piece, (quarter + 1) % 4) for piece, quarter in row] for row in rows])
        assert puzzle.check(board) == []
    looks = [board.rows[2][2]._replace(turns=turns) for turns in range(4)]
    (other,) = (look for look in looks if puzzle.edges_at(look)[:2] == (0, 0))  # It fits into that corner.
    hint = cm.hint(puzzle, {(0, 0): board.rows[0][0], (0, 2): other})
    assert hint.wrong.laid == (((0, 2), other),)
    assert str(hint).startswith(f"Undo this: piece {other.piece + 1} lies")


def test_equal_pieces_and_turns_of_symmetric_ones():
    """Any of the equal pieces can lie where one of them does, turned as it may be."""
    puzzle = cm.EdgeMatching(1, 3, [(1, 2, 1, 2), (5, 2, 6, 2), (1, 2, 1, 2)], rotations=True)
    for first, turns in ((0, 0), (2, 0), (0, 2), (2, 2)):
        assert cm.hint(puzzle, {(0, 0): (first, turns)}).wrong is None
    assert cm.hint(puzzle, {(0, 0): (2, 2), (0, 1): (1, 0), (0, 2): (0, 0)}).solved


TURNED = [
    cm.EdgeMatching(1, 3, [(2, 2, 1, 2), (2, 2, 1, 2), (2, -2, 2, -1)], "sum-zero"),  # only the third tells how it lies
    cm.EdgeMatching(2, 2, [(4, 3, 3, 1), (2, 1, 1, 1), (2, 1, 1, 2), (2, 3, 2, 4)]),
    cm.EdgeMatching(2, 2, [(1, 1, 1, 1), (1, 2, 1, 2), (1, 3, 2, 2), (3, 1, 1, 2)]),
]


@pytest.mark.parametrize("puzzle", TURNED)
def test_what_is_laid_lies_as_the_player_has_it(puzzle):
    """Against all solutions: any piece anywhere, alone or after another one, however the board is turned."""
    lying = [{cell: puzzle.edges_at(place) for cell, place in board} for board in cm.solutions(puzzle)]
    assert lying
    places = [
        (cell, cm.puzzles.Placement(piece, turns))
        for cell, piece, turns in product(lying[0], range(len(puzzle.pieces)), range(4))
    ]
    for first, second in [*((place, None) for place in places), *Random(1).sample([*permutations(places, 2)], 30)]:
        noted = dict([first, second] if second else [first])
        if len({place.piece for place in noted.values()}) < (2 if second else 1):
            continue
        wrong = None
        fits = lying
        for cell, place in noted.items():
            fits = [found for found in fits if found[cell] == puzzle.edges_at(place)]
            if not fits:
                wrong = cell
                break
        told = cm.hint(puzzle, noted).wrong
        assert (told and told.cells[0]) == wrong, (noted, told)


def test_hints_for_zigzaws_and_gardens():
    """By cell or as a solution; what cannot lie there is told, and what is wrong."""
    zigzaw = cm.generate("zigzaw", 3, 3, seed=2)
    assert cm.hint(zigzaw.puzzle, zigzaw.solution).solved
    assert cm.hint(zigzaw.puzzle, dict(list(zigzaw.solution)[:3])).step is not None
    with pytest.raises(cm.PuzzleError, match=r"9 at .* is not possible"):
        cm.hint(zigzaw.puzzle, {(0, 0): 9})
    garden = cm.Garden.packed((2, 2), tiles=(3, 6, 9, 12))
    solution = next(iter(cm.solutions(garden)))
    assert cm.hint(garden, solution).solved
    with pytest.raises(cm.PuzzleError, match=r"7 at .* is not possible"):
        cm.hint(garden, {(0, 0): 7})


def test_hexagons_are_explained_as_a_strangers_kind():
    """A kind that says nothing of explanations is explained by its description: cells, pieces and colours."""
    puzzle = Hexagons([(0, 0), (0, 1), (1, 0)], [(1, 2, 3, 7, 8, 9), (4, 6, 2, 7, 9, 7), (3, 4, 8, 9, 7, 6)])
    explanation, _ = check_steps(puzzle)
    found = [{(cell, edges) for cell, edges in puzzle.edges(board).items()} for board in cm.solutions(puzzle)]
    known = {(fact.about[0], fact.about[2]) for fact in explanation.known if fact.holds}
    assert known == set.intersection(*found)
    assert (explanation.solution is not None) == (len(found) == 1)


@dataclass(frozen=True)
class Stack(cm.Assignment):
    """What lies on each other in one cell."""

    def marks(self):
        return frozenset(cm.Mark.at((0, 0), name[0]) for name in self.true)


@dataclass(frozen=True)
class Stacks(Covered):
    kind: ClassVar[str] = "stacks"
    solution_type = Stack

    def describe(self):
        return replace(super().describe(), solution=lambda meanings: Stack(frozenset(meanings)))


def test_several_things_may_lie_in_one_cell():
    """There are two blue ones, so that one of these is there where blue is noted, beside the red one."""
    names = [("blue", 1), ("blue", 2), ("red", 1)]
    puzzle = Stacks(ExactCover({"cell": (2, 2)}, [Option(name, ["cell"]) for name in names]))
    assert cm.count(puzzle).total == 3
    both = cm.Partial([cm.Mark.at((0, 0), "blue"), cm.Mark.at((0, 0), "red")])
    assert cm.count(puzzle, given=both).total == 2
    assert str(cm.hint(puzzle, both)) == "Nothing follows: from here there are several solutions."


PAIRS = [((0, c), (0, c + 1)) for c in range(3)]


class LinedPairs(Covered):
    kind: ClassVar[str] = "lined-pairs"
    solution_type = cm.Paths

    def check(self, solution):
        return [] if solution.paths == (PAIRS[0], PAIRS[2]) else ["not all"]

    def describe(self):
        return replace(super().describe(), solution=cm.Paths, marks=lambda pair: [cm.Mark.edge(*pair)])


def test_lines_of_options_are_known_as_lines():
    """Of three pairs of neighbours the two outer ones cover all."""
    steps = cm.explain(LinedPairs(ExactCover([(0, c) for c in range(4)], [Option(pair, pair) for pair in PAIRS])))
    assert len(list(steps)) == len(PAIRS) - 1
    assert {(fact.edge, fact.laid, fact.holds) for fact in steps.known} >= {(PAIRS[0], (), True), (PAIRS[2], (), True)}
