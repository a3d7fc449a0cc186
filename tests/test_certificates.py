"""Certificates: written, verified, and refused when anything in them is changed."""

import errno
import io
import json
import os
import random
import sys
import tempfile
import threading
import zipfile
from ast import literal_eval
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from unittest.mock import Mock

import pytest
from command_line import fails, run, run_process
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model
from rooks_kind import Rooks
from systems import needs, needs_devices

import cpmodels as cm
import readers
from benchmarks import certificates
from cpmodels import lrat
from cpmodels.base import _checkpoints
from cpmodels.base._canonical import digest
from cpmodels.base._clock import Clock
from cpmodels.certificates import _archive, _certificate
from cpmodels.cli._confirm import show_confirmation
from cpmodels.confirming import EngineCount
from cpmodels.engines._formula import Formula
from cpmodels.engines._translation import translate
from cpmodels.engines._worker import cadical, trim
from cpmodels.search._all import engine_problem

pytestmark = needs("cadical")


PUZZLES = {
    "one path": cm.Zip(3, 3, [(0, 0), (1, 1), (2, 2)], [((0, 0), (0, 1))], name="one"),
    "no path": cm.Zip(3, 3, [(0, 1)]),
    "equal pieces": cm.EdgeMatching(1, 2, [(1, 1, 2, 2)] * 2),
    "pieces that do not fit": cm.EdgeMatching(2, 2, [(3, 3, 2, 2), (2, 3, 2, 3), (3, 2, 3, 2), (1, 3, 1, 3)]),
    "garden": cm.Garden.packed((4,)),
    "rooks": Rooks(3),
}


def unfinished(puzzle, folder):
    """The solutions by CaDiCaL, run in this process, and the file of its proof."""
    task = replace(engine_problem(puzzle, "cadical").task, proof=str(Path(folder) / "proof"))
    said = list(cadical(task))
    found = [[v for v, value in enumerate(values, 1) if value] for kind, values in said if kind == "solution"]
    return found, Path(task.proof)


@cache
def certificate(name):
    """The bytes of a certificate."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.zip"
        _certificate.write_certificate(path, PUZZLES[name], *unfinished(PUZZLES[name], folder), Clock(None, None))
        return path.read_bytes()


@pytest.fixture
def certify(tmp_path):
    """Writes a certificate to a file, with some of its members changed or, with None, left out."""

    def write(name, **changes):
        path = tmp_path / "certificate.zip"
        path.write_bytes(certificate(name))
        return changed(path, path, **changes) if changes else path

    return write


def changed(path, target, **changes):
    """An archive with some of its members changed or, with None, left out."""
    members = read(path) | {member.replace("_", "."): content for member, content in changes.items()}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members.items():
            if content is not None:
                archive.writestr(member, content)
    return target


def read(path):
    with zipfile.ZipFile(path) as archive:
        return {member: archive.read(member).decode() for member in archive.namelist()}


def follows(clauses, clause):
    """Whether unit clauses, one after the other, contradict the negation of a clause."""
    true = {-literal for literal in clause}
    while True:
        left = [[literal for literal in known if -literal not in true] for known in clauses if not true & set(known)]
        units = {literals[0] for literals in left if len(literals) == 1}
        if [] in left or any(-unit in units for unit in units):
            return True
        if not units:
            return False
        true |= units


def proves(formula, lines):
    """Whether the lines of a proof add clauses that follow, last the empty one; what they name is not looked at."""
    clauses = [set(clause) for clause in formula]
    for line in lines:
        clause = [int(word) for word in line.split()]
        clause = clause[1 : clause.index(0)]
        if not follows(clauses, clause):
            return False
        clauses.append(set(clause))
    return bool(lines) and not clauses[-1]


def formula_of(name):
    """The number of variables and the clauses of a certificate."""
    members = read(io.BytesIO(certificate(name)))
    lines = [line for line in members["formula.cnf"].splitlines() if line[0] != "c"]
    formula = [[int(word) for word in line.split()[:-1]] for line in lines[1:]]
    return int(lines[0].split()[2]), formula, members["proof.lrat"].splitlines()


@pytest.mark.parametrize("name", PUZZLES)
def test_certificates_are_verified(name, certify):
    found = cm.verify(certify(name))
    assert (found.verified, found.refused, found.puzzle) == (True, None, PUZZLES[name])
    assert set(found.solutions) == set(cm.solutions(PUZZLES[name]))
    assert len(found.solutions) == cm.count(PUZZLES[name]).total
    assert found.steps > 0
    assert found.checker == "plain Python"
    assert "cpmodels/lrat.py" in found.trusted


@pytest.mark.parametrize("name", PUZZLES)
def test_proofs_are_right_by_a_slow_check_too(name):
    _, formula, lines = formula_of(name)
    assert proves(formula, lines)
    assert not proves(formula, lines[:-1])


@needs("backtrack")
@pytest.mark.parametrize("name", PUZZLES)
def test_the_compiled_checker_says_the_same(name, certify):
    assert cm.verify(certify(name), compiled=True).checker.startswith("numba ")
    variables, formula, lines = formula_of(name)
    for at in random.Random(2).sample(range(len(lines)), 7):
        named = lines[at].replace(" 0 ", " 0 1 ", 1)
        for wrong in (lines[:at] + lines[at + 1 :], [*lines[:at], named, *lines[at + 1 :]]):
            plain = lrat.refuted(variables, formula, wrong)
            assert plain == lrat.refuted(variables, formula, wrong, check=lrat.compiled())


@needs("backtrack")
def test_other_threads_go_on_while_the_compiled_checker_runs():
    """Else neither a time limit nor Ctrl-C could end a step that takes hours, as a small file can hold one."""
    clauses, found = lrat.Clauses(2), []
    clauses.add([1] * 10_000 + [2])
    clauses.add([1])
    clauses.add([1], [1] * 3_000_000 + [2])
    check = lrat.compiled()
    thread = threading.Thread(target=lambda: found.append(clauses.first_unproved(3, check)), daemon=True)
    thread.start()
    while clauses.false[1] != 3:  # until it has begun
        thread.join(0.001)
    memoryview(clauses.named).cast("B")[:] = bytes(4 * len(clauses.named))  # It names no clause any more, so it ends.
    thread.join()
    assert found == [3]


@needs("backtrack")
def test_a_program_does_not_end_while_the_checker_is_compiled(certify, monkeypatch):
    """That would bring it down; but for a step that takes hours it does not wait."""
    is_waited_for = []

    def check(*arguments):
        is_waited_for.append(threading.current_thread() in _checkpoints._unbreakable)
        return lrat.first_unproved(*arguments)

    monkeypatch.setattr(lrat, "compiled", lambda: check)
    assert cm.verify(certify("one path"), compiled=True, time_limit=600).verified
    assert is_waited_for[:2] == [True, True]
    assert not any(is_waited_for[2:])


def test_claims_in_words(certify):
    words = {name: cm.verify(certify(name)).claim for name in PUZZLES}
    one, none = (digest(PUZZLES[name]) for name in ("one path", "no path"))
    assert words["one path"] == f"the puzzle 'one' (zip, digest {one}) has exactly one solution"
    assert words["no path"] == f"the puzzle (zip, digest {none}) has no solution"
    assert words["rooks"].endswith(") has exactly 6 solutions")
    assert words["equal pieces"].endswith("exactly 8 solutions, where identical pieces are not told apart")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("zip-6 (zip) has no solution, as is proved here; and the puzzle x", None),
        ("x' (zip) has no solution", None),
        ("x\nproved: the puzzle y (zip) has no solution", "'x\\nproved: the puzzle y (zip) has no solution'"),
        ("x\u202e\x1b[2J", "'x\\u202e\\x1b[2J'"),
        ("long " * 100, f"'{'long ' * 20}'..."),
    ],
)
def test_a_name_stands_in_a_claim_as_a_name(name, told, tmp_path):
    """It is what is between the quotation marks, as Python reads it, and no more than that."""
    puzzle, path = cm.Zip(2, 2, name=name), tmp_path / "paths.zip"
    found = cm.confirm(puzzle, known=8, proof=path)
    quoted = told or repr(name)
    assert found.verification.claim == f"the puzzle {quoted} (zip, digest {digest(puzzle)}) has exactly 8 solutions"
    assert told is not None or literal_eval(quoted) == name
    printed = run("verify", path)[0].splitlines()
    assert printed[0] == f"proved: {found.verification.claim}"
    assert [line for line in printed if line.startswith("proved:")] == printed[:1]


def test_the_digest_of_a_puzzle_is_printed(tmp_path):
    """It is the same for the same puzzle by another name, and for no other of these."""
    files = {}
    for file, puzzle in (("one", cm.Zip(2, 2, name="one")), ("two", cm.Zip(2, 2)), ("three", cm.Zip(2, 3))):
        readers.write(puzzle, tmp_path / f"{file}.json")
        files[file] = run("digest", tmp_path / f"{file}.json")[0]
    assert files["one"] == files["two"] == f"{digest(cm.Zip(2, 2))}\n" != files["three"]


# What is wrong is refused --------------------------------------------------------------------------------------------


@st.composite
def wrong_proofs(draw):
    """A formula and a proof of it, in which one or two things are changed; its lines are numbered anew."""
    name = draw(st.sampled_from(list(PUZZLES)))
    variables, formula, lines = formula_of(name)
    steps = [[int(word) for word in line.split()] for line in lines]
    steps = [(step[1 : step.index(0)], step[step.index(0) + 1 : -1]) for step in steps]
    for _ in range(draw(st.integers(1, 2))):
        if not steps:
            break
        at = draw(st.integers(0, len(steps) - 1))
        literals, named = map(list, steps[at])
        what = draw(st.sampled_from(["drop", "flip", "weaken", "empty", "forget", "name", "formula", "swap"]))
        if what == "drop":
            del steps[at]
        elif what == "flip" and literals:
            spot = draw(st.integers(0, len(literals) - 1))
            literals[spot] *= -1
        elif what == "weaken" and literals:
            del literals[draw(st.integers(0, len(literals) - 1))]
        elif what == "empty":
            literals = []
        elif what == "forget" and named:
            del named[draw(st.integers(0, len(named) - 1))]
        elif what == "name" and named:
            named[draw(st.integers(0, len(named) - 1))] = draw(st.integers(1, len(formula) + len(steps)))
        elif what == "formula":
            spot = draw(st.integers(0, len(formula) - 1))
            formula[spot] = [-literal for literal in formula[spot]]
        elif what == "swap":
            steps[at], steps[-1] = steps[-1], steps[at]
        if what in ("flip", "weaken", "empty", "forget", "name"):
            steps[at] = (literals, named)
    numbered = enumerate(steps, len(formula) + 1)
    return variables, formula, [" ".join(map(str, [at, *step, 0, *named, 0])) for at, (step, named) in numbered]


@settings(max_examples=120)
@given(wrong_proofs())
def test_what_the_checker_accepts_is_a_proof(given_):
    variables, formula, lines = given_
    if lrat.refuted(variables, formula, lines).fault is None:
        assert proves(formula, lines)


@pytest.mark.parametrize(
    ("proof", "words"),
    [
        ("", "it holds no steps"),
        ("\n", "line 1: it is not of the form"),
        ("1 0 1 0\n", "line 1: its clause is numbered 1, not 11"),
        ("11 99 0 1 0\n", "line 1: it has a literal that is not one of the 2 variables"),
        ("11 0 0 0\n", "line 1: it is not of the form"),
        ("11 1 0 1 2\n", "line 1: it is not of the form"),
        ("11 x 0 1 0\n", "line 1: invalid literal"),
        ("11 99999999999 0 1 0\n", "line 1: it has a literal"),
        ("11 1 0 99999999999 0\n", "line 1: "),
        (f"11 1 0 {'0' * 10**6} 0\n", "line 1: it has a number of more than 32 bits"),
        ("11 1 0 -1 0\n", "line 1: clause 11 does not follow"),
        ("11 1 0 11 0\n", "line 1: clause 11 does not follow"),
        ("11 1 0 12 0\n12 0 11 0\n", "line 1: clause 11 does not follow"),
        ("11 1 -1 0 0\n", "line 1: clause 11 does not follow"),
        ("11 2 0 1 2 0\n", "line 1, the last, does not prove the empty clause"),
    ],
)
def test_lines_that_are_no_steps(proof, words):
    formula = [[1, 2], [-1, 2], [1, -2], [-1, -2]] + [[1, 2]] * 6
    fault = lrat.refuted(2, formula, proof.splitlines()).fault
    assert fault.startswith(words)


def forged(name, puzzle=None, trues=None, version=cm.__version__, leave_out=None):
    """The members of a certificate of other solutions or another puzzle, made to fit; the proof is as it was."""
    puzzle = puzzle or PUZZLES[name]
    model, formula, size = _certificate.certified(puzzle, None, trues)
    before = formula.clauses[:size].count(0)
    shift = formula.clauses.count(0) - len(formula_of(name)[1])
    lines = []
    for line in formula_of(name)[2]:
        words = [int(word) for word in line.split()]
        end = words.index(0)
        named = [number + shift if number > before else number for number in words[end + 1 : -1]]
        lines.append(" ".join(map(str, [words[0] + shift, *words[1:end], 0, *named, 0])))
    cnf = list(_archive.formula_lines(model, formula, len(trues)))
    if leave_out is not None:
        del cnf[-1 - leave_out]
    return {
        "about_json": json.dumps(_archive.about(puzzle, len(trues), version)),
        "puzzle_json": readers.write(puzzle),
        "formula_cnf": "".join(cnf),
        "solutions_json": json.dumps(trues),
        "proof_lrat": "\n".join(lines) + "\n",
    }


@pytest.mark.parametrize("name", PUZZLES)
def test_changed_certificates_are_refused(name, certify):
    trues = json.loads(read(certify(name))["solutions.json"])
    assert cm.verify(certify(name, **forged(name, trues=trues))).verified

    def refused(**changes):
        found = cm.verify(certify(name, **changes))
        assert (found.verified, found.solutions) == (False, ())
        return found.refused

    for at in range(len(trues))[:3]:
        fewer = trues[:at] + trues[at + 1 :]
        assert "proof.lrat" in refused(**forged(name, trues=fewer))
        assert "about.json" in refused(solutions_json=json.dumps(fewer))
        for spot in (0, len(trues[at]) // 2):
            changed = [*trues[:at], trues[at][:spot] + trues[at][spot + 1 :], *trues[at + 1 :]]
            assert f"solution {at + 1}: it breaks clause" in refused(**forged(name, trues=changed))
        again = [*trues, trues[at]]
        assert f"it is the same as solution {at + 1}" in refused(**forged(name, trues=again))
    for wrong in ([0], [1, 1], [2, 1], [-1], [10**30]):
        assert "increasing list" in refused(**forged(name, trues=trues) | {"solutions_json": json.dumps([wrong])} | {
            "about_json": json.dumps(_archive.about(PUZZLES[name], 1, ""))
        })  # fmt: skip
    cnf = read(certify(name))["formula.cnf"].splitlines(keepends=True)
    for at in random.Random(1).sample(range(len(cnf)), 5):
        assert "formula.cnf, line" in refused(formula_cnf="".join(cnf[:at] + cnf[at + 1 :]))
    assert f"formula.cnf, line {len(cnf) + 1}" in refused(formula_cnf="".join([*cnf, "1 0\n"]))
    about = json.loads(read(certify(name))["about.json"])
    for field, value in (("solutions", len(trues) + 1), ("claim", "all is well"), ("kind", "unheard"), ("more", 1)):
        assert "about.json does not claim" in refused(about_json=json.dumps(about | {field: value}))


class Unlike(cm.Solution):
    """It has no ``__eq__``, so that each is like no other."""

    def __init__(self, true):
        self.true = true


class UnlikeRooks(Rooks):
    """The same rooks, with such solutions."""

    kind = "unlike_rooks"
    solution_type = Unlike

    def check(self, solution):
        return Rooks(self.size).check(cm.Assignment(solution.true))

    def describe(self):
        return replace(super().describe(), solution=lambda cells: Unlike(tuple(cells)))


def test_a_solution_that_is_there_twice_is_refused_though_its_type_does_not_tell(certify, monkeypatch):
    monkeypatch.setitem(PUZZLES, "unlike", UnlikeRooks(3))
    trues = json.loads(read(certify("unlike"))["solutions.json"])
    assert cm.verify(certify("unlike", **forged("unlike", trues=trues))).verified
    found = cm.verify(certify("unlike", **forged("unlike", trues=[*trues, trues[3]])))
    assert found.refused == f"solutions.json, solution {len(trues) + 1}: it is the same as solution 4"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("one path", cm.Zip(4, 4, [(0, 0), (2, 1), (3, 0)], name="one")),
        ("no path", cm.Zip(3, 3, [(0, 0)])),
        ("pieces that do not fit", cm.EdgeMatching(2, 2, [(3, 3, 2, 2), (2, 3, 2, 3), (3, 2, 3, 2), (2, 2, 3, 3)])),
        ("rooks", Rooks(4)),
    ],
)
def test_the_proof_is_of_that_puzzle_alone(name, other, certify):
    trues = json.loads(read(certify(name))["solutions.json"])
    assert cm.count(other).total > cm.count(PUZZLES[name]).total
    assert "formula.cnf, line" in cm.verify(certify(name, puzzle_json=readers.write(other))).refused
    assert cm.verify(certify(name, **forged(name, puzzle=other, trues=trues))).verified is False


def test_a_formula_of_another_version_is_told(certify):
    trues = json.loads(read(certify("one path"))["solutions.json"])
    found = cm.verify(certify("one path", **forged("one path", trues=trues, version="0.0.1", leave_out=20)))
    assert found.refused.endswith(f"give another formula (cpmodels '0.0.1' wrote it, this is {cm.__version__})")


# What is damaged is said in a sentence --------------------------------------------------------------------------------


@settings(max_examples=100)
@given(st.sampled_from(list(PUZZLES)), st.randoms(use_true_random=False))
def test_flipped_bits_never_prove_anything_else(name, chance):
    content = bytearray(certificate(name))
    for _ in range(chance.randint(1, 3)):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    if chance.random() < 0.1:
        del content[chance.randrange(len(content)) :]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "damaged.zip"
        path.write_bytes(content)
        found = None
        with suppress(cm.CpmodelsError):
            found = cm.verify(path)
        if found is not None:
            assert (found.verified, found.puzzle) == (True, PUZZLES[name])
            assert set(found.solutions) == set(cm.solutions(PUZZLES[name]))


def damaged(path, **options):
    with pytest.raises(cm.errors.CertificateError) as caught:
        cm.verify(path, **options)
    assert str(caught.value).startswith(f"{path}: ")
    return str(caught.value).removeprefix(f"{path}: ")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read anything")
def test_a_file_that_may_not_be_read_is_not_called_another_thing(tmp_path):
    file = tmp_path / "closed.zip"
    file.touch(0o200)
    assert damaged(file) == "cannot be read: permission denied"


def test_what_is_no_certificate_is_said_in_a_sentence(certify, tmp_path):
    assert damaged(tmp_path / "none.zip") == "cannot be read: no such file or directory"
    assert damaged(tmp_path) == "cannot be read: it is not a file"
    (tmp_path / "text.zip").write_text("no archive")
    assert damaged(tmp_path / "text.zip") == "this is not a certificate, or it is incomplete: it is not a zip file"
    for member in _archive.MEMBERS:
        missing = certify("no path", **{member: None})
        assert damaged(missing) == f"this is not a certificate: it holds no {member}"
    assert damaged(certify("no path", **{"more.txt": ""})) == "this is not a certificate: it holds other files, too"
    assert "it holds other files, too" in damaged(twice(certify("no path")))
    for member, content, words in (
        ("about.json", "{", "about.json is wrong"),
        ("about.json", "{}", "the field 'certificate' of about.json is None"),
        ("solutions.json", "[[1.5]]", "solutions.json is wrong"),
        ("solutions.json", "[" * 10_000, "solutions.json is wrong"),
        ("puzzle.json", "zip-4", "puzzle.json is not a JSON object"),
        ("puzzle.json", b"{\xff", "puzzle.json cannot be read: 'utf-8' codec"),
    ):
        assert damaged(certify("no path", **{member: content})).startswith(words)
    older = damaged(certify("no path", **{"about.json": '{"certificate": 1}'}))
    assert older.startswith("the field 'certificate' of about.json is 1")
    assert older.endswith("of the form 2: `confirm --proof` makes the certificate again")
    with pytest.raises(cm.PuzzleError, match=r"certificate\.zip, puzzle\.json: .*there is no kind of puzzle 'unheard'"):
        cm.verify(certify("no path", **{"puzzle.json": '{"puzzle": "unheard"}'}))


def twice(path):
    """The same archive, with one file in it twice."""
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("proof.lrat", archive.read("proof.lrat"))
    return path


def test_huge_files_in_an_archive_are_not_read(certify, monkeypatch):
    monkeypatch.setitem(_archive.MEMBERS, "puzzle.json", 1000)
    path = certify("no path", **{"puzzle.json": " " * 10_000})
    assert damaged(path) == "puzzle.json has 10,000 bytes; at most 1,000 are read"
    path = certify("no path", **{"solutions.json": f"[{'[],' * 10_000}[]]"})
    assert damaged(path) == "solutions.json has 10,001 solutions; at most 10,000 are read"
    monkeypatch.setattr(_archive, "LONGEST_LINE", 100)
    assert "line 1: " in cm.verify(certify("no path", **{"proof.lrat": "1" * 10_000})).refused
    monkeypatch.setattr(lrat, "MOST_NUMBERS", 500)
    with pytest.raises(ValueError, match="more than 500"):
        lrat.refuted(2, [[1, 2]] * 300, [])
    fault = lrat.refuted(2, [[1, 2]] * 200, ["201 1 0" + " 1" * 200 + " 0", "202 0 0"]).fault
    assert fault.startswith("line 2: there are")


# How they are written ------------------------------------------------------------------------------------------------


def test_confirm_writes_and_verify_checks(tmp_path):
    path = tmp_path / "my certificate.zip"
    out, err = run("confirm", "zip-parity", "--proof", path)
    assert list(tmp_path.iterdir()) == [path]
    assert "steps: the puzzle 'zip-parity' (zip, digest 36cf1ba652cbb7cc) has no solution\n" in out
    assert err.endswith(f"the certificate is in {path}; `cpmodels verify '{path}'` checks it again\n")
    out, _ = run("verify", path)
    assert out.startswith("proved: the puzzle 'zip-parity' (zip, digest 36cf1ba652cbb7cc) has no solution\nchecked: ")
    assert out.endswith("\nnot trusted: any solver\n")
    found = json.loads(run("verify", path, "--json", "--plain")[0])
    assert (found["verified"], found["solutions"], found["checker"]) == (True, 0, "plain Python")
    tiny = tmp_path / "tiny.zip"
    assert "checked in 1 step: " in run("confirm", "-", "--proof", tiny, stdin=readers.write(cm.Zip(1, 2, [(0, 0)])))[0]
    assert "\nchecked: 1 step by " in run("verify", tiny)[0]
    changed(path, path, proof_lrat=read(path)["proof.lrat"].replace(" 0 ", " 0 1 1 ", 1))
    assert run("verify", path, code=1)[0].startswith("refused: proof.lrat, line 1: ")
    refused = json.loads(run("verify", path, "--json", code=1)[0])["refused"]
    assert refused.startswith("proof.lrat, line 1: ")
    path.write_bytes(path.read_bytes()[:-30])
    assert fails("verify", path).startswith(f"cpmodels: {path}: this is not a certificate, or it is incomplete")


def test_a_certificate_of_one_process_is_verified_in_another(certify, monkeypatch):
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    assert run_process("verify", certify("garden"))[0].startswith("proved: ")


def test_a_count_is_certified_and_told(tmp_path):
    path = tmp_path / "paths.zip"
    found = cm.confirm(cm.Zip(2, 2), proof=path)
    assert (found.agree, found.proof) == (True, path)
    assert found.verification.claim == f"the puzzle (zip, digest {digest(cm.Zip(2, 2))}) has exactly 8 solutions"
    assert cm.verify(path).verified
    path.unlink()
    more = cm.confirm(cm.Zip(2, 2), proof=path, known=3)
    assert (more.agree, more.other.total, more.other.exhausted, more.proof) == (False, 4, False, None)
    assert not path.exists()
    fewer = cm.confirm(cm.Zip(2, 2), proof=path, known=9)
    assert (fewer.agree, fewer.other.total, fewer.verification.verified) == (False, 8, True)


def test_the_puzzle_is_never_written_over(tmp_path):
    path = tmp_path / "puzzle.json"
    readers.write(PUZZLES["no path"], path)
    link = tmp_path / "link.zip"
    link.symlink_to(path)
    before = path.read_bytes()
    for target in (path, link):
        for source in (path, str(path)):
            with pytest.raises(cm.ParameterError, match="the certificate would be written over"):
                cm.confirm(source, proof=target)
        assert "the certificate would be written over" in fails("confirm", path, "--proof", target)
    assert path.read_bytes() == before


def test_a_place_that_takes_no_file_is_refused(tmp_path, monkeypatch):
    """Not when all has been counted."""
    for place in (tmp_path, tmp_path / "none" / "c.zip"):
        with pytest.raises(cm.ParameterError, match="the certificate cannot be written to"):
            cm.confirm(cm.Zip(2, 2), proof=place)
    with monkeypatch.context() as patched:
        patched.setattr(os, "access", lambda *_: False)
        with pytest.raises(cm.ParameterError, match="the certificate cannot be written to"):
            cm.confirm(cm.Zip(2, 2), proof=tmp_path / "c.zip")
    with pytest.raises(cm.ParameterError, match="the engine ganak cannot write proofs"):
        cm.confirm(cm.Zip(2, 2), proof=tmp_path / "c.zip", engine="ganak")


@needs_devices
def test_a_full_disk_is_said_in_a_sentence_after_the_counts():
    out, err = run("confirm", "zip-parity", "--proof", "/dev/full", code=2)
    assert [line.partition(" (")[0] for line in out.splitlines()] == [
        "cp-sat: no solution", "cadical: no solution", "they agree"
    ]  # fmt: skip
    assert err.splitlines()[-1] == "cpmodels: /dev/full: No space left on device"
    assert "certificate" not in err


def test_a_full_disk_is_not_called_a_search_that_was_stopped(capsys):
    counts = EngineCount("cp-sat", 1, exhausted=True), EngineCount("cadical", 0, exhausted=False)
    show_confirmation(cm.Confirmation(*counts, unwritten=OSError(errno.ENOSPC, "No space left on device")), "c.zip")
    assert capsys.readouterr().out.splitlines()[-1] == "not confirmed: the proof could not be written"


def test_a_proof_that_breaks_off_is_a_full_disk(tmp_path):
    formula = translate(cm.build(PUZZLES["no path"]), Formula())
    whole = tmp_path / "whole"
    complete = "\n".join(formula_of("no path")[2]) + "\n"
    for cut in range(1, len(complete), 7):
        whole.write_text(complete[:-cut])
        with pytest.raises(OSError, match="is incomplete: is the disk full") as caught:
            trim(whole, tmp_path / "target", formula)
        assert caught.value.filename == str(whole)
    whole.write_text(complete)
    trim(whole, tmp_path / "target", formula)
    assert (tmp_path / "target").read_text() == complete


def test_a_wrong_proof_is_not_kept(tmp_path):
    trues, proof = unfinished(PUZZLES["rooks"], tmp_path)
    with pytest.raises(cm.errors.EngineError, match=r"failed the check: proof\.lrat, line"):
        _certificate.write_certificate(tmp_path / "c.zip", PUZZLES["rooks"], trues[1:], proof, Clock(None, None))
    assert not (tmp_path / "c.zip").exists()


def test_only_what_a_puzzle_says_is_certified(tmp_path):
    path = tmp_path / "c.zip"
    changed, best = cm.build(cm.Zip(2, 2)), cm.build(cm.Zip(2, 2))
    changed.cp.add(changed.key[0] == 1)
    best.cp.maximize(best.key[0])
    for asked, words in (
        (changed, "not for what was added to its model"),
        (best, "not for what was added to its model"),
        (cm.Garden.hanging((6, 6), minimise="volume"), "a puzzle that minimises its volume has several"),
    ):
        with pytest.raises(cm.ModelError, match=words):
            cm.confirm(asked, proof=path)
    assert cm.confirm(cm.build(cm.Zip(2, 2)), proof=path).verification.verified


def test_a_model_without_a_puzzle_is_certified_by_its_proto(tmp_path):
    cp = cp_model.CpModel()
    x, free = cp.new_int_var(0, 4, "x"), cp.new_int_var(0, 9, "free")
    same = [cp.new_bool_var("same"), cp.new_bool_var("same")]
    cp.add(x + free >= 11)
    cp.add_bool_or(~same[0], same[1])
    asked = cm.Model(cp=cp, key=[x, ~same[0], same[1]])
    assert cm.confirm(asked, proof=tmp_path / "c.zip").agree
    verified = cm.verify(tmp_path / "c.zip")
    assert verified.verified
    assert "has exactly 9 solutions" in verified.claim
    assert {one.true[0] for one in verified.solutions} == {"x = 2", "x = 3", "x = 4"}
    saved = verified.puzzle
    assert cm.count(saved).total == 9

    plain = read(tmp_path / "c.zip")["puzzle.json"]
    best = plain.replace('"proto": "', '"proto": "objective { vars: 0 coeffs: 1 } ')
    assert best != plain
    forged = changed(tmp_path / "c.zip", tmp_path / "best.zip", puzzle_json=best)
    assert cm.verify(forged).refused.startswith("puzzle.json asks for the best solutions")


def test_a_model_from_a_file_is_certified_with_what_was_added(tmp_path):
    """It was said that a certificate is for its puzzle alone, and it has none."""
    text = 'variables { name: "x" domain: [1, 4] } variables { name: "y" domain: [0, 9] }'
    for is_changed, total in ((False, 4), (True, 3)):
        model = cm.Model.load(text, key="x")
        if is_changed:
            model.cp.add(model.key[0] == 0)
        found = cm.confirm(model, proof=tmp_path / f"{total}.zip")
        assert (found.agree, found.verification.verified, found.other.total) == (True, True, total)


@dataclass(frozen=True)
class Dearest(cm.Puzzle[cm.Assignment]):
    """Lamps for at most 9 whose price, with that of a bulb, is as high as can be."""

    kind = "dearest"
    maximise = "price"

    def check(self, solution):
        return [] if self.amount(solution) <= 10 else ["it costs too much"]

    def amount(self, solution):
        return sum(map(int, solution.true)) + 1

    def model(self, cp):
        lamps = [cp.new_bool_var(str(price)) for price in (3, 4, 5, 6)]
        price = sum(int(lamp.name) * lamp for lamp in lamps)
        cp.add(price <= 9)
        cp.maximize(price + 1)
        return cm.Model(self, cp, lamps)


def test_the_best_solutions_are_certified_with_a_proof_of_the_optimum(tmp_path, monkeypatch):
    bare = replace(cm.build(Dearest()), puzzle=None)
    for asked in (Dearest(), bare):
        path = tmp_path / f"{asked.__class__.__name__}.zip"
        assert cm.confirm(asked, proof=path).agree
        verified = cm.verify(path)
        assert verified.verified
        assert verified.claim.endswith("has exactly 2 solutions of the objective 10, and none better")
        assert {one.true for one in verified.solutions} == {("3", "6"), ("4", "5")}
    said = json.loads(read(path)["about.json"])
    for optimum, words in (
        (9, "formula.cnf, line "),
        (10.5, "the optimum in about.json, 10.5, is none that"),
        (10**400, "the optimum in about.json, 1"),
        ("many", "about.json does not claim"),
    ):
        figure = optimum if isinstance(optimum, str) else f"{optimum:,}"
        claim = said["claim"].replace("objective 10", f"objective {figure}")
        about = json.dumps(said | {"optimum": optimum, "claim": claim})
        forged = changed(path, tmp_path / "forged.zip", about_json=about)
        assert cm.verify(forged).refused.startswith(words)
    # An optimum that is not the best, and one that is better than that.
    for optimum, words in ((8, "it is better than the optimum"), (10, "is none that the objective can have")):
        monkeypatch.setattr("cpmodels.confirming.optimum", lambda _, optimum=optimum: -optimum)
        with pytest.raises(cm.errors.EngineError, match=words):
            cm.confirm(bare, proof=tmp_path / "wrong.zip", known=3 if optimum == 8 else 0)


@pytest.mark.parametrize(("factor", "best", "solutions"), [(0, 7, 4), (2**53 + 1, 2**54 + 9, 1)])
def test_an_objective_is_certified_however_large_or_constant(factor, best, solutions, tmp_path):
    cp = cp_model.CpModel()
    lamps = [cp.new_bool_var(name) for name in ("left", "right")]
    cp.maximize(factor * sum(lamps) + 7)
    verification = cm.confirm(cm.Model(cp=cp, key=lamps), proof=tmp_path / "best.zip").verification
    assert verification.verified
    assert len(verification.solutions) == solutions
    assert f"of the objective {best:,}, and none better" in verification.claim


def test_a_puzzle_that_asks_for_the_best_is_not_proved_by_its_clauses(certify, monkeypatch):
    certificate = certify("rooks")
    monkeypatch.setattr(Rooks, "minimise", "rooks")
    assert cm.verify(certificate).refused.startswith("puzzle.json asks for the best solutions")


def test_the_benchmark_makes_rows_and_a_page(tmp_path):
    row = certificates.run(PUZZLES["no path"], tmp_path, "no path")
    assert (row["solutions"], row["steps"]) == (0, cm.verify(tmp_path / "no path.zip").steps)
    assert list(row["agreed"]) == list(certificates.OTHERS)
    for form in ("cnf", "opb", "pb"):
        assert cm.count(readers.read(tmp_path / f"no path.{form}")).total == 0
    rows = [{"group": "paths", "name": "no path", **row}, {"group": "paths", "name": "many", "solutions": None}]
    page = "\n".join(certificates.parts(rows, {}))
    assert "\n| paths | 1 | none | " in page
    assert "solutions: paths, many." in page
    for solving, ratio in ((0.5, "4"), (0.0, "-")):
        assert certificates.line("paths", [{**row, "solving": solving, "checking": 2.0}])[7] == ratio


def test_too_many_solutions_for_a_certificate(tmp_path, monkeypatch):
    monkeypatch.setitem(_archive.MEMBERS, "solutions.json", 60)
    with pytest.raises(cm.ParameterError, match=r"^a certificate holds at most 60 bytes of solutions.json, and there"):
        cm.confirm(cm.Zip(2, 2), proof=tmp_path / "c.zip")
    monkeypatch.setattr("cpmodels.confirming.MOST_SOLUTIONS", 7)
    with pytest.raises(cm.ParameterError, match="at most 7 solutions, not the 8 found"):
        cm.confirm(cm.Zip(2, 2), proof=tmp_path / "c.zip")


def test_limits_and_ctrl_c_leave_nothing_behind(certify, tmp_path, monkeypatch):
    path = certify("rooks")
    early = cm.verify(path, time_limit=1e-9)
    assert (early.verified, early.claim, early.puzzle) == (None, "", None)
    assert run("verify", path, "--time-limit", "1e-9", code=3)[0] == "not known: the check was stopped\n"
    with pytest.raises(cm.ParameterError, match="positive number of seconds"):
        cm.verify(path, time_limit=0)
    path.unlink()

    for name in ("write_archive", "verified"):
        with monkeypatch.context() as patched:
            patched.setattr(_certificate, name, Mock(side_effect=KeyboardInterrupt))
            found = cm.confirm(PUZZLES["no path"], proof=tmp_path / "c.zip")
        assert (found.agree, found.interrupted, found.proof) == (True, True, None)
    with monkeypatch.context() as patched:
        patched.setattr(_certificate, "verified", lambda *_: cm.Verification(None, "", PUZZLES["no path"]))
        _, err = run("confirm", "zip-parity", "--proof", tmp_path / "c.zip", code=3)
    assert "no certificate was written" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("method", ["__post_init__", "check", "describe"])
def test_a_time_limit_holds_where_a_strangers_method_sleeps(method, certify, clock, monkeypatch):
    """The time is up when it begins to sleep."""
    path, awake = certify("rooks"), threading.Event()
    monkeypatch.setattr(Rooks, method, lambda *_: clock.move(1000) or awake.wait(), raising=False)
    found = cm.verify(path, time_limit=1000)
    awake.set()
    assert found.verified is None


def test_a_time_limit_holds_where_the_formula_of_a_certificate_is_made(clock, monkeypatch, tmp_path):
    """The time is up when the puzzle is translated once more, which does not end by itself."""
    over = threading.Event()

    def take_all_the_time(*_):
        clock.move(1000)
        over.wait()

    def not_empty(*_, **__):  # as where what is left behind has a file open, or writes another
        raise OSError(errno.ENOTEMPTY, "Directory not empty")

    monkeypatch.setattr(_certificate, "translate", take_all_the_time)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(os, "rmdir", not_empty)
    found = cm.confirm(PUZZLES["no path"], known=0, proof=tmp_path / "c.zip", time_limit=1000)
    over.set()
    assert (found.agree, found.proof) == (True, None)


def test_what_was_read_before_the_time_was_up_is_given(certify, monkeypatch):
    certificate = certify("rooks")
    monkeypatch.setattr(Rooks, "describe", Mock(side_effect=cm.errors.StoppedError("the time was up")))
    found = cm.verify(certificate)
    assert (found.verified, found.puzzle) == (None, PUZZLES["rooks"])
    assert found.claim.endswith("has exactly 6 solutions")


def test_progress_is_told_while_a_proof_is_checked(monkeypatch, certify):
    """Whenever the check pauses it waits here until the thread that asked has reported once more."""
    certificate = certify("rooks")
    told, pauses, pause = threading.Semaphore(0), [], Clock.pause

    def wait_for_a_report(clock):
        pauses.append(told.acquire(timeout=60))
        pause(clock)

    monkeypatch.setattr("cpmodels.base._clock.TICK", 0.0)
    monkeypatch.setattr(Clock, "pause", wait_for_a_report)
    cm.verify(certificate, progress=lambda _: told.release())
    assert len(pauses) > 5
    assert all(pauses)


def test_without_numba_plain_python_checks(certify, monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(cm.errors.MissingExtraError, match="numba is not installed"):
        cm.verify(certify("no path"), compiled=True)
    monkeypatch.setattr("cpmodels.certificates._certificate.SMALL_PROOF", 0)
    found = cm.verify(certify("no path"))
    assert (found.verified, found.checker) == (True, "plain Python")
