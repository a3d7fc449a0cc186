"""The pictures of the pages in docs/start: `python docs/pictures.py` makes them anew, in a quarter of a minute."""

import re
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


def main() -> None:
    """Solve the puzzles and draw them."""
    import renderers

    def both(puzzle: Any, solution: Any) -> Any:
        return renderers.gallery([cm.draw(puzzle), cm.draw(puzzle, solution)], 2)

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
