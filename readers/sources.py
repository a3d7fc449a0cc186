"""Where puzzles come from: files and texts, read within limits."""

from __future__ import annotations

import os
import stat
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass
from pathlib import Path

from cpmodels.base.errors import PuzzleError, naming
from cpmodels.base.files import PICTURES, TEXTS

__all__ = ["LARGEST_FILE", "PICTURES", "decoded", "is_link", "read_bytes"]

LARGEST_FILE = 16 * 2**20
"""Files and texts of more bytes than this are refused."""

OTHER_PICTURES = (".heic", ".heif", ".avif", ".bmp", ".tif", ".tiff", ".jxl")
"""The endings of pictures that are not read, and that are named as such."""

BINARIES = (".pb",)
"""The endings of other files that are not texts."""


@dataclass(frozen=True)
class Source:
    """A text and what to call it in an error: the file that it was read from, or ``"the text"``."""

    name: str
    text: str

    @property
    def is_json(self) -> bool:
        return self.text.lstrip()[:1] in ("{", "[") or self.name.lower().endswith(".json")


def is_text(source: str | os.PathLike[str]) -> bool:
    """Whether `source` is the text of a puzzle rather than a path: it has a line break, is a link, or opens JSON and is
    not the name of a file, as "[1] easy.png" may be.
    """
    if not isinstance(source, str):
        return False
    opens_json = source.lstrip("\ufeff \t")[:1] in ("{", "[")
    return "\n" in source or "\r" in source or is_link(source) or (opens_json and not exists(source))


def is_link(text: str) -> bool:
    """Whether a text is an address on the Web."""
    return text.lstrip("\ufeff \t\r\n").startswith(("https://", "http://"))


def load(source: str | os.PathLike[str]) -> Source:
    """The text of a file, or `source` itself when it is a text already."""
    if is_text(source):
        text = str(source)
        name = "the link" if is_link(text) and len(text.split()) == 1 else "the text"
    else:
        if not (name := os.fsdecode(source)):
            raise PuzzleError("the file name is empty")
        with naming(name):
            if is_picture(name):
                raise PuzzleError("is a picture, of which puzzles are read, but no solutions")
            text = decoded(read_bytes(name))
    with naming(name):
        _check_text(text)
    return Source(name, text.removeprefix("\ufeff"))


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The content of a regular file of at most `LARGEST_FILE` bytes."""
    try:
        status = Path(path).stat()
        if stat.S_ISDIR(status.st_mode):
            raise PuzzleError("is a folder, not a file")
        if not stat.S_ISREG(status.st_mode):
            raise PuzzleError("is a device or a pipe, not a file")
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        raise PuzzleError("there is no such file") from None
    except (OSError, ValueError) as error:
        if isinstance(error, PuzzleError):
            raise
        raise PuzzleError(f"cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if len(content) > LARGEST_FILE:
        raise PuzzleError(_too_large())
    return content


def exists(path: str | os.PathLike[str]) -> bool:
    """Whether there is anything at `path`; what can be no path, as one in bytes, is none."""
    try:
        return bool(os.fspath(path)) and Path(path).exists()
    except (OSError, TypeError, ValueError):
        return False


def is_folder(path: str | os.PathLike[str]) -> bool:
    """Whether `path` leads to a folder."""
    return exists(path) and Path(path).is_dir()


def is_picture(path: str | os.PathLike[str]) -> bool:
    """Whether `path` leads to a file that is a picture, by its ending or by its first bytes."""
    try:
        if not Path(path).is_file():
            return False
        if os.fsdecode(path).lower().endswith((*PICTURES, *OTHER_PICTURES)):
            return True
        with Path(path).open("rb") as file:
            start = file.read(12)
    except OSError:
        return False
    return start.startswith((b"\x89PNG", b"\xff\xd8\xff", b"GIF8")) or (start[:4], start[8:]) == (b"RIFF", b"WEBP")


def may_be_puzzle(file: Path) -> bool:
    """Whether a file in a folder is taken for a puzzle: by its ending, unless it is hidden."""
    return file.is_file() and not file.name.startswith(".") and file.name.lower().endswith((*PICTURES, *TEXTS))


def decoded(content: bytes) -> str:
    """The text of a file: UTF-8, or what begins as UTF-16 does.  Raises PuzzleError for other bytes."""
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):  # As PowerShell writes what a command prints
        return content.decode("utf-16", "replace")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise _no_text(content, error.start) from error


def _check_text(text: str) -> None:
    if len(text) > LARGEST_FILE:
        raise PuzzleError(_too_large())
    if "\0" in text:
        content = text.encode("utf-8", "replace")
        raise _no_text(content, content.index(0))
    if not text.removeprefix("\ufeff").strip():
        raise PuzzleError("is empty")


def _no_text(content: bytes, at: int) -> PuzzleError:
    line, pictures = content.count(b"\n", 0, at) + 1, ", ".join(PICTURES)
    return PuzzleError(f"is neither text nor a picture ({pictures}): the byte 0x{content[at]:02x} in line {line}")


def _too_large() -> str:
    return f"is too large: a puzzle has at most {LARGEST_FILE // 2**20} MiB"
