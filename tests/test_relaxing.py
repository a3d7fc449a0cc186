"""What is given up of models without a solution; of random ones, against all that could be, in `fuzz_models`."""

from contextlib import suppress

import pytest
from ortools.sat.python import cp_model

import cpmodels as cm
from cpmodels.base.kinds import kind_named


def test_a_model_of_a_described_kind_gives_up_what_was_added_alone():
    """It leaves out what cannot be: of this row relax said that two pieces must go, where one edge less is enough."""
    row = cm.EdgeMatching(1, 3, [(1, 2, 3, 4), (5, 2, 6, 2), (7, 8, 9, 3)], rotations=False)
    for asked in (row, cm.build(row), "zip-parity"):
        with pytest.raises(cm.ParameterError, match="a model that the description of a puzzle makes leaves out"):
            cm.relax(asked)
    model = cm.build(cm.Zip(2, 2))
    model.cp.add(model.starts_at[0, 0] + model.ends_at[1, 1] == 2).with_name("across")
    found = cm.relax(model, {"across": 3})
    assert (found.weight, found.fewest, found.solution, found.puzzle) == (3, True, None, cm.Zip(2, 2))
    assert str(found) == "There is a solution without this, and no cheaper way to have one: across."


class Modelled(cm.Zip):
    """A ZIP with a model of its own, beside the description that it inherits."""

    kind = "modelled_zip"
    check = cm.Zip.check


@cm.model.build_model.register(Modelled)
def model_of_modelled(puzzle, cp):
    """There is none, by a constraint that may be given up."""
    model = cm.model.described_model(puzzle, cp)
    cp.add(model.starts_at[0, 0] + model.ends_at[1, 1] == 2).with_name("across")
    return model


def test_a_model_that_is_registered_gives_up_what_it_demands():
    assert len(cm.relax(Modelled(2, 2)).given_up) == 1


def test_an_objective_plays_no_part_and_assumptions_do():
    cp = cp_model.CpModel()
    a, b = cp.new_bool_var("a"), cp.new_bool_var("b")
    cp.add(a + b == 1).with_name("one of them")
    cp.maximize(a + b)
    cp.add_assumptions([a, b])
    found = cm.relax(cm.Model(cp=cp, key=[a, b]), {"one of them": 5})
    assert (found.weight, found.solution.true) == (5, ("a", "b"))
    assert cm.relax(cm.Model(cp=cp, key=[a, b])).weight == 1


def test_of_a_model_in_a_file_there_is_a_solution_of_the_others():
    rule = 'constraints {{ name: "{}" bool_or {{ literals: [{}] }} }}'
    rules = rule.format("on", 0) + rule.format("off", -1)
    model = cm.Model.load(f'variables {{ name: "a" domain: [0, 1] }} {rules}')
    found = cm.relax(model, {"off": 1})
    assert ([one.words for one in found.given_up], found.solution.true) == (["off"], ("a",))


def test_what_cannot_be_weighed_is_refused():
    cp = cp_model.CpModel()
    a, number = cp.new_bool_var("a"), cp.new_int_var(0, 3, "number")
    cp.add(a == 0).with_name("off")
    model = cm.Model(cp=cp, key=[a, number])
    for weights, message in [
        ({"on": 1}, "no constraint is called 'on'; there is off$"),
        ({"off": 0}, "the weight of 'off' must be at least 1, not 0"),
        ({"off": 0.5}, r"the weight of 'off' must be a whole number, not 0\.5"),
        ({"off": 2**62}, "the weights are too large"),
    ]:
        with pytest.raises(cm.ParameterError, match=message):
            cm.relax(model, weights)
    with pytest.raises(cm.errors.StoppedError):
        cm.relax("zip-8", time_limit=1e-9)


@pytest.mark.parametrize("kind", ["product", "quotient"])
def test_a_number_that_is_made_of_itself_may_be_given_up(kind):
    """Where OR-Tools 9.15 is given the literal itself, it does not end, or aborts the process."""
    cp = cp_model.CpModel()
    if kind == "product":
        x = cp.new_int_var(-2, -1, "x")
        cp.add_multiplication_equality(x, [x, x]).with_name(kind)
    else:
        x = cp.new_int_var_from_domain(cp_model.Domain.from_values([-3, -1, 6]), "x")
        cp.add_division_equality(x, x, 3).with_name(kind)
    found = cm.relax(cm.Model(cp=cp, key=[x], decode=tuple))
    assert [constraint.words for constraint in found.given_up] == [kind]


def test_a_name_of_no_constraint_is_refused_where_there_is_a_solution_too():
    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(name) for name in "ab"]
    cp.add_bool_or(lamps).with_name("light")
    model = cm.Model(cp=cp, key=lamps)
    assert cm.why_infeasible(model, among="l*") is None
    with pytest.raises(cm.ParameterError, match="no constraint is called 'one'; there is light"):
        cm.why_infeasible(model, among="one")
    assert cm.why_infeasible(cm.build("zip-4"), among="the path goes through*") is None


def test_constraints_of_a_group_are_one():
    cp = cp_model.CpModel()
    a, b, c = (cp.new_bool_var(name) for name in "abc")
    small = [cp.add(a == 0), cp.add(b == 0).with_name("no b")]
    most, last = cp.add(a + b + c >= 2), cp.add(c == 1)
    model = cm.Model(cp=cp, key=[a, b, c])
    groups = {"the first are off": small, "two are on": most}
    conflict = cm.why_infeasible(model, groups=groups)
    assert {constraint.words for constraint in conflict.constraints} == {*groups}
    for among, reason in [("the*", "the first are off"), (["two are on"], "two are on")]:
        found = cm.why_infeasible(model, groups=groups, among=among)
        assert [constraint.words for constraint in found.constraints] == [reason]
        assert (found.irreducible, found.fewest) == (True, True)
        assert str(found) == f"There is no solution because of this: {reason}."
    assert str(cm.why_infeasible(model, groups=groups, among=[])).endswith("the others contradict each other.")
    with pytest.raises(cm.ParameterError, match="no constraint is called 'one'; there is the first are off"):
        cm.why_infeasible(model, groups=groups, among="one")
    with pytest.raises(cm.ParameterError, match="names of constraints"):
        cm.why_infeasible(model, groups=groups, among=5)
    assert [one.words for one in cm.relax(model, {"the first are off": 2}, groups=groups).given_up] == [
        "the first are off"
    ]
    assert cm.relax(model, {"the first are off": 2}, groups=groups).weight == 2
    assert small[1].name == "no b"
    other = cp_model.CpModel()
    for wrong, message in [
        ({"all": [other.add(other.new_bool_var("x") == 1)]}, "the group 'all' has .*, not a constraint of the"),
        ({"all": [a]}, "the group 'all' has .*, not a constraint of the model"),
        ({"all": 3}, "the group 'all' has 3, not a constraint of the model"),
        ({"one": [last], "two": [last]}, "a constraint is both in the group 'one' and in 'two'"),
        ({"": [last]}, "the name of a group must be a text"),
    ]:
        for asked in (cm.why_infeasible, cm.relax):
            with pytest.raises(cm.ParameterError, match=message):
                asked(model, groups=wrong)


def test_an_assumption_may_be_negated():
    cp = cp_model.CpModel()
    x = cp.new_bool_var("x")
    cp.add(x == 1).with_name("on")
    cp.add_assumption(~x)
    found = cm.relax(cm.Model(cp=cp, key=[x]))
    assert (found.weight, len(found.given_up)) == (1, 1)
    assert cm.relax(cm.Model(cp=cp, key=[x]), {"on": 1}).given_up[0].words == "on"


def test_constraints_that_say_the_same_are_given_up_each():
    cp = cp_model.CpModel()
    x = cp.new_bool_var("x")
    cp.add(x == 0)
    cp.add(x == 0)
    cp.add(x == 1).with_name("on")
    model = cm.Model(cp=cp, key=[x])
    (said,) = {constraint.words for constraint in cm.why_infeasible(model).constraints} - {"on"}
    assert cm.relax(model, {said: 1}).weight == 2


def test_variables_without_names_are_called_as_the_key_has_them():
    """All constraints were one, as if nobody could tell these apart, and its first one was named for all."""
    cp = cp_model.CpModel()
    lamps = {name: cp.new_bool_var("") for name in "ab"}
    cp.add(lamps["a"] == 0)
    cp.add(lamps["b"] == 0)
    cp.add(lamps["a"] + lamps["b"] == 2)
    model = cm.Model(cp=cp, key=lamps)
    found = cm.relax(model)
    assert (found.weight, len(found.given_up), found.solution.true) == (1, 1, ())
    (words,) = {one.words for one in found.given_up}
    assert "the sum of" in words
    assert words in {one.words for one in cm.why_infeasible(model).constraints}


def test_a_limit_that_is_up_at_once_is_no_wrong_parameter():
    cp = cp_model.CpModel()
    x = cp.new_bool_var("x")
    cp.add(x == 0)
    cp.add(x == 1)
    with suppress(cm.errors.StoppedError):  # Or it is found in the moment that any search has.
        assert cm.relax(cm.Model(cp=cp, key=[x]), time_limit=1e-9).weight == 1


def test_what_is_described_by_its_marks_has_no_name():
    """Names are what users give: what a constraint says in words of the marks is none."""
    cp = cp_model.CpModel()
    row = [cp.new_bool_var("") for _ in range(3)]
    cp.add(sum(row) == 2)
    cp.add(row[0] == 0).with_name("the first is dark")
    cp.add(row[1] == 0)
    marks = {cm.Mark.at((0, place), 1): literal for place, literal in enumerate(row)}
    model = cm.Model(cp=cp, key=row, marks=marks)
    assert "2 of (0, 0) to (0, 2) is 1" in {one.words for one in cm.why_infeasible(model).constraints}
    assert [one.words for one in cm.why_infeasible(model, among="*").constraints] == ["the first is dark"]
    with pytest.raises(cm.ParameterError, match="no constraint is called '2 of"):
        cm.why_infeasible(model, among="2 of *")
    cp.proto.constraints[1].name = ""
    with pytest.raises(cm.ParameterError, match=r"no constraint is called '\*'; none has a name"):
        cm.why_infeasible(model, among="*")


class Crossing(kind_named("yajilin")):
    """One more rule, which is the last straw."""

    kind = "crossing_yajilin"

    def check(self, solution):
        marks = (cm.Mark.edge((2, 3), (3, 3)), cm.Mark.edge((1, 1), (1, 2)))
        return super().check(solution) + ["it does not cross"] * solution.marks().isdisjoint(marks)

    def model(self, cp):
        model = cm.model.described_model(self, cp)
        (crosses,) = model.marks[cm.Mark.edge((2, 3), (3, 3))]
        cp.add(cp.new_constant(0) + crosses >= 1).with_name("it crosses")
        return model


def test_a_loop_may_be_given_up():
    """OR-Tools 9.15 ended the process: where a literal enforces a circuit it is now asked in one of its own."""
    arrows = [(0, 2, "bottom", 1), (1, 1, "bottom", 1), (1, 3, "right", 1)]
    assert cm.relax(Crossing(4, 4, arrows)).weight == 4


def test_a_product_of_what_has_no_values_is_one_sentence():
    """It was a ValueError, as the greatest of none was looked for."""
    cp = cp_model.CpModel()
    x, y = cp.new_int_var(0, 9, "x"), cp.new_int_var(0, 9, "y")
    cp.add_multiplication_equality(y, [x, x])
    x.proto.domain.clear()
    with pytest.raises(cm.ModelError, match="CP-SAT calls the model invalid"):
        cm.relax(cm.Model(cp=cp, key=[y]))
