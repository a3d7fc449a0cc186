"""Names that were meant: the nearest of the known ones, for error messages.

>>> meant("zpi", ["zip", "garden"])
"did you mean 'zip'?"
>>> meant("chess", ["zip", "garden"])
'known are garden, zip'
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from cpmodels.errors import PuzzleError
from cpmodels.values import shown


def meant(name: str, known: Iterable[str]) -> str:
    """A question for the nearest known name or, where none is near, all of them."""
    names = sorted(known)
    lower = {each.lower(): each for each in names}
    close = get_close_matches(name.lower(), lower, 1)
    return f"did you mean {lower[close[0]]!r}?" if close else f"known are {', '.join(names) or 'none'}"


def check_known(given: Iterable[str], known: Iterable[str], free: Iterable[str] = ()) -> None:
    """Raise PuzzleError for the first field that is neither known nor free."""
    names = set(known)
    for field in given:
        if field not in names and field not in set(free):
            raise PuzzleError(f"unknown field {shown(field)}; {meant(str(field), names)}")


def check_spelling(given: Iterable[str], known: Iterable[str], free: Iterable[str] = ()) -> None:
    """Raise PuzzleError when an unknown field looks like a known one that is absent; others are passed over.

    free: known fields that are not meant by what looks like them.
    """
    present, names = list(given), set(known)
    unknown = {field.lower(): field for field in present if field not in names}
    for field in sorted(names.difference(present, free)):
        if close := get_close_matches(field, unknown, 1, 0.8):
            raise PuzzleError(f"unknown field {unknown[close[0]]!r}; did you mean {field!r}?")
