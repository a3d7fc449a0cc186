"""What the measurements beside the races share: rows that are kept, a page that is made of them, and a command.

Each case is a row of `rows.jsonl` in the folder ``--out``, written as it is done; the same command goes on where it
stopped, and to measure a case anew, delete its row.  The page `README.md` beside the rows is all made of them and of
`machine.json`, which says where they are from (``--report`` only makes the page).
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.machine import machine, versions
from benchmarks.rows import append_row, read_objects
from cpmodels.base.files import write_file
from cpmodels.cli._sets import interruptions

Measured = dict[str, Any]
"""The fields of a row: those that name the case, then what was measured."""

Case = tuple[Measured, Callable[[], Measured]]
"""The fields that name a case, and what measures it."""

RESULTS = Path(__file__).parent / "results"

ORIGIN = """\
*Where this is from.* This page is made of [rows.jsonl](rows.jsonl) by `{command}`; the text of that module says how \
it is measured. Machine: {machine}. Versions: {versions}. The [glossary](../../../docs/glossary.md) explains the \
words, and [Results](../../../docs/results/index.md#how-to-cite) how to cite."""


@dataclass(frozen=True)
class Measurement:
    """A measurement by a module of its own.

    module: what ``python -m`` runs.
    folder: the name of its folder of results.
    key: the fields that tell one case from all others.
    cases: the cases that the options ask for.  Raises ArgumentError for an option that is missing.
    parts: of the page, from rows and facts: the title, what was asked, the answer in short, then all else.
    options: adds options to the command.
    packages: those whose versions the page names; by default all.
    limit: the seconds of ``--limit`` by default, where there is one; it is one of the facts.
    data: whether there is ``--data``, the folder of published puzzles, which are no part of the project.
    """

    module: str
    folder: str
    key: tuple[str, ...]
    cases: Callable[[argparse.Namespace], Iterable[Case]]
    parts: Callable[[Sequence[Measured], Mapping[str, Any]], Iterable[str]]
    options: Callable[[argparse.ArgumentParser], object] = lambda _: None
    packages: tuple[str, ...] = ()
    limit: float | None = None
    data: bool = False

    @property
    def out(self) -> Path:
        """Its folder of results, unless the command names another."""
        return RESULTS / self.folder

    def page(self, folder: Path) -> str:
        """The page of the rows and facts in a folder."""
        facts = json.loads((folder / "machine.json").read_text(encoding="utf-8"))
        title, asked, short, *rest = self.parts(list(kept(folder)), facts)
        whence = ORIGIN.format(command=f"python -m {self.module}", **facts)
        parts = (title, asked, f"**In short.** {short}", whence, *rest)
        return "\n\n".join(part.rstrip() for part in parts) + "\n"

    def command(self, arguments: Sequence[str] | None = None) -> None:
        """Measure the cases that have no row yet, and write the page."""
        parser = argparse.ArgumentParser(
            prog=f"python -m {self.module}",
            description=sys.modules[self.cases.__module__].__doc__,
            epilog=__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.add_argument("--out", type=Path, default=self.out, help="the folder of rows and page")
        parser.add_argument("--report", action="store_true", help="only make the page anew")
        if self.limit is not None:
            parser.add_argument("--limit", type=float, default=self.limit, help="seconds for each search")
        if self.data:
            parser.add_argument("--data", type=Path, help="the folder of the published puzzles")
        self.options(parser)
        asked = parser.parse_args(arguments)
        if asked.report and not (asked.out / "machine.json").exists():
            parser.error(f"there are no rows in {asked.out}")
        if not asked.report:
            asked.out.mkdir(parents=True, exist_ok=True)
            done = {self._name(row) for row in kept(asked.out)}
            named = {name: version for name, version in versions().items() if name in (self.packages or [name])}
            facts = {"machine": machine(), "versions": ", ".join(map(" ".join, named.items()))}
            facts |= {"limit": asked.limit} if "limit" in asked else {}
            try:
                for name, measure in self.cases(asked):
                    if self._name(name) not in done:
                        with interruptions() as came:
                            row = name | measure()
                        if came:  # A search ends with what it has found then, which is not what is measured.
                            raise KeyboardInterrupt
                        append_row(asked.out / "rows.jsonl", row)
                        write_file(asked.out / "machine.json", json.dumps(facts, indent=1) + "\n")
                        print(", ".join(map(str, name.values())), flush=True)
            except argparse.ArgumentError as error:
                parser.error(str(error))
        write_file(asked.out / "README.md", self.page(asked.out))

    def _name(self, row: Measured) -> tuple[Any, ...]:
        return tuple(row.get(field) for field in self.key)


def data_of(asked: argparse.Namespace) -> Path:
    """The folder of published puzzles.  Raises ArgumentError where it is not named."""
    if asked.data is None:
        raise argparse.ArgumentError(None, "the puzzles are needed: --data FOLDER")
    folder: Path = asked.data
    return folder


def timed(call: Callable[[], Any], clock: Callable[[], float] = perf_counter) -> tuple[Any, float]:
    """What a call returns, and the seconds that it took."""
    start = clock()
    result = call()
    return result, round(clock() - start, 5)


def kept(folder: Path) -> Iterator[Measured]:
    """The rows in a folder."""
    return read_objects(folder / "rows.jsonl", Measured)
