"""The pictures of the pages in docs/start: `python docs/pictures.py` makes them anew, in a quarter of a minute."""

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

import cpmodels as cm
from cpmodels.puzzles.slitherlink import Slitherlink

FOLDER = Path(__file__).parent / "start"
COLOURS = 128


def write(name: str, picture: Any, scale: float) -> None:
    """Write a picture as a small file."""
    image = Image.open(BytesIO(picture.png(scale))).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(FOLDER / name, optimize=True)


def stars() -> tuple[Any, Any]:
    """The puzzle and the solution of the page that models one."""
    page = (FOLDER / "model.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL)[:2]:
        exec(compile(block, "model.md", "exec"), names)
    return names["puzzle"], names["result"].solution


def kinds() -> list[Any]:
    """A built-in puzzle of each kind, solved, with the name of the kind."""
    import readers
    import renderers

    shown = {"cubes-c3v": "Hanging garden", "nine-one": "Nine pieces", "edge-bordered": "Edge matching"}
    for name, puzzle in ((name, cm.read(name)) for name in readers.BUILTIN):
        title = renderers.functions.kind_title(puzzle)
        if puzzle.kind not in ("garden", "edge_matching") and title not in shown.values() and name != "zip-parity":
            shown[name] = title
    puzzles = [replace(cm.read(name), name=title) for name, title in shown.items()]
    return [cm.draw(puzzle, cm.solve(puzzle).solution) for puzzle in puzzles]


def main() -> None:
    """Solve the puzzles and draw them."""
    import renderers

    def both(puzzle: Any, solution: Any) -> Any:
        return renderers.gallery([cm.draw(puzzle), cm.draw(puzzle, solution)], 2)

    write("kinds.png", renderers.gallery(kinds(), 9), 0.5)
    zigzag = cm.read("zip-7-walls")
    write("shot.png", cm.draw(zigzag), 1.0)
    write("zip.png", both(zigzag, cm.solve(zigzag).solution), 1.0)
    gardens = [cm.draw(cm.read(name), cm.solve(name).solution) for name in ("squares", "cubes", "hexagons")]
    write("gardens.png", renderers.gallery(gardens, 3), 1.0)
    garden = cm.Garden.packed((4, 4))
    with cm.solutions(garden, up_to_symmetry=True) as found:
        write("packed.png", renderers.gallery([cm.draw(garden, one) for one in found], 14), 0.3)
    loop = Slitherlink([[3, None, None, 2], [None, None, 1, None], [None, 3, None, None]])
    write("certain.png", cm.draw(loop, cm.forced(loop).partial), 0.6)
    write("model.png", both(*stars()), 1.0)


if __name__ == "__main__":
    main()
