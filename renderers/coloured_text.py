"""Texts that know the colours of their parts, for terminals that have colours; everywhere else they are plain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple
from unicodedata import category, east_asian_width

from cpmodels.base.errors import visible

__all__ = ["ColouredText", "Run", "coloured", "flush_right", "text_width"]


def text_width(text: str) -> int:
    r"""In how many columns of a terminal a line of text is.

    >>> text_width("cat"), text_width("猫"), text_width("e\N{COMBINING ACUTE ACCENT}")
    (3, 2, 1)
    """
    return sum(0 if category(each)[0] == "M" else 2 if east_asian_width(each) in "WF" else 1 for each in text)


def flush_right(text: str, width: int) -> str:
    """The text after as many blanks as fill a width."""
    return " " * (width - text_width(text)) + text


class Run(NamedTuple):
    """Characters in one colour, as ``"#rrggbb"``, on a ground; None for those of the terminal."""

    text: str
    ink: str | None = None
    ground: str | None = None


class ColouredText(str):
    """A string that also has the runs it is made of, which together are the string.

    >>> text = coloured([[Run("1"), Run("──┐", "#7a6ff0")], [Run("2  ")]])
    >>> print(text)
    1──┐
    2
    >>> [run.ink for run in text.runs]
    [None, '#7a6ff0', None, None]
    """

    __slots__ = ("runs",)
    runs: tuple[Run, ...]

    def __new__(cls, runs: Iterable[Run]) -> ColouredText:
        kept = tuple(runs)
        text = super().__new__(cls, "".join(run.text for run in kept))
        text.runs = kept
        return text

    def __reduce__(self) -> tuple[type[ColouredText], tuple[tuple[Run, ...]]]:
        """What makes it again, for copies and other processes."""
        return type(self), (self.runs,)


def coloured(lines: Iterable[Iterable[Run]]) -> ColouredText:
    """Lines of runs as one text, without blanks at the ends of lines; what would steer a terminal is escaped."""
    runs: list[Run] = []
    for line in lines:
        shown = [run._replace(text=visible(run.text)) for run in line]
        while shown and not (text := shown[-1].text.rstrip()):
            shown.pop()
        if shown:
            shown[-1] = shown[-1]._replace(text=text)
        runs += [*([Run("\n")] if runs else []), *(shown or [Run("")])]
    return ColouredText(runs)
