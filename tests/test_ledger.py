"""Ledgers: what is written once, what is refused, and the union of several machines' work."""

import gc
import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import fuzz_ledgers
import pytest
from examples import examples
from hypothesis import given
from hypothesis import strategies as st
from systems import needs_signals

import cpmodels as cm
from cpmodels.search import _ledger
from cpmodels.search._ledger import DONE, OPEN, SPLIT, WHOLE, Finished, Ledger, Split, shared_out

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
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT part, state, total FROM parts ORDER BY part").fetchall()
        solutions = db.execute("SELECT key, part, size FROM solutions ORDER BY key").fetchall()
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
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
        assert ledger.open_parts(everywhere=True) == []
    assert cm.merge(ours, theirs) == 2
    assert [row[0] for row in snapshot(ours)[0]] == ["", "-2", "2"]
    assert [key for key, _, _ in snapshot(ours)[1]] == [b"a", b"b", b"c"]


def test_all_wrong_ledgers_are_named_and_the_others_merged(tmp_path):
    ours, *others = (tmp_path / name for name in ("ours", "missing", "theirs", "other"))
    for path, about in ((ours, ABOUT), (others[1], ABOUT), (others[2], {**ABOUT, "model": "2"})):
        with Ledger(path, about) as ledger:
            ledger.record([Finished("", 1, 1, [(b"a", 1)])] if path == others[1] else [])
    with pytest.raises(cm.errors.LedgerError, match=r"there is no ledger .*missing; .* of another model"):
        cm.merge(ours, *others)
    assert snapshot(ours)[0] == [("", DONE, 1)]
    with Ledger(ours, ABOUT), pytest.raises(cm.errors.LedgerInUseError) as error:
        cm.merge(ours, others[1], others[1])
    assert str(error.value).count("in use") == 1


def test_contradictions_are_told_and_change_nothing(tmp_path):
    for name, total in (("ours", 1), ("theirs", 2)):
        with Ledger(tmp_path / name, ABOUT) as ledger:
            ledger.record([Finished("", total, total, [(bytes([n]), 1) for n in range(total)])])
    with pytest.raises(cm.errors.LedgerError, match="contradict each other on the whole: 1 and 2"):
        cm.merge(tmp_path / "ours", tmp_path / "theirs")
    assert snapshot(tmp_path / "ours")[0] == [("", DONE, 1)]


def test_a_solution_of_two_parts_is_refused_as_a_whole(tmp_path):
    with Ledger(tmp_path / "ledger", ABOUT) as ledger:
        ledger.record([Split("", [("1", 0.5), ("-1", 0.5)]), Finished("1", 1, 1, [(b"a", 1)])])
        with pytest.raises(cm.errors.LedgerError, match="cannot be used"):
            ledger.record([Finished("-1", 1, 1, [(b"a", 1)])])
        assert ledger.row("-1").state == OPEN
        assert ledger.row("").state == SPLIT


def test_ledgers_of_something_else_are_refused(tmp_path):
    path = tmp_path / "ledger"
    with Ledger(path, ABOUT):
        pass
    with pytest.raises(cm.errors.LedgerError, match="of the same puzzle, but of another model, as of another version"):
        Ledger(path, {**ABOUT, "model": "2"})
    with pytest.raises(cm.errors.LedgerError, match=r"belongs to another sweep: its puzzle is .*, not '2'"):
        Ledger(path, {**ABOUT, "puzzle": "2"})


OLD = [
    "CREATE TABLE about (name, value)",
    "CREATE TABLE parts (part, parent, state, share REAL)",
    "CREATE TABLE solutions (key BLOB PRIMARY KEY, part, size)",
]
"""The tables of an earlier format."""


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (
            lambda path: path.write_bytes(b"no ledger at all, but long enough to be read as one" * 20),
            "is not the ledger",
        ),
        (lambda path: path.write_bytes(b"SQLite format 3\0"), "is not the ledger"),
        (lambda path: change(path, "CREATE TABLE recipes (name TEXT)"), "is not the ledger"),
        (lambda path: change(path, *OLD), "has the format of another version of cpmodels: start a new one"),
    ],
)
def test_files_that_are_no_ledger_are_refused_and_left_alone(tmp_path, made, words):
    made(path := tmp_path / "file")
    content = path.read_bytes()
    with pytest.raises(cm.errors.LedgerError, match=words):
        Ledger(path, ABOUT)
    assert path.read_bytes() == content


@pytest.mark.parametrize("end", ["-journal", "-wal"])
@pytest.mark.parametrize("is_there", [False, True])
def test_a_file_that_sqlite_would_delete_is_in_the_way(tmp_path, end, is_there):
    path, beside = tmp_path / "ledger", tmp_path / f"ledger{end}"
    if is_there:
        with Ledger(path, ABOUT):
            pass
    beside.write_text("a puzzle")
    with pytest.raises(cm.errors.LedgerError, match=f"ledger{end} is in the way of the ledger"):
        Ledger(path, ABOUT)
    assert beside.read_text() == "a puzzle"


def test_places_without_a_ledger_are_told(tmp_path):
    with pytest.raises(cm.errors.LedgerError, match="no folder"):
        Ledger(tmp_path / "no" / "ledger", ABOUT)
    with pytest.raises(cm.errors.LedgerError, match="no ledger"):
        cm.merge(tmp_path / "ours", tmp_path / "theirs")
    for long in (tmp_path / ("x" * 300), tmp_path / ("x" * 300) / "ledger"):
        with pytest.raises(cm.errors.LedgerError, match=r"cannot be used|no folder|for writing"):
            Ledger(long, ABOUT)
        with pytest.raises(cm.errors.LedgerError, match=r"cannot be used|no ledger"):
            cm.merge(tmp_path / "ours", long)
    with pytest.raises(cm.ParameterError, match="the path of a file"):
        cm.merge("ours", "a\0b")
    for path in (tmp_path, os.devnull):
        with pytest.raises(cm.errors.LedgerError, match="cannot be opened: it is not a file"):
            Ledger(path, ABOUT)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write anywhere")
def test_ledgers_that_cannot_be_written_are_told(tmp_path):
    path = tmp_path / "ledger"
    with Ledger(path, ABOUT):
        pass
    path.chmod(stat.S_IRUSR)
    with pytest.raises(cm.errors.LedgerError, match="cannot be opened for writing"):
        Ledger(path, ABOUT)


@pytest.mark.skipif(sys.platform != "win32", reason="only Windows has such paths")
def test_a_ledger_may_be_on_another_machine(tmp_path):
    share = Path(f"//localhost/{tmp_path.drive[0]}$", *tmp_path.parts[1:])
    if not share.is_dir():
        pytest.skip("this machine does not share its drives")
    with Ledger(share / "ledger", ABOUT) as ledger:
        assert ledger.about == ABOUT


def test_one_of_several_that_begin_a_ledger_in_the_same_moment_has_it(tmp_path, monkeypatch):
    """Another one is about to be refused when the ledger is written, and lets go of it a little later."""
    path, written = tmp_path / "ledger", threading.Event()
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN")
        other.execute("SELECT 1 FROM sqlite_master").fetchone()

        def let_go():
            written.wait()
            other.execute("COMMIT")

        def write(ledger, row):
            put(ledger, row)
            written.set()

        put = Ledger._put
        monkeypatch.setattr(Ledger, "_put", write)
        monkeypatch.setattr(_ledger, "MOMENT", 60_000)
        thread = threading.Thread(target=let_go)
        thread.start()
        try:
            with Ledger(path, ABOUT) as held:
                assert held.about == ABOUT
        finally:
            written.set()
            thread.join()


def test_a_ledger_is_held_by_one(tmp_path, monkeypatch):
    """Also one that was there, from before the first write on: it failed where somebody read the ledger."""
    path = tmp_path / "ledger"
    with Ledger(path, ABOUT) as held:
        with pytest.raises(cm.errors.LedgerInUseError, match="in use by another sweep"):
            Ledger(path, ABOUT)
        with pytest.raises(cm.errors.LedgerInUseError, match="in use by another sweep"):
            Ledger(path)
        held.record([Finished("", 3, 1, [(b"x", 3)])])
    held.close()
    with Ledger(path, ABOUT) as again:
        assert again.sums(everywhere=True).total == 3
        with pytest.raises(cm.errors.LedgerInUseError, match="in use by another sweep"):
            Ledger(path)
    monkeypatch.setattr(_ledger, "MOMENT", 0)
    with Ledger(path), pytest.raises(cm.errors.LedgerInUseError, match="in use by another sweep"):
        Ledger(path, ABOUT)


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
db.executemany("INSERT INTO solutions VALUES ('x', ?, 1)", ((os.urandom(64),) for _ in range(5000)))
os.kill(os.getpid(), signal.SIGKILL)
"""
    ended = subprocess.run([sys.executable, "-c", script], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert path.with_name("ledger-journal").exists()
    with Ledger(path) as ledger:
        assert list(ledger.solutions()) == []
        assert ledger.row("").parts == sorted(child for child, _ in tree.children[""])


@pytest.fixture
def half_way(tmp_path):
    """A ledger with parts of every state: of the two at the top one is open, the other split, and half of that done."""
    path = tmp_path / "ledger"
    with Ledger(path, ABOUT) as ledger:
        ledger.record([Split("", [("1", 0.5), ("-1", 0.5)]), Split("1", [("1 2", 0.7), ("1 -2", 0.3)])])
        ledger.record([Finished("1 2", 5, 2, [(b"a", 2), (b"b", 3)])])
    return path


def change(path, *statements):
    """Write to a ledger by hand."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            assert db.execute(statement).rowcount != 0


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DELETE FROM parts", "missing"),
        ("DELETE FROM parts WHERE part = '1 2'", "missing"),
        ("DELETE FROM parts WHERE part = '1 -2'", "missing"),
        ("DELETE FROM parts WHERE part = '-1'", "missing"),
        ("DELETE FROM parts WHERE part >= '1'", "missing"),
        ("INSERT INTO parts SELECT '1 2 3', state, mine, share, total, orbits, '', seal FROM parts LIMIT 1", "nowhere"),
        ("UPDATE parts SET part = part || ' abc' WHERE part != ''", "missing"),
        ("UPDATE parts SET part = '--' WHERE part = '-1'", "missing"),
        ("UPDATE parts SET part = '1-2' WHERE part = '1 -2'", "missing"),
        ("UPDATE parts SET part = '999999' WHERE part = '1'", "missing"),
        ("UPDATE parts SET part = x'31' WHERE part = '1'", "missing"),
        ("UPDATE parts SET state = 7 WHERE part = '1 -2'", "the part 1 -2"),
        ("UPDATE parts SET state = 2 WHERE part = '1 -2'", "the part 1 -2"),
        ("UPDATE parts SET state = 2 WHERE part = ''", "the whole"),
        ("UPDATE parts SET state = 'done' WHERE part = '1 2'", "the part 1 2"),
        ("UPDATE parts SET children = '-1' WHERE part = ''", "the whole"),
        ("UPDATE parts SET total = total + 1 WHERE part = '1 2'", "the part 1 2"),
        ("UPDATE parts SET total = 'many' WHERE part = '1 2'", "the part 1 2"),
        ("UPDATE parts SET orbits = 2.5 WHERE part = '1 2'", "the part 1 2"),
        ("UPDATE parts SET mine = 0 WHERE part = '-1'", "the part -1"),
        ("UPDATE parts SET share = share + 1 WHERE part = '1 2'", "the part 1 2"),
        ("DELETE FROM solutions WHERE key = x'61'", "the part 1 2"),
        ("UPDATE solutions SET key = x'63' WHERE key = x'61'", "the part 1 2"),
        ("UPDATE solutions SET key = 'a' WHERE key = x'61'", "the part 1 2"),
        ("UPDATE solutions SET size = 5 - size", "the part 1 2"),
        ("UPDATE solutions SET part = '1 -2'", "the part 1 -2"),
        ("UPDATE solutions SET part = 'nowhere'", "the part 1 2"),
        ("INSERT INTO solutions VALUES ('3', x'63', 1)", "belong to none"),
        ("UPDATE about SET value = '2' WHERE name = 'model'", "the description of its sweep"),
        ("UPDATE about SET value = CAST(x'ff' AS TEXT) WHERE name = 'model'", "UTF-8"),
        ("DELETE FROM about WHERE name = 'model'", "the description of its sweep"),
        ("INSERT INTO about VALUES ('part', '1 of 2')", "the description of its sweep"),
    ],
)
def test_ledgers_that_were_changed_by_hand_are_not_believed(half_way, statement, words):
    with Ledger(half_way) as ledger:
        assert ledger.sums(everywhere=True)[:5] == (5, 2, 1, 2, 0)
    change(half_way, statement)
    for about in (ABOUT, None):
        with pytest.raises(cm.errors.LedgerError, match="damaged") as told:
            Ledger(half_way, about)
        assert words in str(told.value)


@pytest.mark.parametrize(
    "statements",
    [
        (
            "DROP TABLE solutions",
            "CREATE VIEW solutions AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) "
            "SELECT '' AS part, x'61' AS key, i AS size FROM n",
        ),
        ("CREATE TRIGGER more AFTER UPDATE ON parts BEGIN DELETE FROM parts; END",),
        ("CREATE TABLE more (name TEXT)",),
        ("DROP INDEX keys",),
        ("ALTER TABLE parts ADD COLUMN more",),
        ("PRAGMA writable_schema = ON", "UPDATE sqlite_master SET sql = sql || ' ' WHERE name = 'parts'"),
    ],
)
def test_ledgers_have_no_other_tables(half_way, statements):
    """An endless view in the place of the solutions would never come to its end."""
    change(half_way, *statements)
    for about in (ABOUT, None):
        with pytest.raises(cm.errors.LedgerError, match="is not the ledger of a sweep: it has other tables"):
            Ledger(half_way, about)


def test_an_empty_file_is_called_so(tmp_path):
    """A sweep that is killed as it begins may leave one."""
    (tmp_path / "ledger").touch()
    with pytest.raises(cm.errors.LedgerError, match="is not the ledger of a sweep: it is empty"):
        Ledger(tmp_path / "ledger")


def test_a_damage_that_hides_in_a_free_page_is_told(half_way):
    """SQLite would overwrite rows that are there with new ones: the page of the parts is said to be free, too."""
    with closing(sqlite3.connect(half_way)) as db:
        ((root,),) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'parts'")
    content = bytearray(half_way.read_bytes())
    content[32:40] = root.to_bytes(4, "big") + (1).to_bytes(4, "big")
    half_way.write_bytes(content)
    with pytest.raises(cm.errors.LedgerError, match="is damaged: SQLite finds"):
        Ledger(half_way, ABOUT)


@pytest.mark.parametrize("number", range(20))
def test_ledgers_damaged_at_random_are_told_or_give_the_exact_count(number):
    assert fuzz_ledgers.trial(random.Random(number)) is None


@given(st.integers(0, WHOLE), st.lists(st.floats(0, 1), min_size=1))
def test_shares_add_up_exactly(share, weights):
    shares = shared_out(share, weights)
    assert sum(shares) == share
    assert min(shares) >= 0
    assert len(shares) == len(weights)


def test_trees_may_be_deep(tmp_path):
    """Deeper than Python calls functions."""
    names = [" ".join(["1"] * depth) for depth in range(1200)]
    chain = [Split(name, [(f"{name} 1".strip(), 0.5), (f"{name} -1".strip(), 0.5)]) for name in names]
    leaves = [child for split in chain for child, _ in split.children if child not in names]
    with Ledger(tmp_path / "theirs", ABOUT) as ledger:
        ledger.record(chain)
        ledger.record([Finished(leaf, 1, 1, [(str(n).encode(), 1)]) for n, leaf in enumerate(leaves)])
    with Ledger(tmp_path / "ours", ABOUT) as ledger:
        ledger.record(chain[:1100])
    assert cm.merge(tmp_path / "ours", tmp_path / "theirs") == len(leaves) == 1201
    with Ledger(tmp_path / "ours", ABOUT) as ledger:
        assert ledger.sums(everywhere=True) == (1201, 1201, 1201, 0, 0, 1, 0)


def test_a_ledger_is_not_merged_into_itself(half_way):
    (link := half_way.with_name("link")).symlink_to(half_way)
    before = half_way.read_bytes()
    for path in (half_way, link):
        with pytest.raises(cm.errors.LedgerError, match=f"the ledger {path} cannot be merged into itself"):
            cm.merge(half_way, path)
        with pytest.raises(cm.errors.LedgerError, match="cannot be merged into itself"):
            cm.sweep(cm.Zip(2, 2), ledger=half_way, merge=path, workers=1)
    assert half_way.read_bytes() == before


def test_a_full_disk_is_told_and_costs_nothing_that_was_written(half_way):
    resource = pytest.importorskip("resource", reason="there are no limits on files")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Ledger(half_way, ABOUT) as ledger:
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (half_way.stat().st_size, limits[1]))
            with pytest.raises(cm.errors.LedgerError, match="cannot be used: disk I/O error"):
                ledger.record([Finished("-1", 999, 999, [(bytes([n % 251]) * n, 1) for n in range(1, 1000)])])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    with Ledger(half_way) as ledger:
        assert ledger.sums(everywhere=True)[:5] == (5, 2, 1, 2, 0)


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
        with pytest.raises(cm.errors.LedgerError, match="contradict each other on the whole"):
            cm.merge(ours, theirs)


def test_a_ledger_that_is_about_to_be_let_go_of_is_waited_for(tmp_path, monkeypatch):
    """As after a run whose time was up while it opened it: the next one was refused."""
    with Ledger(tmp_path / "ledger", ABOUT) as held:
        monkeypatch.setattr(_ledger, "MOMENT", 60_000)
        monkeypatch.setattr(_ledger.time, "sleep", lambda _: held.close())
        with Ledger(tmp_path / "ledger", ABOUT) as again:
            assert again.sums(everywhere=True).finished == 0


def test_a_ledger_that_nobody_holds_is_let_go_of_at_once(tmp_path, monkeypatch):
    """Not when Python happens to collect garbage: in a quiet process it was in use for ever."""
    gc.disable()
    try:
        Ledger(tmp_path / "ledger", {"puzzle": "one"})
        with Ledger(tmp_path / "ledger", {"puzzle": "one"}) as ledger:
            ledger.record([Split("", [("1", 1), ("2", 1)])])
            ledger.record([Finished(part, 1, 1, [(part.encode(), 1)]) for part in "12"])
        monkeypatch.setattr(Ledger, "_seal", lambda *_: b"")
        with pytest.raises(cm.errors.LedgerError, match="damaged") as kept:
            Ledger(tmp_path / "ledger", {"puzzle": "one"})
        monkeypatch.undo()
        Ledger(tmp_path / "ledger", {"puzzle": "one"}).close()
        assert kept.value.__traceback__
    finally:
        gc.enable()


def test_rows_may_be_left_unread_when_a_ledger_is_closed(tmp_path):
    """It was an error that Python told as ignored, whenever it came to free them."""
    with Ledger(tmp_path / "ledger", {"puzzle": "one"}) as ledger:
        rows = ledger.rows()
        assert next(rows).part == ""
    with pytest.MonkeyPatch.context() as patched:
        ignored = []
        patched.setattr(sys, "unraisablehook", ignored.append)
        del rows
    assert ignored == []
