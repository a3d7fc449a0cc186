"""A certificate as a file: a zip archive, which is read within limits."""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from cpmodels.base.errors import CertificateError, ParameterError, naming
from cpmodels.base.kinds import function_named
from cpmodels.base.puzzle import Puzzle
from cpmodels.engines._export import dimacs
from cpmodels.engines._formula import Formula
from cpmodels.model import Model

FORM = 2
"""The number of this form of certificates."""

MEMBERS = {
    "about.json": 2**16,
    "puzzle.json": 2**24,
    "formula.cnf": 2**33,
    "solutions.json": 2**27,
    "proof.lrat": 2**35,
}
"""The files in a certificate, and the most bytes of each."""


def claimed(puzzle: Puzzle[Any], number: int, which: str = "", optimum: float | None = None) -> str:
    """What a certificate of a number of solutions claims; the puzzle's own name, which may be any text, is quoted.

    With an optimum these are the best solutions.

    >>> from cpmodels import Zip
    >>> claimed(Zip(2, 2, name="small"), 1)
    "the puzzle 'small' (zip) has exactly one solution"
    """
    name = f" {puzzle.name[:100]!r}{'...' * (len(puzzle.name) > 100)}" if puzzle.name else ""
    many = "no solution" if not number else "exactly one solution" if number == 1 else f"exactly {number:,} solutions"
    alike = ", where identical pieces are not told apart" if number and puzzle.identical > 1 else ""
    best = "" if optimum is None else f" of the objective {optimum:,}, and none better"
    return f"the puzzle{name} ({puzzle.kind}{which}) has {many}{best}{alike}"


def about(puzzle: Puzzle[Any], number: int, version: str, optimum: float | None = None) -> dict[str, Any]:
    """What ``about.json`` holds, by the version that wrote it."""
    return {
        "certificate": FORM,
        "cpmodels": version,
        "kind": puzzle.kind,
        "solutions": number,
        **({} if optimum is None else {"optimum": optimum}),
        "claim": claimed(puzzle, number, optimum=optimum),
        "check": "cpmodels verify FILE; or formula.cnf with proof.lrat by any checker for LRAT",
    }


def key_values(model: Model[Any], true: Iterable[int]) -> bytes:
    """The values of the key in the solution in which these variables are true."""
    chosen = set(true)
    return bytes(variable in chosen for variable in range(1, len(model.key) + 1))


def formula_lines(model: Model[Any], formula: Formula, number: int) -> Iterator[str]:
    """The lines of ``formula.cnf``: a model's formula, of which the last `number` clauses forbid the solutions."""
    return dimacs(model, formula, [f"the last {number} clauses forbid the solutions"] if number else [])


LONGEST_LINE = 2**24
"""Lines of a certificate are read in pieces of at most this many bytes: a longer one is not a line."""

CHUNK = 2**20

UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)
"""What `zipfile` raises for archives that are damaged or of a form that it does not know."""


class Archive:
    """A certificate that is read.

    Raises CertificateError, which names the file, for whatever is wrong with the archive.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._readable():
            if not stat.S_ISREG(path.stat().st_mode):
                raise OSError("it is not a file")
            with path.open("rb") as file:  # Of a path that cannot be opened it would say that it is no archive.
                is_archive = zipfile.is_zipfile(file)
        if not is_archive:
            raise CertificateError(f"{path}: this is not a certificate, or it is incomplete: it is not a zip file")
        with self._readable():
            self._file = zipfile.ZipFile(path)
        self.close, infos = self._file.close, self._file.infolist()
        try:
            if not {info.compress_type for info in infos} <= {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
                raise CertificateError(f"{path}: this is not a certificate: it is packed in another way")
            if missing := [name for name in MEMBERS if name not in self._file.namelist()]:
                raise CertificateError(f"{path}: this is not a certificate: it holds no {missing[0]}")
            if len(infos) > len(MEMBERS):
                raise CertificateError(f"{path}: this is not a certificate: it holds other files, too")
            for name, most in MEMBERS.items():
                if self.size(name) > most:
                    raise CertificateError(f"{path}: {name} has {self.size(name):,} bytes; at most {most:,} are read")
        except BaseException:
            self.close()
            raise

    @contextmanager
    def _readable(self, name: str | None = None) -> Iterator[None]:
        try:
            yield
        except UNREADABLE as error:
            words = getattr(error, "strerror", None) or str(error) or "it is incomplete"
            where = f"{self.path}: {name}" if name else f"{self.path}:"
            raise CertificateError(f"{where} cannot be read: {words[:1].lower()}{words[1:]}") from error

    def size(self, name: str) -> int:
        """How many bytes a file in the archive has, as the archive says; no more are read."""
        return self._file.getinfo(name).file_size

    def text(self, name: str) -> str:
        """All of a small file."""
        with self._readable(name), self._file.open(name) as member:
            return member.read().decode()

    def lines(self, name: str) -> Iterator[str]:
        """The lines of a file, each with its end."""
        with self._readable(name), self._file.open(name) as member:
            while line := member.readline(LONGEST_LINE):
                yield line.decode()

    def json(self, name: str, form: Any) -> Any:
        """The content of a JSON file, of a type that `msgspec` knows."""
        text = self.text(name)
        try:
            return msgspec.json.decode(text, type=form)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise CertificateError(f"{self.path}: {name} is wrong: {error}") from error

    def solutions(self, most: int) -> list[list[int]]:
        """For each solution the variables that are true, of so many at most."""
        if (many := self.text("solutions.json").count("[") - 1) > most:  # which decoding them would take minutes to say
            raise CertificateError(f"{self.path}: solutions.json has {many:,} solutions; at most {most:,} are read")
        solutions: list[list[int]] = self.json("solutions.json", list[list[int]])
        return solutions

    def puzzle(self) -> Puzzle[Any]:
        """The puzzle.  Raises PuzzleError or KindError when there is none, or one of a kind that is not installed."""
        text = self.text("puzzle.json")
        if not text.startswith("{"):  # else it could be read as the name of another file
            raise CertificateError(f"{self.path}: puzzle.json is not a JSON object")
        with naming(f"{self.path}, puzzle.json"):
            puzzle: Puzzle[Any] = function_named("read")(text)
        return puzzle

    def refuse_damaged(self) -> None:
        """Raise CertificateError when the content is not that of which the archive holds the checksums."""
        for name in MEMBERS:
            with self._readable(name), self._file.open(name) as member:
                while member.read(CHUNK):
                    pass


def write_archive(path: Path, members: Mapping[str, Iterable[bytes]], pause: Callable[[], None]) -> None:
    """Write an archive of files, each given in pieces; the same content makes the same archive on a machine.

    Raises ParameterError for a file that is too large to be read.
    """
    with zipfile.ZipFile(path, "x") as archive:
        for name, pieces in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            with archive.open(info, "w", force_zip64=True) as member:
                left = MEMBERS[name]
                for piece in pieces:
                    if (left := left - len(piece)) < 0:
                        raise ParameterError(
                            f"a certificate holds at most {MEMBERS[name]:,} bytes of {name}, and there are more: "
                            "leave out proof"
                        )
                    member.write(piece)
                    pause()


def pieces_of(path: Path) -> Iterator[bytes]:
    """The content of a file."""
    with path.open("rb") as file:
        while piece := file.read(CHUNK):
            yield piece
