"""The directives of the gallery, which run command lines and show what they make.

    ```{made-by} The solution fills the board.
    cpmodels solve zip-8 -o filling.gif
    ```

shows the file `filling.gif` as a picture, what the option says, and the command. Files are shown by their extension: as
pictures, as pages to use in place, as links; a command that writes none shows what it prints. Commands run in the
process of Sphinx, in the folder of the page's files, which has those that lie beside the page in a folder of its name.
A command that fails, or that does not write its file, is a warning of Sphinx, with which `-W` ends.

    ```{built-in-puzzles}
    ```

makes such a card for each built-in puzzle, and `{pictures-of} PAGE ...` one for each picture of other pages.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from html import escape
from io import StringIO
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from links import INCLUDED
from meshes import draw_mesh
from PIL import Image, ImageColor
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

MADE = "made-by-commands"
"""What is noted about a page with files that were made."""
HEADING_OR_PICTURE = re.compile(r"^#+ (.*)$|!\[([^\]]*)\]\(([^)]+)\)", re.MULTILINE)
PICTURES = (".svg", ".png", ".gif", ".webp")
PAGES = (".html", ".pdf")
"""What is shown in place, at the height that is asked for."""
LIGHT = 200
"""Ground is light whose red, green and blue are all above this."""
MESHES = (".stl", ".glb")
"""Of what a picture is shown above the link."""


def run(line: str) -> str:
    """What a command line prints; raises what it raises, and RuntimeError where it ends with an exit status."""
    from cpmodels.cli import cli

    program, *arguments = shlex.split(line)
    out, told = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(told):
        status = cli.main(arguments, program, standalone_mode=False)
    if status:
        raise RuntimeError(f"exit status {status}: {told.getvalue()}")
    return out.getvalue()


def output(line: str) -> list[str]:
    """The file that a command line is to write, if there is one."""
    words = shlex.split(line)
    return [words[words.index("-o") + 1]] if "-o" in words else []


class Made(SphinxDirective):
    """What is common to the directives: files are made in the folder of the page, and shown."""

    @property
    def folder(self) -> Path:
        """Where the files of this page are."""
        return Path(self.env.app.outdir) / self.env.docname

    def card(self, lines: Sequence[str], words: Sequence[nodes.Node], alt: str, height: int) -> nodes.container:
        """What these command lines make or, where they write no file, print; words about it, and the lines."""
        printed = [self._attempt(line) for line in lines]
        files = [file for line in lines for file in output(line)]
        shown = [self._shown(file, alt, height) for file in files if (self.folder / file).exists()]
        card = nodes.container(classes=["made"])
        if shown:
            card += nodes.raw("", f'<div class="shown">{"".join(shown)}</div>', format="html")
        if len(shown) < len(lines):
            card += nodes.literal_block(text=printed[-1].rstrip(), language="text", classes=["printed"])
        card += words
        spaced = re.sub(r"\S+", r"<span>\g<0></span>", escape("\n".join(lines)))  # No line is broken within a word.
        card += nodes.raw("", f'<pre class="command">{spaced}</pre>', format="html")
        return card

    def _attempt(self, line: str) -> str:
        """What a command line prints; it must write its file, but where there is no solution."""
        try:
            with chdir(self.folder):
                printed = run(line)
        except Exception as error:  # Whatever it is, it is told, and where.
            raise self.error(f"`{line}` failed: {error}") from error
        lacking = [file for file in output(line) if not (self.folder / file).exists()]
        if lacking and not printed.startswith("there is no solution"):
            raise self.error(f"`{line}` did not write its file")
        return printed

    def _shown(self, file: str, alt: str, height: int) -> str:
        """A file as HTML, beside the link to it."""
        address, path = f"{self.env.docname.rpartition('/')[2]}/{file}", self.folder / file
        size = f"{file}, {max(1, round(path.stat().st_size / 1000)):,} kB"
        if path.suffix in PICTURES:
            return self._picture(path, address, alt)
        if path.suffix in PAGES:
            return (
                f'<iframe src="{address}" title="{escape(alt)}" height="{height}" loading="lazy"></iframe>'
                f'<p><a href="{address}">{size}: open it full-size</a></p>'
            )
        link = f'<p><a href="{address}" download>{size}</a></p>'
        if path.suffix in MESHES:
            draw_mesh(path, drawn := path.with_name(f"{file}.png"))
            return f"<div>{self._picture(drawn, f'{address}.png', alt)}{link}</div>"
        return link

    @staticmethod
    def _picture(path: Path, address: str, alt: str) -> str:
        kind = ' class="light"' if is_light(path) else ""
        return f'<a href="{address}"><img src="{address}"{kind} alt="{escape(alt)}" loading="lazy"></a>'

    def begin(self) -> None:
        """Have the folder, with the files that lie beside the page."""
        beside = Path(self.env.doc2path(self.env.docname)).with_suffix("")
        if MADE not in self.env.metadata[self.env.docname]:
            self.env.metadata[self.env.docname][MADE] = "yes"
            shutil.rmtree(self.folder, ignore_errors=True)
            shutil.copytree(beside, self.folder)
            for file in beside.iterdir():
                self.env.note_dependency(file)


class MadeBy(Made):
    """What command lines make."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = {"height": directives.nonnegative_int, "class": directives.class_option}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """The card."""
        self.begin()
        words, messages = self.parse_inline(self.arguments[0]) if self.arguments else ([], [])
        lines = list(self.content)
        alt = "".join(node.astext() for node in words) or lines[-1]
        caption = [nodes.paragraph("", "", *words)] if words else []
        card = self.card(lines, caption, alt, self.options.get("height", 640))
        card["classes"] += self.options.get("class", [])
        return [card, *messages]


class BuiltInPuzzles(Made):
    """A card for each built-in puzzle: the puzzle and, where it has one, its solution.

    That is found, or comes from a file of the puzzle's name beside the page.
    """

    def run(self) -> list[nodes.Node]:
        """The cards."""
        from readers import BUILTIN

        self.begin()
        return [self._puzzle(name, description) for name, description in BUILTIN.items()]

    def _puzzle(self, name: str, description: str) -> nodes.Node:
        known = f"{name}.json"
        solving = f"draw {name} {known}" if (self.folder / known).exists() else f"solve {name}"
        lines = [f"cpmodels draw {name} -o {name}.svg", f"cpmodels {solving} -o {name}-solved.svg"]
        words = nodes.paragraph("", "", nodes.strong(text=name), nodes.Text(f": {description}"))
        return self.card(lines, [words], name, 0)


class PicturesOf(SphinxDirective):
    """A card for each picture of other pages, and of the files that they include, with a link to its page."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """The cards."""
        return [card for page in self.arguments[0].split() for card in self._cards(page)]

    def _cards(self, page: str) -> Iterator[nodes.Node]:
        path = Path(self.env.doc2path(page))
        for file in (path, *(path.parent / name for name in INCLUDED.findall(path.read_text(encoding="utf-8")))):
            self.env.note_dependency(file)
            heading = ""
            for title, words, name in HEADING_OR_PICTURE.findall(file.read_text(encoding="utf-8")):
                heading = title or heading
                if name:
                    picture = os.path.relpath(file.parent / name, self.env.srcdir)
                    yield self._card(page, picture, heading, words.partition(";")[0])

    def _card(self, page: str, picture: str, heading: str, words: str) -> nodes.Node:
        link = addnodes.pending_xref("", reftype="doc", refdomain="std", reftarget=f"/{page}", refexplicit=True)
        link += nodes.inline(text=heading)
        link["refdoc"], link["refwarn"] = self.env.docname, True
        return nodes.container(
            "",
            nodes.container("", nodes.image(uri=picture, alt=words, loading="lazy"), classes=["shown"]),
            nodes.paragraph("", "", link, nodes.Text(f": {words}")),
            classes=["made"],
        )


def outdated(app: Sphinx, env: BuildEnvironment, *_changes: Any) -> list[str]:
    """The pages whose files are not there any more."""
    return [name for name, known in env.metadata.items() if MADE in known and not (Path(app.outdir) / name).is_dir()]


def is_light(path: Path) -> bool:
    """Whether a picture is on light ground, so that it should be darkened on a dark page."""
    if path.suffix == ".svg":
        ground = re.search(r'<rect[^>]* fill="(#[0-9a-f]{6})"', path.read_text(encoding="utf-8"))
        colour = ImageColor.getrgb(ground[1] if ground else "#ffffff")
    else:
        with Image.open(path) as image:
            colour = image.convert("RGBA").getpixel((1, 1))
    return min(colour) > LIGHT


def note_light(app: Sphinx, doctree: nodes.document) -> None:
    """Note which pictures of a page are on light ground."""
    for image in doctree.findall(nodes.image):
        if (path := Path(app.srcdir) / image["uri"]).suffix in PICTURES and path.exists() and is_light(path):
            image["classes"].append("light")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives."""
    app.connect("doctree-read", note_light)
    app.add_directive("made-by", MadeBy)
    app.add_directive("built-in-puzzles", BuiltInPuzzles)
    app.add_directive("pictures-of", PicturesOf)
    app.connect("env-get-outdated", outdated)
    return {"parallel_read_safe": True}
