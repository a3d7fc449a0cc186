"""The Zigzaw in files: the JSON of the article's author, and folders of pictures; ours is made of its dataclass.

See `readers.zigzaw.letters` and `readers.zigzaw.pictures`.
"""

from __future__ import annotations

import re
from pathlib import Path

from cpmodels.puzzles.zigzaw import Zigzaw
from readers.forms import Form, puzzle_from_form
from readers.recognition import LAST, folder_readers, object_readers
from readers.zigzaw.letters import read_frame

__all__: list[str] = []

_PICTURE = re.compile(r"(piece\.[0-9]+|border|sheet)\.(gif|png)", re.IGNORECASE)
object_readers.register(order=28, kind="zigzaw")(read_frame)


@object_readers.register(order=30)
def from_object(form: Form) -> Zigzaw | None:
    """A Zigzaw in our JSON without its kind: its pieces are objects."""
    pieces = form.get("pieces")
    of_frogs = isinstance(pieces, list) and any(isinstance(piece, dict) for piece in pieces)
    return puzzle_from_form(Zigzaw, form) if of_frogs else None


@folder_readers.register(order=LAST)
def from_folder(path: Path) -> Zigzaw | None:
    """A Zigzaw in a folder of pictures, known by their names."""
    if not any(_PICTURE.fullmatch(file.name) for file in path.iterdir()):
        return None
    from readers.zigzaw.pictures import read_folder  # numpy and Pillow are loaded when pictures are read

    return read_folder(path)
