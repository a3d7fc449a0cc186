"""What files say of a field of a puzzle or a solution, where its annotation does not say it all.

Kinds are dataclasses, and their JSON is made of the annotations (`readers.forms`).  A field that stands there under
another name or in another shape says so in its metadata:

>>> from dataclasses import dataclass, field
>>> @dataclass(frozen=True)
... class Towers:
...     side: Positive
...     heights: dict[str, int] = field(default_factory=dict, metadata=in_files("towers", left_out=True))

A grid of three towers of its own is ``{"side": 3, "towers": {"a": 1}}`` then, and one without any ``{"side": 3}``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, get_type_hints

from cpmodels.base.errors import KindError

__all__ = ["NOT_IN_FILES", "AtLeast", "InFiles", "Positive", "in_files"]


@dataclass(frozen=True)
class AtLeast:
    """Says of a number, in ``Annotated[int, AtLeast(1)]``, what JSON Schemas have as its minimum; the puzzle checks it.

    >>> AtLeast(1)
    AtLeast(least=1)
    """

    least: int


Positive = Annotated[int, AtLeast(1)]
"""A whole number from 1."""


@dataclass(frozen=True)
class InFiles:
    """What `in_files` says of a field; see there.

    >>> InFiles("numbers").left_out
    False
    """

    key: str | None = None
    about: str = ""
    hint: Any = None
    write: Callable[[Any], Any] | None = None
    read: Callable[[Any], Any] | None = None
    left_out: bool | Callable[[Any], bool] = False


def in_files(
    key: str | None = None,
    *,
    about: str = "",
    hint: Any = None,
    write: Callable[[Any], Any] | None = None,
    read: Callable[[Any], Any] | None = None,
    left_out: bool | Callable[[Any], bool] = False,
) -> Mapping[str, InFiles]:
    """The metadata of a field that stands in files otherwise than its name and its annotation say.

    key: its name in files.
    about: what it means there, for JSON Schemas; by default what the docstring of the dataclass says of it.
    hint: the annotation of what stands there, by default that of the field.
    write: makes that of the value of the field.
    read: makes of that what the constructor takes, or raises PuzzleError.
    left_out: whether it is not written where it has its default value; or a function that says of the whole puzzle or
        solution whether it is not written.

    >>> in_files("path")["in files"].key
    'path'
    """
    return {"in files": InFiles(key, about, hint, write, read, left_out)}


NOT_IN_FILES: Mapping[str, None] = {"in files": None}
"""The metadata of a field that is neither written nor read."""


def annotations_of(given: Any, known: dict[str, Any] | None = None) -> dict[str, Any]:
    """The annotations of a class, in which names are those of its module, or `known` ones.

    Raises KindError for a name that is not known, and what else the annotations raise.
    """
    try:
        return get_type_hints(given, known, include_extras=True)
    except NameError as error:
        raise KindError(f"the name {error.name!r} in its annotations is not known in its module") from error
