"""Explanations in pictures: a scene for each step, as a page to step through, on paper, in one picture or as a film."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpmodels.base.files import write_file
from cpmodels.base.puzzle import Puzzle
from renderers._layout import SMALLEST, chunks, frames, heading, inset, unbroken, wrapped
from renderers._pdf import Page, pdf
from renderers._web_page import drawn_frames, web_page
from renderers.animation import Film, gif, webp
from renderers.files import TEXTS
from renderers.functions import check_drawable, draw, title_of
from renderers.known import Highlights, draw_differing, draw_known
from renderers.palette import INK
from renderers.paper import PUZZLES
from renderers.picture import Picture, drawn_shapes, ending_of, framed, gallery
from renderers.shapes import ADVANCE, Shape, Text, bounds

if TYPE_CHECKING:
    from cpmodels.explaining import Ambiguity, Conflict, Fact, Hint, Step

__all__ = ["WRITERS", "Scene", "check_scenes", "lines_of_cases", "wrapped"]

MOST = 60
"""This many scenes are shown in one picture."""
LINE, LINES = 44, 6
"""How many characters a line below a picture has, and how many lines there are at most: a page shows all of a text."""
SECONDS = 3
"""How long a film shows each scene."""


@dataclass(frozen=True)
class Scene:
    """A picture with a few words above it and a sentence, or several, below."""

    picture: Picture
    heading: str
    words: str


def of_steps(
    puzzle: Puzzle[Any], steps: Iterable[Step], known: Iterable[Fact] = (), solution: Any = None, *, begun: bool = False
) -> list[Scene]:
    """An explanation: a scene for each step, and one for the solution where there is one.

    known: what was known before the first step.
    begun: whether some of that is a player's, and no consequence of the puzzle.
    """
    so_far, scenes = {fact.about: fact for fact in known}, []
    for number, step in enumerate(steps, 1):
        picture = draw_known(puzzle, so_far.values(), Highlights.of_step(step))
        scenes.append(Scene(picture, f"{number}  {step.rule}", told_of(puzzle, step)))
        so_far.update((fact.about, fact) for fact in step.follows)
    if solution is not None:
        which = "the only solution with what was known before" if begun else "the only solution"
        scenes.append(Scene(draw(puzzle, solution), "solved", f"This is {which}."))
    return scenes


MOST_LINES = 12
"""Several cases of more steps than this are told in a line each."""


def lines_of_cases(step: Step) -> list[str]:
    """The steps of a step's cases in words; of several long ones just how each begins and ends."""
    if len(step.cases) == 1 or sum(map(len, step.cases)) <= MOST_LINES:
        return [str(each) for case in step.cases for each in case]
    return [
        f"{case[0]} After {len(case) - 1} steps: {case[-1]}" if len(case) > 2 else " ".join(map(str, case))
        for case in step.cases
    ]


def told_of(puzzle: Puzzle[Any], step: Step) -> str:
    """A step in words, with lines for the steps of its cases."""
    return "\n".join([puzzle.said(str(step)), *(f"- {puzzle.said(line)}" for line in lines_of_cases(step))])


def of_hint(puzzle: Puzzle[Any], hint: Hint, known: Iterable[Fact] = ()) -> list[Scene]:
    """A hint for one who knows so much."""
    marked = Highlights() if hint.step is None else Highlights.of_step(hint.step)
    if hint.wrong is not None:
        marked = replace(marked, wrong=(hint.wrong,))
    heading = hint.step.rule if hint.step else "undo" if hint.wrong else "solved" if hint.solved else ""
    words = puzzle.said(str(hint)) if hint.step is None else told_of(puzzle, hint.step)
    return [Scene(draw_known(puzzle, known, marked), heading, words)]


def of_reason(found: Conflict | Ambiguity[Any]) -> list[Scene]:
    """Why there is no solution; or two solutions, and where they differ."""
    from cpmodels.explaining import Conflict

    if isinstance(found, Conflict):
        picture = draw_known(found.puzzle, (), Highlights.of_conflict(found))
        return [Scene(picture, "no solution", found.puzzle.said(str(found)))]
    return [
        Scene(draw_differing(found.puzzle, solution, found.cells), heading, found.puzzle.said(str(found)))
        for heading, solution in (("one solution", found.first), ("another", found.second))
    ]


def captioned(scenes: Sequence[Scene]) -> list[Picture]:
    """The pictures with their headings above and their words below.

    All have as many lines of words as the longest takes, so that boards are of one size; what takes more than `LINES`
    is cut short.
    """
    told = [wrapped(scene.words, LINE, LINES) for scene in scenes]
    most = max(map(len, told), default=0)
    pictures = []
    for scene, lines in zip(scenes, told, strict=True):
        drawn = drawn_shapes(scene.picture)
        left, top, right, bottom = bounds(drawn)
        size = (right - left) / (ADVANCE * LINE)
        head = Text(((left + right) / 2, top - 1.6 * size), scene.heading, 1.4 * size, INK, bold=True, role="heading")
        below = [
            Text((left, bottom + (1.6 + 1.35 * at) * size), line, size, INK, "start", role="words")
            for at, line in enumerate([*lines, *[""] * (most - len(lines))])
        ]
        pictures.append(framed([head, *drawn, *below], background=scene.picture.background))
    return pictures


def sheet(puzzle: Puzzle[Any], scenes: Sequence[Scene]) -> Picture:
    """The first `MOST` scenes in one picture."""
    pictures = captioned(scenes[:MOST])
    if len(scenes) == 1:
        return pictures[0]
    left_out = f"the first {MOST} of {len(scenes):,} steps" if len(scenes) > MOST else ""
    return gallery(pictures, title=title_of(puzzle), caption=left_out)


def pages(puzzle: Puzzle[Any], scenes: Sequence[Scene]) -> Iterator[Page]:
    """Scenes on paper, six to a page, their words below them in type that can be read."""
    boxes = frames(*PUZZLES)
    on_pages = chunks(scenes, len(boxes))
    for number, shown in enumerate(on_pages, 1):
        which = f"page {number} of {len(on_pages)}" if len(on_pages) > 1 else ""
        shapes: list[Shape] = list(heading(title_of(puzzle), which))
        for (left, top, right, bottom), scene in zip(boxes, shown, strict=False):
            lines = wrapped(scene.words, int((right - left) / (ADVANCE * SMALLEST)), LINES)
            under = bottom - 1.35 * SMALLEST * len(lines)
            shapes.append(Text((left, top + 1.7), scene.heading, 3.4, INK, "start", bold=True, role="heading"))
            shapes += inset(scene.picture, (left, top + 5.5, right, under - 2))
            for at, line in enumerate(lines):
                place = (left, under + (0.5 + 1.35 * at) * SMALLEST)
                shapes.append(Text(place, line, SMALLEST, INK, "start", role="words"))
        yield shapes


def film(scenes: Sequence[Scene]) -> Film:
    """Scenes one after another, with their words."""
    pictures = tuple(captioned(scenes))
    return Film(pictures, ("",) * len(pictures), (round(1000 * SECONDS),) * len(pictures))


def scenes_page(puzzle: Puzzle[Any], scenes: Sequence[Scene]) -> bytes:
    """A page that steps through scenes."""
    data = {
        **drawn_frames([scene.picture for scene in scenes]),
        "headings": [scene.heading for scene in scenes],
        "words": [unbroken(scene.words) for scene in scenes],
        "themed": not draw.is_implemented(type(puzzle)),
    }
    styles = ("frames.css", "diagram.css", "steps.css")
    return web_page(title_of(puzzle), "steps.html", data, styles=styles, scripts=("frames.js", "steps.js"))


WRITERS: dict[str, Callable[[Puzzle[Any], Sequence[Scene]], bytes]] = {
    ".html": scenes_page,
    ".pdf": lambda puzzle, scenes: pdf(pages(puzzle, scenes), title_of(puzzle)),
    ".png": lambda puzzle, scenes: sheet(puzzle, scenes).png(),
    ".svg": lambda puzzle, scenes: sheet(puzzle, scenes).svg().encode(),
    ".gif": lambda _, scenes: gif(film(scenes)),
    ".webp": lambda _, scenes: webp(film(scenes)),
}
"""What writes scenes to a file, by the ending of its name."""


def check_scenes(path: str | PathLike[str], puzzle: Puzzle[Any], *, several: bool = False) -> None:
    """Raise ParameterError for an extension that scenes cannot be written as, KindError for a kind without pictures,
    PuzzleError for a name that is drawn, on paper or above several scenes, and that no font here has, and for paper
    MissingExtraError where the package fpdf2 is missing.
    """
    suffix = ending_of(path, WRITERS, "an explanation is written")
    check_drawable(puzzle)
    if suffix in TEXTS and (several or suffix == ".pdf"):
        TEXTS[suffix](title_of(puzzle))


def save_scenes(path: str | PathLike[str], puzzle: Puzzle[Any], scenes: Sequence[Scene]) -> None:
    """Write scenes, one or more; the ending of the file's name chooses the format.

    A page (.html) steps through all of them, paper (.pdf) has six to a page, a picture (.png, .svg) the first 60, and
    an animation (.gif, .webp) shows one after another.

    Raises as `check_scenes` does, and OSError when the file cannot be written.
    """
    check_scenes(path, puzzle)
    write_file(path, WRITERS[Path(path).suffix.lower()](puzzle, scenes))
