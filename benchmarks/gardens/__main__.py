"""Answers questions about gardens, and writes a page about them: ``python -m benchmarks.gardens [QUESTION ...]``."""

from __future__ import annotations

from pathlib import Path

import click

from benchmarks.gardens import article, hanging, packed, squares  # noqa: F401 - they register their questions
from benchmarks.gardens.answers import QUESTIONS
from benchmarks.gardens.page import page
from cpmodels.files import write_file

RESULTS = Path(__file__).parent.parent / "results"


@click.command()
@click.argument("questions", nargs=-1, type=click.Choice(list(QUESTIONS)))
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=RESULTS,
    help="The folder for data, pictures and the page; by default benchmarks/results.",
)
def main(questions: tuple[str, ...], out: Path) -> None:
    """Answer QUESTIONS, by default all of them, and write what was found."""
    out.mkdir(parents=True, exist_ok=True)
    for name in questions or QUESTIONS:
        click.echo(f"{name}: {QUESTIONS[name].title} ...", err=True)
        QUESTIONS[name].run(out)
        write_file(out / "README.md", page(out))


if __name__ == "__main__":
    main()
