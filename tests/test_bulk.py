"""What is written in bulk is what the calls of OR-Tools write, to the letter; and variables that are made late."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model

import cpmodels as cm
from cpmodels._cp_model._ortools import QuickCpModel
from cpmodels.constraints._bulk import Bulk, Literals, NamedLiterals, literal_at

SIZE = 6
LITERALS = st.lists(st.integers(-SIZE, SIZE - 1), max_size=4)
ONE = st.integers(-SIZE, SIZE - 1)
NUMBER = st.none() | st.integers(SIZE, SIZE + 2)
ROWS = st.tuples(ONE, NUMBER, NUMBER, st.integers(-3, 3)).filter(lambda row: row[1] is None or row[1] != row[2])

CALLS = {
    "exactly_one": lambda cp, these: cp.add_exactly_one(these),
    "at_most_one": lambda cp, these: cp.add_at_most_one(these),
    "any_of": lambda cp, these: cp.add_bool_or(these),
    "all_of": lambda cp, these: cp.add_bool_and(these),
    "odd": lambda cp, these: cp.add_bool_xor(these),
}


def by_calls(written):
    """The CpModel that calls of OR-Tools make of the same."""
    cp = cp_model.CpModel()
    for number in range(SIZE):
        cp.new_bool_var(f"{number}")
    for _ in range(3):
        cp.new_int_var(0, 4, "")
    for name, *given_ in written:
        if name in CALLS:
            CALLS[name](cp, [literal_at(cp, index) for index in given_[0]])
        elif name == "implies":
            cp.add_bool_and([literal_at(cp, i) for i in given_[1]]).only_enforce_if(literal_at(cp, given_[0]))
        elif name == "from_to":
            literals, least, most = [literal_at(cp, i) for i in given_[0]], *given_[1:]
            cp.add_linear_constraint(cp_model.LinearExpr.sum(literals), least, min(most, len(literals)))
        else:
            for index, one, other, value in given_[0]:
                x, y = (place if place is None else cp.get_int_var_from_proto_index(place) for place in (one, other))
                literal = literal_at(cp, index)
                if x is None and y is None:
                    cp.add_bool_or([~literal]) if value else None
                else:
                    cp.add(y == -value if x is None else x == value if y is None else x - y == value).only_enforce_if(
                        literal
                    )
    return cp


@given(
    st.lists(
        st.one_of(
            st.tuples(st.sampled_from(sorted(CALLS)), LITERALS),
            st.tuples(st.just("implies"), ONE, LITERALS),
            st.tuples(st.just("from_to"), LITERALS.filter(bool), st.just(1), st.just(2)),
            st.tuples(st.just("differences"), st.lists(ROWS, max_size=3)),
        ),
        max_size=8,
    )
)
def test_constraints_come_out_as_by_the_calls_of_ortools(written):
    cp = QuickCpModel()
    bulk = Bulk(cp)
    assert list(bulk.booleans(map(str, range(SIZE)))) == list(range(SIZE))
    assert bulk.integers(0, 4, 3) == range(SIZE, SIZE + 3)
    for name, *given_ in written:
        getattr(bulk, name)(*given_)
    assert str(cp.proto) == str(by_calls(written).proto)


def test_a_circuit_and_variables_without_names_come_out_the_same():
    cp, other = cp_model.CpModel(), cp_model.CpModel()
    arcs = [(0, 1), (1, 0), (1, 1)]
    other.add_circuit([(tail, head, other.new_bool_var("")) for tail, head in arcs])
    bulk = Bulk(cp)
    literals = [bulk.boolean() for _ in arcs]
    bulk.circuit([tail for tail, _ in arcs], [head for _, head in arcs], literals)
    assert str(cp.proto) == str(other.proto)
    assert cp.validate() == ""


def test_constants_are_those_of_the_model():
    cp = cp_model.CpModel()
    one = cp.new_constant(1)
    bulk = Bulk(cp)
    assert [bulk.constant(1), bulk.constant(0), bulk.constant(1)] == [one.index, one.index + 1, one.index]


def test_variables_are_made_once_and_only_when_they_are_asked_for():
    cp = cp_model.CpModel()
    named = NamedLiterals(cp, "abc", Bulk(cp).booleans("abc"))
    assert named["b"] is named["b"] is named.values()[1]
    assert [named[key].name for key in named] == [literal.name for literal in named.values()] == list("abc")
    assert [literal.name for literal in named.values()[1:]] == ["b", "c"]
    assert (len(named), "d" in named, isinstance(named.values(), Literals)) == (3, False, True)
    with pytest.raises(KeyError):
        named["d"]


def test_a_quick_model_has_the_methods_by_their_old_names_and_its_copies_too():
    for cp in (QuickCpModel(), QuickCpModel().clone()):
        cp.AddBoolOr([cp.NewBoolVar("old"), cp.new_bool_var("new")])
        assert cp.clone().AddExactlyOne([]).index == 1
        with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
            _ = cp.Nothing
        with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
            _ = cp.nothing


def test_models_for_users_have_plain_keys():
    assert type(cm.build(cm.Zip(2, 2)).key) is tuple
