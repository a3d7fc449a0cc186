"""Kinds of strangers that contradict themselves: each wrong answer is refused in one sentence.

All are about four lamps in a row, of which two are lit; the solutions can be written down.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import inf
from threading import Event

import numpy as np
import pytest
from command_line import printed_by
from lit_kind import Listed
from ortools.sat.python import cp_model
from rooks_kind import Rooks
from systems import needs

import cpmodels as cm
import renderers
from cpmodels import constraints
from cpmodels.base import graph
from cpmodels.base.description import Description, ExactCover, HamiltonianPath, Option
from cpmodels.base.errors import DefectError, UnsupportedError, WrongSolutionError
from cpmodels.base.lattice import permutation_group
from cpmodels.confirming import OTHERS
from cpmodels.engines import ENGINES
from cpmodels.model.strategies import LINEAR, Strategy, searches
from cpmodels.reference.filling import boards
from cpmodels.search._choice import Choice
from cpmodels.search._solutions import Enumeration, Turn
from cpmodels.testing import check_kind

HERE = [engine for engine in OTHERS if ENGINES[engine].is_installed]
OF_MODELS = [engine for engine in HERE if engine in ("cadical", "ganak")]
OF_DESCRIPTIONS = [engine for engine in HERE if ENGINES[engine].reads == "description"]


def lit(*lamps):
    return cm.Assignment(lamps)


def listed(asked, **options):
    return list(cm.solutions(asked, **options))


def swept(asked, **options):
    """What a sweep by a thread finds, which begins sooner than a process."""
    with ThreadPoolExecutor(1) as thread:
        return cm.sweep(asked, executor=thread, **options)


PAIRS = {lit(a, b) for a in range(4) for b in range(a + 1, 4)}


@dataclass(frozen=True)
class Lamps(cm.Puzzle[cm.Assignment]):
    """Two of four lamps are lit: each kind below is derived from this one, and has the name of its class."""

    kind = "lamps"

    def __init_subclass__(cls, **options):
        cls.kind = f"lamps_{cls.__name__.lower()}"
        super().__init_subclass__(**options)

    def check(self, solution):
        return [] if solution in PAIRS else ["not two lamps are lit"]

    def model(self, cp):
        lamps = [cp.new_bool_var(f"lamp {i}") for i in range(4)]
        cp.add(sum(lamps) == 2)
        return cm.Model(self, cp, lamps, decode=self.decode, **self.more(cp, lamps))

    def decode(self, values):
        return lit(*(i for i, value in enumerate(values) if value))

    def more(self, _cp, _lamps):
        """What else the model has."""
        return {}


def made(name, base=Lamps, **members):
    """A puzzle of a kind that differs from another one in some members; pickles find it in this module."""
    kind = globals()[name] = type(name, (base,), {"__module__": __name__, **members})
    return kind()


def parts(*pairs):
    """The method `parts` that gives these puzzles at these costs, or at none."""
    return lambda _: iter([cm.puzzle.Part(puzzle, lambda solution: solution, *cost) for puzzle, *cost in pairs])


def described(dropped=()):
    """Two of four lamps, as an exact cover: less some lamps that may be lit."""
    options = [Option(i, ["lamp"], {}) for i in range(4) if i not in dropped]
    return Description(ExactCover({"lamp": 2}, options), lambda lamps: lit(*sorted(lamps)))


def of_all(sense, offset=0):
    """The method `more` of a model with as much light as can be, or as little: the lamp i gives i, beside an offset."""
    return lambda _, cp, lamps: getattr(cp, sense)(sum(i * lamp for i, lamp in enumerate(lamps)) + offset) or {}


# An objective that is not declared -----------------------------------------------------------------------------------


class Priced(Lamps):
    """Its model minimises a price that the kind says nothing of: the first two lamps cost nothing."""

    def more(self, cp, lamps):
        cp.minimize(lamps[2] + 2 * lamps[3])
        return {}


class PricedDescribed(Priced):
    """It describes itself, too: the description has no price."""

    def describe(self):
        return described()


each_priced = pytest.mark.parametrize("puzzle", [Priced(), PricedDescribed()], ids=lambda puzzle: puzzle.kind)


@pytest.mark.parametrize("engine", [None, "cp-sat", *HERE])
@each_priced
def test_an_objective_that_is_not_declared(puzzle, engine):
    """The optimal solutions are counted, as of the model; or the engine says that it cannot."""
    expected = cm.count(cm.build(puzzle))
    assert (expected.total, expected.exhausted) == (1, True)
    if engine in OF_DESCRIPTIONS:
        sentence = f"the engine {engine}|is not described"
        for ask in (cm.count, listed):
            with pytest.raises(cm.CpmodelsError, match=sentence):
                ask(puzzle, engine=engine)
        return
    found = cm.count(puzzle, engine=engine)
    assert (found.total, found.told_apart, found.orbits, found.exhausted) == (1, 1, 1, True)
    if engine != "ganak":
        with cm.solutions(puzzle, engine=engine) as solutions:
            assert list(solutions) == [lit(0, 1)]
            assert solutions.exhausted


@each_priced
def test_an_objective_that_is_not_declared_elsewhere(puzzle):
    assert cm.is_unique(puzzle) is True
    for _ in range(2):
        found = cm.solve(puzzle)
        assert (found.status, found.solution, found.objective) == (cm.Status.OPTIMAL, lit(0, 1), 0)
        if ENGINES["backtrack"].is_installed:
            cm.count(Rooks(2), engine="backtrack")  # Numba is loaded, so that backtracking may go first.
    assert list(swept(puzzle)) == [lit(0, 1)]
    for engine in HERE:
        with pytest.raises(cm.CpmodelsError, match=f"the engine {engine}|is not described"):
            cm.solve(puzzle, engine=engine)
    if ENGINES["cadical"].is_installed:
        assert cm.confirm(puzzle, engine="cadical").agree is True


@needs("cadical")
@each_priced
@pytest.mark.parametrize(
    "question", [cm.explain, cm.hint, lambda p: cm.hint(p, lit(1, 2)), cm.why_infeasible, cm.why_not_unique]
)
def test_an_objective_that_is_not_declared_is_not_explained(puzzle, question):
    """The first two lamps are the only solution, as no other pair is so cheap: no constraint says so."""
    with pytest.raises(cm.ModelError, match="explanations are for constraints alone, and this model has an objective"):
        question(puzzle)


@needs("backtrack")
def test_an_objective_that_is_not_declared_by_a_sweep_of_the_description():
    with pytest.raises(cm.ModelError, match="the engine backtrack cannot optimise"):
        swept(PricedDescribed(), engine="backtrack")


# What is declared to be maximised ------------------------------------------------------------------------------------


class Bright(Lamps):
    """As much light as can be: the lamp i gives i; the best pair gives 5."""

    maximise = "light"
    more = of_all("maximize")

    def amount(self, solution):
        return sum(solution.true)


def test_a_kind_that_maximises_rightly():
    found = cm.solve(Bright())
    assert (found.status, found.objective, found.solution) == (cm.Status.OPTIMAL, 5, lit(2, 3))
    assert cm.count(Bright()).total == swept(Bright()).total == 1
    assert check_kind(Bright()) == 1


def test_an_amount_that_is_not_the_objective():
    """It is off by one; and of two lamps it has no more than 4, it says, where there is one with 5."""
    much = made("OneTooMuch", Bright, amount=lambda _, solution: sum(solution.true) + 1)
    sentence = "the amount of light of a solution is 6, but the objective of the model is 5"
    with pytest.raises(DefectError, match=sentence):
        cm.solve(much)
    with pytest.raises(DefectError, match=r"of light of a solution is ., but the objective of the model is ."):
        check_kind(much)
    with pytest.raises(DefectError, match="the light of a solution is 5, but `most` says 4"):
        check_kind(made("TooLittle", Bright, most=lambda _: 4))


GUESSED = Event()


class Unlit(Bright):
    """Its model has no solution; but a search of its own has one."""

    def more(self, cp, lamps):
        GUESSED.wait(60)
        cp.add_bool_or([])
        return super().more(cp, lamps)


@searches.register(Unlit)
def guess(_):
    def steps(_, __):
        yield lit(2, 3)
        GUESSED.set()

    return (Strategy("guess", steps),)


def test_a_model_without_the_solution_of_a_search():
    """That was called the best one, as there is no better one."""
    with pytest.raises(DefectError, match="the search guess has a solution, but the model of lamps_unlit has none"):
        cm.solve(Unlit())


# Symmetries that are none --------------------------------------------------------------------------------------------


class Adjacent(Lamps):
    """Of the pairs, one is forbidden: the first two lamps; but the lamps are said to be turned round."""

    symmetries = ((0, 1, 2, 3), (3, 2, 1, 0))
    adds_rules = False

    def check(self, solution):
        return [] if solution in PAIRS - {lit(0, 1)} else ["not two lamps are lit, or the first two"]

    def more(self, cp, lamps):
        cp.add_bool_or(~lamps[0], ~lamps[1])
        return {"symmetries": self.symmetries}


def test_a_symmetry_of_a_model_that_is_none():
    """Five pairs; the last two lamps lit are taken to stand for the first two, too."""
    sentence = "a symmetry of the model is none: it takes a solution to .*not two lamps are lit, or the first two"
    for question in (cm.count, partial(cm.count, limit=9), listed, swept, partial(cm.sweep, workers=1)):
        with pytest.raises(WrongSolutionError, match=sentence):
            question(Adjacent())
    if ENGINES["cadical"].is_installed:
        with pytest.raises(WrongSolutionError, match=sentence):
            cm.count(Adjacent(), engine="cadical")
    assert cm.count(Adjacent(), up_to_symmetry=False).total == 5


def test_a_symmetry_of_a_bare_model_that_is_none():
    """One of the first two lamps is lit, and none of the others, for which they are said to stand."""
    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(f"lamp {i}") for i in range(4)]
    cp.add_exactly_one(lamps[:2])
    cp.add_bool_and(~lamps[2], ~lamps[3])
    model = cm.Model(cp=cp, key=lamps, symmetries=[(0, 1, 2, 3), (2, 3, 0, 1)])
    for question in (cm.count, listed):
        with pytest.raises(WrongSolutionError, match="a symmetry of the model is none: it takes a solution to "):
            question(model)
    assert cm.count(model, up_to_symmetry=False).total == 2


@pytest.mark.parametrize("ask", [cm.count, cm.solve, swept])
@pytest.mark.parametrize(("lit", "puzzle"), [(1, None), (2, None), (2, Lamps())])
def test_wrong_symmetries_and_pivots_that_leave_no_solution(ask, lit, puzzle):
    """Only the part in which the first lamp is lit is searched; two lamps are, or one that is not the first."""
    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(f"lamp {i}") for i in range(4)]
    cp.add(sum(lamps) == lit)
    if lit == 1:
        cp.add_bool_and(~lamps[0])
    claims = {"symmetries": permutation_group([(1, 2, 3, 0)]), "pivots": range(4), "strategies": (LINEAR,)}
    model = cm.Model(puzzle, cp, lamps, Lamps().decode, **claims)
    with pytest.raises(WrongSolutionError, match="but none in the part that its pivots and symmetries leave"):
        ask(model)
    assert cm.count(model, up_to_symmetry=False, engine="cadical" if lit == 2 else None).total == (6 if lit == 2 else 3)


@pytest.mark.parametrize("ask", [cm.count, listed])
def test_a_symmetry_that_makes_walks_without_an_end(ask):
    """It takes the last step of a path to one back to where the path came from, or edges of a loop to another."""
    cp = cp_model.CpModel()
    path = constraints.hamiltonian_path(cp, graph.grid(2, 2))
    cp.add_bool_and([path.ends_at[1, 0]])
    last, back = (path.arcs.index(arc) for arc in (((1, 0), None), ((1, 0), (0, 0))))
    swap = list(range(len(path.arcs)))
    swap[last], swap[back] = back, last
    with pytest.raises(WrongSolutionError, match="a symmetry of the model is none"):
        ask(cm.Model(cp=cp, key=path, symmetries=[range(len(swap)), swap]))


@dataclass(frozen=True)
class Turned(Rooks):
    """Rooks with other symmetries: each is a defect."""

    kind = "turned"
    which: str = ""

    def turns(self):
        quarter, half, _ = super().turns()
        shift = lambda cell: ((cell[0] + 1) % self.size, cell[1])  # noqa: E731
        swap = {(0, 0): (0, 1), (0, 1): (0, 0)}
        return {
            "no group": [quarter],
            "still no group": [half, shift],
            "no symmetry": [lambda cell: swap.get(cell, cell)],
            "off the board": [lambda cell: (cell[0] + 1, cell[1])],
            "two to one": [lambda _: (0, 0)],
            "a list": [list],
        }[self.which]


WRONG_TURNS = {
    **dict.fromkeys(["no group", "still no group"], "symmetries of the description are wrong: .* do not form a group"),
    "no symmetry": "symmetry 1 of the description is not one: it does not take all options that cover an item",
    "off the board": r"symmetry 1 of the description takes \(3, 0\) to \(4, 0\), which is not possible there",
    "a list": r"symmetry 1 of the description takes \(0, 0\) to \[0, 0\], which is not possible there",
    "two to one": "the symmetries of the description are wrong: .* is not a permutation",
}


@pytest.mark.parametrize("which", WRONG_TURNS)
def test_symmetries_of_a_description_that_are_none(which):
    puzzle = Turned(4, which)
    for ask in (*(partial(cm.count, engine=engine) for engine in [None, "cp-sat", *HERE]), check_kind, swept):
        with pytest.raises(DefectError, match=WRONG_TURNS[which]):
            ask(puzzle)


@needs("backtrack")
def test_a_symmetry_that_takes_a_solution_of_few_to_none():
    assert cm.count(Rooks(3), engine="backtrack").total == 6  # Now Numba is loaded, and a count begins by backtracking.
    assert cm.count(Rooks(3)).orbits == cm.count(Rooks(3), engine="cp-sat").orbits
    for which in ("no symmetry", "off the board", "two to one", "a list"):
        with pytest.raises(DefectError, match="a symmetry of the description is not one: it takes"):
            cm.count(Turned(3, which))
    assert cm.count(Turned(3, "no group")).orbits == cm.count(Rooks(3)).orbits  # Those that it generates are as many.


@dataclass(frozen=True)
class Walks(cm.Puzzle[cm.Path]):
    """A walk through a row of five cells and back past a middle one: with symmetries that may be wrong."""

    kind = "walks"
    which: str = "backwards"

    def check(self, solution):
        return [] if sorted(solution.cells) == [(0, col) for col in range(4)] else ["not all cells"]

    def describe(self):
        cells = [(0, col) for col in range(4)]
        successors = {cell: tuple(other for other in cells if other != cell) for cell in cells}
        image = {
            "backwards": lambda path: tuple(path[::-1]),
            "one step": lambda path: {(cells[0], cells[1]): (cells[0], cells[2])}.get(path, path),
            "waypoints": lambda path: tuple(node and (0, {1: 2, 2: 1}.get(node[1], node[1])) for node in path),
        }[self.which]
        waypoints = (cells[1], cells[2]) if self.which == "waypoints" else ()
        return Description(HamiltonianPath(successors, cells, cells, waypoints), cm.Path, [image])


def test_symmetries_of_a_path():
    for engine in ["cp-sat", *HERE]:
        if engine not in OF_DESCRIPTIONS or HamiltonianPath in ENGINES[engine].structures:
            found = cm.count(Walks(), engine=engine)
            assert (found.total, found.orbits) == (24, None if engine == "ganak" else 12)
    for which, sentence in {
        "one step": "are wrong: .* is not a permutation",
        "waypoints": "is not one: .* waypoints",
    }.items():
        for engine in [None, "cp-sat"] + ["backtrack"] * ENGINES["backtrack"].is_installed:
            with pytest.raises(DefectError, match=sentence):
                cm.count(Walks(which), engine=engine)


# Connected by its description alone ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Beside(cm.Puzzle[cm.Assignment]):
    """Two lamps that are beside each other, which `check` does not ask for: what is described holds for each engine."""

    kind = "beside"

    def check(self, solution):
        return Lamps().check(solution)

    def describe(self):
        beside = cm.Graph(range(4), [(0, 1), (1, 2), (2, 3)])
        return replace(described(), problem=replace(described().problem, connected=beside))


def test_what_is_described_as_connected_is_so_by_each_engine():
    assert check_kind(Beside()) == 3


# A description beside a model ----------------------------------------------------------------------------------------


class Laxer(Lamps):
    """Its model forbids the first two lamps, its description does not, nor does its check."""

    def more(self, cp, lamps):
        cp.add_bool_or(~lamps[0], ~lamps[1])
        return {}

    def describe(self):
        return described()


STRICTER = made("Stricter", describe=lambda _: described(dropped=[3]))
NONE_AT_ALL = made("NoneAtAll", describe=lambda _: described(dropped=[1, 2, 3]))


@dataclass(frozen=True)
class Registered(cm.Puzzle[cm.Assignment]):
    """Its model is registered apart from the class, and its description stricter."""

    kind = "registered"

    def check(self, solution):
        return Lamps().check(solution)

    def describe(self):
        return described(dropped=[3])


@cm.model.build_model.register(Registered)
def build_registered(puzzle, cp):
    return replace(Lamps().model(cp), puzzle=puzzle)


class SaidToBeTheSame(Registered):
    """It says besides that the two are the same."""

    kind = "said_to_be_the_same"
    fully_described = True


UNLIKE = {STRICTER: 6, Laxer(): 5, NONE_AT_ALL: 6, Registered(): 6}
IN_FRESH_PROCESS = """
import cpmodels as cm
from test_contradictory_kinds import *
for puzzle in UNLIKE:
    print(cm.count(puzzle).total, len(listed(puzzle)), cm.solve(puzzle).status.name)
"""


def test_a_description_that_is_not_the_model_before_numba_is_loaded():
    told = [line.split() for line in printed_by(IN_FRESH_PROCESS).splitlines()]
    assert told == [[str(total), str(total), "SOLVED"] for total in UNLIKE.values()]


@pytest.mark.parametrize(("puzzle", "total"), UNLIKE.items(), ids=str)
def test_a_description_that_is_not_the_model(puzzle, total):
    """What is asked in the ordinary way is asked of the model."""
    if ENGINES["backtrack"].is_installed:
        cm.count(Rooks(2), engine="backtrack")
    assert cm.count(puzzle).total == len(listed(puzzle)) == total
    assert cm.solve(puzzle).status is cm.Status.SOLVED
    assert swept(puzzle).total == total
    for engine in OF_DESCRIPTIONS:
        sentence = f"the description of .* and its model are not the same: the engine {engine} finds . solutions?, but"
        for ask in (cm.count, listed, swept) if engine == "backtrack" else (cm.count, listed):
            with pytest.raises(DefectError, match=sentence):
                ask(puzzle, engine=engine)
    with pytest.raises(DefectError):
        check_kind(puzzle)


def test_a_description_that_is_said_to_be_that_of_the_model():
    with pytest.raises(DefectError, match=r"are not the same|the model has 6 solutions, but .* 3 are counted"):
        check_kind(SaidToBeTheSame())


@needs("backtrack")
def test_a_solution_that_a_description_does_not_know():
    with pytest.raises(DefectError, match=r"the description of .* and its model are not the same"):
        cm.solve(NONE_AT_ALL, engine="backtrack")


# Found by trying -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", [None, "cp-sat", *OF_MODELS])
def test_solutions_that_are_read_as_the_same(engine):
    blurred = made("Blurred", decode=lambda *_: lit(0, 1))
    for ask in (partial(cm.count, engine=engine), swept):
        with pytest.raises(WrongSolutionError, match="two solutions of the model are read as the same one"):
            ask(blurred)


@pytest.mark.parametrize("engine", OF_MODELS)
def test_an_engine_that_finds_what_cannot_be(engine):
    discouraged = made("Discouraged", infeasible_reason=lambda _: "nothing is lit")
    sentence = f"the engine {engine} finds a solution, but the puzzle says that there is none: nothing is lit"
    for ask in (cm.count, cm.solve)[: 1 if engine == "ganak" else 2]:
        with pytest.raises(DefectError, match=sentence):
            ask(discouraged, engine=engine)


class Refused(cm.Zip):
    """It says that no path can be, and there are eight."""

    def infeasible_reason(self):
        return "no path can be"


@pytest.mark.parametrize("ask", [cm.count, cm.solve, cm.forced, cm.sample], ids=lambda ask: ask.__name__)
def test_a_frontier_that_finds_what_cannot_be(ask):
    named = {} if ask is cm.sample else {"engine": "frontier"}
    with pytest.raises(DefectError, match=r"frontier finds a solution, .* that there is none: no path can be"):
        ask(Refused(2, 2), **named)


class Unruly(Lamps):
    """Its model allows what its check does not: the first lamp, and the last."""

    def check(self, solution):
        return super().check(solution) + ["the first lamp is lit"] * (0 in solution.true)


def refused(engine, rule):
    """The refusal of a solution, or of an engine that names none."""
    if engine in ("frontier", "ganak"):
        return pytest.raises(cm.KindError, match=f"the engine {engine}, which .*, (may|would) count too many")
    return pytest.raises(WrongSolutionError, match=rule)


@pytest.mark.parametrize("engine", [None, *OF_MODELS])
def test_a_model_that_allows_too_much_is_found_out_where_an_engine_only_counts(engine):
    with refused(engine, "breaks the puzzle's rules: the first lamp is lit"):
        cm.count(Unruly(), engine=engine)


@dataclass(frozen=True)
class Relaxed(cm.Puzzle[cm.Assignment]):
    """Its description is relaxed, and it has no model."""

    kind = "relaxed_lamps"

    def check(self, solution):
        return Unruly().check(solution)

    def describe(self):
        description = described()
        return replace(description, problem=replace(description.problem, relaxed=True))


def test_a_relaxed_description_makes_no_model():
    for engine in [None, "cp-sat", *OF_MODELS]:
        with pytest.raises(cm.KindError, match="the description of a Relaxed is relaxed"):
            cm.count(Relaxed(), engine=engine)
    for engine in [engine for engine in OF_DESCRIPTIONS if engine != "frontier"]:  # which refuses it
        assert cm.count(Relaxed(), engine=engine).total == 3


@pytest.mark.parametrize("question", [cm.solve, check_kind])
@pytest.mark.parametrize("parts", [[("the left lamps", (0, 1))], 3, None])
def test_a_method_by_the_name_of_a_hook(question, parts):
    with pytest.raises(cm.KindError, match=r"gives .*, not a puzzle\.Part; is it another method by that name"):
        question(made("Bulbs", parts=lambda _: parts))


@pytest.mark.parametrize("name", ["narrower", "stages"])
def test_hooks_that_there_were_once(name):
    with pytest.raises(cm.KindError, match=f"Old has a method `{name}`, which is `parts` now"):
        type("Old", (cm.Puzzle,), {name: lambda _: iter(()), "check": lambda *_: []})


@pytest.mark.parametrize("symmetries", [[(0, 1, 2, 3)], [(0, 1, 2, 3), (1, 0, 2, 3)]])
def test_pivots_that_are_not_exactly_one(symmetries):
    """Of the first two lamps none or two may be lit: parts by them would lose and repeat solutions."""
    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(f"lamp {i}") for i in range(4)]
    cp.add(sum(lamps) == 2)
    model = cm.Model(cp=cp, key=lamps, symmetries=symmetries, pivots=(0, 1))
    for ask in (cm.count, partial(cm.count, workers=2), partial(cm.count, up_to_symmetry=False), listed):
        with pytest.raises(WrongSolutionError, match="not exactly one of the pivots is true in a solution of the mod"):
            ask(model)
    with pytest.raises(WrongSolutionError, match="not exactly one of the pivots is true"):
        swept(PivotedLamps())


class PivotedLamps(Lamps):
    """No lamp but the last two can be lit, and the first two are its pivots."""

    def more(self, cp, lamps):
        cp.add_bool_and(~lamps[0], ~lamps[1])
        return {"pivots": (0, 1)}


class Silent(Lamps):
    """Its model has marks, but its solutions do not say theirs."""

    def more(self, _cp, lamps):
        return {"marks": {cm.Mark.at((0, i), 1): lamp for i, lamp in enumerate(lamps)}}

    def diagram(self, solution=None):  # noqa: ARG002
        return cm.Diagram(1, 4)


def test_solutions_that_do_not_say_the_marks_that_their_model_has():
    for ask in (
        cm.forced,
        check_kind,
        lambda puzzle: renderers.play_page(puzzle, solutions=[cm.solve(puzzle).solution]),
    ):
        with pytest.raises(
            DefectError, match=r"has marks, but Assignment.marks\(\) is None: write a method `marks` that"
        ):
            ask(Silent())


class Afterthought(Lamps):
    """A constraint is added when the model was made, which its symmetry does not keep: that is used no longer."""

    def model(self, cp):
        model = replace(super().model(cp), symmetries=[(0, 1, 2, 3), (3, 2, 1, 0)])
        cp.add(model.key[0] == 0)
        return model


class Elsewhere(Lamps):
    """Its model is in a CpModel of its own."""

    def model(self, cp):  # noqa: ARG002
        return replace(cm.build(Lamps()), puzzle=self)


def test_a_model_that_is_not_where_it_was_asked_for():
    """A constraint that was added there was about nothing, and nothing was said."""
    assert cm.count(Elsewhere()).total == 6
    with pytest.raises(DefectError, match="Elsewhere has its model in another CpModel than in that which is given"):
        cm.build(Elsewhere(), cp_model.CpModel())


class NotBySpiral(cm.Zip):
    """One path of the 552 of 4 x 4 is forbidden by a constraint that is added to the model of the description."""

    kind = "not_by_spiral"
    spiral = tuple(divmod(cell, 4) for cell in (0, 1, 2, 3, 7, 11, 15, 14, 13, 12, 8, 4, 5, 6, 10, 9))

    def check(self, solution):
        return super().check(solution) + ["it is the spiral"] * (solution.cells == self.spiral)

    def model(self, cp):
        model = cm.model.described_model(self, cp)
        steps = [model.step[step] for step in pairwise(self.spiral)]
        cp.add_bool_or(~literal for literal in [model.starts_at[0, 0], *steps])
        return model


def test_a_constraint_that_no_symmetry_keeps():
    """Of the images of the first solutions, which are checked, none is the spiral."""
    assert cm.count(Afterthought()).total == len(listed(Afterthought())) == 3
    for model in (NotBySpiral(4, 4), cm.build(NotBySpiral(4, 4))):
        assert cm.count(model).total == 551


class Assumed(Lamps):
    """What is assumed once the model was made is not kept by its symmetry, as a constraint is not."""

    def model(self, cp):
        model = replace(super().model(cp), symmetries=[(0, 1, 2, 3), (3, 2, 1, 0)])
        cp.add_assumption(~model.key[0])
        return model


class Dial(Lamps):
    """Its objective is about the values of a number in the key, whose literals are there once the model was made."""

    def check(self, solution):  # noqa: ARG002
        return []

    def model(self, cp):
        model = cm.Model(self, cp, [cp.new_int_var(0, 3, "dial")])
        cp.maximize(model.key[1] + model.key[2])
        return model


@pytest.mark.parametrize(("puzzle", "total"), [(Assumed(), 3), (Dial(), 2)], ids=["assumed", "dial"])
def test_whatever_a_kind_adds_once_its_model_was_made_is_heeded(puzzle, total):
    for model in (puzzle, cm.build(puzzle)):
        assert cm.count(model).total == len(listed(model)) == total


def test_an_objective_with_an_offset_and_amounts_that_are_numbers_of_numpy():
    more = {"more": of_all("maximize", 7), "amount": lambda _, solution: sum(solution.true) + 7}
    brighter = made("Brighter", Bright, **more)
    amount = {"amount": lambda _, solution: np.int64(sum(solution.true) + 7), "most": lambda _: np.float64(13)}
    for puzzle in (brighter, made("Counted", type(brighter), **amount)):
        found = cm.solve(puzzle)
        assert (found.objective, type(found.objective), type(found.bound)) == (12, int, int)
    assert check_kind(brighter, engines=()) == 1


def no_model(*_):
    """As a kind may have it whose parts have models."""
    raise NotImplementedError


def test_a_cost_that_is_a_number_of_numpy_is_one_of_python():
    """In JSON there are no others: `solve --json` ended with a KeyError."""
    weighed = made("Weighed", minimise="price", parts=parts((Lamps(), np.int64(3))))
    assert type(cm.solve(weighed).cost) is int


@pytest.mark.parametrize("own", [{"describe": lambda _: described()}, {"model": no_model}], ids=list)
def test_what_is_minimised_has_no_model_of_all_solutions(own):
    dear = made("Dear", minimise="price", parts=parts((Lamps(), 1)), **own)
    assert cm.count(dear).total == 6
    for question in (listed, swept):
        with pytest.raises(cm.PuzzleError, match="a puzzle that minimises its price is many models"):
            question(dear)
    for engine in HERE:
        with pytest.raises(cm.CpmodelsError, match=r"minimises|is not described"):
            cm.count(dear, engine=engine)


def test_no_loop_takes_a_solution_of_any_cost_for_the_least():
    own = {"check": Lamps.check, "describe": lambda _: described()}
    cheap = made("Cheap", minimise="price", parts=parts((Lamps(), 1)), **own)
    with pytest.raises(UnsupportedError, match="this lamps_cheap puzzle is not described as an exact cover"):
        boards(cheap)


class PickyRooks(Rooks):
    """Its check forbids what its description allows, and what no turn keeps."""

    kind = "picky_rooks"

    def check(self, solution):
        return super().check(solution) + ["a rook is in the first corner"] * ((0, 0) in solution.true)


@pytest.mark.parametrize("engine", [None, "cp-sat", *HERE])
def test_a_check_that_no_symmetry_keeps(engine):
    if ENGINES["backtrack"].is_installed:
        cm.count(Rooks(2), engine="backtrack")
    with refused(engine, "a rook is in the first corner"):
        cm.count(PickyRooks(3), engine=engine)


@dataclass(frozen=True)
class ListedLamps(cm.Puzzle[Listed]):
    """Its solutions cannot be hashed, and may all be read as one."""

    kind = "listed_lamps"
    blurred: bool = False

    def check(self, solution):
        return Lamps().check(lit(*solution.lamps))

    def model(self, cp):
        def decode(values):
            return Listed([0, 1] if self.blurred else [i for i, value in enumerate(values) if value])

        idle = Strategy("idle", lambda _seed, _runs: iter(()), after=0.0, light=True)
        return replace(Lamps().model(cp), puzzle=self, decode=decode, strategies=(idle,))


@pytest.mark.parametrize("engine", [None, "cp-sat", *OF_MODELS])
def test_solutions_that_cannot_be_hashed(engine):
    assert cm.count(ListedLamps(), engine=engine).total == 6
    assert cm.is_unique(ListedLamps()) is False
    with pytest.raises(WrongSolutionError, match="two solutions of the model are read as the same one"):
        cm.count(ListedLamps(blurred=True), engine=engine)


@needs("cadical")
def test_a_certificate_of_solutions_that_cannot_be_hashed(tmp_path):
    with pytest.raises(cm.CpmodelsError, match=r"solution 1: Listed\(lamps=\[.*\]\) cannot be hashed"):
        cm.confirm(ListedLamps(), proof=tmp_path / "lamps.zip")


def test_solutions_of_a_part_are_checked_where_they_are_told():
    misread = made("Misread", minimise="light", parts=lambda _: iter([cm.puzzle.Part(Lamps(), lambda _: lit(7), 1)]))
    with pytest.raises(WrongSolutionError, match="breaks the puzzle's rules: not two lamps are lit"):
        cm.count(misread, each=lambda _: None)


def test_parameters_by_which_a_search_stops_early():
    hasty = made("Hasty", more=lambda *_: {"parameters": {"stop_after_first_solution": True}})
    found = cm.count(hasty)
    assert (found.total, found.exhausted) == (1, False)
    with pytest.raises(DefectError, match="by the model's own parameters CP-SAT stops at 1 solution"):
        check_kind(hasty, engines=())


# A description and a model that are said to be the same, and are not --------------------------------------------------


@dataclass(frozen=True)
class Dark(Lamps):
    """By its description all lit lamps are among some: none, one pair, or more."""

    described: tuple[int, ...]
    fully_described = True

    def describe(self):
        return described(dropped={*range(4)} - {*self.described})


@pytest.fixture
def _backtracking_takes_over(monkeypatch):
    """As soon as CP-SAT has found a solution."""
    begun, decide = set(), Choice.is_taken

    def is_taken(choice):
        if choice not in begun:
            begun.add(choice)
            return False
        choice.look_at = 0.0
        while not decide(choice):
            assert choice.look_at < inf
        return True

    def one_of_cp_sat(found, *until, **estimate):
        return Turn(found, most=1) if isinstance(found, Enumeration) else Turn(found, *until, **estimate)

    cm.count(Rooks(2), engine="backtrack")
    monkeypatch.setattr("cpmodels.search._choice.HEAD_START", 1e9)
    monkeypatch.setattr("cpmodels.search._choice.is_ready", lambda: False)
    monkeypatch.setattr("cpmodels.search._choice.outlook", lambda _: None)
    monkeypatch.setattr(Choice, "is_taken", is_taken)
    monkeypatch.setattr("cpmodels.search._all.Turn", one_of_cp_sat)


@needs("backtrack")
@pytest.mark.usefixtures("_backtracking_takes_over")
def test_less_than_was_found_before_is_not_all():
    sentence = "the engine backtrack finds 0 solutions in all, but .* has found "
    for question in (cm.count, cm.is_unique):
        with pytest.raises(DefectError, match=sentence):
            question(Dark((3,)))
    assert cm.count(Dark((0, 1, 2, 3))).total == 6
    assert cm.is_unique(Dark((0, 1, 2, 3))) is False


# Solutions of which each is like no other -----------------------------------------------------------------------------


class Unique(cm.Solution):
    """It has no ``__eq__``."""

    def __init__(self, lamps):
        self.lamps = lamps


@dataclass(frozen=True)
class OfItsOwn(cm.Puzzle[Unique]):
    """Two of some lamps are lit."""

    kind = "lamps_of_its_own"
    number: int

    def check(self, solution):
        return [] if len(solution.lamps) == 2 else ["not two lamps are lit"]

    def model(self, cp):
        lamps = [cp.new_bool_var(f"lamp {i}") for i in range(self.number)]
        cp.add(sum(lamps) == 2)

        def decode(values):
            return Unique([i for i, value in enumerate(values) if value])

        quick = Strategy("quick", lambda *_: iter([decode([1, 1])]), after=0.0, light=True)
        return cm.Model(self, cp, lamps, decode=decode, strategies=[quick])


def test_one_solution_that_is_found_twice_is_one():
    assert cm.is_unique(OfItsOwn(2)) is True
    assert cm.is_unique(OfItsOwn(3)) is False


# What is refused whatever is asked -----------------------------------------------------------------------------------


def apart(self, cp):
    """A model that forgets which puzzle it is of, so that nothing would be checked."""
    return replace(Lamps.model(self, cp), puzzle=None)


LIGHT = {"minimise": "light"}
WRONG_MODELS = {
    made("Aimless", Bright, more=lambda *_: {}): "Aimless maximises its light, but its model has no objective",
    made("WrongWay", Bright, more=of_all("minimize")): "WrongWay maximises its light, but its model minimises",
    made("Orphan", model=apart): "the model that Orphan gives is not one of this puzzle",
    made("Twins", identical=2, more=lambda *_: {"identical": 3}): "the model says identical=3, but the puzzle says 2",
}
WRONG_KINDS = {
    made("Boundless", maximise="light", more=of_all("maximize")): "Boundless maximises its light, but has no `amount`",
    made("Partless", **LIGHT): "Partless minimises its light, but has no `parts`",
    made("Falling", **LIGHT, parts=parts((cm.Zip(2, 2, [(0, 0), (1, 1)]), 3), (Lamps(), 2))): (
        "the costs of the parts do not rise: one of cost 2 comes after one of 3"
    ),
    made("Costless", **LIGHT, parts=parts((Lamps(),))): "a part of a puzzle that minimises has no cost",
    made(
        "Nobody", identical=0, more=lambda *_: {"identical": 0}
    ): "`identical` of Nobody is 0, not a whole number from 1",
}
ASKED = [cm.solve, cm.count, cm.is_unique, check_kind]
ASKED_OF_MODELS = [*ASKED, cm.build, listed]


@pytest.mark.parametrize("puzzle", WRONG_MODELS | WRONG_KINDS, ids=lambda puzzle: puzzle.kind)
def test_a_defect_is_told_whatever_is_asked(puzzle):
    for question in ASKED_OF_MODELS if puzzle in WRONG_MODELS else ASKED:
        with pytest.raises(DefectError, match=(WRONG_MODELS | WRONG_KINDS)[puzzle]):
            question(puzzle)
