"""ZIP in files: the forms in which other people write them; our JSON is made of its dataclass.

- `readers.zip._numbers`: the JSON of other programs, and matrices of numbers and walls;
- `readers.zip.drawn`: boards drawn as text, with corners or as rows of numbers and dots.
"""

from __future__ import annotations

from cpmodels.puzzles.zip import Zip
from readers.forms import Form, puzzle_from_form
from readers.recognition import object_readers
from readers.zip import _numbers, drawn  # noqa: F401

__all__ = ["from_object"]


@object_readers.register(order=50)
def from_object(form: Form) -> Zip | None:
    """A ZIP in our JSON without its kind: a board with numbers or walls."""
    is_board = "rows" in form or "cols" in form
    return puzzle_from_form(Zip, form) if is_board and ("numbers" in form or "walls" in form) else None
