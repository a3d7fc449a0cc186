"""Models in files: read, searched, checked, sent to other processes, written."""

import pickle
import threading
from importlib.util import find_spec
from itertools import combinations, pairwise, permutations

import pytest
from command_line import interrupted_in_cp_sat, run
from hypothesis import given
from hypothesis import strategies as st
from ortools.sat.python import cp_model
from random_models import RandomModel
from systems import needs_signals

import cpmodels as cm
import readers
from cpmodels._cp_model import _ortools
from cpmodels.base import _checkpoints
from cpmodels.base._clock import Clock
from cpmodels.saved import SavedModel
from readers import models


def small():
    """A number and a lamp, beside a number that is free."""
    cp = cp_model.CpModel()
    x, lamp, free = cp.new_int_var(0, 3, "x"), cp.new_bool_var("lamp"), cp.new_int_var(0, 900, "free")
    cp.add(x + free <= 5)
    cp.add(x >= 2).only_enforce_if(lamp)
    return cp


@pytest.fixture(params=["a.pb", "a.pbtxt", "text"])
def file(request, tmp_path):
    """The model in each of the forms."""
    if request.param == "text":
        return str(small().proto)
    path = tmp_path / request.param
    assert small().export_to_file(str(path))
    return path


def test_every_form_is_the_same_model(file):
    read = cm.read(file)
    assert cm.count(read).total == 6 + 5 + 4 + 3 + 4 + 3  # the free number is at most 5 - x
    assert {(one.true, one["x"]) for one in cm.solutions(SavedModel(read.proto, ["x", "lamp"]))} == {
        *(((), x) for x in range(4)),
        *((("lamp",), x) for x in (2, 3)),
    }


def test_a_name_that_looks_like_a_place_is_not_taken_for_it():
    cp = cp_model.CpModel()
    cp.new_bool_var("")
    cp.add(cp.new_bool_var("#0") == 1)
    assert [cm.count(SavedModel(str(cp.proto), [place])).total for place in ("#0", "#1")] == [2, 1]


@pytest.mark.parametrize(("clauses", "total"), [("0 0", 1), ("0 1\n0", 0)])
def test_clauses_without_variables(clauses, total):
    assert cm.count(cm.read(f"p cnf {clauses}\n")).total == total


def test_a_pattern_does_not_mean_what_a_model_added_for_a_number():
    cp = cp_model.CpModel()
    starts = [cp.new_int_var(0, 2, "start"), cp.new_int_var(0, 90, "start late")]
    cp.new_bool_var("start = 9")
    cm.Model(cp=cp, key=starts)
    proto, own = str(cp.proto), ["start", "start late", "start = 9"]
    for pattern in ("start*", "*"):
        assert list(cm.Model.load(proto, pattern).variables["key"]) == own
    assert len(cm.Model.load(proto, "start =*").variables["key"]) == 4
    assert cm.count(SavedModel(proto, "start*")).total == 3 * 91 * 2


def test_a_name_that_is_the_pattern_of_all_is_not_taken_for_it():
    cp = cp_model.CpModel()
    cp.new_bool_var("*"), cp.new_int_var(0, 9, "y")
    totals = [cm.count(SavedModel(str(cp.proto), key)).total for key in ("*", "#0", "y")]
    assert totals == [20, 2, 10]


@pytest.mark.parametrize(("domain", "total"), [([-8, -7, -5, 0], 2), ([0, 5], 2), ([10, 99], 0)])
def test_only_objectives_in_their_domain_are_looked_for(domain, total, tmp_path):
    """CP-SAT writes such a domain into the models that it has presolved."""
    cp = cp_model.CpModel()
    x, _ = cp.new_int_var(0, 9, "x"), cp.new_bool_var("lamp")
    cp.maximize(x)
    cp.proto.objective.domain.extend(domain)
    saved = SavedModel(str(cp.proto))
    assert cm.solve(saved).status is (cm.Status.OPTIMAL if total else cm.Status.INFEASIBLE)
    reason = cm.why_infeasible(saved)
    said = [one.words for one in reason.constraints] if reason else []
    assert said == ([] if total else ["the domain of the objective"])
    confirmed = cm.confirm(saved, proof=tmp_path / "best.zip")
    assert (cm.count(saved).total, confirmed.other.total, confirmed.verification.verified) == (total, total, True)


@pytest.mark.parametrize("seed", range(25))
def test_random_models_are_counted_as_they_are_before(seed, tmp_path):
    drawn = RandomModel(3000 + seed)
    path = tmp_path / "model.pb"
    drawn.cp.export_to_file(str(path))
    key = drawn.random.sample(drawn.variables, drawn.random.randint(1, len(drawn.variables)))
    saved = SavedModel(cm.read(path).proto, [variable.name for variable in key])
    truth = drawn.solutions(key)
    found = [tuple(dict(one.numbers).get(v.name, v.name in one.true) for v in key) for one in cm.solutions(saved)]
    assert (len(found), set(found)) == (len(truth), truth)
    for one in list(cm.solutions(saved))[:3]:
        assert saved.check(one) == []
    assert readers.read(readers.write(saved)) == saved
    assert pickle.loads(pickle.dumps(saved)) == saved


@pytest.mark.parametrize(
    ("true", "numbers", "said"),
    [
        ([], [["x", 3]], None),
        (["lamp"], [["x", 1]], "it breaks the constraints of the model"),
        ([], [["x", 4]], "x cannot be 4"),
        ([], [["x", 2.5]], "x cannot be 2.5"),
        ([], [["x", "3"]], "x cannot be '3'"),
        (["lamp"], [], "there is no value for x"),
        ([], [["x", 9], ["x", 3]], "there is more than one value for x"),
        (["lamp"], [["lamp", 0], ["x", 3]], "there is more than one value for lamp"),
        (["free"], [["y", 4], ["x", 0]], "free, y is not in the key"),
        ([{"a": 1}], [], "{'a': 1} is not in the key"),
    ],
)
def test_check_asks_for_all_constraints_and_says_what_is_wrong_with_names_and_values(true, numbers, said):
    saved = SavedModel(str(small().proto), ["x", "lamp"])
    assert saved.check(cm.Assignment(tuple(true), tuple(map(tuple, numbers)))) == ([said] if said else [])


def ruler():
    """The shortest Golomb ruler, and a lamp."""
    cp = cp_model.CpModel()
    cp.new_bool_var("lamp")
    at = [cp.new_int_var(0, 100, "") for _ in range(9)]
    for one, other in pairwise(at):
        cp.add(one < other)
    apart = [cp.new_int_var(1, 100, "") for _ in combinations(at, 2)]
    for (one, other), distance in zip(combinations(at, 2), apart, strict=True):
        cp.add(other - one == distance)
    cp.add_all_different(apart)
    cp.minimize(at[-1])
    return SavedModel(str(cp.proto), ["lamp"])


def test_check_does_not_look_for_the_best(monkeypatch):
    statuses, solve = [], _ortools.Solver.solve
    monkeypatch.setattr(_ortools.Solver, "solve", lambda self, cp: statuses.append(solve(self, cp)) or statuses[-1])
    assert ruler().check(cm.Assignment(("lamp",))) == []
    assert statuses == [cp_model.FEASIBLE]


def test_a_program_does_not_end_in_the_middle_of_a_check(monkeypatch):
    """CP-SAT would bring it down with SIGABRT, after all was said."""
    is_waited_for, solve = [], _ortools.Solver.solve

    def solving(self, cp):
        is_waited_for.append(threading.current_thread() in _checkpoints._unbreakable)
        return solve(self, cp)

    monkeypatch.setattr(_ortools.Solver, "solve", solving)
    assert ruler().check(cm.Assignment(("lamp",))) == []
    assert is_waited_for == [True]


def test_check_ends_where_nobody_waits_for_it_any_more(monkeypatch):
    """A search that only ends when it is told to, as any can that takes long."""
    told = threading.Event()
    monkeypatch.setattr(_ortools.Solver, "solve", lambda *_: told.wait())
    monkeypatch.setattr(_ortools.Solver, "stop_search", lambda _: told.set())
    with pytest.raises(cm.errors.StoppedError):
        Clock(0.01, None).beside(lambda: ruler().check(cm.Assignment(("lamp",))))
    assert told.wait(60)


@needs_signals
def test_ctrl_c_ends_a_check():
    imported = "from cpmodels import Assignment; from cpmodels.saved import SavedModel"
    check = """SavedModel('variables { name: "lamp" domain: [0, 1] }').check(Assignment(("lamp",)))"""
    assert interrupted_in_cp_sat(imported, check) == "stopped"


@pytest.mark.parametrize("name", ["zip-4", "nine-one"])
def test_what_is_exported_is_read_again(name, tmp_path):
    for ending in ("cnf", "opb", "pb", "pbtxt"):
        run("export", name, "-o", tmp_path / f"a.{ending}")
        assert cm.count(cm.read(tmp_path / f"a.{ending}")).total == cm.count(name, engine="cp-sat").told_apart


@pytest.mark.parametrize("ending", ["cnf", "opb", "pb"])
def test_what_is_exported_keeps_its_key(ending, tmp_path):
    small().export_to_file(str(tmp_path / "model.pb"))
    run("export", tmp_path / "model.pb", "--key", "x", "--key", "lamp", "-o", tmp_path / f"a.{ending}")
    key = ["--key", "x", "--key", "lamp"] if ending == "pb" else []
    out, _ = run("count", tmp_path / f"a.{ending}", *key)
    assert out.startswith("6 solutions")


def test_a_projection_on_several_lines():
    assert cm.read("* #variable= 3 #constraint= 0\n* p show x1 0\n* p show x3 0\n").key == ("x1", "x3")


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("* two lines of comments\n* come first\n+1 x1 +1 x2 >= 1 ;\n", 3),
        ("* one\n* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >= 1 ;\n", 3),
        ("min: ;\n+1 x1 +1 x2 >= 1 ;\n", 3),
        (
            "min:1 x1 +1 x2;\n+2 x1 +2 x2 >= 2 ;\n+3 x1 +3 x2 <= 3 ;\n"
            "+1 x3 +1 x4 >= 2 ;\n-1 x3 +1 x5 >= 0 ;\n-1 x6 >= 0;",
            2,
        ),
        ("+1 x1 +1 x2>=1;\n", 3),
        ("+1*x1 +1*x2 >= 1;\nmin: +1*x1 +2*~x2;\n", 1),  # As in the competition of 2005.
        ("* #variable= 2 #constraint= 1\n+1 x1 +1 x2 >=2;\n", 1),
        ("* #variable= 2 #constraint= 0\n* p show 0\n", 1),  # Projected to no variable: is there a solution?
        ("p cnf 2 1\nc p show 0\n1 2 0\n", 1),
        ("c ind 1 0\nc p show 2 0\np cnf 3 1\n1 2 3 0\n", 4),  # The first line is in the older form.
        ("c----\ncomment\np cnf 2 1\n1 2 0\n", 3),
        ("p cnf 3 2\n1 2 0\n-1 3 0\n%\n0\n\n", 4),  # Files of SATLIB end before their end.
        ("# written by hand\nobjective: { offset: 1 }\nvariables < domain: [0, 2] >\n", 3),
    ],
)
def test_files_are_read_as_their_forms_allow(text, total):
    assert cm.count(cm.read(text)).total == total


@pytest.mark.parametrize(("domain", "total"), [("[3, 9]", 0), ("[-1, 0]", 6)])
def test_an_objective_without_variables_has_a_domain_too(domain, total):
    read = cm.read(f"variables {{ domain: [0, 5] }}\nobjective {{ domain: {domain} }}\n")
    assert cm.count(read).total == total
    assert (cm.solve(read).status is cm.Status.OPTIMAL) == bool(total)


@given(
    st.lists(st.lists(st.integers(1, 4).flatmap(lambda v: st.sampled_from([v, -v])), max_size=3), max_size=6),
    st.sets(st.integers(1, 4), min_size=1),
)
def test_clauses_with_a_projection(clauses, shown):
    text = f"c p show {' '.join(map(str, shown))} 0\np cnf 4 {len(clauses)}\n"
    text += "".join(f"{' '.join(map(str, clause))} 0\n" for clause in clauses)
    true = [
        {v for v in range(1, 5) if bits >> v & 1}
        for bits in range(0, 32, 2)
        if all(any((abs(v) in {w for w in range(1, 5) if bits >> w & 1}) == (v > 0) for v in row) for row in clauses)
    ]
    assert cm.count(cm.read(text)).total == len({frozenset(one & shown) for one in true})


@pytest.mark.parametrize(("aim", "best"), [("min", -2), ("max", 2)])
def test_an_objective_in_opb_is_minimised_or_maximised(aim, best):
    """Of 3 x1 - 2 (1 - x2) + x3, where not both x1 and x2 are true."""
    found = cm.solve(cm.read(f"{aim}: +3 x1 -2 ~x2 +1 x3 ;\n+1 x1 +1 x2 <= 1 ;\n"))
    assert (found.status, found.objective, found.bound) == (cm.Status.OPTIMAL, best, best)


def test_a_solution_of_lists_in_lists_without_end_is_refused():
    saved, deep = SavedModel(str(small().proto), ["lamp"]), "[" * 5000 + "]" * 5000
    with pytest.raises(cm.PuzzleError, match="nested too deeply for a puzzle"):
        readers.read_solution(saved, f'{{"true": {deep}}}')


def test_a_model_is_loaded(file):
    model = cm.Model.load(file, key="x")
    assert cm.count(model).total == 4
    model.cp.add(model.key[2] == 1)
    assert [one["x"] for one in cm.solutions(model)] == [2]
    projected = "c p show 1 0\np cnf 2 1\n1 2 0\n"  # Once what a file itself says of its key was lost.
    assert [cm.count(cm.Model.load(projected, key=key)).total for key in (None, "2", "*")] == [2, 2, 3]
    with pytest.raises(cm.ModelError, match="expected the file of a model, not of a puzzle of the kind zip"):
        cm.Model.load("zip-4")
    for no_path in (3, b"variables"):
        with pytest.raises(cm.KindError, match=r"expected the file of a model, or its text, not (3|b'variables')"):
            cm.Model.load(no_path)


def test_symmetries_in_a_file_are_not_taken_for_those_of_what_is_added():
    """CP-SAT writes them into models that it has presolved."""
    text = "symmetry { permutations { support: [0, 1] cycle_sizes: [2] } }"
    text = "".join(f'variables {{ name: "{name}" domain: [0, 1] }} ' for name in "ab") + text
    own, model = cp_model.CpModel(), cm.Model.load(text)
    assert own.proto.parse_text_format(text)
    assert own.proto.has_symmetry()
    for cp in (_ortools.as_meant(own), model.cp):
        assert not cp.proto.has_symmetry()
    model.cp.add(model.key[0] == 1)
    assert cm.count(model).total == cm.count(cm.Model(cp=own, key="*"), given={"a": True}).total == 2


def test_a_model_from_a_file_is_built_in_an_empty_cpmodel():
    """What was in it before was gone, and nobody said so."""
    saved, cp = SavedModel(str(small().proto), ["x"]), cp_model.CpModel()
    assert cm.count(cm.build(saved, cp)).total == 4
    with pytest.raises(cm.ModelError, match="is built in an empty CpModel"):
        cm.build(saved, cp)


def test_an_objective_and_negations_of_opb():
    text = "* #variable= 4 #constraint= 2\nmin: +3 x1 +2 ~x2 ;\n+1 x1 +1 x2 >= 1 ;\n-2 x1 +1 ~x3 = 0 ;\n"
    assert {one.true for one in cm.solutions(cm.read(text))} == {("x2", "x3"), ("x2", "x3", "x4")}
    assert {one.true for one in cm.solutions(cm.read(text.partition("\n")[2]))} == {("x2", "x3")}
    over_lines = text.replace(" +", "\n+").replace("= 0 ;", "=\n* a comment\n0; +1 x4 >= 0 ;")
    assert {one.true for one in cm.solutions(cm.read(over_lines))} == {("x2", "x3"), ("x2", "x3", "x4")}
    named = cm.read("* #variable= 3 #constraint= 1\n+1 a +1 x7 >= 1 ;\n")
    assert {one.true for one in cm.solutions(named)} == {
        *[("a",), ("x7",), ("a", "x7")],
        *[("a", "x1"), ("x7", "x1"), ("a", "x7", "x1")],
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p cnf 2 1\n1 x 0\n", "line 2: 'x' is not a whole number of at most 2"),
        ("p cnf 2 1\n1 3 0\n", "line 2: '3' is not a whole number of at most 2"),
        ("p cnf 2 1\n1 2\n", "the last clause does not end with 0"),
        ("p cnf 2 1\nc p weight 1 0.3 0\n1 2 0\n", "line 2: literals have weights, which are not read"),
        ("p cnf two 1\n1 2 0\n", "line 1: 'two' is not a whole number"),
        ("p cnf -3 0\n", "line 1: one line says how many variables and clauses"),
        ("c a page\x0cbreak\np cnf 1 1\nx 0\n", "line 3: 'x' is not a whole number"),
        ("p cnf 2 3\n1 2 0\n", "1 clause is there, but the line 'p cnf' says 3"),
        ("p cnf 2 1\n1 2 0\np cnf 2 1\n", "line 3: one line says how many variables and clauses"),
        ("* #variable= 1 #constraint= 2\n+1 x1 >= 1 ;\n", "1 constraint is there, but a comment says 2"),
        ("* #variable= 2000000 #constraint= 0\n", "line 1: '2000000' is not a whole number of at most 1000000"),
        ("* a\n* #variable= 2000000 #constraint= 0\n", "line 2: '2000000' is not a whole number of at most 1000000"),
        ("%\np cnf 2 1\n1 2 0\n", "line 1: '%' is not a whole number"),
        ("min: +1 x1 ;\nmin: -1 x1 ;\n", "line 2: there is an objective before this one"),
        ("+1 x1\n>= 1 ;\n+1 x1\n+1 x2 > 0 ;\n", r"line 3: '\+1 x1 \+1 x2 > 0' is not a linear constraint"),
        (f"+{2**63 - 1} x1 +1 x2 >= 1 ;\n", "line 1: its numbers are together beyond 64 bits"),
        (f"min: {2**53 + 1} ~x1 ;\n", f"line 1: what ~ adds, {2**53 + 1}, is no float"),
        (f"-1 ~x1 <= {2**63 - 1} ;\n", "line 1: its numbers are together beyond 64 bits"),
        ("* #variable= 1 #constraint= 1\n+1 x1 x2 >= 1 ;\n", r"line 2: '\+1 x1 x2' is not a sum of numbers and"),
        (f"min: {'+1 x1 ' * 99}x2 ;\n", r"line 1: .{57}\.\.\. is not a sum of numbers and"),
        ("* #variable= 1 #constraint= 1\n+1 x1 > 1 ;\n", r"line 2: '\+1 x1 > 1' is not a linear constraint"),
        ("* #variable= 1 #constraint= 1\n+1 1x >= 1 ;\n", "line 2: '1x' is not the name of a variable"),
        ("+1 x1 >= 0 ;\n+9 x1\n+9 x2 >= 1", r"line 2: '\+9 x1 \+9 x2 >= 1' does not end with ;"),  # It may be >= 12.
        (f"+{2**61} x1 +{2**61} x2 >= 1 ;\n", "line 1: its numbers are together beyond 64 bits"),
        ("p cnf 2 1\nc p show 1 3 0\n1 2 0\n", "line 2: there is no variable '3'"),
        ("c ind -1 0\np cnf 2 1\n1 2 0\n", "line 1: there is no variable '-1'"),
        ("+1 x1 >= 0 ;\n* p show x1 x2 0\n", "line 2: there is no variable 'x2'"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_line(text, message):
    with pytest.raises(cm.PuzzleError, match=message):
        cm.read(text)


LAMP = 'variables { name: "lamp" domain: [0, 1] }'
LARGE = f"constraints {{ linear {{ vars: 0 coeffs: {2**63 - 1} domain: [1, {2**63 - 1}] }} }}"


def test_wrong_models():
    for saved, message in [
        (SavedModel("variables { domain: [0, 1] "), "is not a CpModel in protobuf's text form: line 1: "),
        (SavedModel(LAMP + "\nlight {}"), 'form: line 2: Message type .* has no field named "light"'),
        (SavedModel(f"{LAMP}\n" * 40_000 + "light {}"), "form: line 40001: "),
        (SavedModel("", "x"), "no variable is called 'x'; the model has no variables"),
        (SavedModel("variables { name: 3 }"), "form: line 1: Expected string"),
        (SavedModel("variables { domain: [1, 0] }"), "CP-SAT calls the model invalid"),
        (SavedModel(LAMP + LARGE), "invalid: Possible integer overflow in constraint: linear { vars: 0 coeffs: 9223"),
        (SavedModel(r'variables { name: "\377" domain: [0, 1] }'), "a name in the model is not UTF-8"),
        (SavedModel(LAMP + r'constraints { name: "\377" bool_or { literals: 0 } }'), "a name in the model is not UTF"),
        (SavedModel(str(small().proto), "y*"), r"no variable is called 'y\*'; there is x, lamp, free"),
        (SavedModel(LAMP + LAMP, "lamp"), "several variables are called 'lamp'; there is #0, #1"),
    ]:
        with pytest.raises(cm.ModelError, match=message):
            cm.count(saved)
    with pytest.raises(cm.PuzzleError, match="the model must be a text, not 3"):
        SavedModel(3)
    for half in ({"proto": LAMP + "# \ud800"}, {"proto": LAMP, "key": "\ud800"}):
        with pytest.raises(cm.PuzzleError, match="holds half of a surrogate pair"):
            SavedModel(**half)


@pytest.mark.parametrize("ending", ["pb", "pbtxt"])
def test_the_file_of_an_invalid_model_is_named(tmp_path, ending):
    invalid, path = small(), tmp_path / f"model.{ending}"
    invalid.proto.variables[0].domain.append(7)
    invalid.export_to_file(str(path))
    with pytest.raises(cm.ModelError, match=rf"model\.{ending}: CP-SAT calls the model invalid"):
        cm.read(path)


def test_commands_take_the_file_of_a_model(tmp_path):
    path = tmp_path / "model.pb"
    small().export_to_file(str(path))
    assert run("count", path, "--key", "x")[0] == "4 solutions\n"
    assert run("sweep", path, "--key", "lamp", "--key", "x")[0].startswith("6 solutions")
    (tmp_path / "found.json").write_text(run("solve", path, "--key", "x", "--json")[0], encoding="utf-8")
    run("check", path, tmp_path / "found.json", "--key", "x")
    out, err = run("solve", path, "--watch")
    assert out.strip()
    assert "there is nothing to watch: puzzles of the kind 'cp-model' have no picture" in err
    best = small()
    best.maximize(best.get_int_var_from_proto_index(0))
    best.export_to_file(str(tmp_path / "best.pb"))
    assert run("solve", tmp_path / "best.pb")[1].endswith("the objective: 3, proved to be the best\n")
    assert run("why", tmp_path / "best.pb")[0].endswith("two of them differ in whether free = 0.\n")
    message = "cpmodels: no variable is called 'y*'; there is x, lamp, free\n"
    assert run("count", path, "--key", "y*", code=2) == ("", message)
    (tmp_path / "none.pb").write_bytes(b"")
    assert "none.pb: is empty" in run("count", tmp_path / "none.pb", code=2)[1]
    (tmp_path / "junk.pb").write_bytes(b"junk")
    assert "junk.pb: is not a CpModelProto in protobuf's binary form" in run("count", tmp_path / "junk.pb", code=2)[1]


XCSP3 = """<instance format="XCSP3" type="CSP">
  <variables> <array id="x" size="[3]"> 0..2 </array> <var id="free"> 0..9 </var> </variables>
  <constraints> <allDifferent> x[] </allDifferent> <intension> %s(add(x[0],x[1]),free) </intension> </constraints>
</instance>
"""


needs_cpmpy = pytest.mark.skipif(not (find_spec("cpmpy") and find_spec("pycsp3")), reason="needs CPMpy and PyCSP3")


@needs_cpmpy
def test_xcsp3_is_read_by_cpmpy_where_that_is_installed(tmp_path):
    (tmp_path / "a.xml").write_text(XCSP3 % "le", encoding="utf-8")
    read = cm.read(tmp_path / "a.xml")
    assert set(read.key) == {"x[0]", "x[1]", "x[2]", "free"}
    assert cm.count(SavedModel(read.proto, "x*")).total == 6
    assert cm.count(read).total == sum(9 - a - b + 1 for a, b in permutations(range(3), 2))
    with pytest.raises(cm.PuzzleError, match="CPMpy cannot read the XCSP3 instance: "):
        cm.read(XCSP3 % "nonsense\ud800")
    with pytest.raises(cm.PuzzleError, match="CPMpy cannot read the XCSP3 instance: NotImplementedError: var_symbolic"):
        cm.read((XCSP3 % "le").replace('"free"> 0..9', '"free" type="symbolic"> a b'))


ARCS = "(n20,2,end)" + "".join(f"(n{i},{value},n{i + 1})" for i in range(20) for value in range(4))
PACKING = "<binPacking> <list> x[] </list> <sizes> 2 2 2 2 </sizes> {} </binPacking>"


@needs_cpmpy
@pytest.mark.parametrize(
    ("constraint", "total"),
    [
        ("<intension> eq(x[0],1) </intension>", 4**3 * 6 * 6),  # All variables are there, also those that are in none.
        (f"<mdd> <list> {20 * 'x[0] '}x[1] </list> <transitions> {ARCS} </transitions> </mdd>", 4**3 * 6 * 6),
        ("<circuit> <list> x[] </list> </circuit>", (6 + 8 + 6) * 6 * 6),
        ("<circuit> <list> x[] </list> <size> 3 </size> </circuit>", 8 * 6 * 6),
        ("<element> <matrix> (3,1,2)(0,3,1) </matrix> <index> i j </index> <value> x[0] </value> </element>", 6 * 4**3),
        (PACKING.format("<condition> (le,3) </condition>"), 24 * 6 * 6),
        (PACKING.format("<limits> 4 2 0 4 </limits>"), (6 + 12 + 12) * 6 * 6),
        (
            "<binPacking> <list> i j </list> <sizes> 2 2 </sizes> <condition> (lt,4) </condition> </binPacking>",
            30 * 4**4,
        ),
    ],
)
def test_xcsp3_is_read_as_its_standard_has_it(constraint, total):
    variables = '<array id="x" size="[4]"> 0..3 </array> <var id="i"> -1..4 </var> <var id="j"> -1..4 </var>'
    text = f'<instance format="XCSP3" type="CSP">\n<variables> {variables} </variables>\n<constraints> {constraint}'
    assert cm.count(cm.read(f"{text} </constraints>\n</instance>\n")).total == total


@needs_cpmpy
@pytest.mark.parametrize(
    ("constraint", "said"),
    [
        (PACKING.format("<limits> 4 2 3 </limits>"), "a binPacking whose variables have values beyond its bins"),
        (PACKING.format("<loads> 4 2 2 </loads>"), "a binPacking whose variables have values beyond its bins"),
        (PACKING.format("<condition> (ge,2) </condition>"), "a binPacking with another condition than le or lt"),
        (
            '<noOverlap zeroIgnored="false"> <origins> x[] </origins> <lengths> 2 0 2 1 </lengths> </noOverlap>',
            'it has zeroIgnored="false" in noOverlap',
        ),
    ],
)
def test_xcsp3_that_would_be_read_otherwise_is_refused(constraint, said):
    text = '<instance format="XCSP3" type="CSP"><variables> <array id="x" size="[4]"> 0..3 </array> </variables>'
    with pytest.raises(cm.PuzzleError, match=said):
        cm.read(f"{text}\n<constraints> {constraint} </constraints>\n</instance>\n")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("FlatZinc", "% made by MiniZinc\nvar 0..5: x :: output_var;\nconstraint int_le(x,3);\nsolve satisfy;\n"),
        ("FlatZinc", "".join(f"var bool: {name}:: output_var;\n" for name in "abc") + "solve satisfy;\n"),
        ("MPS", "* a comment\nNAME small\nROWS\n N cost\n L c1\nCOLUMNS\n x cost 1 c1 1\nRHS\n RHS c1 4\nENDATA\n"),
        ("a form of DIMACS other than CNF", "c a comment\n\np wcnf 2 2 9\n9 1 2 0\n3 -1 0\n"),
        ("MaxSAT", "c a comment\n\n1 -2 0\nh 1 2 0\n3 -1 0\n"),
        ("an LP file", "Maximize\nSubject To\n c1: x + y <= 4\nEnd\n"),
        ("an LP file", "\\ a comment\nMaximize\n obj: x + 2 y\nSubject To\n c1: x + y <= 4\nEnd\n"),
    ],
)
def test_other_forms_of_models_are_refused_by_name(name, text):
    with pytest.raises(cm.PuzzleError, match=f"is {name}, which is not read: CP-SAT's protobuf, XCSP3, DIMACS and OPB"):
        cm.read(text)


def test_without_cpmpy_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setattr(models, "BY_CPMPY", "import a_package_that_is_not_there")
    with pytest.raises(cm.errors.MissingExtraError, match="pip install cpmpy pycsp3"):
        cm.read(XCSP3 % "le")


def test_a_model_is_not_taken_for_pieces_of_four_words(monkeypatch):
    """As one in XCSP3 whose constraints stand one a line, and one with a name and a variable called by three words."""
    monkeypatch.setattr(models, "BY_CPMPY", "import a_package_that_is_not_there")
    constraints = "<intension> ne(x[0],x[1]) </intension>\n" * 9
    with pytest.raises(cm.errors.MissingExtraError, match="pip install cpmpy pycsp3"):
        cm.read(f'<instance format="XCSP3" type="CSP">\n{constraints}</instance>\n')
    assert cm.count(cm.read('name: "shifts"\nvariables {\n  name: "Ann works today"\n  domain: [0, 1]\n}\n')).total == 2


OLD = """
variables { name: "x" domain: [0, 1] }
variables { name: "y" domain: [0, 1] }
variables { name: "z" domain: [0, 99] }
constraints { table { vars: [0, 1] values: [0, 0, 1, 1] } }
"""


def test_tables_in_the_fields_of_an_older_version_are_not_lost():
    """CP-SAT reads them, and there are no clauses of them, which would leave them out."""
    model = cm.Model.load(OLD, key=["x", "y"])
    assert (cm.count(model).total, cm.count(model).exhausted) == (2, True)
    with pytest.raises(cm.ModelError, match="a table in the form of an older OR-Tools"):
        "".join(cm.engines.to_dimacs(model))
