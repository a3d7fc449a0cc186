"""Keywords that a function does not have are refused in a sentence that names the one that was meant.

>>> @suggests_keywords()
... def bake(cake, *, time_limit=None, workers=1):
...     return cake
>>> bake("bread", workers=2)
'bread'
>>> bake("bread", timeout=10)
Traceback (most recent call last):
...
cpmodels.base.errors.KeywordError: bake() has no keyword 'timeout'; did you mean 'time_limit'?
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from difflib import get_close_matches
from functools import cache, wraps
from inspect import Parameter, signature
from typing import Any, ParamSpec, TypeVar

from cpmodels.base.errors import KeywordError, PuzzleError, listed, shown

P = ParamSpec("P")
R = TypeVar("R")

SYNONYMS: dict[str, str] = {
    "cols": "columns num_cols n_cols width",
    "rows": "num_rows n_rows height",
    "waypoints": "numbers nodes clues hints",
    "walls": "barriers borders",
    "pieces": "tiles",
    "box": "size shape dimensions sides",
    "rotations": "rotate turns",
    "time_limit": "timeout time seconds max_time max_seconds max_time_in_seconds deadline limit",
    "workers": "threads cores cpus jobs processes n_workers n_jobs n_threads num_threads num_workers parallel",
    "limit": "max_solutions max_count maximum most solution_limit number_of_solutions",
    "seed": "random_state random_seed rng",
    "log_search_progress": "verbose log logging debug",
    "progress": "callback on_progress report verbose",
    "each": "callback on_solution solution_callback",
    "engine": "solver backend",
    "solvers": "engines engine solver solver_names",
    "repeats": "repeat runs repetitions n_runs",
    "memory": "memory_limit max_memory",
    "known": "expected count",
    "proof": "certificate output path file",
    "turn": "angle degrees rotate rotation",
    "view": "projection perspective",
}
"""What keywords, of this library or of CP-SAT, are called elsewhere."""


def meant_keyword(name: str, known: Iterable[str]) -> str | None:
    """The known keyword that is meant by another name, as a synonym or misspelt; None when nothing is near.

    >>> meant_keyword("n_workers", ["time_limit", "workers"]), meant_keyword("tiem_limit", ["time_limit"])
    ('workers', 'time_limit')
    """
    names, word = list(known), name.lower().replace("-", "_")
    for right, others in SYNONYMS.items():
        if right in names and word in others.split():
            return right
    close = get_close_matches(word, names, 1)
    return close[0] if close else None


def check_keywords(
    function: Callable[..., Any], given: Iterable[str], owner: str, others: Callable[[], Collection[str]] | None = None
) -> None:
    """Raise KeywordError for the first keyword that a function or a class does not have."""
    own, any_other = keywords_of(function)
    if any_other and others is None:
        return
    for name in given:
        if name not in own and name not in (more := others() if others else ()):
            close = meant_keyword(name, [*own, *more])
            takes = ", ".join(own) + (" and CP-SAT's parameters" if others else "")
            hint = f"did you mean {close!r}?" if close else f"it takes {takes or 'none'}"
            raise KeywordError(f"{owner} has no keyword {shown(name)}; {hint}")


def suggests_keywords(
    others: Callable[[], Collection[str]] | None = None,
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Have a function check its keywords so; its signature and types stay what they are."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def checked(*args: P.args, **given: P.kwargs) -> R:
            check_keywords(function, given, f"{function.__name__}()", others)
            return function(*args, **given)

        return checked

    return decorate


@cache
def keywords_of(function: Callable[..., Any]) -> tuple[tuple[str, ...], bool]:
    """The keywords that a function or a class takes by name, and whether it takes any others, too."""
    found = signature(function).parameters
    by_name = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    any_other = any(one.kind is Parameter.VAR_KEYWORD for one in found.values())
    return tuple(name for name, one in found.items() if one.kind in by_name), any_other


MOST_NAMES = 30
"""How many names an error lists: all kinds of this package, in some three lines."""


def meant(name: str, known: Iterable[str]) -> str:
    """A question for the nearest known name or, where none is near, all of them, but at most `MOST_NAMES`."""
    names = sorted(known)
    lower = {each.lower(): each for each in names}
    close = get_close_matches(name.lower(), lower, 1)
    return f"did you mean {lower[close[0]]!r}?" if close else f"known are {listed(names, MOST_NAMES) or 'none'}"


def check_known(given: Iterable[str], known: Iterable[str], free: Iterable[str] = ()) -> None:
    """Raise PuzzleError for the first field that is neither known nor free."""
    names, passed_over = set(known), set(free)
    for field in given:
        if field not in names and field not in passed_over:
            raise PuzzleError(f"unknown field {shown(field)}; {meant(str(field), names)}")


def check_spelling(given: Iterable[str], known: Iterable[str], free: Iterable[str] = ()) -> None:
    """Raise PuzzleError when an unknown field looks like a known one that is absent; others are passed over."""
    present, names = list(given), set(known)
    unknown = {str(field).lower(): field for field in present if field not in names}
    for field in sorted(names.difference(present, free)):
        if close := get_close_matches(field, unknown, 1, 0.8):
            raise PuzzleError(f"unknown field {unknown[close[0]]!r}; did you mean {field!r}?")
