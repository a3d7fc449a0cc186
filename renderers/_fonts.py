"""The fonts of texts in pictures and on pages: a character is drawn as it is, or named in an error.

A text is in the first font that has all of it: the plain one of pictures or pages, DejaVu Sans, which comes with this
package, or one that is installed.  Where none has all, each character is in the first font that has it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import bidirectional, category, name, normalize

from cpmodels.base.errors import PuzzleError

if TYPE_CHECKING:  # Pillow takes long to import, and most commands draw nothing
    from PIL.ImageFont import FreeTypeFont, ImageFont, Layout

DEJAVU = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
LOOK = 40
"""The size in which characters are compared with what a font draws for those that it does not have."""
NO_CHARACTER = "\U0010fffd"
"""No font has it, but for one that has nothing else than boxes: `BOXES`."""
BOXES = "lastresort"
STYLES = ("bold", "italic", "oblique", "black", "light", "condensed", "mono")
"""Installed fonts with these in their names come after the others."""
FOLDERS = {
    "win32": ("%WINDIR%/Fonts", "%LOCALAPPDATA%/Microsoft/Windows/Fonts"),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "linux": ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"),
}
"""Where fonts are installed."""
PACKAGE = "noto_cjk_sans_jp_regular"
"""What the extra ``fonts`` installs: Noto Sans for Chinese, Japanese and Korean."""

SVG = "write something else, or save as .svg, where the viewer sets the letters"
INSTALL = 'install one that has it (pip install "cpmodels[fonts]" for Chinese, Japanese and Korean)'
"""What to do with a character that cannot be drawn."""

TextRun = tuple[str, Path | None]
"""A part of a text, and the file of its font; None for the plain one."""


def parts(
    content: str,
    is_plain: Callable[[str], bool] | None,
    is_usable: Callable[[Path], bool] = Path.is_file,
    *,
    is_shaped: bool,
) -> list[TextRun]:
    """A line of text in parts, each of one font.

    is_plain: whether the plain font has a character; None where there is no such font.
    is_usable: whether a file can be taken.
    is_shaped: whether letters are joined and put into the order of their script; else they are set one after another
        from the left.

    Raises PuzzleError for a character that no font has, or that is set in another way.
    """

    def has(file: Path | None, text: str) -> bool:
        if file is None:
            return is_plain is not None and all(map(is_plain, text))
        return all(has_character(file, character) for character in text)

    def fonts(text: str) -> Iterator[Path | None]:
        """The fonts that have all of a text."""
        yield from (file for file in (None, DEJAVU) if has(file, text))
        yield from (file for file in installed() if has(file, text) and is_usable(file))

    text = printed(content)
    for character in text:
        if not is_shaped and _needs_shaping(character):
            raise PuzzleError(f"letters are set one by one from the left here, and {_called(character)} is not: {SVG}")
    for file in fonts(text):
        return [(text, file)]
    runs: list[TextRun] = []
    for cluster in clusters(text):
        try:
            file = next(fonts(cluster))
        except StopIteration:
            raise PuzzleError(f"no font here has the character {_called(cluster)}: {INSTALL}, {SVG}") from None
        if runs and runs[-1][1] == file:
            cluster = runs.pop()[0] + cluster
        runs.append((cluster, file))
    return runs


def printed(content: str) -> str:
    """A text with accents on their letters, and blanks in the place of characters that cannot be seen."""
    seen = (character for character in normalize("NFC", content) if not "\ufe00" <= character <= "\ufe0f")
    return "".join(character if character.isprintable() else " " for character in seen)


def clusters(text: str) -> list[str]:
    """The characters of a text, each with the marks that combine with it."""
    found: list[str] = []
    for character in text:
        if found and category(character).startswith("M"):
            found[-1] += character
        else:
            found.append(character)
    return found


def _needs_shaping(character: str) -> bool:
    """Whether a character runs from the right, or moves or joins others, other than as an accent."""
    is_accent = "\u0300" <= character <= "\u036f"
    return bidirectional(character) in ("R", "AL", "AN") or (category(character).startswith("M") and not is_accent)


def _called(cluster: str) -> str:
    codes = " ".join(f"U+{ord(character):04X}" for character in cluster)
    return f"{cluster} ({', '.join(filter(None, (codes, name(cluster[0], '').lower())))})"


@cache
def installed() -> tuple[Path, ...]:
    """The files of installed fonts."""
    package = find_spec(PACKAGE)
    folders = (*FOLDERS.get(sys.platform, FOLDERS["linux"]), *((package and package.submodule_search_locations) or ()))
    found = {
        Path(folder, file)
        for start in folders
        for folder, _, files in os.walk(os.path.expanduser(os.path.expandvars(start)))  # noqa: PTH111
        for file in files
        if file.lower().endswith((".ttf", ".otf", ".ttc")) and BOXES not in file.lower()
    }
    return tuple(sorted(found, key=lambda file: (any(style in file.name.lower() for style in STYLES), file)))


@cache
def has_character(file: Path | None, character: str) -> bool:
    """Whether a font has a character: it draws something else than for one that it does not have."""
    try:
        return _drawn(file, character) != _drawn(file, NO_CHARACTER)
    except (OSError, ValueError):  # as of fonts that are damaged, or have pixels of one size alone
        return False


@cache
def _drawn(file: Path | None, character: str) -> tuple[tuple[int, int], bytes]:
    from PIL.ImageFont import Layout

    # What shapes letters draws more than its box for a mark that a font does not have.
    mask = font(file, LOOK, Layout.BASIC).getmask(character)
    return mask.size, bytes(mask)


@lru_cache(64)  # as a font keeps its file open
def font(file: Path | None, size: int, layout: Layout | None = None) -> FreeTypeFont | ImageFont:
    """A font in a size; without a file that which Pillow brings, which shapes nothing.

    layout: what sets the letters; by default what shapes them, where that is there.
    """
    from PIL import ImageFont

    return ImageFont.load_default(size) if file is None else ImageFont.truetype(str(file), size, layout_engine=layout)
