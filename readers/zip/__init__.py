"""ZIP in files: the forms in which other people write them; our JSON is made of its dataclass.

- `readers.zip._foreign`: the JSON of other programs;
- `readers.zip.drawn`: boards drawn with ``+``, ``-`` and ``|``;
- `readers.zip.sketched`: boards drawn as rows of numbers and dots;
- `readers.zip._matrices`: matrices of numbers and walls.

What all of them share, grids of numbers and marks that become walls, is in `readers.zip._parts`.
"""

from __future__ import annotations

from cpmodels.puzzles.zip import Zip
from readers.forms import Form, puzzle_from_form
from readers.recognition import object_readers, text_readers
from readers.zip._foreign import read_foreign
from readers.zip._matrices import read_matrices
from readers.zip.drawn import is_drawn, read_drawn
from readers.zip.sketched import is_sketch, read_sketch

__all__ = [
    "from_drawing",
    "from_object",
    "from_sketch",
]

object_readers.register(order=10, kind="zip")(read_foreign)
text_readers.register(order=30)(read_matrices)


@object_readers.register(order=50)
def from_object(form: Form) -> Zip | None:
    """A ZIP in our JSON without its kind: a board with numbers or walls."""
    is_board = "rows" in form or "cols" in form
    return puzzle_from_form(Zip, form) if is_board and ("numbers" in form or "walls" in form) else None


@text_readers.register(order=20)
def from_drawing(text: str) -> Zip | None:
    """A ZIP as a drawn board."""
    return read_drawn(text) if is_drawn(text) else None


@text_readers.register(order=25)
def from_sketch(text: str) -> Zip | None:
    """A ZIP drawn in rows of numbers and dots."""
    return read_sketch(text) if is_sketch(text) else None
