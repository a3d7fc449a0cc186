"""``cpmodels playground``: a site of pages to play."""

from __future__ import annotations

from pathlib import Path

import click

from cpmodels.cli import ANSWERED, BAD_INPUT
from cpmodels.cli._console import tell
from cpmodels.cli._files import read_puzzles, titled
from cpmodels.cli._options import FOLDER, PUZZLE
from cpmodels.cli._play import made
from cpmodels.files import write_files


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("puzzles", nargs=-1, type=PUZZLE)
def playground(folder: str, puzzles: tuple[str, ...]) -> int:
    """Write a site of pages to play into FOLDER.

    It has a page for each of PUZZLES, by default for all that are built in, and a first page with today's puzzle and
    all others. Open its index.html, or publish the folder: from a server it can be installed as an
    app, and works offline then.
    """
    import renderers
    from readers import BUILTIN

    named, some_refused = read_puzzles(puzzles or BUILTIN)
    given = {Path(source).stem: titled(puzzle, source) for source, puzzle in named}
    for puzzle in given.values():
        renderers.check_page(puzzle)
    pages = {name: made([(name, puzzle)]) for name, puzzle in given.items()}
    Path(folder).mkdir(parents=True, exist_ok=True)
    write_files({Path(folder) / name: content for name, content in renderers.playground(given, pages).items()})
    tell(f"wrote {len(pages)} pages; open {Path(folder) / 'index.html'}")
    return BAD_INPUT if some_refused else ANSWERED
