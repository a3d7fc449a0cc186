"""Kinds of puzzles, and functions that each kind can implement: both are open to other packages.

A kind is a subclass of `Puzzle` with a `kind`, its name in files; making the class registers the name.  What can be
done with puzzles is a few open functions, such as `build_model` or `draw`: a kind implements one by registering a
function for its class, and where it does not, there is a default.  Nothing here or elsewhere lists the kinds.

Other packages, and the built-in kinds alike, are found by entry points, which are loaded when they are first needed.
In the group ``cpmodels.kinds`` the name of a kind leads to its class (or to any object of the module that makes it);
the groups ``cpmodels.models``, ``cpmodels.readers`` and ``cpmodels.renderers`` lead from the name of a kind to a module
that registers its models, its forms in files, and its drawings, for kinds that keep these apart.  Kinds in files that
are not installed are taken in by `load`.

>>> kind_named("zip").__name__
'Zip'
>>> from cpmodels.model import build_model
>>> build_model.is_implemented(kind_named("garden"))
True
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache, singledispatch
from importlib.util import module_from_spec, spec_from_file_location
from itertools import takewhile
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

from cpmodels.base._keywords import check_keywords, meant, suggests_keywords
from cpmodels.base.errors import CpmodelsError, KindError, ParameterError, PuzzleError
from cpmodels.base.values import check_path, listed, shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["OpenFunction", "kind_named", "kind_names", "open_function"]

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])
ByRules = bool | Callable[[set[str]], bool]

GROUP = "cpmodels.kinds"
FILES = "cpmodels.loaded"
"""The module under which the modules of files stand."""
VARIABLE = "CPMODELS_LOAD"
"""The environment variable that names files."""

_KINDS: dict[str, type[Any]] = {}


def register_kind(cls: type[Any]) -> None:
    """Take a class in as the kind that its `kind` names, and in a notebook as no other that it was when typed before.

    So does the class of a file that was run before under another name, as `load` and an import run it.

    Raises KindError when another class has that name.
    """
    other = _KINDS.get(cls.kind)
    if other is not None and _source(other) != _source(cls):
        raise KindError(f"the kind {cls.kind!r} is registered twice: by {_named(other)} and by {_named(cls)}")
    if cls.__module__ == "__main__" and "<locals>" not in cls.__qualname__:  # Loops and functions may make several.
        _taken_out(lambda one: _named(one) == _named(cls))
    _KINDS[cls.kind] = cls


def _may_have_rules(own: set[str]) -> bool:
    """Whether what is a derived class's own may be other rules: the bounds it has of itself, as `Puzzle` has them."""
    return any(name[0] != "_" for name in own - {"kind", "title", "name", "infeasible_reason", "most"})


def _named(cls: type[Any]) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def _source(cls: type[Any]) -> tuple[str, str]:
    """The file in which a class is made, or else its module, and its name there."""
    return getattr(sys.modules.get(cls.__module__), "__file__", None) or cls.__module__, cls.__qualname__


def _taken_out(is_meant: Callable[[type[Any]], bool]) -> dict[str, type[Any]]:
    """Register some kinds no longer; these."""
    return {kind: _KINDS.pop(kind) for kind, cls in list(_KINDS.items()) if is_meant(cls)}


@suggests_keywords()
def kind_named(name: str) -> type[Any]:
    """The class of a kind by its name.

    Raises PuzzleError for an unknown name, KindError for one given twice, as by a class of your own and one installed,
    and for an entry point that leads to a kind of another name.

    >>> kind_named("zip").__name__
    'Zip'
    """
    if isinstance(name, str):
        load_entry(GROUP, name) or name in _KINDS or load_files()
        if name not in _KINDS and (given := entries(GROUP).get(name)):
            raise KindError(f"the entry point {given[0].value!r} of {name!r} leads to no kind of that name")
    if not isinstance(name, str) or name not in _KINDS:
        raise PuzzleError(
            f"there is no kind of puzzle {shown(name)}; {meant(str(name), kind_names())} (a kind in a file of your own "
            "is known with `--load FILE`, or after `cpmodels.load`)"
        )
    return _KINDS[name]


@suggests_keywords()
def kind_names() -> list[str]:
    """The names of all kinds that are registered or installed, in alphabetical order.

    >>> [name for name in kind_names() if name.startswith("zi")]
    ['zigzaw', 'zip']
    """
    load_files()
    return sorted(_KINDS.keys() | entries(GROUP).keys())


def load_files() -> list[str]:
    """Run the files that the environment names, once; the modules of all that were loaded."""
    for file in _files():
        if _module(Path(file)) not in sys.modules:
            load(file)
    return [name for name in list(sys.modules) if name.startswith(f"{FILES}.")]


def _module(path: Path) -> str:
    """The name of the module of a file, which has no further dots: processes would look for packages."""
    return f"{FILES}.{path.stem.replace('.', '_')}"


def _files() -> list[str]:
    return [file for file in os.environ.get(VARIABLE, "").split(os.pathsep) if file]


@suggests_keywords()
def load(file: str | os.PathLike[str]) -> ModuleType:
    """Run a Python file that defines kinds of puzzles, or registers solvers; the module that it makes.

    A file that was loaded before is run again, so that changes count.

    Raises ParameterError, which names the file and the line, where it cannot be run, and where another file of its name
    is loaded, or named by the environment, or a kind of its name is installed.

    >>> load("no_such_kind.py")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.ParameterError: there is no file no_such_kind.py to load
    """
    check_path(file, "a file to load")
    path = Path(file).absolute()
    if not os.path.isfile(path):  # noqa: PTH113 - Path.is_file raises OSError where the path is too long
        raise ParameterError(f"there is no file {os.fspath(file)} to load")
    if path.suffix != ".py":
        raise ParameterError(f"the file to load {os.fspath(file)} is not a Python file whose name ends with .py")
    if os.pathsep in str(path):
        raise ParameterError(f"a file to load has no {os.pathsep!r} in its path, as {path} has")
    name = _module(path)
    loaded = [str(sys.modules[name].__file__)] if name in sys.modules else []
    for other in (Path(one).absolute() for one in (*loaded, *_files())):
        if _module(other) == name and not (other == path or (other.exists() and other.samefile(path))):
            raise ParameterError(f"two files of one name cannot be loaded: {other} and {path}")
    _run(name, path)
    known = [*(str(Path(one).absolute()) for one in _files()), str(path)]
    os.environ[VARIABLE] = os.pathsep.join(dict.fromkeys(known))
    return sys.modules[name]


def _run(name: str, path: Path) -> None:
    """Make a module of a file.  Raises ParameterError."""
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    before, kinds = sys.modules.get(name), dict(_KINDS)
    _taken_out(lambda cls: cls.__module__ == name)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
        if twice := sorted(entries(GROUP).keys() & kinds_in(name)):
            raise KindError(f"there is a kind {twice[0]!r} already: give this one another name")
    except BaseException as error:
        _taken_out(lambda cls: cls.__module__ == name)
        _KINDS.update(kinds)
        if before is None:
            del sys.modules[name]
        else:
            sys.modules[name] = before
        if not isinstance(error, (Exception, SystemExit)):
            raise
        lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == str(path)]
        what = str(error) if isinstance(error, CpmodelsError) else f"{type(error).__name__}: {error}"
        if isinstance(error, SyntaxError) and error.filename in (None, str(path)):  # Others may be those of an import.
            lines, what = [error.lineno or 1], error.msg
        where = f", line {lines[-1]}" if lines else ""
        raise ParameterError(f"{path.name}{where}: {' '.join(what.split())}") from error


def rules_of(cls: type[Any]) -> str:
    """The rules of a kind: the first paragraph of the docstring of its class, or of the kind that it is derived from.

    They are empty where there is none: a docstring that `dataclass` made up, a signature, does not count, nor does one
    of a class that is no kind.

    >>> rules_of(kind_named("zip")).partition(",")[0]
    'Draw one path through all cells'
    """
    of_kinds = (each for each in cls.__mro__ if isinstance(getattr(each, "kind", None), str))
    written = (each.__doc__ for each in of_kinds if not (each.__doc__ or "").startswith(f"{each.__name__}("))
    rules = inspect.cleandoc(next(filter(None, written), ""))
    return " ".join(rules.partition("\n\n")[0].replace("`", "").split())


def kinds_in(module: str) -> list[str]:
    """The kinds whose classes were made in a module, or in the modules of a package, so far.

    >>> from cpmodels import Zip
    >>> "zip" in kinds_in("cpmodels")
    True
    """
    return [kind for kind, cls in list(_KINDS.items()) if f"{cls.__module__}.".startswith(f"{module}.")]


@cache
def entries(group: str) -> dict[str, list[EntryPoint]]:
    """The entry points of a group that are installed by their names, in alphabetical order; nothing is loaded."""
    from importlib.metadata import entry_points  # It takes long to import.

    found: dict[str, list[EntryPoint]] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: entry.name):
        found.setdefault(entry.name, []).append(entry)
    return found


@cache
def load_entry(group: str, name: str) -> Any:
    """Load what an entry point of this group and name leads to; None without one.

    Raises KindError when two packages give different ones, or the one there is cannot be imported.
    """
    given = {entry.value: entry for entry in entries(group).get(name, [])}
    if len(given) > 1:
        raise KindError(f"the entry point {name!r} of the group {group} is given twice: {listed(sorted(given))}")
    for entry in given.values():
        try:
            return entry.load()
        except KindError:
            raise
        except Exception as error:
            raise KindError(f"the entry point {entry.value!r} of {name!r} cannot be loaded: {error}") from error
    return None


def function_named(name: str) -> Any:
    """A function of the group ``cpmodels.functions``, by which this package reaches others that it does not import.

    Raises KindError when no installed package gives it.
    """
    function = load_entry("cpmodels.functions", name)
    if function is None:
        raise KindError(f"no installed package provides cpmodels.{name}: is cpmodels itself installed?")
    return function


def load_all(group: str) -> list[KindError]:
    """Load what all entry points of a group lead to, by name; those that cannot be loaded come back as errors."""
    failed = []
    for name in entries(group):
        try:
            load_entry(group, name)
        except KindError as error:
            failed.append(error)
    return failed


def _kinds_of(cls: type) -> Iterator[str]:
    """The names of the kinds that a class of puzzles is of, or whose solutions are of a class of solutions."""
    for base in cls.__mro__:
        if isinstance(kind := base.__dict__.get("kind"), str):
            yield kind
        yield from [name for name, other in list(_KINDS.items()) if getattr(other, "solution_type", None) is base]


class OpenFunction(Generic[P, R]):
    """A function over puzzles whose implementations are registered by class, or found by entry point.

    It is called with a puzzle, or with a class of puzzles, first; the implementation for the nearest base class of that
    is used, and the default, made by `open_function`, where there is none.

    >>> from cpmodels import Zip
    >>> @open_function("cpmodels.sizes")
    ... def size(puzzle):
    ...     return None
    >>> @size.register(Zip)
    ... def size_of_zip(puzzle):
    ...     return puzzle.rows * puzzle.cols
    >>> size(Zip(3, 4)), size.is_implemented(Zip)
    (12, True)
    """

    def __init__(self, default: Callable[P, R], group: str, *, by_rules: ByRules = False) -> None:
        self.__doc__, self.__name__, self.__module__ = default.__doc__, default.__name__, default.__module__
        self.__wrapped__ = default
        self._first = next(iter(inspect.signature(default).parameters), "")
        self._group, self._has_other_rules = group, _may_have_rules if by_rules is True else by_rules
        self._dispatch = singledispatch(default)
        self._loaded: dict[type, int] = {}  # For how many kinds the entry points of each class were loaded.

    def __reduce__(self) -> str:
        """Its name, by which other processes find it."""
        return self.__name__

    def register(self, cls: type) -> Callable[[F], F]:
        """A decorator that makes a function the implementation for a class and its subclasses.

        Raises KindError when the class has one already.
        """

        def take(function: F) -> F:
            other = self._dispatch.registry.get(cls)
            name = f"{function.__module__}.{function.__qualname__}"
            if other is not None and name != f"{other.__module__}.{other.__qualname__}":
                raise KindError(f"{self.__name__} is registered twice for {cls.__name__}: the second time by {name}")
            self._dispatch.register(cls, function)
            return function

        return take

    def implementation(self, cls: type) -> Callable[P, R]:
        """The function that is called for puzzles, or for solutions, of a class."""
        self._load(cls)
        if self._has_other_rules and self._has_other_rules(self.own_of(cls)):
            return self.__wrapped__
        return self._dispatch.dispatch(cls)

    def _load(self, cls: type) -> None:
        if self._loaded.get(cls) != (known := len(_KINDS)):  # Another thread may register one meanwhile.
            for kind in dict.fromkeys(_kinds_of(cls)):
                load_entry(self._group, kind)
            self._loaded[cls] = known

    def is_implemented(self, cls: type) -> bool:
        """Whether a class has more than the default."""
        return self.implementation(cls) is not self.__wrapped__

    def own_of(self, cls: type) -> set[str]:
        """The names that a class derived from the one that its implementation is registered for has itself, or by what
        comes before that one, such as a mixin; none of the very class that it is registered for.
        """
        self._load(cls)
        derived = takewhile(lambda one: one not in self._dispatch.registry, cls.__mro__)
        return {name for one in derived for name in vars(one)}

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        first = args[0] if args else kwargs.get(self._first)
        function = self.implementation(first if isinstance(first, type) else type(first))
        if kwargs:
            check_keywords(function, kwargs, f"{self.__name__}()")
        return function(*args, **kwargs)


def open_function(group: str, *, by_rules: ByRules = False) -> Callable[[Callable[P, R]], OpenFunction[P, R]]:
    """Make a function, the default, open: kinds may register another one, which entry points of `group` lead to.

    by_rules: what a kind registers knows the rules of that kind, so a class derived from it by others has the default:
        one with anything public of its own but names and bounds or, by a function, one of whose own names that is true.

    >>> from cpmodels import Zip
    >>> @open_function("cpmodels.greetings", by_rules=lambda own: "check" in own)
    ... def greeting(puzzle):
    ...     return "hello"
    >>> @greeting.register(Zip)
    ... def of_zip(puzzle):
    ...     return "go on"
    >>> class Other(Zip):
    ...     def check(self, solution):
    ...         return []
    >>> greeting(Zip(3, 4)), greeting(Other(3, 4))
    ('go on', 'hello')
    """
    return lambda default: OpenFunction(default, group, by_rules=by_rules)
