"""Pictures opened within limits: of one frame, not too large, complete."""

from __future__ import annotations

import io
import os
import struct
import warnings
import zlib

from PIL import Image, ImageOps

from cpmodels.base.errors import PuzzleError
from cpmodels.base.values import either
from readers.sources import read_bytes

__all__ = ["open_picture"]

MOST_PIXELS = 2**24
LONGEST_SIDE = 10_000

_UNREADABLE = (OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError, TypeError, struct.error, zlib.error)


def open_picture(path: str | os.PathLike[str], formats: tuple[str, ...]) -> Image.Image:
    """The pixels of a picture in one of these formats of Pillow, in red, green, blue and opacity, the right way up.

    Raises PuzzleError when it is none of them, is damaged, moves, or has too many pixels.
    """
    content = read_bytes(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(content), formats=formats) as picture:
                _check(picture)
                return ImageOps.exif_transpose(picture).convert("RGBA")
    except Image.DecompressionBombError as error:
        raise PuzzleError(f"is too large: a picture has at most {MOST_PIXELS} pixels") from error
    except PuzzleError:
        raise
    except _UNREADABLE as error:
        raise PuzzleError(f"is not a complete {either(formats)} picture, and no others are read") from error


def _check(picture: Image.Image) -> None:
    if picture.width * picture.height > MOST_PIXELS:
        raise PuzzleError(f"{picture.width} x {picture.height} pixels are too many: at most {MOST_PIXELS}")
    if max(picture.size) > LONGEST_SIDE:
        raise PuzzleError(f"{picture.width} x {picture.height} pixels are too long: at most {LONGEST_SIDE} on a side")
    if getattr(picture, "is_animated", False) and picture.format != "MPO":
        raise PuzzleError("is an animation, not one picture")
