"""Certificates of puzzles: how long they are solved and checked, how large the proofs are, and what other solvers say.

    python -m benchmarks.certificates [--out FOLDER] [--keep FOLDER]

The puzzles are those built in, random ones by their seeds, gardens, and published ones from the folder that
CPMODELS_DATA names, if it does.  Times are CPU seconds of one core: of CaDiCaL alone, without a proof, and of
`cpmodels.verify`, all of it: unpacking, the formula anew, the solutions, the proof, and where numba is used, its
compilation.  Solvers that have no part in a certificate then say whether its formula has a solution, where those that
are known are forbidden and where they are not: an hour for each.

With `--keep FOLDER`, a benchmark for people who write solvers is made of these puzzles there: of each the certificate
(`.zip`), the formula with its key as projection (`.cnf`), the same with sums as they are (`.opb`), CP-SAT's model
(`.pb`), and in `instances.csv` how many solutions it has.  Where CPMpy and SCIP are installed (`pip install cpmpy
pyscipopt`) the formula is there as FlatZinc, too (`.fzn`): sums of variables named as in OPB.  XCSP3 is not,
as no library writes it from a model that is not its own.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import cpmodels as cm
import readers
from benchmarks.families import FAMILIES
from benchmarks.measurement import Case, Measured, Measurement, kept, timed
from benchmarks.published import NINES, ZIGZAW, ZIPS
from benchmarks.studies.gardens.hanging import whole_cases
from benchmarks.tables import table
from cpmodels.base.files import write_file
from cpmodels.base.values import by
from cpmodels.engines._worker import cadical
from cpmodels.puzzles.edge_matching.generator import cut_set
from cpmodels.search._all import engine_problem

MOST = 1000
"""Puzzles with more solutions than this have no certificate here."""

SETS = 10
"""How many sets of nine pieces there are certificates of."""

RANDOM = {
    "zip-few": (4, 5, 6),
    "zip-many": (5, 6, 7, 8, 9),
    "zip-walls": (5, 6, 7, 8, 9),
    "edge-open": (3, 4),
    "edge-bordered": (3, 4, 5),
    "edge-fixed": (3, 4, 5),
    "zigzaw-border": (3, 5, 7, 9),
}
"""Families of random puzzles, and the sizes of those that CaDiCaL counts in seconds."""

SEEDS = 5

EXCHANGED = (("that turn", 5, 11, True, (*range(1, 18), 22, 30, 38)), ("TetraVex", 7, 7, False, (1, 2, 3)))
"""Edge matching with two edges exchanged: a name, the side, how many colours, whether pieces turn, and the seeds.

So many colours that the exchange seldom leaves a solution, and so few that this is seen late: with as many colours as
here CaDiCaL takes 3 to 410 s, with one or two more or fewer mostly less than 10.  Twelve of the first 17 that turn
are hard, see `HARD`; 22, 30 and 38 are, too.
"""

OTHERS = ("glucose42", "kissat404", "minisat22")
"""Solvers of python-sat that have no part in a certificate."""

PATIENCE = 3600
"""Seconds for each of their answers."""

HARD = 100
"""Seconds of MiniSat from which an instance without a solution is called hard.

The calls for benchmarks of the SAT competitions ask for such that MiniSat does not solve within a minute.
"""


def puzzles() -> Iterator[tuple[str, str, cm.Puzzle[Any]]]:
    """The puzzles, each with the line of the table that it belongs to and its own name; the quick ones first."""
    yield "63 cubes in 4 x 4 x 4", "whole", cm.Garden.hanging((4, 4, 4))
    for name, puzzle in ZIGZAW.puzzles().items():
        yield "the Zigzaw of 1982", name, puzzle
    for name, puzzle in ZIPS.puzzles().items():
        yield "published ZIPs", name, puzzle
    for name, puzzle in islice(NINES.puzzles().items(), SETS):
        yield "sets of nine pieces, all solutions", name, puzzle
    for name in readers.BUILTIN:
        if (puzzle := readers.read(name)).kind != "garden":
            yield "built-in puzzles", name, puzzle
    for family, sizes in RANDOM.items():
        for each in FAMILIES[family].instances(SEEDS, sizes):
            yield FAMILIES[family].title, f"{each.label}, seed {each.seed}", each.puzzle
    for box in SQUARES:
        yield "15 squares in a box", by(box), cm.Garden.hanging(box)
    for group, cases in boxes():
        for case in cases:
            yield group, by(case.fixed[0][1]), case
    for name, side, colours, turn, seeds in EXCHANGED:
        for seed in seeds:
            group = f"edge matching {by((side, side))}, {name}, two edges exchanged"
            yield group, f"seed {seed}", exchanged(side, colours, turn, Random(f"exchanged {seed}"))


def exchanged(side: int, colours: int, turn: bool, random: Random) -> cm.EdgeMatching:
    """A random edge matching with unequal edges of two pieces exchanged, on one side if pieces may not be turned."""
    puzzle, _ = cut_set(side, side, colours, random, rule="equal", rotations=turn, border=False)
    pieces: Any = [list(edges) for edges in puzzle.pieces]
    while True:
        one, other = random.sample(pieces, 2)
        here = random.randrange(4)
        there = random.randrange(4) if turn else here
        if one[here] != other[there]:
            one[here], other[there] = other[there], one[here]
            return replace(puzzle, pieces=pieces)


def boxes() -> Iterator[tuple[str, list[cm.Garden]]]:
    """The cases of each box, with the all-blue cube in one place."""
    for box in BOXES:
        yield f"63 cubes in {by(box)}", whole_cases(cm.Garden.hanging(box))


SQUARES = ((3, 5), (3, 6), (3, 7), (3, 8), (3, 9), (3, 10), (3, 12), (4, 4), (4, 5), (4, 6), (5, 5))
BOXES = ((3, 3, 10), (3, 4, 7), (3, 5, 6), (3, 4, 8), (4, 4, 5))
"""Those of `benchmarks.studies.gardens cubes-smallest`, the quick ones first."""


def run(puzzle: cm.Puzzle[Any], keep: Path | None, name: str) -> Measured:
    problem: Any = engine_problem(puzzle, "cadical")
    task = problem.task

    def found() -> int:
        """The number of solutions, or one too many."""
        return sum(1 for _ in islice((kind for kind, _ in cadical(task) if kind == "solution"), MOST + 1))

    solutions, solving = timed(found, process_time)
    if solutions > MOST:
        return {"solutions": None}
    with tempfile.TemporaryDirectory(prefix="cpmodels-") as folder:
        path = Path(folder) / "certificate.zip"
        confirmed = cm.confirm(puzzle, known=solutions, proof=path)
        verification, checking = timed(lambda: cm.verify(path), process_time)
        if confirmed.agree is not True or verification.verified is not True:
            raise AssertionError(f"{name}: {confirmed}, {verification.refused}")
        size = path.stat().st_size
        formula = "".join(cm.engines.to_dimacs(puzzle))
        with zipfile.ZipFile(path) as archive:
            agreed = agreeing({formula: solutions > 0, archive.read("formula.cnf").decode(): False})
        if keep is not None:
            shutil.copy(path, keep / f"{name}.zip")
            write_file(keep / f"{name}.cnf", formula)
            write_file(keep / f"{name}.opb", "".join(cm.engines.to_opb(puzzle)))
            cm.build(puzzle).cp.export_to_file(str(keep / f"{name}.pb"))
            if find_spec("cpmpy") and find_spec("pyscipopt"):
                write_flatzinc(formula, keep / f"{name}.fzn")
    return {
        "solutions": len(verification.solutions), "steps": verification.steps, "bytes": size, "solving": solving,
        "checking": checking, "checker": verification.checker, "agreed": agreed,
    }  # fmt: skip


def write_flatzinc(formula: str, path: Path) -> None:
    """Write clauses as FlatZinc, by CPMpy and SCIP."""
    import cpmpy
    from cpmpy.tools.io import write
    from pysat.formula import CNF

    read = CNF(from_string=formula)
    variables = [cpmpy.boolvar(name=f"x{number}") for number in range(1, read.nv + 1)]
    clauses = ([variables[at - 1] if at > 0 else ~variables[-at - 1] for at in clause] for clause in read.clauses)
    write(cpmpy.Model([cpmpy.any(clause) for clause in clauses]), str(path), format="fzn")


ASKED = """
import sys
from time import process_time
from pysat.formula import CNF
from pysat.solvers import Solver
with Solver(sys.argv[1], bootstrap_with=CNF(from_string=sys.stdin.read())) as solver:
    start = process_time()
    print(solver.solve(), process_time() - start)
"""
"""A solver in a process of its own, as not each of them can be interrupted."""


def agreeing(formulas: Mapping[str, bool]) -> dict[str, float]:
    """Those of the other solvers that say of each of these formulas whether it has a solution, with the seconds.

    Raises AssertionError for one that says something else.
    """
    agreed = {}
    for name in OTHERS:
        seconds = 0.0
        try:
            for text, known in formulas.items():
                command = [sys.executable, "-c", ASKED, name]
                output = subprocess.run(
                    command, input=text, stdout=subprocess.PIPE, text=True, check=True, timeout=PATIENCE
                )
                answer, taken = output.stdout.split()
                if answer != str(known):
                    raise AssertionError(f"{name} says {answer} where {known} is proved")
                seconds += float(taken)
        except subprocess.TimeoutExpired:
            continue
        agreed[name] = round(seconds, 3)
    return agreed


def full_name(row: Measured) -> str:
    """What a puzzle, and its files, are called."""
    return f"{row['group']}, {row['name']}"


def line(name: str, rows: Sequence[Measured]) -> list[str]:
    solving, checking = sum(row["solving"] for row in rows), sum(row["checking"] for row in rows)
    numbers = sorted({row["solutions"] for row in rows})
    found = "none" if numbers == [0] else str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
    steps, size = sum(row["steps"] for row in rows), sum(row["bytes"] for row in rows)
    checkers = sorted({row["checker"] for row in rows})
    ratio = f"{checking / solving:.2g}" if solving else "-"  # too short for the clock
    times = [f"{solving:.2f}", f"{checking:.2f}", ratio]
    return [name, str(len(rows)), found, f"{steps:,}", f"{size / 2**20:,.2f}", *times, ", ".join(checkers)]


def hard_line(row: Measured) -> list[str]:
    times = [row["solving"], row["checking"], *map(row["agreed"].get, OTHERS)]
    size = f"{row['bytes'] / 2**20:,.0f}"
    return [full_name(row), f"{row['steps']:,}", size, *("-" if time is None else f"{time:,.0f}" for time in times)]


def parts(rows: Sequence[Measured], _: Mapping[str, Any]) -> Iterator[str]:
    heads = ["puzzles", "certificates", "solutions each", "steps", "MiB", "CaDiCaL, s", "verify, s", "ratio", "checker"]
    many = [full_name(row) for row in rows if row["solutions"] is None]
    unfinished = [group for group, cases in boxes() if sum(row["group"] == group for row in rows) < len(cases)]
    rows = [row for row in rows if row["solutions"] is not None and row["group"] not in unfinished]
    groups = list(dict.fromkeys(row["group"] for row in rows))
    lines = [line(name, [row for row in rows if row["group"] == name]) for name in groups]
    unlike = [row["name"] for row in rows if row["group"] == "published ZIPs" and row["solutions"] != 1]
    yield "# Certificates"
    yield (
        "How many solutions has a puzzle, without trust in a solver? A certificate is a file with the puzzle, its "
        "formula, its solutions, and a proof that there are no others; `cpmodels verify` checks it by a short program "
        "(see `cpmodels.certificates`)."
    )
    yield (
        f"{len(rows)} certificates were made and checked; {sum(not row['solutions'] for row in rows)} of them say that "
        f"there is no solution. CaDiCaL took {sum(row['solving'] for row in rows):,.0f} s to solve all, and checking "
        f"took {sum(row['checking'] for row in rows):,.0f} s. No other solver says anything else."
    )
    yield table(heads, lines)
    yield (
        "`steps` (of the proofs) and `MiB` are those of all certificates of a line together, as are the CPU seconds. "
        "`CaDiCaL, s` is solving without a proof, `verify, s` checking the certificate, and `ratio` the second by the "
        "first. `checker` is what followed the proof: plain Python, or the same in machine code by Numba."
    )
    yield (
        "Apart from the proof, checking makes the formula anew and checks the solutions; for small puzzles that is "
        "nearly all of it. For a box there is a certificate for each place of the all-blue cube, up to the symmetries "
        "of the box: that these places are enough is not part of the certificates. That of 4 x 4 x 4 is about the "
        "whole box. The Zigzaw is all but decided by its options, which leave out what contradicts the border: that is "
        "part of the translation, and trusted."
    )
    asked = [row for row in rows if "agreed" in row]
    said = []
    for name in OTHERS:
        silent = [full_name(row) for row in asked if name not in row["agreed"]]
        of = f" (but nothing of {'; '.join(silent)})" if silent else ""
        said.append(f"{name} says the same of {len(asked) - len(silent)}{of}")
    yield (
        "Solvers of python-sat that have no part in this were asked whether the formulas have solutions, and others "
        f"than those that are known, {PATIENCE:,} s for an answer: {', '.join(said)}. Not asked: "
        f"{'; '.join(full_name(row) for row in rows if 'agreed' not in row) or 'none'}."
    )
    yield (
        f"Published ZIPs with another number of solutions than one: {', '.join(unlike) or 'none'}. Left out, with "
        f"more than {MOST:,} solutions: {'; '.join(many) or 'none'}."
    )
    yield f"Not made, or not all cases of it: {', '.join(unfinished) or 'none'}."
    hard = [row for row in asked if not row["solutions"] and row["agreed"].get("minisat22", 0) >= HARD]
    yield f"## {len(hard)} hard instances without a solution"
    yield f"For people who write solvers: MiniSat takes {HARD} s or more for each. Times are CPU seconds."
    columns = ["instance", "steps", "MiB", "CaDiCaL", "verify", *OTHERS]
    yield table(columns, [hard_line(row) for row in hard])


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    if asked.keep is not None:
        asked.keep.mkdir(parents=True, exist_ok=True)
    for group, name, puzzle in puzzles():
        row = {"group": group, "name": name}
        yield row, partial(run, puzzle, asked.keep, full_name(row))
    if asked.keep is not None:
        found = {full_name(row): row["solutions"] for row in kept(asked.out)}
        lines = [f'"{name}",{number}\n' for name, number in found.items() if (asked.keep / f"{name}.zip").exists()]
        write_file(asked.keep / "instances.csv", "".join(["instance,solutions\n", *lines]))


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--keep", type=Path, help="a folder for certificates, formulas and models")


MEASUREMENT = Measurement(
    "benchmarks.certificates", "certificates", ("group", "name"), cases, parts, options, ("python", "ortools", "numba")
)

if __name__ == "__main__":
    MEASUREMENT.command()
