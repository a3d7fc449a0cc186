"""Pictures from files, as pixels: complete, of one frame and of bearable size, or refused in one sentence."""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from pathlib import Path

from PIL import Image

from cpmodels.errors import PuzzleError
from readers.sources import naming, read_bytes

MOST_PIXELS = 2**24

_UNREADABLE = (OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError, TypeError, struct.error, zlib.error)


def picture(path: Path) -> Image.Image:
    """The pixels of a GIF or PNG picture of one frame, in red, green, blue and opacity.

    Raises PuzzleError that names the file when it is none, damaged, animated or too large.
    """
    with naming(path.name):
        content = read_bytes(path)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                with Image.open(io.BytesIO(content), formats=("GIF", "PNG")) as opened:
                    _check(opened)
                    return opened.convert("RGBA")
        except Image.DecompressionBombError as error:
            raise PuzzleError(f"is too large: a picture has at most {MOST_PIXELS} pixels") from error
        except PuzzleError:
            raise
        except _UNREADABLE as error:
            raise PuzzleError("is no complete GIF or PNG picture") from error


def _check(opened: Image.Image) -> None:
    if opened.width * opened.height > MOST_PIXELS:
        raise PuzzleError(f"{opened.width} x {opened.height} pixels are too many: at most {MOST_PIXELS}")
    if getattr(opened, "is_animated", False):
        raise PuzzleError("is an animation, not one picture")
