"""What is written to files: whole or not at all, and never over what is read."""

import errno
import os
import stat
import sys
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner
from command_line import run
from systems import needs_devices, needs_pipes

import cpmodels as cm
import readers
import renderers
from cpmodels import cli, files, sharing
from cpmodels.base.files import refuse_overwriting, write_file, write_files
from cpmodels.cli import _list

PUZZLE = cm.read("zip-4")
SOLUTION = cm.Path(
    [(2, 3), (3, 3), (3, 2), (2, 2), (1, 2), (1, 1), (2, 1), (3, 1), (3, 0), (2, 0), (1, 0), (0, 0), (0, 1), (0, 2),
     (0, 3), (1, 3)]
)  # fmt: skip
CUBES = cm.read("cubes-packed")
ZIGZAW = cm.read("zigzaw")


def command(*arguments):
    """The sentence with which a command refuses its arguments, run in this process."""
    done = CliRunner().invoke(cli.cli, [*map(str, arguments)])
    assert isinstance(done.exception, (cm.CpmodelsError, OSError)), done.output
    return done.exception


def save_as(ending):
    return lambda path: cm.save(path, CUBES if ending in (".glb", ".stl") else PUZZLE)


def by_command(*arguments):
    def write(path):
        done = CliRunner().invoke(cli.cli, [*arguments, "-o", str(path)])
        if done.exception:
            raise done.exception

    return write


WRITERS = {
    **{ending: save_as(ending) for ending in renderers.files.WRITERS},
    "picture.svg": lambda path: cm.draw(PUZZLE).save(path),
    "picture.png": lambda path: cm.draw(PUZZLE).save(path),
    "book.pdf": lambda path: renderers.book(path, [(PUZZLE, SOLUTION)]),
    "puzzle.json": lambda path: readers.write(PUZZLE, path),
    "solution.json": lambda path: readers.write_solution(SOLUTION, path),
    "export.cnf": by_command("export", "zip-4"),
    "export.opb": by_command("export", "zip-4"),
    "drawn.svg": by_command("draw", "zip-4"),
}
"""All that writes a file, by what it is called here."""


def fill_the_disk(monkeypatch, room=0):
    """The disk has room for the first bytes of this many files, and of one more, at which it is full."""
    left = iter(range(room))

    def encoded(content, whole=files._encoded):
        for part in whole(content):
            yield part[:9]
            if next(left, None) is None:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "_encoded", encoded)


@pytest.fixture
def full_disk(monkeypatch):
    fill_the_disk(monkeypatch)


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_cannot_be_written_whole_stays_as_it_was(tmp_path, name):
    path = tmp_path / f"file{Path(name).suffix or name}"
    for before in (None, b"as it was"):
        if before:
            path.write_bytes(before)
        with pytest.raises(OSError, match="No space left") as failed:
            WRITERS[name](path)
        assert os.fspath(failed.value.filename) == str(path)
        assert {file: file.read_bytes() for file in tmp_path.iterdir()} == ({path: before} if before else {})


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_that_can_be_written_takes_the_place_of_the_old_one_for_good(tmp_path, name):
    path = tmp_path / f"file{Path(name).suffix or name}"
    path.write_bytes(b"as it was")
    WRITERS[name](path)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert len(path.read_bytes()) > 50


def test_pictures_of_pieces_are_written_all_or_none(tmp_path, monkeypatch):
    for piece in range(81):
        (tmp_path / f"piece.{piece}.png").write_bytes(b"as it was")
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    fill_the_disk(monkeypatch, room=49)
    done = CliRunner().invoke(cli.cli, ["pictures", "zigzaw", str(tmp_path)])
    assert done.exception.filename == str(tmp_path / "piece.48.png")
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_in_the_tour_names_the_picture(tmp_path, monkeypatch):
    monkeypatch.setattr(_list, "visit", lambda _: ("1 solution", 0.0, cm.draw(PUZZLE, SOLUTION)))
    assert command("tour", "--out", tmp_path).filename == str(tmp_path / f"{next(iter(readers.BUILTIN))}.png")
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_leaves_nothing_behind(tmp_path):
    def content():
        yield "the first half"
        raise KeyboardInterrupt

    (tmp_path / "old").write_text("old")
    for name in ("old", "new"):
        with pytest.raises(KeyboardInterrupt):
            write_file(tmp_path / name, content())
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("old", "old")]


@needs_pipes
def test_a_new_file_has_the_permissions_of_new_files_and_an_old_one_keeps_its_own(tmp_path):
    (tmp_path / "usual").touch()
    write_file(tmp_path / "new", "new")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode
    (tmp_path / "new").chmod(0o640)
    write_file(tmp_path / "new", b"newer")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path, monkeypatch):
    path = tmp_path / "mine.svg"
    path.write_text("mine")
    monkeypatch.setattr(os, "access", lambda place, mode: Path(place).name != "mine.svg" or mode != os.W_OK)
    with pytest.raises(PermissionError) as refused:
        write_file(path, "yours")
    assert refused.value.filename == str(path)
    assert "cannot be written" in str(command("draw", "zip-4", "-o", path))
    monkeypatch.setattr(os, "access", lambda place, mode: Path(place) != tmp_path or mode != os.W_OK)
    assert "cannot be written" in str(command("draw", "zip-4", "-o", path))
    assert path.read_text() == "mine"


def test_links_still_lead_to_their_files(tmp_path):
    (tmp_path / "folder").mkdir()
    for name in ("there", "not there"):
        target, link = tmp_path / "folder" / name, tmp_path / f"link to {name}"
        link.symlink_to(target)
        if name == "there":
            target.write_text("old")
        write_file(link, "new")
        assert link.is_symlink()
        assert target.read_text() == "new"


@pytest.mark.parametrize("target", ["link.svg", "no folder/board.svg"])
def test_a_link_to_where_no_file_can_be_is_refused_beforehand(tmp_path, target):
    """One that leads to itself was a RuntimeError."""
    (link := tmp_path / "link.svg").symlink_to(tmp_path / target)
    assert f"the picture cannot be written to {link}" in str(command("draw", "zip-4", "-o", link))
    with pytest.raises(cm.errors.LedgerError, match="cannot be opened for writing"):
        cm.sweep(PUZZLE, ledger=link, workers=1)
    assert "cannot be opened for writing" in str(command("solve", "zip-4", "--resume", link, "-o", tmp_path / "a.svg"))


@needs_pipes
def test_devices_and_pipes_are_written_to(tmp_path):
    write_file(os.devnull, "nothing")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)
    reader, writer = os.pipe()
    write_file(f"/dev/fd/{writer}", ["one, ", b"two"])
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        assert pipe.read() == b"one, two"
    with pytest.raises(IsADirectoryError):
        write_file(tmp_path, "a folder")


@needs_devices
def test_a_full_device_is_named(tmp_path):
    (tmp_path / "full.svg").symlink_to("/dev/full")
    failed = command("draw", "zip-4", "-o", tmp_path / "full.svg")
    assert (failed.filename, failed.errno) == (str(tmp_path / "full.svg"), errno.ENOSPC)
    (tmp_path / "full.pb").symlink_to("/dev/full")
    assert command("export", "zip-4", "-o", tmp_path / "full.pb").filename == str(tmp_path / "full.pb")


def test_the_file_that_standard_output_leads_to_is_not_replaced(tmp_path, monkeypatch):
    path = tmp_path / "out.txt"
    with path.open("w") as out:
        monkeypatch.setattr(sys, "__stdout__", out)
        out.write("first, ")
        write_file(path, "second, ")
        out.write("third")
    assert path.read_text() == "first, second, third"


@pytest.mark.parametrize("path", [3, "a\0b.json"])
def test_what_is_not_the_path_of_a_file_is_said(path):
    with pytest.raises(cm.ParameterError, match="what is written must be the path of a file, not "):
        readers.write(PUZZLE, path)


def test_half_of_a_surrogate_pair_is_written_as_python_writes_it(tmp_path):
    write_file(tmp_path / "file", "a \udcff b")
    assert (tmp_path / "file").read_bytes() == rb"a \udcff b"


def test_no_file_takes_its_place_before_all_are_written(tmp_path):
    def failing():
        yield b"some"
        raise OSError(errno.EIO, "broken")

    (tmp_path / "one").write_text("old")
    with pytest.raises(OSError, match="broken") as failed:
        write_files({tmp_path / "one": "new", tmp_path / "two": failing()})
    assert failed.value.filename == str(tmp_path / "two")
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]


# What is read


@pytest.fixture(scope="module")
def frogs(tmp_path_factory):
    """A folder with pictures of a Zigzaw."""
    folder = tmp_path_factory.mktemp("frogs")
    sharing.pictures(ZIGZAW, folder, sheet=True)
    return folder


@pytest.fixture
def read(tmp_path, frogs):
    """A ZIP, a solution of it and pictures of a Zigzaw, in files; and other names of the first."""
    puzzle = tmp_path / "puzzle.html"
    readers.write(PUZZLE, puzzle)
    (tmp_path / "hard.svg").hardlink_to(puzzle)
    (tmp_path / "soft.cnf").symlink_to(puzzle)
    (tmp_path / "lines.pdf").symlink_to(tmp_path / "soft.cnf")
    readers.write_solution(SOLUTION, tmp_path / "solution.svg")
    copytree(frogs, tmp_path / "frogs")
    (tmp_path / "week").mkdir()
    for number in (1, 2):
        readers.write(PUZZLE, tmp_path / "week" / f"{number}.json")
    (tmp_path / "week.html").hardlink_to(tmp_path / "week" / "2.json")
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "puzzle.html", "-o", "puzzle.html"],
        ["solve", "puzzle.html", "-o", "frogs/../puzzle.html"],
        ["solve", "week", "-o", "week.html"],
        ["count", "puzzle.html", "-o", "hard.svg"],
        ["count", "hard.svg", "-o", "puzzle.html"],
        ["draw", "lines.pdf", "-o", "puzzle.html"],
        ["draw", "zip-4", "solution.svg", "-o", "solution.svg"],
        ["draw", "frogs", "-o", "frogs/border.png"],
        ["export", "puzzle.html", "-o", "soft.cnf"],
        ["sweep", "puzzle.html", "-o", "soft.cnf"],
        ["book", "zip-4", "puzzle.html", "-o", "lines.pdf"],
        ["pictures", "frogs", "frogs"],
    ],
    ids=" ".join,
)
def test_no_command_writes_over_a_file_that_it_reads(read, monkeypatch, arguments):
    monkeypatch.chdir(read)
    before = {path: path.read_bytes() for path in read.rglob("*") if path.is_file()}
    assert "would be written over" in str(command(*arguments))
    assert {path: path.read_bytes() for path in read.rglob("*") if path.is_file()} == before


@pytest.mark.usefixtures("files_are_forgotten")
def test_no_command_writes_over_a_file_of_kinds_or_a_ledger_with_the_name_of_a_puzzle(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for option, name in (("--load", "kinds_of_mine.py"), ("--merge", "zip-4")):
        (tmp_path / name).write_text("MINE = 1")
        assert "would be written over" in str(command("sweep", "zip-4", option, name, "-o", name))
        assert (tmp_path / name).read_text() == "MINE = 1"


def test_pictures_are_not_written_over_the_puzzle_that_they_are_of(tmp_path):
    readers.write(ZIGZAW, tmp_path / "puzzle.json")
    folder = tmp_path / "frogs"
    folder.mkdir()
    (folder / "sheet.png").symlink_to(tmp_path / "puzzle.json")
    assert "would be written over" in str(command("pictures", tmp_path / "puzzle.json", folder, "--sheet"))
    assert cm.read(tmp_path / "puzzle.json") == ZIGZAW
    (folder / "sheet.png").unlink()
    run("pictures", tmp_path / "puzzle.json", tmp_path, "--sheet")


def test_other_files_of_the_same_content_may_be_written_over(read):
    (read / "copy.html").write_bytes((read / "puzzle.html").read_bytes())
    for name in ("copy.html", "new.html"):
        run("draw", read / "puzzle.html", "-o", read / name)
        assert b"<html" in (read / name).read_bytes()
    assert cm.read(read / "puzzle.html") == PUZZLE


@pytest.mark.parametrize(
    ("folder", "command", "name"),
    [("week", "book", "b.pdf"), ("week", "play", "p.html"), ("week", "solve", "p.html"), ("zip-4", "solve", "s.json")],
)
def test_what_is_written_into_a_folder_is_written_there_again(read, monkeypatch, folder, command, name):
    monkeypatch.chdir(read)
    Path(folder).mkdir(exist_ok=True)
    for _ in range(2):
        run(command, folder, "-o", f"{folder}/{name}")


def test_the_library_does_not_draw_over_the_file_that_it_draws(read):
    with pytest.raises(cm.ParameterError, match="would be written over"):
        cm.save(read / "puzzle.html", read / "hard.svg")
    with pytest.raises(cm.ParameterError, match="would be written over"):
        cm.save(str(read / "puzzle.html"), str(read / "puzzle.html"))


def test_standard_input_is_read_too(read):
    with (read / "puzzle.html").open() as opened:
        with pytest.raises(cm.ParameterError, match=r"hard\.svg, which is read from standard input"):
            refuse_overwriting(read / "hard.svg", "the picture", ["zip-4", opened.fileno()])
        refuse_overwriting(read / "solution.svg", "the picture", ["no such file", "x\0y", "[1]" * 999, opened.fileno()])
    refuse_overwriting(os.devnull, "the picture", [os.devnull])


@pytest.mark.usefixtures("full_disk")
def test_an_answer_is_printed_also_where_its_file_cannot_be_written(tmp_path):
    for arguments in (["solve", "zip-4"], ["count", "zip-4"], ["sweep", "zip-4", "--workers", "1"]):
        ending = ".jsonl" if arguments[0] == "sweep" else ".svg"
        done = CliRunner().invoke(cli.cli, [*arguments, "-o", str(tmp_path / f"file{ending}")])
        assert done.exception.errno == errno.ENOSPC
        assert "1 solution\n" in done.output or "━" in done.output
    assert list(tmp_path.iterdir()) == []
