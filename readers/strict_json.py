"""JSON as strict as a puzzle needs it: no key twice, whole numbers of 64 bits, and errors in one sentence."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from cpmodels.base.errors import PuzzleError
from readers._conversion import word

__all__ = ["all_decoded", "an_object", "decoded"]

T = TypeVar("T")
_HALF_OF_A_PAIR = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def decoded(text: str) -> Any:
    """The value of a JSON text.  Raises PuzzleError with the line where it stops being JSON."""
    return _checked(text, json.JSONDecoder.decode)


def all_decoded(text: str) -> list[tuple[int, Any]]:
    """The values of JSON texts one after another, such as one a line, each with the line where it begins.

    Raises PuzzleError with the line where the text stops being JSON.
    """
    return _checked(text, _one_after_another)


def _checked(text: str, decode: Callable[[json.JSONDecoder, str], T]) -> T:
    """What strict decoding makes of a text, its failures in words."""
    decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_number, parse_int=_whole)
    try:
        value = decode(decoder, text)
        if _HALF_OF_A_PAIR.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        is_over = error.msg == "Extra data"
        what = "more follows, but one JSON value is expected" if is_over else f"this is not JSON: {error.msg}"
        raise PuzzleError(f"line {error.lineno}, column {error.colno}: {what}") from error
    except RecursionError as error:
        raise PuzzleError("the JSON is nested too deeply for a puzzle") from error
    except UnicodeEncodeError as error:
        raise PuzzleError("the JSON holds half of a surrogate pair, which is not a character") from error
    return value


def _one_after_another(decoder: json.JSONDecoder, text: str) -> list[tuple[int, Any]]:
    found: list[tuple[int, Any]] = []
    line, read = 1, 0
    while (start := _past_space(text, read)) < len(text):
        line += text.count("\n", read, start)
        value, read = decoder.raw_decode(text, start)
        found.append((line, value))
        line += text.count("\n", start, read)
    return found


def _past_space(text: str, start: int) -> int:
    while text[start : start + 1].isspace():
        start += 1
    return start


def an_object(value: Any, what: str) -> dict[str, Any]:
    """`value` when it is a JSON object; PuzzleError with what it should have been when it is not."""
    if not isinstance(value, dict):
        raise PuzzleError(f"{what} must be a JSON object, not {word(value)}")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    form = dict(pairs)
    if len(form) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise PuzzleError(f"the field {twice!r} is given twice in one object")
    return form


def _no_number(text: str) -> NoReturn:
    raise PuzzleError(f"{text} is not a number in JSON")


def _whole(digits: str) -> int:
    if len(digits) > 20 or not -(2**63) <= int(digits) < 2**63:
        raise PuzzleError(f"the number {digits[:24]}{'...' if len(digits) > 24 else ''} does not fit into 64 bits")
    return int(digits)
