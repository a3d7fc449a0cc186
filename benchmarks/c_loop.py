"""Plain backtracking on edge matching: the library beside a loop in C that is made for the puzzle and compiled for it.

    python -m benchmarks.c_loop [--nodes 50000000] [--out FOLDER]

Both lay pieces row by row, with lists of what fits the colours above and to the left, find what is left of a list as
bits of words, go back at once to the last place where others are left, and count as a node each piece that is laid.
The loop in C has the puzzle's tables in its text and is compiled by ``cc -O3 -march=native``; a loop in plain Python,
which looks at one piece of a list after the other, counts the nodes of small boards once more.  Each of the two runs
three times in turn, in one process and its children, for at most that many nodes; medians in seconds of the processor.
Boards are made here; published ones are read from the folder that CPMODELS_DATA names, and have beside them what
eternity2.dev counted.  Where pieces do not turn the library lays fewer, as it knows what the upper rim shows: ten such
boards are searched to the end, once by each.  Where they turn the loop in C is also compiled with prunings, one at a
time, which search twenty boards to the end.
"""

from __future__ import annotations

import argparse
import subprocess
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count, islice, product
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
from cpmodels.engines.backtracking import Backtracker
from cpmodels.puzzles import EdgeMatching
from cpmodels.puzzles.edge_matching import Edges
from cpmodels.racing._results import seconds

RUNS = 3

FEW = 300_000
"""Up to how many nodes a board is also searched by the loop in Python."""

MADE = ((5, 5, True), (6, 5, True), (7, 6, True), (8, 7, True), (10, 9, True), (6, 8, False), (8, 10, False))
"""Sides and colours of boards that are made, and whether they have a border, or no turns instead."""

WHOLE, WHOLE_COLOURS, BOARDS = 8, 10, 10
"""The side and colours of boards without turns that are searched to the end, and how many there are."""
WHOLE_NAME = "to the end, "

PRUNED = ((7, 7, True, 7), (8, 9, True, 6), (6, 16, False, 7))
"""Sides and colours of boards on which prunings are measured, whether they have a border, and how many there are."""
PRUNED_NAME = "pruned, "

FIRST_LIMIT = 5
"""Seconds of the processor for a first solution of these."""

Entry = tuple[int, int, int]
"""A piece, and its colours on the right and below."""

PROGRAM = """\
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
enum {{ COLS = {cols}, CELLS = {cells}, COLOURS = {colours}, PIECES = {pieces}, WORDS = {words}, SLOTS = 1 << 24 }};
enum {{ PLAIN, COUNTS, FRAME, REPEATED, HALVES }};
typedef struct {{ uint8_t right, below; }} Entry;
typedef struct {{ uint64_t pieces; uint32_t word, first, then; }} Block;
static const Entry entries[] = {{ {entries} }};
static const Block blocks[] = {{ {blocks} }};
static const Block none;
static const int8_t joints_of[][COLOURS] = {{ {joints} }};
static const uint8_t kinds[][2] = {{ {kinds} }}, frame[][2] = {{ {frame} }};
static const uint64_t all[] = {{ {all} }};
static uint64_t most, nodes, found, *slots;
static uint64_t key(const uint8_t *colours, int step, const uint64_t *free) {{
    uint64_t hash = 1;
    for (int k = 0; k < COLS + WORDS; k++) {{
        hash = (hash ^ (k < COLS ? colours[k * step] : free[k - COLS])) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }}
    return hash | 1;
}}
static int times(uint64_t key, int add) {{
    int seen = 0;
    uint64_t at = key >> 1 & (SLOTS - 1);
    for (; slots[at]; at = (at + 1) & (SLOTS - 1)) seen += slots[at] == key;
    if (add) slots[at] = key;
    return seen;
}}
static int hangs_together(const uint64_t *free, int word, uint64_t laid, int colour) {{
    uint64_t reached = 1ull << colour, before = 0, left = 1;
    while (left && reached != before) {{
        before = reached, left = 0;
        for (int piece = 0; piece < PIECES; piece++) {{
            uint64_t bit = 1ull << piece % 64, both = 1ull << frame[piece][0] | 1ull << frame[piece][1];
            if (!frame[piece][0] || !(free[piece / 64] & bit) || (piece / 64 == word && laid == bit)) continue;
            if (both & reached) reached |= both; else left = 1;
        }}
    }}
    return !left;
}}
static void search(int cells, int is_stored) {{
    uint8_t right[CELLS] = {{0}}, above[CELLS + COLS] = {{0}};
    int8_t joints[CELLS + 1][3][COLOURS];
    uint64_t lefts[CELLS], frees[CELLS][WORDS], keys[CELLS] = {{0}}, founds[CELLS], left = blocks->pieces;
    const Block *blocks_at[CELLS], *block = blocks;
    int back[CELLS], cell = 0;
    memcpy(frees[0], all, sizeof frees[0]);
    memcpy(joints[0], joints_of, sizeof joints[0]);
    back[0] = -1;
    while (nodes < most) {{
        if (!left) {{
            if (block->then) block = blocks + block->then;
            else {{
                if (WAY == REPEATED) for (int at = cell; at > back[cell]; at--)
                    if (keys[at] && founds[at] == found) times(keys[at], 1);
                if ((cell = back[cell]) < 0) break;
                left = lefts[cell]; block = blocks_at[cell];
                continue;
            }}
            left = block->pieces & frees[cell][block->word];
            continue;
        }}
        uint64_t piece = left & -left;
        const Entry *entry = entries + block->first + __builtin_popcountll(block->pieces & (piece - 1));
        left ^= piece;
        nodes++;
        if (WAY == COUNTS) {{
            memcpy(joints[cell + 1], joints[cell], sizeof joints[cell]);
            if (cell % COLS < COLS - 1 && --joints[cell + 1][kinds[cell][0]][entry->right] < 0) continue;
            if (cell < CELLS - COLS && --joints[cell + 1][kinds[cell][1]][entry->below] < 0) continue;
        }}
        if (WAY == FRAME && kinds[cell][1] == 2 && cell >= COLS - 1 && cell < CELLS - COLS
            && !hangs_together(frees[cell], block->word, piece, entry->below)) continue;
        above[cell + COLS] = entry->below;
        if (cell == cells - 1) {{
            if (WAY != HALVES) {{ found++; continue; }}
            uint64_t free[WORDS];
            for (int w = 0; w < WORDS; w++)
                free[w] = frees[cell][w] ^ (w == block->word ? piece : 0) ^ (is_stored ? all[w] : 0);
            if (is_stored) times(key(above + cell + 1, 1, free), 1);
            else found += times(key(above + cell + COLS, -1, free), 0);
            continue;
        }}
        right[cell] = entry->right;
        lefts[cell] = left;
        blocks_at[cell] = block;
        back[cell + 1] = left || block->then ? cell : back[cell];
        memcpy(frees[cell + 1], frees[cell], sizeof frees[cell]);
        frees[++cell][block->word] ^= piece;
        block = blocks + (cell * COLOURS + above[cell]) * COLOURS + (cell % COLS ? right[cell - 1] : 0);
        left = block->pieces & frees[cell][block->word];
        if (WAY == REPEATED && cell % COLS == 0 && cell > COLS && cell < CELLS - COLS) {{
            keys[cell] = key(above + cell, 1, frees[cell]);
            founds[cell] = found;
            if (times(keys[cell], 0)) keys[cell] = left = 0, block = &none;
        }}
    }}
}}
int main(int arguments, char **given) {{
    most = strtoull(given[1], 0, 10);
    if (WAY == REPEATED || WAY == HALVES) slots = calloc(SLOTS, sizeof *slots);
    clock_t began = clock();
    if (WAY == HALVES) search(CELLS / COLS / 2 * COLS, 1);
    search(WAY == HALVES ? CELLS - CELLS / COLS / 2 * COLS : CELLS, 0);
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    printf("%llu %llu %f\\n", (unsigned long long)nodes, (unsigned long long)found, seconds);
}}
"""


def kinds(edges: Edges, border: Any) -> Iterator[tuple[int, Any]]:
    """Each side that is not on the rim: 2 along the frame, 1 from the frame to the inside, 0 of inner pieces."""
    for k, shown in enumerate(edges):
        if shown != border:
            yield 2 if border in (edges[k - 1], edges[k - 3]) else int(edges[k - 2] == border), shown


def braces(rows: Iterable[Iterable[object]]) -> str:
    """Rows of numbers as C has them."""
    return ", ".join(f"{{{', '.join(map(str, row))}}}" for row in rows)


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
        rim = [
            int(puzzle.border is not None and (row in (0, puzzle.rows - 1) or col in (0, puzzle.cols - 1)))
            for row, col in product(range(puzzle.rows + 1), range(puzzle.cols))
        ]
        self.kinds = [(rim[cell] + rim[cell + 1], rim[cell] + rim[cell + self.cols]) for cell in range(self.cells)]
        self.frame = [[0, 0]] * self.pieces
        sides = Counter((kind, colour[shown]) for edges in puzzle.pieces for kind, shown in kinds(edges, puzzle.border))
        colours = range(self.colours)
        self.joints = [
            [(sides[0, shown] - sides[1, shown]) // 2 for shown in colours],
            [sides[1, shown] for shown in colours],
            [sides[2, shown] // 2 for shown in colours],
        ]
        self.lists: list[list[Entry]] = [[] for _ in range(self.cells * self.colours**2)]
        for option in options:
            (row, col), edges = option.meaning
            above = colour[puzzle.sign * edges[0]] if row else 0
            left = colour[puzzle.sign * edges[3]] if col else 0
            entry = (pieces[option.items[1]], colour[edges[1]], colour[edges[2]])
            self.at(row * self.cols + col, above, left).append(entry)
            along = [colour[shown] for kind, shown in kinds(edges, puzzle.border) if kind == 2]
            self.frame[entry[0]] = along or [0, 0]

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
            cols=self.cols, cells=self.cells, colours=self.colours, pieces=self.pieces, words=-(-self.pieces // 64),
            all=", ".join(f"{(1 << min(64, left)) - 1}u" for left in range(self.pieces, 0, -64)),
            joints=braces(self.joints), kinds=braces(self.kinds), frame=braces(self.frame),
            entries=braces(entry[1:] for entry in entries),
            blocks=braces((f"{bits}u", *others) for bits, *others in blocks),
        )  # fmt: skip

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


@contextmanager
def compiled(text: str, way: str = "PLAIN") -> Iterator[Callable[[int], tuple[int, int, float]]]:
    """What runs the loop for at most so many nodes: its nodes, solutions and seconds."""
    with TemporaryDirectory() as folder:
        file, program = Path(folder) / "loop.c", Path(folder) / "loop"
        file.write_text(text, encoding="utf-8")
        subprocess.run(["cc", "-O3", "-march=native", f"-DWAY={way}", "-o", program, file], check=True)

        def run(most: int) -> tuple[int, int, float]:
            said = subprocess.run([program, str(most)], check=True, capture_output=True, text=True).stdout.split()
            return int(said[0]), int(said[1]), float(said[2])

        yield run


def searched(puzzle: EdgeMatching, most: int, runs: int = RUNS) -> Measured:
    """The nodes, solutions and seconds of both."""
    tables = Tables(puzzle)
    search: Any = Backtracker(puzzle).search()
    search.advance(1)  # Compiled, or loaded, before the clock runs.
    ours, theirs = list[float](), list[float]()
    with compiled(tables.program()) as run:
        for _ in range(runs):
            nodes_c, found_c, seconds_c = run(most)
            theirs.append(seconds_c)
            search.start()
            found, began = 0, process_time()
            while not search.done and search.nodes < most:
                found += len(search.advance(most - search.nodes))
            ours.append(process_time() - began)
    return {
        "nodes": search.nodes, "nodes_c": nodes_c,
        "nodes_python": tables.in_python() if search.done and nodes_c <= FEW else None, "exhausted": search.done,
        "exhausted_c": nodes_c < most, "turns": puzzle.rotations, "found": found, "found_c": found_c,
        "seconds": round(median(ours), 6), "seconds_c": round(median(theirs), 6),
    }  # fmt: skip


WAYS: Mapping[str, str] = {
    "PLAIN": "none",
    "COUNTS": "counts of edges",
    "FRAME": "rest of the frame",
    "REPEATED": "nogoods",
    "HALVES": "halves that meet",
}
"""The ways of the loop in C, and what the page calls them."""


def first(puzzle: EdgeMatching, engine: str) -> Measured:
    """The seconds of the processor to a first solution; None where there was none in time."""
    began, found = process_time(), False

    def watch(_: cm.search.Progress) -> None:
        if process_time() - began > FIRST_LIMIT:
            raise KeyboardInterrupt

    with suppress(KeyboardInterrupt):
        found = cm.solve(puzzle, engine=engine, workers=1, progress=watch).solution is not None
    return {engine: round(process_time() - began, 3) if found else None}


def pruned(puzzle: EdgeMatching) -> Measured:
    """The nodes and seconds of each way to the end; and those of two engines to a first solution."""
    text, row = Tables(puzzle).program(), dict[str, Any]()
    for way in WAYS:
        with compiled(text, way) as run:
            *row[way], row[f"{way} seconds"] = run(1 << 62)
    assert len({row[way][1] for way in WAYS}) == 1
    return row | first(puzzle, "backtrack") | first(puzzle, "glucose")


def unlike(
    side: int, colours: int, *, rotations: bool = True, border: bool = False
) -> Iterator[tuple[int, EdgeMatching]]:
    """Boards with no two pieces alike, by seed."""
    for seed in count():
        puzzle: Any = edge_puzzle(side, seed, colours, rotations=rotations, border=border).puzzle
        if puzzle.identical == 1:
            yield seed, puzzle


def puzzles() -> Iterator[tuple[str, EdgeMatching]]:
    """The boards that are searched for so many nodes, by name."""
    for side, colours, border in MADE:
        _, made = next(unlike(side, colours, rotations=border, border=border))
        yield f"{'bordered' if border else 'without turns'} {side} x {side}, {colours} colours", made
    folder = Path(environ.get("CPMODELS_DATA", "")) / "edge_matching"
    for pattern in ("brendan/06x05", "brendan/06x06", "brendan/07x07", "brendan/08x08", "tetravex/*_[678]x*"):
        for file in sorted(folder.glob(f"{pattern}.json")):
            published: Any = cm.read(file)
            yield f"{file.parent.name} {file.stem}", published


def cases(asked: argparse.Namespace) -> Iterator[Case]:
    for name, puzzle in puzzles():
        yield {"puzzle": name}, partial(searched, puzzle, asked.nodes)
    for seed, puzzle in islice(unlike(WHOLE, WHOLE_COLOURS, rotations=False), BOARDS):
        yield {"puzzle": f"{WHOLE_NAME}{seed}"}, partial(searched, puzzle, 1 << 62, 1)
    for side, colours, border, boards in PRUNED:
        for seed, puzzle in islice(unlike(side, colours, border=border), boards):
            yield {"puzzle": f"{PRUNED_NAME}{side} x {side}, {colours} colours, {seed}"}, partial(pruned, puzzle)


def parts(rows: Sequence[Measured], _: Mapping[str, Any]) -> Iterator[str]:
    ended = [row for row in rows if row["puzzle"].startswith(WHOLE_NAME)]
    prunes = [row for row in rows if row["puzzle"].startswith(PRUNED_NAME)]
    families = {
        f"{side} x {side}": [row for row in prunes if row["puzzle"].startswith(f"{PRUNED_NAME}{side} x")]
        for side, *_ in PRUNED
    }

    def solved(engine: str) -> str:
        times = [row[engine] for row in prunes]
        middle = median(FIRST_LIMIT if time is None else time for time in times)
        return f"{seconds(middle)} s in the median ({sum(time is not None for time in times)} in {FIRST_LIMIT} s)"

    boards = " and ".join(f"{len(family)} of {board}" for board, family in families.items())
    rows = [row for row in rows if row not in ended and row not in prunes]
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
        "than `cpmodels.engines.backtracking`, which takes any description?"
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
                row["puzzle"], f"{row['nodes']:,}", f"{'' if row['exhausted'] else 'at least '}{row['found']:,}",
                seconds(row["seconds"]), seconds(row["seconds_c"]),
                f"{row['nodes'] / row['seconds'] / 1e6:.0f} million", f"{ratio:.2f}",
            ]
            for row, ratio in zip(rows, ratios, strict=True)
        ),
    )  # fmt: skip
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
                row["puzzle"].removeprefix(WHOLE_NAME), f"{row['found']:,}", f"{row['nodes']:,}",
                seconds(row["seconds"]), f"{row['nodes_c']:,}", seconds(row["seconds_c"]), f"{ratio:.0f}",
            ]
            for row, ratio in zip(ended, fewer, strict=True)
        ),
    )  # fmt: skip
    yield (
        f"{WHOLE} x {WHOLE} pieces cut from a board with {WHOLE_COLOURS} colours, by seed. Of each colour the pieces "
        "have so many sides above and so many below, and inside the board each meets another; so the upper rim shows "
        "at least those that are left over above, which the library knows from the first piece on (see "
        "`cpmodels.engines.backtracking._balance`)."
    )
    yield "## Prunings where pieces turn"
    yield table(
        ["pruning", *(f"{board}: {what}" for board in families for what in ("nodes", "seconds"))],
        (
            [
                name,
                *(
                    f"{median(worth):.3g}"
                    for family in families.values()
                    for worth in (
                        [row[way][0] / row["PLAIN"][0] for row in family],
                        [row[f"{way} seconds"] / row["PLAIN seconds"] for row in family],
                    )
                ),
            ]
            for way, name in WAYS.items()
        ),
    )
    yield (
        f"Boards whose pieces turn have no balance, as any side may lie on the border. {len(prunes)} such boards, "
        f"{boards}, the last without a border, were searched to the end by the loop in C with one pruning at a time: "
        "medians of nodes and seconds, where the loop without has 1. `counts of edges`: how many edges of each colour "
        "there are along the frame, from there to the inside, and inside, is known, and no more may show it. `rest of "
        "the frame`: what is left of the frame must be connected through its colours. `nogoods`: at the beginning of "
        "a row it is remembered which colours above, with which pieces left, led to no solution. `halves that meet`: "
        "the upper rows in all ways, joined with the lower rows in all ways, by the colours between them and the "
        "pieces that they use. None is worth its time, so the library has none: what they forbid is mostly found out "
        "a few pieces later, the same state hardly ever comes again, and most of the work is in the upper half, or "
        "not far below. Restarts with clauses that are learned are what SAT solvers do: Glucose has a first solution "
        f"of these boards in {solved('glucose')}, the library's search in {solved('backtrack')}, making their tables "
        "included."
    )
    yield (
        "eternity2.dev reports 260 solutions of B. Owen's 6 x 6 in 69,284,103 nodes of a search row by row, and 6,297 "
        "of his 7 x 7, up to turning, in 67,667,477,364. The library counts the same solutions, the first here, the "
        "second by [a sweep](../backtracking/README.md), in fewer nodes, as ways to lay a piece that meet nothing are "
        "left out before: with them the loop lays 69,284,103, too."
    )


def options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--nodes", type=int, default=100_000_000, help="the most nodes for each board")


MEASUREMENT = Measurement("benchmarks.c_loop", "c_loop", ("puzzle",), cases, parts, options, ("python", "numba"))

if __name__ == "__main__":
    MEASUREMENT.command()
