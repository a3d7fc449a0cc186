"""A site of pages to play, which needs no server: a folder of files that can be published, installed and used offline.

The first page lists the puzzles by kind and offers today's, the same for everyone on a date; pages note when they were
solved, and in what time, so that it shows that, and on how many days in a row something was solved.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any
from urllib.parse import quote

from cpmodels.base.errors import ParameterError
from cpmodels.base.kinds import kind_named
from renderers._web_page import digest_of, source, web_page
from renderers.functions import draw, kind_title
from renderers.picture import drawn_shapes, framed

__all__ = ["playground", "start_page"]

WIDEST = 180
"""The pictures of kinds are this many pixels wide at most."""
TITLE = "Puzzles to play"


def playground(puzzles: Mapping[str, Any], pages: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of the site, by their names.

    puzzles: by name, the puzzles of the site, in order within each kind.
    pages: the page of each, as of `play_page`.

    Raises ParameterError for a puzzle of the name ``"index"``, which the first page has.

    >>> from cpmodels import Zip
    >>> from renderers import play_page
    >>> sorted(playground({"two": Zip(1, 2)}, {"two": play_page(Zip(1, 2))}))
    ['icon.svg', 'index.html', 'manifest.webmanifest', 'service-worker.js', 'two.html']
    """
    if "index" in puzzles:
        raise ParameterError("no puzzle of a site can be called 'index', as the first page is")
    ordered = sorted(puzzles, key=lambda name: kind_title(puzzles[name]))
    kinds = [
        {"title": kind, "picture": _thumbnail(puzzles[names[0]]), "names": names}
        for kind, group in groupby(ordered, lambda name: kind_title(puzzles[name]))
        for names in [list(group)]
    ]
    digests = {name: digest_of(puzzle) for name, puzzle in puzzles.items()}
    data = {"kinds": kinds, "daily": sorted(puzzles), "digests": digests}
    index = web_page(TITLE, "playground.html", data, styles=["playground.css"], scripts=["playground.js"])
    manifest = {
        "name": TITLE, "short_name": "Puzzles", "start_url": "index.html", "scope": "./", "display": "standalone",
        "background_color": "#f5f6f8", "theme_color": "#1f5fbf",
        "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any maskable"}],
    }  # fmt: skip
    files = {f"{name}.html": pages[name] for name in ordered} | {
        "index.html": index,
        "manifest.webmanifest": json.dumps(manifest, indent=1).encode(),
        "icon.svg": source("icon.svg").encode(),
    }
    version = sha256(b"".join(files.values())).hexdigest()[:16]
    addresses = [quote(name, safe="!*'()") for name in files]  # as `encodeURIComponent` has them in the first page
    listed = json.dumps({"version": version, "files": ["./", *addresses]})
    files["service-worker.js"] = f"const SITE = {listed};\n{source('service_worker.js')}".encode()
    return files


def start_page(titles: Sequence[str], sizes: Mapping[str, str]) -> bytes:
    """The first page of a server that makes pages while one plays: those there are, and what is asked for a new one.

    titles: of the pages, which are at /1, /2, ...
    sizes: the kinds that new puzzles are made of, each with a size to begin with.

    >>> start_page(["two"], {"zip": "6x6"})[:15]
    b'<!doctype html>'
    """
    kinds = [{"kind": kind, "title": kind_title(kind_named(kind)), "size": size} for kind, size in sizes.items()]
    data = {"titles": list(titles), "kinds": kinds}
    return web_page(TITLE, "start.html", data, styles=["editing.css", "playground.css"], scripts=["start.js"])


def _thumbnail(puzzle: Any) -> str:
    """A small picture of a puzzle, without its name, as a URL."""
    drawn = draw(puzzle)
    picture = framed(drawn_shapes(drawn), background=drawn.background)
    png = picture.png(scale=WIDEST / max(picture.width, picture.height))
    return "data:image/png;base64," + base64.b64encode(png).decode()
