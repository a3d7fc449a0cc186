"""Plain backtracking on edge matching: the library beside a loop in C that is made for the puzzle and compiled for it.

    python -m benchmarks.c_loop [--nodes 50000000] [--out FOLDER]

Both lay pieces row by row, with lists of what fits the colours above and to the left, find what is left of a list as
bits of words, go back at once to the last place where others are left, and count as a node each piece that is laid.
The loop in C has the puzzle's tables in its text and is compiled by ``cc -O3 -march=native``; a loop in plain Python,
which looks at one piece of a list after the other, counts the nodes of small boards once more.  Each of the two runs
three times in turn, in one process and its children, for at most that many nodes; medians in seconds of the processor.
Boards are made here; published ones are read from the folder that CPMODELS_DATA names, and have beside them what
eternity2.dev counted.  Where pieces do not turn the library lays fewer, as it knows what the upper rim shows: ten such
boards are searched to the end, once by each.
"""

from __future__ import annotations

import argparse
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count, islice
from os import environ
from pathlib import Path
from statistics import geometric_mean, median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import cpmodels as cm
from benchmarks.generators import edge_puzzle
from benchmarks.measurement import Case, Measured, Measurement
from benchmarks.tables import table
from cpmodels.backtracking import Backtracker
from cpmodels.puzzles import EdgeMatching
from cpmodels.racing._results import seconds

RUNS = 3

FEW = 300_000
"""Up to how many nodes a board is also searched by the loop in Python."""

MADE = ((5, 5, True), (6, 5, True), (7, 6, True), (8, 7, True), (10, 9, True), (6, 8, False), (8, 10, False))
"""Sides and colours of boards that are made, and whether they have a border, or no turns instead."""

WHOLE, WHOLE_COLOURS, BOARDS = 8, 10, 10
"""The side and colours of boards without turns that are searched to the end, and how many there are."""
WHOLE_NAME = "to the end, "

Entry = tuple[int, int, int]
"""A piece, and its colours on the right and below."""

PROGRAM = """\
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
enum {{ COLS = {cols}, CELLS = {cells}, COLOURS = {colours}, WORDS = {words} }};
typedef struct {{ uint8_t right, below; }} Entry;
typedef struct {{ uint64_t pieces; uint32_t word, first, then; }} Block;
static const Entry entries[] = {{ {entries} }};
static const Block blocks[] = {{ {blocks} }};
int main(int arguments, char **given) {{
    uint64_t most = strtoull(given[1], 0, 10), nodes = 0, found = 0;
    uint8_t right[CELLS] = {{0}}, above[CELLS + COLS] = {{0}};
    uint64_t lefts[CELLS], frees[CELLS][WORDS], left = blocks->pieces;
    const Block *blocks_at[CELLS], *block = blocks;
    int back[CELLS], cell = 0;
    memset(frees[0], 255, sizeof frees[0]);
    back[0] = -1;
    clock_t began = clock();
    while (nodes < most) {{
        if (!left) {{
            if (block->then) block = blocks + block->then;
            else if ((cell = back[cell]) < 0) break;
            else {{ left = lefts[cell]; block = blocks_at[cell]; continue; }}
            left = block->pieces & frees[cell][block->word];
            continue;
        }}
        uint64_t piece = left & -left;
        const Entry *entry = entries + block->first + __builtin_popcountll(block->pieces & (piece - 1));
        left ^= piece;
        nodes++;
        if (cell == CELLS - 1) {{ found++; continue; }}
        right[cell] = entry->right;
        above[cell + COLS] = entry->below;
        lefts[cell] = left;
        blocks_at[cell] = block;
        back[cell + 1] = left || block->then ? cell : back[cell];
        memcpy(frees[cell + 1], frees[cell], sizeof frees[cell]);
        frees[++cell][block->word] ^= piece;
        block = blocks + (cell * COLOURS + above[cell]) * COLOURS + (cell % COLS ? right[cell - 1] : 0);
        left = block->pieces & frees[cell][block->word];
    }}
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    printf("%llu %llu %f\\n", (unsigned long long)nodes, (unsigned long long)found, seconds);
}}
"""


class Tables:
    """What fits on each cell, by the colours above and to the left; 0 where there is no neighbour."""

    def __init__(self, puzzle: EdgeMatching) -> None:
        """From the options of the puzzle's description, less those that meet nothing, as the library has them."""
        self.cols, self.cells = puzzle.cols, puzzle.rows * puzzle.cols
        described: Any = puzzle.describe()
        colour = {colour: at for at, colour in enumerate(sorted({c for edges in puzzle.pieces for c in edges}))}
        options = described.problem.pruned().options
        often = Counter(option.items[1] for option in options)  # Pieces that fit the same cells are in the same word.
        pieces = {piece: number for number, (piece, _) in enumerate(often.most_common())}
        self.pieces = len(pieces)
        self.colours = len(colour)
        self.lists: list[list[Entry]] = [[] for _ in range(self.cells * self.colours**2)]
        for option in options:
            (row, col), edges = option.meaning
            above = colour[puzzle.sign * edges[0]] if row else 0
            left = colour[puzzle.sign * edges[3]] if col else 0
            entry = (pieces[option.items[1]], colour[edges[1]], colour[edges[2]])
            self.at(row * self.cols + col, above, left).append(entry)

    def at(self, cell: int, above: int, left: int) -> list[Entry]:
        """The entries of a cell, where its neighbours show these colours."""
        return self.lists[(cell * self.colours + above) * self.colours + left]

    def program(self) -> str:
        """The loop in C.  A block has pieces of one list and one word, no two alike, and the block after it, or 0."""
        blocks: list[tuple[int, ...]] = [(0, 0, 0, 0)] * len(self.lists)
        entries = list[Entry]()
        for at, listed in enumerate(self.lists):
            number, parts = at, defaultdict[tuple[int, int], list[Entry]](list)
            seen = Counter[int]()
            for entry in sorted(listed):
                parts[seen[entry[0]], entry[0] // 64].append(entry)
                seen[entry[0]] += 1
            for (_, word), part in parts.items():
                then = len(blocks) if part is not [*parts.values()][-1] else 0
                blocks[number] = (sum(1 << piece % 64 for piece, *_ in part), word, len(entries), then)
                entries += part
                blocks += [(0, 0, 0, 0)] * (then > 0)
                number = then
        return PROGRAM.format(
            cols=self.cols,
            cells=self.cells,
            colours=self.colours,
            words=-(-self.pieces // 64),
            entries=", ".join(f"{{{right}, {below}}}" for _, right, below in entries),
            blocks=", ".join("{{{}u, {}, {}, {}}}".format(*block) for block in blocks),
        )

    def in_python(self) -> int:
        """The nodes of the whole search."""
        right, above, used = [0] * self.cells, [0] * (self.cells + self.cols), set[int]()

        def below(cell: int) -> int:
            left = right[cell - 1] if cell % self.cols else 0
            nodes = 0
            for piece, to_right, down in self.at(cell, above[cell], left):
                if piece not in used:
                    nodes += 1
                    if cell + 1 < self.cells:
                        used.add(piece)
                        right[cell], above[cell + self.cols] = to_right, down
                        nodes += below(cell + 1)
                        used.remove(piece)
            return nodes

        return below(0)


def searched(puzzle: EdgeMatching, most: int, runs: int = RUNS) -> Measured:
    """The nodes, solutions and seconds of both."""
    tables, search = Tables(puzzle), Backtracker(puzzle).search()
    search.advance(1)  # Compiled, or loaded, before the clock runs.
    ours, theirs = list[float](), list[float]()
    with TemporaryDirectory() as folder:
        text, program = Path(folder) / "loop.c", Path(folder) / "loop"
        text.write_text(tables.program(), encoding="utf-8")
        subprocess.run(["cc", "-O3", "-march=native", "-o", program, text], check=True)
        for _ in range(runs):
            said = subprocess.run([program, str(most)], check=True, capture_output=True, text=True).stdout.split()
            theirs.append(float(said[2]))
            search.start()
            found, began = 0, process_time()
            while not search.done and search.nodes < most:
                found += len(search.advance(most - search.nodes))
            ours.append(process_time() - began)
    return {
        "nodes": search.nodes,
        "nodes_c": int(said[0]),
        "nodes_python": tables.in_python() if search.done and int(said[0]) <= FEW else None,
        "exhausted": search.done,
        "exhausted_c": int(said[0]) < most,
        "turns": puzzle.rotations,
        "found": found,
        "found_c": int(said[1]),
        "seconds": round(median(ours), 6),
        "seconds_c": round(median(theirs), 6),
    }


def puzzles() -> Iterator[tuple[str, EdgeMatching]]:
    """Boards with no two pieces alike, by name."""
    for side, colours, border in MADE:
        planted = (edge_puzzle(side, seed, colours, rotations=border, border=border).puzzle for seed in count())
        made: Any = next(puzzle for puzzle in planted if puzzle.identical == 1)
        yield f"{'bordered' if border else 'without turns'} {side} x {side}, {colours} colours", made
    folder = Path(environ.get("CPMODELS_DATA", "")) / "edge_matching"
    for pattern in ("brendan/06x05", "brendan/06x06", "brendan/07x07", "brendan/08x08", "tetravex/*_[678]x*"):
        for file in sorted(folder.glob(f"{pattern}.json")):
            published: Any = cm.read(file)
            yield f"{file.parent.name} {file.stem}", published


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    """Each board."""
    for name, puzzle in puzzles():
        yield {"puzzle": name}, partial(searched, puzzle, asked.nodes)
    made: Iterator[Any] = (edge_puzzle(WHOLE, seed, WHOLE_COLOURS, rotations=False).puzzle for seed in count())
    for seed, puzzle in islice(((n, puzzle) for n, puzzle in enumerate(made) if puzzle.identical == 1), BOARDS):
        yield {"puzzle": f"{WHOLE_NAME}{seed}"}, partial(searched, puzzle, 1 << 62, 1)


def parts(rows: Sequence[Measured], _: Mapping[str, Any]) -> Iterator[str]:
    """The parts of the page."""
    ended = [row for row in rows if row["puzzle"].startswith(WHOLE_NAME)]
    rows = [row for row in rows if row not in ended]
    ratios = [row["seconds_c"] / row["seconds"] * row["nodes"] / row["nodes_c"] for row in rows]
    whole = [row for row in rows if row["exhausted"] and row["exhausted_c"]]
    again = [row for row in whole if row["nodes_python"]]
    unlike = [row["puzzle"] for row in [*whole, *ended] if row["found"] != row["found_c"]]
    unlike += [row["puzzle"] for row in whole if row["turns"] and row["nodes"] != row["nodes_c"]]
    unlike += [row["puzzle"] for row in again if row["nodes_c"] != row["nodes_python"]]
    agree = (
        f"**nodes or solutions differ: {', '.join(unlike)}**"
        if unlike
        else "solutions agree, and nodes where they turn"
    )
    fewer = [row["seconds_c"] / row["seconds"] for row in ended]
    yield "# The library beside a loop in C"
    yield (
        "How much faster is backtracking on edge matching when it is written in C for one puzzle, and compiled for it, "
        "than `cpmodels.backtracking`, which takes any description?"
    )
    yield (
        f"In the time in which the loop in C lays 100 pieces the library lays {100 * geometric_mean(ratios):.0f} in "
        f"the mean of {len(rows)} boards ({100 * min(ratios):.0f} to {100 * max(ratios):.0f}). On the "
        f"{len(whole) + len(ended)} boards that were searched to the end by both {agree}. Where pieces do not turn the "
        f"library lays fewer: of {len(ended)} boards of {WHOLE} x {WHOLE} it has searched all in "
        f"{seconds(median(row['seconds'] for row in ended))} s in the median, and the loop in "
        f"{seconds(median(row['seconds_c'] for row in ended))}, {median(fewer):.0f} times as long ({min(fewer):.0f} to "
        f"{max(fewer):.0f})."
    )
    yield table(
        ["board", "nodes", "solutions", "library", "C", "a second", "of C"],
        (
            [
                row["puzzle"],
                f"{row['nodes']:,}",
                f"{'' if row['exhausted'] else 'at least '}{row['found']:,}",
                seconds(row["seconds"]),
                seconds(row["seconds_c"]),
                f"{row['nodes'] / row['seconds'] / 1e6:.0f} million",
                f"{ratio:.2f}",
            ]
            for row, ratio in zip(rows, ratios, strict=True)
        ),
    ).rstrip()
    yield (
        "`nodes` are pieces laid, `library` and `C` the seconds of the processor for them, `a second` the library's "
        f"nodes a second, and `of C` its speed over that of the loop. {len(again)} were searched by a loop in plain "
        "Python, too."
    )
    yield "## Boards without turns, to the end"
    yield table(
        ["board", "solutions", "library: nodes", "seconds", "C: nodes", "seconds", "C / library"],
        (
            [
                row["puzzle"].removeprefix(WHOLE_NAME),
                f"{row['found']:,}",
                f"{row['nodes']:,}",
                seconds(row["seconds"]),
                f"{row['nodes_c']:,}",
                seconds(row["seconds_c"]),
                f"{ratio:.0f}",
            ]
            for row, ratio in zip(ended, fewer, strict=True)
        ),
    ).rstrip()
    yield (
        f"{WHOLE} x {WHOLE} pieces cut from a board with {WHOLE_COLOURS} colours, by seed. Of each colour the pieces "
        "have so many sides above and so many below, and inside the board each meets another; so the upper rim shows "
        "at least those that are left over above, which the library knows from the first piece on (see "
        "`cpmodels.backtracking._balance`)."
    )
    yield (
        "eternity2.dev reports 260 solutions of B. Owen's 6 x 6 in 69,284,103 nodes of a search row by row, and 6,297 "
        "of his 7 x 7, up to turning, in 67,667,477,364. The library counts the same solutions, the first here, the "
        "second by [a sweep](../backtracking/README.md); in other nodes, as not everybody counts the same as one."
    )


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--nodes", type=int, default=100_000_000, help="the most nodes for each board")


MEASUREMENT = Measurement("benchmarks.c_loop", "c_loop", ("puzzle",), cases, parts, options, ("python", "numba"))

if __name__ == "__main__":
    MEASUREMENT.command()
