"""A puzzle as a page to look at: its picture, and on demand its solutions one by one."""

from __future__ import annotations

from collections.abc import Sequence

from cpmodels.base.errors import PuzzleError
from renderers._web_page import drawn_frames, web_page
from renderers.picture import Picture

LARGEST = 2_000_000
"""Pages of more bytes than this are refused."""


def diagram_page(
    title: str, pictures: Sequence[Picture], broken: Sequence[Sequence[str]], *, follows_theme: bool, note: str = ""
) -> bytes:
    """The page of a puzzle.

    pictures: that of the puzzle, then one a solution.
    broken: the rules that each solution breaks.
    follows_theme: whether the pictures have colours that the page knows how to make dark.
    note: a sentence below the picture.

    Raises PuzzleError when there is too much for a page.
    """
    data = {**drawn_frames(pictures), "broken": broken, "themed": follows_theme, "note": note}
    styles, scripts = ("frames.css", "diagram.css"), ("frames.js", "diagram.js")
    page = web_page(title, "diagram.html", data, styles=styles, scripts=scripts)
    return of_length(page, "board", "solutions", len(broken))


def of_length(page: bytes, what: str, several: str, count: int) -> bytes:
    """A page that shows this many solutions.  Raises PuzzleError where it is too long."""
    if len(page) > LARGEST:
        there_is = f"the {what} is too large" if count < 2 else f"{count:,} {several} are too many"
        raise PuzzleError(f"{there_is} for a page of {LARGEST:,} bytes")
    return page
