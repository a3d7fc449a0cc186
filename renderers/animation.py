"""Animations: a search from its steps, a solution as it fills the board, or solutions one after another.

They are files (.gif, .webp), or a page to play, stop and step through.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from types import MappingProxyType
from typing import Any

from PIL import Image

from cpmodels.base.puzzle import Puzzle
from renderers import _raster
from renderers._web_page import drawn_frames, web_page
from renderers.files import Manner
from renderers.functions import SearchStep, check_fit, draw, options_of
from renderers.moments import Moment, draw_moment, moments, moments_of
from renderers.palette import INK, PAGE, rgb
from renderers.picture import MARGIN, Picture, around, drawn_shapes
from renderers.shapes import ADVANCE, Shape, Text

__all__ = ["LARGEST_PAGE", "Film", "film_of", "film_page", "gif", "search_film", "solutions_film", "webp"]

SIDE = 640.0
"""The longer side of an animation, in pixels."""
FRAMES = 90
"""A search is thinned to this many frames at most, in a film of `SECONDS`."""
SHORTEST, LONGEST, LAST = 40, 300, 1500
"""How long a frame is seen at least and at most, and the last one unless the film is short, in milliseconds."""
SECONDS = 5.0
"""About how long a film takes to watch, unless it has few frames; of several solutions it takes longer."""
SPIN = 60.0
"""By how many degrees a garden of cubes turns in a film, until it is seen as in its picture."""
EACH = 1200
"""How long each of several solutions is seen."""
LARGEST_PAGE = 190_000
"""A page has at most this many bytes, or else fewer frames."""
FEWEST, MOST_FRAMES = 8, 240
"""A page keeps at least this many frames, however large they are, and begins with at most the second number."""
COLOURS = 128
SMOOTHING = 2


@dataclass(frozen=True)
class Film:
    """Pictures with a line of type below each, and for how many milliseconds each is seen."""

    pictures: tuple[Picture, ...]
    lines: tuple[str, ...]
    milliseconds: tuple[int, ...]


def search_film(
    puzzle: Puzzle[Any],
    steps: Iterable[SearchStep],
    frames: int = FRAMES,
    *,
    spin: float = 0.0,
    seconds: float = SECONDS,
) -> Film:
    """A search as its steps tell it (see `cpmodels.reference.steps`), thinned evenly to this many frames.

    spin: by how many degrees what is in space turns meanwhile, in pictures that have an option of this name.
    seconds: about how long it lasts.
    """
    return film_of(puzzle, moments(steps, frames), spin=spin, seconds=seconds)


def film_of(
    puzzle: Puzzle[Any],
    told: Sequence[Moment],
    options: Mapping[str, Any] = MappingProxyType({}),
    spin: float = 0.0,
    seconds: float = SECONDS,
) -> Film:
    """The moments of a search, each a frame; as for `search_film`, and with options as for `renderers.draw`."""
    last = max(1, len(told) - 1)
    turns = "spin" in options_of(puzzle)
    if "spin" in options:
        draw(puzzle, **options)  # It refuses what is no angle.
        spin = options["spin"]
    pictures = tuple(
        draw_moment(puzzle, moment, **{**options, **({"spin": spin * (1 - at / last)} if turns else {})})
        for at, moment in enumerate(told)
    )
    return Film(pictures, tuple(moment.told for moment in told), _durations(len(told), seconds))


def solutions_film(puzzle: Puzzle[Any], solutions: Sequence[Any], **options: Any) -> Film:
    """One solution as it fills the board, several one after another, or the puzzle alone where there is none.

    Raises PuzzleError and TypeError for a solution that does not fit, as `renderers.draw` does.
    """
    for solution in solutions:
        check_fit(puzzle, solution)
    if len(solutions) == 1:
        film = film_of(puzzle, moments_of(puzzle, solutions[0], FRAMES), options, SPIN)
        return Film(film.pictures, ("",) * len(film.lines), film.milliseconds)
    shown = solutions or [None]
    pictures = tuple(draw(puzzle, solution, **options) for solution in shown)
    lines = tuple(f"solution {number} of {len(shown)}" for number in range(1, len(shown) + 1))
    return Film(pictures, lines if solutions else ("",), (*[EACH] * (len(shown) - 1), LAST))


def gif_file(puzzle: Puzzle[Any], solutions: Sequence[Any], manner: Manner) -> bytes:
    """The solutions as an animated GIF; see `solutions_film`."""
    return gif(solutions_film(puzzle, solutions, **manner.options))


def webp_file(puzzle: Puzzle[Any], solutions: Sequence[Any], manner: Manner) -> bytes:
    """The solutions as an animated WebP; see `solutions_film`."""
    return webp(solutions_film(puzzle, solutions, **manner.options))


def gif(film: Film, side: float = SIDE) -> bytes:
    """The film as an animated GIF that repeats, all frames in one palette."""
    frames = list(images(film, side))
    palette = _palette(film, frames)
    first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    return _saved(first, "GIF", film, append_images=others, optimize=False, disposal=1)


def webp(film: Film, side: float = SIDE) -> bytes:
    """The film as an animated WebP that repeats, without loss."""
    first, *others = images(film, side)
    return _saved(first, "WEBP", film, append_images=others, lossless=True, quality=30, method=2)


def images(film: Film, side: float = SIDE) -> Iterator[Image.Image]:
    """The frames as pictures of one size, all of the same part of the plane."""
    drawn = [drawn_shapes(picture) for picture in film.pictures]
    left, top, right, bottom = around(drawn)
    longest = max(map(len, film.lines), default=0)
    size = (right - left) / max(26.0, ADVANCE * longest)
    below = bottom + (2.2 * size if longest else 0.0)
    box = (left - MARGIN, top - MARGIN, right + MARGIN, below + MARGIN)
    scale = side / max(box[2] - box[0], box[3] - box[1])
    ground = film.pictures[0].background
    ink = INK if ground == PAGE else "#efe9ee"
    for shapes, line in zip(drawn, film.lines, strict=True):
        said: list[Shape] = [Text((left, below - size / 2), line, size, ink, "start", role="told")] if line else []
        yield _raster.image(chain(shapes, said), box, ground, scale, SMOOTHING)


def _durations(count: int, seconds: float = SECONDS) -> tuple[int, ...]:
    """How long each frame is seen, in milliseconds: in all for this many seconds, the last one longest."""
    last = round(LAST * min(1.0, seconds / SECONDS))
    each = min(max(round((1000 * seconds - last) / 10 / max(1, count - 1)) * 10, SHORTEST), LONGEST)
    return (*[each] * (count - 1), last)


def _palette(film: Film, frames: Sequence[Image.Image]) -> Image.Image:
    """A palette of the colours that are drawn with, most used first, and of the tones between them in a few frames."""
    used = Counter(colour for picture in film.pictures for shape in picture.shapes for colour in _colours(shape))
    drawn = [channel for colour, _ in used.most_common(COLOURS // 2) for channel in rgb(colour)]
    chosen = [frames[(len(frames) - 1) * k // 4] for k in range(5)]
    strip = Image.new("RGB", (chosen[0].width, sum(frame.height for frame in chosen)))
    for k, frame in enumerate(chosen):
        strip.paste(frame, (0, k * frame.height))
    between = strip.quantize(COLOURS - len(drawn) // 3, method=Image.Quantize.MEDIANCUT).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette(drawn + between)
    return palette


def _colours(shape: Shape) -> list[str]:
    fill, stroke = getattr(shape, "fill", None), getattr(shape, "stroke", None)
    return [colour for colour in (fill, stroke) if colour]


def _saved(first: Image.Image, form: str, film: Film, **options: Any) -> bytes:
    out = BytesIO()
    first.save(out, form, save_all=True, duration=list(film.milliseconds), loop=0, **options)
    return out.getvalue()


def film_page(title: str, film: Callable[[int], Film], frames: int = MOST_FRAMES) -> bytes:
    """The page of a film that is made with a number of frames: half as many again and again while it is too large."""
    styles, scripts = ("frames.css", "search.css"), ("frames.js", "search.js")
    while True:
        shown = film(frames)
        data = {**drawn_frames(shown.pictures), "lines": shown.lines, "milliseconds": shown.milliseconds}
        content = web_page(title, "search.html", data, styles=styles, scripts=scripts)
        if len(content) <= LARGEST_PAGE or frames <= FEWEST:
            return content
        frames = max(FEWEST, frames // 2)
