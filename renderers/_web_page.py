"""Self-contained pages: one HTML file with its style, scripts and data inside, which asks no network for anything."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from cpmodels.base.errors import visible
from renderers.picture import MARGIN, Picture, around, drawn_shapes
from renderers.shapes import Point, Shape


def web_page(
    title: str,
    body: str,
    data: Any,
    *,
    styles: Iterable[str] = (),
    scripts: Iterable[str] = (),
    worker: Sequence[str] = (),
) -> bytes:
    """A page with a header (title, switch between light and dark) above the content of a file of `renderers/web`.

    title: any text; it becomes the page's title and heading.
    body: the file with the HTML of the page's main part; ``{{file.html}}`` in it is what that file has.
    data: what the scripts find as ``DATA``; anything that JSON can say.
    styles, scripts: further files, which follow ``base.css`` and ``base.js``; the scripts share one scope.
    worker: the scripts of a worker, which the page starts from their text, in the element ``worker``, by
        ``searching.js``.
    """
    shared = ("base.js", "dropping.js", *(["searching.js"] if worker else []))
    parts = {
        "title": escape(visible(title)),
        "icon": quote(source("icon.svg").strip()),
        "styles": _joined(("base.css", *styles)),
        "theme": source("theme.js"),
        "body": re.sub(r"\{\{(\w+\.html)\}\}", lambda slot: source(slot[1]), source(body)),
        "data": json_in_html(data),
        "worker": f'<script type="text/plain" id="worker">\n{_joined(worker)}</script>\n' if worker else "",
        "scripts": _joined((*shared, *scripts)),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda slot: parts[slot[1]], source("page.html")).encode("utf-8", "replace")


def _joined(names: Iterable[str]) -> str:
    """Styles or scripts as one text, without the lines that are comments, which are for those who read them here."""
    return re.sub(r"^ *(?://.*|/\*(?:(?!\*/)[\s\S])*\*/)\n", "", "\n".join(map(source, names)), flags=re.MULTILINE)


def source(name: str) -> str:
    """The text of a file of `renderers/web`."""
    return (files("renderers") / "web" / name).read_text(encoding="utf-8")


def digest_of(puzzle: Any) -> str:
    """Which puzzle is on a page: what is kept of it, and the link to a game, are for that one alone."""
    return sha256(repr(puzzle).encode()).hexdigest()[:16]


def json_in_html(data: Any) -> str:
    r"""JSON that can stand inside a script element, whatever its strings hold.

    >>> print(json_in_html({"name": "</script><b>"}))
    {"name":"\u003c/script>\u003cb>"}
    """
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def drawn_frames(pictures: Sequence[Picture]) -> dict[str, Any]:
    """Pictures of one part of the plane: all shapes once each, and for each picture the runs of those that it shows."""
    drawn = [drawn_shapes(picture) for picture in pictures]
    numbers: dict[str, int] = {}
    frames = [runs([numbers.setdefault(shape.svg(), len(numbers)) for shape in shapes]) for shapes in drawn]
    return {"view": view_of(drawn), "ground": pictures[0].background, "shapes": list(numbers), "frames": frames}


def view_of(drawn: Sequence[Sequence[Shape]], margin: float = MARGIN) -> list[float]:
    """Left, top, width and height of what shows all these shapes with a margin."""
    left, top, right, bottom = around(drawn)
    return [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin]


def runs(numbers: Sequence[int]) -> list[int]:
    """Numbers as runs of consecutive ones.

    >>> runs([4, 5, 6, 2, 9])
    [4, 3, 2, 1, 9, 1]
    """
    found: list[int] = []
    for number in numbers:
        if found and number == found[-2] + found[-1]:
            found[-1] += 1
        else:
            found += [number, 1]
    return found


def rounded(point: Point) -> Point:
    """A point to two decimals, which is enough for the hundredths or the pixels of a page."""
    return (round(point[0], 2), round(point[1], 2))
