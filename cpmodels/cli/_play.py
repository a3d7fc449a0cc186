"""``cpmodels play`` and ``cpmodels playground``: puzzles as pages in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count, groupby
from pathlib import Path
from typing import Any

import click

import cpmodels as cm
from cpmodels.base.files import write_file, write_files
from cpmodels.base.values import listed, plural
from cpmodels.cli import _options as options
from cpmodels.cli._console import HINT_SECONDS, tell
from cpmodels.cli._files import read_puzzles, stem, tell_written, titled, writable, writable_folder
from cpmodels.cli._options import FOLDER, PUZZLE, Whole
from cpmodels.cli._sets import Named, failed, interruptions, solved, worst
from cpmodels.cli._statuses import STOPPED

PORT = 8765
"""The port of a server, unless another one is named."""


@click.command()
@click.argument("puzzles", nargs=-1, metavar="PUZZLE...", type=PUZZLE)
@options.file("-o", "--output", help="Write the page to this .html file without opening it.")
@click.option(
    "--serve", "is_served", is_flag=True,
    help="Serve the pages from this machine until Ctrl-C: they make new puzzles of every kind, and read screenshots.",
)  # fmt: skip
@click.option("--port", type=Whole(0, 65535), help=f"The port of --serve; {PORT} by default.")
def play(puzzles: tuple[str, ...], output: str | None, is_served: bool, port: int | None) -> int:
    """Open PUZZLES in the browser, unsolved.

    A page shows one puzzle, or several ZIPs one after another; for a folder or a file of several, all puzzles in it.
    For its hints each puzzle is solved, if that takes no more than a few seconds; the page shows nothing of the
    solution until asked.

    With --serve, PUZZLES may be left out. Only browsers on this machine are answered; drop a screenshot onto any page,
    or paste it, to play what it shows.
    """
    import tempfile
    import webbrowser

    import renderers

    if not puzzles and not is_served:
        raise click.UsageError("Missing argument 'PUZZLE...'; with --serve it may be left out.")
    if port is not None and not is_served:
        raise cm.ParameterError("--port needs --serve")
    if is_served and output is not None:
        raise cm.ParameterError("-o writes a page, --serve serves it: leave out one")
    if output is not None and Path(output).suffix.lower() != ".html":
        raise cm.ParameterError(f"a page is an .html file, not {output}")
    named, statuses = read_puzzles(puzzles, renderers.check_page)
    pages = pages_of([(source, titled(puzzle, source)) for source, puzzle in named])
    if is_served:
        from cpmodels.cli._serve import Server, serve  # which loads an HTTP server

        with Server(PORT if port is None else port) as server:
            with interruptions() as came:
                for page, content in contents(pages, statuses, came):
                    server.add(", ".join(renderers.functions.title_of(puzzle) for _, puzzle in page), content)
            serve(server)
        return worst(statuses)
    wanted = None
    if output is not None:
        check_one_page(pages)
        wanted = writable(output, "the page")
    with interruptions() as came:
        for _, content in contents(pages, statuses, came):
            target = wanted or Path(tempfile.mkdtemp(prefix="cpmodels-")) / "page.html"
            write_file(target, content)
            tell_written(target)
            if output is None and not webbrowser.open(target.as_uri()):
                tell("no browser could be started: open the page yourself")
    return worst(statuses)


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("puzzles", nargs=-1, type=PUZZLE)
def playground(folder: str, puzzles: tuple[str, ...]) -> int:
    """Write a site of pages to play into FOLDER.

    It has a page for each of PUZZLES, by default for all that are built in, and a first page with today's puzzle and
    all others. Open its index.html, or publish the folder: from a server it can be installed as an
    app, and works offline then. Ctrl-C ends it with the pages that are made. Pages that are in the folder already are
    left there, and named.
    """
    import renderers
    from readers import BUILTIN

    if folder in BUILTIN and not Path(folder).exists():
        raise cm.ParameterError(
            f"{folder} is a puzzle; the folder comes first, as in `cpmodels playground site {folder}`"
        )
    named, statuses = read_puzzles(puzzles or BUILTIN, renderers.check_page)
    given = page_names([(source, titled(puzzle, source)) for source, puzzle in named])
    place = writable_folder(folder, ("index.html", *(f"{name}.html" for name in given)), "a page")
    pages: dict[str, bytes] = {}
    stopped = False
    try:
        with interruptions() as came:
            for [(name, _)], content in contents([[each] for each in given.items()], statuses, came):
                pages[name] = content
    except KeyboardInterrupt:
        if not pages:
            raise
        stopped = True
        statuses.append(STOPPED)
    if not pages:
        return worst(statuses)
    files = renderers.playground({name: given[name] for name in pages}, pages)
    write_files({place / name: content for name, content in files.items()})
    tell(f"{'stopped; ' * stopped}wrote {plural(len(pages), 'page')}; open {place / 'index.html'}")
    if others := sorted(path.name for path in place.glob("*.html") if path.name not in files):
        tell(f"pages that were there before are left, but the first page does not name them: {listed(others)}")
    return worst(statuses)


def page_names(named: list[Named]) -> dict[str, cm.Puzzle[Any]]:
    """The puzzles by the names of their pages: those of their files or, of links and texts, of their kinds.

    A name that is taken gets a number, also where it differs only by capital letters, as many file systems do not see
    that; the first page is called index.
    """
    from readers import BUILTIN
    from readers.sources import exists

    found: dict[str, cm.Puzzle[Any]] = {}
    taken = {"index"}
    for source, puzzle in named:
        base = stem(source) if source in BUILTIN or exists(source) else puzzle.kind
        names = chain([base], (f"{base}-{number}" for number in count(2)))
        name = next(name for name in names if name.casefold() not in taken)
        taken.add(name.casefold())
        found[name] = puzzle
    return found


def pages_of(named: list[Named]) -> list[list[Named]]:
    """The puzzles of each page: one, or several next to each other of kinds that have a page for several."""
    import renderers

    pages: list[list[Named]] = []
    for kind, group in groupby(named, lambda each: type(each[1])):
        given = list(group)
        pages += [given] if renderers.play_page.is_implemented(kind) else [[each] for each in given]
    return pages


def check_one_page(pages: list[list[Named]]) -> None:
    """Raise ParameterError where one file is to hold several pages."""
    if len(pages) > 1:
        raise cm.ParameterError(f"these puzzles make {len(pages)} pages, and -o takes one: leave out -o")


def contents(pages: list[list[Named]], statuses: list[int], came: list[int]) -> Iterator[tuple[list[Named], bytes]]:
    """The pages that can be made, each with its puzzles; where Ctrl-C `came`, KeyboardInterrupt instead of the next."""
    for page in pages:
        if came:
            raise KeyboardInterrupt
        if (content := made(page, statuses)) is not None:
            yield page, content


def made(page: list[Named], statuses: list[int]) -> bytes | None:
    """The page of these puzzles, with the solutions that are found soon, for its hints.

    There is none, which is said, where it would be too large.

    statuses: where the exit status for each puzzle goes, and that for the page.
    """
    import renderers

    solutions: list[cm.Solution | None] = []
    for source, puzzle in page:
        result, status = solved(source, puzzle, ": preparing hints", HINT_SECONDS)
        solutions.append(None if result is None else result.solution)
        statuses.append(status)
    try:
        return renderers.play_page(*(puzzle for _, puzzle in page), solutions=solutions)
    except cm.CpmodelsError as error:
        statuses.append(failed(listed([source for source, _ in page]), error))
        return None
