"""What only some kinds of puzzles have: a link that shows them on a website, and pieces that can be pictures.

Both are open functions (see `cpmodels.base.kinds`): a kind has what it registers, and the default says that it has
none.

>>> from cpmodels import EdgeMatching
>>> link(EdgeMatching(1, 2, [(1, 0, 1, 2), (0, 1, 1, 2)]))
'https://e2.bucas.name/#board_w=2&board_h=1&board_edges=cbcdbccd&board_pieces=001002'
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

from cpmodels.base.errors import KindError
from cpmodels.base.kinds import open_function
from cpmodels.base.puzzle import Puzzle

__all__ = ["link", "pictures"]


@open_function("cpmodels.readers", by_rules=True)
def link(puzzle: Puzzle[Any], solution: Any = None, *, site: str | None = None) -> str:  # noqa: ARG001
    """A link to a website that shows a puzzle or, with one, a solution of it, which may be wrong.

    site: which website, where a kind has several: ``"puzz.link"``, which is the default there, or ``"penpa"``.

    Raises KindError for a kind that has no such website, as one that is derived from a kind by other rules has none,
    and PuzzleError for a puzzle that the link cannot hold.

    >>> from cpmodels import EdgeMatching
    >>> link(EdgeMatching(1, 2, [(1, 0, 1, 2), (0, 1, 1, 2)]))
    'https://e2.bucas.name/#board_w=2&board_h=1&board_edges=cbcdbccd&board_pieces=001002'
    """
    raise KindError(f"there is no website for puzzles of the kind {puzzle.kind!r}, so this one has no link")


@open_function("cpmodels.renderers")
def pictures(
    puzzle: Puzzle[Any],
    folder: str | PathLike[str],  # noqa: ARG001
    *,
    sheet: bool = False,  # noqa: ARG001
) -> list[Path]:
    """Write the pieces of a puzzle as pictures into a folder, which `cpmodels.read` takes back; the files' paths.

    sheet: all pieces in one picture, in place of one picture for each.

    Raises KindError for a kind whose pieces cannot be written as pictures, OSError when the files cannot be written.

    >>> from cpmodels import Zip
    >>> pictures(Zip(2, 2), "frogs")
    Traceback (most recent call last):
    ...
    cpmodels.base.errors.KindError: the pieces of a puzzle of the kind 'zip' cannot be written as pictures
    """
    raise KindError(f"the pieces of a puzzle of the kind {puzzle.kind!r} cannot be written as pictures")
