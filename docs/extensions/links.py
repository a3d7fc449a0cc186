"""Links of pages and notebooks: to a file that is a page of the site they lead to the page, to any other to the file.

READMEs and other files beside the documentation become pages by ``{include}``; their links count from their own folder.
A link to a folder, which a site does not have, is left as its words.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

INCLUDED = re.compile(r"^```\{include\} (\S+\.md)$", re.MULTILINE)
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\((?![a-z]+:)([^()#\s]+)(#[^()\s]*)?\)")


def pages(environment: BuildEnvironment) -> dict[Path, Path]:
    """The page of each file: itself, or the page that includes it; the first page stands for the README."""
    docs = Path(environment.srcdir)
    found = {docs.parent / "README.md": docs / "index.md"}
    for page in map(Path, map(environment.doc2path, sorted(environment.found_docs))):
        found[page] = page
        if page.suffix == ".md":
            for name in INCLUDED.findall(page.read_text(encoding="utf-8")):
                found[(page.parent / name).resolve()] = page
    return found


def led(text: str, folder: Path, page: Path, known: dict[Path, Path]) -> str:
    """A text that stands in a folder, with its links as they are to be on a page."""

    def link(match: re.Match[str]) -> str:
        words, file, heading = match[1], (folder / match[2]).resolve(), match[3] or ""
        if file in known:
            return f"[{words}]({os.path.relpath(known[file], page.parent)}{heading})"
        if file.is_file():
            return f"[{words}](path:{os.path.relpath(file, page.parent)})"
        return words if file.is_dir() else match[0]

    return LINK.sub(link, text)


def on_source_read(app: Sphinx, name: str, source: list[str]) -> None:
    """Lead the links of a page."""
    page = Path(app.env.doc2path(name))
    if page.suffix in (".md", ".ipynb"):
        source[0] = led(source[0], page.parent, page, pages(app.env))


def on_include_read(app: Sphinx, file: Path, _parent: str, source: list[str]) -> None:
    """Lead the links of a file that a page includes."""
    if file.suffix == ".md":
        page = Path(app.env.doc2path(app.env.docname))
        source[0] = led(source[0], (Path(app.srcdir) / file).resolve().parent, page, pages(app.env))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register them."""
    app.connect("source-read", on_source_read)
    app.connect("include-read", on_include_read)
    return {"parallel_read_safe": True}
