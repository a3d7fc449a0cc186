"""Ledgers: what is written once, what is refused, and the union of several machines' work."""

import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys

import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from systems import needs_signals

import cpmodels as cm
from cpmodels.search._ledger import DONE, OPEN, SPLIT, Finished, Ledger, Split, complete

ABOUT = {"puzzle": "toy", "model": "1"}


class Toy:
    """A tree of parts with its solutions: every leaf at depth `depth` has those that its number says."""

    def __init__(self, seed, depth=3):
        self.random = random.Random(seed)
        self.children = {}
        self.answers = {}
        self.grow((), depth)

    def grow(self, part, depth):
        text = " ".join(map(str, part))
        self.children[text] = []
        self.answers[text] = []
        if depth:
            for literal in range(1, self.random.randint(2, 3) + 1):
                child = (*part, literal * 10 + len(part))
                self.grow(child, depth - 1)
                below = " ".join(map(str, child))
                self.children[text].append((below, 0.5))
                self.answers[text] += self.answers[below]
        else:
            self.answers[text] = [(f"{text}:{n}".encode(), n + 1) for n in range(self.random.randint(0, 3))]

    @property
    def total(self):
        return sum(size for _, size in self.answers[""])

    def finished(self, part):
        answers = self.answers[part]
        return Finished(part, sum(size for _, size in answers), len(answers), answers)

    def some_work(self, ledger, choices, least=0.0):
        """Do some of the open parts: each is finished, split, or left open by chance."""
        for _ in range(4):
            for part, _ in ledger.open_parts(everywhere=True):
                draw = choices.random()
                if draw < 0.3 + least or not self.children[part]:
                    ledger.record([self.finished(part)])
                elif draw < 0.8 + least:
                    ledger.record([Split(part, self.children[part])])


def snapshot(path):
    with sqlite3.connect(path) as db:
        rows = db.execute("SELECT part, state, total FROM parts ORDER BY part").fetchall()
        solutions = db.execute("SELECT key, part, size FROM solutions ORDER BY key").fetchall()
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    db.close()
    return rows, solutions


def check_consistent(toy, path):
    """A ledger's totals are those of its finished parts, which do not overlap, and its solutions are theirs."""
    rows, solutions = snapshot(path)
    done = [part for part, state, _ in rows if state == DONE]
    assert not any(a != b and (b + " ").startswith(f"{a} " if a else "") for a in done for b in done)
    expected = sorted((key, part, size) for part in done for key, size in toy.answers[part])
    assert solutions == expected
    assert all(total == sum(size for _, size in toy.answers[part]) for part, state, total in rows if state == DONE)
    return sum(total for _, _, total in rows)


@examples(25)
@given(seed=st.integers(0, 10**6), machines=st.integers(2, 4), order=st.randoms(use_true_random=False))
def test_any_order_of_merging_gives_the_union(tmp_path_factory, seed, machines, order):
    toy, folder = Toy(seed), tmp_path_factory.mktemp("ledgers")
    choices = random.Random(seed)
    paths = [folder / f"{i}" for i in range(machines)]
    for path in paths:
        with Ledger(path, ABOUT) as ledger:
            toy.some_work(ledger, choices)
    leaves = {
        leaf
        for path in paths
        for part, state, _ in snapshot(path)[0]
        if state == DONE
        for leaf in toy.children
        if not toy.children[leaf] and (not part or f"{leaf} ".startswith(f"{part} "))
    }
    covered = sum(size for leaf in leaves for _, size in toy.answers[leaf])
    order.shuffle(paths)
    cm.merge(folder / "union", *paths)
    assert check_consistent(toy, folder / "union") == covered
    before = snapshot(folder / "union")
    assert cm.merge(folder / "union", *paths) == 0
    assert snapshot(folder / "union") == before
    with Ledger(folder / "union", ABOUT) as ledger:
        toy.some_work(ledger, choices, least=1.0)
        assert ledger.open_parts(everywhere=True) == []
    assert check_consistent(toy, folder / "union") == toy.total


def test_different_splits_are_never_mixed(tmp_path):
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    with Ledger(ours, ABOUT) as ledger:
        ledger.record([Split("", [("1", 0.5), ("-1", 0.5)]), Finished("1", 1, 1, [(b"a", 1)])])
    with Ledger(theirs, ABOUT) as ledger:
        ledger.record([Split("", [("2", 0.5), ("-2", 0.5)]), Finished("2", 2, 2, [(b"a", 1), (b"b", 1)])])
    assert cm.merge(ours, theirs) == 0
    assert [row[0] for row in snapshot(ours)[0]] == ["", "-1", "1"]
    with Ledger(theirs, ABOUT) as ledger:
        ledger.record([Finished("-2", 1, 1, [(b"c", 1)])])
        assert complete(ledger, "")
    assert cm.merge(ours, theirs) == 2
    assert [row[0] for row in snapshot(ours)[0]] == ["", "-2", "2"]
    assert [key for key, _, _ in snapshot(ours)[1]] == [b"a", b"b", b"c"]


def test_contradictions_are_told_and_change_nothing(tmp_path):
    for name, total in (("ours", 1), ("theirs", 2)):
        with Ledger(tmp_path / name, ABOUT) as ledger:
            ledger.record([Finished("", total, total, [(bytes([n]), 1) for n in range(total)])])
    with pytest.raises(cm.LedgerError, match="contradict each other on the whole: 1 and 2"):
        cm.merge(tmp_path / "ours", tmp_path / "theirs")
    assert snapshot(tmp_path / "ours")[0] == [("", DONE, 1)]


def test_a_solution_of_two_parts_is_refused_as_a_whole(tmp_path):
    with Ledger(tmp_path / "ledger", ABOUT) as ledger:
        ledger.record([Split("", [("1", 0.5), ("-1", 0.5)]), Finished("1", 1, 1, [(b"a", 1)])])
        with pytest.raises(cm.LedgerError, match="cannot be used"):
            ledger.record([Finished("-1", 1, 1, [(b"a", 1)])])
        assert ledger.row("-1").state == OPEN
        assert ledger.row("").state == SPLIT


def test_ledgers_of_something_else_are_refused(tmp_path):
    path = tmp_path / "ledger"
    with Ledger(path, ABOUT):
        pass
    with pytest.raises(cm.LedgerError, match=r"of another sweep: its model is '1', not '2'"):
        Ledger(path, {**ABOUT, "model": "2"})
    with Ledger(tmp_path / "other", {**ABOUT, "model": "2"}):
        pass
    with pytest.raises(cm.LedgerError, match="of another sweep"):
        cm.merge(path, tmp_path / "other")


@pytest.mark.parametrize("content", [b"no ledger at all, but long enough to be read as one" * 20, b"SQLite format 3\0"])
def test_files_that_are_no_ledger_are_refused(tmp_path, content):
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(cm.LedgerError, match="is not a ledger"):
        Ledger(path, ABOUT)
    assert path.read_bytes() == content


def test_other_databases_are_refused_and_left_alone(tmp_path):
    path = tmp_path / "file"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    content = path.read_bytes()
    with pytest.raises(cm.LedgerError, match="is not a ledger"):
        Ledger(path, ABOUT)
    assert path.read_bytes() == content


def test_places_without_a_ledger_are_told(tmp_path):
    with pytest.raises(cm.LedgerError, match="no folder"):
        Ledger(tmp_path / "no" / "ledger", ABOUT)
    with pytest.raises(cm.LedgerError, match="no ledger"):
        cm.merge(tmp_path / "ours", tmp_path / "theirs")
    with pytest.raises(cm.LedgerError, match="cannot be opened"):
        Ledger(tmp_path, ABOUT)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write anywhere")
def test_ledgers_that_cannot_be_written_are_told(tmp_path):
    path = tmp_path / "ledger"
    with Ledger(path, ABOUT):
        pass
    path.chmod(stat.S_IRUSR)
    with pytest.raises(cm.LedgerError, match="cannot be opened for writing"):
        Ledger(path, ABOUT)


def test_a_ledger_is_held_by_one(tmp_path):
    path = tmp_path / "ledger"
    with Ledger(path, ABOUT) as held:
        with pytest.raises(cm.LedgerInUseError, match="in use by another sweep"):
            Ledger(path, ABOUT)
        with pytest.raises(cm.LedgerInUseError, match="in use by another sweep"):
            Ledger(path)
        held.record([Finished("", 3, 1, [(b"x", 3)])])
    held.close()
    with Ledger(path, ABOUT) as again:
        assert again.sums(everywhere=True).total == 3


@needs_signals
def test_a_ledger_killed_in_the_middle_of_writing_is_read(tmp_path):
    """Its journal is rolled back: what was written before is there, what was being written is not."""
    path, tree = tmp_path / "ledger", Toy(1)
    script = f"""
import os, signal, sqlite3
from cpmodels.search._ledger import Ledger, Split
with Ledger({str(path)!r}, {ABOUT!r}) as ledger:
    ledger.record([Split("", {tree.children[""]!r})])
db = sqlite3.connect({str(path)!r}, isolation_level=None)
db.execute("PRAGMA cache_spill = 1")
db.execute("PRAGMA cache_size = 1")
db.execute("BEGIN IMMEDIATE")
db.executemany("INSERT INTO solutions VALUES (?, 'x', 1)", ((os.urandom(64),) for _ in range(5000)))
os.kill(os.getpid(), signal.SIGKILL)
"""
    ended = subprocess.run([sys.executable, "-c", script], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert path.with_name("ledger-journal").exists()
    with Ledger(path) as ledger:
        assert list(ledger.solutions()) == []
        assert ledger.children("") == sorted(tree.children[""])


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM parts",
        "UPDATE parts SET total = 999",
        "DELETE FROM solutions",
        "UPDATE parts SET part = part || ' abc' WHERE parent IS NOT NULL",
    ],
)
def test_damaged_ledgers_are_not_believed(tmp_path, change):
    tree, path = Toy(3), tmp_path / "ledger"
    with Ledger(path, ABOUT) as ledger:
        ledger.record([Split("", tree.children[""]), *(tree.finished(child) for child, _ in tree.children[""])])
    assert tree.total
    with sqlite3.connect(path) as db:
        db.execute(change)
    db.close()
    for about in (ABOUT, None):
        with pytest.raises(cm.LedgerError, match="is damaged"):
            Ledger(path, about)


def test_a_whole_that_contradicts_its_parts_is_told(tmp_path):
    """Also when one machine split what the other one searched in one go."""
    about, tree = {**ABOUT, "content": "counts alone"}, Toy(3)
    parts, whole = tmp_path / "parts", tmp_path / "whole"
    with Ledger(parts, about) as ledger:
        ledger.record(
            [Split("", tree.children[""]), *(Finished(*tree.finished(child)[:3]) for child, _ in tree.children[""])]
        )
    with Ledger(whole, about) as ledger:
        ledger.record([Finished("", tree.total + 1, 1)])
    for ours, theirs in ((parts, whole), (whole, parts)):
        with pytest.raises(cm.LedgerError, match="contradict each other on the whole"):
            cm.merge(ours, theirs)
