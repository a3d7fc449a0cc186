"""Animations (.gif, .webp): a search from its steps, an answer as it fills the board, or answers one after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from typing import Any

from PIL import Image

import renderers
from cpmodels.puzzles import Puzzle
from renderers import raster
from renderers.functions import check_fit
from renderers.outputs import Look
from renderers.palette import INK, PAGE, rgb
from renderers.partial import draw_moment
from renderers.picture import MARGIN, Picture
from renderers.shapes import Box, Shape, Text, bounds
from renderers.trace import Step, moments, steps_of

SIDE = 640.0
"""The longer side of an animation, in pixels."""
FRAMES = 150
"""A search is thinned to so many frames at most."""
SHORTEST, LONGEST, LAST = 40, 300, 2000
"""How long a frame is seen at least and at most, and how long the last one is, in milliseconds."""
SECONDS = 15.0
"""About how long a search takes to watch."""
EACH = 1200
"""How long each of several answers is seen."""
COLOURS = 128
SMOOTHING = 2


@dataclass(frozen=True)
class Film:
    """Pictures with a line of type below each, and for how many milliseconds each is seen."""

    pictures: tuple[Picture, ...]
    lines: tuple[str, ...]
    milliseconds: tuple[int, ...]


def search_film(puzzle: Puzzle[Any], steps: Iterable[Step], look: Look | None = None, frames: int = FRAMES) -> Film:
    """A search as its steps tell it (see `renderers.trace`), thinned evenly to so many frames."""
    look = look or Look()
    seen = moments(steps, frames)
    pictures = tuple(draw_moment(puzzle, moment, view=look.view, turn=look.turn) for moment in seen)
    return Film(pictures, tuple(moment.told for moment in seen), _durations(len(seen)))


def answers_film(puzzle: Puzzle[Any], solutions: Sequence[Any], look: Look | None = None) -> Film:
    """One answer as it fills the board, several one after another, or the puzzle alone where there is none.

    Raises PuzzleError and TypeError for an answer that does not fit, as `renderers.draw` does.
    """
    look = look or Look()
    for solution in solutions:
        check_fit(puzzle, solution)
    if len(solutions) == 1:
        film = search_film(puzzle, steps_of(solutions[0]), look)
        return Film(film.pictures, ("",) * len(film.lines), film.milliseconds)
    shown = solutions or [None]
    pictures = tuple(renderers.draw(puzzle, solution, view=look.view, turn=look.turn) for solution in shown)
    lines = tuple(f"solution {number} of {len(shown)}" for number in range(1, len(shown) + 1))
    return Film(pictures, lines if solutions else ("",), (*[EACH] * (len(shown) - 1), LAST))


def gif_file(puzzle: Puzzle[Any], solutions: Sequence[Any], look: Look) -> bytes:
    """The answers as an animated GIF; see `answers_film`."""
    return gif(answers_film(puzzle, solutions, look))


def webp_file(puzzle: Puzzle[Any], solutions: Sequence[Any], look: Look) -> bytes:
    """The answers as an animated WebP; see `answers_film`."""
    return webp(answers_film(puzzle, solutions, look))


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
    size = (right - left) / 26
    spoken = any(film.lines)
    below = bottom + (2.2 * size if spoken else 0.0)
    box = (left - MARGIN, top - MARGIN, right + MARGIN, below + MARGIN)
    scale = side / max(box[2] - box[0], box[3] - box[1])
    ground = film.pictures[0].background
    ink = INK if ground == PAGE else "#efe9ee"
    for shapes, line in zip(drawn, film.lines, strict=True):
        said: list[Shape] = [Text((left, below - size / 2), line, size, ink, "start", role="told")] if line else []
        yield raster.image(chain(shapes, said), box, ground, scale, SMOOTHING)


def drawn_shapes(picture: Picture) -> list[Shape]:
    """The shapes of a picture without its title and caption."""
    return [shape for shape in picture.shapes if shape.role not in ("title", "caption")]


def around(pictures: Sequence[Sequence[Shape]]) -> Box:
    """The box that holds the shapes of all pictures."""
    return bounds(chain.from_iterable(pictures))


def _durations(count: int) -> tuple[int, ...]:
    each = min(max(round(SECONDS * 100 / count) * 10, SHORTEST), LONGEST)
    return (*[each] * (count - 1), LAST)


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
