"""Files are written whole or not at all, and never over what was read.

Everything that the library and its packages write, except for ledgers, is written here.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from cpmodels.base.errors import ParameterError
from cpmodels.base.values import check_path

__all__ = ["naming_file", "refuse_overwriting", "write_file", "write_files"]

PathLike = str | os.PathLike[str]
Content = bytes | str | Iterable[bytes | str]
"""The content of a file, or its parts one after another; texts become UTF-8."""
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif")
"""The endings of pictures that are read, in small letters."""
TEXTS = (".json", ".txt")
"""The endings of other files that are taken for puzzles when they lie in a folder."""


def write_file(path: PathLike, content: Content) -> None:
    """Write a file whole: where that fails, whatever was at `path` before is still there, and nothing is left behind.

    An existing file keeps its permissions, and a symbolic link still leads to it.  Devices, pipes and what standard
    output leads to are written to as they are.

    Raises OSError, which names the file, when it cannot be written, ParameterError for what is not the path of a file.
    """
    write_files({path: content})


def write_files(contents: Mapping[PathLike, Content]) -> None:
    """Write several files as `write_file` does; none takes its place before all are written."""
    with ExitStack() as stack:
        moves: list[tuple[Path, Path, PathLike]] = []
        for path, content in contents.items():
            check_path(path, "what is written")
            with naming_file(path):
                before = None
                with suppress(FileNotFoundError):
                    before = Path(path).stat()
                if before is not None and (there := _stream(path, before)) is not None:
                    with open(there, "wb") as file:  # noqa: PTH123
                        file.writelines(_encoded(content))
                    continue
                target = Path(path).resolve()
                beside = target.with_name(f".{os.urandom(8).hex()}.part")
                stack.callback(_remove, beside)
                _write_beside(beside, content, target, before)
                moves.append((beside, target, path))
        for beside, target, path in moves:
            with naming_file(path):
                beside.replace(target)


def may_be_written(path: PathLike) -> bool:
    """Whether a file can be written to a path, or over the one that is there, as far as that is known beforehand."""
    place = Path(path)
    if place.exists() and not place.is_file():
        return not place.is_dir() and os.access(place, os.W_OK)
    # Where links lead in a circle, `Path.resolve` of Python 3.11 and 3.12 raises RuntimeError, and a link is left here.
    file = Path(os.path.realpath(place))
    there = [one for one in (file, file.parent) if one.exists()]
    return file.parent.is_dir() and not file.is_symlink() and all(os.access(one, os.W_OK) for one in there)


@contextmanager
def naming_file(name: PathLike) -> Iterator[None]:
    """An OSError inside names this file: one of a full disk knows no name, and others that of a temporary file."""
    try:
        yield
    except OSError as error:
        error.filename = os.fspath(name)
        raise


def refuse_overwriting(target: PathLike, what: str, sources: Iterable[PathLike | int]) -> None:
    """Raise ParameterError when `what` is to be written over one of the files that are read, by whatever name or link.

    sources: files, folders of files, numbers of open files, and anything else, such as the names of puzzles.
    """
    with suppress(OSError):
        there = Path(target).stat()
        for source in sources if stat.S_ISREG(there.st_mode) else ():
            for file in _files_of(source):
                if os.path.samestat(there, file):
                    name = "standard input" if isinstance(source, int) else os.fspath(source)
                    called = "" if name == os.fspath(target) else f" from {name}"
                    raise ParameterError(f"{what} would be written over {os.fspath(target)}, which is read{called}")


def _files_of(source: PathLike | int) -> Iterator[os.stat_result]:
    """A file, or those in a folder that are taken for puzzles; nothing where there is no file."""
    places: list[PathLike | int] = [source]
    with suppress(OSError, ValueError):
        if not isinstance(source, int):
            places += (file for file in Path(source).iterdir() if file.name.lower().endswith((*PICTURES, *TEXTS)))
    for place in places:
        with suppress(OSError, ValueError):
            yield os.stat(place)  # noqa: PTH116


def _stream(path: PathLike, there: os.stat_result) -> PathLike | int | None:
    """What to write to where a file cannot be replaced: a device, a pipe, or where standard output or error lead."""
    if not stat.S_ISREG(there.st_mode):
        return path
    for stream in (sys.__stdout__, sys.__stderr__):
        with suppress(OSError, ValueError):
            if stream is not None and os.path.samestat(there, os.fstat(stream.fileno())):
                stream.flush()
                return os.dup(stream.fileno())
    return None


def _write_beside(beside: Path, content: Content, target: Path, before: os.stat_result | None) -> None:
    """Write the file that is to take the place of `target`, with its owner and permissions."""
    if before is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    with beside.open("xb") as file:
        if before is not None:
            with suppress(OSError, AttributeError):
                os.chown(beside, before.st_uid, before.st_gid)
            beside.chmod(stat.S_IMODE(before.st_mode))
        file.writelines(_encoded(content))


def _encoded(content: Content) -> Iterator[bytes]:
    for part in [content] if isinstance(content, (bytes, str)) else content:
        # Half of a surrogate pair, as in names of files that are not UTF-8, has no encoding.
        yield part if isinstance(part, bytes) else part.encode("utf-8", "backslashreplace")


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
