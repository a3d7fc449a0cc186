"""Kinds of puzzles, and solvers for races, in Python files that are not installed.

`load` runs such a file, ``cpmodels --load FILE`` does so before a command, and the environment variable
``CPMODELS_LOAD`` names files, set apart as in ``PATH``, that are run when they are first needed.  Other processes, such
as those of sweeps and races, inherit this variable, and so they know the classes of these files, too.

>>> lamps = load("lamps.py").Lamps(3, 4, on=5)  # doctest: +SKIP
"""

from __future__ import annotations

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from types import ModuleType

from cpmodels._keywords import suggests_keywords
from cpmodels.errors import CpmodelsError, KindError, ParameterError
from cpmodels.kinds import GROUP, entry_names, kinds_in
from cpmodels.values import check_path

__all__ = ["VARIABLE", "load"]

VARIABLE = "CPMODELS_LOAD"
"""The environment variable that names files."""


@suggests_keywords()
def load(file: str | os.PathLike[str]) -> ModuleType:
    """Run a Python file that defines kinds of puzzles, or registers solvers; the module that it makes.

    A file that was loaded before is run again, so that changes count.

    Raises ParameterError, which names the file and the line, where it cannot be run, and where another file of its
    name is loaded, or a kind of its name is installed.

    >>> load("no_such_kind.py")
    Traceback (most recent call last):
    ...
    cpmodels.errors.ParameterError: there is no file no_such_kind.py to load
    """
    check_path(file, "a file to load")
    path = Path(file).absolute()
    if not path.is_file():
        raise ParameterError(f"there is no file {os.fspath(file)} to load")
    if path.suffix != ".py" or os.pathsep in str(path):
        raise ParameterError(f"the file to load {os.fspath(file)} is not a Python file whose name ends with .py")
    name = f"{__name__}.{path.stem}"
    before = sys.modules.get(name)
    if before is not None and before.__file__ != str(path):
        raise ParameterError(f"two files of one name cannot be loaded: {before.__file__} and {path}")
    _run(name, path)
    files = [one for one in os.environ.get(VARIABLE, "").split(os.pathsep) if one]
    os.environ[VARIABLE] = os.pathsep.join(dict.fromkeys([*files, str(path)]))
    return sys.modules[name]


def _run(name: str, path: Path) -> None:
    """Make a module of a file.  Raises ParameterError."""
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
        if twice := sorted(entry_names(GROUP).intersection(kinds_in(name))):
            raise KindError(f"there is a kind {twice[0]!r} already: give this one another name")
    except (Exception, SystemExit) as error:
        if before is None:
            del sys.modules[name]
        else:
            sys.modules[name] = before
        lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == str(path)]
        what = str(error) if isinstance(error, CpmodelsError) else f"{type(error).__name__}: {error}"
        if isinstance(error, SyntaxError):
            lines, what = [error.lineno or 1], error.msg
        where = f", line {lines[-1]}" if lines else ""
        raise ParameterError(f"{path.name}{where}: {' '.join(what.split())}") from error


for _file in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
    load(_file)
