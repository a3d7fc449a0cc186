"""The test for authors of kinds: sound kinds pass it, and each defect is found and named."""

import dataclasses
from dataclasses import dataclass
from itertools import count

import numpy as np
import pytest
from command_line import interrupted_in_cp_sat
from examples import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from lit_kind import Lit, bare_pairs
from ortools.sat.python import cp_model
from puzzle_strategies import small_variants, whole_gardens
from systems import needs_signals

import cpmodels as cm
import readers
from cpmodels.base.errors import DefectError
from cpmodels.engines import ENGINES
from cpmodels.explaining import ModelAccount, account
from cpmodels.generating import Candidate, candidates
from cpmodels.testing import check_kind, check_model

NO_ENGINE = ()


@examples(10)
@given(st.one_of(whole_gardens(), small_variants(minimise=True)))
def test_gardens_are_sound(garden):
    """Those that `test_brute_force` does not ask this of: of all tiles, and that minimise."""
    try:
        number = check_kind(garden, most=300, engines=NO_ENGINE)
    except cm.errors.TooLargeError:
        assume(False)
    assert number == min(cm.count(garden).total, 300)


def test_a_kind_of_another_package_is_sound():
    assert check_kind(Lit(2, 2, 2), engines=NO_ENGINE) == 6
    assert check_kind(Lit(2, 2, 5), engines=NO_ENGINE) == 0
    assert check_kind(Lit(4, 4, 8), most=50, engines=NO_ENGINE) == 50


def test_a_model_without_a_puzzle_is_sound():
    assert check_model(bare_pairs()) == 6


def test_variables_may_be_free_where_that_is_said():
    """As where it does not matter which of two lamps has which of two cables."""
    cp = cp_model.CpModel()
    lamps, _ = [cp.new_bool_var(f"lamp {i}") for i in range(3)], cp.new_int_var(0, 9, "cable")
    cp.add(sum(lamps) == 2)
    model = cm.Model(cp=cp, key=lamps)
    with pytest.raises(DefectError, match="differ in the variable cable, but not in the key"):
        check_model(model)
    assert check_model(model, free=True) == 3
    assert 1 <= check_model(model, free=True, most=4) <= 3  # as many assignments


@pytest.mark.parametrize("decode", [list, lambda _: object()])
def test_solutions_that_cannot_be_compared_are_a_sentence(decode):
    cp = cp_model.CpModel()
    model = cm.Model(cp=cp, key=[cp.new_bool_var("lamp")], decode=decode)
    with pytest.raises(DefectError, match="let `decode` make a tuple, or a frozen dataclass"):
        check_model(model, engines=NO_ENGINE)


def test_solutions_of_a_class_of_ones_own_are_compared_with_each_other_alone():
    """Its `__eq__` need not know anything else: check_model ended with the AttributeError of one that does not."""

    class Lamps:
        def __init__(self, values):
            self.values = values

        def __eq__(self, other):
            return self.values == other.values

        def __hash__(self):
            return hash(self.values)

    cp = cp_model.CpModel()
    assert check_model(cm.Model(cp=cp, key=[cp.new_bool_var("lamp")], decode=Lamps), engines=NO_ENGINE) == 2


def test_what_decode_makes_needs_no_marks_where_the_key_has_some():
    cp = cp_model.CpModel()
    loop = cm.constraints.single_loop(cp, cm.graph.grid(2, 3))
    assert check_model(cm.Model(cp=cp, key=loop, decode=tuple), engines=NO_ENGINE) == 3


def test_an_engine_for_which_a_model_is_too_large_is_passed_over():
    cp = cp_model.CpModel()
    lamp, far = cp.new_bool_var("lamp"), cp.new_int_var(0, 10**6, "far")
    cp.add(far == 10**6 * lamp)
    assert check_model(cm.Model(cp=cp, key=[lamp])) == 2


def test_what_cp_sat_gets_wrong_without_presolve_is_checked_with_it():
    """By CP-SAT 9.15 2 is its half, and the process ends."""
    cp = cp_model.CpModel()
    x = cp.new_int_var_from_domain(cp_model.Domain.from_values([1, 2, 4]), "x")
    cp.add_division_equality(x, x, 2)
    assert check_model(cm.Model(cp=cp, key=[x]), engines=NO_ENGINE) == 0


def test_a_model_to_which_something_was_added_has_no_symmetries_to_check():
    model = cm.build(cm.Zip(3, 3))
    model.cp.add(model.starts_at[0, 0] == 1)
    assert check_model(model) == 8


def test_what_is_no_puzzle_or_model_or_number_is_refused():
    with pytest.raises(cm.ParameterError, match="takes a puzzle, not 'zip-4'"):
        check_kind("zip-4")
    with pytest.raises(cm.ParameterError, match="takes a model, not Zip"):
        check_model(cm.Zip(2, 2))
    with pytest.raises(cm.ParameterError, match="most must be at least 1, not 0"):
        check_kind(cm.Zip(2, 2), most=0)


@dataclass(frozen=True)
class Sound(cm.Puzzle[cm.Assignment]):
    """So many of four cells are lit: each defect below is of a class derived from this one, whose name is its kind."""

    kind = "sound"
    lit: int = 2

    def __init_subclass__(cls, **options):
        cls.kind = cls.__name__.lower()
        super().__init_subclass__(**options)

    def check(self, solution):
        return [] if len(solution.true) == self.lit else [f"{len(solution.true)} are lit"]

    def model(self, cp):
        lit = {cell: cp.new_bool_var(str(cell)) for cell in range(4)}
        cp.add(sum(lit.values()) == self.lit)
        return cm.Model(self, cp, lit, **self.more(cp))

    def more(self, _cp):
        """What else the model has."""
        return {"symmetries": [(0, 1, 2, 3), (1, 0, 2, 3)]}


def test_the_kind_that_is_spoilt_below_is_sound():
    assert check_kind(Sound(), engines=NO_ENGINE) == 6


def told(puzzle):
    with pytest.raises(DefectError) as error:
        check_kind(puzzle, engines=NO_ENGINE)
    assert isinstance(error.value, AssertionError)
    assert "\n" not in str(error.value)
    return str(error.value)


def spoilt(name, **members):
    """A kind that differs from a sound one in these members; pickles find it in this module."""
    kind = globals()[name] = type(name, (Sound,), {"__module__": __name__, **members})
    return kind


def test_a_check_that_says_nothing_is_never_taken_for_right():
    silent = spoilt("Silent", check=lambda *_: None)()
    asked = [lambda one: check_kind(one, engines=NO_ENGINE), cm.solve, lambda one: cm.count(one, engine="cadical")]
    for ask in (*asked, lambda one: list(cm.solutions(one))):
        with pytest.raises(cm.KindError, match=r"Silent\.check returned None, not a list"):
            ask(silent)


@dataclass(frozen=True)
class Nameless(cm.Puzzle[cm.Assignment]):
    def check(self, solution):
        return [repr(solution)]


@dataclass(frozen=True)
class Typeless(cm.Puzzle):
    kind = "typeless"

    def check(self, solution):
        return [repr(solution)]


@dataclass(unsafe_hash=True)
class NotFrozen(cm.Puzzle[cm.Assignment]):
    kind = "notfrozen"

    def check(self, solution):
        return [repr(solution)]


@dataclass(frozen=True)
class Lists(Sound):
    cells: list[int] = dataclasses.field(default_factory=list)


@dataclass(frozen=True)
class Arrays(Sound):
    cells: np.ndarray = dataclasses.field(default_factory=lambda: np.arange(2), hash=False)


@dataclass(frozen=True)
class Forgetful(Sound):
    lit: int = 1


@readers.forms.puzzle_form.register(Forgetful)
def forgetful_form(puzzle):
    """Its JSON form has another number, of which the puzzle that is read knows nothing."""
    return {"puzzle": puzzle.kind, "lit": 2}


NUMBERS = count()


def changing(_, cp):
    """A model that is another one each time."""
    cp.add_hint(cp.get_bool_var_from_proto_index(0), next(NUMBERS) % 2)
    return {}


def with_another_rule(_, cp):
    """What no solution says that the symmetry makes of one: one of the first two is lit."""
    cp.add_bool_or([cp.get_bool_var_from_proto_index(i) for i in (0, 1)])
    return {"symmetries": [(0, 1, 2, 3), (2, 3, 0, 1)]}


def with_a_free_variable(_, cp):
    cp.new_int_var(0, 1, "loose")
    return {}


def half(values):
    """What half of the key says alone."""
    return cm.Assignment(tuple(str(i) for i in range(2) if values[i]))


NOTHING = "the model has a solution, but says that it is infeasible: nothing is lit"
ALONE = {"__eq__": lambda one, other: one is other, "__hash__": lambda one: one.lit}
DEFECTS = {
    Nameless: "Nameless has no `kind`, the name of its kind in files: write kind = 'nameless'",
    Typeless: "Typeless has no `solution_type`: write class Typeless(Puzzle[Grid]), or what its solutions are",
    NotFrozen: "NotFrozen is not frozen: write @dataclass(frozen=True)",
    Lists: "a Lists cannot be hashed (unhashable type: 'list')",
    Arrays: "== raises ValueError (The truth value of an array",
    Forgetful: "is read back as another puzzle: Forgetful(lit=2)",
    spoilt("Undecoded", more=lambda *_: {"decode": lambda values: {}[values]}): "decode raises KeyError ((",
    spoilt("Local", __qualname__="elsewhere.Local"): "a Local cannot be pickled",
    spoilt("Identity", **ALONE): "a pickled copy of the Identity is not equal to it",
    (mute := spoilt("Mute")): "the JSON form of the Mute is not read back: ",
    spoilt("Wrong", check=lambda _, solution: ["the cell 3 is dark"] * ("3" in map(str, solution.true))): (
        "a solution of the model breaks the puzzle's rules: the cell 3 is dark"
    ),
    spoilt("Free", more=with_a_free_variable): (
        "two solutions of the model differ in the variable loose, but not in the key"
    ),
    spoilt("Blurred", more=lambda *_: {"decode": half}, check=lambda *_: []): (
        "decode gives the same solution for two values of the key, which differ in "
    ),
    spoilt("Lopsided", more=with_another_rule): "the symmetry 1 maps a solution to what is not one: Assignment",
    spoilt(
        "TwoPivots", more=lambda *_: {"pivots": (0, 1)}
    ): "not exactly one of the pivots is true in a solution, but ",
    spoilt("Discouraged", infeasible_reason=lambda _: "nothing is lit"): NOTHING,
    spoilt("DiscouragedModel", more=lambda *_: {"infeasible": "nothing is lit"}): NOTHING,
    spoilt("Fickle", more=changing): "a copy of the puzzle has a different model",
    spoilt(
        "OtherType", solution_type=cm.Grid
    ): "a solution is a Assignment, but the solution_type of OtherType is Grid",
    spoilt("Undrawn", diagram=lambda _, solution=None: cm.Diagram(1, 4).numbers(solution or {})): "diagram raises ",
    spoilt("DrawnInWords", diagram=lambda _, solution=None: f"four cells, {solution}"): (
        "diagram returns a str, not a Diagram"
    ),
}
readers.forms.puzzle_form.register(mute)(lambda puzzle: {"puzzle": puzzle.kind, "light": puzzle.lit})


@pytest.mark.parametrize("cls", DEFECTS, ids=lambda cls: cls.__name__)
def test_a_defect_is_named(cls):
    assert DEFECTS[cls] in told(cls())


@dataclass(frozen=True)
class Two(cm.Puzzle[cm.Grid]):
    kind = "two"

    def check(self, solution):
        return [] if [len(row) for row in solution.rows] == [1, 1] else ["the board has another size"]

    def model(self, cp):
        return cm.Model(self, cp, cm.constraints.numbers(cp, [(0, 0), (1, 0)], (1, 2)))


class Blind(Two):
    def check(self, solution):
        return [] if {1, 2}.issuperset(sum(solution.rows, ())) else ["what is a 3?"]


class Trusting(Two):
    def check(self, solution):
        return [] if solution[1, 0] < 3 else ["what is a 3?"]


def test_a_check_heeds_the_size_of_a_board():
    assert check_kind(Two(), engines=NO_ENGINE) == 4
    assert told(Blind()) == "check has nothing against a board of another size, Grid(rows=((1,),))"
    assert told(Trusting()) == (
        "check raises IndexError (tuple index out of range) for a board of another size, Grid(rows=((1,),))"
    )


def test_a_search_that_finds_nothing(monkeypatch):
    """As with a strategy that proves what is wrong."""
    result = dataclasses.replace(cm.solve(Sound()), solution=None, status=cm.Status.INFEASIBLE)
    monkeypatch.setattr("cpmodels.testing.solve", lambda *_, **__: result)
    with pytest.raises(DefectError, match="solve says that the model is infeasible, but it has 6 solutions"):
        check_model(cm.build(Sound()), engines=NO_ENGINE)


def test_counts_that_differ(monkeypatch):
    counted = dataclasses.replace(cm.count(Sound()), total=5)
    monkeypatch.setattr("cpmodels.testing.count", lambda *_, **__: counted)
    with pytest.raises(DefectError, match="the model has 6 solutions, but with symmetry 5 are counted"):
        check_model(cm.build(Sound()), engines=NO_ENGINE)


@dataclass(frozen=True)
class Misjudged(Sound):
    """Its account has clauses too many or too few."""

    clause: str = "too many"


class MisjudgedAccount(ModelAccount):
    def __init__(self, puzzle):
        super().__init__(puzzle)
        if puzzle.clause == "too many":
            self.formula.clause([self.constrain("rule", "the first is lit"), 1])

    def written(self):
        return super().written() if self.puzzle.clause == "too many" else []


account.register(Misjudged)(MisjudgedAccount)


def test_an_account_that_contradicts_its_puzzle():
    assert "the account rules out a solution: Assignment(true=(" in told(Misjudged())
    sentence = told(Misjudged(clause="too few"))
    assert sentence.startswith("the account has a solution that breaks the puzzle's rules: ")


@dataclass(frozen=True)
class Drafted(Sound):
    """Its candidate has clues, how many of the first cells are dark, that contradict the solution."""

    known: int = 0

    def check(self, solution):
        lit = [i for i in range(self.known) if str(i) in solution.true]
        return [*super().check(solution), *(["the first cells are lit"] if lit else [])]

    def more(self, cp):
        cp.add_bool_and([~cp.get_bool_var_from_proto_index(i) for i in range(self.known)])
        return {}


class CandidateOfLamps(Candidate):
    clues, solution = (1,), cm.Assignment(("0", "3"))

    def puzzle(self, clues):
        return Drafted(2, len(clues))


@candidates.register(Drafted)
def candidates_of_lamps(_kind, _size, _random):
    yield CandidateOfLamps()


def test_candidates_that_are_wrong():
    assert told(Drafted()) == "the solution of a candidate breaks the rules of its puzzle: the first cells are lit"


class Loose(Sound):
    """The price of its cells has a variable of its own, which is just the price in the best solutions alone."""

    def more(self, cp):
        price = cp.new_int_var(0, 10, "price")
        cp.add(price >= sum(i * cp.get_bool_var_from_proto_index(i) for i in range(4)))
        cp.minimize(price)
        return {}


def test_kinds_with_an_objective_are_sound():
    assert check_kind(Loose(), engines=NO_ENGINE) == 1
    pieces = [(1, 2, 1, 3), (2, 3, 3, 2), (3, 1, 2, 2), (1, 1, 3, 3)]
    best = cm.EdgeMatching(2, 2, pieces, rotations=False, maximise="score")
    assert check_kind(best) == cm.count(best).total


def test_every_engine_is_asked_by_default(monkeypatch):
    asked = []

    def counted(puzzle, **options):
        asked.append(options.get("engine"))
        return cm.count(puzzle, **options)

    monkeypatch.setattr("cpmodels.testing.count", counted)
    check_kind(Sound())
    assert {"cp-sat", None, *ENGINES} == set(asked)


def test_pivots_that_no_symmetry_keeps_together_are_all_searched():
    cp = cp_model.CpModel()
    a, b, c = (cp.new_bool_var(name) for name in "abc")
    cp.add_exactly_one(a, b, c)
    sound = cm.Model(cp=cp, key=(a, b, c), symmetries=[(0, 1, 2), (1, 0, 2)], pivots=(0, 1, 2))
    assert check_model(sound) == 3


@needs_signals
def test_ctrl_c_ends_the_search_of_a_check():
    imported = "from cpmodels import Zip, testing"
    assert interrupted_in_cp_sat(imported, "testing.check_kind(Zip(2, 2), engines=())") == "stopped"
