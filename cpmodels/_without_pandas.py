"""OR-Tools without pandas, which is imported once it is used: a third of the time of a first answer.

``ortools.sat.python.cp_model`` uses pandas in its methods for series of variables, which nothing here calls, and names
two of its classes in annotations.  While that one module is loaded, its own ``import pandas`` gives a stand-in, whose
classes are forward references; afterwards its name for pandas is a module that imports pandas when any attribute is
looked up.  Nobody else sees that: there is no false pandas in ``sys.modules``, and other modules and threads import it
as ever.  Only processes of our own do this, as the command line is one: a library leaves the modules of others alone.
There OR-Tools leaves no files of its crashes, either.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, ForwardRef

from cpmodels._processes import leave_no_file

MODULE = "ortools.sat.python.cp_model"


class Pandas(ModuleType):
    """The name of pandas in a module: classes for annotations while that is `loading`, then pandas itself."""

    loading = True

    def __getattr__(self, name: str) -> Any:
        if self.loading and name[:1].isupper():
            return ForwardRef(f"pd.{name}")
        return getattr(import_module("pandas"), name)


class QuickLoader:
    """Loads a module as another loader does, except for its ``import pandas``; as ever, where that fails."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """As ever."""
        module: ModuleType | None = self._loader.create_module(spec)
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Load the module."""
        pandas, names = Pandas("pandas"), vars(module)
        assert module.__spec__ is not None
        module.__spec__.loader = module.__loader__ = self._loader
        before = dict(names)

        def imported(name: str, *arguments: Any, **options: Any) -> Any:
            return pandas if pandas.loading and name == "pandas" else builtins.__import__(name, *arguments, **options)

        names["__builtins__"] = {**vars(builtins), "__import__": imported}
        try:
            self._loader.exec_module(module)
        except Exception:  # Another version of OR-Tools uses more of pandas.
            names.clear()
            names.update(before)
            self._loader.exec_module(module)
        finally:
            pandas.loading = False
        leave_no_file()


class Finder:
    """Finds that module once."""

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module with a quick loader, unless pandas is loaded by now; None for all other modules."""
        if name != MODULE:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None and "pandas" not in sys.modules:
            spec.loader = QuickLoader(spec.loader)  # type: ignore[assignment]
        return spec


def put_pandas_off() -> None:
    """Let OR-Tools be loaded without pandas from now on."""
    if Finder not in sys.meta_path:
        sys.meta_path.insert(0, Finder)
