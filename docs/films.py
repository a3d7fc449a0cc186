"""The films of the README: `python docs/films.py` makes them anew, in a minute, with the extra `test` and Chromium.

`play.webp` is a page being played in Chromium, `garden.webp` is a garden of 63 cubes turning.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from math import hypot
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image

import cpmodels as cm

FOLDER = Path(__file__).parent
WIDTH = 640
GARDEN = 405
"""The sides of the two films, in pixels."""
FRAME, SLOWLY, PAUSE, END = 70, 130, 1500, 2000
"""How long is seen what moves, what turns, what is to be read, and the last frame, in milliseconds."""
WINDOW = {"width": 924, "height": 640}
SEEN = {"x": 0, "y": 0, "width": 924, "height": 584}
"""The window of the page, and what of it is seen."""
HINT_AFTER = 13
"""This many cells are drawn before a hint is asked for."""
DEGREES = 8

POINTER = """() => {
    const arrow = document.createElement("div");
    arrow.innerHTML = `<svg width="30" height="42" viewBox="0 0 20 28">
      <path fill="#fff" stroke="#111" stroke-width="1.6" d="M2 2v20l5-4.5 3.4 8 3.6-1.6-3.4-7.7h7z"/></svg>`;
    arrow.style.cssText = "position:fixed; z-index:9; left:-2px; top:-2px; pointer-events:none";
    document.body.append(arrow);
    addEventListener("pointermove", ({ clientX, clientY }) => {
        arrow.style.transform = `translate(${clientX}px, ${clientY}px)`;
    }, true);
}"""
"""The arrow of the mouse, which a picture of a page does not show."""

BOARD = """board => {
    const {left, top, width} = board.getBoundingClientRect();
    return [left, top, 100 * width / board.viewBox.baseVal.width];
}"""

Point = tuple[float, float]
Frames = list[tuple[Image.Image, int]]


def save(name: str, frames: Frames) -> None:
    """Write frames, each with its milliseconds, as a film that repeats."""
    first, *others = [image for image, _ in frames]
    durations = [milliseconds for _, milliseconds in frames]
    first.save(
        FOLDER / name,
        save_all=True,
        append_images=others,
        duration=durations,
        loop=0,
        quality=60,
        method=6,
        minimize_size=True,
    )


@contextmanager
def opened(html: bytes) -> Iterator[Any]:
    """A page in Chromium, with a pointer that can be seen."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder, "page.html")
        file.write_bytes(html)
        program = which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport=WINDOW)
        page.goto(file.as_uri())
        page.evaluate(POINTER)
        yield page
        browser.close()


class Play:
    """A page on which a pointer moves, and the frames of that."""

    def __init__(self, page: Any, at: Point) -> None:
        self.page, self.at = page, at
        self.frames: Frames = []
        page.mouse.move(*at)

    def take(self, milliseconds: int = FRAME) -> None:
        """Take a frame that is seen for so long."""
        image = Image.open(BytesIO(self.page.screenshot(clip=SEEN))).convert("RGB")
        size = (WIDTH, round(WIDTH * SEEN["height"] / SEEN["width"]))
        self.frames.append((image.resize(size, Image.Resampling.LANCZOS), milliseconds))

    def go(self, to: Point, steps: int = 2) -> None:
        """Move the pointer there, in this many frames."""
        (x, y), (x2, y2) = self.at, to
        for k in range(1, steps + 1):
            self.page.mouse.move(x + (x2 - x) * k / steps, y + (y2 - y) * k / steps)
            self.take()
        self.at = to

    def stroll(self, to: Point) -> None:
        """Move it there, farther in a frame than where it draws."""
        self.go(to, max(3, round(hypot(to[0] - self.at[0], to[1] - self.at[1]) / 60)))

    def draw(self, points: Sequence[Point]) -> None:
        """Press the mouse at the first of these, draw on through the others, and let go."""
        self.stroll(points[0])
        self.page.mouse.down()
        for point in points[1:]:
            self.go(point)
        self.page.mouse.up()


def play() -> Frames:
    """A ZIP being drawn along its solution, with one hint."""
    import renderers

    puzzle = cm.read("zip-6")
    cells = cm.solve(puzzle).solution.cells
    with opened(renderers.page(puzzle, [cm.Path(cells)])) as page:
        left, top, side = page.eval_on_selector("#board", BOARD)
        points = [(left + (0.58 + col) * side, top + (0.58 + row) * side) for row, col in cells]
        hint = page.locator("#hint").bounding_box()
        film = Play(page, (500.0, 560.0))
        film.take(600)
        film.draw(points[:HINT_AFTER])
        film.stroll((hint["x"] + 0.75 * hint["width"], hint["y"] + 0.6 * hint["height"]))
        page.mouse.down()
        page.mouse.up()
        page.wait_for_function("document.querySelector('#told').textContent")
        page.wait_for_timeout(300)
        film.take(PAUSE)
        film.draw(points[HINT_AFTER - 1 :])
        page.wait_for_timeout(300)
        film.take(END)
    return film.frames


def garden() -> Frames:
    """63 cubes, which turn once around the middle of their floor."""
    import renderers
    from renderers import animation, shapes

    def seen(turn: float) -> renderers.Picture:
        picture = cm.draw(puzzle, solution, turn=turn)
        scene = [shape for shape in picture.shapes if shape.role not in ("legend", "axis", "title")]
        left, top, right, bottom = shapes.bounds([shape for shape in scene if shape.role == "floor"])
        middle = (left + right) / 2, (top + bottom) / 2
        return replace(picture, shapes=tuple(shapes.moved(shape, -middle[0], -middle[1]) for shape in scene))

    puzzle = cm.read("cubes-c3v")
    solution = cm.solve(puzzle, seed=1, workers=1).solution
    turns = range(0, 360, DEGREES)
    film = animation.Film(tuple(map(seen, turns)), ("",) * len(turns), (SLOWLY,) * len(turns))
    return list(zip(animation.images(film, GARDEN), film.milliseconds, strict=True))


FILMS: dict[str, Callable[[], Frames]] = {"play.webp": play, "garden.webp": garden}


if __name__ == "__main__":
    for name, film in FILMS.items():
        save(name, film())
